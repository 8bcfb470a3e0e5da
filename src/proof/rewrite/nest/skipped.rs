//! Branches around loops that have no round in some rounds of the loops around them.
//!
//! In: a branch whose condition changes in the nest. Out: the loop that it leaves out, if what happens
//! instead is what the loop does in no round. `rounds.rs` checks that the branch leaves out exactly such
//! runs.

use super::shape::{NaturalLoop, NestWalk, SkippedLoop, loop_of};
use super::twin::{TwinLoop, Twins, incoming, start_of};
use analysis::accesses::LoopId;
use fixedbitset::FixedBitSet;
use ir::{BlockId, Opcode, OpcodeSet, ValueId};

/// The operations of a block between two loops that does nothing but compute.
const PASSED: OpcodeSet = OpcodeSet::of(&[
    Opcode::Phi,
    Opcode::Load,
    Opcode::GetElementPtr,
    Opcode::Br,
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Shl,
    Opcode::SExt,
    Opcode::ZExt,
    Opcode::Trunc,
    Opcode::ICmp,
]);

impl NestWalk<'_> {
    /// The side of a branch with the loop that has a bounded loop in it, if the loop on the other side is
    /// the same without that.
    pub(super) fn twin_side(
        &mut self,
        branch: ValueId,
        condition: ValueId,
        sides: [BlockId; 2],
        needed: [&FixedBitSet; 2],
    ) -> Option<BlockId> {
        let (model, forest) = (self.model, self.forest);
        for (takes_first, run, past) in [(true, 0, 1), (false, 1, 0)] {
            let [own, others] = [(run, past), (past, run)].map(|(this, other)| {
                let mut own = needed[this].clone();
                own.difference_with(needed[other]);
                own
            });
            let Some(inner) = self.bounded_in(&own) else { continue };
            let Some(like) = forest.get(inner).parent.filter(|like| self.are_in(&own, *like)) else {
                continue;
            };
            let beside = |of: &LoopId| {
                let is_innermost = forest.ids().all(|other| forest.get(other).parent != Some(*of));
                self.has_header(&others, *of)
                    && is_innermost
                    && forest.get(*of).parent == forest.get(like).parent
            };
            let Some(of) = self.shape.others.iter().copied().find(beside) else { continue };
            let twin = TwinLoop { of, like };
            let on = [of, like].map(|this| self.way_behind(this));
            let [Some(past_on), Some(run_on)] = on else { continue };
            let leads = self.leads_to(sides[run], branch, like) && self.leads_to(sides[past], branch, of);
            if !self.are_in(&others, of) || !self.meet_without_values(&past_on, &run_on) || !leads {
                continue;
            }
            let Some(same) = (Twins { model, forest, twin, inner }).pairs() else { continue };
            self.shape.others.retain(|other| *other != of);
            self.excused.union_with(&others);
            let skip = SkippedLoop { of: inner, condition, runs: takes_first, twin: Some(twin), same };
            self.shape.skips.push(skip);
            return Some(sides[run]);
        }
        None
    }

    /// The bounded loop in the loop that these blocks lie in, if that stores what it has loaded where the
    /// bounded loop has no round; and its accesses, which must touch the same element.
    pub(super) fn idle_loop(
        &self,
        blocks: &FixedBitSet,
        branch: ValueId,
        [aside, side]: [BlockId; 2],
    ) -> Option<(LoopId, Vec<(ValueId, ValueId)>)> {
        let (model, forest) = (self.model, self.forest);
        let inner = self.bounded_in(blocks)?;
        let like = forest.get(inner).parent?;
        let past_on = self.way_on(aside, branch);
        let run_on = self.way_behind(like)?;
        let leads = self.leads_to(side, branch, like) && self.meet_without_values(&past_on, &run_on);
        if !self.are_in(blocks, like) || !leads {
            return None;
        }
        let same = (Twins { model, forest, twin: TwinLoop { of: like, like }, inner }).idle_pair()?;
        Some((inner, vec![same]))
    }

    /// The way on from behind a loop.
    fn way_behind(&self, this: LoopId) -> Option<Vec<(BlockId, ValueId)>> {
        let latch = *self.forest.get(this).latches.first()?;
        Some(self.way_on(self.exit(latch, this).ok()?, self.model.terminator(latch)))
    }

    /// Whether the only way on from a block leads to a loop.
    fn leads_to(&self, from: BlockId, by: ValueId, this: LoopId) -> bool {
        let header = self.forest.get(this).header;
        from == header || self.way_on(from, by).iter().any(|(block, _)| *block == header)
    }

    /// Whether two ways meet where no value depends on the way.
    fn meet_without_values(&self, one: &[(BlockId, ValueId)], other: &[(BlockId, ValueId)]) -> bool {
        let model = self.model;
        let meets = |block: &BlockId| other.iter().any(|(other, _)| other == block);
        let meeting = one.iter().map(|(block, _)| *block).find(meets);
        meeting.is_some_and(|block| model.opcode(model.block_first(block)) != Some(Opcode::Phi))
    }

    /// The bounded loop that these blocks lie in, its header among them.
    pub(super) fn skipped_loop(&self, blocks: &FixedBitSet) -> Option<LoopId> {
        // The rest of a nest may have the bounds of the loops that the rewrite names.
        let others = self.shape.others.iter().filter(|_| !self.bounded.is_empty());
        let mut bounded = self.bounded.iter().chain(others).copied();
        bounded.find(|of| self.has_header(blocks, *of) && self.are_in(blocks, *of))
    }

    /// The bounded loop whose header is one of these blocks.
    fn bounded_in(&self, blocks: &FixedBitSet) -> Option<LoopId> {
        self.bounded.iter().copied().find(|of| self.has_header(blocks, *of))
    }

    fn has_header(&self, blocks: &FixedBitSet, of: LoopId) -> bool {
        blocks.contains(self.forest.get(of).header.index())
    }

    fn are_in(&self, blocks: &FixedBitSet, of: LoopId) -> bool {
        blocks.ones().all(|block| self.forest.has_block(of, BlockId(block as u32)))
    }

    /// Whether a branch past a loop hands on what the loop does in no round: the side `aside` leads to
    /// where the loop ends, and each phi there takes the value that the loop starts with. The pairs are
    /// loads on the two sides that have to read the same.
    pub(super) fn no_round(
        &self,
        of: LoopId,
        branch: ValueId,
        [aside, side]: [BlockId; 2],
    ) -> Option<Vec<(ValueId, ValueId)>> {
        let (model, forest) = (self.model, self.forest);
        let NaturalLoop { header, latches } = loop_of(forest, of);
        let (end, out) = (model.terminator(*latches.first()?), self.exit(latches[0], of).ok()?);
        let (past, behind) = (self.way_on(aside, branch), self.way_on(out, end));
        let (meeting, past_by, behind_by) = past.iter().find_map(|(block, by)| {
            let (_, other) = behind.iter().find(|(other, _)| other == block)?;
            (other != by).then_some((*block, *by, *other))
        })?;
        let phis = |block: BlockId| {
            model.block_instructions(block).take_while(|value| model.opcode(*value) == Some(Opcode::Phi))
        };
        let mut same = Vec::new();
        for phi in phis(meeting) {
            let [past, behind] = [past_by, behind_by].map(|by| incoming(model, phi, by));
            let (past, behind) = (self.forwarded(past?, of, meeting), self.forwarded(behind?, of, meeting));
            if past == behind {
                continue;
            }
            let start = start_of(model, header, end, behind)?;
            let is_load = |load: ValueId, block: BlockId| {
                model.opcode(load) == Some(Opcode::Load) && model.block_of(load) == Some(block)
            };
            let leads = || model.block_successors(side) == [header];
            match start == past {
                true => {}
                false if is_load(past, aside) && is_load(start, side) && leads() => same.push((past, start)),
                false => return None,
            }
        }
        Some(same)
    }

    /// The blocks from one on that have only one way on, each with the terminator that leads to it. They
    /// have no effect.
    fn way_on(&self, from: BlockId, by: ValueId) -> Vec<(BlockId, ValueId)> {
        const LONGEST: usize = 4;
        let model = self.model;
        let has_no_effect =
            |value: ValueId| model.opcode(value).is_some_and(|opcode| PASSED.meets(OpcodeSet::of(&[opcode])));
        let (mut way, mut at) = (vec![(from, by)], from);
        while way.len() < LONGEST
            && let [next] = *model.block_successors(at)
            && model.block_instructions(at).all(has_no_effect)
        {
            way.push((next, model.terminator(at)));
            at = next;
        }
        way
    }

    /// The value that phis of one operand forward, outside a loop and the block `meeting`.
    fn forwarded(&self, mut value: ValueId, of: LoopId, meeting: BlockId) -> ValueId {
        let (model, forest) = (self.model, self.forest);
        let is_outside = |block| !forest.has_block(of, block) && block != meeting;
        while model.opcode(value) == Some(Opcode::Phi)
            && model.block_of(value).is_some_and(is_outside)
            && let [only] = model.operands(value)
        {
            value = only.to;
        }
        value
    }
}
