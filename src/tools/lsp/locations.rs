//! Conversion of spans to ranges and locations, and built-in files as files that an editor can open.

use super::LanguageServer;
use super::uri;
use editor::{Lines, View};
use lang::candl::ast::Span;
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use std::path::PathBuf;
use text::diagnostic::{Diagnostic, Severity};

/// A span as a range of its text.
pub(super) fn range_of(lines: &Lines<'_>, span: Span) -> Range {
    range(lines, span.range())
}

/// Bytes as a range of their text.
pub(super) fn range(lines: &Lines<'_>, bytes: std::ops::Range<usize>) -> Range {
    let position = |offset| {
        let place = lines.place(offset);
        Position { line: place.line, character: place.column }
    };
    Range { start: position(bytes.start), end: position(bytes.end) }
}

impl LanguageServer {
    /// The file and range of a span.
    pub(super) fn location(&self, view: &View, span: Span) -> Option<Location> {
        let source = view.sources().file(span.file);
        let uri = match view.is_builtin(span.file) {
            true => uri::of_path(&self.shown_file(source.name(), source.text())?),
            false => self.documents.uri_of(source.name()),
        };
        Some(Location { uri: uri::parsed(&uri)?, range: range_of(&Lines::new(source.text()), span) })
    }

    /// Writes a text to a temporary file that an editor can open. The file is removed when the server ends.
    pub(super) fn shown_file(&self, name: &str, text: &str) -> Option<PathBuf> {
        let folder = self.shown.get_or_init(|| tempfile::tempdir().ok()).as_ref()?;
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent()?).ok()?;
        std::fs::write(&path, text).ok()?;
        Some(path)
    }

    /// The diagnostics of an open document.
    pub(super) fn diagnostics_of(&mut self, uri: &str) -> Vec<lsp_types::Diagnostic> {
        let Some(view) = self.documents.view(uri) else { return Vec::new() };
        let lines = Lines::new(view.text());
        view.diagnostics().map(|diagnostic| self.diagnostic(&view, &lines, diagnostic)).collect()
    }

    fn diagnostic(&self, view: &View, lines: &Lines<'_>, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
        let notes = diagnostic.notes.iter().map(|note| format!("\nnote: {note}"));
        let help = diagnostic.help.iter().map(|help| format!("\nhelp: {help}"));
        let message = std::iter::once(diagnostic.message.clone()).chain(notes).chain(help).collect();
        let related = diagnostic.secondary.iter().filter_map(|label| {
            let message = if label.text.is_empty() { "here" } else { &label.text };
            Some(DiagnosticRelatedInformation {
                location: self.location(view, label.span)?,
                message: message.to_owned(),
            })
        });
        lsp_types::Diagnostic {
            range: range_of(lines, diagnostic.primary.span),
            severity: Some(match diagnostic.severity() {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(diagnostic.code.as_str().to_owned())),
            source: Some("idiom".to_owned()),
            message,
            related_information: Some(related.collect()),
            ..Default::default()
        }
    }
}
