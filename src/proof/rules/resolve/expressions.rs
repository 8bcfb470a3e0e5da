//! Resolves constant expressions and preconditions: the kinds of values allowed, and the width constraints of
//! functions.

use super::super::ast::{Expression, ExpressionKind};
use super::super::diagnostic::{Code, Diagnostic};
use super::super::form::{ConstantOperation, Guard, NodeId, NodeKind, Part};
use super::super::vocabulary::{Arguments, Function, WidthRelation};
use super::{Resolved, Resolver, error};
use lang::candl::ast::Span;

impl Resolver {
    /// A value: a register, a constant, or an expression of constants.
    pub(super) fn value(&mut self, expression: &Expression) -> Resolved<NodeId> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Register(name) => self.named(name, span, NodeKind::Input { noundef: false }),
            ExpressionKind::Undef => Ok(self.add(NodeKind::Undef, None, span)),
            _ => self.constant(expression),
        }
    }

    /// Looks up a name; an unknown one in the source becomes an input.
    fn named(&mut self, name: &str, span: Span, kind: NodeKind) -> Resolved<NodeId> {
        if let Some(node) = self.names.get(name) {
            return Ok(*node);
        }
        if self.part != Some(Part::Source) {
            let message = format!("the source has no `{name}`");
            // Short names are too similar for suggestions.
            let mut known: Vec<&String> = self.names.keys().filter(|_| name.len() > 2).collect();
            known.sort_unstable();
            let unknown = Diagnostic::new(Code::UnknownValue, span, message).suggest(name, known);
            return Err(Box::new(unknown));
        }
        let node = self.add(kind, Some(name), span);
        self.names.insert(name.to_owned(), node);
        Ok(node)
    }

    fn constant(&mut self, expression: &Expression) -> Resolved<NodeId> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Constant(name) => self.named(name, span, NodeKind::Constant),
            ExpressionKind::Number { negative, magnitude } => Ok(self.number(*negative, *magnitude, span)),
            ExpressionKind::Truth(holds) => {
                let node = self.number(false, u128::from(*holds), span);
                self.classes.fix(self.class(node), 1, span)?;
                Ok(node)
            }
            ExpressionKind::Unary(operator, inner) => {
                let operands = vec![self.constant(inner)?];
                self.computed(ConstantOperation::Unary(*operator), operands, span, true)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let operands = vec![self.constant(left)?, self.constant(right)?];
                self.computed(ConstantOperation::Binary(*operator), operands, span, true)
            }
            ExpressionKind::Call(function, arguments) if !function.is_test() => {
                self.call(*function, arguments, span)
            }
            ExpressionKind::Register(name) => {
                let message = format!("`{name}` is no constant, and expressions are of constants");
                error(Code::WrongKind, span, message)
            }
            ExpressionKind::Undef => error(Code::WrongKind, span, "`undef` stands alone"),
            _ => error(Code::WrongKind, span, "a truth value where a number has to be"),
        }
    }

    fn number(&mut self, negative: bool, magnitude: u128, span: Span) -> NodeId {
        let node = self.add(NodeKind::Number { negative, magnitude }, None, span);
        if self.part != Some(Part::Target) {
            self.classes.at_least(self.class(node), bits(negative, magnitude), span);
        }
        node
    }

    fn computed(
        &mut self,
        operation: ConstantOperation,
        operands: Vec<NodeId>,
        span: Span,
        same: bool,
    ) -> Resolved<NodeId> {
        let node = self.add(NodeKind::Computed(operation, operands.clone()), None, span);
        if same {
            let own = self.class(node);
            for operand in operands {
                self.classes.equate(own, self.class(operand), span)?;
            }
        }
        Ok(node)
    }

    fn call(&mut self, function: Function, arguments: &[Expression], span: Span) -> Resolved<NodeId> {
        let operands = self.arguments(function, arguments)?;
        let shape = function.shape();
        let node = self.computed(
            ConstantOperation::Function(function),
            operands.clone(),
            span,
            shape == WidthRelation::Same,
        )?;
        let (own, first) = (self.class(node), self.class(operands[0]));
        match shape {
            WidthRelation::Widens => self.classes.narrower(first, own, span),
            WidthRelation::Narrows => self.classes.narrower(own, first, span),
            WidthRelation::Same | WidthRelation::Count | WidthRelation::Test => {}
        }
        Ok(node)
    }

    fn arguments(&mut self, function: Function, arguments: &[Expression]) -> Resolved<Vec<NodeId>> {
        let mut nodes = Vec::new();
        for argument in arguments {
            let is_register = matches!(argument.kind, ExpressionKind::Register(_));
            let node = match function.arguments() {
                Arguments::Registers if !is_register => {
                    let message = format!("`{}` asks about a register", function.name());
                    return error(Code::WrongKind, argument.span, message);
                }
                Arguments::Constants => self.constant(argument)?,
                Arguments::Registers | Arguments::Any => self.value(argument)?,
            };
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// Resolves a precondition.
    pub(super) fn guard(&mut self, expression: &Expression) -> Resolved<Guard> {
        let all = |resolver: &mut Resolver, parts: &[Expression]| {
            parts.iter().map(|part| resolver.guard(part)).collect::<Resolved<Vec<Guard>>>()
        };
        Ok(match &expression.kind {
            ExpressionKind::Truth(holds) => Guard::Is(*holds),
            ExpressionKind::Not(inner) => Guard::Not(Box::new(self.guard(inner)?)),
            ExpressionKind::All(parts) => Guard::All(all(self, parts)?),
            ExpressionKind::Any(parts) => Guard::Any(all(self, parts)?),
            ExpressionKind::Compare(first, chain) => {
                let mut left = self.constant(first)?;
                let mut parts = Vec::new();
                for (predicate, right) in chain {
                    let right = self.constant(right)?;
                    self.classes.equate(self.class(left), self.class(right), expression.span)?;
                    parts.push(Guard::Compare(*predicate, left, right));
                    left = right;
                }
                if parts.len() == 1 { parts.remove(0) } else { Guard::All(parts) }
            }
            ExpressionKind::Call(Function::EquivalentAddresses, _) => {
                return error(Code::NotSupported, expression.span, "not supported: pointers");
            }
            ExpressionKind::Call(function, arguments) if function.is_test() => {
                let nodes = self.arguments(*function, arguments)?;
                for node in &nodes[1..] {
                    self.classes.equate(self.class(nodes[0]), self.class(*node), expression.span)?;
                }
                Guard::Test(*function, nodes)
            }
            _ => return error(Code::WrongKind, expression.span, "a number where a truth value has to be"),
        })
    }
}

/// The number of bits of a number; 1 and -1 need one bit.
pub(in crate::rules) fn bits(negative: bool, magnitude: u128) -> u32 {
    let size = |number: u128| 128 - number.leading_zeros();
    if negative { size(magnitude - 1) + 1 } else { size(magnitude).max(1) }
}
