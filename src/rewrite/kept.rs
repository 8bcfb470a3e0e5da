//! The lines of a source that its target keeps, and how far flags of the code may go beyond a proof there.
//!
//! ```text
//! %1 = add i8 %x, 1                          kept, and chosen alone: no flag beyond those that are proven
//! %r = select i1 %c, i8 0, i8 %1
//! =>
//! %r = %1
//! ```
//!
//! A flag makes a line poison more often. Of a line that goes, that lets the target be anything; a line that
//! is kept makes the target poison, too, which is right only where it makes the source poison: where all
//! operations on one way from it to the result hand poison on.

use std::collections::BTreeSet;

/// A line of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Whether the target needs its result.
    pub(super) is_kept: bool,
    /// Whether the result of the source is poison where that of the line is.
    pub(super) makes_poison: bool,
}

/// The lines of a form's source.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let (source, target) = text.split_once("=>\n").unwrap_or((text, ""));
    let source: Vec<(&str, &str)> = source.lines().filter_map(|line| line.split_once(" = ")).collect();
    let operands = |name: &str| source.iter().find(|(known, _)| *known == name).map(|(_, rest)| *rest);
    let closure = |first: Vec<String>, next: &dyn Fn(&str) -> Vec<String>| {
        let (mut open, mut all) = (first, BTreeSet::new());
        while let Some(name) = open.pop() {
            if let Some(rest) = operands(&name)
                && all.insert(name)
            {
                open.extend(next(rest));
            }
        }
        all
    };
    let used = target.lines().filter_map(|line| line.split_once(" = ")).flat_map(|(_, rest)| registers(rest));
    let kept = closure(used.collect(), &registers);
    let root = source.last().map(|(name, _)| (*name).to_owned());
    let poison = closure(root.into_iter().collect(), &|rest| match rest.split(' ').next() {
        Some("freeze") => Vec::new(),
        Some("select") => registers(rest.split(',').next().unwrap_or_default()),
        _ => registers(rest),
    });
    let line = |(name, _): &(&str, &str)| Line {
        is_kept: kept.contains(*name),
        makes_poison: poison.contains(*name),
    };
    source.iter().map(line).collect()
}

/// The registers in some text, `%` included.
fn registers(text: &str) -> Vec<String> {
    let words = text.split([' ', ',']);
    words.filter(|word| word.starts_with('%')).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_and_what_makes_poison() {
        let of = |text: &str| {
            let all = lines(text);
            all.iter().map(|line| (line.is_kept, line.makes_poison)).collect::<Vec<_>>()
        };
        let chosen = "%1 = add i8 %x, 1\n%r = select i1 %c, i8 0, i8 %1\n=>\n%r = %1\n";
        assert_eq!(of(chosen), [(true, false), (false, true)]);
        let condition = "%1 = icmp eq i8 %x, 1\n%r = select i1 %1, i8 0, i8 %y\n=>\n%2 = zext i1 %1 to i8\n%r = and i8 %2, %y\n";
        assert_eq!(of(condition), [(true, true), (false, true)]);
        let frozen = "%1 = add i8 %x, 1\n%2 = freeze i8 %1\n%r = add i8 %2, 1\n=>\n%r = add i8 %1, 1\n";
        assert_eq!(of(frozen), [(true, false), (false, true), (false, true)]);
        let deep = "%1 = add i8 %x, 1\n%2 = mul i8 %1, %1\n%r = or i8 %2, 0\n=>\n%r = %2\n";
        assert_eq!(of(deep), [(true, true), (true, true), (false, true)]);
    }
}
