//! Attempts by the value of a variable: the best near miss for each value.
//!
//! The near miss of a whole search is one attempt, and perhaps not the one that the user has in mind. This
//! module fixes a variable to one value after the other. All values are tried in one search, so that the
//! answers to calls are shared between them; one search follows the plan for searching, another one the order
//! of the text. If the best attempt fails at a disjunction, the values are tried again with each alternative
//! in its place. Values whose attempts satisfy no more literals than the worst attempt are left out.
//!
//! ```text
//! sum: v2, v5, v6, v9 satisfy 1, 7, 1, 4 of 8 literals; the best 5  →  v5: 7 of 8, v9: 4 of 8
//! ```

use super::budget::{Budget, Exhausted};
use super::compiled::Compiled;
use super::database::Database;
use super::explain::NearMiss;
use super::explained::{MOST_ALTERNATIVES, descend_into_alternatives, is_at_disjunction};
use super::narrowed::Narrowed;
use super::planner::Preference;
use super::problem::{Problem, Relation, Value, VarId};
use super::search::Search;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Limit of steps for all values together, per plan, and once more for all alternatives together.
const MOST_STEPS: u64 = 1_000_000;

/// Limit of steps for one alternative of the disjunction at which the attempt of one value failed.
const MOST_OF_AN_ALTERNATIVE: u64 = 20_000;

/// A request for attempts.
#[derive(Clone, Copy, Debug)]
pub struct PerValue<'a> {
    /// Variables of the root with fixed values.
    pub pins: &'a [(VarId, Value)],
    /// Another variable of the root.
    pub variable: VarId,
    /// Its values, in the order in which they are tried.
    pub values: &'a [Value],
    /// Maximal number of attempts to return.
    pub most: usize,
}

impl PerValue<'_> {
    /// The values of the pinned variables followed by `value`: the input tuple of the root.
    fn given(&self, value: Value) -> Vec<Value> {
        self.pins.iter().map(|(_, pinned)| *pinned).chain([value]).collect()
    }
}

/// The best attempts by the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// Attempts by descending number of satisfied literals; ties in the order of the values.
    pub best: Vec<(Value, NearMiss)>,
    /// The number of further attempts.
    pub more: usize,
    /// The number of values that were tried before steps or memory ran out.
    pub tried: usize,
}

/// The result of trying one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// A solution with the value exists.
    Solution,
    /// No solution; the number of satisfied literals.
    Failed(u64),
}

/// The outcomes of the values that were tried, and the best attempts.
#[derive(Debug)]
struct Ranking {
    /// Outcomes by index of the value.
    outcomes: Vec<Outcome>,
    /// Near misses by descending number of satisfied literals, then by index of the value.
    best: BTreeMap<(Reverse<u64>, usize), Arc<NearMiss>>,
    /// Maximal number of near misses retained.
    most: usize,
}

impl Ranking {
    fn new(most: usize) -> Self {
        Self { outcomes: Vec::new(), best: BTreeMap::new(), most }
    }

    /// Records an outcome of a value. Only the best outcome counts, and of equal ones the first.
    fn note(&mut self, number: usize, outcome: Outcome, miss: Option<Arc<NearMiss>>) {
        match (self.outcomes.get(number).copied(), outcome) {
            (None, _) => self.outcomes.push(outcome),
            (Some(Outcome::Failed(known)), Outcome::Failed(now)) if now <= known => return,
            (Some(Outcome::Failed(known)), _) => {
                self.best.remove(&(Reverse(known), number));
                self.outcomes[number] = outcome;
            }
            (Some(Outcome::Solution), _) => return,
        }
        if let (Outcome::Failed(satisfied), Some(miss)) = (outcome, miss) {
            self.best.insert((Reverse(satisfied), number), miss);
            if self.best.len() > self.most {
                self.best.pop_last();
            }
        }
    }

    /// Adds the outcomes of a variant of the problem for the same values or a prefix of them. `restore` maps
    /// a near miss back to the original problem.
    fn add(&mut self, other: &Ranking, restore: impl Fn(&NearMiss) -> NearMiss) {
        for (number, outcome) in other.outcomes.iter().enumerate() {
            let key = |satisfied| (Reverse(satisfied), number);
            let miss = match outcome {
                Outcome::Failed(satisfied) => other.best.get(&key(*satisfied)),
                Outcome::Solution => None,
            };
            self.note(number, *outcome, miss.map(|miss| Arc::new(restore(miss))));
        }
    }

    /// The attempt with the most satisfied literals.
    fn furthest(&self) -> Option<&Arc<NearMiss>> {
        self.best.first_key_value().map(|(_, miss)| miss)
    }

    /// The values whose attempts satisfy more literals than the worst attempt, the best first.
    fn further(&self) -> Vec<(u64, usize)> {
        let failed = self.outcomes.iter().enumerate().filter_map(|(number, outcome)| match outcome {
            Outcome::Failed(satisfied) => Some((*satisfied, number)),
            Outcome::Solution => None,
        });
        let mut failed: Vec<(u64, usize)> = failed.collect();
        let least = failed.iter().map(|(satisfied, _)| *satisfied).min().unwrap_or(0);
        failed.retain(|(satisfied, _)| *satisfied > least);
        failed.sort_by_key(|(satisfied, number)| (Reverse(*satisfied), *number));
        failed
    }
}

