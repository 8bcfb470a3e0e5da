//! Each atom on one small function: tuples for which it holds, and near misses.

use super::{
    Access, Atom, Attribute, Bits, ConstantValue, ControlFlow, DataFlow, Dominates, Fact, IrKind, Kind,
    Literal, ModelWorld, Named, Pair, Path, SetSizes, TypeName,
};
use ir::testing::sketch::{sketch, value, with_profile};
use ir::{BlockProfile, Flags, Flow, OpcodeClass, OpcodeSet, Temperature, ValueId};
use solver::{Database, Relation, Value};

/// A loop that calls sqrt, a branch around it, an endless loop beside it.
const FUNCTION: &str = "
    global @sqrtf pure nounwind
    global @llvm.sqrt.f64 pure
    global @strlen reads
    global @printf nounwind
    global @table data
    global @primes const local
    param n:i32
    param f:ptr
    param d:double
    entry:
      c:i1 = icmp n i32:0
      br:void = br c -> head spin
    head:
      wide:i64 = sext n
      thin:i8 = trunc wide
      more:i64 = add wide thin !nsw !nuw
      splat:<2xdouble> = fadd <2xdouble>:0 <2xdouble>:1.5 !reassoc !nnan !ninf !nsz !arcp !contract !afn
      jump:void = br -> loop
    loop:
      i:i32 = phi i32:0@head next@loop
      root:double = call @llvm.sqrt.f64 d
      old:float = call @sqrtf float:-0 !reassoc
      next:i32 = add i i32:1 !nsw
      address:ptr = getelementptr @table i
      store:void = store root address !writes
      back:void = switch next -> out loop loop
    spin:
      inside:i32 = add n i8:-1
      again:void = br -> spin
    out:
      unknown:double = call f d
      print:void = call @printf ptr:null i32:undef !writes
      last:void = ret unknown";

/// Tuples of names separated by blanks, `unused` among them.
fn check(atom: impl Into<Atom>, holds: &[&str], misses: &[&str]) {
    let (model, atom) = (sketch(FUNCTION), atom.into());
    let world = ModelWorld::new(&model);
    for (tuple, expected) in holds.iter().map(|t| (t, true)).chain(misses.iter().map(|t| (t, false))) {
        let named = |name| if name == "unused" { Value::UNUSED } else { Value(value(&model, name).0) };
        let args: Vec<_> = tuple.split_whitespace().map(named).collect();
        assert_eq!(args.len(), atom.arity(), "{tuple}");
        assert_eq!(world.holds(&atom, &args), expected, "{atom:?} {tuple}");
    }
}

fn opcode(name: &str) -> Kind {
    Kind::Opcode(OpcodeClass::from_name(name).unwrap())
}

#[test]
fn opcodes() {
    check(opcode("add"), &["next", "more"], &["splat", "n", "i32:1", "unused"]);
    check(opcode("sext"), &["wide"], &["thin"]);
    check(opcode("br"), &["br", "jump"], &["back", "last"]);
    check(opcode("branch"), &["br", "jump", "back", "again"], &["last", "next"]);
    check(opcode("call"), &["root", "print", "unknown"], &["@printf", "store"]);
    check(opcode("gep"), &["address"], &["@table"]);
}

#[test]
fn types() {
    let ty = |name, quoted| Kind::DataType(TypeName::parse(name, quoted).unwrap());
    check(ty("float", false), &["root", "old", "d"], &["splat", "n", "unused"]);
    check(ty("float", true), &["old", "float:-0"], &["root"]);
    check(ty("integer", false), &["n", "thin", "i8:-1"], &["f", "root", "store"]);
    check(ty("pointer", false), &["f", "@printf", "ptr:null", "address"], &["n"]);
    check(ty("vector", false), &["splat", "<2xdouble>:0"], &["root"]);
    check(ty("<2 x double>", true), &["splat"], &["root"]);
    check(ty("i64", false), &["wide"], &["n", "thin"]);
}

