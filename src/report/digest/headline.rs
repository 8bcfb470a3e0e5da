//! The headline of an entry for people: short, and without the names that only the search needs.
//!
//! In: `ct.nums[n - n.2] = …; as long as none of the add at x.c:51:10, the zext at … wraps`. Out: the same
//! with `nums[…]`, at most 160 characters. The whole text remains in JSON.

use super::Entry;
use crate::counted;
use regex_lite::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The maximum number of characters of a headline.
const MOST: usize = 160;

/// The maximum number of characters of a function's name.
const MOST_NAME: usize = 60;

/// The text for a value without a name.
const DOTS: &str = "…";

/// A subscript with a name that has a number, as `len.2`, since one line has several values of a variable.
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[[^\[\]]*\b[A-Za-z_]\w*\.\d+\b[^\[\]]*\]"));
/// An expression in parentheses of which nothing has a name.
static NAMELESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\((?:…|[-?:+*/%&|^<>=!~ ])*…(?:…|[-?:+*/%&|^<>=!~ ])*\)"));
/// A value without a name that is a word of a sentence, or a side of an equation.
static ALONE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?P<before>^|[A-Za-z:;,] |= )…(?P<behind>$|[;,.]| [A-Za-z=])"));

impl Entry {
    /// The headline in at most 160 characters: the part before the colon as a whole, then as much of the
    /// description as fits. Names of functions lose their arguments if it does not fit with them.
    pub fn headline(&self) -> String {
        let says = readable(&self.says);
        let whole = [self.what(MOST_NAME), says.clone()].join(if says.is_empty() { "" } else { ": " });
        if whole.chars().count() <= MOST {
            return whole;
        }
        let what = self.what(0);
        match shortened(&says, MOST.saturating_sub(what.chars().count() + 2)) {
            Some(says) if !says.is_empty() => format!("{what}: {says}"),
            _ if what.chars().count() <= MOST => what,
            _ => what.chars().take(MOST - 1).chain(DOTS.chars()).collect(),
        }
    }

    /// The headline without the description: `found SCoP in f, 3 copies in 2 units, inlined from g`.
    fn what(&self, most_name: usize) -> String {
        let mut text =
            format!("{} {} in {}", self.outcome.word(), self.idiom, brief(&self.function, most_name));
        if let Some(runs) = self.runs {
            text += &format!(", run {}", counted(runs, "time"));
        }
        if let Some(share) = self.share.filter(|share| *share >= 0.05) {
            text += &format!(", {share:.1} % of the samples");
        }
        if self.depth > 0 {
            text += &format!(", in {}", counted(u64::from(self.depth), "loop"));
        }
        if self.copies > 1 {
            text += &format!(", {} copies", self.copies);
        }
        if self.units > 1 {
            text += &format!(" in {} units", self.units);
        }
        if let Some(function) = &self.inlined_from {
            text += &format!(", inlined from {}", brief(function, most_name));
        }
        text
    }

    /// Whether the headline lacks a part of the description.
    pub fn is_shortened(&self) -> bool {
        !self.headline().ends_with(&self.says)
    }
}

/// The name of a function, without its arguments if it has more than `most` characters, and in at most
/// [`MOST_NAME`].
fn brief(function: &str, most: usize) -> Cow<'_, str> {
    if function.chars().count() <= most {
        return Cow::Borrowed(function);
    }
    let (mut depth, mut text) = (0u32, String::new());
    for c in function.chars() {
        depth = depth.saturating_sub(u32::from(c == '>'));
        if depth == 0 {
            text.push(c);
        }
        if c == '<' {
            text.push_str(if depth == 0 { DOTS } else { "" });
            depth += 1;
        }
    }
    if let Some(at) = text.find('(').filter(|at| *at > 0 && !text[*at..].starts_with("()")) {
        text.replace_range(at.., "(…)");
    }
    if text.chars().count() > MOST_NAME {
        text = text.chars().take(MOST_NAME - 1).chain(DOTS.chars()).collect();
    }
    Cow::Owned(text)
}

/// The text with `[…]` for subscripts of numbered names, and words for values without a name.
fn readable(says: &str) -> String {
    let mut text = replaced(says, &NUMBERED, "[…]");
    loop {
        let next = replaced(&text, &NAMELESS, DOTS);
        if next == text {
            break;
        }
        text = next;
    }
    // Neighbours share a space.
    let once = replaced(&text, &ALONE, "${before}a value${behind}");
    replaced(&once, &ALONE, "${before}a value${behind}")
}

