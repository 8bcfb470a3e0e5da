//! A database restricted to some expressions of a function, so that a search skips all others.
//!
//! In: a function with 500 sums, and the instructions of one expression that passed the prefilter. Out: the
//! solutions whose sums and products are in that expression, where the solver enumerates them by opcode.
//! Operands are followed without restriction.

use fixedbitset::FixedBitSet;
use ir::{Opcode, OpcodeSet, ValueId};
use lang::atoms::{Atom, ModelWorld};
use solver::{Budget, Database, Exhausted, Value};

/// The opcodes of sums and products.
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

/// A view of a database that enumerates by opcode only the given sums and products. Other values are not
/// restricted.
pub struct RestrictedWorld<'w, 'm> {
    world: &'w ModelWorld<'m>,
    known: FixedBitSet,
}

impl<'w, 'm> RestrictedWorld<'w, 'm> {
    /// Restricts `world` to the sums and products in `known`.
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

    fn enter(&self, budget: Budget) {
        self.world.enter(budget);
    }

    fn take_exhausted(&self) -> Option<Exhausted> {
        self.world.take_exhausted()
    }

    fn take_limits(&self) -> Vec<Value> {
        self.world.take_limits()
    }

    fn at_most(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<usize> {
        self.world.at_most(atom, target, args)
    }
}
