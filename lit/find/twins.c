// Redundant loads and stores, loops that read one address, expressions in both arms, each beside correct
// twins: as written, before the optimiser runs, and after it.
//
// RUN: %clang -O1 -Xclang -disable-llvm-passes -w -g -S -emit-llvm %s -o %t.ll
// RUN: %opt -S -passes='inferattrs,function(sroa,simplifycfg,loop(loop-rotate))' %t.ll -o %t.ssa.ll
// RUN: %idiom find --idiom DeadStore --idiom RedundantLoad --idiom ForwardableStore --idiom UnhoistedLoad --idiom UninitialisedRead --idiom ExpressionInBothArms --idiom LengthInLoop --idiom RegisterCandidate --idiom GatheredSum --idiom IndexedUpdate %t.ssa.ll > %t.0
// RUN: %python %inputs/found_in.py %t.0 %s
// RUN: %idiom find --idiom DeadStore --idiom RedundantLoad --idiom ForwardableStore --idiom UnhoistedLoad --idiom UninitialisedRead --idiom ExpressionInBothArms --idiom LengthInLoop --idiom RegisterCandidate --idiom GatheredSum --idiom IndexedUpdate %s -- -Os -w -g > %t.s
// RUN: %python %inputs/found_in.py --none-must %t.s %s
//
// The name of a function says whether it is bad and what is found; `also` what is found besides.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int rnd(void); extern void note(const char *); extern void observe(const void *); extern void fill(int *, int);
__attribute__((const)) extern int pure_const(int); __attribute__((pure)) extern int pure_read(const int *);
struct s { int a, b; struct s *next; int *data; double w; char name[16]; };
extern int g, h; extern volatile int port; extern struct s *list; extern int table[64];

