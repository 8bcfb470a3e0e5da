//! Tokens of C and C++ sources, as far as small edits need them.
//!
//! In: the text of a file. Out: words, numbers, literals, signs and directives in its order, without comments.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or a keyword.
    Word,
    /// A number.
    Number,
    /// A string or a character.
    Literal,
    /// A sign, such as `->`.
    Sign,
    /// A line of the preprocessor, with the lines that continue it.
    Directive,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    /// Its first byte in the text.
    pub(super) at: usize,
}

impl Token<'_> {
    /// The byte behind its last one.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it is a sign or a word with this text.
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Sign | TokenKind::Word) && self.text == text
    }
}

/// The signs of two and three characters, longer ones first.
const SIGNS: [&str; 25] = [
    "<<=", ">>=", "...", "->*", "<=>", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::",
];

/// The tokens of a text; `None` if a comment or a literal is not closed, or a literal is a raw one.
pub(super) fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut all = Vec::new();
    let mut at = 0;
    let mut begins_line = true;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first == '\n' {
            begins_line = true;
        }
        if first.is_whitespace() || rest.starts_with("\\\n") || rest.starts_with("\\\r\n") {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += logical_line(rest);
            continue;
        }
        if rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
            continue;
        }
        let (kind, length) = match first {
            '#' if begins_line => (TokenKind::Directive, logical_line(rest)),
            '"' | '\'' => (TokenKind::Literal, literal(rest, first)?),
            '0'..='9' => (TokenKind::Number, number(rest)),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => (TokenKind::Number, number(rest)),
            _ if is_word(first) => (TokenKind::Word, rest.find(|c| !is_word(c)).unwrap_or(rest.len())),
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                (TokenKind::Sign, sign.map_or(first.len_utf8(), str::len))
            }
        };
        let token = Token { kind, text: &rest[..length], at };
        if kind == TokenKind::Word && token.text.ends_with('R') && rest[length..].starts_with('"') {
            return None;
        }
        all.push(token);
        begins_line = false;
        at += length;
    }
    Some(all)
}

/// Whether a character may stand in an identifier.
fn is_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// The length of a line together with those that continue it.
fn logical_line(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            return length - (line.len() - line.trim_end_matches('\n').len());
        }
    }
    length
}

/// The length of a string or a character, with its quotes.
fn literal(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return None,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a number, as the preprocessor reads it: `1e+5`, `1'000`, `0x1p-3f`.
fn number(text: &str) -> usize {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let is_exponent = matches!(c, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        let separates = c == '\'' && text[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric());
        if !(is_word(c) || c == '.' || is_exponent || separates) {
            return at;
        }
        before = c;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Option<Vec<&str>> {
        Some(tokens(text)?.into_iter().map(|token| token.text).collect())
    }

    #[test]
    fn a_text_is_parted() {
        let text = "#define A \\\n 1\nfor (i = 0x1p-3; p->q[i]; /* \" */ s += \"a\\\"b\") // x\n  .5;";
        let expect = [
            "#define A \\\n 1",
            "for",
            "(",
            "i",
            "=",
            "0x1p-3",
            ";",
            "p",
            "->",
            "q",
            "[",
            "i",
            "]",
            ";",
            "s",
            "+=",
            "\"a\\\"b\"",
            ")",
            ".5",
            ";",
        ];
        assert_eq!(texts(text).unwrap(), expect);
        assert_eq!(texts("// a \\\n b\nc").unwrap(), ["c"]);
        assert_eq!(tokens("#x\ny").unwrap()[1].at, 3);
        assert_eq!(texts("a # b").unwrap(), ["a", "#", "b"]);
    }

    #[test]
    fn what_is_not_closed_or_raw_is_refused() {
        for text in ["/* a", "\"a", "'a\n'", "R\"(a)\"", "u8R\"(a)\""] {
            assert_eq!(tokens(text), None, "{text}");
        }
    }
}
