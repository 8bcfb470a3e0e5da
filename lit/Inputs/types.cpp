// Members of many types behind parameters that nothing but types tells apart, and an inlined function with `restrict`.
struct A { int i; float f; };
struct B { A a; int j; A more[2]; };
struct C : A { short s; long l; };
struct P { int *i; float *f; P *next; };
struct Array { int head; int all[4]; double last; };
struct V { virtual void f(); int i; };
union U { int i; float f; };
enum E : int { one };
typedef int __attribute__((may_alias)) any_int;

void plain(int *i, unsigned *u, float *f, double *d, char *c, short *s, long *l, long long *ll, bool *b, E *e, any_int *any) {
  *i = 1; *u = 2; *f = 3; *d = 4; *c = 5; *s = 6; *l = 7; *ll = 8; *b = true; *e = one; *any = 9;
}

void pointers(int **i, float **f, int ***ii, P **p, void **v, int *n, P *q) {
  *i = n; *f = 0; *ii = i; *p = q; *v = n; *n = 1; q->i = n; q->f = 0; q->next = q;
}

void members(A *a, B *b, C *c, int *i, float *f, short *s, Array *r, long n) {
  a->i = 1; a->f = 2; b->a.i = 3; b->a.f = 4; b->j = 5; b->more[n].i = 6; b->more[n].f = 7;
  c->i = 8; c->f = 9; c->s = 10; c->l = 11; *i = 12; *f = 13; *s = 14; r->head = 15; r->all[n] = 16; r->last = 17;
}

int others(U *u, V *v, A *a, float *f, int *i, char *c) {
  u->i = 1; u->f = 2; v->i = 3; v->f(); a->i = 4; *f = 5; *c = 6;
  return *i + a->i;
}

// The bytes of one type as another.
void copied(float *f, int *i, A *a, A *b) {
  __builtin_memcpy(f, i, 4);
  *a = *b;
  *i = 1;
}

static inline void added(int *__restrict to, const int *__restrict by, int n) {
  for (int k = 0; k < n; k++)
    to[k] += by[0];
}

void inlined(int *x, int *y, int *z, int n) {
  added(x, y, n);
  z[1] = 2;
}

// In each round once: of two rounds nothing is said.
void inlined_in_a_loop(int *x, int *y, int n) {
  for (int k = 0; k < n; k++)
    added(x + k, y - k, 3);
}
