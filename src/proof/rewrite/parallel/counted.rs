//! Updates that count up to a limit: `if (h[k] < 255) h[k]++`.
//!
//! Each thread counts the updates of its copy, as far as the type of the elements goes. Behind the loop an
//! element goes as many steps towards the limit as there are, and no further: that is right for every value
//! that it may have before the loop.
//!
//! In: a load, its comparison with a value that does not change, a branch to a block that stores the loaded
//! value plus 1, or a choice of these two that is stored. Out: the limit.

use super::super::nest::NestShape;
use ir::{Below, BlockId, Constant, IntPredicate, Limit, Model, Opcode, ValueId};

/// An element that an update loads, the values between, and the limit.
pub(super) struct CountedUpdate {
    pub(super) load: ValueId,
    pub(super) members: Vec<ValueId>,
    pub(super) limit: Limit,
}

/// Reads a store as the end of such an update.
pub(super) fn counting(model: &Model, shape: &NestShape, store: ValueId) -> Option<CountedUpdate> {
    let stored = model.operand(store, 0)?;
    match model.opcode(stored)? {
        Opcode::Add => by_branch(model, shape, store, stored),
        Opcode::Select => by_choice(model, shape, store, stored),
        _ => None,
    }
}

/// Whether all uses of a value are by these.
fn is_used_by(model: &Model, value: ValueId, users: &[ValueId]) -> bool {
    !model.is_used_outside(value) && model.operand_uses(value).iter().all(|edge| users.contains(&edge.to))
}

/// The loaded element that an addition of 1 increases.
fn increased(model: &Model, sum: ValueId, store: ValueId) -> Option<ValueId> {
    let one = model.constant(model.operand(sum, 1)?).and_then(Constant::signed)?;
    let load = model.operand(sum, 0)?;
    let width = model.type_of(load).integer_width()?;
    let is_it = model.opcode(sum) == Some(Opcode::Add)
        && one == 1
        && matches!(width, 8 | 16 | 32 | 64)
        && model.opcode(load) == Some(Opcode::Load)
        && model.operand(load, 0) == model.operand(store, 1);
    is_it.then_some(load)
}

/// Whether no instruction from one to the end of its block writes memory.
fn is_quiet(model: &Model, block: BlockId, from: ValueId, to: Option<ValueId>) -> bool {
    let between = model.block_instructions(block).filter(|value| *value > from);
    between.take_while(|value| Some(*value) != to).all(|value| {
        use Opcode::{AtomicRmw, Call, CmpXchg, Fence, Invoke, Store};
        !matches!(model.opcode(value), None | Some(Store | Call | Invoke | AtomicRmw | CmpXchg | Fence))
    })
}

fn by_branch(model: &Model, shape: &NestShape, store: ValueId, sum: ValueId) -> Option<CountedUpdate> {
    let load = increased(model, sum, store)?;
    let (through, from) = (model.block_of(store)?, model.block_of(load)?);
    let [(_, before)] = model.block_predecessors(through) else { return None };
    let branch = model.terminator(from);
    let ([one, other], [to]) = (model.block_successors(from), model.block_successors(through)) else {
        return None;
    };
    let holds = *one == through;
    let is_triangle = *before == from
        && one != other
        && (if holds { *other } else { *one }) == *to
        && *to != through
        && shape.has_block(*to)
        && Some(*to) != model.block_of(shape.header)
        && model.opcode(branch) == Some(Opcode::Br);
    if !is_triangle {
        return None;
    }
    let comparison = model.operand(branch, 0)?;
    // A thread runs the block in other rounds than the loop does, so it does nothing but the update.
    let end = model.terminator(through);
    let inside: Vec<ValueId> = model.block_instructions(through).collect();
    let is_own = |value: &ValueId| {
        *value == store || *value == end || (may_run(model, *value) && is_used_by(model, *value, &inside))
    };
    let is_same = |phi: ValueId| model.phi_value_from(phi, branch) == model.phi_value_from(phi, end);
    let is_alone = inside.iter().all(is_own)
        && model.phis(*to).all(is_same)
        && is_quiet(model, from, load, None)
        && is_used_by(model, load, &[sum, comparison])
        && is_used_by(model, sum, &[store])
        && is_used_by(model, comparison, &[branch]);
    let limit = limit(model, shape, (comparison, load), holds).filter(|_| is_alone)?;
    Some(CountedUpdate { load, members: vec![sum], limit })
}

/// Whether an instruction can run in any round: it accesses no memory and cannot fail.
fn may_run(model: &Model, value: ValueId) -> bool {
    use Opcode::{Add, And, GetElementPtr, LShr, Mul, Or, SExt, Shl, Sub, Trunc, Xor, ZExt};
    matches!(
        model.opcode(value),
        Some(Add | Sub | Mul | And | Or | Xor | Shl | LShr | SExt | ZExt | Trunc | GetElementPtr)
    )
}

fn by_choice(model: &Model, shape: &NestShape, store: ValueId, choice: ValueId) -> Option<CountedUpdate> {
    let (first, second) = (model.operand(choice, 1)?, model.operand(choice, 2)?);
    let holds = model.opcode(first) == Some(Opcode::Add) && model.operand(first, 0) == Some(second);
    let (sum, kept) = if holds { (first, second) } else { (second, first) };
    let load = increased(model, sum, store).filter(|load| *load == kept)?;
    let (comparison, block) = (model.operand(choice, 0)?, model.block_of(store)?);
    let is_alone = model.block_of(load) == Some(block)
        && is_quiet(model, block, load, Some(store))
        && is_used_by(model, load, &[sum, comparison, choice])
        && is_used_by(model, sum, &[choice])
        && is_used_by(model, comparison, &[choice])
        && is_used_by(model, choice, &[store]);
    let limit = limit(model, shape, (comparison, load), holds).filter(|_| is_alone)?;
    Some(CountedUpdate { load, members: vec![sum], limit })
}

/// The limit below which a comparison with this outcome says that an element is.
fn limit(
    model: &Model,
    shape: &NestShape,
    (comparison, load): (ValueId, ValueId),
    holds: bool,
) -> Option<Limit> {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let predicate = model.predicate(comparison)?;
    let operands = (model.operand(comparison, 0)?, model.operand(comparison, 1)?);
    let (of, predicate) = match operands {
        (one, of) if one == load && of != load => (of, predicate),
        (of, one) if one == load && of != load => (of, predicate.swapped()),
        _ => return None,
    };
    if !shape.is_fixed(model, of) {
        return None;
    }
    let (below, is_next) = match (predicate, holds) {
        (Ne, true) | (Eq, false) => (Below::Other, false),
        (Slt, true) | (Sge, false) => (Below::Signed, false),
        (Ult, true) | (Uge, false) => (Below::Unsigned, false),
        (Sle, true) | (Sgt, false) => (Below::Signed, true),
        (Ule, true) | (Ugt, false) => (Below::Unsigned, true),
        _ => return None,
    };
    // The next number must be one.
    if is_next {
        let width = model.type_of(load).integer_width()?;
        let number = model.constant(of).and_then(Constant::signed)?;
        let most = if below == Below::Signed { (1i128 << (width - 1)) - 1 } else { -1 };
        if number == most {
            return None;
        }
    }
    Some(Limit { comparison, holds, below, of, is_next })
}
