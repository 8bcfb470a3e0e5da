//! Conditions and conditional values as source text.
//!
//! In: `icmp ult (add %x, -3), 6`; a phi behind a branch. Out: `3 <= x && x <= 8`; `c ? a : b`.

use super::{CHOICE, COMPARISON, DEEPEST, UNARY, Words, Written, binary, choice};
use crate::comparing::{self, OfFloats};
use ir::{BlockId, Flags, FloatPredicate, IntPredicate, Opcode, ValueId};

/// The signedness of a number in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// The signed and unsigned readings agree.
    None,
    Signed,
    Unsigned,
    Unknown,
}

impl Words<'_, '_> {
    /// An operand of a choice. A value whose name would need a number is written as its expression.
    fn arm(&self, value: ValueId, depth: u32) -> Option<Written> {
        let computed = || self.expression(value, depth.checked_sub(1)?);
        let computed = self.is_numbered(value).then(computed).flatten();
        computed.or_else(|| self.at_depth(value, depth))
    }

    /// `c ? a : b`. For a comparison that is true for NaN, the negated comparison with exchanged operands.
    pub(super) fn choice(
        &self,
        condition: ValueId,
        (yes, no): (ValueId, ValueId),
        depth: u32,
    ) -> Option<Written> {
        let (yes, no) = (|| self.arm(yes, depth), || self.arm(no, depth));
        match OfFloats::at(self.model(), condition).filter(|_| self.variable(condition).is_none()) {
            Some(OfFloats::Opposite(_) | OfFloats::NoCall(_)) => {
                Some(choice(self.opposite(condition, depth.checked_sub(1)?)?, no()?, yes()?))
            }
            _ => Some(choice(self.at_depth(condition, depth)?, yes()?, no()?)),
        }
    }

    /// A phi behind a branch that selects between two values: `c ? a : b`. The condition is `…` if several
    /// branches decide.
    pub(super) fn merged(&self, phi: ValueId, depth: u32) -> Option<Written> {
        let model = self.model();
        let block = model.block_of(phi)?;
        let dominance = model.dominance();
        let from = model.phi_sources(phi).iter().map(|source| model.block_of(*source));
        let values = model.operands(phi).iter().map(|edge| edge.to);
        let sources: Vec<_> = values.zip(from.collect::<Option<Vec<_>>>()?).collect();
        // A loop header.
        if sources.iter().any(|(_, from)| dominance.block_dominates(block, *from)) {
            return None;
        }
        let one = sources.first()?.0;
        let other = sources.iter().map(|(value, _)| *value).find(|value| *value != one)?;
        if sources.iter().any(|(value, _)| *value != one && *value != other) {
            return None;
        }
        let before = dominance.immediate_dominator(block)?;
        let branch = model.terminator(before);
        let decided = match model.block_successors(before) {
            [yes, no] if yes != no => {
                let is_by = |way: BlockId, from: BlockId| match from == before {
                    true => way == block,
                    false => way != block && dominance.block_dominates(way, from),
                };
                let of = |way: BlockId| {
                    let mut values = sources.iter().filter(|(_, from)| is_by(way, *from)).map(|(v, _)| *v);
                    let value = values.next()?;
                    values.all(|other| other == value).then_some(value)
                };
                let is_decided = sources.iter().all(|(_, from)| is_by(*yes, *from) || is_by(*no, *from));
                of(*yes).zip(of(*no)).filter(|(yes, no)| is_decided && yes != no)
            }
            _ => None,
        };
        let is_unchanged = |value| model.opcode(value) == Some(Opcode::Phi);
        match decided.zip(model.operand(branch, 0)) {
            // The computed value comes first, the unchanged one second.
            Some(((yes, no), condition)) if is_unchanged(yes) && !is_unchanged(no) => {
                let condition = self.opposite(condition, depth.checked_sub(1)?)?;
                Some(choice(condition, self.arm(no, depth)?, self.arm(yes, depth)?))
            }
            Some((arms, condition)) => self.choice(condition, arms, depth),
            None if !self.leaves_out.get() => None,
            None => {
                let (first, then) = if is_unchanged(one) { (other, one) } else { (one, other) };
                Some(choice(Written::left_out(), self.arm(first, depth)?, self.arm(then, depth)?))
            }
        }
    }

    /// A comparison of integers or addresses, with an unsigned cast where C needs it.
    pub(super) fn of_integers(&self, value: ValueId, predicate: IntPredicate, depth: u32) -> Option<Written> {
        let model = self.model();
        let (left, right) = (model.operand(value, 0)?, model.operand(value, 1)?);
        let Some(bits) = comparing::bits_of(model, left) else {
            let (left, right) = (self.at_depth(left, depth)?, self.at_depth(right, depth)?);
            return Some(binary(left, predicate.symbol(), right, COMPARISON));
        };
        if let Some(range) = self.range((left, right), predicate, bits, depth) {
            return Some(range);
        }
        let signs = [left, right].map(|side| self.sign(side, DEEPEST));
        let is_of_variable = signs.contains(&Sign::Unsigned);
        let is_unsigned = match predicate {
            IntPredicate::Eq | IntPredicate::Ne => is_of_variable,
            _ => predicate.is_unsigned(),
        };
        let differs = |sign| matches!(sign, Sign::Signed | Sign::Unknown);
        let at = signs.iter().position(|sign| differs(*sign)).filter(|_| is_unsigned && !is_of_variable);
        let side = |n: usize, side| {
            if is_unsigned && let Some(number) = self.number_of(side) {
                return Some(Written::atom(comparing::read(number, bits, true).to_string()));
            }
            let text = self.at_depth(side, depth)?;
            Some(match signs.get(n) {
                _ if at == Some(n) => text.without_sign(),
                Some(Sign::Unsigned) if !is_unsigned => text.cast("(signed)"),
                _ => text,
            })
        };
        Some(binary(side(0, left)?, predicate.symbol(), side(1, right)?, COMPARISON))
    }

