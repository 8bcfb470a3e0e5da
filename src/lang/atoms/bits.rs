//! Constraints on the bits of integers: sums without carries, and values that have only the bits of a
//! constant.
//!
//! ```text
//! %high = shl i32 %b, 8          %a is a byte
//! %r = or disjoint i32 %high, %a         => an `add` in the normalised model, and a sum without carries
//! %x = xor i32 %a, 255                   => 255 - %a, since %a has only the bits of 255
//! ```
//!
//! These atoms bind nothing.

use super::ModelWorld;
use analysis::values::known_bits::{adds_disjoint_bits, integer, known_bits, mask};
use ir::{Opcode, ValueId};
use serde::{Deserialize, Serialize};

/// An atom about bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Bits {
    /// `{x} is a sum without carries`: an `add` in the place of an `or`, or of values without a common bit.
    WithoutCarries,
    /// `{x} has only bits of {c}`
    Within,
}

impl Bits {
    pub(super) fn arity(self) -> usize {
        match self {
            Bits::WithoutCarries => 1,
            Bits::Within => 2,
        }
    }

    pub(super) fn holds(self, world: &ModelWorld<'_>, x: ValueId, c: ValueId) -> bool {
        let model = world.model;
        match self {
            Bits::WithoutCarries => {
                let written = model.origin(x).and_then(|origin| world.plain.opcode(origin));
                model.opcode(x) == Some(Opcode::Add)
                    && (written == Some(Opcode::Or) || adds_disjoint_bits(model, x))
            }
            Bits::Within => {
                let Some(width @ 1..=128) = model.type_of(x).integer_width() else { return false };
                let Some(bits) = integer(model, c) else { return false };
                let (zeros, _) = known_bits(model, x);
                (zeros | bits) & mask(width) == mask(width)
            }
        }
    }
}
