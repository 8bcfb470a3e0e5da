//! Keys of cached results.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use text::bounded;

/// The SHA-256 hash of all inputs of a result.
#[derive(Clone, Default)]
pub(super) struct Key(Sha256);

impl Key {
    /// Adds parts, each with its length.
    pub(super) fn add(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    /// Adds the bytes of a file.
    pub(super) fn add_file(&mut self, path: &Path) -> io::Result<()> {
        self.add(&[&bounded::read(path, bounded::MAX_DATA_BYTES)?]);
        Ok(())
    }

    /// A file name: the first 16 bytes of the digest in hexadecimal.
    pub(super) fn name(&self) -> String {
        let digest = self.0.clone().finalize();
        digest.iter().take(16).fold(String::new(), |mut name, byte| {
            let _ = write!(name, "{byte:02x}");
            name
        })
    }
}
