//! `idiom-apply`: applies the declared rewrites that the user requested.
//!
//! `IDIOM_APPLY=mine.candl opt -load-pass-plugin=libidiom.so -passes='default<O2>' x.ll -S`
//!
//! In: a function and the rewrites. Out: an edit plan with the most profitable matches that do not overlap,
//! and the reasons against the others. `legal.rs` decides legality, `profit.rs` profitability. Both the
//! unmodified function and its normalised copy are searched. A solution only locates a match, which is then
//! read from the unmodified function.

mod guard;
mod legal;
mod names;
mod nests;
mod other_types;
pub(super) mod parallel;
mod pragma;
mod profit;

use super::regroup::with_dead;
use crate::applied::Applied;
use crate::settings::Settings;
use analysis::accesses::LoopForest;
use ir::host::Host;
use ir::{EditPlan, Model, ValueId};
use lang::atoms::ModelWorld;
use library::{Idiom, SearchResult, Solution};
use normalise::normalised;
use proof::rewrite::{Declared, Instance, Replacement, add_to_plan, replacement};
use report::{Licence, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};
use wording::{Answer, Hit};

/// The outcome and reason of a match that is not rewritten.
struct MatchRefusal(Outcome, String);

/// A match that may be rewritten.
struct Candidate<'a> {
    declared: &'a Declared,
    instance: Instance,
    replacement: Replacement,
    gain: i64,
    /// The index of its hit.
    hit: usize,
    reason: String,
    licence: Licence,
}

/// Finds the rewrites, judges each match and plans the most profitable ones that do not overlap.
pub(super) fn run(model: &Model, host: &dyn Host, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    let Some(applied) = settings.applied else { return answer };
    let copy = normalised(model);
    let world = ModelWorld::new(model);
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    // Outer nests first, since they replace the nests inside them.
    let loops = |declared: &Declared| declared.clauses.nest.as_ref().map_or(0, |nest| nest.loops.len());
    let mut nests: Vec<&Declared> = applied.declared.iter().filter(|declared| loops(declared) > 0).collect();
    nests.sort_by_key(|declared| std::cmp::Reverse(loops(declared)));
    for declared in nests {
        nests::run(&world, host, settings, (applied, declared), &mut answer);
    }
    let is_of_values = |declared: &&Declared| loops(declared) == 0 && declared.clauses.parallel.is_none();
    for declared in applied.declared.iter().filter(is_of_values) {
        let Some(idiom) = applied.idiom(declared) else { continue };
        let mut judged: FxHashMap<Vec<ValueId>, usize> = FxHashMap::default();
        for place in places(idiom, declared, (model, copy.as_ref()), settings, &mut answer) {
            let verdict = judge(model, host, (applied, declared), (&place.solution, place.variables));
            let known = judged.get(&place.roots).copied();
            let is_better =
                verdict.is_ok() && known.is_some_and(|at| !answer.hits[at].outcome.is_rewritten());
            if known.is_some() && !is_better {
                continue;
            }
            let at = known.unwrap_or(answer.hits.len());
            let (outcome, reason, candidate) = match verdict {
                Ok(candidate) => {
                    let reason = candidate.reason.clone();
                    (Outcome::Rewritten, reason, Some(Candidate { hit: at, ..candidate }))
                }
                Err(MatchRefusal(outcome, reason)) => (outcome, reason, None),
            };
            let licence = candidate.as_ref().map(|candidate| candidate.licence.clone());
            let hit = Hit::new(&declared.name, &place.solution, outcome, Some(reason));
            let hit = Hit { of_plain: place.of_plain, licence, ..hit };
            match known {
                Some(at) => answer.hits[at] = hit,
                None => answer.hits.push(hit),
            }
            judged.insert(place.roots, at);
            candidates.extend(candidate);
        }
    }
    let chosen = chosen(candidates);
    // A match that overlaps with a better one is judged again in the next round.
    let retained: FxHashSet<usize> = chosen.iter().map(|candidate| candidate.hit).collect();
    let mut at = 0;
    answer.hits.retain(|hit| {
        at += 1;
        !hit.outcome.is_rewritten() || retained.contains(&(at - 1)) || is_of_nest(applied, hit)
    });
    // A plan of calls stands alone, because it changes the control flow. Other matches wait for the next
    // round.
    if answer.plan.is_empty() {
        answer.plan = plan(model, &chosen);
    } else {
        answer.hits.retain(|hit| !hit.outcome.is_rewritten() || is_of_nest(applied, hit));
    }
    if !settings.other_types.is_empty() {
        other_types::note((&world, copy.as_ref()), host, settings, applied, &mut answer);
    }
    answer.copy = copy;
    answer
}

