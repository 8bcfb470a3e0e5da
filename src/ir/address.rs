//! Addresses in bytes: the offset that a getelementptr adds to its base, and that of a constant expression
//! from a global.
//!
//! Only LLVM knows the layout of types, so extraction computes the offsets: `getelementptr %pair, ptr %p, i64
//! %i, i32 1` is base + 8 + 16 * operand 1. All sums are modulo 2^width, and each operand is first
//! sign-extended or truncated to that width.

use super::{Flags, Global, Model, Opcode, TypeId, ValueId};
use smallvec::SmallVec;
use std::sync::Arc;

/// The offset of a getelementptr, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GepForm {
    /// The constant part.
    pub offset: i64,
    /// Operand numbers and their factors; no factor is 0.
    pub terms: SmallVec<[(u32, i64); 1]>,
    /// The type of the offset: an integer of the index width, or a vector of them.
    pub index_type: TypeId,
    /// The index width of the address space, at most 64.
    pub width: u32,
}

/// A constant expression that is a global plus an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantAddress {
    /// The offset in bytes.
    pub offset: i64,
    /// The global.
    pub base: Base,
    /// The type of the offset, of the index width.
    pub index_type: TypeId,
    /// The index width of the address space, at most 64.
    pub width: u32,
    /// `inbounds`, `nusw`, `nuw`, as far as they hold for the sum.
    pub flags: Flags,
}

/// A global that a constant expression mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// A global that is a value of the model.
    Value(ValueId),
    /// The index of the global among the model's hidden globals, which only constant expressions mention.
    Hidden(u32),
}

/// The addresses of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses {
    /// Ascending by instruction.
    pub(super) geps: Vec<(ValueId, GepForm)>,
    /// Ascending by constant.
    pub(super) constants: Vec<(ValueId, ConstantAddress)>,
    /// Hidden globals: those that are not values.
    pub(super) hidden: Vec<(TypeId, Arc<Global>)>,
    /// Ascending by instruction: the number of bytes that a load or store accesses or an alloca reserves, if
    /// it is constant.
    pub(super) sizes: Vec<(ValueId, u32)>,
    /// Ascending: instructions with users that the model leaves out.
    pub(super) used_outside: Vec<ValueId>,
}

fn find<T>(sorted: &[(ValueId, T)], value: ValueId) -> Option<&T> {
    sorted.binary_search_by_key(&value, |(v, _)| *v).ok().map(|at| &sorted[at].1)
}

impl Model {
    /// The offset of a getelementptr; `None` if it is not such a sum (scalable types) and for other values.
    #[inline]
    pub fn gep_form(&self, value: ValueId) -> Option<&GepForm> {
        if self.opcode(value) != Some(Opcode::GetElementPtr) {
            return None;
        }
        find(&self.addresses.geps, value)
    }

    /// The address that a constant expression denotes, if it is a global plus an offset.
    #[inline]
    pub fn constant_address(&self, value: ValueId) -> Option<&ConstantAddress> {
        find(&self.addresses.constants, value)
    }

    /// The global of a base.
    #[inline]
    pub fn base_global(&self, base: Base) -> Option<&Global> {
        match base {
            Base::Value(value) => self.global(value),
            Base::Hidden(at) => self.addresses.hidden.get(at as usize).map(|(_, global)| &**global),
        }
    }

    /// The number of bytes that a load or store accesses; `None` for other instructions and scalable types.
    #[inline]
    pub fn access_size(&self, value: ValueId) -> Option<u32> {
        matches!(self.opcode(value), Some(Opcode::Load | Opcode::Store)).then(|| self.size_of(value))?
    }

    /// The number of bytes that an instruction accesses or reserves.
    pub(super) fn size_of(&self, value: ValueId) -> Option<u32> {
        find(&self.addresses.sizes, value).copied()
    }

    /// Whether the instruction has a user that the model leaves out (an assumption, a lifetime marker).
    #[inline]
    pub fn is_used_outside(&self, value: ValueId) -> bool {
        self.addresses.used_outside.binary_search(&value).is_ok()
    }
}