#[test]
fn kinds_of_values() {
    check(Kind::Ir(IrKind::Literal), &["i32:0", "ptr:null", "i32:undef"], &["@table", "n", "c", "unused"]);
    check(Kind::Ir(IrKind::Argument), &["n", "f"], &["@table", "c", "i32:0"]);
    check(Kind::Ir(IrKind::Instruction), &["c", "store"], &["n", "i32:0", "@printf"]);
    check(Kind::Ir(IrKind::Preexecution), &["n", "@table", "i32:0"], &["c", "unused"]);
    check(Kind::Ir(IrKind::Splat), &["<2xdouble>:0"], &["i32:0", "ptr:null", "i32:undef", "n", "unused"]);
    check(Kind::Ir(IrKind::Undefined), &["i32:undef"], &["i32:0", "ptr:null", "n", "c", "unused"]);
    check(Kind::Ir(IrKind::Global), &["@table", "@printf"], &["ptr:null", "n", "c", "unused"]);
    check(Kind::ConstantVariable, &["@primes"], &["@table", "@printf", "f", "i32:0", "unused"]);
    check(Kind::Local, &["@primes"], &["@table", "@printf", "n", "unused"]);
    check(
        Kind::NotNumericConstant,
        &["n", "c", "ptr:null", "i32:undef", "<2xdouble>:0"],
        &["i32:0", "float:-0", "unused"],
    );
}

#[test]
fn kinds_in_common() {
    let classes = ["add", "load", "store", "branch", "br", "call", "phi"];
    let model = sketch(FUNCTION);
    let all: Vec<Kind> = classes.map(opcode).into_iter().chain([Kind::Ir(IrKind::Literal)]).collect();
    for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
        let are_opcodes = [one, other].iter().all(|kind| matches!(kind, Kind::Opcode(_)));
        let either = one.either(other);
        assert_eq!(either.is_some(), are_opcodes || one == other, "{one:?} {other:?}");
        let Some(either) = either else { continue };
        assert_eq!(
            (one.either(&either), either.either(&either)),
            (Some(either.clone()), Some(either.clone()))
        );
        for value in model.values().filter(|value| one.holds(&model, *value) || other.holds(&model, *value)) {
            assert!(either.holds(&model, value), "{one:?} {other:?} {value:?}");
        }
    }
}

#[test]
fn numbers() {
    let literal = |text| Kind::Literal(Literal::parse(text).unwrap());
    check(Kind::IntegerZero, &["i32:0"], &["i32:1", "ptr:null", "float:-0", "i32:undef", "n", "unused"]);
    check(Kind::Null, &["ptr:null"], &["i32:0", "f", "@table", "i32:undef", "unused"]);
    check(Kind::FloatZero, &["float:-0", "<2xdouble>:0"], &["i32:0", "<2xdouble>:1.5"]);
    check(literal("-1"), &["i8:-1"], &["i32:1", "unused"]);
    check(literal("255"), &["i8:-1"], &["i32:1"]);
    check(literal("1.5"), &["<2xdouble>:1.5"], &["i32:1", "<2xdouble>:0"]);
    check(literal("0"), &["i32:0", "float:-0", "<2xdouble>:0"], &["ptr:null", "i32:undef", "i32:1"]);
}

#[test]
fn flags() {
    let flag = |name| Kind::Flag(Flags::from_name(name).unwrap());
    check(flag("nsw"), &["more", "next"], &["inside", "n", "unused"]);
    check(flag("fast"), &["splat"], &["old"]);
    check(flag("reassoc"), &["splat", "old"], &["root"]);
}

/// Bytes side by side, and their complements.
const BYTES: &str = "
    param low:i8
    param high:i8
    param word:i32
    entry:
      wide:i32 = zext low
      signed:i32 = sext low
      other:i32 = zext high
      above:i32 = mul other i32:256
      pair:i32 = add wide above
      sum:i32 = add wide other
      flipped:i32 = xor wide i32:255
      last:void = ret pair";

#[test]
fn bits() {
    let model = sketch(BYTES);
    let world = ModelWorld::new(&model);
    let holds = |atom: Bits, names: &[&str]| {
        let args: Vec<Value> = names.iter().map(|name| Value(value(&model, name).0)).collect();
        world.holds(&atom.into(), &args)
    };
    assert!(holds(Bits::WithoutCarries, &["pair"]));
    for other in ["sum", "above", "flipped", "word", "i32:255"] {
        assert!(!holds(Bits::WithoutCarries, &[other]), "{other}");
    }
    for within in ["wide", "other", "flipped", "i32:255"] {
        assert!(holds(Bits::Within, &[within, "i32:255"]), "{within}");
    }
    for wider in ["signed", "above", "pair", "word", "i32:256"] {
        assert!(!holds(Bits::Within, &[wider, "i32:255"]), "{wider}");
    }
    assert!(!holds(Bits::Within, &["wide", "word"]));
}

