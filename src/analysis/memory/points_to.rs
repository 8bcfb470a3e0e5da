//! Points-to analysis within one function: inclusion constraints after Andersen ("Program Analysis and
//! Specialization for the C Programming Language", 1994), field-sensitive by offset in bytes.
//!
//! Each pointer has a set of targets, and each object has a set for every place that pointers are stored to.
//! A pointer escapes if it is passed to a callee that may retain it, or stored to memory that other code can
//! read; from then on unknown code may access its targets. The analysis is flow-insensitive. Sets grow until
//! nothing changes; if one becomes too large, it is given up and its targets escape.
//!
//! Large functions, and those that take more than [`MOST_ROUNDS`] rounds, are analysed by `unification`.
//!
//! In: `store ptr %x, ptr %s` where `%s` is a slot. Out: the targets of `load ptr, ptr %s` include the
//! targets of `%x`.

use super::objects::{INCOMING, OUTSIDE, Object, ObjectId, Objects};
use super::targets::{Place, Target, Targets};
use ir::{Base, CallMemory, Constant, Edge, Model, Opcode, TypeClass, ValueId, ValueKind};
use smallvec::{SmallVec, smallvec};

/// Limit on the number of targets of one pointer.
const MOST_TARGETS: usize = 32;

/// Limit on the number of rounds over the instructions. Each round propagates pointers through at least one
/// more load or store.
const MOST_ROUNDS: usize = 32;

/// The size of a pointer in memory: pointers stored at closer offsets overlap.
const POINTER_BYTES: u64 = 8;

/// The targets of all pointers of one function.
#[derive(Debug)]
pub(crate) struct PointsTo {
    pub(crate) objects: Objects,
    /// Per parameter and instruction, its targets.
    pub(super) of: Vec<Targets>,
    /// Per object, whether it has escaped.
    pub(super) has_escaped: Vec<bool>,
}

impl PointsTo {
    /// Solves the constraints of a function; `None` if that takes too many rounds.
    pub(super) fn by_inclusion(model: &Model) -> Option<PointsTo> {
        let mut solver = InclusionSolver::new(model);
        (0..MOST_ROUNDS).any(|_| !solver.round()).then_some(solver.result)
    }

    /// The targets of a pointer.
    pub(crate) fn targets(&self, model: &Model, pointer: ValueId) -> Targets {
        match self.of.get(pointer.index()) {
            Some(targets) => targets.clone(),
            None => fixed_targets(model, &self.objects, pointer),
        }
    }

    /// Whether other code may have a pointer to an object.
    pub(crate) fn has_escaped(&self, object: ObjectId) -> bool {
        self.has_escaped[object.0 as usize]
    }

    /// Whether two objects may be the same memory.
    pub(crate) fn may_be_one(&self, a: ObjectId, b: ObjectId) -> bool {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let other = self.objects.get(b);
        match a {
            _ if a == b => true,
            OUTSIDE => other == Object::Incoming || other.is_known_outside() || self.has_escaped(b),
            INCOMING => other.is_known_outside(),
            _ => false,
        }
    }
}

/// The targets of a pointer that is neither a parameter nor an instruction.
pub(super) fn fixed_targets(model: &Model, objects: &Objects, pointer: ValueId) -> Targets {
    let mut targets = Targets::default();
    let at = |base: Base, offset| match objects.of_base(base) {
        Some(object) => (object, Place::At(offset)),
        None => (OUTSIDE, Place::Anywhere),
    };
    let target = match (model.kind(pointer), model.constant(pointer)) {
        (ValueKind::Global, _) => at(Base::Value(pointer), 0),
        (_, Some(Constant::Null | Constant::Undef | Constant::Poison)) => return targets,
        _ => match model.constant_address(pointer) {
            Some(address) => at(address.base, address.offset),
            None => (OUTSIDE, Place::Anywhere),
        },
    };
    targets.add(target);
    targets
}

struct InclusionSolver<'m> {
    model: &'m Model,
    result: PointsTo,
    /// Per object, the targets of the pointers in it, by the place where they are stored.
    contents: Vec<Vec<(Place, Targets)>>,
    has_changed: bool,
}

