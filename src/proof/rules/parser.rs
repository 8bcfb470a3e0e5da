//! Parses rules, line by line.
//!
//! In: a file. Out: its rules and comments. Only `Name:` starts the next rule. A name extends to the end of
//! its line; a precondition and an instruction take one line; `=>` may also stand between two instructions.
//! An error is reported and marks the rule as broken; the next rule is read normally.

mod expression;
mod instruction;

use super::ast::{File, ParsedRule, Statement, Word};
use super::cursor::Cursor;
use super::diagnostic::{Code, Diagnostic, Diagnostics};
use lang::candl::ast::Span;
use text::sources::{SourceProblem, Sources};

/// Maximum number of instructions on a side.
const MAX_STATEMENTS: usize = 200;

/// Reads a file.
pub fn parse(sources: &Sources, file: u32, diagnostics: &mut Diagnostics) -> File {
    parse_with(sources, file, false, diagnostics)
}

/// Like [`parse`], with floating point numbers allowed or not. They can be proven, but not matched.
pub(super) fn parse_with(
    sources: &Sources,
    file: u32,
    has_floats: bool,
    diagnostics: &mut Diagnostics,
) -> File {
    let source = sources.file(file);
    if let Some(problem) = source.problem() {
        let (start, message) = match problem {
            SourceProblem::NotUtf8 { offset } => (offset, "the file is not UTF-8"),
            SourceProblem::TooLarge => (0, "the file is too large"),
        };
        diagnostics.push(Diagnostic::new(Code::NotText, Span { file, start, end: start }, message));
        return File::default();
    }
    let mut reader =
        RuleReader { text: source.text(), file, has_floats, diagnostics, read: File::default(), open: None };
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        reader.line(start, start + line.len());
        start += line.len();
    }
    reader.finish();
    reader.read
}

/// A rule that is being read.
struct OpenRule {
    rule: ParsedRule,
    /// The location of the first line, for messages about missing parts.
    begin: Span,
    has_precondition: bool,
    has_arrow: bool,
}

struct RuleReader<'a> {
    text: &'a str,
    file: u32,
    has_floats: bool,
    diagnostics: &'a mut Diagnostics,
    read: File,
    open: Option<OpenRule>,
}

