//! Carries out an edit plan on a copy of the model.
//!
//! In: the model of `%s = shl i64 %x, 3` and a plan that puts `mul i64 %x, 8` in its place. Out: the model that extraction
//! gives of the function in which the plan was committed, and for each of its values the one it was before.
//!
//! Matching works on such copies, so that code in which nothing is rewritten is never touched. That the copy is what
//! extraction gives is kept down to the numbering: globals and constants are numbered by their first use, as
//! `llvm/extract` does it.

use super::{
    Base, BlockId, Constant, ConstantAddress, EditPlan, GepForm, InstructionHead, Model, ModelBuilder,
    NewConstant, NewInstruction, NewKind, Opcode, Operand, OperandDraft, TypeId, ValueId, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A copy of a model with a plan carried out.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The copy.
    pub model: Model,
    /// Per value of the copy: the value it was, or whose place it takes. `None` for one that the plan brought in.
    pub origins: Vec<Option<ValueId>>,
}

/// The model as it is once `plan` is committed; `None` when the plan makes calls, which need LLVM to know their effects, or
/// splats, which are two instructions each.
///
/// Panics when the plan is not well-formed for the model: see `llvm/commit`.
pub fn apply(model: &Model, plan: &EditPlan) -> Option<Applied> {
    let is_beyond = |new: &NewInstruction| {
        matches!(new.kind, NewKind::Intrinsic(..) | NewKind::CallLike(..) | NewKind::Splat(..))
    };
    if plan.new.iter().any(is_beyond) {
        return None;
    }
    Some(Copy::new(model, plan).run())
}

/// An instruction of the copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Old(ValueId),
    New(u32),
}

/// What a global or constant of the copy was.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Source {
    Value(ValueId),
    Hidden(u32),
    Made(u32),
}

struct Copy<'m> {
    model: &'m Model,
    plan: &'m EditPlan,
    builder: ModelBuilder,
    items: Vec<Item>,
    /// Positions in `items`.
    position_of_old: FxHashMap<ValueId, u32>,
    position_of_new: Vec<u32>,
    replaced: FxHashMap<ValueId, Operand>,
    /// By new instruction, what it takes the place of.
    in_place_of: FxHashMap<u32, ValueId>,
    set: FxHashMap<(ValueId, u32), Operand>,
    /// What each new constant is.
    known: Vec<Source>,
    /// Index in the copy by source, and the sources in order.
    indices: FxHashMap<Source, u32>,
    globals: Vec<Source>,
    constants: Vec<Source>,
}

