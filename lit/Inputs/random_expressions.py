"""random_expressions.py CLANG OPT PLUGIN PASS FOLDER SEED COUNT: random expressions, before and after a pass.

Makes a module of COUNT functions; rewrites it; and runs both on random inputs (small whole numbers for
floating point, so
that nothing is rounded). All results must be equal, and no block of a loop may have more instructions than
before, nor a
function as a whole. Prints how many functions were changed.

For idiom-factorize they are sums of products, over integers of many widths, vectors of them, and floating
point with `reassoc
nsz`. For idiom-vector-products they are products of floating point vectors, scalars widened to vectors, and
constants;
functions that are changed must have fewer vector multiplications.
"""

import os
import random
import re
import subprocess
import sys

clang, opt, plugin, name, folder, seed, count = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
dice = random.Random(int(seed))
INPUTS, RUNS = 5, 12
INTEGERS = ["i1", "i2", "i7", "i8", "i16", "i32", "i33", "i64", "i100", "i128", "i200"]
TYPES = INTEGERS + [
    "i8",
    "i32",
    "i64",
    "<4 x i8>",
    "<2 x i64>",
    "<3 x i16>",
    "float",
    "double",
    "<4 x float>",
    "half",
]

VECTORS = [
    "<4 x float>",
    "<3 x float>",
    "<2 x double>",
    "<4 x double>",
    "<8 x float>",
    "<2 x half>",
    "<8 x half>",
]


def element(ty):
    return ty.split(" x ")[-1].rstrip(">")


def lanes(ty):
    return int(ty[1:].split(" x ")[0]) if ty.startswith("<") else 1


