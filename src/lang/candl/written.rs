//! Conversion of an expanded formula back to syntax, for readers and for tools that read CAnDL.
//!
//! ```text
//! And(Collect(i, use[i].by ∈ y.args), opcode{y} = add)
//!   =>  ( collect i 2 {use[i].by} ∈ {y}.args
//!       ∧ opcode{y} = add)
//! ```
//!
//! The result has the solutions of the original. Places are those of the expanded specification, where there
//! are any.

use super::ast::{
    self, Argument, FormulaKind, Index, Listed, Name, Quantifier, Repetition, Set, SetBase, SetItem, SetStep,
    Span, Specification, Step, Term, Variable,
};
use super::atom_table::{ArgumentKind, AtomKind};
use super::core::{AtomConstant, AtomRelation, BinderId, CoreAtom, Part, VarName};
use super::expand::{ExpandedCollect, ExpandedFormula, ExpandedQuantified};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// `Constraint NAME formula End`.
pub fn specification(name: &str, formula: &ExpandedFormula) -> Specification {
    let mut taken = BTreeSet::new();
    gather_words(formula, &mut taken);
    let formula = SyntaxWriter { indices: Vec::new(), words: FxHashMap::default(), taken }.formula(formula);
    let span = Span::default();
    Specification {
        doc: Vec::new(),
        private: false,
        name: word(name),
        formula,
        rewrite: None,
        fact: None,
        analysis: None,
        span,
        complete: true,
    }
}

/// Appends the words of variables that belong to no quantifier.
fn gather_words(formula: &ExpandedFormula, out: &mut BTreeSet<String>) {
    match formula {
        ExpandedFormula::And(parts) | ExpandedFormula::Or(parts) => {
            parts.iter().for_each(|part| gather_words(part, out))
        }
        ExpandedFormula::Atom(atom, _) => {
            let outer = atom.variables.iter().filter(|name| name.quantifier().is_none());
            out.extend(outer.filter_map(|name| name.word()).map(|word| word.to_string()));
        }
        ExpandedFormula::Collect(collect) => {
            gather_words(&collect.body, out);
            let copies = collect.locals.iter().flat_map(|local| &local.copies);
            let outer = copies.filter(|name| name.quantifier().is_none());
            out.extend(outer.filter_map(|name| name.word()).map(|word| word.to_string()));
        }
        ExpandedFormula::Quantified(quantified) => gather_words(&quantified.body, out),
        ExpandedFormula::Hidden(hidden) => {
            gather_words(&hidden.body, out);
            let outer = hidden.locals.iter().filter(|name| name.quantifier().is_none());
            out.extend(outer.filter_map(|name| name.word()).map(|word| word.to_string()));
        }
    }
}

struct SyntaxWriter {
    /// The words for the indices of the enclosing collects.
    indices: Vec<(BinderId, String)>,
    /// The words for variables of quantifiers: each is listed by one quantifier, and occurs nowhere else.
    words: FxHashMap<(BinderId, Arc<str>), String>,
    /// All words in use.
    taken: BTreeSet<String>,
}

impl SyntaxWriter {
    fn formula(&mut self, formula: &ExpandedFormula) -> ast::Formula {
        match formula {
            ExpandedFormula::And(parts) => match self.parts(parts) {
                parts if parts.is_empty() => at(Span::default(), FormulaKind::ForEach(nothing())),
                parts => join(parts.into_iter().flat_map(conjuncts).collect(), FormulaKind::And),
            },
            ExpandedFormula::Or(parts) => match self.parts(parts) {
                parts if parts.is_empty() => at(Span::default(), FormulaKind::ForAny(nothing())),
                parts => join(parts, FormulaKind::Or),
            },
            ExpandedFormula::Atom(atom, span) => at(*span, FormulaKind::Atom(self.atom(atom))),
            ExpandedFormula::Collect(collect) => self.collect(collect),
            ExpandedFormula::Quantified(quantified) => self.quantified(quantified),
            ExpandedFormula::Hidden(hidden) => {
                let variables = hidden.locals.iter().map(|local| self.variable(local)).collect();
                let body = Box::new(self.formula(&hidden.body));
                at(hidden.span, FormulaKind::Hide { variables, body })
            }
        }
    }

