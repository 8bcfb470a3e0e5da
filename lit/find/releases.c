// Memory, locks and files that some path does not release, uses after a release and second releases, each beside correct twins.
//
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O1 -w -g > %t.1
// RUN: %FileCheck --implicit-check-not="found " %s < %t.1
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O2 -w -g > %t.2
// RUN: %FileCheck --implicit-check-not="found " %s < %t.2
//
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <pthread.h>
#include <dirent.h>

int filled(int *p); void unknown(void);
// CHECK: found Leak in leaks{{[: ]|$}}
int leaks(int n) {
  int *p = malloc((size_t)n * sizeof *p);
  if (!p) return -1;
  if (filled(p) < 0) return -2;
  int r = p[0];
  free(p);
  return r;
}

int leaks_not(int n) {
  int *p = malloc((size_t)n * sizeof *p);
  if (!p) return -1;
  if (filled(p) < 0) {
    free(p);
    return -2;
  }
  int r = p[0];
  free(p);
  return r;
}

// CHECK: found Leak in leaks_no_check{{[: ]|$}}
int leaks_no_check(int n) {
  int *p = malloc((size_t)n * sizeof *p);
  if (filled(p) < 0) return -2;
  int r = p[0];
  free(p);
  return r;
}

// CHECK: found Leak in scratch{{[: ]|$}}
int scratch(int n) {
  char *c = malloc(64);
  if (!c) return 0;
  memset(c, n, 64);
  int r = 0;
  for (int i = 0; i < 64; i += c[i] + 1) r++;
  return r;
}

int scratch_ok(int n) {
  char *c = malloc(64);
  if (!c) return 0;
  memset(c, n, 64);
  int r = 0;
  for (int i = 0; i < 64; i += c[i] + 1) r++;
  free(c);
  return r;
}

char *handed(const char *s) {
  char *c = malloc(strlen(s) + 1);
  if (!c) return 0;
  strcpy(c, s);
  return c;
}

struct holder { char *c; };
int kept_in(struct holder *h, const char *s) {
  char *c = malloc(strlen(s) + 1);
  if (!c) return 0;
  strcpy(c, s);
  h->c = c;
  return 1;
}

int goto_out(int n) {
  int r = -1;
  int *a = malloc(4 * (size_t)n);
  int *b = 0;
  if (!a) goto out;
  b = malloc(4 * (size_t)n);
  if (!b) goto out;
  r = filled(a) + filled(b);
  out: free(b);
  free(a);
  return r;
}

// CHECK: found Leak in goto_bad{{[: ]|$}}
int goto_bad(int n) {
  int r = -1;
  int *a = malloc(4 * (size_t)n);
  if (!a) return r;
  int *b = malloc(4 * (size_t)n);
  if (!b) return r;
  r = filled(a) + filled(b);
  free(b);
  free(a);
  return r;
}

int two_ok(int n) {
  int r = -1;
  int *a = malloc(4 * (size_t)n);
  if (!a) return r;
  int *b = malloc(4 * (size_t)n);
  if (!b) {
    free(a);
    return r;
  }
  r = filled(a) + filled(b);
  free(b);
  free(a);
  return r;
}

int dies(int n) {
  int *a = malloc(4 * (size_t)n);
  if (!a) abort();
  if (filled(a) < 0) exit(1);
  int r = a[1];
  free(a);
  return r;
}

int loop_ok(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int *a = malloc(64);
    if (!a) return -1;
    s += filled(a);
    free(a);
  }
  return s;
}

// CHECK: found Leak in loop_bad{{[: ]|$}}
int loop_bad(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int *a = malloc(64);
    if (!a) return -1;
    if (filled(a) < 0) continue;
    s += a[0];
    free(a);
  }
  return s;
}

struct node { int v; struct node *next; };
// CHECK: found UseAfterFree in after{{[: ]|$}}
int after(int *p) {
  free(p);
  return *p;
}

int before(int *p) {
  int r = *p;
  free(p);
  return r;
}

// CHECK: found UseAfterFree in some_path{{[: ]|$}}
int some_path(int *p, int c) {
  if (c) free(p);
  return *p;
}

// CHECK: found UseAfterFree in passes{{[: ]|$}}
int passes(char *s) {
  free(s);
  return puts(s);
}

int passes_ok(char *s) {
  int r = puts(s);
  free(s);
  return r;
}

// CHECK: found UseAfterFree in list_bad{{[: ]|$}}
void list_bad(struct node *n) {
  while (n) {
    free(n);
    n = n->next;
  }
}

void list_ok(struct node *n) {
  while (n) {
    struct node *m = n->next;
    free(n);
    n = m;
  }
}

// CHECK: found DoubleFree in twice{{[: ]|$}}
void twice(int *p, int c) {
  free(p);
  if (c) free(p);
}

// CHECK: found DoubleFree in twice_joined{{[: ]|$}}
void twice_joined(int *p, int c) {
  if (c) {
    puts("x");
    free(p);
  }
  free(p);
}

void once(int *p, int c) {
  if (c) {
    puts("x");
    free(p);
    p = 0;
  }
  free(p);
}

