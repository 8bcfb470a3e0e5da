//! A text with the files that it uses, as parsed and checked by the front end.
//!
//! In: the text of `mine.candl`, possibly incomplete, and a function that reads the files it uses. Out:
//! trees, specifications, diagnostics.

use lang::candl::ast::Specification;
use lang::candl::catalogue::{Catalogue, Entry, SpecId};
use lang::candl::classes::{Classified, classify_file};
use lang::candl::parser::Parsed;
use lang::candl::token_class::TokenClass;
use lang::candl::used::with_used;
use library::{Analysis, analyse};
use std::path::Path;
use text::diagnostic::Diagnostic;
use text::sources::Sources;

/// Files by name, the viewed one first.
pub type Files = Vec<(String, Vec<u8>)>;

/// A text, with the files that it uses.
#[derive(Debug)]
pub struct View {
    files: Files,
    analysis: Analysis,
    /// The number of the text among the sources.
    file: u32,
    tokens: Vec<Classified>,
}

impl View {
    /// The view of a text by its name; `read` returns the content of a used file.
    pub fn new(name: &str, text: &str, read: &dyn Fn(&Path) -> Option<Vec<u8>>) -> View {
        View::of(with_used(vec![(name.to_owned(), text.as_bytes().to_vec())], read))
    }

    /// The view of the first of the files, given all files that it uses.
    pub fn of(files: Files) -> View {
        let analysis = analyse(&files);
        let file = analysis.sources.len().saturating_sub(files.len()) as u32;
        let tokens = if files.is_empty() { Vec::new() } else { classify_file(&analysis.sources, file) };
        View { files, analysis, file, tokens }
    }

    /// The text and the files that it uses.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The number of the text among the sources.
    pub fn file(&self) -> u32 {
        self.file
    }

    /// All files, the built-in ones first.
    pub fn sources(&self) -> &Sources {
        &self.analysis.sources
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.sources().file(self.file).text()
    }

    /// Its tokens.
    pub fn tokens(&self) -> &[Classified] {
        &self.tokens
    }

    /// The token that contains a byte or ends there; of two adjacent ones, a word takes precedence over a
    /// sign.
    pub fn token_at(&self, offset: usize) -> Option<Classified> {
        let offset = offset as u32;
        let behind = self.tokens.partition_point(|token| token.span.start <= offset);
        let near = self.tokens[..behind].iter().rev().take(2).filter(|token| offset <= token.span.end);
        let is_sign =
            |token: &&Classified| matches!(token.class, TokenClass::Punctuation | TokenClass::Operator);
        near.min_by_key(is_sign).copied()
    }

    /// The diagnostics of the text, equal to those of `idiom check`.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.analysis
            .compiled
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.primary.span.file == self.file)
    }

    /// Whether one of the files has errors.
    pub fn has_errors(&self) -> bool {
        self.analysis.compiled.diagnostics.has_errors()
    }

    /// All specifications.
    pub fn catalogue(&self) -> &Catalogue {
        &self.analysis.compiled.catalogue
    }

    /// The syntax trees of the user's files with their numbers, the text's first.
    pub fn parsed(&self) -> impl Iterator<Item = (u32, &Parsed)> {
        self.analysis
            .compiled
            .parsed
            .iter()
            .enumerate()
            .map(|(at, parsed)| (at as u32, parsed))
            .skip(self.file as usize)
    }

    /// The specifications of the text.
    pub fn specifications(&self) -> &[Specification] {
        self.analysis
            .compiled
            .parsed
            .get(self.file as usize)
            .map_or(&[], |parsed| &parsed.file.specifications)
    }

    /// The specification of the text that contains a byte or ends there.
    pub fn specification_at(&self, offset: usize) -> Option<&Specification> {
        let holds = |span: lang::candl::ast::Span| (span.start..=span.end).contains(&(offset as u32));
        self.specifications().iter().find(|specification| holds(specification.span))
    }

    /// The specification that a name refers to in the text.
    pub fn named(&self, name: &str) -> Option<(SpecId, &Entry)> {
        let id = self.catalogue().lookup_in(self.file, name, false)?;
        Some((id, self.catalogue().entry(id)))
    }

    /// Whether a file number belongs to a built-in file.
    pub fn is_builtin(&self, file: u32) -> bool {
        self.sources().file(file).is_builtin()
    }
}
