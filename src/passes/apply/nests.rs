//! Rewrites that replace a loop nest by a call.
//!
//! Only the unmodified function is searched, since the terms of a solution refer to its values. Of several
//! solutions for a nest, the first applicable one is used. If there is none, the first is reported with its
//! reason.

use super::guard::GuardedPlace;
use super::{Applied, Licence, MatchRefusal, Outcome, check_exceptions, guard, legal};
use crate::settings::Settings;
use analysis::accesses::{LoopForest, LoopId};
use ir::host::Host;
use ir::{BlockId, EditPlan, Model, ValueId};
use lang::atoms::ModelWorld;
use lang::candl::ast::Nest;
use library::{Idiom, SearchResult, Solution};
use proof::rewrite::{
    Analyses, Condition, Declared, NestInstance, Variables, add_nest_to_plan, nest_instance, variable_name,
};
use wording::{Answer, Hit};

/// Finds the nests of one rewrite and adds calls to the plan for those that may be replaced.
pub(super) fn run(
    world: &ModelWorld<'_>,
    host: &dyn Host,
    settings: &Settings<'_>,
    (applied, declared): (&Applied, &Declared),
    answer: &mut Answer,
) {
    let model = world.model();
    let (Some(idiom), Some(nest)) = (applied.idiom(declared), &declared.clauses.nest) else { return };
    if !idiom.may_occur(model.opcodes()) {
        return;
    }
    let found: SearchResult = idiom.find_in(world, settings.search.budget);
    answer.hits.extend(settings.search.limits(Idiom::name(idiom), &found));
    let mut judged: Vec<(Vec<ValueId>, usize)> = Vec::new();
    for solution in &found.solutions {
        let loops = counters(nest, solution);
        let known = judged.iter().find(|(other, _)| *other == loops).map(|(_, at)| *at);
        if known.is_some_and(|at| answer.hits[at].outcome.is_rewritten()) {
            continue;
        }
        let verdict = judge(world, host, (declared, nest), solution, &mut answer.plan);
        let (outcome, reason, licence) = match verdict {
            Ok(Some((outcome, text))) => (outcome, text, declared.trusted().map(Licence::trusted)),
            Ok(None) => continue,
            Err(MatchRefusal(outcome, reason)) => (outcome, reason, None),
        };
        let hit = Hit::new(&declared.name, solution, outcome, Some(reason));
        let hit = Hit { of_plain: true, licence, ..hit };
        match known {
            Some(at) if outcome.is_rewritten() => answer.hits[at] = hit,
            Some(_) => {}
            None => {
                judged.push((loops, answer.hits.len()));
                answer.hits.push(hit);
            }
        }
    }
    let values = |hit: &Hit| hit.variables().filter_map(|(_, value)| value).collect::<Vec<ValueId>>();
    let all = answer.hits.iter().flat_map(values);
    answer.terms.extend(all.filter_map(|value| Some((value, world.term(value)?))).collect::<Vec<_>>());
}

/// The counters of the nest's loops, ascending.
fn counters(nest: &Nest, solution: &Solution) -> Vec<ValueId> {
    let names = nest.counters().filter_map(variable_name);
    let mut counters: Vec<ValueId> = names.filter_map(|name| solution.get(&name)).collect();
    counters.sort_unstable();
    counters
}

