//! Traces as data: after which passes of a pipeline idioms are found in which functions.
//!
//! In: the findings in a function after each pass that changed it. Out: steps, and the events between them: a
//! finding appears, moves to another line, or ends.

use super::{Finding, NearMiss, Place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the schema of traces.
pub const TRACE_VERSION: u32 = 1;

/// The findings over the passes of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The version of the schema, [`TRACE_VERSION`].
    pub schema_version: u32,
    /// `idiom` and its version.
    pub tool: String,
    /// The version of the LLVM it ran in.
    pub llvm: String,
    /// The source file, as passed to the compiler.
    pub source: String,
    /// The number of passes that ran, without those that only run others.
    pub passes: u64,
    /// The changes of functions that were searched.
    pub steps: Vec<TraceStep>,
    /// The findings that appeared, moved and ended.
    pub events: Vec<TraceEvent>,
    /// The position of the plugin's detection: by function, the number of passes before it.
    pub detection: BTreeMap<String, u64>,
    /// The nearest attempt for each function and idiom without a finding, if requested.
    pub nearest: Vec<TraceMiss>,
    /// The reason why some changes were not searched, or not completely.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub incomplete: Option<String>,
}

/// A pass, numbered in the order in which passes start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TracePass {
    /// Its number from 1; 0 stands for the code before the first pass.
    pub number: u64,
    /// Its name in pipelines, or that of its class.
    pub name: String,
    /// Its class, as in `-print-after-all`; empty before the first pass.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub class: String,
}

/// A function after a pass that changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceStep {
    /// The pass.
    pub pass: TracePass,
    /// The function's symbol name.
    pub function: String,
    /// The findings in the function after the pass.
    pub found: Vec<TraceFound>,
    /// The function in textual IR, if requested. The place of each instruction follows it in a comment, and
    /// metadata are numbers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ir: Option<String>,
}

/// The summary of a finding in a step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TraceFound {
    /// The specification.
    pub idiom: String,
    /// The place, by debug info.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The number of findings on that line.
    pub times: u64,
}

/// A change of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceChange {
    /// The idiom is found there, and was not before.
    Appears,
    /// The idiom is found on another line than before.
    Moves,
    /// The idiom is not found there any more.
    Ends,
    /// The function was removed.
    Removed,
}

/// A change of the findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceEvent {
    /// The pass that caused the change.
    pub pass: TracePass,
    /// The function's symbol name.
    pub function: String,
    /// The specification.
    pub idiom: String,
    /// The kind of change.
    pub change: TraceChange,
    /// The place; the new line for a move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The old line for a move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<Place>,
    /// The finding that appears.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub finding: Option<Finding>,
    /// The nearest attempt after the pass that ended the finding, if none is left in the function.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub near_miss: Option<NearMiss>,
}

/// The nearest attempt at an idiom in a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceMiss {
    /// The first pass after which the attempt was that near.
    pub pass: TracePass,
    /// The attempt.
    pub miss: NearMiss,
}

/// Builds a [`Trace`] step by step.
pub struct TraceBuilder {
    trace: Trace,
    /// The current findings in each function.
    now: BTreeMap<String, Vec<TraceFound>>,
    nearest: BTreeMap<(String, String), TraceMiss>,
}

impl Trace {
    /// The document, indented, with a final newline.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Parses a document that [`to_json`](Self::to_json) wrote.
    pub fn from_json(text: &str) -> Result<Trace, serde_json::Error> {
        serde_json::from_str(text)
    }
}

impl TraceBuilder {
    /// A trace without steps.
    pub fn new(source: impl Into<String>, llvm: impl Into<String>) -> TraceBuilder {
        let trace = Trace {
            schema_version: TRACE_VERSION,
            tool: concat!("idiom ", env!("CARGO_PKG_VERSION")).to_owned(),
            llvm: llvm.into(),
            source: source.into(),
            passes: 0,
            steps: Vec::new(),
            events: Vec::new(),
            detection: BTreeMap::new(),
            nearest: Vec::new(),
            incomplete: None,
        };
        TraceBuilder { trace, now: BTreeMap::new(), nearest: BTreeMap::new() }
    }

    /// The number of changes that were searched.
    pub fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    /// The idioms that would have no findings left in a function after a step.
    pub fn lost(&self, function: &str, findings: &[Finding]) -> Vec<String> {
        let held = self.now.get(function).map_or(&[][..], Vec::as_slice);
        let is_left = |idiom: &String| findings.iter().any(|finding| finding.idiom == *idiom);
        let mut lost: Vec<String> = held.iter().map(|found| found.idiom.clone()).collect();
        lost.retain(|idiom| !is_left(idiom));
        lost.sort_unstable();
        lost.dedup();
        lost
    }

