//! `idiom lsp`: a language server for specifications, over stdin and stdout.
//!
//! The answers come from `src/editor/`; this module has the documents, the protocol's positions, and the
//! messages. One thread answers all requests in order; a search on a C file runs in a process of its own.

mod capabilities;
mod documents;
mod findings;
mod locations;
mod questions;
mod requests;
mod search;
mod stream;
mod tokens;
mod uri;

use super::Verdict;
use super::console::Failure;
use clap::Args;
use documents::Documents;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::InitializeParams;
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, Exit,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeLensRefresh, Request as _, Shutdown};
use search::Searches;
use serde::Deserialize;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tempfile::TempDir;

/// The pause in typing after which diagnostics are published.
const PAUSE: Duration = Duration::from_millis(60);

/// Arguments of `idiom lsp`.
#[derive(Args, Debug)]
pub struct Lsp {
    /// Spell operators in ASCII when a text is formatted
    #[arg(long)]
    pub(super) ascii: bool,
    /// A flag for the compiler of the C files that are searched; may be repeated
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub(super) flag: Vec<String>,
}

/// The settings that a client may send when it starts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Options {
    /// As `--ascii`.
    ascii: bool,
    /// As `--flag`.
    flags: Vec<String>,
}

/// The server, with its state between two messages.
struct LanguageServer {
    documents: Documents,
    searches: Searches,
    options: Options,
    /// Whether the client supports the request to show a document.
    shows_documents: bool,
    refreshes_lenses: bool,
    connection: Connection,
    /// The folder of texts that the client may open and that have no file of their own.
    shown: OnceCell<Option<TempDir>>,
    /// The number of the last request to the client.
    last_request: i32,
}

/// Runs `idiom lsp`.
pub fn run(arguments: &Lsp) -> Result<Verdict, Failure> {
    let (connection, threads) = stream::connect();
    let served = serve(connection, arguments);
    // The writer ends when all senders are dropped; the reader ends when the client exits or closes the
    // stream.
    let joined = threads.join(served.is_ok());
    let verdict = served?;
    joined.map_err(|error| Failure::Internal(format!("the connection broke: {error}")))?;
    Ok(verdict)
}

fn serve(connection: Connection, arguments: &Lsp) -> Result<Verdict, Failure> {
    let broken = |error: &dyn std::fmt::Display| Failure::Internal(format!("the connection broke: {error}"));
    let (id, parameters) = connection.initialize_start().map_err(|error| broken(&error))?;
    let parameters: InitializeParams = serde_json::from_value(parameters)
        .map_err(|error| Failure::Usage(format!("cannot be initialised: {error}")))?;
    let offered = serde_json::json!({
        "capabilities": capabilities::offered(),
        "serverInfo": { "name": "idiom", "version": env!("CARGO_PKG_VERSION") },
    });
    let server = LanguageServer::new(connection, &parameters, arguments);
    server.send(Response::new_ok(id, offered));
    Ok(server.work())
}

impl LanguageServer {
    fn new(connection: Connection, parameters: &InitializeParams, arguments: &Lsp) -> LanguageServer {
        let given = parameters.initialization_options.clone();
        let given: Options =
            given.and_then(|options| serde_json::from_value(options).ok()).unwrap_or_default();
        let flags = arguments.flag.iter().cloned().chain(given.flags).collect();
        let window = parameters.capabilities.window.as_ref();
        let lenses =
            parameters.capabilities.workspace.as_ref().and_then(|workspace| workspace.code_lens.as_ref());
        LanguageServer {
            documents: Documents::new(uri::folders(parameters)),
            searches: Searches::default(),
            options: Options { ascii: arguments.ascii || given.ascii, flags },
            shows_documents: window.and_then(|w| w.show_document.as_ref()).is_some_and(|show| show.support),
            refreshes_lenses: lenses.and_then(|lens| lens.refresh_support).unwrap_or(false),
            connection,
            shown: OnceCell::new(),
            last_request: 0,
        }
    }

