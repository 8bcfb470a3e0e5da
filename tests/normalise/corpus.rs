//! The IR that lies in the project: what extraction and the library are tested on.

use std::fs;
use std::path::Path;

const MAJOR: &str = env!("IDIOM_LLVM_MAJOR");

/// Name and text of each file that this LLVM reads.
pub(super) fn inputs() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["test-ir/extract", "test-ir/std", "lit/normalise", "lit/sqrt", "lit/Inputs"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "ll") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    found.retain(|(_, text)| applies(text));
    found.sort();
    found
}

/// Whether this LLVM is new enough, by the first lines.
fn applies(text: &str) -> bool {
    let least = text.lines().take(4).find_map(|line| {
        let line = line.trim_start_matches([';', ' ']);
        line.strip_prefix("at least ").or_else(|| line.strip_prefix("REQUIRES: at-least-"))
    });
    least.is_none_or(|n| n.trim().parse::<u32>().unwrap() <= MAJOR.parse().unwrap())
}
