//! What the engine is given: definitions that call each other, over relations that a
//! [database](super::Database) interprets.
//!
//! A problem depends on a specification alone and is made once. The structure the author wrote is kept: an
//! `include` is a [`Formula::Call`].

use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// A value of the domain, or the extra value `unused`, which is greater than all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

impl Value {
    /// "Holds no value".
    pub const UNUSED: Value = Value(u32::MAX);

    /// Whether this is a value of the domain.
    #[inline]
    pub fn is_used(self) -> bool {
        self != Self::UNUSED
    }
}

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
        pub struct $name(pub u32);

        impl $name {
            /// Position in its table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A variable of one definition.
    VarId
);
index!(
    /// A definition of a problem.
    DefId
);
index!(
    /// A formula that several definitions have, of which other variables are seen from outside.
    VariantGroup
);
index!(
    /// The place of a constraint in the text; the front end maps it to a file and a span.
    Origin
);

/// A set of argument positions of a relation (at most 64; further ones count as bound checks only).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArgSet(pub u64);

impl ArgSet {
    /// Whether position `k` is in the set.
    #[inline]
    pub fn contains(self, k: usize) -> bool {
        k < 64 && self.0 >> k & 1 == 1
    }

    /// The set with position `k` added.
    #[inline]
    pub fn with(self, k: usize) -> ArgSet {
        ArgSet(if k < 64 { self.0 | 1 << k } else { self.0 })
    }
}

/// The number of candidates that a relation has for an argument, once others are bound. Ordered from best to
/// worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum AccessPath {
    /// At most one: argument n, successor n, the terminator of a block.
    One,
    /// A short list: uses, predecessors, dominators of a point.
    Few,
    /// A bucket: all phis, all calls of `sqrt`.
    Bucket,
    /// A scan over the whole domain or a large part of it.
    Scan,
}

impl AccessPath {
    /// About how many candidates, for a function of moderate size.
    pub fn expected(self) -> f64 {
        match self {
            AccessPath::One => 0.95,
            AccessPath::Few => 2.0,
            AccessPath::Bucket => 16.0,
            AccessPath::Scan => 64.0,
        }
    }
}

/// A relation symbol: what an atom says, without saying it of a particular function.
pub trait Relation: Clone + Eq + Hash + Debug {
    /// The number of arguments.
    fn arity(&self) -> usize;

    /// How candidates for argument `target` can be produced once those in `bound` are known; `None` when the
    /// relation cannot produce any and must wait as a check. A relation that binds its variables
    /// answers `Some` for every target and even the empty set.
    fn access_path(&self, target: usize, bound: ArgSet) -> Option<AccessPath>;

    /// About how many candidates there are where [`access_path`](Self::access_path) answers `Some`, for a function of
    /// moderate size. Plans are compared by it.
    fn expected(&self, target: usize, bound: ArgSet) -> f64 {
        self.access_path(target, bound).map_or(0.0, AccessPath::expected)
    }

    /// Whether the candidates for argument `target`, where all others are known, are no more than those for
    /// which the relation holds: then none of them has to be tested for it.
    fn is_exact(&self, _target: usize) -> bool {
        false
    }

    /// About how often the relation holds of values that are known. Plans are compared by it.
    fn odds(&self) -> f64 {
        0.5
    }

    /// Whether the relation can hold when argument `k` is `unused`. False for almost all. Such an
    /// argument is never generated, whatever `access_path` says; an atom is false when another one is unused.
    fn admits_unused(&self, _k: usize) -> bool {
        false
    }

    /// Whether it holds of a good part of all tuples, so that going through them takes as long as the domain
    /// is large, squared. False for almost all.
    fn is_dense(&self) -> bool {
        false
    }

    /// Whether it is worth telling [`Database::candidates_for_all`](super::Database::candidates_for_all) of it. False for almost all.
    fn is_pushable(&self) -> bool {
        false
    }

    /// Whether a short list of candidates for argument `target` grows with the function, so that what else will
    /// have to hold of them is told to [`Database::candidates_for_all`](super::Database::candidates_for_all). False for almost all.
    fn is_crowded(&self, _target: usize) -> bool {
        false
    }

