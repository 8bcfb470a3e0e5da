"""Random rewrites of integer expressions: those that are proven are run before and after, those that are
wrong must be refuted.

    random_rewrites.py CLANG OPT PLUGIN IDIOM FOLDER SEED COUNT

Expressions over two bytes are made at random and sorted by what they compute, for all values. Two of one kind
are a rewrite that is right but
for poison and undef, two of different kinds one that is wrong. This program computes with numbers alone and
knows nothing of how
idiom proves or rewrites.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys

clang, opt, plugin, idiom, folder, seed, count = sys.argv[1:]
folder = pathlib.Path(folder)
folder.mkdir(parents=True, exist_ok=True)
rng = random.Random(int(seed))
count = int(count)

INPUTS = [(x, y) for x in range(0, 256, 5) for y in range(0, 256, 3)]
# Enough to tell most kinds apart; those that are taken for one are compared at all of them.
SAMPLE = rng.sample(INPUTS, 150)
# How it is written, the instruction, and what it computes.
OPERATIONS = [
    ("+", "add", lambda a, b: a + b),
    ("-", "sub", lambda a, b: a - b),
    ("*", "mul", lambda a, b: a * b),
    ("&", "and", lambda a, b: a & b),
    ("|", "or", lambda a, b: a | b),
    ("^", "xor", lambda a, b: a ^ b),
]
NUMBERS = [1, 2, 3, 7, -1]


class Leaf:
    def __init__(self, name):
        self.name = name

    def text(self):
        return "{" + self.name + "}"

    def value(self, x, y):
        return x if self.name == "x" else y

    def lines(self, out):
        return "%" + self.name


class Number:
    def __init__(self, number):
        self.number = number

    def text(self):
        return str(self.number)

    def value(self, x, y):
        return self.number & 255

    def lines(self, out):
        return str(self.number)


class Node:
    def __init__(self, operation, a, b):
        self.operation, self.a, self.b = operation, a, b

    def text(self):
        return f"({self.a.text()} {self.operation[0]} {self.b.text()})"

    def value(self, x, y):
        return self.operation[2](self.a.value(x, y), self.b.value(x, y)) & 255

    def lines(self, out):
        a, b = self.a.lines(out), self.b.lines(out)
        out.append(f"  %t{len(out)} = {self.operation[1]} i8 {a}, {b}")
        return f"%t{len(out) - 1}"


def tree(depth):
    if depth == 0 or rng.random() < 0.2:
        return Leaf(rng.choice("xy")) if rng.random() < 0.8 else Number(rng.choice(NUMBERS))
    return Node(rng.choice(OPERATIONS), tree(depth - 1), tree(depth - 1))


def size(node):
    return 1 + size(node.a) + size(node.b) if isinstance(node, Node) else 0


def leaves(node):
    if isinstance(node, Node):
        return leaves(node.a) | leaves(node.b)
    return {node.name} if isinstance(node, Leaf) else set()


def values(node, inputs):
    return tuple(node.value(x, y) for x, y in inputs)


kinds = {}
for _ in range(6000):
    node = tree(rng.choice([1, 2, 2, 3]))
    if isinstance(node, Node) and not isinstance(node.a, Number):
        kinds.setdefault(values(node, SAMPLE), {})[node.text()] = node

rewrites = []
groups = [list(group.values()) for group in kinds.values()]
for group in groups:
    group.sort(key=size)
    large = [node for node in group[1:] if 2 <= size(node) <= 5 and leaves(node) >= leaves(group[0])]
    if large:
        rewrites.append((rng.choice(large), group[0], True))
rng.shuffle(rewrites)
same = (rewrite for rewrite in rewrites if values(rewrite[0], INPUTS) == values(rewrite[1], INPUTS))
rewrites = list(itertools.islice(same, count))
for source, _, _ in list(rewrites)[: count // 2]:
    other = rng.choice(groups)[0]
    if values(other, INPUTS) != values(source, INPUTS) and leaves(source) >= leaves(other):
        rewrites.append((source, other, False))

text = ""
for number, (source, target, _) in enumerate(rewrites):
    text += f"Rewrite R{number}\n( {{r}} ~ {source.text()}\n∧ data_type{{r}} = i8)\ngives {{r}} = {target.text()}\nalways\nEnd\n\n"
(folder / "r.candl").write_text(text)
run = subprocess.run([idiom, "prove", "--format", "json", folder / "r.candl"], capture_output=True, text=True)
verdicts = {rewrite["name"]: rewrite for rewrite in json.loads(run.stdout)["rewrites"]}
proven = refuted = 0
for number, (source, target, is_right) in enumerate(rewrites):
    verdict = verdicts[f"R{number}"]
    if is_right and verdict["verdict"] == "proven":
        proven += 1
    if not is_right:
        if verdict["proven"]:
            sys.exit(f"WRONG AND PROVEN: {source.text()} gives {target.text()}")
        refuted += 1

functions, calls = "", []
for number, (source, _, _) in enumerate(rewrites):
    lines = []
    result = source.lines(lines)
    functions += f"define i8 @f{number}(i8 %x, i8 %y) {{\n" + "\n".join(lines) + f"\n  ret i8 {result}\n}}\n"
    calls.append(f"unsigned char f{number}(unsigned char, unsigned char);")
(folder / "plain.ll").write_text(functions)
main = "#include <stdio.h>\n" + "\n".join(calls)
main += "\nint main(void) {\n"
for number in range(len(rewrites)):
    main += f'  {{ unsigned h = 1; for (int x = 0; x < 256; x++) for (int y = 0; y < 256; y++) h = h * 31 + f{number}(x, y); printf("%u\\n", h); }}\n'
(folder / "main.c").write_text(main + "  return 0;\n}\n")
command = [
    opt,
    f"-load-pass-plugin={plugin}",
    "-passes=function(idiom-apply)",
    "-verify-each",
    "-S",
    folder / "plain.ll",
    "-o",
    folder / "changed.ll",
]
subprocess.run(command, check=True, env={"IDIOM_APPLY": str(folder / "r.candl"), "PATH": "/usr/bin:/bin"})
results = []
for name in ("plain", "changed"):
    program = folder / name
    subprocess.run([clang, "-w", "-O0", folder / f"{name}.ll", folder / "main.c", "-o", program], check=True)
    results.append(subprocess.run([program], capture_output=True, text=True, check=True).stdout)
if results[0] != results[1]:
    sys.exit("RESULTS DIFFER")
before = {part.split("(")[0]: part for part in (folder / "plain.ll").read_text().split("define ")}
after = {part.split("(")[0]: part for part in (folder / "changed.ll").read_text().split("define ")}
instructions = lambda part: [
    line.split("=")[1].split()[0] for line in part.splitlines() if " = " in line and line.startswith("  ")
]
changed = sum(
    instructions(before[name]) != instructions(after.get(name, "")) for name in before if "@" in name
)
print(
    f"{proven} proven, {refuted} wrong ones refuted, {changed} functions changed, {len(rewrites)} results equal"
)
