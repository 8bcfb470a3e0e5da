// Loops as they are written in image filters, codecs, hash tables, string handling, linear algebra, graphs,
// statistics and signal processing, and code that nearly is one.
//
// flags: -O2 -std=c++20
// flags: -Os -ffast-math -std=c++20
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

// Image filters.

// idiom: Stencil2D
void laplace(const float *__restrict in, float *__restrict out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + x - 1] + in[y * w + x + 1] - 4 * in[y * w + x];
}
// idiom: Stencil
void blur_row(const uint8_t *__restrict in, uint8_t *__restrict out, int w) {
  for (int x = 1; x < w - 1; x++)
    out[x] = (in[x - 1] + 2 * in[x] + in[x + 1] + 2) >> 2;
}
// idiom: Histogram
void luminance(const uint8_t *pixels, size_t n, unsigned counts[256]) {
  for (size_t i = 0; i < n; ++i)
    // idiom: GeneralHistogram
    counts[pixels[i]]++;
}
// idiom: PrefixSum
void cumulative(const unsigned *__restrict counts, unsigned *__restrict sums, int bins) {
  unsigned s = 0;
  for (int i = 0; i < bins; i++) {
    s += counts[i];
    sums[i] = s;
  }
}
// idiom: Gather
void look_up(uint8_t *__restrict out, const uint8_t *__restrict in, const uint8_t *__restrict table, int n) {
  for (int i = 0; i < n; i++)
    out[i] = table[in[i]];
}
// idiom: Clamp
uint8_t clip(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
// idiom: Transposition
void rotate_plane(const uint16_t *__restrict in, uint16_t *__restrict out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[x * h + y] = in[y * w + x];
}
// idiom: Reversal
void flip(const uint32_t *__restrict in, uint32_t *__restrict out, int w) {
  for (int x = 0; x < w; x++)
    out[x] = in[w - x - 1];
}
// no idiom: Stencil2D
void not_symmetric(const float *__restrict in, float *__restrict out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = in[(y - 1) * w + x] + in[y * w + x - 1];
}
// no idiom: Histogram
void luminance_of_some(const uint8_t *pixels, size_t n, unsigned counts[256]) {
  for (size_t i = 0; i < n; ++i)
    counts[pixels[i]] = i;
}

// Codecs.

// idiom: CyclicRedundancyCheck
uint32_t crc32(uint32_t crc, const uint8_t *p, size_t n, const uint32_t *table) {
  crc = ~crc;
  while (n--)
    crc = table[(crc ^ *p++) & 0xff] ^ (crc >> 8);
  return ~crc;
}
// idiom: CyclicRedundancyCheck
uint16_t crc16(uint16_t crc, const uint8_t *p, int n, const uint16_t *table) {
  for (int i = 0; i < n; i++)
    crc = (crc << 8) ^ table[((crc >> 8) ^ p[i]) & 0xff];
  return crc;
}
// idiom: ScalarReduction
int sum_of_differences(const uint8_t *a, const uint8_t *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    // idiom: AbsoluteValue
    s += std::abs(a[i] - b[i]);
  return s;
}
// idiom: Butterfly
void butterfly(float *re, float *im, float wr, float wi, int n, int half) {
  for (int i = 0; i < n; i++) {
    // idiom: ComplexProduct
    float tr = re[i + half] * wr - im[i + half] * wi;
    float ti = re[i + half] * wi + im[i + half] * wr;
    re[i + half] = re[i] - tr;
    im[i + half] = im[i] - ti;
    re[i] += tr;
    im[i] += ti;
  }
}
// idiom: ByteSwap
uint32_t big_endian(uint32_t x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }
// idiom: MortonStep
uint32_t interleave(uint32_t x) {
  x &= 0xffff;
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  x = (x | x << 1) & 0x55555555;
  return x;
}
// idiom: SaturatingAdd
void mix(uint8_t *__restrict a, const uint8_t *__restrict b, int n) {
  for (int i = 0; i < n; i++) {
    int s = a[i] + b[i];
    a[i] = s > 255 ? 255 : s;
  }
}
// no idiom: CyclicRedundancyCheck
uint32_t adler(const uint8_t *p, size_t n) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n; i++) {
    a = (a + p[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

// Hash functions.

// no idiom: ScalarReduction
uint32_t fnv(const char *s, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ (uint8_t)s[i]) * 16777619u;
  return h;
}
// idiom: BitwiseReduction
uint64_t parity_of_words(const uint64_t *w, int n) {
  uint64_t x = 0;
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++)
    x ^= w[i];
  return x;
}
// idiom: PopulationCount
int hamming(const uint64_t *a, const uint64_t *b, int n) {
  int d = 0;
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++)
    d += __builtin_popcountll(a[i] ^ b[i]);
  return d;
}
// idiom: PopulationCount
int bits_by_kernighan(uint32_t x) {
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}

