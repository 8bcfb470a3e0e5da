//! The implementation for an LLVM: the file, and its entry once it is loaded.
//!
//! It is `libidiom-llvmN.so` beside this library, or in `IDIOM_PLUGIN_DIR`. Beside means the directory this
//! library was loaded from and, where that is a link, the one that it leads to.

use crate::dl::{Address, Library};
use crate::elf;
use crate::host::{Llvm, llvm_at};
use crate::refusal::{DIRECTORY, Refusal};
use std::ffi::{CStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The symbol that every plugin has.
pub(crate) const ENTRY: &CStr = c"llvmGetPassPluginInfo";

/// The function of that name that serves the LLVM at `caller`. `own` is some place in this library.
pub(crate) fn for_caller(caller: Address, own: Address, name: &CStr) -> Result<Address, Refusal> {
    let llvm = llvm_at(caller).map_err(|program| Refusal::NoLlvm { program })?;
    let named = std::env::var_os(DIRECTORY).filter(|directory| !directory.is_empty());
    let file = file_for(&llvm, named, &own.file().unwrap_or_default())?;
    let unusable = |why: String| Refusal::Unusable { llvm: llvm.clone(), file: file.clone(), why };
    let size_checked = File::open(&file).map_err(|error| unusable(format!("cannot be read: {error}")))?;
    elf::check(&size_checked).map_err(|why| unusable(why.to_string()))?;
    let library = Library::load(&file).map_err(|why| unusable(format!("cannot be loaded: {why}")))?;
    let entry = library.symbol(name);
    let lacks = || format!("is no plugin: it has no {}", name.to_string_lossy());
    let entry = entry.ok_or_else(|| unusable(lacks()))?;
    // It would look for an implementation again, and find itself, for ever.
    if entry.shares_library(own) {
        return Err(unusable("is the dispatcher itself, under the name of an implementation".into()));
    }
    Ok(entry)
}

/// The file for an LLVM, in the directory named or beside this library.
fn file_for(llvm: &Llvm, named: Option<OsString>, library: &Path) -> Result<PathBuf, Refusal> {
    let name = format!("libidiom-llvm{}.so", llvm.major);
    let by_setting = named.is_some();
    let directories = named.map_or_else(|| beside(library), |directory| vec![directory.into()]);
    let candidates: Vec<PathBuf> = directories.iter().map(|directory| directory.join(&name)).collect();
    let there = candidates.iter().find(|file| is_there(file));
    there.or(candidates.first()).cloned().map_or_else(
        || Err(Refusal::Missing { llvm: llvm.clone(), file: name.into(), by_setting }),
        |file| match fs::metadata(&file) {
            Ok(metadata) if metadata.is_file() => Ok(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(Refusal::Missing { llvm: llvm.clone(), file, by_setting })
            }
            // Opening a pipe would wait for a writer.
            Ok(_) => Err(Refusal::Unusable { llvm: llvm.clone(), file, why: "is no file".into() }),
            Err(error) => {
                Err(Refusal::Unusable { llvm: llvm.clone(), file, why: format!("cannot be read: {error}") })
            }
        },
    )
}

/// Whether something is there, be it of use or not.
fn is_there(file: &Path) -> bool {
    !matches!(fs::metadata(file), Err(error) if error.kind() == io::ErrorKind::NotFound)
}

/// The directories that count as beside a library, without doubles.
fn beside(library: &Path) -> Vec<PathBuf> {
    let absolute = std::path::absolute(library).ok();
    let followed = fs::canonicalize(library).ok();
    let directory = |file: PathBuf| file.parent().map(Path::to_path_buf);
    let mut directories: Vec<PathBuf> = absolute.into_iter().chain(followed).filter_map(directory).collect();
    directories.dedup();
    directories
}
