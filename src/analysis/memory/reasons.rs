//! Reasons for answers: why two locations may overlap, and how an instruction may access a location.
//!
//! The answers come from `alias` and `effects`. For a "may", the reason is searched for among the facts that
//! they used, and names the responsible values. Nothing is decided here.
//!
//! In: `store i32 1, ptr %p` and a load through `%q`, with two parameters. Out: both pointers come from
//! parameters that are not `noalias`.

use super::Memory;
use super::alias::{Alias, Apart, Location};
use super::effects::Access;
use super::metadata::MetadataReason;
use super::objects::{INCOMING, OUTSIDE, Object, ObjectId};
use ir::{Base, CallMemory, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashSet;

/// Limit on the number of values visited from a pointer to its source.
const MOST_STEPS: usize = 64;

/// A reason why two locations may overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasReason {
    /// The locations start at the same address.
    SameAddress,
    /// The locations have this base, at an unknown distance.
    SameBase(ValueId),
    /// The locations may be in the object with this address.
    SameObject(ValueId),
    /// Both come from parameters that are not `noalias`.
    Parameters(ValueId, ValueId),
    /// The first pointer comes from a parameter that is not `noalias`, the second is the address of a
    /// variable.
    ParameterAndVariable(ValueId, ValueId),
    /// The first pointer is loaded, returned or converted from an integer by the first value; the second
    /// comes from a parameter.
    FoundAndParameter(ValueId, ValueId),
    /// The first pointer is found like that; the second is the address of a variable or of an object that has
    /// escaped.
    FoundAndKnown(ValueId, ValueId),
    /// Both pointers are found like that.
    BothFound(ValueId, ValueId),
    /// No specific reason: no analysis distinguishes them.
    Indistinct,
}

/// A reason why two locations do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApartReason {
    /// The locations have the same base, at a sufficient distance.
    Distance,
    /// The metadata of the accesses.
    Metadata(MetadataReason),
    /// The locations are in different objects.
    Objects,
}

/// A reason why an instruction may access a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectReason {
    /// The instruction accesses bytes that may be those of the location.
    Accesses(AliasReason),
    /// A call has this argument and may access the memory it points to.
    Argument(ValueId, AliasReason),
    /// A call may access any memory that has escaped, and this pointer points to such memory.
    Reachable(ValueId),
    /// The instruction orders accesses to all memory that other code can access (a fence, a volatile or atomic access).
    Orders,
}

/// A reason why a store is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadReason {
    /// On each path one of these instructions overwrites its bytes or releases its memory before anything
    /// reads them. Ascending; all of them may be needed.
    Overwritten(Vec<ValueId>),
    /// Its object ends with the function, and nothing reads it before.
    Ends,
}

