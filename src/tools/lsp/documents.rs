//! The documents that the client has open, with unsaved changes, and the views of them.
//!
//! A view is made on demand, and again after one of its files has changed.

use super::uri::{of_path, path_of};
use crate::find::SOURCES;
use crate::specs;
use editor::{Files, Lines, Place, View};
use lang::candl::used::{identity, with_used};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Position, Range,
    TextDocumentContentChangeEvent,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use text::bounded;

/// Limit of folder entries that are visited to find the files that use a document.
const MOST_VISITED: usize = 5_000;

/// An open document.
struct Document {
    /// The path, or the URI of a document without a path.
    name: String,
    text: String,
    version: i32,
    /// Whether it contains specifications, and is not a C or C++ source.
    is_candl: bool,
    view: Option<Rc<View>>,
    /// Whether its diagnostics must be published again.
    is_stale: bool,
}

/// A document in C or C++.
pub(super) struct Source {
    pub(super) uri: String,
    pub(super) path: PathBuf,
    pub(super) text: String,
}

/// The open documents, by URI.
pub(super) struct Documents {
    open: BTreeMap<String, Document>,
    folders: Vec<PathBuf>,
    /// The URI of the source that was opened last.
    last_source: Option<String>,
}

impl Documents {
    pub(super) fn new(folders: Vec<PathBuf>) -> Documents {
        Documents { open: BTreeMap::new(), folders, last_source: None }
    }

    pub(super) fn open(&mut self, parameters: DidOpenTextDocumentParams) {
        let document = parameters.text_document;
        let uri = document.uri.as_str().to_owned();
        let name = path_of(&uri).map_or_else(|| uri.clone(), |path| path.to_string_lossy().into_owned());
        let extension =
            Path::new(&name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_source = SOURCES.contains(&extension) || matches!(document.language_id.as_str(), "c" | "cpp");
        let is_candl = !is_source;
        if is_source {
            self.last_source = Some(uri.clone());
        }
        let (text, version) = (document.text, document.version);
        self.open
            .insert(uri.clone(), Document { name, text, version, is_candl, view: None, is_stale: is_candl });
        self.changed(&uri);
    }

    /// Applies changes to a document. Returns its URI if it is a source.
    pub(super) fn change(&mut self, parameters: DidChangeTextDocumentParams) -> Option<String> {
        let uri = parameters.text_document.uri.as_str().to_owned();
        let document = self.open.get_mut(&uri)?;
        document.version = parameters.text_document.version;
        parameters.content_changes.into_iter().for_each(|change| apply(&mut document.text, change));
        let is_source = !document.is_candl;
        self.changed(&uri);
        is_source.then_some(uri)
    }

    pub(super) fn close(&mut self, parameters: DidCloseTextDocumentParams) -> String {
        let uri = parameters.text_document.uri.as_str().to_owned();
        self.changed(&uri);
        self.open.remove(&uri);
        if self.last_source.as_ref() == Some(&uri) {
            self.last_source = None;
        }
        uri
    }

    /// Drops the views that contain a document, and the views that lack a file, which may be this one.
    fn changed(&mut self, uri: &str) {
        let Some(document) = self.open.get(uri).filter(|document| document.is_candl) else { return };
        let this = identity(&document.name);
        for (own, document) in &mut self.open {
            let has_it = |view: &Rc<View>| {
                view.files().iter().any(|(name, _)| identity(name) == this) || lacks_a_file(view)
            };
            if own == uri || document.view.as_ref().is_some_and(has_it) {
                document.view = None;
                document.is_stale = document.is_candl;
            }
        }
    }

    /// Drops all views, and with them the files that they have read.
    pub(super) fn forget_views(&mut self) {
        for document in self.open.values_mut() {
            document.view = None;
            document.is_stale = document.is_candl;
        }
    }

    pub(super) fn has_stale(&self) -> bool {
        self.open.values().any(|document| document.is_stale)
    }

    /// The URIs of documents whose diagnostics must be published again. Marks them as published.
    pub(super) fn take_stale(&mut self) -> Vec<String> {
        let stale = self.open.iter_mut().filter(|(_, document)| document.is_stale);
        let taken = stale.map(|(uri, document)| {
            document.is_stale = false;
            uri.clone()
        });
        taken.collect()
    }

    pub(super) fn version(&self, uri: &str) -> Option<i32> {
        self.open.get(uri).map(|document| document.version)
    }

    /// The view of an open document of specifications.
    pub(super) fn view(&mut self, uri: &str) -> Option<Rc<View>> {
        let document = self.open.get(uri).filter(|document| document.is_candl)?;
        if let Some(view) = &document.view {
            return Some(view.clone());
        }
        let view = Rc::new(View::new(&document.name, &document.text, &|path| self.read(path)));
        self.open.get_mut(uri)?.view = Some(view.clone());
        Some(view)
    }

    /// The bytes of a file: the client's text if it is open, else the saved file.
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let this = identity(path);
        let open = self.open.values().find(|document| identity(&document.name) == this);
        open.map_or_else(|| specs::read_found(path).ok(), |document| Some(document.text.clone().into_bytes()))
    }

