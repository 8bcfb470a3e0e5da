//! `idiom report REPORTS…`: a digest of any number of reports, for people and for other tools.

use super::Verdict;
use super::arguments::{FailOn, Outputs, Report as Arguments};
use super::console::{Console, Failure};
use super::folders::below;
use super::project::Project;
use super::scan::fixes::{self, Fixed, Fixing};
use super::scan::pictures::ScannedUnits;
use super::scan::since::Before;
use super::scan::{cache, pictures};
use lang::candl::advice::parts;
use library::{Builtin, builtins};
use report::digest::{
    Digest, Gathering, RuleHelp, Samples, Sources, State, to_html, to_lines, to_markdown, to_sarif, to_text,
};
pub(super) use report::{Report, SCHEMA_VERSION};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use text::bounded;

/// The first bytes of a file of `perf record`.
const PERF_MAGIC: &[u8] = b"PERFILE2";

/// Runs `idiom report`.
pub fn run(arguments: &Arguments, console: &Console) -> Result<Verdict, Failure> {
    check(&arguments.outputs)?;
    let project = Project::read(&[])?;
    let mut files = Vec::new();
    let digest = read(&arguments.reports, &project, console, &mut files)?;
    let scanned = |source: &str| {
        let of_it = files.iter().filter(|(_, own)| own == source);
        of_it.filter_map(|(file, _)| cache::scanned(file)).collect()
    };
    let scanned: Option<&ScannedUnits<'_>> = Some(&scanned);
    publish(digest, &arguments.outputs, &project, (None, None), (scanned, Fixing::Off), console)
}

/// Writes a digest in the requested formats, and returns the verdict that `--fail-on` defines. `searched` are
/// the idioms that were searched for, if they are known; `before` are the findings before a change, of which
/// only the new ones are of interest. `scanned` returns the units of a source, for pictures and fixes.
pub(super) fn publish(
    mut digest: Digest,
    outputs: &Outputs,
    project: &Project,
    (searched, before): (Option<&[String]>, Option<Before>),
    (scanned, fixing): (Option<&ScannedUnits<'_>>, Fixing),
    console: &Console,
) -> Result<Verdict, Failure> {
    if let Some(before) = &before {
        digest.compare_before(&before.digest, |file| before.changed.contains(file));
        digest.since = Some(before.name.clone());
    } else if !outputs.baseline.is_empty() {
        digest.compare(&read(&outputs.baseline, project, console, &mut Vec::new())?);
    } else if outputs.fail_on == FailOn::New {
        return Err(Failure::Usage(
            "--fail-on new needs a --baseline to compare with, or `idiom scan --since`".to_owned(),
        ));
    }
    let root = outputs.root.clone().unwrap_or_else(|| PathBuf::from("."));
    if project.excludes_any() {
        let mut known: FxHashMap<String, bool> = FxHashMap::default();
        digest.exclude(|file| {
            *known.entry(file.to_owned()).or_insert_with(|| project.excludes(&root.join(file)))
        });
    }
    let mut sources = Sources::new(&root);
    if let Some(profile) = &outputs.profile {
        digest.weigh(&samples(profile)?);
    }
    let mut faults = digest.ignore(&mut sources, searched);
    if let Some(Before { digest: known, changed, .. }) = &before {
        digest.keep_new(known);
        faults.keep(|file| changed.contains(file));
    }
    faults.unused.iter().for_each(|unused| console.note(&unused.to_string()));
    faults.errors.iter().for_each(|error| console.eprint(&format!("error: {error}\n")));
    if let Some(scanned) = scanned {
        pictures::draw(&mut digest, outputs.pictures, scanned, console);
    }
    let fixed = match scanned.filter(|_| fixing != Fixing::Off) {
        Some(scanned) => fixes::find(&mut digest, (&root, fixing), scanned, console)?,
        None => Fixed::default(),
    };
    let mut written = fixing == Fixing::Printed;
    let mut put = |file: &Option<PathBuf>, text: &mut dyn FnMut() -> String| match file {
        Some(file) => {
            written |= file == Path::new("-");
            write(file, &text(), console)
        }
        None => Ok(()),
    };
    put(&outputs.html, &mut || to_html(&digest, &mut sources))?;
    put(&outputs.sarif, &mut || to_sarif(&digest, &help(), &mut sources))?;
    put(&outputs.markdown, &mut || to_markdown(&digest))?;
    put(&outputs.jsonl, &mut || to_lines(&digest))?;
    if !written {
        console.print(&to_text(&digest, &mut sources, outputs.most))?;
    }
    match fixing {
        Fixing::Printed => console.print(&fixed.diff())?,
        Fixing::Written => fixed.write(&digest, console)?,
        Fixing::Off | Fixing::Listed => {}
    }
    let fails = match outputs.fail_on {
        FailOn::Never => false,
        FailOn::New => digest.count(State::New) > 0,
        FailOn::Any => !digest.entries.is_empty(),
    };
    Ok(if fails || !faults.errors.is_empty() { Verdict::Findings } else { Verdict::Fine })
}

/// The samples of a profiler; `perf` reads its own files.
fn samples(file: &Path) -> Result<Samples, Failure> {
    let failed = |why: String| Failure::Usage(format!("--profile {}: {why}", file.display()));
    let bytes = bounded::read(file, bounded::MAX_DATA_BYTES).map_err(|error| failed(error.to_string()))?;
    if !bytes.starts_with(PERF_MAGIC) {
        return Samples::parse(&String::from_utf8_lossy(&bytes)).map_err(failed);
    }
    let mut perf = Command::new("perf");
    perf.args(["report", "--stdio", "--no-children", "--quiet", "--full-source-path", "-t", ";"]);
    perf.args(["-F", "sample,srcline", "-i"]).arg(file);
    let output =
        perf.stdin(Stdio::null()).output().map_err(|error| failed(format!("cannot run perf: {error}")))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(failed(format!("perf cannot read it: {}", why.trim())));
    }
    Samples::parse(&String::from_utf8_lossy(&output.stdout)).map_err(failed)
}

