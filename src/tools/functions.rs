//! Declarations of the user about functions that have no body to look into: the section `functions` of the nearest
//! `idiom.toml`, and of the files that `--facts` names.
//!
//! ```text
//! [functions]
//! Releases = ["zfree(p)"]     =>  in each search, a call of `zfree` releases its argument
//! ```

use crate::console::Failure;
use facts::{Declared, Table, of_the_library};
use std::path::{Path, PathBuf};
use text::bounded;

/// The name of a project's file.
const FILE: &str = "idiom.toml";

/// The declarations of the nearest `idiom.toml`, and those of the files.
///
/// # Errors
///
/// A file that cannot be read, or is no such file.
pub fn table(files: &[PathBuf]) -> Result<Table, Failure> {
    let folder = std::env::current_dir().unwrap_or_default();
    let nearest = folder.ancestors().map(|above| above.join(FILE)).find(|path| path.is_file());
    let mut table = Table::default();
    for path in nearest.iter().chain(files) {
        table.extend(read(path)?);
    }
    Ok(table)
}

fn read(path: &Path) -> Result<Table, Failure> {
    let wrong = |why: &dyn std::fmt::Display| Failure::Usage(format!("{}: {why}", path.display()));
    let text = bounded::read_text(path, bounded::MAX_DATA_BYTES).map_err(|error| wrong(&error))?;
    let table = Table::of_toml(&text).map_err(|why| wrong(&why))?;
    Declared::default().with(&table).map_err(|error| wrong(&error))?;
    Ok(table)
}

/// The facts about functions without a body: those of the C and C++ library and those that the user declares.
///
/// # Errors
///
/// Those of [`table`].
pub fn declared(files: &[PathBuf]) -> Result<Declared, Failure> {
    let table = table(files)?;
    of_the_library().clone().with(&table).map_err(|error| Failure::Usage(error.to_string()))
}
