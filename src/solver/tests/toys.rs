//! Toy problems with known answers: queens, colourings, subgraphs, and the sets that collects denote.

use crate::testing::tables::{Table, Tuples};
use crate::{
    Budget, Collect, Column, Compiled, Completeness, DefId, Definition, Exhausted, Formula, LimitReached,
    Origin, Problem, Solutions, Value, VarId,
};

const HERE: Origin = Origin(0);

pub(super) fn table(id: usize, arity: usize, binds: bool) -> Table {
    Table { id, arity, binds, lax: false, exact: false, mood: 5 }
}

pub(super) fn tuples(rows: &[&[u32]]) -> Vec<Vec<Value>> {
    rows.iter().map(|row| row.iter().copied().map(Value).collect()).collect()
}

pub(super) fn definition(
    name: &str,
    variables: u32,
    interface: u32,
    body: Formula<Table>,
) -> Definition<Table> {
    let interface = (0..interface).map(VarId).collect();
    let variables = (0..variables).map(|v| format!("v{v}")).collect();
    Definition { name: name.to_owned(), variables, interface, body, variants: None, is_projected: false }
}

pub(super) fn alone(variables: u32, body: Formula<Table>) -> Problem<Table> {
    Problem { definitions: vec![definition("Root", variables, 0, body)], root: DefId(0) }
}

pub(super) fn atom(table: &Table, args: &[u32]) -> Formula<Table> {
    Formula::Atom(table.clone(), args.iter().copied().map(VarId).collect(), HERE)
}

fn solve(problem: Problem<Table>, database: &Tuples) -> (Compiled<Table>, Solutions) {
    let compiled = Compiled::new(problem).unwrap();
    let solutions = compiled.solve(database, Budget::default());
    assert_eq!(solutions.completeness, Completeness::Complete);
    (compiled, solutions)
}

/// Column of the queen in each row; relation d says that two columns d rows apart do not attack.
fn queens(n: u32) -> (Problem<Table>, Tuples) {
    let mut tables = vec![(0..n).map(|column| vec![Value(column)]).collect::<Vec<_>>()];
    for distance in 1..n {
        let fine = |&(a, b): &(u32, u32)| a != b && a.abs_diff(b) != distance;
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(fine);
        tables.push(pairs.map(|(a, b)| vec![Value(a), Value(b)]).collect());
    }
    let mut parts: Vec<_> = (0..n).map(|row| atom(&table(0, 1, true), &[row])).collect();
    for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
        parts.push(atom(&table((b - a) as usize, 2, false), &[a, b]));
    }
    (alone(n, Formula::And(parts)), Tuples { size: n, tables, sloppy: false })
}

#[test]
fn queens_are_placed_in_all_ways() {
    for (n, ways) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
        let (problem, database) = queens(n);
        let (_, solutions) = solve(problem, &database);
        assert_eq!(solutions.assignments.len(), ways, "{n} queens");
    }
    let (problem, database) = queens(4);
    let (_, solutions) = solve(problem, &database);
    let found: Vec<Vec<u32>> =
        solutions.assignments.iter().map(|row| row.iter().map(|value| value.0).collect()).collect();
    assert_eq!(found, [[1, 3, 0, 2], [2, 0, 3, 1]]);
}

/// Both directions of each edge.
fn graph(size: u32, edges: &[(u32, u32)]) -> Tuples {
    let both = edges.iter().flat_map(|&(a, b)| [vec![Value(a), Value(b)], vec![Value(b), Value(a)]]);
    Tuples { size, tables: vec![both.collect()], sloppy: false }
}

#[test]
fn subgraphs_are_found_once_per_embedding() {
    let edge = table(0, 2, true);
    let triangle = |edge: &Table| {
        alone(3, Formula::And(vec![atom(edge, &[0, 1]), atom(edge, &[1, 2]), atom(edge, &[2, 0])]))
    };
    let square_with_diagonal = graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
    assert_eq!(solve(triangle(&edge), &square_with_diagonal).1.assignments.len(), 12);
    let square = graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
    assert_eq!(solve(triangle(&edge), &square).1.assignments.len(), 0);
}

#[test]
fn colourings_are_counted() {
    // Variables are nodes, values colours: the cycle of five has (k-1)^5 - (k-1) of them.
    let cycle: Vec<_> = (0..5).map(|k| Formula::Differ(VarId(k), VarId((k + 1) % 5), HERE)).collect();
    for (colours, ways) in [(2, 0), (3, 30), (4, 240)] {
        let any = (0..5).map(|k| atom(&table(0, 1, true), &[k]));
        let parts = any.chain(cycle.iter().cloned()).collect();
        let all = (0..colours).map(|colour| vec![Value(colour)]).collect();
        let database = Tuples { size: colours, tables: vec![all], sloppy: false };
        assert_eq!(
            solve(alone(5, Formula::And(parts)), &database).1.assignments.len(),
            ways,
            "{colours} colours"
        );
    }
}