    /// Writes a quantifier that lists all of its variables. Those that an include brought are private, since
    /// they do not make a witness.
    fn quantified(&mut self, quantified: &ExpandedQuantified) -> ast::Formula {
        let mut listed: Vec<Listed> = Vec::new();
        for name in quantified.locals() {
            let Some(own) = name.word() else { continue };
            let word = self.word_of(quantified.id, own);
            if listed.iter().all(|other| other.name.text != word) {
                listed.push(Listed { name: self::word(&word), private: !quantified.lists(&name) });
            }
        }
        let body = Box::new(self.formula(&quantified.body));
        let quantifier = if quantified.wanted { Quantifier::Some } else { Quantifier::None };
        let kind = ast::Quantified { quantifier, listed, body, then: None };
        at(quantified.span, FormulaKind::Quantified(kind))
    }

    /// The word for the variables of a quantifier with the word `own`: this one, or a similar one that occurs
    /// nowhere else.
    fn word_of(&mut self, quantifier: BinderId, own: &Arc<str>) -> String {
        let key = (quantifier, own.clone());
        if let Some(known) = self.words.get(&key) {
            return known.clone();
        }
        let others = (2u32..).map(|n| format!("{own}_{n}"));
        let free = |word: &String| !self.taken.contains(word);
        let word = std::iter::once(own.to_string()).chain(others).find(free).unwrap_or_default();
        self.taken.insert(word.clone());
        self.words.insert(key, word.clone());
        word
    }

    fn parts(&mut self, parts: &[ExpandedFormula]) -> Vec<ast::Formula> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// Writes the collect, and equations for copies with another name outside.
    fn collect(&mut self, collect: &ExpandedCollect) -> ast::Formula {
        let word = self.free_word(&collect.name);
        self.indices.push((collect.index, word.clone()));
        let body = Box::new(self.formula(&collect.body));
        self.indices.pop();
        let kind =
            FormulaKind::Collect { index: self::word(&word), limit: number(u64::from(collect.limit)), body };
        let mut parts = vec![at(collect.span, kind)];
        for local in &collect.locals {
            for (k, copy) in (0..).zip(&local.copies) {
                let own = local.name.copy(collect.index, k);
                if own != *copy {
                    let equal = equation(self.variable(copy), self.variable(&own));
                    parts.push(at(collect.span, FormulaKind::Atom(equal)));
                }
            }
        }
        join(parts, FormulaKind::And)
    }

    /// The word written for an index, or a similar one if an enclosing collect has the same.
    fn free_word(&self, wanted: &str) -> String {
        let is_free = |word: &String| self.indices.iter().all(|(_, taken)| taken != word);
        let others = (2u32..).map(|n| format!("{wanted}{n}"));
        std::iter::once(wanted.to_owned()).chain(others).find(is_free).unwrap_or_default()
    }

    fn slot(&self, slot: BinderId) -> Index {
        let known = self.indices.iter().find(|(id, _)| *id == slot);
        let name = known.map_or_else(|| format!("slot{}", slot.0), |(_, word)| word.clone());
        Index { terms: vec![(false, Term::Name(word(&name)))], span: Span::default() }
    }

    fn variable(&self, name: &VarName) -> Variable {
        let mut parts = name.0.iter().filter(|part| !matches!(part, Part::Local(_)));
        let first = match (parts.next(), name.quantifier()) {
            (Some(Part::Field(first)), None) => word(first),
            (Some(Part::Field(first)), Some(quantifier)) => {
                word(self.words.get(&(quantifier, first.clone())).map_or("", String::as_str))
            }
            _ => word(""),
        };
        let step = |part: &Part| match part {
            Part::Field(field) => Step::Field(word(field)),
            Part::Number(n) => Step::Index(number(u64::from(*n))),
            Part::CollectIndex(slot) | Part::Local(slot) => Step::Index(self.slot(*slot)),
            Part::Hidden(mark) => Step::Field(word(&(mark.0 + 1).to_string())),
        };
        Variable { name: first, path: parts.map(step).collect(), span: Span::default() }
    }

