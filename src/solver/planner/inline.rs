//! Inlining of small callees.
//!
//! In: plans, some of which are a few tests and short lists, such as: a value is constant in a region, an
//! operand is a cast. Out: the same plans with the steps of such callees in the caller's frame, so that
//! nothing is entered, looked up and tabled for them. Inlined are calls whose row is not stored, and whose
//! callee reports no limits and is not answered by a look-up. Explained searches run the plans without
//! inlining, since the record is by callee.
//!
//! ```text
//! none ( call Narrowed(x; by) )        =>      none ( {by ∈ x.args, opcode{by} = trunc} ∨ … )
//! ```

use super::super::lazy::Lazy;
use super::super::plan::{Lookup, Plan, Slot, Source, Step, Test, WitnessStep};
use super::super::problem::Relation;
use super::{CallStep, Plans, are_tests, branches};
use rustc_hash::FxHashMap;

/// Callees with more steps are not inlined.
const MOST_STEPS: usize = 40;

/// Maximal number of steps of a plan with its inlined callees.
const MOST_OF_PLAN: usize = 256;

/// Inlines calls of small plans. `lookups` has the look-up of each plan that is answered by one.
pub(crate) fn inlined<R: Relation>(plans: &Plans<R>, lookups: &[Option<Lookup>]) -> Plans<R> {
    let mut done: Vec<Plan<R>> = Vec::new();
    let mut is_light: Vec<bool> = Vec::new();
    // Callees precede their callers.
    for (plan, lookup) in plans.iter().zip(lookups) {
        let mut plan = plan.clone();
        let room = MOST_OF_PLAN.saturating_sub(count(&plan.steps));
        let mut inliner = Inliner { plans: &done, is_light: &is_light, width: plan.width, room };
        plan.steps = inliner.steps(plan.steps, Context::Rows);
        plan.width = inliner.width;
        is_light.push(lookup.is_none() && plan.partial.is_none() && is_little(&plan.steps));
        done.push(plan);
    }
    let plans_of = done.into_iter().map(Lazy::Value).collect();
    Plans { root: plans.root, plans: plans_of, collect_plans: plans.collect_plans.clone() }
}

/// Whether a plan is small: few steps, and none that enumerates much or reports limits.
fn is_little<R: Relation>(steps: &[Step<R>]) -> bool {
    count(steps) <= MOST_STEPS
        && all_steps(steps, &|step| match step {
            Step::Test(test) => !test.relation.is_last(),
            Step::Generate(_, sources, predicates) => {
                predicates.is_empty() && sources.iter().any(Source::is_short)
            }
            Step::Call(_) | Step::Collect(_) => false,
            _ => true,
        })
}

/// The number of steps, nested ones included.
fn count<R>(steps: &[Step<R>]) -> usize {
    let mut number = 0;
    each_step(steps, &mut |_| number += 1);
    number
}

fn all_steps<R>(steps: &[Step<R>], holds: &dyn Fn(&Step<R>) -> bool) -> bool {
    let mut answer = true;
    each_step(steps, &mut |step| answer &= holds(step));
    answer
}

/// Calls `visit` with each step, nested ones included.
fn each_step<R>(steps: &[Step<R>], visit: &mut dyn FnMut(&Step<R>)) {
    for step in steps {
        visit(step);
        match step {
            Step::ExistsBranch(branches) | Step::UnionDistinct(branches, _) | Step::TailUnion(branches) => {
                branches.iter().for_each(|branch| each_step(branch, visit));
            }
            Step::Quantified(witness) => each_step(&witness.steps, visit),
            _ => {}
        }
    }
}

/// The result of the surrounding steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// One row for each path through the steps.
    Rows,
    /// Whether there is a path, or each distinct tuple once.
    Tuples,
}

/// A plan that is being inlined into.
struct Inliner<'p, R> {
    plans: &'p [Plan<R>],
    is_light: &'p [bool],
    /// The number of its slots so far.
    width: u32,
    /// The number of steps that may still be added.
    room: usize,
}

