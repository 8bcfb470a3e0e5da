//! The context of all answers: the commands of each LLVM, and the jobs, which run commands for a tab.

use super::commands::Commands;
use super::jobs::{Ended, Jobs, Requester};
use super::start::Start;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// The name of the specifications in a job's folder.
pub(super) const SPECIFICATION: &str = "mine.candl";

/// The state that the server answers from.
pub(super) struct Context {
    pub(super) commands: Commands,
    pub(super) jobs: Arc<Jobs>,
    pub(super) start: Start,
    /// The editor component; `None` for plain text areas.
    pub(super) editor: Option<&'static str>,
}

/// Exit code, stdout and stderr of a command.
pub(super) type Output = (Option<i32>, String, String);

impl Context {
    /// Runs a command for a tab. Cancels the job that runs for the tab in the same role.
    ///
    /// # Errors
    ///
    /// The answer for a command that did not end by itself.
    pub(super) fn run(
        &self,
        requester: Requester<'_>,
        role: &str,
        command: &Command,
        folder: &Path,
    ) -> Result<Output, Value> {
        let stop = self.jobs.begin(requester, role);
        let ended = self.jobs.run(command, folder, &stop);
        self.jobs.finish(requester, role, &stop);
        match ended {
            Ok(Ended::Done { code, out, err }) => Ok((code, out, err)),
            Ok(Ended::Cancelled) => Err(json!({ "state": "cancelled" })),
            Ok(Ended::TimedOut) => {
                let seconds = self.jobs.limits().time.as_secs();
                Err(failed(&format!(
                    "took longer than {seconds} s, and was stopped; --timeout sets the limit"
                )))
            }
            Ok(Ended::Refused) => Err(failed("too much runs at once; try again")),
            Err(error) => Err(failed(&format!("cannot run it: {error}"))),
        }
    }
}

/// The answer for a failure.
pub(super) fn failed(why: &str) -> Value {
    json!({ "state": "failed", "said": why })
}

/// A temporary folder for a job, with files of these names and texts.
pub(super) fn folder(files: &[(&str, &str)]) -> Result<TempDir, Value> {
    let written = tempfile::tempdir().and_then(|folder| {
        files.iter().try_for_each(|(name, text)| std::fs::write(folder.path().join(name), text))?;
        Ok(folder)
    });
    written.map_err(|error| failed(&format!("cannot write a temporary file: {error}")))
}
