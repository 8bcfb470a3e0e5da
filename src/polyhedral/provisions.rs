//! What has to be provided for a description to hold: proved from the domains, or else the parameters for which it fails.
//!
//! ```text
//! i - 1 >= 0 whenever k <= i < n      =>      fails for: k <= 0 and n > k
//! ```
//!
//! (Polly's invalid context, found the same way: the instances that violate it, projected onto the parameters.)

use super::cases::{Space, Union};
use super::describe::Description;
use super::domain::{Domains, range_of, ranged};
use super::elimination::{Shadow, is_empty, without_all};
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use crate::model::Model;

/// A description that fails for more kinds of parameters is none.
const MOST_EXCEPTIONS: usize = 24;

/// What came of a provision.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It always holds.
    Holds,
    /// It holds but for some parameters.
    Except(Union),
    /// It never holds, or nothing can be said.
    Fails,
}

/// For which parameters one of `violations` has a solution.
pub(super) fn verdict(model: &Model, space: &Space, violations: Union) -> Verdict {
    let mut exceptions = Union::new();
    for violation in violations {
        let Some(violation) = ranged(model, space, &violation) else { continue };
        match without_all(&violation, |dimension| matches!(dimension, Dimension::Iterator(_))) {
            Shadow::Empty => {}
            Shadow::Unknown => return Verdict::Fails,
            Shadow::Within(shadow) if is_empty(&shadow) => {}
            Shadow::Within(shadow) => match told(model, space, &shadow) {
                Some(shadow) if !shadow.constraints.is_empty() => exceptions.push(shadow),
                _ => return Verdict::Fails,
            },
        }
    }
    if exceptions.is_empty() { Verdict::Holds } else { Verdict::Except(exceptions) }
}

/// Without the constraints that the ranges of parameters imply.
fn told(model: &Model, space: &Space, shadow: &Conjunction) -> Option<Conjunction> {
    let is_implied = |constraint: &Constraint| {
        let Some(opposite) = constraint.form.times(-1).and_then(|form| form.shifted(-1)) else {
            return false;
        };
        let of_ranges = constraint.form.terms.iter().flat_map(|(dimension, _)| match dimension {
            Dimension::Parameter(number) => range_of(model, space, *number),
            Dimension::Iterator(_) => Vec::new(),
        });
        let contrary = of_ranges.chain([Constraint::at_least_zero(opposite)]);
        !constraint.is_equality && Conjunction::of(contrary).is_none_or(|contrary| is_empty(&contrary))
    };
    Conjunction::of(shadow.constraints.iter().filter(|c| !is_implied(c)).cloned())
}

/// The instances of `domain` in which a number is not one of `low` … `high`.
pub(super) fn outside(domain: &Union, value: &Linear, low: &Linear, high: &Linear) -> Option<Union> {
    let below = Constraint::at_least_zero(low.plus(value, -1)?.shifted(-1)?);
    let above = Constraint::at_least_zero(value.plus(high, -1)?.shifted(-1)?);
    let sides = [below, above];
    let cases = domain.iter().flat_map(|conjunction| sides.iter().map(move |side| (conjunction, side)));
    Some(cases.filter_map(|(conjunction, side)| conjunction.with(side.clone())).collect())
}

/// The parameters for which the description does not hold; `None` when it never does.
pub(super) fn exceptions(
    model: &Model,
    part: &Description,
    space: &mut Space,
    domains: &Domains<'_>,
) -> Option<Union> {
    let mut all = Union::new();
    let mut seen = std::collections::BTreeSet::new();
    for provision in &part.provisions {
        if !seen.insert((model.block_of(provision.user), &provision.value, provision.low, provision.high)) {
            continue;
        }
        let domain = domains.around(provision.user);
        let (low, high) = (Linear::constant(provision.low), Linear::constant(provision.high));
        for (when, value) in space.linear_cases(&provision.value)? {
            let domain: Union = domain.iter().filter_map(|conjunction| conjunction.and(&when)).collect();
            add(&mut all, verdict(model, space, outside(&domain, &value, &low, &high)?))?;
        }
    }
    // What is a signed number here and an unsigned one there is not negative.
    for number in 0..space.parameters.len() as u32 {
        if let [super::Factor::Parameter(value)] = &*space.parameters[number as usize]
            && space.in_both_views.contains(value)
        {
            let negative = Linear { terms: vec![(Dimension::Parameter(number), -1)], constant: -1 };
            all.extend(Conjunction::of([Constraint::at_least_zero(negative)]));
        }
    }
    Some(all)
}

/// Adds exceptions; `None` when there are too many.
pub(super) fn add(all: &mut Union, verdict: Verdict) -> Option<()> {
    match verdict {
        Verdict::Holds => {}
        Verdict::Fails => return None,
        Verdict::Except(more) => {
            for exception in more {
                if !all.iter().any(|other| is_within(&exception, other)) {
                    all.retain(|other| !is_within(other, &exception));
                    all.push(exception);
                }
            }
        }
    }
    (all.len() <= MOST_EXCEPTIONS).then_some(())
}

/// Whether each constraint of `larger` plainly follows from one of `smaller`.
fn is_within(smaller: &Conjunction, larger: &Conjunction) -> bool {
    let follows = |constraint: &Constraint| {
        smaller.constraints.iter().any(|other| {
            other.form.terms == constraint.form.terms
                && match constraint.is_equality {
                    true => other == constraint,
                    false => other.form.constant <= constraint.form.constant,
                }
        })
    };
    larger.constraints.iter().all(follows)
}
