//! Fixes: lines of a doc comment that describe an edit of the source, which makes a finding go away.
//!
//! In: `= {call}: strlen($s) => $length, before the loop: const size_t $length = strlen($s);`. Out: the variable
//! at whose place the text begins, the text as it is expected there, the text in its place, and a line to insert.
//!
//! `$s` is a value without effects, and a `$name` that the expected text does not have is a new variable. A fix
//! applies to a finding only if all its variables have values.

use super::ast::Span;
use super::headline::{Headline, mistakes_of};
use std::collections::BTreeSet;
use text::diagnostic::Diagnostic;

/// The words before a line to insert.
const BEFORE: &str = ", before the loop:";

/// A parsed fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixLine {
    /// Its variables: the source has the text at the place of the last one.
    pub head: Headline,
    /// The expected text, as tokens of C and `$names`.
    pub from: String,
    /// The text in its place.
    pub to: String,
    /// The line that is inserted before the loop.
    pub before: Option<String>,
}

impl FixLine {
    /// Parses a fix without its leading `=`.
    ///
    /// # Errors
    ///
    /// The part that is missing, or the `$name` that nothing gives a text.
    pub fn parse(line: &str) -> Result<FixLine, String> {
        let (head, edit) = line.split_once(':').ok_or("no variable with a colon, `{x}:`")?;
        let (from, rest) = edit.split_once("=>").ok_or("no `=>`")?;
        let (to, before) = match rest.split_once(BEFORE) {
            Some((to, before)) => (to, Some(before.trim().to_owned())),
            None => (rest, None),
        };
        let head = Headline::parse(head.trim())?;
        if head.names().is_empty() {
            return Err("no variable before its colon".to_owned());
        }
        let (from, to) = (from.trim().to_owned(), to.trim().to_owned());
        if from.is_empty() {
            return Err("no text before its `=>`".to_owned());
        }
        let mut known = names_in(&from);
        known.extend(before.iter().flat_map(|line| names_in(line)));
        if let Some(unknown) = names_in(&to).into_iter().find(|name| !known.contains(name)) {
            return Err(format!(
                "`${unknown}`, which stands neither before the `=>` nor in a line to insert"
            ));
        }
        Ok(FixLine { head, from, to, before })
    }
}

/// The `$names` in a text.
fn names_in(text: &str) -> BTreeSet<&str> {
    let of_part =
        |part: &'_ str| part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
    text.split('$').skip(1).map(|part| &part[..of_part(part)]).collect()
}

/// Warnings about the fixes of the specification at `span`, whose variables have these `names`.
pub(super) fn mistakes(doc: &[String], span: Span, names: &[String]) -> Vec<Diagnostic> {
    let lines = doc.iter().map(|line| line.trim()).filter(|line| line.starts_with('='));
    let of_line = |line: &str| {
        let read = FixLine::parse(line.trim_start_matches('=')).map(|fix| fix.head);
        mistakes_of(line, read, ["is no fix", "is never applied"], span, names)
    };
    lines.flat_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_are_parsed() {
        let fix = FixLine::parse(" {? flag}{r}: pow($x, 2) => ($x * $x)").unwrap();
        assert_eq!(fix.head.names(), ["flag", "r"]);
        assert_eq!((fix.from.as_str(), fix.to.as_str(), fix.before), ("pow($x, 2)", "($x * $x)", None));
        let fix = FixLine::parse("{c}: len($s) => $n, before the loop: int $n = len($s);").unwrap();
        assert_eq!((fix.to.as_str(), fix.before.as_deref()), ("$n", Some("int $n = len($s);")));
    }

    #[test]
    fn mistakes_are_warned_of() {
        let warned = |line: &str| {
            let found = mistakes(&[line.to_owned()], Span::default(), &["r".to_owned()]);
            found.into_iter().map(|diagnostic| diagnostic.message).collect::<Vec<_>>()
        };
        assert_eq!(warned("= {r}: f($x) => g($x)"), [""; 0]);
        assert_eq!(warned("> {r}"), [""; 0]);
        assert!(warned("= f => g")[0].contains("is no fix: it has no variable with a colon"));
        assert!(warned("= r: f => g")[0].contains("no variable before its colon"));
        assert!(warned("= {r}: f")[0].contains("no `=>`"));
        assert!(warned("= {r}: => g")[0].contains("no text before"));
        assert!(warned("= {r}: f($x) => g($y)")[0].contains("`$y`, which stands neither"));
        assert!(warned("= {s}: f => g")[0].contains("is never applied: there is no variable `s`"));
    }
}
