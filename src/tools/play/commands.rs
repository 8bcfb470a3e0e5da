//! The `idiom` commands by LLVM: this program, and the ones built or installed with it for other versions.
//!
//! ```text
//! build/llvm-19/idiom  build/llvm-22/idiom        PREFIX/bin/idiom-19  PREFIX/bin/idiom-22
//! ```

use crate::console::Failure;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The commands by the number of their LLVM.
pub(super) struct Commands {
    own: u32,
    programs: BTreeMap<u32, PathBuf>,
    /// The user's choice of the plugin for this program's LLVM.
    plugin: Option<PathBuf>,
}

/// Finds the commands of all LLVMs.
pub(super) fn find(plugin: Option<PathBuf>) -> Result<Commands, Failure> {
    let program = std::env::current_exe()
        .and_then(|path| path.canonicalize())
        .map_err(|error| Failure::Internal(format!("cannot find out where this program is: {error}")))?;
    let own = crate::own::llvm().major;
    let mut programs = beside(&program);
    programs.insert(own, program);
    Ok(Commands { own, programs, plugin })
}

impl Commands {
    /// The LLVM of this program.
    pub(super) fn own(&self) -> u32 {
        self.own
    }

    pub(super) fn own_program(&self) -> &Path {
        self.programs.get(&self.own).map_or(Path::new("idiom"), PathBuf::as_path)
    }

    /// The LLVMs to choose from, ascending.
    pub(super) fn versions(&self) -> Vec<u32> {
        self.programs.keys().copied().collect()
    }

    /// The program for an LLVM. The error is the answer that there is none.
    pub(super) fn program(&self, llvm: u32) -> Result<&Path, Value> {
        let known = self.programs.get(&llvm).map(PathBuf::as_path);
        known.ok_or_else(
            || json!({ "state": "failed", "said": format!("idiom was not built for LLVM {llvm}") }),
        )
    }

    /// The argument of `--plugin` for the command of an LLVM, if any.
    pub(super) fn plugin(&self, llvm: u32) -> Option<&Path> {
        self.plugin.as_deref().filter(|_| llvm == self.own)
    }
}

/// The commands for other versions, beside this one.
fn beside(program: &Path) -> BTreeMap<u32, PathBuf> {
    let Some(folder) = program.parent() else { return BTreeMap::new() };
    let number = |name: &str, prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let installed = entries(folder)
        .filter_map(|entry| Some((number(entry.file_name().to_str()?, "idiom-")?, entry.path())));
    let is_built = |folder: &&Path| {
        folder.file_name().and_then(|name| name.to_str()).is_some_and(|n| number(n, "llvm-").is_some())
    };
    let build = Some(folder).filter(is_built).and_then(Path::parent);
    let built = build.into_iter().flat_map(entries).filter_map(|entry| {
        Some((number(entry.file_name().to_str()?, "llvm-")?, entry.path().join("idiom")))
    });
    installed.chain(built).filter(|(_, program)| program.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_other_versions() {
        let root = tempfile::tempdir().expect("a folder");
        let file = |name: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, "").expect("a file");
            path
        };
        let own = file("build/llvm-19/idiom");
        let other = file("build/llvm-22/idiom");
        file("build/llvm-x/idiom");
        file("build/llvm-16/libidiom.so");
        let installed = file("bin/idiom-16");
        file("bin/idiom-old");
        let numbers = |program: &Path| beside(program).into_iter().collect::<Vec<_>>();
        assert_eq!(numbers(&own), [(19, own.clone()), (22, other)]);
        assert_eq!(numbers(&root.path().join("bin/idiom")), [(16, installed)]);
    }
}
