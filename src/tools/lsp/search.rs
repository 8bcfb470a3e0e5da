//! Commands: the expansion of a specification, and a search on a C file, which runs as `idiom find` in a
//! child process.

use super::LanguageServer;
use super::capabilities::{EXPAND, FIND};
use super::documents::Source;
use super::findings::{Searched, read_report};
use super::requests::{Failed, failure};
use super::uri::{of_path, parsed};
use crate::expand::written;
use editor::View;
use library::expansion;
use lsp_server::{Message, Notification, RequestId, Response};
use lsp_types::notification::{Notification as _, PublishDiagnostics, ShowMessage};
use lsp_types::request::{Request as _, ShowDocument};
use lsp_types::{ExecuteCommandParams, MessageType, ShowDocumentParams, ShowMessageParams};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use text::bounded;

/// A search in progress.
struct RunningSearch {
    id: RequestId,
    child: Arc<Mutex<Child>>,
    thread: JoinHandle<()>,
}

/// The searches in progress.
#[derive(Default)]
pub(super) struct Searches {
    running: Vec<RunningSearch>,
}

impl Searches {
    /// Kills a search. Its thread then answers that it was cancelled.
    pub(super) fn cancel(&mut self, id: &RequestId) {
        self.running.iter().filter(|running| running.id == *id).for_each(RunningSearch::kill);
    }

    /// Kills all searches, and waits until they have ended.
    pub(super) fn stop(&mut self) {
        for running in self.running.drain(..) {
            running.kill();
            let _ = running.thread.join();
        }
    }
}

impl RunningSearch {
    fn kill(&self) {
        // A search that has ended cannot be killed.
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }
}

impl LanguageServer {
    /// Executes a command; `None` for a search, whose answer comes later.
    pub(super) fn command(&mut self, id: RequestId, parameters: Value) -> Option<Response> {
        let parameters: Result<ExecuteCommandParams, _> = serde_json::from_value(parameters);
        let done = match parameters {
            Ok(ExecuteCommandParams { command, arguments, .. }) => {
                let argument = |at: usize| arguments.get(at).and_then(Value::as_str).map(str::to_owned);
                match (command.as_str(), argument(0), argument(1)) {
                    (EXPAND, Some(uri), Some(name)) => self.expand(&uri, &name).map(Some),
                    (FIND, Some(uri), Some(name)) => self.find(&id, &uri, &name, argument(2)).map(|()| None),
                    (EXPAND | FIND, ..) => {
                        Err(Failed::Wrong("a text's URI and a specification are wanted".to_owned()))
                    }
                    _ => Err(Failed::Wrong(format!("there is no command `{command}`"))),
                }
            }
            Err(error) => Err(Failed::Wrong(error.to_string())),
        };
        match done {
            Ok(value) => value.map(|value| Response::new_ok(id, value)),
            Err(failed) => Some(failure(id, &failed)),
        }
    }

    fn opened(&mut self, uri: &str) -> Result<std::rc::Rc<View>, Failed> {
        self.documents
            .view(uri)
            .ok_or_else(|| Failed::Wrong(format!("{uri} is no open text of specifications")))
    }

