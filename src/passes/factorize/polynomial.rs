//! Sums of products, and the factorisation step that reduces their cost.
//!
//! In: `a*b + c + d*a*e`. Out: `a*(b + d*e) + c`, where `b + d*e` is a sum of its own in the [`Polynomial`].
//!
//! The gain of a step is counted in instructions ([`Cost`]). The best step is taken first; ties are broken by
//! the order of the terms. Each step leaves a sum with fewer terms, or a constant beside a term, so the
//! process terminates.

use super::cost::{Cost, Signs, product_cost};
use super::ring::Ring;
use super::terms::{Atom, Term, shared, sum_cost, without};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A factorisation step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The index of the factorised sum.
    pub(super) sum: usize,
    /// The extracted factors.
    pub(super) factors: Vec<Atom>,
    /// The terms of that sum before.
    pub(super) before: Vec<Term>,
    /// The terms of that sum after the step.
    pub(super) after: Vec<Term>,
}

/// Sums whose terms may have other sums, with higher indices, as factors. Index 0 is the whole.
#[derive(Clone, Debug)]
pub(super) struct Polynomial {
    pub(super) ring: Ring,
    pub(super) sums: Vec<Vec<Term>>,
}

/// A candidate: a group of terms combined into one.
struct Combined {
    gain: Cost,
    group: Vec<usize>,
    common: Vec<Atom>,
    /// The combined term; `None` if the group cancels.
    term: Option<Term>,
    /// The sum that is the last factor of the term; `None` if it is a single product.
    inner: Option<Vec<Term>>,
}

impl Polynomial {
    pub(super) fn new(ring: Ring, terms: Vec<Term>) -> Polynomial {
        Polynomial { ring, sums: vec![terms] }
    }

    /// Extracts common factors in all sums as long as there is a gain.
    pub(super) fn factorise(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut sum = 0;
        while sum < self.sums.len() {
            while self.sweep(sum, &mut steps) {}
            sum += 1;
        }
        steps
    }

    /// Carries out the best candidates that share no term. Returns whether there was one.
    fn sweep(&mut self, sum: usize, steps: &mut Vec<Step>) -> bool {
        let mut candidates = self.candidates(sum);
        // Stable, so that ties keep the order of the terms.
        candidates.sort_by_key(|candidate| Reverse(candidate.gain));
        let mut touched = vec![false; self.sums[sum].len()];
        let mut some = false;
        for candidate in candidates {
            if candidate.group.iter().any(|&at| touched[at]) {
                continue;
            }
            candidate.group.iter().for_each(|&at| touched[at] = true);
            steps.push(self.apply(sum, candidate));
            some = true;
        }
        let mut gone = touched.into_iter();
        // Combined terms are at the end until they are sorted by position.
        self.sums[sum].retain(|_| !gone.next().unwrap_or(false));
        self.sums[sum].sort_by_key(|term| term.position);
        some
    }

    fn apply(&mut self, sum: usize, mut combined: Combined) -> Step {
        let group = |at: &usize| self.sums[sum][*at].clone();
        let before = combined.group.iter().map(group).collect();
        if let (Some(inner), Some(term)) = (combined.inner, combined.term.as_mut()) {
            term.factors.push(Atom::Sum(self.sums.len()));
            self.sums.push(inner);
        }
        let after = combined.term.into_iter().collect::<Vec<Term>>();
        self.sums[sum].extend(after.iter().cloned());
        Step { sum, factors: combined.common, before, after }
    }

