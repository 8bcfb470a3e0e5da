// Products of matrices and vectors, and of vectors. Each takes three sizes, three strides, three arrays and a number.
#define KERNELS(K)                                                                                                     \
  K(gemv_scaled) K(gemv_both) K(gemv_onto) K(gemv_minus) K(gemv_columns) K(gemv_in_place) K(gemv_interchanged)         \
  K(gemv_beta) K(gemv_zeroed) K(gemv_clipped) K(gemv_bias) K(gemv_memory) K(gemver) K(ger) K(ger_scaled) K(ger_minus)  \
  K(ger_strided) K(axpy_minus) K(syrk) K(gemv_alpha_of_row) K(gemv_triangle) K(gemv_of_y) K(gemv_some) K(ger_of_row)   \
  K(ger_square) K(ger_some) K(axpy_of_y) K(axpy_factor) K(gemv_running)
#define ARGUMENTS int m, int n, int l, int lda, int ldb, int ldc, T *A, T *B, T *C, T *s
