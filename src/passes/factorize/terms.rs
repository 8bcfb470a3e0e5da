//! Sums of products as plain data, and the step that makes them cheaper: a common factor goes in front.
//!
//! In: `a*b + c + d*a*e`. Out: `a*(b + d*e) + c`, where `b + d*e` is a sum of its own in the [`Polynomial`].
//!
//! What a step gains is counted in instructions ([`Cost`]), and the best one goes first; equal ones in the order of
//! the terms. Each step leaves a sum with fewer terms, or with a constant beside a term, so the work ends.

use crate::model::ValueId;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Where coefficients are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// Integers of this many bits, which wrap.
    Integer(u32),
    /// Floating point: coefficients are counts and signs, never numbers of the program.
    Float,
}

impl Ring {
    /// Coefficients of wider integers are not folded beyond 128 bits.
    pub(super) const WIDEST: u32 = 128;
    /// Up to this count every floating point format is exact.
    const MOST_COUNTED: u128 = 127;
    /// Coefficients of wider integers stay far from where they would wrap.
    pub(super) const LARGEST_EXACT: u128 = 1 << 120;

    /// The one number in two's complement that stands for `number`.
    pub(super) fn normal(self, number: i128) -> i128 {
        match self {
            // Of one bit, 1 and -1 are one number.
            Ring::Integer(1) => number & 1,
            Ring::Integer(width) if width < Ring::WIDEST => {
                let unused = Ring::WIDEST - width;
                (number << unused) >> unused
            }
            _ => number,
        }
    }

    fn checked(self, wrapped: i128, exact: Option<i128>) -> Option<i128> {
        match self {
            Ring::Integer(width) if width <= Ring::WIDEST => Some(self.normal(wrapped)),
            Ring::Integer(_) => exact.filter(|n| n.unsigned_abs() <= Ring::LARGEST_EXACT),
            Ring::Float => exact.filter(|n| n.unsigned_abs() <= Ring::MOST_COUNTED),
        }
    }

    /// The sum, unless it cannot be told.
    pub(super) fn add(self, a: i128, b: i128) -> Option<i128> {
        self.checked(a.wrapping_add(b), a.checked_add(b))
    }

    /// The product, unless it cannot be told.
    pub(super) fn mul(self, a: i128, b: i128) -> Option<i128> {
        self.checked(a.wrapping_mul(b), a.checked_mul(b))
    }

    fn negated(self, a: i128) -> i128 {
        self.normal(a.wrapping_neg())
    }
}

/// A factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    /// A value of the function.
    Value(ValueId),
    /// The sum with this number in the polynomial.
    Sum(usize),
}

/// Instructions, counted. Compared in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Multiplications.
    pub(super) products: i64,
    /// All instructions.
    pub(super) all: i64,
    /// Additions of two values that are both no constants.
    pub(super) plain: i64,
}

impl Cost {
    fn minus(self, other: Cost) -> Cost {
        Cost {
            products: self.products - other.products,
            all: self.all - other.all,
            plain: self.plain - other.plain,
        }
    }

    /// Both together.
    pub(super) fn plus(self, other: Cost) -> Cost {
        Cost {
            products: self.products + other.products,
            all: self.all + other.all,
            plain: self.plain + other.plain,
        }
    }

    /// Whether code of this cost is better than code of that one: no more multiplications, no more instructions at
    /// all, and less of something.
    pub(super) fn is_better_than(self, other: Cost) -> bool {
        self.products <= other.products && self.all <= other.all && self < other
    }
}

/// One term of a sum: a coefficient, which is not 0, times factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) coefficient: i128,
    /// Ascending; a factor that occurs twice stands here twice. None for a constant.
    pub(super) factors: Vec<Atom>,
    /// What computing it costs, its sign apart.
    pub(super) cost: Cost,
    /// The place among the summands of the original.
    pub(super) position: usize,
    /// The summand of the original that this is, while nothing was done to it.
    pub(super) leaf: Option<usize>,
}

impl Term {
    /// A term that is computed anew.
    pub(super) fn new(coefficient: i128, mut factors: Vec<Atom>, position: usize) -> Term {
        factors.sort_unstable();
        let cost = product_cost(coefficient, factors.len());
        Term { coefficient, factors, cost, position, leaf: None }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.factors.is_empty()
    }
}

/// What a product of so many factors and a coefficient costs: a power of two is a shift.
fn product_cost(coefficient: i128, factors: usize) -> Cost {
    let size = coefficient.unsigned_abs();
    let scales = i64::from(size > 1 && factors > 0);
    let multiplies = scales * i64::from(!size.is_power_of_two());
    let joins = factors.saturating_sub(1) as i64;
    Cost { products: joins + multiplies, all: joins + scales, plain: 0 }
}

/// How many terms are added, subtracted, and constant.
#[derive(Clone, Copy, Default)]
struct Signs {
    positive: i64,
    negative: i64,
    constant: i64,
}

impl Signs {
    fn of<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Signs {
        let mut signs = Signs::default();
        terms.into_iter().for_each(|term| signs.count(term, 1));
        signs
    }

    fn count(&mut self, term: &Term, times: i64) {
        self.count_as(term.is_constant(), term.coefficient, times);
    }

    fn count_as(&mut self, is_constant: bool, coefficient: i128, times: i64) {
        match (is_constant, coefficient > 0) {
            (true, _) => self.constant += times,
            (false, true) => self.positive += times,
            (false, false) => self.negative += times,
        }
    }

