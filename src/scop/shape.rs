//! Arrays and their dimensions, from offsets in bytes.
//!
//! ```text
//! 8*m*i + 8*j from one base      =>      an array of rows of m elements of 8 bytes, subscripts i and j
//! ```
//!
//! All accesses from one base have the same dimensions. Products of an iterator and parameters require
//! dimensions of parametric size (Grosser, Pop, Ramanujam, Sadayappan: On recovering multi-dimensional arrays
//! in Polly); the scales of address computations suggest constant ones. Subscripts are proved to stay in
//! their dimension, or parameters are excluded; a constant dimension that they always leave is dropped. Rows
//! need not begin at the base: those of a structure's second member lie behind the first member.

use super::affine::{Affine, Factor, Factors};
use super::cases::{Cases, Space, Union};
use super::description::Access;
use super::linear::{Linear, gcd};
use super::prover::{Domain, Prover, RangeQuery, Verdict};
use super::scop::{AccessPiece, Array, Storage};
use ir::Base;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The most positions tried for the first element of an array.
const MOST_ORIGINS: usize = 8;

/// The size of the longest scalar in bytes. Rows of at most this size are dropped if an access may be longer.
const LONGEST_SCALAR: i128 = 16;

/// An access before its array has dimensions.
pub(super) struct Raw {
    /// The instances that execute it.
    pub(super) domain: Domain,
    /// The offset in bytes.
    pub(super) offset: Cases<Affine>,
    /// The length in bytes.
    pub(super) length: Cases<Affine>,
    /// The offset without case distinction.
    pub(super) whole: Affine,
    pub(super) scales: Vec<i64>,
}

impl Raw {
    /// An access executed by the instances in `domain`; `None` if it has too many cases.
    pub(super) fn of(access: &Access, domain: Domain, space: &mut Space) -> Option<Raw> {
        let mut signed = |affine: &Affine| -> Option<Cases<Affine>> {
            let cases = space.cases(affine)?;
            cases.into_iter().map(|(when, affine)| Some((when, space.signed(&affine)?))).collect()
        };
        Some(Raw {
            domain,
            offset: signed(&access.place.offset)?,
            length: signed(&access.length)?,
            scales: access.place.scales.clone(),
            whole: space.signed(&access.place.offset)?,
        })
    }

    /// Whether an iterator is multiplied by a parameter.
    pub(super) fn is_parametric(&self) -> bool {
        self.offset.iter().any(|(_, affine)| affine.terms.iter().any(|(factors, _)| is_parametric(factors)))
    }
}

/// Whether a product is one of an iterator and parameters.
fn is_parametric(factors: &Factors) -> bool {
    let iterators = factors.iter().filter(|factor| matches!(factor, Factor::Iterator(_)));
    factors.len() > 1 && iterators.count() == 1
}

/// An array with its accesses.
pub(super) struct Shaped {
    pub(super) array: Array,
    /// The pieces of each access.
    pub(super) pieces: Vec<Vec<AccessPiece>>,
    /// The subscripts of each access without case distinction; `None` if they cannot be expressed so.
    pub(super) subscripts: Vec<Option<Vec<Affine>>>,
    /// The parameters for which subscripts leave their dimension.
    pub(super) exceptions: Union,
}

/// The stride of a subscript in bytes: a number times parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stride {
    number: i128,
    parameters: Factors,
}

