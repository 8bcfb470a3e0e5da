//! The search in one function: every idiom of a library, on the normalised copy or on the unmodified
//! function.

use crate::prefilter::find;
use crate::registry::{Row, rows};
use crate::scop;
use crate::settings::Settings;
use crate::unchecked::{around, checks};
use analysis::accesses::LoopForest;
use ir::{Model, OpcodeSet, Relaid, ValueId};
use lang::atoms::ModelWorld;
use library::{Idiom, NearMiss, SearchResult};
use normalise::{MAKES, normalised, rotated};
use report::Outcome;
use wording::{Answer, Bound, Hit, View, headline};

/// Whether a function with these opcodes can have findings. The test needs no model: in a typical program
/// most functions have no loop.
pub fn any_may_occur(opcodes: OpcodeSet, settings: &Settings<'_>) -> bool {
    let may_occur = |idiom: &Idiom| idiom.may_occur(opcodes.with(MAKES)) && !is_left(idiom, settings);
    settings.explain || settings.library.idioms().iter().any(may_occur)
}

/// Searches one function, normalised on a copy, for every idiom of the library. Returns all solutions in the
/// order of the idioms, and near misses if they are requested.
pub fn search(model: &Model, settings: &Settings<'_>) -> Answer {
    if !any_may_occur(model.opcodes(), settings) {
        return Answer::default();
    }
    let base = rotated(model);
    let of = match &base {
        None => View::new(model, None),
        Some(base) => View::new(&base.model, None).with_origins(&base.origins),
    };
    let mut answer = search_normalised(of, settings, |_| true);
    let unchecked = without_checks(of, &answer, settings);
    let is_rotated = base.is_some();
    answer.base = base;
    if is_rotated {
        let mut is_new = distinct(&answer.view(model), &answer.hits).into_iter();
        answer.hits.retain(|_| is_new.next().unwrap_or(true));
    }
    if let Some(unchecked) = &unchecked {
        answer.misses.retain(|(idiom, _)| unchecked.hits.iter().all(|hit| hit.idiom != *idiom));
    }
    answer.unchecked = unchecked.map(Box::new);
    answer
}

/// The further findings if no check in a loop fails. SCoPs are left out: their descriptions state such
/// assumptions themselves.
fn without_checks(of: View<'_>, answer: &Answer, settings: &Settings<'_>) -> Option<Answer> {
    let model = of.plain();
    let ways = if settings.pins.is_empty() { checks(model) } else { Vec::new() };
    if ways.is_empty() {
        return None;
    }
    let smaller = model.without(&ways);
    let base =
        Relaid { origins: smaller.values().map(|value| of.in_function(value)).collect(), model: smaller };
    let view = View::new(&base.model, None).with_origins(&base.origins);
    let settings = Settings { explain: false, attempts: None, ..*settings };
    let mut found = search_normalised(view, &settings, |idiom| !scop::describes(idiom));
    found.base = Some(base);
    let loops = LoopForest::of(model);
    let instructions = |of: &Answer, hit: &Hit| -> Vec<ValueId> {
        let view = of.view(model);
        let values = hit.variables().filter_map(|(_, value)| hit.bound_of(&view, value?).value());
        values.filter(|value| model.position(*value).is_some()).collect()
    };
    let known: Vec<(&str, Vec<ValueId>)> =
        answer.hits.iter().map(|hit| (hit.idiom.as_str(), instructions(answer, hit))).collect();
    let checks_of = |hit: &Hit| {
        let own = instructions(&found, hit);
        let is_known = known
            .iter()
            .any(|(idiom, values)| *idiom == hit.idiom && values.iter().any(|value| own.contains(value)));
        if is_known { Vec::new() } else { around(model, &loops, &ways, &own) }
    };
    let checks: Vec<Vec<ValueId>> = found.hits.iter().map(checks_of).collect();
    for (hit, checks) in found.hits.iter_mut().zip(checks) {
        hit.checks = checks;
    }
    found.hits.retain(|hit| !hit.checks.is_empty());
    (!found.hits.is_empty()).then_some(found)
}

/// By hit, whether it is not another one in a copied part of the function: at the test before a rotated loop.
fn distinct(view: &View<'_>, hits: &[Hit]) -> Vec<bool> {
    let of_function = |hit: &Hit| {
        let values = hit.variables().map(|(name, value)| {
            let bound = value.map(|value| hit.bound_of(view, value));
            let own = bound.as_ref().and_then(Bound::value).map(|value| view.in_function(value));
            (name.to_owned(), own, bound.filter(|_| own.is_none()))
        });
        (hit.idiom.clone(), values.collect::<Vec<_>>())
    };
    let mut known = Vec::new();
    let mut is_new = |hit: &Hit| {
        let key = of_function(hit);
        let is_new = hit.solution.is_none() || !known.contains(&key);
        known.push(key);
        is_new
    };
    hits.iter().map(&mut is_new).collect()
}