#[test]
fn order_types_and_reachability() {
    check(
        Pair::Before,
        &["n c", "c next", "next next", "next @table", "@table i32:0"],
        &["next c", "unused n"],
    );
    check(
        Pair::Behind,
        &["br c", "wide br", "i jump", "again inside"],
        &["c br", "c c", "i br", "c n", "wide again", "unused c"],
    );
    check(Pair::SameType, &["n next", "root d"], &["n wide", "root old", "unused n"]);
    let through = |flow, names: &[&str]| {
        let classes = names.iter().map(|name| OpcodeClass::from_name(name).unwrap().opcodes());
        Path::Flows { flow, through: classes.reduce(OpcodeSet::with) }
    };
    check(
        through(Flow::Control, &[]),
        &["br last", "i i", "root next"],
        &["last br", "inside last", "n last"],
    );
    check(through(Flow::Control, &["add", "call"]), &["i next", "i address"], &["i store", "i back"]);
    check(through(Flow::Data, &[]), &["i i", "n more", "d store", "i address"], &["more n", "root address"]);
    check(through(Flow::Data, &["add"]), &["i next"], &["next next", "next address", "unused next"]);
    check(through(Flow::Data, &["phi"]), &["next next", "next address"], &["i i"]);
}

#[test]
fn names_and_attributes() {
    let attribute = |name| Named::Attribute(Attribute::from_name(name, false).unwrap());
    check(Named::Function("sqrt".to_owned()), &["@sqrtf", "@llvm.sqrt.f64"], &["@printf", "root", "unused"]);
    check(Named::Function("printf".to_owned()), &["@printf"], &["@sqrtf", "print"]);
    check(attribute("pure"), &["@sqrtf", "@llvm.sqrt.f64"], &["@printf", "@table", "f", "root", "unused"]);
    check(attribute("const"), &["@sqrtf", "@llvm.sqrt.f64"], &["@strlen", "@printf", "@table", "f"]);
    check(attribute("pure"), &["@strlen"], &["@printf"]);
    check(attribute("nounwind"), &["@sqrtf", "@printf"], &["@llvm.sqrt.f64", "@table", "f"]);
}

#[test]
fn arguments_skip_casts_and_operands_do_not() {
    check(
        DataFlow::Arg(0),
        &["n more", "@llvm.sqrt.f64 root", "root store"],
        &["wide more", "n thin", "d root", "unused c"],
    );
    check(DataFlow::Arg(1), &["n more", "d root", "address store"], &["root store", "n unused"]);
    check(DataFlow::Operand(0), &["wide more", "n wide", "wide thin"], &["n more", "thin more"]);
    check(DataFlow::Operand(1), &["thin more"], &["n more"]);
    check(DataFlow::InOperands, &["wide more", "n wide", "wide thin"], &["n more", "unused thin"]);
    check(DataFlow::InArgs, &["n more", "i next", "i32:1 next"], &["wide more", "next next", "more n"]);
}

#[test]
fn phis() {
    let holds = ["i32:0 jump i", "next back i"];
    let misses = ["next jump i", "i32:0 back i", "i32:0 jump next", "next next i", "unused back i", "n br c"];
    check(DataFlow::Phi, &holds, &misses);
    check(DataFlow::PhiOperand, &holds, &misses);
}

#[test]
fn successors() {
    check(
        ControlFlow::Successor(0),
        &["br c", "wide br", "unknown back", "inside again"],
        &["inside br", "c br"],
    );
    check(ControlFlow::Successor(1), &["inside br", "i back"], &["wide br", "br c", "i jump"]);
    check(ControlFlow::Successor(2), &["i back"], &["inside br"]);
    check(
        ControlFlow::InSuccessors,
        &["inside br", "wide br", "i back", "br c"],
        &["c br", "i br", "n c", "unused last"],
    );
}

