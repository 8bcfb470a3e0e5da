// What a pattern reads twice is one value, and an element is updated by what it was; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/read-twice.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/read-twice.candl -- -Os -ffast-math

#define FOR(i) for (int i = 0; i < n; ++i)
void g(void);
int twice(int *p) { return *p + *p; } // Doubled
int twice_by_name(int *p) { int x = *p; return x + *p; } // Doubled
int called_between(int *p) { int x = *p; g(); return x + *p; } // -
int written_between(int *p, int *q) { int x = *p; *q = 7; return x + *p; } // -
int squares(const int *a, int n) { int s = 0; FOR(i) s += a[i] * a[i]; return s; } // Squares
int squares_beside(const int *restrict a, int *restrict b, int n) { int s = 0; FOR(i) { int x = a[i]; b[i] = 0; s += x * a[i]; } return s; } // Squares
int written_meanwhile(int *a, int *b, int n) { int s = 0; FOR(i) { int x = a[i]; b[i] = 0; s += x * a[i]; } return s; } // -
int called_meanwhile(int *a, int n) { int s = 0; FOR(i) { int x = a[i]; g(); s += x * a[i]; } return s; } // -
void updated(int *a, int w, int n) { FOR(i) a[i] += w; } // Updated
void updated_beside(int *restrict a, int *restrict b, int w, int n) { FOR(i) { int x = a[i]; b[i] = 0; a[i] = x + w; } } // Updated
void lost(int *a, int w, int n) { FOR(i) { int x = a[i]; g(); a[i] = x + w; } } // -
void lost_perhaps(int *a, int *b, int w, int n) { FOR(i) { int x = a[i]; b[i] = 0; a[i] = x + w; } } // -
void counted(unsigned *h, const unsigned char *k, int n) { FOR(i) h[k[i]] += 1; } // Counted
void counted_anew(unsigned *h, const unsigned char *k, int n) { FOR(i) { unsigned x = h[k[i]]; h[0] = 4; h[k[i]] = x + 1; } } // -
