//! `idiom doctor`: which LLVMs are on this machine, and whether the plugin loads into each.
//!
//! Nothing is guessed: each clang (or opt, where there is no clang) is run with the plugin on an empty file, and the
//! report that the plugin then writes shows that it is at work. Where it does not come, what the plugin or the host
//! says is the advice, since the plugin says what to do.

use super::arguments::{Doctor, Format};
use super::console::{Console, Failure};
use super::{Verdict, plugin};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

/// What was found out.
#[derive(Debug, Serialize)]
struct Answer {
    /// The plugin examined; none when there is none.
    plugin: Option<String>,
    /// What is wrong with the plugin itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    hosts: Vec<Host>,
    /// Implementations for an LLVM that is not here.
    unused: Vec<String>,
}

/// One LLVM on this machine.
#[derive(Debug, Serialize)]
struct Host {
    version: String,
    /// The program that was run.
    program: String,
    /// The implementation for it, if there is one.
    implementation: Option<String>,
    state: State,
    /// Why it is not served, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
}

/// Whether the plugin loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// It does.
    Served,
    /// There is no implementation for this LLVM.
    Missing,
    /// There is one, and it does not load.
    Broken,
}

pub(super) fn run(arguments: &Doctor, console: &Console) -> Result<Verdict, Failure> {
    let answer = examine(arguments)?;
    match arguments.format {
        Format::Text => console.print(&text(&answer))?,
        Format::Json => {
            let json = serde_json::to_string_pretty(&answer).map_err(|e| Failure::Internal(e.to_string()))?;
            console.print(&format!("{json}\n"))?;
        }
    }
    let served = answer.hosts.iter().any(|host| host.state == State::Served);
    let broken = answer.hosts.iter().any(|host| host.state == State::Broken);
    Ok(if served && !broken { Verdict::Fine } else { Verdict::Findings })
}

fn examine(arguments: &Doctor) -> Result<Answer, Failure> {
    let found = match &arguments.plugin {
        Some(file) => Ok(plugin::named(file)?),
        None => plugin::for_all()?,
    };
    let file = match found {
        // The hosts take a bare name for one to look up.
        Ok(file) => std::path::absolute(&file).unwrap_or(file),
        Err(why) => {
            let problem = Some(format!("{why}; build it with: scripts/build.sh all"));
            return Ok(Answer { plugin: None, problem, hosts: Vec::new(), unused: Vec::new() });
        }
    };
    let implementations = implementations(&file);
    let examined = hosts().into_iter().map(|(version, program)| {
        let said = load(&program, &file)?;
        let implementation = implementations.get(&major(&version)).map(|file| shown(file));
        let state = match (&said, &implementation) {
            (None, _) => State::Served,
            (Some(_), None) => State::Missing,
            (Some(_), Some(_)) => State::Broken,
        };
        Ok(Host { version, program: shown(&program), implementation, state, said })
    });
    let hosts = examined.collect::<Result<Vec<Host>, Failure>>()?;
    let is_used = |number: &u32| hosts.iter().any(|host| major(&host.version) == *number);
    let unused = implementations.iter().filter(|(number, _)| !is_used(number));
    let unused = unused.map(|(_, file)| shown(file)).collect();
    Ok(Answer { plugin: Some(shown(&file)), problem: None, hosts, unused })
}

/// A path for people and for JSON, which knows no other text than Unicode.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// `19.1.7` is 19.
fn major(version: &str) -> u32 {
    version.split('.').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The implementations that the plugin would look at, by their LLVM: beside it or, where it is a link, beside what it leads to.
fn implementations(plugin: &Path) -> BTreeMap<u32, PathBuf> {
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

/// Every LLVM on this machine: its version and a clang of it, or an opt.
fn hosts() -> Vec<(String, PathBuf)> {
    let mut programs = BTreeSet::new();
    for directory in directories() {
        let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
        let named = entries.filter(|entry| is_program(&entry.file_name()));
        // What is a link to something else, as to ccache, is no program of LLVM's.
        let followed = named.filter_map(|entry| entry.path().canonicalize().ok());
        programs.extend(followed.filter(|program| program.file_name().is_some_and(is_program)));
    }
    let mut by_home = BTreeMap::new();
    for program in programs {
        let Some(version) = version_of(&program) else { continue };
        let home = program.parent().map(Path::to_path_buf);
        // Of one directory, clang comes before opt.
        by_home.entry((major(&version), version, home)).or_insert(program);
    }
    by_home.into_iter().map(|((_, version, _), program)| (version, program)).collect()
}

/// The directories where programs of LLVM's are, those of the PATH first.
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

/// What `--version` says: the number behind the first `version `.
fn version_of(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, behind) = text.split_once("version ")?;
    let version: String = behind.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    (major(&version) > 0).then_some(version)
}

/// Loads the plugin into the program; what was said when it did not come to work.
fn load(program: &Path, plugin: &Path) -> Result<Option<String>, Failure> {
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))?;
    let is_clang = program.file_name().is_some_and(|name| name.to_string_lossy().starts_with("clang"));
    let mut command = Command::new(program);
    if is_clang {
        let mut flag = OsString::from("-fpass-plugin=");
        flag.push(plugin);
        command
            .arg(flag)
            .args(["-O1", "-x", "c", "-c", "/dev/null", "-o"])
            .arg(folder.path().join("empty.o"));
    } else {
        let mut flag = OsString::from("-load-pass-plugin=");
        flag.push(plugin);
        command.arg(flag).args(["-passes=idiom-open", "-disable-output", "/dev/null"]);
    }
    for (name, _) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"IDIOM_")) {
        if name != "IDIOM_PLUGIN_DIR" {
            command.env_remove(name);
        }
    }
    let reports = folder.path().join("reports");
    let output = command.env("IDIOM_REPORT", &reports).stdin(Stdio::null()).output();
    Ok(match output {
        Err(why) => Some(format!("cannot be run: {why}")),
        Ok(output) => {
            let at_work = fs::read_dir(&reports).is_ok_and(|mut entries| entries.next().is_some());
            (!(output.status.success() && at_work)).then(|| words_of(&output))
        }
    })
}

/// The line that helps: the plugin's own, else the host's first.
fn words_of(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let own = text.lines().find(|line| line.starts_with("idiom: "));
    let line = own.or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    line.map_or_else(|| format!("it says nothing, and ends with {}", output.status), str::to_owned)
}

fn text(answer: &Answer) -> String {
    let mut text = match (&answer.plugin, &answer.problem) {
        (Some(plugin), _) => format!("{plugin}\n"),
        (None, problem) => return format!("{}\n", problem.as_deref().unwrap_or("there is no plugin")),
    };
    if answer.hosts.is_empty() {
        text += "no clang and no opt was found in PATH or /usr/lib/llvm-*/bin\n";
    }
    for host in &answer.hosts {
        let state = match host.state {
            State::Served => "served",
            State::Missing => "not served",
            State::Broken => "does not load",
        };
        text += &format!("  LLVM {:9} {state:14} {}\n", host.version, host.program);
        if let (State::Served, Some(file)) = (host.state, &host.implementation) {
            text += &format!("    by {file}\n");
        }
        if let Some(said) = &host.said {
            text += &format!("    {said}\n");
        }
    }
    for file in &answer.unused {
        text += &format!("  {file} serves no LLVM that was found here\n");
    }
    text
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
