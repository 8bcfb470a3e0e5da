//! Searches that explain why there are no solutions.
//!
//! A plan for searching begins with rare literals, so that its best attempt may not look like an instance to
//! the user. Without a solution, the problem is therefore searched again in the order of its text, within a
//! limit of steps, and the better of the two attempts is reported. If that one failed at a disjunction, each
//! alternative is searched separately, and the attempt of the best alternative is reported; the disjunction
//! itself if no part of any alternative holds.
//!
//! ```text
//! a loop whose end tests a select
//!   cheapest: from each icmp to its branch, the guard: 4 of 23 hold
//!   text: each region, each loop, its induction, its test: 17 of 23, `comparison` is a select
//! ```

use super::budget::Budget;
use super::compiled::{Compiled, Completeness, Solutions};
use super::database::Database;
use super::explain::{Explanation, NearMiss};
use super::narrowed::Narrowed;
use super::planner::Preference;
use super::problem::{Problem, Relation, Value, VarId};

/// Limit of steps for the search in the order of the text.
const MOST_WRITTEN: u64 = 200_000;

/// Maximal number of alternatives of disjunctions that are searched separately.
pub(super) const MOST_ALTERNATIVES: usize = 24;

impl<R: Relation> Compiled<R> {
    /// Solves like [`solve`](Self::solve), and explains why there are no solutions, or how each constraint
    /// narrowed the search. Slower than `solve`.
    pub fn explain(&self, database: &impl Database<R>, budget: Budget) -> (Solutions, Explanation) {
        self.explain_with(database, budget, false)
    }

    /// Explains like [`explain`](Self::explain), with the best failed attempt even if there are solutions.
    pub fn explain_beside(&self, database: &impl Database<R>, budget: Budget) -> (Solutions, Explanation) {
        self.explain_with(database, budget, true)
    }

    fn explain_with(
        &self,
        database: &impl Database<R>,
        budget: Budget,
        beside: bool,
    ) -> (Solutions, Explanation) {
        let (solutions, mut explanation) = self.explained(database, budget, &[], beside);
        if explanation.near_miss.is_some() {
            let is_further = |own: &NearMiss, known: &NearMiss| own.satisfied >= known.satisfied;
            prefer(self.written(), database, budget, &[], is_further, &mut explanation.near_miss);
            descend_into_alternatives(self.problem(), database, budget, &[], &mut explanation.near_miss);
        }
        (solutions, explanation)
    }

    /// The solutions in which some variables of the root have given values, and why there are none. Plans the
    /// problem anew with these variables as inputs. `None` if a variable is not one of the root's.
    ///
    /// The attempt is the one that goes on from the given values, not one that comes further beside them.
    pub fn explain_pinned(
        &self,
        database: &impl Database<R>,
        budget: Budget,
        pins: &[(VarId, Value)],
    ) -> Option<(Solutions, Explanation)> {
        let fixed: Vec<VarId> = pins.iter().map(|(variable, _)| *variable).collect();
        let problem = self.entered_with(&fixed)?;
        let connected = Self::planned(problem.clone(), pins.len(), Preference::Connected).ok();
        let pinned = Self::planned(problem.clone(), pins.len(), Preference::Cheapest).ok()?;
        let values: Vec<Value> = pins.iter().map(|(_, value)| *value).collect();
        let (solutions, mut explanation) = pinned.explained(database, budget, &values, false);
        // An attempt that fails at the same literal, but later, shows more.
        let is_better = |own: &NearMiss, known: &NearMiss| {
            own.satisfied >= known.satisfied || own.failing != known.failing
        };
        prefer(connected.as_ref(), database, budget, &values, is_better, &mut explanation.near_miss);
        descend_into_alternatives(&problem, database, budget, &values, &mut explanation.near_miss);
        Some((solutions, explanation))
    }

    /// The problem with `variables` as the interface of the root. `None` if one is not a variable of the
    /// root.
    pub(super) fn entered_with(&self, variables: &[VarId]) -> Option<Problem<R>> {
        let mut problem: Problem<R> = self.problem().clone();
        let root = &mut problem.definitions[self.root.index()];
        if variables.iter().any(|variable| variable.index() >= root.variables.len()) {
            return None;
        }
        root.interface = variables.to_vec();
        Some(problem)
    }