    /// Handles messages until the client exits or closes the stream. An exit without a shutdown request is a
    /// failure, as the protocol requires.
    fn work(mut self) -> Verdict {
        let mut waiting: VecDeque<Message> = VecDeque::new();
        let mut shuts_down = false;
        let verdict = loop {
            while let Ok(message) = self.connection.receiver.try_recv() {
                self.enqueue(message, &mut waiting);
            }
            let Some(message) = waiting.pop_front() else {
                let next = match self.documents.has_stale() {
                    true => {
                        self.connection.receiver.recv_timeout(PAUSE).map_err(|error| error.is_disconnected())
                    }
                    false => self.connection.receiver.recv().map_err(|_| true),
                };
                match next {
                    Ok(message) => self.enqueue(message, &mut waiting),
                    Err(true) => break Verdict::Fine,
                    Err(false) => self.publish(),
                }
                continue;
            };
            match message {
                Message::Request(request) if shuts_down => {
                    let text = "the server shuts down".to_owned();
                    self.send(Response::new_err(request.id, ErrorCode::InvalidRequest as i32, text));
                }
                Message::Request(request) if request.method == Shutdown::METHOD => {
                    shuts_down = true;
                    self.send(Response::new_ok(request.id, ()));
                }
                Message::Request(request) => self.request(request),
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    break if shuts_down { Verdict::Fine } else { Verdict::Findings };
                }
                Message::Notification(notification) => self.notified(notification),
                Message::Response(_) => {}
            }
        };
        self.searches.stop();
        verdict
    }

    /// Appends a message to the waiting ones. A cancelled request is answered at once.
    fn enqueue(&mut self, message: Message, waiting: &mut VecDeque<Message>) {
        let cancelled = match &message {
            Message::Notification(sent) if sent.method == Cancel::METHOD => cancelled_id(sent),
            _ => None,
        };
        let Some(id) = cancelled else {
            waiting.push_back(message);
            return;
        };
        let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == id);
        if let Some(at) = waiting.iter().position(is_it) {
            waiting.remove(at);
            let text = "cancelled".to_owned();
            self.send(Response::new_err(id, ErrorCode::RequestCanceled as i32, text));
        } else {
            self.searches.cancel(&id);
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // The next read notices a client that has closed the stream.
        let _ = self.connection.sender.send(message.into());
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
        let response = match answered {
            Ok(response) => response,
            Err(_) => {
                let text = "this is a bug; please report it with the text".to_owned();
                Some(Response::new_err(id, ErrorCode::InternalError as i32, text))
            }
        };
        response.into_iter().for_each(|response| self.send(response));
    }

    fn notified(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(parameters) = serde_json::from_value(params) {
                    self.documents.open(parameters);
                    self.refresh_lenses();
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(parameters) = serde_json::from_value(params)
                    && let Some(source) = self.documents.change(parameters)
                {
                    // The findings there may have moved.
                    self.publish_to(&source, Vec::new());
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(parameters) = serde_json::from_value(params) {
                    let uri = self.documents.close(parameters);
                    self.publish_to(&uri, Vec::new());
                }
            }
            DidChangeWatchedFiles::METHOD => self.documents.forget_views(),
            _ => {}
        }
    }

    /// Publishes the diagnostics of documents that changed, or whose files changed.
    fn publish(&mut self) {
        for uri in self.documents.take_stale() {
            let diagnostics = catch_unwind(AssertUnwindSafe(|| self.diagnostics_of(&uri)));
            self.publish_to(&uri, diagnostics.unwrap_or_default());
        }
    }

    fn publish_to(&self, uri: &str, diagnostics: Vec<lsp_types::Diagnostic>) {
        let Some(uri) = uri::parsed(uri) else { return };
        let version = self.documents.version(uri.as_str());
        let parameters = lsp_types::PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), parameters));
    }

    fn refresh_lenses(&mut self) {
        if self.refreshes_lenses {
            self.send_request(CodeLensRefresh::METHOD, ());
        }
    }

    /// Sends a request whose answer is ignored.
    fn send_request(&mut self, method: &str, parameters: impl serde::Serialize) {
        self.last_request += 1;
        self.send(Request::new(RequestId::from(self.last_request), method.to_owned(), parameters));
    }
}

fn cancelled_id(notification: &Notification) -> Option<RequestId> {
    let id = notification.params.get("id")?;
    let number = id.as_i64().and_then(|id| i32::try_from(id).ok()).map(RequestId::from);
    number.or_else(|| id.as_str().map(|id| RequestId::from(id.to_owned())))
}
