//! The syntax tree of a CAnDL file, with spans; what the parser makes and the printer writes.
//!
//! Nothing is resolved here: names are text, indices are expressions. `docs/src/language.md` has the
//! grammar.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A place in a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Span {
    /// The file, as an index into the [`Sources`](super::sources::Sources).
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes it covers.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this to the end of `other`, in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start, end: other.end.max(self.start) }
    }
}

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A file: its specifications in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The specifications.
    pub specifications: Vec<Specification>,
}

/// `Constraint NAME formula End`.
#[derive(Clone, Debug, PartialEq)]
pub struct Specification {
    /// The `#` comment lines right above, without the `#`: its documentation.
    pub doc: Vec<String>,
    /// Its name.
    pub name: Name,
    /// Its formula.
    pub formula: Formula,
    /// From `Constraint` to `End`.
    pub span: Span,
    /// Whether all of it was understood; otherwise parts of the formula are left out.
    pub complete: bool,
}

/// A formula with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// What it is.
    pub kind: FormulaKind,
    /// Where it stands.
    pub span: Span,
}

/// The productions of `formula`.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaKind {
    /// `( a ∧ b ∧ … )`; a parenthesised single formula is that formula.
    And(Vec<Formula>),
    /// `( a ∨ b ∨ … )`.
    Or(Vec<Formula>),
    /// An atomic constraint.
    Atom(Atom),
    /// `include NAME[N=1](renames)@{prefix}`.
    Include(Include),
    /// `if a = b then f else g endif`.
    If {
        /// Left side of the comparison.
        left: Index,
        /// Right side.
        right: Index,
        /// Taken when equal.
        then: Box<Formula>,
        /// Taken otherwise.
        otherwise: Box<Formula>,
    },
    /// `collect i n body`.
    Collect {
        /// The index name.
        index: Name,
        /// The limit.
        limit: Index,
        /// What is collected.
        body: Box<Formula>,
    },
    /// `hide {x}, {y} body`: some values of these make the body hold, and they belong to no solution.
    Hide {
        /// The variables, each with all that hangs below it.
        variables: Vec<Variable>,
        /// What holds.
        body: Box<Formula>,
    },
    /// `body foreach i = a .. b placing`.
    ForEach(Repetition),
    /// `body forany i = a .. b placing`.
    ForAny(Repetition),
    /// `body for i = e placing`, or `… if not otherwise specified`.
    For {
        /// The formula in which the index is bound.
        body: Box<Formula>,
        /// The index name.
        index: Name,
        /// Its value.
        value: Index,
        /// Whether `if not otherwise specified` follows.
        default: bool,
        /// Renaming and prefix of the body.
        placing: Placing,
    },
}

/// The common part of `foreach` and `forany`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repetition {
    /// The formula repeated.
    pub body: Box<Formula>,
    /// The index name.
    pub index: Name,
    /// First value.
    pub from: Index,
    /// One past the last value.
    pub to: Index,
    /// Renaming and prefix of each copy.
    pub placing: Placing,
}

/// `include NAME [ K = e, … ] placing`.
#[derive(Clone, Debug, PartialEq)]
pub struct Include {
    /// The specification.
    pub name: Name,
    /// Index parameters.
    pub parameters: Vec<(Name, Index)>,
    /// Renaming and prefix.
    pub placing: Placing,
}

/// `( v -> u, … ) @ p`, both optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placing {
    /// Renames: the name inside, the name here.
    pub renames: Vec<(Variable, Variable)>,
    /// The prefix for every name not renamed.
    pub prefix: Option<Variable>,
}

/// `{name.part[index]…}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The first word.
    pub name: Name,
    /// What hangs below it.
    pub path: Vec<Step>,
    /// Braces included.
    pub span: Span,
}

/// One step of a variable's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `.name`
    Field(Name),
    /// `[index]`
    Index(Index),
}

/// A sum of names and numbers, each with its sign: `i - 1`. Never empty; the first is positive.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    /// The terms; `true` means subtracted.
    pub terms: Vec<(bool, Term)>,
    /// Where it stands.
    pub span: Span,
}

/// A term of an index.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// An index name.
    Name(Name),
    /// A number.
    Number(u64, Span),
}

/// A set of variables, in the atoms about sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The items.
    pub items: Vec<SetItem>,
    /// Braces included.
    pub span: Span,
}

/// `name.part[0..3].part` or a nested `{…}` with a path behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct SetItem {
    /// What the path hangs below.
    pub base: SetBase,
    /// The path.
    pub path: Vec<SetStep>,
    /// Where it stands.
    pub span: Span,
}

/// What an item of a set starts with.
#[derive(Clone, Debug, PartialEq)]
pub enum SetBase {
    /// A name.
    Name(Name),
    /// A set: the path applies to each of its items.
    Set(Vec<SetItem>),
}

/// A step of a path in a set.
#[derive(Clone, Debug, PartialEq)]
pub enum SetStep {
    /// `.name`
    Field(Name),
    /// `[index]`
    Index(Index),
    /// `[a..b]`, half-open.
    Range(Index, Index),
}

/// A symbol: what stands after `=` in the atoms about names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The text; without quotes.
    pub text: String,
    /// Whether it was quoted.
    pub quoted: bool,
    /// Where it stands.
    pub span: Span,
}

