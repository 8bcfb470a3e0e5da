// Values that a loop computes and writes: in each round or some, and what becomes of them.

void sink(int);

void filled(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i & 3;
}

// Some rounds write.
void capped(int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > 3)
      sink(a[i]), a[i] = 7;
}

// The quotient is the same in each round, but for those without one.
void divided(int *a, const int *b, int n, int x, int y) {
  for (int i = 0; i < n; i++)
    if (b[i])
      a[i] = x / y;
}

void quotients(int *a, const int *b, int n, int y) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] / y;
}

int found(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}

// What is handed on is no counter.
int hashed(const int *a, int n) {
  int h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 ^ a[i];
  return h;
}
