// Loops in many spellings: up and down, signed and unsigned, by index and by pointer; sorting, matrices, stencils, text.
//
// Left out, since some version of LLVM makes another program of it and not another spelling:
// - binary search with `(lo + hi) / 2`: LLVM 16 keeps `sdiv`, later versions know the sum not to be negative and shift;
// - selection sort: LLVM 16 branches where later versions select; shell sort and heaps: the parts of a loop differ (a quotient is computed once
//   or in every round, a pointer is counted up or an index);
// - Fibonacci numbers with `n` inclusive, back substitution, Pascal's triangle, `d[i] = d[i + 1] + 1`: LLVM 16 finds in a register what
//   later ones load again, or the other way round;
// - capital letters in place: LLVM 16 counts a pointer up;
// - palindromes: LLVM 22 does not take the first round out of the loop.
// Left out, though one could be spelt as the other: sums in 32 bits which may wrap, in another order of their terms.
#include <stddef.h>
#include <stdint.h>
int down(int *a, int n) { int s = 0; for (int i = n - 1; i >= 0; i--) s = s * 3 + a[i]; return s; }
int down_u(int *a, unsigned n) { int s = 0; for (unsigned i = n; i > 0; i--) s = s * 3 + a[i - 1]; return s; }
int down_u2(int *a, unsigned n) { int s = 0; for (unsigned i = n; i-- > 0;) s = s * 3 + a[i]; return s; }
void rev(int *a, int *b, int n) { for (int i = 0; i < n; i++) b[i] = a[n - 1 - i]; }
void rev_ip(int *a, int n) { for (int i = 0; i < n / 2; i++) { int t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; } }
void rev_u(int *a, int *b, unsigned n) { for (unsigned i = 0; i < n; i++) b[i] = a[n - 1 - i]; }
void rev_l(int *a, int *b, long n) { for (long i = 0; i < n; i++) b[i] = a[n - 1 - i]; }
void rev_sz(int *a, int *b, size_t n) { for (size_t i = 0; i < n; i++) b[i] = a[n - 1 - i]; }
void rev_sz2(int *a, int *b, size_t n) { for (size_t i = 0; i < n; i++) b[n - i - 1] = a[i]; }
int pick_const(int *a, int c) { return a[c ? 3 : 7]; }
int pick_const2(int *a, int c) { int *p = c ? a + 3 : a + 7; return p[1]; }
double pick_const3(double (*a)[4], int c, long i) { return a[c ? 1 : 3][i]; }
double pick_const4(double (*a)[4], int c, long i) { return a[i][c ? 1 : 3]; }
int pick_if(int *a, int c) { int k; if (c > 5) k = 2; else k = 9; return a[k]; }
int pick_zero(int *a, int c) { return a[c ? 0 : 7]; }
int pick_one(int *a, int c) { return a[c ? 1 : 0]; }
int pick_bool(int *a, int c) { return a[c != 0]; }
int pick_mixed(int *a, int c, int i) { return a[c ? i : 7]; }
long pick_mixed_l(long *a, int c, long i) { return a[c ? i + 1 : 7]; }
// LLVM 22 makes calls of strlen of these, if it may.
__attribute__((no_builtin("strlen"))) size_t len(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
__attribute__((no_builtin("strlen"))) int len_i(const char *s) { int n = 0; while (s[n] != 0) n++; return n; }
__attribute__((no_builtin("strlen"))) size_t len_p(const char *s) { const char *p = s; while (*p) p++; return p - s; }
int len16(const short *s) { int n = 0; while (s[n]) n++; return n; }
void fib_u(unsigned long *f, unsigned n) { f[0] = 0; f[1] = 1; for (unsigned i = 2; i <= n; i++) f[i] = f[i - 1] + f[i - 2]; }
void conv(float *out, float *in, float *k, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += in[i + j] * k[j]; out[i] = s; } }
void conv_r(float *out, float *in, float *k, int n, int m) { for (int i = m - 1; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += in[i - j] * k[j]; out[i] = s; } }
void conv_rr(float *out, float *in, float *k, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += in[i + j] * k[m - 1 - j]; out[i] = s; } }
void conv_u(float *out, float *in, float *k, unsigned n, unsigned m) { for (unsigned i = 0; i < n; i++) { float s = 0; for (unsigned j = 0; j < m; j++) s += in[i + j] * k[j]; out[i] = s; } }
void conv_5(float *out, float *in, const float k[5], int n) { for (int i = 2; i < n - 2; i++) { float s = 0; for (int j = -2; j <= 2; j++) s += in[i + j] * k[j + 2]; out[i] = s; } }
void img(unsigned char *to, unsigned char *from, int w, int h) { for (int y = 1; y < h - 1; y++) for (int x = 1; x < w - 1; x++) { int s = 0; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) s += from[(y + dy) * w + x + dx]; to[y * w + x] = s / 9; } }
void img_rows(unsigned char **to, unsigned char **from, int w, int h) { for (int y = 1; y < h - 1; y++) for (int x = 1; x < w - 1; x++) to[y][x] = (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]) / 4; }
void img_fixed(unsigned char to[][640], unsigned char from[][640], int h) { for (int y = 1; y < h - 1; y++) for (int x = 1; x < 639; x++) to[y][x] = (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]) / 4; }
void img_rgb(unsigned char *to, unsigned char *from, int w, int h) { for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) for (int c = 0; c < 3; c++) to[(y * w + x) * 3 + c] = 255 - from[(y * w + x) * 3 + c]; }
void img_row(float *to, const float *from, int w, int h) { for (int y = 0; y < h; y++) { const float *r = from + y * w; float *o = to + y * w; for (int x = 1; x < w - 1; x++) o[x] = r[x - 1] + r[x] + r[x + 1]; } }
#define N 48
/* loops */
long e1(long *a, int n) { long s = 0; for (int i = n - 1; i > 0; i -= 2) s = 3 * s + a[i]; return s; }
long e2(long *a, int n) { long s = 0; for (int i = n; i >= 0; --i) s = 3 * s + a[i]; return s; }
long e3(long *a, unsigned n) { long s = 0; while (n--) s = 3 * s + a[n]; return s; }
long e4(long *a, int n) { long s = 0; while (n-- > 0) s = 3 * s + a[n]; return s; }
long e5(long *a, size_t n) { long s = 0; while (n--) s = 3 * s + a[n]; return s; }
long e6(long *a, long n) { long s = 0; while (--n >= 0) s = 3 * s + a[n]; return s; }
long e7(long *a, int n) { long s = 0; do { n--; s = 3 * s + a[n]; } while (n); return s; }
long e8(long *a, int n, int k) { long s = 0; for (int i = n - 1; i >= k; i--) s = 3 * s + a[i] - a[i - k]; return s; }
long e9(long *a, int n) { long s = 0; for (int i = 0; i < n; i += 3) s = 3 * s + a[i]; return s; }
long e10(long *a, unsigned n) { long s = 0; for (unsigned i = 0; i < n; i += 2) s = 3 * s + a[i]; return s; }
long e11(long *a, unsigned n) { long s = 0; for (unsigned i = 1; i < n; i++) s = 3 * s + a[i] - a[i - 1]; return s; }
long e12(long *a, unsigned n) { long s = 0; for (unsigned i = 0; i + 1 < n; i++) s = 3 * s + a[i] - a[i + 1]; return s; }
long e13(long *a, int n) { long s = 0; for (int i = 0; i < n - 1; i++) s = 3 * s + a[i] - a[i + 1]; return s; }
long e14(long *a, int n) { long s = 0; for (int i = 1; i <= n; i++) s = 3 * s + a[i - 1]; return s; }
long e15(long *a, unsigned n) { long s = 0; for (unsigned i = 1; i <= n; i++) s = 3 * s + a[i - 1]; return s; }
long e16(long *a, int from, int to) { long s = 0; for (int i = from; i < to; i++) s = 3 * s + a[i]; return s; }
long e17(long *a, unsigned from, unsigned to) { long s = 0; for (unsigned i = from; i < to; i++) s = 3 * s + a[i]; return s; }
long e18(long *a, int from, int to) { long s = 0; for (int i = from; i < to; i++) s = 3 * s + a[i - from]; return s; }
long e19(long *a, int from, int to) { long s = 0; for (int i = to - 1; i >= from; i--) s = 3 * s + a[i - from]; return s; }
long e20(long *a, short n) { long s = 0; for (short i = 0; i < n; i++) s = 3 * s + a[i]; return s; }
long e21(long *a, uint8_t n) { long s = 0; for (uint8_t i = 0; i < n; i++) s = 3 * s + a[i]; return s; }
long e22(long *a, long n) { long s = 0; for (long *p = a; p < a + n; p++) s = 3 * s + *p; return s; }
long e23(long *a, long n) { long s = 0; for (long *p = a + n; p-- > a;) s = 3 * s + *p; return s; }
long e24(long *a, int n) { long s = 0; for (long *p = a + n - 1; p >= a; p--) s = 3 * s + *p; return s; }
long e25(long *a, int n, int step) { long s = 0; for (int i = 0; i < n; i += step) s = 3 * s + a[i]; return s; }
long e26(long *a, int n) { long s = 0; for (int i = 0, j = n - 1; i < j; i++, j--) s = 3 * s + a[i] * a[j]; return s; }
long e27(long *a, unsigned n) { long s = 0; for (unsigned i = 0, j = n - 1; i < j; i++, j--) s = 3 * s + a[i] * a[j]; return s; }
long e28(long *a, size_t n) { long s = 0; for (size_t i = 0, j = n - 1; i < j; i++, j--) s = 3 * s + a[i] * a[j]; return s; }
long e29(long *a, int n) { long s = 0; for (int i = 0; i < n; i++) s = 3 * s + a[2 * i] * a[2 * i + 1]; return s; }
long e30(long *a, unsigned n) { long s = 0; for (unsigned i = 0; i < n; i++) s = 3 * s + a[2 * i] * a[2 * i + 1]; return s; }
long e31(long *a, int n) { long s = 0; for (int i = 0; i < n; i++) s = 3 * s + a[n - i]; return s; }
long e32(long *a, unsigned n) { long s = 0; for (unsigned i = 0; i < n; i++) s = 3 * s + a[n - i]; return s; }
long e33(long *a, int n) { long s = 0; for (int i = 0; i < n; i++) s = 3 * s + a[2 * (n - i)]; return s; }
long e34(long *a, int n, int m) { long s = 0; for (int i = 0; i < n; i++) s = 3 * s + a[m - i]; return s; }
long e35(long *a, int n, int m) { long s = 0; for (int i = n; i > 0; i--) s = 3 * s + a[m - i]; return s; }
int e36(int *a, int n) { int best = 0; for (int i = 1; i < n; i++) if (a[i] > a[best]) best = i; return best; }
int e37(int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; return m; }
int e39(int *a, unsigned n, int x) { unsigned lo = 0, hi = n; while (lo < hi) { unsigned mid = lo + (hi - lo) / 2; if (a[mid] < x) lo = mid + 1; else hi = mid; } return lo; }
int e40(int *a, size_t n, int x) { size_t lo = 0, hi = n; while (lo < hi) { size_t mid = (lo + hi) >> 1; if (a[mid] < x) lo = mid + 1; else hi = mid; } return lo; }
void e41(int *a, int n) { for (int i = 1; i < n; i++) { int x = a[i], j = i - 1; while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; } a[j + 1] = x; } }
void e42(int *a, int n) { for (int i = 1; i < n; i++) { int x = a[i], j = i; while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; } a[j] = x; } }
void e43(unsigned *a, unsigned n) { for (unsigned i = 1; i < n; i++) { unsigned x = a[i], j = i; while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; } a[j] = x; } }
int e47(int *a, int lo, int hi) { int p = a[hi], i = lo; for (int j = lo; j < hi; j++) if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; } int t = a[i]; a[i] = a[hi]; a[hi] = t; return i; }
void e48(int *to, int *a, int *b, int n, int m) { int i = 0, j = 0, k = 0; while (i < n && j < m) to[k++] = a[i] <= b[j] ? a[i++] : b[j++]; while (i < n) to[k++] = a[i++]; while (j < m) to[k++] = b[j++]; }
int e49(const char *a, const char *b) { int i = 0; while (a[i] && a[i] == b[i]) i++; return a[i] - b[i]; }
void e50(char *to, const char *from) { while ((*to++ = *from++)); }
unsigned e52(const unsigned char *s, int n) { unsigned h = 5381; for (int i = 0; i < n; i++) h = h * 33 + s[i]; return h; }
int e53(const char *s) { int v = 0; while (*s >= '0' && *s <= '9') v = v * 10 + (*s++ - '0'); return v; }
/* matrices */
void f1(double *c, double *a, double *b, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } }
void f2(double *c, double *a, double *b, unsigned n) { for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < n; j++) { double s = 0; for (unsigned k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } }
void f3(double *c, double *a, double *b, size_t n) { for (size_t i = 0; i < n; i++) for (size_t j = 0; j < n; j++) { double s = 0; for (size_t k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } }
void f4(int n, int m, int k, double c[n][m], double a[n][k], double b[k][m]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int l = 0; l < k; l++) c[i][j] += a[i][l] * b[l][j]; }
void f5(double c[N][N], double a[N][N], double b[N][N]) { for (int i = 0; i < N; i++) for (int k = 0; k < N; k++) for (int j = 0; j < N; j++) c[i][j] += a[i][k] * b[k][j]; }
void f6(double *y, double *a, double *x, int n, int m) { for (int i = 0; i < n; i++) { y[i] = 0; for (int j = 0; j < m; j++) y[i] += a[i * m + j] * x[j]; } }
void f7(double *y, double *a, double *x, int n, int m, int lda) { for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) y[i] += a[j * lda + i] * x[j]; }
void f8(double a[N][N], int n) { for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) { double t = a[i][j]; a[i][j] = a[j][i]; a[j][i] = t; } }
double f9(double a[N][N]) { double t = 0; for (int i = 0; i < N; i++) t += a[i][i]; return t; }
double f10(double *a, int n) { double t = 0; for (int i = 0; i < n; i++) t += a[i * n + i]; return t; }
double f11(double *a, int n) { double t = 0; for (int i = 0; i < n; i++) t += a[i * n + (n - 1 - i)]; return t; }
double f12(double *a, unsigned n) { double t = 0; for (unsigned i = 0; i < n; i++) t += a[i * n + (n - 1 - i)]; return t; }
void f13(double *b, double *l, int n) { for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) b[i] -= l[i * n + j] * b[j]; b[i] /= l[i * n + i]; } }
void f15(int n, double a[n][n]) { for (int j = 0; j < n; j++) { double s = a[j][j]; for (int k = 0; k < j; k++) s -= a[j][k] * a[j][k]; a[j][j] = s; for (int i = j + 1; i < n; i++) { double t = a[i][j]; for (int k = 0; k < j; k++) t -= a[i][k] * a[j][k]; a[i][j] = t / s; } } }
void f16(int n, int d[n][n]) { for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j]; }
void f17(float *to, float *from, int nx, int ny, int nz) { for (int z = 1; z < nz - 1; z++) for (int y = 1; y < ny - 1; y++) for (int x = 1; x < nx - 1; x++) to[(z * ny + y) * nx + x] = from[(z * ny + y) * nx + x - 1] + from[(z * ny + y) * nx + x + 1] + from[(z * ny + y - 1) * nx + x] + from[((z + 1) * ny + y) * nx + x]; }
void f18(float to[N][N][N], float from[N][N][N]) { for (int z = 1; z < N - 1; z++) for (int y = 1; y < N - 1; y++) for (int x = 1; x < N - 1; x++) to[z][y][x] = from[z - 1][y][x] + from[z + 1][y][x] + from[z][y - 1][x] + from[z][y][x + 1]; }
void f19(float *a, int n) { for (int t = 0; t < 10; t++) for (int i = 1; i < n - 1; i++) a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3; }
void f20(float *a, int n, int m) { for (int i = n - 2; i >= 0; i--) for (int j = m - 1; j >= 0; j--) a[i * m + j] += a[(i + 1) * m + j]; }
void f21(float *a, unsigned n, unsigned m) { for (unsigned i = n - 1; i-- > 0;) for (unsigned j = m; j-- > 0;) a[i * m + j] += a[(i + 1) * m + j]; }
void f22(float *to, float *from, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[(n - 1 - j) * n + i] = from[i * n + j]; }
void f23(float *to, float *from, int b, int n) { for (int bi = 0; bi < n; bi += b) for (int bj = 0; bj < n; bj += b) for (int i = bi; i < bi + b; i++) for (int j = bj; j < bj + b; j++) to[j * n + i] = from[i * n + j]; }
void f24(float *to, const float *from, int n, int c, int h, int w) { for (int b = 0; b < n; b++) for (int k = 0; k < c; k++) for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) to[((b * h + y) * w + x) * c + k] = from[((b * c + k) * h + y) * w + x]; }
void f25(float *o, const float *in, const float *wt, int h, int w, int kh, int kw) { int oh = h - kh + 1, ow = w - kw + 1; for (int y = 0; y < oh; y++) for (int x = 0; x < ow; x++) { float s = 0; for (int i = 0; i < kh; i++) for (int j = 0; j < kw; j++) s += in[(y + i) * w + x + j] * wt[i * kw + j]; o[y * ow + x] = s; } }
double f27(double *v, int *col, int *row, double *x, int i) { double s = 0; for (int k = row[i]; k < row[i + 1]; k++) s += v[k] * x[col[k]]; return s; }
double f28(double *v, unsigned *col, unsigned *row, double *x, unsigned i) { double s = 0; for (unsigned k = row[i]; k < row[i + 1]; k++) s += v[k] * x[col[k]]; return s; }
double f29(double *v, size_t *col, size_t *row, double *x, size_t i) { double s = 0; for (size_t k = row[i]; k < row[i + 1]; k++) s += v[k] * x[col[k]]; return s; }
void f30(int *h, int *a, int n, int lo, int w) { for (int i = 0; i < n; i++) h[(a[i] - lo) / w]++; }
void f31(int h[256][3], unsigned char *p, int n) { for (int i = 0; i < n; i++) { h[p[3 * i]][0]++; h[p[3 * i + 1]][1]++; h[p[3 * i + 2]][2]++; } }
void f32(unsigned *crc, const unsigned char *p, int n, const unsigned t[256]) { unsigned c = *crc; for (int i = 0; i < n; i++) c = t[(c ^ p[i]) & 255] ^ (c >> 8); *crc = c; }
void f33(int *s, int n) { for (int i = 1; i <= n; i++) s[i] = s[i - 1] + i; }
int f36(int *t, int n, int i) { int s = 0; for (i++; i > 0; i -= i & -i) s += t[i]; return s; }
int f37(int *p, int i) { while (p[i] != i) { p[i] = p[p[i]]; i = p[i]; } return i; }
void f38(float *re, float *im, int n) { for (int len = 2; len <= n; len *= 2) for (int i = 0; i < n; i += len) for (int j = 0; j < len / 2; j++) { int u = i + j, v = i + j + len / 2; float x = re[u], y = re[v]; re[u] = x + y; re[v] = x - y; im[u] += im[v]; } }
void f39(unsigned char *to, const unsigned char *from, int w, int h, int stride) { for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) to[y * stride + x] = from[(h - 1 - y) * stride + (w - 1 - x)]; }
void f40(unsigned char *to, const unsigned char *from, unsigned w, unsigned h) { for (unsigned y = 0; y < h; y++) for (unsigned x = 0; x < w; x++) to[x * h + (h - 1 - y)] = from[y * w + x]; }
