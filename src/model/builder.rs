//! Builds a [`Model`]: takes drafts in layout order, computes ids, casts skipped, both directions.
//!
//! Linear in the number of operands and edges. `llvm/extract` feeds it; tests write small functions
//! with it directly.

use super::facts::Facts;
use super::{
    BlockId, Constant, Edge, Effects, Flags, Function, Global, Model, Opcode, Rows, SourceLocation, Type,
    TypeId, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;

/// An instruction before ids are known. Operands are `(argument number, kind, index within the kind)`;
/// the index of an instruction is its position in layout order.
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
    pub operands: Vec<(u32, ValueKind, u32)>,
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
    function: Function,
    types: Vec<Type>,
    type_ids: FxHashMap<String, TypeId>,
    parameters: Vec<(TypeId, String)>,
    globals: Vec<(TypeId, Global)>,
    constants: Vec<(TypeId, Constant)>,
    blocks: Vec<BlockDraft>,
}

impl ModelBuilder {
    /// A builder for that function.
    pub fn new(function: Function) -> Self {
        Self { function, ..Self::default() }
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
    pub fn parameter(&mut self, ty: TypeId, name: impl Into<String>) -> u32 {
        self.parameters.push((ty, name.into()));
        self.parameters.len() as u32 - 1
    }

    /// Adds the next global; returns its index among the globals.
    pub fn global(&mut self, ty: TypeId, global: Global) -> u32 {
        self.globals.push((ty, global));
        self.globals.len() as u32 - 1
    }

    /// Adds the next constant; returns its index among the constants.
    pub fn constant(&mut self, ty: TypeId, constant: Constant) -> u32 {
        self.constants.push((ty, constant));
        self.constants.len() as u32 - 1
    }

    /// Adds the next block in layout order.
    pub fn block(&mut self, block: BlockDraft) -> BlockId {
        self.blocks.push(block);
        BlockId::new(self.blocks.len() - 1)
    }

    /// The finished model.
    ///
    /// Panics when a block is empty or an operand names something that was not added: both are
    /// mistakes of the caller, not of its input.
    pub fn finish(self) -> Model {
        let drafts: Vec<&InstructionDraft> = self.blocks.iter().flat_map(|b| &b.instructions).collect();
        let first =
            FirstIds::new(self.parameters.len(), drafts.len(), self.globals.len(), self.constants.len());
        let operands = exact_operands(&first, &drafts);
        let args = skip_casts(&first, &drafts, &operands);
        let (blocks, block_of) = lay_out(&self.blocks);
        let terminator = |b: BlockId| first.id(ValueKind::Instruction, blocks[b.index()].1 - 1);
        let mut phi_sources = Rows::new();
        for draft in &drafts {
            phi_sources.push(draft.phi_blocks.iter().map(|&b| terminator(b)));
        }
        let mut block_successors = Rows::new();
        for block in &self.blocks {
            block_successors.push(block.successors.iter().copied());
        }
        let parameters = self.parameters.iter();
        let type_of = parameters.clone().map(|p| p.0).chain(drafts.iter().map(|d| d.ty));
        let type_of =
            type_of.chain(self.globals.iter().map(|g| g.0)).chain(self.constants.iter().map(|c| c.0));
        let names = parameters.map(|p| p.1.clone()).chain(drafts.iter().map(|d| d.name.clone()));
        let names = names.chain(self.globals.iter().map(|g| g.1.name.clone()));
        let names = names.chain(self.constants.iter().map(|_| String::new()));
        Model {
            parameters: self.parameters.len() as u32,
            instructions: drafts.len() as u32,
            type_of: type_of.collect(),
            names: names.collect(),
            opcodes: drafts.iter().map(|d| d.opcode).collect(),
            flags: drafts.iter().map(|d| d.flags).collect(),
            effects: drafts.iter().map(|d| d.effects).collect(),
            locations: drafts.iter().map(|d| d.location.clone()).collect(),
            block_predecessors: predecessors(&self.blocks),
            uses: reversed(&args, first.end),
            operand_uses: reversed(&operands, first.end),
            args,
            operands,
            phi_sources,
            blocks,
            block_of,
            block_successors,
            function: self.function,
            types: self.types,
            globals: self.globals.into_iter().map(|g| g.1).collect(),
            constants: self.constants.into_iter().map(|c| c.1).collect(),
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

fn exact_operands(first: &FirstIds, drafts: &[&InstructionDraft]) -> Rows<Edge> {
    let mut rows = Rows::new();
    for _ in 0..first.parameters {
        rows.push([]);
    }
    for draft in drafts {
        rows.push(draft.operands.iter().map(|&(n, kind, index)| Edge { n, to: first.id(kind, index) }));
    }
    for _ in first.instructions as usize..first.end {
        rows.push([]);
    }
    rows
}

/// Data flow edges: an operand that is a cast gives way to what the cast converts, through chains.
///
/// A cast in a cycle of casts (possible in unreachable code only) converts nothing; edges from it are left out.
fn skip_casts(first: &FirstIds, drafts: &[&InstructionDraft], operands: &Rows<Edge>) -> Rows<Edge> {
    let is_cast = |v: ValueId| {
        let at = v.0.wrapping_sub(first.parameters) as usize;
        drafts.get(at).is_some_and(|d| d.opcode.is_skipped_cast())
    };
    let sources = cast_sources(first, drafts, operands, &is_cast);
    let mut rows = Rows::new();
    for k in 0..first.end {
        let v = ValueId::new(k);
        let row = if is_cast(v) { &[] } else { operands.row(k) };
        rows.push(row.iter().filter_map(|edge| match is_cast(edge.to) {
            false => Some(*edge),
            true => sources[(edge.to.0 - first.parameters) as usize].map(|to| Edge { n: edge.n, to }),
        }));
    }
    rows
}

/// Per instruction that is a cast, what its chain of casts converts in the end.
fn cast_sources(
    first: &FirstIds,
    drafts: &[&InstructionDraft],
    operands: &Rows<Edge>,
    is_cast: &dyn Fn(ValueId) -> bool,
) -> Vec<Option<ValueId>> {
    let mut sources: Vec<Option<ValueId>> = vec![None; drafts.len()];
    let mut done = vec![false; drafts.len()];
    for (at, draft) in drafts.iter().enumerate() {
        if !draft.opcode.is_skipped_cast() || done[at] {
            continue;
        }
        let mut chain = Vec::new();
        let mut current = ValueId(first.parameters + at as u32);
        let source = loop {
            if !is_cast(current) {
                break Some(current);
            }
            let position = (current.0 - first.parameters) as usize;
            if done[position] {
                break sources[position];
            }
            done[position] = true;
            chain.push(position);
            match operands.row(current.index()).first() {
                Some(edge) => current = edge.to,
                None => break None,
            }
        };
        for position in chain {
            sources[position] = source;
        }
    }
    sources
}

fn reversed(rows: &Rows<Edge>, nodes: usize) -> Rows<Edge> {
    let mut pairs = Vec::with_capacity(rows.items().len());
    for k in 0..nodes {
        pairs.extend(rows.row(k).iter().map(|e| (e.to.index(), Edge { n: e.n, to: ValueId::new(k) })));
    }
    Rows::group(nodes, &pairs)
}

type Layout = (Vec<(u32, u32)>, Vec<BlockId>);

fn lay_out(drafts: &[BlockDraft]) -> Layout {
    let (mut blocks, mut block_of) = (Vec::new(), Vec::new());
    for (k, block) in drafts.iter().enumerate() {
        assert!(!block.instructions.is_empty(), "block {k} has no terminator");
        let from = block_of.len() as u32;
        block_of.extend(block.instructions.iter().map(|_| BlockId::new(k)));
        blocks.push((from, block_of.len() as u32));
    }
    (blocks, block_of)
}

fn predecessors(drafts: &[BlockDraft]) -> Rows<(u32, BlockId)> {
    let mut pairs = Vec::new();
    for (k, block) in drafts.iter().enumerate() {
        let targets = block.successors.iter().enumerate();
        pairs.extend(targets.map(|(n, target)| (target.index(), (n as u32, BlockId::new(k)))));
    }
    Rows::group(drafts.len(), &pairs)
}
