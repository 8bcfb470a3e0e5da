// A search that clang leaves as a loop, and that the C library has a function for.
#include <stddef.h>

const char *find(const char *p, char c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (p[i] == c)
            return p + i;
    return 0;
}
