//! Application of an edit plan to a copy of the model.
//!
//! In: the model of `%s = shl i64 %x, 3` and a plan that replaces it by `mul i64 %x, 8`. Out: the model that
//! extraction yields after the plan was committed to the function. Each of its values refers to its original
//! ([`Model::origin`]) and has its name.
//!
//! Matching works on such copies, so that a function without rewrites is never changed. The copy equals the
//! extracted model down to the numbering: globals and constants are numbered by their first use, as in
//! `llvm/extract`.
//! use, as `llvm/extract` does it.

use super::function::NO_ORIGIN;
use super::{
    Base, Constant, ConstantAddress, EditPlan, GepForm, Global, InstructionHead, Model, ModelBuilder,
    NewConstant, NewInstruction, NewKind, Opcode, Operand, OperandDraft, TypeId, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The model after `plan` is committed. `None` if the plan makes calls, whose effects only LLVM knows;
/// splats, which are two instructions each; or types, which the copy shares with the model.
///
/// Panics if the plan is not well-formed for the model: see `llvm/commit`.
pub fn apply(model: &Model, plan: EditPlan) -> Option<Model> {
    let is_beyond = |new: &NewInstruction| {
        matches!(
            new.kind,
            NewKind::Intrinsic(..) | NewKind::CallLike(..) | NewKind::External { .. } | NewKind::Splat(..)
        )
    };
    if !plan.types.is_empty() || plan.new.iter().any(is_beyond) {
        return None;
    }
    let builder = Copy::new(model, &plan).run();
    // Frees memory before the builder allocates.
    drop(plan);
    Some(builder.finish())
}

/// The original of each global or constant of the copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Original {
    Value(ValueId),
    Hidden(u32),
    Made(u32),
}

impl Original {
    fn origin(&self) -> ValueId {
        match self {
            Original::Value(value) => *value,
            Original::Hidden(_) | Original::Made(_) => NO_ORIGIN,
        }
    }
}

/// Marker for a missing position or index.
const NONE: u32 = u32::MAX;

struct Copy<'m> {
    model: &'m Model,
    plan: &'m EditPlan,
    builder: ModelBuilder,
    /// The new instructions, ordered by the instruction that they are placed before.
    order: Vec<u32>,
    /// Positions in the copy by position in the model; `NONE` for erased instructions.
    position_of_old: Vec<u32>,
    position_of_new: Vec<u32>,
    /// Per value, the index of its replacement in the plan.
    replaced: Vec<u32>,
    /// Per new instruction, the value that it replaces.
    in_place_of: Vec<Option<ValueId>>,
    /// Changed operands, ascending by instruction.
    set: Vec<(ValueId, (u32, Operand))>,
    done: Done,
    /// The originals of the new constants.
    known: Vec<Original>,
    indices: Indices,
    globals: Vec<Original>,
    constants: Vec<Original>,
    /// Buffer for the operands of one instruction; empty between instructions.
    row: Vec<OperandDraft>,
}

/// The number of entries of each list by instruction that were copied already.
#[derive(Default)]
struct Done {
    sets: usize,
    geps: usize,
    sizes: usize,
}

/// The entry for an instruction. `done` is the number of entries for earlier ones; instructions must be
/// requested in ascending order.
fn next_of<'s, T>(sorted: &'s [(ValueId, T)], done: &mut usize, value: ValueId) -> Option<&'s T> {
    while sorted.get(*done).is_some_and(|(at, _)| *at < value) {
        *done += 1;
    }
    sorted.get(*done).filter(|(at, _)| *at == value).map(|(_, found)| found)
}

/// The indices of globals and constants in the copy.
struct Indices {
    /// The index of the first value that is a global.
    first: usize,
    of_values: Vec<u32>,
    of_hidden: Vec<u32>,
    of_made: Vec<u32>,
}

impl Indices {
    fn new(model: &Model, plan: &EditPlan) -> Indices {
        let first = (model.parameters + model.instructions) as usize;
        Indices {
            first,
            of_values: vec![NONE; model.len() - first],
            of_hidden: vec![NONE; model.addresses.hidden.len()],
            of_made: vec![NONE; plan.constants.len()],
        }
    }

    fn of(&mut self, original: Original) -> &mut u32 {
        match original {
            Original::Value(value) => &mut self.of_values[value.index() - self.first],
            Original::Hidden(k) => &mut self.of_hidden[k as usize],
            Original::Made(k) => &mut self.of_made[k as usize],
        }
    }
}

