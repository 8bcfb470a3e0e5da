//! The extent of static control parts: the largest region around a loop, including its neighbours.
//!
//! ```text
//! solutions: for i { for j {…} }, for j {…}, for k {…}      =>      one part: for i { for j {…} } for k {…}
//! ```
//!
//! A region has one entry block and one exit block. It starts as an outermost loop and grows as long as the
//! whole has a description. It grows behind itself piece by piece (straight-line code, a branch up to its
//! merge, the next loop), and in front of itself by the guard. Values computed in the region are no longer
//! parameters of it. A piece behind extends the existing description, so that the cost of a sequence of loops
//! is linear; the number of visited blocks is bounded. (Polly grows regions likewise,
//! `ScopDetection::expandRegion`.)

use super::describe::DescriptionWalk;
use super::loads::MayWrite;
use super::loops::{CountedLoop, Covered, Loops, reverse_postorder};
use super::lower::lowered;
use super::refusal::{Reason, Refusal};
use super::scop::Scop;
use ir::{BlockId, Model, Opcode, ValueId};
use std::collections::BTreeSet;

/// The most blocks visited while growing, per block of the function.
const LOOKS_PER_BLOCK: usize = 64;

/// A maximal static control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The position of the loop it was grown from.
    pub seed: usize,
    /// Its polyhedral description, or the reason why the loop alone has none; loops nested in it are then
    /// parts of their own.
    pub scop: Result<Scop, Refusal>,
}

/// The maximal parts around `loops`, in the order of control flow. A loop nested in a described one gets no
/// part of its own.
pub fn parts<'m>(model: &'m Model, loops: &[CountedLoop], may_write: &'m MayWrite<'m>) -> Vec<Part> {
    let mut grower = RegionGrower::new(model, loops, may_write);
    // Outer loops come before inner ones, so that they are covered first.
    let mut covered = Covered::new(model);
    let mut parts = Vec::new();
    for seed in grower.by_flow(loops) {
        let Some(block) = model.block_of(loops[seed].begin) else { continue };
        if covered.contains(block) {
            continue;
        }
        let grown = grower.described(&loops[seed]);
        if let Ok((blocks, _)) = &grown {
            covered.cover_loop(loops[seed].begin, loops[seed].end);
            blocks.iter().for_each(|block| covered.cover(*block));
        }
        parts.push(Part { seed, scop: grown.map(|(_, scop)| scop) });
    }
    parts
}

/// Whether a part may contain one of the blocks. Regions are grown and not described, so that the answer
/// `true` may be wrong.
pub fn may_contain<'m>(
    model: &'m Model,
    loops: &[CountedLoop],
    may_write: &'m MayWrite<'m>,
    blocks: &BTreeSet<BlockId>,
) -> bool {
    let mut grower = RegionGrower::new(model, loops, may_write);
    // A loop that has no description leaves its neighbours to be grown without it; inner loops never grow
    // beyond the loop around them.
    let mut covered = Covered::new(model);
    for seed in grower.by_flow(loops).into_iter().map(|k| &loops[k]) {
        if model.block_of(seed.begin).is_none_or(|block| covered.contains(block)) {
            continue;
        }
        if let Ok(region) = grower.grow(seed) {
            if region.blocks.iter().any(|block| blocks.contains(block)) {
                return true;
            }
            covered.cover_loop(seed.begin, seed.end);
        }
    }
    grower.looks == 0
}

struct RegionGrower<'m> {
    model: &'m Model,
    may_write: &'m MayWrite<'m>,
    /// The position of each block in a reverse postorder; `u32::MAX` for unreachable blocks.
    order: Vec<u32>,
    loops: Loops,
    /// The piece in which each block was found last.
    piece_of: Vec<u32>,
    pieces: u32,
    looks: usize,
}

/// A region with the entry `blocks[0]` and the exit `exit`, and its description so far.
struct Region<'m> {
    entry: BlockId,
    exit: BlockId,
    /// The blocks, in topological order.
    blocks: Vec<BlockId>,
    walk: DescriptionWalk<'m>,
}

impl<'m> RegionGrower<'m> {
    fn new(model: &'m Model, loops: &[CountedLoop], may_write: &'m MayWrite<'m>) -> Self {
        Self {
            model,
            may_write,
            order: reverse_postorder(model),
            loops: Loops::new(model, loops),
            piece_of: vec![0; model.block_count()],
            pieces: 0,
            looks: LOOKS_PER_BLOCK * model.block_count(),
        }
    }

