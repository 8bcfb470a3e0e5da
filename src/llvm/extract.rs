//! LLVM → model: reads one function, once, in time linear in its size.
//!
//! In: `%y = fmul fast double %x, 1.0` in a function with the parameter `%x`. Out: value 1, an instruction
//! `fmul` of type `double` with all fast-math flags and the operands 0 → `%x`, 1 → the constant 1.0.
//!
//! The C++ shim walks the function and leaves plain arrays (one call for the whole function, since a call of
//! the C API per operand would dominate the cost); what stands here hands them to
//! [`ModelBuilder`]. What becomes a value and in which order is said in `docs/src/language.md`.

#[cfg(test)]
mod describe_test;
mod instructions;
mod metadata;
mod opcodes;
#[cfg(test)]
mod untouched_test;
mod values;
mod variables;
#[cfg(test)]
mod variables_test;

use super::ffi::extract::{BlockRecord, Printer, Reading};
use super::ffi::host::{idiom_caller, idiom_expression_features, idiom_inlined_from, idiom_opcodes};
use super::ffi::numbers::{call_memory, opcode, parameter_memory};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use ir::{
    BlockId, BlockProfile, CallMemory, Function, MemoryFacts, Model, ModelBuilder, Opcode, OpcodeSet,
    ParameterMemory, SourceLocation, SourceVariable, Temperature, TypeId, ValueId,
};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// A function's model together with the LLVM values behind it.
pub struct Extraction {
    /// The model.
    pub model: Model,
    /// Per value of the model, the LLVM value it stands for.
    pub handles: Vec<LLVMValueRef>,
    /// Per type of the model, LLVM's.
    types: Vec<LLVMTypeRef>,
    function: LLVMValueRef,
    ids: OnceCell<FxHashMap<LLVMValueRef, ValueId>>,
    printer: OnceCell<Printer>,
    variables: OnceCell<FxHashMap<ValueId, SourceVariable>>,
}

/// Reads a function into the model.
///
/// Every function that LLVM's verifier accepts can be read; of a declaration only the parameters are.
///
/// Panics when a block has no terminator or more than `u32::MAX` values occur.
///
/// # Safety
/// `function` must be a function of a live module, and the module must neither change nor go away while
/// the [`Extraction`] is asked for descriptions.
pub unsafe fn extract(function: LLVMValueRef) -> Extraction {
    // SAFETY: the caller's promise; the reading ends before this function returns.
    let reading = unsafe { Reading::new(function) };
    let mut builder = ModelBuilder::new(facts(&reading));
    let types = values::add(&reading, &mut builder);
    instructions::add(&reading, &mut builder, &types);
    let model = builder.finish();
    let handles = handles(&reading);
    let types = type_handles(&reading, &types, &model);
    let (ids, printer, variables) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
    Extraction { model, handles, types, function, ids, printer, variables }
}

/// The opcodes of a function's instructions. Cheaper than extracting it.
///
/// # Safety
/// `function` must be a function of a live module that does not change meanwhile.
pub(super) unsafe fn opcodes_of(function: LLVMValueRef) -> OpcodeSet {
    let mut words = [0; 2];
    // SAFETY: the caller's promise, and room for two words.
    unsafe { idiom_opcodes(function, &mut words) };
    opcodes::opcodes(words)
}

/// The short paths of opcodes that the integer expressions of a function have, as bits. Makes no model.
///
/// # Safety
/// `function` must be a function of a live module that does not change meanwhile.
pub(super) unsafe fn expression_features_of(function: LLVMValueRef) -> [u64; 32] {
    let mut words = [0; 32];
    // SAFETY: the caller's promise, and room for the words.
    unsafe { idiom_expression_features(function, &mut words) };
    words
}

/// The facts about the function as a whole.
fn facts(reading: &Reading) -> Function {
    let record = reading.function();
    let file = reading.files().get(record.file as usize);
    Function {
        name: reading.text(record.name).into_owned(),
        source_file: file
            .map_or_else(|| reading.text(record.module_file).into_owned(), |f| values::path(reading, f)),
        line: (record.line != 0).then_some(record.line),
        strictfp: record.strictfp != 0,
        attributes: values::sorted_texts(reading, reading.function_attributes()),
        memory: memory(reading),
        switch_cases: switch_cases(reading),
        branch_weights: branch_weights(reading),
        profile: profile(reading),
    }
}

