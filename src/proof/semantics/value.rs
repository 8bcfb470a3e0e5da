//! A value with its poison bit.

use super::term::TermId;

/// A value: its bits, and whether it is poison. The bits of poison are arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The bits.
    pub bits: TermId,
    /// A truth value: whether the value is poison.
    pub poison: TermId,
}
