//! `idiom-restore-casts`: a mask in a comparison, or a pair of shifts, that selects half of the bits → the
//! equivalent two casts.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-restore-casts x.ll -S`
//!
//! In: `icmp eq i64 (and %i, 2^32 - 1), 100`. Out: `icmp eq i64 (zext (trunc %i to i32)), 100`. LLVM creates
//! such code for a narrow loop counter that it has widened; constraints see through casts but not through
//! masks. For the shifts `ashr (shl %i, 33), 32`, the casts are of `shl %i, 1`. Masks with users other than
//! comparisons stay.

use super::dead::erase_unused;
use super::{Refusal, reachable_of};
use analysis::values::known_bits::{integer, shift_amount};
use ir::{
    EditPlan, Flags, Model, NewInstruction, NewKind, Number, Opcode, OpcodeSet, Operand, TypeId, ValueId,
};
use smallvec::smallvec;

/// The width of the value, and of the selected half, in bits.
const WHOLE: u32 = 64;
const HALF: u32 = 32;

/// Replaces every such mask and pair of shifts.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut plan = EditPlan::default();
    let named = |name: &str| model.types().iter().position(|ty| ty.name == name).map(TypeId::new);
    let (Some(half), Some(whole)) = (named("i32"), named("i64")) else { return plan };
    let parts = reachable_of(model, OpcodeSet::of(&[Opcode::And, Opcode::AShr]));
    for value in parts.filter(|v| model.type_id(*v) == whole) {
        let Some(part) = part(model, value) else { continue };
        let whole = part.of(model, &mut plan, value);
        let mut create = |kind| {
            let (before, location_of) = (value, smallvec![value]);
            plan.create(NewInstruction { kind, flags: Flags::NONE, before, location_of, name: "" })
        };
        let narrow = create(NewKind::Cast(Opcode::Trunc, whole, half));
        let wide = create(NewKind::Cast(part.cast, narrow, model.type_id(value)));
        plan.replace.push((value, wide));
        plan.erase.push(value);
    }
    erase_unused(model, &mut plan, |_| false);
    plan
}

/// No refusals: other masks and shifts are not reported.
pub(super) fn refused(_: &Model) -> Vec<Refusal> {
    Vec::new()
}

/// The lower half of a value shifted to the left, and its extension.
struct LowerHalf {
    value: ValueId,
    by: u32,
    cast: Opcode,
}

impl LowerHalf {
    fn of(&self, model: &Model, plan: &mut EditPlan, before: ValueId) -> Operand {
        if self.by == 0 {
            return Operand::Value(self.value);
        }
        let by = plan.constant(model.type_id(self.value), Number::int(WHOLE, self.by));
        let kind = NewKind::Binary(Opcode::Shl, Operand::Value(self.value), by);
        let location_of = smallvec![before];
        plan.create(NewInstruction { kind, flags: Flags::NONE, before, location_of, name: "" })
    }
}

fn part(model: &Model, value: ValueId) -> Option<LowerHalf> {
    let operand = |of: ValueId, n: u32| model.operand(of, n);
    match model.opcode(value)? {
        Opcode::And => {
            let is_half = integer(model, operand(value, 1)?) == Some((1 << HALF) - 1);
            let mut users = model.operand_uses(value).iter().map(|edge| model.opcode(edge.to));
            let is_compared = users.len() > 0 && users.all(|user| user == Some(Opcode::ICmp));
            let keeps = is_half && is_compared;
            keeps.then_some(LowerHalf { value: operand(value, 0)?, by: 0, cast: Opcode::ZExt })
        }
        Opcode::AShr if shift_amount(model, value) == Some(HALF) => {
            let shifted = operand(value, 0).filter(|v| model.opcode(*v) == Some(Opcode::Shl))?;
            let by = shift_amount(model, shifted)?.checked_sub(HALF)?;
            Some(LowerHalf { value: operand(shifted, 0)?, by, cast: Opcode::SExt })
        }
        _ => None,
    }
}
