//! Completion driven by the parser, which parses the text up to the cursor and lists the possible
//! continuations.
//!
//! ```text
//! ( opcode{x} = f|       =>   fadd, fcmp, fdiv, …
//! ( include Loop@{l} ∧ {l.|   =>   l.begin, l.end, …
//! ```

use super::atoms::{described, snippet};
use super::keywords::{Keyword, OF_A_FILE, OF_A_FORMULA, keyword};
use super::scope::{pattern, variables_in_scope};
use super::view::View;
use lang::candl::advice;
use lang::candl::ast::Specification;
use lang::candl::atom_table::{AtomRow, TABLE};
use lang::candl::lexer::{TokenKind, lex};
use lang::candl::parser::{Expected, parse};
use lang::candl::relations::ModelWords;
use lang::candl::token_class::TokenClass;
use lang::candl::vocabulary::{Vocabulary, WordKind};
use std::ops::Range;
use text::diagnostic::Diagnostics;
use text::sources::Sources;

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A word of the syntax.
    Keyword,
    /// An atom.
    Constraint,
    /// A specification.
    Specification,
    /// A variable.
    Variable,
    /// An index.
    Index,
    /// An opcode, a type or another word of the vocabulary.
    Word,
}

/// A proposed completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The label as shown.
    pub label: String,
    /// The kind of completion.
    pub kind: CompletionKind,
    /// The documentation in Markdown; may be empty.
    pub documentation: String,
    /// The bytes that it replaces.
    pub replaces: Range<usize>,
    /// The new text.
    pub text: String,
    /// Whether the text has placeholders, `${1:x}`.
    pub is_snippet: bool,
}

/// The completions at a byte of the text.
pub fn complete(view: &View, offset: usize) -> Vec<Completion> {
    let mut offset = offset.min(view.text().len());
    while !view.text().is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &view.text()[..offset];
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let cut = before.trim_end_matches(is_word).len();
    let context = Context { view, before: &before[..cut], replaces: cut..offset };
    match context.in_comment() {
        Some(comment) => context.in_headline(comment),
        None => context.complete(),
    }
}

struct Context<'v> {
    view: &'v View,
    /// The text before the word being typed.
    before: &'v str,
    replaces: Range<usize>,
}

