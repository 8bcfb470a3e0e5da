//! Linear terms: interned polynomials over the values and loop counters of a function.
//!
//! In: `8*n*i + 8*j`, computed twice in different ways. Out: one [`TermId`]. Equal terms have equal ids, so
//! that addresses, strides or origins are compared as numbers.
//!
//! Coefficients are modulo 2^64. The size of a term is limited: polynomials with more monomials or factors
//! have no term.

use super::loops::LoopId;
use super::written::sum_text;
use indexmap::IndexSet;
use ir::ValueId;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// Limit on the monomials of a term.
pub const MOST_MONOMIALS: usize = 16;
/// Limit on the factors of a monomial.
const MOST_FACTORS: usize = 4;
/// Limit on the number of terms of one function.
const MOST_TERMS: usize = 1 << 16;

/// A variable of the polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A value that is not decomposed: a parameter, a loaded value, the result of a call. Read as signed.
    Value(ValueId),
    /// The counter of a loop; without an integer counter, the number of rounds before the current one.
    Counter(LoopId),
    /// The product in a fused multiply-add, which is not a value of the function.
    Product(ValueId),
    /// The number of rounds of a loop that only a [`Quotient`](super::Quotient) gives.
    Rounds(LoopId),
}

/// The factors of a monomial, ascending; empty for the constant.
pub type Factors = SmallVec<[Symbol; 2]>;

/// A polynomial with integer coefficients, modulo 2^64.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Term {
    /// Ascending by factors, so that the constant comes first; no coefficient is 0.
    monomials: SmallVec<[(Factors, i64); 2]>,
}

impl Term {
    /// A constant term.
    pub fn constant(number: i64) -> Term {
        Term::monomial(Factors::new(), number)
    }

    /// A term of one symbol.
    pub fn symbol(symbol: Symbol) -> Term {
        Term::monomial(Factors::from_slice(&[symbol]), 1)
    }

    fn monomial(factors: Factors, coefficient: i64) -> Term {
        let mut term = Term::default();
        if coefficient != 0 {
            term.monomials.push((factors, coefficient));
        }
        term
    }

    /// Factors and coefficients, ascending by factors.
    #[inline]
    pub fn monomials(&self) -> &[(Factors, i64)] {
        &self.monomials
    }

    /// The value of a constant term.
    pub fn as_constant(&self) -> Option<i64> {
        match self.monomials.as_slice() {
            [] => Some(0),
            [(factors, number)] if factors.is_empty() => Some(*number),
            _ => None,
        }
    }

