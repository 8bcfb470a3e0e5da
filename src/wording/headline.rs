//! Headlines: a finding as one line in source terms, from a template line of its specification.
//!
//! In: `> {s} += {A}[{i}] * {B}[{i}]` and a solution. Out: `total += x[i] * y[2*i]`. An array element is
//! written by its actual address: with strides, with the dimensions in memory order, and with offsets in the
//! subscripts.

use crate::hit::Description;
use crate::subscripts::{Sum, sum_of};
use crate::words::{ElementText, Elements, Known, Words, Written};
use crate::{Spelling, View};
use analysis::accesses::WrittenTerm;
use indexmap::IndexMap;
use ir::ValueId;
use lang::atoms::ModelWorld;
use lang::candl::advice::{self, FindingTexts};
use lang::candl::fixes::FixLine;
use lang::candl::headline::{Headline, Piece};
use library::Solution;
use report::{Advice, Finding, Fix, Severity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Operators next to which an expression needs parentheses.
const OPERATORS: &[char] = &['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '~', '!', '?'];

/// The texts of an idiom and a solution that one of its headlines describes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FromHeadlines {
    texts: Arc<FindingTexts>,
    solution: Solution,
    /// Whether the values belong to the unmodified function although a copy was searched.
    of_plain: bool,
}

/// The description of a solution by the lines of its specification about findings; `None` if there are none.
pub fn description(
    texts: &Arc<FindingTexts>,
    solution: &Solution,
    of_plain: bool,
) -> Option<Rc<dyn Description>> {
    let description = || FromHeadlines { texts: texts.clone(), solution: solution.clone(), of_plain };
    (**texts != FindingTexts::default()).then(|| Rc::new(description()) as Rc<dyn Description>)
}

/// Solutions without permutations: of solutions with the same values in different variables, the one with the
/// smallest values. Examples are both operand orders of a sum, or the transposed product. For idioms with
/// headlines only: the headline of all permutations is the same.
///
/// The result is in ascending order by the values of the function. Terms are excluded from the order, since
/// they are numbered in the order of the search.
pub fn without_permutations<'s>(solutions: impl Iterator<Item = &'s Solution>) -> Vec<&'s Solution> {
    let mut distinct: IndexMap<Vec<Option<ValueId>>, &Solution> = IndexMap::new();
    for solution in solutions {
        let mut values: Vec<Option<ValueId>> = solution.variables().map(|(_, value)| value).collect();
        values.sort_unstable();
        let retained = distinct.entry(values).or_insert(solution);
        if of_function(solution).lt(of_function(retained)) {
            *retained = solution;
        }
    }
    let mut distinct: Vec<&Solution> = distinct.into_values().collect();
    distinct.sort_by(|a, b| of_function(a).cmp(of_function(b)));
    distinct
}

/// The values of a solution except terms.
fn of_function(solution: &Solution) -> impl Iterator<Item = Option<ValueId>> {
    let is_term = |value: &ValueId| ModelWorld::term_id(*value).is_some();
    solution.variables().map(move |(_, value)| value.filter(|value| !is_term(value)))
}

impl Description for FromHeadlines {
    fn describe<'m>(
        &self,
        finding: &mut Finding,
        view: &View<'_>,
        spelling: &Spelling<'_>,
        (of_copy, of_plain): (&Elements<'m>, &Elements<'m>),
    ) {
        let (view, elements) = match self.of_plain {
            true => (view.of_function(), of_plain),
            false => (*view, of_copy),
        };
        let values: FxHashMap<&str, ValueId> =
            self.solution.variables().filter_map(|(name, value)| Some((name, value?))).collect();
        let letters = letters(&self.solution, elements.names(&view, spelling));
        let mut known = Known::default();
        // Later words decide about earlier ones: names shared by several values, spellings of elements.
        for _ in 0..MOST_TIMES {
            let words = Words {
                view,
                spelling,
                elements,
                letters: letters.clone(),
                holders: RefCell::default(),
                known: known.clone(),
                met: RefCell::default(),
                leaves_out: Cell::default(),
            };
            let filling = Filling { words, values: &values };
            finding.headline = self.texts.headlines.iter().find_map(|line| filling.line(line));
            let advice = &mut self.texts.advice.iter();
            finding.advice = advice.find_map(|advice| filling.advice(advice));
            let learnt = filling.words.learnt();
            if learnt == known {
                break;
            }
            known = learnt;
        }
        finding.refines.clone_from(&self.texts.refines);
        let fixes = self.texts.fixes.iter().filter_map(|line| fix(line, finding, &values));
        finding.fixes = fixes.collect();
    }
}

/// The fix of a line, if all its variables have values and the last one has a place.
fn fix(line: &FixLine, finding: &Finding, values: &FxHashMap<&str, ValueId>) -> Option<Fix> {
    let names = line.head.names();
    if !names.iter().all(|name| values.contains_key(name)) {
        return None;
    }
    let at = finding.variables.iter().find(|variable| Some(&variable.name.as_str()) == names.last())?;
    let FixLine { from, to, before, .. } = line.clone();
    Some(Fix { place: at.place.clone()?, from, to, before })
}

