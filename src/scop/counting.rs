//! Counting of loops: the phis that a loop increments by a constant, and the one that is compared with a
//! bound.
//!
//! ```text
//! %next = add nsw %i, 1    %more = icmp slt %next, %n    br %more, …      =>      %i grows by 1, its next value is compared, `<`, with %n
//! ```

use super::affine::literal;
use super::description::Relation;
use super::loops::CountedLoop;
use super::reader::View;
use ir::{Flags, IntPredicate, Model, Opcode, ValueId};

/// A phi incremented by a constant in each iteration.
pub(super) struct Induction {
    pub(super) phi: ValueId,
    pub(super) next: ValueId,
    pub(super) start: ValueId,
    /// The increment; for an address, in bytes.
    pub(super) step: i128,
}

/// The phis of a loop that are incremented by a constant.
pub(super) fn inductions(model: &Model, counted: &CountedLoop) -> Vec<Induction> {
    let Some(block) = model.block_of(counted.begin) else { return Vec::new() };
    let phis = model.block_instructions(block).take_while(|v| model.opcode(*v) == Some(Opcode::Phi));
    let induction = |phi: ValueId| {
        let from = |end: ValueId| model.phi_value_from(phi, end);
        let (start, next) = (from(counted.precursor)?, from(counted.end)?);
        let number = |n| literal(model, model.operand(next, n)?);
        let is_phi = |n| model.operand(next, n) == Some(phi);
        let step = match model.opcode(next)? {
            Opcode::Add if is_phi(0) => number(1),
            Opcode::Add if is_phi(1) => number(0),
            Opcode::Sub if is_phi(0) => number(1).and_then(i128::checked_neg),
            Opcode::GetElementPtr if is_phi(0) => {
                let form = model.gep_form(next)?;
                let of = |&(n, scale): &(u32, i64)| number(n)?.checked_mul(i128::from(scale));
                form.terms.iter().try_fold(i128::from(form.offset), |sum, term| sum.checked_add(of(term)?))
            }
            _ => None,
        };
        let step = step.filter(|step| *step != 0)?;
        Some(Induction { phi, next, start, step })
    };
    phis.filter_map(induction).collect()
}

/// Whether flags exclude that a sum or difference wraps around as a number of this view. For `nuw` a negative
/// number is a large one, so the sum differs.
pub(super) fn cannot_wrap(model: &Model, sum: ValueId, view: View) -> bool {
    let has = |flag| model.flags(sum).contains(flag);
    let is_negative = |n| model.operand(sum, n).and_then(|v| literal(model, v)).is_some_and(|by| by < 0);
    match view {
        View::Signed => has(Flags::NSW) || has(Flags::DISJOINT),
        View::Unsigned => (has(Flags::NUW) || has(Flags::DISJOINT)) && ![0, 1].into_iter().any(is_negative),
        View::Modulo(_) => true,
    }
}

/// Whether no flag excludes that the next value of a phi wraps around.
fn may_wrap(model: &Model, next: ValueId) -> bool {
    let flags = model.flags(next);
    ![Flags::NSW, Flags::NUW, Flags::INBOUNDS].iter().any(|flag| flags.contains(*flag))
}

/// The exit test of a loop.
pub(super) struct Test<'i> {
    pub(super) main: &'i Induction,
    /// The offset of the compared value from the phi: zero, the step for its next value, or another number.
    pub(super) offset: i128,
    /// The compared sum, if it is neither the phi nor its next value.
    pub(super) sum: Option<ValueId>,
    /// The cast to a wider type that is compared, if there is one.
    pub(super) widened: Option<Opcode>,
    /// The width to which the value is truncated before, if it is.
    pub(super) cut: Option<u32>,
    pub(super) bound: ValueId,
    /// The comparison with the bound under which the loop continues.
    pub(super) goes_on: IntPredicate,
    /// Whether the value is zero-extended and compared as a signed one.
    pub(super) is_signed_and_wide: bool,
}

impl<'i> Test<'i> {
    pub(super) fn of(model: &Model, counted: &CountedLoop, inductions: &'i [Induction]) -> Option<Test<'i>> {
        let comparison = model.operand(counted.end, 0)?;
        let (left, right) = (model.operand(comparison, 0)?, model.operand(comparison, 1)?);
        let through_casts = |v: ValueId, casts: &[Opcode]| match model.opcode(v) {
            Some(cast) if casts.contains(&cast) => (model.operand(v, 0).unwrap_or(v), Some(cast)),
            _ => (v, None),
        };
        let is_tested = |v: ValueId| {
            let (whole, widened) = through_casts(v, &[Opcode::SExt, Opcode::ZExt]);
            let (inner, cut) = through_casts(whole, &[Opcode::Trunc]);
            let (main, offset) = inductions.iter().find_map(|i| Some((i, offset(model, inner, i)?)))?;
            let sum = Some(inner).filter(|v| ![main.phi, main.next].contains(v));
            let cut = cut.and_then(|_| model.type_of(whole).integer_width());
            Some((main, (offset, sum), widened, cut))
        };
        let predicate = model.predicate(comparison)?;
        let (tested, bound, tested_by) = match (is_tested(left), is_tested(right)) {
            (Some(tested), _) => (tested, right, predicate),
            (None, Some(tested)) => (tested, left, predicate.swapped()),
            (None, None) => return None,
        };
        let (main, (offset, sum), widened, cut) = tested;
        let does_go_on = model.successor(counted.end, 0) == Some(counted.begin);
        let goes_on = if does_go_on { tested_by } else { tested_by.opposite() };
        let is_equality = matches!(goes_on, IntPredicate::Eq | IntPredicate::Ne);
        let is_signed_and_wide = widened == Some(Opcode::ZExt) && !goes_on.is_unsigned() && !is_equality;
        Some(Test { main, offset, sum, widened, cut, bound, goes_on, is_signed_and_wide })
    }

    /// Whether the compared value may wrap around: no flag excludes it for the next value, or it is
    /// truncated.
    pub(super) fn may_wrap(&self, model: &Model) -> bool {
        self.cut.is_some() || may_wrap(model, self.main.next)
    }
}

/// The constant offset of a value from a phi: the value is the phi, its next value, or a sum of one of these
/// and a number.
fn offset(model: &Model, value: ValueId, induction: &Induction) -> Option<i128> {
    let of = |v: ValueId| match v {
        _ if v == induction.phi => Some(0),
        _ if v == induction.next => Some(induction.step),
        _ => None,
    };
    let is_sum = match model.opcode(value) {
        Some(Opcode::Or) => model.flags(value).contains(Flags::DISJOINT),
        opcode => opcode == Some(Opcode::Add),
    };
    of(value).or_else(|| {
        let number = literal(model, model.operand(value, 1).filter(|_| is_sum)?)?;
        of(model.operand(value, 0)?)?.checked_add(number)
    })
}

/// The relation of iterator and bound under which the loop continues. `!=` becomes an
/// inequality if steps are one or the iterator may not wrap around.
pub(super) fn relation(goes_on: IntPredicate, step: i128, may_wrap: bool) -> Option<Relation> {
    use IntPredicate::*;
    match (goes_on, step) {
        (Eq, _) => Some(Relation::Equal),
        (Ne, _) if step.abs() != 1 && may_wrap => None,
        (Slt | Ult | Ne, 1..) => Some(Relation::Less),
        (Sle | Ule, 1..) => Some(Relation::LessOrEqual),
        (Sgt | Ugt | Ne, ..=-1) => Some(Relation::Greater),
        (Sge | Uge, ..=-1) => Some(Relation::GreaterOrEqual),
        _ => None,
    }
}
