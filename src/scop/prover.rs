//! Queries about sets of instances, cached, and bounded by one budget per part.
//!
//! ```text
//! a[i - 1], b[i - 1], c[i - 1] in one block      =>      one question: is i - 1 negative for some instance?
//! ```
//!
//! Once the budget is exhausted nothing more is proved.

use super::cases::{Space, Union};
use super::elimination::{self, Projected};
use super::emptiness::{self, WORK_OF_CONSTRAINT};
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use super::ranges::{range_of, ranged};
use super::simplex::{Answer, Tableau};
use ir::Model;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// The budget of a part, in computed numbers of a tableau.
const MOST_WORK: u64 = 1 << 25;

/// The most steps to prove that exceptions cover a domain.
const MOST_COVERING_STEPS: usize = 256;

/// Proofs about the sets of one part, with their caches.
pub(super) struct Prover<'m> {
    /// The function that contains the part.
    pub(super) model: &'m Model,
    verdicts: RefCell<FxHashMap<RangeQuery<'static>, Option<Verdict>>>,
    /// The contexts of each domain, by case.
    contexts: RefCell<FxHashMap<Domain, FxHashMap<Conjunction, Context>>>,
    /// The answers of `covers`, by domain and exceptions.
    coverings: RefCell<FxHashMap<Domain, FxHashMap<Union, bool>>>,
    instances: RefCell<FxHashMap<Conjunction, bool>>,
    simplified: RefCell<FxHashMap<Conjunction, Option<Conjunction>>>,
    domains: RefCell<FxHashMap<Rc<Union>, u32>>,
    work: Cell<u64>,
}

/// A set of instances to query. Equal sets have the same number.
#[derive(Clone)]
pub(super) struct Domain {
    number: u32,
    instances: Rc<Union>,
}

impl Deref for Domain {
    type Target = Union;

    fn deref(&self) -> &Union {
        &self.instances
    }
}

impl PartialEq for Domain {
    fn eq(&self, other: &Domain) -> bool {
        self.number == other.number
    }
}

impl Eq for Domain {}

impl Hash for Domain {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// The conjunctions of a domain, restricted to a case.
type Context = Rc<Vec<Instances>>;

/// The instances of one conjunction.
struct Instances {
    set: Conjunction,
    /// The simplex tableau; `None` on overflow.
    tableau: Option<Tableau>,
    /// An integer point in the set, if the tableau finds one.
    known: Option<Vec<(Dimension, i128)>>,
}

/// The query whether a number stays in a range for all instances of a domain that satisfy a condition.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct RangeQuery<'a> {
    /// The instances.
    pub(super) domain: Domain,
    /// The condition.
    pub(super) when: Cow<'a, Conjunction>,
    /// The number.
    pub(super) value: Cow<'a, Linear>,
    /// The least allowed value.
    pub(super) low: Cow<'a, Linear>,
    /// The greatest allowed value.
    pub(super) high: Cow<'a, Linear>,
}

impl RangeQuery<'_> {
    fn into_owned(self) -> RangeQuery<'static> {
        RangeQuery {
            domain: self.domain,
            when: Cow::Owned(self.when.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
            low: Cow::Owned(self.low.into_owned()),
            high: Cow::Owned(self.high.into_owned()),
        }
    }
}

