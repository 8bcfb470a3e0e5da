//! The relation symbols: an enum over the families.
//!
//! The binding rule of the language in one place: an atom supplies candidates for each of its variables,
//! even with nothing bound, except `!= numeric constant`, negated domination and the constraints on pairs
//! and paths, which only check.

use super::{
    Access, Bits, CallFact, ConstantValue, ControlFlow, DataFlow, Fact, Kind, MemoryFact, Named, OwnFact,
    Pair, Path,
};
use ir::Flow;
use serde::{Deserialize, Serialize};
use solver::{AccessPath, ArgSet, Relation, TestCost};

/// An atomic constraint without its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Atom {
    /// A property of one value: opcode, type, constant, flags.
    Kind(Kind),
    /// The name or an attribute of one value.
    Named(Named),
    /// Edges of the data flow graph.
    DataFlow(DataFlow),
    /// Edges of the control flow graph, dominance, control dependence, dependence.
    ControlFlow(ControlFlow),
    /// The comparison of two values.
    Pair(Pair),
    /// The bits of integers.
    Bits(Bits),
    /// Points on all paths between two others, and whether there is a path.
    Path(Path),
    /// Facts of dataflow analyses at a point.
    Fact(Fact),
    /// The numeric value of a constant on every path.
    ConstantValue(ConstantValue),
    /// Facts about memory.
    MemoryFact(MemoryFact),
    /// Accesses to memory and their addresses.
    Access(Access),
    /// `{x} is beyond the limit`: never holds. If the constraints around it hold, the search reports that a
    /// limit was reached at x.
    BeyondLimit,
    /// Facts about called functions.
    CallFact(CallFact),
    /// Facts of an analysis of one's own.
    OwnFact(OwnFact),
    /// Whether a variable of a formula of such an analysis has a value that is asked about, by its position.
    Given(u32),
}

impl Relation for Atom {
    fn arity(&self) -> usize {
        match self {
            Atom::Kind(_) | Atom::Named(_) | Atom::ConstantValue(_) | Atom::BeyondLimit => 1,
            Atom::Given(_) => 1,
            Atom::OwnFact(atom) => atom.arity(),
            Atom::CallFact(atom) => atom.arity(),
            Atom::DataFlow(atom) => atom.arity(),
            Atom::ControlFlow(_) | Atom::Pair(_) => 2,
            Atom::Bits(atom) => atom.arity(),
            Atom::Path(atom) => atom.arity(),
            Atom::Fact(atom) => atom.arity(),
            Atom::MemoryFact(atom) => atom.arity(),
            Atom::Access(atom) => atom.arity(),
        }
    }

    fn access_path(&self, target: usize, bound: ArgSet) -> Option<AccessPath> {
        match self {
            Atom::Kind(atom) => atom.access_path(),
            Atom::Named(atom) => Some(atom.access_path()),
            Atom::CallFact(atom) => Some(atom.access_path(target, bound)),
            Atom::DataFlow(atom) => Some(atom.access_path(target, bound)),
            Atom::ControlFlow(atom) => atom.access_path(target, bound),
            Atom::Pair(_) | Atom::Bits(_) | Atom::Path(_) | Atom::Fact(_) => None,
            Atom::ConstantValue(_) | Atom::BeyondLimit | Atom::OwnFact(_) => None,
            Atom::Given(_) => Some(AccessPath::Bucket),
            Atom::MemoryFact(atom) => atom.access_path(target, bound),
            Atom::Access(atom) => atom.access_path(target, bound),
        }
    }

    fn expected(&self, target: usize, bound: ArgSet) -> f64 {
        self.access_path(target, bound).map_or(0.0, |path| self.expected_of(path, target, bound))
    }

    fn is_exact(&self, target: usize) -> bool {
        match self {
            Atom::Kind(Kind::Opcode(_)) | Atom::Named(Named::Function(_)) | Atom::DataFlow(_) => true,
            Atom::ControlFlow(ControlFlow::Successor(_) | ControlFlow::InSuccessors) => true,
            Atom::Access(atom) => atom.is_exact(target),
            _ => false,
        }
    }

    fn odds(&self) -> f64 {
        self.usual_odds()
    }

    fn admits_unused(&self, k: usize) -> bool {
        match self {
            Atom::Path(Path::CalculatedFrom(_)) => true,
            Atom::Fact(Fact::MetOnEveryPath(_)) => k > 0,
            Atom::MemoryFact(atom) => k >= atom.fixed(),
            _ => false,
        }
    }

    fn either(&self, other: &Atom) -> Option<Atom> {
        match (self, other) {
            (Atom::Kind(one), Atom::Kind(other)) => one.either(other).map(Atom::Kind),
            _ => None,
        }
    }

    fn is_pushable(&self) -> bool {
        match self {
            Atom::Kind(Kind::Opcode(_)) => true,
            Atom::ControlFlow(ControlFlow::Dominates(kind)) => !kind.negated || kind.strict && !kind.post,
            Atom::ControlFlow(atom) => matches!(atom, ControlFlow::InSuccessors | ControlFlow::Successor(_)),
            Atom::Access(atom) => {
                matches!(atom, Access::Place | Access::Stride | Access::ValueStride | Access::Rest { .. })
            }
            Atom::DataFlow(atom) => matches!(atom, DataFlow::Phi),
            Atom::MemoryFact(atom) => matches!(atom, MemoryFact::MustAlias | MemoryFact::Pins),
            Atom::Path(atom) => match atom {
                Path::Flows { flow, .. } => *flow != Flow::Any,
                Path::Around(flow) => *flow == Flow::Control,
                Path::PassesThrough(_)
                | Path::PassesThroughSet { .. }
                | Path::PassesThroughEdge(_)
                | Path::CalculatedFrom(_) => false,
            },
            _ => false,
        }
    }

    fn is_crowded(&self, target: usize) -> bool {
        matches!(self, Atom::Access(Access::Place) | Atom::MemoryFact(MemoryFact::Pins)) && target == 0
    }

    fn negation(&self) -> Option<Atom> {
        match self {
            Atom::Path(Path::PassesThrough(flow)) => Some(Path::Around(*flow).into()),
            _ => None,
        }
    }

    fn is_dense(&self) -> bool {
        matches!(self, Atom::ControlFlow(ControlFlow::Dominates(_)))
    }

    fn test_cost(&self) -> TestCost {
        match self {
            Atom::MemoryFact(MemoryFact::PathToUse) | Atom::OwnFact(_) => TestCost::Search,
            Atom::MemoryFact(MemoryFact::Unmodified) => TestCost::Dozens,
            _ => TestCost::Cheap,
        }
    }

    fn is_last(&self) -> bool {
        matches!(self, Atom::BeyondLimit)
    }

    fn is_shared(&self) -> bool {
        !matches!(self, Atom::OwnFact(_) | Atom::Given(_))
    }
}

macro_rules! from_family {
    ($($family:ident),*) => {
        $(impl From<$family> for Atom {
            fn from(atom: $family) -> Atom { Atom::$family(atom) }
        })*
    };
}

from_family!(
    Kind,
    Named,
    CallFact,
    DataFlow,
    ControlFlow,
    Pair,
    Bits,
    Path,
    Fact,
    ConstantValue,
    MemoryFact,
    Access,
    OwnFact
);
