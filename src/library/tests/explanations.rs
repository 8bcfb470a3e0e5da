//! Explanations of empty results in terms of the specification: near misses, also with pinned variables.

use super::*;
use ir::{Opcode, ValueId};

/// An explanation of the first idiom of a text: the satisfied and total numbers of constraints, the failing
/// constraints from the outermost include inwards, the variables they mention, and those that no value fits.
type Explanation = (u64, u64, Vec<String>, Vec<String>, Vec<String>);

fn explain(text: &str, model: &Model) -> Option<Explanation> {
    let library = sound(&[("own.candl", text)], None);
    let idiom = library.idioms().iter().find(|idiom| idiom.name() == "Own").unwrap();
    let (found, miss) = idiom.explain_in(&ModelWorld::new(model), Budget::default());
    assert_eq!(found, idiom.find(model, Budget::default()), "explaining changes nothing else");
    let miss = miss?;
    let failing = miss.failing.iter().map(|f| library.sources().text(f.span).to_owned()).collect();
    let about = miss.about.iter().map(|(name, value)| {
        format!("{name} {}", value.map_or("unused".into(), |v| model.name(v).to_owned()))
    });
    Some((miss.satisfied, miss.total, failing, about.collect(), miss.open))
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

#[test]
fn explanations_use_the_names_of_the_specification() {
    let model = sketch(SQUARE_ROOT);
    let inner = "Constraint Inner ( {v.of} ∈ {v}.args ∧ opcode{v.of} = fsub ) End ";
    let own = |formula: &str| explain(&format!("{inner} Constraint Own ( {formula} ) End"), &model);
    // Variables below a renamed one, and variables with a prefix.
    let (.., failing, about, _) = own("opcode{y} = call ∧ include Inner({y}->{v})").unwrap();
    assert_eq!(failing, texts(&["include Inner({y}->{v})", "opcode{v.of} = fsub"]));
    assert!(about[0].starts_with("y.of "), "{about:?}");
    let (.., failing, about, _) = own("opcode{p.v} = call ∧ include Inner @ {p}").unwrap();
    assert_eq!(failing, texts(&["include Inner @ {p}", "opcode{v.of} = fsub"]));
    assert!(about[0].starts_with("p.v.of "), "{about:?}");
    // There are no candidates at all.
    let (satisfied, total, failing, about, open) = own("opcode{x} = udiv ∧ {y} ∈ {x}.args").unwrap();
    assert_eq!((satisfied, total), (0, 2));
    assert_eq!((failing, about, open), (texts(&["opcode{x} = udiv"]), vec![], texts(&["x"])));
    // A solution needs no explanation.
    assert_eq!(own("opcode{x} = call ∧ {y} ∈ {x}.args"), None);
}

#[test]
fn a_pin_is_a_variable_of_the_specification_itself() {
    let text = "Constraint Inner ( {v.of} ∈ {v}.args ∧ opcode{v.of} = fsub ) End \
                Constraint Own ( opcode{y} = call ∧ include Inner({y}->{v}) ) End";
    let library = sound(&[("own.candl", text)], None);
    let idiom = library.idioms().iter().find(|idiom| idiom.name() == "Own").unwrap();
    assert!(idiom.has_variable("y"));
    assert!(!idiom.has_variable("z") && !idiom.has_variable("y.of"), "of what is included, and none");
    let model = sketch(SQUARE_ROOT);
    let world = ModelWorld::new(&model);
    let pinned = |name, value| idiom.explain_pinned(&world, Budget::default(), &[(name, value)]);
    let value = model.values().next().unwrap();
    assert_eq!(pinned("z", value), None);
    let (found, miss) = pinned("y", value).unwrap();
    assert!(found.solutions.is_empty());
    let failing = miss.unwrap().failing;
    assert_eq!(library.sources().text(failing[0].span), "opcode{y} = call");
}

#[test]
fn attempts_are_grouped_by_the_values_of_a_variable() {
    let text = "Constraint Own ( {y} ∈ {x.z}.args ∧ opcode{x.z} = fmul ∧ opcode{y} = fsub ) End";
    let library = sound(&[("own.candl", text)], None);
    let idiom = library.idioms().iter().find(|idiom| idiom.name() == "Own").unwrap();
    let model = sketch(SQUARE_ROOT);
    let values: Vec<ValueId> = model.values().collect();
    assert_eq!(idiom.principal_variable(&[]), Some("y"));
    assert_eq!(idiom.principal_variable(&[("y", values[0])]), Some("x.z"));
    let world = ModelWorld::new(&model);
    let by = |variable, most| {
        idiom.attempts_in(&world, Budget::default(), &[], (variable, values.as_slice()), most)
    };
    assert_eq!(by("z", 1), None);
    let attempts = by("x.z", 1).unwrap();
    assert_eq!((attempts.best.len(), attempts.tried, attempts.values), (1, values.len(), values.len()));
    let (value, miss) = &attempts.best[0];
    assert_eq!((model.opcode(*value), miss.satisfied), (Some(Opcode::FMul), 2));
    assert_eq!(library.sources().text(miss.failing[0].span), "opcode{y} = fsub");
}

#[test]
fn a_search_that_gave_up_explains_nothing() {
    let cycle = "Constraint Own ( {y} ∈ {x}.args ∧ {x} ∈ {y}.args ) End";
    let library = sound(&[("own.candl", cycle)], Some(&["Own"]));
    let model = sketch(SQUARE_ROOT);
    let explain = |budget| library.idioms()[0].explain_in(&ModelWorld::new(&model), budget);
    let (found, miss) = explain(Budget::of_steps(1));
    assert!(found.exhausted.is_some() && found.solutions.is_empty() && miss.is_none());
    let (found, miss) = explain(Budget::default());
    assert!(found.exhausted.is_none() && found.solutions.is_empty() && miss.is_some());
}
