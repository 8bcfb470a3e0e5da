//! Candidates from several atoms against all values that the atoms admit, on random models and predicates.
//! Regions and loops are also checked to be listed exactly.

use super::{Atom, ControlFlow, DataFlow, Dominates, Kind, ModelWorld, Path};
use ir::testing::graphs::{graph, graphs};
use ir::testing::random;
use ir::{Flow, Model, Opcode, OpcodeClass, OpcodeSet, ValueId};
use proptest::prelude::*;
use solver::{Database, PushedPredicate, Relation, Term, Value};

const fn dominance(post: bool, strict: bool) -> Atom {
    Atom::ControlFlow(ControlFlow::Dominates(Dominates { post, strict, negated: false }))
}

fn atoms() -> Vec<Atom> {
    let opcodes = [OpcodeClass::Exactly(Opcode::Add), OpcodeClass::Branch, OpcodeClass::Call];
    let dominances = [(false, false), (false, true), (true, false), (true, true)];
    let edges = [ControlFlow::InSuccessors, ControlFlow::Successor(0), ControlFlow::Successor(1)];
    let flows =
        [(Flow::Data, None), (Flow::Data, Some(OpcodeSet::of(&[Opcode::Add]))), (Flow::Control, None)];
    let flows = flows.map(|(flow, through)| Path::Flows { flow, through });
    let paths = flows.into_iter().chain([Path::Around(Flow::Control)]).map(Atom::from);
    let negated = ControlFlow::Dominates(Dominates { post: false, strict: true, negated: true });
    let others = [negated.into(), DataFlow::Phi.into()];
    let opcodes = opcodes.into_iter().map(|class| Atom::Kind(Kind::Opcode(class)));
    let dominances = dominances.into_iter().map(|(post, strict)| dominance(post, strict));
    let edges = edges.into_iter().map(Atom::ControlFlow);
    opcodes.chain(dominances).chain(edges).chain(paths).chain(others).collect()
}

/// A predicate as numbers: the atom, and for each argument its kind and value.
type Plan = Vec<(usize, [(u8, u32); 3])>;

fn plans() -> impl Strategy<Value = Plan> {
    let term = || (0u8..4, any::<u32>());
    prop::collection::vec((0..16usize, [term(), term(), term()]), 1..6)
}

fn term((kind, number): (u8, u32), size: u32) -> Term {
    match kind {
        0 | 1 => Term::Sought,
        2 => Term::Known(Value(number % size)),
        _ => Term::Open(number % 2),
    }
}

/// The values with which all predicates hold for some values of the open variables.
fn admitted(world: &ModelWorld<'_>, predicates: &[PushedPredicate<'_, Atom>]) -> Vec<Value> {
    let all = || (0..world.size()).map(Value);
    let opens = |number: u32| {
        let used = predicates.iter().any(|predicate| predicate.terms.contains(&Term::Open(number)));
        if used { all().collect() } else { vec![Value(0)] }
    };
    let (first, second): (Vec<Value>, Vec<Value>) = (opens(0), opens(1));
    let holds = |sought: Value, open: [Value; 2]| {
        predicates.iter().all(|predicate| {
            let value = |term: &Term| match *term {
                Term::Sought => sought,
                Term::Known(value) => value,
                Term::Open(number) => open[number as usize],
            };
            world.holds(predicate.relation, &predicate.terms.iter().map(value).collect::<Vec<_>>())
        })
    };
    all().filter(|&v| first.iter().any(|&a| second.iter().any(|&b| holds(v, [a, b])))).collect()
}

