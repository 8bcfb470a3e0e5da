//! Products in fused multiply-adds: `a * b` in `llvm.fmuladd(a, b, c)`.
//!
//! The product is not a value of the function if the operation is fused. As a term it can be reported and
//! compared all the same.

use super::{Accesses, Symbol, Term, TermId};
use ir::{Model, Opcode, ValueId};

/// The canonical names of fused multiply-adds.
const FUSED: [&str; 2] = ["fma", "llvm.fmuladd"];

/// Whether an instruction is a fused multiply-add.
fn is_fused(model: &Model, value: ValueId) -> bool {
    let callee = || model.operand(value, 0).and_then(|callee| model.global(callee));
    model.opcode(value) == Some(Opcode::Call)
        && callee().is_some_and(|callee| FUSED.contains(&callee.canonical.as_str()))
}

impl Accesses<'_> {
    /// The product in a fused multiply-add; `None` for other instructions, and if there are too many terms.
    pub fn product_in(&mut self, fused: ValueId) -> Option<TermId> {
        self.factors(fused)?;
        self.intern(Term::symbol(Symbol::Product(fused)))
    }

    /// The fused multiply-add that contains a product; `None` for other terms.
    pub fn fused(&self, product: TermId) -> Option<ValueId> {
        match self.term(product)?.monomials() {
            [(factors, 1)] => match factors.as_slice() {
                [Symbol::Product(fused)] => Some(*fused),
                _ => None,
            },
            _ => None,
        }
    }

    /// The fused multiply-adds of the function, ascending.
    pub fn all_fused(&self) -> Vec<ValueId> {
        let model = self.linear.model;
        model.instructions().filter(|value| is_fused(model, *value)).collect()
    }

    /// The two factors of the product in a fused multiply-add.
    pub(super) fn factors(&self, fused: ValueId) -> Option<[ValueId; 2]> {
        let model = self.linear.model;
        if !is_fused(model, fused) {
            return None;
        }
        Some([model.operand(fused, 1)?, model.operand(fused, 2)?])
    }
}
