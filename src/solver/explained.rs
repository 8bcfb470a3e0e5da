//! Searches that tell why there are no solutions.
//!
//! A plan for searching begins with what is rare, so that its best attempt can be one that nobody would take
//! for an instance. Where there is no solution the problem is searched again in the order of its text, for so
//! many steps, and the attempt is told that came further. Where that failed at a disjunction, each of its
//! alternatives is searched for by itself, and the one is told that came furthest; or the disjunction, where
//! no part of any holds.
//!
//! ```text
//! a loop whose end tests a select    cheapest: from each icmp to its branch, the guard: 4 of 23 hold
//!                                    written: each region, each loop, its induction, its test: 17 of 23, `comparison` is a select
//! ```

use super::budget::Budget;
use super::compiled::{Compiled, Completeness, Solutions};
use super::database::Database;
use super::explain::{Explanation, NearMiss};
use super::narrowed::Narrowed;
use super::planner::Preference;
use super::problem::{Problem, Relation, Value, VarId};

/// The steps that the search in the order of the text may take.
const MOST_WRITTEN: u64 = 200_000;

/// Limit of alternatives of disjunctions that are searched separately.
pub(super) const MOST_ALTERNATIVES: usize = 24;

impl<R: Relation> Compiled<R> {
    /// Solves as [`solve`](Self::solve) does, and explains why there are no solutions, or how each constraint
    /// narrowed the search. Slower.
    pub fn explain(&self, database: &impl Database<R>, budget: Budget) -> (Solutions, Explanation) {
        self.explain_with(database, budget, false)
    }

    /// Explains as [`explain`](Self::explain) does, with the best failed attempt even if there are solutions.
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
            prefer_further(self.written(), database, budget, &[], &mut explanation.near_miss);
            descend_into_alternatives(self.problem(), database, budget, &[], &mut explanation.near_miss);
        }
        (solutions, explanation)
    }

    /// The solutions in which some variables of the root have these values, and why there are none. Planned
    /// anew: what else holds is sought from there. `None` where a variable is not one of the root.
    pub fn explain_pinned(
        &self,
        database: &impl Database<R>,
        budget: Budget,
        pins: &[(VarId, Value)],
    ) -> Option<(Solutions, Explanation)> {
        let fixed: Vec<VarId> = pins.iter().map(|(variable, _)| *variable).collect();
        let problem = self.entered_with(&fixed)?;
        let written = Self::planned(problem.clone(), pins.len(), Preference::Written).ok();
        let pinned = Self::planned(problem.clone(), pins.len(), Preference::Cheapest).ok()?;
        let values: Vec<Value> = pins.iter().map(|(_, value)| *value).collect();
        let (solutions, mut explanation) = pinned.explained(database, budget, &values, false);
        prefer_further(written.as_ref(), database, budget, &values, &mut explanation.near_miss);
        descend_into_alternatives(&problem, database, budget, &values, &mut explanation.near_miss);
        Some((solutions, explanation))
    }

    /// The problem with the root entered by these variables; `None` where one is not one of the root.
    pub(super) fn entered_with(&self, variables: &[VarId]) -> Option<Problem<R>> {
        let mut problem: Problem<R> = self.problem().clone();
        let root = &mut problem.definitions[self.root.index()];
        if variables.iter().any(|variable| variable.index() >= root.variables.len()) {
            return None;
        }
        root.interface = variables.to_vec();
        Some(problem)
    }

    /// A search that is noted, with a near miss where there is no solution or `beside` them.
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

    /// The problem planned in the order of its text.
    fn written(&self) -> Option<&Self> {
        let planned = || Self::planned(self.problem().clone(), 0, Preference::Written).ok().map(Box::new);
        self.written.get_or_init(planned).as_deref()
    }
}

/// Replaces a near miss by that of a search in the order of the text, unless that comes less far.
fn prefer_further<R: Relation>(
    written: Option<&Compiled<R>>,
    database: &impl Database<R>,
    budget: Budget,
    given: &[Value],
    miss: &mut Option<NearMiss>,
) {
    let (Some(written), Some(known)) = (written, miss.as_ref()) else { return };
    let (solutions, explanation) = written.explained(database, budget.at_most(MOST_WRITTEN), given, true);
    let is_whole = solutions.completeness == Completeness::Complete;
    let further = explanation.near_miss.filter(|other| is_whole && other.satisfied >= known.satisfied);
    if further.is_some() {
        *miss = further;
    }
}

/// Replaces a near miss at a disjunction by that of the alternative that comes furthest, again and again.
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
        let attempts = (0..count).filter_map(|branch| {
            let narrowed = whole.to(&known, branch)?;
            let attempt = attempt(&narrowed, database, budget, given)?;
            Some((narrowed, attempt))
        });
        // Ties go to an attempt that failed at a disjunction, where more can be tried, or else to the first.
        let rank = |attempt: &NearMiss| (attempt.satisfied, is_at_disjunction(attempt));
        let furthest = attempts.reduce(|one, next| if rank(&next.1) > rank(&one.1) { next } else { one });
        let Some(furthest) = furthest.filter(|(_, attempt)| attempt.satisfied >= best) else { break };
        (whole, known) = furthest;
        // Where nothing in an alternative holds the disjunction says more, but one may begin with another
        // one.
        if known.satisfied > best {
            best = known.satisfied;
            *miss = Some(whole.in_original_terms(known.clone()));
        }
    }
}

/// Whether it failed at a disjunction.
pub(super) fn is_at_disjunction(miss: &NearMiss) -> bool {
    !miss.innermost().alternatives.is_empty()
}

/// The near miss of a search that ends within its steps, in the order of the text if it does so then.
fn attempt<R: Relation>(
    narrowed: &Narrowed<R>,
    database: &impl Database<R>,
    budget: Budget,
    given: &[Value],
) -> Option<NearMiss> {
    [Preference::Written, Preference::Cheapest].into_iter().find_map(|preference| {
        let compiled = narrowed.planned(given.len(), preference)?;
        let (solutions, explanation) =
            compiled.explained(database, budget.at_most(MOST_WRITTEN), given, true);
        explanation.near_miss.filter(|_| solutions.completeness == Completeness::Complete)
    })
}
