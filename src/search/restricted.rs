//! A search that starts in some expressions alone: what is elsewhere in a function may be a hundred times as
//! much.
//!
//! In: a function with 500 sums, and the instructions of the one tree that is worth a look. Out: the
//! solutions of a specification whose sums and products, as far as the search has to guess them, are among
//! those; from there it goes where operands lead.

use fixedbitset::FixedBitSet;
use ir::{Opcode, OpcodeSet, ValueId};
use lang::atoms::{Atom, ModelWorld};
use solver::{Database, Value};

/// Operations that sums and products consist of.
const OPERATIONS: OpcodeSet = OpcodeSet::of(&[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Shl,
    Opcode::FAdd,
    Opcode::FSub,
    Opcode::FMul,
    Opcode::FNeg,
]);

/// A world in which only these sums and products are known by their kind, and all other values.
pub struct RestrictedWorld<'w, 'm> {
    world: &'w ModelWorld<'m>,
    known: FixedBitSet,
}

impl<'w, 'm> RestrictedWorld<'w, 'm> {
    /// The world without operations but the `known` ones.
    pub fn new(world: &'w ModelWorld<'m>, known: impl IntoIterator<Item = ValueId>) -> Self {
        let mut set = FixedBitSet::with_capacity(world.model().len());
        set.extend(known.into_iter().map(ValueId::index));
        RestrictedWorld { world, known: set }
    }

    fn is_known(&self, value: ValueId) -> bool {
        let is_operation = |opcode| OPERATIONS.meets(OpcodeSet::of(&[opcode]));
        self.known.contains(value.index()) || !self.world.model().opcode(value).is_some_and(is_operation)
    }
}

impl Database<Atom> for RestrictedWorld<'_, '_> {
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
        let mut retained = before;
        for at in before..out.len() {
            if self.is_known(ValueId(out[at].0)) {
                out[retained] = out[at];
                retained += 1;
            }
        }
        out.truncate(retained);
    }

    fn only(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<Option<Value>> {
        self.world.only(atom, target, args)
    }

    fn take_work(&self) -> u64 {
        self.world.take_work()
    }

    fn take_limits(&self) -> Vec<Value> {
        self.world.take_limits()
    }

    fn at_most(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<usize> {
        self.world.at_most(atom, target, args)
    }
}
