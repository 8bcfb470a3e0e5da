//! Conversion of answers to findings and near misses, and of those to remarks, log lines and reports. Each
//! finding has one remark.

use super::session::Session;
use ir::{Model, OptimisationLevel};
use library::Library;
use llvm::{FunctionUnit, RemarkKind};
use normalise::Refusal;
use report::{
    Copies, Finding, HINT_REMARK, NO_LINES, NearMiss, Outcome, Scop, by_place, one_line, shown_name,
    shown_value, shown_variables,
};
use std::cell::LazyCell;
use std::path::Path;
use wording::{Answer, Spelling, findings, near_misses, unrolled};

/// Reports an answer to remarks, the log and reports. Must be called before the IR changes, since remarks
/// refer to its instructions. `before` is the number of hits that earlier rounds of the same pass reported
/// for this function. `library` is `None` for findings of rules, which have no specification.
pub(super) fn report_answer(
    unit: &FunctionUnit<'_>,
    session: &Session,
    library: Option<&Library>,
    report: Option<&Path>,
    answer: &Answer,
    before: usize,
) {
    let nothing = answer.parts().all(|part| part.hits.is_empty() && part.misses.is_empty());
    let remarks = unit.remarks_wanted();
    if nothing || !(remarks || session.records(report)) {
        return;
    }
    let fresh = session.deduplicate(findings_of(unit, answer, before));
    let has_lines = LazyCell::new(|| has_lines(unit.model()));
    for finding in &fresh {
        if finding.place.is_none() && !*has_lines && !finding.outcome.is_about_the_search() {
            hint(unit, session, kind_of(finding.outcome));
        }
        log::info!("{}", one_line(finding));
    }
    let places = if remarks { by_place(&fresh) } else { Vec::new() };
    for copies in places.iter().filter(|copies| session.is_new_place(copies)) {
        remark(unit, copies);
    }
    let Some(library) = library else {
        return session.record(&unit.module().source(), report, fresh);
    };
    session.note_found(library, &fresh);
    let source = unit.module().source();
    session.record(&source, report, fresh);
    let misses = near_misses_of(unit, library, answer);
    for miss in &misses {
        if session.is_new_miss(library, miss) {
            if miss.place.is_none() && !*has_lines && !miss.variables.is_empty() {
                hint(unit, session, RemarkKind::Missed);
            }
            remark_miss(unit, miss);
            log::info!("{}", miss.one_line());
            session.record_miss(&source, report, miss);
        }
    }
}

/// Counts a searched function. The first `optnone` and the first `minsize` function get a hint.
pub(super) fn note_searched(unit: &FunctionUnit<'_>, session: &Session, report: Option<&Path>) {
    let (name, level) = (unit.name(), unit.level());
    if session.records(report) {
        let unrolled = || with_spelling(unit, |spelling| unrolled(unit.model(), spelling));
        session.note_searched(&unit.module().source(), report, &name, level, unrolled);
    }
    let (hint, in_log, in_remarks) = match level {
        OptimisationLevel::Usual => return,
        OptimisationLevel::OptNone => (OPTNONE, "optnone in log", "optnone in remarks"),
        OptimisationLevel::MinSize => (MINSIZE, "minsize in log", "minsize in remarks"),
    };
    let text = format!("{} {hint}", shown_name(&name));
    if session.logging && session.hint(in_log) {
        log::info!("{text}");
    }
    if unit.remarks_shown(RemarkKind::Analysis) && session.hint(in_remarks) {
        unit.remark(RemarkKind::Analysis, HINT_REMARK, None, &[("", &text)]);
    }
}

/// The hint after the name of a function that is not optimised.
const OPTNONE: &str = "is `optnone`, as all functions are at -O0: it is not optimised, and nothing is rewritten in it or others like it";

/// The hint after the name of a function that is optimised for the least size.
const MINSIZE: &str = "is `minsize`, as all functions are at -Oz: LLVM inlines little in it and others like it, and no named rewrite of loops applies";

/// Reports the refusals of a normalisation, each once.
pub(super) fn report_refused(unit: &FunctionUnit<'_>, session: &Session, refusals: &[Refusal]) {
    let name = unit.name();
    let function = shown_name(&name);
    for Refusal { at, reason } in refusals {
        let value = unit.describe(*at);
        if !session.is_new_refusal(format!("{function}: {value}: {reason}")) {
            continue;
        }
        let value = shown_value(&value);
        let mut parts: Vec<(&str, &str)> = vec![("", "did not normalise "), ("Value", &value)];
        if unit.model().location(*at).is_none() {
            parts.extend([("", " in "), ("Function", &function)]);
        }
        parts.extend([("", ": "), ("Reason", reason)]);
        unit.remark(RemarkKind::Missed, Outcome::NotLegal.remark_name(), Some(*at), &parts);
    }
}

/// The hits with their values as text.
pub(super) fn findings_of(unit: &FunctionUnit<'_>, answer: &Answer, before: usize) -> Vec<Finding> {
    let of = |spelling: &Spelling<'_>| {
        let mut found = Vec::new();
        for part in answer.parts() {
            found.extend(findings(&part.view(unit.model()), spelling, &part.hits, before + found.len()));
        }
        found
    };
    with_spelling(unit, of)
}

