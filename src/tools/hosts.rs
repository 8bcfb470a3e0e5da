//! LLVMs on this machine, and the plugin's implementations for them.
//!
//! In: `PATH`, `/usr/lib/llvm-*/bin`, the folder of a plugin. Out: programs by version, files by version.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The major version: 19 for `19.1.7`.
pub fn major(version: &str) -> u32 {
    version.split('.').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The implementations that the plugin would consider, by their LLVM: in `IDIOM_PLUGIN_DIR`, or else beside
/// the plugin and, if that is a link, beside its target.
pub(super) fn implementations(plugin: &Path) -> BTreeMap<u32, PathBuf> {
    let named = env::var_os("IDIOM_PLUGIN_DIR").filter(|directory| !directory.is_empty()).map(PathBuf::from);
    let followed = plugin.canonicalize().ok();
    let beside = || [Some(plugin), followed.as_deref()].into_iter().flatten().filter_map(Path::parent);
    let directories = named.map_or_else(|| beside().map(Path::to_path_buf).collect(), |named| vec![named]);
    let mut found = BTreeMap::new();
    for entry in
        directories.iter().flat_map(|directory| fs::read_dir(directory).into_iter().flatten().flatten())
    {
        let name = entry.file_name();
        let number = name
            .to_str()
            .and_then(|name| name.strip_prefix("libidiom-llvm")?.strip_suffix(".so")?.parse().ok());
        if let Some(number) = number {
            found.entry(number).or_insert_with(|| entry.path());
        }
    }
    found
}

/// Every LLVM on this machine: its version and its clang, or else its opt.
pub fn hosts() -> Vec<(String, PathBuf)> {
    let mut programs = BTreeSet::new();
    for directory in directories() {
        let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
        let named = entries.filter(|entry| is_program(&entry.file_name()));
        // A link to another program, such as ccache, is no program of LLVM's.
        let followed = named.filter_map(|entry| entry.path().canonicalize().ok());
        programs.extend(followed.filter(|program| program.file_name().is_some_and(is_program)));
    }
    let mut by_home = BTreeMap::new();
    for program in programs {
        let Some(version) = version_of(&program) else { continue };
        let home = program.parent().map(Path::to_path_buf);
        // In one directory, clang comes before opt.
        by_home.entry((major(&version), version, home)).or_insert(program);
    }
    by_home.into_iter().map(|((_, version, _), program)| (version, program)).collect()
}

/// The directories that may have programs of LLVM, the ones of the PATH first.
fn directories() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut directories: Vec<PathBuf> = env::split_paths(&path).filter(|d| d.is_absolute()).collect();
    let entries = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut debian: Vec<PathBuf> = entries.map(|entry| entry.path().join("bin")).collect();
    debian.retain(|directory| directory.to_string_lossy().contains("/llvm-"));
    debian.sort();
    directories.append(&mut debian);
    directories
}

/// Whether a file is called clang or opt, with or without a version: `clang`, `opt-19`.
fn is_program(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let rest = ["clang", "opt"].into_iter().find_map(|tool| name.strip_prefix(tool));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('-').is_some_and(is_number))
}

/// The version of a program: the number after the first `version ` in the output of `--version`.
fn version_of(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, behind) = text.split_once("version ")?;
    let version: String = behind.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    (major(&version) > 0).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_by_name() {
        for (name, expect) in [
            ("clang", true),
            ("clang-19", true),
            ("opt", true),
            ("opt-16", true),
            ("clang++", false),
            ("clang-", false),
            ("clang19", false),
            ("clang-tidy", false),
            ("clang-cpp-19", false),
            ("optscript", false),
            ("ccache", false),
        ] {
            assert_eq!(is_program(OsStr::new(name)), expect, "{name}");
        }
        assert_eq!((major("19.1.7"), major("22"), major("")), (19, 22, 0));
    }
}
