// A square root by ten of Newton's steps, of each element of an array.
void map_sqrt(unsigned long length, double *array) {
  for (unsigned long i = 0; i < length; i++) {
    double x = array[i], root = 1.0;
    for (int k = 0; k < 10; k++)
      root = 0.5 * (root + x / root);
    array[i] = root;
  }
}
