//! The passes over a function, by `idiom trace`: the findings after each pass that changed it, with its IR.
//!
//! In: a search, a function, and the idioms to follow. Out: a step for each change, and the events between
//! them as text.

use super::context::{Context, SPECIFICATION, failed, folder};
use super::ir::{only, shown_line};
use super::search::{Search, compiled_as};
use crate::find::clang::without_settings;
use report::{Trace, TraceEvent};
use serde::Deserialize;
use serde_json::{Value, json};
use std::process::Command;

/// A request about the passes over one function.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Passes {
    search: Search,
    function: String,
    /// The idioms to follow; if empty, all of the specifications.
    follow: Vec<String>,
}

/// The steps and events of the function.
pub(super) fn passes(context: &Context, passes: &Passes) -> Value {
    traced(context, passes).unwrap_or_else(|other| other)
}

fn traced(context: &Context, passes: &Passes) -> Result<Value, Value> {
    let Passes { search, function, follow } = passes;
    let file = search.language.file();
    let folder = folder(&[(file, &search.source), (SPECIFICATION, &search.relaxed()?)])?;
    let mut command = Command::new(context.commands.program(search.llvm)?);
    without_settings(&mut command);
    command.args(["--color", "never", "trace", "--format", "json", "--ir", "--explain"]);
    if let Some(plugin) = context.commands.plugin(search.llvm) {
        command.arg("--plugin").arg(plugin);
    }
    command.arg(format!("--budget={}", search.budget.max(1))).arg(only(function));
    if !search.candl.trim().is_empty() {
        command.args(["--spec", SPECIFICATION]);
    }
    command.args(follow.iter().map(|name| format!("--idiom={name}"))).arg(file);
    compiled_as(&mut command, context, search)?;
    let (code, out, err) = context.run(search.requester(), "passes", &command, folder.path())?;
    match Trace::from_json(&out) {
        Ok(trace) if code == Some(0) => Ok(to_json(&trace, function, file)),
        _ => Err(failed(&if err.is_empty() { format!("it ended with {code:?}") } else { err })),
    }
}

/// The trace of one function as JSON for the page.
fn to_json(trace: &Trace, function: &str, file: &str) -> Value {
    let steps = trace.steps.iter().filter(|step| step.function == function);
    let steps = steps.map(|step| {
        json!({
            "number": step.pass.number,
            "name": step.pass.name,
            "found": step.found,
            "lines": step.ir.as_deref().map(|text| lines_of(text, file)),
        })
    });
    let events = trace.events.iter().filter(|event| event.function == function).map(event);
    let nearest = trace.nearest.iter().map(|near| {
        let (number, name) = (near.pass.number, &near.pass.name);
        json!({ "number": number, "name": name, "headline": near.miss.headline(), "why": near.miss.why() })
    });
    json!({
        "state": "done",
        "passes": trace.passes,
        "llvm": trace.llvm,
        "steps": steps.collect::<Vec<Value>>(),
        "events": events.collect::<Vec<Value>>(),
        "nearest": nearest.collect::<Vec<Value>>(),
        "detection": trace.detection.get(function),
        "incomplete": trace.incomplete,
    })
}

fn event(event: &TraceEvent) -> Value {
    let why = event.near_miss.as_ref().map(|miss| {
        let (held, total) = (miss.failure.satisfied, miss.failure.total);
        format!("then {held} of {total} hold; {}", miss.why())
    });
    json!({
        "number": event.pass.number,
        "idiom": event.idiom,
        "change": event.change,
        "place": event.place,
        "from": event.from,
        "variables": event.finding.as_ref().map(|finding| &finding.variables),
        "why": why,
    })
}

/// The lines of a function's IR with their source lines, which are in a comment at the end of each line.
fn lines_of(text: &str, file: &str) -> Vec<Value> {
    let line = |line: &str| {
        let (code, place) = match line.rsplit_once(" ; ") {
            Some((code, comment)) => (code, place(comment)),
            None => (line, None),
        };
        let at = place.and_then(|(name, line)| (name == file).then_some(line));
        // Other comments stay.
        let code = if place.is_some() { code } else { line };
        shown_line(code).map(|text| json!({ "text": text, "line": at }))
    };
    text.lines().skip_while(|line| !line.starts_with("define ")).filter_map(line).collect()
}

/// The file and line of `x.c:4:12`.
fn place(comment: &str) -> Option<(&str, u32)> {
    let (rest, column) = comment.rsplit_once(':')?;
    column.parse::<u32>().ok()?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_places_of_their_comments() {
        let text = "; Function Attrs: nounwind\ndefine i32 @f(i32 %0) !dbg !3 {\n    #dbg_value(i32 %0, !8, !DIExpression(), !4)\n  \
                    %2 = mul i32 %0, %0, !dbg !4, !tbaa !7 ; source.c:4:12\n  %3 = add i32 %2, 1, !dbg !6 ; x.h:9:1\n\
                    4:   ; preds = %0\n  ret i32 %3\n}\n";
        let lines = lines_of(text, "source.c");
        let shown: Vec<(&str, Option<u64>)> =
            lines.iter().map(|l| (l["text"].as_str().expect("a text"), l["line"].as_u64())).collect();
        let expect = [
            ("define i32 @f(i32 %0)", None),
            ("  %2 = mul i32 %0, %0", Some(4)),
            ("  %3 = add i32 %2, 1", None),
            ("4:   ; preds = %0", None),
            ("  ret i32 %3", None),
            ("}", None),
        ];
        assert_eq!(shown, expect);
    }
}