    /// The symbols that occur, with repetitions.
    #[inline]
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.monomials.iter().flat_map(|(factors, _)| factors.iter().copied())
    }

    /// Whether the symbol occurs.
    #[inline]
    pub fn mentions(&self, symbol: Symbol) -> bool {
        self.symbols().any(|other| other == symbol)
    }

    /// `self + other * times`; `None` if it exceeds the limits.
    pub fn plus(&self, other: &Term, times: i64) -> Option<Term> {
        let mut sum = self.clone();
        for (factors, coefficient) in &other.monomials {
            let more = coefficient.wrapping_mul(times);
            match sum.monomials.binary_search_by(|(known, _)| known.cmp(factors)) {
                Ok(at) => {
                    let total = sum.monomials[at].1.wrapping_add(more);
                    match total {
                        0 => drop(sum.monomials.remove(at)),
                        _ => sum.monomials[at].1 = total,
                    }
                }
                Err(_) if more == 0 => {}
                Err(at) => sum.monomials.insert(at, (factors.clone(), more)),
            }
        }
        (sum.monomials.len() <= MOST_MONOMIALS).then_some(sum)
    }

    /// The term with each coefficient reduced to a signed number of `bits` bits (1 to 64), congruent modulo
    /// 2^bits.
    #[inline]
    pub fn modulo(mut self, bits: u32) -> Term {
        let spare = 64 - bits;
        self.monomials.iter_mut().for_each(|(_, coefficient)| *coefficient = *coefficient << spare >> spare);
        self.monomials.retain(|(_, coefficient)| *coefficient != 0);
        self
    }

    /// The product; `None` if it exceeds the limits.
    pub fn times(&self, other: &Term) -> Option<Term> {
        let mut product = Term::default();
        for (left, a) in &self.monomials {
            for (right, b) in &other.monomials {
                let mut factors: Factors = left.iter().chain(right).copied().collect();
                factors.sort_unstable();
                if factors.len() > MOST_FACTORS {
                    return None;
                }
                product = product.plus(&Term::monomial(factors, a.wrapping_mul(*b)), 1)?;
            }
        }
        Some(product)
    }

    /// The exact quotient by a term of one monomial; `None` if there is a remainder, or `by` has several
    /// monomials or is 0.
    pub fn divided_by(&self, by: &Term) -> Option<Term> {
        let [(divisor, number)] = by.monomials.as_slice() else { return None };
        let mut quotient = Term::default();
        for (factors, coefficient) in &self.monomials {
            let exact = coefficient.checked_rem(*number)? == 0;
            let rest = without(factors, divisor).filter(|_| exact)?;
            quotient = quotient.plus(&Term::monomial(rest, coefficient.checked_div(*number)?), 1)?;
        }
        Some(quotient)
    }

    /// The decomposition `self = coefficient * symbol + rest`; `None` if the symbol occurs in a higher power.
    pub fn split(&self, symbol: Symbol) -> Option<(Term, Term)> {
        let (mut coefficient, mut rest) = (Term::default(), Term::default());
        for (factors, number) in &self.monomials {
            let (to, factors) = match without(factors, &[symbol]) {
                Some(others) if others.contains(&symbol) => return None,
                Some(others) => (&mut coefficient, others),
                None => (&mut rest, factors.clone()),
            };
            *to = to.plus(&Term::monomial(factors, *number), 1)?;
        }
        Some((coefficient, rest))
    }

    /// The term with `symbol` replaced by another term.
    #[inline]
    pub fn substitute(&self, symbol: Symbol, by: &Term) -> Option<Term> {
        let (coefficient, rest) = self.split(symbol)?;
        rest.plus(&coefficient.times(by)?, 1)
    }

    /// The difference, if it is a constant that fits.
    #[inline]
    pub fn minus(&self, other: &Term) -> Option<i64> {
        match (self.as_constant(), other.as_constant()) {
            (Some(left), Some(right)) => left.checked_sub(right),
            _ => self.plus(other, -1)?.as_constant(),
        }
    }

    /// Whether this is the larger stride: the larger absolute value of two constants, otherwise the term of
    /// higher degree.
    #[inline]
    pub fn is_larger_stride(&self, other: &Term) -> bool {
        match (self.as_constant(), other.as_constant()) {
            (Some(left), Some(right)) => left.unsigned_abs() > right.unsigned_abs(),
            _ => self.degree() > other.degree(),
        }
    }

    /// The monomials by descending number of factors, the constant last.
    #[inline]
    pub fn ordered(&self) -> Vec<&(Factors, i64)> {
        let mut ordered: Vec<&(Factors, i64)> = self.monomials.iter().collect();
        ordered.sort_by_key(|(factors, _)| std::cmp::Reverse(factors.len()));
        ordered
    }

    /// The text of the term: `n*i + 2*j - 1`.
    #[inline]
    pub fn text(&self, name: &dyn Fn(Symbol) -> String) -> String {
        let names = |factors: &Factors| factors.iter().map(|symbol| name(*symbol)).collect();
        sum_text(self.ordered().into_iter().map(|(factors, number)| (names(factors), *number)))
    }

    fn degree(&self) -> usize {
        self.monomials.iter().map(|(factors, _)| factors.len()).max().unwrap_or(0)
    }
}

/// The factors divided by `divisor`; `None` if a factor of it is missing.
fn without(factors: &[Symbol], divisor: &[Symbol]) -> Option<Factors> {
    let mut rest = Factors::from_slice(factors);
    for symbol in divisor {
        let at = rest.iter().position(|other| other == symbol)?;
        rest.remove(at);
    }
    Some(rest)
}

/// An interned term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// The terms of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct TermTable {
    known: IndexSet<Term, FxBuildHasher>,
}

impl TermTable {
    /// The id of a term; `None` if there are too many terms.
    pub(super) fn intern(&mut self, term: Term) -> Option<TermId> {
        if let Some(at) = self.known.get_index_of(&term) {
            return Some(TermId(at as u32));
        }
        (self.known.len() < MOST_TERMS).then(|| TermId(self.known.insert_full(term).0 as u32))
    }

