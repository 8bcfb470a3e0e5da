// A plugin that is merely loaded multiplies at the end of the pipeline the scalars that LLVM left in vectors.
//
// RUN: %clang -O2 -ffast-math -fno-discard-value-names -fpass-plugin=%plugin -Rpass=idiom -S -emit-llvm %s -o %t.ll 2> %t.said
// RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote %s < %t.said
// RUN: %FileCheck %s < %t.ll
// RUN: %clang -O2 -fno-discard-value-names -fpass-plugin=%plugin -Rpass=idiom -S -emit-llvm %s -o %t.strict.ll 2>&1 | %FileCheck --allow-empty --check-prefix=STRICT %s
typedef float vec4 __attribute__((ext_vector_type(4)));

// SAID: rewrote FloatingPointAssociativeReorder: {{.*}}*splat(%a*2.000000e+00)
// STRICT-NOT: remark
// CHECK-LABEL: @shade(
// CHECK: fmul {{.*}} float %a, 2.000000e+00
// CHECK-COUNT-2: fmul {{.*}} <4 x float>
// CHECK-NOT: fmul
// CHECK: ret
vec4 shade(vec4 color, float a, vec4 b) { return color * 2.0f * b * a; }
