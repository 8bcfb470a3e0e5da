"""Integer functions of one block, interpreted from their text with poison, undef and undefined behaviour.
Knows nothing of idiom.

An undef value may be another number at each use, and one that is undef in part another one of some numbers.
What an instruction gives at one use is therefore a set: all results over what its operands
give at one use each. A function refines another one if, whatever the arguments are, it gives nothing that the
other one could not give. Where
that one may give poison it may give any value, and where that one may have undefined behaviour it may do
anything.
"""

import itertools
import random
import re

POISON, UB = "poison", "UB"


def signed(bits, width):
    return bits - (1 << width) if bits >> (width - 1) & 1 else bits


def fits_signed(number, width):
    return -(1 << (width - 1)) <= number < 1 << (width - 1)


def binary(op, flags, a, b, w):
    """One result: a number, POISON or UB."""
    mask = (1 << w) - 1
    x, y = signed(a, w), signed(b, w)
    if op in ("udiv", "sdiv", "urem", "srem"):
        if b == 0 or (op[0] == "s" and y == -1 and x == -(1 << (w - 1))):
            return UB
        if op[0] == "u":
            quotient, rest = a // b, a % b
        else:
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
            rest = x - quotient * y
        if "exact" in flags and rest:
            return POISON
        return (quotient if op[1:] == "div" else rest) & mask
    if op in ("add", "sub", "mul"):
        run = {"add": int.__add__, "sub": int.__sub__, "mul": int.__mul__}[op]
        if "nsw" in flags and not fits_signed(run(x, y), w) or "nuw" in flags and not 0 <= run(a, b) <= mask:
            return POISON
        return run(a, b) & mask
    if op in ("shl", "lshr", "ashr"):
        if b >= w:
            return POISON
        if op == "shl":
            if "nuw" in flags and a << b > mask or "nsw" in flags and not fits_signed(x << b, w):
                return POISON
            return a << b & mask
        if "exact" in flags and a & ((1 << b) - 1):
            return POISON
        return (a if op == "lshr" else x) >> b & mask
    if op == "or" and "disjoint" in flags and a & b:
        return POISON
    return {"and": a & b, "or": a | b, "xor": a ^ b}[op]


def compare(predicate, flags, a, b, w):
    x, y = signed(a, w), signed(b, w)
    if "samesign" in flags and (x < 0) != (y < 0):
        return POISON
    left, right = (x, y) if predicate[0] == "s" else (a, b)
    tests = {
        "eq": a == b,
        "ne": a != b,
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
    }
    return int(tests[predicate if predicate in ("eq", "ne") else predicate[1:]])


def intrinsic(name, values, w):
    mask, numbers = (1 << w) - 1, [signed(value, w) for value in values]
    if name in ("umin", "umax"):
        return (min if name == "umin" else max)(values)
    if name in ("smin", "smax"):
        return (min if name == "smin" else max)(numbers) & mask
    a, b = values[:2]
    if name == "cttz":
        return (a & -a).bit_length() - 1 if a else POISON if b else w
    if name == "uadd.sat":
        return min(a + b, mask)
    if name == "usub.sat":
        return max(a - b, 0)
    if name in ("sadd.sat", "ssub.sat"):
        exact = numbers[0] + numbers[1] if name == "sadd.sat" else numbers[0] - numbers[1]
        return max(-(1 << (w - 1)), min(exact, (1 << (w - 1)) - 1)) & mask
    if name in ("fshl", "fshr"):
        amount, both = values[2] % w, a << w | b
        return (both << amount >> w if name == "fshl" else both >> amount) & mask
    raise ValueError(f"no intrinsic {name}")


def cast(op, flags, a, old, new):
    if op == "trunc":
        low = a & ((1 << new) - 1)
        lost = "nuw" in flags and low != a or "nsw" in flags and signed(low, new) != signed(a, old)
        return POISON if lost else low
    if op == "zext":
        return POISON if "nneg" in flags and signed(a, old) < 0 else a
    return signed(a, old) & ((1 << new) - 1)


LINE = re.compile(r"(%\S+) = (?:tail |notail )?(\w+)((?: (?:nuw|nsw|exact|disjoint|nneg|samesign))*) (.*)$")


