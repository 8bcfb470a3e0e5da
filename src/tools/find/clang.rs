//! Searching in clang: the clang of this build's LLVM, with the plugin of this build.
//!
//! A [`Request`] names the idioms that the plugin searches for; the answer is a report file.

use crate::console::Failure;
use crate::own::{self, OwnLlvm};
use crate::plugin;
use report::{Report, Trace};
use search::Request;
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
    /// Finds clang and the plugin; `plugin` overrides the plugin of this build.
    pub fn new(plugin: Option<&Path>) -> Result<Clang, Failure> {
        let plugin = match plugin {
            Some(plugin) => plugin::named(plugin)?,
            None => plugin::own()?,
        };
        Ok(Clang::of(in_path("clang")?, plugin))
    }

    /// The clang of any LLVM, with a plugin for it.
    pub fn of(program: PathBuf, plugin: PathBuf) -> Clang {
        // clang looks up a bare name in the library path.
        let plugin = std::path::absolute(&plugin).unwrap_or(plugin);
        Clang { program, plugin }
    }

    /// Compiles an input with the plugin in detection mode, and reads back its report.
    pub fn find(
        &self,
        input: &Path,
        is_ir: bool,
        flags: &[OsString],
        request: &RequestFile,
    ) -> Result<Report, Failure> {
        let folder = temporary()?;
        let mut command = self.command(input, is_ir, flags, request, folder.path());
        command.env("IDIOM_REPORT", folder.path().join(REPORTS));
        run(command, input)?;
        merged_reports(input, folder.path())
    }

    /// Compiles an input with the plugin tracing the passes, and reads back its trace.
    pub fn trace(
        &self,
        input: &Path,
        is_ir: bool,
        flags: &[OsString],
        request: &RequestFile,
        with_ir: bool,
    ) -> Result<Trace, Failure> {
        let folder = temporary()?;
        let traces = folder.path().join("traces");
        let mut command = self.command(input, is_ir, flags, request, folder.path());
        command.env("IDIOM_TRACE", &traces).env("IDIOM_TRACE_IR", u8::from(with_ir).to_string());
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

    /// The name of each function that detection searches, with its module as text: LLVM prints the module
    /// before each run of the pass.
    pub fn before_detection(
        &self,
        input: &Path,
        is_ir: bool,
        flags: &[OsString],
        request: &RequestFile,
    ) -> Result<Vec<(String, String)>, Failure> {
        self.before_detection_in(None, input, is_ir, flags, request)
    }

    /// The modules that [`before_detection`](Self::before_detection) returns, compiled in a folder.
    pub fn before_detection_in(
        &self,
        directory: Option<&Path>,
        input: &Path,
        is_ir: bool,
        flags: &[OsString],
        request: &RequestFile,
    ) -> Result<Vec<(String, String)>, Failure> {
        let folder = temporary()?;
        let mut command = self.command(input, is_ir, flags, request, folder.path());
        command.arg("-w");
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        command.args(["-mllvm", "-print-before=idiom-detect", "-mllvm", "-print-module-scope"]);
        let program = self.program.display().to_string();
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|error| Failure::Internal(format!("cannot run {program}: {error}")))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => Ok(dumps(&stderr)),
            Some(_) => Err(Failure::Usage(format!(
                "{} could not be compiled:\n{}",
                input.display(),
                stderr.trim_end()
            ))),
            None => {
                Err(Failure::Internal(format!("{program} died on {}: {}", input.display(), output.status)))
            }
        }
    }

    /// Searches IR as it is, with the opt beside clang.
    pub fn find_as_it_is(&self, input: &Path, request: &RequestFile) -> Result<Report, Failure> {
        let folder = temporary()?;
        let mut command = Command::new(self.program.with_file_name("opt"));
        let mut plugin = OsString::from("-load-pass-plugin=");
        plugin.push(&self.plugin);
        command.arg(plugin).args(["-passes=idiom-detect", "-disable-output"]).arg(unlike_a_flag(input));
        request.hand_over(&mut command);
        command.env("IDIOM_REPORT", folder.path().join(REPORTS));
        run(command, input)?;
        merged_reports(input, folder.path())
    }

    fn command(
        &self,
        input: &Path,
        is_ir: bool,
        flags: &[OsString],
        request: &RequestFile,
        folder: &Path,
    ) -> Command {
        let mut command = Command::new(&self.program);
        // With `PWD` set to a path through a link, clang would name sources by that path, and none of them
        // would lie below the working directory of this process.
        command.env_remove("PWD").arg("-O2");
        if is_ir {
            command.args(["-Wno-override-module", "-x", "ir"]);
        } else {
            command.arg("-g");
        }
        command.args(flags);
        let mut plugin = OsString::from("-fpass-plugin=");
        plugin.push(&self.plugin);
        command.arg(plugin).args(["-emit-llvm", "-c", "-o"]).arg(folder.join("out.bc"));
        command.arg(unlike_a_flag(input));
        request.hand_over(&mut command);
        command
    }
}

/// The folder of reports, in a temporary folder.
const REPORTS: &str = "reports";

/// A request in a temporary file, for all compilers of a run.
pub struct RequestFile {
    path: PathBuf,
    /// The folder that has the file; it is removed with this value.
    _folder: tempfile::TempDir,
}

impl RequestFile {
    /// Writes a request.
    ///
    /// # Errors
    ///
    /// A temporary folder that cannot be made or written to.
    pub fn write(request: &Request) -> Result<RequestFile, Failure> {
        let folder = temporary()?;
        let path = folder.path().join("request.json");
        std::fs::write(&path, request.to_json())
            .map_err(|error| Failure::Internal(format!("cannot write {}: {error}", path.display())))?;
        Ok(RequestFile { path, _folder: folder })
    }

    /// Sets the environment of a compiler so that the plugin answers this request alone; other settings are
    /// made afterwards.
    pub fn hand_over(&self, command: &mut Command) {
        without_settings(command);
        command.env("IDIOM_REQUEST", &self.path);
    }
}

/// The dumps of modules by NAME. Each follows a line `; *** IR Dump Before IdiomDetectPass on NAME ***`; LLVM
/// 16 omits the `; `.
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

/// The plugin's reports in a folder, merged into one.
fn merged_reports(input: &Path, folder: &Path) -> Result<Report, Failure> {
    let mut report = Report::new(input.display().to_string(), own::llvm().version);
    for path in reports(&folder.join(REPORTS), input)? {
        let part = read_report(&path, Report::from_json)?;
        report.findings.extend(part.findings);
        report.near_misses.extend(part.near_misses);
        report.functions += part.functions;
        report.optnone.extend(part.optnone);
        report.minsize.extend(part.minsize);
        report.unrolled.extend(part.unrolled);
        report.defined_functions.extend(part.defined_functions);
        report.facts.extend(part.facts);
        report.unknown_functions.extend(part.unknown_functions);
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

/// The reports that the plugin wrote into a folder, by name. An error if there is none.
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

/// Removes all settings except `IDIOM_LOG` from the environment of a command.
pub fn without_settings(command: &mut Command) {
    let inherited = env::vars_os().map(|(name, _)| name);
    let is_setting = |name: &OsString| name.as_encoded_bytes().starts_with(b"IDIOM_") && name != "IDIOM_LOG";
    for name in inherited.filter(is_setting) {
        command.env_remove(name);
    }
    command.env("IDIOM_CONFIG", "none");
}

/// The path of a program of this build's LLVM: in that LLVM's directory, else in the PATH.
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
