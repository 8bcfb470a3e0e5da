//! A function or module that the host is running a pass on: what passes may ask of it and do to it.

use super::commit::{self, CommitError};
use super::extract::{Extraction, expression_features_of, extract, opcodes_of};
use super::ffi::Text;
use super::ffi::host::{self as ffi, RemarkPart};
use super::ffi::numbers::remark;
use inkwell::llvm_sys::core::{
    LLVMDisposeMessage, LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeKindForName, LLVMGetFirstFunction,
    LLVMGetGlobalParent, LLVMGetLinkage, LLVMGetModuleFlag, LLVMGetNamedFunction, LLVMGetNamedGlobal,
    LLVMGetNamedGlobalAlias, LLVMGetNamedGlobalIFunc, LLVMGetNextFunction, LLVMGetValueName2,
    LLVMIsDeclaration,
};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage};
use ir::host::KnownRange;
use ir::{EditPlan, Model, OpcodeSet, OptimisationLevel, SourceLocation, SourceVariable, ValueId};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;

/// The kinds of LLVM's optimisation remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum RemarkKind {
    /// `-Rpass`
    Passed = remark::PASSED,
    /// `-Rpass-missed`
    Missed = remark::MISSED,
    /// `-Rpass-analysis`
    Analysis = remark::ANALYSIS,
}

/// A function under a function pass.
pub struct FunctionUnit<'a> {
    function: LLVMValueRef,
    analyses: *mut c_void,
    extraction: OnceCell<Extraction>,
    changed: bool,
    /// Whether blocks were changed.
    reshaped: bool,
    /// The instructions that commits created. Those that are gone may have given their places to others.
    made: FxHashSet<LLVMValueRef>,
    /// Whether it is in the link step of LTO.
    links: bool,
    host: PhantomData<&'a mut ()>,
}

