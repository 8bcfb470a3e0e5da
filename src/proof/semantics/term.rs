//! Bit-vector terms: a hash-consed graph in which operands precede their users.
//!
//! Truth values are terms of one bit. Constants are folded on construction, which keeps the solvers' text
//! short.

use super::arithmetic;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The maximum width of a term, in bits.
pub const MAX_WIDTH: u32 = 128;

/// The number of a term in one [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(super) u32);

/// Operations with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Bitwise complement.
    Not,
    /// Two's complement.
    Neg,
}

/// Operations with two operands of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "SMT-LIB's names")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    /// Whether the unsigned product overflows.
    UMulOverflow,
    /// Whether the signed product overflows.
    SMulOverflow,
}

impl Binary {
    /// Whether the result is a truth value.
    pub fn is_test(self) -> bool {
        use Binary::{Eq, SMulOverflow, Sle, Slt, UMulOverflow, Ule, Ult};
        matches!(self, Eq | Ult | Ule | Slt | Sle | UMulOverflow | SMulOverflow)
    }

    fn commutes(self) -> bool {
        use Binary::{Add, And, Eq, Mul, Or, SMulOverflow, UMulOverflow, Xor};
        matches!(self, Add | Mul | And | Or | Xor | Eq | UMulOverflow | SMulOverflow)
    }
}

/// Changes of width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cast {
    /// Zero extension.
    Zero,
    /// Sign extension.
    Sign,
    /// Truncation to the low bits.
    Low,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TermNode {
    Constant(u128),
    /// An input, by the index of its name.
    Input(u32),
    Unary(Unary, TermId),
    Binary(Binary, TermId, TermId),
    IfElse(TermId, TermId, TermId),
    Cast(Cast, TermId),
}

impl TermNode {
    /// The operands of the node.
    pub(super) fn operands(self) -> impl Iterator<Item = TermId> {
        let all = match self {
            TermNode::Constant(_) | TermNode::Input(_) => [None; 3],
            TermNode::Unary(_, a) | TermNode::Cast(_, a) => [Some(a), None, None],
            TermNode::Binary(_, a, b) => [Some(a), Some(b), None],
            TermNode::IfElse(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        all.into_iter().flatten()
    }
}

/// A graph of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: IndexSet<(TermNode, u32), FxBuildHasher>,
    names: Vec<String>,
}

impl Terms {
    /// An empty graph.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The width in bits.
    pub fn width(&self, term: TermId) -> u32 {
        self.nodes[term.0 as usize].1
    }

    pub(super) fn node(&self, term: TermId) -> TermNode {
        self.nodes[term.0 as usize].0
    }

    pub(super) fn all(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.nodes.len() as u32).map(TermId)
    }

    /// The name of an input.
    pub fn name(&self, term: TermId) -> Option<&str> {
        match self.node(term) {
            TermNode::Input(at) => self.names.get(at as usize).map(String::as_str),
            _ => None,
        }
    }

