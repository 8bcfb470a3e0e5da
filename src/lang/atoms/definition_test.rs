//! Every atom against a transcription of its definition, and its candidates against both, on random models.

use super::{
    Atom, Attribute, ControlFlow, DataFlow, Dominates, IrKind, Kind, Literal, ModelWorld, Named, Pair, Path,
    SetSizes, TypeName,
};
use ir::testing::by_definition::Definitions;
use ir::testing::random;
use ir::{
    Constant, Effects, Flags, Flow, Global, Model, Number, Opcode, OpcodeClass, OpcodeSet, Storage,
    TypeClass, ValueId, ValueKind,
};
use proptest::prelude::*;
use solver::{AccessPath, ArgSet, Database, Relation, Value};
use std::collections::HashMap;

/// Atoms of every form that supply candidates.
fn binding() -> Vec<Atom> {
    let opcodes = ["phi", "add", "br", "branch", "call", "invoke", "zext", "gep", "fdiv"];
    let opcodes = opcodes.map(|s| Kind::Opcode(OpcodeClass::from_name(s).unwrap()));
    let types = ["integer", "float", "vector", "pointer", "i32", "double", "i16"];
    let types = types.map(|s| Kind::DataType(TypeName::parse(s, false).unwrap()));
    let quoted = ["float", "<4 x i32>"].map(|s| Kind::DataType(TypeName::parse(s, true).unwrap()));
    let kinds =
        [IrKind::Literal, IrKind::Argument, IrKind::Instruction, IrKind::Preexecution, IrKind::Global];
    let kinds = kinds.into_iter().chain([IrKind::Splat, IrKind::Undefined]).map(Kind::Ir);
    let literals = ["0", "1", "-1", "255", "1.5", "2"].map(|s| Kind::Literal(Literal::parse(s).unwrap()));
    let flags = ["fast", "reassoc", "nsw", "nneg", "exact"].map(|s| Kind::Flag(Flags::from_name(s).unwrap()));
    let names = ["sqrt", "printf", "table", "sqrtf"].map(|s| Named::Function(s.to_owned()));
    let attributes = ["pure", "const", "nounwind", "cold"]
        .map(|s| Named::Attribute(Attribute::from_name(s, false).unwrap()));
    let data = [DataFlow::InArgs, DataFlow::InOperands, DataFlow::Phi, DataFlow::PhiOperand];
    let numbered = (0..4).flat_map(|n| [DataFlow::Arg(n), DataFlow::Operand(n)]);
    let control = [ControlFlow::InSuccessors, ControlFlow::Controls, ControlFlow::DependenceEdge];
    let control = control.into_iter().chain((0..4).map(ControlFlow::Successor)).chain(dominations(false));
    let kinds = opcodes.into_iter().chain(types).chain(quoted).chain(kinds).chain(literals).chain(flags);
    let zeros = [Kind::IntegerZero, Kind::FloatZero, Kind::Null];
    let kinds = kinds.chain(zeros).chain([Kind::ConstantVariable, Kind::Local]).map(Atom::from);
    let names = names.into_iter().chain(attributes).map(Atom::from);
    kinds
        .chain(names)
        .chain(data.into_iter().chain(numbered).map(Atom::from))
        .chain(control.map(Atom::from))
        .collect()
}

/// Atoms of every form that binds nothing, of at most two variables.
fn checking() -> Vec<Atom> {
    let few = OpcodeSet::of(&[Opcode::Phi, Opcode::Add, Opcode::FAdd, Opcode::Br]);
    let flows = [Flow::Control, Flow::Data]
        .into_iter()
        .flat_map(|flow| [None, Some(few)].map(|through| Path::Flows { flow, through }));
    let pairs = [Pair::Before, Pair::Behind, Pair::SameType].map(Atom::from);
    let kinds = [Atom::Kind(Kind::NotNumericConstant)].into_iter().chain(pairs);
    let kinds = kinds.chain([Atom::BeyondLimit]);
    dominations(true).map(Atom::from).chain(kinds).chain(flows.map(Atom::from)).collect()
}

/// Whether a path leads from one node to the other, computed by the closure of the edges.
fn leads(
    model: &Model,
    edges: &[Vec<ValueId>],
    from: ValueId,
    to: ValueId,
    through: Option<OpcodeSet>,
) -> bool {
    let mut reached = edges[from.index()].clone();
    loop {
        let may_pass = |v: &&ValueId| {
            let opcode = model.opcode(**v).into_iter().collect();
            through.is_none_or(|set| set.meets(opcode))
        };
        let next = reached.iter().filter(may_pass).flat_map(|v| &edges[v.index()]);
        let Some(new) = next.copied().find(|v| !reached.contains(v)) else { return reached.contains(&to) };
        reached.push(new);
    }
}

