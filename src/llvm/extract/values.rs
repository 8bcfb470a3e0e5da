//! Types, parameters, globals and constants: everything but the instructions.
//!
//! In: the record of `splat (i8 -1)` with format integer, width 8 and the word 0xff. Out:
//! `Constant::Splat(Number::Int { width: 8, words: [0xff] })`.

use crate::ffi::Text;
use crate::ffi::extract::{ConstantRecord, FileRecord, GlobalRecord, Reading};
use crate::ffi::numbers::{form, format, opcode, storage, type_class};
use ir::{
    Base, Constant, ConstantAddress, Effects, Flags, FloatKind, Global, ModelBuilder, Number, Storage, Type,
    TypeClass, TypeId, ValueId, Words, canonical_name,
};

/// Adds all of them; returns the model's id of each type of the reading.
pub(super) fn add(reading: &Reading, builder: &mut ModelBuilder) -> Vec<TypeId> {
    let types: Vec<TypeId> = reading
        .types()
        .iter()
        .map(|t| {
            let name = reading.text(t.name).into_owned();
            builder.ty(Type { name, class: class(t.class), element: class(t.element) })
        })
        .collect();
    let ty = |index: u32| types[index as usize];
    for parameter in reading.parameters() {
        builder.parameter(ty(parameter.ty), reading.text(parameter.name));
    }
    let mut attributes = 0;
    let values = reading.globals().len() - reading.function().hidden_globals as usize;
    for (at, record) in reading.globals().iter().enumerate() {
        let end = record.attributes_end as usize;
        let global = global(reading, record, &reading.attributes()[attributes..end]);
        match at < values {
            true => builder.global(ty(record.ty), global),
            false => builder.hidden_global(ty(record.ty), global),
        };
        attributes = end;
    }
    let mut words = 0;
    for record in reading.constants() {
        let end = record.words_end as usize;
        builder.constant(ty(record.ty), constant(record, &reading.words()[words..end]));
        words = end;
    }
    for record in reading.addresses() {
        let base = match (record.global as usize).checked_sub(values) {
            None => Base::Value(ValueId(record.global)),
            Some(at) => Base::Hidden(at as u32),
        };
        let (offset, width, flags) = (record.offset, record.width, Flags(u64::from(record.flags)));
        let address = ConstantAddress { offset, base, index_type: ty(record.index_type), width, flags };
        builder.constant_address(record.constant, address);
    }
    types
}

fn class(code: u32) -> Option<TypeClass> {
    match code {
        type_class::INTEGER => Some(TypeClass::Integer),
        type_class::FLOAT => Some(TypeClass::Float),
        type_class::VECTOR => Some(TypeClass::Vector),
        type_class::POINTER => Some(TypeClass::Pointer),
        _ => None,
    }
}

fn global(reading: &Reading, record: &GlobalRecord, attributes: &[Text]) -> Global {
    let name = reading.text(record.name).into_owned();
    Global {
        canonical: canonical_name(&name).to_string(),
        name,
        is_function: record.is_function != 0,
        is_declaration: record.is_declaration != 0,
        is_intrinsic: record.is_intrinsic != 0,
        is_local: record.is_local != 0,
        signature: reading.text(record.signature).into_owned(),
        attributes: sorted_texts(reading, attributes),
        effects: Effects(record.effects as u8),
        storage: match u32::from(record.storage) {
            storage::VARIABLE => Storage::Variable,
            storage::CONSTANT => Storage::Constant,
            _ => Storage::None,
        },
        size: (record.size != 0).then_some(record.size),
    }
}

/// The texts, sorted, each once.
pub(super) fn sorted_texts(reading: &Reading, texts: &[Text]) -> Vec<String> {
    let mut all: Vec<String> = texts.iter().map(|t| reading.text(*t).into_owned()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn constant(record: &ConstantRecord, words: &[u64]) -> Constant {
    match record.kind {
        form::SCALAR => Constant::Scalar(number(record, words)),
        form::SPLAT => Constant::Splat(number(record, words)),
        form::NULL => Constant::Null,
        form::ZERO => Constant::Zero,
        form::UNDEF => Constant::Undef,
        form::POISON => Constant::Poison,
        form::AGGREGATE => Constant::Aggregate,
        form::EXPRESSION => Constant::Expression(opcode(record.opcode)),
        _ => Constant::Other,
    }
}

fn number(record: &ConstantRecord, words: &[u64]) -> Number {
    let words = Words::from_slice(words);
    let kind = match record.format {
        format::INTEGER => return Number::Int { width: record.width, words },
        format::HALF => FloatKind::Half,
        format::BFLOAT => FloatKind::BFloat,
        format::FLOAT => FloatKind::Float,
        format::DOUBLE => FloatKind::Double,
        format::X86_FP80 => FloatKind::X86Fp80,
        format::FP128 => FloatKind::Fp128,
        _ => FloatKind::PpcFp128,
    };
    Number::Float { kind, words }
}

/// The path of a file of the debug info: joined with its directory unless it is absolute.
pub(super) fn path(reading: &Reading, file: &FileRecord) -> String {
    join(&reading.text(file.directory), reading.text(file.name).into_owned())
}

pub(super) fn join(directory: &str, name: String) -> String {
    let has_drive = matches!(name.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic());
    if directory.is_empty() || name.is_empty() || name.starts_with(['/', '\\']) || has_drive {
        return name;
    }
    let separator = if directory.ends_with(['/', '\\']) { "" } else { "/" };
    format!("{directory}{separator}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_join_their_directory() {
        for (directory, name, expected) in [
            ("/src", "a.c", "/src/a.c"),
            ("/src/", "sub/a.c", "/src/sub/a.c"),
            ("/src", "/usr/include/b.h", "/usr/include/b.h"),
            ("C:\\src", "D:\\b.h", "D:\\b.h"),
            ("", "a.c", "a.c"),
            ("/src", "", ""),
        ] {
            assert_eq!(join(directory, name.to_string()), expected);
        }
    }
}
