//! Collection of the findings of many reports, without duplicates.
//!
//! Copies in one unit are merged as elsewhere. Findings of several units at one place, in code that they
//! include, are merged as well: the k-th finding of an idiom at a place in one unit with the k-th in another.

use super::State;
use crate::{
    Advice, Copies, Edit, Finding, Fix, Outcome, Place, Report, RuleCount, Severities, Severity,
    details_text, grouped, shown_name,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A finding with all its copies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The specification.
    pub idiom: String,
    /// The outcome.
    pub outcome: Outcome,
    /// Its place in the source; left out without debug information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The function that contains it, as shown to people; the first one of several.
    pub function: String,
    /// The function that the code was inlined from, as shown to people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inlined_from: Option<String>,
    /// The number of enclosing loops.
    #[serde(skip_serializing_if = "is_zero")]
    pub depth: u32,
    /// Its execution count, by the profile that the code was compiled with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// The first and the last line of its innermost loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<(u32, u32)>,
    /// Its share of a profiler's samples, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The summary and the reason for the outcome, on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// How much it matters, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
    /// The more general idioms, whose findings on its line are left out.
    #[serde(skip)]
    pub refines: Vec<String>,
    /// Edits that make it go away, if it has one copy, which is not inlined.
    #[serde(skip)]
    pub fixes: Vec<Fix>,
    /// The edit of the source that was checked against its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit>,
    /// The reason for which a comment in the source hides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored: Option<String>,
    /// The variables with their values, and the description of a SCoP, one line each.
    pub details: Vec<String>,
    /// The source file of the first unit that contains it.
    pub unit: String,
    /// The number of copies.
    pub copies: usize,
    /// The number of units that contain it.
    pub units: usize,
    /// The fingerprints of all copies, ascending.
    pub fingerprints: Vec<String>,
    /// An SVG image of the match, if requested.
    #[serde(skip)]
    pub picture: Option<String>,
    /// Its state relative to a baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

impl Entry {
    /// The file of its place, or else the unit.
    pub fn file(&self) -> &str {
        self.place.as_ref().map_or(&self.unit, |place| &place.file)
    }

    /// Its file, and the first and the last line of its innermost loop, or its own line outside of loops.
    pub(super) fn extent(&self) -> Option<(&str, (u32, u32))> {
        let place = self.place.as_ref()?;
        Some((&place.file, self.lines.unwrap_or((place.line, place.line))))
    }

    /// Sets the severity that a project gives to the idiom, which needs no judgement any more. A finding without
    /// advice gets one without a text.
    fn take_severity(&mut self, severities: &Severities) {
        let specification = self.idiom.split_once('[').map_or(self.idiom.as_str(), |(name, _)| name);
        let Some(severity) = severities.get(&self.idiom).or_else(|| severities.get(specification)) else {
            return;
        };
        let text = self.advice.take().map(|advice| advice.text);
        let is_news = text.is_some() || self.outcome == Outcome::Found;
        let advice = Advice { severity: *severity, is_sure: true, text: text.unwrap_or_default() };
        self.advice = is_news.then_some(advice);
    }

    fn of(copies: &Copies<'_>, unit: &str) -> Entry {
        let finding = copies.first;
        Entry {
            idiom: finding.idiom.clone(),
            outcome: finding.outcome,
            place: finding.place.clone(),
            function: shown_name(&finding.function).into_owned(),
            inlined_from: copies.inlined_from(),
            depth: finding.depth,
            runs: finding.runs,
            lines: finding.lines,
            share: None,
            says: details_text(finding).trim_start_matches(": ").to_owned(),
            advice: finding.advice.clone(),
            refines: finding.refines.clone(),
            fixes: finding.fixes.clone(),
            edit: None,
            ignored: None,
            details: details(finding),
            unit: unit.to_owned(),
            copies: 0,
            units: 0,
            fingerprints: Vec::new(),
            picture: None,
            state: None,
        }
    }
}

/// Whether the loop depth is 0, which is left out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

/// The lines below the headline.
fn details(finding: &Finding) -> Vec<String> {
    let text = crate::paragraph(finding);
    text.lines().skip(1).map(|line| line.trim_end().to_owned()).collect()
}

/// A near miss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// The specification.
    pub idiom: String,
    /// The function, as shown to people.
    pub function: String,
    /// The place of the first of its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The number of constraints that do not hold.
    #[serde(skip)]
    pub lacks: u64,
    /// The headline: `no Counter in f: 9 of 11 hold`.
    pub headline: String,
    /// The failing constraints, one line each.
    pub details: Vec<String>,
}

