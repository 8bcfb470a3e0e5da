//! The polyhedral description of a static control part: statements with their domains, schedule and accesses,
//! all of it linear.
//!
//! ```text
//! for (i = 0; i < n; i++) a[i] = b[i + 1];      =>      S0: { [i] : 0 <= i < n }, scheduled at [0, i, 0],
//!                                                       reads b[i + 1], writes a[i]
//! ```
//!
//! An instance of a statement is one time that control passes its block. Instances run in lexicographic order
//! of their schedule.

use super::affine::{Affine, Factors};
use super::cases::Union;
use super::description::{AccessKind, Description};
use super::linear::{Conjunction, Dimension, Linear};
use ir::{Base, BlockId, TypeId, ValueId};

/// A value that is the same for a whole run of the part, or a product of such values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The values that it is the product of.
    pub factors: Factors,
    /// The least and the greatest value that its type has room for, where it is a single value.
    pub range: Option<(i128, i128)>,
}

/// The storage behind an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Memory, from that address on.
    Memory(Base),
    /// A value that one statement computes and others use.
    Value(ValueId),
    /// The operand that a phi takes over from the statement before.
    Phi(ValueId),
}

/// An array; scalars are arrays without dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its storage.
    pub storage: Storage,
    /// The bytes of an element; zero for scalars.
    pub element: i128,
    /// The place of the element that has only zeros for subscripts, in elements behind the storage's begin.
    pub offset: i128,
    /// The stride of each dimension in elements; that of the last is 1.
    pub strides: Vec<Linear>,
    /// The size of each dimension in elements; the first is open.
    pub sizes: Vec<Option<Linear>>,
    /// The types that loads and stores access it as, in order of appearance; of a scalar its own.
    pub types: Vec<TypeId>,
    /// Whether it begins at a `restrict` parameter: what is written in it is accessed through no other
    /// pointer.
    pub is_restrict: bool,
}

/// One case of an access: its condition, and the elements that it touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The instances of the domain to which it applies.
    pub when: Conjunction,
    /// A subscript for each dimension: the first element touched.
    pub subscripts: Vec<Linear>,
    /// The number of elements from there on, in the last dimension; 1 for scalars.
    pub elements: Linear,
}

/// An access of a statement. A write is certain where the statement has no guards: each instance makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The load, store or call; of a scalar, the value or phi.
    pub instruction: ValueId,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// The operation of the reduction that it is part of, if it is: what is read is combined with something
    /// else by it and written back, in whatever order instances run.
    pub reduction: Option<&'static str>,
    /// The number of the array.
    pub array: u32,
    /// Its number among the accesses of the description, if it is to memory.
    pub access: Option<u32>,
    /// Its cases. Those that overlap agree.
    pub pieces: Vec<Piece>,
    /// The first element touched, not in cases, counted from the storage's begin; `None` where that cannot be
    /// said so.
    pub subscripts: Option<Vec<Affine>>,
}

/// A statement: the accesses of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The block.
    pub block: BlockId,
    /// The numbers of the loops around it, the outermost first: the dimensions of its instances.
    pub loops: Vec<u32>,
    /// Its instances; with `guards`, the possible ones.
    pub domain: Union,
    /// The branches about data that decide whether an instance runs.
    pub guards: Vec<ValueId>,
    /// The constants of its schedule: before the first loop, between two, and behind the last.
    pub position: Vec<u32>,
    /// In the order in which they are made.
    pub accesses: Vec<Touch>,
}

/// A static control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scop {
    /// Loops and conditions as the code has them.
    pub description: Description,
    /// The parameters of all that follows.
    pub parameters: Vec<Parameter>,
    /// Parameters for which the description does not hold: sums would wrap around, or subscripts leave their
    /// dimension.
    pub invalid: Union,
    /// The cases of the first iterator of each loop, over the iterators around it; rounds count from zero.
    pub firsts: Vec<Vec<(Conjunction, Linear)>>,
    /// Whether the first round of each loop runs though the test may fail for it.
    pub untested: Vec<bool>,
    /// The arrays, memory first.
    pub arrays: Vec<Array>,
    /// In the order of control flow; blocks without accesses are none.
    pub statements: Vec<Statement>,
}

impl Scop {
    /// When an instance of a statement runs: constants and multiples of iterators, in turn.
    pub fn schedule(&self, statement: &Statement) -> Vec<Linear> {
        let constants = statement.position.iter().map(|at| Linear::constant((*at).into()));
        let counted = statement.loops.iter().map(|k| {
            let l = &self.description.loops[*k as usize];
            let by = if l.step < 0 && !l.counts_rounds { -1 } else { 1 };
            Linear { terms: vec![(Dimension::Iterator(*k), by)], constant: 0 }
        });
        let mut schedule: Vec<Linear> = Vec::with_capacity(2 * statement.loops.len() + 1);
        let mut counted = counted.fuse();
        for constant in constants {
            schedule.push(constant);
            schedule.extend(counted.next());
        }
        schedule
    }
}
