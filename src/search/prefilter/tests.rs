//! Searches behind the prefilter, compared with searches of the whole function, and the expressions that the
//! prefilter rejects.

use super::{Prefilter, find};
use crate::registry::{Row, rows};
use ir::Model;
use ir::testing::sketch::sketch;
use lang::atoms::ModelWorld;
use library::{Budget, Idiom, Library};
use proptest::collection::vec;
use proptest::prelude::*;

const ABOUT_INTEGERS: &[&str] = &["ComplexFactorisation", "ConstantFactorisation"];
const ABOUT_FLOATS: &[&str] = &["FloatFactorisation", "FloatConstantFactorisation"];
const ABOUT_VECTORS: &[&str] = &["FloatingPointAssociativeReorder"];

/// The step limit; searches that exceed it are not compared.
fn budget() -> Budget {
    Budget::of_steps(100_000)
}

/// Instruction templates of one type, to draw from: `A` and `B` are operands.
struct Domain {
    about: &'static [&'static str],
    ty: &'static str,
    operands: &'static [&'static str],
    lines: &'static [&'static str],
}

const DOMAINS: &[Domain] = &[
    Domain {
        about: ABOUT_INTEGERS,
        ty: "i64",
        operands: &["a", "b", "i64:3", "i64:5"],
        lines: &["add A B", "sub A B", "add A B", "mul A B", "mul A B", "mul A i64:7", "shl A B", "sext A"],
    },
    Domain {
        about: ABOUT_FLOATS,
        ty: "double",
        operands: &["a", "b", "double:3", "double:-3"],
        lines: &["fadd A B", "fsub A B", "fadd A B", "fmul A B", "fmul A B", "fmul A double:7", "fneg A"],
    },
    Domain {
        about: ABOUT_VECTORS,
        ty: "<4xdouble>",
        operands: &["a", "b", "<4xdouble>:3"],
        lines: &[
            "fmul A B",
            "fmul A B",
            "fmul A B",
            "shufflevector A <4xdouble>:undef <4xi32>:0",
            "insertelement <4xdouble>:poison s i32:0",
        ],
    },
];

/// An instruction as numbers: the index of its template, and its operands.
type Plan = Vec<(usize, u16, u16)>;

fn model(domain: &Domain, plan: &Plan) -> Model {
    let mut text = format!("param a:{0}\nparam b:{0}\nparam s:double\nentry:\n", domain.ty);
    for (at, &(line, a, b)) in plan.iter().enumerate() {
        // Sometimes a later operand: unreachable code may contain cycles.
        let known = domain.operands.len() + if a % 64 == 63 { plan.len() } else { at };
        let operand = |n: u16| match domain.operands.get(usize::from(n) % known) {
            Some(name) => (*name).to_owned(),
            None => format!("v{}", usize::from(n) % known - domain.operands.len()),
        };
        let line = domain.lines[line % domain.lines.len()];
        let line = line.replace('A', &operand(a)).replace('B', &operand(b));
        text.push_str(&format!("v{at}:{} = {line}\n", domain.ty));
    }
    sketch(&format!("{text}ret\n"))
}

fn library(names: &[&str]) -> Library {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Library::new(Vec::new(), Some(&names))
}

/// The row of an idiom in the tables of passes.
fn acted(idiom: &str) -> &'static Row {
    rows().find(|acted| acted.idiom == idiom).unwrap()
}

/// Searches with the prefilter and without.
fn check(idiom: &Idiom, model: &Model) {
    assert!(Row::of(rows(), idiom).is_some(), "{}", idiom.name());
    let world = ModelWorld::new(model);
    let whole = idiom.find_in(&world, budget());
    let near = find(idiom, acted(idiom.name()).prefilter, &world, budget());
    if whole.exhausted.is_none() {
        let name = idiom.name();
        assert_eq!(near.solutions, whole.solutions, "{name}");
        assert_eq!(near.limits_reached, whole.limits_reached, "{name}");
        // The search starts separately at each place, so that steps are repeated: twice as many are usual, and
        // a few more than that happen in small functions.
        let steps = (near.steps, whole.steps);
        assert!(near.exhausted.is_none() && steps.0 <= 3 * steps.1, "{name}: {steps:?} steps");
    }
}

proptest! {
    #[test]
    fn nothing_is_missed(which in 0..DOMAINS.len(), plan in vec((any::<usize>(), any::<u16>(), any::<u16>()), 1..20)) {
        let domain = &DOMAINS[which];
        let model = model(domain, &plan);
        library(domain.about).idioms().iter().for_each(|idiom| check(idiom, &model));
    }
}