#[test]
fn dominance() {
    let dominates = |post, strict, negated| ControlFlow::Dominates(Dominates { post, strict, negated });
    check(
        dominates(false, false, false),
        &["br back", "c c", "jump last"],
        &["back jump", "wide inside", "n c", "unused c"],
    );
    check(dominates(false, true, false), &["c br"], &["c c", "br c"]);
    check(dominates(false, false, true), &["wide inside", "br c"], &["c c", "n c", "c unused"]);
    check(
        dominates(true, false, false),
        &["last wide", "back i", "again again"],
        &["last c", "i back", "again inside", "n c"],
    );
    check(dominates(true, true, false), &["last wide"], &["last last", "inside inside"]);
    check(dominates(true, true, true), &["last last", "again inside"], &["last wide", "last n"]);
}

#[test]
fn dependence() {
    check(
        ControlFlow::Controls,
        &["br wide", "br last", "br inside", "back i", "again inside"],
        &["br again", "back last", "c br", "n c"],
    );
    check(
        ControlFlow::DependenceEdge,
        &["n more", "back i", "br wide", "br i", "back back"],
        &["c wide", "jump i", "d store"],
    );
}

#[test]
fn paths() {
    let through = |flow| Path::PassesThrough(flow);
    let holds = ["c last jump", "i i back", "last c wide", "c last c", "wide last last"];
    check(
        through(Flow::Control),
        &holds,
        &["again again br", "c inside wide", "n last jump", "c last unused"],
    );
    check(
        through(Flow::Data),
        &["d store root", "c last n", "n more n"],
        &["i store root", "i i br", "unused store root"],
    );
    check(through(Flow::Any), &["c i br", "c store br"], &["i store address", "n store address"]);
    let set = |flow, members| Path::PassesThroughSet { flow, members };
    check(
        set(Flow::Control, 2),
        &["c last jump unused", "c last jump again"],
        &["c inside wide unused", "n last jump c"],
    );
    check(
        set(Flow::Data, 2),
        &["d store root unused", "c last n more"],
        &["i store root d", "unused store root i"],
    );
    check(set(Flow::Data, 0), &["store d"], &["d store"]);
    check(
        Path::PassesThroughEdge(Flow::Control),
        &["c last jump i", "c last br wide", "c last c br"],
        &["c last jump last", "c last back i", "c unused jump i"],
    );
}

#[test]
fn calculations() {
    let sizes = SetSizes { origins: 1, results: 1, interface: 2 };
    let holds = ["unused root d br", "unused unused d br", "unused more br n", "br root d br"];
    let misses = ["unused root d unused", "unused root unused br", "unused unknown f d", "back root d br"];
    check(Path::CalculatedFrom(sizes), &holds, &misses);
}

/// The numbers that an atom gives for a value.
fn numbers_of(world: &ModelWorld<'_>, atom: Access, of: &[Option<Value>]) -> Vec<i64> {
    let mut found = Vec::new();
    let args: Vec<Option<Value>> = std::iter::once(None).chain(of.iter().copied()).collect();
    world.candidates(&atom.into(), 0, &args, &mut found);
    let number = |term: &Value| match &world.term(ValueId(term.0)).unwrap().monomials[..] {
        [] => 0,
        [(factors, number)] if factors.is_empty() => *number,
        other => panic!("{other:?} is no number"),
    };
    let numbers: Vec<i64> = found.iter().map(number).collect();
    for term in found {
        let args: Vec<Value> = std::iter::once(Some(term)).chain(of.iter().copied()).flatten().collect();
        assert!(world.holds(&atom.into(), &args));
    }
    numbers
}

#[test]
fn numbers_of_values_and_points() {
    let model = sketch(FUNCTION);
    let world = ModelWorld::new(&model);
    let numbers = |atom, name| numbers_of(&world, atom, &[Some(Value(value(&model, name).0))]);
    assert_eq!(numbers(Access::AlwaysNumber, "i32:0"), [0]);
    assert_eq!(numbers(Access::AlwaysNumber, "i8:-1"), [-1, 255]);
    for name in ["n", "next", "<2xdouble>:1.5", "ptr:null", "i32:undef", "@table"] {
        assert_eq!(numbers(Access::AlwaysNumber, name), [0; 0], "{name}");
    }
    // The parameters n, f and d; at the loop's end also what goes into the next round.
    assert_eq!(numbers(Access::LiveCount, "c"), [3]);
    assert_eq!(numbers(Access::LiveCount, "last"), [1]);
    assert_eq!(numbers(Access::LiveCount, "n"), [0; 0]);
    // Without a profile there are no counts.
    assert_eq!(numbers(Access::Frequency, "c"), [0; 0]);
}

