// Programs with vectors print the same when scalars are multiplied first, before and after other passes.
//
// RUN: %clang -O0 %s -o %t.plain && %t.plain > %t.expected
// RUN: %FileCheck --check-prefix=OUT %s < %t.expected
// RUN: %clang -O1 -ffast-math -fno-discard-value-names -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt -load-pass-plugin=%plugin "-passes=function(sroa,early-cse,idiom-vector-products),default<O2>" -verify-each -pass-remarks=idiom %t.bc -o %t.early.bc 2> %t.early.said
// RUN: %clang %t.early.bc -o %t.early && %t.early | diff %t.expected -
// RUN: %FileCheck --check-prefix=EARLY %s < %t.early.said
// RUN: %opt -load-pass-plugin=%plugin "-passes=default<O1>,function(idiom-vector-products)" -verify-each %t.bc -o %t.late.bc
// RUN: %clang %t.late.bc -o %t.late && %t.late | diff %t.expected -
// EARLY-DAG: in diffuse: {{.*}} -> {{.*}}*splat({{.*}}*{{.*}})
// EARLY-DAG: in tone:
// EARLY-DAG: in gradient:
// EARLY-DAG: in spot:
// OUT: diffuse
#include <stdio.h>

typedef float vec4 __attribute__((ext_vector_type(4)));
typedef float vec3 __attribute__((ext_vector_type(3)));
typedef double dvec2 __attribute__((ext_vector_type(2)));
typedef float vec16 __attribute__((ext_vector_type(16)));

__attribute__((noinline)) static vec4 diffuse(vec4 color, vec4 light, float angle, float distance) {
  return color * angle * light * distance;
}

__attribute__((noinline)) static vec3 tone(vec3 color, float exposure, float gain) {
  vec3 sum = 0;
  for (int k = 0; k < 5; ++k) sum += color * exposure * (float)k * gain * 2.0f;
  return sum;
}

__attribute__((noinline)) static dvec2 gradient(dvec2 at, double s, double t) {
  dvec2 a = at * s * t, b = t * (at + 1.5) * s;
  return a + b;
}

__attribute__((noinline)) static vec16 spot(const vec16 *row, float s, float t, int lit) {
  vec16 sum = 0.5f;
  for (int k = 0; k < 3; ++k) {
    if (lit > k) sum += row[k] * s * t;
    else sum -= row[k] * s;
  }
  return sum;
}

int main(void) {
  unsigned state = 1;
  float p[16];
  for (int round = 0; round < 100; ++round) {
    for (int k = 0; k < 16; ++k) p[k] = (float)((state = state * 1103515245u + 12345u) >> 16 & 7) * 2 - 7;  // never 0, which has a sign
    vec4 d = diffuse((vec4){p[0], p[1], p[2], p[3]}, (vec4){p[4], p[5], p[6], p[7]}, p[8], p[9]);
    printf("diffuse %.1f %.1f %.1f %.1f\n", d.x, d.y, d.z, d.w);
    vec3 t = tone((vec3){p[0], p[1], p[2]}, p[3], p[4]);
    printf("tone %.1f %.1f %.1f\n", t.x, t.y, t.z);
    dvec2 g = gradient((dvec2){p[5], p[6]}, p[7], p[8]);
    printf("gradient %.1f %.1f\n", g.x, g.y);
    vec16 row[3] = {p[0], p[1], p[2]};
    row[1].s5 = p[9];
    vec16 s = spot(row, p[10], p[11], (int)p[12]);
    printf("spot %.1f %.1f %.1f\n", s.s0, s.s5, s.sF);
  }
  return 0;
}
