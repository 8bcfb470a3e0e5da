//! Avoiding paths: a shortest path to an exit, or to an instruction, that contains none of some events, and
//! the branch by which it diverges from the paths that do.
//!
//! Such a path is the witness of a negative answer about events (`events.rs`), dominance and paths.
//!
//! In: `%p = call @malloc`, `free` in one arm of a branch. Out: the branch, and the `ret` after the other
//! arm.

use super::Dataflow;
use ir::{BlockId, Model, ValueId};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A path that avoids some events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayPast {
    /// The last branch on the path with another edge that leads to an event.
    pub branch: Option<ValueId>,
    /// The instruction at its end; the terminator of an exit if no target was given.
    pub exit: ValueId,
}

impl Dataflow<'_> {
    /// A shortest path from after instruction `from` to an exit that avoids all `events`; `None` if there is
    /// none.
    pub fn way_past(&self, from: ValueId, events: &[ValueId]) -> Option<WayPast> {
        let model = self.model;
        let is_exit = |block: BlockId| model.block_successors(block).is_empty();
        WayPast::along(model, &shortest(model, from, is_exit, events)?, events)
    }
}

impl WayPast {
    /// The avoiding path with these blocks.
    pub fn along(model: &Model, path: &[BlockId], events: &[ValueId]) -> Option<WayPast> {
        let meeting = leading_to(model, events);
        let leaves = |pair: &&[BlockId]| {
            let [at, next] = **pair else { return false };
            model.block_successors(at).iter().any(|to| *to != next && meeting.contains(to))
        };
        let branch = path.windows(2).rev().find(leaves).map(|pair| model.terminator(pair[0]));
        Some(WayPast { branch, exit: model.terminator(*path.last()?) })
    }

    /// A shortest path from after one instruction to another one that avoids a third. `None` if there is
    /// none, or only one from the end of the block of `from` back to its start.
    pub fn between(model: &Model, from: ValueId, to: ValueId, event: ValueId) -> Option<WayPast> {
        let last = model.block_of(to)?;
        let events = [event];
        let path = match model.block_of(from)? == last && to > from {
            true if model.block_of(event)? == last && event > from && event < to => return None,
            true => vec![last],
            false => shortest(model, from, |block| block == last, &events)?,
        };
        Some(WayPast { exit: to, ..WayPast::along(model, &path, &events)? })
    }
}

/// The blocks of a shortest path, from that of `from` to a final one.
fn shortest(
    model: &Model,
    from: ValueId,
    is_end: impl Fn(BlockId) -> bool,
    events: &[ValueId],
) -> Option<Vec<BlockId>> {
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
        if is_end(block) {
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

/// The blocks from which one of the events can be reached, their own blocks included.
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

#[cfg(test)]
mod tests {
    use super::*;
    use ir::testing::sketch::{sketch, value};

    /// A loop with an exit in its middle and one at its end.
    const TWO_EXITS: &str = "
        param c:i1
        param d:i1
        entry:
          before:void = br -> body
        body:
          i:i32 = phi i32:0@entry j@rest
          test:void = br c -> early rest
        rest:
          j:i32 = add i i32:1
          again:void = br d -> body late
        early:
          first:void = ret
        late:
          second:void = ret";

    #[test]
    fn ways_leave_by_the_last_branch() {
        let model = sketch(TWO_EXITS);
        let named = |name: &str| value(&model, name);
        let way = Dataflow::new(&model).way_past(named("i"), &[named("again")]);
        assert_eq!(way, Some(WayPast { branch: Some(named("test")), exit: named("first") }));
        let between = |from, to, event| WayPast::between(&model, named(from), named(to), named(event));
        let to = |branch, exit| Some(WayPast { branch: Some(named(branch)), exit: named(exit) });
        assert_eq!(between("before", "second", "first"), to("again", "second"), "back to the begin");
        assert_eq!(between("i", "first", "j"), to("test", "first"));
        assert_eq!(between("before", "second", "j"), None, "all lead there");
        assert_eq!(between("j", "again", "i"), Some(WayPast { branch: None, exit: named("again") }));
        assert_eq!(between("i", "again", "j"), None);
    }
}