/// The array of the accesses from one base, their pieces, and the parameters for which subscripts leave their
/// dimension.
pub(super) fn shaped(
    prover: &Prover<'_>,
    space: &mut Space,
    base: Base,
    accesses: &[&Raw],
) -> Option<Shaped> {
    let element = element(accesses)?;
    let parametric = parametric_strides(accesses)?;
    let mut constant = constant_strides(accesses, element, &parametric);
    loop {
        let mut strides = parametric.clone();
        strides.extend(constant.iter().map(|number| Stride { number: *number, parameters: Factors::NONE }));
        strides.push(Stride { number: element, parameters: Factors::NONE });
        let sizes = sizes(&strides)?;
        let (origin, of_origin) = best_subscripts(prover, space, &strides, &sizes, accesses)?;
        match of_origin {
            Subscripts::Are(pieces, exceptions, moved) => {
                let offset = origin / element;
                let of_access = |(raw, moved): (&&Raw, Option<Vec<Affine>>)| {
                    let from_base = moved.and_then(|moved| from_base(moved, offset));
                    from_base.or_else(|| split(&raw.whole, &strides))
                };
                let subscripts = accesses.iter().zip(moved).map(of_access).collect();
                let in_elements = |stride: &Stride| {
                    space.linear(&Affine::of(stride.parameters.clone(), stride.number / element))
                };
                let strides = strides.iter().map(in_elements).collect::<Option<_>>()?;
                let open = sizes.iter().map(|size| space.linear(size)).collect::<Option<Vec<_>>>()?;
                let sizes = std::iter::once(None).chain(open.into_iter().map(Some)).collect();
                let storage = Storage::Memory(base);
                let (types, is_restrict) = (Vec::new(), false);
                let array = Array { storage, element, offset, strides, sizes, types, is_restrict };
                return Some(Shaped { array, pieces, subscripts, exceptions });
            }
            // Retried without the dimension that they leave.
            Subscripts::Leave(dimension) => {
                let at = dimension.checked_sub(parametric.len() + 1).filter(|at| *at < constant.len());
                let at =
                    at.or_else(|| constant.len().checked_sub(1).filter(|_| dimension > parametric.len()))?;
                constant.remove(at);
            }
        }
    }
}

/// The greatest number of bytes that all offsets and lengths are multiples of.
fn element(accesses: &[&Raw]) -> Option<i128> {
    let cases = accesses.iter().flat_map(|raw| raw.offset.iter().chain(&raw.length));
    let numbers = cases.flat_map(|(_, affine)| affine.terms.iter().map(|(_, number)| *number));
    Some(numbers.fold(0, gcd)).filter(|element| *element > 0)
}

/// Strides that products of an iterator and parameters require, the largest first.
fn parametric_strides(accesses: &[&Raw]) -> Option<Vec<Stride>> {
    let mut strides: Vec<Stride> = Vec::new();
    let cases = accesses.iter().flat_map(|raw| &raw.offset);
    for (factors, number) in cases.flat_map(|(_, affine)| &affine.terms) {
        if !is_parametric(factors) {
            continue;
        }
        let is_iterator = |factor: &&Factor| matches!(factor, Factor::Iterator(_));
        let parameters = factors.iter().filter(|factor| !is_iterator(factor));
        let parameters =
            parameters.fold(Factors::NONE, |all, one| Factors::of_both(&all, &Factors::one(one.clone())));
        match strides.iter_mut().find(|stride| stride.parameters == parameters) {
            Some(stride) => stride.number = gcd(stride.number, *number),
            None => strides.push(Stride { number: number.abs(), parameters }),
        }
    }
    // A constant number of rows is in a term of the offset without iterators.
    let cases = accesses.iter().flat_map(|raw| &raw.offset);
    for (factors, number) in cases.flat_map(|(_, affine)| &affine.terms) {
        if let Some(stride) = strides.iter_mut().find(|stride| stride.parameters == *factors) {
            stride.number = gcd(stride.number, *number);
        }
    }
    strides.sort_by(|a, b| b.parameters.len().cmp(&a.parameters.len()).then(b.parameters.cmp(&a.parameters)));
    let is_chain = strides.windows(2).all(|pair| quotient(&pair[0], &pair[1]).is_some());
    is_chain.then_some(strides)
}

