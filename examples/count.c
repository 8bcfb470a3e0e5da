int count(unsigned char x) {
    int n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}
