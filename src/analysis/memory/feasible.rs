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

use super::Memory;
use super::known::{Leaf, PathFacts, Scene};
use super::leading::{leading_to, leading_to_uses};
use ir::{BlockId, Flags, Model, Opcode, TypeClass, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit on the number of states: pairs of a block and known facts.
const MOST_STATES: usize = 1 << 12;

/// Limit on the number of instructions visited by one query.
const MOST_WALKED: usize = 1 << 18;

/// Limit on the number of operands and users visited by one local search.
const MOST_LOOKED: usize = 256;

/// The end of the paths to search for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal<'g> {
    /// An exit of the function, on a path that avoids these instructions as far as they have the pointer as
    /// an operand.
    ExitUnpassed(&'g [ValueId]),
    /// An exit of the function, on a path that avoids these instructions.
    ExitPast(&'g [ValueId]),
    /// An instruction that accesses memory by the pointer, or has it as an argument.
    Use(ValueId),
}

/// The effect of an instruction on the search.
enum StepEffect {
    Nothing,
    /// The path cannot become one of those searched for.
    Ends,
    Goal,
}

/// Whether a value is the tracked pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    It,
    Maybe,
    Another,
}

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
        self.model.block_of(at)?;
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

struct Search<'s> {
    memory: &'s Memory<'s>,
    scene: Scene<'s>,
    goal: Goal<'s>,
    seen: FxHashSet<(BlockId, PathFacts)>,
    /// The blocks that were entered, each with the index of its predecessor on the path.
    entered: Vec<(BlockId, usize)>,
    open: Vec<(usize, PathFacts)>,
    walked: usize,
    /// By value, whether a use of it is reachable from each block.
    reaching: FxHashMap<ValueId, Vec<bool>>,
    /// Whether the goal is reachable from each block, if it is one instruction.
    leading: Option<Vec<bool>>,
}

