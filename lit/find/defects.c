// Programs with a defect each, beside twins without it.
//
// RUN: %idiom find --idiom DeadStore --idiom DoubleFree --idiom ExpressionInBothArms --idiom FileWithoutClose --idiom Leak --idiom LengthInLoop --idiom LockWithoutUnlock --idiom UnhoistedLoad --idiom UninitialisedRead --idiom UseAfterFree %s -- -O1 -w -g > %t.1
// RUN: %FileCheck --check-prefixes=CHECK,ONE --implicit-check-not="found " %s < %t.1
// RUN: %idiom find --idiom DeadStore --idiom DoubleFree --idiom ExpressionInBothArms --idiom FileWithoutClose --idiom Leak --idiom LengthInLoop --idiom LockWithoutUnlock --idiom UnhoistedLoad --idiom UninitialisedRead --idiom UseAfterFree %s -- -O2 -w -g -fno-vectorize -fno-unroll-loops > %t.2
// RUN: %FileCheck --check-prefix=CHECK --implicit-check-not="found " %s < %t.2

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int parse(const char *, int *); void log_error(const char *); void consume(const int *); int check(void);
struct conn { int fd; char *name; struct conn *next; pthread_mutex_t lock; int state; };
extern struct conn *pool;

// CHECK: found Leak in bad_leak_error{{[: ]|$}}
int bad_leak_error(const char *text) {
  int *numbers = malloc(40);
  if (!numbers) return -1;
  if (parse(text, numbers) != 0) { log_error(text); return -2; }
  int first = numbers[0] + numbers[9];
  free(numbers);
  return first;
}

int good_leak_error(const char *text) {
  int *numbers = malloc(40);
  if (!numbers) return -1;
  if (parse(text, numbers) != 0) { log_error(text); free(numbers); return -2; }
  int first = numbers[0] + numbers[9];
  free(numbers);
  return first;
}

// It is returned behind the call that may keep it, which therefore does not.
// CHECK: found Leak in bad_leak_shown{{[: ]|$}}
char *bad_leak_shown(int n) {
  char *buffer = 0;
  for (int i = 1; i < n; i++) {
    buffer = malloc(i);
    if (!buffer) return 0;
    memset(buffer, i, i);
    log_error(buffer);
  }
  return buffer;
}

// CHECK: found Leak in bad_leak_overwritten{{[: ]|$}}
char *bad_leak_overwritten(int n) {
  char *buffer = 0;
  for (int i = 1; i < n; i++) {
    buffer = malloc(i);
    if (!buffer) return 0;
    memset(buffer, i, i);
    check();
  }
  return buffer;
}

// The next round comes only where the allocation has failed.
char *good_leak_again(int n) {
  char *buffer;
  while ((buffer = malloc(n)) == 0 && n > 16) n /= 2;
  return buffer;
}

char *good_leak_both(int n) {
  char *buffer = 0, *last = 0;
  for (int i = 1; i < n; i++) {
    last = buffer;
    buffer = malloc(i);
    if (!buffer) return last;
    memset(buffer, i, i);
    free(last);
  }
  return buffer;
}

// What is kept in slots is found again there.
int good_leak_slots(int n) {
  char *all[4];
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    all[i] = malloc(8);
    if (!all[i]) exit(1);
    memset(all[i], n, 8);
  }
  for (int i = 0; i < 4; i++) { sum += all[i][n & 7]; free(all[i]); }
  return sum;
}

char *good_leak_overwritten(int n) {
  char *buffer = 0;
  for (int i = 1; i < n; i++) {
    free(buffer);
    buffer = malloc(i);
    if (!buffer) return 0;
    memset(buffer, i, i);
    log_error(buffer);
  }
  return buffer;
}

// ONE: found DeadStore in bad_leak_switch{{[: ]|$}}
// CHECK: found Leak in bad_leak_switch{{[: ]|$}}
int bad_leak_switch(int kind) {
  int *p = calloc(4, 4);
  if (!p) return 0;
  int r;
  switch (kind) {
  case 0: r = p[kind]; break;
  case 1: p[1] = check(); r = p[1]; break;
  case 2: puts((char *)p); return 7;
  default: r = -1;
  }
  free(p);
  return r;
}

// A function of another file is the last to get it, and may release it.
// ONE: found DeadStore in good_leak_switch_given{{[: ]|$}}
int good_leak_switch_given(int kind) {
  int *p = calloc(4, 4);
  if (!p) return 0;
  int r;
  switch (kind) {
  case 0: r = p[kind]; break;
  case 1: p[1] = check(); r = p[1]; break;
  case 2: consume(p); return 7;
  default: r = -1;
  }
  free(p);
  return r;
}

// What is written right before the release is not read any more.
// ONE: found DeadStore in good_leak_switch{{[: ]|$}}
int good_leak_switch(int kind) {
  int *p = calloc(4, 4);
  if (!p) return 0;
  int r;
  switch (kind) {
  case 0: r = p[kind]; break;
  case 1: p[1] = check(); r = p[1]; break;
  case 2: consume(p); r = 7; break;
  default: r = -1;
  }
  free(p);
  return r;
}

