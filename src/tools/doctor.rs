//! `idiom doctor`: the LLVMs on this machine, and whether the plugin loads into each.
//!
//! The command guesses nothing: it runs each clang (or opt, if there is no clang) with the plugin on an empty
//! file. The plugin's report shows that it works. Without a report, the error message of the plugin or the
//! host is the advice.

use super::arguments::{Doctor, Format};
use super::console::{Console, Failure};
use super::hosts::{hosts, implementations, major};
use super::{Verdict, plugin};
use serde::Serialize;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

/// The result of the examination.
#[derive(Debug, Serialize)]
struct Examination {
    /// The plugin examined, if there is one.
    plugin: Option<String>,
    /// A problem of the plugin itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    hosts: Vec<Host>,
    /// Implementations for LLVMs that are not on this machine.
    unused: Vec<String>,
}

/// One LLVM on this machine.
#[derive(Debug, Serialize)]
struct Host {
    version: String,
    /// The program that was run.
    program: String,
    /// The implementation for this LLVM, if there is one.
    implementation: Option<String>,
    state: State,
    /// The reason why this LLVM is not served, with a remedy if known.
    #[serde(rename = "said", skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// Whether the plugin loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// The plugin loads.
    Served,
    /// There is no implementation for this LLVM.
    Missing,
    /// There is an implementation, and it does not load.
    Broken,
}

/// Runs `idiom doctor`.
pub fn run(arguments: &Doctor, console: &Console) -> Result<Verdict, Failure> {
    let examination = examine(arguments)?;
    match arguments.format {
        Format::Text => console.print(&text(&examination))?,
        Format::Json => {
            let json =
                serde_json::to_string_pretty(&examination).map_err(|e| Failure::Internal(e.to_string()))?;
            console.print(&format!("{json}\n"))?;
        }
    }
    let served = examination.hosts.iter().any(|host| host.state == State::Served);
    let broken = examination.hosts.iter().any(|host| host.state == State::Broken);
    Ok(if served && !broken { Verdict::Fine } else { Verdict::Findings })
}

fn examine(arguments: &Doctor) -> Result<Examination, Failure> {
    let found = match &arguments.plugin {
        Some(file) => Ok(plugin::named(file)?),
        None => plugin::for_all()?,
    };
    let file = match found {
        // Hosts look up a bare name in the library path.
        Ok(file) => std::path::absolute(&file).unwrap_or(file),
        Err(why) => {
            let problem = Some(format!("{why}; build it with: scripts/build.sh all"));
            return Ok(Examination { plugin: None, problem, hosts: Vec::new(), unused: Vec::new() });
        }
    };
    let implementations = implementations(&file);
    let examined = hosts().into_iter().map(|(version, program)| {
        let advice = load(&program, &file)?;
        let implementation = implementations.get(&major(&version)).map(|file| shown(file));
        let state = match (&advice, &implementation) {
            (None, _) => State::Served,
            (Some(_), None) => State::Missing,
            (Some(_), Some(_)) => State::Broken,
        };
        Ok(Host { version, program: shown(&program), implementation, state, advice })
    });
    let hosts = examined.collect::<Result<Vec<Host>, Failure>>()?;
    let is_used = |number: &u32| hosts.iter().any(|host| major(&host.version) == *number);
    let unused = implementations.iter().filter(|(number, _)| !is_used(number));
    let unused = unused.map(|(_, file)| shown(file)).collect();
    Ok(Examination { plugin: Some(shown(&file)), problem: None, hosts, unused })
}

/// A path as Unicode text, for people and JSON.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Loads the plugin into the program. Returns the error message if the plugin did not work.
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

/// The most helpful line of stderr: the plugin's own, else the host's first.
fn words_of(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let own = text.lines().find(|line| line.starts_with("idiom: "));
    let line = own.or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    line.map_or_else(|| format!("it says nothing, and ends with {}", output.status), str::to_owned)
}

fn text(examination: &Examination) -> String {
    let mut text = match (&examination.plugin, &examination.problem) {
        (Some(plugin), _) => format!("{plugin}\n"),
        (None, problem) => return format!("{}\n", problem.as_deref().unwrap_or("there is no plugin")),
    };
    if examination.hosts.is_empty() {
        text += "no clang and no opt was found in PATH or /usr/lib/llvm-*/bin\n";
    }
    for host in &examination.hosts {
        let state = match host.state {
            State::Served => "served",
            State::Missing => "not served",
            State::Broken => "does not load",
        };
        text += &format!("  LLVM {:9} {state:14} {}\n", host.version, host.program);
        if let (State::Served, Some(file)) = (host.state, &host.implementation) {
            text += &format!("    by {file}\n");
        }
        if let Some(advice) = &host.advice {
            text += &format!("    {advice}\n");
        }
    }
    for file in &examination.unused {
        text += &format!("  {file} serves no LLVM that was found here\n");
    }
    text
}
