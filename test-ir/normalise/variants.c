// Accesses in unseen combinations: one dimension to three, structs of arrays and arrays of structs, globals, choices; indices of all widths and
// signs.
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#define N 32
/* 1-D */
double a1(double *a, int i) { return a[i + 3]; }
double a2(double *a, int i) { return a[i - 3]; }
double a3(double *a, int i) { return a[3 - i]; }
double a4(double *a, unsigned i) { return a[3 - i]; }
double a5(double *a, unsigned i) { return a[i - 3]; }
double a6(double *a, int n, int i) { return a[n - i]; }
double a7(double *a, unsigned n, unsigned i) { return a[n - i]; }
double a8(double *a, long n, int i) { return a[n - i]; }
double a9(double *a, long n, unsigned i) { return a[n - i]; }
double a10(double *a, size_t n, int i) { return a[n - i - 1]; }
double a11(double *a, short i) { return a[i * 2]; }
double a12(double *a, unsigned short i) { return a[i * 2 + 1]; }
double a13(double *a, signed char i) { return a[-i]; }
double a14(double *a, int i) { return a[~i]; }
double a15(double *a, int i) { return a[-i]; }
double a16(double *a, int i) { return a[i & 15]; }
double a17(double *a, unsigned i) { return a[i & 15]; }
double a18(double *a, int i) { return a[i & ~1]; }
double a19(double *a, unsigned i) { return a[i | 1]; }
double a20(double *a, int i) { return a[i ^ 1]; }
double a21(double *a, int i) { return a[i >> 1]; }
double a22(double *a, unsigned i) { return a[i >> 1]; }
double a23(double *a, int i) { return a[i << 1]; }
double a24(double *a, unsigned i) { return a[i << 1]; }
double a25(double *a, unsigned i) { return a[i % 8]; }
double a26(double *a, int i) { return a[i % 8]; }
double a27(double *a, unsigned i) { return a[i / 8]; }
double a28(double *a, unsigned i) { return a[(i / 8) * 8]; }
double a29(double *a, uint64_t i) { return a[(i >> 3) << 3]; }
double a30(double *a, int i, int j) { return a[i * j]; }
double a31(double *a, unsigned i, unsigned j) { return a[i * j]; }
double a32(double *a, int i, int j) { return a[(i + 1) * (j + 1)]; }
double a33(double *a, int i, int j) { return a[i * j + i]; }
double a34(double *a, int i, int j, int k) { return a[i + j + k]; }
double a35(double *a, int i, int j, int k) { return a[i - j - k]; }
double a36(double *a, int i, int j, int k) { return a[(i - j) * 4 + k]; }
double a37(double *a, int i, int j, int k) { return a[i * 12 + j * 4 + k]; }
double a38(double *a, int *b, int i) { return a[b[i] * 2]; }
double a39(double *a, unsigned *b, int i) { return a[b[i] + 1]; }
double a40(double *a, unsigned char *b, int i) { return a[b[i] - 'a']; }
double a41(double *a, short *b, int i) { return a[b[i] + b[i + 1]]; }
double a42(double *a, long i) { return *(a + i + 1); }
double a43(double *a, long i) { return (a + 2 * i)[1]; }
double a44(double *a, long i) { return *(double *)((char *)a + i); }
double a45(double *a, long i) { return *(double *)((char *)a + 8 * i + 4); }
double a46(double *a, bool c) { return a[c]; }
double a47(double *a, bool c) { return a[c * 4]; }
double a48(double *a, bool c) { return a[c + 4]; }
double a49(double *a, int x, int y) { return a[x < y]; }
double a50(double *a, int x, int y) { return a[(x < y) * 3]; }
double a51(double *a, int x, int y) { return a[x < y ? x : y]; }
double a52(double *a, unsigned x, unsigned y) { return a[x < y ? x : y]; }
double a53(double *a, int x) { return a[x < 0 ? 0 : x]; }
double a54(double *a, int x) { return a[x < 0 ? 0 : x > 9 ? 9 : x]; }
double a55(double *a, int x) { return a[x < 0 ? -x : x]; }
double a56(double *a, int x, int n) { return a[x < 0 ? x + n : x]; }
double a57(double *a, int x, int n) { return a[x >= n ? x - n : x]; }
double a58(double *a, long x, long n) { return a[x >= n ? x - n : x]; }
double a59(double *a, int c) { return a[c ? 2 : 6] * a[c ? 6 : 2]; }
double a60(double *a, double *b, int c, long i) { return (c ? a : b)[i]; }
double a61(double *a, long i, int c) { return a[i + (c ? 1 : -1)]; }
double a62(double *a, int i, int c) { return a[i + (c ? 1 : -1)]; }
double a63(double *a, long i, int c) { return a[c ? i : -i]; }
double a64(double *a, long i, int c) { return a[c ? i + 1 : i - 1]; }
double a65(double *a, int i, int c) { return a[c ? i + 1 : i - 1]; }
double a66(double *a, unsigned i, int c) { return a[c ? i + 1 : i - 1]; }
double a67(double *a, int i, int j, int c) { return a[c ? i : j + 1]; }
double a68(double *a, unsigned i, unsigned j, int c) { return a[c ? i : j]; }
double a69(double (*a)[N], int i, int j, int c) { return a[c ? i : j][c ? j : i]; }
double a70(double (*a)[N], int i, int c) { return *(c ? &a[i][0] : &a[0][i]); }
/* 2-D, 3-D */
int b1(int a[N][N], int i, int j) { return a[i + 1][j - 1]; }
int b2(int a[N][N], unsigned i, unsigned j) { return a[i][j]; }
int b3(int a[N][N], unsigned i, unsigned j) { return a[i + 1][j + 1]; }
int b4(int a[N][N], int n, int i, int j) { return a[n - i][n - j]; }
int b5(int a[N][N], unsigned char i, unsigned char j) { return a[i][j]; }
int b6(int *a, int i, int j, int n) { return a[i * n + j]; }
int b7(int *a, unsigned i, unsigned j, unsigned n) { return a[i * n + j]; }
int b8(int *a, size_t i, size_t j, int n) { return a[i * n + j]; }
int b9(int *a, int i, int j) { return a[i * 32 + j]; }
int b10(int *a, int i, int j) { return a[(i << 5) + j]; }
int b11(int *a, unsigned i, unsigned j) { return a[(i << 5) | (j & 31)]; }
int b12(int *a, int i, int j, int k, int n, int m) { return a[(i * n + j) * m + k]; }
int b13(int *a, long i, long j, long k, long n, long m) { return a[(i * n + j) * m + k]; }
int b14(int a[N][N][N], int i, int j, int k) { return a[i][j][k]; }
int b15(int a[N][N][N], int i, int j, int k) { return a[i - 1][j + 1][k + 2]; }
int b16(int a[N][N][N], unsigned i, unsigned j, unsigned k) { return a[k][j][i]; }
int b17(int n, int m, int a[][n][m], int i, int j, int k) { return a[i][j][k + 1]; }
int b18(int (*a)[N][N], long i) { return a[i][i][i]; }
int *b19(int (*a)[N], long i) { return a[i] + 3; }
int b20(int (*a)[N], long i) { int *r = a[i]; return r[0] + r[1] + r[N - 1]; }
int b21(int **a, int i, int j) { return a[i + 1][j + 1]; }
int b22(int ***a, int i, int j, int k) { return a[i][j][k]; }
int b23(int (**a)[4], int i, int j, int k) { return a[i][j][k]; }
int b24(int a[N][N], int i) { return a[i][N - 1 - i]; }
int b25(int a[N][N], unsigned i) { return a[i][N - 1 - i]; }
int b26(int a[N][N], size_t i) { return a[N - 1 - i][i]; }
int b27(int (*a)[3], int i) { return a[i][0] * a[i][1] * a[i][2]; }
int b28(int (*a)[3][5], int i, int j) { return a[i][j][4] - a[j][i][0]; }
int b29(int a[N][N], int i, int j) { return *(*(a + i) + j); }
int b30(int a[N][N], int i, int j) { return (&a[i][0])[j + N]; }
/* structs */
struct P { float x, y, z; };
struct L { struct P a, b; int id; };
struct M { char n[7]; struct L l[3]; double w; };
struct S { int n; float x[N], y[N], z[N]; };
struct V { float *x, *y; int n; };
union U { int i[4]; float f[4]; short s[8]; };
struct __attribute__((packed)) Q { char c; int v; short t[3]; };
struct B { unsigned lo : 5, hi : 11; int rest; };
float c1(struct P *p, int i) { return p[i].z; }
float c2(struct P *p, unsigned i) { return p[i + 1].y; }
float c3(struct L *p, long i) { return p[i].b.y - p[i].a.y; }
float c4(struct M *m, long i, long j) { return m[i].l[j].b.z; }
char c5(struct M *m, int i, int j) { return m[i].n[j]; }
float c6(struct S *s, int i) { return s->x[i] + s->y[i] + s->z[i]; }
float c7(struct S *s, int k, int i) { return s[k].y[i + 1]; }
float c8(struct V *v, int i) { return v->x[i] * v->y[i]; }
float c9(struct V *v, int k, int i) { return v[k].y[i - 1]; }
int c10(union U *u, int i) { return u->i[i] + (int)u->f[i]; }
int c11(union U *u, int k, int i) { return u[k].s[i]; }
int c12(struct Q *q, int i) { return q[i].v + q[i].t[2]; }
int c13(struct Q *q, int i, int j) { return q[i].t[j]; }
int c14(struct B *b, int i) { return b[i].hi + b[i].rest; }
float c15(struct P (*p)[8], int i, int j) { return p[i][j].y; }
float c16(struct P **p, int i, int j) { return p[i][j].y; }
float c17(struct L *l, int i, int w) { return (w ? &l[i].a : &l[i].b)->y; }
float c18(struct L *l, int i, int w) { return w ? l[i].a.y : l[i].b.y; }
float c19(struct L *l, int i, int j, int w) { return (w ? l + i : l + j)->b.x; }
float c20(struct P *p, int i) { float *f = &p->x; return f[i]; }
float c21(struct P *p, int i, int j) { float *f = &p[i].x; return f[j]; }
void c22(struct P *p, int n, float d) { for (int i = 0; i < n; i++) p[i].x += d * p[i].y; }
void c23(struct S *s, float d) { for (int i = 0; i < s->n; i++) s->x[i] += d * s->y[i]; }
void c24(struct P *p, struct P *q, int n) { for (int i = 0; i < n; i++) p[i] = q[n - 1 - i]; }
void c25(struct L *p, int n) { for (int i = n; i-- > 0;) p[i].id = i; }
float c26(struct M *m, int n) { float s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += m[i].l[j].a.x; return s; }
/* globals */
static int g1[N], g2[N][N]; int g3[N][N][N]; static struct P gp[N]; struct S gs; static struct L gl; extern int gx[]; extern struct P gq[];
void use(void *); void esc(void) { use(g1); use(g2); use(gp); use(&gl); }
int d1(int i) { return g1[i + 1]; }
int d2(unsigned i) { return g1[i - 1]; }
int d3(int i, int j) { return g2[i][j + 1]; }
int d4(int i) { return g2[3][i] + g2[i][3]; }
int d5(int i, int j, int k) { return g3[i][j][k]; }
int d6(int i) { return g3[1][2][i] + g3[1][i][2] + g3[i][1][2]; }
float d7(int i) { return gp[i].y + gp[4].z; }
float d8(int i) { return gs.y[i] + gs.z[5]; }
float d9(void) { return gl.b.y; }
int d10(int i) { return gx[i] + gx[10]; }
float d11(unsigned i) { return gq[i].y; }
int d12(int c) { return g1[c ? 3 : 5]; }
int d13(int c, int i) { return *(c ? &g1[i] : &g1[2]); }
int d14(int c, int i) { return *(c ? &g2[i][1] : &g2[2][i]); }
int *d15(int i) { return &g2[i][i]; }
void d16(int v) { for (int i = 0; i < N; i++) g1[i] = v * i; }
void d17(void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) g2[i][j] = g2[j][i] + g1[i]; }
int d18(void) { int s = 0; for (int i = N - 1; i >= 0; i--) s = s * 5 + g1[i]; return s; }