impl<R: Relation> Compiled<R> {
    /// The best failed attempts, one for each value of a variable. `None` if a variable is not one of the
    /// root's, or is given twice.
    pub fn attempts(
        &self,
        database: &impl Database<R>,
        budget: Budget,
        wanted: &PerValue<'_>,
    ) -> Option<Attempts> {
        let PerValue { pins, variable, values, most } = *wanted;
        if pins.iter().any(|(pinned, _)| *pinned == variable) {
            return None;
        }
        let fixed: Vec<VarId> = pins.iter().map(|(pinned, _)| *pinned).chain([variable]).collect();
        let problem = self.entered_with(&fixed)?;
        let mut ranking = Ranking::new(most);
        // Among equals the attempt in the order of the text is reported.
        for preference in [Preference::Written, Preference::Cheapest] {
            if let Ok(compiled) = Self::planned(problem.clone(), fixed.len(), preference) {
                ranking
                    .add(&compiled.ranked(database, budget.at_most(MOST_STEPS), wanted).0, NearMiss::clone);
            }
        }
        try_alternatives(&problem, database, budget, wanted, &mut ranking);
        let further = ranking.further();
        let attempt = |&(satisfied, number): &(u64, usize)| {
            let mut miss = Some(NearMiss::clone(ranking.best.get(&(Reverse(satisfied), number))?));
            let (budget, given) = (budget.at_most(MOST_OF_AN_ALTERNATIVE), wanted.given(values[number]));
            descend_into_alternatives(&problem, database, budget, &given, &mut miss);
            Some((values[number], miss?))
        };
        let mut best: Vec<(Value, NearMiss)> = further.iter().take(most).filter_map(attempt).collect();
        best.sort_by_key(|(_, miss)| Reverse(miss.satisfied));
        Some(Attempts { more: further.len() - best.len(), best, tried: ranking.outcomes.len() })
    }

    /// Tries the values one by one in one search; returns the ranking and the steps taken.
    fn ranked(&self, database: &impl Database<R>, budget: Budget, wanted: &PerValue<'_>) -> (Ranking, u64) {
        let mut ranking = Ranking::new(wanted.most);
        let (solutions, _) = self.search::<true, _>(database, budget, |search| {
            wanted.values.iter().enumerate().try_for_each(|(number, value)| {
                let (outcome, miss) = search.attempt(wanted.given(*value))?;
                ranking.note(number, outcome, miss);
                Ok(())
            })
        });
        (ranking, solutions.steps)
    }
}

/// Tries the values with each alternative of the disjunction that the best attempt failed at, and repeats
/// this for the best of those attempts, as [`descend_into_alternatives`] does for one attempt.
fn try_alternatives<R: Relation>(
    problem: &Problem<R>,
    database: &impl Database<R>,
    budget: Budget,
    wanted: &PerValue<'_>,
    ranking: &mut Ranking,
) {
    let (mut whole, mut known) = (Narrowed::whole(problem.clone()), ranking.furthest().cloned());
    let (mut alternatives, mut steps) = (MOST_ALTERNATIVES, MOST_STEPS);
    while let Some(miss) = known.filter(|miss| is_at_disjunction(miss)) {
        let count = miss.innermost().alternatives.len().min(alternatives);
        alternatives -= count;
        let mut furthest: Option<(Narrowed<R>, Arc<NearMiss>)> = None;
        for narrowed in (0..count).filter_map(|branch| whole.to(&miss, branch)) {
            let preferences = [Preference::Written, Preference::Cheapest];
            let mut planned =
                preferences.into_iter().filter_map(|p| narrowed.planned(wanted.pins.len() + 1, p));
            let Some(compiled) = planned.next() else { continue };
            let (own, taken) = compiled.ranked(database, budget.at_most(steps), wanted);
            steps = steps.saturating_sub(taken);
            ranking.add(&own, |miss| narrowed.in_original_terms(miss.clone()));
            let rank = |miss: &NearMiss| (miss.satisfied, is_at_disjunction(miss));
            let is_further = |own: &NearMiss| furthest.as_ref().is_none_or(|(_, f)| rank(own) > rank(f));
            if let Some(best) = own.furthest().filter(|best| is_further(best)) {
                furthest = Some((narrowed, best.clone()));
            }
        }
        known = furthest.filter(|(_, best)| best.satisfied >= miss.satisfied).map(|(narrowed, best)| {
            whole = narrowed;
            best
        });
    }
}

impl<R: Relation, W: Database<R>> Search<'_, R, W, true> {
    /// Searches for one solution of the root with these inputs.
    fn attempt(&mut self, given: Vec<Value>) -> Result<(Outcome, Option<Arc<NearMiss>>), Exhausted> {
        self.values = given;
        let mut is_found = false;
        self.run(self.code.root, 0, &mut |_, _| {
            is_found = true;
            false
        })?;
        let miss = self.trace.last().filter(|_| !is_found);
        let satisfied = miss.as_ref().map_or(0, |miss| miss.satisfied);
        Ok((if is_found { Outcome::Solution } else { Outcome::Failed(satisfied) }, miss))
    }
}