impl<'v> Context<'v> {
    /// The comment that contains the cursor.
    fn in_comment(&self) -> Option<&'v str> {
        let last = lex(0, self.before, &mut Diagnostics::new()).comments.pop()?;
        (last.span.end as usize == self.before.len()).then(|| &self.before[last.span.range()])
    }

    /// The variables that may stand in a headline.
    fn in_headline(&self, comment: &str) -> Vec<Completion> {
        let is_marked = advice::is_marked(comment.trim_start_matches('#'));
        let open = comment.rfind('{').filter(|open| is_marked && !comment[*open..].contains('}'));
        let Some(open) = open else { return Vec::new() };
        let path = comment[open + 1..].trim_start_matches(['=', '?', '!', ' ']);
        let below = self.view.specifications().iter().find(|s| s.span.start as usize >= self.replaces.start);
        below.map_or_else(Vec::new, |specification| self.variables(specification, path))
    }

    fn complete(&self) -> Vec<Completion> {
        let mut sources = Sources::new();
        let file = sources.add("", self.before);
        let expected = parse(&sources, file, &mut Diagnostics::new()).expected;
        if expected.is_empty() {
            return OF_A_FILE.iter().map(|row| self.production(row)).collect();
        }
        let mut all: Vec<Completion> = Vec::new();
        for one in &expected {
            for completion in self.of(one) {
                if !all.iter().any(|other| other.label == completion.label) {
                    all.push(completion);
                }
            }
        }
        all
    }

    fn of(&self, expected: &Expected) -> Vec<Completion> {
        match expected {
            Expected::Word(word) => vec![self.word(word)],
            Expected::Formula => self.formulas(),
            Expected::Negatable => self.negatable(),
            Expected::Variable => self.braced(),
            Expected::Operand => {
                let words = ["literal", "width", "assoc"].iter().filter_map(|word| keyword(word));
                self.braced().into_iter().chain(words.map(|row| self.production(row))).collect()
            }
            Expected::Name(TokenClass::Specification) => self.specifications(),
            Expected::Name(TokenClass::Variable) => {
                let path = self.before.rsplit(['{', ',', ' ', '\n']).next().unwrap_or_default();
                self.specification()
                    .map_or_else(Vec::new, |specification| self.variables(specification, path))
            }
            Expected::Name(TokenClass::Index) => self.indices(),
            Expected::Name(class) => self.vocabulary(*class),
        }
    }

    fn item(&self, label: &str, kind: CompletionKind, text: String, documentation: String) -> Completion {
        let (label, replaces) = (label.to_owned(), self.replaces.clone());
        Completion { label, kind, documentation, replaces, text, is_snippet: false }
    }

    fn word(&self, word: &str) -> Completion {
        let documentation = keyword(word).map_or_else(String::new, |(.., meaning)| (*meaning).to_owned());
        self.item(word, CompletionKind::Keyword, word.to_owned(), documentation)
    }

    fn production(&self, (word, form, meaning): &Keyword) -> Completion {
        let completion = self.item(word, CompletionKind::Keyword, (*form).to_owned(), (*meaning).to_owned());
        Completion { is_snippet: true, ..completion }
    }

    /// Every production of a formula, every atom in its canonical spelling, and the variables.
    fn formulas(&self) -> Vec<Completion> {
        let productions = OF_A_FORMULA.iter().map(|row| self.production(row));
        let atoms = TABLE.iter().map(|row| self.atom(row));
        productions.chain(atoms).chain(self.analyses()).chain(self.braced()).collect()
    }

    /// The completions behind `not`.
    fn negatable(&self) -> Vec<Completion> {
        let atoms = TABLE.iter().filter(|row| row.kind.can_be_negated()).map(|row| self.atom(row));
        atoms.chain(self.analyses()).chain(self.braced()).collect()
    }

    fn atom(&self, row: &AtomRow) -> Completion {
        let text = snippet(row, row.written[0]);
        let atom = self.item(row.written[0], CompletionKind::Constraint, text, described(row));
        Completion { is_snippet: true, ..atom }
    }

    /// The specification being typed. If the text without `End` makes several, the last one.
    fn specification(&self) -> Option<&'v Specification> {
        let at = self.replaces.start as u32;
        self.view.specifications().iter().rev().find(|specification| specification.span.start < at)
    }

    /// Variables with their braces.
    fn braced(&self) -> Vec<Completion> {
        let Some(specification) = self.specification() else { return Vec::new() };
        let names = variables_in_scope(self.view, specification).into_iter();
        let one = |name: String| {
            let text = format!("{{{name}}}");
            self.item(&text.clone(), CompletionKind::Variable, text, String::new())
        };
        names.map(one).collect()
    }

    /// The variables whose names begin with a path, without that path.
    fn variables(&self, specification: &Specification, path: &str) -> Vec<Completion> {
        let start = pattern(path);
        let names = variables_in_scope(self.view, specification).into_iter();
        let rest = names.filter_map(|name| {
            let rest = pattern(&name).strip_prefix(&start)?.len();
            let rest = rest_of(&name, rest)?.to_owned();
            Some(self.item(&rest.clone(), CompletionKind::Variable, rest, format!("`{{{name}}}`")))
        });
        rest.filter(|completion| !completion.label.is_empty()).collect()
    }

    /// The uses of the analyses in sight.
    fn analyses(&self) -> Vec<Completion> {
        let catalogue = self.view.catalogue();
        let of_entry = |id| {
            let specification = &catalogue.entry(id).specification;
            let analysis = specification.analysis.as_deref()?;
            let name = &specification.name.text;
            self.view.named(name).filter(|(own, _)| *own == id)?;
            let places = (1..).zip(&analysis.parameters);
            let places: Vec<String> =
                places.map(|(n, variable)| format!("${{{n}:{}}}", variable.name.text)).collect();
            let next = places.len() + 1;
            let text = format!(
                "{name}({{{}\\}}) ${{{next}|before,after|}} {{${{{}:i}}\\}}",
                places.join(", "),
                next + 1
            );
            let completion = self.item(name, CompletionKind::Constraint, text, specification.doc.join("\n"));
            Some(Completion { is_snippet: true, ..completion })
        };
        catalogue.ids().filter_map(of_entry).collect()
    }

    /// The names that may stand behind `include`; none for the name of a new specification.
    fn specifications(&self) -> Vec<Completion> {
        let tokens = lex(0, self.before, &mut Diagnostics::new()).tokens;
        let last = tokens.iter().rev().find(|token| token.kind != TokenKind::End);
        let of_facts = match last.map(|token| &self.before[token.span.range()]) {
            Some("include") => None,
            Some("does") => Some(false),
            Some("returns") => Some(true),
            _ => return Vec::new(),
        };
        let catalogue = self.view.catalogue();
        let entries = catalogue.ids().map(|id| (id, catalogue.entry(id)));
        let visible = entries.filter(|(id, entry)| {
            let fact = entry.specification.fact.as_ref();
            let is_of_analysis =
                entry.specification.analysis.is_some() || entry.specification.name.text.contains('.');
            let is_wanted = !is_of_analysis
                && of_facts
                    .is_none_or(|of_result| fact.is_some_and(|fact| fact.result.is_some() == of_result));
            is_wanted && self.view.named(&entry.specification.name.text).is_some_and(|(own, _)| own == *id)
        });
        let one = |entry: &lang::candl::catalogue::Entry| {
            let name = &entry.specification.name.text;
            let required: Vec<&str> = entry.required().map(|parameter| parameter.name.as_str()).collect();
            let places = required.iter().enumerate().map(|(at, name)| format!("{name}=${{{}:8}}", at + 1));
            let fact = entry.specification.fact.as_ref().filter(|_| of_facts.is_some());
            let has_parameter = fact.is_some_and(|fact| fact.parameter.is_some());
            let text = match required.is_empty() {
                true if has_parameter => format!("{name}({{${{1:x}}}})"),
                true if fact.is_some() => format!("{name}()"),
                true => name.clone(),
                false => format!("{name}[{}]", places.collect::<Vec<_>>().join(", ")),
            };
            let documentation = entry.specification.doc.join("\n");
            let completion = self.item(name, CompletionKind::Specification, text, documentation);
            Completion { is_snippet: has_parameter || !required.is_empty(), ..completion }
        };
        visible.map(|(_, entry)| one(entry)).collect()
    }

    /// The index names of the specification; behind `include X[` those of X.
    fn indices(&self) -> Vec<Completion> {
        let tokens = lex(0, self.before, &mut Diagnostics::new()).tokens;
        let words: Vec<&str> = tokens.iter().map(|token| &self.before[token.span.range()]).collect();
        let mut names: Vec<String> = Vec::new();
        if let [.., "include", name, "[", ""] = words.as_slice()
            && let Some((_, entry)) = self.view.named(name)
        {
            names.extend(entry.parameters.iter().map(|parameter| parameter.name.clone()));
        } else if let Some(specification) = self.specification() {
            let (start, end) = (specification.span.start, specification.span.end);
            let here = self.view.tokens().iter().filter(|token| (start..end).contains(&token.span.start));
            let indices =
                here.filter(|token| token.class == TokenClass::Index && token.span.range() != self.replaces);
            names.extend(indices.map(|token| self.view.text()[token.span.range()].to_owned()));
        }
        names.sort();
        names.dedup();
        let one = |name: String| self.item(&name.clone(), CompletionKind::Index, name, String::new());
        names.into_iter().map(one).collect()
    }

    fn vocabulary(&self, class: TokenClass) -> Vec<Completion> {
        let kinds =
            [WordKind::Opcode, WordKind::DataType, WordKind::IrType, WordKind::Flag, WordKind::Attribute];
        let kind = kinds.into_iter().find(|kind| TokenClass::from(*kind) == class);
        let words = kind.map_or_else(Vec::new, |kind| ModelWords.words(kind));
        let one = |word: String| self.item(&word.clone(), CompletionKind::Word, word, String::new());
        words.into_iter().map(one).collect()
    }
}

/// The suffix of a name that has `length` bytes without the parts in brackets.
fn rest_of(name: &str, length: usize) -> Option<&str> {
    let starts = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    starts.rev().map(|at| &name[at..]).find(|rest| !in_brackets(name, rest) && pattern(rest).len() == length)
}

/// Whether the suffix `rest` of a name begins inside brackets.
fn in_brackets(name: &str, rest: &str) -> bool {
    let before = &name[..name.len() - rest.len()];
    before.matches('[').count() > before.matches(']').count()
}
