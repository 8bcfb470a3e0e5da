// Comparisons with three results, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom ThreeWayComparison %s | %FileCheck --check-prefix=TOLD %s

// idiom: ThreeWayComparison
int of_integers(int x, int y) { return (x > y) - (x < y); }
// idiom: ThreeWayComparison
int of_unsigned(unsigned x, unsigned y) { return (x > y) - (x < y); }
// idiom: ThreeWayComparison
int of_doubles(double x, double y) { return (x > y) - (x < y); }
// no idiom: ThreeWayComparison
int difference(int x, int y) { return x - y; }
// no idiom: ThreeWayComparison
int two_ways(int x, int y) { return x < y ? -1 : 1; }
// idiom: ThreeWayComparison
int the_other_way(long x, long y) { return (y > x) - (y < x); }
// no idiom: ThreeWayComparison
int two_orders(int x, int y) { return (x > y) - ((unsigned)x < (unsigned)y); }
// TOLD: found ThreeWayComparison in by_choice{{.*}}: x compared with y: less, equal or greater
// idiom: ThreeWayComparison
int by_choice(int x, int y) { return x < y ? -1 : x > y; }
// idiom: ThreeWayComparison
int doubles_by_choice(double x, double y) { return x < y ? -1 : x > y ? 1 : 0; }
// idiom: ThreeWayComparison
int greater_first(unsigned x, unsigned y) { return x > y ? 1 : x < y ? -1 : 0; }
// idiom: ThreeWayComparison
int by_returns(int x, int y) {
  if (x < y)
    return -1;
  if (x > y)
    return 1;
  return 0;
}
// idiom: ThreeWayComparison
int doubles_by_returns(double x, double y) {
  if (x < y)
    return -1;
  if (x > y)
    return 1;
  return 0;
}
// idiom: ThreeWayComparison
int equal_first(int x, int y) { return x == y ? 0 : x < y ? -1 : 1; }
// TOLD: found ThreeWayComparison in sign{{.*}}: the sign of x: -1, 0 or 1
// idiom: ThreeWayComparison
int sign(int x) { return (x > 0) - (x < 0); }
// idiom: ThreeWayComparison
int sign_by_choice(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
// no idiom: ThreeWayComparison
int of_three(int x, int y, int z) { return x < y ? -1 : x > z; }
// no idiom: ThreeWayComparison
int never_equal(int x, int y) { return x < y ? -1 : x >= y; }
// no idiom: ThreeWayComparison
int choice_by_two_orders(int x, int y) { return x < y ? -1 : (unsigned)x > (unsigned)y; }
// no idiom: ThreeWayComparison
int other_numbers(int x, int y) { return x < y ? 1 : x > y ? 2 : 0; }
