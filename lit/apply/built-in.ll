; Built-in rewrites are applied only if they or their set are named; an unknown name lists the known ones.
;
; RUN: env IDIOM_APPLY=DotByBlas IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o %t.ll 2>&1 | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=CALL --input-file %t.ll
; RUN: %opt -load-pass-plugin=%plugin -passes='function(idiom-apply<Ddot>)' -S %s -o - | %FileCheck %s --check-prefix=CALL
; RUN: %opt -load-pass-plugin=%plugin -passes='function(idiom-apply<DotByBlas>)' -S %s -o - | %FileCheck %s --check-prefix=CALL
; RUN: env IDIOM_APPLY=AxpyByBlas,Dscal %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o - | %FileCheck %s --check-prefix=NONE
; RUN: env -u IDIOM_APPLY %opt -load-pass-plugin=%plugin -passes='default<O2>' -S %s -o - | %FileCheck %s --check-prefix=NONE
; RUN: not env IDIOM_APPLY=DotByBLAS %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o - 2>&1 | %FileCheck %s --check-prefix=WRONG
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(idiom-apply<SqrtOfSquare>)' -S %s -o - 2>&1 | %FileCheck %s --check-prefix=KIND
;
; CHECK: rewrote Ddot
; The guard and the call use one frozen value.
; CALL: [[N:%[0-9]+]] = freeze i64 %n
; CALL: [[NARROW:%[0-9]+]] = trunc i64 [[N]] to i32
; CALL: sext i32 [[NARROW]] to i64
; CALL: call {{.*}}double @cblas_ddot(i32 [[NARROW]],
; NONE-NOT: @cblas
; WRONG: error: idiom: the rewrites have errors
; WRONG: there is no rewrite `DotByBLAS`
; WRONG: there are AxpyByBlas, BitLoopsByIntrinsic, DotByBlas, GemmByBlas, GemvByBlas, GerByBlas, HypotByLibm, MemchrByLibc, MemcmpByLibc, ScalByBlas, StrlenByLibc, SyrkByBlas, Threads, TrmmByBlas, TrsmByBlas
; WRONG: did you mean `DotByBlas`?
; KIND: `SqrtOfSquare` is no rewrite

define double @dot(i64 %n, ptr %x, ptr %y) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %px = getelementptr inbounds double, ptr %x, i64 %i
  %py = getelementptr inbounds double, ptr %y, i64 %i
  %a = load double, ptr %px, align 8
  %b = load double, ptr %py, align 8
  %p = fmul fast double %a, %b
  %more = fadd fast double %sum, %p
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, %n
  br i1 %last, label %exit, label %loop

exit:
  ret double %more
}