fn replaced(text: &str, pattern: &Regex, by: &str) -> String {
    pattern.replace_all(text, by).into_owned()
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

/// A text in at most `room` characters: whole parts between semicolons and the number of the others, or else
/// the first words. `None` if not even one word fits.
fn shortened(text: &str, room: usize) -> Option<String> {
    if text.chars().count() <= room {
        return Some(text.to_owned());
    }
    let parts: Vec<&str> = text.split("; ").collect();
    let whole = (1..parts.len()).rev().map(|fit| {
        let more = counted((parts.len() - fit) as u64, "more part");
        format!("{} (and {more})", parts[..fit].join("; "))
    });
    let mut whole = whole.filter(|text| text.chars().count() <= room);
    whole.next().or_else(|| first_words(parts[0], room))
}

/// The first words of a text that fit, with dots. The text is not cut within brackets, unless it begins so.
fn first_words(text: &str, room: usize) -> Option<String> {
    let room = room.checked_sub(2)?;
    if text.chars().count() <= room {
        return Some(format!("{text} {DOTS}"));
    }
    let (mut depth, mut outside, mut inside) = (0u32, None, None);
    for (number, (at, c)) in text.char_indices().enumerate().take_while(|(number, _)| *number <= room) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ' ' if number > 0 && depth == 0 => outside = Some(at),
            ' ' if number > 0 => inside = Some(at),
            _ => {}
        }
    }
    let end = outside.or(inside)?;
    Some(format!("{} {DOTS}", text[..end].trim_end_matches([' ', ',', ':'])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::{Finding, Outcome, Report};

    #[test]
    fn values_without_a_name_are_words_and_numbered_subscripts_go() {
        for (says, expect) in [
            ("… goes on to what it leads to", "a value goes on to what it leads to"),
            ("x kept between … and …", "x kept between a value and a value"),
            ("out[len - len.2 + 1] = from[len - len.2 + 1]", "out[…] = from[…]"),
            ("(… ? (… ? … : …) : (… ? … : …)) & 2 is computed", "… & 2 is computed"),
            ("… = table[i] ^ (… >> 8)", "a value = table[i] ^ (… >> 8)"),
            ("s += … * x[i]", "s += … * x[i]"),
            ("f(x) at x.c:3.5", "f(x) at x.c:3.5"),
            ("a[i] = 2.5", "a[i] = 2.5"),
            ("a[2.5 * i] = b", "a[2.5 * i] = b"),
        ] {
            assert_eq!(readable(says), expect);
        }
    }

    #[test]
    fn long_texts_are_cut_between_parts_or_words() {
        for (text, room, expect) in [
            ("one; two; three", 15, Some("one; two; three")),
            ("one is a part; two; three", 24, Some("one is a part …")),
            ("one; two is a part; three is another", 30, Some("one (and 2 more parts)")),
            ("a value, because x and y are", 18, Some("a value, because …")),
            ("a value, because x and y are", 12, Some("a value …")),
            ("sum[i + 1 + j] is wrong", 12, Some("sum[i + 1 …")),
            ("sum[i] is all of it", 14, Some("sum[i] is …")),
            ("unbreakable", 5, None),
        ] {
            let short = shortened(text, room);
            assert_eq!(short.as_deref(), expect, "{text}");
            assert!(short.is_none_or(|short| short.chars().count() <= room), "{text}");
        }
    }

    #[test]
    fn names_of_functions_lose_their_template_arguments() {
        let long =
            "f<std::map<int, std::vector<std::basic_string<char>>>, std::allocator<char>>::g<int>(int)";
        assert_eq!(brief(long, 60), "f<…>::g<…>(…)");
        assert_eq!((&*brief("f<int>", 60), &*brief("f()", 0), &*brief("f", 0)), ("f<int>", "f()", "f"));
        assert_eq!(brief(&format!("f({}int)", "double const*, ".repeat(9)), 60), "f(…)");
        assert_eq!(brief(&"x".repeat(99), 0).chars().count(), MOST_NAME);
    }

    #[test]
    fn a_headline_has_at_most_160_characters() {
        let reason = "because of a long reason with many words; ".repeat(9);
        let finding =
            Finding { reason: Some(reason.clone()), ..Finding::new("Root", Outcome::NotLegal, "f") };
        let digest = Digest::of([&Report { findings: vec![finding], ..Report::new("x.c", "19") }]);
        let entry = &digest.entries[0];
        let headline = entry.headline();
        assert!(headline.chars().count() <= MOST && headline.ends_with(" more parts)"), "{headline}");
        assert!(entry.is_shortened() && entry.says.len() >= reason.trim_end().len());
    }

    #[test]
    fn names_lose_their_arguments_where_they_leave_no_room() {
        let function = "of(double const*, double const*, int)";
        let digest_of = |reason: &str| {
            let finding =
                Finding { reason: Some(reason.into()), ..Finding::new("Root", Outcome::Found, function) };
            Digest::of([&Report { findings: vec![finding], ..Report::new("x.cpp", "19") }])
        };
        let short = digest_of("it is so").entries[0].headline();
        assert_eq!(short, format!("found Root in {function}: it is so"));
        let reason = "x".repeat(MOST - 30);
        assert_eq!(digest_of(&reason).entries[0].headline(), format!("found Root in of(…): {reason}"));
        let entry = Entry { idiom: "I".repeat(MOST), ..digest_of("it is so").entries[0].clone() };
        assert_eq!(entry.headline().chars().count(), MOST);
    }
}
