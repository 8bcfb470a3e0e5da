// What `Reduction` and `{s} += e` describe, beside what is none.

int sum(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

// Each sum is stored: the array is not fixed in the loop.
void prefix_sums(int *restrict b, const int *restrict a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    b[i] = s += a[i];
}

// What is added depends on the sum.
int doubled(const int *a, long n) {
  int s = 1;
  for (long i = 0; i < n; ++i)
    s += a[s];
  return s;
}

// Under a condition.
int chosen(const int *a, const int *b, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    if (b[i])
      s += a[i];
  return s;
}

// The last one is kept, nothing is taken up.
int last(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s = a[i];
  return s;
}

int largest(const int *a, long n) {
  int s = a[0];
  for (long i = 1; i < n; ++i)
    s = a[i] > s ? a[i] : s;
  return s;
}

// LLVM chooses between what is taken up and 0.
int over(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] < 7 ? a[i] : 0;
  return s;
}

// The other number changes the sum.
int over_or_one(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] < 7 ? a[i] : 1;
  return s;
}

// LLVM adds the condition.
int count(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    if (a[i] < 7)
      ++s;
  return s;
}

int down(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    if (a[i] < 7)
      --s;
  return s;
}

// What is added is 0, 1, or more.
int bytes(const unsigned char *a, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
