//! Quick fixes: replacements of unknown names by the intended ones.
//!
//! In: `opcode{x} = fmull` and its diagnostics. Out: `fmul` in the place of `fmull`.

use super::View;
use lang::candl::ast::Span;

/// A text change that resolves a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The place of the name as written.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

/// The fixes for diagnostics between two bytes of the text, in the order of the text.
pub fn fixes(view: &View, from: usize, to: usize) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = view.diagnostics().filter_map(|diagnostic| of(view, diagnostic)).collect();
    fixes.retain(|fix| fix.span.start as usize <= to && from <= fix.span.end as usize);
    fixes.sort_by_key(|fix| fix.span);
    fixes
}

/// The fix of one diagnostic, if the name occurs exactly once at its place.
fn of(view: &View, diagnostic: &text::diagnostic::Diagnostic) -> Option<Fix> {
    let suggestion = diagnostic.suggestion.as_ref()?;
    let span = diagnostic.primary.span;
    let mut places = view.text()[span.range()].match_indices(suggestion.written.as_str());
    let (at, _) = places.next()?;
    if places.next().is_some() {
        return None;
    }
    let start = span.start + at as u32;
    let span = Span { start, end: start + suggestion.written.len() as u32, ..span };
    Some(Fix { span, text: suggestion.name.clone() })
}
