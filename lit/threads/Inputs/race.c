// Two threads add to one number.
#include <stdio.h>

int main(void) {
  long sum = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100000; i++)
    sum += i;
  printf("%d\n", sum > 0);
}
