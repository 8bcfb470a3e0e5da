//! Findings for people: one line for logs, a paragraph for terminals.

use super::{Finding, Place};
use std::fmt::Write as _;

/// `x.c:3:10`, or `x.c:3` when the column is unknown.
pub fn describe_place(place: &Place) -> String {
    match place.column {
        0 => format!("{}:{}", place.file, place.line),
        column => format!("{}:{}:{column}", place.file, place.line),
    }
}

/// One greppable line: `rewrote SqrtOfSquare in f at x.c:3:10 (sqrt_call = %root, a = %a)`.
pub fn one_line(finding: &Finding) -> String {
    let mut line = format!("{} {} in {}", finding.outcome.word(), finding.idiom, finding.function);
    if let Some(place) = &finding.place {
        line += &format!(" at {}", describe_place(place));
    }
    if let Some(reason) = &finding.reason {
        line += &format!(": {reason}");
    }
    let values = finding.variables.iter().filter_map(|v| Some(format!("{} = {}", v.name, v.value.as_ref()?)));
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        line += &format!(" ({})", values.join(", "));
    }
    line.replace('\n', " ")
}

/// The finding with each variable on a line of its own, nested as the names nest.
///
/// ```text
/// x.c:3:10: found SqrtOfSquare in f
///   sqrt_call = %root        x.c:3:10
///   loop
///     begin = %2
/// ```
pub fn paragraph(finding: &Finding) -> String {
    let place = finding.place.as_ref().map_or_else(|| "<unknown>".to_string(), describe_place);
    let mut text = format!("{place}: {} {} in {}", finding.outcome.word(), finding.idiom, finding.function);
    if let Some(reason) = &finding.reason {
        text += &format!(": {reason}");
    }
    text.push('\n');
    let mut open: Vec<&str> = Vec::new();
    for variable in &finding.variables {
        let Some(value) = &variable.value else { continue };
        let mut path: Vec<&str> = variable.name.split('.').collect();
        let last = path.pop().unwrap_or_default();
        let common = open.iter().zip(&path).take_while(|(a, b)| a == b).count();
        for (depth, step) in path.iter().enumerate().skip(common) {
            let _ = writeln!(text, "{}{step}", "  ".repeat(depth + 1));
        }
        let line = format!("{}{last} = {value}", "  ".repeat(path.len() + 1));
        let place = variable.place.as_ref().map(describe_place).unwrap_or_default();
        let _ = writeln!(text, "{}", format!("{line:<36}  {place}").trim_end());
        open = path;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Outcome, Variable};

    fn finding() -> Finding {
        let place = |line| Some(Place { file: "x.c".into(), line, column: 5 });
        let variable = |name: &str, value: Option<&str>, line: Option<u32>| Variable {
            name: name.into(),
            value: value.map(str::to_string),
            place: line.and_then(place),
        };
        Finding {
            idiom: "Nest".into(),
            outcome: Outcome::Found,
            reason: None,
            function: "f".into(),
            place: place(3),
            fingerprint: String::new(),
            variables: vec![
                variable("call", Some("%c"), Some(3)),
                variable("loop.begin", Some("%b"), None),
                variable("loop.inner.end", Some("%e"), None),
                variable("arg[1]", None, None),
            ],
        }
    }

    #[test]
    fn a_line_for_logs() {
        assert_eq!(one_line(&finding()), "found Nest in f at x.c:3:5 (call = %c, loop.begin = %b, loop.inner.end = %e)");
    }

    #[test]
    fn a_paragraph_nests_as_the_names_do() {
        let expected = "x.c:3:5: found Nest in f\n  call = %c                             x.c:3:5\n  loop\n    begin = %b\n    inner\n      end = %e\n";
        assert_eq!(paragraph(&finding()), expected);
    }
}
