//! Case distinction for affine expressions with minima, choices and comparisons: each case is a conjunction
//! of constraints with an expression that has none of these.
//!
//! ```text
//! min(n, m) - 1      =>      { m - n >= 0: n - 1;  n - m - 1 >= 0: m - 1 }
//! ```

use super::affine::{Affine, Factor, Factors, PiecewiseOperation};
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use ir::{Model, TypeClass, ValueId};
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};

/// The most cases of an expression.
const MOST_CASES: usize = 64;

/// A value for each of several conjunctions, of which at least one always holds.
pub(super) type Cases<T> = Vec<(Conjunction, T)>;

/// A union of conjunctions.
pub type Union = Vec<Conjunction>;

/// The numbering of a part's parameters, which are products of values constant in the part.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// The parameters, by number.
    pub(super) parameters: Vec<Factors>,
    numbers: BTreeMap<Factors, u32>,
    /// Values used both as signed and as unsigned numbers; they are parameters as signed ones.
    in_both_views: BTreeSet<ValueId>,
    /// The values among them that are non-negative for all parameters for which the description holds.
    not_negative: BTreeSet<ValueId>,
}

impl Space {
    /// The parameters of expressions, in the order of their appearance.
    pub(super) fn of<'a>(expressions: impl Iterator<Item = &'a Affine>) -> Space {
        let (mut signed, mut unsigned) = (BTreeSet::new(), BTreeSet::new());
        for affine in expressions {
            views(affine, &mut signed, &mut unsigned);
        }
        Space { in_both_views: signed.intersection(&unsigned).copied().collect(), ..Space::default() }
    }

    /// The values that an expression uses as unsigned numbers, but that are parameters as signed ones.
    pub(super) fn taken_for_signed(&self, affine: &Affine) -> BTreeSet<ValueId> {
        let (mut signed, mut unsigned) = (BTreeSet::new(), BTreeSet::new());
        views(affine, &mut signed, &mut unsigned);
        unsigned.intersection(&self.in_both_views).copied().collect()
    }

    /// Whether an expression equals its form in the parameters: every value that it uses as an unsigned
    /// number is one as a parameter, or is non-negative.
    pub(super) fn has_exact_parameters(&self, affine: &Affine) -> bool {
        self.taken_for_signed(affine).is_subset(&self.not_negative)
    }

    /// Finds the values that are negative only for `exceptions`; returns whether there are any.
    pub(super) fn exclude_negative(&mut self, exceptions: &Union) -> bool {
        for value in self.in_both_views.clone() {
            let Some(form) = self.linear(&Affine::of_factor(Factor::Parameter(value))) else { continue };
            let of = |form: Linear| Conjunction::of([Constraint::at_least_zero(form.shifted(-1)?)]);
            if form.times(-1).and_then(of).is_some_and(|negative| exceptions.contains(&negative)) {
                self.not_negative.insert(value);
            }
        }
        !self.not_negative.is_empty()
    }

    /// Numbers the new parameters of an expression. The recursion is as deep as pieces nest, which the reader
    /// bounds.
    pub(super) fn mention(&mut self, affine: &Affine) {
        for (factors, _) in &affine.terms {
            if !factors.is_empty() && factors.iter().all(is_parameter) {
                self.parameter(factors);
            }
            for factor in factors.iter() {
                if let Factor::Piece(piece) = factor {
                    piece.parts.iter().for_each(|part| self.mention(part));
                }
            }
        }
    }

    /// Whether all parameters of an expression have a number. The recursion is as deep as pieces nest, which
    /// the reader bounds.
    pub(super) fn knows(&self, affine: &Affine) -> bool {
        affine.terms.iter().all(|(factors, _)| {
            let is_product = factors.iter().all(is_parameter);
            let is_known = factors.is_empty() || self.numbers.contains_key(&self.in_one_view(factors));
            let are_known = |factor: &Factor| match factor {
                Factor::Piece(piece) => piece.parts.iter().all(|part| self.knows(part)),
                _ => true,
            };
            if is_product { is_known } else { factors.iter().all(are_known) }
        })
    }

    /// The expression with each value that is used in both ways as a signed number; `None` if it gets too
    /// large.
    pub(super) fn signed(&self, affine: &Affine) -> Option<Affine> {
        if self.in_both_views.is_empty() {
            return Some(affine.clone());
        }
        let mut terms = affine.terms.iter().map(|(factors, by)| Affine::of(self.in_one_view(factors), *by));
        terms.try_fold(Affine::default(), |sum, term| sum.plus(&term, 1))
    }

    fn in_one_view(&self, factors: &Factors) -> Factors {
        let mut all = Factors::NONE;
        for factor in factors.iter() {
            let factor = match factor {
                Factor::Unsigned(value) if self.in_both_views.contains(value) => Factor::Parameter(*value),
                other => other.clone(),
            };
            all = Factors::of_both(&all, &Factors::one(factor));
        }
        all
    }

    fn parameter(&mut self, factors: &Factors) -> u32 {
        if let Some(number) = self.numbers.get(factors).filter(|_| self.in_both_views.is_empty()) {
            return *number;
        }
        let all = self.in_one_view(factors);
        let next = self.parameters.len() as u32;
        let number = *self.numbers.entry(all.clone()).or_insert(next);
        if number == next {
            self.parameters.push(all);
        }
        number
    }

    /// The least and the greatest value of a parameter that is a single value.
    pub(super) fn range(&self, model: &Model, parameter: u32) -> Option<(i128, i128)> {
        let (value, is_signed) = match &**self.parameters.get(parameter as usize)? {
            [Factor::Parameter(value)] => (*value, true),
            [Factor::Unsigned(value)] => (*value, false),
            _ => return None,
        };
        // Addresses lie in the lower half of the address space.
        if model.has_class(value, TypeClass::Pointer) {
            return Some((0, i64::MAX.into()));
        }
        let width = model.type_of(value).integer_width().filter(|width| *width <= 64)?;
        Some(match is_signed {
            true if self.not_negative.contains(&value) => (0, (1 << (width - 1)) - 1),
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        })
    }

    /// Converts a conjunction of another space to this one; `None` on overflow.
    pub(super) fn adopted(&mut self, other: &Space, conjunction: &Conjunction) -> Option<Conjunction> {
        let mut constraints = Vec::with_capacity(conjunction.constraints.len());
        for constraint in &conjunction.constraints {
            let mut terms = constraint.form.terms.clone();
            for (dimension, _) in &mut terms {
                if let Dimension::Parameter(number) = dimension {
                    *number = self.parameter(&other.parameters[*number as usize]);
                }
            }
            let form = Linear::of_terms(terms, constraint.form.constant)?;
            constraints.push(Constraint { form, is_equality: constraint.is_equality });
        }
        Conjunction::of(constraints)
    }

    /// An expression without pieces as a linear form; `None` if an iterator is multiplied by a parameter.
    pub(super) fn linear(&mut self, affine: &Affine) -> Option<Linear> {
        let (mut terms, mut constant) = (Vec::with_capacity(affine.terms.len()), 0i128);
        for (factors, number) in &affine.terms {
            match &**factors {
                [] => constant = constant.checked_add(*number)?,
                [Factor::Iterator(k)] => terms.push((Dimension::Iterator(*k), *number)),
                all if all.iter().all(is_parameter) => {
                    terms.push((Dimension::Parameter(self.parameter(factors)), *number));
                }
                _ => return None,
            }
        }
        Linear::of_terms(terms, constant)
    }

    /// The cases of an expression, without obviously empty ones; `None` if there are too many.
    pub(super) fn cases(&mut self, affine: &Affine) -> Option<Cases<Affine>> {
        let is_piece = |factor: &Factor| matches!(factor, Factor::Piece(_));
        if !affine.terms.iter().any(|(factors, _)| factors.iter().any(is_piece)) {
            return Some(vec![(Conjunction::default(), affine.clone())]);
        }
        let mut cases: Cases<Affine> = vec![(Conjunction::default(), Affine::default())];
        for (factors, number) in &affine.terms {
            let piece = factors.iter().enumerate().find_map(|(at, factor)| match factor {
                Factor::Piece(piece) => Some((at, piece)),
                _ => None,
            });
            let of_term = match piece {
                None => vec![(Conjunction::default(), Affine::of(factors.clone(), 1))],
                Some((at, piece)) => {
                    let others = factors.iter().enumerate().filter(|(k, _)| *k != at);
                    let rest = others.fold(Factors::NONE, |all, (_, factor)| {
                        Factors::of_both(&all, &Factors::one(factor.clone()))
                    });
                    let times = |(when, value): (Conjunction, Affine)| {
                        Some((when, value.times(&Affine::of(rest.clone(), 1))?))
                    };
                    self.of_piece(piece)?.into_iter().map(times).collect::<Option<_>>()?
                }
            };
            cases = joined(&cases, &of_term, |sum, term| sum.plus(term, *number))?;
        }
        Some(cases)
    }

    /// The cases of an expression as linear forms.
    pub(super) fn linear_cases(&mut self, affine: &Affine) -> Option<Cases<Linear>> {
        let cases = self.cases(affine)?;
        cases.into_iter().map(|(when, value)| Some((when, self.linear(&value)?))).collect()
    }

    fn of_piece(&mut self, piece: &PiecewiseOperation) -> Option<Cases<Affine>> {
        match (piece.name, piece.parts.as_slice()) {
            ("min" | "max", [left, right]) => {
                let (left, right) = (self.cases(left)?, self.cases(right)?);
                let mut all = Vec::new();
                for (when, (a, b)) in joined(&left, &right, |a, b| Some((a.clone(), b.clone())))? {
                    let gap = self.linear(&b.plus(&a, -1)?)?;
                    let (low, high) = if piece.name == "min" { (a, b) } else { (b, a) };
                    let at_most = when.with(Constraint::at_least_zero(gap.clone()));
                    let above = when.with(Constraint::at_least_zero(gap.times(-1)?.shifted(-1)?));
                    all.extend(at_most.map(|when| (when, low)));
                    all.extend(above.map(|when| (when, high)));
                }
                bounded(all)
            }
            ("?", [condition, yes, no]) => {
                let (holds, fails) = self.truth(condition)?;
                let mut all = restricted_to(&holds, &self.cases(yes)?);
                all.extend(restricted_to(&fails, &self.cases(no)?));
                bounded(all)
            }
            _ => {
                let (holds, fails) = self.compared(piece)?;
                let number = |number| move |when: Conjunction| (when, Affine::constant(number));
                let fails: Cases<Affine> = fails.into_iter().map(number(0)).collect();
                bounded(holds.into_iter().map(number(1)).chain(fails).collect())
            }
        }
    }

    /// The conditions under which a truth value is true, and those under which it is false.
    pub(super) fn truth(&mut self, affine: &Affine) -> Option<(Union, Union)> {
        if let [(factors, 1)] = affine.terms.as_slice()
            && let [Factor::Piece(piece)] = &**factors
            && !matches!(piece.name, "min" | "max" | "?")
        {
            return self.compared(piece);
        }
        self.compare("!=", affine, &Affine::default())
    }

    fn compared(&mut self, piece: &PiecewiseOperation) -> Option<(Union, Union)> {
        let [left, right] = piece.parts.as_slice() else { return None };
        let name = piece.name;
        if !matches!(name, "and" | "or" | "xor") {
            return self.compare(name, left, right);
        }
        let ((a, not_a), (b, not_b)) = (self.truth(left)?, self.truth(right)?);
        Some(match name {
            "and" => (both(&a, &b)?, either(not_a, not_b)?),
            "or" => (either(a, b)?, both(&not_a, &not_b)?),
            _ => {
                (either(both(&a, &not_b)?, both(&not_a, &b)?)?, either(both(&a, &b)?, both(&not_a, &not_b)?)?)
            }
        })
    }

    /// The conditions under which a comparison holds, and those under which it does not.
    pub(super) fn compare(&mut self, name: &str, left: &Affine, right: &Affine) -> Option<(Union, Union)> {
        let (left, right) = (self.cases(left)?, self.cases(right)?);
        let (mut holds, mut fails) = (Vec::new(), Vec::new());
        for (when, gap) in joined(&left, &right, |a, b| b.plus(a, -1))? {
            let gap = self.linear(&gap)?;
            let opposite = gap.times(-1)?;
            let at_least = |form: &Linear, by| Some(Constraint::at_least_zero(form.shifted(by)?));
            let (yes, no): (SmallVec<[_; 2]>, SmallVec<[_; 2]>) = match name {
                "<" => (smallvec![at_least(&gap, -1)?], smallvec![at_least(&opposite, 0)?]),
                "<=" => (smallvec![at_least(&gap, 0)?], smallvec![at_least(&opposite, -1)?]),
                ">" => (smallvec![at_least(&opposite, -1)?], smallvec![at_least(&gap, 0)?]),
                ">=" => (smallvec![at_least(&opposite, 0)?], smallvec![at_least(&gap, -1)?]),
                "==" | "!=" => {
                    let apart = smallvec![at_least(&gap, -1)?, at_least(&opposite, -1)?];
                    let equal = smallvec![Constraint::zero(gap)];
                    if name == "==" { (equal, apart) } else { (apart, equal) }
                }
                _ => return None,
            };
            holds.extend(yes.into_iter().filter_map(|constraint| when.with(constraint)));
            fails.extend(no.into_iter().filter_map(|constraint| when.with(constraint)));
        }
        Some((bounded(holds)?, bounded(fails)?))
    }
}