    /// The value of a constant.
    pub fn value(&self, term: TermId) -> Option<u128> {
        match self.node(term) {
            TermNode::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    fn add(&mut self, node: TermNode, width: u32) -> TermId {
        debug_assert!((1..=MAX_WIDTH).contains(&width), "width {width}");
        TermId(self.nodes.insert_full((node, width)).0 as u32)
    }

    /// A new unknown of a width from 1 to [`MAX_WIDTH`]. Names need not be unique.
    pub fn input(&mut self, name: impl Into<String>, width: u32) -> TermId {
        self.names.push(name.into());
        self.add(TermNode::Input(self.names.len() as u32 - 1), width)
    }

    /// The constant with the low `width` bits of a number.
    pub fn constant(&mut self, bits: u128, width: u32) -> TermId {
        self.add(TermNode::Constant(bits & arithmetic::mask(width)), width)
    }

    /// The constant truth value.
    pub fn truth(&mut self, holds: bool) -> TermId {
        self.constant(u128::from(holds), 1)
    }

    /// The constant with only the sign bit set.
    pub fn sign_bit(&mut self, width: u32) -> TermId {
        self.constant(1 << (width - 1), width)
    }

    /// An operation with one operand.
    pub fn unary(&mut self, operation: Unary, a: TermId) -> TermId {
        let width = self.width(a);
        match (self.node(a), operation) {
            (TermNode::Constant(bits), _) => self.constant(arithmetic::unary(operation, bits, width), width),
            (TermNode::Unary(inner, b), _) if inner == operation => b,
            _ => self.add(TermNode::Unary(operation, a), width),
        }
    }

    /// An operation with two operands of one width.
    pub fn binary(&mut self, operation: Binary, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{operation:?}");
        let result = if operation.is_test() { 1 } else { width };
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.constant(arithmetic::binary(operation, x, y, width), result);
        }
        let (a, b) = if operation.commutes() && b < a { (b, a) } else { (a, b) };
        if let Some(simple) = self.simplified(operation, a, b, width) {
            return simple;
        }
        self.add(TermNode::Binary(operation, a, b), result)
    }

    /// Simplifies conjunctions and disjunctions, of which most truth values are made.
    fn simplified(&mut self, operation: Binary, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let ones = arithmetic::mask(width);
        if operation == Binary::Eq && a == b {
            return Some(self.truth(true));
        }
        for (one, other) in [(a, b), (b, a)] {
            match (operation, self.value(one)) {
                (Binary::And, Some(0)) | (Binary::Or | Binary::Xor | Binary::Add, Some(0)) => {
                    return Some(if operation == Binary::And { one } else { other });
                }
                (Binary::And, Some(bits)) if bits == ones => return Some(other),
                (Binary::Or, Some(bits)) if bits == ones => return Some(one),
                _ => {}
            }
        }
        (a == b && matches!(operation, Binary::And | Binary::Or)).then_some(a)
    }

    /// `a` where the truth value `condition` holds, else `b`.
    pub fn if_else(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!((self.width(condition), self.width(a)), (1, self.width(b)));
        match self.value(condition) {
            _ if a == b => a,
            Some(0) => b,
            Some(_) => a,
            None => {
                let width = self.width(a);
                self.add(TermNode::IfElse(condition, a, b), width)
            }
        }
    }

    /// A change of width; the term itself if it has that width.
    pub fn cast(&mut self, cast: Cast, a: TermId, width: u32) -> TermId {
        let old = self.width(a);
        debug_assert!(if cast == Cast::Low { width <= old } else { width >= old });
        match self.node(a) {
            _ if width == old => a,
            TermNode::Constant(bits) if cast == Cast::Sign => {
                self.constant(arithmetic::signed(bits, old) as u128, width)
            }
            TermNode::Constant(bits) => self.constant(bits, width),
            _ => self.add(TermNode::Cast(cast, a), width),
        }
    }

    /// Truncates or zero-extends to a width.
    pub fn resized(&mut self, a: TermId, width: u32) -> TermId {
        self.cast(if width <= self.width(a) { Cast::Low } else { Cast::Zero }, a, width)
    }

    /// The bitwise complement.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.unary(Unary::Not, a)
    }

    /// The bitwise conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Binary::And, a, b)
    }

    /// The bitwise disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Binary::Or, a, b)
    }

    /// The disjunction of truth values.
    pub fn any(&mut self, all: &[TermId]) -> TermId {
        let none = self.truth(false);
        all.iter().fold(none, |any, next| self.or(any, *next))
    }

    /// Whether two terms of one width are equal, as a truth value.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Binary::Eq, a, b)
    }

    /// Whether a term is zero.
    pub fn is_zero(&mut self, a: TermId) -> TermId {
        let zero = self.constant(0, self.width(a));
        self.equal(a, zero)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&mut self, a: TermId) -> TermId {
        let zero = self.constant(0, self.width(a));
        self.binary(Binary::Slt, a, zero)
    }

    /// Whether `a` implies `b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not = self.not(a);
        self.or(not, b)
    }
}
