//! The language server through its protocol, with a client of typed messages as in an editor. A second client
//! is in `lit/lsp/pygls.test`.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use lsp_server::{Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidOpenTextDocument, Exit, Initialized, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, ExecuteCommand, Formatting,
    GotoDefinition, HoverRequest, Initialize, InlayHintRequest, PrepareRenameRequest, References, Rename,
    SemanticTokensFullRequest, Shutdown,
};
use lsp_types::*;
use serde_json::{Value, json};
use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr as _;

/// An editor with a server of its own.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_request: i32,
    /// The notifications that have arrived.
    notifications: Vec<Notification>,
}

impl Client {
    fn new(folder: Option<&Path>) -> Client {
        Client::of(Path::new(env!("CARGO_BIN_EXE_idiom")), folder)
    }

    fn of(program: &Path, folder: Option<&Path>) -> Client {
        let mut child =
            Command::new(program).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Client { child, input, output, last_request: 0, notifications: Vec::new() };
        let folders =
            folder.map(|folder| vec![WorkspaceFolder { uri: uri_of(folder), name: "all".to_owned() }]);
        let parameters = InitializeParams { workspace_folders: folders, ..Default::default() };
        let server: InitializeResult = client.ask::<Initialize>(parameters).unwrap();
        assert_eq!(server.server_info.unwrap().name, "idiom");
        client.notify::<Initialized>(InitializedParams {});
        client
    }

    fn send(&mut self, message: Message) {
        message.write(&mut self.input).unwrap();
    }

