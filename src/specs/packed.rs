//! Idioms and their files as bytes, for another process of the same build.
//!
//! A command that runs compilers reads, checks and plans its specifications once; each compiler unpacks them.
//! The format is that of the precompiled idioms, which are packed as their names alone.

use super::idiom::Idiom;
use super::writing::write;
use lang::candl::safety::Ready;
use serde::{Deserialize, Serialize};
use text::sources::{SourceKind, Sources};

/// A packed idiom.
#[derive(Debug, Deserialize, Serialize)]
pub enum PackedIdiom {
    /// The name of a precompiled idiom.
    Prebuilt(String),
    /// An idiom that was compiled in the process that packed it.
    Compiled {
        /// The name.
        name: String,
        /// The first sentence of the doc comment.
        doc: String,
        /// The lines about findings.
        marked_lines: Vec<String>,
        /// Whether it is of a built-in file.
        is_builtin: bool,
        /// The serialised problem.
        compiled: Vec<u8>,
        /// The serialised places and names.
        source_map: Vec<u8>,
    },
}

/// A packed source file. Built-in files are packed as their names alone.
#[derive(Debug, Deserialize, Serialize)]
pub enum PackedFile {
    /// The name of a built-in file.
    Builtin(String),
    /// Name and text of a user's file.
    User(String, String),
    /// Origin and text of a request.
    Request(String, String),
}

/// Packs an idiom.
pub fn pack(idiom: &Idiom) -> PackedIdiom {
    if idiom.is_prebuilt() {
        return PackedIdiom::Prebuilt(idiom.name().to_owned());
    }
    PackedIdiom::Compiled {
        name: idiom.name().to_owned(),
        doc: idiom.doc().to_owned(),
        marked_lines: idiom.marked_lines().iter().map(ToString::to_string).collect(),
        is_builtin: idiom.is_builtin(),
        compiled: write(idiom.compiled()),
        source_map: write(idiom.source_map()),
    }
}

/// Unpacks an idiom; `prebuilt` looks up a precompiled one. The bytes stay in memory until the process ends,
/// since plans are decoded from them when they first run.
///
/// # Errors
///
/// The reason: bytes of another format, or an unknown name.
pub fn unpack(packed: PackedIdiom, prebuilt: impl Fn(&str) -> Option<Idiom>) -> Result<Idiom, String> {
    match packed {
        PackedIdiom::Prebuilt(name) => prebuilt(&name).ok_or_else(|| format!("there is no idiom `{name}`")),
        PackedIdiom::Compiled { name, doc, marked_lines, is_builtin, compiled, source_map } => {
            let of_other_format = |error: postcard::Error| format!("`{name}` cannot be read: {error}");
            let ready = Ready {
                compiled: postcard::from_bytes(compiled.leak()).map_err(of_other_format)?,
                source_map: postcard::from_bytes(source_map.leak()).map_err(of_other_format)?,
            };
            Ok(Idiom::with_texts(name, doc, marked_lines, ready).marked_builtin(is_builtin))
        }
    }
}

/// Packs the files in which the spans of idioms lie, in the order of their numbers.
pub fn pack_files(sources: &Sources) -> Vec<PackedFile> {
    let pack = |number: u32| {
        let file = sources.file(number);
        let (name, text) = (file.name().to_owned(), file.text().to_owned());
        match file.kind() {
            SourceKind::Builtin => PackedFile::Builtin(name),
            SourceKind::User => PackedFile::User(name, text),
            SourceKind::Request => PackedFile::Request(name, text),
        }
    };
    (0..sources.len() as u32).map(pack).collect()
}

/// Unpacks files; they get the same numbers.
///
/// # Errors
///
/// The name of a built-in file that this build does not have.
pub fn unpack_files(files: Vec<PackedFile>) -> Result<Sources, String> {
    let mut sources = Sources::new();
    for file in files {
        match file {
            PackedFile::Builtin(name) => {
                let known = super::builtin::BUILTIN.iter().find(|(known, _)| *known == name);
                let (known, text) = known.ok_or_else(|| format!("there is no built-in file {name}"))?;
                sources.add_builtin(*known, *text)
            }
            PackedFile::User(name, text) => sources.add(name, text),
            PackedFile::Request(name, text) => sources.add_request(name, text),
        };
    }
    Ok(sources)
}
