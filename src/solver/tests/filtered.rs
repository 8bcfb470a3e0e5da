//! Searches for selected solutions: equal to filtering all solutions, without steps for unwanted ones.

use super::random::problem;
use super::toys::{alone, atom, definition, table, tuples};
use crate::testing::tables::{Table, Tuples};
use crate::{
    Budget, Compiled, Completeness, DefId, Exhausted, Formula, Origin, Problem, SearchFilter, Value, VarId,
};
use proptest::prelude::*;

/// Wants the largest first value among the even and among the odd ones: it stands for all smaller ones.
#[derive(Default)]
struct Largest {
    found: Vec<Vec<Value>>,
}

impl SearchFilter for Largest {
    fn place(&self, values: &[Value]) -> u32 {
        u32::MAX - values[0].0
    }

    fn wants(&mut self, values: &[Value]) -> bool {
        let stands_for = |other: &Vec<Value>| other[0] > values[0] && other[0].0 % 2 == values[0].0 % 2;
        !self.found.iter().any(stands_for)
    }

    fn found(&mut self, values: &[Value]) {
        self.found.push(values.to_vec());
    }
}

/// The first variables of the root, at most `most`, with their positions in an assignment.
fn own(compiled: &Compiled<Table>, width: usize, most: usize) -> (Vec<usize>, Vec<VarId>) {
    let own = (0..width).filter_map(|place| Some((place, compiled.variable_at(place)?)));
    own.take(most).unzip()
}

fn check(bytes: &[u8], most: usize) -> Result<(), TestCaseError> {
    let (problem, database) = problem(bytes);
    let Ok(compiled) = Compiled::new(problem) else { return Ok(()) };
    let all = compiled.solve(&database, Budget::default());
    let (places, variables) = own(&compiled, all.assignments.first().map_or(0, |first| first.len()), most);
    if variables.is_empty() {
        return Ok(());
    }
    let values = |assignment: &[Value]| -> Vec<Value> { places.iter().map(|&at| assignment[at]).collect() };
    let mut expect: Vec<_> = all.assignments.iter().map(|a| (values(a), a.clone())).collect();
    let mut largest = Largest::default();
    expect.sort_by_key(|(values, _)| largest.place(values));
    expect.retain(|(values, _)| {
        let wants = largest.wants(values);
        wants.then(|| largest.found(values));
        wants
    });
    let mut expect: Vec<_> = expect.into_iter().map(|(_, assignment)| assignment).collect();
    expect.sort();
    let mut largest = Largest::default();
    let some = compiled.solve_filtered(&database, Budget::default(), &variables, &mut largest);
    prop_assert_eq!(some.completeness, Completeness::Complete);
    prop_assert_eq!(some.assignments, expect);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_wanted_is_found(bytes in prop::collection::vec(any::<u8>(), 60..260), most in 1usize..3) {
        check(&bytes, most)?;
    }
}

/// Variable 0 is in the first table, and a callee pairs it with variable 1 by the second.
fn pairs() -> Problem<Table> {
    let call = Formula::Call(DefId(1), vec![VarId(0), VarId(1)], Origin(0));
    let mut problem = alone(2, Formula::And(vec![atom(&table(0, 1, true), &[0]), call]));
    problem.definitions.push(definition("Pair", 3, 2, atom(&table(1, 3, true), &[0, 1, 2])));
    problem
}

fn database() -> Tuples {
    let rows: Vec<[u32; 3]> = (0..6).flat_map(|a| (0..5).map(move |b| [a, b, 9])).collect();
    let rows: Vec<&[u32]> = rows.iter().map(|row| &row[..]).collect();
    let firsts: Vec<[u32; 1]> = (0..6).map(|a| [a]).collect();
    let firsts: Vec<&[u32]> = firsts.iter().map(|row| &row[..]).collect();
    Tuples { size: 10, tables: vec![tuples(&firsts), tuples(&rows)], sloppy: false }
}

#[test]
fn what_is_not_wanted_takes_no_steps() {
    let compiled = Compiled::new(pairs()).unwrap();
    let all = compiled.solve(&database(), Budget::default());
    let some = compiled.solve_filtered(&database(), Budget::default(), &[VarId(0)], &mut Largest::default());
    assert_eq!((all.assignments.len(), some.assignments.len()), (30, 10));
    // A step for each of the six candidates, and the remaining steps for two of them.
    assert!(some.steps <= 6 + (all.steps - 6) / 3, "{} of {}", some.steps, all.steps);
    let firsts: Vec<u32> = some.assignments.iter().map(|assignment| assignment[0].0).collect();
    assert_eq!(firsts, [vec![4; 5], vec![5; 5]].concat());
}

#[test]
fn a_search_that_ends_early_says_so() {
    let compiled = Compiled::new(pairs()).unwrap();
    let all = compiled.solve(&database(), Budget::default());
    let solve = |steps| {
        compiled.solve_filtered(
            &database(),
            Budget::of_steps(steps),
            &[VarId(0), VarId(1)],
            &mut Largest::default(),
        )
    };
    for steps in 0..all.steps {
        let some = solve(steps);
        assert!(some.steps <= steps + 1);
        assert!(some.completeness == Completeness::Complete || some.assignments.len() < 30, "{steps}");
    }
    assert_eq!(solve(3).completeness, Completeness::Incomplete(Exhausted::Steps));
    assert_eq!(solve(all.steps).completeness, Completeness::Complete);
}

#[test]
fn variables_of_callees_are_none_of_the_roots() {
    let compiled = Compiled::new(pairs()).unwrap();
    let at = [0, 1, 2, 3].map(|place| compiled.variable_at(place));
    assert_eq!(at, [Some(VarId(0)), Some(VarId(1)), None, None]);
}