// CHECK: found DoubleFree in bad_double_label{{[: ]|$}}
int bad_double_label(const char *text) {
  int r = -1;
  char *copy = strdup(text);
  if (!copy) return -1;
  if (check()) { free(copy); goto out; }
  r = copy[0];
out:
  free(copy);
  return r;
}

int good_double_label(const char *text) {
  int r = -1;
  char *copy = strdup(text);
  if (!copy) return -1;
  if (check()) { goto out; }
  r = copy[0];
out:
  free(copy);
  return r;
}

// CHECK: found UseAfterFree in bad_use_alias{{[: ]|$}}
int bad_use_alias(int n) {
  int *a = malloc(64);
  if (!a) return 0;
  int *last = a + 15;
  consume(a);
  free(a);
  return *last + n;
}

int good_use_alias(int n) {
  int *a = malloc(64);
  if (!a) return 0;
  int *last = a + 15;
  consume(a);
  int r = *last + n;
  free(a);
  return r;
}
struct pair { int *left, *right; };

// CHECK: found UseAfterFree in bad_use_copy{{[: ]|$}}
int bad_use_copy(int *p, int *q) {
  struct pair both = {p, q};
  consume(both.left);
  free(p);
  return both.left[2];
}

int good_use_copy(int *p, int *q) {
  struct pair both = {p, q};
  consume(both.left);
  free(p);
  return both.right[2];
}

// CHECK: found UseAfterFree in bad_use_list{{[: ]|$}}
int bad_use_list(int fd) {
  struct conn *c = pool, *prev = 0;
  while (c && c->fd != fd) { prev = c; c = c->next; }
  if (!c) return -1;
  free(c);
  if (prev) prev->next = c->next;
  return 0;
}

int good_use_list(int fd) {
  struct conn *c = pool, *prev = 0;
  while (c && c->fd != fd) { prev = c; c = c->next; }
  if (!c) return -1;
  if (prev) prev->next = c->next;
  free(c);
  return 0;
}

// CHECK: found LockWithoutUnlock in bad_lock{{[: ]|$}}
int bad_lock(struct conn *c) {
  pthread_mutex_lock(&c->lock);
  if (c->state < 0) return -1;
  c->state++;
  pthread_mutex_unlock(&c->lock);
  return 0;
}

int good_lock(struct conn *c) {
  pthread_mutex_lock(&c->lock);
  if (c->state < 0) { pthread_mutex_unlock(&c->lock); return -1; }
  c->state++;
  pthread_mutex_unlock(&c->lock);
  return 0;
}

// CHECK: found LockWithoutUnlock in bad_lock_other{{[: ]|$}}
int bad_lock_other(struct conn *c, struct conn *d) {
  pthread_mutex_lock(&c->lock);
  c->state = check();
  pthread_mutex_unlock(&d->lock);
  return 0;
}

int good_lock_other(struct conn *c, struct conn *d) {
  pthread_mutex_lock(&d->lock);
  d->state = check();
  pthread_mutex_unlock(&d->lock);
  return c->fd;
}

// CHECK: found LockWithoutUnlock in bad_lock_loop{{[: ]|$}}
int bad_lock_loop(struct conn *c) {
  for (; c; c = c->next) {
    pthread_mutex_lock(&c->lock);
    if (c->fd == 3) break;
    c->state = 0;
    pthread_mutex_unlock(&c->lock);
  }
  return check();
}

int good_lock_loop(struct conn *c) {
  for (; c; c = c->next) {
    pthread_mutex_lock(&c->lock);
    if (c->fd == 3) { pthread_mutex_unlock(&c->lock); break; }
    c->state = 0;
    pthread_mutex_unlock(&c->lock);
  }
  return check();
}

// CHECK: found FileWithoutClose in bad_file{{[: ]|$}}
int bad_file(const char *path) {
  FILE *f = fopen(path, "r");
  char line[80];
  int n = 0;
  if (!f) return -1;
  while (fgets(line, sizeof line, f)) {
    if (strlen(line) == 79) return -2;
    n++;
  }
  fclose(f);
  return n;
}

int good_file(const char *path) {
  FILE *f = fopen(path, "r");
  char line[80];
  int n = 0;
  if (!f) return -1;
  while (fgets(line, sizeof line, f)) {
    if (strlen(line) == 79) { fclose(f); return -2; }
    n++;
  }
  fclose(f);
  return n;
}

// CHECK: found FileWithoutClose in bad_two_files{{[: ]|$}}
int bad_two_files(const char *from, const char *to) {
  FILE *in = fopen(from, "r");
  if (!in) return -1;
  FILE *out = fopen(to, "w");
  if (!out) return -2;
  int c;
  while ((c = fgetc(in)) != EOF) fputc(c, out);
  fclose(out);
  fclose(in);
  return 0;
}

int good_two_files(const char *from, const char *to) {
  FILE *in = fopen(from, "r");
  if (!in) return -1;
  FILE *out = fopen(to, "w");
  if (!out) { fclose(in); return -2; }
  int c;
  while ((c = fgetc(in)) != EOF) fputc(c, out);
  fclose(out);
  fclose(in);
  return 0;
}

