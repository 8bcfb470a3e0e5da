//! A module read from a file or from memory, with the context that owns it.
//!
//! A context of its own per module: nothing is shared, so nothing outlives it, and dropping it frees all.
//! LLVM's default diagnostic handler prints and, on errors, ends the process; ours collects.

use super::commit::{self, CommitError};
use super::extract::{Extraction, expression_features_of, extract, opcodes_of};
use super::unit::{body, has_symbol, is_local, level};
use inkwell::llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::ir_reader;
use inkwell::llvm_sys::prelude::*;
use ir::{EditPlan, Model, OpcodeSet, OptimisationLevel};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;
use std::path::Path;
use std::ptr;
use text::bounded;

/// Why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file asked for.
        path: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The content is neither textual IR nor bitcode that this LLVM understands.
    #[error("{name} is not valid LLVM IR: {message}")]
    Parse {
        /// The file or buffer.
        name: String,
        /// LLVM's error, maybe several lines.
        message: String,
    },
}

/// A module and its context.
pub struct Module {
    context: Context,
    module: LLVMModuleRef,
}

impl Module {
    /// Reads textual IR or bitcode from a file.
    pub fn read(path: &Path) -> Result<Module, ModuleError> {
        let name = path.display().to_string();
        match bounded::read(path, bounded::MAX_IR_BYTES) {
            Ok(content) => Module::parse(&content, &name),
            Err(source) => Err(ModuleError::Read { path: name, source }),
        }
    }

    /// Reads textual IR or bitcode from memory; `name` is used in messages.
    pub fn parse(content: &[u8], name: &str) -> Result<Module, ModuleError> {
        let context = Context::new();
        let c_name = CString::new(name.replace('\0', " ")).unwrap_or_default();
        let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the buffer is a NUL-terminated copy of `content`, made for this call; the context is live.
        let failed = unsafe {
            let (data, length) = (content.as_ptr().cast::<c_char>(), content.len());
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, length, c_name.as_ptr());
            parse_buffer(context.raw, buffer, &mut module, &mut message)
        };
        let message = take_message(message);
        if failed || module.is_null() {
            let messages = context.messages.borrow().join("\n");
            let message = if message.is_empty() { messages } else { message };
            return Err(ModuleError::Parse {
                name: name.to_string(),
                message: message.trim_end().to_string(),
            });
        }
        Ok(Module { context, module })
    }

    /// Diagnostics of LLVM while reading: notes and warnings, such as debug info that it dropped.
    pub fn messages(&self) -> Vec<String> {
        self.context.messages.borrow().clone()
    }

    /// Runs LLVM's verifier; an error is its report.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is live.
        let broken = unsafe { LLVMVerifyModule(self.module, action, &mut message) != 0 };
        let message = take_message(message);
        if broken { Err(message.trim_end().to_string()) } else { Ok(()) }
    }

    /// Carries out a plan for the function of that name, whole or not at all; `None` when there is no such
    /// function.
    ///
    /// Aborts the process when a checked plan turns out impossible half way.
    pub fn commit(&mut self, function: &str, plan: &EditPlan) -> Option<Result<(), CommitError>> {
        let raw = self.function(function)?.raw;
        // SAFETY: a function of this live module, which `self` lends nobody meanwhile.
        let extraction = unsafe { extract(raw) };
        let checked = commit::check(plan, &extraction.model);
        Some(checked.and_then(|()| commit::carry_out(plan, &extraction).map(|_| ())))
    }

    /// The model of a function whose body is here; `None` without one, or if another body may be linked.
    pub fn body(&self, name: &str) -> Option<Model> {
        // SAFETY: the module is live, and nothing changes it through a shared reference.
        unsafe { body(self.module, name) }
    }

    /// LLVM's handle of the function of that name.
    pub(super) fn raw_function(&self, name: &str) -> Option<LLVMValueRef> {
        self.function(name).map(|function| function.raw)
    }

    /// Whether a function, variable, alias or ifunc has that name.
    pub(super) fn has_symbol(&self, name: &str) -> bool {
        // SAFETY: the module is live.
        unsafe { has_symbol(self.module, name) }
    }

    /// The module as textual IR.
    pub fn text(&self) -> String {
        // SAFETY: the module is live; the text is copied and released.
        take_message(unsafe { LLVMPrintModuleToString(self.module) })
    }

    /// Its functions, declarations too, in the order of the module.
    pub fn functions(&self) -> impl Iterator<Item = FunctionRef<'_>> {
        // SAFETY: the module is live as long as `self`, which the items borrow.
        let first = unsafe { LLVMGetFirstFunction(self.module) };
        let next = |f: &LLVMValueRef| {
            // SAFETY: as above.
            Some(unsafe { LLVMGetNextFunction(*f) }).filter(|f| !f.is_null())
        };
        std::iter::successors(Some(first).filter(|f| !f.is_null()), next)
            .map(|raw| FunctionRef { raw, module: PhantomData })
    }

    /// The function with that symbol name.
    pub fn function(&self, name: &str) -> Option<FunctionRef<'_>> {
        self.functions().find(|f| f.name() == name)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: ours, disposed once, before its context.
        unsafe { LLVMDisposeModule(self.module) }
    }
}

