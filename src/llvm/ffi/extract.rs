//! `shim/extract.h`: the arrays that describe a function; `shim/describe.cpp`: the printer of its values;
//! `shim/variables.cpp`: the variables of the source that they are.
//!
//! Ranges are given by their ends: an element's range begins where that of the element before it ends. The
//! numbers have their names in [`numbers`](super::numbers).

use super::{Slice, Text, readable};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use std::borrow::Cow;
use std::marker::{PhantomData, PhantomPinned};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::NonNull;

#[repr(C)]
pub(crate) struct TypeRecord {
    pub(crate) handle: LLVMTypeRef,
    pub(crate) name: Text,
    pub(crate) class: u32,
    pub(crate) element: u32,
}

#[repr(C)]
pub(crate) struct OperandRecord {
    kind_and_n: u32,
    pub(crate) index: u32,
}

impl OperandRecord {
    pub(crate) fn n(&self) -> u32 {
        self.kind_and_n & !(3 << 30)
    }

    pub(crate) fn kind(&self) -> u32 {
        self.kind_and_n >> 30
    }
}

#[repr(C)]
pub(crate) struct InstructionRecord {
    pub(crate) handle: LLVMValueRef,
    pub(crate) flags: u64,
    pub(crate) ty: u32,
    pub(crate) names_end: u32,
    pub(crate) operands_end: u32,
    pub(crate) size: u32,
    pub(crate) opcode: u8,
    pub(crate) effects: u8,
    pub(crate) used_outside: u8,
}