impl<'s> Search<'s> {
    fn new(memory: &'s Memory<'s>, tracked: Option<ValueId>, goal: Goal<'s>) -> Search<'s> {
        let goal_block = match goal {
            Goal::Use(to) => memory.model.block_of(to),
            Goal::ExitUnpassed(_) | Goal::ExitPast(_) => None,
        };
        Search {
            memory,
            scene: memory.scene(tracked),
            goal,
            seen: FxHashSet::default(),
            entered: Vec::new(),
            open: Vec::new(),
            walked: 0,
            reaching: FxHashMap::default(),
            leading: goal_block.map(|block| leading_to(memory, vec![block])),
        }
    }

    /// The blocks of a path from after `from` to the goal.
    fn run(self, from: ValueId, starts: Vec<PathFacts>) -> Option<Vec<BlockId>> {
        self.run_from(from, from.0 + 1, starts)
    }

    /// The blocks of a path to the goal from the instruction with id `first`, in the block of `from`.
    fn run_from(mut self, from: ValueId, first: u32, starts: Vec<PathFacts>) -> Option<Vec<BlockId>> {
        let model = self.memory.model;
        let block = model.block_of(from)?;
        for known in starts {
            let at = self.entered.len();
            self.entered.push((block, usize::MAX));
            if self.walk(at, known, first) {
                return Some(self.path_to(at));
            }
        }
        self.finish()
    }

    /// The blocks of a path to the goal that enters a block by one of these edges.
    fn run_into(mut self, block: BlockId, starts: Vec<(BlockId, PathFacts)>) -> Option<Vec<BlockId>> {
        for (above, known) in starts {
            self.entered.push((above, usize::MAX));
            self.enter(self.entered.len() - 1, above, block, known);
        }
        self.finish()
    }

    /// Continues the search from the entered blocks.
    fn finish(mut self) -> Option<Vec<BlockId>> {
        let model = self.memory.model;
        while let Some((at, known)) = self.open.pop() {
            let first = model.block_first(self.entered[at].0).0;
            if self.walk(at, known, first) {
                return Some(self.path_to(at));
            }
            if self.seen.len() > MOST_STATES || self.walked > MOST_WALKED {
                return None;
            }
        }
        None
    }

    fn path_to(&self, mut at: usize) -> Vec<BlockId> {
        let mut path = Vec::new();
        while let Some((block, before)) = self.entered.get(at) {
            path.push(*block);
            at = *before;
        }
        path.reverse();
        path
    }

    /// Walks through the rest of a block from the instruction with id `first`. Returns whether the goal was
    /// reached.
    fn walk(&mut self, at: usize, known: PathFacts, first: u32) -> bool {
        let model = self.memory.model;
        let block = self.entered[at].0;
        let end = model.terminator(block);
        let (mut states, mut next) = (vec![known], Vec::new());
        for instruction in (first..end.0 + 1).map(ValueId) {
            self.walked += 1;
            self.memory.count_work(1);
            if model.opcode(instruction) == Some(Opcode::Phi) {
                continue;
            }
            for known in states.drain(..) {
                match self.met(&known, instruction) {
                    StepEffect::Goal => return true,
                    StepEffect::Ends => {}
                    StepEffect::Nothing => self.execute(known, instruction, &mut next),
                }
            }
            std::mem::swap(&mut states, &mut next);
        }
        for known in states {
            self.leave(at, block, end, known);
        }
        false
    }

    /// Updates the facts for an instruction. A select between the pointer and another value splits the path
    /// in two, and so does a select between two numbers that a phi receives, as in a state machine.
    fn execute(&self, mut known: PathFacts, instruction: ValueId, next: &mut Vec<PathFacts>) {
        let model = self.memory.model;
        known.forget(instruction);
        let operand = |n| model.operand(instruction, n);
        if let (Some(Opcode::Select), Some(condition), Some(a), Some(b)) =
            (model.opcode(instruction), operand(0), operand(1), operand(2))
        {
            let (first, second) = (known.leaf(self.scene, a), known.leaf(self.scene, b));
            let is_tracked = first == Leaf::Tracked || second == Leaf::Tracked;
            let is_state = || {
                let mut uses = model.operand_uses(instruction).iter();
                matches!((first, second), (Leaf::Number(_), Leaf::Number(_)))
                    && uses.any(|edge| model.opcode(edge.to) == Some(Opcode::Phi))
            };
            if first != second
                && (is_tracked || is_state())
                && known.evaluate(self.scene, condition, 0).is_none()
            {
                for (holds, leaf) in [(true, first), (false, second)] {
                    let mut known = known.clone();
                    if known.assume(self.scene, condition, holds, 0) {
                        known.bind(instruction, leaf);
                        next.push(known);
                    }
                }
                return;
            }
        }
        next.push(known);
    }

    fn met(&self, known: &PathFacts, at: ValueId) -> StepEffect {
        let model = self.memory.model;
        let is_exit = matches!(
            model.opcode(at),
            Some(Opcode::Ret | Opcode::Resume | Opcode::CleanupRet | Opcode::CatchSwitch)
        ) && model.block_of(at).is_some_and(|block| model.block_successors(block).is_empty());
        match self.goal {
            Goal::ExitUnpassed(events)
                if events.contains(&at) && self.is_passed(known, at, 0) != Is::Another =>
            {
                StepEffect::Ends
            }
            Goal::ExitPast(events) if events.contains(&at) => StepEffect::Ends,
            _ if self.is_by_null(known, at) => StepEffect::Ends,
            Goal::ExitUnpassed(_) | Goal::ExitPast(_) if is_exit => StepEffect::Goal,
            Goal::Use(to) if at == to && self.is_passed(known, at, 1) == Is::It => StepEffect::Goal,
            _ => StepEffect::Nothing,
        }
    }

    /// Whether a load or store dereferences the null pointer: unless it is volatile, nothing after it is
    /// executed.
    fn is_by_null(&self, known: &PathFacts, at: ValueId) -> bool {
        let model = self.memory.model;
        let address = match model.opcode(at) {
            Some(Opcode::Load) => model.operand(at, 0),
            Some(Opcode::Store) => model.operand(at, 1),
            _ => None,
        };
        let Some(mut address) = address.filter(|_| model.flags(at) & Flags::VOLATILE == Flags::NONE) else {
            return false;
        };
        for _ in 0..MOST_LOOKED {
            match (known.leaf(self.scene, address), model.operand(address, 0)) {
                (Leaf::Number(0), _) => return true,
                (Leaf::Value(value), _) if value != address => address = value,
                (_, Some(base)) if model.opcode(address) == Some(Opcode::GetElementPtr) => address = base,
                _ => return false,
            }
        }
        false
    }

    /// Whether an instruction has the pointer as an operand; for a store only operand `of_store` counts.
    fn is_passed(&self, known: &PathFacts, at: ValueId, of_store: u32) -> Is {
        let model = self.memory.model;
        let counts = |n: u32| match model.opcode(at) {
            Some(Opcode::Store) => n == of_store,
            Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr) => n > 0,
            _ => true,
        };
        let operands = model.operands(at).iter().filter(|edge| counts(edge.n));
        operands.fold(Is::Another, |is, edge| match (is, self.is_it(known, edge.to)) {
            (Is::It, _) | (_, Is::It) => Is::It,
            (Is::Maybe, _) | (_, Is::Maybe) => Is::Maybe,
            _ => Is::Another,
        })
    }

    /// Whether a value is the pointer, or an address computed from it.
    fn is_it(&self, known: &PathFacts, value: ValueId) -> Is {
        let model = self.memory.model;
        if !model.has_class(value, TypeClass::Pointer) {
            return Is::Another;
        }
        let mut value = value;
        for _ in 0..MOST_LOOKED {
            value = match known.leaf(self.scene, value) {
                Leaf::Tracked | Leaf::Inside => return Is::It,
                Leaf::Number(_) => return Is::Another,
                Leaf::Value(leaf) => leaf,
            };
            match (model.opcode(value), model.operand(value, 0)) {
                (Some(Opcode::GetElementPtr), Some(base)) => value = base,
                _ => return self.may_be_found(value),
            }
        }
        Is::Maybe
    }

