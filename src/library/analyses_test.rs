//! Analyses of one's own: those of the page of the book against the built-in atoms, and all kinds of them
//! against the equations, over random functions.

use super::Library;
use ir::testing::random;
use ir::{
    BlockId, Effects, Flags, Function, InstructionHead, Model, ModelBuilder, Opcode, Type, TypeClass,
    ValueId, ValueKind,
};
use lang::atoms::{Atom, Fact, MemoryFact, ModelWorld};
use lang::candl::atom_table::AnalysisPoint;
use proptest::prelude::*;
use solver::{Database, Value};

/// The specifications in the code blocks of the page.
fn page() -> String {
    let page = include_str!("../../docs/src/analyses.md");
    let blocks = page.split("```candl\n").skip(1);
    blocks.filter_map(|block| Some(block.split_once("```")?.0)).collect()
}

/// The atoms that ask an analysis of a text, of a number of parameters, before and after an instruction and
/// on an edge.
fn atoms(text: &str, analysis: &str, parameters: usize) -> [Atom; 3] {
    let names = ["x", "y"];
    let given = names[..parameters].join(", ");
    let bound: String =
        names[..parameters].iter().map(|name| format!("∧ {{{name}}} ∈ {{_}}.operands ")).collect();
    let asks = format!(
        "Constraint Asks ( opcode{{i}} = br {bound}∧ {analysis}({{{given}}}) before {{i}} \
         ∧ {analysis}({{{given}}}) after {{i}} ∧ {{j}} ∈ {{i}}.successors \
         ∧ {analysis}({{{given}}}) on {{i}} -> {{j}} ) End"
    );
    let files = [("page", text), ("asks", &asks)];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).to_vec();
    let library = Library::new(files, Some(&["Asks".to_owned()]));
    assert!(!library.has_errors(), "{}", library.render(false));
    let relations = library.idioms()[0].compiled().relations();
    [AnalysisPoint::Before, AnalysisPoint::After, AnalysisPoint::On].map(|point| {
        let is_it = |atom: &&Atom| matches!(atom, Atom::OwnFact(fact) if fact.point == point);
        relations.iter().find(is_it).expect("asked at each point").clone()
    })
}

/// The pairs for which two atoms differ.
fn differences(model: &Model, own: &Atom, builtin: &Atom, values: &[ValueId]) -> Vec<(ValueId, ValueId)> {
    let (one, other) = (ModelWorld::new(model), ModelWorld::new(model));
    let pairs = values.iter().flat_map(|x| model.instructions().map(move |at| (*x, at)));
    let differ = |(x, at): &(ValueId, ValueId)| {
        let args = [Value(x.0), Value(at.0)];
        one.holds(own, &args) != other.holds(builtin, &args)
    };
    pairs.filter(differ).collect()
}

/// The accesses of a block, stores with `true`, and its successors.
type BlockChoices = (Vec<(bool, u8)>, [u8; 2]);

