//! Near misses and counts.

use super::random;
use super::toys::{alone, definition, neighbours, table, tuples};
use crate::testing::tables::{Table, Tuples};
use crate::{
    AccessPath, ArgSet, Attempts, Budget, Compiled, DefId, Formula, LiteralCounts, Mismatch, NearMiss,
    Origin, PerValue, Problem, Relation, Solutions, Value, VarId,
};
use proptest::prelude::*;

fn literal(id: usize, args: &[u32], origin: u32) -> Formula<Table> {
    of_table(table(id, args.len(), true), args, origin)
}

fn of_table(table: Table, args: &[u32], origin: u32) -> Formula<Table> {
    Formula::Atom(table, args.iter().copied().map(VarId).collect(), Origin(origin))
}

/// A literal whose table has a bucket of first values, and a short list of pairs for a bound first value. It
/// is not pushed down to the database.
fn listed(id: usize, args: &[u32], origin: u32) -> Formula<Table> {
    let (none, first) = (ArgSet::default(), ArgSet::default().with(0));
    let is_listed = |table: &Table| match args.len() {
        _ if table.is_pushable() => false,
        1 => table.access_path(0, none) == Some(AccessPath::Bucket),
        _ => {
            (0..2).all(|k| table.access_path(k, none) == Some(AccessPath::Scan))
                && table.access_path(1, first) == Some(AccessPath::Few)
        }
    };
    let mut tables = (0..100_000).map(|mood| Table { mood, ..table(id, args.len(), true) });
    of_table(tables.find(is_listed).unwrap(), args, origin)
}

/// `red{x} ∧ edge(x, y) ∧ Blue(y)`, with Blue(y): `blue{y} ∧ big{y}`.
fn problem() -> Problem<Table> {
    let call = Formula::Call(DefId(1), vec![VarId(1)], Origin(3));
    let root = Formula::And(vec![listed(0, &[0], 1), listed(1, &[0, 1], 2), call]);
    let blue = Formula::And(vec![listed(2, &[0], 4), listed(3, &[0], 5)]);
    Problem {
        definitions: vec![definition("Root", 2, 0, root), definition("Blue", 1, 1, blue)],
        root: DefId(0),
    }
}

fn database(big: &[&[u32]]) -> Tuples {
    let tables = vec![tuples(&[&[0], &[1]]), tuples(&[&[0, 2], &[1, 3]]), tuples(&[&[3]]), tuples(big)];
    Tuples { size: 4, tables, sloppy: false }
}

#[test]
fn the_best_near_miss_names_the_literal_that_failed() {
    let compiled = Compiled::new(problem()).unwrap();
    let (solutions, explanation) = compiled.explain(&database(&[&[2]]), Budget::default());
    assert!(solutions.assignments.is_empty());
    let miss = explanation.near_miss.unwrap();
    // red{1}, edge(1, 3) and blue{3} hold, big{3} does not.
    assert_eq!((miss.satisfied, miss.total, miss.failing), (3, 4, Some(Origin(3))));
    assert_eq!(miss.bound, [(VarId(0), Value(1)), (VarId(1), Value(3))]);
    assert_eq!(miss.mentions, [VarId(1)]);
    let inner = miss.inner.unwrap();
    assert_eq!((inner.definition, inner.satisfied, inner.total), (DefId(1), 1, 2));
    assert_eq!((inner.failing, inner.mentions.clone()), (Some(Origin(5)), vec![VarId(0)]));
}

/// An explained search has the same solutions, and no early tests.
fn check_same(explained: &Solutions, usual: &Solutions) {
    assert_eq!(explained, &Solutions { steps: explained.steps, ..usual.clone() });
    assert!(usual.steps <= explained.steps, "{} {}", usual.steps, explained.steps);
}

#[test]
fn a_problem_with_solutions_has_no_near_miss_but_counts() {
    let compiled = Compiled::new(problem()).unwrap();
    let (solutions, explanation) = compiled.explain(&database(&[&[3]]), Budget::default());
    check_same(&solutions, &compiled.solve(&database(&[&[3]]), Budget::default()));
    assert_eq!((solutions.assignments.len(), explanation.near_miss), (1, None));
    let big = explanation.literals.iter().find(|literal| literal.origin == Origin(5));
    assert_eq!(
        big,
        Some(&LiteralCounts { definition: DefId(1), origin: Origin(5), entered: 1, passed: 1, steps: 0 })
    );
}

