//! The operands of the LLVM intrinsics that plans can call.
//!
//! All of them are overloaded on the type of the first operand, which is also the result type. A plan that
//! calls another intrinsic, or one of these with other operands, is rejected before anything is changed.

use super::TypeClass;

/// The operands of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntrinsicShape {
    /// The number of operands that have the result type.
    pub values: usize,
    /// The class of the result type, or of its lanes.
    pub of: TypeClass,
    /// Whether a constant `i1` operand follows.
    pub flag: bool,
    /// The lane width must be a multiple of this.
    pub multiple: u32,
}

const fn shape(values: usize, of: TypeClass) -> IntrinsicShape {
    IntrinsicShape { values, of, flag: false, multiple: 1 }
}

const INTEGERS: TypeClass = TypeClass::Integer;
const FLOATS: TypeClass = TypeClass::Float;

const SHAPES: &[(&str, IntrinsicShape)] = &[
    ("llvm.abs", IntrinsicShape { flag: true, ..shape(1, INTEGERS) }),
    ("llvm.bitreverse", shape(1, INTEGERS)),
    ("llvm.bswap", IntrinsicShape { multiple: 16, ..shape(1, INTEGERS) }),
    ("llvm.copysign", shape(2, FLOATS)),
    ("llvm.ctlz", IntrinsicShape { flag: true, ..shape(1, INTEGERS) }),
    ("llvm.ctpop", shape(1, INTEGERS)),
    ("llvm.cttz", IntrinsicShape { flag: true, ..shape(1, INTEGERS) }),
    ("llvm.fabs", shape(1, FLOATS)),
    ("llvm.fma", shape(3, FLOATS)),
    ("llvm.fshl", shape(3, INTEGERS)),
    ("llvm.fshr", shape(3, INTEGERS)),
    ("llvm.maxnum", shape(2, FLOATS)),
    ("llvm.minnum", shape(2, FLOATS)),
    ("llvm.sadd.sat", shape(2, INTEGERS)),
    ("llvm.smax", shape(2, INTEGERS)),
    ("llvm.smin", shape(2, INTEGERS)),
    ("llvm.sqrt", shape(1, FLOATS)),
    ("llvm.sshl.sat", shape(2, INTEGERS)),
    ("llvm.ssub.sat", shape(2, INTEGERS)),
    ("llvm.uadd.sat", shape(2, INTEGERS)),
    ("llvm.umax", shape(2, INTEGERS)),
    ("llvm.umin", shape(2, INTEGERS)),
    ("llvm.ushl.sat", shape(2, INTEGERS)),
    ("llvm.usub.sat", shape(2, INTEGERS)),
];

impl IntrinsicShape {
    /// The operands of an intrinsic, by its name without type suffixes.
    pub fn of_name(name: &str) -> Option<IntrinsicShape> {
        SHAPES.iter().find(|(known, _)| *known == name).map(|(_, shape)| *shape)
    }

    /// Every intrinsic that plans can call, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHAPES.iter().map(|(name, _)| *name)
    }
}