/// Whether a hit belongs to a rewrite that replaces loops.
fn is_of_nest(applied: &Applied, hit: &Hit) -> bool {
    applied.declared.iter().any(|declared| declared.name == hit.idiom && declared.clauses.nest.is_some())
}

/// A solution, with its variables mapped to the unmodified function.
struct Place {
    solution: Solution,
    of_plain: bool,
    roots: Vec<ValueId>,
    variables: Vec<(String, ValueId)>,
}

/// The solutions in the unmodified function, followed by those in the normalised copy.
fn places(
    idiom: &Idiom,
    declared: &Declared,
    (model, copy): (&Model, Option<&Model>),
    settings: &Settings<'_>,
    answer: &mut Answer,
) -> Vec<Place> {
    let mut places = Vec::new();
    for (searched, of_plain) in [(Some(model), true), (copy, false)] {
        let Some(searched) = searched.filter(|model| idiom.may_occur(model.opcodes())) else { continue };
        let found: SearchResult = idiom.find(searched, settings.search.budget);
        // Replaced values and inputs must exist in the function.
        for solution in found.solutions.iter().map(of_code) {
            let own = |value: ValueId| if of_plain { Some(value) } else { searched.origin(value) };
            let variables: Vec<(String, ValueId)> = solution
                .variables()
                .filter_map(|(name, value)| Some((name.to_owned(), own(value?)?)))
                .collect();
            let value = |name: &String| variables.iter().find(|(known, _)| known == name).map(|(_, v)| *v);
            let roots: Option<Vec<ValueId>> = declared.roots().map(|root| value(&root)).collect();
            let is_used = |roots: &Vec<ValueId>| {
                !declared.clauses.exit_values || roots.iter().all(|root| is_used_behind(model, *root))
            };
            if let Some(roots) = roots.filter(is_used) {
                places.push(Place { solution, of_plain, roots, variables });
            }
        }
        if of_plain {
            answer.hits.extend(settings.search.limits(idiom.name(), &found));
        }
    }
    places
}

/// Whether a value is used outside its loop, which no longer holds for a replaced exit value.
fn is_used_behind(model: &Model, value: ValueId) -> bool {
    let forest = LoopForest::of(model);
    let around = model.block_of(value).and_then(|block| forest.around(block));
    around.is_none_or(|this| {
        let uses = model.operand_uses(value);
        uses.iter().any(|edge| model.block_of(edge.to).is_some_and(|block| !forest.has_block(this, block)))
    })
}

/// A solution without its terms, which are only valid in the search that found them.
fn of_code(solution: &Solution) -> Solution {
    let is_there =
        |(_, value): &(&str, Option<ValueId>)| value.is_none_or(|v| ModelWorld::term_id(v).is_none());
    if solution.variables().all(|variable| is_there(&variable)) {
        return solution.clone();
    }
    let values = solution.variables().filter(is_there);
    Solution::new(values.filter_map(|(name, value)| Some((name.to_owned(), value?))))
}

