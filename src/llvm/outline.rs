//! Loops, and what is calculated between values, taken out into a function of their own, by LLVM's
//! `CodeExtractor`.
//!
//! For the command alone: a pass must not add functions to a module whose functions are being visited.

use super::extract::{Extraction, extract};
use super::ffi::{Text, host as ffi};
use super::module::Module;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ir::ValueId;
use std::ffi::{CStr, c_char};

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
        let (raw, extraction) = self.to_outline(function, name)?;
        let handles: Vec<LLVMValueRef> = values.iter().map(|(_, value)| extraction.handle(*value)).collect();
        let names: Vec<Text> = values.iter().map(|(name, _)| Text::lend(name)).collect();
        // SAFETY: a live function and values of it; arrays of one length and texts that outlive the call. The
        // answer is null or a literal of the shim's.
        unsafe {
            let (values, names) = (handles.as_ptr(), names.as_ptr());
            answer(ffi::idiom_outline(raw, values, names, handles.len(), Text::lend(name)))
        }
    }

    /// Takes what is calculated of `results` from `origins` out of `function`, as a function `name` that is
    /// called in its place. Its parameters are the origins in their order. It returns a single result, and
    /// writes several through pointers.
    ///
    /// # Errors
    ///
    /// Why it cannot be done. The module may have been changed, and means the same as before.
    pub fn outline_between(
        &mut self,
        function: &str,
        origins: &[(String, ValueId)],
        results: &[(String, ValueId)],
        name: &str,
    ) -> Result<(), String> {
        let (raw, extraction) = self.to_outline(function, name)?;
        let values = || origins.iter().chain(results);
        let handles: Vec<LLVMValueRef> = values().map(|(_, value)| extraction.handle(*value)).collect();
        let names: Vec<Text> = values().map(|(name, _)| Text::lend(name)).collect();
        // SAFETY: as above; the origins are among the values.
        unsafe {
            let (values, names, count) = (handles.as_ptr(), names.as_ptr(), handles.len());
            let name = Text::lend(name);
            answer(ffi::idiom_outline_between(raw, values, names, origins.len(), count, name))
        }
    }

    /// The function of a name, and what was read of it, where a new function may have the name `new`.
    fn to_outline(&self, function: &str, new: &str) -> Result<(LLVMValueRef, Extraction), String> {
        if self.has_symbol(new) {
            return Err(format!("the module has a `{new}` already"));
        }
        let raw = self.raw_function(function).ok_or_else(|| format!("there is no function `{function}`"))?;
        // SAFETY: a function of this live module, which changes only after the last use of what was read.
        Ok((raw, unsafe { extract(raw) }))
    }
}

/// The answer of the shim.
///
/// # Safety
/// `why` must be null or a literal of the shim's.
unsafe fn answer(why: *const c_char) -> Result<(), String> {
    if why.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    Err(unsafe { CStr::from_ptr(why) }.to_string_lossy().into_owned())
}
