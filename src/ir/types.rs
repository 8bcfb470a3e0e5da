//! Types: the exact LLVM spelling, and CAnDL's type classes.

use super::FloatKind;
use serde::{Deserialize, Serialize};

/// A type class, with a keyword in CAnDL.
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
    /// The class with this keyword. `float` is the class; LLVM's 32-bit type is written `"float"`.
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

/// A scalar number type, or the type of the lanes of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// An integer with this number of bits.
    Integer(u32),
    /// A float of this format.
    Float(FloatKind),
}

impl Lane {
    /// The type with this spelling.
    pub fn from_name(name: &str) -> Option<Lane> {
        let width = || name.strip_prefix('i')?.parse().ok().filter(|width| *width > 0).map(Lane::Integer);
        FloatKind::from_name(name).map(Lane::Float).or_else(width)
    }

    /// The spelling in textual IR.
    #[inline]
    pub fn name(self) -> String {
        match self {
            Lane::Integer(width) => format!("i{width}"),
            Lane::Float(kind) => kind.name().to_owned(),
        }
    }

    /// The scalar type.
    #[inline]
    pub fn scalar(self) -> Type {
        Type { name: self.name(), class: Some(self.class()), element: None }
    }

    fn class(self) -> TypeClass {
        match self {
            Lane::Integer(_) => TypeClass::Integer,
            Lane::Float(_) => TypeClass::Float,
        }
    }
}

impl Type {
    /// The type with this lane type and the shape of `self`: a scalar, or a vector with the same number of
    /// lanes.
    pub fn with_lane(&self, lane: Lane) -> Type {
        match self.lanes() {
            None => lane.scalar(),
            Some(lanes) => Type {
                name: format!("{lanes} x {}>", lane.name()),
                class: Some(TypeClass::Vector),
                element: Some(lane.class()),
            },
        }
    }

    /// The number of lanes of a vector in the spelling of textual IR: `<4`, `<vscale x 2`. `None` for other
    /// types.
    #[inline]
    pub fn lanes(&self) -> Option<&str> {
        (self.class == Some(TypeClass::Vector)).then_some(())?;
        self.name.rsplit_once(" x ").map(|(lanes, _)| lanes)
    }

    /// The class of a scalar, or of the lanes of a vector.
    #[inline]
    pub fn lane_class(&self) -> Option<TypeClass> {
        self.element.filter(|_| self.class == Some(TypeClass::Vector)).or(self.class)
    }

    /// The width in bits of an integer, or of the lanes of a vector of integers.
    #[inline]
    pub fn integer_width(&self) -> Option<u32> {
        self.lane()?.strip_prefix('i')?.parse().ok()
    }

    /// The width in bits of a number, or of the lanes of a vector of numbers.
    #[inline]
    pub fn lane_bits(&self) -> Option<u32> {
        self.integer_width().or_else(|| self.float_kind().map(FloatKind::bits))
    }

    /// The format of a float, or of the lanes of a vector of floats.
    #[inline]
    pub fn float_kind(&self) -> Option<FloatKind> {
        FloatKind::from_name(self.lane()?)
    }

    /// The spelling of a number type, or of a vector's lane type.
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
            let floats = (name == "<4 x float>").then_some(32);
            assert_eq!(ty.lane_bits(), width.or(floats), "{name}");
            assert_eq!(ty.float_kind(), name.contains("float").then_some(FloatKind::Float), "{name}");
        }
    }

    #[test]
    fn lanes_take_the_shape_of_a_type() {
        let ty = |name: &str, class, element| Type { name: name.to_owned(), class: Some(class), element };
        let (scalar, vector) = (TypeClass::Integer, TypeClass::Vector);
        for (shape, lane, expected) in [
            (ty("i32", scalar, None), Lane::Integer(1), ty("i1", scalar, None)),
            (ty("ptr", TypeClass::Pointer, None), Lane::Integer(64), ty("i64", scalar, None)),
            (
                ty("<4 x i32>", vector, Some(scalar)),
                Lane::Float(FloatKind::Double),
                ty("<4 x double>", vector, Some(TypeClass::Float)),
            ),
            (
                ty("<vscale x 2 x ptr>", vector, Some(TypeClass::Pointer)),
                Lane::Integer(1),
                ty("<vscale x 2 x i1>", vector, Some(scalar)),
            ),
        ] {
            assert_eq!(shape.with_lane(lane), expected);
        }
    }
}
