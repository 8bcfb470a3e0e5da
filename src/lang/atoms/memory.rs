//! Facts about memory. Most bind nothing; some list the few possible values of an argument once the others
//! are bound.
//!
//! An access stands for the bytes that it accesses, any other value for the memory that it points to; in
//! `points to` and `escapes` all values are pointers. Atoms with "may" in their meaning over-approximate; all
//! others hold only if they are certain.

use analysis::memory::{Alias, Location, Memory};
use ir::{BlockId, Model, TypeClass, ValueId, ValueKind};
use serde::{Deserialize, Serialize};
use solver::{AccessPath, ArgSet, Value};

/// An atom about memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum MemoryFact {
    /// `{p} may alias {q}` over (p, q).
    MayAlias,
    /// `{p} must alias {q}` over (p, q).
    MustAlias,
    /// `{i} may write {p}` over (i, p).
    MayWrite,
    /// `{i} may read {p}` over (i, p).
    MayRead,
    /// `no write from {a} to {b} may touch {p}` over (a, b, p).
    Unmodified,
    /// `{l} reads what {s} wrote` over (l, s).
    ReadsFrom,
    /// `{l} repeats {m}` over (l, m).
    Repeats,
    /// `{s} reaches {l}` over (s, l).
    Reaches,
    /// `{s} is dead` over (s).
    Dead,
    /// `{l} is invariant in {h}` over (l, h).
    Invariant,
    /// `{w} pins {l} in {h}` over (w, l, h).
    Pins,
    /// `{p} points to {o}` over (p, o).
    PointsTo,
    /// `{o} escapes` over (o).
    Escapes,
    /// `{i} may keep {p}` over (i, p).
    MayKeep,
    /// `on every path {p} gets to {s}` over p and the given number of members of s.
    Passed(u32),
    /// `on every path where {a} is zero {p} gets to {s}` over a, p and the given number of members of s.
    PassedWhereZero(u32),
    /// `on every path from {a} {p} gets to {s}` over a, p and the given number of members of s.
    PassedFrom(u32),
    /// `on every path where {a} is zero there is {s}` over a and the given number of members of s.
    MetWhereZero(u32),
    /// `{b} can get {p} from {a}` over (b, p, a).
    PathToUse,
}

impl MemoryFact {
    pub(super) fn arity(self) -> usize {
        match self {
            MemoryFact::Dead | MemoryFact::Escapes => 1,
            MemoryFact::Unmodified | MemoryFact::Pins | MemoryFact::PathToUse => 3,
            _ if self.is_about_all_paths() => self.fixed() + self.members(),
            _ => 2,
        }
    }

    /// Whether the fact quantifies over all paths to members of a set, its last arguments.
    pub(super) fn is_about_all_paths(self) -> bool {
        use MemoryFact::{MetWhereZero, Passed, PassedFrom, PassedWhereZero};
        matches!(self, Passed(_) | PassedWhereZero(_) | PassedFrom(_) | MetWhereZero(_))
    }

    /// The number of members of the set among the last arguments.
    fn members(self) -> usize {
        match self {
            MemoryFact::Passed(members)
            | MemoryFact::PassedWhereZero(members)
            | MemoryFact::PassedFrom(members)
            | MemoryFact::MetWhereZero(members) => members as usize,
            _ => 0,
        }
    }

    /// The number of arguments before the set.
    pub(super) fn fixed(self) -> usize {
        match self {
            MemoryFact::Passed(_) | MemoryFact::MetWhereZero(_) => 1,
            MemoryFact::PassedWhereZero(_) | MemoryFact::PassedFrom(_) => 2,
            _ => self.arity(),
        }
    }

    /// A counterexample to an atom about all paths, as the blocks of the path.
    pub(super) fn path_past(self, memory: &Memory<'_>, args: &[Value]) -> Option<Vec<BlockId>> {
        let arg = |n: usize| args.get(n).map(|arg| ValueId(arg.0));
        let members = args.get(self.fixed()..)?.iter().filter(|arg| arg.is_used());
        let events: Vec<ValueId> = members.map(|arg| ValueId(arg.0)).collect();
        match self {
            MemoryFact::Passed(_) => memory.path_unpassed(arg(0)?, &events),
            MemoryFact::PassedWhereZero(_) => memory.path_unpassed_where_zero(arg(0)?, arg(1)?, &events),
            MemoryFact::PassedFrom(_) => memory.path_unpassed_from(arg(0)?, arg(1)?, &events),
            MemoryFact::MetWhereZero(_) => memory.path_past_where_zero(arg(0)?, &events),
            _ => None,
        }
    }

