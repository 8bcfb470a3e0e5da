//! Sources of rules as linear patterns: a hash-consed graph that all rules share.
//!
//! A register that is repeated is a wildcard at each occurrence; that the occurrences are one value is told
//! beside the pattern.

use indexmap::IndexSet;
use ir::{Flags, IntPredicate};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::subject::Symbol;

/// A pattern of one [`Patterns`]. Operands have lesser numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct PatternId(pub(super) u32);

/// A literal as it is written. It is equal to a constant of `width` bits that has its low bits, if it fits
/// `width` at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Literal {
    /// Whether it is below zero.
    pub negative: bool,
    /// Its size.
    pub magnitude: u128,
}

impl Literal {
    /// The bits at a width; `None` where it does not fit.
    pub fn bits(self, width: u32) -> Option<u128> {
        let needed = crate::rules::resolve::bits(self.negative, self.magnitude);
        let bits = if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude };
        (needed <= width && width <= 128).then(|| bits & (u128::MAX >> (128 - width)))
    }

    /// Whether no constant of any width equals both.
    pub fn excludes(self, other: Literal) -> bool {
        // A number of either sign may have the bits of one of the other at some width.
        self != other && self.negative == other.negative
    }
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

/// One level of a pattern.
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
    /// An instruction that has these flags among others.
    Instruction {
        /// Opcode or intrinsic.
        symbol: Symbol,
        /// Flags that it has to have.
        flags: Flags,
        /// The predicate; none of other instructions, or where any will do.
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

    /// All patterns, operands before what has them.
    pub fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.nodes.iter()
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether every value that has the structure of `b` has that of `a`.
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
