// With -g clang outlines a region twice (`.omp_outlined_debug__` and a wrapper around it) and gives every call of the
// runtime its place in the source as a string.
// compile -g: -O0 -fopenmp
// compile -g: -O2 -fopenmp
// compile: -O2 -fopenmp-simd
double dot(const double *x, const double *y, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 4)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

void scale(float *restrict x, float f, int n) {
#pragma omp simd aligned(x : 64) safelen(8)
  for (int i = 0; i < n; i++)
    x[i] *= f;
}

int count(const int *x, int n) {
  int hits = 0;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      if (x[i] > 0) {
#pragma omp atomic
        hits++;
      }
#pragma omp critical
    hits += 0;
  }
  return hits;
}
