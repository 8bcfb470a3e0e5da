/* Sums without a sum, and what is one by no means. */
unsigned sum(unsigned x, unsigned y) {
    unsigned both = x & y, one = x ^ y;
    return (both << 1) + one;
}

unsigned almost(unsigned x, unsigned y) {
    unsigned both = x & y, any = x | y;
    return (both << 1) + any;
}
