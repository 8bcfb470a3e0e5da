//! How far a static control part reaches: the largest region around a loop, neighbours included.
//!
//! ```text
//! solutions: for i { for j {…} }, for j {…}, for k {…}      =>      one part: for i { for j {…} } for k {…}
//! ```
//!
//! A region is entered at one block and left to one other. It starts as a loop that lies in no other
//! solution, and takes in what lies behind, piece by piece (straight code, a branch up to where its ways
//! meet, the next loop), and what comes before (its guard), as long as the whole has a description: then the
//! rules of the specification hold of the whole, with what is computed in it no longer taken as known before.
//! A piece behind is only added to what is described already, so that a row of loops costs what it is long;
//! the work is bounded by counted blocks. (Polly, `ScopDetection::expandRegion`, grows regions likewise.)

use super::describe::Walk;
use super::loads::MayWrite;
use super::loops::{CountedLoop, Covered, Loops, reverse_postorder};
use super::lower::lowered;
use super::refusal::{Reason, Refusal};
use super::scop::Scop;
use ir::{BlockId, Model, Opcode, ValueId};

/// Blocks that growing may look at, for each block of the function.
const LOOKS_PER_BLOCK: usize = 64;

/// A static control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The loop it was grown from, among those given.
    pub seed: usize,
    /// Its polyhedral model, or the reason why the loop alone has no description: those in it are then parts
    /// of their own.
    pub scop: Result<Scop, Refusal>,
}

/// The largest parts made of `loops`, in the order of control flow. A loop within one that has a description
/// gets none of its own.
pub fn parts<'m>(model: &'m Model, loops: &[CountedLoop], may_write: &'m MayWrite<'m>) -> Vec<Part> {
    let mut growing = Growing::new(model, loops, may_write);
    let mut order: Vec<usize> = (0..loops.len()).collect();
    order.sort_by_key(|k| growing.position(loops[*k].begin));
    // An outer loop comes before those in it, and its blocks are covered when theirs are asked for.
    let mut covered = Covered::new(model);
    let mut parts = Vec::new();
    for seed in order {
        let Some(block) = model.block_of(loops[seed].begin) else { continue };
        if covered.contains(block) {
            continue;
        }
        let grown = growing.described(&loops[seed]);
        if let Ok((blocks, _)) = &grown {
            covered.cover_loop(loops[seed].begin, loops[seed].end);
            blocks.iter().for_each(|block| covered.cover(*block));
        }
        parts.push(Part { seed, scop: grown.map(|(_, scop)| scop) });
    }
    parts
}

struct Growing<'m> {
    model: &'m Model,
    may_write: &'m MayWrite<'m>,
    /// The position of each block in a reverse postorder; `u32::MAX` for unreachable blocks.
    order: Vec<u32>,
    loops: Loops,
    /// The piece in which each block was last found.
    piece_of: Vec<u32>,
    pieces: u32,
    looks: usize,
}

/// Blocks that are entered at the first of them and left to `exit`, and what they do.
struct Region<'m> {
    entry: BlockId,
    exit: BlockId,
    /// In order.
    blocks: Vec<BlockId>,
    walk: Walk<'m>,
}

impl<'m> Growing<'m> {
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

    fn position(&self, instruction: ValueId) -> u32 {
        self.model.block_of(instruction).map_or(u32::MAX, |block| self.order[block.index()])
    }

    /// The largest region around a loop that has a description; else the loop alone, if that has one.
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
        let mut walk = Walk::new(self.model, entry, self.may_write);
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

    /// Takes in what is immediately before a region, if it can be: up to its immediate dominator.
    fn take_before(&mut self, region: &mut Region<'m>) -> bool {
        let Some(before) = self.model.dominance().immediate_dominator(region.entry) else { return false };
        let Some(blocks) = self.piece(before, region.exit) else { return false };
        let is_one_more = blocks.len() == region.blocks.len() + 1 && blocks[1..] == region.blocks;
        let known = if is_one_more { region.walk.begin_before(before, &self.loops) } else { None };
        let described = known.unwrap_or_else(|| {
            let mut walk = Walk::new(self.model, before, self.may_write);
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

    /// Takes in what follows a region, if it can be.
    fn take_next(&mut self, region: &mut Region<'m>) -> bool {
        let follows = region.exit;
        let exit = match self.loops.by_begin.get(&follows) {
            Some(counted) => self.model.block_of(counted.successor),
            None => self.model.post_dominance().immediate_post_dominator(follows),
        };
        let Some((exit, blocks)) = exit.and_then(|exit| Some((exit, self.piece(follows, exit)?))) else {
            return false;
        };
        // It is entered from the region alone, but for its own loop.
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

    /// The blocks from `entry` up to `exit`, in order, when they are entered and left there alone and no
    /// control flow goes back but at the end of a counting loop.
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
        // A loop that begins at the entry has to end inside, or part of its body would count as the whole.
        let last = self.loops.by_begin.get(&entry).and_then(|counted| self.model.block_of(counted.end));
        let is_whole = last.is_none_or(|last| self.piece_of[last.index()] == self.pieces);
        let is_sound = is_whole && blocks.iter().all(|block| self.is_sound(*block, entry, exit));
        blocks.sort_by_key(|block| self.order[block.index()]);
        is_sound.then_some(blocks)
    }

    /// It is entered from inside but for the entry, and goes back only at the end of a counting loop.
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