fn is_parameter(factor: &Factor) -> bool {
    matches!(factor, Factor::Parameter(_) | Factor::Unsigned(_))
}

fn bounded<T>(list: Vec<T>) -> Option<Vec<T>> {
    (list.len() <= MOST_CASES).then_some(list)
}

/// The product of two lists of cases: each case of one with each of the other.
pub(super) fn joined<A, B, C>(
    left: &Cases<A>,
    right: &Cases<B>,
    of: impl Fn(&A, &B) -> Option<C>,
) -> Option<Cases<C>> {
    let mut all = Vec::new();
    for (when, a) in left {
        for (also, b) in right {
            if let Some(when) = when.and(also) {
                all.push((when, of(a, b)?));
            }
        }
    }
    bounded(all)
}

/// The cases restricted to a union of conjunctions.
fn restricted_to(when: &Union, cases: &Cases<Affine>) -> Cases<Affine> {
    let pairs = when.iter().flat_map(|when| cases.iter().map(move |case| (when, case)));
    pairs.filter_map(|(when, (also, value))| Some((when.and(also)?, value.clone()))).collect()
}

/// The intersection of two unions.
pub(super) fn both(left: &Union, right: &Union) -> Option<Union> {
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
    let mut all: Union = pairs.filter_map(|(a, b)| a.and(b)).collect();
    all.sort();
    all.dedup();
    bounded(all)
}

