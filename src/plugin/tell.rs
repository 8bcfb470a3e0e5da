//! From hits to findings, and findings to remarks, log lines and reports. One finding, one remark.

use super::session::Session;
use crate::llvm::{FunctionUnit, RemarkKind};
use crate::model::{Model, SourceLocation, ValueId, ValueKind};
use crate::passes::Hit;
use crate::report::{Finding, Outcome, Place, Variable, is_top_level, one_line, relative_to};
use std::path::Path;

/// Tells everybody who listens. Called before the IR changes, as remarks stand at its instructions.
pub(super) fn tell(unit: &FunctionUnit<'_>, session: &Session, report: Option<&Path>, hits: &[Hit]) {
    if hits.is_empty() || !(unit.remarks_wanted() || session.records(report)) {
        return;
    }
    let findings = findings_of(unit, hits);
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

/// The hits with their values as text.
pub(super) fn findings_of(unit: &FunctionUnit<'_>, hits: &[Hit]) -> Vec<Finding> {
    let folder = std::env::current_dir().unwrap_or_default();
    let model = unit.model();
    let mut ordinals: Vec<(String, usize)> = Vec::new();
    let mut finding = |hit: &Hit| {
        let variables = hit.variables.iter().map(|(name, value)| Variable {
            name: name.clone(),
            value: value.map(|v| unit.describe(v)),
            place: value.and_then(|v| model.location(v)).map(|l| place(l, &folder)),
        });
        let variables: Vec<Variable> = variables.collect();
        let shape = shape(model, hit);
        let key = format!("{} {}", hit.idiom, shape.join(" "));
        let ordinal = match ordinals.iter_mut().find(|(k, _)| *k == key) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                ordinals.push((key, 0));
                0
            }
        };
        Finding {
            idiom: hit.idiom.clone(),
            outcome: hit.outcome,
            reason: hit.reason.clone(),
            function: model.function().name.clone(),
            place: variables.iter().find_map(|v| v.place.clone()),
            fingerprint: Finding::fingerprint_of(&hit.idiom, &model.function().name, &shape, ordinal),
            variables,
        }
    };
    hits.iter().map(&mut finding).collect()
}

/// What the values of a hit are, without names and lines.
fn shape<'m>(model: &'m Model, hit: &Hit) -> Vec<&'m str> {
    let of = |value: &Option<ValueId>| match value {
        None => "unused",
        Some(value) => match (model.opcode(*value), model.kind(*value)) {
            (Some(opcode), _) => opcode.name(),
            (None, ValueKind::Global) => model.name(*value),
            (None, ValueKind::Parameter) => "parameter",
            (None, _) => "constant",
        },
    };
    hit.variables.iter().map(|(_, value)| of(value)).collect()
}

fn place(location: &SourceLocation, folder: &Path) -> Place {
    Place { file: relative_to(&location.file, folder), line: location.line, column: location.column }
}

/// The instruction a hit is shown at: the first with a location, else the first at all.
fn anchor(model: &Model, hit: &Hit) -> Option<ValueId> {
    let instructions =
        || hit.variables.iter().filter_map(|(_, v)| *v).filter(|v| model.position(*v).is_some());
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