#[test]
fn beside_solutions_the_best_attempt_that_failed() {
    let compiled = Compiled::new(problem()).unwrap();
    let (solutions, explanation) = compiled.explain_beside(&database(&[&[3]]), Budget::default());
    check_same(&solutions, &compiled.solve(&database(&[&[3]]), Budget::default()));
    // red{0} and edge(0, 2) hold, Blue(2) does not.
    let miss = explanation.near_miss.unwrap();
    let values: Vec<(VarId, Value)> = vec![(VarId(0), Value(0)), (VarId(1), Value(2))];
    assert_eq!((miss.failing, miss.bound), (Some(Origin(3)), values));
    // Where all hold, none failed.
    let all = Tuples {
        tables: vec![tuples(&[&[1]]), tuples(&[&[1, 3]]), tuples(&[&[3]]), tuples(&[&[3]])],
        ..database(&[])
    };
    assert_eq!(compiled.explain_beside(&all, Budget::default()).1.near_miss, None);
}

fn near_miss(problem: Problem<Table>, database: &Tuples) -> Option<NearMiss> {
    Compiled::new(problem).unwrap().explain(database, Budget::default()).1.near_miss
}

#[test]
fn of_a_disjunction_the_branch_that_came_furthest_is_reported_or_all_where_none_begins() {
    let branch = |k, origin| Formula::And(vec![literal(k, &[0], origin), literal(3, &[0], origin + 1)]);
    let or = Formula::Or(vec![branch(1, 10), branch(2, 20)]);
    let problem = alone(1, Formula::And(vec![literal(0, &[0], 1), or]));
    let database = |first: &[&[u32]], second: &[&[u32]], last: &[&[u32]]| {
        let tables = vec![tuples(&[&[0]]), tuples(first), tuples(second), tuples(last)];
        Tuples { size: 2, tables, sloppy: false }
    };
    for (first, second, failing) in [(&[0], &[1], 11), (&[1], &[0], 21), (&[0], &[0], 11)] {
        let miss = near_miss(problem.clone(), &database(&[first], &[second], &[&[1]])).unwrap();
        assert_eq!((miss.satisfied, miss.total, miss.failing), (2, 3, Some(Origin(failing))));
        assert!(miss.alternatives.is_empty() && miss.definition == DefId(0), "{miss:?}");
    }
    let miss = near_miss(problem.clone(), &database(&[&[1]], &[&[1]], &[&[1]])).unwrap();
    assert_eq!((miss.satisfied, miss.total), (1, 2));
    assert_eq!((miss.alternatives, miss.mentions), (vec![Origin(10), Origin(20)], vec![VarId(0)]));
    assert_eq!(near_miss(problem, &database(&[&[0]], &[&[1]], &[&[0]])), None);
}

/// The definition with the disjunction is called twice. One call satisfies a branch that the other one does
/// not.
#[test]
fn a_branch_is_taken_where_it_failed_alone() {
    let branch = |k, origin| Formula::And(vec![literal(k, &[0], origin), literal(3, &[0], origin + 1)]);
    let or = Formula::Or(vec![branch(1, 10), Formula::Or(vec![branch(2, 20), literal(1, &[0], 30)])]);
    let call = |variable, origin| Formula::Call(DefId(1), vec![VarId(variable)], Origin(origin));
    let root = Formula::And(vec![literal(4, &[0, 1], 1), call(0, 2), call(1, 3)]);
    let definitions = vec![definition("Root", 2, 0, root), definition("Either", 1, 1, or)];
    let problem = Problem { definitions, root: DefId(0) };
    let database = |last: &[&[u32]]| {
        let tables = vec![tuples(&[]), tuples(&[]), tuples(&[&[0], &[1]]), tuples(last), tuples(&[&[0, 1]])];
        Tuples { size: 2, tables, sloppy: false }
    };
    let miss = near_miss(problem.clone(), &database(&[&[0]])).unwrap();
    let inner = miss.inner.unwrap();
    assert_eq!((miss.failing, inner.definition), (Some(Origin(3)), DefId(1)));
    assert_eq!((inner.failing, inner.satisfied), (Some(Origin(21)), 1));
    assert_eq!(inner.bound, [(VarId(0), Value(1))]);
    assert_eq!(near_miss(problem, &database(&[&[0], &[1]])), None);
}

