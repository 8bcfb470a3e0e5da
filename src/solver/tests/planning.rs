//! Plans: literals that they leave out are no constraints, and planning time is linear in the size.

use super::random::calls;
use super::toys::{alone, definition, table, tuples};
use crate::planner::Preference;
use crate::testing::tables::{Table, Tuples};
use crate::{
    AccessPath, ArgSet, Budget, Compiled, DefId, Formula, Origin, Problem, Quantified, Relation, Value, VarId,
};

const HERE: Origin = Origin(0);

fn literal(table: &Table, args: &[u32]) -> Formula<Table> {
    Formula::Atom(table.clone(), args.iter().copied().map(VarId).collect(), HERE)
}

/// A relation with a short list of pairs for a bound first value, of the expected length.
fn pairs(id: usize, exact: bool, expected: f64) -> Table {
    let first = ArgSet::default().with(0);
    let is_it = |table: &Table| {
        table.access_path(1, first) == Some(AccessPath::Few)
            && table.expected(1, first) == expected
            && !table.is_pushable()
    };
    (0..100_000).map(|mood| Table { mood, exact, ..table(id, 2, true) }).find(is_it).unwrap()
}

#[test]
fn an_atom_is_tested_where_candidates_come_from_another_one() {
    let usual = AccessPath::Few.expected();
    let (long, short) = (pairs(1, true, 10.0 * usual), pairs(2, false, 0.1 * usual));
    let formula = vec![literal(&table(0, 1, true), &[0]), literal(&long, &[0, 1]), literal(&short, &[0, 1])];
    let problem: Problem<Table> = alone(2, Formula::And(formula));
    let tables = vec![tuples(&[&[0]]), tuples(&[&[0, 1]]), tuples(&[&[0, 1], &[0, 2]])];
    let database = Tuples { size: 3, tables, sloppy: false };
    for preference in [Preference::Cheapest, Preference::Written] {
        let compiled = Compiled::planned(problem.clone(), 0, preference).unwrap();
        assert_eq!(compiled.solve(&database, Budget::default()).assignments.len(), 1, "{preference:?}");
    }
}

/// Nested conjunctions of buckets and disjunctions of two of them, to the given depth.
fn nested(levels: u32) -> Formula<Table> {
    let mut formula = Formula::And(Vec::new());
    for level in 0..levels {
        let own = |k: u32| literal(&table(k as usize % 2, 1, true), &[level]);
        let branch =
            |k| Formula::And(vec![own(k), literal(&table(2, 2, true), &[level, 0]), formula.clone()]);
        formula = Formula::And(vec![own(0), Formula::Or(vec![branch(0), branch(1)])]);
    }
    formula
}

#[test]
fn disjunctions_in_each_other_are_planned_once_each() {
    // The formula doubles with each level. A planner that replanned each disjunction at each step would take
    // minutes.
    assert!(Compiled::new(alone(7, nested(7))).is_ok());
}

#[test]
fn what_does_little_is_no_call_but_where_it_is_explained() {
    // There is none with a pair from a callee that outputs both values and tests the first one.
    let given = literal(&table(0, 1, true), &[0]);
    let callee =
        Formula::And(vec![given.clone(), literal(&pairs(1, false, AccessPath::Few.expected()), &[0, 1])]);
    let callee = definition("Callee", 2, 2, callee);
    let body = Box::new(Formula::Call(DefId(1), vec![VarId(0), VarId(1)], HERE));
    let (locals, looked_at) = (vec![VarId(1)], vec![VarId(1)]);
    let none = Formula::Quantified(Quantified { wanted: false, body, locals, looked_at, origin: HERE });
    let root = definition("Root", 2, 0, Formula::And(vec![given, none]));
    let compiled = Compiled::new(Problem { definitions: vec![root, callee], root: DefId(0) }).unwrap();
    assert_eq!((calls(compiled.code::<false>()), calls(compiled.code::<true>())), (0, 1));
    let tables = vec![tuples(&[&[0], &[1]]), tuples(&[&[0, 2]])];
    let database = Tuples { size: 3, tables, sloppy: false };
    let found = compiled.solve(&database, Budget::default()).assignments;
    assert_eq!(found.iter().map(|row| row.to_vec()).collect::<Vec<_>>(), [[Value(1)]]);
}
