//! From hits to findings, and findings to remarks, log lines and reports. One finding, one remark.

use super::session::Session;
use crate::llvm::{FunctionUnit, RemarkKind};
use crate::model::{Model, ValueId};
use crate::passes::{Hit, findings};
use crate::report::{Finding, Outcome, is_top_level, one_line};
use std::io::Write as _;
use std::path::Path;

/// Tells everybody who listens. Called before the IR changes, as remarks stand at its instructions. `before` hits were
/// told of this function in earlier rounds of the same pass.
pub(super) fn tell(
    unit: &FunctionUnit<'_>,
    session: &Session,
    report: Option<&Path>,
    hits: &[Hit],
    before: usize,
) {
    if hits.is_empty() || !(unit.remarks_wanted() || session.records(report)) {
        return;
    }
    let findings = findings_of(unit, hits, before);
    let anchors: Vec<(String, Option<ValueId>)> =
        findings.iter().zip(hits).map(|(f, h)| (f.fingerprint.clone(), anchor(unit.model(), h))).collect();
    let fresh = session.new_ones(findings);
    for finding in &fresh {
        let at = anchors.iter().find(|(print, _)| *print == finding.fingerprint).and_then(|(_, at)| *at);
        remark(unit, finding, at);
        if finding.place.is_none() && session.logging && session.hint() {
            log::info!("no source lines: compile with -gline-tables-only or -g to see them");
        }
        log::info!("{}", one_line(finding));
    }
    session.record(&unit.module().source(), report, &fresh);
}

/// Writes to stderr, for what the host's diagnostics cannot say. A stderr that is closed ends no compilation: `eprintln!`
/// would panic.
pub(super) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The hits with their values as text.
pub(super) fn findings_of(unit: &FunctionUnit<'_>, hits: &[Hit], before: usize) -> Vec<Finding> {
    let folder = std::env::current_dir().unwrap_or_default();
    findings(unit.model(), &|value| unit.describe(value), &folder, hits, before)
}

/// The instruction a hit is shown at: the first with a location, else the first at all.
fn anchor(model: &Model, hit: &Hit) -> Option<ValueId> {
    let instructions = || {
        hit.variables.iter().filter_map(|(_, b)| b.as_ref()?.value()).filter(|v| model.position(*v).is_some())
    };
    instructions().find(|v| model.location(*v).is_some()).or_else(|| instructions().next())
}

/// `rewrote SqrtOfSquare: reason (sqrt_call = %root, a = %a)`, with the facts as keyed arguments.
fn remark(unit: &FunctionUnit<'_>, finding: &Finding, at: Option<ValueId>) {
    let kind = match finding.outcome {
        Outcome::Rewritten => RemarkKind::Passed,
        Outcome::NotLegal | Outcome::NotProfitable => RemarkKind::Missed,
        Outcome::Found | Outcome::BudgetExhausted => RemarkKind::Analysis,
    };
    let mut parts: Vec<(&str, &str)> =
        vec![("", finding.outcome.word()), ("", " "), ("Idiom", &finding.idiom)];
    if let Some(reason) = &finding.reason {
        parts.extend([("", ": "), ("Reason", reason)]);
    }
    let own = finding.variables.iter().filter(|v| is_top_level(&v.name));
    let shown = own.filter_map(|v| Some((v.name.as_str(), v.value.as_deref()?)));
    let mut separator = " (";
    let mut closes = false;
    for (name, value) in shown {
        parts.extend([("", separator), ("", name), ("", " = "), (name, value)]);
        (separator, closes) = (", ", true);
    }
    if closes {
        parts.push(("", ")"));
    }
    unit.remark(kind, finding.outcome.remark_name(), at, &parts);
}
