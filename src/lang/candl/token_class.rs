//! The classes of tokens: the roles of words, as the parser recognises them, and of signs.
//!
//! In: the word `phi`. Out: an operator in `{a} -> {b} phi {c}`, an opcode in `opcode{x} = phi`, a variable
//! in `{phi}`.

use super::vocabulary::WordKind;

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenClass {
    /// A word of the syntax: `Constraint`, `include`, `collect`.
    Keyword,
    /// A word of an atom's spelling: `opcode`, `is`, `reaches`.
    Constraint,
    /// The name of a specification.
    Specification,
    /// A component of a variable's name.
    Variable,
    /// The name of an index, of an index parameter, or of a `let`.
    Index,
    /// An opcode, or a conversion in a clause of a rewrite.
    Opcode,
    /// A type.
    Type,
    /// A kind of value: `constant`, `argument`.
    ValueKind,
    /// The name of a function.
    Function,
    /// A flag of instructions.
    Flag,
    /// An attribute of functions.
    Attribute,
    /// A number.
    Number,
    /// Text in quotes.
    Text,
    /// An operator: `=`, `∧`, `->`, and the words written for one, `and`, `phi`.
    Operator,
    /// Brackets, commas and dots.
    Punctuation,
    /// A comment.
    Comment,
    /// A headline in a comment, without the variables in it.
    Headline,
    /// A word that may not stand at its place.
    Unknown,
}

impl TokenClass {
    /// The class's name in lower case: `value-kind`.
    pub fn name(self) -> &'static str {
        match self {
            TokenClass::Keyword => "keyword",
            TokenClass::Constraint => "constraint",
            TokenClass::Specification => "specification",
            TokenClass::Variable => "variable",
            TokenClass::Index => "index",
            TokenClass::Opcode => "opcode",
            TokenClass::Type => "type",
            TokenClass::ValueKind => "value-kind",
            TokenClass::Function => "function",
            TokenClass::Flag => "flag",
            TokenClass::Attribute => "attribute",
            TokenClass::Number => "number",
            TokenClass::Text => "text",
            TokenClass::Operator => "operator",
            TokenClass::Punctuation => "punctuation",
            TokenClass::Comment => "comment",
            TokenClass::Headline => "headline",
            TokenClass::Unknown => "unknown",
        }
    }
}

impl From<WordKind> for TokenClass {
    fn from(kind: WordKind) -> TokenClass {
        match kind {
            WordKind::Opcode => TokenClass::Opcode,
            WordKind::DataType | WordKind::QuotedType => TokenClass::Type,
            WordKind::IrType => TokenClass::ValueKind,
            WordKind::Function => TokenClass::Function,
            WordKind::Flag => TokenClass::Flag,
            WordKind::Attribute => TokenClass::Attribute,
            WordKind::Fact | WordKind::Analysis => TokenClass::Specification,
            WordKind::Number => TokenClass::Number,
        }
    }
}
