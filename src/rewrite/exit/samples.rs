//! What a graph of integers means, as terms; and whether two of its values differ for some numbers.
//!
//! In: an exit value and what is given for it. Out: numbers for which the second is not what the first is, if
//! some are found among those that are most likely to tell them apart.

use super::super::graph::{Graph, NodeId, NodeKind};
use crate::model::{Flags, Lane};
use crate::semantics::{Evaluation, Intrinsic, Operation, TermId, Terms, Value, execute};
use rustc_hash::FxHashMap;

/// Beside the edges of the type, each input is tried with so many numbers.
const RANDOM: u64 = 48;

/// The terms of a graph's nodes.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    terms: Terms,
    known: FxHashMap<NodeId, Option<Value>>,
    inputs: Vec<TermId>,
}

impl Meanings {
    /// The number that a node always is.
    pub(super) fn constant(&mut self, graph: &Graph, id: NodeId) -> Option<u128> {
        let value = self.value(graph, id)?;
        (self.terms.value(value.poison) == Some(0)).then(|| self.terms.value(value.bits))?
    }

    /// The value of a node; `None` of one that has no meaning here.
    fn value(&mut self, graph: &Graph, id: NodeId) -> Option<Value> {
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

    fn computed(&mut self, graph: &Graph, id: NodeId) -> Option<Value> {
        let node = graph.node(id);
        let Lane::Integer(width) = node.ty else { return None };
        let never = self.terms.truth(false);
        let operation = match &node.kind {
            NodeKind::Number(number) => {
                return Some(Value { bits: self.terms.constant(number.bits()?, width), poison: never });
            }
            NodeKind::Leaf(_) | NodeKind::Opaque(_) => {
                let bits = self.terms.input("x", width);
                self.inputs.push(bits);
                return Some(Value { bits, poison: never });
            }
            NodeKind::Binary(opcode) => Operation::Binary(*opcode, Flags::NONE),
            NodeKind::Compare(predicate) => Operation::Compare(*predicate, Flags::NONE),
            NodeKind::Select => Operation::Select,
            NodeKind::Cast(opcode) => Operation::Cast(*opcode, Flags::NONE, width),
            // What poison becomes does not matter, since no input is poison.
            NodeKind::Freeze => Operation::Freeze(self.terms.constant(0, width)),
            NodeKind::Call(name) => Operation::Intrinsic(Intrinsic::of_callee(name)?),
            NodeKind::Negate | NodeKind::FloatCompare(_) => return None,
        };
        let mut operands = Vec::new();
        for operand in &node.operands {
            operands.push((*self.known.get(operand)?)?);
        }
        Some(execute(&mut self.terms, operation, &operands)?.value)
    }
}

/// The inputs for which `target` is not what `source` is, in words, among edges of the types and random
/// numbers; or that they cannot be computed.
pub fn sampled_difference(graph: &Graph, source: NodeId, target: NodeId) -> Option<String> {
    let mut meanings = Meanings::default();
    let values = [source, target].map(|id| meanings.value(graph, id));
    let [Some(old), Some(new)] = values else {
        return Some("the loop and what is given for it cannot be computed for examples".to_owned());
    };
    let Meanings { terms, inputs, .. } = &meanings;
    let edges = edges();
    let tries = (edges.len() as u64 + RANDOM) * inputs.len().max(1) as u64;
    for at in 0..tries {
        let mut state = at;
        let of = |(k, input): (usize, &TermId)| {
            // One input goes through all numbers, while the others are any.
            let turn = at as usize / inputs.len();
            let number = match edges.get(turn) {
                Some(edge) if at as usize % inputs.len() == k => *edge,
                _ => random(&mut state),
            };
            (*input, u128::from(number) & (u128::MAX >> (128 - terms.width(*input))))
        };
        let assignment: FxHashMap<TermId, u128> = inputs.iter().enumerate().map(of).collect();
        let evaluation = Evaluation::new(terms, &assignment);
        let differs = evaluation.holds(new.poison) || evaluation.bits(new.bits) != evaluation.bits(old.bits);
        if !evaluation.holds(old.poison) && differs {
            let numbers: Vec<String> = inputs.iter().map(|input| assignment[input].to_string()).collect();
            let (was, is) = (evaluation.bits(old.bits), evaluation.bits(new.bits));
            let numbers = numbers.join(", ");
            return Some(format!("for {numbers} the loop gives {was}, and what is given for it {is}"));
        }
    }
    None
}

/// Numbers at which bits change: around 0 and around each power of two.
fn edges() -> Vec<u64> {
    let powers = (0..64).map(|at| 1u64 << at);
    let mut edges: Vec<u64> =
        powers.flat_map(|power| [power, power - 1, power.wrapping_neg(), !power]).collect();
    edges.extend([0, u64::MAX, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa]);
    edges
}

/// SplitMix64
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
