//! Files of specifications as given at the command line.

use super::console::Failure;
use std::path::{Path, PathBuf};

/// Name and bytes of each file. All that cannot be read are named at once.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        match read_one(path) {
            Ok(bytes) => files.push((path.display().to_string(), bytes)),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(Failure::Usage(problems.join("\nerror: "))) }
}

/// The bytes of a file.
pub(super) fn read_one(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
