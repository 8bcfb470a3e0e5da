//! The search in one function: every idiom of a library, on the normalised copy or on the function as it is.

use crate::prefilter;
use crate::registry::{Row, rows};
use crate::scop;
use crate::settings::Settings;
use ir::{Model, OpcodeSet, ValueId};
use lang::atoms::ModelWorld;
use library::{Found, Idiom, NearMiss};
use normalise::{MAKES, normalised};
use report::Outcome;
use wording::{Answer, Hit, View, headline};

/// Whether a function with those opcodes can have something to tell. Known before a model is made: in a usual
/// program most functions have no loop.
pub fn any_may_occur(opcodes: OpcodeSet, settings: &Settings<'_>) -> bool {
    let may_occur = |idiom: &Idiom| idiom.may_occur(opcodes.with(MAKES)) && !is_left(idiom, settings);
    settings.explain || settings.library.idioms().iter().any(may_occur)
}

/// Searches one function, normalised on a copy, for every idiom of the library: all solutions, in the order
/// of the idioms, and if that is asked why there are none.
pub fn search(model: &Model, settings: &Settings<'_>) -> Answer {
    match any_may_occur(model.opcodes(), settings) {
        true => search_normalised(model, settings),
        false => Answer::default(),
    }
}

/// Whether another pass tells where the idiom is.
fn is_left(idiom: &Idiom, settings: &Settings<'_>) -> bool {
    idiom.is_prebuilt() && settings.later.contains(&idiom.name())
}

fn search_normalised(model: &Model, settings: &Settings<'_>) -> Answer {
    if settings.pins.iter().any(|pin| pin.value.is_none()) {
        return Answer::default();
    }
    let copy = normalised(model);
    let view = View::new(model, copy.as_ref());
    let world = view.world();
    let mut answer = Answer::default();
    let opcodes = view.model().opcodes();
    let may_occur =
        |idiom: &&Idiom| settings.explain || (idiom.may_occur(opcodes) && !is_left(idiom, settings));
    for idiom in settings.library.idioms().iter().filter(may_occur) {
        let Searched { found, hits, beyond, miss } = searched(idiom, &view, &world, settings);
        let name = idiom.name();
        if !is_left(idiom, settings) {
            answer.hits.extend(hits);
            answer.hits.extend((beyond > 0).then(|| Hit::left_out(name, settings.most_findings, beyond)));
            answer.hits.extend(settings.limits(name, &found));
        }
        answer.misses.extend(miss.map(|mut miss| {
            if let Some(list) = settings.attempts {
                list.add_to(&mut miss, idiom, (&view, &world), (settings.budget, settings.pins));
            }
            (name.to_owned(), miss)
        }));
    }
    answer.note_terms(&world);
    answer.copy = copy;
    answer
}

/// A search for one idiom.
struct Searched {
    found: Found,
    /// The findings that are told.
    hits: Vec<Hit>,
    /// The number of further ones.
    beyond: usize,
    /// Why there are none, if that was asked.
    miss: Option<NearMiss>,
}

fn searched(idiom: &Idiom, view: &View<'_>, world: &ModelWorld<'_>, settings: &Settings<'_>) -> Searched {
    let (name, most) = (idiom.name(), settings.most_findings);
    let is_scop = scop::describes(idiom);
    if is_scop && !settings.explain {
        let (found, hits) = scop::search(idiom, view, world, settings.budget);
        return cut(found, hits, None, most);
    }
    if !settings.pins.is_empty() {
        return pinned(idiom, view, world, settings);
    }
    let row = Row::of(rows(), idiom);
    // It is searched for in the function as it is, where the pass that acts on it searches: how an address is
    // computed in the normalised copy is no sum that somebody could write otherwise.
    if row.is_some() && view.is_normalised() {
        let found = prefilter::find(
            idiom,
            row.and_then(|row| row.prefilter),
            &ModelWorld::new(view.plain()),
            settings.budget,
        );
        let is_requested = settings.explain && found.solutions.is_empty();
        let miss = if is_requested { idiom.explain_in(world, settings.budget).1 } else { None };
        let lines = idiom.headlines();
        let of_plain = |s| {
            let description = headline::description(lines, s, true);
            Hit { of_plain: true, description, ..Hit::new(name, s, Outcome::Found, None) }
        };
        let hits = found.solutions.iter().take(most).map(of_plain).collect();
        let beyond = found.solutions.len().saturating_sub(most);
        return Searched { found, hits, beyond, miss };
    }
    let (found, miss) = match settings.explain {
        true => idiom.explain_in(world, settings.budget),
        false => (prefilter::find(idiom, row.and_then(|row| row.prefilter), world, settings.budget), None),
    };
    with_hits(idiom, view, world, settings, found, miss)
}

/// A search that found these hits, no more of which are told than that.
fn cut(found: Found, mut hits: Vec<Hit>, miss: Option<NearMiss>, most: usize) -> Searched {
    let beyond = hits.len().saturating_sub(most);
    hits.truncate(most);
    Searched { found, hits, beyond, miss }
}

/// A search where some variables have the values that somebody fixed; nothing where the idiom has not all of
/// them.
fn pinned(idiom: &Idiom, view: &View<'_>, world: &ModelWorld<'_>, settings: &Settings<'_>) -> Searched {
    let pins = settings.pins.iter().map(|pin| Some((pin.variable.as_str(), pin.in_view(view)?)));
    let pins: Option<Vec<(&str, ValueId)>> = pins.collect();
    let (found, miss) =
        pins.and_then(|pins| idiom.explain_pinned(world, settings.budget, &pins)).unwrap_or_default();
    with_hits(idiom, view, world, settings, found, miss)
}

/// The answer of a search: its solutions as hits.
fn with_hits(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    settings: &Settings<'_>,
    found: Found,
    miss: Option<NearMiss>,
) -> Searched {
    let most = settings.most_findings;
    if scop::describes(idiom) {
        let hits = match settings.pins.is_empty() {
            true => scop::of_all_loops(idiom, view, world, settings.budget, &found.solutions),
            false => scop::joined(view, idiom, &found.solutions),
        };
        let miss = miss.filter(|_| hits.is_empty());
        return cut(found, hits, miss, most);
    }
    // Most searches: the lines of the idiom are not even read.
    if found.solutions.is_empty() {
        return cut(found, Vec::new(), miss, most);
    }
    let lines = idiom.headlines();
    let hit = |solution| {
        let because = idiom.because(world, solution);
        let description = headline::description(lines, solution, false);
        Hit { because, description, ..Hit::new(idiom.name(), solution, Outcome::Found, None) }
    };
    // There can be millions: no more are made than are told.
    let (hits, number) = match lines.is_empty() {
        true => (found.solutions.iter().take(most).map(hit).collect(), found.solutions.len()),
        false => {
            let distinct = headline::without_permutations(found.solutions.iter());
            (distinct.iter().take(most).copied().map(hit).collect(), distinct.len())
        }
    };
    let beyond = number.saturating_sub(most);
    Searched { found, hits, beyond, miss }
}
