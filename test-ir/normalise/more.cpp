// More of C++: vectors from both ends and of arrays, grids, polynomials, tensors, iterators. Left out: the size of a vector in an index from its
// end (LLVM 16 does not know that nothing is lost when it divides by the size of an element, or cuts it to 32 bits after a sum and not before),
// and a grid mirrored (`w * (y + 1)` as `w * y + w`).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>
#include <deque>
#include <string_view>
#include <algorithm>
extern "C" {
long w1(const std::vector<long> &v, int n) { long s = 0; for (int i = 0; i < n; ++i) s = s * 3 + v[n - 1 - i]; return s; }
long w2(const std::vector<long> &v, unsigned n) { long s = 0; for (unsigned i = 0; i < n; ++i) s = s * 3 + v[n - i]; return s; }
long w3(const std::vector<long> &v, unsigned n) { long s = 0; for (unsigned i = n; i != 0; --i) s = s * 3 + v[i - 1]; return s; }
long w4(const std::vector<long> &v, const std::vector<long> &w) { long s = 0; for (size_t i = 0, j = w.size(); i < v.size() && j > 0; ++i, --j) s = s * 3 + v[i] * w[j - 1]; return s; }
long w5(const std::vector<std::vector<long>> &v, int i, int j) { return v[i + 1][j - 1]; }
long w6(const std::vector<std::vector<long>> &v, int n) { long s = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) s = s * 3 + v[j][i]; return s; }
long w7(const std::vector<std::array<std::array<long, 3>, 5>> &v, int i, int j, int k) { return v[i][j][k]; }
void w9(std::vector<int> &v) { for (size_t i = 1; i < v.size(); ++i) { int x = v[i]; size_t j = i; while (j > 0 && v[j - 1] > x) { v[j] = v[j - 1]; --j; } v[j] = x; } }
void w11(std::vector<float> &o, const std::vector<float> &in, int w, int h) { for (int y = 1; y < h - 1; ++y) for (int x = 1; x < w - 1; ++x) o[y * w + x] = in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + x - 1] + in[y * w + x + 1]; }
int w12(const std::vector<uint8_t> &v, size_t i) { return v[i] | v[i + 1] << 8; }
int w13(const std::vector<short> &v, short i) { return v[i + 1]; }
int w14(std::vector<int> *v, int k, int i) { return v[k][i]; }
int w15(std::vector<int> (&v)[4], int k, int i) { return v[k][i]; }
int w16(const std::unique_ptr<int[]> *p, int i, int j) { return p[i][j]; }
char w17(std::string_view s, size_t i) { return s[s.size() - 1 - i]; }
int w18(const int *b, const int *e) { int s = 0; while (b != e) s = s * 3 + *--e; return s; }
int w19(std::vector<int>::const_iterator b, std::vector<int>::const_iterator e) { int s = 0; for (; b != e; ++b) s = s * 3 + *b; return s; }
int w20(const std::vector<int> &v) { int s = 0; for (auto i = v.begin() + 1; i < v.end(); i += 2) s = s * 3 + i[0] - i[-1]; return s; }
}
struct V3 { float x, y, z; float &operator[](int i) { return (&x)[i]; } float operator[](int i) const { return (&x)[i]; } };
extern "C" float x1(const std::vector<V3> &v, int i, int k) { return v[i][k]; }
extern "C" float x2(const std::vector<V3> &v) { float s = 0; for (const V3 &p : v) for (int k = 0; k < 3; ++k) s = s * 3 + p[k]; return s; }
template <class T> class Grid { std::vector<T> c; int w, h; public: T &at(int x, int y) { return c[y * w + x]; } const T &at(int x, int y) const { return c[y * w + x]; } int W() const { return w; } int H() const { return h; } };
extern "C" double x3(const Grid<double> &g, int x, int y) { return g.at(x, y - 1); }
extern "C" void x5(Grid<V3> &g, float f) { for (int y = 0; y < g.H(); ++y) for (int x = 0; x < g.W(); ++x) g.at(x, y).z *= f; }
class Poly { std::vector<double> c; public: double operator()(double x) const { double r = 0; for (size_t i = c.size(); i-- > 0;) r = r * x + c[i]; return r; } double at(unsigned i) const { return c[i]; } };
extern "C" double x6(const Poly &p, double x) { return p(x); }
extern "C" double x7(const Poly &p, unsigned i) { return p.at(i + 1); }
struct Tensor { float *d; int n[3]; float operator()(int i, int j, int k) const { return d[(i * n[1] + j) * n[2] + k]; } };
extern "C" float x8(const Tensor &t, int i, int j, int k) { return t(i, j, k); }
extern "C" float x9(const Tensor &t) { float s = 0; for (int i = 0; i < t.n[0]; ++i) for (int j = 0; j < t.n[1]; ++j) for (int k = 0; k < t.n[2]; ++k) s = s * 3 + t(i, j, k); return s; }
extern "C" float x10(const Tensor &t, int i) { return t(t.n[0] - 1 - i, 0, 1); }
