//! The interface for queries that passes make to LLVM besides the model.
//!
//! A pass takes the model and a [`Host`]. Its tests run without LLVM, with a `TestHost`.

use crate::{Opcode, ValueId};

/// An instruction whose cost is queried from the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A binary operator on the type of a value.
    Binary(Opcode, ValueId),
    /// A call of an intrinsic with one argument of the type of a value.
    Intrinsic(&'static str, ValueId),
    /// An instruction of the function, or a copy of it.
    Like(ValueId),
}

/// The cost model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Code size.
    Size,
    /// The reciprocal throughput.
    Throughput,
}

/// The range of an integer that LLVM knows, bounds included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownRange {
    /// The least and the greatest signed number.
    pub signed: (i64, i64),
    /// The least and the greatest unsigned number.
    pub unsigned: (u64, u64),
}

/// The LLVM function that a model was extracted from.
pub trait Host {
    /// A value in the form of an operand in textual IR.
    fn describe(&self, value: ValueId) -> String;

    /// The source's name of a value, by debug information.
    fn variable(&self, _value: ValueId) -> Option<String> {
        None
    }

    /// Whether the call may be treated as a call of the library function or intrinsic that its callee names.
    fn is_plain_call(&self, call: ValueId) -> bool;

    /// Whether the callee is declared to accept and return every float, NaN and infinity included.
    fn takes_any_float(&self, call: ValueId) -> bool;

    /// Whether the function is optimised for size.
    fn optimises_size(&self) -> bool;

    /// The target's cost of an instruction; `None` if the target does not provide one.
    fn cost(&self, instruction: Instruction, measure: Measure) -> Option<u64>;

    /// The number of registers that the target has for values of the type of `like`; `None` if the target
    /// does not provide it.
    fn registers(&self, like: ValueId) -> Option<usize>;

    /// The target's cost of an instruction of the function, as for [`cost`](Self::cost).
    fn cost_of(&self, value: ValueId) -> Option<u64>;

    /// The target's cost of a possible instruction. `what` is an opcode, an intrinsic without type suffixes,
    /// or a function; `types` are those of the result and the operands, separated by blanks.
    fn cost_of_new(&self, what: &str, types: &str) -> Option<u64>;

    /// Whether the function may call a library function with this name and these types. The error is the
    /// reason why not.
    fn may_call(&self, name: &str, types: &str) -> Result<(), &'static str>;

    /// Whether the loop with this latch is retained beside a call that was made for it.
    fn is_guarded(&self, latch: ValueId) -> bool;

    /// Whether the loop with this latch is guaranteed to terminate or to have effects (`mustprogress`).
    fn must_progress(&self, latch: ValueId) -> bool;

    /// The opcode of the first instruction in these blocks that prevents their replacement. Such an
    /// instruction has effects other than loads and stores, or its value is used outside the blocks and is
    /// not `result`. Uses outside are allowed if the blocks `stay`, and so are effects that are `kept`. Blocks
    /// are given by their first instructions.
    fn nest_obstacle(
        &self,
        blocks: &[ValueId],
        result: Option<ValueId>,
        stay: bool,
        kept: &[ValueId],
    ) -> Option<String>;

    /// Whether the lifetime of an array begins in these blocks before each of the accesses, on every path.
    fn begins_in_rounds(&self, _blocks: &[ValueId], _array: ValueId, _accesses: &[ValueId]) -> bool {
        false
    }

    /// The reason why the instructions of these blocks may see other memory on another thread.
    fn thread_obstacle(&self, _blocks: &[ValueId]) -> Option<String> {
        None
    }

    /// Whether an earlier run of the same pass created the instruction. May also be true of other
    /// instructions.
    fn is_made(&self, value: ValueId) -> bool;

    /// Whether a value is certainly neither undef nor poison, not even in part.
    fn is_defined(&self, value: ValueId) -> bool;

    /// The range of an integer behind the terminator `from`, on the edge to the block of `to` if there is one
    /// such edge. `None` if LLVM knows none, or if the integer has more than 64 bits.
    fn range(&self, value: ValueId, from: ValueId, to: ValueId) -> Option<KnownRange>;
}