/// Scales of address computations, each a multiple of the next, the largest first.
fn constant_strides(accesses: &[&Raw], element: i128, parametric: &[Stride]) -> Vec<i128> {
    let mut scales: Vec<i128> =
        accesses.iter().flat_map(|raw| raw.scales.iter().map(|scale| i128::from(*scale))).collect();
    scales.sort_unstable();
    scales.dedup();
    // A row has room for each access.
    let lengths = accesses.iter().flat_map(|raw| &raw.length).filter_map(|(_, length)| length.as_constant());
    let longest = lengths.fold(element, i128::max);
    let mut chosen: Vec<i128> = Vec::new();
    for scale in scales.into_iter().filter(|scale| *scale > longest) {
        let is_multiple = scale % chosen.last().copied().unwrap_or(element) == 0;
        if is_multiple && parametric.iter().all(|stride| stride.number % scale == 0) {
            chosen.push(scale);
        }
    }
    chosen.reverse();
    chosen
}

/// The quotient of two strides, if one is a multiple of the other.
fn quotient(one: &Stride, other: &Stride) -> Option<Affine> {
    let parameters = without(&one.parameters, &other.parameters)?;
    (one.number % other.number == 0).then(|| Affine::of(parameters, one.number / other.number))
}

/// The factors that remain of a product divided by another; `None` if it is no multiple.
fn without(all: &[Factor], divisor: &[Factor]) -> Option<Factors> {
    let mut rest = all.to_vec();
    for factor in divisor {
        let at = rest.iter().position(|other| other == factor)?;
        rest.remove(at);
    }
    Some(rest.into_iter().fold(Factors::NONE, |all, one| Factors::of_both(&all, &Factors::one(one))))
}

/// The sizes of all dimensions except the first.
fn sizes(strides: &[Stride]) -> Option<Vec<Affine>> {
    strides.windows(2).map(|pair| quotient(&pair[0], &pair[1])).collect()
}

enum Subscripts {
    /// The pieces of each access, and the parameters for which they leave their dimensions; then the
    /// subscripts of each access, if they begin in another row than its offset.
    Are(Vec<Vec<AccessPiece>>, Union, Vec<Option<Vec<Affine>>>),
    /// A dimension whose subscripts never stay in it.
    Leave(usize),
}

/// The subscripts and the origin in bytes behind the base from which they count: the base itself, unless
/// another origin has fewer exceptions.
fn best_subscripts(
    prover: &Prover<'_>,
    space: &mut Space,
    strides: &[Stride],
    sizes: &[Affine],
    accesses: &[&Raw],
) -> Option<(i128, Subscripts)> {
    let none = Union::new();
    let mut best = (0, subscripts(prover, space, strides, sizes, accesses, (0, None))?);
    for origin in origins(strides, accesses) {
        if matches!(&best.1, Subscripts::Are(_, exceptions, _) if exceptions.is_empty()) {
            break;
        }
        let known = match &best.1 {
            Subscripts::Are(_, exceptions, _) => exceptions,
            Subscripts::Leave(_) => &none,
        };
        let Some(other) = subscripts(prover, space, strides, sizes, accesses, (origin, Some(known))) else {
            continue;
        };
        let is_better = match (&other, &best.1) {
            (Subscripts::Are(_, fewer, _), Subscripts::Are(_, more, _)) => {
                prover.covers(space, more, &prover.domain(fewer.clone()))
                    && !prover.covers(space, fewer, &prover.domain(more.clone()))
            }
            // A result that drops no dimension and has no exceptions is better.
            (Subscripts::Are(_, exceptions, _), Subscripts::Leave(_)) => exceptions.is_empty(),
            (Subscripts::Leave(_), _) => false,
        };
        if is_better {
            best = (origin, other);
        }
    }
    Some(best)
}

