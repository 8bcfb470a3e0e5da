//! Builds a [`Model`]: takes instructions in layout order, computes ids, casts skipped, both directions.
//!
//! Linear in the number of operands and edges. `llvm/extract` feeds it instruction by instruction, without an
//! allocation for each; tests write small functions with drafts.

use super::address::Addresses;
use super::casts::reversed;
use super::facts::Facts;
use super::texts::Texts;
use super::{
    Base, BlockId, Constant, ConstantAddress, Edge, Effects, Flags, Function, GepForm, Global, Model, Opcode,
    Rows, SourceLocation, Type, TypeId, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An operand before ids are known: argument number, kind, index within the kind (an instruction's index is its
/// position in layout order).
pub type OperandDraft = (u32, ValueKind, u32);

/// What an instruction is by itself, without its operands.
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

/// A block: at least one instruction, the last of them the terminator.
#[derive(Clone, Debug, Default)]
pub struct BlockDraft {
    /// Instructions in order.
    pub instructions: Vec<InstructionDraft>,
    /// The n-th successor block.
    pub successors: Vec<BlockId>,
}

/// Collects a function and turns it into a [`Model`].
#[derive(Clone, Debug, Default)]
pub struct ModelBuilder {
    function: Arc<Function>,
    /// Those of another model, when they are all of this one.
    same_types: Option<Arc<[Type]>>,
    types: Vec<Type>,
    type_ids: FxHashMap<String, TypeId>,
    parameters: Vec<TypeId>,
    parameter_names: Texts,
    globals: Vec<(TypeId, Arc<Global>)>,
    constants: Vec<(TypeId, Constant)>,
    hidden: Vec<(TypeId, Arc<Global>)>,
    addresses: Vec<(u32, ConstantAddress)>,
    body: Body,
}

/// The instructions and blocks so far; all but the last three per instruction.
#[derive(Clone, Debug, Default)]
struct Body {
    opcodes: Vec<Opcode>,
    types: Vec<TypeId>,
    names: Texts,
    flags: Vec<Flags>,
    effects: Vec<Effects>,
    locations: Vec<Option<SourceLocation>>,
    operands: Rows<OperandDraft>,
    phi_blocks: Rows<BlockId>,
    block_of: Vec<BlockId>,
    blocks: Vec<(u32, u32)>,
    successors: Rows<BlockId>,
    geps: Vec<(u32, GepForm)>,
    sizes: Vec<(u32, u32)>,
    used_outside: Vec<u32>,
}

impl ModelBuilder {
    /// A builder for that function.
    pub fn new(function: impl Into<Arc<Function>>) -> Self {
        Self { function: function.into(), ..Self::default() }
    }

    /// A builder for the same function with the same types as a model has; none can be added.
    pub(super) fn like(model: &Model) -> Self {
        Self { same_types: Some(model.types.clone()), ..Self::new(model.function.clone()) }
    }

    /// The id of a type; equal names get equal ids.
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
    pub fn parameter(&mut self, ty: TypeId, name: impl AsRef<str>) -> u32 {
        self.parameters.push(ty);
        self.parameter_names.push(name.as_ref());
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

    /// Adds a global that is no value: only constant expressions mention it. Returns its index among these.
    pub fn hidden_global(&mut self, ty: TypeId, global: impl Into<Arc<Global>>) -> u32 {
        self.hidden.push((ty, global.into()));
        self.hidden.len() as u32 - 1
    }

    /// Says what address a constant is, by its index among the constants, which come ascending; in `address`, the id of a
    /// base that is a value is its index among the globals.
    pub fn constant_address(&mut self, constant: u32, address: ConstantAddress) {
        self.addresses.push((constant, address));
    }

    /// Says what offset the instruction added last has; it is a getelementptr.
    pub fn gep_form(&mut self, form: GepForm) {
        let at = self.body.opcodes.len() as u32 - 1;
        self.body.geps.push((at, form));
    }

    /// Says how many bytes the instruction added last accesses; it is a load or store.
    pub fn access_size(&mut self, bytes: u32) {
        let at = self.body.opcodes.len() as u32 - 1;
        self.body.sizes.push((at, bytes));
    }

    /// Says that something which the model leaves out uses the instruction added last.
    pub fn used_outside(&mut self) {
        let at = self.body.opcodes.len() as u32 - 1;
        self.body.used_outside.push(at);
    }

    /// Makes room for so many instructions with so many operands in all.
    pub fn reserve(&mut self, instructions: usize, operands: usize) {
        let body = &mut self.body;
        body.opcodes.reserve(instructions);
        body.types.reserve(instructions);
        body.flags.reserve(instructions);
        body.effects.reserve(instructions);
        body.block_of.reserve(instructions);
        body.operands.reserve(instructions, operands);
        body.phi_blocks.reserve(instructions, 0);
    }

    /// Adds the next instruction, to the block that [`ModelBuilder::end_block`] ends. Operands come in ascending
    /// argument number; a phi has the block that each comes from beside them.
    pub fn instruction(
        &mut self,
        head: InstructionHead<'_>,
        operands: impl IntoIterator<Item = OperandDraft>,
        phi_blocks: impl IntoIterator<Item = BlockId>,
    ) {
        let body = &mut self.body;
        body.opcodes.push(head.opcode);
        body.types.push(head.ty);
        body.names.push(head.name);
        body.flags.push(head.flags);
        body.effects.push(head.effects);
        if head.location.is_some() {
            body.locations.resize(body.opcodes.len() - 1, None);
            body.locations.push(head.location);
        }
        body.operands.push(operands);
        body.phi_blocks.push(phi_blocks);
        body.block_of.push(BlockId::new(body.blocks.len()));
    }

    /// Ends the block that the instructions since the last call make up, of which there must be one: its terminator.
    ///
    /// Panics when there is none.
    pub fn end_block(&mut self, successors: impl IntoIterator<Item = BlockId>) -> BlockId {
        let body = &mut self.body;
        let id = BlockId::new(body.blocks.len());
        let from = body.blocks.last().map_or(0, |b| b.1);
        let to = body.opcodes.len() as u32;
        assert!(from < to, "block {} has no terminator", id.index());
        body.blocks.push((from, to));
        body.successors.push(successors);
        id
    }

    /// Adds the next block in layout order.
    ///
    /// Panics when it is empty.
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
    /// Panics when an operand names something that was not added: a mistake of the caller, not of its input.
    pub fn finish(self) -> Model {
        let body = self.body;
        let first = FirstIds::new(
            self.parameters.len(),
            body.opcodes.len(),
            self.globals.len(),
            self.constants.len(),
        );
        let operands = exact_operands(&first, &body.operands);
        let terminator = |b: &BlockId| first.id(ValueKind::Instruction, body.blocks[b.index()].1 - 1);
        let phi_sources = body.phi_blocks.map(terminator);
        let types = self.parameters.iter().chain(&body.types).copied();
        let types = types.chain(self.globals.iter().map(|g| g.0)).chain(self.constants.iter().map(|c| c.0));
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
        let mut names = self.parameter_names;
        names.append(&body.names);
        self.globals.iter().for_each(|g| names.push(&g.1.name));
        Model {
            parameters: self.parameters.len() as u32,
            instructions: body.opcodes.len() as u32,
            type_of: types.collect(),
            names,
            opcodes: body.opcodes,
            flags: body.flags,
            effects: body.effects,
            locations: body.locations,
            block_predecessors: predecessors(&body.successors),
            operand_uses: reversed(&operands),
            operands,
            phi_sources,
            blocks: body.blocks,
            block_of: body.block_of,
            block_successors: body.successors,
            function: self.function,
            types: self.same_types.unwrap_or_else(|| self.types.into()),
            globals: self.globals.into_iter().map(|g| g.1).collect(),
            constants: self.constants.into_iter().map(|c| c.1).collect(),
            addresses,
            facts: Facts::default(),
        }
    }
}

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

/// The rows of operands, with an empty one for every value that is no instruction.
fn exact_operands(first: &FirstIds, drafts: &Rows<OperandDraft>) -> Rows<Edge> {
    let edges = drafts.map(|&(n, kind, index)| Edge { n, to: first.id(kind, index) });
    edges.surrounded(first.parameters as usize, first.end)
}

fn predecessors(successors: &Rows<BlockId>) -> Rows<(u32, BlockId)> {
    let edges = successors.iter().enumerate().flat_map(|(k, row)| row.iter().zip(0..).map(move |e| (k, e)));
    let back = edges.map(|(k, (target, n))| (target.index(), (n, BlockId::new(k))));
    Rows::group_all(successors.len(), back)
}
