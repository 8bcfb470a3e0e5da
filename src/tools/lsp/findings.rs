//! The findings of a search on a C file, as diagnostics of that file.

use super::locations::range;
use super::uri::{of_path, parsed};
use editor::{Lines, Place};
use lang::candl::used::identity;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use report::{Finding, Report, Variable};
use std::path::{Path, PathBuf};

/// Limit of variables that a diagnostic shows for a finding.
const MOST_VARIABLES: usize = 12;

/// A source and the specification that was searched for in it.
pub(super) struct Searched {
    /// The client's URI of the source.
    pub(super) uri: String,
    /// The file that was compiled: the source, or a copy of an unsaved text.
    pub(super) path: PathBuf,
    /// The name of the specification.
    pub(super) name: String,
    /// The text of the source.
    pub(super) text: String,
}

/// The result of a search.
pub(super) struct SearchResult {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) summary: String,
    pub(super) count: usize,
}

/// Reads a JSON report, and turns its findings into diagnostics.
pub(super) fn read_report(report: &str, about: &Searched) -> Result<SearchResult, serde_json::Error> {
    let report = Report::from_json(report)?;
    let (limits, found): (Vec<&Finding>, Vec<&Finding>) =
        report.findings.iter().partition(|finding| finding.outcome.is_about_the_search());
    let file = about.path.file_name().unwrap_or_default().to_string_lossy();
    let incomplete = if limits.is_empty() { "" } else { "; not everything was searched" };
    let summary = match found.len() {
        0 => format!("{}: nothing found in {file}{incomplete}", about.name),
        count => format!("{}: {count} found in {file}{incomplete}", about.name),
    };
    let lines = Lines::new(&about.text);
    let diagnostics = found.iter().map(|finding| diagnostic(finding, about, &lines)).collect();
    Ok(SearchResult { diagnostics, summary, count: found.len() })
}

/// A finding as a diagnostic at its place. A finding without a place in this file appears at the first line.
fn diagnostic(finding: &Finding, about: &Searched, lines: &Lines<'_>) -> Diagnostic {
    let here = finding.place.as_ref().filter(|place| is_here(&place.file, about));
    let range =
        here.map_or_else(Range::default, |place| line_from(lines, &about.text, place.line, place.column));
    let headline = finding.headline.as_ref().map(|headline| format!(": {headline}")).unwrap_or_default();
    let reason = finding.reason.as_ref().map(|reason| format!("\n{reason}")).unwrap_or_default();
    let elsewhere = finding.place.as_ref().filter(|_| here.is_none());
    let elsewhere = elsewhere.map(|place| format!("\nat {}:{}", place.file, place.line)).unwrap_or_default();
    Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::INFORMATION),
        code: Some(NumberOrString::String(finding.idiom.clone())),
        source: Some("idiom".to_owned()),
        message: format!("{} in {}{headline}{reason}{elsewhere}", finding.idiom, finding.function),
        related_information: Some(
            finding.variables.iter().filter_map(|v| related(v, about, lines)).take(MOST_VARIABLES).collect(),
        ),
        ..Default::default()
    }
}

fn related(variable: &Variable, about: &Searched, lines: &Lines<'_>) -> Option<DiagnosticRelatedInformation> {
    let place = variable.place.as_ref()?;
    let shown = variable.shown()?;
    let (uri, range) = match is_here(&place.file, about) {
        true => (about.uri.clone(), line_from(lines, &about.text, place.line, place.column)),
        false => {
            let position =
                Position { line: place.line.saturating_sub(1), character: place.column.saturating_sub(1) };
            (of_path(&absolute(&place.file, about)), Range { start: position, end: position })
        }
    };
    let location = Location { uri: parsed(&uri)?, range };
    Some(DiagnosticRelatedInformation { location, message: format!("{} = {shown}", variable.name) })
}

/// The absolute path of a file in a report: the search ran in the folder of the source.
fn absolute(file: &str, about: &Searched) -> PathBuf {
    let folder = super::uri::path_of(&about.uri).and_then(|path| path.parent().map(Path::to_path_buf));
    folder.unwrap_or_default().join(file)
}

fn is_here(file: &str, about: &Searched) -> bool {
    identity(absolute(file, about)) == identity(&about.path)
}

/// The range from a place to the end of its line. clang counts columns in bytes, from 1.
fn line_from(lines: &Lines<'_>, text: &str, line: u32, column: u32) -> Range {
    let start = lines.offset(Place { line: line.saturating_sub(1), column: 0 });
    let end = lines.offset(Place { line: line.saturating_sub(1), column: u32::MAX });
    let mut from = (start + column.saturating_sub(1) as usize).min(end);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    range(lines, from..end)
}