/// The description of each built-in idiom and its advice, for SARIF.
fn help() -> BTreeMap<String, RuleHelp> {
    let help = |idiom: Builtin| {
        let parts = idiom.advice.iter().filter_map(|line| parts(line));
        let advice = parts.map(|(_, severity, text)| format!("{severity}: {text}")).collect();
        (idiom.name, RuleHelp { short: idiom.doc, advice })
    };
    builtins().into_iter().map(help).collect()
}

fn write(file: &Path, text: &str, console: &Console) -> Result<(), Failure> {
    if file == Path::new("-") {
        return console.print(text);
    }
    let failed = |error: std::io::Error| Failure::Usage(format!("cannot write {}: {error}", file.display()));
    std::fs::write(file, text).map_err(failed)
}

/// Refuses output files in folders that do not exist, before the work begins.
pub(super) fn check(outputs: &Outputs) -> Result<(), Failure> {
    let Outputs { html, sarif, markdown, jsonl, .. } = outputs;
    for file in [html, sarif, markdown, jsonl].into_iter().flatten() {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let (file, folder) = (file.display(), folder.display());
            return Err(Failure::Usage(format!("cannot write {file}: there is no folder {folder}")));
        }
    }
    Ok(())
}

/// The digest of report files, and of all reports in folders. A file that is no report is an error, or in a
/// folder left out with a note. Adds each file and its source to `read`.
fn read(
    paths: &[PathBuf],
    project: &Project,
    console: &Console,
    read: &mut Vec<(PathBuf, String)>,
) -> Result<Digest, Failure> {
    let mut gathering = Gathering::with_severities(project.severities.clone());
    for path in paths {
        let is_folder = path.is_dir();
        for file in files(path)? {
            match read_one(&file, is_folder) {
                Ok(report) => {
                    gathering.add(&report);
                    read.push((file, report.source));
                }
                Err(why) if is_folder => console.note(&format!("{}: {why}; left out", file.display())),
                Err(why) => return Err(Failure::Usage(format!("{}: {why}", file.display()))),
            }
        }
    }
    match read.is_empty() {
        false => Ok(gathering.finish()),
        true => Err(Failure::Usage(
            "there is no report there; IDIOM_REPORT=DIR and `idiom scan` write some".to_owned(),
        )),
    }
}

/// Reads a report. `is_found`: the file was found in a folder, not named by the user.
fn read_one(file: &Path, is_found: bool) -> Result<Report, String> {
    let text = match is_found {
        true => bounded::read_found_text(file, bounded::MAX_DATA_BYTES),
        false => bounded::read_text(file, bounded::MAX_DATA_BYTES),
    };
    let text = text.map_err(|error| format!("cannot be read: {error}"))?;
    let report = Report::from_json(&text).map_err(|error| format!("no report: {error}"))?;
    match report.schema_version == SCHEMA_VERSION {
        true => Ok(report),
        false => Err(format!("of schema {}, not {SCHEMA_VERSION}", report.schema_version)),
    }
}

/// The file itself, or all `.json` files below a folder that are not hidden, sorted by path.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    match path.is_dir() {
        true => below(path, |kind, file| {
            let is_hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            !kind.is_dir() && !is_hidden && file.extension().is_some_and(|extension| extension == "json")
        }),
        false => Ok(vec![path.to_path_buf()]),
    }
}
