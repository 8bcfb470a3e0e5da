//! The table of atoms: one row per atom, with its syntax, arguments, binding behaviour and meaning.
//!
//! Parser, printer, name resolution, unrolling, expanded text and the language reference are driven by it. A
//! new atom needs a row here, a case in `relations.rs`, and the relation itself in `src/lang/atoms/`.
//!
//! ```text
//! {x} = {y}.args[n]   x, y: variables, n: an index   =>   parsed from any spelling, printed as the first one
//! ```

mod analyses;
mod calls;
mod carried;
mod forms;
mod kind;
mod paths;
mod profiles;
mod spelling;
mod table;

use super::vocabulary::WordKind;

pub use kind::{AnalysisPoint, AtomKind, DominanceKind, FactUse, FlowKind};
pub use table::TABLE;

pub(super) use spelling::{PieceKind, TEMPLATES, Template, canonical};

impl AtomKind {
    /// The atom about a single word, for an atom about a set of words of which one must hold.
    pub fn of_each(self) -> Option<AtomKind> {
        Some(match self {
            AtomKind::OpcodeIn => AtomKind::Opcode,
            AtomKind::DataTypeIn => AtomKind::DataType,
            AtomKind::IrTypeIn => AtomKind::IrType,
            AtomKind::FunctionNameIn => AtomKind::FunctionName,
            AtomKind::HasFlagOf => AtomKind::HasFlag,
            _ => return None,
        })
    }

    /// Whether `not` may stand before it: the atom binds nothing and has no opposite of its own.
    pub fn can_be_negated(self) -> bool {
        match self {
            AtomKind::Domination(_) => true,
            AtomKind::Differ | AtomKind::NotNumericConstant => false,
            _ => !self.row().binds,
        }
    }

    /// Its row.
    pub fn row(self) -> &'static AtomRow {
        TABLE.iter().find(|row| row.kind == self).unwrap_or(&TABLE[0])
    }
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentKind {
    /// `{x}`
    Variable,
    /// `{a, b[0..3]}`
    Set,
    /// An index expression.
    Index,
    /// A word of the vocabulary.
    Word(WordKind),
    /// Several words, in braces: `{add, sub}`
    Words(WordKind),
    /// A number with sign, fraction and exponent.
    Number,
}

/// The description of one atom.
#[derive(Debug)]
pub struct AtomRow {
    /// Its name.
    pub kind: AtomKind,
    /// Its spellings, the canonical one first. Argument names are placeholders.
    pub written: &'static [&'static str],
    /// Its arguments by name, in the order used by everything after parsing.
    pub arguments: &'static [(&'static str, ArgumentKind)],
    /// Whether it binds its variables; otherwise it only checks them.
    pub binds: bool,
    /// Its meaning, as text of the reference.
    pub holds: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the reference, from the table.
    fn reference() -> String {
        let shown = |text: &&str| -> String { format!("`{}`", text.replace(" != ", " ≠ ")) };
        let row = |row: &AtomRow| {
            let others: Vec<String> = row.written[1..].iter().map(shown).collect();
            let others =
                if others.is_empty() { String::new() } else { format!(" (or {})", others.join(", ")) };
            format!(
                "| {}{others} | {} | {} |\n",
                shown(&row.written[0]),
                if row.binds { "binds" } else { "tests" },
                row.holds
            )
        };
        TABLE.iter().map(row).collect()
    }

    #[test]
    fn the_reference_has_the_rows_of_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/language.md");
        let page = std::fs::read_to_string(path).unwrap();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let (before, rest) = page.split_once("<!-- atoms -->\n").unwrap();
            let (_, after) = rest.split_once("<!-- end of atoms -->\n").unwrap();
            let head = "| written | | holds when |\n| --- | --- | --- |\n";
            let new =
                format!("{before}<!-- atoms -->\n\n{head}{}\n<!-- end of atoms -->\n{after}", reference());
            std::fs::write(path, new).unwrap();
            return;
        }
        assert!(page.contains(&reference()), "run this test with UPDATE_EXPECT=1");
    }

    #[test]
    fn spellings_name_each_argument_once() {
        for template in TEMPLATES.iter() {
            let mut named: Vec<usize> =
                (0..template.pieces.len()).filter_map(|at| Some(template.argument(at)?.0)).collect();
            named.sort_unstable();
            let all: Vec<usize> = (0..template.row.arguments.len()).collect();
            assert_eq!(named, all, "{:?}", template.row.kind);
        }
    }

    #[test]
    fn kinds_have_one_row() {
        for row in TABLE {
            assert_eq!(TABLE.iter().filter(|other| other.kind == row.kind).count(), 1, "{:?}", row.kind);
        }
    }
}
