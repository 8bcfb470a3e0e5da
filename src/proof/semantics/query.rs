//! Queries as SMT-LIB 2 text: is there an assignment of the free inputs for which a truth value holds for all
//! values of the bound ones?

use super::arithmetic::mask;
use super::term::{Binary, Cast, TermId, TermNode, Terms, Unary};
use fixedbitset::FixedBitSet;
use std::fmt::Write as _;

/// A query for a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The SMT-LIB logic of the text.
    pub logic: &'static str,
    /// The text: declarations, definitions and one assertion.
    pub text: String,
    /// The free inputs that the assertion depends on.
    pub free: Vec<TermId>,
}

impl Query {
    /// A query for values of the free inputs under which `goal` holds for all values of the inputs in `all`.
    pub fn new(terms: &Terms, goal: TermId, all: &[TermId]) -> Query {
        let needed = terms.needed(goal);
        let bound = depending(terms, all);
        let mut text = String::new();
        let mut free = Vec::new();
        let (mut lets, mut closing) = (String::new(), 0);
        for term in terms.all().filter(|term| needed.contains(term.0 as usize)) {
            let width = terms.width(term);
            let inside = bound.contains(term.0 as usize);
            match terms.node(term) {
                TermNode::Input(_) if inside => {}
                TermNode::Input(_) => {
                    free.push(term);
                    let _ = writeln!(text, "(declare-const {} (_ BitVec {width}))", symbol(term));
                }
                node if inside => {
                    let _ = writeln!(lets, "(let (({} {}))", symbol(term), expression(terms, node, width));
                    closing += 1;
                }
                node => {
                    let value = expression(terms, node, width);
                    let _ = writeln!(text, "(define-fun {} () (_ BitVec {width}) {value})", symbol(term));
                }
            }
        }
        let quantified: Vec<TermId> =
            all.iter().copied().filter(|term| needed.contains(term.0 as usize)).collect();
        let goal = format!("{lets}(= {} #b1){}", symbol(goal), ")".repeat(closing));
        let goal = if quantified.is_empty() { goal } else { forall(terms, &quantified, &goal) };
        let _ = writeln!(text, "(assert {goal})");
        let logic = if quantified.is_empty() { "QF_BV" } else { "BV" };
        Query { logic, text, free }
    }
}

/// The name of a term in the text.
pub(super) fn symbol(term: TermId) -> String {
    format!("t{}", term.0)
}

impl Query {
    /// The names of the free inputs in the text, in their order.
    pub fn symbols(&self) -> impl Iterator<Item = String> + '_ {
        self.free.iter().map(|term| symbol(*term))
    }
}

fn forall(terms: &Terms, all: &[TermId], goal: &str) -> String {
    let names = all.iter().map(|term| format!("({} (_ BitVec {}))", symbol(*term), terms.width(*term)));
    format!("(forall ({}) {goal})", names.collect::<Vec<_>>().join(" "))
}

/// The terms that depend on some of `inputs`.
fn depending(terms: &Terms, inputs: &[TermId]) -> FixedBitSet {
    let mut depending = FixedBitSet::with_capacity(terms.len());
    inputs.iter().for_each(|input| depending.insert(input.0 as usize));
    for term in terms.all() {
        if terms.node(term).operands().any(|operand| depending.contains(operand.0 as usize)) {
            depending.insert(term.0 as usize);
        }
    }
    depending
}

fn expression(terms: &Terms, node: TermNode, width: u32) -> String {
    match node {
        TermNode::Constant(bits) => format!("(_ bv{} {width})", bits & mask(width)),
        TermNode::Input(_) => String::new(),
        TermNode::Unary(Unary::Not, a) => format!("(bvnot {})", symbol(a)),
        TermNode::Unary(Unary::Neg, a) => format!("(bvneg {})", symbol(a)),
        TermNode::Binary(operation, a, b) => binary(operation, &symbol(a), &symbol(b), terms.width(a)),
        TermNode::IfElse(condition, a, b) => {
            format!("(ite (= {} #b1) {} {})", symbol(condition), symbol(a), symbol(b))
        }
        TermNode::Cast(Cast::Zero, a) => {
            format!("((_ zero_extend {}) {})", width - terms.width(a), symbol(a))
        }
        TermNode::Cast(Cast::Sign, a) => {
            format!("((_ sign_extend {}) {})", width - terms.width(a), symbol(a))
        }
        TermNode::Cast(Cast::Low, a) => format!("((_ extract {} 0) {})", width - 1, symbol(a)),
    }
}

fn binary(operation: Binary, a: &str, b: &str, width: u32) -> String {
    let truth = |test: String| format!("(ite {test} #b1 #b0)");
    let plain = |name: &str| format!("({name} {a} {b})");
    match operation {
        Binary::Add => plain("bvadd"),
        Binary::Sub => plain("bvsub"),
        Binary::Mul => plain("bvmul"),
        Binary::And => plain("bvand"),
        Binary::Or => plain("bvor"),
        Binary::Xor => plain("bvxor"),
        Binary::UDiv => plain("bvudiv"),
        Binary::SDiv => plain("bvsdiv"),
        Binary::URem => plain("bvurem"),
        Binary::SRem => plain("bvsrem"),
        Binary::Shl => plain("bvshl"),
        Binary::LShr => plain("bvlshr"),
        Binary::AShr => plain("bvashr"),
        Binary::Eq => truth(plain("=")),
        Binary::Ult => truth(plain("bvult")),
        Binary::Ule => truth(plain("bvule")),
        Binary::Slt => truth(plain("bvslt")),
        Binary::Sle => truth(plain("bvsle")),
        Binary::UMulOverflow => truth(product_differs("zero_extend", a, b, width)),
        Binary::SMulOverflow => truth(product_differs("sign_extend", a, b, width)),
    }
}

/// SMT-LIB text for an overflow test: the product at twice the width differs from the extended product.
fn product_differs(extend: &str, a: &str, b: &str, width: u32) -> String {
    let wide = |text: &str| format!("((_ {extend} {width}) {text})");
    format!("(not (= (bvmul {} {}) {}))", wide(a), wide(b), wide(&format!("(bvmul {a} {b})")))
}
