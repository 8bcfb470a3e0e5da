//! Reads and writes of array elements in patterns: `{A}[{i}, {j} + 1]`.
//!
//! ```text
//! {v} ~ {A}[{i}, {j} + 1]
//!   =>  v is a read and accesses A plus v.1 elements of A.size bytes, A.stride[0] is the stride of v.1 in i.loop,
//!       A.stride[1] that in j.loop, v.2 the rest of v.1 without both, and v.2 is A.origin plus 1 times A.stride[1]
//! ```
//!
//! The names of strides, origin and size begin with the name of the array, so that all of its elements share
//! them.

use super::super::ast::{Symbol, Variable};
use super::super::atom_table::AtomKind;
use super::super::core::{AtomConstant, AtomRelation, CoreAtom, CoreFormula, Part, VarName};
use super::Expansion;
use super::formulas::{Scope, atom};
use super::tree::{Element, Expression, ExpressionKind, Operation, is_anything};

/// An array: its name, or that of a row pointer.
struct Array<'a> {
    /// The root of the address.
    root: &'a VarName,
    /// The variables of the element size in bytes, and of the offset added to the sum of the subscripts.
    size: VarName,
    origin: VarName,
}

/// A subscript: a constant distance from a counter, from another value, or from 0.
struct Subscript<'e> {
    of: Source<'e>,
    distance: i64,
}

enum Source<'e> {
    Counter(&'e Variable),
    Value(&'e Expression),
    Zero,
}

impl Subscript<'_> {
    fn of(expression: &Expression) -> Subscript<'_> {
        let (mut inner, mut distance) = (expression, 0);
        while let ExpressionKind::Binary(operator, a, b) = &inner.kind {
            let (rest, by) = match (operator.operation, number(a), number(b)) {
                (Operation::Add, _, Some(by)) => (a, by),
                (Operation::Subtract, _, Some(by)) => (a, -by),
                (Operation::Add, Some(by), None) => (b, by),
                _ => break,
            };
            (inner, distance) = (rest, distance + by);
        }
        if let Some(number) = number(inner) {
            return Subscript { of: Source::Zero, distance: distance + number };
        }
        let of = match &inner.kind {
            ExpressionKind::Variable(variable) if !is_anything(variable) => Source::Counter(variable),
            _ => Source::Value(inner),
        };
        Subscript { of, distance }
    }
}

/// A number that fits in 32 bits; larger distances lie in no array.
fn number(expression: &Expression) -> Option<i64> {
    let ExpressionKind::Number(number) = &expression.kind else { return None };
    number.text.parse::<i32>().ok().map(i64::from)
}

/// The name `of.field`.
pub(super) fn below(of: &VarName, field: &str) -> VarName {
    of.join(&[Part::Field(field.into())])
}

fn stride(of: &VarName, dimension: usize) -> VarName {
    of.join(&[Part::Field("stride".into()), Part::Number(dimension as u32)])
}

