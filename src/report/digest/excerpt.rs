//! Lines of source files, each file read once.

use crate::Place;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use text::bounded;

/// Longer source lines are not shown.
const MAX_LINE: usize = 200;

/// Source files below a folder.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    texts: FxHashMap<String, Option<SourceText>>,
}

/// The text of a file, and where its lines begin.
#[derive(Debug)]
struct SourceText {
    text: String,
    begins: Vec<usize>,
}

impl Sources {
    /// The files with names relative to `root`.
    pub fn new(root: &Path) -> Sources {
        Sources { root: root.to_path_buf(), texts: FxHashMap::default() }
    }

    /// The existing lines from `first` to `last`, counted from 1; empty if the file cannot be read.
    pub fn lines(&mut self, file: &str, first: u32, last: u32) -> Vec<&str> {
        let path = self.root.join(file);
        let text = self.texts.entry(file.to_owned()).or_insert_with(|| read(&path));
        let (first, last) = (first.max(1) as usize, last as usize);
        let Some(SourceText { text, begins }) = text else { return Vec::new() };
        let Some(begin) = begins.get(first - 1) else { return Vec::new() };
        text[*begin..].lines().take((last + 1).saturating_sub(first)).collect()
    }

    /// The line of a place, with control characters replaced by spaces; `None` if it is too long.
    pub fn line(&mut self, place: &Place) -> Option<String> {
        let line = self.lines(&place.file, place.line, place.line).first().copied()?;
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        (line.len() <= MAX_LINE).then(|| line.chars().map(visible).collect())
    }
}

fn read(path: &Path) -> Option<SourceText> {
    // The name in a report is not trusted.
    let bytes = bounded::read_found(path, bounded::MAX_STREAM_BYTES).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    let begins = std::iter::once(0).chain(ends).filter(|begin| *begin < text.len()).collect();
    Some(SourceText { text, begins })
}
