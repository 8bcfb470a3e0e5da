//! Meaning of a graph of integers as terms, and a search for inputs on which two of its values differ.
//!
//! In: an exit value and its replacement. Out: inputs for which the two differ, if the search finds any among
//! likely candidates.

use super::super::graph::{ScalarGraph, ScalarId, ScalarKind};
use super::guards::guards_of_inputs;
use super::shape::UnrolledLoop;
use crate::semantics::{Evaluation, Intrinsic, Operation, TermId, Terms, Value, execute, next_random};
use ir::{Flags, Lane, ValueId};
use rustc_hash::FxHashMap;

/// Inputs of at most this many bits are tried with all values.
const ALL_TRIED: u32 = 8;

/// Wider inputs are tried with the numbers below this and with those at which bits change.
const SMALL: u64 = 64;

/// Number of random values for wider inputs.
const RANDOM: u64 = 48;

/// Number of samples of a wider input that must reach the loop.
const LEAST: usize = 16;

/// The terms of a graph's nodes.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    terms: Terms,
    known: FxHashMap<ScalarId, Option<Value>>,
    inputs: Vec<(ScalarId, TermId)>,
}

impl Meanings {
    /// The value of a node that does not depend on inputs.
    pub(super) fn constant(&mut self, graph: &ScalarGraph, id: ScalarId) -> Option<u128> {
        let value = self.value(graph, id)?;
        (self.terms.value(value.poison) == Some(0)).then(|| self.terms.value(value.bits))?
    }

    /// The value of a node; `None` if terms cannot express it.
    fn value(&mut self, graph: &ScalarGraph, id: ScalarId) -> Option<Value> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        for needed in graph.needed(&[id]) {
            if !self.known.contains_key(&needed) {
                let value = self.computed(graph, needed);
                self.known.insert(needed, value);
            }
        }
        self.known.get(&id).copied().flatten()
    }

    fn computed(&mut self, graph: &ScalarGraph, id: ScalarId) -> Option<Value> {
        let node = graph.node(id);
        let Lane::Integer(width) = node.ty else { return None };
        let never = self.terms.truth(false);
        let operation = match &node.kind {
            ScalarKind::Number(number) => {
                return Some(Value { bits: self.terms.constant(number.bits()?, width), poison: never });
            }
            ScalarKind::Leaf(_) | ScalarKind::Opaque(_) => {
                let bits = self.terms.input("x", width);
                self.inputs.push((id, bits));
                return Some(Value { bits, poison: never });
            }
            ScalarKind::Binary(opcode) => Operation::Binary(*opcode, Flags::NONE),
            ScalarKind::Compare(predicate) => Operation::Compare(*predicate, Flags::NONE),
            ScalarKind::Select => Operation::Select,
            ScalarKind::Cast(opcode) => Operation::Cast(*opcode, Flags::NONE, width),
            // The choice for poison does not matter, since no input is poison.
            ScalarKind::Freeze => Operation::Freeze(self.terms.constant(0, width)),
            ScalarKind::Call(name) => Operation::Intrinsic(Intrinsic::of_callee(name)?),
            ScalarKind::Negate | ScalarKind::FloatCompare(_) => return None,
        };
        let mut operands = Vec::new();
        for operand in &node.operands {
            operands.push((*self.known.get(operand)?)?);
        }
        Some(execute(&mut self.terms, operation, &operands)?.value)
    }
}

