// The kernels by name, and whether threads run their rounds.
#define KERNELS(X)                                                                                           \
  X(map, 1) X(in_place, 1) X(sum, 1) X(sum_of_floats, 1) X(difference, 1) X(sum_in_some, 1) X(two_sums, 1)   \
  X(product, 1) X(least, 1) X(greatest_float, 1) X(greatest_by_branch, 1) X(all_bits, 1) X(any_bits, 1)      \
  X(odd_bits, 1) X(sum_of_rows, 1) X(narrow_sum, 1) X(rows, 1) X(columns, 0) X(jacobi, 1) X(smooth, 1)       \
  X(triples, 1) X(even, 1) X(downward, 1) X(walk, 1) X(strided_walk, 1) X(behind, 1) X(map_and_sum, 1)       \
  X(stores_in_some, 1) X(histogram, 1) X(small_histogram, 1) X(weights, 1) X(two_updates, 1)                 \
  X(narrow_bins, 1) X(bits_of_bins, 1) X(sum_in_memory, 1) X(gather, 1) X(gather_of_one, 1) X(narrowed, 0) X(roots, 1) X(sparse, 1)             \
  X(scan, 0) X(recurrence, 0) X(from_next, 0) X(by_offset, 0) X(one_element, 0) X(scatter, 0)                \
  X(any_index, 1) X(bins_read, 0) X(bins_compared, 1) X(unknown_call, 0) X(thread_local_read, 0)             \
  X(sets_errno, 0) X(search, 0) X(last_value, 1) X(compared_sum, 0) X(mixed, 0) X(triangle, 0)               \
  X(two_back, 0) X(overlapping_rows, 0) X(of_volatile, 0)                                                    \
  X(range, 1) X(range_less, 1) X(range_rest, 1) X(range_of_three, 1) X(range_sum, 1) X(range_down, 1)        \
  X(range_of_two, 1) X(range_rows, 1) X(range_inside, 1) X(range_next, 0) X(range_back, 0)                   \
  X(by_two, 1) X(by_three_down, 1) X(by_four_unsigned, 1) X(by_two_inside, 1) X(by_two_pairs, 1)             \
  X(by_five_from, 1) X(by_two_overlap, 0) X(by_two_sum, 1)                                                   \
  X(last_of_some, 1) X(last_element, 1) X(last_two, 1) X(last_in_rows, 1) X(found, 1) X(found_flag, 1)       \
  X(last_pointer, 1) X(last_read, 0) X(first_of_some, 0) X(last_of_last, 0) X(last_stored, 0)                \
  X(least_at, 1) X(last_least_at, 1) X(greatest_at, 1) X(last_greatest_at, 1) X(least_float_at, 1)           \
  X(last_least_float_at, 1) X(least_at_of_some, 1) X(least_in_rows, 1) X(greatest_unsigned_at, 1)            \
  X(least_three, 1) X(least_and_store, 0) X(least_or_reset, 0) X(least_by_two, 0) X(least_twice, 0)          \
  X(least_count, 0) X(least_from_other, 0) X(least_in_eight, 0)                                              \
  X(sum_before, 0) X(bin_behind, 0) X(bin_before, 0) X(last_before, 0) X(element_behind, 1)                                                                                          \
  X(saturating, 1) X(saturating_narrow, 1) X(saturating_signed, 1) X(saturating_bytes, 1)                    \
  X(saturating_other, 1) X(saturating_by_argument, 1) X(saturating_least, 1) X(saturating_unknown, 1)        \
  X(saturating_in_some, 1)                                                                                   \
  X(saturating_counted, 0) X(saturating_twice, 0) X(saturating_by_two, 0) X(saturating_down, 0)              \
  X(saturating_above, 0) X(saturating_by_bin, 0) X(saturating_else, 0)

typedef struct {
  double *a, *b;
  int *x;
  long *h;
} Data;
