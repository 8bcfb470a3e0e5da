"""Expressions of LLVM IR in the words of an SMT solver, for validate.py: what each instruction gives, where
it is poison, and where it is no defined behaviour."""

import itertools
import math
import re
import struct

from validate_functions import FLOATS, NotModelled, split, typed

# So many ways to choose what uses see are written out one by one, and so long their text may be.
MOST_WAYS, MOST_TEXT = 64, 4_000_000


def bind(values, text):
    """A text in which names have values, each of which may use those before it."""
    return "".join(f"(let (({name} {value})) " for name, value in values) + text + ")" * len(values)


class Encoding:
    """Expressions as definitions for the solver: by name `v…` the bits, `p…` poison, and the conditions of
    undefined behaviour."""

    def __init__(self):
        self.lines, self.leaves, self.count = [], {}, 0
        # Where undef is asked about: the choices of a part, what its uses of values see, and of a part whose
        # choices are bound what it defines.
        self.choices, self.seen, self.bound = None, [], None

    def define(self, sort, text):
        self.count += 1
        if self.bound is None:
            self.lines.append(f"(define-fun d{self.count} () {sort} {text})")
        else:
            self.bound.append((f"d{self.count}", text))
        return f"d{self.count}"

    def bits(self, width, text):
        return self.define(f"(_ BitVec {width})", text)

    def leaf(self, name, width):
        if (name, width) not in self.leaves:
            self.count += 1
            self.leaves[name, width] = (f"x{self.count}", f"q{self.count}")
            self.lines += [
                f"(declare-const x{self.count} (_ BitVec {width}))",
                f"(declare-const q{self.count} Bool)",
            ]
        return self.leaves[name, width]

    def given(self, function, at):
        """A value that is no expression, or a constant."""
        if not at[0].startswith("%"):
            return self.constant(*at)
        bits, poison = self.leaf(*at)
        return bits, "false" if at[0] in function.defined else poison

    def choice(self, name, width):
        """What an undef value is at one use."""
        self.count += 1
        if self.bound is None:
            self.lines.append(f"(declare-const c{self.count} (_ BitVec {width}))")
        self.choices.append((f"c{self.count}", name, width))
        return f"c{self.count}"

    def use(self, function, at, defined):
        """A value or constant at one use."""
        if at[0] == "undef" and self.choices is not None:
            return self.choice(*at), "false"
        bits, poison = self.given(function, at)
        if not at[0].startswith("%") or self.choices is None or at[0] in defined:
            return bits, poison
        return self.see(*at), poison

    def see(self, name, width):
        """What one use of a value sees."""
        self.count += 1
        if self.bound is None:
            self.lines.append(f"(declare-const c{self.count} (_ BitVec {width}))")
        self.seen.append((f"c{self.count}", name, width))
        return f"c{self.count}"

    def tree(self, function, at, undefined, frozen, freeze):
        """The definitions for an operand whose uses of undef values are chosen one by one. `frozen` has the
        freezes of the part."""
        if at in frozen:
            return frozen[at]
        expression = function.expressions.get(at[0])
        if not expression:
            return self.use(function, at, function.defined)
        operands = [self.tree(function, below, undefined, frozen, freeze) for below in expression[3]]
        if expression[0] == "freeze":
            frozen[at] = freeze(at, operands[0]), "false"
            return frozen[at]
        return self.step(expression, operands, undefined, at[0], None)

    def for_all_choices(self, others, text):
        """What the part under way says, for all its choices, and however its uses of values see what uses in
        another part do."""
        text = bind(self.bound, text)
        among = [
            [other for other, *of in others if of == [name, width]] or [self.leaf(name, width)[0]]
            for _, name, width in self.seen
        ]
        uses = [use for use, _, _ in self.seen]
        names = [(choice, width) for choice, _, width in self.choices]
        if math.prod(map(len, among)) <= MOST_WAYS and math.prod(map(len, among)) * len(text) < MOST_TEXT:
            ways = [bind(list(zip(uses, way)), text) for way in itertools.product(*among)]
            text = f"(and true {' '.join(ways)})"
        else:
            values = []
            for use, numbers in zip(uses, among):
                width = len(numbers).bit_length()
                value = numbers[0]
                for at, number in enumerate(numbers[1:]):
                    value = f"(ite (= which{use} (_ bv{at} {width})) {number} {value})"
                values.append((use, value))
                names.append((f"which{use}", width))
            text = bind(values, text)
        quantified = " ".join(f"({name} (_ BitVec {width}))" for name, width in names)
        return f"(forall ({quantified}) {text})" if names else text

    def for_choices_like(self, others, text):
        """The same for one way to choose: each use of a value sees what a use in another part sees, in their
        order."""
        others, values = list(others), []
        for choice, name, width in self.choices + self.seen:
            like = next((other for other in others if other[1:] == (name, width)), None)
            if like and sum(other[1:] == (name, width) for other in others) > 1:
                others.remove(like)
            unlike = self.leaf(name, width)[0] if (choice, name, width) in self.seen else f"(_ bv0 {width})"
            values.append((choice, like[0] if like else unlike))
        return bind(values + self.bound, text)

    def constant(self, text, width):
        text = re.sub(r"^splat \(i\d+ (\S+)\)$", r"\1", text)
        lanes = re.match(r"<(.*)>$", text)
        if lanes:
            values = {typed(part)[0] for part in split(lanes[1])}
            if len(values) != 1:
                raise NotModelled(text)
            text = values.pop()
        text = {"true": "1", "false": "0", "zeroinitializer": "0"}.get(text, text)
        if text == "poison":
            return f"(_ bv0 {width})", "true"
        if re.match(r"-?\d+\.\d+e[+-]\d+$", text) or re.match(r"0x[0-9A-F]{16}$", text):
            number = struct.unpack(">d", bytes.fromhex(text[2:]))[0] if text.startswith("0x") else float(text)
            if number != number:
                raise NotModelled(text)
            bits = int.from_bytes(struct.pack(">f" if width == 32 else ">d", number), "big")
            return f"(_ bv{bits} {width})", "false"
        if not re.match(r"-?\d+$", text):
            raise NotModelled(text)
        return f"(_ bv{int(text) % (1 << width)} {width})", "false"

    def value(self, function, operand, width, undefined, known, choose):
        """The definitions for an operand; deep expressions are walked with a stack of their own."""
        open_values = [(operand, width)]
        while open_values:
            at = open_values[-1]
            if at in known:
                open_values.pop()
                continue
            expression = function.expressions.get(at[0])
            if not expression:
                known[at] = self.given(function, at)
                continue
            missing = [below for below in expression[3] if below not in known]
            if missing:
                open_values += missing
                continue
            known[at] = self.step(
                expression, [known[below] for below in expression[3]], undefined, at[0], choose
            )
        return known[operand, width]

    def step(self, expression, operands, undefined, name, choose):
        op, flags, detail, widths, width = expression
        of = widths[0][1]
        values, poisons = [bits for bits, _ in operands], [poison for _, poison in operands]
        a, b = values[0], values[-1]
        poison = [p for p in poisons if p != "false"]
        if detail in FLOATS or isinstance(detail, tuple):
            return self.float_step(expression, operands, name, choose)
        zero, ones, least = f"(_ bv0 {of})", f"(bvnot (_ bv0 {of}))", f"(_ bv{1 << (of - 1)} {of})"
        out = None
        if op == "select":
            condition = f"(= {values[0]} #b1)"
            poison = [poisons[0], f"(ite {condition} {poisons[1]} {poisons[2]})"]
            out = f"(ite {condition} {values[1]} {values[2]})"
        elif op == "freeze":
            chosen = choose(name, width)
            return self.bits(width, f"(ite {poisons[0]} {chosen} {a})"), "false"
        elif op in ("add", "sub", "mul"):
            out = f"(bv{op} {a} {b})"
            more = of if op == "mul" else 1
            for flag, extend in (("nsw", "sign_extend"), ("nuw", "zero_extend")):
                if flag in flags:
                    wide = [f"((_ {extend} {more}) {text})" for text in (a, b, out)]
                    poison.append(f"(not (= (bv{op} {wide[0]} {wide[1]}) {wide[2]}))")
        elif op in ("shl", "lshr", "ashr"):
            out = f"(bv{op} {a} {b})"
            poison.append(f"(bvuge {b} (_ bv{of} {of}))" if of < 1 << of else "false")
            back = {"nuw": "bvlshr", "nsw": "bvashr", "exact": "bvshl"}
            poison += [f"(not (= ({back[flag]} {out} {b}) {a}))" for flag in flags]
        elif op in ("udiv", "sdiv", "urem", "srem"):
            out = f"(bv{op} {a} {b})"
            cases = [f"(= {b} {zero})", poisons[1]]
            if op[0] == "s":
                cases.append(f"(and (= {b} {ones}) (or (= {a} {least}) {poisons[0]}))")
            undefined.append(f"(or {' '.join(cases)})")
            if "exact" in flags:
                poison.append(f"(not (= (bvmul {out} {b}) {a}))")
        elif op in ("and", "or", "xor"):
            out = f"(bv{op} {a} {b})"
            if "disjoint" in flags:
                poison.append(f"(not (= (bvand {a} {b}) {zero}))")
        elif op == "icmp":
            tests = {"eq": f"(= {a} {b})", "ne": f"(not (= {a} {b}))"}
            test = tests.get(detail) or f"(bv{detail} {a} {b})"
            out = f"(ite {test} #b1 #b0)"
            if "samesign" in flags:
                poison.append(f"(not (= (bvslt {a} {zero}) (bvslt {b} {zero})))")
        elif op == "trunc":
            out = f"((_ extract {width - 1} 0) {a})"
            for flag, extend in (("nsw", "sign_extend"), ("nuw", "zero_extend")):
                if flag in flags:
                    poison.append(f"(not (= ((_ {extend} {of - width}) {out}) {a}))")
        elif op in ("zext", "sext"):
            out = f"((_ {'sign' if op == 'sext' else 'zero'}_extend {width - of}) {a})"
            if "nneg" in flags:
                poison.append(f"(bvslt {a} {zero})")
        else:
            out, more = self.intrinsic(op, values, of)
            poison += more
        return self.bits(width, out), self.define("Bool", f"(or false {' '.join(poison)})")

    def float_step(self, expression, operands, name, choose):
        op, flags, detail, widths, width = expression
        kind = detail if detail in FLOATS else detail[1]
        bits, to_number = FLOATS[kind]
        values, poisons = [text for text, _ in operands], [poison for _, poison in operands]
        number = lambda text: f"({to_number} {text})"
        numbers = [text for text, (_, of) in zip(values, widths) if of == bits]
        sign, rest = f"(_ bv{1 << (bits - 1)} {bits})", f"(_ bv{(1 << (bits - 1)) - 1} {bits})"
        poison = list(poisons)
        if op == "fneg":
            out = f"(bvxor {values[0]} {sign})"
        elif op == "fabs":
            out = f"(bvand {values[0]} {rest})"
        elif op == "copysign":
            out = f"(bvor (bvand {values[0]} {rest}) (bvand {values[1]} {sign}))"
        elif op == "select":
            condition = f"(= {values[0]} #b1)"
            poison = [poisons[0], f"(ite {condition} {poisons[1]} {poisons[2]})"]
            out = f"(ite {condition} {values[1]} {values[2]})"
            numbers = []
        elif op == "fcmp":
            a, b = (number(text) for text in values)
            unordered = f"(or (fp.isNaN {a}) (fp.isNaN {b}))"
            tests = {
                "eq": f"(fp.eq {a} {b})",
                "ne": f"(not (fp.eq {a} {b}))",
                "lt": f"(fp.lt {a} {b})",
                "le": f"(fp.leq {a} {b})",
            }
            tests |= {"gt": f"(fp.gt {a} {b})", "ge": f"(fp.geq {a} {b})", "rd": "true", "no": "false"}
            how, test = detail[0][0], tests[detail[0][1:]]
            test = {"ord": f"(not {unordered})", "uno": unordered}.get(detail[0]) or (
                f"(and (not {unordered}) {test})" if how == "o" else f"(or {unordered} {test})"
            )
            out = f"(ite {test} #b1 #b0)"
        else:
            # Which zero, and which NaN where there is nothing else, is open: any may come.
            if choose is None:
                raise NotModelled(f"undef in {op}")
            a, b = (number(text) for text in values)
            chosen = f"(ite (fp.{'lt' if op == 'minnum' else 'gt'} {a} {b}) {values[0]} {values[1]})"
            either = f"(or (and (fp.isZero {a}) (fp.isZero {b})) (and (fp.isNaN {a}) (fp.isNaN {b})))"
            one = f"(ite (fp.isNaN {a}) {values[1]} (ite (fp.isNaN {b}) {values[0]} {chosen}))"
            open_zero = (
                f"(ite (= ((_ extract 0 0) {choose(name + ' open', width)}) #b1) {values[0]} {values[1]})"
            )
            out = f"(ite {either} {open_zero} {one})"
        out = self.bits(width, out)
        for flag, test in (("nnan", "isNaN"), ("ninf", "isInfinite")):
            seen = numbers + ([out] if width == bits and op != "fcmp" else [])
            poison += [f"(fp.{test} {number(text)})" for text in seen if flag in flags]
        return out, self.define("Bool", f"(or false {' '.join(poison)})")

    def intrinsic(self, op, values, w):
        a, b = values[0], values[1] if len(values) > 1 else None
        zero, most, least = f"(_ bv0 {w})", f"(_ bv{(1 << (w - 1)) - 1} {w})", f"(_ bv{1 << (w - 1)} {w})"
        number = lambda n: f"(_ bv{n % (1 << w)} {w})"
        bit = lambda n: f"(= ((_ extract {n} {n}) {a}) #b1)"
        if op in ("umin", "umax", "smin", "smax"):
            return f"(ite (bv{op[0]}{'lt' if op[1:] == 'min' else 'gt'} {a} {b}) {a} {b})", []
        if op == "uadd.sat":
            return f"(ite (bvult (bvadd {a} {b}) {a}) (bvnot {zero}) (bvadd {a} {b}))", []
        if op == "usub.sat":
            return f"(ite (bvult {a} {b}) {zero} (bvsub {a} {b}))", []
        if op in ("sadd.sat", "ssub.sat"):
            run, extend = f"bv{op[1:4]}", f"(_ sign_extend 1)"
            wide = f"({run} ({extend} {a}) ({extend} {b}))"
            return (
                f"(ite (bvsgt {wide} ({extend} {most})) {most} (ite (bvslt {wide} ({extend} {least})) {least} ({run} {a} {b})))",
                [],
            )
        if op in ("fshl", "fshr"):
            both = f"(concat {values[0]} {values[1]})"
            amount = f"(concat {zero} (bvurem {values[2]} {number(w)}))" if w < 1 << w else f"(_ bv0 {2 * w})"
            high, low = 2 * w - 1, w
            if op == "fshl":
                return f"((_ extract {high} {low}) (bvshl {both} {amount}))", []
            return f"((_ extract {w - 1} 0) (bvlshr {both} {amount}))", []
        if op == "ctpop":
            return f"(bvadd {zero} {' '.join(f'(ite {bit(n)} {number(1)} {zero})' for n in range(w))})", []
        if op == "abs":
            return f"(ite (bvslt {a} {zero}) (bvneg {a}) {a})", [f"(and (= {b} #b1) (= {a} {least}))"]
        order = range(w) if op == "ctlz" else range(w - 1, -1, -1)
        text = number(w)
        for n in order:
            text = f"(ite {bit(n)} {number(w - 1 - n if op == 'ctlz' else n)} {text})"
        return text, [f"(and (= {b} #b1) (= {a} {zero}))"]
