// Branches to errors, and others that look like them.
void abort(void) __attribute__((noreturn));
int seldom(int) __attribute__((cold));
int known(int) __attribute__((cold, const));
int often(int);
void asserted(int n, int m, int *a) {
  for (int i = 0; i < n; i++) {
    if (i > m) abort();
    a[i] = 0;
  }
}
void cold(int n, int *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 3) seldom(i);
    a[i] = 0;
  }
}
void cold_and_const(int n, int *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 3) a[i] = known(i);
    a[0] += i;
  }
}
void usual(int n, int *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 3) often(i);
    a[i] = 0;
  }
}
void outside(int n, int m, int *a) {
  if (n > m) abort();
  for (int i = 0; i < n; i++) a[i] = 0;
}
void cold_loop(int n, int m, int *a) {
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    for (int j = 0; j < m; j++) seldom(j);
  }
}
