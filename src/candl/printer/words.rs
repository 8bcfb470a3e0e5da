//! What stands on one line: atoms, variables, sets, indices, placings.

use super::super::ast::{
    Atom, DominanceKind, FlowKind, Index, IrType, Name, Placing, Set, SetBase, SetItem, SetStep, Step,
    Symbol, Term, Variable,
};
use super::Printer;

impl Printer<'_> {
    pub(super) fn index(&mut self, index: &Index) {
        for (position, (minus, term)) in index.terms.iter().enumerate() {
            if position > 0 {
                self.push(if *minus { "-" } else { "+" });
            }
            match term {
                Term::Name(name) => self.push(&name.text),
                Term::Number(number, _) => self.push(&number.to_string()),
            }
        }
    }

    fn bracket(&mut self, index: &Index) {
        self.push("[");
        self.index(index);
        self.push("]");
    }

    pub(super) fn variable(&mut self, variable: &Variable) {
        self.push("{");
        self.push(&variable.name.text);
        for step in &variable.path {
            match step {
                Step::Field(name) => {
                    self.push(".");
                    self.push(&name.text);
                }
                Step::Index(index) => self.bracket(index),
            }
        }
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

    /// `word{x} = symbol`
    fn named(&mut self, word: &str, variable: &Variable, symbol: &Symbol) {
        self.push(word);
        self.variable(variable);
        self.push(" = ");
        self.symbol(symbol);
    }

    /// `{x} words {y}`
    fn pair(&mut self, left: &Variable, words: &str, right: &Variable) {
        self.variable(left);
        self.push(" ");
        self.push(words);
        self.push(" ");
        self.variable(right);
    }

    /// `{x} = {y}.list[n]`
    fn member(&mut self, part: &Variable, whole: &Variable, list: &str, index: &Index) {
        self.pair(part, "=", whole);
        self.push(list);
        self.bracket(index);
    }

    /// `{x} words`
    fn said(&mut self, variable: &Variable, words: &str) {
        self.variable(variable);
        self.push(" ");
        self.push(words);
    }

    pub(super) fn atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Opcode(x, s) => self.named("opcode", x, s),
            Atom::DataType(x, s) => self.named("data_type", x, s),
            Atom::FunctionName(x, s) => self.named("function_name", x, s),
            Atom::Literal(x, s) => self.named("literal", x, s),
            Atom::IrType(x, kind) => self.ir_type(x, *kind),
            Atom::NotNumericConstant(x) => {
                self.push("ir_type");
                self.said(x, self.spelling.differ());
                self.push(" numeric constant");
            }
            Atom::IntegerZero(x) => self.said(x, "is integer zero"),
            Atom::FloatZero(x) => self.said(x, "is floating point zero"),
            Atom::Unused(x) => self.said(x, "is unused"),
            Atom::ArgNumber(x, y, n) => self.member(x, y, ".args", n),
            Atom::OperandNumber(x, y, n) => self.member(x, y, ".operands", n),
            Atom::SuccessorNumber(x, y, n) => self.member(x, y, ".successors", n),
            Atom::InArgs(x, y) => {
                self.pair(x, self.spelling.element(), y);
                self.push(".args");
            }
            Atom::InSuccessors(x, y) => {
                self.pair(x, self.spelling.element(), y);
                self.push(".successors");
            }
            Atom::Equal(x, y) => self.pair(x, "=", y),
            Atom::Differ(x, y) => self.pair(x, self.spelling.differ(), y),
            Atom::Phi { value, from, phi } => {
                self.pair(value, "->", from);
                self.push(" ");
                self.push(self.spelling.phi());
                self.push(" ");
                self.variable(phi);
            }
            Atom::Domination { kind, negated, dominator, dominated } => {
                self.push(if *negated { "not " } else { "" });
                self.push(dominance(*kind));
                self.push("(");
                self.variable(dominator);
                self.push(", ");
                self.variable(dominated);
                self.push(")");
            }
            Atom::PassesThrough { flow, from, to, through } => {
                self.push(match flow {
                    FlowKind::Control => "all control flow from ",
                    FlowKind::Data => "all data flow from ",
                    FlowKind::Any => "all flow from ",
                });
                self.pair(from, "to", to);
                self.push(" passes through ");
                self.variable(through);
            }
            Atom::ControlDependence(x, y) => self.pair(x, "has control dominance to", y),
            Atom::DependenceEdge(x, y) => self.pair(x, "has dependence edge to", y),
            Atom::CalculatedFrom(origins, results, interface) => {
                for (before, set) in
                    ["calculated_from(", ", ", ", "].into_iter().zip([origins, results, interface])
                {
                    self.push(before);
                    self.set(set);
                }
                self.push(")");
            }
            Atom::HasAttribute(x, s) => {
                self.said(x, "has attribute ");
                self.symbol(s);
            }
            Atom::HasFlag(x, s) => {
                self.said(x, "has flag ");
                self.symbol(s);
            }
            Atom::SameSet(left, right) => {
                self.set(left);
                self.push(" is the same set as ");
                self.set(right);
            }
        }
    }

    fn ir_type(&mut self, variable: &Variable, kind: IrType) {
        self.push("ir_type");
        self.variable(variable);
        self.push(match kind {
            IrType::Literal => " = literal",
            IrType::Argument => " = argument",
            IrType::Instruction => " = instruction",
            IrType::Preexecution => " = preexecution",
            IrType::Splat => " = splat",
            IrType::Undefined => " = undefined",
        });
    }
}

fn dominance(kind: DominanceKind) -> &'static str {
    match (kind.strict, kind.post) {
        (false, false) => "domination",
        (true, false) => "strict_domination",
        (false, true) => "post_domination",
        (true, true) => "strict_post_domination",
    }
}