    fn notify<N: notification::Notification>(&mut self, parameters: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), parameters).into());
    }

    /// Sends a request; [`answer`](Self::answer) waits for its answer.
    fn start<R: request::Request>(&mut self, parameters: R::Params) -> RequestId {
        self.last_request += 1;
        let id = RequestId::from(self.last_request);
        self.send(Request::new(id.clone(), R::METHOD.to_owned(), parameters).into());
        id
    }

    fn answer(&mut self, id: &RequestId) -> Response {
        loop {
            match Message::read(&mut self.output).unwrap().expect("the server is gone") {
                Message::Response(response) => {
                    assert_eq!(response.id, *id);
                    return response;
                }
                Message::Notification(notification) => self.notifications.push(notification),
                Message::Request(_) => {}
            }
        }
    }

    fn ask<R: request::Request>(&mut self, parameters: R::Params) -> Result<R::Result, String> {
        let id = self.start::<R>(parameters);
        let response = self.answer(&id);
        response
            .response_result
            .map(|result| serde_json::from_value(result).unwrap())
            .map_err(|error| error.message)
    }

    fn open(&mut self, uri: &Uri, language: &str, text: &str) {
        let text_document = TextDocumentItem {
            uri: uri.clone(),
            language_id: language.to_owned(),
            version: 1,
            text: text.to_owned(),
        };
        self.notify::<DidOpenTextDocument>(DidOpenTextDocumentParams { text_document });
    }

    /// Replaces a range of a text.
    fn change(&mut self, uri: &Uri, version: i32, range: Option<Range>, text: &str) {
        let text_document = VersionedTextDocumentIdentifier { uri: uri.clone(), version };
        let change = TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() };
        self.notify::<DidChangeTextDocument>(DidChangeTextDocumentParams {
            text_document,
            content_changes: vec![change],
        });
    }

    /// The next diagnostics of a text.
    fn diagnostics(&mut self, uri: &Uri) -> Vec<Diagnostic> {
        loop {
            let notifications = std::mem::take(&mut self.notifications);
            for notification in notifications {
                if notification.method == PublishDiagnostics::METHOD {
                    let published: PublishDiagnosticsParams =
                        serde_json::from_value(notification.params).unwrap();
                    if published.uri == *uri {
                        return published.diagnostics;
                    }
                }
            }
            match Message::read(&mut self.output).unwrap().expect("the server is gone") {
                Message::Notification(notification) => self.notifications.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    fn command(&mut self, command: &str, arguments: Vec<Value>) -> Result<Option<Value>, String> {
        let command = command.to_owned();
        let parameters =
            ExecuteCommandParams { command, arguments, work_done_progress_params: Default::default() };
        self.ask::<ExecuteCommand>(parameters)
    }

    fn stop(mut self) {
        self.ask::<Shutdown>(()).unwrap();
        self.notify::<Exit>(());
        self.input.flush().unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

fn uri_of(path: &Path) -> Uri {
    Uri::from_str(&format!("file://{}", path.display())).unwrap()
}

fn at(uri: &Uri, line: u32, character: u32) -> TextDocumentPositionParams {
    let text_document = TextDocumentIdentifier { uri: uri.clone() };
    TextDocumentPositionParams { text_document, position: Position { line, character } }
}

fn range(start: (u32, u32), end: (u32, u32)) -> Range {
    let position = |(line, character)| Position { line, character };
    Range { start: position(start), end: position(end) }
}

/// A request's parameters from their JSON, where most fields have defaults.
fn of<T: serde::de::DeserializeOwned>(parameters: Value) -> T {
    serde_json::from_value(parameters).unwrap()
}

const TEXT: &str = "# A sum that is used.\nConstraint Used\n( opcode{sum} = add ∧ {sum} ∈ {user}.args ∧ {sum} ≠ {user})\nEnd\n";

/// Sends all bodies at once. Returns the server's messages and its exit code.
fn answers_to(bodies: &[&str]) -> (Vec<Value>, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_idiom"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let framed = |body: &&str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let input: String = bodies.iter().map(framed).collect();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8(output.stdout).unwrap();
    let messages = messages.split("Content-Length: ").skip(1);
    let messages =
        messages.map(|framed| serde_json::from_str(framed.split_once("\r\n\r\n").unwrap().1).unwrap());
    (messages.collect(), output.status.code())
}

const INITIALIZE: &str =
    r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc": "2.0", "id": 99, "method": "shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc": "2.0", "method": "exit"}"#;

#[test]
fn the_end_may_be_there_with_the_beginning() {
    let (messages, code) = answers_to(&[INITIALIZE, INITIALIZED, SHUTDOWN, EXIT]);
    assert_eq!((messages.len(), &messages[1]["id"], &messages[1]["result"]), (2, &json!(99), &Value::Null));
    assert_eq!(code, Some(0));
    assert_eq!(answers_to(&[INITIALIZE, SHUTDOWN, EXIT]).1, Some(0));
    // An exit without a shutdown request, and no exit at all.
    assert_eq!(answers_to(&[INITIALIZE, INITIALIZED, EXIT]).1, Some(1));
    assert_eq!(answers_to(&[INITIALIZE, INITIALIZED]).1, Some(0));
    let (messages, code) = answers_to(&[INITIALIZE, SHUTDOWN, &SHUTDOWN.replace("99", "100"), EXIT]);
    assert_eq!(
        (&messages[2]["id"], &messages[2]["error"]["code"], code),
        (&json!(100), &json!(-32600), Some(0))
    );
}

#[test]
fn what_is_no_json_is_answered_and_the_next_is_read() {
    let (messages, code) = answers_to(&["{", INITIALIZE, "nonsense", "{}", INITIALIZED, SHUTDOWN, EXIT]);
    let mut codes: Vec<i64> =
        messages.iter().filter_map(|message| message["error"]["code"].as_i64()).collect();
    codes.sort();
    assert_eq!(codes, [-32700, -32700, -32600]);
    let answered: Vec<&Value> = messages
        .iter()
        .filter(|message| message.get("result").is_some())
        .map(|message| &message["id"])
        .collect();
    assert_eq!((answered, code), (vec![&json!(1), &json!(99)], Some(0)));
}

#[test]
fn questions_have_answers_at_utf_16_places() {
    let uri = Uri::from_str("untitled:one").unwrap();
    let mut client = Client::new(None);
    client.open(&uri, "candl", TEXT);
    assert_eq!(client.diagnostics(&uri), []);
    let document = json!({ "uri": uri });
    let here = |line: u32, character: u32| json!({ "textDocument": document, "position": { "line": line, "character": character } });

    // The position is after two operators of three bytes each.
    let hover = client.ask::<HoverRequest>(of(here(2, 46))).unwrap().unwrap();
    assert_eq!(hover.range, Some(range((2, 45), (2, 48))));
    assert!(serde_json::to_string(&hover).unwrap().contains("Variable `sum` of `Used`"));
    let mut references = here(2, 46);
    references["context"] = json!({ "includeDeclaration": true });
    let places = client.ask::<References>(of(references)).unwrap().unwrap();
    assert_eq!(places.iter().map(|place| place.range.start.character).collect::<Vec<_>>(), [9, 23, 45]);

    let mut rename = here(2, 10);
    rename["newName"] = json!("total");
    let edit = client.ask::<Rename>(of(rename)).unwrap().unwrap();
    let Some(DocumentChanges::Edits(edits)) = edit.document_changes else { panic!("{edit:?}") };
    assert_eq!(edits[0].edits.len(), 3);
    let mut refused = here(2, 10);
    refused["newName"] = json!("user");
    assert_eq!(client.ask::<Rename>(of(refused)), Err("`Used` would mean something else".to_owned()));
    assert!(client.ask::<PrepareRenameRequest>(at(&uri, 2, 3)).is_err());

    let symbols =
        client.ask::<DocumentSymbolRequest>(of(json!({ "textDocument": document }))).unwrap().unwrap();
    let DocumentSymbolResponse::Nested(symbols) = symbols else { panic!() };
    assert_eq!(
        (symbols[0].name.as_str(), symbols[0].detail.as_deref()),
        ("Used", Some("A sum that is used."))
    );

    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let edits = client
        .ask::<Formatting>(of(json!({ "textDocument": document, "options": options })))
        .unwrap()
        .unwrap();
    assert!(edits[0].new_text.contains("\n∧ {sum} ≠ {user})\nEnd"), "{edits:?}");

    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = client
        .ask::<InlayHintRequest>(of(json!({ "textDocument": document, "range": whole })))
        .unwrap()
        .unwrap();
    assert_eq!(hints.len(), 3);

    let tokens =
        client.ask::<SemanticTokensFullRequest>(of(json!({ "textDocument": document }))).unwrap().unwrap();
    let SemanticTokensResult::Tokens(tokens) = tokens else { panic!() };
    assert_eq!(tokens.data[0].length, "# A sum that is used.".len() as u32);
    // The operator ∧ is one UTF-16 unit long.
    assert_eq!(
        tokens.data[7],
        SemanticToken { delta_line: 0, delta_start: 4, length: 1, token_type: 9, token_modifiers_bitset: 0 }
    );
    client.stop();
}

#[test]
fn what_is_typed_is_checked_and_completed() {
    let uri = Uri::from_str("untitled:two").unwrap();
    let mut client = Client::new(None);
    client.open(&uri, "candl", "Constraint A ( opcode{x} = ad ) End");
    let diagnostics = client.diagnostics(&uri);
    assert_eq!(diagnostics[0].code, Some(NumberOrString::String("E0304".to_owned())));
    assert_eq!(diagnostics[0].range, range((0, 27), (0, 29)));
    assert!(diagnostics[0].message.contains("help: did you mean `add`?"), "{}", diagnostics[0].message);
    let labels = |client: &mut Client, character| {
        let parameters =
            of(json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": character } }));
        let Some(CompletionResponse::Array(items)) = client.ask::<Completion>(parameters).unwrap() else {
            panic!()
        };
        items.into_iter().map(|item| item.label).collect::<Vec<_>>()
    };
    assert!(labels(&mut client, 29).contains(&"fadd".to_owned()));
    // `ad` becomes `add`, followed by an operator outside ASCII.
    client.change(&uri, 2, Some(range((0, 27), (0, 29))), "add ∧ {");
    assert!(labels(&mut client, 34).contains(&"x".to_owned()));
    client.change(&uri, 3, Some(range((0, 34), (0, 34))), "x} ∈ {y}.args");
    assert_eq!(client.diagnostics(&uri), []);
    client.change(&uri, 4, None, "Constraint A opcode{x} = add End");
    assert_eq!(client.diagnostics(&uri), []);
    client.stop();
}

#[test]
fn files_see_each_other_before_they_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a.candl", "b.candl"].map(|name| folder.path().join(name));
    std::fs::write(&a, "Constraint Old opcode{x} = add End\n").unwrap();
    std::fs::write(&b, "use \"a.candl\"\nConstraint B include A End\n").unwrap();
    let (a, b) = (uri_of(&a), uri_of(&b));
    let mut client = Client::new(Some(folder.path()));
    client.open(&b, "candl", "use \"a.candl\"\nConstraint B include A End\n");
    assert_eq!(client.diagnostics(&b).len(), 1, "what is saved has no A");
    client.open(&a, "candl", "Constraint A opcode{x} = add End\n");
    assert_eq!(client.diagnostics(&b), []);
    let found = client.ask::<GotoDefinition>(of(
        json!({ "textDocument": { "uri": b }, "position": { "line": 1, "character": 21 } }),
    ));
    assert_eq!(
        found,
        Ok(Some(GotoDefinitionResponse::Scalar(Location { uri: a.clone(), range: range((0, 11), (0, 12)) })))
    );
    // Renaming a definition also renames its uses in another file.
    let parameters =
        json!({ "textDocument": { "uri": a }, "position": { "line": 0, "character": 11 }, "newName": "C" });
    let edit = client.ask::<Rename>(of(parameters)).unwrap().unwrap();
    let Some(DocumentChanges::Edits(edits)) = edit.document_changes else { panic!("{edit:?}") };
    assert_eq!(edits.iter().map(|edit| edit.text_document.uri.clone()).collect::<Vec<_>>(), [a, b]);
    client.stop();
}

#[test]
fn built_in_specifications_can_be_opened_and_expanded() {
    let uri = Uri::from_str("untitled:three").unwrap();
    let mut client = Client::new(None);
    client.open(&uri, "candl", "Constraint A include Loop End\n");
    let parameters = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 22 } });
    let Ok(Some(GotoDefinitionResponse::Scalar(place))) = client.ask::<GotoDefinition>(of(parameters)) else {
        panic!()
    };
    let path = place.uri.as_str().strip_prefix("file://").unwrap();
    let line = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .nth(place.range.start.line as usize)
        .unwrap()
        .to_owned();
    assert_eq!(line, "Constraint Loop");
    let span = json!({ "start": { "line": 0, "character": 22 }, "end": { "line": 0, "character": 22 } });
    let parameters =
        json!({ "textDocument": { "uri": uri }, "range": span, "context": { "diagnostics": [] } });
    let actions = client.ask::<CodeActionRequest>(of(parameters)).unwrap().unwrap();
    let CodeActionOrCommand::CodeAction(action) = &actions[0] else { panic!() };
    let command = action.command.clone().unwrap();
    assert_eq!(action.title, "Expand Loop");
    let expanded = client.command(&command.command, command.arguments.unwrap()).unwrap().unwrap();
    let text = expanded["text"].as_str().unwrap();
    assert!(text.contains("Constraint Loop") && !text.contains("include"), "{text}");
    client.change(&uri, 2, None, "Constraint Mine ( include Lop @ {l} ) End");
    let actions = client.ask::<CodeActionRequest>(of(json!({
        "textDocument": { "uri": uri }, "context": { "diagnostics": [] },
        "range": { "start": { "line": 0, "character": 27 }, "end": { "line": 0, "character": 27 } },
    })));
    let actions = actions.unwrap().unwrap();
    let CodeActionOrCommand::CodeAction(fix) = &actions[0] else { panic!() };
    assert_eq!((fix.title.as_str(), &fix.kind), ("Change `Lop` to `Loop`", &Some(CodeActionKind::QUICKFIX)));
    let edits = fix.edit.clone().unwrap().changes.unwrap().remove(&uri).unwrap();
    let place = |character| Position { line: 0, character };
    assert_eq!(edits, [TextEdit { range: Range::new(place(26), place(29)), new_text: "Loop".to_owned() }]);
    let refused = client.command("idiom.expand", vec![json!(uri.as_str()), json!("Lop")]);
    assert!(refused.unwrap_err().contains("unknown specification `Lop`"));
    client.stop();
}

#[test]
fn a_search_tells_its_findings_in_the_c_file() {
    let folder = tempfile::tempdir().unwrap();
    let source = uri_of(&folder.path().join("mine.c"));
    let uri = Uri::from_str("untitled:four").unwrap();
    // The command searches for the plugin beside itself, where cargo puts it only in a build.
    let (built, program) = (Path::new(env!("CARGO_BIN_EXE_idiom")), folder.path().join("idiom"));
    let plugin = built.with_file_name("deps").join("libidiom_plugin.so");
    // The copy is made by another process: a child that another thread forks meanwhile would hold the program
    // open for writing.
    let copy =
        |from: &Path, to: &Path| assert!(Command::new("cp").args([from, to]).status().unwrap().success());
    copy(built, &program);
    copy(&plugin, &folder.path().join("libidiom.so"));
    let mut client = Client::of(&program, None);
    client.open(&uri, "candl", "Constraint Product ( opcode{p} = mul ∧ {a} = {p}.args[0] ) End\n");
    let lenses = json!({ "textDocument": { "uri": uri } });
    assert_eq!(client.ask::<CodeLensRequest>(of(lenses.clone())).unwrap(), Some(Vec::new()));
    client.open(&source, "c", "int f(int a, int b) {\n  return a * b;\n}\n");
    let lens = client.ask::<CodeLensRequest>(of(lenses)).unwrap().unwrap().remove(0);
    let command = lens.command.unwrap();
    assert_eq!(command.title, "Find in mine.c");
    // The source was never saved.
    let found = client.command(&command.command, command.arguments.unwrap()).unwrap();
    assert_eq!(found, Some(json!({ "findings": 1 })));
    let diagnostics = client.diagnostics(&source);
    assert_eq!(diagnostics[0].range, range((1, 11), (1, 15)), "{diagnostics:?}");
    assert!(diagnostics[0].message.starts_with("Product in f"), "{diagnostics:?}");
    // The finding has moved.
    client.change(&source, 2, Some(range((0, 0), (0, 0))), "\n");
    assert_eq!(client.diagnostics(&source), []);
    client.stop();
}

#[test]
fn requests_can_be_cancelled_and_nothing_breaks_the_server() {
    let uri = Uri::from_str("untitled:five").unwrap();
    let mut client = Client::new(None);
    client.open(&uri, "candl", TEXT);
    // The second one waits while the first is answered.
    let first = client.start::<HoverRequest>(of(
        json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 3 } }),
    ));
    let second = client.start::<HoverRequest>(of(
        json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 3 } }),
    ));
    client.notify::<Cancel>(CancelParams { id: NumberOrString::Number(3) });
    let answers = [client.answer_any(), client.answer_any()];
    let of_id = |id: &RequestId| answers.iter().find(|answer| answer.id == *id).unwrap();
    assert!(of_id(&first).response_result.is_ok());
    // The request was cancelled, or answered before the server read the cancellation.
    assert!(of_id(&second).response_result.as_ref().err().is_none_or(|error| error.code == -32800));
    // Positions beyond the text, a document that is not open, an unknown request.
    let beyond = json!({ "textDocument": { "uri": uri }, "position": { "line": 99, "character": 99 } });
    assert_eq!(client.ask::<HoverRequest>(of(beyond)), Ok(None));
    let closed =
        json!({ "textDocument": { "uri": "untitled:other" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(client.ask::<Completion>(of(closed)), Ok(None));
    assert!(client.command("idiom.other", Vec::new()).is_err());
    client.change(&uri, 2, Some(range((7, 9), (3, 1))), "{");
    assert!(!client.diagnostics(&uri).is_empty());
    client.stop();
}

impl Client {
    /// The next answer to any request.
    fn answer_any(&mut self) -> Response {
        loop {
            match Message::read(&mut self.output).unwrap().expect("the server is gone") {
                Message::Response(response) => return response,
                Message::Notification(notification) => self.notifications.push(notification),
                Message::Request(_) => {}
            }
        }
    }
}
