//! The control flow of a nest: the blocks that run in each round, and the conditions for that.
//!
//! In: the loops that a rewrite names. Out: the nest, if the loops are nested one in the other and tested at
//! their ends, with the blocks of a round in order. A branch between the loops whose condition does not
//! change (the test whether an inner loop runs at all) becomes a condition of the guard, with the side on
//! which all loops run.
//!
//! ```text
//! for i { if (n > 0) for j {…} ; store }      =>      i, j; n > 0; header of i, test, header of j, …, store,
//! latch of i
//! ```

use super::super::matched::Unfit;
use super::twin::TwinLoop;
use analysis::accesses::{LoopForest, LoopId};
use fixedbitset::FixedBitSet;
use ir::{BlockId, Effects, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;

/// Maximum number of blocks of a nest.
const MOST_BLOCKS: usize = 256;

/// The control flow of a nest.
#[derive(Clone, Debug)]
pub struct NestShape {
    /// The loops that the rewrite names, from the outermost in.
    pub loops: Vec<LoopId>,
    /// The other loops in the nest, which lie beside the innermost named one.
    pub others: Vec<LoopId>,
    /// The terminator of the block before the nest.
    pub entry: ValueId,
    /// The first instruction of the outermost loop.
    pub header: ValueId,
    /// The terminator that leaves the nest.
    pub latch: ValueId,
    /// All blocks, ascending.
    pub blocks: Vec<BlockId>,
    /// The blocks that run under the guard, in the order of one round of each loop.
    pub walk: Vec<BlockId>,
    /// Conditions that do not change in the nest, with the value required of each.
    pub tests: Vec<(ValueId, bool)>,
    /// The branches around loops whose bounds depend on a loop around them.
    pub skips: Vec<SkippedLoop>,
}

/// A branch around a loop that has no round in some rounds of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedLoop {
    /// The loop.
    pub of: LoopId,
    /// The condition of the branch.
    pub condition: ValueId,
    /// The value of the condition with which the loop runs.
    pub runs: bool,
    /// The loop around it, if another one takes its place where this loop has no round.
    pub twin: Option<TwinLoop>,
    /// Accesses past the loop, each with the one before or behind the loop that must touch the same element.
    pub same: Vec<(ValueId, ValueId)>,
}

impl NestShape {
    /// Reads the nest of these loops, of which those that are `bounded` by others may have no round in some
    /// rounds of them.
    ///
    /// # Errors
    ///
    /// The reason why the loops are not supported.
    pub fn of(
        model: &Model,
        forest: &LoopForest,
        named: &[LoopId],
        bounded: &[LoopId],
    ) -> Result<NestShape, Unfit> {
        let (loops, others) = row_of(model, forest, named)?;
        let (outermost, innermost) = (loops[0], loops[loops.len() - 1]);
        let is_inside = |this: &LoopId| forest.ancestors(*this).any(|around| around == innermost);
        if let Some(inner) = others.iter().find(|this| is_inside(this)) {
            return Err(unnamed(model, forest, *inner));
        }
        let blocks: Vec<BlockId> =
            model.blocks().filter(|block| forest.has_block(outermost, *block)).collect();
        let header = forest.get(outermost).header;
        if blocks.len() > MOST_BLOCKS {
            return Err(Unfit::of(
                model.block_first(header),
                format!("begins a nest of more than {MOST_BLOCKS} blocks"),
            ));
        }
        for &this in loops.iter().chain(&others) {
            check_exits(model, forest, this, &blocks)?;
        }
        let latch = forest.get(outermost).latches[0];
        let mut shape = NestShape {
            entry: entry(model, forest, outermost)?,
            header: model.block_first(header),
            latch: model.terminator(latch),
            loops,
            others,
            blocks,
            walk: Vec::new(),
            tests: Vec::new(),
            skips: Vec::new(),
        };
        let excused = FixedBitSet::with_capacity(model.block_count());
        NestWalk { model, forest, shape: &mut shape, bounded, excused }.run()?;
        Ok(shape)
    }

