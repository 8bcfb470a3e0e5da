//! Tests that all branches of a disjunction or a callee require are made where the value is bound.
//! `random.rs` checks against the oracle that no solution is lost, with relations whose unions are defined.

use super::toys::{alone, atom, definition, table, tuples};
use crate::testing::tables::{Table, Tuples};
use crate::{Budget, Compiled, DefId, Formula, Origin, Problem, Quantified, Relation as _, Value, VarId};

const HERE: Origin = Origin(0);

/// Edges from value 0 to each of 1 to 9, and from each of those to each of 10 to 19. The unary tables hold
/// the start, the value 3, the value 4, and the value 12.
fn database() -> Tuples {
    let ends = |from: u32| (10..20).map(move |to| vec![Value(from), Value(to)]);
    let ways = (1..10).map(|to| vec![Value(0), Value(to)]).chain((1..10).flat_map(ends)).collect();
    let own = [0, 3, 4, 12].map(|value| tuples(&[&[value]]));
    Tuples { size: 20, tables: [vec![ways], own.to_vec()].concat(), sloppy: false }
}

/// The start, two edges from there, and the literal `last` on the two values that they lead to.
fn ways(last: Formula<Table>) -> Vec<Formula<Table>> {
    let way = |from, to| atom(&table(0, 2, true), &[from, to]);
    vec![atom(&table(1, 1, true), &[0]), way(0, 1), way(1, 2), last]
}

/// One of two branches: value `x` is in a table of its own, with a literal on `y`.
fn one_of(x: u32, y: u32) -> Formula<Table> {
    let branch = |own| {
        let is_last = Formula::Differ(VarId(y), VarId(x), HERE);
        let rare = atom(&table(4, 1, false), &[y]);
        Formula::And(vec![rare, is_last, atom(&table(own, 1, false), &[x])])
    };
    Formula::Or(vec![branch(2), branch(3)])
}

fn check(problem: Problem<Table>, rows: usize, most: u64) {
    let solutions = Compiled::new(problem).unwrap().solve(&database(), Budget::default());
    assert_eq!(solutions.assignments.len(), rows);
    assert!(solutions.steps <= most, "{} steps", solutions.steps);
}

#[test]
fn what_all_branches_require_is_tested_before() {
    // The start, 9 values after it, 10 after each of two of these, and the steps of the disjunction; not 10
    // after each of the nine.
    check(alone(3, Formula::And(ways(one_of(1, 2)))), 2, 1 + 9 + 2 * 10 + 12);
}

#[test]
fn a_branch_that_requires_nothing_keeps_all() {
    let either = Formula::Or(vec![one_of(1, 2), atom(&table(4, 1, false), &[2])]);
    check(alone(3, Formula::And(ways(either))), 9, u64::MAX);
}

#[test]
fn what_is_called_requires_it_as_well() {
    let call = Formula::Call(DefId(1), vec![VarId(1), VarId(2)], HERE);
    let definitions =
        vec![definition("Root", 3, 0, Formula::And(ways(call))), definition("Own", 2, 2, one_of(0, 1))];
    check(Problem { definitions, root: DefId(0) }, 2, 1 + 9 + 2 * 10 + 2 * 12);
}

#[test]
fn what_must_not_be_is_not_required() {
    let none = |wanted| {
        let (body, locals) = (Box::new(one_of(1, 2)), Vec::new());
        let part = Quantified { wanted, body, locals, looked_at: Vec::new(), origin: HERE };
        alone(3, Formula::And(ways(Formula::Quantified(part))))
    };
    check(none(false), 9 * 10 - 2, u64::MAX);
    check(none(true), 2, u64::MAX);
}

#[test]
fn unions_hold_where_a_part_does() {
    let (one, other) = (table(2, 1, true), table(3, 1, true));
    let both = one.either(&other).unwrap();
    let database = database();
    let holds = |table: &Table| (0..20).filter(|n| holds_of(&database, table, *n)).collect::<Vec<u32>>();
    assert_eq!((holds(&one), holds(&other), holds(&both)), (vec![3], vec![4], vec![3, 4]));
}

fn holds_of(database: &Tuples, table: &Table, value: u32) -> bool {
    crate::Database::holds(database, table, &[Value(value)])
}
