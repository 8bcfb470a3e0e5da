//! Branches of a disjunction, so that what they have in common is done once.
//!
//! A chain of at most `N` steps is written as one branch for each length, each of which walks from the start.
//! Planned one by one they begin alike; what begins alike is walked once, and parts where the branches do.
//! What only binds waits until it is read, since it would stand between. Tests behind an inner disjunction go
//! into its branches, which then end the outer one and list no tuples of their own.
//!
//! ```text
//! {b = a} ∨ {opcode a, b ∈ a.args} ∨ {opcode a, c ∈ a.args, opcode c, b ∈ c.args}
//!     =>  {b = a} ∨ {opcode a, c ∈ a.args, ({b = c} ∨ {opcode c, b ∈ c.args})}
//! ```

use super::super::plan::{Slot, Source, Step};
use super::super::problem::Relation;

/// The search goes a call deeper with each fork in a fork.
const MOST_FORKS: usize = 32;

/// Branches are compared with each other; of more than these each stays for itself.
const MOST_BRANCHES: usize = 64;

/// The branches, with what they begin with done once. Each admits what it did.
pub(super) fn shared<R: Relation>(branches: Vec<Vec<Step<R>>>) -> Vec<Vec<Step<R>>> {
    let flat = |steps| delayed(flattened(steps));
    let branches: Vec<Vec<Step<R>>> = branches.into_iter().map(flat).collect();
    let room = branches.iter().map(|steps| forks(steps)).max().unwrap_or(0);
    merged(branches, MOST_FORKS.saturating_sub(room))
}

/// How many forks deep the search goes in these steps.
fn forks<R>(steps: &[Step<R>]) -> usize {
    match steps.last() {
        Some(Step::TailUnion(branches)) => 1 + branches.iter().map(|steps| forks(steps)).max().unwrap_or(0),
        _ => 0,
    }
}

/// A last disjunction that binds becomes a fork, once the tests behind it are within its branches.
fn flattened<R: Relation>(mut steps: Vec<Step<R>>) -> Vec<Step<R>> {
    let Some(at) = steps.iter().rposition(|step| !is_test(step)) else { return steps };
    let Step::UnionDistinct(branches, _) = &steps[at] else { return steps };
    if branches.len() > MOST_BRANCHES || branches.iter().any(|steps| forks(steps) + 1 >= MOST_FORKS) {
        return steps;
    }
    let tests = steps.split_off(at + 1);
    let Some(Step::UnionDistinct(mut branches, _)) = steps.pop() else { return steps };
    for branch in &mut branches {
        tests.iter().for_each(|test| place(branch, test));
    }
    let room = branches.iter().map(|steps| forks(steps)).max().unwrap_or(0);
    steps.push(Step::TailUnion(merged(branches.into_iter().map(delayed).collect(), MOST_FORKS - 1 - room)));
    steps
}

/// Puts a test where all that it mentions has been bound.
fn place<R: Relation>(branch: &mut Vec<Step<R>>, test: &Step<R>) {
    let slots = mentions(test);
    if let Some(Step::TailUnion(inner)) = branch.last_mut() {
        inner.iter_mut().for_each(|branch| place(branch, test));
        return;
    }
    let last = branch.iter().rposition(|step| step.binds().iter().any(|slot| slots.contains(slot)));
    branch.insert(last.map_or(0, |at| at + 1), test.clone());
}

/// Whether a step passes or fails, binds nothing, and is quickly decided.
fn is_test<R>(step: &Step<R>) -> bool {
    match step {
        Step::Test(_) | Step::Same(..) | Step::Differ(..) | Step::IsUnused(..) => true,
        Step::ExistsBranch(branches) => branches.iter().flatten().all(is_test),
        Step::Quantified(witness) => witness.steps.iter().all(is_test),
        _ => false,
    }
}

