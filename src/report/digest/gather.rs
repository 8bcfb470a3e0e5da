//! Findings of many reports, each once.
//!
//! Copies in one unit are told together as everywhere else. So is what several units find at one place, which
//! is code that they include: the k-th finding of an idiom at a place in one unit and the k-th in another are
//! one.

use super::State;
use crate::{Copies, Finding, Outcome, Place, Report, RuleCount, counted, grouped, shown_name, told};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A finding, as often as it is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The specification.
    pub idiom: String,
    /// The outcome.
    pub outcome: Outcome,
    /// Where it is in the source; left out without debug information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The function that it is in, for people; the first of several.
    pub function: String,
    /// The function that its code was inlined from, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inlined_from: Option<String>,
    /// The number of loops around it.
    #[serde(skip_serializing_if = "is_zero")]
    pub depth: u32,
    /// How often it ran, by the profile that its code was compiled with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// What is said of it beside that, on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The variables with their values, and what a static control part does, a line each.
    pub details: Vec<String>,
    /// The source file of the first unit that has it.
    pub unit: String,
    /// The number of times that it occurs.
    pub copies: usize,
    /// In how many units.
    pub units: usize,
    /// The fingerprints of all copies, ascending.
    pub fingerprints: Vec<String>,
    /// An image of what was matched, as SVG, where somebody asked.
    #[serde(skip)]
    pub picture: Option<String>,
    /// Its state relative to a baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

impl Entry {
    /// The file that it is in.
    pub fn file(&self) -> &str {
        self.place.as_ref().map_or(&self.unit, |place| &place.file)
    }

    /// `found SCoP in f, 3 copies in 2 units, inlined from g: 2 loops, …`
    pub fn headline(&self) -> String {
        let mut text = format!("{} {} in {}", self.outcome.word(), self.idiom, self.function);
        if let Some(runs) = self.runs {
            text += &format!(", run {}", counted(runs, "time"));
        }
        if self.depth > 0 {
            text += &format!(", in {}", counted(u64::from(self.depth), "loop"));
        }
        if self.copies > 1 {
            text += &format!(", {} copies", self.copies);
        }
        if self.units > 1 {
            text += &format!(" in {} units", self.units);
        }
        if let Some(function) = &self.inlined_from {
            text += &format!(", inlined from {function}");
        }
        if !self.says.is_empty() {
            text += &format!(": {}", self.says);
        }
        text
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
            says: told(finding).trim_start_matches(": ").to_owned(),
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

/// Whether there is no loop, which is left out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

/// The lines below the headline.
fn details(finding: &Finding) -> Vec<String> {
    let text = crate::paragraph(finding);
    text.lines().skip(1).map(|line| line.trim_end().to_owned()).collect()
}

/// Why an idiom was not found in a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// The specification.
    pub idiom: String,
    /// The function, for people.
    pub function: String,
    /// Where the first of its values comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The number of constraints that do not hold.
    #[serde(skip)]
    pub lacks: u64,
    /// `no Counter in f: 9 of 11 hold`
    pub headline: String,
    /// What fails, a line each.
    pub details: Vec<String>,
}

/// The findings of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// Findings, by idiom, idioms of which nothing was found but refused at the end. Within an idiom what is
    /// refused comes last, then those that ran most often first, then those in most loops, then by file, line
    /// and column.
    pub entries: Vec<Entry>,
    /// Searches that may have missed something, likewise.
    pub searches: Vec<Entry>,
    /// Entries of the baseline that are no more there.
    pub gone: Vec<Entry>,
    /// Why idioms were not found, where somebody asked: by idiom, those that lack fewest constraints first.
    pub missed: Vec<Missed>,
    /// How often each peephole rule was applied.
    pub rules: Vec<RuleCount>,
    /// The number of units.
    pub units: usize,
    /// The number of functions searched.
    pub functions: u64,
    /// The number of those that are not optimised.
    pub optnone: usize,
    /// The tool and its version; several where reports are of several.
    pub tools: Vec<String>,
    /// Whether there was something to compare with.
    pub has_baseline: bool,
}

/// What entries of several units have in common.
type Key = (String, Outcome, Place, usize);

/// A digest that grows by a report at a time, so that they are not all held at once.
#[derive(Debug, Default)]
pub struct Gathering {
    digest: Digest,
    all: Vec<Entry>,
    known: FxHashMap<Key, usize>,
}

