//! The least number that a term can be at a place, by the ranges of its values there.
//!
//! In: the term `n - 1` after `if (n < 32) return;`. Out: 31. Numbers of rounds are natural numbers modulo
//! 2^64, so the term is read as unsigned.

use super::linear::Linearisation;
use super::term::{Symbol, Term};
use crate::values::bounds::{bounds, width_of};
use crate::values::interval::{Domain, Interval};
use ir::ValueId;

/// The least number; `None` if the ranges do not determine it, or a value is not available at the place.
pub(super) fn least(linear: &mut Linearisation<'_>, term: &Term, place: ValueId) -> Option<i64> {
    let mut sum = Interval::single(0);
    for (factors, coefficient) in term.monomials() {
        let mut product = Interval::single(i128::from(*coefficient));
        for factor in factors {
            product = product.times(range(linear, *factor, place)?)?;
        }
        // The sum of at most 16 numbers within these limits cannot overflow.
        let limits = Interval { least: i128::MIN >> 8, most: i128::MAX >> 8 };
        sum = if product.is_subset_of(limits) { sum.plus(product) } else { return None };
    }
    let is_natural = sum.is_subset_of(Domain::Unsigned.all(64));
    i64::try_from(sum.least).ok().filter(|_| is_natural)
}

/// The range of a symbol. A 64-bit value may be read as unsigned, since that does not change the term modulo
/// 2^64; narrower values are read as in terms.
fn range(linear: &mut Linearisation<'_>, symbol: Symbol, place: ValueId) -> Option<Interval> {
    let model = linear.model;
    let Symbol::Value(value) = symbol else { return None };
    let width = width_of(model, value)?;
    let is_computed = model.block_of(value).is_none() || model.dominates(value, place);
    let known = bounds(model, value, model.block_of(place)?).filter(|_| is_computed)?;
    let mut is_widened = || model.operand_uses(value).iter().any(|edge| linear.widens_unsigned(edge.to));
    let is_natural = if width == 64 { known.signed.most >= 0 } else { is_widened() };
    // A number that may be negative is signed here, but may be zero-extended elsewhere.
    let is_sure = width == 64 || is_natural || known.signed.least >= 0;
    is_sure.then_some(if is_natural { known.unsigned } else { known.signed })
}

#[cfg(test)]
mod tests {
    use crate::accesses::{Accesses, Symbol, Term};
    use ir::Model;
    use ir::testing::sketch::{sketch, value};

    const GUARDED: &str = "
        param n:i64
        param m:i32
        param k:i64
        param b:i8
        entry:
          c:i1 = icmp n i64:31 !ugt
          br c -> narrow out
        narrow:
          d:i1 = icmp m i32:7 !sgt
          wide:i64 = zext b
          br d -> body out
        body:
          late:i64 = and k i64:7
          more:i64 = add late i64:1
          br -> out
        out:
          ret";

    fn least(model: &Model, monomials: &[(&[&str], i64)], place: &str) -> Option<i64> {
        let mut term = Term::default();
        for (factors, coefficient) in monomials {
            let symbol = |name: &&str| Term::symbol(Symbol::Value(value(model, name)));
            let product = factors
                .iter()
                .map(symbol)
                .fold(Term::constant(*coefficient), |product, factor| product.times(&factor).unwrap());
            term = term.plus(&product, 1).unwrap();
        }
        let mut accesses = Accesses::new(model);
        let id = accesses.intern(term).unwrap();
        accesses.least(id, value(model, place))
    }

    #[test]
    fn the_least_of_a_term_follows_from_the_branches_before_a_place() {
        let model = sketch(GUARDED);
        assert_eq!(least(&model, &[(&["n"], 1)], "more"), Some(32));
        assert_eq!(least(&model, &[(&["n"], 1), (&[], -1)], "more"), Some(31));
        assert_eq!(least(&model, &[(&["m"], 3)], "more"), Some(24));
        assert_eq!(least(&model, &[(&["late"], 1), (&[], 5)], "more"), Some(5));
        // A zero-extended byte.
        assert_eq!(least(&model, &[(&["b"], 1), (&[], 16)], "more"), Some(16));
        assert_eq!(least(&model, &[(&["b"], -1), (&[], 300)], "more"), Some(45));
        assert_eq!(least(&model, &[(&[], 64)], "c"), Some(64));
        assert_eq!(least(&model, &[(&["n"], 1)], "c"), Some(0));
    }

    #[test]
    fn what_may_wrap_or_is_not_computed_has_no_least() {
        let model = sketch(GUARDED);
        assert_eq!(least(&model, &[(&["n"], 1), (&[], -33)], "more"), None);
        assert_eq!(least(&model, &[(&["n"], 2)], "more"), None);
        assert_eq!(least(&model, &[(&["n"], -1)], "more"), None);
        assert_eq!(least(&model, &[(&["n", "n", "n"], 1)], "more"), None);
        assert_eq!(least(&model, &[(&["m"], 1)], "d"), None);
        assert_eq!(least(&model, &[(&["late"], 1)], "c"), None);
    }
}
