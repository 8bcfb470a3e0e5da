//! Questions of rules about the program around them: costs, and whether a value is defined.

use crate::model::{Opcode, ValueId};

/// Questions about a function that its model does not answer.
pub trait Host {
    /// The target's cost of an arithmetic instruction of the type of a value; `None` where it does not say.
    fn cost(&self, opcode: Opcode, like: ValueId) -> Option<u64>;

    /// Whether a value is certainly neither undef nor poison.
    fn is_defined(&self, value: ValueId) -> bool;
}