    /// The id of a term that was interned before.
    pub(super) fn id_of(&self, term: &Term) -> Option<TermId> {
        self.known.get_index_of(term).map(|at| TermId(at as u32))
    }

    /// The term with an id that this table returned.
    pub(super) fn get(&self, id: TermId) -> Option<&Term> {
        self.known.get_index(id.0 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(n: u32) -> Term {
        Term::symbol(Symbol::Value(ValueId(n)))
    }

    fn sum(parts: &[(&Term, i64)]) -> Term {
        parts.iter().fold(Term::default(), |sum, (term, times)| sum.plus(term, *times).unwrap())
    }

    #[test]
    fn equal_polynomials_are_one_term() {
        let (n, i, one) = (value(1), value(2), Term::constant(1));
        // n * (i + 1) - n = n * i
        let product = n.times(&sum(&[(&i, 1), (&one, 1)])).unwrap();
        let mut terms = TermTable::default();
        let left = terms.intern(product.plus(&n, -1).unwrap());
        assert_eq!(left, terms.intern(i.times(&n).unwrap()));
        assert_ne!(left, terms.intern(product));
        assert_eq!(n.plus(&n, -1), Some(Term::default()));
    }

    #[test]
    fn coefficients_and_quotients() {
        let (n, i, eight) = (value(1), value(2), Term::constant(8));
        let symbol = Symbol::Value(ValueId(2));
        // 8*n*i + 8*i + 8*n + 8
        let rows = n.plus(&Term::constant(1), 1).unwrap();
        let term = rows.times(&i.plus(&Term::constant(1), 1).unwrap()).and_then(|t| t.times(&eight)).unwrap();
        let (coefficient, rest) = term.split(symbol).unwrap();
        assert_eq!(coefficient, rest);
        assert_eq!(coefficient.divided_by(&eight), Some(rows.clone()));
        assert_eq!(coefficient.divided_by(&Term::constant(16)), None);
        assert_eq!(coefficient.divided_by(&rows), None);
        assert_eq!(term.divided_by(&Term::default()), None);
        assert_eq!(term.substitute(symbol, &Term::constant(-1)), Some(Term::default()));
        assert_eq!(i.times(&i).and_then(|square| square.split(symbol)), None);
        assert_eq!(Term::constant(0xffff_ffff).modulo(32), Term::constant(-1));
        assert_eq!(sum(&[(&n, 1 << 40), (&i, 5)]).modulo(32), sum(&[(&i, 5)]));
        let least = Term::constant(i64::MIN);
        assert_eq!(least.divided_by(&Term::constant(-1)), None);
    }

    #[test]
    fn text_has_long_products_first() {
        let name = |symbol| match symbol {
            Symbol::Value(value) => format!("v{}", value.0),
            Symbol::Counter(of) => format!("i{}", of.0),
            Symbol::Product(of) => format!("p{}", of.0),
            Symbol::Rounds(of) => format!("r{}", of.0),
        };
        let product = value(1).times(&value(2)).unwrap();
        let term = sum(&[(&Term::constant(-3), 1), (&value(2), -1), (&product, 8), (&value(1), 1)]);
        assert_eq!(term.text(&name), "8*v1*v2 + v1 - v2 - 3");
        assert_eq!(Term::default().text(&name), "0");
        assert_eq!(value(1).plus(&value(1), -2).unwrap().text(&name), "-v1");
    }

    #[test]
    fn differences_are_numbers_or_none() {
        let (n, one) = (value(1), Term::constant(1));
        assert_eq!(sum(&[(&n, 2), (&one, 3)]).minus(&sum(&[(&n, 2), (&one, 5)])), Some(-2));
        assert_eq!(n.minus(&one), None);
        assert_eq!(n.minus(&n), Some(0));
        assert_eq!(Term::constant(i64::MIN).minus(&one), None);
    }

    #[test]
    fn long_terms_are_none() {
        let long = (0..MOST_MONOMIALS as u32).fold(Term::default(), |sum, n| sum.plus(&value(n), 1).unwrap());
        assert_eq!(long.plus(&value(99), 1), None);
        assert_eq!(long.times(&long), None);
        let fourth = value(1).times(&value(1)).and_then(|square| square.times(&square)).unwrap();
        assert_eq!(fourth.times(&value(1)), None);
    }
}
