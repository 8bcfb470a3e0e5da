//! The parser: tokens to the syntax tree, by recursive descent.
//!
//! All errors of a file are found in one run: after an error the parser resumes at the next `∧`, `∨`, `)`,
//! `End` or `Constraint`, and the specification is marked as not complete. No word is reserved but
//! `Constraint` and `End`, so keywords are recognised only where the grammar allows them. Nesting has a
//! limit, so that no later recursion over the tree overflows the stack.
//!
//! ```text
//! Constraint Loop ( include SESE ∧ {begin} ∈ {end}.successors ) End
//!   =>  Specification Loop: And [ Include SESE, InSuccessors begin end ]
//! ```

mod analysis;
mod atoms;
mod formula;
mod names;
mod pattern;
mod rewrite;
mod specifications;
mod terms;
#[cfg(test)]
mod tests;

use super::ast::{File, Index, Name, Span};
use super::lexer::{Comment, Token, TokenKind, lex, lookalike};
use super::pattern::tree::BinaryOperator;
use super::token_class::TokenClass;
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::{MAX_FILE_BYTES, SourceProblem, Sources};

/// The deepest nesting of formulas, of sets, and of successive `for`, `foreach` and `forany`.
pub const MAX_NESTING: u32 = 100;

/// A parsed file.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree.
    pub file: File,
    /// The comments, in order; the tree holds only those that document a specification.
    pub comments: Vec<Comment>,
    /// The recognised words, in order. [`classes`](super::classes) classifies the rest.
    pub words: Vec<(Span, TokenClass)>,
    /// Everything that may stand next where the text breaks off.
    pub expected: Vec<Expected>,
}

/// Parses a file of `sources`.
pub fn parse(sources: &Sources, file: u32, diagnostics: &mut Diagnostics) -> Parsed {
    let source = sources.file(file);
    if let Some(problem) = source.problem() {
        diagnostics.push(problem_diagnostic(file, problem));
        // A file with NUL is not text in another encoding but no text at all: further diagnostics would be
        // noise.
        if source.text().contains('\0') {
            return Parsed::default();
        }
    }
    let mut skipped = Diagnostics::new();
    let lexed = lex(file, source.text(), &mut skipped);
    // Replacement characters for undecodable bytes have been reported as an encoding error.
    let replaces = |position: &Diagnostic| {
        let at = position.primary.span.start as usize;
        source.problem().is_some() && source.text()[at..].starts_with('\u{fffd}')
    };
    skipped
        .iter()
        .filter(|position| !replaces(position))
        .for_each(|position| diagnostics.push(position.clone()));
    let mut parser = Parser {
        text: source.text(),
        tokens: &lexed.tokens,
        skipped: &lexed.skipped,
        at: 0,
        depth: 0,
        nesting: 0,
        parts: 0,
        behind_comparison: false,
        associative: 0,
        further: None,
        in_template: false,
        longer: Vec::new(),
        complete: true,
        gave_up: false,
        words: Vec::new(),
        expected: Vec::new(),
        diagnostics,
    };
    let uses = parser.uses();
    let mut specifications = parser.specifications();
    for specification in &mut specifications {
        specification.doc = documentation(source.text(), &lexed.comments, specification.span.start);
    }
    let (words, expected) = (parser.words, parser.expected);
    Parsed { file: File { uses, specifications }, comments: lexed.comments, words, expected }
}

/// Parses `NAME` or `NAME[N=8,M=2]`, as given at a command line: the name and its index parameters.
pub(super) fn parse_request(
    sources: &Sources,
    file: u32,
    diagnostics: &mut Diagnostics,
) -> Option<(Name, Vec<(Name, Index)>)> {
    let text = sources.file(file).text();
    let lexed = lex(file, text, diagnostics);
    let mut parser = Parser {
        text,
        tokens: &lexed.tokens,
        skipped: &lexed.skipped,
        at: 0,
        depth: 0,
        nesting: 0,
        parts: 0,
        behind_comparison: false,
        associative: 0,
        further: None,
        in_template: false,
        longer: Vec::new(),
        complete: true,
        gave_up: false,
        words: Vec::new(),
        expected: Vec::new(),
        diagnostics,
    };
    let name = parser.name(TokenClass::Specification, "the name of a specification").ok()?;
    let parameters = parser.parameters().ok()?;
    parser.expect(TokenKind::End).ok()?;
    Some((name, parameters))
}

