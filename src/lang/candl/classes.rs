//! The class of every token of a text, for syntax highlighting by the language server, editors' grammars and
//! `idiom play`.
//!
//! No word is reserved, so only the parser knows whether `phi` is an operator, an opcode or a variable. Words
//! skipped after an error get their most likely class.
//!
//! ```text
//! opcode{x} = add # a sum    =>    opcode: constraint, x: variable, =: operator, add: opcode, # a sum:
//! comment
//! ```

use super::advice::is_marked;
use super::ast::Span;
use super::atom_table::{PieceKind, TEMPLATES};
use super::lexer::{Comment, Token, TokenKind, lex};
use super::parser::parse;
use super::token_class::TokenClass;
use text::diagnostic::Diagnostics;
use text::sources::{SourceProblem, Sources};

/// A token, or a part of a comment, with its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classified {
    /// Its place.
    pub span: Span,
    /// Its class.
    pub class: TokenClass,
}

/// The tokens of a text and its comments, in order. None overlap, and none holds a line break.
pub fn classify(text: &str) -> Vec<Classified> {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    classify_file(&sources, file)
}

/// The classes of [`classify`], for a file of `sources`.
pub fn classify_file(sources: &Sources, file: u32) -> Vec<Classified> {
    let source = sources.file(file);
    if matches!(source.problem(), Some(SourceProblem::TooLarge)) {
        return Vec::new();
    }
    let text = source.text();
    let mut silent = Diagnostics::new();
    let understood = parse(sources, file, &mut silent).words;
    let lexed = lex(file, text, &mut silent);
    let mut all: Vec<Classified> =
        lexed.comments.iter().flat_map(|comment| pieces_of_comment(text, comment)).collect();
    let mut understood = understood.into_iter().peekable();
    for (at, token) in lexed.tokens.iter().enumerate().filter(|(_, token)| token.kind != TokenKind::End) {
        let known = understood.next_if(|(span, _)| *span == token.span).map(|(_, class)| class);
        let class = known.unwrap_or_else(|| class_of_token(text, &lexed.tokens, at));
        all.push(Classified { span: token.span, class });
    }
    all.sort_by_key(|piece| piece.span);
    all
}

fn class_of_token(text: &str, tokens: &[Token], at: usize) -> TokenClass {
    use TokenKind::{
        And, Arrow, At, CloseBrace, CloseBracket, CloseParen, Comma, Dot, DotDot, Ellipsis, End, Equal, In,
        Minus, NotEqual, Number, OpenBrace, OpenBracket, OpenParen, Or, Phi, Plus, Sign, Text, Word,
    };
    match tokens[at].kind {
        Word => class_of_skipped(text, tokens, at),
        Number => TokenClass::Number,
        Text => TokenClass::Text,
        OpenParen | CloseParen | OpenBrace | CloseBrace | OpenBracket | CloseBracket | Comma | Dot => {
            TokenClass::Punctuation
        }
        DotDot | Ellipsis | Equal | NotEqual | Arrow | At | Plus | Minus | Sign | And | Or | In | Phi
        | End => TokenClass::Operator,
    }
}

/// The words of the syntax.
pub const KEYWORDS: &[&str] = &[
    "Constraint",
    "Rewrite",
    "Fact",
    "Analysis",
    "forward",
    "backward",
    "gen",
    "kill",
    "entry",
    "all",
    "must",
    "may",
    "returns",
    "null",
    "End",
    "private",
    "use",
    "include",
    "collect",
    "hide",
    "none",
    "some",
    "every",
    "has",
    "if",
    "then",
    "else",
    "endif",
    "foreach",
    "forany",
    "for",
    "not",
    "otherwise",
    "specified",
    "let",
    "as",
    "assoc",
    "matches",
    "literal",
    "width",
    "extern",
    "gives",
    "nest",
    "parallel",
    "reducing",
    "privatising",
    "schedule",
    "any",
    "by",
    "exit",
    "value",
    "until",
    "down",
    "bounded",
    "updating",
    "leaving",
    "skipping",
    "unless",
    "with",
    "when",
    "trusting",
    "always",
    "call",
    "pure",
];

