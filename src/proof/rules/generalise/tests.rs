//! Tests without a solver: reading, expressions and conditions against the terms of proofs, preconditions.

use super::condition::{Conjunct, templates};
use super::expression::{ExpressionSearch, Names, Point, SymbolicNumber, mask};
use super::instance::{PeepholeInstance, Place};
use super::precondition::{Candidate, weakest};
use super::template::{Choices, Template, resolved};
use crate::rules::prove::encode::{Case, Encoding, RefinementQuery, Undef};
use crate::rules::widths::typings;
use crate::semantics::{Evaluation, Semantics, next_random};
use fixedbitset::FixedBitSet;
use ir::IntPredicate;
use ir::testing::sketch::sketch;
use rustc_hash::FxHashMap;

fn instance(before: &str, after: &str) -> Result<PeepholeInstance, String> {
    let model = |lines: &str| sketch(&format!("param x:i8\nparam y:i8\nentry:\n{lines}"));
    PeepholeInstance::read(&model(before), &model(after), &[]).map_err(|why| why.to_string())
}

fn text(instance: &PeepholeInstance, choices: &Choices) -> String {
    let numbers: Vec<String> = instance.numbers.iter().map(|number| number.bits.to_string()).collect();
    Template { instance, choices }.text("t", "", &numbers)
}

#[test]
fn a_step_of_both_functions_is_shared() {
    let pair = instance(
        "a:i8 = and x i8:12\nr:i8 = xor a i8:48\nret r",
        "b:i8 = and i8:12 x\nr:i8 = or b i8:48 !disjoint\nret r",
    )
    .unwrap();
    assert_eq!((pair.source_steps, pair.steps.len(), pair.result), (2, 3, Place::Step(2)));
    let open = "Name: t\n%a = and %x, 12\n%r = xor %a, 48\n  =>\n%r = or disjoint %a, 48\n";
    assert_eq!(text(&pair, &Choices::open(&pair)), open);
    let mut cut = Choices::open(&pair);
    cut.cut[0] = true;
    cut.typed = vec![true; pair.widths.len()];
    let typed = "Name: t\n%r = xor i8 %a, 48\n  =>\n%r = or disjoint %a, 48\n";
    assert_eq!(text(&pair, &cut), typed);
}

#[test]
fn widths_are_tied_by_instructions_alone() {
    let pair =
        instance("a:i32 = zext x\nc:i1 = icmp a i32:100 !ult\nret c", "c:i1 = icmp x i8:100 !ult\nret c")
            .unwrap();
    let class = |place| pair.class_of(place).unwrap();
    assert_eq!(class(Place::Number(0)), class(Place::Step(0)), "compared");
    assert_eq!(class(Place::Number(1)), class(Place::Input(0)), "compared");
    assert_ne!(class(Place::Input(0)), class(Place::Step(0)), "widened");
    assert_eq!(class(Place::Step(1)), class(Place::Step(2)), "the results");
    let text = text(&pair, &Choices::open(&pair));
    assert_eq!(text, "Name: t\n%a = zext %x\n%r = icmp ult %a, 100\n  =>\n%r = icmp ult %x, 100\n");
}

#[test]
fn what_is_no_expression_is_refused() {
    for (before, after, why) in [
        ("r:i8 = add x y\nret r", "r:i8 = add x y\nret r", "by the same instructions"),
        ("ret x", "ret x", "computes nothing"),
        ("r:i8 = add x y\nret r", "r:i32 = zext x\nret r", "returns i8, the second one i32"),
        ("r:double = sitofp x\nret r", "r:double = sitofp x\nret r", "type `double`"),
        ("br -> a\na:\nr:i8 = add x y\nret r", "ret x", "control flow"),
    ] {
        let refused = instance(before, after).unwrap_err();
        assert!(refused.contains(why), "{before}: {refused}");
    }
    let (one, other) = (sketch("param x:i8\nentry:\nret x"), sketch("param x:i16\nentry:\nret x"));
    assert!(PeepholeInstance::read(&one, &other, &[]).unwrap_err().to_string().contains("(i8)"));
}

/// Points for two symbols at several widths.
fn points(seed: u64) -> Vec<Point> {
    let mut state = seed;
    let point = |width: u32| Point {
        widths: [width].into(),
        symbols: (0..2).map(|_| u128::from(next_random(&mut state)) & mask(width)).collect(),
    };
    [3, 4, 8, 16, 32, 64].into_iter().cycle().take(60).map(point).collect()
}

fn names() -> Names {
    Names { symbols: vec!["C1".to_owned(), "C2".to_owned()], classes: vec!["%x".to_owned()] }
}

