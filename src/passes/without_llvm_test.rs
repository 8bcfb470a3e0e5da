//! Every pass of the table, run without LLVM: on a model from text, with a host that answers from constants.
//!
//! Each case is a function, and whether the pass changes it. An evaluator computes the return value before
//! and after a change for many inputs.

use super::accesses;
use super::registry::{PASSES, Work};
use crate::settings::Settings;
use ir::host::{Host, Instruction, KnownRange, Measure};
use ir::testing::sketch::sketch;
use ir::{Constant, EditPlan, Model, NewKind, Number, Opcode, Operand, ValueId};
use library::{Budget, Library};
use report::Outcome;
use std::collections::BTreeMap;

/// A host that treats every call as one of the C library.
#[derive(Default)]
struct TestHost {
    optimises_size: bool,
    registers: Option<usize>,
    /// The cost of a multiplication; any other instruction costs 1. `None`: the target has no costs.
    product: Option<u64>,
}

impl Host for TestHost {
    fn describe(&self, value: ValueId) -> String {
        format!("{value:?}")
    }

    fn is_plain_call(&self, _: ValueId) -> bool {
        true
    }

    fn takes_any_float(&self, _: ValueId) -> bool {
        true
    }

    fn optimises_size(&self) -> bool {
        self.optimises_size
    }

    fn cost(&self, instruction: Instruction, _: Measure) -> Option<u64> {
        let product = self.product?;
        let is_product = matches!(instruction, Instruction::Binary(Opcode::Mul | Opcode::FMul, _));
        Some(if is_product { product } else { 1 })
    }

    fn registers(&self, _: ValueId) -> Option<usize> {
        self.registers
    }

    fn cost_of(&self, _: ValueId) -> Option<u64> {
        None
    }

    fn cost_of_new(&self, _: &str, _: &str) -> Option<u64> {
        None
    }

    fn may_call(&self, _: &str, _: &str) -> Result<(), &'static str> {
        Ok(())
    }

    fn must_progress(&self, _: ValueId) -> bool {
        false
    }

    fn is_guarded(&self, _: ValueId) -> bool {
        false
    }

    fn nest_obstacle(&self, _: &[ValueId], _: Option<ValueId>, _: bool, _: &[ValueId]) -> Option<String> {
        None
    }

    fn is_made(&self, _: ValueId) -> bool {
        false
    }

    fn is_defined(&self, _: ValueId) -> bool {
        false
    }

    fn range(&self, _: ValueId, _: ValueId, _: ValueId) -> Option<KnownRange> {
        None
    }
}

/// The lanes of a value; a scalar has one. Integers are whole numbers.
type Lanes = Vec<f64>;

/// Evaluates a function of one block, with or without a plan carried out.
struct Evaluator<'m> {
    model: &'m Model,
    plan: &'m EditPlan,
    inputs: BTreeMap<ValueId, Lanes>,
}

impl Evaluator<'_> {
    /// The return value of the function.
    fn run(&self) -> Lanes {
        let end = self.model.instructions().last().unwrap();
        self.value(self.model.operand(end, 0).unwrap())
    }

    fn operand(&self, operand: Operand) -> Lanes {
        match operand {
            Operand::Value(value) | Operand::BaseOf(value) => self.value(value),
            Operand::Constant(k) => vec![number(&self.plan.constants[k as usize].number)],
            Operand::New(k) => match &self.plan.new[k as usize].kind {
                NewKind::Binary(opcode, a, b) => binary(*opcode, &self.operand(*a), &self.operand(*b)),
                NewKind::Intrinsic("llvm.fabs", args) => each(&self.operand(args[0]), f64::abs),
                NewKind::CallLike(_, args) => each(&self.operand(args[0]), f64::sqrt),
                NewKind::Splat(scalar, _) => vec![self.operand(*scalar)[0]; 4],
                other => panic!("no case has {other:?}"),
            },
        }
    }

    fn value(&self, value: ValueId) -> Lanes {
        if let Some((_, new)) = self.plan.replace.iter().find(|(old, _)| *old == value) {
            return self.operand(*new);
        }
        assert!(!self.plan.erase.contains(&value), "{value:?} is erased and used");
        if let Some(Constant::Scalar(n) | Constant::Splat(n)) = self.model.constant(value) {
            return vec![number(n)];
        }
        let operand = |n| self.value(self.model.operand(value, n).unwrap());
        match self.model.opcode(value) {
            None => self.inputs.get(&value).cloned().unwrap_or(vec![f64::NAN; 4]),
            Some(Opcode::Call) => each(&operand(1), f64::sqrt),
            Some(Opcode::FNeg) => each(&operand(0), |x| -x),
            Some(Opcode::InsertElement) => operand(1),
            Some(Opcode::ShuffleVector) => vec![operand(0)[0]; 4],
            Some(opcode) => binary(opcode, &operand(0), &operand(1)),
        }
    }
}

