// A plugin that is merely loaded factorises at the end of the pipeline what LLVM left, and moves with IDIOM_EP.
//
// RUN: %clang -Os -ffast-math -fno-discard-value-names -fpass-plugin=%plugin -Rpass=idiom -S -emit-llvm %s -o %t.ll 2> %t.said
// RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote %s < %t.said
// RUN: %FileCheck %s < %t.ll
// RUN: env IDIOM_EP=pipeline-early-simplification %clang -Os -ffast-math -fpass-plugin=%plugin -Rpass=idiom -S -emit-llvm %s -o %t.early.ll 2>&1 | %FileCheck --check-prefix=EARLY %s
// RUN: env IDIOM_MODE=off %clang -Os -ffast-math -fno-discard-value-names -fpass-plugin=%plugin -S -emit-llvm %s -o %t.off.ll
// RUN: %clang -Os -ffast-math -fno-discard-value-names -S -emit-llvm %s -o %t.plain.ll
// RUN: diff %t.plain.ll %t.off.ll

// SAID: default-place.c:[[@LINE+5]]:{{.*}} rewrote FloatFactorisation: {{.*}} -> %b*(
// EARLY: default-place.c:[[@LINE+4]]:{{.*}} rewrote FloatFactorisation
// CHECK-LABEL: @missed(
// CHECK-COUNT-3: fmul
// CHECK-NOT: fmul
double missed(double a, double b, double c, double d, double e) { return a * b * (c + d) - b * 3.5 * e; }

// LLVM's own, so that nothing is left at the end.
// CHECK-LABEL: @llvms(
// CHECK: ret
double llvms(double a, double b, double c) { return a * b + a * c; }
