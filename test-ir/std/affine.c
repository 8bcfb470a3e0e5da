// Indices of accesses in a loop nest over i and j: affine in both, in one, in none, or not at all.
void stencil(float *restrict b, float *restrict a, long n, long m) {
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m; j++) b[i * m + j] = a[i * m + j - 1] + 1;
}
void reversed(float *a, int n) { for (int i = 0; i < n; i++) a[3 * (n - i) + 5] = 1; }
void constant_index(float *a, long n, long k) { for (long i = 0; i < n; i++) a[k * k] += i; }
// Near misses.
void square(float *a, long n) { for (long i = 0; i < n; i++) a[i * i] = 1; }
void indirect(float *a, long *k, long n) { for (long i = 0; i < n; i++) a[k[i]] = 1; }
void quotient(float *a, unsigned long n) { for (unsigned long i = 0; i < n; i++) a[i / 3] = 1; }
void masked(float *a, unsigned long n) { for (unsigned long i = 0; i < n; i++) a[i & 7] += 1; }
void plain(float *a, long n) { for (long i = 0; i < n; i++) a[i] = 1; }