/// The listed candidates, if there are any, and the admitted values; checks that the list is ascending and
/// complete.
fn check(
    world: &ModelWorld<'_>,
    predicates: &[PushedPredicate<'_, Atom>],
) -> Option<(Vec<Value>, Vec<Value>)> {
    let mut found = Vec::new();
    if !world.candidates_for_all(predicates, &mut found) {
        assert!(found.is_empty());
        return None;
    }
    let expect = admitted(world, predicates);
    assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
    assert!(expect.iter().all(|v| found.contains(v)), "{predicates:?}: {found:?} lacks some of {expect:?}");
    Some((found, expect))
}

fn check_plan(model: &Model, plan: &Plan) {
    let (world, atoms) = (ModelWorld::new(model), atoms());
    let size = world.size().max(1);
    let terms = |atom: &Atom, terms: &[(u8, u32); 3]| -> Vec<Term> {
        terms.iter().map(|&t| term(t, size)).take(atom.arity()).collect()
    };
    let with_terms: Vec<(&Atom, Vec<Term>)> =
        plan.iter().map(|(atom, args)| (&atoms[*atom], terms(&atoms[*atom], args))).collect();
    let predicates: Vec<PushedPredicate<'_, Atom>> =
        with_terms.iter().map(|&(relation, ref terms)| PushedPredicate { relation, terms }).collect();
    check(&world, &predicates);
}

/// Checks that all regions and all loops of instructions of some opcode are listed exactly.
fn check_questions(model: &Model) {
    let world = ModelWorld::new(model);
    let branch = Atom::Kind(Kind::Opcode(OpcodeClass::Branch));
    let (dom, post) = (dominance(false, false), dominance(true, true));
    let points = || model.instructions().map(|v| Term::Known(Value(v.0)));
    for (b, e) in points().flat_map(|b| points().map(move |e| (b, e))) {
        let (from, to) = ([b, Term::Sought], [e, Term::Sought]);
        let predicates = [
            PushedPredicate { relation: &branch, terms: &[Term::Sought] },
            PushedPredicate { relation: &dom, terms: &from },
            PushedPredicate { relation: &post, terms: &to },
        ];
        let (found, expect) = check(&world, &predicates).unwrap();
        assert_eq!(found, expect, "from {b:?} to {e:?}");
        check(&world, &predicates[1..]).unwrap();
        check(&world, &predicates[..2]).unwrap();
    }
    let (edge, post) = (Atom::ControlFlow(ControlFlow::InSuccessors), dominance(true, false));
    for x in points() {
        for (begin, end) in [(Term::Sought, Term::Open(0)), (Term::Open(0), Term::Sought)] {
            let terms = [[begin, end], [begin, x], [end, x], [begin, end]];
            let relations = [&edge, &dom, &post, &dom].into_iter();
            let predicates: Vec<PushedPredicate<'_, Atom>> =
                relations.zip(&terms).map(|(relation, terms)| PushedPredicate { relation, terms }).collect();
            let (found, expect) = check(&world, &predicates).unwrap();
            let Term::Known(at) = x else { unreachable!("a point is known") };
            let block = model.block_of(ValueId(at.0)).unwrap();
            if model.dominance().is_reachable(block) && !model.post_dominance().is_endless(block) {
                assert_eq!(found, expect, "around {x:?}");
            }
        }
    }
}

/// Checks the natural loops around each instruction in each of the three formulations: none is missing, and
/// no begin or end of another loop is listed.
fn check_natural_loops(model: &Model) {
    let world = ModelWorld::new(model);
    let (edge, dom, post) =
        (Atom::from(ControlFlow::InSuccessors), dominance(false, false), dominance(true, false));
    let not_behind =
        Atom::from(ControlFlow::Dominates(Dominates { post: false, strict: true, negated: true }));
    let around = Atom::from(Path::Around(Flow::Control));
    for x in model.instructions().map(|v| Term::Known(Value(v.0))) {
        for (begin, end) in [(Term::Sought, Term::Open(0)), (Term::Open(0), Term::Sought)] {
            let (edges, inside, triple) = ([begin, end], [begin, x], [x, end, begin]);
            let (before, out, behind) = ([x, end], [end, begin], [end, x]);
            let ways: [&[(&Atom, &[Term])]; 3] =
                [&[(&around, &triple)], &[(&dom, &before)], &[(&post, &out), (&not_behind, &behind)]];
            for way in ways {
                let loops: [(&Atom, &[Term]); 3] = [(&edge, &edges), (&dom, &edges), (&dom, &inside)];
                let predicates = loops.iter().chain(way);
                let predicates: Vec<PushedPredicate<'_, Atom>> =
                    predicates.map(|&(relation, terms)| PushedPredicate { relation, terms }).collect();
                check(&world, &predicates).unwrap();
            }
        }
    }
}

/// Checks the instructions of a loop, described by a path back to its latch, and the instructions that return
/// to a point.
fn check_insides(model: &Model) {
    let world = ModelWorld::new(model);
    let (edge, dom) = (Atom::from(ControlFlow::InSuccessors), dominance(false, false));
    let (around, back) = (
        Atom::from(Path::Around(Flow::Control)),
        Atom::from(Path::Flows { flow: Flow::Control, through: None }),
    );
    let points = || model.instructions().map(|v| Term::Known(Value(v.0)));
    for begin in points() {
        let inside = [begin, Term::Sought];
        for latch in points().chain([Term::Open(0)]) {
            let (edges, triple) = ([begin, latch], [Term::Sought, latch, begin]);
            let all: [(&Atom, &[Term]); 4] =
                [(&dom, &inside), (&around, &triple), (&edge, &edges), (&dom, &edges)];
            for few in [2, 4] {
                let predicates =
                    all[..few].iter().map(|&(relation, terms)| PushedPredicate { relation, terms });
                check(&world, &predicates.collect::<Vec<_>>()).unwrap();
            }
        }
        let returns = [Term::Sought, begin];
        let predicates = [
            PushedPredicate { relation: &dom, terms: &inside },
            PushedPredicate { relation: &back, terms: &returns },
        ];
        check(&world, &predicates).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_missing(model in random::model(), plans in prop::collection::vec(plans(), 12)) {
        plans.iter().for_each(|plan| check_plan(&model, plan));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn regions_and_loops_of_random_models(model in random::model()) {
        check_questions(&model);
        check_natural_loops(&model);
        check_insides(&model);
    }

    #[test]
    fn regions_and_loops_of_random_graphs(successors in graphs()) {
        let first = successors.len().min(14);
        let rows = successors[..first].iter();
        let rows = rows.map(|row| row.iter().copied().filter(|to| *to < first).collect());
        let model = graph(&rows.collect::<Vec<_>>());
        check_questions(&model);
        check_natural_loops(&model);
        check_insides(&model);
    }
}

/// From the point behind the inner loop, control returns to that loop through the outer one.
#[test]
fn a_point_that_comes_back_to_a_loop_is_not_in_it() {
    let rows: [&[usize]; 8] = [&[1], &[2], &[3, 5], &[4], &[6, 2], &[1], &[], &[0]];
    let model = graph(&rows.map(<[usize]>::to_vec));
    check_natural_loops(&model);
    let (edge, dom) = (Atom::from(ControlFlow::InSuccessors), dominance(false, false));
    let post = dominance(true, false);
    let not_behind =
        Atom::from(ControlFlow::Dominates(Dominates { post: false, strict: true, negated: true }));
    let (begin, latch, point) = (Term::Sought, Term::Open(0), Term::Known(Value(5)));
    let terms = [[begin, latch], [begin, latch], [begin, point], [latch, begin], [latch, point]];
    let relations = [&edge, &dom, &dom, &post, &not_behind];
    let predicates: Vec<PushedPredicate<'_, Atom>> = relations
        .into_iter()
        .zip(&terms)
        .map(|(relation, terms)| PushedPredicate { relation, terms })
        .collect();
    let (found, expect) = check(&ModelWorld::new(&model), &predicates).unwrap();
    assert!(expect.contains(&Value(2)) && found.contains(&Value(2)), "{found:?} {expect:?}");
}
