//! Headlines: lines of a doc comment that describe a finding in terms of the source.
//!
//! In: `> {s} += {A}[{i}] * {B}[{i}]`. Out: variables, an element of `A`, and the text between them.
//!
//! A doc comment may have several; a finding is described by the first headline whose variables all have
//! values.

use super::ast::Span;
use text::diagnostic::{Code, Diagnostic};

/// A parsed headline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// Text and variables, from left to right.
    pub pieces: Vec<Piece>,
}

/// A part of a headline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// `{x}`: the name of a value, or the expression that computes it.
    Value(String),
    /// `{= x}`: the expression that computes a value, even if the value has a name.
    Computation(String),
    /// `{! x}`: the negated comparison.
    Opposite(String),
    /// `{? x}`: no text, but the headline only applies if the variable has a value.
    Present(String),
    /// `{A}[{i}, {j} + 1]` or `{A}[{i}][{j}]`: an element of an array.
    Element(String, Vec<Vec<Piece>>),
}

/// The headlines of a doc comment, without the leading `>`.
pub fn lines(doc: &[String]) -> impl Iterator<Item = &str> {
    doc.iter().filter_map(|line| line.trim_start().strip_prefix('>')).map(str::trim)
}

impl Headline {
    /// Parses a headline.
    ///
    /// # Errors
    ///
    /// The bracket that is not closed, or is empty.
    pub fn parse(line: &str) -> Result<Headline, String> {
        let (pieces, rest) = pieces(line, &[])?;
        debug_assert!(rest.is_empty(), "without ends to stop at, all is read");
        Ok(Headline { pieces })
    }

    /// The names of its variables, from left to right.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        gather(&self.pieces, &mut names);
        names
    }
}

/// Warnings about the headlines of the specification at `span`, whose variables have these `names`.
pub fn mistakes(doc: &[String], span: Span, names: &[String]) -> Vec<Diagnostic> {
    let of_line = |line: &str| {
        let sayings = ["tells nothing", "is never told"];
        mistakes_of(&format!("> {line}"), Headline::parse(line), sayings, span, names)
    };
    lines(doc).flat_map(of_line).collect()
}

/// Warnings about a marked line that was `read`; `sayings` are the verbs for a line that cannot be read and
/// for one with an unknown variable.
pub(super) fn mistakes_of(
    line: &str,
    read: Result<Headline, String>,
    [unreadable, unused]: [&str; 2],
    span: Span,
    names: &[String],
) -> Vec<Diagnostic> {
    match read {
        Err(why) => {
            vec![Diagnostic::new(Code::Headline, span, format!("`{line}` {unreadable}: it has {why}"))]
        }
        Ok(read) => {
            let unknown = read.names().into_iter().filter(|name| !names.iter().any(|known| known == name));
            let warning = |name: &str| {
                let message = format!("`{line}` {unused}: there is no variable `{name}`");
                Diagnostic::new(Code::Headline, span, message).suggest(name, names)
            };
            unknown.map(warning).collect()
        }
    }
}

/// Appends the names in pieces. The recursion is as deep as elements nest, which the parser bounds.
fn gather<'p>(pieces: &'p [Piece], names: &mut Vec<&'p str>) {
    for piece in pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Value(name) | Piece::Computation(name) | Piece::Opposite(name) | Piece::Present(name) => {
                names.push(name)
            }
            Piece::Element(array, subscripts) => {
                names.push(array);
                subscripts.iter().for_each(|subscript| gather(subscript, names));
            }
        }
    }
}

/// The deepest nesting of elements in subscripts of elements.
const DEEPEST: usize = 8;

/// The pieces up to one of the `ends`, and the remaining text.
fn pieces<'t>(text: &'t str, ends: &[char]) -> Result<(Vec<Piece>, &'t str), String> {
    pieces_at(text, ends, DEEPEST)
}

