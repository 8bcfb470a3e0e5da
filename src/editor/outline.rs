//! The specifications of a text, for an editor's outline and code lenses.

use super::view::View;
use lang::candl::ast::Span;

/// A specification in the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// The place from its first word to `End`.
    pub span: Span,
    /// The first line of its documentation.
    pub doc: String,
    /// Whether it is a rewrite.
    pub is_rewrite: bool,
    /// Whether it can be searched for as it is: it has no errors, and every index parameter has a value.
    pub is_runnable: bool,
}

/// The specifications in the order of the text.
pub fn outline(view: &View) -> Vec<Entry> {
    let ids = view.catalogue().ids().map(|id| view.catalogue().entry(id));
    let own = ids.filter(|entry| entry.specification.span.file == view.file());
    let entry = |entry: &lang::candl::catalogue::Entry| {
        let specification = &entry.specification;
        let is_rewrite =
            specification.rewrite.is_some() || view.text()[specification.span.range()].starts_with("Rewrite");
        Entry {
            name: specification.name.text.clone(),
            name_span: specification.name.span,
            span: specification.span,
            doc: specification.doc.first().map_or_else(String::new, |line| line.trim().to_owned()),
            is_rewrite,
            is_runnable: entry.sound
                && !is_rewrite
                && !specification.private
                && entry.required().next().is_none(),
        }
    };
    own.map(entry).collect()
}
