// Memory, locks and files on paths: through phis, selects and conditions that exclude each other, each beside correct twins.
//
// REQUIRES: llvm-19
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O1 -w -g -fno-inline > %t.1
// RUN: %python %inputs/found_in.py %t.1 %s
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O2 -w -g -fno-inline -fno-vectorize > %t.2
// RUN: %python %inputs/found_in.py %t.2 %s
//
// The name of a function says whether it is bad and what is found; `also` what is found besides.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
struct buf { char *data; size_t len, cap; };
struct list { struct list *next; int v; char *name; };
struct tree { struct tree *l, *r; int key; };
int parse(const char *, int *); void use(const void *); int check(int); void fill(char *, size_t); extern int flag;
extern struct list *head;

/* phis */
int bad_leak_phi_two_sources(int big) {
  char *p;
  if (big) p = malloc(1024); else p = calloc(1, 64);
  if (!p) return -1;
  fill(p, 64);
  if (check(p[0])) return -2;
  int r = p[1];
  free(p);
  return r;
}
int good_leak_phi_two_sources(int big) {
  char *p;
  if (big) p = malloc(1024); else p = calloc(1, 64);
  if (!p) return -1;
  fill(p, 64);
  if (check(p[0])) { free(p); return -2; }
  int r = p[1];
  free(p);
  return r;
}
int bad_leak_phi_stack(int n) {
  char small[64];
  char *p = small;
  if (n > 64) { p = malloc(n); if (!p) return -1; }
  fill(p, n);
  if (check(p[0])) return -2;
  int r = p[n - 1];
  if (p != small) free(p);
  return r;
}
int good_leak_phi_stack(int n) {
  char small[64];
  char *p = small;
  if (n > 64) { p = malloc(n); if (!p) return -1; }
  fill(p, n);
  int r = p[n - 1];
  if (check(p[0])) r = -2;
  if (p != small) free(p);
  return r;
}
int bad_leak_phi_null(int n, int want) {
  char *p = 0;
  int r = 0;
  if (want) { p = malloc(n); if (!p) return -1; fill(p, n); r = p[0]; }
  if (check(r)) { free(p); return r; }
  return r + 1;
}
int good_leak_phi_null(int n, int want) {
  char *p = 0;
  int r = 0;
  if (want) { p = malloc(n); if (!p) return -1; fill(p, n); r = p[0]; }
  if (check(r)) { free(p); return r; }
  free(p);
  return r + 1;
}
int good_leak_phi_null_test(int n, int want) {
  char *p = 0;
  int r = 0;
  if (want) { p = malloc(n); if (!p) return -1; fill(p, n); r = p[0]; }
  if (check(r)) r++;
  if (p) free(p);
  return r + 1;
}
int bad_leak_select(int n, int c) {
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b) abort();
  fill(a, n); fill(b, n);
  char *q = c ? a : b;
  int r = q[0];
  free(q);
  return r;
}
int good_leak_select(int n, int c) {
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b) abort();
  fill(a, n); fill(b, n);
  char *q = c ? a : b, *o = c ? b : a;
  int r = q[0];
  free(q); free(o);
  return r;
}
int good_leak_same_condition(int n, int c) {
  char *p = 0;
  if (c) { p = malloc(n); if (!p) return -1; fill(p, n); }
  int r = check(n);
  if (c) { r += p[0]; free(p); }
  return r;
}
int bad_leak_cond_free(int n) {
  char *p = malloc(n);
  if (!p) return -1;
  fill(p, n);
  int r = p[0];
  if (r > 3) free(p);
  return r;
}
int good_leak_cond_free(int n) {
  char *p = malloc(n);
  if (!p) return -1;
  fill(p, n);
  int r = p[0];
  if (r > 3) use("big");
  free(p);
  return r;
}
int bad_leak_grow(int n) {
  size_t cap = 16, len = 0;
  char *b = malloc(cap);
  if (!b) return -1;
  while (check(n)) {
    if (len == cap) {
      char *t = realloc(b, cap * 2);
      if (!t) return -2;
      b = t; cap *= 2;
    }
    b[len++] = n;
  }
  int r = b[0];
  free(b);
  return r;
}
int good_leak_grow(int n) {
  size_t cap = 16, len = 0;
  char *b = malloc(cap);
  if (!b) return -1;
  while (check(n)) {
    if (len == cap) {
      char *t = realloc(b, cap * 2);
      if (!t) { free(b); return -2; }
      b = t; cap *= 2;
    }
    b[len++] = n;
  }
  int r = b[0];
  free(b);
  return r;
}
int bad_leak_realloc_self(int n) {
  char *p = malloc(8);
  if (!p) return -1;
  p = realloc(p, n);
  if (!p) return -1;
  fill(p, n);
  int r = p[0];
  free(p);
  return r;
}
char *bad_leak_dup(const char *s) {
  char *t = strdup(s);
  if (!t) return 0;
  for (char *q = t; *q; q++) if (*q == '-') *q = '_';
  char *r = malloc(strlen(t) + 3);
  if (!r) return 0;
  sprintf(r, "<%s>", t);
  free(t);
  return r;
}
char *good_leak_dup(const char *s) {
  char *t = strdup(s);
  if (!t) return 0;
  for (char *q = t; *q; q++) if (*q == '-') *q = '_';
  char *r = malloc(strlen(t) + 3);
  if (!r) { free(t); return 0; }
  sprintf(r, "<%s>", t);
  free(t);
  return r;
}
struct buf *bad_leak_ctor(size_t n) {
  struct buf *b = malloc(sizeof *b);
  if (!b) return 0;
  b->data = malloc(n);
  if (!b->data) return 0;
  b->len = 0; b->cap = n;
  return b;
}
struct buf *good_leak_ctor(size_t n) {
  struct buf *b = malloc(sizeof *b);
  if (!b) return 0;
  b->data = malloc(n);
  if (!b->data) { free(b); return 0; }
  b->len = 0; b->cap = n;
  return b;
}
int good_leak_push(int v) {
  struct list *l = malloc(sizeof *l);
  if (!l) return -1;
  l->v = v; l->name = 0; l->next = head;
  head = l;
  return 0;
}
int bad_leak_push(int v, const char *s) {
  struct list *l = malloc(sizeof *l);
  if (!l) return -1;
  l->v = v;
  l->name = strdup(s);
  if (!l->name) return -2;
  l->next = head;
  head = l;
  return 0;
}
int good_leak_push_named(int v, const char *s) {
  struct list *l = malloc(sizeof *l);
  if (!l) return -1;
  l->v = v;
  l->name = strdup(s);
  if (!l->name) { free(l); return -2; }
  l->next = head;
  head = l;
  return 0;
}
int bad_leak_local_list(int n) {
  int *t = malloc(n * sizeof *t), s = 0;
  if (!t) return 0;
  for (int i = 0; i < n; i++) t[i] = check(i);
  for (int i = 0; i < n; i++) s += t[i] * t[n - 1 - i];
  return s;
}
int good_leak_local_list(int n) {
  int *t = malloc(n * sizeof *t), s = 0;
  if (!t) return 0;
  for (int i = 0; i < n; i++) t[i] = check(i);
  for (int i = 0; i < n; i++) s += t[i] * t[n - 1 - i];
  free(t);
  return s;
}
int bad_leak_break(int n) {
  for (int i = 0; i < n; i++) {
    char *line = malloc(80);
    if (!line) break;
    fill(line, 80);
    if (line[0] == '#') break;
    use(line);
    free(line);
  }
  return n;
}
int good_leak_break(int n) {
  for (int i = 0; i < n; i++) {
    char *line = malloc(80);
    if (!line) break;
    fill(line, 80);
    if (line[0] == '#') { free(line); break; }
    use(line);
    free(line);
  }
  return n;
}
double **good_leak_matrix(int n) {
  double **m = malloc(n * sizeof *m);
  if (!m) return 0;
  for (int i = 0; i < n; i++) {
    m[i] = malloc(n * sizeof **m);
    if (!m[i]) { while (i--) free(m[i]); free(m); return 0; }
  }
  return m;
}
double **bad_leak_matrix(int n) {
  double **m = malloc(n * sizeof *m);
  if (!m) return 0;
  for (int i = 0; i < n; i++) {
    m[i] = malloc(n * sizeof **m);
    if (!m[i]) return 0;
  }
  return m;
}
int good_leak_outparam(char **out, int n) {
  char *p = malloc(n);
  if (!p) return -1;
  fill(p, n);
  *out = p;
  return 0;
}
int bad_leak_outparam(char **out, int n) {
  char *p = malloc(n);
  if (!p) return -1;
  fill(p, n);
  if (check(n)) return -2;
  *out = p;
  return 0;
}
int bad_leak_goto(int n) {
  int r = -1;
  char *a = malloc(n), *b = 0;
  if (!a) goto done;
  b = malloc(n);
  if (!b) goto done;
  fill(a, n); fill(b, n);
  r = memcmp(a, b, n);
  free(a);
done:
  free(b);
  return r;
}
int good_leak_goto(int n) {
  int r = -1;
  char *a = malloc(n), *b = 0;
  if (!a) goto done;
  b = malloc(n);
  if (!b) goto freea;
  fill(a, n); fill(b, n);
  r = memcmp(a, b, n);
freea:
  free(a);
done:
  free(b);
  return r;
}
/* locks */
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER, mv = PTHREAD_MUTEX_INITIALIZER;
int bad_lock_two(int c) {
  pthread_mutex_lock(&mu);
  pthread_mutex_lock(&mv);
  if (check(c)) { pthread_mutex_unlock(&mv); return -1; }
  pthread_mutex_unlock(&mv);
  pthread_mutex_unlock(&mu);
  return 0;
}
int good_lock_two(int c) {
  pthread_mutex_lock(&mu);
  pthread_mutex_lock(&mv);
  if (check(c)) { pthread_mutex_unlock(&mv); pthread_mutex_unlock(&mu); return -1; }
  pthread_mutex_unlock(&mv);
  pthread_mutex_unlock(&mu);
  return 0;
}
int bad_lock_phi(pthread_mutex_t *a, pthread_mutex_t *b, int c) {
  pthread_mutex_t *l = c ? a : b;
  pthread_mutex_lock(l);
  if (check(c)) return -1;
  pthread_mutex_unlock(l);
  return 0;
}
int good_lock_phi(pthread_mutex_t *a, pthread_mutex_t *b, int c) {
  pthread_mutex_t *l = c ? a : b;
  pthread_mutex_lock(l);
  int r = check(c);
  pthread_mutex_unlock(l);
  return r;
}
int bad_lock_conditional(pthread_mutex_t *a, int c) {
  pthread_mutex_lock(a);
  int r = check(c);
  if (r > 0) pthread_mutex_unlock(a);
  return r;
}
int good_lock_trylock(pthread_mutex_t *a, int c) {
  if (pthread_mutex_trylock(a)) return -1;
  int r = check(c);
  pthread_mutex_unlock(a);
  return r;
}
int bad_lock_trylock(pthread_mutex_t *a, int c) {
  if (pthread_mutex_trylock(a)) return -1;
  int r = check(c);
  if (r < 0) return r;
  pthread_mutex_unlock(a);
  return r;
}
int good_lock_wait(pthread_mutex_t *a, pthread_cond_t *cv) {
  pthread_mutex_lock(a);
  while (!flag) pthread_cond_wait(cv, a);
  flag = 0;
  pthread_mutex_unlock(a);
  return 1;
}
int good_lock_same_condition(pthread_mutex_t *a, int c) {
  if (c) pthread_mutex_lock(a);
  int r = check(c);
  if (c) pthread_mutex_unlock(a);
  return r;
}
/* files */
int bad_file_default(const char *name) {
  FILE *f = stdin;
  if (name) { f = fopen(name, "r"); if (!f) return -1; }
  int c = fgetc(f);
  if (c < 0) return -2;
  if (f != stdin) fclose(f);
  return c;
}
int good_file_default(const char *name) {
  FILE *f = stdin;
  if (name) { f = fopen(name, "r"); if (!f) return -1; }
  int c = fgetc(f);
  if (f != stdin) fclose(f);
  return c;
}
int bad_file_mode(const char *name, int app) {
  FILE *f;
  if (app) f = fopen(name, "a"); else { f = fopen(name, "w"); if (f) fputs("#\n", f); }
  if (!f) return -1;
  if (fputs("x", f) < 0) return -2;
  return fclose(f);
}
int good_file_mode(const char *name, int app) {
  FILE *f;
  if (app) f = fopen(name, "a"); else { f = fopen(name, "w"); if (f) fputs("#\n", f); }
  if (!f) return -1;
  if (fputs("x", f) < 0) { fclose(f); return -2; }
  return fclose(f);
}
long bad_file_size(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) return -1;
  if (fseek(f, 0, SEEK_END)) return -1;
  long n = ftell(f);
  fclose(f);
  return n;
}
long good_file_size(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) return -1;
  long n = -1;
  if (!fseek(f, 0, SEEK_END)) n = ftell(f);
  fclose(f);
  return n;
}
char *bad_file_slurp(const char *name, long n) {
  FILE *f = fopen(name, "rb");
  if (!f) return 0;
  char *b = malloc(n + 1);
  if (!b) return 0;
  size_t got = fread(b, 1, n, f);
  b[got] = 0;
  fclose(f);
  return b;
}
char *good_file_slurp(const char *name, long n) {
  FILE *f = fopen(name, "rb");
  if (!f) return 0;
  char *b = malloc(n + 1);
  if (!b) { fclose(f); return 0; }
  size_t got = fread(b, 1, n, f);
  b[got] = 0;
  fclose(f);
  return b;
}
char *bad_leak_slurp(const char *name, long n) {
  FILE *f = fopen(name, "rb");
  if (!f) return 0;
  char *b = malloc(n + 1);
  if (!b) { fclose(f); return 0; }
  if (fread(b, 1, n, f) != (size_t)n) { fclose(f); return 0; }
  fclose(f);
  b[n] = 0;
  return b;
}
int bad_use_phi(int *a, int *b, int c) {
  int *p = c ? a : b;
  free(p);
  return p[1];
}
int good_use_phi(int *a, int *b, int c) {
  int *p = c ? a : b;
  int r = p[1];
  free(p);
  return r;
}
int bad_use_error(char *s, int n) {
  if (n < 0) { free(s); fprintf(stderr, "bad %s\n", s); return -1; }
  fill(s, n);
  free(s);
  return 0;
}
int good_use_error(char *s, int n) {
  if (n < 0) { fprintf(stderr, "bad %s\n", s); free(s); return -1; }
  fill(s, n);
  free(s);
  return 0;
}
int bad_use_member(struct buf *b) {
  free(b);
  free(b->data);
  return 0;
}
int good_use_member(struct buf *b) {
  free(b->data);
  free(b);
  return 0;
}
void bad_use_list(struct list *l) {
  for (; l; l = l->next) { free(l->name); free(l); }
}
void good_use_list(struct list *l) {
  for (struct list *n; l; l = n) { n = l->next; free(l->name); free(l); }
}
void bad_use_tree(struct tree *t) {
  if (!t) return;
  free(t);
  bad_use_tree(t->l);
  bad_use_tree(t->r);
}
void good_use_tree(struct tree *t) {
  if (!t) return;
  good_use_tree(t->l);
  good_use_tree(t->r);
  free(t);
}
int bad_use_realloc(int n) {
  int *a = malloc(16);
  if (!a) return 0;
  a[0] = check(1);
  int *b = realloc(a, n);
  if (!b) { free(a); return 0; }
  b[1] = a[0];
  use(b);
  free(b);
  return 1;
}
int good_use_realloc(int n) {
  int *a = malloc(16);
  if (!a) return 0;
  a[0] = check(1);
  int *b = realloc(a, n);
  if (!b) { free(a); return 0; }
  b[1] = b[0];
  use(b);
  free(b);
  return 1;
}
char *bad_use_return(int n) {
  char *p = malloc(n);
  if (!p) return 0;
  fill(p, n);
  free(p);
  return p;
}
int bad_use_interior(char *s) {
  char *end = s + strlen(s);
  free(s);
  while (end[-1] == ' ') end--;
  return *end;
}
int good_use_interior(char *s) {
  char *end = s + strlen(s);
  while (end[-1] == ' ') end--;
  int r = *end;
  free(s);
  return r;
}
// also Leak, where n is not positive, and DoubleFree in the second round
int bad_use_loop(int n) {
  char *p = malloc(64);
  if (!p) return 0;
  int r = 0;
  for (int i = 0; i < n; i++) {
    fill(p, 64);
    r += p[i & 63];
    free(p);
  }
  return r;
}
int good_use_loop(int n) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    char *p = malloc(64);
    if (!p) return r;
    fill(p, 64);
    r += p[i & 63];
    free(p);
  }
  return r;
}
int good_use_loop_last(int n) {
  char *p = malloc(64);
  if (!p) return 0;
  int r = 0;
  for (int i = 0; i < n; i++) {
    fill(p, 64);
    r += p[i & 63];
    if (r > 1000) { free(p); return r; }
  }
  free(p);
  return r;
}
int bad_use_memcpy(char *to, char *from, int n) {
  free(from);
  memcpy(to, from, n);
  return n;
}
int good_use_memcpy(char *to, char *from, int n) {
  memcpy(to, from, n);
  free(from);
  return n;
}
int bad_use_global_member(struct buf *b, int n) {
  if (b->cap < (size_t)n) { free(b->data); b->cap = n; }
  b->data[0] = 0;
  return n;
}
int good_use_global_member(struct buf *b, int n) {
  if (b->cap < (size_t)n) { free(b->data); b->data = malloc(n); b->cap = n; if (!b->data) return -1; }
  b->data[0] = 0;
  return n;
}
int bad_double_phi(int *a, int *b, int c) {
  int *p = c ? a : b;
  use(p);
  free(p);
  if (check(c)) { use("again"); free(p); }
  return 0;
}
int good_double_phi(int *a, int *b, int c) {
  int *p = c ? a : b;
  use(p);
  if (check(c)) { use("again"); free(p); return 1; }
  free(p);
  return 0;
}
int bad_double_select(int *a, int *b, int c) {
  int *p = c ? a : b;
  free(p);
  free(a);
  free(b);
  return 0;
}
int bad_double_loop(int n, char *p) {
  for (int i = 0; i < n; i++) { use(0); free(p); }
  return n;
}
void good_double_array(char **p, int n) {
  for (int i = 0; i < n; i++) free(p[i]);
  free(p);
}
void good_double_ptr_reset(struct buf *b) {
  free(b->data); b->data = 0;
  if (b->len) { use(b); b->len = 0; }
  free(b->data);
  free(b);
}
void good_double_swap(struct buf *a, struct buf *b) {
  char *t = a->data;
  a->data = b->data;
  free(t);
  b->data = 0;
  free(a->data);
}