    /// `3 <= x && x <= 8`, from an unsigned comparison of `x - 3`.
    fn range(
        &self,
        (left, right): (ValueId, ValueId),
        predicate: IntPredicate,
        bits: u32,
        depth: u32,
    ) -> Option<Written> {
        let model = self.model();
        if model.opcode(left) != Some(Opcode::Add) || self.variable(left).is_some() {
            return None;
        }
        let x = model.operand(left, 0)?;
        let shift = self.number_of(model.operand(left, 1)?)?;
        let range = comparing::range(predicate, bits, shift, self.number_of(right)?)?;
        let text = self.at_depth(x, depth.checked_sub(1)?)?.in_operator(COMPARISON + 1);
        let is_unsigned = self.sign(x, DEEPEST) == Sign::Unsigned;
        let (text, is_one) = comparing::range_text(&text, range, (bits, is_unsigned));
        Some(Written { text, binds: if is_one { COMPARISON } else { CHOICE } })
    }

    pub(super) fn of_floats(&self, value: ValueId, predicate: FloatPredicate, depth: u32) -> Option<Written> {
        let model = self.model();
        let operand = |n| self.at_depth(model.operand(value, n)?, depth);
        let (left, right) = (operand(0)?, operand(1)?);
        let is_of_one = model
            .operand(value, 1)
            .is_some_and(|right| model.constant(right).is_some() || model.operand(value, 0) == Some(right));
        let call = |name| match name {
            "isunordered" if is_of_one => format!("isnan({})", left.text),
            _ => format!("{name}({}, {})", left.text, right.text),
        };
        Some(match OfFloats::of(predicate, model.flags(value).contains(Flags::NNAN))? {
            OfFloats::Call(name) => Written::atom(call(name)),
            OfFloats::NoCall(name) => Written { text: format!("!{}", call(name)), binds: UNARY },
            OfFloats::Sign(sign) => binary(left, sign, right, COMPARISON),
            OfFloats::Opposite(sign) => binary(left, sign, right, COMPARISON).not(),
        })
    }

    /// The negation of a truth value; for a comparison, the one with the inverse predicate.
    pub(super) fn opposite(&self, value: ValueId, depth: u32) -> Option<Written> {
        let model = self.model();
        let of_integers = || self.of_integers(value, model.predicate(value)?.opposite(), depth);
        let of_floats = || self.of_floats(value, model.float_predicate(value)?.opposite(), depth);
        let is_named = self.variable(value).is_some();
        let opposite = (!is_named).then(|| of_integers().or_else(of_floats)).flatten();
        opposite.or_else(|| self.at_depth(value, depth).map(Written::not))
    }

    /// The signed value of an integer constant.
    fn number_of(&self, value: ValueId) -> Option<i128> {
        self.model().constant(value)?.signed()
    }

    /// The signedness that C gives a number, derived from the variables in its expression.
    pub(super) fn sign(&self, value: ValueId, depth: u32) -> Sign {
        use Opcode::*;
        let model = self.model();
        if comparing::is_without_sign(model, value) {
            return Sign::None;
        }
        if let Some(variable) = self.variable(value) {
            return match variable.is_unsigned {
                Some(true) => Sign::Unsigned,
                Some(false) => Sign::Signed,
                None => Sign::Unknown,
            };
        }
        let (Some(depth), Some(opcode)) = (depth.checked_sub(1), model.opcode(value)) else {
            return Sign::Unknown;
        };
        let sign = |n| model.operand(value, n).map_or(Sign::Unknown, |operand| self.sign(operand, depth));
        let both = || [sign(0), sign(1)];
        match opcode {
            Trunc => match sign(0) {
                Sign::None => Sign::Unknown,
                sign => sign,
            },
            SExt | Freeze => sign(0),
            Add | Mul if both() == [Sign::None; 2] && model.flags(value).contains(Flags::NSW) => Sign::None,
            LShr if model.operand(value, 1).is_some_and(|by| self.number_of(by).is_some()) => Sign::None,
            And | URem if both().contains(&Sign::None) => Sign::None,
            Or | Xor | UDiv if both() == [Sign::None; 2] => Sign::None,
            Shl | LShr if sign(0) == Sign::Unsigned => Sign::Unsigned,
            Add | Sub | Mul | UDiv | URem | And | Or | Xor if both().contains(&Sign::Unsigned) => {
                Sign::Unsigned
            }
            _ => Sign::Unknown,
        }
    }
}