    /// Reads the loop that `exit` leaves early, and the terminator of its other exit, if there is one.
    ///
    /// # Errors
    ///
    /// The reason why the loop is not supported.
    pub fn left_early(
        model: &Model,
        forest: &LoopForest,
        named: &[LoopId],
        exit: ValueId,
    ) -> Result<(NestShape, Option<ValueId>), Unfit> {
        let (loops, unnamed_loops) = row_of(model, forest, named)?;
        if let Some(inner) = unnamed_loops.first() {
            return Err(unnamed(model, forest, *inner));
        }
        let this = loops[0];
        let NaturalLoop { header, latches } = loop_of(forest, this);
        let (header, unfit) = (model.block_first(header), |value, why: &str| Err(Unfit::of(value, why)));
        let [latch] = latches else {
            return unfit(header, "begins a loop that goes round from several places");
        };
        let blocks: Vec<BlockId> = model.blocks().filter(|block| forest.has_block(this, *block)).collect();
        let ends = || blocks.iter().map(|block| model.terminator(*block));
        if blocks.len() > MOST_BLOCKS {
            return unfit(header, "begins a loop of too many blocks");
        }
        if let Some(end) = ends().find(|end| model.opcode(*end) != Some(Opcode::Br)) {
            return unfit(end, "ends a block of the loop, and is no branch");
        }
        let leaves = |end: &ValueId| {
            let to = model.block_of(*end).map(|block| model.block_successors(block)).unwrap_or_default();
            to.iter().any(|to| !forest.has_block(this, *to))
        };
        if !is_acyclic(model, *latch, &blocks) {
            return unfit(header, "begins a loop with a cycle in it that is no loop");
        }
        let exits: Vec<ValueId> = ends().filter(leaves).collect();
        let others: Vec<ValueId> = exits.iter().copied().filter(|end| *end != exit).collect();
        if others.len() == exits.len() {
            return unfit(exit, "does not leave the loop");
        }
        if others.len() > 1 {
            return unfit(header, "begins a loop that is left in more than two places");
        }
        let shape = NestShape {
            entry: entry(model, forest, this)?,
            header,
            latch: model.terminator(*latch),
            loops,
            others: Vec::new(),
            walk: blocks.clone(),
            blocks,
            tests: Vec::new(),
            skips: Vec::new(),
        };
        Ok((shape, others.first().copied()))
    }

    /// Reads a loop whose rounds may contain any other loops.
    ///
    /// # Errors
    ///
    /// The reason why the loop is not supported.
    pub fn of_rounds(model: &Model, forest: &LoopForest, this: LoopId) -> Result<NestShape, Unfit> {
        let NaturalLoop { header, latches } = loop_of(forest, this);
        let first = model.block_first(header);
        let [latch] = latches else {
            return Err(Unfit::of(first, "begins a loop that goes round from several places"));
        };
        let blocks: Vec<BlockId> = model.blocks().filter(|block| forest.has_block(this, *block)).collect();
        if blocks.len() > MOST_BLOCKS {
            return Err(Unfit::of(first, format!("begins a loop of more than {MOST_BLOCKS} blocks")));
        }
        let leaves =
            |block: &BlockId| model.block_successors(*block).iter().any(|to| !forest.has_block(this, *to));
        if let Some(block) = blocks.iter().find(|block| leaves(block) && *block != latch) {
            return Err(Unfit::of(model.terminator(*block), "leaves the loop before its last round"));
        }
        let end = model.terminator(*latch);
        if !leaves(latch) || model.opcode(end) != Some(Opcode::Br) {
            return Err(Unfit::of(first, "begins a loop that is not tested at its end"));
        }
        let entry = entry(model, forest, this)?;
        let (loops, others, walk) = (vec![this], Vec::new(), blocks.clone());
        let (tests, skips) = (Vec::new(), Vec::new());
        Ok(NestShape { loops, others, entry, header: first, latch: end, blocks, walk, tests, skips })
    }

    /// The outermost loop.
    pub fn outermost(&self) -> LoopId {
        self.loops[0]
    }

    /// All loops of the nest.
    pub fn all_loops(&self) -> impl Iterator<Item = LoopId> + '_ {
        self.loops.iter().chain(&self.others).copied()
    }

    /// The instructions that run under the guard.
    pub fn instructions<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = ValueId> + 'm {
        self.walk.iter().flat_map(|block| model.block_instructions(*block))
    }

    /// Whether a block belongs to the nest.
    pub fn has_block(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }

    /// Whether a value does not change while the nest runs.
    pub fn is_fixed(&self, model: &Model, value: ValueId) -> bool {
        model.block_of(value).is_none_or(|block| !self.has_block(block))
    }
}

/// The named loops from the outermost in, if each lies directly inside the one before, and the other loops
/// inside the outermost.
fn row_of(model: &Model, forest: &LoopForest, named: &[LoopId]) -> Result<(Vec<LoopId>, Vec<LoopId>), Unfit> {
    let mut loops = named.to_vec();
    loops.sort_by_key(|this| forest.get(*this).depth);
    for pair in loops.windows(2) {
        if forest.get(pair[1]).parent != Some(pair[0]) {
            let first = model.block_first(forest.get(pair[1]).header);
            return Err(Unfit::of(first, "begins a loop that does not lie right within the others"));
        }
    }
    let outermost = *loops.first().ok_or_else(|| Unfit::new("there is no loop"))?;
    let is_other =
        |this: &LoopId| forest.ancestors(*this).any(|around| around == outermost) && !loops.contains(this);
    let others = forest.ids().filter(is_other).collect();
    Ok((loops, others))
}

