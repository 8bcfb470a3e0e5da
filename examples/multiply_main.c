/* Multiplies two matrices of the given size and prints the time. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void multiply(int n, const double *A, const double *B, double *C);

int main(int count, char **words) {
    int n = count > 1 ? atoi(words[1]) : 512;
    if (n < 1 || n > 10000)
        return 1;
    double *A = calloc(n * n, sizeof *A), *B = calloc(n * n, sizeof *B), *C = calloc(n * n, sizeof *C);
    if (!A || !B || !C)
        return 1;
    for (int k = 0; k < n * n; k++) {
        A[k] = k % 7 - 3;
        B[k] = k % 5 - 2;
    }
    clock_t begin = clock();
    multiply(n, A, B, C);
    printf("%.3f s, the last number is %g\n", (double)(clock() - begin) / CLOCKS_PER_SEC, C[n * n - 1]);
    return 0;
}
