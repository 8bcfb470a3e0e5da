//! An interpreter that evaluates terms for given inputs.

use super::arithmetic;
use super::term::{Cast, TermId, TermNode, Terms};
use rustc_hash::FxHashMap;

/// The values of all terms under an assignment of the inputs.
#[derive(Clone, Debug)]
pub struct Evaluation {
    values: Vec<u128>,
}

impl Evaluation {
    /// Evaluates every term; inputs without a value are 0.
    pub fn new(terms: &Terms, inputs: &FxHashMap<TermId, u128>) -> Evaluation {
        let mut values: Vec<u128> = Vec::with_capacity(terms.len());
        for term in terms.all() {
            let value = |of: TermId| values[of.0 as usize];
            let width = terms.width(term);
            let bits = match terms.node(term) {
                TermNode::Constant(bits) => bits,
                TermNode::Input(_) => inputs.get(&term).copied().unwrap_or(0) & arithmetic::mask(width),
                TermNode::Unary(operation, a) => arithmetic::unary(operation, value(a), width),
                TermNode::Binary(operation, a, b) => {
                    arithmetic::binary(operation, value(a), value(b), terms.width(a))
                }
                TermNode::IfElse(condition, a, b) => value(if value(condition) == 1 { a } else { b }),
                TermNode::Cast(Cast::Sign, a) => {
                    arithmetic::signed(value(a), terms.width(a)) as u128 & arithmetic::mask(width)
                }
                TermNode::Cast(_, a) => value(a) & arithmetic::mask(width),
            };
            values.push(bits);
        }
        Evaluation { values }
    }

    /// The bits of a term of the evaluated graph.
    pub fn bits(&self, term: TermId) -> u128 {
        self.values[term.0 as usize]
    }

    /// Whether a truth value holds.
    pub fn holds(&self, term: TermId) -> bool {
        self.bits(term) == 1
    }
}
