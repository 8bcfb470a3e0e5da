//! The result of a search or pass in one function: hits, near misses, and the edits to carry out.

use crate::spelling::Spelling;
use crate::view::{Bound, View};
use crate::words::Elements;
use analysis::accesses::WrittenTerm;
use ir::{EditPlan, Model, Relaid, ValueId};
use lang::atoms::{Because, ModelWorld};
use library::{Budget, Exhausted, NearMiss, SearchResult, Solution};
use report::{Finding, Licence, Outcome, counted};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::rc::Rc;
use text::sources::Sources;

/// Comparison with any description.
pub trait Comparable {
    /// Whether both descriptions are equal.
    fn is_same_as(&self, other: &dyn Description) -> bool;
}

impl<T: Description + PartialEq> Comparable for T {
    fn is_same_as(&self, other: &dyn Description) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// The description of a finding beside its variables; each kind of idiom has a type of its own.
pub trait Description: Any + Comparable + Debug {
    /// Adds the description to a finding, in terms of the view.
    ///
    /// `elements` are those of the searched model and those of the unmodified function.
    fn describe<'m>(
        &self,
        finding: &mut Finding,
        view: &View<'_>,
        spelling: &Spelling<'_>,
        elements: (&Elements<'m>, &Elements<'m>),
    );
}

impl PartialEq for dyn Description {
    fn eq(&self, other: &Self) -> bool {
        self.is_same_as(other)
    }
}

impl Eq for dyn Description {}

/// One found instance and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The specification.
    pub idiom: String,
    /// The outcome once the plan is carried out.
    pub outcome: Outcome,
    /// The reason for the outcome, if there is one.
    pub reason: Option<String>,
    /// The licence for the rewrite; only for a declared rewrite.
    pub licence: Option<Licence>,
    /// The variables and their values; `None` for a hit about a search.
    pub solution: Option<Solution>,
    /// Whether the values belong to the unmodified function although a copy was searched.
    pub of_plain: bool,
    /// The description beside the variables, if the idiom has one.
    pub description: Option<Rc<dyn Description>>,
    /// Instructions that are assumed not to wrap in the addresses of the hit, ascending.
    pub assumed: Vec<ValueId>,
    /// The reasons for the constraints that hold.
    pub because: Vec<Because>,
    /// The branches to errors that are assumed not to be taken.
    pub checks: Vec<ValueId>,
}

impl Hit {
    /// A hit for a solution.
    pub fn new(idiom: &str, solution: &Solution, outcome: Outcome, reason: Option<String>) -> Hit {
        let (idiom, solution) = (idiom.into(), Some(solution.clone()));
        Hit {
            idiom,
            outcome,
            reason,
            solution,
            of_plain: false,
            description: None,
            assumed: Vec::new(),
            licence: None,
            because: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Hits for the limits of a search that may have missed something: an exhausted budget, collects with
    /// more members than their limits, values at which the depth limit of the specification was reached.
    pub fn of_search<'s>(
        idiom: &'s str,
        found: &'s SearchResult,
        budget: Budget,
        sources: &'s Sources,
    ) -> impl Iterator<Item = Hit> + 's {
        let gave_up = found.exhausted.map(|exhausted| {
            let bound = match exhausted {
                Exhausted::Steps => {
                    format!("the budget of {} ran out", counted(budget.steps, "step"))
                }
                Exhausted::Memory => {
                    let mib = budget.memory / Budget::MIB;
                    format!("the search would hold more than {mib} MiB of memory")
                }
            };
            (Outcome::BudgetExhausted, format!("{bound}; there may be more"))
        });
        let limits = found.limits_reached.iter().map(move |&(span, limit)| {
            let (file, at) = (sources.file(span.file).name(), sources.start(span));
            let place = format!("{file}:{}:{}", at.line, at.column);
            let members = counted(limit.into(), "member");
            let why = format!("the collect at {place} has more than {members} somewhere and does not hold there; there may be more");
            (Outcome::LimitReached, why)
        });
        let of_search = gave_up.into_iter().chain(limits);
        let of_search = of_search.map(move |(outcome, reason)| Hit::about(idiom, outcome, reason));
        of_search.chain(Hit::beyond(idiom, &found.beyond))
    }

    /// A hit for the values at which the depth limit of a specification was reached.
    fn beyond(idiom: &str, values: &[ValueId]) -> Option<Hit> {
        let (&first, others) = values.split_first()?;
        let others = match others.len() {
            0 => String::new(),
            number => format!(", nor deeper than {}", counted(number as u64, "other value")),
        };
        let reason = format!("the specification goes no deeper than this value{others}; there may be more");
        let solution = Solution::new([("value".to_owned(), first)]);
        Some(Hit { solution: Some(solution), ..Hit::about(idiom, Outcome::LimitReached, reason) })
    }

