//! Random functions, executed with poison: facts against all inputs, and rewritten roots against the
//! originals.

mod execute;
mod generate;

use super::facts::ModelFacts;
use super::{ActiveRules, Host, Round, round};
use crate::rules::diagnostic::Diagnostics;
use crate::rules::form::Rule;
use crate::rules::matching::{Argument, Facts, LinearScan, RuleSet};
use crate::rules::verdicts::Verdicts;
use crate::rules::vocabulary::Function;
use execute::{ExecutionResult, Run};
use generate::{Program, Random};
use ir::testing::sketch::{sketch, value};
use ir::{BlockId, Flags, Model, NewKind, Opcode, ValueId};
use text::sources::Sources;

fn rules(text: &str) -> Vec<Rule> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("rules.opt", text);
    let rules = crate::rules::read(&sources, file, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    rules
}

/// A target with these costs of products and of all else, if it says any.
struct Costs(Option<(u64, u64)>);

impl Host for Costs {
    fn cost(&self, opcode: Opcode, _: ValueId) -> Option<u64> {
        self.0.map(|(of_product, of_others)| if opcode == Opcode::Mul { of_product } else { of_others })
    }

    fn is_defined(&self, _: ValueId) -> bool {
        false
    }
}

/// The rules, to be applied without proof.
fn active(text: &str) -> ActiveRules {
    let rules = rules(text);
    let verdicts = vec![Verdicts::default(); rules.len()];
    ActiveRules::new(rules, verdicts, true)
}

fn apply(rules: &ActiveRules, model: &Model) -> Round {
    round(rules, &LinearScan, model, &Costs(None), (usize::MAX, true))
}

fn function(lines: &str) -> Model {
    let globals = "global @llvm.umin.i8 pure\n";
    sketch(&format!("{globals}param x:i8\nparam y:i8\nparam k:i1\nentry:\n{lines}\nret r"))
}

/// Each rewrite, as `rule(root)`, in the order of the roots.
fn summary(rules: &ActiveRules, model: &Model) -> String {
    let answer = apply(rules, model);
    let name = |rule| rules.set().rule(rule).name.clone();
    let one = |it: &super::Applied| {
        let root = it.bindings.last().unwrap().1;
        format!("{}({})", name(it.rule), model.name(root))
    };
    answer.applied.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_rewrite_makes_no_more_than_it_takes_away() {
    let grows = active("Name: grow\n%a = mul %x, %y\n%r = sub %a, %y\n=>\n%b = sub %x, 1\n%r = mul %b, %y");
    for (code, expected) in [
        ("a:i8 = mul x y\nr:i8 = sub a y", "grow(r)"),
        // The product stays, so that two would be made for one.
        ("a:i8 = mul x y\ns:i8 = sub a y\nr:i8 = udiv s a", ""),
        ("a:i8 = mul x y\ns:i8 = sub a y\nr:i8 = udiv s y", "grow(s)"),
    ] {
        assert_eq!(summary(&grows, &function(code)), expected, "{code}");
    }
    let refused = apply(&grows, &function("a:i8 = mul x y\ns:i8 = sub a y\nr:i8 = udiv s a")).refused;
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].reason, "2 instructions would be made for 1 that could go");
    assert!(refused[0].is_of_cost);
}

#[test]
fn more_is_made_where_the_target_says_that_it_costs_less() {
    let rules = active("Name: split\n%r = mul %x, 5\n=>\n%s = shl %x, 2\n%r = add %s, %x");
    let model = function("r:i8 = mul x i8:5");
    for (of_product, expected) in [(3, 1), (2, 0)] {
        let costs = Costs(Some((of_product, 1)));
        let answer = round(&rules, &LinearScan, &model, &costs, (usize::MAX, true));
        assert_eq!(answer.applied.len(), expected);
    }
    assert!(apply(&rules, &model).applied.is_empty(), "the target does not say");
}

