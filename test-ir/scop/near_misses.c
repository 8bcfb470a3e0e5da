/* Loops that are no static control parts, each by one rule; the inner loop of some is one. */
#include <setjmp.h>
#include <stdlib.h>

extern void called(int);
extern int asked(int);
extern double table[1000];

// some
void product_of_iterators(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i * j] = 1;
}

// none
void square(double *a, int n) {
  for (int i = 0; i < n; i++) a[i * i] = 1;
}

// none
void remainder_of(double *a, int n) {
  for (int i = 0; i < n; i++) a[i % 3] += 1;
}

// none
void half(double *a, int n) {
  for (int i = 0; i < n; i++) a[i / 2] += 1;
}

// none
void some_bits(double *a, int n) {
  for (int i = 0; i < n; i++) a[i & 6] += 1;
}

// none
void by_index(double *a, const int *at, int n) {
  for (int i = 0; i < n; i++) a[at[i]] += 1;
}

struct node { struct node *next; double value; };

// none
void chased(struct node *p, int n) {
  for (int i = 0; i < n; i++) { p->value = i; p = p->next; }
}

// some
void through_rows(double **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 1;
}

// none
void while_not_zero(const double *a, double *b) {
  for (int i = 0; a[i] != 0; i++) b[i] = 1;
}

// none
int found_at(const int *a, int n, int x) {
  for (int i = 0; i < n; i++) if (a[i] == x) return i;
  return -1;
}

// none
void stopped(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++) { if (b[i] < 0) break; a[i] = 1; }
}

// none
void with_a_call(double *a, int n) {
  for (int i = 0; i < n; i++) { a[i] = 1; called(i); }
}

// none
void with_a_call_sometimes(double *a, int n) {
  for (int i = 0; i < n; i++) { if (i > 5) called(i); a[i] = 1; }
}

// none
void as_long_as_told(double *a) {
  for (int i = 0; asked(i); i++) a[i] = 1;
}

// none
void not_to_be_kept(volatile double *a, int n) {
  for (int i = 0; i < n; i++) a[i] = 1;
}

// none
void in_one_piece(_Atomic int *a, int n) {
  for (int i = 0; i < n; i++) a[i]++;
}

// none
void step_of_data(double *a, const int *s, int n) {
  for (int i = 0; i < n; i += s[i]) a[i] = 1;
}

// none
void doubled(double *a, int n) {
  for (int i = 1; i < n; i *= 2) a[i] = 1;
}

// none
void halved(double *a, int n) {
  for (int i = n; i > 0; i /= 2) a[i] = 1;
}

// none
void changed_within(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++) { if (b[i] > 2) i++; a[i] = 1; }
}

// none
void into_the_loop(double *a, int n, int c) {
  int i = 0;
  if (c) goto inside;
  for (i = 0; i < n; i++) {
    a[i] = 1;
    called(0);
  inside:
    a[i + 1] = 2;
  }
}

// none
void without_end(volatile int *a) {
  for (;;) *a = 1;
}

// none
void pointer_of_two(double *a, double *b, const double *w, int n) {
  double *p = a;
  for (int i = 0; i < n; i++) { p[i] = 1; p = w[i] > 0 ? b : a; }
}

// none
void comes_back(double *a, jmp_buf *to, int n) {
  for (int i = 0; i < n; i++) { if (setjmp(*to)) a[i] = 1; a[i + 1] = 2; }
}

// none
void allocates(double **a, int n) {
  for (int i = 0; i < n; i++) a[i] = malloc(8);
}

// none
void byte_goes_round(double *a, int n) {
  unsigned char k = 3;
  for (int i = 0; i < n; i++) { a[k] = i; k += 7; }
}

// none
void sum_of_data(double *a, const int *b, int n) {
  int at = 0;
  for (int i = 0; i < n; i++) { at += b[i]; a[at] = 1; }
}

// none
void last_of_inner(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (b[j] > i) j++;
    a[j] = 1;
  }
}

// none
void away_from_the_bound(double *a, unsigned n, unsigned m) {
  for (unsigned i = n; i > m; i++) a[i] = 1;
}

// none
void past_the_bound(double *a, unsigned n, unsigned m) {
  for (unsigned i = n; i != m; i += 2) a[i] = 1;
}
