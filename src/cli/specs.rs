//! Files of specifications as given at the command line.

use super::console::Failure;
use idiom::candl::sources::MAX_FILE_BYTES;
use idiom::candl::used::with_used;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Name and bytes of each file, and of those that they use. All given that cannot be read are named at once.
pub(super) fn read_with_used(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    Ok(with_used(read(paths)?, &|path| read_one(path).ok()))
}

/// Name and bytes of each file. All that cannot be read are named at once.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        let (name, read) = match path == Path::new("-") {
            true => ("<stdin>".to_owned(), read_stdin()),
            false => (path.display().to_string(), read_one(path)),
        };
        match read {
            Ok(bytes) => files.push((name, bytes)),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(Failure::Usage(problems.join("\nerror: "))) }
}

/// As [`read_one`], of standard input.
pub(super) fn read_stdin() -> Result<Vec<u8>, String> {
    from_stdin(MAX_FILE_BYTES as u64 + 1)
}

/// Standard input whole: no specification, and so of any size.
pub(super) fn read_all_of_stdin() -> Result<Vec<u8>, String> {
    from_stdin(u64::MAX)
}

fn from_stdin(most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(most).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| format!("cannot read stdin: {error}"))
}

/// The bytes of a file, or a little more than the most that a file of specifications may have: it is refused later, in words.
pub(super) fn read_one(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
