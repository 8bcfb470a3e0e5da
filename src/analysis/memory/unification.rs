//! Points-to analysis by unification after Steensgaard ("Points-to Analysis in Almost Linear Time", 1996):
//! one pass over the instructions in almost linear time, for functions that are too large for inclusion
//! (`points_to`).
//!
//! A pointer has one class of memory that it points to. An assignment unifies the classes of both sides, and
//! recursively their contents. A class has separate contents for each constant offset, until it is accessed
//! at an unknown one. All memory that other code can access is one class, whose contents are itself; a class
//! escapes by being unified with it. The address of an object still points to that object only, whatever its
//! class was unified with.
//!
//! In: `r = &p; r = s; s = &q`. Out: `s` may point to `p`, which inclusion excludes.

use super::objects::{INCOMING, OUTSIDE, Object, ObjectId, Objects};
use super::points_to::{PointsTo, copies_memory, fixed_targets, may_hold_pointers};
use super::targets::{Place, Targets};
use ir::{CallMemory, Model, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The size of a pointer in memory; fields at closer offsets are merged.
const POINTER_BYTES: i64 = 8;

/// Limit on the number of objects listed for a class; a larger class is treated as all memory.
const MOST_LISTED: usize = 32;

/// A class of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ClassId(u32);

/// The class of all objects that other code can access.
const KNOWN: ClassId = ClassId(0);

#[derive(Debug, Default)]
struct Class {
    objects: Vec<ObjectId>,
    /// The classes of the pointers stored at multiples of the pointer size; `None` if one class is used for
    /// all places.
    fields: Option<BTreeMap<i64, ClassId>>,
    /// The class of all pointers stored in a class without fields.
    contents: Option<ClassId>,
    /// Whether it may include memory that other code can access, besides its objects.
    may_be_known: bool,
    /// Whether other code may have stored the pointers in it before this function got it.
    was_filled: bool,
}

struct Unification<'m> {
    model: &'m Model,
    objects: Objects,
    parents: Vec<u32>,
    classes: Vec<Class>,
    /// Per parameter and instruction, the class it points to.
    of: Vec<Option<ClassId>>,
    of_object: Vec<ClassId>,
    /// Pairs of classes that remain to be unified.
    open: Vec<(ClassId, ClassId)>,
    /// Per address, the pointer that it starts from, and the distance if it is constant.
    starts: FxHashMap<ValueId, (ValueId, Option<i64>)>,
    /// Reads as another type than pointer, whose targets escape.
    reads: Vec<(ValueId, ClassId)>,
}

/// The targets of all pointers of a function.
pub(super) fn unify(model: &Model) -> PointsTo {
    let mut unification = Unification::new(model);
    for value in model.instructions() {
        unification.instruction(value);
    }
    unification.escape_reads();
    unification.result()
}

impl<'m> Unification<'m> {
    fn new(model: &'m Model) -> Self {
        let objects = Objects::of(model);
        let values = model.parameters().count() + model.instruction_count();
        let known = Class { contents: Some(KNOWN), may_be_known: true, ..Class::default() };
        let mut this = Unification {
            model,
            parents: vec![0],
            classes: vec![known],
            of: vec![None; values],
            of_object: vec![KNOWN; objects.len()],
            objects,
            open: Vec::new(),
            starts: FxHashMap::default(),
            reads: Vec::new(),
        };
        for object in this.objects.all() {
            let of = match this.objects.get(object) {
                Object::Outside => KNOWN,
                // The contents of variables and parameters were stored by other code, which can also read
                // them.
                Object::Incoming | Object::Variable(..) => {
                    this.class(Class { objects: vec![object], contents: Some(KNOWN), ..Class::default() })
                }
                Object::Slot(_) => this.class(Class {
                    objects: vec![object],
                    fields: Some(BTreeMap::new()),
                    ..Class::default()
                }),
                Object::Fresh(_) | Object::Parameter(_) => this.class(Class {
                    objects: vec![object],
                    fields: Some(BTreeMap::new()),
                    was_filled: true,
                    ..Class::default()
                }),
            };
            this.of_object[object.0 as usize] = of;
        }
        this
    }

