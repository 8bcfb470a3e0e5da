//! Addresses as exact sums, for chains of `getelementptr` that do not wrap.
//!
//! Since these sums are unbounded integers, remainders modulo any factor distinguish them, not only powers of
//! two: `a[i].x` and `a[j].y` do not overlap, whatever i and j are. The sums are computed from the function
//! before normalisation, since normalisation merges address computations that may wrap.
//!
//! In: `%p = getelementptr inbounds [12 x i8], ptr %a, i64 %i`, and inbounds 4 bytes after it. Out: `%a + 12
//! * %i + 4`.

use super::Memory;
use super::alias::{Apart, Location, are_apart, runs_repeatedly};
use crate::values::known_bits::is_disjoint_or;
use crate::values::parts::constant;
use ir::{Base, Flags, Model, Opcode, TypeClass, ValueId};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Limits for one address: the length of the chain, and the number of summands of its offset.
const LONGEST: usize = 16;
const MOST_PARTS: usize = 32;

/// An address: a base pointer and an offset.
#[derive(Clone)]
pub(super) struct Element {
    base: ValueId,
    terms: ExactTerms,
    constant: i128,
}

/// Integers with their factors; the integers are distinct.
type ExactTerms = SmallVec<[(ExactTerm, i128); 4]>;

/// An integer in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExactTerm {
    /// A value, read as signed.
    Value(ValueId),
    /// A value, read as unsigned.
    Unsigned(ValueId),
    /// The number of times that an operation has wrapped around.
    Wraps(ValueId),
}

impl ExactTerm {
    fn source(self) -> ValueId {
        match self {
            ExactTerm::Value(value) | ExactTerm::Unsigned(value) | ExactTerm::Wraps(value) => value,
        }
    }
}

impl Element {
    fn of(model: &Model, pointer: ValueId) -> Element {
        let mut element = Element { base: pointer, terms: ExactTerms::new(), constant: 0 };
        for _ in 0..LONGEST {
            let Some(next) = element.below(model) else { break };
            element = next;
        }
        element
    }

    /// The same address with its base decomposed by one more step.
    fn below(&self, model: &Model) -> Option<Element> {
        if let Some(known) = model.constant_address(self.base) {
            let Base::Value(base) = known.base else { return None };
            let constant = self.constant + i128::from(known.offset);
            let is_exact = known.flags.contains(Flags::INBOUNDS) && base != self.base;
            return is_exact.then(|| Element { base, terms: self.terms.clone(), constant });
        }
        let flags = model.flags(self.base);
        if !flags.contains(Flags::INBOUNDS) && !flags.contains(Flags::NUSW) {
            return None;
        }
        let form = model.gep_form(self.base)?;
        let base = model.operand(self.base, 0)?;
        let constant = self.constant + i128::from(form.offset);
        let mut below = Element { base, terms: self.terms.clone(), constant };
        for (n, factor) in &form.terms {
            let operand = model.operand(self.base, *n)?;
            let fits = model.type_of(operand).integer_width().is_some_and(|width| width <= form.width);
            if !fits || !model.has_class(operand, TypeClass::Integer) {
                return None;
            }
            below.take_apart(model, operand, i128::from(*factor))?;
        }
        Some(below)
    }

    /// Adds a multiple of a signed integer, decomposed into summands.
    fn take_apart(&mut self, model: &Model, start: ValueId, factor: i128) -> Option<()> {
        let mut open: SmallVec<[(ExactTerm, i128); 4]> = smallvec![(ExactTerm::Value(start), factor)];
        for _ in 0..MOST_PARTS {
            let Some((part, factor)) = open.pop() else { return Some(()) };
            let ExactTerm::Value(value) = part else {
                self.add(part, factor)?;
                continue;
            };
            if let Some(number) = constant(model, value, Some(Opcode::SExt)) {
                self.constant = self.constant.checked_add(factor.checked_mul(number.into())?)?;
                continue;
            }
            let Some(parts) = parts(model, value) else {
                self.add(term(model, value), factor)?;
                continue;
            };
            for (part, times) in parts {
                open.push((part, factor.checked_mul(times)?));
            }
        }
        None
    }

    fn add(&mut self, term: ExactTerm, factor: i128) -> Option<()> {
        match self.terms.iter_mut().find(|(known, _)| *known == term) {
            Some((_, sum)) => *sum = sum.checked_add(factor)?,
            None => self.terms.push((term, factor)),
        }
        Some(())
    }
}

/// An integer that is not decomposed; a zero-extended value becomes its unsigned operand.
fn term(model: &Model, value: ValueId) -> ExactTerm {
    match (model.opcode(value), model.operand(value, 0)) {
        (Some(Opcode::ZExt), Some(of)) => ExactTerm::Unsigned(of),
        _ => ExactTerm::Value(value),
    }
}

