//! The dot product and `map_sqrt`, with their graphs written out by hand.
//!
//! Control dependence follows `docs/src/language.md`: the edges from an outer loop's branch to the inner
//! loop's instructions exist, which a definition by cuts would lose.

use super::testing::figures::{DOT, MAP_SQRT};
use super::testing::sketch::{sketch, value};
use super::{Flow, Model, Paths, ValueId};

/// The names of values, in order.
fn names(model: &Model, values: impl IntoIterator<Item = ValueId>) -> String {
    values.into_iter().map(|v| model.name(v).to_owned()).collect::<Vec<_>>().join(" ")
}

/// Compares a list of `from: to to …` with the edges that `of` gives.
fn check(text: &str, expected: &[(&str, &str)], of: impl Fn(&Model, ValueId) -> Vec<ValueId>) {
    let model = sketch(text);
    for v in model.instructions() {
        let listed = expected.iter().find(|(from, _)| *from == model.name(v)).map_or("", |(_, to)| to);
        assert_eq!(names(&model, of(&model, v)), listed, "{}", model.name(v));
    }
}

fn successors(model: &Model, v: ValueId) -> Vec<ValueId> {
    model.successors(v).iter().map(|e| e.to).collect()
}

fn arguments(model: &Model, v: ValueId) -> Vec<ValueId> {
    model.args(v).iter().map(|e| e.to).filter(|v| model.constant(*v).is_none()).collect()
}

fn phi_dependences(model: &Model, v: ValueId) -> Vec<ValueId> {
    model.instructions().filter(|c| model.phi_depends(*c, v)).collect()
}

const DOT_LOOP: &str = "v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16";

#[test]
fn data_flow_of_the_dot_product() {
    let expected = [
        ("v1", "n"),
        ("v2", "v1"),
        ("v4", "v13"),
        ("v5", "v4"),
        ("v6", "v14"),
        ("v7", "v13"),
        ("v8", "a v6"),
        ("v9", "v8"),
        ("v10", "b v6"),
        ("v11", "v10"),
        ("v12", "v9 v11"),
        ("v13", "v7 v12"),
        ("v14", "v6"),
        ("v15", "v14 n"),
        ("v16", "v15"),
    ];
    check(DOT, &expected, arguments);
}

#[test]
fn control_flow_of_the_dot_product() {
    let expected = [
        ("v1", "v2"),
        ("v2", "v3 v4"),
        ("v3", "v6"),
        ("v4", "v5"),
        ("v6", "v7"),
        ("v7", "v8"),
        ("v8", "v9"),
        ("v9", "v10"),
        ("v10", "v11"),
        ("v11", "v12"),
        ("v12", "v13"),
        ("v13", "v14"),
        ("v14", "v15"),
        ("v15", "v16"),
        ("v16", "v4 v6"),
    ];
    check(DOT, &expected, successors);
}

#[test]
fn dependences_of_the_dot_product() {
    let from_2 = format!("v3 {DOT_LOOP}");
    check(DOT, &[("v2", &from_2), ("v16", DOT_LOOP)], Model::control_dependents);
    check(DOT, &[("v4", "v2 v16"), ("v6", "v2 v16"), ("v7", "v2 v16")], phi_dependences);
}

#[test]
fn data_flow_of_map_sqrt() {
    let expected = [
        ("v3", "p0"),
        ("e", "v3"),
        ("v7", "v10"),
        ("v9", "p1 v7"),
        ("s", "v19 v9"),
        ("v10", "v7"),
        ("v11", "v10 p0"),
        ("b8", "v11"),
        ("v13", "v20"),
        ("v14", "v19"),
        ("v15", "p1 v13"),
        ("v16", "v15"),
        ("v17", "v16 v14"),
        ("v18", "v14 v17"),
        ("v19", "v18"),
        ("v20", "v13"),
        ("v21", "v20"),
        ("b12", "v21"),
    ];
    check(MAP_SQRT, &expected, arguments);
}

#[test]
fn control_flow_of_map_sqrt() {
    let expected = [
        ("v3", "e"),
        ("e", "r b4"),
        ("b4", "v7"),
        ("v7", "b6"),
        ("b6", "v13"),
        ("v9", "s"),
        ("s", "v10"),
        ("v10", "v11"),
        ("v11", "b8"),
        ("b8", "r v7"),
        ("v13", "v14"),
        ("v14", "v15"),
        ("v15", "v16"),
        ("v16", "v17"),
        ("v17", "v18"),
        ("v18", "v19"),
        ("v19", "v20"),
        ("v20", "v21"),
        ("v21", "b12"),
        ("b12", "v9 v13"),
    ];
    check(MAP_SQRT, &expected, successors);
}

#[test]
fn dependences_of_map_sqrt() {
    let inner = "v13 v14 v15 v16 v17 v18 v19 v20 v21 b12";
    let outer = format!("v7 b6 v9 s v10 v11 b8 {inner}");
    let body = format!("b4 {outer}");
    check(MAP_SQRT, &[("e", &body), ("b8", &outer), ("b12", inner)], Model::control_dependents);
    check(MAP_SQRT, &[("v7", "e b8"), ("v13", "e b8 b12"), ("v14", "e b8 b12")], phi_dependences);
}

#[test]
fn dominance_in_map_sqrt() {
    let model = sketch(MAP_SQRT);
    let at = |name| value(&model, name);
    assert!(model.dominates(at("b12"), at("v9")) && !model.dominates(at("v9"), at("v13")));
    assert!(model.post_dominates(at("v9"), at("v13")) && !model.post_dominates(at("v13"), at("e")));
    assert!(model.post_dominates(at("r"), at("v3")) && !model.dominates(at("b8"), at("r")));
}

#[test]
fn paths_in_map_sqrt() {
    let model = sketch(MAP_SQRT);
    let paths = Paths::new(&model);
    let through =
        |flow, a, b, c| paths.pass_through(flow, value(&model, a), value(&model, b), value(&model, c));
    assert!(through(Flow::Control, "v13", "v7", "b8") && !through(Flow::Control, "e", "r", "b8"));
    assert!(through(Flow::Data, "v16", "v19", "v17") && !through(Flow::Data, "v14", "v19", "v17"));
    assert!(through(Flow::Data, "v10", "v15", "v7") && through(Flow::Any, "v16", "v18", "v17"));
    assert!(!through(Flow::Any, "v3", "v19", "v18"));
}

#[test]
fn the_root_is_calculated_from_what_its_loop_reads() {
    let model = sketch(MAP_SQRT);
    let at = |names: &str| names.split_whitespace().map(|n| value(&model, n)).collect::<Vec<_>>();
    let from = |interface: &str| Paths::new(&model).calculated_from(&[], &at("v18"), &at(interface));
    assert!(from("v16 e b8"));
    assert!(!from("v16 b8") && !from("e b8") && !from(""));
    assert!(!Paths::new(&model).calculated_from(&at("i64:10"), &at("v18"), &at("v16 e b8")));
    assert!(!Paths::new(&model).calculated_from(&[], &at("v16"), &at("v15")), "a load is an origin itself");
}
