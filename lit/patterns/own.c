// Twelve descriptions as a user writes them, from the page on patterns: what each finds, and what it does not.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %project/examples/own.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %project/examples/own.candl -- -Os -ffast-math
#include <stdatomic.h>
#include <stdlib.h>
typedef unsigned char u8; typedef unsigned u32;
struct s { int a; struct s *next; int refs; double d; };
int ref1(int *p) { return __atomic_fetch_sub(p, 1, __ATOMIC_ACQ_REL) == 1; } // LastReference
int ref2(atomic_int *p) { return atomic_fetch_add(p, -1) == 1; } // LastReference
int ref3(int *p) { return __sync_sub_and_fetch(p, 1) == 0; } // LastReference
void ref4(struct s *p) { if (atomic_fetch_sub((atomic_int *)&p->refs, 1) == 1) free(p); } // LastReference
int ref5(int *p) { return __atomic_sub_fetch(p, 1, __ATOMIC_RELEASE) > 0; } // -
int ref6(int *p) { return --*p == 0; } // -
int ref7(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_RELAXED) == 1; } // -
double lerp1(double a, double b, double t) { return a + (b - a) * t; } // Between
double lerp2(double a, double b, double t) { return a * (1 - t) + b * t; } // Between
float lerp3(float a, float b, float t) { return (1 - t) * a + t * b; } // Between
float lerp4(float a, float b, float t) { return t * (b - a) + a; } // Between
void lerp5(float *o, const float *a, const float *b, float t, int n) { for (int i = 0; i < n; i++) o[i] = (1 - t) * a[i] + t * b[i]; } // Between
double lerp6(double a, double b, double t) { return a + (b + a) * t; } // -
double lerp7(double a, double b, double t, double u) { return a * (1 - t) + b * u; } // -
int sad1(const u8 *a, const u8 *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += abs(a[i] - b[i]); return s; } // AbsoluteDifferences
u32 sad2(const u8 *a, const u8 *b, int n) { u32 s = 0; for (int i = 0; i < n; i++) s += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]; return s; } // AbsoluteDifferences
int sad3(const short *a, const short *b, size_t n) { int s = 0; while (n--) { int d = *a++ - *b++; s += d < 0 ? -d : d; } return s; } // AbsoluteDifferences
int sad4(u8 (*a)[16], u8 (*b)[16], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += abs(a[i][j] - b[i][j]); return s; } // AbsoluteDifferences
int sad5(const u8 *a, const u8 *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] - b[i]; return s; } // -
int sad6(const u8 *a, const u8 *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += abs(a[i] - b[i + 1]); return s; } // -
void sh1(int *a, int n) { for (int i = n - 1; i > 0; i--) { int j = rand() % (i + 1); int t = a[i]; a[i] = a[j]; a[j] = t; } } // ChangesPlaces
void sh2(double *a, size_t n) { for (size_t i = 0; i + 1 < n; i++) { size_t j = i + rand() % (n - i); double t = a[j]; a[j] = a[i]; a[i] = t; } } // ChangesPlaces
void sh3(struct s **a, int n) { while (n > 1) { int j = rand() % n--; struct s *t = a[j]; a[j] = a[n]; a[n] = t; } } // ChangesPlaces
void sh4(int *a, int n) { for (int i = n - 1; i > 0; i--) { int j = rand() % (i + 1); a[i] = a[j]; a[j] = i; } } // -
void rv1(int *a, int n) { for (int i = 0, j = n - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; } } // Reversed
void rv2(char *s, size_t n) { for (size_t i = 0; i < n / 2; i++) { char t = s[i]; s[i] = s[n - i - 1]; s[n - i - 1] = t; } } // Reversed
void rv3(double *lo, double *hi) { while (lo < --hi) { double t = *lo; *lo++ = *hi; *hi = t; } } // -
void rv4(int *restrict a, int *restrict b, int n) { for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[n - i]; b[n - i] = t; } } // -
static const float H[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};
void fir1(float *restrict y, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += H[j] * x[i + j]; y[i] = s; } } // FixedFilter
void fir2(float *restrict y, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; const float *p = x + i; for (int j = 0; j < m; j++) s += *p++ * H[j]; y[i] = s; } } // FixedFilter
void fir3(float *restrict y, const float *restrict x, const float *h, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += h[j] * x[i + j]; y[i] = s; } } // -
u32 pk1(u8 lo, u8 hi) { return lo | hi << 8; } // TwoBytes
u32 pk2(const u8 *p) { return p[0] + p[3] * 256; } // TwoBytes
unsigned short pk3(const u8 *p) { return (unsigned short)(p[5] << 8 | p[2]); } // TwoBytes
u32 pk4(u8 lo, u8 hi) { return lo | hi << 4; } // -
u32 pk5(signed char lo, u8 hi) { return lo | hi << 8; } // -
u32 ru1(u32 x) { return (x + 7) & ~7u; } // RoundedUp
size_t ru2(size_t x) { return (x + 63) / 64 * 64; } // RoundedUp
u32 ru3(u32 x) { return (x + 15) >> 4 << 4; } // RoundedUp
u32 ru4(u32 x) { return (x + 7) & ~3u; } // -
u32 ru5(u32 x) { return x & ~7u; } // -
int rg1(int i, int n) { return i + 1 == n ? 0 : i + 1; } // NextInRing
int rg2(int i, int n) { return (i + 1) % n; } // NextInRing
u32 rg3(u32 i, u32 n) { if (++i == n) i = 0; return i; } // NextInRing
u32 rg4(u32 i, u32 n) { return ++i >= n ? 0 : i; } // -
int rg5(int i, int n) { return i == n ? 0 : i + 1; } // -
double av1(const double *x, int n, double a) { double y = 0; for (int i = 0; i < n; i++) y += a * (x[i] - y); return y; } // Between MovingAverage
double av2(const double *x, int n, double a) { double y = x[0]; for (int i = 1; i < n; i++) y = y + (x[i] - y) * a; return y; } // Between MovingAverage
void av3(float *x, int n) { float y = 0; for (int i = 0; i < n; i++) { y += 0.25f * (x[i] - y); x[i] = y; } } // Between MovingAverage
double av4(const double *x, int n, double a) { double y = 0; for (int i = 0; i < n; i++) y += a * (x[i] + y); return y; } // -
int fd1(struct s *p) { return p ? p->a : 0; } // FieldOrDefault
int fd2(struct s *p) { if (!p) return -1; return p->refs; } // FieldOrDefault
double fd3(struct s *p, double d) { return p != NULL ? p->d : d; } // FieldOrDefault
int fd4(struct s *p) { return p->next ? p->a : 0; } // -
int fd5(struct s *p, struct s *q) { return p ? q->a : 0; } // -
void rs1(int *restrict b, const int *restrict a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; b[i] = s; } } // RunningSum
void rs2(double *restrict b, const double *restrict a, int n) { b[0] = a[0]; for (int i = 1; i < n; i++) b[i] = b[i - 1] + a[i]; } // RunningSum
void rs3(long *a, long n) { long s = 0; for (long i = 0; i < n; i++) { s += a[i]; a[i] = s; } } // RunningSum
void rs4(int *restrict b, const int *restrict a, int n) { int s = 0; for (int i = 0; i < n; i++) { b[i] = s; s += a[i]; } } // -
void rs5(int *restrict b, const int *restrict a, int n) { int s = 0; for (int i = 0; i < n; i++) { s = a[i]; b[i] = s; } } // -
