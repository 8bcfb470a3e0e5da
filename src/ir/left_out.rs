//! Models without some branch edges.
//!
//! ```text
//! br %bad, %abort, %next    without its first edge    =>    br %next; %abort is unreachable
//! ```
//!
//! Values keep their ids, so that matches in the smaller model can be reported in terms of the whole one. A
//! branch with one remaining edge no longer uses its condition.

use super::casts::reversed;
use super::facts::{ControlFlow, Facts};
use super::{BlockId, Csr, Edge, Model, Opcode, ValueId};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// A branch edge that a model leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeftOut {
    /// The branch, which has two successors.
    pub branch: ValueId,
    /// The successor number of the edge.
    pub way: u32,
    /// The condition of the branch in the whole model.
    pub condition: ValueId,
    /// The target of the edge.
    pub target: BlockId,
    /// Whether control may continue from the target: not all paths end at an `unreachable`.
    pub comes_back: bool,
}

impl Model {
    /// The edge of a branch to a block, to leave it out. `None` unless the branch has two different
    /// successors.
    pub fn way(&self, branch: ValueId, target: BlockId) -> Option<LeftOut> {
        let [first, second] = self.block_successors(self.block_of(branch)?) else { return None };
        let way = u32::from(*second == target);
        let is_one = first != second && [first, second].contains(&&target);
        let condition = self.operand(branch, 0).filter(|_| is_one)?;
        Some(LeftOut { branch, way, condition, target, comes_back: self.comes_back(target) })
    }

    /// Whether control that reaches a block may end other than at an `unreachable`, or never end.
    fn comes_back(&self, block: BlockId) -> bool {
        let ends = |block: BlockId| {
            let is_end = self.block_successors(block).is_empty();
            let is_error = self.opcode(self.terminator(block)) == Some(Opcode::Unreachable);
            is_end && !is_error || self.post_dominance().is_endless(block)
        };
        reached(&self.flow.successors, block).ones().map(BlockId::new).any(ends)
    }

    /// Whether a path leads from one block to another; true if they are equal.
    pub fn leads_to(&self, from: BlockId, to: BlockId) -> bool {
        reached(&self.flow.successors, from).contains(to.index())
    }

    /// The edge that the model leaves out at the end of a block, if any.
    pub fn left_out(&self, block: BlockId) -> Option<&LeftOut> {
        self.left_out.iter().find(|way| self.block_of(way.branch) == Some(block))
    }

    /// The model without these edges, each of a different branch. Blocks that become unreachable lose their
    /// successors.
    pub fn without(&self, ways: &[LeftOut]) -> Model {
        let is_left_out = |block: usize, to: BlockId| {
            ways.iter().any(|way| self.block_of(way.branch) == Some(BlockId::new(block)) && way.target == to)
        };
        let remaining =
            self.flow.successors.filter_map(|block, to| (!is_left_out(block, *to)).then_some(*to));
        let reached = reached(&remaining, BlockId(0));
        // Blocks that were unreachable before stay unchanged.
        let goes_on =
            |block: usize| reached.contains(block) || !self.dominance().is_reachable(BlockId::new(block));
        let successors = remaining.filter_map(|block, to| goes_on(block).then_some(*to));
        let is_edge = |from: BlockId, to: BlockId| successors.row(from.index()).contains(&to);
        let is_taken = |phi: ValueId, source: ValueId| {
            let ends = self.block_of(source).zip(self.block_of(phi));
            ends.is_some_and(|(from, to)| is_edge(from, to))
        };
        let mut phi_sources = Csr::with_capacity(self.phi_sources.len(), self.phi_sources.items().len());
        let mut operands = Csr::with_capacity(self.operands.len(), self.operands.items().len());
        for value in self.values() {
            let row = self.operands(value);
            if self.opcode(value) == Some(Opcode::Phi) {
                let sources = self.phi_sources(value);
                let taken = || sources.iter().zip(row).filter(|(source, _)| is_taken(value, **source));
                operands.push((0..).zip(taken()).map(|(n, (_, edge))| Edge { n, to: edge.to }));
                phi_sources.push(taken().map(|(source, _)| *source));
            } else if ways.iter().any(|way| way.branch == value) {
                operands.push([]);
            } else {
                operands.push(row.iter().copied());
            }
        }
        Model {
            operand_uses: reversed(&operands),
            operands,
            phi_sources,
            flow: Arc::new(ControlFlow::new(successors)),
            facts: Facts::default(),
            left_out: ways.into(),
            ..self.clone()
        }
    }
}

/// The blocks that are reachable from a block, itself included.
fn reached(successors: &Csr<BlockId>, from: BlockId) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(successors.len());
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if !reached.put(block.index()) {
            open.extend(successors.row(block.index()));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use crate::BlockId;
    use crate::testing::sketch::{sketch, value};

    #[test]
    fn a_way_and_what_it_alone_leads_to() {
        let model = sketch(
            "param n:i64
             entry:
               br -> loop
             loop:
               i:i64 = phi i64:0@entry j@join
               bad:i1 = icmp i n
               br bad -> error join
             error:
               x:i64 = add i i64:7
               br -> join
             join:
               k:i64 = phi i@loop x@error
               j:i64 = add k i64:1
               end:i1 = icmp j n
               br end -> exit loop
             exit:
               ret",
        );
        let (bad, x, k) = (value(&model, "bad"), value(&model, "x"), value(&model, "k"));
        let [looping, error, join] = [bad, x, k].map(|v| model.block_of(v).unwrap());
        let branch = model.terminator(looping);
        let way = model.way(branch, error).unwrap();
        assert_eq!((way.way, way.condition, way.comes_back), (0, bad, true));
        assert_eq!(model.way(model.terminator(error), join), None);
        let [entry, exit] = [0, model.block_count() - 1].map(BlockId::new);
        assert!(model.leads_to(error, looping) && model.leads_to(error, exit) && model.leads_to(exit, exit));
        assert!(!model.leads_to(error, entry) && !model.leads_to(exit, error));
        let smaller = model.without(&[way]);
        assert_eq!(smaller.block_successors(looping), [join]);
        assert_eq!((smaller.left_out(looping), smaller.left_out(join)), (Some(&way), None));
        assert!(!smaller.dominance().is_reachable(error) && smaller.block_successors(error).is_empty());
        assert_eq!(smaller.block_predecessors(join), [(0, looping)]);
        assert!(smaller.post_dominates(k, branch) && smaller.operands(branch).is_empty());
        let taken: Vec<_> = smaller.operands(k).iter().map(|edge| edge.to).collect();
        assert_eq!((taken, smaller.phi_sources(k)), (vec![value(&model, "i")], &[branch][..]));
        assert_eq!(smaller.phi_sources(value(&model, "i")), model.phi_sources(value(&model, "i")));
        assert_eq!(model.len(), smaller.len());
    }
}
