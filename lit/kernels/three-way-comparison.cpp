// Comparisons with three results, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

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
