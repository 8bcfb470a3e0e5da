// Products of matrices with factors and signs. Each takes three sizes, three strides, three arrays and a number.
#define KERNELS(K)                                                                                                     \
  K(alpha_in_sum) K(alpha_beta) K(beta_only) K(alpha_onto) K(scaled) K(negated) K(minus) K(minus_behind)               \
  K(minus_onto) K(minus_scaled) K(less_itself) K(minus_beta) K(both_factors) K(in_place) K(in_place_minus) K(interchanged)           \
  K(transposed) K(zeroed_by_factor) K(factor_of_row) K(factor_of_column) K(factor_of_round) K(factor_of_element)       \
  K(beta_of_row) K(stored_in_rounds) K(other_element) K(other_array) K(running) K(from_one) K(some_rounds)\
  K(triangle) K(second_store) K(left_early) K(min_plus) K(squared) K(zero_in_memory) K(beta_in_memory) K(one_in_memory) K(next_in_memory) K(zero_behind)
#define ARGUMENTS int m, int n, int l, int lda, int ldb, int ldc, T *A, T *B, T *C, T *s
