// compile: --target=aarch64 -ffreestanding -march=armv8-a+sve -O0
// compile: --target=aarch64 -ffreestanding -march=armv8-a+sve -O2 -ffast-math
// compile: --target=aarch64 -ffreestanding -march=armv8-a+sve2 -O3 -mllvm -scalable-vectorization=preferred
#include <arm_sve.h>

void daxpy(long n, double a, double *x, double *y) {
  for (long i = 0; i < n; i += svcntd()) {
    svbool_t lanes = svwhilelt_b64(i, n);
    svfloat64_t sum = svmla_m(lanes, svld1(lanes, y + i), svld1(lanes, x + i), svdup_f64(a));
    svst1(lanes, y + i, sum);
  }
}

svint32x2_t pair(svint32_t a, svint32_t b) { return svcreate2(a, svrev(b)); }

float norm(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return __builtin_sqrtf(sum);
}
