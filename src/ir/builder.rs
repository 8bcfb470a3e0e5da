//! Builder of a [`Model`]: takes instructions in layout order, and computes ids and edges in both directions.
//!
//! Time is linear in the number of operands and edges. `llvm/extract` adds instructions without an allocation
//! for each; tests write small functions with drafts.

use super::address::Addresses;
use super::casts::reversed;
use super::facts::{ControlFlow, Facts};
use super::string_pool::StringPool;
use super::{
    Base, BlockId, Constant, ConstantAddress, Csr, Edge, Effects, Flags, Function, GepForm, Global, Model,
    Opcode, SourceLocation, Type, TypeId, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An operand before ids are known: argument number, kind, index within the kind. The index of an instruction
/// is its position in layout order.
pub type OperandDraft = (u32, ValueKind, u32);

/// The properties of an instruction without its operands.
#[derive(Clone, Debug)]
pub struct InstructionHead<'n> {
    /// Exact opcode.
    pub opcode: Opcode,
    /// Result type.
    pub ty: TypeId,
    /// Name in textual IR, may be empty.
    pub name: &'n str,
    /// Flags.
    pub flags: Flags,
    /// Effects.
    pub effects: Effects,
    /// Debug location.
    pub location: Option<SourceLocation>,
}

/// An instruction before ids are known.
#[derive(Clone, Debug)]
pub struct InstructionDraft {
    /// Exact opcode.
    pub opcode: Opcode,
    /// Result type.
    pub ty: TypeId,
    /// Name in textual IR, may be empty.
    pub name: String,
    /// Flags.
    pub flags: Flags,
    /// Effects.
    pub effects: Effects,
    /// Debug location.
    pub location: Option<SourceLocation>,
    /// Exact operands in ascending argument number.
    pub operands: Vec<OperandDraft>,
    /// For a phi: per operand, the block it comes from.
    pub phi_blocks: Vec<BlockId>,
}

/// A block: one or more instructions, the last of which is the terminator.
#[derive(Clone, Debug, Default)]
pub struct BlockDraft {
    /// Instructions in order.
    pub instructions: Vec<InstructionDraft>,
    /// The successor blocks, by successor number.
    pub successors: Vec<BlockId>,
}

/// Collects a function and turns it into a [`Model`].
#[derive(Clone, Debug, Default)]
pub struct ModelBuilder {
    function: Arc<Function>,
    /// The parts shared with the model that this one is derived from.
    shared: Option<SharedParts>,
    types: Vec<Type>,
    type_ids: FxHashMap<String, TypeId>,
    parameters: Vec<TypeId>,
    names: StringPool,
    globals: Vec<(TypeId, Arc<Global>)>,
    constants: Vec<(TypeId, Constant)>,
    hidden: Vec<(TypeId, Arc<Global>)>,
    addresses: Vec<(u32, ConstantAddress)>,
    body: Body,
}

/// The parts that a derived model shares with its original.
#[derive(Clone, Debug)]
struct SharedParts {
    types: Arc<[Type]>,
    names: Arc<StringPool>,
    flow: Arc<ControlFlow>,
    /// Per value, its origin: see [`Model::origin`].
    origins: Vec<ValueId>,
}

/// The instructions and blocks so far. The lists before `blocks` are per instruction, except those of phis.
#[derive(Clone, Debug, Default)]
struct Body {
    opcodes: Vec<Opcode>,
    types: Vec<TypeId>,
    flags: Vec<Flags>,
    effects: Vec<Effects>,
    locations: Vec<Option<SourceLocation>>,
    /// Operands whose edges hold kind and number in `n`, and the index in `to`: see [`packed`].
    operands: Csr<Edge>,
    /// Per phi, the blocks that its operands come from.
    phi_blocks: Csr<BlockId>,
    block_of: Vec<BlockId>,
    blocks: Vec<(u32, u32)>,
    phi_ends: Vec<u32>,
    successors: Csr<BlockId>,
    geps: Vec<(u32, GepForm)>,
    sizes: Vec<(u32, u32)>,
    used_outside: Vec<u32>,
}

impl ModelBuilder {
    /// A builder for this function.
    pub fn new(function: impl Into<Arc<Function>>) -> Self {
        Self { function: function.into(), ..Self::default() }
    }

    /// A builder for a model derived from `model`, with the same function, types and blocks, to which none
    /// can be added. Names are those of the origins, which must be set before `finish`.
    pub(super) fn sharing(model: &Model) -> Self {
        let (types, names, flow) = (model.types.clone(), model.names.clone(), model.flow.clone());
        let shared = SharedParts { types, names, flow, origins: Vec::new() };
        Self { shared: Some(shared), ..Self::new(model.function.clone()) }
    }

    /// Sets the origin of each value of a derived model.
    pub(super) fn origins(&mut self, origins: Vec<ValueId>) {
        if let Some(shared) = &mut self.shared {
            shared.origins = origins;
        }
    }

