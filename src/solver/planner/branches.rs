//! Factoring of branches: common beginnings of the branches of a disjunction are executed once.
//!
//! A chain of at most `N` steps is written as one branch for each length, and each branch walks from the
//! start. Their plans have a common beginning, which is executed once and then forks into the different
//! tails. Pure bindings are delayed until they are read, so that they do not separate equal steps. Tests
//! after an inner disjunction are moved into its branches, so that it ends the outer branch and need not
//! enumerate tuples.
//!
//! ```text
//! {b = a} ∨ {opcode a, b ∈ a.args} ∨ {opcode a, c ∈ a.args, opcode c, b ∈ c.args}
//!     =>  {b = a} ∨ {opcode a, c ∈ a.args, ({b = c} ∨ {opcode c, b ∈ c.args})}
//! ```

use super::super::plan::{Slot, Source, Step};
use super::super::problem::Relation;

/// Maximal nesting of tail unions, as the search recurses once for each.
const MOST_FORKS: usize = 32;

/// With more branches than this, they are not compared with each other.
const MOST_BRANCHES: usize = 64;

/// Factors out common beginnings of branches. Each result admits the same tuples.
pub(super) fn shared<R: Relation>(branches: Vec<Vec<Step<R>>>) -> Vec<Vec<Step<R>>> {
    let flat = |steps| delayed(flattened(steps));
    let branches: Vec<Vec<Step<R>>> = branches.into_iter().map(flat).collect();
    let room = branches.iter().map(|steps| forks(steps)).max().unwrap_or(0);
    merged(branches, MOST_FORKS.saturating_sub(room))
}

/// The nesting depth of tail unions in these steps.
fn forks<R>(steps: &[Step<R>]) -> usize {
    match steps.last() {
        Some(Step::TailUnion(branches)) => 1 + branches.iter().map(|steps| forks(steps)).max().unwrap_or(0),
        _ => 0,
    }
}

/// Turns a last disjunction that binds into a tail union, with the tests after it moved into its branches.
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

/// Inserts a test after the last step that binds one of its slots.
fn place<R: Relation>(branch: &mut Vec<Step<R>>, test: &Step<R>) {
    let slots = mentions(test);
    if let Some(Step::TailUnion(inner)) = branch.last_mut() {
        inner.iter_mut().for_each(|branch| place(branch, test));
        return;
    }
    let last = branch.iter().rposition(|step| step.binds().iter().any(|slot| slots.contains(slot)));
    branch.insert(last.map_or(0, |at| at + 1), test.clone());
}

/// Whether a step is a cheap test.
fn is_test<R>(step: &Step<R>) -> bool {
    match step {
        Step::Test(_) | Step::Same(..) | Step::Differ(..) | Step::IsUnused(..) => true,
        Step::ExistsBranch(branches) => branches.iter().flatten().all(is_test),
        Step::Quantified(witness) => witness.steps.iter().all(is_test),
        _ => false,
    }
}

/// Moves pure bindings to the first step that reads the bound slot.
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
        // A delayed binding may read the slot of an earlier one.
        for at in (0..waiting.len()).rev() {
            if waiting[at].binds().iter().any(|slot| read.contains(slot)) {
                let binding = waiting.remove(at);
                read.extend(mentions(&binding));
                ready.push(binding);
            }
        }
        out.extend(ready.into_iter().rev());
        // A tail union ends the steps, so the remaining bindings must precede it.
        if matches!(step, Step::TailUnion(_)) {
            out.append(&mut waiting);
        }
        out.push(step);
    }
    out.append(&mut waiting);
    out
}

/// All slots that a step reads or binds.
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

/// Merges branches with a common first step, with tail unions nested at most `room` deep.
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

/// Factors out the common beginning of a group of branches.
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

/// Whether two steps do the same, irrespective of their place in the text.
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