#[repr(C)]
pub(crate) struct LocationRecord {
    pub(crate) file: u32,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

#[repr(C)]
pub(crate) struct GepRecord {
    pub(crate) offset: i64,
    pub(crate) instruction: u32,
    pub(crate) index_type: u32,
    pub(crate) width: u32,
    pub(crate) terms_end: u32,
}

#[repr(C)]
pub(crate) struct TermRecord {
    pub(crate) scale: i64,
    pub(crate) n: u32,
}

#[repr(C)]
pub(crate) struct AddressRecord {
    pub(crate) offset: i64,
    pub(crate) constant: u32,
    pub(crate) global: u32,
    pub(crate) index_type: u32,
    pub(crate) width: u32,
    pub(crate) flags: u32,
}

#[repr(C)]
pub(crate) struct BlockRecord {
    pub(crate) instructions_end: u32,
    pub(crate) successors_end: u32,
}

#[repr(C)]
pub(crate) struct ParameterRecord {
    pub(crate) handle: LLVMValueRef,
    pub(crate) name: Text,
    pub(crate) ty: u32,
    pub(crate) memory: u32,
}

#[repr(C)]
pub(crate) struct CallRecord {
    pub(crate) not_captured: u64,
    pub(crate) not_written: u64,
    pub(crate) not_read: u64,
    pub(crate) instruction: u32,
    pub(crate) memory: u32,
}

#[repr(C)]
pub(crate) struct GlobalRecord {
    pub(crate) handle: LLVMValueRef,
    pub(crate) name: Text,
    pub(crate) signature: Text,
    pub(crate) ty: u32,
    pub(crate) attributes_end: u32,
    pub(crate) effects: u32,
    pub(crate) is_function: u8,
    pub(crate) is_declaration: u8,
    pub(crate) is_intrinsic: u8,
    pub(crate) storage: u8,
    pub(crate) size: u64,
    pub(crate) is_local: u64,
}

#[repr(C)]
pub(crate) struct ConstantRecord {
    pub(crate) handle: LLVMValueRef,
    pub(crate) ty: u32,
    pub(crate) kind: u32,
    pub(crate) format: u32,
    pub(crate) width: u32,
    pub(crate) opcode: u32,
    pub(crate) words_end: u32,
}

#[repr(C)]
pub(crate) struct AliasRecord {
    pub(crate) instruction: u32,
    pub(crate) statement: u32,
}

#[repr(C)]
pub(crate) struct AliasStatementRecord {
    pub(crate) offset: u64,
    pub(crate) base_type: u32,
    pub(crate) access_type: u32,
    pub(crate) scopes_end: u32,
    pub(crate) noalias_end: u32,
    pub(crate) is_constant: u32,
}

#[repr(C)]
pub(crate) struct AliasTypeRecord {
    pub(crate) name: Text,
    pub(crate) fields_end: u32,
}

#[repr(C)]
pub(crate) struct AliasFieldRecord {
    pub(crate) offset: u64,
    pub(crate) ty: u32,
}

#[repr(C)]
pub(crate) struct AliasScopeRecord {
    pub(crate) domain: u32,
    pub(crate) declarations_end: u32,
}

#[repr(C)]
pub(crate) struct FileRecord {
    pub(crate) directory: Text,
    pub(crate) name: Text,
}

#[repr(C)]
pub(crate) struct FunctionRecord {
    pub(crate) name: Text,
    pub(crate) module_file: Text,
    pub(crate) file: u32,
    pub(crate) line: u32,
    pub(crate) hidden_globals: u32,
    pub(crate) strictfp: u8,
    pub(crate) has_profile: u8,
}

#[repr(C)]
pub(crate) struct BindingRecord {
    pub(crate) value: LLVMValueRef,
    pub(crate) name: Text,
    pub(crate) variable: u32,
    pub(crate) parameter: u32,
    pub(crate) strides_end: u32,
    pub(crate) pointee: u32,
    pub(crate) is_inlined: u8,
    pub(crate) sign: u8,
    pub(crate) is_place: u8,
}

#[repr(C)]
pub(crate) struct SourceTypeRecord {
    pub(crate) bytes: u64,
    pub(crate) stride: u64,
    pub(crate) kind: u32,
    pub(crate) target: u32,
    pub(crate) members: u32,
    pub(crate) members_end: u32,
}

#[repr(C)]
pub(crate) struct MemberRecord {
    pub(crate) name: Text,
    pub(crate) offset: u64,
    pub(crate) ty: u32,
}

/// The arrays of [`Bindings`].
#[repr(C)]
struct BindingsView {
    records: Slice<BindingRecord>,
    strides: Slice<u64>,
    types: Slice<SourceTypeRecord>,
    members: Slice<MemberRecord>,
}

#[repr(C)]
struct View {
    function: FunctionRecord,
    function_attributes: Slice<Text>,
    types: Slice<TypeRecord>,
    parameters: Slice<ParameterRecord>,
    instructions: Slice<InstructionRecord>,
    names: Slice<u8>,
    operands: Slice<OperandRecord>,
    phi_blocks: Slice<u32>,
    locations: Slice<LocationRecord>,
    blocks: Slice<BlockRecord>,
    successors: Slice<u32>,
    globals: Slice<GlobalRecord>,
    geps: Slice<GepRecord>,
    terms: Slice<TermRecord>,
    addresses: Slice<AddressRecord>,
    attributes: Slice<Text>,
    constants: Slice<ConstantRecord>,
    words: Slice<u64>,
    files: Slice<FileRecord>,
    calls: Slice<CallRecord>,
    aliases: Slice<AliasRecord>,
    alias_statements: Slice<AliasStatementRecord>,
    alias_types: Slice<AliasTypeRecord>,
    alias_fields: Slice<AliasFieldRecord>,
    alias_scopes: Slice<AliasScopeRecord>,
    scopes_of_statements: Slice<u32>,
    declarations: Slice<u32>,
}

include!(concat!(env!("OUT_DIR"), "/layout/extract.rs"));

/// A C++ object behind a pointer.
#[repr(C)]
struct Opaque {
    _bytes: [u8; 0],
    _neither_send_nor_unpin: PhantomData<(*mut u8, PhantomPinned)>,
}

// The view borrows from the reader; both live in the shim's heap.
unsafe extern "C" {
    fn idiom_extract_new(function: LLVMValueRef, view: *mut View) -> NonNull<Opaque>;
    fn idiom_extract_free(reader: NonNull<Opaque>);
    fn idiom_switch_cases(instruction: LLVMValueRef, cases: *mut i64) -> u32;
    fn idiom_branch_weights(instruction: LLVMValueRef, weights: *mut [u64; 2]) -> bool;
    fn idiom_block_counts(
        function: LLVMValueRef,
        counts: *mut u64,
        temperatures: *mut u8,
        edges: *mut u64,
    ) -> bool;
    fn idiom_printer_new(function: LLVMValueRef) -> NonNull<Opaque>;
    fn idiom_printer_free(printer: NonNull<Opaque>);
    fn idiom_printer_describe(printer: NonNull<Opaque>, value: LLVMValueRef) -> Text;
    fn idiom_printer_describe_block(printer: NonNull<Opaque>, instruction: LLVMValueRef) -> Text;
    fn idiom_printer_runs(printer: NonNull<Opaque>, instruction: LLVMValueRef) -> i64;
    fn idiom_bindings_new(
        function: LLVMValueRef,
        globals: *const LLVMValueRef,
        count: usize,
        view: *mut BindingsView,
    ) -> *mut Opaque;
    fn idiom_bindings_free(bindings: NonNull<Opaque>);
}

/// The arrays that describe one function; released with this.
pub(crate) struct Reading {
    reader: NonNull<Opaque>,
    view: View,
    handle: LLVMValueRef,
}

/// How often the blocks of a function and the edges between them ran.
pub(crate) struct BlockCounts {
    /// Per block.
    pub(crate) blocks: Vec<u64>,
    /// Per block, 1 if the profile calls it hot and 2 if it calls it cold.
    pub(crate) temperatures: Vec<u8>,
    /// Per edge, block after block.
    pub(crate) edges: Vec<u64>,
}

macro_rules! slices {
    ($($name:ident: $item:ty,)*) => {
        impl Reading {
            $(pub(crate) fn $name(&self) -> &[$item] {
                // SAFETY: the reader owns the arrays, never changes them, and lives as long as `self`.
                unsafe { self.view.$name.get() }
            })*
        }
    };
}

slices! {
    names: u8, function_attributes: Text, types: TypeRecord, parameters: ParameterRecord, instructions: InstructionRecord,
    operands: OperandRecord, phi_blocks: u32, locations: LocationRecord, blocks: BlockRecord, successors: u32, globals: GlobalRecord, geps: GepRecord,
    terms: TermRecord, addresses: AddressRecord, attributes: Text, constants: ConstantRecord, words: u64, files: FileRecord, calls: CallRecord,
    aliases: AliasRecord, alias_statements: AliasStatementRecord, alias_types: AliasTypeRecord, alias_fields: AliasFieldRecord, alias_scopes: AliasScopeRecord,
    scopes_of_statements: u32, declarations: u32,
}

impl Reading {
    /// Reads a function.
    ///
    /// # Safety
    /// `function` must be a function of a live module that nothing changes while this lives.
    pub(crate) unsafe fn new(function: LLVMValueRef) -> Self {
        let mut view = MaybeUninit::uninit();
        // SAFETY: a live function by the caller's promise; the shim fills the view.
        unsafe {
            let reader = idiom_extract_new(function, view.as_mut_ptr());
            Self { reader, view: view.assume_init(), handle: function }
        }
    }