#[test]
fn of_a_collect_it_is_reported_how_its_rows_do_not_fit() {
    let edges = tuples(&[&[0, 1], &[0, 2], &[0, 3]]);
    let database = Tuples { size: 4, tables: vec![edges, tuples(&[&[0]])], sloppy: false };
    let miss = near_miss(neighbours(2), &database).unwrap();
    assert_eq!((miss.mismatch, miss.mentions), (Some(Mismatch::TooMany), vec![VarId(0)]));
    let excess = miss.excess_row.unwrap();
    assert_eq!((excess.limit, excess.values.len()), (2, 1));
    assert!((1..=3).contains(&excess.values[0].1.0), "{excess:?}");
    assert_eq!(near_miss(neighbours(3), &database), None);
    // The copies are bound beforehand, and the second to another row.
    let mut problem = neighbours(3);
    let copies = literal(2, &[1, 2, 3], 9);
    problem.definitions[0].body = Formula::And(vec![copies, problem.definitions[0].body.clone()]);
    let bound = |row: &[u32]| {
        let tables = [database.tables.clone(), vec![tuples(&[row])]].concat();
        near_miss(problem.clone(), &Tuples { size: 4, tables, sloppy: false })
    };
    let miss = bound(&[1, 3, 3]).unwrap();
    assert_eq!((miss.mismatch, miss.mentions), (Some(Mismatch::Differs), vec![VarId(2)]));
    assert_eq!(bound(&[1, 2, 3]), None);
}

#[test]
fn what_is_pinned_has_a_near_miss_of_its_own() {
    let compiled = Compiled::new(problem()).unwrap();
    let database = database(&[&[3]]);
    let pinned =
        |value| compiled.explain_pinned(&database, Budget::default(), &[(VarId(0), Value(value))]).unwrap();
    let (solutions, explanation) = pinned(0);
    let miss = explanation.near_miss.unwrap();
    // red{0} and edge(0, 2) hold, Blue(2) does not, though edge(1, 3) would lead to a solution.
    assert!(solutions.assignments.is_empty());
    assert_eq!((miss.satisfied, miss.total, miss.failing), (2, 4, Some(Origin(3))));
    assert_eq!(miss.bound, [(VarId(0), Value(0)), (VarId(1), Value(2))]);
    assert_eq!(pinned(2).1.near_miss.unwrap().failing, Some(Origin(1)));
    let (solutions, explanation) = pinned(1);
    assert_eq!(solutions.assignments, compiled.solve(&database, Budget::default()).assignments);
    assert_eq!(explanation.near_miss, None);
    assert_eq!(compiled.explain_pinned(&database, Budget::default(), &[(VarId(2), Value(0))]), None);
}

/// An attempt beside the pinned value satisfies two literals more.
#[test]
fn the_near_miss_of_a_pin_goes_on_from_its_value() {
    let beside = [listed(0, &[0], 1), listed(1, &[0, 1], 2)];
    let of_pinned = [listed(1, &[2, 3], 3), listed(3, &[3], 4)];
    let compiled =
        Compiled::new(alone(4, Formula::And(beside.into_iter().chain(of_pinned).collect()))).unwrap();
    let pins = [(VarId(2), Value(0))];
    let (_, explanation) = compiled.explain_pinned(&database(&[&[3]]), Budget::default(), &pins).unwrap();
    let miss = explanation.near_miss.unwrap();
    assert_eq!((miss.satisfied, miss.failing), (1, Some(Origin(4))));
    assert_eq!(miss.bound, [(VarId(2), Value(0)), (VarId(3), Value(2))]);
}

fn attempts(problem: Problem<Table>, database: &Tuples, budget: Budget, most: usize) -> Attempts {
    let values: Vec<Value> = (0..database.size).map(Value).collect();
    let wanted = PerValue { pins: &[], variable: VarId(0), values: &values, most };
    Compiled::new(problem).unwrap().attempts(database, budget, &wanted).unwrap()
}

/// The value, satisfied literals and failing literal of each attempt, the number of further ones, and the
/// number of values tried.
type Summary = (Vec<(u32, u64, Option<Origin>)>, usize, usize);

fn summary(Attempts { best, more, tried }: Attempts) -> Summary {
    let one = |(value, miss): &(Value, NearMiss)| (value.0, miss.satisfied, miss.innermost().failing);
    (best.iter().map(one).collect(), more, tried)
}

