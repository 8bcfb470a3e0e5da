// C++ with exceptions, a coroutine, closures and types without names, and square roots of squares among it. No headers:
// what a coroutine needs is declared here.
extern "C" double sqrt(double);
void may_throw(int);

namespace std {
template <class R, class... A> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <class P = void> struct coroutine_handle {
  void *frame;
  static coroutine_handle from_address(void *a) { return {a}; }
  static coroutine_handle from_promise(P &p) { return {__builtin_coro_promise(&p, alignof(P), true)}; }
  operator coroutine_handle<void>() const;
};
template <> struct coroutine_handle<void> {
  void *frame;
  static coroutine_handle from_address(void *a) { return {a}; }
};
template <class P> coroutine_handle<P>::operator coroutine_handle<void>() const { return {frame}; }
} // namespace std

struct always {
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};

struct lengths {
  struct promise_type {
    double value;
    lengths get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    always initial_suspend() { return {}; }
    always final_suspend() noexcept { return {}; }
    always yield_value(double v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};

lengths each(const double *p, int n) {
  for (int i = 0; i < n; ++i) co_yield sqrt(p[i] * p[i]);
}

struct guard {
  int *count;
  ~guard() { --*count; }
};

double with_exceptions(double a, int n, int *count) {
  guard g{count};
  try {
    may_throw(n);
    return sqrt(a * a);
  } catch (int code) {
    return sqrt(a * code * a);
  } catch (...) {
    may_throw(-n);
    throw;
  }
}

static struct { struct { double x; } inner; } unnamed[2];

double with_closure(double a) {
  auto root = [&](auto b) { return sqrt(b * b) + unnamed[a > 0].inner.x; };
  unnamed[1].inner.x += a;
  return root(a) + root(unnamed[0].inner.x);
}
