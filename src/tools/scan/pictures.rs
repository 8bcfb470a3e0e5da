//! Pictures of the first findings for the HTML page: the program dependence graph of the matched code, with
//! the variables marked.
//!
//! In: the digest of a project, and its units. Out: an SVG in the first entries, made by `idiom model` and
//! Graphviz in child processes.

use super::unit::Unit;
use crate::console::Console;
use crate::find::clang::without_settings;
use report::digest::{Digest, Entry};
use report::{Finding, Report, counted};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A scanned unit: the files of its specifications, and its reports.
pub(crate) struct Scanned {
    pub(super) unit: Unit,
    pub(super) specs: Vec<PathBuf>,
    pub(super) reports: Vec<Report>,
}

/// Returns the units of a source.
pub(crate) type ScannedUnits<'a> = dyn Fn(&str) -> Vec<Scanned> + 'a;

/// Draws the `most` findings that the page shows first, and notes the number of those without a picture. `scanned` returns the
/// units of a source.
pub(crate) fn draw(digest: &mut Digest, most: usize, scanned: &ScannedUnits<'_>, console: &Console) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut missing = 0;
    for at in digest.by_worth().into_iter().take(most) {
        let entry = &mut digest.entries[at];
        let command = scanned(&entry.unit).iter().find_map(|scanned| command(&program, entry, scanned));
        entry.picture = command.and_then(drawn);
        missing += u64::from(entry.picture.is_none());
    }
    if missing > 0 {
        let (findings, have) = (counted(missing, "finding"), if missing == 1 { "has" } else { "have" });
        console.note(&format!(
            "{findings} {have} no picture: only those that `idiom scan` kept are drawn, and `idiom model` says of each why not"
        ));
    }
}

/// The command `idiom model` for the finding of an entry, if the unit has it.
fn command(program: &Path, entry: &Entry, scanned: &Scanned) -> Option<Command> {
    let Scanned { unit, specs, reports } = scanned;
    let report = reports.iter().find(|report| report.source == entry.unit)?;
    let is_it = |finding: &&Finding| {
        finding.idiom == entry.idiom && entry.fingerprints.contains(&finding.fingerprint)
    };
    let finding = report.findings.iter().find(is_it)?;
    let same = |other: &&Finding| (&other.idiom, &other.function) == (&finding.idiom, &finding.function);
    let number = report.findings.iter().filter(same).position(|other| other == finding)? + 1;
    let mut command = Command::new(program);
    without_settings(&mut command);
    command.args(["model", "--dot", "pdg", "--svg", "--only-matched", "--idiom"]).arg(&entry.idiom);
    command.arg(format!("--number={number}"));
    command.arg(format!("--function=^{}$", regex_lite::escape(&finding.function)));
    for spec in specs {
        command.arg("--spec").arg(std::path::absolute(spec).ok()?);
    }
    command.arg(&unit.source).arg("--").args(&unit.flags).current_dir(&unit.directory);
    Some(command)
}

/// The SVG element of the image; `None` if nothing is drawn.
fn drawn(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    text.find("<svg").map(|start| text[start..].to_owned())
}
