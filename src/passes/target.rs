//! Whether a rewrite pays on the target: shared by the passes that rewrite arithmetic.
//!
//! In: `%a*%b + %a*%c` in a function compiled for size, on a target with 16 registers of which 20 are needed
//! there. Out: no.
//!
//! The costs are LLVM's TargetTransformInfo's: code size at -Os and -Oz, reciprocal throughput otherwise.
//! They leave spills out. Where more values of a type are alive than the target has registers for them,
//! another order of the same instructions may need more moves to and from the stack than it saves, so that
//! nothing is regrouped there for size.

use ir::host::{Host, Instruction, Measure};
use ir::{Model, Opcode, TypeClass, ValueId};

/// Whether `new` instead of `gone` pays: less code at -Os and -Oz, or as much and a better throughput;
/// elsewhere no worse throughput. True where the target does not say: who counts instructions has the last
/// word.
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

/// An instruction of the function, in the words that its replacement is asked about.
fn instruction(model: &Model, value: ValueId) -> Instruction {
    use Opcode::{Add, FAdd, FMul, FSub, Mul, Shl, Sub};
    match model.opcode(value) {
        Some(opcode @ (Add | Sub | Mul | Shl | FAdd | FSub | FMul)) => Instruction::Binary(opcode, value),
        _ => Instruction::Like(value),
    }
}

/// Whether regrouping may cost moves to and from the stack that nothing pays for: where the function is
/// compiled for size and more values of the kind of `at` are alive there than the target has registers for.
pub(super) fn may_spill(model: &Model, host: &dyn Host, at: ValueId) -> bool {
    host.optimises_size() && host.registers(at).is_some_and(|registers| alive(model, at) > registers)
}

/// The instructions and parameters of the kind of `at`, integers or floating point, that are computed before
/// it and used there or later. A use in another block counts as later, as does any use in a block that
/// repeats of what was computed outside of it.
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