/* one flag, counted references, functions that keep what they get on some way */
extern int threads;
int good_lock_under_one_flag(int c) {
  if (threads) pthread_mutex_lock(&mu);
  int r = check(c);
  if (threads) pthread_mutex_unlock(&mu);
  return r;
}
struct { int count, threads; pthread_mutex_t m; } config;
int good_lock_under_one_field(int c) {
  if (config.threads) pthread_mutex_lock(&config.m);
  config.count--;
  int r = check(c);
  if (config.threads) pthread_mutex_unlock(&config.m);
  return r;
}
int bad_lock_flag_is_written(int c) {
  if (threads) pthread_mutex_lock(&mu);
  threads = check(c);
  if (threads) pthread_mutex_unlock(&mu);
  return c;
}
void good_lock_given_back(int c) {
  pthread_mutex_unlock(&mu);
  check(c);
  pthread_mutex_lock(&mu);
}
struct counted { int refs, x; };
void share(struct counted *);
int good_leak_counted(int c) {
  struct counted *p = malloc(sizeof *p);
  if (!p) return -1;
  p->refs = 1;
  if (c) share(p);
  if (--p->refs == 0) free(p);
  return 0;
}
int bad_leak_by_a_field(int c) {
  struct counted *p = malloc(sizeof *p);
  if (!p) return -1;
  p->x = check(c);
  use(p);
  if (p->x) free(p);
  return 0;
}
static int queue(struct list *n) {
  if (!check(n->v)) return 0;
  n->next = head;
  head = n;
  return 1;
}
int good_leak_queued(int c) {
  struct list *n = malloc(sizeof *n);
  if (!n) return -1;
  n->v = c;
  if (!queue(n)) free(n);
  return 0;
}
static int looked_at(struct list *n) { return check(n->v); }
int bad_leak_looked_at(int c) {
  struct list *n = malloc(sizeof *n);
  if (!n) return -1;
  n->v = c;
  if (!looked_at(n)) free(n);
  return 0;
}

int good_lock_merged(int c) {
  pthread_mutex_lock(&mu);
  if (check(c)) {
    pthread_mutex_unlock(&mu);
    pthread_mutex_lock(&mv);
    use(&c);
    pthread_mutex_unlock(&mv);
    return 0;
  }
  pthread_mutex_unlock(&mu);
  return 0;
}
