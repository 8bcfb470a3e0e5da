//! Dependences of static control parts, which isl computes in a Python of the user's: the command links no
//! isl, and nor does the plugin.

use crate::console::Failure;
use report::{Dependences, Report, ScopModel};
use std::io::Write as _;
use std::process::{Child, Command, Stdio};

/// What computes them.
const SCRIPT: &str = include_str!("dependences.py");

/// The exit code of the script where there is no islpy.
const NO_ISLPY: i32 = 77;

/// Adds their dependences to the static control parts of a report.
pub fn add(report: &mut Report, python: &str) -> Result<(), Failure> {
    let models: Vec<&ScopModel> =
        report.findings.iter().filter_map(|finding| Some(&finding.scop.as_ref()?.polyhedral)).collect();
    if models.is_empty() {
        return Ok(());
    }
    let failed = |what: String| Failure::Internal(format!("dependences, by `{python}`: {what}"));
    let question = serde_json::to_string(&models).map_err(|error| failed(error.to_string()))?;
    let child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            Failure::Usage(format!("cannot run `{python}`, which --dependences needs: {error}"))
        })?;
    let output = answered(child, &question).map_err(|error| failed(error.to_string()))?;
    match output.status.code() {
        Some(0) => {}
        Some(NO_ISLPY) => {
            return Err(Failure::Usage(format!(
                "`{python}` has no islpy, which --dependences needs: `pip install islpy`, or name another one with --python"
            )));
        }
        _ => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(failed(said));
        }
    }
    let answers: Vec<Dependences> =
        serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))?;
    let parts = report.findings.iter_mut().filter_map(|finding| finding.scop.as_mut());
    for (part, answer) in parts.zip(answers) {
        part.dependences = Some(answer);
    }
    Ok(())
}

/// The script reads all before it writes.
fn answered(mut child: Child, question: &str) -> std::io::Result<std::process::Output> {
    if let Some(mut stdin) = child.stdin.take() {
        match stdin.write_all(question.as_bytes()) {
            // It has ended, and its exit code says why.
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    }
    child.wait_with_output()
}