#[test]
fn of_each_value_of_a_variable_the_best_attempt_is_reported() {
    let default = Budget::default();
    let all = |database: &Tuples, budget, most| summary(attempts(problem(), database, budget, most));
    // Value 1 satisfies all but big{3}, value 0 satisfies red{0} and edge(0, 2). The other values satisfy as
    // few literals as the worst.
    let (first, second) = ((1, 3, Some(Origin(5))), (0, 2, Some(Origin(4))));
    assert_eq!(all(&database(&[&[2]]), default, 5), (vec![first, second], 0, 4));
    assert_eq!(all(&database(&[&[2]]), default, 1), (vec![first], 1, 4));
    // A value with a solution has no attempt.
    assert_eq!(all(&database(&[&[3]]), default, 5), (vec![second], 0, 4));
    let (best, more, tried) = all(&database(&[&[2]]), Budget::of_steps(1), 5);
    assert!(tried < 4 && best.len() + more <= tried, "{best:?} {more} {tried}");
}

#[test]
fn attempts_have_the_values_that_are_pinned() {
    let compiled = Compiled::new(problem()).unwrap();
    let values: Vec<Value> = (0..4).map(Value).collect();
    let by = |pin: u32, variable: u32| {
        let pins = [(VarId(pin), Value(1))];
        let wanted = PerValue { pins: &pins, variable: VarId(variable), values: &values, most: 4 };
        compiled.attempts(&database(&[&[2]]), Budget::default(), &wanted)
    };
    let best = by(0, 1).unwrap().best;
    assert_eq!((best[0].0, best[0].1.satisfied), (Value(3), 3));
    assert!(best.iter().all(|(_, miss)| miss.bound.contains(&(VarId(0), Value(1)))), "{best:?}");
    assert_eq!((by(0, 0), by(0, 2)), (None, None));
}

/// The disjunction is the whole formula, so that only its alternatives distinguish the values.
#[test]
fn of_a_disjunction_each_value_has_the_alternative_that_comes_furthest() {
    let branch = |k, origin| Formula::And(vec![literal(k, &[0], origin), literal(3, &[0], origin + 1)]);
    let problem = alone(1, Formula::Or(vec![branch(1, 10), branch(2, 20)]));
    let tables = vec![tuples(&[]), tuples(&[&[2]]), tuples(&[&[1]]), tuples(&[&[3]])];
    let database = Tuples { size: 4, tables, sloppy: false };
    let (mut best, more, tried) = summary(attempts(problem, &database, Budget::default(), 5));
    best.sort_unstable();
    assert_eq!(best, [(1, 1, Some(Origin(21))), (2, 1, Some(Origin(11)))]);
    assert_eq!((more, tried), (0, 4));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pins_choose_among_the_solutions(bytes in prop::collection::vec(any::<u8>(), 60..260), more in 0usize..3) {
        let (problem, database) = random::problem(&bytes);
        let Ok(compiled) = Compiled::new(problem) else { return Ok(()) };
        let all = compiled.solve(&database, Budget::default()).assignments;
        for solution in all.iter().take(4) {
            let own = (0..solution.len()).filter_map(|at| Some((at, compiled.variable_at(at)?)));
            let own = own.filter(|(at, _)| solution[*at].is_used());
            let chosen: Vec<(usize, VarId)> = own.skip(more).step_by(2).take(1 + more).collect();
            let pins: Vec<(VarId, Value)> = chosen.iter().map(|(at, v)| (*v, solution[*at])).collect();
            let (found, _) = compiled.explain_pinned(&database, Budget::default(), &pins).unwrap();
            let agrees = |other: &&std::sync::Arc<[Value]>| chosen.iter().all(|(at, _)| other[*at] == solution[*at]);
            let expected: Vec<_> = all.iter().filter(agrees).cloned().collect();
            prop_assert_eq!(found.assignments, expected);
        }
    }
    #[test]
    fn attempts_are_of_values_without_a_solution(bytes in prop::collection::vec(any::<u8>(), 60..260)) {
        let (problem, database) = random::problem(&bytes);
        let Ok(compiled) = Compiled::new(problem) else { return Ok(()) };
        let values: Vec<Value> = (0..database.size).map(Value).collect();
        let wanted = PerValue { pins: &[], variable: VarId(0), values: &values, most: 3 };
        let Some(attempts) = compiled.attempts(&database, Budget::default(), &wanted) else { return Ok(()) };
        prop_assert_eq!(attempts.tried, values.len());
        prop_assert!(attempts.best.len() <= 3);
        for (value, miss) in &attempts.best {
            prop_assert!(miss.bound.contains(&(VarId(0), *value)));
            let pinned = compiled.explain_pinned(&database, Budget::default(), &[(VarId(0), *value)]);
            prop_assert!(pinned.unwrap().0.assignments.is_empty());
        }
        let again = compiled.attempts(&database, Budget::default(), &wanted);
        prop_assert_eq!(again, Some(attempts));
    }
}