/// A line with samples of a profiler.
#[derive(Clone, Debug, PartialEq)]
pub struct HotLine {
    /// The path as the profiler has it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its share of the samples, in percent.
    pub share: f64,
}

/// A source of the project that was not searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsearched {
    /// The name of the source.
    pub source: String,
    /// The reason, in one line.
    pub why: String,
}

/// The findings of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digest {
    /// Findings by idiom; idioms come in the order of their severity, and those with refused findings only come
    /// last. Within an idiom, refused findings come last. The others are sorted by descending execution count and loop depth, then by file, line and
    /// column.
    pub entries: Vec<Entry>,
    /// Incomplete searches, in the same order.
    pub searches: Vec<Entry>,
    /// Entries that only the baseline has.
    pub gone: Vec<Entry>,
    /// The lines with the most samples and no finding, if a profiler's samples are known.
    pub hot: Vec<HotLine>,
    /// Findings that comments in the sources hide.
    pub ignored: Vec<Entry>,
    /// Findings that are left out beside a finding of a more specific idiom on the same line.
    pub refined: Vec<Entry>,
    /// The number of findings in files that the project excludes.
    pub excluded: usize,
    /// The sources of the units.
    pub sources: Vec<String>,
    /// Near misses, if requested: by idiom, then by the number of constraints that do not hold.
    pub missed: Vec<Missed>,
    /// The number of applications of each peephole rule.
    pub rules: Vec<RuleCount>,
    /// The number of units.
    pub units: usize,
    /// The number of searched functions.
    pub functions: u64,
    /// The number of functions that are not optimised.
    pub optnone: usize,
    /// The number of functions that are optimised for the least size.
    pub minsize: usize,
    /// The number of functions in which LLVM has unrolled a loop before the search.
    pub unrolled: usize,
    /// The sources that were not searched, if a scan made the reports.
    pub unsearched: Vec<Unsearched>,
    /// The idioms that were searched for, if a scan made the reports.
    pub searched: Vec<String>,
    /// The tools and their versions, as reports may come from several.
    pub tools: Vec<String>,
    /// Whether it was compared with a baseline.
    pub has_baseline: bool,
    /// The commit that the baseline is made of, if only new findings are of interest.
    pub since: Option<String>,
}

/// The key that entries of several units share.
type MergeKey = (String, Outcome, Place, usize);

/// A digest under construction; reports are added one at a time, so that they need not all be in memory.
#[derive(Debug, Default)]
pub struct Gathering {
    digest: Digest,
    all: Vec<Entry>,
    known: FxHashMap<MergeKey, usize>,
    severities: Severities,
}

impl Gathering {
    /// A digest of findings to which a project gives severities.
    pub fn with_severities(severities: Severities) -> Gathering {
        Gathering { severities, ..Gathering::default() }
    }

    /// Adds the findings of a report.
    pub fn add(&mut self, report: &Report) {
        self.digest.units += 1;
        self.digest.sources.push(report.source.clone());
        self.digest.functions += report.functions;
        self.digest.optnone += report.optnone.len();
        self.digest.minsize += report.minsize.len();
        self.digest.unrolled += report.unrolled.len();
        if !self.digest.tools.contains(&report.tool) {
            self.digest.tools.push(report.tool.clone());
        }
        for rule in &report.rules {
            self.add_rule(rule);
        }
        for miss in &report.near_misses {
            self.digest.missed.push(Missed {
                idiom: miss.idiom.clone(),
                function: shown_name(&miss.function).into_owned(),
                place: miss.place.clone(),
                lacks: miss.failure.total.saturating_sub(miss.failure.satisfied),
                headline: miss.headline(),
                details: miss.details().lines().map(|line| line.trim_end().to_owned()).collect(),
            });
        }
        self.add_findings(report);
    }

