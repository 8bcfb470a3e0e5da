//! `idiom-parallel`: declared rewrites that divide the rounds of a loop among threads.
//!
//! Only the unmodified function is searched. Of nested loops the outermost one that qualifies is divided, and
//! those inside it stay as they are. One loop is planned at a time, since the rest of the function is another
//! one then.

use super::guard::{GuardedPlace, never_holds};
use super::names::SourceNames;
use super::nests::{is_guarded, variables};
use super::{Applied, Licence, MatchRefusal, Outcome, check_exceptions, legal, pragma};
use crate::settings::Settings;
use analysis::accesses::{LoopForest, LoopId};
use ir::host::Host;
use ir::{Better, Copies, EditPlan, Model, Schedule, ValueId};
use lang::atoms::ModelWorld;
use lang::candl::ast::Parallel;
use library::{Idiom, SearchResult, Solution};
use proof::rewrite::{
    Analyses, Condition, Declared, ParallelInstance, PrivatePlace, add_parallel_to_plan, parallel_instance,
    variable_name,
};
use wording::{Answer, Hit, headline};

/// Finds the loops of all rewrites that run loops on several threads, and plans the first that may.
pub(crate) fn run(model: &Model, host: &dyn Host, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    let Some(applied) = settings.applied else { return answer };
    let world = ModelWorld::new(model);
    for declared in &applied.declared {
        if let Some(parallel) = &declared.clauses.parallel {
            run_one(&world, host, settings, (applied, declared, parallel), &mut answer);
        }
    }
    answer
}

fn run_one(
    world: &ModelWorld<'_>,
    host: &dyn Host,
    settings: &Settings<'_>,
    (applied, declared, parallel): (&Applied, &Declared, &Parallel),
    answer: &mut Answer,
) {
    let model = world.model();
    let Some(idiom) = applied.idiom(declared).filter(|idiom| idiom.may_occur(model.opcodes())) else {
        return;
    };
    let found: SearchResult = idiom.find_in(world, settings.search.budget);
    answer.hits.extend(settings.search.limits(Idiom::name(idiom), &found));
    let forest = LoopForest::of(model);
    let counter = |solution: &Solution| solution.get(&variable_name(&parallel.counter)?);
    let depth = |value: ValueId| {
        let this = model.block_of(value).and_then(|block| forest.around(block));
        this.map_or(0, |this| forest.get(this).depth)
    };
    let mut loops: Vec<(ValueId, &Solution)> =
        found.solutions.iter().filter_map(|solution| Some((counter(solution)?, solution))).collect();
    loops.sort_by_key(|(value, _)| (depth(*value), *value));
    let mut refused: Vec<ValueId> = Vec::new();
    let mut divided: Vec<LoopId> = Vec::new();
    for (value, solution) in loops {
        if !answer.plan.parallel.is_empty() || is_within_threads(model, host, &forest, value) {
            continue;
        }
        let this = model.block_of(value).and_then(|block| forest.with_header(block));
        let is_around = |around: &LoopId| divided.contains(around);
        if this.is_some_and(|this| forest.ancestors(this).any(|around| is_around(&around))) {
            continue;
        }
        let mut plan = EditPlan::default();
        let is_advice = !settings.is_carried_out;
        // Without a plan, the other loops of the function are judged, too.
        let plan = if is_advice { &mut plan } else { &mut answer.plan };
        let verdict = judge((world, host, is_advice), (declared, parallel), solution, plan);
        divided.extend(this.filter(|_| is_advice && verdict.is_ok()));
        let (outcome, reason, licence) = match verdict {
            Ok((outcome, text)) => (outcome, text, declared.trusted().map(Licence::trusted)),
            Err(MatchRefusal(outcome, reason)) => (outcome, reason, None),
        };
        if !outcome.is_rewritten() && refused.contains(&value) {
            continue;
        }
        refused.push(value);
        let hit = Hit::new(&declared.name, solution, outcome, Some(reason));
        // A loop that stays as it is needs no advice but its reason.
        let texts = idiom.finding_texts();
        let is_advised = is_advice && hit.outcome.is_rewritten();
        let description = is_advised.then(|| headline::description(texts, solution, true)).flatten();
        answer.hits.push(Hit { of_plain: true, licence, description, ..hit });
    }
    let values = |hit: &Hit| hit.variables().filter_map(|(_, value)| value).collect::<Vec<ValueId>>();
    let all = answer.hits.iter().flat_map(values);
    answer.terms.extend(all.filter_map(|value| Some((value, world.term(value)?))).collect::<Vec<_>>());
}

/// Whether a loop, or one around it or inside it, stays beside what an earlier round made for it.
fn is_within_threads(model: &Model, host: &dyn Host, forest: &LoopForest, counter: ValueId) -> bool {
    let this = model.block_of(counter).and_then(|block| forest.with_header(block));
    let is_inside = |this, inner: &LoopId| forest.ancestors(*inner).any(|around| around == this);
    let holds = |this| {
        forest.ids().filter(|inner| is_inside(this, inner)).any(|inner| {
            forest.get(inner).latches.iter().any(|latch| host.is_guarded(model.terminator(*latch)))
        })
    };
    this.is_none_or(|this| is_guarded(model, host, forest, this) || holds(this))
}