/// `node{x} ∧ collect i 2 ({a[i]} ∈ edges of x)`.
pub(super) fn neighbours(limit: u32) -> Problem<Table> {
    let body = definition("Body", 2, 2, atom(&table(0, 2, true), &[0, 1]));
    let slots: Vec<VarId> = (1..=limit).map(VarId).collect();
    let columns = vec![Column { slots, shared: false }];
    let origin = Origin(7);
    let collect = Formula::Collect(Collect { limit, body: DefId(1), outer: vec![VarId(0)], columns, origin });
    let root = Formula::And(vec![atom(&table(1, 1, true), &[0]), collect]);
    Problem { definitions: vec![definition("Root", 1 + limit, 0, root), body], root: DefId(0) }
}

#[test]
fn a_collect_holds_its_rows_in_order_and_says_when_they_are_too_many() {
    let edges = tuples(&[&[0, 2], &[0, 1], &[1, 0], &[2, 0], &[2, 1], &[2, 3]]);
    let nodes = tuples(&[&[0], &[1], &[2], &[3]]);
    let database = Tuples { size: 4, tables: vec![edges, nodes], sloppy: false };
    let (_, solutions) = solve(neighbours(2), &database);
    let none = Value::UNUSED;
    let rows: Vec<_> = solutions.assignments.iter().map(|row| row.to_vec()).collect();
    // Node 2 has three neighbours, one more than the limit.
    assert_eq!(
        rows,
        [vec![Value(0), Value(1), Value(2)], vec![Value(1), Value(0), none], vec![Value(3), none, none]]
    );
    assert_eq!(solutions.limits_reached, [LimitReached { origin: Origin(7), limit: 2 }]);
    assert_eq!(solve(neighbours(3), &database).1.limits_reached, []);
}

#[test]
fn the_budget_bounds_the_search_and_what_was_found_is_returned() {
    let (problem, database) = queens(7);
    let compiled = Compiled::new(problem).unwrap();
    let all = compiled.solve(&database, Budget::default());
    let some = compiled.solve(&database, Budget::of_steps(all.steps / 2));
    assert_eq!(
        (all.completeness, some.completeness),
        (Completeness::Complete, Completeness::Incomplete(Exhausted::Steps))
    );
    assert_eq!(some.steps, all.steps / 2);
    assert!(!some.assignments.is_empty() && some.assignments.iter().all(|row| all.assignments.contains(row)));
    assert_eq!(compiled.solve(&database, Budget::of_steps(all.steps)).completeness, Completeness::Complete);
}

#[test]
fn calls_with_one_prefix_share_and_private_parts_are_retained() {
    // Edge(x, y) with private middle m: x-m, m-y. Called as Step(a, b) and Step(b, c).
    let edge = table(0, 2, true);
    let step = definition("Step", 3, 2, Formula::And(vec![atom(&edge, &[0, 2]), atom(&edge, &[2, 1])]));
    let call = |a, b| Formula::Call(DefId(1), vec![VarId(a), VarId(b)], HERE);
    let root = definition("Root", 3, 0, Formula::And(vec![call(0, 1), call(1, 2)]));
    let path = Tuples { size: 5, tables: vec![tuples(&[&[0, 1], &[1, 2], &[2, 3], &[3, 4]])], sloppy: false };
    let (_, solutions) = solve(Problem { definitions: vec![root, step.clone()], root: DefId(0) }, &path);
    // a, its middle and b, then the second middle and c.
    let rows: Vec<Vec<u32>> =
        solutions.assignments.iter().map(|row| row.iter().map(|value| value.0).collect()).collect();
    assert_eq!(rows, [[0, 1, 2, 3, 4]]);
    // One variable for both ends: no cycle of length two in one database, one in the other.
    let round = definition("Root", 1, 0, Formula::Call(DefId(1), vec![VarId(0), VarId(0)], HERE));
    let problem = Problem { definitions: vec![round, step], root: DefId(0) };
    assert_eq!(solve(problem.clone(), &path).1.assignments.len(), 0);
    assert_eq!(solve(problem, &graph(5, &[(0, 1)])).1.assignments.len(), 2);
}
