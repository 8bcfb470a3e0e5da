//! A search that starts in some trees alone: what is elsewhere in a function may be a hundred times as much.
//!
//! In: a function with 500 sums, and the instructions of the one tree that is worth rewriting. Out: the solutions of a specification whose
//! sums and products, as far as the search has to guess them, are among those; from there it goes where operands lead.

use crate::atoms::{Atom, ModelWorld};
use crate::model::{Model, ValueId};
use crate::solver::{Value, World};
use rustc_hash::FxHashSet;

/// A world in which only these instructions are known by their kind.
pub(super) struct Within<'w, 'm> {
    world: &'w ModelWorld<'m>,
    known: FxHashSet<ValueId>,
}

impl<'w, 'm> Within<'w, 'm> {
    pub(super) fn new(world: &'w ModelWorld<'m>, known: impl IntoIterator<Item = ValueId>) -> Self {
        Within { world, known: known.into_iter().collect() }
    }

    fn model(&self) -> &'m Model {
        self.world.model()
    }
}

impl World<Atom> for Within<'_, '_> {
    fn size(&self) -> u32 {
        self.world.size()
    }

    fn holds(&self, atom: &Atom, args: &[Value]) -> bool {
        self.world.holds(atom, args)
    }

    fn candidates(&self, atom: &Atom, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        let before = out.len();
        self.world.candidates(atom, target, args, out);
        if !matches!(atom, Atom::Kind(_)) {
            return;
        }
        let is_known = |value: &Value| {
            let value = ValueId(value.0);
            self.model().opcode(value).is_none() || self.known.contains(&value)
        };
        let mut kept = before;
        for at in before..out.len() {
            if is_known(&out[at]) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn at_most(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<usize> {
        self.world.at_most(atom, target, args)
    }
}