fn dominations(negated: bool) -> impl Iterator<Item = ControlFlow> {
    let all = [(false, false), (false, true), (true, false), (true, true)];
    all.into_iter().map(move |(post, strict)| ControlFlow::Dominates(Dominates { post, strict, negated }))
}

/// Whether the atom holds according to its row in the table of atoms.
fn defined(model: &Model, graphs: &Definitions<'_>, atom: &Atom, args: &[Value]) -> bool {
    if args.iter().any(|v| !v.is_used()) {
        return false;
    }
    let v: Vec<ValueId> = args.iter().map(|v| ValueId(v.0)).collect();
    match atom {
        Atom::Kind(kind) => defined_kind(model, graphs, kind, v[0]),
        Atom::Named(Named::Function(name)) => model.global(v[0]).is_some_and(|g| g.canonical == *name),
        Atom::Named(Named::Attribute(Attribute::Pure)) => graphs.is_pure(v[0]),
        Atom::Named(Named::Attribute(Attribute::Const)) => {
            let reads = |g: &Global| g.effects.contains(Effects::READS);
            graphs.is_pure(v[0]) && !model.global(v[0]).is_some_and(reads)
        }
        Atom::Named(Named::Attribute(Attribute::Llvm(name))) => {
            model.global(v[0]).is_some_and(|g| g.is_function && g.attributes.contains(name))
        }
        Atom::DataFlow(DataFlow::Arg(n)) => model.args(v[1]).iter().any(|e| e.n == *n && e.to == v[0]),
        Atom::DataFlow(DataFlow::InArgs) => graphs.dfg[v[0].index()].contains(&v[1]),
        Atom::DataFlow(DataFlow::Operand(n)) => {
            model.operands(v[1]).iter().any(|e| e.n == *n && e.to == v[0])
        }
        Atom::DataFlow(DataFlow::InOperands) => model.operands(v[1]).iter().any(|e| e.to == v[0]),
        Atom::DataFlow(DataFlow::Phi) => {
            let taken = model.args(v[2]).iter().filter(|e| e.to == v[0]);
            model.opcode(v[2]) == Some(Opcode::Phi)
                && taken.map(|e| model.phi_sources(v[2])[e.n as usize]).any(|from| from == v[1])
        }
        Atom::DataFlow(DataFlow::PhiOperand) => {
            let sources = model.phi_sources(v[2]).iter().zip(model.operands(v[2]));
            model.opcode(v[2]) == Some(Opcode::Phi)
                && sources.into_iter().any(|(from, operand)| (operand.to, *from) == (v[0], v[1]))
        }
        Atom::ControlFlow(ControlFlow::Successor(n)) => {
            graphs.cfg[v[1].index()].get(*n as usize) == Some(&v[0])
        }
        Atom::ControlFlow(ControlFlow::InSuccessors) => graphs.cfg[v[1].index()].contains(&v[0]),
        Atom::ControlFlow(ControlFlow::Controls) => graphs.cdg[v[0].index()].contains(&v[1]),
        Atom::ControlFlow(ControlFlow::DependenceEdge) => graphs.pdg[v[0].index()].contains(&v[1]),
        Atom::ControlFlow(ControlFlow::Dominates(kind)) => {
            let dominates =
                if kind.post { graphs.post_dominates(v[0], v[1]) } else { graphs.dominates(v[0], v[1]) };
            let holds = dominates && (!kind.strict || v[0] != v[1]);
            v.iter().all(|v| model.kind(*v) == ValueKind::Instruction) && holds != kind.negated
        }
        Atom::Pair(Pair::Before) => v[0].0 <= v[1].0,
        Atom::Pair(Pair::Behind) => {
            let layout: Vec<ValueId> = model
                .blocks()
                .flat_map(|block| (model.block_first(block).0..=model.terminator(block).0).map(ValueId))
                .collect();
            layout.windows(2).any(|pair| pair == [v[1], v[0]])
        }
        Atom::Pair(Pair::SameType) => model.type_of(v[0]).name == model.type_of(v[1]).name,
        Atom::Path(Path::Flows { flow: Flow::Control, through }) => {
            leads(model, &graphs.cfg, v[0], v[1], *through)
        }
        Atom::Path(Path::Flows { through, .. }) => leads(model, &graphs.dfg, v[0], v[1], *through),
        Atom::Bits(_) => panic!("tested by cases"),
        Atom::Path(_) => panic!("tested with the derived facts"),
        Atom::Fact(_) | Atom::ConstantValue(_) => panic!("tested with the dataflow analyses"),
        Atom::BeyondLimit => false,
        Atom::CallFact(_) => panic!("tested with the facts about functions"),
        Atom::OwnFact(_) | Atom::Given(_) => panic!("tested with the library"),
        Atom::MemoryFact(_) => panic!("tested with the analyses of memory"),
        Atom::Access(_) => panic!("tested in tests/accesses"),
    }
}