impl<'a> RuleReader<'a> {
    fn cursor(&self, start: usize, end: usize) -> Cursor<'a> {
        Cursor::new(self.text, self.file, start..end).with_floats(self.has_floats)
    }

    fn line(&mut self, start: usize, end: usize) {
        if self.has_code(start, end)
            && let Some(open) = &mut self.open
        {
            let line = &self.text[start..end];
            open.rule.lines.end = (start + line.trim_end().len()) as u32;
        }
    }

    /// Reads a line; false if it has at most a comment.
    fn has_code(&mut self, start: usize, end: usize) -> bool {
        let mut cursor = self.cursor(start, end);
        if cursor.rest().starts_with("Name:") {
            cursor.symbol("Name:");
            self.finish();
            let begin = self.cursor(start, end).all().span;
            let name = Word { text: cursor.all().text, span: begin };
            self.start(begin).rule.name = Some(name);
            return true;
        }
        let code_end = match self.text[start..end].find(';') {
            None => end,
            Some(at) => {
                let comment = self.cursor(start + at, end).all();
                self.read.comments.push(comment);
                start + at
            }
        };
        let mut cursor = self.cursor(start, code_end);
        if cursor.is_at_end() {
            return false;
        }
        if cursor.symbol("Priority:").is_some() {
            self.priority(start, &cursor);
        } else if cursor.symbol("Pre:").is_some() {
            self.precondition(start, cursor);
        } else {
            self.statements(start, code_end);
        }
        true
    }

    /// The instructions on a line, and the arrows between them.
    fn statements(&mut self, start: usize, end: usize) {
        let mut from = start;
        while let Some(at) = self.text[from..end].find("=>") {
            self.statement(from, from + at);
            self.arrow(from + at);
            from += at + 2;
        }
        self.statement(from, end);
    }

    /// The rule being read, or a new one for the first rule without `Name:`.
    fn start(&mut self, begin: Span) -> &mut OpenRule {
        self.open.get_or_insert_with(|| OpenRule {
            rule: ParsedRule {
                name: None,
                priority: None,
                precondition: None,
                source: Vec::new(),
                arrow: begin,
                target: Vec::new(),
                lines: begin,
                is_broken: false,
            },
            begin,
            has_precondition: false,
            has_arrow: false,
        })
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        if let Some(open) = &mut self.open {
            open.rule.is_broken = true;
        }
    }

    fn priority(&mut self, start: usize, cursor: &Cursor<'a>) {
        let number = cursor.all();
        let begin = Span { end: number.span.end, ..self.cursor(start, cursor.position()).all().span };
        let open = self.start(begin);
        if open.rule.priority.is_some() || open.has_arrow || !open.rule.source.is_empty() {
            let message = "a priority stands once, before the source";
            return self.report(Diagnostic::new(Code::UnexpectedText, begin, message));
        }
        match number.text.parse() {
            Ok(priority) => open.rule.priority = Some((priority, begin)),
            Err(_) => {
                let message = "a priority is a whole number of at most 32 bits";
                self.report(Diagnostic::new(Code::UnexpectedText, begin, message));
            }
        }
    }

    fn precondition(&mut self, start: usize, cursor: Cursor<'a>) {
        let begin = self.cursor(start, cursor.position()).all().span;
        let open = self.start(begin);
        if open.has_precondition || open.has_arrow || !open.rule.source.is_empty() {
            let message = "a precondition stands once, before the source";
            let help = "a rule starts with `Name:`, which only the first of a file may leave out";
            return self.report(Diagnostic::new(Code::UnexpectedText, begin, message).help(help));
        }
        open.has_precondition = true;
        if !cursor.is_at_end() {
            match expression::precondition(cursor) {
                Ok(expression) => self.start(begin).rule.precondition = Some(expression),
                Err(diagnostic) => self.report(*diagnostic),
            }
        }
    }

    fn arrow(&mut self, at: usize) {
        let span = Span { file: self.file, start: at as u32, end: at as u32 + 2 };
        let open = self.start(span);
        if open.has_arrow {
            let help = "`Name:` starts the next rule";
            return self.report(Diagnostic::new(Code::UnexpectedText, span, "a second `=>`").help(help));
        }
        open.has_arrow = true;
        open.rule.arrow = span;
    }

    fn statement(&mut self, start: usize, end: usize) {
        let cursor = self.cursor(start, end);
        if cursor.is_at_end() {
            return;
        }
        let begin = cursor.all().span;
        self.start(begin);
        let parsed = instruction::statement(cursor);
        if let Ok(Statement::Unsupported { reason, .. }) = &parsed {
            self.unsupported(reason);
        }
        let open = self.start(begin);
        let side = if open.has_arrow { &mut open.rule.target } else { &mut open.rule.source };
        match parsed {
            Ok(statement) if side.len() < MAX_STATEMENTS => side.push(statement),
            Ok(_) => {
                let message = format!("more than {MAX_STATEMENTS} instructions");
                self.report(Diagnostic::new(Code::TooLarge, begin, message));
            }
            Err(diagnostic) => self.report(*diagnostic),
        }
    }

    /// Reports once that the rule is not supported.
    fn unsupported(&mut self, reason: &Word) {
        let message = format!("not supported: `{}`", reason.text);
        let left_out = self.open.as_ref().is_some_and(|open| open.rule.is_broken);
        if !left_out {
            let diagnostic = Diagnostic::new(Code::NotSupported, reason.span, message);
            let diagnostic = diagnostic.label("the rule is left out");
            self.report(match reason.text.as_str() {
                "call" => diagnostic.help("intrinsics are written by their names alone: `umin %x, %y`"),
                "define" => {
                    diagnostic.help("a rule has the instructions alone, without a function around them")
                }
                _ => diagnostic,
            });
        }
    }

    fn finish(&mut self) {
        let Some(open) = &self.open else { return };
        let lacks = match open {
            _ if open.rule.is_broken => None,
            OpenRule { has_arrow: false, .. } => Some("`=>`"),
            open if open.rule.source.is_empty() => Some("a source"),
            open if open.rule.target.is_empty() => Some("a target"),
            _ => None,
        };
        let begin = open.begin;
        if let Some(what) = lacks {
            self.report(Diagnostic::new(Code::Incomplete, begin, format!("the rule lacks {what}")));
        }
        self.read.rules.extend(self.open.take().map(|open| open.rule));
    }
}