/// A function with three variables on the stack: blocks of loads and stores, each with the blocks it goes to.
fn with_variables(blocks: &[BlockChoices]) -> Model {
    let mut builder = ModelBuilder::new(Function::default());
    let mut ty = |name: &str, class| builder.ty(Type { name: name.to_owned(), class, element: None });
    let (int, truth) = (ty("i32", Some(TypeClass::Integer)), ty("i1", Some(TypeClass::Integer)));
    let (pointer, void) = (ty("ptr", Some(TypeClass::Pointer)), ty("void", None));
    builder.parameter(truth, "c");
    builder.parameter(int, "n");
    let instruction =
        |builder: &mut ModelBuilder, opcode, ty, effects, operands: &[(u32, ValueKind, u32)]| {
            let head = InstructionHead { opcode, ty, name: "", flags: Flags::NONE, effects, location: None };
            builder.instruction(head, operands.iter().copied(), []);
            if matches!(opcode, Opcode::Load | Opcode::Store) {
                builder.access_size(4);
            }
        };
    for _ in 0..3 {
        instruction(&mut builder, Opcode::Alloca, pointer, Effects::NONE, &[]);
    }
    instruction(&mut builder, Opcode::Br, void, Effects::NONE, &[]);
    builder.end_block([BlockId(1)]);
    for (accesses, targets) in blocks {
        for (is_store, variable) in accesses {
            let address = (ValueKind::Instruction, u32::from(variable % 3));
            match is_store {
                true => {
                    let operands = [(0, ValueKind::Parameter, 1), (1, address.0, address.1)];
                    instruction(&mut builder, Opcode::Store, void, Effects::WRITES, &operands);
                }
                false => {
                    instruction(
                        &mut builder,
                        Opcode::Load,
                        int,
                        Effects::READS,
                        &[(0, address.0, address.1)],
                    );
                }
            }
        }
        // Block 0 is the entry, to which nothing leads: it stands for leaving the function.
        let mut next: Vec<BlockId> = targets
            .iter()
            .map(|target| BlockId(u32::from(*target) % (blocks.len() as u32 + 1)))
            .filter(|target| target.0 > 0)
            .collect();
        next.dedup();
        match next.len() {
            0 => instruction(&mut builder, Opcode::Ret, void, Effects::NONE, &[]),
            1 => instruction(&mut builder, Opcode::Br, void, Effects::NONE, &[]),
            _ => instruction(&mut builder, Opcode::Br, void, Effects::NONE, &[(0, ValueKind::Parameter, 0)]),
        }
        builder.end_block(next);
    }
    builder.finish()
}

/// The values of a fact before and after each instruction, by iteration of the equations until nothing
/// changes. `acts` says of an instruction whether it begins and whether it ends the fact.
fn by_equations(
    model: &Model,
    (is_forward, is_must): (bool, bool),
    at_boundary: bool,
    acts: &dyn Fn(ValueId) -> (bool, bool),
) -> Vec<(ValueId, bool, bool)> {
    let mut facts: Vec<(ValueId, bool, bool)> =
        model.instructions().map(|at| (at, is_must, is_must)).collect();
    loop {
        let old = facts.clone();
        let value = |at: ValueId| old.iter().find(|(known, ..)| *known == at).copied().unwrap();
        for (at, before, after) in &mut facts {
            let block = model.block_of(*at).unwrap();
            let meet = |values: Vec<bool>| match is_must {
                true => values.iter().all(|value| *value),
                false => values.contains(&true),
            };
            let (begins, ends) = acts(*at);
            if is_forward {
                *before = match model.block_first(block) == *at {
                    false => value(ValueId(at.0 - 1)).2,
                    true => {
                        let sources = model.block_predecessors(block).iter();
                        let sources = sources.map(|(_, from)| value(model.terminator(*from)).2);
                        meet(sources.chain((block.index() == 0).then_some(at_boundary)).collect())
                    }
                };
                *after = begins || *before && !ends;
            } else {
                *after = match model.terminator(block) == *at {
                    false => value(ValueId(at.0 + 1)).1,
                    true => {
                        let next = model.block_successors(block);
                        let sources = next.iter().map(|to| value(model.block_first(*to)).1);
                        meet(sources.chain(next.is_empty().then_some(at_boundary)).collect())
                    }
                };
                *before = begins || *after && !ends;
            }
        }
        if facts == old {
            return facts;
        }
    }
}

/// The kinds of analyses of a formula: direction, force, boundary.
fn kinds() -> Vec<(bool, bool, usize)> {
    let pairs = [(true, true), (true, false), (false, true), (false, false)];
    pairs
        .into_iter()
        .flat_map(|(forward, must)| (0..3).map(move |boundary| (forward, must, boundary)))
        .collect()
}

