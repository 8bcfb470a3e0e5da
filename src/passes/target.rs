//! Profitability on the target, shared by the passes that rewrite arithmetic.
//!
//! In: `%a*%b + %a*%c` in a function compiled for size that needs 20 registers there, on a target with 16.
//! Out: not profitable.
//!
//! Costs come from LLVM's TargetTransformInfo: code size at -Os and -Oz, reciprocal throughput otherwise.
//! They exclude spills. If more values of a type are live than the target has registers, another order of the
//! same instructions may cause more spills than it saves instructions. In that case nothing is regrouped for
//! size.

use ir::host::{Host, Instruction, Measure};
use ir::{Model, Opcode, TypeClass, ValueId};

/// Whether replacing `gone` by `new` is profitable. At -Os and -Oz the code must become smaller, or stay as
/// small with a better throughput; otherwise the throughput must not get worse. True if the target has no
/// costs; the caller's instruction counts then decide.
pub(super) fn pays(
    model: &Model,
    host: &dyn Host,
    new: &[Instruction],
    gone: impl IntoIterator<Item = ValueId>,
) -> bool {
    let gone: Vec<Instruction> = gone.into_iter().map(|value| instruction(model, value)).collect();
    let costs = |measure: Measure| {
        let sum = |all: &[Instruction]| all.iter().map(|i| host.cost(*i, measure)).sum::<Option<u64>>();
        sum(new).zip(sum(&gone))
    };
    let Some((new_throughput, old_throughput)) = costs(Measure::Throughput) else { return true };
    if !host.optimises_size() {
        return new_throughput <= old_throughput;
    }
    costs(Measure::Size).is_none_or(|(new, old)| (new, new_throughput) < (old, old_throughput))
}

/// An instruction in the form of a cost query for the host.
fn instruction(model: &Model, value: ValueId) -> Instruction {
    use Opcode::{Add, FAdd, FMul, FSub, Mul, Shl, Sub};
    match model.opcode(value) {
        Some(opcode @ (Add | Sub | Mul | Shl | FAdd | FSub | FMul)) => Instruction::Binary(opcode, value),
        _ => Instruction::Like(value),
    }
}

/// Whether regrouping may cause spills: the function is compiled for size, and more values with the type
/// class of `at` are live there than the target has registers for.
pub(super) fn may_spill(model: &Model, host: &dyn Host, at: ValueId) -> bool {
    host.optimises_size() && host.registers(at).is_some_and(|registers| alive(model, at) > registers)
}

/// The number of live instructions and parameters at `at` with its type class, integer or floating point.
/// They are defined before it and used at it or later. A use in another block counts as later, as does any
/// use in a loop block of a value defined outside it.
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

/// Whether a value is a floating-point number or a vector of such numbers.
fn holds_floats(model: &Model, value: ValueId) -> bool {
    let ty = model.type_of(value);
    ty.class == Some(TypeClass::Float) || ty.element == Some(TypeClass::Float)
}
