//! Collects without copies that only test what is known.
//!
//! `collect i 0 ({this[i]} = {x} ∧ opcode{this[i]} = phi)` says that `x` is no phi. There is nothing to search for, so that its tests stand where
//! the collect would be run, with the caller's slots.

use super::super::plan::{Gather, Plan, Slot, Step, Test, Unless};
use super::super::problem::Relation;

/// The steps of the body in the caller's slots, when they are tests, and all of them say that there is a row.
pub(super) fn tests<R: Relation>(gather: &Gather, body: &Plan<R>, inputs: &[Slot]) -> Option<Vec<Step<R>>> {
    let says_none = gather.limit == 0 && gather.is_certain && !body.entry.iter().any(|(_, compare)| *compare);
    let known = |slot: Slot| body.entry.iter().zip(inputs).find(|((inner, _), _)| *inner == slot);
    let outside = |slot: Slot| known(slot).map(|(_, outer)| *outer);
    says_none.then(|| all(&body.steps, &outside)).flatten()
}

fn all<R: Relation>(steps: &[Step<R>], outside: &dyn Fn(Slot) -> Option<Slot>) -> Option<Vec<Step<R>>> {
    steps.iter().map(|step| one(step, outside)).collect()
}

fn one<R: Relation>(step: &Step<R>, outside: &dyn Fn(Slot) -> Option<Slot>) -> Option<Step<R>> {
    let slots = |slots: &[Slot]| slots.iter().map(|slot| outside(*slot)).collect::<Option<Box<[Slot]>>>();
    let branches = |branches: &[Vec<Step<R>>]| branches.iter().map(|steps| all(steps, outside)).collect();
    Some(match step {
        Step::Test(test) => Step::Test(Test { args: slots(&test.args)?, ..test.clone() }),
        Step::Same(a, b, origin) => Step::Same(outside(*a)?, outside(*b)?, *origin),
        Step::Differ(a, b, origin) => Step::Differ(outside(*a)?, outside(*b)?, *origin),
        Step::IsUnused(a, origin) => Step::IsUnused(outside(*a)?, *origin),
        Step::Either(inner) => {
            let inner: Option<Vec<Vec<Step<R>>>> = branches(inner);
            Step::Either(inner?)
        }
        Step::Unless(unless) => {
            let tests: Option<Vec<Vec<Step<R>>>> = branches(&unless.tests);
            // Its rows would be kept with the body's, which are not.
            let inputs = slots(&unless.inputs)?;
            Step::Unless(Unless { tests: tests?, inputs, site: None, origin: unless.origin })
        }
        _ => return None,
    })
}