    pub(super) fn access_path(self, target: usize, bound: ArgSet) -> Option<AccessPath> {
        let is_bound = |k: usize| k != target && bound.contains(k);
        match (self, target) {
            (MemoryFact::ReadsFrom | MemoryFact::Repeats, _) if is_bound(1 - target) => Some(AccessPath::Few),
            (MemoryFact::Reaches, 0) if is_bound(1) => Some(AccessPath::Few),
            (MemoryFact::Invariant, 1) if is_bound(0) => Some(AccessPath::Few),
            (MemoryFact::Pins, 2) if is_bound(1) => Some(AccessPath::Few),
            (MemoryFact::Pins, 0) if is_bound(1) && is_bound(2) => Some(AccessPath::Few),
            _ => None,
        }
    }

    /// Appends candidates for the target: a superset of the values for which the relation holds with the
    /// bound arguments.
    pub(super) fn candidates(
        self,
        memory: &Memory<'_>,
        target: usize,
        bound: [Option<ValueId>; 3],
        out: &mut Vec<Value>,
    ) {
        let found = match (self, target, bound) {
            (MemoryFact::ReadsFrom | MemoryFact::Repeats, 0, [_, Some(earlier), _]) => {
                memory.loads_behind(earlier).to_vec()
            }
            (MemoryFact::Reaches, 0, [_, Some(load), _]) => memory.stores_reaching(load).to_vec(),
            (MemoryFact::ReadsFrom, 1, [Some(load), ..]) => Vec::from_iter(memory.nearest_store(load)),
            (MemoryFact::Repeats, 1, [Some(load), ..]) => Vec::from_iter(memory.nearest_load(load)),
            (MemoryFact::Invariant, 1, [Some(load), ..]) | (MemoryFact::Pins, 2, [_, Some(load), _]) => {
                memory.headers_around(load)
            }
            (MemoryFact::Pins, 0, [_, Some(load), Some(header)]) => memory.pinning(load, header),
            _ => Vec::new(),
        };
        out.extend(found.into_iter().map(|value| Value(value.0)));
    }

    pub(super) fn holds(self, model: &Model, memory: &Memory<'_>, args: &[Value]) -> bool {
        if args.iter().take(self.fixed()).any(|arg| !arg.is_used()) {
            return false;
        }
        if self.is_about_all_paths() {
            // No path begins at a constant or a global.
            let begins = |arg: &Value| {
                matches!(model.kind(ValueId(arg.0)), ValueKind::Instruction | ValueKind::Parameter)
            };
            return (!memory.proves() || args.iter().take(self.fixed()).all(begins))
                && self.path_past(memory, args).is_none();
        }
        let arg = |n: usize| args.get(n).map(|arg| ValueId(arg.0));
        self.holds_of(model, memory, arg).unwrap_or(false)
    }

    fn holds_of(
        self,
        model: &Model,
        memory: &Memory<'_>,
        arg: impl Fn(usize) -> Option<ValueId>,
    ) -> Option<bool> {
        let location = |n: usize| arg(n).and_then(|value| location(model, value));
        Some(match self {
            MemoryFact::MayAlias => memory.alias(location(0)?, location(1)?) != Alias::No,
            MemoryFact::MustAlias => memory.must_alias(location(0)?, location(1)?),
            MemoryFact::MayWrite => memory.may_ever_write(arg(0)?, location(1)?),
            MemoryFact::MayRead => memory.may_ever_read(arg(0)?, location(1)?),
            MemoryFact::Unmodified => {
                let is_instruction = |value| model.kind(value) == ValueKind::Instruction;
                let (from, to) = (arg(0)?, arg(1)?);
                is_instruction(from) && is_instruction(to) && memory.is_unmodified(from, to, location(2)?)
            }
            MemoryFact::ReadsFrom => memory.reads_from(arg(0)?, arg(1)?),
            MemoryFact::Repeats => memory.repeats(arg(0)?, arg(1)?),
            MemoryFact::Reaches => memory.may_reach(arg(0)?, arg(1)?),
            MemoryFact::Dead => memory.is_dead(arg(0)?),
            MemoryFact::Invariant => memory.is_invariant(arg(0)?, arg(1)?),
            MemoryFact::Pins => memory.pins(arg(0)?, arg(1)?, arg(2)?),
            MemoryFact::Escapes => memory.may_escape(arg(0)?),
            MemoryFact::MayKeep => memory.may_keep(arg(0)?, arg(1)?),
            MemoryFact::PathToUse => memory.path_to_use(arg(1)?, arg(2)?, arg(0)?).is_some(),
            // Already decided above, over the whole set.
            MemoryFact::Passed(_)
            | MemoryFact::PassedWhereZero(_)
            | MemoryFact::PassedFrom(_)
            | MemoryFact::MetWhereZero(_) => return None,
            // In `points to` a load stands for the loaded pointer, not for the access.
            MemoryFact::PointsTo => {
                model.has_class(arg(0)?, TypeClass::Pointer) && memory.may_point_to(arg(0)?, arg(1)?)
            }
        })
    }
}

/// The location that a value stands for, if it is an access or a pointer.
fn location(model: &Model, value: ValueId) -> Option<Location> {
    let location = Location::of(model, value);
    model.has_class(location.pointer, TypeClass::Pointer).then_some(location)
}
