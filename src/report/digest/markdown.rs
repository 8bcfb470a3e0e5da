//! Markdown for a pull request: a table of counts, then the findings, with new ones first if there is a
//! baseline.

use super::text::advised;
use super::{Digest, Entry, State};
use crate::describe_place;
use std::fmt::Write as _;

/// Pull requests are limited to 65,536 characters; this number of findings fits.
const MOST_SHOWN: usize = 200;

/// The text of a digest.
pub fn to_markdown(digest: &Digest) -> String {
    let mut text = String::from("### Idioms\n\n");
    if digest.entries.is_empty() {
        text += "Nothing was found.\n";
    } else {
        table(digest, &mut text);
    }
    let shown: Vec<&Entry> = match digest.has_baseline {
        true => digest.entries.iter().filter(|entry| entry.state == Some(State::New)).collect(),
        false => digest.entries.iter().collect(),
    };
    section(if digest.has_baseline { "New" } else { "Findings" }, &shown, &mut text);
    section("Gone", &digest.gone.iter().collect::<Vec<_>>(), &mut text);
    if !digest.searches.is_empty() {
        let _ = writeln!(text, "\nSearches that may have missed something: {}.", digest.searches.len());
    }
    text
}

fn table(digest: &Digest, text: &mut String) {
    *text += if digest.has_baseline {
        "| idiom | findings | new |\n| --- | --- | --- |\n"
    } else {
        "| idiom | findings |\n| --- | --- |\n"
    };
    for entries in digest.by_idiom() {
        let _ = write!(text, "| {} | {} |", escaped(&entries[0].idiom), entries.len());
        if digest.has_baseline {
            let new = entries.iter().filter(|entry| entry.state == Some(State::New)).count();
            let _ = write!(text, " {new} |");
        }
        text.push('\n');
    }
}

fn section(title: &str, entries: &[&Entry], text: &mut String) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n<details><summary>{title}: {}</summary>\n", entries.len());
    for entry in entries.iter().take(MOST_SHOWN) {
        let place = entry.place.as_ref().map_or_else(|| entry.unit.clone(), describe_place);
        let _ = writeln!(text, "- `{}` {}", place.replace('`', "'"), escaped(&entry.headline()));
        if let Some(advice) = &entry.advice {
            let _ = writeln!(text, "  - {}", escaped(&advised(advice)));
        }
    }
    if entries.len() > MOST_SHOWN {
        let _ = writeln!(text, "- … and {} more", entries.len() - MOST_SHOWN);
    }
    *text += "\n</details>\n";
}

/// The text with all special characters of Markdown and HTML escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '*' | '_' | '`' | '[' | ']' | '|' | '\\' | '#' | '~' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_is_markup() {
        assert_eq!(escaped("a<b>|*c*"), "a&lt;b&gt;\\|\\*c\\*");
    }
}
