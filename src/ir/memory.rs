//! Facts about memory from the text of a function: parameters, allocas, globals and calls.
//!
//! These facts are the input of alias analysis. No normalisation plan adds a memory access, so derived models
//! look up the facts by the origin of a value.
//!
//! In: `%p = call noalias ptr @malloc(i64 %n)`, `call void @llvm.memcpy(ptr writeonly %a, ptr readonly %b,
//! …)`. Out: a call with a fresh result; one that reads through argument 1 and writes through argument 0 and
//! touches nothing else.

use super::{AliasMetadata, Model, Opcode, ValueId};

/// The attributes of a pointer parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParameterMemory {
    /// `noalias`: memory accessed through it and written is accessed through no other pointer.
    pub is_noalias: bool,
    /// `nocapture`: the function retains no copy of the pointer.
    pub is_not_captured: bool,
    /// `readonly`: the function does not write through it.
    pub is_not_written: bool,
    /// `byval`: it points to a copy that the function owns.
    pub is_own_copy: bool,
}

/// The memory effects of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallMemory {
    /// The result points to memory that no other pointer points to, as for `noalias` results of `malloc`.
    pub result_is_fresh: bool,
    /// `argmemonly`: of the memory visible to this function, only that of its arguments is accessed.
    pub only_arguments: bool,
    /// `allockind("free")`: it only ends the lifetime of memory, and writes nothing that may be read later.
    pub releases: bool,
    not_captured: u64,
    not_written: u64,
    not_read: u64,
}

impl CallMemory {
    /// The effects of a call. The bit sets are facts about the first 64 arguments: not captured, not written
    /// through, not read through.
    pub fn new(
        result_is_fresh: bool,
        only_arguments: bool,
        releases: bool,
        [not_captured, not_written, not_read]: [u64; 3],
    ) -> CallMemory {
        CallMemory { result_is_fresh, only_arguments, releases, not_captured, not_written, not_read }
    }

    /// Whether the call may retain a copy of pointer argument `n`, counted from 0.
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

/// The kind of storage of a global.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// No variable: a function, or an alias, which refers to another global.
    #[default]
    None,
    /// A variable.
    Variable,
    /// A variable that never changes.
    Constant,
}

/// The memory facts of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFacts {
    /// Per parameter; shorter if the last parameters are not pointers.
    pub parameters: Vec<ParameterMemory>,
    /// Ascending by call. Calls that access no memory and return nothing fresh are left out.
    pub calls: Vec<(ValueId, CallMemory)>,
    /// The types and scopes of accesses.
    pub alias: AliasMetadata,
}

impl Model {
    /// The attributes of a pointer parameter; `None` for other values.
    pub fn parameter_memory(&self, value: ValueId) -> Option<ParameterMemory> {
        (value.0 < self.parameters)
            .then(|| self.function.memory.parameters.get(value.index()).copied().unwrap_or_default())
    }

    /// The memory effects of a call; `None` for other instructions, and if nothing is known.
    pub fn call_memory(&self, call: ValueId) -> Option<&CallMemory> {
        if !matches!(self.opcode(call), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr)) {
            return None;
        }
        let (calls, origin) = (&self.function.memory.calls, self.origin(call)?);
        calls.binary_search_by_key(&origin, |(at, _)| *at).ok().map(|at| &calls[at].1)
    }

    /// The number of bytes that an alloca reserves, if it is constant.
    pub fn reserved_bytes(&self, alloca: ValueId) -> Option<u32> {
        (self.opcode(alloca) == Some(Opcode::Alloca)).then(|| self.size_of(alloca))?
    }
}