/// The text of analyses of one and of two parameters, and of none, of a kind.
fn texts((is_forward, is_must, boundary): (bool, bool, usize)) -> [String; 3] {
    let direction = if is_forward { "forward" } else { "backward" };
    let force = if is_must { "must" } else { "may" };
    let word = if is_forward { "entry" } else { "exit" };
    let boundary = |formula: &str| match boundary {
        0 => format!("{word} none"),
        1 => format!("{word} all"),
        _ => format!("{word} {formula}"),
    };
    [
        format!(
            "Analysis Own({{}}) {direction} {force} gen {{i}} opcode{{i}} ∈ {{load, fadd}} \
             kill {{i}} opcode{{i}} ∈ {{store, fadd}} {} End",
            boundary("opcode{_} = icmp")
        ),
        format!(
            "Analysis Own({{x}}) {direction} {force} gen {{i}} ( {{x}} ∈ {{i}}.operands ∧ none ( opcode{{i}} = icmp ) ) \
             kill {{j}} ( opcode{{j}} = store ∨ {{x}} = {{j}}.operands[1] ) {} End",
            boundary("{x} ∈ {_}.operands")
        ),
        format!(
            "Analysis Own({{x, y}}) {direction} {force} gen {{i}} ( {{x}} ∈ {{i}}.operands ∧ {{y}} ∈ {{i}}.operands ) \
             kill {{i}} opcode{{i}} = load {} End",
            boundary("ir_type{y} = argument")
        ),
    ]
}