#[test]
fn rewrites_of_one_round_do_not_touch_each_other() {
    let rules = active(
        "Name: zero\n%r = add %x, 0\n=>\n%r = %x\n
Name: not\n%a = xor %x, -1\n%r = xor %a, -1\n=>\n%r = %x\n
Name: twice\n%r = add %x, %x\n=>\n%r = shl %x, 1",
    );
    for (code, expected) in [
        ("a:i8 = add x i8:0\nb:i8 = add a i8:0\nr:i8 = add b b", "zero(a) zero(b) twice(r)"),
        // The third `xor` waits: what is below it has gone.
        ("a:i8 = xor x i8:-1\nb:i8 = xor a i8:-1\nr:i8 = xor b i8:-1", "not(b)"),
    ] {
        assert_eq!(summary(&rules, &function(code)), expected, "{code}");
    }
    let model = function("a:i8 = add x i8:0\nb:i8 = add a i8:0\nr:i8 = add b b");
    let plan = apply(&rules, &model).plan;
    let x = ir::Operand::Value(value(&model, "x"));
    assert!(matches!(&plan.new[0].kind, NewKind::Binary(Opcode::Shl, of, _) if *of == x));
    assert_eq!(plan.erase.len(), 3);
}

#[test]
fn what_would_be_the_same_is_left_alone() {
    let rules = active(
        "Name: right\n%r = mul C, %x\n=>\n%r = mul %x, C\n
Name: swap\n%r = xor %x, %y\n=>\n%r = xor %y, %x\n
Name: flags\n%r = add nsw %x, %y\n=>\n%r = add %x, %y\n
Name: less\n%r = sub %x, %y\n=>\n%r = sub %y, %x\n
Name: more\n%r = shl %x, %y\n=>\n%r = shl nuw %x, %y\n
Name: below\n%a = mul %x, %y\n%r = lshr %a, %y\n=>\n%b = mul nuw %x, %y\n%r = lshr exact %b, %y\n
Name: least\n%a = and %x, %y\n%r = umin %a, %y\n=>\n%b = and %y, %x\n%r = umin %b, %y",
    );
    for (code, expected) in [
        ("r:i8 = shl x y", "more(r)"),
        ("r:i8 = shl x y !nsw", "more(r)"),
        ("r:i8 = shl x y !nuw", ""),
        ("a:i8 = mul x y !nuw\nr:i8 = lshr a y", "below(r)"),
        ("a:i8 = mul x y\nr:i8 = lshr a y !exact", "below(r)"),
        ("a:i8 = mul x y !nuw\nr:i8 = lshr a y !exact", ""),
        ("a:i8 = and y x\nr:i8 = call @llvm.umin.i8 a y", ""),
        ("r:i8 = mul x i8:3", ""),
        ("r:i8 = xor x y", ""),
        ("r:i8 = add x y !nsw", ""),
        ("r:i8 = sub x x", ""),
        ("r:i8 = sub x y", "less(r)"),
    ] {
        assert_eq!(summary(&rules, &function(code)), expected, "{code}");
    }
}

#[test]
fn further_flags_join_those_that_are_there() {
    let rules = active("%r = mul %x, %y\n=>\n%r = mul nsw %x, %y");
    let (nuw, both) = (Flags::NUW, Flags::NUW | Flags::NSW);
    for (code, expected) in [("r:i8 = mul x y", Flags::NSW), ("r:i8 = mul x y !nuw", both)] {
        assert_eq!(apply(&rules, &function(code)).plan.new[0].flags, expected, "{code}");
    }
    let other = active("%r = mul %x, %y\n=>\n%r = shl %x, %y");
    let plan = apply(&other, &function("r:i8 = mul x y !nuw")).plan;
    assert!(!plan.new[0].flags.contains(nuw), "the flags are those of another operation");
}

#[test]
fn as_many_rewrites_as_may_be() {
    let rules = active("Name: twice\n%r = add %x, %x\n=>\n%r = shl %x, 1");
    let model = function("a:i8 = add x x\nb:i8 = add a a\nr:i8 = add b b");
    for (most, applied, is_cut) in [(0, 0, true), (2, 2, true), (3, 3, false), (9, 3, false)] {
        let answer = round(&rules, &LinearScan, &model, &Costs(None), (most, true));
        assert_eq!((answer.applied.len(), answer.is_cut), (applied, is_cut));
    }
}