#[test]
fn places() {
    let rows: &[(&str, &[&str], usize)] = &[
        // a*b + a*c; beside it a sum without products, a product without a sum, and other factors.
        ("ComplexFactorisation", &["x:i64 = mul a b", "y:i64 = mul a c", "r:i64 = add x y"], 3),
        ("ComplexFactorisation", &["x:i64 = mul a b", "y:i64 = shl c a", "r:i64 = sub x y"], 3),
        ("ComplexFactorisation", &["x:i64 = mul a b", "r:i64 = add x a"], 2),
        ("ComplexFactorisation", &["x:i64 = mul a b", "y:i64 = mul c c", "r:i64 = add x y"], 0),
        ("ComplexFactorisation", &["x:i64 = mul a b", "r:i64 = add x x"], 0),
        ("ComplexFactorisation", &["x:i64 = mul a b", "y:i64 = mul a c", "r:i64 = xor x y"], 0),
        ("ComplexFactorisation", &["x:i64 = mul a b", "y:i64 = fmul a c", "r:i64 = add x y"], 0),
        // The innermost sum with both products, and not the enclosing one.
        (
            "ComplexFactorisation",
            &["x:i64 = mul a b", "y:i64 = mul a c", "r:i64 = add x y", "s:i64 = add r i64:1"],
            3,
        ),
        ("ConstantFactorisation", &["x:i64 = mul a i64:6", "y:i64 = mul b i64:9", "r:i64 = add x y"], 3),
        ("ConstantFactorisation", &["x:i64 = mul a i64:6", "y:i64 = mul b c", "r:i64 = add x y"], 0),
        ("FloatFactorisation", &["x:i64 = fmul a b", "y:i64 = fneg a", "r:i64 = fsub x y"], 3),
        ("FloatFactorisation", &["x:i64 = fmul a b", "y:i64 = fneg c", "r:i64 = fsub x y"], 0),
        (
            "FloatConstantFactorisation",
            &["x:i64 = fmul a i64:4", "y:i64 = fmul b i64:-4", "r:i64 = fsub x y"],
            3,
        ),
        ("FloatConstantFactorisation", &["x:i64 = fmul a i64:4", "r:i64 = fsub x a"], 0),
    ];
    for (idiom, lines, expect) in rows {
        let text = format!("param a:i64\nparam b:i64\nparam c:i64\nentry:\n{}\nret\n", lines.join("\n"));
        let model = sketch(&text);
        let expression = acted(idiom).prefilter.unwrap();
        assert_eq!(Prefilter::new(&model, expression).places().len(), *expect, "{idiom}: {lines:?}");
        check(&library(&[idiom]).idioms()[0], &model);
    }
}

#[test]
fn products_of_vectors() {
    let widened = "w:<4xdouble> = shufflevector v <4xdouble>:undef <4xi32>:0";
    for (lines, expect) in [
        (&["r:<4xdouble> = fmul v w", "q:<4xdouble> = fmul r w"][..], 2),
        (&["r:<4xdouble> = fmul v w", "q:<4xdouble> = fmul r v"], 0),
        (&["r:<4xdouble> = fmul w <4xdouble>:3"], 1),
        (&["r:double = fmul w w"], 0),
    ] {
        let text = format!("param v:<4xdouble>\nentry:\n{widened}\n{}\nret\n", lines.join("\n"));
        let model = sketch(&text);
        let expression = acted(ABOUT_VECTORS[0]).prefilter.unwrap();
        assert_eq!(Prefilter::new(&model, expression).places().len(), expect, "{lines:?}");
        check(&library(ABOUT_VECTORS).idioms()[0], &model);
    }
}

/// A product with more factors than the specification lists is reported, even without splats.
#[test]
fn products_that_are_too_long() {
    for (count, expect) in [(15, false), (30, true)] {
        let line = |n: usize| match n {
            0 => "r0:<4xdouble> = fmul v p0".to_owned(),
            n => format!("r{n}:<4xdouble> = fmul r{} p{n}", n - 1),
        };
        let parameters: String = (0..count).map(|n| format!("param p{n}:<4xdouble>\n")).collect();
        let lines: Vec<String> = (0..count).map(line).collect();
        let text = format!("param v:<4xdouble>\n{parameters}entry:\n{}\nret\n", lines.join("\n"));
        let (model, library) = (sketch(&text), library(ABOUT_VECTORS));
        let found =
            find(&library.idioms()[0], acted(ABOUT_VECTORS[0]).prefilter, &ModelWorld::new(&model), budget());
        assert_eq!(!found.limits_reached.is_empty(), expect);
        check(&library.idioms()[0], &model);
    }
}
