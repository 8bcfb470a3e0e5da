//! Source files of specifications: names, texts, and the conversion of byte offsets to lines and columns.
//!
//! Spans are in bytes, since these index the text; messages to people use lines and characters.

use std::ops::Range;

use crate::Span;

/// Maximal size of a specification file, so that every input is processed in reasonable time.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// A position in terms of lines and columns, which start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column in characters (Unicode scalar values).
    pub column: u32,
    /// The column in bytes.
    pub byte_column: u32,
}

/// The origin of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A user's specification file.
    User,
    /// A file of the built-in library.
    Builtin,
    /// A request to run specifications, from a command line or a pipeline: not a file, but diagnostics refer
    /// to it.
    Request,
}

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    kind: SourceKind,
    line_starts: Vec<u32>,
    problem: Option<SourceProblem>,
}

/// An error in the bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceProblem {
    /// Invalid UTF-8; the text has replacement characters instead.
    NotUtf8 {
        /// Offset of the first invalid byte.
        offset: u32,
    },
    /// More than [`MAX_FILE_BYTES`]; the text is empty.
    TooLarge,
}

impl Source {
    /// The displayed name: a path, `<command line>`, …
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its origin.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// Whether it belongs to the built-in library.
    pub fn is_builtin(&self) -> bool {
        self.kind == SourceKind::Builtin
    }

    /// The error in its bytes, if any.
    pub fn problem(&self) -> Option<SourceProblem> {
        self.problem
    }

    /// The position of a byte offset. Offsets past the end are treated as the end, offsets inside a character
    /// as its start.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start as usize <= offset).max(1) - 1;
        let start = self.line_starts[line] as usize;
        let characters = self.text[start..offset].chars().count();
        Position {
            line: line as u32 + 1,
            column: characters as u32 + 1,
            byte_column: (offset - start) as u32 + 1,
        }
    }
}

impl Source {
    /// The complete lines that contain the bytes from `start` to `end`: the number of the first line, from 1,
    /// and their byte range.
    pub fn lines(&self, start: u32, end: u32) -> (u32, Range<usize>) {
        let line = |offset: u32| self.line_starts.partition_point(|&start| start <= offset).max(1) - 1;
        let (first, last) = (line(start), line(end.max(start)));
        let behind = self.line_starts.get(last + 1).map_or(self.text.len(), |&next| next as usize);
        (first as u32 + 1, self.line_starts[first] as usize..behind)
    }
}

/// All source files of one run. [`Span::file`] is an index into them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a user's file and returns its index.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.push(name.into(), text.into(), SourceKind::User, None)
    }

    /// Adds a file of the built-in library and returns its index.
    pub fn add_builtin(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.push(name.into(), text.into(), SourceKind::Builtin, None)
    }

    /// Adds a request, `NAME` or `NAME[N=8]`, and returns its index; `name` describes its origin.
    pub fn add_request(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.push(name.into(), text.into(), SourceKind::Request, None)
    }

    /// Adds a user's file as bytes and returns its index. Invalid UTF-8 is recorded as the file's problem,
    /// which the parser reports.
    pub fn add_bytes(&mut self, name: impl Into<String>, bytes: Vec<u8>) -> u32 {
        match String::from_utf8(bytes) {
            Ok(text) => self.add(name, text),
            Err(error) => {
                let offset = u32::try_from(error.utf8_error().valid_up_to()).unwrap_or(u32::MAX);
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                self.push(name.into(), text, SourceKind::User, Some(SourceProblem::NotUtf8 { offset }))
            }
        }
    }

    fn push(&mut self, name: String, text: String, kind: SourceKind, problem: Option<SourceProblem>) -> u32 {
        let too_large = text.len() > MAX_FILE_BYTES;
        let text = if too_large { String::new() } else { text };
        let problem = if too_large { Some(SourceProblem::TooLarge) } else { problem };
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
        self.files.push(Source { name, text, kind, line_starts, problem });
        self.files.len() as u32 - 1
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file with an index that this table returned.
    pub fn file(&self, file: u32) -> &Source {
        &self.files[file as usize]
    }

    /// The text of a span; empty if the span is not in its file.
    pub fn text(&self, span: Span) -> &str {
        self.files
            .get(span.file as usize)
            .and_then(|source| source.text.get(span.range()))
            .unwrap_or_default()
    }

    /// The position of the start of a span.
    pub fn start(&self, span: Span) -> Position {
        self.file(span.file).position(span.start)
    }

    /// The position after the last character of a span.
    pub fn end(&self, span: Span) -> Position {
        self.file(span.file).position(span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_characters_and_bytes() {
        let mut sources = Sources::new();
        let file = sources.add("a.candl", "ab\n∧ c\n");
        let at = |offset| {
            let position = sources.file(file).position(offset);
            (position.line, position.column, position.byte_column)
        };
        assert_eq!(at(0), (1, 1, 1));
        assert_eq!(at(2), (1, 3, 3));
        assert_eq!(at(3), (2, 1, 1));
        assert_eq!(at(4), (2, 1, 1), "inside the operator");
        assert_eq!(at(7), (2, 3, 5));
        assert_eq!(at(9), (3, 1, 1));
        assert_eq!(at(99), (3, 1, 1), "past the end");
    }

    #[test]
    fn bytes_that_are_no_text_are_a_problem_of_the_file() {
        let mut sources = Sources::new();
        let bad = sources.add_bytes("bad", b"ab\xff".to_vec());
        assert_eq!(sources.file(bad).problem(), Some(SourceProblem::NotUtf8 { offset: 2 }));
        let good = sources.add_bytes("good", "a∧".as_bytes().to_vec());
        assert_eq!((sources.file(good).problem(), sources.file(good).text()), (None, "a∧"));
    }
}