/// The decomposition of a value into a sum of signed integers with factors.
fn parts(model: &Model, value: ValueId) -> Option<SmallVec<[(ExactTerm, i128); 3]>> {
    let (opcode, left) = (model.opcode(value)?, model.operand(value, 0)?);
    let right = model.operand(value, 1);
    let number = || constant(model, right?, Some(Opcode::SExt));
    let mut parts: SmallVec<[(ExactTerm, i128); 3]> = match opcode {
        Opcode::SExt => return Some(smallvec![(ExactTerm::Value(left), 1)]),
        Opcode::ZExt if model.flags(value).contains(Flags::NNEG) => {
            return Some(smallvec![(ExactTerm::Value(left), 1)]);
        }
        Opcode::Add => smallvec![(ExactTerm::Value(left), 1), (ExactTerm::Value(right?), 1)],
        Opcode::Or if is_disjoint_or(model, value) => {
            return Some(smallvec![(ExactTerm::Value(left), 1), (ExactTerm::Value(right?), 1)]);
        }
        Opcode::Sub => smallvec![(ExactTerm::Value(left), 1), (ExactTerm::Value(right?), -1)],
        Opcode::Mul => smallvec![(ExactTerm::Value(left), number()?.into())],
        Opcode::Shl => {
            let by = number().filter(|by| (0..63).contains(by))?;
            smallvec![(ExactTerm::Value(left), 1i128 << by)]
        }
        _ => return None,
    };
    if !model.flags(value).contains(Flags::NSW) {
        let width = model.type_of(value).integer_width().filter(|width| *width <= 64)?;
        parts.push((ExactTerm::Wraps(value), 1i128 << width));
    }
    Some(parts)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Memory<'_> {
    /// Whether two accesses with the same base have no common byte, for `a` at one moment and `b` at another.
    pub(super) fn are_apart_exactly(&self, a: Location, b: Location, apart: Apart<'_>) -> bool {
        let (Some(size), Some(of_other)) = (a.size, b.size) else { return false };
        let [a, b] = [a, b].map(|location| self.before_normalisation(location.pointer));
        let (Some(a), Some(b)) = (a, b) else { return false };
        let [of_first, second] = [a, b].map(|pointer| self.element(pointer));
        if of_first.base != second.base || !self.is_same_before(second.base, apart) {
            return false;
        }
        let mut first = Element::clone(&of_first);
        let constant = first.constant - second.constant;
        for (term, factor) in &second.terms {
            match self.is_same_before(term.source(), apart) {
                true if first.add(*term, -factor).is_none() => return false,
                true => {}
                // The value may differ at the other moment.
                false => first.terms.push((*term, -factor)),
            }
        }
        let common = first.terms.iter().fold(0, |all, (_, factor)| gcd(all, factor.unsigned_abs()));
        match i128::try_from(common) {
            Ok(0) => constant >= i128::from(of_other) || -constant >= i128::from(size),
            Ok(common) => are_apart(constant, common, size, of_other),
            Err(_) => false,
        }
    }

    /// A lower bound of the size of the object that a location lies in: the access and the start of every
    /// inbounds address are in one object.
    pub(super) fn least_bytes(&self, location: Location) -> Option<u64> {
        let (model, size) = (self.model, location.size?);
        let (mut at, mut least, mut behind) = (location.pointer, size, 0i64);
        for _ in 0..LONGEST {
            let form = model.gep_form(at).filter(|form| form.terms.is_empty());
            let (Some(form), Some(base)) = (form, model.operand(at, 0)) else { break };
            if !model.flags(at).contains(Flags::INBOUNDS) {
                break;
            }
            (at, behind) = (base, behind.checked_add(form.offset)?);
            least = least.max(size.checked_add(u64::try_from(behind).unwrap_or(0))?);
        }
        Some(least)
    }

    /// A pointer of the function before normalisation as an exact sum, computed once.
    fn element(&self, pointer: ValueId) -> Rc<Element> {
        let mut known = self.elements.borrow_mut();
        Rc::clone(known.entry(pointer).or_insert_with(|| Rc::new(Element::of(self.plain, pointer))))
    }

    /// The value of the function before normalisation that a value is, or that it replaces.
    fn before_normalisation(&self, value: ValueId) -> Option<ValueId> {
        if std::ptr::eq(self.plain, self.model) { Some(value) } else { self.model.origin(value) }
    }

    /// Whether a value of the function before normalisation is the same at both moments.
    fn is_same_before(&self, value: ValueId, apart: Apart<'_>) -> bool {
        let runs_once = || {
            let block = self.plain.block_of(value);
            block.is_none_or(|block| !runs_repeatedly(self.plain, block))
        };
        match apart {
            Apart::Not => true,
            _ if std::ptr::eq(self.plain, self.model) => apart.is_same(self.model, value),
            _ => runs_once(),
        }
    }
}
