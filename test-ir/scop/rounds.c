// Rounds that no test precedes, what is read behind a loop, and lengths in bytes.
#include <string.h>

// all
void at_least_once(int n, double *a, double *b) { int i = 0; do { a[i] = b[i] + 1; i++; } while (i < n); }
// all
void inner_at_least_once(int n, int m, double a[40][40]) {
  for (int i = 0; i < n; i++) { int j = i; do { a[i][j] = 1.5 * a[j][i]; j++; } while (j < m); }
}
// all
void down_at_least_once(int n, double *a, double *b) { int i = n; while (1) { a[i] = b[i] + 1; if (--i <= 3) break; } }
// all
void last_index(int n, double *a, double *b, int *out) {
  int i, k = 0; for (i = 0; i < n; i += 3) { a[i] = b[i]; k = i; } *out = k;
}
// all
void last_indices(int n, double *a, double *b, int *out) {
  for (int j = 0; j < n; j++) { int i, k = 0; for (i = j; i < n; i += 3) { a[i] = b[i]; k = i; } out[j] = k; }
}
// all
void half(int n, double *a) { for (int i = 0; i < n / 2; i++) a[i] = a[n - 1 - i]; }
// all
void cut_choice(int n, int *a) { for (long i = 0; i < n; i++) { int k = (int)i; a[k < 5 ? 5 - k : k - 5] = k; } }
// all
void pieces_of_bytes(int n, int m, short *a) { for (int i = 0; i < n; i++) memset(&a[i], 0, m); }
// all
void short_in_int(int n, int *a) { for (int i = 0; i < n; i++) *(short *)(a + i) = 1; }
