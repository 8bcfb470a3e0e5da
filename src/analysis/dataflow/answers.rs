//! Queries of single facts, over solutions that are computed on first use and cached.

use super::congruence::Congruence;
use super::constants::Constants;
use super::events::Events;
use super::expressions::{Anticipation, Availability, Classes, PartialAvailability, key_up_to_flags};
use super::flow_graph::FlowGraph;
use super::framework::{Analysis, Direction, FACTS, Solution};
use super::liveness::{Liveness, live_counts};
use super::placement::{AtEnds, PlacementPoint, places};
use ir::{Model, Number, ValueId, ValueKind};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// The cache is cleared when it exceeds this many bytes.
const CACHE_BYTES: usize = 32 << 20;

/// The analyses of one function.
#[derive(Debug)]
pub struct Dataflow<'m> {
    pub(super) model: &'m Model,
    /// The flow graphs, forward and backward.
    graphs: [OnceCell<Rc<FlowGraph>>; 2],
    classes: OnceCell<Rc<Classes>>,
    constants: OnceCell<Constants>,
    congruence: OnceCell<Congruence>,
    /// By position of an instruction, the number of values that are live there.
    live_counts: OnceCell<Vec<u32>>,
    cache: RefCell<SolutionCache>,
    /// The number of blocks and instructions visited.
    work: Cell<u64>,
}

#[derive(Debug, Default)]
struct SolutionCache {
    /// Solutions by query and by group of facts that are solved together.
    solutions: FxHashMap<(FactQuery, u32), Rc<Solution>>,
    /// By class of expressions, the places where lazy code motion computes it.
    places: FxHashMap<u32, Rc<[PlacementPoint]>>,
    /// The set of events of the last query.
    events: Option<(Vec<ValueId>, Rc<Solution>)>,
    bytes: usize,
}

impl SolutionCache {
    /// Accounts for further bytes; clears the cache if there are too many.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > CACHE_BYTES {
            *self = SolutionCache::default();
        }
        self.bytes += bytes;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FactQuery {
    Live,
    Available,
    PartiallyAvailable,
    Anticipated,
}

impl<'m> Dataflow<'m> {
    /// The analyses of this model; everything is computed on first use.
    pub fn new(model: &'m Model) -> Self {
        let (graphs, classes, constants, congruence, live_counts, cache, work) = Default::default();
        Self { model, graphs, classes, constants, congruence, live_counts, cache, work }
    }

    fn count_work(&self, nodes: usize) {
        self.work.set(self.work.get() + nodes as u64);
    }

    /// The number of blocks and instructions visited since the last call.
    pub fn take_work(&self) -> u64 {
        self.work.take()
    }

    /// Whether a path from the entry of instruction `at` leads to a use of `value` before a definition of it.
    /// Only parameters and instructions can be live.
    pub fn is_live(&self, value: ValueId, at: ValueId) -> bool {
        let is_parameter = value.index() < self.model.parameters().count();
        (is_parameter || self.model.position(value).is_some())
            && self.holds(FactQuery::Live, &Liveness, value.0, self.model.len() as u32, at)
    }

    /// Whether every path from the entry to instruction `at` computes the expression of `value`, with the
    /// operands that it has at `at`. False for instructions that are not expressions: memory accesses, calls,
    /// control flow, phis.
    pub fn is_available(&self, value: ValueId, at: ValueId) -> bool {
        let Some((fact, classes)) = self.expression(value) else { return false };
        let facts = classes.len();
        self.holds(FactQuery::Available, &Availability(classes), fact, facts, at)
    }

    /// Whether some path from the entry to instruction `at` computes the expression of `value` like that.
    pub fn is_partially_available(&self, value: ValueId, at: ValueId) -> bool {
        let Some((fact, classes)) = self.expression(value) else { return false };
        let facts = classes.len();
        self.holds(FactQuery::PartiallyAvailable, &PartialAvailability(classes), fact, facts, at)
    }

