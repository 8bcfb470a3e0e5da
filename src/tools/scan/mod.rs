//! `idiom scan`: a whole project, each unit in a clang of its own, on all processors.
//!
//! ```text
//! compile_commands.json, folders, lists  =>  units  =>  a report each, cached under the key of its inputs  =>  one digest
//! ```
//!
//! A unit that crashes, or exceeds its memory or time, does not affect the others. A run that was stopped, or
//! is repeated, continues with the units that are not cached yet.

pub(super) mod cache;
mod commands;
pub(super) mod fixes;
mod key;
mod language;
pub(super) mod pictures;
mod pool;
mod rounds;
pub(super) mod since;
mod unit;

use super::arguments::Scan;
use super::console::{Console, Failure};
use super::list::in_groups;
use super::project::Project;
use super::{Verdict, plugin, report, specs};
use ::report::digest::{Gathering, Unsearched};
use cache::ReportCache;
use commands::Units;
pub use commands::command_of;
use fixes::Fixing;
use language::{EXCLUDED, LeftOut};
use library::ACT;
use pictures::{Scanned, ScannedUnits};
use report::Report;
use since::{Before, Since};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use unit::{Unit, UnitOutcome, Workshop};

/// Runs `idiom scan`.
pub fn run(arguments: &Scan, console: &Console) -> Result<Verdict, Failure> {
    let mut arguments = arguments.clone();
    let project = Project::read(&arguments.spec)?;
    let names_none = arguments.idiom.is_empty() && arguments.group.is_empty() && arguments.spec.is_empty();
    match &project.idioms {
        Some(idioms) if names_none => arguments.idiom.clone_from(idioms),
        None if names_none => {
            arguments.group.push(ACT.to_owned());
            console.note(&format!("searching for the group `{ACT}`; --group and --idiom name others"));
        }
        _ => {}
    }
    arguments.idiom.extend(in_groups(&arguments.group)?);
    let arguments = &arguments;
    report::check(&arguments.outputs)?;
    let selection = (!arguments.idiom.is_empty()).then_some(arguments.idiom.as_slice());
    // Errors in the specifications are reported once, not for every unit.
    let library = specs::checked(&arguments.spec, selection, console)?;
    let root = arguments.outputs.root.clone().unwrap_or_else(|| PathBuf::from("."));
    let root = root.canonicalize().map_err(|error| Failure::Usage(format!("--root: {error}")))?;
    let Units { mut units, mut left_out } = commands::units(arguments)?;
    leave_out_excluded(&project, &mut units, &mut left_out);
    language::left_out_notes(&left_out).iter().for_each(|note| console.note(note));
    if units.is_empty() && left_out.is_empty() {
        return Err(Failure::Usage(
            "there is nothing to scan, and no compile_commands.json here or in `build`; name a folder, sources, or \
             -p FOLDER"
                .to_owned(),
        ));
    }
    let plugin = match &arguments.plugin {
        Some(plugin) => plugin::named(plugin)?,
        None => plugin::own()?,
    };
    let cache = ReportCache::open(&arguments.report, &arguments.spec)?;
    let stopped = stop_on_interrupt();
    let workshop = Workshop::new(plugin, root, arguments, &library, stopped.clone())?;
    let since = match &arguments.since {
        Some(commit) => Some(Since::of(commit, units.clone(), (arguments, &workshop, &stopped), console)?),
        None => None,
    };
    let units = since.as_ref().map_or(units, |since| since.touched.clone());
    let mut done = pool::run(&units, &workshop, &cache, arguments.jobs, &stopped);
    let scans =
        rounds::settle((&units, &mut done), (&workshop, &cache), library.facts(), arguments.jobs, &stopped);
    if scans > 0 {
        console.note(&format!("{scans} scanned again, with what other units say of the functions they call"));
    }
    let before = match since {
        Some(since) => Some(since.before(&done, console)?),
        None => {
            cache.keep_only(&units)?;
            None
        }
    };
    let searched: Vec<String> = library.idioms().iter().map(|idiom| idiom.name().to_owned()).collect();
    let is_stopped = stopped.load(Ordering::Relaxed);
    let unsearched = unsearched(&units, &done, left_out);
    report_outcomes(&units, done, (arguments, &project, &searched, before), unsearched, console, is_stopped)
}

/// Moves the units whose sources the project excludes to those that are left out.
fn leave_out_excluded(project: &Project, units: &mut Vec<Unit>, left_out: &mut Vec<LeftOut>) {
    let is_excluded = |unit: &Unit| project.excludes(&unit.directory.join(&unit.source));
    let (excluded, retained): (Vec<Unit>, Vec<Unit>) =
        std::mem::take(units).into_iter().partition(is_excluded);
    *units = retained;
    left_out.extend(excluded.into_iter().map(|unit| LeftOut { source: unit.source, why: EXCLUDED }));
}

