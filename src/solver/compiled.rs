//! From a problem to its solutions, the stages in order.

use super::assemble::assemble;
use super::budget::{Budget, Exhausted, Meter};
use super::code::Code;
use super::digest::digests;
use super::explain::Notes;
use super::frame::Frame;
use super::later::Later;
use super::modes::{Modes, Unbound};
use super::planner::{Plans, Preference, foreseen, inlined, plans};
use super::problem::{DefId, Origin, Problem, Relation, Value};
use super::search::Search;
use super::shape::{Shape, depth, shapes};
use super::world::World;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// A problem made ready: checked and planned. It holds nothing of a world and can be shared by threads.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
pub struct Compiled<R> {
    pub(super) root: DefId,
    /// Frames by definition.
    pub(super) frames: Vec<Later<Frame>>,
    pub(super) code: Code<R>,
    /// The sources of the programs, which only explanations need.
    given: Later<Given<R>>,
    /// The same problem planned for explanations, once one was asked for.
    #[serde(skip, default = "OnceLock::new")]
    pub(super) written: OnceLock<Option<Box<Compiled<R>>>>,
}

/// The sources of the programs.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
struct Given<R> {
    problem: Problem<R>,
    /// Without their mentions, which are in the frames.
    shapes: Vec<Shape<R>>,
    plans: Plans<R>,
    /// The programs of searches that are explained, where those of others have calls inlined.
    noted: Option<Code<R>>,
}

/// Why a problem cannot be solved in any world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// Variables that nothing binds, never empty.
    Unbound(Vec<Unbound>),
    /// Definitions call each other more than [`Compiled::MAX_DEPTH`] deep.
    TooDeep,
    /// Definitions are called in more ways, by which variables are bound and which are one, than are planned.
    TooManyWays,
}

/// The most conjunctions that are ordered for one problem. The largest idiom that is built in needs 800.
const MOST_ORDERED: usize = 20_000;

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
    /// The values of the expanded formula's variables in order of first appearance: each assignment once,
    /// ascending.
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
        let mut unlimited = usize::MAX;
        Self::with_budget(problem, &mut unlimited)
    }

    /// The same, where no more than `left` conjunctions are ordered, which is lessened by those that were.
    pub fn with_budget(problem: Problem<R>, left: &mut usize) -> Result<Self, Rejected> {
        Self::planned_with_budget(problem, 0, Preference::Cheapest, left)
    }

    /// The same, where the first `bound` interface variables of the root are given.
    pub(super) fn planned(
        problem: Problem<R>,
        bound: usize,
        preference: Preference,
    ) -> Result<Self, Rejected> {
        let mut unlimited = usize::MAX;
        Self::planned_with_budget(problem, bound, preference, &mut unlimited)
    }

    fn planned_with_budget(
        problem: Problem<R>,
        bound: usize,
        preference: Preference,
        left: &mut usize,
    ) -> Result<Self, Rejected> {
        if depth(&problem) > Self::MAX_DEPTH {
            return Err(Rejected::TooDeep);
        }
        let mut shapes = shapes(&problem);
        let mut modes = Modes::new(&problem, &shapes);
        let unbound = modes.unbound();
        if modes.is_exceeded() {
            return Err(Rejected::TooManyWays);
        }
        if !unbound.is_empty() {
            return Err(Rejected::Unbound(unbound));
        }
        let frames = Frame::all(&problem, &mut shapes);
        let frames: Vec<Later<Frame>> = frames.into_iter().map(Later::Here).collect();
        let most = MOST_ORDERED.min(*left);
        let mut own_left = most;
        let planned = plans(&problem, &shapes, &frames, bound, preference, &mut own_left);
        *left -= most - own_left;
        let (plans, lookups) = planned.ok_or(Rejected::TooManyWays)?;
        let sites: Vec<[u32; 2]> = shapes.iter().map(|s| [s.calls as u32, s.collects as u32]).collect();
        let code = |plans: &Plans<R>| {
            let digests = digests(&problem, plans, &frames, &sites);
            assemble(plans, &lookups, &digests, (&frames, &sites))
        };
        let own = code(&plans);
        // All that is searched otherwise is explained.
        let is_explained = preference == Preference::Written || bound > 0;
        let (code, noted) = match is_explained {
            true => (own, None),
            false => (code(&foreseen(&inlined(&plans, &lookups))), Some(own)),
        };
        let root = problem.root;
        let given = Later::Here(Given { problem, shapes, plans, noted });
        Ok(Self { root, frames, code, given, written: OnceLock::new() })
    }

    /// The problem it was made from.
    #[inline]
    pub fn problem(&self) -> &Problem<R> {
        &self.given.get().problem
    }

    /// The relations that its plans ask about, each once.
    #[inline]
    pub fn relations(&self) -> &[R] {
        &self.code.relations
    }

    /// The definitions as they were planned.
    pub(super) fn shapes(&self) -> &[Shape<R>] {
        &self.given.get().shapes
    }

    /// The programs of a search.
    pub(super) fn code<const EXPLAIN: bool>(&self) -> &Code<R> {
        if EXPLAIN { self.given.get().noted.as_ref().unwrap_or(&self.code) } else { &self.code }
    }

    /// The plans that the programs were made of.
    pub(super) fn plans(&self) -> &Plans<R> {
        &self.given.get().plans
    }

    /// All solutions in a world, or those found within the budget. A function of its own in every build:
    /// `scripts/measure instructions` counts what it takes.
    #[inline(never)]
    pub fn solve(&self, world: &impl World<R>, budget: Budget) -> Solutions {
        self.search::<false, _>(world, budget, |search| search.root(&[])).0
    }

    /// The solutions that `run` finds, in order.
    pub(super) fn search<'a, const EXPLAIN: bool, W: World<R>>(
        &'a self,
        world: &'a W,
        budget: Budget,
        run: impl FnOnce(&mut Search<'a, R, W, EXPLAIN>) -> Result<(), Exhausted>,
    ) -> (Solutions, Notes) {
        let ledger = world.shared().map(|shared| shared.ledger().clone()).unwrap_or_default();
        let mut search = Search::new(self, world, Meter::new(budget, ledger));
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
