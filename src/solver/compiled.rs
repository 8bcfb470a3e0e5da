//! Compiled problems: checks, planning and searches, in this order.

use super::assemble::assemble;
use super::budget::{Budget, Exhausted, StepCounter};
use super::code::Code;
use super::database::Database;
use super::digest::digests;
use super::explain::Trace;
use super::flat_definition::{FlatDefinition, depth, flat_definitions};
use super::lazy::Lazy;
use super::modes::{Modes, Unbound};
use super::planner::{Plans, Preference, foreseen, inlined, plans};
use super::problem::{DefId, Origin, Problem, Relation, Value};
use super::row_layout::RowLayout;
use super::search::Search;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// A checked and planned problem. Independent of any database, and shareable between threads.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
pub struct Compiled<R> {
    pub(super) root: DefId,
    /// Row layouts by definition.
    pub(super) layouts: Vec<Lazy<RowLayout>>,
    pub(super) code: Code<R>,
    /// The inputs of planning, which only explanations need.
    sources: Lazy<PlanSources<R>>,
    /// The same problem planned in the order of its text, computed on first use by an explanation.
    #[serde(skip, default = "OnceLock::new")]
    pub(super) written: OnceLock<Option<Box<Compiled<R>>>>,
}

/// The inputs of planning and its plans.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
struct PlanSources<R> {
    problem: Problem<R>,
    /// Without their mentions, which the layouts hold.
    flat_definitions: Vec<FlatDefinition<R>>,
    plans: Plans<R>,
    /// The programs of explained searches, if they differ: calls are not inlined in them.
    explain_code: Option<Code<R>>,
}

/// Why a problem cannot be solved in any database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// Variables that nothing binds, never empty.
    Unbound(Vec<Unbound>),
    /// Definitions call each other more than [`Compiled::MAX_DEPTH`] deep.
    TooDeep,
    /// The number of conjunctions to order or of binding patterns to derive exceeds its limit.
    TooManyWays,
}

/// Maximal number of conjunctions that are ordered for one problem. The largest built-in idiom needs 800.
const MOST_ORDERED: usize = 20_000;

/// Whether all solutions were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All solutions were found.
    Complete,
    /// A bound ended the search; there may be more.
    Incomplete(Exhausted),
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The values of the expanded formula's variables in order of first appearance. Assignments are distinct
    /// and in ascending order.
    pub assignments: Vec<Arc<[Value]>>,
    /// Whether `assignments` has all solutions.
    pub completeness: Completeness,
    /// The steps taken.
    pub steps: u64,
    /// The collects that exceeded their limit somewhere in the search, ascending, each once.
    pub limits_reached: Vec<LimitReached>,
    /// The values at which a length limit of the specification was reached, ascending, each once.
    pub depth_limited: Vec<Value>,
}

/// A collect that exceeded its limit and therefore did not hold for some outer values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LimitReached {
    /// Place of the collect in the text.
    pub origin: Origin,
    /// The limit.
    pub limit: u32,
}

impl<R: Relation> Compiled<R> {
    /// Maximal length of a chain of calls.
    pub const MAX_DEPTH: usize = 256;

    /// Checks that every variable is bound, and plans the problem.
    pub fn new(problem: Problem<R>) -> Result<Self, Rejected> {
        let mut unlimited = usize::MAX;
        Self::with_budget(problem, &mut unlimited)
    }

    /// Like [`Compiled::new`], but orders at most `left` conjunctions, and reduces `left` by the number
    /// ordered.
    pub fn with_budget(problem: Problem<R>, left: &mut usize) -> Result<Self, Rejected> {
        Self::planned_with_budget(problem, 0, Preference::Cheapest, left)
    }

