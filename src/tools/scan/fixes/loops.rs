//! The loop whose condition has a part of a line, if a line can stand before the loop and does the same there.
//!
//! In: `for (size_t i = 0; i < strlen(s); i++)` and the place of `strlen(s)`. Out: the line of the `for`.

use super::file::File;
use super::tokens::{Token, TokenKind};
use std::ops::Range;

/// A loop.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Loop {
    /// The tokens from its first word to the end of its head.
    pub(super) head: Range<usize>,
    /// Its first line, from 0.
    pub(super) line: usize,
}

/// The loop whose condition has the tokens from `first` to `behind`, which it computes first of all.
pub(super) fn around(file: &File<'_>, first: usize, behind: usize) -> Result<Loop, String> {
    let tokens = &file.tokens;
    let refused = |why: &str| Err(why.to_owned());
    let Some((open, separators)) = opening(tokens, first) else {
        return refused("it is not in the condition of a loop");
    };
    let word = open - 1;
    let is_for = tokens[word].is("for");
    let Some(close) = closing(tokens, open) else { return refused("the head of the loop does not end") };
    let lines = [word, close].map(|at| file.line_of(tokens[at].at));
    if lines[0] != lines[1] {
        return refused("the head of the loop is on several lines");
    }
    let condition = match (is_for, separators[..].first()) {
        (true, Some(separator)) if separators.len() == 1 => separator + 1,
        (false, None) => open + 1,
        _ => return refused("it is not in the condition of a loop"),
    };
    if !is_for && tokens.get(close + 1).is_some_and(|token| token.is(";")) {
        return refused("it is not at the beginning of a loop");
    }
    let may_be_left_out =
        |token: &Token<'_>| ["&&", "||", "?", "and", "or"].iter().any(|sign| token.is(sign));
    if tokens[condition..first].iter().any(may_be_left_out) {
        return refused("the condition does not always compute it");
    }
    if is_for && !is_harmless(&tokens[open + 1..condition - 1], &tokens[first..behind], file.is_c) {
        return refused("the loop may change it before the first round");
    }
    match begins_statement(file, word) {
        true => Ok(Loop { head: word..close + 1, line: lines[0] }),
        false => refused("no line can stand before the loop"),
    }
}

/// The bracket that opens the head of the loop around a token, and the `;` between them.
fn opening(tokens: &[Token<'_>], from: usize) -> Option<(usize, Vec<usize>)> {
    let mut depth = 0;
    let mut separators = Vec::new();
    for at in (1..from).rev() {
        let token = &tokens[at];
        match token.text {
            _ if token.kind == TokenKind::Directive => return None,
            "{" | "}" if token.kind == TokenKind::Sign => return None,
            ")" if token.kind == TokenKind::Sign => depth += 1,
            "(" if token.kind == TokenKind::Sign && depth > 0 => depth -= 1,
            "(" if token.kind == TokenKind::Sign && begins_loop(&tokens[at - 1]) => {
                return Some((at, separators));
            }
            ";" if token.kind == TokenKind::Sign && depth == 0 => separators.push(at),
            _ => {}
        }
    }
    None
}

/// Whether a head with a condition follows a word.
fn begins_loop(word: &Token<'_>) -> bool {
    word.is("for") || word.is("while")
}

/// The bracket that closes the one at `open`.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" if token.kind == TokenKind::Sign => depth += 1,
            ")" if token.kind == TokenKind::Sign => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether the first part of a `for` changes nothing that the `hoisted` tokens depend on.
fn is_harmless(start: &[Token<'_>], hoisted: &[Token<'_>], is_c: bool) -> bool {
    let declares = start.len() > 1 && start[0].kind == TokenKind::Word && start[1].kind == TokenKind::Word;
    let effects = ["(", "[", "*", ".", "->", "&", "++", "--", "{"];
    let is_plain = |token: &Token<'_>| !effects.iter().any(|sign| token.is(sign));
    let is_hoisted =
        |token: &Token<'_>| hoisted.iter().any(|other| other.kind == TokenKind::Word && other.is(token.text));
    start.is_empty()
        || ((is_c || declares) && start.iter().all(|token| is_plain(token) && !is_hoisted(token)))
}

/// Whether a word begins a line and a statement of its own, that no other one has as its body.
fn begins_statement(file: &File<'_>, word: usize) -> bool {
    let tokens = &file.tokens;
    let Some(before) = word.checked_sub(1) else { return false };
    if file.line_of(tokens[before].at) == file.line_of(tokens[word].at) {
        return false;
    }
    let is = |sign| tokens[before].is(sign);
    is(";") || is("{") || (is("}") && !(tokens[word].is("while") && closes_do(tokens, before)))
}

/// Whether a brace closes the body of a `do`.
fn closes_do(tokens: &[Token<'_>], close: usize) -> bool {
    let mut depth = 0;
    for at in (0..=close).rev() {
        if tokens[at].is("}") {
            depth += 1;
        } else if tokens[at].is("{") {
            depth -= 1;
            if depth == 0 {
                return at.checked_sub(1).is_none_or(|before| tokens[before].is("do"));
            }
        }
    }
    true
}
