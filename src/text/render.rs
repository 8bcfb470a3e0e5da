//! Diagnostics rendered as text for people, and as JSON for programs.
//!
//! The text looks like rustc's messages: file, line and column, then the source line with the span
//! underlined. The JSON is an array of [`Record`]s, whose fields are a stable interface.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

use super::diagnostic::{Diagnostic, Diagnostics, Kind, Label, Severity};
use super::sources::Sources;
use crate::Span;

/// Longer source excerpts are not shown.
const MAX_SHOWN: usize = 16 << 10;

/// The diagnostics as text, each followed by an empty line. `colour` adds ANSI escapes.
pub fn render_text<C: Kind>(sources: &Sources, diagnostics: &Diagnostics<C>, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics.iter() {
        text.push_str(&renderer.render(&[group(sources, diagnostic)]));
        text.push_str("\n\n");
    }
    text
}

fn group<'a, C: Kind>(sources: &'a Sources, diagnostic: &'a Diagnostic<C>) -> Group<'a> {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let mut group = Group::with_title(title);
    for file in files(diagnostic) {
        group = match snippet(sources, diagnostic, file) {
            Some(snippet) => group.element(snippet),
            None => group.element(origin(sources, diagnostic, file)),
        };
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// The files of a diagnostic's labels, that of the primary label first.
fn files<C: Kind>(diagnostic: &Diagnostic<C>) -> Vec<u32> {
    let mut files = vec![diagnostic.primary.span.file];
    for label in &diagnostic.secondary {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// The lines of a file that a diagnostic refers to. Only these are passed to the renderer, since a file may
/// be large and have many diagnostics. `None` if the lines are too long to show.
fn snippet<'a, C: Kind>(
    sources: &'a Sources,
    diagnostic: &'a Diagnostic<C>,
    file: u32,
) -> Option<Snippet<'a, Annotation<'a>>> {
    let source = sources.file(file);
    let primary = std::iter::once((AnnotationKind::Primary, &diagnostic.primary));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let labels: Vec<_> = primary.chain(secondary).filter(|(_, label)| label.span.file == file).collect();
    let start = labels.iter().map(|(_, label)| label.span.start).min().unwrap_or(0);
    let end = labels.iter().map(|(_, label)| label.span.end).max().unwrap_or(0);
    let (line, bytes) = source.lines(start, end);
    if bytes.len() > MAX_SHOWN {
        return None;
    }
    let text = &source.text()[bytes.clone()];
    let snippet = Snippet::source(text).line_start(line as usize).path(source.name());
    Some(labels.into_iter().fold(snippet, |snippet, (kind, label)| {
        let annotation = kind.span(inside(text, bytes.start, label.span));
        let labelled = if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) };
        snippet.annotation(labelled)
    }))
}

/// The position only, for files whose lines are not shown.
fn origin<'a, C: Kind>(sources: &'a Sources, diagnostic: &'a Diagnostic<C>, file: u32) -> Origin<'a> {
    let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
    let first = labels.map(|label| label.span).find(|span| span.file == file).unwrap_or_default();
    let at = sources.start(first);
    Origin::path(sources.file(file).name()).line(at.line as usize).char_column(at.column as usize)
}

/// The bytes of a span in a text that starts at byte `first` of its file, rounded down to character
/// boundaries.
fn inside(text: &str, first: usize, span: Span) -> std::ops::Range<usize> {
    let border = |offset: u32| {
        let mut offset = (offset as usize).saturating_sub(first).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    border(span.start)..border(span.end.max(span.start))
}

/// A diagnostic as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record<'a> {
    /// The code, such as `E0101`.
    pub code: &'a str,
    /// The severity: `error`, `warning` or `note`.
    pub severity: &'a str,
    /// The message, one line.
    pub message: &'a str,
    /// The primary place.
    pub primary: Place<'a>,
    /// Further places that explain the problem.
    pub secondary: Vec<Place<'a>>,
    /// Additional facts.
    pub notes: &'a [String],
    /// Suggestions to the user.
    pub help: &'a [String],
}

/// A place in a file. Lines and columns start at 1 and columns count characters; the end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place<'a> {
    /// The file's name.
    pub file: &'a str,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
    /// First byte, from 0.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// The text of the label; may be empty.
    pub label: &'a str,
}

/// The diagnostics as records.
pub fn records<'a, C: Kind>(sources: &'a Sources, diagnostics: &'a Diagnostics<C>) -> Vec<Record<'a>> {
    let record = |diagnostic: &'a Diagnostic<C>| Record {
        code: diagnostic.code.as_str(),
        severity: diagnostic.severity().as_str(),
        message: &diagnostic.message,
        primary: place(sources, &diagnostic.primary),
        secondary: diagnostic.secondary.iter().map(|label| place(sources, label)).collect(),
        notes: &diagnostic.notes,
        help: &diagnostic.help,
    };
    diagnostics.iter().map(record).collect()
}

/// The diagnostics as a JSON array of [`Record`]s.
pub fn render_json<C: Kind>(sources: &Sources, diagnostics: &Diagnostics<C>) -> serde_json::Value {
    // Records are plain data, so that the conversion cannot fail.
    serde_json::to_value(records(sources, diagnostics)).unwrap_or_default()
}

fn place<'a>(sources: &'a Sources, label: &'a Label) -> Place<'a> {
    let (start, end) = (sources.start(label.span), sources.end(label.span));
    Place {
        file: sources.file(label.span.file).name(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        start_byte: label.span.start,
        end_byte: label.span.end,
        label: &label.text,
    }
}
