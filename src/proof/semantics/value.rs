//! A value with its poison bit.

use super::term::TermId;

/// A value: its bits, and whether it is poison. Poison has any bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The bits.
    pub bits: TermId,
    /// A truth value.
    pub poison: TermId,
}