    /// A hit about a search, without a solution.
    pub fn about(idiom: &str, outcome: Outcome, reason: String) -> Hit {
        Hit {
            idiom: idiom.into(),
            outcome,
            reason: Some(reason),
            solution: None,
            of_plain: false,
            description: None,
            assumed: Vec::new(),
            licence: None,
            because: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// A hit that counts the findings left out.
    pub fn left_out(idiom: &str, reported: usize, number: usize) -> Hit {
        let verb = if number == 1 { "is" } else { "are" };
        let reason =
            format!("{} beyond the first {reported} {verb} not told", counted(number as u64, "finding"));
        Hit::about(idiom, Outcome::LimitReached, reason)
    }

    /// The meaning of a value of this hit, in terms of the function.
    pub fn bound_of(&self, view: &View<'_>, value: ValueId) -> Bound {
        if self.of_plain { view.in_plain().bound(value) } else { view.bound(value) }
    }

    /// The variables in order of first appearance; the value is `None` for an unused one.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Option<ValueId>)> + Clone {
        self.solution.iter().flat_map(Solution::variables)
    }
}

/// The result of a pass for one function.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The hits, in the defined order.
    pub hits: Vec<Hit>,
    /// The near misses by specification, if they are requested.
    pub misses: Vec<(String, NearMiss)>,
    /// The searched copy, to which the values of hits and misses belong; `None` if the function itself was
    /// searched.
    pub copy: Option<Model>,
    /// The model that was searched in place of the function.
    pub base: Option<Relaid>,
    /// Further answers, in other forms of the function: with rotated loops, and without checks.
    pub further: Vec<Answer>,
    /// The edits to carry out.
    pub plan: EditPlan,
    /// The terms among the values of hits and misses.
    pub terms: BTreeMap<ValueId, WrittenTerm>,
    /// Rewrites that match except for the types of values or for volatile accesses.
    pub other_types: Vec<OfOtherType>,
}

/// A rewrite that matches except for the types of its values or for volatile accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfOtherType {
    /// The rewrite.
    pub idiom: String,
    /// The value of the function that would be replaced, or the counter of the loop that would be.
    pub at: ValueId,
    /// The failing constraint and the actual types.
    pub reason: String,
}

impl Answer {
    /// This answer, and the further ones. Each has a view of its own.
    pub fn parts(&self) -> impl Iterator<Item = &Answer> {
        std::iter::once(self).chain(&self.further)
    }

    /// Drops hits, also those of further answers.
    pub fn retain(&mut self, is_kept: impl Fn(&Hit) -> bool) {
        self.hits.retain(&is_kept);
        self.further.iter_mut().for_each(|part| part.hits.retain(&is_kept));
    }

    /// The view of the function in which the values of this answer are reported.
    pub fn view<'m>(&'m self, model: &'m Model) -> View<'m> {
        let view = match &self.base {
            Some(base) => View::new(&base.model, self.copy.as_ref()).with_origins(&base.origins),
            None => View::new(model, self.copy.as_ref()),
        };
        view.with_terms(&self.terms)
    }

    /// Records the terms among the values of hits and misses, and the assumptions that they hold under.
    /// `world` is the database of their search.
    pub fn note_terms(&mut self, world: &ModelWorld<'_>) {
        for hit in self.hits.iter_mut().filter(|hit| !hit.of_plain) {
            let values: Vec<ValueId> = hit.variables().filter_map(|(_, value)| value).collect();
            hit.assumed = world.assumed(&values);
        }
        let of_hits = self.hits.iter().flat_map(|hit| hit.variables()).filter_map(|(_, value)| value);
        let all = of_hits.chain(self.misses.iter().flat_map(|(_, miss)| miss.assigned()));
        self.terms = all.filter_map(|value| Some((value, world.term(value)?))).collect();
    }
}

impl Answer {
    /// Drops the findings of each idiom beyond the first `most` and counts them. Rewrites are never dropped.
    pub fn limit(&mut self, most: usize) {
        let mut counts: Vec<(String, usize)> = Vec::new();
        self.hits.retain(|hit| {
            if hit.outcome.is_about_the_search() || hit.outcome.is_rewritten() {
                return true;
            }
            let at = counts.iter().position(|(idiom, _)| *idiom == hit.idiom);
            let at = at.unwrap_or_else(|| {
                counts.push((hit.idiom.clone(), 0));
                counts.len() - 1
            });
            counts[at].1 += 1;
            counts[at].1 <= most
        });
        let beyond = counts.iter().filter(|(_, count)| *count > most);
        self.hits.extend(beyond.map(|(idiom, count)| Hit::left_out(idiom, most, count - most)));
    }
}
