//! Traversals of formulas: queries, and formulas with permuted parts or renamed variables.

use crate::testing::tables::Table;
use crate::{DefId, Definition, Formula, Problem, Quantified, VarId};

/// Whether the formula contains an empty disjunction.
pub(super) fn has_empty_or(formula: &Formula<Table>) -> bool {
    match formula {
        Formula::And(parts) => parts.iter().any(has_empty_or),
        Formula::Or(parts) => parts.is_empty() || parts.iter().any(has_empty_or),
        Formula::Quantified(quantified) => has_empty_or(&quantified.body),
        _ => false,
    }
}

/// Marks the variables that a formula mentions.
pub(super) fn mark(formula: &Formula<Table>, mentioned: &mut [bool]) {
    let mut see = |variable: &VarId| mentioned[variable.index()] = true;
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| mark(part, mentioned)),
        Formula::Atom(_, args, _) | Formula::Call(_, args, _) => args.iter().for_each(see),
        Formula::Equal(a, b, _) | Formula::Differ(a, b, _) => [a, b].into_iter().for_each(see),
        Formula::Unused(a, _) => see(a),
        Formula::SameSet(a, b, _) => a.iter().chain(b).for_each(see),
        Formula::Collect(collect) => {
            collect.outer.iter().for_each(&mut see);
            let slots = collect.columns.iter().flat_map(|column| column.slots.iter());
            slots.for_each(see);
        }
        Formula::Quantified(quantified) => {
            quantified.locals.iter().for_each(&mut see);
            mark(&quantified.body, mentioned);
        }
    }
}

/// Rotates and reverses every conjunction.
pub(super) fn permuted(formula: &Formula<Table>, by: usize) -> Formula<Table> {
    match formula {
        Formula::And(parts) => {
            let mut parts: Vec<_> = parts.iter().map(|part| permuted(part, by)).collect();
            let n = parts.len().max(1);
            parts.rotate_left(by % n);
            if by % 2 == 1 {
                parts.reverse();
            }
            Formula::And(parts)
        }
        Formula::Or(parts) => Formula::Or(parts.iter().map(|part| permuted(part, by)).collect()),
        Formula::Quantified(quantified) => {
            let body = Box::new(permuted(&quantified.body, by));
            Formula::Quantified(Quantified { body, ..quantified.clone() })
        }
        other => other.clone(),
    }
}

/// Calls `visit` with every quantifier.
pub(super) fn each_quantifier(formula: &Formula<Table>, visit: &mut dyn FnMut(&Quantified<Table>)) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| each_quantifier(part, visit));
        }
        Formula::Quantified(quantified) => {
            visit(quantified);
            each_quantifier(&quantified.body, visit);
        }
        _ => {}
    }
}

/// Whether the problem contains a collect.
pub(super) fn has_collect(problem: &Problem<Table>) -> bool {
    fn inside(formula: &Formula<Table>) -> bool {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(inside),
            Formula::Collect(_) => true,
            Formula::Quantified(quantified) => inside(&quantified.body),
            _ => false,
        }
    }
    problem.definitions.iter().any(|definition| inside(&definition.body))
}

/// The bodies of collects, and their callees.
pub(super) fn collected(problem: &Problem<Table>) -> Vec<DefId> {
    fn each(formula: &Formula<Table>, calls: bool, visit: &mut dyn FnMut(DefId)) {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| each(part, calls, visit))
            }
            Formula::Call(callee, ..) if calls => visit(*callee),
            Formula::Collect(collect) => visit(collect.body),
            Formula::Quantified(quantified) => each(&quantified.body, calls, visit),
            _ => {}
        }
    }
    let mut found = Vec::new();
    problem.definitions.iter().for_each(|d| each(&d.body, false, &mut |def| found.push(def)));
    let mut done = 0;
    while let Some(&next) = found.get(done) {
        done += 1;
        each(&problem.definitions[next.index()].body, true, &mut |def| {
            if !found.contains(&def) {
                found.push(def);
            }
        });
    }
    found
}

/// Calls `visit` with every mention of a variable.
pub(super) fn each_variable(formula: &mut Formula<Table>, visit: &mut dyn FnMut(&mut VarId)) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter_mut().for_each(|part| each_variable(part, visit));
        }
        Formula::Atom(_, args, _) | Formula::Call(_, args, _) => args.iter_mut().for_each(visit),
        Formula::Equal(a, b, _) | Formula::Differ(a, b, _) => [a, b].into_iter().for_each(visit),
        Formula::Unused(a, _) => visit(a),
        Formula::SameSet(a, b, _) => a.iter_mut().chain(b).for_each(visit),
        Formula::Collect(collect) => {
            collect.outer.iter_mut().for_each(&mut *visit);
            collect.columns.iter_mut().flat_map(|column| &mut column.slots).for_each(visit);
        }
        Formula::Quantified(quantified) => {
            quantified.locals.iter_mut().chain(&mut quantified.looked_at).for_each(&mut *visit);
            each_variable(&mut quantified.body, visit);
        }
    }
}

/// Numbers the variables of a definition in reverse order.
pub(super) fn reversed(definition: &mut Definition<Table>) {
    let last = definition.variables.len() as u32 - 1;
    let mut new = |variable: &mut VarId| variable.0 = last - variable.0;
    definition.interface.iter_mut().for_each(&mut new);
    each_variable(&mut definition.body, &mut new);
}
