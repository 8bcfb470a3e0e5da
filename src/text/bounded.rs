//! Files read with a limit of their size: an endless or oversized file is an error and does not exhaust the
//! memory.
//!
//! `read` accepts files named on a command line, pipes and devices included. `open_without_waiting` is for
//! files that every compilation of a build reads: opening a pipe would block, and a pipe has only one reader.
//! `read_found` is for files found beside others or in a folder, which may come from other users: only
//! regular files.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Maximal size of a data file: reports, verdicts, compilation databases.
pub const MAX_DATA_BYTES: u64 = 1 << 30;

/// Maximal size of a file of LLVM IR.
pub const MAX_IR_BYTES: u64 = 4 << 30;

/// Maximal size of input other than regular files, which may be endless.
pub const MAX_STREAM_BYTES: u64 = 256 << 20;

/// The bytes of a file that the user named.
///
/// # Errors
///
/// The file cannot be read, or has more than `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let most = if file.metadata()?.is_file() { most } else { most.min(MAX_STREAM_BYTES) };
    read_stream(file, most)
}

/// The text of a file that the user named.
///
/// # Errors
///
/// The errors of [`read`], and text that is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read(path, most)?)
}

/// The bytes of a file found in a folder.
///
/// # Errors
///
/// The errors of [`read`], and files that are not regular.
pub fn read_found(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_stream(open_found(path)?, most)
}

/// The text of a file found in a folder.
///
/// # Errors
///
/// The errors of [`read_found`], and text that is not UTF-8.
pub fn read_found_text(path: &Path, most: u64) -> io::Result<String> {
    text(read_found(path, most)?)
}

/// Opens a file that is not a pipe, without blocking.
///
/// # Errors
///
/// The file cannot be opened, or is a pipe.
pub fn open_without_waiting(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    match file.metadata()?.file_type().is_fifo() {
        false => Ok(file),
        true => Err(io::Error::other("it is a pipe")),
    }
}

/// Opens a file found in a folder.
///
/// # Errors
///
/// The file cannot be opened, or is not a regular file.
pub fn open_found(path: &Path) -> io::Result<File> {
    let file = open_without_waiting(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no regular file")),
    }
}

/// All bytes of a stream.
///
/// # Errors
///
/// The stream cannot be read, or has more than `most` bytes.
pub fn read_stream(stream: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("it is longer than {} MiB", most >> 20))),
        false => Ok(bytes),
    }
}

/// Converts bytes to text.
///
/// # Errors
///
/// The bytes are not UTF-8.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<T: std::fmt::Debug>(result: io::Result<T>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn what_is_longer_than_the_bound_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read_found_text(&path, 5).unwrap(), "12345");
        assert!(words(read(&path, 4)).contains("longer than 0 MiB"));
        assert!(words(read_found(&path, 4)).contains("longer"));
        std::fs::write(&path, [0xff]).unwrap();
        assert!(words(read_text(&path, 5)).contains("no UTF-8"));
    }

    #[test]
    fn devices_and_pipes_end() {
        assert!(words(read(Path::new("/dev/zero"), 10 << 20)).contains("longer than 10 MiB"));
        assert!(words(read_found(Path::new("/dev/zero"), 10 << 20)).contains("no regular file"));
        assert!(words(read_found(Path::new("/"), 10)).contains("no regular file"));
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // The pipe has no writer.
        assert!(words(read_found(&pipe, 10)).contains("it is a pipe"));
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        assert!(words(read_found_text(&link, 10)).contains("it is a pipe"));
    }
}