/// The candidate origins in bytes behind the base, the nearest first: constant parts of offsets, reduced by
/// whole rows if these have a constant length.
fn origins(strides: &[Stride], accesses: &[&Raw]) -> Vec<i128> {
    let [rows @ .., _] = strides else { return Vec::new() };
    let constants: BTreeSet<i128> =
        accesses.iter().flat_map(|raw| &raw.offset).map(|(_, offset)| offset.split().1).collect();
    let lengths = rows.iter().filter(|stride| stride.parameters.is_empty()).map(|stride| stride.number);
    let in_row = lengths.flat_map(|row| constants.iter().map(move |constant| constant.rem_euclid(row)));
    let is_open = rows.iter().any(|stride| !stride.parameters.is_empty());
    let origins: BTreeSet<i128> = match is_open {
        true => in_row.chain(constants.iter().copied()).collect(),
        false => in_row.collect(),
    };
    origins.into_iter().filter(|origin| *origin > 0).take(MOST_ORIGINS).collect()
}

/// Converts subscripts that count from an origin to ones that count from the base.
fn from_base(mut subscripts: Vec<Affine>, offset: i128) -> Option<Vec<Affine>> {
    let last = subscripts.last_mut()?;
    *last = last.plus(&Affine::constant(offset), 1)?;
    Some(subscripts)
}

/// The subscripts that count from an origin. If the exceptions for another origin are given, `None` as soon
/// as there is an exception that is not among them.
fn subscripts(
    prover: &Prover<'_>,
    space: &mut Space,
    strides: &[Stride],
    sizes: &[Affine],
    accesses: &[&Raw],
    (origin, known): (i128, Option<&Union>),
) -> Option<Subscripts> {
    let (mut all, mut exceptions, mut moved) = (Vec::new(), Union::new(), Vec::new());
    let element = strides.last()?.number;
    for raw in accesses {
        let mut pieces = Vec::new();
        let cases = super::cases::joined(&raw.offset, &raw.length, |offset, length| {
            Some((offset.clone(), length.clone()))
        })?;
        let is_one = cases.len() == 1;
        let mut in_other_row = None;
        for (when, (offset, length)) in cases {
            let offset = offset.plus(&Affine::constant(origin), -1)?;
            let mut split = split(&offset, strides)?;
            let mut elements = space.linear(&length)?;
            elements.terms.iter_mut().for_each(|(_, number)| *number /= element);
            elements.constant /= element;
            let mut piece = AccessPiece { when, subscripts: Vec::new(), elements };
            for at in (0..sizes.len()).rev() {
                let is_row = |(factors, _): &(Factors, i128)| *factors == strides[at].parameters;
                if sizes[at].as_constant().is_none()
                    && offset.terms.iter().any(is_row)
                    && let Some(moved) = nearest(prover, space, &raw.domain, &piece, &split, (at, &sizes[at]))
                {
                    in_other_row = is_one.then(|| moved.clone());
                    split = moved;
                }
            }
            piece.subscripts = split.iter().map(|s| space.linear(s)).collect::<Option<_>>()?;
            for (at, size) in sizes.iter().enumerate() {
                let is_short = strides[at].parameters.is_empty() && strides[at].number <= LONGEST_SCALAR;
                let is_filled_in_part = is_short && !piece.elements.terms.is_empty();
                match stays(prover, space, &raw.domain, &piece, at + 1, size)? {
                    Verdict::Holds => {}
                    Verdict::Fails => return Some(Subscripts::Leave(at + 1)),
                    Verdict::Except(always)
                        if is_filled_in_part || prover.covers(space, &always, &raw.domain) =>
                    {
                        return Some(Subscripts::Leave(at + 1));
                    }
                    Verdict::Except(more)
                        if known.is_some_and(|known| {
                            !prover.covers(space, known, &prover.domain(more.clone()))
                        }) =>
                    {
                        return None;
                    }
                    more => super::provisions::add(&mut exceptions, more)?,
                }
            }
            pieces.push(piece);
        }
        all.push(pieces);
        moved.push(in_other_row);
    }
    Some(Subscripts::Are(all, exceptions, moved))
}

