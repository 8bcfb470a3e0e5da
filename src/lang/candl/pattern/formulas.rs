//! Constructors for the atoms that patterns are expanded to.

use super::super::ast::Symbol;
use super::super::atom_table::AtomKind;
use super::super::core::{AtomConstant, AtomRelation, CoreAtom, CoreFormula, CoreHidden, Span, VarName};
use super::{Expansion, OperandValue};

/// A use of a value as an operand of an instruction, behind casts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Use {
    /// The first variable in the pattern with the same value.
    pub(super) class: VarName,
    pub(super) value: VarName,
    pub(super) user: VarName,
    /// Whether the user is a comparison.
    pub(super) compares: bool,
}

/// A conjunction under construction, and its hidden variables.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) locals: Vec<VarName>,
    pub(super) parts: Vec<CoreFormula>,
    /// The uses of values behind casts in the conjunction.
    pub(super) uses: Vec<Use>,
}

impl Scope {
    /// The finished formula.
    pub(super) fn close(mut self, span: Span) -> CoreFormula {
        let body = match self.parts.pop() {
            Some(only) if self.parts.is_empty() => only,
            last => CoreFormula::And(self.parts.into_iter().chain(last).collect()),
        };
        if self.locals.is_empty() {
            return body;
        }
        CoreFormula::Hidden(CoreHidden { locals: self.locals, body: Box::new(body), span })
    }
}

/// An atom of the table.
pub(super) fn atom<const C: usize, const V: usize>(
    kind: AtomKind,
    constants: [AtomConstant; C],
    variables: [&VarName; V],
    span: Span,
) -> CoreFormula {
    let relation = AtomRelation { kind, negated: false, constants: constants.into() };
    CoreFormula::Atom(CoreAtom { relation, variables: variables.into_iter().cloned().collect() }, span)
}

impl Expansion<'_> {
    /// An atom of one variable and one word.
    pub(super) fn word(&self, kind: AtomKind, v: &VarName, text: &str) -> CoreFormula {
        let symbol = Symbol { text: text.to_owned(), quoted: false, span: self.span };
        atom(kind, [AtomConstant::Symbol(symbol)], [v], self.span)
    }

    /// An atom about one of several words, as a disjunction.
    pub(super) fn words(&self, kind: AtomKind, v: &VarName, texts: &[&str]) -> CoreFormula {
        match texts {
            [text] => self.word(kind, v, text),
            texts => CoreFormula::Or(texts.iter().map(|text| self.word(kind, v, text)).collect()),
        }
    }

    /// Requires one of these opcodes.
    pub(super) fn opcodes(&self, v: &VarName, opcodes: &[&str], scope: &mut Scope) {
        scope.parts.push(self.words(AtomKind::Opcode, v, opcodes));
    }

    /// Requires this type.
    pub(super) fn data_type(&self, v: &VarName, text: &str, scope: &mut Scope) {
        scope.parts.push(self.word(AtomKind::DataType, v, text));
    }

    /// Requires one of these flags.
    pub(super) fn flags(&self, v: &VarName, flags: &[&str], scope: &mut Scope) {
        scope.parts.push(self.words(AtomKind::HasFlag, v, flags));
    }

    /// Requires one of these functions.
    pub(super) fn functions(&self, v: &VarName, names: &[&str], scope: &mut Scope) {
        scope.parts.push(self.words(AtomKind::FunctionName, v, names));
    }

    /// Requires this constant.
    pub(super) fn literal(&self, v: &VarName, number: &str, scope: &mut Scope) {
        scope.parts.push(self.word(AtomKind::Literal, v, number));
    }

    /// Requires a zero of any kind.
    pub(super) fn zero(&self, v: &VarName, scope: &mut Scope) {
        let zeros = [AtomKind::IntegerZero, AtomKind::FloatZero];
        scope.parts.push(CoreFormula::Or(zeros.map(|kind| atom(kind, [], [v], self.span)).into()));
    }

    /// Requires the value as the argument of the instruction at `position`.
    pub(super) fn edge(&self, value: &OperandValue, v: &VarName, position: u32, scope: &mut Scope) {
        scope.parts.push(self.edge_atom(value, v, position));
        self.note_use(value, v, scope);
    }

    fn edge_atom(&self, value: &OperandValue, v: &VarName, position: u32) -> CoreFormula {
        let kind = if value.is_exact { AtomKind::OperandNumber } else { AtomKind::ArgNumber };
        atom(kind, [AtomConstant::Number(position)], [&value.name, v], self.span)
    }

    /// Requires the values as two consecutive arguments, in either order.
    pub(super) fn either_order(
        &self,
        (a, b): (&OperandValue, &OperandValue),
        v: &VarName,
        first: u32,
        scope: &mut Scope,
    ) {
        let order = |a: &OperandValue, b: &OperandValue| {
            CoreFormula::And(vec![self.edge_atom(a, v, first), self.edge_atom(b, v, first + 1)])
        };
        scope.parts.push(if a == b { order(a, b) } else { CoreFormula::Or(vec![order(a, b), order(b, a)]) });
        [a, b].into_iter().for_each(|value| self.note_use(value, v, scope));
    }

    /// Requires the values as the first two arguments.
    pub(super) fn in_order(&self, (a, b): (&OperandValue, &OperandValue), v: &VarName, scope: &mut Scope) {
        self.edge(a, v, 0, scope);
        self.edge(b, v, 1, scope);
    }
}
