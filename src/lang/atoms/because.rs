//! Reasons why atoms hold or fail, as data for reports.
//!
//! A reason is computed after the search, for an atom that holds of given values. Most atoms have none, since
//! the atom itself is the whole explanation.
//!
//! ```text
//! {w} pins {l} in {h}      =>  w may write what l reads, since both come from parameters without `restrict`
//! not on every path …      =>  the branch by which a path leaves those that meet one of the events
//! ```
//!
//! Failed atoms have reasons, too: a loop with a second exit is not a loop with a single exit because of the
//! branch that leaves it early.

use super::access::linear_function;
use super::{Access, Atom, CalleeReason, ControlFlow, Fact, MemoryFact, ModelWorld, Path};
use crate::candl::analyses::Heading;
use crate::candl::ast::Modality;
use analysis::dataflow::Decider;
pub use analysis::dataflow::WayPast;
use analysis::memory::{AliasReason, ApartReason, DeadReason, EffectReason, Location};
use ir::{Flow, ValueId};
use solver::{Database, Value};

/// A reason why an atom holds, or why the negation of one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// The two values may alias.
    Alias(ValueId, ValueId, AliasReason),
    /// The two values do not alias.
    Apart(ValueId, ValueId, ApartReason),
    /// The instruction may write the memory that the value accesses or points to.
    Writes(ValueId, ValueId, EffectReason),
    /// The instruction may read the memory that the value accesses or points to.
    Reads(ValueId, ValueId, EffectReason),
    /// The load may read what the store wrote.
    Reaches(ValueId, ValueId, AliasReason),
    /// No instruction between the two writes the memory that the second reads.
    Undisturbed(ValueId, ValueId),
    /// The store is dead.
    Dead(ValueId, DeadReason),
    /// The fact holds if none of these instructions wraps.
    Assuming(Vec<ValueId>),
    /// A path leads from the instruction past some others to an exit.
    Past(ValueId, Vec<ValueId>, WayPast),
    /// The called function does not have the `must` fact.
    OfCallee(CalleeReason),
    /// Without its subscripts, an address is `found` elements from its root, not `expected`.
    Origin {
        /// The term that the code has.
        found: ValueId,
        /// The term that other elements of the array have.
        expected: ValueId,
    },
    /// The stride of an address in a loop, or in a value, is `found`, not `expected`.
    Stride {
        /// The first instruction of the loop, or the value.
        of: ValueId,
        /// The term that the code has.
        found: ValueId,
        /// The term that other elements of the array have.
        expected: ValueId,
    },
    /// The loop that begins with the first value counts by the second one.
    Counter(ValueId, ValueId),
    /// A fact of an analysis of one's own.
    Own(OwnReason),
}

impl Because {
    /// The terms that the reason mentions.
    pub fn terms(&self) -> Vec<ValueId> {
        match self {
            Because::Origin { found, expected } | Because::Stride { found, expected, .. } => {
                vec![*found, *expected]
            }
            _ => Vec::new(),
        }
    }
}

/// The reason why a fact of an analysis holds at a point, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnReason {
    /// The name of the analysis.
    pub analysis: String,
    /// Whether the fact holds.
    pub holds: bool,
    /// The instruction of the point; of an edge, its source.
    pub at: ValueId,
    /// The direction of the analysis.
    pub heading: Heading,
    /// The place that decides it on a path.
    pub decider: Decider,
    /// Whether that is an instruction that computes a parameter.
    pub is_parameter: bool,
}

impl Atom {
    /// Whether the atom has a reason when it holds, or with `holds == false`, when it does not.
    pub fn is_explained(&self, holds: bool) -> bool {
        match (self, holds) {
            (Atom::Fact(Fact::MetOnEveryPath(_)), holds) => !holds,
            (Atom::OwnFact(fact), holds) => fact.is_explained(holds),
            (Atom::Access(Access::LinearFunction | Access::LinearFunctionBy), true) => true,
            (Atom::MemoryFact(MemoryFact::MayAlias), false) => true,
            (Atom::MemoryFact(fact), false) => fact.is_about_all_paths(),
            (Atom::MemoryFact(fact), true) => {
                use MemoryFact::{Dead, MayAlias, MayRead, MayWrite, Pins, Reaches, ReadsFrom, Repeats};
                matches!(fact, MayAlias | MayWrite | MayRead | Pins | Reaches | ReadsFrom | Repeats | Dead)
            }
            _ => false,
        }
    }
}

impl Access {
    /// The value that an element has in place of the one that it should have; `None` if the relation holds.
    fn differs(self, world: &ModelWorld<'_>, args: &[Value]) -> Option<Because> {
        if args.iter().any(|arg| !arg.is_used()) {
            return None;
        }
        let open: Vec<Option<Value>> = args.iter().copied().map(Some).collect();
        let target = if matches!(self, Access::Plus(_)) { 1 } else { 0 };
        let mut found = Vec::new();
        self.candidates(world, target, &open, &mut found);
        let [found] = found[..] else { return None };
        let (found, expected) = (ValueId(found.0), ValueId(args[target].0));
        match self {
            _ if found == expected => None,
            Access::Rest { .. } | Access::Plus(_) => Some(Because::Origin { found, expected }),
            Access::Stride | Access::ValueStride => {
                Some(Because::Stride { of: ValueId(args[2].0), found, expected })
            }
            Access::Counter => Some(Because::Counter(ValueId(args[1].0), found)),
            _ => None,
        }
    }
}

