//! A loop without an inner loop beside the same loop with it.
//!
//! LLVM moves a test whether an inner loop runs out of the loop around it:
//!
//! ```text
//! for c { if (i > 0) for j {…} ; store }     =>     if (i > 0) for c { for j {…} ; store } else for c' { store }
//! ```
//!
//! In: the loops c' and c. Out: the accesses of both that must touch the same elements, if c' computes in
//! each round what c does where its inner loop has no round. `rounds.rs` compares the elements and the
//! counters.

use analysis::accesses::{LoopForest, LoopId};
use ir::{BlockId, Effects, Model, Opcode, OpcodeSet, ValueId};

/// The operations that both loops may compute.
const COMPUTED: OpcodeSet =
    OpcodeSet::of(&[Opcode::FAdd, Opcode::FSub, Opcode::FMul, Opcode::FDiv, Opcode::FNeg]);

/// The longest computation that is compared.
const DEEPEST: usize = 8;

/// A loop beside the one that it equals where an inner loop has no round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwinLoop {
    /// The loop without the inner one.
    pub of: LoopId,
    /// The loop with it.
    pub like: LoopId,
}

/// The comparison of two loops.
pub(super) struct Twins<'a> {
    pub(super) model: &'a Model,
    pub(super) forest: &'a LoopForest,
    pub(super) twin: TwinLoop,
    /// The loop that has no round.
    pub(super) inner: LoopId,
}

impl Twins<'_> {
    /// The pairs of accesses of the two loops, that of the loop without the inner one first. `None` if the
    /// loops do not compute the same.
    pub(super) fn pairs(&self) -> Option<Vec<(ValueId, ValueId)>> {
        let model = self.model;
        let [one, other] = [self.twin.of, self.twin.like].map(|this| self.only_store(this));
        let (one, other) = (one?, other?);
        let mut pairs = vec![(one, other)];
        let [value, like] = [one, other].map(|store| model.operand(store, 0));
        self.is_same(value?, like?, DEEPEST, &mut pairs).then_some(pairs)
    }

    /// A load and the store of its value, if the loop does nothing else where the inner one has no round.
    pub(super) fn idle_pair(&self) -> Option<(ValueId, ValueId)> {
        let (model, this) = (self.model, self.twin.like);
        let store = self.only_store(this)?;
        let load = self.without_round(model.operand(store, 0)?, DEEPEST)?;
        let is_inside = model.block_of(load).is_some_and(|block| self.forest.has_block(this, block));
        (is_inside && model.opcode(load) == Some(Opcode::Load)).then_some((load, store))
    }

    /// The only effect of a loop outside the inner one, a store behind all loads of the latch.
    fn only_store(&self, this: LoopId) -> Option<ValueId> {
        let (model, forest) = (self.model, self.forest);
        let [latch] = *forest.get(this).latches else { return None };
        let own = |block: &BlockId| forest.has_block(this, *block) && !forest.has_block(self.inner, *block);
        let has_effect = |value: &ValueId| match model.opcode(*value) {
            Some(Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg | Opcode::Fence) => true,
            Some(Opcode::Call) => model.effects(*value) != Effects::NONE,
            _ => false,
        };
        let blocks = model.blocks().filter(own);
        let mut effects = blocks.flat_map(|block| model.block_instructions(block)).filter(has_effect);
        let store = effects.next().filter(|_| effects.next().is_none())?;
        let mut behind = model.block_instructions(latch).skip_while(|value| *value != store);
        let is_last = !behind.any(|value| model.opcode(value) == Some(Opcode::Load));
        let is_store = model.opcode(store) == Some(Opcode::Store) && model.block_of(store) == Some(latch);
        (is_store && is_last).then_some(store)
    }

    /// Whether two values are the same if loads of the same elements are. Loads are added to the pairs.
    fn is_same(
        &self,
        one: ValueId,
        like: ValueId,
        depth: usize,
        pairs: &mut Vec<(ValueId, ValueId)>,
    ) -> bool {
        let model = self.model;
        let Some(like) = self.without_round(like, DEEPEST) else { return false };
        if one == like {
            return true;
        }
        let opcode = model.opcode(one);
        let is_alike = opcode == model.opcode(like)
            && model.type_id(one) == model.type_id(like)
            && (opcode == Some(Opcode::Load) || model.flags(one) == model.flags(like));
        if depth == 0 || !is_alike {
            return false;
        }
        match opcode {
            Some(Opcode::Load) => {
                pairs.push((one, like));
                true
            }
            Some(opcode) if COMPUTED.meets(OpcodeSet::of(&[opcode])) => {
                let operands = model.operands(one).iter().zip(model.operands(like));
                model.operands(one).len() == model.operands(like).len()
                    && operands.into_iter().all(|(a, b)| self.is_same(a.to, b.to, depth - 1, pairs))
            }
            _ => false,
        }
    }

    /// A value where the inner loop has no round: that with which the loop starts instead of that with
    /// which it ends.
    fn without_round(&self, value: ValueId, depth: usize) -> Option<ValueId> {
        let (model, forest) = (self.model, self.forest);
        let block = model.block_of(value);
        if block.is_some_and(|block| forest.has_block(self.inner, block)) {
            let inner = forest.get(self.inner);
            let end = model.terminator(*inner.latches.first()?);
            return start_of(model, inner.header, end, value);
        }
        match (model.opcode(value), model.operands(value)) {
            (Some(Opcode::Phi), [only]) if depth > 0 => self.without_round(only.to, depth - 1),
            _ => Some(value),
        }
    }
}

/// The operand of a phi that comes from the block with this terminator.
pub(super) fn incoming(model: &Model, phi: ValueId, by: ValueId) -> Option<ValueId> {
    let sources = model.phi_sources(phi);
    let edge = model.operands(phi).iter().find(|edge| sources.get(edge.n as usize) == Some(&by));
    edge.map(|edge| edge.to)
}

/// The value with which a loop starts what it continues as `next`, from the header and the terminator of
/// its latch. `None` if phis of the same next value start with several.
pub(super) fn start_of(model: &Model, header: BlockId, end: ValueId, next: ValueId) -> Option<ValueId> {
    let phis = model.block_instructions(header).take_while(|phi| model.opcode(*phi) == Some(Opcode::Phi));
    let carried = phis.filter(|phi| incoming(model, *phi, end) == Some(next));
    let mut starts = carried.flat_map(|phi| {
        let sources = model.phi_sources(phi);
        let edges = model.operands(phi).iter();
        edges.filter(move |edge| sources.get(edge.n as usize) != Some(&end)).map(|edge| edge.to)
    });
    let first = starts.next()?;
    starts.all(|start| start == first).then_some(first)
}