    /// Plans the problem with the first `bound` interface variables of the root as inputs.
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
        let mut flat_definitions = flat_definitions(&problem);
        let mut modes = Modes::new(&problem, &flat_definitions);
        let unbound = modes.unbound();
        if modes.is_exceeded() {
            return Err(Rejected::TooManyWays);
        }
        if !unbound.is_empty() {
            return Err(Rejected::Unbound(unbound));
        }
        let layouts = RowLayout::all(&problem, &mut flat_definitions);
        let layouts: Vec<Lazy<RowLayout>> = layouts.into_iter().map(Lazy::Value).collect();
        let most = MOST_ORDERED.min(*left);
        let mut own_left = most;
        let planned = plans(&problem, &flat_definitions, &layouts, bound, preference, &mut own_left);
        *left -= most - own_left;
        let (plans, lookups) = planned.ok_or(Rejected::TooManyWays)?;
        let sites: Vec<[u32; 2]> =
            flat_definitions.iter().map(|s| [s.calls as u32, s.collects as u32]).collect();
        let code = |plans: &Plans<R>| {
            let digests = digests(&problem, plans, &layouts, &sites);
            assemble(plans, &lookups, &digests, (&layouts, &sites))
        };
        let own = code(&plans);
        // Searches that do not start from scratch, or follow the text, are always explained.
        let is_explained = preference != Preference::Cheapest || bound > 0;
        let (code, explain_code) = match is_explained {
            true => (own, None),
            false => (code(&foreseen(&inlined(&plans, &lookups))), Some(own)),
        };
        let root = problem.root;
        let sources = Lazy::Value(PlanSources { problem, flat_definitions, plans, explain_code });
        Ok(Self { root, layouts, code, sources, written: OnceLock::new() })
    }

    /// The original problem.
    #[inline]
    pub fn problem(&self) -> &Problem<R> {
        &self.sources.get().problem
    }

    /// The relations that its plans use, each once.
    #[inline]
    pub fn relations(&self) -> &[R] {
        &self.code.relations
    }

    /// The flattened definitions.
    pub(super) fn flat_definitions(&self) -> &[FlatDefinition<R>] {
        &self.sources.get().flat_definitions
    }

    /// The programs of a plain or of an explained search.
    pub(super) fn code<const EXPLAIN: bool>(&self) -> &Code<R> {
        if EXPLAIN { self.sources.get().explain_code.as_ref().unwrap_or(&self.code) } else { &self.code }
    }

    /// The plans that the programs were assembled from.
    pub(super) fn plans(&self) -> &Plans<R> {
        &self.sources.get().plans
    }

    /// All solutions in a database, or those found within the budget. Never inlined, since `scripts/measure
    /// instructions` counts the instructions of this function.
    #[inline(never)]
    pub fn solve(&self, database: &impl Database<R>, budget: Budget) -> Solutions {
        self.search::<false, _>(database, budget, |search| search.root(&[])).0
    }

    /// Runs `run` on a new search and sorts the solutions that it found.
    pub(super) fn search<'a, const EXPLAIN: bool, W: Database<R>>(
        &'a self,
        database: &'a W,
        budget: Budget,
        run: impl FnOnce(&mut Search<'a, R, W, EXPLAIN>) -> Result<(), Exhausted>,
    ) -> (Solutions, Trace) {
        let ledger = database.shared().map(|shared| shared.ledger().clone()).unwrap_or_default();
        database.enter(budget);
        let mut search = Search::new(self, database, StepCounter::new(budget, ledger));
        let ended = run(&mut search).err();
        let undecided = database.take_exhausted();
        let completeness = match ended.or(undecided) {
            None => Completeness::Complete,
            Some(exhausted) => Completeness::Incomplete(exhausted),
        };
        let (mut assignments, steps, limits_reached, trace) = search.finish();
        // An assignment that holds only because a relation was not decided is no solution.
        if undecided.is_some() {
            assignments.clear();
        }
        assignments.sort_unstable();
        let depth_limited = database.take_limits();
        (Solutions { assignments, completeness, steps, limits_reached, depth_limited }, trace)
    }
}