/// The likely class of a skipped word, judged by the tokens around it.
fn class_of_skipped(text: &str, tokens: &[Token], at: usize) -> TokenClass {
    let word = &text[tokens[at].span.range()];
    let before = at.checked_sub(1).map(|before| tokens[before]);
    let before_is = |word: &str| before.is_some_and(|token| &text[token.span.range()] == word);
    match before.map(|token| token.kind) {
        _ if ["include", "Constraint", "Rewrite", "Fact", "Analysis"].into_iter().any(before_is) => {
            TokenClass::Specification
        }
        Some(TokenKind::OpenBrace | TokenKind::Dot | TokenKind::Comma) => TokenClass::Variable,
        Some(TokenKind::OpenBracket) => TokenClass::Index,
        _ if KEYWORDS.contains(&word) => TokenClass::Keyword,
        _ if matches!(word, "and" | "or" | "in" | "phi") => TokenClass::Operator,
        _ if is_of_an_atom(word) => TokenClass::Constraint,
        _ => TokenClass::Unknown,
    }
}

/// Whether a word occurs in the spelling of some atom.
fn is_of_an_atom(word: &str) -> bool {
    let pieces = TEMPLATES.iter().flat_map(|template| &template.pieces);
    pieces.into_iter().any(|piece| piece.kind == PieceKind::Word && piece.text == word)
}

/// The comment as one piece, or as a headline and its variables.
fn pieces_of_comment(text: &str, comment: &Comment) -> Vec<Classified> {
    let span = without_line_end(text, comment.span);
    if !comment.own_line || !is_marked(&comment.text) {
        return vec![Classified { span, class: TokenClass::Comment }];
    }
    let (mut pieces, mut start) = (Vec::new(), span.start);
    for variable in variables_of_headline(text, span) {
        pieces.push(Classified {
            span: Span { start, end: variable.start, ..span },
            class: TokenClass::Headline,
        });
        pieces.push(Classified { span: variable, class: TokenClass::Variable });
        start = variable.end;
    }
    pieces.push(Classified { span: Span { start, ..span }, class: TokenClass::Headline });
    pieces.retain(|piece| piece.span.start < piece.span.end);
    pieces
}

fn without_line_end(text: &str, span: Span) -> Span {
    let shown = text[span.range()].trim_end();
    Span { end: span.start + shown.len() as u32, ..span }
}

