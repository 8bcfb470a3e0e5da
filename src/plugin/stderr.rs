//! The plugin's own lines on stderr, for messages that the host's diagnostics cannot carry.

use std::io::Write as _;

/// Writes text to stderr and ignores errors: a closed stderr must not end a compilation, as `eprintln!`
/// would.
pub(super) fn write_to_stderr(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