    pub(crate) fn function(&self) -> &FunctionRecord {
        &self.view.function
    }

    /// The numbers that a switch of the function compares with, one for each successor behind the first; none
    /// when they have more than 64 bits.
    pub(crate) fn switch_cases(&self, switch: &InstructionRecord) -> Vec<i64> {
        // SAFETY: a live switch, as its record is the reader's; room for as many numbers as it says that
        // there are.
        unsafe {
            let count = idiom_switch_cases(switch.handle, std::ptr::null_mut());
            let mut cases = vec![0; count as usize];
            idiom_switch_cases(switch.handle, cases.as_mut_ptr());
            cases
        }
    }

    /// How often each way of a branch was taken, in proportion; `None` where nothing says it.
    pub(crate) fn branch_weights(&self, branch: &InstructionRecord) -> Option<[u64; 2]> {
        let mut weights = [0; 2];
        // SAFETY: a live branch, as its record is the reader's, and room for two numbers.
        unsafe { idiom_branch_weights(branch.handle, &mut weights) }.then_some(weights)
    }

    /// How often the blocks ran; `None` without a profile of the function.
    pub(crate) fn block_counts(&self) -> Option<BlockCounts> {
        let (blocks, edges) = (self.blocks().len(), self.successors().len());
        let mut counts =
            BlockCounts { blocks: vec![0; blocks], temperatures: vec![0; blocks], edges: vec![0; edges] };
        let (blocks, temperatures) = (counts.blocks.as_mut_ptr(), counts.temperatures.as_mut_ptr());
        // SAFETY: the function is live as long as this is, and there is room for its blocks and edges.
        let has_some =
            unsafe { idiom_block_counts(self.handle, blocks, temperatures, counts.edges.as_mut_ptr()) };
        has_some.then_some(counts)
    }

    /// The names of instructions in a range of the text.
    pub(crate) fn name(&self, part: Range<usize>) -> Cow<'_, str> {
        match &self.names()[part] {
            [] => Cow::Borrowed(""),
            bytes => readable(bytes),
        }
    }

