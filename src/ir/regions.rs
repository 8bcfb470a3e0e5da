//! Index of the blocks in a region, and of the loops around a block, with queries that do not scan all
//! blocks.
//!
//! The preorder numbers of a block in the dominator tree and in the post-dominator tree are a point in a
//! plane. The blocks that a block dominates are a range of dominator numbers, those that it post-dominates a
//! range of post-dominator numbers. So the blocks between `b` and `e` are the points in a rectangle, and the
//! back edges e→b whose loops contain a block are the rectangles around a point.
//!
//! A query takes time in the squared logarithm of the number of blocks, plus the size of the result. Points
//! are stored in a merge sort tree. Rectangles are stored in a segment tree over the dominator numbers. The
//! post-dominator ranges in one node of it are nested or disjoint: a forest with jump pointers to ancestors
//! (Myers, "An applicative random-access stack", 1983). A loop lies in one strongly connected component with
//! all its blocks. Each component therefore has a segment tree of its own, so that a sequence of small loops
//! needs memory in proportion to its size.
//!
//! Example: in a sequence of loops of one block each, every block dominates all later ones and post-dominates
//! all earlier ones. The region of one loop is one block.

use super::{BlockId, Csr, Model};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// An index over the blocks of a model. Made by [`Model::regions`].
#[derive(Clone, Debug)]
pub struct Regions {
    /// Preorder numbers in the post-dominator tree, indexed by preorder number in the dominator tree.
    post_preorder: Vec<u32>,
    /// The merge sort tree. Level k: dominator numbers, each aligned group of 2^k of them sorted by
    /// post-dominator number.
    levels: Vec<Vec<u32>>,
    /// The components with a back edge, ascending by number.
    components: Vec<Component>,
    /// The dominator numbers of their blocks, ascending in each component.
    dom_preorder: Vec<u32>,
    /// Back edges by segment tree node, sorted by post-dominator range, outer ranges first. An edge belongs
    /// to the nodes that its dominator range is composed of.
    enclosing: Csr<BackEdge>,
}

/// A strongly connected component and the position of its segment tree.
#[derive(Clone, Copy, Debug)]
struct Component {
    number: u32,
    /// Its part of the dominator numbers: start and length.
    dom_preorder: (u32, u32),
    /// The index of its first node.
    nodes: u32,
}

impl Component {
    /// The number of levels of its segment tree.
    fn levels(&self) -> usize {
        self.dom_preorder.1.next_power_of_two().ilog2() as usize + 1
    }

    fn dom_preorder<'f>(&self, all: &'f [u32]) -> &'f [u32] {
        &all[self.dom_preorder.0 as usize..][..self.dom_preorder.1 as usize]
    }
}

