// Loads at the head of a loop, which LLVM moves to the blocks before it: a phi carries what was loaded there, at
// the address that another phi has.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/carried.candl -- -O2
// RUN: %python %inputs/expected.py O3 %s %idiom %S/Inputs/carried.candl -- -O3
// RUN: %python %inputs/expected.py Os %s %idiom %S/Inputs/carried.candl -- -Os

struct node { struct node *next; int value; };

void seen(int *);
int known(int);

int sum(const int *a) { int s = 0; while (*a > 0) { s += *a; a++; } return s; } // SumOfWhat SumOfAnyField
int down(const int *a) { int s = 0; while (*a > 0) { s += *a; a -= 3; } return s; } // SumOfWhat SumOfAnyField
int list(const struct node *p) { int s = 0; while (p->value > 0) { s += p->value; p = p->next; } return s; } // SumOfField SumOfAnyField
unsigned djb(const unsigned char *s) { unsigned h = 5381; while (*s) { h = h * 33 + *s; s++; } return h; } // Hash
unsigned djb_to(const unsigned char *s, const unsigned char *e) { unsigned h = 5381; while (s != e) { h = h * 33 + *s; s++; } return h; } // Hash

// What was loaded is no longer there, or at another place.
int written(int *a) { int s = 0; int v = *a; while (v > 0) { s += v; a++; v = *a; seen(a); } return s; } // -
int cleared(int *a) { int s = 0; int v = *a; *a = 0; while (v > 0) { s += v; a++; v = *a; *a = 0; } return s; } // -
int behind(const int *a) { int s = 0; int v = *a; while (v > 0) { s += v; v = a[1]; a += 2; } return s; } // -
int called(const int *a) { int s = 0; int v = *a; while (v > 0) { s += v; a++; v = known(*a); } return s; } // -