impl FunctionUnit<'_> {
    /// # Safety
    /// `function` must be the function the host runs a pass on and `analyses` its function analysis manager.
    pub(super) unsafe fn new(function: LLVMValueRef, analyses: *mut c_void) -> Self {
        Self {
            function,
            analyses,
            extraction: OnceCell::new(),
            changed: false,
            reshaped: false,
            made: FxHashSet::default(),
            links: false,
            host: PhantomData,
        }
    }

    /// Says that it is in the link step of LTO: what the linker looks for is what modules referred to before.
    pub fn set_in_a_link(&mut self) {
        self.links = true;
    }

    /// The symbol name.
    pub fn name(&self) -> String {
        value_name(self.function).into_owned()
    }

    /// Whether no other module can name it.
    pub fn is_local(&self) -> bool {
        // SAFETY: a live function.
        unsafe { is_local(self.function) }
    }

    /// The module around it.
    pub fn module(&self) -> ModuleUnit<'_> {
        // SAFETY: a function the host runs a pass on stands in a module.
        ModuleUnit { module: unsafe { LLVMGetGlobalParent(self.function) }, host: PhantomData }
    }

    /// Whether some direct call in it is of a function whose name `wanted` accepts, with a square as its
    /// first argument, or a product with a factor that occurs twice: one whose flags allow to rewrite it, or
    /// any. Cheaper than a model, and never wrong when it says no.
    pub fn calls_of_square(&self, wanted: fn(&str) -> bool, only_rewritable: bool) -> bool {
        let state = (&raw const wanted).cast();
        // SAFETY: a live function that does not change meanwhile; `accepts` gets the state back while it is
        // alive.
        unsafe { ffi::idiom_calls_of_square(self.function, accepts, state, only_rewritable) }
    }

    /// The opcodes of its instructions. Cheaper than a model.
    pub fn opcodes(&self) -> OpcodeSet {
        // SAFETY: a live function that does not change meanwhile.
        unsafe { opcodes_of(self.function) }
    }

    /// The short paths of opcodes that its integer expressions have, as bits. Makes no model.
    pub fn expression_features(&self) -> [u64; 32] {
        // SAFETY: a live function that does not change meanwhile.
        unsafe { expression_features_of(self.function) }
    }

    /// Whether a factor of some product that is added to something is a factor of another such product, or
    /// added itself: within one tree of additions that can be written anew, or anywhere. Cheaper than a
    /// model, and never wrong when it says no.
    pub fn shares_factors(&self, only_rewritable: bool) -> bool {
        // SAFETY: a live function that does not change meanwhile.
        unsafe { ffi::idiom_shares_factors(self.function, only_rewritable) }
    }

    /// Whether a product of vectors has two factors or more that are splats, by `shufflevector` or constant:
    /// one that can be written anew, or any. Cheaper than a model, and never wrong when it says no.
    pub fn multiplies_splats(&self, only_rewritable: bool) -> bool {
        // SAFETY: a live function that does not change meanwhile.
        unsafe { ffi::idiom_multiplies_splats(self.function, only_rewritable) }
    }

    /// Whether it is `optnone`, as all functions are at -O0: LLVM skips it in passes that are not required.
    pub fn is_optnone(&self) -> bool {
        self.level() == OptimisationLevel::OptNone
    }

    /// The level of optimisation, by its attributes.
    pub fn level(&self) -> OptimisationLevel {
        // SAFETY: a live function.
        unsafe { level(self.function) }
    }

    /// The model, extracted on first use and after each commit.
    pub fn model(&self) -> &Model {
        &self.extraction().model
    }

    fn extraction(&self) -> &Extraction {
        // SAFETY: the function is alive, and only `commit` and `clean_up` change it; both drop the extraction
        // first.
        self.extraction.get_or_init(|| unsafe { extract(self.function) })
    }

    /// The function as textual IR, with ` ; FILE:LINE:COLUMN` behind each instruction that comes from a
    /// source.
    pub fn text(&self) -> String {
        // SAFETY: a live function that does not change meanwhile; the text is copied before it is released.
        unsafe {
            let text = ffi::idiom_print_function(self.function);
            let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeMessage(text);
            copy
        }
    }

    /// A value as textual IR prints an operand.
    pub fn describe(&self, value: ValueId) -> String {
        self.extraction().describe(value)
    }

    /// The block of an instruction as textual IR prints it.
    pub fn describe_block(&self, instruction: ValueId) -> String {
        self.extraction().describe_block(instruction)
    }

    /// How often the block of an instruction ran, by the profile that the function was compiled with.
    pub fn runs(&self, instruction: ValueId) -> Option<u64> {
        self.extraction().runs(instruction)
    }

    /// The variable of the source that a value is, by debug information.
    pub fn variable(&self, value: ValueId) -> Option<&SourceVariable> {
        self.extraction().variable(value)
    }

    /// The function that an instruction was inlined from, by debug information.
    pub fn inlined_from(&self, value: ValueId) -> Option<String> {
        self.extraction().inlined_from(value)
    }

    /// The places that an instruction was inlined into, the innermost first, by debug information.
    pub fn callers(&self, value: ValueId) -> Vec<SourceLocation> {
        self.extraction().callers(value)
    }

    /// Whether the call can be taken for the library function or intrinsic its callee is: see
    /// `shim/commit.cpp`.
    pub fn is_plain_call(&self, call: ValueId) -> bool {
        // SAFETY: a live value of the function.
        unsafe { ffi::idiom_is_plain_call(self.extraction().handle(call)) }
    }

    /// Whether the callee is declared to take and give every float, NaN and infinity too.
    pub fn takes_any_float(&self, call: ValueId) -> bool {
        // SAFETY: a live value of the function.
        unsafe { ffi::idiom_takes_any_float(self.extraction().handle(call)) }
    }

    /// Whether LLVM knows that a value is neither undef nor poison, in any bit or lane.
    pub fn is_defined(&self, value: ValueId) -> bool {
        // SAFETY: a live value of the function.
        unsafe { ffi::idiom_is_defined(self.extraction().handle(value)) }
    }

    /// The range of an integer on the edge between two blocks, by a terminator and an instruction of them.
    pub fn range(&self, value: ValueId, from: ValueId, to: ValueId) -> Option<KnownRange> {
        if self.analyses.is_null() {
            return None;
        }
        let [value, from, to] = [value, from, to].map(|value| self.extraction().handle(value));
        let mut range = [0i64; 4];
        // SAFETY: the function and the analysis manager of the running pass, live values, and room for four
        // numbers.
        let is_known =
            unsafe { ffi::idiom_range(self.function, self.analyses, value, from, to, range.as_mut_ptr()) };
        let [least, most, natural_least, natural_most] = range;
        let unsigned = (natural_least.cast_unsigned(), natural_most.cast_unsigned());
        is_known.then_some(KnownRange { signed: (least, most), unsigned })
    }

    /// Whether it is compiled for size (`-Os`, `-Oz`).
    pub fn optimises_size(&self) -> bool {
        // SAFETY: a live function.
        unsafe { ffi::idiom_optimises_size(self.function) }
    }

    /// The target's cost of a new instruction of the type of `like`, by the name of the binary operator or
    /// intrinsic: of code size or of throughput; `None` when the target does not say.
    pub fn cost(&self, what: &str, like: ValueId, of_size: bool) -> Option<u64> {
        if self.analyses.is_null() {
            return None;
        }
        let (what, like) = (Text::lend(what), self.extraction().handle(like));
        // SAFETY: the function and the analysis manager of the running pass, and a live value.
        let cost = unsafe { ffi::idiom_cost(self.function, self.analyses, what, like, of_size) };
        u64::try_from(cost).ok()
    }

    /// The target's cost of an instruction of the function, likewise.
    pub fn cost_of(&self, value: ValueId, of_size: bool) -> Option<u64> {
        if self.analyses.is_null() {
            return None;
        }
        let value = self.extraction().handle(value);
        // SAFETY: as above.
        let cost = unsafe { ffi::idiom_cost_of(self.function, self.analyses, value, of_size) };
        u64::try_from(cost).ok()
    }

    /// The number of registers that the target has for values of the type of `like`; `None` when it does not
    /// say.
    pub fn registers(&self, like: ValueId) -> Option<usize> {
        if self.analyses.is_null() {
            return None;
        }
        let like = self.extraction().handle(like);
        // SAFETY: the function and the analysis manager of the running pass, and a live value.
        Some(unsafe { ffi::idiom_registers(self.function, self.analyses, like) } as usize)
    }

    /// The target's cost of an instruction, as [`cost`](Self::cost).
    pub fn cost_of_value(&self, value: ValueId) -> Option<u64> {
        if self.analyses.is_null() || self.model().position(value).is_none() {
            return None;
        }
        let value = self.extraction().handle(value);
        // SAFETY: the function and the analysis manager of the running pass, and a live instruction.
        let cost = unsafe { ffi::idiom_cost_of_value(self.function, self.analyses, value) };
        u64::try_from(cost).ok()
    }

    /// The target's cost of an instruction, intrinsic or call by its name and the types of result and
    /// operands.
    pub fn cost_of_new(&self, what: &str, types: &str) -> Option<u64> {
        if self.analyses.is_null() {
            return None;
        }
        let (what, types) = (Text::lend(what), Text::lend(types));
        // SAFETY: the function and the analysis manager of the running pass; the texts outlive the call.
        let cost = unsafe { ffi::idiom_cost_of_new(self.function, self.analyses, what, types) };
        u64::try_from(cost).ok()
    }

    /// Whether it may call a library's function of that name and those types, or why not.
    pub fn may_call(&self, name: &str, types: &str) -> Result<(), &'static str> {
        if self.links && !self.module().has_symbol(name) {
            return Err(
                "is nothing that this module refers to, and the link step looks for no more: the compile step can call it",
            );
        }
        let (name, types) = (Text::lend(name), Text::lend(types));
        // SAFETY: the function and the analysis manager of the running pass; the texts outlive the call.
        match unsafe { ffi::idiom_may_call(self.function, self.analyses, name, types) } {
            0 => Ok(()),
            1 => Err("is defined in this module"),
            2 => Err("is something else in this module: another type, convention or linkage"),
            3 => Err("may not be called here: the function is compiled without such library functions"),
            4 => Err("is no function of the target's library"),
            5 => Err("may not be called here: the function handles interrupts"),
            6 => Err("may not be called here: the target is a device"),
            8 => Err("has other types in the target's library"),
            _ => Err("may not be called here: the function is a copy of one that another module defines"),
        }
    }

    /// Whether an earlier commit of this pass made the instruction; of another one in its place too.
    pub fn is_made(&self, value: ValueId) -> bool {
        self.model().position(value).is_some() && self.made.contains(&self.extraction().handle(value))
    }

    /// Carries out a plan, whole or not at all.
    ///
    /// Aborts the process when a checked plan turns out impossible half way: the IR would be neither the
    /// old nor the new function.
    pub fn commit(&mut self, plan: &EditPlan) -> Result<(), CommitError> {
        commit::check(plan, self.model())?;
        if let Some(extraction) = self.extraction.take() {
            self.changed = true;
            self.reshaped |= !plan.guarded.is_empty() || !plan.parallel.is_empty();
            self.made.extend(commit::carry_out(plan, &extraction)?);
        }
        Ok(())
    }

    /// Whether the plan is well-formed for this function: what [`commit`](Self::commit) checks first.
    pub fn check(&self, plan: &EditPlan) -> Result<(), CommitError> {
        commit::check(plan, self.model())
    }

    /// Simplifies the function after a rewrite: instcombine, or else instsimplify, and dce, on the host's own
    /// analyses.
    pub fn clean_up(&mut self, combine: bool) {
        self.extraction.take();
        // SAFETY: the function and the analysis manager of the running pass.
        unsafe { ffi::idiom_clean_up(self.function, self.analyses, combine, self.reshaped) }
    }

    /// Whether it is a part of another function, which was taken out for threads.
    pub fn is_of_threads(&self) -> bool {
        // SAFETY: a live function.
        unsafe { ffi::idiom_is_of_threads(self.function) }
    }

    /// Whether the IR was changed.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Whether blocks were changed.
    pub fn reshaped(&self) -> bool {
        self.reshaped
    }

    /// Whether the loop that a terminator ends stays beside a call that an earlier run has made for it.
    pub fn is_guarded(&self, latch: ValueId) -> bool {
        // SAFETY: a live instruction of the function.
        self.model().position(latch).is_some()
            && unsafe { ffi::idiom_is_guarded(self.extraction().handle(latch)) }
    }

    /// Whether the metadata of the loop that a terminator ends says that it ends or has effects.
    pub fn must_progress(&self, latch: ValueId) -> bool {
        // SAFETY: a live instruction of the function.
        self.model().position(latch).is_some()
            && unsafe { ffi::idiom_must_progress(self.extraction().handle(latch)) }
    }

    /// The opcode of an instruction in these blocks that may do more than compute values, load and store, or
    /// whose value something outside them uses, other than `result`; any may be used where the blocks `stay`,
    /// and any effect be that is `kept`: as LLVM has them, with what the model leaves out. Blocks go by an
    /// instruction.
    pub fn nest_obstacle(
        &self,
        blocks: &[ValueId],
        result: Option<ValueId>,
        stay: bool,
        kept: &[ValueId],
    ) -> Option<String> {
        let extraction = self.extraction();
        let firsts: Vec<LLVMValueRef> = blocks.iter().map(|first| extraction.handle(*first)).collect();
        let result = result.map_or(std::ptr::null_mut(), |value| extraction.handle(value));
        let allowed: Vec<LLVMValueRef> = kept.iter().map(|effect| extraction.handle(*effect)).collect();
        // SAFETY: live instructions; the opcode's name lives as long as LLVM does.
        let name = unsafe {
            ffi::idiom_nest_obstacle(
                firsts.as_ptr(),
                firsts.len(),
                result,
                stay,
                allowed.as_ptr(),
                allowed.len(),
            )
        };
        // SAFETY: a NUL-terminated text, where there is one.
        (!name.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned())
    }

    /// Whether the lifetime of an array begins in these blocks before each of the accesses, on every path.
    pub fn begins_in_rounds(&self, blocks: &[ValueId], array: ValueId, accesses: &[ValueId]) -> bool {
        let handles = |values: &[ValueId]| -> Vec<LLVMValueRef> {
            values.iter().map(|value| self.extraction().handle(*value)).collect()
        };
        let (firsts, accesses) = (handles(blocks), handles(accesses));
        let array = self.extraction().handle(array);
        // SAFETY: live instructions.
        unsafe {
            ffi::idiom_begins_in_rounds(
                firsts.as_ptr(),
                firsts.len(),
                array,
                accesses.as_ptr(),
                accesses.len(),
            )
        }
    }

    /// Why the instructions of these blocks, which go by an instruction, may see other memory on another thread.
    pub fn thread_obstacle(&self, blocks: &[ValueId]) -> Option<String> {
        let firsts: Vec<LLVMValueRef> = blocks.iter().map(|first| self.extraction().handle(*first)).collect();
        // SAFETY: live instructions; the text is a literal of the shim's.
        let why = unsafe { ffi::idiom_thread_obstacle(firsts.as_ptr(), firsts.len()) };
        // SAFETY: a NUL-terminated text, where there is one.
        (!why.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(why) }.to_string_lossy().into_owned())
    }

    /// Whether somebody asked for remarks of ours.
    pub fn remarks_wanted(&self) -> bool {
        // SAFETY: a live function.
        unsafe { ffi::idiom_remarks_wanted(self.function) }
    }

    /// Whether remarks of ours of that kind are shown to somebody, rather than only recorded.
    pub fn remarks_shown(&self, kind: RemarkKind) -> bool {
        // SAFETY: a live function.
        unsafe { ffi::idiom_remarks_shown(self.function, kind as u32) }
    }

    /// Emits a remark at an instruction, or at the function. An empty key in `parts` is plain text.
    pub fn remark(&self, kind: RemarkKind, name: &'static str, at: Option<ValueId>, parts: &[(&str, &str)]) {
        let at = at.filter(|v| self.model().position(*v).is_some());
        let at = at.map_or(std::ptr::null_mut(), |v| self.extraction().handle(v));
        let parts: Vec<RemarkPart> =
            parts.iter().map(|(k, v)| RemarkPart { key: Text::lend(k), value: Text::lend(v) }).collect();
        // SAFETY: live values of the function; the texts outlive the call, the name everything.
        unsafe {
            ffi::idiom_remark(self.function, at, kind as u32, Text::lend(name), parts.as_ptr(), parts.len());
        }
    }
}

