//! How far a static control part reaches: the largest region around a loop, neighbours included.
//!
//! ```text
//! solutions: for i { for j {…} }, for j {…}, for k {…}      =>      one part: for i { for j {…} } for k {…}
//! ```
//!
//! A region is entered at one block and left to one other. It starts as a loop that lies in no other solution, and takes in what
//! comes before (its guard) and behind (the next loop) as long as the whole has a description: then the rules of the specification
//! hold of the whole, with what is computed in it no longer taken as known before. Growing forward looks at each block a
//! few times only; the work is bounded by counted blocks. (Polly, `ScopDetection::expandRegion`, grows regions likewise.)

use super::describe::{Description, describe};
use crate::model::{BlockId, Model, Opcode, ValueId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// Blocks that growing may look at, for each block of the function.
const LOOKS_PER_BLOCK: usize = 64;

/// A loop that a solution found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedLoop {
    /// The terminator that leads into it.
    pub precursor: ValueId,
    /// Its first instruction.
    pub begin: ValueId,
    /// The terminator at its end.
    pub end: ValueId,
    /// The instruction that follows it.
    pub successor: ValueId,
}

/// A static control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The loop it was grown from, among those given.
    pub seed: usize,
    /// What it does; `None` when the loop alone cannot be expressed.
    pub description: Option<Description>,
}

/// The largest parts made of `loops`, in the order of control flow. A loop within another one gets none of its own.
pub fn parts(model: &Model, loops: &[CountedLoop]) -> Vec<Part> {
    let mut growing = Growing::new(model, loops);
    let mut order: Vec<usize> = (0..loops.len()).filter(|k| !growing.is_inner(loops, *k)).collect();
    order.sort_by_key(|k| growing.position(loops[*k].begin));
    let mut covered = FixedBitSet::with_capacity(model.block_count());
    let mut parts = Vec::new();
    for seed in order {
        let Some(block) = model.block_of(loops[seed].begin) else { continue };
        if covered.contains(block.index()) {
            continue;
        }
        let grown = growing.grow(&loops[seed]);
        if let Some((blocks, _)) = &grown {
            blocks.iter().for_each(|block| covered.insert(block.index()));
        }
        parts.push(Part { seed, description: grown.map(|(_, description)| description) });
    }
    parts
}

struct Growing<'m> {
    model: &'m Model,
    /// By block, its place in a reverse postorder; `u32::MAX` when control never gets there.
    order: Vec<u32>,
    by_end: FxHashMap<ValueId, CountedLoop>,
    ends: FxHashMap<ValueId, ValueId>,
    looks: usize,
}

type Region = (Vec<BlockId>, Description);

impl<'m> Growing<'m> {
    fn new(model: &'m Model, loops: &[CountedLoop]) -> Self {
        let by_end = loops.iter().map(|counted| (counted.end, *counted)).collect();
        let ends = loops.iter().map(|counted| (counted.begin, counted.end)).collect();
        let looks = LOOKS_PER_BLOCK * model.block_count();
        Self { model, order: reverse_postorder(model), by_end, ends, looks }
    }

    fn position(&self, instruction: ValueId) -> u32 {
        self.model.block_of(instruction).map_or(u32::MAX, |block| self.order[block.index()])
    }

    fn is_inner(&self, loops: &[CountedLoop], k: usize) -> bool {
        let inner = &loops[k];
        loops.iter().any(|outer| {
            outer.begin != inner.begin
                && self.model.dominates(outer.begin, inner.begin)
                && self.model.post_dominates(outer.end, inner.end)
        })
    }

    /// The largest region around a loop.
    fn grow(&mut self, seed: &CountedLoop) -> Option<Region> {
        let mut entry = self.model.block_of(seed.begin)?;
        let mut exit = self.model.block_of(seed.successor)?;
        let mut best = self.region(entry, exit)?;
        loop {
            let before = self.model.dominance().immediate_dominator(entry);
            if let Some((block, region)) = before.and_then(|b| Some((b, self.region(b, exit)?))) {
                (entry, best) = (block, region);
                continue;
            }
            let behind = self.model.post_dominance().immediate_post_dominator(exit);
            match behind.and_then(|b| Some((b, self.region(entry, b)?))) {
                Some((block, region)) => (exit, best) = (block, region),
                None => return Some(best),
            }
        }
    }

    /// The blocks from `entry` up to `exit`, when they are a static control part.
    fn region(&mut self, entry: BlockId, exit: BlockId) -> Option<Region> {
        let mut inside = FixedBitSet::with_capacity(self.model.block_count());
        let mut blocks = vec![entry];
        inside.insert(entry.index());
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            self.looks = self.looks.checked_sub(1)?;
            let terminator = self.model.opcode(self.model.terminator(block))?;
            if !matches!(terminator, Opcode::Br | Opcode::Switch) {
                return None;
            }
            for &to in self.model.block_successors(block) {
                if to != exit && !inside.put(to.index()) {
                    blocks.push(to);
                }
            }
        }
        if inside.contains(exit.index()) || !blocks.iter().all(|b| self.is_sound(*b, entry, exit, &inside)) {
            return None;
        }
        blocks.sort_by_key(|block| self.order[block.index()]);
        let description = describe(self.model, &blocks, &self.by_end, &self.ends)?;
        Some((blocks, description))
    }

    /// It is entered from inside but for the entry, and goes back only at the end of a counting loop.
    fn is_sound(&self, block: BlockId, entry: BlockId, exit: BlockId, inside: &FixedBitSet) -> bool {
        let place = |b: BlockId| self.order[b.index()];
        let from_inside = self
            .model
            .block_predecessors(block)
            .iter()
            .all(|(_, from)| block == entry || inside.contains(from.index()) || place(*from) == u32::MAX);
        let end = self.model.terminator(block);
        let forward = self.model.block_successors(block).iter().filter(|to| **to != exit).all(|to| {
            let begin = self.model.block_first(*to);
            place(*to) > place(block) || self.by_end.get(&end).is_some_and(|l| l.begin == begin)
        });
        from_inside && forward
    }
}

/// By block its place in a reverse postorder of control flow.
fn reverse_postorder(model: &Model) -> Vec<u32> {
    let mut order = vec![u32::MAX; model.block_count()];
    let mut seen = FixedBitSet::with_capacity(model.block_count());
    let mut finished = Vec::new();
    let mut stack: Vec<(BlockId, usize)> =
        model.blocks().next().map(|entry| (entry, 0)).into_iter().collect();
    stack.iter().for_each(|(entry, _)| seen.insert(entry.index()));
    while let Some((block, next)) = stack.last_mut() {
        match model.block_successors(*block).get(*next) {
            Some(to) => {
                *next += 1;
                if !seen.put(to.index()) {
                    stack.push((*to, 0));
                }
            }
            None => {
                finished.push(*block);
                stack.pop();
            }
        }
    }
    for (place, block) in finished.iter().rev().enumerate() {
        order[block.index()] = place as u32;
    }
    order
}
