//! Objects: the regions of memory that the pointers of one function can point to.
//!
//! Identified objects do not overlap: variables, the stack slots and fresh allocations of this function, and
//! the memory of `noalias` parameters. All other memory is represented by two objects: the memory that
//! existed on entry to the function, and all memory that other code can access.
//!
//! In: `%a = alloca i32`, `%m = call noalias ptr @malloc(…)`, a parameter `%p`. Out: two objects, and
//! `INCOMING` for `%p`.

use ir::{Base, Effects, Model, Opcode, Storage, ValueId, ValueKind};
use rustc_hash::FxHashMap;

/// Index of an object in the list of a function's objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectId(pub(crate) u32);

/// Memory of unknown origin: the target of loaded pointers and of results of calls.
pub(crate) const OUTSIDE: ObjectId = ObjectId(0);

/// Memory that existed on entry to the function: the target of its parameters.
pub(crate) const INCOMING: ObjectId = ObjectId(1);

/// The origin of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Object {
    /// [`OUTSIDE`].
    Outside,
    /// [`INCOMING`].
    Incoming,
    /// A stack slot.
    Slot(ValueId),
    /// The memory returned by a call with a fresh result.
    Fresh(ValueId),
    /// A variable. `true`: it never changes.
    Variable(Base, bool),
    /// The memory of a `noalias` parameter, or the function's own copy (`byval`).
    Parameter(ValueId),
}

impl Object {
    /// Whether it is a single region of memory at any moment, so that offsets in it can be compared.
    pub(crate) fn is_known_as_one(self) -> bool {
        !matches!(self, Object::Outside | Object::Incoming)
    }

    /// Its size in bytes, padding included, if known.
    pub(crate) fn bytes(self, model: &Model) -> Option<u64> {
        match self {
            Object::Slot(value) => model.reserved_bytes(value).map(u64::from),
            Object::Variable(base, _) => model.base_global(base)?.size,
            Object::Fresh(call) => allocated_bytes(model, call),
            _ => None,
        }
    }

    /// Whether other functions can access it even if it has not escaped.
    pub(crate) fn is_known_outside(self) -> bool {
        matches!(self, Object::Outside | Object::Incoming | Object::Variable(..))
    }

    /// Whether it ends with the function, so that nothing can read it afterwards unless it has escaped.
    pub(crate) fn ends_with_the_function(self, model: &Model) -> bool {
        match self {
            Object::Slot(_) => true,
            Object::Parameter(value) => model.parameter_memory(value).is_some_and(|p| p.is_own_copy),
            _ => false,
        }
    }
}

/// The number of bytes that a call of `malloc` or `calloc` with constant arguments allocates.
fn allocated_bytes(model: &Model, call: ValueId) -> Option<u64> {
    let callee = model.global(model.operand(call, 0)?)?;
    if !callee.is_declaration || model.effects(call).contains(Effects::OPAQUE) {
        return None;
    }
    let number = |n| u64::try_from(model.constant(model.operand(call, n)?)?.signed()?).ok();
    match callee.canonical.as_str() {
        "malloc" => number(1),
        "calloc" => number(1)?.checked_mul(number(2)?),
        _ => None,
    }
}

/// The objects of one function.
#[derive(Debug)]
pub(crate) struct Objects {
    all: Vec<Object>,
    /// Objects by the value that is their address.
    by_value: FxHashMap<ValueId, ObjectId>,
    by_hidden: FxHashMap<u32, ObjectId>,
}

impl Objects {
    pub(crate) fn of(model: &Model) -> Objects {
        let mut objects = Objects {
            all: vec![Object::Outside, Object::Incoming],
            by_value: FxHashMap::default(),
            by_hidden: FxHashMap::default(),
        };
        for value in model.values() {
            if let Some(object) = object_of(model, value) {
                let id = objects.add(object);
                objects.by_value.insert(value, id);
            }
            // Variables in constant expressions only.
            if let Some(Base::Hidden(k)) = model.constant_address(value).map(|address| address.base)
                && let Some(object) = variable(model, Base::Hidden(k))
                && !objects.by_hidden.contains_key(&k)
            {
                let id = objects.add(object);
                objects.by_hidden.insert(k, id);
            }
        }
        objects
    }

    fn add(&mut self, object: Object) -> ObjectId {
        self.all.push(object);
        ObjectId(self.all.len() as u32 - 1)
    }

    /// The number of objects.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.all.len() as u32).map(ObjectId)
    }

    /// The origin of an object.
    pub(crate) fn get(&self, id: ObjectId) -> Object {
        self.all[id.0 as usize]
    }

    /// The object whose address a value is.
    pub(crate) fn at(&self, value: ValueId) -> Option<ObjectId> {
        self.by_value.get(&value).copied()
    }

    /// The object of the base of a constant expression.
    pub(crate) fn of_base(&self, base: Base) -> Option<ObjectId> {
        match base {
            Base::Value(value) => self.at(value),
            Base::Hidden(k) => self.by_hidden.get(&k).copied(),
        }
    }
}

fn object_of(model: &Model, value: ValueId) -> Option<Object> {
    match model.kind(value) {
        ValueKind::Parameter => {
            let memory = model.parameter_memory(value)?;
            (memory.is_noalias || memory.is_own_copy).then_some(Object::Parameter(value))
        }
        ValueKind::Global => variable(model, Base::Value(value)),
        ValueKind::Instruction if model.opcode(value) == Some(Opcode::Alloca) => Some(Object::Slot(value)),
        ValueKind::Instruction => {
            model.call_memory(value).filter(|call| call.result_is_fresh).map(|_| Object::Fresh(value))
        }
        ValueKind::Constant => None,
    }
}

fn variable(model: &Model, base: Base) -> Option<Object> {
    match model.base_global(base)?.storage {
        Storage::None => None,
        Storage::Variable => Some(Object::Variable(base, false)),
        Storage::Constant => Some(Object::Variable(base, true)),
    }
}
