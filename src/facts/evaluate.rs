//! The answers of one function, or of several that call each other.

use crate::ModuleFacts;
use ir::{Constant, Global, Model, Opcode, OpcodeClass, OpcodeSet, ValueId, ValueKind};
use lang::atoms::{FactAnswer, ModelWorld, Place, callee_of, origins, place_of};
use lang::candl::ast::Modality;
use library::{Fact, Interface, SearchResult, Solution};
use normalise::{MAKES, normalised};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most rounds over functions that call each other. What is not settled then stays unknown.
const MOST_ROUNDS: usize = 64;

/// The most values that a result is traced through.
const MOST_TRACED: usize = 1 << 12;

/// Computes the answers of functions that call each other, or of one, and adds them to the known ones.
pub(crate) fn evaluate(facts: &ModuleFacts<'_>, functions: Vec<(String, Model)>, is_recursive: bool) {
    facts.open.borrow_mut().extend(functions.iter().map(|(name, _)| name.clone()));
    let copies: Vec<Option<Model>> = functions.iter().map(|(_, model)| normalised(model)).collect();
    let mut rounds = 0;
    loop {
        let mut changed = false;
        for ((name, model), copy) in functions.iter().zip(&copies) {
            let known = facts.known().answers.get(name).cloned();
            let answers = of_function(facts, model, copy.as_ref(), known.as_deref());
            changed |= known.as_deref() != Some(&*answers);
            facts.known().answers.insert(name.clone(), answers);
        }
        rounds += 1;
        if !is_recursive || !changed || rounds == MOST_ROUNDS {
            break;
        }
    }
    let is_of_these = |open: &String| functions.iter().any(|(name, _)| name == open);
    facts.open.borrow_mut().retain(|open| !is_of_these(open));
}

fn of_function(
    facts: &ModuleFacts<'_>,
    model: &Model,
    copy: Option<&Model>,
    known: Option<&[FactAnswer]>,
) -> Arc<[FactAnswer]> {
    let searched = copy.unwrap_or(model);
    let opcodes = searched.opcodes().with(MAKES);
    let results = results(searched);
    let returns = returns(searched);
    let receivers = receivers(searched);
    // Whether a `may` fact does not hold of arguments behind the parameters.
    let is_ruled_out_behind = |fact: &Fact| {
        let fails = |callee: &&Global| facts.declared.answer(fact, callee) == FactAnswer::Fails;
        receivers.as_ref().is_some_and(|receivers| receivers.iter().all(fails))
    };
    // All facts share the analyses of the function.
    let world = world(facts, model, copy);
    let answer = |(at, fact): (usize, &Fact)| {
        let before = known.map_or(FactAnswer::Unknown, |known| known[at].clone());
        let interface = &fact.interface;
        let is_of_function = interface.parameter.is_none() && interface.result.is_none();
        let found = match (interface.modality, fact.idiom.may_occur(opcodes)) {
            // A function that never returns would have the fact of all parameters and results.
            (Modality::Must, _) if !returns && !is_of_function => FactAnswer::Fails,
            (Modality::May, _) if !is_of_function && !is_ruled_out_behind(fact) => FactAnswer::Unknown,
            (_, true) => {
                let found = fact.idiom.find_in(&world, facts.budget);
                answer(searched, interface, &found, results.as_deref())
            }
            (_, false) => answer(searched, interface, &SearchResult::default(), results.as_deref()),
        };
        more_known(fact.interface.modality, before, found)
    };
    facts.facts.iter().enumerate().map(answer).collect()
}

/// The world of a function in which its facts are searched for, with its normalised copy.
pub(crate) fn world<'w>(
    facts: &'w ModuleFacts<'_>,
    model: &'w Model,
    copy: Option<&'w Model>,
) -> ModelWorld<'w> {
    ModelWorld::of_either(model, copy).with_facts(Some(facts)).proving()
}

/// Whether a function returns at all.
pub(crate) fn returns(model: &Model) -> bool {
    model.instructions_of(OpcodeSet::of(&[Opcode::Ret])).next().is_some()
}

