//! Near matches of rewrites that fail only because of value types, volatile accesses, or conversions around
//! each operation. The report names the failing constraint and the actual types.

use super::Applied;
use crate::settings::Settings;
use ir::host::Host;
use ir::{Flags, Model, ValueId};
use lang::atoms::ModelWorld;
use library::{Idiom, Loosened, Solution, TypeMisfit};
use proof::rewrite::{Declared, variable_name};
use std::sync::OnceLock;
use wording::{Answer, OfOtherType};

/// Searches for the rewrites that [`Settings::other_types`] names and that have no hit.
pub(super) fn note(
    (world, copy): (&ModelWorld<'_>, Option<&Model>),
    host: &dyn Host,
    settings: &Settings<'_>,
    applied: &Applied,
    answer: &mut Answer,
) {
    let models = || std::iter::once(world.model()).chain(copy);
    let occurs = |idiom: &Idiom| models().any(|model| idiom.may_occur(model.opcodes()));
    let wanted: Vec<(&Declared, &Loosened)> = applied
        .declared
        .iter()
        .zip(&applied.loosened)
        .filter(|(declared, _)| settings.other_types.contains(&declared.name))
        .filter(|(declared, _)| declared.clauses.parallel.is_none())
        .filter(|(declared, _)| answer.hits.iter().all(|hit| hit.idiom != declared.name))
        .filter_map(|(declared, loosened)| {
            // Type constraints require no opcodes, so the opcode test holds without them, too.
            let idiom = applied.idiom(declared).filter(|idiom| occurs(idiom))?;
            let make = || applied.library.without_types(idiom);
            Some((declared, loosened.get_or_init(make).as_ref()?))
        })
        .collect();
    let search =
        |searched, is_plain| Search { searched, is_plain, is_widened: false, host, settings, applied };
    let plain = search(world.model(), true);
    for (declared, loosened) in wanted.iter().filter(|(_, loosened)| loosened.may_occur(plain.searched)) {
        plain.run(world, declared, loosened, answer);
    }
    note_volatile(world.model(), host, settings, applied, answer);
    note_widened(world.model(), host, settings, applied, answer);
    let Some(copy) = copy else { return };
    // Nests are only searched in the unmodified function.
    let of_copy = |(declared, loosened): &&(&Declared, &Loosened)| {
        declared.clauses.nest.is_none() && loosened.may_occur(copy)
    };
    let mut wanted = wanted.iter().filter(of_copy).peekable();
    if wanted.peek().is_some() {
        let world = ModelWorld::new(copy);
        wanted.for_each(|(declared, loosened)| search(copy, false).run(&world, declared, loosened, answer));
    }
}

/// Searches for rewrites that would match if 16-bit floating-point operations had no conversions around them.
fn note_widened(
    model: &Model,
    host: &dyn Host,
    settings: &Settings<'_>,
    applied: &Applied,
    answer: &mut Answer,
) {
    let is_wanted = |declared: &Declared| {
        settings.other_types.contains(&declared.name)
            && declared.clauses.parallel.is_none()
            && answer.hits.iter().all(|hit| hit.idiom != declared.name)
    };
    let all = applied.declared.iter().zip(&applied.loosened);
    let wanted: Vec<(&Declared, &OnceLock<Option<Loosened>>)> =
        all.filter(|(declared, _)| is_wanted(declared)).collect();
    let Some(narrow) = model.without_widened_halves().filter(|_| !wanted.is_empty()) else { return };
    let world = ModelWorld::new(&narrow);
    let search = Search { searched: &narrow, is_plain: true, is_widened: true, host, settings, applied };
    for (declared, loosened) in wanted {
        let idiom = applied.idiom(declared).filter(|idiom| idiom.may_occur(narrow.opcodes()));
        let Some(idiom) = idiom else { continue };
        match loosened.get_or_init(|| applied.library.without_types(idiom)) {
            Some(loosened) => search.run(&world, declared, loosened, answer),
            None => {
                let found = idiom.find_in(&world, settings.search.budget).solutions;
                let anchors = found.iter().filter_map(|solution| anchor(declared, solution));
                anchors.for_each(|at| note_at(answer, declared, at, WIDENED.to_owned()));
            }
        }
    }
}

/// The reason for a match without 16-bit conversions.
const WIDENED: &str = "numbers of 16 bits are computed as `float`, with a conversion at each operation, as where the \
                       target has no instructions for them";

/// Records a rewrite, once per location.
fn note_at(answer: &mut Answer, declared: &Declared, at: ValueId, reason: String) {
    if answer.other_types.iter().all(|known| known.at != at || known.idiom != declared.name) {
        answer.other_types.push(OfOtherType { idiom: declared.name.clone(), at, reason });
    }
}

/// Searches for nests that would match without volatile accesses.
fn note_volatile(
    model: &Model,
    host: &dyn Host,
    settings: &Settings<'_>,
    applied: &Applied,
    answer: &mut Answer,
) {
    let is_wanted = |declared: &&Declared| {
        declared.clauses.nest.is_some()
            && settings.other_types.contains(&declared.name)
            && answer.hits.iter().all(|hit| hit.idiom != declared.name)
    };
    let wanted: Vec<&Declared> = applied.declared.iter().filter(is_wanted).collect();
    let Some(plain) = model.without_volatile().filter(|_| !wanted.is_empty()) else { return };
    let world = ModelWorld::new(&plain);
    let idioms = wanted.iter().filter_map(|declared| Some((declared, applied.idiom(declared)?)));
    for (declared, idiom) in idioms.filter(|(_, idiom)| idiom.may_occur(model.opcodes())) {
        for solution in &idiom.find_in(&world, settings.search.budget).solutions {
            let Some(at) = anchor(declared, solution) else { continue };
            let is_volatile = |value: &ValueId| model.flags(*value).contains(Flags::VOLATILE);
            let access =
                model.instructions().find(|access| is_volatile(access) && model.dominates(at, *access));
            let name = access.map_or_else(|| "an access".to_owned(), |access| host.describe(access));
            let reason = format!("{name} is volatile, and no call takes the place of such an access");
            note_at(answer, declared, at, reason);
        }
    }
}

/// A searched model.
struct Search<'a> {
    searched: &'a Model,
    /// Whether it is the unmodified function.
    is_plain: bool,
    /// Whether it is the function without 16-bit conversions.
    is_widened: bool,
    host: &'a dyn Host,
    settings: &'a Settings<'a>,
    applied: &'a Applied,
}

