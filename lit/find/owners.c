// Ownership in programs: taken over by callees, kept in structures, released by wrappers, with defects.
//
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O1 -w -g > %t.1
// RUN: %python %inputs/found_in.py %t.1 %s
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -Os -w -g > %t.s
// RUN: %python %inputs/found_in.py %t.s %s
//
// Why a path is one, and what it goes past.
// RUN: %FileCheck %s < %t.1
// CHECK: found Leak in bad_leak_decode: the path from the call of `malloc` at {{.*}} by the branch at {{.*}} to the ret at {{.*}} goes past the call of `free` at
// CHECK: found Leak in bad_leak_printf: nothing of the kind is on the path from the call of `malloc` at {{.*}} to the ret at
//
// The name of a function says whether it is bad and what is found.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <setjmp.h>
#include <dirent.h>
#include <stdarg.h>
#include <errno.h>

struct node { struct node *next, *prev; char *key; void *value; int refs; };
struct table { struct node **slots; size_t count, size; pthread_mutex_t lock; };
struct stream { FILE *file; char *name; char line[256]; int eof; };
struct vec { int *at; int n, cap; };
typedef struct str { char *s; size_t len; } str;
extern int rnd(void);
extern int add(char *);
extern int keep(FILE *);
extern void note(const char *, ...);
extern int decode(const unsigned char *, size_t, unsigned char *);
extern int validate(const struct node *);
extern int send_all(int, const void *, size_t);
extern void enqueue(struct node *);           /* takes it over */
extern int try_enqueue(struct node *);        /* takes it over where it succeeds */
extern void node_free(struct node *);         /* a wrapper that frees */
extern void observe(const void *p);
extern struct table *registry;
extern struct node *roots[16];
static char *cache;

