//! Models with other blocks: copies of a model's instructions in a new layout.
//!
//! ```text
//! a layout of the loop `head: test, br; body: …, br head`    =>    a model of `guard: test, br; body: …, test, br`
//! ```
//!
//! Each instruction of the layout copies one of the model: its opcode, type, flags, effects, location and name.
//! The new model stands by itself; [`Relaid::origins`] leads back.

use super::{
    Base, BlockId, Constant, ConstantAddress, Function, InstructionHead, Model, ModelBuilder, Opcode,
    OperandDraft, ValueId, ValueKind,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An operand of an instruction in a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaidOperand {
    /// A value of the model that is no instruction.
    Value(ValueId),
    /// The instruction of the layout with this number.
    Instruction(usize),
}

/// The opcode of an instruction in a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaidKind {
    /// The opcode of the copied instruction.
    Copy,
    /// A phi with the type of the copied instruction, which it stands for.
    Phi,
    /// An unconditional branch in place of the copied terminator.
    Branch,
}

/// An instruction of a layout.
#[derive(Clone, Debug)]
pub struct LaidInstruction {
    /// The instruction of the model that it copies.
    pub of: ValueId,
    /// Its opcode.
    pub kind: LaidKind,
    /// Argument numbers, ascending, and operands.
    pub operands: Vec<(u32, LaidOperand)>,
    /// For a phi: the block that each operand comes from.
    pub from: Vec<usize>,
}

/// A block of a layout.
#[derive(Clone, Debug, Default)]
pub struct LaidBlock {
    /// The numbers of its instructions; the last is its terminator.
    pub instructions: Vec<usize>,
    /// Its successors by number.
    pub successors: Vec<usize>,
}

/// A model and its origins.
#[derive(Clone, Debug)]
pub struct Relaid {
    /// The model.
    pub model: Model,
    /// Per value of the model, the value of the original function.
    pub origins: Vec<ValueId>,
}

impl Relaid {
    /// The model with these blocks; blocks without instructions are left out. No block of the layout leads to
    /// one of those.
    pub fn new(model: &Model, instructions: &[LaidInstruction], blocks: &[LaidBlock]) -> Relaid {
        let shown: Vec<usize> = (0..blocks.len()).filter(|at| !blocks[*at].instructions.is_empty()).collect();
        let mut number_of = vec![0; blocks.len()];
        shown.iter().enumerate().for_each(|(number, at)| number_of[*at] = number);
        let order: Vec<usize> =
            shown.iter().flat_map(|at| blocks[*at].instructions.iter().copied()).collect();
        let mut position_of = vec![u32::MAX; instructions.len()];
        order.iter().zip(0..).for_each(|(id, position)| position_of[*id] = position);
        let function = function(model, instructions, (blocks, &shown), &order);
        let mut builder = ModelBuilder::new(function);
        model.types().iter().for_each(|ty| {
            builder.ty(ty.clone());
        });
        for parameter in model.parameters() {
            builder.parameter(model.type_id(parameter), model.name(parameter));
        }
        for (global, value) in model.globals.iter().zip(model.globals()) {
            builder.global(model.type_id(value), global.clone());
        }
        for (ty, global) in &model.addresses.hidden {
            builder.hidden_global(*ty, global.clone());
        }
        for value in model.constants() {
            let constant = model.constant(value).cloned().unwrap_or(Constant::Other);
            builder.constant(model.type_id(value), constant);
        }
        let first_global = model.parameters + model.instructions;
        let first_constant = first_global + model.globals.len() as u32;
        for (value, address) in &model.addresses.constants {
            let base = match address.base {
                Base::Value(global) => Base::Value(ValueId(global.0 - first_global)),
                hidden @ Base::Hidden(_) => hidden,
            };
            builder.constant_address(value.0 - first_constant, ConstantAddress { base, ..*address });
        }
        let operand = |(n, operand): &(u32, LaidOperand)| -> OperandDraft {
            match operand {
                LaidOperand::Instruction(id) => (*n, ValueKind::Instruction, position_of[*id]),
                LaidOperand::Value(value) => match model.kind(*value) {
                    ValueKind::Parameter => (*n, ValueKind::Parameter, value.0),
                    ValueKind::Global => (*n, ValueKind::Global, value.0 - first_global),
                    _ => (*n, ValueKind::Constant, value.0 - first_constant),
                },
            }
        };
        for at in &shown {
            for id in &blocks[*at].instructions {
                let LaidInstruction { of, kind, operands, from } = &instructions[*id];
                let is_copy = *kind == LaidKind::Copy;
                let head = InstructionHead {
                    opcode: match kind {
                        LaidKind::Copy => model.opcode(*of).unwrap_or(Opcode::Other),
                        LaidKind::Phi => Opcode::Phi,
                        LaidKind::Branch => Opcode::Br,
                    },
                    ty: model.type_id(*of),
                    name: model.name(*of),
                    flags: if is_copy { model.flags(*of) } else { super::Flags::NONE },
                    effects: if is_copy { model.effects(*of) } else { super::Effects::NONE },
                    location: model.location(*of).cloned(),
                };
                let from = from.iter().map(|block| BlockId::new(number_of[*block]));
                builder.instruction(head, operands.iter().map(operand), from);
                if !is_copy {
                    continue;
                }
                if let Some(form) = model.gep_form(*of) {
                    builder.gep_form(form.clone());
                }
                if let Some(bytes) = model.size_of(*of) {
                    builder.access_size(bytes);
                }
                if model.is_used_outside(*of) {
                    builder.used_outside();
                }
            }
            builder.end_block(blocks[*at].successors.iter().map(|to| BlockId::new(number_of[*to])));
        }
        let others = model.globals().chain(model.constants());
        let copied = order.iter().map(|id| instructions[*id].of);
        let origins = model.parameters().chain(copied).chain(others).collect();
        Relaid { model: builder.finish(), origins }
    }
}

