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
use wording::{Answer, Hit, View, headline};

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
    let mut answer = search_normalised(View::new(model, None), settings, |_| true);
    if let Some(base) = rotated(model) {
        let further = in_rotated(model, base, &mut answer, settings);
        answer.further.push(further);
    }
    if let Some(further) = without_checks(model, &mut answer, settings) {
        answer.further.push(further);
    }
    answer
}

/// The further hits in the function with rotated loops, and its near misses in place of those of the function.
fn in_rotated(model: &Model, base: Relaid, answer: &mut Answer, settings: &Settings<'_>) -> Answer {
    let view = View::new(&base.model, None).with_origins(&base.origins);
    let mut found = search_normalised(view, settings, |_| true);
    found.base = Some(base);
    let found_before = |idiom: &str| answer.hits.iter().any(|hit| hit.idiom == idiom);
    found.misses.retain(|(idiom, _)| !found_before(idiom));
    let found_now = |idiom: &str| found.hits.iter().any(|hit| hit.idiom == idiom);
    let is_missed = |idiom: &str| found.misses.iter().any(|(missed, _)| missed == idiom);
    answer.misses.retain(|(idiom, _)| !found_now(idiom) && !is_missed(idiom));
    keep_new(model, answer, &mut found);
    found
}

/// The further hits if no check in a loop fails. SCoPs are left out: their descriptions state such assumptions
/// themselves.
fn without_checks(model: &Model, answer: &mut Answer, settings: &Settings<'_>) -> Option<Answer> {
    let view = answer.parts().last()?.view(model).in_plain();
    let plain = view.plain();
    let ways = if settings.pins.is_empty() { checks(plain) } else { Vec::new() };
    if ways.is_empty() {
        return None;
    }
    let smaller = plain.without(&ways);
    let origins = smaller.values().map(|value| view.in_function(value)).collect();
    let base = Relaid { model: smaller, origins };
    let settings = Settings { explain: false, attempts: None, ..*settings };
    let searched = View::new(&base.model, None).with_origins(&base.origins);
    let mut found = search_normalised(searched, &settings, |idiom| !scop::describes(idiom));
    let loops = LoopForest::of(plain);
    let checks: Vec<Vec<ValueId>> = {
        let view = searched.with_copy(found.copy.as_ref()).with_terms(&found.terms);
        let of = |hit: &Hit| around(plain, &loops, &ways, &instructions(&view, hit));
        found.hits.iter().map(of).collect()
    };
    for (hit, checks) in found.hits.iter_mut().zip(checks) {
        hit.checks = checks;
    }
    found.hits.retain(|hit| !hit.checks.is_empty());
    found.base = Some(base);
    keep_new(model, answer, &mut found);
    let is_found = |idiom: &str| found.hits.iter().any(|hit| hit.idiom == idiom);
    answer.misses.retain(|(idiom, _)| !is_found(idiom));
    answer.further.iter_mut().for_each(|part| part.misses.retain(|(idiom, _)| !is_found(idiom)));
    (!found.hits.is_empty()).then_some(found)
}

/// The instructions among the values of a hit, in the searched model.
fn instructions(view: &View<'_>, hit: &Hit) -> Vec<ValueId> {
    let values = hit.variables().filter_map(|(_, value)| hit.bound_of(view, value?).value());
    values.filter(|value| view.plain().position(*value).is_some()).collect()
}

/// Drops the hits that share an instruction with another hit of the idiom: in the answers so far, or before it in a
/// copied part of the function.
fn keep_new(model: &Model, answer: &Answer, found: &mut Answer) {
    let of_function = |part: &Answer, hit: &Hit| -> Vec<ValueId> {
        let view = part.view(model);
        instructions(&view, hit).into_iter().map(|value| view.in_function(value)).collect()
    };
    let mut known: Vec<(&str, Vec<ValueId>)> = Vec::new();
    for part in answer.parts() {
        known.extend(part.hits.iter().map(|hit| (hit.idiom.as_str(), of_function(part, hit))));
    }
    let before = known.len();
    let mut is_new = Vec::new();
    for hit in &found.hits {
        let own = of_function(found, hit);
        let is_same = |(at, (idiom, values)): (usize, &(&str, Vec<ValueId>))| {
            let shares =
                if at < before { values.iter().any(|value| own.contains(value)) } else { *values == own };
            *idiom == hit.idiom && (shares || own.is_empty())
        };
        is_new.push(hit.solution.is_none() || !known.iter().enumerate().any(is_same));
        known.push((&hit.idiom, own));
    }
    let mut is_new = is_new.into_iter();
    found.hits.retain(|_| is_new.next().unwrap_or(true));
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
