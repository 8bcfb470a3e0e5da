"""Functions of LLVM IR as validate.py compares them: instructions that are expressions, by the name of their
value, and anchors, by block."""

import re

TOKEN = re.compile(r'%(?:"[^"]*"|[\w.$-]+)')
LINE = re.compile(r'(%(?:"[^"]*"|[\w.$-]+)) = (.*)$')
TYPE = r"(?:i(\d+)|<(?:vscale x )?\d+ x i(\d+)>|(float|double))"
FLOATS = {"float": (32, "(_ to_fp 8 24)"), "double": (64, "(_ to_fp 11 53)")}
FAST = {"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"}
FLOAT_CALLS = {"fabs", "copysign", "minnum", "maxnum"}
BINARY = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"}
CASTS = {"trunc": "trunc", "zext": "zext", "sext": "sext"}
FLAGS = {"nuw", "nsw", "exact", "disjoint", "nneg", "samesign"}
CALLS = {
    "umin",
    "umax",
    "smin",
    "smax",
    "uadd.sat",
    "usub.sat",
    "sadd.sat",
    "ssub.sat",
    "fshl",
    "fshr",
    "ctpop",
    "abs",
    "ctlz",
    "cttz",
}


class NotModelled(Exception):
    pass


def width_of(found):
    """The bits of a type."""
    return int(found[1] or found[2] or FLOATS[found[3]][0])


def split(text):
    """At the commas outside of brackets."""
    parts, depth, last = [], 0, 0
    for at, c in enumerate(text):
        depth += (c in "(<[{") - (c in ")>]}")
        if c == "," and depth == 0:
            parts.append(text[last:at].strip())
            last = at + 1
    return parts + [text[last:].strip()]


def typed(text):
    """`i8 %x` as (operand, width, type)."""
    found = re.match(TYPE + r"\s+(.*)$", text)
    if not found:
        raise NotModelled(text)
    return found[4], width_of(found), text[: found.start(4)].strip()


def of_floats(word, rest):
    """The same of an instruction on floating point numbers."""
    flags = []
    rest = rest.removeprefix("call ")
    while rest.split(" ", 1)[0] in FAST:
        flag, _, rest = rest.partition(" ")
        flags += sorted(FAST) if flag == "fast" else [flag]
    call = re.match(r"(float|double) @llvm\.([a-z]+)\.f\d+\((.*)\)(?: #\d+)?$", rest)
    kept = tuple(flag for flag in flags if flag in ("nnan", "ninf", "nsz"))
    if call and call[2] in FLOAT_CALLS:
        return call[2], kept, call[1], [typed(part)[:2] for part in split(call[3])], FLOATS[call[1]][0]
    predicate = None
    if word == "fcmp":
        predicate, _, rest = rest.partition(" ")
    parts = split(rest)
    kind = parts[1 if word == "select" else 0].split(" ")[0]
    if kind not in FLOATS or word not in ("fneg", "fcmp", "select"):
        return None
    if word == "fcmp":
        left, width, _ = typed(parts[0])
        return word, kept, (predicate, kind), [(left, width), (parts[1], width)], 1
    return word, kept, kind, [typed(part)[:2] for part in parts], FLOATS[kind][0]


def instruction(text):
    """(opcode, flags, detail, operands with widths, width) of an expression; None of an anchor."""
    text = text.split(" ;")[0].strip()
    word, _, rest = text.partition(" ")
    try:
        if word in ("fneg", "fcmp", "select") or " @llvm." in rest and re.search(r"\.f(32|64)\(", rest):
            expression = of_floats(word, rest)
            if expression or word != "select":
                return expression
        if word in ("tail", "call"):
            found = re.match(
                r"(?:tail )?call (\S.*?) @llvm\.([a-z.]+)\.(?:i\d+|v\d+i\d+)\((.*)\)(?: #\d+)?$", text
            )
            if not found or found[2] not in CALLS:
                return None
            _, width, _ = typed(found[1] + " x")
            return found[2], (), None, [typed(part)[:2] for part in split(found[3])], width
        flags = []
        while rest.split(" ", 1)[0] in FLAGS:
            flag, _, rest = rest.partition(" ")
            flags.append(flag)
        if word in BINARY:
            left, right = split(rest)
            left, width, _ = typed(left)
            return word, tuple(flags), None, [(left, width), (right, width)], width
        if word == "icmp":
            predicate, _, rest = rest.partition(" ")
            left, right = split(rest)
            left, width, _ = typed(left)
            return word, tuple(flags), predicate, [(left, width), (right, width)], 1
        if word == "select":
            parts = [typed(part) for part in split(rest)]
            return word, (), None, [part[:2] for part in parts], parts[1][1]
        if word in CASTS:
            source, _, target = rest.partition(" to ")
            return word, tuple(flags), None, [typed(source)[:2]], typed(target + " x")[1]
        if word == "freeze":
            value, width, _ = typed(rest)
            return word, (), None, [(value, width)], width
    except (NotModelled, ValueError):
        pass
    return None


class Function:
    def __init__(self, header, body):
        self.header = header
        self.blocks, self.expressions, self.block_of, label = [], {}, {}, None
        for line in body.splitlines():
            line = line.rstrip()
            found = re.match(r'([\w.$-]+|"[^"]*"):', line)
            if found:
                label = "%" + found[1]
                self.blocks.append((label, []))
            elif line.strip() and not line.strip().startswith(";") and not line.strip().startswith("#dbg"):
                if not self.blocks:
                    self.blocks.append(("%entry", []))
                self.add(line.strip())
        # Parameters that are promised to be neither undef nor poison.
        parameters = re.search(r"\((.*)", header, re.S)[1]
        self.defined = {
            TOKEN.search(part)[0] for part in split(parameters) if " noundef" in part and TOKEN.search(part)
        }
        self.predecessors = {}
        for label, lines in self.blocks:
            for target in set(re.findall(r'label (%(?:"[^"]*"|[\w.$-]+))', lines[-1][1])) if lines else []:
                self.predecessors.setdefault(target, []).append(label)

    def add(self, line):
        label, anchors = self.blocks[-1]
        # The numbers of metadata may change.
        line = re.sub(r", ![\w.]+ !\d+", "", line)
        found = LINE.match(line)
        name, text = (found[1], found[2]) if found else (None, line)
        expression = instruction(text) if name else None
        if expression:
            self.expressions[name] = expression
        else:
            anchors.append((name, text))
        if name:
            self.block_of[name] = label


def functions(text):
    found = re.findall(r'^define ([^@]*@("[^"]*"|[\w.$-]+)\(.*?)\{\n(.*?)^\}', text, re.M | re.S)
    return {name: Function(header, body) for header, name, body in found}
