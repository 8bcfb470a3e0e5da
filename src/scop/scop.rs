//! The polyhedral description of a static control part: statements with their domains, schedule and accesses,
//! all of it linear.
//!
//! ```text
//! for (i = 0; i < n; i++) a[i] = b[i + 1];      =>      S0: { [i] : 0 <= i < n }, scheduled at [0, i, 0],
//!                                                       reads b[i + 1], writes a[i]
//! ```
//!
//! An instance of a statement is one execution of its block. Instances run in the lexicographic order of
//! their schedule.

use super::affine::{Affine, Factors};
use super::cases::Union;
use super::description::{AccessKind, Description};
use super::linear::{Conjunction, Dimension, Linear};
use ir::{Base, BlockId, TypeId, ValueId};

/// A value constant during a run of the part, or a product of such values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The values that it is the product of.
    pub factors: Factors,
    /// The least and the greatest value of its type, if it is a single value.
    pub range: Option<(i128, i128)>,
}

/// The storage behind an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Memory from that address on.
    Memory(Base),
    /// A value that one statement computes and others use.
    Value(ValueId),
    /// The incoming value of a phi.
    Phi(ValueId),
}

/// An array; scalars are arrays without dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its storage.
    pub storage: Storage,
    /// The size of an element in bytes; zero for scalars.
    pub element: i128,
    /// The position of the element with all subscripts zero, in elements from the begin of the storage.
    pub offset: i128,
    /// The stride of each dimension in elements; that of the last one is 1.
    pub strides: Vec<Linear>,
    /// The size of each dimension in elements; the first is unbounded.
    pub sizes: Vec<Option<Linear>>,
    /// The types of its loads and stores, in the order of appearance; for a scalar its own type.
    pub types: Vec<TypeId>,
    /// Whether it begins at a `restrict` parameter: its written elements are accessed through no other
    /// pointer.
    pub is_restrict: bool,
}

/// One case of an access: its condition, and the elements accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPiece {
    /// The instances of the domain in this case.
    pub when: Conjunction,
    /// The subscripts of the first element accessed, one for each dimension.
    pub subscripts: Vec<Linear>,
    /// The number of elements accessed in the last dimension; 1 for scalars.
    pub elements: Linear,
}

/// An access of a statement. A write is a must-write if the statement has no guards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The load, store or call; for a scalar, the value or phi.
    pub instruction: ValueId,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// The operation of the reduction that it belongs to, if any: the value read is combined with another one
    /// and written back, in any order of instances.
    pub reduction: Option<&'static str>,
    /// The number of the array.
    pub array: u32,
    /// Its number among the accesses of the description, if it is a memory access.
    pub access: Option<u32>,
    /// Its cases, which agree where they overlap.
    pub pieces: Vec<AccessPiece>,
    /// The subscripts of the first element without case distinction, from the begin of the storage; `None` if
    /// they cannot be expressed so.
    pub subscripts: Option<Vec<Affine>>,
}

/// A statement: the accesses of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The block.
    pub block: BlockId,
    /// The numbers of the enclosing loops, the outermost first: the dimensions of its instances.
    pub loops: Vec<u32>,
    /// Its instances; with `guards`, a superset of them.
    pub domain: Union,
    /// The branches on data that decide whether an instance runs.
    pub guards: Vec<ValueId>,
    /// The constants of its schedule: before the first loop, between loops, and behind the last.
    pub position: Vec<u32>,
    /// The accesses, in execution order.
    pub accesses: Vec<Touch>,
}

/// A static control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scop {
    /// The loops and conditions of the code.
    pub description: Description,
    /// The parameters of the description.
    pub parameters: Vec<Parameter>,
    /// The parameters for which the description does not hold, because sums would wrap around or subscripts
    /// leave their dimension.
    pub invalid: Union,
    /// The cases of each loop's first iterator value, over the enclosing iterators; iteration numbers start
    /// at zero.
    pub firsts: Vec<Vec<(Conjunction, Linear)>>,
    /// Whether the first iteration of each loop may run although its test fails.
    pub untested: Vec<bool>,
    /// The arrays, memory first.
    pub arrays: Vec<Array>,
    /// The statements, in the order of control flow; blocks without accesses have none.
    pub statements: Vec<Statement>,
}

impl Scop {
    /// The schedule of a statement: constants and multiples of iterators, in turn.
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
