// Products that loops go on from. Each takes three sizes, three strides, three arrays and a number.
#define KERNELS(K)                                                                                                     \
  K(bias) K(bias_first) K(clipped) K(clipped_bias) K(squared) K(function) K(minus) K(transposed) K(chosen) K(row_bias) \
  K(fixed) K(of_index) K(old_too) K(next_too) K(other_product) K(in_rounds) K(twice) K(summed) K(running) K(some)      \
  K(triangle) K(left_early) K(second_array)
#define ARGUMENTS int m, int n, int l, int lda, int ldb, int ldc, T *A, T *B, T *C, T *s