/// Whether an operand of an instruction, of a number or any, is a value.
fn has_operand(model: &Model, at: ValueId, n: Option<u32>, value: ValueId) -> bool {
    model.operands(at).iter().any(|edge| edge.to == value && n.is_none_or(|n| edge.n == n))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn liveness_of_the_page_is_the_built_in_one(model in random::model()) {
        let [own, ..] = atoms(&page(), "Live", 1);
        let values: Vec<ValueId> = model.values().collect();
        prop_assert_eq!(differences(&model, &own, &Fact::Live.into(), &values), []);
    }

    #[test]
    fn available_expressions_of_the_page_are_the_built_in_ones(model in random::model()) {
        let world = ModelWorld::new(&model);
        let is_expression = |value: &ValueId| {
            world.holds(&Fact::SameExpression.into(), &[Value(value.0), Value(value.0)])
        };
        let values: Vec<ValueId> = model.instructions().filter(is_expression).collect();
        for (analysis, builtin) in [
            ("Available", Fact::Available),
            ("PartiallyAvailable", Fact::PartiallyAvailable),
            ("Anticipated", Fact::Anticipated),
        ] {
            let [own, ..] = atoms(&page(), analysis, 1);
            prop_assert_eq!(differences(&model, &own, &builtin.into(), &values), [], "{}", analysis);
        }
    }

    #[test]
    fn reaching_definitions_of_the_page_are_the_built_in_ones(
        blocks in proptest::collection::vec(
            (proptest::collection::vec((any::<bool>(), any::<u8>()), 0..4), any::<[u8; 2]>()), 1..7,
        ),
    ) {
        let model = with_variables(&blocks);
        let [own, ..] = atoms(&page(), "Reaching", 1);
        let world = ModelWorld::new(&model);
        let of = |opcode| -> Vec<ValueId> {
            model.instructions().filter(|at| model.opcode(*at) == Some(opcode)).collect()
        };
        let loads = of(Opcode::Load);
        for (store, load) in of(Opcode::Store).into_iter().flat_map(|store| loads.iter().map(move |load| (store, *load))) {
            let args = [Value(store.0), Value(load.0)];
            let is_read = model.operand(store, 1) == model.operand(load, 0) && world.holds(&own, &args);
            prop_assert_eq!(world.holds(&MemoryFact::Reaches.into(), &args), is_read, "{:?} {:?}", store, load);
        }
    }

    #[test]
    fn loads_that_are_read_before_or_later_are_those_of_the_equations(
        blocks in proptest::collection::vec(
            (proptest::collection::vec((any::<bool>(), any::<u8>()), 0..4), any::<[u8; 2]>()), 1..7,
        ),
    ) {
        let model = with_variables(&blocks);
        let world = ModelWorld::new(&model);
        for (analysis, is_forward) in [("ReadBefore", true), ("ReadLater", false)] {
            let own = atoms(&page(), analysis, 1);
            for load in model.instructions().filter(|at| model.opcode(*at) == Some(Opcode::Load)) {
                // The variables are apart, and nothing else writes them.
                let address = model.operand(load, 0).unwrap();
                let acts = |at: ValueId| match model.opcode(at) {
                    Some(Opcode::Load) => (model.operand(at, 0) == Some(address), false),
                    Some(Opcode::Store) => (false, model.operand(at, 1) == Some(address)),
                    _ => (false, at == address),
                };
                for (at, before, after) in by_equations(&model, (is_forward, true), false, &acts) {
                    let args = [Value(load.0), Value(at.0)];
                    prop_assert_eq!(world.holds(&own[0], &args), before, "{} {:?} before {:?}", analysis, load, at);
                    prop_assert_eq!(world.holds(&own[1], &args), after, "{} {:?} after {:?}", analysis, load, at);
                }
            }
        }
    }

    #[test]
    fn expressions_computed_before_are_those_of_the_equations(model in random::model()) {
        let [own, ..] = atoms(&page(), "ComputedBefore", 1);
        let world = ModelWorld::new(&model);
        let is_one = |x: ValueId, y: ValueId| world.holds(&Fact::SameUpToFlags.into(), &[Value(x.0), Value(y.0)]);
        for e in model.instructions().filter(|at| is_one(*at, *at)) {
            let acts = |at: ValueId| (is_one(at, e), has_operand(&model, e, None, at));
            for (at, before, _) in by_equations(&model, (true, true), false, &acts) {
                prop_assert_eq!(world.holds(&own, &[Value(e.0), Value(at.0)]), before, "{:?} {:?}", e, at);
            }
        }
    }

    #[test]
    fn all_kinds_of_analyses_are_solved_by_their_equations(model in random::model(), kind in 0..12usize, picks in any::<[u16; 3]>()) {
        let kind = kinds()[kind];
        let (is_forward, is_must, boundary) = kind;
        let values: Vec<ValueId> = model.values().collect();
        let pick = |n: usize| values[usize::from(picks[n]) % values.len()];
        let has = |opcode| model.instructions().any(|at| model.opcode(at) == Some(opcode));
        let is_used = |value| model.instructions().any(|at| has_operand(&model, at, None, value));
        let is_parameter = |value: ValueId| model.parameters().any(|parameter| parameter == value);
        let is_of = |at: ValueId, opcodes: &[Opcode]| model.opcode(at).is_some_and(|own| opcodes.contains(&own));
        for (parameters, text) in texts(kind).iter().enumerate() {
            let (x, y) = (pick(0), pick(1));
            let at_boundary = match (boundary, parameters) {
                (0, _) => false,
                (1, _) => true,
                (_, 0) => has(Opcode::ICmp),
                (_, 1) => is_used(x),
                _ => is_parameter(y),
            };
            let acts = |at: ValueId| match parameters {
                0 => (is_of(at, &[Opcode::Load, Opcode::FAdd]), is_of(at, &[Opcode::Store, Opcode::FAdd])),
                1 => (
                    has_operand(&model, at, None, x) && !is_of(at, &[Opcode::ICmp]),
                    is_of(at, &[Opcode::Store]) || has_operand(&model, at, Some(1), x) || at == x,
                ),
                _ => (
                    has_operand(&model, at, None, x) && has_operand(&model, at, None, y),
                    is_of(at, &[Opcode::Load]) || at == x || at == y,
                ),
            };
            let expected = by_equations(&model, (is_forward, is_must), at_boundary, &acts);
            let own = atoms(text, "Own", parameters);
            let world = ModelWorld::new(&model);
            let args = |points: &[ValueId]| -> Vec<Value> {
                [x, y][..parameters].iter().chain(points).map(|value| Value(value.0)).collect()
            };
            for (at, before, after) in &expected {
                prop_assert_eq!(world.holds(&own[0], &args(&[*at])), *before, "{} before {:?}", text, at);
                prop_assert_eq!(world.holds(&own[1], &args(&[*at])), *after, "{} after {:?}", text, at);
                let block = model.block_of(*at).unwrap();
                for (to, to_before, _) in &expected {
                    let next = model.block_of(*to).unwrap();
                    let is_edge = model.terminator(block) == *at
                        && model.block_first(next) == *to
                        && model.block_successors(block).contains(&next);
                    let on_edge = is_edge && if is_forward { *after } else { *to_before };
                    prop_assert_eq!(world.holds(&own[2], &args(&[*at, *to])), on_edge, "{} on {:?} {:?}", text, at, to);
                }
            }
        }
    }
}