    /// Runs an explained search. The explanation has a near miss if there is no solution, or if `beside` is
    /// set.
    fn explained(
        &self,
        database: &impl Database<R>,
        budget: Budget,
        given: &[Value],
        beside: bool,
    ) -> (Solutions, Explanation) {
        let (solutions, trace) = self.search::<true, _>(database, budget, |search| search.root(given));
        let explanation = trace.explanation(self.plans(), beside || solutions.assignments.is_empty());
        (solutions, explanation)
    }

    /// The problem planned in the order of its text, computed on first use.
    fn written(&self) -> Option<&Self> {
        let planned = || Self::planned(self.problem().clone(), 0, Preference::Written).ok().map(Box::new);
        self.written.get_or_init(planned).as_deref()
    }
}

/// Replaces a near miss by that of a search in another order, if the search is complete and `is_better` holds of
/// its near miss and the known one.
fn prefer<R: Relation>(
    other: Option<&Compiled<R>>,
    database: &impl Database<R>,
    budget: Budget,
    given: &[Value],
    is_better: impl Fn(&NearMiss, &NearMiss) -> bool,
    miss: &mut Option<NearMiss>,
) {
    let (Some(other), Some(known)) = (other, miss.as_ref()) else { return };
    let (solutions, explanation) = other.explained(database, budget.at_most(MOST_WRITTEN), given, true);
    let is_whole = solutions.completeness == Completeness::Complete;
    let further = explanation.near_miss.filter(|own| is_whole && is_better(own, known));
    if further.is_some() {
        *miss = further;
    }
}

/// While the near miss is at a disjunction, replaces it by the near miss of the best alternative.
pub(super) fn descend_into_alternatives<R: Relation>(
    problem: &Problem<R>,
    database: &impl Database<R>,
    budget: Budget,
    given: &[Value],
    miss: &mut Option<NearMiss>,
) {
    let Some(mut known) = miss.clone().filter(is_at_disjunction) else { return };
    let mut whole = Narrowed::whole(problem.clone());
    let (mut best, mut tried) = (known.satisfied, 0);
    while let count @ 1.. = known.innermost().alternatives.len().min(MOST_ALTERNATIVES - tried) {
        tried += count;
        let mut attempts: Vec<(usize, Narrowed<R>, NearMiss)> = (0..count)
            .filter_map(|branch| {
                let narrowed = whole.to(&known, branch)?;
                let attempt = attempt(&narrowed, database, budget, given)?;
                (attempt.satisfied >= best).then_some((branch, narrowed, attempt))
            })
            .collect();
        // The alternative of which the largest part holds. Among equals, attempts that failed at a disjunction
        // are preferred, since they can be refined further; then the first.
        let further = |one: usize, other: usize| {
            let (one, other) = (&attempts[one].2, &attempts[other].2);
            let parts = (one.satisfied * other.total).cmp(&(other.satisfied * one.total));
            parts.then(is_at_disjunction(one).cmp(&is_at_disjunction(other)))
        };
        let furthest =
            (0..attempts.len()).reduce(|one, next| if further(next, one).is_gt() { next } else { one });
        let Some(furthest) = furthest else { break };
        let tied = (furthest + 1..attempts.len()).filter(|at| further(*at, furthest).is_eq());
        let firsts = &known.innermost().alternatives;
        let others = tied.filter_map(|at| firsts.get(attempts[at].0).copied()).collect();
        let (_, narrowed, attempt) = attempts.swap_remove(furthest);
        (whole, known) = (narrowed, attempt);
        // If no literal of an alternative holds, the disjunction explains more. The loop goes on, as an
        // alternative may begin with another disjunction.
        if known.satisfied > best {
            best = known.satisfied;
            *miss = Some(NearMiss { tied: others, ..whole.in_original_terms(known.clone()) });
        }
    }
}

/// Whether the innermost failing literal is a disjunction.
pub(super) fn is_at_disjunction(miss: &NearMiss) -> bool {
    !miss.innermost().alternatives.is_empty()
}

/// The near miss of a search that completes within its limit of steps; in the order of the text if that
/// search completes.
fn attempt<R: Relation>(
    narrowed: &Narrowed<R>,
    database: &impl Database<R>,
    budget: Budget,
    given: &[Value],
) -> Option<NearMiss> {
    let order = if given.is_empty() { Preference::Written } else { Preference::Connected };
    [order, Preference::Cheapest].into_iter().find_map(|preference| {
        let compiled = narrowed.planned(given.len(), preference)?;
        let (solutions, explanation) =
            compiled.explained(database, budget.at_most(MOST_WRITTEN), given, true);
        explanation.near_miss.filter(|_| solutions.completeness == Completeness::Complete)
    })
}