impl<'m> Copy<'m> {
    fn new(model: &'m Model, plan: &'m EditPlan) -> Copy<'m> {
        let mut in_place_of = vec![None; plan.new.len()];
        let mut replaced = vec![NONE; model.len()];
        for (&(old, by), at) in plan.replace.iter().zip(0..) {
            replaced[old.index()] = at;
            if let Operand::New(new) = by {
                in_place_of[new as usize].get_or_insert(old);
            }
        }
        // If an operand is set twice, the later entry counts, so it comes first here.
        let set = plan.operands.iter().rev().map(|&(user, n, operand)| (user, (n, operand)));
        let mut set: Vec<(ValueId, (u32, Operand))> = set.collect();
        set.sort_by_key(|(user, _)| *user);
        let mut copy = Copy {
            model,
            plan,
            in_place_of,
            builder: ModelBuilder::sharing(model),
            order: (0..plan.new.len() as u32).collect(),
            position_of_old: vec![NONE; model.instruction_count()],
            position_of_new: vec![0; plan.new.len()],
            replaced,
            set,
            done: Done::default(),
            known: known(model, &plan.constants),
            indices: Indices::new(model, plan),
            globals: Vec::new(),
            constants: Vec::new(),
            row: Vec::new(),
        };
        copy.lay_out();
        copy
    }

    /// Computes the position of each instruction, and reserves memory.
    fn lay_out(&mut self) {
        let (model, plan) = (self.model, self.plan);
        let mut is_erased = vec![false; model.instruction_count()];
        plan.erase.iter().filter_map(|old| model.position(*old)).for_each(|at| is_erased[at] = true);
        self.order.sort_by_key(|&new| plan.new[new as usize].before);
        let (mut next, mut position, mut operands) = (0, 0, 0);
        for (old, at) in model.instructions().zip(0..) {
            while let Some(new) = self.new_before(old, &mut next) {
                self.position_of_new[new as usize] = position;
                position += 1;
                operands += plan.new[new as usize].kind.operands().len();
            }
            if !is_erased[at] {
                self.position_of_old[at] = position;
                position += 1;
                operands += model.operands(old).len();
            }
        }
        let others = model.len() - model.instruction_count() + plan.constants.len();
        self.builder.reserve(position as usize, operands, others);
    }

    /// The next new instruction, if it is placed before `old`. Instructions must be requested in order.
    fn new_before(&self, old: ValueId, next: &mut usize) -> Option<u32> {
        let new = *self.order.get(*next).filter(|&&new| self.plan.new[new as usize].before == old)?;
        *next += 1;
        Some(new)
    }

    fn run(mut self) -> ModelBuilder {
        let model = self.model;
        let mut origins: Vec<ValueId> = Vec::with_capacity(model.len() + self.plan.new.len());
        for parameter in model.parameters() {
            self.builder.parameter(model.type_id(parameter), "");
            origins.push(parameter);
        }
        let mut next = 0;
        for block in model.blocks() {
            for old in model.block_instructions(block) {
                while let Some(new) = self.new_before(old, &mut next) {
                    self.new_one(new);
                    origins.push(self.in_place_of[new as usize].unwrap_or(NO_ORIGIN));
                }
                if self.position_of_old[(old.0 - model.parameters) as usize] != NONE {
                    self.old(old);
                    origins.push(old);
                }
            }
            // The builder knows the successors already.
            self.builder.end_block([]);
        }
        self.addresses();
        origins.extend(self.globals.iter().chain(&self.constants).map(Original::origin));
        for origin in origins.iter_mut().filter(|origin| **origin != NO_ORIGIN) {
            *origin = model.origin(*origin).unwrap_or(NO_ORIGIN);
        }
        self.builder.origins(origins);
        self.builder
    }

    fn old(&mut self, old: ValueId) {
        let model = self.model;
        let mut row = std::mem::take(&mut self.row);
        self.take_operands(old, &mut row);
        let at = model.position(old).unwrap_or_default();
        let phi_blocks = model.phi_sources(old).iter().filter_map(|original| model.block_of(*original));
        let head = InstructionHead {
            opcode: model.opcodes[at],
            ty: model.type_id(old),
            name: "",
            flags: model.flags[at],
            effects: model.effects[at],
            location: model.locations.get(at).cloned().flatten(),
        };
        self.builder.instruction(head, row.drain(..), phi_blocks);
        self.row = row;
        let addresses = &model.addresses;
        if let Some(form) = next_of(&addresses.geps, &mut self.done.geps, old) {
            self.builder.gep_form(form.clone());
        }
        if let Some(bytes) = next_of(&addresses.sizes, &mut self.done.sizes, old) {
            self.builder.access_size(*bytes);
        }
        if model.is_used_outside(old) {
            self.builder.used_outside();
        }
    }

    /// The operands of an old instruction, with changed ones replaced.
    fn take_operands(&mut self, old: ValueId, row: &mut Vec<OperandDraft>) {
        let is_set = next_of(&self.set, &mut self.done.sets, old).is_some();
        for edge in self.model.operands(old) {
            let rest = if is_set { &self.set[self.done.sets..] } else { &[] };
            let mut of_it = rest.iter().take_while(|(user, _)| *user == old);
            let set = of_it.find(|(_, (n, _))| *n == edge.n);
            let operand = set.map_or(Operand::Value(edge.to), |(_, (_, operand))| *operand);
            row.push(self.operand(edge.n, operand));
        }
    }

    fn new_one(&mut self, at: u32) {
        let (model, plan) = (self.model, self.plan);
        let new = &plan.new[at as usize];
        let opcode = match &new.kind {
            NewKind::Binary(opcode, ..) | NewKind::Cast(opcode, ..) => *opcode,
            NewKind::Compare(..) => Opcode::ICmp,
            NewKind::FloatCompare(..) => Opcode::FCmp,
            NewKind::Freeze(..) => Opcode::Freeze,
            NewKind::Negate(..) => Opcode::FNeg,
            NewKind::Gep { .. } => Opcode::GetElementPtr,
            NewKind::Select(..) => Opcode::Select,
            NewKind::Intrinsic(..) | NewKind::CallLike(..) | NewKind::External { .. } => Opcode::Call,
            NewKind::Splat(..) => Opcode::ShuffleVector,
        };
        let mut row = std::mem::take(&mut self.row);
        row.extend((0..).zip(new.kind.operands()).map(|(n, operand)| self.operand(n, operand)));
        let ty = plan.type_of(model, Operand::New(at)).unwrap_or(TypeId(0));
        let replaces = self.in_place_of[at as usize];
        let head = InstructionHead {
            opcode,
            ty,
            name: "",
            flags: match new.kind {
                NewKind::Compare(predicate, ..) => new.flags | predicate.flag(),
                NewKind::FloatCompare(predicate, ..) => new.flags | predicate.flag(),
                _ => new.flags,
            },
            effects: super::Effects::NONE,
            location: new.location_of.first().and_then(|v| model.location(*v)).cloned(),
        };
        self.builder.instruction(head, row.drain(..), []);
        self.row = row;
        if let NewKind::Gep { offset, .. } = new.kind {
            self.builder.gep_form(self.form_of(offset));
        }
        if replaces.is_some_and(|old| model.is_used_outside(old)) {
            self.builder.used_outside();
        }
    }

    /// The offset of a new getelementptr over bytes.
    fn form_of(&self, offset: Operand) -> GepForm {
        let index_type = self.plan.type_of(self.model, offset).unwrap_or(TypeId(0));
        let width = self.model.types[index_type.index()].integer_width().unwrap_or(64);
        match offset {
            Operand::Constant(k) => {
                let bits = self.plan.constants[k as usize].number.bits().unwrap_or(0) as i64;
                let spare = 64 - width.min(64);
                GepForm { offset: bits << spare >> spare, terms: SmallVec::new(), index_type, width }
            }
            _ => GepForm { offset: 0, terms: smallvec![(1, 1)], index_type, width },
        }
    }

    /// An operand as the builder expects it.
    fn operand(&mut self, n: u32, operand: Operand) -> OperandDraft {
        let operand = self.resolve(operand);
        let (kind, index) = match operand {
            Operand::New(k) => (ValueKind::Instruction, self.position_of_new[k as usize]),
            Operand::Constant(k) => (ValueKind::Constant, self.constant(self.known[k as usize])),
            Operand::BaseOf(constant) => match self.model.constant_address(constant).map(|a| a.base) {
                Some(Base::Value(value)) => return self.operand(n, Operand::Value(value)),
                Some(Base::Hidden(k)) => (ValueKind::Global, self.global(Original::Hidden(k))),
                None => (ValueKind::Constant, self.constant(Original::Value(constant))),
            },
            Operand::Value(value) => match self.model.kind(value) {
                ValueKind::Parameter => (ValueKind::Parameter, value.0),
                ValueKind::Instruction => {
                    let at = (value.0 - self.model.parameters) as usize;
                    assert!(self.position_of_old[at] != NONE, "a plan erases what it uses");
                    (ValueKind::Instruction, self.position_of_old[at])
                }
                ValueKind::Global => (ValueKind::Global, self.global(Original::Value(value))),
                ValueKind::Constant => (ValueKind::Constant, self.constant(Original::Value(value))),
            },
        };
        (n, kind, index)
    }

    /// An operand after all replacements.
    fn resolve(&self, mut operand: Operand) -> Operand {
        for _ in 0..=self.plan.replace.len() {
            let Operand::Value(value) = operand else { break };
            let Some((_, by)) = self.plan.replace.get(self.replaced[value.index()] as usize) else { break };
            operand = *by;
        }
        operand
    }

    fn global(&mut self, original: Original) -> u32 {
        let known = *self.indices.of(original);
        if known != NONE {
            return known;
        }
        let (ty, global) = match original {
            Original::Hidden(k) => self.model.addresses.hidden[k as usize].clone(),
            Original::Value(value) => (self.model.type_id(value), self.global_of(value)),
            Original::Made(_) => unreachable!("a plan makes no globals"),
        };
        let index = self.builder.global(ty, global);
        self.globals.push(original);
        *self.indices.of(original) = index;
        index
    }

    fn global_of(&self, value: ValueId) -> Arc<Global> {
        let first = self.model.parameters + self.model.instructions;
        self.model.globals[(value.0 - first) as usize].clone()
    }

    fn constant(&mut self, original: Original) -> u32 {
        let known = *self.indices.of(original);
        if known != NONE {
            return known;
        }
        let (ty, constant) = match original {
            Original::Made(k) => made(self.model, &self.plan.constants[k as usize]),
            Original::Value(value) => {
                let constant = self.model.constant(value).cloned();
                (self.model.type_id(value), constant.unwrap_or(Constant::Other))
            }
            Original::Hidden(_) => unreachable!("a hidden global is no constant"),
        };
        let index = self.builder.constant(ty, constant);
        self.constants.push(original);
        *self.indices.of(original) = index;
        index
    }

    /// Copies the addresses of the constants that are still used.
    fn addresses(&mut self) {
        if self.model.addresses.constants.is_empty() {
            return;
        }
        for at in 0..self.constants.len() {
            if let Original::Value(value) = self.constants[at]
                && let Some(address) = self.model.constant_address(value)
            {
                let address = ConstantAddress { base: self.base(address.base), ..*address };
                self.builder.constant_address(at as u32, address);
            }
        }
    }

    /// A base in the copy. A global that was a value may be hidden there, and the other way round.
    fn base(&mut self, base: Base) -> Base {
        let original = match base {
            Base::Value(value) => Original::Value(value),
            Base::Hidden(k) => Original::Hidden(k),
        };
        let known = *self.indices.of(original);
        if known != NONE {
            return Base::Value(ValueId(known));
        }
        let (ty, global) = match original {
            Original::Hidden(k) => self.model.addresses.hidden[k as usize].clone(),
            Original::Value(value) => (self.model.type_id(value), self.global_of(value)),
            Original::Made(_) => unreachable!("a plan makes no globals"),
        };
        Base::Hidden(self.builder.hidden_global(ty, global))
    }
}

/// The original of each new constant: an equal constant of the model, or the first equal new one.
fn known(model: &Model, constants: &[NewConstant]) -> Vec<Original> {
    if constants.is_empty() {
        return Vec::new();
    }
    let new: Vec<(TypeId, Constant)> = constants.iter().map(|new| made(model, new)).collect();
    let mut all: FxHashMap<(TypeId, &Constant), Original> = FxHashMap::default();
    for value in model.constants() {
        if let Some(constant @ (Constant::Scalar(_) | Constant::Splat(_))) = model.constant(value) {
            all.entry((model.type_id(value), constant)).or_insert(Original::Value(value));
        }
    }
    let mut originals = Vec::with_capacity(new.len());
    for ((ty, constant), at) in new.iter().zip(0..) {
        originals.push(*all.entry((*ty, constant)).or_insert(Original::Made(at)));
    }
    originals
}

fn made(model: &Model, new: &NewConstant) -> (TypeId, Constant) {
    let is_vector = model.types[new.ty.index()].class == Some(super::TypeClass::Vector);
    let constant = if is_vector { Constant::Splat } else { Constant::Scalar };
    (new.ty, constant(new.number.clone()))
}
