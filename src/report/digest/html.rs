//! A self-contained HTML file: the findings as data, and a page that summarises, filters and shows them.
//!
//! A project can have a million findings. Recurring names are stored as indices into lists. Only the first
//! findings have source lines and variables, which the page states.

use super::summary::{LoopSummary, Summary};
use super::{Digest, Entry, HotLine, Missed, Sources, Unsearched, text};
use crate::{Place, Severity};
use rustc_hash::FxHashMap;
use serde::Serialize;

const PAGE: &str = include_str!("page/index.html");
/// The placeholders in the page, and the text that replaces each.
const PARTS: [(&str, &str); 2] =
    [("IDIOM_STYLE", include_str!("page/style.css")), ("IDIOM_SCRIPT", include_str!("page/page.js"))];
/// The placeholder that the data replaces.
const MARK: &str = "IDIOM_DATA";

/// Maximal number of findings with source lines and variables.
const MOST_DETAILED: usize = 20_000;
/// Maximal number of sources that were not searched.
const MOST_UNSEARCHED: usize = 1000;
/// Number of lines shown above and below a finding.
const AROUND: u32 = 4;

#[derive(Serialize)]
struct Data<'d> {
    tool: String,
    heading: String,
    units: usize,
    functions: u64,
    baseline: bool,
    idioms: Vec<&'d str>,
    files: Vec<&'d str>,
    outcomes: Vec<&'static str>,
    summary: SummaryData<'d>,
    missing: Missing<'d>,
    entries: Vec<FindingRow<'d>>,
    ignored: Vec<FindingRow<'d>>,
    gone: Vec<FindingRow<'d>>,
    searches: Vec<FindingRow<'d>>,
    missed: &'d [Missed],
    detailed: usize,
}

/// The part of the page before the list.
#[derive(Serialize)]
struct SummaryData<'d> {
    first: usize,
    severities: Vec<(&'static str, usize)>,
    idioms: Vec<(&'d str, usize)>,
    all_idioms: usize,
    files: Vec<(&'d str, usize, usize)>,
    all_files: usize,
    loops: Vec<LoopRow<'d>>,
    /// Lines with samples and no finding.
    hot: Vec<(&'d str, u32, f64)>,
}

#[derive(Serialize)]
struct LoopRow<'d> {
    file: &'d str,
    lines: (u32, u32),
    share: Option<f64>,
    runs: Option<u64>,
    depth: u32,
    idioms: Vec<&'d str>,
}

/// The code and the idioms that were not searched, as far as they are known.
#[derive(Serialize)]
struct Missing<'d> {
    units: &'d [Unsearched],
    all_units: usize,
    optnone: usize,
    minsize: usize,
    unrolled: usize,
    searches: usize,
    /// The idioms that were searched for; all others were not.
    searched: &'d [String],
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
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    /// The severity, the advice, and whether a reader need not judge it.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<(&'static str, &'d str, bool)>,
    /// The reason for which a comment hides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<&'d str>,
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
    fn rows(
        &mut self,
        entries: impl IntoIterator<Item = &'d Entry>,
        sources: &mut Sources,
    ) -> Vec<FindingRow<'d>> {
        entries.into_iter().map(|entry| self.row(entry, sources)).collect()
    }

    fn row(&mut self, entry: &'d Entry, sources: &mut Sources) -> FindingRow<'d> {
        let (l, c) = entry.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
        let is_detailed = self.detailed < MOST_DETAILED;
        self.detailed += usize::from(is_detailed);
        let advice = entry.advice.as_ref();
        FindingRow {
            i: self.idioms.number(&entry.idiom),
            f: self.files.number(entry.file()),
            o: self.outcomes.number(entry.outcome.word()),
            l,
            c,
            h: entry.headline(),
            s: entry.state.map(super::State::word),
            a: advice.map(|advice| (advice.severity.word(), advice.text.as_str(), advice.is_sure)),
            w: entry.ignored.as_deref(),
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

fn summary<'d>(digest: &'d Digest, order: &[usize]) -> SummaryData<'d> {
    let Summary { first, severities, idioms, all_idioms, files, all_files, loops } =
        Summary::of(digest, order);
    let word = |severity: Option<Severity>| severity.map_or("without advice", Severity::word);
    let row = |own: LoopSummary<'d>| LoopRow {
        file: own.file,
        lines: own.lines,
        share: own.share,
        runs: own.runs,
        depth: own.depth,
        idioms: own.idioms,
    };
    SummaryData {
        first,
        severities: severities.into_iter().map(|(severity, count)| (word(severity), count)).collect(),
        idioms,
        all_idioms,
        files,
        all_files,
        loops: loops.into_iter().map(row).collect(),
        hot: digest.hot.iter().map(|HotLine { file, line, share }| (file.as_str(), *line, *share)).collect(),
    }
}

/// The HTML page.
pub fn to_html(digest: &Digest, sources: &mut Sources) -> String {
    let mut tables = Tables::default();
    let order = digest.by_worth();
    let entries = tables.rows(order.iter().map(|at| &digest.entries[*at]), sources);
    let ignored = tables.rows(&digest.ignored, sources);
    let gone = tables.rows(&digest.gone, sources);
    let searches = tables.rows(&digest.searches, sources);
    let data = Data {
        tool: digest.tools.join(", "),
        heading: text::heading(digest).trim_end().to_owned(),
        units: digest.units,
        functions: digest.functions,
        baseline: digest.has_baseline,
        summary: summary(digest, &order),
        missing: Missing {
            units: &digest.unsearched[..digest.unsearched.len().min(MOST_UNSEARCHED)],
            all_units: digest.unsearched.len(),
            optnone: digest.optnone,
            minsize: digest.minsize,
            unrolled: digest.unrolled,
            searches: digest.searches.len(),
            searched: &digest.searched,
        },
        entries,
        ignored,
        gone,
        searches,
        missed: &digest.missed,
        detailed: tables.detailed,
        idioms: tables.idioms.all,
        files: tables.files.all,
        outcomes: tables.outcomes.all,
    };
    let json = serde_json::to_string(&data).unwrap_or_default();
    let page = PARTS.iter().fold(PAGE.to_owned(), |page, (mark, part)| page.replacen(mark, part, 1));
    // The data must not contain the end tag of its element.
    page.replacen(MARK, &json.replace('<', "\\u003c"), 1)
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
        let mut digest = Digest::of([&Report { findings: vec![finding], ..Report::new("x.c", "19") }]);
        digest.unsearched.push(Unsearched { source: hostile.into(), why: hostile.into() });
        let page = to_html(&digest, &mut Sources::new(Path::new(".")));
        assert_eq!(page.matches("<script").count(), PAGE.matches("<script").count());
        assert_eq!(page.matches("</script").count(), PAGE.matches("</script").count());
        assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
    }

    #[test]
    fn each_placeholder_is_replaced_once() {
        for mark in PARTS.map(|(mark, _)| mark).into_iter().chain([MARK]) {
            let parts = PARTS.iter().map(|(_, part)| *part).chain([PAGE]);
            assert_eq!(parts.map(|part| part.matches(mark).count()).sum::<usize>(), 1, "{mark}");
        }
    }
}