/// A back edge, from the end of a loop to its begin.
#[derive(Clone, Copy, Debug)]
struct BackEdge {
    end: BlockId,
    begin: BlockId,
    /// The first and the last post-dominator number that `end` post-dominates.
    post_range: (u32, u32),
    /// Indices in the row: the closest enclosing range, an enclosing range further out (the edge itself if
    /// there is none), and the number of enclosing ranges.
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
        let post_preorder: Vec<u32> = order.iter().map(number).collect();
        let mut levels: Vec<Vec<u32>> = vec![(0..order.len() as u32).collect()];
        while let Some(last) = levels.last().filter(|_| 1 << (levels.len() - 1) < order.len()) {
            let mut level = last.clone();
            // A group consists of two sorted halves, which the sort merges.
            level
                .chunks_mut(1 << levels.len())
                .for_each(|group| group.sort_by_key(|&n| post_preorder[n as usize]));
            levels.push(level);
        }
        let edges = edges_back(model);
        let (components, dom_preorder) = components(model, &edges);
        let enclosing = enclosing(model, edges, &components, &dom_preorder);
        Self { post_preorder, levels, components, dom_preorder, enclosing }
    }

    /// The number of blocks that `begin` dominates and `end` post-dominates.
    #[inline]
    pub fn count_between(&self, model: &Model, begin: BlockId, end: BlockId) -> usize {
        self.groups_between(model, begin, end).map(<[u32]>::len).sum()
    }

    /// The blocks that `begin` dominates and `end` post-dominates, ascending. Empty if `begin` is unreachable
    /// or `end` reaches no exit.
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
        let post_range = model.post_dominance().dominated_range(end);
        aligned(first).map(move |(level, from)| {
            let group = &self.levels[level][from as usize..from as usize + (1 << level)];
            let below = |bound: u32| group.partition_point(|&n| self.post_preorder[n as usize] < bound);
            &group[below(post_range.start)..below(post_range.end)]
        })
    }

    /// The loops around a block: back edges as pairs (end, begin), such that `begin` dominates `end` and
    /// `block`, and `end` post-dominates `block`. Unordered. Empty if the block is unreachable or reaches no
    /// exit.
    pub fn loops_around(&self, model: &Model, block: BlockId) -> Vec<(BlockId, BlockId)> {
        let mut found = Vec::new();
        let first = model.dominance().dominated_range(block).start;
        if !model.dominance().is_reachable(block) || model.post_dominance().is_endless(block) {
            return found;
        }
        let post_number = self.post_preorder[first as usize];
        let number = model.components().of(block);
        let Ok(at) = self.components.binary_search_by_key(&number, |c| c.number) else { return found };
        let component = self.components[at];
        let place = component.dom_preorder(&self.dom_preorder).partition_point(|&other| other < first) as u32;
        for level in 0..component.levels() {
            let row = self.enclosing.row(component.nodes as usize + node(level, place, component.levels()));
            let behind = row.partition_point(|edge| edge.post_range.0 <= post_number);
            let mut next = innermost(row, behind, post_number);
            while let Some(edge) = row.get(next as usize) {
                found.push((edge.end, edge.begin));
                next = edge.parent;
            }
        }
        found
    }
}

/// The innermost range of a row that contains `number`, among those before index `behind`, all of which start
/// at or before it. [`NONE`] if there is none.
fn innermost(row: &[BackEdge], behind: usize, number: u32) -> u32 {
    let mut at = (behind as u32).wrapping_sub(1);
    // Every range that contains `number` is the last one that starts before it, or one of its ancestors.
    while let Some(edge) = row.get(at as usize).filter(|edge| edge.post_range.1 < number) {
        let skips = edge.parent != NONE && row[edge.jump as usize].post_range.1 < number;
        at = if skips { edge.jump } else { edge.parent };
    }
    at
}

/// A range as aligned groups of 2^level numbers: (level, first number).
fn aligned(range: Range<u32>) -> impl Iterator<Item = (usize, u32)> {
    let mut from = range.start;
    std::iter::from_fn(move || {
        let left = range.end.saturating_sub(from).checked_ilog2()?;
        let level = from.trailing_zeros().min(left);
        from += 1 << level;
        Some((level as usize, from - (1 << level)))
    })
}

/// The segment tree node for the group that a number belongs to on a level, in a tree with `levels` levels.
fn node(level: usize, number: u32, levels: usize) -> usize {
    // The levels above it have 1, 2, 4, … nodes, from the root down.
    (1 << (levels - 1 - level)) - 1 + (number as usize >> level)
}

