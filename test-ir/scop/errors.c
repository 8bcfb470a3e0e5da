// Loops with branches to errors: what does not return, and what is seldom called.
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int seldom(int) __attribute__((cold));
void often(int);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, "errors.c", __LINE__, "f"))

// all
void in_bounds(int n, int m, double *a) {
  for (int i = 0; i < n; i++) {
    assert(i < m);
    a[i] = 0;
  }
}

// all
void in_two(int n, int m, double a[100][100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      assert(i + 2 * j < 30);
      a[i][j] = 1;
    }
}

// all
void about_data(int n, int m, int k, double a[100][100], int *x) {
  for (int i = 0; i < n; i++) {
    if (x[i] > k) abort();
    for (int j = 0; j < m; j++) a[i][j] = 1;
  }
}

// all
void in_inner(int n, int m, int k, int *a, int *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (x[j] == k) abort();
      a[j] += i;
    }
}

// all
void negative_index(int n, int k, double *a) {
  for (int i = 0; i < n; i++) {
    if (i - k < 0) exit(1);
    a[i - k] = 2;
  }
}

// all
void comes_back(int n, int k, int *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] == k) seldom(i);
    a[i] = 2;
  }
}

// all
void expected(int n, int k, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    if (__builtin_expect(b[i] == k, 0)) seldom(2);
    a[i] = b[i];
  }
}

// all
void gives_a_value(int n, int k, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    int value = k;
    if (a[i] == k) value = seldom(i);
    b[i] = value;
  }
}

// none
void gives_the_bound(int n, int k, int *a) {
  for (int i = 0; i < n; i++) {
    if (i > k) n = seldom(n) & 15;
    a[i] = k;
  }
}

// all
void two_errors(int n, int m, int k, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    assert(i < m);
    if (b[i] == k) abort();
    a[i] = b[i];
  }
}

// all
void else_an_error(int n, int m, int *a) {
  for (int i = 0; i < n; i++) {
    if (i <= m)
      a[i] = i;
    else
      exit(2);
  }
}

// all
void behind_a_condition(int n, int m, int k, int *a) {
  for (int i = 0; i < n; i++) {
    if (i > k) assert(i < m);
    a[i] = i;
  }
}

// some
void around_another(int n, int m, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    if (b[i] == 5) seldom(i);
    often(i);
    for (int j = 0; j < m; j++) a[j] = i;
  }
}

// none
void no_error(int n, int *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] == 3) often(i);
    a[i] = 2;
  }
}

// none
void each_round(int n, int *a) {
  for (int i = 0; i < n; i++) {
    a[i] = 2;
    seldom(i);
  }
}

// none
void only_errors(int n, int *a) {
  for (int i = 0; i < n; i++) {
    a[i] = 2;
    if (i > 3)
      abort();
    else
      exit(i);
  }
}

void one_block_for_two(int n, int m, int k, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    if (b[i] == m) abort();
    b[i] = 1;
    for (int j = 0; j < i; j++) {
      if (a[j] == k) abort();
      a[j] = 2;
    }
  }
}

// What comes back has changed the bound of the loop behind it.
void behind_the_loop(int n, int m, int k, int *a, int *b) {
  int s = k;
  for (int i = 0; i < n; i++) {
    if (a[i] == m) s = seldom(s) & 7;
    a[i] = 1;
  }
  for (int j = 0; j < s; j++) b[j] = 3;
}

void around_a_part(int n, int m, int k, int *a, int *b) {
  int s = k;
  for (int i = 0; i < n; i++) {
    if (a[i] == m) s = seldom(s) & 7;
    often(i);
    for (int j = 0; j < s; j++) {
      if (j > n) abort();
      b[j] = 3;
    }
  }
}

void in_both_arms(int n, int m, int k, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    if (b[i] > 4) {
      if (i > m) abort();
      a[i] = 0;
    } else {
      if (a[i] == k) seldom(1);
      b[i] = 2;
    }
  }
}
