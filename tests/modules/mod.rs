//! Folders of IR for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// All `.ll` and `.bc` files in a folder and its subfolders, sorted by path.
pub(crate) fn modules_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => open.push(path),
                Some("ll" | "bc") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}