/// Judges one loop and adds it to the plan; the outcome and its text.
fn judge(
    (world, host, is_advice): (&ModelWorld<'_>, &dyn Host, bool),
    (declared, parallel): (&Declared, &Parallel),
    solution: &Solution,
    plan: &mut EditPlan,
) -> Result<(Outcome, String), MatchRefusal> {
    let model = world.model();
    let names = SourceNames { model, host, accesses: world.accesses() };
    let describe = |value: ValueId| names.quoted(value);
    let not_legal = |reason: String| MatchRefusal(Outcome::NotLegal, reason);
    let instance = {
        let mut accesses = world.accesses().borrow_mut();
        let mut analyses = Analyses { model, accesses: &mut accesses, memory: world.memory() };
        parallel_instance(&mut analyses, (&declared.clauses, parallel), variables(solution))
    };
    let instance = instance.map_err(|unfit| not_legal(unfit.text(&describe)))?;
    legal::check_parallel(model, host, &instance)?;
    check_exceptions(declared, solution)?;
    if host.optimises_size() && !declared.clauses.always {
        let why = "the function is compiled for size, and the loop stays beside the one for threads: `always` would make it";
        return Err(MatchRefusal(Outcome::NotProfitable, why.to_owned()));
    }
    if let (Some(value), None) = (instance.reordered(), declared.trusted()) {
        let why = "is combined in another order: it would need `trusting`";
        return Err(MatchRefusal(Outcome::NotProven, format!("{} {why}", describe(value))));
    }
    let before = (plan.new.len(), plan.constants.len(), plan.types.len());
    let made = add_parallel_to_plan(model, &mut world.accesses().borrow_mut(), &instance, plan);
    let made = made.map_err(|unfit| unfit.text(&describe));
    let held = made.and_then(|tests| {
        let place = plan.parallel.last().map(|parallel| GuardedPlace {
            entry: parallel.entry,
            header: parallel.header,
            condition: parallel.condition,
        });
        let never = place.and_then(|place| never_holds((model, host), (plan, before.0), place));
        never.map_or(Ok(tests), Err)
    });
    let tests = held.map_err(|why| {
        plan.new.truncate(before.0);
        plan.constants.truncate(before.1);
        plan.types.truncate(before.2);
        plan.parallel.clear();
        not_legal(why)
    })?;
    let outcome = if tests == 0 { Outcome::Rewritten } else { Outcome::Guarded };
    if is_advice {
        return Ok((
            outcome,
            format!("{}; {}", pragma::advice(&instance, &names), summary(&instance, tests, &names)),
        ));
    }
    let licence = declared.trusted().map(|reason| format!("; {}", Licence::trusted(reason).text()));
    Ok((outcome, format!("{}{}", summary(&instance, tests, &names), licence.unwrap_or_default())))
}

/// The text of a parallel loop: what each thread has of its own, and what is tested before.
fn summary(instance: &ParallelInstance<'_>, tests: usize, names: &SourceNames<'_, '_>) -> String {
    let name = |value: ValueId| names.short(value);
    let mut parts = vec!["the rounds of a loop → all threads".to_owned()];
    match instance.schedule {
        Schedule::Static => {}
        Schedule::Dynamic => parts.push("each takes further rounds when it is free".to_owned()),
        Schedule::Guided => {
            parts.push("each takes further rounds when it is free, fewer each time".to_owned());
        }
    }
    let sums = instance.reductions.iter().map(|sum| format!("{} by {}", name(sum.phi), sum.by.word()));
    let sums: Vec<String> = sums.collect();
    if !sums.is_empty() {
        parts.push(format!("parts of {} are combined", sums.join(", ")));
    }
    let (scratch, merged): (Vec<&PrivatePlace>, Vec<&PrivatePlace>) =
        instance.private.iter().partition(|array| array.is_scratch());
    let copies = merged.iter().map(|array| {
        let limit = if matches!(array.copies, Copies::Counted(_)) { " up to a limit" } else { "" };
        format!("{} by {}{limit}", name(array.array.root), array.copies.word())
    });
    let copies: Vec<String> = copies.collect();
    if !copies.is_empty() {
        parts.push(format!("copies of {} are combined", copies.join(", ")));
    }
    for array in scratch {
        let stays = if array.copies == Copies::Last { ", and the last one stays" } else { "" };
        parts.push(format!("each thread has its own {}{stays}", name(array.array.root)));
    }
    for choice in &instance.choices {
        let values: Vec<String> =
            choice.values.iter().map(|chosen| name(chosen.phi.unwrap_or(chosen.next))).collect();
        let which = match choice.better.map(Better::word) {
            None => "the last",
            Some("min") => "the least",
            Some(_) => "the greatest",
        };
        parts.push(format!("{which} {} of all threads counts", values.join(", ")));
    }
    let mut ranges: Vec<String> = Vec::new();
    for ranged in &instance.ranged {
        let text = name(ranged.access);
        ranges.extend((!ranges.contains(&text)).then_some(text));
    }
    if !ranges.is_empty() {
        parts.push(format!("the ranges of {} are asked for before", ranges.join(", ")));
    }
    let mut apart: Vec<String> = Vec::new();
    for condition in &instance.conditions.all {
        if let Condition::Apart(one, other) = condition {
            let [one, other] = [*one, *other].map(|at| name(instance.arrays[at].root));
            let text = format!("{one} apart from {other}");
            apart.extend((!apart.contains(&text)).then_some(text));
        }
    }
    let apart = if apart.is_empty() { String::new() } else { format!(", {}", apart.join(", ")) };
    if tests > 0 {
        let noun = if tests == 1 { "test" } else { "tests" };
        parts.push(format!("guarded by {tests} {noun}{apart}"));
    }
    parts.join("; ")
}
