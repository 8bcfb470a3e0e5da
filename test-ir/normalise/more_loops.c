// More loops: three dimensions in every order and direction, images, matrices in structs, pointers from both ends, rings and stacks.
//
// Left out, since some version of LLVM makes another program of it: two stores from one load, which LLVM 16 loads twice; sizes passed in halves
// of a register, which later versions know not to be negative; limits at both ends, of which LLVM 22 makes calls of `smin` and `smax`;
// `a[-i]` for i from -n, a loop over all numbers of 32 bits in between.
// Left out, though one could be spelt as the other: `m * (n - i)` as `m * (n + ~i) + m`; differences of pointers cut to 32 bits, the sum before or
// after it is cut; sums in 32 bits which may wrap, in another order of their terms.
#include <stddef.h>
#include <stdint.h>
#define N 20
#define M 30
#define K 10
int q1(int a[K][M][N]) { int s = 0; for (int i = 0; i < K; i++) for (int j = 0; j < M; j++) for (int k = 0; k < N; k++) s = s * 3 + a[i][j][k]; return s; }
int q2(int a[K][M][N]) { int s = 0; for (int i = K - 1; i >= 0; i--) for (int j = M - 1; j >= 0; j--) for (int k = N - 1; k >= 0; k--) s = s * 3 + a[i][j][k]; return s; }
int q3(int a[K][M][N]) { int s = 0; for (unsigned k = 0; k < N; k++) for (unsigned j = 0; j < M; j++) for (unsigned i = 0; i < K; i++) s = s * 3 + a[i][j][k]; return s; }
int q4(int *a, int n, int m, int l) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++) s = s * 3 + a[i * m * l + j * l + k]; return s; }
int q5(int *a, unsigned n, unsigned m, unsigned l) { int s = 0; for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < m; j++) for (unsigned k = 0; k < l; k++) s = s * 3 + a[i * m * l + j * l + k]; return s; }
int q6(int *a, int n, int m) { int s = 0; for (int i = n - 1; i >= 0; i--) for (int j = 0; j < m; j++) s = s * 3 + a[i * m + j]; return s; }
int q7(int *a, int n, int m) { int s = 0; for (int i = 0; i < n; i++) for (int j = m - 1; j >= 0; j--) s = s * 3 + a[i * m + j]; return s; }
int q8(int *a, int n, int m) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 3 + a[(n - 1 - i) * m + (m - 1 - j)]; return s; }
int q9(int *a, unsigned n, unsigned m) { int s = 0; for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < m; j++) s = s * 3 + a[(n - 1 - i) * m + (m - 1 - j)]; return s; }
int q11(int **a, int n, int m) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 3 + a[i][m - j - 1]; return s; }
int q12(int **a, int n) { int s = 0; for (int i = n - 1; i >= 0; i--) s = s * 3 + a[i][0] + a[i][i]; return s; }
int q13(int **a, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s = s * 3 + a[n - i - 1][i + 1]; return s; }
int q14(int (*a)[N], int n) { int s = 0; for (int i = 0; i < n; i++) { int *r = a[i]; for (int j = 0; j < N; j++) s = s * 3 + r[j]; } return s; }
int q15(int (*a)[N], int n) { int s = 0; for (int (*r)[N] = a; r < a + n; r++) for (int j = 0; j < N; j++) s = s * 3 + (*r)[j]; return s; }
int q16(int (*a)[N], unsigned n) { int s = 0; for (unsigned i = n; i-- > 0;) { int *r = a[i]; for (unsigned j = N; j-- > 0;) s = s * 3 + r[j]; } return s; }
void q17(int *to, int *from, int n, int k) { for (int i = 0; i < n - k; i++) to[i] = from[i + k]; }
void q18(int *to, int *from, int n, int k) { for (int i = k; i < n; i++) to[i] = from[i - k]; }
void q19(int *to, int *from, unsigned n, unsigned k) { for (unsigned i = k; i < n; i++) to[i] = from[i - k]; }
void q20(int *to, int *from, int n) { for (int i = 0; i < n; i += 2) { to[i / 2] = from[i]; } }
void q23(int *to, int *from, int n) { for (int i = 0; i < n; i++) to[n - i] = from[i + n]; }
void q24(int *to, int *from, int n) { for (int i = n; i > 0; i -= 4) to[i - 4] = from[i - 1]; }
void q25(int *to, int *from, int n) { for (int i = n - 1; i >= 0; i -= 3) to[i] = from[2 * i]; }
void q26(short *to, signed char *from, int n) { for (int i = n - 1; i >= 0; i--) to[i] = from[n - 1 - i]; }
void q27(uint8_t *to, uint16_t *from, uint16_t n) { for (uint16_t i = 0; i < n; i++) to[i] = from[n - 1 - i]; }
void q28(uint8_t *to, uint16_t *from, uint16_t n) { for (uint16_t i = n; i > 0; i--) to[i - 1] = from[i]; }
void q29(double *to, double *from, int8_t n) { for (int8_t i = n; i >= 0; i--) to[i] = from[i + 1]; }
struct A { int k; double v[N]; struct { short p, q; } e[4]; };
struct R { float r, g, b, a; };
struct H { struct R *px; int w, h, stride; };
double s1(struct A *a, int n) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < N; j++) s = s * 3 + a[i].v[j]; return s; }
double s2(struct A *a, unsigned n) { double s = 0; for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < N; j++) s = s * 3 + a[i].v[N - 1 - j]; return s; }
int s3(struct A *a, int n) { int s = 0; for (int i = n - 1; i >= 0; i--) for (int j = 3; j >= 0; j--) s = s * 3 + a[i].e[j].q; return s; }
int s4(struct A *a, int n) { int s = 0; for (struct A *p = a; p != a + n; p++) s = s * 3 + p->k; return s; }
void s5(struct R *p, int n) { for (int i = 0; i < n; i++) { float y = p[i].r + p[i].g + p[i].b; p[i].r = p[i].g = p[i].b = y / 3; } }
void s6(struct H *im) { for (int y = 0; y < im->h; y++) for (int x = 0; x < im->w; x++) im->px[y * im->stride + x].a = 1; }
void s7(struct H *im) { for (int y = im->h - 1; y >= 0; y--) for (int x = im->w - 1; x >= 0; x--) im->px[y * im->stride + x].g = 0; }
void s8(struct H *to, const struct H *from) { for (int y = 0; y < to->h; y++) for (int x = 0; x < to->w; x++) to->px[y * to->w + x] = from->px[(from->h - 1 - y) * from->w + x]; }
struct R s9(struct H *im, int x, int y) { return im->px[y * im->w + x]; }
struct R s10(struct H *im, unsigned x, unsigned y) { return im->px[y * im->w + x]; }
float s11(struct R (*a)[8], int i, int j) { return a[i][j + 1].b; }
float s12(struct R a[4][8], int n) { float s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) s = s * 3 + a[i][j].g; return s; }
typedef struct { double *d; int n, m; } mat;
double t1(mat *a, int i, int j) { return a->d[i * a->m + j]; }
double t2(const mat a, int i, int j) { return a.d[i + j * a.n]; }
void t4(mat *restrict c, const mat *restrict a) { for (int i = 0; i < a->n; i++) for (int j = 0; j < a->m; j++) c->d[j * c->m + i] = a->d[i * a->m + j]; }
double t5(double *a, int n) { double s = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) s = s * 3 + a[i * n + j - i]; return s; }
double t6(double *a, int n) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n - i; j++) s = s * 3 + a[(i + j) * n + j]; return s; }
double t7(double *a, int n, int s0) { double s = 0; for (int i = 0; i < n; i++) s = s * 3 + a[-i * s0]; return s; }
double t8(double *a, long n, long s0) { double s = 0; for (long i = 0; i < n; i++) s = s * 3 + a[-i * s0 + n]; return s; }
double t9(double *a, int n) { double s = 0; for (int i = -n; i <= n; i++) s = s * 3 + a[i + n]; return s; }
double t11(double *a, int n) { a += n; double s = 0; for (int i = 1; i <= n; i++) s = s * 3 + a[-i]; return s; }
double t12(double *a, unsigned n) { a += n; double s = 0; for (unsigned i = 1; i <= n; i++) s = s * 3 + *(a - i); return s; }
double t13(double *p, double *q) { double s = 0; for (; p < q; p++, q--) s = s * 3 + p[0] * q[-1]; return s; }
long t14(long *p, long *q) { return q[-1] + p[(q - p) / 2] + p[q - p - 2]; }
int t16(const int *a, int n, int x) { for (int i = n; i-- > 0;) if (a[i] == x) return i; return -1; }
int t17(const int *a, unsigned n, int x) { for (unsigned i = n - 1; i < n; i--) if (a[i] == x) return i; return -1; }
int t18(int *h, int n) { int i = n; while (i > 1 && h[i / 2] < h[i]) { int t = h[i]; h[i] = h[i / 2]; h[i / 2] = t; i /= 2; } return i; }
void t19(int a[N][N]) { for (int i = 0; i < N; i++) for (int j = 0; j < i; j++) { int t = a[i][j]; a[i][j] = a[j][i]; a[j][i] = t; } }
void t20(int a[N][N], int n) { for (int l = 0; l < n / 2; l++) for (int i = l; i < n - 1 - l; i++) { int t = a[l][i]; a[l][i] = a[n - 1 - i][l]; a[n - 1 - i][l] = a[n - 1 - l][n - 1 - i]; a[n - 1 - l][n - 1 - i] = a[i][n - 1 - l]; a[i][n - 1 - l] = t; } }
void t23(float *o, const float *i, int n, int k) { for (int x = 0; x < n; x++) { float s = 0; for (int j = -k; j <= k; j++) s += i[(x + j + n) % n]; o[x] = s; } }
void t24(int *q, int n, int *head, int v) { q[*head] = v; *head = (*head + 1) % n; }
void t25(int *q, unsigned *head, int v) { q[*head & 255] = v; (*head)++; }
void t26(int *st, int *sp, int v) { st[(*sp)++] = v; }
int t27(int *st, int *sp) { return st[--*sp]; }
unsigned t28(unsigned *sp, unsigned *st) { return st[--*sp]; }
int t29(int c) { static const int tab[] = {1, 5, 9, 3}; return tab[c ? 1 : 3] + tab[c & 3]; }
int t30(int *a, int c, int i) { int *p = a; if (c) p += i; else p += 4; return p[2]; }
int t31(int *a, int c, int i, int j) { return c ? a[i + j] : a[i - j]; }
int t32(int *a, int *b, int c, int i) { return c ? a[i] : b[i + 1]; }
int t33(int (*a)[N], int c, int i, int j) { return *(c ? &a[i][j] : &a[j][i]); }
int t34(int (*a)[N], int c, int i, int j) { return *(c ? &a[i][j] : &a[i][j + 1]); }
int t35(int (*a)[N], int c, int i, int j) { return *(c ? &a[i][j] : &a[i + 1][j]); }
int t36(struct A *a, int c, int i) { return c ? a[i].e[1].p : a[i].e[3].q; }
