//! Functions in patterns: by canonical name, and functions of the language that stand for several.

use super::super::core::VarName;
use super::formulas::Scope;
use super::tree::{Expression, ExpressionKind, Operation, Reading};
use super::{Expansion, Operand, OperandValue};

/// Casts that patterns may require; all others are skipped.
pub(super) const CASTS: &[&str] = &["zext", "sext", "trunc"];

/// Conversions between kinds of numbers, which are never skipped.
const CONVERSIONS: &[&str] = &["fpext", "fptrunc", "sitofp", "uitofp", "fptosi", "fptoui"];

/// The functions of patterns that are an intrinsic: the word, the intrinsic and its number of operands.
/// Further arguments are immediates.
const INTRINSICS: &[(&str, &str, usize)] = &[
    ("popcount", "llvm.ctpop", 1),
    ("clz", "llvm.ctlz", 1),
    ("ctz", "llvm.cttz", 1),
    ("bswap", "llvm.bswap", 1),
    ("bitreverse", "llvm.bitreverse", 1),
    ("uadd.sat", "llvm.uadd.sat", 2),
    ("sadd.sat", "llvm.sadd.sat", 2),
    ("usub.sat", "llvm.usub.sat", 2),
    ("ssub.sat", "llvm.ssub.sat", 2),
];

/// The funnel shifts, which are rotations if their first two operands are equal: left, then right.
const ROTATIONS: [&str; 2] = ["llvm.fshl", "llvm.fshr"];

/// Functions with commutative operands.
const COMMUTATIVE: &[&str] = &["llvm.uadd.sat", "llvm.sadd.sat"];

/// Functions with spellings of their own, and their number of operands.
const SPECIAL: &[(&str, usize)] = &[
    ("min", 2),
    ("max", 2),
    ("mins", 2),
    ("maxs", 2),
    ("minu", 2),
    ("maxu", 2),
    ("abs", 1),
    ("fma", 3),
    ("rotl", 2),
    ("rotr", 2),
    ("zext", 1),
    ("sext", 1),
    ("trunc", 1),
];

/// The minima and maxima, of two operands or more.
pub(in super::super) const EXTREMES: [&str; 6] = ["min", "max", "mins", "maxs", "minu", "maxu"];

/// Functions with signed operands.
const SIGNED: &[&str] = &["llvm.sadd.sat", "llvm.ssub.sat"];

/// The number of operands of a function of patterns; `None` for a function of programs.
pub(in super::super) fn operand_count(name: &str) -> Option<usize> {
    let special = SPECIAL.iter().find(|(special, _)| *special == name).map(|(_, count)| *count);
    let special = special.or(CONVERSIONS.contains(&name).then_some(1));
    special.or_else(|| INTRINSICS.iter().find(|(short, ..)| *short == name).map(|(.., count)| *count))
}

/// The functions that exist only in patterns.
pub(in super::super) fn own_functions() -> impl Iterator<Item = &'static str> {
    let special = SPECIAL.iter().map(|(name, _)| *name);
    special.chain(CONVERSIONS.iter().copied()).chain(INTRINSICS.iter().map(|(name, ..)| *name))
}