/// The maximum number of passes over a line: one for the names, one for the elements with these names, and
/// one for the whole.
const MOST_TIMES: usize = 3;

/// Single-letter variables of the specification, for values without a source name. A prime is added if the
/// source uses the letter. Longer variables would look like source names.
fn letters(solution: &Solution, taken: &FxHashSet<String>) -> FxHashMap<ValueId, String> {
    let held = solution.variables().filter_map(|(name, value)| Some((name, value?)));
    let mut letters = FxHashMap::default();
    for (name, value) in held.filter(|(name, _)| name.chars().nth(1).is_none()) {
        let letter = || if taken.contains(name) { format!("{name}'") } else { name.to_owned() };
        letters.entry(value).or_insert_with(letter);
    }
    letters
}

struct Filling<'w, 'm> {
    words: Words<'w, 'm>,
    values: &'w FxHashMap<&'w str, ValueId>,
}

impl Filling<'_, '_> {
    /// The line with texts for its variables; `None` if one of them has no value.
    fn line(&self, line: &Headline) -> Option<String> {
        line.names().iter().all(|name| self.values.contains_key(name)).then(|| self.text(&line.pieces))
    }

    /// The advice with texts for its variables, likewise.
    fn advice(&self, advice: &advice::Advice) -> Option<Advice> {
        let (severity, text) = (Severity::of_word(advice.severity)?, self.line(&advice.line)?);
        Some(Advice { severity, is_sure: advice.is_sure, text })
    }

    fn text(&self, pieces: &[Piece]) -> String {
        let mut text = String::new();
        for (at, piece) in pieces.iter().enumerate() {
            let next = match pieces.get(at + 1) {
                Some(Piece::Text(next)) => next.trim_start().chars().next(),
                _ => None,
            };
            let before = text.trim_end().chars().next_back();
            let is_operator = |sign: Option<char>| sign.is_some_and(|sign| OPERATORS.contains(&sign));
            let is_operand = is_operator(before) || is_operator(next);
            text += &match piece {
                Piece::Text(text) => text.clone(),
                Piece::Present(_) => String::new(),
                Piece::Value(name) => self.value(name, is_operand),
                Piece::Computation(name) => self.computed(name, is_operand),
                Piece::Opposite(name) => self.opposite(name, is_operand),
                Piece::Element(array, subscripts) => self.element(array, subscripts),
            };
        }
        text
    }

    fn term(&self, name: &str) -> Option<&WrittenTerm> {
        self.words.view.term_of(*self.values.get(name)?)
    }

    /// A term in source names where possible; otherwise as a single factor in IR spelling.
    fn named(&self, name: &str) -> Option<Sum> {
        let term = self.term(name)?;
        let sum = self.words.term(term).or_else(|| self.words.term_with_gaps(term));
        let spelt = || {
            let text = self.words.spelt(*self.values.get(name)?);
            Some(vec![(vec![if text.contains(' ') { format!("({text})") } else { text }], 1)])
        };
        sum.or_else(spelt)
    }

    fn value(&self, name: &str, is_operand: bool) -> String {
        let Some(value) = self.values.get(name).copied() else { return String::new() };
        if let Some(term) = self.words.view.term_of(value) {
            let sum = self.words.term(term).or_else(|| self.words.term_with_gaps(term));
            return sum.map_or_else(|| self.words.spelt(value), sum_of);
        }
        shown(self.words.written(value), is_operand)
    }

    /// The expression that computes a value, or its name. The text is `…` if the line uses the name for
    /// another value of the same variable, which would read `m = m.2`.
    fn computed(&self, name: &str, is_operand: bool) -> String {
        let Some(value) = self.values.get(name).copied() else { return String::new() };
        match self.words.computed(value) {
            Some(written) => shown(written, is_operand),
            None if self.words.is_numbered(value) => "…".to_owned(),
            None => self.value(name, is_operand),
        }
    }

    fn opposite(&self, name: &str, is_operand: bool) -> String {
        let value = self.values.get(name);
        value.map_or_else(String::new, |value| shown(self.words.negated(*value), is_operand))
    }