    /// The relation that holds where this one does not, if that is a clue.
    fn negation(&self) -> Option<Self> {
        None
    }

    /// A relation that holds wherever this or another one does, both of one value, if there is one that is
    /// quickly tested; the other one itself where it holds wherever this does.
    fn either(&self, _other: &Self) -> Option<Self> {
        None
    }

    /// Whether a test takes as long as some dozens of others.
    fn is_costly(&self) -> bool {
        false
    }

    /// Whether it is tested only where all else around it holds. False for almost all.
    fn is_last(&self) -> bool {
        false
    }
}

/// A formula of the core language. `And([])` is true, `Or([])` is false.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum Formula<R> {
    /// All hold.
    And(Vec<Formula<R>>),
    /// At least one holds. A branch that does not mention a variable leaves it free there.
    Or(Vec<Formula<R>>),
    /// The relation holds of the variables.
    Atom(R, Vec<VarId>, Origin),
    /// Same value; holds when both are `unused`.
    Equal(VarId, VarId, Origin),
    /// Different values; holds when exactly one is `unused`.
    Differ(VarId, VarId, Origin),
    /// Holds no value.
    Unused(VarId, Origin),
    /// The used values of the first are those of the second.
    SameSet(Vec<VarId>, Vec<VarId>, Origin),
    /// The definition's formula, its `k`-th interface variable being our `args[k]`. The callee's other
    /// variables are private to this call and part of each row, unless the callee is
    /// [projected](Definition::is_projected).
    Call(DefId, Vec<VarId>, Origin),
    /// All solutions of a body, side by side.
    Collect(Collect),
    /// Whether a body has a witness.
    Quantified(Quantified<R>),
}

/// Whether a formula has a witness: values for some variables of the definition that nothing else mentions.
/// It binds nothing.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Quantified<R> {
    /// Whether there must be one; otherwise there must be none.
    pub wanted: bool,
    /// The formula that a witness satisfies. Private variables of calls in it belong to the witness.
    pub body: Box<Formula<R>>,
    /// The variables it is about.
    pub locals: Vec<VarId>,
    /// The variables of which some must hold a value in a witness; if empty, no value is required.
    pub looked_at: Vec<VarId>,
    /// Its place in the text.
    pub origin: Origin,
}

/// `collect i n F`: the k-th slots of all columns hold the k-th solution of the body; slots beyond are
/// `unused`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Collect {
    /// n, which is not 0: that there are no rows is what a [`Quantified`] says.
    pub limit: u32,
    /// F, as a definition whose interface is `outer` followed by the columns.
    pub body: DefId,
    /// The variables fixed from outside, in the order of the body's interface.
    pub outer: Vec<VarId>,
    /// The local variables mentioned elsewhere, in the order of the body's interface after `outer`.
    pub columns: Vec<Column>,
    /// Its place in the text.
    pub origin: Origin,
}

/// One local variable of a collect: its n copies.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Column {
    /// The variables that hold the copies, `limit` of them.
    pub slots: Vec<VarId>,
    /// Whether another collect of the same specification collects this variable too. Those come first in the
    /// order of rows.
    pub shared: bool,
}

/// A specification after index parameters are known, with its includes kept as calls.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Definition<R> {
    /// For messages: `AffineCalc[N=2]`.
    pub name: String,
    /// Names by variable, as seen from inside. In order of first appearance in the *expanded* formula as far
    /// as they are listed here.
    pub variables: Vec<String>,
    /// The variables a caller can bind or read, in the order of a call's `args`.
    pub interface: Vec<VarId>,
    /// The formula that must hold.
    pub body: Formula<R>,
    /// Definitions with the same number have the same formula, but for which of its variables a caller can
    /// bind or read. `None`: no other definition has it.
    pub variants: Option<VariantGroup>,
    /// Whether a caller sees the interface alone: an existential projection. Rows that agree on the interface
    /// are one answer, and the other variables belong to no solution, nor do those of what it calls and
    /// collects.
    pub is_projected: bool,
}

/// Definitions and the one to solve. Calls form no cycle.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Problem<R> {
    /// All definitions; a call refers to an earlier or later one.
    pub definitions: Vec<Definition<R>>,
    /// The definition whose solutions are searched for; all its variables are reported.
    pub root: DefId,
}