impl Search<'_> {
    fn run(&self, world: &ModelWorld<'_>, declared: &Declared, loosened: &Loosened, answer: &mut Answer) {
        let own = |value: ValueId| if self.is_plain { Some(value) } else { self.searched.origin(value) };
        let types = |value: ValueId| own(value).map(|value| self.host.describe(value));
        for solution in &loosened.find_in(world, self.settings.search.budget).solutions {
            let Some(at) = anchor(declared, solution).and_then(own) else { continue };
            if answer.other_types.iter().any(|known| known.at == at && known.idiom == declared.name) {
                continue;
            }
            let of = self.applied.idiom(declared);
            let misfit = of.and_then(|of| loosened.misfit(of, world, self.settings.search.budget, solution));
            let misfit = misfit.map(|misfit| in_words(&misfit, self.applied, self.searched, &types));
            let reason = match misfit {
                Some(misfit) if self.is_widened => format!("{misfit}; {WIDENED}"),
                None if self.is_widened => WIDENED.to_owned(),
                Some(misfit) => misfit,
                None => continue,
            };
            note_at(answer, declared, at, reason);
        }
    }
}

/// The first replaced value, or the first counter of a nest.
fn anchor(declared: &Declared, solution: &Solution) -> Option<ValueId> {
    let first = match &declared.clauses.nest {
        Some(nest) => nest.counters().next().and_then(variable_name),
        None => declared.roots().next(),
    };
    solution.get(&first?)
}

/// `` `width{left} = 8` does not hold, as {left} is i32 ``
fn in_words(
    misfit: &TypeMisfit,
    applied: &Applied,
    model: &Model,
    describe: &dyn Fn(ValueId) -> Option<String>,
) -> String {
    let constraint = applied.library.sources().text(misfit.span).split_whitespace();
    let constraint = constraint.collect::<Vec<_>>().join(" ");
    let of_value = |(name, value): &(String, ValueId)| {
        let ty = &model.type_of(*value).name;
        match describe(*value) {
            Some(text) => format!("{{{name}}} is {text} of type {ty}"),
            None => format!("{{{name}}} is of type {ty}"),
        }
    };
    let types: Vec<String> = misfit.about.iter().map(of_value).collect();
    match types.is_empty() {
        true => format!("`{constraint}` does not hold"),
        false => format!("`{constraint}` does not hold, as {}", types.join(" and ")),
    }
}
