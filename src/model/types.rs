//! Types: the exact LLVM spelling and the classes CAnDL knows besides.

use super::FloatKind;
use serde::{Deserialize, Serialize};

/// One of the four words that name a class of types in CAnDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum TypeClass {
    /// Scalar integers of any width.
    Integer,
    /// Scalar floating point numbers of any kind.
    Float,
    /// Fixed and scalable vectors.
    Vector,
    /// Pointers in any address space.
    Pointer,
}

impl TypeClass {
    /// The class an unquoted word names. `float` is the class; LLVM's 32-bit type is `"float"`.
    pub fn from_name(name: &str) -> Option<TypeClass> {
        match name {
            "integer" => Some(TypeClass::Integer),
            "float" => Some(TypeClass::Float),
            "vector" => Some(TypeClass::Vector),
            "pointer" => Some(TypeClass::Pointer),
            _ => None,
        }
    }
}

/// A type that occurs in a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// The type as textual LLVM IR spells it: `i32`, `<4 x float>`, `ptr addrspace(1)`.
    pub name: String,
    /// The class it belongs to, if any.
    pub class: Option<TypeClass>,
    /// The class of the element type, for vectors.
    pub element: Option<TypeClass>,
}

impl Type {
    /// The width in bits of an integer, or of the lanes of a vector of integers.
    pub fn integer_width(&self) -> Option<u32> {
        self.lane()?.strip_prefix('i')?.parse().ok()
    }

    /// The format of a float, or of the lanes of a vector of floats.
    pub fn float_kind(&self) -> Option<FloatKind> {
        FloatKind::from_name(self.lane()?)
    }

    /// The spelling of a number's type, or of that of a vector's lanes.
    pub fn lane(&self) -> Option<&str> {
        match self.class? {
            TypeClass::Integer | TypeClass::Float => Some(&self.name),
            TypeClass::Vector => Some(self.name.strip_suffix('>')?.rsplit_once(" x ")?.1),
            TypeClass::Pointer => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_vectors_of_them_have_a_width() {
        for (name, class, width) in [
            ("i32", Some(TypeClass::Integer), Some(32)),
            ("i1", Some(TypeClass::Integer), Some(1)),
            ("<4 x i64>", Some(TypeClass::Vector), Some(64)),
            ("<vscale x 2 x i8>", Some(TypeClass::Vector), Some(8)),
            ("<4 x float>", Some(TypeClass::Vector), None),
            ("<4 x ptr>", Some(TypeClass::Vector), None),
            ("ptr", Some(TypeClass::Pointer), None),
            ("[2 x i8]", None, None),
        ] {
            let ty = Type { name: name.to_string(), class, element: None };
            assert_eq!(ty.integer_width(), width, "{name}");
            assert_eq!(ty.float_kind(), name.contains("float").then_some(FloatKind::Float), "{name}");
        }
    }
}
