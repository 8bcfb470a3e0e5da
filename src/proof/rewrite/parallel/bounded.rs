//! Addresses that a search computes: they go by numbers between two that are known before the loop.
//!
//! A binary search takes its bounds from each other and from the number between them, so that all of them stay
//! between the first two: no run of the loop is needed to know the range of addresses.
//!
//! In: `low = phi [0, middle, low]; high = phi [n, high, middle]; middle = (low + high) / 2; … h[high + 1]`.
//! Out: elements 1 to `n + 1`, if `n` is at least 0 and small.

use super::super::matched::Unfit;
use super::super::nest::{GuardMaker, NestShape};
use ir::{Constant, IntPredicate, Model, NewKind, Opcode, Operand, ValueId};
use rustc_hash::FxHashSet;

/// Limit on the values between the ends and an index.
const MOST_VALUES: usize = 64;

/// Limit on the ends of one index, and on the parts of one address.
const MOST_ENDS: usize = 8;

/// Ends are at most this, so that the sum of two of them fits in 32 bits.
const MOST_END: i64 = 1 << 29;

/// Bytes from index to index are less than this.
const MOST_FACTOR: i64 = 1 << 22;

/// The bytes of a constant offset are less than this.
const FARTHEST: i64 = 1 << 40;

/// An access of elements at `root + offset + factor * number`, for one of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounded {
    pub(super) root: ValueId,
    pub(super) size: u32,
    pub(super) parts: Vec<AddressPart>,
}

/// Bytes from a root, by a number between the least and the greatest of these values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AddressPart {
    offset: i64,
    factor: i64,
    ends: Vec<ValueId>,
}

impl Bounded {
    /// Reads the address of an access.
    pub(super) fn of(model: &Model, shape: &NestShape, access: ValueId) -> Option<Bounded> {
        let pointer = model.operand(access, u32::from(model.opcode(access) == Some(Opcode::Store)))?;
        let size = model.access_size(access).filter(|size| *size > 0)?;
        let (mut root, mut parts) = (None, Vec::new());
        let (mut open, mut seen) = (vec![pointer], FxHashSet::default());
        while let Some(pointer) = open.pop() {
            if !seen.insert(pointer) {
                continue;
            }
            match model.opcode(pointer) {
                Some(Opcode::Phi) if !shape.is_fixed(model, pointer) => {
                    open.extend(model.operands(pointer).iter().map(|edge| edge.to));
                }
                Some(Opcode::Select) if !shape.is_fixed(model, pointer) => {
                    open.extend([model.operand(pointer, 1)?, model.operand(pointer, 2)?]);
                }
                _ => {
                    let (of, part) = part(model, shape, pointer)?;
                    if root.replace(of).is_some_and(|other| other != of) {
                        return None;
                    }
                    parts.push(part);
                }
            }
            if parts.len() + open.len() > MOST_ENDS {
                return None;
            }
        }
        let is_known = !parts.is_empty() && model.type_of(root?).name == "ptr";
        is_known.then_some(Bounded { root: root?, size, parts })
    }

    /// Whether the address is always one of a whole element from the root.
    pub(super) fn is_whole(&self) -> bool {
        let size = i64::from(self.size);
        self.parts.iter().all(|part| part.offset % size == 0 && part.factor % size == 0)
    }

    /// The least offset in bytes, and that behind the last byte. The guard tests the ends.
    pub(super) fn range(&self, maker: &mut GuardMaker<'_, '_>) -> Result<(Operand, Operand), Unfit> {
        let mut ends: Option<(Operand, Operand)> = None;
        for part in &self.parts {
            let (low, high) = part.range(maker)?;
            ends = Some(match ends {
                None => (low, high),
                Some((least, most)) => {
                    let is_lower = maker.compare(IntPredicate::Slt, low, least);
                    let is_higher = maker.compare(IntPredicate::Sgt, high, most);
                    let least = maker.create(NewKind::Select(is_lower, low, least));
                    (least, maker.create(NewKind::Select(is_higher, high, most)))
                }
            });
        }
        let (least, most) = ends.ok_or_else(|| Unfit::of(self.root, "has no element"))?;
        let size = maker.number(self.size.into());
        Ok((least, maker.binary(Opcode::Add, most, size)))
    }

    /// The first address as a number, and the number of bytes.
    pub(super) fn memory(&self, maker: &mut GuardMaker<'_, '_>) -> Result<(Operand, Operand), Unfit> {
        let (least, behind) = self.range(maker)?;
        let root = maker.long(self.root)?;
        let first = maker.binary(Opcode::Add, root, least);
        Ok((first, maker.binary(Opcode::Sub, behind, least)))
    }
}

