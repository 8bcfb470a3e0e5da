"""Random loops for threads: scratch arrays, histograms, limits and sums, some of which depend on earlier rounds.

usage: random_threads.py FOLDER SEED COUNT
writes kernels.c and kernels.h for lit/threads/Inputs/execute.c.
"""

import random
import sys

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(seed)
SIGNATURE = "(long n, double *a, double *b, int *x, long *h)"


def some(*choices):
    return draw.choice(choices)


def value():
    return some("b2[i] + j", "x[i] - j", "(x[i] & 15) * 3 + j", "i % 17 + j", "j + h2[j & 31]")


def fill(size):
    """A loop that writes elements, all of them in two thirds of the cases."""
    whole = f"for (int j = 0; j < {size}; j++) t[j] = {value()};"
    return some(
        whole,
        whole,
        f"for (int j = {size - 1}; j >= 0; j--) t[j] = {value()};",
        f"for (int j = 0; j < {size // 2}; j++) {{ t[2 * j] = {value()}; t[2 * j + 1] = {value()}; }}",
        f"for (int j = 0; j < {size}; j++) t[j] = 0;",
        f"for (int j = 0; j < {size // 2}; j++) for (int k = 0; k < 2; k++) t[2 * j + k] = {value()} - k;",
        f"for (int j = 0; j < {size // 2}; j++) t[j] = {value()}; for (int j = {size // 2}; j < {size}; j++) t[j] = {value()};",
        some(
            f"for (int j = 1; j < {size}; j++) t[j] = {value()};",
            f"for (int j = 0; j < {size - 1}; j++) t[j] = {value()};",
            f"for (int j = 0; j < {size // 2}; j++) t[2 * j] = {value()};",
            f"if (x[i] & 1) {whole}",
            f"for (int j = 0; j < (x[i] & {size - 1 if size & (size - 1) == 0 else 7}); j++) t[j] = {value()};",
            f"for (int j = 0; j < {size}; j++) {{ if (x[j] == x[i]) break; t[j] = {value()}; }}",
            f"for (int j = 0; j < {size}; j++) if (x[j] & 4) t[j] = {value()};",
            "",
        ),
    )


def read(size):
    return some(
        f"for (int j = 0; j < {size}; j++) s += t[j] * (j & 3);",
        f"for (int j = 0; j < {size}; j++) s += t[{size - 1} - j];",
        "s += t[x[i] & 7] - t[(x[i] >> 1) & 7];",
        f"for (int j = 1; j < {size}; j++) t[j] += t[j - 1] * (j & 1);",
        f"for (int j = 0; j < {size}; j++) t[j] -= j;",
        f"s += t[x[i] % {size}u];",
        f"t[x[i] & 7] += 2; s += t[{size - 1}];",
    )


def update():
    return some(
        "",
        "",
        "h[x[i] & 31]++;",
        "h[(x[i] & 15) + 1] += x[i];",
        "if (h[x[i] & 31] < 20) h[x[i] & 31]++;",
        "if (h[x[i] & 31] != 3) h[x[i] & 31]++;",
        "if (h[x[i] & 31] <= x[40]) h[x[i] & 31]++;",
        "{ unsigned char *c = (unsigned char *)h; if (c[x[i] & 63] < 255) c[x[i] & 63]++; }",
        "{ signed char *c = (signed char *)h; if (c[x[i] & 63] < 50) c[x[i] & 63]++; }",
        "{ unsigned char *c = (unsigned char *)h; unsigned v = c[x[i] & 63] + (x[i] & 3); c[x[i] & 63] = v > 255 ? 255 : v; }",
        "if (h[x[i] & 31] < 20) { h[x[i] & 31]++; s += 1; }",
        "if (h[x[i] & 31] < h[x[i] & 3]) h[x[i] & 31]++;",
    )


def kernel(number):
    size = some(8, 16, 20, 64, 100, 130)
    kind = some("inside", "local", "local", "static", "argument")
    body = [fill(size) for _ in range(some(1, 1, 2))] + [read(size) for _ in range(some(1, 2, 2))]
    if draw.random() < 0.1:
        draw.shuffle(body)
    lines, before, behind = [], "", ""
    if kind == "inside":
        # An element that was not written has no value to compare.
        body.insert(0, f"double t[{size}]; for (int j = 0; j < {size}; j++) t[j] = j & 5;")
    elif kind == "local":
        before = f"double t[{size}]; for (int j = 0; j < {size}; j++) t[j] = j;"
    elif kind == "static":
        lines.append(f"static double t{number}[{size}];")
        before = f"double *t = t{number}; for (int j = 0; j < {size}; j++) t[j] = j;"
    else:
        before = "double *t = b;"
    if kind != "inside" and draw.random() < 0.4:
        behind = f"for (int j = 0; j < {size}; j++) r += t[j] * (j & 3);"
    # What values come from is apart from what is written, but for some.
    sources = "double b2[64]; long h2[32]; for (int k = 0; k < 64; k++) b2[k] = b[k]; for (int k = 0; k < 32; k++) h2[k] = h[k];"
    text = " ".join(body).replace("b2[i]", some("b2[i & 63]", "x[i]", "x[i]"))
    total = some("a[i] = s;", "a[i] = s;", "r += (long)s & 255;", "a[i] = s; r += (long)s & 255;")
    lines.append(
        f"__attribute__((noinline)) double NAME(random_{number}){SIGNATURE} {{\n"
        f"  double r = 1; {sources}\n  {before}\n"
        f"  for (long i = 0; i < n; i++) {{ double s = 0; {text} {update()} {total} }}\n"
        f"  {behind}\n  return r + b2[0] + h2[0];\n}}\n"
    )
    return "\n".join(lines)


with open(f"{folder}/kernels.c", "w", encoding="utf-8") as file:
    file.write('#include "kernels.h"\n' + "".join(kernel(k) for k in range(count)))
with open(f"{folder}/kernels.h", "w", encoding="utf-8") as file:
    names = " ".join(f"X(random_{k}, 0)" for k in range(count))
    file.write(f"#define KERNELS(X) {names}\ntypedef struct {{ double *a, *b; int *x; long *h; }} Data;\n")