// Strings.

// idiom: ZeroTerminatedLength
size_t length(const char *s) {
  const char *p;
  for (p = s; *p; ++p)
    ;
  return p - s;
}
// idiom: LinearSearch
const char *find(const char *s, const char *end, char c) {
  for (; s != end; ++s)
    if (*s == c)
      return s;
  return nullptr;
}
// idiom: ArrayComparison
bool equal(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return false;
  return true;
}
// idiom: ConditionalCount
int lines(const char *s, size_t n) {
  int c = 0;
  // idiom: ScalarReduction
  for (size_t i = 0; i < n; i++)
    if (s[i] == '\n')
      c++;
  return c;
}
// idiom: Reversal
void reverse(char *__restrict to, const char *__restrict from, int n) {
  int j = n - 1;
  for (int i = 0; i < n; i++)
    to[j--] = from[i];
}
// no idiom: ZeroTerminatedLength
int words(const char *s) {
  int n = 0;
  for (; *s; s++)
    if (*s == ' ')
      n++;
  return n;
}
// no idiom: Copy
void copy_to_a_comma(char *__restrict d, const char *__restrict s, int n) {
  for (int i = 0; i < n; i++) {
    if (s[i] == ',')
      break;
    d[i] = s[i];
  }
}

// Linear algebra.

// idiom: MatrixProduct
void multiply_rows(float **c, float **a, float **b, int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      // idiom: ScalarReduction
      for (int k = 0; k < l; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
// idiom: MatrixProduct
void multiply_vectors(std::vector<double> &c, const std::vector<double> &a, const std::vector<double> &b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      // idiom: DotProduct
      // idiom: ScalarReduction
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
// idiom: MatrixProduct
void multiply_of_vectors(std::vector<std::vector<double>> &c, const std::vector<std::vector<double>> &a,
                         const std::vector<std::vector<double>> &b) {
  for (size_t i = 0; i < c.size(); i++)
    for (size_t j = 0; j < c[i].size(); j++) {
      double s = 0;
      // idiom: ScalarReduction
      for (size_t k = 0; k < b.size(); k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
// idiom: MatrixProduct
void multiply_flat(int n, float *__restrict c, const float *__restrict a, const float *__restrict b) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        // idiom: Axpy
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
// idiom: MatrixVector
void apply(const double *__restrict a, const double *__restrict x, double *__restrict y, int n, int m) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    // idiom: DotProduct
    // idiom: ScalarReduction
    for (int j = 0; j < m; j++)
      s += a[i * m + j] * x[j];
    y[i] = s;
  }
}
// idiom: RankOneUpdate
void ger(double *__restrict a, const double *__restrict x, const double *__restrict y, double alpha, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      // idiom: Axpy
      a[i * m + j] += alpha * x[i] * y[j];
}
// idiom: Axpy
void saxpy(std::vector<float> &y, const std::vector<float> &x, float a) {
  for (size_t i = 0; i < y.size(); i++)
    y[i] += a * x[i];
}
// idiom: DotProduct
double inner(std::span<const double> a, std::span<const double> b) {
  double s = 0;
  // idiom: ScalarReduction
  for (size_t i = 0; i < a.size(); i++)
    s += a[i] * b[i];
  return s;
}
// idiom: DotProduct
// idiom: ScalarReduction
float inner_of_library(const std::vector<float> &a, const std::vector<float> &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0f);
}
// no idiom: MatrixProduct
void gauss(double *__restrict a, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
// no idiom: DotProduct
double of_three(const double *a, const double *b, const double *c, int n) {
  double s = 0;
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++)
    s += a[i] * b[i] / c[i];
  return s;
}
// no idiom: MatrixVector
int until_zero(const double *__restrict a, const double *__restrict x, double *__restrict y, int n, int m) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) {
      if (a[i * m + j] == 0)
        break;
      s += a[i * m + j] * x[j];
    }
    y[i] = s;
  }
  return 0;
}

// Graphs and sparse matrices.

