//! Products of twice the width by what is known of their high halves: a question that a solver answers at
//! once, where the product itself is beyond it.
//!
//! In: the operands of a product. Out: an unknown in its place, with facts that every product has. What holds
//! whatever the unknown is holds of the product; where it does not, the product itself is asked about.

use proof::semantics::{Binary, Cast, TermId, Terms, Unary};

/// An unknown in the place of the product of two words, signed or not, and whether it is as products are.
pub(super) fn unknown(terms: &mut Terms, a: TermId, b: TermId, signed: bool) -> (TermId, TermId) {
    let width = terms.width(a);
    let product = terms.input("product".to_owned(), 2 * width);
    let size = terms.constant(u128::from(width), 2 * width);
    let high = terms.binary(Binary::LShr, product, size);
    let high = terms.cast(Cast::Low, high, width);
    let facts = if signed { signed_facts(terms, high, a, b) } else { unsigned_facts(terms, high, a, b) };
    (product, facts)
}

/// The high half is less than either factor, or 0; of a product by -1, the greatest factor, it is one less
/// than the other.
fn unsigned_facts(terms: &mut Terms, high: TermId, a: TermId, b: TermId) -> TermId {
    let mut facts = terms.truth(true);
    for (one, other) in [(a, b), (b, a)] {
        let width = terms.width(one);
        let (is_zero, none) = (terms.is_zero(one), terms.is_zero(high));
        let less = terms.binary(Binary::Ult, high, one);
        let fact = terms.if_else(is_zero, none, less);
        facts = terms.and(facts, fact);
        let ones = terms.constant(u128::MAX, width);
        let (is_greatest, before) = (terms.equal(one, ones), terms.binary(Binary::Add, other, ones));
        let is_before = terms.equal(high, before);
        let no_other = terms.is_zero(other);
        let exact = terms.or(no_other, is_before);
        let fact = terms.implies(is_greatest, exact);
        facts = terms.and(facts, fact);
    }
    facts
}

/// The high half is negative where the signs of the factors differ and neither is 0, and at most half as
/// great as either.
fn signed_facts(terms: &mut Terms, high: TermId, a: TermId, b: TermId) -> TermId {
    let signs = [a, b, high].map(|of| terms.is_negative(of));
    let zeros = [a, b].map(|of| terms.is_zero(of));
    let differ = terms.binary(Binary::Xor, signs[0], signs[1]);
    let no_factor = terms.or(zeros[0], zeros[1]);
    let both = terms.not(no_factor);
    let negative = terms.and(differ, both);
    let mut facts = terms.equal(signs[2], negative);
    for one in [a, b] {
        let size = terms.absolute(one);
        let unit = terms.constant(1, terms.width(one));
        let most = terms.binary(Binary::LShr, size, unit);
        // Half of it, rounded up: a high half is rounded down.
        let odd = terms.and(size, unit);
        let rounded = terms.binary(Binary::Add, most, odd);
        let least = terms.unary(Unary::Neg, rounded);
        for (low, high) in [(least, high), (high, most)] {
            let ordered = terms.binary(Binary::Sle, low, high);
            facts = terms.and(facts, ordered);
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proof::semantics::Evaluation;

    /// Each product of two words of 8 bits is as is said; a high half that is another one mostly is not.
    #[test]
    fn products_have_the_facts() {
        for signed in [false, true] {
            let mut terms = Terms::new();
            let (a, b) = (terms.input("a".to_owned(), 8), terms.input("b".to_owned(), 8));
            let (product, facts) = unknown(&mut terms, a, b, signed);
            let mut refused = 0;
            for (x, y) in (0..=255u8).flat_map(|x| (0..=255u8).map(move |y| (x, y))) {
                let bits = match signed {
                    false => u128::from(u16::from(x) * u16::from(y)),
                    true => u128::from((i16::from(x as i8) * i16::from(y as i8)) as u16),
                };
                let holds = |bits: u128| {
                    let inputs = [(a, u128::from(x)), (b, u128::from(y)), (product, bits)];
                    Evaluation::new(&terms, &inputs.into_iter().collect()).holds(facts)
                };
                assert!(holds(bits), "{x} * {y}");
                refused += usize::from(!holds(bits ^ 0x8000));
            }
            assert!(refused > 50_000, "{refused}");
        }
    }
}