    /// The known value of a value. An address computed from the pointer is marked as such; a condition yields
    /// its truth value.
    fn leaf_or_inside(&self, known: &PathFacts, value: ValueId) -> Leaf {
        if self.scene.model.type_of(value).integer_width() == Some(1)
            && let Some(holds) = known.evaluate(self.scene, value, 0)
        {
            return Leaf::Number(-i64::from(holds));
        }
        match known.leaf(self.scene, value) {
            Leaf::Value(leaf)
                if self.scene.model.opcode(leaf) == Some(Opcode::GetElementPtr)
                    && self.is_it(known, leaf) == Is::It =>
            {
                Leaf::Inside
            }
            leaf => leaf,
        }
    }

    /// Whether a pointer that is not known to be the tracked one may have been loaded from memory that the
    /// tracked one was stored to.
    fn may_be_found(&self, value: ValueId) -> Is {
        let model = self.memory.model;
        let Some(tracked) = self.scene.tracked else { return Is::Another };
        let mut seen = FxHashSet::default();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if value == tracked || !seen.insert(value) {
                continue;
            }
            if seen.len() > MOST_LOOKED {
                return Is::Maybe;
            }
            let before = open.len();
            open.extend(sources(model, value));
            let is_leaf = open.len() == before;
            if is_leaf && model.position(value).is_some() && self.may_lead_to(value, tracked) {
                return Is::Maybe;
            }
        }
        Is::Another
    }

    fn may_lead_to(&self, value: ValueId, tracked: ValueId) -> bool {
        let memory = self.memory;
        let is_fresh = memory.model.call_memory(value).is_some_and(|call| call.result_is_fresh);
        if is_fresh || memory.model.opcode(value) == Some(Opcode::Alloca) {
            return false;
        }
        match memory.points_to().objects.at(tracked) {
            Some(_) => memory.may_point_to(value, tracked),
            None => true,
        }
    }

    fn leave(&mut self, at: usize, block: BlockId, end: ValueId, known: PathFacts) {
        let model = self.memory.model;
        let successors = model.block_successors(block);
        let tested = model.operand(end, 0).filter(|_| successors.len() > 1);
        match (model.opcode(end), tested, successors) {
            (Some(Opcode::Br), Some(condition), [yes, no]) => {
                for (to, holds) in [(*yes, true), (*no, false)] {
                    let mut known = known.clone();
                    if known.assume(self.scene, condition, holds, 0) {
                        self.enter(at, block, to, known);
                    }
                }
            }
            (Some(Opcode::Switch), Some(number), _) => self.leave_switch(at, block, number, &known),
            _ => {
                for to in successors {
                    self.enter(at, block, *to, known.clone());
                }
            }
        }
    }

    fn leave_switch(&mut self, at: usize, block: BlockId, number: ValueId, known: &PathFacts) {
        let model = self.memory.model;
        let successors = model.block_successors(block);
        let cases = model.switch_cases(block).unwrap_or(&[]);
        for (k, to) in successors.iter().enumerate() {
            let mut known = known.clone();
            let is_possible =
                match (k.checked_sub(1).and_then(|k| cases.get(k)), cases.len() + 1 == successors.len()) {
                    (Some(case), true) => known.assume_number(self.scene, number, *case, true),
                    (None, true) => {
                        cases.iter().all(|case| known.assume_number(self.scene, number, *case, false))
                    }
                    _ => true,
                };
            if is_possible {
                self.enter(at, block, *to, known);
            }
        }
    }

    /// Enters a block by an edge: its phis get the values of that edge.
    fn enter(&mut self, at: usize, from: BlockId, to: BlockId, mut known: PathFacts) {
        let model = self.memory.model;
        if self.leading.as_ref().is_some_and(|leading| !leading[to.index()]) {
            return;
        }
        let source = model.terminator(from);
        let phis: Vec<ValueId> = model.phis(to).collect();
        let coming: Vec<(ValueId, Leaf)> = phis
            .iter()
            .filter_map(|phi| {
                let n = model.phi_sources(*phi).iter().position(|end| *end == source)?;
                let coming = model.operand(*phi, n as u32)?;
                Some((*phi, self.leaf_or_inside(&known, coming)))
            })
            .collect();
        phis.iter().for_each(|phi| known.forget(*phi));
        for (phi, leaf) in coming {
            let is_worth_it = match leaf {
                Leaf::Tracked | Leaf::Inside | Leaf::Number(_) => true,
                Leaf::Value(value) => !phis.contains(&value) && known.mentions(value),
            };
            if is_worth_it {
                known.bind(phi, leaf);
            }
        }
        known.retain(|value| self.matters(value, to));
        if self.seen.insert((to, known.clone())) {
            self.entered.push((to, at));
            self.open.push((self.entered.len() - 1, known));
        }
    }

    /// Whether a use of a value is reachable from the start of a block.
    fn matters(&mut self, value: ValueId, block: BlockId) -> bool {
        let memory = self.memory;
        let reaching = self.reaching.entry(value).or_insert_with(|| leading_to_uses(memory, value));
        reaching[block.index()]
    }
}
