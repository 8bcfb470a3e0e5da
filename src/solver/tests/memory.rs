//! Bounds of memory: a search ends when it would exceed the limit, and releases all its memory.

use super::random::problem;
use super::toys::{alone, atom, definition, table};
use crate::budget::{Ledger, StepCounter};
use crate::planner::Preference;
use crate::search::Search;
use crate::testing::tables::{Table, Tuples};
use crate::{
    Budget, Compiled, Completeness, DefId, Exhausted, Formula, Origin, Problem, Quantified, Value, VarId,
};
use proptest::prelude::*;
use std::sync::Arc;

const HERE: Origin = Origin(0);

/// A database with `size` values in one table, and an empty relation.
fn database(size: u32) -> Tuples {
    Tuples { size, tables: vec![(0..size).map(|n| vec![Value(n)]).collect(), Vec::new()], sloppy: false }
}

/// A literal of that table for each variable.
fn values(variables: std::ops::Range<u32>) -> Vec<Formula<Table>> {
    variables.map(|variable| atom(&table(0, 1, true), &[variable])).collect()
}

fn budget(steps: u64, mib: u64) -> Budget {
    Budget { steps, memory: mib * Budget::MIB }
}

fn ends(problem: Problem<Table>, budget: Budget, by: Exhausted) -> usize {
    // Plans in the order of the text inline nothing.
    let compiled = Compiled::planned(problem, 0, Preference::Written).unwrap();
    let solutions = compiled.solve(&database(300), budget);
    assert_eq!(solutions.completeness, Completeness::Incomplete(by), "{} steps", solutions.steps);
    solutions.assignments.len()
}

#[test]
fn solutions_are_held() {
    let found = ends(alone(4, Formula::And(values(0..4))), budget(50_000_000, 1), Exhausted::Memory);
    // About 100 bytes each.
    assert!((5_000..15_000).contains(&found), "{found}");
    assert!(ends(alone(4, Formula::And(values(0..4))), budget(1000, 1), Exhausted::Steps) < 1000);
    let pairs = Compiled::new(alone(2, Formula::And(values(0..2)))).unwrap();
    let few = pairs.solve(&database(30), budget(50_000_000, 1));
    assert_eq!((few.completeness, few.assignments.len()), (Completeness::Complete, 900));
}

#[test]
fn rows_of_a_call_are_held() {
    // The caller only needs the existence of rows.
    let callee = definition("Unconnected", 4, 1, Formula::And(values(0..4)));
    let root = Formula::And(vec![
        Formula::Call(DefId(1), vec![VarId(0)], HERE),
        atom(&table(1, 2, true), &[0, 1]),
        atom(&table(0, 1, true), &[1]),
    ]);
    let root = definition("Root", 2, 0, root);
    let problem = Problem { definitions: vec![root, callee], root: DefId(0) };
    let complete = Compiled::new(problem.clone()).unwrap().solve(&database(300), budget(50_000_000, 1));
    assert_eq!(complete.completeness, Completeness::Complete, "the relation that never holds comes first");
    let mut first = problem;
    first.definitions[0].body = Formula::Call(DefId(1), vec![VarId(0)], HERE);
    first.definitions[0].variables.truncate(1);
    ends(first, budget(50_000_000, 1), Exhausted::Memory);
}

#[test]
fn repeats_take_no_memory() {
    // Within a quantifier the callee outputs its one interface variable: 300 values, many times each.
    let callee = definition("Unconnected", 4, 1, Formula::And(values(0..4)));
    let differ = Formula::Differ(VarId(0), VarId(0), HERE);
    let body = Box::new(Formula::And(vec![Formula::Call(DefId(1), vec![VarId(0)], HERE), differ]));
    let (locals, looked_at) = (vec![VarId(0)], Vec::new());
    let none = Quantified { wanted: false, body, locals, looked_at, origin: HERE };
    let root = definition("Root", 1, 0, Formula::Quantified(none));
    let problem = Problem { definitions: vec![root, callee], root: DefId(0) };
    ends(problem, budget(300_000, 1), Exhausted::Steps);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn all_that_was_held_is_given_back(
        bytes in prop::collection::vec(any::<u8>(), 60..260),
        memory in 1000u64..100_000,
    ) {
        let (problem, database) = problem(&bytes);
        let Ok(compiled) = Compiled::new(problem) else { return Ok(()) };
        let all = compiled.solve(&database, Budget::default());
        for (ended, found) in [bounded::<false>(&compiled, &database, memory), bounded::<true>(&compiled, &database, memory)] {
            prop_assert!(ended != Err(Exhausted::Steps));
            prop_assert!(ended.is_err() || found.len() == all.assignments.len());
            prop_assert!(found.iter().all(|solution| all.assignments.contains(solution)));
        }
    }
}

/// A search within a memory limit, explained or not, that releases all its memory.
fn bounded<const EXPLAIN: bool>(
    compiled: &Compiled<Table>,
    database: &Tuples,
    memory: u64,
) -> (Result<(), Exhausted>, Vec<Arc<[Value]>>) {
    let counter = StepCounter::new(Budget { memory, ..Budget::default() }, Ledger::default());
    let ledger = counter.ledger().clone();
    let mut search: Search<'_, _, _, EXPLAIN> = Search::new(compiled, database, counter);
    let ended = search.root(&[]);
    let found = search.finish().0;
    assert!(ledger.bytes() == 0, "{} bytes", ledger.bytes());
    (ended, found)
}