// ONE: found DeadStore in bad_dead_local{{[: ]|$}}
int bad_dead_local(int n) {
  int t[8];
  consume(t);
  int r = t[n & 7];
  t[3] = r;
  return r;
}

int good_dead_local(int n) {
  int t[8];
  consume(t);
  int r = t[n & 7];
  t[3] = r;
  consume(t);
  return r;
}

// CHECK: found UnhoistedLoad in bad_hoist{{[: ]|$}}
void bad_hoist(int *to, const struct conn *c, int n) {
  for (int i = 0; i < n; i++) to[i] = c->fd + i;
}

void good_hoist(float *to, const struct conn *c, int n) {
  for (int i = 0; i < n; i++) to[i] = c->fd + i;
}
struct point { int x, y, z; };

// ONE: found DeadStore in bad_uninit{{[: ]|$}}
// ONE: found DeadStore in bad_uninit{{[: ]|$}}
// ONE: found UninitialisedRead in bad_uninit{{[: ]|$}}
int bad_uninit(int a, int b) {
  struct point p[2];
  p[a & 1].x = a;
  p[b & 1].y = b;
  return p[0].z + p[a & 1].x;
}

int good_uninit(int a, int b) {
  struct point p[2];
  p[0].z = 1;
  p[a & 1].x = a;
  p[b & 1].y = b;
  return p[0].z + p[a & 1].x;
}

// CHECK: found LengthInLoop in bad_length{{[: ]|$}}
void bad_length(char *s) {
  for (size_t i = 0; i < strlen(s); i++)
    if (s[i] == '/') s[i] = '_';
}

void good_length(char *s) {
  for (size_t i = 0, n = strlen(s); i < n; i++)
    if (s[i] == '/') s[i] = '_';
}

// CHECK: found Leak in bad_realloc{{[: ]|$}}
int *bad_realloc(int n) {
  int *p = malloc(16);
  if (!p) return 0;
  int *q = realloc(p, n);
  if (!q) return 0;
  q[0] = 1;
  return q;
}

int *good_realloc(int n) {
  int *p = malloc(16);
  if (!p) return 0;
  int *q = realloc(p, n);
  if (!q) { free(p); return 0; }
  q[0] = 1;
  return q;
}

// CHECK: found ExpressionInBothArms in bad_arms{{[: ]|$}}
int bad_arms(int a, int b, int c) {
  int r;
  if (check()) { log_error("a"); r = a * b; } else { r = a * b + c; consume(&r); }
  return r;
}

int good_arms(int a, int b, int c) {
  int r;
  if (check()) { log_error("a"); r = a * b; } else { r = a * c; consume(&r); }
  return r;
}

// CHECK: found DoubleFree in bad_member_again{{[: ]|$}}
void bad_member_again(struct conn *c, int state) {
  c->state = state;
  free(c->name);
  if (state < 0) { c->fd = -1; free(c->name); }
}

void good_member_again(struct conn *c, int state) {
  c->state = state;
  free(c->name);
  c->name = 0;
  if (state < 0) { c->fd = -1; free(c->name); }
}

// CHECK: found UseAfterFree in bad_member_use{{[: ]|$}}
int bad_member_use(struct conn *c) {
  free(c->name);
  return c->name[0];
}

int good_member_use(struct conn *c) {
  int r = c->name[0];
  free(c->name);
  return r;
}

// CHECK: found Leak in bad_slots{{[: ]|$}}
int bad_slots(int n) {
  char *cell[2];
  cell[0] = malloc(16);
  cell[1] = malloc(16);
  if (!cell[0] || !cell[1]) abort();
  memset(cell[0], n, 16);
  memset(cell[1], n + 1, 16);
  int r = *cell[n & 1];
  free(cell[0]);
  return r;
}

int good_slots(int n) {
  char *cell[2];
  cell[0] = malloc(16);
  cell[1] = malloc(16);
  if (!cell[0] || !cell[1]) abort();
  memset(cell[0], n, 16);
  memset(cell[1], n + 1, 16);
  int r = *cell[n & 1];
  free(cell[0]);
  free(cell[1]);
  return r;
}
struct box { char *text; int n; };

int good_box(struct box *out, int n) {
  struct box b;
  b.text = malloc(32);
  b.n = n;
  if (!b.text) return -1;
  memset(b.text, 0, 32);
  if (check()) { free(b.text); return -2; }
  *out = b;
  return 0;
}

struct box good_returned(int n) {
  struct box b;
  b.text = malloc(32);
  if (!b.text) abort();
  memset(b.text, n, 32);
  b.n = n;
  return b;
}

char *good_returned_cell(int n) {
  char *cell[2] = {malloc(8), malloc(8)};
  if (!cell[0] || !cell[1]) abort();
  memset(cell[0], n, 8);
  memset(cell[1], n, 8);
  free(cell[n & 1]);
  return cell[!(n & 1)];
}
