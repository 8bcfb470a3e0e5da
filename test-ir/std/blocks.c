// Arithmetic in several spellings, and loops that are more than a `For`.

double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

double plain(double a, double b, double c) { return c + a * b; }

// A sum without a product.
double no_product(double a, double b, double c) { return a + b + c; }

int least(int a, int b) { return a < b ? a : b; }

// Neither the lesser nor the greater: always the first where they differ.
int other(int a, int b, int c) { return a < b ? a : c; }

// Two loops in each other.
void nested(int *a, long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i * 100 + j] += 1;
}

// Two loops behind each other.
void in_a_row(int *a, int *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] += 1;
  for (long i = 0; i < n; i++)
    b[i] ^= a[i];
}

// Leaves the loop where a zero is found, or behind the last one.
long search(const int *a, long n) {
  for (long i = 0; i < n; i++)
    if (a[i] == 0)
      return i;
  return -1;
}

// The pointer itself goes on, by one element.
int walk(const int *p, const int *end) {
  int s = 0;
  do
    s ^= *p++;
  while (p != end);
  return s;
}

// The pointer stays, the index goes on.
int indexed(const int *p, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s ^= p[i];
  return s;
}

// The pointer goes where memory says.
struct Node { struct Node *next; int value; };
int list(const struct Node *p) {
  int s = 0;
  do {
    s ^= p->value;
    p = p->next;
  } while (p);
  return s;
}

// Straight code: the phi is none of a loop.
int joined(int c, int a, int b) {
  int r;
  if (c) { r = a / b; } else { r = a * b; }
  return r + 1;
}

// Three loops in each other: two nests of two, one of three.
void deep(int *a, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        a[i * 100 + j * 10 + k] += 1;
}

// One side of the branch also writes memory.
int written(int c, int a, int b, int *p) {
  int r;
  if (c) { *p = a; r = a / b; } else { r = a * b; }
  return r + 1;
}
