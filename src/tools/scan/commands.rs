//! Units to scan: from a compilation database, from folders, from lists, or named one by one.
//!
//! The database is clang's `compile_commands.json`, with entries `directory`, `file`, and `arguments` or
//! `command`. A `command` is split as in a POSIX shell.

use super::language::{LeftOut, why_left_out};
use super::unit::Unit;
use crate::arguments::Scan;
use crate::console::Failure;
use crate::find::SOURCES;
use crate::folders::below;
use lang::candl::used::identity;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use text::bounded;

/// The name of a compilation database.
const DATABASE: &str = "compile_commands.json";

/// The folders in which a compilation database is looked for if nothing is named.
const FOUND_IN: [&str; 2] = [".", "build"];

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Units to scan, and sources that clang would not compile to LLVM IR.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// The units in order, each once.
    pub(super) units: Vec<Unit>,
    pub(super) left_out: Vec<LeftOut>,
}

/// All units. A source with a command in the database is compiled by that command alone, even if it is also
/// named elsewhere.
pub(super) fn units(arguments: &Scan) -> Result<Units, Failure> {
    let mut units = Vec::new();
    let found = FOUND_IN.iter().map(|folder| Path::new(folder).join(DATABASE)).find(|file| file.is_file());
    let found = found.filter(|_| arguments.database.is_empty() && arguments.inputs.is_empty());
    for database in arguments.database.iter().chain(&found) {
        units.extend(of_database(database, &arguments.flags)?);
    }
    let with_command: BTreeSet<PathBuf> = units.iter().map(file_of).collect();
    let here = std::env::current_dir()
        .map_err(|error| Failure::Internal(format!("the working directory is gone: {error}")))?;
    for input in expanded(&arguments.inputs)? {
        let sources = if input.is_dir() { sources_below(&input)? } else { vec![input] };
        for source in sources {
            if !source.is_file() {
                return Err(Failure::Usage(format!("there is no file {}", source.display())));
            }
            let flags = std::iter::once(OsString::from("-O2")).chain(arguments.flags.iter().cloned());
            let unit = Unit { directory: here.clone(), source, flags: flags.collect() };
            if !with_command.contains(&file_of(&unit)) {
                units.push(unit);
            }
        }
    }
    let mut seen = BTreeSet::new();
    units.retain(|unit: &Unit| seen.insert((unit.directory.clone(), file_of(unit), unit.flags.clone())));
    let mut all = Units::default();
    for unit in units {
        match why_left_out(&unit) {
            Some(why) => all.left_out.push(LeftOut { source: unit.source, why }),
            None => all.units.push(unit),
        }
    }
    Ok(all)
}

/// The canonical path of a unit's source.
fn file_of(unit: &Unit) -> PathBuf {
    resolved(&unit.directory, &unit.source)
}

fn resolved(directory: &Path, name: &Path) -> PathBuf {
    let path = directory.join(name);
    path.canonicalize().unwrap_or_else(|_| identity(path))
}

/// The folder and the flags of a source in a compilation database; `None` if the database lacks it.
pub fn command_of(database: &Path, source: &Path) -> Result<Option<(PathBuf, Vec<OsString>)>, Failure> {
    let wanted = resolved(Path::new("."), source);
    let unit = of_database(database, &[])?.into_iter().find(|unit| file_of(unit) == wanted);
    Ok(unit.map(|unit| (unit.directory, unit.flags)))
}

fn of_database(path: &Path, more: &[OsString]) -> Result<Vec<Unit>, Failure> {
    let file = if path.is_dir() { path.join(DATABASE) } else { path.to_path_buf() };
    let unreadable = |why: String| Failure::Usage(format!("{}: {why}", file.display()));
    let text = match path.is_dir() {
        true => bounded::read_found_text(&file, bounded::MAX_DATA_BYTES),
        false => bounded::read_text(&file, bounded::MAX_DATA_BYTES),
    };
    let text = text.map_err(|error| unreadable(error.to_string()))?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut units = Vec::new();
    for entry in entries {
        let words = match (entry.arguments, &entry.command) {
            (Some(words), _) => words,
            (None, Some(command)) => shlex::split(command).ok_or_else(|| {
                unreadable(format!("a command for {} has an open quote", entry.file.display()))
            })?,
            (None, None) => {
                return Err(unreadable(format!(
                    "{} has neither `arguments` nor `command`",
                    entry.file.display()
                )));
            }
        };
        let directory = std::path::absolute(folder.join(&entry.directory))
            .map_err(|error| unreadable(error.to_string()))?;
        let flags =
            compile_flags(&words, &directory, &entry.file).into_iter().chain(more.iter().cloned()).collect();
        units.push(Unit { directory, source: entry.file, flags });
    }
    Ok(units)
}