void either(int *p, int c) {
  if (c) {
    puts("x");
    free(p);
  } else free(p);
}

// CHECK: found UseAfterFree in field{{[: ]|$}}
int field(struct node *n) {
  free(n);
  return n->next ? 1 : 0;
}

// CHECK: found UseAfterFree in elem{{[: ]|$}}
int elem(int *a, long i) {
  free(a);
  return a[i + 3];
}

int fresh(int n) {
  int *p = malloc(8);
  if (!p) return 0;
  *p = n;
  free(p);
  p = malloc(8);
  if (!p) return 0;
  *p = n;
  puts("y");
  int r = *p;
  free(p);
  return r;
}

// CHECK: found UseAfterFree in write_after{{[: ]|$}}
void write_after(int *p) {
  free(p);
  p[1] = 3;
}

int work(void); int line(FILE *);
pthread_mutex_t m; struct s { pthread_mutex_t l; int n; };
// CHECK: found LockWithoutUnlock in bad{{[: ]|$}}
int bad(int c) {
  pthread_mutex_lock(&m);
  if (work() < 0) return -1;
  pthread_mutex_unlock(&m);
  return c;
}

int good(int c) {
  pthread_mutex_lock(&m);
  if (work() < 0) {
    pthread_mutex_unlock(&m);
    return -1;
  }
  pthread_mutex_unlock(&m);
  return c;
}

int checked(int c) {
  if (pthread_mutex_lock(&m)) return -5;
  c += work();
  pthread_mutex_unlock(&m);
  return c;
}

// CHECK: found LockWithoutUnlock in checked_bad{{[: ]|$}}
int checked_bad(int c) {
  if (pthread_mutex_lock(&m)) return -5;
  if (work() == 3) return 2;
  pthread_mutex_unlock(&m);
  return c;
}

// CHECK: found LockWithoutUnlock in field_locked{{[: ]|$}}
int field_locked(struct s *s) {
  pthread_mutex_lock(&s->l);
  int r = s->n;
  if (r > 3) return r;
  pthread_mutex_unlock(&s->l);
  return r;
}

int field_ok(struct s *s) {
  pthread_mutex_lock(&s->l);
  int r = s->n;
  pthread_mutex_unlock(&s->l);
  return r;
}

// A function that unlocks nothing leaves it to its caller.
// CHECK-NOT: found LockWithoutUnlock in only_locks{{[: ]|$}}
void only_locks(struct s *s) {
  pthread_mutex_lock(&s->l);
  work();
}

// CHECK: found FileWithoutClose in f_bad{{[: ]|$}}
int f_bad(const char *n) {
  FILE *f = fopen(n, "r");
  if (!f) return -1;
  char b[8];
  if (!fgets(b, 8, f)) return -2;
  fclose(f);
  return b[0];
}

int f_good(const char *n) {
  FILE *f = fopen(n, "r");
  if (!f) return -1;
  char b[8];
  if (!fgets(b, 8, f)) {
    fclose(f);
    return -2;
  }
  fclose(f);
  return b[0];
}

// CHECK: found FileWithoutClose in f_never{{[: ]|$}}
int f_never(const char *n) {
  FILE *f = fopen(n, "r");
  if (!f) return -1;
  char b[8];
  if (!fgets(b, 8, f)) return -2;
  return b[0];
}

FILE *f_ret(const char *n) {
  FILE *f = fopen(n, "r");
  if (!f) perror(n);
  return f;
}

int f_if(const char *n) {
  FILE *f = fopen(n, "r");
  int r = 0;
  if (f) {
    r = fgetc(f);
    fclose(f);
  }
  return r;
}

// Helpers of the same file that release what they are given.
__attribute__((noinline)) static void done(char *p) { printf("%d\n", p[0]); free(p); }
int released_by_a_helper(void) {
  char *p = malloc(8);
  if (!p) return 1;
  p[0] = 1;
  done(p);
  return 0;
}

__attribute__((noinline)) static void close_it(FILE *f) { filled(0); fgetc(f); fclose(f); }
int closed_by_a_helper(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) return 0;
  int c = fgetc(f);
  close_it(f);
  return c;
}

__attribute__((noinline)) static void unlock_it(pthread_mutex_t *m) { unknown(); pthread_mutex_unlock(m); }
int unlocked_by_a_helper(pthread_mutex_t *m, int *x) {
  pthread_mutex_lock(m);
  int r = *x;
  unlock_it(m);
  return r;
}

// A helper that only reads releases nothing.
__attribute__((noinline)) static int first(const char *p) { return p[0] + p[1]; }
// CHECK: found Leak in read_by_a_helper{{[: ]|$}}
int read_by_a_helper(int n) {
  char *p = calloc((size_t)n, 1);
  if (!p) return 1;
  p[0] = (char)filled(0);
  return first(p);
}

// Where the enlargement failed nothing is written through null.
int enlarged_unchecked(int n) {
  int *p = malloc(4);
  for (int i = 1; i < n; i++) {
    p = realloc(p, 4 * ((size_t)i + 1));
    p[i] = filled(0);
  }
  int r = filled(p);
  free(p);
  return r;
}
