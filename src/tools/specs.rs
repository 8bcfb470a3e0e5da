//! Files of specifications, as named on the command line.

use super::console::{Console, Failure};
use lang::candl::used::with_used;
use library::{CheckOutcome, Library, NOTHING_TO_RUN};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use text::bounded;
use text::sources::MAX_FILE_BYTES;

/// The name and bytes of each file, and of the files that they use. One error names all of `paths` that
/// cannot be read.
pub fn read_with_used(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    Ok(with_used(read(paths)?, &|path| read_found(path).ok()))
}

/// The specifications to search for: those of the files, and the selected built-in ones. Notes are shown;
/// errors end the run, and so does an empty result.
pub fn library(
    paths: &[PathBuf],
    selection: Option<&[String]>,
    console: &Console,
) -> Result<Library, Failure> {
    let library = checked(paths, selection, console)?;
    match library.is_empty() {
        true => Err(Failure::Usage(format!("{NOTHING_TO_RUN} --idiom names it"))),
        false => Ok(library),
    }
}

/// As [`library()`], but the result may be empty.
pub(super) fn checked(
    paths: &[PathBuf],
    selection: Option<&[String]>,
    console: &Console,
) -> Result<Library, Failure> {
    let library = Library::new(read_with_used(paths)?, selection);
    let (sources, diagnostics) = (library.sources().clone(), library.diagnostics().clone());
    console.diagnose(&CheckOutcome { sources, diagnostics });
    if library.has_errors() { Err(Failure::Reported) } else { Ok(library) }
}

/// Refuses a command line that names no specification, for commands that need one.
pub fn need_one(is_any_named: bool, paths: &[PathBuf]) -> Result<(), Failure> {
    match is_any_named || !paths.is_empty() {
        true => Ok(()),
        false => Err(Failure::Usage("name a specification by --idiom, or its file by --spec".to_owned())),
    }
}

/// The name and bytes of each file. One error names all files that cannot be read.
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

/// As [`read_one`], for standard input.
pub(super) fn read_stdin() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| format!("cannot read stdin: {error}"))
}

/// All bytes of standard input, for code; specifications have a smaller limit.
pub fn read_all_of_stdin() -> Result<Vec<u8>, String> {
    let read = bounded::read_stream(std::io::stdin().lock(), bounded::MAX_DATA_BYTES);
    read.map_err(|error| format!("cannot read stdin: {error}"))
}

/// The bytes of a file, at most one more than specifications may have. Longer files are refused later, with a
/// message.
pub(super) fn read_one(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// As [`read_one`], for a file that another one uses: refuses pipes and devices.
pub(super) fn read_found(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bounded::open_found(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
