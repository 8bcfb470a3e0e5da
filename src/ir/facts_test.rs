//! The derived facts against their definitions, on random models.

use super::testing::by_definition::Definitions;
use super::testing::random;
use super::testing::sketch::{draft, type_of};
use super::{BlockDraft, BlockId, Flow, Function, Model, ModelBuilder, Opcode, Paths, ValueId};
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() }
}

/// Every pair of values.
fn pairs(model: &Model) -> impl Iterator<Item = (ValueId, ValueId)> + '_ {
    model.values().flat_map(|a| model.values().map(move |b| (a, b)))
}

/// The values `b` for which `related(a, b)`.
fn related(model: &Model, holds: impl Fn(ValueId) -> bool) -> Vec<ValueId> {
    model.values().filter(|v| holds(*v)).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn dominance_is_as_defined(model in random::model()) {
        let defined = Definitions::new(&model);
        for (a, b) in pairs(&model) {
            prop_assert_eq!(model.dominates(a, b), defined.dominates(a, b), "{:?} dom {:?}", a, b);
            prop_assert_eq!(model.post_dominates(a, b), defined.post_dominates(a, b), "{:?} pdom {:?}", a, b);
        }
        for v in model.values() {
            prop_assert_eq!(model.dominators(v), related(&model, |a| defined.dominates(a, v)));
            prop_assert_eq!(model.dominated(v), related(&model, |b| defined.dominates(v, b)));
            prop_assert_eq!(model.post_dominators(v), related(&model, |a| defined.post_dominates(a, v)));
            prop_assert_eq!(model.post_dominated(v), related(&model, |b| defined.post_dominates(v, b)));
        }
    }

    #[test]
    fn dependence_is_as_defined(model in random::model()) {
        let defined = Definitions::new(&model);
        for (a, b) in pairs(&model) {
            prop_assert_eq!(model.precedes(a, b), defined.cfg[a.index()].contains(&b), "{:?} before {:?}", a, b);
            prop_assert_eq!(model.flows_into(a, b), defined.dfg[a.index()].contains(&b), "{:?} into {:?}", a, b);
            prop_assert_eq!(model.controls(a, b), defined.cdg[a.index()].contains(&b), "{:?} controls {:?}", a, b);
            prop_assert_eq!(model.phi_depends(a, b), defined.phi_depends(a, b), "phi {:?} {:?}", a, b);
            prop_assert_eq!(model.has_dependence(a, b), defined.pdg[a.index()].contains(&b), "{:?} {:?}", a, b);
        }
        for v in model.values() {
            prop_assert_eq!(&model.control_dependents(v), &defined.cdg[v.index()]);
            prop_assert_eq!(model.control_dependences(v), related(&model, |a| defined.cdg[a.index()].contains(&v)));
            prop_assert_eq!(&model.dependents(v), &defined.pdg[v.index()]);
            prop_assert_eq!(model.dependences(v), related(&model, |a| defined.pdg[a.index()].contains(&v)));
        }
    }

    #[test]
    fn components_are_as_defined(model in random::model()) {
        let defined = Definitions::new(&model);
        // The parameters are on no path, so value 0 as a detour restricts nothing.
        let reaches = |a, b| a == b || !Definitions::passes(&defined.cfg, model.terminator(a), model.block_first(b), ValueId(0));
        for a in model.blocks() {
            for b in model.blocks() {
                let there = model.components().may_reach(a, b);
                prop_assert!(there || !reaches(a, b), "{:?} to {:?}", a, b);
                let both = there && model.components().may_reach(b, a);
                prop_assert_eq!(both, reaches(a, b) && reaches(b, a), "{:?} and {:?}", a, b);
            }
        }
    }

    #[test]
    fn control_flow_paths_are_as_defined(model in random::model()) {
        let (defined, paths) = (Definitions::new(&model), Paths::new(&model));
        for (a, b) in pairs(&model) {
            for c in model.instructions() {
                let all = model.position(a).is_some() && model.position(b).is_some();
                let expected = all && Definitions::passes(&defined.cfg, a, b, c);
                let found = paths.pass_through(Flow::Control, a, b, c);
                prop_assert_eq!(found, expected, "{:?} to {:?} through {:?}", a, b, c);
            }
        }
    }

    #[test]
    fn cuts_are_as_defined(model in random::model(), picks in proptest::collection::vec(any::<u16>(), 12)) {
        let (defined, paths) = (Definitions::new(&model), Paths::new(&model));
        let pick = |pick: &u16| ValueId(u32::from(*pick) % model.len() as u32);
        let cuts: Vec<Vec<ValueId>> =
            [0..0, 0..1, 1..3, 3..6, 6..12].into_iter().map(|at| picks[at].iter().map(pick).collect()).collect();
        for (flow, graph) in [(Flow::Control, &defined.cfg), (Flow::Data, &defined.dfg), (Flow::Any, &defined.pdg)] {
            let edges: Vec<(ValueId, ValueId)> =
                pairs(&model).filter(|(c, d)| graph[c.index()].contains(d)).collect();
            let mut some: Vec<(ValueId, ValueId)> = vec![(pick(&picks[0]), pick(&picks[1]))];
            if !edges.is_empty() {
                some.extend(picks[..4].iter().map(|pick| edges[usize::from(*pick) % edges.len()]));
            }
            for (a, b) in pairs(&model) {
                let all = flow != Flow::Control || (model.position(a).is_some() && model.position(b).is_some());
                for cut in &cuts {
                    let expected = all && Definitions::passes_any(graph, a, b, cut);
                    prop_assert_eq!(paths.pass_through_any(flow, a, b, cut), expected, "{:?}: {:?} to {:?} through {:?}", flow, a, b, cut);
                }
                for edge in &some {
                    let expected = all && Definitions::passes_edge(graph, a, b, *edge);
                    prop_assert_eq!(paths.pass_through_edge(flow, (a, b), *edge), expected, "{:?}: {:?} to {:?} on {:?}", flow, a, b, edge);
                }
            }
        }
    }

    #[test]
    fn data_and_dependence_paths_are_as_defined(model in random::model(), seed in any::<u32>()) {
        let (defined, paths) = (Definitions::new(&model), Paths::new(&model));
        for (k, (a, b)) in pairs(&model).enumerate() {
            let c = ValueId((seed.wrapping_add(k as u32)).wrapping_mul(0x9e37_79b1) % model.len() as u32);
            for (flow, graph) in [(Flow::Data, &defined.dfg), (Flow::Any, &defined.pdg)] {
                let found = paths.pass_through(flow, a, b, c);
                prop_assert_eq!(found, Definitions::passes(graph, a, b, c), "{:?}: {:?} to {:?} through {:?}", flow, a, b, c);
            }
        }
    }

    #[test]
    fn calculations_are_as_defined(model in random::model(), choices in proptest::collection::vec((any::<u8>(), 0..3u8), 60)) {
        let defined = Definitions::new(&model);
        for (k, choice) in choices.chunks(6).enumerate() {
            let set = |which| {
                let chosen = choice.iter().filter(move |c| c.1 == which);
                chosen.map(|c| ValueId(u32::from(c.0) % model.len() as u32)).collect::<Vec<_>>()
            };
            // In every other round the interface consists of all direct dependences of a result, which often
            // holds.
            let (origins, results) = (set(0), set(1));
            let interface = match (k % 2, results.first()) {
                (1, Some(result)) => model.dependences(*result),
                _ => set(2),
            };
            let found = Paths::new(&model).calculated_from(&origins, &results, &interface);
            let expected = defined.calculated_from(&origins, &results, &interface);
            prop_assert_eq!(found, expected, "{:?} {:?} {:?}", origins, results, interface);
        }
    }
}

