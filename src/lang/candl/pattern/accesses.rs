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
use super::subscripts::{Rest, Roles, Source, Subscript};
use super::tree::{Element, Expression, is_anything};

/// An array: its name, or that of a row pointer.
struct Array<'a> {
    /// The root of the address.
    root: &'a VarName,
    /// The variables of the element size in bytes, and of the offset added to the sum of the subscripts.
    size: VarName,
    origin: VarName,
}

/// A summand of an element's distance from the origin, in strides of its subscript.
enum ElementDistance {
    Number(i64),
    /// A variable that holds a term; with `true` it is subtracted.
    Term(VarName, bool),
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
        let (mut of_loops, mut is_anywhere) = (Vec::new(), false);
        for (expression, stride) in subscripts.iter().zip(strides) {
            let Subscript { of, number, rest } = Subscript::of(expression, self.roles);
            distances.extend((number != 0).then_some((ElementDistance::Number(number), stride)));
            match rest {
                Rest::Any => is_anywhere = true,
                Rest::Terms(terms) => distances.extend(terms.into_iter().map(|(variable, is_negative)| {
                    (ElementDistance::Term((self.name)(variable), is_negative), stride)
                })),
            }
            for (source, is_negative) in of {
                let factor = if is_negative { self.opposite_stride(stride, scope) } else { stride.clone() };
                match source {
                    Source::Counter(variable) => {
                        let counter = (self.name)(variable);
                        let of = below(&counter, "loop");
                        scope.parts.push(atom(AtomKind::Stride, [], [&factor, &term, &of], self.span));
                        scope.parts.push(atom(AtomKind::Counter, [], [&counter, &of], self.span));
                        for other in &loops {
                            scope.parts.push(atom(AtomKind::Differ, [], [&of, other], self.span));
                        }
                        loops.push(of);
                        of_loops.push(stride);
                    }
                    Source::Value(expression) => {
                        let value = self.hidden(scope);
                        let stride = atom(AtomKind::ValueStride, [], [&factor, &term, &value], self.span);
                        scope.parts.push(stride);
                        self.describe(&value, expression, scope);
                        for other in &values {
                            scope.parts.push(atom(AtomKind::Differ, [], [&value, other], self.span));
                        }
                        values.push(value);
                    }
                }
            }
        }
        let is_origin = distances.is_empty() && !is_anywhere;
        let rest = if is_origin { array.origin.clone() } else { self.hidden(scope) };
        self.rest(&rest, &term, (&loops, &values), scope);
        self.fixed_elsewhere(&rest, &of_loops, &loops, scope);
        if !is_anywhere {
            self.distances(rest, &array.origin, &distances, scope);
        }
    }

    /// The variable of the stride with the other sign.
    fn opposite_stride(&mut self, stride: &VarName, scope: &mut Scope) -> VarName {
        let [zero, opposite] = std::array::from_fn(|_| self.hidden(scope));
        scope.parts.push(self.is_number(&zero, 0));
        scope.parts.push(self.sum_of_terms(&zero, &opposite, (1, stride)));
        opposite
    }

    /// The constraint t = u + number * d.
    fn sum_of_terms(&self, t: &VarName, u: &VarName, (number, d): (i64, &VarName)) -> CoreFormula {
        let number = Symbol { text: number.to_string(), quoted: false, span: self.span };
        atom(AtomKind::Plus, [AtomConstant::Symbol(number)], [t, u, d], self.span)
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
    fn fixed_elsewhere(&self, rest: &VarName, strides: &[&VarName], loops: &[VarName], scope: &mut Scope) {
        if loops.is_empty() {
            return;
        }
        let others = self.counters.iter().map(|counter| below(counter, "loop"));
        for other in others.filter(|other| !loops.contains(other)) {
            for term in strides.iter().copied().chain([rest]) {
                scope.parts.push(atom(AtomKind::Fixed, [], [term, &other], self.span));
            }
        }
    }

    /// Constrains rest = origin + Σ distance * stride.
    fn distances(
        &mut self,
        rest: VarName,
        origin: &VarName,
        distances: &[(ElementDistance, &VarName)],
        scope: &mut Scope,
    ) {
        let mut from = rest;
        for (position, (distance, stride)) in distances.iter().enumerate() {
            let is_last = position + 1 == distances.len();
            let to = if is_last { origin.clone() } else { self.hidden(scope) };
            let sum = match distance {
                ElementDistance::Number(number) => self.sum_of_terms(&from, &to, (*number, stride)),
                ElementDistance::Term(term, is_negative) => {
                    let product = self.hidden(scope);
                    scope.parts.push(atom(AtomKind::Times, [], [&product, term, stride], self.span));
                    self.sum_of_terms(&from, &to, (if *is_negative { -1 } else { 1 }, &product))
                }
            };
            scope.parts.push(sum);
            from = to;
        }
    }
}

/// Appends the counters in the subscripts of an expression, each once.
pub(super) fn counters<'e>(expression: &'e Expression, roles: &Roles, found: &mut Vec<&'e Variable>) {
    expression.each_element(&mut |element| {
        for (source, _) in element.subscripts.iter().flat_map(|subscript| Subscript::of(subscript, roles).of)
        {
            if let Source::Counter(variable) = source
                && !found.contains(&variable)
            {
                found.push(variable);
            }
        }
    });
}
