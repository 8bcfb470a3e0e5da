//! The syntax tree of a pattern: `{r} ~ ({a} + {b}) * {c}`.

use super::super::ast::{Name, Span, Symbol, Variable};
use super::super::lexer::TokenKind;
use super::super::number::decimal;
use super::fold::folded;

/// `[not] {root} ~ expression`, `[not] {root} += expression`, or `[not] {root}[e, f] += expression`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Whether `not` stands before it.
    pub negated: bool,
    /// The value that is described, or the array whose element is updated.
    pub root: Variable,
    /// The element that is updated.
    pub target: Option<Expression>,
    /// The operation of a reduction, which updates the root with the expression in each iteration of a loop.
    pub update: Option<Update>,
    /// The description.
    pub expression: Expression,
}

impl Pattern {
    /// The pattern with index names replaced by their numbers.
    pub fn with_numbers(&self, number: &dyn Fn(&Name) -> Option<i64>) -> Pattern {
        let target = self.target.as_ref().map(|target| target.with_numbers(number));
        let expression = self.expression.with_numbers(number);
        Pattern { target, expression, ..self.clone() }
    }

    /// The expressions of the pattern.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.target.iter().chain([&self.expression])
    }
}

/// The operation of a reduction, before the `=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// `+=`
    Operator(Operation),
    /// `min=`
    Function(&'static str),
}

impl Update {
    const FUNCTIONS: [&str; 2] = ["min", "max"];

    /// The update with this spelling.
    pub fn from_text(text: &str) -> Option<Update> {
        let function = Self::FUNCTIONS.into_iter().find(|function| *function == text);
        let operation = Operation::from_text(text)
            .filter(|operation| operation.is_associative() || *operation == Operation::Subtract);
        function.map(Update::Function).or(operation.map(Update::Operator))
    }

    /// Its spelling.
    pub fn text(self) -> &'static str {
        match self {
            Update::Operator(operation) => operation.text(),
            Update::Function(function) => function,
        }
    }

    /// The expression for the next value of a variable.
    pub fn next(self, variable: Expression, by: &Expression) -> Expression {
        let span = by.span;
        let kind = match self {
            Update::Operator(operation) => {
                let operator = BinaryOperator { operation, reading: Reading::Any };
                ExpressionKind::Binary(operator, Box::new(variable), Box::new(by.clone()))
            }
            Update::Function(function) => {
                let name = Symbol { text: function.to_owned(), quoted: false, span };
                ExpressionKind::Call(name, vec![variable, by.clone()])
            }
        };
        Expression { kind, span }
    }
}

/// The comparison of two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below spells them")]
pub enum Comparator {
    Equal,
    Differ,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Each comparator with its spellings: Unicode, then ASCII.
const COMPARATORS: [(Comparator, &str, &str); 6] = [
    (Comparator::Equal, "=", "="),
    (Comparator::Differ, "≠", "!="),
    (Comparator::Less, "<", "<"),
    (Comparator::AtMost, "≤", "<="),
    (Comparator::Greater, ">", ">"),
    (Comparator::AtLeast, "≥", ">="),
];

impl Comparator {
    /// The comparator that a token spells.
    pub fn of_token(kind: TokenKind, text: &str) -> Option<Comparator> {
        match kind {
            TokenKind::Equal => Some(Comparator::Equal),
            TokenKind::NotEqual => Some(Comparator::Differ),
            TokenKind::Sign => {
                let row = COMPARATORS.iter().find(|(_, sign, ascii)| text == *sign || text == *ascii);
                row.map(|(comparator, ..)| *comparator)
            }
            _ => None,
        }
    }

    /// Its spelling, in Unicode or ASCII.
    pub fn text(self, is_ascii: bool) -> &'static str {
        let row = COMPARATORS.iter().find(|(comparator, ..)| *comparator == self);
        row.map_or("", |(_, sign, ascii)| if is_ascii { ascii } else { sign })
    }

