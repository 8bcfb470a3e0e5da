// Values without a name in the source are told by their expressions, or left out: no other value of the same
// variable, and no word of the specification, takes their place.
//
// RUN: %idiom find --idiom Extremum --idiom NestedReduction --idiom Butterfly --idiom ArgExtremum --idiom ArrayComparison --idiom ConditionalCount %s | %FileCheck %s
// RUN: env IDIOM_IDIOMS=Clamp,ConditionalCount %clang -O2 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=UNNAMED %s
#include <string>

// CHECK: found Extremum in most_of_some{{.*}}: m = y[i] != 0 ? (g[i] > m ? g[i] : m) : m{{$}}
double most_of_some(const double *g, const int *y, int n) {
  double m = -1e300;
  for (int i = 0; i < n; i++)
    if (y[i])
      m = g[i] > m ? g[i] : m;
  return m;
}
// CHECK: found NestedReduction in all_of{{.*}}: s = s + a[i][j], in two loops
double all_of(int n, double (*a)[128]) {
  double s = 0;
  for (int j = 0; j < 128; j++)
    for (int i = 0; i < n; i++)
      s += a[i][j];
  return s;
}
struct Complex {
  float r, i;
};
// CHECK: found Butterfly in butterfly{{.*}}: a[k].r + ({{[^=]*}}) and a[k].r - ({{[^=]*}}){{$}}
void butterfly(Complex *a, Complex *b, const Complex *w, int m) {
  for (int k = 0; k < m; k++) {
    Complex t;
    t.r = b[k].r * w[k].r - b[k].i * w[k].i;
    t.i = b[k].r * w[k].i + b[k].i * w[k].r;
    b[k].r = a[k].r - t.r;
    b[k].i = a[k].i - t.i;
    a[k].r += t.r;
    a[k].i += t.i;
  }
}
struct Pair {
  unsigned long x, y;
};
// CHECK: found ArgExtremum in least{{.*}}: at = j where (unsigned) … >= buf[j].x{{$}}
void least(const Pair *buf, int n, Pair *out, int *where) {
  Pair min = {~0ul, 0};
  int at = 0;
  for (int j = 0; j < n; j++)
    if (min.x >= buf[j].x)
      min = buf[j], at = j;
  *out = min;
  *where = at;
}
// The size of a string is no element of it.
// CHECK: found ArrayComparison in mirrored{{.*}}: compares s[i] with t[{{…|__sz}} - i - 1]
bool mirrored(const std::string &s, const std::string &t) {
  for (size_t i = 0, j = t.size() - 1; i < t.size(); i++, j--)
    if (s[i] != t[j])
      return false;
  return true;
}

// Without debug information letters are the specification's, and its words are left out.
// UNNAMED-DAG: found Clamp: x kept between … and … [-Rpass-analysis=idiom]
int between(int colour, int least, int most) {
  return colour < least ? least : colour > most ? most : colour;
}
