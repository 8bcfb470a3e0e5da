// Ownership in other styles: clean-up labels, fields of structures, walks over lists, early returns, realloc,
// strdup, wrappers, error codes, and callees that take over; each beside correct twins, at three levels.
//
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O1 -w -g > %t.1
// RUN: %python %inputs/found_in.py %t.1 %s
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -O2 -w -g > %t.2
// RUN: %python %inputs/found_in.py %t.2 %s
// RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s -- -Os -w -g > %t.s
// RUN: %python %inputs/found_in.py %t.s %s
//
// The name of a function says whether it is bad and what is found.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum status { OK, E_NOMEM, E_IO, E_FORMAT };
struct buf { char *data; size_t len, cap; };
struct entry { struct entry *next; char *key, *value; unsigned hash; };
struct config { struct entry *head; char *path; int dirty; };
struct session { pthread_mutex_t mu; struct buf in, out; int fd, closed; struct session *next; };
struct image { uint32_t w, h; uint8_t *pixels; };
extern int parse_line(const char *line, char **key, char **value);
extern int queue_push(struct session *s, struct entry *e);     /* nonzero where it has taken e */
extern int queue_offer(struct session *s, struct entry *e);    /* zero where it has taken e */
extern bool registry_add(const char *name, void *item);        /* true where it has taken item */
extern void trace(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
extern unsigned hash_of(const char *s);
extern size_t encode(const void *src, size_t n, void *dst);
extern int verify(const void *p, size_t n);

/* Goto cleanup skips one resource */
enum status bad_leak_convert(int fd, const void *src, size_t n) {
  enum status st = E_NOMEM;
  char *scratch = NULL, *wide = NULL;
  scratch = malloc(n);
  if (!scratch) goto done;
  wide = malloc(2 * n);
  if (!wide) goto drop;
  size_t m = encode(src, n, wide);
  if (write(fd, wide, m) != (ssize_t)m) { st = E_IO; goto drop; }
  st = OK;
  free(wide);
drop:
  free(scratch);
done:
  return st;
}
enum status good_leak_convert(int fd, const void *src, size_t n) {
  enum status st = E_NOMEM;
  char *scratch = NULL, *wide = NULL;
  scratch = malloc(n);
  if (!scratch) goto done;
  wide = malloc(2 * n);
  if (!wide) goto drop;
  size_t m = encode(src, n, wide);
  if (write(fd, wide, m) != (ssize_t)m) { st = E_IO; goto both; }
  st = OK;
both:
  free(wide);
drop:
  free(scratch);
done:
  return st;
}

/* Strdup of a field, the second fails */
struct entry *bad_leak_entry(const char *k, const char *v) {
  struct entry *e = calloc(1, sizeof *e);
  if (e == NULL) return NULL;
  char *key = strdup(k);
  if (key == NULL) { free(e); return NULL; }
  char *value = strdup(v);
  if (value == NULL) { free(e); return NULL; }
  e->key = key; e->value = value; e->hash = hash_of(k);
  return e;
}
struct entry *good_leak_entry(const char *k, const char *v) {
  struct entry *e = calloc(1, sizeof *e);
  if (e == NULL) return NULL;
  char *key = strdup(k);
  if (key == NULL) { free(e); return NULL; }
  char *value = strdup(v);
  if (value == NULL) { free(key); free(e); return NULL; }
  e->key = key; e->value = value; e->hash = hash_of(k);
  return e;
}

/* Realloc into a temporary, early return forgets the old block */
char *bad_leak_slurp(int fd, size_t *len) {
  size_t cap = 256, used = 0;
  char *data = malloc(cap);
  if (!data) return NULL;
  for (;;) {
    ssize_t got = read(fd, data + used, cap - used);
    if (got < 0) return NULL;
    if (got == 0) break;
    used += (size_t)got;
    if (used == cap) {
      char *bigger = realloc(data, cap * 2);
      if (!bigger) { free(data); return NULL; }
      data = bigger; cap *= 2;
    }
  }
  *len = used;
  return data;
}
char *good_leak_slurp(int fd, size_t *len) {
  size_t cap = 256, used = 0;
  char *data = malloc(cap);
  if (!data) return NULL;
  for (;;) {
    ssize_t got = read(fd, data + used, cap - used);
    if (got < 0) { free(data); return NULL; }
    if (got == 0) break;
    used += (size_t)got;
    if (used == cap) {
      char *bigger = realloc(data, cap * 2);
      if (!bigger) { free(data); return NULL; }
      data = bigger; cap *= 2;
    }
  }
  *len = used;
  return data;
}

/* Asprintf gives memory through an out parameter */
int good_leak_message(const char *who, int code) {
  char *text;
  if (asprintf(&text, "%s: %d", who, code) < 0) return -1;
  int r = (int)write(2, text, strlen(text));
  free(text);
  return r;
}
int good_leak_message_kept(struct config *c, const char *dir) {
  char *path = NULL;
  if (asprintf(&path, "%s/config", dir) < 0) return -E_NOMEM;
  free(c->path);
  c->path = path;
  return 0;
}

/* A callee that takes over where it returns a number other than zero */
enum status good_leak_pushed(struct session *s, const char *k) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e) return E_NOMEM;
  e->hash = hash_of(k);
  if (!queue_push(s, e)) { free(e); return E_FORMAT; }
  return OK;
}
void good_leak_pushed_void(struct session *s, const char *k) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e) return;
  e->hash = hash_of(k);
  if (queue_push(s, e) == 0) { trace("dropped %u", e->hash); free(e); }
}
bool good_leak_registered(const char *name, size_t n) {
  void *item = malloc(n);
  bool done = item && registry_add(name, item);
  if (!done) free(item);
  return done;
}
enum status bad_leak_pushed(struct session *s, const char *k, int limit) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e) return E_NOMEM;
  e->hash = hash_of(k);
  if ((int)e->hash > limit) return E_FORMAT;
  if (!queue_push(s, e)) { free(e); return E_FORMAT; }
  return OK;
}
bool bad_leak_registered(const char *name, size_t n, int c) {
  void *item = malloc(n);
  bool done = item && registry_add(name, item);
  if (!done && c) free(item);
  return done;
}
int good_leak_offered(struct session *s, const char *k) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e) return -1;
  e->hash = hash_of(k);
  int rc = queue_offer(s, e);
  if (rc) free(e);
  return rc;
}
void bad_leak_pushed_partly(struct session *s, int c) {
  struct entry *e = malloc(sizeof *e);
  if (e && !queue_push(s, e) && c) free(e);
}
int good_leak_pushed_code(struct session *s) {
  struct entry *e = malloc(sizeof *e);
  if (!e) return 0;
  if (!queue_push(s, e)) { free(e); return 0; }
  return 1;
}
int good_leak_pushed_result(struct session *s) {
  struct entry *e = malloc(sizeof *e);
  if (!e) return 0;
  int ok = queue_push(s, e);
  if (!ok) free(e);
  return ok;
}
int good_leak_pushed_loop(struct session *s, int n) {
  int added = 0;
  for (int i = 0; i < n; i++) {
    struct entry *e = malloc(sizeof *e);
    if (!e) break;
    e->hash = i;
    if (queue_push(s, e) == 0) { free(e); continue; }
    added++;
  }
  return added;
}
void bad_leak_filled(const void *src, size_t n, int fd) {
  char *copy = malloc(n);
  if (!copy) return;
  if (encode(src, n, copy)) return;
  trace("%d", (int)write(fd, copy, n));
  verify(copy, n);
  free(copy);
}
int bad_leak_filled_code(const void *src, size_t n) {
  char *copy = malloc(n);
  if (!copy) return 1;
  int rc = (int)encode(src, n, copy);
  if (rc) return rc;
  rc = verify(copy, n);
  free(copy);
  return rc;
}
int bad_leak_verified(const void *src, size_t n, int fd) {
  char *copy = malloc(n);
  if (!copy) return -1;
  size_t m = encode(src, n, copy);
  if (verify(copy, m) != 0) return -1;
  int r = (int)write(fd, copy, m);
  free(copy);
  return r;
}
int good_leak_verified(const void *src, size_t n, int fd) {
  char *copy = malloc(n);
  if (!copy) return -1;
  size_t m = encode(src, n, copy);
  int r = -1;
  if (verify(copy, m) == 0) r = (int)write(fd, copy, m);
  free(copy);
  return r;
}

