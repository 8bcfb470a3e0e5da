//! Types of the source language, reduced to the offsets of members and the strides of arrays.
//!
//! In: debug information of `struct point { double x, y; } *p`. Out: `p` leads to a structure of 16 bytes
//! with `x` at 0 and `y` at 8, each a scalar of 8 bytes.

use std::ops::Range;
use std::sync::Arc;

/// The types that the variables of a function refer to, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceTypes {
    /// The types.
    pub types: Vec<SourceType>,
    /// The members of all structures.
    pub members: Vec<SourceMember>,
}

impl SourceTypes {
    /// The size of a type in bytes; 0 if it is not constant or not known. `None` for an invalid index.
    pub fn bytes(&self, ty: u32) -> Option<u64> {
        Some(match self.types.get(ty as usize)? {
            SourceType::Scalar { bytes }
            | SourceType::Pointer { bytes, .. }
            | SourceType::Array { bytes, .. }
            | SourceType::Structure { bytes, .. } => *bytes,
        })
    }
}

/// A type without its name. Unknown types have no index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceType {
    /// A number, or any other type without named parts.
    Scalar {
        /// Its size.
        bytes: u64,
    },
    /// A pointer or a reference.
    Pointer {
        /// Its size.
        bytes: u64,
        /// The type it points to, if known.
        to: Option<u32>,
        /// Whether it is a reference, which is dereferenced implicitly.
        is_reference: bool,
    },
    /// An array, or a row of a multi-dimensional one.
    Array {
        /// Its size; 0 if its length is not constant.
        bytes: u64,
        /// The type of its elements.
        element: Option<u32>,
        /// The distance between consecutive elements in bytes.
        stride: u64,
    },
    /// A structure, class or union.
    Structure {
        /// Its size; 0 if it is only declared.
        bytes: u64,
        /// Its members: a range of [`SourceTypes::members`].
        members: Range<usize>,
    },
}

/// A member of a structure, or an unnamed base class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMember {
    /// Its name.
    pub name: String,
    /// The offset in the structure in bytes.
    pub offset: u64,
    /// Its type.
    pub ty: Option<u32>,
}

/// The memory that a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointee {
    /// The types of the function.
    pub types: Arc<SourceTypes>,
    /// Index of the type of that memory.
    pub ty: u32,
    /// Whether the pointer's source expression denotes the memory itself, as the name of a variable in memory
    /// or of a reference does: members are written `v.x`, not `p->x`.
    pub is_place: bool,
}
