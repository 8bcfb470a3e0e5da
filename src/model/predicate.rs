//! What an `icmp` asks.
//!
//! Constraints ask for it as a flag; normalisation does here, to know of a value what a branch has made sure of.

use super::{BlockId, Model, Opcode, ValueId};

/// So many blocks up the dominator tree are asked.
const MOST_BLOCKS: usize = 32;

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

    /// Whether a branch on the way to a block has made sure that `value` is at least `least`, as a signed number.
    ///
    /// A branch on an undefined condition is undefined behaviour, so what it asked holds.
    pub fn is_at_least(&self, value: ValueId, least: i128, block: BlockId) -> bool {
        let dominance = self.dominance();
        let mut at = Some(block).filter(|block| dominance.is_reachable(*block));
        for _ in 0..MOST_BLOCKS {
            let Some(block) = at else { return false };
            // The block is entered by this edge alone.
            if let [(n, from)] = self.block_predecessors(block)
                && self.lower_bound(self.terminator(*from), *n, value).is_some_and(|bound| bound >= least)
            {
                return true;
            }
            at = dominance.immediate_dominator(block);
        }
        false
    }

    /// What value a conditional branch that is left by edge `n` says that `value` at least has.
    fn lower_bound(&self, branch: ValueId, n: u32, value: ValueId) -> Option<i128> {
        use IntPredicate::*;
        if self.opcode(branch) != Some(Opcode::Br) {
            return None;
        }
        let comparison = self.operand(branch, 0)?;
        let predicate = self.predicate(comparison)?;
        if self.operand(comparison, 0) != Some(value) {
            return None;
        }
        let bound = self.constant(self.operand(comparison, 1)?)?.signed()?;
        match (n, predicate) {
            (0, Sgt) | (1, Sle) => bound.checked_add(1),
            (0, Sge | Eq) | (1, Slt | Ne) => Some(bound),
            _ => None,
        }
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