/// The near misses with their values and constraints as text.
pub(super) fn near_misses_of(unit: &FunctionUnit<'_>, library: &Library, answer: &Answer) -> Vec<NearMiss> {
    // Near misses alone need the texts of the library.
    if answer.parts().all(|part| part.misses.is_empty()) {
        return Vec::new();
    }
    with_spelling(unit, |spelling| near_misses(unit.model(), spelling, library.sources(), answer))
}

/// Calls `then` with the spelling of a function's values.
fn with_spelling<T>(unit: &FunctionUnit<'_>, then: impl FnOnce(&Spelling<'_>) -> T) -> T {
    let folder = std::env::current_dir().unwrap_or_default();
    let describe = |value| unit.describe(value);
    let block = |instruction| unit.describe_block(instruction);
    let variable = |value| unit.variable(value).cloned();
    let inlined_from = |value| unit.inlined_from(value);
    let callers = |value| unit.callers(value);
    let runs = |value| unit.runs(value);
    then(&Spelling {
        describe: &describe,
        block: &block,
        variable: &variable,
        inlined_from: &inlined_from,
        callers: &callers,
        runs: &runs,
        folder: &folder,
    })
}

/// Whether the function was compiled with debug locations. Without them, nothing in it has a place.
pub(super) fn has_lines(model: &Model) -> bool {
    model.function().line.is_some() || model.values().any(|value| model.location(value).is_some())
}

/// Hints at the option that adds source lines: once in the log, once in remarks.
fn hint(unit: &FunctionUnit<'_>, session: &Session, kind: RemarkKind) {
    if session.logging && session.hint("log") {
        log::info!("{NO_LINES}");
    }
    if unit.remarks_shown(kind) && session.hint("remarks") {
        unit.remark(kind, HINT_REMARK, None, &[("", NO_LINES)]);
    }
}

fn kind_of(outcome: Outcome) -> RemarkKind {
    match outcome {
        Outcome::Rewritten | Outcome::Guarded => RemarkKind::Passed,
        Outcome::NotLegal | Outcome::NotProfitable | Outcome::NotProven => RemarkKind::Missed,
        Outcome::Found | Outcome::BudgetExhausted | Outcome::LimitReached => RemarkKind::Analysis,
    }
}

/// Writes the remark `rewrote SqrtOfSquare: reason (sqrt_call = %root, a = %a)`, or `found SCoP: 3 loops,
/// …`, with the facts as keyed arguments. A remark without a source line also names the function.
fn remark(unit: &FunctionUnit<'_>, copies: &Copies<'_>) {
    let finding = copies.first;
    let mut parts: Vec<(&str, &str)> =
        vec![("", finding.outcome.word()), ("", " "), ("Idiom", &finding.idiom)];
    let function = shown_name(&finding.function);
    if finding.place.is_none() {
        parts.extend([("", " in "), ("Function", &function)]);
    }
    let (count, inlined_from) = (copies.count.to_string(), copies.inlined_from());
    if copies.count > 1 {
        parts.extend([("", ", "), ("Copies", &count), ("", " copies")]);
    }
    if let Some(from) = &inlined_from {
        parts.extend([("", ", inlined from "), ("InlinedFrom", from)]);
    }
    if let Some(headline) = &finding.headline {
        parts.extend([("", ": "), ("Headline", headline)]);
    }
    if let Some(reason) = &finding.reason {
        parts.extend([("", if finding.headline.is_some() { "; " } else { ": " }), ("Reason", reason)]);
    }
    let summary = finding.scop.as_ref().map(Scop::summary).unwrap_or_default();
    if !summary.is_empty() {
        parts.push(("", ": "));
    }
    parts.extend(summary.iter().map(|(key, text)| (*key, text.as_str())));
    let shown = shown_variables(finding);
    for (position, (name, value)) in shown.iter().enumerate() {
        let separator = if position == 0 { " (" } else { ", " };
        parts.extend([("", separator), ("", *name), ("", " = "), (*name, value)]);
    }
    if !shown.is_empty() {
        parts.push(("", ")"));
    }
    unit.remark(kind_of(finding.outcome), finding.outcome.remark_name(), finding.anchor, &parts);
}

/// Writes the remark ``no Counter in f: 9 of 11 hold; failing: …``, with the facts as keyed arguments.
fn remark_miss(unit: &FunctionUnit<'_>, miss: &NearMiss) {
    let (satisfied, total, why) =
        (miss.failure.satisfied.to_string(), miss.failure.total.to_string(), miss.why());
    let function = shown_name(&miss.function);
    let parts = [
        ("", "no "),
        ("Idiom", miss.idiom.as_str()),
        ("", " in "),
        ("Function", &function),
        ("", ": "),
        ("Satisfied", &satisfied),
        ("", " of "),
        ("Total", &total),
        ("", " hold; "),
        ("Reason", &why),
    ];
    unit.remark(RemarkKind::Missed, NearMiss::REMARK, miss.anchor, &parts);
}