fn pieces_at<'t>(mut text: &'t str, ends: &[char], depth: usize) -> Result<(Vec<Piece>, &'t str), String> {
    let mut all = Vec::new();
    loop {
        let stop = text.find(|c: char| c == '{' || ends.contains(&c)).unwrap_or(text.len());
        if stop > 0 {
            all.push(Piece::Text(text[..stop].to_owned()));
        }
        text = &text[stop..];
        let Some(behind) = text.strip_prefix('{') else { return Ok((all, text)) };
        let (name, rest) = behind.split_once('}').ok_or("a `{` without its `}`")?;
        let name = name.trim();
        let (sign, word) = match name.split_at_checked(1) {
            Some((sign @ ("=" | "?" | "!"), word)) => (sign, word.trim()),
            _ => ("", name),
        };
        if word.is_empty() {
            return Err("a variable without a name".to_owned());
        }
        text = rest;
        let name = word.to_owned();
        let is_element = sign.is_empty() && text.starts_with('[');
        if !is_element {
            all.push(match sign {
                "=" => Piece::Computation(name),
                "?" => Piece::Present(name),
                "!" => Piece::Opposite(name),
                _ => Piece::Value(name),
            });
            continue;
        }
        let depth = depth.checked_sub(1).ok_or("elements in too many subscripts")?;
        let (subscripts, rest) = subscripts(text, depth)?;
        all.push(Piece::Element(name, subscripts));
        text = rest;
    }
}

/// Parses `[e, f]` or `[e][f]`; also returns the remaining text.
fn subscripts(mut text: &str, depth: usize) -> Result<(Vec<Vec<Piece>>, &str), String> {
    let mut all = Vec::new();
    while let Some(mut inside) = text.strip_prefix('[') {
        loop {
            let (subscript, rest) = pieces_at(inside, &[',', ']'], depth)?;
            all.push(trimmed(subscript));
            match (rest.strip_prefix(','), rest.strip_prefix(']')) {
                (Some(rest), _) => inside = rest,
                (_, Some(rest)) => {
                    text = rest;
                    break;
                }
                _ => return Err("a `[` without its `]`".to_owned()),
            }
        }
    }
    Ok((all, text))
}

/// The pieces without leading and trailing blanks.
fn trimmed(mut pieces: Vec<Piece>) -> Vec<Piece> {
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        *text = text.trim_start().to_owned();
    }
    if let Some(Piece::Text(text)) = pieces.last_mut() {
        *text = text.trim_end().to_owned();
    }
    pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[Piece]) -> String {
        let one = |piece: &Piece| match piece {
            Piece::Text(text) => format!("'{text}'"),
            Piece::Value(name) => name.clone(),
            Piece::Computation(name) => format!("={name}"),
            Piece::Present(name) => format!("?{name}"),
            Piece::Opposite(name) => format!("!{name}"),
            Piece::Element(array, subscripts) => {
                let subscripts: Vec<String> = subscripts.iter().map(|s| shown(s)).collect();
                format!("{array}<{}>", subscripts.join(";"))
            }
        };
        pieces.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_are_read() {
        for (line, expect) in [
            ("a sum", "'a sum'"),
            ("{s} += {= s.next}", "s ' += ' =s.next"),
            ("{A}[{i}, {j} - 1] = 0", "A<i;j ' - 1'> ' = 0'"),
            ("{A}[{i}][ 2 ]", "A<i;'2'>"),
            ("{X}[{K}[{j}]] [x]", "X<K<j>> ' [x]'"),
            ("{? less}{s} -= {x}", "?less s ' -= ' x"),
            ("{k} where {! test}", "k ' where ' !test"),
            ("{tap[0]}, {A.stride[1]}", "tap[0] ', ' A.stride[1]"),
        ] {
            assert_eq!(Headline::parse(line).map(|line| shown(&line.pieces)).as_deref(), Ok(expect));
        }
        for (line, expect) in [
            ("{s", "a `{` without its `}`"),
            ("{}", "a variable without a name"),
            ("{A}[{i}", "a `[` without its `]`"),
            (&"{A}[".repeat(9), "elements in too many subscripts"),
        ] {
            assert_eq!(Headline::parse(line).map_err(|why| why.to_string()), Err(expect.to_owned()));
        }
    }

    #[test]
    fn names_are_those_of_subscripts_too() {
        let line = Headline::parse("{s} += {X}[{K}[{j}]]").unwrap();
        assert_eq!(line.names(), ["s", "X", "K", "j"]);
    }

    #[test]
    fn some_lines_of_a_comment_are_headlines() {
        let doc = [" A sum.", "", " > {s} += {x}", ">a -> b"].map(str::to_owned);
        assert_eq!(lines(&doc).collect::<Vec<_>>(), ["{s} += {x}", "a -> b"]);
    }
}