/// A chain of this many blocks, each of which may also branch to the last.
fn chain(blocks: usize) -> Model {
    let mut builder = ModelBuilder::new(Function::default());
    let ty = builder.ty(type_of("void"));
    for k in 1..blocks {
        let successors = vec![BlockId::new(k), BlockId::new(blocks - 1)];
        builder.block(BlockDraft { instructions: vec![draft(Opcode::Br, ty, Vec::new())], successors });
    }
    builder
        .block(BlockDraft { instructions: vec![draft(Opcode::Ret, ty, Vec::new())], successors: Vec::new() });
    builder.finish()
}

#[test]
fn long_chains_need_no_deep_stack() {
    let (model, at) = (chain(50_000), ValueId);
    let (first, before, middle, last) = (at(0), at(24_999), at(25_000), at(49_999));
    assert!(model.dominates(first, middle) && model.dominates(first, last) && !model.dominates(middle, last));
    assert!(model.post_dominates(last, first) && !model.post_dominates(middle, first));
    assert!(model.controls(before, middle) && !model.controls(first, middle));
    let paths = Paths::new(&model);
    assert!(paths.pass_through(Flow::Control, first, middle, before));
    assert!(!paths.pass_through(Flow::Control, first, last, middle));
    assert!(paths.pass_through(Flow::Any, first, middle, before));
    assert!(!paths.pass_through(Flow::Any, first, middle, last));
    assert!(Paths::new(&model).calculated_from(&[first], &[middle], &[before]));
    assert!(!Paths::new(&model).calculated_from(&[first], &[middle], &[last]));
}

#[test]
fn a_declaration_has_no_instruction_and_no_facts() {
    let model = ModelBuilder::new(Function::default()).finish();
    assert!(model.control_dependence().dependents(BlockId::new(0)).is_empty());
    assert!(model.is_empty() && Paths::new(&model).calculated_from(&[], &[], &[]));
    let (a, b) = (ValueId(0), ValueId(1));
    assert!(!model.dominates(a, a) && !model.post_dominates(a, b) && !model.controls(a, b));
    assert!(model.dominators(a).is_empty() && model.control_dependents(a).is_empty());
}
