// Dominance and loop analyses stay right beside a call, and so do debug locations, properties and weights.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -g -ffast-math -fno-vectorize -fno-unroll-loops -DT=double "-DNAME(x)=x" %S/Inputs/kernels.c -S -emit-llvm -o %t/before.ll
// RUN: env IDIOM_APPLY=GemmByBlas,GemvByBlas,DotByBlas,AxpyByBlas,ScalByBlas %opt -load-pass-plugin=%plugin -passes='function(require<domtree>,require<loops>,require<scalar-evolution>,idiom-apply,verify<domtree>,verify<loops>,loop-vectorize,simplifycfg,verify<domtree>)' -verify-each -verify-dom-info -verify-loop-info -S %t/before.ll -o %t/after.ll
// RUN: %FileCheck %s --input-file %t/after.ll
//
// A second run finds nothing to do.
// RUN: env IDIOM_APPLY=GemmByBlas,GemvByBlas,DotByBlas,AxpyByBlas,ScalByBlas %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/after.ll -o %t/again.ll
// RUN: grep -c 'call.*@cblas' %t/after.ll > %t/once
// RUN: grep -c 'call.*@cblas' %t/again.ll > %t/twice
// RUN: diff %t/once %t/twice
//
// CHECK-LABEL: define {{.*}}@scal(
// CHECK: br i1 %{{.*}}, label %idiom.call, label %{{.*}}, !dbg {{.*}}!prof
// CHECK: call void @cblas_dscal(i32 %{{.*}}, double %{{.*}}, ptr {{.*}}%{{.*}}, i32 1){{.*}}!dbg
// CHECK: !{!"idiom.guarded"}
