//! The emptiness test: whether a conjunction has no integer solution.
//!
//! ```text
//! 2i + 3j == 1,  i == j      =>      none, as 5i is never 1
//! ```
//!
//! A simplex tableau decides first (`simplex.rs`). If it has a rational solution that is not integer,
//! elimination decides, which tightens for integers (`elimination.rs`). The answer "empty" is certain; the
//! answer "not empty" may be wrong.

use super::elimination::{Projected, without_all};
use super::linear::{Conjunction, Dimension};
use super::simplex::{Answer, Tableau};

/// The cost of a constraint created by elimination, in numbers of a tableau.
pub(super) const WORK_OF_CONSTRAINT: u64 = 64;

/// Whether there is certainly no integer solution. Adds the count of computed numbers to `work`.
pub(super) fn is_empty(set: &Conjunction, work: &mut u64) -> bool {
    let mut tableau = Tableau::default();
    let answer = tableau.add_all(&set.constraints);
    *work += tableau.work();
    if answer == Answer::Empty {
        return true;
    }
    if answer == Answer::Solution && has_whole_solution(&tableau, set) {
        return false;
    }
    let mut made = 0;
    let shadow = without_all(set, |_| true, &mut made);
    *work += made * WORK_OF_CONSTRAINT;
    shadow == Projected::Empty
}

/// Whether the tableau's solution, rounded in one direction or the other, is an integer solution.
fn has_whole_solution(tableau: &Tableau, set: &Conjunction) -> bool {
    if tableau.whole_solution().is_some() {
        return true;
    }
    let solution = tableau.solution();
    let rounded = |round: fn(i128, i128) -> i128| {
        let of = |dimension: Dimension| {
            let (_, numerator, denominator) = solution.iter().find(|(known, ..)| *known == dimension)?;
            Some(round(*numerator, *denominator))
        };
        set.contains(of) == Some(true)
    };
    rounded(i128::div_euclid) || rounded(|numerator, denominator| -(-numerator).div_euclid(denominator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::{Constraint, Linear};
    use proptest::prelude::*;

    const DIMENSIONS: [Dimension; 4] =
        [Dimension::Parameter(0), Dimension::Parameter(1), Dimension::Iterator(0), Dimension::Iterator(1)];

    /// Random systems of typical form: mostly small coefficients, and sometimes constants near the limits of
    /// a type.
    fn systems() -> impl Strategy<Value = Conjunction> {
        let coefficient =
            prop_oneof![4 => Just(0i128), 6 => prop_oneof![Just(1i128), Just(-1)], 1 => -5..6i128];
        let constant =
            prop_oneof![8 => -9..10i128, 1 => Just(i128::from(i64::MAX)), 1 => Just(-(1i128 << 31))];
        let constraint = (prop::collection::vec(coefficient, 4), constant, prop::bool::weighted(0.15));
        prop::collection::vec(constraint, 1..12).prop_filter_map("contradictory", |all| {
            Conjunction::of(all.into_iter().map(|(by, constant, is_equality)| {
                let terms = DIMENSIONS.into_iter().zip(by).filter(|(_, by)| *by != 0).collect();
                Constraint { form: Linear { terms, constant }, is_equality }
            }))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn the_answer_is_that_of_elimination(set in systems()) {
            let by_elimination = without_all(&set, |_| true, &mut 0);
            prop_assume!(by_elimination != Projected::Unknown);
            prop_assert_eq!(is_empty(&set, &mut 0), by_elimination == Projected::Empty);
        }

        #[test]
        fn an_intersection_is_in_normal_form(left in systems(), right in systems()) {
            let all = left.constraints.iter().chain(&right.constraints).cloned();
            prop_assert_eq!(left.and(&right), Conjunction::of(all));
            for constraint in &right.constraints {
                let all = left.constraints.iter().chain([constraint]).cloned();
                prop_assert_eq!(left.with(constraint.clone()), Conjunction::of(all));
            }
        }

        #[test]
        fn a_solution_of_the_tableau_is_one(set in systems()) {
            let mut tableau = Tableau::default();
            for constraint in &set.constraints {
                let answer = tableau.add(constraint);
                if answer != Answer::Solution {
                    prop_assert_eq!(answer, Answer::Empty);
                    // Elimination may give up, but never finds a solution of an empty system.
                    let by_elimination = without_all(&set, |_| true, &mut 0);
                    prop_assert!(!matches!(by_elimination, Projected::Projection(_)), "{:?}", by_elimination);
                    return Ok(());
                }
            }
            let solution = tableau.solution();
            // Multiplying all denominators out scales numerators and constants alike.
            let common: i128 = solution.iter().map(|(_, _, denominator)| denominator).product();
            let value = |dimension| {
                let (_, numerator, denominator) = solution.iter().find(|(known, ..)| *known == dimension)?;
                Some(numerator * (common / denominator))
            };
            for Constraint { form, is_equality } in &set.constraints {
                let scaled = Linear { terms: form.terms.clone(), constant: form.constant * common };
                let at = scaled.evaluate(value).unwrap();
                prop_assert!(if *is_equality { at == 0 } else { at >= 0 }, "{:?} at {:?}", form, solution);
            }
        }
    }
}
