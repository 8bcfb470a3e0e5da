//! Short paths of opcodes, as bits of a Bloom filter: which functions need not be read, since no rule can match in them.
//!
//! In: a rule's `%a = lshr %x, 3` under `%r = and %a, C`, and the features of a function. Out: whether the function has an `and`, an `and` of an
//! `lshr`, an `and` of an `lshr` of a number, and so on, all of which may also be said by chance: a yes is no match, a no is certain.
//! The plugin's border makes the features of functions (`idiom_expression_features`, src/llvm/shim/interest.cpp) by the same numbers and steps.

use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::set::RuleSet;
use super::subject::Symbol;
use crate::model::Opcode;
use serde::{Deserialize, Serialize};

/// The words of a set of features.
pub const FEATURE_WORDS: usize = 32;

/// The features of a function.
pub type Features = [u64; FEATURE_WORDS];

/// Instructions by number, from 1 on; the last one stands for all intrinsics.
const OPCODES: &[Opcode] = &[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::UDiv,
    Opcode::SDiv,
    Opcode::URem,
    Opcode::SRem,
    Opcode::Shl,
    Opcode::LShr,
    Opcode::AShr,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
    Opcode::Trunc,
    Opcode::ZExt,
    Opcode::SExt,
    Opcode::ICmp,
    Opcode::Select,
    Opcode::Freeze,
    Opcode::Call,
];

const CONSTANT: u32 = 21;
const UNDEF: u32 = 22;
/// The first of 2^16 numbers, for the low bits of constants.
const NUMBERS: u32 = 32;

const SEED: u32 = 0x811c_9dc5;

/// One more step of a path (multiplicative hashing).
fn step(hash: u32, number: u32) -> u32 {
    (hash ^ number).wrapping_mul(0x9e37_79b1)
}

/// The bit of a path.
fn bit(hash: u32) -> u16 {
    (hash >> 21) as u16
}

fn has(features: &Features, bit: u16) -> bool {
    features[usize::from(bit >> 6)] >> (bit & 63) & 1 == 1
}

/// What rules need of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Prefilter {
    /// The rarest bit of each source, all bits that the source needs beside it. Ascending.
    needed: Vec<(u16, Vec<u16>)>,
}

impl Prefilter {
    /// The features that the sources of a set need.
    pub fn new(rules: &RuleSet) -> Prefilter {
        let mut needed: Vec<(u16, Vec<u16>)> = Vec::new();
        for (_, variant) in rules.variants() {
            let mut paths = Paths { patterns: rules.patterns(), found: Vec::new() };
            paths.of(variant.pattern);
            // The longest path to a number is the rarest.
            paths.found.sort_unstable_by(|a, b| b.cmp(a));
            paths.found.dedup();
            let mut bits: Vec<u16> = paths.found.iter().map(|(_, bit)| *bit).collect();
            if !bits.is_empty() {
                let rarest = bits.remove(0);
                needed.push((rarest, bits));
            }
        }
        needed.sort_unstable();
        needed.dedup();
        Prefilter { needed }
    }

    /// Whether some rule may match in a function with these features.
    pub fn may_match(&self, features: &Features) -> bool {
        let all = |rest: &[u16]| rest.iter().all(|bit| has(features, *bit));
        self.needed.iter().any(|(rarest, rest)| has(features, *rarest) && all(rest))
    }
}

/// The paths of a source, each with its rank: rarer ones have greater ranks.
struct Paths<'a> {
    patterns: &'a Patterns,
    found: Vec<(u8, u16)>,
}

impl Paths<'_> {
    fn of(&mut self, root: PatternId) {
        let patterns = self.patterns;
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let Some((own, operands)) = instruction(patterns, id) else { continue };
            let hash = step(SEED, own);
            self.found.push((0, bit(hash)));
            for operand in operands {
                match instruction(patterns, *operand) {
                    Some((below, operands)) => {
                        let hash = step(hash, below);
                        self.found.push((1, bit(hash)));
                        for operand in operands {
                            match instruction(patterns, *operand) {
                                Some((lowest, _)) => self.found.push((2, bit(step(hash, lowest)))),
                                None => self.leaf(hash, *operand, 2),
                            }
                        }
                    }
                    None => self.leaf(hash, *operand, 1),
                }
                open.push(*operand);
            }
        }
    }

    fn leaf(&mut self, hash: u32, id: PatternId, rank: u8) {
        match self.patterns.get(id) {
            Pattern::Constant => self.found.push((rank, bit(step(hash, CONSTANT)))),
            Pattern::Undef => self.found.push((rank + 2, bit(step(hash, UNDEF)))),
            Pattern::Literal(Literal { negative, magnitude }) => {
                let bits = if *negative { magnitude.wrapping_neg() } else { *magnitude };
                let hash = step(hash, NUMBERS + u32::from(bits as u16));
                self.found.push((rank + 2, bit(hash)));
            }
            Pattern::Any | Pattern::Instruction { .. } => {}
        }
    }
}

/// The number of an instruction, and its operands.
fn instruction(patterns: &Patterns, id: PatternId) -> Option<(u32, &[PatternId])> {
    let Pattern::Instruction { symbol, operands, .. } = patterns.get(id) else { return None };
    let opcode = match symbol {
        Symbol::Instruction(opcode) => *opcode,
        _ => Opcode::Call,
    };
    let at = OPCODES.iter().position(|known| *known == opcode)?;
    Some((at as u32 + 1, operands))
}
