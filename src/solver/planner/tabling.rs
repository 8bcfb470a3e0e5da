//! Which calls and collects are worth an entry in a table.
//!
//! An entry is of use when the same values come again. They do not where a collect that says "there is none" depends on all that is chosen before it in its
//! plan: what surrounds it is tabled itself. And what takes no longer to find than to look up needs none: a few
//! tests, or a call that has a table. In `collect i 0 ({x[i]} ∈ {value}.args ∧ collect j 0 include Affine({x[i]}->{value}))` with `value` bound
//! only the call of `Affine` is kept.

use super::super::plan::{Gather, Plan, Source, Step};
use super::super::problem::{ArgSet, Relation, Supply};
use fixedbitset::FixedBitSet;

/// Says of each call and collect of the plans whether it is tabled.
pub(super) fn choose<R: Relation>(plans: &mut [Plan<R>], gathers: &[Gather]) {
    let light: Vec<bool> = plans.iter().map(|plan| is_light(&plan.steps, false)).collect();
    let thin: Vec<bool> = plans.iter().map(|plan| is_light(&plan.steps, true)).collect();
    let marking = Marking { light, thin, gathers };
    for plan in plans {
        let chosen = plan.entry.iter().map(|(slot, _)| slot.index()).collect();
        marking.mark(&mut plan.steps, chosen);
    }
}

/// Whether the steps are tests and look-ups with one answer, or, if they may be, calls that decide something: a call with many
/// answers would be made again, and what follows for each of them.
fn is_light<R: Relation>(steps: &[Step<R>], calls: bool) -> bool {
    let is_one = |source: &Source<R>| {
        let bound = source.bound.iter().enumerate().filter(|(_, bound)| **bound);
        let bound = bound.fold(ArgSet::default(), |set, (k, _)| set.with(k));
        source.test.relation.supply(source.target, bound) == Some(Supply::One)
    };
    steps.iter().all(|step| match step {
        Step::Generate(_, sources, _) => sources.iter().any(is_one),
        Step::Call(call) => calls && call.outputs.is_empty() && call.sibling.is_none(),
        Step::Unless(_) => true,
        Step::Quantified(witness) => is_light(&witness.steps, calls),
        Step::Either(_) | Step::Each(..) | Step::Fork(_) | Step::Collect(_) => false,
        _ => true,
    })
}

struct Marking<'g> {
    /// Plans of tests and look-ups alone; and of those and calls.
    light: Vec<bool>,
    thin: Vec<bool>,
    gathers: &'g [Gather],
}

impl Marking<'_> {
    /// `chosen`: the slots that the plan was entered with, or that were chosen since.
    fn mark<R>(&self, steps: &mut [Step<R>], mut chosen: FixedBitSet) {
        for step in steps {
            match step {
                Step::Call(call) => call.tabled = !self.light[call.plan.0 as usize],
                Step::Collect(collect) => {
                    let gather = &self.gathers[collect.id.0 as usize];
                    let inputs: FixedBitSet = collect.inputs.iter().map(|slot| slot.index()).collect();
                    let comes_once = chosen.ones().all(|slot| inputs.contains(slot));
                    let is_thin = self.thin[gather.plan.0 as usize];
                    collect.tabled = gather.limit > 0 || !(comes_once || is_thin);
                    // What it binds follows from what it depends on.
                    continue;
                }
                Step::Either(branches) | Step::Each(branches, _) | Step::Fork(branches) => {
                    branches.iter_mut().for_each(|branch| self.mark(branch, chosen.clone()));
                }
                Step::Quantified(witness) => self.mark(&mut witness.steps, chosen.clone()),
                Step::Copy(..) | Step::SetUnused(_) => continue,
                _ => {}
            }
            for slot in step.binds() {
                chosen.grow_and_insert(slot.index());
            }
        }
    }
}
