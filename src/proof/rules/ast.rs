//! Syntax trees of rules with source locations. Names are not resolved here.

use super::vocabulary::{Function, Head};
use ir::{Flags, FloatKind, IntPredicate};
use lang::candl::ast::Span;
use serde::{Deserialize, Serialize};

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word; registers include their `%`.
    pub text: String,
    /// The source location.
    pub span: Span,
}

/// The rules of a file, and its comments.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The rules in file order.
    pub rules: Vec<ParsedRule>,
    /// The comments in file order, each with its `;`.
    pub comments: Vec<Word>,
}

/// The syntax tree of one rule.
#[derive(Clone, Debug)]
pub struct ParsedRule {
    /// The trimmed rest of the line behind `Name:`; the location is the whole line.
    pub name: Option<Word>,
    /// The number behind `Priority:`, and its line.
    pub priority: Option<(i32, Span)>,
    /// The precondition behind `Pre:`, if it is not empty.
    pub precondition: Option<Expression>,
    /// The instructions before `=>`.
    pub source: Vec<Statement>,
    /// The source location of `=>`.
    pub arrow: Span,
    /// The instructions behind it.
    pub target: Vec<Statement>,
    /// The range from the first line to the end of the last one.
    pub lines: Span,
    /// Whether the rule has errors or is not supported; both have been reported.
    pub is_broken: bool,
}

/// One line of a template.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `%register = …`
    Definition {
        /// The defined name.
        register: Word,
        /// The computation.
        instruction: Instruction,
    },
    /// An instruction that is not supported.
    Unsupported {
        /// The text as written.
        text: Word,
        /// The unsupported word.
        reason: Word,
    },
}

impl Statement {
    /// The location of the register, or of the whole unsupported instruction.
    pub fn span(&self) -> Span {
        match self {
            Statement::Definition { register, instruction } => register.span.to(instruction.span),
            Statement::Unsupported { text, .. } => text.span,
        }
    }
}

/// The right side of a definition.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The kind.
    pub head: Head,
    /// The source location of its word.
    pub span: Span,
    /// The flags.
    pub flags: Flags,
    /// The predicate of an `icmp`, which may be a variable.
    pub predicate: Option<Word>,
    /// The operands.
    pub operands: Vec<Operand>,
    /// The type behind `to`.
    pub to: Option<Type>,
}

/// An operand with its type and attribute.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The type.
    pub ty: Option<Type>,
    /// Whether it is declared `noundef`: neither undef nor poison.
    pub noundef: bool,
    /// The value.
    pub value: Expression,
}

/// A type, or the name of an integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// The kind.
    pub kind: TypeKind,
    /// The source location.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `i8`
    Int(u32),
    /// `Ty1`: one type, the same at each occurrence.
    Named(String),
    /// `ptr`
    Pointer,
    /// `double`
    Float(FloatKind),
}

/// A value, a constant expression or a precondition.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The kind.
    pub kind: ExpressionKind,
    /// The source location.
    pub span: Span,
}

/// The kinds of expressions. They share one grammar; the resolver checks which kind is allowed where.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// `%x`
    Register(String),
    /// `C`, `C1`
    Constant(String),
    /// A number with its sign.
    Number {
        /// Whether it is below zero.
        negative: bool,
        /// The absolute value.
        magnitude: u128,
    },
    /// `true`, `false`
    Truth(bool),
    /// `undef`
    Undef,
    /// `~`, `-`
    Unary(UnaryOperator, Box<Expression>),
    /// Arithmetic.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// A function or a predicate.
    Call(Function, Vec<Expression>),
    /// `a < b <= c`: a chain is a conjunction.
    Compare(Box<Expression>, Vec<(IntPredicate, Expression)>),
    /// `!`
    Not(Box<Expression>),
    /// `&&`
    All(Vec<Expression>),
    /// `||`
    Any(Vec<Expression>),
}

/// `~` and `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[allow(missing_docs, reason = "their names")]
pub enum UnaryOperator {
    Not,
    Neg,
}

impl UnaryOperator {
    /// The text as written.
    pub fn symbol(self) -> &'static str {
        if self == UnaryOperator::Not { "~" } else { "-" }
    }
}

/// The operators between constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[allow(missing_docs, reason = "LLVM's names")]
pub enum BinaryOperator {
    Mul,
    SDiv,
    UDiv,
    SRem,
    URem,
    Add,
    Sub,
    Shl,
    AShr,
    LShr,
    And,
    Xor,
    Or,
}

impl BinaryOperator {
    /// Every operator with its spelling and precedence. A symbol precedes its prefixes.
    pub const TABLE: &[(&str, BinaryOperator, u8)] = &[
        ("/u", BinaryOperator::UDiv, 12),
        ("/", BinaryOperator::SDiv, 12),
        ("%u", BinaryOperator::URem, 12),
        ("%", BinaryOperator::SRem, 12),
        ("*", BinaryOperator::Mul, 12),
        ("+", BinaryOperator::Add, 11),
        ("-", BinaryOperator::Sub, 11),
        ("u>>", BinaryOperator::LShr, 10),
        ("<<", BinaryOperator::Shl, 10),
        (">>", BinaryOperator::AShr, 10),
        ("&", BinaryOperator::And, 9),
        ("^", BinaryOperator::Xor, 8),
        ("|", BinaryOperator::Or, 7),
    ];

    /// The spelling and precedence.
    pub fn spelling(self) -> (&'static str, u8) {
        let row = BinaryOperator::TABLE.iter().find(|(_, operator, _)| *operator == self);
        row.map_or(("", 0), |(symbol, _, power)| (symbol, *power))
    }
}

/// The spellings of comparisons. A symbol comes before its prefixes.
pub const COMPARISONS: &[(&str, IntPredicate)] = &[
    ("==", IntPredicate::Eq),
    ("!=", IntPredicate::Ne),
    ("u<=", IntPredicate::Ule),
    ("u>=", IntPredicate::Uge),
    ("u<", IntPredicate::Ult),
    ("u>", IntPredicate::Ugt),
    ("<=", IntPredicate::Sle),
    (">=", IntPredicate::Sge),
    ("<", IntPredicate::Slt),
    (">", IntPredicate::Sgt),
];
