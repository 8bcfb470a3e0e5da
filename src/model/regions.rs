//! Which blocks lie in a region, and which loops lie around a block, without going through all of them.
//!
//! A block has a number in the preorder of the dominator tree and one in that of the post-dominator tree: a point of a
//! plane. What a block dominates is a range of the first numbers, what it post-dominates one of the second. So the blocks
//! between `b` and `e` are the points in a rectangle, and the edges e→b with `b` dominating and `e` post-dominating some
//! block are the rectangles around a point. Both are answered in steps that grow with the square of a logarithm, and with the
//! answer: points by a merge sort tree; rectangles by a segment tree, in each node of which the second ranges, two of
//! which are nested or disjoint, are a forest with jumps to ancestors (Myers, "An applicative random-access stack", 1983).
//!
//! Example: in a row of loops of one block each, every one dominates all behind it and post-dominates all before it; the
//! region of one has one block.

use super::{BlockId, Model, Rows};
use std::ops::Range;

/// An index over the blocks of a model. Made by [`Model::regions`].
#[derive(Clone, Debug)]
pub struct Regions {
    /// By number in the dominator tree: the block's number in the post-dominator tree.
    seconds: Vec<u32>,
    /// By level k: the numbers in the dominator tree, those of each aligned group of 2^k ordered by second number.
    levels: Vec<Vec<u32>>,
    /// By node of the segment tree: edges back whose first range it is a part of, ordered by second range, the outer one first.
    around: Rows<Edge>,
}

/// An edge from the end of a loop back to its begin.
#[derive(Clone, Copy, Debug)]
struct Edge {
    end: BlockId,
    begin: BlockId,
    /// The first number in the post-dominator tree that `end` post-dominates, and the last.
    second: (u32, u32),
    /// In the row: the closest edge with a range around this one, one further off or itself where there is none, and how
    /// many there are.
    parent: u32,
    jump: u32,
    depth: u32,
}

const NONE: u32 = u32::MAX;

impl Regions {
    pub(super) fn new(model: &Model) -> Self {
        let (dominance, post_dominance) = (model.dominance(), model.post_dominance());
        let order = dominance.order();
        let number = |&block: &u32| post_dominance.dominated_range(BlockId(block)).start;
        let seconds: Vec<u32> = order.iter().map(number).collect();
        let mut levels: Vec<Vec<u32>> = vec![(0..order.len() as u32).collect()];
        while let Some(last) = levels.last().filter(|_| 1 << (levels.len() - 1) < order.len()) {
            let mut level = last.clone();
            // Two ordered halves: the sort merges them.
            level.chunks_mut(1 << levels.len()).for_each(|group| group.sort_by_key(|&n| seconds[n as usize]));
            levels.push(level);
        }
        let around = around(model, levels.len());
        Self { seconds, levels, around }
    }

    /// How many blocks `begin` dominates and `end` post-dominates.
    pub fn count_between(&self, model: &Model, begin: BlockId, end: BlockId) -> usize {
        self.groups_between(model, begin, end).map(<[u32]>::len).sum()
    }

    /// The blocks that `begin` dominates and `end` post-dominates, ascending. None if the entry does not reach `begin` or
    /// `end` reaches no exit.
    pub fn between(&self, model: &Model, begin: BlockId, end: BlockId) -> Vec<BlockId> {
        let order = model.dominance().order();
        let numbers = self.groups_between(model, begin, end).flatten();
        let mut blocks: Vec<BlockId> = numbers.map(|&n| BlockId(order[n as usize])).collect();
        blocks.sort_unstable();
        blocks
    }

    fn groups_between(&self, model: &Model, begin: BlockId, end: BlockId) -> impl Iterator<Item = &[u32]> {
        let endless = model.post_dominance().is_endless(end);
        let first = if endless { 0..0 } else { model.dominance().dominated_range(begin) };
        let second = model.post_dominance().dominated_range(end);
        aligned(first).map(move |(level, from)| {
            let group = &self.levels[level][from as usize..from as usize + (1 << level)];
            let below = |bound: u32| group.partition_point(|&n| self.seconds[n as usize] < bound);
            &group[below(second.start)..below(second.end)]
        })
    }