impl<'m> Prover<'m> {
    /// A prover with empty caches.
    pub(super) fn new(model: &'m Model) -> Prover<'m> {
        Prover {
            model,
            verdicts: RefCell::default(),
            contexts: RefCell::default(),
            coverings: RefCell::default(),
            instances: RefCell::default(),
            simplified: RefCell::default(),
            domains: RefCell::default(),
            work: Cell::new(0),
        }
    }

    /// Whether the budget is exhausted.
    pub(super) fn is_spent(&self) -> bool {
        self.work.get() >= MOST_WORK
    }

    /// The domain of a union of instances.
    pub(super) fn domain(&self, instances: Union) -> Domain {
        let mut domains = self.domains.borrow_mut();
        if let Some((instances, number)) = domains.get_key_value(&instances) {
            return Domain { number: *number, instances: Rc::clone(instances) };
        }
        let (number, instances) = (domains.len() as u32, Rc::new(instances));
        domains.insert(Rc::clone(&instances), number);
        Domain { number, instances }
    }

    /// Whether there is certainly no integer solution.
    pub(super) fn is_empty(&self, set: &Conjunction) -> bool {
        if self.is_spent() {
            return false;
        }
        let mut work = 0;
        let answer = emptiness::is_empty(set, &mut work);
        self.count(work);
        answer
    }

    /// Whether a set may contain instances, with its parameters in the ranges of their types.
    pub(super) fn may_have_instances(&self, space: &Space, set: &Conjunction) -> bool {
        if let Some(known) = self.instances.borrow().get(set) {
            return *known;
        }
        // Few sets depend on the ranges of parameters.
        let answer = self
            .has_instance(space, set.constraints.iter())
            .unwrap_or_else(|| ranged(self.model, space, set).is_some_and(|ranged| !self.is_empty(&ranged)));
        self.instances.borrow_mut().insert(set.clone(), answer);
        answer
    }

    /// The projection that eliminates the dimensions for which `goes` is true.
    pub(super) fn without_all(&self, set: &Conjunction, goes: impl Fn(Dimension) -> bool) -> Projected {
        if self.is_spent() {
            return Projected::Unknown;
        }
        let mut made = 0;
        let shadow = elimination::without_all(set, goes, &mut made);
        self.count(made * WORK_OF_CONSTRAINT);
        shadow
    }

    /// The parameters for which a number leaves its range; `None` on overflow.
    pub(super) fn stays_in_range(&self, space: &Space, question: RangeQuery<'_>) -> Option<Verdict> {
        if let Some(known) = self.verdicts.borrow().get(&question) {
            return known.clone();
        }
        let sides = outside(&question.value, &question.low, &question.high);
        let answer = sides.map(|sides| {
            let context = self.context(space, &question.domain, &question.when);
            let pairs = context.iter().flat_map(|instances| sides.iter().map(move |side| (instances, side)));
            let open = pairs.filter_map(|(instances, side)| self.possible(space, instances, side));
            verdict(self, space, open)
        });
        self.verdicts.borrow_mut().insert(question.into_owned(), answer.clone());
        answer
    }

    /// Whether the parameters of each instance of `domain` certainly lie in `exceptions`.
    pub(super) fn covers(&self, space: &Space, exceptions: &Union, domain: &Domain) -> bool {
        if let Some(known) = self.coverings.borrow().get(domain).and_then(|of| of.get(exceptions)) {
            return *known;
        }
        let answer =
            !self.has_other_instance(space, exceptions, domain) && covered(self, space, exceptions, domain);
        self.coverings.borrow_mut().entry(domain.clone()).or_default().insert(exceptions.clone(), answer);
        answer
    }

    /// A conjunction without constraints implied by the others and by the parameters' ranges; `None` if these
    /// contradict each other.
    pub(super) fn simplified(&self, space: &Space, set: &Conjunction) -> Option<Conjunction> {
        if let Some(known) = self.simplified.borrow().get(set) {
            return known.clone();
        }
        let answer = simplified(self, space, set);
        self.simplified.borrow_mut().insert(set.clone(), answer.clone());
        answer
    }

    /// The instances of a conjunction that satisfy a constraint; `None` if the tableau excludes them.
    fn possible(&self, space: &Space, instances: &Instances, side: &Constraint) -> Option<Conjunction> {
        let tableau = instances.tableau.as_ref().filter(|_| !self.is_spent());
        let is_excluded = tableau.is_some_and(|tableau| {
            let mut tableau = tableau.clone();
            let before = tableau.work();
            let ranges = side.form.terms.iter().flat_map(|(dimension, _)| match dimension {
                Dimension::Parameter(number) if !tableau.knows(*dimension) => {
                    range_of(self.model, space, *number)
                }
                _ => Vec::new(),
            });
            let constraints: Vec<Constraint> = ranges.chain([side.clone()]).collect();
            let is_excluded = tableau.add_all(&constraints) == Answer::Empty;
            self.count(tableau.work() - before);
            is_excluded
        });
        if is_excluded { None } else { instances.set.with(side.clone()) }
    }

    fn context(&self, space: &Space, domain: &Domain, when: &Conjunction) -> Context {
        if let Some(known) = self.contexts.borrow().get(domain).and_then(|of| of.get(when)) {
            return Rc::clone(known);
        }
        let there = domain.iter().filter_map(|conjunction| conjunction.and(when));
        let of = |set: Conjunction| {
            let ranged = ranged(self.model, space, &set)?;
            let mut tableau = Tableau::default();
            match tableau.add_all(&ranged.constraints) {
                Answer::Empty => None,
                Answer::Unknown => Some(Instances { set, tableau: None, known: None }),
                Answer::Solution => {
                    let known = tableau.whole_solution();
                    Some(Instances { set, tableau: Some(tableau), known })
                }
            }
        };
        let context: Context = Rc::new(there.filter_map(of).collect());
        let mut contexts = self.contexts.borrow_mut();
        contexts.entry(domain.clone()).or_default().insert(when.clone(), Rc::clone(&context));
        context
    }

    /// Whether constraints have a solution; `None` if the tableau does not decide it.
    pub(super) fn has_instance<'c>(
        &self,
        space: &Space,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Option<bool> {
        if self.is_spent() {
            return None;
        }
        let mut tableau = Tableau::default();
        let mut answer = tableau.add_all(constraints);
        // Most solutions satisfy the ranges of parameters without adding them as constraints.
        let out_of_range = |tableau: &Tableau| -> Vec<Constraint> {
            let solution = tableau.solution().into_iter();
            let ranges = solution.filter_map(|(dimension, value, denominator)| match dimension {
                Dimension::Parameter(number) => Some((number, value.div_euclid(denominator))),
                Dimension::Iterator(_) => None,
            });
            let is_outside = |(number, value): &(u32, i128)| {
                space.range(self.model, *number).is_some_and(|(low, high)| *value < low || *value > high)
            };
            ranges.filter(is_outside).flat_map(|(number, _)| range_of(self.model, space, number)).collect()
        };
        while answer == Answer::Solution {
            let ranges = out_of_range(&tableau);
            if ranges.is_empty() {
                break;
            }
            answer = tableau.add_all(&ranges);
        }
        self.count(tableau.work());
        match answer {
            Answer::Empty => Some(false),
            Answer::Solution => tableau.whole_solution().map(|_| true),
            Answer::Unknown => None,
        }
    }

    /// Whether a known instance of `domain` has parameters outside of `exceptions`.
    fn has_other_instance(&self, space: &Space, exceptions: &Union, domain: &Domain) -> bool {
        let context = self.context(space, domain, &Conjunction::default());
        context.iter().filter_map(|instances| instances.known.as_ref()).any(|instance| {
            // The range of a parameter that the instances do not constrain contains zero.
            let value = |dimension| {
                let known = instance.iter().find(|(known, _)| *known == dimension);
                Some(known.map_or(0, |(_, value)| *value))
            };
            exceptions.iter().all(|exception| exception.contains(value) == Some(false))
        })
    }

    /// Clears the cached answers after a change of the parameter space.
    pub(super) fn forget(&mut self) {
        self.verdicts.get_mut().clear();
        self.contexts.get_mut().clear();
        self.coverings.get_mut().clear();
        self.instances.get_mut().clear();
        self.simplified.get_mut().clear();
    }

    fn count(&self, work: u64) {
        self.work.set(self.work.get() + work);
    }
}

/// The result of a query about a provision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The provision always holds.
    Holds,
    /// The provision holds except for these parameters.
    Except(Union),
    /// The provision never holds, or is undecided.
    Fails,
}