    fn add_rule(&mut self, rule: &RuleCount) {
        let same = |known: &&mut RuleCount| (&known.rule, &known.place) == (&rule.rule, &rule.place);
        match self.digest.rules.iter_mut().find(same) {
            Some(known) => known.rewritten += rule.rewritten,
            None => self.digest.rules.push(rule.clone()),
        }
    }

    fn add_findings(&mut self, report: &Report) {
        let (groups, of) = grouped(&report.findings);
        let mut ranks: FxHashMap<(&str, Outcome, &Place), usize> = FxHashMap::default();
        let mut places = Vec::new();
        for copies in &groups {
            let at = self.place_of(copies, &report.source, &mut ranks);
            let (entry, finding) = (&mut self.all[at], copies.first);
            (entry.depth, entry.runs) = (entry.depth.max(finding.depth), entry.runs.max(finding.runs));
            self.all[at].copies += copies.count;
            self.all[at].units += 1;
            places.push(at);
        }
        for (finding, group) in report.findings.iter().zip(of) {
            let entry = &mut self.all[places[group]];
            entry.fingerprints.push(finding.fingerprint.clone());
            // A fix is for all copies: in some of them its conditions may not hold.
            if entry.fixes != finding.fixes || finding.inlined_from.is_some() {
                entry.fixes.clear();
            }
        }
    }

    /// The index of the entry for a group, which another unit may have created.
    fn place_of<'f>(
        &mut self,
        copies: &Copies<'f>,
        unit: &str,
        ranks: &mut FxHashMap<(&'f str, Outcome, &'f Place), usize>,
    ) -> usize {
        let Finding { idiom, outcome, place, .. } = copies.first;
        let next = self.all.len();
        let at = place.as_ref().map_or(next, |place| {
            let rank = ranks.entry((idiom, *outcome, place)).or_default();
            *rank += 1;
            *self.known.entry((idiom.clone(), *outcome, place.clone(), *rank)).or_insert(next)
        });
        if at == next {
            let mut entry = Entry::of(copies, unit);
            entry.take_severity(&self.severities);
            self.all.push(entry);
        }
        at
    }

    /// The complete digest, sorted.
    pub fn finish(self) -> Digest {
        let Gathering { mut digest, mut all, .. } = self;
        for entry in &mut all {
            entry.fingerprints.sort_unstable();
            entry.fingerprints.dedup();
        }
        let is_found = |entry: &&Entry| !entry.outcome.is_refused();
        let found: BTreeSet<String> = all.iter().filter(is_found).map(|entry| entry.idiom.clone()).collect();
        let refined = refined(&all);
        let (left_out, kept): (Vec<_>, Vec<_>) =
            all.into_iter().enumerate().partition(|(at, _)| refined.contains(at));
        digest.refined = left_out.into_iter().map(|(_, entry)| entry).collect();
        let mut all: Vec<Entry> = kept.into_iter().map(|(_, entry)| entry).collect();
        let mut ranks: FxHashMap<String, (Severity, bool)> = FxHashMap::default();
        for entry in &all {
            let rank = rank(entry);
            ranks.entry(entry.idiom.clone()).and_modify(|known| *known = rank.min(*known)).or_insert(rank);
        }
        let key = |entry: &Entry| {
            let place = entry.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
            let weight = (entry.outcome.is_refused(), Reverse(entry.runs), Reverse(entry.depth));
            let idiom =
                (!found.contains(&entry.idiom), ranks.get(&entry.idiom).copied(), entry.idiom.clone());
            (idiom, weight, entry.file().to_owned(), place, entry.function.clone())
        };
        all.sort_by_cached_key(key);
        // A stable sort: near misses at the same distance stay in the order of reports and functions.
        digest.missed.sort_by(|a, b| (&a.idiom, a.lacks).cmp(&(&b.idiom, b.lacks)));
        (digest.searches, digest.entries) =
            all.into_iter().partition(|entry| entry.outcome.is_about_the_search());
        digest
    }
}

/// The severity of an entry, and whether a reader has to judge it.
fn rank(entry: &Entry) -> (Severity, bool) {
    entry.advice.as_ref().map_or((Severity::Note, true), |advice| (advice.severity, !advice.is_sure))
}