/// The names in braces in a headline, without `=`, `?` and `!`: `{= s.next}` has `s.next`.
pub fn variables_of_headline(text: &str, line: Span) -> Vec<Span> {
    let (mut found, mut from) = (Vec::new(), line.start as usize);
    let end = line.end as usize;
    while let Some(open) = text[from..end].find('{') {
        let inside = from + open + 1;
        let close = text[inside..end].find(['}', '{']).map_or(end, |close| inside + close);
        let written = &text[inside..close];
        let name = written.trim_start_matches(['=', '?', '!', ' ', '\t']);
        let start = close - name.len();
        let name = name.trim_end();
        if !name.is_empty() {
            found.push(Span { file: line.file, start: start as u32, end: (start + name.len()) as u32 });
        }
        from = close;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    /// Checks the classes of a text's words, without brackets, dots and commas.
    fn check(text: &str, expect: &str) {
        let shown = |piece: &Classified| format!("{}:{}", &text[piece.span.range()], piece.class.name());
        let classified = classify(text)
            .iter()
            .filter(|p| p.class != TokenClass::Punctuation)
            .map(shown)
            .collect::<Vec<_>>();
        assert_eq!(classified.join(" "), expect, "{text}");
    }

    #[test]
    fn words_are_what_the_grammar_takes_them_for() {
        check(
            "Constraint A opcode{phi} = phi End",
            "Constraint:keyword A:specification opcode:constraint phi:variable =:operator phi:opcode End:keyword",
        );
        check(
            "Constraint A ( {and} -> {b} phi {c} and include include[N=i]({x}->{y}) @ {p.q[i]} ) foreach i=0..3 End",
            "Constraint:keyword A:specification and:variable ->:operator b:variable phi:operator c:variable and:operator \
             include:keyword include:specification N:index =:operator i:index x:variable ->:operator y:variable @:operator \
             p:variable q:variable i:index foreach:keyword i:index =:operator 0:number ..:operator 3:number End:keyword",
        );
        check(
            "use \"a.candl\" private Constraint A data_type{x} ∈ {i32, double} End",
            "use:keyword \"a.candl\":text private:keyword Constraint:keyword A:specification data_type:constraint x:variable \
             ∈:operator i32:type double:type End:keyword",
        );
        check(
            "Constraint A {r} ~ sqrt({x} /u 2) End",
            "Constraint:keyword A:specification r:variable ~:operator sqrt:function x:variable /:operator u:operator 2:number \
             End:keyword",
        );
        check(
            "Constraint A {s} max= {A}[{i}] End",
            "Constraint:keyword A:specification s:variable max:operator =:operator A:variable i:variable End:keyword",
        );
        check(
            "Constraint A ( let n = width{x} ∧ {x} has flag nsw ) End",
            "Constraint:keyword A:specification let:keyword n:index =:operator width:keyword x:variable ∧:operator x:variable \
             has:constraint flag:constraint nsw:flag End:keyword",
        );
    }

    #[test]
    fn lines_that_tell_findings_have_variables() {
        check("# > {s} += {= A.b}\n", "# > {:headline s:variable } += {= :headline A.b:variable }:headline");
        check("# a {s}\r\n", "# a {s}:comment");
        check("x # > {s}", "x:unknown # > {s}:comment");
    }

    #[test]
    fn words_behind_an_error_keep_their_looks() {
        check(
            "Constraint A ( opcode{x} == add ∧ is {y.z} ) include B",
            "Constraint:keyword A:specification opcode:constraint x:variable =:operator =:operator add:unknown ∧:operator \
             is:constraint y:variable z:variable include:keyword B:specification",
        );
    }

    /// Every specification of the repository.
    fn specifications() -> Vec<(PathBuf, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut folders: Vec<PathBuf> = ["idioms", "examples", "lit", "test-ir", "tests", "docs"]
            .iter()
            .map(|name| root.join(name))
            .collect();
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false if path.extension().is_some_and(|e| e == "candl") => {
                        found.push((path.clone(), std::fs::read_to_string(path).unwrap()));
                    }
                    false => {}
                }
            }
        }
        found.sort();
        found
    }

    #[test]
    fn every_token_of_every_specification_has_a_class() {
        let all = specifications();
        assert!(all.len() > 35, "the specifications were not found");
        for (path, text) in all {
            let pieces = classify(&text);
            assert!(pieces.is_sorted_by(|a, b| a.span.end <= b.span.start), "{}", path.display());
            let mut end = 0;
            for piece in &pieces {
                assert!(
                    text[end..piece.span.start as usize].trim().is_empty(),
                    "{}: {piece:?}",
                    path.display()
                );
                assert!(!text[piece.span.range()].contains('\n'), "{}: {piece:?}", path.display());
                end = piece.span.end as usize;
            }
            // The parser skips no word of a file without errors.
            let mut sources = Sources::new();
            sources.add("", text.as_str());
            let mut diagnostics = Diagnostics::new();
            let words = parse(&sources, 0, &mut diagnostics).words;
            if !diagnostics.has_errors() {
                let lexed = lex(0, &text, &mut diagnostics).tokens;
                let lexed =
                    lexed.iter().filter(|token| token.kind == TokenKind::Word).map(|token| token.span);
                assert!(lexed.eq(words.iter().map(|(span, _)| *span)), "{}", path.display());
            }
        }
    }

    #[test]
    fn keywords_are_the_words_that_the_parser_takes_for_one() {
        let mut taken: Vec<String> = Vec::new();
        for (_, text) in specifications() {
            let of_class = |class| move |piece: &Classified| piece.class == class;
            let words = classify(&text).into_iter().filter(of_class(TokenClass::Keyword));
            taken.extend(words.map(|piece| text[piece.span.range()].to_owned()));
        }
        taken.sort();
        taken.dedup();
        taken.retain(|word| !KEYWORDS.contains(&word.as_str()));
        assert_eq!(taken, Vec::<String>::new(), "missing in KEYWORDS");
    }
}