/// The verdict on a provision whose violation is a union of `violations`, projected onto the parameters.
pub(super) fn verdict(
    prover: &Prover<'_>,
    space: &Space,
    violations: impl IntoIterator<Item = Conjunction>,
) -> Verdict {
    let mut exceptions = Union::new();
    for violation in violations {
        let Some(violation) = ranged(prover.model, space, &violation) else { continue };
        if prover.is_empty(&violation) {
            continue;
        }
        match prover.without_all(&violation, |dimension| matches!(dimension, Dimension::Iterator(_))) {
            Projected::Empty => {}
            Projected::Unknown => return Verdict::Fails,
            Projected::Projection(shadow) if prover.is_empty(&shadow) => {}
            Projected::Projection(shadow) => match prover.simplified(space, &shadow) {
                Some(shadow) if !shadow.constraints.is_empty() => exceptions.push(shadow),
                _ => return Verdict::Fails,
            },
        }
    }
    if exceptions.is_empty() { Verdict::Holds } else { Verdict::Except(exceptions) }
}

/// A conjunction without constraints implied by the others and by the parameters' ranges.
fn simplified(prover: &Prover<'_>, space: &Space, shadow: &Conjunction) -> Option<Conjunction> {
    let mut remaining = shadow.constraints.clone();
    let mut at = remaining.len();
    while at > 0 {
        at -= 1;
        let Some(opposite) = opposites(&remaining[at]) else { continue };
        let others = remaining.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, constraint)| constraint);
        let others: Vec<Constraint> = others.cloned().collect();
        let is_implied = opposite.into_iter().all(|opposite| {
            let of_tableau = prover.has_instance(space, others.iter().chain([&opposite]));
            of_tableau.map_or_else(
                || {
                    let contrary = Conjunction::of(others.iter().cloned().chain([opposite]));
                    let contrary = contrary.and_then(|contrary| ranged(prover.model, space, &contrary));
                    contrary.is_none_or(|contrary| prover.is_empty(&contrary))
                },
                |has_instance| !has_instance,
            )
        });
        if is_implied {
            remaining.remove(at);
        }
    }
    Conjunction::of(remaining)
}

