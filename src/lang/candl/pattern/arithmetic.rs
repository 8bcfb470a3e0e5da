//! Arithmetic: sums, products and their signs, quotients, shifts and bits.
//!
//! One computation has several spellings: operands in either order, a constant that absorbed a sign or a
//! power of two, a product that became part of a fused multiply-add. In normalised code, left shifts by
//! constants are products, and an `or` of disjoint bits is a sum.

use super::super::core::{AtomConstant, CoreFormula, VarName};
use super::formulas::Scope;
use super::tree::{BinaryOperator, Expression, ExpressionKind, Operation, Reading};
use super::{Expansion, Operand, OperandValue, Otherwise};

/// The functions that multiply and add in one operation.
const FUSED: &[&str] = &["fma", "llvm.fmuladd"];

/// The number of digits of a reciprocal: more than any floating-point format distinguishes.
const DIGITS: usize = 80;

impl Expansion<'_> {
    pub(super) fn binary(
        &mut self,
        v: &VarName,
        operator: BinaryOperator,
        (a, b): (&Expression, &Expression),
        scope: &mut Scope,
    ) {
        use Operation::*;
        match operator.operation {
            Add | Subtract => {
                let (a, (negative, b)) = (self.operand(a, scope), self.operand(b, scope));
                self.sum(v, a, (negative != (operator.operation == Subtract), b), scope);
            }
            Multiply => {
                let ((first, a), (second, b)) = (self.operand(a, scope), self.operand(b, scope));
                let (a, b) = (self.factor(a, scope), self.factor(b, scope));
                self.be(v, &Operand::Product(Box::new(a), Box::new(b), None), first != second, scope);
            }
            And if self.of_constraint && masked_complement(a, b).is_some() => self.masked(v, (a, b), scope),
            _ => {
                // `a & b` may be poison where `a ? b : false` is not, because the latter does not always
                // choose `b`.
                let may_be_truths = self.of_constraint && may_be_truth(a) && may_be_truth(b);
                let (a, b) = (self.simple(a, scope), self.simple(b, scope));
                match operator.operation {
                    And | Or if may_be_truths => self.both_or_either(v, operator.operation, (&a, &b), scope),
                    Divide => self.quotient(v, operator.reading, (&a, &b), scope),
                    Remainder => self.remainder(v, operator.reading, (&a, &b), scope),
                    ShiftLeft => self.shift_left(v, (&a, &b), scope),
                    ShiftRight => {
                        let opcodes = by_reading(operator.reading, "ashr", "lshr", &[]);
                        self.ordered(v, &opcodes, (&a, &b), scope);
                    }
                    And => self.commutative(v, &["and"], (&a, &b), scope),
                    Or => self.commutative(v, &["or"], (&a, &b), scope),
                    Xor => self.commutative(v, &["xor"], (&a, &b), scope),
                    _ => self.compare(v, operator, (&a, &b), scope),
                }
            }
        }
    }

    /// Constrains a variable to equal an operand, or its negative.
    pub(super) fn be(&mut self, v: &VarName, operand: &Operand, negative: bool, scope: &mut Scope) {
        match operand {
            Operand::Number(number) if negative => self.literal(v, &negated(number), scope),
            Operand::Number(number) => self.literal(v, number, scope),
            Operand::Computed(term) => self.be_term(v, term, negative, scope),
            Operand::Value(value) if negative => {
                let (mut direct, mut from_zero) = (Scope::default(), Scope::default());
                self.opcodes(v, &["fneg"], &mut direct);
                self.edge(value, v, 0, &mut direct);
                let zero = self.hidden_value(&mut from_zero);
                self.opcodes(v, &["sub", "fsub"], &mut from_zero);
                self.zero(&zero.name, &mut from_zero);
                self.in_order((&zero, value), v, &mut from_zero);
                self.one_of(vec![direct, from_zero], scope);
            }
            Operand::Value(value) => {
                let same = super::atom(super::AtomKind::Equal, [], [v, &value.name], self.span);
                scope.parts.push(same);
            }
            Operand::Product(a, b, name) if negative => {
                let mut whole = Scope::default();
                let product = self.stand(operand, false, &mut whole);
                self.be(v, &Operand::Value(product), true, &mut whole);
                let mut ways = vec![whole];
                // A product that absorbed the sign is another value than the named one.
                let signed: &[_] = if name.is_none() { &[(a, b), (b, a)] } else { &[] };
                for &(factor, other) in signed {
                    let mut way = Scope::default();
                    let factor = Operand::Value(self.stand(factor, true, &mut way));
                    self.commutative(v, &["mul", "fmul"], (&factor, other), &mut way);
                    ways.push(way);
                }
                self.one_of(ways, scope);
            }
            Operand::Product(a, b, name) => {
                self.commutative(v, &["mul", "fmul"], (a, b), scope);
                if let Some(name) = name {
                    scope.parts.push(super::atom(super::AtomKind::Equal, [], [v, name], self.span));
                }
            }
        }
    }

    pub(super) fn commutative(
        &mut self,
        v: &VarName,
        opcodes: &[&str],
        (a, b): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let (a, b) = (self.stand(a, false, scope), self.stand(b, false, scope));
        match opcodes {
            ["or"] if self.of_constraint => self.or_of_bits(v, scope),
            opcodes => self.opcodes(v, opcodes, scope),
        }
        self.either_order((&a, &b), v, 0, scope);
    }

    /// Requires an `or`, or the sum that normalisation makes of one without common bits.
    fn or_of_bits(&self, v: &VarName, scope: &mut Scope) {
        let or = self.word(super::AtomKind::Opcode, v, "or");
        let add = self.word(super::AtomKind::Opcode, v, "add");
        let sum = super::atom(super::AtomKind::WithoutCarries, [], [v], self.span);
        scope.parts.push(CoreFormula::Or(vec![or, CoreFormula::And(vec![add, sum])]));
    }

    /// Constrains `v` to `~of & mask`, which is `of ^ mask` where `of` has only bits of the mask.
    fn masked(&mut self, v: &VarName, (a, b): (&Expression, &Expression), scope: &mut Scope) {
        let mut plain = Scope::default();
        let (first, second) = (self.simple(a, &mut plain), self.simple(b, &mut plain));
        self.commutative(v, &["and"], (&first, &second), &mut plain);
        let mut ways = vec![plain];
        if let Some((of, mask)) = masked_complement(a, b) {
            let mut way = Scope::default();
            let (of, mask) = (self.simple(of, &mut way), self.simple(mask, &mut way));
            if let Some(flipped) = self.flipped(v, &mask, &of) {
                way.parts.push(flipped.close(self.span));
                ways.push(way);
            }
        }
        self.one_of(ways, scope);
    }

    /// `number - of` as LLVM writes it where `of` has only bits of the number: `of ^ number`.
    fn flipped(&mut self, v: &VarName, number: &Operand, of: &Operand) -> Option<Scope> {
        let is_number = matches!(number, Operand::Computed(_)) || whole(number).is_some();
        if !self.of_constraint || !is_number || !matches!(of, Operand::Value(_)) {
            return None;
        }
        let mut way = Scope::default();
        self.ordered(v, &["xor"], (of, number), &mut way);
        let (exact, mask) = (self.hidden(&mut way), self.hidden(&mut way));
        for (position, operand) in [(0, &exact), (1, &mask)] {
            let constants = [AtomConstant::Number(position)];
            way.parts.push(super::atom(super::AtomKind::OperandNumber, constants, [operand, v], self.span));
        }
        way.parts.push(super::atom(super::AtomKind::WithinBits, [], [&exact, &mask], self.span));
        Some(way)
    }

    /// Constrains `v` to `a & b` or `a | b` of possible truth values. LLVM writes `a ? b : false` and `a ?
    /// true : b` if `b` must not be evaluated unconditionally.
    fn both_or_either(
        &mut self,
        v: &VarName,
        operation: Operation,
        (a, b): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let mut plain = Scope::default();
        let is_and = operation == Operation::And;
        self.commutative(v, &[if is_and { "and" } else { "or" }], (a, b), &mut plain);
        let mut select = Scope::default();
        let (a, b) = (self.stand(a, false, &mut select), self.stand(b, false, &mut select));
        let decided = self.hidden_value(&mut select);
        self.opcodes(v, &["select"], &mut select);
        select.parts.push(self.word(super::AtomKind::DataType, v, "i1"));
        self.literal(&decided.name, if is_and { "0" } else { "-1" }, &mut select);
        self.edge(&decided, v, if is_and { 2 } else { 1 }, &mut select);
        let ways = [(&a, &b), (&b, &a)].map(|(first, second)| {
            let mut way = Scope::default();
            self.edge(first, v, 0, &mut way);
            self.edge(second, v, if is_and { 1 } else { 2 }, &mut way);
            way
        });
        self.one_of(ways.into(), &mut select);
        self.one_of(vec![plain, select], scope);
    }

    fn ordered(&mut self, v: &VarName, opcodes: &[&str], (a, b): (&Operand, &Operand), scope: &mut Scope) {
        let (a, b) = (self.stand(a, false, scope), self.stand(b, false, scope));
        self.opcodes(v, opcodes, scope);
        self.in_order((&a, &b), v, scope);
    }

    /// Constrains `v` to `a + b`, each possibly negated.
    fn sum(
        &mut self,
        v: &VarName,
        (minus_a, a): (bool, Operand),
        (minus_b, b): (bool, Operand),
        scope: &mut Scope,
    ) {
        match (minus_a, minus_b) {
            (false, false) => self.plus(v, (&a, &b), scope),
            (false, true) => self.minus(v, (&a, &b), scope),
            (true, false) => self.minus(v, (&b, &a), scope),
            (true, true) => {
                let (mut whole, mut first) = (Scope::default(), Scope::default());
                let sum = self.hidden_value(&mut whole);
                self.plus(&sum.name, (&a, &b), &mut whole);
                self.be(v, &Operand::Value(sum), true, &mut whole);
                let negative = Operand::Value(self.stand(&a, true, &mut first));
                self.minus(v, (&negative, &b), &mut first);
                let mut second = Scope::default();
                let negative = Operand::Value(self.stand(&b, true, &mut second));
                self.minus(v, (&negative, &a), &mut second);
                self.one_of(vec![whole, first, second], scope);
            }
        }
    }

    pub(super) fn plus(&mut self, v: &VarName, (a, b): (&Operand, &Operand), scope: &mut Scope) {
        let mut plain = Scope::default();
        self.commutative(v, &["add", "fadd", "gep"], (a, b), &mut plain);
        let mut ways = vec![plain];
        if a == b && matches!(a, Operand::Value(_)) {
            let mut twice = Scope::default();
            self.commutative(v, &["mul", "fmul"], (a, &Operand::Number("2".to_owned())), &mut twice);
            ways.push(twice);
        }
        for (product, rest) in [(a, b), (b, a)] {
            ways.extend(self.added_to(v, product, (rest, false)).filter(|_| a != b));
        }
        self.one_of(ways, scope);
    }

    /// A fused multiply-add of a product and the possibly negated rest; `None` if `product` is no product.
    fn added_to(&mut self, v: &VarName, product: &Operand, rest: (&Operand, bool)) -> Option<Scope> {
        let mut way = Scope::default();
        let name = match product {
            Operand::Product(first, second, name) if self.of_constraint || name.is_none() => {
                let operands = [(&**first, false), (&**second, false), rest];
                let values = self.fused(v, operands, &mut way);
                for ((operand, negative), value) in operands.into_iter().zip(&values) {
                    if !negative {
                        self.without_sign(operand, value, &mut way);
                    }
                }
                name.as_ref()
            }
            Operand::Value(value) if self.holds_terms(value) => {
                let (operand, negative) = rest;
                let rest = self.stand(operand, negative, &mut way);
                self.callee(v, FUSED, &mut way);
                self.edge(&rest, v, 3, &mut way);
                if !negative {
                    self.without_sign(operand, &rest, &mut way);
                }
                Some(&value.name)
            }
            _ => return None,
        };
        if let Some(name) = name {
            way.parts.push(super::atom(super::AtomKind::ProductIn, [], [name, v], self.span));
        }
        Some(way)
    }

    fn minus(&mut self, v: &VarName, (a, b): (&Operand, &Operand), scope: &mut Scope) {
        let mut plain = Scope::default();
        self.ordered(v, &["sub", "fsub"], (a, b), &mut plain);
        let mut ways = vec![plain];
        if !matches!(b, Operand::Value(_)) {
            let mut added = Scope::default();
            let negative = Operand::Value(self.stand(b, true, &mut added));
            self.commutative(v, &["add", "fadd", "gep"], (a, &negative), &mut added);
            ways.push(added);
        }
        if let Operand::Product(first, second, None) = b {
            for (factor, other) in [(first, second), (second, first)] {
                let mut fused = Scope::default();
                let [_, value, _] = self.fused(v, [(factor, true), (other, false), (a, false)], &mut fused);
                self.without_sign(other, &value, &mut fused);
                ways.push(fused);
            }
        }
        ways.extend(self.added_to(v, a, (b, true)));
        ways.extend(self.flipped(v, a, b));
        self.one_of(ways, scope);
    }

    /// Constrains `v` to `fma(a, b, c)` with possibly negated operands; returns the operands' values.
    pub(super) fn fused(
        &mut self,
        v: &VarName,
        operands: [(&Operand, bool); 3],
        scope: &mut Scope,
    ) -> [OperandValue; 3] {
        let [a, b, c] = operands.map(|(operand, negative)| self.stand(operand, negative, scope));
        self.callee(v, FUSED, scope);
        self.either_order((&a, &b), v, 1, scope);
        self.edge(&c, v, 3, scope);
        [a, b, c]
    }

    /// Constrains the value of an operand in a fused operation not to be a negation: `a * b - c` is not `a *
    /// b + d` with `d` the negative of `c`, whether or not the operations are fused.
    fn without_sign(&mut self, operand: &Operand, value: &OperandValue, scope: &mut Scope) {
        let may_be_negative = match operand {
            Operand::Value(value) => value.is_open,
            Operand::Product(..) => true,
            Operand::Number(_) | Operand::Computed(_) => false,
        };
        if !self.of_constraint || !may_be_negative {
            return;
        }
        let mut negative = Scope::default();
        self.opcodes(&value.name, &["fneg"], &mut negative);
        // A product with a negated factor has no separate negation.
        if let Operand::Product(..) = operand {
            let mut product = Scope::default();
            let factor = self.hidden(&mut product);
            self.opcodes(&value.name, &["fmul"], &mut product);
            product.parts.push(super::atom(super::AtomKind::InArgs, [], [&factor, &value.name], self.span));
            self.opcodes(&factor, &["fneg"], &mut product);
            let mut either = Scope::default();
            self.one_of(vec![negative, product], &mut either);
            negative = either;
        }
        let formula = self.none(negative.close(self.span));
        scope.parts.push(formula);
    }

    /// Constrains `v` to a division. For signed instructions the numbers written must be those read as
    /// signed.
    fn divided(&mut self, v: &VarName, opcodes: &[&str], operands: (&Operand, &Operand), scope: &mut Scope) {
        let values = [operands.0, operands.1].map(|operand| self.stand(operand, false, scope));
        self.opcodes(v, opcodes, scope);
        self.in_order((&values[0], &values[1]), v, scope);
        if let ["sdiv" | "srem", others @ ..] = opcodes {
            let other = |expansion: &mut Self, way: &mut Scope| expansion.opcodes(v, others, way);
            let otherwise: &Otherwise<'_, Self> = &other;
            self.signed(
                [operands.0, operands.1],
                &values,
                Some(otherwise).filter(|_| !others.is_empty()),
                scope,
            );
        }
    }

    fn quotient(&mut self, v: &VarName, reading: Reading, (a, b): (&Operand, &Operand), scope: &mut Scope) {
        let mut plain = Scope::default();
        self.divided(v, &by_reading(reading, "sdiv", "udiv", &["fdiv"]), (a, b), &mut plain);
        let mut ways = vec![plain];
        let divisor = whole(b).filter(|divisor| *divisor > 1);
        if let Some(divisor) = divisor {
            if let Some(bits) = power_of_two(divisor) {
                let amount = Operand::Number(bits.to_string());
                for opcode in by_reading(reading, "ashr", "lshr", &[]) {
                    let mut shift = Scope::default();
                    self.shifted(v, opcode, (a, &amount), &mut shift);
                    ways.push(shift);
                }
            }
            if reading == Reading::Any {
                let mut reciprocal = Scope::default();
                self.commutative(v, &["fmul"], (a, &Operand::Number(one_by(divisor))), &mut reciprocal);
                // Any other reciprocal is rounded.
                if power_of_two(divisor).is_none() {
                    self.flags(v, &["arcp"], &mut reciprocal);
                }
                ways.push(reciprocal);
            }
        }
        if let Operand::Computed(divisor) = b {
            for opcode in by_reading(reading, "ashr", "lshr", &[]) {
                let mut shift = Scope::default();
                let amount = Operand::Computed(self.exponent(divisor, &mut shift));
                self.shifted(v, opcode, (a, &amount), &mut shift);
                ways.push(shift);
            }
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to a right shift that divides. A signed quotient is one only without remainder.
    fn shifted(&mut self, v: &VarName, opcode: &str, operands: (&Operand, &Operand), scope: &mut Scope) {
        self.ordered(v, &[opcode], operands, scope);
        if opcode == "ashr" {
            self.flags(v, &["exact"], scope);
        }
    }

    fn remainder(&mut self, v: &VarName, reading: Reading, (a, b): (&Operand, &Operand), scope: &mut Scope) {
        let mut plain = Scope::default();
        self.divided(v, &by_reading(reading, "srem", "urem", &["frem"]), (a, b), &mut plain);
        let mut ways = vec![plain];
        if let Some(divisor) = whole(b).filter(|divisor| power_of_two(*divisor).is_some())
            && reading != Reading::Signed
        {
            let mut mask = Scope::default();
            self.commutative(v, &["and"], (a, &Operand::Number((divisor - 1).to_string())), &mut mask);
            ways.push(mask);
        }
        if let Operand::Computed(divisor) = b
            && reading != Reading::Signed
        {
            let mut mask = Scope::default();
            self.exponent(divisor, &mut mask);
            let lesser = Operand::Computed(self.term_and(divisor, -1, &mut mask));
            self.commutative(v, &["and"], (a, &lesser), &mut mask);
            ways.push(mask);
        }
        self.one_of(ways, scope);
    }

    fn shift_left(&mut self, v: &VarName, (a, b): (&Operand, &Operand), scope: &mut Scope) {
        let mut plain = Scope::default();
        self.ordered(v, &["shl"], (a, b), &mut plain);
        let mut ways = vec![plain];
        let factor =
            whole(b).and_then(|bits| 1i128.checked_shl(u32::try_from(bits).ok()?)).filter(|f| *f > 0);
        if let Some(factor) = factor {
            let mut product = Scope::default();
            self.commutative(v, &["mul"], (a, &Operand::Number(factor.to_string())), &mut product);
            ways.push(product);
        }
        // A shift by a constant is a product: the amount is no value in the code, but a term.
        let amount = match b {
            _ if matches!(a, Operand::Number(_) | Operand::Computed(_)) => None,
            Operand::Computed(amount) => Some(amount),
            Operand::Value(value) if self.holds_terms(value) => Some(&value.name),
            _ => None,
        };
        if let Some(amount) = amount {
            let mut product = Scope::default();
            let factor = self.hidden_value(&mut product);
            self.power_literal(&factor.name, amount, &mut product);
            self.commutative(v, &["mul"], (a, &Operand::Value(factor)), &mut product);
            ways.push(product);
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to the bitwise complement.
    pub(super) fn complement(&mut self, v: &VarName, of: &Operand, scope: &mut Scope) {
        self.commutative(v, &["xor"], (of, &Operand::Number("-1".to_owned())), scope);
    }
}

/// The word for this reading of integers; without a reading, both words and the others.
pub(super) fn by_reading(
    reading: Reading,
    signed: &'static str,
    unsigned: &'static str,
    others: &[&'static str],
) -> Vec<&'static str> {
    match reading {
        Reading::Signed => vec![signed],
        Reading::Unsigned => vec![unsigned],
        _ => [&[signed, unsigned], others].concat(),
    }
}

/// The number with the opposite sign.
pub(super) fn negated(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None => format!("-{number}"),
    }
}

/// The value of an operand that is a whole number.
pub(super) fn whole(operand: &Operand) -> Option<i128> {
    match operand {
        Operand::Number(number) => number.strip_suffix(".0").unwrap_or(number).parse().ok(),
        _ => None,
    }
}

fn power_of_two(number: i128) -> Option<u32> {
    (number > 1 && number & (number - 1) == 0).then(|| number.trailing_zeros())
}

/// The reciprocal of a whole number, with many digits.
fn one_by(divisor: i128) -> String {
    let (mut text, mut rest) = ("0.".to_owned(), 1i128);
    let leading = divisor.to_string().len();
    for _ in 0..DIGITS + leading {
        let Some(next) = rest.checked_mul(10).filter(|_| rest != 0) else { break };
        text.push_str(&(next / divisor).to_string());
        rest = next % divisor;
    }
    text
}

/// The parts of `~of & mask` with a number as the mask.
fn masked_complement<'e>(a: &'e Expression, b: &'e Expression) -> Option<(&'e Expression, &'e Expression)> {
    match (&a.kind, &b.kind) {
        (ExpressionKind::Complement(of), ExpressionKind::Number(_)) => Some((of, b)),
        (ExpressionKind::Number(_), ExpressionKind::Complement(of)) => Some((of, a)),
        _ => None,
    }
}

/// Whether an expression may be a truth value: a comparison, a combination of some, or a variable.
pub(in super::super) fn may_be_truth(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Variable(_) | ExpressionKind::Made(_) => true,
        ExpressionKind::Named(of, _) | ExpressionKind::Complement(of) => may_be_truth(of),
        ExpressionKind::Binary(operator, a, b) => match operator.operation {
            Operation::And | Operation::Or | Operation::Xor => may_be_truth(a) && may_be_truth(b),
            operation => operation.is_comparison(),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rewritten_as_compilers_do() {
        assert_eq!((negated("5"), negated("-1.5")), ("-5".to_owned(), "1.5".to_owned()));
        assert_eq!([1, 2, 6, 8, 1 << 40].map(power_of_two), [None, Some(1), None, Some(3), Some(40)]);
        assert_eq!(one_by(8), "0.125");
        assert!(one_by(3).starts_with("0.33333333") && one_by(3).len() > DIGITS);
        let number = |text: &str| whole(&Operand::Number(text.to_owned()));
        assert_eq!([number("12"), number("3.0"), number("0.5")], [Some(12), Some(3), None]);
    }
}