/// The facts about the function, for the new places of instructions and blocks.
fn function(
    model: &Model,
    instructions: &[LaidInstruction],
    (blocks, shown): (&[LaidBlock], &[usize]),
    order: &[usize],
) -> Arc<Function> {
    let mut function = model.function().clone();
    let copies = || {
        let copied = order.iter().zip(0u32..).map(|(id, position)| (&instructions[*id], position));
        copied.filter(|(one, _)| one.kind == LaidKind::Copy)
    };
    let moved = |position: u32| ValueId(model.parameters + position);
    let memory = &model.function().memory;
    let call = |of: ValueId| memory.calls.binary_search_by_key(&of, |(at, _)| *at).ok();
    function.memory.calls = copies()
        .filter_map(|(one, position)| Some((moved(position), memory.calls[call(one.of)?].1)))
        .collect();
    let statement = |of: ValueId| memory.alias.of.binary_search_by_key(&of, |(at, _)| *at).ok();
    function.memory.alias.of = copies()
        .filter_map(|(one, position)| Some((moved(position), memory.alias.of[statement(one.of)?].1)))
        .collect();
    let original = |at: &usize| {
        let last = &instructions[*blocks[*at].instructions.last()?];
        model.block_of(last.of).filter(|_| last.kind == LaidKind::Copy)
    };
    let of_blocks =
        || shown.iter().enumerate().filter_map(|(at, block)| Some((BlockId::new(at), original(block)?)));
    let old = model.function();
    let cases = |block: BlockId| old.switch_cases.binary_search_by_key(&block, |(at, _)| *at).ok();
    function.switch_cases = of_blocks()
        .filter_map(|(new, block)| Some((new, old.switch_cases[cases(block)?].1.clone())))
        .collect();
    let weights = |block: BlockId| old.branch_weights.binary_search_by_key(&block, |(at, _)| *at).ok();
    function.branch_weights =
        of_blocks().filter_map(|(new, block)| Some((new, old.branch_weights[weights(block)?].1))).collect();
    // Copies of a block share its runs, in proportions that nothing says.
    let mut copied: FxHashMap<BlockId, usize> = FxHashMap::default();
    of_blocks().for_each(|(_, block)| *copied.entry(block).or_default() += 1);
    let is_whole = |new: BlockId, block: BlockId| {
        let mut inside = blocks[shown[new.index()]].instructions.iter().map(|id| &instructions[*id]);
        copied[&block] == 1
            && inside.all(|one| one.kind != LaidKind::Copy || model.block_of(one.of) == Some(block))
    };
    function.profile = of_blocks()
        .filter(|(new, block)| is_whole(*new, *block))
        .filter_map(|(new, block)| Some((new, model.profile(block)?.clone())))
        .collect();
    Arc::new(function)
}
