//! Patterns as text, with as few parentheses as possible.

use super::super::ast::Variable;
use super::super::pattern::tree::{
    Comparison, Element, Expression, ExpressionKind, Joint, LOOSEST, Let, Pattern,
};
use super::{Printer, Spelling};

/// A precedence tighter than every binary operator.
const TIGHTEST: u8 = u8::MAX;

impl Printer<'_> {
    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        self.push(if pattern.negated { "not " } else { "" });
        match &pattern.target {
            Some(target) => self.expression(target, 0),
            None => self.variable(&pattern.root),
        }
        match pattern.update {
            None => self.push(" ~ "),
            Some(update) => {
                self.push(" ");
                self.push(update.text());
                self.push("= ");
            }
        }
        self.expression(&pattern.expression, 0);
    }

    pub(super) fn comparison(&mut self, comparison: &Comparison) {
        self.expression(&comparison.left, 0);
        let sign = comparison.comparator.text(self.spelling == Spelling::Ascii);
        self.push(&format!(" {sign} "));
        self.expression(&comparison.right, 0);
    }

    pub(super) fn definition(&mut self, definition: &Let) {
        self.push(&format!("let {} = ", definition.name.text));
        self.expression(&definition.value, 0);
    }

    /// Prints an expression whose context binds with strength `around`.
    pub(super) fn expression(&mut self, expression: &Expression, around: u8) {
        let strength = match &expression.kind {
            ExpressionKind::Choice(..) => 0,
            ExpressionKind::Binary(operator, ..) => operator.operation.strength(),
            _ => TIGHTEST,
        };
        let is_enclosed = strength < around;
        self.push(if is_enclosed { "(" } else { "" });
        self.inside(expression);
        self.push(if is_enclosed { ")" } else { "" });
    }

    fn inside(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Variable(variable) => self.variable(variable),
            ExpressionKind::Number(number) => self.push(&number.text),
            ExpressionKind::Index(name) => self.push(&name.text),
            ExpressionKind::Literal(variable) => {
                self.push("literal");
                self.variable(variable);
            }
            ExpressionKind::Width(variable) => {
                self.push("width");
                self.variable(variable);
            }
            ExpressionKind::Power(of) => self.prefixed("2 ^ ", of),
            ExpressionKind::Made(_) => {}
            ExpressionKind::Negative(of) => self.prefixed("-", of),
            ExpressionKind::Complement(of) => self.prefixed("~", of),
            ExpressionKind::Load(of) => match &of.kind {
                ExpressionKind::Field(of, at) => self.field(of, at),
                _ => self.prefixed("*", of),
            },
            // The address of a field stands only in its load.
            ExpressionKind::Field(of, at) => self.field(of, at),
            ExpressionKind::Null => self.push("null"),
            ExpressionKind::Binary(operator, a, b) => {
                let strength = operator.operation.strength();
                self.expression(a, strength);
                self.push(" ");
                self.push(operator.operation.text());
                self.push(operator.reading.suffix());
                self.push(" ");
                self.expression(b, strength + 1);
            }
            ExpressionKind::Choice(condition, a, b) => {
                self.expression(condition, LOOSEST);
                self.push(" ? ");
                self.expression(a, 0);
                self.push(" : ");
                self.expression(b, 0);
            }
            ExpressionKind::Call(name, operands) => {
                self.push(&name.text);
                self.operands(operands, ", ", 0);
            }
            ExpressionKind::Associative(joint, operands, is_open) => {
                self.push("assoc(");
                let text = match joint {
                    Joint::Operator(operator) => format!(" {} ", operator.operation.text()),
                    Joint::Function(name) => {
                        self.push(&format!("{}(", name.text));
                        ", ".to_owned()
                    }
                };
                let around = match joint {
                    Joint::Operator(operator) => operator.operation.strength() + 1,
                    Joint::Function(_) => 0,
                };
                self.listed(operands, &text, around);
                if *is_open {
                    self.push(&text);
                    self.push(if self.spelling == Spelling::Unicode { "…" } else { "..." });
                }
                self.push(if matches!(joint, Joint::Function(_)) { "))" } else { ")" });
            }
            ExpressionKind::Element(element) => self.element(element),
            ExpressionKind::External(name, operands) => {
                self.push("call ");
                self.push(&name.text);
                self.operands(operands, ", ", 0);
            }
            ExpressionKind::Cast(operation, to, of) => {
                self.prefixed(&format!("{} {} ", operation.text, to.text), of)
            }
            ExpressionKind::Named(of, name) => {
                self.push("(");
                self.alias(of, name);
                self.push(")");
            }
        }
    }

    /// `{p}->[e]`
    fn field(&mut self, of: &Expression, at: &Expression) {
        let is_prefixed = match &of.kind {
            ExpressionKind::Load(of) => !matches!(of.kind, ExpressionKind::Field(..)),
            ExpressionKind::Negative(_) | ExpressionKind::Complement(_) => true,
            _ => false,
        };
        self.push(if is_prefixed { "(" } else { "" });
        self.expression(of, TIGHTEST);
        self.push(if is_prefixed { ")" } else { "" });
        self.push("->[");
        self.expression(at, 0);
        self.push("]");
    }

    fn element(&mut self, element: &Element) {
        self.variable(&element.base);
        let between = if element.by_rows { "][" } else { ", " };
        for (position, subscript) in element.subscripts.iter().enumerate() {
            self.push(if position == 0 { "[" } else { between });
            self.expression(subscript, 0);
        }
        self.push("]");
        if let Some(stored) = &element.stored {
            self.push(" := ");
            self.expression(stored, 0);
        }
    }

    fn alias(&mut self, of: &Expression, name: &Variable) {
        self.expression(of, 0);
        self.push(" as ");
        self.variable(name);
    }

    fn prefixed(&mut self, sign: &str, of: &Expression) {
        self.push(sign);
        // A minus directly before a number would be its sign.
        let is_number = sign == "-" && matches!(of.kind, ExpressionKind::Number(_));
        self.push(if is_number { "(" } else { "" });
        self.expression(of, TIGHTEST);
        self.push(if is_number { ")" } else { "" });
    }

    fn operands(&mut self, operands: &[Expression], between: &str, around: u8) {
        self.push("(");
        self.listed(operands, between, around);
        self.push(")");
    }

    /// Prints the expressions with `between` as separator.
    fn listed(&mut self, operands: &[Expression], between: &str, around: u8) {
        for (position, operand) in operands.iter().enumerate() {
            self.push(if position == 0 { "" } else { between });
            match &operand.kind {
                ExpressionKind::Named(of, name) if between == ", " => self.alias(of, name),
                _ => self.expression(operand, around),
            }
        }
    }
}
