"""validate.py SOLVER BEFORE.ll AFTER.ll: whether each function refines the one that it was, by an encoding of
its own. Knows nothing of idiom.

Instructions on integers, or element by element on vectors of them, and those on `float` and `double` that do
not round, are expressions; every other instruction is an *anchor*, which has to be
there before and after, in the same order and with the same text but for the expressions among its operands. A
solver is asked of each pair of those
that differ whether the second one refines the first: for all numbers and poison that anchors and arguments
give, and, where that
does not hold, for those under which the branches are taken that lead to the anchor and the assumptions before
it hold.

`undef` is another number at each use, and a value that is undef, wholly or in part, may be another one of some
numbers at each. Where the new expression, written as a tree, has a value that may be undef, or `undef`, more
than once, or either has `undef` at all, it is asked again whether the old one can give whatever the new one
gives: each of its uses of such a value is one of the numbers that the uses in the new one see. Of others
nothing more can happen: all uses in the old expression may see what the one in the new one sees.

What is not modelled is counted. Values have names (`opt -passes=instnamer`).

Prints counts, and fails if some expression is not refined.
"""

import copy
import os
import re
import subprocess
import sys

from validate_encoding import Encoding
from validate_functions import (
    FLOATS,
    NotModelled,
    TOKEN,
    TYPE,
    functions,
    width_of,
)

solver, before_path, after_path = sys.argv[1:4]

# So many uses of values has an expression, written as a tree, at most; larger ones are not asked about undef.
MOST_USES = 400


def uses(function, operand):
    """How often an expression, written as a tree, has each value and constant. A freeze is one value, however
    often it is used."""
    counts, frozen, open_values, steps = {}, set(), [operand], 0
    while open_values:
        at = open_values.pop()
        steps += 1
        if steps > MOST_USES:
            raise NotModelled("undef in a tree of that size")
        expression = function.expressions.get(at[0])
        if not expression:
            counts[at[0]] = counts.get(at[0], 0) + 1
        elif expression[0] != "freeze" or at[0] not in frozen:
            frozen.add(at[0])
            open_values += expression[3]
    return counts


def needs_undef(pair, before, after):
    """Whether undef can make a difference: where the new expression has a value once, all uses in the old one
    may see what that one sees."""
    old, new = uses(before, pair[0]), uses(after, pair[1])
    may_be_undef = lambda name: name.startswith("%") and name not in before.defined
    return (
        "undef" in old
        or "undef" in new
        or any(count > 1 and may_be_undef(name) for name, count in new.items())
    )


def is_freeze(function, name):
    return name in function.expressions and function.expressions[name][0] == "freeze"


def drops_freeze(operand, before, after):
    """Whether an expression has a freeze that is gone: it could have given any number, not a certain one."""
    open_values = [operand]
    while open_values:
        name, _ = open_values.pop()
        expression = before.expressions.get(name)
        if expression and expression[0] == "freeze" and not is_freeze(after, name):
            return True
        open_values += expression[3] if expression else []
    return False


def names_undef(pair, before, after):
    return any("undef" in uses(function, side) for function, side in zip((before, after), pair))


def without_common(before, after, shapes, known):
    """Both functions with the expressions that they have in common taken for values of which nothing is
    known."""
    same = lambda at: shapes.number(before, at, known[0]) == shapes.number(after, at, known[1])
    both = [
        name
        for name in before.expressions
        if name in after.expressions and same((name, before.expressions[name][4]))
    ]
    views = [copy.copy(before), copy.copy(after)]
    for view in views:
        view.expressions = {
            name: expression for name, expression in view.expressions.items() if name not in both
        }
    return views


def kept_freeze(before, after, at, shapes, known):
    """Whether a freeze is there before and after, of the same operand."""
    if not is_freeze(before, at[0]) or not is_freeze(after, at[0]):
        return False
    if shapes.number(before, at, known[0]) != shapes.number(after, at, known[1]):
        raise NotModelled("undef, and a freeze of another operand")
    return True


def holes(function, text):
    """The text of an anchor without the expressions among its operands, and those with their widths."""
    found = []

    def cut(match):
        name = match[0]
        if name not in function.expressions:
            return name
        found.append((name, function.expressions[name][4]))
        return "…"

    # Constants may have come in the place of an expression, so that they are holes as well.
    def number(match):
        found.append((match[4], width_of(match)))
        return match[0][: match.start(4) - match.start(0)] + "…"

    text = TOKEN.sub(cut, text)
    if text.startswith("phi "):
        kind = re.match("phi " + TYPE, text)
        if kind:
            width = width_of(kind)
            text, pairs = text.split("[", 1)[0], re.findall(
                r"\[ (.*?), (%\S+) \]", "[" + text.split("[", 1)[1]
            )
            values = iter(found)
            found = [next(values) if value == "…" else (value, width) for value, _ in pairs]
            return text + " ".join(label for _, label in pairs), found
    values, order = iter(found), []
    found = []
    out, last = [], 0
    for match in re.finditer(
        TYPE
        + r" (?:(?:noundef|signext|zeroext|returned|immarg) )*(…|%(?:\"[^\"]*\"|[\w.$-]+)|-?\d+\.\d+e[+-]\d+|0x[0-9A-F]{16}|-?\d+|true|false)",
        text,
    ):
        width = width_of(match)
        order.append(next(values) if match[4] == "…" else (match[4], width))
        out.append(text[last : match.start(4)] + "…")
        last = match.end(4)
    left = text[last:]
    for name, width in values:
        raise NotModelled(f"{name} in {text}")
    return "".join(out) + left, order