/// The level of optimisation of a function, by its attributes.
///
/// # Safety
/// The function must be alive.
pub(super) unsafe fn level(function: LLVMValueRef) -> OptimisationLevel {
    let has = |name: &str| {
        // SAFETY: the name has that length; the caller's promise for the function.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind).is_null()
        }
    };
    match (has("optnone"), has("minsize")) {
        (true, _) => OptimisationLevel::OptNone,
        (false, true) => OptimisationLevel::MinSize,
        (false, false) => OptimisationLevel::Usual,
    }
}

/// A module under a pass.
pub struct ModuleUnit<'a> {
    module: LLVMModuleRef,
    host: PhantomData<&'a ()>,
}

/// Whether a function, variable, alias or ifunc of the module has that name.
///
/// # Safety
/// The module must be live.
pub(super) unsafe fn has_symbol(module: LLVMModuleRef, name: &str) -> bool {
    let (data, length) = (name.as_ptr().cast::<c_char>(), name.len());
    let c_name = CString::new(name).unwrap_or_default();
    // SAFETY: the module is live, and so are the names.
    unsafe {
        !LLVMGetNamedFunction(module, c_name.as_ptr()).is_null()
            || !LLVMGetNamedGlobal(module, c_name.as_ptr()).is_null()
            || !LLVMGetNamedGlobalAlias(module, data, length).is_null()
            || !LLVMGetNamedGlobalIFunc(module, data, length).is_null()
    }
}