#[test]
fn counts_of_a_profile() {
    let plain = sketch(FUNCTION);
    let block = |name: &str| plain.block_of(value(&plain, name)).unwrap();
    let counts = |name: &str, count, temperature, edges: &[u64]| {
        (block(name), BlockProfile { count, temperature, edges: edges.to_vec() })
    };
    let model = with_profile(
        &plain,
        vec![
            counts("c", 10, Temperature::Neither, &[7, 3]),
            counts("next", 700, Temperature::Hot, &[7, 600, 93]),
            counts("last", 7, Temperature::Cold, &[]),
        ],
    );
    let world = ModelWorld::new(&model);
    let of = |name: &str| Some(Value(value(&model, name).0));
    assert_eq!(numbers_of(&world, Access::Frequency, &[of("br")]), [10]);
    assert_eq!(numbers_of(&world, Access::Frequency, &[of("root")]), [700]);
    assert_eq!(numbers_of(&world, Access::Frequency, &[of("inside")]), [0; 0]);
    assert_eq!(numbers_of(&world, Access::EdgeFrequency, &[of("br"), of("wide")]), [7]);
    // Two edges lead to the same block.
    assert_eq!(numbers_of(&world, Access::EdgeFrequency, &[of("back"), of("i")]), [693]);
    for (from, to) in [("br", "thin"), ("c", "wide"), ("again", "inside"), ("br", "unknown")] {
        assert_eq!(numbers_of(&world, Access::EdgeFrequency, &[of(from), of(to)]), [0; 0], "{from} {to}");
    }
    let holds = |kind: Temperature, name: &str| {
        let listed = {
            let mut found = Vec::new();
            world.candidates(&Kind::Temperature(kind).into(), 0, &[None], &mut found);
            found.contains(&of(name).unwrap())
        };
        let holds = world.holds(&Kind::Temperature(kind).into(), &[of(name).unwrap()]);
        assert_eq!(listed, holds, "{name}");
        holds
    };
    assert!(holds(Temperature::Hot, "next") && holds(Temperature::Cold, "unknown"));
    assert!(
        !holds(Temperature::Hot, "unknown")
            && !holds(Temperature::Hot, "c")
            && !holds(Temperature::Cold, "n")
    );
}

#[test]
fn facts_at_points() {
    check(
        Fact::Live,
        &["n c", "next back", "d unknown", "i address"],
        &["next next", "d last", "@table c", "i unused"],
    );
    check(
        Fact::Available,
        &["wide back", "c last", "next back"],
        &["wide wide", "wide inside", "next i", "root last"],
    );
    check(
        Fact::PartiallyAvailable,
        &["wide last", "next back"],
        &["inside last", "wide br", "next next", "n c"],
    );
    check(
        Fact::Anticipated,
        &["c c", "next root", "wide wide"],
        &["inside br", "inside c", "next i", "root root"],
    );
    check(Fact::Congruent, &["n n", "next next"], &["n c", "root back", "c unused"]);
    check(Fact::SameExpression, &["c c", "wide wide"], &["wide c", "i i", "n n", "c unused"]);
    check(Fact::SameUpToFlags, &["c c", "wide wide"], &["wide c", "i i", "n n", "next inside", "c unused"]);
    check(Fact::Placed, &[], &["wide wide", "next next", "root back", "n c", "c unused"]);
    check(Fact::OneConstant, &["i32:0", "i8:-1"], &["c", "i", "f", "unused", "<2xdouble>:0"]);
    check(Fact::NeverExecuted, &[], &["c", "inside", "n", "unused"]);
    check(Fact::PlacedOnEdge, &[], &["wide back wide", "next back unused", "c unused unused"]);
    let constant = |text| ConstantValue(Literal::parse(text).unwrap());
    check(constant("-1"), &["i8:-1"], &["n", "inside", "i32:1", "unused"]);
    check(constant("0"), &["i32:0"], &["i", "c", "old", "ptr:null"]);
    check(
        Fact::MetOnEveryPath(1),
        &["wide back", "c print", "br print", "inside wide", "n c"],
        &["br inside", "print print", "n inside", "@table c", "c unused"],
    );
    check(
        Fact::MetOnEveryPath(2),
        &["wide back unused", "c wide print"],
        &["br unused inside", "unused back print"],
    );
}