impl Expansion<'_> {
    /// Constrains `v` to be a read of the element, or a store to it.
    pub(super) fn element(&mut self, v: &VarName, element: &Element, scope: &mut Scope) {
        let kind = if element.stored.is_some() { AtomKind::Write } else { AtomKind::Read };
        scope.parts.push(atom(kind, [], [v], self.span));
        let base = match is_anything(&element.base) {
            true => self.hidden(scope),
            false => (self.name)(&element.base),
        };
        let array = |root| Array { root, size: below(&base, "size"), origin: below(&base, "origin") };
        let strides: Vec<VarName> = (0..element.subscripts.len()).map(|k| stride(&base, k)).collect();
        if element.by_rows {
            let mut flat = Scope::default();
            self.place(v, &array(&base), (&element.subscripts, &strides), &mut flat);
            for pair in strides.windows(2) {
                flat.parts.push(atom(AtomKind::LargerStride, [], [&pair[0], &pair[1]], self.span));
            }
            let mut rows = Scope::default();
            self.row(v, &base, element, &mut rows);
            self.one_of(vec![flat, rows], scope);
        } else {
            self.place(v, &array(&base), (&element.subscripts, &strides), scope);
        }
        if let Some(stored) = &element.stored {
            let stored = self.value(stored, scope);
            self.edge(&stored, v, 0, scope);
        }
    }

    /// Constrains an element of an array of row pointers: the first subscript selects the row, which is
    /// loaded.
    fn row(&mut self, v: &VarName, base: &VarName, element: &Element, scope: &mut Scope) {
        let [first, rest @ ..] = element.subscripts.as_slice() else { return };
        let [row, size, origin, step] = std::array::from_fn(|_| self.hidden(scope));
        scope.parts.push(atom(AtomKind::Unused, [], [&stride(base, 0)], self.span));
        scope.parts.push(atom(AtomKind::Read, [], [&row], self.span));
        let pointers = Array { root: base, size, origin };
        self.place(&row, &pointers, (std::slice::from_ref(first), &[step]), scope);
        let elements = Array { root: &row, size: below(base, "size"), origin: below(base, "origin") };
        let strides: Vec<VarName> = (1..=rest.len()).map(|k| stride(base, k)).collect();
        self.place(v, &elements, (rest, &strides), scope);
    }

    /// Constrains the address of an access: root + origin + Σ subscript * stride.
    fn place(
        &mut self,
        v: &VarName,
        array: &Array<'_>,
        (subscripts, strides): (&[Expression], &[VarName]),
        scope: &mut Scope,
    ) {
        let term = self.hidden(scope);
        scope.parts.push(atom(AtomKind::Accesses, [], [v, array.root, &term, &array.size], self.span));
        let (mut loops, mut values, mut distances) = (Vec::new(), Vec::new(), Vec::new());
        for (expression, stride) in subscripts.iter().zip(strides) {
            let Subscript { of, distance } = Subscript::of(expression);
            distances.extend((distance != 0).then_some((distance, stride)));
            match of {
                Source::Zero => {}
                Source::Counter(variable) => {
                    let counter = (self.name)(variable);
                    let of = below(&counter, "loop");
                    scope.parts.push(atom(AtomKind::Stride, [], [stride, &term, &of], self.span));
                    scope.parts.push(atom(AtomKind::Counter, [], [&counter, &of], self.span));
                    for other in &loops {
                        scope.parts.push(atom(AtomKind::Differ, [], [&of, other], self.span));
                    }
                    loops.push(of);
                }
                Source::Value(expression) => {
                    let value = self.hidden(scope);
                    scope.parts.push(atom(AtomKind::ValueStride, [], [stride, &term, &value], self.span));
                    self.describe(&value, expression, scope);
                    values.push(value);
                }
            }
        }
        let rest = if distances.is_empty() { array.origin.clone() } else { self.hidden(scope) };
        self.rest(&rest, &term, (&loops, &values), scope);
        self.fixed_elsewhere(&rest, strides, &loops, scope);
        self.distances(rest, &array.origin, &distances, scope);
    }

    /// Constrains the rest of a term without the subscripts, and returns its variable.
    fn rest(
        &self,
        rest: &VarName,
        term: &VarName,
        (loops, values): (&[VarName], &[VarName]),
        scope: &mut Scope,
    ) {
        let kind = match (loops, values) {
            ([], []) => return scope.parts.push(atom(AtomKind::Equal, [], [rest, term], self.span)),
            (_, []) => AtomKind::RestOfLoops,
            ([], _) => AtomKind::RestOfValues,
            _ => AtomKind::RestOfBoth,
        };
        let sizes = [loops.len(), values.len()].into_iter().filter(|size| *size > 0);
        let constants = sizes.map(|size| AtomConstant::Members(size as u32)).collect();
        let variables = [rest, term].into_iter().chain(loops).chain(values).cloned().collect();
        let relation = AtomRelation { kind, negated: false, constants };
        scope.parts.push(CoreFormula::Atom(CoreAtom { relation, variables }, self.span));
    }

    /// Constrains the address to depend only on the subscripts, as far as loops with counters named in the
    /// pattern are concerned.
    fn fixed_elsewhere(&self, rest: &VarName, strides: &[VarName], loops: &[VarName], scope: &mut Scope) {
        if loops.is_empty() {
            return;
        }
        let others = self.counters.iter().map(|counter| below(counter, "loop"));
        for other in others.filter(|other| !loops.contains(other)) {
            for term in strides.iter().take(loops.len()).chain([rest]) {
                scope.parts.push(atom(AtomKind::Fixed, [], [term, &other], self.span));
            }
        }
    }

    /// Constrains rest = origin + Σ distance * stride.
    fn distances(
        &mut self,
        rest: VarName,
        origin: &VarName,
        distances: &[(i64, &VarName)],
        scope: &mut Scope,
    ) {
        let mut from = rest;
        for (position, (distance, stride)) in distances.iter().enumerate() {
            let is_last = position + 1 == distances.len();
            let to = if is_last { origin.clone() } else { self.hidden(scope) };
            let number = Symbol { text: distance.to_string(), quoted: false, span: self.span };
            let sum = atom(AtomKind::Plus, [AtomConstant::Symbol(number)], [&from, &to, stride], self.span);
            scope.parts.push(sum);
            from = to;
        }
    }
}

/// Appends the counters in the subscripts of an expression, each once.
pub(super) fn counters<'e>(expression: &'e Expression, found: &mut Vec<&'e Variable>) {
    expression.each_element(&mut |element| {
        for subscript in &element.subscripts {
            if let Source::Counter(variable) = Subscript::of(subscript).of
                && !found.contains(&variable)
            {
                found.push(variable);
            }
        }
    });
}
