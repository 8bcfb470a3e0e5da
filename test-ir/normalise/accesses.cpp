// Accesses through C++ classes: with everything inlined, those that C has.
#include <array>
#include <cstddef>
#include <vector>

extern "C" {
int element(std::vector<int> &v, std::size_t i) { return v[i]; }
int element_signed(std::vector<int> &v, int i) { return v[i]; }
double element_of_array(std::array<double, 8> &a, std::size_t i) { return a[i]; }
double row(std::vector<std::vector<double>> &v, std::size_t i, std::size_t j) { return v[i][j]; }

int reduce(int *input1, std::size_t input1_size, std::vector<int> &input2) {
  int result1 = 0, result2 = 0;
  for (std::size_t i = 0; i != input1_size; i++)
    result1 += input1[i];
  for (std::size_t i = 0; i != input2.size(); i++)
    result2 += input2[i];
  return result1 + result2;
}
}

struct Matrix {
  double *data;
  std::size_t columns;
  double &operator()(std::size_t i, std::size_t j) { return data[i * columns + j]; }
};
extern "C" double at(Matrix &m, std::size_t i, std::size_t j) { return m(i, j); }
extern "C" double above(Matrix &m, std::size_t i, std::size_t j) { return m(i - 1, j); }
