//! The instructions of a source that its target keeps, and how far the code may go beyond a proof there.
//!
//! ```text
//! %1 = add i8 %x, 1                          kept, and chosen alone: no flag beyond those that are proven
//! %r = select i1 %c, i8 0, i8 %1
//! =>
//! %r = %1
//! ```
//!
//! A flag makes an instruction poison more often. Of one that goes, that lets the target be anything; one
//! that is kept makes the target poison, too, which is right only where it makes the source poison: where all
//! operations on one way from it to the result hand poison on.

use ir::{Flags, Model, Opcode, ValueId};
use std::collections::BTreeSet;

/// Flags that can make a result poison that the operation by itself does not make poison.
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

/// An instruction: what it is, if it is no call, and what it is computed from.
pub type Computed<N> = (Option<Opcode>, Vec<N>);

/// The instructions that a target keeps, and those that make the result of the source poison.
#[derive(Clone, Debug)]
pub struct Retained<N> {
    retained: BTreeSet<N>,
    makes_poison: BTreeSet<N>,
}

impl<N: Ord + Clone> Retained<N> {
    /// Reads a rule: the result of its source, what its target uses, and what an instruction is computed
    /// from, `None` of what is no instruction.
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

    /// The flags among `more`, which are beyond a proof, that an instruction must not have.
    pub fn in_the_way(&self, node: &N, more: Flags) -> Flags {
        let of_poison = if self.makes_poison.contains(node) { Flags::NONE } else { OF_POISON };
        // A sign that it may choose is another one at each use.
        let choices = Flags::NSZ;
        if self.retained.contains(node) { more & (of_poison | choices) } else { Flags::NONE }
    }
}

/// The instructions that some are computed from, by the operands that `next` says, themselves included.
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

/// Whether something beside a match uses a value of it, or what is computed from that in the match, other
/// than by its results: a proof speaks of the results alone.
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
