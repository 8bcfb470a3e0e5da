// Arrays of the function's own in loops: what one round writes the next one reads. Stores that nothing reads,
// reads of what nothing wrote, and loads of what is known, each beside twins in which another round matters:
// as written, before the optimiser runs, and after it.
//
// RUN: %clang -O1 -Xclang -disable-llvm-passes -w -g -S -emit-llvm %s -o %t.ll
// RUN: %opt -S -passes='inferattrs,function(sroa,simplifycfg,loop(loop-rotate))' %t.ll -o %t.ssa.ll
// RUN: %idiom find --idiom DeadStore --idiom RedundantLoad --idiom ForwardableStore --idiom UnhoistedLoad --idiom UninitialisedRead --idiom RegisterCandidate --idiom GatheredSum --idiom IndexedUpdate %t.ssa.ll > %t.0
// RUN: %python %inputs/found_in.py %t.0 %s
// RUN: %idiom find --idiom DeadStore --idiom UninitialisedRead %s -- -O1 -w -g > %t.1
// RUN: %python %inputs/found_in.py --none-must %t.1 %s
// RUN: %idiom find --idiom DeadStore --idiom UninitialisedRead %s -- -O2 -w -g > %t.2
// RUN: %python %inputs/found_in.py --none-must %t.2 %s
// RUN: %idiom find --idiom DeadStore --idiom UninitialisedRead %s -- -Os -w -g > %t.s
// RUN: %python %inputs/found_in.py --none-must %t.s %s
//
// The name of a function says whether it is bad and what is found; `also` what is found besides.

#include <stdlib.h>
#include <string.h>
extern int get(int); extern void fill(int *, int);
struct s { int x, y; };

/* a store that the next round reads */
int good_dead_round(void) { int a[32], s = 0; for (int i = 0; i < 32; i++) { a[i] = get(i); if (i >= 1) s += a[i - 1]; } return s; }
int good_dead_first(void) { int a[32], s = 0; for (int i = 0; i < 32; i++) { if (i >= 1) s += a[i - 1]; a[i] = get(i); } return s; }
int good_dead_two_rounds(int n) { long a[64]; int s = 0; for (int i = 0; i < 60; i++) { a[i] = get(i); if (i >= n) s += a[i - n]; } return s; }
int good_dead_down(void) { int a[32], s = 0; for (int i = 30; i >= 0; i--) { a[i] = get(i); if (i < 30) s += a[i + 1]; } return s; }
int good_dead_last(int n) { int a[32], s = 0, last = 0; for (int i = 0; i < n; i++) { a[i] = get(i); if (i) s += a[last]; last = i; } return s; }
int good_dead_do(int n) { int a[32], s = 0, i = 0; do { a[i] = get(i); if (i > 0) s += a[i - 1]; } while (++i < n); return s; }
int good_dead_walk(void) { int a[32], s = 0; for (int *p = a; p < a + 32; p++) { *p = get(1); if (p > a) s += p[-1]; } return s; }
int good_dead_walk_two(int n) { int a[33], s = 0, *q = a + 32; for (int *p = a; p < a + n; p++) { *p = get(1); s += *q; q = p; } return s; }
int good_dead_nested(int n) { int a[16][16], s = 0; for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++) { a[i][j] = get(j); if (i > 0) s += a[i - 1][j]; } return s; }
int good_dead_inner(int n) { int a[16], s = 0; for (int i = 0; i < 16; i++) { a[i] = get(i); for (int j = 0; j < i; j++) s += a[j]; } return s; }
int good_dead_outer(int n) { int a[16], s = 0; for (int i = 0; i < n; i++) { if (i) s += a[i & 7]; for (int j = 0; j < 8; j++) a[j] = get(j); } return s; }
int good_dead_struct(int n) { struct s t[32]; int s = 0; for (int i = 0; i < n; i++) { t[i].x = get(i); t[i].y = get(i); if (i) s += t[i - 1].x + t[i - 1].y; } return s; }
int good_dead_if(int n) { int a[32], s = 0; for (int i = 0; i < n; i++) { if (get(i)) a[i] = i; if (i & 1) s += a[i - 1]; } return s; }
int good_dead_exit(int n) { int a[32]; for (int i = 0; i < n; i++) { a[i] = get(i); if (i > 2 && get(i)) return a[i - 2]; } return 0; }
int good_dead_unrolled(int n) { int a[34], s = 0; for (int i = 0; i < 32; i += 2) { a[i] = get(i); a[i + 1] = get(i); if (i) s += a[i - 1] + a[i - 2]; } return s; }
int good_dead_copied(int n) { int a[32], b[8], s = 0; for (int i = 0; i < 24; i++) { a[i] = get(i); if (i > 8) { memcpy(b, a + i - 8, 16); s += b[n & 3]; } } return s; }
int good_dead_heap(int n) { int *a = malloc(128), s = 0; for (int i = 0; i < 32; i++) { a[i] = get(i); if (i >= 1) s += a[i - 1]; } free(a); return s; }
int good_dead_short(int n) { short a[40]; int s = 0; for (unsigned char i = 0; i < 32; i++) { a[i] = get(i); if (i >= 1) s += a[i - 1]; } return s; }
int good_dead_modulo(int n) { int a[4], s = 0; for (int i = 0; i < n; i++) { a[i & 3] = get(i); if (i >= 3) s += a[(i - 3) & 3]; } return s; }
int good_dead_guarded(int n) { int a[8], s = 0; a[7] = 0; for (int j = 7; j >= 0; j--) { s += a[j]; if (j >= 5) a[3] = get(j); } return s; }
int good_dead_pointer(int n) { int a[32], s = 0, *p = a; for (int i = 0; i < n; i++) { int *q = p; *p++ = get(i); if (i) s += q[-1]; } return s; }