    /// Adds the findings in a function after a pass; `misses` explain findings that ended.
    pub fn step(&mut self, pass: &TracePass, function: &str, findings: &[Finding], misses: &[NearMiss]) {
        let found = in_short(findings);
        let before = self.now.insert(function.to_owned(), found.clone()).unwrap_or_default();
        let (mut gone, mut new) = (without(&before, &found), without(&found, &before));
        while let Some((old, at)) = moved(&gone, &new) {
            let (old, new) = (gone.remove(old), new.remove(at));
            self.event(pass, function, &new.idiom, TraceChange::Moves, new.place.clone()).from = old.place;
        }
        for TraceFound { idiom, place, .. } in gone {
            let miss = misses.iter().find(|miss| miss.idiom == idiom).cloned();
            self.event(pass, function, &idiom, TraceChange::Ends, place).near_miss = miss;
        }
        for TraceFound { idiom, place, .. } in new {
            let is_it = |finding: &&Finding| finding.idiom == idiom && line(&finding.place) == line(&place);
            let finding = findings.iter().find(is_it).cloned();
            self.event(pass, function, &idiom, TraceChange::Appears, place).finding = finding;
        }
        self.trace.steps.push(TraceStep {
            pass: pass.clone(),
            function: function.to_owned(),
            found,
            ir: None,
        });
    }

    /// Adds the textual IR to the last step.
    pub fn ir(&mut self, text: String) {
        if let Some(step) = self.trace.steps.last_mut() {
            step.ir = Some(text);
        }
    }

    /// Records that a pass has removed a function, which ends its findings.
    pub fn removed(&mut self, pass: &TracePass, function: &str) {
        for TraceFound { idiom, place, .. } in self.now.remove(function).unwrap_or_default() {
            self.event(pass, function, &idiom, TraceChange::Removed, place);
        }
    }

    /// Records the position of detection in a function; the last one counts.
    pub fn detected(&mut self, function: &str, before: u64) {
        self.trace.detection.insert(function.to_owned(), before);
    }

    /// Records a near miss, if it is nearer than the known one.
    pub fn near(&mut self, pass: &TracePass, miss: NearMiss) {
        let key = (miss.function.clone(), miss.idiom.clone());
        // Compares fractions.
        let is_behind = |known: &NearMiss| {
            let [known_held, held] = [known.failure.satisfied, miss.failure.satisfied].map(u128::from);
            known_held * u128::from(miss.failure.total) < held * u128::from(known.failure.total)
        };
        let is_nearer = self.nearest.get(&key).is_none_or(|known| is_behind(&known.miss));
        if is_nearer {
            self.nearest.insert(key, TraceMiss { pass: pass.clone(), miss });
        }
    }

    /// Records that the search was incomplete.
    pub fn incomplete(&mut self, why: String) {
        self.trace.incomplete.get_or_insert(why);
    }

    /// The complete trace, after `passes` passes.
    pub fn finish(mut self, passes: u64) -> Trace {
        self.trace.passes = passes;
        let appeared = |function: &str, idiom: &str| {
            let mut events = self.trace.events.iter();
            events.any(|event| event.function == function && event.idiom == idiom)
        };
        let never = self.nearest.iter().filter(|((function, idiom), _)| !appeared(function, idiom));
        let never: Vec<TraceMiss> = never.map(|(_, miss)| miss.clone()).collect();
        self.trace.nearest = never;
        self.trace
    }

    fn event(
        &mut self,
        pass: &TracePass,
        function: &str,
        idiom: &str,
        change: TraceChange,
        place: Option<Place>,
    ) -> &mut TraceEvent {
        self.trace.events.push(TraceEvent {
            pass: pass.clone(),
            function: function.to_owned(),
            idiom: idiom.to_owned(),
            change,
            place,
            from: None,
            finding: None,
            near_miss: None,
        });
        let last = self.trace.events.len() - 1;
        &mut self.trace.events[last]
    }
}

/// The file and line of a place.
fn line(place: &Option<Place>) -> Option<(&str, u32)> {
    place.as_ref().map(|place| (place.file.as_str(), place.line))
}

/// The findings summarised by idiom and line.
fn in_short(findings: &[Finding]) -> Vec<TraceFound> {
    let mut found: Vec<TraceFound> = Vec::new();
    for Finding { idiom, place, .. } in findings {
        match found.iter_mut().find(|known| known.idiom == *idiom && line(&known.place) == line(place)) {
            Some(known) => known.times += 1,
            None => found.push(TraceFound { idiom: idiom.clone(), place: place.clone(), times: 1 }),
        }
    }
    found
}

/// The findings of one list that are not in the other.
fn without(these: &[TraceFound], others: &[TraceFound]) -> Vec<TraceFound> {
    let is_there = |found: &TraceFound| {
        others.iter().any(|other| other.idiom == found.idiom && line(&other.place) == line(&found.place))
    };
    these.iter().filter(|found| !is_there(found)).cloned().collect()
}

