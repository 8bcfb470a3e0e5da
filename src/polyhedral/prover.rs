//! Questions about sets of instances: each is answered once, and all of a part's within one budget.
//!
//! ```text
//! a[i - 1], b[i - 1], c[i - 1] in one block      =>      one question: is i - 1 negative for some instance?
//! ```
//!
//! Once the budget is spent nothing more is proved.

use super::cases::{Space, Union};
use super::domain::{range_of, ranged};
use super::elimination::{self, Shadow};
use super::emptiness::{self, WORK_OF_CONSTRAINT};
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use super::provisions::{Verdict, covered, outside, verdict};
use super::simplex::{Answer, Tableau};
use crate::model::Model;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The work for a part, in numbers of a tableau that are computed.
const MOST_WORK: u64 = 1 << 26;

/// What is proved of the sets of one part.
pub(super) struct Prover<'m> {
    /// The code that the part is of.
    pub(super) model: &'m Model,
    verdicts: RefCell<FxHashMap<Within<'static>, Option<Verdict>>>,
    contexts: RefCell<FxHashMap<(Union, Conjunction), Rc<Context>>>,
    coverings: RefCell<FxHashMap<(Union, Union), bool>>,
    work: Cell<u64>,
}

/// The instances of a domain to which a case applies, by conjunction, each with a tableau of them; `None`
/// where numbers are too large for one.
type Context = Vec<(Conjunction, Option<Tableau>)>;

/// The question whether a number stays within a range for all instances of a domain to which a case applies.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Within<'a> {
    /// The instances.
    pub(super) domain: Cow<'a, Union>,
    /// The case.
    pub(super) when: Cow<'a, Conjunction>,
    /// The number.
    pub(super) value: Cow<'a, Linear>,
    /// Its least value.
    pub(super) low: Cow<'a, Linear>,
    /// Its greatest value.
    pub(super) high: Cow<'a, Linear>,
}

impl Within<'_> {
    fn into_owned(self) -> Within<'static> {
        Within {
            domain: Cow::Owned(self.domain.into_owned()),
            when: Cow::Owned(self.when.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
            low: Cow::Owned(self.low.into_owned()),
            high: Cow::Owned(self.high.into_owned()),
        }
    }
}

impl<'m> Prover<'m> {
    /// A prover that has been asked nothing.
    pub(super) fn new(model: &'m Model) -> Prover<'m> {
        Prover {
            model,
            verdicts: RefCell::default(),
            contexts: RefCell::default(),
            coverings: RefCell::default(),
            work: Cell::new(0),
        }
    }

    /// Whether the budget is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.work.get() >= MOST_WORK
    }

    /// Whether it is certain that there is no integer solution.
    pub(super) fn is_empty(&self, set: &Conjunction) -> bool {
        if self.is_spent() {
            return false;
        }
        let mut work = 0;
        let answer = emptiness::is_empty(set, &mut work);
        self.count(work);
        answer
    }

    /// What follows for the other dimensions when those of which `goes` holds are eliminated.
    pub(super) fn without_all(&self, set: &Conjunction, goes: impl Fn(Dimension) -> bool) -> Shadow {
        if self.is_spent() {
            return Shadow::Unknown;
        }
        let mut made = 0;
        let shadow = elimination::without_all(set, goes, &mut made);
        self.count(made * WORK_OF_CONSTRAINT);
        shadow
    }

    /// For which parameters a number does not stay within its range; `None` on overflow.
    pub(super) fn within(&self, space: &Space, question: Within<'_>) -> Option<Verdict> {
        if let Some(known) = self.verdicts.borrow().get(&question) {
            return known.clone();
        }
        let sides = outside(&question.value, &question.low, &question.high);
        let answer = sides.map(|sides| {
            let context = self.context(space, &question.domain, &question.when);
            let pairs = context.iter().flat_map(|instances| sides.iter().map(move |side| (instances, side)));
            let open = pairs.filter_map(|((set, tableau), side)| self.possible(space, set, tableau, side));
            verdict(self, space, open)
        });
        self.verdicts.borrow_mut().insert(question.into_owned(), answer.clone());
        answer
    }

    /// Whether it is certain that each instance of `domain` is one for parameters in `exceptions`.
    pub(super) fn covers(&self, space: &Space, exceptions: &Union, domain: &Union) -> bool {
        let question = (exceptions.clone(), domain.clone());
        if let Some(known) = self.coverings.borrow().get(&question) {
            return *known;
        }
        let answer =
            !self.has_other_instance(space, exceptions, domain) && covered(self, space, exceptions, domain);
        self.coverings.borrow_mut().insert(question, answer);
        answer
    }

    /// The instances of a conjunction for which a constraint holds, if its tableau does not exclude them.
    fn possible(
        &self,
        space: &Space,
        set: &Conjunction,
        tableau: &Option<Tableau>,
        side: &Constraint,
    ) -> Option<Conjunction> {
        let is_excluded = tableau.as_ref().is_some_and(|tableau| {
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
        if is_excluded { None } else { set.with(side.clone()) }
    }

    fn context(&self, space: &Space, domain: &Union, when: &Conjunction) -> Rc<Context> {
        let key = (domain.clone(), when.clone());
        if let Some(known) = self.contexts.borrow().get(&key) {
            return Rc::clone(known);
        }
        let there = domain.iter().filter_map(|conjunction| conjunction.and(when));
        let of = |set: Conjunction| {
            let ranged = ranged(self.model, space, &set)?;
            let mut tableau = Tableau::default();
            match tableau.add_all(&ranged.constraints) {
                Answer::Empty => None,
                Answer::Unknown => Some((set, None)),
                Answer::Solution => Some((set, Some(tableau))),
            }
        };
        let context: Rc<Context> = Rc::new(there.filter_map(of).collect());
        self.contexts.borrow_mut().insert(key, Rc::clone(&context));
        context
    }

    /// Whether some parameters and iterators satisfy constraints; `None` where a tableau does not show it.
    pub(super) fn has_instance<'c>(
        &self,
        space: &Space,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Option<bool> {
        let mut tableau = Tableau::default();
        let mut answer = tableau.add_all(constraints);
        // Most solutions are in the ranges of parameters without their being asked for.
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

    /// Whether an instance of `domain` that is known is one for other parameters.
    fn has_other_instance(&self, space: &Space, exceptions: &Union, domain: &Union) -> bool {
        let context = self.context(space, domain, &Conjunction::default());
        context.iter().filter_map(|(_, tableau)| tableau.as_ref()?.whole_solution()).any(|instance| {
            // The range of a parameter that the instances do not depend on has zero in it.
            let value = |dimension| {
                let known = instance.iter().find(|(known, _)| *known == dimension);
                Some(known.map_or(0, |(_, value)| *value))
            };
            exceptions.iter().all(|exception| exception.contains(value) == Some(false))
        })
    }

    /// Forgets the answers, as the space they were given for is another one now.
    pub(super) fn forget(&mut self) {
        self.verdicts.get_mut().clear();
        self.contexts.get_mut().clear();
        self.coverings.get_mut().clear();
    }

    fn count(&self, work: u64) {
        self.work.set(self.work.get() + work);
    }
}
