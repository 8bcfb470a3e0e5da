//! Blocks and their instructions.
//!
//! In: the record of a `phi` whose operand range holds (0, constant 0, from block 0) and (1, instruction 5, from
//! block 2). Out: an instruction with these operands and the parallel list of blocks.

use super::opcodes::opcode;
use super::values::path;
use crate::llvm::ffi::extract::{InstructionRecord, NONE, OperandRecord, Reading};
use crate::model::{
    BlockId, Effects, Flags, GepForm, InstructionHead, ModelBuilder, SourceLocation, TypeId, ValueKind,
};
use std::sync::Arc;

/// Adds every block. Types, globals and constants are in the builder already.
pub(super) fn add(reading: &Reading, builder: &mut ModelBuilder, types: &[TypeId]) {
    let files: Vec<Arc<str>> = reading.files().iter().map(|f| path(reading, f).into()).collect();
    builder.reserve(reading.instructions().len(), reading.operands().len());
    let (mut at, mut operand, mut successor) = (0, 0, 0);
    let mut forms = forms(reading, types).peekable();
    for block in reading.blocks() {
        let (end, successors_end) = (block.instructions_end as usize, block.successors_end as usize);
        for (position, record) in (at..).zip(&reading.instructions()[at..end]) {
            let operands = &reading.operands()[operand..record.operands_end as usize];
            operand = record.operands_end as usize;
            let name = reading.text(record.name);
            add_instruction(builder, head(record, &name, types, &files), operands);
            if let Some((_, form)) = forms.next_if(|(gep, _)| *gep == position) {
                builder.gep_form(form);
            }
            if record.size != 0 {
                builder.access_size(record.size);
            }
            if record.used_outside != 0 {
                builder.used_outside();
            }
        }
        builder.end_block(reading.successors()[successor..successors_end].iter().map(|&b| BlockId(b)));
        (at, successor) = (end, successors_end);
    }
}

/// The offsets of getelementptrs, with their positions among the instructions.
fn forms<'r>(reading: &'r Reading, types: &'r [TypeId]) -> impl Iterator<Item = (usize, GepForm)> + 'r {
    let mut from = 0;
    reading.geps().iter().map(move |record| {
        let to = record.terms_end as usize;
        let terms = reading.terms()[from..to].iter().map(|term| (term.n, term.scale)).collect();
        from = to;
        let index_type = types[record.index_type as usize];
        (
            record.instruction as usize,
            GepForm { offset: record.offset, terms, index_type, width: record.width },
        )
    })
}

fn add_instruction(builder: &mut ModelBuilder, head: InstructionHead<'_>, operands: &[OperandRecord]) {
    let drafts = operands.iter().map(|o| (o.n, kind(o.kind), o.index));
    // The blocks are those of a phi: there all operands have one, elsewhere none.
    let blocks = operands.iter().take_while(|o| o.block != NONE).map(|o| BlockId(o.block));
    builder.instruction(head, drafts, blocks);
}

fn head<'n>(
    record: &InstructionRecord,
    name: &'n str,
    types: &[TypeId],
    files: &[Arc<str>],
) -> InstructionHead<'n> {
    InstructionHead {
        opcode: opcode(record.opcode),
        ty: types[record.ty as usize],
        name,
        flags: Flags(record.flags),
        effects: Effects(record.effects as u8),
        location: files.get(record.file as usize).map(|file| SourceLocation {
            file: file.clone(),
            line: record.line,
            column: record.column,
        }),
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
