//! Subscripts of elements as sums: counters, values, and a distance.
//!
//! ```text
//! {A}[{i} - 1]           the counter i, one element before
//! {A}[{n} - {i}]         the counter i with the opposite stride, where another subscript is i alone; the term n
//! {A}[({_} as {j}) + {_}]  a value j, at any distance
//! ```
//!
//! Other patterns of the specification decide what a variable of a sum is ([`Roles`]).

use super::super::ast::{Formula, FormulaKind, Variable, each_formula};
use super::tree::{Expression, ExpressionKind, Operation, Pattern, is_anything};
use std::collections::BTreeSet;

/// The variables of a specification that are counters or values wherever they are subscripts.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Roles {
    counters: BTreeSet<String>,
    values: BTreeSet<String>,
}

impl Roles {
    /// The roles where no variable has one.
    pub(super) const NONE: &Roles = &Roles { counters: BTreeSet::new(), values: BTreeSet::new() };

    /// The roles in a specification with this formula.
    pub(in super::super) fn of(formula: &Formula) -> Roles {
        let mut roles = Roles::default();
        let mut patterns: Vec<&Pattern> = Vec::new();
        each_formula(formula, true, &mut |formula| {
            if let FormulaKind::Pattern(pattern) = &formula.kind {
                patterns.push(&**pattern);
            }
        });
        let describes = |pattern: &&&Pattern| {
            !pattern.negated && pattern.update.is_none() && is_operation(&pattern.expression)
        };
        roles.values.extend(patterns.iter().filter(describes).map(|pattern| pattern.root.text()));
        for expression in patterns.iter().flat_map(|pattern| pattern.expressions()) {
            expression.each_named(&mut |of, name| {
                if is_operation(of) {
                    roles.values.insert(name.text());
                }
            });
            expression.each_element(&mut |element| {
                for subscript in &element.subscripts {
                    match Sum::of(subscript).parts.as_slice() {
                        [(Expression { kind: ExpressionKind::Variable(variable), .. }, _)]
                            if !is_anything(variable) =>
                        {
                            roles.counters.insert(variable.text());
                        }
                        parts => roles.values.extend(parts.iter().filter_map(|(part, _)| named(part))),
                    }
                }
            });
        }
        roles.counters.retain(|name| !roles.values.contains(name));
        roles
    }

    fn of_variable(&self, variable: &Variable) -> Option<Role> {
        let name = variable.text();
        let counter = self.counters.contains(&name).then_some(Role::Counter);
        counter.or_else(|| self.values.contains(&name).then_some(Role::Value))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Counter,
    Value,
}

/// The name that a subscript gives to a value.
fn named(part: &Expression) -> Option<String> {
    match &part.kind {
        ExpressionKind::Named(_, name) => Some(name.text()),
        _ => None,
    }
}

/// Whether only an operation matches the expression, and hence no counter.
fn is_operation(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Named(of, _) => is_operation(of),
        ExpressionKind::Negative(_)
        | ExpressionKind::Complement(_)
        | ExpressionKind::Load(_)
        | ExpressionKind::Binary(..)
        | ExpressionKind::Choice(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::Associative(..)
        | ExpressionKind::Field(..)
        | ExpressionKind::Element(_) => true,
        _ => false,
    }
}

/// A subscript.
#[derive(Debug)]
pub(super) struct Subscript<'e> {
    /// Its counters and values; the address contains those with `true` with the opposite stride.
    pub(super) of: Vec<(Source<'e>, bool)>,
    /// The number in it.
    pub(super) number: i64,
    /// The rest of the distance.
    pub(super) rest: Rest<'e>,
}

/// The value behind a factor of the stride.
#[derive(Debug, PartialEq)]
pub(super) enum Source<'e> {
    /// The counter of a loop.
    Counter(&'e Variable),
    /// Another value.
    Value(&'e Expression),
}

/// The part of a distance that is no number.
#[derive(Debug, PartialEq)]
pub(super) enum Rest<'e> {
    /// The sum of these variables, which hold terms; those with `true` are subtracted.
    Terms(Vec<(&'e Variable, bool)>),
    /// Any distance: `{_}`.
    Any,
}

impl<'e> Subscript<'e> {
    /// The subscript that an expression spells.
    pub(super) fn of(expression: &'e Expression, roles: &Roles) -> Subscript<'e> {
        let Sum { parts, number } = Sum::of(expression);
        let is_alone = parts.len() == 1;
        let (mut of, mut terms, mut is_any) = (Vec::new(), Vec::new(), false);
        for (part, is_negative) in parts {
            let source = match &part.kind {
                ExpressionKind::Variable(variable) if is_anything(variable) && !is_alone => {
                    is_any = true;
                    continue;
                }
                ExpressionKind::Variable(variable) if !is_anything(variable) => {
                    match roles.of_variable(variable) {
                        None if !is_alone => {
                            terms.push((variable, is_negative));
                            continue;
                        }
                        Some(Role::Value) => Source::Value(part),
                        None | Some(Role::Counter) => Source::Counter(variable),
                    }
                }
                _ => Source::Value(part),
            };
            of.push((source, is_negative));
        }
        // Without a counter that is known as one, the first variable is it.
        if of.is_empty() && !terms.is_empty() {
            let (variable, is_negative) = terms.remove(0);
            of.push((Source::Counter(variable), is_negative));
        }
        Subscript { of, number, rest: if is_any { Rest::Any } else { Rest::Terms(terms) } }
    }
}

/// An expression as a sum.
struct Sum<'e> {
    /// The summands that are no numbers; those with `true` are subtracted.
    parts: Vec<(&'e Expression, bool)>,
    number: i64,
}

impl<'e> Sum<'e> {
    fn of(expression: &'e Expression) -> Sum<'e> {
        let mut sum = Sum { parts: Vec::new(), number: 0 };
        sum.add(expression, false);
        sum
    }

    fn add(&mut self, expression: &'e Expression, is_negative: bool) {
        match &expression.kind {
            ExpressionKind::Binary(operator, a, b) if operator.operation == Operation::Add => {
                self.add(a, is_negative);
                self.add(b, is_negative);
            }
            ExpressionKind::Binary(operator, a, b) if operator.operation == Operation::Subtract => {
                self.add(a, is_negative);
                self.add(b, !is_negative);
            }
            ExpressionKind::Negative(of) => self.add(of, !is_negative),
            _ => match number(expression) {
                Some(number) => self.number += if is_negative { -number } else { number },
                None => self.parts.push((expression, is_negative)),
            },
        }
    }
}

/// A number that fits in 32 bits; larger distances lie in no array.
fn number(expression: &Expression) -> Option<i64> {
    let ExpressionKind::Number(number) = &expression.kind else { return None };
    number.text.parse::<i32>().ok().map(i64::from)
}
