//! Instructions of a source that the target still uses, and the flags that matched code may have there beyond
//! those proven.
//!
//! ```text
//! %1 = add i8 %x, 1                          retained, but its poison may not reach %r: only proven flags
//! %r = select i1 %c, i8 0, i8 %1
//! =>
//! %r = %1
//! ```
//!
//! A flag makes an instruction poison more often. On a removed instruction this is harmless, since a poison
//! source allows any target. On a retained one it makes the target poison too, which is right only if the
//! source then is poison as well: some path from the instruction to the source's result must propagate
//! poison.

use ir::{Flags, Model, Opcode, ValueId};
use std::collections::BTreeSet;

/// Flags whose violation gives poison.
const OF_POISON: Flags = Flags(
    Flags::NUW.0
        | Flags::NSW.0
        | Flags::EXACT.0
        | Flags::DISJOINT.0
        | Flags::NNEG.0
        | Flags::SAMESIGN.0
        | Flags::INBOUNDS.0
        | Flags::NUSW.0
        | Flags::NNAN.0
        | Flags::NINF.0
        | Flags::ANNOTATION.0,
);

/// The opcode of an instruction, `None` for a call, and its operands.
pub type Computed<N> = (Option<Opcode>, Vec<N>);

/// The source instructions that a target uses, and those whose poison makes the source's result poison.
#[derive(Clone, Debug)]
pub struct Retained<N> {
    retained: BTreeSet<N>,
    makes_poison: BTreeSet<N>,
}

impl<N: Ord + Clone> Retained<N> {
    /// Analyses a rule. `source` is the result of its source, `used` are the operands of its target.
    /// `computed` gives an instruction's opcode and operands, and `None` for other nodes.
    pub fn new(source: N, used: Vec<N>, computed: &dyn Fn(&N) -> Option<Computed<N>>) -> Retained<N> {
        Retained {
            retained: closure(used, &|node| Some(computed(node)?.1)),
            makes_poison: closure(vec![source], &|node| {
                let (opcode, mut operands) = computed(node)?;
                operands.truncate(match opcode {
                    Some(Opcode::Freeze) => 0,
                    Some(Opcode::Select) => 1,
                    _ => operands.len(),
                });
                Some(operands)
            }),
        }
    }

    /// The flags among `more`, those beyond the proof, that an instruction must not have.
    pub fn in_the_way(&self, node: &N, more: Flags) -> Flags {
        let of_poison = if self.makes_poison.contains(node) { Flags::NONE } else { OF_POISON };
        // The open sign under `nsz` may differ at each use.
        let choices = Flags::NSZ;
        if self.retained.contains(node) { more & (of_poison | choices) } else { Flags::NONE }
    }
}

/// The transitive operands of some instructions under `next`, themselves included.
fn closure<N: Ord + Clone>(first: Vec<N>, next: &dyn Fn(&N) -> Option<Vec<N>>) -> BTreeSet<N> {
    let (mut open, mut all) = (first, BTreeSet::new());
    while let Some(node) = open.pop() {
        if let Some(operands) = next(&node)
            && all.insert(node)
        {
            open.extend(operands);
        }
    }
    all
}

/// Whether instructions outside a match use a value of it, or a matched value computed from it other than
/// `results`. A proof covers the results only.
pub fn is_used_beside(model: &Model, value: ValueId, matched: &[ValueId], results: &[ValueId]) -> bool {
    let (mut open, mut seen) = (vec![value], Vec::new());
    while let Some(value) = open.pop() {
        if results.contains(&value) || seen.contains(&value) {
            continue;
        }
        seen.push(value);
        for edge in model.operand_uses(value) {
            if !matched.contains(&edge.to) {
                return true;
            }
            open.push(edge.to);
        }
    }
    false
}
