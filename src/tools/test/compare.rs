//! Comparison of findings with expectations.
//!
//! In: expectations, and a report for each LLVM and set of flags. Out: differences, each with the
//! compilations that show it.

use super::expectations::{Expectation, Expectations};
use super::extent::Extent;
use report::{Finding, NearMiss, Place, Report, Variable, shown_name};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// A compilation: an LLVM and a set of flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Configuration {
    /// The major version of the LLVM.
    pub(super) llvm: u32,
    /// The flags, separated by one blank.
    pub(super) flags: String,
}

/// A difference between findings and expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The line of the source at which it is reported, from 1; 0 without a line.
    pub(super) line: u32,
    /// The difference in words.
    pub(super) what: String,
    /// The compilations that show it, as indices.
    pub(super) shows: Vec<usize>,
    /// The nearest miss of the expected idiom in the first of these compilations, if `--explain` is given.
    pub(super) why: Option<String>,
}

/// Findings that no expectation mentions, for one line, idiom and function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stray {
    /// The line of the finding in the file, from 1; `None` in IR.
    pub(super) line: Option<u32>,
    /// The idiom.
    pub(super) idiom: String,
    /// The function's symbol.
    pub(super) function: String,
    /// The compilations with such a finding, as indices.
    pub(super) shows: Vec<usize>,
}

/// The comparison of one file.
#[derive(Debug)]
pub(super) struct Comparison {
    /// By expectation and compilation: whether the idiom is found.
    pub(super) found: Vec<Vec<bool>>,
    /// Findings that no expectation mentions.
    pub(super) strays: Vec<Stray>,
    /// All differences, sorted by line.
    pub(super) differences: Vec<Difference>,
}

/// A cached test whether places are in the file under test.
struct Places {
    own: Option<PathBuf>,
    known: FxHashMap<String, bool>,
}

impl Places {
    fn is_own(&mut self, place: &Place) -> bool {
        let own = &self.own;
        let compare = || own.is_some() && Path::new(&place.file).canonicalize().ok() == *own;
        *self.known.entry(place.file.clone()).or_insert_with(compare)
    }

    /// The places of a finding that are in the file under test.
    fn of<'f>(&mut self, place: &'f Option<Place>, variables: &'f [Variable]) -> Vec<&'f Place> {
        let of_variables = variables.iter().filter_map(|variable| variable.place.as_ref());
        place.iter().chain(of_variables).filter(|place| self.is_own(place)).collect()
    }
}

/// Compares the reports of a file, one for each configuration, with the expectations of the file.
pub(super) fn compare(
    file: &Path,
    expectations: &Expectations,
    configurations: &[Configuration],
    reports: &[Report],
) -> Comparison {
    let mut places = Places { own: file.canonicalize().ok(), known: FxHashMap::default() };
    let expected = &expectations.expected;
    let mut found = vec![vec![false; reports.len()]; expected.len()];
    let (mut strays, mut gave_up) = (Vec::<Stray>::new(), Vec::<Stray>::new());
    let mut at: FxHashMap<usize, Vec<String>> = FxHashMap::default();
    for (configuration, report) in reports.iter().enumerate() {
        for finding in &report.findings {
            let here = places.of(&finding.place, &finding.variables);
            let line = here.first().map(|place| place.line);
            if finding.outcome.is_about_the_search() {
                note(&mut gave_up, finding, line, configuration);
                continue;
            }
            let mut is_spoken_of = false;
            for (index, expectation) in expected.iter().enumerate() {
                // Values of a finding may lie outside its code, for example the exit of a loop. Only the
                // finding's first place counts against a comment that forbids it.
                let counted = if expectation.wanted { &here[..] } else { &here[..here.len().min(1)] };
                let is_it = expectation.idiom == finding.idiom
                    && touches(&expectation.extent, &finding.function, &finding.variables, counted);
                is_spoken_of |= is_it;
                found[index][configuration] |= is_it;
                if is_it
                    && !expectation
                        .wants(configurations[configuration].llvm, &configurations[configuration].flags)
                {
                    at.entry(index).or_default().push(where_found(finding, line));
                }
            }
            if !is_spoken_of {
                note(&mut strays, finding, line, configuration);
            }
        }
    }
    let mut differences: Vec<Difference> = Vec::new();
    for (index, expectation) in expected.iter().enumerate() {
        let wants = |c: &Configuration| expectation.wants(c.llvm, &c.flags);
        let differs = |wanted: bool| -> Vec<usize> {
            let all = configurations.iter().enumerate();
            let wrong =
                all.filter(|(c, configuration)| wants(configuration) == wanted && found[index][*c] != wanted);
            wrong.map(|(c, _)| c).collect()
        };
        let missing = differs(true);
        if let Some(first) = missing.first() {
            let why = why(expectation, &reports[*first], &mut places);
            let what = format!("expected {}, which is not found", expectation.idiom);
            differences.push(difference(expectation, what, missing, why));
        }
        let surplus = differs(false);
        if !surplus.is_empty() {
            let mut seen = at.remove(&index).unwrap_or_default();
            seen.sort();
            seen.dedup();
            let what =
                format!("did not expect {}, which is found {}", expectation.idiom, seen.join(", and "));
            differences.push(difference(expectation, what, surplus, None));
        }
    }
    for (all, what) in [(&strays, "nothing expects"), (&gave_up, "the search was not finished for")] {
        differences.extend(all.iter().map(|stray| Difference {
            line: stray.line.unwrap_or(0),
            what: format!("{what} {} in {}", stray.idiom, shown_name(&stray.function)),
            shows: stray.shows.clone(),
            why: None,
        }));
    }
    differences.sort_by_key(|difference| difference.line);
    Comparison { found, strays, differences }
}

fn difference(expectation: &Expectation, what: String, shows: Vec<usize>, why: Option<String>) -> Difference {
    Difference { line: expectation.line as u32 + 1, what, shows, why }
}

/// Adds a finding to those of the same line, idiom and function.
fn note(all: &mut Vec<Stray>, finding: &Finding, line: Option<u32>, configuration: usize) {
    let Finding { idiom, function, .. } = finding;
    let same = |s: &&mut Stray| (s.line, &s.idiom, &s.function) == (line, idiom, function);
    match all.iter_mut().find(same) {
        Some(stray) if stray.shows.last() == Some(&configuration) => {}
        Some(stray) => stray.shows.push(configuration),
        None => all.push(Stray {
            line,
            idiom: idiom.clone(),
            function: function.clone(),
            shows: vec![configuration],
        }),
    }
}

fn touches(extent: &Extent, function: &str, variables: &[Variable], places: &[&Place]) -> bool {
    let values: Vec<Option<&str>> = variables.iter().map(|variable| variable.value.as_deref()).collect();
    extent.is_touched(function, &values, places.iter().copied())
}

fn where_found(finding: &Finding, line: Option<u32>) -> String {
    let function = shown_name(&finding.function);
    line.map_or_else(|| format!("in {function}"), |line| format!("at line {line} in {function}"))
}

/// The nearest miss in the code of the expectation, as text.
fn why(expectation: &Expectation, report: &Report, places: &mut Places) -> Option<String> {
    let mut is_there = |miss: &&NearMiss| {
        let here = places.of(&miss.place, &miss.variables);
        miss.idiom == expectation.idiom
            && touches(&expectation.extent, &miss.function, &miss.variables, &here)
    };
    let miss = report.near_misses.iter().find(|miss| is_there(miss))?;
    Some(format!("{}\n{}", miss.headline(), miss.details()))
}