    /// The positions of loops in the order of control flow.
    fn by_flow(&self, loops: &[CountedLoop]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..loops.len()).collect();
        order.sort_by_key(|k| self.position(loops[*k].begin));
        order
    }

    fn position(&self, instruction: ValueId) -> u32 {
        self.model.block_of(instruction).map_or(u32::MAX, |block| self.order[block.index()])
    }

    /// The largest describable region around a loop; otherwise the loop alone, if it has a description.
    fn described(&mut self, seed: &CountedLoop) -> Result<(Vec<BlockId>, Scop), Refusal> {
        let grown = self.grow(seed)?;
        let blocks = grown.blocks.clone();
        match lowered(self.model, grown.walk.found()) {
            Ok(scop) => Ok((blocks, scop)),
            Err(refusal) => {
                let alone = self.alone(seed).ok().filter(|alone| alone.blocks != blocks).ok_or(refusal)?;
                Ok((alone.blocks.clone(), lowered(self.model, alone.walk.found())?))
            }
        }
    }

    fn alone(&mut self, seed: &CountedLoop) -> Result<Region<'m>, Refusal> {
        let ends = self.model.block_of(seed.begin).zip(self.model.block_of(seed.successor));
        let piece = ends.and_then(|(entry, exit)| Some((entry, exit, self.piece(entry, exit)?)));
        let reason = if self.looks == 0 { Reason::TooLarge } else { Reason::Flow };
        let (entry, exit, blocks) = piece.ok_or(Refusal { reason, at: seed.end })?;
        let mut walk = DescriptionWalk::new(self.model, entry, self.may_write);
        walk.blocks(&blocks, &self.loops)?;
        Ok(Region { entry, exit, blocks, walk })
    }

    /// The largest region around a loop.
    fn grow(&mut self, seed: &CountedLoop) -> Result<Region<'m>, Refusal> {
        let mut best = self.alone(seed)?;
        loop {
            while self.take_next(&mut best) {}
            if !self.take_before(&mut best) {
                return Ok(best);
            }
        }
    }

    /// Extends a region to its immediate dominator, if that is possible.
    fn take_before(&mut self, region: &mut Region<'m>) -> bool {
        let Some(before) = self.model.dominance().immediate_dominator(region.entry) else { return false };
        let Some(blocks) = self.piece(before, region.exit) else { return false };
        let is_one_more = blocks.len() == region.blocks.len() + 1 && blocks[1..] == region.blocks;
        let known = if is_one_more { region.walk.begin_before(before, &self.loops) } else { None };
        let described = known.unwrap_or_else(|| {
            let mut walk = DescriptionWalk::new(self.model, before, self.may_write);
            let described = walk.blocks(&blocks, &self.loops).is_ok();
            if described {
                region.walk = walk;
            }
            described
        });
        if described {
            region.entry = before;
            region.blocks = blocks;
        }
        described
    }

    /// Extends a region by the piece behind it, if that is possible.
    fn take_next(&mut self, region: &mut Region<'m>) -> bool {
        let follows = region.exit;
        let exit = match self.loops.by_begin.get(&follows) {
            Some(counted) => self.model.block_of(counted.successor),
            None => self.model.post_dominance().immediate_post_dominator(follows),
        };
        let Some((exit, blocks)) = exit.and_then(|exit| Some((exit, self.piece(follows, exit)?))) else {
            return false;
        };
        // The exit may be entered only from the region, except by the back edge of its own loop.
        let place = |block: BlockId| self.order[block.index()];
        let is_inside = |block: BlockId| {
            place(block) == u32::MAX
                || self.piece_of[block.index()] == self.pieces
                || region.blocks.binary_search_by_key(&place(block), |b| place(*b)).is_ok()
        };
        if !self.model.block_predecessors(follows).iter().all(|(_, from)| is_inside(*from)) {
            return false;
        }
        let described = region.walk.blocks(&blocks, &self.loops);
        if described.is_ok() {
            region.blocks.extend(blocks);
            region.exit = exit;
        }
        described.is_ok()
    }

    /// The blocks from `entry` up to `exit` in topological order, if these are their only entry and exit, and
    /// the only back edges are those of counting loops.
    fn piece(&mut self, entry: BlockId, exit: BlockId) -> Option<Vec<BlockId>> {
        self.pieces += 1;
        let (dominance, post_dominance) = (self.model.dominance(), self.model.post_dominance());
        let mut blocks = vec![entry];
        self.piece_of[entry.index()] = self.pieces;
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            self.looks = self.looks.checked_sub(1)?;
            let is_between =
                dominance.block_dominates(entry, block) && post_dominance.block_post_dominates(exit, block);
            let terminator = self.model.opcode(self.model.terminator(block))?;
            if !is_between || !matches!(terminator, Opcode::Br | Opcode::Switch) {
                return None;
            }
            for &to in self.model.block_successors(block) {
                if to != exit && self.piece_of[to.index()] != self.pieces {
                    self.piece_of[to.index()] = self.pieces;
                    blocks.push(to);
                }
            }
        }
        // A loop that begins at the entry must end inside, or part of its body would count as the whole.
        let last = self.loops.by_begin.get(&entry).and_then(|counted| self.model.block_of(counted.end));
        let is_whole = last.is_none_or(|last| self.piece_of[last.index()] == self.pieces);
        let is_sound = is_whole && blocks.iter().all(|block| self.is_sound(*block, entry, exit));
        blocks.sort_by_key(|block| self.order[block.index()]);
        is_sound.then_some(blocks)
    }

    /// Whether a block is entered only from inside, except the entry, and its back edges are only those of
    /// counting loops.
    fn is_sound(&self, block: BlockId, entry: BlockId, exit: BlockId) -> bool {
        let place = |b: BlockId| self.order[b.index()];
        let is_inside = |b: BlockId| self.piece_of[b.index()] == self.pieces || place(b) == u32::MAX;
        let from_inside =
            block == entry || self.model.block_predecessors(block).iter().all(|(_, from)| is_inside(*from));
        let end = self.model.terminator(block);
        let forward = self.model.block_successors(block).iter().filter(|to| **to != exit).all(|to| {
            let begin = self.model.block_first(*to);
            place(*to) > place(block) || self.loops.by_end.get(&end).is_some_and(|l| l.begin == begin)
        });
        from_inside && forward
    }
}
