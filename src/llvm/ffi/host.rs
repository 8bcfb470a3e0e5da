//! Pass objects, registration, remarks and commit as the C++ shim offers them.

use super::Text;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use ir::Combining;
use std::ffi::{c_char, c_void};

/// A place that an instruction was inlined into; the line is 0 if there is none.
#[repr(C)]
pub(crate) struct Caller {
    pub(crate) directory: Text,
    pub(crate) name: Text,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// One part of a remark's message; an empty key means plain text.
#[repr(C)]
pub(crate) struct RemarkPart {
    pub(crate) key: Text,
    pub(crate) value: Text,
}

/// How the result of a call says the round that a loop runs from: it is its number (0), the address of its
/// element, null for the last round (1), or zero for the last round (2).
#[repr(C)]
pub(crate) struct SkippedRounds {
    pub(crate) from: u32,
    /// The bytes from the element of one round to that of the next.
    pub(crate) size: u32,
    pub(crate) last: LLVMValueRef,
    /// The address of the first element.
    pub(crate) first: LLVMValueRef,
}

/// A value that a call leaves at the address of a store, but for what is to be added to it, with the flags of
/// the addition; null where there is none.
#[repr(C)]
pub(crate) struct LeftInMemory {
    pub(crate) value: LLVMValueRef,
    pub(crate) plus: LLVMValueRef,
    pub(crate) store: LLVMValueRef,
    pub(crate) flags: u64,
}

/// A phi of a loop's header that steps, with what a round adds: 64 bits, in bytes for a pointer.
#[repr(C)]
pub(crate) struct ThreadStep {
    pub(crate) phi: LLVMValueRef,
    pub(crate) step: LLVMValueRef,
}

/// A phi of a loop's header that rounds combine, its value in the next round, and all values between.
#[repr(C)]
pub(crate) struct ThreadReduction {
    pub(crate) phi: LLVMValueRef,
    pub(crate) next: LLVMValueRef,
    pub(crate) members: *const LLVMValueRef,
    pub(crate) member_count: usize,
    pub(crate) by: Combining,
}

/// A value of a stepping phi that is used behind the loop: of the last round, or of the one after it.
#[repr(C)]
pub(crate) struct LastStep {
    pub(crate) value: LLVMValueRef,
    pub(crate) step: u32,
    pub(crate) is_next: bool,
}

/// Values that rounds replace together, by their phis, null where each round does, and what they are next; the
/// values that depend on the phis; the number of the one that says whether it was replaced; and how the first
/// one must compare, 0 if not at all.
#[repr(C)]
pub(crate) struct ThreadChoice {
    pub(crate) phis: *const LLVMValueRef,
    pub(crate) nexts: *const LLVMValueRef,
    pub(crate) value_count: usize,
    pub(crate) members: *const LLVMValueRef,
    pub(crate) member_count: usize,
    pub(crate) flagged: u32,
    pub(crate) better: u32,
}

/// An array of which each thread has a copy: its first element, their number, its loads and stores, the
/// values between them, and a value of the elements' type.
#[repr(C)]
pub(crate) struct PrivateArray {
    pub(crate) first: LLVMValueRef,
    pub(crate) elements: LLVMValueRef,
    pub(crate) accesses: *const LLVMValueRef,
    pub(crate) access_count: usize,
    pub(crate) updates: *const LLVMValueRef,
    pub(crate) update_count: usize,
    pub(crate) like: LLVMValueRef,
    /// How elements of two copies become one; `Add` where none do.
    pub(crate) by: Combining,
    /// Whether copies are combined with the array (0), count towards a limit (1), the last one stays (2), or
    /// none (3).
    pub(crate) copies: u32,
    /// The comparison with the limit, the operand that says the limit, which elements are below it, whether
    /// these are where the comparison holds, and whether the limit is one more than the operand.
    pub(crate) comparison: LLVMValueRef,
    pub(crate) limit: LLVMValueRef,
    pub(crate) below: u32,
    pub(crate) holds: bool,
    pub(crate) is_next: bool,
    /// The ranges of its indices: if there are any, they say the first element and the number, at most
    /// `elements`.
    pub(crate) ranges: *const u32,
    pub(crate) range_count: usize,
}

/// An index that a loop computes, of elements of that size at base + factor * index.
#[repr(C)]
pub(crate) struct IndexRange {
    pub(crate) index: LLVMValueRef,
    pub(crate) base: LLVMValueRef,
    pub(crate) factor: i64,
    pub(crate) size: u32,
    pub(crate) is_signed: bool,
}

/// Memory that the elements of a range may not touch: those of another one, or so many bytes from an address.
#[repr(C)]
pub(crate) struct RangeApart {
    pub(crate) range: u32,
    /// The other range; the highest number where there is none.
    pub(crate) other: u32,
    pub(crate) first: LLVMValueRef,
    pub(crate) bytes: LLVMValueRef,
}

/// A loop whose rounds are divided among threads. Places are the terminator before it, its first instruction,
/// and the branch that leaves it; blocks go by their first instructions.
#[repr(C)]
pub(crate) struct ParallelLoop {
    pub(crate) places: [LLVMValueRef; 3],
    pub(crate) blocks: *const LLVMValueRef,
    pub(crate) block_count: usize,
    pub(crate) condition: LLVMValueRef,
    pub(crate) rounds: LLVMValueRef,
    pub(crate) steps: *const ThreadStep,
    pub(crate) step_count: usize,
    pub(crate) reductions: *const ThreadReduction,
    pub(crate) reduction_count: usize,
    pub(crate) lagging: *const LLVMValueRef,
    pub(crate) lagging_count: usize,
    pub(crate) choices: *const ThreadChoice,
    pub(crate) choice_count: usize,
    pub(crate) lasts: *const LastStep,
    pub(crate) last_count: usize,
    pub(crate) schedule: u32,
    pub(crate) privates: *const PrivateArray,
    pub(crate) private_count: usize,
    pub(crate) ranges: *const IndexRange,
    pub(crate) range_count: usize,
    pub(crate) aparts: *const RangeApart,
    pub(crate) apart_count: usize,
}

include!(concat!(env!("OUT_DIR"), "/layout/host.rs"));

unsafe extern "C" {
    pub(crate) fn idiom_add_function_pass(manager: *mut c_void, slot: u32, state: *mut c_void);
    pub(crate) fn idiom_add_function_pass_to_module(manager: *mut c_void, slot: u32, state: *mut c_void);
    pub(crate) fn idiom_add_module_pass(manager: *mut c_void, slot: u32, state: *mut c_void);
    pub(crate) fn idiom_add_pass_on_each_function(manager: *mut c_void, slot: u32, state: *mut c_void);
    pub(crate) fn idiom_name_class(builder: *mut c_void, class: Text, pass: Text);
    pub(crate) fn idiom_trace(builder: *mut c_void, tracer: *mut c_void) -> bool;
    pub(crate) fn idiom_opcodes(function: LLVMValueRef, words: *mut [u64; 2]);
    pub(crate) fn idiom_expression_features(function: LLVMValueRef, words: *mut [u64; 32]);
    pub(crate) fn idiom_calls_of_square(
        function: LLVMValueRef,
        accepts: unsafe extern "C" fn(*const c_void, *const u8, usize) -> bool,
        state: *const c_void,
        only_rewritable: bool,
    ) -> bool;
    pub(crate) fn idiom_shares_factors(function: LLVMValueRef, only_rewritable: bool) -> bool;
    pub(crate) fn idiom_multiplies_splats(function: LLVMValueRef, only_rewritable: bool) -> bool;
    pub(crate) fn idiom_optimises_size(function: LLVMValueRef) -> bool;
    pub(crate) fn idiom_range(
        function: LLVMValueRef,
        analyses: *mut c_void,
        value: LLVMValueRef,
        from: LLVMValueRef,
        to: LLVMValueRef,
        range: *mut i64,
    ) -> bool;
    pub(crate) fn idiom_cost(
        function: LLVMValueRef,
        analyses: *mut c_void,
        what: Text,
        like: LLVMValueRef,
        of_size: bool,
    ) -> i64;
    pub(crate) fn idiom_cost_of(
        function: LLVMValueRef,
        analyses: *mut c_void,
        value: LLVMValueRef,
        of_size: bool,
    ) -> i64;
    pub(crate) fn idiom_registers(function: LLVMValueRef, analyses: *mut c_void, like: LLVMValueRef) -> u32;
    pub(crate) fn idiom_cost_of_value(
        function: LLVMValueRef,
        analyses: *mut c_void,
        value: LLVMValueRef,
    ) -> i64;
    pub(crate) fn idiom_cost_of_new(
        function: LLVMValueRef,
        analyses: *mut c_void,
        what: Text,
        types: Text,
    ) -> i64;
    pub(crate) fn idiom_may_call(
        function: LLVMValueRef,
        analyses: *mut c_void,
        name: Text,
        types: Text,
    ) -> u32;
    pub(crate) fn idiom_clean_up(
        function: LLVMValueRef,
        analyses: *mut c_void,
        combine: bool,
        reshaped: bool,
    );
    pub(crate) fn idiom_is_guarded(latch: LLVMValueRef) -> bool;
    pub(crate) fn idiom_must_progress(latch: LLVMValueRef) -> bool;
    pub(crate) fn idiom_begins_in_rounds(
        firsts: *const LLVMValueRef,
        count: usize,
        array: LLVMValueRef,
        accesses: *const LLVMValueRef,
        access_count: usize,
    ) -> bool;
    pub(crate) fn idiom_nest_obstacle(
        firsts: *const LLVMValueRef,
        count: usize,
        result: LLVMValueRef,
        stay: bool,
        kept: *const LLVMValueRef,
        kept_count: usize,
    ) -> *const c_char;
    pub(crate) fn idiom_guard_nest(
        places: *const LLVMValueRef,
        firsts: *const LLVMValueRef,
        blocks: usize,
        condition: LLVMValueRef,
        name: Text,
        result: LLVMTypeRef,
        args: *const LLVMValueRef,
        accesses: *const u8,
        count: usize,
        old: LLVMValueRef,
        opcode: Text,
        other: LLVMValueRef,
        flags: u64,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_keep_rest(
        call: LLVMValueRef,
        places: *const LLVMValueRef,
        firsts: *const LLVMValueRef,
        blocks: usize,
        replaced: *const LLVMValueRef,
        replaced_count: usize,
        effects: *const LLVMValueRef,
        effect_count: usize,
        behind: bool,
        left: LeftInMemory,
        later: *const LLVMValueRef,
        later_count: usize,
    );
    pub(crate) fn idiom_skip_rounds(
        places: *const LLVMValueRef,
        firsts: *const LLVMValueRef,
        blocks: usize,
        condition: LLVMValueRef,
        name: Text,
        result: LLVMTypeRef,
        args: *const LLVMValueRef,
        accesses: *const u8,
        count: usize,
        from: SkippedRounds,
        phis: *const LLVMValueRef,
        phi_count: usize,
        steps: *const i64,
        stepping: usize,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_run_in_parallel(what: *const ParallelLoop) -> LLVMValueRef;
    pub(crate) fn idiom_thread_obstacle(firsts: *const LLVMValueRef, count: usize) -> *const c_char;
    pub(crate) fn idiom_is_of_threads(function: LLVMValueRef) -> bool;
    pub(crate) fn idiom_outermost_loop(
        function: LLVMValueRef,
        values: *const LLVMValueRef,
        count: usize,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_outline_between(
        function: LLVMValueRef,
        values: *const LLVMValueRef,
        names: *const Text,
        origins: usize,
        count: usize,
        name: Text,
    ) -> *const c_char;
    pub(crate) fn idiom_outline(
        function: LLVMValueRef,
        values: *const LLVMValueRef,
        names: *const Text,
        count: usize,
        name: Text,
    ) -> *const c_char;
    #[cfg(llvm_ge_18)]
    pub(crate) fn idiom_register(builder: *mut c_void, registration: *mut c_void);

    pub(crate) fn idiom_remarks_wanted(function: LLVMValueRef) -> bool;
    pub(crate) fn idiom_remarks_shown(function: LLVMValueRef, kind: u32) -> bool;
    pub(crate) fn idiom_remark(
        function: LLVMValueRef,
        at: LLVMValueRef,
        kind: u32,
        name: Text,
        parts: *const RemarkPart,
        count: usize,
    );
    pub(crate) fn idiom_emit_error(module: LLVMModuleRef, message: Text);
    pub(crate) fn idiom_inlined_from(value: LLVMValueRef) -> Text;
    pub(crate) fn idiom_caller(value: LLVMValueRef, depth: u32) -> Caller;
    pub(crate) fn idiom_module_source(module: LLVMModuleRef) -> Text;

    pub(crate) fn idiom_new_binary(
        opcode: Text,
        left: LLVMValueRef,
        right: LLVMValueRef,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_compare(
        predicate: Text,
        left: LLVMValueRef,
        right: LLVMValueRef,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_negate(value: LLVMValueRef, before: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn idiom_new_external(
        name: Text,
        result: LLVMTypeRef,
        args: *const LLVMValueRef,
        count: usize,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_freeze(value: LLVMValueRef, before: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn idiom_scalar_type(any: LLVMTypeRef, width: u32, float: Text) -> LLVMTypeRef;
    pub(crate) fn idiom_number_type(shape: LLVMTypeRef, width: u32, float: Text) -> LLVMTypeRef;
    pub(crate) fn idiom_new_intrinsic(
        name: Text,
        args: *const LLVMValueRef,
        count: usize,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_call_like(
        like: LLVMValueRef,
        args: *const LLVMValueRef,
        count: usize,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_cast(
        opcode: Text,
        value: LLVMValueRef,
        to: LLVMTypeRef,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_gep(
        base: LLVMValueRef,
        offset: LLVMValueRef,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_select(
        condition: LLVMValueRef,
        yes: LLVMValueRef,
        no: LLVMValueRef,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_splat(
        scalar: LLVMValueRef,
        to: LLVMTypeRef,
        before: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn idiom_new_number(ty: LLVMTypeRef, words: *const u64, count: usize) -> LLVMValueRef;
    pub(crate) fn idiom_base_of(expression: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn idiom_set_operand(user: LLVMValueRef, n: u32, value: LLVMValueRef);
    pub(crate) fn idiom_finish_new(
        new: LLVMValueRef,
        flags: u64,
        name: Text,
        sources: *const LLVMValueRef,
        count: usize,
    );
    pub(crate) fn idiom_print_function(function: LLVMValueRef) -> *mut c_char;
    pub(crate) fn idiom_is_plain_call(call: LLVMValueRef) -> bool;
    pub(crate) fn idiom_takes_any_float(call: LLVMValueRef) -> bool;
    pub(crate) fn idiom_is_defined(value: LLVMValueRef) -> bool;
    pub(crate) fn idiom_has_uses(value: LLVMValueRef) -> bool;
    pub(crate) fn idiom_replace(old: LLVMValueRef, new: LLVMValueRef);
    pub(crate) fn idiom_replace_behind(
        old: LLVMValueRef,
        new: LLVMValueRef,
        firsts: *const LLVMValueRef,
        count: usize,
    );
    pub(crate) fn idiom_erase(old: LLVMValueRef);
}
