//! A scanner for a line of a file or a part of it. Tokens depend on the context: `%u` is a register before an
//! operator and an operator behind a value.

use super::ast::Word;
use lang::candl::ast::Span;
use std::ops::Range;

/// A position in a piece of text.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    file: u32,
    at: usize,
    end: usize,
    /// Whether floating point numbers are allowed.
    has_floats: bool,
}

pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

impl<'a> Cursor<'a> {
    /// Reads the bytes `range` of the text of a file.
    pub(super) fn new(text: &'a str, file: u32, range: Range<usize>) -> Cursor<'a> {
        let mut cursor = Cursor { text, file, at: range.start, end: range.end, has_floats: false };
        cursor.skip_spaces();
        cursor
    }

    /// The same cursor, with floating point numbers allowed or not.
    pub(super) fn with_floats(self, has_floats: bool) -> Cursor<'a> {
        Cursor { has_floats, ..self }
    }

    /// Whether floating point numbers are allowed.
    pub(super) fn has_floats(&self) -> bool {
        self.has_floats
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The remaining text.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// The position.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    /// The location of the next token, or of the end.
    pub(super) fn here(&self) -> Span {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        self.span(self.at..self.at + word.max(first))
    }

    /// Takes all remaining text.
    pub(super) fn all(&self) -> Word {
        let text = self.rest().trim_end();
        Word { text: text.to_owned(), span: self.span(self.at..self.at + text.len()) }
    }

    /// The range from a position to the end of the last token read.
    pub(super) fn since(&self, start: usize) -> Span {
        let read = self.text[start..self.at].trim_end().len();
        self.span(start..start + read)
    }

    fn advance(&mut self, bytes: usize) -> Word {
        let range = self.at..self.at + bytes;
        self.at += bytes;
        self.skip_spaces();
        Word { text: self.text[range.clone()].to_owned(), span: self.span(range) }
    }

    /// The next word, without consuming it.
    pub(super) fn peek_word(&self) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        (length > 0).then(|| &rest[..length])
    }

    /// Reads a word.
    pub(super) fn word(&mut self) -> Option<Word> {
        let word = self.peek_word()?;
        Some(self.advance(word.len()))
    }

    /// Reads a register, `%` included.
    pub(super) fn register(&mut self) -> Option<Word> {
        let rest = self.rest().strip_prefix('%')?;
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        (length > 0).then(|| self.advance(length + 1))
    }

    /// Reads the symbol if it comes next.
    pub(super) fn symbol(&mut self, symbol: &str) -> Option<Word> {
        self.rest().starts_with(symbol).then(|| self.advance(symbol.len()))
    }

    /// Skips one character.
    pub(super) fn skip_character(&mut self) {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.at += length;
        self.skip_spaces();
    }

    /// Reads the given word if it comes next.
    pub(super) fn keyword(&mut self, word: &str) -> Option<Word> {
        (self.peek_word() == Some(word)).then(|| self.advance(word.len()))
    }
}
