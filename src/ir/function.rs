//! The model itself: structure of arrays over dense value ids, read-only once built.

use super::address::Addresses;
use super::facts::{ControlFlow, Facts};
use super::string_pool::StringPool;
use super::{
    BlockId, Constant, Csr, Effects, Flags, LeftOut, MemoryFacts, Opcode, OpcodeSet, Pointee, Storage, Type,
    TypeClass, TypeId, ValueId,
};
use std::sync::Arc;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueKind {
    /// A parameter of the function.
    Parameter,
    /// An instruction, whether it has a result or not.
    Instruction,
    /// A global variable, function, alias or ifunc used as an operand.
    Global,
    /// A constant used as an operand.
    Constant,
}

/// A labelled edge of the data flow or control flow graph, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The label: argument number or successor number.
    pub n: u32,
    /// The value at the other end.
    pub to: ValueId,
}

/// The source place of an instruction, by its debug location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLocation {
    /// File as the debug info names it, joined with its directory when that is not absolute.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

/// The variable of the source that a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceVariable {
    /// Its name in the source.
    pub name: String,
    /// Of an array, or a pointer to something: by how many bytes a subscript of one more goes further, that
    /// written first at the beginning. Those before one whose array has no constant length are missing.
    pub strides: Vec<u64>,
    /// The number of those that are missing.
    pub open_dimensions: usize,
    /// Of an integer, whether it is a number without a sign.
    pub is_unsigned: Option<bool>,
    /// Of an array, a structure, or a pointer to something: the type of what lies there.
    pub pointee: Option<Pointee>,
}

/// A global used as an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The symbol name.
    pub name: String,
    /// The name for `function_name`: see [`canonical_name`](super::canonical_name).
    pub canonical: String,
    /// Whether it is a function (aliases of functions are not).
    pub is_function: bool,
    /// Whether it is only declared here: a body elsewhere, or an intrinsic.
    pub is_declaration: bool,
    /// Whether it is an LLVM intrinsic.
    pub is_intrinsic: bool,
    /// For functions: the type, as textual IR spells it (`double (double)`).
    pub signature: String,
    /// LLVM attributes of the function by name, sorted; string attributes by their key.
    pub attributes: Vec<String>,
    /// The effects of a call of it.
    pub effects: Effects,
    /// The storage that it is.
    pub storage: Storage,
    /// The bytes of a variable with its padding; `None` of others, and where another module may decide.
    pub size: Option<u64>,
}

/// Facts about the function as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// The symbol name.
    pub name: String,
    /// The file it was compiled from: of its debug info, else the module's.
    pub source_file: String,
    /// The line its debug info gives, if any.
    pub line: Option<u32>,
    /// Whether it has the `strictfp` attribute.
    pub strictfp: bool,
    /// LLVM attributes by name, sorted (for "no-builtins" and the like).
    pub attributes: Vec<String>,
    /// Facts about memory in its text.
    pub memory: MemoryFacts,
    /// By block that ends with a `switch`, ascending: the numbers that it compares with, one for each
    /// successor behind the first.
    pub switch_cases: Vec<(BlockId, Vec<i64>)>,
    /// By block that ends with a branch on a condition, ascending: how often each way was taken, in
    /// proportion, by the profile that the function was compiled with.
    pub branch_weights: Vec<(BlockId, [u64; 2])>,
}

/// In place of an origin: there is none.
pub(super) const NO_ORIGIN: ValueId = ValueId(u32::MAX);

