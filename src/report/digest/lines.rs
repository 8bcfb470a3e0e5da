//! JSON Lines: one entry per line, with incomplete searches and entries of the baseline last.

use super::Digest;

/// The text of a digest.
pub fn to_lines(digest: &Digest) -> String {
    let all = digest.entries.iter().chain(&digest.ignored).chain(&digest.searches).chain(&digest.gone);
    all.filter_map(|entry| serde_json::to_string(entry).ok()).map(|line| line + "\n").collect()
}
