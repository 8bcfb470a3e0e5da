//! Findings for people: place, source line, variables.
//!
//! ```text
//! x.c:2:31: found SqrtOfSquare in f
//!    2 | double f(double a) { return sqrt(a * a); }
//!      |                             ^
//!   sqrt_call = %2                        x.c:2:29
//! ```

use super::super::console::painted;
use anstyle::Style;
use report::digest::Sources;
use report::{
    Copies, Finding, NearMiss, Place, Report, by_place, describe_place, details_text, paragraph, shown_name,
};
use std::fmt::Write as _;
use std::path::Path;

/// Limit of bytes of a source line; longer lines are not shown.
const MAX_LINE: usize = 200;

/// All findings of a report.
pub(super) fn write(report: &Report, colour: bool) -> String {
    let mut files = Sources::new(Path::new(""));
    let mut text = String::new();
    for copies in by_place(&report.findings) {
        text += &one(&copies, &report.source, colour, &mut files);
    }
    for miss in &report.near_misses {
        text += &near_miss(miss, &report.source, colour, &mut files);
    }
    text
}

/// A near miss as text: ``x.c:7:9: no Counter in f: 9 of 11 hold``, the source line, the failing constraints.
fn near_miss(miss: &NearMiss, source: &str, colour: bool, files: &mut Sources) -> String {
    let place = miss.place.as_ref().map_or_else(|| source.to_owned(), describe_place);
    let excerpt = miss.place.as_ref().map_or_else(String::new, |place| excerpt(files, place));
    format!("{} {}\n{excerpt}{}", bold(&format!("{place}:"), colour), miss.headline(), miss.details())
}

fn bold(text: &str, colour: bool) -> String {
    painted(text, Style::new().bold(), colour)
}

fn one(copies: &Copies<'_>, source: &str, colour: bool, files: &mut Sources) -> String {
    let finding = copies.first;
    let place = finding.place.as_ref().map_or_else(|| source.to_owned(), describe_place);
    let Finding { outcome, idiom, .. } = finding;
    let function = shown_name(&finding.function);
    let (place, idiom) = (bold(&format!("{place}:"), colour), bold(idiom, colour));
    let mut text = format!("{place} {} {idiom} in {function}{}", outcome.word(), copies.text());
    text += &details_text(finding);
    text.push('\n');
    if let Some(place) = &finding.place {
        text += &excerpt(files, place);
    }
    let variables = paragraph(finding);
    text += variables.split_once('\n').map_or("", |(_, variables)| variables);
    text
}

/// The source line with a caret below; empty if the line is not available.
fn excerpt(sources: &mut Sources, place: &Place) -> String {
    let line = sources.lines(&place.file, place.line, place.line).first().copied();
    line.filter(|line| line.len() <= MAX_LINE).map_or_else(String::new, |line| underline(line, place))
}

/// The line with its number, and a caret at the column. Columns count bytes, as in clang.
fn underline(line: &str, place: &Place) -> String {
    let number = place.line.to_string();
    let blank = " ".repeat(number.len());
    let visible: String = line.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect();
    let mut text = format!(" {number:>4} | {visible}\n");
    let before = (place.column as usize).checked_sub(1).and_then(|bytes| line.get(..bytes));
    if let Some(before) = before {
        let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let _ = writeln!(text, " {blank:>4} | {indent}^");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, column: u32, expect: &str) {
        let place = Place { file: "x.c".to_owned(), line: 7, column };
        assert_eq!(underline(line, &place), expect);
    }

    #[test]
    fn the_caret_stands_below() {
        check("\tx = 1;", 2, "    7 | \tx = 1;\n      | \t^\n");
        check("ä = b;", 6, "    7 | ä = b;\n      |     ^\n");
        check("ab", 0, "    7 | ab\n");
        check("ab", 9, "    7 | ab\n");
    }
}