class Function:
    types = TYPES

    def __init__(self, number):
        self.number = number
        self.ty = dice.choice(self.types)
        self.is_float = element(self.ty) in ("half", "float", "double")
        self.lines, self.names = [], 0
        self.atoms = []

    def emit(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def constant(self, small=False):
        if self.is_float:
            number = f"{dice.choice([-2, -1, 1, 2, 3])}.0"
        else:
            width = int(element(self.ty)[1:])
            number = dice.choice([1, 2, 3, 4, 6, 6, 9, 12, -1, -3, -6])
            number = number % (1 << width)
        return self.splat(str(number))

    def splat(self, text):
        if not self.ty.startswith("<"):
            return text
        return "<" + ", ".join([f"{element(self.ty)} {text}"] * lanes(self.ty)) + ">"

    def op(self, integer, a, b):
        if self.is_float:
            flags = dice.choice(["reassoc nsz", "reassoc nsz contract", "fast", "fast", "fast"])
            return self.emit(f"f{integer} {flags} {self.ty} {a}, {b}")
        return self.emit(f"{integer} {self.ty} {a}, {b}")

    def product(self, shared):
        length = dice.choice([1, 1, 2, 2, 2, 3, 4]) if element(self.ty) != "half" else dice.choice([1, 2, 2])
        factors = [dice.choice(self.atoms) for _ in range(length)]
        if dice.random() < 0.6:
            factors[dice.randrange(length)] = shared
        if dice.random() < 0.25:
            factors.append(self.constant())
        while len(factors) > 1:
            at = dice.randrange(len(factors) - 1)
            factors[at : at + 2] = [self.op("mul", factors[at], factors[at + 1])]
        value = factors[0]
        if not self.is_float and dice.random() < 0.15:
            width = int(element(self.ty)[1:])
            value = self.emit(f"shl {self.ty} {value}, {self.splat(str(dice.randrange(min(width, 5))))}")
        if dice.random() < 0.15:
            if self.is_float:
                value = self.emit(f"fneg reassoc nsz {self.ty} {value}")
            else:
                value = self.emit(f"sub {self.ty} {self.splat('0')}, {value}")
        return value

    def expression(self):
        shared = dice.choice(self.atoms)
        terms = [self.product(shared) for _ in range(dice.choice([2, 2, 3, 3, 4, 6, 9]))]
        if dice.random() < 0.2:
            terms.append(self.constant())
        if dice.random() < 0.2:
            terms.append(dice.choice(terms))
        while len(terms) > 1:
            at = dice.randrange(len(terms) - 1)
            terms[at : at + 2] = [self.op(dice.choice(["add", "add", "sub"]), terms[at], terms[at + 1])]
        return terms[0]

    def prepare(self):
        """What a kind of function needs besides its inputs."""

    def load(self, at, ty=None):
        """An input: 64 bits each, made into the type."""
        ty = ty or self.ty
        scalar = element(ty)
        vector = "poison"
        for lane in range(lanes(ty)):
            p = self.emit(f"getelementptr i64, ptr %in, i64 {at * 4 + lane}")
            raw = self.emit(f"load i64, ptr {p}")
            if self.is_float:
                small = self.emit(f"srem i64 {raw}, 4")
                value = self.emit(f"sitofp i64 {small} to {scalar}")
            elif int(scalar[1:]) < 64:
                value = self.emit(f"trunc i64 {raw} to {scalar}")
            elif int(scalar[1:]) > 64:
                wide = self.emit(f"sext i64 {raw} to {scalar}")
                high = self.emit(f"shl {scalar} {wide}, 37")
                value = self.emit(f"xor {scalar} {wide}, {high}")
            else:
                value = raw
            if not ty.startswith("<"):
                return value
            vector = self.emit(f"insertelement {ty} {vector}, {scalar} {value}, i64 {lane}")
        return vector

    def store(self, value):
        scalar = element(self.ty)
        for lane in range(lanes(self.ty)):
            v = (
                self.emit(f"extractelement {self.ty} {value}, i64 {lane}")
                if self.ty.startswith("<")
                else value
            )
            if self.is_float:
                v = self.emit(f"fptosi {scalar} {v} to i64")
            elif int(scalar[1:]) < 64:
                v = self.emit(f"zext {scalar} {v} to i64")
            elif int(scalar[1:]) > 64:
                high = self.emit(f"lshr {scalar} {v}, 36")
                v = self.emit(f"xor {scalar} {v}, {high}")
                v = self.emit(f"trunc {scalar} {v} to i64")
            p = self.emit(f"getelementptr i64, ptr %out, i64 {lane}")
            self.lines.append(f"  store i64 {v}, ptr {p}")

    def text(self):
        head = f"define void @f{self.number}(ptr %in, ptr %out) {{\nentry:"
        self.atoms = [self.load(at) for at in range(INPUTS)]
        self.prepare()
        # Floating point must stay exact.
        deep = {"double": 1, "float": 0, "half": 0}.get(element(self.ty), 2)
        for _ in range(min(dice.choice([0, 0, 1, 2]), deep)):
            self.atoms.append(self.expression())
        if dice.random() < 0.6 or element(self.ty) == "half":
            self.store(self.expression())
            self.lines.append("  ret void")
            return "\n".join([head, *self.lines, "}"])
        # A loop of three rounds; it takes up what the entry made, and what it made itself. A sum after it
        # takes both.
        outside = [self.product(dice.choice(self.atoms)) for _ in range(2)]
        if not self.is_float:
            self.atoms += outside
        zero = self.splat("0.0" if self.is_float else "0")
        self.lines += ["  br label %loop", "loop:", f"  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]"]
        start = self.atoms[0]
        at = len(self.lines)
        if not self.is_float:
            self.atoms.append("%acc")
        inside = self.expression()
        inside = self.op("add", inside, outside[0])
        self.lines.insert(at, f"  %acc = phi {self.ty} [ {start}, %entry ], [ {inside}, %loop ]")
        self.lines += ["  %i.next = add i32 %i, 1", "  %more = icmp ult i32 %i.next, 3"]
        self.lines += ["  br i1 %more, label %loop, label %exit", "exit:"]
        self.store(
            self.op("add", self.op("sub", inside, outside[1]), self.product(dice.choice(self.atoms[:INPUTS])))
        )
        self.lines.append("  ret void")
        return "\n".join([head, *self.lines, "}"])


class VectorFunction(Function):
    types = VECTORS

    def prepare(self):
        self.scalars = [self.load(at, element(self.ty)) for at in range(3)]
        self.splats = [self.splat_of(dice.choice(self.scalars)) for _ in range(dice.choice([0, 1, 2]))]

    def splat_of(self, scalar, depth=0):
        """The scalar in all lanes, sometimes by way of another width."""
        wide = dice.random() < 0.2 and depth < 2
        ty = dice.choice([f"<{count} x {element(self.ty)}>" for count in (2, 4, 5)]) if wide else self.ty
        nothing = dice.choice(["poison", "undef"])
        one = self.emit(f"insertelement {ty} {nothing}, {element(ty)} {scalar}, i64 0")
        if not wide and dice.random() < 0.1:
            other = self.emit(
                f"insertelement {ty} {nothing}, {element(ty)} {dice.choice(self.scalars)}, i64 0"
            )
            one = self.emit(f"fmul {dice.choice(['reassoc', 'fast', 'nsz'])} {ty} {one}, {other}")
        mask = f"<{lanes(ty)} x i32> zeroinitializer"
        splat = self.emit(f"shufflevector {ty} {one}, {ty} {nothing}, {mask}")
        if wide:
            lanes_of = ", ".join(f"i32 {dice.randrange(lanes(ty))}" for _ in range(lanes(self.ty)))
            splat = self.emit(
                f"shufflevector {ty} {splat}, {ty} {nothing}, <{lanes(self.ty)} x i32> <{lanes_of}>"
            )
        return splat

    def op(self, integer, a, b):
        flags = dice.choice(["reassoc", "reassoc contract", "fast", "fast", "fast", "fast", "nsz"])
        return self.emit(f"f{integer} {flags} {self.ty} {a}, {b}")

    def factor(self):
        kind = dice.random()
        if kind < 0.4:
            return dice.choice(self.atoms)
        if kind < 0.85:
            fresh = not self.splats or dice.random() < 0.7
            return self.splat_of(dice.choice(self.scalars)) if fresh else dice.choice(self.splats)
        return self.constant()

    def product(self, shared):
        length = dice.choice([2, 3]) if element(self.ty) == "half" else dice.choice([1, 2, 3, 4, 6])
        factors = [self.factor() for _ in range(length)]
        while len(factors) > 1:
            at = dice.randrange(len(factors) - 1)
            factors[at : at + 2] = [self.op("mul", factors[at], factors[at + 1])]
        return factors[0]

    def expression(self):
        value = self.product(None)
        return (
            self.op(dice.choice(["add", "mul"]), value, self.product(None)) if dice.random() < 0.4 else value
        )


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done


def blocks(path):
    """Per function its blocks, name and number of arithmetic instructions; and the number of its vector
    multiplications."""
    functions, products, current = {}, {}, None
    for line in open(path):
        if line.startswith("define"):
            function = re.search(r"@(\w+)", line).group(1)
            current = functions.setdefault(function, {})
            block = "entry"
        elif re.match(r"(\w+):", line):
            block = re.match(r"(\w+):", line).group(1)
        elif current is not None and re.search(counted, line):
            current[block] = current.get(block, 0) + 1
            products[function] = products.get(function, 0) + bool(re.search(r" = fmul [a-z ]*<", line))
    return functions, products


count = int(count)
is_vectors = name == "idiom-vector-products"
kind = VectorFunction if is_vectors else Function
counted = r" = (f?add|f?sub|f?mul|shl|fneg%s) " % ("|insertelement|shufflevector" if is_vectors else "")
with open("before.ll", "w") as file:
    file.write("\n".join(kind(number).text() for number in range(count)) + "\n")
run(opt, "-passes=verify", "before.ll", "-S", "-o", "plain.ll")
run(
    opt,
    f"-load-pass-plugin={plugin}",
    f"-passes={name}<no-clean-up>",
    "-verify-each",
    "before.ll",
    "-S",
    "-o",
    "after.ll",
)
run(
    opt, f"-load-pass-plugin={plugin}", f"-passes={name}", "-verify-each", "before.ll", "-S", "-o", "clean.ll"
)
# When somebody hears of refusals more functions are looked at closely. None of those may have been missed
# otherwise.
heard = [f"-passes={name}<no-clean-up>", "-pass-remarks=idiom", "-pass-remarks-missed=idiom"]
run(opt, f"-load-pass-plugin={plugin}", *heard, "before.ll", "-S", "-o", "heard.ll")
for old, new in zip(open("after.ll"), open("heard.ll")):
    if old != new:
        sys.exit(f"seed {seed}: nobody listening: {old} somebody listening: {new}")

(before, products), (after, left) = blocks("plain.ll"), blocks("after.ll")
changed = 0
for function, old in before.items():
    new = after[function]
    changed += old != new or products.get(function) != left.get(function)
    if is_vectors and old != new and left.get(function, 0) >= products[function]:
        sys.exit(f"seed {seed}: {function} has no fewer vector multiplications than before")
    if sum(new.values()) > sum(old.values()) or new.get("loop", 0) > old.get("loop", 0):
        sys.exit(f"seed {seed}: {function} computes more than before: {old} {new}")

with open("driver.c", "w") as file:
    calls = "".join(f"T(f{n})" for n in range(count))
    file.write(f"""
#include <stdio.h>
#include <stdint.h>
#define T(f) void f(int64_t *, int64_t *);
{calls}
#undef T
#define T(f) for (int k = 0; k < {RUNS}; ++k) {{ int64_t out[8] = {{0}}; f(in + k, out); printf(#f); \\
  for (int n = 0; n < 8; ++n) printf(" %llx", (long long)out[n]); printf("\\n"); }}
static int64_t in[{INPUTS * 4 + RUNS + 8}];
int main(void) {{
  uint64_t state = {int(seed)} + 1;
  for (unsigned k = 0; k < sizeof in / sizeof *in; ++k) {{
    state = state * 6364136223846793005u + 1442695040888963407u;
    in[k] = (int64_t)state >> (k % 3 * 20);
  }}
  {calls}
  return 0;
}}
""")
answers = []
for which in ["plain", "after", "clean"]:
    run(clang, "-O0", "-w", f"{which}.ll", "driver.c", "-o", which, "-lm")
    answers.append(run(f"./{which}").stdout)
for which, answer in zip(["after", "clean"], answers[1:]):
    for old, new in zip(answers[0].splitlines(), answer.splitlines()):
        if old != new:
            sys.exit(f"seed {seed}: {which}: {old} became {new}")
print(f"{count} functions, {changed} changed, {len(answers[0].splitlines())} results equal")