/* Array of allocations unwound on failure */
char **good_leak_table(size_t rows, size_t cols) {
  char **t = calloc(rows, sizeof *t);
  if (!t) return NULL;
  for (size_t i = 0; i < rows; i++) {
    t[i] = malloc(cols);
    if (!t[i]) {
      while (i-- > 0) free(t[i]);
      free(t);
      return NULL;
    }
  }
  return t;
}
char **bad_leak_table(size_t rows, size_t cols) {
  char **t = calloc(rows, sizeof *t);
  if (!t) return NULL;
  for (size_t i = 0; i < rows; i++) {
    char *row = malloc(cols);
    if (!row) {
      while (i-- > 0) free(t[i]);
      return NULL;
    }
    t[i] = row;
  }
  return t;
}

/* List walk frees a node and goes on by it */
void bad_use_list(struct config *c) {
  for (struct entry *e = c->head; e; e = e->next) {
    free(e->key);
    free(e->value);
    free(e);
  }
  c->head = NULL;
}
void good_use_list(struct config *c) {
  struct entry *next;
  for (struct entry *e = c->head; e; e = next) {
    next = e->next;
    free(e->key);
    free(e->value);
    free(e);
  }
  c->head = NULL;
}

/* Removal from a list by a pointer to a pointer */
int good_use_remove(struct config *c, const char *key) {
  for (struct entry **at = &c->head; *at; at = &(*at)->next) {
    struct entry *e = *at;
    if (strcmp(e->key, key) != 0) continue;
    *at = e->next;
    free(e->key);
    free(e);
    return 1;
  }
  return 0;
}
int bad_use_remove(struct config *c, const char *key) {
  for (struct entry **at = &c->head; *at; at = &(*at)->next) {
    struct entry *e = *at;
    if (strcmp(e->key, key) != 0) continue;
    free(e->key);
    free(e);
    *at = e->next;
    return 1;
  }
  return 0;
}

