//! The handlers of the protocol's requests, which call `src/editor/`.

use super::LanguageServer;
use super::capabilities::{EXPAND, FIND};
use super::documents::byte_at;
use super::locations::{range, range_of};
use super::requests::Failed;
use super::uri::parsed;
use crate::fmt::{Unformatted, formatted};
use editor::{self, Completion, CompletionKind, Lines, View, complete, hints, outline, rename, renamed_at};
use lang::candl::printer::Spelling;
use lang::candl::token_class::TokenClass;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, CodeLens,
    CodeLensParams, Command, CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse,
    CompletionTextEdit, DocumentChanges, DocumentFormattingParams, DocumentHighlight,
    DocumentHighlightParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Documentation,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents, HoverParams, InlayHint,
    InlayHintLabel, InlayHintParams, InsertTextFormat, Location, MarkupContent, MarkupKind, OneOf,
    OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, ReferenceParams, RenameParams,
    SemanticTokensParams, SemanticTokensResult, SymbolKind, TextDocumentEdit, TextDocumentPositionParams,
    TextEdit, Uri, WorkspaceEdit,
};
use std::collections::BTreeMap;
use std::rc::Rc;

impl LanguageServer {
    /// The view of a document, with the byte offset of a position.
    fn at(&mut self, parameters: &TextDocumentPositionParams) -> Option<(Rc<View>, usize)> {
        let view = self.documents.view(parameters.text_document.uri.as_str())?;
        let offset = byte_at(&Lines::new(view.text()), parameters.position);
        Some((view, offset))
    }

    pub(super) fn completion(
        &mut self,
        parameters: CompletionParams,
    ) -> Result<Option<CompletionResponse>, Failed> {
        let Some((view, offset)) = self.at(&parameters.text_document_position) else { return Ok(None) };
        let lines = Lines::new(view.text());
        let items = complete(&view, offset).into_iter().map(|offered| item(&lines, offered)).collect();
        Ok(Some(CompletionResponse::Array(items)))
    }

    pub(super) fn hover(&mut self, parameters: HoverParams) -> Result<Option<Hover>, Failed> {
        let Some((view, offset)) = self.at(&parameters.text_document_position_params) else {
            return Ok(None);
        };
        let shown = editor::hover(&view, offset);
        Ok(shown.map(|(span, text)| Hover {
            contents: HoverContents::Markup(markdown(text)),
            range: Some(range_of(&Lines::new(view.text()), span)),
        }))
    }

