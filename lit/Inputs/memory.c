// Prints checksums of what is computed through many kinds of addresses.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 23
struct point { double x, y; };
struct mixed { char tag; int value; short list[6]; struct point at; struct mixed *next; };
static int grid[N][N];
static short cube[5][6][7];
static struct mixed pool[40];
static uint64_t state = 88172645463325252u;

static uint32_t any(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}
static uint64_t mix(uint64_t sum, uint64_t value) { return (sum ^ value) * 1099511628211u; }

__attribute__((noinline)) static void multiply(long n, double a[n][n], double b[n][n], double c[n][n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
__attribute__((noinline)) static uint64_t reversed(const int *a, int n) {
  uint64_t sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum = mix(sum, (uint64_t)a[i] * (unsigned)a[n - 1 - i]);
  return sum;
}
__attribute__((noinline)) static int *chosen(int *a, unsigned char i, int j, int c) { return c ? &a[i] : &a[j + 3]; }
__attribute__((noinline)) static int *chosen_twice(int *a, long i, int c, int d) {
  return c ? (d ? a + i : a + 2 * i + 1) : a;
}
__attribute__((noinline)) static void sort(uint16_t *a, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++) {
      uint16_t v = a[i];
      int j = i;
      for (; j >= gap && a[j - gap] > v; j -= gap)
        a[j] = a[j - gap];
      a[j] = v;
    }
}
__attribute__((noinline)) static uint64_t bits(uint64_t x, uint8_t k) {
  uint64_t low = x & 255, high = (uint64_t)k << 8, top = x << 63;
  int32_t s = (int32_t)((uint32_t)x << 31);
  return (high | low) + (top | (x >> 1 & 7)) + (uint64_t)(int64_t)s;
}
__attribute__((noinline)) static __int128 wide(uint64_t high, uint64_t low) {
  return (__int128)(((unsigned __int128)high << 64) | low) * 3;
}
__attribute__((noinline)) static uint64_t walk(struct mixed *at) {
  uint64_t sum = 0;
  for (; at; at = at->next)
    for (int i = 0; i < 6; i++)
      sum = mix(sum, (uint64_t)at->list[i] + (uint64_t)at->value + (uint64_t)(at->at.y * 4));
  return sum;
}
__attribute__((noinline)) static int text(const char *s, char *to, int shift) {
  int n = 0;
  for (const char *p = s; *p; p++)
    to[n++] = p[0] == ' ' ? '_' : (char)('a' + (p[0] - 'a' + shift) % 26);
  to[n] = 0;
  return n;
}

int main(void) {
  uint64_t sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      grid[i][j] = (int)(any() % 1000) - 500;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      grid[i][j] = grid[i - 1][j] - grid[i + 1][j] + 2 * grid[i][j - 1] - grid[i][j + 1] % 7;
  for (int i = 0; i < N; i++)
    sum = mix(sum, reversed(grid[i], N));
  printf("grid %016llx\n", (unsigned long long)sum);

  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 7; k++)
        cube[i][j][k] = (short)(any() ^ cube[4 - i][5 - j][6 - k]);
  for (unsigned k = 0; k < sizeof cube / sizeof ***cube; k++)
    sum = mix(sum, (uint16_t)(&cube[0][0][0])[k]);
  printf("cube %016llx\n", (unsigned long long)sum);

  double *m = malloc(3 * 81 * sizeof *m);
  for (int i = 0; i < 2 * 81; i++)
    m[i] = (double)(any() % 64) / 8 - 3;
  multiply(9, (double(*)[9])m, (double(*)[9])(m + 81), (double(*)[9])(m + 162));
  for (int i = 0; i < 81; i++)
    sum = mix(sum, (uint64_t)(int64_t)(m[162 + i] * 64));
  free(m);
  printf("product %016llx\n", (unsigned long long)sum);

  for (int i = 0; i < 200; i++) {
    int *p = chosen(grid[3], (unsigned char)(any() % 20), (int)(any() % 20) - 3, any() & 1);
    int *q = chosen_twice(grid[5], any() % 11, any() & 1, any() & 1);
    *p += *q + (int)(p - grid[0]);
    sum = mix(sum, (uint64_t)*p + (uint64_t)(q - grid[0]));
  }
  printf("chosen %016llx\n", (unsigned long long)sum);

  uint16_t numbers[150];
  for (int i = 0; i < 150; i++)
    numbers[i] = (uint16_t)any();
  sort(numbers, 150);
  for (int i = 0; i < 150; i++)
    sum = mix(sum, numbers[i]);
  printf("sorted %016llx\n", (unsigned long long)sum);

  for (int i = 0; i < 100; i++) {
    __int128 w = wide(any(), ((uint64_t)any() << 32) | any());
    sum = mix(sum, bits(((uint64_t)any() << 32) | any(), (uint8_t)any()) + (uint64_t)(w >> 64) + (uint64_t)w);
  }
  printf("bits %016llx\n", (unsigned long long)sum);

  for (int i = 0; i < 40; i++) {
    pool[i].value = (int)any();
    pool[i].at.y = any() % 1000;
    pool[i].next = i ? &pool[(i * 7) % i] : NULL;
    for (int j = 0; j < 6; j++)
      pool[i].list[j] = (short)any();
  }
  printf("walk %016llx\n", (unsigned long long)walk(&pool[39]));

  char out[64];
  int n = text("the quick brown fox jumps", out, 3);
  printf("text %d %s\n", n, out);
  return 0;
}
