// Rules in stock clang, at the peephole extension point: by the environment, with remarks and a report that name them.

// RUN: rm -rf %t && mkdir %t && %split-file %s %t
// RUN: env IDIOM_RULES=%t/a.opt:%t/b.opt IDIOM_RULES_UNPROVEN=1 IDIOM_REPORT=%t/reports \
// RUN:   %clang -O2 -g -fpass-plugin=%plugin -Rpass=idiom -S -emit-llvm %t/x.c -o %t/x.ll 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=IR < %t/x.ll
// RUN: cat %t/reports/*.json | %FileCheck %s --check-prefix=REPORT
// CHECK: x.c:3:{{[0-9]+}}: remark: rewrote sum of bits: by the rule at {{.*}}a.opt:1 (
// IR-LABEL: @sum(
// IR: add i32 %
// IR-NEXT: ret i32
// REPORT: "idiom": "sum of bits"
// REPORT: "outcome": "rewritten"
// REPORT: "rules": [
// REPORT: "rule": "sum of bits"
// REPORT: "place": "{{.*}}a.opt:1"
// REPORT: "rewritten": 1

// Without rules the pass is not there.
// RUN: %clang -O2 -fpass-plugin=%plugin -Xclang -fdebug-pass-manager -S -emit-llvm %t/x.c -o %t/plain.ll 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %clang -O2 -S -emit-llvm %t/x.c -o %t/stock.ll
// RUN: diff %t/plain.ll %t/stock.ll

// What is wrong fails the compilation.
// RUN: env IDIOM_RULES=%t/absent.opt %not %clang -O2 -fpass-plugin=%plugin -c %t/x.c -o %t/x.o 2>&1 | %FileCheck %s --check-prefix=ABSENT
// ABSENT: error: idiom: cannot read {{.*}}absent.opt
// RUN: env IDIOM_RULES=%t/broken.opt IDIOM_RULES_UNPROVEN=1 %not %clang -O2 -fpass-plugin=%plugin -c %t/x.c -o %t/x.o 2>&1 | %FileCheck %s --check-prefix=BROKEN
// BROKEN: error: idiom: the rules have errors
// BROKEN: error[R0202]
// RUN: %not %opt -load-pass-plugin=%plugin -passes=idiom-rules -S %t/stock.ll 2>&1 | %FileCheck %s --check-prefix=EMPTY
// EMPTY: idiom: no rules to apply: `file=FILE` or IDIOM_RULES names them

// NONE-NOT: IdiomRulesPass

//--- a.opt
Name: sum of bits
%a = and %x, %y
%s = shl %a, 1
%o = xor %x, %y
%r = add %s, %o
  =>
%r = add %x, %y
//--- b.opt
Name: never
%r = udiv %x, 12345
  =>
%r = udiv %x, 12345
//--- broken.opt
%r = add %x, 1
  =>
%r = add %y, 1
//--- x.c
unsigned sum(unsigned x, unsigned y) {
  unsigned both = x & y, one = x ^ y;
  return (both << 1) + one;
}
