//! The lexer: text to tokens and comments.
//!
//! Unicode operators and their ASCII equivalents made of signs become one token. The equivalents made of
//! letters (`and`, `or`, `in`, `phi`) stay words, because no word is reserved and only the grammar decides
//! whether an operator may stand there. Every text is lexed: characters that begin no token are reported and
//! skipped.
//!
//! ```text
//! ({x} ∈ {y}.args && …    =>    ( { x } ∈ { y } . args ∧ …
//! ```

use super::ast::Span;
use super::number::character;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `[A-Za-z_][A-Za-z0-9_]*`
    Word,
    /// Digits, perhaps with a fraction and an exponent; hexadecimal ones behind `0x`; a character in quotes.
    Number,
    /// `"…"`, the quotes included in the span.
    Text,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `…` `...`
    Ellipsis,
    /// `=`
    Equal,
    /// `≠` `!=`
    NotEqual,
    /// `->`
    Arrow,
    /// `@`
    At,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// An operator that only patterns or terms have: `* / % & | ^ ~ < <= > >= ≤ ≥ << >> ? :`
    Sign,
    /// `∧` `&&`
    And,
    /// `∨` `||`
    Or,
    /// `∈`
    In,
    /// `Φ`
    Phi,
    /// The end of the file.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its place in the text.
    pub span: Span,
}

/// A comment: `#` to the end of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text without the `#` and without trailing white space.
    pub text: String,
    /// The place, including the `#`.
    pub span: Span,
    /// Whether nothing but white space stands before it on its line.
    pub own_line: bool,
    /// Whether an empty line stands before it.
    pub after_blank: bool,
}

/// A file as tokens.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// The tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// The comments, in order.
    pub comments: Vec<Comment>,
    /// The places of skipped characters, which were reported; ascending.
    pub skipped: Vec<u32>,
}

/// The operators, each before its prefixes.
const OPERATORS: &[(&str, TokenKind)] = &[
    ("&&", TokenKind::And),
    ("||", TokenKind::Or),
    ("!=", TokenKind::NotEqual),
    ("->", TokenKind::Arrow),
    ("...", TokenKind::Ellipsis),
    ("…", TokenKind::Ellipsis),
    ("..", TokenKind::DotDot),
    ("∧", TokenKind::And),
    ("∨", TokenKind::Or),
    ("∈", TokenKind::In),
    ("≠", TokenKind::NotEqual),
    ("Φ", TokenKind::Phi),
    ("(", TokenKind::OpenParen),
    (")", TokenKind::CloseParen),
    ("{", TokenKind::OpenBrace),
    ("}", TokenKind::CloseBrace),
    ("[", TokenKind::OpenBracket),
    ("]", TokenKind::CloseBracket),
    (",", TokenKind::Comma),
    (".", TokenKind::Dot),
    ("=", TokenKind::Equal),
    ("@", TokenKind::At),
    ("+", TokenKind::Plus),
    ("-", TokenKind::Minus),
    ("<<", TokenKind::Sign),
    (">>", TokenKind::Sign),
    ("<=", TokenKind::Sign),
    ("≤", TokenKind::Sign),
    ("≥", TokenKind::Sign),
    (">=", TokenKind::Sign),
    ("<", TokenKind::Sign),
    (">", TokenKind::Sign),
    ("*", TokenKind::Sign),
    ("/", TokenKind::Sign),
    ("%", TokenKind::Sign),
    ("&", TokenKind::Sign),
    ("|", TokenKind::Sign),
    ("^", TokenKind::Sign),
    ("~", TokenKind::Sign),
    ("?", TokenKind::Sign),
    (":=", TokenKind::Sign),
    (":", TokenKind::Sign),
];

/// Characters often typed instead of an operator of the language.
const LOOKALIKES: &[(&str, &str)] = &[
    ("/\\", "∧` or `&&"),
    ("\\/", "∨` or `||"),
    ("&", "∧` or `&&"),
    ("|", "∨` or `||"),
    ("⋀", "∧` or `&&"),
    ("⋁", "∨` or `||"),
    ("!", "≠` or `!="),
    ("ϵ", "∈` or `in"),
    ("ε", "∈` or `in"),
    ("∊", "∈` or `in"),
    ("φ", "Φ` or `phi"),
    ("ϕ", "Φ` or `phi"),
    ("→", "->"),
    ("–", "-"),
    ("−", "-"),
    ("“", "\""),
    ("”", "\""),
    ("'", "\""),
    (":", "="),
    (";", "∧"),
    ("/", "#"),
];

/// The lookalikes that are a prefix of an operator or extend one.
const LOOKALIKE_PAIRS: [&str; 2] = ["/\\", "\\/"];

