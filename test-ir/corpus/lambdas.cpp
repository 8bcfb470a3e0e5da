// compile: -O0 -std=c++17
// compile: -O1 -std=c++17
// compile: -O3 -std=c++17
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};

struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
};

double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
  double sum = 0;
  std::for_each(shapes.begin(), shapes.end(), [&](const auto &shape) { sum += shape->area(); });
  return sum;
}

std::map<std::string, int> count(const std::vector<std::string> &words) {
  std::map<std::string, int> counts;
  for (const auto &word : words)
    counts[word]++;
  return counts;
}

std::vector<std::unique_ptr<Shape>> squares(int n) {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < n; i++)
    shapes.push_back(std::make_unique<Square>(i));
  return shapes;
}
