//! What an `icmp` asks.
//!
//! Constraints ask for it as a flag; normalisation does here, to know of a value what a branch has made sure of.

use super::{Model, ValueId};

/// The predicate of an integer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl IntPredicate {
    /// The predicate by its number at the border: 1 is `eq`, in LLVM's order; 0 is none.
    pub fn from_code(code: u8) -> Option<IntPredicate> {
        use IntPredicate::*;
        let all = [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle];
        code.checked_sub(1).and_then(|at| all.get(usize::from(at)).copied())
    }
}

impl Model {
    /// The predicate of an `icmp`.
    pub fn predicate(&self, value: ValueId) -> Option<IntPredicate> {
        let at = self.predicates.binary_search_by_key(&value, |(v, _)| *v).ok()?;
        Some(self.predicates[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_llvms_order() {
        assert_eq!(IntPredicate::from_code(0), None);
        assert_eq!(IntPredicate::from_code(1), Some(IntPredicate::Eq));
        assert_eq!(IntPredicate::from_code(7), Some(IntPredicate::Sgt));
        assert_eq!(IntPredicate::from_code(10), Some(IntPredicate::Sle));
        assert_eq!(IntPredicate::from_code(11), None);
    }
}
