//! Reasons for answers: why two locations may have bytes in common, how an instruction may touch one.
//!
//! The answers themselves are given by `alias` and `effects`; a reason is looked for where they said "may",
//! among what they went by, and names the values to blame. Nothing is decided here.
//!
//! In: `store i32 1, ptr %p` and a load through `%q`, two parameters. Out: both come from parameters that are
//! not `noalias`.

use super::Memory;
use super::alias::{Alias, Apart, Location};
use super::effects::Access;
use super::metadata::MetadataReason;
use super::objects::{INCOMING, OUTSIDE, Object, ObjectId};
use ir::{Base, CallMemory, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashSet;

/// Limit on the values that are gone through from a pointer to where it comes from.
const MOST_STEPS: usize = 64;

/// A reason why two locations may have bytes in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasReason {
    /// Both begin at one address.
    SameAddress,
    /// Both lie in the memory behind this value, at an unknown distance.
    SameBase(ValueId),
    /// Both may lead into the object of this address.
    SameObject(ValueId),
    /// Both come from parameters that are not `noalias`.
    Parameters(ValueId, ValueId),
    /// The first comes from a parameter that is not `noalias`, and the other is the address of a variable.
    ParameterAndVariable(ValueId, ValueId),
    /// The first is loaded, returned or made of an integer by that instruction; the other comes from a
    /// parameter.
    FoundAndParameter(ValueId, ValueId),
    /// Likewise, and the other is the address of a variable or of an object that others know of.
    FoundAndKnown(ValueId, ValueId),
    /// Likewise both.
    BothFound(ValueId, ValueId),
    /// No more can be told than that nothing tells them apart.
    NotToldApart,
}

/// A reason why two locations have no byte in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApartReason {
    /// Both start from one address, and the distance between them is large enough.
    Distance,
    /// The metadata of the accesses.
    Metadata(MetadataReason),
    /// Both lie in different memory.
    Objects,
}

/// A reason why an instruction may touch a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectReason {
    /// It accesses bytes that may be those of the location.
    Accesses(AliasReason),
    /// A call is given this argument and may access what it leads to.
    Argument(ValueId, AliasReason),
    /// A call may access any memory that it can find, and this pointer leads to such.
    Reachable(ValueId),
    /// It orders accesses to all memory that others can see (a fence, a volatile or atomic access).
    Orders,
}

/// A reason why a store is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadReason {
    /// One of these overwrites its bytes or releases its memory on each path, before anything reads them.
    /// Ascending; more may be needed.
    Overwritten(Vec<ValueId>),
    /// Its object ends with the function, and nothing reads it before.
    Ends,
}

impl Memory<'_> {
    /// Why two locations may have bytes in common as of one moment; `None` when they have none.
    pub fn why_alias(&self, a: Location, b: Location) -> Option<AliasReason> {
        self.why_alias_apart(a, b, Apart::Not)
    }

    /// Why two locations have no byte in common as of one moment; `None` when they may.
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

    /// Why some execution of an instruction may write a byte of a location; `None` when none does.
    pub fn why_ever_writes(&self, instruction: ValueId, location: Location) -> Option<EffectReason> {
        self.why_touches(instruction, location, Access::Write, Apart::Ever)
    }

    /// Why some execution of an instruction may read a byte of a location; `None` when none does.
    pub fn why_ever_reads(&self, instruction: ValueId, location: Location) -> Option<EffectReason> {
        self.why_touches(instruction, location, Access::Read, Apart::Ever)
    }

    /// Why an instruction pins a load in the loop with that header; `None` when it does not.
    pub fn why_pins(&self, instruction: ValueId, load: ValueId, header: ValueId) -> Option<EffectReason> {
        let (of, location) = self.fixed_in(load, header).filter(|_| self.pins(instruction, load, header))?;
        self.why_touches(instruction, location, Access::Write, Apart::In(self.loops(), of))
    }

    /// Why a load may read what a store wrote; `None` when it does not.
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

    /// The reason that the first objects give which both may lead to.
    fn by_objects(&self, a: ValueId, b: ValueId) -> AliasReason {
        let points_to = self.points_to();
        let of = |pointer| -> Vec<ObjectId> {
            points_to.targets(self.model, pointer).iter().map(|(object, _)| object).collect()
        };
        let (first, second) = (of(a), of(b));
        let mut pairs = first.iter().flat_map(|x| second.iter().map(move |y| (*x, *y)));
        let Some((x, y)) = pairs.find(|(x, y)| points_to.may_be_one(*x, *y)) else {
            return AliasReason::NotToldApart;
        };
        let address = |object| match points_to.objects.get(object) {
            Object::Slot(value) | Object::Fresh(value) | Object::Parameter(value) => Some(value),
            Object::Variable(Base::Value(value), _) => Some(value),
            Object::Variable(Base::Hidden(_), _) | Object::Outside | Object::Incoming => None,
        };
        // The pointer with the less known object comes first.
        let ((a, x), (b, y)) = if x <= y { ((a, x), (b, y)) } else { ((b, y), (a, x)) };
        let sources = (self.source_of(a, x), self.source_of(b, y), address(y));
        match (x, y, sources) {
            (OUTSIDE, OUTSIDE, (Some(a), Some(b), _)) => AliasReason::BothFound(a, b),
            (OUTSIDE, INCOMING, (Some(a), Some(b), _)) => AliasReason::FoundAndParameter(a, b),
            (OUTSIDE, _, (Some(a), _, Some(known))) => AliasReason::FoundAndKnown(a, known),
            (INCOMING, INCOMING, (Some(a), Some(b), _)) => AliasReason::Parameters(a, b),
            (INCOMING, _, (Some(a), _, Some(variable))) => AliasReason::ParameterAndVariable(a, variable),
            (_, _, (_, _, Some(object))) if x == y => AliasReason::SameObject(object),
            _ => AliasReason::NotToldApart,
        }
    }

    /// The parameter, or the instruction that finds a pointer, by which a pointer leads to an object.
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