fn problem_diagnostic(file: u32, problem: SourceProblem) -> Diagnostic {
    match problem {
        SourceProblem::NotUtf8 { offset } => {
            let span = Span { file, start: offset, end: offset + '\u{fffd}'.len_utf8() as u32 };
            Diagnostic::new(Code::NotUtf8, span, "this file is not UTF-8")
                .help("specifications are UTF-8 text; every operator has an ASCII spelling too")
        }
        SourceProblem::TooLarge => {
            Diagnostic::new(Code::FileTooLarge, Span { file, start: 0, end: 0 }, "this file is too large")
                .note(format!("a file of specifications has at most {} KiB", MAX_FILE_BYTES >> 10))
        }
    }
}

/// The comment lines directly above `start`, without an empty line in between.
fn documentation(text: &str, comments: &[Comment], start: u32) -> Vec<String> {
    let above = comments.partition_point(|comment| comment.span.start < start);
    let mut next = start as usize;
    let mut first = above;
    while first > 0 {
        let comment = &comments[first - 1];
        let between = text.get(comment.span.end as usize..next).unwrap_or("x");
        if !comment.own_line || !between.trim().is_empty() || between.matches('\n').count() != 1 {
            break;
        }
        next = comment.span.start as usize;
        first -= 1;
    }
    comments[first..above].iter().map(|comment| comment.text.clone()).collect()
}

/// The words that a specification may begin with.
const KEYWORDS: &[&str] = &["Constraint", "Rewrite"];

/// The words before `Fact`, with which a fact about functions begins.
const MODALITIES: &[&str] = &["must", "may"];

/// The suffixes of a formula.
const SUFFIXES: &[&str] = &["foreach", "forany", "for"];

/// The words and signs that may follow a parenthesised formula.
const BEHIND_FORMULA: &[&str] = &["∧", "∨", ")", "foreach", "forany", "for"];

/// Something that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A formula.
    Formula,
    /// A word or sign of the syntax.
    Word(String),
    /// A name of this class; for variables without braces.
    Name(TokenClass),
    /// A variable in braces.
    Variable,
    /// A constraint that binds nothing, or the variable of a pattern: behind `not`.
    Negatable,
    /// An operand of an expression.
    Operand,
}

impl Expected {
    fn words(words: &[&str]) -> impl Iterator<Item = Expected> {
        words.iter().map(|word| Expected::Word((*word).to_owned()))
    }
}

