// Loops that a BLAS has a function for. Each takes three sizes, three strides, three arrays and a number.
#define KERNELS(K)                                                                                                     \
  K(flat_int) K(flat_size) K(flat_unsigned) K(strided) K(transposed_a) K(transposed_b) K(both_transposed) K(added)     \
  K(interchanged) K(downward) K(dot) K(dot_strided) K(dot_onto) K(square) K(axpy) K(scal) K(gemv) K(gemv_added)        \
  K(gemv_columns) K(row_by_row) K(gemv_down) K(dot_down) K(dot_backward) K(dot_mixed) K(axpy_down) K(axpy_pointers)    \
  K(axpy_backward) K(axpy_mixed) K(axpy_from) K(axpy_to) K(scal_down) K(added_behind) \
  K(gemv_behind) K(five_behind) K(some_behind) K(gemv_some_behind)
#define ARGUMENTS int m, int n, int l, int lda, int ldb, int ldc, T *A, T *B, T *C, T *s