    fn class(&mut self, class: Class) -> ClassId {
        self.classes.push(class);
        self.parents.push(self.parents.len() as u32);
        ClassId(self.parents.len() as u32 - 1)
    }

    fn find(&mut self, ClassId(mut at): ClassId) -> ClassId {
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        ClassId(at)
    }

    fn get(&mut self, id: ClassId) -> &mut Class {
        let at = self.find(id);
        &mut self.classes[at.0 as usize]
    }

    fn join(&mut self, a: ClassId, b: ClassId) {
        self.open.push((a, b));
        while let Some((a, b)) = self.open.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a != b {
                self.merge(a, b);
            }
        }
    }

    /// Unifies two roots. `KNOWN` always stays the root.
    fn merge(&mut self, a: ClassId, b: ClassId) {
        let is_larger = |this: &Self, a: ClassId, b: ClassId| {
            this.classes[a.0 as usize].objects.len() > this.classes[b.0 as usize].objects.len()
        };
        let (into, from) = match (a, b) {
            (KNOWN, _) => (a, b),
            (_, KNOWN) => (b, a),
            _ if is_larger(self, b, a) => (b, a),
            _ => (a, b),
        };
        self.parents[from.0 as usize] = into.0;
        let from = std::mem::take(&mut self.classes[from.0 as usize]);
        let to = &mut self.classes[into.0 as usize];
        to.objects.extend(from.objects);
        to.may_be_known |= from.may_be_known;
        to.was_filled |= from.was_filled;
        match (&mut to.fields, from.fields) {
            (Some(fields), Some(others)) => {
                for (at, class) in others {
                    match fields.get(&at) {
                        Some(own) => self.open.push((*own, class)),
                        None => drop(fields.insert(at, class)),
                    }
                }
            }
            (None, Some(others)) => {
                let contents = to.contents;
                to.contents = contents.or_else(|| others.values().next().copied());
                if let Some(own) = to.contents {
                    self.open.extend(others.into_values().map(|class| (own, class)));
                }
            }
            (Some(_), None) => {
                let own = to.fields.take().unwrap_or_default();
                to.contents = from.contents.or_else(|| own.values().next().copied());
                if let Some(contents) = to.contents {
                    self.open.extend(own.into_values().map(|class| (contents, class)));
                }
            }
            (None, None) => match (to.contents, from.contents) {
                (Some(own), Some(other)) => self.open.push((own, other)),
                (own, other) => to.contents = own.or(other),
            },
        }
        self.settle(into);
    }

    /// Propagates escaping: the contents of memory that other code can access escape, and memory that other
    /// code filled contains escaped pointers.
    fn settle(&mut self, root: ClassId) {
        let mut open = vec![root];
        while let Some(root) = open.pop() {
            let class = &self.classes[root.0 as usize];
            let (is_known, was_filled) = (class.may_be_known, class.was_filled);
            if !is_known && !was_filled {
                continue;
            }
            let held = class.fields.iter().flat_map(|fields| fields.values().copied()).chain(class.contents);
            for held in held.collect::<Vec<_>>() {
                if is_known {
                    self.open.push((KNOWN, held));
                    continue;
                }
                let held = self.find(held);
                if !std::mem::replace(&mut self.classes[held.0 as usize].may_be_known, true) {
                    open.push(held);
                }
            }
        }
    }

    fn escape(&mut self, class: ClassId) {
        self.join(KNOWN, class);
    }

    /// Marks a class as possibly accessible to other code.
    fn may_be_known(&mut self, class: ClassId) {
        let root = self.find(class);
        if !std::mem::replace(&mut self.classes[root.0 as usize].may_be_known, true) {
            self.settle(root);
            self.join(root, root);
        }
    }

    /// The class of the pointers stored at a place of a class.
    fn held(&mut self, class: ClassId, place: Option<i64>) -> ClassId {
        let root = self.find(class);
        let place = place.filter(|at| at % POINTER_BYTES == 0);
        if place.is_none() {
            self.collapse(root);
        }
        let root = self.find(root);
        let state = &self.classes[root.0 as usize];
        let known = match (&state.fields, place) {
            (Some(fields), Some(at)) => fields.get(&at).copied(),
            _ => state.contents,
        };
        if let Some(known) = known {
            return self.find(known);
        }
        let may_be_known = state.was_filled;
        let new = match state.may_be_known {
            true => KNOWN,
            false => self.class(Class { fields: Some(BTreeMap::new()), may_be_known, ..Class::default() }),
        };
        let state = &mut self.classes[root.0 as usize];
        match (&mut state.fields, place) {
            (Some(fields), Some(at)) => drop(fields.insert(at, new)),
            _ => state.contents = Some(new),
        }
        new
    }

    /// Merges the contents of all places of a class.
    fn collapse(&mut self, root: ClassId) {
        let Some(fields) = self.classes[root.0 as usize].fields.take() else { return };
        let mut held = fields.into_values();
        let Some(first) = held.next() else { return };
        self.classes[root.0 as usize].contents = Some(first);
        let rest: Vec<ClassId> = held.collect();
        rest.into_iter().for_each(|class| self.join(first, class));
    }

    /// The class that a pointer points to; `None` if it cannot point to anything.
    fn pointee(&mut self, pointer: ValueId) -> Option<ClassId> {
        if let Some(of) = self.of.get(pointer.index()) {
            if let Some(class) = *of {
                return Some(self.find(class));
            }
            let class = match self.objects.at(pointer) {
                Some(object) => self.of_object[object.0 as usize],
                None if self.model.position(pointer).is_none() => self.of_object[INCOMING.0 as usize],
                None => self.class(Class { fields: Some(BTreeMap::new()), ..Class::default() }),
            };
            self.of[pointer.index()] = Some(class);
            return Some(self.find(class));
        }
        let (object, _) = fixed_targets(self.model, &self.objects, pointer).iter().next()?;
        let class = self.of_object[object.0 as usize];
        Some(self.find(class))
    }

    /// The pointer that an address starts from, and the distance if it is constant.
    fn start(&mut self, pointer: ValueId) -> (ValueId, Option<i64>) {
        let model = self.model;
        let (mut at, mut chain) = (pointer, Vec::new());
        let mut start = loop {
            let base = model.operand(at, 0).filter(|_| model.opcode(at) == Some(Opcode::GetElementPtr));
            match (self.starts.get(&at), base.filter(|_| self.is_pointer(at))) {
                (Some(known), _) => break *known,
                // An address that starts from itself is in unreachable code.
                (None, Some(base)) => {
                    self.starts.insert(at, (at, None));
                    chain.push(at);
                    at = base;
                }
                (None, None) => break (at, Some(0)),
            }
        };
        for at in chain.into_iter().rev() {
            let own = model.gep_form(at).filter(|form| form.terms.is_empty()).map(|form| form.offset);
            start.1 = start.1.zip(own).and_then(|(distance, own)| distance.checked_add(own));
            self.starts.insert(at, start);
        }
        start
    }

    /// The class that an address starts from, and the constant distance in it.
    fn address(&mut self, pointer: ValueId) -> Option<(ClassId, Option<i64>)> {
        let (base, offset) = self.start(pointer);
        let place = fixed_targets_at(self.model, &self.objects, base);
        let class = self.pointee(base)?;
        Some((class, offset.zip(place).and_then(|(offset, place)| offset.checked_add(place))))
    }

    /// The class of a pointer that is copied: distances from it are no longer known.
    fn handed_on(&mut self, pointer: ValueId) -> Option<ClassId> {
        let (class, place) = self.address(pointer)?;
        if place != Some(0) {
            let root = self.find(class);
            self.collapse(root);
        }
        Some(self.find(class))
    }

    fn assign(&mut self, value: ValueId, from: ValueId) {
        if !may_hold_pointers(self.model, value) {
            return;
        }
        if let (Some(to), Some(from)) = (self.pointee(value), self.handed_on(from)) {
            self.join(to, from);
        }
    }

    fn is_pointer(&self, value: ValueId) -> bool {
        self.model.has_class(value, TypeClass::Pointer)
    }

    fn instruction(&mut self, value: ValueId) {
        use Opcode::*;
        let model = self.model;
        let operand = |n| model.operand(value, n);
        match model.opcode(value) {
            // An address is decomposed where it is used.
            Some(GetElementPtr) if self.is_pointer(value) => {}
            Some(Phi | Freeze) => self.assign_all(value, 0),
            Some(Select) => self.assign_all(value, 1),
            Some(BitCast | AddrSpaceCast) if self.is_pointer(value) => self.assign_all(value, 0),
            Some(Alloca) => {
                self.pointee(value);
            }
            Some(Load) => operand(0).into_iter().for_each(|from| self.load(value, from)),
            Some(Store) => {
                if let (Some(stored), Some(to)) = (operand(0), operand(1)) {
                    self.store(value, stored, to);
                }
            }
            Some(Call | Invoke | CallBr) => self.call(value),
            Some(ICmp | Ret) | None => {}
            Some(_) => {
                model.operands(value).iter().for_each(|edge| self.escape_pointer(edge.to));
                self.found(value);
            }
        }
    }

    fn assign_all(&mut self, value: ValueId, first: u32) {
        let model = self.model;
        model
            .operands(value)
            .iter()
            .filter(|edge| edge.n >= first)
            .for_each(|edge| self.assign(value, edge.to));
    }

    /// Makes a value point to anything that other code can access.
    fn found(&mut self, value: ValueId) {
        if may_hold_pointers(self.model, value)
            && let Some(class) = self.pointee(value)
        {
            self.join(KNOWN, class);
        }
    }

    fn escape_pointer(&mut self, pointer: ValueId) {
        if may_hold_pointers(self.model, pointer)
            && let Some(class) = self.handed_on(pointer)
        {
            self.escape(class);
        }
    }

    fn load(&mut self, value: ValueId, from: ValueId) {
        let Some((class, place)) = self.address(from) else { return };
        if !self.is_pointer(value) {
            self.reads.push((value, class));
            return self.found(value);
        }
        let held = self.held(class, place);
        if let Some(to) = self.pointee(value) {
            self.join(to, held);
        }
    }

    /// Lets pointers that are read as another type escape.
    fn escape_reads(&mut self) {
        for (value, class) in std::mem::take(&mut self.reads) {
            let root = self.find(class);
            let place =
                self.model.operand(value, 0).and_then(|from| self.address(from)).and_then(|(_, at)| at);
            let size = self.model.access_size(value).map(i64::from);
            let meets = |at: &i64| match (place, size) {
                (Some(place), Some(size)) => {
                    at.saturating_add(POINTER_BYTES) > place && *at < place.saturating_add(size)
                }
                _ => true,
            };
            let state = &self.classes[root.0 as usize];
            let fields = state.fields.iter().flatten().filter(|(at, _)| meets(at)).map(|(_, class)| *class);
            let held: Vec<ClassId> = fields.chain(state.contents).collect();
            held.into_iter().for_each(|class| self.escape(class));
        }
    }

    fn store(&mut self, store: ValueId, stored: ValueId, to: ValueId) {
        let Some((class, place)) = self.address(to) else { return };
        if self.is_pointer(stored) {
            let held = self.held(class, place);
            if let Some(what) = self.handed_on(stored) {
                self.join(held, what);
            }
        } else if self.model.constant(stored).is_none() {
            // The stored bytes may be those of a pointer.
            let size = self.model.access_size(store).map(i64::from);
            let held = self.held(class, place.filter(|_| size.is_some_and(|size| size <= POINTER_BYTES)));
            self.may_be_known(held);
        }
    }

    fn call(&mut self, call: ValueId) {
        let model = self.model;
        let memory = model.call_memory(call).copied();
        if !memory.is_some_and(|memory| memory.result_is_fresh) {
            self.found(call);
        }
        let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
        let is_copy = callee.is_some_and(|f| f.is_intrinsic && copies_memory(&f.name));
        let arguments: Vec<(u32, ValueId)> =
            model.operands(call).iter().filter(|e| e.n > 0).map(|e| (e.n - 1, e.to)).collect();
        if let (true, [(_, to), (_, from), ..]) = (is_copy, &arguments[..]) {
            return self.copy_memory(*to, *from);
        }
        let memory = memory.unwrap_or(CallMemory::default());
        for (n, argument) in arguments {
            if !may_hold_pointers(model, argument) {
                continue;
            }
            let Some((class, _)) = self.address(argument) else { continue };
            if memory.may_capture(n) {
                self.escape_pointer(argument);
            }
            if memory.may_read_through(n) || memory.may_write_through(n) {
                let held = self.held(class, None);
                match memory.may_read_through(n) {
                    true => self.escape(held),
                    false => self.may_be_known(held),
                }
            }
        }
    }

    fn copy_memory(&mut self, to: ValueId, from: ValueId) {
        let (Some((to, _)), Some((from, _))) = (self.address(to), self.address(from)) else { return };
        let (to, from) = (self.held(to, None), self.held(from, None));
        self.join(to, from);
    }

    fn result(mut self) -> PointsTo {
        let model = self.model;
        let known = self.find(KNOWN);
        let mut has_escaped: Vec<bool> =
            self.objects.all().map(|id| self.objects.get(id).is_known_outside()).collect();
        for object in std::mem::take(&mut self.classes[known.0 as usize].objects) {
            has_escaped[object.0 as usize] = true;
        }
        let mut of = vec![Targets::default(); self.of.len()];
        for (k, targets) in of.iter_mut().enumerate() {
            let value = ValueId(k as u32);
            if !may_hold_pointers(model, value) {
                continue;
            }
            let (base, offset) = self.start(value);
            match fixed_targets_at(model, &self.objects, base).zip(self.object_at(base)) {
                Some((place, object)) => {
                    let place = offset.and_then(|offset| offset.checked_add(place));
                    targets.add((object, place.map_or(Place::Anywhere, Place::At)));
                }
                None => self.list(base, known, targets),
            }
        }
        for (k, class) in self.of_object.clone().into_iter().enumerate() {
            // With too many objects to list, they are covered by the class of escaped memory.
            let listed = self.get(class).objects.len();
            has_escaped[k] |= listed > MOST_LISTED;
        }
        PointsTo { objects: self.objects, of, has_escaped }
    }

    /// The object that a value is the address of, or an address in.
    fn object_at(&self, value: ValueId) -> Option<ObjectId> {
        match self.of.get(value.index()) {
            Some(_) => self.objects.at(value),
            None => fixed_targets(self.model, &self.objects, value).iter().next().map(|(object, _)| object),
        }
    }

    fn list(&mut self, base: ValueId, known: ClassId, targets: &mut Targets) {
        let Some(class) = self.pointee(base) else { return };
        let class = self.find(class);
        let state = &self.classes[class.0 as usize];
        if class == known || state.may_be_known || state.objects.len() > MOST_LISTED {
            targets.add((OUTSIDE, Place::Anywhere));
        }
        if state.objects.len() <= MOST_LISTED {
            state.objects.iter().for_each(|object| {
                targets.add((*object, Place::Anywhere));
            });
        }
    }
}

/// The offset of a base in its object, if it is the address of one; 0 for any other base.
fn fixed_targets_at(model: &Model, objects: &Objects, base: ValueId) -> Option<i64> {
    if model.position(base).is_some() || base.index() < model.parameters().count() {
        return Some(0);
    }
    match fixed_targets(model, objects, base).iter().next() {
        Some((_, Place::At(at))) => Some(at),
        _ => None,
    }
}
