//! Hover texts: descriptions of the atom, specification, variable or word at a position.

use super::atoms::{atoms, described};
use super::keywords::keyword;
use super::occurrences::{Occurrence, includes, occurrences};
use super::symbol::{Symbol, symbol_at};
use super::view::View;
use lang::candl::ast::{Span, Specification};
use lang::candl::catalogue::Entry;
use lang::candl::classes::Classified;
use lang::candl::token_class::TokenClass;
use library::variables;

/// The most constraints, or variables, in a hover text.
const MOST_LISTED: usize = 12;

/// The place of the name or word at a byte of the text, and its description in Markdown.
pub fn hover(view: &View, offset: usize) -> Option<(Span, String)> {
    let (symbol, span) = symbol_at(view, offset)?;
    let text = match symbol {
        Symbol::Specification(name) => of_specification(view, &name)?,
        Symbol::Variable(specification, occurrence, word) => {
            of_variable(view, specification, &occurrence, word)
        }
        Symbol::Index(specification, name) => of_index(view, specification, &name),
        Symbol::Token(token) => return of_token(view, token),
    };
    Some((span, text))
}

fn of_specification(view: &View, name: &str) -> Option<String> {
    let (_, entry) = view.named(name)?;
    let Entry { specification, builtin, parameters, .. } = entry;
    let parameters: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let parameters =
        if parameters.is_empty() { String::new() } else { format!("[{}]", parameters.join(", ")) };
    let word = specification.words();
    let origin = view.sources().file(specification.span.file).name();
    let origin = if *builtin { format!("Built in, `{origin}`.") } else { format!("`{origin}`") };
    let doc: Vec<&str> =
        specification.doc.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let mut text = format!("```candl\n{word} {name}{parameters}\n```\n\n{}\n\n{origin}", doc.join("\n"));
    let names = variables(view.files(), name);
    if !names.is_empty() {
        let shown: Vec<String> = names.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > MOST_LISTED { ", …" } else { "" };
        text += &format!("\n\nVariables: {}{more}", shown.join(", "));
    }
    Some(text)
}

fn of_variable(view: &View, specification: &Specification, occurrence: &Occurrence, word: usize) -> String {
    let words: Vec<&str> = occurrence.words[..=word].iter().map(|(text, _)| text.as_str()).collect();
    let shown = words.join(".");
    if occurrence.is_inside {
        return format!("A name in the included specification, renamed here: `{shown}`");
    }
    let mut lines = Vec::new();
    let is_it = |span: Span| move |o: &Occurrence| span.start <= o.span.start && o.span.end <= span.end;
    let all = occurrences(view, specification);
    let named_in =
        |span: Span| all.iter().filter(|o| is_it(span)(o)).any(|o| !o.is_inside && o.is_below(&words));
    for include in includes(specification) {
        let placing = &include.placing;
        for (inside, here) in placing.renames.iter().filter(|(_, here)| named_in(here.span)) {
            let (here, inside) = (&view.text()[here.span.range()], &view.text()[inside.span.range()]);
            lines.push(format!("- `{here}` is `{inside}` of `{}`", include.name.text));
        }
        if let Some(prefix) = placing.prefix.as_ref().filter(|prefix| named_in(prefix.span)) {
            let written = &view.text()[prefix.span.range()];
            lines.push(format!("- `{written}` has the names of `{}` below it", include.name.text));
        }
    }
    let atoms = atoms(specification).into_iter().filter(|(_, span)| named_in(*span));
    lines.extend(atoms.map(|(atom, span)| {
        let mode = if atom.kind.row().binds && !atom.negated { "binds" } else { "tests" };
        format!("- `{}` ({mode})", view.text()[span.range()].split_whitespace().collect::<Vec<_>>().join(" "))
    }));
    let more = if lines.len() > MOST_LISTED { "\n- …" } else { "" };
    lines.truncate(MOST_LISTED);
    format!("Variable `{shown}` of `{}`\n\n{}{more}", specification.name.text, lines.join("\n"))
}

fn of_index(view: &View, specification: &Specification, name: &str) -> String {
    let own = view.named(&specification.name.text).and_then(|(_, entry)| entry.parameter(name));
    match own {
        Some(parameter) if parameter.required => format!(
            "Index parameter `{name}` of `{0}`: an include gives it a value, `include {0}[{name}=8]`",
            specification.name.text
        ),
        Some(_) => {
            format!("Index parameter `{name}` of `{}`, which has a value of its own", specification.name.text)
        }
        None => format!("Index `{name}`: a number, known before anything is searched"),
    }
}

/// The description of a word of an atom, of the syntax, or of the vocabulary.
fn of_token(view: &View, token: Classified) -> Option<(Span, String)> {
    let word = &view.text()[token.span.range()];
    let at = token.span.start;
    match token.class {
        TokenClass::Keyword => Some((token.span, format!("`{word}`: {}", keyword(word)?.2))),
        TokenClass::Constraint | TokenClass::Operator => {
            let specification = view.specification_at(at as usize)?;
            let around =
                atoms(specification).into_iter().filter(|(_, span)| (span.start..span.end).contains(&at));
            let (atom, span) = around.min_by_key(|(_, span)| span.end - span.start)?;
            Some((span, described(atom.kind.row())))
        }
        class @ (TokenClass::Opcode
        | TokenClass::Type
        | TokenClass::ValueKind
        | TokenClass::Flag
        | TokenClass::Attribute) => Some((
            token.span,
            format!("{} `{word}`{}", class.name().replace('-', " "), more_about(class, word)),
        )),
        TokenClass::Function => Some((token.span, format!("function `{word}`"))),
        _ => None,
    }
}

/// Additional text about words whose meaning differs from LLVM's word of the same name.
fn more_about(class: TokenClass, word: &str) -> &'static str {
    match (class, word) {
        (TokenClass::Opcode, "branch") => ": every terminator with successors",
        (TokenClass::Opcode, "gep") => ": `getelementptr`",
        (TokenClass::Opcode, "call") => ": `call` and `invoke`",
        (TokenClass::Type, "integer") => ": all integers, not vectors of them",
        (TokenClass::Type, "float") => {
            ": all floating-point numbers, not vectors of them; LLVM's type of 32 bits is `\"float\"`"
        }
        (TokenClass::Type, "vector") => ": all vectors",
        (TokenClass::Type, "pointer") => ": all pointers",
        (TokenClass::ValueKind, "constant" | "literal") => ": a constant; globals are none",
        (TokenClass::ValueKind, "global") => ": a variable, a function or an alias of the module",
        (TokenClass::ValueKind, "preexecution") => {
            ": fixed before the function runs: a parameter, a global or a constant"
        }
        (TokenClass::Attribute, "pure") => ": calls write no memory, do not unwind, and return",
        (TokenClass::Attribute, "const") => ": `pure`, and calls read no memory either",
        _ => "",
    }
}
