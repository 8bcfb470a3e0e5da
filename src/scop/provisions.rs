//! Checks of a description's provisions: each is proved from the domains, or the parameters for which it
//! fails are excluded.
//!
//! ```text
//! i - 1 >= 0 whenever k <= i < n      =>      fails for: k <= 0 and n > k
//! ```
//!
//! (This is Polly's invalid context, found in the same way: violating instances are projected onto the
//! parameters.)

use super::affine::{Affine, Factor};
use super::cases::{Space, Union};
use super::description::Description;
use super::domain::Domains;
use super::linear::{Conjunction, Constraint, Linear};
use super::products::{Products, is_impossible};
use super::prover::{Prover, RangeQuery, Verdict, outside, verdict};
use super::refusal::{Reason, Refusal};
use ir::ValueId;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The most exceptions of a description.
const MOST_EXCEPTIONS: usize = 24;

/// The parameters for which a value used both as a signed and as an unsigned number is negative.
pub(super) fn negative<'a>(
    prover: &Prover<'_>,
    expressions: impl Iterator<Item = (ValueId, &'a Affine)>,
    space: &mut Space,
    domains: &Domains<'_>,
) -> Result<Union, Refusal> {
    let mut all = Union::new();
    let mut seen = BTreeSet::new();
    for (user, affine) in expressions {
        for value in space.taken_for_signed(affine) {
            if !seen.insert((prover.model.block_of(user), value)) {
                continue;
            }
            let form = space.linear(&Affine::of_factor(Factor::Parameter(value)));
            let is_negative =
                form.and_then(|form| form.times(-1)?.shifted(-1)).map(Constraint::at_least_zero);
            let domain = domains.around(user);
            let violations =
                is_negative.map(|c| domain.iter().filter_map(|d| d.with(c.clone())).collect::<Union>());
            except(&mut all, violations.map(|violations| verdict(prover, space, violations)), user)?;
        }
    }
    Ok(all)
}

/// The parameters for which the description does not hold, beside those in `all`.
pub(super) fn exceptions(
    prover: &Prover<'_>,
    part: &Description,
    space: &mut Space,
    domains: &Domains<'_>,
    mut all: Union,
) -> Result<Union, Refusal> {
    let mut seen = BTreeSet::new();
    for provision in &part.provisions {
        if !seen.insert((
            prover.model.block_of(provision.user),
            &provision.value,
            provision.low,
            provision.high,
        )) {
            continue;
        }
        let domain = prover.domain(domains.around(provision.user));
        let refused = |reason| Refusal { reason, at: provision.user };
        let cases = space.cases(&provision.value).ok_or_else(|| refused(Reason::Cases))?;
        let (low, high) = (Linear::constant(provision.low), Linear::constant(provision.high));
        for (when, value) in cases {
            let verdict = match space.linear(&value) {
                Some(value) => {
                    let (domain, when, value) = (domain.clone(), Cow::Owned(when), Cow::Owned(value));
                    let (low, high) = (Cow::Borrowed(&low), Cow::Borrowed(&high));
                    prover.stays_in_range(space, RangeQuery { domain, when, value, low, high })
                }
                None => {
                    let domain: Union = domain.iter().filter_map(|set| set.and(&when)).collect();
                    of_products(prover, space, &domain, &value, &low, &high)
                }
            };
            except(&mut all, verdict, provision.user)?;
        }
    }
    Ok(all)
}

/// The verdict on a number with products of an iterator and parameters lying in `low` … `high`. Parameters
/// introduced on the way do not remain in the space.
fn of_products(
    prover: &Prover<'_>,
    space: &mut Space,
    domain: &Union,
    value: &Affine,
    low: &Linear,
    high: &Linear,
) -> Option<Verdict> {
    let (mut wider, mut products) = (space.clone(), Products::default());
    let value = products.linear(&mut wider, value)?;
    let sides = outside(&value, low, high)?;
    let pairs = domain.iter().flat_map(|set| sides.iter().filter_map(|side| set.with(side.clone())));
    let violations = products.bounded(prover, &mut wider, pairs.collect())?;
    let verdict = verdict(prover, &wider, violations);
    let Verdict::Except(mut exceptions) = verdict else { return Some(verdict) };
    exceptions.retain(|exception| !is_impossible(prover, &wider, exception));
    if exceptions.is_empty() {
        return Some(Verdict::Holds);
    }
    let of = |exception: &Conjunction| space.adopted(&wider, exception);
    Some(Verdict::Except(exceptions.iter().map(of).collect::<Option<_>>()?))
}

/// Adds the exceptions that the provision of `user` needs; refuses if it never holds.
fn except(all: &mut Union, verdict: Option<Verdict>, user: ValueId) -> Result<(), Refusal> {
    let refused = |reason| Refusal { reason, at: user };
    match verdict {
        None | Some(Verdict::Fails) => Err(refused(Reason::WrapsAround)),
        Some(verdict) => add(all, verdict).ok_or(refused(Reason::Exceptions)),
    }
}

/// Adds exceptions; `None` if there are too many.
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

/// Whether each constraint of `larger` follows from a single constraint of `smaller`.
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
