//! A trace for people: a line for each change of the findings, in the order of the passes, and then a line
//! for the fate of each finding.
//!
//! ```text
//! x.c: 307 passes ran in LLVM 19.1.7, and changed functions 78 times
//!   115 loop-rotate       For in small  holds at x.c:8
//!   125 loop-unroll-full  For in small  holds no more at x.c:8
//!       then 0 of 23 hold; failing: …
//! For in small at x.c:8: first behind pass 115, loop-rotate; ended by pass 125, loop-unroll-full; detection, behind 243 passes, does not see it
//! ```

use report::{Place, Trace, TraceChange, TraceEvent, TracePass, shown_name};
use std::fmt::Write as _;

/// The trace as text.
pub(super) fn write(trace: &Trace, explained: bool) -> String {
    let Trace { source, passes, llvm, steps, .. } = trace;
    let mut text = format!(
        "{source}: {passes} passes ran in LLVM {llvm}, and changed functions {} times\n",
        steps.len()
    );
    table(&mut text, trace);
    for (at, event) in trace.events.iter().enumerate() {
        if event.change == TraceChange::Appears && !is_known(&trace.events[..at], event) {
            let _ = writeln!(text, "{}", fate(trace, event));
        }
    }
    for near in &trace.nearest {
        let _ =
            writeln!(text, "{}\n  nearest {}: {}", near.miss.headline(), behind(&near.pass), near.miss.why());
    }
    if trace.events.is_empty() {
        let hint = if explained { "" } else { "; --explain says how near it came" };
        let _ = writeln!(text, "nothing is found behind any pass{hint}");
    }
    if let Some(why) = &trace.incomplete {
        let _ = writeln!(text, "not everything was searched: {why}");
    }
    text
}

fn table(text: &mut String, trace: &Trace) {
    let rows: Vec<[String; 4]> = trace.events.iter().map(row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for (row, event) in rows.iter().zip(&trace.events) {
        let [number, name, idiom] = [0, 1, 2].map(|column| &row[column]);
        let [a, b, c] = widths;
        let _ = writeln!(text, "  {number:>a$} {name:b$}  {idiom:c$}  {}", row[3]);
        if let Some(miss) = &event.near_miss {
            let _ = writeln!(
                text,
                "  {:>a$} then {} of {} hold; {}",
                "",
                miss.failure.satisfied,
                miss.failure.total,
                miss.why()
            );
        }
    }
}

fn row(event: &TraceEvent) -> [String; 4] {
    let name = if event.pass.number == 0 { "(input)".to_owned() } else { event.pass.name.clone() };
    let what = match event.change {
        TraceChange::Appears => format!("holds{}", at(&event.place)),
        TraceChange::Moves => format!("holds{} instead of{}", at(&event.place), at(&event.from)),
        TraceChange::Ends => format!("holds no more{}", at(&event.place)),
        TraceChange::Removed => "is gone with the function".to_owned(),
    };
    [event.pass.number.to_string(), name, format!("{} in {}", event.idiom, shown_name(&event.function)), what]
}

fn at(place: &Option<Place>) -> String {
    place.as_ref().map_or_else(String::new, |place| format!(" at {}:{}", place.file, place.line))
}

fn behind(pass: &TracePass) -> String {
    if pass.number == 0 { "before the first pass".to_owned() } else { format!("behind {}", numbered(pass)) }
}

fn numbered(pass: &TracePass) -> String {
    format!("pass {}, {}", pass.number, pass.name)
}

/// Whether an earlier event is about the same idiom on the same line of the same function.
fn is_known(earlier: &[TraceEvent], event: &TraceEvent) -> bool {
    earlier.iter().any(|known| is_same(known, event))
}

fn is_same(known: &TraceEvent, event: &TraceEvent) -> bool {
    let line = |place: &Option<Place>| place.as_ref().map(|place| (place.file.clone(), place.line));
    (&known.function, &known.idiom) == (&event.function, &event.idiom)
        && (line(&known.place) == line(&event.place) || line(&known.from) == line(&event.place))
}

/// The fate of a finding: the pass after which it first holds, the pass that ended it, and whether detection
/// sees it.
fn fate(trace: &Trace, first: &TraceEvent) -> String {
    let events: Vec<&TraceEvent> = trace.events.iter().filter(|event| is_same(event, first)).collect();
    let (TraceEvent { idiom, function, place, .. }, shown) = (first, shown_name(&first.function));
    let mut text = format!("{idiom} in {shown}{}: first {}", at(place), behind(&first.pass));
    let holds = |event: &TraceEvent| matches!(event.change, TraceChange::Appears | TraceChange::Moves);
    match events.last() {
        Some(last) if !holds(last) => {
            let _ = write!(text, "; ended by {}", numbered(&last.pass));
        }
        _ => text += "; holds at the end",
    }
    if let Some(detection) = trace.detection.get(function) {
        let seen = events
            .iter()
            .rev()
            .find(|event| event.pass.number <= *detection)
            .is_some_and(|event| holds(event));
        let _ = write!(
            text,
            "; detection, behind {detection} passes, {}",
            if seen { "sees it" } else { "does not see it" }
        );
    }
    text
}
