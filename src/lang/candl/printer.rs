//! The printer: a syntax tree as canonical text.
//!
//! This is the output of `idiom fmt`: one part of a conjunction or disjunction per line, with the operator in
//! front and all comments. The text parses back to the same tree. Lines are broken only between parts; other
//! formulas stay on one line.
//!
//! ```text
//! Constraint Loop (include SESE && {begin} in {end}.successors) End
//!   =>  Constraint Loop
//!       ( include SESE
//!       ∧ {begin} ∈ {end}.successors)
//!       End
//! ```

mod analysis;
mod pattern;
mod rewrite;
mod words;

use super::ast::{FactHead, Formula, FormulaKind, Listed, Repetition, Specification};
use super::lexer::Comment;
use super::parser::Parsed;
use super::pattern::tree::Expression;

/// The spelling of operators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// `∧ ∨ ∈ ≠ Φ`
    #[default]
    Unicode,
    /// `and or in != phi`
    Ascii,
}

impl Spelling {
    fn and(self) -> &'static str {
        if self == Spelling::Unicode { "∧" } else { "and" }
    }

    fn or(self) -> &'static str {
        if self == Spelling::Unicode { "∨" } else { "or" }
    }

    fn element(self) -> &'static str {
        if self == Spelling::Unicode { "∈" } else { "in" }
    }

    fn differ(self) -> &'static str {
        if self == Spelling::Unicode { "≠" } else { "!=" }
    }

    fn phi(self) -> &'static str {
        if self == Spelling::Unicode { "Φ" } else { "phi" }
    }
}

/// A parsed file as canonical text, with its comments.
pub fn print_file(parsed: &Parsed, spelling: Spelling) -> String {
    let mut printer = Printer { text: String::new(), spelling, comments: &parsed.comments };
    let specifications = &parsed.file.specifications;
    let uses = &parsed.file.uses;
    for (position, used) in uses.iter().enumerate() {
        printer.comments_before(used.span.start, 0);
        printer.push(&format!("use \"{}\"", used.text));
        let first = specifications.first().map_or(u32::MAX, |first| first.span.start);
        printer.trailing_comment(uses.get(position + 1).map_or(first, |next| next.span.start));
        printer.push("\n");
    }
    if !uses.is_empty() && !specifications.is_empty() {
        printer.push("\n");
    }
    for (position, specification) in specifications.iter().enumerate() {
        if position > 0 {
            printer.text.push('\n');
        }
        let next = specifications.get(position + 1).map_or(u32::MAX, |next| next.span.start);
        printer.specification(specification, next);
    }
    printer.comments_before(u32::MAX, 0);
    printer.text
}

/// A formula as text, without comments.
pub fn print_formula(formula: &Formula, spelling: Spelling) -> String {
    let mut printer = Printer { text: String::new(), spelling, comments: &[] };
    printer.formula(formula, 0);
    printer.text
}

/// An expression of a pattern as text.
pub fn print_expression(expression: &Expression, spelling: Spelling) -> String {
    let mut printer = Printer { text: String::new(), spelling, comments: &[] };
    printer.expression(expression, 0);
    printer.text
}

