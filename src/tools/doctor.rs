//! `idiom doctor`: which LLVMs are on this machine, and whether the plugin loads into each.
//!
//! Nothing is guessed: each clang (or opt, where there is no clang) is run with the plugin on an empty file,
//! and the report that the plugin then writes shows that it is at work. Where it does not come, what the
//! plugin or the host says is the advice, since the plugin says what to do.

use super::arguments::{Doctor, Format};
use super::console::{Console, Failure};
use super::hosts::{hosts, implementations, major};
use super::{Verdict, plugin};
use serde::Serialize;
use std::ffi::OsString;
use std::path::Path;
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

/// Runs `idiom doctor`.
pub fn run(arguments: &Doctor, console: &Console) -> Result<Verdict, Failure> {
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