/// One function, F = (T, I, C, P, G, CFG, DFG). Built by [`ModelBuilder`](super::ModelBuilder).
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) function: Arc<Function>,
    pub(super) parameters: u32,
    pub(super) instructions: u32,
    pub(super) types: Arc<[Type]>,
    /// Per value.
    pub(super) type_of: Vec<TypeId>,
    /// Per parameter and instruction of the function as it was read; the name in textual IR without sigil,
    /// empty when unnamed.
    pub(super) names: Arc<StringPool>,
    /// Per value of a model that was made from another; see [`Model::origin`].
    pub(super) origins: Option<Vec<ValueId>>,
    /// Per instruction.
    pub(super) opcodes: Vec<Opcode>,
    /// Per instruction.
    pub(super) flags: Vec<Flags>,
    /// Per instruction.
    pub(super) effects: Vec<Effects>,
    /// Per instruction, up to the last that has one.
    pub(super) locations: Vec<Option<SourceLocation>>,
    /// Per instruction.
    pub(super) block_of: Vec<BlockId>,
    pub(super) globals: Vec<Arc<Global>>,
    pub(super) constants: Vec<Constant>,
    /// Per value: the exact operands, numbered like the arguments.
    pub(super) operands: Csr<Edge>,
    /// Per value: users by exact operand.
    pub(super) operand_uses: Csr<Edge>,
    /// Per phi; the terminators its arguments come from, parallel to `args`.
    pub(super) phi_sources: Csr<ValueId>,
    /// Per block: its instructions, as instruction positions (not value ids), half-open.
    pub(super) blocks: Vec<(u32, u32)>,
    /// Per block: how many phis there are up to its end.
    pub(super) phi_ends: Vec<u32>,
    /// The control flow between blocks, shared with copies.
    pub(super) flow: Arc<ControlFlow>,
    /// The ways of branches that it leaves out; see [`Model::without`].
    pub(super) left_out: Arc<[LeftOut]>,
    /// The components of addresses.
    pub(super) addresses: Addresses,
    /// Derived facts, computed on first use.
    pub(super) facts: Facts,
}

impl Model {
    /// The function the model describes.
    #[inline]
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// How often each way of the branch at a block's end was taken, in proportion, by the profile that the
    /// function was compiled with; `None` without one.
    #[inline]
    pub fn branch_weights(&self, block: BlockId) -> Option<[u64; 2]> {
        let weights = &self.function.branch_weights;
        let at = weights.binary_search_by_key(&block, |(block, _)| *block).ok()?;
        (self.block_successors(block).len() == 2).then_some(weights[at].1)
    }

    /// The numbers that the `switch` at a block's end compares with, one for each successor behind the first,
    /// as signed ones; `None` where there is none, or it compares more than 64 bits.
    #[inline]
    pub fn switch_cases(&self, block: BlockId) -> Option<&[i64]> {
        let cases = &self.function.switch_cases;
        let at = cases.binary_search_by_key(&block, |(block, _)| *block).ok()?;
        let is_whole = cases[at].1.len() + 1 == self.block_successors(block).len();
        is_whole.then_some(&cases[at].1)
    }

    /// The number of values.
    #[inline]
    pub fn len(&self) -> usize {
        self.type_of.len()
    }