    pub(in super::super) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparator::Equal => left == right,
            Comparator::Differ => left != right,
            Comparator::Less => left < right,
            Comparator::AtMost => left <= right,
            Comparator::Greater => left > right,
            Comparator::AtLeast => left >= right,
        }
    }
}

/// `term < term`
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The left side.
    pub left: Expression,
    /// The relation between both sides.
    pub comparator: Comparator,
    /// The right side.
    pub right: Expression,
}

impl Comparison {
    /// Both sides.
    pub fn sides(&self) -> [&Expression; 2] {
        [&self.left, &self.right]
    }
}

/// `let n = term`
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// The name, which becomes a variable of the specification.
    pub name: Name,
    /// Its value.
    pub value: Expression,
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// The production.
    pub kind: ExpressionKind,
    /// Its place in the text.
    pub span: Span,
}

impl Expression {
    /// A variable as an expression.
    pub fn variable(variable: &Variable) -> Expression {
        Expression { kind: ExpressionKind::Variable(variable.clone()), span: variable.span }
    }

    /// A whole number.
    pub fn whole(number: i8, span: Span) -> Expression {
        let number = Symbol { text: number.to_string(), quoted: false, span };
        Expression { kind: ExpressionKind::Number(number), span }
    }

    /// A value that the expansion inserts.
    pub fn made(number: usize, span: Span) -> Expression {
        Expression { kind: ExpressionKind::Made(number), span }
    }
}

/// The productions of `expression`.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// `{x}`; each `{_}` is another value.
    Variable(Variable),
    /// A value that the expansion of the pattern inserts, by its number; never parsed from text.
    Made(usize),
    /// A number with its sign.
    Number(Symbol),
    /// `null`: the null pointer.
    Null,
    /// The name of an index, or of a `let`: a number.
    Index(Name),
    /// `literal{x}`: the value of a constant.
    Literal(Variable),
    /// `width{x}`: the width of a value in bits.
    Width(Variable),
    /// `2 ^ e`, in terms.
    Power(Box<Expression>),
    /// `-e`
    Negative(Box<Expression>),
    /// `~e`
    Complement(Box<Expression>),
    /// `*e`
    Load(Box<Expression>),
    /// `a + b`
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `c ? a : b`
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `name(a, b)`
    Call(Symbol, Vec<Expression>),
    /// `assoc(a * b * c)`, `assoc(max(a, b, c))`: any tree of that operation over these operands; with `…`,
    /// possibly over further ones.
    Associative(Joint, Vec<Expression>, bool),
    /// `{p}->[e]` without its load: the address that many bytes behind `p`, which is `p` itself for 0.
    Field(Box<Expression>, Box<Expression>),
    /// `{A}[e, f]`, or as a whole pattern `{A}[e, f] := g`.
    Element(Box<Element>),
    /// `e as {x}`, in parentheses or as an argument.
    Named(Box<Expression>, Variable),
    /// `zext i32 e`, in the clauses of rewrites: a conversion to that type.
    Cast(Symbol, Symbol, Box<Expression>),
    /// `call name(a, b)`, in the clauses of rewrites: a call of a function declared by an `extern`.
    External(Symbol, Vec<Expression>),
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The array: the pointer at the root of the address.
    pub base: Variable,
    /// The subscripts.
    pub subscripts: Vec<Expression>,
    /// Whether each subscript has its own brackets: the first then has the largest stride, or selects a row
    /// pointer.
    pub by_rows: bool,
    /// The value behind `:=` that is stored to the element.
    pub stored: Option<Expression>,
}

/// The reading of an operator's operands: as signed or unsigned integers, or any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Any way.
    #[default]
    Any,
    /// `/u`: as unsigned integers.
    Unsigned,
    /// `/s`: as signed integers.
    Signed,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BinaryOperator {
    /// The operation.
    pub operation: Operation,
    /// The reading of its operands.
    pub reading: Reading,
}

