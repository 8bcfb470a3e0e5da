// Elements by a counter that fits them: a variable that steps beside the pointer is none, where a step of the
// pointer is no whole number of elements for each 1 of it.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/counters.candl -- -O2
// RUN: %python %inputs/expected.py O1 %s %idiom %S/Inputs/counters.candl -- -O1

double by_three(const double *a, int *out) { double s = 0; int k = 0; while (*a > 0) { s += *a; k += 3; a++; } *out = k; return s; } // SumOfElements
double by_three_behind(const double *a, int *out) { double s = 0; int k = 0; while (*a > 0) { s += *a; a++; k += 3; } *out = k; return s; } // SumOfElements
double by_one(const double *a, int *out) { double s = 0; int k = 0; while (*a > 0) { s += *a; a++; k += 1; } *out = k; return s; } // SumOfElements
double down_by_two(const double *a, int *out) { double s = 0; int k = 0; while (*a > 0) { s += *a; a++; k -= 2; } *out = k; return s; } // SumOfElements
double with_index(const double *a, int *out) { double s = 0; int i = 0, k = 0; for (; a[i] > 0; i++) { s += a[i]; k += 3; } *out = k; return s; } // SumOfElements
double tested(const double *a, long n) { double s = 0; for (long k = 0; k < n; k += 3) s += *a++; return s; } // SumOfElements
int of_ints(const int *a, int *out) { int s = 0; int k = 0; while (*a > 0) { s += *a; k += 4; a++; } *out = k; return s; } // SumOfElements
double every_second(const double *a, int *out) { double s = 0; int k = 0; while (*a > 0) { s += *a; k += 3; a += 2; } *out = k; return s; } // SumOfEverySecond
double every_third(const double *a, int *out) { double s = 0; int k = 0; while (*a > 0) { s += *a; k += 5; a += 3; } *out = k; return s; } // -
double by_amount(const double *a, int *out, int by) { double s = 0; int k = 0; while (*a > 0) { s += *a; k += 3; a += by; } *out = k; return s; } // -
