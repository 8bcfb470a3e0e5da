"""random_nests.py FOLDER SEED COUNT: writes kernels.h and kernels.c, COUNT random nests of loops over three
arrays: products of matrices and
vectors and sums in any order of the loops, upward and downward, layouts, types of counters and strides, and
about one in three with something in it that a call of a BLAS does not do.
"""

import os
import random
import re
import sys

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
choose = random.Random(seed)
pick = choose.choice

INTEGERS = ["int", "int", "long", "size_t", "unsigned"]


def stride(rows):
    """The distance of rows: a parameter, the length of a row, or a number."""
    return pick([rows, rows, "40", "lda", "ldb", "ldc"])


def matrix(array, row, column, sizes, integer):
    if pick([0, 0, 1]):
        row, column = column, row
    offset = pick(["", "", "", " + 1", " + 3"])
    apart = pick(["", "", "", "2 * "])
    return f"{array}[{row} * ({integer}){stride(sizes[column])} + {apart}{column}{offset}]"


def vector(array, index):
    return f"{array}[{pick(['', '', '', '2 * ', 'lda * ', '0 * ', '40 - ', '80 - 2 * '])}{index}{pick(['', '', ' + 2'])}]"


def loop(counter, size, integer, odd):
    if odd == "start":
        return f"for ({integer} {counter} = 1; {counter} < ({integer}){size}; ++{counter})"
    if odd == "step":
        return f"for ({integer} {counter} = 0; {counter} < ({integer}){size}; {counter} += 2)"
    if odd == "triangle" and counter != "i":
        return f"for ({integer} {counter} = 0; {counter} < ({integer}){size} && {counter} <= i; ++{counter})"
    down = pick(["", "", "", "", "behind", "behind", "last", "from"])
    if down == "behind":
        return f"for ({integer} {counter} = ({integer}){size}; {counter}-- > 0;)"
    if down == "last" and integer in ("int", "long"):
        return f"for ({integer} {counter} = ({integer}){size} - 1; {counter} >= 0; --{counter})"
    if down == "from":
        return f"for ({integer} {counter} = 2; {counter} < ({integer}){size}; ++{counter})"
    return f"for ({integer} {counter} = 0; {counter} < ({integer}){size}; ++{counter})"


def after(target, index):
    """What a nest stores of its sum x."""
    if pick([0, 0, 1]):
        return "x"
    return pick(["t * x", "-x", f"t * x + 2 * {target}", f"{target} - x", f"x + B[{index}]", "x > 2 ? 2 : x", "x * x", "x + i"])


def row(target, integer):
    """A loop over a row of the target, or one that is nearly a row."""
    size = pick(["n", "n", "n", "n", "(n / 2)", "l"])
    element = pick([target] * 4 + [re.sub(r"\bi\b", "(i + 1)", target, count=1)])
    update = pick(["= 0", "= 0", "*= 2", "= B[j]", "+= A[i]", "= t"])
    return f"for ({integer} j = 0; j < ({integer}){size}; ++j) {element} {update};"


def kernel(number):
    integer = pick(INTEGERS)
    sizes = {"i": "m", "j": "n", "k": "l"}
    counters = {1: ["i"], 2: ["i", "j"], 3: ["i", "j", "k"]}[pick([1, 2, 3, 3])]
    odd = pick(
        [None] * 12
        + ["start", "step", "triangle", "if", "break", "store", "use", "shift", "volatile", "third"]
    )
    if len(counters) == 3:
        target = matrix("C", "i", "j", sizes, integer)
        factors = [matrix("A", "i", "k", sizes, integer), matrix("B", "k", "j", sizes, integer)]
    elif len(counters) == 2:
        target = vector("C", "i")
        factors = [matrix("A", "i", "j", sizes, integer), vector("B", "j")]
    else:
        target = pick(["*s", "*s", vector("C", "i")])
        factors = [
            pick(["t", vector("A", "i")]) if target != "*s" else vector("A", "i"),
            vector(pick("AB"), "i"),
        ]
    inner = counters[-1]
    is_scalar = pick([0, 1]) and target != "*s" and len(counters) > 1
    order = counters[:]
    if not is_scalar:
        choose.shuffle(order)
    if odd == "triangle" and order.index("i") > order.index(inner):
        order.reverse()
    choose.shuffle(factors)
    if odd == "shift":
        factors[0] = "C[i + 1]"
    if odd == "third":
        factors.append("B[i]")
    product = " * ".join(factors)
    if odd == "volatile":
        product = product.replace("A[", "((volatile T *)A)[", 1)
    goal = "x" if is_scalar or target == "*s" else target
    update = f"{goal} {pick(['+=', '+=', '+=', '-=', '*=']) if odd == 'use' else '+='} {product};"
    if odd == "if":
        update = f"if ({pick(['i != 1', 'A[i] > 0', 'x > 0'])}) {update}"
    if odd == "break":
        update += " if (A[i] > 3) break;"
    if odd == "store":
        update += f" {pick(['B[i] = 1;', 'A[i] += 1;', 'last = x;', 'C[5] = A[i];'])}"
    lines = [f"void NAME(k{number})(ARGUMENTS) {{", "  if (m < 0 || n < 0 || l < 0) return;"]
    lines += [f"  T t = *s, x = {pick(['0', '0', 't'])}, last = 0;"]
    loops = [loop(c, sizes[c], integer, odd if c == inner else None) for c in order]
    if is_scalar:
        start = pick(["0", "0", target])
        lines += [
            "  " + " ".join(loops[:-1]) + " {",
            f"    x = {start};",
            f"    {loops[-1]} {{ {update} }}",
            f"    {target} = {after(target, counters[-2])};",
            "  }",
        ]
    elif len(order) == 3 and order[0] == "i" and "*s" not in target and pick([0, 1, 1]):
        before, behind = row(target, integer), row(target, integer)
        inner = " ".join(loops[1:])
        lines += [f"  {loops[0]} {{ {before} {inner} {{ {update} }} {pick(['', behind])} }}"]
    else:
        lines += ["  " + " ".join(loops) + f" {{ {update} }}"]
    lines += ["  *s = x;" if target == "*s" else "  *s += last;", "}"]
    return "\n".join(lines)


os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "kernels.h"), "w") as file:
    names = " ".join(f"K(k{number})" for number in range(count))
    file.write(
        f"#define KERNELS(K) {names}\n#define ARGUMENTS int m, int n, int l, int lda, int ldb, int ldc, T *A, T *B, T *C, T *s\n"
    )
with open(os.path.join(folder, "kernels.c"), "w") as file:
    file.write(
        '#include "kernels.h"\n#include <stddef.h>\n\n' + "\n\n".join(map(kernel, range(count))) + "\n"
    )
