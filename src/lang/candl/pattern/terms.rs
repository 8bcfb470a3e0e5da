//! Terms in specifications: `{A.stride[0]} = 2 * {i.count}`, `literal{k} + literal{m} = width{x}`.
//!
//! A term is a number that is known statically, not a value that the function computes: a stride, a trip
//! count, a width or the value of a constant. Sums and comparisons become atoms about terms, with a hidden
//! variable for each part; operations on numbers alone are evaluated here.
//!
//! ```text
//! literal{k} + 1 < width{x}
//!   =>  term.1 is the number of the literal k, term.2 is term.1 plus 1 times term.3, term.3 is the number 1,
//!       term.4 is the width of x, term.2 is less than term.4
//! ```

use super::super::ast::{Name, Symbol, Variable};
use super::super::atom_table::AtomKind;
use super::super::core::{AtomConstant, CoreFormula, Part, Span, VarName};
use super::Expansion;
use super::formulas::{Scope, atom};
use super::tree::{Comparator, Comparison, Expression, ExpressionKind, Operation};

/// A term with its numbers evaluated.
pub(super) enum TermValue {
    /// A number.
    Number(i64),
    /// The variable that holds the term.
    Name(VarName),
}

/// The formula of a comparison. `name` maps its variables to names; `slots` counts the ids of the instance.
pub(in super::super) fn compare(
    comparison: &Comparison,
    span: Span,
    binders: &mut u32,
    name: &dyn Fn(&Variable) -> VarName,
) -> CoreFormula {
    let root = VarName(vec![Part::Field("term".into())]);
    let mut expansion = Expansion::of(&root, span, binders, name);
    let mut scope = Scope::default();
    let [left, right] = comparison.sides().map(|side| expansion.term(side, &mut scope));
    expansion.compare_terms(comparison.comparator, (left, right), &mut scope);
    scope.close(span)
}

/// Constrains a constant, or a term in its place, to be a number.
pub(in super::super) fn literal_number(
    of: &VarName,
    number: i64,
    span: Span,
    binders: &mut u32,
) -> CoreFormula {
    let root = VarName(vec![Part::Field("term".into())]);
    let name = |_: &Variable| VarName::default();
    let mut expansion = Expansion::of(&root, span, binders, &name);
    let mut scope = Scope::default();
    let term = expansion.number(number, &mut scope);
    scope.parts.push(atom(AtomKind::LiteralNumber, [], [&term, of], span));
    scope.close(span)
}

/// Whether an expression of a pattern is a statically known number that is not written as one.
pub(in super::super) fn is_computed(expression: &Expression) -> bool {
    use Operation::{Add, Multiply, Subtract};
    let is_leaf = |kind: &ExpressionKind| {
        matches!(kind, ExpressionKind::Index(_) | ExpressionKind::Literal(_) | ExpressionKind::Width(_))
    };
    let is_number = match &expression.kind {
        ExpressionKind::Binary(operator, a, b) => {
            matches!(operator.operation, Add | Subtract | Multiply)
                && [a, b]
                    .iter()
                    .all(|side| matches!(side.kind, ExpressionKind::Number(_)) || is_computed(side))
        }
        ExpressionKind::Negative(of) => is_computed(of),
        kind => is_leaf(kind),
    };
    is_number && expression.has(&is_leaf)
}