/* a store that the same round overwrites, or that no round reads */
int bad_dead_twice(void) { int a[32], s = 0; for (int i = 0; i < 32; i++) { a[i] = get(i); a[i] = get(i + 1); if (i >= 1) s += a[i - 1]; } return s; }
int bad_dead_arms(int n) { int a[32], s = 0; for (int i = 0; i < n; i++) { a[i] = get(i); if (get(n)) a[i] = 1; else a[i] = 2; if (i >= 1) s += a[i - 1]; } return s; }
// also ForwardableStore
int bad_dead_same(int n) { int a[8], s = 0, k = n & 7; for (int i = 0; i < n; i++) { a[k] = get(i); s += get(s); a[k] = get(i); s += a[k]; } return s; }
int bad_dead_never(int n) { int a[32], b[32], s = 0; for (int i = 0; i < 32; i++) { b[i] = get(i); a[i] = get(i); if (i >= 1) s += b[i - 1]; } return s; }
int bad_dead_behind(int n) { int a[32], s = 0; for (int i = 0; i < 32; i++) { a[i] = get(i); s += get(s); } for (int i = 0; i < 16; i++) s += get(i); return s; }
int bad_dead_inner(int n) { int a[16], s = 0; for (int i = 0; i < 16; i++) { a[i] = get(i); for (int j = 0; j < n; j++) s += get(j); a[i] = s; if (i > 1) s += a[i - 2]; } return s; }
int bad_dead_odd(int n) { int a[64], s = 0; for (int i = 0; i < 30; i++) { a[i * 2] = get(i); if (i) s += a[i * 2 - 1]; a[i * 2 + 1] = get(i); } return s; }
int bad_dead_far(int n) { int a[64], s = 0; a[0] = get(1); for (int i = 1; i < 60; i++) { a[i] = get(i); if (i > 1) s += a[i - 1]; } return s; }

/* a read of what another round wrote */
int good_uninit_round(void) { int a[32], s = 0; for (int i = 0; i < 32; i++) { a[i] = get(i); if (i >= 1) s += a[i - 1]; } return s; }
int good_uninit_first(int n) { int a[33], s = 0; for (int i = 0; i < n; i++) { if (i) s += a[i]; a[i + 1] = get(i); } return s; }
int good_uninit_nested(int n) { int a[16][16], s = 0; for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++) { a[i][j] = get(j); if (j > 0) s += a[i][j - 1]; } return s; }
int good_uninit_struct(int n) { struct s t[32]; int s = 0; for (int i = 0; i < n; i++) { if (i) s += t[i - 1].y; t[i].y = get(i); } return s; }
int good_uninit_walk(int n) { int a[32], s = 0; for (int *p = a; p < a + n; p++) { *p = get(1); if (p > a + 2) s += p[-3]; } return s; }
int good_uninit_atomic(int n) { int a, s = 0; __atomic_exchange_n(&a, n, __ATOMIC_RELAXED); for (int i = 0; i < n; i++) s += a; return s; }

/* a read of what no round writes */
// also DeadStore
int bad_uninit_field(int n) { struct s t[32]; int s = 0; for (int i = 0; i < n; i++) { t[i].x = get(i); if (i) s += t[i - 1].y; } return s; }
// also DeadStore
int bad_uninit_odd(int n) { int a[64], s = 0; for (int i = 0; i < 30; i++) { a[i * 2] = get(i); if (i) s += a[i * 2 - 1]; } return s; }
// also DeadStore
int bad_uninit_other(int n) { int a[32], b[32], s = 0; for (int i = 0; i < n; i++) { a[i] = get(i); if (i) s += b[i - 1]; } return s; }

/* loads of what is known, and of what another round has changed */
int bad_redundant_round(int *a, int n) { int s = 0; for (int i = 1; i < n; i++) { s += a[i - 1]; s ^= a[i - 1]; a[i] = s; } return s; }
int good_redundant_round(int n) { int a[40], s = 0; fill(a, 40); for (int i = 1; i < n; i++) { s += a[i]; a[i - 1] = get(s); fill(a, s); s ^= a[i]; } return s; }
int good_redundant_next(int n) { int a[40], s = 0; fill(a, 40); for (int i = 1; i < n; i++) { s += a[i]; a[i + 1] = s; s ^= a[i + 1 - (s & 1)]; } return s; }
int bad_forward_round(int n) { int a[40], s = 0; fill(a, 40); for (int i = 1; i < n; i++) { a[i] = get(i); a[i + 1] = 3; s += a[i]; fill(a, s); } return s; }
int good_forward_round(int n) { int a[40], s = 0; fill(a, 40); for (int i = 1; i < n; i++) { a[i] = get(i); a[i - (s & 1)] = 3; s += a[i]; fill(a, s); } return s; }

/* indices that an atomic update of the loop may change */
double good_gathered_atomic(const double *x, int *at, int *seen, int n) { double s = 0; for (int i = 0; i < n; i++) { s += x[at[i]]; __atomic_fetch_add(&seen[i], 1, __ATOMIC_RELAXED); } return s; }
double bad_gathered_atomic(const double *x, const int *at, int *restrict seen, int n) { double s = 0; for (int i = 0; i < n; i++) { s += x[at[i]]; seen[i] = 1; } return s; }