impl<R: Relation> Inliner<'_, R> {
    fn steps(&mut self, steps: Vec<Step<R>>, context: Context) -> Vec<Step<R>> {
        let mut out = Vec::with_capacity(steps.len());
        for step in steps {
            match step {
                Step::ExistsBranch(branches) => out.push(Step::ExistsBranch(self.branches(branches))),
                Step::UnionDistinct(branches, slots) => {
                    out.push(Step::UnionDistinct(self.branches(branches), slots))
                }
                Step::TailUnion(branches) => out.push(Step::TailUnion(self.branches(branches))),
                Step::Quantified(mut witness) => {
                    // One path to a witness is enough, so the last disjunction need not enumerate tuples.
                    let steps = self.steps(witness.steps, Context::Tuples);
                    witness.steps = branches::shared(vec![steps]).pop().unwrap_or_default();
                    out.push(Step::Quantified(witness));
                }
                Step::Call(call) => self.call(call, context, &mut out),
                other => out.push(other),
            }
        }
        out
    }

    fn branches(&mut self, branches: Vec<Vec<Step<R>>>) -> Vec<Vec<Step<R>>> {
        branches.into_iter().map(|branch| self.steps(branch, Context::Tuples)).collect()
    }

    /// Appends a call, or the steps of its callee.
    fn call(&mut self, call: CallStep, context: Context, out: &mut Vec<Step<R>>) {
        let at = call.plan.0 as usize;
        let plans = self.plans;
        let Some(callee) = plans.get(at).filter(|_| self.is_light[at] && call.site.is_none()) else {
            return out.push(Step::Call(call));
        };
        let size = count(&callee.steps);
        let Some(room) = self.room.checked_sub(size) else { return out.push(Step::Call(call)) };
        self.room = room;
        let known = self.width;
        let steps = self.body(callee, &call);
        let outputs: Vec<Slot> = call.outputs.iter().map(|output| output.slot).collect();
        let has_own = self.width > known;
        let ends_here = !matches!(steps.last(), Some(Step::TailUnion(_)));
        let is_row = context == Context::Tuples && ends_here;
        match outputs.is_empty() {
            true if is_row && are_tests(&steps) => out.extend(steps),
            // One path through the steps is enough.
            true => out.push(Step::ExistsBranch(vec![steps])),
            false if is_row && !has_own => out.extend(steps),
            false => {
                let mut each = outputs;
                each.sort_unstable();
                each.dedup();
                out.push(Step::UnionDistinct(vec![steps], each.into()));
            }
        }
    }

    /// The steps of a callee in the frame of the caller.
    fn body(&mut self, callee: &Plan<R>, call: &CallStep) -> Vec<Step<R>> {
        let mut slots: FxHashMap<Slot, Slot> = FxHashMap::default();
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for (&(slot, compare), &input) in callee.entry.iter().zip(&call.inputs) {
            match slots.get(&slot).filter(|_| compare) {
                Some(&known) => before.push(Step::Same(known, input, call.origin)),
                None => {
                    slots.insert(slot, input);
                }
            }
        }
        for output in &call.outputs {
            let own = callee.slots[output.variable.index()];
            let known = *slots.entry(own).or_insert(output.slot);
            if known != output.slot {
                behind.push(Step::Copy(known, output.slot));
            }
        }
        let width = &mut self.width;
        let mut slot = |slot: Slot| {
            *slots.entry(slot).or_insert_with(|| {
                *width += 1;
                Slot(*width - 1)
            })
        };
        before.extend(callee.steps.iter().map(|step| moved(step, &mut slot)));
        match before.last_mut() {
            Some(Step::TailUnion(branches)) if !behind.is_empty() => add(branches, &behind),
            _ => before.append(&mut behind),
        }
        before
    }
}

/// Appends steps to the end of each branch.
fn add<R: Relation>(branches: &mut [Vec<Step<R>>], steps: &[Step<R>]) {
    for branch in branches {
        match branch.last_mut() {
            Some(Step::TailUnion(inner)) => add(inner, steps),
            _ => branch.extend(steps.iter().cloned()),
        }
    }
}

/// A step with renamed slots.
fn moved<R: Relation>(step: &Step<R>, slot: &mut dyn FnMut(Slot) -> Slot) -> Step<R> {
    let branches = |branches: &[Vec<Step<R>>], slot: &mut dyn FnMut(Slot) -> Slot| -> Vec<Vec<Step<R>>> {
        branches.iter().map(|branch| branch.iter().map(|step| moved(step, slot)).collect()).collect()
    };
    let test = |test: &Test<R>, slot: &mut dyn FnMut(Slot) -> Slot| Test {
        args: test.args.iter().map(|arg| slot(*arg)).collect(),
        ..test.clone()
    };
    match step {
        Step::Fail => Step::Fail,
        Step::Test(own) => Step::Test(test(own, slot)),
        Step::Same(a, b, origin) => Step::Same(slot(*a), slot(*b), *origin),
        Step::Differ(a, b, origin) => Step::Differ(slot(*a), slot(*b), *origin),
        Step::IsUnused(a, origin) => Step::IsUnused(slot(*a), *origin),
        Step::SameSet(a, b, origin) => {
            Step::SameSet(a.iter().map(|a| slot(*a)).collect(), b.iter().map(|b| slot(*b)).collect(), *origin)
        }
        Step::Copy(from, to) => Step::Copy(slot(*from), slot(*to)),
        Step::SetUnused(a) => Step::SetUnused(slot(*a)),
        // Small plans have no predicates.
        Step::Generate(a, sources, _) => {
            let source = |own: &Source<R>| Source { test: test(&own.test, slot), ..own.clone() };
            let sources = sources.iter().map(source).collect();
            Step::Generate(slot(*a), sources, Vec::new())
        }
        Step::ExistsBranch(own) => Step::ExistsBranch(branches(own, slot)),
        Step::UnionDistinct(own, slots) => {
            Step::UnionDistinct(branches(own, slot), slots.iter().map(|own| slot(*own)).collect())
        }
        Step::TailUnion(own) => Step::TailUnion(branches(own, slot)),
        Step::Quantified(own) => Step::Quantified(WitnessStep {
            wanted: own.wanted,
            steps: own.steps.iter().map(|step| moved(step, slot)).collect(),
            looked_at: own.looked_at.iter().map(|own| slot(*own)).collect(),
            locals: own.locals.iter().map(|own| slot(*own)).collect(),
            outer: own.outer.iter().map(|own| slot(*own)).collect(),
            origin: own.origin,
        }),
        // Small plans have no calls or collects.
        Step::Call(_) | Step::Collect(_) => step.clone(),
    }
}
