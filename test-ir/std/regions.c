// Conditionals and what is none. The calls keep clang from turning branches into selects.
void f(void), g(void), h(void);
void if_then(int c) {
  if (c) f();
  g();
}
void if_else(int c) {
  if (c) f();
  else g();
  h();
}
void guarded(float *a, long n) {
  long i = 0;
  if (n > 0) do a[i] = 1; while (++i != n);
  f();
}
void in_sequence(int c, int d) {
  if (c) f();
  if (d) g();
  h();
}
void nested(int c, int d) {
  if (c) {
    f();
    if (d) g();
    f();
  }
  h();
}
void nested_at_the_end(int c, int d) {
  if (c) {
    f();
    if (d) g();
  }
  h();
}
// Near misses.
int early_return(int c) {
  if (c) {
    f();
    return 1;
  }
  g();
  return 2;
}
void three_ways(int c) {
  switch (c) {
  case 1: f(); break;
  case 2: g(); break;
  case 3: h(); break;
  }
  f();
}
void shared_arm(int c, int d) {
  if (c) {
    f();
    if (d) goto other;
    g();
  } else {
  other:
    h();
  }
  f();
}
void either(int c, int d) {
  if (c || d) h();
  f();
}
void either_call(int c, int d) {
  if (c) goto yes;
  f();
  if (d) {
  yes:
    h();
  }
  f();
}
void never_back(int c) {
  if (c)
    for (;;) f();
  g();
}
