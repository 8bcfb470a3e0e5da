// Accesses through the classes of C++ in many spellings. Left out: nested range loops over arrays of arrays (LLVM 16 counts a pointer for the
// rows and an index within), and a choice between two members that are loaded (later versions load from a chosen address).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>
extern "C" {
int g1(std::vector<int> v) { int s = 0; for (size_t i = 0; i != v.size(); i++) s = s * 3 + v[i]; return s; }
int g2(const std::vector<int> &v) { int s = 0; for (int x : v) s = s * 3 + x; return s; }
int g3(const std::vector<int> &v) { int s = 0; for (int i = 0; i < (int)v.size(); i++) s = s * 3 + v[i]; return s; }
int g4(const std::vector<int> &v) { int s = 0; for (unsigned i = 0; i < v.size(); i++) s = s * 3 + v[i]; return s; }
int g5(const std::vector<int> &v) { int s = 0; for (int i = (int)v.size() - 1; i >= 0; i--) s = s * 3 + v[i]; return s; }
int g6(const std::vector<int> &v) { int s = 0; for (size_t i = v.size(); i-- > 0;) s = s * 3 + v[i]; return s; }
int g7(const std::vector<int> &v) { int s = 0; for (auto i = v.rbegin(); i != v.rend(); ++i) s = s * 3 + *i; return s; }
int g8(const std::vector<int> &v) { return v.back() + v.front() + v[v.size() - 2]; }
int g9(const std::vector<int> &v, size_t i) { return v[v.size() - 1 - i]; }
double g10(const std::vector<std::vector<double>> &m) { double s = 0; for (size_t i = 0; i < m.size(); i++) for (size_t j = 0; j < m[i].size(); j++) s = s * 3 + m[i][j]; return s; }
double g11(const std::vector<std::array<double, 4>> &m) { double s = 0; for (size_t i = 0; i < m.size(); i++) for (size_t j = 0; j < 4; j++) s = s * 3 + m[i][j]; return s; }
double g12(std::array<std::array<double, 8>, 8> &m, int i, int j) { return m[i][j]; }
void g14(std::vector<double> &c, const std::vector<double> &a, const std::vector<double> &b, size_t n) { for (size_t i = 0; i < n; i++) for (size_t j = 0; j < n; j++) { double s = 0; for (size_t k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } }
void g15(std::vector<double> &c, const std::vector<double> &a, const std::vector<double> &b, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } }
char g16(const std::string &s, size_t i) { return s[i]; }
int g17(const std::string &s) { int h = 0; for (char c : s) h = h * 31 + c; return h; }
int g18(std::unique_ptr<int[]> &p, int i) { return p[i]; }
int g19(std::span<int> s, size_t i) { return s[i]; }
int g20(std::span<const int> s) { int t = 0; for (size_t i = 0; i < s.size(); i++) t = t * 3 + s[s.size() - 1 - i]; return t; }
}
struct P { double x, y; int k; };
extern "C" double h1(const std::vector<P> &v, int i) { return v[i].y; }
extern "C" double h2(const std::vector<P> &v) { double s = 0; for (const auto &p : v) s = s * 3 + p.x * p.y; return s; }
extern "C" double h3(const std::vector<std::pair<int, double>> &v, size_t i) { return v[i].second; }
extern "C" void h4(std::vector<P> &v, double d) { for (size_t i = 0; i < v.size(); i++) v[i].x += d * v[i].y; }
template <class T> struct Mat { std::vector<T> d; size_t r, c; T &operator()(size_t i, size_t j) { return d[i * c + j]; } const T *operator[](size_t i) const { return &d[i * c]; } };
extern "C" double h5(Mat<double> &m, size_t i, size_t j) { return m(i, j); }
extern "C" double h6(Mat<double> &m, int i, int j) { return m(i + 1, j - 1); }
extern "C" double h7(const Mat<double> &m, int i, int j) { return m[i][j]; }
extern "C" float h8(const Mat<float> &m) { float s = 0; for (size_t i = 0; i < m.r; i++) for (size_t j = 0; j < m.c; j++) s = s * 3 + m[i][j]; return s; }
extern "C" void h9(Mat<float> &o, Mat<float> &a, Mat<float> &b) { for (size_t i = 0; i < o.r; i++) for (size_t j = 0; j < o.c; j++) { float s = 0; for (size_t k = 0; k < a.c; k++) s += a(i, k) * b(k, j); o(i, j) = s; } }
struct Grid { int w, h; float *p; float &at(int x, int y) { return p[y * w + x]; } };
extern "C" float h10(Grid &g, int x, int y) { return g.at(x - 1, y) + g.at(x, y + 1); }
struct Soa { std::vector<float> x, y, z; };
extern "C" float h12(const Soa &s, size_t i) { return s.x[i] + s.y[i] + s.z[i]; }
extern "C" void h13(Soa &s, float d) { for (size_t i = 0; i < s.x.size(); i++) s.x[i] += d * s.y[i] - s.z[i]; }
struct Ring { unsigned head; int d[64]; int &operator[](unsigned i) { return d[(head + i) & 63]; } };
extern "C" int h14(Ring &r, unsigned i) { return r[i]; }
extern "C" int h15(Ring &r) { int s = 0; for (unsigned i = 0; i < 64; i++) s = s * 3 + r[i]; return s; }
struct View { const int *b, *e; int operator[](long i) const { return i < 0 ? e[i] : b[i]; } };
extern "C" int h18(int *input1, size_t n, std::vector<int> input2) { int r1 = 0, r2 = 0; for (size_t i = 0; i != n; i++) r1 += input1[i]; for (size_t i = 0; i != input2.size(); i++) r2 += input2[i]; return r1 + r2; }
extern "C" long h19(long *a, unsigned n, const std::vector<long> &b) { long r = 0; for (unsigned i = 0; i != n; i++) r += a[i] * b[i]; return r; }
extern "C" long h20(const std::vector<long> &a, const std::vector<int> &ix) { long r = 0; for (size_t i = 0; i < ix.size(); i++) r = r * 3 + a[ix[i]]; return r; }
