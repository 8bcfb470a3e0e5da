//! `idiom scan --since COMMIT`: what a change adds, and nothing else.
//!
//! ```text
//! git diff  =>  changed files  =>  units that include one  =>  scanned now and in the tree of the commit
//! ```
//!
//! A finding in a file that did not change may also be known from a unit that is not scanned, since it
//! includes no changed file. Such units are scanned as well, after the others.

mod dependencies;
mod paths;
mod repository;
pub(super) mod tree;

use super::cache::ReportCache;
use super::pool;
use super::unit::{Unit, UnitOutcome, Workshop};
use crate::arguments::Scan;
use crate::console::{Console, Failure};
use report::digest::{Digest, Entry, State};
use report::{Report, counted};
use repository::{Base, Changes, Repository};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tree::{Tree, relative};

/// The folder for the reports of earlier commits, in the folder of all reports. It is hidden, as they are no
/// reports of the project.
const EARLIER: &str = ".since";

/// The units and files that a change since a commit touches.
pub(super) struct Since<'a> {
    arguments: &'a Scan,
    workshop: &'a Workshop,
    stopped: &'a AtomicBool,
    name: String,
    hash: String,
    repository: Repository,
    changes: Changes,
    /// The units that include a changed file.
    pub(super) touched: Vec<Unit>,
    /// The other units, with all files that they include.
    others: Vec<(Unit, BTreeSet<PathBuf>)>,
}

/// The findings before a change.
pub(crate) struct Before {
    /// The commit as the user names it.
    pub(crate) name: String,
    /// The findings.
    pub(crate) digest: Digest,
    /// The changed files, as reports name them.
    pub(crate) changed: BTreeSet<String>,
    /// The number of units that could not be scanned there.
    pub(crate) failed: usize,
}

impl<'a> Since<'a> {
    /// Finds the changes since the commit `name` and the units that they touch.
    pub(super) fn of(
        name: &str,
        units: Vec<Unit>,
        (arguments, workshop, stopped): (&'a Scan, &'a Workshop, &'a AtomicBool),
        console: &Console,
    ) -> Result<Since<'a>, Failure> {
        let repository = Repository::of(workshop.root(), &arguments.report)?;
        let Base { hash, is_merge_base } = repository.base(name)?;
        let changes = repository.changes(&hash)?;
        let included = pool::each(&units, arguments.jobs, stopped, |_, unit| workshop.dependencies(unit));
        let all = units.len();
        let (mut touched, mut others) = (Vec::new(), Vec::new());
        for (unit, files) in units.into_iter().zip(included) {
            match files {
                Some(files) if !changes.touch(&files, &repository.top) => others.push((unit, files)),
                // Clang says why it cannot preprocess a unit when it is scanned.
                _ => touched.push(unit),
            }
        }
        let short = hash.get(..10).unwrap_or(&hash);
        let named = match is_merge_base {
            true => format!("{short}, the last commit that HEAD has in common with {name}"),
            false if name == hash => short.to_owned(),
            false => format!("{name} ({short})"),
        };
        let (files, units) = (counted(changes.touched.len() as u64, "file"), counted(all as u64, "unit"));
        console.note(&format!(
            "since {named}: {files} changed or new, which {} of {units} include",
            touched.len()
        ));
        Ok(Since {
            arguments,
            workshop,
            stopped,
            name: name.to_owned(),
            hash,
            repository,
            changes,
            touched,
            others,
        })
    }

    /// The findings before the change, where `now` is what is found in the touched units.
    pub(super) fn before(self, now: &[Option<UnitOutcome>], console: &Console) -> Result<Before, Failure> {
        let top = &self.repository.top;
        let changed = self.changes.touched.iter().map(|name| self.workshop.name(&top.join(name))).collect();
        let mut before = Before { name: self.name.clone(), digest: Digest::default(), changed, failed: 0 };
        if self.touched.is_empty() || self.is_stopped() {
            return Ok(before);
        }
        let mut known = self.in_commit(&mut before, console)?;
        before.digest = Digest::of(&known);
        let elsewhere = self.including_what_is_new(now, &before);
        if !elsewhere.is_empty() {
            let cache = ReportCache::open(&self.arguments.report, &self.arguments.spec)?;
            known.extend(self.scanned(&elsewhere, self.workshop, &cache, &mut before.failed, console));
            before.digest = Digest::of(&known);
        }
        Ok(before)
    }

