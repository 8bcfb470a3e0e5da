//! Loads in patterns: `*{p}`, `{p}->[8]`.
//!
//! Where LLVM has moved the load at the head of a loop to the blocks before it (load-PRE), a phi carries what was
//! loaded there.
//!
//! ```text
//! {v} ~ {p}->[8]
//!   =>  v = load q and q = gep p, 8, or v carries what is loaded t bytes behind p and t is the number 8
//! ```

use super::super::atom_table::AtomKind;
use super::super::core::VarName;
use super::fields::FieldOffset;
use super::formulas::{Scope, atom};
use super::tree::{BinaryOperator, Expression, ExpressionKind, Operation};
use super::{Expansion, Operand, OperandValue};

impl Expansion<'_> {
    /// Constrains `v` to what is loaded from an address.
    pub(super) fn load(&mut self, v: &VarName, address: &Expression, scope: &mut Scope) {
        let mut loaded = Scope::default();
        self.opcodes(v, &["load"], &mut loaded);
        let (base, distance) = match &address.kind {
            ExpressionKind::Field(of, at) => {
                let (base, distance) = (self.value(of, scope), self.distance(at, scope));
                let at = self.hidden_value(&mut loaded);
                self.edge(&at, v, 0, &mut loaded);
                self.field(&at.name, (&base, &distance), &mut loaded);
                (base, distance)
            }
            ExpressionKind::Binary(operator, of, at) if is_behind(*operator, of, at) => {
                let of_sum = self.value(address, &mut loaded);
                self.edge(&of_sum, v, 0, &mut loaded);
                (self.value(of, scope), self.distance(at, scope))
            }
            _ => {
                let base = self.value(address, scope);
                self.edge(&base, v, 0, &mut loaded);
                if is_computed(address) {
                    return scope.parts.append(&mut loaded.parts);
                }
                (base, FieldOffset::Zero)
            }
        };
        match self.carried(v, &base, distance) {
            Some(carried) => self.one_of(vec![loaded, carried], scope),
            None => {
                scope.locals.append(&mut loaded.locals);
                scope.parts.append(&mut loaded.parts);
            }
        }
    }

    /// The constraint that `v` is a phi that carries what is loaded, if the distance can be said.
    fn carried(&mut self, v: &VarName, base: &OperandValue, distance: FieldOffset) -> Option<Scope> {
        let mut carried = Scope::default();
        let number = match distance {
            FieldOffset::Any | FieldOffset::Term(_) => None,
            FieldOffset::Zero => Some(0),
            FieldOffset::Operand(Operand::Number(ref text)) => Some(text.parse().ok()?),
            FieldOffset::Operand(_) => return None,
        };
        let term = match distance {
            FieldOffset::Term(term) => term,
            _ => self.hidden(&mut carried),
        };
        carried.parts.extend(number.map(|number| self.is_number(&term, number)));
        carried.parts.push(atom(AtomKind::CarriesLoad, [], [v, &term, &base.name], self.span));
        Some(carried)
    }
}

/// Whether an address is the result of an operation: no phi of it and its operands says where that is the case.
fn is_computed(address: &Expression) -> bool {
    use ExpressionKind::{Associative, Binary, Call, Choice};
    matches!(address.kind, Call(..) | Binary(..) | Choice(..) | Associative(..))
}

/// Whether a sum is a pointer and a number.
fn is_behind(operator: BinaryOperator, of: &Expression, at: &Expression) -> bool {
    operator.operation == Operation::Add
        && matches!(of.kind, ExpressionKind::Variable(_))
        && matches!(at.kind, ExpressionKind::Number(_))
}