impl Gathering {
    /// Adds what one report says.
    pub fn add(&mut self, report: &Report) {
        self.digest.units += 1;
        self.digest.functions += report.functions;
        self.digest.optnone += report.optnone.len();
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
            self.all[places[group]].fingerprints.push(finding.fingerprint.clone());
        }
    }

    /// The entry of a group, which may be one that another unit has.
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
            self.all.push(Entry::of(copies, unit));
        }
        at
    }

    /// The digest, in order.
    pub fn finish(self) -> Digest {
        let Gathering { mut digest, mut all, .. } = self;
        for entry in &mut all {
            entry.fingerprints.sort_unstable();
            entry.fingerprints.dedup();
        }
        let is_found = |entry: &&Entry| !entry.outcome.is_refused();
        let found: BTreeSet<String> = all.iter().filter(is_found).map(|entry| entry.idiom.clone()).collect();
        let key = |entry: &Entry| {
            let place = entry.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
            let weight = (entry.outcome.is_refused(), Reverse(entry.runs), Reverse(entry.depth));
            let idiom = (!found.contains(&entry.idiom), entry.idiom.clone());
            (idiom, weight, entry.file().to_owned(), place, entry.function.clone())
        };
        all.sort_by_cached_key(key);
        // Of one distance in the order of reports, which is that of functions.
        digest.missed.sort_by(|a, b| (&a.idiom, a.lacks).cmp(&(&b.idiom, b.lacks)));
        (digest.searches, digest.entries) =
            all.into_iter().partition(|entry| entry.outcome.is_about_the_search());
        digest
    }
}

impl Digest {
    /// The digest of reports.
    pub fn of<'r>(reports: impl IntoIterator<Item = &'r Report>) -> Digest {
        let mut gathering = Gathering::default();
        reports.into_iter().for_each(|report| gathering.add(report));
        gathering.finish()
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
        Finding {
            idiom: idiom.into(),
            outcome: Outcome::Found,
            reason: None,
            function: function.into(),
            place,
            inlined_from: None,
            fingerprint: fingerprint.into(),
            depth: 0,
            runs: None,
            variables: Vec::new(),
            headline: None,
            licence: None,
            scop: None,
        }
    }

    fn report(source: &str, findings: Vec<Finding>) -> Report {
        Report { findings, functions: 2, ..Report::new(source, "19.1.7") }
    }

    #[test]
    fn what_units_include_is_told_once() {
        let one = report("x.c", vec![finding("Root", "f", 7, "1"), finding("Root", "f", 3, "2")]);
        let two = report("y.c", vec![finding("Root", "f", 7, "1"), finding("Dot", "g", 7, "3")]);
        let digest = Digest::of([&one, &two]);
        let told: Vec<String> = digest.entries.iter().map(Entry::headline).collect();
        assert_eq!(told, ["found Dot in g", "found Root in f", "found Root in f, 2 copies in 2 units"]);
        assert_eq!((digest.units, digest.functions), (2, 4));
    }

    #[test]
    fn findings_without_lines_and_two_at_a_place_stay_apart() {
        let nowhere = report("x.c", vec![finding("Root", "f", 0, "1"), finding("Root", "f", 0, "2")]);
        assert_eq!(Digest::of([&nowhere]).entries.len(), 2);
        // Two at one place of one unit: each has its twin in the other unit.
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
        let told: Vec<(u32, String)> = digest
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
        assert_eq!(told, expect.map(|(line, text)| (line, text.to_owned())));
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
        let told: Vec<(&str, bool)> =
            digest.entries.iter().map(|entry| (&*entry.idiom, entry.outcome.is_refused())).collect();
        assert_eq!(told, [("Sum", false), ("Sum", true), ("Dot", true)]);
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
        };
        let near_misses = vec![miss("Sum", "f", 2), miss("Sum", "g", 8), miss("Dot", "f", 1)];
        let digest = Digest::of([&Report { near_misses, ..report("a.c", Vec::new()) }]);
        let told: Vec<&str> = digest.missed.iter().map(|miss| &*miss.headline).collect();
        assert_eq!(
            told,
            ["no Dot in f: 1 of 9 hold", "no Sum in g: 8 of 9 hold", "no Sum in f: 2 of 9 hold"]
        );
    }

    #[test]
    fn searches_are_told_apart() {
        let gave_up = Finding { outcome: Outcome::BudgetExhausted, ..finding("Root", "f", 0, "1") };
        let digest = Digest::of([&report("x.c", vec![gave_up])]);
        assert_eq!((digest.entries.len(), digest.searches.len()), (0, 1));
    }
}