    /// Every extraction of a factor with a gain, in the order of the terms.
    fn candidates(&self, sum: usize) -> Vec<Combined> {
        let terms = &self.sums[sum];
        let mut with: BTreeMap<Atom, Vec<usize>> = BTreeMap::new();
        let mut sizes: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
        for (at, term) in terms.iter().enumerate() {
            let mut factors = term.factors.clone();
            factors.dedup();
            factors.into_iter().for_each(|factor| with.entry(factor).or_default().push(at));
            let size = term.coefficient.unsigned_abs();
            if size > 1 && !term.is_constant() && i128::try_from(size).is_ok() {
                sizes.entry(size).or_default().push(at);
            }
        }
        let signs = Signs::of(terms);
        let mut found: Vec<Combined> = Vec::new();
        let mut consider = |group: &[usize], size: i128| {
            if group.len() > 1 {
                found.extend(self.combine(terms, signs, group, size));
            }
        };
        for group in with.values() {
            consider(group, 1);
            if self.ring == Ring::Float {
                // A term that is just the factor costs nothing by itself; as 1 in the sum it costs an
                // addition.
                let longer = group.iter().copied().filter(|at| terms[*at].factors.len() > 1);
                consider(&longer.collect::<Vec<_>>(), 1);
            }
        }
        for (&size, group) in &sizes {
            consider(group, size as i128);
            let shifted =
                sizes.range(size..).filter(|(n, _)| *n % size == 0 && (*n / size).is_power_of_two());
            let mut shifted: Vec<usize> = shifted.flat_map(|(_, group)| group.iter().copied()).collect();
            shifted.sort_unstable();
            if shifted.len() > group.len() {
                consider(&shifted, size as i128);
            }
        }
        // Extracting only a power of two saves a shift, which addresses and additions often include for free.
        let least = |c: &Combined| i64::from(c.common.is_empty());
        found.retain(|c| c.gain > Cost::default() && c.gain.products >= least(c) && c.gain.all >= 0);
        found.sort_by(|a, b| a.group.cmp(&b.group));
        found
    }

    /// Combines a group of terms: extracts all their common factors and `size`, which divides all
    /// coefficients.
    fn combine(&self, terms: &[Term], signs: Signs, group: &[usize], size: i128) -> Option<Combined> {
        let ring = self.ring;
        let mut common = terms[group[0]].factors.clone();
        for &at in &group[1..] {
            common = shared(&common, &terms[at].factors);
        }
        let sizes_agree =
            |at: &usize| terms[*at].coefficient.unsigned_abs() == terms[group[0]].coefficient.unsigned_abs();
        let first = i128::try_from(terms[group[0]].coefficient.unsigned_abs()).ok()?;
        let size = if size == 1 && group.iter().all(sizes_agree) { first } else { size };
        let mut constant = 0;
        let mut inner = Vec::new();
        for &at in group {
            let term = &terms[at];
            let (coefficient, rest) = (term.coefficient / size, without(&term.factors, &common));
            if !rest.is_empty() {
                inner.push(Term::new(coefficient, rest, term.position));
            } else if ring == Ring::Float && constant != 0 && (constant > 0) != (coefficient > 0) {
                // a - a is not 0 if a is infinite.
                return None;
            } else {
                constant = ring.add(constant, coefficient)?;
            }
        }
        if constant != 0 {
            inner.push(Term::new(constant, Vec::new(), usize::MAX));
        }
        let position = terms[group[0]].position;
        let (term, inner) = scaled(ring, size, common.clone(), inner, position)?;
        let mut after = signs;
        group.iter().for_each(|&at| after.count(&terms[at], -1));
        if let Some(term) = &term {
            // The inner sum is not yet among the factors.
            after.count_as(inner.is_none() && term.is_constant(), term.coefficient, 1);
        }
        let before = group.iter().fold(signs.cost(), |cost, &at| cost.plus(terms[at].cost));
        let cost = after.cost().plus(term.as_ref().map_or(Cost::default(), |t| t.cost));
        let cost = cost.plus(inner.as_deref().map_or(Cost::default(), sum_cost));
        let mut gain = before.minus(cost);
        if ring == Ring::Float {
            // Constants are no cheaper in floating point.
            gain.plain = 0;
        }
        Some(Combined { gain, group: group.to_vec(), common, term, inner })
    }
}

