//! The terms of a sum as plain data: a coefficient times factors.
//!
//! In: `-3*b*a`. Out: the coefficient -3 and the factors `a`, `b`, in one order.

use super::cost::{Cost, Signs, product_cost};
use ir::ValueId;

/// A factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    /// A value of the function.
    Value(ValueId),
    /// The sum with this number in the polynomial.
    Sum(usize),
}

/// One term of a sum: a coefficient, which is not 0, times factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) coefficient: i128,
    /// The factors, ascending and with repetitions; empty for a constant.
    pub(super) factors: Vec<Atom>,
    /// The cost of computing the term without its sign.
    pub(super) cost: Cost,
    /// The position among the original summands.
    pub(super) position: usize,
    /// The index of the original summand, while the term is unchanged.
    pub(super) leaf: Option<usize>,
}

impl Term {
    /// A term that has to be computed.
    pub(super) fn new(coefficient: i128, mut factors: Vec<Atom>, position: usize) -> Term {
        factors.sort_unstable();
        let cost = product_cost(coefficient, factors.len());
        Term { coefficient, factors, cost, position, leaf: None }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.factors.is_empty()
    }
}

impl Signs {
    pub(super) fn of<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Signs {
        let mut signs = Signs::default();
        terms.into_iter().for_each(|term| signs.count(term, 1));
        signs
    }

    pub(super) fn count(&mut self, term: &Term, times: i64) {
        self.count_as(term.is_constant(), term.coefficient, times);
    }
}

/// The cost of computing the terms and their sum.
pub(super) fn sum_cost(terms: &[Term]) -> Cost {
    terms.iter().fold(Signs::of(terms).cost(), |cost, term| cost.plus(term.cost))
}

/// The intersection of two ascending multisets.
pub(super) fn shared(a: &[Atom], b: &[Atom]) -> Vec<Atom> {
    let mut rest = b.iter().peekable();
    let mut both = Vec::new();
    for atom in a {
        while rest.next_if(|other| *other < atom).is_some() {}
        if rest.next_if(|other| *other == atom).is_some() {
            both.push(*atom);
        }
    }
    both
}

/// The difference of two ascending multisets.
pub(super) fn without(all: &[Atom], taken: &[Atom]) -> Vec<Atom> {
    let mut taken = taken.iter().peekable();
    all.iter().copied().filter(|atom| taken.next_if(|t| *t == atom).is_none()).collect()
}