/// The steps with those that only bind moved to where what they bind is read.
fn delayed<R: Relation>(steps: Vec<Step<R>>) -> Vec<Step<R>> {
    let mut out: Vec<Step<R>> = Vec::new();
    let mut waiting: Vec<Step<R>> = Vec::new();
    for step in steps {
        if matches!(step, Step::Copy(..) | Step::SetUnused(_)) {
            waiting.push(step);
            continue;
        }
        let mut read = mentions(&step);
        let mut ready = Vec::new();
        // A deferred binding may depend on an earlier one.
        for at in (0..waiting.len()).rev() {
            if waiting[at].binds().iter().any(|slot| read.contains(slot)) {
                let binding = waiting.remove(at);
                read.extend(mentions(&binding));
                ready.push(binding);
            }
        }
        out.extend(ready.into_iter().rev());
        // A fork ends the steps: what is bound nowhere else is bound before it.
        if matches!(step, Step::TailUnion(_)) {
            out.append(&mut waiting);
        }
        out.push(step);
    }
    out.append(&mut waiting);
    out
}

/// Every slot that a step reads or binds.
fn mentions<R>(step: &Step<R>) -> Vec<Slot> {
    match step {
        Step::Copy(from, to) => vec![*from, *to],
        Step::SetUnused(slot) => vec![*slot],
        Step::Generate(slot, sources, predicates) => {
            let mut out = vec![*slot];
            sources.iter().for_each(|source| out.extend(source.test.args.iter()));
            predicates
                .iter()
                .for_each(|predicate| out.extend(predicate.args.iter().filter_map(|arg| arg.slot())));
            out
        }
        Step::ExistsBranch(branches) | Step::UnionDistinct(branches, _) | Step::TailUnion(branches) => {
            branches.iter().flatten().flat_map(mentions).collect()
        }
        Step::Quantified(witness) => {
            let inside = witness.steps.iter().flat_map(mentions);
            witness.outer.iter().copied().chain(inside).collect()
        }
        _ => step.literal().map(|(_, slots)| slots).unwrap_or_default(),
    }
}

/// Those that begin alike become one, down to so many forks.
fn merged<R: Relation>(branches: Vec<Vec<Step<R>>>, room: usize) -> Vec<Vec<Step<R>>> {
    if room == 0 || branches.len() > MOST_BRANCHES {
        return branches;
    }
    let mut groups: Vec<Vec<Vec<Step<R>>>> = Vec::new();
    for branch in branches {
        let alike = |group: &&mut Vec<Vec<Step<R>>>| match (group[0].first(), branch.first()) {
            (Some(a), Some(b)) => are_alike(a, b),
            (None, None) => true,
            _ => false,
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(branch),
            None => groups.push(vec![branch]),
        }
    }
    groups.into_iter().map(|group| factored(group, room)).collect()
}

/// Branches that begin alike as one.
fn factored<R: Relation>(mut group: Vec<Vec<Step<R>>>, room: usize) -> Vec<Step<R>> {
    let first = &group[0];
    let common = |other: &Vec<Step<R>>| first.iter().zip(other).take_while(|(a, b)| are_alike(a, b)).count();
    let len = group[1..].iter().map(common).min().unwrap_or(first.len());
    if group.len() == 1 {
        return group.swap_remove(0);
    }
    let rests: Vec<Vec<Step<R>>> = group.iter_mut().map(|branch| branch.split_off(len)).collect();
    let mut steps = group.swap_remove(0);
    let mut rests = merged(rests, room - 1);
    match rests.len() {
        1 => steps.append(&mut rests[0]),
        _ => steps.push(Step::TailUnion(rests)),
    }
    steps
}

/// Whether two steps do the same, wherever they were written.
fn are_alike<R: Relation>(a: &Step<R>, b: &Step<R>) -> bool {
    match (a, b) {
        (Step::Test(a), Step::Test(b)) => a.relation == b.relation && a.args == b.args,
        (Step::Same(a, b, _), Step::Same(c, d, _)) | (Step::Differ(a, b, _), Step::Differ(c, d, _)) => {
            (a, b) == (c, d)
        }
        (Step::IsUnused(a, _), Step::IsUnused(b, _)) => a == b,
        (Step::Generate(a, from, predicates), Step::Generate(b, other, others)) => {
            let is_same = |(a, b): (&Source<R>, &Source<R>)| {
                a.test.relation == b.test.relation
                    && (&a.test.args, a.target, &a.bound) == (&b.test.args, b.target, &b.bound)
            };
            a == b
                && predicates.is_empty()
                && others.is_empty()
                && from.len() == other.len()
                && from.iter().zip(other).all(is_same)
        }
        (Step::ExistsBranch(a), Step::ExistsBranch(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_alike(a, b)))
        }
        _ => false,
    }
}
