//! The model: a structure of arrays over dense value ids, read-only once built.

use super::address::Addresses;
use super::facts::{ControlFlow, Facts};
use super::string_pool::StringPool;
use super::{
    BlockId, Constant, Csr, Effects, Flags, LeftOut, MemoryFacts, Opcode, OpcodeSet, Pointee, Storage, Type,
    TypeClass, TypeId, ValueId,
};
use serde::{Deserialize, Serialize};
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

/// The source location of an instruction, from its debug location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLocation {
    /// File as the debug info names it, joined with its directory when that is not absolute.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

/// The source variable that a value belongs to, from debug information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceVariable {
    /// Its name in the source.
    pub name: String,
    /// For an array, or a pointer: the byte stride of each subscript, outermost first. Strides of subscripts
    /// whose inner arrays have no constant length are missing.
    pub strides: Vec<u64>,
    /// The number of missing strides.
    pub open_dimensions: usize,
    /// For an integer, whether its source type is unsigned.
    pub is_unsigned: Option<bool>,
    /// For an array, a structure, or a pointer: the type of the memory.
    pub pointee: Option<Pointee>,
}

/// A global used as an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The symbol name.
    pub name: String,
    /// The canonical name that `function_name` compares: see [`canonical_name`](super::canonical_name).
    pub canonical: String,
    /// Whether it is a function; an alias of a function is not.
    pub is_function: bool,
    /// Whether it is only declared here: a function defined elsewhere, or an intrinsic.
    pub is_declaration: bool,
    /// Whether it is an LLVM intrinsic.
    pub is_intrinsic: bool,
    /// Whether no other module can name it: its linkage is `internal` or `private`.
    pub is_local: bool,
    /// For functions: the type, as textual IR spells it (`double (double)`).
    pub signature: String,
    /// LLVM attributes of a function by name, sorted; string attributes by their key.
    pub attributes: Vec<String>,
    /// The effects of a call of a function.
    pub effects: Effects,
    /// The kind of storage.
    pub storage: Storage,
    /// The size of a variable in bytes, padding included. `None` for others, and if another module may define
    /// the variable.
    pub size: Option<u64>,
}

/// Facts about the function as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// The symbol name.
    pub name: String,
    /// The file it was compiled from, according to its debug info or else to the module.
    pub source_file: String,
    /// The line its debug info gives, if any.
    pub line: Option<u32>,
    /// Whether it has the `strictfp` attribute.
    pub strictfp: bool,
    /// LLVM attributes by name, sorted, such as "no-builtins".
    pub attributes: Vec<String>,
    /// Facts about memory from attributes and metadata.
    pub memory: MemoryFacts,
    /// By block with a `switch`, ascending: the case values, one for each successor after the first.
    pub switch_cases: Vec<(BlockId, Vec<i64>)>,
    /// By block with a conditional branch, ascending: the profile's branch weights.
    pub branch_weights: Vec<(BlockId, [u64; 2])>,
    /// By block, ascending: how often it ran by the profile that the function was compiled with.
    pub profile: Vec<(BlockId, BlockProfile)>,
}

/// The number of times that a block and the edges out of it ran, by a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockProfile {
    /// The number of times that the block ran.
    pub count: u64,
    /// The class of its count among all of the profile.
    pub temperature: Temperature,
    /// By successor, the number of times that control went there.
    pub edges: Vec<u64>,
}

/// A class of the counts of a profile, by LLVM's thresholds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Temperature {
    /// Among the blocks in which nearly all of the time is spent.
    Hot,
    /// Among the blocks in which nearly no time is spent.
    Cold,
    /// Neither, or the profile has no thresholds.
    #[default]
    Neither,
}

/// Marker for values without an origin.
pub(super) const NO_ORIGIN: ValueId = ValueId(u32::MAX);