    /// Whether every path from the entry of instruction `at` to an exit computes the expression of `value`,
    /// before one of its operands is defined.
    pub fn is_anticipated(&self, value: ValueId, at: ValueId) -> bool {
        let Some((fact, classes)) = self.expression(value) else { return false };
        let facts = classes.len();
        self.holds(FactQuery::Anticipated, &Anticipation(classes), fact, facts, at)
    }

    /// Whether lazy code motion computes the expression of `value` before instruction `at`, or leaves a
    /// computation there for later uses. The expression is then needed on every path from there, is not
    /// available yet, and cannot be postponed.
    pub fn can_be_placed(&self, value: ValueId, at: ValueId) -> bool {
        self.is_place(value, PlacementPoint::Before(at))
    }

    /// Whether lazy code motion computes the expression of `value` on the critical edge from the terminator
    /// `from` to the first instruction `to` of a block.
    pub fn can_be_placed_on(&self, value: ValueId, from: ValueId, to: ValueId) -> bool {
        self.is_place(value, PlacementPoint::Edge(from, to))
    }

    fn is_place(&self, value: ValueId, place: PlacementPoint) -> bool {
        let Some((class, classes)) = self.expression(value) else { return false };
        let known = self.cache.borrow().places.get(&class).cloned();
        let found = known.unwrap_or_else(|| {
            let found = self.places_of(class, &classes);
            let found: Rc<[PlacementPoint]> = found.into();
            let mut cache = self.cache.borrow_mut();
            cache.make_room(size_of_val(&*found) + size_of::<Rc<[PlacementPoint]>>());
            cache.places.insert(class, Rc::clone(&found));
            found
        });
        found.binary_search(&place).is_ok()
    }

    fn places_of(&self, class: u32, classes: &Rc<Classes>) -> Vec<PlacementPoint> {
        let (facts, fact) = (classes.len(), class % FACTS);
        let anticipation = Anticipation(Rc::clone(classes));
        let anticipated = self.solution(FactQuery::Anticipated, &anticipation, class, facts);
        let available = self.solution(FactQuery::Available, &Availability(Rc::clone(classes)), class, facts);
        let at_ends = AtEnds {
            is_anticipated: &|block| anticipated.entered(block) >> fact & 1 == 1,
            is_available: &|block| available.left(block) >> fact & 1 == 1,
        };
        let (found, looked_at) = places(self.model, classes.members(class), &at_ends);
        self.count_work(looked_at);
        found
    }

    /// The constant that a value always is, as far as conditional constant propagation determines it; `None`
    /// also for a value that is never computed.
    pub fn constant(&self, value: ValueId) -> Option<&Number> {
        self.constants().get(value)
    }

    /// Whether an instruction is never executed: no path leads there, or only by edges that branches on
    /// constants do not take.
    pub fn is_never_executed(&self, value: ValueId) -> bool {
        self.model.block_of(value).is_some_and(|block| !self.constants().reaches(block))
    }

    fn constants(&self) -> &Constants {
        self.constants.get_or_init(|| {
            self.count_work(self.model.instruction_count());
            Constants::of(self.model)
        })
    }

    /// Whether value numbering finds that two values are equal at each point that both definitions dominate.
    pub fn are_congruent(&self, x: ValueId, y: ValueId) -> bool {
        let congruence = self.congruence.get_or_init(|| {
            self.count_work(self.model.instruction_count());
            Congruence::of(self.model, self.graph(Direction::Forward))
        });
        congruence.are_alike(x, y)
    }

    /// Whether two instructions are one expression: the same operation over the same operands.
    pub fn are_same_expression(&self, x: ValueId, y: ValueId) -> bool {
        let class = |value| self.expression(value).map(|(class, _)| class);
        class(x).is_some_and(|of_x| class(y) == Some(of_x))
    }

    /// Whether two instructions are the same operation over the same operands, perhaps with other flags.
    pub fn are_same_up_to_flags(&self, x: ValueId, y: ValueId) -> bool {
        let key = |value| key_up_to_flags(self.model, value);
        key(x).is_some_and(|of_x| key(y) == Some(of_x))
    }

