//! The scan of one unit by a clang of its own, with limits of memory and time.

use super::key::Key;
use super::since::tree::Tree;
use crate::arguments::Scan;
use crate::console::Failure;
use crate::find::clang::{RequestFile, in_path, reports_in};
use crate::functions;
use facts::Table;
use lang::candl::used::identity;
use library::Library;
use report::{Place, Report, relative_to};
use search::{Request, SearchOptions};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A source with its directory and flags.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Unit {
    /// The directory in which its command runs.
    pub(super) directory: PathBuf,
    /// The name of the source, relative to the directory.
    pub(super) source: PathBuf,
    /// The flags for clang.
    pub(super) flags: Vec<OsString>,
}

impl Unit {
    /// The name of the source for messages.
    pub(super) fn shown(&self) -> String {
        self.source.display().to_string()
    }

    /// The unit without flags that clang does not know.
    pub(super) fn without(&self, dropped: &[String]) -> Unit {
        let mut unit = self.clone();
        unit.flags.retain(|flag| !dropped.iter().any(|word| flag == OsStr::new(word)));
        unit
    }
}

/// The outcome of a unit.
#[derive(Debug)]
pub(super) enum UnitOutcome {
    /// The unit was scanned in this run or an earlier one.
    Scanned {
        /// The reports of its findings.
        reports: Vec<Report>,
        /// Whether the reports come from the cache.
        is_cached: bool,
        /// Flags that clang does not know.
        dropped: Vec<String>,
    },
    /// The scan failed, with this message.
    Failed(String),
}

/// The data that the scans of all units share.
#[derive(Clone)]
pub(super) struct Workshop {
    pub(super) clang: PathBuf,
    plugin: PathBuf,
    root: PathBuf,
    /// The tree of a commit that the units are in, if it is not the working tree.
    tree: Option<Arc<Tree>>,
    /// The request of all units, without what they learn from others.
    common: Arc<Request>,
    request: Arc<RequestFile>,
    memory: u64,
    timeout: Duration,
    /// The key of all inputs that the units share.
    key: Key,
    /// Set by Ctrl-C; running clangs are then ended.
    stopped: Arc<AtomicBool>,
}

impl Workshop {
    pub(super) fn new(
        plugin: PathBuf,
        root: PathBuf,
        arguments: &Scan,
        library: &Library,
        stopped: Arc<AtomicBool>,
    ) -> Result<Workshop, Failure> {
        let clang = in_path("clang")?;
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let options = SearchOptions { explain: arguments.explain, ..SearchOptions::default() };
        let declared = functions::table(&arguments.facts, &arguments.spec)?;
        let request = Request::new(library, options).with_outcomes().with_declared(declared);
        let request = if library.facts().is_empty() { request } else { request.with_facts() };
        let mut key = Key::default();
        for file in [&clang, &plugin] {
            key.add_file(file)
                .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
        }
        key.add(&[request.to_json().as_bytes()]);
        key.add(&[root.as_os_str().as_encoded_bytes()]);
        Ok(Workshop {
            clang,
            plugin: absolute(&plugin),
            root,
            tree: None,
            request: Arc::new(RequestFile::write(&request)?),
            common: Arc::new(request),
            memory: arguments.memory,
            timeout: Duration::from_secs(arguments.timeout),
            key,
            stopped,
        })
    }

    /// The same for units that know more of the functions they call. The error is a message.
    pub(super) fn knowing(&self, table: &Table) -> Result<Workshop, String> {
        let mut declared = self.common.declared.clone();
        declared.extend(table.clone());
        let request = Request::clone(&self.common).with_declared(declared);
        let mut workshop = self.clone();
        workshop.key.add(&[table.to_toml().as_bytes()]);
        workshop.request = Arc::new(RequestFile::write(&request).map_err(|why| why.to_string())?);
        Ok(workshop)
    }

    /// The folder that names of files start from.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The same for units in the tree of a commit. Places are named as in the working tree.
    pub(super) fn for_tree(&self, tree: Arc<Tree>) -> Workshop {
        let mut workshop = self.clone();
        tree.name_in(&mut workshop.key);
        workshop.tree = Some(tree);
        workshop
    }