/// The operation of a tree: an operator, or a minimum or maximum.
#[derive(Clone, Debug, PartialEq)]
pub enum Joint {
    /// `a + b`
    Operator(BinaryOperator),
    /// `max(a, b)`
    Function(Symbol),
}

/// The operation of a binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below spells them")]
pub enum Operation {
    Or,
    Xor,
    And,
    Equal,
    Differ,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Each operation with its spelling, its precedence and its possible readings.
const OPERATIONS: &[(Operation, &str, u8, &[Reading])] = &[
    (Operation::Or, "|", 1, &[]),
    (Operation::Xor, "^", 2, &[]),
    (Operation::And, "&", 3, &[]),
    (Operation::Equal, "==", 4, &[]),
    (Operation::Differ, "!=", 4, &[]),
    (Operation::Less, "<", 5, INTEGER),
    (Operation::LessEqual, "<=", 5, INTEGER),
    (Operation::Greater, ">", 5, INTEGER),
    (Operation::GreaterEqual, ">=", 5, INTEGER),
    (Operation::ShiftLeft, "<<", 6, &[]),
    (Operation::ShiftRight, ">>", 6, INTEGER),
    (Operation::Add, "+", 7, &[]),
    (Operation::Subtract, "-", 7, &[]),
    (Operation::Multiply, "*", 8, &[]),
    (Operation::Divide, "/", 8, INTEGER),
    (Operation::Remainder, "%", 8, INTEGER),
];

const INTEGER: &[Reading] = &[Reading::Unsigned, Reading::Signed];

/// The precedence of a sum. The condition to the left of a choice's `?` binds at least as tightly as the
/// loosest operator.
pub(in super::super) const LOOSEST: u8 = 1;

impl Operation {
    fn row(self) -> (&'static str, u8, &'static [Reading]) {
        let row = OPERATIONS.iter().find(|(operation, ..)| *operation == self);
        row.map_or(("", LOOSEST, &[]), |(_, text, strength, readings)| (*text, *strength, *readings))
    }

    /// The operation with this spelling.
    pub fn from_text(text: &str) -> Option<Operation> {
        OPERATIONS.iter().find(|(_, spelt, ..)| *spelt == text).map(|(operation, ..)| *operation)
    }

    /// Its spelling.
    pub fn text(self) -> &'static str {
        self.row().0
    }

    /// Its precedence.
    pub fn strength(self) -> u8 {
        self.row().1
    }

    /// Whether it can have this reading.
    pub fn has(self, reading: Reading) -> bool {
        self.row().2.contains(&reading)
    }

    /// Whether it is a comparison.
    pub fn is_comparison(self) -> bool {
        use Operation::{Differ, Equal, Greater, GreaterEqual, Less, LessEqual};
        matches!(self, Equal | Differ | Less | LessEqual | Greater | GreaterEqual)
    }

    /// Whether it is an ordering comparison.
    pub fn is_ordering(self) -> bool {
        use Operation::{Greater, GreaterEqual, Less, LessEqual};
        matches!(self, Less | LessEqual | Greater | GreaterEqual)
    }

    /// Whether its operands may be reordered and regrouped.
    pub fn is_associative(self) -> bool {
        use Operation::{Add, And, Multiply, Or, Xor};
        matches!(self, Add | Multiply | And | Or | Xor)
    }
}

impl Reading {
    /// The suffix for this reading.
    pub fn suffix(self) -> &'static str {
        match self {
            Reading::Any => "",
            Reading::Unsigned => "u",
            Reading::Signed => "s",
        }
    }

    /// The reading of a suffix.
    pub fn from_suffix(text: &str) -> Option<Reading> {
        [Reading::Unsigned, Reading::Signed].into_iter().find(|r| r.suffix() == text)
    }
}

