//! Spellings of atoms in pieces, for parser and printer.
//!
//! In: `{x} = {y}.args[n]`. Out: argument 0, `=`, argument 1, `.`, `args`, `[`, argument 2, `]`.

use super::super::lexer::{TokenKind, lex};
use super::{ArgumentKind, AtomKind, AtomRow, TABLE};
use std::sync::LazyLock;
use text::diagnostic::Diagnostics;

/// One token of a spelling, or an argument in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::candl) enum PieceKind {
    /// A sign.
    Sign(TokenKind),
    /// A word.
    Word,
    /// The argument at that position of the row.
    Argument(usize),
}

/// A piece of a spelling.
#[derive(Clone, Copy, Debug)]
pub(in crate::candl) struct SpellingPiece {
    pub(in crate::candl) kind: PieceKind,
    /// The token as spelt in the table.
    pub(in crate::candl) text: &'static str,
    /// Whether white space stands before it.
    pub(in crate::candl) spaced: bool,
}

/// A spelling of a row, in pieces.
#[derive(Debug)]
pub(in crate::candl) struct Template {
    pub(in crate::candl) row: &'static AtomRow,
    pub(in crate::candl) pieces: Vec<SpellingPiece>,
}

impl Template {
    /// Parses a spelling of the table; a spelling that does not lex as tokens has no pieces.
    fn of(row: &'static AtomRow, written: &'static str) -> Template {
        let mut silent = Diagnostics::new();
        let tokens = lex(0, written, &mut silent).tokens;
        let text = |at: usize| tokens.get(at).map_or("", |token| &written[token.span.range()]);
        let argument = |at: usize| row.arguments.iter().position(|(name, _)| *name == text(at));
        let mut pieces = Vec::new();
        let mut at = 0;
        while at + 1 < tokens.len() {
            let start = tokens[at].span.start as usize;
            let spaced = written[..start].ends_with(' ');
            let braced = tokens[at].kind == TokenKind::OpenBrace;
            let (kind, length) = match (argument(at + usize::from(braced)), tokens[at].kind) {
                (Some(position), TokenKind::OpenBrace) => (PieceKind::Argument(position), 3),
                (Some(position), _) => (PieceKind::Argument(position), 1),
                (None, TokenKind::Word) => (PieceKind::Word, 1),
                (None, sign) => (PieceKind::Sign(sign), 1),
            };
            pieces.push(SpellingPiece { kind, text: text(at), spaced });
            at += length;
        }
        Template { row, pieces }
    }

    /// The argument at a piece: its position in the row, and its kind.
    pub(in crate::candl) fn argument(&self, at: usize) -> Option<(usize, ArgumentKind)> {
        match self.pieces.get(at)?.kind {
            PieceKind::Argument(position) => Some((position, self.row.arguments.get(position)?.1)),
            _ => None,
        }
    }
}

/// Every spelling of every row, canonical ones first.
pub(in crate::candl) static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    TABLE.iter().flat_map(|row| row.written.iter().map(|written| Template::of(row, written))).collect()
});

/// The canonical spelling of a row.
pub(in crate::candl) fn canonical(kind: AtomKind) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.row.kind == kind)
}