    /// The id of a type. Types with equal names get equal ids.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.type_ids.get(&ty.name) {
            return id;
        }
        let id = TypeId::new(self.types.len());
        self.type_ids.insert(ty.name.clone(), id);
        self.types.push(ty);
        id
    }

    /// Adds the next parameter; returns its index among the parameters.
    ///
    /// Panics if instructions were added already.
    pub fn parameter(&mut self, ty: TypeId, name: impl AsRef<str>) -> u32 {
        assert!(self.body.opcodes.is_empty(), "parameters come before instructions");
        self.names.set(self.parameters.len(), name.as_ref());
        self.parameters.push(ty);
        self.parameters.len() as u32 - 1
    }

    /// Adds the next global; returns its index among the globals.
    pub fn global(&mut self, ty: TypeId, global: impl Into<Arc<Global>>) -> u32 {
        self.globals.push((ty, global.into()));
        self.globals.len() as u32 - 1
    }

    /// Adds the next constant; returns its index among the constants.
    pub fn constant(&mut self, ty: TypeId, constant: Constant) -> u32 {
        self.constants.push((ty, constant));
        self.constants.len() as u32 - 1
    }

    /// Adds a hidden global, which only constant expressions mention. Returns its index among the hidden
    /// globals.
    pub fn hidden_global(&mut self, ty: TypeId, global: impl Into<Arc<Global>>) -> u32 {
        self.hidden.push((ty, global.into()));
        self.hidden.len() as u32 - 1
    }

    /// Sets the address that a constant denotes. Constants are given by index, in ascending order. In
    /// `address`, the id of a base that is a value is its index among the globals.
    pub fn constant_address(&mut self, constant: u32, address: ConstantAddress) {
        self.addresses.push((constant, address));
    }

    /// Sets the offset of the instruction added last, a getelementptr.
    pub fn gep_form(&mut self, form: GepForm) {
        let at = self.body.opcodes.len() as u32 - 1;
        self.body.geps.push((at, form));
    }

    /// Sets the number of bytes that the instruction added last accesses or reserves; a load, store or
    /// alloca.
    pub fn access_size(&mut self, bytes: u32) {
        let at = self.body.opcodes.len() as u32 - 1;
        self.body.sizes.push((at, bytes));
    }

    /// Marks the instruction added last as used by something that the model leaves out.
    pub fn used_outside(&mut self) {
        let at = self.body.opcodes.len() as u32 - 1;
        self.body.used_outside.push(at);
    }

    /// Reserves memory for `instructions`, for `operands` in total, and for `others`: values of other kinds.
    pub fn reserve(&mut self, instructions: usize, operands: usize, others: usize) {
        let body = &mut self.body;
        body.opcodes.reserve_exact(instructions);
        body.types.reserve_exact(instructions + others);
        body.flags.reserve_exact(instructions);
        body.effects.reserve_exact(instructions);
        body.block_of.reserve_exact(instructions);
        body.operands.reserve(instructions + others, operands);
    }

    /// Adds the next instruction to the block that the next [`ModelBuilder::end_block`] ends. Operands are in
    /// ascending order of argument numbers. A phi comes with the block of each operand, and precedes all
    /// other instructions of its block.
    ///
    /// Panics if a phi follows another instruction of its block.
    pub fn instruction(
        &mut self,
        head: InstructionHead<'_>,
        operands: impl IntoIterator<Item = OperandDraft>,
        phi_blocks: impl IntoIterator<Item = BlockId>,
    ) {
        let body = &mut self.body;
        self.names.set(self.parameters.len() + body.opcodes.len(), head.name);
        if head.opcode == Opcode::Phi {
            body.phi(phi_blocks);
        }
        body.opcodes.push(head.opcode);
        body.types.push(head.ty);
        body.flags.push(head.flags);
        body.effects.push(head.effects);
        if head.location.is_some() {
            body.locations.resize(body.opcodes.len() - 1, None);
            body.locations.push(head.location);
        }
        body.operands.push(operands.into_iter().map(packed));
        body.block_of.push(BlockId::new(body.blocks.len()));
    }

    /// Ends the block of the instructions added since the last call; the last of them is its terminator.
    ///
    /// Panics if there are none.
    pub fn end_block(&mut self, successors: impl IntoIterator<Item = BlockId>) -> BlockId {
        let body = &mut self.body;
        let id = BlockId::new(body.blocks.len());
        let from = body.blocks.last().map_or(0, |b| b.1);
        let to = body.opcodes.len() as u32;
        assert!(from < to, "block {} has no terminator", id.index());
        body.blocks.push((from, to));
        body.phi_ends.push(body.phi_blocks.len() as u32);
        body.successors.push(successors);
        id
    }

    /// Adds the next block in layout order.
    ///
    /// Panics if it is empty.
    pub fn block(&mut self, block: BlockDraft) -> BlockId {
        for draft in block.instructions {
            let head = InstructionHead {
                opcode: draft.opcode,
                ty: draft.ty,
                name: &draft.name,
                flags: draft.flags,
                effects: draft.effects,
                location: draft.location,
            };
            self.instruction(head, draft.operands, draft.phi_blocks);
        }
        self.end_block(block.successors)
    }

    /// The finished model.
    ///
    /// Panics if an operand refers to something that was not added, which is a mistake of the caller.
    pub fn finish(self) -> Model {
        let body = self.body;
        let first = FirstIds::new(
            self.parameters.len(),
            body.opcodes.len(),
            self.globals.len(),
            self.constants.len(),
        );
        let terminator = |b: BlockId| first.id(ValueKind::Instruction, body.blocks[b.index()].1 - 1);
        let phi_sources = body.phi_blocks.map(terminator);
        let mut type_of = body.types;
        type_of.reserve_exact(first.end - type_of.len());
        type_of.splice(0..0, self.parameters.iter().copied());
        type_of.extend(self.globals.iter().map(|g| g.0).chain(self.constants.iter().map(|c| c.0)));
        let addresses = {
            let instruction = |at: u32| first.id(ValueKind::Instruction, at);
            let constant = |(at, mut address): (u32, ConstantAddress)| {
                if let Base::Value(global) = address.base {
                    address.base = Base::Value(first.id(ValueKind::Global, global.0));
                }
                (first.id(ValueKind::Constant, at), address)
            };
            Addresses {
                geps: body.geps.into_iter().map(|(at, form)| (instruction(at), form)).collect(),
                constants: self.addresses.into_iter().map(constant).collect(),
                hidden: self.hidden,
                sizes: body.sizes.into_iter().map(|(at, bytes)| (instruction(at), bytes)).collect(),
                used_outside: body.used_outside.into_iter().map(instruction).collect(),
            }
        };
        let operands = exact_operands(&first, body.operands);
        let (types, names, flow, origins) = match self.shared {
            Some(SharedParts { types, names, flow, origins }) => (types, names, flow, Some(origins)),
            None => {
                let flow = ControlFlow::new(body.successors);
                (self.types.into(), Arc::new(self.names), Arc::new(flow), None)
            }
        };
        Model {
            parameters: self.parameters.len() as u32,
            instructions: body.opcodes.len() as u32,
            type_of,
            names,
            origins,
            opcodes: body.opcodes,
            flags: body.flags,
            effects: body.effects,
            locations: body.locations,
            operand_uses: reversed(&operands),
            operands,
            phi_sources,
            blocks: body.blocks,
            phi_ends: body.phi_ends,
            block_of: body.block_of,
            flow,
            left_out: Arc::default(),
            function: self.function,
            types,
            globals: self.globals.into_iter().map(|g| g.1).collect(),
            constants: self.constants.into_iter().map(|c| c.1).collect(),
            addresses,
            facts: Facts::default(),
        }
    }
}

