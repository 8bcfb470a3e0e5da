//! Dependences of static control parts. isl computes them in the user's Python: neither the command nor the
//! plugin links isl.

use crate::console::Failure;
use report::{Dependences, Report, ScopModel};
use std::io::Write as _;
use std::process::{Child, Command, Stdio};

/// The Python script that computes the dependences with islpy.
const SCRIPT: &str = include_str!("dependences.py");

/// The exit code of the script if there is no islpy.
const NO_ISLPY: i32 = 77;

/// Adds dependences to the static control parts of a report.
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
            let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(failed(stderr));
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

/// Sends the question to the script and waits for its output. The script reads all input before it writes.
fn answered(mut child: Child, question: &str) -> std::io::Result<std::process::Output> {
    if let Some(mut stdin) = child.stdin.take() {
        match stdin.write_all(question.as_bytes()) {
            // A broken pipe means that the script has ended; its exit code states why.
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    }
    child.wait_with_output()
}
