//! Prints rules canonically: single spaces, minimal parentheses, comments preserved.

use super::ast::{
    COMPARISONS, Expression, ExpressionKind, File, Instruction, Operand, ParsedRule, Statement, Type,
    TypeKind, Word,
};
use super::vocabulary::Head;
use crate::semantics::FLAGS;
use lang::candl::ast::Span;

/// The text of a file, with an empty line between rules. `text` is the original, which shows whether a
/// comment has its own line. Unsupported rules are printed as written.
pub fn print_file(file: &File, text: &str) -> String {
    let mut printer = Printer { out: String::new(), comments: &file.comments, text };
    for (at, rule) in file.rules.iter().enumerate() {
        if at > 0 {
            printer.out.push('\n');
        }
        if rule.is_broken {
            printer.as_written(rule.lines);
            continue;
        }
        for (line, span) in lines(rule) {
            printer.comments_before(span.start);
            printer.out.push_str(&line);
            printer.comment_behind(span.end);
            printer.out.push('\n');
        }
    }
    printer.comments_before(u32::MAX);
    printer.out
}

struct Printer<'a> {
    out: String,
    comments: &'a [Word],
    text: &'a str,
}

impl Printer<'_> {
    /// Copies the original lines of a range, with their comments.
    fn as_written(&mut self, place: Span) {
        self.comments_before(place.start);
        for line in self.text.get(place.start as usize..place.end as usize).unwrap_or_default().lines() {
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
        let behind = self.comments.partition_point(|comment| comment.span.start < place.end);
        self.comments = &self.comments[behind..];
    }

    fn comments_before(&mut self, start: u32) {
        while let Some((first, rest)) = self.comments.split_first().filter(|(c, _)| c.span.start < start) {
            self.out.push_str(&first.text);
            self.out.push('\n');
            if self.ends_a_paragraph(first) {
                self.out.push('\n');
            }
            self.comments = rest;
        }
    }

    /// Whether an empty line and more text follow a comment.
    fn ends_a_paragraph(&self, comment: &Word) -> bool {
        let rest = self.text.get(comment.span.end as usize..).unwrap_or_default();
        let after = rest.trim_start();
        !after.is_empty() && rest[..rest.len() - after.len()].matches('\n').count() > 1
    }

    /// The comment on the line that ends at `end`.
    fn comment_behind(&mut self, end: u32) {
        let Some((first, rest)) = self.comments.split_first() else { return };
        let between = self.text.get(end as usize..first.span.start as usize);
        if between.is_some_and(|between| !between.contains('\n') && !between.contains("=>")) {
            self.out.push_str("  ");
            self.out.push_str(&first.text);
            self.comments = rest;
        }
    }
}

/// The lines of a rule, each with its source location.
fn lines(rule: &ParsedRule) -> Vec<(String, Span)> {
    let mut lines = Vec::new();
    if let Some(name) = &rule.name {
        lines.push((format!("Name: {}", name.text).trim_end().to_owned(), name.span));
    }
    if let Some((priority, span)) = rule.priority {
        lines.push((format!("Priority: {priority}"), span));
    }
    lines.extend(meaning(rule));
    lines
}

/// The lines without name and priority.
fn meaning(rule: &ParsedRule) -> Vec<(String, Span)> {
    let mut lines = Vec::new();
    if let Some(precondition) = &rule.precondition {
        lines.push((format!("Pre: {}", expression(precondition)), precondition.span));
    }
    lines.extend(rule.source.iter().map(|line| (statement(line), line.span())));
    lines.push(("  =>".to_owned(), rule.arrow));
    lines.extend(rule.target.iter().map(|line| (statement(line), line.span())));
    lines
}

/// The canonical text of a rule without name and priority; rules of equal text have the same meaning.
pub fn canonical(rule: &ParsedRule) -> String {
    meaning(rule).into_iter().map(|(line, _)| line + "\n").collect()
}