/// One function, F = (T, I, C, P, G, CFG, DFG). Built by [`ModelBuilder`](super::ModelBuilder).
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) function: Arc<Function>,
    pub(super) parameters: u32,
    pub(super) instructions: u32,
    pub(super) types: Arc<[Type]>,
    /// Per value, its type.
    pub(super) type_of: Vec<TypeId>,
    /// Per parameter and instruction of the original function, its name in textual IR without sigil; empty if
    /// unnamed.
    pub(super) names: Arc<StringPool>,
    /// Per value of a model derived from another one, its origin; see [`Model::origin`].
    pub(super) origins: Option<Vec<ValueId>>,
    /// Per instruction, its opcode.
    pub(super) opcodes: Vec<Opcode>,
    /// Per instruction, its flags.
    pub(super) flags: Vec<Flags>,
    /// Per instruction, its effects.
    pub(super) effects: Vec<Effects>,
    /// Per instruction, its debug location; shorter if the last instructions have none.
    pub(super) locations: Vec<Option<SourceLocation>>,
    /// Per instruction, its block.
    pub(super) block_of: Vec<BlockId>,
    pub(super) globals: Vec<Arc<Global>>,
    pub(super) constants: Vec<Constant>,
    /// Per value, its exact operands, numbered like the arguments.
    pub(super) operands: Csr<Edge>,
    /// Per value, its users by exact operand.
    pub(super) operand_uses: Csr<Edge>,
    /// Per phi, the terminators that its arguments come from, parallel to `args`.
    pub(super) phi_sources: Csr<ValueId>,
    /// Per block, the half-open range of its instructions, as positions, not value ids.
    pub(super) blocks: Vec<(u32, u32)>,
    /// Per block, the number of phis up to its end.
    pub(super) phi_ends: Vec<u32>,
    /// The control flow between blocks, shared with derived models.
    pub(super) flow: Arc<ControlFlow>,
    /// The branch edges that the model leaves out; see [`Model::without`].
    pub(super) left_out: Arc<[LeftOut]>,
    /// Addresses in bytes.
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

    /// The profile's branch weights of the conditional branch at a block's end, if there are any.
    #[inline]
    pub fn branch_weights(&self, block: BlockId) -> Option<[u64; 2]> {
        let weights = &self.function.branch_weights;
        let at = weights.binary_search_by_key(&block, |(block, _)| *block).ok()?;
        (self.block_successors(block).len() == 2).then_some(weights[at].1)
    }

    /// How often a block ran by the profile, if there is any.
    #[inline]
    pub fn profile(&self, block: BlockId) -> Option<&BlockProfile> {
        let profile = &self.function.profile;
        let at = profile.binary_search_by_key(&block, |(block, _)| *block).ok()?;
        Some(&profile[at].1)
    }

    /// The case values of the `switch` at a block's end as signed numbers, one for each successor after the
    /// first. `None` without a `switch`, or if it compares more than 64 bits.
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

    /// Whether there are no values, as for a declaration.
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

    /// The position of an instruction in layout order; `None` for other values.
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

    /// The set of opcodes that occur.
    #[inline]
    pub fn opcodes(&self) -> OpcodeSet {
        self.opcodes.iter().copied().collect()
    }

    /// The flags of an instruction; none for other values.
    #[inline]
    pub fn flags(&self, value: ValueId) -> Flags {
        self.position(value).map_or(Flags::NONE, |at| self.flags[at])
    }

    /// The function with its volatile accesses as ordinary ones; `None` if there are no volatile accesses.
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

    /// The value of the original function that a value of a derived model is, or that it replaces; `None` for
    /// a value that a plan created. For the original model, the value itself. See [`apply`](super::apply()).
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

    /// The type id of a value. Equal types have equal ids.
    #[inline]
    pub fn type_id(&self, value: ValueId) -> TypeId {
        self.type_of[value.index()]
    }

    /// The types that occur, by id.
    #[inline]
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// Whether the type of `value` is of that class.
    #[inline]
    pub fn has_class(&self, value: ValueId, class: TypeClass) -> bool {
        self.type_of(value).class == Some(class)
    }

    /// The global that a value is, if any.
    #[inline]
    pub fn global(&self, value: ValueId) -> Option<&Global> {
        let first = self.parameters + self.instructions;
        value.0.checked_sub(first).and_then(|at| self.globals.get(at as usize)).map(|global| &**global)
    }

    /// The constant that a value is, if any.
    #[inline]
    pub fn constant(&self, value: ValueId) -> Option<&Constant> {
        let first = self.parameters + self.instructions + self.globals.len() as u32;
        value.0.checked_sub(first).and_then(|at| self.constants.get(at as usize))
    }

    /// The DFG edges that end at `value`: argument number and source, with casts skipped; ascending by
    /// number.
    #[inline]
    pub fn args(&self, value: ValueId) -> &[Edge] {
        self.cast_free_edges()
            .map_or(&self.operands, |cast_free_edges| &cast_free_edges.args)
            .row(value.index())
    }

    /// Argument `n` of `value`, with casts skipped.
    #[inline]
    pub fn arg(&self, value: ValueId, n: u32) -> Option<ValueId> {
        numbered(self.args(value), n)
    }

    /// The DFG edges that start at `value`: user and argument number there, ascending by user, then number.
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

    /// The terminators of a phi's predecessor blocks, parallel to its arguments; empty for other values.
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

    /// The block of an instruction.
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

    /// The pairs `(n, p)` such that the block is the n-th successor of p; ascending by p, then n.
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

    /// The CFG edges that end at an instruction: successor number and predecessor, ascending by predecessor,
    /// then number.
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
