//! Sums of multiples: what an offset is made of.
//!
//! In: `%x = shl i64 %row, 5` and `%y = add i64 %x, %i`, `%y` with the factor 8. Out: 256 * `%row` + 8 * `%i`.
//!
//! Everything is modulo 2^width, the index width of an address space, so that sums and products with constants come apart
//! without a flag; how, and how behind casts, is said in `parts`. No value is used more often than before: with undefined
//! values that would make a difference.

use super::parts::{Behind, Part, Site, constant, parts};
use crate::model::{BlockId, GepForm, Model, Opcode, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// A walk over an operand visits at most so many values; longer sums are not taken apart.
const MOST_VISITED: usize = 128;

/// A value that a sum does not take apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    /// The value, of any width; of a choice, the condition.
    pub(super) source: ValueId,
    /// What becomes of it.
    pub(super) form: Form,
    /// An instruction that already is source and form.
    pub(super) existing: Option<ValueId>,
}

/// How an atom gets the index width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
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

impl Atom {
    pub(super) fn new(source: ValueId, form: Form) -> Atom {
        Atom { source, form, existing: None }
    }
}

/// Values and their factors.
pub(super) type Terms = SmallVec<[(Atom, i64); 2]>;

/// constant + Σ factor * atom, modulo 2^width.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) width: u32,
    /// The type of the sum.
    pub(super) ty: TypeId,
    /// In the order of their sources; each atom once, no factor is 0.
    pub(super) terms: Terms,
    pub(super) constant: i64,
}

impl Sum {
    /// The offset of a getelementptr; `None` when its operands do not fit together or its sums are too long. Sums are taken
    /// apart only if `deep`.
    pub(super) fn of_gep(model: &Model, gep: ValueId, form: &GepForm, deep: bool) -> Option<Sum> {
        let mut sum =
            Sum { width: form.width, ty: form.index_type, terms: Terms::new(), constant: form.offset };
        let shape = model.types()[form.index_type.index()].class;
        let site = Site::new(model, model.block_of(gep).unwrap_or(BlockId::new(0)), form);
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
            let behind = Behind { cast, existing: None };
            match deep && cast != Some(Opcode::Trunc) {
                true => sum.take_apart(&site, operand, behind, factor)?,
                false => sum.add(behind.atom(operand), factor),
            }
        }
        sum.settle();
        Some(sum)
    }

    /// The sum of both, which have one type.
    pub(super) fn plus(mut self, other: &Sum) -> Sum {
        for (atom, factor) in &other.terms {
            self.add(*atom, *factor);
        }
        self.constant = self.wrap(self.constant.wrapping_add(other.constant));
        self.settle();
        self
    }

    /// The value cut to the width, as a signed number.
    fn wrap(&self, value: i64) -> i64 {
        let spare = 64 - self.width;
        value << spare >> spare
    }

    pub(super) fn settle(&mut self) {
        let width = self.width;
        self.constant = self.wrap(self.constant);
        self.terms.iter_mut().for_each(|(_, factor)| *factor = *factor << (64 - width) >> (64 - width));
        self.terms.retain(|(_, factor)| *factor != 0);
        if self.terms.len() > 1 {
            self.terms.sort_by_key(|(atom, _)| (atom.source, atom.form));
        }
    }

    pub(super) fn add(&mut self, atom: Atom, factor: i64) {
        let known = self.terms.iter_mut().find(|(a, _)| (a.source, a.form) == (atom.source, atom.form));
        match known {
            Some((known, sum)) => {
                *sum = sum.wrapping_add(factor);
                known.existing = known.existing.or(atom.existing);
            }
            None => self.terms.push((atom, factor)),
        }
    }

    /// Adds `factor` times a value; `None` when that takes too long.
    fn take_apart(&mut self, site: &Site<'_>, start: ValueId, behind: Behind, factor: i64) -> Option<()> {
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
