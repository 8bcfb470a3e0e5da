//! One step of linearisation: the summands of a value, with their factors.
//!
//! In: `sext (add nsw i32 %i, 1)`, with the factor 8. Out: 8 * `sext %i` + 8.
//!
//! An operand of `sext` that is a sum or product can be decomposed only if nothing wraps, as stated by `nsw`
//! or by the bounds of its operands; for `zext` likewise with `nuw`. A value reduced to some of its bits, by
//! a mask, two shifts or two casts, is the whole value if the bounds exclude that a bit is lost; otherwise
//! the lower half of 64 bits has one spelling, two casts. An exact quotient can be decomposed if it is
//! multiplied again. A choice between two constants becomes a choice without their common factor, or a
//! condition converted to a number.

use super::bounds::{bounds, is_exact};
use super::interval::{Bounds, Domain};
use super::known_bits::{integer, is_disjoint_or, shift_amount};
use super::linear::{Extension, LinearTerm, gcd};
use ir::{BlockId, Flags, GepForm, Model, Opcode, Type, TypeClass, TypeId, ValueId};
use std::cell::Cell;

/// Limit on the number of range queries for one address.
const MOST_QUERIES: u32 = 32;

/// The point at which an address is decomposed, and the remaining budget.
pub struct AddressContext<'m> {
    /// The model.
    pub model: &'m Model,
    block: BlockId,
    width: u32,
    /// The type of the offset.
    ty: TypeId,
    queries: Cell<u32>,
}

/// The cast of a value in a sum: none, `sext` or `zext`.
#[derive(Clone, Copy)]
pub struct ThroughCast {
    /// The opcode of the cast, if there is one.
    pub cast: Option<Opcode>,
    /// The existing instruction that computes the cast value, if there is one.
    pub existing: Option<ValueId>,
}

/// The result of one step: values that remain to be decomposed, each with its factor, and a term that is not
/// decomposed further.
pub struct Parts {
    /// The values that remain to be decomposed.
    pub open: [Option<Part>; 2],
    /// The term with its factor.
    pub term: Option<(LinearTerm, i64)>,
}

/// A value, the cast around it, and its factor.
pub type Part = (ValueId, ThroughCast, i64);

impl ThroughCast {
    const NOTHING: ThroughCast = ThroughCast { cast: None, existing: None };

    /// The same cast of another value.
    fn part(self) -> ThroughCast {
        ThroughCast { existing: None, ..self }
    }

    /// The term of the cast of a value.
    pub fn term(self, source: ValueId) -> LinearTerm {
        LinearTerm {
            source,
            extension: self.cast.map_or(Extension::Plain, Extension::Cast),
            existing: self.existing,
        }
    }

    fn domain(self) -> Domain {
        if self.cast == Some(Opcode::ZExt) { Domain::Unsigned } else { Domain::Signed }
    }
}

impl Parts {
    fn one(part: Part) -> Parts {
        Parts { open: [Some(part), None], term: None }
    }

    fn term(term: LinearTerm, factor: i64) -> Parts {
        Parts { open: [None, None], term: Some((term, factor)) }
    }
}