/// The reason why samples do not confirm that `target` equals the exit value: a counterexample, or too few
/// samples that reach the loop. Inputs of at most 8 bits are tried with all values, wider ones with edge
/// cases, small and random numbers.
pub fn sampled_difference(
    graph: &ScalarGraph,
    around: &UnrolledLoop,
    target: ScalarId,
    describe: &dyn Fn(ValueId) -> String,
) -> Option<String> {
    let mut meanings = Meanings::default();
    let values = [around.value, target].map(|id| meanings.value(graph, id));
    let [Some(old), Some(new)] = values else {
        return Some("the loop and what is given for it cannot be computed for examples".to_owned());
    };
    let nodes: Vec<ScalarId> = meanings.inputs.iter().map(|(node, _)| *node).collect();
    let mut conditions = Vec::new();
    let mut guarded = Vec::new();
    for (guard, input) in guards_of_inputs(graph, &around.guards, &nodes) {
        // A condition without a meaning is ignored.
        if let Some(condition) = meanings.value(graph, guard.condition) {
            conditions.push((condition, guard.holds));
            guarded.push(input);
        }
    }
    let Meanings { terms, inputs, .. } = &meanings;
    let numbers: Vec<Vec<u128>> = inputs.iter().map(|(_, input)| numbers(terms.width(*input))).collect();
    let mut state = 0;
    for (at, (node, input)) in inputs.iter().enumerate() {
        let mut compared = 0;
        for number in &numbers[at] {
            let mut assignment: FxHashMap<TermId, u128> = FxHashMap::default();
            for ((_, other), numbers) in inputs.iter().zip(&numbers) {
                assignment.insert(*other, any_of(numbers, terms.width(*other), &mut state));
            }
            assignment.insert(*input, *number);
            let evaluation = Evaluation::new(terms, &assignment);
            let is_met = |(condition, holds): &(Value, bool)| {
                !evaluation.holds(condition.poison) && evaluation.holds(condition.bits) == *holds
            };
            if !conditions.iter().all(is_met) || evaluation.holds(old.poison) {
                continue;
            }
            compared += 1;
            if evaluation.holds(new.poison) || evaluation.bits(new.bits) != evaluation.bits(old.bits) {
                let assignments = inputs.iter().map(|(node, input)| {
                    format!("{} = {}", name_of(graph, *node, describe), assignment[input])
                });
                let (assignments, was) =
                    (assignments.collect::<Vec<_>>().join(", "), evaluation.bits(old.bits));
                let is = evaluation.bits(new.bits);
                return Some(format!(
                    "for {assignments} the loop gives {was}, and what is given for it {is}"
                ));
            }
        }
        let is_of_all = terms.width(*input) <= ALL_TRIED;
        let needed = if is_of_all { 1 } else { LEAST };
        if compared < needed && (guarded.is_empty() || guarded.contains(node)) {
            let (tried, name) = (numbers[at].len(), name_of(graph, *node, describe));
            return Some(format!(
                "of {tried} examples of {name} {compared} get to the loop, too few to compare it with what is given"
            ));
        }
    }
    None
}

/// The description of an input for messages.
fn name_of(graph: &ScalarGraph, id: ScalarId, describe: &dyn Fn(ValueId) -> String) -> String {
    graph.node(id).value.map_or_else(|| "the value after more rounds".to_owned(), describe)
}

/// The sample values of an input: all values, or powers of two and their neighbours, small and random ones.
fn numbers(width: u32) -> Vec<u128> {
    let mask = u128::MAX >> (128 - width);
    if width <= ALL_TRIED {
        return (0..=mask).collect();
    }
    let mut state = u64::from(width);
    let powers = (0..width.min(64)).map(|at| 1u64 << at);
    let mut numbers: Vec<u64> =
        powers.flat_map(|power| [power, power - 1, power.wrapping_neg(), !power]).collect();
    numbers.extend(0..SMALL);
    numbers.extend([u64::MAX, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa]);
    numbers.extend((0..RANDOM).map(|_| next_random(&mut state)));
    let mut numbers: Vec<u128> = numbers.into_iter().map(|number| u128::from(number) & mask).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// A random number; with probability one half a sample value.
fn any_of(numbers: &[u128], width: u32, state: &mut u64) -> u128 {
    let number = next_random(state);
    match next_random(state) % 2 {
        0 => numbers[number as usize % numbers.len()],
        _ => u128::from(number) & (u128::MAX >> (128 - width)),
    }
}