/// The answer that the solutions in a function give.
fn answer(
    model: &Model,
    interface: &Interface,
    found: &SearchResult,
    results: Option<&[ValueId]>,
) -> FactAnswer {
    let (parameter, result) = (interface.parameter.as_deref(), interface.result.as_deref());
    // A search that ended early has found what it has found; the rest is not known.
    let is_whole = found.exhausted.is_none() && found.limits_reached.is_empty();
    if interface.modality == Modality::May && !is_whole {
        return FactAnswer::Unknown;
    }
    let wanted = match (result, results) {
        (None, _) => None,
        (Some(_), None) if interface.modality == Modality::Must => return FactAnswer::Fails,
        (Some(_), None) => return FactAnswer::Unknown,
        (Some(_), Some(results)) => {
            let counts = |value: &&ValueId| !(interface.or_null && is_null(model, **value));
            Some(results.iter().filter(counts).copied().collect::<BTreeSet<ValueId>>())
        }
    };
    let with_result = |solutions: &mut dyn Iterator<Item = &Solution>| match (&wanted, result) {
        (Some(wanted), Some(result)) => {
            let given: BTreeSet<ValueId> = solutions.filter_map(|found| found.get(result)).collect();
            match interface.modality {
                // A function that returns nothing but null gives nothing of which the fact could hold.
                Modality::Must => !wanted.is_empty() && wanted.is_subset(&given),
                Modality::May => !wanted.is_disjoint(&given),
            }
        }
        _ => solutions.next().is_some(),
    };
    let Some(parameter) = parameter else {
        return match with_result(&mut found.solutions.iter()) {
            true => FactAnswer::Holds,
            false => FactAnswer::Fails,
        };
    };
    let places_of = |solution: &Solution| {
        let value = solution.get(parameter)?;
        Some(match interface.modality {
            Modality::Must => place_of(model, value).into_iter().collect(),
            // A `may` fact is said of the parameters that the value may be computed from.
            Modality::May => {
                let is_parameter = |origin: &ValueId| model.kind(*origin) == ValueKind::Parameter;
                let origins = origins(model, value)?.into_iter().filter(is_parameter);
                origins.filter_map(|origin| place_of(model, origin)).collect::<Vec<Place>>()
            }
        })
    };
    let mut by_place: BTreeMap<Place, Vec<&Solution>> = BTreeMap::new();
    for solution in &found.solutions {
        let Some(places) = places_of(solution) else {
            // A value with too many origins may be any parameter.
            return if interface.modality == Modality::May { FactAnswer::Unknown } else { FactAnswer::Fails };
        };
        places.into_iter().for_each(|place| by_place.entry(place).or_default().push(solution));
    }
    let holding = by_place.into_iter().filter(|(_, solutions)| with_result(&mut solutions.iter().copied()));
    FactAnswer::HoldsOf(holding.map(|(place, _)| place).collect())
}

/// The functions without a body that get the arguments of a function behind its parameters, as a list; `None`
/// if something else may get them. There are none in a function that has no such arguments.
///
/// ```text
/// va_start(ap, format); vfprintf(stderr, format, ap); va_end(ap);   gives them to `vfprintf` alone
/// ```
fn receivers(model: &Model) -> Option<Vec<&Global>> {
    let is_named = |callee: &Global, names: &[&str]| names.iter().any(|name| callee.name.starts_with(name));
    let calls = model.instructions_of(OpcodeClass::Call.opcodes());
    let starts = calls
        .filter(|call| callee_of(model, *call).is_some_and(|callee| is_named(callee, &["llvm.va_start"])));
    let mut open: Vec<ValueId> = starts.filter_map(|call| model.arg(call, 1)).collect();
    let (mut seen, mut receivers) = (BTreeSet::new(), Vec::new());
    while let Some(list) = open.pop() {
        if !seen.insert(list) {
            continue;
        }
        match model.opcode(list) {
            Some(Opcode::Alloca) => {}
            Some(Opcode::GetElementPtr) => open.extend(model.operand(list, 0)),
            _ => return None,
        }
        for user in model.uses(list).iter().map(|edge| edge.to) {
            match callee_of(model, user) {
                Some(callee) if is_named(callee, &["llvm.va_start", "llvm.va_end", "llvm.lifetime."]) => {}
                Some(callee) if callee.is_declaration => receivers.push(callee),
                _ if model.opcode(user) == Some(Opcode::GetElementPtr) => open.push(user),
                _ => return None,
            }
        }
    }
    Some(receivers)
}

/// The values that a function returns, through phis and selects; `None` if it returns none, or too many.
fn results(model: &Model) -> Option<Vec<ValueId>> {
    let returns = model.instructions_of(OpcodeSet::of(&[Opcode::Ret]));
    let mut open: Vec<ValueId> = returns.filter_map(|end| model.arg(end, 0)).collect();
    let (mut seen, mut results) = (BTreeSet::new(), Vec::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        if seen.len() > MOST_TRACED {
            return None;
        }
        match model.opcode(value) {
            Some(Opcode::Phi) => open.extend(model.args(value).iter().map(|edge| edge.to)),
            Some(Opcode::Select) => open.extend((1..3).filter_map(|n| model.arg(value, n))),
            _ => results.push(value),
        }
    }
    (!results.is_empty()).then_some(results)
}

fn is_null(model: &Model, value: ValueId) -> bool {
    matches!(model.constant(value), Some(Constant::Null))
}

/// The sum of two answers: a `must` fact holds if either shows it, a `may` fact fails if either does.
pub(crate) fn more_known(modality: Modality, one: FactAnswer, other: FactAnswer) -> FactAnswer {
    use FactAnswer::{Fails, Holds, HoldsOf, Unknown};
    match (modality, one, other) {
        (_, Unknown, answer) | (_, answer, Unknown) => answer,
        (_, HoldsOf(one), HoldsOf(other)) => {
            let (one, other): (BTreeSet<Place>, BTreeSet<Place>) =
                (one.iter().copied().collect(), other.iter().copied().collect());
            HoldsOf(match modality {
                Modality::Must => one.union(&other).copied().collect(),
                Modality::May => one.intersection(&other).copied().collect(),
            })
        }
        (Modality::Must, Holds, _) | (Modality::Must, _, Holds) => Holds,
        (Modality::Must, Fails, answer) | (Modality::Must, answer, Fails) => answer,
        (Modality::May, Fails, _) | (Modality::May, _, Fails) => Fails,
        (Modality::May, Holds, answer) | (Modality::May, answer, Holds) => answer,
    }
}
