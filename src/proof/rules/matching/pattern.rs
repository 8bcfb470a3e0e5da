//! Sources of rules as linear patterns: a hash-consed graph that all rules share.
//!
//! Each occurrence of a repeated register is a wildcard; the variant records that the occurrences are one
//! value.

use indexmap::IndexSet;
use ir::{Flags, IntPredicate};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::subject::Symbol;

/// A pattern of one [`Patterns`]. Operands have smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct PatternId(pub(super) u32);

/// A literal as written. It equals a constant of `width` bits if it fits the width and has the same low bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Literal {
    /// Whether it is below zero.
    pub negative: bool,
    /// The absolute value.
    pub magnitude: u128,
}

impl Literal {
    /// The bits at a width; `None` if the literal does not fit.
    pub fn bits(self, width: u32) -> Option<u128> {
        let needed = crate::rules::resolve::bits(self.negative, self.magnitude);
        let bits = if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude };
        (needed <= width && width <= 128).then(|| bits & (u128::MAX >> (128 - width)))
    }

    /// Whether no constant of any width equals both literals.
    pub fn excludes(self, other: Literal) -> bool {
        // Literals of different signs may have equal bits at some width.
        self != other && self.negative == other.negative
    }
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

/// The top level of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Pattern {
    /// Any value.
    Any,
    /// Any known integer.
    Constant,
    /// A number.
    Literal(Literal),
    /// `undef`
    Undef,
    /// An instruction with at least these flags.
    Instruction {
        /// Opcode or intrinsic.
        symbol: Symbol,
        /// The required flags.
        flags: Flags,
        /// The predicate; `None` for other instructions and for any predicate.
        predicate: Option<IntPredicate>,
        /// The patterns of the operands.
        operands: Vec<PatternId>,
    },
}

/// A graph of patterns.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    nodes: IndexSet<Pattern, FxBuildHasher>,
}

impl Patterns {
    pub(super) fn add(&mut self, pattern: Pattern) -> PatternId {
        PatternId(self.nodes.insert_full(pattern).0 as u32)
    }

    /// A pattern.
    pub fn get(&self, id: PatternId) -> &Pattern {
        &self.nodes[id.0 as usize]
    }

    /// All patterns; operands precede their users.
    pub fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.nodes.iter()
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether every value with the structure of `b` has the structure of `a`.
    pub(super) fn subsumes(&self, a: PatternId, b: PatternId) -> bool {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            match (self.get(a), self.get(b)) {
                (Pattern::Any, _) | (Pattern::Constant, Pattern::Constant | Pattern::Literal(_)) => {}
                (
                    Pattern::Instruction { symbol, flags, predicate, operands },
                    Pattern::Instruction {
                        symbol: other,
                        flags: given,
                        predicate: required,
                        operands: below,
                    },
                ) if symbol == other
                    && given.contains(*flags)
                    && (predicate.is_none() || predicate == required) =>
                {
                    open.extend(operands.iter().copied().zip(below.iter().copied()));
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    pub(super) fn from_nodes(nodes: Vec<Pattern>) -> Patterns {
        Patterns { nodes: nodes.into_iter().collect() }
    }
}
