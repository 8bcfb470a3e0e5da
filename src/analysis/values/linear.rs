//! Linear sums: the offset of an address as a constant plus multiples of values.
//!
//! In: `%x = shl i64 %row, 5` and `%y = add i64 %x, %i`, `%y` with the factor 8. Out: 256 * `%row` + 8 *
//! `%i`.
//!
//! Everything is modulo 2^width, the index width of an address space, so that sums and products with
//! constants come apart without a flag; `parts` has the rules, behind casts too. No value is used more often
//! than before: with undefined values that would make a difference.

use super::parts::{AddressContext, Part, ThroughCast, constant, parts};
use ir::{BlockId, GepForm, Model, Opcode, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// Limit on the values visited below one operand; longer sums are not taken apart.
const MOST_VISITED: usize = 128;

/// A value that a sum does not take apart, extended to the index width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearTerm {
    /// The value, of any width; of a choice, the condition.
    pub source: ValueId,
    /// How the value gets the index width.
    pub extension: Extension,
    /// An instruction that already computes the extended value.
    pub existing: Option<ValueId>,
}

/// How a source gets the index width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extension {
    /// It has it.
    Plain,
    /// By `sext`, `zext` or `trunc`.
    Cast(Opcode),
    /// Cut to that type, then by `sext` or `zext`.
    Low(Opcode, TypeId),
    /// A choice between two numbers that have no factor in common.
    Choice(i64, i64),
    /// The new instruction of the plan that takes its place.
    Made(u32),
}

/// Limit on the terms of an address. Longer ones match no idiom, and the instructions built for one nest as
/// deep.
pub const MOST_TERMS: usize = 16;

/// The greatest number that divides all factors and the constant of these sums, negative when no factor is
/// positive; 1 for sums without terms.
pub fn common_factor(sums: &[&Sum]) -> i64 {
    let factors = || sums.iter().flat_map(|sum| sum.terms.iter().map(|(_, factor)| *factor));
    let constants = sums.iter().map(|sum| sum.constant);
    let all = factors().chain(constants).fold(0u64, |all, factor| gcd(all, factor.unsigned_abs()));
    // 2^63 as a factor is its own negative; it divides nothing but itself and 0.
    let all = if all == 0 { 1 } else { all as i64 };
    match factors().all(|factor| factor < 0) && factors().next().is_some() {
        true => all.wrapping_neg(),
        false => all,
    }
}

/// The greatest common divisor; that of 0 and a number is the number.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl LinearTerm {
    /// The term of a value that is read with an extension, without an instruction that is it.
    pub fn new(source: ValueId, extension: Extension) -> LinearTerm {
        LinearTerm { source, extension, existing: None }
    }
}

/// Linear terms with their factors.
pub type Terms = SmallVec<[(LinearTerm, i64); 2]>;

/// constant + Σ factor * term, modulo 2^width.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The width of the sum in bits.
    pub width: u32,
    /// The type of the sum.
    pub ty: TypeId,
    /// In the order of their sources; each term once, no factor is 0.
    pub terms: Terms,
    /// The constant summand.
    pub constant: i64,
}

impl Sum {
    /// The offset of a getelementptr; `None` when its operands do not fit together or its sums are too long.
    /// Sums are taken apart only if `deep`.
    pub fn of_gep(model: &Model, gep: ValueId, form: &GepForm, deep: bool) -> Option<Sum> {
        let mut sum =
            Sum { width: form.width, ty: form.index_type, terms: Terms::new(), constant: form.offset };
        let shape = model.types()[form.index_type.index()].class;
        let site = AddressContext::new(model, model.block_of(gep).unwrap_or(BlockId::new(0)), form);
        for &(n, factor) in &form.terms {
            let operand = model.operand(gep, n)?;
            let (width, class) = (model.type_of(operand).integer_width()?, model.type_of(operand).class);
            if class != shape {
                return None;
            }
            let cast = match width.cmp(&form.width) {
                std::cmp::Ordering::Less => Some(Opcode::SExt),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Opcode::Trunc),
            };
            let behind = ThroughCast { cast, existing: None };
            match deep && cast != Some(Opcode::Trunc) {
                true => sum.take_apart(&site, operand, behind, factor)?,
                false => sum.add(behind.atom(operand), factor),
            }
        }
        sum.settle();
        Some(sum)
    }

    /// The sum of both, which have one type.
    pub fn plus(mut self, other: &Sum) -> Sum {
        for (atom, factor) in &other.terms {
            self.add(*atom, *factor);
        }
        self.constant = self.wrap(self.constant.wrapping_add(other.constant));
        self.settle();
        self
    }

    /// Whether it has at most [`MOST_TERMS`] terms.
    #[inline]
    pub fn is_short(&self) -> bool {
        self.terms.len() <= MOST_TERMS
    }

    /// The value cut to the width, as a signed number.
    fn wrap(&self, value: i64) -> i64 {
        let spare = 64 - self.width;
        value << spare >> spare
    }

    /// The sum cut to its width, its terms in order and none with factor 0.
    pub fn settle(&mut self) {
        let width = self.width;
        self.constant = self.wrap(self.constant);
        self.terms.iter_mut().for_each(|(_, factor)| *factor = *factor << (64 - width) >> (64 - width));
        self.terms.retain(|(_, factor)| *factor != 0);
        if self.terms.len() > 1 {
            self.terms.sort_by_key(|(atom, _)| (atom.source, atom.extension));
        }
    }

    /// The sum plus `factor` times a term.
    pub fn add(&mut self, atom: LinearTerm, factor: i64) {
        let known =
            self.terms.iter_mut().find(|(a, _)| (a.source, a.extension) == (atom.source, atom.extension));
        match known {
            Some((known, sum)) => {
                *sum = sum.wrapping_add(factor);
                known.existing = known.existing.or(atom.existing);
            }
            None => self.terms.push((atom, factor)),
        }
    }

    /// Adds `factor` times a value; `None` when that takes too long.
    fn take_apart(
        &mut self,
        site: &AddressContext<'_>,
        start: ValueId,
        behind: ThroughCast,
        factor: i64,
    ) -> Option<()> {
        let mut open: SmallVec<[Part; 4]> = smallvec![(start, behind, factor)];
        let mut visited = 0;
        while let Some((value, behind, factor)) = open.pop() {
            visited += 1;
            if visited > MOST_VISITED {
                return None;
            }
            if let Some(constant) = constant(site.model, value, behind.cast) {
                self.constant = self.constant.wrapping_add(factor.wrapping_mul(constant));
                continue;
            }
            let parts = parts(site, value, behind, factor);
            if let Some((atom, factor)) = parts.atom {
                self.add(atom, factor);
            }
            open.extend(parts.open.into_iter().rev().flatten());
        }
        Some(())
    }
}