impl Body {
    /// Adds the blocks that the operands of the next phi come from.
    fn phi(&mut self, blocks: impl IntoIterator<Item = BlockId>) {
        let from = self.blocks.last().map_or(0, |b| b.1 as usize);
        let is_phi = self.opcodes.last().is_some_and(|last| *last == Opcode::Phi);
        assert!(is_phi || self.opcodes.len() == from, "a phi stands at the begin of its block");
        self.phi_blocks.push(blocks);
    }
}

/// An operand with an unresolved value, in the form of an edge.
fn packed((n, kind, index): OperandDraft) -> Edge {
    assert!(n < 1 << KIND, "an instruction has less operands than that");
    Edge { n: (kind as u32) << KIND | n, to: ValueId(index) }
}

/// The number of bits for an operand's number; the two bits above hold its kind.
const KIND: u32 = 30;

/// The first value id of each kind.
struct FirstIds {
    parameters: u32,
    instructions: u32,
    globals: u32,
    end: usize,
}

impl FirstIds {
    fn new(parameters: usize, instructions: usize, globals: usize, constants: usize) -> Self {
        let end = parameters + instructions + globals + constants;
        ValueId::new(end);
        Self {
            parameters: parameters as u32,
            instructions: (parameters + instructions) as u32,
            globals: (parameters + instructions + globals) as u32,
            end,
        }
    }

    fn id(&self, kind: ValueKind, index: u32) -> ValueId {
        ValueId(match kind {
            ValueKind::Parameter => index,
            ValueKind::Instruction => self.parameters + index,
            ValueKind::Global => self.instructions + index,
            ValueKind::Constant => self.globals + index,
        })
    }
}

/// The exact operands of all values; empty for values that are not instructions.
fn exact_operands(first: &FirstIds, packed: Csr<Edge>) -> Csr<Edge> {
    let starts = [0, first.parameters, first.instructions, first.globals];
    let edges = packed.map(|Edge { n, to: ValueId(index) }| {
        let value = starts[(n >> KIND) as usize] + index;
        Edge { n: n & !(3 << KIND), to: ValueId(value) }
    });
    edges.padded(first.parameters as usize, first.end)
}
