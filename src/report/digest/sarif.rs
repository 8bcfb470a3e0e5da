//! SARIF 2.1.0 (OASIS): a rule for each idiom, a result for each finding.
//!
//! Fingerprints are those of reports, so that results keep their identity when lines move. Columns are
//! counted in characters if the source can be read; clang counts bytes.

use super::{Digest, Entry, Sources, State};
use crate::{Edit, Place, Severity};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The base id of relative paths.
const ROOT: &str = "SRCROOT";

/// The help texts of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleHelp {
    /// One sentence.
    pub short: String,
    /// The lines of advice.
    pub advice: Vec<String>,
}

/// The SARIF document. `help` contains help texts by idiom.
pub fn to_sarif(digest: &Digest, help: &BTreeMap<String, RuleHelp>, sources: &mut Sources) -> String {
    let mut idioms: Vec<&str> = of_digest(digest).map(|entry| entry.idiom.as_str()).collect();
    idioms.sort_unstable();
    idioms.dedup();
    let results: Vec<Value> = of_digest(digest)
        .map(|entry| result(entry, idioms.binary_search(&entry.idiom.as_str()).unwrap_or_default(), sources))
        .collect();
    let rules: Vec<Value> = idioms.iter().map(|idiom| rule(idiom, help)).collect();
    let notes: Vec<Value> = digest.searches.iter().map(notification).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "idiom", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notes }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// All findings, those that comments hide and those that are gone last.
fn of_digest(digest: &Digest) -> impl Iterator<Item = &Entry> {
    digest.entries.iter().chain(&digest.ignored).chain(&digest.gone)
}

fn rule(idiom: &str, help: &BTreeMap<String, RuleHelp>) -> Value {
    let mut rule = json!({ "id": idiom, "defaultConfiguration": { "level": "note" } });
    // `SumChain[N=4]` is an instance of `SumChain`.
    let specification = idiom.split_once('[').map_or(idiom, |(specification, _)| specification);
    let short = help.get(specification).map(|help| help.short.as_str()).filter(|short| !short.is_empty());
    if let Some(short) = short {
        rule["shortDescription"] = json!({ "text": short });
        let advice = help.get(specification).map_or(&[][..], |help| &help.advice);
        let lines: Vec<&str> = [short].into_iter().chain(advice.iter().map(String::as_str)).collect();
        rule["help"] = json!({ "text": lines.join("\n") });
    }
    rule
}

fn result(entry: &Entry, rule: usize, sources: &mut Sources) -> Value {
    let mut location = Map::new();
    let file = entry.file();
    let mut physical = json!({ "artifactLocation": artifact(file) });
    if let Some(place) = &entry.place {
        physical["region"] = region(place, sources);
    }
    location.insert("physicalLocation".into(), physical);
    location.insert(
        "logicalLocations".into(),
        json!([{ "fullyQualifiedName": entry.function, "kind": "function" }]),
    );
    let mut result = json!({
        "ruleId": entry.idiom,
        "ruleIndex": rule,
        "level": level(entry),
        "message": { "text": message(entry) },
        "locations": [location],
        "partialFingerprints": { "idiom/v1": entry.fingerprints.first() },
        "properties": { "outcome": entry.outcome, "copies": entry.copies, "units": entry.units },
    });
    if entry.is_shortened() {
        result["properties"]["description"] = json!(entry.says);
    }
    if let Some(advice) = &entry.advice {
        result["properties"]["severity"] = json!(advice.severity);
        result["properties"]["sure"] = json!(advice.is_sure);
    }
    if let Some(share) = entry.share {
        result["properties"]["share"] = json!(share);
    }
    if let Some(edit) = &entry.edit {
        result["fixes"] = json!([fix(entry, edit, sources)]);
    }
    if let Some(reason) = &entry.ignored {
        result["suppressions"] = json!([{ "kind": "inSource", "justification": reason }]);
    }
    if let Some(state) = entry.state {
        result["baselineState"] = json!(match state {
            State::New => "new",
            State::Unchanged => "unchanged",
            State::Gone => "absent",
        });
    }
    result
}

/// The fix of a result.
fn fix(entry: &Entry, edit: &Edit, sources: &mut Sources) -> Value {
    let mut replacements = Vec::new();
    for part in &edit.replacements {
        let place = |column| Place { file: edit.file.clone(), line: part.line, column };
        let mut deleted = region(&place(part.columns.0), sources);
        deleted["endLine"] = deleted["startLine"].clone();
        deleted["endColumn"] = region(&place(part.columns.1), sources)["startColumn"].clone();
        replacements.push(json!({ "deletedRegion": deleted, "insertedContent": { "text": part.text } }));
    }
    let advice = entry.advice.as_ref().map(|advice| advice.text.as_str()).filter(|text| !text.is_empty());
    json!({
        "description": { "text": advice.unwrap_or("the edit that the idiom describes") },
        "artifactChanges": [{ "artifactLocation": artifact(&edit.file), "replacements": replacements }],
    })
}

/// The level of a result: defects and costs that are nearly always right stand out.
fn level(entry: &Entry) -> &'static str {
    let rank = entry.advice.as_ref().map(|advice| (advice.severity, advice.is_sure));
    match rank {
        Some((Severity::Defect, true)) => "error",
        Some((Severity::Defect, false) | (Severity::Cost, true)) => "warning",
        _ => "note",
    }
}

/// The headline of a finding, and its advice.
fn message(entry: &Entry) -> String {
    match &entry.advice {
        Some(advice) if !advice.text.is_empty() => format!("{}. Advice: {}", entry.headline(), advice.text),
        _ => entry.headline(),
    }
}

fn region(place: &Place, sources: &mut Sources) -> Value {
    let mut region = json!({ "startLine": place.line.max(1) });
    let line = sources.lines(&place.file, place.line, place.line).first().copied();
    let before = (place.column as usize).checked_sub(1);
    let characters = before.map(|bytes| match line.and_then(|line| line.get(..bytes)) {
        Some(before) => before.chars().count() + 1,
        None => bytes + 1,
    });
    if let Some(column) = characters {
        region["startColumn"] = json!(column);
    }
    region
}

fn notification(entry: &Entry) -> Value {
    json!({
        "level": "warning",
        "message": { "text": entry.headline() },
        "locations": [{ "physicalLocation": { "artifactLocation": artifact(entry.file()) } }],
    })
}

/// The artifact location of a file: relative to the root if it is below it, otherwise absolute.
fn artifact(file: &str) -> Value {
    match file.strip_prefix('/') {
        Some(absolute) => json!({ "uri": format!("file:///{}", encoded(absolute)) }),
        None => json!({ "uri": encoded(file), "uriBaseId": ROOT }),
    }
}

/// Percent-encoding of all characters that a path must not contain (RFC 3986).
fn encoded(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b'+'
            | b'@'
            | b',' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(artifact("src/a b.c")["uri"], "src/a%20b.c");
        assert_eq!(artifact("/usr/ä.h"), json!({ "uri": "file:///usr/%C3%A4.h" }));
    }
}
