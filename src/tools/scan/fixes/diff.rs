//! Edits applied to a text, and the difference as a unified diff.

use report::{Edit, Replacement};
use std::fmt::Write as _;

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// The text after edits, of which no two change the same part.
pub(super) fn applied(text: &str, edits: &[Edit]) -> String {
    let mut all: Vec<&Replacement> = edits.iter().flat_map(|edit| &edit.replacements).collect();
    all.sort_by_key(|part| (part.line, part.columns));
    let mut out = String::new();
    let mut parts = all.into_iter().peekable();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let mut copied = 0;
        while let Some(part) = parts.next_if(|part| part.line == number) {
            let (first, last) = (part.columns.0 as usize - 1, part.columns.1 as usize - 1);
            out += &line[copied..first];
            out += &part.text;
            copied = last;
        }
        out += &line[copied..];
    }
    out
}

/// A line of the old text, of the new one, or of both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DiffLine<'t> {
    Both(&'t str),
    Old(&'t str),
    New(&'t str),
}

/// The unified diff of a file whose lines were edited or inserted.
pub(super) fn unified(file: &str, old: &str, new: &str) -> String {
    let lines = compared(old, new);
    let changed: Vec<usize> =
        (0..lines.len()).filter(|at| !matches!(lines[*at], DiffLine::Both(_))).collect();
    let mut out = format!("--- a/{file}\n+++ b/{file}\n");
    let mut at = 0;
    while let Some(first) = changed.get(at) {
        let mut last = *first;
        while let Some(next) = changed.get(at).filter(|next| **next <= last + 2 * CONTEXT) {
            (last, at) = (*next, at + 1);
        }
        let part = first.saturating_sub(CONTEXT)..lines.len().min(last + CONTEXT + 1);
        hunk(&mut out, &lines, part);
    }
    out
}

/// Appends the lines of a part with their numbers.
fn hunk(out: &mut String, lines: &[DiffLine<'_>], part: std::ops::Range<usize>) {
    let of_old =
        |lines: &[DiffLine<'_>]| lines.iter().filter(|line| !matches!(line, DiffLine::New(_))).count();
    let of_new =
        |lines: &[DiffLine<'_>]| lines.iter().filter(|line| !matches!(line, DiffLine::Old(_))).count();
    let (before, own) = (&lines[..part.start], &lines[part]);
    let (old, new) = (of_old(before) + 1, of_new(before) + 1);
    let _ = writeln!(out, "@@ -{old},{} +{new},{} @@", of_old(own), of_new(own));
    for line in own {
        let (sign, text) = match line {
            DiffLine::Both(text) => (' ', text),
            DiffLine::Old(text) => ('-', text),
            DiffLine::New(text) => ('+', text),
        };
        let _ = writeln!(out, "{sign}{}", text.trim_end_matches('\n'));
        if !text.ends_with('\n') {
            out.push_str("\\ No newline at end of file\n");
        }
    }
}

/// The lines of two texts. Changed lines are few, so that the next common line is near.
fn compared<'t>(old: &'t str, new: &'t str) -> Vec<DiffLine<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let (mut lines, mut a, mut b) = (Vec::new(), 0, 0);
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            lines.push(DiffLine::Both(old[a]));
            (a, b) = (a + 1, b + 1);
            continue;
        }
        // The nearest pair of equal lines, as the sum of the lines that are left out.
        let most = (old.len() - a) + (new.len() - b);
        let pair = (1..=most).find_map(|sum| {
            let common = |left: usize| {
                a + left < old.len() && b + sum - left < new.len() && old[a + left] == new[b + sum - left]
            };
            (0..=sum).find(|left| common(*left)).map(|left| (left, sum - left))
        });
        let (left, right) = pair.unwrap_or((old.len() - a, new.len() - b));
        lines.extend(old[a..a + left].iter().map(|line| DiffLine::Old(line)));
        lines.extend(new[b..b + right].iter().map(|line| DiffLine::New(line)));
        (a, b) = (a + left, b + right);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(line: u32, columns: (u32, u32), text: &str) -> Replacement {
        Replacement { line, columns, text: text.to_owned() }
    }

    #[test]
    fn edits_are_applied_and_shown() {
        let old = "a\nb\nc\nfor (x)\ny\nz\n1\n2\n3\n4\n5\n6";
        let inserted = Edit {
            file: "x.c".to_owned(),
            replacements: vec![part(4, (1, 1), "int n = x;\n"), part(4, (6, 7), "n")],
        };
        let last = Edit { file: "x.c".to_owned(), replacements: vec![part(12, (1, 2), "7")] };
        let new = applied(old, &[last, inserted]);
        assert_eq!(new, "a\nb\nc\nint n = x;\nfor (n)\ny\nz\n1\n2\n3\n4\n5\n7");
        let expect = "--- a/x.c\n+++ b/x.c\n@@ -1,7 +1,8 @@\n a\n b\n c\n-for (x)\n+int n = x;\n+for (n)\n y\n z\n 1\n\
                      @@ -9,4 +10,4 @@\n 3\n 4\n 5\n-6\n\\ No newline at end of file\n+7\n\\ No newline at end of file\n";
        assert_eq!(unified("x.c", old, &new), expect);
    }
}
