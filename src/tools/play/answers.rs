//! The answers of the server, one function per path.
//!
//! ```text
//! GET  ""  page.js  …                 the page
//! GET  state                          the initial state of the page: LLVMs, idioms, examples, files
//! POST search  ir  beside  picture  passes  profile  check  expand  constraints  classes  complete  cancel    JSON in, JSON out
//! ```

use super::context::{Context, SPECIFICATION, folder};
use super::jobs::Requester;
use super::{classes, completions, constraints, examples, ir, page, passes, search};
use crate::find::clang::without_settings;
use library::{Budget, Group, builtins};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::process::Command;

/// An HTTP answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// An answer of one line of text.
    pub(super) fn text(status: u16, text: &str) -> Answer {
        Answer { status, kind: "text/plain; charset=utf-8", body: text.as_bytes().to_vec() }
    }

    fn json(value: &Value) -> Answer {
        Answer { status: 200, kind: "application/json", body: value.to_string().into_bytes() }
    }
}

/// A request with a text of specifications, and the tab that sent it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    tab: String,
    serial: u64,
    candl: String,
    /// The name of the specification to expand, for `expand` alone.
    #[serde(default)]
    name: String,
}

/// A request to cancel the earlier requests of a tab.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    tab: String,
    serial: u64,
}

impl Context {
    /// The answer to a GET request: files of the page, and its initial state.
    pub(super) fn get(&self, path: &str) -> Answer {
        match page::file(path, self.editor) {
            Some((kind, text)) => Answer { status: 200, kind, body: text.as_bytes().to_vec() },
            None if path == "state" => Answer::json(&self.state()),
            None => Answer::text(404, "there is no such page\n"),
        }
    }

    /// The answer to a POST request.
    pub(super) fn post(&self, path: &str, body: &[u8]) -> Answer {
        match path {
            "search" => with(body, |request| search::search(self, &request)),
            "profile" => with(body, |request| search::profile(self, &request)),
            "ir" => with(body, |request| ir::text(self, &request)),
            "beside" => with(body, |request| ir::beside(self, &request)),
            "picture" => with(body, |picture| ir::picture(self, &picture)),
            "passes" => with(body, |over| passes::passes(self, &over)),
            "check" => with(body, |text| self.check(&text)),
            "expand" => with(body, |text| self.expand(&text)),
            "constraints" => with(body, |text: Text| constraints::listed(&text.candl)),
            "complete" => with(body, |typed: completions::Typed| completions::at(&typed)),
            "classes" => with(body, |text: Text| classes::of(&text.candl)),
            "cancel" => with(
                body,
                |Cancel { tab, serial }| json!({ "cancelled": self.jobs.cancel(Requester { tab: &tab, serial }) }),
            ),
            _ => Answer::text(404, "there is no such question\n"),
        }
    }

    fn state(&self) -> Value {
        let named = builtins().into_iter().filter(|builtin| builtin.group != Group::Rewrite);
        let idioms: Vec<Value> = named
            .map(|b| json!({ "name": b.name, "doc": b.doc, "block": b.group == Group::BuildingBlock }))
            .collect();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "plain": self.editor.is_none(),
            "plain_note": page::PLAIN,
            "llvm": self.commands.versions(),
            "own_llvm": self.commands.own(),
            "budget": Budget::default().steps,
            "seconds": self.jobs.limits().time.as_secs(),
            "idioms": idioms,
            "examples": examples::all(),
            "start": self.start.json(),
        })
    }

    /// The diagnostics of `idiom check`.
    fn check(&self, text: &Text) -> Value {
        let answered = self.of_child("check", text, |command| {
            command.args(["check", "--format", "json", SPECIFICATION]);
        });
        match answered {
            Ok((out, err)) => match serde_json::from_str::<Value>(&out) {
                Ok(diagnostics) => json!({ "state": "done", "diagnostics": diagnostics }),
                Err(_) => json!({ "state": "failed", "said": err }),
            },
            Err(other) => other,
        }
    }

    /// The text of `idiom expand`.
    fn expand(&self, text: &Text) -> Value {
        let answered = self.of_child("expand", text, |command| {
            command.arg("expand");
            if !text.candl.trim().is_empty() {
                command.args(["--spec", SPECIFICATION]);
            }
            command.arg("--").arg(&text.name);
        });
        match answered {
            Ok((out, err)) if !out.is_empty() => json!({ "state": "done", "text": out, "said": err }),
            Ok((_, err)) => json!({ "state": "failed", "said": err }),
            Err(other) => other,
        }
    }

    fn of_child(
        &self,
        what: &str,
        text: &Text,
        arguments: impl Fn(&mut Command),
    ) -> Result<(String, String), Value> {
        let folder = folder(&[(SPECIFICATION, &text.candl)])?;
        let mut command = Command::new(self.commands.own_program());
        without_settings(&mut command);
        command.args(["--color", "never"]);
        arguments(&mut command);
        let requester = Requester { tab: &text.tab, serial: text.serial };
        self.run(requester, what, &command, folder.path()).map(|(_, out, err)| (out, err))
    }
}

fn with<T: DeserializeOwned>(body: &[u8], answer: impl FnOnce(T) -> Value) -> Answer {
    match serde_json::from_slice(body) {
        Ok(request) => Answer::json(&answer(request)),
        Err(error) => Answer::text(400, &format!("the request cannot be read: {error}\n")),
    }
}
