; A factor that stays under the root and is negative makes a NaN of what was -0 (a = 0). A root is split where every factor
; that stays is known not to be negative, or everything is `fast`; never for a negative constant.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square<no-clean-up>' -verify-each -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square<mode=detect>' -pass-remarks-missed=idiom -disable-output %s 2>&1 | %FileCheck --check-prefix=WHY %s

; CHECK-LABEL: define double @unknown_sign
; CHECK: %root = call reassoc nnan afn double @sqrt(double %aab)
; CHECK-NEXT: ret double %root
; WHY: unknown_sign: %root lacks ninf, nsz, arcp, contract; %aa lacks nnan, ninf, nsz, arcp, contract, afn; %b stays under the root and may be negative
define double @unknown_sign(double %a, double %b) {
  %aa = fmul reassoc double %a, %a
  %aab = fmul fast double %aa, %b
  %root = call reassoc nnan afn double @sqrt(double %aab)
  ret double %root
}

; One flag of one multiplication is missing.
; CHECK-LABEL: define double @nearly_fast
; CHECK: %root = call fast double @sqrt(double %aab)
; CHECK-NEXT: ret double %root
; WHY: nearly_fast: %aa lacks arcp; %b stays
define double @nearly_fast(double %a, double %b) {
  %aa = fmul reassoc nnan ninf nsz contract afn double %a, %a
  %aab = fmul fast double %aa, %b
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define double @all_fast
; CHECK: call fast double @llvm.fabs.f64(double %a)
; CHECK: call reassoc ninf nsz arcp contract afn double @sqrt(double %b)
; CHECK: ret double
define double @all_fast(double %a, double %b) {
  %aa = fmul fast double %a, %a
  %aab = fmul fast double %aa, %b
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define double @negative_constant
; CHECK: %root = call fast double @sqrt(double %aab)
; CHECK-NEXT: ret double %root
; WHY: negative_constant: double -2.000000e+00 would stay under the root, and is not positive
define double @negative_constant(double %a) {
  %aa = fmul fast double %a, %a
  %aab = fmul fast double %aa, -2.0
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define <2 x double> @negative_in_a_lane
; CHECK: %root = call fast <2 x double> @llvm.sqrt.v2f64(<2 x double> %aab)
; CHECK-NEXT: ret <2 x double> %root
define <2 x double> @negative_in_a_lane(<2 x double> %a) {
  %aa = fmul fast <2 x double> %a, %a
  %aab = fmul fast <2 x double> %aa, <double 2.0, double -2.0>
  %root = call fast <2 x double> @llvm.sqrt.v2f64(<2 x double> %aab)
  ret <2 x double> %root
}

; CHECK-LABEL: define double @negated_absolute
; CHECK: %root = call fast double @sqrt(double %aab)
; CHECK-NEXT: ret double %root
; WHY: negated_absolute: %n would stay under the root, and is not positive
define double @negated_absolute(double %a, double %b) {
  %p = call double @llvm.fabs.f64(double %b)
  %n = fneg double %p
  %aa = fmul fast double %a, %a
  %aab = fmul fast double %aa, %n
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define double @positive_constant
; CHECK: [[A:%.*]] = call reassoc nnan double @llvm.fabs.f64(double %a)
; CHECK: [[R:%.*]] = call reassoc nnan double @sqrt(double 2.000000e+00)
; CHECK: fmul reassoc nnan double [[A]], [[R]]
; CHECK-NOT: sqrt
; CHECK: ret double
define double @positive_constant(double %a) {
  %aa = fmul reassoc nnan double %a, %a
  %aab = fmul reassoc nnan double %aa, 2.0
  %root = call reassoc nnan afn double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define double @absolute
; CHECK: call reassoc double @llvm.fabs.f64(double %a)
; CHECK: call reassoc double @sqrt(double %p)
; CHECK: ret double
define double @absolute(double %a, double %b) {
  %p = call double @llvm.fabs.f64(double %b)
  %ap = fmul reassoc double %a, %p
  %aap = fmul reassoc double %ap, %a
  %root = call reassoc afn double @sqrt(double %aap)
  ret double %root
}

; A square without flags is not taken apart, and is not negative.
; CHECK-LABEL: define double @square
; CHECK: call reassoc double @llvm.fabs.f64(double %a)
; CHECK: call reassoc double @sqrt(double %bb)
; CHECK: ret double
define double @square(double %a, double %b) {
  %bb = fmul double %b, %b
  %ab = fmul reassoc double %a, %bb
  %aab = fmul reassoc double %ab, %a
  %root = call reassoc afn double @sqrt(double %aab)
  ret double %root
}

; The new product of what stays may overflow where the old one did not (a = 1e-200, p = q = 1e200): nothing computed from it
; promises that there is no infinity.
; CHECK-LABEL: define double @several_stay
; CHECK: call reassoc nnan ninf double @llvm.fabs.f64(double %a)
; CHECK: fmul reassoc double %p, %q
; CHECK: call reassoc double @sqrt(
; CHECK: fmul reassoc double
; CHECK: ret double
define double @several_stay(double %a, double %b, double %c) {
  %p = call double @llvm.fabs.f64(double %b)
  %q = call double @llvm.fabs.f64(double %c)
  %aa = fmul reassoc nnan ninf double %a, %a
  %aap = fmul reassoc nnan ninf double %aa, %p
  %product = fmul reassoc nnan ninf double %aap, %q
  %root = call reassoc nnan ninf afn double @sqrt(double %product)
  ret double %root
}

declare double @sqrt(double)
declare double @llvm.fabs.f64(double)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
