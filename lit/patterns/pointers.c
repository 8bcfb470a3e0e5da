// Null, fields at any offset, and globals that never change or that no other module names.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/pointers.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %S/Inputs/pointers.candl -- -Os -ffast-math
#include <stddef.h>
#define FOR(i) for (int i = 0; i < 64; ++i)

int is_null(const void *p) { return p == NULL; } // IsNull
int is_not_null(const void *p) { return p != NULL; } // -
int is_zero(int x) { return x == 0; } // IsZero
int are_alike(const void *p, const void *q) { return p == q; } // -
void *or_else(void *p, void *q) { return p ? p : q; } // OrElse IsNull
void *or_other(void *p, void *q, void *r) { return p ? r : q; } // IsNull

struct front { struct front *next; long value; };
struct back { long value; struct back *next; };
long walk_front(const struct front *p) { long s = 0; while (p) { s += p->value; p = p->next; } return s; } // Walked IsNull
long walk_back(const struct back *p) { long s = 0; while (p) { s += p->value; p = p->next; } return s; } // Walked IsNull
long walk_array(const long *p) { long s = 0; while (*p) { s += *p; p++; } return s; } // IsZero
int first(const int *p) { return p[0]; } // First
int second(const int *p) { return p[1]; } // -
int third(const int *p) { return p[2]; } // Third
int third_of_any(const int *p, long i) { return p[i]; } // -
int beside(const int *p) { return p[0] - p[1]; } // First Beside
int beside_further(const int *p) { return p[3] - p[4]; } // Beside
int beside_reversed(const int *p) { return p[1] - p[0]; } // First
int apart(const int *p) { return p[0] - p[2]; } // First Third

static const double fixed[64] = {1, 2, 3};
extern const double shared[64];
static double changed[64];
double variable[64];
void change(int i) { changed[i] = i; } // -
double by_fixed(const double *x) { double s = 0; FOR(i) s += fixed[i] * x[i]; return s; } // Weighted WeightedByOwn OfGlobal
double by_shared(const double *x) { double s = 0; FOR(i) s += shared[i] * x[i]; return s; } // Weighted OfGlobal
double by_changed(const double *x) { double s = 0; FOR(i) s += changed[i] * x[i]; return s; } // WeightedByOwn OfGlobal
double by_variable(const double *x) { double s = 0; FOR(i) s += variable[i] * x[i]; return s; } // OfGlobal
double by_parameter(const double *w, const double *x) { double s = 0; FOR(i) s += w[i] * x[i]; return s; } // -