/// The union of two unions.
pub(super) fn either(left: Union, right: Union) -> Option<Union> {
    let mut all = left;
    all.extend(right);
    all.sort();
    all.dedup();
    // The universe absorbs all other conjunctions.
    if all.iter().any(|conjunction| conjunction.constraints.is_empty()) {
        return Some(vec![Conjunction::default()]);
    }
    bounded(merged(all))
}

/// Merges two conjunctions that differ only in one constraint, which is negated in the other, into one
/// without it.
fn merged(mut all: Union) -> Union {
    let pair = |all: &Union| {
        all.iter().enumerate().find_map(|(k, one)| {
            let later = all.iter().enumerate().skip(k + 1);
            let of_one = later.filter_map(|(l, other)| Some((contrary(one, other)?, l)));
            of_one.min().map(|(at, l)| (k, l, at))
        })
    };
    while let Some((k, l, at)) = pair(&all) {
        all.remove(l);
        all[k].constraints.remove(at);
    }
    all
}

/// The position of the constraint whose negation the other conjunction has instead, if all other constraints
/// are equal.
fn contrary(one: &Conjunction, other: &Conjunction) -> Option<usize> {
    if one.constraints.len() != other.constraints.len() {
        return None;
    }
    let at = one.constraints.iter().position(|constraint| !other.constraints.contains(constraint))?;
    let place = other.constraints.iter().position(|constraint| !one.constraints.contains(constraint))?;
    let (gone, instead) = (&one.constraints[at], &other.constraints[place]);
    let is_opposite = !gone.is_equality && !instead.is_equality && gone.form.is_opposite_of(&instead.form);
    let is_same = || {
        let rest = one.constraints[..at].iter().chain(&one.constraints[at + 1..]);
        rest.eq(other.constraints[..place].iter().chain(&other.constraints[place + 1..]))
    };
    (is_opposite && is_same()).then_some(at)
}

/// Collects the values that an expression uses as signed numbers, and those it uses as unsigned ones. The
/// recursion is as deep as pieces nest, which the reader bounds.
fn views(affine: &Affine, signed: &mut BTreeSet<ValueId>, unsigned: &mut BTreeSet<ValueId>) {
    for factor in affine.terms.iter().flat_map(|(factors, _)| factors.iter()) {
        match factor {
            Factor::Parameter(value) => drop(signed.insert(*value)),
            Factor::Unsigned(value) => drop(unsigned.insert(*value)),
            Factor::Iterator(_) => {}
            Factor::Piece(piece) => piece.parts.iter().for_each(|part| views(part, signed, unsigned)),
        }
    }
}
