// Kernels in the style of fragment shaders: scalars of the lighting are multiplied before they meet a colour.
// Since LLVM 21 what a kernel does stands in a function of its own, right behind it, with a longer name.
//
// RUN: %clang -x cl -cl-std=CL2.0 -cl-fast-relaxed-math -O1 -fno-discard-value-names -Xclang -disable-llvm-passes -target x86_64-unknown-linux-gnu -emit-llvm -c %s -o %t.bc
// RUN: %opt -load-pass-plugin=%plugin "-passes=function(sroa,early-cse,idiom-vector-products)" -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %t.bc -o %t.ll 2> %t.said
// RUN: %FileCheck %s < %t.ll
// RUN: %FileCheck --check-prefix=SAID %s < %t.said

// color * texel * intensity * attenuation: two vector multiplications become one more, three scalar ones.
// SAID-DAG: rewrote FloatingPointAssociativeReorder in {{(__clang_ocl_kern_imp_)?}}phong:
// CHECK-LABEL: @phong(
// CHECK-COUNT-2: fmul {{.*}} float
// CHECK: fmul {{.*}} <4 x float>
// CHECK: fmul {{.*}} <4 x float>
// CHECK-NOT: fmul {{.*}} <4 x float>
// CHECK: ret void
kernel void phong(global float4 *out, float4 color, float4 texel, float ambient, float diffuse, float attenuation) {
  out[get_global_id(0)] = color * ambient * texel * diffuse * attenuation;
}

// Three channels, halves of a constant, and the loop over the lights.
// SAID-DAG: rewrote FloatingPointAssociativeReorder in {{(__clang_ocl_kern_imp_)?}}lights:
// CHECK-LABEL: @lights(
// CHECK: fmul {{.*}} float
// CHECK: ret void
kernel void lights(global float3 *out, constant float3 *light, constant float *strength, int count, float3 albedo, float gain) {
  float3 sum = 0;
  for (int i = 0; i < count; ++i) sum += albedo * gain * light[i] * strength[i] * 0.5f;
  out[get_global_id(0)] = sum;
}

// A swizzled splat is a splat.
// SAID-DAG: rewrote FloatingPointAssociativeReorder in {{(__clang_ocl_kern_imp_)?}}fog:
// CHECK-LABEL: @fog(
// CHECK-COUNT-1: fmul {{.*}} float
// CHECK: ret void
kernel void fog(global float2 *out, float2 color, float density, float visibility) {
  float4 wide = (float4)(density);
  out[get_global_id(0)] = wide.wx * color * visibility;
}

// Nothing widened: nothing to do.
// CHECK-LABEL: @blend(
// CHECK-NOT: fmul {{.*}} float %
// CHECK: ret void
kernel void blend(global float4 *out, float4 source, float4 destination, float4 mask) {
  out[get_global_id(0)] = source * mask * destination;
}