fn defined_kind(model: &Model, graphs: &Definitions<'_>, kind: &Kind, x: ValueId) -> bool {
    let (what, ty) = (model.kind(x), model.type_of(x));
    let ends_block = model.block_of(x).is_some_and(|b| model.terminator(b) == x);
    match kind {
        Kind::Opcode(OpcodeClass::Exactly(opcode)) => model.opcode(x) == Some(*opcode),
        Kind::Opcode(OpcodeClass::Branch) => ends_block && !graphs.cfg[x.index()].is_empty(),
        Kind::AnyOpcode(set) => model.opcode(x).is_some_and(|opcode| set.meets(OpcodeSet::of(&[opcode]))),
        Kind::Opcode(OpcodeClass::Call) => matches!(model.opcode(x), Some(Opcode::Call | Opcode::Invoke)),
        Kind::DataType(TypeName::Class(class)) => ty.class == Some(*class),
        Kind::DataType(TypeName::Exact(name)) => ty.name == *name,
        Kind::Ir(IrKind::Literal) => what == ValueKind::Constant,
        Kind::Ir(IrKind::Argument) => what == ValueKind::Parameter,
        Kind::Ir(IrKind::Instruction) => what == ValueKind::Instruction,
        Kind::Ir(IrKind::Preexecution) => what != ValueKind::Instruction,
        Kind::Ir(IrKind::Global) => what == ValueKind::Global,
        Kind::Ir(IrKind::Splat) => matches!(model.constant(x), Some(Constant::Splat(_))),
        Kind::Ir(IrKind::Undefined) => matches!(model.constant(x), Some(Constant::Undef | Constant::Poison)),
        Kind::NotNumericConstant => !matches!(model.constant(x), Some(Constant::Scalar(_))),
        Kind::IntegerZero => {
            numeric(model, x).contains(&0.0) && class_of_lanes(model, x) == Some(TypeClass::Integer)
        }
        Kind::FloatZero => {
            numeric(model, x).contains(&0.0) && class_of_lanes(model, x) == Some(TypeClass::Float)
        }
        Kind::Null => format!("{:?}", model.constant(x)) == "Some(Null)",
        Kind::ConstantVariable => model.global(x).is_some_and(|of| of.storage == Storage::Constant),
        Kind::Local => model.global(x).is_some_and(|of| of.is_local),
        Kind::Literal(literal) => {
            let values = ["0", "1", "-1", "255", "1.5", "2"]
                .into_iter()
                .filter(|s| Literal::parse(s).as_ref() == Some(literal));
            values.flat_map(|s| s.parse::<f64>()).any(|value| numeric(model, x).contains(&value))
        }
        Kind::Temperature(_) => panic!("tested by cases"),
        Kind::Flag(flags) => what == ValueKind::Instruction && model.flags(x).0 & flags.0 == flags.0,
    }
}

fn class_of_lanes(model: &Model, x: ValueId) -> Option<TypeClass> {
    model.type_of(x).element.or(model.type_of(x).class)
}

/// The numeric values of a constant of the random models.
fn numeric(model: &Model, x: ValueId) -> Vec<f64> {
    match model.constant(x) {
        Some(Constant::Scalar(Number::Int { width: 8, .. })) => vec![255.0, -1.0],
        Some(Constant::Scalar(Number::Int { words, .. }) | Constant::Splat(Number::Int { words, .. })) => {
            vec![words[0] as f64]
        }
        Some(Constant::Scalar(number) | Constant::Splat(number)) => number.as_f64().into_iter().collect(),
        Some(Constant::Zero) if model.type_of(x).class == Some(TypeClass::Vector) => vec![0.0],
        _ => Vec::new(),
    }
}

/// Every tuple of the given arity over the domain and `unused`.
fn tuples(size: u32, arity: usize) -> Vec<Vec<Value>> {
    let domain = || (0..size).map(Value).chain([Value::UNUSED]);
    let mut tuples = vec![Vec::new()];
    for _ in 0..arity {
        tuples = tuples.iter().flat_map(|t| domain().map(move |v| [t.as_slice(), &[v]].concat())).collect();
    }
    tuples
}

