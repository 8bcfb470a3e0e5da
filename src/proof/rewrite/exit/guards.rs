//! Conditions on single inputs that the branches before a loop imply, for sampling its exit value.
//!
//! In: the conditions on which the loop runs. Out: those that compare one input with a number, `x != 0` or
//! `(x & 1) == 0`. Other conditions are not enforced on the samples. They might exclude exactly the inputs
//! for which the replacement is wrong, and samples rarely hit so few.

use super::super::graph::{ScalarGraph, ScalarId, ScalarKind};
use ir::Opcode;

/// A truth value that a node must have if the loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopGuard {
    /// The condition of a branch.
    pub condition: ScalarId,
    /// The truth value.
    pub holds: bool,
}

/// The guards that depend on a single input, each with that input.
pub(super) fn guards_of_inputs(
    graph: &ScalarGraph,
    guards: &[LoopGuard],
    inputs: &[ScalarId],
) -> Vec<(LoopGuard, ScalarId)> {
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

/// The parts of a guard: both sides of an `and` that holds or an `or` that does not, and the operand of a
/// negation.
fn parts(graph: &ScalarGraph, LoopGuard { condition, holds }: LoopGuard) -> Option<Vec<LoopGuard>> {
    let node = graph.node(condition);
    let number = |id: ScalarId| match &graph.node(id).kind {
        ScalarKind::Number(number) => number.bits(),
        _ => None,
    };
    let guards = |conditions: &[ScalarId], holds| {
        Some(conditions.iter().map(|condition| LoopGuard { condition: *condition, holds }).collect())
    };
    match (&node.kind, node.operands.as_slice()) {
        (ScalarKind::Binary(Opcode::And), both) if holds => guards(both, true),
        (ScalarKind::Binary(Opcode::Or), both) if !holds => guards(both, false),
        (ScalarKind::Select, [a, b, c]) if holds && number(*c) == Some(0) => guards(&[*a, *b], true),
        (ScalarKind::Select, [a, b, c]) if !holds && number(*b) == Some(1) => guards(&[*a, *c], false),
        (ScalarKind::Binary(Opcode::Xor), [a, b]) if number(*b) == Some(1) => guards(&[*a], !holds),
        _ => None,
    }
}

/// The input that a condition compares with a number, looking through conversions and masks.
fn compared(graph: &ScalarGraph, condition: ScalarId) -> Option<ScalarId> {
    let beside_number = |operands: &[ScalarId]| {
        let is_number = |id: ScalarId| matches!(graph.node(id).kind, ScalarKind::Number(_));
        match *operands {
            [a, b] if is_number(b) => Some(a),
            [a, b] if is_number(a) => Some(b),
            _ => None,
        }
    };
    let node = graph.node(condition);
    let mut id = match &node.kind {
        ScalarKind::Compare(_) => beside_number(&node.operands)?,
        _ => condition,
    };
    loop {
        let node = graph.node(id);
        id = match &node.kind {
            ScalarKind::Leaf(_) | ScalarKind::Opaque(_) => return Some(id),
            ScalarKind::Cast(_) => *node.operands.first()?,
            ScalarKind::Binary(Opcode::And) => beside_number(&node.operands)?,
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::graph::ScalarNode;
    use ir::{Flags, IntPredicate, Lane, Number};

    fn add(graph: &mut ScalarGraph, kind: ScalarKind, width: u32, operands: &[ScalarId]) -> ScalarId {
        let (ty, operands) = (Lane::Integer(width), operands.to_vec());
        graph.add(ScalarNode { kind, ty, operands, flags: Flags::NONE, value: None })
    }

    /// A graph with the inputs `x` and `y`, and the conditions `(zext x & 1) == 0`, `y != 0`, `x < y` and
    /// `(x + 1) == 0`.
    fn conditions() -> (ScalarGraph, [ScalarId; 2], [ScalarId; 4]) {
        let mut graph = ScalarGraph::default();
        let inputs = ["x", "y"].map(|name| add(&mut graph, ScalarKind::Leaf(name.to_owned()), 8, &[]));
        let [x, y] = inputs;
        let [zero, one] = [0, 1].map(|n| add(&mut graph, ScalarKind::Number(Number::int(8, n)), 8, &[]));
        let wide = add(&mut graph, ScalarKind::Cast(Opcode::ZExt), 16, &[x]);
        let low = add(&mut graph, ScalarKind::Binary(Opcode::And), 16, &[wide, one]);
        let even = add(&mut graph, ScalarKind::Compare(IntPredicate::Eq), 1, &[low, zero]);
        let some = add(&mut graph, ScalarKind::Compare(IntPredicate::Ne), 1, &[zero, y]);
        let less = add(&mut graph, ScalarKind::Compare(IntPredicate::Ult), 1, &[x, y]);
        let sum = add(&mut graph, ScalarKind::Binary(Opcode::Add), 8, &[x, one]);
        let last = add(&mut graph, ScalarKind::Compare(IntPredicate::Eq), 1, &[sum, zero]);
        (graph, inputs, [even, some, less, last])
    }

    fn found(
        graph: &ScalarGraph,
        inputs: &[ScalarId],
        condition: ScalarId,
        holds: bool,
    ) -> Vec<(ScalarId, bool, ScalarId)> {
        let all = guards_of_inputs(graph, &[LoopGuard { condition, holds }], inputs);
        let mut all: Vec<_> =
            all.into_iter().map(|(guard, input)| (guard.condition, guard.holds, input)).collect();
        all.sort();
        all
    }

    #[test]
    fn an_input_is_compared_with_a_number_through_masks_and_conversions_alone() {
        let (graph, [x, y], [even, some, less, last]) = conditions();
        assert_eq!(found(&graph, &[x, y], even, true), [(even, true, x)]);
        assert_eq!(found(&graph, &[x, y], some, false), [(some, false, y)]);
        assert_eq!(found(&graph, &[x], some, false), [], "another input");
        assert_eq!(found(&graph, &[x, y], less, true), [], "two inputs");
        assert_eq!(found(&graph, &[x, y], last, true), [], "arithmetic");
    }

    #[test]
    fn both_sides_of_an_and_hold_and_neither_of_an_or_that_does_not() {
        let (mut graph, [x, y], [even, some, ..]) = conditions();
        let [no, yes] = [0, 1].map(|n| add(&mut graph, ScalarKind::Number(Number::int(1, n)), 1, &[]));
        let both = add(&mut graph, ScalarKind::Binary(Opcode::And), 1, &[even, some]);
        let either = add(&mut graph, ScalarKind::Binary(Opcode::Or), 1, &[even, some]);
        let chosen = add(&mut graph, ScalarKind::Select, 1, &[even, some, no]);
        let other = add(&mut graph, ScalarKind::Select, 1, &[even, yes, some]);
        for (condition, holds) in [(both, true), (chosen, true), (either, false), (other, false)] {
            assert_eq!(found(&graph, &[x, y], condition, holds), [(even, holds, x), (some, holds, y)]);
            assert_eq!(found(&graph, &[x, y], condition, !holds), [], "one side is not known");
        }
        let not = add(&mut graph, ScalarKind::Binary(Opcode::Xor), 1, &[either, yes]);
        assert_eq!(found(&graph, &[x, y], not, true), [(even, false, x), (some, false, y)]);
    }
}