fn number(number: &Number) -> f64 {
    number.as_f64().unwrap_or_else(|| number.bits().unwrap() as u32 as i32 as f64)
}

fn each(lanes: &Lanes, f: impl Fn(f64) -> f64) -> Lanes {
    lanes.iter().map(|lane| f(*lane)).collect()
}

/// Lane-wise operation; a single lane is broadcast.
fn binary(opcode: Opcode, a: &Lanes, b: &Lanes) -> Lanes {
    let compute = |a: f64, b: f64| match opcode {
        Opcode::Add | Opcode::FAdd => a + b,
        Opcode::Sub | Opcode::FSub => a - b,
        Opcode::Mul | Opcode::FMul => a * b,
        Opcode::Shl => a * b.exp2(),
        Opcode::Or => f64::from(a as i32 | b as i32),
        other => panic!("no case has {other:?}"),
    };
    let lane = |lanes: &Lanes, n: usize| lanes[n.min(lanes.len() - 1)];
    (0..a.len().max(b.len())).map(|n| compute(lane(a, n), lane(b, n))).collect()
}

/// Small whole numbers and their negatives, so that every regrouping except that of roots is exact.
fn inputs(model: &Model, seed: usize) -> BTreeMap<ValueId, Lanes> {
    let lane = |at: usize, lane: usize| ((seed * 7 + at * 5 + lane * 3) % 11) as f64 - 5.0;
    let lanes = |at: usize| (0..4).map(|n| lane(at, n)).collect::<Lanes>();
    let vector = |value: ValueId| model.type_of(value).element.is_some();
    let of =
        |(at, value): (usize, ValueId)| (value, if vector(value) { lanes(at) } else { vec![lane(at, 0)] });
    model.parameters().enumerate().map(of).collect()
}

/// A test function for a pass.
struct Case {
    pass: &'static str,
    /// The parameters, by type.
    parameters: &'static str,
    code: &'static str,
    /// Whether the function is changed; for detection, whether there is a finding.
    acts: bool,
}

const fn case(pass: &'static str, parameters: &'static str, code: &'static str, acts: bool) -> Case {
    Case { pass, parameters, code, acts }
}

const INTEGERS: &str = "param a:i32\nparam b:i32\nparam c:i32\n";
const FLOATS: &str = "global @llvm.sqrt.f64 pure\nparam a:double\nparam b:double\nparam c:double\n";
const VECTORS: &str = "param v:<4xdouble>\nparam s:double\nparam t:double\n";

