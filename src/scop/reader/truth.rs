//! Reading of comparisons and their combinations, as pieces with truth values.
//!
//! ```text
//! icmp ult (add %i, -5), 10      =>      i - 5 >= 0 and i - 5 < 10
//! ```

use super::{Reader, View};
use crate::affine::{Affine, literal};
use ir::{Flags, IntPredicate, Opcode, ValueId};

impl Reader<'_> {
    /// The expression of a comparison, or of an operation on truth values.
    pub(super) fn truth(
        &mut self,
        value: ValueId,
        opcode: Opcode,
        user: ValueId,
        depth: u32,
    ) -> Option<Affine> {
        let model = self.model;
        let operands = [model.operand(value, 0)?, model.operand(value, 1)?];
        if let Some(bound) = self.range_check(value, operands) {
            return self.between(value, operands[0], bound, user, depth);
        }
        let (name, view) = match model.predicate(value).filter(|_| opcode == Opcode::ICmp) {
            None => (opcode.name(), View::Unsigned),
            Some(IntPredicate::Eq | IntPredicate::Ne) if operands.iter().any(|v| self.is_unsigned(*v)) => {
                (model.predicate(value)?.symbol(), View::Unsigned)
            }
            Some(predicate) if predicate.is_unsigned() => (predicate.symbol(), View::Unsigned),
            Some(predicate) => (predicate.symbol(), View::Signed),
        };
        let mut part = |of| self.value(of, view, user, depth);
        Some(Affine::piece(name, vec![part(operands[0])?, part(operands[1])?]))
    }

    /// The constant bound in an unsigned comparison of a difference, which also excludes negative
    /// differences: 10 in `icmp ult (add %i, -5), 10`.
    fn range_check(&self, value: ValueId, [left, right]: [ValueId; 2]) -> Option<i128> {
        let model = self.model;
        let number = |of| literal(model, of);
        let is_difference = match model.opcode(left)? {
            Opcode::Add => model.operand(left, 1).and_then(number).is_some_and(|by| by < 0),
            Opcode::Sub => true,
            _ => false,
        };
        let is_plain = is_difference && !model.flags(left).contains(Flags::NUW) && !self.is_parameter(left);
        let predicate = model.predicate(value).filter(|predicate| is_plain && predicate.is_unsigned());
        number(right).filter(|_| predicate.is_some())
    }

    /// The expression of such a range check: the difference lies in `0` … `bound`, or outside. If the bound
    /// is negative as a signed number, it lies outside of `bound` … -1. The difference may wrap around once.
    fn between(
        &mut self,
        value: ValueId,
        difference: ValueId,
        bound: i128,
        user: ValueId,
        depth: u32,
    ) -> Option<Affine> {
        let (predicate, width) = (self.model.predicate(value)?, self.width(difference)?);
        let of = self.value(difference, View::Modulo(width), user, depth)?;
        let (all, is_below) = (1 << width, matches!(predicate, IntPredicate::Ult | IntPredicate::Ule));
        let (low, high) = if bound < 0 { (-all, all + bound - 1) } else { (bound + 1 - all, all - 1) };
        self.provide(&of, low, high, user);
        let (sign, both) = match (is_below, bound < 0) {
            (true, false) => (">=", "and"),
            (false, false) => ("<", "or"),
            (true, true) => (">=", "or"),
            (false, true) => ("<", "and"),
        };
        let sign = Affine::piece(sign, vec![of.clone(), Affine::default()]);
        let in_range = Affine::piece(predicate.symbol(), vec![of, Affine::constant(bound)]);
        Some(Affine::piece(both, vec![sign, in_range]))
    }
}
