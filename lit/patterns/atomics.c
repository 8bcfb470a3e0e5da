// The operation and the ordering of atomic accesses. Behind each function stands what is found in it.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/atomics.candl -- -O2
// RUN: %python %inputs/expected.py O1 %s %idiom %S/Inputs/atomics.candl -- -O1
#define GIVE(order) __atomic_fetch_sub(count, 1, order)

int give(int *count) { return GIVE(__ATOMIC_RELEASE); } // GivenBack
int give_and_take(int *count) { return GIVE(__ATOMIC_ACQ_REL); } // GivenBack
int give_in_order(int *count) { return GIVE(__ATOMIC_SEQ_CST); } // GivenBack Strongest
int give_relaxed(int *count) { return GIVE(__ATOMIC_RELAXED); } // Relaxed
int give_too_early(int *count) { return GIVE(__ATOMIC_ACQUIRE); } // -
int give_two(int *count) { return __atomic_fetch_sub(count, 2, __ATOMIC_RELEASE); } // -
int take(int *count) { return __atomic_fetch_add(count, 1, __ATOMIC_RELAXED); } // Relaxed
int take_back(int *count) { return __atomic_fetch_add(count, 1, __ATOMIC_RELEASE); } // -
int swap(int *lock) { return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); } // Exchange
int masked(int *bits) { return __atomic_fetch_and(bits, 1, __ATOMIC_RELEASE); } // -
void destroy(void *);
void release(int *count) { if (GIVE(__ATOMIC_ACQ_REL) == 1) destroy(count); } // GivenBack LastReference
void release_fenced(int *count) { if (GIVE(__ATOMIC_RELEASE) == 1) { __atomic_thread_fence(__ATOMIC_ACQUIRE); destroy(count); } } // GivenBack LastReference
void release_unfenced(int *count) { if (GIVE(__ATOMIC_RELEASE) == 1) destroy(count); } // GivenBack
void release_fenced_wrongly(int *count) { if (GIVE(__ATOMIC_RELEASE) == 1) { __atomic_thread_fence(__ATOMIC_RELEASE); destroy(count); } } // GivenBack
void release_of_two(int *count) { if (GIVE(__ATOMIC_ACQ_REL) == 2) destroy(count); } // GivenBack
int read(const int *x) { return __atomic_load_n(x, __ATOMIC_SEQ_CST); } // Strongest
int read_acquired(const int *x) { return __atomic_load_n(x, __ATOMIC_ACQUIRE); } // -
void write(int *x) { __atomic_store_n(x, 1, __ATOMIC_SEQ_CST); } // Strongest
int compare(int *x, int old) { return __atomic_compare_exchange_n(x, &old, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED); } // CompareExchange
int compare_in_order(int *x, int old) { return __atomic_compare_exchange_n(x, &old, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); } // CompareExchange Strongest
int compare_acquired(int *x, int old) { return __atomic_compare_exchange_n(x, &old, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE); } // -