/// The mark of a reported error; the caller resumes where it can.
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// The places of characters that the lexer skipped.
    skipped: &'a [u32],
    at: usize,
    /// The number of enclosing formulas.
    depth: u32,
    /// The depth of the formula parsed last.
    nesting: u32,
    /// The number of operands and operators parsed of the current pattern.
    parts: u32,
    /// Whether a pattern with a comparison was parsed last.
    behind_comparison: bool,
    /// The number of enclosing `assoc`.
    associative: u32,
    /// The operator before a `…` that no `assoc` has consumed yet, with its place.
    further: Option<(BinaryOperator, Span)>,
    /// Whether a template of a rewrite is being parsed, not a pattern.
    in_template: bool,
    complete: bool,
    /// Whether the rest of the specification was skipped: missing parts are not reported then.
    gave_up: bool,
    words: Vec<(Span, TokenClass)>,
    expected: Vec<Expected>,
    /// Continuations of the atom that ends the text, if it has longer spellings.
    longer: Vec<Expected>,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek_second(&self) -> Token {
        self.ahead(1)
    }

    /// The token `count` tokens ahead.
    fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    fn word_of(&self, token: Token) -> &'a str {
        &self.text[token.span.range()]
    }

    fn is(&self, kind: TokenKind) -> bool {
        self.peek().kind == kind
    }

    fn is_word(&self, word: &str) -> bool {
        self.is(TokenKind::Word) && self.word_of(self.peek()) == word
    }

    /// The end of the previous token.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Takes a token and classifies words as keywords.
    fn advance(&mut self) -> Token {
        self.advance_as(TokenClass::Keyword)
    }

    /// Takes a token and classifies words as `class`.
    fn advance_as(&mut self, class: TokenClass) -> Token {
        let token = self.skip();
        if token.kind == TokenKind::Word {
            self.words.push((token.span, class));
        }
        token
    }

    /// Takes a token that was not recognised.
    fn skip(&mut self) -> Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let eaten = self.is(kind);
        if eaten {
            self.advance();
        }
        eaten
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let eaten = self.is_word(word);
        if eaten {
            self.advance();
        }
        eaten
    }

    /// Reports an error, unless the lexer skipped characters directly before the offending token: they have
    /// been reported.
    fn report<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.complete = false;
        if diagnostic.primary.span != self.peek().span || !self.follows_skipped() {
            self.diagnostics.push(diagnostic);
        }
        Err(Reported)
    }

    fn follows_skipped(&self) -> bool {
        let here = self.peek().span.start;
        let before = if self.at == 0 { 0 } else { self.last_span().end };
        let next = self.skipped.partition_point(|&position| position < before);
        self.skipped.get(next).is_some_and(|&position| position < here)
    }

    /// The next token, for messages.
    fn found(&self) -> String {
        match self.peek().kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", self.word_of(self.peek())),
        }
    }

    /// Records what may stand here, if the text breaks off here. Later expectations are ignored as guesses.
    fn note_expected(&mut self, expected: impl IntoIterator<Item = Expected>) {
        if self.is(TokenKind::End) && self.expected.is_empty() {
            self.expected.append(&mut self.longer);
            self.expected.extend(expected);
        }
    }

    fn unexpected<T>(&mut self, expected: &str) -> Parse<T> {
        let message = format!("expected {expected}, found {}", self.found());
        let span = self.peek().span;
        let diagnostic =
            Diagnostic::new(Code::UnexpectedToken, span, message).label(format!("expected {expected}"));
        let diagnostic = self.one_is_enough(diagnostic);
        self.report(diagnostic)
    }

    /// Whether a C cast such as `(float)` precedes the current token.
    fn follows_cast(&self) -> bool {
        let at = self.at.min(self.tokens.len() - 1);
        let [open, word] = [3, 2].map(|back| self.tokens[at.saturating_sub(back)]);
        open.kind == TokenKind::OpenParen && word.kind == TokenKind::Word
    }

    /// Adds advice if `==` was written.
    fn one_is_enough(&self, diagnostic: Diagnostic) -> Diagnostic {
        let (here, behind) = (self.peek(), self.ahead(1));
        let is_update = behind.kind == TokenKind::Equal && behind.span.start == here.span.end;
        let diagnostic = match lookalike(self.word_of(here)).filter(|_| self.is(TokenKind::Sign)) {
            _ if is_update && matches!(self.word_of(here), "/" | "%") => {
                diagnostic.help("a loop takes values up by `+=` `-=` `*=` `&=` `|=` `^=` `min=` `max=`")
            }
            Some(ours) => diagnostic.help(format!("CAnDL writes `{ours}` here")),
            None => diagnostic,
        };
        let before = self.tokens[self.at.saturating_sub(1)];
        let diagnostic = match (before.kind, self.peek().kind) {
            (TokenKind::Word, TokenKind::OpenBracket) => {
                diagnostic.help(format!("variables stand in braces: `{{{}}}[{{i}}]`", self.word_of(before)))
            }
            (TokenKind::CloseParen, TokenKind::OpenBrace | TokenKind::Number) if self.follows_cast() => diagnostic
                .help("there are no casts as in C: they are looked through, or asked for as in `sext(e)`, `zext(e)`, `trunc(e)`, `sitofp(e)`, `fpext(e)`"),
            _ => diagnostic,
        };
        let of_element = self.is(TokenKind::OpenBracket)
            && self.word_of(self.tokens[self.at.saturating_sub(1)]).ends_with('}');
        let diagnostic = match of_element {
            true => diagnostic
                .help("an element is read by `{x} ~ {A}[{i}]`, and written by `{st} ~ {A}[{i}] := {x}`"),
            false => diagnostic,
        };
        let twice = self.is(TokenKind::Equal) && self.word_of(self.tokens[self.at.saturating_sub(1)]) == "=";
        if twice { diagnostic.help("one `=` is enough") } else { diagnostic }
    }

    /// Like [`unexpected`](Self::unexpected), and suggests the nearest of the words that may stand here.
    fn unexpected_word<T>(&mut self, expected: &str, words: &[&str]) -> Parse<T> {
        let message = format!("expected {expected}, found {}", self.found());
        self.note_expected(words.iter().map(|word| Expected::Word((*word).to_owned())));
        let token = self.peek();
        let written = self.word_of(token);
        let diagnostic =
            Diagnostic::new(Code::UnexpectedToken, token.span, message).label(format!("expected {expected}"));
        let diagnostic = self.one_is_enough(diagnostic.suggest(written, words));
        self.report(diagnostic)
    }

    fn expect(&mut self, kind: TokenKind) -> Parse<Token> {
        if self.is(kind) { Ok(self.advance()) } else { self.unexpected(spelling(kind)) }
    }

    /// Parses the words of a phrase, one after the other: `control dominance to`.
    fn phrase(&mut self, words: &[&str]) -> Parse<()> {
        for word in words {
            if !self.eat_word(word) {
                return self.unexpected_word(&format!("`{word}`"), &[word]);
            }
        }
        Ok(())
    }

    /// Parses a closing bracket. A missing one is reported together with its opening one, and assumed present
    /// if the current token can follow it.
    fn close(&mut self, kind: TokenKind, opening: Span) -> Parse<Span> {
        if self.is(kind) {
            return Ok(self.advance().span);
        }
        if self.gave_up {
            return Err(Reported);
        }
        let goes_on = if kind == TokenKind::CloseParen { BEHIND_FORMULA } else { &[] };
        self.note_expected(Expected::words(goes_on));
        let expected = spelling(kind);
        let message = format!("expected {expected}, found {}", self.found());
        let diagnostic = Diagnostic::new(Code::Unclosed, self.peek().span, message)
            .label(format!("expected {expected}"))
            .also(opening, "opened here");
        let diagnostic = match self.peek().kind {
            TokenKind::And | TokenKind::Or if kind == TokenKind::CloseParen && self.parts > 0 => {
                diagnostic.help("within a pattern `&` and `|` join truth values: `{x} < 3 | {y} < 4`")
            }
            _ => diagnostic,
        };
        let before = self.last_span();
        let goes_on = self.goes_on_without(kind);
        let reported = self.report(diagnostic);
        if goes_on { Ok(Span { start: before.end, ..before }) } else { reported }
    }

    /// Whether the current token makes sense behind a closing bracket.
    fn goes_on_without(&self, closing: TokenKind) -> bool {
        use TokenKind::{Arrow, CloseBrace, CloseParen, Comma, Dot, Equal, In, NotEqual};
        match closing {
            CloseParen => self.is_boundary() || self.is(TokenKind::At),
            _ => matches!(
                self.peek().kind,
                Arrow | CloseBrace | CloseParen | Comma | Dot | Equal | In | NotEqual
            ),
        }
    }

    /// Whether a specification begins or ends here, or the file ends.
    fn is_boundary(&self) -> bool {
        self.is(TokenKind::End) || self.is_word("End") || self.begins_specification()
    }

    fn begins_specification(&self) -> bool {
        let is_keyword = |at: usize| {
            let token = self.ahead(at);
            token.kind == TokenKind::Word && KEYWORDS.contains(&self.word_of(token))
        };
        let is_fact = |at: usize| {
            let is_word = |at: usize, among: &[&str]| {
                let token = self.ahead(at);
                token.kind == TokenKind::Word && among.contains(&self.word_of(token))
            };
            is_word(at, MODALITIES) && is_word(at + 1, &["Fact"])
        };
        let is_analysis = |at: usize| {
            let (word, name) = (self.ahead(at), self.ahead(at + 1));
            word.kind == TokenKind::Word && self.word_of(word) == "Analysis" && name.kind == TokenKind::Word
        };
        let begins = |at: usize| is_keyword(at) || is_fact(at) || is_analysis(at);
        begins(0) || self.is_word("private") && begins(1)
    }

    /// Skips to a token where a formula can continue: an `∧`, `∨` or `)` outside of nested brackets, `End`,
    /// or `Constraint`.
    fn recover(&mut self) {
        let mut open = 0u32;
        while !self.is_boundary() {
            match self.peek().kind {
                TokenKind::And | TokenKind::Or if open == 0 => return,
                TokenKind::CloseParen if open == 0 => return,
                TokenKind::CloseParen => open -= 1,
                TokenKind::OpenParen => open += 1,
                TokenKind::Word if open == 0 && self.is_letter_operator() => return,
                _ => {}
            }
            self.skip();
        }
    }

    /// Whether `and` or `or` stands here as an operator, not as the opcode behind `=`.
    fn is_letter_operator(&self) -> bool {
        let behind_equal = self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Equal;
        let in_braces = self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::OpenBrace;
        !behind_equal && !in_braces && (self.is_word("and") || self.is_word("or"))
    }
}

/// The usual spelling of a kind of token.
fn spelling(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Word => "a name",
        TokenKind::Number => "a number",
        TokenKind::Text => "a string",
        TokenKind::OpenParen => "`(`",
        TokenKind::CloseParen => "`)`",
        TokenKind::OpenBrace => "`{`",
        TokenKind::CloseBrace => "`}`",
        TokenKind::OpenBracket => "`[`",
        TokenKind::CloseBracket => "`]`",
        TokenKind::Comma => "`,`",
        TokenKind::Dot => "`.`",
        TokenKind::DotDot => "`..`",
        TokenKind::Ellipsis => "`…`",
        TokenKind::Equal => "`=`",
        TokenKind::NotEqual => "`≠`",
        TokenKind::Arrow => "`->`",
        TokenKind::At => "`@`",
        TokenKind::Plus => "`+`",
        TokenKind::Minus => "`-`",
        TokenKind::Sign => "an operator",
        TokenKind::And => "`∧`",
        TokenKind::Or => "`∨`",
        TokenKind::In => "`∈`",
        TokenKind::Phi => "`Φ`",
        TokenKind::End => "the end",
    }
}
