//! Blocks and their instructions, as drafts.
//!
//! In: the record of a `phi` whose operand range holds (0, constant 0, from block 0) and (1, instruction 5, from
//! block 2). Out: a draft with these operands and the parallel list of blocks.

use super::opcodes::opcode;
use super::values::path;
use crate::llvm::ffi::extract::{InstructionRecord, NONE, OperandRecord, Reading};
use crate::model::{
    BlockDraft, BlockId, Effects, Flags, InstructionDraft, ModelBuilder, SourceLocation, TypeId, ValueKind,
};
use std::sync::Arc;

/// Adds every block. Types, globals and constants are in the builder already.
pub(super) fn add(reading: &Reading, builder: &mut ModelBuilder, types: &[TypeId]) {
    let files: Vec<Arc<str>> = reading.files().iter().map(|f| path(reading, f).into()).collect();
    let (mut at, mut operand, mut successor) = (0, 0, 0);
    for block in reading.blocks() {
        let (end, successors_end) = (block.instructions_end as usize, block.successors_end as usize);
        let instructions = reading.instructions()[at..end].iter().map(|record| {
            let operands = &reading.operands()[operand..record.operands_end as usize];
            operand = record.operands_end as usize;
            draft(reading, record, operands, types, &files)
        });
        builder.block(BlockDraft {
            instructions: instructions.collect(),
            successors: reading.successors()[successor..successors_end].iter().map(|&b| BlockId(b)).collect(),
        });
        (at, successor) = (end, successors_end);
    }
}

fn draft(
    reading: &Reading,
    record: &InstructionRecord,
    operands: &[OperandRecord],
    types: &[TypeId],
    files: &[Arc<str>],
) -> InstructionDraft {
    InstructionDraft {
        opcode: opcode(record.opcode),
        ty: types[record.ty as usize],
        name: reading.text(record.name),
        flags: Flags(record.flags),
        effects: Effects(record.effects as u8),
        location: files.get(record.file as usize).map(|file| SourceLocation {
            file: file.clone(),
            line: record.line,
            column: record.column,
        }),
        operands: operands.iter().map(|o| (o.n, kind(o.kind), o.index)).collect(),
        phi_blocks: operands.iter().filter(|o| o.block != NONE).map(|o| BlockId(o.block)).collect(),
    }
}

fn kind(code: u32) -> ValueKind {
    match code {
        0 => ValueKind::Parameter,
        1 => ValueKind::Instruction,
        2 => ValueKind::Global,
        _ => ValueKind::Constant,
    }
}
