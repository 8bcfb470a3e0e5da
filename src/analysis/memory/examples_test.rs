//! Worked examples from the literature on pointer analysis, with the results given there, by inclusion and by
//! unification.

use super::points_to::PointsTo;
use super::unification::unify;
use ir::Model;
use ir::testing::sketch::{sketch, value};

/// Checks the stack slots that a loaded pointer may point to, by both analyses.
fn check(text: &str, by_inclusion: &[(&str, &[&str])], by_unification: &[(&str, &[&str])]) {
    let model = sketch(text);
    let inclusion = PointsTo::by_inclusion(&model).expect("few rounds");
    for (analysis, expected) in [(inclusion, by_inclusion), (unify(&model), by_unification)] {
        for (pointer, objects) in expected {
            assert_eq!(found(&model, &analysis, pointer), *objects, "{pointer}");
        }
    }
}

fn found(model: &Model, analysis: &PointsTo, pointer: &str) -> Vec<String> {
    let targets = analysis.targets(model, value(model, pointer));
    let mut objects: Vec<_> = targets.iter().map(|(object, _)| object).collect();
    objects.dedup();
    let slots =
        model.instructions().filter(|at| analysis.objects.at(*at).is_some_and(|o| objects.contains(&o)));
    let mut names: Vec<String> = slots.map(|at| model.name(at).to_owned()).collect();
    if objects.contains(&super::objects::OUTSIDE) {
        names.push("anything".to_owned());
    }
    names
}

/// `p = &x; r = &p; q = &y; s = &q; r = s`: unification merges p and q, and x and y.
#[test]
fn inclusion_keeps_apart_what_unification_merges() {
    check(
        "entry:
          x:ptr = alloca
          y:ptr = alloca
          p:ptr = alloca
          q:ptr = alloca
          r:ptr = alloca
          s:ptr = alloca
          a:void = store x p !writes
          b:void = store p r !writes
          c:void = store y q !writes
          d:void = store q s !writes
          t:ptr = load s !reads
          e:void = store t r !writes
          in_p:ptr = load p !reads
          in_q:ptr = load q !reads
          in_r:ptr = load r !reads
          in_s:ptr = load s !reads
          last:void = ret",
        &[("in_p", &["x"]), ("in_q", &["y"]), ("in_r", &["p", "q"]), ("in_s", &["q"])],
        &[("in_p", &["x", "y"]), ("in_q", &["x", "y"]), ("in_r", &["p", "q"]), ("in_s", &["p", "q"])],
    );
}

/// `q = &x; q = &y; p = q; q = &z`: the analyses are flow-insensitive.
#[test]
fn a_later_target_reaches_the_earlier_copy() {
    let both: &[(&str, &[&str])] = &[("in_p", &["x", "y", "z"]), ("in_q", &["x", "y", "z"])];
    check(
        "entry:
          x:ptr = alloca
          y:ptr = alloca
          z:ptr = alloca
          p:ptr = alloca
          q:ptr = alloca
          a:void = store x q !writes
          b:void = store y q !writes
          t:ptr = load q !reads
          c:void = store t p !writes
          d:void = store z q !writes
          in_p:ptr = load p !reads
          in_q:ptr = load q !reads
          last:void = ret",
        both,
        both,
    );
}

/// A pointer whose bytes are copied as an integer is still found.
#[test]
fn a_pointer_copied_as_an_integer_may_lead_to_what_it_led_to() {
    let text = "entry:
          x:ptr = alloca
          from:ptr = alloca
          to:ptr = alloca
          a:void = store x from !writes
          bits:i64 = load from !reads
          b:void = store bits to !writes
          copied:ptr = load to !reads
          last:void = ret";
    let model = sketch(text);
    for analysis in [PointsTo::by_inclusion(&model).expect("few rounds"), unify(&model)] {
        assert!(found(&model, &analysis, "copied").contains(&"anything".to_owned()));
        let x = analysis.objects.at(value(&model, "x")).expect("a slot");
        assert!(analysis.has_escaped(x), "its address became a number");
    }
}