fn statement(statement: &Statement) -> String {
    match statement {
        Statement::Unsupported { text, .. } => text.text.clone(),
        Statement::Definition { register, instruction: line } => {
            format!("{} = {}", register.text, instruction(line))
        }
    }
}

fn instruction(instruction: &Instruction) -> String {
    let mut words = Vec::new();
    if instruction.head != Head::Copy {
        words.push(instruction.head.word().to_owned());
    }
    let flags = FLAGS.iter().filter(|(_, flag)| instruction.flags.contains(*flag));
    words.extend(flags.map(|(word, _)| (*word).to_owned()));
    words.extend(instruction.predicate.as_ref().map(|word| word.text.clone()));
    words.push(instruction.operands.iter().map(operand).collect::<Vec<_>>().join(", "));
    words.extend(instruction.to.as_ref().map(|to| format!("to {}", ty(to))));
    words.join(" ")
}

fn ty(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Named(name) => name.clone(),
        TypeKind::Pointer => "ptr".to_owned(),
        TypeKind::Float(kind) => kind.name().to_owned(),
    }
}

fn operand(operand: &Operand) -> String {
    let ty = operand.ty.as_ref().map_or(String::new(), |it| ty(it) + " ");
    let noundef = if operand.noundef { "noundef " } else { "" };
    format!("{ty}{noundef}{}", expression(&operand.value))
}

/// The canonical text of an expression.
pub fn expression(expression: &Expression) -> String {
    inside(expression, 0)
}

/// The precedence of an expression.
fn power(expression: &Expression) -> u8 {
    match &expression.kind {
        ExpressionKind::Any(_) => 1,
        ExpressionKind::All(_) => 2,
        ExpressionKind::Not(_) => 3,
        ExpressionKind::Compare(..) => 4,
        ExpressionKind::Binary(operator, ..) => operator.spelling().1,
        ExpressionKind::Unary(..) => 13,
        _ => 14,
    }
}

/// The expression, in parentheses if its precedence is below `least`.
fn inside(expression: &Expression, least: u8) -> String {
    let text = match &expression.kind {
        ExpressionKind::Register(name) | ExpressionKind::Constant(name) => name.clone(),
        ExpressionKind::Number { negative, magnitude } => {
            format!("{}{magnitude}", if *negative { "-" } else { "" })
        }
        ExpressionKind::Truth(holds) => holds.to_string(),
        ExpressionKind::Undef => "undef".to_owned(),
        ExpressionKind::Unary(operator, inner) => format!("{}{}", operator.symbol(), inside(inner, 13)),
        ExpressionKind::Binary(operator, left, right) => {
            let (symbol, power) = operator.spelling();
            format!("{} {symbol} {}", inside(left, power), inside(right, power + 1))
        }
        ExpressionKind::Call(function, arguments) => {
            format!("{}({})", function.name(), list(arguments, ", ", 0))
        }
        ExpressionKind::Compare(first, chain) => {
            let rest = chain.iter().map(|(predicate, right)| {
                let symbol = COMPARISONS.iter().find(|(_, known)| known == predicate).map_or("", |(s, _)| s);
                format!(" {symbol} {}", inside(right, 5))
            });
            inside(first, 5) + &rest.collect::<String>()
        }
        ExpressionKind::Not(inner) => format!("!{}", inside(inner, if is_bare(inner) { 0 } else { 14 })),
        ExpressionKind::All(parts) => list(parts, " && ", 3),
        ExpressionKind::Any(parts) => list(parts, " || ", 2),
    };
    if power(expression) < least { format!("({text})") } else { text }
}

/// Whether an expression needs no parentheses behind `!`.
fn is_bare(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Call(..) | ExpressionKind::Not(_) | ExpressionKind::Truth(_))
}

fn list(parts: &[Expression], between: &str, least: u8) -> String {
    parts.iter().map(|part| inside(part, least)).collect::<Vec<_>>().join(between)
}
