//! Pictures of the first findings for the page: the program dependence of what was matched, with the
//! variables marked.
//!
//! In: the digest of a scan, and its units. Out: an SVG in the entries, made by `idiom model` and Graphviz, a
//! child process each.

use super::unit::Unit;
use crate::cli::find::clang::without_settings;
use idiom::digest::{Digest, Entry};
use idiom::report::Report;
use std::path::Path;
use std::process::{Command, Stdio};

/// A unit with what was found in it.
pub(super) type Scanned<'s> = (&'s Unit, &'s [Report]);

/// Draws the first findings; gives how many of them have no picture.
pub(super) fn draw(
    digest: &mut Digest,
    most: usize,
    scanned: &[Scanned<'_>],
    specs: &[std::path::PathBuf],
) -> usize {
    let Ok(program) = std::env::current_exe() else { return most.min(digest.entries.len()) };
    let mut missing = 0;
    for entry in digest.entries.iter_mut().take(most) {
        entry.picture = command(&program, entry, scanned, specs).and_then(drawn);
        missing += usize::from(entry.picture.is_none());
    }
    missing
}

/// `idiom model` on the finding that stands for an entry.
fn command(
    program: &Path,
    entry: &Entry,
    scanned: &[Scanned<'_>],
    specs: &[std::path::PathBuf],
) -> Option<Command> {
    let (unit, function, number) = scanned.iter().find_map(|(unit, reports)| {
        let report = reports.iter().find(|report| report.source == entry.unit)?;
        let is_it = |finding: &&idiom::report::Finding| {
            finding.idiom == entry.idiom && entry.fingerprints.contains(&finding.fingerprint)
        };
        let finding = report.findings.iter().find(is_it)?;
        let same = |other: &&idiom::report::Finding| {
            (&other.idiom, &other.function) == (&finding.idiom, &finding.function)
        };
        let number = report.findings.iter().filter(same).position(|other| other == finding)? + 1;
        Some((*unit, &finding.function, number))
    })?;
    let mut command = Command::new(program);
    without_settings(&mut command);
    command.args(["model", "--dot", "pdg", "--svg", "--only-matched", "--idiom"]).arg(&entry.idiom);
    command.arg(format!("--number={number}")).arg(format!("--function=^{}$", regex_lite::escape(function)));
    for spec in specs {
        command.arg("--spec").arg(std::path::absolute(spec).ok()?);
    }
    command.arg(&unit.source).arg("--").args(&unit.flags).current_dir(&unit.directory);
    Some(command)
}

/// The image, without what comes before its element; `None` where nothing is drawn.
fn drawn(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    text.find("<svg").map(|start| text[start..].to_owned())
}
