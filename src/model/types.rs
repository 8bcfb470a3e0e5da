//! Types: the exact LLVM spelling and the classes CAnDL knows besides.

/// One of the four words that name a class of types in CAnDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
