//! The summary of a digest: the findings to begin with, counts of all, and the loops that matter.
//!
//! In: the findings of a project. Out: their order by worth, the first few of them, and the longest bars of
//! each kind. The page shows it before the list.

use super::{Digest, Entry, State};
use crate::Severity;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The number of findings to begin with.
const MOST_FIRST: usize = 10;
/// The number of idioms, files and loops.
const MOST_BARS: usize = 10;
/// The share of the samples, in tenths of a percent, from which on a loop is hot.
const HOT: u64 = 10;

/// A loop with findings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoopSummary<'d> {
    pub(super) file: &'d str,
    /// Its first and its last line.
    pub(super) lines: (u32, u32),
    /// Its share of a profiler's samples, in percent.
    pub(super) share: Option<f64>,
    /// The greatest execution count of its findings.
    pub(super) runs: Option<u64>,
    /// The greatest number of loops around one of its findings.
    pub(super) depth: u32,
    /// The idioms found in it, each once.
    pub(super) idioms: Vec<&'d str>,
}

/// The counts of findings, each list from the most to the least worth a look.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Summary<'d> {
    /// The number of findings at the beginning of the order by worth that have something to act on, at most
    /// [`MOST_FIRST`].
    pub(super) first: usize,
    /// By severity; `None` is for findings without advice.
    pub(super) severities: Vec<(Option<Severity>, usize)>,
    pub(super) idioms: Vec<(&'d str, usize)>,
    /// The number of idioms, of which only the first are listed.
    pub(super) all_idioms: usize,
    /// Files, with the number of findings that have something to act on, and of all.
    pub(super) files: Vec<(&'d str, usize, usize)>,
    /// The number of files, of which only the first are listed.
    pub(super) all_files: usize,
    pub(super) loops: Vec<LoopSummary<'d>>,
}

/// The share of the samples in tenths of a percent; smaller differences are none.
pub(super) fn tenths(entry: &Entry) -> u64 {
    entry.share.map_or(0, |share| (share * 10.0).round() as u64)
}

/// Whether a finding has something to act on.
fn is_advised(entry: &Entry) -> bool {
    entry.advice.as_ref().is_some_and(|advice| advice.severity != Severity::Note)
        && !entry.outcome.is_refused()
}

/// The key by which findings are sorted, the most worthwhile first. Sure defects come before all; then findings
/// in hot loops, by their share of the samples; then the others by severity.
fn worth(entry: &Entry) -> impl Ord + Clone + use<> {
    let severity = entry.advice.as_ref().map(|advice| (advice.severity, !advice.is_sure));
    let severity = severity.unwrap_or((Severity::Note, true));
    let class = match (severity, tenths(entry)) {
        ((Severity::Defect, false), _) => 0,
        (_, share) if share >= HOT && is_advised(entry) => 1,
        _ => 2,
    };
    let heat = if class == 1 { tenths(entry) } else { 0 };
    let is_known = entry.state == Some(State::Unchanged);
    let weight = (Reverse(tenths(entry)), Reverse(entry.runs), Reverse(entry.depth));
    (entry.outcome.is_refused(), class, Reverse(heat), severity, is_known, weight)
}

/// The positions of findings by worth. Among findings of the same worth the idioms take turns, so that the
/// first few are not all of one.
fn positions(entries: &[Entry]) -> Vec<usize> {
    let mut turns: FxHashMap<&str, usize> = FxHashMap::default();
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_cached_key(|at| worth(&entries[*at]));
    let is_same = |a: &usize, b: &usize| worth(&entries[*a]) == worth(&entries[*b]);
    let mut sorted = Vec::with_capacity(order.len());
    for same in order.chunk_by(is_same) {
        turns.clear();
        let mut own: Vec<(usize, usize)> = Vec::with_capacity(same.len());
        for at in same {
            let turn = turns.entry(&entries[*at].idiom).or_default();
            own.push((*turn, *at));
            *turn += 1;
        }
        own.sort_by_key(|(turn, _)| *turn);
        sorted.extend(own.into_iter().map(|(_, at)| at));
    }
    sorted
}

impl Digest {
    /// The positions of the entries by worth, the most worthwhile first.
    pub fn by_worth(&self) -> Vec<usize> {
        positions(&self.entries)
    }
}

impl<'d> Summary<'d> {
    /// The summary of findings in the order by worth.
    pub(super) fn of(digest: &'d Digest, order: &[usize]) -> Summary<'d> {
        let entries = || order.iter().map(|at| &digest.entries[*at]);
        let first = entries().take(MOST_FIRST).take_while(|entry| is_advised(entry)).count();
        let kinds = Severity::ALL.into_iter().map(Some).chain([None]);
        let severities = kinds.map(|kind| {
            let is_it = |entry: &&Entry| entry.advice.as_ref().map(|advice| advice.severity) == kind;
            (kind, entries().filter(is_it).count())
        });
        let mut idioms: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
        let mut files: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
        for (at, entry) in entries().enumerate() {
            idioms.entry(&entry.idiom).or_insert((at, 0)).1 += 1;
            let (advised, all) = files.entry(entry.file()).or_default();
            *advised += usize::from(is_advised(entry));
            *all += 1;
        }
        let (all_idioms, all_files) = (idioms.len(), files.len());
        let mut idioms: Vec<_> = idioms.into_iter().map(|(idiom, (at, count))| (idiom, count, at)).collect();
        idioms.sort_by_key(|(_, count, at)| (Reverse(*count), *at));
        idioms.truncate(MOST_BARS);
        let mut files: Vec<_> =
            files.into_iter().map(|(file, (advised, all))| (file, advised, all)).collect();
        files.sort_by_key(|(file, advised, all)| (Reverse(*advised), Reverse(*all), *file));
        files.truncate(MOST_BARS);
        Summary {
            first,
            severities: severities.filter(|(_, count)| *count > 0).collect(),
            idioms: idioms.into_iter().map(|(idiom, count, _)| (idiom, count)).collect(),
            all_idioms,
            files,
            all_files,
            loops: loops(entries()),
        }
    }
}

/// The loops of findings: those with the most samples first, then those that run most often, then the deepest.
fn loops<'d>(entries: impl Iterator<Item = &'d Entry>) -> Vec<LoopSummary<'d>> {
    let mut known: FxHashMap<(&str, (u32, u32)), usize> = FxHashMap::default();
    let mut loops: Vec<LoopSummary<'d>> = Vec::new();
    for entry in entries.filter(|entry| !entry.outcome.is_refused() && entry.lines.is_some()) {
        let Some((file, lines)) = entry.extent() else { continue };
        let at = *known.entry((file, lines)).or_insert_with(|| {
            loops.push(LoopSummary {
                file,
                lines,
                share: entry.share,
                runs: None,
                depth: 0,
                idioms: Vec::new(),
            });
            loops.len() - 1
        });
        let own = &mut loops[at];
        (own.runs, own.depth) = (own.runs.max(entry.runs), own.depth.max(entry.depth));
        if !own.idioms.contains(&entry.idiom.as_str()) {
            own.idioms.push(&entry.idiom);
        }
    }
    // A stable sort: among equals, the loops of the most worthwhile findings come first.
    loops.sort_by_key(|own| {
        let share = own.share.map(|share| (share * 10.0).round() as u64);
        (Reverse(share), Reverse(own.runs), Reverse(own.depth))
    });
    loops.truncate(MOST_BARS);
    loops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Advice, Outcome};

    fn entry(idiom: &str, line: u32, advice: Option<(Severity, bool)>) -> Entry {
        let place = Some(crate::Place { file: "a.c".into(), line, column: 1 });
        let advice = advice.map(|(severity, is_sure)| Advice { severity, is_sure, text: "do it".to_owned() });
        let finding = crate::Finding { place, advice, ..crate::Finding::new(idiom, Outcome::Found, "f") };
        let report = crate::Report { findings: vec![finding], ..crate::Report::new("a.c", "19") };
        Digest::of([&report]).entries.remove(0)
    }

    fn order(entries: &[Entry]) -> Vec<u32> {
        positions(entries).into_iter().map(|at| entries[at].place.as_ref().unwrap().line).collect()
    }

    #[test]
    fn sure_defects_come_first_then_hot_loops_then_severities() {
        let hot =
            |idiom: &str, line, advice, share| Entry { share: Some(share), ..entry(idiom, line, advice) };
        let entries = [
            entry("Note", 1, Some((Severity::Note, true))),
            entry("Nothing", 2, None),
            hot("Cost", 3, Some((Severity::Cost, true)), 0.9),
            hot("Chance", 4, Some((Severity::Chance, false)), 40.0),
            hot("Cost", 5, Some((Severity::Cost, true)), 7.0),
            entry("Defect", 6, Some((Severity::Defect, true))),
            entry("Maybe", 7, Some((Severity::Defect, false))),
            hot("Note", 8, Some((Severity::Note, true)), 90.0),
            Entry { outcome: Outcome::NotLegal, ..entry("Defect", 9, Some((Severity::Defect, true))) },
        ];
        assert_eq!(order(&entries), [6, 4, 5, 7, 3, 8, 1, 2, 9]);
        let digest = Digest { entries: entries.to_vec(), ..Digest::default() };
        let summary = Summary::of(&digest, &digest.by_worth());
        assert_eq!(summary.first, 5, "notes are nothing to act on");
        let severities = [
            (Some(Severity::Defect), 3),
            (Some(Severity::Cost), 2),
            (Some(Severity::Chance), 1),
            (Some(Severity::Note), 2),
            (None, 1),
        ];
        assert_eq!(summary.severities, severities);
        assert_eq!(summary.files, [("a.c", 5, 9)]);
        assert_eq!(summary.idioms[0], ("Defect", 2));
        assert_eq!((summary.all_idioms, summary.idioms.len(), summary.loops.len()), (6, 6, 0));
    }

    #[test]
    fn idioms_take_turns_among_equals() {
        let cost = Some((Severity::Cost, true));
        let entries = [
            entry("A", 1, cost),
            entry("A", 2, cost),
            entry("B", 3, cost),
            Entry { depth: 1, ..entry("A", 4, cost) },
        ];
        assert_eq!(order(&entries), [4, 1, 3, 2]);
        let new = Entry { state: Some(State::New), ..entries[2].clone() };
        let known = Entry { state: Some(State::Unchanged), ..entries[3].clone() };
        assert_eq!(order(&[known, new]), [3, 4]);
    }

    #[test]
    fn loops_are_merged_and_the_hottest_come_first() {
        let within = |idiom: &str, lines, depth, share| Entry {
            lines: Some(lines),
            depth,
            share,
            ..entry(idiom, lines.0, None)
        };
        let entries = [
            within("A", (1, 4), 3, None),
            within("B", (5, 6), 1, Some(60.0)),
            within("A", (5, 6), 2, Some(60.0)),
            within("A", (5, 6), 2, Some(60.0)),
            Entry { runs: Some(9), ..within("A", (8, 9), 1, None) },
            entry("A", 20, None),
        ];
        let digest = Digest { entries: entries.to_vec(), ..Digest::default() };
        let summary = Summary::of(&digest, &digest.by_worth());
        let shown: Vec<_> =
            summary.loops.iter().map(|own| (own.lines, own.depth, own.idioms.clone())).collect();
        assert_eq!(shown, [((5, 6), 2, vec!["A", "B"]), ((8, 9), 1, vec!["A"]), ((1, 4), 3, vec!["A"])]);
    }
}