    fn set(&self, names: &[VarName]) -> Set {
        let item = |name: &VarName| {
            let variable = self.variable(name);
            let step = |step: Step| match step {
                Step::Field(field) => SetStep::Field(field),
                Step::Index(index) => SetStep::Index(index),
            };
            let path = variable.path.into_iter().map(step).collect();
            SetItem { base: SetBase::Name(variable.name), path, span: Span::default() }
        };
        let mut items: Vec<SetItem> = names.iter().map(item).collect();
        if items.is_empty() {
            // The grammar has no empty set, but empty ranges.
            let path = vec![SetStep::Range(number(0), number(0))];
            items.push(SetItem { base: SetBase::Name(word("none")), path, span: Span::default() });
        }
        Set { items, span: Span::default() }
    }

    fn atom(&self, atom: &CoreAtom) -> ast::AtomSyntax {
        let AtomRelation { kind, negated, constants } = &atom.relation;
        let mut names = atom.variables.as_slice();
        let mut constants = constants.iter();
        let mut next = |wanted: &ArgumentKind| match (wanted, constants.as_slice().first()) {
            (ArgumentKind::Variable, _) => {
                let (first, rest) = names.split_first()?;
                names = rest;
                Some(Argument::Variable(self.variable(first)))
            }
            (_, None) => None,
            (_, Some(constant)) => {
                constants.next();
                Some(match constant {
                    AtomConstant::Symbol(symbol) => Argument::Symbol(symbol.clone()),
                    AtomConstant::Words(words) => Argument::Words(words.clone()),
                    AtomConstant::Number(n) => Argument::Index(number(u64::from(*n))),
                    AtomConstant::Members(count) => {
                        let (members, rest) = split(names, *count);
                        names = rest;
                        Argument::Set(self.set(members))
                    }
                })
            }
        };
        let arguments = kind.row().arguments.iter().filter_map(|(_, wanted)| next(wanted)).collect();
        ast::AtomSyntax { kind: *kind, negated: *negated, arguments }
    }
}

/// Joins the formulas; a single one stands for itself.
fn join(mut parts: Vec<ast::Formula>, kind: fn(Vec<ast::Formula>) -> FormulaKind) -> ast::Formula {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => at(Span::default(), kind(parts.into_iter().chain(last).collect())),
    }
}

/// The parts of a conjunction, or the formula itself.
fn conjuncts(formula: ast::Formula) -> Vec<ast::Formula> {
    match formula.kind {
        FormulaKind::And(parts) => parts,
        _ => vec![formula],
    }
}

fn split(names: &[VarName], at: u32) -> (&[VarName], &[VarName]) {
    names.split_at((at as usize).min(names.len()))
}

/// `{left} = {right}`
fn equation(left: Variable, right: Variable) -> ast::AtomSyntax {
    let arguments = vec![Argument::Variable(left), Argument::Variable(right)];
    ast::AtomSyntax { kind: AtomKind::Equal, negated: false, arguments }
}

fn at(span: Span, kind: FormulaKind) -> ast::Formula {
    ast::Formula { kind, span }
}

