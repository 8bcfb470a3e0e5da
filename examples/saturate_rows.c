/* Adds a row of bytes to another one: sums that do not fit become white. */
void add_rows(int n, unsigned char *restrict row, const unsigned char *restrict other) {
  for (int i = 0; i < n; i++) {
    unsigned sum = row[i] + other[i];
    row[i] = sum > 255 ? 255 : sum;
  }
}