impl ModuleUnit<'_> {
    fn has_symbol(&self, name: &str) -> bool {
        // SAFETY: the module of the running pass.
        unsafe { has_symbol(self.module, name) }
    }

    /// # Safety
    /// `module` must be the module the host runs a pass on.
    pub(super) unsafe fn new(module: LLVMModuleRef) -> Self {
        Self { module, host: PhantomData }
    }

    /// The source file the module was compiled from.
    pub fn source(&self) -> String {
        // SAFETY: a live module; the text is copied at once.
        unsafe { ffi::idiom_module_source(self.module).get().into_owned() }
    }

    /// The model of a function whose body is here; `None` without one, or if another body may be linked.
    pub fn body(&self, name: &str) -> Option<Model> {
        // SAFETY: the module of the running pass, which does not change meanwhile.
        unsafe { body(self.module, name) }
    }

    /// An identity of the module while it is alive.
    pub fn identity(&self) -> usize {
        self.module as usize
    }

    /// The names of the functions that it defines and that are `optnone`, and how many others it defines.
    pub fn optnone_functions(&self) -> (Vec<String>, usize) {
        let (mut names, mut others) = (Vec::new(), 0);
        // SAFETY: a live module, whose functions stay as they are meanwhile.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if LLVMIsDeclaration(function) == 0 {
                    match level(function) == OptimisationLevel::OptNone {
                        true => names.push(value_name(function).into_owned()),
                        false => others += 1,
                    }
                }
                function = LLVMGetNextFunction(function);
            }
        }
        (names, others)
    }

    /// Reports an error of the compilation through the host, which then fails.
    pub fn error(&self, message: &str) {
        // SAFETY: a live module; the text outlives the call.
        unsafe { ffi::idiom_emit_error(self.module, Text::lend(message)) }
    }
}

