/* More loops of many kinds, and near misses. */
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
double g[100][100]; int gi[1000]; extern int n_global; _Thread_local double tl[100];
extern int constf(int) __attribute__((const)); extern int puref(const int*) __attribute__((pure)); extern void sink(void*);

// all
void down_unsigned(double *a, unsigned n) { for (unsigned i = n; i-- > 0;) a[i] = i; }
// all
void down_size(double *a, size_t n) { for (size_t i = n; i-- != 0;) a[i] = a[i] + 1; }
// all
void shorts(double *a, int n) { for (short i = 0; i < 100; i++) a[i] = n; }
// all
void chars_(double *a) { for (signed char i = -50; i < 50; i++) a[i + 50] = 1; }
// all
void mixed_widths(double *a, int n, long m) { for (int i = 0; i < n; i++) for (long j = i; j < m; j++) a[i + 10 * j] = i; }
void unsigned_guard(double *a, unsigned n, unsigned m) { for (unsigned i = 0; i < n; i++) if (i - 3u < m) a[i] = 1; else a[i + 2] = 4; }
void and_or(double *a, int n, int m, int k) { for (int i = 0; i < n; i++) if ((i > m && i < k) || i == 3) a[i] = 1; else a[2 * i] = 0; }
// all
void continue_(double *a, int n, int m) { for (int i = 0; i < n; i++) { if (i == m) continue; a[i] = 1; a[i + 1] += 2; } }
// all
void unsigned_tiles(unsigned n, double *a) { for (unsigned t = 0; t < n; t += 16) for (unsigned i = t; i < (t + 16 < n ? t + 16 : n); i++) a[i] = t; }
void walked(double *a, int n, int m) { for (int i = 0; i < n; i++) { double *p = a + i * 50; for (int j = 0; j < m; j++) *p++ = j; } }
// all
void walked_down(double *a, double *b, int n) { double *p = a + n; for (int i = 0; i < n; i++) *--p = b[i]; }
// some
void walked_through(double *a, int n, int m) { double *p = a; for (int i = 0; i < n; i++) for (int j = 0; j < 10; j++) *p++ = j + m; }
struct in { char c; short s[5]; struct { int x; double d[3]; } e[2]; };
// all
void globals(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) g[i][j] = g[j][i] + gi[3 * i - j + 200]; }
// all
void thread_local_(int n) { for (int i = 0; i < n; i++) tl[i] = i; }
// all
void param_stride(double *a, int n, int s) { for (int i = 0; i < n; i++) a[i * s] = i; }
// all
void param_strides(double *a, long n, long s, long t) { for (long i = 0; i < n; i++) for (long j = 0; j < n; j++) a[i * s * t + j * t + s] = i; }
// none
void param_step(double *a, int n, int s) { for (int i = 0; i < n; i += s) a[i] = i; }
// all
void chosen_before(double *a, double *b, int c, int n) { double *p = c ? a : b; for (int i = 0; i < n; i++) p[i] = i; }
// all
void const_call(double *a, int n) { for (int i = 0; i < n; i++) a[i] = constf(i); }
// none
void pure_call(int *a, int n) { for (int i = 0; i < n; i++) a[i] = puref(a); }
// none
void through_pointer(double *a, int n, int (*f)(int)) { for (int i = 0; i < n; i++) a[i] = f(i); }
// none
void asm_(double *a, int n) { for (int i = 0; i < n; i++) { a[i] = i; __asm__ volatile("" ::: "memory"); } }
void float_counter(double *a) { int k = 0; for (float x = 0; x < 1; x += 0.1f) a[k++] = x; }
// none
void breaks_outer(double *a, int n) { for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) if (a[i * 100 + j] > 5) goto out; a[i] = 1; } out:; }
// some
void vla(int n) { for (int i = 0; i < n; i++) { double t[i + 1]; for (int j = 0; j < i; j++) t[j] = j; sink(t); } }
// none
void fetch(int *a, int n) { for (int i = 0; i < n; i++) __atomic_fetch_add(&a[i], 1, 5); }
// none
void global_bound(double *a) { for (int i = 0; i < n_global; i++) sink(a + i); }
// all
void struct_copy(struct in *p, struct in *q, int n) { for (int i = 0; i < n; i++) p[i] = q[n - i]; }
// all
void moved(char *a, int n, int m) { for (int i = 0; i < n; i++) memmove(a + i * m, a + i * m + 1, m - 1); }
// none
void moved_by_data(char *a, const int *l, int n) { for (int i = 0; i < n; i++) memmove(a + i, a + n, l[i]); }
// all
void two_guards(double *a, int n, int m, int k) { if (n > m) { if (k > 3) for (int i = m; i < n; i++) a[i] = 1; } }
// all
void around_if(double *a, double *b, int n, int m) { for (int i = 0; i < n; i++) { if (i < m) for (int j = 0; j < i; j++) a[j] = b[i]; else for (int j = i; j < n; j++) b[j] = a[i]; } }
// all
void switch_iter(double *a, int n) { for (int i = 0; i < n; i++) switch (i) { case 0: a[0] = 1; break; case 3: a[5] = 2; break; case 9: a[4] += 7; break; case 12: a[3] = a[9]; break; default: a[i] = 3; } }
// all
void not_equal_guard(double *a, int n, int m) { for (int i = 0; i < n; i++) if (i != m) a[i] = a[m]; }
// all
void min_unsigned(double *a, unsigned n, unsigned m) { for (unsigned i = 0; i < n; i++) a[i < m ? i : m] = 1; }
// all
void abs_diff(double *a, int n, int m) { for (int i = 0; i < n; i++) a[i > m ? i - m : m - i] = 1; }
// all
void triangle_down(int n, double a[50][50]) { for (int i = 0; i < n; i++) for (int j = n - 1; j > i; j--) for (int k = j; k >= i; k--) a[k][j] += a[i][j]; }
// all
void negative_start(double *a, int n) { for (int i = -n; i <= n; i++) a[i + n] = i; }
// all
void big_stride(double *a, int n) { for (int i = 0; i < n; i += 1000000) a[i] = i; }
// all
void by_minus_seven(double *a, int n) { for (int i = n; i >= -20; i -= 7) a[i + 20] = i; }
// all
void reverse_copy(char *a, const char *b, size_t n) { for (size_t i = 0; i < n; i++) a[i] = b[n - i - 1]; }
// all
void half_open(int *a, int *b, int *e) { while (b < e) *a++ = *b++; }
// all
void do_down(double *a, int n) { do { a[n] = 1; } while (n-- > 0); }
// all
void bools(char *a, int n, int m) { for (int i = 0; i < n; i++) a[i] = i < m; }
// all
void bool_index(double *a, int n, int m) { for (int i = 0; i < n; i++) a[(i < m) * 5 + 2 * (i == 3)] += 1; }
// none
void bit_index(double *a, unsigned n) { for (unsigned i = 0; i < n; i++) a[i ^ 5] += 1; }
// none
void shifted_by(double *a, int n) { for (int i = 0; i < n; i++) a[1 << i] += 1; }
// none
void hash_(double *a, unsigned n) { for (unsigned i = 0; i < n; i++) a[(i * 2654435761u) >> 20] += 1; }
// none
void collatz(double *a, int n) { for (int i = 1; i < n; i++) { int k = i; while (k != 1) { a[k] += 1; k = k % 2 ? 3 * k + 1 : k / 2; } } for (int i = 0; i < n; i++) a[i] = 0; }
// none
void fib(double *a, int n) { int x = 0, y = 1; for (int i = 0; i < n; i++) { a[x] = i; int z = x + y; x = y; y = z; } }
// some
void row_by_data(double a[100][100], const int *k, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[k[i]][j] = 1; }
// some
void bound_by_data(double *a, const int *k, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < k[i]; j++) a[j] += 1; }
// all
void wraps_u32(double *a, unsigned n, unsigned s) { for (unsigned i = 0; i < n; i++) a[i + s] = 1; }
// none
void u16_wrap(double *a, int n) { unsigned short k = 65000; for (int i = 0; i < n; i++) a[k++] = i; }
// none
void mod_pow2(double *a, unsigned n) { for (unsigned i = 0; i < n; i++) a[i & 7] += 1; }
// none
void last_read(int *a, int n) { for (int i = 0; i < n; i++) a[a[i] ? i : 0] = 2; }

