//! Declarations of the user about functions that have no body to look into: the section `functions` of the
//! nearest `idiom.toml`, and of the files that `--facts` names.
//!
//! ```text
//! [functions]
//! Releases = ["zfree(p)"]     =>  in each search, a call of `zfree` releases its argument
//! ```

use crate::console::Failure;
use crate::project;
use crate::specs::read_with_used;
use facts::{Declared, Table, of_the_library};
use library::Library;
use std::path::{Path, PathBuf};
use text::bounded;
use text::diagnostic::nearest as nearest_name;

/// The declarations of the nearest `idiom.toml`, and those of the files. The specifications `specs` may
/// declare facts of their own.
///
/// # Errors
///
/// A file that cannot be read, or is no such file, or mentions a fact that is none.
pub fn table(files: &[PathBuf], specs: &[PathBuf]) -> Result<Table, Failure> {
    let nearest = project::nearest();
    let mut table = Table::default();
    let mut known = None;
    for path in nearest.iter().chain(files) {
        let own = read(path)?;
        let is_named = files.contains(path);
        if is_named && own.is_empty() {
            return Err(wrong(path, &"it has no section `functions`"));
        }
        if !own.is_empty() {
            let names = match known.take() {
                Some(names) => names,
                None => Library::names_of_facts(&read_with_used(specs)?),
            };
            if let Some(name) = own.facts().find(|name| !names.iter().any(|known| known == name)) {
                let near = nearest_name(name, &names).map(|near| format!("; did you mean `{near}`?"));
                return Err(wrong(path, &format!("`{name}` is no fact{}", near.unwrap_or_default())));
            }
            known = Some(names);
        }
        table.extend(own);
    }
    Ok(table)
}

fn wrong(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("{}: {why}", path.display()))
}

fn read(path: &Path) -> Result<Table, Failure> {
    let text = bounded::read_text(path, bounded::MAX_DATA_BYTES).map_err(|error| wrong(path, &error))?;
    let table = Table::of_toml(&text).map_err(|why| wrong(path, &why))?;
    Declared::default().with(&table).map_err(|error| wrong(path, &error))?;
    Ok(table)
}

/// The facts about functions without a body: those of the C and C++ library and those that the user declares.
///
/// # Errors
///
/// Those of [`table`].
pub fn declared(files: &[PathBuf], specs: &[PathBuf]) -> Result<Declared, Failure> {
    let table = table(files, specs)?;
    of_the_library().clone().with(&table).map_err(|error| Failure::Usage(error.to_string()))
}
