//! A check that variables listed by a quantifier do not occur outside of it.
//!
//! Listed variables are renamed apart, so that the same name outside would be a different variable.
//!
//! ```text
//! ( opcode{x} = add ∧ none {x} ( {x} ∈ {y}.args ) )    =>    E0320: `x` is listed by this `none` and stands outside of it
//! ```

use super::ast::{
    Argument, AtomSyntax, Formula, FormulaKind, Listed, Name, Placing, Set, SetBase, SetItem, Span, Variable,
};
use rustc_hash::FxHashMap;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// Reports variables that are listed by a quantifier and occur outside of it, and variables listed twice.
pub(super) fn check_listed(formula: &Formula, diagnostics: &mut Diagnostics) {
    let mut walk =
        ListedCheck { around: Vec::new(), listed: Vec::new(), outside: FxHashMap::default(), diagnostics };
    walk.formula(formula);
    for name in &walk.listed {
        if let Some(outside) = walk.outside.get(&name.text) {
            let message = format!("`{}` is listed by a quantifier and stands outside of it", name.text);
            walk.diagnostics.push(
                Diagnostic::new(Code::ListedOutside, name.span, message)
                    .also(*outside, "outside")
                    .help("a quantifier binds nothing outside: choose another name"),
            );
        }
    }
}

struct ListedCheck<'a> {
    /// The variables listed by the enclosing quantifiers.
    around: Vec<Name>,
    /// All variables listed so far.
    listed: Vec<Name>,
    /// The words that occur outside of quantifiers listing them, each with its first place.
    outside: FxHashMap<String, Span>,
    diagnostics: &'a mut Diagnostics,
}

impl ListedCheck<'_> {
    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Atom(atom) => self.atom(atom),
            FormulaKind::Include(include) => self.placing(&include.placing),
            FormulaKind::If { then, otherwise, .. } => {
                self.formula(then);
                self.formula(otherwise);
            }
            FormulaKind::Collect { body, .. } => self.formula(body),
            FormulaKind::Pattern(pattern) => {
                self.variable(&pattern.root);
                let each = &mut |variable: &Variable| self.variable(variable);
                pattern.expressions().for_each(|expression| expression.each_variable(each));
            }
            FormulaKind::Comparison(comparison) => {
                let each = &mut |variable: &Variable| self.variable(variable);
                comparison.sides().into_iter().for_each(|side| side.each_variable(each));
            }
            FormulaKind::Let(definition) => {
                self.word(&definition.name);
                definition.value.each_variable(&mut |variable| self.variable(variable));
            }
            FormulaKind::Hide { variables, body } => {
                variables.iter().for_each(|variable| self.variable(variable));
                self.formula(body);
            }
            FormulaKind::Quantified(quantified) => {
                let before = self.around.len();
                self.list(&quantified.listed);
                self.formula(&quantified.body);
                if let Some((listed, then)) = &quantified.then {
                    self.list(listed);
                    self.formula(then);
                }
                self.around.truncate(before);
            }
            FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) => {
                self.formula(&repetition.body);
                self.placing(&repetition.placing);
            }
            FormulaKind::For { body, placing, .. } => {
                self.formula(body);
                self.placing(placing);
            }
        }
    }

    fn list(&mut self, listed: &[Listed]) {
        for Listed { name, .. } in listed {
            if let Some(first) = self.around.iter().find(|other| other.text == name.text) {
                let message = format!("`{}` is listed by a quantifier around this", name.text);
                self.diagnostics.push(
                    Diagnostic::new(Code::ListedOutside, name.span, message).also(first.span, "listed here"),
                );
            }
            self.around.push(name.clone());
            self.listed.push(name.clone());
        }
    }

    fn atom(&mut self, atom: &AtomSyntax) {
        for argument in &atom.arguments {
            match argument {
                Argument::Variable(variable) => self.variable(variable),
                Argument::Set(Set { items, .. }) => items.iter().for_each(|item| self.item(item)),
                Argument::Index(_) | Argument::Symbol(_) | Argument::Words(_) => {}
            }
        }
    }

    fn item(&mut self, item: &SetItem) {
        match &item.base {
            SetBase::Name(name) => self.word(name),
            SetBase::Set(items) => items.iter().for_each(|item| self.item(item)),
        }
    }

    /// Visits the outer names of a placing; the inner ones belong to another specification, or to the body.
    fn placing(&mut self, placing: &Placing) {
        placing.renames.iter().for_each(|(_, here)| self.variable(here));
        placing.prefix.iter().for_each(|prefix| self.variable(prefix));
    }

    fn variable(&mut self, variable: &Variable) {
        self.word(&variable.name);
    }

    fn word(&mut self, name: &Name) {
        // Each occurrence of `{_}` is another variable.
        if name.text != "_" && self.around.iter().all(|listed| listed.text != name.text) {
            self.outside.entry(name.text.clone()).or_insert(name.span);
        }
    }
}
