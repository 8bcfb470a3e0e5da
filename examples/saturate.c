/* Adds bytes as pixels are added: sums that do not fit become white. */
unsigned char add(unsigned char a, unsigned char b) {
    unsigned sum = a + b;
    return sum > 255 ? 255 : sum;
}
