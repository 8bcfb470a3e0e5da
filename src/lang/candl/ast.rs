//! The syntax tree of a CAnDL file, with spans: the output of the parser and the input of the printer.
//!
//! Nothing is resolved here: names are text, indices are expressions. `docs/src/language.md` has the grammar.

use super::analyses::AnalysisClauses;
use super::atom_table::{AtomKind, FactUse};
use super::pattern::tree::{Comparison, Expression, Let, Pattern};
use ir::Schedule;
use serde::{Deserialize, Serialize};
pub use text::Span;

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Its place in the text.
    pub span: Span,
}

/// A file: its specifications in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The files that it uses, `use "path"` at its head.
    pub uses: Vec<Symbol>,
    /// The specifications.
    pub specifications: Vec<Specification>,
}

/// `Constraint NAME formula End`, or `Rewrite NAME formula clauses End`, or a fact, or an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Specification {
    /// The `#` comment lines right above, without the `#`: its documentation.
    pub doc: Vec<String>,
    /// Whether `private` stands before it, which restricts its scope to its file.
    pub private: bool,
    /// Its name.
    pub name: Name,
    /// Its formula.
    pub formula: Formula,
    /// The clauses behind the formula, if it is a rewrite.
    pub rewrite: Option<Box<Clauses>>,
    /// The head behind the name, if it is a fact about functions.
    pub fact: Option<Box<FactHead>>,
    /// Everything behind the name, if it is an analysis; its own formula is true then.
    pub analysis: Option<Box<AnalysisClauses>>,
    /// From its first word to `End`.
    pub span: Span,
    /// Whether all of it was parsed; otherwise parts of the formula are left out.
    pub complete: bool,
}

impl Specification {
    /// Its formulas: one, or those of an analysis, in the order written.
    pub fn formulas(&self) -> Vec<&Formula> {
        match &self.analysis {
            Some(analysis) => analysis.formulas().collect(),
            None => vec![&self.formula],
        }
    }

    /// The words before its name: `Constraint`, `Rewrite`, `must Fact`, `may Fact`, `Analysis`.
    pub fn words(&self) -> String {
        if self.analysis.is_some() {
            return "Analysis".to_owned();
        }
        match (&self.fact, &self.rewrite) {
            (Some(fact), _) => format!("{} Fact", fact.modality.word()),
            (None, Some(_)) => "Rewrite".to_owned(),
            (None, None) => "Constraint".to_owned(),
        }
    }
}

/// The head of a fact about functions: `must Fact LengthOf({s}) returns {r}`.
#[derive(Clone, Debug, PartialEq)]
pub struct FactHead {
    /// Whether it holds in every run, or in some.
    pub modality: Modality,
    /// The parameter that the fact is about; none if it is about the function or its result alone.
    pub parameter: Option<Variable>,
    /// The result that the fact is about.
    pub result: Option<Variable>,
    /// Whether null is a result of which the fact need not hold.
    pub or_null: bool,
}

/// The force of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Modality {
    /// The fact holds in every run that returns. Where nothing is known, it does not hold.
    Must,
    /// The fact may hold in some run. Where nothing is known, it holds.
    May,
}

impl Modality {
    /// Its keyword.
    pub fn word(self) -> &'static str {
        match self {
            Modality::Must => "must",
            Modality::May => "may",
        }
    }
}

/// A formula with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The kind of formula.
    pub kind: FormulaKind,
    /// Its place in the text.
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
    Atom(AtomSyntax),
    /// `include NAME[N=1](renames)@{prefix}`.
    Include(Include),
    /// `if a = b then f else g endif`.
    If {
        /// Left side of the comparison.
        left: Index,
        /// Right side.
        right: Index,
        /// The formula if both sides are equal.
        then: Box<Formula>,
        /// The formula otherwise.
        otherwise: Box<Formula>,
    },
    /// `collect i n body`.
    Collect {
        /// The index name.
        index: Name,
        /// The limit.
        limit: Index,
        /// The collected formula.
        body: Box<Formula>,
    },
    /// `none {x} ( body )`, `some {x} ( body )`, `every {x} ( body ) has {y} ( then )`.
    Quantified(Quantified),
    /// `{r} ~ expression`
    Pattern(Box<Pattern>),
    /// `term = term`, and likewise with the other comparators.
    Comparison(Box<Comparison>),
    /// `let n = term`
    Let(Box<Let>),
    /// `hide {x}, {y} body`: an existential projection. The variables are not part of solutions.
    Hide {
        /// The variables, each with all names that begin with it.
        variables: Vec<Variable>,
        /// The formula that must hold.
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

/// Calls `visit` with a formula and all of its subformulas, in the order written. Visits the formulas in
/// quantifiers only if `in_quantifiers` is set.
pub fn each_formula<'f>(formula: &'f Formula, in_quantifiers: bool, visit: &mut dyn FnMut(&'f Formula)) {
    let mut open = vec![formula];
    while let Some(next) = open.pop() {
        visit(next);
        match &next.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => open.extend(parts.iter().rev()),
            FormulaKind::If { then, otherwise, .. } => open.extend([&**otherwise, &**then]),
            FormulaKind::Quantified(_) if !in_quantifiers => {}
            FormulaKind::Quantified(quantified) => {
                open.extend(quantified.then.iter().map(|(_, then)| &**then));
                open.push(&quantified.body);
            }
            FormulaKind::Collect { body, .. }
            | FormulaKind::Hide { body, .. }
            | FormulaKind::For { body, .. } => open.push(body),
            FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) => open.push(&repetition.body),
            FormulaKind::Atom(_)
            | FormulaKind::Include(_)
            | FormulaKind::Pattern(_)
            | FormulaKind::Comparison(_)
            | FormulaKind::Let(_) => {}
        }
    }
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `none`: no witness.
    None,
    /// `some`: at least one witness.
    Some,
    /// `every … has`: no witness of the first formula that violates the second.
    Every,
}

