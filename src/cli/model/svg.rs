//! SVG images of pictures, which Graphviz makes in a process of its own; the command does not link it.

use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};
use tools::console::Failure;

/// Graphviz's program for layered drawings.
const PROGRAM: &str = "dot";

/// Converts DOT to an SVG image.
pub(in crate::cli) fn of(dot: &str) -> Result<String, Failure> {
    let command = Command::new(PROGRAM)
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = command.map_err(|error| {
        Failure::Usage(format!(
            "cannot run `{PROGRAM}` of Graphviz, which --svg needs: {error}; on Debian: apt-get install graphviz; \
             without --svg the text that it draws is printed"
        ))
    })?;
    let failed = |why: String| Failure::Internal(format!("`{PROGRAM}` failed: {why}"));
    // Graphviz reads all its input before it writes.
    let written = match child.stdin.take() {
        Some(mut stdin) => stdin.write_all(dot.as_bytes()),
        None => Ok(()),
    };
    match written {
        // A broken pipe means that Graphviz has ended; its exit code states why.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(failed(error.to_string())),
        _ => {}
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
    }
}
