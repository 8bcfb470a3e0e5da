//! Questions of rules about the program around them: costs, and whether a value is defined.

use ir::host::{Instruction, Measure};
use ir::{Opcode, ValueId};

/// Questions about a function that its model does not answer.
pub trait Host {
    /// The target's cost of an arithmetic instruction of the type of a value; `None` where it does not say.
    fn cost(&self, opcode: Opcode, like: ValueId) -> Option<u64>;

    /// Whether a value is certainly neither undef nor poison.
    fn is_defined(&self, value: ValueId) -> bool;
}

impl<T: ir::host::Host> Host for T {
    fn cost(&self, opcode: Opcode, like: ValueId) -> Option<u64> {
        let measure = if self.optimises_size() { Measure::Size } else { Measure::Throughput };
        ir::host::Host::cost(self, Instruction::Binary(opcode, like), measure)
    }

    fn is_defined(&self, value: ValueId) -> bool {
        ir::host::Host::is_defined(self, value)
    }
}