const CASES: &[Case] = &[
    case(
        "idiom-sqrt-of-square",
        FLOATS,
        "p:double = fmul a a !fast\nr:double = call @llvm.sqrt.f64 p !fast\nret r",
        true,
    ),
    case(
        "idiom-sqrt-of-square",
        FLOATS,
        "p:double = fmul a a !nnan\nr:double = call @llvm.sqrt.f64 p !fast\nret r",
        false,
    ),
    case(
        "idiom-sqrt-of-square",
        FLOATS,
        "s:double = fmul b b\np:double = fmul a s !reassoc\nq:double = fmul p a !reassoc\nr:double = call @llvm.sqrt.f64 q !reassoc !afn\nret r",
        true,
    ),
    case(
        "idiom-sqrt-of-square",
        FLOATS,
        "p:double = fmul a b !fast\nq:double = fmul p a !fast\nr:double = call @llvm.sqrt.f64 q !reassoc !afn !nnan\nret r",
        false,
    ),
    case(
        "idiom-sqrt-of-square",
        FLOATS,
        "p:double = fmul a double:4 !reassoc\nq:double = fmul p a !reassoc\nr:double = call @llvm.sqrt.f64 q !reassoc !afn\nret r",
        true,
    ),
    case(
        "idiom-sqrt-of-square",
        FLOATS,
        "p:double = fmul a double:-4 !fast\nq:double = fmul p a !fast\nr:double = call @llvm.sqrt.f64 q !fast\nret r",
        false,
    ),
    case("idiom-factorize", INTEGERS, "p:i32 = mul a b\nq:i32 = mul a c\ns:i32 = add p q\nret s", true),
    case("idiom-factorize", INTEGERS, "p:i32 = mul a b\nq:i32 = mul c c\ns:i32 = add p q\nret s", false),
    case(
        "idiom-factorize",
        FLOATS,
        "p:double = fmul a b !fast\nq:double = fmul a c !fast\ns:double = fsub p q !fast\nret s",
        true,
    ),
    case(
        "idiom-factorize",
        FLOATS,
        "p:double = fmul a b !fast\nq:double = fmul a c\ns:double = fsub p q !fast\nret s",
        false,
    ),
    case(
        "idiom-vector-products",
        VECTORS,
        "x:<4xdouble> = insertelement <4xdouble>:poison s i64:0\n\
         y:<4xdouble> = shufflevector x <4xdouble>:poison <4xi32>:0\n\
         z:<4xdouble> = insertelement <4xdouble>:poison t i64:0\n\
         w:<4xdouble> = shufflevector z <4xdouble>:poison <4xi32>:0\n\
         p:<4xdouble> = fmul v y !fast\nq:<4xdouble> = fmul p w !fast\nret q",
        true,
    ),
    case(
        "idiom-vector-products",
        VECTORS,
        "x:<4xdouble> = insertelement <4xdouble>:poison s i64:0\n\
         y:<4xdouble> = shufflevector x <4xdouble>:poison <4xi32>:0\n\
         z:<4xdouble> = insertelement <4xdouble>:poison t i64:0\n\
         w:<4xdouble> = shufflevector z <4xdouble>:poison <4xi32>:0\n\
         p:<4xdouble> = fmul v y\nq:<4xdouble> = fmul p w !fast\nret q",
        false,
    ),
    case("idiom-or-to-add", INTEGERS, "e:i32 = shl a i32:1\ns:i32 = or e i32:1\nret s", true),
    case("idiom-or-to-add", INTEGERS, "e:i32 = shl a i32:1\ns:i32 = or e i32:2\nret s", false),
    case("idiom-shl-to-mul", INTEGERS, "s:i32 = shl a i32:3\nret s", true),
    case("idiom-shl-to-mul", INTEGERS, "s:i32 = shl a i32:32\nret s", false),
    case("idiom-normalize", INTEGERS, "e:i32 = shl a i32:1\ns:i32 = or e i32:1\nret s", true),
    case("idiom-normalize", INTEGERS, "s:i32 = mul a b\nret s", false),
    case("idiom-detect", INTEGERS, "p:i32 = mul a b\nq:i32 = mul a c\ns:i32 = add p q\nret s", true),
    case("idiom-detect", INTEGERS, "p:i32 = mul a b\nq:i32 = mul c c\ns:i32 = add p q\nret s", false),
    case("print<idiom>", INTEGERS, "p:i32 = mul a b\nq:i32 = mul a c\ns:i32 = add p q\nret s", true),
    case("print<idiom>", INTEGERS, "s:i32 = add a b\nret s", false),
];

fn model(case: &Case) -> Model {
    sketch(&format!("{}entry:\n{}", case.parameters, case.code))
}

/// The library of the named idioms.
fn library(names: &[&str]) -> Library {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Library::new(Vec::new(), Some(&names))
}

fn settings(library: &Library) -> Settings<'_> {
    Settings::new(library, Budget::of_steps(1_000_000))
}

/// The plan of a rewriting pass; the outcomes of its matches must agree with the plan.
fn plan_of(pass: &str, model: &Model, host: &TestHost) -> EditPlan {
    let Some(Work::Rewrite { run, idioms, .. }) = PASSES.iter().find(|p| p.name == pass).map(|p| p.work)
    else {
        panic!("{pass} rewrites nothing");
    };
    let names: Vec<&str> = idioms.iter().map(|acted| acted.idiom).collect();
    let library = library(&names);
    let answer = run(model, host, &settings(&library));
    let says = answer.hits.iter().any(|hit| hit.outcome == Outcome::Rewritten);
    assert_eq!(says, !answer.plan.is_empty(), "{pass}: {:?}", answer.hits);
    answer.plan
}

fn returns_the_same(case: &Case, before: &Model, after: &Model, plan: &EditPlan) {
    for seed in 0..50 {
        let nothing = EditPlan::default();
        let first = Evaluator { model: before, plan: &nothing, inputs: inputs(before, seed) }.run();
        let second = Evaluator { model: after, plan, inputs: inputs(after, seed) }.run();
        let near = |x: f64, y: f64| x == y || (x - y).abs() < 1e-12 * x.abs() || (x.is_nan() && y.is_nan());
        let same = first.iter().zip(&second).all(|(x, y)| near(*x, *y));
        assert!(same && first.len() == second.len(), "{}: {first:?} became {second:?}", case.code);
    }
}