    /// Scans the touched units in the tree of the commit.
    fn in_commit(&self, before: &mut Before, console: &Console) -> Result<Vec<Report>, Failure> {
        let units = self.touched.iter();
        let spellings = spellings(units, &self.repository.top);
        let tree = Tree::of(self.repository.clone(), &self.hash, self.changes.clone(), spellings)?;
        let units = self.touched.iter().map(|unit| unit_of(&tree, unit)).collect::<Result<Vec<_>, _>>()?;
        let units: Vec<Unit> = units.into_iter().flatten().collect();
        let workshop = self.workshop.for_tree(Arc::new(tree));
        let included =
            pool::each(&units, self.arguments.jobs, self.stopped, |_, unit| workshop.dependencies(unit));
        for (unit, files) in units.iter().zip(&included) {
            let of_now =
                files.iter().flatten().find(|file| self.changes.touch_file(file, &self.repository.top));
            if let Some(file) = of_now {
                before.failed += 1;
                let (source, file) = (workshop.name(&unit.source), file.display());
                let why = "by a path that is the same for all commits, so what is new in it is unknown";
                console.eprint(&format!("{source}: it includes {file} {why}\n"));
            }
        }
        let cache = ReportCache::open(&self.arguments.report.join(EARLIER), &self.arguments.spec)?;
        Ok(self.scanned(&units, &workshop, &cache, &mut before.failed, console))
    }

    /// The reports of units. Tells which of them fail.
    fn scanned(
        &self,
        units: &[Unit],
        workshop: &Workshop,
        cache: &ReportCache,
        failed: &mut usize,
        console: &Console,
    ) -> Vec<Report> {
        let done = pool::run(units, workshop, cache, self.arguments.jobs, self.stopped);
        let mut all = Vec::new();
        for (unit, outcome) in units.iter().zip(done) {
            match outcome {
                Some(UnitOutcome::Scanned { reports, .. }) => all.extend(reports),
                Some(UnitOutcome::Failed(why)) => {
                    *failed += 1;
                    let source = workshop.name(&unit.directory.join(&unit.source));
                    let why = why.trim_end();
                    console.eprint(&format!(
                        "{source}: before the change, so that all in it counts as new: {why}\n"
                    ));
                }
                None => {}
            }
        }
        all
    }

    /// The units without changes that include a file in which a finding seems to be new, though the file did
    /// not change.
    fn including_what_is_new(&self, now: &[Option<UnitOutcome>], before: &Before) -> Vec<Unit> {
        let reports = now.iter().flatten().flat_map(|outcome| match outcome {
            UnitOutcome::Scanned { reports, .. } => reports.as_slice(),
            UnitOutcome::Failed(_) => &[],
        });
        let mut digest = Digest::of(reports);
        digest.compare_before(&before.digest, |file| before.changed.contains(file));
        let new = digest.entries.iter().filter(|entry| entry.state == Some(State::New));
        let files: BTreeSet<&str> =
            new.map(Entry::file).filter(|file| !before.changed.contains(*file)).collect();
        let includes = |included: &BTreeSet<PathBuf>| {
            included.iter().any(|file| files.contains(self.workshop.name(file).as_str()))
        };
        let units = self.others.iter().filter(|(_, included)| includes(included));
        units.map(|(unit, _)| unit.clone()).collect()
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Changes {
    fn touch(&self, files: &BTreeSet<PathBuf>, top: &Path) -> bool {
        files.iter().any(|file| self.touch_file(file, top))
    }

    fn touch_file(&self, file: &Path, top: &Path) -> bool {
        file.strip_prefix(top).is_ok_and(|name| self.touched.contains(name))
    }
}

/// The names that the commands of units have for a folder: without links, and as they spell it.
fn spellings<'u>(units: impl Iterator<Item = &'u Unit>, top: &Path) -> Vec<PathBuf> {
    let mut all = BTreeSet::from([top.to_path_buf()]);
    for unit in units {
        for path in [&unit.directory, &unit.directory.join(&unit.source)] {
            if !path.starts_with(top) && relative(path, top).is_some() {
                let same = |folder: &&Path| folder.canonicalize().is_ok_and(|folder| folder == top);
                all.extend(path.ancestors().find(same).map(Path::to_path_buf));
            }
        }
    }
    all.into_iter().collect()
}

/// A unit in the tree of the commit; `None` if its source is new.
fn unit_of(tree: &Tree, unit: &Unit) -> Result<Option<Unit>, Failure> {
    let found = tree.of_commit((&unit.directory, &unit.source, &unit.flags))?;
    Ok(found.map(|(directory, source, flags)| Unit { directory, source, flags }))
}
