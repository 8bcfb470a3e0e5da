//! The questions that passes ask of LLVM beside the model.
//!
//! A pass takes the model and a [`Host`], so that it runs without LLVM in tests, where a `TestHost` answers.

use crate::{Opcode, ValueId};

/// An instruction that a target has a cost for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A binary operator of the type of a value.
    Binary(Opcode, ValueId),
    /// A call of an intrinsic with one argument, of the type of a value.
    Intrinsic(&'static str, ValueId),
    /// An instruction of the function, or a copy of it.
    Like(ValueId),
}

/// The cost that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Of machine code.
    Size,
    /// The reciprocal throughput.
    Throughput,
}

/// The LLVM function that a model was extracted from.
pub trait Host {
    /// A value as textual IR prints an operand.
    fn describe(&self, value: ValueId) -> String;

    /// Whether the call can be taken for the library function or intrinsic that its callee is.
    fn is_plain_call(&self, call: ValueId) -> bool;

    /// Whether the callee is declared to take and give every float, NaN and infinity too.
    fn takes_any_float(&self, call: ValueId) -> bool;

    /// Whether the function is compiled for size.
    fn optimises_size(&self) -> bool;

    /// The target's cost of an instruction; `None` when the target does not say.
    fn cost(&self, instruction: Instruction, measure: Measure) -> Option<u64>;

    /// The number of registers that the target has for values of the type of `like`; `None` when it does not
    /// say.
    fn registers(&self, like: ValueId) -> Option<usize>;

    /// The target's cost of an instruction of the function, as [`cost`](Self::cost).
    fn cost_of(&self, value: ValueId) -> Option<u64>;

    /// The target's cost of an instruction that there may be: an opcode, an intrinsic without its types, or a
    /// function; and the types of result and operands, separated by blanks.
    fn cost_of_new(&self, what: &str, types: &str) -> Option<u64>;

    /// Whether the function may call a library's function of that name and those types, or why not.
    fn may_call(&self, name: &str, types: &str) -> Result<(), &'static str>;

    /// Whether the loop that a terminator ends stays beside a call that was made for it.
    fn is_guarded(&self, latch: ValueId) -> bool;

    /// Whether the loop that a terminator ends is said to end or to have effects.
    fn must_progress(&self, latch: ValueId) -> bool;

    /// The opcode of an instruction in these blocks that may do more than compute values, load and store, or
    /// whose value something outside them uses, other than `result`; any may be used where the blocks `stay`.
    /// Blocks go by their first instructions.
    fn nest_obstacle(&self, blocks: &[ValueId], result: Option<ValueId>, stay: bool) -> Option<String>;

    /// Whether an earlier round of the same pass made the instruction. It may say so of another one, too.
    fn is_made(&self, value: ValueId) -> bool;

    /// Whether a value is certainly neither undef nor poison, in part either.
    fn is_defined(&self, value: ValueId) -> bool;
}