def conditions(function, label):
    """Conditions of branches that lead to a block, each with whether it holds, and assumptions before
    them."""
    lines, seen = dict(function.blocks), set()
    while label not in seen:
        seen.add(label)
        for _, text in lines[label]:
            found = re.search(r"@llvm\.assume\(i1 (?:noundef )?(%\S+?)\)", text)
            if found:
                yield found[1], 1
        before = set(function.predecessors.get(label, []))
        if len(before) != 1:
            return
        above = before.pop()
        found = re.match(r"br i1 (\S+), label (\S+), label (\S+?)(?:,|$)", lines[above][-1][1])
        if found and found[2] != found[3]:
            yield found[1], int(found[2] == label)
        label = above


class Solver:
    def __init__(self):
        self.process = subprocess.Popen(
            [solver, "-in", "-T:0", "-t:10000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, lines):
        self.process.stdin.write("\n".join(["(reset)", *lines, "(check-sat)", ""]))
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer not in ("sat", "unsat", "unknown"):
            sys.exit(f"the solver says {answer}")
        return answer


class Shapes:
    """Numbers for expressions: those of one number are the same expression of the same leaves."""

    def __init__(self):
        self.numbers = {}

    def number(self, function, operand, known):
        open_values = [operand]
        while open_values:
            at = open_values[-1]
            expression = function.expressions.get(at[0])
            missing = [below for below in expression[3] if below not in known] if expression else []
            open_values += missing
            if not missing:
                open_values.pop()
                # Each freeze is one by itself.
                name = at[0] if not expression or expression[0] == "freeze" else None
                below = tuple(known[of] for of in expression[3]) if expression else at[1]
                key = (name, below, expression and (*expression[:3], expression[4]))
                known[at] = self.numbers.setdefault(key, len(self.numbers))
        return known[operand]


def same_number(function, operand, old, new):
    """That two values are the same, but for the sign of a zero where the old expression leaves that open."""
    expression = function.expressions.get(operand[0])
    if not expression or "nsz" not in expression[1] or expression[0] == "fcmp":
        return f"(= {old} {new})"
    zeros = " ".join(f"(fp.isZero ({FLOATS[expression[2]][1]} {value}))" for value in (old, new))
    return f"(or (= {old} {new}) (and {zeros}))"


def question(pair, before, after, label, with_branches):
    encoding, kept = Encoding(), {
        name for name in before.expressions if before.expressions[name][0] == "freeze"
    }
    assumed, undefined, worse = [], [], []
    # A freeze gives the same number in both, or any number where it is new.
    choose = lambda name, width: encoding.leaf(f"frozen {name}" if name in kept else f"new {name}", width)[0]
    known = {}
    old = encoding.value(before, *pair[0], undefined, known, choose)
    if with_branches:
        for name, holds in conditions(before, label):
            bits, poison = encoding.value(before, name, 1, undefined, known, choose)
            assumed += [f"(= {bits} #b{holds})", f"(not {poison})"]
    new = encoding.value(after, *pair[1], worse, {}, choose)
    refined = f"(and (not {old[1]}) (or {new[1]} (not {same_number(before, pair[0], old[0], new[0])})))"
    assumed += [f"(not (or false {' '.join(undefined)}))", f"(or {refined} {' '.join(worse)})"]
    return encoding.lines + [f"(assert {text})" for text in assumed]


def question_with_undef(pair, before, after, label, with_branches, is_kept, is_like):
    """The same where values may be undef: whether the new expression can give what the old one cannot,
    however its uses are chosen; or
    if `is_like`, what it does not give where its uses see what those of the new one see. That is asked
    without quantifiers.
    """
    encoding, assumed, worse = Encoding(), [], []

    # The new expression: its choices are free.
    encoding.choices, encoding.seen = [], []

    def of_new(at, operand):
        value = encoding.bits(at[1], f"(ite {operand[1]} {encoding.choice(*at)} {operand[0]})")
        if not is_kept(at):
            return value
        # Old and new have this freeze, and the old one gives the same number.
        frozen, _ = encoding.leaf(f"frozen {at[0]}", at[1])
        assumed.append(f"(= {frozen} {value})")
        return frozen

    new = encoding.tree(after, pair[1], worse, {}, of_new)

    def of_old(at, operand):
        if is_kept(at):
            return encoding.leaf(f"frozen {at[0]}", at[1])[0]
        return encoding.bits(at[1], f"(ite {operand[1]} {encoding.choice(*at)} {operand[0]})")

    of_new_uses = encoding.choices + encoding.seen

    def for_choices(expression, text_of, is_like):
        encoding.choices, encoding.seen, encoding.bound, undefined = [], [], [], []
        value = encoding.tree(before, expression, undefined, {}, of_old)
        text = text_of(value, undefined)
        of = encoding.for_choices_like if is_like else encoding.for_all_choices
        return of(of_new_uses, text)

    # A branch by undef is undefined behaviour, so that all choices lead the same way.
    for name, holds in conditions(before, label) if with_branches else []:
        assumed.append(
            for_choices((name, 1), lambda value, _: f"(and (= {value[0]} #b{holds}) (not {value[1]}))", False)
        )
    refined = lambda old: f"(and (not {old[1]}) (or {new[1]} (not (= {old[0]} {new[0]}))))"
    wrong = (
        lambda old, undefined: f"(and (not (or false {' '.join(undefined)})) (or {refined(old)} {' '.join(worse)}))"
    )
    assumed.append(for_choices(pair[0], wrong, is_like))
    return encoding.lines + [f"(assert {text})" for text in assumed]


def pairs_of(old, new, complain):
    """What is at the same place of the anchors of both, with the block whose conditions hold there and the
    anchor."""
    for (label, lines), (_, others) in zip(old.blocks, new.blocks):
        if [name for name, _ in lines] != [name for name, _ in others]:
            complain(f"the anchors of {label} differ")
            continue
        for (_, anchor), (_, now) in zip(lines, others):
            if anchor == now and not TOKEN.search(anchor):
                continue
            try:
                (text, left), (now, right) = holes(old, anchor), holes(new, now)
            except NotModelled as why:
                yield None, label, str(why)
                continue
            if text != now:
                complain(f"`{anchor}` became `{now}`")
            from_blocks = TOKEN.findall(text) if anchor.startswith("phi ") else []
            labels = from_blocks if len(from_blocks) == len(left) else [label] * len(left)
            yield from ((pair, of, anchor) for pair, of in zip(zip(left, right), labels))


def main():
    before, after = (functions(open(path).read()) for path in (before_path, after_path))
    kinds = [
        "functions compared",
        "functions changed",
        "expressions refined",
        "asked about undef",
        "not decided",
        "not modelled",
    ]
    counts = dict.fromkeys(kinds, 0)
    wrong, asked, ask = [], {}, Solver().ask

    def refines(of, *about):
        """The answer without what branches say, and with it where that is needed."""
        lines = of(*about, False)
        key = "\n".join(lines)
        if key not in asked:
            asked[key] = ask(lines)
        return asked[key] if asked[key] == "unsat" else ask(of(*about, True))

    def with_undef(pair, old, new, label, shapes, known):
        """The answer about what differs, whatever the rest gives; where that is not refined, about all of
        it."""
        is_kept = lambda at: kept_freeze(old, new, at, shapes, known)
        of_like = lambda *about: question_with_undef(*about, is_kept, True)
        views = without_common(old, new, shapes, known)
        of_views = of_like if needs_undef(pair, *views) else question
        if (
            refines(of_views, pair, *views, label) == "unsat"
            or refines(of_like, pair, old, new, label) == "unsat"
        ):
            return "unsat"
        return refines(lambda *about: question_with_undef(*about, is_kept, False), pair, old, new, label)

    for name, old in before.items():
        new, shapes, known, changed = after[name], Shapes(), ({}, {}), False
        if [label for label, _ in old.blocks] != [label for label, _ in new.blocks]:
            sys.exit(f"{name}: the blocks differ")
        for pair, label, anchor in pairs_of(old, new, lambda what: wrong.append(f"{name}: {what}")):
            try:
                if pair is None:
                    raise NotModelled(anchor)
                numbers = [shapes.number(of, side, memo) for of, side, memo in zip((old, new), pair, known)]
                if numbers[0] == numbers[1]:
                    continue
                changed = True
                # Expressions with `undef` have no numbers by themselves.
                answer = "unsat" if names_undef(pair, old, new) else refines(question, pair, old, new, label)
                is_open = answer == "sat" and drops_freeze(pair[0], old, new)
                if is_open or (answer == "unsat" and needs_undef(pair, old, new)):
                    counts["asked about undef"] += 1
                    answer = with_undef(pair, old, new, label, shapes, known)
            except NotModelled as why:
                counts["not modelled"] += 1
                if os.environ.get("VERBOSE"):
                    print(f"not modelled in {name}: {why}")
                continue
            counts["expressions refined"] += answer == "unsat"
            counts["not decided"] += answer == "unknown"
            if answer == "sat":
                wrong.append(f"{name}: {pair[0][0]} became {pair[1][0]} in `{anchor}`")
        counts["functions compared"] += 1
        counts["functions changed"] += changed
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    for line in wrong:
        print(f"not refined: {line}")
    sys.exit(bool(wrong))


main()