impl Memory<'_> {
    /// The reason why two locations may overlap at one moment; `None` if they do not.
    pub fn why_alias(&self, a: Location, b: Location) -> Option<AliasReason> {
        self.why_alias_apart(a, b, Apart::Not)
    }

    /// The reason why two locations do not overlap at one moment; `None` if they may.
    pub fn why_apart(&self, a: Location, b: Location) -> Option<ApartReason> {
        if self.alias(a, b) != Alias::No {
            return None;
        }
        Some(match self.by_address(a, b, Apart::Not) {
            Alias::No => ApartReason::Distance,
            _ => self
                .apart_by_metadata(a.statement, b.statement, Apart::Not)
                .map_or(ApartReason::Objects, ApartReason::Metadata),
        })
    }

    /// The reason why some execution of an instruction may write a byte of a location; `None` if none does.
    pub fn why_ever_writes(&self, instruction: ValueId, location: Location) -> Option<EffectReason> {
        self.why_touches(instruction, location, Access::Write, Apart::Ever)
    }

    /// The reason why some execution of an instruction may read a byte of a location; `None` if none does.
    pub fn why_ever_reads(&self, instruction: ValueId, location: Location) -> Option<EffectReason> {
        self.why_touches(instruction, location, Access::Read, Apart::Ever)
    }

    /// The reason why an instruction pins a load in the loop with this header; `None` if it does not.
    pub fn why_pins(&self, instruction: ValueId, load: ValueId, header: ValueId) -> Option<EffectReason> {
        let (of, location) = self.fixed_in(load, header).filter(|_| self.pins(instruction, load, header))?;
        self.why_touches(instruction, location, Access::Write, Apart::In(self.loops(), of))
    }

    /// The reason why a load may read bytes that a store wrote; `None` if it does not.
    pub fn why_reaches(&self, store: ValueId, load: ValueId) -> Option<AliasReason> {
        self.relation_where_reached(store, load, |written, read, apart| {
            self.why_alias_apart(written, read, apart)
        })?
    }

    fn why_alias_apart(&self, a: Location, b: Location, apart: Apart<'_>) -> Option<AliasReason> {
        match self.alias_apart(a, b, apart) {
            Alias::No => None,
            Alias::Must => Some(AliasReason::SameAddress),
            Alias::May => Some(match self.common_base(a.pointer, b.pointer) {
                Some(base) => AliasReason::SameBase(base),
                None => self.by_objects(a.pointer, b.pointer),
            }),
        }
    }

    /// The reason given by the first common object of both pointers.
    fn by_objects(&self, a: ValueId, b: ValueId) -> AliasReason {
        let points_to = self.points_to();
        let of = |pointer| -> Vec<ObjectId> {
            points_to.targets(self.model, pointer).iter().map(|(object, _)| object).collect()
        };
        let (first, second) = (of(a), of(b));
        let mut pairs = first.iter().flat_map(|x| second.iter().map(move |y| (*x, *y)));
        let Some((x, y)) = pairs.find(|(x, y)| points_to.may_be_one(*x, *y)) else {
            return AliasReason::Indistinct;
        };
        let address = |object| match points_to.objects.get(object) {
            Object::Slot(value) | Object::Fresh(value) | Object::Parameter(value) => Some(value),
            Object::Variable(Base::Value(value), _) => Some(value),
            Object::Variable(Base::Hidden(_), _) | Object::Outside | Object::Incoming => None,
        };
        // Puts the pointer with the less specific object first.
        let ((a, x), (b, y)) = if x <= y { ((a, x), (b, y)) } else { ((b, y), (a, x)) };
        let sources = (self.source_of(a, x), self.source_of(b, y), address(y));
        match (x, y, sources) {
            (OUTSIDE, OUTSIDE, (Some(a), Some(b), _)) => AliasReason::BothFound(a, b),
            (OUTSIDE, INCOMING, (Some(a), Some(b), _)) => AliasReason::FoundAndParameter(a, b),
            (OUTSIDE, _, (Some(a), _, Some(known))) => AliasReason::FoundAndKnown(a, known),
            (INCOMING, INCOMING, (Some(a), Some(b), _)) => AliasReason::Parameters(a, b),
            (INCOMING, _, (Some(a), _, Some(variable))) => AliasReason::ParameterAndVariable(a, variable),
            (_, _, (_, _, Some(object))) if x == y => AliasReason::SameObject(object),
            _ => AliasReason::Indistinct,
        }
    }

    /// The parameter, or the instruction that finds a pointer, from which a pointer gets a target object.
    fn source_of(&self, pointer: ValueId, object: ObjectId) -> Option<ValueId> {
        let model = self.model;
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        let mut open = vec![pointer];
        while let Some(at) = open.pop().filter(|_| seen.len() < MOST_STEPS) {
            let leads = self.points_to().targets(model, at).iter().any(|(o, _)| o == object);
            if !leads || !seen.insert(at) {
                continue;
            }
            use Opcode::{AddrSpaceCast, BitCast, Freeze, GetElementPtr, Phi, Select};
            let operands = model.operands(at).iter();
            match model.opcode(at) {
                Some(GetElementPtr) => open.extend(operands.filter(|edge| edge.n == 0).map(|edge| edge.to)),
                Some(Phi | Select | Freeze | BitCast | AddrSpaceCast) => {
                    let pointers = operands.filter(|edge| model.has_class(edge.to, TypeClass::Pointer));
                    open.extend(pointers.map(|edge| edge.to));
                }
                _ => return Some(at),
            }
        }
        None
    }

    fn why_touches(
        &self,
        instruction: ValueId,
        location: Location,
        access: Access,
        apart: Apart<'_>,
    ) -> Option<EffectReason> {
        if !self.may_access(instruction, location, access, apart) {
            return None;
        }
        let model = self.model;
        Some(match model.opcode(instruction) {
            Some(Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg) => {
                let own = Location::of(model, instruction);
                self.why_alias_apart(own, location, apart)
                    .map_or(EffectReason::Orders, EffectReason::Accesses)
            }
            Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr) => self
                .argument_that_touches(instruction, location, access, apart)
                .unwrap_or(EffectReason::Reachable(location.pointer)),
            _ => EffectReason::Orders,
        })
    }

    fn argument_that_touches(
        &self,
        call: ValueId,
        location: Location,
        access: Access,
        apart: Apart<'_>,
    ) -> Option<EffectReason> {
        let memory = self.model.call_memory(call).copied().unwrap_or(CallMemory::default());
        self.arguments_of(call, &memory, access).find_map(|argument| {
            let own = self.given(call, argument);
            let why = self.why_alias_apart(own, location, apart)?;
            Some(EffectReason::Argument(argument, why))
        })
    }
}
