//! `idiom-or-to-add`: `or` of operands that share no set bit → `add`.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-or-to-add x.ll -S`
//!
//! LLVM writes an addition without carries as `or`; idioms should see every sum as an `add`. The flag
//! `disjoint` or known bits show that no bit is shared. Without a carry the sum cannot wrap, so the `add` is
//! both `nuw` and `nsw`.

use super::{Refusal, reachable, reachable_of};
use analysis::values::known_bits::is_disjoint_or;
use ir::{EditPlan, Flags, Model, NewInstruction, NewKind, Opcode, OpcodeSet, Operand, ValueId};
use smallvec::smallvec;

/// Replaces every such `or`.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut plan = EditPlan::default();
    for or in reachable_of(model, OpcodeSet::of(&[Opcode::Or])).filter(|v| is_disjoint_or(model, *v)) {
        if let (Some(left), Some(right)) = (model.operand(or, 0), model.operand(or, 1)) {
            replace(&mut plan, or, left, right);
        }
    }
    plan
}

/// Instructions on integers too wide for known-bits analysis.
pub(super) fn refused(model: &Model) -> Vec<Refusal> {
    let is_wide = |v: &ValueId| {
        model.opcode(*v) == Some(Opcode::Or) && model.type_of(*v).integer_width().is_some_and(|w| w > 128)
    };
    let reason = "which bits are set is not looked at in integers of more than 128 bits";
    reachable(model).filter(is_wide).map(|at| Refusal { at, reason }).collect()
}

fn replace(plan: &mut EditPlan, or: ValueId, left: ValueId, right: ValueId) {
    let sum = plan.create(NewInstruction {
        kind: NewKind::Binary(Opcode::Add, Operand::Value(left), Operand::Value(right)),
        flags: Flags::NUW | Flags::NSW,
        before: or,
        location_of: smallvec![or],
        name: "",
    });
    plan.replace.push((or, sum));
    plan.erase.push(or);
}