impl Expression {
    /// The direct subexpressions, in the order written.
    pub fn children(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::Index(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::Width(_)
            | ExpressionKind::Null
            | ExpressionKind::Made(_) => Vec::new(),
            ExpressionKind::Negative(of)
            | ExpressionKind::Power(of)
            | ExpressionKind::Complement(of)
            | ExpressionKind::Load(of)
            | ExpressionKind::Named(of, _)
            | ExpressionKind::Cast(_, _, of) => vec![of],
            ExpressionKind::Binary(_, a, b) | ExpressionKind::Field(a, b) => vec![a, b],
            ExpressionKind::Choice(c, a, b) => vec![c, a, b],
            ExpressionKind::Call(_, operands)
            | ExpressionKind::Associative(_, operands, _)
            | ExpressionKind::External(_, operands) => operands.iter().collect(),
            ExpressionKind::Element(element) => element.expressions().collect(),
        }
    }

    /// The number of choices nested in each other's conditions.
    pub fn conditions(&self) -> usize {
        let deepest = self.children().into_iter().map(Expression::conditions).max().unwrap_or(0);
        match &self.kind {
            ExpressionKind::Choice(condition, ..) => deepest.max(condition.conditions() + 1),
            _ => deepest,
        }
    }

    /// Whether the expression or a subexpression satisfies a predicate on its kind.
    pub fn has(&self, predicate: &dyn Fn(&ExpressionKind) -> bool) -> bool {
        predicate(&self.kind) || self.children().into_iter().any(|child| child.has(predicate))
    }

    /// Calls `visit` with every variable, in the order written.
    pub fn each_variable(&self, visit: &mut dyn FnMut(&Variable)) {
        match &self.kind {
            ExpressionKind::Variable(variable)
            | ExpressionKind::Literal(variable)
            | ExpressionKind::Width(variable) => visit(variable),
            ExpressionKind::Element(element) => visit(&element.base),
            _ => {}
        }
        self.children().into_iter().for_each(|child| child.each_variable(visit));
        if let ExpressionKind::Named(_, name) = &self.kind {
            visit(name);
        }
    }

    /// Calls `visit` with every index name.
    pub fn each_index(&self, visit: &mut dyn FnMut(&Name)) {
        if let ExpressionKind::Index(name) = &self.kind {
            visit(name);
        }
        self.children().into_iter().for_each(|child| child.each_index(visit));
    }

    /// A number with the place of this expression.
    pub(in super::super) fn number(&self, number: i128) -> Expression {
        let text = Symbol { text: number.to_string(), quoted: false, span: self.span };
        Expression { kind: ExpressionKind::Number(text), span: self.span }
    }