class Function:
    """`arguments` are names with widths, `lines` are (name, opcode, flags, detail, operands, width); an
    operand is a name or a number."""

    def __init__(self, header, body):
        found = re.findall(r"i(\d+)((?: \w+)*) (%[\w.\"-]+)", header)
        self.arguments = [(name, int(width), "noundef" in words) for width, words, name in found]
        self.widths = {name: width for name, width, _ in self.arguments}
        self.lines, self.result = [], None
        for line in body.splitlines():
            line = line.split(";")[0].split(", !dbg")[0].strip()
            if line.startswith("ret "):
                kind, value = line[4:].split()
                self.result = (self.operand(value, int(kind[1:])), int(kind[1:]))
            elif line and not line.endswith(":"):
                self.add(*LINE.match(line).groups())

    def operand(self, text, width):
        if text.startswith("%"):
            return text
        if text in ("poison", "undef"):
            return text
        return {"true": 1, "false": 0}[text] if text in ("true", "false") else int(text) & ((1 << width) - 1)

    def add(self, name, op, flags, rest):
        detail, flags = None, tuple(flags.split())
        if op == "call":
            width, detail, rest = re.match(r"i(\d+) @llvm\.([a-z.]+)\.i\d+\((.*)\)", rest).groups()
            operands = [
                (value, int(kind[1:])) for kind, value in (part.split()[-2:] for part in rest.split(", "))
            ]
            width = int(width)
        elif op in ("zext", "sext", "trunc"):
            old, value, new = re.match(r"i(\d+) (\S+) to i(\d+)", rest).groups()
            operands, width = [(value, int(old))], int(new)
        elif op == "select":
            operands = [(value, int(kind[1:])) for kind, value in (part.split() for part in rest.split(", "))]
            width = operands[1][1]
        else:
            if op == "icmp":
                detail, rest = rest.split(" ", 1)
            kind, rest = rest.split(" ", 1)
            operands = [(value, int(kind[1:])) for value in rest.split(", ")]
            width = 1 if op == "icmp" else int(kind[1:])
        operands = [(self.operand(value, of), of) for value, of in operands]
        self.widths[name] = width
        self.lines.append((name, op, flags, detail, operands, width))

    def outcomes(self, arguments):
        """All that the function may give; `UB` among it if it may have undefined behaviour. Arguments are
        sets of what a use may see."""
        choices = [{}]
        for line in self.lines:
            # What a freeze gives is the same at all its uses: each number by itself, or some of many.
            if line[1] == "freeze":
                numbers = range(1 << line[5]) if line[5] <= 4 else (0, 1, (1 << line[5]) - 1)
                choices = [{**choice, line[0]: number} for choice in choices for number in numbers]
        results = set()
        for choice in choices:
            results |= self.run(arguments, choice)
        return results

    def run(self, arguments, frozen):
        seen, undefined = dict(arguments), False

        def at_use(operand, width):
            if operand == "poison":
                return {POISON}
            if operand == "undef":
                return set(range(1 << width))
            return seen[operand] if isinstance(operand, str) else {operand}

        for name, op, flags, detail, operands, width in self.lines:
            sets = [at_use(operand, of) for operand, of in operands]
            if op == "freeze":
                is_known = len(sets[0]) == 1 and POISON not in sets[0]
                number = next(iter(sets[0])) if is_known else frozen[name]
                if number not in sets[0] and POISON not in sets[0]:
                    return set()
                seen[name] = {number}
                continue
            results = {
                self.step(op, flags, detail, values, operands, width) for values in itertools.product(*sets)
            }
            undefined |= UB in results
            seen[name] = results - {UB}
        return {UB} if undefined else at_use(*self.result)

    @staticmethod
    def step(op, flags, detail, values, operands, width):
        if op == "select":
            return POISON if values[0] == POISON else values[1 if values[0] else 2]
        if op[1:] in ("div", "rem") and values[1] == POISON:
            return UB
        if POISON in values:
            # A poison dividend may be the least number.
            least = op in ("sdiv", "srem") and values[1] == (1 << width) - 1
            return UB if least or (op[1:] in ("div", "rem") and values[1] == 0) else POISON
        if op == "icmp":
            return compare(detail, flags, *values, operands[0][1])
        if op == "call":
            return intrinsic(detail, list(values), width)
        if op in ("zext", "sext", "trunc"):
            return cast(op, flags, values[0], operands[0][1], width)
        return binary(op, flags, *values, width)


def functions(text):
    """By name, the functions of a module."""
    found = re.findall(r'^define [^@]*@("[^"]*"|[\w.]+)\((.*?)\)[^{]*\{\n(.*?)^\}', text, re.M | re.S)
    return {name.strip('"'): Function(header, body) for name, header, body in found}


def undef_sets(width, with_all):
    """What a use of an undef value may see: any number, or two or three; all such sets, or some."""
    numbers = range(1 << width)
    some = [
        set(chosen) for count in (2, 3) for chosen in itertools.combinations(numbers, count) if width <= 4
    ]
    if width > 2 and not with_all:
        some = random.Random(width).sample(some, min(10, len(some)))
    return [set(numbers)] + some


def inputs(arguments, most, seed, with_undef, often):
    """All tuples of arguments, or `most` of them: numbers, poison and, if wanted, undef, wholly or in part, as
    sets of what a use may see."""

    def all_of(name, width, noundef):
        numbers = [{number} for number in range(1 << width)]
        is_undef = with_undef and (often is None or name in often)
        undef = undef_sets(width, often is not None) if is_undef else []
        return numbers if noundef else numbers + [{POISON}] + undef

    if sum(width for _, width, _ in arguments) <= 12:
        yield from itertools.product(*(all_of(*argument) for argument in arguments))
        return
    chance = random.Random(seed)

    def any_of(width, noundef):
        edges = [0, 1, 2, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1]
        number = chance.choice(
            edges + [chance.getrandbits(width), chance.getrandbits(width), chance.getrandbits(min(width, 5))]
        )
        return {POISON} if not noundef and chance.random() < 0.1 else {number & ((1 << width) - 1)}

    for _ in range(most):
        yield tuple(any_of(width, noundef) for _, width, noundef in arguments)


def worse(before, after, most=400, seed=1, with_undef=True, often=None):
    """Arguments for which `after` does not refine `before`; None if there are none among those that are
    tried. Where `often` names the arguments that `after` uses more than once, others are not undef: what their
    one use sees, all uses before may see."""
    for values in inputs(before.arguments, most, seed, with_undef, often):
        given = {name: value for (name, *_), value in zip(before.arguments, values)}
        allowed = before.outcomes(given)
        if UB in allowed:
            continue
        renamed = {name: value for (name, *_), value in zip(after.arguments, values)}
        found = after.outcomes(renamed)
        if UB in found or POISON not in allowed and not found <= allowed:
            return given, allowed, found
    return None
