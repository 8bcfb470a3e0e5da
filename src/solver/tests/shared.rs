//! Searches that share answers in one database have the same results as separate searches.

use super::random::{Writer, writer};
use crate::testing::tables::{Table, Tuples};
use crate::{
    Budget, Compiled, Database, DefId, Formula, Problem, PushedPredicate, Shared, Solutions, Value, VarId,
};
use proptest::prelude::*;

/// A database whose searches share answers.
struct Sharing<'w> {
    database: &'w Tuples,
    shared: Shared,
}

impl Database<Table> for Sharing<'_> {
    fn size(&self) -> u32 {
        self.database.size()
    }

    fn holds(&self, relation: &Table, args: &[Value]) -> bool {
        self.database.holds(relation, args)
    }

    fn candidates(&self, relation: &Table, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        self.database.candidates(relation, target, args, out);
    }

    fn candidates_for_all(&self, predicates: &[PushedPredicate<'_, Table>], out: &mut Vec<Value>) -> bool {
        self.database.candidates_for_all(predicates, out)
    }

    fn shared(&self) -> Option<&Shared> {
        Some(&self.shared)
    }
}

/// Problems with common definitions, each with a root of its own.
fn related(bytes: &[u8]) -> (Vec<Problem<Table>>, Tuples) {
    let (mut writer, database) = writer(bytes);
    for _ in 0..2 {
        let def = writer.definition(false);
        writer.perhaps_projected(def);
    }
    let helpers = writer.definitions.len();
    let problems = (0..3).map(|_| {
        writer.definitions.truncate(helpers);
        let root = match writer.draw.one_in(2) {
            true => writer.definition(true),
            false => calling(&mut writer, helpers),
        };
        Problem { definitions: writer.definitions.clone(), root }
    });
    (problems.collect(), database)
}

/// A root that calls the existing definitions, with common variables.
fn calling(writer: &mut Writer<'_>, helpers: usize) -> DefId {
    let count = 1 + writer.draw.below(3) as u32;
    let calls = (0..2 + writer.draw.below(2)).map(|_| {
        let callee = DefId(writer.draw.below(helpers) as u32);
        let width = writer.definitions[callee.index()].interface.len();
        let args = (0..width).map(|_| VarId(writer.draw.below(count as usize) as u32)).collect();
        Formula::Call(callee, args, writer.origin())
    });
    let body = Formula::And(calls.collect());
    writer.define(body, count, 0)
}

fn solutions(compiled: &Compiled<Table>, database: &impl Database<Table>) -> Solutions {
    let mut found = compiled.solve(database, Budget::default());
    // Answers of other searches cost no steps.
    found.steps = 0;
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_shared_is_what_each_finds_alone(bytes in prop::collection::vec(any::<u8>(), 60..260)) {
        let (problems, database) = related(&bytes);
        let compiled: Vec<_> = problems.into_iter().filter_map(|problem| Compiled::new(problem).ok()).collect();
        let alone: Vec<Solutions> = compiled.iter().map(|compiled| solutions(compiled, &database)).collect();
        let sharing = Sharing { database: &database, shared: Shared::default() };
        // Once each, and again when all answers are known.
        for _ in 0..2 {
            for (compiled, alone) in compiled.iter().zip(&alone) {
                prop_assert_eq!(&solutions(compiled, &sharing), alone);
            }
        }
    }
}

#[test]
fn problems_share_something() {
    let mut state = 7u64;
    let mut byte = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u8
    };
    let mut again = || {
        let bytes: Vec<u8> = (0..200).map(|_| byte()).collect();
        let (problems, database) = related(&bytes);
        let sharing = Sharing { database: &database, shared: Shared::default() };
        let mut found = 0;
        for compiled in problems.into_iter().filter_map(|problem| Compiled::new(problem).ok()) {
            solutions(&compiled, &sharing);
            found = sharing.shared.found_again();
        }
        found
    };
    let found: u64 = (0..300).map(|_| again()).sum();
    assert!(found > 40, "{found} answers of others were used");
}

#[test]
fn no_search_takes_more_steps_than_alone() {
    let bytes: Vec<u8> = (0..200u64).map(|k| ((k * 0x9E37_79B9) >> 13) as u8).collect();
    let (problems, database) = related(&bytes);
    let sharing = Sharing { database: &database, shared: Shared::default() };
    for compiled in problems.into_iter().filter_map(|problem| Compiled::new(problem).ok()) {
        let alone = compiled.solve(&database, Budget::default()).steps;
        for _ in 0..2 {
            let beside_others = compiled.solve(&sharing, Budget::default()).steps;
            assert!(beside_others <= alone, "{beside_others} steps, and {alone} alone");
        }
    }
}
