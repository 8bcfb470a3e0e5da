/* A sum spelt by bit operations, and an expression that only looks like one. */
unsigned sum(unsigned x, unsigned y) {
    unsigned both = x & y, one = x ^ y;
    return (both << 1) + one;
}

unsigned almost(unsigned x, unsigned y) {
    unsigned both = x & y, any = x | y;
    return (both << 1) + any;
}
