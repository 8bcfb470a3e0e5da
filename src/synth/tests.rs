//! The pattern sets of the literature, with its tables' gaps filled, modulo commutation; proofs by running
//! all inputs at 8 bits.

use super::prove::{Checker, Verdict, question};
use super::table::{goal_named, goals};
use super::*;
use proof::semantics::{Binary, Evaluation, TermId, Terms};
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

    /// Numbers of 8 bits are tried; the middle one of those that fit leaves the least to others.
    fn number(&mut self, terms: &Terms, input: TermId, holds: TermId) -> Result<Verdict, SolverError> {
        let fits = |number: &u64| {
            let values = std::iter::once((input, u128::from(*number))).collect();
            Evaluation::new(terms, &values).holds(holds)
        };
        let all: Vec<u64> = (0..256).filter(fits).collect();
        Ok(all.get(all.len() / 2).map_or(Verdict::Proven, |number| Verdict::Refuted(vec![*number])))
    }
}

fn options(largest: usize) -> Options {
    Options { largest, beyond: 0, limits: Limits { nodes: 500_000_000, patterns: 10_000, threads: 2 } }
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
        let outcomes = synthesise(goals.clone(), Options { limits, ..options(3) }, &mut ByRunning).unwrap();
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
    let outcome = synthesise(goal, Options { limits, ..options(4) }, &mut ByRunning).unwrap().remove(0);
    assert!(outcome.patterns.is_empty() && !outcome.is_complete());
}

/// Words of twice the width: a rotation is the high half of a pair that is shifted, an average half of a sum
/// with its carry.
#[test]
fn words_of_twice_the_width() {
    use super::operation::Kind;
    let wide = [Kind::WideAdd, Kind::Pair, Kind::WideShl, Kind::WideShr, Kind::Low, Kind::High];
    let check = |name: &str, others: &[Kind], size: usize, expected: &[&str]| {
        let mut goal = goal_named(name).unwrap();
        assert!(goal.set_operations(wide.iter().chain(others).copied().collect()));
        let outcome = synthesise(vec![goal], options(size), &mut ByRunning).unwrap().remove(0);
        let found: Vec<&str> = outcome.patterns.iter().map(|proven| proven.texts[0].as_str()).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!((outcome.size(), outcome.is_complete()), (Some(size), true), "{name}");
    };
    check("rol", &[], 3, &["high((x : x) <<w y)"]);
    check("ror", &[], 3, &["low((x : x) >>w y)"]);
    check("average", &[Kind::Const], 4, &["low((x +w y) >>w 1)", "high((x +w y) <<w (w-1))"]);
    let choices = [Kind::Const, Kind::Mux, Kind::WideGreater, Kind::Add];
    let saturated = [
        "((x +w y) >w -1) ? -1 : (x + y)",
        "((x +w y) >w -1) ? -1 : low(x +w y)",
        "((x +w y) >w (x + y)) ? -1 : (x + y)",
        "((x +w y) >w low(x +w y)) ? -1 : low(x +w y)",
    ];
    check("uadd_sat", &choices, 5, &saturated);
}

/// A goal of 8 bits that no constant of the dictionary makes.
fn of_bits(
    name: &str,
    define: fn(&mut Terms, &[TermId]) -> TermId,
    operations: &[operation::Kind],
) -> Outcome {
    let mut goal = goal_named("inc").unwrap();
    goal.name = name.to_owned();
    goal.definition = goal::Definition::Single(define);
    goal.operations = operations.to_vec();
    synthesise(vec![goal], options(4), &mut ByRunning).unwrap().remove(0)
}

