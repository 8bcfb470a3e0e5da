//! The plugin's own lines on stderr, for what the host's diagnostics cannot say.

use std::io::Write as _;

/// Writes text as it is. A stderr that is closed ends no compilation: `eprintln!` would panic.
pub(super) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
