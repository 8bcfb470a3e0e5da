// What a loop takes up in some rounds is not what a call does for each of them.
//
// RUN: env IDIOM_APPLY=%S/Inputs/some-rounds.candl %clang -O2 -fno-vectorize -fno-unroll-loops %s -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom -S -emit-llvm -o %t.ll 2> %t.said
// RUN: %FileCheck %s < %t.said
// CHECK: some-rounds.c:[[@LINE+4]]:{{.*}} did not rewrite Positives: `{c}` takes something up in some rounds alone
// CHECK-NOT: rewrote
int positives(const int *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      c++;
  return c;
}
