//! Common parts of alternatives and calls are searched once: solutions and steps.

use super::toys::{alone, atom, definition, table, tuples};
use crate::testing::tables::{Table, Tuples};
use crate::{
    AccessPath, ArgSet, Budget, Compiled, DefId, Definition, Formula, Origin, Problem, Quantified, Relation,
    Value, VarId, VariantGroup,
};

const HERE: Origin = Origin(0);

/// Edges with a short list from each node.
fn edge() -> Table {
    let is_few = |table: &Table| {
        let given = table.access_path(1, ArgSet::default().with(0));
        let alone = [0, 1].map(|target| table.access_path(target, ArgSet::default()));
        (given, alone) == (Some(AccessPath::Few), [Some(AccessPath::Scan); 2])
    };
    (0..10_000).map(|mood| Table { mood, ..table(0, 2, true) }).find(is_few).unwrap()
}

/// A path of `len` edges, with a parallel path for each.
fn ladder(len: u32) -> Tuples {
    let edges = (0..len).flat_map(|k| [[2 * k, 2 * k + 1], [2 * k, 2 * k + 2], [2 * k + 1, 2 * k + 2]]);
    let edges = edges.map(|edge| edge.map(Value).to_vec()).collect();
    Tuples { size: 2 * len + 1, tables: vec![edges, tuples(&[&[0]])], sloppy: false }
}

/// `end` can be reached from the start, variable 0, by fewer than `most` edges; variables from 2 on are in
/// between.
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

fn check(problem: Problem<Table>, database: &Tuples, rows: usize, most_steps: u64) {
    let compiled = Compiled::new(problem).unwrap();
    let solutions = compiled.solve(database, Budget::default());
    assert_eq!(solutions.assignments.len(), rows);
    assert!(solutions.steps <= most_steps, "{} steps", solutions.steps);
}

#[test]
fn chains_of_different_lengths_are_walked_once() {
    let chain = |most| {
        let parts = vec![atom(&table(1, 1, true), &[0]), Formula::Or(reached(most))];
        alone(most + 1, Formula::And(parts))
    };
    // The start, one edge for each end but the first, and each end.
    check(chain(1), &ladder(4), 1, 2);
    check(chain(3), &ladder(4), 6, 1 + 5 + 6);
    check(chain(6), &ladder(4), 30, 1 + 29 + 30);
    // Ends are not lost where a chain cannot be extended.
    check(chain(6), &ladder(0), 1, 2);
}

/// Two consecutive edges, whose interface is the first `shown` of their three nodes.
fn way(shown: u32, formula: Option<VariantGroup>) -> Definition<Table> {
    let parts = vec![atom(&edge(), &[0, 1]), atom(&edge(), &[1, 2])];
    Definition { variants: formula, ..definition("Way", 3, shown, Formula::And(parts)) }
}

#[test]
fn where_all_of_something_is_known_some_of_it_is_looked_up() {
    // All paths of two edges whose end has, or has not, a further edge.
    let call =
        |def, args: &[u32]| Formula::Call(DefId(def), args.iter().map(|arg| VarId(*arg)).collect(), HERE);
    let problem = |wanted, formula| {
        let (body, locals) = (Box::new(call(2, &[2, 3])), vec![VarId(3)]);
        let goes_on = Quantified { wanted, body, locals, looked_at: Vec::new(), origin: HERE };
        let root = Formula::And(vec![call(1, &[0, 1, 2]), Formula::Quantified(goes_on)]);
        let definitions = vec![definition("Root", 4, 0, root), way(3, formula), way(2, formula)];
        Problem { definitions, root: DefId(0) }
    };
    for (wanted, rows) in [(true, 91), (false, 5)] {
        // Declared as variants of one formula, or not.
        let steps = [Some(VariantGroup(0)), None].map(|formula| {
            let compiled = Compiled::new(problem(wanted, formula)).unwrap();
            assert_eq!(compiled.code.lookups.is_empty(), formula.is_none());
            let solutions = compiled.solve(&ladder(20), Budget::default());
            assert_eq!(solutions.assignments.len(), rows);
            solutions.steps
        });
        // Each of 39 nodes costs a search of at least two steps.
        assert!(steps[0] + 78 <= steps[1], "{steps:?}");
    }
}
