//! Occurrences of variables in formulas and headlines.
//!
//! Occurrences are found in the tokens, so that incomplete text has them, too. A name that belongs to an
//! included specification, such as `u` in `include X({u}->{v})`, is marked.
//!
//! ```text
//! {loop.begin[i]}   =>   `loop`, `begin`, each with its place
//! ```

use super::view::View;
use lang::candl::ast::{FormulaKind, Include, Span, Specification, Symbol, each_formula};
use lang::candl::classes::Classified;
use lang::candl::token_class::TokenClass;

/// An occurrence of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    /// The words of its name with their places, without indices.
    pub(super) words: Vec<(String, Span)>,
    /// The place of the whole name, without braces.
    pub(super) span: Span,
    /// Whether the name belongs to an included specification.
    pub(super) is_inside: bool,
}

impl Occurrence {
    /// Whether its name begins with these words.
    pub(super) fn is_below(&self, words: &[&str]) -> bool {
        self.words.len() >= words.len() && self.words.iter().zip(words).all(|((own, _), word)| own == word)
    }

    /// The position of the word at a byte.
    pub(super) fn word_at(&self, offset: usize) -> Option<usize> {
        let offset = offset as u32;
        self.words.iter().position(|(_, span)| (span.start..=span.end).contains(&offset))
    }
}

/// The includes of a specification.
pub(super) fn includes(specification: &Specification) -> Vec<&Include> {
    let mut found = Vec::new();
    for formula in specification.formulas() {
        each_formula(formula, true, &mut |formula| {
            if let FormulaKind::Include(include) = &formula.kind {
                found.push(include);
            }
        });
    }
    found
}

/// The names of the facts and analyses that a specification uses.
pub(super) fn uses(specification: &Specification) -> Vec<&Symbol> {
    let mut found = Vec::new();
    for formula in specification.formulas() {
        each_formula(formula, true, &mut |formula| {
            if let FormulaKind::Atom(atom) = &formula.kind {
                found.extend(atom.uses());
            }
        });
    }
    found
}

/// The byte range of a specification with its doc comment.
pub(super) fn extent(specification: &Specification, tokens: &[Classified]) -> (u32, u32) {
    let start = specification.span.start;
    let first = tokens.partition_point(|token| token.span.start < start);
    let is_comment = |token: &&Classified| {
        matches!(token.class, TokenClass::Comment | TokenClass::Headline | TokenClass::Variable)
    };
    let above = tokens[..first].iter().rev().take_while(is_comment).last();
    (above.map_or(start, |token| token.span.start), specification.span.end)
}

/// The occurrences in a specification of the view's text.
pub(super) fn occurrences(view: &View, specification: &Specification) -> Vec<Occurrence> {
    let (start, end) = extent(specification, view.tokens());
    let inside: Vec<Span> = includes(specification)
        .iter()
        .flat_map(|include| include.placing.renames.iter().map(|(inside, _)| inside.span))
        .collect();
    let mut found = named_in(view.text(), view.tokens(), (start, end));
    for occurrence in &mut found {
        let holds = |span: &Span| span.start <= occurrence.span.start && occurrence.span.end <= span.end;
        occurrence.is_inside = inside.iter().any(holds);
    }
    found
}

/// The occurrences between two bytes of a text.
pub(super) fn named_in(text: &str, tokens: &[Classified], (start, end): (u32, u32)) -> Vec<Occurrence> {
    let from = tokens.partition_point(|token| token.span.start < start);
    let to = tokens.partition_point(|token| token.span.start < end);
    let tokens = &tokens[from..to];
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        let word = &text[token.span.range()];
        if token.class != TokenClass::Variable {
            at += 1;
        } else if word.contains(['.', '[']) {
            // In a headline a name is one token.
            found.push(Occurrence { words: words_of(word, token.span), span: token.span, is_inside: false });
            at += 1;
        } else {
            let behind = path_end(text, tokens, at);
            let is_path = at.checked_sub(1).is_some_and(|before| &text[tokens[before].span.range()] == ".");
            let is_word = |token: &&Classified| token.class == TokenClass::Variable;
            let words = tokens[at..behind].iter().filter(is_word);
            let words = words.map(|token| (text[token.span.range()].to_owned(), token.span)).collect();
            let span = token.span.to(tokens[behind - 1].span);
            // A path behind a set in braces has no name of its own.
            if !is_path {
                found.push(Occurrence { words, span, is_inside: false });
            }
            at = behind;
        }
    }
    found
}

/// The position of the token behind the variable's name that begins at `from`.
fn path_end(text: &str, tokens: &[Classified], from: usize) -> usize {
    let is = |at: usize, sign: &str| tokens.get(at).is_some_and(|token| &text[token.span.range()] == sign);
    let mut at = from + 1;
    loop {
        let is_field = |token: &Classified| matches!(token.class, TokenClass::Variable | TokenClass::Number);
        if is(at, ".") && tokens.get(at + 1).is_some_and(is_field) {
            at += 2;
        } else if is(at, "[") {
            let close = (at..tokens.len()).find(|at| is(*at, "]") || is(*at, "}"));
            match close.filter(|close| is(*close, "]")) {
                // In `{A}[{i}]` the brace is closed before the bracket, so it is an element; `{a[i]}` is a
                // name.
                Some(close) => at = close + 1,
                None => return at,
            }
        } else {
            return at;
        }
    }
}

/// The words of `a.b[0]` with their places.
fn words_of(text: &str, span: Span) -> Vec<(String, Span)> {
    let (mut words, mut start) = (Vec::new(), 0);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut depth = 0u32;
    for (at, c) in text.char_indices().chain([(text.len(), '.')]) {
        if !is_word(c) {
            if start < at && depth == 0 {
                let place = Span { start: span.start + start as u32, end: span.start + at as u32, ..span };
                words.push((text[start..at].to_owned(), place));
            }
            start = at + c.len_utf8();
            depth = match c {
                '[' => depth + 1,
                ']' => depth.saturating_sub(1),
                _ => depth,
            };
        }
    }
    words
}
