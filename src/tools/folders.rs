//! Files below a folder.

use super::console::Failure;
use std::fs::FileType;
use std::path::{Path, PathBuf};

/// The files below a folder for which `is_wanted` holds, sorted by path. Hidden folders are left out, and
/// links to folders are not followed, which avoids cycles.
pub(super) fn below(
    folder: &Path,
    is_wanted: impl Fn(FileType, &Path) -> bool,
) -> Result<Vec<PathBuf>, Failure> {
    let (mut open, mut files) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = open.pop() {
        let unreadable = |error| Failure::Usage(format!("cannot read {}: {error}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(unreadable)?.flatten() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let Ok(kind) = entry.file_type() else { continue };
            match entry.path() {
                path if kind.is_dir() && !is_hidden => open.push(path),
                path if is_wanted(kind, &path) => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}
