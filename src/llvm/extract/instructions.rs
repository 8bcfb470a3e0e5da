//! Blocks and their instructions.
//!
//! In: the record of a `phi` whose operand range holds (0, constant 0, from block 0) and (1, instruction 5,
//! from block 2). Out: an instruction with these operands and the parallel list of blocks.

use super::values::path;
use crate::ffi::extract::{InstructionRecord, LocationRecord, Reading};
use crate::ffi::numbers::{opcode, value_kind};
use ir::{
    BlockId, Effects, Flags, GepForm, InstructionHead, ModelBuilder, Opcode, SourceLocation, TypeId,
    ValueKind,
};
use std::sync::Arc;

/// Adds every block. Types, globals and constants are in the builder already.
pub(super) fn add(reading: &Reading, builder: &mut ModelBuilder, types: &[TypeId]) {
    let files: Vec<Arc<str>> = reading.files().iter().map(|f| path(reading, f).into()).collect();
    let others = reading.parameters().len() + reading.globals().len() + reading.constants().len();
    builder.reserve(reading.instructions().len(), reading.operands().len(), others);
    let (mut at, mut operand, mut successor, mut named) = (0, 0, 0, 0);
    let mut phi_blocks = reading.phi_blocks().iter().map(|&block| BlockId(block));
    let mut forms = forms(reading, types).peekable();
    for block in reading.blocks() {
        let (end, successors_end) = (block.instructions_end as usize, block.successors_end as usize);
        for (position, record) in (at..).zip(&reading.instructions()[at..end]) {
            let operands = &reading.operands()[operand..record.operands_end as usize];
            operand = record.operands_end as usize;
            let name = reading.name(named..record.names_end as usize);
            named = record.names_end as usize;
            let location = reading.locations().get(position).and_then(|l| location(l, &files));
            let head = head(record, &name, types, location);
            let drafts = operands.iter().map(|o| (o.n(), kind(o.kind()), o.index));
            let of_phi = if head.opcode == Opcode::Phi { operands.len() } else { 0 };
            builder.instruction(head, drafts, phi_blocks.by_ref().take(of_phi));
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

fn head<'n>(
    record: &InstructionRecord,
    name: &'n str,
    types: &[TypeId],
    location: Option<SourceLocation>,
) -> InstructionHead<'n> {
    InstructionHead {
        opcode: opcode(record.opcode.into()),
        ty: types[record.ty as usize],
        name,
        flags: Flags(record.flags),
        effects: Effects(record.effects),
        location,
    }
}

fn location(record: &LocationRecord, files: &[Arc<str>]) -> Option<SourceLocation> {
    let file = files.get(record.file as usize)?.clone();
    Some(SourceLocation { file, line: record.line, column: record.column })
}

fn kind(code: u32) -> ValueKind {
    match code {
        value_kind::PARAMETER => ValueKind::Parameter,
        value_kind::INSTRUCTION => ValueKind::Instruction,
        value_kind::GLOBAL => ValueKind::Global,
        _ => ValueKind::Constant,
    }
}
