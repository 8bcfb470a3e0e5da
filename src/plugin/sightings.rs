//! Conversion of a pass's answer to sightings of named rewrites and rules, with their places as text.

use super::named::{Fate, Sighting};
use ir::ValueId;
use lang::candl::rewrite::variable_name;
use llvm::FunctionUnit;
use passes::Applied;
use proof::rewrite::Declared;
use report::{Outcome, Place, shown_name};
use std::path::Path;
use text::sources::SourceKind;
use wording::{Answer, Hit};

/// The file that declares a rewrite, or the name of the set of a built-in one.
pub(super) fn file_of(applied: &Applied, declared: &Declared) -> String {
    let file = applied.library.sources().file(declared.span.file);
    let set = Path::new(file.name()).file_stem().filter(|_| file.kind() == SourceKind::Builtin);
    set.map_or_else(|| file.name().to_owned(), |set| set.to_string_lossy().into_owned())
}

/// The sightings in an answer. Refused matches are left out if another round follows (`again`), which
/// considers them again.
pub(super) fn of_answer(
    unit: &FunctionUnit<'_>,
    applied: &Applied,
    answer: &Answer,
    again: bool,
) -> Vec<Sighting> {
    let declared = |name: &str| applied.declared.iter().find(|declared| declared.name == name);
    let sighting = |name: &str, at: Option<ValueId>, fate: Fate| {
        let declared = declared(name)?;
        let (name, file) = (name.to_owned(), file_of(applied, declared));
        Some(Sighting { name, file, is_rule: false, place: place(unit, at), fate })
    };
    let of_hits = answer.hits.iter().filter_map(|hit| {
        let fate = fate(hit).filter(|fate| !again || *fate == Fate::Rewritten)?;
        sighting(&hit.idiom, anchor(unit, answer, hit, declared(&hit.idiom)?), fate)
    });
    let of_other_types = answer
        .other_types
        .iter()
        .filter_map(|other| sighting(&other.idiom, Some(other.at), Fate::OfOtherType(other.reason.clone())));
    of_hits.chain(of_other_types).collect()
}

/// The fate of a match; `None` for other hits.
fn fate(hit: &Hit) -> Option<Fate> {
    match hit.outcome {
        Outcome::Rewritten | Outcome::Guarded => Some(Fate::Rewritten),
        Outcome::NotLegal | Outcome::NotProfitable | Outcome::NotProven => {
            Some(Fate::Refused(hit.reason.clone().unwrap_or_default()))
        }
        Outcome::Found | Outcome::BudgetExhausted | Outcome::LimitReached => None,
    }
}

/// The value that gives a match its place: the first replaced value, or the first counter of a nest.
fn anchor(unit: &FunctionUnit<'_>, answer: &Answer, hit: &Hit, declared: &Declared) -> Option<ValueId> {
    let name = match (&declared.clauses.nest, &declared.clauses.parallel) {
        (Some(nest), _) => nest.counters().next().and_then(variable_name),
        (None, Some(parallel)) => variable_name(&parallel.counter),
        (None, None) => declared.roots().next(),
    }?;
    let (_, value) = hit.variables().find(|(known, _)| *known == name)?;
    let view = answer.view(unit.model());
    Some(view.in_function(hit.bound_of(&view, value?).value()?))
}

/// The place as text: `x.c:3:10 in f`, or `%4 in f` without debug locations.
pub(super) fn place(unit: &FunctionUnit<'_>, at: Option<ValueId>) -> String {
    let function = unit.name();
    let function = shown_name(&function);
    let folder = std::env::current_dir().unwrap_or_default();
    let location = at.and_then(|at| unit.model().location(at)).map(|location| Place::of(location, &folder));
    match (location, at) {
        (Some(Place { file, line, column }), _) => format!("{file}:{line}:{column} in {function}"),
        (None, Some(at)) => format!("{} in {function}", unit.describe(at)),
        (None, None) => format!("in {function}"),
    }
}
