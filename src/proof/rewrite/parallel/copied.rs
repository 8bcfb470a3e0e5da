//! An array of which each thread has a copy, and the indices that an access of it may have.
//!
//! In: `h[x[i] & 255]`. Out: 0 to 255.

use super::super::nest::Array;
use super::bounded::Bounded;
use super::ranged::RangedIndex;
use analysis::values::bounds::bounds;
use analysis::values::interval::Domain;
use ir::{BlockId, Copies, Model, Opcode, ValueId};

/// An array of which each thread has a copy.
#[derive(Clone, Debug)]
pub struct PrivatePlace {
    /// Its elements, from the lowest that a round may update.
    pub array: Array,
    /// Its loads and stores.
    pub accesses: Vec<ValueId>,
    /// The values between them.
    pub updates: Vec<ValueId>,
    /// A loaded or stored element.
    pub like: ValueId,
    /// The use of the copies.
    pub copies: Copies,
    /// The indices whose range is asked for before the rounds run, if it is not known.
    pub ranged: Vec<RangedIndex>,
    /// Its elements, if a search computes which one a round updates.
    pub(super) bounded: Option<Bounded>,
    /// Whether the array's lifetime must begin in each round, before all accesses.
    pub begins: bool,
}

impl PrivatePlace {
    /// Whether the first element and their number are known without the program's values.
    pub fn has_known_elements(&self) -> bool {
        self.ranged.is_empty() && self.bounded.is_none()
    }

    /// Whether each round fills the array anew.
    pub fn is_scratch(&self) -> bool {
        self.copies.combining().is_none()
    }
}

/// The least and the greatest index that an address has from its root, if both are numbers.
pub(super) fn range(
    model: &Model,
    (pointer, root): (ValueId, ValueId),
    (block, size): (BlockId, u32),
) -> Option<(i64, i64)> {
    let (mut least, mut most) = (0i64, 0i64);
    let mut at = pointer;
    while at != root {
        let form = model.gep_form(at).filter(|_| model.opcode(at) == Some(Opcode::GetElementPtr))?;
        (least, most) = (least.checked_add(form.offset)?, most.checked_add(form.offset)?);
        for (n, factor) in &form.terms {
            let signed = bounds(model, model.operand(at, *n)?, block)?.of(Domain::Signed);
            let ends = [signed.least, signed.most].map(|end| i64::try_from(end).ok()?.checked_mul(*factor));
            let [one, other] = [ends[0]?, ends[1]?];
            least = least.checked_add(one.min(other))?;
            most = most.checked_add(one.max(other))?;
        }
        at = model.operand(at, 0)?;
    }
    // Indices wrap at their width, but bounded ones stay within it.
    let size = i64::from(size);
    let is_whole = least % size == 0 && most % size == 0;
    is_whole.then_some((least / size, most / size))
}
