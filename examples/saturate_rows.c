/* Adds the light of two lamps to a row of pixels: sums that do not fit become white. */
void light(int n, unsigned char *restrict row, const unsigned char *restrict left, const unsigned char *restrict right) {
  for (int i = 0; i < n; i++) {
    unsigned sum = row[i] + left[i] + right[i];
    row[i] = sum > 255 ? 255 : sum;
  }
}