impl AddressPart {
    /// The offsets of the least and the greatest number.
    fn range(&self, maker: &mut GuardMaker<'_, '_>) -> Result<(Operand, Operand), Unfit> {
        let mut ends: Option<(Operand, Operand)> = None;
        for end in &self.ends {
            let number = match maker.model.constant(*end).and_then(Constant::signed) {
                Some(number) => maker.number(number as i64),
                None => {
                    let number = maker.long(*end)?;
                    let test = maker.between(number, 0, MOST_END);
                    if !maker.tests.contains(&test) {
                        maker.tests.push(test);
                    }
                    number
                }
            };
            ends = Some(match ends {
                None => (number, number),
                Some((least, most)) => {
                    let is_less = maker.compare(IntPredicate::Slt, number, least);
                    let is_more = maker.compare(IntPredicate::Sgt, number, most);
                    let least = maker.create(NewKind::Select(is_less, number, least));
                    (least, maker.create(NewKind::Select(is_more, number, most)))
                }
            });
        }
        let zero = maker.number(0);
        let (least, most) = ends.unwrap_or((zero, zero));
        let mut bytes = |number: Operand| {
            let (factor, offset) = (maker.number(self.factor), maker.number(self.offset));
            let product = maker.binary(Opcode::Mul, number, factor);
            maker.binary(Opcode::Add, product, offset)
        };
        Ok((bytes(least), bytes(most)))
    }
}

/// The root of an address, and the offset from there.
fn part(model: &Model, shape: &NestShape, mut pointer: ValueId) -> Option<(ValueId, AddressPart)> {
    let (mut offset, mut terms) = (0i64, Vec::new());
    while !shape.is_fixed(model, pointer) {
        let form = model.gep_form(pointer)?;
        offset = offset.checked_add(form.offset)?;
        for (n, factor) in &form.terms {
            terms.push((model.operand(pointer, *n)?, *factor));
        }
        pointer = model.operand(pointer, 0)?;
    }
    // Constant offsets before the loop belong to one root.
    while let Some(form) = model.gep_form(pointer).filter(|form| form.terms.is_empty()) {
        offset = offset.checked_add(form.offset)?;
        pointer = model.operand(pointer, 0)?;
    }
    if offset.abs() >= FARTHEST {
        return None;
    }
    match terms.as_slice() {
        [] => Some((pointer, AddressPart { offset, factor: 0, ends: Vec::new() })),
        [(index, factor)] if (1..MOST_FACTOR).contains(factor) => {
            let ends = ends(model, shape, *index)?;
            Some((pointer, AddressPart { offset, factor: *factor, ends }))
        }
        _ => None,
    }
}

/// Constants and values that do not change between which an integer lies, if they are all from 0 to
/// [`MOST_END`].
fn ends(model: &Model, shape: &NestShape, index: ValueId) -> Option<Vec<ValueId>> {
    let (mut ends, mut open, mut seen) = (Vec::new(), vec![index], FxHashSet::default());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let width = model.type_of(value).integer_width()?;
        if !matches!(width, 32 | 64) || seen.len() > MOST_VALUES {
            return None;
        }
        if let Some(number) = model.constant(value).and_then(Constant::signed) {
            (0..=i128::from(MOST_END)).contains(&number).then_some(())?;
            ends.push(value);
        } else if shape.is_fixed(model, value) {
            ends.push(value);
        } else {
            match model.opcode(value)? {
                Opcode::Phi => open.extend(model.operands(value).iter().map(|edge| edge.to)),
                Opcode::Select => open.extend([model.operand(value, 1)?, model.operand(value, 2)?]),
                Opcode::ZExt | Opcode::SExt => open.push(model.operand(value, 0)?),
                opcode @ (Opcode::LShr | Opcode::AShr | Opcode::UDiv | Opcode::SDiv) => {
                    let by = model.constant(model.operand(value, 1)?).and_then(Constant::signed)?;
                    let half = if matches!(opcode, Opcode::LShr | Opcode::AShr) { 1 } else { 2 };
                    let sum = model.operand(value, 0)?;
                    let is_middle =
                        by == half && model.opcode(sum) == Some(Opcode::Add) && !shape.is_fixed(model, sum);
                    is_middle.then_some(())?;
                    open.extend([model.operand(sum, 0)?, model.operand(sum, 1)?]);
                }
                _ => return None,
            }
        }
        if ends.len() > MOST_ENDS {
            return None;
        }
    }
    (!ends.is_empty()).then_some(ends)
}
