//! What alternatives and calls have in common is searched once: known answers, and how few steps they take.

use super::tables::{Table, Tuples};
use super::toys::{alone, atom, definition, table, tuples};
use crate::solver::{
    ArgSet, Budget, Compiled, DefId, Formula, Origin, Problem, Relation, Supply, Value, VarId,
};

const HERE: Origin = Origin(0);

/// Edges that say they are few from each node.
fn edge() -> Table {
    let is_few = |table: &Table| {
        let given = table.supply(1, ArgSet::default().with(0));
        let alone = [0, 1].map(|target| table.supply(target, ArgSet::default()));
        (given, alone) == (Some(Supply::Few), [Some(Supply::Scan); 2])
    };
    (0..10_000).map(|mood| Table { mood, ..table(0, 2, true) }).find(is_few).unwrap()
}

/// A path of `len` edges, with a second way around each.
fn ladder(len: u32) -> Tuples {
    let edges = (0..len).flat_map(|k| [[2 * k, 2 * k + 1], [2 * k, 2 * k + 2], [2 * k + 1, 2 * k + 2]]);
    let edges = edges.map(|edge| edge.map(Value).to_vec()).collect();
    Tuples { size: 2 * len + 1, tables: vec![edges, tuples(&[&[0]])], sloppy: false }
}

/// `end` is reached from the start, variable 0, in less than `most` edges; variables 2 and on are on the way.
fn reached(most: u32) -> Vec<Formula<Table>> {
    let at = |k: u32| if k == 0 { 0 } else { k + 1 };
    let branch = |k: u32| {
        let mut parts: Vec<_> = (0..k).map(|i| atom(&edge(), &[at(i), at(i + 1)])).collect();
        parts.push(Formula::Equal(VarId(1), VarId(at(k)), HERE));
        parts.extend((k + 1..most).map(|i| Formula::Unused(VarId(at(i)), HERE)));
        Formula::And(parts)
    };
    (0..most).map(branch).collect()
}

fn check(problem: Problem<Table>, world: &Tuples, rows: usize, most_steps: u64) {
    let compiled = Compiled::new(problem).unwrap();
    let solutions = compiled.solve(world, Budget::default());
    assert_eq!(solutions.assignments.len(), rows);
    assert!(solutions.steps <= most_steps, "{} steps", solutions.steps);
}

#[test]
fn chains_of_different_lengths_are_walked_once() {
    let chain = |most| {
        let parts = vec![atom(&table(1, 1, true), &[0]), Formula::Or(reached(most))];
        alone(most + 1, Formula::And(parts))
    };
    // The start, an edge for each end but the first, and each end.
    check(chain(1), &ladder(4), 1, 2);
    check(chain(3), &ladder(4), 6, 1 + 5 + 6);
    check(chain(6), &ladder(4), 30, 1 + 29 + 30);
    // No end is left out where a chain cannot go on.
    check(chain(6), &ladder(0), 1, 2);
}

#[test]
fn a_second_call_with_more_bound_looks_through_the_answers_of_the_first() {
    // Two ways of less than five edges to one end, by a private way on which they may differ.
    let way = definition("Way", 6, 2, Formula::Or(reached(5)));
    let call = |end| Formula::Call(DefId(1), vec![VarId(0), VarId(end)], HERE);
    let both = |end| {
        let root = Formula::And(vec![atom(&table(1, 1, true), &[0]), call(1), call(end)]);
        Problem { definitions: vec![definition("Root", end + 1, 0, root), way.clone()], root: DefId(0) }
    };
    // To the seven ends there are 1, 1, 2, 2, 4, 3 and 4 ways, found once; then each pair is a step, of the same end or of any two.
    let found = 1 + (1 + 16 + 17) + 17;
    check(both(1), &ladder(3), 51, found + 51);
    check(both(2), &ladder(3), 17 * 17, found + 17 * 17);
}