/// The product of `size`, the common factors and the sum of `inner`, as a term. The second result is the
/// inner sum unless it is a single product. The term is `None` if it is 0.
#[allow(clippy::type_complexity)] // the two belong together
fn scaled(
    ring: Ring,
    size: i128,
    common: Vec<Atom>,
    mut inner: Vec<Term>,
    position: usize,
) -> Option<(Option<Term>, Option<Vec<Term>>)> {
    if inner.len() > 1 {
        let flips = Signs::of(&inner).lacks_a_start();
        if flips {
            inner.iter_mut().for_each(|term| term.coefficient = ring.negated(term.coefficient));
        }
        let size = if flips { ring.negated(size) } else { size };
        let mut term = Term::new(size, common, position);
        // The inner sum is one more factor.
        term.cost = product_cost(size, term.factors.len() + 1);
        return Some((Some(term), Some(inner)));
    }
    let Some(only) = inner.pop() else { return Some((None, None)) };
    let coefficient = ring.mul(size, only.coefficient)?;
    if coefficient == 0 {
        return Some((None, None));
    }
    if ring == Ring::Float && coefficient.abs() != 1 {
        // In floating point, `n*a` is a multiplication by the constant n.
        let constant = Term { coefficient: only.coefficient, ..Term::new(1, Vec::new(), usize::MAX) };
        let mut term = Term::new(size, common, position);
        term.cost = product_cost(size, term.factors.len() + 1);
        return Some((Some(term), Some(vec![constant])));
    }
    let factors = [common, only.factors].concat();
    Some((Some(Term::new(coefficient, factors, position)), None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::ValueId;
    use proptest::prelude::*;

    fn value(number: u32) -> Atom {
        Atom::Value(ValueId(number))
    }

    /// `2ab -c 3`: a coefficient, then letters.
    fn terms(ring: Ring, text: &str) -> Vec<Term> {
        let term = |(position, word): (usize, &str)| {
            let digits = word.trim_end_matches(char::is_alphabetic);
            let letters = &word[digits.len()..];
            let coefficient = match digits {
                "" => 1,
                "-" => -1,
                _ => digits.parse().unwrap(),
            };
            let factors = letters.bytes().map(|letter| value(u32::from(letter - b'a'))).collect();
            Term { leaf: Some(position), ..Term::new(ring.normal(coefficient), factors, position) }
        };
        text.split_whitespace().enumerate().map(term).collect()
    }

    fn print(polynomial: &Polynomial, sum: usize) -> String {
        let one = |term: &Term| {
            let factor = |factor: &Atom| match factor {
                Atom::Value(value) => char::from(b'a' + value.0 as u8).to_string(),
                Atom::Sum(sum) => format!("({})", print(polynomial, *sum)),
            };
            let factors: String = term.factors.iter().map(factor).collect();
            match (term.coefficient, factors.is_empty()) {
                (1, false) => factors,
                (-1, false) => format!("-{factors}"),
                (n, _) => format!("{n}{factors}"),
            }
        };
        polynomial.sums[sum].iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn check(ring: Ring, text: &str, expect: &str) {
        let mut polynomial = Polynomial::new(ring, terms(ring, text));
        polynomial.factorise();
        assert_eq!(print(&polynomial, 0), expect, "{text}");
    }

    #[test]
    fn factors_go_in_front() {
        for (text, expect) in [
            ("ab ac", "a(b c)"),
            ("ab cd", "ab cd"),
            ("ab c ade", "a(b de) c"),
            ("ab -ac", "a(b -c)"),
            ("-ab -ac", "-a(b c)"),
            ("ab a", "a(b 1)"),
            ("ab -a", "a(b -1)"),
            ("ab b c", "b(a 1) c"),
            ("aab aac", "aa(b c)"),
            ("aa ab", "a(a b)"),
            ("ab ac ad", "a(b c d)"),
            ("abx aby az", "a(b(x y) z)"),
            // The better one of two overlapping candidates, then the rest.
            ("ab ac bd ae", "a(b c e) bd"),
            ("ab ac bd be", "b(a d e) ac"),
            ("ab ac de df", "a(b c) d(e f)"),
            ("6a 6b", "6(a b)"),
            ("6a 9b", "6a 9b"),
            ("6a 12b", "6(a 2b)"),
            ("4a 8b", "4a 8b"),
            ("4a 4b", "4a 4b"),
            ("4ac 4bc", "4c(a b)"),
            ("6a 9a", "15a"),
            // A shift and an addition cost no more than a multiplication.
            ("8a -a", "8a -a"),
            ("ab -ab c", "c"),
            ("6ab 6ac 3", "6a(b c) 3"),
        ] {
            check(Ring::Integer(32), text, expect);
        }
    }

    #[test]
    fn constants_wrap_at_the_width() {
        check(Ring::Integer(4), "7a 12a", "3a");
        check(Ring::Integer(4), "7a 9a b", "b");
        check(Ring::Integer(1), "ab -ac", "a(b c)");
        assert_eq!(Ring::Integer(200).mul(1 << 100, 1 << 100), None);
        assert_eq!(Ring::Integer(128).mul(1 << 100, 1 << 100), Some(0));
    }

    #[test]
    fn floats_cancel_nothing_and_keep_lone_factors() {
        for (text, expect) in [
            ("ab ac", "a(b c)"),
            ("ab a", "ab a"),
            ("ab ac a", "a(b c) a"),
            ("ab -ab", "ab -ab"),
            ("abc ab", "ab(c 1)"),
            ("ab a -a", "ab a -a"),
        ] {
            check(Ring::Float, text, expect);
        }
    }

    fn evaluate(polynomial: &Polynomial, sum: usize, inputs: &[i128]) -> i128 {
        let ring = polynomial.ring;
        polynomial.sums[sum].iter().fold(0, |total, term| {
            let product = term.factors.iter().fold(term.coefficient, |product, factor| {
                let factor = match factor {
                    Atom::Value(value) => inputs[value.0 as usize],
                    Atom::Sum(sum) => evaluate(polynomial, *sum, inputs),
                };
                ring.mul(product, factor).unwrap()
            });
            ring.add(total, product).unwrap()
        })
    }

    fn whole_cost(polynomial: &Polynomial, sum: usize) -> Cost {
        let inner = polynomial.sums[sum].iter().flat_map(|term| &term.factors);
        let inner = inner.filter_map(|factor| match factor {
            Atom::Sum(sum) => Some(whole_cost(polynomial, *sum)),
            Atom::Value(_) => None,
        });
        inner.fold(sum_cost(&polynomial.sums[sum]), Cost::plus)
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_and_gets_no_dearer(
            width in prop::sample::select(vec![1u32, 2, 7, 8, 32, 64, 127, 128]),
            drawn in prop::collection::vec((-9i128..9, prop::collection::vec(0u32..4, 0..4)), 1..9),
            inputs in prop::collection::vec(any::<i128>(), 4),
        ) {
            let ring = Ring::Integer(width);
            let terms = drawn.into_iter().enumerate().map(|(position, (coefficient, factors))| {
                Term::new(ring.normal(coefficient), factors.into_iter().map(value).collect(), position)
            });
            let terms: Vec<Term> = terms.filter(|term| term.coefficient != 0).collect();
            let inputs: Vec<i128> = inputs.into_iter().map(|input| ring.normal(input)).collect();
            let before = Polynomial::new(ring, terms);
            let mut after = before.clone();
            let steps = after.factorise();
            prop_assert_eq!(evaluate(&before, 0, &inputs), evaluate(&after, 0, &inputs));
            let (old, new) = (whole_cost(&before, 0), whole_cost(&after, 0));
            prop_assert!(if steps.is_empty() { new == old } else { new.is_better_than(old) }, "{:?} {:?} {:?}", old, new, steps);
        }
    }
}
