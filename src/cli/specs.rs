//! Files of specifications as given at the command line.

use super::console::Failure;
use idiom::candl::sources::MAX_FILE_BYTES;
use std::fs::File;
use std::io::Read as _;
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

/// The bytes of a file, or a little more than the most that a file of specifications may have: it is refused later, in words.
pub(super) fn read_one(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
