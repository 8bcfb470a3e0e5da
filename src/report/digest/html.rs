//! A self-contained HTML file: the findings as data, and a page that filters and shows them.
//!
//! A project can have a million findings. Recurring names are stored as indices into lists. Only the first
//! findings have source lines and variables, which the page states.

use super::{Digest, Entry, Missed, Sources};
use crate::Place;
use rustc_hash::FxHashMap;
use serde::Serialize;

const PAGE: &str = include_str!("page.html");
/// The placeholder in the page that the data replaces.
const MARK: &str = "IDIOM_DATA";

/// Maximal number of findings with source lines and variables.
const MOST_DETAILED: usize = 20_000;
/// Number of lines shown above and below a finding.
const AROUND: u32 = 4;

#[derive(Serialize)]
struct Data<'d> {
    tool: String,
    units: usize,
    functions: u64,
    optnone: usize,
    baseline: bool,
    idioms: Vec<&'d str>,
    files: Vec<&'d str>,
    outcomes: Vec<&'static str>,
    entries: Vec<FindingRow<'d>>,
    gone: Vec<FindingRow<'d>>,
    searches: Vec<FindingRow<'d>>,
    missed: &'d [Missed],
    detailed: usize,
}

/// A finding: indices of idiom, file and outcome; place; texts.
#[derive(Serialize)]
struct FindingRow<'d> {
    i: usize,
    f: usize,
    o: usize,
    l: u32,
    c: u32,
    h: String,
    /// Its execution count, and the number of enclosing loops.
    r: (Option<u64>, u32),
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    /// The severity and the advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<(&'static str, &'d str)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    d: Vec<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<&'d str>,
    /// The number of the first line shown, and the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<(u32, Vec<String>)>,
}

/// Distinct names in order of first appearance.
#[derive(Default)]
struct NameTable<'d> {
    all: Vec<&'d str>,
    known: FxHashMap<&'d str, usize>,
}

impl<'d> NameTable<'d> {
    fn number(&mut self, name: &'d str) -> usize {
        *self.known.entry(name).or_insert_with(|| {
            self.all.push(name);
            self.all.len() - 1
        })
    }
}

#[derive(Default)]
struct Tables<'d> {
    idioms: NameTable<'d>,
    files: NameTable<'d>,
    outcomes: NameTable<'static>,
    detailed: usize,
}

impl<'d> Tables<'d> {
    fn rows(&mut self, entries: &'d [Entry], sources: &mut Sources) -> Vec<FindingRow<'d>> {
        entries.iter().map(|entry| self.row(entry, sources)).collect()
    }

    fn row(&mut self, entry: &'d Entry, sources: &mut Sources) -> FindingRow<'d> {
        let (l, c) = entry.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
        let is_detailed = self.detailed < MOST_DETAILED;
        self.detailed += usize::from(is_detailed);
        FindingRow {
            i: self.idioms.number(&entry.idiom),
            f: self.files.number(entry.file()),
            o: self.outcomes.number(entry.outcome.word()),
            l,
            c,
            h: entry.headline(),
            r: (entry.runs, entry.depth),
            s: entry.state.map(super::State::word),
            a: entry.advice.as_ref().map(|advice| (advice.severity.word(), advice.text.as_str())),
            d: if is_detailed { details(entry) } else { Vec::new() },
            v: entry.picture.as_deref(),
            x: entry.place.as_ref().filter(|_| is_detailed).and_then(|place| around(place, sources)),
        }
    }
}

/// The lines below the headline: the whole description if the headline has a part of it, and the variables.
fn details(entry: &Entry) -> Vec<&str> {
    let whole = entry.is_shortened().then_some(entry.says.as_str());
    whole.into_iter().chain(entry.details.iter().map(String::as_str)).collect()
}

fn around(place: &Place, sources: &mut Sources) -> Option<(u32, Vec<String>)> {
    let first = place.line.saturating_sub(AROUND).max(1);
    let lines = sources.lines(&place.file, first, place.line.saturating_add(AROUND));
    let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    (!lines.is_empty()).then_some((first, lines))
}

/// The HTML page.
pub fn to_html(digest: &Digest, sources: &mut Sources) -> String {
    let mut tables = Tables::default();
    let entries = tables.rows(&digest.entries, sources);
    let gone = tables.rows(&digest.gone, sources);
    let searches = tables.rows(&digest.searches, sources);
    let data = Data {
        tool: digest.tools.join(", "),
        units: digest.units,
        functions: digest.functions,
        optnone: digest.optnone,
        baseline: digest.has_baseline,
        entries,
        gone,
        searches,
        missed: &digest.missed,
        detailed: tables.detailed,
        idioms: tables.idioms.all,
        files: tables.files.all,
        outcomes: tables.outcomes.all,
    };
    let json = serde_json::to_string(&data).unwrap_or_default();
    // The data must not contain the end tag of its element.
    PAGE.replacen(MARK, &json.replace('<', "\\u003c"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Outcome, Report, Variable};
    use std::path::Path;

    #[test]
    fn what_is_found_cannot_become_markup() {
        let hostile = "</script><script>alert(1)</script>";
        let finding = Finding {
            reason: Some(hostile.into()),
            place: Some(Place { file: hostile.into(), line: 1, column: 1 }),
            fingerprint: "1".into(),
            variables: vec![Variable {
                name: "a".into(),
                value: Some(hostile.into()),
                source: None,
                place: None,
            }],
            ..Finding::new(hostile, Outcome::Found, hostile)
        };
        let digest = Digest::of([&Report { findings: vec![finding], ..Report::new("x.c", "19") }]);
        let page = to_html(&digest, &mut Sources::new(Path::new(".")));
        assert_eq!(page.matches("<script").count(), PAGE.matches("<script").count());
        assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
    }
}
