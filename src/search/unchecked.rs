//! Loops whose bounds checks are taken to hold: a second search, without the branches to errors.
//!
//! ```text
//! loop: …; br i < size, next, fail; fail: call abort; unreachable    =>    loop: …; br next
//! ```
//!
//! `a.at(i)`, `-fsanitize=bounds` and the slices of Rust leave such branches in loops, which then have a second
//! exit. A hit of this search names the checks in its loops: it holds unless one of them fails.

use analysis::accesses::{LoopForest, LoopId};
use fixedbitset::FixedBitSet;
use ir::{BlockId, LeftOut, Model, Opcode, ValueId};

/// The branches in loops to blocks from which control does not come back; empty if there are none.
pub(crate) fn checks(model: &Model) -> Vec<LeftOut> {
    let is_failure = |block: BlockId| model.opcode(model.terminator(block)) == Some(Opcode::Unreachable);
    if !model.blocks().any(is_failure) {
        return Vec::new();
    }
    let loops = LoopForest::of(model);
    if loops.ids().next().is_none() {
        return Vec::new();
    }
    let returning = returning(model);
    let is_check = |block: &BlockId| {
        loops.around(*block).is_some()
            && model.opcode(model.terminator(*block)) == Some(Opcode::Br)
            && returning.contains(block.index())
    };
    let way = |block: BlockId| {
        let failing = model.block_successors(block).iter().find(|to| !returning.contains(to.index()))?;
        model.way(model.terminator(block), *failing).filter(|way| !way.comes_back)
    };
    model.blocks().filter(is_check).filter_map(way).collect()
}

/// The blocks from which control may return, or never ends.
fn returning(model: &Model) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(model.block_count());
    let is_end = |block: &BlockId| {
        let ends = model.block_successors(*block).is_empty();
        ends && model.opcode(model.terminator(*block)) != Some(Opcode::Unreachable)
            || model.post_dominance().is_endless(*block)
    };
    let mut open: Vec<BlockId> = model.blocks().filter(is_end).collect();
    while let Some(block) = open.pop() {
        if !found.put(block.index()) {
            open.extend(model.block_predecessors(block).iter().map(|(_, from)| *from));
        }
    }
    found
}

/// The checks in the loops around instructions.
pub(crate) fn around(
    model: &Model,
    loops: &LoopForest,
    ways: &[LeftOut],
    instructions: &[ValueId],
) -> Vec<ValueId> {
    let blocks = || instructions.iter().filter_map(|value| model.block_of(*value));
    let of: Vec<LoopId> = blocks().filter_map(|block| loops.around(block)).collect();
    let is_around = |way: &&LeftOut| {
        let block = model.block_of(way.branch);
        block.is_some_and(|block| of.iter().any(|inner| loops.has_block(*inner, block)))
    };
    ways.iter().filter(is_around).map(|way| way.branch).collect()
}
