// Standard containers: the data pointer is loaded, and is the root.
#include <array>
#include <vector>

// read x[0]
// read ?[i]
extern "C" double sum_of(const std::vector<double> &x) {
  double s = 0;
  for (double v : x) s += v;
  return s;
}

// read ?[i]
extern "C" double dot_of(const std::vector<double> &x, const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); i++) s += x[i] * y[i];
  return s;
}

// Up to a fixed distance from where a pointer began: LLVM counts bytes, so that the rounds take the counter's place.
// read a[i]
// count i: 100
extern "C" double of_array(const std::array<double, 100> &a) {
  double s = 0;
  for (double x : a)
    s += x;
  return s;
}

// read a[i]
// write a[i]
// count i: 64
extern "C" void of_rows(float (&a)[64], float by) {
  for (float &x : a)
    x *= by;
}

// read a[2*i]
// count i: 32
extern "C" long every_other(const long *a) {
  long s = 0;
  for (const long *p = a; p != a + 64; p += 2)
    s += *p;
  return s;
}

// What counts elements by more than one keeps its counter.
// read a[i]
extern "C" float by_counter(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i += 8)
    s += a[i];
  return s;
}
