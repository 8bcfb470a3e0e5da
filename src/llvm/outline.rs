//! Loops taken out into a function of their own, by LLVM's `CodeExtractor`.
//!
//! For the command alone: a pass must not add functions to a module whose functions are being visited.

use super::extract::{Extraction, extract};
use super::ffi::{Text, host as ffi};
use super::module::Module;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ir::ValueId;
use std::ffi::CStr;

impl Extraction {
    /// The first instruction of the outermost loop around all loops that begin with a phi among the values;
    /// `None` where there is no such loop, or several.
    pub fn outermost_loop(&self, values: &[ValueId]) -> Option<ValueId> {
        let handles: Vec<LLVMValueRef> = values.iter().map(|value| self.handle(*value)).collect();
        // SAFETY: a function that lives unchanged, as whoever called `extract` promised, and values of it.
        let first = unsafe { ffi::idiom_outermost_loop(self.function(), handles.as_ptr(), handles.len()) };
        if first.is_null() { None } else { self.value_of(first) }
    }
}

impl Module {
    /// Takes the [outermost loop](Extraction::outermost_loop) of named values out of `function`, as a
    /// function `name` that is called in its place. Parameters for values that have names go by them and are
    /// in their order; the others follow.
    ///
    /// # Errors
    ///
    /// Why it cannot be done; nothing is changed then.
    pub fn outline(
        &mut self,
        function: &str,
        values: &[(String, ValueId)],
        name: &str,
    ) -> Result<(), String> {
        if self.has_symbol(name) {
            return Err(format!("the module has a `{name}` already"));
        }
        let raw = self.raw_function(function).ok_or_else(|| format!("there is no function `{function}`"))?;
        // SAFETY: a function of this live module, which changes only after the last use of what was read.
        let extraction = unsafe { extract(raw) };
        let handles: Vec<LLVMValueRef> = values.iter().map(|(_, value)| extraction.handle(*value)).collect();
        let names: Vec<Text> = values.iter().map(|(name, _)| Text::lend(name)).collect();
        // SAFETY: a live function and values of it; arrays of one length and texts that outlive the call. The
        // answer is null or a literal of the shim's.
        let why = unsafe {
            let (values, names) = (handles.as_ptr(), names.as_ptr());
            let why = ffi::idiom_outline(raw, values, names, handles.len(), Text::lend(name));
            (!why.is_null()).then(|| CStr::from_ptr(why).to_string_lossy().into_owned())
        };
        why.map_or(Ok(()), Err)
    }
}