/// The token that a lookalike probably stands for.
pub(super) fn lookalike(text: &str) -> Option<&'static str> {
    LOOKALIKES.iter().find(|(theirs, _)| text.starts_with(theirs)).map(|(_, ours)| *ours)
}

/// Lexes a file.
pub fn lex(file: u32, text: &str, diagnostics: &mut Diagnostics) -> Lexed {
    let mut lexer = Lexer { file, text, at: 0, lexed: Lexed::default(), diagnostics };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while lexer.at < text.len() {
        lexer.step();
    }
    let end = lexer.span(text.len());
    lexer.lexed.tokens.push(Token { kind: TokenKind::End, span: end });
    lexer.lexed
}

struct Lexer<'a> {
    file: u32,
    text: &'a str,
    at: usize,
    lexed: Lexed,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The place from `start` to the current position.
    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at.max(start) as u32 }
    }

    /// Lexes one token, comment or stretch of white space, or reports an unexpected character.
    fn step(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        match first {
            _ if first.is_whitespace() => self.skip_while(char::is_whitespace),
            '#' => self.comment(),
            '"' => self.string(),
            'A'..='Z' | 'a'..='z' | '_' => {
                let start = self.at;
                self.skip_while(is_word);
                self.push(TokenKind::Word, start);
            }
            '0'..='9' => self.number(),
            '\'' if let Some((_, length)) = character(self.rest()) => {
                let start = self.at;
                self.at += length;
                self.push(TokenKind::Number, start);
            }
            _ => self.operator(),
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span(start);
        self.lexed.tokens.push(Token { kind, span });
    }

    fn skip_while(&mut self, accepts: impl Fn(char) -> bool) {
        self.at += self.rest().find(|c| !accepts(c)).unwrap_or(self.rest().len());
    }

    fn comment(&mut self) {
        let start = self.at;
        self.skip_while(|c| c != '\n');
        let text = self.text[start + 1..self.at].trim_end().to_owned();
        let before = self.text[..start].trim_end_matches([' ', '\t', '\r']);
        let own_line = before.is_empty() || before.ends_with(['\n', '\u{feff}']);
        let line_break = before.strip_suffix('\n').map(|above| above.trim_end_matches([' ', '\t', '\r']));
        let after_blank = line_break.is_some_and(|above| above.is_empty() || above.ends_with('\n'));
        let span = self.span(start);
        self.lexed.comments.push(Comment { text, span, own_line, after_blank });
    }

    fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        self.skip_while(|c| c != '"' && c != '\n');
        if self.rest().starts_with('"') {
            self.at += 1;
        } else {
            // The closing quote is missing: the text ends before the first character that no type or name
            // contains.
            let goes_on = &self.text[start + 1..self.at];
            let end =
                [")", "}", "∧", "∨", "&&", "||", "#"].iter().filter_map(|sign| goes_on.find(sign)).min();
            self.at = start + 1 + goes_on[..end.unwrap_or(goes_on.len())].trim_end().len();
            let span = self.span(start);
            self.diagnostics.push(
                Diagnostic::new(Code::UnterminatedString, span, "this string does not end on its line")
                    .help("add the closing `\"`"),
            );
        }
        self.push(TokenKind::Text, start);
    }

    /// Lexes digits; a fraction needs a digit behind the dot, so that `0..4` stays a range.
    fn number(&mut self) {
        let start = self.at;
        let digit = |c: char| c.is_ascii_digit();
        let hexadecimal = self.rest().strip_prefix("0x").or_else(|| self.rest().strip_prefix("0X"));
        if hexadecimal.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_hexdigit())) {
            self.at += "0x".len();
            self.skip_while(|c| c.is_ascii_hexdigit());
            return self.push(TokenKind::Number, start);
        }
        self.skip_while(digit);
        if self.rest().starts_with('.') && self.rest()[1..].starts_with(digit) {
            self.at += 1;
            self.skip_while(digit);
        }
        if let Some(exponent) = self.rest().strip_prefix(['e', 'E']) {
            let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if unsigned.starts_with(digit) {
                self.at += self.rest().len() - unsigned.len();
                self.skip_while(digit);
            }
        }
        self.push(TokenKind::Number, start);
    }

    fn operator(&mut self) {
        let start = self.at;
        let is_operator = !LOOKALIKE_PAIRS.iter().any(|pair| self.rest().starts_with(pair));
        match OPERATORS.iter().find(|(text, _)| is_operator && self.rest().starts_with(text)) {
            Some((text, kind)) => {
                self.at += text.len();
                self.push(*kind, start);
            }
            None => self.unexpected(),
        }
    }

    /// Reports a stretch of characters that begin no token as one error.
    fn unexpected(&mut self) {
        let start = self.at;
        let stray = self.rest().chars().next().unwrap_or_default();
        if LOOKALIKE_PAIRS.iter().any(|pair| self.rest().starts_with(pair)) {
            self.at += 2;
        }
        let begins_token = |rest: &str| OPERATORS.iter().any(|(text, _)| rest.starts_with(text));
        while let Some(next) = self.rest().chars().next() {
            let known = next.is_whitespace() || is_word(next) || next == '#' || next == '"';
            if known || begins_token(self.rest()) {
                break;
            }
            self.at += next.len_utf8();
        }
        let span = self.span(start);
        self.lexed.skipped.push(span.start);
        let message = format!("unexpected character `{}`", stray.escape_debug());
        let mut diagnostic = Diagnostic::new(Code::UnexpectedCharacter, span, message);
        let skipped = &self.text[span.range()];
        diagnostic = match lookalike(skipped) {
            Some(_) if skipped == "!" && self.rest().starts_with(['(', '{']) => diagnostic
                .help("that there is none is written `none ( … )`, and in a pattern the opposite comparison"),
            Some(_) if skipped.starts_with(';') => diagnostic.help(
                "constraints have no `;` at their end: `∧` or `&&` joins them, and `#` begins a comment",
            ),
            Some(ours) => diagnostic.help(format!("CAnDL writes `{ours}` here")),
            None => diagnostic,
        };
        self.diagnostics.push(diagnostic);
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code and byte range of each diagnostic.
    type Reports = Vec<(Code, u32, u32)>;

    /// The kinds of all tokens but the last, the diagnostics, and the comments.
    fn lexed(text: &str) -> (Vec<TokenKind>, Reports, Vec<Comment>) {
        let mut diagnostics = Diagnostics::new();
        let lexed = lex(0, text, &mut diagnostics);
        let kinds =
            lexed.tokens.iter().map(|token| token.kind).filter(|kind| *kind != TokenKind::End).collect();
        let reports =
            diagnostics.iter().map(|d| (d.code, d.primary.span.start, d.primary.span.end)).collect();
        (kinds, reports, lexed.comments)
    }

    #[test]
    fn unicode_operators_and_their_twins_are_one_token() {
        for (unicode, ascii) in [("∧", "&&"), ("∨", "||"), ("≠", "!=")] {
            assert_eq!(lexed(unicode), lexed(ascii));
            assert_eq!(lexed(ascii).0.len(), 1);
        }
        assert_eq!(lexed("and in phi or").0, [TokenKind::Word; 4]);
        assert_eq!(lexed("∈Φ").0, [TokenKind::In, TokenKind::Phi]);
    }

    #[test]
    fn numbers_leave_ranges_alone() {
        use TokenKind::*;
        assert_eq!(lexed("0..4").0, [Number, DotDot, Number]);
        assert_eq!(lexed("1.5e-3").0, [Number]);
        assert_eq!(lexed("1.x").0, [Number, Dot, Word]);
        assert_eq!(lexed("1e").0, [Number, Word]);
        assert_eq!(lexed("-> -1").0, [Arrow, Minus, Number]);
    }

    #[test]
    fn strays_are_reported_and_skipped() {
        assert_eq!(
            lexed("a ; b"),
            (vec![TokenKind::Word; 2], vec![(Code::UnexpectedCharacter, 2, 3)], vec![])
        );
        assert_eq!(lexed("a ! b").1, [(Code::UnexpectedCharacter, 2, 3)]);
        assert_eq!(lexed("→→").1, [(Code::UnexpectedCharacter, 0, 6)]);
        assert_eq!(lexed("\"ab\nc").1, [(Code::UnterminatedString, 0, 3)]);
        let (tokens, reports, _) = lexed("\"<4 x i8> ) End");
        assert_eq!(tokens, [TokenKind::Text, TokenKind::CloseParen, TokenKind::Word]);
        assert_eq!(reports, [(Code::UnterminatedString, 0, 9)]);
        assert_eq!(lexed("\"ab\"").1, []);
        assert_eq!(lexed("\u{feff}a").1, []);
    }

    #[test]
    fn comments_know_their_surroundings() {
        let comments = lexed("# one\na # two  \r\n\n  # three").2;
        let found: Vec<_> = comments.iter().map(|c| (c.text.as_str(), c.own_line, c.after_blank)).collect();
        assert_eq!(found, [(" one", true, false), (" two", false, false), (" three", true, true)]);
    }
}
