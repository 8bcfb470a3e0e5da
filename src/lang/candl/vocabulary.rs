//! The words that atoms may use behind `=` and `has`: opcodes, types, flags, attributes.
//!
//! The front end does not depend on the model; the vocabulary is supplied by its caller.

/// The kind of a word.
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
    /// Behind `function_name{x} =`: the canonical name of a function.
    Function,
    /// Behind `has flag`.
    Flag,
    /// Behind `has attribute`.
    Attribute,
    /// Behind `does` and `returns`: the name of a fact about functions.
    Fact,
    /// Before `before`, `after` and `on`: the name of an analysis.
    Analysis,
    /// Behind `literal{x} =`: a number.
    Number,
}

/// A vocabulary: the words known, and facts about them.
pub trait Vocabulary {
    /// Whether `word` is one of that kind.
    fn knows(&self, kind: WordKind, word: &str) -> bool;

    /// Words of that kind to suggest for a misspelt one; need not be complete.
    fn words(&self, kind: WordKind) -> Vec<String>;

    /// Whether an instruction can have both opcodes.
    fn can_be_both(&self, _opcode: &str, _other: &str) -> bool {
        true
    }

    /// The number of arguments that every instruction of an opcode has, if it is the same for all.
    fn argument_count(&self, _opcode: &str) -> Option<u32> {
        None
    }

    /// Whether an instruction of that opcode can carry a flag.
    fn can_carry(&self, _opcode: &str, _flag: &str) -> bool {
        true
    }

    /// Whether instructions of that opcode compute numbers, so that their result cannot be a function to
    /// call.
    fn is_computation(&self, _opcode: &str) -> bool {
        false
    }

    /// Whether all instructions of an opcode are casts that are looked through.
    fn is_skipped_cast(&self, _opcode: &str) -> bool {
        false
    }

    /// Whether a flag is the predicate of a comparison, of which each has one.
    fn is_predicate(&self, _flag: &str) -> bool {
        false
    }

    /// The number of operands of a well-known function.
    fn operand_count(&self, _function: &str) -> Option<usize> {
        None
    }

    /// Whether instructions of that opcode can have results of a type.
    fn can_have_type(&self, _opcode: &str, _type_name: &str) -> bool {
        true
    }

    /// The canonical name of a function that has several.
    fn usual_name<'a>(&self, function: &'a str) -> &'a str {
        function
    }
}

/// A vocabulary with every word, for tools that only inspect the form of a specification.
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
