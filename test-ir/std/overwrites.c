// Stores to the arrays that a loop reads, and to those that it fills.

// The next round reads what this one stores.
void ahead(int *restrict a, int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    b[i] = a[i];
    a[i + 1] = 0;
  }
}

// The round before has read it.
void behind(int *restrict a, int *restrict b, int n) {
  for (int i = 1; i < n; i++) {
    b[i] = a[i];
    a[i - 1] = 0;
  }
}

void anywhere(int *restrict a, const int *restrict k, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    a[k[i]] = 1;
  }
}

// Each round stores to two elements of its own.
void pairs(int *restrict a, int n) {
  for (int i = 0; i < n; i += 2) {
    a[i] = 0;
    a[i + 1] = 1;
  }
}

// An element is overwritten in the same round.
void again(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    if (b[i] > 0)
      a[i] = b[i];
  }
}

// Both halves of a matrix.
void halves(int n, const int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int s = b[i] * b[j];
      c[i * n + j] = s;
      c[j * n + i] = s;
    }
}

// Two columns at once.
void columns(int n, const int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += 2) {
      c[i * n + j] = b[i];
      c[i * n + j + 1] = b[j];
    }
}

// The elements lie on diagonals.
void diagonals(int n, const int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i + j] = b[i] * b[j];
}

// A value that is multiplied in each round.
int doubling(const int *a, int n) {
  int k = 1;
  while (a[k] < n)
    k += k;
  return k;
}
