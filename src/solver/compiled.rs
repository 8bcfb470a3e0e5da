//! From a problem to its solutions, the stages in order.

use super::assemble::assemble;
use super::budget::{Budget, Exhausted, Meter};
use super::code::Code;
use super::explain::{Explanation, Notes};
use super::frame::Frame;
use super::later::Later;
use super::modes::{Modes, Unbound};
use super::planner::{Plans, plans};
use super::problem::{DefId, Origin, Problem, Relation, Value, VarId, World};
use super::search::Search;
use super::shape::{Shape, depth, shapes};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A problem made ready: checked and planned. It holds nothing of a world and can be shared by threads.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
pub struct Compiled<R> {
    pub(super) root: DefId,
    /// By definition.
    pub(super) frames: Vec<Later<Frame>>,
    pub(super) code: Code<R>,
    /// What no search needs that is not explained.
    given: Later<Given<R>>,
}

/// What the programs were made of.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
struct Given<R> {
    problem: Problem<R>,
    /// Without their mentions, which are in the frames.
    shapes: Vec<Shape<R>>,
    plans: Plans<R>,
}

/// Why a problem cannot be solved in any world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// Variables that nothing binds, never empty.
    Unbound(Vec<Unbound>),
    /// Definitions call each other more than [`Compiled::MAX_DEPTH`] deep.
    TooDeep,
}

/// Whether all solutions were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All.
    Complete,
    /// A bound ended the search; there may be more.
    Incomplete(Exhausted),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The values of the expanded formula's variables in order of first appearance: each assignment once, ascending.
    pub assignments: Vec<Arc<[Value]>>,
    /// Whether these are all.
    pub completeness: Completeness,
    /// The steps taken.
    pub steps: u64,
    /// The collects that had more rows than their limit somewhere in the search, ascending, each once.
    pub limits_reached: Vec<LimitReached>,
    /// The values at which the specification went no deeper, ascending, each once.
    pub beyond: Vec<Value>,
}

/// A collect that had more rows than its limit, and did not hold there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LimitReached {
    /// Where it was written.
    pub origin: Origin,
    /// The limit.
    pub limit: u32,
}

impl<R: Relation> Compiled<R> {
    /// The deepest chain of calls that is accepted.
    pub const MAX_DEPTH: usize = 256;

    /// Checks that every variable is bound, and plans.
    pub fn new(problem: Problem<R>) -> Result<Self, Rejected> {
        Self::entered(problem, 0)
    }

    /// The same, where the first `bound` interface variables of the root are given.
    fn entered(problem: Problem<R>, bound: usize) -> Result<Self, Rejected> {
        if depth(&problem) > Self::MAX_DEPTH {
            return Err(Rejected::TooDeep);
        }
        let mut shapes = shapes(&problem);
        let unbound = Modes::new(&problem, &shapes).unbound();
        if !unbound.is_empty() {
            return Err(Rejected::Unbound(unbound));
        }
        let frames = Frame::all(&problem, &mut shapes);
        let frames: Vec<Later<Frame>> = frames.into_iter().map(Later::Here).collect();
        let (plans, lookups) = plans(&problem, &shapes, &frames, bound);
        let sites: Vec<[u32; 2]> = shapes.iter().map(|s| [s.calls as u32, s.collects as u32]).collect();
        let code = assemble(&plans, lookups, &frames, &sites);
        let root = problem.root;
        Ok(Self { root, frames, code, given: Later::Here(Given { problem, shapes, plans }) })
    }

    /// The problem it was made from.
    pub fn problem(&self) -> &Problem<R> {
        &self.given.get().problem
    }

    /// The relations that its plans ask about, each once.
    pub fn relations(&self) -> &[R] {
        &self.code.relations
    }

    /// The definitions as they were planned.
    pub(super) fn shapes(&self) -> &[Shape<R>] {
        &self.given.get().shapes
    }

    /// The plans that the programs were made of.
    pub(super) fn plans(&self) -> &Plans<R> {
        &self.given.get().plans
    }

    /// All solutions in a world, or those found within the budget.
    pub fn solve(&self, world: &impl World<R>, budget: Budget) -> Solutions {
        self.search::<false, _>(world, budget, |search| search.root(&[])).0
    }

    /// The same, and why there are none, or how each constraint narrowed the search. Slower.
    pub fn explain(&self, world: &impl World<R>, budget: Budget) -> (Solutions, Explanation) {
        let (solutions, notes) = self.search::<true, _>(world, budget, |search| search.root(&[]));
        let explanation = notes.explanation(self.plans(), solutions.assignments.is_empty());
        (solutions, explanation)
    }

    /// As [`explain`](Self::explain), but with the best attempt that failed even where others are solutions.
    pub fn explain_beside(&self, world: &impl World<R>, budget: Budget) -> (Solutions, Explanation) {
        let (solutions, notes) = self.search::<true, _>(world, budget, |search| search.root(&[]));
        (solutions, notes.explanation(self.plans(), true))
    }

    /// The solutions in which some variables of the root have these values, and why there are none. Planned anew: what else holds is
    /// sought from there. `None` where a variable is not one of the root.
    pub fn explain_pinned(
        &self,
        world: &impl World<R>,
        budget: Budget,
        pins: &[(VarId, Value)],
    ) -> Option<(Solutions, Explanation)> {
        let mut problem = self.problem().clone();
        let root = &mut problem.definitions[self.root.index()];
        if pins.iter().any(|(variable, _)| variable.index() >= root.variables.len()) {
            return None;
        }
        root.interface = pins.iter().map(|(variable, _)| *variable).collect();
        let pinned = Self::entered(problem, pins.len()).ok()?;
        let values: Vec<Value> = pins.iter().map(|(_, value)| *value).collect();
        let (solutions, notes) = pinned.search::<true, _>(world, budget, |search| search.root(&values));
        let explanation = notes.explanation(pinned.plans(), solutions.assignments.is_empty());
        Some((solutions, explanation))
    }

    /// The solutions that `run` finds, in order.
    pub(super) fn search<'a, const EXPLAIN: bool, W: World<R>>(
        &'a self,
        world: &'a W,
        budget: Budget,
        run: impl FnOnce(&mut Search<'a, R, W, EXPLAIN>) -> Result<(), Exhausted>,
    ) -> (Solutions, Notes) {
        let mut search = Search::new(self, world, Meter::new(budget));
        let completeness = match run(&mut search) {
            Ok(()) => Completeness::Complete,
            Err(exhausted) => Completeness::Incomplete(exhausted),
        };
        let (mut assignments, steps, limits_reached, notes) = search.finish();
        assignments.sort_unstable();
        let beyond = world.take_limits();
        (Solutions { assignments, completeness, steps, limits_reached, beyond }, notes)
    }
}
