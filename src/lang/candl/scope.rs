//! Index names: their binders, and the free ones, which become index parameters.
//!
//! Index names are lexically scoped. One walk computes the free names of a specification (its index
//! parameters), and checks binders and uses.
//!
//! ```text
//! collect i N ( {a[i]} = {b[j]} foreach j=0..M )    =>    free: N, M
//! ```

use super::ast::{
    Argument, AtomSyntax, Formula, FormulaKind, Index, Name, Placing, Repetition, Set, SetBase, SetItem,
    SetStep, Span, Step, Term, Variable, each_formula,
};
use super::pattern::tree::Expression;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// An index parameter: an index name that a specification leaves free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexParameter {
    /// The name.
    pub name: String,
    /// The place of its first use.
    pub span: Span,
    /// Whether a value has to be given: `false` if every use is under `… if not otherwise specified`.
    pub required: bool,
}

/// The index names a formula leaves free, in order of first appearance.
pub fn index_parameters(formula: &Formula) -> Vec<IndexParameter> {
    let mut silent = Diagnostics::new();
    let lets = let_names(formula);
    let mut walk = IndexScopes { bound: Vec::new(), free: Vec::new(), lets, diagnostics: &mut silent };
    walk.formula(formula);
    walk.free
}

/// Reports invalid binders and uses of index names.
pub fn check_indices(formula: &Formula, diagnostics: &mut Diagnostics) {
    let lets = let_names(formula);
    IndexScopes { bound: Vec::new(), free: Vec::new(), lets, diagnostics }.formula(formula);
}

/// The names bound by `let` in a formula.
pub(super) fn let_names(formula: &Formula) -> Vec<String> {
    let mut names = Vec::new();
    each_formula(formula, true, &mut |formula| {
        if let FormulaKind::Let(definition) = &formula.kind {
            names.push(definition.name.text.clone());
        }
    });
    names
}

struct Binder {
    name: String,
    span: Span,
    collect: bool,
    used: bool,
}

struct IndexScopes<'a> {
    bound: Vec<Binder>,
    free: Vec<IndexParameter>,
    lets: Vec<String>,
    diagnostics: &'a mut Diagnostics,
}

