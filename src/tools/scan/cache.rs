//! The cache of a scan: reports, each with a key of all its inputs.
//!
//! Each file is named by the key's digest and written as a whole, so that an interrupted run leaves complete
//! reports only.

use super::key::Key;
use super::pictures::Scanned;
use super::unit::{Unit, UnitOutcome};
use crate::console::Failure;
use report::{Report, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use text::bounded;

/// A file of the cache.
#[derive(Deserialize, Serialize)]
struct CachedScan {
    unit: Unit,
    /// The files of specifications, as absolute paths.
    specs: Vec<PathBuf>,
    reports: Vec<Report>,
    dropped: Vec<String>,
}

/// The scanned unit of a report in such a folder; `None` for other reports.
pub(crate) fn scanned(report: &Path) -> Option<Scanned> {
    let stem = report.file_stem()?.to_str()?;
    let known = std::fs::read_dir(report.parent()?.join(KNOWN)).ok()?.flatten();
    let mut named = known.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.get(..DIGITS).is_some_and(|digits| stem.rsplit('-').take(2).any(|part| part == digits))
    });
    let text = bounded::read_found_text(&named.next()?, bounded::MAX_DATA_BYTES).ok()?;
    let CachedScan { unit, specs, reports, dropped } = serde_json::from_str(&text).ok()?;
    Some(Scanned { unit: unit.without(&dropped), specs, reports })
}

/// A folder of reports.
pub(super) struct ReportCache {
    folder: PathBuf,
    specs: Vec<PathBuf>,
    used: Mutex<BTreeSet<String>>,
    /// The reports of each unit, which another scan of it replaces.
    written: Mutex<BTreeMap<String, Vec<String>>>,
}

/// The hidden folder of the cache, which `idiom report FOLDER` ignores.
const KNOWN: &str = ".known";

/// The number of digits of a key in the name of a report.
const DIGITS: usize = 8;

impl ReportCache {
    /// Opens or makes the folder.
    pub(super) fn open(folder: &Path, specs: &[PathBuf]) -> Result<ReportCache, Failure> {
        let made = std::fs::create_dir_all(folder.join(KNOWN));
        made.map_err(|error| Failure::Usage(format!("cannot make {}: {error}", folder.display())))?;
        let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
        let specs = specs.iter().map(absolute).collect();
        Ok(ReportCache {
            folder: folder.to_path_buf(),
            specs,
            used: Mutex::default(),
            written: Mutex::default(),
        })
    }

    /// The cached result of a key. Writes its reports again, in case they were removed.
    pub(super) fn get(&self, unit: &Unit, key: &Key) -> Option<UnitOutcome> {
        let name = key.name();
        let text = bounded::read_found_text(&self.known(&name), bounded::MAX_DATA_BYTES).ok()?;
        let cached: CachedScan = serde_json::from_str(&text).ok()?;
        // The report files may have been removed.
        self.write_reports(unit, &name, &cached.reports).ok()?;
        Some(UnitOutcome::Scanned { reports: cached.reports, is_cached: true, dropped: cached.dropped })
    }

    /// Writes the reports of a unit and its cache entry.
    pub(super) fn put(
        &self,
        unit: &Unit,
        key: &Key,
        reports: &[Report],
        dropped: &[String],
    ) -> io::Result<()> {
        let name = key.name();
        self.write_reports(unit, &name, reports)?;
        let cached = CachedScan {
            unit: unit.clone(),
            specs: self.specs.clone(),
            reports: reports.to_vec(),
            dropped: dropped.to_vec(),
        };
        let text = serde_json::to_string(&cached).map_err(io::Error::other)?;
        write_whole(&self.known(&name), &text)
    }

    fn known(&self, name: &str) -> PathBuf {
        self.folder.join(KNOWN).join(format!("{name}.json"))
    }

    fn write_reports(&self, unit: &Unit, name: &str, reports: &[Report]) -> io::Result<()> {
        let stem = unit.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut own = Vec::new();
        for (k, report) in reports.iter().enumerate() {
            let number = if k == 0 { String::new() } else { format!("-{k}") };
            let file = format!("{stem}-{}{number}.json", &name[..DIGITS]);
            write_whole(&self.folder.join(&file), &report.to_json())?;
            own.push(file);
        }
        let (Ok(mut used), Ok(mut written)) = (self.used.lock(), self.written.lock()) else { return Ok(()) };
        used.extend(own.iter().cloned());
        let before = written.insert(format!("{unit:?}"), own.clone()).unwrap_or_default();
        for file in before.iter().filter(|file| !own.contains(file)) {
            used.remove(file);
            std::fs::remove_file(self.folder.join(file))?;
        }
        Ok(())
    }

    /// Removes reports of units that no longer exist, or of earlier texts of units. Removes nothing if some
    /// units have no result yet, since their reports may be among these.
    pub(super) fn keep_only(&self, units: &[Unit]) -> Result<(), Failure> {
        let Ok(used) = self.used.lock() else { return Ok(()) };
        if used.len() < units.len() {
            return Ok(());
        }
        let is_ours = |name: &str| {
            let stem = name.strip_suffix(".json").unwrap_or_default();
            let digits = |text: &str| text.len() == DIGITS && text.bytes().all(|b| b.is_ascii_hexdigit());
            stem.rsplit('-').take(2).any(digits)
        };
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_ours(&name) && !used.contains(&name) {
                let removed = std::fs::remove_file(entry.path());
                removed.map_err(|error| Failure::Usage(format!("cannot remove {name}: {error}")))?;
            }
        }
        Ok(())
    }
}