/// A function of a [`Module`].
#[derive(Clone, Copy)]
pub struct FunctionRef<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m Module>,
}

impl FunctionRef<'static> {
    /// A function of a module that somebody else owns.
    ///
    /// # Safety
    /// `function` is an `LLVMValueRef` of a function in a live module, and the module neither changes nor
    /// goes away while the result, or what was extracted of it, is in use.
    pub unsafe fn of_host(function: *mut c_void) -> FunctionRef<'static> {
        FunctionRef { raw: function.cast(), module: PhantomData }
    }
}

impl FunctionRef<'_> {
    /// The symbol name.
    pub fn name(&self) -> String {
        let mut length = 0;
        // SAFETY: the function is live; the name is `length` bytes.
        let bytes = unsafe {
            let data = LLVMGetValueName2(self.raw, &mut length);
            std::slice::from_raw_parts(data.cast::<u8>(), length)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Whether it has no body here.
    pub fn is_declaration(&self) -> bool {
        // SAFETY: the function is live.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// Whether no other module can name it.
    pub fn is_local(&self) -> bool {
        // SAFETY: the function is live.
        unsafe { is_local(self.raw) }
    }

    /// Whether it is `optnone`, as all functions are at -O0.
    pub fn is_optnone(&self) -> bool {
        self.level() == OptimisationLevel::OptNone
    }

    /// The level of optimisation, by its attributes.
    pub fn level(&self) -> OptimisationLevel {
        // SAFETY: the function is live.
        unsafe { level(self.raw) }
    }

    /// For each parameter, whether it is promised to be neither undef nor poison: the attribute `noundef`.
    pub fn noundef_parameters(&self) -> Vec<bool> {
        const NAME: &str = "noundef";
        // SAFETY: the function is live, and LLVM counts its parameters from 1.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(NAME.as_ptr().cast(), NAME.len());
            let has = |at: u32| !LLVMGetEnumAttributeAtIndex(self.raw, at, kind).is_null();
            (1..=LLVMCountParams(self.raw)).map(has).collect()
        }
    }

    /// The opcodes of its instructions. Cheaper than a model.
    pub fn opcodes(&self) -> OpcodeSet {
        // SAFETY: a function of a live module that does not change while it is borrowed.
        unsafe { opcodes_of(self.raw) }
    }

    /// The short paths of opcodes that its integer expressions have, as bits. Makes no model.
    pub fn expression_features(&self) -> [u64; 32] {
        // SAFETY: a function of a live module that does not change while it is borrowed.
        unsafe { expression_features_of(self.raw) }
    }

    /// LLVM's own handle.
    pub fn raw(&self) -> LLVMValueRef {
        self.raw
    }
}

impl<'m> FunctionRef<'m> {
    /// Reads the function into the model.
    pub fn extract(&self) -> BoundExtraction<'m> {
        // SAFETY: the result borrows the module, which nothing changes through a shared reference.
        BoundExtraction { extraction: unsafe { extract(self.raw) }, module: PhantomData }
    }
}

/// An [`Extraction`] that cannot outlive its [`Module`].
pub struct BoundExtraction<'m> {
    extraction: Extraction,
    module: PhantomData<&'m Module>,
}

impl std::ops::Deref for BoundExtraction<'_> {
    type Target = Extraction;
    fn deref(&self) -> &Extraction {
        &self.extraction
    }
}

/// An LLVM context whose diagnostics are collected.
struct Context {
    raw: LLVMContextRef,
    // Boxed, since LLVM holds its address.
    messages: Box<RefCell<Vec<String>>>,
}

impl Context {
    fn new() -> Self {
        let messages = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the handler gets the address of the boxed list, which is freed after the context.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let list = (&raw const *messages).cast_mut().cast::<c_void>();
            LLVMContextSetDiagnosticHandler(raw, Some(collect), list);
            raw
        };
        Self { raw, messages }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: ours, disposed once; its modules are gone.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

extern "C" fn collect(diagnostic: LLVMDiagnosticInfoRef, list: *mut c_void) {
    // SAFETY: LLVM gives a live diagnostic and the pointer that was set with the handler.
    let (text, list) = unsafe {
        let text = take_message(LLVMGetDiagInfoDescription(diagnostic));
        (text, &*list.cast::<RefCell<Vec<String>>>())
    };
    list.borrow_mut().push(text);
}

/// Parses a buffer, which is gone afterwards; true when that failed.
///
/// # Safety
/// The context and the buffer are live; the two results are valid to write.
unsafe fn parse_buffer(
    context: LLVMContextRef,
    buffer: LLVMMemoryBufferRef,
    module: &mut LLVMModuleRef,
    message: &mut *mut c_char,
) -> bool {
    // SAFETY: the caller's promise. From LLVM 22 on the parser only borrows the buffer.
    unsafe {
        #[cfg(not(llvm_ge_22))]
        let failed = ir_reader::LLVMParseIRInContext(context, buffer, module, message) != 0;
        #[cfg(llvm_ge_22)]
        let failed = ir_reader::LLVMParseIRInContext2(context, buffer, module, message) != 0;
        #[cfg(llvm_ge_22)]
        LLVMDisposeMemoryBuffer(buffer);
        failed
    }
}

/// Copies a message of LLVM's and frees it; empty for null.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages are NUL-terminated and ours to free.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}