    /// The expression with index names replaced by their numbers, and operations on numbers evaluated.
    pub fn with_numbers(&self, number: &dyn Fn(&Name) -> Option<i64>) -> Expression {
        let with = |of: &Expression| Box::new(of.with_numbers(number));
        let all = |of: &[Expression]| of.iter().map(|of| of.with_numbers(number)).collect();
        let kind = match &self.kind {
            ExpressionKind::Index(name) => match number(name) {
                Some(number) => {
                    let text = number.to_string();
                    ExpressionKind::Number(Symbol { text, quoted: false, span: name.span })
                }
                None => self.kind.clone(),
            },
            ExpressionKind::Number(number) => {
                let text = decimal(&number.text).into_owned();
                ExpressionKind::Number(Symbol { text, ..number.clone() })
            }
            ExpressionKind::Variable(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::Width(_)
            | ExpressionKind::Null
            | ExpressionKind::Made(_) => self.kind.clone(),
            ExpressionKind::Power(of) => ExpressionKind::Power(with(of)),
            ExpressionKind::Negative(of) => ExpressionKind::Negative(with(of)),
            ExpressionKind::Complement(of) => ExpressionKind::Complement(with(of)),
            ExpressionKind::Load(of) => ExpressionKind::Load(with(of)),
            ExpressionKind::Binary(operator, a, b) => ExpressionKind::Binary(*operator, with(a), with(b)),
            ExpressionKind::Choice(c, a, b) => ExpressionKind::Choice(with(c), with(a), with(b)),
            ExpressionKind::Call(name, of) => ExpressionKind::Call(name.clone(), all(of)),
            ExpressionKind::Field(of, at) => ExpressionKind::Field(with(of), with(at)),
            ExpressionKind::Associative(joint, of, open) => {
                ExpressionKind::Associative(joint.clone(), all(of), *open)
            }
            ExpressionKind::Element(element) => {
                let subscripts = all(&element.subscripts);
                let stored = element.stored.as_ref().map(|stored| stored.with_numbers(number));
                ExpressionKind::Element(Box::new(Element { subscripts, stored, ..(**element).clone() }))
            }
            ExpressionKind::Named(of, name) => ExpressionKind::Named(with(of), name.clone()),
            ExpressionKind::Cast(name, to, of) => ExpressionKind::Cast(name.clone(), to.clone(), with(of)),
            ExpressionKind::External(name, of) => ExpressionKind::External(name.clone(), all(of)),
        };
        Expression { kind: folded(kind), span: self.span }
    }

    /// The value of a term that consists of numbers alone.
    pub fn constant(&self) -> Option<i64> {
        match &self.kind {
            ExpressionKind::Number(number) => decimal(&number.text).parse().ok(),
            ExpressionKind::Negative(of) => of.constant()?.checked_neg(),
            ExpressionKind::Power(of) => {
                let power = 1i64.checked_shl(u32::try_from(of.constant()?).ok()?);
                power.filter(|power| *power > 0)
            }
            ExpressionKind::Binary(operator, a, b) => {
                let (a, b) = (a.constant()?, b.constant()?);
                match operator.operation {
                    Operation::Add => a.checked_add(b),
                    Operation::Subtract => a.checked_sub(b),
                    Operation::Multiply => a.checked_mul(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Calls `visit` with every variable in `literal{x}`, which must be a literal in the code.
    pub fn each_literal(&self, visit: &mut dyn FnMut(&Variable)) {
        if let ExpressionKind::Literal(variable) = &self.kind {
            visit(variable);
        }
        self.children().into_iter().for_each(|child| child.each_literal(visit));
    }

    /// Calls `visit` with every variable that is the amount of a left shift or the offset of a field.
    pub fn each_amount(&self, visit: &mut dyn FnMut(&Variable)) {
        let amount = match &self.kind {
            ExpressionKind::Binary(operator, _, b) if operator.operation == Operation::ShiftLeft => Some(b),
            ExpressionKind::Field(_, offset) => Some(offset),
            _ => None,
        };
        if let Some(ExpressionKind::Variable(amount)) = amount.map(|amount| &amount.kind) {
            visit(amount);
        }
        self.children().into_iter().for_each(|child| child.each_amount(visit));
    }

    /// Calls `visit` with every element of an array.
    pub fn each_element<'e>(&'e self, visit: &mut dyn FnMut(&'e Element)) {
        if let ExpressionKind::Element(element) = &self.kind {
            visit(element);
        }
        self.children().into_iter().for_each(|child| child.each_element(visit));
    }

    /// Calls `visit` with every `e as {x}`.
    pub fn each_named(&self, visit: &mut dyn FnMut(&Expression, &Variable)) {
        if let ExpressionKind::Named(of, name) = &self.kind {
            visit(of, name);
        }
        self.children().into_iter().for_each(|child| child.each_named(visit));
    }

    /// Calls `visit` with every called function and its number of operands.
    pub fn each_call(&self, visit: &mut dyn FnMut(&Symbol, usize)) {
        if let ExpressionKind::Call(name, operands) = &self.kind {
            visit(name, operands.len());
        }
        self.children().into_iter().for_each(|child| child.each_call(visit));
    }
}

impl Element {
    /// The subscripts, then the stored value.
    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.subscripts.iter().chain(&self.stored)
    }
}

/// Whether a variable is `{_}`.
pub fn is_anything(variable: &Variable) -> bool {
    let Name { text, .. } = &variable.name;
    text == "_" && variable.path.is_empty()
}