// idiom: SparseMatrixVector
void spmv(int n, const int *row, const int *col, const double *v, const double *x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    // idiom: ScalarReduction
    for (int k = row[i]; k < row[i + 1]; k++)
      s += v[k] * x[col[k]];
    y[i] = s;
  }
}
// idiom: Histogram
void degrees(const int *targets, int m, int *degree) {
  for (int e = 0; e < m; e++)
    // idiom: GeneralHistogram
    degree[targets[e]] += 1;
}
// idiom: MinPlusProduct
void floyd(int n, int *__restrict d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}
struct Node { int key; Node *next; };
// idiom: LinkedList
int list_length(const Node *p) {
  int n = 0;
  for (; p; p = p->next)
    n++;
  return n;
}
struct Tree { int key; Tree *child[2]; };
// idiom: TreeWalk
const Tree *look_for(const Tree *t, int key) {
  while (t && t->key != key)
    t = t->child[key > t->key];
  return t;
}
// idiom: BinarySearch
int bound(const double *a, int n, double x) {
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < x)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return lo;
}
// no idiom: Histogram
void rename_targets(int *targets, int m, int *degree) {
  for (int e = 0; e < m; e++) {
    degree[targets[e]] += 1;
    targets[e] = degree[targets[e]];
  }
}

// Statistics.

// idiom: Mean
double mean(const std::vector<double> &v) {
  double s = 0;
  // idiom: ArraySum
  // idiom: ScalarReduction
  for (double x : v)
    s += x;
  return s / v.size();
}
// idiom: ArraySum
// idiom: ScalarReduction
double accumulated(const std::vector<double> &v) { return std::accumulate(v.begin(), v.end(), 0.0); }
// idiom: Extremum
int largest(const int *a, int n) {
  int m = a[0];
  // idiom: ScalarReduction
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}
// idiom: ArgExtremum
// no idiom: Extremum, ScalarReduction except from LLVM 23
int place_of_least(const double *a, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (a[i] < a[best])
      best = i;
  return best;
}
// idiom: ArgExtremum
size_t place_by_library(const std::vector<int> &a) { return std::max_element(a.begin(), a.end()) - a.begin(); }
// idiom: Norm
double length_of(const double *a, int n) {
  double s = 0;
  // idiom: DotProduct
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return std::sqrt(s);
}
// idiom: ScalarReduction
double variance(const double *a, int n, double mean) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double d = a[i] - mean;
    s += d * d;
  }
  return s / n;
}
double noise(double);
// no idiom: ArraySum
double impure(const double *a, int n) {
  double s = 0;
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++)
    s += noise(a[i]);
  return s;
}
// no idiom: ScalarReduction
double smoothed(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = 0.9 * s + 0.1 * a[i];
  return s;
}

// Signal processing.

// idiom: LinearRecurrence
void low_pass(const float *__restrict in, float *__restrict out, int n, float a, float b) {
  float y = 0;
  for (int i = 0; i < n; i++) {
    y = a * in[i] + b * y;
    out[i] = y;
  }
}
// idiom: ScaledVector
void gain(float *samples, int n, float g) {
  for (int i = 0; i < n; i++)
    samples[i] *= g;
}
// idiom: DotProduct
void fir(const float *__restrict in, const float *__restrict h, float *__restrict out, int n, int taps) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    // idiom: ScalarReduction
    for (int k = 0; k < taps; k++)
      s += h[k] * in[i + k];
    out[i] = s;
  }
}
// idiom: TwoPointStencil
void difference(const double *__restrict in, double *__restrict out, int n) {
  for (int i = 1; i < n; i++)
    out[i] = in[i] - in[i - 1];
}
// idiom: Fill
void silence(std::vector<float> &v) { std::fill(v.begin(), v.end(), 0.0f); }
// idiom: Copy
void delay_line(std::vector<double> &to, const std::vector<double> &from) { std::copy(from.begin(), from.end(), to.begin()); }
// no idiom: ScaledVector
void gated(float *samples, int n, float g) {
  for (int i = 0; i < n; i++)
    if (samples[i] < 0)
      samples[i] *= g;
}
// no idiom: Copy
void shifted_in_place(int *a, int n) {
  for (int i = 1; i < n; i++)
    // idiom: Fill except from LLVM 18
    a[i] = a[i - 1];
}

// Library, classes, bits.

int impure(int);
double table_value(double);
extern int counter;

