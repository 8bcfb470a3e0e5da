//! Findings as text: one line for logs, a paragraph for terminals.

use super::{Finding, Place, Scop, Variable, shown_name, shown_value};
use indexmap::IndexMap;
use std::borrow::Cow;

/// The text of a place: `x.c:3:10`, or `x.c:3` if the column is unknown.
pub fn describe_place(place: &Place) -> String {
    match place.column {
        0 => format!("{}:{}", place.file, place.line),
        column => format!("{}:{}:{column}", place.file, place.line),
    }
}

/// A number with a noun: `1 step`, `2 steps`.
pub fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Variables as a tree by the components of their names, in order of first appearance.
#[derive(Default)]
struct Tree<'a> {
    value: Option<(String, String)>,
    below: IndexMap<&'a str, Tree<'a>>,
}

impl<'a> Tree<'a> {
    fn insert(&mut self, name: &'a str, value: String, place: Option<String>) {
        let node = name.split('.').fold(self, |node, part| node.below.entry(part).or_default());
        node.value = Some((value, place.unwrap_or_default()));
    }

    /// Recursive; the depth is at most the number of components of a name.
    fn write(&self, depth: usize, text: &mut String) {
        for (name, node) in &self.below {
            let indent = "  ".repeat(depth);
            let line = match &node.value {
                Some((value, place)) => format!("{:<36}  {place}", format!("{indent}{name} = {value}")),
                None => format!("{indent}{name}"),
            };
            text.push_str(line.trim_end());
            text.push('\n');
            node.write(depth + 1, text);
        }
    }
}

/// The hint that is shown once if findings have no source lines.
pub const NO_LINES: &str = "source lines need debug locations: compile with -g, -gline-tables-only, -Rpass='^idiom' or -fsave-optimization-record";

/// The stable name of a remark with a hint about missing or incomplete findings.
pub const HINT_REMARK: &str = "IdiomHint";

/// Whether a variable is the specification's own: neither from an include with a prefix nor in a family.
fn is_top_level(name: &str) -> bool {
    !name.contains(['.', '['])
}

/// The variables shown on one line, with their values: the specification's own, or else the first one. None
/// if the finding has a headline, or is a SCoP, which has a summary.
pub fn shown_variables(finding: &Finding) -> Vec<(&str, Cow<'_, str>)> {
    if finding.scop.is_some() || finding.headline.is_some() {
        return Vec::new();
    }
    let used = || finding.variables.iter().filter_map(|v| Some((v.name.as_str(), v.value.as_deref()?)));
    let own: Vec<(&str, &str)> = used().filter(|(name, _)| is_top_level(name)).collect();
    let chosen = if own.is_empty() { used().take(1).collect() } else { own };
    chosen.into_iter().map(|(name, value)| (name, shown_value(value))).collect()
}

/// The summary of a finding: its headline, `: s += x[i]`, or that of a SCoP, `: 3 loops, …`; empty for
/// others.
pub fn summary(finding: &Finding) -> String {
    if let Some(headline) = &finding.headline {
        return format!(": {headline}");
    }
    let Some(scop) = &finding.scop else { return String::new() };
    let words = scop.summary().into_iter().map(|(_, text)| text);
    [": ".to_string()].into_iter().chain(words).collect()
}

/// The text after the name of the idiom: the headline and the reason for the outcome.
pub fn details_text(finding: &Finding) -> String {
    let reason = finding.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    match (&finding.headline, &finding.reason) {
        (Some(headline), Some(reason)) => format!(": {headline}; {reason}"),
        (Some(_), None) => summary(finding),
        (None, _) => reason + &summary(finding),
    }
}

/// One greppable line: `rewrote SqrtOfSquare in f at x.c:3:10 (sqrt_call = %root, a = %a)`. Shows the
/// specification's own variables; the report has all.
pub fn one_line(finding: &Finding) -> String {
    let function = shown_name(&finding.function);
    let mut line = format!("{} {} in {function}", finding.outcome.word(), finding.idiom);
    if let Some(place) = &finding.place {
        line += &format!(" at {}", describe_place(place));
    }
    line += &details_text(finding);
    let values = shown_variables(finding).into_iter().map(|(name, value)| format!("{name} = {value}"));
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        line += &format!(" ({})", values.join(", "));
    }
    line.replace('\n', " ")
}

/// The finding with each variable on a line of its own, nested by the components of names.
///
/// ```text
/// x.c:3:10: found SqrtOfSquare in f
///   sqrt_call = %root        x.c:3:10
///   loop
///     begin = %2
/// ```
pub fn paragraph(finding: &Finding) -> String {
    let place = finding.place.as_ref().map_or_else(|| "<unknown>".to_string(), describe_place);
    let function = shown_name(&finding.function);
    let mut text = format!("{place}: {} {} in {function}", finding.outcome.word(), finding.idiom);
    text += &details_text(finding);
    text.push('\n');
    text += &tree(&finding.variables, 1);
    for (line, place) in finding.scop.iter().flat_map(Scop::lines) {
        let place = place.map(describe_place).unwrap_or_default();
        text.push_str(format!("{:<36}  {place}", format!("  {line}")).trim_end());
        text.push('\n');
    }
    text
}

/// Variables on a line each, nested by the components of names, from indentation `depth` on. Unused variables
/// are left out.
pub(super) fn tree(variables: &[Variable], depth: usize) -> String {
    let mut tree = Tree::default();
    for variable in variables {
        if let Some(value) = variable.shown() {
            tree.insert(&variable.name, value, variable.place.as_ref().map(describe_place));
        }
    }
    let mut text = String::new();
    tree.write(depth, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    fn finding() -> Finding {
        let place = |line| Some(Place { file: "x.c".into(), line, column: 5 });
        let variable = |name: &str, value: Option<&str>, line: Option<u32>| Variable {
            name: name.into(),
            value: value.map(str::to_string),
            source: (name == "other").then(|| "x".to_string()),
            place: line.and_then(place),
        };
        Finding {
            place: place(3),
            variables: vec![
                variable("call", Some("%c"), Some(3)),
                variable("loop.begin", Some("%b"), None),
                variable("other", Some("%o"), None),
                variable("loop.inner.end", Some("%e"), None),
                variable("arg[1]", None, None),
            ],
            ..Finding::new("Nest", Outcome::Found, "f")
        }
    }

    #[test]
    fn a_line_for_logs() {
        assert_eq!(one_line(&finding()), "found Nest in f at x.c:3:5 (call = %c, other = %o)");
        let mut without_own = finding();
        without_own.variables.retain(|variable| !is_top_level(&variable.name));
        assert_eq!(one_line(&without_own), "found Nest in f at x.c:3:5 (loop.begin = %b)");
    }

    #[test]
    fn a_paragraph_nests_as_the_names_do() {
        let expected = "x.c:3:5: found Nest in f\n  call = %c                           x.c:3:5\n  loop\n    begin = %b\n    inner\n      end = %e\n  other = %o (x)\n";
        assert_eq!(paragraph(&finding()), expected);
    }
}