impl Expansion<'_> {
    fn number(&mut self, number: i64, scope: &mut Scope) -> VarName {
        let name = self.hidden(scope);
        scope.parts.push(self.is_number(&name, number));
        name
    }

    pub(super) fn is_number(&self, term: &VarName, number: i64) -> CoreFormula {
        atom(AtomKind::Number, [self.constant(number)], [term], self.span)
    }

    fn constant(&self, number: i64) -> AtomConstant {
        AtomConstant::Symbol(Symbol { text: number.to_string(), quoted: false, span: self.span })
    }

    /// The variable of a term.
    fn term_name(&mut self, value: TermValue, scope: &mut Scope) -> VarName {
        match value {
            TermValue::Number(number) => self.number(number, scope),
            TermValue::Name(name) => name,
        }
    }

    /// The value of a term as written.
    pub(super) fn term(&mut self, expression: &Expression, scope: &mut Scope) -> TermValue {
        let word = |name: &Name| Variable { name: name.clone(), path: Vec::new(), span: name.span };
        match &expression.kind {
            ExpressionKind::Number(number) => match number.text.parse() {
                Ok(number) => TermValue::Number(number),
                Err(_) => self.nothing(scope),
            },
            ExpressionKind::Index(name) => TermValue::Name((self.name)(&word(name))),
            ExpressionKind::Variable(variable) => TermValue::Name(self.mentioned(variable, scope)),
            ExpressionKind::Literal(of) => TermValue::Name(self.of_value(AtomKind::LiteralNumber, of, scope)),
            ExpressionKind::Width(of) => TermValue::Name(self.of_value(AtomKind::Width, of, scope)),
            ExpressionKind::Negative(of) => {
                let of = self.term(of, scope);
                self.plus_times(TermValue::Number(0), -1, of, scope)
            }
            ExpressionKind::Power(of) => {
                let of = self.term(of, scope);
                self.power(of, scope)
            }
            ExpressionKind::Binary(operator, a, b) => {
                let (a, b) = (self.term(a, scope), self.term(b, scope));
                match operator.operation {
                    Operation::Add => self.plus_times(a, 1, b, scope),
                    Operation::Subtract => self.plus_times(a, -1, b, scope),
                    _ => self.times(a, b, scope),
                }
            }
            // The parser creates no other expressions in terms.
            _ => self.nothing(scope),
        }
    }

    /// A term that does not exist.
    fn nothing(&mut self, scope: &mut Scope) -> TermValue {
        scope.parts.push(CoreFormula::Or(Vec::new()));
        TermValue::Number(0)
    }

    /// The variable with that name; `{i.count}` is the trip count of `{i.loop}`.
    fn mentioned(&mut self, variable: &Variable, scope: &mut Scope) -> VarName {
        let name = (self.name)(variable);
        if let [of @ .., Part::Field(last)] = name.0.as_slice()
            && &**last == "count"
            && !of.is_empty()
        {
            let of = VarName(of.to_vec()).join(&[Part::Field("loop".into())]);
            scope.parts.push(atom(AtomKind::Count, [], [&name, &of], self.span));
        }
        name
    }

    fn of_value(&mut self, kind: AtomKind, of: &Variable, scope: &mut Scope) -> VarName {
        let term = self.hidden(scope);
        scope.parts.push(atom(kind, [], [&term, &(self.name)(of)], self.span));
        term
    }

    /// The term a + times * b.
    fn plus_times(&mut self, a: TermValue, times: i64, b: TermValue, scope: &mut Scope) -> TermValue {
        match (a, b) {
            (TermValue::Number(a), TermValue::Number(b)) => {
                let sum = b.checked_mul(times).and_then(|b| a.checked_add(b));
                sum.map_or_else(|| self.nothing(scope), TermValue::Number)
            }
            (a, TermValue::Number(b)) => match b.checked_mul(times) {
                Some(0) => a,
                Some(b) => {
                    let one = self.number(1, scope);
                    self.sum_of(a, b, &one, scope)
                }
                None => self.nothing(scope),
            },
            (a, TermValue::Name(b)) => self.sum_of(a, times, &b, scope),
        }
    }

    fn sum_of(&mut self, a: TermValue, times: i64, b: &VarName, scope: &mut Scope) -> TermValue {
        let a = self.term_name(a, scope);
        let sum = self.hidden(scope);
        scope.parts.push(atom(AtomKind::Plus, [self.constant(times)], [&sum, &a, b], self.span));
        TermValue::Name(sum)
    }

    fn times(&mut self, a: TermValue, b: TermValue, scope: &mut Scope) -> TermValue {
        match (a, b) {
            (TermValue::Number(a), TermValue::Number(b)) => {
                a.checked_mul(b).map_or_else(|| self.nothing(scope), TermValue::Number)
            }
            (TermValue::Number(times), of) | (of, TermValue::Number(times)) => {
                self.plus_times(TermValue::Number(0), times, of, scope)
            }
            (TermValue::Name(a), TermValue::Name(b)) => {
                let product = self.hidden(scope);
                scope.parts.push(atom(AtomKind::Times, [], [&product, &a, &b], self.span));
                TermValue::Name(product)
            }
        }
    }

    /// The term 2 to the power of a term.
    fn power(&mut self, of: TermValue, scope: &mut Scope) -> TermValue {
        match of {
            TermValue::Number(of) => match u32::try_from(of).ok().and_then(|of| 1i64.checked_shl(of)) {
                Some(power) if power > 0 => TermValue::Number(power),
                _ => self.nothing(scope),
            },
            TermValue::Name(of) => {
                let power = self.hidden(scope);
                scope.parts.push(atom(AtomKind::PowerOfTwo, [], [&power, &of], self.span));
                TermValue::Name(power)
            }
        }
    }

    fn compare_terms(&mut self, comparator: Comparator, sides: (TermValue, TermValue), scope: &mut Scope) {
        let kind = |comparator| match comparator {
            Comparator::Equal => AtomKind::Equal,
            Comparator::Differ => AtomKind::Differ,
            Comparator::Less | Comparator::Greater => AtomKind::LessThan,
            Comparator::AtMost | Comparator::AtLeast => AtomKind::AtMost,
        };
        match (comparator, sides) {
            (_, (TermValue::Number(left), TermValue::Number(right))) => {
                if !comparator.holds(left, right) {
                    self.nothing(scope);
                }
            }
            (Comparator::Equal, (TermValue::Name(name), TermValue::Number(number)))
            | (Comparator::Equal, (TermValue::Number(number), TermValue::Name(name))) => {
                scope.parts.push(self.is_number(&name, number));
            }
            (comparator, (left, right)) => {
                let (left, right) = (self.term_name(left, scope), self.term_name(right, scope));
                let sides = match comparator {
                    Comparator::Greater | Comparator::AtLeast => [&right, &left],
                    _ => [&left, &right],
                };
                scope.parts.push(atom(kind(comparator), [], sides, self.span));
            }
        }
    }

    /// Constrains a constant to equal a term, or its negative.
    pub(super) fn be_term(&mut self, v: &VarName, term: &VarName, negative: bool, scope: &mut Scope) {
        let number = match negative {
            true => self.plus_times(TermValue::Number(0), -1, TermValue::Name(term.clone()), scope),
            false => TermValue::Name(term.clone()),
        };
        let number = self.term_name(number, scope);
        scope.parts.push(atom(AtomKind::LiteralNumber, [], [&number, v], self.span));
    }

    /// The exponent of a term that is a power of two.
    pub(super) fn exponent(&mut self, power: &VarName, scope: &mut Scope) -> VarName {
        let exponent = self.hidden(scope);
        scope.parts.push(atom(AtomKind::PowerOfTwo, [], [power, &exponent], self.span));
        exponent
    }

    /// The term plus a number.
    pub(super) fn term_and(&mut self, term: &VarName, number: i64, scope: &mut Scope) -> VarName {
        let sum = self.plus_times(TermValue::Name(term.clone()), 1, TermValue::Number(number), scope);
        self.term_name(sum, scope)
    }

    /// Constrains a constant to be 2 to the power of a term.
    pub(super) fn power_literal(&mut self, v: &VarName, exponent: &VarName, scope: &mut Scope) {
        let power = self.hidden(scope);
        scope.parts.push(atom(AtomKind::LiteralNumber, [], [&power, v], self.span));
        scope.parts.push(atom(AtomKind::PowerOfTwo, [], [&power, exponent], self.span));
    }

    /// The width of a value minus a term.
    pub(super) fn rest_of_width(&mut self, of: &VarName, term: &VarName, scope: &mut Scope) -> VarName {
        let (width, rest) = (self.hidden(scope), self.hidden(scope));
        scope.parts.push(atom(AtomKind::Width, [], [&width, of], self.span));
        scope.parts.push(atom(AtomKind::Plus, [self.constant(-1)], [&rest, &width, term], self.span));
        rest
    }

    /// The variable of a number that a pattern computes.
    pub(super) fn computed(&mut self, expression: &Expression, scope: &mut Scope) -> VarName {
        let value = self.term(expression, scope);
        self.term_name(value, scope)
    }
}
