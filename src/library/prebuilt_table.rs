//! The built-in idioms and rewrites, as compiled by the build script.

use ir::OpcodeSet;
use lang::candl::ast::Specification;
use lang::candl::parser::parse;
use specs::builtin::{BUILTIN, sets};
use specs::fact::{Fact, Interface};
use specs::idiom::Idiom;
use specs::loosened::Loosened;
use specs::prebuilt::{Bytes, Prebuilt};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

// `PREBUILT`: the default idioms in run order, then the other precompiled specifications. `REWRITES`: the
// formulas of rewrites. `WITHOUT_TYPES`: the formulas of those rewrites that have constraints on types,
// without these.
include!(concat!(env!("OUT_DIR"), "/idioms/prebuilt.rs"));

/// The idioms with these names, without duplicates, in the given order; `None` if one is not prebuilt.
/// Without names, the default idioms.
pub(super) fn select(names: Option<&[String]>) -> Option<Vec<Idiom>> {
    let Some(names) = names else {
        return Some(PREBUILT.iter().filter(|idiom| idiom.is_default).map(Idiom::from_prebuilt).collect());
    };
    let mut chosen: Vec<&'static Prebuilt> = Vec::new();
    for name in names {
        let idiom = PREBUILT.iter().find(|idiom| idiom.name == name)?;
        if chosen.iter().all(|known| known.name != idiom.name) {
            chosen.push(idiom);
        }
    }
    Some(chosen.into_iter().map(Idiom::from_prebuilt).collect())
}

/// The rewrites with these names or of these sets, without duplicates, with their texts, whose places lie in
/// `sources`; `None` if one is not prebuilt.
pub(super) fn rewrites(sources: &Sources, names: &[String]) -> Option<(Vec<Idiom>, Vec<Specification>)> {
    let texts = texts_of_rewrites(sources, names);
    let mut chosen: Vec<&(&str, Specification)> = Vec::new();
    // Single rewrites come before sets, in the same order as compilation has.
    let (whole, single): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| sets().any(|(set, _)| set == name.as_str()));
    for name in single {
        chosen.push(texts.iter().find(|(_, text)| text.name.text == *name)?);
    }
    for name in whole {
        chosen.extend(texts.iter().filter(|(set, _)| set == name));
    }
    let mut rewrites: Vec<Specification> = Vec::new();
    for (_, text) in chosen {
        if rewrites.iter().all(|known| known.name.text != text.name.text) {
            rewrites.push(text.clone());
        }
    }
    let idiom = |text: &Specification| REWRITES.iter().find(|idiom| idiom.name == text.name.text);
    let idioms: Option<Vec<Idiom>> =
        rewrites.iter().map(|text| idiom(text).map(Idiom::from_prebuilt)).collect();
    Some((idioms?, rewrites))
}

/// The texts of the rewrites in those sets that are named or have a named rewrite, each with its set.
fn texts_of_rewrites(sources: &Sources, names: &[String]) -> Vec<(&'static str, Specification)> {
    let mut texts = Vec::new();
    for (set, file) in sets() {
        let declares = |name: &String| name == set || BUILTIN[file].1.contains(name.as_str());
        if names.iter().any(declares) {
            let parsed = parse(sources, file as u32, &mut Diagnostics::new()).file.specifications;
            let rewrites = parsed.into_iter().filter(|text| text.rewrite.is_some() && !text.private);
            texts.extend(rewrites.map(|text| (set, text)));
        }
    }
    texts
}

/// The facts that idioms mention, directly or by others, in the order of the files.
pub(super) fn facts(idioms: &[Idiom]) -> Vec<Fact> {
    let mut open: Vec<&str> = idioms.iter().flat_map(Idiom::facts).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let mut known: Vec<&str> = Vec::new();
    while let Some(name) = open.pop() {
        if !known.contains(&name) {
            known.push(name);
            let found = FACTS.iter().find(|fact| fact.name == name);
            open.extend(found.into_iter().flat_map(|fact| fact.facts));
        }
    }
    all_facts().into_iter().filter(|fact| known.contains(&fact.name())).collect()
}

/// The formula of the built-in fact of a name.
pub(super) fn formula_of_fact(name: &str) -> Option<Idiom> {
    FACTS.iter().find(|fact| fact.name == name).map(Idiom::from_prebuilt)
}

/// All built-in facts about functions.
fn all_facts() -> Vec<Fact> {
    let interfaces: Vec<Interface> =
        postcard::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/idioms/interfaces")))
            .expect("what this build wrote can be read back");
    let fact = |(idiom, interface)| Fact { idiom: Idiom::from_prebuilt(idiom), interface };
    FACTS.iter().zip(interfaces).map(fact).collect()
}

/// A prebuilt rewrite without its constraints on types; `None` if it has none.
pub(super) fn without_types(name: &str) -> Option<Loosened> {
    let idiom = WITHOUT_TYPES.iter().find(|idiom| idiom.name == name)?;
    Some(Loosened::from_prebuilt(Idiom::from_prebuilt(idiom)))
}
