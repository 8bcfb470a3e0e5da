//! What has to be provided for a description to hold: proved from the domains, or else the parameters for
//! which it fails.
//!
//! ```text
//! i - 1 >= 0 whenever k <= i < n      =>      fails for: k <= 0 and n > k
//! ```
//!
//! (Polly's invalid context, found the same way: the instances that violate it, projected onto the
//! parameters.)

use super::affine::{Affine, Factor};
use super::cases::{Space, Union};
use super::description::Description;
use super::domain::{Domains, ranged};
use super::elimination::{Shadow, is_empty, without_all};
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use super::products::{Products, is_impossible};
use super::refusal::{Reason, Refusal};
use crate::model::{Model, ValueId};
use std::collections::BTreeSet;

/// A description that fails for more kinds of parameters is none.
const MOST_EXCEPTIONS: usize = 24;

/// Steps after which it is not certain that exceptions cover a domain.
const MOST_COVERING_STEPS: usize = 256;

/// The result for a provision.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Always satisfied.
    Holds,
    /// Satisfied but for some parameters.
    Except(Union),
    /// Never satisfied, or undecided.
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

/// Without the constraints that the others and the ranges of parameters imply.
fn told(model: &Model, space: &Space, shadow: &Conjunction) -> Option<Conjunction> {
    let mut kept = shadow.constraints.clone();
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        let Some(opposite) = opposites(&kept[at]) else { continue };
        let others = kept.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, constraint)| constraint);
        let others: Vec<Constraint> = others.cloned().collect();
        let is_implied = opposite.into_iter().all(|opposite| {
            let contrary = Conjunction::of(others.iter().cloned().chain([opposite]));
            let contrary = contrary.and_then(|contrary| ranged(model, space, &contrary));
            contrary.is_none_or(|contrary| is_empty(&contrary))
        });
        if is_implied {
            kept.remove(at);
        }
    }
    Conjunction::of(kept)
}

/// The instances of `domain` in which a number is not one of `low` … `high`.
pub(super) fn outside(domain: &Union, value: &Linear, low: &Linear, high: &Linear) -> Option<Union> {
    let below = Constraint::at_least_zero(low.plus(value, -1)?.shifted(-1)?);
    let above = Constraint::at_least_zero(value.plus(high, -1)?.shifted(-1)?);
    let sides = [below, above];
    let cases = domain.iter().flat_map(|conjunction| sides.iter().map(move |side| (conjunction, side)));
    Some(cases.filter_map(|(conjunction, side)| conjunction.with(side.clone())).collect())
}

/// The parameters for which a negative value is taken for an unsigned number, and elsewhere for a signed one.
pub(super) fn negative<'a>(
    model: &Model,
    expressions: impl Iterator<Item = (ValueId, &'a Affine)>,
    space: &mut Space,
    domains: &Domains<'_>,
) -> Result<Union, Refusal> {
    let mut all = Union::new();
    let mut seen = BTreeSet::new();
    for (user, affine) in expressions {
        for value in space.taken_for_signed(affine) {
            if !seen.insert((model.block_of(user), value)) {
                continue;
            }
            let form = space.linear(&Affine::of_factor(Factor::Parameter(value)));
            let is_negative =
                form.and_then(|form| form.times(-1)?.shifted(-1)).map(Constraint::at_least_zero);
            let domain = domains.around(user);
            let violations = is_negative.map(|c| domain.iter().filter_map(|d| d.with(c.clone())).collect());
            except(&mut all, violations.map(|violations| verdict(model, space, violations)), user)?;
        }
    }
    Ok(all)
}

/// The parameters for which the description does not hold, beside those in `all`.
pub(super) fn exceptions(
    model: &Model,
    part: &Description,
    space: &mut Space,
    domains: &Domains<'_>,
    mut all: Union,
) -> Result<Union, Refusal> {
    let mut seen = BTreeSet::new();
    for provision in &part.provisions {
        if !seen.insert((model.block_of(provision.user), &provision.value, provision.low, provision.high)) {
            continue;
        }
        let domain = domains.around(provision.user);
        let refused = |reason| Refusal { reason, at: provision.user };
        let cases = space.cases(&provision.value).ok_or_else(|| refused(Reason::Cases))?;
        let (low, high) = (Linear::constant(provision.low), Linear::constant(provision.high));
        for (when, value) in cases {
            let domain: Union = domain.iter().filter_map(|conjunction| conjunction.and(&when)).collect();
            let verdict = match space.linear(&value) {
                Some(value) => {
                    let violations = outside(&domain, &value, &low, &high);
                    violations.map(|violations| verdict(model, space, violations))
                }
                None => of_products(model, space, &domain, &value, &low, &high),
            };
            except(&mut all, verdict, provision.user)?;
        }
    }
    Ok(all)
}

/// Whether a number with products of an iterator and parameters is one of `low` … `high`. The space has the
/// parameters of the exceptions, and none that are asked about on the way.
fn of_products(
    model: &Model,
    space: &mut Space,
    domain: &Union,
    value: &Affine,
    low: &Linear,
    high: &Linear,
) -> Option<Verdict> {
    let (mut wider, mut products) = (space.clone(), Products::default());
    let value = products.linear(&mut wider, value)?;
    let violations = products.bounded(model, &mut wider, outside(domain, &value, low, high)?)?;
    let verdict = verdict(model, &wider, violations);
    let Verdict::Except(mut exceptions) = verdict else { return Some(verdict) };
    exceptions.retain(|exception| !is_impossible(model, &wider, exception));
    if exceptions.is_empty() {
        return Some(Verdict::Holds);
    }
    let of = |exception: &Conjunction| space.adopted(&wider, exception);
    Some(Verdict::Except(exceptions.iter().map(of).collect::<Option<_>>()?))
}

/// Adds the exceptions that `user` asks for.
fn except(all: &mut Union, verdict: Option<Verdict>, user: ValueId) -> Result<(), Refusal> {
    let refused = |reason| Refusal { reason, at: user };
    match verdict {
        None | Some(Verdict::Fails) => Err(refused(Reason::WrapsAround)),
        Some(verdict) => add(all, verdict).ok_or(refused(Reason::Exceptions)),
    }
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

/// Whether it is certain that each instance of `domain` is one for parameters in `exceptions`.
pub(super) fn covers(model: &Model, space: &Space, exceptions: &Union, domain: &Union) -> bool {
    let mut steps = MOST_COVERING_STEPS;
    let mut open: Vec<(Conjunction, usize)> =
        domain.iter().filter_map(|c| Some((ranged(model, space, c)?, 0))).collect();
    // Instances, and the first exception that they may lie in.
    while let Some((instances, at)) = open.pop() {
        if steps == 0 {
            return false;
        }
        steps -= 1;
        if is_empty(&instances) {
            continue;
        }
        let Some(exception) = exceptions.get(at) else { return false };
        for constraint in &exception.constraints {
            let Some(opposite) = opposites(constraint) else { return false };
            open.extend(opposite.into_iter().filter_map(|o| Some((instances.with(o)?, at + 1))));
        }
    }
    true
}

/// Constraints one of which holds where that one does not; `None` on overflow.
fn opposites(constraint: &Constraint) -> Option<Vec<Constraint>> {
    let below = Constraint::at_least_zero(constraint.form.times(-1)?.shifted(-1)?);
    let above = Constraint::at_least_zero(constraint.form.shifted(-1)?);
    Some(if constraint.is_equality { vec![below, above] } else { vec![below] })
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
