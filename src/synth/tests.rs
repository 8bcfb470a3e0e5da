//! The pattern sets of the literature, with its tables' gaps filled, modulo commutation; proofs by running
//! all inputs at 8 bits.

use super::prove::{Checker, Verdict, question};
use super::table::{goal_named, goals};
use super::*;
use crate::semantics::Evaluation;
use rustc_hash::FxHashMap;

/// Runs all inputs at 8 bits, and many at others.
struct ByRunning;

impl Checker for ByRunning {
    fn check(&mut self, goal: &Goal, code: &Code, width: u32) -> Result<Verdict, SolverError> {
        let question = question(goal, code, width).unwrap();
        let arity = goal.inputs.len() as u32;
        let all = if width == 8 && arity <= 2 { 1u64 << (8 * arity) } else { 500 };
        for number in 0..all {
            let input = |at: usize| match width {
                8 if arity <= 2 => number >> (8 * at) & 255,
                _ => {
                    (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ (at as u64) << 17)
                        & (u64::MAX >> (64 - width))
                }
            };
            let inputs: Vec<u64> = (0..arity as usize).map(input).collect();
            let values: FxHashMap<_, _> =
                question.inputs.iter().copied().zip(inputs.iter().map(|bits| u128::from(*bits))).collect();
            if Evaluation::new(&question.terms, &values).holds(question.differs) {
                return Ok(Verdict::Refuted(inputs));
            }
        }
        Ok(Verdict::Proven)
    }
}

fn options(largest: usize) -> Options {
    Options { largest, limits: Limits { nodes: 500_000_000, patterns: 10_000, threads: 2 } }
}

fn patterns(names: &[&str], largest: usize) -> Vec<Outcome> {
    let goals = names.iter().map(|name| goal_named(name).unwrap()).collect();
    synthesise(goals, options(largest), &mut ByRunning).unwrap()
}

/// Checks the whole set of a goal, whose size includes accesses.
#[track_caller]
fn check(name: &str, size: usize, expected: &[&str]) {
    check_all(&[(name, size, expected)]);
}

/// Checks the whole sets of goals that are searched together.
#[track_caller]
fn check_all(goals: &[(&str, usize, &[&str])]) {
    let names: Vec<&str> = goals.iter().map(|(name, ..)| *name).collect();
    for (outcome, (name, size, expected)) in patterns(&names, 4).iter().zip(goals) {
        let found = outcome.patterns.iter().map(|proven| proven.texts.last().unwrap().as_str());
        let mut found: Vec<&str> = found.collect();
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{name}");
        assert_eq!((outcome.size(), outcome.is_complete()), (Some(*size), true), "{name}");
    }
}

#[test]
fn one_and_two_steps() {
    check("inc", 2, &["x + 1", "x - -1", "-~x"]);
    check("dec", 2, &["x + -1", "x - 1", "~-x"]);
    check("blsi", 2, &["x & -x"]);
    check("andn", 2, &["y & ~x", "y ^ (x & y)", "y - (x & y)", "x ^ (x | y)", "(x | y) - x", "y & (x ^ y)"]);
    check("add", 1, &["x + y"]);
    check("jg", 2, &["jump (y <s x)"]);
    check("setbe", 1, &["x <=u y"]);
    check("setl", 1, &["x <s y"]);
}

#[test]
fn bits_at_the_end() {
    check(
        "blsr",
        3,
        &[
            "x & (x + -1)",
            "x + (x | -x)",
            "x & (x - 1)",
            "x & (x ^ -x)",
            "x ^ (x & -x)",
            "x & ~-x",
            "x - (x & -x)",
            "-x ^ (x | -x)",
            "(x | -x) - -x",
        ],
    );
    check("blsmsk", 3, &["x ^ (x - 1)", "x ^ (x + -1)", "-x ^ ~x", "x ^ ~-x", "~(x ^ -x)"]);
}

#[test]
fn single_bits_and_rotations() {
    let btr = [
        "x & ((-1 << y) + -1)",
        "x ^ (x & (1 << y))",
        "x & (x ^ (1 << y))",
        "x & ~(1 << y)",
        "x - (x & (1 << y))",
        "(1 << y) ^ (x | (1 << y))",
        "(x | (1 << y)) - (1 << y)",
    ];
    check_all(&[
        ("btc", 3, &["x ^ (1 << y)"]),
        ("bts", 3, &["x | (1 << y)"]),
        ("btr", 4, &btr),
        ("rol", 4, &["(x << y) | (x >>u -y)"]),
        ("ror", 4, &["(x << -y) | (x >>u y)"]),
    ]);
}

#[test]
fn absolute_value() {
    check("abs", 4, &["(x + (x >>s (w-1))) ^ (x >>s (w-1))", "(x ^ (x >>s (w-1))) - (x >>s (w-1))"]);
}

/// High halves of products are more patterns, which tables of the literature lack.
#[test]
fn operations_can_be_added() {
    let mut goal = goal_named("blsr").unwrap();
    goal.operations.push(operation::Kind::MulHighUnsigned);
    let outcome = synthesise(vec![goal], options(3), &mut ByRunning).unwrap().remove(0);
    assert_eq!(outcome.patterns.len(), 10);
    assert!(outcome.patterns.iter().any(|proven| proven.texts == ["x & mulhu(x, -1)"]));
}

#[test]
fn memory() {
    check("sub.mem", 3, &["loaded - y"]);
    check("dec.mem", 4, &["loaded + -1", "loaded - 1", "~-loaded"]);
}