#[test]
fn rules_are_applied_where_they_are_proven() {
    let text = "Name: twice\n%r = add %x, %x\n=>\n%r = shl %x, 1";
    let model = sketch("param x:i8\nparam y:i16\nentry:\na:i8 = add x x\nb:i16 = add y y\nret b");
    let line_for = |llvm: &str, at: u32, refuted: &str| {
        let key = crate::rules::verdicts::key(&rules(text)[0]);
        format!(r#"{{"key":"{key}","at":[{at}],"llvm":{llvm},"solver":"s","rule":"","widths":""{refuted}}}"#)
    };
    let line = |at, refuted: &str| line_for("[[16,null]]", at, refuted);
    let refuted =
        r#","refuted":{"widths":"","inputs":[],"source":null,"target":"","by_undef":false,"freeze":null}"#;
    for (lines, unproven, expected) in [
        (vec![], false, ""),
        (vec![], true, "twice(a) twice(b)"),
        (vec![line(8, "")], false, "twice(a)"),
        (vec![line(8, "")], true, "twice(a) twice(b)"),
        (vec![line(8, ""), line(1, refuted)], true, "twice(a)"),
        (vec![line(16, ""), line(16, refuted)], true, ""),
        // Of the LLVMs that it is proven for alone.
        (vec![line_for("[[16,22]]", 8, ""), line_for("[[23,null]]", 8, refuted)], true, "twice(a) twice(b)"),
        (vec![line_for("[[23,null]]", 8, "")], false, ""),
        (vec![line_for("[[16,22]]", 8, refuted), line_for("[[23,null]]", 8, "")], true, ""),
    ] {
        let all = rules(text);
        let verdicts = crate::rules::verdicts::about(&all, &lines.join("\n"));
        let rules = ActiveRules::of_set(RuleSet::new(all), verdicts, 22, unproven);
        assert_eq!(summary(&rules, &model), expected, "{lines:?}");
    }
}

/// Every rewrite of every rule of ours, in random functions, refines what was there; and each rule is applied
/// some time.
#[test]
fn rewritten_roots_refine_the_originals() {
    let text = include_str!("../../../../idioms/rules/missed.opt");
    let rules = active(text);
    let mut applied = vec![0; rules.set().rules().count()];
    let mut random = Random::new(20);
    for _ in 0..2500 {
        let at = random.below(applied.len());
        let rule = rules.set().rules().nth(at).unwrap().1;
        let text = Program::around(rule, &mut random);
        let model = sketch(&text);
        let answer = apply(&rules, &model);
        answer.applied.iter().for_each(|it| applied[it.rule.index()] += 1);
        for _ in 0..12 {
            let run = Run::new(&model, &mut random);
            if run.is_undefined() {
                continue;
            }
            let made = run.of_plan(&answer.plan);
            for (root, by) in &answer.plan.replace {
                let (before, after) = (run.outcome(*root), made.outcome(&run, *by));
                assert!(before == ExecutionResult::Poison || before == after, "{text}\n{:?}", answer.applied);
            }
            assert!(!made.is_undefined(), "{text}");
        }
    }
    let never = applied.iter().zip(rules.set().rules()).filter(|(count, _)| **count == 0);
    let never: Vec<&str> = never.map(|(_, (_, rule))| rule.name.as_str()).collect();
    assert!(never.is_empty(), "never applied: {never:?}");
}

/// What facts are asked about.
fn argument(model: &Model, value: ValueId) -> Argument<ValueId> {
    let width = model.type_of(value).integer_width().unwrap();
    Argument { value: Some(value), bits: None, width }
}

#[test]
fn facts_hold_whatever_the_inputs() {
    let mut random = Random::new(3);
    let mut affirmed: Vec<(Function, u32)> = Vec::new();
    let mut affirm = |function: Function| match affirmed.iter_mut().find(|(known, _)| *known == function) {
        Some((_, count)) => *count += 1,
        None => affirmed.push((function, 1)),
    };
    for _ in 0..500 {
        let model = sketch(&Program::any(&mut random));
        let runs: Vec<Run> = (0..40).map(|_| Run::new(&model, &mut random)).collect();
        let runs: Vec<&Run> = runs.iter().filter(|run| !run.is_undefined()).collect();
        let facts = ModelFacts { model: &model, host: &Costs(None), block: BlockId(0) };
        let is_integer = |value: &ValueId| model.type_of(*value).integer_width().is_some();
        let values: Vec<ValueId> = model.instructions().filter(is_integer).collect();
        for value in &values {
            let operand = argument(&model, *value);
            let numbers = |run: &Run| run.number(*value);
            let check = |what: &str, holds: &dyn Fn(u128) -> bool| {
                let wrong = runs.iter().filter_map(|run| numbers(run)).find(|number| !holds(*number));
                assert!(wrong.is_none(), "{what} of {}: {wrong:?}\n{}", model.name(*value), model.dump());
            };
            let zeros = facts.bits(Function::KnownZeros, operand, operand.width).unwrap();
            let ones = facts.bits(Function::KnownOnes, operand, operand.width).unwrap();
            check("known zeros", &|number| number & zeros == 0);
            check("known ones", &|number| number & ones == ones);
            let signs = facts.bits(Function::SignBits, operand, 64).unwrap() as u32;
            let signed = |number: u128| (number << (128 - operand.width)) as i128 >> (128 - operand.width);
            check("sign bits", &|number| {
                let number = signed(number);
                let copies = number.leading_zeros().max(number.leading_ones());
                copies - (128 - operand.width) >= signs
            });
            for (known, function) in [
                (zeros != 0, Function::KnownZeros),
                (ones != 0, Function::KnownOnes),
                (signs > 1, Function::SignBits),
            ] {
                if known {
                    affirm(function);
                }
            }
            if facts.test(Function::IsPowerOf2, &[operand]) {
                affirm(Function::IsPowerOf2);
                check("a power of two", &|number| number.count_ones() == 1);
            }
            if facts.test(Function::IsPowerOf2OrZero, &[operand]) {
                affirm(Function::IsPowerOf2OrZero);
                check("a power of two or zero", &|number| number.count_ones() <= 1);
            }
            if facts.is_defined(*value) {
                let is_poison = |run: &&&Run| run.number(*value).is_none();
                assert!(runs.iter().find(is_poison).is_none(), "{}\n{}", model.name(*value), model.dump());
            }
        }
        for left in &values {
            for right in values.iter().filter(|right| model.type_id(**right) == model.type_id(*left)) {
                let operands = [argument(&model, *left), argument(&model, *right)];
                for function in execute::OVERFLOWS {
                    if facts.test(function, &operands) {
                        affirm(function);
                        let both = runs.iter().filter_map(|run| run.number(*left).zip(run.number(*right)));
                        let wrong = both
                            .into_iter()
                            .find(|(a, b)| !execute::fits(function, *a, *b, operands[0].width));
                        assert!(wrong.is_none(), "{function:?}: {wrong:?}\n{}", model.dump());
                    }
                }
                if facts.test(Function::MaskedValueIsZero, &operands) {
                    affirm(Function::MaskedValueIsZero);
                    let both = runs.iter().filter_map(|run| run.number(*left).zip(run.number(*right)));
                    assert!(both.into_iter().all(|(a, b)| a & b == 0), "{}", model.dump());
                }
            }
        }
    }
    for function in [
        Function::KnownZeros,
        Function::KnownOnes,
        Function::SignBits,
        Function::IsPowerOf2,
        Function::IsPowerOf2OrZero,
        Function::MaskedValueIsZero,
    ]
    .into_iter()
    .chain(execute::OVERFLOWS)
    {
        let count = affirmed.iter().find(|(known, _)| *known == function).map_or(0, |(_, count)| *count);
        assert!(count > 20, "{function:?} was answered with yes {count} times only");
    }
}

#[test]
fn uses_are_counted() {
    let model = function("a:i8 = add x y\nb:i8 = add a a\nc:i8 = add b i8:1\nr:i8 = add c i8:1");
    let facts = ModelFacts { model: &model, host: &Costs(None), block: BlockId(0) };
    let one = |name: &str| facts.test(Function::HasOneUse, &[argument(&model, value(&model, name))]);
    assert_eq!(["a", "b", "c"].map(one), [false, true, true]);
}