/* A message is printed from what was freed */
int bad_use_error(struct session *s, size_t n) {
  char *line = malloc(n);
  int rc = -1;
  if (!line) return -1;
  if (read(s->fd, line, n) < 0) goto fail;
  rc = verify(line, n);
  free(line);
  if (rc == 0) return 0;
  trace("bad line %s", line);
  return rc;
fail:
  free(line);
  return rc;
}
int good_use_error(struct session *s, size_t n) {
  char *line = malloc(n);
  int rc = -1;
  if (!line) return -1;
  if (read(s->fd, line, n) < 0) goto fail;
  rc = verify(line, n);
  if (rc == 0) { free(line); return 0; }
  trace("bad line %s", line);
fail:
  free(line);
  return rc;
}

/* The block that realloc has moved */
int bad_use_grow(struct buf *b, size_t more) {
  char *old = b->data;
  char *to = realloc(old, b->cap + more);
  if (!to) return -1;
  b->data = to;
  b->cap += more;
  old[b->len] = 0;
  return 0;
}
int good_use_grow(struct buf *b, size_t more) {
  char *old = b->data;
  char *to = realloc(old, b->cap + more);
  if (!to) { old[b->len] = 0; return -1; }
  b->data = to;
  b->cap += more;
  to[b->len] = 0;
  return 0;
}