    /// The source that was opened last.
    pub(super) fn last_source(&self) -> Option<Source> {
        self.source(self.last_source.as_deref()?)
    }

    /// A source: the client's text if it is open, else the saved file.
    pub(super) fn source(&self, uri: &str) -> Option<Source> {
        let (path, text) = match self.open.get(uri).filter(|document| !document.is_candl) {
            Some(document) => (PathBuf::from(&document.name), document.text.clone()),
            None => {
                let path = path_of(uri)?;
                let text = bounded::read_found_text(&path, bounded::MAX_STREAM_BYTES).ok()?;
                (path, text)
            }
        };
        Some(Source { uri: uri.to_owned(), path, text })
    }

    /// The URI of a file, by its path.
    pub(super) fn uri_of(&self, name: &str) -> String {
        let this = identity(name);
        let open = self.open.iter().find(|(_, document)| identity(&document.name) == this);
        open.map_or_else(|| of_path(Path::new(name)), |(uri, _)| uri.clone())
    }

    /// The files, open or in the client's folders, that use a document directly or indirectly. Each comes
    /// with all files that it uses.
    pub(super) fn users_of(&self, uri: &str) -> Vec<Files> {
        let Some(this) = self.open.get(uri).map(|document| identity(&document.name)) else {
            return Vec::new();
        };
        let open = self.open.iter().filter(|(_, document)| document.is_candl);
        let mut roots: Vec<String> = open.map(|(_, document)| document.name.clone()).collect();
        for path in candl_files(&self.folders) {
            if !roots.iter().any(|root| identity(root) == identity(&path)) {
                roots.push(path.to_string_lossy().into_owned());
            }
        }
        let others = roots.into_iter().filter(|root| identity(root) != this);
        let read = others.filter_map(|root| {
            let bytes = self.read(Path::new(&root))?;
            Some(with_used(vec![(root, bytes)], &|path| self.read(path)))
        });
        read.filter(|files| files.iter().any(|(name, _)| identity(name) == this)).collect()
    }
}

/// Whether a view uses a file that could not be read.
fn lacks_a_file(view: &View) -> bool {
    view.diagnostics().any(|diagnostic| diagnostic.code == text::diagnostic::Code::UnreadableFile)
}

/// The files of specifications below folders. Hidden folders and links are left out.
fn candl_files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let (mut open, mut found, mut visited) = (folders.to_vec(), Vec::new(), 0);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            visited += 1;
            let Ok(kind) = entry.file_type() else { continue };
            let (path, name) = (entry.path(), entry.file_name());
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            if visited > MOST_VISITED {
                return found;
            } else if kind.is_dir() && !is_hidden {
                open.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "candl") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn apply(text: &mut String, change: TextDocumentContentChangeEvent) {
    match change.range {
        None => *text = change.text,
        Some(range) => {
            let bytes = bytes_of(&Lines::new(text), range);
            text.replace_range(bytes, &change.text);
        }
    }
}

/// The byte offset of a position.
pub(super) fn byte_at(lines: &Lines<'_>, position: Position) -> usize {
    lines.offset(Place { line: position.line, column: position.character })
}

/// The byte offsets of a range.
pub(super) fn bytes_of(lines: &Lines<'_>, range: Range) -> std::ops::Range<usize> {
    let start = byte_at(lines, range.start);
    start..byte_at(lines, range.end).max(start)
}