/// Which graph a path constraint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlowKind {
    /// `control flow`: the CFG.
    Control,
    /// `data flow`: the DFG.
    Data,
    /// `flow`: the PDG.
    Any,
}

/// Which dominance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DominanceKind {
    /// `post_…`
    pub post: bool,
    /// `strict_…`
    pub strict: bool,
}

/// What `ir_type{x} =` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IrType {
    /// `literal` or `constant`.
    Literal,
    /// `argument`.
    Argument,
    /// `instruction`.
    Instruction,
    /// `preexecution`.
    Preexecution,
    /// `splat`.
    Splat,
    /// `undefined`.
    Undefined,
}

/// The rows of the table of atoms.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    /// `opcode{x} = s`
    Opcode(Variable, Symbol),
    /// `data_type{x} = s`
    DataType(Variable, Symbol),
    /// `ir_type{x} = …`
    IrType(Variable, IrType),
    /// `ir_type{x} != numeric constant`
    NotNumericConstant(Variable),
    /// `{x} is integer zero`
    IntegerZero(Variable),
    /// `{x} is floating point zero`
    FloatZero(Variable),
    /// `literal{x} = number`; the number as written, sign included.
    Literal(Variable, Symbol),
    /// `function_name{x} = s`
    FunctionName(Variable, Symbol),
    /// `{x} = {y}.args[n]`
    ArgNumber(Variable, Variable, Index),
    /// `{x} ∈ {y}.args`
    InArgs(Variable, Variable),
    /// `{x} = {y}.operands[n]`
    OperandNumber(Variable, Variable, Index),
    /// `{x} = {y}.successors[n]`
    SuccessorNumber(Variable, Variable, Index),
    /// `{x} ∈ {y}.successors`
    InSuccessors(Variable, Variable),
    /// `{x} = {y}`
    Equal(Variable, Variable),
    /// `{x} != {y}`
    Differ(Variable, Variable),
    /// `{a} -> {b} Φ {c}`
    Phi {
        /// a: the value taken.
        value: Variable,
        /// b: the terminator it is taken from.
        from: Variable,
        /// c: the phi.
        phi: Variable,
    },
    /// `[not] [strict_][post_]domination({a}, {b})`
    Domination {
        /// Which one.
        kind: DominanceKind,
        /// Whether `not` stands before it.
        negated: bool,
        /// a: the dominator.
        dominator: Variable,
        /// b: what it dominates.
        dominated: Variable,
    },
    /// `all … flow from {a} to {b} passes through {c}`
    PassesThrough {
        /// Which graph.
        flow: FlowKind,
        /// a
        from: Variable,
        /// b
        to: Variable,
        /// c
        through: Variable,
    },
    /// `{a} has control dominance to {b}`
    ControlDependence(Variable, Variable),
    /// `{a} has dependence edge to {b}`
    DependenceEdge(Variable, Variable),
    /// `calculated_from({origins}, {results}, {interface})`
    CalculatedFrom(Set, Set, Set),
    /// `{f} has attribute s`
    HasAttribute(Variable, Symbol),
    /// `{x} has flag s`
    HasFlag(Variable, Symbol),
    /// `{x} is unused`
    Unused(Variable),
    /// `{s} is the same set as {t}`
    SameSet(Set, Set),
}

impl Atom {
    /// Its variables, in the order in which they stand in the row of the table; not those in sets.
    pub fn variables(&self) -> Vec<&Variable> {
        match self {
            Atom::Opcode(x, _)
            | Atom::DataType(x, _)
            | Atom::IrType(x, _)
            | Atom::NotNumericConstant(x)
            | Atom::IntegerZero(x)
            | Atom::FloatZero(x)
            | Atom::Literal(x, _)
            | Atom::FunctionName(x, _)
            | Atom::HasAttribute(x, _)
            | Atom::HasFlag(x, _)
            | Atom::Unused(x) => vec![x],
            Atom::ArgNumber(x, y, _)
            | Atom::InArgs(x, y)
            | Atom::OperandNumber(x, y, _)
            | Atom::SuccessorNumber(x, y, _)
            | Atom::InSuccessors(x, y)
            | Atom::Equal(x, y)
            | Atom::Differ(x, y)
            | Atom::ControlDependence(x, y)
            | Atom::DependenceEdge(x, y)
            | Atom::Domination { dominator: x, dominated: y, .. } => vec![x, y],
            Atom::Phi { value, from, phi } => vec![value, from, phi],
            Atom::PassesThrough { from, to, through, .. } => vec![from, to, through],
            Atom::CalculatedFrom(..) | Atom::SameSet(..) => Vec::new(),
        }
    }

    /// Its sets, in order.
    pub fn sets(&self) -> Vec<&Set> {
        match self {
            Atom::CalculatedFrom(origins, results, interface) => vec![origins, results, interface],
            Atom::SameSet(left, right) => vec![left, right],
            _ => Vec::new(),
        }
    }

    /// The `n` of `.args[n]` and its like.
    pub fn index(&self) -> Option<&Index> {
        match self {
            Atom::ArgNumber(_, _, n) | Atom::OperandNumber(_, _, n) | Atom::SuccessorNumber(_, _, n) => {
                Some(n)
            }
            _ => None,
        }
    }
}