/* Freed on the error path and by the common end */
int bad_double_load(int fd, size_t n) {
  char *p = malloc(n);
  int rc = 0;
  if (!p) return -1;
  if (read(fd, p, n) != (ssize_t)n) { free(p); rc = -1; goto out; }
  rc = verify(p, n);
out:
  free(p);
  return rc;
}
int good_double_load(int fd, size_t n) {
  char *p = malloc(n);
  int rc = 0;
  if (!p) return -1;
  if (read(fd, p, n) != (ssize_t)n) { free(p); p = NULL; rc = -1; goto out; }
  rc = verify(p, n);
out:
  free(p);
  return rc;
}

/* Reset of a buffer in a structure */
void bad_double_reset(struct session *s) {
  free(s->in.data);
  s->in.len = s->in.cap = 0;
  if (s->closed) { free(s->in.data); s->in.data = NULL; }
}
void good_double_reset(struct session *s) {
  free(s->in.data);
  s->in.data = NULL;
  s->in.len = s->in.cap = 0;
  if (s->closed) { free(s->out.data); s->out.data = NULL; }
}

void good_double_block(struct session *s) {
  free(s->in.data);
  memset(&s->in, 0, sizeof s->in);
  if (s->closed) free(s->in.data);
}
void bad_double_block(struct session *s) {
  free(s->in.data);
  memset(&s->in.len, 0, sizeof s->in.len);
  if (s->closed) free(s->in.data);
}
void good_double_length(struct session *s, size_t n) {
  free(s->in.data);
  memset(&s->in.len, 0, n);
  if (s->closed) free(s->in.data);
}

/* Unlock missing on one early return of a search */
struct session *bad_lock_search(pthread_mutex_t *mu, struct session *head, int fd) {
  pthread_mutex_lock(mu);
  for (struct session *s = head; s; s = s->next) {
    if (s->fd != fd) continue;
    if (s->closed) return NULL;
    pthread_mutex_unlock(mu);
    return s;
  }
  pthread_mutex_unlock(mu);
  return NULL;
}
struct session *good_lock_search(pthread_mutex_t *mu, struct session *head, int fd) {
  struct session *found = NULL;
  pthread_mutex_lock(mu);
  for (struct session *s = head; s; s = s->next)
    if (s->fd == fd && !s->closed) { found = s; break; }
  pthread_mutex_unlock(mu);
  return found;
}

/* Lock around a step that may fail */
int bad_lock_append(struct session *s, const char *from, size_t n) {
  int err = pthread_mutex_lock(&s->mu);
  if (err) return -err;
  if (s->out.len + n > s->out.cap) {
    char *to = realloc(s->out.data, s->out.len + n);
    if (!to) return -ENOMEM;
    s->out.data = to;
    s->out.cap = s->out.len + n;
  }
  memcpy(s->out.data + s->out.len, from, n);
  s->out.len += n;
  pthread_mutex_unlock(&s->mu);
  return 0;
}
int good_lock_append(struct session *s, const char *from, size_t n) {
  int err = pthread_mutex_lock(&s->mu);
  if (err) return -err;
  if (s->out.len + n > s->out.cap) {
    char *to = realloc(s->out.data, s->out.len + n);
    if (!to) { err = -ENOMEM; goto unlock; }
    s->out.data = to;
    s->out.cap = s->out.len + n;
  }
  memcpy(s->out.data + s->out.len, from, n);
  s->out.len += n;
unlock:
  pthread_mutex_unlock(&s->mu);
  return err;
}

