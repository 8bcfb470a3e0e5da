//! The spellings of atoms, in pieces, as parser and printer go through them.
//!
//! ```text
//! {x} = {y}.args[n]   =>   argument x, `=`, argument y, `.`, `args`, `[`, argument n, `]`
//! ```

use super::atom_table::{ArgumentKind, AtomKind, Row, TABLE};
use super::lexer::{TokenKind, lex};
use std::sync::LazyLock;

/// One token of a spelling, or an argument in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A sign.
    Sign(TokenKind),
    /// A word.
    Word,
    /// The argument at that position of the row.
    Argument(usize),
}

/// A piece of a spelling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    /// As written in the table.
    pub(super) text: &'static str,
    /// Whether white space stands before it.
    pub(super) spaced: bool,
}

/// A spelling of a row, in pieces.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) row: &'static Row,
    pub(super) pieces: Vec<Piece>,
}

impl Template {
    /// Reads a spelling of the table; one that is no text of tokens has no pieces.
    fn of(row: &'static Row, written: &'static str) -> Template {
        let mut silent = super::diagnostic::Diagnostics::new();
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
            pieces.push(Piece { kind, text: text(at), spaced });
            at += length;
        }
        Template { row, pieces }
    }

    /// The kind of the argument that stands at a piece.
    pub(super) fn argument(&self, at: usize) -> Option<(usize, ArgumentKind)> {
        match self.pieces.get(at)?.kind {
            PieceKind::Argument(position) => Some((position, self.row.arguments.get(position)?.1)),
            _ => None,
        }
    }
}

/// Every spelling of every row, the canonical ones first.
pub(super) static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    TABLE.iter().flat_map(|row| row.written.iter().map(|written| Template::of(row, written))).collect()
});

/// The canonical spelling of a row.
pub(super) fn canonical(kind: AtomKind) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.row.kind == kind)
}