/// Asks the `fn(&str) -> bool` behind `wanted` about a name.
unsafe extern "C" fn accepts(wanted: *const c_void, name: *const u8, length: usize) -> bool {
    if length == 0 {
        return false;
    }
    // SAFETY: `calls_of_square` passes a pointer to such a function, and the shim a name that lives on.
    let (wanted, name) =
        unsafe { (*wanted.cast::<fn(&str) -> bool>(), std::slice::from_raw_parts(name, length)) };
    wanted(&String::from_utf8_lossy(name))
}

/// Whether no other module can name a function.
///
/// # Safety
/// The function is live.
pub(super) unsafe fn is_local(function: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    let linkage = unsafe { LLVMGetLinkage(function) };
    matches!(linkage, LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
}

/// The model of a function whose body is here; `None` without one, or if another body may be linked: those of
/// inline functions are all alike.
///
/// # Safety
/// The module is live and does not change meanwhile.
pub(super) unsafe fn body(module: LLVMModuleRef, name: &str) -> Option<Model> {
    use LLVMLinkage::{
        LLVMAvailableExternallyLinkage, LLVMExternalLinkage, LLVMInternalLinkage, LLVMLinkOnceODRLinkage,
        LLVMPrivateLinkage, LLVMWeakODRLinkage,
    };
    const INTERPOSITION: &str = "SemanticInterposition";
    let c_name = CString::new(name).ok()?;
    // SAFETY: the caller's promise; the names are terminated or have their lengths.
    unsafe {
        let function = LLVMGetNamedFunction(module, c_name.as_ptr());
        if function.is_null() || LLVMIsDeclaration(function) != 0 {
            return None;
        }
        let interposed =
            || !LLVMGetModuleFlag(module, INTERPOSITION.as_ptr().cast(), INTERPOSITION.len()).is_null();
        match LLVMGetLinkage(function) {
            LLVMInternalLinkage
            | LLVMPrivateLinkage
            | LLVMLinkOnceODRLinkage
            | LLVMWeakODRLinkage
            | LLVMAvailableExternallyLinkage => {}
            LLVMExternalLinkage if !interposed() => {}
            _ => return None,
        }
        Some(extract(function).model)
    }
}

fn value_name<'a>(value: LLVMValueRef) -> Cow<'a, str> {
    let mut length = 0;
    // SAFETY: a live value; the callers use the name while the value is not renamed.
    unsafe {
        let data = LLVMGetValueName2(value, &mut length).cast::<u8>();
        if length == 0 {
            return Cow::Borrowed("");
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(data, length))
    }
}
