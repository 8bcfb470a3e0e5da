//! Effects of an instruction on a location: whether it may write or read bytes of it, and whether it
//! overwrites all of it.
//!
//! A call accesses the memory that its arguments point to, as far as its attributes allow. Unless they
//! restrict it to its arguments, it also accesses all objects that have escaped. A release writes nothing,
//! since freed memory must not be read any more. Instructions that order other accesses (fences, volatile and
//! atomic accesses) count as accesses to the same memory.
//!
//! In: `call void @free(ptr %p)` and a slot that has not escaped. Out: it neither reads nor writes the slot.

use super::Memory;
use super::alias::{Alias, Apart, Location};
use super::objects::Object;
use ir::{CallMemory, Constant, Effects, Flags, Opcode, TypeClass, ValueId};

/// Intrinsics that access exactly as many bytes behind their first two arguments, as far as these are
/// pointers, as the third argument specifies.
const BLOCK_OPERATIONS: [&str; 3] = ["llvm.memset.", "llvm.memcpy.", "llvm.memmove."];

/// The kind of access that a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Access {
    pub(super) fn bit(self) -> Effects {
        match self {
            Access::Read => Effects::READS,
            Access::Write => Effects::WRITES,
        }
    }
}

impl Memory<'_> {
    /// Whether an instruction may write a byte of a location.
    pub fn may_write(&self, instruction: ValueId, location: Location) -> bool {
        self.may_access(instruction, location, Access::Write, Apart::Not)
    }

    /// Whether an instruction may read a byte of a location.
    pub fn may_read(&self, instruction: ValueId, location: Location) -> bool {
        self.may_access(instruction, location, Access::Read, Apart::Not)
    }

    pub(super) fn may_access(
        &self,
        instruction: ValueId,
        location: Location,
        access: Access,
        apart: Apart<'_>,
    ) -> bool {
        self.count_work(1);
        let model = self.model;
        if !model.effects(instruction).contains(access.bit()) {
            return false;
        }
        if access == Access::Write && self.never_changes(location) {
            return false;
        }
        let meets = |own| self.alias_apart(own, location, apart) != Alias::No;
        let orders = |flags: Flags| flags & (Flags::VOLATILE | Flags::ATOMIC) != Flags::NONE;
        match model.opcode(instruction) {
            Some(Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg) => {
                let is_ordered = orders(model.flags(instruction)) && self.is_reachable(location);
                is_ordered || meets(Location::of(model, instruction))
            }
            Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr) => {
                self.call_may_access(instruction, location, access, apart)
            }
            _ => self.is_reachable(location),
        }
    }

    fn call_may_access(&self, call: ValueId, location: Location, access: Access, apart: Apart<'_>) -> bool {
        let model = self.model;
        let memory = model.call_memory(call).copied().unwrap_or(CallMemory::default());
        if (memory.releases && access == Access::Write)
            || self.apart_by_metadata(model.alias_statement(call), location.statement, apart).is_some()
        {
            return false;
        }
        let by_argument = self
            .arguments_of(call, &memory, access)
            .any(|pointer| self.alias_apart(self.given(call, pointer), location, apart) != Alias::No);
        by_argument || (!memory.only_arguments && self.is_reachable(location))
    }

    /// The bytes that a call may access through an argument; a memory intrinsic with constant length accesses
    /// that many.
    pub(super) fn given(&self, call: ValueId, pointer: ValueId) -> Location {
        let model = self.model;
        let callee = model.operand(call, 0).filter(|callee| model.global(*callee).is_some());
        let has_length = callee
            .is_some_and(|callee| BLOCK_OPERATIONS.iter().any(|name| model.name(callee).starts_with(name)));
        let length = model.operand(call, 3).filter(|_| has_length).and_then(|length| model.constant(length));
        let size = length.and_then(Constant::signed).and_then(|length| u64::try_from(length).ok());
        Location { size, ..Location::behind(pointer) }
    }

    /// The pointer arguments of a call whose memory it may access in this way. Constant variables cannot be
    /// written.
    pub(super) fn arguments_of(
        &self,
        call: ValueId,
        memory: &CallMemory,
        access: Access,
    ) -> impl Iterator<Item = ValueId> {
        let model = self.model;
        let through = move |n| match access {
            Access::Read => memory.may_read_through(n),
            Access::Write => memory.may_write_through(n),
        };
        let is_pointer = |value| model.has_class(value, TypeClass::Pointer);
        let mut arguments = model.operands(call).to_vec();
        arguments.retain(|edge| edge.n > 0 && through(edge.n - 1) && is_pointer(edge.to));
        let is_accessed = move |pointer: &ValueId| {
            access == Access::Read || !self.never_changes(Location::behind(*pointer))
        };
        arguments.into_iter().map(|edge| edge.to).filter(is_accessed)
    }

    /// Whether other functions may have a pointer to the location.
    fn is_reachable(&self, location: Location) -> bool {
        let points_to = self.points_to();
        let mut targets = self.targets(location);
        targets.any(|object| points_to.has_escaped(object))
    }

    /// Whether a location is in variables that never change.
    fn never_changes(&self, location: Location) -> bool {
        if self.is_of_constant_type(location.statement) {
            return true;
        }
        let is_constant = |object| matches!(self.points_to().objects.get(object), Object::Variable(_, true));
        let mut objects = self.targets(location).peekable();
        objects.peek().is_some() && objects.all(is_constant)
    }

    pub(super) fn targets(&self, location: Location) -> impl Iterator<Item = super::objects::ObjectId> {
        let targets = self.points_to().targets(self.model, location.pointer);
        let objects: Vec<_> = targets.iter().map(|(object, _)| object).collect();
        objects.into_iter()
    }

    /// Whether an instruction certainly writes all bytes of a location.
    pub(super) fn overwrites(&self, instruction: ValueId, location: Location, apart: Apart<'_>) -> bool {
        if self.model.opcode(instruction) != Some(Opcode::Store) {
            return false;
        }
        let own = Location::of(self.model, instruction);
        let covers = matches!((own.size, location.size), (Some(own), Some(size)) if own >= size);
        covers && self.alias_apart(own, location, apart) == Alias::Must
    }
}