/// The differences between the candidates for `target` and its definition, given the other values of a tuple
/// for which the atom holds.
fn wrong_candidates(
    world: &ModelWorld<'_>,
    atom: &Atom,
    tuple: &[Value],
    (target, subset): (usize, u64),
    lists: &mut HashMap<(usize, Vec<Option<Value>>), Vec<Value>>,
) -> Option<String> {
    let others = (0..tuple.len()).filter(|k| *k != target);
    let bound = |k: &usize| *k != target && subset >> k & 1 == 1;
    let args: Vec<_> = tuple.iter().enumerate().map(|(k, v)| bound(&k).then_some(*v)).collect();
    let list = lists.entry((target, args.clone())).or_insert_with(|| {
        let mut out = vec![Value(0)];
        world.candidates(atom, target, &args, &mut out);
        out
    });
    let found = &list[1..];
    let mut with = tuple.to_vec();
    let mut holds = |v: &Value| {
        with[target] = *v;
        world.holds(atom, &with)
    };
    match () {
        () if list[0] != Value(0) => Some(format!("{args:?}: what was there is gone")),
        () if !found.is_sorted_by(|a, b| a < b) => Some(format!("{args:?}: not ascending: {found:?}")),
        () if !found.contains(&tuple[target]) => Some(format!("{args:?}: {:?} is missing", tuple[target])),
        () if others.clone().all(|k| bound(&k)) && !found.iter().all(&mut holds) => {
            Some(format!("{args:?}: more than holds: {found:?}"))
        }
        () if world.only(atom, target, &args).is_some_and(|only| only.as_slice() != found) => {
            Some(format!("{args:?}: not the only one: {found:?}"))
        }
        () => None,
    }
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn atoms_hold_as_defined_and_candidates_cover_them(model in random::model()) {
        let (graphs, world) = (Definitions::new(&model), ModelWorld::new(&model));
        for atom in binding().iter().chain(&checking()) {
            let mut lists = HashMap::new();
            let arity = atom.arity();
            for tuple in tuples(world.size(), arity) {
                let holds = world.holds(atom, &tuple);
                prop_assert_eq!(holds, defined(&model, &graphs, atom, &tuple), "{:?} {:?}", atom, tuple);
                for question in (0..arity).flat_map(|target| (0..1 << arity).map(move |subset| (target, subset))) {
                    if holds && atom.access_path(question.0, ArgSet(question.1)).is_some() {
                        let wrong = wrong_candidates(&world, atom, &tuple, question, &mut lists);
                        prop_assert_eq!(wrong, None, "{:?} {:?}", atom, tuple);
                    }
                }
            }
        }
    }

    #[test]
    fn one_means_at_most_one(model in random::model()) {
        let world = ModelWorld::new(&model);
        for atom in binding().iter().filter(|a| a.arity() == 2) {
            for tuple in tuples(world.size(), 2).iter().filter(|t| t.iter().all(|v| v.is_used())) {
                for target in 0..2 {
                    let bound = ArgSet::default().with(1 - target);
                    let args = [0, 1].map(|k| (k != target).then_some(tuple[k]));
                    let mut found = Vec::new();
                    if atom.access_path(target, bound) == Some(AccessPath::One) {
                        world.candidates(atom, target, &args, &mut found);
                    }
                    prop_assert!(found.len() <= 1, "{:?} {:?}: {:?}", atom, args, found);
                }
            }
        }
    }

    #[test]
    fn sets_leave_unused_members_out(model in random::model(), picks in proptest::collection::vec(0..60u32, 6)) {
        let world = ModelWorld::new(&model);
        let atom = Atom::Path(Path::CalculatedFrom(SetSizes { origins: 1, results: 2, interface: 3 }));
        let args: Vec<_> = picks.iter().map(|&p| if p < world.size() { Value(p) } else { Value::UNUSED }).collect();
        let members = |range: std::ops::Range<usize>| {
            args[range].iter().filter(|v| v.is_used()).map(|v| ValueId(v.0)).collect::<Vec<_>>()
        };
        let expected = Definitions::new(&model).calculated_from(&members(0..1), &members(1..3), &members(3..6));
        prop_assert_eq!(world.holds(&atom, &args), expected);
    }
}

#[test]
fn what_binds_supplies_for_every_variable() {
    let questions = |atom: &Atom| {
        let arity = atom.arity();
        (0..arity)
            .flat_map(move |target| (0..1u64 << arity).map(move |bound| (target, ArgSet(bound))))
            .collect::<Vec<_>>()
    };
    for atom in binding() {
        assert!(
            questions(&atom).iter().all(|(target, bound)| atom.access_path(*target, *bound).is_some()),
            "{atom:?}"
        );
    }
    let sizes = SetSizes { origins: 1, results: 1, interface: 1 };
    let paths = [Flow::Control, Flow::Data, Flow::Any].into_iter().flat_map(|flow| {
        let set = Path::PassesThroughSet { flow, members: 2 };
        [Path::PassesThrough(flow), set, Path::PassesThroughEdge(flow)].map(Atom::Path)
    });
    for atom in checking().into_iter().chain(paths).chain([Atom::Path(Path::CalculatedFrom(sizes))]) {
        assert!(
            questions(&atom).iter().all(|(target, bound)| atom.access_path(*target, *bound).is_none()),
            "{atom:?}"
        );
    }
}