#[test]
fn the_table_has_the_goals_of_the_literature() {
    let all = goals();
    let names: Vec<&str> = all.iter().map(|goal| goal.name.as_str()).collect();
    let in_memory = ["add", "and", "or", "xor", "sub", "inc", "dec", "not", "shl", "shr", "sar"];
    let others = ["rol", "ror", "andn", "btc", "btr", "bts", "blsi", "blsr"];
    let jumps = ["jb", "jae", "je", "jne", "jbe", "ja", "js", "jns", "jl", "jge", "jle", "jg"];
    let variants = in_memory.iter().flat_map(|name| ["", ".mem", ".idx"].map(|of| format!("{name}{of}")));
    let listed: Vec<String> =
        variants.chain(others.iter().chain(&jumps).map(|name| (*name).to_owned())).collect();
    assert_eq!(listed.len(), 53);
    listed.iter().for_each(|name| assert!(names.contains(&name.as_str()), "{name}"));
    let codes = jumps.iter().map(|name| &name[1..]).chain(["o", "no", "p", "np"]);
    let of_codes = codes.flat_map(|code| [format!("j{code}"), format!("set{code}")]);
    of_codes.for_each(|name| assert!(names.contains(&name.as_str()), "{name}"));
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len());
}

#[test]
fn threads_do_not_change_the_result() {
    let goals: Vec<Goal> = ["blsr", "blsi", "inc"].iter().map(|name| goal_named(name).unwrap()).collect();
    let run = |threads| {
        let limits = Limits { threads, ..options(3).limits };
        let outcomes = synthesise(goals.clone(), Options { largest: 3, limits }, &mut ByRunning).unwrap();
        let texts = outcomes
            .iter()
            .map(|o| (o.patterns.iter().map(|p| p.texts.clone()).collect(), o.searched.clone()));
        texts.collect::<Vec<(Vec<Vec<String>>, Vec<Searched>)>>()
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_size_beyond_the_budget_has_no_patterns() {
    let goal = vec![goal_named("btr").unwrap()];
    let limits = Limits { nodes: 10_000, ..options(4).limits };
    let outcome = synthesise(goal, Options { largest: 4, limits }, &mut ByRunning).unwrap().remove(0);
    assert!(outcome.patterns.is_empty() && !outcome.is_complete());
}

/// The enumeration computes operations natively; in each lane the result is that of the instructions which
/// are proven.
#[test]
fn operations_have_the_values_of_their_instructions() {
    use super::operation::{Kind, OPERATIONS, Op};
    let lanes = Lanes::new(3, &goal::WIDTHS, |_, _| true).unwrap();
    let plain = OPERATIONS.iter().filter(|row| Op::comparisons(row.kind).is_empty());
    let plain = plain.filter(|row| !matches!(row.kind, Kind::Const | Kind::Load | Kind::Store));
    let compared = [Kind::CompareUnsigned, Kind::CompareSigned];
    let compared = compared.iter().flat_map(|kind| Op::comparisons(*kind)).map(|one| Op::Compare(*one));
    let constants = constant::Constant::DICTIONARY.map(Op::Const);
    let mut differing = 0;
    for op in plain.map(|row| Op::Plain(row.kind)).chain(compared).chain(constants) {
        // A word where a truth value is wanted is compared with zero first.
        let first = *op.kind().row().operands.first().unwrap_or(&operation::Sort::Word);
        let is_zero = pattern::Step { op: Op::Compare(crate::model::IntPredicate::Eq), operands: [0, 1, 0] };
        let steps = match first {
            operation::Sort::Truth => vec![is_zero, pattern::Step { op, operands: [3, 1, 2] }],
            _ => vec![pattern::Step { op, operands: [0, 1, 2] }],
        };
        let result = steps.len() as u8 + 2;
        let [x, y, z] = [0, 1, 2].map(|at| lanes.inputs()[at]);
        let compared = Op::Compare(crate::model::IntPredicate::Eq).vector(&lanes, &x, &y, &z);
        let a = if first == operation::Sort::Truth { compared } else { x };
        let vector = op.vector(&lanes, &a, &y, &z);
        let code = lower(&pattern::Pattern { inputs: 3, steps, results: vec![result] }).remove(0);
        for at in 0..24 {
            let width = lanes.width(at);
            assert_eq!(vector[at], op.lane(&lanes, at, a[at], y[at], z[at]), "{op:?}");
            let mut terms = crate::semantics::Terms::new();
            let inputs = ["x", "y", "z"].map(|name| terms.input(name.to_owned(), width));
            let value = code.terms(&mut terms, &inputs, width).unwrap()[0];
            let bits = [x[at], y[at], z[at]].map(u128::from);
            let evaluation = Evaluation::new(&terms, &inputs.into_iter().zip(bits).collect());
            // An amount that is an input has no result in LLVM from the width on.
            if evaluation.holds(value.poison) {
                assert!(op.kind().is_shift() && y[at] >= u64::from(width), "{op:?}");
            } else {
                assert_eq!(evaluation.bits(value.bits), u128::from(vector[at]), "{op:?} at {width}");
                differing += usize::from(vector[at] != 0);
            }
        }
    }
    assert!(differing > 400, "{differing}");
}

/// The number of patterns of a goal by the 18 operations of the brute force: no products.
pub(super) fn one_input_patterns(name: &str, size: usize) -> usize {
    use super::operation::Kind::{Mul, MulHighSigned, MulHighUnsigned};
    let mut goal = goal_named(name).unwrap();
    goal.operations.retain(|kind| !matches!(kind, Mul | MulHighSigned | MulHighUnsigned));
    goal.widths = vec![8];
    let outcome = synthesise(vec![goal], options(4), &mut ByRunning).unwrap().remove(0);
    assert_eq!(outcome.size(), Some(size), "{name}");
    outcome.patterns.len()
}
