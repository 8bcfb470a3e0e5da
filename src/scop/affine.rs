//! Integer values as affine expressions: sums of products of a number, parameters and at most one iterator.
//!
//! ```text
//! %t = mul %i, %m    %u = add %t, 3       =>       %m*i0 + 3
//! ```
//!
//! Piecewise affine operations (minima, comparisons, choices) are represented as they are, with affine
//! expressions as operands.

use ir::{Constant, Model, Number, ValueId};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::ops::Deref;
use std::sync::Arc;

/// The most terms of a product or sum that is multiplied out.
const MOST_TERMS: usize = 64;

/// A factor of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// A value that is constant in the part, as a signed number; a pointer stands for its address.
    Parameter(ValueId),
    /// A value that is constant in the part, as an unsigned number.
    Unsigned(ValueId),
    /// The iterator of the loop with that number.
    Iterator(u32),
    /// A piecewise affine operation: a minimum, a choice and the like.
    Piece(Arc<PiecewiseOperation>),
}

/// A piecewise affine operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PiecewiseOperation {
    /// The operation: `min`, `max`, `?`, `and`, `or`, `xor`, `==`, `!=`, `<`, `<=`, `>`, `>=`; in texts also
    /// `/`, exact division.
    pub name: &'static str,
    /// The operands: alternatives, or values to compare.
    pub parts: Vec<Affine>,
}

/// The factors of a product, ascending. Few have more than one: a term takes 32 bytes, and there is one for
/// each loop around each access.
#[derive(Clone, Debug)]
pub struct Factors(FactorList);

#[derive(Clone, Debug)]
enum FactorList {
    None,
    One(Factor),
    Many(Box<SmallVec<[Factor; 2]>>),
}

impl Factors {
    /// The empty product, that of the constant term.
    pub const NONE: Factors = Factors(FactorList::None);

    /// A product of one factor.
    pub fn one(factor: Factor) -> Factors {
        Factors(FactorList::One(factor))
    }

    /// The factors of the product of two products.
    pub(super) fn of_both(left: &Factors, right: &Factors) -> Factors {
        let mut all: SmallVec<[Factor; 2]> = left.iter().chain(right.iter()).cloned().collect();
        all.sort();
        match all.len() {
            0 => Factors::NONE,
            1 => all.pop().map_or(Factors::NONE, Factors::one),
            _ => Factors(FactorList::Many(Box::new(all))),
        }
    }
}

impl Deref for Factors {
    type Target = [Factor];

    fn deref(&self) -> &[Factor] {
        match &self.0 {
            FactorList::None => &[],
            FactorList::One(factor) => std::slice::from_ref(factor),
            FactorList::Many(factors) => factors,
        }
    }
}

impl PartialEq for Factors {
    fn eq(&self, other: &Factors) -> bool {
        **self == **other
    }
}

impl Eq for Factors {}

impl PartialOrd for Factors {
    fn partial_cmp(&self, other: &Factors) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Factors {
    fn cmp(&self, other: &Factors) -> Ordering {
        (**self).cmp(&**other)
    }
}

/// A sum of terms: products of a number and factors. The constant is the term without factors.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Affine {
    /// Terms of factors and a number, which is never zero; ascending by factors, the constant first.
    pub terms: Vec<(Factors, i128)>,
}

impl Affine {
    /// A number.
    pub fn constant(number: i128) -> Affine {
        Affine::of(Factors::NONE, number)
    }

    pub(super) fn of(factors: Factors, number: i128) -> Affine {
        Affine { terms: if number == 0 { Vec::new() } else { vec![(factors, number)] } }
    }

    /// A single factor.
    pub fn of_factor(factor: Factor) -> Affine {
        Affine::of(Factors::one(factor), 1)
    }

    pub(super) fn piece(name: &'static str, parts: Vec<Affine>) -> Affine {
        Affine::of_factor(Factor::Piece(Arc::new(PiecewiseOperation { name, parts })))
    }

