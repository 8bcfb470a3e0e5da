//! Diagnostics as text for people and as JSON for programs.
//!
//! Text has the look of rustc's messages: file, line and column, the source line, what is underlined. The
//! JSON is an array of [`Record`]s; its fields are part of what users rely on.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

use super::diagnostic::{Diagnostic, Diagnostics, Kind, Label, Severity};
use super::sources::Sources;
use crate::Span;

/// More bytes of source than this are not shown for one diagnostic.
const MAX_SHOWN: usize = 16 << 10;

/// The diagnostics as text, an empty line after each. `colour` adds ANSI escapes.
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

/// The files that a diagnostic shows, that of the primary label first.
fn files<C: Kind>(diagnostic: &Diagnostic<C>) -> Vec<u32> {
    let mut files = vec![diagnostic.primary.span.file];
    for label in &diagnostic.secondary {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// The lines of a file that a diagnostic is about. Only they are handed over: a file may be large, and have
/// many diagnostics. `None` when the lines are too long to show.
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

/// The bare place, where the source cannot be shown.
fn origin<'a, C: Kind>(sources: &'a Sources, diagnostic: &'a Diagnostic<C>, file: u32) -> Origin<'a> {
    let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
    let first = labels.map(|label| label.span).find(|span| span.file == file).unwrap_or_default();
    let at = sources.start(first);
    Origin::path(sources.file(file).name()).line(at.line as usize).char_column(at.column as usize)
}

/// The bytes of a span in a text that starts at byte `first` of its file, on the borders of characters.
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

/// A diagnostic for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record<'a> {
    /// `E0101`
    pub code: &'a str,
    /// `error`, `warning`, `note`
    pub severity: &'a str,
    /// One line.
    pub message: &'a str,
    /// The place it is about.
    pub primary: Place<'a>,
    /// Other places that explain it.
    pub secondary: Vec<Place<'a>>,
    /// Facts.
    pub notes: &'a [String],
    /// What to do about it.
    pub help: &'a [String],
}

/// A place in a file. Lines and columns count from 1, columns in characters; the end is behind the last
/// character.
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
    /// The column behind the last character.
    pub end_column: u32,
    /// First byte, from 0.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// The word on it; may be empty.
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
    // Records are plain data: they always have a JSON form.
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