/// Numbers that the dictionary has not: told bit by bit where carries go upwards alone, tried at the
/// narrowest width elsewhere. A goal that no number makes has no pattern.
#[test]
fn constants_beside_the_dictionary() {
    use super::operation::Kind::{Add, And, CompareUnsigned, Const, Eor, Mul, Mux, Shl, Shr};
    fn number(terms: &mut Terms, x: TermId, number: u128) -> TermId {
        terms.constant(number, terms.width(x))
    }
    let texts =
        |outcome: &Outcome| outcome.patterns.iter().map(|one| one.texts[0].clone()).collect::<Vec<_>>();
    let all = [Const, Add, And, Eor, Mul, Shl, Shr];
    let flipped = of_bits(
        "flipped",
        |t, a| {
            let c = number(t, a[0], 0x35);
            t.binary(Binary::Xor, a[0], c)
        },
        &all,
    );
    assert_eq!(texts(&flipped), ["x ^ 53"]);
    let twice = of_bits(
        "twice",
        |t, a| {
            let c = number(t, a[0], 0x4d);
            let sum = t.binary(Binary::Add, a[0], c);
            t.binary(Binary::Xor, sum, c)
        },
        &all,
    );
    assert_eq!(texts(&twice), ["(x + 77) ^ 77"]);
    let shifted = of_bits(
        "shifted",
        |t, a| {
            let c = number(t, a[0], 5);
            t.binary(Binary::LShr, a[0], c)
        },
        &all,
    );
    assert_eq!(texts(&shifted), ["x >>u 5"]);
    let below = of_bits(
        "below",
        |t, a| {
            let c = number(t, a[0], 43);
            let (less, zero) = (t.binary(Binary::Ult, a[0], c), number(t, a[0], 0));
            t.if_else(less, a[0], zero)
        },
        &[Const, CompareUnsigned, Mux],
    );
    let bounds = ["(42 <u x) ? 0 : x", "(x <u 43) ? x : 0", "(43 <=u x) ? 0 : x", "(x <=u 42) ? x : 0"];
    assert_eq!(texts(&below), bounds);
    let none = of_bits(
        "none",
        |t, a| {
            let c = number(t, a[0], 43);
            t.binary(Binary::Mul, a[0], c)
        },
        &[Const, And, Eor],
    );
    assert!(none.patterns.is_empty() && none.is_complete() && none.unsought.is_empty());
}

/// Beyond the smallest size, patterns that have smaller ones beside them.
#[test]
fn sizes_beyond_the_smallest() {
    let options = Options { beyond: 1, ..options(4) };
    let goal = goal_named("blsi").unwrap();
    let outcome = synthesise(vec![goal], options, &mut ByRunning).unwrap().remove(0);
    let found: Vec<&str> = outcome.patterns.iter().map(|one| one.texts[0].as_str()).collect();
    let beyond = ["x & (0 - x)", "x & (x * -1)", "-(x | -x)", "x & ((x - x) - x)", "x & ((x ^ x) - x)"];
    assert_eq!(found, [&["x & -x"], &beyond[..], &["x & (x - (x + x))"]].concat());
    assert_eq!((outcome.size(), outcome.is_complete()), (Some(2), true));
}

/// The enumeration computes operations natively; in each lane the result is that of the instructions which
/// are proven.
#[test]
fn operations_have_the_values_of_their_instructions() {
    use super::operation::{Kind, OPERATIONS, Op};
    let lanes = Lanes::new(3, &goal::WIDTHS[..3], |_, _| true).unwrap();
    let plain = OPERATIONS.iter().filter(|row| Op::comparisons(row.kind).is_empty());
    let plain = plain.filter(|row| !matches!(row.kind, Kind::Const | Kind::Load | Kind::Store));
    let compared = [Kind::CompareUnsigned, Kind::CompareSigned];
    let compared = compared.iter().flat_map(|kind| Op::comparisons(*kind)).map(|one| Op::Compare(*one));
    let constants = constant::Constant::DICTIONARY.map(Op::Const);
    let mut differing = 0;
    for op in plain.map(|row| Op::Plain(row.kind)).chain(compared).chain(constants) {
        // Operands that are no words are made of words first.
        let made = match op.kind().row().operands.first() {
            Some(operation::Sort::Truth) => Some(Op::Compare(ir::IntPredicate::Eq)),
            Some(operation::Sort::Double) => Some(Op::Plain(Kind::Pair)),
            _ => None,
        };
        let maker = made.map(|made| pattern::Step { op: made, operands: [0, 1, 0] });
        let first = if maker.is_some() { 3 } else { 0 };
        let steps: Vec<_> =
            maker.into_iter().chain([pattern::Step { op, operands: [first, 1, 2] }]).collect();
        let result = steps.len() as u8 + 2;
        let [x, y, z] = [0, 1, 2].map(|at| lanes.inputs()[at]);
        let a = made.map_or(x, |made| made.vector(&lanes, &x, &y, &z));
        let vector = op.vector(&lanes, &a, &y, &z);
        let code = lower(&pattern::Pattern { inputs: 3, steps, results: vec![result] }).remove(0);
        for at in 0..24 {
            let width = lanes.width(at);
            assert_eq!(vector[at], op.lane(&lanes, at, a[at], y[at], z[at]), "{op:?}");
            let mut terms = proof::semantics::Terms::new();
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
pub(super) fn patterns_at_8_bits(name: &str, size: usize) -> usize {
    use super::operation::Kind::{Mul, MulHighSigned, MulHighUnsigned};
    let mut goal = goal_named(name).unwrap();
    goal.operations.retain(|kind| !matches!(kind, Mul | MulHighSigned | MulHighUnsigned));
    goal.widths = vec![8];
    let outcome = synthesise(vec![goal], options(size), &mut ByRunning).unwrap().remove(0);
    assert_eq!(outcome.size(), Some(size), "{name}");
    outcome.patterns.len()
}