impl IndexScopes<'_> {
    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part))
            }
            FormulaKind::Atom(atom) => self.atom(atom),
            FormulaKind::Include(include) => {
                include.parameters.iter().for_each(|(_, value)| self.index(value));
                self.placing(&include.placing);
            }
            FormulaKind::If { left, right, then, otherwise } => {
                self.index(left);
                self.index(right);
                self.formula(then);
                self.formula(otherwise);
            }
            FormulaKind::Collect { index, limit, body } => {
                self.index(limit);
                self.bind(index, true, |walk| walk.formula(body));
            }
            FormulaKind::Quantified(quantified) => {
                self.formula(&quantified.body);
                quantified.then.iter().for_each(|(_, then)| self.formula(then));
            }
            FormulaKind::Pattern(pattern) => {
                self.variable(&pattern.root);
                pattern.expressions().for_each(|expression| self.expression(expression));
            }
            FormulaKind::Comparison(comparison) => {
                comparison.sides().into_iter().for_each(|side| self.expression(side));
            }
            FormulaKind::Let(definition) => self.expression(&definition.value),
            FormulaKind::Hide { variables, body } => {
                variables.iter().for_each(|variable| self.variable(variable));
                self.formula(body);
            }
            FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) => self.repetition(repetition),
            FormulaKind::For { body, index, value, default, placing } => {
                self.index(value);
                if *default {
                    self.mention(&index.text, index.span, false);
                }
                self.bind(index, false, |walk| {
                    walk.formula(body);
                    walk.placing(placing);
                });
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        expression.each_variable(&mut |variable| self.variable(variable));
        expression.each_index(&mut |name| {
            if !self.lets.contains(&name.text) {
                let terms = vec![(false, Term::Name(name.clone()))];
                self.index(&Index { terms, span: name.span });
            }
        });
    }

    fn repetition(&mut self, repetition: &Repetition) {
        self.index(&repetition.from);
        self.index(&repetition.to);
        self.bind(&repetition.index, false, |walk| {
            walk.formula(&repetition.body);
            walk.placing(&repetition.placing);
        });
    }

    /// Walks the scope of a binder.
    fn bind(&mut self, name: &Name, collect: bool, inside: impl FnOnce(&mut Self)) {
        if let Some(outer) =
            self.bound.iter_mut().rfind(|binder| binder.name == name.text).filter(|o| o.collect)
        {
            // The author intended to use the outer one.
            outer.used = true;
            let message = format!("`{}` is the index of a collect around this", name.text);
            self.diagnostics.push(
                Diagnostic::new(Code::CollectIndexReused, name.span, message)
                    .also(outer.span, "the collect's index")
                    .help("choose another name"),
            );
        }
        self.bound.push(Binder { name: name.text.clone(), span: name.span, collect, used: false });
        inside(self);
        let binder = self.bound.pop();
        if binder.is_some_and(|binder| !binder.used) {
            self.diagnostics.push(match collect {
                true => without_locals(name),
                false => {
                    let message = format!("the index `{}` is never used", name.text);
                    Diagnostic::new(Code::UnusedIndex, name.span, message)
                }
            });
        }
    }

    fn atom(&mut self, atom: &AtomSyntax) {
        for argument in &atom.arguments {
            match argument {
                Argument::Variable(variable) => self.variable(variable),
                Argument::Set(set) => self.set(set),
                Argument::Index(index) => self.index(index),
                Argument::Symbol(_) | Argument::Words(_) => {}
            }
        }
    }

    fn placing(&mut self, placing: &Placing) {
        for (inside, here) in &placing.renames {
            self.variable(here);
            self.variable(inside);
        }
        if let Some(prefix) = &placing.prefix {
            self.variable(prefix);
        }
    }

    fn variable(&mut self, variable: &Variable) {
        for step in &variable.path {
            if let Step::Index(index) = step {
                self.slot(index);
            }
        }
    }

    fn set(&mut self, set: &Set) {
        set.items.iter().for_each(|item| self.set_item(item));
    }

    fn set_item(&mut self, item: &SetItem) {
        if let SetBase::Set(items) = &item.base {
            items.iter().for_each(|item| self.set_item(item));
        }
        for step in &item.path {
            match step {
                SetStep::Field(_) => {}
                SetStep::Index(index) => self.slot(index),
                SetStep::Range(from, to) => {
                    self.index(from);
                    self.index(to);
                }
            }
        }
    }

    /// Checks `[index]` in a name: the only place where the index of a collect may stand, and only alone.
    fn slot(&mut self, index: &Index) {
        match index.terms.as_slice() {
            [(false, Term::Name(name))] => {
                self.mention(&name.text, name.span, true);
            }
            _ => self.index(index),
        }
    }

    /// Checks an index that must evaluate to a number.
    fn index(&mut self, index: &Index) {
        for (_, term) in &index.terms {
            let Term::Name(name) = term else { continue };
            self.mention(&name.text, name.span, true);
            let binder = self.bound.iter().rfind(|binder| binder.name == name.text);
            if let Some(binder) = binder.filter(|binder| binder.collect) {
                let message = format!("the index `{}` of a collect stands for no number", name.text);
                self.diagnostics.push(
                    Diagnostic::new(Code::CollectIndexMisused, index.span, message)
                        .also(binder.span, "the collect's index")
                        .help(format!("it may only stand as `[{}]` in the name of a variable", name.text)),
                );
            }
        }
    }

    /// Records a use of an index name; `required` unless it has a default.
    fn mention(&mut self, name: &str, span: Span, required: bool) {
        let bound = if required { self.bound.iter_mut().rfind(|binder| binder.name == name) } else { None };
        if let Some(binder) = bound {
            binder.used = true;
            return;
        }
        match self.free.iter_mut().find(|parameter| parameter.name == name) {
            Some(known) if required && !known.required => {
                known.required = true;
                known.span = span;
            }
            Some(_) => {}
            None => self.free.push(IndexParameter { name: name.to_owned(), span, required }),
        }
    }
}

/// The error that no variable of a collect contains its index.
pub(super) fn without_locals(index: &Name) -> Diagnostic {
    let message = format!("no variable of this collect carries its index `[{}]`", index.text);
    Diagnostic::new(Code::CollectWithoutLocals, index.span, message).help(format!(
        "variables to collect are written `{{name[{}]}}`; all others are fixed from outside",
        index.text
    ))
}
