//! A shortest way to an exit that meets none of some instructions, and the branch by which it leaves the ways
//! that do.
//!
//! It is the witness of a negative answer about events (`events.rs`).
//!
//! In: `%p = call @malloc`, `free` in one arm of a branch. Out: the branch, and the `ret` behind the other
//! arm.

use super::Dataflow;
use crate::model::{BlockId, Model, ValueId};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A way to an exit past some instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayPast {
    /// The last branch on it that could have gone another way, to one of them.
    pub branch: Option<ValueId>,
    /// The terminator it ends in.
    pub exit: ValueId,
}

impl Dataflow<'_> {
    /// A shortest way from behind instruction `from` to an exit that meets none of `events`; `None` where
    /// there is none.
    pub fn way_past(&self, from: ValueId, events: &[ValueId]) -> Option<WayPast> {
        let model = self.model;
        WayPast::along(model, &shortest(model, from, events)?, events)
    }
}

impl WayPast {
    /// The way past of a path, given by its blocks.
    pub fn along(model: &Model, path: &[BlockId], events: &[ValueId]) -> Option<WayPast> {
        let meeting = leading_to(model, events);
        let leaves = |pair: &&[BlockId]| {
            let [at, next] = **pair else { return false };
            model.block_successors(at).iter().any(|to| *to != next && meeting.contains(to))
        };
        let branch = path.windows(2).rev().find(leaves).map(|pair| model.terminator(pair[0]));
        Some(WayPast { branch, exit: model.terminator(*path.last()?) })
    }
}

/// The blocks of a shortest way, from that of `from` to one without successors.
fn shortest(model: &Model, from: ValueId, events: &[ValueId]) -> Option<Vec<BlockId>> {
    let start = model.block_of(from)?;
    let is_blocked = |block: BlockId| events.iter().any(|event| model.block_of(*event) == Some(block));
    if events.iter().any(|event| model.block_of(*event) == Some(start) && *event > from) {
        return None;
    }
    if model.terminator(start) == from && model.block_successors(start).is_empty() {
        return None;
    }
    let mut came_from: Vec<Option<BlockId>> = vec![None; model.block_count()];
    let mut open = VecDeque::from([start]);
    while let Some(block) = open.pop_front() {
        if model.block_successors(block).is_empty() {
            let mut path = vec![block];
            while let Some(before) =
                path.last().copied().filter(|b| *b != start).and_then(|b| came_from[b.index()])
            {
                path.push(before);
            }
            path.reverse();
            return Some(path);
        }
        for next in model.block_successors(block) {
            if *next != start && !is_blocked(*next) && came_from[next.index()].is_none() {
                came_from[next.index()] = Some(block);
                open.push_back(*next);
            }
        }
    }
    None
}

/// The blocks from which a way leads to one of the events, its own block among them.
fn leading_to(model: &Model, events: &[ValueId]) -> FxHashSet<BlockId> {
    let mut seen = FxHashSet::default();
    let mut open: Vec<BlockId> = events.iter().filter_map(|event| model.block_of(*event)).collect();
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(model.block_predecessors(block).iter().map(|(_, from)| *from));
        }
    }
    seen
}