    /// `A[i][j]`, split by the strides if they are known.
    fn element(&self, array: &str, subscripts: &[Vec<Piece>]) -> String {
        let name = self.value(array, true);
        let sums: Vec<Sum> = subscripts.iter().map(|subscript| self.subscript(subscript)).collect();
        let plain = |sums: Vec<Sum>| {
            let each = sums.into_iter().map(|sum| format!("[{}]", sum_of(sum)));
            format!("{name}{}", each.collect::<String>())
        };
        let of = |part: &str| self.term(&format!("{array}.{part}"));
        let strides: Option<Vec<&WrittenTerm>> =
            (0..sums.len()).map(|n| of(&format!("stride[{n}]"))).collect();
        // Rows reached through pointers have no stride.
        let Some((strides, size)) = strides.zip(of("size").and_then(constant)) else { return plain(sums) };
        let named = |part: &str| self.named(&format!("{array}.{part}"));
        let origin = named("origin").unwrap_or_default();
        let scaled = sums.iter().zip(0..);
        let scaled = scaled.map(|(sum, n)| times(sum, &named(&format!("stride[{n}]")).unwrap_or_default()));
        let scaled: Vec<Sum> = scaled.collect();
        let root = self.values.get(array).copied();
        let offset = added(scaled.iter().flatten().cloned().chain(origin.clone()));
        if let (Some(root), Ok(size)) = (root, u32::try_from(size))
            && let Some(member) = self.words.member(root, &name, &offset, size)
        {
            return member;
        }
        let declared = root.map_or(0, |root| self.dimensions(root));
        if sums.len() == 1 || declared >= sums.len() {
            return match (root, u32::try_from(size)) {
                (Some(root), Ok(size)) => self.words.element(root, name, &offset, size),
                _ => format!("{name}[{}]", sum_of(offset)),
            };
        }
        // In memory order the subscript with the largest stride comes first, whatever its letter.
        let mut order: Vec<usize> = (0..sums.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(magnitude(strides[*at])));
        let (last, first) = order.split_last().map_or((0, &[][..]), |(last, first)| (*last, first));
        // Rows traversed backwards: `b[n*n - n*k + j]`.
        if first.iter().any(|at| strides[*at].monomials.iter().all(|(_, number)| *number < 0)) {
            return format!("{name}[{}]", sum_of(offset));
        }
        let mut all: Vec<Sum> = first.iter().map(|at| sums[*at].clone()).collect();
        all.push(added(scaled[last].iter().cloned().chain(origin)));
        let text = plain(all);
        if let Some(root) = root {
            self.words.met.borrow_mut().push(ElementText::new(root, &offset, text.clone()));
        }
        text
    }

    /// The number of dimensions in the type of an array variable.
    fn dimensions(&self, root: ValueId) -> usize {
        let variable = self.words.view.bound(root).value().and_then(self.words.spelling.variable);
        variable.map_or(0, |variable| variable.strides.len())
    }

    /// The letter of a counter that is a pointer, since the name of a pointer is no subscript.
    fn counter(&self, name: &str) -> Option<String> {
        let value = self.values.get(name)?;
        let is_pointer = self.words.elements.is_pointer(*value);
        self.words.letters.get(value).filter(|_| is_pointer).cloned()
    }

    /// `{i}`, `{i} + 1` or a number as a sum; any other text is a single factor.
    fn subscript(&self, pieces: &[Piece]) -> Sum {
        let counter = |name: &str| (vec![self.counter(name).unwrap_or_else(|| self.value(name, true))], 1);
        let shift = |text: &str| text.replace(' ', "").parse::<i64>().ok();
        match pieces {
            [Piece::Value(name)] => match self.term(name).filter(|_| self.counter(name).is_none()) {
                Some(term) => self.words.term(term).unwrap_or_else(|| vec![counter(name)]),
                None => vec![counter(name)],
            },
            [Piece::Text(text)] if shift(text).is_some() => {
                added(shift(text).map(|by| (Vec::new(), by)).into_iter())
            }
            [Piece::Value(name), Piece::Text(text)] if shift(text).is_some() => {
                added([counter(name)].into_iter().chain(shift(text).map(|by| (Vec::new(), by))))
            }
            other => vec![(vec![self.text(other)], 1)],
        }
    }
}

fn shown(written: Written, is_operand: bool) -> String {
    if is_operand { written.into_operand() } else { written.text }
}

/// The value of a constant term.
fn constant(term: &WrittenTerm) -> Option<i64> {
    match term.monomials.as_slice() {
        [] => Some(0),
        [(factors, number)] if factors.is_empty() => Some(*number),
        _ => None,
    }
}

/// The assumed size of a stride, for comparison: first by degree, then by coefficient.
fn magnitude(stride: &WrittenTerm) -> (usize, u64) {
    let degree = stride.monomials.iter().map(|(factors, _)| factors.len()).max().unwrap_or(0);
    (degree, constant(stride).map_or(0, i64::unsigned_abs))
}

fn times(sum: &Sum, by: &Sum) -> Sum {
    let product = |(left, a): &(Vec<String>, i64), (right, b): &(Vec<String>, i64)| {
        (right.iter().chain(left).cloned().collect::<Vec<String>>(), a.wrapping_mul(*b))
    };
    sum.iter().flat_map(|left| by.iter().map(move |right| product(left, right))).collect()
}

/// The sum with equal products combined, sorted by descending degree, with the number last.
fn added(products: impl Iterator<Item = (Vec<String>, i64)>) -> Sum {
    let mut sum = Sum::new();
    for (factors, number) in products {
        match sum.iter_mut().find(|(known, _)| *known == factors) {
            Some((_, total)) => *total = total.wrapping_add(number),
            None => sum.push((factors, number)),
        }
    }
    sum.retain(|(_, number)| *number != 0);
    // `n - i`, not `-i + n`.
    sum.sort_by_key(|(factors, number)| (std::cmp::Reverse(factors.len()), *number < 0));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_specifications_are_those_of_reports() {
        assert_eq!(advice::SEVERITIES.map(Severity::of_word), Severity::ALL.map(Some));
    }
}
