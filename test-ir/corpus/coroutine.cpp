// With -g the resume function of an unoptimised coroutine stores its frame in a stack slot for the debugger.
// compile -g: -std=c++20 -O0
// compile: -std=c++20 -O2
// compile: -std=c++20 -O2 -Xclang -disable-llvm-passes
#include <coroutine>

struct Generator {
  struct promise_type {
    int current = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int value) {
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};

int produce(int n);

Generator numbers(int from, int to) {
  for (int i = from; i < to; i++)
    co_yield produce(i);
}

int sum(int n) {
  Generator generator = numbers(0, n);
  int total = 0;
  while (!generator.handle.done()) {
    generator.handle.resume();
    total += generator.handle.promise().current;
  }
  generator.handle.destroy();
  return total;
}