    /// The name of a file relative to the root, if the root has it, perhaps by way of a link; of a file in
    /// the tree of a commit, its present name.
    pub(super) fn name(&self, path: &Path) -> String {
        let present = self.tree.as_ref().and_then(|tree| tree.present(path));
        let path = present.as_deref().unwrap_or(path);
        let resolved = (!path.starts_with(&self.root)).then(|| path.canonicalize().ok()).flatten();
        let below = resolved.filter(|path| path.starts_with(&self.root));
        relative_to(&below.as_deref().unwrap_or(path).to_string_lossy(), &self.root)
    }

    /// Adds parts to a key. The folder of a commit's tree, which is a temporary one, does not change the key.
    fn add_to(&self, key: &mut Key, part: &[u8]) {
        match &self.tree {
            Some(tree) => key.add(&[&tree.without_folder(part)]),
            None => key.add(&[part]),
        }
    }

    /// The key of a unit's result: its preprocessed text, its flags, and the shared inputs. `None` if the
    /// unit cannot be preprocessed.
    pub(super) fn key(&self, unit: &Unit) -> Option<Key> {
        let mut command = Command::new(&self.clang);
        command.args(&unit.flags).args(["-w", "-E", "-o", "-"]).arg(&unit.source);
        command.current_dir(&unit.directory).stdin(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let output = command.output().ok().filter(|output| output.status.success())?;
        let mut key = self.key_of_names(unit);
        self.add_to(&mut key, &output.stdout);
        Some(key)
    }

    /// A key for the result of a unit without a preprocessed text. No lookup uses this key.
    pub(super) fn key_without_text(&self, unit: &Unit) -> Key {
        let mut key = self.key_of_names(unit);
        key.add(&[b"without text"]);
        key
    }

    fn key_of_names(&self, unit: &Unit) -> Key {
        let mut key = self.key.clone();
        let names = [unit.source.as_os_str(), unit.directory.as_os_str()];
        let words = unit.flags.iter().map(OsString::as_os_str).chain(names);
        words.for_each(|word| self.add_to(&mut key, word.as_encoded_bytes()));
        key
    }

    /// Scans a unit, if necessary again without the flags that clang does not know.
    pub(super) fn scan(&self, unit: &Unit) -> UnitOutcome {
        if !unit.directory.is_dir() {
            let directory = unit.directory.display();
            return UnitOutcome::Failed(format!("there is no folder {directory}, where its command is run"));
        }
        let mut unit = unit.clone();
        let mut dropped = Vec::new();
        loop {
            match self.once(&unit) {
                Ok(reports) => return UnitOutcome::Scanned { reports, is_cached: false, dropped },
                Err(why) => {
                    let unknown = unknown_flags(&why);
                    let before = unit.flags.len();
                    unit = unit.without(&unknown);
                    if unit.flags.len() == before {
                        return UnitOutcome::Failed(why);
                    }
                    dropped.extend(unknown);
                }
            }
        }
    }

    fn once(&self, unit: &Unit) -> Result<Vec<Report>, String> {
        let folder =
            tempfile::tempdir().map_err(|error| format!("cannot make a temporary directory: {error}"))?;
        let reports = folder.path().join("reports");
        let stderr_file = folder.path().join("said");
        let stderr = std::fs::File::create(&stderr_file).map_err(|error| format!("cannot write: {error}"))?;
        // The shell sets the limit, in KiB, and then executes clang.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "ulimit -v \"$0\" && exec \"$@\""]).arg((self.memory * 1024).to_string());
        // As in `idiom find`, `-g` gives source lines and the names of variables.
        command.arg(&self.clang).arg("-g").args(&unit.flags);
        let mut plugin = OsString::from("-fpass-plugin=");
        plugin.push(&self.plugin);
        command.arg(plugin).args(["-w", "-fno-color-diagnostics", "-emit-llvm", "-c", "-o", "/dev/null"]);
        command.arg(&unit.source).current_dir(&unit.directory);
        // With `PWD` set to a path through a link, clang would name sources by that path, and none of them
        // would lie below the root.
        command.env_remove("PWD");
        self.request.hand_over(&mut command);
        command.env("IDIOM_REPORT", &reports);
        // In a process group of its own, clang does not receive Ctrl-C; this process ends it, and knows the
        // units that were cut off.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr).process_group(0);
        let ended = self.wait(command)?;
        let messages = || {
            let mut text = Vec::new();
            let file =
                std::fs::File::open(&stderr_file).map(|file| file.take(64 << 10).read_to_end(&mut text));
            file.map_or_else(|_| String::new(), |_| String::from_utf8_lossy(&text).into_owned())
        };
        match ended.code() {
            Some(0) => self.read_reports(&reports, unit),
            Some(_) => Err(format!("could not be compiled\n{}", messages())),
            None => Err(format!("clang died: {ended}\n{}", messages())),
        }
    }

    fn wait(&self, mut command: Command) -> Result<std::process::ExitStatus, String> {
        let mut child = command.spawn().map_err(|error| format!("cannot run clang: {error}"))?;
        let started = Instant::now();
        loop {
            match child.try_wait().map_err(|error| format!("cannot wait for clang: {error}"))? {
                Some(status) => return Ok(status),
                None if started.elapsed() > self.timeout => {
                    end(&mut child);
                    return Err(format!("took longer than {} s", self.timeout.as_secs()));
                }
                None if self.stopped.load(Ordering::Relaxed) => {
                    end(&mut child);
                    return Err("stopped".to_owned());
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    /// Reads the reports, with all places relative to the root.
    fn read_reports(&self, folder: &Path, unit: &Unit) -> Result<Vec<Report>, String> {
        let paths = reports_in(folder);
        if paths.is_empty() {
            return Err("clang did not run the plugin; do the flags keep it from compiling?".to_owned());
        }
        let read = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
            Report::from_json(&text).map_err(|error| error.to_string())
        };
        let mut reports = paths.iter().map(read).collect::<Result<Vec<Report>, String>>()?;
        reports.iter_mut().for_each(|report| self.seen_from_root(report, unit));
        Ok(reports)
    }

    fn seen_from_root(&self, report: &mut Report, unit: &Unit) {
        let file = |name: &str| self.name(&identity(unit.directory.join(name)));
        report.source = file(&report.source);
        let place = |place: &mut Option<Place>| {
            if let Some(place) = place {
                place.file = file(&place.file);
            }
        };
        for finding in &mut report.findings {
            place(&mut finding.place);
            finding.variables.iter_mut().for_each(|variable| place(&mut variable.place));
            finding.fixes.iter_mut().for_each(|fix| fix.place.file = file(&fix.place.file));
            if let Some(scop) = &mut finding.scop {
                scop.loops.iter_mut().for_each(|part| place(&mut part.place));
                scop.conditions.iter_mut().for_each(|part| place(&mut part.place));
                scop.accesses.iter_mut().for_each(|part| place(&mut part.place));
                let statements = scop.polyhedral.statements.iter_mut();
                statements.flat_map(|s| &mut s.accesses).for_each(|access| place(&mut access.place));
            }
        }
        for miss in &mut report.near_misses {
            place(&mut miss.place);
            miss.variables.iter_mut().for_each(|variable| place(&mut variable.place));
        }
    }
}

/// Ends a clang, which may have ended by itself meanwhile.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// The flags that clang reports as unknown or unsupported.
pub(super) fn unknown_flags(messages: &str) -> Vec<String> {
    let quoted = |line: &str| {
        let begins =
            ["unknown argument: '", "unknown argument '", "unsupported option '", "unsupported argument '"];
        let rest = begins.iter().find_map(|begin| line.split_once(begin).map(|(_, rest)| rest))?;
        let (flag, behind) = rest.split_once('\'')?;
        // `unsupported argument 'x' to option '-y='`
        let option = behind
            .strip_prefix(" to option '")
            .and_then(|rest| rest.split_once('\''))
            .map(|(option, _)| option);
        Some(option.map_or_else(|| flag.to_owned(), |option| format!("{option}{flag}")))
    };
    messages.lines().filter(|line| line.contains("error:")).filter_map(quoted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_clang_does_not_know() {
        let messages = "clang: error: unknown argument: '-fno-gnu-x'\nclang: error: unsupported argument 'abc' to option '-flto='\nx.c:1:1: error: '-f' is odd\n";
        assert_eq!(unknown_flags(messages), ["-fno-gnu-x", "-flto=abc"]);
    }
}