impl<'m> InclusionSolver<'m> {
    fn new(model: &'m Model) -> InclusionSolver<'m> {
        let objects = Objects::of(model);
        let has_escaped = objects.all().map(|id| objects.get(id).is_known_outside()).collect();
        let contents = vec![Vec::new(); objects.len()];
        let values = model.parameters().count() + model.instruction_count();
        let mut of = vec![Targets::default(); values];
        for parameter in model.parameters().filter(|p| may_hold_pointers(model, *p)) {
            of[parameter.index()].add(match objects.at(parameter) {
                Some(own) => (own, Place::At(0)),
                None => (INCOMING, Place::Anywhere),
            });
        }
        InclusionSolver { model, result: PointsTo { objects, of, has_escaped }, contents, has_changed: false }
    }

    /// Applies every constraint once; returns whether anything has changed.
    fn round(&mut self) -> bool {
        self.has_changed = false;
        for value in self.model.instructions() {
            self.instruction(value);
        }
        for object in self.result.objects.all() {
            if self.result.has_escaped(object) {
                self.escape_contents(object);
            }
        }
        self.has_changed
    }

    fn instruction(&mut self, value: ValueId) {
        use Opcode::*;
        let operand = |n| self.model.operand(value, n);
        match self.model.opcode(value) {
            Some(GetElementPtr) => self.address(value),
            Some(Phi | Freeze) => self.copy(value, 0),
            Some(Select) => self.copy(value, 1),
            Some(BitCast | AddrSpaceCast) if self.is_pointer(value) => self.copy(value, 0),
            Some(Alloca) => self.own(value),
            Some(Load) => operand(0).into_iter().for_each(|from| self.load(value, from)),
            Some(Store) => {
                if let (Some(stored), Some(to)) = (operand(0), operand(1)) {
                    self.store(value, stored, to);
                }
            }
            Some(Call | Invoke | CallBr) => self.call(value),
            // A comparison does not reveal the target of a pointer, and the returned pointer is outside the
            // scope of this function.
            Some(ICmp | Ret) => {}
            // A pointer is converted to a number, becomes part of a vector or struct, or escapes in some
            // other way.
            Some(_) => {
                let escaping = self.model.operands(value).iter().map(|edge| edge.to);
                escaping.for_each(|pointer| self.escape_pointer(pointer));
                self.give(value, (OUTSIDE, Place::Anywhere));
            }
            None => {}
        }
    }

    fn is_pointer(&self, value: ValueId) -> bool {
        self.model.has_class(value, TypeClass::Pointer)
    }

    fn targets(&self, pointer: ValueId) -> Targets {
        self.result.targets(self.model, pointer)
    }

    /// Adds a target to a value, if it can hold pointers.
    fn give(&mut self, value: ValueId, target: Target) {
        if !may_hold_pointers(self.model, value) {
            return;
        }
        self.has_changed |= self.result.of[value.index()].add(target);
        if self.result.of[value.index()].len() > MOST_TARGETS {
            let given_up = std::mem::take(&mut self.result.of[value.index()]);
            given_up.iter().for_each(|(object, _)| self.escape(object));
            self.result.of[value.index()].add((OUTSIDE, Place::Anywhere));
        }
    }

    fn own(&mut self, value: ValueId) {
        if let Some(object) = self.result.objects.at(value) {
            self.give(value, (object, Place::At(0)));
        }
    }

    /// Adds the targets of the operands from number `first` on to the value.
    fn copy(&mut self, value: ValueId, first: u32) {
        if !may_hold_pointers(self.model, value) {
            return;
        }
        let model = self.model;
        for edge in model.operands(value).iter().filter(|edge| edge.n >= first) {
            self.targets(edge.to).iter().for_each(|target| self.give(value, target));
        }
    }

    fn address(&mut self, value: ValueId) {
        let Some(base) = self.model.operand(value, 0) else { return };
        if !self.is_pointer(value) {
            // Lanes of a vector of pointers are not distinguished.
            self.escape_pointer(base);
            return self.give(value, (OUTSIDE, Place::Anywhere));
        }
        let form = self.model.gep_form(value);
        let bytes = form.filter(|form| form.terms.is_empty()).map(|form| form.offset);
        for (object, place) in self.targets(base).iter() {
            self.give(value, (object, place.plus(bytes)));
        }
    }

    fn load(&mut self, value: ValueId, from: ValueId) {
        let size = self.model.access_size(value).map(u64::from);
        for (object, place) in self.targets(from).iter() {
            let found = self.stored_at(object, place, size);
            if self.is_pointer(value) {
                found.iter().for_each(|target| self.give(value, *target));
                let is_slot = matches!(self.result.objects.get(object), Object::Slot(_));
                // All objects other than slots were filled by other code first.
                if !is_slot || self.result.has_escaped(object) {
                    self.give(value, (OUTSIDE, Place::Anywhere));
                }
            } else {
                // Pointers are read as another type.
                found.iter().for_each(|(object, _)| self.escape(*object));
                self.give(value, (OUTSIDE, Place::Anywhere));
            }
        }
    }

    /// The targets of the pointers that a read of an object at this place may return.
    fn stored_at(&self, object: ObjectId, place: Place, size: Option<u64>) -> SmallVec<[Target; 4]> {
        let contents = self.contents[object.0 as usize].iter();
        let found = contents.filter(|(at, _)| at.meets(Some(POINTER_BYTES), place, size));
        found.flat_map(|(_, targets)| targets.iter()).collect()
    }

    fn store(&mut self, store: ValueId, stored: ValueId, to: ValueId) {
        if !self.is_pointer(stored) {
            return self.store_bytes(store, stored, to);
        }
        let stored = self.targets(stored);
        for target in self.targets(to).iter() {
            stored.iter().for_each(|what| self.put(target, what));
        }
    }

    /// Stores a value that is not a pointer. It may contain the bytes of a pointer, which escaped when it was
    /// converted.
    fn store_bytes(&mut self, store: ValueId, stored: ValueId, to: ValueId) {
        if self.model.constant(stored).is_some() {
            return;
        }
        let size = self.model.access_size(store).map(u64::from);
        for (object, place) in self.targets(to).iter() {
            let is_listed = self.contents[object.0 as usize].len() < MOST_TARGETS / 2;
            let is_short = size.is_some_and(|size| size <= POINTER_BYTES);
            let place = if is_listed && is_short { place } else { Place::Anywhere };
            self.put((object, place), (OUTSIDE, Place::Anywhere));
        }
    }

    /// Adds a target to the pointers stored at a place.
    fn put(&mut self, (object, place): Target, what: Target) {
        if self.result.has_escaped(object) {
            self.escape(what.0);
        }
        let contents = &mut self.contents[object.0 as usize];
        let at = match contents.iter().position(|(at, _)| *at == place) {
            Some(at) => at,
            None if contents.len() < MOST_TARGETS => {
                contents.push((place, Targets::default()));
                contents.len() - 1
            }
            None => return self.give_up_contents(object, what),
        };
        let targets = &mut contents[at].1;
        self.has_changed |= targets.add(what);
        if targets.len() > MOST_TARGETS {
            self.give_up_contents(object, what);
        }
    }

    /// Lets all pointers stored in an object escape, so that its contents need not be tracked.
    fn give_up_contents(&mut self, object: ObjectId, what: Target) {
        self.escape(what.0);
        self.escape_contents(object);
        self.escape(object);
    }

    fn call(&mut self, call: ValueId) {
        let model = self.model;
        let memory = model.call_memory(call).copied();
        match memory.filter(|memory| memory.result_is_fresh) {
            Some(_) => self.own(call),
            None => self.give(call, (OUTSIDE, Place::Anywhere)),
        }
        let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
        let is_copy = callee.is_some_and(|f| f.is_intrinsic && copies_memory(&f.name));
        let arguments: SmallVec<[Edge; 4]> =
            model.operands(call).iter().filter(|e| e.n > 0).copied().collect();
        if let (true, [to, from, ..]) = (is_copy, &arguments[..]) {
            return self.copy_memory(to.to, from.to);
        }
        let memory = memory.unwrap_or(CallMemory::default());
        for edge in arguments.iter().filter(|edge| may_hold_pointers(model, edge.to)) {
            let n = edge.n - 1;
            if memory.may_capture(n) {
                self.escape_pointer(edge.to);
            }
            for target in self.targets(edge.to).iter() {
                if memory.may_read_through(n) {
                    self.escape_contents(target.0);
                }
                if memory.may_write_through(n) {
                    self.put((target.0, Place::Anywhere), (OUTSIDE, Place::Anywhere));
                }
            }
        }
    }

    /// Copies memory: the pointers stored in the objects of `from` may be anywhere in the objects of `to`.
    fn copy_memory(&mut self, to: ValueId, from: ValueId) {
        let from = self.targets(from);
        let mut copied: SmallVec<[Target; 4]> = smallvec![];
        for (object, _) in from.iter() {
            copied.extend(self.stored_at(object, Place::Anywhere, None));
            if self.result.has_escaped(object) || !matches!(self.result.objects.get(object), Object::Slot(_))
            {
                copied.push((OUTSIDE, Place::Anywhere));
            }
        }
        for (object, _) in self.targets(to).iter() {
            copied.iter().for_each(|what| self.put((object, Place::Anywhere), *what));
        }
    }

    fn escape_pointer(&mut self, pointer: ValueId) {
        if may_hold_pointers(self.model, pointer) {
            self.targets(pointer).iter().for_each(|(object, _)| self.escape(object));
        }
    }

    fn escape(&mut self, object: ObjectId) {
        if !std::mem::replace(&mut self.result.has_escaped[object.0 as usize], true) {
            self.has_changed = true;
            self.escape_contents(object);
        }
    }

    /// Lets the targets of all pointers in an object escape, and so on transitively.
    fn escape_contents(&mut self, object: ObjectId) {
        let mut open = vec![object];
        while let Some(object) = open.pop() {
            let contents = &self.contents[object.0 as usize];
            let inner: Vec<ObjectId> = contents.iter().flat_map(|(_, t)| t.iter().map(|(o, _)| o)).collect();
            for object in inner {
                if !std::mem::replace(&mut self.result.has_escaped[object.0 as usize], true) {
                    self.has_changed = true;
                    open.push(object);
                }
            }
        }
    }
}

/// Whether a value is a pointer or can contain pointers.
pub(super) fn may_hold_pointers(model: &Model, value: ValueId) -> bool {
    let ty = model.type_of(value);
    match ty.class {
        Some(TypeClass::Pointer) => true,
        Some(TypeClass::Vector) => ty.element == Some(TypeClass::Pointer),
        Some(TypeClass::Integer | TypeClass::Float) => false,
        None => ty.name != "void",
    }
}

/// Whether an intrinsic copies memory from its second argument to its first.
pub(super) fn copies_memory(name: &str) -> bool {
    name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.")
}
