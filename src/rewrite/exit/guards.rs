//! What the branches before a loop say of single inputs, for the examples that the loop is computed for.
//!
//! In: the conditions on which the loop runs. Out: those that compare one input of the loop with a number,
//! `x != 0` or `(x & 1) == 0`. The others are taken to hold: they may keep a loop from running for exactly the
//! numbers for which it is not what is given, and examples say nothing of so few.

use super::super::graph::{Graph, NodeId, NodeKind};
use crate::model::Opcode;

/// A truth value that a node must have for the loop to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The condition of a branch.
    pub condition: NodeId,
    /// Its truth value.
    pub holds: bool,
}

/// The guards over one of the inputs each, with that input.
pub(super) fn guards_of_inputs(graph: &Graph, guards: &[Guard], inputs: &[NodeId]) -> Vec<(Guard, NodeId)> {
    let mut open = guards.to_vec();
    let mut found = Vec::new();
    while let Some(guard) = open.pop() {
        match parts(graph, guard) {
            Some(parts) => open.extend(parts),
            None => found.extend(
                compared(graph, guard.condition)
                    .filter(|input| inputs.contains(input))
                    .map(|input| (guard, input)),
            ),
        }
    }
    found
}

/// The guards that one stands for: both sides of an `and`, none of an `or`, and what `not` negates.
fn parts(graph: &Graph, Guard { condition, holds }: Guard) -> Option<Vec<Guard>> {
    let node = graph.node(condition);
    let number = |id: NodeId| match &graph.node(id).kind {
        NodeKind::Number(number) => number.bits(),
        _ => None,
    };
    let guards = |conditions: &[NodeId], holds| {
        Some(conditions.iter().map(|condition| Guard { condition: *condition, holds }).collect())
    };
    match (&node.kind, node.operands.as_slice()) {
        (NodeKind::Binary(Opcode::And), both) if holds => guards(both, true),
        (NodeKind::Binary(Opcode::Or), both) if !holds => guards(both, false),
        (NodeKind::Select, [a, b, c]) if holds && number(*c) == Some(0) => guards(&[*a, *b], true),
        (NodeKind::Select, [a, b, c]) if !holds && number(*b) == Some(1) => guards(&[*a, *c], false),
        (NodeKind::Binary(Opcode::Xor), [a, b]) if number(*b) == Some(1) => guards(&[*a], !holds),
        _ => None,
    }
}

/// The input that a condition compares with a number, through conversions and masks.
fn compared(graph: &Graph, condition: NodeId) -> Option<NodeId> {
    let beside_number = |operands: &[NodeId]| {
        let is_number = |id: NodeId| matches!(graph.node(id).kind, NodeKind::Number(_));
        match *operands {
            [a, b] if is_number(b) => Some(a),
            [a, b] if is_number(a) => Some(b),
            _ => None,
        }
    };
    let node = graph.node(condition);
    let mut id = match &node.kind {
        NodeKind::Compare(_) => beside_number(&node.operands)?,
        _ => condition,
    };
    loop {
        let node = graph.node(id);
        id = match &node.kind {
            NodeKind::Leaf(_) | NodeKind::Opaque(_) => return Some(id),
            NodeKind::Cast(_) => *node.operands.first()?,
            NodeKind::Binary(Opcode::And) => beside_number(&node.operands)?,
            _ => return None,
        };
    }
}
