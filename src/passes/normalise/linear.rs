//! Sums of multiples: what an offset is made of.
//!
//! In: `%x = shl i64 %row, 5` and `%y = add i64 %x, %i`, `%y` with the factor 8. Out: 256 * `%row` + 8 * `%i`.
//!
//! Everything is modulo 2^width, the index width of an address space, so that sums and products with constants come apart
//! without a flag. Behind a `sext` they do only where `nsw` says that nothing wrapped, behind a `zext` where `nuw` does: `sext(add nsw a, b)`
//! is `sext a + sext b`, or poison where anything may stand. No value is used more often than before: with undefined values that
//! would make a difference.

use super::known_bits::{integer, is_disjoint_or, is_not_negative, shift_amount};
use crate::model::{Flags, GepForm, Model, Opcode, TypeId, ValueId};

/// A walk over an operand visits at most so many values; longer sums are not taken apart.
const MOST_VISITED: usize = 128;

/// A value that a sum does not take apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    /// The value, of any width.
    pub(super) source: ValueId,
    /// How it gets the index width: `sext`, `zext`, `trunc` or, when it has it, not at all.
    pub(super) cast: Option<Opcode>,
    /// An instruction that already is source and cast.
    pub(super) existing: Option<ValueId>,
}

/// constant + Σ factor * atom, modulo 2^width.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) width: u32,
    /// The type of the sum.
    pub(super) ty: TypeId,
    /// In the order of their sources; each atom once, no factor is 0.
    pub(super) terms: Vec<(Atom, i64)>,
    pub(super) constant: i64,
}

/// What a value in a sum stands behind: nothing, `sext` or `zext`.
#[derive(Clone, Copy)]
struct Behind {
    cast: Option<Opcode>,
    existing: Option<ValueId>,
}

impl Behind {
    const NOTHING: Behind = Behind { cast: None, existing: None };

    /// The same cast, of something else than before.
    fn part(self) -> Behind {
        Behind { existing: None, ..self }
    }
}