impl Expansion<'_> {
    pub(super) fn call(&mut self, v: &VarName, name: &str, operands: &[Expression], scope: &mut Scope) {
        if let ("abs", [difference]) = (name, operands)
            && let ExpressionKind::Binary(operator, a, b) = &difference.kind
            && operator.operation == Operation::Subtract
            && self.of_constraint
        {
            return self.absolute_difference(v, difference, [a, b], scope);
        }
        let operands: Vec<Operand> = operands.iter().map(|operand| self.simple(operand, scope)).collect();
        match (name, operands.as_slice()) {
            (name, [first, between @ .., last]) if EXTREMES.contains(&name) => {
                // The choices are made from the left, as sums are taken.
                let mut left = first.clone();
                for operand in between {
                    let chosen = self.hidden_value(scope);
                    self.extreme_of(&chosen.name, name, (&left, operand), scope);
                    left = Operand::Value(chosen);
                }
                self.extreme_of(v, name, (&left, last), scope);
            }
            ("abs", [of]) => self.magnitude(v, of, scope),
            ("fma", [a, b, c]) => {
                self.fused(v, [(a, false), (b, false), (c, false)], scope);
            }
            ("rotl", [of, by]) => self.rotated(v, ROTATIONS, (of, by), scope),
            ("rotr", [of, by]) => {
                let [left, right] = ROTATIONS;
                self.rotated(v, [right, left], (of, by), scope);
            }
            ("zext" | "sext" | "trunc", [of]) => {
                let mut of = self.stand(of, false, scope);
                of.is_exact = true;
                self.opcodes(v, &[name], scope);
                self.edge(&of, v, 0, scope);
            }
            (name, [of]) if CONVERSIONS.contains(&name) => {
                let of = self.stand(of, false, scope);
                self.opcodes(v, &[name], scope);
                self.edge(&of, v, 0, scope);
            }
            (name, operands) => {
                let intrinsic = INTRINSICS.iter().find(|(short, ..)| *short == name);
                let function = intrinsic.map_or(name, |(_, function, _)| function);
                self.called(v, function, &operands.iter().collect::<Vec<_>>(), scope);
            }
        }
    }

    /// Constrains `v` to `max(a, b)` or another extreme of two operands.
    pub(super) fn extreme_of(
        &mut self,
        v: &VarName,
        name: &str,
        operands: (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let reading = match name.strip_prefix("min").or(name.strip_prefix("max")) {
            Some("s") => Reading::Signed,
            Some("u") => Reading::Unsigned,
            _ => Reading::Any,
        };
        self.extreme(v, (name.starts_with("max"), reading), operands, scope);
    }

    /// Constrains the callee of the call `v` to be one of these functions.
    pub(super) fn callee(&mut self, v: &VarName, functions: &[&str], scope: &mut Scope) {
        let function = self.hidden_value(scope);
        self.opcodes(v, &["call"], scope);
        self.edge(&function, v, 0, scope);
        self.functions(&function.name, functions, scope);
    }

    fn called(&mut self, v: &VarName, function: &str, operands: &[&Operand], scope: &mut Scope) {
        self.callee(v, &[function], scope);
        let values: Vec<_> = operands.iter().map(|operand| self.stand(operand, false, scope)).collect();
        if let ([a, b], Ok(values)) = (operands, <&[OperandValue; 2]>::try_from(values.as_slice()))
            && SIGNED.contains(&function)
        {
            self.signed([a, b], values, None, scope);
        }
        match values.as_slice() {
            [a, b] if COMMUTATIVE.contains(&function) => self.either_order((a, b), v, 1, scope),
            values => {
                for (position, value) in (1..).zip(values) {
                    self.edge(value, v, position, scope);
                }
            }
        }
    }

    /// Constrains `v` to a rotation in one direction, or for a constant amount, by the rest of the width in
    /// the other.
    fn rotated(
        &mut self,
        v: &VarName,
        [this, other]: [&str; 2],
        (of, by): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let mut direct = Scope::default();
        self.called(v, this, &[of, of, by], &mut direct);
        let mut ways = vec![direct];
        let amount = super::arithmetic::whole(by);
        for width in [8i128, 16, 32, 64] {
            let Some(rest) = amount.map(|amount| width - amount).filter(|rest| *rest > 0) else { continue };
            let mut opposite = Scope::default();
            self.data_type(v, &format!("i{width}"), &mut opposite);
            self.called(v, other, &[of, of, &Operand::Number(rest.to_string())], &mut opposite);
            ways.push(opposite);
        }
        if let Operand::Computed(amount) = by {
            let mut opposite = Scope::default();
            let rest = Operand::Computed(self.rest_of_width(v, amount, &mut opposite));
            self.called(v, other, &[of, of, &rest], &mut opposite);
            ways.push(opposite);
        }
        self.one_of(ways, scope);
    }
}