    /// The value, if the expression is constant.
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.as_slice() {
            [] => Some(0),
            [(factors, number)] => factors.is_empty().then_some(*number),
            _ => None,
        }
    }

    /// The terms with factors, and the constant, separately.
    pub fn split(&self) -> (Affine, i128) {
        let of = |terms: &[_]| Affine { terms: terms.to_vec() };
        match self.terms.as_slice() {
            [(factors, number), rest @ ..] if factors.is_empty() => (of(rest), *number),
            all => (of(all), 0),
        }
    }

    /// The sum `self + other * by`; `None` if it gets too large.
    pub fn plus(&self, other: &Affine, by: i128) -> Option<Affine> {
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(left.len() + right.len());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let one = left.next_if(|_| order.is_le());
            let added = right.next_if(|_| order.is_ge());
            let more = added.map_or(Some(0), |(_, number)| number.checked_mul(by))?;
            let number = one.map_or(0, |(_, number)| *number).checked_add(more)?;
            terms.extend(one.or(added).filter(|_| number != 0).map(|(factors, _)| (factors.clone(), number)));
        }
        (terms.len() <= MOST_TERMS).then_some(Affine { terms })
    }

    /// The product; `None` unless one of the two is constant in the part.
    pub(super) fn times(&self, other: &Affine) -> Option<Affine> {
        if self.changes() && other.changes() {
            return None;
        }
        let mut product = Affine::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let factors = Factors::of_both(left, right);
                product = product.plus(&Affine::of(factors, a.checked_mul(*b)?), 1)?;
            }
        }
        Some(product)
    }

    /// The exact quotient; a term that is no multiple becomes a division. `None` if a number gets too large.
    pub(super) fn divided(&self, by: i128) -> Option<Affine> {
        let dividend = Affine::default().plus(self, by.signum())?;
        let by = by.checked_abs().filter(|by| *by != 0)?;
        if dividend.terms.iter().any(|(_, number)| number % by != 0) {
            return Some(Affine::piece("/", vec![dividend, Affine::constant(by)]));
        }
        let terms = dividend.terms.into_iter().map(|(factors, number)| (factors, number / by));
        Some(Affine { terms: terms.collect() })
    }

    /// The negation of a truth value.
    pub fn opposite(&self) -> Affine {
        let otherwise = || Affine::piece("==", vec![self.clone(), Affine::default()]);
        let [(factors, 1)] = self.terms.as_slice() else { return otherwise() };
        let [Factor::Piece(piece)] = &**factors else { return otherwise() };
        let opposites = |parts: &[Affine]| parts.iter().map(Affine::opposite).collect();
        let of = |name| Affine::piece(name, piece.parts.clone());
        match (piece.name, piece.parts.as_slice()) {
            ("==", _) => of("!="),
            ("!=", _) => of("=="),
            ("<", _) => of(">="),
            ("<=", _) => of(">"),
            (">", _) => of("<="),
            (">=", _) => of("<"),
            ("and", parts) => Affine::piece("or", opposites(parts)),
            ("or", parts) => Affine::piece("and", opposites(parts)),
            ("?", [condition, yes, no]) => {
                Affine::piece("?", vec![condition.clone(), yes.opposite(), no.opposite()])
            }
            _ => otherwise(),
        }
    }

    pub(super) fn changes(&self) -> bool {
        self.terms
            .iter()
            .flat_map(|(factors, _)| factors.iter())
            .any(|factor| !matches!(factor, Factor::Parameter(_) | Factor::Unsigned(_)))
    }
}

/// The value of an integer literal, as a signed number.
pub(super) fn literal(model: &Model, value: ValueId) -> Option<i128> {
    match model.constant(value)? {
        Constant::Scalar(number) => integer(number),
        _ => None,
    }
}

/// A signed number of at most 64 bits.
pub(super) fn integer(number: &Number) -> Option<i128> {
    let Number::Int { width, words } = number else { return None };
    let word = *words.first()?;
    match *width {
        // A truth value is 0 or 1.
        1 => Some(i128::from(word)),
        2..=64 => Some(i128::from((word << (64 - width)) as i64 >> (64 - width))),
        _ => None,
    }
}
