//! Part of `idiom-merge-phi`: a phi that lags another phi by one iteration → the other phi less its step.
//!
//! In: `%ahead = phi [ 2, %entry ], [ %next, %loop ]` with `%next = add i64 %ahead, 1`, and `%i = phi [ 1,
//! %entry ], [ %ahead, %loop ]`. Out: `add i64 %ahead, -1` in place of `%i`. LLVM creates such phis for a
//! loop condition `i + 1 < n`: it carries the sum to the next iteration, and the source counter is no longer
//! recognisable. LLVM's scalar evolution handles them in `createNodeForPHI`.
//!
//! The sum may be poison where the phi is not: `%next` in the last iteration but one. So it must have no
//! flags, or a branch on it must come before the next iteration, since branching on poison is undefined.
//! Initial values must be constants, because an undefined value could differ between its two uses.

use super::{behind_phis, reachable_of};
use analysis::values::known_bits::{integer, mask};
use ir::{EditPlan, Flags, Model, NewInstruction, NewKind, Number, Opcode, OpcodeSet, Operand, ValueId};
use smallvec::smallvec;

/// Replaces every such phi.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut plan = EditPlan::default();
    for phi in reachable_of(model, OpcodeSet::of(&[Opcode::Phi])) {
        let Some((ahead, width, back)) = behind(model, phi) else { continue };
        let Some(before) = model.block_of(phi).and_then(|block| behind_phis(model, block)) else { continue };
        let less = plan.constant(model.type_id(phi), Number::int(width, back as i128));
        let kind = NewKind::Binary(Opcode::Add, Operand::Value(ahead), less);
        let location_of = smallvec![phi];
        let sum = plan.create(NewInstruction { kind, flags: Flags::NONE, before, location_of, name: "" });
        plan.replace.push((phi, sum));
        plan.erase.push(phi);
    }
    plan
}

/// The phi that this phi lags, the width, and the constant to add to that phi.
fn behind(model: &Model, phi: ValueId) -> Option<(ValueId, u32, u128)> {
    let width = model.type_of(phi).integer_width().filter(|width| *width <= 64)?;
    let [first, second] = *model.operands(phi) else { return None };
    let is_ahead = |value: ValueId| {
        value != phi
            && model.opcode(value) == Some(Opcode::Phi)
            && model.block_of(value) == model.block_of(phi)
            && model.type_id(value) == model.type_id(phi)
    };
    // Determines which incoming value comes from the previous iteration.
    let (again, enters) = match (is_ahead(first.to), is_ahead(second.to)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    let ahead = again.to;
    let latch = *model.phi_sources(phi).get(again.n as usize)?;
    let starts = integer(model, model.operand(ahead, enters.n)?)?;
    let next = model.operand(ahead, again.n).filter(|next| model.opcode(*next) == Some(Opcode::Add))?;
    let (base, step) = (model.operand(next, 0)?, integer(model, model.operand(next, 1)?)?);
    let started = integer(model, enters.to)?;
    let is_behind = base == ahead && started.wrapping_add(step) & mask(width) == starts;
    let is_sound = model.flags(next) == Flags::NONE || is_compared(model, latch, next);
    (is_behind && is_sound).then_some((ahead, width, step.wrapping_neg() & mask(width)))
}

/// Whether a branch depends on a comparison of the value, so that a poison value would be undefined behaviour.
fn is_compared(model: &Model, branch: ValueId, value: ValueId) -> bool {
    let condition = model.operand(branch, 0).filter(|c| model.opcode(*c) == Some(Opcode::ICmp));
    model.opcode(branch) == Some(Opcode::Br)
        && condition.is_some_and(|c| model.operands(c).iter().any(|edge| edge.to == value))
}