/* A wrapper around fopen; a header check that returns */
__attribute__((always_inline)) static FILE *open_mode(const char *path, int writing) {
  FILE *f = fopen(path, writing ? "wb" : "rb");
  if (!f) trace("%s: %s", path, strerror(errno));
  return f;
}
enum status bad_file_image(const char *path, struct image *im) {
  FILE *f = open_mode(path, 0);
  if (!f) return E_IO;
  char magic[2];
  if (fread(magic, 1, 2, f) != 2 || magic[0] != 'P') return E_FORMAT;
  if (fscanf(f, "%u %u", &im->w, &im->h) != 2) { fclose(f); return E_FORMAT; }
  fclose(f);
  return OK;
}
enum status good_file_image(const char *path, struct image *im) {
  enum status st = E_FORMAT;
  FILE *f = open_mode(path, 0);
  if (!f) return E_IO;
  char magic[2];
  if (fread(magic, 1, 2, f) != 2 || magic[0] != 'P') goto out;
  if (fscanf(f, "%u %u", &im->w, &im->h) != 2) goto out;
  st = OK;
out:
  if (fclose(f) != 0 && st == OK) st = E_IO;
  return st;
}

/* Two files, the second does not open */
int bad_file_copy(const char *from, const char *to) {
  FILE *in = fopen(from, "rb");
  if (!in) return -1;
  FILE *out = fopen(to, "wb");
  if (!out) return -1;
  int c;
  while ((c = getc(in)) != EOF) putc(c, out);
  fclose(in);
  return fclose(out);
}
int good_file_copy(const char *from, const char *to) {
  FILE *in = fopen(from, "rb");
  if (!in) return -1;
  FILE *out = fopen(to, "wb");
  if (!out) { fclose(in); return -1; }
  int c;
  while ((c = getc(in)) != EOF) putc(c, out);
  fclose(in);
  return fclose(out);
}

/* A stream that is standard input or a file */
long good_file_lines(const char *path) {
  FILE *f = path ? fopen(path, "r") : stdin;
  long n = 0;
  int c;
  if (!f) return -1;
  while ((c = fgetc(f)) != EOF) n += c == '\n';
  if (f != stdin) fclose(f);
  return n;
}
long bad_file_lines(const char *path, long most) {
  FILE *f = fopen(path, "r");
  long n = 0;
  int c;
  if (!f) return -1;
  while ((c = fgetc(f)) != EOF) {
    n += c == '\n';
    if (n > most) return most;
  }
  fclose(f);
  return n;
}

/* Lines of a configuration become entries */
enum status good_leak_parse(struct config *c, const char *path) {
  FILE *f = open_mode(path, 0);
  char *line = NULL;
  size_t cap = 0;
  enum status st = OK;
  if (!f) return E_IO;
  while (st == OK && getline(&line, &cap, f) > 0) {
    char *key, *value;
    if (parse_line(line, &key, &value) < 0) { st = E_FORMAT; break; }
    struct entry *e = malloc(sizeof *e);
    if (!e) { st = E_NOMEM; break; }
    e->key = key; e->value = value; e->hash = hash_of(key);
    e->next = c->head;
    c->head = e;
  }
  free(line);
  fclose(f);
  return st;
}
enum status bad_leak_parse(struct config *c, char **lines, size_t n) {
  for (size_t i = 0; i < n; i++) {
    struct entry *e = malloc(sizeof *e);
    if (!e) return E_NOMEM;
    if (parse_line(lines[i], &e->key, &e->value) < 0) {
      if (c->dirty) continue;
      free(e);
      return E_FORMAT;
    }
    e->hash = hash_of(e->key);
    e->next = c->head;
    c->head = e;
  }
  return OK;
}

/* Ownership goes to a field of an out parameter */
enum status good_leak_image(struct image *im, uint32_t w, uint32_t h) {
  uint8_t *p = malloc((size_t)w * h * 4);
  if (!p) return E_NOMEM;
  memset(p, 0xff, (size_t)w * h * 4);
  *im = (struct image){w, h, p};
  return OK;
}
enum status bad_leak_image(struct image *im, uint32_t w, uint32_t h, int fd) {
  uint8_t *p = malloc((size_t)w * h * 4);
  if (!p) return E_NOMEM;
  for (uint32_t y = 0; y < h; y++)
    if (read(fd, p + (size_t)y * w * 4, (size_t)w * 4) != (ssize_t)w * 4) return E_IO;
  *im = (struct image){w, h, p};
  return OK;
}

