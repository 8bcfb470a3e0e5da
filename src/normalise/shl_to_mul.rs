//! `idiom-shl-to-mul`: `shl x, c` → `mul x, 2^c`, for constants of any width and vector constants with equal
//! lanes.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-shl-to-mul x.ll -S`
//!
//! Flags: `nuw` states for both instructions that the exact product fits. So does `nsw`, except if 2^c is the
//! sign bit: `shl nsw -1, 31` is -2^31 and does not wrap, but `mul nsw -1, -2^31` multiplies by a negative
//! number and would be 2^31. In that case `nsw` is dropped. A shift by the width or more is poison and stays,
//! as does a shift of vector lanes by different amounts.

use super::{Refusal, reachable, reachable_of};
use analysis::values::known_bits::shift_amount;
use ir::{
    Constant, EditPlan, Flags, Model, NewInstruction, NewKind, Number, Opcode, OpcodeSet, Operand, ValueId,
};
use smallvec::smallvec;

/// Replaces every such shift.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut plan = EditPlan::default();
    for shift in reachable_of(model, OpcodeSet::of(&[Opcode::Shl])) {
        let width = model.type_of(shift).integer_width();
        if let (Some(width), Some(by), Some(of)) =
            (width, shift_amount(model, shift), model.operand(shift, 0))
        {
            replace(model, &mut plan, shift, of, by, width);
        }
    }
    plan
}

/// Shifts by constants that have no equivalent multiplication. Shifts by variable amounts are not reported.
pub(super) fn refused(model: &Model) -> Vec<Refusal> {
    let shifts = reachable(model).filter(|v| model.opcode(*v) == Some(Opcode::Shl));
    let reason = |shift: ValueId| match model.constant(model.operand(shift, 1)?)? {
        Constant::Scalar(_) | Constant::Splat(_) => Some("a shift by the width or more is poison"),
        Constant::Aggregate => Some("the lanes are shifted by different amounts"),
        _ => None,
    };
    shifts.filter_map(|at| reason(at).map(|reason| Refusal { at, reason })).collect()
}

fn replace(model: &Model, plan: &mut EditPlan, shift: ValueId, of: ValueId, by: u32, width: u32) {
    let factor = plan.constant(model.type_id(shift), Number::power_of_two(width, by));
    let retained = if by == width - 1 { Flags::NUW } else { Flags::NUW | Flags::NSW };
    let product = plan.create(NewInstruction {
        kind: NewKind::Binary(Opcode::Mul, Operand::Value(of), factor),
        flags: model.flags(shift) & retained,
        before: shift,
        location_of: smallvec![shift],
        name: "",
    });
    plan.replace.push((shift, product));
    plan.erase.push(shift);
}
