//! Edits of the source that make a finding go away.

use serde::Serialize;

/// An edit of a source file that was checked against its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// The file.
    pub file: String,
    /// The replacements, which do not overlap, in the order of the file.
    pub replacements: Vec<Replacement>,
}

/// A part of a line that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// The line, from 1.
    pub line: u32,
    /// The first and the last column in bytes, from 1; the last one is behind the replaced text.
    pub columns: (u32, u32),
    /// The text in its place. Only an insertion at the beginning of a line has a line break, at its end.
    pub text: String,
}
