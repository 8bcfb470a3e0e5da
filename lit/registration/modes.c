// IDIOM_MODE: detect reports and rewrites nothing, off does neither, anything else is an error.
//
// RUN: env IDIOM_MODE=detect %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -Rpass-analysis=idiom -c %s -o %t.detect.o 2>&1 | %FileCheck --check-prefix=DETECT --implicit-check-not=Rpass=idiom %s
// DETECT: modes.c:[[#@LINE+15]]:{{[0-9]+}}: remark: {{.*}}SqrtOfSquare{{.*}}[-Rpass-analysis=idiom]
//
// RUN: %clang -O2 -ffast-math -c %s -o %t.alone.o
// RUN: env IDIOM_MODE=off IDIOM_LOG=info %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -Rpass-analysis=idiom -c %s -o %t.off.o 2> %t.said
// RUN: diff %t.said /dev/null
// RUN: cmp %t.off.o %t.alone.o
//
// RUN: not env IDIOM_MODE=detekt %clang -O2 -ffast-math -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=BAD %s
// BAD: error: {{.*}}IDIOM_MODE{{.*}}detekt{{.*}}detect
//
// What a pipeline says is stronger than the environment.
// RUN: %clang -Os -ffast-math -S -emit-llvm -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: env IDIOM_IDIOMS=NoSuchIdiom %opt -load-pass-plugin=%plugin -passes='mem2reg,idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom -disable-output %t.ll 2>&1 | %FileCheck --check-prefix=STRONGER %s
// STRONGER: SqrtOfSquare
double sqrt(double);
double f(double a) { return sqrt(a * a); }