/// The indices of an ended finding and a new one of the same idiom.
fn moved(gone: &[TraceFound], new: &[TraceFound]) -> Option<(usize, usize)> {
    gone.iter()
        .enumerate()
        .find_map(|(old, found)| Some((old, new.iter().position(|other| other.idiom == found.idiom)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failure, Outcome};

    fn pass(number: u64) -> TracePass {
        TracePass { number, name: format!("p{number}"), class: String::new() }
    }

    fn finding(idiom: &str, line: u32) -> Finding {
        Finding {
            place: (line > 0).then(|| Place { file: "x.c".to_owned(), line, column: 1 }),
            ..Finding::new(idiom, Outcome::Found, "f")
        }
    }

    fn miss(idiom: &str, satisfied: u64, total: u64) -> NearMiss {
        NearMiss {
            idiom: idiom.to_owned(),
            function: "f".to_owned(),
            further: false,
            place: None,
            failure: Failure { satisfied, total, ..Failure::default() },
            variables: Vec::new(),
            attempts: None,
            anchor: None,
        }
    }

    /// Checks the events of steps, each a list of idioms with lines, in the form `1 A:3 appears`.
    fn check(steps: &[&[(&str, u32)]], expect: &[&str]) {
        let mut builder = TraceBuilder::new("x.c", "19");
        for (number, step) in steps.iter().enumerate() {
            let findings: Vec<Finding> = step.iter().map(|(idiom, line)| finding(idiom, *line)).collect();
            builder.step(&pass(number as u64), "f", &findings, &[]);
        }
        let trace = builder.finish(9);
        let line = |place: &Option<Place>| place.as_ref().map_or(0, |place| place.line);
        let shown = trace.events.iter().map(|event| {
            let from = event.from.as_ref().map_or_else(String::new, |from| format!(" from {}", from.line));
            let TraceEvent { idiom, change, pass, .. } = event;
            format!("{} {idiom}:{} {change:?}{from}", pass.number, line(&event.place))
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect);
        assert_eq!(Trace::from_json(&trace.to_json()).unwrap(), trace);
    }

    #[test]
    fn events_are_differences_of_steps() {
        check(&[&[], &[("A", 3)], &[("A", 3)], &[]], &["1 A:3 Appears", "3 A:3 Ends"]);
        check(&[&[("A", 3)], &[("A", 5)]], &["0 A:3 Appears", "1 A:5 Moves from 3"]);
        check(&[&[("A", 3)], &[("B", 3)]], &["0 A:3 Appears", "1 A:3 Ends", "1 B:3 Appears"]);
        check(&[&[("A", 3)], &[("A", 3), ("A", 3), ("A", 4)]], &["0 A:3 Appears", "1 A:4 Appears"]);
        check(&[&[("A", 0)], &[("A", 0), ("A", 0)], &[]], &["0 A:0 Appears", "2 A:0 Ends"]);
        check(
            &[&[("A", 3), ("A", 4)], &[("A", 5)]],
            &["0 A:3 Appears", "0 A:4 Appears", "1 A:5 Moves from 3", "1 A:4 Ends"],
        );
    }

    #[test]
    fn what_ends_is_explained_and_what_is_gone_is_reported() {
        let mut builder = TraceBuilder::new("x.c", "19");
        builder.step(&pass(1), "f", &[finding("A", 3), finding("B", 4)], &[]);
        assert_eq!(builder.lost("f", &[finding("B", 4)]), ["A"]);
        assert_eq!(builder.lost("g", &[]), [""; 0]);
        builder.step(&pass(2), "f", &[finding("B", 4)], &[miss("A", 1, 2)]);
        builder.removed(&pass(3), "f");
        builder.removed(&pass(3), "g");
        let trace = builder.finish(3);
        let last: Vec<_> =
            trace.events[2..].iter().map(|event| (event.change, event.near_miss.is_some())).collect();
        assert_eq!(last, [(TraceChange::Ends, true), (TraceChange::Removed, false)]);
    }

    #[test]
    fn the_nearest_attempt_is_reported_where_nothing_was_found() {
        let mut builder = TraceBuilder::new("x.c", "19");
        for (number, satisfied, total) in [(1, 1, 4), (2, 5, 9), (3, 10, 18), (4, 2, 4)] {
            builder.near(&pass(number), miss("A", satisfied, total));
        }
        builder.near(&pass(1), miss("B", 1, 2));
        builder.step(&pass(5), "f", &[finding("B", 4)], &[]);
        let nearest: Vec<_> = builder
            .finish(9)
            .nearest
            .iter()
            .map(|near| (near.miss.idiom.clone(), near.pass.number))
            .collect();
        assert_eq!(
            nearest,
            [("A".to_owned(), 2)],
            "the first of those that came equally near, and none of B"
        );
    }
}