    /// The expansion as text. If the client supports it, it is requested to show the expansion.
    fn expand(&mut self, uri: &str, name: &str) -> Result<Value, Failed> {
        let view = self.opened(uri)?;
        let expanded =
            expansion(view.files(), name).map_err(|outcome| Failed::Refused(outcome.render(false)))?;
        let text = written(expanded, self.spelling());
        let file = format!("expanded/{}.candl", name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
        if self.shows_documents
            && let Some(uri) = self.shown_file(&file, &text).and_then(|path| parsed(&of_path(&path)))
        {
            let shown = ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
            self.send_request(ShowDocument::METHOD, shown);
        }
        Ok(json!({ "text": text }))
    }

    /// Starts a search on a source: the given one, or else the one opened last.
    fn find(&mut self, id: &RequestId, uri: &str, name: &str, source: Option<String>) -> Result<(), Failed> {
        let view = self.opened(uri)?;
        let none = || Failed::Refused("there is no C or C++ file to search in: open one".to_owned());
        let source = match &source {
            Some(source) => self.documents.source(source),
            None => self.documents.last_source(),
        };
        let Source { uri: source, path, text } = source.ok_or_else(none)?;
        let internal =
            |error: std::io::Error| Failed::Refused(format!("the search cannot be started: {error}"));
        let folder = tempfile::tempdir().map_err(internal)?;
        let mut search = Command::new(std::env::current_exe().map_err(internal)?);
        search.args(["find", "--format", "json", "--idiom", name]);
        // `use` names files relative to the original folder; the copies are named one by one instead.
        for (number, file) in without_uses(&view).into_iter().enumerate() {
            let path = folder.path().join(format!("{number}.candl"));
            std::fs::write(&path, file).map_err(internal)?;
            search.arg("--spec").arg(path);
        }
        let mut flags = self.options.flags.clone();
        let mut searched = path.clone();
        if bounded::read_found(&path, bounded::MAX_STREAM_BYTES).ok().as_deref() != Some(text.as_bytes()) {
            // The text is not saved: a copy is searched, with the headers of the original.
            searched = folder.path().join(path.file_name().unwrap_or("unsaved.c".as_ref()));
            std::fs::write(&searched, &text).map_err(internal)?;
            flags.extend(path.parent().map(|folder| format!("-I{}", folder.display())));
        }
        search.arg(&searched).arg("--").args(flags);
        search.current_dir(path.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new(".")));
        search.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = search.spawn().map_err(internal)?;
        let about = Searched { uri: source, path: searched, name: name.to_owned(), text };
        self.follow(id.clone(), child, about, folder);
        Ok(())
    }

    /// Waits for a search in a thread of its own, and sends its findings to the client.
    fn follow(&mut self, id: RequestId, mut child: Child, about: Searched, folder: tempfile::TempDir) {
        let (out, errors) = (child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let (own, sender, answered) = (child.clone(), self.connection.sender.clone(), id.clone());
        let thread = std::thread::spawn(move || {
            let errors = std::thread::spawn(move || read(errors));
            let out = read(out);
            let errors = errors.join().unwrap_or_default();
            let status = own.lock().unwrap_or_else(PoisonError::into_inner).wait();
            drop(folder);
            let code = status.ok().and_then(|status| status.code());
            for message in messages(answered, code, &out, &errors, &about) {
                // The client may have closed the stream.
                let _ = sender.send(message);
            }
        });
        self.searches.running.retain(|running| !running.thread.is_finished());
        self.searches.running.push(RunningSearch { id, child, thread });
    }
}

fn read(stream: Option<impl std::io::Read>) -> String {
    let mut bytes = Vec::new();
    // An error ends the text early.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The messages after a search: findings as diagnostics of the source, a summary, and the answer.
fn messages(id: RequestId, code: Option<i32>, out: &str, errors: &str, about: &Searched) -> Vec<Message> {
    let failed = |text: String| vec![failure(id.clone(), &Failed::Refused(text)).into()];
    match code {
        None => {
            return vec![
                Response::new_err(id, lsp_server::ErrorCode::RequestCanceled as i32, "cancelled".to_owned())
                    .into(),
            ];
        }
        Some(0) => {}
        Some(_) => return failed(errors.trim().to_owned()),
    }
    let Ok(found) = read_report(out, about) else { return failed("the findings cannot be read".to_owned()) };
    let Some(uri) = parsed(&about.uri) else { return failed("the source has no URI".to_owned()) };
    let diagnostics =
        lsp_types::PublishDiagnosticsParams { uri, diagnostics: found.diagnostics, version: None };
    let line = ShowMessageParams { typ: MessageType::INFO, message: found.summary };
    vec![
        Notification::new(PublishDiagnostics::METHOD.to_owned(), diagnostics).into(),
        Notification::new(ShowMessage::METHOD.to_owned(), line).into(),
        Response::new_ok(id, json!({ "findings": found.count })).into(),
    ]
}

/// The texts of the view, with `use` and its path blanked out, so that places do not change.
fn without_uses(view: &View) -> Vec<String> {
    let own = view.parsed().map(|(file, parsed)| {
        let mut text = view.sources().file(file).text().to_owned();
        if let Some(last) = parsed.file.uses.last() {
            let end = last.span.end as usize;
            let blank: String = text[..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            text.replace_range(..end, &blank);
        }
        text
    });
    own.collect()
}