fn unnamed(model: &Model, forest: &LoopForest, this: LoopId) -> Unfit {
    let first = model.block_first(forest.get(this).header);
    Unfit::of(first, "begins a loop of the nest that the rewrite does not name")
}

/// The terminator of the only block outside a nest that leads to it.
pub(super) fn entry(model: &Model, forest: &LoopForest, outermost: LoopId) -> Result<ValueId, Unfit> {
    let header = forest.get(outermost).header;
    let outside =
        model.block_predecessors(header).iter().filter(|(_, from)| !forest.has_block(outermost, *from));
    let mut from = outside.map(|(_, from)| model.terminator(*from));
    let entry = from.next().filter(|_| from.next().is_none());
    let unfit = || Unfit::of(model.block_first(header), "begins a nest that is entered in several places");
    let entry = entry.ok_or_else(unfit)?;
    match model.opcode(entry) {
        Some(Opcode::Br) => Ok(entry),
        _ => Err(Unfit::of(entry, "enters the nest, and is no branch")),
    }
}

/// Checks that a loop has a single latch and is left there alone.
fn check_exits(model: &Model, forest: &LoopForest, this: LoopId, blocks: &[BlockId]) -> Result<(), Unfit> {
    let NaturalLoop { header, latches } = loop_of(forest, this);
    let first = model.block_first(header);
    let [latch] = latches else {
        return Err(Unfit::of(first, "begins a loop that goes round from several places"));
    };
    let is_conditional = model.opcode(model.terminator(*latch)) == Some(Opcode::Br);
    let mut leaves = 0;
    for &block in blocks.iter().filter(|block| forest.has_block(this, **block)) {
        let out = model.block_successors(block).iter().filter(|to| !forest.has_block(this, **to)).count();
        if out > 0 && block != *latch {
            return Err(Unfit::of(model.terminator(block), "leaves a loop of the nest before its end"));
        }
        leaves += out;
        let ends = model.opcode(model.terminator(block));
        if ends != Some(Opcode::Br) {
            return Err(Unfit::of(model.terminator(block), "ends a block of the nest, and is no branch"));
        }
    }
    match leaves == 1 && is_conditional {
        true => Ok(()),
        false => Err(Unfit::of(first, "begins a loop that is not tested at its end")),
    }
}

/// Whether the blocks have no cycle except through the loop's header.
fn is_acyclic(model: &Model, latch: BlockId, blocks: &[BlockId]) -> bool {
    let inside = |block: &BlockId| blocks.binary_search(block).is_ok();
    let onward = |block: BlockId| {
        let next = model.block_successors(block).iter().copied().filter(move |_| block != latch);
        next.filter(inside)
    };
    let mut open: FxHashMap<BlockId, usize> = blocks.iter().map(|block| (*block, 0)).collect();
    for to in blocks.iter().flat_map(|block| onward(*block)) {
        *open.entry(to).or_default() += 1;
    }
    let mut ready: Vec<BlockId> = blocks.iter().copied().filter(|block| open[block] == 0).collect();
    let mut ordered = 0;
    while let Some(block) = ready.pop() {
        ordered += 1;
        for to in onward(block) {
            let before = open.entry(to).or_default();
            *before -= 1;
            if *before == 0 {
                ready.push(to);
            }
        }
    }
    ordered == blocks.len()
}

/// The parts of a loop that determine its shape.
pub(super) struct NaturalLoop<'f> {
    pub(super) header: BlockId,
    pub(super) latches: &'f [BlockId],
}

pub(super) fn loop_of(forest: &LoopForest, this: LoopId) -> NaturalLoop<'_> {
    let found = forest.get(this);
    NaturalLoop { header: found.header, latches: &found.latches }
}

/// Visits the blocks of one round of each loop.
pub(super) struct NestWalk<'a> {
    pub(super) model: &'a Model,
    pub(super) forest: &'a LoopForest,
    pub(super) shape: &'a mut NestShape,
    /// The loops whose bounds may depend on loops around them.
    pub(super) bounded: &'a [LoopId],
    /// Blocks of loops whose place others take.
    pub(super) excused: FixedBitSet,
}