/// The back edges as (component, end, begin), ascending. Edges from blocks that reach no exit are left out.
fn edges_back(model: &Model) -> Vec<(u32, BlockId, BlockId)> {
    let (dominance, post_dominance) = (model.dominance(), model.post_dominance());
    let mut edges = Vec::new();
    for end in model.blocks().filter(|&b| dominance.is_reachable(b) && !post_dominance.is_endless(b)) {
        let begins = model.block_successors(end).iter();
        let back = begins.filter(|begin| dominance.block_dominates(**begin, end));
        edges.extend(back.map(|&begin| (model.components().of(end), end, begin)));
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The components of these edges, and the dominator numbers of their blocks.
fn components(model: &Model, edges: &[(u32, BlockId, BlockId)]) -> (Vec<Component>, Vec<u32>) {
    let mut has_edge = FixedBitSet::with_capacity(model.block_count());
    edges.iter().for_each(|(number, ..)| has_edge.insert(*number as usize));
    let numbered = model.dominance().order().iter().zip(0..);
    let members = numbered.map(|(&block, first)| (model.components().of(BlockId(block)), first));
    let mut members: Vec<(u32, u32)> = members.filter(|(n, _)| has_edge.contains(*n as usize)).collect();
    members.sort_unstable();
    let (mut components, mut from, mut nodes) = (Vec::new(), 0, 0);
    for group in members.chunk_by(|one, next| one.0 == next.0) {
        let component = Component { number: group[0].0, dom_preorder: (from, group.len() as u32), nodes };
        components.push(component);
        (from, nodes) = (from + component.dom_preorder.1, nodes + (1 << component.levels()) - 1);
    }
    (components, members.into_iter().map(|(_, first)| first).collect())
}

/// The back edges by segment tree node.
fn enclosing(
    model: &Model,
    edges: Vec<(u32, BlockId, BlockId)>,
    components: &[Component],
    dom_preorder: &[u32],
) -> Csr<BackEdge> {
    let post_dominance = model.post_dominance();
    // The part of its component that the begin of an edge dominates.
    let first = |component: &Component, begin: BlockId| {
        let (all, range) = (component.dom_preorder(dom_preorder), model.dominance().dominated_range(begin));
        let place = |bound: u32| all.partition_point(|&other| other < bound) as u32;
        place(range.start)..place(range.end)
    };
    let groups = || edges.chunk_by(|one, next| one.0 == next.0).zip(components);
    let parts = groups().map(|(group, component)| {
        group.iter().map(|(_, _, begin)| aligned(first(component, *begin)).count()).sum::<usize>()
    });
    let nodes = components.last().map_or(0, |c| c.nodes as usize + (1 << c.levels()) - 1);
    let mut rows = Csr::with_capacity(nodes, parts.sum());
    let mut placed: Vec<(usize, BackEdge)> = Vec::new();
    for (group, component) in groups() {
        placed.clear();
        for &(_, end, begin) in group {
            let range = post_dominance.dominated_range(end);
            let post_range = (range.start, range.end - 1);
            let edge = BackEdge { end, begin, post_range, parent: NONE, jump: NONE, depth: 0 };
            let parts = aligned(first(component, begin));
            placed.extend(parts.map(|(level, from)| (node(level, from, component.levels()), edge)));
        }
        placed.sort_by_key(|(node, edge)| (*node, edge.post_range.0, u32::MAX - edge.post_range.1));
        let mut rest = placed.as_mut_slice();
        for node in 0..(1 << component.levels()) - 1 {
            let (row, others) = rest.split_at_mut(rest.partition_point(|(of, _)| *of == node));
            nest(row);
            rows.push(row.iter().map(|(_, edge)| *edge));
            rest = others;
        }
    }
    rows
}

/// Links the ranges of a row, which are nested or disjoint.
fn nest(row: &mut [(usize, BackEdge)]) {
    for at in 0..row.len() {
        let start = row[at].1.post_range.0;
        let mut parent = (at as u32).wrapping_sub(1);
        while row.get(parent as usize).is_some_and(|(_, edge)| edge.post_range.1 < start) {
            parent = row[parent as usize].1.parent;
        }
        let (jump, depth) = match row.get(parent as usize).map(|(_, above)| *above) {
            None => (at as u32, 0),
            Some(above) => {
                let jumped = row[above.jump as usize].1;
                let further = row[jumped.jump as usize].1;
                // Two jumps of equal length are merged into one; otherwise a new sequence of jumps begins.
                let evenly = above.depth - jumped.depth == jumped.depth - further.depth;
                (if evenly { jumped.jump } else { parent }, above.depth + 1)
            }
        };
        let edge = &mut row[at].1;
        (edge.parent, edge.jump, edge.depth) = (parent, jump, depth);
    }
}