/// Whether a rule's target refines its source for `%x` = 0, by the terms of proofs.
fn holds_for_zero(text: &str, point: &Point) -> Option<bool> {
    let rule = resolved(text).unwrap_or_else(|| panic!("{text}"));
    let typing = typings(&rule, &point.widths, &point.widths).into_iter().next()?;
    let question =
        RefinementQuery { semantics: Semantics::newest(), undef: Undef::Never, frozen: &[], case: Case::All };
    let encoding = Encoding::new(&rule, &typing, question).unwrap();
    let mut values = FxHashMap::default();
    for (node, term) in &encoding.constants {
        let at = usize::from(rule.node(*node).name.as_deref() == Some("C2"));
        values.insert(*term, point.symbols[at]);
    }
    Some(!Evaluation::new(&encoding.terms, &values).holds(encoding.goal))
}

#[test]
fn expressions_have_the_values_that_proofs_give_them() {
    let (sampled, classes) = (points(1), [0, 0]);
    let found = ExpressionSearch::run(0, &sampled, &classes, &[5], None);
    assert!(found.len() > 3_000, "{} expressions", found.len());
    let (names, others) = (names(), points(2));
    for (at, (expression, values)) in found.iter().enumerate().step_by(11) {
        let point = &others[at % others.len()];
        assert_eq!(expression.value(0, &sampled[0]), Some(values[0]));
        let Some(value) = expression.value(0, point) else { continue };
        // The source is `C1 ^ C2 ^ %x`, so that both symbols occur.
        let text = |value: u128| {
            let both = "%a = xor %x, C1\n%r = xor %a, C2\n  =>";
            format!("Pre: {} == C1 + {value} - C1\n{both}\n%r = xor %x, C1\n", expression.text(&names))
        };
        // With a precondition that holds, the wrong target is seen; with one that does not, nothing is wrong.
        let differs = point.symbols[1] != 0;
        assert_eq!(holds_for_zero(&text(value), point).unwrap_or(!differs), !differs, "{}", text(value));
        let other = value ^ 1;
        assert!(holds_for_zero(&text(other), point).unwrap_or(true), "{}", text(other));
    }
}

#[test]
fn conditions_hold_where_proofs_say_so() {
    let mut instance = points(3).swap_remove(2);
    instance.symbols = vec![4, 2];
    let (names, classes) = (names(), [0, 0]);
    let (mut held, mut not) = (0, 0);
    for conjunct in templates(&classes, &instance) {
        let Some(condition) = conjunct.text(&names) else { continue };
        for point in points(4).iter().take(12) {
            let text = format!(
                "Pre: {condition}\n%a = xor %x, C1\n%r = xor %a, C2\n  =>\n%b = add %x, 1\n%r = xor %b, %b\n"
            );
            // The target gives 0 and the source `C1 ^ C2`: wrong where the precondition holds and these differ.
            if point.symbols[0] == point.symbols[1] {
                continue;
            }
            let holds = conjunct.holds(&classes, point);
            let Some(no_counterexample) = holds_for_zero(&text, point) else { continue };
            assert_eq!(holds, !no_counterexample, "{condition} at {point:?}");
            *(if holds { &mut held } else { &mut not }) += 1;
        }
    }
    assert!(held > 150 && not > 150, "{held} hold and {not} do not");
}

#[test]
fn expressions_of_an_instance_come_by_size() {
    let mut points = points(5);
    points[0] = Point { widths: [32].into(), symbols: vec![3, 24] };
    let found = ExpressionSearch::run(0, &points, &[0, 0], &[], None);
    let texts: Vec<String> = found
        .iter()
        .filter(|(_, values)| values[0] == 7)
        .map(|(expression, _)| expression.text(&names()))
        .take(60)
        .collect();
    assert!(texts.iter().any(|text| text.contains("<< C1")), "{texts:?}");
    let sizes: Vec<u32> = found.iter().map(|(expression, _)| expression.size()).collect();
    assert!(sizes.is_sorted());
}

#[test]
fn the_weakest_precondition_excludes_bad_points_and_few_others() {
    let set = |points: &[usize]| {
        let mut set = FixedBitSet::with_capacity(8);
        points.iter().for_each(|at| set.insert(*at));
        set
    };
    let conjunct = |number| {
        let literal = SymbolicNumber::Literal(number);
        Conjunct::Compare(IntPredicate::Eq, literal.clone(), literal, 0)
    };
    let candidate =
        |number, holds: &[usize], size| Candidate { conjunct: conjunct(number), holds: set(holds), size };
    let candidates = [
        candidate(0, &[0], 1),
        candidate(1, &[0, 1, 2, 6], 1),
        candidate(2, &[0, 1, 2, 3, 4, 7], 1),
        candidate(3, &[0, 1, 2, 5], 2),
    ];
    let all = set(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let best = |bad: &[usize]| {
        let found = weakest(&candidates, &set(bad), &all, 9);
        found.first().map(|found| found.conjuncts.clone())
    };
    assert_eq!(best(&[]), Some(vec![]), "nothing is wrong");
    assert_eq!(best(&[5]), Some(vec![2]), "the one that holds at most points");
    assert_eq!(best(&[6, 7]), Some(vec![3]), "one condition rather than two that exclude more");
    assert_eq!(best(&[5, 6, 7]), Some(vec![1, 2]), "two together");
    assert_eq!(best(&[0]), None, "all of them hold there");
}
