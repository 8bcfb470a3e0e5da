//! Problems that bind every variable, and reports about those that do not (Datalog's safety).

use super::toys::{alone, atom, definition, table};
use crate::testing::tables::Table;
use crate::{Cause, Collect, Column, Compiled, DefId, Formula, Origin, Problem, Rejected, Unbound, VarId};

fn at(formula: Formula<Table>, origin: u32) -> Formula<Table> {
    match formula {
        Formula::Atom(relation, args, _) => Formula::Atom(relation, args, Origin(origin)),
        other => other,
    }
}

fn check(problem: Problem<Table>, expect: &[(u32, u32, Cause)]) {
    let parts = |Unbound { definition, variable, cause, .. }: Unbound| (definition.0, variable.0, cause);
    match Compiled::new(problem) {
        Ok(_) => assert_eq!(expect, []),
        Err(Rejected::Unbound(unbound)) => {
            assert_eq!(unbound.into_iter().map(parts).collect::<Vec<_>>(), expect);
        }
        Err(rejected @ (Rejected::TooDeep | Rejected::TooManyWays)) => panic!("{rejected:?}"),
    }
}

fn binds(args: &[u32], origin: u32) -> Formula<Table> {
    at(atom(&table(args.len() - 1, args.len(), true), args), origin)
}

fn tests(args: &[u32], origin: u32) -> Formula<Table> {
    at(atom(&table(2, args.len(), false), args), origin)
}

#[test]
fn a_variable_that_is_only_tested_is_unbound() {
    check(
        alone(2, Formula::And(vec![binds(&[0], 1), tests(&[0, 1], 2)])),
        &[(0, 1, Cause::OnlyChecked(Origin(2)))],
    );
    check(alone(2, Formula::And(vec![binds(&[0, 1], 1), tests(&[0, 1], 2)])), &[]);
    let differ = Formula::Differ(VarId(0), VarId(1), Origin(3));
    check(alone(2, Formula::And(vec![binds(&[0], 1), differ])), &[(0, 1, Cause::OnlyChecked(Origin(3)))]);
}

#[test]
fn an_equality_binds_one_side_by_the_other() {
    let equal = |a, b| Formula::Equal(VarId(a), VarId(b), Origin(9));
    check(alone(3, Formula::And(vec![equal(2, 1), equal(1, 0), binds(&[0], 1)])), &[]);
    let unbound = [(0, 1, Cause::OnlyChecked(Origin(9))), (0, 2, Cause::OnlyChecked(Origin(9)))];
    check(alone(3, Formula::And(vec![equal(2, 1), binds(&[0], 1)])), &unbound);
}

#[test]
fn every_branch_must_bind_or_else_the_rest() {
    let or = Formula::Or(vec![binds(&[0], 1), binds(&[1], 2)]);
    let both = [(0, 0, Cause::Disjunct(Origin(2))), (0, 1, Cause::Disjunct(Origin(1)))];
    check(alone(2, or.clone()), &both);
    check(alone(2, Formula::And(vec![or.clone(), binds(&[1], 3)])), &both[..1]);
    check(alone(2, Formula::And(vec![or, binds(&[0, 1], 3)])), &[]);
    check(
        alone(2, Formula::Or(vec![binds(&[0, 1], 1), Formula::And(vec![binds(&[1], 2), binds(&[0], 3)])])),
        &[],
    );
}

#[test]
fn a_private_variable_below_a_branch_is_free_in_the_others() {
    let call = |k| Formula::Call(DefId(k), vec![VarId(0)], Origin(5));
    let problem = |k| {
        let root = definition("Root", 1, 0, Formula::Or(vec![call(k), binds(&[0], 6)]));
        let open = definition("Open", 1, 1, binds(&[0], 7));
        let private = definition("Private", 2, 1, binds(&[0, 1], 8));
        Problem { definitions: vec![root, open, private], root: DefId(0) }
    };
    check(problem(1), &[]);
    check(problem(2), &[(2, 1, Cause::Disjunct(Origin(6)))]);
}

#[test]
fn a_collect_binds_its_copies_and_needs_the_rest() {
    let problem = |body: Formula<Table>, rest: Vec<Formula<Table>>| {
        let columns = vec![Column { slots: vec![VarId(1), VarId(2)], shared: false }];
        let collect = Collect { limit: 2, body: DefId(1), outer: vec![VarId(0)], columns, origin: Origin(4) };
        let parts = rest.into_iter().chain([Formula::Collect(collect)]).collect();
        let root = definition("Root", 3, 0, Formula::And(parts));
        Problem { definitions: vec![root, definition("Body", 2, 2, body)], root: DefId(0) }
    };
    check(problem(binds(&[0, 1], 1), vec![binds(&[0], 2)]), &[]);
    // The body of a collect must not bind its outer variables.
    let cause = Cause::Collect(Origin(4));
    check(problem(binds(&[0, 1], 1), vec![]), &[(0, 0, cause)]);
    // The copies must not bind the local variable.
    check(problem(tests(&[0, 1], 1), vec![binds(&[0], 2)]), &[(1, 1, cause)]);
}

#[test]
fn the_way_to_an_unbound_variable_is_reported() {
    // Root calls Middle at 5; Middle collects Body at 6, or calls Leaf in a disjunction at 7.
    let ways = |middle: Formula<Table>| {
        let call = |def, origin| Formula::Call(DefId(def), vec![VarId(0)], Origin(origin));
        let root = definition("Root", 1, 0, Formula::And(vec![binds(&[0], 1), call(1, 5)]));
        let body = definition("Body", 3, 2, Formula::And(vec![binds(&[0, 1], 2), tests(&[2], 3)]));
        let leaf = definition("Leaf", 2, 1, binds(&[0, 1], 4));
        let definitions = vec![root, definition("Middle", 2, 1, middle), body, leaf];
        match Compiled::new(Problem { definitions, root: DefId(0) }) {
            Err(Rejected::Unbound(unbound)) => {
                unbound.into_iter().map(|u| (u.definition, u.variable, u.through)).collect()
            }
            _ => Vec::new(),
        }
    };
    let columns = vec![Column { slots: vec![VarId(1)], shared: false }];
    let collect = Collect { limit: 1, body: DefId(2), outer: vec![VarId(0)], columns, origin: Origin(6) };
    let through = vec![Origin(5), Origin(6)];
    assert_eq!(ways(Formula::Collect(collect)), [(DefId(2), VarId(2), through)]);
    let leaf = Formula::Call(DefId(3), vec![VarId(0)], Origin(7));
    let or = Formula::And(vec![Formula::Or(vec![leaf.clone(), binds(&[0], 8)]), binds(&[1], 9)]);
    let through = vec![Origin(5), Origin(7)];
    assert_eq!(ways(or), [(DefId(3), VarId(1), through)]);
    assert_eq!(ways(Formula::And(vec![leaf, binds(&[1], 9)])), []);
}

#[test]
fn call_chains_are_bounded() {
    let chain = |depth: u32| {
        let call = |k: u32| match k + 1 < depth {
            true => Formula::Call(DefId(k + 1), vec![VarId(0)], Origin(k)),
            false => binds(&[0], k),
        };
        let definitions = (0..depth).map(|k| definition("Link", 1, u32::from(k > 0), call(k))).collect();
        Compiled::new(Problem { definitions, root: DefId(0) }).map(|_| ())
    };
    assert_eq!(chain(Compiled::<Table>::MAX_DEPTH as u32), Ok(()));
    assert_eq!(chain(Compiled::<Table>::MAX_DEPTH as u32 + 1), Err(Rejected::TooDeep));
}
