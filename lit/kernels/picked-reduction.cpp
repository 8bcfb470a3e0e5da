// Reductions over elements that a search picks, as in filtered ranges, and code that nearly is one.
//
// flags: -O2 -std=c++20
// flags: -Os -ffast-math -std=c++20
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <algorithm>
#include <ranges>
#include <span>
#include <vector>

// LLVM 16 leaves the outer loop from within the search, so that it has several exits.
// idiom: PickedReduction except before LLVM 19
int filtered(const std::vector<int> &a) {
  int s = 0;
  for (int x : a | std::views::filter([](int x) { return x > 0; }))
    s += x;
  return s;
}
// idiom: PickedReduction except before LLVM 19
int squares_of_even(const std::vector<int> &a) {
  int s = 0;
  for (int x : a | std::views::filter([](int x) { return x % 2 == 0; }) | std::views::transform([](int x) { return x * x; }))
    s += x;
  return s;
}
// idiom: PickedReduction except before LLVM 19
double greatest_of_span(std::span<const double> a, double from) {
  double most = 0;
  for (double x : a | std::views::filter([from](double x) { return x < from; }))
    most = std::max(most, x);
  return most;
}
struct entry { int key; double weight; };
// idiom: PickedReduction except before LLVM 19
double weights(const std::vector<entry> &a, int key) {
  double s = 0;
  for (const entry &e : a | std::views::filter([key](const entry &e) { return e.key == key; }))
    s += e.weight;
  return s;
}

// Nothing is picked.
// no idiom: PickedReduction
int all(const std::vector<int> &a) {
  int s = 0;
  for (int x : a | std::views::transform([](int x) { return x + 1; }))
    s += x;
  return s;
}
struct node { int key; node *next; };
// no idiom: PickedReduction
int of_list(const node *l) {
  int s = 0;
  while (l) {
    s += l->key;
    do
      l = l->next;
    while (l && l->key < 0);
  }
  return s;
}
// Every other element behind one that is left out.
// no idiom: PickedReduction
int in_larger_steps(const int *p, const int *end) {
  int s = 0;
  while (p != end) {
    s += *p;
    p += 1;
    while (p != end && *p < 0)
      p += 2;
  }
  return s;
}
// no idiom: PickedReduction
int by_length(const int *p, const int *end) {
  int s = 0;
  while (p < end) {
    s += *p;
    p += *p;
    while (p < end && *p < 0)
      p += 1;
  }
  return s;
}
// no idiom: PickedReduction
int kept(const std::vector<int> &a, int *sums) {
  int s = 0;
  for (int x : a | std::views::filter([](int x) { return x > 0; })) {
    s += x;
    *sums++ = s;
  }
  return s;
}
