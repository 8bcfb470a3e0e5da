//! Searching in clang: the clang of this build's LLVM, with the plugin of this build.

use crate::arguments::Find;
use crate::console::Failure;
use crate::own::{self, OwnLlvm};
use crate::plugin;
use library::Library;
use report::{Finding, Outcome, Report, Trace};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A clang and the plugin to load into it.
pub struct Clang {
    program: PathBuf,
    plugin: PathBuf,
}

impl Clang {
    /// Finds both.
    pub fn new(arguments: &Find) -> Result<Clang, Failure> {
        let plugin = match &arguments.plugin {
            Some(plugin) => plugin::named(plugin)?,
            None => plugin::own()?,
        };
        Ok(Clang::of(in_path("clang")?, plugin))
    }

    /// Of any LLVM, with a plugin for it.
    pub fn of(program: PathBuf, plugin: PathBuf) -> Clang {
        // clang takes a bare name for one to look up.
        let plugin = std::path::absolute(&plugin).unwrap_or(plugin);
        Clang { program, plugin }
    }

    /// Compiles an input with the plugin detecting, and reads back what it reported.
    pub fn find(
        &self,
        input: &Path,
        is_ir: bool,
        arguments: &Find,
        library: &Library,
    ) -> Result<Report, Failure> {
        let folder = temporary()?;
        run(self.command(input, is_ir, arguments, folder.path())?, input)?;
        gathered(input, folder.path(), library)
    }

    /// Compiles an input with the plugin watching the passes, and reads back its trace.
    pub fn trace(
        &self,
        input: &Path,
        is_ir: bool,
        arguments: &Find,
        with_ir: bool,
    ) -> Result<Trace, Failure> {
        let folder = temporary()?;
        let traces = folder.path().join("traces");
        let mut command = self.command(input, is_ir, arguments, folder.path())?;
        command.env_remove("IDIOM_REPORT").env("IDIOM_TRACE", &traces);
        command.env("IDIOM_TRACE_IR", u8::from(with_ir).to_string());
        run(command, input)?;
        match reports(&traces, input)?.as_slice() {
            [one] => read_report(one, Trace::from_json),
            several => Err(Failure::Usage(format!(
                "{} is compiled {} times, and one trace is told; leave out the flags for more targets",
                input.display(),
                several.len()
            ))),
        }
    }

    /// The modules that detection sees, by the function that it looks at: printed by LLVM before each run of
    /// the pass.
    pub fn before_detection(
        &self,
        input: &Path,
        is_ir: bool,
        arguments: &Find,
    ) -> Result<Vec<(String, String)>, Failure> {
        let folder = temporary()?;
        let mut command = self.command(input, is_ir, arguments, folder.path())?;
        command.env_remove("IDIOM_REPORT").arg("-w");
        command.args(["-mllvm", "-print-before=idiom-detect", "-mllvm", "-print-module-scope"]);
        let program = self.program.display().to_string();
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|error| Failure::Internal(format!("cannot run {program}: {error}")))?;
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => Ok(dumps(&said)),
            Some(_) => Err(Failure::Usage(format!(
                "{} could not be compiled:\n{}",
                input.display(),
                said.trim_end()
            ))),
            None => {
                Err(Failure::Internal(format!("{program} died on {}: {}", input.display(), output.status)))
            }
        }
    }

    /// Searches IR as it is, by the opt beside clang.
    pub fn find_as_it_is(
        &self,
        input: &Path,
        arguments: &Find,
        library: &Library,
    ) -> Result<Report, Failure> {
        let folder = temporary()?;
        let mut command = Command::new(self.program.with_file_name("opt"));
        let mut plugin = OsString::from("-load-pass-plugin=");
        plugin.push(&self.plugin);
        command.arg(plugin).args(["-passes=idiom-detect", "-disable-output"]).arg(unlike_a_flag(input));
        self.settings(&mut command, arguments, folder.path())?;
        run(command, input)?;
        gathered(input, folder.path(), library)
    }
    fn command(
        &self,
        input: &Path,
        is_ir: bool,
        arguments: &Find,
        folder: &Path,
    ) -> Result<Command, Failure> {
        let mut command = Command::new(&self.program);
        // clang would name sources by it in a folder that is reached through a link, and none of them would
        // lie below the folder that this process is in.
        command.env_remove("PWD").arg("-O2");
        if is_ir {
            command.args(["-Wno-override-module", "-x", "ir"]);
        } else {
            command.arg("-g");
        }
        command.args(&arguments.flags);
        let mut plugin = OsString::from("-fpass-plugin=");
        plugin.push(&self.plugin);
        command.arg(plugin).args(["-emit-llvm", "-c", "-o"]).arg(folder.join("out.bc"));
        command.arg(unlike_a_flag(input));
        self.settings(&mut command, arguments, folder)?;
        Ok(command)
    }

    /// The plugin's environment: ours alone, so that nothing of the caller's changes what is found.
    fn settings(&self, command: &mut Command, arguments: &Find, folder: &Path) -> Result<(), Failure> {
        without_settings(command);
        command.env("IDIOM_MODE", "detect").env("IDIOM_REPORT", folder.join("reports"));
        command.env("IDIOM_BUDGET", arguments.budget.to_string());
        command.env("IDIOM_MEMORY", arguments.memory.to_string());
        command.env("IDIOM_FINDINGS", arguments.findings.to_string());
        if arguments.explain {
            command.env("IDIOM_EXPLAIN", "1");
        }
        if !arguments.pin.is_empty() {
            command.env("IDIOM_PIN", arguments.pin.join(";"));
        }
        if let Some(most) = arguments.attempts {
            command.env("IDIOM_ATTEMPTS", most.to_string());
        }
        if let Some(variable) = &arguments.per {
            command.env("IDIOM_PER", variable);
        }
        if let Some(function) = &arguments.function {
            command.env("IDIOM_ONLY_FUNC", function.as_str());
        }
        if let Some(point) = arguments.at {
            command.env("IDIOM_EP", point.name());
        }
        if !arguments.idiom.is_empty() {
            command.env("IDIOM_IDIOMS", arguments.idiom.join(","));
        }
        if !arguments.spec.is_empty() {
            let specs = env::join_paths(&arguments.spec).map_err(|error| {
                Failure::Usage(format!("a specification cannot be handed to clang: {error}"))
            })?;
            command.env("IDIOM_SPEC", specs);
        }
        Ok(())
    }
}

