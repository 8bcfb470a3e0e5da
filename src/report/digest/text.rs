//! Digests as text: the counts for each idiom, then each finding with its source line.

use super::{Digest, Entry, HotLine, Sources, State};
use crate::{Advice, Severity, counted, describe_place};
use std::fmt::Write as _;

/// Maximal number of near misses shown per idiom; nearly every function has one.
const MOST_MISSED: usize = 3;

/// The text of a digest. At most `most` findings per idiom are shown; the others are counted.
pub fn to_text(digest: &Digest, sources: &mut Sources, most: usize) -> String {
    let mut text = heading(digest);
    for entries in digest.by_idiom() {
        let _ = writeln!(text, "\n{}", counts(entries));
        // With a baseline, new findings come first.
        let (new, others): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|entry| entry.state == Some(State::New));
        for entry in new.into_iter().chain(others).take(most) {
            text += &one(entry, sources);
        }
        if entries.len() > most {
            let _ = writeln!(text, "  … and {} more", entries.len() - most);
        }
    }
    if !digest.hot.is_empty() {
        text += "\nhot lines without a finding\n";
        for HotLine { file, line, share } in &digest.hot {
            let _ = writeln!(text, "  {file}:{line}: {share:.1} % of the samples");
        }
    }
    if !digest.gone.is_empty() {
        text += "\ngone since the baseline\n";
        digest.gone.iter().take(most).for_each(|entry| text += &one(entry, sources));
        if digest.gone.len() > most {
            let _ = writeln!(text, "  … and {} more", digest.gone.len() - most);
        }
    }
    text += &missed(digest, most);
    searches(digest, most, &mut text);
    text
}

/// The first line: `3 findings of 2 idioms in 12 units, 40 functions`.
pub(super) fn heading(digest: &Digest) -> String {
    let idioms = digest.by_idiom().count();
    let mut text = format!(
        "{} of {} in {}, {}",
        counted(digest.entries.len() as u64, "finding"),
        counted(idioms as u64, "idiom"),
        counted(digest.units as u64, "unit"),
        counted(digest.functions, "function"),
    );
    let severities = Severity::ALL.into_iter().filter_map(|severity| {
        let is_it = |entry: &&Entry| entry.advice.as_ref().is_some_and(|it| it.severity == severity);
        let number = digest.entries.iter().filter(is_it).count();
        (number > 0).then(|| counted(number as u64, severity.word()))
    });
    let severities: Vec<String> = severities.collect();
    if !severities.is_empty() {
        text += &format!(": {}", severities.join(", "));
    }
    if let Some(commit) = &digest.since {
        text += &format!("; new since {commit}");
    } else if digest.has_baseline {
        let [new, unchanged, gone] = [State::New, State::Unchanged, State::Gone]
            .map(|state| format!("{} {}", digest.count(state), state.word()));
        text += &format!("; {new}, {unchanged}, {gone}");
    }
    if !digest.refined.is_empty() {
        text += &format!("; {} of more general idioms on the same lines left out", digest.refined.len());
    }
    if !digest.ignored.is_empty() {
        text += &format!("; {} ignored by comments", digest.ignored.len());
    }
    if digest.excluded > 0 {
        text += &format!("; {} in excluded files", digest.excluded);
    }
    if digest.optnone > 0 {
        text += &format!("; {} not optimised", digest.optnone);
    }
    text + "\n"
}

/// The advice as a line: `cost: exchange the loops`, with a `?` where a reader has to judge.
pub(super) fn advised(advice: &Advice) -> String {
    let severity = format!("{}{}", advice.severity.word(), if advice.is_sure { "" } else { "?" });
    if advice.text.is_empty() { severity } else { format!("{severity}: {}", advice.text) }
}

/// The counts of an idiom: `SCoP: 5 findings in 2 files`.
fn counts(entries: &[Entry]) -> String {
    let mut files: Vec<&str> = entries.iter().map(Entry::file).collect();
    files.dedup();
    format!(
        "{}: {} in {}",
        entries[0].idiom,
        counted(entries.len() as u64, "finding"),
        counted(files.len() as u64, "file")
    )
}

fn one(entry: &Entry, sources: &mut Sources) -> String {
    let place = entry.place.as_ref().map_or_else(|| entry.unit.clone(), describe_place);
    let state = entry.state.filter(|state| *state == State::New).map_or("", |_| "new: ");
    let mut text = format!("  {place}: {state}{}\n", entry.headline());
    if let Some(line) = entry.place.as_ref().and_then(|place| sources.line(place)) {
        let _ = writeln!(text, "      {}", line.trim());
    }
    if let Some(advice) = &entry.advice {
        let _ = writeln!(text, "      {}", advised(advice));
    }
    text
}

fn missed(digest: &Digest, most: usize) -> String {
    let mut text = String::new();
    if digest.missed.is_empty() {
        return text;
    }
    text += "\nnot found\n";
    for missed in digest.missed.chunk_by(|a, b| a.idiom == b.idiom) {
        let functions = counted(missed.len() as u64, "function");
        let _ = writeln!(text, "  {}: in {functions}, the nearest first", missed[0].idiom);
        for miss in missed.iter().take(most.min(MOST_MISSED)) {
            let place = miss.place.as_ref().map_or_else(String::new, |place| describe_place(place) + ": ");
            let _ = writeln!(text, "    {place}{}", miss.headline);
        }
    }
    text
}

fn searches(digest: &Digest, most: usize, text: &mut String) {
    if digest.searches.is_empty() {
        return;
    }
    *text += "\nsearches that may have missed something\n";
    for entry in digest.searches.iter().take(most) {
        let _ = writeln!(text, "  {}: {}", entry.file(), entry.headline());
    }
    if digest.searches.len() > most {
        let _ = writeln!(text, "  … and {} more", digest.searches.len() - most);
    }
}
