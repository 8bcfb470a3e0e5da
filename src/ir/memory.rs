//! Facts about memory in the text of a function: parameters, allocas, globals and calls.
//!
//! Alias analysis is made of it. Instructions keep their facts in a copy that normalisation makes, since none
//! of its plans adds an access: facts are looked up by the origin of a value.
//!
//! In: `%p = call noalias ptr @malloc(i64 %n)`, `call void @llvm.memcpy(ptr writeonly %a, ptr readonly %b,
//! …)`. Out: a call with a fresh result; one that reads through argument 1 and writes through argument 0 and
//! touches nothing else.

use super::{AliasMetadata, Model, Opcode, ValueId};

/// The memory that a pointer parameter leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParameterMemory {
    /// `noalias`: what is accessed through it and written is accessed through nothing else.
    pub is_noalias: bool,
    /// The function keeps no copy of the pointer.
    pub is_not_captured: bool,
    /// The function does not write through it.
    pub is_not_written: bool,
    /// It points to a copy of the function's own (`byval`).
    pub is_own_copy: bool,
}

/// The memory that a call touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallMemory {
    /// The result points to memory that nothing else points to (`noalias` of `malloc`).
    pub result_is_fresh: bool,
    /// It touches no memory that this function can name but through its arguments.
    pub only_arguments: bool,
    /// It does nothing to memory but end the life of some (`allockind("free")`): it writes nothing that may
    /// be read later.
    pub releases: bool,
    not_captured: u64,
    not_written: u64,
    not_read: u64,
}

impl CallMemory {
    /// Facts of the arguments, a bit each, the first 64: not captured, not written through, not read through.
    pub fn new(
        result_is_fresh: bool,
        only_arguments: bool,
        releases: bool,
        [not_captured, not_written, not_read]: [u64; 3],
    ) -> CallMemory {
        CallMemory { result_is_fresh, only_arguments, releases, not_captured, not_written, not_read }
    }

    /// Whether the call may keep a copy of pointer argument `n`, counted from 0.
    pub fn may_capture(&self, n: u32) -> bool {
        n >= 64 || self.not_captured >> n & 1 == 0
    }

    /// Whether it may write through pointer argument `n`.
    pub fn may_write_through(&self, n: u32) -> bool {
        n >= 64 || self.not_written >> n & 1 == 0
    }

    /// Whether it may read through pointer argument `n`.
    pub fn may_read_through(&self, n: u32) -> bool {
        n >= 64 || self.not_read >> n & 1 == 0
    }
}

/// The storage that a global is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// No variable: a function, or an alias, which lies in another global.
    #[default]
    None,
    /// A variable.
    Variable,
    /// A variable that never changes.
    Constant,
}

/// The facts of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFacts {
    /// Per parameter; those behind the last that is a pointer may be missing.
    pub parameters: Vec<ParameterMemory>,
    /// Ascending by call. A call that touches no memory and returns nothing fresh has none.
    pub calls: Vec<(ValueId, CallMemory)>,
    /// The types and scopes of accesses.
    pub alias: AliasMetadata,
}

impl Model {
    /// The memory that a parameter leads to.
    pub fn parameter_memory(&self, value: ValueId) -> Option<ParameterMemory> {
        (value.0 < self.parameters)
            .then(|| self.function.memory.parameters.get(value.index()).copied().unwrap_or_default())
    }

    /// The memory that a call touches; `None` of other instructions and where nothing is known.
    pub fn call_memory(&self, call: ValueId) -> Option<&CallMemory> {
        if !matches!(self.opcode(call), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr)) {
            return None;
        }
        let (calls, origin) = (&self.function.memory.calls, self.origin(call)?);
        calls.binary_search_by_key(&origin, |(at, _)| *at).ok().map(|at| &calls[at].1)
    }

    /// The bytes that an alloca reserves, when that is a constant.
    pub fn reserved_bytes(&self, alloca: ValueId) -> Option<u32> {
        (self.opcode(alloca) == Some(Opcode::Alloca)).then(|| self.size_of(alloca))?
    }
}
