//! The interface to LLVM's analyses of a function: costs and definedness.

use ir::host::{Instruction, Measure};
use ir::{Opcode, ValueId};

/// Queries about a function that its model cannot answer.
pub trait Host {
    /// The target's cost of an arithmetic instruction of a value's type; `None` if it is unknown.
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