/// The two constraints under which a number lies outside of `low` … `high`; `None` on overflow.
pub(super) fn outside(value: &Linear, low: &Linear, high: &Linear) -> Option<[Constraint; 2]> {
    let below = Constraint::at_least_zero(low.plus(value, -1)?.shifted(-1)?);
    let above = Constraint::at_least_zero(value.plus(high, -1)?.shifted(-1)?);
    Some([below, above])
}

/// Whether the parameters of each instance of `domain` certainly lie in `exceptions`.
fn covered(prover: &Prover<'_>, space: &Space, exceptions: &Union, domain: &Union) -> bool {
    let mut steps = MOST_COVERING_STEPS;
    let mut open: Vec<(Conjunction, usize)> =
        domain.iter().filter_map(|c| Some((ranged(prover.model, space, c)?, 0))).collect();
    // Pairs of instances and the first exception that may still contain them.
    while let Some((instances, at)) = open.pop() {
        if steps == 0 {
            return false;
        }
        steps -= 1;
        if prover.is_empty(&instances) {
            continue;
        }
        let Some(exception) = exceptions.get(at) else { return false };
        for constraint in &exception.constraints {
            let Some(opposite) = opposites(constraint) else { return false };
            open.extend(opposite.into_iter().filter_map(|o| Some((instances.with(o)?, at + 1))));
        }
    }
    true
}

/// The constraints whose disjunction is the negation of a constraint; `None` on overflow.
fn opposites(constraint: &Constraint) -> Option<Vec<Constraint>> {
    let below = Constraint::at_least_zero(constraint.form.times(-1)?.shifted(-1)?);
    let above = Constraint::at_least_zero(constraint.form.shifted(-1)?);
    Some(if constraint.is_equality { vec![below, above] } else { vec![below] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{Function, ModelBuilder};

    /// The verdict on `0 <= i - least <= n` for `0 <= i < n`.
    fn verdict_for(prover: &Prover<'_>, least: i128) -> Option<Verdict> {
        let (i, n) = (Linear::dimension(Dimension::Iterator(0)), Linear::dimension(Dimension::Parameter(0)));
        let above = n.plus(&i, -1).unwrap().shifted(-1).unwrap();
        let set = Conjunction::of([i.clone(), above].map(Constraint::at_least_zero)).unwrap();
        let domain = prover.domain(vec![set]);
        let value = Cow::Owned(i.shifted(-least).unwrap());
        let (when, low, high) = (Cow::default(), Cow::Owned(Linear::default()), Cow::Owned(n));
        prover.stays_in_range(&Space::default(), RangeQuery { domain, when, value, low, high })
    }

    #[test]
    fn a_question_is_answered_once() {
        let model = ModelBuilder::new(Function::default()).finish();
        let prover = Prover::new(&model);
        assert_eq!(verdict_for(&prover, 0), Some(Verdict::Holds));
        assert!(matches!(verdict_for(&prover, 1), Some(Verdict::Except(_))));
        let work = prover.work.get();
        assert_eq!(
            (verdict_for(&prover, 0), verdict_for(&prover, 1)),
            (verdict_for(&prover, 0), verdict_for(&prover, 1))
        );
        assert_eq!(prover.work.get(), work);
    }

    #[test]
    fn nothing_is_proved_when_the_budget_is_spent() {
        let model = ModelBuilder::new(Function::default()).finish();
        let prover = Prover::new(&model);
        let contradiction = [Linear::constant(-1), Linear::dimension(Dimension::Iterator(0))];
        let nothing = Conjunction { constraints: contradiction.map(Constraint::at_least_zero).into() };
        assert!(prover.is_empty(&nothing) && !prover.is_spent());
        prover.count(MOST_WORK);
        assert!(prover.is_spent() && !prover.is_empty(&nothing));
        assert_eq!(verdict_for(&prover, 1), Some(Verdict::Fails));
    }
}
