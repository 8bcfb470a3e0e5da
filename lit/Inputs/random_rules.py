"""random_rules.py IDIOM OPT PLUGIN FOLDER COUNT WIDTHS [SEED]: verdicts on random rules against an
interpreter, and code before and after them.

Each of COUNT sources has a target of its own: often one that computes the same numbers, so that poison and
undef decide. At each of the WIDTHS,
`2,3`, `idiom rules prove` has to say of each rule what trying all inputs says, numbers, poison and undef.
What is proven at the last width is
then applied to its own source with some constants, and the functions before and after are compared in the
same way.
"""

import json
import os
import random
import subprocess
import sys

from straight_line import functions, worse

idiom, opt, plugin, folder, count = sys.argv[1:6]
widths = [int(width) for width in sys.argv[6].split(",")]
chance = random.Random(int(sys.argv[7]) if sys.argv[7:] else 7)
os.makedirs(folder, exist_ok=True)
os.chdir(folder)

FLAGS = {
    "add": ["nuw", "nsw"],
    "sub": ["nuw", "nsw"],
    "mul": ["nuw", "nsw"],
    "shl": ["nuw", "nsw"],
    "lshr": ["exact"],
    "ashr": ["exact"],
    "udiv": ["exact"],
    "sdiv": ["exact"],
    "or": ["disjoint"],
}
WORDS = [
    "add",
    "sub",
    "mul",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "and",
    "or",
    "xor",
    "add",
    "sub",
    "udiv",
    "urem",
    "sdiv",
]
CALLS = ["umin", "umax", "smin", "smax", "uadd.sat", "usub.sat"]
PREDICATES = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]


def leaf(inputs):
    return chance.choice(inputs + inputs + ["0", "1", "-1"] + (["C"] if "C" in inputs else []))


def tree(depth, inputs):
    """An expression: a leaf, or (words, operands)."""

    def operand():
        return tree(depth - 1, inputs) if depth > 1 and chance.random() < 0.5 else leaf(inputs)

    kind = chance.random()
    if kind < 0.12:
        condition = (
            "icmp " + chance.choice(PREDICATES),
            [leaf([name for name in inputs if name != "C"]), leaf(inputs)],
        )
        return ("select", [condition, operand(), operand()])
    if kind < 0.25:
        return (chance.choice(CALLS), [operand(), operand()])
    word = chance.choice(WORDS)
    flags = [flag for flag in FLAGS.get(word, []) if chance.random() < 0.25]
    return (" ".join([word] + flags), [operand(), operand()])


def leaves(it):
    return [it] if isinstance(it, str) else [name for operand in it[1] for name in leaves(operand)]


def is_sound(it):
    """Whether each instruction has a register below it, which alone can be matched."""
    return isinstance(it, str) or any(name[0] == "%" for name in leaves(it)) and all(map(is_sound, it[1]))


def lines(it, prefix, typed=None, number=None):
    """The instructions of an expression, the last of which defines `%r`; with types of that width as IR."""
    made, names = [], {}

    def width_of(operand):
        return 1 if not isinstance(operand, str) and operand[0].startswith("icmp") else typed

    def write(operand, name=None):
        if isinstance(operand, str):
            return str(number) if typed and operand == "C" else operand
        if name is None and id(operand) in names:
            return names[id(operand)]
        values = [write(below) for below in operand[1]]
        name = name or f"%{prefix}{len(made)}"
        words, kind = operand[0], f"i{typed}"
        if not typed:
            made.append(f"{name} = {words} {', '.join(values)}")
        elif words == "select":
            made.append(
                f"{name} = select "
                + ", ".join(f"i{width_of(of)} {value}" for of, value in zip(operand[1], values))
            )
        elif words in CALLS:
            made.append(f"{name} = call {kind} @llvm.{words}.{kind}({kind} {values[0]}, {kind} {values[1]})")
        else:
            made.append(f"{name} = {words} {kind} {values[0]}, {values[1]}")
        names[id(operand)] = name
        return name

    write(it, "%r")
    return made


def function(it, width, number, name="f"):
    body = "".join(f"  {line}\n" for line in lines(it, "a", width, number))
    return f"define i{width} @{name}(i{width} %x, i{width} %y) {{\n{body}  ret i{width} %r\n}}\n"


def read(it, width, number):
    return functions(function(it, width, number))["f"]


