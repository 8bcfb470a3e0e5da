// Accesses to memory and calls in loops.
float dot(float *a, float *b, long n) {
  float s = 0;
  for (long i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
void scale(float *a, float x, long n) { for (long i = 0; i < n; i++) a[i] *= x; }
float table[100];
void from_global(float *a, int *index, long n) { for (long i = 0; i < n; i++) a[i] = table[index[i]]; }
void one_place(float *a, float *s, long n) { for (long i = 0; i < n; i++) *s += a[i]; }
void no_memory(long n) { long k = 0; do __asm__ volatile(""); while (++k != n); }
long chase(long *p, long n) {
  long s = 0;
  for (long i = 0; i < n; i++) {
    s += p[1];
    p = (long *)p[0];
  }
  return s;
}
float rows(float **rows, long n) {
  float s = 0;
  for (long i = 0; i < n; i++) s += rows[i][2];
  return s;
}
struct node { struct node *next; float x; };
void list(struct node *p) { for (; p; p = p->next) p->x = 0; }
__attribute__((const)) float pure1(float);
__attribute__((pure)) float pure2(float *);
float any(float);
float sqrtf(float);
void calls_pure(float *a, long n) { for (long i = 0; i < n; i++) a[i] = pure1(a[i]) + pure1(i); }
void calls_reading(float *a, long n) { for (long i = 0; i < n; i++) a[i] = pure2(a + i); }
void calls_none(float *a, long n) { for (long i = 0; i < n; i++) a[i] = i; }
void calls_any(float *a, long n) { for (long i = 0; i < n; i++) a[i] = any(pure1(a[i])); }
void calls_pointer(float *a, float (*f)(float), long n) { for (long i = 0; i < n; i++) a[i] = f(a[i]); }
void call_behind(float *a, long n) {
  for (long i = 0; i < n; i++) a[i] = i;
  any(0);
}