/// The positions of findings on whose line, in the same function, a more specific idiom is found.
fn refined(all: &[Entry]) -> FxHashSet<usize> {
    type Line<'e> = (&'e str, u32, &'e str);
    fn line(entry: &Entry) -> Option<Line<'_>> {
        let place = entry.place.as_ref().filter(|_| entry.outcome == Outcome::Found)?;
        Some((&place.file, place.line, &entry.function))
    }
    let mut general: FxHashMap<Line<'_>, FxHashSet<&str>> = FxHashMap::default();
    for entry in all.iter().filter(|entry| !entry.refines.is_empty()) {
        let Some(line) = line(entry) else { continue };
        general.entry(line).or_default().extend(entry.refines.iter().map(String::as_str));
    }
    let is_general = |entry: &Entry| {
        line(entry).and_then(|line| general.get(&line)).is_some_and(|names| names.contains(&*entry.idiom))
    };
    (0..all.len()).filter(|at| is_general(&all[*at])).collect()
}

impl Digest {
    /// The digest of reports.
    pub fn of<'r>(reports: impl IntoIterator<Item = &'r Report>) -> Digest {
        let mut gathering = Gathering::default();
        reports.into_iter().for_each(|report| gathering.add(report));
        gathering.finish()
    }

    /// Leaves out what is in excluded files.
    pub fn exclude(&mut self, mut is_excluded: impl FnMut(&str) -> bool) {
        let all = self.entries.len();
        self.entries.retain(|entry| !is_excluded(entry.file()));
        self.excluded += all - self.entries.len();
        self.refined.retain(|entry| !is_excluded(entry.file()));
        self.gone.retain(|entry| !is_excluded(entry.file()));
        self.searches.retain(|entry| !is_excluded(entry.file()));
        self.missed.retain(|miss| miss.place.as_ref().is_none_or(|place| !is_excluded(&place.file)));
        self.sources.retain(|source| !is_excluded(source));
    }

    /// The entries of each idiom, in order.
    pub fn by_idiom(&self) -> impl Iterator<Item = &[Entry]> {
        self.entries.chunk_by(|a, b| a.idiom == b.idiom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(idiom: &str, function: &str, line: u32, fingerprint: &str) -> Finding {
        let place = (line > 0).then(|| Place { file: "a.h".into(), line, column: 3 });
        Finding { place, fingerprint: fingerprint.into(), ..Finding::new(idiom, Outcome::Found, function) }
    }

    fn report(source: &str, findings: Vec<Finding>) -> Report {
        Report { findings, functions: 2, ..Report::new(source, "19.1.7") }
    }

    #[test]
    fn what_units_include_is_reported_once() {
        let one = report("x.c", vec![finding("Root", "f", 7, "1"), finding("Root", "f", 3, "2")]);
        let two = report("y.c", vec![finding("Root", "f", 7, "1"), finding("Dot", "g", 7, "3")]);
        let digest = Digest::of([&one, &two]);
        let shown: Vec<String> = digest.entries.iter().map(Entry::headline).collect();
        assert_eq!(shown, ["found Dot in g", "found Root in f", "found Root in f, 2 copies in 2 units"]);
        assert_eq!((digest.units, digest.functions), (2, 4));
    }

    #[test]
    fn findings_without_lines_and_two_at_a_place_stay_apart() {
        let nowhere = report("x.c", vec![finding("Root", "f", 0, "1"), finding("Root", "f", 0, "2")]);
        assert_eq!(Digest::of([&nowhere]).entries.len(), 2);
        // Two at one place of a unit: each is merged with its counterpart in the other unit.
        let twice = || vec![finding("Root", "f", 7, "1"), finding("Root", "g", 7, "2")];
        let digest = Digest::of([&report("x.c", twice()), &report("y.c", twice())]);
        let counts: Vec<(usize, usize)> = digest.entries.iter().map(|e| (e.copies, e.units)).collect();
        assert_eq!(counts, [(2, 2), (2, 2)]);
    }

    #[test]
    fn what_runs_most_and_what_is_in_most_loops_comes_first() {
        let with =
            |line, depth, runs| Finding { depth, runs, ..finding("Sum", "f", line, &line.to_string()) };
        let all = vec![
            with(1, 0, None),
            with(2, 3, None),
            with(3, 1, Some(7)),
            with(4, 1, None),
            with(5, 0, Some(900)),
        ];
        let digest = Digest::of([&report("a.c", all)]);
        let shown: Vec<(u32, String)> = digest
            .entries
            .iter()
            .map(|entry| (entry.place.as_ref().map_or(0, |place| place.line), entry.headline()))
            .collect();
        let expect = [
            (5, "found Sum in f, run 900 times"),
            (3, "found Sum in f, run 7 times, in 1 loop"),
            (2, "found Sum in f, in 3 loops"),
            (4, "found Sum in f, in 1 loop"),
            (1, "found Sum in f"),
        ];
        assert_eq!(shown, expect.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn what_is_refused_comes_last() {
        let refused = |idiom: &str, line| Finding {
            outcome: Outcome::NotProfitable,
            depth: 3,
            ..finding(idiom, "f", line, &line.to_string())
        };
        let all = vec![refused("Dot", 1), refused("Sum", 2), finding("Sum", "f", 3, "3")];
        let digest = Digest::of([&report("a.c", all)]);
        let shown: Vec<(&str, bool)> =
            digest.entries.iter().map(|entry| (&*entry.idiom, entry.outcome.is_refused())).collect();
        assert_eq!(shown, [("Sum", false), ("Sum", true), ("Dot", true)]);
    }

    #[test]
    fn near_misses_that_lack_least_come_first() {
        let miss = |idiom: &str, function: &str, satisfied| crate::NearMiss {
            idiom: idiom.into(),
            function: function.into(),
            further: false,
            place: None,
            failure: crate::Failure { satisfied, total: 9, ..Default::default() },
            variables: Vec::new(),
            attempts: None,
            anchor: None,
        };
        let near_misses = vec![miss("Sum", "f", 2), miss("Sum", "g", 8), miss("Dot", "f", 1)];
        let digest = Digest::of([&Report { near_misses, ..report("a.c", Vec::new()) }]);
        let shown: Vec<&str> = digest.missed.iter().map(|miss| &*miss.headline).collect();
        assert_eq!(
            shown,
            ["no Dot in f: 1 of 9 hold", "no Sum in g: 8 of 9 hold", "no Sum in f: 2 of 9 hold"]
        );
    }

    #[test]
    fn a_project_gives_severities() {
        let advice = |is_sure| Advice { severity: Severity::Cost, is_sure, text: "do it".to_owned() };
        let with =
            |idiom: &str, line, advice| Finding { advice, ..finding(idiom, "f", line, &line.to_string()) };
        let not_legal = Finding { outcome: Outcome::NotLegal, ..finding("Chain[N=4]", "f", 5, "5") };
        let all = vec![
            with("A", 1, Some(advice(false))),
            with("B", 2, Some(advice(true))),
            with("Chain[N=2]", 3, None),
            with("Chain[N=4]", 4, None),
            not_legal,
        ];
        let of = |name: &str, severity| (name.to_owned(), severity);
        let severities =
            [of("A", Severity::Defect), of("Chain", Severity::Note), of("Chain[N=4]", Severity::Chance)];
        let mut gathering = Gathering::with_severities(Severities::from(severities));
        gathering.add(&report("a.c", all));
        let digest = gathering.finish();
        let shown: Vec<_> = digest
            .entries
            .iter()
            .map(|entry| {
                (&*entry.idiom, entry.advice.as_ref().map(|it| (it.severity, it.is_sure, &*it.text)))
            })
            .collect();
        let expect = [
            ("A", Some((Severity::Defect, true, "do it"))),
            ("B", Some((Severity::Cost, true, "do it"))),
            ("Chain[N=4]", Some((Severity::Chance, true, ""))),
            ("Chain[N=4]", None),
            ("Chain[N=2]", Some((Severity::Note, true, ""))),
        ];
        assert_eq!(shown, expect);
    }

    #[test]
    fn searches_are_distinguished() {
        let gave_up = Finding { outcome: Outcome::BudgetExhausted, ..finding("Root", "f", 0, "1") };
        let digest = Digest::of([&report("x.c", vec![gave_up])]);
        assert_eq!((digest.entries.len(), digest.searches.len()), (0, 1));
    }
}
