//! Linearisation of products of an iterator and parameters, by linear bounds on the product.
//!
//! ```text
//! m*i for 1 <= i < n and m >= 0      =>      a dimension t with m <= t <= n*m - m
//! ```
//!
//! Each such product becomes a dimension of its own, bounded by the bounds of the iterator times the
//! parameters; the signs of the parameters are cases. The bounds over-approximate the product, so that values
//! outside of them are certainly impossible.

use super::affine::{Affine, Factor, Factors};
use super::cases::{Space, Union};
use super::elimination::Projected;
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use super::prover::Prover;
use super::ranges::ranged;

/// The number of the first dimension that represents a product; there are fewer loops.
const FIRST: u32 = 1 << 31;

/// The most parameters in a product with bounds: the signs of each are two cases.
const MOST_SIGNS: usize = 4;

/// The products of an expression; the n-th is represented by dimension `Iterator(FIRST + n)`.
#[derive(Debug, Default)]
pub(super) struct Products(Vec<Product>);

#[derive(Debug, PartialEq, Eq)]
struct Product {
    iterator: u32,
    parameters: Factors,
}

impl Product {
    /// The product; `None` if it is not one of an iterator and parameters.
    fn of(factors: &Factors) -> Option<Product> {
        let mut iterator = None;
        let mut parameters = Factors::NONE;
        for factor in factors.iter() {
            match factor {
                Factor::Iterator(number) if iterator.is_none() => iterator = Some(*number),
                Factor::Parameter(_) | Factor::Unsigned(_) => {
                    parameters = Factors::of_both(&parameters, &Factors::one(factor.clone()));
                }
                _ => return None,
            }
        }
        Some(Product { iterator: iterator?, parameters }).filter(|product| !product.parameters.is_empty())
    }
}

impl Products {
    /// An expression without pieces as a linear form, with products as dimensions.
    pub(super) fn linear(&mut self, space: &mut Space, affine: &Affine) -> Option<Linear> {
        let mut terms = Vec::new();
        let mut others = Affine::default();
        for (factors, number) in &affine.terms {
            match Product::of(factors) {
                Some(product) => terms.push((self.dimension(product), *number)),
                None => others = others.plus(&Affine::of(factors.clone(), *number), 1)?,
            }
        }
        Linear::of_terms(terms, 0)?.plus(&space.linear(&others)?, 1)
    }

    fn dimension(&mut self, product: Product) -> Dimension {
        let known = self.0.iter().position(|other| *other == product);
        let at = known.unwrap_or_else(|| {
            self.0.push(product);
            self.0.len() - 1
        });
        Dimension::Iterator(FIRST + at as u32)
    }

    /// The conjunctions with the bounds of the products added; together they contain all solutions.
    pub(super) fn bounded(&self, prover: &Prover<'_>, space: &mut Space, sets: Union) -> Option<Union> {
        if self.0.is_empty() {
            return Some(sets);
        }
        let mut all = Union::new();
        for set in sets {
            for (signs, set) in self.by_sign(prover, space, set)? {
                let mut constraints = set.constraints.clone();
                for (at, product) in self.0.iter().enumerate() {
                    constraints.extend(bounds(prover, space, &set, product, at as u32, &signs)?);
                }
                all.extend(Conjunction::of(constraints));
            }
        }
        Some(all)
    }

    /// Splits a conjunction into cases by the sign of each parameter in a product.
    fn by_sign(
        &self,
        prover: &Prover<'_>,
        space: &mut Space,
        set: Conjunction,
    ) -> Option<Vec<(Signs, Conjunction)>> {
        let mut cases = vec![(Signs::default(), set)];
        for factor in self.0.iter().flat_map(|product| product.parameters.iter()) {
            if cases.iter().any(|(signs, _)| signs.0.iter().any(|(known, _)| known == factor)) {
                continue;
            }
            let form = space.linear(&Affine::of_factor(factor.clone()))?;
            let is_negative = form.times(-1)?.shifted(-1)?;
            let mut more = Vec::new();
            for (signs, set) in cases {
                for (negative, form) in [(false, &form), (true, &is_negative)] {
                    let Some(set) = set.with(Constraint::at_least_zero(form.clone())) else { continue };
                    if ranged(prover.model, space, &set).is_some_and(|set| !prover.is_empty(&set)) {
                        let signs = signs.0.iter().cloned().chain([(factor.clone(), negative)]);
                        more.push((Signs(signs.collect()), set));
                    }
                }
            }
            cases = more;
            if cases.len() > 1 << MOST_SIGNS {
                return None;
            }
        }
        Some(cases)
    }
}

