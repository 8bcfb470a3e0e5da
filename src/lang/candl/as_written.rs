//! Diagnostics about patterns and comparisons that no code satisfies, whatever the constraints beside them.
//!
//! ```text
//! {s} ~ {s} + {x}   =>   W0504: no value is computed from itself
//! ```

use super::ast::{AtomSyntax, Span, Variable};
use super::atom_table::AtomKind;
use super::number::decimal;
use super::pattern::tree::{Comparison, Expression, ExpressionKind, Operation, Pattern, Update};
use text::diagnostic::{Code, Diagnostic};

/// The widest integer that shift amounts are checked against, in bits.
const WIDEST: i128 = 128;

/// The mistakes of a pattern.
pub(super) fn of_pattern(pattern: &Pattern) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    found.extend(from_itself(pattern));
    pattern.expressions().for_each(|expression| operands(expression, &mut found));
    found
}

/// The mistake of a comparison of numbers that is false.
pub(super) fn of_comparison(comparison: &Comparison, span: Span) -> Option<Diagnostic> {
    let [left, right] = comparison.sides().map(Expression::constant);
    let (left, right) = left.zip(right)?;
    let message = format!("{left} {} {right} does not hold", comparison.comparator.text(false));
    (!comparison.comparator.holds(left, right)).then(|| Diagnostic::new(Code::NeverHolds, span, message))
}

/// The mistake of a variable required to differ from itself.
pub(super) fn of_atom(atom: &AtomSyntax, span: Span) -> Option<Diagnostic> {
    let variables: Vec<&Variable> = atom.variables().collect();
    let [a, b] = variables[..] else { return None };
    let message = || format!("`{}` does not differ from itself", a.name.text);
    (atom.kind == AtomKind::Differ && same(a, b)).then(|| Diagnostic::new(Code::NeverHolds, span, message()))
}

/// A value that is computed from itself: only a phi can be.
fn from_itself(pattern: &Pattern) -> Option<Diagnostic> {
    let root = &pattern.root;
    if pattern.negated || pattern.update.is_some() || pattern.target.is_some() || !root.path.is_empty() {
        return None;
    }
    let is_operation = !matches!(pattern.expression.kind, ExpressionKind::Variable(_));
    let place = mentioned(&pattern.expression, root).filter(|_| is_operation)?;
    let name = &root.name.text;
    let message = format!("no value is computed from itself, and `{name}` stands on both sides");
    let diagnostic = Diagnostic::new(Code::NeverHolds, place, message);
    let is_root =
        |side: &Expression| matches!(&side.kind, ExpressionKind::Variable(other) if same(other, root));
    let update = match &pattern.expression.kind {
        ExpressionKind::Binary(operator, a, b) if is_root(a) || is_root(b) => {
            Update::from_text(operator.operation.text()).map(Update::text)
        }
        ExpressionKind::Call(function, operands) if operands.iter().any(is_root) => {
            Update::from_text(&function.text).map(Update::text)
        }
        _ => None,
    };
    Some(match update {
        Some(update) => diagnostic.help(format!("what a loop takes up is written `{{{name}}} {update}= …`")),
        None => diagnostic,
    })
}

/// The place of a variable among the operands of an expression. Loads and choices are skipped, since their
/// value may be one of an earlier iteration.
fn mentioned(expression: &Expression, root: &Variable) -> Option<Span> {
    match &expression.kind {
        ExpressionKind::Variable(variable) => same(variable, root).then_some(expression.span),
        ExpressionKind::Load(_) | ExpressionKind::Element(_) | ExpressionKind::Choice(..) => None,
        _ => expression.children().into_iter().find_map(|child| mentioned(child, root)),
    }
}

fn same(a: &Variable, b: &Variable) -> bool {
    a.path.is_empty() && b.path.is_empty() && a.name.text == b.name.text
}

/// Appends diagnostics about numbers that cannot be operands of their operation.
fn operands(expression: &Expression, found: &mut Vec<Diagnostic>) {
    if let ExpressionKind::Binary(operator, a, b) = &expression.kind {
        use Operation::{And, Or, ShiftLeft, ShiftRight, Xor};
        let operation = operator.operation;
        for side in
            [a, b].into_iter().filter(|_| matches!(operation, And | Or | Xor | ShiftLeft | ShiftRight))
        {
            if let ExpressionKind::Number(number) = &side.kind
                && number.text.contains(['.', 'e', 'E'])
                && decimal(&number.text) == number.text
            {
                let message = format!("`{}` is of integers, and `{}` is none", operation.text(), number.text);
                found.push(Diagnostic::new(Code::NeverHolds, side.span, message));
            }
        }
        let amount = match &b.kind {
            ExpressionKind::Number(number) if matches!(operation, ShiftLeft | ShiftRight) => {
                decimal(&number.text).parse::<i128>().ok()
            }
            _ => None,
        };
        if let Some(amount) = amount.filter(|amount| !(0..WIDEST).contains(amount)) {
            let message = format!("no integer is shifted by {amount} bits");
            found.push(Diagnostic::new(Code::NeverHolds, b.span, message));
        }
    }
    expression.children().into_iter().for_each(|child| operands(child, found));
}