/// The subscripts shifted by one row, if the direct ones never stay in the row. In `a[i*m + m - 1 - j]` the
/// column is `m - 1 - j`.
fn nearest(
    prover: &Prover<'_>,
    space: &mut Space,
    domain: &Domain,
    piece: &AccessPiece,
    split: &[Affine],
    (at, size): (usize, &Affine),
) -> Option<Vec<Affine>> {
    for rows in [0, 1, -1] {
        let mut moved = split.to_vec();
        moved[at] = moved[at].plus(&Affine::constant(rows), 1)?;
        moved[at + 1] = moved[at + 1].plus(size, -rows)?;
        let subscripts = moved.iter().map(|s| space.linear(s)).collect::<Option<_>>()?;
        let piece = AccessPiece { subscripts, ..piece.clone() };
        let stays = match stays(prover, space, domain, &piece, at + 1, size)? {
            Verdict::Holds => true,
            Verdict::Fails => false,
            Verdict::Except(always) => !prover.covers(space, &always, domain),
        };
        if stays {
            return (rows != 0).then_some(moved);
        }
    }
    None
}

/// The verdict on a subscript staying in its dimension; the last one with all elements of the access.
fn stays(
    prover: &Prover<'_>,
    space: &mut Space,
    domain: &Domain,
    piece: &AccessPiece,
    dimension: usize,
    size: &Affine,
) -> Option<Verdict> {
    let is_last = dimension + 1 == piece.subscripts.len();
    let touched = if is_last { piece.elements.clone() } else { Linear::constant(1) };
    let high = space.linear(size)?.plus(&touched, -1)?;
    let (domain, when) = (domain.clone(), Cow::Borrowed(&piece.when));
    let value = Cow::Borrowed(&piece.subscripts[dimension]);
    let (low, high) = (Cow::Owned(Linear::constant(0)), Cow::Owned(high));
    prover.stays_in_range(space, RangeQuery { domain, when, value, low, high })
}

/// A subscript for each stride, which together amount to the offset. `None` if a product of an iterator and a
/// parameter remains.
fn split(offset: &Affine, strides: &[Stride]) -> Option<Vec<Affine>> {
    let (mut rest, mut number) = offset.split();
    let innermost = strides.len() - 1;
    let mut subscripts = Vec::with_capacity(strides.len());
    for (at, stride) in strides.iter().enumerate() {
        subscripts.push(take(&mut rest, stride, at == innermost)?);
    }
    for (at, stride) in strides.iter().enumerate().filter(|(_, stride)| stride.parameters.is_empty()) {
        let varies = subscripts.get(at + 1).is_some_and(|inner: &Affine| !inner.terms.is_empty());
        let from = if varies { number.checked_add(stride.number / 2)? } else { number };
        let rows = if at == innermost { number / stride.number } else { from.div_euclid(stride.number) };
        number -= rows * stride.number;
        if rows != 0 {
            subscripts[at].terms.insert(0, (Factors::NONE, rows));
        }
    }
    (rest.terms.is_empty() && number == 0).then_some(subscripts)
}

/// Moves the multiples of a stride from an offset to the result. For a constant stride that is not the last,
/// each term is rounded to the nearest multiple.
fn take(rest: &mut Affine, stride: &Stride, is_last: bool) -> Option<Affine> {
    let mut taken = Affine::default();
    let mut left = Vec::new();
    for (factors, number) in rest.terms.drain(..) {
        let Some(parameters) = without(&factors, &stride.parameters) else {
            left.push((factors, number));
            continue;
        };
        let is_parametric = !stride.parameters.is_empty();
        let remainder = number % stride.number;
        let to_nearest = match is_parametric || is_last {
            true => 0,
            false if remainder.abs() > stride.number / 2 => stride.number * remainder.signum(),
            false => 0,
        };
        let multiple = number - remainder + to_nearest;
        if (is_parametric || is_last) && remainder != 0 {
            return None;
        }
        if multiple != 0 {
            taken = taken.plus(&Affine::of(parameters, multiple / stride.number), 1)?;
        }
        if number != multiple {
            left.push((factors, number - multiple));
        }
    }
    rest.terms = left;
    Some(taken)
}
