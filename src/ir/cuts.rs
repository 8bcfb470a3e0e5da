//! Sets of points, and edges, as cuts: "all … flow from a to b passes through {c, d}" and "… through c -> d".
//!
//! The set function of the theory: every path of length at least one from a to b contains a member of the
//! set, ends included. So the relation holds if a or b is a member, and otherwise iff b is unreachable from a
//! once the set is removed. Control flow is searched by blocks: a block is passed if no member is in it. The
//! reached sets are cached by start and cut.
//!
//! ```text
//! cut {c, d}:   no path may arrive at c or d
//! cut c -> d:   no path may go from c to d; it may arrive at d in other ways
//! ```

use super::reached::{CACHE_BITS, Cut, CutCache, data_reach, dependence_reach};
use super::{BlockId, Flow, Model, Paths, ValueId};
use fixedbitset::FixedBitSet;
use std::rc::Rc;

impl Paths<'_> {
    /// Whether every path of length at least one from `from` to `to` contains one of `cut`, ends included. In
    /// the control flow graph false unless both ends are instructions.
    pub fn pass_through_any(&self, flow: Flow, from: ValueId, to: ValueId, cut: &[ValueId]) -> bool {
        if flow == Flow::Control && !self.are_instructions(from, to) {
            return false;
        }
        if cut.contains(&from) || cut.contains(&to) {
            return true;
        }
        let mut cut = cut.to_vec();
        cut.sort_unstable();
        cut.dedup();
        !self.leads_without(flow, from, to, Cut::Values(cut))
    }

    /// Whether every path of length at least one from `from` to `to` contains the edge. In the control flow
    /// graph false unless both ends are instructions.
    pub fn pass_through_edge(
        &self,
        flow: Flow,
        (from, to): (ValueId, ValueId),
        (before, behind): (ValueId, ValueId),
    ) -> bool {
        if flow == Flow::Control && !self.are_instructions(from, to) {
            return false;
        }
        !self.leads_without(flow, from, to, Cut::Edge(before, behind))
    }

    fn are_instructions(&self, from: ValueId, to: ValueId) -> bool {
        self.model.position(from).is_some() && self.model.position(to).is_some()
    }

    /// Whether a path of length at least one leads from `from` to `to` once the cut is removed.
    fn leads_without(&self, flow: Flow, from: ValueId, to: ValueId, cut: Cut) -> bool {
        if flow != Flow::Control {
            return self.reached_without(flow, from, cut).contains(to.index());
        }
        let (Some(start), Some(end)) = (self.model.block_of(from), self.model.block_of(to)) else {
            return false;
        };
        let blocked = blocked(self.model, &cut);
        let first = self.model.block_first(end);
        (start == end && from < to && is_clear(&blocked, ValueId(from.0 + 1), to))
            || (self.reached_without(flow, from, cut).contains(end.index()) && is_clear(&blocked, first, to))
    }

    fn reached_without(&self, flow: Flow, from: ValueId, cut: Cut) -> Rc<FixedBitSet> {
        let key = (flow, from, cut);
        if let Some(known) = self.cuts.borrow().sets.get(&key) {
            return Rc::clone(known);
        }
        let (set, work) = match (flow, &key.2) {
            (Flow::Control, cut) => control_reach(self.model, from, cut),
            (Flow::Data, Cut::Values(cut)) => data_reach(self.model, from, cut),
            (Flow::Any, Cut::Values(cut)) => dependence_reach(self.model, from, cut),
            (_, Cut::Edge(before, behind)) => reach_without_edge(self.model, flow, from, (*before, *behind)),
        };
        self.count_work(work + set.len() / 64);
        let set = Rc::new(set);
        let mut cache = self.cuts.borrow_mut();
        if cache.bits > CACHE_BITS {
            *cache = CutCache::default();
        }
        let members = if let Cut::Values(cut) = &key.2 { cut.len() } else { 2 };
        // Accounts for the map entry and the cut, too.
        cache.bits += set.len() + 512 + 32 * members;
        cache.sets.insert(key, Rc::clone(&set));
        set
    }
}

/// The instructions at which no path may arrive. Inside a block, an edge is the way to the instruction behind
/// it.
fn blocked(model: &Model, cut: &Cut) -> Vec<ValueId> {
    match cut {
        Cut::Values(cut) => cut.clone(),
        Cut::Edge(before, behind) => match model.block_of(*before) {
            Some(block) if model.terminator(block) != *before && behind.0 == before.0 + 1 => vec![*behind],
            _ => Vec::new(),
        },
    }
}

/// Whether no blocked instruction is between two of one block, ends included.
fn is_clear(blocked: &[ValueId], first: ValueId, last: ValueId) -> bool {
    let at = blocked.partition_point(|blocked| *blocked < first);
    blocked.get(at).is_none_or(|blocked| *blocked > last)
}

/// The blocks that control enters at their top on paths from an instruction, and the work done.
fn control_reach(model: &Model, from: ValueId, cut: &Cut) -> (FixedBitSet, usize) {
    let blocked = blocked(model, cut);
    let mut reached = FixedBitSet::with_capacity(model.block_count());
    let (mut open, mut work): (Vec<BlockId>, usize) = (Vec::new(), 0);
    let is_cut = |end: ValueId, next: BlockId| *cut == Cut::Edge(end, model.block_first(next));
    let mut leave = |block: BlockId, after: ValueId, open: &mut Vec<BlockId>| {
        let end = model.terminator(block);
        if after <= end && !is_clear(&blocked, after, end) {
            return;
        }
        work += 1 + model.block_successors(block).len();
        let next = model.block_successors(block).iter().filter(|next| !is_cut(end, **next));
        open.extend(next.filter(|next| !reached.put(next.index())));
    };
    if let Some(start) = model.block_of(from) {
        leave(start, ValueId(from.0 + 1), &mut open);
    }
    while let Some(block) = open.pop() {
        leave(block, model.block_first(block), &mut open);
    }
    (reached, work)
}

/// The values that paths of length at least one reach without an edge, and the work done.
fn reach_without_edge(
    model: &Model,
    flow: Flow,
    from: ValueId,
    edge: (ValueId, ValueId),
) -> (FixedBitSet, usize) {
    let mut reached = FixedBitSet::with_capacity(model.len());
    let (mut open, mut work) = (vec![from], 0);
    while let Some(value) = open.pop() {
        let next: Vec<ValueId> = match flow {
            Flow::Data => model.uses(value).iter().map(|edge| edge.to).collect(),
            _ => model.dependents(value),
        };
        work += 1 + next.len();
        let next = next.into_iter().filter(|next| (value, *next) != edge);
        open.extend(next.filter(|next| !reached.put(next.index())));
    }
    (reached, work)
}