/// Whether a conjunction is certainly empty because a parameter is the product of two others, and a product
/// of non-negative numbers is non-negative.
pub(super) fn is_impossible(prover: &Prover<'_>, space: &Space, set: &Conjunction) -> bool {
    let Some(set) = ranged(prover.model, space, set) else { return true };
    let numbers = set.dimensions().into_iter().filter_map(|dimension| match dimension {
        Dimension::Parameter(number) => Some(number),
        Dimension::Iterator(_) => None,
    });
    let numbers: Vec<u32> = numbers.collect();
    let factors = |number: u32| &space.parameters[number as usize];
    let product = |one: u32, other: u32| {
        let all = Factors::of_both(factors(one), factors(other));
        numbers.iter().copied().find(|number| *factors(*number) == all)
    };
    let mut constraints = set.constraints.clone();
    for (at, one) in numbers.iter().enumerate() {
        for other in &numbers[at..] {
            let Some(product) = product(*one, *other) else { continue };
            let pairs = limits(&set, *one).flat_map(|a| limits(&set, *other).map(move |b| (a, b)));
            let of = |(a, b)| multiplied((*one, a), (*other, b), product).map(Constraint::at_least_zero);
            constraints.extend(pairs.filter_map(of));
        }
    }
    Conjunction::of(constraints).is_none_or(|set| prover.is_empty(&set))
}

/// The constraints of a conjunction on that parameter alone: `by * parameter + constant >= 0` as (`by`,
/// `constant`).
fn limits(set: &Conjunction, parameter: u32) -> impl Iterator<Item = (i128, i128)> {
    let alone = set.constraints.iter().filter_map(move |constraint| match constraint.form.terms.as_slice() {
        [(Dimension::Parameter(number), by)] if *number == parameter => {
            Some((*by, constraint.form.constant, constraint.is_equality))
        }
        _ => None,
    });
    let of = |(by, constant, is_equality): (i128, i128, bool)| {
        let opposite = by.checked_neg().zip(constant.checked_neg()).filter(|_| is_equality);
        std::iter::once((by, constant)).chain(opposite)
    };
    alone.flat_map(of)
}

/// The product of two forms, each in one parameter.
fn multiplied(
    (one, (a, c)): (u32, (i128, i128)),
    (other, (b, d)): (u32, (i128, i128)),
    product: u32,
) -> Option<Linear> {
    let terms = [(product, a.checked_mul(b)?), (one, a.checked_mul(d)?), (other, b.checked_mul(c)?)];
    let terms = terms.into_iter().filter(|(_, by)| *by != 0).map(|(at, by)| (Dimension::Parameter(at), by));
    Linear::of_terms(terms.collect(), c.checked_mul(d)?)
}

/// An assumption about which parameters are negative.
#[derive(Clone, Debug, Default)]
struct Signs(Vec<(Factor, bool)>);

impl Signs {
    /// The sign of a product: 1 if it is non-negative, -1 if it is non-positive.
    fn of(&self, product: &Factors) -> i128 {
        let is_negative =
            |factor: &&Factor| self.0.iter().any(|(known, negative)| known == *factor && *negative);
        if product.iter().filter(is_negative).count() % 2 == 0 { 1 } else { -1 }
    }
}

/// The sign of the parameters' product, and the bounds of the iterator times that product.
fn bounds(
    prover: &Prover<'_>,
    space: &mut Space,
    set: &Conjunction,
    product: &Product,
    at: u32,
    signs: &Signs,
) -> Option<Vec<Constraint>> {
    let sign = signs.of(&product.parameters);
    let of_parameters = space.linear(&Affine::of(product.parameters.clone(), sign))?;
    let mut bounds = vec![Constraint::at_least_zero(of_parameters)];
    let iterator = Dimension::Iterator(product.iterator);
    let goes = |dimension| matches!(dimension, Dimension::Iterator(_)) && dimension != iterator;
    let Projected::Projection(shadow) = prover.without_all(set, goes) else { return Some(bounds) };
    for Constraint { form, is_equality } in shadow.constraints {
        let by = form.coefficient(iterator);
        if by == 0 {
            continue;
        }
        let mut others = Affine::of(product.parameters.clone(), form.constant);
        for (dimension, number) in &form.terms {
            if let Dimension::Parameter(number_of) = dimension {
                let factors = Factors::of_both(&space.parameters[*number_of as usize], &product.parameters);
                others = others.plus(&Affine::of(factors, *number), 1)?;
            }
        }
        let of_product = Linear { terms: vec![(Dimension::Iterator(FIRST + at), by)], constant: 0 };
        let form = of_product.plus(&space.linear(&others)?, 1)?.times(sign)?;
        bounds.push(Constraint { form, is_equality });
    }
    Some(bounds)
}
