//! Local value numbering for new instructions: equal computations in a block are created once.
//!
//! In: `(%i*65 + %j)*8` for one address and `((%i*65 + %j) + 1)*8` for the next one in the block. Out: the sum
//! `%i*65 + %j` is created for the first and used by both. Stencils and small matrices have dozens of addresses
//! that differ in a constant (Cocke and Schwartz).

use super::offset::Place;
use ir::{BlockId, EditPlan, Flags, Model, NewKind, Opcode, Operand, TypeId, ValueId};
use rustc_hash::FxHashMap;

/// The instructions created so far in one block.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// The current block and the position in it.
    at: Option<(BlockId, usize)>,
    made: FxHashMap<Made, Operand>,
}

/// A computation without flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Made {
    Integer(TypeId, i64),
    Binary(Opcode, Operand, Operand),
    Cast(Opcode, Operand, TypeId),
}

impl Shared {
    /// Moves the insertion point to `before`. Instructions created earlier in the same block remain
    /// available.
    pub(super) fn go_to(&mut self, model: &Model, before: ValueId) {
        let at = model.block_of(before).zip(model.position(before));
        let is_further_down = match (self.at, at) {
            (Some((block, from)), Some((other, to))) => block == other && from <= to,
            _ => false,
        };
        if !is_further_down {
            self.made.clear();
        }
        self.at = at;
    }

    /// An integer constant of the offset's type.
    pub(super) fn integer(&mut self, plan: &mut EditPlan, place: Place, value: i64) -> Operand {
        let make = || place.integer(plan, value);
        *self.made.entry(Made::Integer(place.ty, value)).or_insert_with(make)
    }

    /// An operation on two operands of the offset's type.
    pub(super) fn binary(
        &mut self,
        plan: &mut EditPlan,
        place: Place,
        opcode: Opcode,
        [left, right]: [Operand; 2],
    ) -> Operand {
        let make = || place.create(plan, NewKind::Binary(opcode, left, right), Flags::NONE, "offset");
        *self.made.entry(Made::Binary(opcode, left, right)).or_insert_with(make)
    }

    /// A conversion to the type of the offset.
    pub(super) fn cast(
        &mut self,
        plan: &mut EditPlan,
        place: Place,
        opcode: Opcode,
        (from, to): (Operand, TypeId),
    ) -> Operand {
        let make = || place.create(plan, NewKind::Cast(opcode, from, to), Flags::NONE, "index");
        *self.made.entry(Made::Cast(opcode, from, to)).or_insert_with(make)
    }
}