// idiom: ArraySum
double sum_by_ranges(std::span<const double> v) {
  double s = 0;
  // idiom: ScalarReduction
  for (double x : v | std::views::all) s += x;
  return s;
}
// idiom: ArraySum
double sum_dropped(const std::vector<double> &v) {
  double s = 0;
  // idiom: ScalarReduction
  for (double x : v | std::views::drop(1)) s += x;
  return s;
}
// idiom: ScalarReduction
double sum_transformed(const std::vector<double> &v) {
  double s = 0;
  // idiom: DotProduct
  for (double x : v | std::views::transform([](double x) { return x * x; })) s += x;
  return s;
}
// idiom: Extremum
double least_by_library(const std::vector<double> &v) {
  double m = v[0];
  // idiom: ScalarReduction
  for (size_t i = 1; i < v.size(); i++) m = std::min(m, v[i]);
  return m;
}
// idiom: Extremum
int deepest(const int *d, int n) {
  int m = INT32_MIN;
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++) m = std::max(m, d[i]);
  return m;
}
// idiom: ConditionalCount
// idiom: ScalarReduction
long count_by_library(const std::vector<int> &v) { return std::count_if(v.begin(), v.end(), [](int x) { return x > 3; }); }
// idiom: Fill
void iota_of_zero(int *a, int n, int v) { std::fill_n(a, n, v); }
// idiom: Reversal
void reverse_in_place(int *a, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}
// idiom: Copy
void strided_row(double *__restrict b, const double *__restrict a, int n, int ld) {
  for (int i = 0; i < n; i++) b[i] = a[i * ld];
}
// idiom: MatrixProduct
void multiply_2d(double c[64][64], const double a[64][64], const double b[64][64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      // no idiom: Fill
      c[i][j] = 0;
      // idiom: DotProduct
      // idiom: ScalarReduction
      for (int k = 0; k < 64; k++) c[i][j] += a[i][k] * b[k][j];
    }
}
struct Matrix {
  int rows, columns;
  double *data;
  double &at(int i, int j) { return data[i * columns + j]; }
  double at(int i, int j) const { return data[i * columns + j]; }
};
// idiom: MatrixProduct
void multiply_of_class(Matrix &__restrict c, const Matrix &__restrict a, const Matrix &__restrict b) {
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < b.columns; j++) {
      double s = 0;
      // idiom: DotProduct
      // idiom: ScalarReduction
      for (int k = 0; k < a.columns; k++) s += a.at(i, k) * b.at(k, j);
      c.at(i, j) = s;
    }
}
// idiom: MatrixVector
void rows_by_vector(double **a, const double *x, double *y, int n, int m) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    // idiom: DotProduct
    // idiom: ScalarReduction
    for (int j = 0; j < m; j++) s += a[i][j] * x[j];
    y[i] = s;
  }
}
// idiom: Transposition
void transpose_rows(double **b, double **a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) b[j][i] = a[i][j];
}
struct Csr { int n; std::vector<int> row, col; std::vector<double> v; };
// idiom: SparseMatrixVector
void spmv_of_struct(const Csr &m, const std::vector<double> &x, std::vector<double> &y) {
  for (int i = 0; i < m.n; i++) {
    double s = 0;
    // idiom: ScalarReduction
    for (int k = m.row[i]; k < m.row[i + 1]; k++) s += m.v[k] * x[m.col[k]];
    y[i] = s;
  }
}
// idiom: ComplexProduct
void scale(std::complex<float> *a, std::complex<float> w, int n) {
  for (int i = 0; i < n; i++) {
    float re = a[i].real() * w.real() - a[i].imag() * w.imag();
    float im = a[i].real() * w.imag() + a[i].imag() * w.real();
    a[i] = {re, im};
  }
}
// idiom: PrefixSum
void exclusive(const int *__restrict a, int *__restrict b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    b[i] = s;
    s += a[i];
  }
}
// idiom: PrefixSum
void in_place(int *a, int n) {
  for (int i = 1; i < n; i++) a[i] += a[i - 1];
}
// idiom: Stencil
void life_row(const double *__restrict u, double *__restrict v, double r, int n) {
  for (int i = 1; i < n - 1; i++) v[i] = u[i] + r * (u[i + 1] - 2 * u[i] + u[i - 1]);
}
// idiom: Stencil2D
void heat(std::vector<double> &v, const std::vector<double> &u, int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}
// idiom: Stencil2D
void sobel(float **u, float **v, int n, int m) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
}
// idiom: GeneralHistogram
void bins(const float *x, int n, int *h, float low, float width) {
  for (int i = 0; i < n; i++) {
    // idiom: DivisionByInvariant
    int b = (int)((x[i] - low) / width);
    if (b >= 0 && b < 32) h[b]++;
  }
}
// idiom: ArrayReduction
void moments(double *__restrict m, const double *__restrict x, int n, int d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < d; j++) m[j] += x[i * d + j];
}
// idiom: AbsoluteValue except LLVM 16
int distance(int a, int b) { return a > b ? a - b : b - a; }
// idiom: LeadingZeros
int log2_of(uint32_t x) { return 31 - __builtin_clz(x); }
// idiom: TrailingZeros
int lowest(uint32_t x) {
  int n = 0;
  while (!(x & 1)) { x >>= 1; n++; }
  return n;
}
// idiom: Average
uint8_t rounded(uint8_t a, uint8_t b) { return (a + b + 1) >> 1; }
// idiom: Parity
int parity(uint32_t x) {
  x ^= x >> 16; x ^= x >> 8; x ^= x >> 4; x ^= x >> 2; x ^= x >> 1;
  return x & 1;
}
// idiom: SaturatingSubtract
uint8_t darker(uint8_t a, uint8_t b) { return a > b ? a - b : 0; }
// idiom: ThreeWayComparison
int three(int a, int b) { return (a > b) - (a < b); }
// idiom: DivisionByInvariant
// idiom: ScaledVector
void normalise(double *a, int n, double s) {
  for (int i = 0; i < n; i++) a[i] /= s;
}
// idiom: SmallPower except -Os -ffast-math -std=c++20
double energy(double v) { return std::pow(v, 3); }
// idiom: PromotedFloat
void fade(float *a, int n) { for (int i = 0; i < n; i++) a[i] *= 0.97; }
// idiom: CompareExchange
void sort2(int *a) { int x = a[0], y = a[1]; a[0] = x < y ? x : y; a[1] = x < y ? y : x; }

