//! Selection of the calls that are tabled.
//!
//! An entry is useful if the same input values come again. Calls that take no longer than a look-up are not
//! tabled: a few tests and deterministic look-ups.

use super::super::plan::{Plan, Source, Step};
use super::super::problem::Relation;

/// Sets for each call of the plans whether it is tabled.
pub(super) fn choose<R: Relation>(plans: &mut [Plan<R>]) {
    let light: Vec<bool> = plans.iter().map(|plan| is_light(&plan.steps)).collect();
    plans.iter_mut().for_each(|plan| mark(&mut plan.steps, &light));
}

/// Whether the steps are tests and sources with at most one candidate.
fn is_light<R: Relation>(steps: &[Step<R>]) -> bool {
    steps.iter().all(|step| match step {
        Step::Generate(_, sources, _) => sources.iter().any(Source::is_one),
        Step::Quantified(witness) => is_light(&witness.steps),
        Step::Call(_)
        | Step::ExistsBranch(_)
        | Step::UnionDistinct(..)
        | Step::TailUnion(_)
        | Step::Collect(_) => false,
        _ => true,
    })
}

/// Marks the calls in these steps. `light`: for each plan, whether it is.
fn mark<R>(steps: &mut [Step<R>], light: &[bool]) {
    for step in steps {
        match step {
            Step::Call(call) => call.tabled = !light[call.plan.0 as usize],
            Step::ExistsBranch(branches) | Step::UnionDistinct(branches, _) | Step::TailUnion(branches) => {
                branches.iter_mut().for_each(|branch| mark(branch, light));
            }
            Step::Quantified(witness) => mark(&mut witness.steps, light),
            _ => {}
        }
    }
}
