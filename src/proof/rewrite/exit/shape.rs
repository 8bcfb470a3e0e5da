//! The control flow of a loop with a replaced exit value: its blocks in the order of a round, its only exit,
//! and the branches before it that decide whether it runs.

use super::super::graph::ScalarId;
use super::super::matched::Unfit;
use super::guards::LoopGuard;
use analysis::accesses::LoopForest;
use ir::{BlockId, Model, Opcode, OpcodeSet, ValueId};

/// Maximum number of instructions of a loop.
const MOST_INSTRUCTIONS: usize = 32;

/// Maximum number of branches considered before the loop.
const MOST_GUARDS: usize = 4;

/// The permitted operations: without effects and undefined behaviour.
const COMPUTED: OpcodeSet = OpcodeSet::of(&[
    Opcode::Phi,
    Opcode::Br,
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Shl,
    Opcode::LShr,
    Opcode::AShr,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
    Opcode::ICmp,
    Opcode::Select,
    Opcode::SExt,
    Opcode::ZExt,
    Opcode::Trunc,
]);

/// Whether an operation is deterministic and has no effects.
pub(super) fn is_computed(opcode: Opcode) -> bool {
    COMPUTED.meets(OpcodeSet::of(&[opcode]))
}

/// The condition of a branch, and its value on the edge taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The condition of the branch.
    pub condition: ValueId,
    /// The truth value.
    pub holds: bool,
}

/// A loop without inner branches, effects and inner loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitShape {
    /// The terminator of the block before the loop.
    pub entry: ValueId,
    /// The blocks in the order of a round.
    pub blocks: Vec<BlockId>,
    /// The branch that leaves the loop.
    pub exit: ValueId,
    /// The condition of the exit.
    pub leaves: Taken,
    /// The branches that lead to the loop, the nearest first.
    pub guards: Vec<Taken>,
}

/// A loop whose rounds are unrolled in a graph, for one exit value.
#[derive(Clone, Debug)]
pub struct UnrolledLoop {
    /// The control flow.
    pub shape: ExitShape,
    /// The exit value if the loop runs, without its guards.
    pub value: ScalarId,
    /// The number of rounds, if it is constant.
    pub rounds: Option<u64>,
    /// The conditions on which the loop runs.
    pub guards: Vec<LoopGuard>,
}

impl ExitShape {
    /// Reads the loop that computes a value.
    ///
    /// # Errors
    ///
    /// The reason why the loop is not supported.
    pub fn of(model: &Model, forest: &LoopForest, value: ValueId) -> Result<ExitShape, Unfit> {
        let around = model.block_of(value).and_then(|block| forest.around(block));
        let this = around.ok_or_else(|| Unfit::of(value, "is computed in no loop"))?;
        let header = forest.get(this).header;
        let first = model.block_first(header);
        let unfit = |value, why: &str| Err(Unfit::of(value, why));
        let [latch] = forest.get(this).latches[..] else {
            return unfit(first, "begins a loop that goes round from several places");
        };
        let blocks = round(model, |block| forest.has_block(this, block), header, latch)?;
        let all = model.blocks().filter(|block| forest.has_block(this, *block)).count();
        if all != blocks.len() || blocks.iter().any(|block| forest.around(*block) != Some(this)) {
            return unfit(first, "begins a loop that has another one in it, or that chooses between blocks");
        }
        let leaves = |block: &BlockId| {
            let to = model.block_successors(*block);
            to.iter().position(|to| !forest.has_block(this, *to)).map(|at| (model.terminator(*block), at))
        };
        let mut exits = blocks.iter().filter_map(leaves);
        let (Some((exit, side)), None) = (exits.next(), exits.next()) else {
            return unfit(first, "begins a loop that is not left in one place");
        };
        let condition = model.operand(exit, 0);
        let condition = condition.ok_or_else(|| Unfit::of(exit, "leaves the loop without a condition"))?;
        check_operations(model, &blocks)?;
        let mut outside =
            model.block_predecessors(header).iter().filter(|(_, from)| !forest.has_block(this, *from));
        let (Some((_, before)), None) = (outside.next(), outside.next()) else {
            return unfit(first, "begins a loop that is entered in several places");
        };
        let entry = model.terminator(*before);
        if model.opcode(entry) != Some(Opcode::Br) {
            return unfit(entry, "enters the loop, and is no branch");
        }
        if !model.dominates(value, exit) {
            return unfit(value, "is not computed before the loop is left");
        }
        let leaves = Taken { condition, holds: side == 0 };
        Ok(ExitShape { entry, blocks, exit, leaves, guards: guards(model, *before, header) })
    }

    /// The first instructions of its blocks.
    pub fn firsts(&self, model: &Model) -> Vec<ValueId> {
        self.blocks.iter().map(|block| model.block_first(*block)).collect()
    }

    /// The instructions.
    pub fn instructions<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = ValueId> + 'm {
        self.blocks.iter().flat_map(|block| model.block_instructions(*block))
    }

    /// Whether a value is defined outside the loop.
    pub fn is_fixed(&self, model: &Model, value: ValueId) -> bool {
        model.block_of(value).is_none_or(|block| !self.blocks.contains(&block))
    }

    /// Whether a value of the loop is used outside it.
    pub fn is_used_behind(&self, model: &Model, value: ValueId) -> bool {
        model.operand_uses(value).iter().any(|edge| self.is_fixed(model, edge.to))
    }
}

/// The blocks from the header to the latch, if each has one successor in the loop.
fn round(
    model: &Model,
    is_inside: impl Fn(BlockId) -> bool,
    header: BlockId,
    latch: BlockId,
) -> Result<Vec<BlockId>, Unfit> {
    let mut blocks = vec![header];
    let mut at = header;
    while at != latch {
        let mut inside = model.block_successors(at).iter().copied().filter(|to| is_inside(*to));
        let next = inside.next().filter(|next| inside.next().is_none() && !blocks.contains(next));
        at = next.ok_or_else(|| Unfit::of(model.terminator(at), "chooses what a round of the loop does"))?;
        blocks.push(at);
    }
    Ok(blocks)
}

fn check_operations(model: &Model, blocks: &[BlockId]) -> Result<(), Unfit> {
    let mut count = 0;
    for value in blocks.iter().flat_map(|block| model.block_instructions(*block)) {
        let opcode = model.opcode(value).unwrap_or(Opcode::Other);
        if !is_computed(opcode) {
            let why = format!("is a `{}`, which no loop whose exit value is given has", opcode.name());
            return Err(Unfit::of(value, why));
        }
        count += 1;
        if count > MOST_INSTRUCTIONS {
            return Err(Unfit::of(
                value,
                format!("lies in a loop of more than {MOST_INSTRUCTIONS} instructions"),
            ));
        }
    }
    Ok(())
}

/// The branches on the chain of single predecessors of an edge, the nearest first.
fn guards(model: &Model, mut from: BlockId, mut to: BlockId) -> Vec<Taken> {
    let mut guards = Vec::new();
    while guards.len() < MOST_GUARDS {
        let end = model.terminator(from);
        if let ([yes, no], Some(Opcode::Br)) = (model.block_successors(from), model.opcode(end))
            && yes != no
            && let Some(condition) = model.operand(end, 0)
        {
            guards.push(Taken { condition, holds: *yes == to });
        }
        let [(_, before)] = model.block_predecessors(from)[..] else { break };
        (from, to) = (before, from);
    }
    guards
}
