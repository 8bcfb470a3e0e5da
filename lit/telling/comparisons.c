// Comparisons as the source has them, whatever LLVM makes of them: ranges, numbers without a sign, floats
// that may be NaN.
//
// RUN: %idiom find --idiom ConditionalCount --idiom ScalarReduction --idiom ArgExtremum %s | %FileCheck %s

// CHECK-DAG: found ScalarReduction in outside: c = c + (a[i] < -10 || a[i] > 10)
// CHECK-DAG: found ConditionalCount in outside: c counts the rounds where a[i] < -10 || a[i] > 10{{$}}
int outside(const int *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] < -10 || a[i] > 10)
      c++;
  return c;
}
// CHECK: found ConditionalCount in digits: c counts the rounds where 48 <= s[i] && s[i] <= 57{{$}}
int digits(const char *s, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (s[i] >= '0' && s[i] <= '9')
      c++;
  return c;
}
// CHECK: found ConditionalCount in big: c counts the rounds where (unsigned) a[i] > 2147483648{{$}}
int big(const unsigned *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0x80000000u)
      c++;
  return c;
}
// A variable of the source says by itself that it has no sign, and bytes have none in a wider number.
// CHECK: found ConditionalCount in below: c counts the rounds where a[i] < most{{$}}
int below(const unsigned *a, int n, unsigned most) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] < most)
      c++;
  return c;
}
// CHECK: found ConditionalCount in bytes: c counts the rounds where {{[pq]}}[i] + {{[pq]}}[i] > 300{{$}}
int bytes(const unsigned char *p, const unsigned char *q, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (p[i] + q[i] > 300)
      c++;
  return c;
}
// CHECK: found ConditionalCount in within: c counts the rounds where (unsigned) a[i] < b[i]{{$}}
int within(const int *a, const int *b, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if ((unsigned)a[i] < (unsigned)b[i])
      c++;
  return c;
}
// CHECK: found ScalarReduction in quotients: s = (unsigned) x / a[i] + s{{$}}
unsigned quotients(const int *a, int n, int x) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)x / (unsigned)a[i];
  return s;
}
// CHECK: found ScalarReduction in apart: s = {{.*}}a[i] - 11{{.*}}
int apart(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= a[i] - 11;
  return s;
}
// CHECK: found ConditionalCount in not_greater: c counts the rounds where !(a[i] > m){{$}}
int not_greater(const double *a, int n, double m) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (!(a[i] > m))
      c++;
  return c;
}
// CHECK: found ConditionalCount in not_a_number: c counts the rounds where isnan(a[i]){{$}}
int not_a_number(const double *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (__builtin_isnan(a[i]))
      c++;
  return c;
}
// Where LLVM has the condition the other way round.
// CHECK: found ArgExtremum in last_least: b = i where a[i] <= m{{$}}
int last_least(const int *a, int n) {
  int b = 0, m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] <= m) {
      m = a[i];
      b = i;
    }
  return b;
}
// CHECK: found ArgExtremum in first_least: b = i where a[i] < m{{$}}
int first_least(const double *a, int n) {
  int b = 0;
  double m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] < m) {
      m = a[i];
      b = i;
    }
  return b;
}
// CHECK: found ArgExtremum in not_less: b = i where !(a[i] >= m){{$}}
int not_less(const double *a, int n) {
  int b = 0;
  double m = a[0];
  for (int i = 1; i < n; i++)
    if (!(a[i] >= m)) {
      m = a[i];
      b = i;
    }
  return b;
}