struct Printer<'a> {
    text: String,
    spelling: Spelling,
    /// The comments not yet printed.
    comments: &'a [Comment],
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Starts a new line with `indent` columns of white space.
    fn line(&mut self, indent: usize) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// The column of the next character.
    fn column(&self) -> usize {
        let line = self.text.rfind('\n').map_or(0, |at| at + 1);
        self.text[line..].chars().count()
    }

    /// Prints the comments that stand before `offset`, one per line, from the start of a line to the start of
    /// a line.
    fn comments_before(&mut self, offset: u32, indent: usize) {
        while let Some((comment, rest)) = self.comments.split_first()
            && comment.span.start < offset
        {
            self.comments = rest;
            if comment.after_blank && !self.text.is_empty() && !self.text.ends_with("\n\n") {
                self.push("\n");
            }
            self.text.extend(std::iter::repeat_n(' ', indent));
            self.push("#");
            self.push(&comment.text);
            self.push("\n");
        }
    }

    /// Prints a specification; the next one begins at `next`.
    fn specification(&mut self, specification: &Specification, next: u32) {
        let before = self.comments.len();
        self.comments_before(specification.span.start, 0);
        if self.comments.len() < before && specification.doc.is_empty() {
            // Comments that are not its documentation are separated by an empty line.
            self.push("\n");
        }
        self.push(if specification.private { "private " } else { "" });
        self.push(&specification.words());
        self.push(" ");
        self.push(&specification.name.text);
        if let Some(head) = &specification.fact {
            self.fact_head(head);
        }
        match &specification.analysis {
            Some(analysis) => self.analysis(analysis),
            None => {
                self.trailing_comment(specification.formula.span.start);
                self.push("\n");
                self.comments_before(specification.formula.span.start, 0);
                self.formula(&specification.formula, 0);
            }
        }
        if let Some(clauses) = &specification.rewrite {
            self.clauses(clauses);
        }
        self.trailing_comment(specification.span.end);
        self.push("\n");
        self.comments_before(specification.span.end, 0);
        self.push("End");
        self.trailing_comment(next);
        self.push("\n");
    }

    /// Prints `({p}) returns {r} or null`.
    fn fact_head(&mut self, head: &FactHead) {
        self.push("(");
        head.parameter.iter().for_each(|parameter| self.variable(parameter));
        self.push(")");
        if let Some(result) = &head.result {
            self.push(" returns ");
            self.variable(result);
            self.push(if head.or_null { " or null" } else { "" });
        }
    }

    /// Prints a comment that stood behind something on the same line.
    fn trailing_comment(&mut self, offset: u32) {
        if let Some((comment, rest)) = self.comments.split_first()
            && comment.span.start < offset
            && !comment.own_line
        {
            self.comments = rest;
            self.push("  #");
            self.push(&comment.text);
        }
    }

    /// Prints a formula from the current column, which is `indent`.
    fn formula(&mut self, formula: &Formula, indent: usize) {
        match &formula.kind {
            FormulaKind::And(parts) => self.parts(parts, self.spelling.and(), indent),
            FormulaKind::Or(parts) => self.parts(parts, self.spelling.or(), indent),
            FormulaKind::Atom(atom) => self.atom(atom),
            FormulaKind::Include(include) => {
                self.push("include ");
                self.push(&include.name.text);
                self.parameters(&include.parameters);
                self.placing(&include.placing);
            }
            FormulaKind::If { left, right, then, otherwise } => {
                self.push("if ");
                self.index(left);
                self.push("=");
                self.index(right);
                self.push(" then ");
                self.nested(then);
                self.line(indent);
                self.push("else ");
                self.nested(otherwise);
                self.push(" endif");
            }
            FormulaKind::Collect { index, limit, body } => {
                self.push("collect ");
                self.push(&index.text);
                self.push(" ");
                self.index(limit);
                self.push(" ");
                // Parentheses show which formula the suffix belongs to.
                let is_repeated = matches!(body.kind, FormulaKind::ForEach(_) | FormulaKind::ForAny(_));
                self.push(if is_repeated { "(" } else { "" });
                self.nested(body);
                self.push(if is_repeated { ")" } else { "" });
            }
            FormulaKind::Quantified(quantified) => {
                self.push(quantified.quantifier.word());
                self.quantified_part(&quantified.listed, &quantified.body);
                if let Some((listed, then)) = &quantified.then {
                    self.line(indent);
                    self.push("has");
                    self.quantified_part(listed, then);
                }
            }
            FormulaKind::Pattern(pattern) => self.pattern(pattern),
            FormulaKind::Comparison(comparison) => self.comparison(comparison),
            FormulaKind::Let(definition) => self.definition(definition),
            FormulaKind::Hide { variables, body } => {
                for (position, variable) in variables.iter().enumerate() {
                    self.push(if position == 0 { "hide " } else { ", " });
                    self.variable(variable);
                }
                self.push(" ");
                self.nested(body);
            }
            FormulaKind::ForEach(repetition) => self.repetition("foreach", repetition),
            FormulaKind::ForAny(repetition) => self.repetition("forany", repetition),
            FormulaKind::For { body, index, value, default, placing } => {
                self.suffixed(body);
                self.push(" for ");
                self.push(&index.text);
                self.push("=");
                self.index(value);
                if *default {
                    self.push(" if not otherwise specified");
                }
                self.placing(placing);
            }
        }
    }

    /// Prints ` {x}, {y} ( body )`.
    fn quantified_part(&mut self, listed: &[Listed], body: &Formula) {
        for (position, Listed { name, private }) in listed.iter().enumerate() {
            self.push(if position == 0 { " " } else { ", " });
            self.push(if *private { "private {" } else { "{" });
            self.push(&name.text);
            self.push("}");
        }
        self.push(" ");
        match body.kind {
            FormulaKind::And(_) | FormulaKind::Or(_) => self.nested(body),
            _ => {
                self.push("( ");
                self.nested(body);
                self.push(")");
            }
        }
    }

    fn nested(&mut self, formula: &Formula) {
        let indent = self.column();
        self.formula(formula, indent);
    }

    fn repetition(&mut self, word: &str, repetition: &Repetition) {
        self.suffixed(&repetition.body);
        self.push(" ");
        self.push(word);
        self.push(" ");
        self.push(&repetition.index.text);
        self.push("=");
        self.index(&repetition.from);
        self.push("..");
        self.index(&repetition.to);
        self.placing(&repetition.placing);
    }

    /// Prints a formula in front of a suffix, in parentheses if it is a collect or a `hide`: these would take
    /// the suffix into their body.
    fn suffixed(&mut self, body: &Formula) {
        if matches!(body.kind, FormulaKind::Collect { .. } | FormulaKind::Hide { .. }) {
            self.push("(");
            self.nested(body);
            self.push(")");
        } else {
            self.nested(body);
        }
    }

    /// Prints `( a` / `∧ b` … `)`, one part per line.
    fn parts(&mut self, parts: &[Formula], operator: &str, indent: usize) {
        self.push("(");
        for (position, part) in parts.iter().enumerate() {
            if position > 0 {
                self.trailing_comment(part.span.start);
                self.line(indent);
                self.own_comments(part.span.start, indent);
                self.push(operator);
            }
            self.push(" ");
            self.first_comments(part.span.start);
            self.nested(part);
        }
        self.push(")");
    }

    /// Prints the comments before a part on lines of their own, from column `indent` to column `indent`.
    fn own_comments(&mut self, offset: u32, indent: usize) {
        if self.comments.first().is_some_and(|comment| comment.span.start < offset) {
            let line = self.text.rfind('\n').map_or(0, |at| at + 1);
            self.text.truncate(line);
            self.comments_before(offset, indent);
            self.text.extend(std::iter::repeat_n(' ', indent));
        }
    }

    /// Prints the comments between an opening parenthesis and its first part, which then begins on a new
    /// line.
    fn first_comments(&mut self, offset: u32) {
        let indent = self.column();
        let Some((comment, rest)) =
            self.comments.split_first().filter(|(first, _)| first.span.start < offset)
        else {
            return;
        };
        self.comments = rest;
        self.push("#");
        self.push(&comment.text);
        self.line(0);
        self.comments_before(offset, indent);
        self.text.extend(std::iter::repeat_n(' ', indent));
    }
}

#[cfg(test)]
mod tests;
