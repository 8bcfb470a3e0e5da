// compile: -O0
// compile: -O2
// compile: -O2 --target=x86_64-pc-windows-msvc -fexceptions -fcxx-exceptions
// compile: -O2 --target=wasm32-unknown-unknown -fwasm-exceptions -mexception-handling
struct Resource {
  explicit Resource(int n);
  ~Resource();
  int value() const;
};

struct Failure {
  int code;
};

int risky(int n);

int guarded(int n) {
  Resource first(n);
  try {
    Resource second(first.value());
    for (int i = 0; i < n; i++)
      if (risky(i) > second.value())
        throw Failure{i};
  } catch (const Failure &failure) {
    return failure.code;
  } catch (int code) {
    Resource third(code);
    try {
      return risky(third.value());
    } catch (...) {
      throw;
    }
  } catch (...) {
    return -1;
  }
  return first.value();
}

int never(int n) noexcept { return risky(n); }
