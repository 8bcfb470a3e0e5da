// compile: -O0 -std=gnu11
// compile: -O2 -std=gnu11
// compile: -O3 -std=gnu11 -march=x86-64-v4 -ffast-math
// compile: -O2 -std=gnu11 -fsanitize=undefined,address
// compile: -O2 -std=gnu11 -fstack-protector-all -ftrapv -fprofile-generate
// compile: -O2 -std=gnu11 -ffp-model=strict
// compile: -O2 -std=gnu11 -fno-builtin
// A probe goes before the first instruction of its block that has a line, without -g before the terminator, where it
// stops tail call elimination from seeing `gotos` return its calls' sum.
// compile -g: -O2 -std=gnu11 -fpseudo-probe-for-profiling
// compile: -O2 -std=gnu11 -flto
// compile: -O2 -std=gnu11 -flto=thin
// compile: -O2 -std=gnu11 --target=riscv64 -march=rv64gcv -ffreestanding
// compile: -O2 -std=gnu11 --target=powerpc64le -ffreestanding
// compile: -O2 -std=gnu11 --target=s390x -ffreestanding
#include <stdarg.h>

double sqrt(double);
void *escape(void *);

_Atomic int counter;
int plain;
_Thread_local int local;

int gotos(int n) {
  static void *targets[] = {&&zero, &&one, &&many};
  goto *targets[n > 1 ? 2 : n];
zero:
  return 0;
one:
  return 1;
many:
  return gotos(n - 1) + gotos(n - 2);
}

int assembly(int x) {
  asm goto("" : : "r"(x) : : out);
  asm volatile("" : "+r"(x) : : "memory");
  return x;
out:
  return -1;
}

int variadic(int n, ...) {
  va_list list;
  va_start(list, n);
  long double sum = 0;
  while (n--)
    sum += va_arg(list, double);
  va_end(list);
  return sum;
}

int atomics(int x) {
  counter += x;
  int expected = x;
  __atomic_compare_exchange_n(&plain, &expected, 3, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return expected + local++;
}

__int128 wide(__int128 a, unsigned long b) { return a / 3 * b + ((__int128)1 << 100); }

_Complex double complex(_Complex double a, double b) { return a * a / b + sqrt(b * b); }

typedef float float8 __attribute__((vector_size(32)));
float8 vectors(float8 a, float8 b, int at) {
  float8 c = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  c[at] = b[0];
  return c + a * b;
}

int variable(int n) {
  int sizes[n];
  escape(sizes);
  __builtin_assume(n > 0);
  return sizes[n - 1];
}

struct big {
  long words[20];
};
struct big copy(struct big b, int n) {
  b.words[n & 7] = n;
  return b;
}

unsigned switches(unsigned x) {
  switch (x) {
  case 0 ... 3: return x * 3;
  case 7: case 9: case 11: x++;
  case 100: return x;
  case 0x7fffffff: __builtin_trap();
  default: for (;;) local++;
  }
}
