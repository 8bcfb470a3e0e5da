// With IDIOM_IDIOMS, rewriting passes report refusals for those idioms alone.
//
// RUN: env IDIOM_REPORT=%t.all %clang -Os -ffast-math -fpass-plugin=%plugin -Rpass-missed=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=ALL %s
// ALL: remark: {{.*}}factor
// RUN: env IDIOM_IDIOMS=SCoP,FloatFactorisation %clang -Os -ffast-math -fpass-plugin=%plugin -Rpass-missed=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=ALL %s
// RUN: env IDIOM_IDIOMS=SCoP %clang -Os -ffast-math -fpass-plugin=%plugin -Rpass-missed=idiom -c %s -o %t.chosen.o 2> %t.said
// RUN: diff %t.said /dev/null
//
// What is rewritten does not depend on it.
// RUN: cmp %t.o %t.chosen.o
double kept(double a, double b, double c, double *out) {
  double ab = a * b, ac = a * c;
  out[0] = ab;
  out[1] = ac;
  return ab + ac;
}
