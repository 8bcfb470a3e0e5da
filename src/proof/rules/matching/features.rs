//! A prefilter: short paths of opcodes as bits of a Bloom filter, to skip functions in which no rule can
//! match.
//!
//! In: a rule's `%a = lshr %x, 3` under `%r = and %a, C`, and the features of a function. Out: whether the
//! function has an `and`, an `and` of an `lshr`, an `and` of an `lshr` of a number, and so on. Hash
//! collisions make a positive answer uncertain; a negative one is certain. The plugin's border computes the
//! features of functions (`idiom_expression_features`, src/llvm/shim/interest.cpp) with the same hash and
//! numbers; both take the numbers from src/layout/layout.txt.

use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::set::RuleSet;
use super::subject::Symbol;
use ir::Opcode;
use serde::{Deserialize, Serialize};

/// Number of words of a set of features.
pub const FEATURE_WORDS: usize = 32;

/// The features of a function.
pub type Features = [u64; FEATURE_WORDS];

// The number of each instruction (`STEPS`; one for all intrinsics), and the other constants of paths.
include!(concat!(env!("OUT_DIR"), "/paths.rs"));

/// Extends the hash of a path by one step (multiplicative hashing).
fn step(hash: u32, number: u32) -> u32 {
    (hash ^ number).wrapping_mul(FACTOR)
}

/// The feature bit of a path's hash.
fn bit(hash: u32) -> u16 {
    (hash >> SHIFT) as u16
}

fn has(features: &Features, bit: u16) -> bool {
    features[usize::from(bit >> 6)] >> (bit & 63) & 1 == 1
}

/// The features that rules require of a function, in compact lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Prefilter {
    /// The rarest bits of all sources.
    rarest: Features,
    /// The rarest bit of each source, ascending, and the end of its other bits in `others`.
    sources: Vec<(u16, u32)>,
    /// The other bits, source by source.
    others: Vec<u16>,
}

impl Prefilter {
    /// The required features of a set's sources.
    pub fn new(rules: &RuleSet) -> Prefilter {
        let mut needed: Vec<(u16, Vec<u16>)> = Vec::new();
        for (_, variant) in rules.variants() {
            let mut paths = SourcePaths { patterns: rules.patterns(), found: Vec::new() };
            paths.of(variant.pattern);
            // The longest path to a number is assumed to be the rarest.
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
        let mut prefilter = Prefilter::default();
        for (rarest, others) in needed {
            prefilter.rarest[usize::from(rarest >> 6)] |= 1 << (rarest & 63);
            prefilter.others.extend(others);
            prefilter.sources.push((rarest, prefilter.others.len() as u32));
        }
        prefilter
    }

    /// Whether some rule may match in a function with these features.
    pub fn may_match(&self, features: &Features) -> bool {
        (0..FEATURE_WORDS).any(|word| {
            let mut met = self.rarest[word] & features[word];
            while met != 0 {
                let rarest = (word << 6) as u16 | met.trailing_zeros() as u16;
                if self.has_source(rarest, features) {
                    return true;
                }
                met &= met - 1;
            }
            false
        })
    }

    /// Whether a function has all features of some source with this rarest bit.
    fn has_source(&self, rarest: u16, features: &Features) -> bool {
        let first = self.sources.partition_point(|(bit, _)| *bit < rarest);
        let end = |at: usize| self.sources[at].1 as usize;
        let mut begin = first.checked_sub(1).map_or(0, end);
        for at in first..self.sources.len() {
            if self.sources[at].0 != rarest {
                return false;
            }
            let bits = &self.others[begin..end(at)];
            if bits.iter().all(|bit| has(features, *bit)) {
                return true;
            }
            begin = end(at);
        }
        false
    }
}

/// The paths of a source with their ranks; rarer paths have greater ranks.
struct SourcePaths<'a> {
    patterns: &'a Patterns,
    found: Vec<(u8, u16)>,
}

impl SourcePaths<'_> {
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
    let (_, number) = STEPS.iter().find(|(known, _)| *known == opcode)?;
    Some((*number, operands))
}
