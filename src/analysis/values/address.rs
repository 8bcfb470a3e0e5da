//! Addresses as a base plus an offset in bytes.
//!
//! In: `%q = getelementptr inbounds i32, ptr %p, i64 %i` where `%p` is `getelementptr inbounds i8, ptr %a,
//! i64 16`. Out: `%a`, the sum 4 * `%i` + 16, `inbounds`.
//!
//! Flags of a chain: a single getelementptr keeps its flags when its offset becomes one number, since they
//! state that no step wraps or leaves the object. If two of them are merged, `inbounds` and `nuw` hold if
//! both have them. `nusw` alone does not carry over, as the sum of two offsets may wrap although neither
//! address does. (LLVM: `GEPNoWrapFlags::intersectForOffsetAdd`.)

use super::linear::{LinearTerms, Sum};
use ir::{Base, Flags, Model, Opcode, Operand, ValueId};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// An address: base + sum.
#[derive(Clone, Debug)]
pub struct Address {
    /// The base: a value, or the base global of a constant expression.
    pub base: Operand,
    /// The offset in bytes.
    pub sum: Sum,
    /// The flags of base + offset: `inbounds`, `nusw`, `nuw`.
    pub flags: Flags,
    /// The getelementptr that the base was, whose offset is included.
    pub takes_in: Option<ValueId>,
}

/// The addresses of a function, each decomposed once.
pub struct Addresses {
    /// By instruction, its state.
    states: Vec<Decomposition>,
    taken_apart: Vec<Address>,
    /// The addresses that `select`s will become.
    choices: FxHashMap<ValueId, Address>,
}

/// The state of an instruction's decomposition.
#[derive(Clone, Copy)]
enum Decomposition {
    Pending,
    /// Not an address with an offset in bytes.
    Other,
    /// The address at this index.
    Address(u32),
}

fn flags_of_sum(first: Flags, second: Flags) -> Flags {
    let both = first & second;
    if both.contains(Flags::INBOUNDS) { both } else { Flags(both.0 & !Flags::NUSW.0) }
}

impl Addresses {
    /// The addresses of the function of this model, none decomposed yet.
    pub fn new(model: &Model) -> Addresses {
        let states = vec![Decomposition::Pending; model.instruction_count()];
        Addresses { states, taken_apart: Vec::new(), choices: FxHashMap::default() }
    }

    fn state(&self, model: &Model, value: ValueId) -> Decomposition {
        model.position(value).map_or(Decomposition::Other, |at| self.states[at])
    }

    /// The address of a getelementptr that was decomposed already.
    pub fn known(&self, model: &Model, value: ValueId) -> Option<&Address> {
        match self.state(model, value) {
            Decomposition::Address(at) => Some(&self.taken_apart[at as usize]),
            Decomposition::Pending | Decomposition::Other => None,
        }
    }

    /// Decomposes a getelementptr; `None` if its offset cannot be expressed in bytes.
    ///
    /// The getelementptrs in its base are decomposed first, with a list instead of recursion, since chains
    /// can be long.
    pub fn of(&mut self, model: &Model, gep: ValueId) -> Option<&Address> {
        if matches!(self.state(model, gep), Decomposition::Pending) {
            let is_pending = |base: &ValueId| matches!(self.state(model, *base), Decomposition::Pending);
            let mut chain: SmallVec<[ValueId; 4]> = smallvec![gep];
            let mut last = gep;
            while let Some(base) = base_gep(model, last).filter(is_pending) {
                chain.push(base);
                last = base;
            }
            while let Some(next) = chain.pop() {
                self.decompose(model, next);
            }
        }
        self.known(model, gep)
    }

    fn decompose(&mut self, model: &Model, gep: ValueId) {
        let state = match self.take_apart(model, gep) {
            None => Decomposition::Other,
            Some(address) => {
                self.taken_apart.push(address);
                Decomposition::Address(self.taken_apart.len() as u32 - 1)
            }
        };
        if let Some(at) = model.position(gep) {
            self.states[at] = state;
        }
    }

    /// Sets the address that a `select` will become. Must precede queries of addresses based on it.
    pub fn choose(&mut self, select: ValueId, address: Address) {
        self.choices.insert(select, address);
    }

    fn take_apart(&self, model: &Model, gep: ValueId) -> Option<Address> {
        let form = model.gep_form(gep)?;
        let base = model.operand(gep, 0)?;
        if let Some(sum) = Sum::of_gep(model, gep, form, true)
            && let Some(address) = self.merged(model, gep, base, sum)
        {
            return Some(address);
        }
        // The offset as written: a sum that is too long stays undecomposed, so that a second run finds
        // nothing to do.
        let sum = Sum::of_gep(model, gep, form, false)?;
        let flags = model.flags(gep);
        sum.is_short().then_some(Address { base: Operand::Value(base), sum, flags, takes_in: None })
    }

    /// Adds the address of the base.
    fn merged(&self, model: &Model, gep: ValueId, base: ValueId, sum: Sum) -> Option<Address> {
        let flags = model.flags(gep);
        if let Some(below) = self.known(model, base).or_else(|| self.choices.get(&base))
            && below.sum.ty == sum.ty
        {
            let (sum, flags) = (sum.plus(&below.sum), flags_of_sum(below.flags, flags));
            let (base, takes_in) = (below.base, Some(base));
            return sum.is_short().then_some(Address { base, sum, flags, takes_in });
        }
        if let Some(constant) = model.constant_address(base)
            && constant.index_type == sum.ty
        {
            let below = Sum { terms: LinearTerms::new(), constant: constant.offset, ..sum };
            let (sum, flags) = (sum.plus(&below), flags_of_sum(constant.flags, flags));
            let base = base_of(model, base);
            return sum.is_short().then_some(Address { base, sum, flags, takes_in: None });
        }
        sum.is_short().then_some(Address { base: Operand::Value(base), sum, flags, takes_in: None })
    }

    /// The address of any pointer: a getelementptr, a constant expression, or the pointer itself with offset
    /// 0.
    pub fn of_pointer(&mut self, model: &Model, pointer: ValueId) -> Option<Address> {
        if let Some(constant) = model.constant_address(pointer) {
            let (width, ty) = (constant.width, constant.index_type);
            let sum = Sum { width, ty, terms: LinearTerms::new(), constant: constant.offset };
            let base = base_of(model, pointer);
            return Some(Address { base, sum, flags: constant.flags, takes_in: None });
        }
        match model.opcode(pointer) {
            Some(Opcode::GetElementPtr) => self.of(model, pointer).cloned(),
            Some(Opcode::Select) => self.choices.get(&pointer).cloned(),
            _ => None,
        }
    }
}

/// The base of a getelementptr, if that has a byte offset too.
fn base_gep(model: &Model, gep: ValueId) -> Option<ValueId> {
    model.operand(gep, 0).filter(|base| model.gep_form(*base).is_some())
}

/// The base global of a constant expression, as a value if possible.
fn base_of(model: &Model, constant: ValueId) -> Operand {
    match model.constant_address(constant).map(|address| address.base) {
        Some(Base::Value(global)) => Operand::Value(global),
        Some(Base::Hidden(_)) | None => Operand::BaseOf(constant),
    }
}

/// Whether two bases are equal.
pub fn same_base(model: &Model, left: Operand, right: Operand) -> bool {
    let hidden = |operand: Operand| match operand {
        Operand::BaseOf(constant) => model.constant_address(constant).map(|address| address.base),
        _ => None,
    };
    left == right || (hidden(left).is_some() && hidden(left) == hidden(right))
}
