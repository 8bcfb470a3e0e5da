//! Advice: lines of a doc comment that say how much a finding matters and what to do about it, and which more
//! general idioms need not be reported at its place. [Fixes](super::fixes) have a file of their own.
//!
//! In: `! cost: hoist {= call} out of the loop` and `< LinearSearch, ArraySum`. Out: a severity, text with
//! variables as in a [headline](super::headline), and two names. A `?` in the place of the `!` says that a reader
//! has to judge whether the finding is right and worth it.
//!
//! A doc comment may have several lines of advice; a finding has the first one whose variables all have values.

use super::ast::Span;
use super::fixes::{self, FixLine};
use super::headline::{Headline, mistakes_of};
use text::diagnostic::{Code, Diagnostic};

/// The severities, from the most to the least: a defect of the program; time or memory that it wastes; a chance
/// that depends on what the program is for; a fact.
pub const SEVERITIES: [&str; 4] = ["defect", "cost", "chance", "note"];

/// The marks of the lines of a doc comment that are about findings: headlines, advice, refined idioms, fixes.
const MARKS: [char; 5] = ['>', '!', '?', '<', '='];

/// Parsed advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// One of the [severities](SEVERITIES).
    pub severity: &'static str,
    /// Whether nearly all findings are right and worth it.
    pub is_sure: bool,
    /// The text of the advice.
    pub line: Headline,
}

/// The marks of advice.
const ADVICE: [char; 2] = ['!', '?'];

/// The parsed lines of a doc comment that are about findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindingTexts {
    /// The headlines.
    pub headlines: Vec<Headline>,
    /// The advice.
    pub advice: Vec<Advice>,
    /// The more general idioms.
    pub refines: Vec<String>,
    /// The edits of the source.
    pub fixes: Vec<FixLine>,
}

/// The marked lines of a doc comment, with their marks.
pub fn marked_lines(doc: &[String]) -> impl Iterator<Item = &str> {
    doc.iter().map(|line| line.trim()).filter(|line| is_marked(line))
}

/// The lines of a doc comment with advice, with their marks.
pub fn lines(doc: &[String]) -> impl Iterator<Item = &str> {
    marked_lines(doc).filter(|line| line.starts_with(ADVICE))
}

/// The parts of a line with advice: whether it is sure, the severity and the text.
pub fn parts(line: &str) -> Option<(bool, &str, &str)> {
    let (severity, text) = line.trim_start_matches(ADVICE).split_once(':')?;
    Some((line.starts_with('!'), severity.trim(), text.trim()))
}

/// Whether a line of a doc comment is about findings.
pub fn is_marked(line: &str) -> bool {
    line.trim_start().starts_with(MARKS)
}

impl Advice {
    /// Parses a line that begins with `!` or `?`.
    ///
    /// # Errors
    ///
    /// The reason: an unknown severity, or a bracket that is not closed.
    pub fn parse(line: &str) -> Result<Advice, String> {
        let known = SEVERITIES.join("`, `");
        let (is_sure, word, text) =
            parts(line).ok_or_else(|| format!("no severity: `{known}`, and a colon"))?;
        let severity = SEVERITIES.into_iter().find(|known| *known == word);
        let severity = severity.ok_or_else(|| format!("the severity `{word}`; there are `{known}`"))?;
        Ok(Advice { severity, is_sure, line: Headline::parse(text)? })
    }
}

impl FindingTexts {
    /// Parses marked lines. Lines with mistakes, which were reported when the file was read, are left out.
    pub fn of<'l>(lines: impl Iterator<Item = &'l str>) -> FindingTexts {
        let mut texts = FindingTexts::default();
        for line in lines {
            let Some((mark, text)) = line.split_at_checked(1) else { continue };
            match mark {
                ">" => texts.headlines.extend(Headline::parse(text.trim()).ok()),
                "!" | "?" => texts.advice.extend(Advice::parse(line).ok()),
                "=" => texts.fixes.extend(FixLine::parse(text).ok()),
                _ => texts.refines.extend(names(text).map(str::to_owned)),
            }
        }
        texts
    }
}

/// The names in a list.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// Warnings about the advice and the fixes of the specification at `span`, whose variables have these `names`.
pub fn mistakes(doc: &[String], span: Span, names: &[String]) -> Vec<Diagnostic> {
    let of_line = |line: &str| {
        let sayings = ["is no advice", "is never reported"];
        mistakes_of(line, Advice::parse(line).map(|advice| advice.line), sayings, span, names)
    };
    lines(doc).flat_map(of_line).chain(fixes::mistakes(doc, span, names)).collect()
}

/// Warnings about lines `< NAME, NAME` of the specification at `span`, with names that are not `known`.
pub fn unknown_refined(doc: &[String], span: Span, known: &[&str]) -> Vec<Diagnostic> {
    let listed = marked_lines(doc).filter_map(|line| line.strip_prefix('<')).flat_map(names);
    // `SumChain[N=4]` is an instance of `SumChain`.
    let specification = |name: &str| name.split_once('[').map_or(name, |(name, _)| name).to_owned();
    let unknown = listed.filter(|name| !known.contains(&specification(name).as_str()));
    let warning = |name: &str| {
        let message = format!("`< {name}` leaves out nothing: there is no specification `{name}`");
        Diagnostic::new(Code::Headline, span, message).suggest(name, known)
    };
    unknown.map(warning).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_lines_are_parsed() {
        let marked =
            [" > {s} += {x}", "! cost : add {x} once", " < ArraySum, Sum", "! bad: x", "= {s}: a => b"];
        let doc = [" A sum.", ""].into_iter().chain(marked).collect::<Vec<_>>();
        let doc: Vec<String> = doc.into_iter().map(str::to_owned).collect();
        let texts = FindingTexts::of(marked_lines(&doc));
        assert_eq!(texts.headlines.len(), 1);
        let advice =
            Advice { severity: "cost", is_sure: true, line: Headline::parse("add {x} once").unwrap() };
        assert_eq!(texts.advice, [advice]);
        assert_eq!(texts.refines, ["ArraySum", "Sum"]);
        assert_eq!(texts.fixes, [FixLine::parse("{s}: a => b").unwrap()]);
    }

    #[test]
    fn mistakes_are_warned_of() {
        let warned = |line: &str| {
            let found = mistakes(&[line.to_owned()], Span::default(), &["size".to_owned()]);
            found.into_iter().map(|diagnostic| diagnostic.message).collect::<Vec<_>>()
        };
        assert_eq!(warned("! cost: make {size} smaller"), [""; 0]);
        assert!(warned("! make it")[0].contains("no severity: `defect`, `cost`, `chance`, `note`"));
        assert!(warned("? costs: make it")[0].contains("the severity `costs`"));
        assert!(warned("! cost: make {")[0].contains("a `{` without its `}`"));
        assert!(warned("! cost: make {sise}")[0].contains("there is no variable `sise`"));
    }

    #[test]
    fn unknown_names_of_more_general_idioms_are_warned_of() {
        let warned = |line: &str| {
            let found = unknown_refined(&[line.to_owned()], Span::default(), &["ArraySum", "Sum"]);
            found.into_iter().map(|diagnostic| diagnostic.message).collect::<Vec<_>>()
        };
        assert_eq!(warned(" < ArraySum, Sum[N=4]"), [""; 0]);
        assert_eq!(warned("> {a} < Summ"), [""; 0]);
        let message = "`< ArraySun` leaves out nothing: there is no specification `ArraySun`";
        assert_eq!(warned("< Sum, ArraySun"), [message]);
    }
}
