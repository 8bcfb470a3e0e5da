//! Paths that avoid a point: "all … flow from a to b passes through c".
//!
//! It holds iff every path of length at least one from a to b contains c, ends included; so it holds
//! when c is a or b, and else iff b cannot be reached from a once c is removed. Control flow is answered by
//! blocks, searched from both ends at once, and positions decide inside a block, which may be re-entered from its
//! top. Data flow and the program dependence graph are searched by value, and what is reached is kept as a bit set.

use super::{BlockId, Model, ValueId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;

/// Which graph a path runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum Flow {
    /// The control flow graph.
    Control,
    /// The data flow graph.
    Data,
    /// The program dependence graph.
    Any,
}

/// Answers questions about paths in one model and keeps what it found out, within a limit of memory.
#[derive(Debug)]
pub struct Paths<'m> {
    model: &'m Model,
    kept: RefCell<Kept>,
    meeting: RefCell<Meeting>,
}

/// Reached sets by graph, start and removed node.
#[derive(Debug, Default)]
struct Kept {
    sets: FxHashMap<(Flow, u32, u32), Rc<FixedBitSet>>,
    bits: usize,
}

/// At most this many bits of reached sets are kept (32 MiB); then all are forgotten and it starts anew.
const KEPT_BITS: usize = 1 << 28;

impl<'m> Paths<'m> {
    /// For that model.
    pub fn new(model: &'m Model) -> Self {
        Self { model, kept: RefCell::default(), meeting: RefCell::default() }
    }

    /// Whether every path of length at least one from `from` to `to` contains `through`, ends included.
    /// In the control flow graph false unless all three are instructions.
    pub fn pass_through(&self, flow: Flow, from: ValueId, to: ValueId, through: ValueId) -> bool {
        let is_instruction = |v| self.model.position(v).is_some();
        if flow == Flow::Control && ![from, to, through].into_iter().all(is_instruction) {
            return false;
        }
        if through == from || through == to {
            return true;
        }
        match flow {
            Flow::Control => !self.control_flow_around(from, to, through),
            _ => {
                let search = || match flow {
                    Flow::Data => data_reach(self.model, from, through),
                    _ => dependence_reach(self.model, from, through),
                };
                !self.kept((flow, from.0, through.0), search).contains(to.index())
            }
        }
    }

    /// Whether a control flow path leads from `from` to `to` and avoids `around`, which is neither.
    fn control_flow_around(&self, from: ValueId, to: ValueId, around: ValueId) -> bool {
        let blocks = (self.model.block_of(from), self.model.block_of(to), self.model.block_of(around));
        let (Some(start), Some(end), Some(removed)) = blocks else { return false };
        if start == removed && from < around {
            // Straight into it, unless `to` comes first.
            return end == start && from < to && to < around;
        }
        if start == end && from < to {
            return true;
        }
        if (end == removed && around < to) || !self.model.components().may_reach(start, end) {
            return false;
        }
        self.meeting.borrow_mut().joins(self.model, (start, end), removed)
    }

    fn kept(&self, key: (Flow, u32, u32), search: impl FnOnce() -> FixedBitSet) -> Rc<FixedBitSet> {
        if let Some(set) = self.kept.borrow().sets.get(&key) {
            return Rc::clone(set);
        }
        let set = Rc::new(search());
        let mut kept = self.kept.borrow_mut();
        if kept.bits > KEPT_BITS {
            *kept = Kept::default();
        }
        // The map's own entry counts, too: some 64 bytes.
        kept.bits += set.len() + 512;
        kept.sets.insert(key, Rc::clone(&set));
        set
    }
}

/// Searches forward from one block and backward from another until they meet or one is at its end, so that the costs are
/// those of the smaller search: of the inside of a loop, and not of the function around it.
#[derive(Debug, Default)]
struct Meeting {
    /// By block, the last search that came to it, forward and backward.
    met: [Vec<u32>; 2],
    searches: u32,
    stacks: [Vec<BlockId>; 2],
}

impl Meeting {
    /// Whether a path of length at least one leads from the first block to the second without running through `removed`, which may be
    /// an end.
    fn joins(&mut self, model: &Model, (start, end): (BlockId, BlockId), removed: BlockId) -> bool {
        if self.met[0].len() < model.block_count() || self.searches == u32::MAX {
            self.met = [vec![0; model.block_count()], vec![0; model.block_count()]];
            self.searches = 0;
        }
        self.searches += 1;
        let (search, goals) = (self.searches, [end, start]);
        self.stacks = [vec![start], vec![end]];
        loop {
            for way in [0, 1] {
                let Some(block) = self.stacks[way].pop() else { return false };
                let mut next = |next: BlockId| {
                    let is_new = std::mem::replace(&mut self.met[way][next.index()], search) != search;
                    let joins = next != removed && self.met[1 - way][next.index()] == search;
                    if is_new && next != removed {
                        self.stacks[way].push(next);
                    }
                    next == goals[way] || joins
                };
                let joined = match way {
                    0 => model.block_successors(block).iter().any(|&to| next(to)),
                    _ => model.block_predecessors(block).iter().any(|&(_, from)| next(from)),
                };
                if joined {
                    return true;
                }
            }
        }
    }
}

/// The values that data flow of length at least one from `start` leads to around `removed`.
fn data_reach(model: &Model, start: ValueId, removed: ValueId) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(model.len());
    let mut stack = vec![start];
    while let Some(value) = stack.pop() {
        for edge in model.uses(value) {
            if edge.to != removed && !reached.put(edge.to.index()) {
                stack.push(edge.to);
            }
        }
    }
    reached
}

/// The values that paths of the program dependence graph of length at least one from `start` lead to around `removed`.
fn dependence_reach(model: &Model, start: ValueId, removed: ValueId) -> FixedBitSet {
    let mut search = DependenceSearch {
        model,
        removed,
        reached: FixedBitSet::with_capacity(model.len()),
        controlled: FixedBitSet::with_capacity(model.block_count()),
        stack: vec![start],
    };
    while let Some(value) = search.stack.pop() {
        for edge in model.uses(value) {
            search.reach(edge.to);
        }
        search.control(value);
    }
    search.reached
}

/// A search forward in the program dependence graph; a block that is controlled as a whole is entered once.
struct DependenceSearch<'m> {
    model: &'m Model,
    removed: ValueId,
    reached: FixedBitSet,
    controlled: FixedBitSet,
    stack: Vec<ValueId>,
}

impl DependenceSearch<'_> {
    fn reach(&mut self, value: ValueId) {
        if value != self.removed && !self.reached.put(value.index()) {
            self.stack.push(value);
        }
    }

    fn control(&mut self, value: ValueId) {
        let model = self.model;
        let Some(block) = model.block_of(value) else { return };
        for dependent in model.endless_dependents(value) {
            self.reach(dependent);
            if let Some(last) = model.block_of(dependent).filter(|b| model.terminator(*b) == dependent) {
                self.reach_phis(last);
            }
        }
        if model.terminator(block) != value {
            return;
        }
        for &dependent in model.control_dependence().dependents(block) {
            if !self.controlled.put(dependent.index()) {
                model.block_instructions(dependent).for_each(|v| self.reach(v));
                self.reach_phis(dependent);
            }
        }
    }

    /// The phis that depend on what controls the terminator of `block`.
    fn reach_phis(&mut self, block: BlockId) {
        let model = self.model;
        for &next in model.block_successors(block) {
            model.phis(next).for_each(|p| self.reach(p));
        }
    }
}
