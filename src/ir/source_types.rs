//! Types of the source, as far as they say where members and elements of a variable lie.
//!
//! In: debug information of `struct point { double x, y; } *p`. Out: `p` leads to a structure of 16 bytes
//! with `x` at 0 and `y` at 8, each a scalar of 8 bytes.

use std::ops::Range;
use std::sync::Arc;

/// The types that variables of a function lead to, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceTypes {
    /// The types.
    pub types: Vec<SourceType>,
    /// The members of all structures.
    pub members: Vec<SourceMember>,
}

impl SourceTypes {
    /// The size of a type; 0 where it is not constant or not known.
    pub fn bytes(&self, ty: u32) -> Option<u64> {
        Some(match self.types.get(ty as usize)? {
            SourceType::Scalar { bytes }
            | SourceType::Pointer { bytes, .. }
            | SourceType::Array { bytes, .. }
            | SourceType::Structure { bytes, .. } => *bytes,
        })
    }
}

/// A type without its name. Types that are not known have no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceType {
    /// A number, or any other type that has no parts with names.
    Scalar {
        /// Its size.
        bytes: u64,
    },
    /// A pointer or a reference.
    Pointer {
        /// Its size.
        bytes: u64,
        /// The type that it leads to.
        to: Option<u32>,
        /// Whether it is a reference, which an expression leads on from by itself.
        is_reference: bool,
    },
    /// An array, or a row of one.
    Array {
        /// Its size; 0 where its length is not constant.
        bytes: u64,
        /// The type of its elements.
        element: Option<u32>,
        /// The distance of two elements in bytes.
        stride: u64,
    },
    /// A structure, class or union.
    Structure {
        /// Its size; 0 where it is only declared.
        bytes: u64,
        /// Its members.
        members: Range<usize>,
    },
}

/// A member of a structure, or a base class, which has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMember {
    /// Its name.
    pub name: String,
    /// The distance from the begin of the structure in bytes.
    pub offset: u64,
    /// Its type.
    pub ty: Option<u32>,
}

/// The memory that a pointer leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointee {
    /// The types of the function.
    pub types: Arc<SourceTypes>,
    /// The number of the type of what lies there.
    pub ty: u32,
    /// Whether the expression of the pointer stands for what lies there, as the name of a variable in memory
    /// or of a reference does: `v.x`, not `p->x`.
    pub is_place: bool,
}
