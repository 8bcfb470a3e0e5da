#!/usr/bin/env bash
# Loops and expressions that stock clang gives their name in libc or LLVM, by version.
#
# usage: scripts/compare clang [FLAG]…
#
# Compiles each function below with every clang of a supported version, at -O2 without the plugin, and
# prints whether its IR has a call of the library's function or of LLVM's intrinsic, or has the one load or
# store: the table of docs/src/rewrites.md. FLAGs are added to the command line.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset "${!IDIOM_@}"

# A name; the expected callees, or behind = the expected code; and the function. A blank line ends an entry.
cat >"$work/loops" <<'C'
memset, a loop|memset
void f(char *p, size_t n) { for (size_t i = 0; i < n; i++) p[i] = 7; }

memcpy, a loop, restrict|memcpy
void f(char *restrict p, const char *restrict q, size_t n) { for (size_t i = 0; i < n; i++) p[i] = q[i]; }

memmove, a loop backward within one array|memmove
void f(char *p, size_t n) { for (size_t i = n; i-- > 0;) p[i + 1] = p[i]; }

memmove, a loop through a buffer|memmove
void f(long *p, const long *q) { long t[4]; for (int i = 0; i < 4; i++) t[i] = q[i]; for (int i = 0; i < 4; i++) p[i] = t[i]; }

memcmp, a loop|memcmp|bcmp
int f(const unsigned char *p, const unsigned char *q, size_t n) { for (size_t i = 0; i < n; i++) if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1; return 0; }

memchr, a loop|memchr
const char *f(const char *p, char c, size_t n) { for (size_t i = 0; i < n; i++) if (p[i] == c) return p + i; return 0; }

strlen, a loop|strlen
size_t f(const char *p) { const char *q = p; while (*q) q++; return q - p; }

strlen, a loop that counts|strlen
size_t f(const char *p) { size_t n = 0; while (p[n]) n++; return n; }

memset, stores one by one|memset
void f(char *p) { for (int i = 0; i < 8; i++) { p[3 * i] = 0; p[3 * i + 1] = 0; p[3 * i + 2] = 0; } }

CRC, bit by bit|crctable
unsigned short f(unsigned short crc, unsigned char x) { crc ^= x; for (int i = 0; i < 8; i++) crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1; return crc; }

saturated sum of two bytes|uadd\.sat
unsigned char f(unsigned char a, unsigned char b) { unsigned s = a + b; return s > 255 ? 255 : s; }

saturated sum of three bytes|uadd\.sat
unsigned char f(unsigned char a, unsigned char b, unsigned char c) { unsigned s = a + b + c; return s > 255 ? 255 : s; }

popcount, a loop|ctpop
int f(unsigned long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }

popcount, a loop over all bits|ctpop
int f(unsigned x) { int n = 0; for (int i = 0; i < 32; i++) n += x >> i & 1; return n; }

popcount, by masks|ctpop
unsigned f(unsigned x) { x -= x >> 1 & 0x55555555; x = (x & 0x33333333) + (x >> 2 & 0x33333333); x = x + (x >> 4) & 0x0f0f0f0f; return x * 0x01010101 >> 24; }

trailing zeros, a loop|cttz
int f(unsigned x) { int n = 0; while (x && !(x & 1)) { x >>= 1; n++; } return n; }

trailing zeros, by a table|cttz
int f(unsigned x) { static const char t[32] = {0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8, 31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9}; return t[((x & -x) * 0x077cb531u) >> 27]; }

leading zeros, a loop|ctlz
int f(unsigned x) { int n = 0; while (x) { x >>= 1; n++; } return 32 - n; }

byte swap, by shifts|bswap
unsigned f(unsigned x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }

byte swap, a loop|bswap
unsigned f(unsigned x) { unsigned r = 0; for (int i = 0; i < 4; i++) { r = r << 8 | (x & 0xff); x >>= 8; } return r; }

bit reverse, by masks|bitreverse
unsigned f(unsigned x) { x = x >> 1 & 0x55555555 | (x & 0x55555555) << 1; x = x >> 2 & 0x33333333 | (x & 0x33333333) << 2; x = x >> 4 & 0x0f0f0f0f | (x & 0x0f0f0f0f) << 4; x = x >> 8 & 0x00ff00ff | (x & 0x00ff00ff) << 8; return x >> 16 | x << 16; }

bit reverse, a loop|bitreverse
unsigned f(unsigned x) { unsigned r = 0; for (int i = 0; i < 32; i++) { r = r << 1 | (x & 1); x >>= 1; } return r; }

rotate, by shifts|fshl|fshr
unsigned f(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

four bytes to a word|=load i32
unsigned f(const unsigned char *p) { return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24; }

a word to four bytes|=store i32
void f(unsigned char *p, unsigned x) { p[0] = x; p[1] = x >> 8; p[2] = x >> 16; p[3] = x >> 24; }

hypot, -ffast-math|hypot
double f(double x, double y) { return sqrt(x * x + y * y); }

C

has() {
  local version=$1 wanted="call .*@(llvm\.)?($2)[.(]" clang flags=()
  case $2 in =*) wanted=${2#=} ;; esac
  shift 2
  clang=$(tool "$version" clang)
  case $name in *-ffast-math) flags=(-ffast-math) ;; esac
  printf '#include <stddef.h>\n#include <math.h>\n%s\n' "$code" >"$work/x.c"
  "$clang" -O2 "${flags[@]}" "$@" -w -S -emit-llvm -o - "$work/x.c" | grep -qE "$wanted"
}

versions=()
for version in $SUPPORTED; do tool "$version" clang >/dev/null 2>&1 && versions+=("$version"); done
[ ${#versions[@]} != 0 ] || fail "no clang of a supported version is here"
printf '| in C |'; printf ' clang %s |' "${versions[@]}"; echo
printf '| --- |'; for version in "${versions[@]}"; do printf ' --- |'; done; echo
name='' wanted='' code=''
while IFS= read -r line; do
  if [ -z "$line" ]; then
    printf '| %s |' "$name"
    for version in "${versions[@]}"; do
      if has "$version" "$wanted" "$@"; then printf ' made |'; else printf ' left |'; fi
    done
    echo
    name=''
  elif [ -z "$name" ]; then
    name=${line%%|*} wanted=${line#*|}
  else
    code=$line
  fi
done <"$work/loops"