impl<'m> Copy<'m> {
    fn new(model: &'m Model, plan: &'m EditPlan) -> Copy<'m> {
        let mut in_place_of = FxHashMap::default();
        for (old, by) in &plan.replace {
            if let Operand::New(new) = by {
                in_place_of.entry(*new).or_insert(*old);
            }
        }
        let mut copy = Copy {
            model,
            plan,
            in_place_of,
            builder: ModelBuilder::new(model.function.clone()),
            items: Vec::new(),
            position_of_old: FxHashMap::default(),
            position_of_new: vec![0; plan.new.len()],
            replaced: plan.replace.iter().copied().collect(),
            set: plan.operands.iter().map(|(user, n, operand)| ((*user, *n), *operand)).collect(),
            known: known(model, &plan.constants),
            indices: FxHashMap::default(),
            globals: Vec::new(),
            constants: Vec::new(),
        };
        copy.lay_out();
        copy
    }

    /// The instructions in their new order.
    fn lay_out(&mut self) {
        let erased: FxHashSet<ValueId> = self.plan.erase.iter().copied().collect();
        let mut before: FxHashMap<ValueId, Vec<u32>> = FxHashMap::default();
        for (k, new) in self.plan.new.iter().enumerate() {
            before.entry(new.before).or_default().push(k as u32);
        }
        for old in self.model.instructions() {
            for &new in before.get(&old).into_iter().flatten() {
                self.position_of_new[new as usize] = self.items.len() as u32;
                self.items.push(Item::New(new));
            }
            if !erased.contains(&old) {
                self.position_of_old.insert(old, self.items.len() as u32);
                self.items.push(Item::Old(old));
            }
        }
    }

    fn run(mut self) -> Applied {
        for ty in &self.model.types {
            self.builder.ty(ty.clone());
        }
        for parameter in self.model.parameters() {
            self.builder.parameter(self.model.type_id(parameter), self.model.name(parameter));
        }
        let items = std::mem::take(&mut self.items);
        for (at, item) in items.iter().enumerate() {
            match *item {
                Item::Old(old) => self.old(old),
                Item::New(new) => self.new_one(new),
            }
            let block = self.block_of(*item);
            if items.get(at + 1).is_none_or(|next| self.block_of(*next) != block) {
                self.builder.end_block(self.model.block_successors(block).iter().copied());
            }
        }
        self.addresses();
        let origins = self.origins(&items);
        Applied { model: self.builder.finish(), origins }
    }

    fn block_of(&self, item: Item) -> BlockId {
        let old = match item {
            Item::Old(old) => old,
            Item::New(new) => self.plan.new[new as usize].before,
        };
        self.model.block_of[self.model.position(old).unwrap_or_default()]
    }

    fn old(&mut self, old: ValueId) {
        let model = self.model;
        let edges = model.operands(old).iter();
        let operands: Vec<OperandDraft> = edges
            .map(|edge| {
                let set = self.set.get(&(old, edge.n)).copied();
                self.operand(edge.n, set.unwrap_or(Operand::Value(edge.to)))
            })
            .collect();
        let at = model.position(old).unwrap_or_default();
        let phi_blocks = model.phi_sources(old).iter().filter_map(|source| model.block_of(*source));
        let head = InstructionHead {
            opcode: model.opcodes[at],
            ty: model.type_id(old),
            name: model.name(old),
            flags: model.flags[at],
            effects: model.effects[at],
            location: model.locations.get(at).cloned().flatten(),
        };
        self.builder.instruction(head, operands, phi_blocks);
        if let Some(form) = model.gep_form(old) {
            self.builder.gep_form(form.clone());
        }
        if let Some(bytes) = model.access_size(old) {
            self.builder.access_size(bytes);
        }
        if model.is_used_outside(old) {
            self.builder.used_outside();
        }
    }

    fn new_one(&mut self, at: u32) {
        let (model, plan) = (self.model, self.plan);
        let new = &plan.new[at as usize];
        let opcode = match &new.kind {
            NewKind::Binary(opcode, ..) | NewKind::Cast(opcode, ..) => *opcode,
            NewKind::Gep { .. } => Opcode::GetElementPtr,
            NewKind::Select(..) => Opcode::Select,
            NewKind::Intrinsic(..) | NewKind::CallLike(..) => Opcode::Call,
            NewKind::Splat(..) => Opcode::ShuffleVector,
        };
        let operands = new.kind.operands();
        let operands: Vec<OperandDraft> = (0..).zip(operands).map(|(n, o)| self.operand(n, o)).collect();
        let ty = plan.type_of(model, Operand::New(at)).unwrap_or(TypeId(0));
        // A value takes over the name of what it replaces.
        let replaces = self.in_place_of.get(&at).copied();
        let head = InstructionHead {
            opcode,
            ty,
            name: replaces.map_or("", |old| model.name(old)),
            flags: new.flags,
            effects: super::Effects::NONE,
            location: new.location_of.first().and_then(|v| model.location(*v)).cloned(),
        };
        self.builder.instruction(head, operands, []);
        if let NewKind::Gep { offset, .. } = new.kind {
            self.builder.gep_form(self.form_of(offset));
        }
        if replaces.is_some_and(|old| model.is_used_outside(old)) {
            self.builder.used_outside();
        }
    }

    /// The form of a new getelementptr over bytes.
    fn form_of(&self, offset: Operand) -> GepForm {
        let index_type = self.plan.type_of(self.model, offset).unwrap_or(TypeId(0));
        let width = self.model.types[index_type.index()].integer_width().unwrap_or(64);
        match offset {
            Operand::Constant(k) => {
                let bits = self.plan.constants[k as usize].number.bits().unwrap_or(0) as i64;
                let spare = 64 - width.min(64);
                GepForm { offset: bits << spare >> spare, terms: Vec::new(), index_type, width }
            }
            _ => GepForm { offset: 0, terms: vec![(1, 1)], index_type, width },
        }
    }

    /// The operand as the builder takes it.
    fn operand(&mut self, n: u32, operand: Operand) -> OperandDraft {
        let operand = self.resolve(operand);
        let (kind, index) = match operand {
            Operand::New(k) => (ValueKind::Instruction, self.position_of_new[k as usize]),
            Operand::Constant(k) => (ValueKind::Constant, self.constant(self.known[k as usize].clone())),
            Operand::BaseOf(constant) => match self.model.constant_address(constant).map(|a| a.base) {
                Some(Base::Value(value)) => return self.operand(n, Operand::Value(value)),
                Some(Base::Hidden(k)) => (ValueKind::Global, self.global(Source::Hidden(k))),
                None => (ValueKind::Constant, self.constant(Source::Value(constant))),
            },
            Operand::Value(value) => match self.model.kind(value) {
                ValueKind::Parameter => (ValueKind::Parameter, value.0),
                ValueKind::Instruction => (ValueKind::Instruction, self.position_of_old[&value]),
                ValueKind::Global => (ValueKind::Global, self.global(Source::Value(value))),
                ValueKind::Constant => (ValueKind::Constant, self.constant(Source::Value(value))),
            },
        };
        (n, kind, index)
    }

    /// What an operand is after all replacements.
    fn resolve(&self, mut operand: Operand) -> Operand {
        for _ in 0..=self.replaced.len() {
            let Operand::Value(value) = operand else { break };
            let Some(by) = self.replaced.get(&value) else { break };
            operand = *by;
        }
        operand
    }

    fn global(&mut self, source: Source) -> u32 {
        if let Some(&index) = self.indices.get(&source) {
            return index;
        }
        let (ty, global) = match &source {
            Source::Hidden(k) => self.model.addresses.hidden[*k as usize].clone(),
            Source::Value(value) => (self.model.type_id(*value), self.global_of(*value)),
            Source::Made(_) => unreachable!("a plan makes no globals"),
        };
        let index = self.builder.global(ty, global);
        self.globals.push(source.clone());
        self.indices.insert(source, index);
        index
    }

    fn global_of(&self, value: ValueId) -> super::Global {
        let first = self.model.parameters + self.model.instructions;
        self.model.globals[(value.0 - first) as usize].clone()
    }

    fn constant(&mut self, source: Source) -> u32 {
        if let Some(&index) = self.indices.get(&source) {
            return index;
        }
        let (ty, constant) = match source {
            Source::Made(k) => made(self.model, &self.plan.constants[k as usize]),
            Source::Value(value) => {
                let constant = self.model.constant(value).cloned();
                (self.model.type_id(value), constant.unwrap_or(Constant::Other))
            }
            Source::Hidden(_) => unreachable!("a hidden global is no constant"),
        };
        let index = self.builder.constant(ty, constant);
        self.constants.push(source.clone());
        self.indices.insert(source, index);
        index
    }

    /// The addresses that the constants still in use stand for.
    fn addresses(&mut self) {
        for (at, source) in std::mem::take(&mut self.constants).into_iter().enumerate() {
            if let Source::Value(value) = &source
                && let Some(address) = self.model.constant_address(*value)
            {
                let address = ConstantAddress { base: self.base(address.base), ..*address };
                self.builder.constant_address(at as u32, address);
            }
            self.constants.push(source);
        }
    }

    /// A base in the copy: a global may be hidden now that was a value, and the other way round.
    fn base(&mut self, base: Base) -> Base {
        let source = match base {
            Base::Value(value) => Source::Value(value),
            Base::Hidden(k) => Source::Hidden(k),
        };
        if let Some(&index) = self.indices.get(&source) {
            return Base::Value(ValueId(index));
        }
        let (ty, global) = match source {
            Source::Hidden(k) => self.model.addresses.hidden[k as usize].clone(),
            Source::Value(value) => (self.model.type_id(value), self.global_of(value)),
            Source::Made(_) => unreachable!("a plan makes no globals"),
        };
        Base::Hidden(self.builder.hidden_global(ty, global))
    }

    fn origins(&self, items: &[Item]) -> Vec<Option<ValueId>> {
        let item = |item: &Item| match *item {
            Item::Old(old) => Some(old),
            Item::New(new) => self.in_place_of.get(&new).copied(),
        };
        let source = |source: &Source| match source {
            Source::Value(value) => Some(*value),
            Source::Hidden(_) | Source::Made(_) => None,
        };
        let parameters = self.model.parameters().map(Some);
        let rest = self.globals.iter().chain(&self.constants).map(source);
        parameters.chain(items.iter().map(item)).chain(rest).collect()
    }
}

/// For each new constant what it is: a constant of the model, or the first new one that is equal.
fn known(model: &Model, constants: &[NewConstant]) -> Vec<Source> {
    let mut all: FxHashMap<(TypeId, Constant), Source> = FxHashMap::default();
    if !constants.is_empty() {
        for value in model.constants() {
            let constant = model.constant(value).cloned().unwrap_or(Constant::Other);
            all.entry((model.type_id(value), constant)).or_insert(Source::Value(value));
        }
    }
    let new = constants.iter().zip(0..);
    new.map(|(new, at)| all.entry(made(model, new)).or_insert(Source::Made(at)).clone()).collect()
}

fn made(model: &Model, new: &NewConstant) -> (TypeId, Constant) {
    let is_vector = model.types[new.ty.index()].class == Some(super::TypeClass::Vector);
    let constant = if is_vector { Constant::Splat } else { Constant::Scalar };
    (new.ty, constant(new.number.clone()))
}