#[test]
fn each_acts_where_it_should_and_keeps_the_result() {
    for case in CASES {
        let model = model(case);
        let entry = PASSES.iter().find(|entry| entry.name == case.pass).unwrap();
        let acted = match entry.work {
            Work::Rewrite { .. } => {
                let plan = plan_of(case.pass, &model, &TestHost::default());
                returns_the_same(case, &model, &model, &plan);
                !plan.is_empty()
            }
            Work::Normalise(steps) => {
                let after = normalise::after(&model, steps);
                if let Some(after) = &after {
                    returns_the_same(case, &model, after, &EditPlan::default());
                }
                after.is_some()
            }
            Work::Detect(run) | Work::PrintFound(run) => {
                let library = library(&["ComplexFactorisation"]);
                let answer = run(&model, &TestHost::default(), &settings(&library));
                assert!(answer.plan.is_empty(), "{}", case.pass);
                !answer.hits.is_empty()
            }
            Work::Apply { .. } | Work::Rules | Work::PrintModel | Work::PrintAccesses | Work::Open => {
                panic!("{} takes no case", case.pass)
            }
        };
        assert_eq!(acted, case.acts, "{} on\n{}", case.pass, case.code);
    }
}

/// Passes about addresses and phis act on models with control flow, which `tests/normalise` has. Applied
/// rewrites come from users, as in `lit/apply` and `lit/threads`.
const ELSEWHERE: &[&str] = &[
    "idiom-apply",
    "idiom-parallel",
    "idiom-flatten-gep",
    "idiom-hoist-select",
    "idiom-merge-phi",
    "idiom-restore-casts",
];

#[test]
fn every_pass_has_a_case_and_a_near_miss() {
    for entry in PASSES {
        if matches!(entry.work, Work::PrintModel | Work::PrintAccesses | Work::Rules | Work::Open) {
            continue;
        }
        let has = |acts| CASES.iter().any(|case| case.pass == entry.name && case.acts == acts);
        let is_elsewhere = ELSEWHERE.contains(&entry.name);
        assert!((has(true) && has(false)) != is_elsewhere, "{}", entry.name);
    }
}

#[test]
fn printers_print_without_llvm() {
    let model = sketch("param p:ptr\nentry:\nx:i32 = load p !reads\nret x");
    assert!(
        accesses(&model).contains("load i32: p") || accesses(&model).contains("%p"),
        "{}",
        accesses(&model)
    );
    assert!(model.dump().to_string().contains("load"));
}

#[test]
fn a_rewrite_pays_on_the_target() {
    let sum =
        case("idiom-factorize", INTEGERS, "p:i32 = mul a b\nq:i32 = mul a c\ns:i32 = add p q\nret s", true);
    let root = case(
        "idiom-sqrt-of-square",
        FLOATS,
        "s:double = fmul b b\np:double = fmul a s !reassoc\nq:double = fmul p a !reassoc\nr:double = call @llvm.sqrt.f64 q !reassoc !afn\nret r",
        true,
    );
    let vectors = CASES.iter().find(|case| case.pass == "idiom-vector-products" && case.acts).unwrap();
    for (case, optimises_size, registers, product, rewrites) in [
        (&sum, false, None, None, true),
        (&sum, false, Some(1), Some(1), true),
        (&sum, true, None, None, true),
        (&sum, true, None, Some(1), true),
        (&sum, true, Some(2), Some(1), true),
        // Both products are live at the same time.
        (&sum, true, Some(1), Some(1), false),
        // The sum saves as much as a multiplication costs.
        (&sum, true, None, Some(0), false),
        (&sum, false, None, Some(0), true),
        // Two multiplications are replaced by one and `fabs`.
        (&root, true, None, None, true),
        (&root, true, None, Some(2), true),
        (&root, true, None, Some(1), false),
        (&root, false, None, Some(1), true),
        (&root, false, None, Some(0), false),
        (vectors, true, None, Some(1), true),
        (vectors, false, Some(1), Some(1), true),
        (vectors, true, Some(1), Some(1), false),
    ] {
        let host = TestHost { optimises_size, registers, product };
        let plan = plan_of(case.pass, &model(case), &host);
        assert_eq!(!plan.is_empty(), rewrites, "{} {optimises_size} {registers:?} {product:?}", case.pass);
    }
}
