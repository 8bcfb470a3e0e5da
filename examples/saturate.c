/* Adds bytes as images do: what does not fit is white. */
unsigned char add(unsigned char a, unsigned char b) {
    unsigned sum = a + b;
    return sum > 255 ? 255 : sum;
}
