//! Fourier-Motzkin elimination: projection of a conjunction onto fewer dimensions.
//!
//! ```text
//! { i - k >= 0, n - 1 - i >= 0, -i >= 0 } without i      =>      { -k >= 0, n - 1 - k >= 0 }
//! ```
//!
//! The result is the rational projection, tightened for integers: it contains the integer projection.
//! Therefore "empty" is certain, and "not empty" may be wrong. The number of constraints is bounded.

use super::linear::{Conjunction, Constraint, Dimension, Linear};

/// The most constraints of a result.
const MOST_CONSTRAINTS: usize = 96;

/// The projection onto the other dimensions.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Projected {
    /// The conjunction has no solution.
    Empty,
    /// A superset of the projection.
    Projection(Conjunction),
    /// Undecided: too many constraints, or overflow.
    Unknown,
}

/// Eliminates a dimension by projection.
pub(super) fn without(set: &Conjunction, dimension: Dimension) -> Projected {
    let substituted =
        set.constraints.iter().position(|c| c.is_equality && c.form.coefficient(dimension).abs() == 1);
    match substituted {
        Some(at) => substitute(set, dimension, at),
        None => combine(set, dimension),
    }
}

/// Eliminates a dimension by the equality at `at`, in which its coefficient is 1 or -1.
fn substitute(set: &Conjunction, dimension: Dimension, at: usize) -> Projected {
    let equality = &set.constraints[at].form;
    let sign = equality.coefficient(dimension);
    let rewritten = |constraint: &Constraint| {
        let by = constraint.form.coefficient(dimension).checked_mul(-sign)?;
        Some(Constraint { form: constraint.form.plus(equality, by)?, is_equality: constraint.is_equality })
    };
    let others = set.constraints.iter().enumerate().filter(|(k, _)| *k != at);
    match others.map(|(_, constraint)| rewritten(constraint)).collect::<Option<Vec<_>>>() {
        Some(constraints) => Conjunction::of(constraints).map_or(Projected::Empty, Projected::Projection),
        None => Projected::Unknown,
    }
}

/// Eliminates a dimension by combining each lower bound with each upper bound.
fn combine(set: &Conjunction, dimension: Dimension) -> Projected {
    let (mut lower, mut upper, mut combined) = (Vec::new(), Vec::new(), Vec::new());
    for constraint in &set.constraints {
        let by = constraint.form.coefficient(dimension);
        if by == 0 {
            combined.push(constraint.clone());
            continue;
        }
        let (of_sign, of_opposite) = if by > 0 { (&mut lower, &mut upper) } else { (&mut upper, &mut lower) };
        let Some(times) = by.checked_abs() else { return Projected::Unknown };
        of_sign.push((times, constraint.form.clone()));
        if constraint.is_equality {
            let Some(opposite) = constraint.form.times(-1) else { return Projected::Unknown };
            of_opposite.push((times, opposite));
        }
    }
    if combined.len() + lower.len() * upper.len() > MOST_CONSTRAINTS {
        return Projected::Unknown;
    }
    let sum = |(a, low): &(i128, Linear), (b, high): &(i128, Linear)| low.times(*b)?.plus(high, *a);
    for low in &lower {
        for high in &upper {
            let Some(form) = sum(low, high) else { return Projected::Unknown };
            combined.push(Constraint::at_least_zero(form));
        }
    }
    Conjunction::of(combined).map_or(Projected::Empty, Projected::Projection)
}

/// Eliminates all dimensions for which `goes` is true, those with the fewest resulting constraints first.
/// Adds the number of resulting constraints to `made`.
pub(super) fn without_all(set: &Conjunction, goes: impl Fn(Dimension) -> bool, made: &mut u64) -> Projected {
    let mut set = set.clone();
    loop {
        let next = set.dimensions().into_iter().filter(|d| goes(*d)).min_by_key(|d| growth(&set, *d));
        let Some(next) = next else { return Projected::Projection(set) };
        match without(&set, next) {
            Projected::Projection(smaller) => {
                *made += smaller.constraints.len() as u64;
                set = smaller;
            }
            answer => return answer,
        }
    }
}

/// The number of constraints that result from eliminating a dimension.
fn growth(set: &Conjunction, dimension: Dimension) -> usize {
    let of = |c: &Constraint| c.form.coefficient(dimension);
    if set.constraints.iter().any(|c| c.is_equality && of(c).abs() == 1) {
        return 0;
    }
    let count = |sign: i128| {
        set.constraints.iter().filter(|c| of(c).signum() == sign || (c.is_equality && of(c) != 0)).count()
    };
    count(1) * count(-1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_empty(set: &Conjunction) -> bool {
        without_all(set, |_| true, &mut 0) == Projected::Empty
    }

    const I: Dimension = Dimension::Iterator(0);
    const J: Dimension = Dimension::Iterator(1);
    const N: Dimension = Dimension::Parameter(0);

    fn set(constraints: &[(&[(Dimension, i128)], i128)]) -> Conjunction {
        let form = |(terms, constant): &(&[(Dimension, i128)], i128)| {
            let mut terms = terms.to_vec();
            terms.sort();
            Constraint::at_least_zero(Linear { terms, constant: *constant })
        };
        Conjunction::of(constraints.iter().map(form)).unwrap()
    }

    #[test]
    fn a_dimension_is_eliminated() {
        // The conjunction 0 <= i < n has solutions exactly for n >= 1.
        let counted = set(&[(&[(I, 1)], 0), (&[(I, -1), (N, 1)], -1)]);
        assert_eq!(without(&counted, I), Projected::Projection(set(&[(&[(N, 1)], -1)])));
        // With n <= 0 it has none.
        let none = counted.and(&set(&[(&[(N, -1)], 0)])).unwrap();
        assert!(is_empty(&none) && !is_empty(&counted));
        // The chain i + 1 <= j <= n <= i is contradictory.
        let around: [(&[(Dimension, i128)], i128); 3] =
            [(&[(J, 1), (I, -1)], -1), (&[(J, -1), (N, 1)], 0), (&[(N, -1), (I, 1)], 0)];
        assert!(is_empty(&set(&around)) && !is_empty(&set(&around[..2])));
        // With i = j, 2i + 3j = 5i is never 1.
        let equal = Constraint::zero(Linear { terms: vec![(I, 1), (J, -1)], constant: 0 });
        let sum = |low: i128, high: i128| set(&[(&[(I, 2), (J, 3)], -low), (&[(I, -2), (J, -3)], high)]);
        assert!(is_empty(&sum(1, 4).with(equal.clone()).unwrap()));
        assert!(!is_empty(&sum(1, 5).with(equal).unwrap()));
    }

    #[test]
    fn equalities_are_substituted() {
        let equal = Constraint::zero(Linear { terms: vec![(I, 1), (J, -2)], constant: 0 });
        let bounded = set(&[(&[(I, 1)], -3), (&[(I, -1)], 3)]).with(equal).unwrap();
        // For i == 2j and i == 3, j is not an integer.
        assert!(is_empty(&bounded));
    }
}