/// The facts about memory in the function.
fn memory(reading: &Reading) -> MemoryFacts {
    let parameter = |memory: u32| ParameterMemory {
        is_noalias: memory & parameter_memory::NO_ALIAS != 0,
        is_not_captured: memory & parameter_memory::NOT_CAPTURED != 0,
        is_not_written: memory & parameter_memory::NOT_WRITTEN != 0,
        is_own_copy: memory & parameter_memory::OWN_COPY != 0,
    };
    let first = reading.parameters().len() as u32;
    let calls = reading.calls().iter().map(|call| {
        let has = |bit| call.memory & bit != 0;
        let arguments = [call.not_captured, call.not_written, call.not_read];
        let [fresh, only, releases] =
            [call_memory::FRESH_RESULT, call_memory::ONLY_ARGUMENTS, call_memory::RELEASES].map(has);
        let memory = CallMemory::new(fresh, only, releases, arguments);
        (ValueId(first + call.instruction), memory)
    });
    let parameters = reading.parameters().iter().map(|p| parameter(p.memory)).collect();
    MemoryFacts { parameters, calls: calls.collect(), alias: metadata::alias(reading) }
}

/// By block that ends with a switch, the numbers that it compares with.
fn switch_cases(reading: &Reading) -> Vec<(BlockId, Vec<i64>)> {
    let last = |end: u32| reading.instructions().get((end as usize).checked_sub(1)?);
    let ends =
        reading.blocks().iter().enumerate().filter_map(|(k, block)| Some((k, last(block.instructions_end)?)));
    let switches = ends.filter(|(_, end)| opcode(end.opcode.into()) == Opcode::Switch);
    switches.map(|(k, end)| (BlockId::new(k), reading.switch_cases(end))).collect()
}

/// By block that ends with a branch on a condition, the weights of a profile.
fn branch_weights(reading: &Reading) -> Vec<(BlockId, [u64; 2])> {
    if reading.function().has_profile == 0 {
        return Vec::new();
    }
    let last = |end: u32| reading.instructions().get((end as usize).checked_sub(1)?);
    let ends =
        reading.blocks().iter().enumerate().filter_map(|(k, block)| Some((k, last(block.instructions_end)?)));
    let branches = ends.filter(|(_, end)| opcode(end.opcode.into()) == Opcode::Br);
    branches.filter_map(|(k, end)| Some((BlockId::new(k), reading.branch_weights(end)?))).collect()
}

/// By block, how often it ran by a profile.
fn profile(reading: &Reading) -> Vec<(BlockId, BlockProfile)> {
    if reading.function().has_profile == 0 {
        return Vec::new();
    }
    let Some(counts) = reading.block_counts() else { return Vec::new() };
    let mut first = 0;
    let of_block = |(k, block): (usize, &BlockRecord)| {
        let edges = counts.edges[first..block.successors_end as usize].to_vec();
        first = block.successors_end as usize;
        let temperature = match counts.temperatures[k] {
            1 => Temperature::Hot,
            2 => Temperature::Cold,
            _ => Temperature::Neither,
        };
        (BlockId::new(k), BlockProfile { count: counts.blocks[k], temperature, edges })
    };
    reading.blocks().iter().enumerate().map(of_block).collect()
}

/// The LLVM value of every model value, in the order of the ids.
fn handles(reading: &Reading) -> Vec<LLVMValueRef> {
    let parameters = reading.parameters().iter().map(|p| p.handle);
    let instructions = reading.instructions().iter().map(|i| i.handle);
    let values = reading.globals().len() - reading.function().hidden_globals as usize;
    let globals = reading.globals()[..values].iter().map(|g| g.handle);
    let constants = reading.constants().iter().map(|c| c.handle);
    parameters.chain(instructions).chain(globals).chain(constants).collect()
}

