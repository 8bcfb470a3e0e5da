//! The words that atoms may use behind `=` and `has`: opcodes, types, flags, attributes.
//!
//! The front end does not know the model; whoever lowers to it says which words it has.

/// Which kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKind {
    /// Behind `opcode{x} =`.
    Opcode,
    /// Behind `data_type{x} =`, without quotes.
    DataType,
    /// Behind `data_type{x} =`, in quotes.
    QuotedType,
    /// Behind `ir_type{x} =`.
    IrType,
    /// Behind `function_name{x} =`: known is the name that a function goes by in specifications.
    Function,
    /// Behind `has flag`.
    Flag,
    /// Behind `has attribute`.
    Attribute,
    /// Behind `literal{x} =`: a number.
    Number,
}

/// The words that somebody knows.
pub trait Vocabulary {
    /// Whether `word` is one of that kind.
    fn knows(&self, kind: WordKind, word: &str) -> bool;

    /// Words of that kind to suggest for a misspelt one; need not be all.
    fn words(&self, kind: WordKind) -> Vec<String>;

    /// The name that a function goes by, when it has several.
    fn usual_name<'a>(&self, function: &'a str) -> &'a str {
        function
    }
}

/// Takes every word: for tools that only look at the form of a specification.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyWord;

impl Vocabulary for AnyWord {
    fn knows(&self, _: WordKind, _: &str) -> bool {
        true
    }

    fn words(&self, _: WordKind) -> Vec<String> {
        Vec::new()
    }
}