fn word(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn number(value: u64) -> Index {
    Index { terms: vec![(false, Term::Number(value, Span::default()))], span: Span::default() }
}

/// `{none[i]} = {none[i]} foreach i=0..0`: no formula at all once it is unrolled.
fn nothing() -> Repetition {
    let index = Index { terms: vec![(false, Term::Name(word("i")))], span: Span::default() };
    let variable = Variable { name: word("none"), path: vec![Step::Index(index)], span: Span::default() };
    let body = FormulaKind::Atom(equation(variable.clone(), variable));
    Repetition {
        body: Box::new(at(Span::default(), body)),
        index: word("i"),
        from: number(0),
        to: number(0),
        placing: ast::Placing::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candl::compile::check;
    use crate::candl::expand::expand;
    use crate::candl::flatten::flatten;
    use crate::candl::printer::{Spelling, print_formula};
    use crate::candl::vocabulary::AnyWord;
    use text::sources::Sources;

    /// The last specification of a text, expanded and written.
    fn written(text: &str) -> String {
        let mut sources = Sources::new();
        sources.add("test", text);
        let compiled = check(&sources, &AnyWord);
        let root = compiled.program.roots.last().unwrap().unwrap();
        let formula = flatten(expand(&compiled.program, root).unwrap());
        print_formula(&specification("X", &formula).formula, Spelling::Unicode)
    }

    /// Checks the written text, and that expanding it again changes nothing.
    fn check_written(formula: &str, expect: &str) {
        let part = "Constraint Part ( {by} ∈ {of}.args ∧ collect i 2 {a[i]} ∈ {by}.args ) End ";
        let first = written(&format!("{part} Constraint X ( {formula} ) End"));
        assert_eq!(first, expect);
        assert_eq!(written(&format!("Constraint X {first} End")), first);
    }

    #[test]
    fn formulas_are_written_out() {
        for (formula, expect) in [
            ("include Part @ {p}", "( {p.by} ∈ {p.of}.args\n∧ collect i 2 {p.a[i]} ∈ {p.by}.args)"),
            (
                "collect i 3 include Part({y}->{of}) @ {p[i]}",
                "collect i 3 ( {p[i].by} ∈ {y}.args\n            ∧ collect i2 2 {p[i].a[i2]} ∈ {p[i].by}.args)",
            ),
            (
                "include Part({z}->{a[1]})",
                "( {by} ∈ {of}.args\n∧ collect i 2 {a[i]} ∈ {by}.args\n∧ {z} = {a[1]})",
            ),
            ("{x[i]} = {y} foreach i=0..2", "( {x[0]} = {y}\n∧ {x[1]} = {y})"),
            ("{x[i]} = {y} foreach i=0..0", "{none[i]} = {none[i]} foreach i=0..0"),
            (
                "opcode{x} = add ∧ {x} = {y} forany i=0..0",
                "( opcode{x} = add\n∧ {none[i]} = {none[i]} forany i=0..0)",
            ),
            (
                "calculated_from({a[0..2]}, {b}, {c[1..1]}) ∧ {{a[0..2]}} is the same set as {{b}.c}",
                "( calculated_from({a[0], a[1]}, {b}, {none[0..0]})\n∧ {a[0], a[1]} is the same set as {b.c})",
            ),
            ("{a} -> {b} Φ {c}", "{a} -> {b} Φ {c}"),
            (
                "{p} ∈ {x}.args ∧ hide {p}, {q.r} ( {p} ∈ {x}.args ∧ {p} = {q.r.s})",
                "( {p} ∈ {x}.args\n∧ hide {p.1}, {q.r.2} ( {p.1} ∈ {x}.args\n\
                 \u{20}                     ∧ {p.1} = {q.r.2.s}))",
            ),
            ("not post_domination({a}, {b})", "not post_domination({a}, {b})"),
            (
                "all data flow from {a} to {b} passes through {c}",
                "all data flow from {a} to {b} passes through {c}",
            ),
            ("{x} = {y}.operands[2]", "{x} = {y}.operands[2]"),
            ("data_type{x} = \"<4 x float>\"", "data_type{x} = \"<4 x float>\""),
            ("literal{x} = -1.5", "literal{x} = -1.5"),
            (
                "every {x} ( {x} ∈ {y}.args ) has ( include Part({x}->{by}) )",
                "none {x} ( {x} ∈ {y}.args\n         ∧ none private {of}, private {a} ( {x} ∈ {of}.args\n                                          ∧ collect i 2 {a[i]} ∈ {x}.args))",
            ),
            (
                "opcode{y} = add ∧ some {x} ( include Part @ {x} ) ∧ some {x} ( {x} ∈ {y}.args )",
                "( opcode{y} = add\n∧ some {x} ( {x.by} ∈ {x.of}.args\n           ∧ collect i 2 {x.a[i]} ∈ {x.by}.args)\n∧ some {x_2} ( {x_2} ∈ {y}.args))",
            ),
        ] {
            check_written(formula, expect);
        }
    }
}