/// LLVM's type behind every type of the model. Two that are spelt alike are one in the model; the first
/// stands for both.
fn type_handles(reading: &Reading, ids: &[TypeId], model: &Model) -> Vec<LLVMTypeRef> {
    let mut handles = vec![std::ptr::null_mut(); model.types().len()];
    for (record, id) in reading.types().iter().zip(ids).rev() {
        handles[id.index()] = record.handle;
    }
    handles
}

impl Extraction {
    /// LLVM's type behind a type of the model.
    pub(super) fn type_handle(&self, ty: TypeId) -> LLVMTypeRef {
        self.types[ty.index()]
    }

    /// LLVM's handle of the function.
    pub(super) fn function(&self) -> LLVMValueRef {
        self.function
    }

    /// The LLVM value behind a value of the model.
    pub fn handle(&self, value: ValueId) -> LLVMValueRef {
        self.handles[value.index()]
    }

    /// The value of the model that stands for an LLVM value, if one does.
    pub fn value_of(&self, handle: LLVMValueRef) -> Option<ValueId> {
        let ids = self.ids.get_or_init(|| self.model.values().map(|v| (self.handle(v), v)).collect());
        ids.get(&handle).copied()
    }

    /// The value as textual IR spells it as an operand: `%5`, `@sqrt`, `double 1.000000e+00`. An instruction
    /// without a result by its opcode and operands: `store double %19, ptr %9`.
    ///
    /// The first call numbers the unnamed values of the function, so it costs as much as printing the
    /// function would.
    pub fn describe(&self, value: ValueId) -> String {
        // SAFETY: whoever called `extract` promised that the module lives unchanged.
        unsafe {
            let printer = self.printer.get_or_init(|| Printer::new(self.function));
            printer.describe(self.handle(value))
        }
    }

    /// The block of an instruction as textual IR spells it as an operand: `%for.body`, `%7`.
    pub fn describe_block(&self, instruction: ValueId) -> String {
        // SAFETY: whoever called `extract` promised that the module lives unchanged.
        unsafe {
            let printer = self.printer.get_or_init(|| Printer::new(self.function));
            printer.describe_block(self.handle(instruction))
        }
    }

    /// How often the block of an instruction ran, by the profile that the function was compiled with
    /// (`-fprofile-use`); `None` without one.
    pub fn runs(&self, instruction: ValueId) -> Option<u64> {
        // SAFETY: whoever called `extract` promised that the module lives unchanged.
        unsafe {
            let printer = self.printer.get_or_init(|| Printer::new(self.function));
            printer.runs(self.handle(instruction))
        }
    }

    /// The function that an instruction was inlined from, by debug information: its symbol, or its name in
    /// the source where only that is known.
    pub fn inlined_from(&self, value: ValueId) -> Option<String> {
        // SAFETY: whoever called `extract` promised that the module lives unchanged; the text is copied at
        // once.
        let name = unsafe { idiom_inlined_from(self.handle(value)).get().into_owned() };
        (!name.is_empty()).then_some(name)
    }

    /// The places that an instruction was inlined into, the innermost first, by debug information.
    pub fn callers(&self, value: ValueId) -> Vec<SourceLocation> {
        let caller = |depth| {
            // SAFETY: whoever called `extract` promised that the module lives unchanged; the texts are copied
            // at once.
            let (directory, name, line, column) = unsafe {
                let caller = idiom_caller(self.handle(value), depth);
                let texts = (caller.directory.get().into_owned(), caller.name.get().into_owned());
                (texts.0, texts.1, caller.line, caller.column)
            };
            let file = values::join(&directory, name).into();
            (line > 0).then_some(SourceLocation { file, line, column })
        };
        (0..).map_while(caller).collect()
    }

    /// The variable of the source that a value is, by debug information, or that a global or stack slot is
    /// the place of.
    ///
    /// The first call goes through the function's debug information.
    pub fn variable(&self, value: ValueId) -> Option<&SourceVariable> {
        // SAFETY: whoever called `extract` promised that the module lives unchanged.
        let variables = self.variables.get_or_init(|| unsafe { variables::of(self, self.function) });
        variables.get(&value)
    }
}