impl<'m> AddressContext<'m> {
    /// The context for decomposing an address of this form in a block.
    pub fn new(model: &'m Model, block: BlockId, form: &GepForm) -> AddressContext<'m> {
        AddressContext {
            model,
            block,
            width: form.width,
            ty: form.index_type,
            queries: Cell::new(MOST_QUERIES),
        }
    }

    /// The 32-bit integer type, if the offset is a 64-bit integer.
    fn half(&self) -> Option<TypeId> {
        let types = self.model.types();
        let is_half = |ty: &Type| ty.class == Some(TypeClass::Integer) && ty.integer_width() == Some(32);
        let is_whole = types[self.ty.index()].class == Some(TypeClass::Integer) && self.width == 64;
        if is_whole { types.iter().position(is_half).map(TypeId::new) } else { None }
    }

    fn has_budget(&self) -> bool {
        let left = self.queries.get();
        self.queries.set(left.saturating_sub(1));
        left > 0
    }

    fn bounds(&self, value: ValueId) -> Option<Bounds> {
        if self.has_budget() { bounds(self.model, value, self.block) } else { None }
    }

    /// Whether a value fits into `bits` bits in the domain.
    fn fits(&self, value: ValueId, domain: Domain, bits: u32) -> bool {
        (1..=64).contains(&bits)
            && self.bounds(value).is_some_and(|bounds| bounds.of(domain).is_subset_of(domain.all(bits)))
    }
}

/// The summands of a cast value, with the given factor.
pub fn parts(site: &AddressContext<'_>, value: ValueId, behind: ThroughCast, factor: i64) -> Parts {
    let whole = || Parts::term(settled(site, value, behind).term(value), factor);
    let Some(opcode) = site.model.opcode(value) else { return whole() };
    let found = match opcode {
        Opcode::SExt | Opcode::ZExt => inner_cast(site, value, opcode, behind)
            .and_then(|inner| Some(Parts::one((site.model.operand(value, 0)?, inner, factor)))),
        Opcode::Trunc => truncated(site, value, behind, factor),
        Opcode::And => masked(site, value, behind, factor),
        Opcode::AShr | Opcode::LShr | Opcode::SDiv | Opcode::UDiv if behind.cast.is_none() => {
            shifted_back(site, value, opcode, factor).or_else(|| divided(site, value, factor))
        }
        Opcode::Select => choice(site, value, behind, factor),
        _ => operation(site, value, opcode, behind, factor),
    };
    found.unwrap_or_else(whole)
}

/// A non-negative value is represented with `sext`, whatever its cast was.
fn settled(site: &AddressContext<'_>, value: ValueId, behind: ThroughCast) -> ThroughCast {
    let is_part = behind.cast == Some(Opcode::ZExt) && behind.existing.is_none();
    if is_part && site.bounds(value).is_some_and(|bounds| bounds.signed.least >= 0) {
        return ThroughCast { cast: Some(Opcode::SExt), ..behind };
    }
    behind
}

/// An integer constant with a cast, modulo 2^64.
pub fn constant(model: &Model, value: ValueId, cast: Option<Opcode>) -> Option<i64> {
    let bits = integer(model, value)?;
    let width = model.type_of(value).integer_width()?;
    match cast {
        Some(Opcode::ZExt) => Some(bits as i64),
        _ => {
            let spare = 128 - width;
            Some(((bits << spare) as i128 >> spare) as i64)
        }
    }
}

/// The summands of a sum, difference or product with a constant.
fn operation(
    site: &AddressContext<'_>,
    value: ValueId,
    opcode: Opcode,
    behind: ThroughCast,
    factor: i64,
) -> Option<Parts> {
    let model = site.model;
    let (left, right) = (model.operand(value, 0)?, model.operand(value, 1)?);
    let part = |of: ValueId, times: i64| Some((of, behind.part(), factor.wrapping_mul(times)));
    let open = match opcode {
        Opcode::Or if is_disjoint_or(model, value) => [part(left, 1), part(right, 1)],
        // ~x is -1 - x, in every width and with every cast of all ones.
        Opcode::Xor if is_all_ones(model, right) || flips_all(site, left, right) => {
            [part(left, -1), part(right, 1)]
        }
        Opcode::Add if wraps_not(site, value, behind) => [part(left, 1), part(right, 1)],
        Opcode::Sub if wraps_not(site, value, behind) => [part(left, 1), part(right, -1)],
        Opcode::Mul => {
            let (of, times) = match constant(model, right, behind.cast) {
                Some(times) => (left, times),
                None => (right, constant(model, left, behind.cast)?),
            };
            wraps_not(site, value, behind).then_some([part(of, times), None])?
        }
        Opcode::Shl => {
            let by = shift_amount(model, value).filter(|by| *by < 64)?;
            wraps_not(site, value, behind).then_some([part(left, 1i64 << by), None])?
        }
        _ => return None,
    };
    Some(Parts { open, term: None })
}

/// Whether an operation with a cast can be decomposed, as it does not wrap.
fn wraps_not(site: &AddressContext<'_>, value: ValueId, behind: ThroughCast) -> bool {
    let needed = match behind.cast {
        None => return true,
        Some(Opcode::ZExt) => Flags::NUW,
        Some(_) => Flags::NSW,
    };
    site.model.flags(value).contains(needed)
        || (site.has_budget() && is_exact(site.model, value, site.block, behind.domain()))
}

fn is_all_ones(model: &Model, value: ValueId) -> bool {
    constant(model, value, Some(Opcode::SExt)) == Some(-1)
}

/// Whether a number has ones in all positions that a value may use, so that their `xor` is their difference.
fn flips_all(site: &AddressContext<'_>, value: ValueId, ones: ValueId) -> bool {
    let (model, number) = (site.model, integer(site.model, ones));
    let bits = number.map_or(0, u128::trailing_ones);
    let is_low = number.is_some_and(|number| number >> bits.min(127) == 0);
    is_low
        && model.type_of(value).integer_width().is_some_and(|width| bits < width)
        && site.fits(value, Domain::Unsigned, bits)
}

/// The cast that two nested casts are equivalent to, if there is one.
fn inner_cast(
    site: &AddressContext<'_>,
    cast: ValueId,
    opcode: Opcode,
    behind: ThroughCast,
) -> Option<ThroughCast> {
    // `zext nneg` is `sext` unless it is poison. Older versions of LLVM drop the information about the sign.
    let own = match opcode {
        Opcode::ZExt if !site.model.flags(cast).contains(Flags::NNEG) && !widens_natural(site, cast) => {
            Opcode::ZExt
        }
        _ => Opcode::SExt,
    };
    match behind.cast {
        None => Some(ThroughCast { cast: Some(own), existing: Some(cast) }),
        // The result of a `zext` to a wider type is not negative.
        Some(Opcode::SExt) => Some(ThroughCast { cast: Some(own), ..behind }),
        Some(Opcode::ZExt) if opcode == Opcode::ZExt => Some(ThroughCast { cast: Some(own), ..behind }),
        Some(_) => None,
    }
}

/// Whether a `zext` extends a non-negative value.
fn widens_natural(site: &AddressContext<'_>, cast: ValueId) -> bool {
    let of = site.model.operand(cast, 0).and_then(|of| site.bounds(of));
    of.is_some_and(|bounds| bounds.signed.least >= 0)
}

/// The operand of a `trunc`, if the cast restores all lost bits.
fn truncated(site: &AddressContext<'_>, trunc: ValueId, behind: ThroughCast, factor: i64) -> Option<Parts> {
    let model = site.model;
    let of = model.operand(trunc, 0)?;
    let Some(cast) = behind.cast else {
        let term =
            LinearTerm { source: of, extension: Extension::Cast(Opcode::Trunc), existing: Some(trunc) };
        return Some(Parts::term(term, factor));
    };
    let (from, to) = (model.type_of(of).integer_width()?, model.type_of(trunc).integer_width()?);
    let needed = if cast == Opcode::ZExt { Flags::NUW } else { Flags::NSW };
    if from <= site.width && (model.flags(trunc).contains(needed) || site.fits(of, behind.domain(), to)) {
        let cast = (from < site.width).then_some(cast);
        return Some(Parts::one((of, ThroughCast { cast, existing: None }, factor)));
    }
    let half = site.half().filter(|half| *half == model.type_id(trunc) && from == site.width)?;
    let term = LinearTerm { source: of, extension: Extension::Low(cast, half), existing: behind.existing };
    Some(Parts::term(term, factor))
}

/// The operand of a mask: the whole value if no bit is lost, or the lower half as two casts.
fn masked(site: &AddressContext<'_>, and: ValueId, behind: ThroughCast, factor: i64) -> Option<Parts> {
    let model = site.model;
    let (of, mask) = (model.operand(and, 0)?, integer(model, model.operand(and, 1)?)?);
    let ones = (mask >> mask.trailing_zeros().min(127)).trailing_ones();
    if mask == 0 || mask.count_ones() != ones {
        return None;
    }
    let zeros = mask.trailing_zeros();
    let is_multiple = zeros == 0 || multiple(model, of).is_some_and(|(_, by)| by >= zeros);
    if is_multiple && site.fits(of, Domain::Unsigned, zeros + ones) {
        return Some(Parts::one((of, behind.part(), factor)));
    }
    if behind.cast.is_some() || ones != 32 {
        return None;
    }
    let of = if zeros == 0 { of } else { multiple(model, of).filter(|(_, by)| *by == zeros)?.0 };
    low(site, of, Opcode::ZExt, factor.wrapping_shl(zeros))
}

/// The value of `(x << a) >> b` with b ≤ a: some of the lower bits of x, times a power of two.
fn shifted_back(site: &AddressContext<'_>, shift: ValueId, opcode: Opcode, factor: i64) -> Option<Parts> {
    let model = site.model;
    let cast = match opcode {
        Opcode::AShr => Opcode::SExt,
        Opcode::LShr => Opcode::ZExt,
        _ => return None,
    };
    let by = shift_amount(model, shift)?;
    let (of, up) = multiple(model, model.operand(shift, 0)?).filter(|(_, up)| *up >= by)?;
    let factor = factor.wrapping_shl(up - by);
    let behind = ThroughCast { cast: Some(cast), existing: None };
    if site.fits(of, behind.domain(), site.width.checked_sub(up)?) {
        return Some(Parts::one((of, ThroughCast::NOTHING, factor)));
    }
    if up == 32 { low(site, of, cast, factor) } else { None }
}

/// The lower half of a number, or the number itself if no bit is lost.
fn low(site: &AddressContext<'_>, of: ValueId, cast: Opcode, factor: i64) -> Option<Parts> {
    if site.fits(of, ThroughCast { cast: Some(cast), existing: None }.domain(), 32) {
        return Some(Parts::one((of, ThroughCast::NOTHING, factor)));
    }
    Some(Parts::term(LinearTerm::new(of, Extension::Low(cast, site.half()?)), factor))
}

/// The value that is multiplied by a power of two, and the exponent.
fn multiple(model: &Model, value: ValueId) -> Option<(ValueId, u32)> {
    let by = match model.opcode(value)? {
        Opcode::Shl => shift_amount(model, value)?,
        Opcode::Mul => {
            let times = integer(model, model.operand(value, 1)?)?;
            times.is_power_of_two().then(|| times.trailing_zeros())?
        }
        _ => return None,
    };
    Some((model.operand(value, 0)?, by))
}

/// The dividend of an exact quotient that is multiplied by its divisor.
fn divided(site: &AddressContext<'_>, quotient: ValueId, factor: i64) -> Option<Parts> {
    let model = site.model;
    if !model.flags(quotient).contains(Flags::EXACT) {
        return None;
    }
    let divisor = match model.opcode(quotient)? {
        Opcode::AShr | Opcode::LShr => 1i64.checked_shl(shift_amount(model, quotient)?)?,
        _ => constant(model, model.operand(quotient, 1)?, None)?,
    };
    (divisor > 0 && factor % divisor == 0).then_some(())?;
    Some(Parts::one((model.operand(quotient, 0)?, ThroughCast::NOTHING, factor / divisor)))
}

/// The summand for a `select` between two constants.
fn choice(site: &AddressContext<'_>, select: ValueId, behind: ThroughCast, factor: i64) -> Option<Parts> {
    let model = site.model;
    let condition = model.operand(select, 0)?;
    let is_one = model.type_of(condition).name == "i1" && model.has_class(select, TypeClass::Integer);
    let arm = |n: u32| constant(model, model.operand(select, n)?, behind.cast);
    let (yes, no) = (arm(1)?, arm(2)?);
    if !is_one || yes == no {
        return None;
    }
    let (term, times) = choice_between(condition, yes, no);
    Some(Parts::term(term, factor.wrapping_mul(times)))
}

/// The `select` between two different numbers, as a multiple of one without common factor.
pub fn choice_between(condition: ValueId, yes: i64, no: i64) -> (LinearTerm, i64) {
    if no == 0 {
        return (LinearTerm::new(condition, Extension::Cast(Opcode::ZExt)), yes);
    }
    // The common divisor of different numbers is less than 2^63, except for the numbers below.
    let divisor = gcd(yes.unsigned_abs(), no.unsigned_abs()) as i64;
    match divisor {
        // The numbers 0 and -2^63.
        i64::MIN => (LinearTerm::new(condition, Extension::Choice(yes, no)), 1),
        _ => (LinearTerm::new(condition, Extension::Choice(yes / divisor, no / divisor)), divisor),
    }
}
