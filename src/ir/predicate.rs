//! Predicates of `icmp` and `fcmp`.
//!
//! The model stores a predicate as a flag, which constraints can test. These types are for code that computes
//! with predicates.

use super::{Flags, Model, Opcode, ValueId};
use serde::{Deserialize, Serialize};

/// The predicate of an integer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum IntPredicate {
    /// `eq`
    Eq,
    /// `ne`
    Ne,
    /// `ugt`
    Ugt,
    /// `uge`
    Uge,
    /// `ult`
    Ult,
    /// `ule`
    Ule,
    /// `sgt`
    Sgt,
    /// `sge`
    Sge,
    /// `slt`
    Slt,
    /// `sle`
    Sle,
}

/// The flag of each predicate.
const BY_FLAG: [(Flags, IntPredicate); 10] = [
    (Flags::EQ, IntPredicate::Eq),
    (Flags::NE, IntPredicate::Ne),
    (Flags::UGT, IntPredicate::Ugt),
    (Flags::UGE, IntPredicate::Uge),
    (Flags::ULT, IntPredicate::Ult),
    (Flags::ULE, IntPredicate::Ule),
    (Flags::SGT, IntPredicate::Sgt),
    (Flags::SGE, IntPredicate::Sge),
    (Flags::SLT, IntPredicate::Slt),
    (Flags::SLE, IntPredicate::Sle),
];

impl IntPredicate {
    /// Every predicate.
    pub const ALL: [IntPredicate; 10] = {
        use IntPredicate::*;
        [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle]
    };

    /// The flag of the predicate.
    #[inline]
    pub fn flag(self) -> Flags {
        BY_FLAG.iter().find(|(_, known)| *known == self).map_or(Flags::NONE, |(flag, _)| *flag)
    }

    /// The name in textual IR.
    pub fn name(self) -> &'static str {
        use IntPredicate::*;
        match self {
            Eq => "eq",
            Ne => "ne",
            Ugt => "ugt",
            Uge => "uge",
            Ult => "ult",
            Ule => "ule",
            Sgt => "sgt",
            Sge => "sge",
            Slt => "slt",
            Sle => "sle",
        }
    }

    /// The predicate with this flag.
    pub fn from_flag(flag: Flags) -> Option<IntPredicate> {
        BY_FLAG.iter().find(|(known, _)| *known == flag).map(|(_, predicate)| *predicate)
    }

    /// The operator in C, without the distinction of signed and unsigned.
    pub fn symbol(self) -> &'static str {
        use IntPredicate::*;
        match self {
            Eq => "==",
            Ne => "!=",
            Ugt | Sgt => ">",
            Uge | Sge => ">=",
            Ult | Slt => "<",
            Ule | Sle => "<=",
        }
    }

    /// Whether it holds of two 64-bit numbers.
    pub fn holds(self, a: i64, b: i64) -> bool {
        use IntPredicate::*;
        let unsigned = (a as u64, b as u64);
        match self {
            Eq => a == b,
            Ne => a != b,
            Ugt => unsigned.0 > unsigned.1,
            Uge => unsigned.0 >= unsigned.1,
            Ult => unsigned.0 < unsigned.1,
            Ule => unsigned.0 <= unsigned.1,
            Sgt => a > b,
            Sge => a >= b,
            Slt => a < b,
            Sle => a <= b,
        }
    }

    /// Whether it compares unsigned numbers.
    #[inline]
    pub fn is_unsigned(self) -> bool {
        use IntPredicate::*;
        matches!(self, Ugt | Uge | Ult | Ule)
    }

    /// The negated predicate.
    pub fn opposite(self) -> IntPredicate {
        use IntPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// The predicate for exchanged operands.
    pub fn swapped(self) -> IntPredicate {
        use IntPredicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }
}

/// A predicate of `fcmp`. Ordered predicates (`O…`) are false if an operand is NaN, unordered ones (`U…`) are
/// true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "LLVM's names")]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

impl FloatPredicate {
    /// Whether it is invariant under an exchange of its operands.
    #[inline]
    pub fn is_symmetric(self) -> bool {
        use FloatPredicate::*;
        matches!(self, False | Oeq | One | Ord | Uno | Ueq | Une | True)
    }

    /// The flag of the predicate; none for `false` and `true`.
    #[inline]
    pub fn flag(self) -> Flags {
        Flags::from_name(self.name()).unwrap_or_default()
    }

    /// The predicate whose flag is among these.
    pub fn of_flags(flags: Flags) -> Option<FloatPredicate> {
        let says = |predicate: &FloatPredicate| {
            let flag = predicate.flag();
            flag != Flags::NONE && flags.contains(flag)
        };
        FloatPredicate::ALL.into_iter().find(says)
    }

    /// Every predicate.
    pub const ALL: [FloatPredicate; 16] = {
        use FloatPredicate::*;
        [False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, Ugt, Uge, Ult, Ule, Une, True]
    };

    /// The negated predicate.
    pub fn opposite(self) -> FloatPredicate {
        use FloatPredicate::*;
        match self {
            False => True,
            Oeq => Une,
            Ogt => Ule,
            Oge => Ult,
            Olt => Uge,
            Ole => Ugt,
            One => Ueq,
            Ord => Uno,
            Uno => Ord,
            Ueq => One,
            Ugt => Ole,
            Uge => Olt,
            Ult => Oge,
            Ule => Ogt,
            Une => Oeq,
            True => False,
        }
    }

    /// The name in textual IR.
    pub fn name(self) -> &'static str {
        use FloatPredicate::*;
        match self {
            False => "false",
            Oeq => "oeq",
            Ogt => "ogt",
            Oge => "oge",
            Olt => "olt",
            Ole => "ole",
            One => "one",
            Ord => "ord",
            Uno => "uno",
            Ueq => "ueq",
            Ugt => "ugt",
            Uge => "uge",
            Ult => "ult",
            Ule => "ule",
            Une => "une",
            True => "true",
        }
    }
}

impl Model {
    /// The predicate of an `icmp`.
    pub fn predicate(&self, value: ValueId) -> Option<IntPredicate> {
        let flags = match self.opcode(value) {
            Some(Opcode::ICmp) => self.flags(value),
            _ => return None,
        };
        BY_FLAG.iter().find(|(flag, _)| flags.contains(*flag)).map(|(_, predicate)| *predicate)
    }

    /// The predicate of an `fcmp`; `None` for `false` and `true`, which have no flag.
    pub fn float_predicate(&self, value: ValueId) -> Option<FloatPredicate> {
        let flags = match self.opcode(value) {
            Some(Opcode::FCmp) => self.flags(value),
            _ => return None,
        };
        FloatPredicate::of_flags(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_predicates_have_the_same_names() {
        for (flag, predicate) in BY_FLAG {
            let name = format!("{predicate:?}").to_lowercase();
            assert_eq!(Flags::from_name(&name), Some(flag));
            assert_eq!((predicate.name(), predicate.flag()), (name.as_str(), flag));
        }
    }

    #[test]
    fn opposites_of_float_predicates_say_the_other_of_nan() {
        for predicate in FloatPredicate::ALL {
            let opposite = predicate.opposite();
            assert_eq!(opposite.opposite(), predicate);
            assert_eq!(opposite.is_symmetric(), predicate.is_symmetric());
        }
        assert_eq!(FloatPredicate::Ole.opposite(), FloatPredicate::Ugt);
        assert_eq!(FloatPredicate::Ult.opposite(), FloatPredicate::Oge);
    }
}