// The first block of the outer loop is the guard of the inner one, which alone has a description: no shape explains two products.
// some
void guard_in_a_header(long k, long n, long m, long p, int *a, float *v) {
  for (long i = k; i < 10; i += 2) {
    for (long j = 2; j < n; j += 3)
      a[j] = a[j + 1];
    v[i * m] = 1;
    v[i * p] = 2;
  }
}
// What lies in which arm, values carried past one, and numbers near the ends of their type.
// all
void arms_by_continue(int n, int *a, int *b) { for (int i = 0; i < n; i++) { if (i == 2) continue; if (i == 5) { a[i] = 1; continue; } if (i > 8) b[i] = 1; else a[i + 1] = 2; } }
void narrow_switch(int n, unsigned char m, int *a, int *b) { for (int i = 0; i < n; i++) switch (m) { case 200: a[i] = 1; break; case 255: b[i] = 1; break; case 1: a[i + 1] = 4; break; case 3: b[i + 7] = 3; } }
void truth_of_a_parameter(int n, _Bool m, int *a, int *b) { for (int i = 0; i < n; i++) { if (m) a[i] = 1; else b[i + 1] = 1; if (m == (i > 3)) b[i] = 4; } }
// all
void difference_of_unsigned(unsigned k, unsigned n, int *a) { for (unsigned i = 0; i < n - k; i++) a[i] = 1; }
// all
void to_with_unsigned(unsigned k, unsigned n, int *a) { for (unsigned i = k; i <= n; i++) a[i - k + 1] = 1; }