    /// A text of one of the arrays.
    pub(crate) fn text(&self, text: Text) -> Cow<'_, str> {
        // SAFETY: texts of the arrays belong to the reader or to the module, and both outlive `self`.
        unsafe { text.get() }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        // SAFETY: made by `idiom_extract_new`, released once.
        unsafe { idiom_extract_free(self.reader) }
    }
}

/// Spells the values of one function as textual IR does.
pub(crate) struct Printer(NonNull<Opaque>);

impl Printer {
    /// A printer for a function.
    ///
    /// # Safety
    /// `function` must be a function of a live module that nothing changes while this lives.
    pub(crate) unsafe fn new(function: LLVMValueRef) -> Self {
        // SAFETY: a live function by the caller's promise.
        Self(unsafe { idiom_printer_new(function) })
    }

    /// The value as it is spelt as an operand; an instruction without a result by opcode and operands.
    ///
    /// # Safety
    /// `value` must be a live value that the printer's function contains or uses.
    pub(crate) unsafe fn describe(&self, value: LLVMValueRef) -> String {
        // SAFETY: live by the caller's promise; the text is copied before the next call.
        unsafe { idiom_printer_describe(self.0, value).get() }.into_owned()
    }

    /// The block of an instruction as it is spelt as an operand.
    ///
    /// # Safety
    /// `instruction` must be a live instruction of the printer's function.
    pub(crate) unsafe fn describe_block(&self, instruction: LLVMValueRef) -> String {
        // SAFETY: live by the caller's promise; the text is copied before the next call.
        unsafe { idiom_printer_describe_block(self.0, instruction).get() }.into_owned()
    }

    /// How often the block of an instruction ran, by the profile that the function was compiled with.
    ///
    /// # Safety
    /// `instruction` must be a live instruction of the printer's function.
    pub(crate) unsafe fn runs(&self, instruction: LLVMValueRef) -> Option<u64> {
        // SAFETY: live by the caller's promise.
        u64::try_from(unsafe { idiom_printer_runs(self.0, instruction) }).ok()
    }
}

impl Drop for Printer {
    fn drop(&mut self) {
        // SAFETY: made by `idiom_printer_new`, released once.
        unsafe { idiom_printer_free(self.0) }
    }
}

/// The source variables of the values of one function.
pub(crate) struct Bindings {
    bindings: NonNull<Opaque>,
    view: BindingsView,
}

impl Bindings {
    /// Reads those of a function and of some globals; `None` without debug information.
    ///
    /// # Safety
    /// `function` must be a function of a live module that nothing changes while this lives, `globals`
    /// globals of that.
    pub(crate) unsafe fn new(function: LLVMValueRef, globals: &[LLVMValueRef]) -> Option<Self> {
        let mut view = MaybeUninit::uninit();
        // SAFETY: live values by the caller's promise; where there are bindings, the shim fills the view.
        unsafe {
            let bindings = idiom_bindings_new(function, globals.as_ptr(), globals.len(), view.as_mut_ptr());
            let bindings = NonNull::new(bindings)?;
            Some(Self { bindings, view: view.assume_init() })
        }
    }

    /// In layout order, those of globals last.
    pub(crate) fn records(&self) -> &[BindingRecord] {
        // SAFETY: the bindings own the array, never change it, and live as long as `self`.
        unsafe { self.view.records.get() }
    }

    /// The strides of all records, one behind the other.
    pub(crate) fn strides(&self) -> &[u64] {
        // SAFETY: as above.
        unsafe { self.view.strides.get() }
    }

    /// The types that records lead to.
    pub(crate) fn types(&self) -> &[SourceTypeRecord] {
        // SAFETY: as above.
        unsafe { self.view.types.get() }
    }

    /// The members of all types, those of one type one behind the other.
    pub(crate) fn members(&self) -> &[MemberRecord] {
        // SAFETY: as above.
        unsafe { self.view.members.get() }
    }

    /// The name of a variable or a member.
    pub(crate) fn name(&self, name: Text) -> Cow<'_, str> {
        // SAFETY: it belongs to the module, which outlives `self`.
        unsafe { name.get() }
    }
}

impl Drop for Bindings {
    fn drop(&mut self) {
        // SAFETY: made by `idiom_bindings_new`, released once.
        unsafe { idiom_bindings_free(self.bindings) }
    }
}