    /// The number of parameters and instructions that are live at the entry of instruction `at`; `None` for
    /// other values.
    pub fn live_count(&self, at: ValueId) -> Option<u32> {
        let position = self.model.position(at)?;
        let counts = self.live_counts.get_or_init(|| {
            // Globals and constants come last.
            let values = (self.model.parameters().count() + self.model.instruction_count()) as u32;
            let groups = 0..values.div_ceil(FACTS);
            self.count_work(self.model.block_count() * groups.len());
            live_counts(
                self.model,
                groups.map(|group| {
                    let first = group * FACTS;
                    let counted = u64::MAX >> (FACTS - FACTS.min(values - first));
                    (self.solution(FactQuery::Live, &Liveness, first, self.model.len() as u32), counted)
                }),
            )
        });
        counts.get(position).copied()
    }

    /// Whether every path from after instruction `from` to an exit contains one of `events`.
    pub fn meets_on_every_path(&self, from: ValueId, events: &[ValueId]) -> bool {
        let solution = self.events(events);
        if self.model.kind(from) == ValueKind::Parameter {
            let entry = self.model.blocks().next();
            return entry
                .is_some_and(|entry| solution.holds_before(self.model, 0, self.model.block_first(entry)));
        }
        let Some(block) = self.model.block_of(from) else { return false };
        let holds = |at| solution.holds_before(self.model, 0, at);
        match self.model.terminator(block) == from {
            false => holds(ValueId(from.0 + 1)),
            // There is nothing after an exit.
            true => {
                let successors = self.model.block_successors(block);
                let mut first = successors.iter().map(|next| self.model.block_first(*next));
                !successors.is_empty() && first.all(holds)
            }
        }
    }

    pub(super) fn expression(&self, value: ValueId) -> Option<(u32, Rc<Classes>)> {
        let classes = self.classes.get_or_init(|| {
            self.count_work(self.model.instruction_count());
            Rc::new(Classes::of(self.model))
        });
        Some((classes.class(self.model, value)?, Rc::clone(classes)))
    }

    fn holds<A: Analysis>(&self, query: FactQuery, analysis: &A, fact: u32, facts: u32, at: ValueId) -> bool {
        let solution = self.solution(query, analysis, fact, facts);
        solution.holds_before(self.model, fact % FACTS, at)
    }

    /// The solution for a fact and its group, given the total number of facts.
    fn solution<A: Analysis>(&self, query: FactQuery, analysis: &A, fact: u32, facts: u32) -> Rc<Solution> {
        let group = fact / FACTS;
        let key = (query, group);
        let known = self.cache.borrow().solutions.get(&key).cloned();
        known.unwrap_or_else(|| {
            let solution = self.solve(analysis, group * FACTS..facts.min((group + 1) * FACTS));
            let mut cache = self.cache.borrow_mut();
            cache.make_room(solution.bytes());
            cache.solutions.insert(key, Rc::clone(&solution));
            solution
        })
    }

    fn events(&self, events: &[ValueId]) -> Rc<Solution> {
        if let Some((known, solution)) = &self.cache.borrow().events
            && known == events
        {
            return Rc::clone(solution);
        }
        let solution = self.solve(&Events(events), 0..1);
        self.cache.borrow_mut().events = Some((events.to_vec(), Rc::clone(&solution)));
        solution
    }

    pub(super) fn solve<A: Analysis>(&self, analysis: &A, facts: Range<u32>) -> Rc<Solution> {
        let solution = Solution::of(self.model, self.graph(A::DIRECTION), analysis, facts);
        self.count_work(solution.size());
        Rc::new(solution)
    }

    fn graph(&self, direction: Direction) -> &Rc<FlowGraph> {
        self.graphs[direction as usize].get_or_init(|| {
            self.count_work(self.model.block_count());
            Rc::new(FlowGraph::of(self.model, direction))
        })
    }
}
