//! Counterexamples in terms of the rule's names: the inputs, and the results of source and target.

use super::super::form::{NodeId, Rule};
use super::super::widths::Typing;
use super::encode::{Encoding, Input};
use crate::semantics::{Evaluation, Query, SolverError, TermId, Value};
use ir::{FloatKind, IntPredicate, Number};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Inputs for which a rule is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Counterexample {
    /// The widths: `i8`.
    pub widths: String,
    /// The inputs with their values: `%x = poison`.
    pub inputs: Vec<String>,
    /// The result of the source; `None` if it is nondeterministic, and no result allows the target's.
    pub source: Option<String>,
    /// The result of the target.
    pub target: String,
    /// Whether the counterexample needs undef inputs.
    pub by_undef: bool,
    /// The input whose `freeze` in the target makes the rule hold.
    pub freeze: Option<String>,
}

/// Describes a solver's model, and lists the inputs that are poison or undef. An error if the interpreter
/// does not confirm it.
pub(super) fn describe(
    rule: &Rule,
    typing: &Typing,
    encoding: &Encoding,
    query: &Query,
    values: &[u128],
) -> Result<(Counterexample, Vec<NodeId>), SolverError> {
    let mut inputs: FxHashMap<TermId, u128> =
        query.free.iter().copied().zip(values.iter().copied()).collect();
    if encoding.is_computable() {
        encoding.inputs.iter().for_each(|input| with_fewer_numbers(encoding, input, &mut inputs));
    }
    let result = Evaluation::new(&encoding.terms, &inputs);
    if encoding.is_computable() && !result.holds(encoding.goal) {
        let message = "the solver's counterexample does not hold when it is computed";
        return Err(SolverError(format!("{}: {message}", rule.title())));
    }
    let mut assigned = Vec::new();
    let mut suspects = Vec::new();
    let mut by_undef = false;
    for input in &encoding.inputs {
        let poison = result.holds(input.value.poison);
        let seen = numbers_seen(&result, &query.free, input);
        if poison || seen.len() > 1 {
            suspects.push(input.node);
        }
        by_undef |= !poison && seen.len() > 1;
        let kind = rule.float_kind(input.node);
        let numbers: Vec<String> = seen.iter().map(|term| number(encoding, &result, *term, kind)).collect();
        let value = match (poison, numbers.as_slice()) {
            (true, _) => "poison".to_owned(),
            (false, [number]) => number.clone(),
            (false, numbers) => format!("undef ({})", numbers.join(" or ")),
        };
        assigned.push(assignment(rule, input.node, &value));
    }
    for (node, bits) in &encoding.constants {
        assigned.push(assignment(rule, *node, &number(encoding, &result, *bits, None)));
    }
    for (name, number) in rule.predicates.iter().zip(&encoding.predicates) {
        let predicate = IntPredicate::ALL.get(result.bits(*number) as usize);
        assigned.push(format!(
            "{name} = {}",
            predicate.map_or(String::new(), |p| format!("{p:?}").to_lowercase())
        ));
    }
    for (question, answer) in &encoding.facts {
        if !question.starts_with("hasOneUse") {
            assigned.push(format!("{question} = {}", number(encoding, &result, *answer, None)));
        }
    }
    let kind = rule.float_kind(rule.source);
    let outcome = |value: Value, undefined: TermId| outcome(encoding, &result, (value, undefined), kind);
    let target = match result.holds(encoding.unbuildable) {
        true => "cannot be built, as a number of it does not fit".to_owned(),
        false => outcome(encoding.target, encoding.target_undefined),
    };
    let source = (!encoding.has_choices()).then(|| outcome(encoding.source, encoding.source_undefined));
    let widths = typing.describe(rule);
    Ok((Counterexample { widths, inputs: assigned, source, target, by_undef, freeze: None }, suspects))
}

/// Makes uses of an input see equal numbers as far as the counterexample stays one.
fn with_fewer_numbers(encoding: &Encoding, input: &Input, values: &mut FxHashMap<TermId, u128>) {
    let seen: Vec<TermId> = input.seen.iter().copied().filter(|term| values.contains_key(term)).collect();
    for (at, term) in seen.iter().enumerate() {
        for earlier in &seen[..at] {
            let mut changed = values.clone();
            changed.insert(*term, values[earlier]);
            if Evaluation::new(&encoding.terms, &changed).holds(encoding.goal) {
                *values = changed;
                break;
            }
        }
    }
}

/// The distinct numbers that uses of an input see, at least one.
fn numbers_seen(result: &Evaluation, free: &[TermId], input: &Input) -> Vec<TermId> {
    let mut seen: Vec<TermId> = Vec::new();
    for term in input.seen.iter().filter(|term| free.contains(term)) {
        if seen.iter().all(|known| result.bits(*known) != result.bits(*term)) {
            seen.push(*term);
        }
    }
    if seen.is_empty() { vec![input.value.bits] } else { seen }
}

fn assignment(rule: &Rule, node: NodeId, value: &str) -> String {
    format!("{} = {value}", rule.node(node).name.as_deref().unwrap_or_default())
}

fn outcome(
    encoding: &Encoding,
    result: &Evaluation,
    (value, undefined): (Value, TermId),
    kind: Option<FloatKind>,
) -> String {
    if result.holds(undefined) {
        "undefined behaviour".to_owned()
    } else if result.holds(value.poison) {
        "poison".to_owned()
    } else {
        number(encoding, result, value.bits, kind)
    }
}

/// The text of a number: integers are signed, except those of one bit; a NaN is written with its bits.
fn number(encoding: &Encoding, result: &Evaluation, term: TermId, kind: Option<FloatKind>) -> String {
    let (bits, width) = (result.bits(term), encoding.terms.width(term));
    if let Some(kind) = kind {
        let number = Number::Float { kind, words: smallvec![bits as u64] };
        return match number.as_f64() {
            Some(number) if !number.is_nan() => format!("{number:?}"),
            _ => format!("NaN (0x{bits:X})"),
        };
    }
    match width {
        1 => bits.to_string(),
        _ => ((bits << (128 - width)) as i128 >> (128 - width)).to_string(),
    }
}
