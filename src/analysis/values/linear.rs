//! Linear sums: the offset of an address as a constant plus multiples of values.
//!
//! In: `%x = shl i64 %row, 5` and `%y = add i64 %x, %i`, `%y` with the factor 8. Out: 256 * `%row` + 8 *
//! `%i`.
//!
//! Sums are modulo 2^width, the index width of an address space, so that sums and products with constants can
//! be decomposed without flags; `parts` has the rules, also for operands of casts. No value is used more
//! often than before, since an undefined value may differ from use to use.

use super::parts::{AddressContext, Part, ThroughCast, constant, parts};
use ir::{BlockId, GepForm, Model, Opcode, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// Limit on the values visited for one operand; longer sums are not decomposed.
const MOST_VISITED: usize = 128;

/// A value that is not decomposed further, extended to the index width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearTerm {
    /// The value, of any width; for a choice, the condition.
    pub source: ValueId,
    /// The conversion to the index width.
    pub extension: Extension,
    /// An existing instruction that computes the extended value.
    pub existing: Option<ValueId>,
}

/// The conversion of a source to the index width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extension {
    /// None: it has the index width.
    Plain,
    /// By `sext`, `zext` or `trunc`.
    Cast(Opcode),
    /// Truncation to the type, followed by `sext` or `zext`.
    Low(Opcode, TypeId),
    /// A `select` between two numbers without a common factor.
    Choice(i64, i64),
    /// The new instruction of the plan that replaces it.
    Made(u32),
}

/// Limit on the terms of an address. Longer ones match no idiom, and would be rebuilt as deeply nested
/// instructions.
pub const MOST_TERMS: usize = 16;

/// The greatest common divisor of all factors and constants of these sums, negative if there are factors and
/// all are negative; 1 for sums that are 0.
pub fn common_factor(sums: &[&Sum]) -> i64 {
    let factors = || sums.iter().flat_map(|sum| sum.terms.iter().map(|(_, factor)| *factor));
    let constants = sums.iter().map(|sum| sum.constant);
    let all = factors().chain(constants).fold(0u64, |all, factor| gcd(all, factor.unsigned_abs()));
    // As a signed factor, 2^63 is its own negative; it only divides itself and 0.
    let all = if all == 0 { 1 } else { all as i64 };
    match factors().all(|factor| factor < 0) && factors().next().is_some() {
        true => all.wrapping_neg(),
        false => all,
    }
}

/// The greatest common divisor; gcd(0, n) is n.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl LinearTerm {
    /// The term of an extended value, without an existing instruction that computes it.
    pub fn new(source: ValueId, extension: Extension) -> LinearTerm {
        LinearTerm { source, extension, existing: None }
    }
}

/// Linear terms with their factors.
pub type LinearTerms = SmallVec<[(LinearTerm, i64); 2]>;

/// A sum modulo 2^width: constant + Σ factor * term.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The width of the sum in bits.
    pub width: u32,
    /// The type of the sum.
    pub ty: TypeId,
    /// The terms in the order of their sources; terms are distinct, and no factor is 0.
    pub terms: LinearTerms,
    /// The constant summand.
    pub constant: i64,
}

impl Sum {
    /// The offset of a getelementptr; `None` if its operands have other types or the sum is too long.
    /// Operands are decomposed only if `deep`.
    pub fn of_gep(model: &Model, gep: ValueId, form: &GepForm, deep: bool) -> Option<Sum> {
        let mut sum =
            Sum { width: form.width, ty: form.index_type, terms: LinearTerms::new(), constant: form.offset };
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
                false => sum.add(behind.term(operand), factor),
            }
        }
        sum.settle();
        Some(sum)
    }

    /// The sum of two sums of the same type.
    pub fn plus(mut self, other: &Sum) -> Sum {
        for (term, factor) in &other.terms {
            self.add(*term, *factor);
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

    /// The value truncated to the width, as a signed number.
    fn wrap(&self, value: i64) -> i64 {
        let spare = 64 - self.width;
        value << spare >> spare
    }

    /// Truncates all numbers to the width, sorts the terms, and removes those with factor 0.
    pub fn settle(&mut self) {
        let width = self.width;
        self.constant = self.wrap(self.constant);
        self.terms.iter_mut().for_each(|(_, factor)| *factor = *factor << (64 - width) >> (64 - width));
        self.terms.retain(|(_, factor)| *factor != 0);
        if self.terms.len() > 1 {
            self.terms.sort_by_key(|(term, _)| (term.source, term.extension));
        }
    }

    /// Adds `factor` times a term.
    pub fn add(&mut self, term: LinearTerm, factor: i64) {
        let known =
            self.terms.iter_mut().find(|(a, _)| (a.source, a.extension) == (term.source, term.extension));
        match known {
            Some((known, sum)) => {
                *sum = sum.wrapping_add(factor);
                known.existing = known.existing.or(term.existing);
            }
            None => self.terms.push((term, factor)),
        }
    }

    /// Adds `factor` times a value; `None` if the limit of visited values is exceeded.
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
            if let Some((term, factor)) = parts.term {
                self.add(term, factor);
            }
            open.extend(parts.open.into_iter().rev().flatten());
        }
        Some(())
    }
}