impl Sum {
    /// The offset of a getelementptr; `None` when its operands do not fit together or its sums are too long. Sums are taken
    /// apart only if `deep`.
    pub(super) fn of_gep(model: &Model, gep: ValueId, form: &GepForm, deep: bool) -> Option<Sum> {
        let mut sum =
            Sum { width: form.width, ty: form.index_type, terms: Vec::new(), constant: form.offset };
        let shape = model.types()[form.index_type.index()].class;
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
                true => sum.take_apart(model, operand, behind, factor)?,
                false => sum.add(operand, behind, factor),
            }
        }
        sum.settle();
        Some(sum)
    }

    /// The sum of both, which have one type.
    pub(super) fn plus(mut self, other: &Sum) -> Sum {
        for (atom, factor) in &other.terms {
            self.add(atom.source, Behind { cast: atom.cast, existing: atom.existing }, *factor);
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

    fn settle(&mut self) {
        let width = self.width;
        self.constant = self.wrap(self.constant);
        self.terms.iter_mut().for_each(|(_, factor)| *factor = *factor << (64 - width) >> (64 - width));
        self.terms.retain(|(_, factor)| *factor != 0);
        self.terms.sort_by_key(|(atom, _)| (atom.source, atom.cast));
    }

    fn add(&mut self, source: ValueId, behind: Behind, factor: i64) {
        let known = self.terms.iter_mut().find(|(a, _)| (a.source, a.cast) == (source, behind.cast));
        match known {
            Some((atom, sum)) => {
                *sum = sum.wrapping_add(factor);
                atom.existing = atom.existing.or(behind.existing);
            }
            None => {
                let atom = Atom { source, cast: behind.cast, existing: behind.existing };
                self.terms.push((atom, factor));
            }
        }
    }

    /// Adds `factor` times a value; `None` when that takes too long.
    fn take_apart(&mut self, model: &Model, start: ValueId, behind: Behind, factor: i64) -> Option<()> {
        let mut open = vec![(start, behind, factor)];
        let mut visited = 0;
        while let Some((value, behind, factor)) = open.pop() {
            visited += 1;
            if visited > MOST_VISITED {
                return None;
            }
            if let Some(constant) = constant(model, value, behind.cast) {
                self.constant = self.constant.wrapping_add(factor.wrapping_mul(constant));
                continue;
            }
            match parts(model, value, behind) {
                Some(parts) => {
                    let part = |(value, behind, times): (ValueId, Behind, i64)| {
                        (value, behind, factor.wrapping_mul(times))
                    };
                    open.extend(parts.into_iter().rev().flatten().map(part));
                }
                None => match trunc_of(model, value, behind) {
                    Some(source) => {
                        let behind = Behind { cast: Some(Opcode::Trunc), existing: Some(value) };
                        self.add(source, behind, factor);
                    }
                    None => self.add(value, behind, factor),
                },
            }
        }
        Some(())
    }
}

/// What a `trunc` to the index width converts.
fn trunc_of(model: &Model, value: ValueId, behind: Behind) -> Option<ValueId> {
    (behind.cast.is_none() && model.opcode(value) == Some(Opcode::Trunc)).then(|| model.operand(value, 0))?
}

/// An integer constant behind a cast, modulo 2^64.
fn constant(model: &Model, value: ValueId, cast: Option<Opcode>) -> Option<i64> {
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

type Part = (ValueId, Behind, i64);

/// What a value is the sum of: values and their factors. `None` when it is not to be taken apart.
fn parts(model: &Model, value: ValueId, behind: Behind) -> Option<[Option<Part>; 2]> {
    let opcode = model.opcode(value)?;
    let (left, right) = (model.operand(value, 0)?, model.operand(value, 1));
    if let Some(inner) = inner_cast(model, value, opcode, behind) {
        return Some([Some((left, inner, 1)), None]);
    }
    let needed = match behind.cast {
        None => Flags::NONE,
        Some(Opcode::ZExt) => Flags::NUW,
        Some(_) => Flags::NSW,
    };
    let is_exact = model.flags(value).contains(needed);
    let part = |of: ValueId, times: i64| Some((of, behind.part(), times));
    match opcode {
        Opcode::Add if is_exact => Some([part(left, 1), part(right?, 1)]),
        Opcode::Sub if is_exact => Some([part(left, 1), part(right?, -1)]),
        Opcode::Or if is_disjoint_or(model, value) => Some([part(left, 1), part(right?, 1)]),
        // ~x is -x - 1, in every width and behind every cast.
        Opcode::Xor if is_all_ones(model, right?) => Some([part(left, -1), part(right?, 1)]),
        Opcode::Mul if is_exact => {
            if let Some(times) = constant(model, right?, behind.cast) {
                return Some([part(left, times), None]);
            }
            let times = constant(model, left, behind.cast)?;
            Some([part(right?, times), None])
        }
        Opcode::Shl if is_exact => {
            let by = shift_amount(model, value).filter(|by| *by < 64)?;
            Some([part(left, 1i64 << by), None])
        }
        _ => None,
    }
}

fn is_all_ones(model: &Model, value: ValueId) -> bool {
    constant(model, value, Some(Opcode::SExt)) == Some(-1)
}

/// What stands behind a cast to the index width or less, when the two casts together are one.
fn inner_cast(model: &Model, value: ValueId, opcode: Opcode, behind: Behind) -> Option<Behind> {
    // `zext nneg` is `sext` where it is not poison. Older versions of LLVM drop what they knew of the sign.
    let own = match opcode {
        Opcode::SExt => Opcode::SExt,
        Opcode::ZExt if model.flags(value).contains(Flags::NNEG) => Opcode::SExt,
        Opcode::ZExt if widens_natural(model, value) => Opcode::SExt,
        Opcode::ZExt => Opcode::ZExt,
        _ => return None,
    };
    match behind.cast {
        None => Some(Behind { cast: Some(own), existing: Some(value) }),
        // What was widened by `zext` is not negative.
        Some(Opcode::SExt) => Some(Behind { cast: Some(own), ..behind }),
        Some(Opcode::ZExt) if opcode == Opcode::ZExt => Some(Behind { cast: Some(own), ..behind }),
        Some(_) => None,
    }
}

/// Whether a `zext` widens what is not negative.
fn widens_natural(model: &Model, cast: ValueId) -> bool {
    let (Some(of), Some(block)) = (model.operand(cast, 0), model.block_of(cast)) else { return false };
    is_not_negative(model, of, block)
}

/// Source and cast of a value of the index width, with all casts that are one taken together.
pub(super) fn atom_of(model: &Model, value: ValueId) -> (ValueId, Option<Opcode>) {
    if let Some(source) = trunc_of(model, value, Behind::NOTHING) {
        return (source, Some(Opcode::Trunc));
    }
    let (mut at, mut behind) = (value, Behind::NOTHING);
    for _ in 0..MOST_VISITED {
        let inner = model.opcode(at).and_then(|opcode| inner_cast(model, at, opcode, behind));
        let (Some(inner), Some(operand)) = (inner, model.operand(at, 0)) else { break };
        (at, behind) = (operand, inner);
    }
    (at, behind.cast)
}
