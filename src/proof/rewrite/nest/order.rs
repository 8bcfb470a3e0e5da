//! Checks that the rounds of a loop that counts down may run in upward order, as those of a call.
//!
//! If no round accesses memory that another one writes (`arrays.rs`), accesses are independent of the order.
//! The remaining dependences are values carried by a phi or by an element that all rounds write. Each must be
//! a reassociable sum or product; `s = s * x + A[i]` depends on the order.

use super::super::matched::Unfit;
use super::arrays::{Analyses, Array};
use super::rest::Rest;
use super::rounds::Rounds;
use super::shape::NestShape;
use analysis::accesses::{Accesses, LoopForest, LoopId, Symbol};
use ir::{Flags, Model, Opcode, ValueId};

/// Checks loops that count down. `places` are the loads and stores with the indices of their arrays.
pub(super) fn check_order(
    analyses: &mut Analyses<'_, '_>,
    downward: &[LoopId],
    (arrays, places): (&[Array], &[(ValueId, usize)]),
) -> Result<(), Unfit> {
    let model = analyses.model;
    for &this in downward {
        let header = analyses.accesses.loops().get(this).header;
        let phis = model.block_instructions(header).take_while(|v| model.opcode(*v) == Some(Opcode::Phi));
        let mut is_counted =
            |phi: &ValueId| analyses.accesses.value(*phi).term.mentions(Symbol::Counter(this));
        let carried: Vec<ValueId> = phis.filter(|phi| !is_counted(phi)).collect();
        Order { model, forest: analyses.accesses.loops(), this, arrays, places }.check(&carried)?;
    }
    Ok(())
}

/// Checks the loops of a nest that reads elements which it has written: each loop that the written elements
/// go by counts in the direction that the rewrite states, `downward` or up.
pub(super) fn check_updates(
    analyses: &mut Analyses<'_, '_>,
    (shape, rounds, downward): (&NestShape, &Rounds, &[LoopId]),
    (arrays, places): (&[Array], &[(ValueId, usize)]),
    rest: &Option<Rest>,
) -> Result<(), Unfit> {
    let model = analyses.model;
    let begin = |of: LoopId, accesses: &Accesses<'_>| model.block_first(accesses.loops().get(of).header);
    if rest.is_some() {
        return Err(Unfit::of(
            shape.header,
            "begins a nest that updates an array, and of which something would stay",
        ));
    }
    let mut stores = arrays.iter().filter(|array| array.is_written);
    if let (Some(_), Some(second)) = (stores.next(), stores.next()) {
        return Err(Unfit::of(
            second.access,
            "is a second element that a round of a nest with updates writes",
        ));
    }
    let is_downward = |of: LoopId| rounds.downward().any(|down| down == of);
    if let Some(of) = downward.iter().find(|of| !is_downward(**of)) {
        return Err(Unfit::of(
            begin(*of, analyses.accesses),
            "begins a loop that counts up, and the rewrite says `down`",
        ));
    }
    let written = arrays.iter().filter(|array| array.is_written);
    let mut goes_by = written.flat_map(|array| array.strides.iter().map(|(of, _)| *of));
    if let Some(of) = goes_by.find(|of| is_downward(*of) && !downward.contains(of)) {
        return Err(Unfit::of(
            begin(of, analyses.accesses),
            "begins a loop that counts down, and the rewrite does not say `down`",
        ));
    }
    let others: Vec<LoopId> = rounds.downward().filter(|of| !downward.contains(of)).collect();
    check_order(analyses, &others, (arrays, places))
}

/// The check of one loop.
struct Order<'a> {
    model: &'a Model,
    forest: &'a LoopForest,
    this: LoopId,
    arrays: &'a [Array],
    places: &'a [(ValueId, usize)],
}

impl Order<'_> {
    fn check(&self, carried: &[ValueId]) -> Result<(), Unfit> {
        let mut sums = Vec::new();
        for &phi in carried {
            let sum = self.sum_of_rounds(phi);
            sums.push(sum.ok_or_else(|| {
                Unfit::of(phi, "is handed on by a loop that counts down, and is no sum or product")
            })?);
        }
        for &place in self.places {
            let is_sum = || {
                let stored = self.model.operand(place.0, 0);
                stored.is_some_and(|value| sums.contains(&value)) || self.is_sum_in_place(place)
            };
            if self.is_repeated(place) && !is_sum() {
                let reason =
                    "stores to one element in all rounds of a loop that counts down, and no sum or product";
                return Err(Unfit::of(place.0, reason));
            }
        }
        Ok(())
    }

    fn is_inside(&self, value: ValueId) -> bool {
        self.model.block_of(value).is_some_and(|block| self.forest.has_block(self.this, block))
    }

    /// Whether an access is a store to the same elements in each round.
    fn is_repeated(&self, (access, at): (ValueId, usize)) -> bool {
        let is_store = self.model.opcode(access) == Some(Opcode::Store);
        is_store && self.is_inside(access) && !self.arrays[at].strides.iter().any(|(of, _)| *of == self.this)
    }

    /// The loads in the loop from the array with index `at`.
    fn loads_of(&self, at: usize) -> impl Iterator<Item = ValueId> {
        let is_load = |access: &ValueId| self.model.opcode(*access) == Some(Opcode::Load);
        let of_place = self.places.iter().filter(move |(_, of)| *of == at).map(|(access, _)| *access);
        of_place.filter(move |access| is_load(access) && self.is_inside(*access))
    }

    /// The final value of a sum or product that a phi accumulates. Partial values may be stored if nothing
    /// reads them.
    fn sum_of_rounds(&self, phi: ValueId) -> Option<ValueId> {
        let next = self.model.operands(phi).iter().map(|edge| edge.to);
        let mut next = next.filter(|next| self.is_inside(*next));
        let (sum, None) = (next.next()?, next.next()) else { return None };
        let is_unread = |user: ValueId| {
            let mut stores = self.places.iter().filter(|(access, _)| *access == user);
            stores.all(|place| self.is_repeated(*place) && self.loads_of(place.1).next().is_none())
                && self.model.opcode(user) == Some(Opcode::Store)
        };
        let mut users = self.model.operand_uses(sum).iter().map(|edge| edge.to);
        let is_handed_on = users.all(|user| user == phi || !self.is_inside(user) || is_unread(user));
        (is_handed_on && self.takes_up(sum, phi)).then_some(sum)
    }

    /// Whether a store adds to the stored element or multiplies it.
    fn is_sum_in_place(&self, (store, at): (ValueId, usize)) -> bool {
        let mut loads = self.loads_of(at);
        let (Some(load), None) = (loads.next(), loads.next()) else { return false };
        let sum = self.model.operand(store, 0);
        sum.is_some_and(|sum| self.takes_up(sum, load) && self.model.operand_uses(sum).len() == 1)
    }

    /// Whether an instruction is a reassociable sum or product and the only user of `part`.
    fn takes_up(&self, sum: ValueId, part: ValueId) -> bool {
        let model = self.model;
        let is_any_order = match model.opcode(sum) {
            Some(Opcode::Add | Opcode::Mul) => true,
            Some(Opcode::FAdd | Opcode::FMul) => model.flags(sum).contains(Flags::REASSOC),
            _ => false,
        };
        is_any_order && model.operand_uses(part).iter().map(|edge| edge.to).eq([sum])
    }
}
