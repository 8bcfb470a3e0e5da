"""random_expressions.py CLANG OPT PLUGIN FOLDER SEED COUNT: random sums of products, before and after idiom-factorize.

Makes a module of COUNT functions over integers of many widths, vectors of them, and floating point with `reassoc nsz`;
rewrites it; and runs both on random inputs (small whole numbers for floating point, so that nothing is rounded). All
results must be equal, and no block of a loop may have more instructions than before, nor a function as a whole.
Prints how many functions were changed.
"""
import os
import random
import re
import subprocess
import sys

clang, opt, plugin, folder, seed, count = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
dice = random.Random(int(seed))
INPUTS, RUNS = 5, 12
INTEGERS = ["i1", "i2", "i7", "i8", "i16", "i32", "i33", "i64", "i100", "i128", "i200"]
TYPES = INTEGERS + ["i8", "i32", "i64", "<4 x i8>", "<2 x i64>", "<3 x i16>", "float", "double", "<4 x float>", "half"]


def element(ty):
    return ty.split(" x ")[-1].rstrip(">")


def lanes(ty):
    return int(ty[1:].split(" x ")[0]) if ty.startswith("<") else 1


class Function:
    def __init__(self, number):
        self.number = number
        self.ty = dice.choice(TYPES)
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

    def load(self, at):
        """An input: 64 bits each, made into the type."""
        scalar = element(self.ty)
        vector = "poison"
        for lane in range(lanes(self.ty)):
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
            if not self.ty.startswith("<"):
                return value
            vector = self.emit(f"insertelement {self.ty} {vector}, {scalar} {value}, i64 {lane}")
        return vector

    def store(self, value):
        scalar = element(self.ty)
        for lane in range(lanes(self.ty)):
            v = self.emit(f"extractelement {self.ty} {value}, i64 {lane}") if self.ty.startswith("<") else value
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
        # Floating point must stay exact.
        deep = {"double": 1, "float": 0, "half": 0}.get(element(self.ty), 2)
        for _ in range(min(dice.choice([0, 0, 1, 2]), deep)):
            self.atoms.append(self.expression())
        if dice.random() < 0.6 or element(self.ty) == "half":
            self.store(self.expression())
            self.lines.append("  ret void")
            return "\n".join([head, *self.lines, "}"])
        # A loop of three rounds; it takes up what the entry made, and what it made itself. A sum after it takes both.
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
        self.store(self.op("add", self.op("sub", inside, outside[1]), self.product(dice.choice(self.atoms[:INPUTS]))))
        self.lines.append("  ret void")
        return "\n".join([head, *self.lines, "}"])


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done


def blocks(path):
    """Per function its blocks: name and number of arithmetic instructions."""
    functions, current = {}, None
    for line in open(path):
        if line.startswith("define"):
            current = functions.setdefault(re.search(r"@(\w+)", line).group(1), {})
            block = "entry"
        elif re.match(r"(\w+):", line):
            block = re.match(r"(\w+):", line).group(1)
        elif current is not None and re.search(r" = (f?add|f?sub|f?mul|shl|fneg) ", line):
            current[block] = current.get(block, 0) + 1
    return functions


count = int(count)
with open("before.ll", "w") as file:
    file.write("\n".join(Function(number).text() for number in range(count)) + "\n")
run(opt, "-passes=verify", "before.ll", "-S", "-o", "plain.ll")
run(opt, f"-load-pass-plugin={plugin}", "-passes=idiom-factorize<no-clean-up>", "-verify-each", "before.ll", "-S", "-o", "after.ll")
run(opt, f"-load-pass-plugin={plugin}", "-passes=idiom-factorize", "-verify-each", "before.ll", "-S", "-o", "clean.ll")

before, after = blocks("plain.ll"), blocks("after.ll")
changed = 0
for name, old in before.items():
    new = after[name]
    changed += old != new
    if sum(new.values()) > sum(old.values()) or new.get("loop", 0) > old.get("loop", 0):
        sys.exit(f"seed {seed}: {name} computes more than before: {old} {new}")

with open("driver.c", "w") as file:
    calls = "".join(f"T(f{n})" for n in range(count))
    file.write(f"""
#include <stdio.h>
#include <stdint.h>
#define T(f) void f(int64_t *, int64_t *);
{calls}
#undef T
#define T(f) for (int k = 0; k < {RUNS}; ++k) {{ int64_t out[4] = {{0}}; f(in + k, out); \\
  printf(#f " %llx %llx %llx %llx\\n", (long long)out[0], (long long)out[1], (long long)out[2], (long long)out[3]); }}
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
