//! The questions that passes ask of LLVM beside the model.
//!
//! A pass takes the model and a [`Host`], so that it runs without LLVM in tests: there a [`Sketched`] answers.

use crate::llvm::FunctionUnit;
use crate::model::ValueId;

/// The LLVM function that a model was extracted from.
pub trait Host {
    /// A value as textual IR prints an operand.
    fn describe(&self, value: ValueId) -> String;

    /// Whether the call can be taken for the library function or intrinsic that its callee is.
    fn is_plain_call(&self, call: ValueId) -> bool;

    /// Whether the callee is declared to take and give every float, NaN and infinity too.
    fn takes_any_float(&self, call: ValueId) -> bool;
}

impl Host for FunctionUnit<'_> {
    fn describe(&self, value: ValueId) -> String {
        FunctionUnit::describe(self, value)
    }

    fn is_plain_call(&self, call: ValueId) -> bool {
        FunctionUnit::is_plain_call(self, call)
    }

    fn takes_any_float(&self, call: ValueId) -> bool {
        FunctionUnit::takes_any_float(self, call)
    }
}
