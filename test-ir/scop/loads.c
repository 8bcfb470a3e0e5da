// Loads in a part that read the same wherever they are carried out there: bounds, rows and bases behind pointers.

struct holder { char *data; int n; };
struct matrix { int rows, columns; double **row; };
struct counted { int count; int at[100]; };
int sizes[3];
double cube[12][12][12];

// all
void bound(int *n, double *a) { for (int i = 0; i < *n; i++) a[i] = 0; }

// all
void bound_of_written_type(int *n, int *a) { for (int i = 0; i < *n; i++) a[i] = 0; }

// all
void globals(void) {
  for (int i = 0; i < sizes[0]; i++)
    for (int j = 1; j < sizes[1] - 1; j++)
      for (int k = 0; k < sizes[2]; k++)
        cube[i][j][k] = i;
}

// all
void row(struct matrix *m, int k) { for (int i = 0; i < m->columns; i++) m->row[k][i] = 0; }

// all
void rows(struct matrix *m, int k) {
  for (int j = 0; j < m->rows; j++)
    for (int i = 0; i < m->columns; i++)
      m->row[k][i + j] += 1;
}

// all
void not_in_each_run(struct matrix **m, int k, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < (*m)->columns; i++)
      (*m)->row[k][i] += j;
}

// all
void subscript(int *restrict at, double *restrict a, int n) { for (int i = 0; i < n; i++) a[*at + i] = i; }

// all
void condition(int *b, double *a, int n) {
  for (int i = 0; i < n; i++)
    if (b[0] > i) a[i] = 1;
}

// all
void guarded(int *b, double *a, int n, int c) {
  for (int i = 0; i < n; i++)
    if (i > c)
      for (int j = 0; j < b[1]; j++) a[j] += i;
}

// all
void written_behind(int *n, double *a, int m) {
  for (int i = 0; i < *n; i++) a[i] = 1;
  for (int i = 0; i < m; i++) n[i] = i;
}

// all
void written_before(int *n, double *a, int m) {
  n[0] = m;
  for (int i = 0; i < *n; i++) a[i] = 1;
}

// all
void base_read_again(struct holder *h, int n) {
  for (int i = 0; i < n; i++) { h->data[i] = 1; }
}

// all
void bound_read_again(struct holder *h, int *a) {
  for (int i = 0; i < h->n; i++) a[i] = 1;
}

// none
void written(int *n) { for (int i = 1; i < *n; i++) n[i - 1] = 7; }

// none
void counted(struct counted *c, int n) { for (int i = 0; i < n; i++) c->at[c->count] = c->count++; }

// some
void row_of_each_round(struct matrix *m, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      m->row[j][i] = i;
}

// none
void volatile_bound(volatile int *n, double *a) { for (int i = 0; i < *n; i++) a[i] = 0; }
