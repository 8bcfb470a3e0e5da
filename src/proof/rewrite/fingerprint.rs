//! The fingerprint of a file of rewrites: a hash of its text, of the files that it uses, and of their
//! certificates.
//!
//! ```text
//! mine.candl, mine.candl.proof  =>  sha256:5f2c…
//! ```
//!
//! A user who enables a fingerprint enables exactly the text he has read, since any change alters it.

use super::certificate::certificate_path;
use lang::candl::used::with_used;
use sha2::{Digest as _, Sha256};
use std::cell::RefCell;
use std::io;
use std::path::Path;
use text::bounded;
use text::sources::MAX_FILE_BYTES;

/// The beginning of a fingerprint.
pub const FINGERPRINT_PREFIX: &str = "sha256:";

/// The fingerprint of a file; it does not depend on the folder.
///
/// # Errors
///
/// A file that cannot be read, or a used file that does not exist.
pub fn fingerprint(path: &Path) -> io::Result<String> {
    let first = (path.display().to_string(), read(path)?);
    let wrong = RefCell::new(None);
    let files = with_used(vec![first], &|path| read(path).map_err(|why| wrong.replace(Some(why))).ok());
    if let Some(error) = wrong.into_inner() {
        return Err(error);
    }
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for (name, bytes) in &files {
        add(bytes);
        match read(&certificate_path(Path::new(name))) {
            Ok(proofs) => {
                add(b"proofs");
                add(&proofs);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => add(b"no proofs"),
            Err(error) => return Err(error),
        }
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{FINGERPRINT_PREFIX}{digits}"))
}

/// The bytes of a regular file of limited size. Projects name these files, and every compilation reads them.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    bounded::read_found(path, MAX_FILE_BYTES as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::write;

    #[test]
    fn every_part_counts_and_the_place_does_not() {
        let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let of = |folder: &tempfile::TempDir| fingerprint(&folder.path().join("a.candl")).unwrap();
        for folder in [&here, &there] {
            write(folder.path().join("a.candl"), "use \"b.candl\"\n").unwrap();
            write(folder.path().join("b.candl"), "# b\n").unwrap();
        }
        assert_eq!(of(&here), of(&there));
        assert_eq!(of(&here).len(), FINGERPRINT_PREFIX.len() + 64);
        let mut known = vec![of(&here)];
        for (name, text) in [
            ("b.candl", "# c\n"),
            ("a.candl.proof", "{}"),
            ("a.candl.proof", "[]"),
            ("b.candl.proof", "[]"),
            ("a.candl", "use \"b.candl\"\n\n"),
        ] {
            write(here.path().join(name), text).unwrap();
            assert!(!known.contains(&of(&here)), "{name}");
            known.push(of(&here));
        }
        assert!(fingerprint(&here.path().join("c.candl")).is_err());
        assert!(fingerprint(here.path()).is_err());
        write(here.path().join("a.candl"), "use \"gone.candl\"\n").unwrap();
        assert!(fingerprint(&here.path().join("a.candl")).is_err());
    }
}