impl NestWalk<'_> {
    fn run(&mut self) -> Result<(), Unfit> {
        let (model, forest) = (self.model, self.forest);
        let needed = self.needed();
        let mut seen = FixedBitSet::with_capacity(model.block_count());
        let mut at = forest.get(self.shape.outermost()).header;
        loop {
            if seen.put(at.index()) {
                return Err(Unfit::of(
                    model.block_first(at),
                    "is come to twice in a round: a cycle that is no loop",
                ));
            }
            self.shape.walk.push(at);
            let this = forest.around(at).ok_or_else(|| Unfit::new("a block of the nest lies in no loop"))?;
            let successors = model.block_successors(at);
            let is_latch = forest.get(this).latches.contains(&at);
            if is_latch && this == self.shape.outermost() {
                break;
            }
            at = match successors {
                _ if is_latch => self.exit(at, this)?,
                [only] => *only,
                [yes, no] if yes == no => *yes,
                [yes, no] => self.side(at, this, [*yes, *no], &needed)?,
                _ => return Err(Unfit::of(model.terminator(at), "ends in no place of the nest")),
            };
        }
        match needed.ones().find(|block| !seen.contains(*block) && !self.excused.contains(*block)) {
            Some(block) => {
                let first = model.block_first(BlockId(block as u32));
                Err(Unfit::of(first, "begins a block with an effect that not every round comes to"))
            }
            None => Ok(()),
        }
    }

    /// The blocks that must run in each round: loop headers and blocks with effects.
    fn needed(&self) -> FixedBitSet {
        let (model, forest) = (self.model, self.forest);
        let mut needed = FixedBitSet::with_capacity(model.block_count());
        self.shape.all_loops().for_each(|this| needed.insert(forest.get(this).header.index()));
        for &block in &self.shape.blocks {
            let has_effect = |value: ValueId| {
                let is_call = || model.opcode(value) == Some(Opcode::Call);
                model.opcode(value) == Some(Opcode::Store)
                    || (is_call() && model.effects(value) != Effects::NONE)
            };
            if model.block_instructions(block).any(has_effect) {
                needed.insert(block.index());
            }
        }
        needed
    }

    pub(super) fn exit(&self, latch: BlockId, this: LoopId) -> Result<BlockId, Unfit> {
        let mut out = self.model.block_successors(latch).iter();
        let out = out.find(|to| !self.forest.has_block(this, **to));
        out.copied().ok_or_else(|| Unfit::of(self.model.terminator(latch), "does not end its loop"))
    }

    /// The side of a branch on which all needed blocks lie, if its condition does not change.
    fn side(
        &mut self,
        at: BlockId,
        this: LoopId,
        sides: [BlockId; 2],
        needed: &FixedBitSet,
    ) -> Result<BlockId, Unfit> {
        let model = self.model;
        let branch = model.terminator(at);
        let condition = model.operand(branch, 0).ok_or_else(|| Unfit::of(branch, "has no condition"))?;
        let [yes, no] = sides.map(|side| {
            let mut reached = self.reached(side, this);
            reached.intersect_with(needed);
            reached
        });
        let takes_first = match (no.is_subset(&yes), yes.is_subset(&no)) {
            (true, false) => true,
            (false, true) => false,
            _ => {
                let choice = self.twin_side(branch, condition, sides, [&yes, &no]);
                return choice.ok_or_else(|| Unfit::of(branch, "chooses what a round of the nest does"));
            }
        };
        let is_fixed = |value: ValueId| self.shape.is_fixed(model, value);
        let operands = || model.operands(condition).iter().all(|edge| is_fixed(edge.to));
        let is_fixed_comparison = || model.opcode(condition) == Some(Opcode::ICmp) && operands();
        let side = sides[usize::from(!takes_first)];
        if is_fixed(condition) || is_fixed_comparison() {
            self.shape.tests.push((condition, takes_first));
            return Ok(side);
        }
        let changes = || Unfit::of(condition, "changes within the nest, and a branch depends on it");
        let (mut skipped, less) = if takes_first { (yes, no) } else { (no, yes) };
        skipped.difference_with(&less);
        let aside = sides[usize::from(takes_first)];
        let (of, same) = match self.skipped_loop(&skipped) {
            Some(of) => (of, self.no_round(of, branch, [aside, side]).ok_or_else(changes)?),
            None => self.idle_loop(&skipped, branch, [aside, side]).ok_or_else(changes)?,
        };
        self.shape.skips.push(SkippedLoop { of, condition, runs: takes_first, twin: None, same });
        Ok(side)
    }

    /// The blocks of a loop that the rest of a round can reach from a block.
    fn reached(&self, from: BlockId, this: LoopId) -> FixedBitSet {
        let mut seen = FixedBitSet::with_capacity(self.model.block_count());
        let header = self.forest.get(this).header;
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            if block == header || !self.forest.has_block(this, block) || seen.put(block.index()) {
                continue;
            }
            open.extend(self.model.block_successors(block));
        }
        seen
    }
}
