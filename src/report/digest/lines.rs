//! JSON Lines: an entry a line, those of searches and of the baseline alone behind the others.

use super::Digest;

/// The text.
pub fn to_lines(digest: &Digest) -> String {
    let all = digest.entries.iter().chain(&digest.searches).chain(&digest.gone);
    all.filter_map(|entry| serde_json::to_string(entry).ok()).map(|line| line + "\n").collect()
}