    fn lacks_a_start(self) -> bool {
        self.positive == 0 && self.constant == 0 && self.negative > 0
    }

    /// The additions and subtractions, and a negation where nothing is added.
    fn cost(self) -> Cost {
        let terms = self.positive + self.negative + self.constant;
        let joins = (terms - 1).max(0) + i64::from(self.lacks_a_start());
        Cost { products: 0, all: joins, plain: (joins - self.constant).max(0) }
    }
}

/// What computing the terms and their sum costs.
pub(super) fn sum_cost(terms: &[Term]) -> Cost {
    terms.iter().fold(Signs::of(terms).cost(), |cost, term| cost.plus(term.cost))
}

/// A common factor that was put in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The sum it was found in.
    pub(super) sum: usize,
    /// The factors in front.
    pub(super) factors: Vec<Atom>,
    /// The terms of that sum before.
    pub(super) before: Vec<Term>,
    /// … and after.
    pub(super) after: Vec<Term>,
}

/// Sums whose terms may have other sums, with higher numbers, as factors. Number 0 is the whole.
#[derive(Clone, Debug)]
pub(super) struct Polynomial {
    pub(super) ring: Ring,
    pub(super) sums: Vec<Vec<Term>>,
}

/// Several terms as one.
struct Combined {
    gain: Cost,
    group: Vec<usize>,
    common: Vec<Atom>,
    /// `None` when they cancel.
    term: Option<Term>,
    /// The sum that is the last factor of the term, if there is one.
    inner: Option<Vec<Term>>,
}

impl Polynomial {
    pub(super) fn new(ring: Ring, terms: Vec<Term>) -> Polynomial {
        Polynomial { ring, sums: vec![terms] }
    }

    /// Puts common factors in front, in all sums, while something is gained.
    pub(super) fn factorise(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut sum = 0;
        while sum < self.sums.len() {
            while self.sweep(sum, &mut steps) {}
            sum += 1;
        }
        steps
    }

    /// Carries out the best steps that do not touch each other; whether there was one.
    fn sweep(&mut self, sum: usize, steps: &mut Vec<Step>) -> bool {
        let mut candidates = self.candidates(sum);
        // Stable: equal ones in the order of the terms.
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
        // What was put in place of a group stands behind all others until here.
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

    /// Every way to put a factor in front that gains something, in the order of the terms.
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
                // The factor alone costs nothing where it stands; as 1 in the sum it costs an addition.
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
        found.retain(|c| c.gain > Cost::default() && c.gain.products >= 0 && c.gain.all >= 0);
        found.sort_by(|a, b| a.group.cmp(&b.group));
        found
    }

    /// The terms of a group as one, with all factors in front that they have in common, and `size`, which divides all
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
                // a - a is not 0 where a is infinite.
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
            // The inner sum is no factor of it yet.
            after.count_as(inner.is_none() && term.is_constant(), term.coefficient, 1);
        }
        let before = group.iter().fold(signs.cost(), |cost, &at| cost.plus(terms[at].cost));
        let cost = after.cost().plus(term.as_ref().map_or(Cost::default(), |t| t.cost));
        let cost = cost.plus(inner.as_deref().map_or(Cost::default(), sum_cost));
        let mut gain = before.minus(cost);
        if ring == Ring::Float {
            // A constant is no cheaper there.
            gain.plain = 0;
        }
        Some(Combined { gain, group: group.to_vec(), common, term, inner })
    }
}

/// `size` times the factors times the sum of `inner`, as a term and, unless that is one product, the inner sum. No term
/// when it is 0.
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
        // The inner sum is one factor more.
        term.cost = product_cost(size, term.factors.len() + 1);
        return Some((Some(term), Some(inner)));
    }
    let Some(only) = inner.pop() else { return Some((None, None)) };
    let coefficient = ring.mul(size, only.coefficient)?;
    if coefficient == 0 {
        return Some((None, None));
    }
    if ring == Ring::Float && coefficient.abs() != 1 {
        // A number of the program there: n*a is a product with the constant n.
        let constant = Term { coefficient: only.coefficient, ..Term::new(1, Vec::new(), usize::MAX) };
        let mut term = Term::new(size, common, position);
        term.cost = product_cost(size, term.factors.len() + 1);
        return Some((Some(term), Some(vec![constant])));
    }
    let factors = [common, only.factors].concat();
    Some((Some(Term::new(coefficient, factors, position)), None))
}

/// What two ascending lists share, as often as both have it.
fn shared(a: &[Atom], b: &[Atom]) -> Vec<Atom> {
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

/// An ascending list without what is in another, as often as it is there.
fn without(all: &[Atom], taken: &[Atom]) -> Vec<Atom> {
    let mut taken = taken.iter().peekable();
    all.iter().copied().filter(|atom| taken.next_if(|t| *t == atom).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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
            // The better one of two that overlap, then what is left.
            ("ab ac bd ae", "a(b c e) bd"),
            ("ab ac bd be", "b(a d e) ac"),
            ("ab ac de df", "a(b c) d(e f)"),
            ("6a 6b", "6(a b)"),
            ("6a 9b", "6a 9b"),
            ("6a 12b", "6(a 2b)"),
            ("4a 8b", "4a 8b"),
            ("4a 4b", "4(a b)"),
            ("6a 9a", "15a"),
            // A shift and an addition are no worse than a multiplication.
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
