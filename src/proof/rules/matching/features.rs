//! Short paths of opcodes, as bits of a Bloom filter: which functions need not be read, since no rule can
//! match in them.
//!
//! In: a rule's `%a = lshr %x, 3` under `%r = and %a, C`, and the features of a function. Out: whether the
//! function has an `and`, an `and` of an `lshr`, an `and` of an `lshr` of a number, and so on, all of which
//! may also be said by chance: a yes is no match, a no is certain. The plugin's border makes the features of
//! functions (`idiom_expression_features`, src/llvm/shim/interest.cpp) in the same way, with the same
//! numbers: both have them from src/layout/layout.txt.

use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::set::RuleSet;
use super::subject::Symbol;
use ir::Opcode;
use serde::{Deserialize, Serialize};

/// The words of a set of features.
pub const FEATURE_WORDS: usize = 32;

/// The features of a function.
pub type Features = [u64; FEATURE_WORDS];

// Instructions with their numbers (`STEPS`, the call for all intrinsics), and the other constants of paths.
include!(concat!(env!("OUT_DIR"), "/paths.rs"));

/// One more step of a path (multiplicative hashing).
fn step(hash: u32, number: u32) -> u32 {
    (hash ^ number).wrapping_mul(FACTOR)
}

/// The bit of a path.
fn bit(hash: u32) -> u16 {
    (hash >> SHIFT) as u16
}

fn has(features: &Features, bit: u16) -> bool {
    features[usize::from(bit >> 6)] >> (bit & 63) & 1 == 1
}

/// Features of a function that rules require, in lists that are quickly read and tested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Prefilter {
    /// The bits that are the rarest of some source.
    rarest: Features,
    /// By source its rarest bit, ascending, and the end of its other bits.
    sources: Vec<(u16, u32)>,
    /// The other bits, source by source.
    others: Vec<u16>,
}

impl Prefilter {
    /// The features that the sources of a set need.
    pub fn new(rules: &RuleSet) -> Prefilter {
        let mut needed: Vec<(u16, Vec<u16>)> = Vec::new();
        for (_, variant) in rules.variants() {
            let mut paths = SourcePaths { patterns: rules.patterns(), found: Vec::new() };
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

/// The paths of a source, each with its rank: rarer ones have greater ranks.
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
