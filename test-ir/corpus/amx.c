// compile: --target=x86_64 -ffreestanding -mamx-tile -mamx-int8 -mamx-bf16 -O0
// compile: --target=x86_64 -ffreestanding -mamx-tile -mamx-int8 -mamx-bf16 -O2
#include <immintrin.h>

void multiply(char *a, char *b, char *c, short rows, short columns, short depth) {
  __tile1024i left = {rows, depth}, right = {depth, columns}, sum = {rows, columns};
  __tile_loadd(&left, a, 64);
  __tile_loadd(&right, b, 64);
  __tile_loadd(&sum, c, 64);
  __tile_dpbssd(&sum, left, right);
  __tile_stored(c, 64, sum);
}
