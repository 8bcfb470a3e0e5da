//! The symbol at a position, its definition and its references.
//!
//! In: a byte of `include Loop`. Out: the name behind `Constraint` in `loops.candl`, and every include of it.

use super::occurrences::{Occurrence, includes, occurrences, uses};
use super::view::View;
use lang::candl::ast::{Span, Specification};
use lang::candl::classes::Classified;
use lang::candl::token_class::TokenClass;

/// The symbol at a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Symbol<'v> {
    /// A specification, by name.
    Specification(String),
    /// A variable in a specification of the text; the number is the position of the word in its name.
    Variable(&'v Specification, Occurrence, usize),
    /// An index in a specification of the text.
    Index(&'v Specification, String),
    /// Any other token.
    Token(Classified),
}

/// The symbol at a byte of the text, and its place.
pub(super) fn symbol_at(view: &View, offset: usize) -> Option<(Symbol<'_>, Span)> {
    let token = view.token_at(offset)?;
    let text = view.text()[token.span.range()].to_owned();
    match token.class {
        TokenClass::Specification => Some((Symbol::Specification(text), token.span)),
        TokenClass::Variable => {
            let named = |specification| {
                let all = occurrences(view, specification).into_iter();
                let mut here = all.filter_map(|o| o.word_at(offset).map(|word| (o, word)));
                here.next().map(|(occurrence, word)| (specification, occurrence, word))
            };
            let (specification, occurrence, word) = view.specifications().iter().find_map(named)?;
            let span = occurrence.words.get(word)?.1;
            Some((Symbol::Variable(specification, occurrence, word), span))
        }
        TokenClass::Index => {
            let specification = view.specification_at(token.span.start as usize)?;
            Some((Symbol::Index(specification, text), token.span))
        }
        _ => Some((Symbol::Token(token), token.span)),
    }
}

/// The definition of the symbol at a byte: the name of a specification, or the first occurrence of a variable
/// or an index.
pub fn definition(view: &View, offset: usize) -> Option<Span> {
    let (symbol, span) = symbol_at(view, offset)?;
    match symbol {
        Symbol::Specification(name) => Some(view.named(&name)?.1.specification.name.span),
        Symbol::Variable(specification, occurrence, _) if occurrence.is_inside => {
            definition_inside(view, specification, &occurrence)
        }
        Symbol::Variable(..) | Symbol::Index(..) => references(view, offset).into_iter().min().or(Some(span)),
        Symbol::Token(_) => None,
    }
}

/// The name of the included specification, for a variable of it that an include renames.
fn definition_inside(view: &View, specification: &Specification, occurrence: &Occurrence) -> Option<Span> {
    let holds = |span: Span| span.start <= occurrence.span.start && occurrence.span.end <= span.end;
    let include = includes(specification)
        .into_iter()
        .find(|include| include.placing.renames.iter().any(|(inside, _)| holds(inside.span)))?;
    Some(view.named(&include.name.text)?.1.specification.name.span)
}

/// The places of the symbol at a byte, including its definition, except those in built-in files.
pub fn references(view: &View, offset: usize) -> Vec<Span> {
    let Some((symbol, _)) = symbol_at(view, offset) else { return Vec::new() };
    match symbol {
        Symbol::Specification(name) => of_specification(view, &name),
        Symbol::Variable(specification, occurrence, word) => {
            let words: Vec<&str> = occurrence.words[..=word].iter().map(|(text, _)| text.as_str()).collect();
            let alike =
                |other: &Occurrence| other.is_inside == occurrence.is_inside && other.is_below(&words);
            let all = occurrences(view, specification).into_iter().filter(alike);
            all.filter_map(|other| other.words.get(word).map(|(_, span)| *span)).collect()
        }
        Symbol::Index(specification, name) => of_index(view, specification, &name),
        Symbol::Token(token) => {
            let written = |span: Span| &view.text()[span.range()];
            let alike = |other: &&Classified| {
                other.class == token.class && written(other.span) == written(token.span)
            };
            let is_name = matches!(token.class, TokenClass::Opcode | TokenClass::Function | TokenClass::Type);
            let all = view.tokens().iter().filter(alike).map(|other| other.span);
            if is_name { all.collect() } else { Vec::new() }
        }
    }
}

/// The definition of a specification, the includes of it, and the atoms that use it as a fact or an analysis, in
/// the user's files.
pub(super) fn of_specification(view: &View, name: &str) -> Vec<Span> {
    let Some((id, entry)) = view.named(name) else { return Vec::new() };
    let mut places = Vec::new();
    if !entry.builtin {
        places.push(entry.specification.name.span);
    }
    for (file, parsed) in view.parsed() {
        let specifications = &parsed.file.specifications;
        let included = specifications.iter().flat_map(includes).map(|include| &include.name);
        let included = included.map(|name| (&name.text, name.span));
        let used = specifications.iter().flat_map(uses).map(|name| (&name.text, name.span));
        let own = included.chain(used);
        let own = own.filter(|(name, _)| view.catalogue().lookup_in(file, name, false) == Some(id));
        places.extend(own.map(|(_, span)| span));
    }
    places
}

/// The places of an index name in a specification of the text.
pub(super) fn of_index(view: &View, specification: &Specification, name: &str) -> Vec<Span> {
    let span = specification.span;
    let is_here = |token: &&Classified| {
        token.class == TokenClass::Index
            && (span.start..span.end).contains(&token.span.start)
            && &view.text()[token.span.range()] == name
    };
    let inside: Vec<Span> = includes(specification)
        .iter()
        .flat_map(|include| include.parameters.iter().map(|(name, _)| name.span))
        .collect();
    // In `include X[N=M]` the name N belongs to X.
    view.tokens()
        .iter()
        .filter(is_here)
        .map(|token| token.span)
        .filter(|span| !inside.contains(span))
        .collect()
}