/// The sources that were not scanned, with the reasons: those of no language of clang, and those that failed.
fn unsearched(units: &[Unit], done: &[Option<UnitOutcome>], left_out: Vec<LeftOut>) -> Vec<Unsearched> {
    let of_unit = |(unit, outcome): (&Unit, &Option<UnitOutcome>)| {
        let why = match outcome {
            Some(UnitOutcome::Scanned { .. }) => return None,
            Some(UnitOutcome::Failed(why)) => in_one_line(why),
            None => "the scan was stopped before".to_owned(),
        };
        Some(Unsearched { source: unit.shown(), why })
    };
    let left_out = left_out
        .into_iter()
        .map(|left| Unsearched { source: left.source.display().to_string(), why: left.why.to_owned() });
    units.iter().zip(done).filter_map(of_unit).chain(left_out).collect()
}

/// The first line of a message, and the first error of clang in it.
fn in_one_line(why: &str) -> String {
    let first = why.lines().next().unwrap_or_default();
    match why.lines().skip(1).find(|line| line.contains("error:")) {
        Some(error) => format!("{first}: {}", error.trim()),
        None => first.to_owned(),
    }
}

/// A flag that the first Ctrl-C sets; the second one ends the process.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    // Without a handler, Ctrl-C ends the run at once; finished results stay in the folder in that case, too.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stopped
}

fn report_outcomes(
    units: &[Unit],
    done: Vec<Option<UnitOutcome>>,
    (arguments, project, searched, before): (&Scan, &Project, &[String], Option<Before>),
    unsearched: Vec<Unsearched>,
    console: &Console,
    stopped: bool,
) -> Result<Verdict, Failure> {
    let mut gathering = Gathering::with_severities(project.severities.clone());
    let (mut failed, mut cached, mut open) = (0, 0, 0);
    for (unit, verdict) in units.iter().zip(&done) {
        match verdict {
            Some(UnitOutcome::Scanned { reports, is_cached, dropped }) => {
                cached += usize::from(*is_cached);
                if !dropped.is_empty() {
                    console.note(&format!(
                        "{}: without {}, which clang does not know",
                        unit.shown(),
                        dropped.join(" ")
                    ));
                }
                reports.iter().for_each(|report: &Report| gathering.add(report));
            }
            Some(UnitOutcome::Failed(why)) => {
                failed += 1;
                console.eprint(&format!("{}: {}\n", unit.shown(), why.trim_end()));
            }
            None => open += 1,
        }
    }
    if stopped && before.is_some() {
        return Err(Failure::Usage("stopped; the same command goes on with what is not scanned".to_owned()));
    }
    let failed_before = before.as_ref().map_or(0, |before| before.failed);
    let mut digest = gathering.finish();
    (digest.unsearched, digest.searched) = (unsearched, searched.to_vec());
    let scanned = |source: &str| scanned(source, units, &done, &arguments.spec);
    let scanned: Option<&ScannedUnits<'_>> = if stopped { None } else { Some(&scanned) };
    let fixing = match (arguments.fix, arguments.dry_run) {
        (true, true) => Fixing::Printed,
        (true, false) => Fixing::Written,
        (false, _) if arguments.outputs.sarif.is_some() => Fixing::Listed,
        (false, _) => Fixing::Off,
    };
    let scanned = (scanned, fixing);
    let verdict =
        report::publish(digest, &arguments.outputs, project, (Some(searched), before), scanned, console)?;
    let known = if cached > 0 { format!(", {cached} of them known from before") } else { String::new() };
    console.note(&format!(
        "{} scanned{known}; reports in {}",
        units.len() - failed - open,
        arguments.report.display()
    ));
    if stopped {
        return Err(Failure::Usage(format!(
            "stopped; {open} not scanned, which the same command goes on with"
        )));
    }
    if failed > 0 {
        console.note(&format!("{failed} not scanned"));
    }
    if failed_before > 0 {
        console.note(&format!(
            "{failed_before} not comparable with {}",
            arguments.since.as_deref().unwrap_or_default()
        ));
    }
    if failed + failed_before > 0 {
        return Ok(Verdict::Findings);
    }
    Ok(verdict)
}

/// The scanned units of a source, for pictures of their findings.
fn scanned(source: &str, units: &[Unit], done: &[Option<UnitOutcome>], specs: &[PathBuf]) -> Vec<Scanned> {
    let verdicts = units.iter().zip(done);
    let scanned = verdicts.filter_map(|(unit, verdict)| match verdict {
        Some(UnitOutcome::Scanned { reports, dropped, .. }) => {
            let is_it = reports.iter().any(|report| report.source == source);
            is_it.then(|| Scanned {
                unit: unit.without(dropped),
                specs: specs.to_vec(),
                reports: reports.clone(),
            })
        }
        _ => None,
    });
    scanned.collect()
}