/// Judges one match: whether it is possible, legal, proven or trusted, and profitable.
fn judge<'a>(
    model: &Model,
    host: &dyn Host,
    (applied, declared): (&Applied, &'a Declared),
    (solution, variables): (&Solution, Vec<(String, ValueId)>),
) -> Result<Candidate<'a>, MatchRefusal> {
    let describe = |value: ValueId| host.describe(value);
    let instance = declared
        .instance(model, variables)
        .map_err(|unfit| MatchRefusal(Outcome::NotLegal, unfit.text(&describe)))?;
    legal::check_place(model, host, &instance)?;
    check_exceptions(declared, solution)?;
    let licence = legal::licence(model, host, (&applied.certificates, declared), &instance)?;
    let replacement = replacement(&instance);
    let (gain, costs) = profit::gain(model, host, declared, &instance, &replacement)?;
    let change = instance.describe(&describe);
    let reason = format!("{change}; {}{costs}", licence.text());
    Ok(Candidate { declared, instance, replacement, gain, hit: 0, reason, licence })
}

/// Refuses a solution with a value for the variable of an `unless`.
fn check_exceptions(declared: &Declared, solution: &Solution) -> Result<(), MatchRefusal> {
    match declared.exception(&|name| solution.get(name).is_some()) {
        Some(reason) => Err(MatchRefusal(Outcome::NotProfitable, reason.to_owned())),
        None => Ok(()),
    }
}

/// The best candidates without overlap: by gain, then by position.
fn chosen(mut candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    candidates.sort_by(|a, b| (b.gain, &a.replacement.roots).cmp(&(a.gain, &b.replacement.roots)));
    let mut taken: FxHashSet<ValueId> = FxHashSet::default();
    let mut used: FxHashSet<ValueId> = FxHashSet::default();
    let mut chosen = Vec::new();
    for candidate in candidates {
        let Replacement { roots, parts, retained } = &candidate.replacement;
        let touches = |value: &ValueId| taken.contains(value) || used.contains(value);
        if roots.iter().chain(parts).any(touches) || retained.iter().any(|value| taken.contains(value)) {
            continue;
        }
        taken.extend(roots.iter().chain(parts));
        used.extend(retained);
        chosen.push(candidate);
    }
    chosen.sort_by(|a, b| a.replacement.roots.cmp(&b.replacement.roots));
    chosen
}

fn plan(model: &Model, chosen: &[Candidate<'_>]) -> EditPlan {
    let mut plan = EditPlan::default();
    for candidate in chosen {
        if add_to_plan(
            model,
            (&candidate.declared.clauses, candidate.licence.trusting.is_some()),
            &candidate.instance,
            &mut plan,
        )
        .is_none()
        {
            // Cannot occur: the graph was checked when it was built.
            log::error!("{}: what it gives cannot be made", candidate.declared.name);
            return EditPlan::default();
        }
    }
    let all = |of: fn(&Replacement) -> &Vec<ValueId>| {
        chosen.iter().flat_map(move |candidate| of(&candidate.replacement).iter().copied())
    };
    let retained: FxHashSet<ValueId> = all(|replacement| &replacement.retained).collect();
    // An exit value of a loop is replaced after the loop and stays in it.
    let chosen: Vec<&Candidate<'_>> =
        chosen.iter().filter(|candidate| candidate.instance.loops.is_empty()).collect();
    let all = |of: fn(&Replacement) -> &Vec<ValueId>| {
        chosen.iter().flat_map(move |candidate| of(&candidate.replacement).iter().copied())
    };
    let (roots, parts) = (all(|replacement| &replacement.roots), all(|replacement| &replacement.parts));
    plan.erase = with_dead(model, roots.collect(), parts.collect(), &retained);
    plan
}

/// The proof obligations of the applied rewrites in a function, for `idiom prove`: the instance of each match
/// with the rewrite's name.
pub fn candidates(model: &Model, applied: &Applied, settings: &Settings<'_>) -> Vec<(String, Instance)> {
    let copy = normalised(model);
    let mut all = Vec::new();
    for declared in &applied.declared {
        let Some(idiom) = applied.idiom(declared) else { continue };
        for place in places(idiom, declared, (model, copy.as_ref()), settings, &mut Answer::default()) {
            if let Ok(instance) = declared.instance(model, place.variables) {
                all.push((declared.name.clone(), instance));
            }
        }
    }
    all
}
