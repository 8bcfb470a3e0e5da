//! Reports that are kept, with the key of what each was made from.
//!
//! A file of a folder is named by the key's digest, so that a run that is cut off leaves whole reports and no
//! others.

use super::key::Key;
use super::pictures::Scanned;
use super::unit::{Unit, Verdict};
use crate::console::Failure;
use report::{Report, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use text::bounded;

/// A file of the folder.
#[derive(Deserialize, Serialize)]
struct Kept {
    unit: Unit,
    /// Files of specifications.
    specs: Vec<PathBuf>,
    reports: Vec<Report>,
    dropped: Vec<String>,
}

/// The unit that a report of such a folder is of; `None` for other reports.
pub(crate) fn scanned(report: &Path) -> Option<Scanned> {
    let stem = report.file_stem()?.to_str()?;
    let known = std::fs::read_dir(report.parent()?.join(KNOWN)).ok()?.flatten();
    let mut named = known.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.get(..DIGITS).is_some_and(|digits| stem.rsplit('-').take(2).any(|part| part == digits))
    });
    let text = bounded::read_found_text(&named.next()?, bounded::MAX_DATA_BYTES).ok()?;
    let Kept { unit, specs, reports, dropped } = serde_json::from_str(&text).ok()?;
    Some(Scanned { unit: unit.without(&dropped), specs, reports })
}

/// A folder of reports.
pub(super) struct Cache {
    folder: PathBuf,
    specs: Vec<PathBuf>,
    used: Mutex<BTreeSet<String>>,
}

/// Where what is known of units is kept, out of the way of `idiom report FOLDER`.
const KNOWN: &str = ".known";

/// The number of digits of a key in the name of a report.
const DIGITS: usize = 8;

impl Cache {
    /// Opens or makes the folder.
    pub(super) fn open(folder: &Path, specs: &[PathBuf]) -> Result<Cache, Failure> {
        let made = std::fs::create_dir_all(folder.join(KNOWN));
        made.map_err(|error| Failure::Usage(format!("cannot make {}: {error}", folder.display())))?;
        let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
        let specs = specs.iter().map(absolute).collect();
        Ok(Cache { folder: folder.to_path_buf(), specs, used: Mutex::default() })
    }

    /// What is known under a key.
    pub(super) fn get(&self, unit: &Unit, key: &Key) -> Option<Verdict> {
        let name = key.name();
        let text = bounded::read_found_text(&self.known(&name), bounded::MAX_DATA_BYTES).ok()?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        // The report itself may have been removed.
        self.write_reports(unit, &name, &kept.reports).ok()?;
        Some(Verdict::Scanned { reports: kept.reports, is_kept: true, dropped: kept.dropped })
    }

    /// Keeps what was found.
    pub(super) fn put(
        &self,
        unit: &Unit,
        key: &Key,
        reports: &[Report],
        dropped: &[String],
    ) -> io::Result<()> {
        let name = key.name();
        self.write_reports(unit, &name, reports)?;
        let kept = Kept {
            unit: unit.clone(),
            specs: self.specs.clone(),
            reports: reports.to_vec(),
            dropped: dropped.to_vec(),
        };
        let text = serde_json::to_string(&kept).map_err(io::Error::other)?;
        write_whole(&self.known(&name), &text)
    }

    fn known(&self, name: &str) -> PathBuf {
        self.folder.join(KNOWN).join(format!("{name}.json"))
    }

    fn write_reports(&self, unit: &Unit, name: &str, reports: &[Report]) -> io::Result<()> {
        let stem = unit.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (k, report) in reports.iter().enumerate() {
            let number = if k == 0 { String::new() } else { format!("-{k}") };
            let file = format!("{stem}-{}{number}.json", &name[..DIGITS]);
            write_whole(&self.folder.join(&file), &report.to_json())?;
            if let Ok(mut used) = self.used.lock() {
                used.insert(file);
            }
        }
        Ok(())
    }

    /// Removes reports of the folder that are of no unit any more, or of an earlier text of one. Nothing is
    /// removed while units are open, as theirs may be among them.
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