/* dead stores */
int bad_dead_two_blocks(struct s *p, int c) { p->a = 1; if (c) p->a = 2; else p->a = 3; return c; }
void bad_dead_initial(int *c, int k) { int a = 1, b = 2, x; *c = 3; if (k) x = a + 5; else x = b + 4; *c = x + 1; }
int good_dead_two_blocks(struct s *p, int c) { p->a = 1; if (c) p->a = 2; return c; }
void bad_dead_loop(int *a, int n) { for (int i = 0; i < n; i++) { a[i] = 0; a[i] = i * 3; } }
// also ForwardableStore
void good_dead_loop(int *a, int n) { for (int i = 0; i < n; i++) { a[i] = 0; a[i] += i * 3; } }
void good_dead_call(struct s *p) { p->a = 1; note("x"); p->a = 2; }
void bad_dead_other_field(struct s *p, struct s *q) { p->w = 1.0; q->a = 7; p->w = 2.0; }
void good_dead_alias(struct s *p, struct s *q) { p->a = 1; table[0] = q->a; p->a = 2; }
int bad_dead_array_end(int n) { int t[16]; fill(t, 16); int r = 0; for (int i = 0; i < 16; i++) r += t[i] * n; for (int i = 0; i < 16; i++) t[i] = 0; return r; }
void good_dead_volatile(void) { port = 1; port = 0; }
void bad_dead_switch(struct s *p, int k) { p->b = -1; switch (k) { case 0: p->b = 4; break; case 1: p->b = 5; break; default: p->b = 6; } }
void good_dead_switch(struct s *p, int k) { p->b = -1; switch (k) { case 0: p->b = 4; break; case 1: p->b = 5; break; } }
void bad_dead_free(void) { int *p = malloc(8); if (!p) return; fill(p, 2); p[1] = 9; free(p); }
void good_dead_exit(struct s *p) { p->a = 1; if (rnd()) exit(1); p->a = 2; }
/* redundant loads */
int bad_redundant_field(struct s *p, double *d) { int r = p->a; *d = 2.0; return r * p->a; }
int good_redundant_call(struct s *p) { int r = p->a; note("?"); return r * p->a; }
int good_redundant_store(struct s *p, int *q) { int r = p->a; *q = 3; return r * p->a; }
int bad_redundant_pure(struct s *p) { int r = p->a; r += pure_const(r); return r * p->a; }
int bad_redundant_join(struct s *p, int c) { int r = p->a; if (c) r += 5; else r *= 3; return r ^ p->a; }
int good_redundant_join(struct s *p, int c) { int r = p->a; if (c) p->a = 4; return r ^ p->a; }
int good_redundant_volatile(void) { int r = port; return r + port; }
int bad_redundant_double_deref(struct s *p) { return p->next->a + p->next->b; }
// also ForwardableStore
int good_redundant_double_deref(struct s *p) { int r = p->next->a; p->next = p; return r + p->next->b; }
int bad_redundant_loop(struct s *p, int n) { int r = p->b; for (int i = 0; i < n; i++) r += p->b; return r; }
int good_redundant_index(int *a, int n) { int r = 0; for (int i = 0; i < n; i++) r += a[i]; return r; }
/* forwardable stores */
int bad_forward_simple(struct s *p, struct s *q) { p->a = 7; q->w = 1; return p->a + 1; }
int good_forward_alias(struct s *p, struct s *q) { p->a = 7; q->a = 1; return p->a + 1; }
int bad_forward_restrict(int *restrict p, int *restrict q) { *p = 3; *q = 4; return *p; }
int bad_forward_blocks(struct s *p, double *d, int c) { p->a = c; if (c > 3) *d = pure_const(3); return p->a; }
int good_forward_partial(struct s *p, char *q) { p->a = 7; q[1] = 3; return p->a; }
int good_forward_some(struct s *p, int c) { if (c) p->a = 7; return p->a; }
/* unhoisted */
void bad_hoist_bound(struct s *p, int *to) { for (int i = 0; i < p->a; i++) to[i] = i; }
// also RedundantLoad
void good_hoist_bound(struct s *restrict p, int *restrict to) { for (int i = 0; i < p->a; i++) to[i] = i; }
int bad_hoist_call(struct s *p, int n) { int r = 0; for (int i = 0; i < n; i++) { r += p->b; note("n"); } return r; }
int good_hoist_pure(struct s *p, int n) { int r = 0; for (int i = 0; i < n; i++) r += p->b * pure_const(i); return r; }
void bad_hoist_global(int *to, int n) { for (int i = 0; i < n; i++) to[i] = g * i; }
void good_hoist_double(double *to, int n) { for (int i = 0; i < n; i++) to[i] = g * i; }
int bad_hoist_while(struct s *p, int *q) { int n = 0; while (q[n] < p->a) { q[n] = n; n++; } return n; }
/* read of what no path has written */
int bad_uninit_branch(int c) { int t[2]; if (c > 2) note("big"); return t[c & 1]; }
int good_uninit_branch(int c) { int t[2] = {1, c}; if (c > 2) note("big"); return t[c & 1]; }
int bad_uninit_field(int n) { struct s x; x.a = n; x.next = 0; return ((volatile struct s *)&x)->b + x.a; }
int good_uninit_filled(int n) { int t[8]; fill(t, 8); return t[n & 7]; }
int good_uninit_loop(int n) { int t[8]; for (int i = 0; i < 8; i++) t[i] = i * n; return t[n & 7]; }
int good_uninit_memset(int n) { int t[8]; memset(t, 0, sizeof t); return t[n & 7]; }
int good_uninit_memcpy(const int *p, int n) { int t[8]; memcpy(t, p, sizeof t); return t[n & 7]; }
int good_uninit_some(int n, int m) { int t[8]; if (n) t[n & 7] = 1; return t[m & 7]; }
/* same expression in both arms */
int bad_arms_mul(int a, int b, int c) { int r; if (c) { note("l"); r = a * b + 1; } else { observe(&g); r = a * b - 1; } return r; }
int good_arms_mul(int a, int b, int c) { int r; if (c) { note("l"); r = a * b + 1; } else { observe(&g); r = a * c - 1; } return r; }
unsigned bad_arms_switch(unsigned a, unsigned b, int c) { if (c > 3) { note("l"); return a / (b | 1) + 2; } note("r"); return a / (b | 1); }
int good_arms_one(int a, int b, int c) { int r = 0; if (c) { note("l"); r = a * b; } return r; }
/* strlen */
int bad_length_for(const char *s) { int n = 0; for (unsigned i = 0; i < strlen(s); i++) { n += s[i] == ' '; note("x"); } return n; }
int good_length_for(const char *s) { int n = 0; size_t l = strlen(s); for (unsigned i = 0; i < l; i++) { n += s[i] == ' '; note("x"); } return n; }
void bad_length_upper(char *s) { for (size_t i = 0; i < strlen(s); i++) s[i] &= ~32; }
int good_length_moving(char **v) { int n = 0; for (int i = 0; v[i]; i++) { n += strlen(v[i]); note("x"); } return n; }
void bad_length_while(char *s) { size_t i = 0; while (i + 1 < strlen(s)) { char t = s[i]; s[i] = s[i + 1]; s[i + 1] = t; i += 2; } }
int good_length_grow(char *s, int n) { while ((int)strlen(s) < n) { s = (char *)strchr(s, 'x') + 1; note(s); } return n; }
/* register candidate */
void bad_register_count(int *count, const double *a, int n) { for (int i = 0; i < n; i++) if (a[i] > 0) *count += 1; }
void good_register_count(int *count, const int *a, int *b, int n) { for (int i = 0; i < n; i++) { if (a[i] > 0) *count += 1; b[i] = 0; } }
void bad_register_global(const double *a, int n) { for (int i = 0; i < n; i++) if (a[i] < 1) h++; }
void good_register_call(int n) { for (int i = 0; i < n; i++) { g++; note("g"); } }
/* gather and histogram */
double bad_gathered_spmv(const double *val, const long *col, const double *x, long n) { double s = 0; for (long i = 0; i < n; i++) s += x[col[i]] * val[i]; return s; }
float good_gathered_plain(const float *val, const float *x, long n) { float s = 0; for (long i = 0; i < n; i++) s += x[i] * val[i]; return s; }
void bad_histogram_bytes(unsigned *restrict count, const unsigned char *restrict p, long n) { for (long i = 0; i < n; i++) count[p[i]]++; }
void bad_histogram_weight(double *sum, const int *bin, const double *w, int n) { for (int i = 0; i < n; i++) sum[bin[i]] += w[i]; }
void good_histogram_alias(int *count, int *p, long n) { for (long i = 0; i < n; i++) count[p[i]]++; }
