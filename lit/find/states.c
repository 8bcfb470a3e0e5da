// State machines, and ends that several failures share, each beside a defect.
//
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O1 -w -g > %t.1
// RUN: %python %inputs/found_in.py %t.1 %s
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O2 -w -g > %t.2
// RUN: %python %inputs/found_in.py %t.2 %s
//
// The name of a function says whether it is bad and what is found.

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct conn { int refs; char *host; struct conn *next; void (*closed)(struct conn *); };
struct pool { struct conn *idle; pthread_mutex_t mu; int n; };
extern int connect_to(const char *host);
extern int handshake(int fd, void *key, size_t n);
extern void on_error(int);
extern bool keep_it(struct conn *);                            /* true where it has taken it */

int good_leak_states(int fd, size_t n) {
  enum { START, READ, DONE, FAIL } state = START;
  char *buf = NULL;
  ssize_t got = 0;
  for (;;) switch (state) {
    case START: buf = malloc(n); state = buf ? READ : FAIL; break;
    case READ: got = read(fd, buf, n); state = got < 0 ? FAIL : DONE; break;
    case DONE: free(buf); return (int)got;
    case FAIL: free(buf); return -1;
  }
}
int bad_leak_states(int fd, size_t n) {
  enum { START, READ, DONE, FAIL } state = START;
  char *buf = NULL;
  ssize_t got = 0;
  for (;;) switch (state) {
    case START: buf = malloc(n); state = buf ? READ : FAIL; break;
    case READ: got = read(fd, buf, n); state = got < 0 ? FAIL : DONE; break;
    case DONE: free(buf); return (int)got;
    case FAIL: return -1;
  }
}
int good_leak_break(const char *host) {
  char *key = NULL;
  int rc = -1, fd;
  do {
    if ((fd = connect_to(host)) < 0) break;
    if (!(key = calloc(1, 64))) break;
    if (handshake(fd, key, 64) < 0) break;
    rc = fd;
  } while (0);
  if (key) { memset(key, 0, 64); free(key); }
  return rc;
}
int bad_leak_break(const char *host) {
  char *key = NULL;
  int rc = -1, fd;
  do {
    if ((fd = connect_to(host)) < 0) break;
    if (!(key = calloc(1, 64))) break;
    if (handshake(fd, key, 64) < 0) break;
    rc = fd;
  } while (0);
  if (rc >= 0) free(key);
  return rc;
}
int good_leak_small(int fd, const char *s, size_t n) {
  char small[64], *p = small;
  if (n > sizeof small && !(p = malloc(n))) return -1;
  memcpy(p, s, n);
  int r = (int)write(fd, p, n);
  if (p != small) free(p);
  return r;
}
int bad_leak_small(int fd, const char *s, size_t n) {
  char small[64], *p = small;
  if (n > sizeof small && !(p = malloc(n))) return -1;
  memcpy(p, s, n);
  int r = (int)write(fd, p, n);
  if (p == small) on_error(r); else if (r > 0) free(p);
  return r;
}
int good_leak_small_size(int fd, const char *s, size_t n) {
  char small[64];
  char *p = n > sizeof small ? malloc(n) : small;
  if (!p) return -1;
  memcpy(p, s, n);
  int r = (int)write(fd, p, n);
  if (n > sizeof small) free(p);
  return r;
}
int good_lock_both(struct pool *a, struct pool *b) {
  int rc = -1;
  pthread_mutex_lock(&a->mu);
  if (pthread_mutex_trylock(&b->mu) != 0) goto out;
  b->n += a->n; a->n = 0; rc = 0;
  pthread_mutex_unlock(&b->mu);
out:
  pthread_mutex_unlock(&a->mu);
  return rc;
}
int bad_lock_both(struct pool *a, struct pool *b) {
  int rc = -1;
  pthread_mutex_lock(&a->mu);
  if (pthread_mutex_trylock(&b->mu) != 0) goto out;
  b->n += a->n; a->n = 0; rc = 0;
out:
  pthread_mutex_unlock(&a->mu);
  return rc;
}
int good_leak_conn(struct pool *p, const char *host) {
  struct conn *c = malloc(sizeof *c);
  if (!c) return -1;
  c->refs = 1;
  c->host = strdup(host);
  if (!c->host || !keep_it(c)) { free(c->host); free(c); return -1; }
  p->n++;
  return 0;
}
int bad_leak_conn(struct pool *p, const char *host) {
  struct conn *c = malloc(sizeof *c);
  if (!c) return -1;
  c->refs = 1;
  c->host = strdup(host);
  if (!c->host) return -1;
  if (!keep_it(c)) { free(c->host); free(c); return -1; }
  p->n++;
  return 0;
}
