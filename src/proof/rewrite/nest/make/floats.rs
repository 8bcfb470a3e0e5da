//! Floating-point arguments of a nest's call: numbers, values that do not change in the nest, and products of
//! these with a sign.
//!
//! A variable that is a number as a term is that number. In: `{sign} * {alpha}`, where the solution has -1 for
//! `sign` and a parameter for `alpha`. Out: its negation, before the nest.

use super::super::super::matched::Unfit;
use super::super::super::template::constant;
use super::CallMaker;
use ir::{Flags, FloatKind, Lane, NewInstruction, NewKind, Opcode, Operand};
use lang::candl::pattern::tree::{Expression, ExpressionKind, Operation};
use smallvec::smallvec;

/// A value, or a number that is not yet a constant of the plan.
enum Factor {
    Number(String),
    Value(Operand),
}

impl Factor {
    fn is(&self, number: f64) -> bool {
        matches!(self, Factor::Number(text) if text.parse() == Ok(number))
    }
}

impl CallMaker<'_, '_> {
    /// A floating-point argument of this type.
    pub(super) fn float(&mut self, argument: &Expression, kind: FloatKind) -> Result<Operand, Unfit> {
        let factor = self.factor(argument, kind)?;
        self.made(factor, kind)
    }

    fn factor(&mut self, argument: &Expression, kind: FloatKind) -> Result<Factor, Unfit> {
        match &argument.kind {
            ExpressionKind::Number(number) => Ok(Factor::Number(number.text.clone())),
            ExpressionKind::Variable(variable) => {
                if let Some(number) = self.guard.number_of(argument) {
                    return Ok(Factor::Number(number.to_string()));
                }
                let value = self.instance.variables.named(variable)?;
                let ty = &self.guard.model.type_of(value).name;
                if ty != kind.name() {
                    return Err(Unfit::of(
                        value,
                        format!("is {ty}, and `{}` takes {}", self.instance.callee.name.text, kind.name()),
                    ));
                }
                Ok(Factor::Value(self.guard.frozen(value)?))
            }
            ExpressionKind::Negative(of) => {
                let of = self.factor(of, kind)?;
                self.product(Factor::Number("-1".to_owned()), of, kind)
            }
            ExpressionKind::Binary(operator, a, b) if operator.operation == Operation::Multiply => {
                let [a, b] = [self.factor(a, kind)?, self.factor(b, kind)?];
                self.product(a, b, kind)
            }
            _ => Err(Unfit::new(
                "a floating point argument of a nest's call is a number, a variable or a product of these",
            )),
        }
    }

    /// The product of two factors, without an instruction if one of them is 1.
    fn product(&mut self, a: Factor, b: Factor, kind: FloatKind) -> Result<Factor, Unfit> {
        if a.is(1.0) || b.is(1.0) {
            return Ok(if a.is(1.0) { b } else { a });
        }
        if a.is(-1.0) || b.is(-1.0) {
            let other = if a.is(-1.0) { b } else { a };
            return Ok(match other {
                Factor::Number(text) => Factor::Number(match text.strip_prefix('-') {
                    Some(opposite) => opposite.to_owned(),
                    None => format!("-{text}"),
                }),
                Factor::Value(value) => Factor::Value(self.rounded(NewKind::Negate(value))),
            });
        }
        let [a, b] = [self.made(a, kind)?, self.made(b, kind)?];
        Ok(Factor::Value(self.rounded(NewKind::Binary(Opcode::FMul, a, b))))
    }

    fn made(&mut self, factor: Factor, kind: FloatKind) -> Result<Operand, Unfit> {
        let text = match factor {
            Factor::Value(value) => return Ok(value),
            Factor::Number(text) => text,
        };
        let ty = self.guard.plan.scalar(self.guard.model, Lane::Float(kind));
        let known = constant(&text, Lane::Float(kind));
        let known = known.ok_or_else(|| Unfit::new(format!("{text} is no {}", kind.name())))?;
        Ok(self.guard.plan.constant(ty, known))
    }

    /// An operation on floating-point numbers, with the flags that those of the nest share.
    fn rounded(&mut self, kind: NewKind) -> Operand {
        let (before, location_of) = (self.instance.shape.entry, smallvec![self.instance.shape.latch]);
        let flags = Flags(self.instance.flags.0 & !(Flags::NNAN | Flags::NINF).0);
        self.guard.plan.create(NewInstruction { kind, flags, before, location_of, name: "" })
    }
}
