//! The name at a place, where it is defined and where else it stands.
//!
//! In: a byte of `include Loop`. Out: the name behind `Constraint` in `loops.candl`, and every include of it.

use super::occurrences::{Occurrence, includes, occurrences};
use super::view::View;
use lang::candl::ast::{Span, Specification};
use lang::candl::classes::Classified;
use lang::candl::token_class::TokenClass;

/// A name at a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Symbol<'v> {
    /// A specification's.
    Specification(String),
    /// A variable's, in a specification of the text: the word at that position of the name.
    Variable(&'v Specification, Occurrence, usize),
    /// An index's, in a specification of the text.
    Index(&'v Specification, String),
    /// Anything else.
    Token(Classified),
}

/// The name at a byte of the text.
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

/// The definition of the name at a byte: of a specification its name, of a variable or an index its first
/// occurrence.
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

/// The included specification, for one of its variables that an include renames.
fn definition_inside(view: &View, specification: &Specification, occurrence: &Occurrence) -> Option<Span> {
    let holds = |span: Span| span.start <= occurrence.span.start && occurrence.span.end <= span.end;
    let include = includes(specification)
        .into_iter()
        .find(|include| include.placing.renames.iter().any(|(inside, _)| holds(inside.span)))?;
    Some(view.named(&include.name.text)?.1.specification.name.span)
}

/// The places of the name at a byte, its definition among them; those of the built-in files are left out.
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

/// The definition of a specification and its includes, in the user's files.
pub(super) fn of_specification(view: &View, name: &str) -> Vec<Span> {
    let Some((id, entry)) = view.named(name) else { return Vec::new() };
    let mut places = Vec::new();
    if !entry.builtin {
        places.push(entry.specification.name.span);
    }
    for (file, parsed) in view.parsed() {
        let of_file = parsed.file.specifications.iter().flat_map(includes).map(|include| &include.name);
        let own = of_file.filter(|own| view.catalogue().lookup_in(file, &own.text, false) == Some(id));
        places.extend(own.map(|own| own.span));
    }
    places
}

/// An index name in a specification of the text.
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
    // In `include X[N=M]` the first name belongs to X.
    view.tokens()
        .iter()
        .filter(is_here)
        .map(|token| token.span)
        .filter(|span| !inside.contains(span))
        .collect()
}
