//! Whether a plan's solutions are sure to hold a value in some variable of their own.
//!
//! A collect's rows are those in which some local variable holds a value. Where it is sure that one does, `collect j 0 include For({branch}->{end})` say,
//! "there is one" can be told from the first solution, and nothing of what it stands on need be kept.

use super::super::plan::{Plan, Slot, Step};
use super::super::problem::{Relation, VarId};
use fixedbitset::FixedBitSet;

/// The slots of all variables but some, by variable.
pub(super) fn slots_but(slots: &[Slot], but: &[VarId]) -> FixedBitSet {
    let others =
        slots.iter().enumerate().filter(|(id, _)| !but.iter().any(|variable| variable.index() == *id));
    others.map(|(_, slot)| slot.index()).collect()
}

/// Whether one of the slots, or a variable of a callee's own, holds a value in each solution of the steps.
pub(super) fn holds_a_value<R: Relation>(steps: &[Step<R>], slots: &FixedBitSet, plans: &[Plan<R>]) -> bool {
    steps.iter().any(|step| match step {
        // A relation is false where an argument has no value, unless it says otherwise.
        Step::Test(test) => test
            .args
            .iter()
            .enumerate()
            .any(|(k, slot)| slots.contains(slot.index()) && !test.relation.admits_unused(k)),
        Step::Generate(slot, ..) => slots.contains(slot.index()),
        Step::Call(call) => plans[call.plan.0 as usize].is_certain,
        Step::Either(branches) | Step::Each(branches, _) | Step::Fork(branches) => {
            branches.iter().all(|branch| holds_a_value(branch, slots, plans))
        }
        _ => false,
    })
}
