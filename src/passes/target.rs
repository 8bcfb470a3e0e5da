//! Whether a rewrite pays on the target: shared by the passes that regroup arithmetic.
//!
//! In: `%a*%b + %a*%c` in a function compiled for size, on a target with 16 registers of which 20 are needed there. Out: no.
//!
//! Each instruction counts what LLVM's TargetTransformInfo says: its code size at -Os and -Oz, its reciprocal throughput otherwise.
//! That knows nothing of spills. Where more values of a type are alive than the target has registers for them, another order
//! of the same instructions may need more moves to and from the stack than it saves, so that nothing is regrouped there
//! for size.

use super::host::Host;
use crate::model::{Model, Opcode, TypeClass, ValueId};

/// Whether `new` instead of `gone` pays; each new instruction has the type of the value beside it. For size the new must cost less,
/// for throughput no more. Where the target does not say, those who count instructions have the last word.
pub(super) fn pays(
    model: &Model,
    host: &dyn Host,
    at: ValueId,
    new: &[(Opcode, ValueId)],
    gone: impl IntoIterator<Item = ValueId>,
) -> bool {
    let sum = |costs: &mut dyn Iterator<Item = Option<u64>>| costs.sum::<Option<u64>>();
    let cost_of_new = sum(&mut new.iter().map(|(opcode, like)| host.cost(*opcode, *like)));
    let mut gone = gone.into_iter().map(|value| host.cost(model.opcode(value)?, value));
    let cost_of_gone = sum(&mut gone);
    let (Some(cost_of_new), Some(cost_of_gone)) = (cost_of_new, cost_of_gone) else { return true };
    match host.optimises_size() {
        true => cost_of_new < cost_of_gone && !spills(model, host, at),
        false => cost_of_new <= cost_of_gone,
    }
}

/// Whether more values of the kind of `at` are alive there than the target has registers for.
fn spills(model: &Model, host: &dyn Host, at: ValueId) -> bool {
    host.registers(at).is_some_and(|registers| alive(model, at) > registers)
}

/// The instructions and parameters of the kind of `at`, integers or floating point, that are computed before it and used there or
/// later. A use in another block counts as later, as does any use in a block that repeats of what was computed outside of it.
fn alive(model: &Model, at: ValueId) -> usize {
    let (home, is_float) = (model.block_of(at), holds_floats(model, at));
    let repeats = home.is_some_and(|block| model.block_successors(block).contains(&block));
    let is_before = |value: ValueId| match model.block_of(value) {
        Some(block) if Some(block) == home => value < at,
        Some(_) => model.dominates(value, at),
        None => true,
    };
    let is_used_later = |value: ValueId| {
        model.operand_uses(value).iter().any(|user| {
            let (from, here) = (model.block_of(value) == home, model.block_of(user.to) == home);
            !here || user.to >= at || (repeats && !from)
        })
    };
    let values = model.parameters().chain(model.instructions());
    values
        .filter(|&value| holds_floats(model, value) == is_float && is_before(value) && is_used_later(value))
        .count()
}

/// Whether a value is a floating point number or a vector of those.
fn holds_floats(model: &Model, value: ValueId) -> bool {
    let ty = model.type_of(value);
    ty.class == Some(TypeClass::Float) || ty.element == Some(TypeClass::Float)
}
