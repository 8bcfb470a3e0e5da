//! Substitution of terms for inputs.

use super::term::{TermId, TermNode, Terms};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

impl Terms {
    /// The term with some inputs replaced by other terms, folded again.
    pub fn substituted(&mut self, term: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
        let needed = self.needed(term);
        let mut changed: FxHashMap<TermId, TermId> = by.clone();
        for at in needed.ones().map(|at| TermId(at as u32)) {
            let node = self.node(at);
            if changed.contains_key(&at) || !node.operands().any(|operand| changed.contains_key(&operand)) {
                continue;
            }
            let of = |operand: TermId| changed.get(&operand).copied().unwrap_or(operand);
            let made = match node {
                TermNode::Constant(_) | TermNode::Input(_) => at,
                TermNode::Unary(operation, a) => self.unary(operation, of(a)),
                TermNode::Binary(operation, a, b) => self.binary(operation, of(a), of(b)),
                TermNode::IfElse(condition, a, b) => self.if_else(of(condition), of(a), of(b)),
                TermNode::Cast(cast, a) => {
                    let width = self.width(at);
                    self.cast(cast, of(a), width)
                }
            };
            changed.insert(at, made);
        }
        changed.get(&term).copied().unwrap_or(term)
    }

    /// For each of some inputs, whether a term depends on it.
    pub fn depends_on(&self, term: TermId, inputs: impl Iterator<Item = TermId>) -> Vec<bool> {
        let needed = self.needed(term);
        inputs.map(|input| needed.contains(input.0 as usize)).collect()
    }

    /// The transitive operands of a term, itself included.
    pub(super) fn needed(&self, term: TermId) -> FixedBitSet {
        let mut needed = FixedBitSet::with_capacity(self.len());
        needed.insert(term.0 as usize);
        for at in (0..=term.0).rev() {
            if needed.contains(at as usize) {
                self.node(TermId(at)).operands().for_each(|operand| needed.insert(operand.0 as usize));
            }
        }
        needed
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Binary, Cast, Evaluation};
    use super::*;

    #[test]
    fn what_stands_for_an_input_is_computed_with() {
        let mut terms = Terms::new();
        let (x, y, c) = (terms.input("x", 8), terms.input("y", 8), terms.input("c", 1));
        let sum = terms.binary(Binary::Add, x, y);
        let (chosen, opposite) = (terms.if_else(c, sum, y), terms.not(sum));
        let wide = terms.cast(Cast::Zero, opposite, 16);
        let (three, holds) = (terms.constant(3, 8), terms.truth(true));
        let by = FxHashMap::from_iter([(x, three), (c, holds)]);
        let (chosen, wide) = (terms.substituted(chosen, &by), terms.substituted(wide, &by));
        assert_eq!(terms.substituted(y, &by), y);
        assert_eq!(terms.depends_on(chosen, [x, y, c].into_iter()), [false, true, false]);
        let values = Evaluation::new(&terms, &FxHashMap::from_iter([(y, 4)]));
        assert_eq!((values.bits(chosen), values.bits(wide)), (7, 248));
    }
}