/// The dumps of modules, each behind a line `; *** IR Dump Before IdiomDetectPass on NAME ***`, which LLVM 16
/// begins with the stars.
fn dumps(text: &str) -> Vec<(String, String)> {
    let heading = |line: &str| {
        let rest = line.trim_start_matches("; ").strip_prefix("*** IR Dump Before IdiomDetectPass on ")?;
        rest.strip_suffix(" ***").map(str::to_owned)
    };
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (heading(line), found.last_mut()) {
            (Some(name), _) => found.push((name, String::new())),
            (None, Some((_, module))) => {
                module.push_str(line);
                module.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

fn temporary() -> Result<tempfile::TempDir, Failure> {
    tempfile::tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))
}

fn unlike_a_flag(input: &Path) -> PathBuf {
    let looks_like_a_flag = input.as_os_str().as_encoded_bytes().starts_with(b"-");
    if looks_like_a_flag { Path::new(".").join(input) } else { input.to_path_buf() }
}

fn run(mut command: Command, input: &Path) -> Result<(), Failure> {
    let program = Path::new(command.get_program()).display().to_string();
    let status = command.stdin(Stdio::null()).status();
    let status = status.map_err(|error| Failure::Internal(format!("cannot run {program}: {error}")))?;
    match status.code() {
        Some(0) => Ok(()),
        Some(_) => Err(Failure::Usage(format!("{} could not be compiled", input.display()))),
        None => Err(Failure::Internal(format!("{program} died on {}: {status}", input.display()))),
    }
}

/// What the plugin reported into a folder, as far as it was asked for.
fn gathered(input: &Path, folder: &Path, library: &Library) -> Result<Report, Failure> {
    let mut report = Report::new(input.display().to_string(), own::llvm().version);
    for path in reports(&folder.join("reports"), input)? {
        let part = read_report(&path, Report::from_json)?;
        report.findings.extend(part.findings.into_iter().filter(|f| is_wanted(f, library)).map(as_found));
        report.near_misses.extend(part.near_misses);
        report.functions += part.functions;
        report.optnone.extend(part.optnone);
        report.minsize.extend(part.minsize);
    }
    Ok(report)
}

/// The reports that the plugin wrote into a folder, by name.
pub fn reports_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The same, of which there must be one.
fn reports(folder: &Path, input: &Path) -> Result<Vec<PathBuf>, Failure> {
    let paths = reports_in(folder);
    if paths.is_empty() {
        let input = input.display();
        return Err(Failure::Usage(format!(
            "clang did not run the plugin on {input}; do the flags keep it from compiling?"
        )));
    }
    Ok(paths)
}

fn read_report<T>(path: &Path, read: fn(&str) -> Result<T, serde_json::Error>) -> Result<T, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(&error.to_string()))?;
    read(&text).map_err(|error| unreadable(&error.to_string()))
}

fn unreadable(why: &str) -> Failure {
    Failure::Internal(format!("the plugin's report cannot be read: {why}"))
}

/// Whether a finding is of a specification asked for. The plugin's rewriting passes tell of their own, which
/// may have the name of one of the user's.
fn is_wanted(finding: &Finding, library: &Library) -> bool {
    let is_it = |idiom: &library::Idiom| {
        let mut told = finding.variables.iter().map(|variable| variable.name.as_str()).peekable();
        // The copies of a collect that hold nothing need not be told.
        let mut names = idiom.variables().iter();
        let fits = names.all(|name| told.next_if(|t| *t == &**name).is_some() || name.contains('['));
        idiom.name() == finding.idiom
            && (finding.outcome.is_about_the_search() || (fits && told.next().is_none()))
    };
    library.idioms().iter().any(is_it)
}

/// Here it only matters that it is there, not what a rewrite would make of it.
fn as_found(mut finding: Finding) -> Finding {
    if finding.outcome != Outcome::Found && !finding.outcome.is_about_the_search() {
        (finding.outcome, finding.reason) = (Outcome::Found, None);
    }
    finding
}

/// Takes all settings but the log's out of the environment of a command.
pub fn without_settings(command: &mut Command) {
    let inherited = env::vars_os().map(|(name, _)| name);
    let is_setting = |name: &OsString| name.as_encoded_bytes().starts_with(b"IDIOM_") && name != "IDIOM_LOG";
    for name in inherited.filter(is_setting) {
        command.env_remove(name);
    }
    command.env("IDIOM_CONFIG", "none");
}

/// A program in that LLVM's directory, else in the PATH.
pub fn in_path(program: &str) -> Result<PathBuf, Failure> {
    let OwnLlvm { major, bindir, .. } = own::llvm();
    let own = Path::new(bindir).join(program);
    if own.is_file() {
        return Ok(own);
    }
    let name = format!("{program}-{major}");
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(&name)).find(|program| program.is_file());
    found.ok_or_else(|| {
        let tried = format!("{} and {name} in PATH", own.display());
        Failure::Internal(format!(
            "no {program} of LLVM {major}; tried {tried}; on Debian: apt-get install {name}"
        ))
    })
}
