// Nests that do more than a product. Each takes three sizes, three strides, three arrays and a number.
#define KERNELS(K)                                                                                                     \
  K(zeroed_rows) K(scaled_rows) K(rows_of_bias) K(clipped_rows) K(both) K(vector_zeroed) K(fixed_rows)                 \
  K(pointer_rows) K(longer_rows) K(shorter_rows) K(shifted_rows) K(zeroed_columns) K(next_row) K(in_every_round)       \
  K(of_the_product) K(read_before) K(read_behind) K(buffer) K(counted) K(other_rows) K(between) K(first_row)           \
  K(summed_too) K(called)
#define ARGUMENTS int m, int n, int l, int lda, int ldb, int ldc, T *A, T *B, T *C, T *s
