//! Formulas on one line: atoms, variables, sets, indices, placings.

use super::super::ast::{
    Argument, AtomSyntax, Index, Name, Placing, Set, SetBase, SetItem, SetStep, Symbol, Variable,
};
use super::super::atom_table::{PieceKind, canonical};
use super::super::lexer::TokenKind;
use super::Printer;

impl Printer<'_> {
    pub(super) fn index(&mut self, index: &Index) {
        self.push(&index.text());
    }

    fn bracket(&mut self, index: &Index) {
        self.push("[");
        self.index(index);
        self.push("]");
    }

    pub(super) fn variable(&mut self, variable: &Variable) {
        self.push("{");
        self.push(&variable.text());
        self.push("}");
    }

    fn set(&mut self, set: &Set) {
        self.items(&set.items);
    }

    fn items(&mut self, items: &[SetItem]) {
        self.push("{");
        for (position, item) in items.iter().enumerate() {
            if position > 0 {
                self.push(", ");
            }
            match &item.base {
                SetBase::Name(name) => self.push(&name.text),
                SetBase::Set(items) => self.items(items),
            }
            item.path.iter().for_each(|step| self.set_step(step));
        }
        self.push("}");
    }

    fn set_step(&mut self, step: &SetStep) {
        match step {
            SetStep::Field(name) => {
                self.push(".");
                self.push(&name.text);
            }
            SetStep::Index(index) => self.bracket(index),
            SetStep::Range(from, to) => {
                self.push("[");
                self.index(from);
                self.push("..");
                self.index(to);
                self.push("]");
            }
        }
    }

    fn words(&mut self, words: &[Symbol]) {
        for (position, word) in words.iter().enumerate() {
            self.push(if position == 0 { "{" } else { ", " });
            self.symbol(word);
        }
        self.push("}");
    }

    fn symbol(&mut self, symbol: &Symbol) {
        if symbol.quoted {
            self.push("\"");
            self.push(&symbol.text);
            self.push("\"");
        } else {
            self.push(&symbol.text);
        }
    }

    pub(super) fn parameters(&mut self, parameters: &[(Name, Index)]) {
        for (position, (name, value)) in parameters.iter().enumerate() {
            self.push(if position == 0 { "[" } else { "," });
            self.push(&name.text);
            self.push("=");
            self.index(value);
        }
        if !parameters.is_empty() {
            self.push("]");
        }
    }

    pub(super) fn placing(&mut self, placing: &Placing) {
        for (position, (inside, here)) in placing.renames.iter().enumerate() {
            self.push(if position == 0 { "(" } else { ", " });
            self.variable(here);
            self.push("->");
            self.variable(inside);
        }
        if !placing.renames.is_empty() {
            self.push(")");
        }
        if let Some(prefix) = &placing.prefix {
            self.push(" @ ");
            self.variable(prefix);
        }
    }

    /// Prints the canonical spelling of an atom, with its arguments in place.
    pub(super) fn atom(&mut self, atom: &AtomSyntax) {
        if atom.negated {
            self.push("not ");
        }
        let Some(template) = canonical(atom.kind) else { return };
        for piece in &template.pieces {
            if piece.spaced {
                self.push(" ");
            }
            match piece.kind {
                PieceKind::Sign(TokenKind::In) => self.push(self.spelling.element()),
                PieceKind::Sign(TokenKind::NotEqual) => self.push(self.spelling.differ()),
                PieceKind::Sign(TokenKind::Phi) => self.push(self.spelling.phi()),
                PieceKind::Sign(_) | PieceKind::Word => self.push(piece.text),
                PieceKind::Argument(position) => match atom.arguments.get(position) {
                    Some(Argument::Variable(variable)) => self.variable(variable),
                    Some(Argument::Set(set)) => self.set(set),
                    Some(Argument::Index(index)) => self.index(index),
                    Some(Argument::Symbol(symbol)) => self.symbol(symbol),
                    Some(Argument::Words(words)) => self.words(words),
                    None => {}
                },
            }
        }
    }
}