impl ModelWorld<'_> {
    /// The reason why an atom holds of these values, or with `holds == false`, why it does not. `None` if
    /// that is not the case, or if there is no reason to add.
    pub fn because(&self, atom: &Atom, holds: bool, args: &[Value]) -> Option<Because> {
        if !atom.is_explained(holds) || self.holds(atom, args) != holds {
            return None;
        }
        let arg = |n: usize| args.get(n).filter(|arg| arg.is_used()).map(|arg| ValueId(arg.0));
        match atom {
            Atom::Fact(Fact::MetOnEveryPath(_)) => {
                let events: Vec<ValueId> = (1..args.len()).filter_map(arg).collect();
                let way = self.dataflow.way_past(arg(0)?, &events)?;
                Some(Because::Past(arg(0)?, events, way))
            }
            Atom::OwnFact(fact) => Some(Because::Own(fact.reason(self, holds, args)?)),
            Atom::Access(_) => {
                let function =
                    linear_function(&mut self.accesses().borrow_mut(), *args.first()?, *args.get(1)?)?;
                (!function.assumed.is_empty()).then_some(Because::Assuming(function.assumed))
            }
            Atom::MemoryFact(fact) if fact.is_about_all_paths() => {
                let path = fact.path_past(self.memory(), args)?;
                let events: Vec<ValueId> = (fact.fixed()..args.len()).filter_map(arg).collect();
                let way = WayPast::along(self.model, &path, &events)?;
                Some(Because::Past(arg(0)?, events, way))
            }
            Atom::MemoryFact(_) if !holds => {
                let location = |n: usize| arg(n).map(|value| Location::of(self.model, value));
                let why = self.memory().why_apart(location(0)?, location(1)?)?;
                Some(Because::Apart(arg(0)?, arg(1)?, why))
            }
            Atom::MemoryFact(fact) => self.because_of_memory(*fact, arg),
            _ => None,
        }
    }

    /// The reason why an atom that failed does not hold of these values; `None` if it holds, or if there is
    /// no reason to add.
    pub fn because_not(&self, atom: &Atom, args: &[Value]) -> Option<Because> {
        let model = self.model;
        let used = |n: usize| args.get(n).filter(|arg| arg.is_used()).map(|arg| ValueId(arg.0));
        let arg = |n: usize| used(n).filter(|value| model.position(*value).is_some());
        let (from, event, way) = match atom {
            Atom::ControlFlow(ControlFlow::Dominates(kind)) if kind.negated => return None,
            Atom::ControlFlow(ControlFlow::Dominates(_)) | Atom::Path(Path::PassesThrough(Flow::Control))
                if self.holds(atom, args) =>
            {
                return None;
            }
            Atom::ControlFlow(ControlFlow::Dominates(kind)) if kind.post => {
                (arg(1)?, arg(0)?, self.dataflow.way_past(arg(1)?, &[arg(0)?])?)
            }
            Atom::ControlFlow(ControlFlow::Dominates(_)) => {
                let entry = model.block_first(model.blocks().next()?);
                (entry, arg(0)?, WayPast::between(model, entry, arg(1)?, arg(0)?)?)
            }
            Atom::Path(Path::PassesThrough(Flow::Control)) => {
                (arg(0)?, arg(2)?, WayPast::between(model, arg(0)?, arg(1)?, arg(2)?)?)
            }
            Atom::Access(access) => return access.differs(self, args),
            Atom::CallFact(fact) => {
                let is_lacking = fact.modality == Modality::Must && !self.holds(atom, args);
                let reason = match used(0).filter(|_| is_lacking) {
                    Some(call) => fact.reason(self, call, used(1)),
                    None => used(1).filter(|_| is_lacking).and_then(|of| fact.first_reason(self, of)),
                };
                return reason.map(Because::OfCallee);
            }
            _ => return self.because(atom, false, args),
        };
        Some(Because::Past(from, vec![event], way))
    }

    fn because_of_memory(&self, fact: MemoryFact, arg: impl Fn(usize) -> Option<ValueId>) -> Option<Because> {
        let memory = self.memory();
        let location = |n: usize| arg(n).map(|value| Location::of(self.model, value));
        let (first, second) = (arg(0)?, arg(1));
        Some(match fact {
            MemoryFact::MayAlias => {
                Because::Alias(first, second?, memory.why_alias(location(0)?, location(1)?)?)
            }
            MemoryFact::MayWrite => {
                Because::Writes(first, second?, memory.why_ever_writes(first, location(1)?)?)
            }
            MemoryFact::MayRead => {
                Because::Reads(first, second?, memory.why_ever_reads(first, location(1)?)?)
            }
            MemoryFact::Pins => Because::Writes(first, second?, memory.why_pins(first, second?, arg(2)?)?),
            MemoryFact::Reaches => Because::Reaches(first, second?, memory.why_reaches(first, second?)?),
            MemoryFact::ReadsFrom | MemoryFact::Repeats => Because::Undisturbed(second?, first),
            MemoryFact::Dead => Because::Dead(first, memory.why_dead(first)?),
            _ => return None,
        })
    }
}