    /// The edges from a block `end` to a block `begin` that dominates it, as (end, begin), of which `begin` dominates
    /// `block` and `end` post-dominates it; in no particular order. None for a block that the entry does not reach, or that reaches no exit.
    pub fn loops_around(&self, model: &Model, block: BlockId) -> Vec<(BlockId, BlockId)> {
        let mut found = Vec::new();
        let first = model.dominance().dominated_range(block).start;
        if !model.dominance().is_reachable(block) || model.post_dominance().is_endless(block) {
            return found;
        }
        let second = self.seconds[first as usize];
        for level in 0..self.levels.len() {
            let row = self.around.row(node(level, first, self.levels.len()));
            let behind = row.partition_point(|edge| edge.second.0 <= second);
            let mut next = innermost(row, behind, second);
            while let Some(edge) = row.get(next as usize) {
                found.push((edge.end, edge.begin));
                next = edge.parent;
            }
        }
        found
    }
}

/// The innermost range of a row that holds `number`, among those before `behind`, which begin at or before it. [`NONE`] if there is none.
fn innermost(row: &[Edge], behind: usize, number: u32) -> u32 {
    let mut at = (behind as u32).wrapping_sub(1);
    // What holds it is an ancestor of the last that begins before it, and so is all that is around that.
    while let Some(edge) = row.get(at as usize).filter(|edge| edge.second.1 < number) {
        let skips = edge.parent != NONE && row[edge.jump as usize].second.1 < number;
        at = if skips { edge.jump } else { edge.parent };
    }
    at
}

/// A range as aligned groups of 2^level numbers: (level, first).
fn aligned(range: Range<u32>) -> impl Iterator<Item = (usize, u32)> {
    let mut from = range.start;
    std::iter::from_fn(move || {
        let left = range.end.saturating_sub(from).checked_ilog2()?;
        let level = from.trailing_zeros().min(left);
        from += 1 << level;
        Some((level as usize, from - (1 << level)))
    })
}

/// The node of a segment tree with so many levels that stands for the group that a number belongs to on a level.
fn node(level: usize, number: u32, levels: usize) -> usize {
    // The nodes above it, of which there are 1, 2, 4, … on the levels from the highest down.
    (1 << (levels - 1 - level)) - 1 + (number as usize >> level)
}

/// The edges back by nodes of the segment tree.
fn around(model: &Model, levels: usize) -> Rows<Edge> {
    let (dominance, post_dominance) = (model.dominance(), model.post_dominance());
    let mut placed: Vec<(usize, Edge)> = Vec::new();
    for end in model.blocks().filter(|&b| dominance.is_reachable(b) && !post_dominance.is_endless(b)) {
        let mut begins = model.block_successors(end).to_vec();
        begins.sort_unstable();
        begins.dedup();
        for begin in begins.into_iter().filter(|&begin| dominance.block_dominates(begin, end)) {
            let range = post_dominance.dominated_range(end);
            let second = (range.start, range.end - 1);
            let edge = Edge { end, begin, second, parent: NONE, jump: NONE, depth: 0 };
            let parts = aligned(dominance.dominated_range(begin));
            placed.extend(parts.map(|(level, from)| (node(level, from, levels), edge)));
        }
    }
    placed.sort_by_key(|(node, edge)| (*node, edge.second.0, u32::MAX - edge.second.1));
    let mut rows = Rows::new();
    let mut rest = placed.as_mut_slice();
    for node in 0..(1 << levels) - 1 {
        let (row, others) = rest.split_at_mut(rest.partition_point(|(of, _)| *of == node));
        nest(row);
        rows.push(row.iter().map(|(_, edge)| *edge));
        rest = others;
    }
    rows
}

/// Links the ranges of a row, which are nested or disjoint.
fn nest(row: &mut [(usize, Edge)]) {
    for at in 0..row.len() {
        let start = row[at].1.second.0;
        let mut parent = (at as u32).wrapping_sub(1);
        while row.get(parent as usize).is_some_and(|(_, edge)| edge.second.1 < start) {
            parent = row[parent as usize].1.parent;
        }
        let (jump, depth) = match row.get(parent as usize).map(|(_, above)| *above) {
            None => (at as u32, 0),
            Some(above) => {
                let jumped = row[above.jump as usize].1;
                let further = row[jumped.jump as usize].1;
                // Two jumps of one length become one; else a short one begins a new series.
                let evenly = above.depth - jumped.depth == jumped.depth - further.depth;
                (if evenly { jumped.jump } else { parent }, above.depth + 1)
            }
        };
        let edge = &mut row[at].1;
        (edge.parent, edge.jump, edge.depth) = (parent, jump, depth);
    }
}