    /// Whether there is no value at all (a declaration).
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.type_of.is_empty()
    }

    /// All values in ascending order.
    #[inline]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        (0..self.type_of.len() as u32).map(ValueId)
    }

    fn range(&self, from: u32, count: u32) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        (from..from + count).map(ValueId)
    }

    /// The parameters.
    #[inline]
    pub fn parameters(&self) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        self.range(0, self.parameters)
    }

    /// The instructions, in layout order.
    #[inline]
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        self.range(self.parameters, self.instructions)
    }

    /// The instructions with one of these opcodes, in layout order.
    #[inline]
    pub fn instructions_of(&self, opcodes: OpcodeSet) -> impl Iterator<Item = ValueId> + use<'_> {
        let all = self.opcodes.iter().zip(self.parameters..);
        all.filter(move |(opcode, _)| opcodes.meets(OpcodeSet::of(&[**opcode]))).map(|(_, at)| ValueId(at))
    }

    /// The globals used as operands.
    #[inline]
    pub fn globals(&self) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        self.range(self.parameters + self.instructions, self.globals.len() as u32)
    }

    /// The constants used as operands.
    #[inline]
    pub fn constants(&self) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        self.range(
            self.parameters + self.instructions + self.globals.len() as u32,
            self.constants.len() as u32,
        )
    }

    /// The kind of `value`.
    pub fn kind(&self, value: ValueId) -> ValueKind {
        let after_parameters = match value.0.checked_sub(self.parameters) {
            None => return ValueKind::Parameter,
            Some(rest) => rest,
        };
        match after_parameters.checked_sub(self.instructions) {
            None => ValueKind::Instruction,
            Some(rest) if (rest as usize) < self.globals.len() => ValueKind::Global,
            Some(_) => ValueKind::Constant,
        }
    }

    /// The position among the instructions, if it is one.
    #[inline]
    pub fn position(&self, value: ValueId) -> Option<usize> {
        let at = value.0.checked_sub(self.parameters)?;
        (at < self.instructions).then_some(at as usize)
    }

    /// The instruction at `position` in layout order.
    #[inline]
    pub fn instruction(&self, position: usize) -> ValueId {
        ValueId(self.parameters + position as u32)
    }

    /// The number of instructions.
    #[inline]
    pub fn instruction_count(&self) -> usize {
        self.instructions as usize
    }

    /// The exact opcode of an instruction.
    #[inline]
    pub fn opcode(&self, value: ValueId) -> Option<Opcode> {
        self.position(value).map(|at| self.opcodes[at])
    }

    /// The opcodes that instructions have.
    #[inline]
    pub fn opcodes(&self) -> OpcodeSet {
        self.opcodes.iter().copied().collect()
    }

    /// The flags of an instruction; none for other values.
    #[inline]
    pub fn flags(&self, value: ValueId) -> Flags {
        self.position(value).map_or(Flags::NONE, |at| self.flags[at])
    }

    /// The function with its volatile accesses as ordinary ones; `None` where it has no such access.
    pub fn without_volatile(&self) -> Option<Model> {
        self.flags.iter().any(|flags| flags.contains(Flags::VOLATILE)).then(|| {
            let mut model = self.clone();
            model.flags.iter_mut().for_each(|flags| *flags = flags.without(Flags::VOLATILE));
            model
        })
    }

    /// The effects of an instruction; none for other values.
    #[inline]
    pub fn effects(&self, value: ValueId) -> Effects {
        self.position(value).map_or(Effects::NONE, |at| self.effects[at])
    }

    /// The debug location of an instruction.
    #[inline]
    pub fn location(&self, value: ValueId) -> Option<&SourceLocation> {
        self.position(value).and_then(|at| self.locations.get(at)?.as_ref())
    }

    /// The name in textual IR without its sigil; empty for unnamed values and constants.
    pub fn name(&self, value: ValueId) -> &str {
        match (self.global(value), self.origin(value)) {
            (Some(global), _) => &global.name,
            (None, Some(origin)) => self.names.get(origin.index()),
            (None, None) => "",
        }
    }

    /// Of a model that [`apply`](super::apply()) made: the value that this one was in the function as it was
    /// read, or whose place it takes; `None` for one that a plan brought in. Of the model that was read: the
    /// value itself.
    #[inline]
    pub fn origin(&self, value: ValueId) -> Option<ValueId> {
        match &self.origins {
            None => Some(value),
            Some(origins) => Some(origins[value.index()]).filter(|origin| *origin != NO_ORIGIN),
        }
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> &Type {
        &self.types[self.type_of[value.index()].index()]
    }

    /// The type id of a value: equal ids, equal types.
    #[inline]
    pub fn type_id(&self, value: ValueId) -> TypeId {
        self.type_of[value.index()]
    }

    /// Every type that occurs, by id.
    #[inline]
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// Whether the type of `value` is of that class.
    #[inline]
    pub fn has_class(&self, value: ValueId, class: TypeClass) -> bool {
        self.type_of(value).class == Some(class)
    }

    /// The global behind a value.
    #[inline]
    pub fn global(&self, value: ValueId) -> Option<&Global> {
        let first = self.parameters + self.instructions;
        value.0.checked_sub(first).and_then(|at| self.globals.get(at as usize)).map(|global| &**global)
    }

    /// The constant behind a value.
    #[inline]
    pub fn constant(&self, value: ValueId) -> Option<&Constant> {
        let first = self.parameters + self.instructions + self.globals.len() as u32;
        value.0.checked_sub(first).and_then(|at| self.constants.get(at as usize))
    }

    /// The DFG edges that end at `value`: argument number and source, casts skipped, ascending by number.
    #[inline]
    pub fn args(&self, value: ValueId) -> &[Edge] {
        self.cast_free_edges()
            .map_or(&self.operands, |cast_free_edges| &cast_free_edges.args)
            .row(value.index())
    }

    /// Argument `n` of `value`, casts skipped.
    #[inline]
    pub fn arg(&self, value: ValueId, n: u32) -> Option<ValueId> {
        numbered(self.args(value), n)
    }

    /// The DFG edges that start at `value`: argument number there and user, ascending by user, then number.
    #[inline]
    pub fn uses(&self, value: ValueId) -> &[Edge] {
        self.cast_free_edges()
            .map_or(&self.operand_uses, |cast_free_edges| &cast_free_edges.uses)
            .row(value.index())
    }

    /// The exact operands of `value`, numbered like its arguments.
    #[inline]
    pub fn operands(&self, value: ValueId) -> &[Edge] {
        self.operands.row(value.index())
    }

    /// Exact operand `n` of `value`.
    #[inline]
    pub fn operand(&self, value: ValueId, n: u32) -> Option<ValueId> {
        numbered(self.operands(value), n)
    }

    /// The users of `value` by exact operand, ascending by user, then number.
    #[inline]
    pub fn operand_uses(&self, value: ValueId) -> &[Edge] {
        self.operand_uses.row(value.index())
    }

    /// For a phi the terminators of its predecessor blocks, parallel to its arguments; else empty.
    pub fn phi_sources(&self, value: ValueId) -> &[ValueId] {
        let Some(at) = self.position(value).filter(|&at| self.opcodes[at] == Opcode::Phi) else { return &[] };
        let block = self.block_of[at].index();
        // The phis of a block are its first instructions.
        let earlier = block.checked_sub(1).map_or(0, |before| self.phi_ends[before] as usize);
        self.phi_sources.row(earlier + at - self.blocks[block].0 as usize)
    }

    /// The number of blocks.
    #[inline]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// All blocks in layout order; the first is the entry.
    #[inline]
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The block an instruction stands in.
    #[inline]
    pub fn block_of(&self, value: ValueId) -> Option<BlockId> {
        self.position(value).map(|at| self.block_of[at])
    }

    /// The instructions of a block, in order; never empty.
    pub fn block_instructions(
        &self,
        block: BlockId,
    ) -> impl DoubleEndedIterator<Item = ValueId> + Clone + use<> {
        let (from, to) = self.blocks[block.index()];
        self.range(self.parameters + from, to - from)
    }

    /// The first instruction of a block.
    #[inline]
    pub fn block_first(&self, block: BlockId) -> ValueId {
        self.instruction(self.blocks[block.index()].0 as usize)
    }

    /// The terminator of a block.
    #[inline]
    pub fn terminator(&self, block: BlockId) -> ValueId {
        self.instruction(self.blocks[block.index()].1 as usize - 1)
    }

    /// The successor blocks of a block, by successor number.
    #[inline]
    pub fn block_successors(&self, block: BlockId) -> &[BlockId] {
        self.flow.successors.row(block.index())
    }

    /// `(n, p)`: the block is the n-th successor of p; ascending by p, then n.
    #[inline]
    pub fn block_predecessors(&self, block: BlockId) -> &[(u32, BlockId)] {
        self.flow.predecessors.row(block.index())
    }

    /// The CFG edges that start at an instruction, by successor number.
    pub fn successors(&self, value: ValueId) -> Vec<Edge> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        if self.terminator(block) != value {
            return vec![Edge { n: 0, to: ValueId(value.0 + 1) }];
        }
        let targets = self.block_successors(block).iter().enumerate();
        targets.map(|(n, &b)| Edge { n: n as u32, to: self.block_first(b) }).collect()
    }

    /// The n-th successor of an instruction.
    pub fn successor(&self, value: ValueId, n: u32) -> Option<ValueId> {
        let block = self.block_of(value)?;
        if self.terminator(block) != value {
            return (n == 0).then_some(ValueId(value.0 + 1));
        }
        self.block_successors(block).get(n as usize).map(|&b| self.block_first(b))
    }

    /// The CFG edges that end at an instruction: the number there and the predecessor, ascending by
    /// predecessor, then number.
    pub fn predecessors(&self, value: ValueId) -> Vec<Edge> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        if self.block_first(block) != value {
            return vec![Edge { n: 0, to: ValueId(value.0 - 1) }];
        }
        let sources = self.block_predecessors(block).iter();
        sources.map(|&(n, b)| Edge { n, to: self.terminator(b) }).collect()
    }
}

fn numbered(row: &[Edge], n: u32) -> Option<ValueId> {
    match row.get(n as usize) {
        Some(edge) if edge.n == n => Some(edge.to),
        _ => row.iter().find(|edge| edge.n == n).map(|edge| edge.to),
    }
}
