//! Problems, the input of the engine: definitions that call each other, over relations that a
//! [database](super::Database) interprets.
//!
//! A problem depends on a specification alone and is created once. It retains the structure that the author
//! wrote: an `include` is a [`Formula::Call`].

use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// A value of the domain, or the extra value `unused`, which is greater than all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

impl Value {
    /// The marker for "no value".
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
            /// Index in its table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// Index of a variable of one definition.
    VarId
);
index!(
    /// Index of a definition of a problem.
    DefId
);
index!(
    /// A group of definitions with the same expanded formula but different interfaces.
    VariantGroup
);
index!(
    /// The place of a constraint in the text; the front end maps it to a file and a span.
    Origin
);

/// A set of argument positions of a relation, at most 64. Bound arguments beyond that are only checked.
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

/// The access path of a relation to the values of an argument, by the expected number of candidates. Ordered
/// from best to worst.
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
    /// Expected number of candidates in a function of moderate size.
    pub fn expected(self) -> f64 {
        match self {
            AccessPath::One => 0.95,
            AccessPath::Few => 2.0,
            AccessPath::Bucket => 16.0,
            AccessPath::Scan => 64.0,
        }
    }
}

/// A relation symbol, whose meaning in a particular function is up to a [database](super::Database).
pub trait Relation: Clone + Eq + Hash + Debug {
    /// The number of arguments.
    fn arity(&self) -> usize;

    /// The access path to candidates for argument `target` if the arguments in `bound` are bound. `None` if
    /// the relation can only be tested. A relation that binds its variables returns `Some` for every target
    /// even if `bound` is empty.
    fn access_path(&self, target: usize, bound: ArgSet) -> Option<AccessPath>;

    /// The expected number of candidates if [`access_path`](Self::access_path) returns `Some`, for a function
    /// of moderate size. The planner compares plans by it.
    fn expected(&self, target: usize, bound: ArgSet) -> f64 {
        self.access_path(target, bound).map_or(0.0, AccessPath::expected)
    }

    /// Whether the relation holds of every candidate for argument `target` if all other arguments are bound,
    /// so that candidates need no test.
    fn is_exact(&self, _target: usize) -> bool {
        false
    }

    /// The estimated probability that the relation holds of bound arguments. The planner compares plans by
    /// it.
    fn odds(&self) -> f64 {
        0.5
    }

    /// Whether the relation can hold if argument `k` is `unused`; false for most relations. Candidates for
    /// such an argument are never generated, whatever `access_path` returns. An atom with any other `unused`
    /// argument is false.
    fn admits_unused(&self, _k: usize) -> bool {
        false
    }

    /// Whether the relation holds of a large part of all tuples, so that enumerating it takes quadratic time
    /// in the size of the domain. False for most relations.
    fn is_dense(&self) -> bool {
        false
    }

    /// Whether the relation is passed to
    /// [`Database::candidates_for_all`](super::Database::candidates_for_all). False for most relations.
    fn is_pushable(&self) -> bool {
        false
    }

    /// Whether the short list of candidates for argument `target` grows with the function, so that it is
    /// worth narrowing by [`Database::candidates_for_all`](super::Database::candidates_for_all). False for
    /// most relations.
    fn is_crowded(&self, _target: usize) -> bool {
        false
    }

    /// The complement of the relation, if it exists and is pushable.
    fn negation(&self) -> Option<Self> {
        None
    }

    /// The union of this relation and `other`, both unary, or a superset of it, if it is cheap to test.
    /// Returns `other` itself if this relation implies it.
    fn either(&self, _other: &Self) -> Option<Self> {
        None
    }

    /// The cost of one test. Most relations are cheap to test.
    fn test_cost(&self) -> TestCost {
        TestCost::Cheap
    }

    /// Whether the relation is tested after all other literals of its conjunction. False for most relations.
    fn is_last(&self) -> bool {
        false
    }

    /// Whether the relation means the same in all searches of a database, and always decides, so that they
    /// share answers that depend on it. True for most relations.
    fn is_shared(&self) -> bool {
        true
    }
}

