// Loops and data structures, as programs have them.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
typedef struct { float m[4][4]; } mat4;
typedef struct { int id; mat4 world; struct { short u, v; } uv[3]; } vertex;
typedef struct node { struct node *next; long key; double w[3]; } node;
float m4(mat4 *m, int r, int c) { return m->m[r][c]; }
float m4arr(mat4 *m, int k, int r, int c) { return m[k].m[r][c + 1]; }
short uv(vertex *v, int i, int k) { return v[i].uv[k].v; }
void transpose(double *a, double *b, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[j * n + i] = a[i * n + j]; }
void transpose_sz(double *a, double *b, size_t n) { for (size_t i = 0; i < n; i++) for (size_t j = 0; j < n; j++) b[j * n + i] = a[i * n + j]; }
void jacobi(int n, double a[n][n], double b[n][n]) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]); }
void jacobi_fixed(double a[64][64], double b[64][64]) { for (int i = 1; i < 63; i++) for (int j = 1; j < 63; j++) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]); }
void stencil3(double *a, double *b, int n) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) for (int k = 1; k < n - 1; k++) b[(i * n + j) * n + k] = a[((i - 1) * n + j) * n + k] + a[((i + 1) * n + j) * n + k]; }
int suffix(int *a, int n, int i) { return a[n - i - 1]; }
int suffix_u(int *a, unsigned n, unsigned i) { return a[n - i - 1]; }
int down2(int *a, int n) { int s = 0; for (int i = n - 1; i >= 1; i -= 2) s = s * 3 + a[i] - a[i - 1]; return s; }
void rev2(long *a, long n) { for (long i = 0, j = n - 1; i < j; i++, j--) { long t = a[i]; a[i] = a[j]; a[j] = t; } }
void copy_stride(float *to, float *from, int n, int s) { for (int i = 0; i < n; i++) to[i] = from[i * s]; }
void copy_stride_l(float *to, float *from, long n, long s) { for (long i = 0; i < n; i++) to[i * 2] = from[i * s + 3]; }
double dot(double *restrict a, double *restrict b, unsigned n) { double s = 0; for (unsigned i = 0; i < n; i++) s += a[i] * b[i]; return s; }
double dot_ptr(double *a, double *b, double *end) { double s = 0; while (a != end) s += *a++ * *b++; return s; }
double tri(double *a, int n) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) s += a[i * (i + 1) / 2 + j]; return s; }
void lu(double *a, int n) { for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) { a[i * n + k] /= a[k * n + k]; for (int j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j]; } }
void gather(double *to, double *from, int *idx, int n) { for (int i = 0; i < n; i++) to[i] = from[idx[i]]; }
void gather_u(double *to, double *from, unsigned short *idx, int n) { for (int i = 0; i < n; i++) to[i + 1] = from[idx[i] + 2]; }
void spmv(double *y, double *v, double *x, int *row, int *col, int n) { for (int i = 0; i < n; i++) { double s = 0; for (int k = row[i]; k < row[i + 1]; k++) s += v[k] * x[col[k]]; y[i] = s; } }
void histogram(int *h, unsigned char *p, int n) { for (int i = 0; i < n; i++) h[p[i]]++; }
double list(node *n) { double s = 0; for (; n; n = n->next) s += n->w[1]; return s; }
double list_k(node *n, int k) { double s = 0; for (; n; n = n->next) s += n->w[k]; return s; }
double pick(double *a, int i, int j, int c) { return a[c ? i : j]; }
double pick_ptr(double *a, int i, int j, int c) { double *p = c ? a + i : a + j; return p[1]; }
double pick_two(double (*a)[8], long i, long j, int c) { double *p = c ? a[i] : a[j]; return p[2]; }
static int table[16][4]; int *tab(void) { return table[0]; }
int lookup(unsigned k) { return table[k & 15][k >> 4 & 3]; }
int lookup2(unsigned char k) { return table[k >> 4][k & 3]; }
void set_table(int i) { for (int j = 0; j < 4; j++) table[i][j] = j; }
int bit_or(int *a, int i) { return a[i * 4 | 3]; }
int bit_or_u(int *a, unsigned i) { return a[i * 4 | 1]; }
long half(long *a, int i) { return a[i / 2]; }
long halfu(long *a, unsigned i) { return a[i / 2]; }
long modulo(long *a, int i, int n) { return a[i % n]; }
uint64_t ring(uint64_t *a, uint64_t i) { return a[(i + 1) & 63]; }
char str(const char *s, int i) { return s[i]; }
void mid(short (*a)[5][7], int i, int j) { for (int k = 0; k < 7; k++) a[i][j][k] = (short)(a[i - 1][j][k] + a[i][j - 1][k]); }
int heap(int *a, int i) { return a[2 * i + 1] + a[2 * i + 2] + a[(i - 1) / 2]; }
int heapz(int *a, size_t i) { return a[2 * i + 1] + a[2 * i + 2] + a[(i - 1) / 2]; }
void prefix(int *a, int n) { for (int i = 1; i < n; i++) a[i] += a[i - 1]; }
void bubble(int *a, int n) { for (int i = 0; i < n - 1; i++) for (int j = 0; j < n - i - 1; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }
void knap(int *d, int *w, int *v, int n, int W) { for (int i = 0; i < n; i++) for (int c = W; c >= w[i]; c--) { int x = d[c - w[i]] + v[i]; if (x > d[c]) d[c] = x; } }
int lcs(char *a, char *b, int n, int m, int t[n + 1][m + 1]) { for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : t[i - 1][j] > t[i][j - 1] ? t[i - 1][j] : t[i][j - 1]; return t[n][m]; }
