// Accesses as they are written in C. Every supported clang spells them its own way; normalised, they are one.
#define N 40

double plain(double *a, long i) { return a[i]; }
double constant_index(double *a) { return a[5]; }
double first(double *a) { return *a; }
double next_one(double *a, long i) { return a[i + 1]; }
double before(double *a, long i) { return a[i - 1]; }
double backwards(double *a, long n, long i) { return a[n - i]; }
double from_the_end(double *a, long n) { return a[n - 1]; }
double negative(double *a, long i) { return a[-i]; }
double negative_step(double *a, long i) { return a[10 - 3 * i]; }

float narrow_index(float *a, int i) { return a[i]; }
float narrow_next(float *a, int i) { return a[i + 1]; }
float narrow_unsigned(float *a, unsigned i) { return a[i]; }
float narrow_unsigned_next(float *a, unsigned i) { return a[i + 1]; }
float short_index(float *a, short i) { return a[i]; }
float char_index(float *a, unsigned char i) { return a[i + 3]; }
float narrow_product(float *a, int i, int n) { return a[i * n + 2]; }
float twice(float *a, int i) { return a[2 * i + 1]; }
float shifted(float *a, long i) { return a[i << 3]; }
float masked(float *a, long i) { return a[(i << 2) | 1]; }

int two_d(int a[N][N], long i, long j) { return a[i][j]; }
int two_d_narrow(int a[N][N], int i, int j) { return a[i][j]; }
int two_d_around(int a[N][N], long i, long j) { return a[i - 1][j + 1] + a[i + 1][j - 1]; }
int two_d_by_hand(int *a, long i, long j, long n) { return a[i * n + j]; }
int two_d_of_n(long n, int a[n][n], long i, long j) { return a[i][j]; }
int two_d_of_n_narrow(int n, int a[n][n], int i, int j) { return a[i][j]; }
short three_d(short a[N][N][N], long i, long j, long k) { return a[i][j][k]; }
short three_d_part(short a[N][N][N], long i) { return a[i][2][3]; }
short three_d_of_n(long n, long m, short a[][n][m], long i, long j, long k) { return a[i][j][k]; }
long diagonal(long a[N][N], long i) { return a[i][i]; }
double rows(double **a, long i, long j) { return a[i][j]; }
double row_pointer(double (*a)[N], long i, long j) {
  double *row = a[i];
  return row[j];
}

struct point { double x, y; };
struct mixed { char tag; int value; short list[6]; struct point at; };
struct arrays { double x[N], y[N]; int count; };
double array_of_structs(struct point *p, long i) { return p[i].x * p[i].y; }
double array_of_structs_narrow(struct point *p, int i) { return p[i].y; }
double struct_of_arrays(struct arrays *s, long i) { return s->x[i] * s->y[i]; }
int field(struct mixed *m) { return m->value; }
short list_in_struct(struct mixed *m, long i, long j) { return m[i].list[j]; }
double nested(struct mixed *m, long i) { return m[i].at.y; }
double next_struct(struct mixed *m, long i) { return m[i + 1].at.x; }

double global_1[N], global_2[N][N];
static struct arrays global_s;
struct arrays *escape(void) { return &global_s; }
double from_global(long i) { return global_1[i]; }
double from_global_constant(void) { return global_1[7]; }
double from_global_2(long i, long j) { return global_2[i][j]; }
double from_global_row(long j) { return global_2[3][j]; }
double from_global_struct(long i) { return global_s.y[i]; }
void to_global(double v) { global_2[2][5] = v; }

long chosen(long *a, long i, long j, int c) { return *(c ? &a[i] : &a[j]); }
long chosen_or_first(long *a, long i, int c) { return *(c ? a + i : a); }
void stored(int *a, long i, int v) { a[i] = v; }
void stored_2(int a[N][N], int i, int j, int v) { a[i][j] = v; }
char bytes(char *p, long i) { return p[i]; }
int pointer_steps(int *p, long i) {
  p += i;
  p += 2;
  return *p;
}
int cast_and_step(char *p, long i) { return *(int *)(p + 4 * i); }

double sum(double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
double sum_unsigned(double *a, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i < n; i++)
    s += a[i];
  return s;
}
void stencil(double *to, double *from, long n) {
  for (long i = 1; i < n - 1; i++)
    to[i] = from[i - 1] + from[i] + from[i + 1];
}
void multiply(double a[N][N], double b[N][N], double c[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}
void multiply_by_hand(double *restrict a, double *restrict b, double *restrict c, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
void reversed(int *a, int *b, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[n - 1 - i];
}
void scale_points(struct point *p, int n, double f) {
  for (int i = 0; i < n; i++) {
    p[i].x *= f;
    p[i].y *= f;
  }
}