/// Judges one nest and adds its call to the plan. Returns the outcome and its text; `None` if the nest is
/// already replaced or has to wait for the next round.
fn judge(
    world: &ModelWorld<'_>,
    host: &dyn Host,
    (declared, nest): (&Declared, &Nest),
    solution: &Solution,
    plan: &mut EditPlan,
) -> Result<Option<(Outcome, String)>, MatchRefusal> {
    let model = world.model();
    let describe = |value: ValueId| host.describe(value);
    let not_legal = |reason: String| MatchRefusal(Outcome::NotLegal, reason);
    let mut accesses = world.accesses().borrow_mut();
    let mut analyses = Analyses { model, accesses: &mut accesses, memory: world.memory() };
    let instance =
        nest_instance(&mut analyses, (&declared.clauses, nest, &declared.widening), variables(solution));
    if instance.is_err() && counters(nest, solution).iter().any(|counter| is_planned(model, *counter, plan)) {
        return Ok(None);
    }
    let instance = instance.map_err(|unfit| not_legal(unfit.text(&describe)))?;
    if is_guarded(model, host, accesses.loops(), instance.shape.outermost()) || waits(model, &instance, plan)
    {
        return Ok(None);
    }
    legal::check_nest(model, host, &instance)?;
    check_exceptions(declared, solution)?;
    if host.optimises_size() && !declared.clauses.always {
        let why =
            "the function is compiled for size, and the loops stay beside the call: `always` would make it";
        return Err(MatchRefusal(Outcome::NotProfitable, why.to_owned()));
    }
    let Some(reason) = declared.trusted() else {
        let why = "what a nest of loops computes is not proven: it would need `trusting`";
        return Err(MatchRefusal(Outcome::NotProven, why.to_owned()));
    };
    let before = (plan.new.len(), plan.constants.len(), plan.types.len(), plan.guarded.len());
    let made = add_nest_to_plan(model, &mut accesses, &instance, plan).map_err(|unfit| unfit.text(&describe));
    let held = made.and_then(|tests| {
        let guard = plan.guarded.last();
        let never = guard
            .and_then(|call| guard::never_holds((model, host), (plan, before.0), GuardedPlace::of(call)));
        never.map_or(Ok(tests), Err)
    });
    let tests = held.map_err(|why| {
        plan.new.truncate(before.0);
        plan.constants.truncate(before.1);
        plan.types.truncate(before.2);
        plan.guarded.truncate(before.3);
        not_legal(why)
    })?;
    let outcome = if tests == 0 { Outcome::Rewritten } else { Outcome::Guarded };
    Ok(Some((
        outcome,
        format!("{}; {}", summary(&instance, tests, &describe), Licence::trusted(reason).text()),
    )))
}

/// Whether the loop, or an enclosing one, is the fallback of an already inserted call.
pub(super) fn is_guarded(model: &Model, host: &dyn Host, forest: &LoopForest, of: LoopId) -> bool {
    let latches = forest.ancestors(of).flat_map(|around| forest.get(around).latches.iter());
    let mut latches = latches.map(|latch| model.terminator(*latch));
    latches.any(|latch| host.is_guarded(latch))
}

/// Whether the nest overlaps with one that the plan changes.
fn waits(model: &Model, instance: &NestInstance<'_>, plan: &EditPlan) -> bool {
    let taken =
        |block: BlockId| plan.guarded.iter().any(|call| call.blocks.contains(&model.block_first(block)));
    let entry = model.block_of(instance.shape.entry);
    instance.shape.blocks.iter().copied().chain(entry).any(taken)
}

/// Whether a value lies in a nest that the plan changes.
fn is_planned(model: &Model, value: ValueId, plan: &EditPlan) -> bool {
    model
        .block_of(value)
        .is_some_and(|block| plan.guarded.iter().any(|call| call.blocks.contains(&model.block_first(block))))
}

pub(super) fn variables(solution: &Solution) -> Variables {
    let (mut values, mut terms) = (Vec::new(), Vec::new());
    for (name, value) in solution.variables() {
        let Some(value) = value else { continue };
        match ModelWorld::term_id(value) {
            Some(term) => terms.push((name.to_owned(), term)),
            None => values.push((name.to_owned(), value)),
        }
    }
    Variables::new(values, terms)
}

/// The text of a replacement: the call and the replaced loops.
fn summary(instance: &NestInstance<'_>, tests: usize, describe: &dyn Fn(ValueId) -> String) -> String {
    let name = |value: ValueId| {
        let text = describe(value);
        text.rsplit_once(' ').map_or(text.clone(), |(_, name)| name.to_owned())
    };
    let apart = instance.conditions.all.iter().filter_map(|condition| match condition {
        Condition::Apart(one, other) => {
            let [one, other] = [*one, *other].map(|at| name(instance.arrays[at].root));
            Some(format!("{one} apart from {other}"))
        }
        _ => None,
    });
    let mut apart: Vec<String> = apart.collect();
    apart.dedup();
    let apart = if apart.is_empty() { String::new() } else { format!(", {}", apart.join(", ")) };
    let (loops, callee) = (instance.shape.loops.len(), &instance.callee.name.text);
    let nest = if loops == 1 { "a loop".to_owned() } else { format!("a nest of {loops} loops") };
    let change = match instance.skip.is_some() {
        true => format!("{nest} → runs from the round that call {callee} says"),
        false => format!("{nest} → call {callee}"),
    };
    match tests {
        0 => change,
        _ => format!("{change}; guarded by {tests} tests{apart}"),
    }
}
