//! The text of a source file, its tokens and its lines.

use super::tokens::{Token, tokens};

/// The text of a file that is edited.
pub(super) struct File<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token<'t>>,
    /// The first byte of each line.
    pub(super) begins: Vec<usize>,
    /// Whether the language is C, in which `.`, `->` and `[]` have no effects.
    pub(super) is_c: bool,
}

impl<'t> File<'t> {
    /// A file; `None` if its text cannot be parted into tokens.
    pub(super) fn of(text: &'t str, is_c: bool) -> Option<File<'t>> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let begins = std::iter::once(0).chain(ends).collect();
        Some(File { text, tokens: tokens(text)?, begins, is_c })
    }

    /// The line of a byte, from 0.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.begins.partition_point(|begin| *begin <= at) - 1
    }

    /// The line and the column of a byte, from 1.
    pub(super) fn place_of(&self, at: usize) -> (u32, u32) {
        let line = self.line_of(at);
        let number = |value: usize| u32::try_from(value + 1).unwrap_or(u32::MAX);
        (number(line), number(at - self.begins[line]))
    }

    /// Whether the line goes on in the next one, or begins in the one before.
    pub(super) fn is_continued(&self, line: usize) -> bool {
        let ends = |line: usize| {
            let end = self.begins.get(line + 1).copied().unwrap_or(self.text.len());
            self.text[self.begins[line]..end].trim_end_matches(['\n', '\r']).ends_with('\\')
        };
        ends(line) || (line > 0 && ends(line - 1))
    }

    /// The beginning of the line up to its first other character than spaces, and its end, with the line break.
    pub(super) fn margins(&self, line: usize) -> (&'t str, &'t str) {
        let end = self.begins.get(line + 1).copied().unwrap_or(self.text.len());
        let line = &self.text[self.begins[line]..end];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        (&line[..indent], if line.ends_with("\r\n") { "\r\n" } else { "\n" })
    }
}