/* ---------- leaks ---------- */
int bad_leak_decode(int fd, const unsigned char *in, size_t n) {
  unsigned char *out = malloc(n * 2 + 1);
  int got;
  if (out == NULL) return -ENOMEM;
  got = decode(in, n, out);
  if (got < 0) { note("decode: %d", got); return got; }
  got = send_all(fd, out, (size_t)got);
  free(out);
  return got;
}
extern int admit(int);
int good_leak_labels(int a, size_t n) {
  char *p = 0;
  if (admit(a) < 0) goto out;
  p = malloc(n);
  if (!p) goto out;
  if (add(p) < 0) goto out;
  return 0;
out:
  free(p);
  return -1;
}
int bad_leak_labels(int a, size_t n) {
  char *p = malloc(n);
  if (!p) return -1;
  if (admit(a) < 0) goto out;
  if (add(p) < 0) goto fail;
  return 0;
fail:
  free(p);
out:
  return -1;
}
int good_file_labels(int a, const char *path) {
  FILE *f = 0;
  if (admit(a) < 0) goto out;
  f = fopen(path, "r");
  if (!f) goto out;
  if (keep(f) < 0) goto out;
  return 0;
out:
  if (f) fclose(f);
  return -1;
}
int good_leak_decode(int fd, const unsigned char *in, size_t n) {
  unsigned char *out = malloc(n * 2 + 1);
  int got;
  if (out == NULL) return -ENOMEM;
  got = decode(in, n, out);
  if (got < 0) { note("decode: %d", got); goto end; }
  got = send_all(fd, out, (size_t)got);
end:
  free(out);
  return got;
}
struct vec *bad_leak_vec(int cap) {
  struct vec *v = calloc(1, sizeof *v);
  if (!v) return NULL;
  if (cap < 0) return NULL;
  v->at = calloc((size_t)cap, sizeof *v->at);
  if (!v->at) { free(v); return NULL; }
  v->cap = cap;
  return v;
}
struct vec *good_leak_vec(int cap) {
  if (cap < 0) return NULL;
  struct vec *v = calloc(1, sizeof *v);
  if (!v) return NULL;
  v->at = calloc((size_t)cap, sizeof *v->at);
  if (!v->at) { free(v); return NULL; }
  v->cap = cap;
  return v;
}
int good_leak_vec_push(struct vec *v, int x) {
  if (v->n == v->cap) {
    int cap = v->cap ? v->cap * 2 : 8;
    int *at = realloc(v->at, (size_t)cap * sizeof *at);
    if (!at) return -1;
    v->at = at; v->cap = cap;
  }
  v->at[v->n++] = x;
  return 0;
}
int bad_leak_vec_push(struct vec *v, int x) {
  if (v->n == v->cap) {
    int cap = v->cap ? v->cap * 2 : 8;
    int *at = malloc((size_t)cap * sizeof *at);
    if (!at) return -1;
    memcpy(at, v->at, (size_t)v->n * sizeof *at);
    if (x < 0) return -2;
    free(v->at);
    v->at = at; v->cap = cap;
  }
  v->at[v->n++] = x;
  return 0;
}
struct node *good_leak_node_owned(const char *key) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  memset(n, 0, sizeof *n);
  n->key = strdup(key);
  if (!n->key || validate(n) < 0) { free(n->key); free(n); return 0; }
  return n;
}
struct node *bad_leak_node_key(const char *key) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  memset(n, 0, sizeof *n);
  n->key = strdup(key);
  if (!n->key || validate(n) < 0) { free(n->key); return 0; }
  return n;
}
void good_leak_enqueue(const char *key) {
  struct node *n = malloc(sizeof *n);
  if (!n) return;
  n->key = 0;
  n->refs = rnd();
  enqueue(n);
  note("queued %s", key);
}
int good_leak_wrapper(int x) {
  struct node *n = malloc(sizeof *n);
  if (!n) return -1;
  n->refs = x;
  int r = validate(n);
  if (r < 0) { node_free(n); return r; }
  roots[x & 15] = n;
  return r;
}
int bad_leak_wrapper(int x) {
  struct node *n = malloc(sizeof *n);
  if (!n) return -1;
  n->refs = x;
  int r = rnd();
  if (r < 0) { return r; }
  roots[x & 15] = n;
  return r;
}
int good_leak_success_only(int x) {
  struct node *n = malloc(sizeof *n);
  if (!n) return -1;
  n->refs = x;
  if (try_enqueue(n) != 0) { free(n); return -1; }
  return 0;
}
char *good_leak_cached(int n) {
  if (!cache) {
    char *c = malloc(64);
    if (!c) return 0;
    snprintf(c, 64, "%d", n);
    cache = c;
  }
  return cache;
}
int bad_leak_early_continue(char **words, int n) {
  int good = 0;
  for (int i = 0; i < n; i++) {
    char *w = strdup(words[i]);
    if (!w) return -1;
    if (w[0] == '#') continue;
    for (char *p = w; *p; p++) *p |= 32;
    good += strcmp(w, "yes") == 0;
    free(w);
  }
  return good;
}
int good_leak_early_continue(char **words, int n) {
  int good = 0;
  for (int i = 0; i < n; i++) {
    char *w = strdup(words[i]);
    if (!w) return -1;
    if (w[0] == '#') { free(w); continue; }
    for (char *p = w; *p; p++) *p |= 32;
    good += strcmp(w, "yes") == 0;
    free(w);
  }
  return good;
}
int bad_leak_two_of_three(int n) {
  int r = -1;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
  if (!a || !b || !c) goto out;
  for (int i = 0; i < n; i++) { a[i] = rnd(); b[i] = a[i] + rnd(); c[i] = b[i]; }
  r = (int)(a[n - 1] + b[n / 2] * c[n / 3]);
out:
  free(a);
  free(b);
  return r;
}
int good_leak_two_of_three(int n) {
  int r = -1;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
  if (!a || !b || !c) goto out;
  for (int i = 0; i < n; i++) { a[i] = rnd(); b[i] = a[i] + rnd(); c[i] = b[i]; }
  r = (int)(a[n - 1] + b[n / 2] * c[n / 3]);
out:
  free(a);
  free(b);
  free(c);
  return r;
}
void good_leak_list_build(int n) {
  struct node *head = 0;
  for (int i = 0; i < n; i++) {
    struct node *m = malloc(sizeof *m);
    if (!m) break;
    m->refs = i; m->next = head;
    head = m;
  }
  while (head) { struct node *t = head->next; observe(head); free(head); head = t; }
}
static void string_free(char **s) { free(*s); }
int good_leak_cleanup(int n) {
  __attribute__((cleanup(string_free))) char *s = malloc(n);
  if (!s) return -1;
  memset(s, n, n);
  if (rnd() > 3) return s[0];
  observe(s);
  return s[n / 2];
}
static jmp_buf env;
int good_leak_setjmp(int n) {
  char *volatile s = malloc(n);
  if (!s) return -1;
  if (setjmp(env)) { free(s); return -2; }
  observe(s);
  note("x");
  free(s);
  return 0;
}
char *good_leak_swap(char *old, size_t n) {
  char *fresh = malloc(n);
  if (!fresh) return old;
  memcpy(fresh, old, n);
  free(old);
  return fresh;
}
str good_leak_by_value(const char *from) {
  str r = {0, 0};
  r.s = strdup(from);
  if (r.s) r.len = strlen(r.s);
  return r;
}
int good_leak_out_pair(str *out, const char *from) {
  str r;
  r.s = strdup(from);
  if (!r.s) return 0;
  r.len = strlen(r.s);
  *out = r;
  return 1;
}
void good_leak_callback(void (*done)(void *), int n) {
  int *ctx = malloc(sizeof *ctx);
  if (!ctx) return;
  *ctx = n;
  done(ctx);
}
int good_leak_thread(pthread_t *t, void *(*body)(void *), int n) {
  int *arg = malloc(sizeof *arg);
  if (!arg) return -1;
  *arg = n;
  if (pthread_create(t, 0, body, arg)) { free(arg); return -1; }
  return 0;
}
int bad_leak_printf(int n) {
  char *text = malloc(32);
  if (!text) return -1;
  snprintf(text, 32, "%08x", n);
  puts(text);
  return (int)strlen(text);
}
int bad_leak_reassigned(const char *a, const char *b) {
  char *s = strdup(a);
  if (!s) return -1;
  int r = (int)strlen(s);
  s = strdup(b);
  if (!s) { return -1; }
  r += (int)strlen(s);
  puts(s);
  free(s);
  return r;
}
int good_leak_reassigned(const char *a, const char *b) {
  char *s = strdup(a);
  if (!s) return -1;
  int r = (int)strlen(s);
  puts(s);
  free(s);
  s = strdup(b);
  if (!s) return -1;
  r += (int)strlen(s);
  puts(s);
  free(s);
  return r;
}
int good_leak_alias_interior(int n) {
  int *base = malloc((n + 1) * sizeof *base);
  if (!base) return -1;
  int *p = base + 1;
  for (int i = 0; i < n; i++) p[i] = rnd();
  int r = p[n / 2];
  free(p - 1);
  return r;
}
int good_leak_flag(int n, int deep) {
  int owned = 0;
  const char *s = "constant";
  char *c = 0;
  if (deep) { c = malloc(n); if (!c) return -1; memset(c, 'x', n); s = c; owned = 1; }
  int r = (int)strlen(s) + rnd();
  note("%s", s);
  if (owned) free(c);
  return r;
}
int bad_leak_flag(int n, int deep) {
  int owned = 0;
  const char *s = "constant";
  char *c = 0;
  if (deep) { c = malloc(n); if (!c) return -1; memset(c, 'x', n); s = c; owned = n > 10; }
  int r = (int)strlen(s) + rnd();
  if (owned) free(c);
  return r;
}
int bad_leak_getline(FILE *f) {
  char *line = malloc(512);
  int n = 0;
  if (!line) return -1;
  for (;;) {
    if (!fgets(line, 512, f)) return n;
    if (line[0] == '.') break;
    n++;
  }
  free(line);
  return n;
}
int good_leak_assert(int n) {
  int *p = malloc(n);
  if (!p) { fprintf(stderr, "oom\n"); abort(); }
  p[0] = rnd();
  if (p[0] < 0) __builtin_trap();
  int r = p[0];
  free(p);
  return r;
}
int bad_leak_switch_default(int kind, size_t n) {
  char *buf = malloc(n);
  if (!buf) return -1;
  switch (kind) {
  case 'a': snprintf(buf, n, "alpha"); break;
  case 'b': snprintf(buf, n, "beta"); break;
  case 'c': { int r = puts("?"); return r; }
  default: free(buf); return 0;
  }
  puts(buf);
  free(buf);
  return 1;
}
/* ---------- taken over on success ---------- */
extern _Bool offer(struct node *);
extern struct node *link_in(struct node *);
extern int keep_file(FILE *);
int good_leak_offer(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return 0;
  m->refs = n;
  if (!offer(m)) { note("full"); free(m); return 0; }
  return 1;
}
int good_leak_link(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return -1;
  m->refs = n;
  if (link_in(m) == NULL) { free(m); return -1; }
  return n;
}
int good_leak_negative(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return -1;
  m->refs = n;
  int at = try_enqueue(m);
  if (at < 0) free(m);
  return at;
}
int good_leak_loop_offers(int n) {
  for (int i = 0; i < n; i++) {
    struct node *m = malloc(sizeof *m);
    if (!m) return -1;
    m->refs = i;
    if (try_enqueue(m)) { free(m); return -1; }
  }
  return 0;
}
// What is released where the call has failed, but not on each way from there.
int bad_leak_half_undone(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return -1;
  m->refs = n;
  if (try_enqueue(m) < 0) {
    if (rnd()) return -2;
    free(m);
    return -1;
  }
  return 0;
}
// Before it is offered.
int bad_leak_before_offer(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return -1;
  m->refs = n;
  if (rnd() == 7) return -3;
  if (try_enqueue(m) < 0) { free(m); return -1; }
  return 0;
}
// It is released where the call has succeeded, which therefore took nothing over.
int bad_leak_sent(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return -1;
  m->refs = n;
  int r = try_enqueue(m);
  if (r < 0) return r;
  free(m);
  return 0;
}
int bad_leak_unsent(int n) {
  struct node *m = malloc(sizeof *m);
  if (!m) return -1;
  m->refs = n;
  if (!try_enqueue(m)) return -1;
  free(m);
  return 0;
}
int good_file_kept(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return -1;
  if (keep_file(f) < 0) { fclose(f); return -1; }
  return 0;
}
int bad_file_kept(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return -1;
  if (fgetc(f) == '#') return -2;
  if (keep_file(f) < 0) { fclose(f); return -1; }
  return 0;
}
/* ---------- double release ---------- */
// The second look at the count comes too late.
void bad_use_node(struct node *n) {
  if (n->refs == 0) {
    free(n->key);
    n->key = NULL;
    free(n);
  }
  if (n->refs < 2) free(n);
}
int bad_double_error(int n) {
  char *a = malloc(n);
  if (!a) return -1;
  if (decode((unsigned char *)"", 0, (unsigned char *)a) < 0) { free(a); goto fail; }
  free(a);
  return 0;
fail:
  note("failed");
  free(a);
  return -1;
}
int good_double_error(int n) {
  char *a = malloc(n);
  if (!a) return -1;
  if (decode((unsigned char *)"", 0, (unsigned char *)a) < 0) { goto fail; }
  free(a);
  return 0;
fail:
  note("failed");
  free(a);
  return -1;
}
void bad_double_alias(char *s, int n) {
  char *whole = s;
  while (n-- > 0 && *s == ' ') *s = 0;
  note("%s", s);
  free(s);
  free(whole);
}
void good_double_two(char *s, char *t) {
  if (s != t) free(s);
  free(t);
}
void bad_double_realloc(int n) {
  int *a = malloc(4 * n);
  if (!a) return;
  a[0] = rnd();
  int *b = realloc(a, 8 * n);
  if (b) { observe(b); free(a); free(b); } else free(a);
}
void good_double_nulling(struct stream *s) {
  free(s->name);
  s->name = NULL;
  if (s->eof) { note("eof"); free(s->name); }
}
// The callee may have put another name there.
void good_double_field(struct stream *s) {
  free(s->name);
  s->eof = 1;
  if (rnd()) free(s->name);
}
void good_double_list(struct node *l) {
  struct node *n;
  do { n = l->next; free(l->key); free(l); l = n; } while (l);
}
void good_double_refs(struct node *n) {
  if (--n->refs == 0) { free(n->key); free(n); }
}
/* ---------- use after release ---------- */
int bad_use_refs(struct node *n) {
  if (--n->refs == 0) { free(n->key); free(n); }
  return n->refs;
}
int good_use_refs(struct node *n) {
  int left = --n->refs;
  if (left == 0) { free(n->key); free(n); }
  return left;
}
void bad_use_unlink(struct node *n) {
  free(n);
  n->prev->next = n->next;
}
void good_use_unlink(struct node *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
  free(n);
}
char *bad_use_shout(char *s) {
  char *t = strdup(s);
  free(s);
  if (!t) return s;
  return t;
}
int bad_use_table(struct table *t) {
  int n = 0;
  for (size_t i = 0; i < t->size; i++) {
    struct node *m = t->slots[i];
    while (m) { free(m->key); free(m); n++; m = m->next; }
  }
  free(t->slots);
  return n;
}
int good_use_table(struct table *t) {
  int n = 0;
  for (size_t i = 0; i < t->size; i++) {
    struct node *m = t->slots[i];
    while (m) { struct node *k = m->next; free(m->key); free(m); n++; m = k; }
  }
  free(t->slots);
  free(t);
  return n;
}
void bad_use_stale(struct vec *v, int n) {
  int *first = v->at;
  int *fresh = realloc(v->at, n * sizeof(int));
  if (!fresh) return;
  v->at = fresh;
  first[0] = 1;
}
void good_use_fresh(struct vec *v, int n) {
  int *first = v->at;
  int *fresh = realloc(v->at, n * sizeof(int));
  if (!fresh) { first[0] = 0; return; }
  v->at = fresh;
  fresh[0] = 1;
}
int bad_use_print(struct stream *s) {
  fclose(s->file);
  free(s->name);
  return printf("closed %s\n", s->name);
}
void bad_use_write(int **cells, int n) {
  int *c = cells[n];
  free(c);
  cells[n] = 0;
  *c = n;
}
void good_use_write(int **cells, int n) {
  int *c = cells[n];
  *c = n;
  free(c);
  cells[n] = 0;
}
int good_use_compare(char *a, char *b) {
  free(a);
  return a == b;
}
int good_use_freed_then_new(int n) {
  int *p = malloc(16);
  if (!p) return 0;
  p[0] = rnd(); int r = p[0];
  free(p);
  p = malloc(32);
  if (!p) return r;
  p[0] = rnd(); r += p[0];
  free(p);
  return r + n;
}
int bad_use_pop(struct node **top) {
  struct node *n = *top;
  if (!n) return -1;
  *top = n->next;
  free(n);
  return n->refs;
}
int good_use_pop(struct node **top) {
  struct node *n = *top;
  if (!n) return -1;
  *top = n->next;
  int r = n->refs;
  free(n);
  return r;
}
/* ---------- locks ---------- */
int bad_lock_find(struct table *t, const char *key, struct node *out) {
  pthread_mutex_lock(&t->lock);
  for (size_t i = 0; i < t->size; i++)
    for (struct node *n = t->slots[i]; n; n = n->next)
      if (!strcmp(n->key, key)) { *out = *n; return 1; }
  pthread_mutex_unlock(&t->lock);
  return 0;
}
int good_lock_find(struct table *t, const char *key, struct node *out) {
  int found = 0;
  pthread_mutex_lock(&t->lock);
  for (size_t i = 0; i < t->size && !found; i++)
    for (struct node *n = t->slots[i]; n; n = n->next)
      if (!strcmp(n->key, key)) { *out = *n; found = 1; break; }
  pthread_mutex_unlock(&t->lock);
  return found;
}
int good_lock_try(struct table *t) {
  if (pthread_mutex_trylock(&t->lock) == 0) {
    t->count++;
    pthread_mutex_unlock(&t->lock);
    return 1;
  }
  return 0;
}
int bad_lock_try(struct table *t) {
  if (pthread_mutex_trylock(&t->lock) != 0) return 0;
  if (t->count > 100) return -1;
  t->count++;
  pthread_mutex_unlock(&t->lock);
  return 1;
}
int good_lock_twice(struct table *t, int n) {
  pthread_mutex_lock(&t->lock);
  while (t->count > (size_t)n) {
    pthread_mutex_unlock(&t->lock);
    note("waiting");
    pthread_mutex_lock(&t->lock);
  }
  t->count++;
  pthread_mutex_unlock(&t->lock);
  return n;
}
int bad_lock_twice(struct table *t, int n) {
  pthread_mutex_lock(&t->lock);
  while (t->count > (size_t)n) {
    pthread_mutex_unlock(&t->lock);
    note("waiting");
    pthread_mutex_lock(&t->lock);
    if (rnd() == 0) return -1;
  }
  t->count++;
  pthread_mutex_unlock(&t->lock);
  return n;
}
static void unlock_cleanup(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
int good_lock_cleanup(struct table *t) {
  pthread_mutex_lock(&t->lock);
  __attribute__((cleanup(unlock_cleanup))) pthread_mutex_t *held = &t->lock;
  if (t->count == 0) return -1;
  return (int)t->count + rnd();
}
struct table *good_lock_acquire(struct table *t) {
  if (!t) return 0;
  int r = pthread_rwlock_rdlock((pthread_rwlock_t *)&t->lock);
  if (r) return 0;
  t->count++;
  pthread_rwlock_unlock((pthread_rwlock_t *)&t->lock);
  return t;
}
int bad_lock_rw(pthread_rwlock_t *l, int *v, int n) {
  if (pthread_rwlock_wrlock(l)) return -1;
  if (*v == n) goto out;
  *v = n;
  pthread_rwlock_unlock(l);
out:
  return 0;
}
int bad_lock_goto(pthread_spinlock_t *l, struct node *n) {
  int r = -1;
  pthread_spin_lock(l);
  if (!n) goto done;
  if (n->refs > 4) goto unlock;
  n->refs++;
  r = 0;
unlock:
  pthread_spin_unlock(l);
done:
  return r;
}
int good_lock_goto(pthread_spinlock_t *l, struct node *n) {
  int r = -1;
  if (!n) goto done;
  pthread_spin_lock(l);
  if (n->refs > 4) goto unlock;
  n->refs++;
  r = 0;
unlock:
  pthread_spin_unlock(l);
done:
  return r;
}
void good_lock_order(pthread_mutex_t *a, pthread_mutex_t *b) {
  if (a < b) { pthread_mutex_lock(a); pthread_mutex_lock(b); } else { pthread_mutex_lock(b); pthread_mutex_lock(a); }
  note("both");
  pthread_mutex_unlock(a);
  pthread_mutex_unlock(b);
}
/* ---------- files ---------- */
int bad_file_header(const char *path, unsigned *magic) {
  FILE *f = fopen(path, "rb");
  if (!f) return -errno;
  if (fread(magic, sizeof *magic, 1, f) != 1) return -EIO;
  if (*magic != 0x7f454c46) { fclose(f); return -EINVAL; }
  fclose(f);
  return 0;
}
int good_file_header(const char *path, unsigned *magic) {
  FILE *f = fopen(path, "rb");
  if (!f) return -errno;
  int r = 0;
  if (fread(magic, sizeof *magic, 1, f) != 1) r = -EIO;
  else if (*magic != 0x7f454c46) r = -EINVAL;
  fclose(f);
  return r;
}
struct stream *good_file_open_stream(const char *path) {
  struct stream *s = calloc(1, sizeof *s);
  if (!s) return 0;
  s->file = fopen(path, "r");
  if (!s->file) { free(s); return 0; }
  return s;
}
struct stream *bad_file_open_stream(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  struct stream *s = calloc(1, sizeof *s);
  if (!s) return 0;
  s->file = f;
  return s;
}
int bad_file_dir(const char *path) {
  DIR *d = opendir(path);
  if (!d) return -1;
  struct dirent *e;
  int n = 0;
  while ((e = readdir(d))) {
    if (e->d_name[0] == '.') continue;
    if (n++ > 1000) return -2;
  }
  closedir(d);
  return n;
}
int good_file_dir(const char *path) {
  DIR *d = opendir(path);
  if (!d) return -1;
  struct dirent *e;
  int n = 0;
  while ((e = readdir(d))) {
    if (e->d_name[0] == '.') continue;
    if (n++ > 1000) { n = -2; break; }
  }
  closedir(d);
  return n;
}
int bad_file_pipe(const char *command) {
  char line[64];
  FILE *p = popen(command, "r");
  if (!p) return -1;
  if (!fgets(line, sizeof line, p)) { perror(command); return -1; }
  return pclose(p) == 0 ? line[0] : -1;
}
int good_file_pipe(const char *command) {
  char line[64];
  FILE *p = popen(command, "r");
  if (!p) return -1;
  if (!fgets(line, sizeof line, p)) { perror(command); pclose(p); return -1; }
  return pclose(p) == 0 ? line[0] : -1;
}
int good_file_stdout(const char *path, const char *text) {
  FILE *f = path ? fopen(path, "w") : stdout;
  if (!f) return -1;
  fputs(text, f);
  return path ? fclose(f) : fflush(f);
}
int bad_file_vprintf(const char *path, const char *format, ...) {
  FILE *f = fopen(path, "a");
  if (!f) return -1;
  va_list args;
  va_start(args, format);
  int r = vfprintf(f, format, args);
  va_end(args);
  if (r < 0) return r;
  return fclose(f);
}
int good_file_vprintf(const char *path, const char *format, ...) {
  FILE *f = fopen(path, "a");
  if (!f) return -1;
  va_list args;
  va_start(args, format);
  int r = vfprintf(f, format, args);
  va_end(args);
  if (r < 0) { fclose(f); return r; }
  return fclose(f);
}
int bad_file_retry(const char *path) {
  for (int i = 0; i < 3; i++) {
    FILE *f = fopen(path, "r");
    if (!f) continue;
    int c = getc(f);
    if (c == EOF) continue;
    fclose(f);
    return c;
  }
  return -1;
}