/// The cost of testing a relation whose arguments are all bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestCost {
    /// A look-up.
    Cheap,
    /// Some dozens of look-ups.
    Dozens,
    /// A search of the function, which may take longer than listing the solutions of other literals.
    Search,
}

/// A formula of the core language. `And([])` is true, `Or([])` is false.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum Formula<R> {
    /// All parts hold.
    And(Vec<Formula<R>>),
    /// At least one branch holds. A branch leaves the variables that it does not mention free.
    Or(Vec<Formula<R>>),
    /// The relation holds of the variables.
    Atom(R, Vec<VarId>, Origin),
    /// Both variables have the same value, or both are `unused`.
    Equal(VarId, VarId, Origin),
    /// The variables have different values, or exactly one is `unused`.
    Differ(VarId, VarId, Origin),
    /// The variable is `unused`.
    Unused(VarId, Origin),
    /// Both lists of variables have the same set of used values.
    SameSet(Vec<VarId>, Vec<VarId>, Origin),
    /// A call: the formula of the definition, with `args[k]` for its `k`-th interface variable. The callee's
    /// other variables are private to this call and part of each row, unless the callee is
    /// [projected](Definition::is_projected).
    Call(DefId, Vec<VarId>, Origin),
    /// All solutions of a body, in the copies of its local variables.
    Collect(Collect),
    /// The existence or absence of a witness.
    Quantified(Quantified<R>),
}

/// A quantifier: whether values for its local variables exist, its witness, that satisfy the body. Nothing
/// else mentions the local variables. A quantifier binds nothing.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Quantified<R> {
    /// `true`: a witness must exist; `false`: no witness may exist.
    pub wanted: bool,
    /// The body. Private variables of calls in it belong to the witness.
    pub body: Box<Formula<R>>,
    /// The variables it quantifies over.
    pub locals: Vec<VarId>,
    /// If not empty, at least one of these variables must hold a value in a witness.
    pub looked_at: Vec<VarId>,
    /// Its place in the text.
    pub origin: Origin,
}

/// `collect i n F`: the k-th copies of all columns hold the k-th solution of the body; further copies are
/// `unused`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Collect {
    /// The limit n, which is not 0: the absence of rows is expressed by a [`Quantified`].
    pub limit: u32,
    /// The body F, as a definition whose interface is `outer` followed by the columns.
    pub body: DefId,
    /// The outer variables, in the order of the body's interface.
    pub outer: Vec<VarId>,
    /// The local variables mentioned elsewhere, in the order of the body's interface after `outer`.
    pub columns: Vec<Column>,
    /// Its place in the text.
    pub origin: Origin,
}

/// The copies of one local variable of a collect.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Column {
    /// The variables that hold the copies; `limit` of them.
    pub slots: Vec<VarId>,
    /// Whether another collect of the same specification collects this variable too. Shared columns come
    /// first in the order of rows.
    pub shared: bool,
}

/// A specification whose index parameters have values. Its includes are calls.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Definition<R> {
    /// The name for messages, such as `AffineCalc[N=2]`.
    pub name: String,
    /// Names by variable, as seen inside the definition. In order of first appearance in the *expanded*
    /// formula, as far as that mentions them.
    pub variables: Vec<String>,
    /// The variables a caller can bind or read, in the order of a call's `args`.
    pub interface: Vec<VarId>,
    /// The formula that must hold.
    pub body: Formula<R>,
    /// The variants of this definition: definitions with the same formula, but different interfaces. `None`
    /// if there are no others.
    pub variants: Option<VariantGroup>,
    /// Whether the definition is an existential projection to its interface. Rows that agree on the interface
    /// are one answer. The other variables, and those of its callees and collects, belong to no solution.
    pub is_projected: bool,
}

/// Definitions and the root to solve. Calls form no cycle.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Problem<R> {
    /// All definitions; calls refer to them by index, in any order.
    pub definitions: Vec<Definition<R>>,
    /// The root, whose solutions are searched for. All its variables are reported.
    pub root: DefId,
}
