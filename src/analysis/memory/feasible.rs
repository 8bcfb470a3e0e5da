//! Feasible paths: from an instruction to an exit that avoids certain events, or to a use of a pointer.
//!
//! A path is searched block by block together with the facts known on it (`known`): which phis are equal to
//! the pointer, and how values compare. Branches that contradict these facts are not taken. Two paths that
//! arrive at a block with the same facts are one. If there are too many states, the search is abandoned and
//! no path is reported.
//!
//! ```text
//! p = malloc         p is not null here, so that a branch on it has one direction
//! q = phi p, null    q is p on the path from there; free(q) passes p on, and so does a load that may find p
//! ```
//!
//! In: `p = malloc; if (p) { if (c) free(p); }` and the call of `free`. Out: the blocks of the path on which
//! `c` is false.

mod search;

use super::Memory;
use super::known::{Leaf, PathFacts, Scene};
use ir::{BlockId, Model, Opcode, ValueId, ValueKind};
use rustc_hash::FxHashSet;
use search::{Goal, Search};

/// Limit on the number of operands and users visited by one local search.
const MOST_LOOKED: usize = 256;

impl Memory<'_> {
    /// A path from after the definition of `pointer`, which is not null, to an exit, on which the pointer is
    /// passed to none of `events`.
    pub fn path_unpassed(&self, pointer: ValueId, events: &[ValueId]) -> Option<Vec<BlockId>> {
        let mut known = self.known_at(pointer)?;
        known.bind(pointer, Leaf::Tracked);
        Search::new(self, Some(pointer), Goal::ExitUnpassed(events)).run(pointer, vec![known])
    }

    /// Like [`path_unpassed`](Self::path_unpassed), from after `from`, whose result is zero.
    pub fn path_unpassed_where_zero(
        &self,
        from: ValueId,
        pointer: ValueId,
        events: &[ValueId],
    ) -> Option<Vec<BlockId>> {
        let mut known = self.known_at(from)?;
        known.bind(from, Leaf::Number(0));
        known.bind(pointer, Leaf::Tracked);
        Search::new(self, Some(pointer), Goal::ExitUnpassed(events)).run(from, vec![known])
    }

    /// A path from `from`, inclusive, to an exit, on which `pointer` is passed to none of `events`.
    ///
    /// If `from` is a phi, the path enters its block by an edge over which the pointer is available.
    pub fn path_unpassed_from(
        &self,
        from: ValueId,
        pointer: ValueId,
        events: &[ValueId],
    ) -> Option<Vec<BlockId>> {
        let search = Search::new(self, Some(pointer), Goal::ExitUnpassed(events));
        let block = self.model.block_of(from)?;
        if self.model.opcode(from) == Some(Opcode::Phi) {
            return search.run_into(block, self.arriving(block, pointer));
        }
        let mut known = self.known_at(from)?;
        known.bind(pointer, Leaf::Tracked);
        search.run_from(from, from.0, vec![known])
    }

    /// The edges into a block on which a non-null pointer is available: the predecessor, and the facts known
    /// there.
    fn arriving(&self, block: BlockId, pointer: ValueId) -> Vec<(BlockId, PathFacts)> {
        let model = self.model;
        let mut starts = Vec::new();
        for &(_, above) in model.block_predecessors(block) {
            let end = model.terminator(above);
            let Some(mut known) = self.known_at(end).filter(|_| model.dominates(pointer, end)) else {
                continue;
            };
            known.bind(pointer, Leaf::Tracked);
            let mut is_possible = true;
            if let Some((condition, holds)) = only_way(model, above, block) {
                is_possible = known.assume(self.scene(Some(pointer)), condition, holds, 0);
            }
            starts.extend(is_possible.then_some((above, known)));
        }
        starts
    }

    /// A path from after `from`, whose result is zero, to an exit that avoids all of `events`.
    pub fn path_past_where_zero(&self, from: ValueId, events: &[ValueId]) -> Option<Vec<BlockId>> {
        let mut known = self.known_at(from)?;
        known.bind(from, Leaf::Number(0));
        Search::new(self, None, Goal::ExitPast(events)).run(from, vec![known])
    }

    /// A path from after `from`, which uses `pointer`, to an execution of `to` that uses the pointer with the
    /// value it had at `from`.
    pub fn path_to_use(&self, pointer: ValueId, from: ValueId, to: ValueId) -> Option<Vec<BlockId>> {
        if !self.may_have(to, pointer) {
            return None;
        }
        let mut starts = self.choices(pointer, from)?;
        starts.iter_mut().for_each(|known| known.bind(pointer, Leaf::Tracked));
        Search::new(self, Some(pointer), Goal::Use(to)).run(from, starts)
    }

    /// Whether, on some path, an operand of an instruction can be a pointer, a value that it was selected
    /// from, or a value computed from it.
    fn may_have(&self, at: ValueId, pointer: ValueId) -> bool {
        let model = self.model;
        let is_chosen = matches!(model.opcode(pointer), Some(Opcode::Select | Opcode::Phi));
        let chosen = sources(model, pointer).filter(|_| is_chosen);
        let followed: Vec<ValueId> = std::iter::once(pointer).chain(chosen).collect();
        let mut open: Vec<ValueId> = model.operands(at).iter().map(|edge| edge.to).collect();
        let mut seen = FxHashSet::default();
        while let Some(value) = open.pop() {
            if followed.contains(&value) || seen.len() > MOST_LOOKED {
                return true;
            }
            if seen.insert(value) {
                self.count_work(1);
                open.extend(sources(model, value));
            }
        }
        false
    }

    /// The possible facts at an instruction: one alternative for each value that a pointer may have been
    /// selected from.
    fn choices(&self, pointer: ValueId, at: ValueId) -> Option<Vec<PathFacts>> {
        let (model, scene) = (self.model, self.scene(Some(pointer)));
        let known = self.known_at(at)?;
        let operand = |n| model.operand(pointer, n);
        let mut starts = Vec::new();
        match (model.opcode(pointer), operand(0), operand(1), operand(2)) {
            (Some(Opcode::Select), Some(condition), Some(first), Some(second)) => {
                for (holds, chosen) in [(true, first), (false, second)] {
                    let mut known = known.clone();
                    known.bind(chosen, Leaf::Tracked);
                    starts.extend(known.assume(scene, condition, holds, 0).then_some(known));
                }
            }
            (Some(Opcode::Phi), ..) => {
                let is_forward = |source: ValueId| !model.dominates(pointer, source);
                for (edge, source) in model.operands(pointer).iter().zip(model.phi_sources(pointer)) {
                    if !is_forward(*source) {
                        // A value from outside the loop may have been recomputed since.
                        starts.push(known.clone());
                        continue;
                    }
                    let mut known = self.known_at(*source)?;
                    let mut is_possible = self.add_dominating(&mut known, at);
                    let (from, to) = (model.block_of(*source)?, model.block_of(pointer)?);
                    if let Some((condition, holds)) = only_way(model, from, to) {
                        is_possible &= known.assume(scene, condition, holds, 0);
                    }
                    if model.constant(edge.to).is_none() {
                        known.bind(edge.to, Leaf::Tracked);
                    }
                    starts.extend(is_possible.then_some(known));
                }
            }
            _ => starts.push(known),
        }
        Some(starts)
    }

    /// The facts implied by the branches that dominate an instruction.
    fn known_at(&self, at: ValueId) -> Option<PathFacts> {
        let mut known = PathFacts::default();
        // Parameters are defined before the first instruction.
        if self.model.kind(at) != ValueKind::Parameter {
            self.model.block_of(at)?;
        }
        self.add_dominating(&mut known, at);
        Some(known)
    }

    /// Adds the facts implied by the dominating branches. Returns whether they are consistent.
    fn add_dominating(&self, known: &mut PathFacts, at: ValueId) -> bool {
        let model = self.model;
        let Some(mut block) = model.block_of(at) else { return true };
        let mut is_possible = true;
        while let Some(above) = model.dominance().immediate_dominator(block) {
            self.count_work(1);
            let is_only = matches!(model.block_predecessors(block), [_]);
            if let Some((condition, holds)) = only_way(model, above, block).filter(|_| is_only) {
                is_possible &= known.assume(self.scene(None), condition, holds, 0);
            }
            block = above;
        }
        is_possible
    }

    fn scene(&self, tracked: Option<ValueId>) -> Scene<'_> {
        Scene { memory: self, model: self.model, tracked }
    }
}

/// The condition under which control takes the edge from one block to another, if it is the only edge between
/// them.
fn only_way(model: &Model, above: BlockId, block: BlockId) -> Option<(ValueId, bool)> {
    let end = model.terminator(above);
    let ([yes, no], Some(Opcode::Br)) = (model.block_successors(above), model.opcode(end)) else {
        return None;
    };
    (yes != no && (*yes == block || *no == block)).then_some((model.operand(end, 0)?, *yes == block))
}

/// The operands that a pointer is copied or computed from.
fn sources(model: &Model, value: ValueId) -> impl Iterator<Item = ValueId> {
    let opcode = model.opcode(value);
    let is_source = move |n: u32| match opcode {
        Some(Opcode::Phi) => true,
        Some(Opcode::GetElementPtr | Opcode::Freeze | Opcode::BitCast | Opcode::AddrSpaceCast) => n == 0,
        Some(Opcode::Select) => n > 0,
        _ => false,
    };
    model.operands(value).iter().filter(move |edge| is_source(edge.n)).map(|edge| edge.to)
}
