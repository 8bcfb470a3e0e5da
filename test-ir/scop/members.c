// Arrays that are members of structures, behind others: rows that do not begin where the structure does.

struct grid { int n; double v[8][8]; };
struct image { int w, h; short pixel[9][16]; };
struct matrix { int rows, columns; double value[]; };
struct deep { char head[72]; float v[4][6][8]; };
struct two { int n; double v[8][8]; int m; double w[8][8]; };

// all
void fill(struct grid *g, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g->v[i][j] = i + j;
}

// all
void up(struct grid *g, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 8; j++)
      g->v[i][j] = g->v[i - 1][j] + 1;
}

// all
void five_points(struct grid *restrict g, struct grid *restrict h, int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      g->v[i][j] = h->v[i - 1][j] + h->v[i + 1][j] + h->v[i][j - 1] + h->v[i][j + 1];
}

// all
void of_pixels(struct image *p, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p->pixel[i][j] += i;
}

// all
void of_rows(struct matrix *m, double by, long rows, long columns) {
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < columns; j++)
      m->value[i * columns + j] *= by;
}

// all
void three_deep(struct deep *d, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        d->v[i][j][k] += 1;
}

// all
void of_both(struct two *t, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t->v[i][j] = t->w[j][i] + t->n;
}

// all
void of_many(struct grid *g, int n) {
  for (int k = 1; k < n; k++)
    for (int i = 1; i < 8; i++)
      for (int j = 0; j < 8; j++)
        g[k].v[i][j] = g[k - 1].v[i - 1][j] + 1;
}

// all
void backward(struct grid *g, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      g->v[i][7 - j] = g->v[i - 1][j];
}
