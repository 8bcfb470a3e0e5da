// Standard containers: the data pointer is loaded, and is the root.
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
