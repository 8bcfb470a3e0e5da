//! Evaluation of indices to numbers, variables to names, and sets to lists of names.

use super::super::ast::{Index, Name, Set, SetBase, SetItem, SetStep, Span, Step, Term, Variable};
use super::super::core::{BinderId, Part, VarName};
use text::diagnostic::{Code, Diagnostic};

/// The most members a set may have.
const MAX_SET: usize = 100_000;

/// The value of an index name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Binding {
    /// A number.
    Number(i64),
    /// The index of a collect.
    CollectIndex(BinderId),
}

/// Evaluates under bindings; of several for one name the last applies.
pub(super) struct Evaluator<'a> {
    bindings: &'a [(String, Binding)],
    /// The words listed by enclosing quantifiers, the innermost last.
    locals: &'a [(String, BinderId)],
}

type Evaluated<T> = Result<T, Box<Diagnostic>>;

fn fault<T>(code: Code, span: Span, message: impl Into<String>) -> Evaluated<T> {
    Err(Box::new(Diagnostic::new(code, span, message)))
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(bindings: &'a [(String, Binding)], locals: &'a [(String, BinderId)]) -> Self {
        Evaluator { bindings, locals }
    }

    /// The variable that consists of this word alone.
    fn word(&self, word: &str) -> VarName {
        let plain = VarName(vec![Part::Field(word.into())]);
        match self.locals.iter().rfind(|(listed, _)| listed == word) {
            Some((_, quantifier)) => plain.local_to(*quantifier),
            None => plain,
        }
    }

    fn binding(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rfind(|(bound, _)| bound == name).map(|(_, binding)| binding)
    }

    /// The value of an index.
    pub(super) fn number(&self, index: &Index) -> Evaluated<i64> {
        let mut sum = 0i64;
        for (minus, term) in &index.terms {
            let value = self.term(term, index.span)?;
            let next = if *minus { sum.checked_sub(value) } else { sum.checked_add(value) };
            match next {
                Some(next) => sum = next,
                None => return fault(Code::IndexOverflow, index.span, "this index is too large"),
            }
        }
        Ok(sum)
    }

    fn term(&self, term: &Term, whole: Span) -> Evaluated<i64> {
        match term {
            Term::Number(number, span) => match i64::try_from(*number) {
                Ok(number) => Ok(number),
                Err(_) => fault(Code::IndexOverflow, *span, "this index is too large"),
            },
            Term::Name(name) => match self.binding(&name.text) {
                Some(Binding::Number(number)) => Ok(*number),
                Some(Binding::CollectIndex(_)) => {
                    let message = format!("the index `{}` of a collect stands for no number", name.text);
                    fault(Code::CollectIndexMisused, whole, message)
                }
                None => {
                    fault(Code::UnboundIndex, name.span, format!("the index `{}` has no value", name.text))
                }
            },
        }
    }

    /// The value of an index name in an expression.
    pub(super) fn index(&self, name: &Name) -> Evaluated<i64> {
        self.term(&Term::Name(name.clone()), name.span)
    }

    /// A number of a slot, argument or successor: 0 to 2³² - 1.
    pub(super) fn ordinal(&self, index: &Index) -> Evaluated<u32> {
        let number = self.number(index)?;
        match u32::try_from(number) {
            Ok(ordinal) => Ok(ordinal),
            Err(_) if number < 0 => {
                fault(Code::NegativeIndex, index.span, format!("this index is negative: {number}"))
            }
            Err(_) => fault(Code::IndexOverflow, index.span, "this index is too large"),
        }
    }

    /// The part of a name for `[index]`.
    fn part(&self, index: &Index) -> Evaluated<Part> {
        if let [(false, Term::Name(name))] = index.terms.as_slice()
            && let Some(Binding::CollectIndex(slot)) = self.binding(&name.text)
        {
            return Ok(Part::CollectIndex(*slot));
        }
        Ok(Part::Number(self.ordinal(index)?))
    }

    /// The name of a variable.
    pub(super) fn variable(&self, variable: &Variable) -> Evaluated<VarName> {
        let VarName(mut parts) = self.word(&variable.name.text);
        for step in &variable.path {
            parts.push(match step {
                Step::Field(name) => Part::Field(name.text.as_str().into()),
                Step::Index(index) => self.part(index)?,
            });
        }
        Ok(VarName(parts))
    }

    /// The members of a set, in order: `{a, {b, c}[0..2].d}` is `a`, `b[0].d`, `b[1].d`, `c[0].d`, `c[1].d`.
    pub(super) fn set(&self, set: &Set) -> Evaluated<Vec<VarName>> {
        self.items(&set.items, set.span)
    }

    fn items(&self, items: &[SetItem], span: Span) -> Evaluated<Vec<VarName>> {
        let mut names = Vec::new();
        for item in items {
            names.extend(self.item(item)?);
            if names.len() > MAX_SET {
                return fault(
                    Code::ExpansionTooLarge,
                    span,
                    format!("this set has more than {MAX_SET} members"),
                );
            }
        }
        Ok(names)
    }

    fn item(&self, item: &SetItem) -> Evaluated<Vec<VarName>> {
        let mut names = match &item.base {
            SetBase::Name(name) => vec![self.word(&name.text)],
            SetBase::Set(items) => self.items(items, item.span)?,
        };
        for step in &item.path {
            match step {
                SetStep::Field(name) => hang(&mut names, &Part::Field(name.text.as_str().into())),
                SetStep::Index(index) => hang(&mut names, &self.part(index)?),
                SetStep::Range(from, to) => {
                    names = self.range(&names, from, to)?;
                }
            }
        }
        Ok(names)
    }

    fn range(&self, names: &[VarName], from: &Index, to: &Index) -> Evaluated<Vec<VarName>> {
        let span = from.span.to(to.span);
        let (first, end) = (self.ordinal(from)?, self.ordinal(to)?);
        if end < first {
            return fault(
                Code::EmptyRangeBackwards,
                span,
                format!("this range ends before it starts: {first}..{end}"),
            );
        }
        if names.len().saturating_mul((end - first) as usize) > MAX_SET {
            return fault(Code::ExpansionTooLarge, span, format!("this set has more than {MAX_SET} members"));
        }
        Ok(names.iter().flat_map(|name| (first..end).map(|k| name.join(&[Part::Number(k)]))).collect())
    }
}

fn hang(names: &mut [VarName], part: &Part) {
    for name in names {
        name.0.push(part.clone());
    }
}
