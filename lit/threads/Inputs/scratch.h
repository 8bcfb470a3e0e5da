// The kernels by name, and whether threads run their rounds.
#define KERNELS(X)                                                                                           \
  X(scratch_inside, 1) X(scratch_inside_some, 1) X(scratch_before, 1) X(scratch_static, 1)                   \
  X(scratch_argument, 1) X(scratch_pairs, 1) X(scratch_zeroed, 1) X(scratch_rows, 1) X(scratch_down, 1)      \
  X(scratch_in_place, 1) X(scratch_of_some, 1) X(deviates, 1)                                                \
  X(scratch_hole, 0) X(scratch_if, 0) X(scratch_late, 0) X(scratch_some_behind, 0) X(scratch_one_more, 0)    \
  X(scratch_read_more, 0) X(scratch_varying, 0) X(scratch_left, 0) X(scratch_odd, 0) X(scratch_pointer, 0)   \
  X(searched_bin, 1) X(searched_weight, 1) X(searched_in_bins, 0) X(searched_beyond, 0)

typedef struct {
  double *a, *b;
  int *x;
  long *h;
} Data;