impl Quantifier {
    /// Its keyword.
    pub fn word(self) -> &'static str {
        match self {
            Quantifier::None => "none",
            Quantifier::Some => "some",
            Quantifier::Every => "every",
        }
    }
}

/// A quantified formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// The kind of quantifier.
    pub quantifier: Quantifier,
    /// The listed variables.
    pub listed: Vec<Listed>,
    /// The formula they range over.
    pub body: Box<Formula>,
    /// The formula behind `has` (only of `every`), with the variables that it lists.
    pub then: Option<(Vec<Listed>, Box<Formula>)>,
}

/// A variable that a quantifier lists, with all names that begin with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its word.
    pub name: Name,
    /// Whether `private` stands before it: a witness may leave it unused.
    pub private: bool,
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
    /// The components below it.
    pub path: Vec<Step>,
    /// Braces included.
    pub span: Span,
}

impl Variable {
    /// The name as written, without braces and spaces: `arg[i-1].value`.
    pub fn text(&self) -> String {
        let mut text = self.name.text.clone();
        for step in &self.path {
            match step {
                Step::Field(name) => text.extend([".", &name.text]),
                Step::Index(index) => text.extend(["[", &index.text(), "]"]),
            }
        }
        text
    }
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
    /// Its place in the text.
    pub span: Span,
}

impl Index {
    /// The sum as written, without spaces: `i-1`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (position, (minus, term)) in self.terms.iter().enumerate() {
            if position > 0 {
                text.push(if *minus { '-' } else { '+' });
            }
            match term {
                Term::Name(name) => text.push_str(&name.text),
                Term::Number(number, _) => text.push_str(&number.to_string()),
            }
        }
        text
    }

    /// Whether it is a single number.
    pub fn is_number(&self) -> bool {
        matches!(self.terms.as_slice(), [(false, Term::Number(..))])
    }
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
    /// The stem of the path.
    pub base: SetBase,
    /// The path.
    pub path: Vec<SetStep>,
    /// Its place in the text.
    pub span: Span,
}

/// The beginning of an item of a set.
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

/// A symbol: the word behind `=` in the atoms about names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The text; without quotes.
    pub text: String,
    /// Whether it was quoted.
    pub quoted: bool,
    /// Its place in the text.
    pub span: Span,
}

/// An atomic constraint: a row of the [table](super::atom_table::TABLE) with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct AtomSyntax {
    /// The row.
    pub kind: AtomKind,
    /// Whether `not` stands before it.
    pub negated: bool,
    /// The arguments, in the order of the row.
    pub arguments: Vec<Argument>,
}

/// An argument of an atom.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `{x}`
    Variable(Variable),
    /// `{a, b[0..3]}`
    Set(Set),
    /// The `n` of `.args[n]`, `.operands[n]` or `.successors[n]`.
    Index(Index),
    /// A word, or a number as written.
    Symbol(Symbol),
    /// Several words in braces.
    Words(Vec<Symbol>),
}

impl AtomSyntax {
    /// The name of the fact that it uses, and how.
    pub fn fact(&self) -> Option<(FactUse, &Symbol)> {
        let name = self.arguments.iter().find_map(|argument| match argument {
            Argument::Symbol(symbol) => Some(symbol),
            _ => None,
        });
        self.kind.fact_use().zip(name)
    }