/// Flags about outputs that take the next word as their value.
const OUTPUTS: [&str; 5] = ["-o", "-MF", "-MT", "-MQ", "-MJ"];
/// Flags about outputs or compilation stages.
const STAGES: [&str; 11] =
    ["-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-emit-llvm", "-save-temps"];

/// The compiler flags of a command, without the compiler, the source and the outputs.
fn compile_flags(words: &[String], directory: &Path, source: &Path) -> Vec<OsString> {
    let mut flags = Vec::new();
    // The command may name the source otherwise than the entry: by a relative path, or through a link.
    let is_source = |word: &str| {
        let name = Path::new(word);
        name == source
            || (name.file_name().is_some_and(|file| Some(file) == source.file_name())
                && (source.ends_with(name) || resolved(directory, name) == resolved(directory, source)))
    };
    // Launchers such as ccache come before the compiler.
    let first = words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len()).max(1);
    let mut words = words.iter().skip(first.min(words.len()));
    while let Some(word) = words.next() {
        if OUTPUTS.contains(&word.as_str()) {
            words.next();
            continue;
        }
        let is_output = OUTPUTS.iter().any(|flag| word.starts_with(flag) && word.len() > flag.len());
        if STAGES.contains(&word.as_str()) || is_output || word == "--" || is_source(word) {
            continue;
        }
        flags.push(OsString::from(word));
    }
    flags
}

/// The inputs, with `@FILE` replaced by the lines of the file.
fn expanded(inputs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for input in inputs {
        match input.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(list) => {
                let text = bounded::read_text(Path::new(list), bounded::MAX_DATA_BYTES)
                    .map_err(|error| Failure::Usage(format!("cannot read {list}: {error}")))?;
                all.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(PathBuf::from));
            }
            None => all.push(input.clone()),
        }
    }
    Ok(all)
}

/// The sources below a folder, sorted by path; links are left out.
fn sources_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    below(folder, |kind, file| {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        kind.is_file() && SOURCES.contains(&extension)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_outputs_is_left_out() {
        for (command, expect) in [
            ("cc -O2 -c -o x.o x.c", "-O2"),
            ("ccache /usr/bin/gcc -Ia -DX='a b' -MD -MF x.d -MTx.o x.c -ox.o", "-Ia -DX=a b"),
            ("clang --driver-mode=g++ -std=c++20 -- x.c", "--driver-mode=g++ -std=c++20"),
            ("clang", ""),
        ] {
            assert_eq!(flags_of(command, "/none", "x.c"), expect, "{command}");
        }
    }

    fn flags_of(command: &str, directory: &str, source: &str) -> String {
        let flags = compile_flags(&shlex::split(command).unwrap(), Path::new(directory), Path::new(source));
        flags.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_source_has_several_names() {
        for (command, directory, source) in [
            ("cc -O2 -c x.c", "/none/src", "/none/src/x.c"),
            ("cc -O2 -c ./x.c", "/none/src", "/none/src/x.c"),
            ("cc -O2 -c ../src/x.c", "/none/src", "/none/src/x.c"),
            ("cc -O2 -c src/x.c", "/none/other", "/none/src/x.c"),
            ("cc -O2 -c /none/src/x.c", "/none/src", "x.c"),
            ("cc -O2 -c /none/src/x.c", "/none/build", "../src/x.c"),
        ] {
            assert_eq!(flags_of(command, directory, source), "-O2", "{command}");
        }
        // Two words that are not the source: another file of the same name, and a word with the same end.
        assert_eq!(flags_of("cc -c -include b/x.c a/x.c", "/none", "/none/a/x.c"), "-include b/x.c");
        assert_eq!(flags_of("cc -include yx.c x.c", "/none", "/none/x.c"), "-include yx.c");
    }
}
