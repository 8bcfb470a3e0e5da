// Counting loops, and loops that are none. clang rotates them and puts a guard before those that may not run.
void up(float *a, long n) { for (long i = 0; i < n; i++) a[i] = 1; }
void fixed(float *a) { for (int i = 3; i < 100; i += 7) a[i] = 1; }
void down(float *a, long n) { for (long i = n; i-- > 0;) a[i] = i; }
void narrow(float *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }
void wraps(float *a, unsigned n) { for (unsigned i = 0; i != n; i += 3) a[i] = 1; }
void variable_step(float *a, long from, long to, long step) { for (long i = from; i < to; i += step) a[i] = 1; }
void many_blocks(float *a, long n, long k) {
  for (long i = 0; i < n; i++) {
    if (i == k) a[2 * i] = 2;
    a[i] += 1;
  }
}
float sum(float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++) s += a[i];
  return s;
}
void nest(float *a, long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) a[i * m + j] = 1;
}
// Near misses.
long two_exits(float *a, long n) {
  for (long i = 0; i < n; i++)
    if (a[i] == 0) return i;
  return -1;
}
long moving_end(float *a, long n) {
  long i = 0;
  for (; i < n; i++)
    if (a[i] == 0) n--;
  return i;
}
void doubling(float *a, long n) { for (long i = 1; i < n; i *= 2) a[i] = 1; }
void pointers(float *a, float *end) { for (; a != end; a++) *a = 1; }
int list(int **p) {
  int n = 0;
  for (; p; p = (int **)*p) n++;
  return n;
}
float straight(float *a) { return a[0] + a[1]; }
long g(long), h(long);
void two_starts(float *a, long n, int c, long k) {
  long i = 0;
  if (c) {
    g(k);
    i = k;
  }
  do a[i] = 1; while (++i != n);
}
void two_steps(float *a, long n) {
  long i = 0;
  do {
    if (h(i)) {
      g(i);
      i += 2;
      continue;
    }
    a[i++] = 1;
  } while (i != n);
}
void exit_in_the_middle(long n) {
  for (;;) {
    long k = 0;
    do g(k); while (++k != n);
    if (h(n)) break;
    g(-1);
  }
}
void ahead(float *a, long n) { for (long i = 0; i + 3 < n; i += 2) a[i] = 1; }
