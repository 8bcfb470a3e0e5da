// Sets of calls that are named, found and made nowhere are warned of, once; a call behind a guard that never holds
// is none.
//
// Without -ffast-math: one line for the set, however many of its rewrites match, which -Werror leaves alone.
// RUN: env IDIOM_APPLY=GemmByBlas,DotByBlas %clang -O2 -Werror -DPRODUCT -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=STRICT
// STRICT: idiom: warning: {{.*}}warned.c: GemmByBlas: found once, applied nowhere: {{.*}} lacks reassoc, nnan, ninf, nsz, which come with -ffast-math ({{.*}} in multiply);
// STRICT-NOT: GemmByBlas
// RUN: env IDIOM_APPLY=GemmByBlas %clang -O2 -ffast-math -DPRODUCT -fpass-plugin=%plugin -c %s -o /dev/null > %t.fast 2>&1
// RUN: not grep . %t.fast
//
// Nothing like it.
// RUN: env IDIOM_APPLY=GemmByBlas,GemvByBlas,MemchrByLibc,StrlenByLibc,HypotByLibm %clang -O2 -fpass-plugin=%plugin -c %s -o /dev/null > %t.none 2>&1
// RUN: not grep . %t.none
//
// Elements of another type.
// RUN: env IDIOM_APPLY=MemcmpByLibc %clang -O2 -DINTS -g -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=INTS
// INTS: idiom: warning: {{.*}}warned.c: MemcmpByLibc: almost found once, applied nowhere: `width{left} = 8` does not hold, as {left} is %{{.*}} of type i32 ({{.*}} in same);
// RUN: env IDIOM_APPLY=GemmByBlas %clang -O2 -DPRODUCT -DELEMENT=int -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=INT
// INT: GemmByBlas: almost found once, applied nowhere: `data_type{C.element} = {{.*}}` does not hold, as {C.element} is {{.*}} of type i32
//
// Too small for a call: the guard is never made.
// RUN: env IDIOM_APPLY=GemmByBlas,MemchrByLibc %clang -O2 -ffast-math -DSMALL -fpass-plugin=%plugin -Rpass='^idiom' -Rpass-missed='^idiom' -S -emit-llvm %s -o %t.ll > %t.small 2>&1
// RUN: %FileCheck %s --check-prefix=SMALL < %t.small
// RUN: %FileCheck %s --check-prefix=NO-CALL < %t.ll
// SMALL-NOT: rewrote Dgemm
// SMALL-DAG: did not rewrite Dgemm: the guard never holds: 64 would have to be greater than 256
// SMALL-DAG: did not rewrite Memchr: the guard never holds: %{{.*}}, which is from {{.*}} to 10, would have to be greater than 15
// SMALL-DAG: did not rewrite Memchr: the guard never holds: %{{.*}}, which is from {{.*}} to 9, would have to be greater than 15
// SMALL-DAG: did not rewrite Memchr: the guard never holds: %{{.*}}, which is from {{.*}} to 8, would have to be greater than 15
// SMALL-DAG: idiom: warning: {{.*}}GemmByBlas: found once, applied nowhere: the guard never holds
// SMALL-DAG: idiom: warning: {{.*}}MemchrByLibc: found 3 times, applied nowhere: the guard never holds
// NO-CALL-NOT: cblas_dgemm
// NO-CALL-NOT: memchr
// RUN: env IDIOM_APPLY=GemmByBlas,MemchrByLibc %clang -O2 -ffast-math -DSMALL -DROUNDS=17 -fpass-plugin=%plugin -S -emit-llvm %s -o - 2> %t.large | %FileCheck %s --check-prefix=CALL
// RUN: not grep . %t.large
// Ranges that LLVM alone knows: by an assumption, a branch to where control never comes, the number of bits that
// can be set.
// RUN: env IDIOM_APPLY=MemchrByLibc %clang -O2 -DKNOWN -fpass-plugin=%plugin -Rpass='^idiom' -Rpass-missed='^idiom' -S -emit-llvm %s -o %t.ll > %t.known 2>&1
// RUN: %FileCheck %s --check-prefix=KNOWN < %t.known
// RUN: %FileCheck %s --check-prefix=NO-CALL < %t.ll
// KNOWN-NOT: rewrote
// KNOWN-DAG: did not rewrite Memchr: the guard never holds: {{.*}}, which is from {{.*}} to 10, would have to be greater than 15
// KNOWN-DAG: did not rewrite Memchr: the guard never holds: {{.*}}, which is from {{.*}} to 9, would have to be greater than 15
// KNOWN-DAG: did not rewrite Memchr: the guard never holds: {{.*}}, which is from {{.*}} to 8, would have to be greater than 15
// RUN: env IDIOM_APPLY=MemchrByLibc %clang -O2 -DKNOWN -DROUNDS=17 -DMASK=0xfffff -fpass-plugin=%plugin -S -emit-llvm %s -o - 2> %t.large | %FileCheck %s --check-prefix=KNOWN-CALL
// KNOWN-CALL-COUNT-3: call ptr @memchr(
//
// CALL-DAG: call void @cblas_dgemm(
// CALL-DAG: call ptr @memchr(
//
// At -Oz loops test at their begin.
// RUN: env IDIOM_APPLY=GemmByBlas,StrlenByLibc %clang -Oz -ffast-math -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=SIZE
// SIZE: idiom: warning: {{.*}}warned.c: no named rewrite of loops is found, and `largest` is `minsize`, as all functions are at -Oz: their loops test at their begin
// SIZE-NOT: warning
// RUN: env IDIOM_APPLY=HypotByLibm %clang -Oz -fpass-plugin=%plugin -c %s -o /dev/null > %t.size 2>&1
// RUN: not grep . %t.size
// RUN: env IDIOM_WARN=0 IDIOM_APPLY=GemmByBlas %clang -Oz -fpass-plugin=%plugin -c %s -o /dev/null > %t.quiet 2>&1
// RUN: not grep . %t.quiet
//
// Accesses that are volatile.
// RUN: env IDIOM_APPLY=MemchrByLibc,StrlenByLibc,DotByBlas %clang -O2 -ffast-math -DVOLATILE -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=VOLATILE
// VOLATILE-DAG: MemchrByLibc: almost found once, applied nowhere: {{.*}} is volatile, and no call takes the place of such an access ({{.*}} in find)
// VOLATILE-DAG: DotByBlas: almost found once, applied nowhere: {{.*}} is volatile, and no call takes the place of such an access ({{.*}} in dot)
// VOLATILE-NOT: StrlenByLibc
//
// Numbers of 16 bits, for which the target has no instructions, and for which it has.
// RUN: env IDIOM_APPLY=GemmByBlas %clang -O2 -ffast-math --target=x86_64-linux-gnu -DPRODUCT -DELEMENT=_Float16 -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=HALF
// HALF: GemmByBlas: almost found once, applied nowhere: {{.*}}does not hold, as {C.element} is {{.*}} of type half; numbers of 16 bits are computed as `float`, with a conversion at each operation, as where the target has no instructions for them ({{.*}} in multiply)
// HALF-NOT: warning
// RUN: env IDIOM_APPLY=GemmByBlas %clang -O2 -ffast-math --target=x86_64-linux-gnu -mavx512fp16 -DPRODUCT -DELEMENT=_Float16 -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=NARROW
// NARROW: GemmByBlas: almost found once, applied nowhere: {{.*}}does not hold, as {C.element} is {{.*}} of type half ({{.*}} in multiply)
#ifndef ELEMENT
#define ELEMENT double
#endif
#ifndef ROUNDS
#define ROUNDS 8
#endif
#if PRODUCT
void multiply(int n, const ELEMENT *restrict A, const ELEMENT *restrict B, ELEMENT *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT sum = 0;
      for (int k = 0; k < n; k++)
        sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
}
#elif VOLATILE
const volatile char *find(const volatile char *p, char c, unsigned long n) {
  for (unsigned long i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
double dot(const volatile double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
#elif INTS
_Bool same(const int *a, const int *b, int n) {
  for (int i = 0; i != n; ++i)
    if (a[i] != b[i])
      return 0;
  return 1;
}
#elif SMALL
void multiply(const double *restrict A, const double *restrict B, double *restrict C) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < ROUNDS; i++)
#pragma clang loop unroll(disable)
    for (int j = 0; j < ROUNDS; j++) {
      double sum = 0;
#pragma clang loop unroll(disable)
      for (int k = 0; k < ROUNDS; k++)
        sum += A[i * ROUNDS + k] * B[k * ROUNDS + j];
      C[i * ROUNDS + j] = sum;
    }
}
const char *find(const char *p, char c, unsigned long n) {
  if (n > ROUNDS + 2)
    return 0;
  for (unsigned long i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
const char *find_of_least(const char *p, char c, unsigned long n) {
  unsigned long least = n < ROUNDS + 1 ? n : ROUNDS + 1;
#pragma clang loop unroll(disable)
  for (unsigned long i = 0; i < least; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
const char *find_of_int(const char *p, char c, int n) {
  if (n > ROUNDS)
    n = ROUNDS;
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
#elif KNOWN
#ifndef MASK
#define MASK 0xff
#endif
const char *find_assumed(const char *p, char c, unsigned long n) {
  __builtin_assume(n <= ROUNDS + 2);
  for (unsigned long i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
const char *find_reachable(const char *p, char c, unsigned long n) {
  if (n > ROUNDS + 1)
    __builtin_unreachable();
  for (unsigned long i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
const char *find_of_bits(const char *p, char c, unsigned long bits) {
  unsigned long n = __builtin_popcountl(bits & MASK);
  for (unsigned long i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
#else
int largest(int n, const int *x) {
  int most = x[0];
  for (int i = 1; i < n; i++)
    most = x[i] > most ? x[i] : most;
  return most;
}
#endif
