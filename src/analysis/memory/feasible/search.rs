//! The search for a feasible path: states of a block and the facts known there, each visited once.

use super::super::Memory;
use super::super::known::{Leaf, PathFacts, Scene};
use super::super::leading::{leading_to, leading_to_uses};
use super::{MOST_LOOKED, sources};
use ir::{BlockId, Flags, Opcode, TypeClass, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit on the number of states: pairs of a block and known facts.
const MOST_STATES: usize = 1 << 12;

/// Limit on the number of instructions visited by one query.
const MOST_WALKED: usize = 1 << 18;

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

/// The state of one search.
pub(super) struct Search<'s> {
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
    pub(super) fn new(memory: &'s Memory<'s>, tracked: Option<ValueId>, goal: Goal<'s>) -> Search<'s> {
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
    pub(super) fn run(self, from: ValueId, starts: Vec<PathFacts>) -> Option<Vec<BlockId>> {
        let model = self.memory.model;
        let first = match model.kind(from) {
            ValueKind::Parameter => model.blocks().next().map(|entry| model.block_first(entry).0),
            _ => None,
        };
        self.run_from(from, first.unwrap_or(from.0 + 1), starts)
    }

    /// The blocks of a path to the goal from the instruction with id `first`, in the block of `from`.
    pub(super) fn run_from(
        mut self,
        from: ValueId,
        first: u32,
        starts: Vec<PathFacts>,
    ) -> Option<Vec<BlockId>> {
        let model = self.memory.model;
        let block = model.block_of(from).or_else(|| model.blocks().next())?;
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
    pub(super) fn run_into(
        mut self,
        block: BlockId,
        starts: Vec<(BlockId, PathFacts)>,
    ) -> Option<Vec<BlockId>> {
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
                return self.memory.proves.then(|| self.path_to(at));
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
                if events.contains(&at) && self.counts(self.is_passed(known, at, 0)) =>
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

    /// Whether an operand that is the pointer to this degree counts as the pointer.
    fn counts(&self, is: Is) -> bool {
        match is {
            Is::It => true,
            Is::Maybe => !self.memory.proves,
            Is::Another => false,
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
            if value == tracked {
                return Is::Maybe;
            }
            if !seen.insert(value) {
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