    /// The name of the analysis that it uses.
    pub fn analysis(&self) -> Option<&Symbol> {
        self.kind.analysis_point()?;
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Symbol(symbol) => Some(symbol),
            _ => None,
        })
    }

    /// The name of the fact or analysis that it uses.
    pub fn uses(&self) -> Option<&Symbol> {
        self.fact().map(|(_, name)| name).or_else(|| self.analysis())
    }

    /// Its variables, in order, except those in sets.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Variable(variable) => Some(variable),
            _ => None,
        })
    }
}

/// The clauses of a rewrite, behind its formula.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clauses {
    /// The functions that may be called.
    pub externs: Vec<Extern>,
    /// The replaced values. All are replaced, or none.
    pub gives: Vec<(Variable, Expression)>,
    /// Whether only uses behind the loops that compute the values are replaced (`exit value`).
    pub exit_values: bool,
    /// The loops that a call replaces, if the rewrite replaces no values.
    pub nest: Option<Nest>,
    /// The loop whose rounds run on several threads, if the rewrite replaces nothing.
    pub parallel: Option<Parallel>,
    /// Additional comparisons that guard the replacement of a nest, or the threads of a loop.
    pub when: Vec<Expression>,
    /// Variables that must be unused in a solution for it to be rewritten, each with the reason otherwise
    /// reported.
    pub unless: Vec<(Variable, Symbol)>,
    /// The stated reason for applying the rewrite without a proof.
    pub trusting: Option<Symbol>,
    /// Whether the target's cost model is ignored.
    pub always: bool,
}

/// The loops that a call replaces: `nest {i}, {j} = call f(…)`, or `nest {i} with {s.out} = {s.init} + call
/// f(…)`; or those inside others that go on, `nest {i}, {j} leaving {s} in {y} = call f(…)`; or the loop whose
/// first iterations it replaces: `nest {i} until {exit} skipping call f(…)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nest {
    /// All of its loops.
    pub loops: Vec<NestLoop>,
    /// The names of an array of which rounds read what earlier ones have written.
    pub updating: Vec<Variable>,
    /// The call that replaces the nest, if no value of the nest is used behind it.
    pub call: Option<Expression>,
    /// The values used behind the nest, each with the expression that replaces it.
    pub results: Vec<(Variable, Expression)>,
    /// The value that the call leaves in the elements of an array, from which the rest of the nest goes on.
    pub leaving: Option<(Variable, Variable)>,
    /// The branch that leaves the loop early, and how the call encodes the first iteration left to run.
    pub until: Option<(Variable, FirstRound)>,
}

/// A loop of a nest: `{j}`, `{i} down`, `{j} bounded by {i}`.
#[derive(Clone, Debug, PartialEq)]
pub struct NestLoop {
    /// The counter of the loop.
    pub counter: Variable,
    /// Whether the loop counts down.
    pub is_downward: bool,
    /// The counter of the loop around it that its bounds depend on.
    pub bounded_by: Option<Variable>,
}

impl Nest {
    /// The counters of all of its loops.
    pub fn counters(&self) -> impl Iterator<Item = &Variable> {
        self.loops.iter().map(|this| &this.counter)
    }
}

/// The loop whose rounds are divided among threads: `parallel {i} reducing {s} by +, any by max privatising
/// {H} by +`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parallel {
    /// The counter of the loop.
    pub counter: Variable,
    /// The values that rounds hand on, with the operations that combine those of all threads.
    pub reducing: Vec<Combined>,
    /// The arrays of which each thread has a copy, with the operations that combine the copies.
    pub privatising: Vec<Combined>,
    /// How rounds are given to threads.
    pub schedule: Schedule,
}

/// Values or arrays of a parallel loop, and the operation by which the parts of all threads become one.
#[derive(Clone, Debug, PartialEq)]
pub struct Combined {
    /// The value or array; `None` for `any`.
    pub what: Option<Variable>,
    /// The operation: one of [`COMBINING`](super::rewrite::COMBINING).
    pub by: Symbol,
}

/// How the result of a call encodes the first iteration that the loop still has to run. In all earlier
/// iterations the loop continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstRound {
    /// `skipping call f(…)`: the iteration's number, or the address of its element; null for the last
    /// iteration.
    Given,
    /// `skipping unless call f(…)`: the last iteration if the result is zero, else the first.
    LastUnless,
}

/// `extern double hypot(double, double) pure`
#[derive(Clone, Debug, PartialEq)]
pub struct Extern {
    /// The type of its result.
    pub result: Name,
    /// Its symbol.
    pub name: Name,
    /// The types of its parameters.
    pub parameters: Vec<Name>,
    /// Whether it accesses no memory, always returns, and never throws.
    pub pure: bool,
}