    pub(super) fn definition(
        &mut self,
        parameters: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>, Failed> {
        let Some((view, offset)) = self.at(&parameters.text_document_position_params) else {
            return Ok(None);
        };
        let defined = editor::definition(&view, offset).and_then(|span| self.location(&view, span));
        Ok(defined.map(GotoDefinitionResponse::Scalar))
    }

    pub(super) fn references(
        &mut self,
        parameters: ReferenceParams,
    ) -> Result<Option<Vec<Location>>, Failed> {
        let Some((view, offset)) = self.at(&parameters.text_document_position) else { return Ok(None) };
        let mut places = editor::references(&view, offset);
        if !parameters.context.include_declaration {
            let defined = editor::definition(&view, offset);
            places.retain(|span| Some(*span) != defined);
        }
        Ok(Some(places.into_iter().filter_map(|span| self.location(&view, span)).collect()))
    }

    pub(super) fn highlights(
        &mut self,
        parameters: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>, Failed> {
        let Some((view, offset)) = self.at(&parameters.text_document_position_params) else {
            return Ok(None);
        };
        let lines = Lines::new(view.text());
        let here = editor::references(&view, offset).into_iter().filter(|span| span.file == view.file());
        Ok(Some(here.map(|span| DocumentHighlight { range: range_of(&lines, span), kind: None }).collect()))
    }

    pub(super) fn prepare_rename(
        &mut self,
        parameters: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>, Failed> {
        let Some((view, offset)) = self.at(&parameters) else { return Ok(None) };
        let span = renamed_at(&view, offset).map_err(|refusal| Failed::Refused(refusal.to_string()))?;
        let placeholder = view.text()[span.range()].to_owned();
        let range = range_of(&Lines::new(view.text()), span);
        Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
    }

    pub(super) fn rename(&mut self, parameters: RenameParams) -> Result<Option<WorkspaceEdit>, Failed> {
        let uri = parameters.text_document_position.text_document.uri.clone();
        let Some((view, offset)) = self.at(&parameters.text_document_position) else { return Ok(None) };
        let users = self.documents.users_of(uri.as_str());
        let edits = rename(&view, offset, &parameters.new_name, users.clone());
        let edits = edits.map_err(|refusal| Failed::Refused(refusal.to_string()))?;
        let all = view.files().iter().chain(users.iter().flatten());
        let texts: BTreeMap<&str, String> =
            all.map(|(name, bytes)| (name.as_str(), String::from_utf8_lossy(bytes).into_owned())).collect();
        let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for edit in edits {
            let lines = Lines::new(texts.get(edit.file.as_str()).map_or("", String::as_str));
            let new = TextEdit { range: range(&lines, edit.start..edit.end), new_text: edit.text };
            changes.entry(self.documents.uri_of(&edit.file)).or_default().push(new);
        }
        let changes = changes.into_iter().filter_map(|(uri, edits)| {
            let version = self.documents.version(&uri);
            let text_document = OptionalVersionedTextDocumentIdentifier { uri: parsed(&uri)?, version };
            Some(TextDocumentEdit { text_document, edits: edits.into_iter().map(OneOf::Left).collect() })
        });
        let document_changes = Some(DocumentChanges::Edits(changes.collect()));
        Ok(Some(WorkspaceEdit { document_changes, ..Default::default() }))
    }

    pub(super) fn formatting(
        &mut self,
        parameters: DocumentFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>, Failed> {
        let Some(view) = self.documents.view(parameters.text_document.uri.as_str()) else { return Ok(None) };
        let text = view.text();
        match formatted("", text.as_bytes().to_vec(), self.spelling()) {
            Ok(new_text) if new_text == text => Ok(Some(Vec::new())),
            Ok(new_text) => {
                let range = range(&Lines::new(text), 0..text.len());
                Ok(Some(vec![TextEdit { range, new_text }]))
            }
            // The diagnostics report the errors.
            Err(Unformatted::Errors(_)) => Ok(None),
            Err(Unformatted::Unreadable) => Err(Failed::Refused("the text cannot be formatted".to_owned())),
        }
    }

    pub(super) fn spelling(&self) -> Spelling {
        if self.options.ascii { Spelling::Ascii } else { Spelling::Unicode }
    }

    pub(super) fn symbols(
        &mut self,
        parameters: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>, Failed> {
        let Some(view) = self.documents.view(parameters.text_document.uri.as_str()) else { return Ok(None) };
        let lines = Lines::new(view.text());
        let symbol = |entry: editor::Entry| {
            #[allow(deprecated, reason = "the field is part of the type")]
            DocumentSymbol {
                name: entry.name,
                detail: Some(entry.doc),
                kind: if entry.is_rewrite { SymbolKind::METHOD } else { SymbolKind::CLASS },
                tags: None,
                deprecated: None,
                range: range_of(&lines, entry.span),
                selection_range: range_of(&lines, entry.name_span),
                children: None,
            }
        };
        Ok(Some(DocumentSymbolResponse::Nested(outline(&view).into_iter().map(symbol).collect())))
    }

    pub(super) fn inlay_hints(
        &mut self,
        parameters: InlayHintParams,
    ) -> Result<Option<Vec<InlayHint>>, Failed> {
        let Some(view) = self.documents.view(parameters.text_document.uri.as_str()) else { return Ok(None) };
        let lines = Lines::new(view.text());
        let (from, to) = (byte_at(&lines, parameters.range.start), byte_at(&lines, parameters.range.end));
        let hint = |hint: editor::Hint| InlayHint {
            position: range_of(&lines, hint.span).end,
            label: InlayHintLabel::String(hint.text),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        Ok(Some(hints(&view, from, to).into_iter().map(hint).collect()))
    }

    /// Quick fixes for misspelt names in the selection, and the expansion of the specification that is named
    /// there, or of the one that contains the selection.
    pub(super) fn actions(
        &mut self,
        parameters: CodeActionParams,
    ) -> Result<Option<CodeActionResponse>, Failed> {
        let Some(view) = self.documents.view(parameters.text_document.uri.as_str()) else { return Ok(None) };
        let lines = Lines::new(view.text());
        let (offset, to) = (byte_at(&lines, parameters.range.start), byte_at(&lines, parameters.range.end));
        let uri = &parameters.text_document.uri;
        let fixes =
            editor::fixes(&view, offset, to).into_iter().map(|fix| quick_fix(&view, &lines, uri, fix));
        let named = view.token_at(offset).filter(|token| token.class == TokenClass::Specification);
        let around = view.specification_at(offset).map(|specification| specification.name.text.clone());
        let name = named.map(|token| view.text()[token.span.range()].to_owned()).or(around);
        let action = name.filter(|name| view.named(name).is_some()).map(|name| {
            let title = format!("Expand {name}");
            let command = command(&title, EXPAND, &parameters.text_document.uri, &name);
            let kind = Some(CodeActionKind::new("source.expand"));
            CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind,
                command: Some(command),
                ..Default::default()
            })
        });
        Ok(Some(fixes.chain(action).collect()))
    }

    pub(super) fn lenses(&mut self, parameters: CodeLensParams) -> Result<Option<Vec<CodeLens>>, Failed> {
        let Some(view) = self.documents.view(parameters.text_document.uri.as_str()) else { return Ok(None) };
        let Some(source) = self.documents.last_source() else { return Ok(Some(Vec::new())) };
        let source = source.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lines = Lines::new(view.text());
        let runnable = outline(&view).into_iter().filter(|entry| entry.is_runnable);
        let lens = |entry: editor::Entry| CodeLens {
            range: range_of(&lines, entry.name_span),
            command: Some(command(
                &format!("Find in {source}"),
                FIND,
                &parameters.text_document.uri,
                &entry.name,
            )),
            data: None,
        };
        Ok(Some(runnable.map(lens).collect()))
    }

    pub(super) fn semantic_tokens(
        &mut self,
        parameters: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>, Failed> {
        let view = self.documents.view(parameters.text_document.uri.as_str());
        Ok(view.map(|view| super::tokens::encode(&view).into()))
    }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// A fix as an edit of the text.
#[allow(clippy::mutable_key_type, reason = "the map is part of the protocol's type")]
fn quick_fix(view: &View, lines: &Lines<'_>, uri: &Uri, fix: editor::Fix) -> CodeActionOrCommand {
    let title = format!("Change `{}` to `{}`", &view.text()[fix.span.range()], fix.text);
    let edit = TextEdit { range: range_of(lines, fix.span), new_text: fix.text };
    let changes = [(uri.clone(), vec![edit])].into_iter().collect();
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..Default::default() }),
        is_preferred: Some(true),
        ..Default::default()
    })
}

fn command(title: &str, command: &str, uri: &Uri, name: &str) -> Command {
    let arguments = Some(vec![uri.as_str().into(), name.into()]);
    Command { title: title.to_owned(), command: command.to_owned(), arguments }
}

fn item(lines: &Lines<'_>, offered: Completion) -> CompletionItem {
    let kind = match offered.kind {
        CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        CompletionKind::Constraint => CompletionItemKind::FUNCTION,
        CompletionKind::Specification => CompletionItemKind::CLASS,
        CompletionKind::Variable => CompletionItemKind::VARIABLE,
        CompletionKind::Index => CompletionItemKind::UNIT,
        CompletionKind::Word => CompletionItemKind::ENUM_MEMBER,
    };
    let format = if offered.is_snippet { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
    let edit = TextEdit { range: range(lines, offered.replaces), new_text: offered.text };
    let documentation = (!offered.documentation.is_empty())
        .then(|| Documentation::MarkupContent(markdown(offered.documentation)));
    CompletionItem {
        label: offered.label,
        kind: Some(kind),
        documentation,
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..Default::default()
    }
}
