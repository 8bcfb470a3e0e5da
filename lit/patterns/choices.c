// Choices whose arms are not for free stay branches with a phi. At two sets of flags, each beside near misses; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/choices.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/choices.candl -- -Os -ffast-math

int loaded(int x, const int *p, int y) { return x > 3 ? *p : y; } // Loaded
int loaded_otherwise(int x, const int *p, int y) { return x <= 3 ? y : *p; } // Loaded
int loaded_or_divided(int x, const int *p, int y) { return x > 3 ? *p : y / x; } // Loaded
int loaded_by_if(int x, const int *p, int y) { if (x > 3) y = p[1]; return y; } // Loaded
int widened(int x, const short *p, int y) { if (x > 3) y = *p; return y; } // Loaded
int at_an_index(int x, const int *p, int y) { if (x > 3) y = p[x]; return y; } // Loaded
long widened_twice(int x, const short *p, long y) { return x > 3 ? p[x] : y / x; } // Loaded
int widened_with_a_store(int x, const short *p, short *q, int y) { if (x > 3) { y = p[x]; q[x] = 7; } return y; } // -
int of_a_sum(int x, const int *p, int y) { return x > 3 ? *p + 1 : y; } // -
int loaded_above_4(int x, const int *p, int y) { return x > 4 ? *p : y; } // -
int loaded_below(int x, const int *p, int y) { return x < 3 ? *p : y; } // -
int with_a_store(int x, const int *p, int *q, int y) { if (x > 3) { y = *p; *q = 7; } return y; } // -
int with_a_loop(int x, const int *p, int y) { if (x > 3) { for (y = 0; p[y] > x; ++y) { } y = p[y + 1]; } return y; } // -
int of_three(int x, const int *p, int y) { switch (x) { case 4: return *p; case 5: return p[2] + 1; default: return y / 3; } } // -
int within_another(int x, int z, const int *p, int y) { if (z) { if (x > 3) return *p; return p[3]; } return y / 5; } // -
unsigned quotient(unsigned x, unsigned y, unsigned z) { return y == 0 ? z : x / y; } // Quotient
unsigned quotient_else(unsigned x, unsigned y, unsigned z) { if (y) z = x / y; return z; } // Quotient
unsigned quotient_always(unsigned x, unsigned y) { return x / y; } // -
unsigned quotient_of_one(unsigned x, unsigned y, unsigned z) { return y == 1 ? z : x / y; } // -
int maximum(const int *x, int n) { int s = x[0]; for (int i = 1; i < n; ++i) if (x[i] > s) s = x[i]; return s; } // Maximum
int with_a_companion(const int *x, const int *y, int n, int *at) { int s = x[0], b = y[0]; for (int i = 1; i < n; ++i) if (x[i] > s) { s = x[i]; b = y[i]; } *at = b; return s; } // Maximum
int least_with_a_companion(const int *x, const int *y, int n, int *at) { int s = x[0], b = y[0]; for (int i = 1; i < n; ++i) if (x[i] < s) { s = x[i]; b = y[i]; } *at = b; return s; } // -
int told_on_the_way(const int *x, int n, int *at) { int s = x[0]; for (int i = 1; i < n; ++i) if (x[i] > s) { s = x[i]; *at = i; } return s; } // -