def computes_the_same(source, target):
    """For defined arguments, at two bits, as far as the source gives a number."""
    for number in range(4) if "C" in leaves(source) else [0]:
        before, after = read(source, 2, number), read(target, 2, number)
        for x in range(4):
            for y in range(4):
                given = {"%x": {x}, "%y": {y}}
                allowed, found = before.outcomes(given), after.outcomes(given)
                if not {"poison", "UB"} & allowed and allowed != found and not {"poison", "UB"} & found:
                    return False
    return True


def rule():
    """A source and a target with inputs of the source."""
    while True:
        source = tree(2, ["%x", "%y"] + (["C"] if chance.random() < 0.4 else []))
        if not is_sound(source):
            continue
        inputs = sorted(set(leaves(source)) & {"%x", "%y", "C"})
        for _ in range(60):
            target = tree(chance.choice([1, 1, 2]), inputs)
            if is_sound(target) and target != source and computes_the_same(source, target):
                return source, target
        if chance.random() < 0.1:
            return source, target if is_sound(target) else source


def holds(source, target, width):
    numbers = range(1 << width) if "C" in leaves(source) else [0]
    used = leaves(target)
    # At 2 bits all inputs are any of all sets of numbers.
    often = [name for name in ("%x", "%y") if used.count(name) > 1] if width > 2 else None
    return all(
        worse(read(source, width, number), read(target, width, number), often=often) is None
        for number in numbers
    )


rules = [rule() for _ in range(int(count))]
text = "\n".join(
    "\n".join([f"Name: {at}", *lines(source, "a"), "  =>", *lines(target, "b")]) + "\n"
    for at, (source, target) in enumerate(rules)
)
with open("random.opt", "w") as file:
    file.write(text)
proven = []
for width in widths:
    words = [
        idiom,
        "rules",
        "prove",
        "--cache",
        "proofs.jsonl",
        "--widths",
        str(width),
        "--rlimit",
        "180000000",
        "--format",
        "json",
        "random.opt",
    ]
    report = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)
    told = {record["name"]: record["verdict"] for record in report["rules"]}
    for at, (source, target) in enumerate(rules):
        expected = "proven" if holds(source, target, width) else "refuted"
        if told.get(str(at)) not in (expected, "undecided"):
            body = text.split(f"Name: {at}\n")[1].split("\nName:")[0]
            sys.exit(
                f"at i{width} idiom says `{told.get(str(at))}`, and it is {expected}:\n{body}\n"
                f"{[worse(read(source, width, n), read(target, width, n)) for n in range(1 << width)]}"
            )
    proven = [at for at in range(len(rules)) if told.get(str(at)) == "proven"]

# What is proven, as code: the rule alone, on its own source.
changed = 0
for at in proven:
    source, target = rules[at]
    with open("one.opt", "w") as file:
        file.write("\n".join([f"Name: {at}", *lines(source, "a"), "  =>", *lines(target, "b")]) + "\n")
    numbers = [1, 3, (1 << width) - 1] if "C" in leaves(source) else [0]
    before = "".join(function(source, width, number, f"f{number}") for number in dict.fromkeys(numbers))
    names = sorted(set(line for line in CALLS if f"@llvm.{line}." in before))
    kind = f"i{width}"
    declared = "".join(f"declare {kind} @llvm.{name}.{kind}({kind}, {kind})\n" for name in names)
    with open("one.ll", "w") as file:
        file.write(declared + before)
    done = subprocess.run(
        [
            opt,
            f"-load-pass-plugin={plugin}",
            "-passes=idiom-rules<file=one.opt;proofs=proofs.jsonl>",
            "-S",
            "one.ll",
        ],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"rule {at}: {done.stderr}")
    old, new = functions(before), functions(done.stdout)
    for name in old:
        wrong = worse(old[name], new[name])
        if wrong:
            sys.exit(
                f"rule {at} applied to {name} is wrong for {wrong}:\n{open('one.opt').read()}{done.stdout}"
            )
        changed += old[name].lines != new[name].lines
if not proven or len(proven) == len(rules) or not changed:
    sys.exit(f"{len(proven)} of {len(rules)} proven, {changed} functions changed: nothing is compared")
print(f"{len(rules)} random rules have the verdicts of the interpreter; what they change computes the same")
if os.environ.get("VERBOSE"):
    print(f"{len(proven)} proven, {changed} functions changed")
