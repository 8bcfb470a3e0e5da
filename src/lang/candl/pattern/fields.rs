//! Fields of structures: `{p}->[8]` is the load 8 bytes behind `p`, and `{p}->[0]` the one at `p` itself.
//!
//! No instruction computes the address of a field at offset 0. One description covers all offsets, because
//! each offset that may be 0 is expanded to both forms. A variable in brackets holds the offset as a term.
//!
//! ```text
//! {n} ~ {p}->[{k}]
//!   =>  n = load q, with q = p and k the number 0, or with q = gep p, c and k the number of the literal c
//! ```

use super::super::atom_table::AtomKind;
use super::super::core::VarName;
use super::formulas::{Scope, atom};
use super::tree::{Expression, ExpressionKind, is_anything};
use super::{Expansion, Operand, OperandValue, terms};

/// The distance of a field from the beginning of its structure.
pub(super) enum FieldOffset {
    Any,
    /// A variable that holds a term.
    Term(VarName),
    Zero,
    /// Another number, or a value.
    Operand(Operand),
}

impl Expansion<'_> {
    /// The distance in the brackets of a field.
    pub(super) fn distance(&mut self, at: &Expression, scope: &mut Scope) -> FieldOffset {
        match &at.kind {
            ExpressionKind::Variable(variable) if is_anything(variable) => FieldOffset::Any,
            ExpressionKind::Variable(variable) => FieldOffset::Term((self.name)(variable)),
            _ if terms::is_computed(at) => FieldOffset::Term(self.computed(at, scope)),
            ExpressionKind::Number(number) if number.text == "0" => FieldOffset::Zero,
            _ => FieldOffset::Operand(self.simple(at, scope)),
        }
    }

    /// Constrains `v` to the address of a field.
    pub(super) fn field(
        &mut self,
        v: &VarName,
        (base, distance): (&OperandValue, &FieldOffset),
        scope: &mut Scope,
    ) {
        let term = match distance {
            FieldOffset::Any => None,
            FieldOffset::Term(term) => Some(term),
            FieldOffset::Zero => {
                return scope.parts.push(atom(AtomKind::Equal, [], [v, &base.name], self.span));
            }
            FieldOffset::Operand(offset) => return self.behind(v, base, offset, scope),
        };
        let (mut direct, mut behind) = (Scope::default(), Scope::default());
        direct.parts.push(atom(AtomKind::Equal, [], [v, &base.name], self.span));
        let offset = self.hidden_value(&mut behind);
        match term {
            Some(term) => {
                direct.parts.push(self.is_number(term, 0));
                self.be_term(&offset.name, term, false, &mut behind);
            }
            None => behind.parts.push(self.word(AtomKind::IrType, &offset.name, "literal")),
        }
        self.behind(v, base, &Operand::Value(offset), &mut behind);
        self.one_of(vec![direct, behind], scope);
    }

    /// Constrains `v` to an address that many bytes behind another one.
    fn behind(&mut self, v: &VarName, base: &OperandValue, offset: &Operand, scope: &mut Scope) {
        let offset = self.stand(offset, false, scope);
        self.opcodes(v, &["gep"], scope);
        self.in_order((base, &offset), v, scope);
    }
}