/// Whether a later pass reports this idiom.
fn is_left(idiom: &Idiom, settings: &Settings<'_>) -> bool {
    idiom.is_prebuilt() && settings.later.contains(&idiom.name())
}

fn search_normalised(of: View<'_>, settings: &Settings<'_>, is_wanted: impl Fn(&Idiom) -> bool) -> Answer {
    if settings.pins.iter().any(|pin| pin.value.is_none()) {
        return Answer::default();
    }
    let copy = normalised(of.plain());
    let view = of.with_copy(copy.as_ref()).with_facts(settings.facts);
    let world = view.world();
    let mut answer = Answer::default();
    let opcodes = view.model().opcodes();
    let may_occur = |idiom: &&Idiom| {
        let may_occur = settings.explain || (idiom.may_occur(opcodes) && !is_left(idiom, settings));
        may_occur && is_wanted(idiom)
    };
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

/// The result of a search for one idiom.
struct Searched {
    found: SearchResult,
    /// The reported findings, at most [`Settings::most_findings`].
    hits: Vec<Hit>,
    /// The number of findings beyond these.
    beyond: usize,
    /// The near miss, if it is requested and nothing was found.
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
    let prefilter = row.and_then(|row| row.prefilter);
    // The unmodified function is searched, as the pass for this idiom does: the normalised copy contains
    // address arithmetic that no pass could rewrite.
    if row.is_some() && view.is_normalised() {
        let found = find(idiom, prefilter, &ModelWorld::new(view.plain()), settings.budget);
        let is_requested = settings.explain && found.solutions.is_empty();
        let miss = if is_requested { idiom.explain_in(world, settings.budget).1 } else { None };
        let texts = idiom.finding_texts();
        let of_plain = |s| {
            let description = headline::description(texts, s, true);
            Hit { of_plain: true, description, ..Hit::new(name, s, Outcome::Found, None) }
        };
        let hits = found.solutions.iter().take(most).map(of_plain).collect();
        let beyond = found.solutions.len().saturating_sub(most);
        return Searched { found, hits, beyond, miss };
    }
    let (found, miss) = match settings.explain {
        true => idiom.explain_in(world, settings.budget),
        false => (find(idiom, prefilter, world, settings.budget), None),
    };
    with_hits(idiom, view, world, settings, found, miss)
}

/// Cuts the hits of a search to the first `most`.
fn cut(found: SearchResult, mut hits: Vec<Hit>, miss: Option<NearMiss>, most: usize) -> Searched {
    let beyond = hits.len().saturating_sub(most);
    hits.truncate(most);
    Searched { found, hits, beyond, miss }
}

/// Searches with fixed values for some variables. Empty if the idiom lacks one of the variables.
fn pinned(idiom: &Idiom, view: &View<'_>, world: &ModelWorld<'_>, settings: &Settings<'_>) -> Searched {
    let pins = settings.pins.iter().map(|pin| Some((pin.variable.as_str(), pin.in_view(view)?)));
    let pins: Option<Vec<(&str, ValueId)>> = pins.collect();
    let (found, miss) =
        pins.and_then(|pins| idiom.explain_pinned(world, settings.budget, &pins)).unwrap_or_default();
    with_hits(idiom, view, world, settings, found, miss)
}

/// Turns the solutions of a search into hits.
fn with_hits(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    settings: &Settings<'_>,
    found: SearchResult,
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
    // Most searches end here, without reading the headlines of the idiom.
    if found.solutions.is_empty() {
        return cut(found, Vec::new(), miss, most);
    }
    let texts = idiom.finding_texts();
    let hit = |solution| {
        let because = idiom.because(world, solution);
        let description = headline::description(texts, solution, false);
        Hit { because, description, ..Hit::new(idiom.name(), solution, Outcome::Found, None) }
    };
    // A search can have millions of solutions: hits are made only for the reported ones.
    let (hits, number) = match texts.headlines.is_empty() {
        true => (found.solutions.iter().take(most).map(hit).collect(), found.solutions.len()),
        false => {
            let distinct = headline::without_permutations(found.solutions.iter());
            (distinct.iter().take(most).copied().map(hit).collect(), distinct.len())
        }
    };
    let beyond = number.saturating_sub(most);
    Searched { found, hits, beyond, miss }
}