// Code that nearly is an idiom: a break, a store to the array of indices, a call that may write, a wrong subscript.

// no idiom: ScalarReduction
int with_break(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; if (s > 100) break; } return s; }
// no idiom: Gather
void index_written(int *__restrict b, const int *a, int *k, int n) { for (int i = 0; i < n; i++) { k[i + 1] = a[i]; b[i] = impure(k[i]); } }
// no idiom: SparseMatrixVector
void index_changes(double *y, const double *v, int *k, const double *x, int n) {
  // idiom: Fill
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++) { double s = 0; for (int j = 0; j < n; j++) { s += v[j] * x[k[j]]; k[j] = i; } y[i] = s; }
}
// no idiom: Copy
void tells(int *b, const int *a, int n) { for (int i = 0; i < n; i++) { counter = impure(i); b[i] = a[i]; } }
// no idiom: PrefixSum
void reset(const int *__restrict a, int *__restrict b, int n) { int s = 0; for (int i = 0; i < n; i++) { s = a[i] < 0 ? 0 : s + a[i]; b[i] = s; } }
// no idiom: DotProduct
double skips(const double *a, const double *b, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i] * table_value(s); return s; }
// no idiom: MatrixProduct
void wrong_index(double *__restrict c, const double *a, const double *b, int n) {
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[i * n + j];
}
// no idiom: MatrixProduct
void convolved(float *__restrict o, const float *in, const float *w, int n, int m) {
  // idiom: DotProduct
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) o[i * n + j] += in[i * n + j + k] * w[k];
}
// no idiom: Transposition
// idiom: Copy
void rows_in_order(double *__restrict b, const double *a, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j]; }
// no idiom: Clamp
int odd(int v) { return v < 0 ? 255 : v > 255 ? 0 : v; }
// no idiom: Extremum
int last_positive(const int *a, int n) { int m = 0; for (int i = 0; i < n; i++) if (a[i] > 0) m = a[i]; return m; }
// no idiom: BinarySearch
// idiom: ScalarReduction
int average_down(const int *a, int low, int high) { int s = 0; while (low < high) { s += a[(low + high) / 2]; low++; } return s; }
struct Pair { Pair *other; int v; };
// no idiom: LinkedList
// idiom: ScalarReduction
int swaps(Pair *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i].other->v; return s; }
// no idiom: LinearSearch
// idiom: ArraySum
// idiom: ScalarReduction
int until_sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; if (a[i] == 7) break; } return s; }
// no idiom: CyclicRedundancyCheck
uint32_t pearson(const uint8_t *p, int n, const uint8_t *t) { uint8_t h = 0; for (int i = 0; i < n; i++) h = t[h ^ p[i]]; return h; }
// no idiom: MatrixProduct
// no idiom: MatrixVector
void by_its_transpose(double **c, double **a, int n) {
  // idiom: DotProduct
  // idiom: ScalarReduction
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i][j] += a[i][k] * a[j][k];
}
// no idiom: Histogram
// no idiom: GeneralHistogram
void ranks(int *__restrict h, const int *__restrict k, int *__restrict out, int n) { for (int i = 0; i < n; i++) out[i] = ++h[k[i]]; }
// no idiom: PrefixSum
// no idiom: ArrayReduction
void row_of_pascal(int *b, int n) { for (int j = 1; j < n; j++) for (int i = j; i > 0; i--) b[i] += b[i - 1]; }
