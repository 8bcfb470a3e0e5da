//! The files that the page opens with.

use crate::console::Failure;
use crate::find::SOURCES;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use text::bounded;

/// The source and specifications that the page opens with.
#[derive(Debug, Default)]
pub(super) struct Start {
    /// The language of the source, in the page's terms, and its text.
    source: Option<(&'static str, String)>,
    candl: String,
    /// The folder that the source includes files from.
    pub(super) folder: Option<PathBuf>,
}

/// Reads the files of the command line. Several files of specifications are concatenated.
pub(super) fn read(files: &[PathBuf]) -> Result<Start, Failure> {
    let mut start = Start::default();
    for file in files {
        let text = bounded::read_text(file, bounded::MAX_STREAM_BYTES)
            .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let language = match extension {
            "candl" => {
                start.candl += &text;
                continue;
            }
            "c" => "c",
            "ll" => "ir",
            _ if SOURCES.contains(&extension) => "c++",
            _ => {
                return Err(Failure::Usage(format!(
                    "{} is neither a C or C++ source, nor textual LLVM IR (.ll), nor a specification (.candl)",
                    file.display()
                )));
            }
        };
        if start.source.is_some() {
            return Err(Failure::Usage(format!("{}: the page holds one source", file.display())));
        }
        start.source = Some((language, text));
        let absolute = std::path::absolute(file).ok();
        start.folder = absolute.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    }
    Ok(start)
}

impl Start {
    /// The start as JSON for the page; null if the command line names no file.
    pub(super) fn json(&self) -> Value {
        if self.source.is_none() && self.candl.is_empty() {
            return Value::Null;
        }
        let (language, source) = self.source.as_ref().map_or(("c", ""), |(language, text)| (language, text));
        json!({ "language": language, "source": source, "candl": self.candl })
    }
}
