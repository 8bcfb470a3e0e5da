//! Value numbering: values computed by the same operation from congruent operands, after Cocke and Schwartz
//! ("Programming Languages and Their Compilers", 1970), extended to phis.
//!
//! Each value has a leader, the first congruent value. Blocks are visited in reverse post-order. A phi is
//! congruent to another phi of its block if their operands are congruent on each edge, and to a value if all
//! its operands are congruent to it. The operand of a back edge is not numbered yet, so such a phi is
//! congruent to no other value. At a point that both definitions dominate, values with the same leader are
//! equal.
//!
//! In: `w = a * b; x = w + c; y = b * a; z = y + c`. Out: w is the leader of y, x that of z.

use super::expressions::{Key, key};
use super::flow_graph::FlowGraph;
use ir::{BlockId, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;

/// The leaders of all values of a function.
#[derive(Debug)]
pub(super) struct Congruence {
    leaders: Vec<ValueId>,
}

impl Congruence {
    pub(super) fn of(model: &Model, graph: &FlowGraph) -> Congruence {
        let mut numbering = Numbering {
            model,
            leaders: model.values().collect(),
            is_done: model.values().map(|value| model.position(value).is_none()).collect(),
            expressions: FxHashMap::default(),
            phis: FxHashMap::default(),
        };
        for block in graph.blocks_in_order() {
            for value in model.block_instructions(block) {
                numbering.leaders[value.index()] = numbering.leader_of(block, value);
                numbering.is_done[value.index()] = true;
            }
        }
        Congruence { leaders: numbering.leaders }
    }

    /// Whether two values have the same leader.
    pub(super) fn are_alike(&self, x: ValueId, y: ValueId) -> bool {
        let leader = |value: ValueId| self.leaders.get(value.index());
        leader(x).is_some() && leader(x) == leader(y)
    }
}

struct Numbering<'m> {
    model: &'m Model,
    leaders: Vec<ValueId>,
    is_done: Vec<bool>,
    expressions: FxHashMap<Key, ValueId>,
    phis: FxHashMap<(BlockId, Vec<ValueId>), ValueId>,
}

impl Numbering<'_> {
    fn leader_of(&mut self, block: BlockId, value: ValueId) -> ValueId {
        if self.model.opcode(value) == Some(Opcode::Phi) {
            return self.leader_of_phi(block, value);
        }
        match key(self.model, value, |operand| self.leaders[operand.index()]) {
            Some(key) => *self.expressions.entry(key).or_insert(value),
            None => value,
        }
    }

    fn leader_of_phi(&mut self, block: BlockId, phi: ValueId) -> ValueId {
        let operands = self.model.operands(phi);
        if !operands.iter().all(|edge| self.is_done[edge.to.index()]) {
            return phi;
        }
        let incoming: Vec<ValueId> = operands.iter().map(|edge| self.leaders[edge.to.index()]).collect();
        match incoming.first() {
            Some(first) if incoming.iter().all(|leader| leader == first) => *first,
            _ => *self.phis.entry((block, incoming)).or_insert(phi),
        }
    }
}
