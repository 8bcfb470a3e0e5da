//! Samples of a profiler by lines of the source, and the share of them that findings have.
//!
//! In: the lines `COUNT;FILE:LINE` that `perf report -F sample,srcline -t ';'` prints. Out: for each finding the
//! share of the samples in the lines of its innermost loop, and the lines with many samples and no finding.

use super::{Digest, Entry, HotLine};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// The number of lines without a finding that are shown.
const MOST_HOT: usize = 5;
/// The least share of the samples, in percent, of a line that is shown.
const LEAST_HOT: f64 = 1.0;

/// Samples by lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    total: u64,
    /// By the name of a file without folders: its path, the line, and the number of samples.
    by_name: FxHashMap<String, Vec<(String, u32, u64)>>,
}

impl Samples {
    /// Parses the lines. Samples without a line of a source count to the total only.
    ///
    /// # Errors
    ///
    /// The first line that has no count.
    pub fn parse(text: &str) -> Result<Samples, String> {
        let mut samples = Samples::default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            let (count, place) =
                line.split_once(';').ok_or_else(|| format!("`{line}` is no `COUNT;FILE:LINE`"))?;
            let count: u64 = count.trim().parse().map_err(|_| format!("`{line}` begins with no count"))?;
            samples.total += count;
            let Some((file, number)) = place.trim().rsplit_once(':') else { continue };
            let Ok(number) = number.parse() else { continue };
            samples.by_name.entry(name(file).to_owned()).or_default().push((file.to_owned(), number, count));
        }
        Ok(samples)
    }

    /// The samples in lines of a file.
    fn of_lines(&self, file: &str, (first, last): (u32, u32)) -> u64 {
        let all = self.by_name.get(name(file)).into_iter().flatten();
        let of_lines = all.filter(|(path, line, _)| (first..=last).contains(line) && is_same(path, file));
        of_lines.map(|(.., count)| count).sum()
    }

    fn share(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.total.max(1) as f64
    }
}

/// The name of a file without folders.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether two paths may name one file: one is the end of the other.
fn is_same(one: &str, other: &str) -> bool {
    fn parts(path: &str) -> impl Iterator<Item = &str> {
        path.rsplit('/').filter(|part| !matches!(*part, "" | "."))
    }
    parts(one).zip(parts(other)).all(|(one, other)| one == other)
}

impl Digest {
    /// Sets the shares of all entries. Entries are sorted by them, idioms by their greatest, and the lines with
    /// the most samples and no finding are noted.
    pub fn weigh(&mut self, samples: &Samples) {
        for entry in self.entries.iter_mut().chain(&mut self.ignored) {
            let Some((file, lines)) = entry.extent() else { continue };
            entry.share = Some(samples.share(samples.of_lines(file, lines)));
        }
        // Tenths of a percent: smaller differences are none.
        let tenths = |entry: &Entry| entry.share.map_or(0, |share| (share * 10.0).round() as u64);
        let mut hottest: FxHashMap<String, u64> = FxHashMap::default();
        for entry in &self.entries {
            let most = hottest.entry(entry.idiom.clone()).or_default();
            *most = tenths(entry).max(*most);
        }
        let order = |entry: &Entry| (Reverse(hottest.get(&entry.idiom).copied()), entry.idiom.clone());
        // A stable sort: the order of entries with one share stays.
        self.entries
            .sort_by_cached_key(|entry| (order(entry), entry.outcome.is_refused(), Reverse(tenths(entry))));
        self.hot = self.without_finding(samples);
    }

    /// The lines with the most samples in no loop of a finding.
    fn without_finding(&self, samples: &Samples) -> Vec<HotLine> {
        let own: FxHashSet<&str> = self.sources.iter().map(String::as_str).collect();
        let known = |path: &str, line: u32| {
            let mut extents = self.entries.iter().chain(&self.ignored).filter_map(Entry::extent);
            extents.any(|(file, (first, last))| (first..=last).contains(&line) && is_same(path, file))
        };
        let all = samples.by_name.values().flatten();
        let hot = all.filter(|(.., count)| samples.share(*count) >= LEAST_HOT);
        let hot =
            hot.filter(|(path, line, _)| own.iter().any(|own| is_same(path, own)) && !known(path, *line));
        let mut hot: Vec<HotLine> = hot
            .map(|(file, line, count)| HotLine {
                file: file.clone(),
                line: *line,
                share: samples.share(*count),
            })
            .collect();
        hot.sort_by(|a, b| {
            b.share.total_cmp(&a.share).then_with(|| (&a.file, a.line).cmp(&(&b.file, b.line)))
        });
        hot.truncate(MOST_HOT);
        hot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Outcome, Place, Report};

    const TEXT: &str = "# comment\n 60;/src/a/x.c:12\n 20 ;x.c:3\n 10;/src/b/x.c:12\n 10;memset+15\n";

    #[test]
    fn samples_are_counted_by_lines() {
        let samples = Samples::parse(TEXT).unwrap();
        assert_eq!(samples.total, 100);
        assert_eq!(samples.of_lines("a/x.c", (10, 14)), 60);
        assert_eq!(samples.of_lines("a/x.c", (1, 14)), 80);
        assert_eq!(samples.of_lines("x.c", (12, 12)), 70);
        assert_eq!(samples.of_lines("ax.c", (12, 12)), 0);
        assert_eq!(Samples::parse("x.c:3").unwrap_err(), "`x.c:3` is no `COUNT;FILE:LINE`");
        assert_eq!(Samples::parse("a;x.c:3").unwrap_err(), "`a;x.c:3` begins with no count");
    }

    #[test]
    fn the_hottest_come_first_and_lines_without_finding_are_noted() {
        let finding = |idiom: &str, line: u32, lines: Option<(u32, u32)>| Finding {
            place: Some(Place { file: "a/x.c".into(), line, column: 1 }),
            lines,
            ..Finding::new(idiom, Outcome::Found, "f")
        };
        let findings = vec![finding("A", 30, None), finding("B", 2, None), finding("B", 11, Some((10, 13)))];
        let mut digest = Digest::of([&Report { findings, ..Report::new("a/x.c", "19") }]);
        digest.weigh(&Samples::parse(TEXT).unwrap());
        let shown: Vec<(&str, u32, Option<f64>)> = digest
            .entries
            .iter()
            .map(|entry| (entry.idiom.as_str(), entry.place.as_ref().unwrap().line, entry.share))
            .collect();
        assert_eq!(shown, [("B", 11, Some(60.0)), ("B", 2, Some(0.0)), ("A", 30, Some(0.0))]);
        assert_eq!(digest.hot, [HotLine { file: "x.c".into(), line: 3, share: 20.0 }]);
    }
}
