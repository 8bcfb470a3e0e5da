//! Ranges of integers at a block: a bounded analysis of how a value is computed, and of the dominating
//! branches.
//! the way.
//!
//! In: `%next = add i64 %k, -1`, where `%k` counts down from a `zext i32` and the loop repeats while it is
//! more than 1. Out: `%next` is between 0 and 2^32 - 2. LLVM infers the same, more of it in every version,
//! and spells an address accordingly: as `zext (trunc %next)`, as `and %next, 2^32 - 1`, or as `%next`.
//!
//! The rules are those of LLVM's `ConstantRange`, for intervals. Every fact holds for any value of an
//! undefined input, since a branch on an undefined condition is undefined behaviour; for poison every fact
//! holds.

use super::branches::{Edge, UsePoint, refine_by_dominating_branches};
use super::induction;
use super::interval::{Bounds, Domain, Interval};
use super::known_bits::{integer, known_bits, shift_amount};
use ir::{BlockId, Flags, Model, Opcode, ValueId};

/// Limits of one query: number of visited values, and depth.
const MOST_VISITED: u32 = 48;
const DEEPEST: u32 = 8;

/// The range of `value` where `block` uses it; `None` unless it is an integer of at most 64 bits.
pub fn bounds(model: &Model, value: ValueId, block: BlockId) -> Option<Bounds> {
    width_of(model, value)?;
    model.dominance().is_reachable(block).then_some(())?;
    Some(RangeQuery { model, left: MOST_VISITED, depth: 0 }.of(value, Some(UsePoint { block, by: None })))
}

/// The range of `value` when control leaves a block by an edge.
pub fn bounds_on_edge(model: &Model, value: ValueId, edge: Edge) -> Option<Bounds> {
    width_of(model, value)?;
    model.dominance().is_reachable(edge.0).then_some(())?;
    let place = UsePoint { block: edge.0, by: Some(edge) };
    Some(RangeQuery { model, left: MOST_VISITED, depth: 0 }.of(value, Some(place)))
}

/// The width of an integer, or of the lanes of a vector, if it is supported: 1 to 64 bits.
pub fn width_of(model: &Model, value: ValueId) -> Option<u32> {
    model.type_of(value).integer_width().filter(|width| (1..=64).contains(width))
}

/// A range query with a limited budget.
pub struct RangeQuery<'m> {
    /// The model.
    pub model: &'m Model,
    left: u32,
    depth: u32,
}

impl RangeQuery<'_> {
    /// The range of a value, refined by the branches that dominate `place`, if given. The value must be
    /// available there.
    pub fn of(&mut self, value: ValueId, place: Option<UsePoint>) -> Bounds {
        let Some(width) = width_of(self.model, value) else { return Bounds::all(64) };
        let all = Bounds::all(width);
        if let Some(bits) = integer(self.model, value) {
            return Bounds::known(Domain::Unsigned, Interval::single(bits as i128), width);
        }
        if self.left == 0 || self.depth == DEEPEST {
            return all;
        }
        (self.left, self.depth) = (self.left - 1, self.depth + 1);
        let computed = self.computed(value, width, place).unwrap_or(all).tightened(width);
        let bounds = match place {
            Some(place) => refine_by_dominating_branches(self, value, place, computed).tightened(width),
            None => computed,
        };
        self.depth -= 1;
        bounds
    }

    /// The range from the operation that computes the value.
    fn computed(&mut self, value: ValueId, width: u32, place: Option<UsePoint>) -> Option<Bounds> {
        let model = self.model;
        let opcode = model.opcode(value)?;
        if opcode == Opcode::Phi {
            return Some(induction::phi(self, value, width));
        }
        let all = Bounds::all(width);
        Some(match opcode {
            Opcode::ZExt | Opcode::SExt | Opcode::Trunc => self.converted(value, opcode, width, place)?,
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl => {
                let results = |domain| self.result(value, place, domain);
                let [signed, unsigned] = [Domain::Signed, Domain::Unsigned].map(results);
                Bounds { signed: signed.unwrap_or(all.signed), unsigned: unsigned.unwrap_or(all.unsigned) }
            }
            Opcode::LShr | Opcode::AShr | Opcode::UDiv | Opcode::URem | Opcode::SRem | Opcode::SDiv => {
                self.divided(value, opcode, width, place)?
            }
            Opcode::Xor if self.is_complement(value) => {
                let of = self.operand(value, 0, place)?;
                Bounds {
                    signed: of.signed.negated().moved(-1),
                    unsigned: of.unsigned.negated().moved(all.unsigned.most),
                }
            }
            Opcode::Select => {
                let (yes, no) = (model.operand(value, 1)?, model.operand(value, 2)?);
                self.of(yes, place).join(self.of(no, place))
            }
            Opcode::Call if extreme(model, value).is_some() => {
                let (domain, choose) = extreme(model, value)?;
                let [a, b] = [self.operand(value, 1, place)?, self.operand(value, 2, place)?];
                let [x, y] = [a, b].map(|bounds| bounds.of(domain));
                let chosen = Interval { least: choose(x.least, y.least), most: choose(x.most, y.most) };
                // The result is one of the two operands, whatever the comparison.
                a.join(b).meet(Bounds::known(domain, chosen, width))
            }
            Opcode::And => {
                let [a, b] = [self.operand(value, 0, place)?, self.operand(value, 1, place)?];
                let Interval { least, most } = by_bits(model, value, width);
                let most = most.min(a.unsigned.most).min(b.unsigned.most);
                Bounds { unsigned: Interval { least, most }, ..all }
            }
            _ => Bounds { unsigned: by_bits(model, value, width), ..all },
        })
    }

    /// Whether it is `~x`, spelt `x ^ -1`.
    fn is_complement(&self, value: ValueId) -> bool {
        let mask = self.model.operand(value, 1).and_then(|mask| integer(self.model, mask));
        let width = self.model.type_of(value).integer_width().unwrap_or_default();
        mask.is_some_and(|mask| mask.count_ones() == width)
    }

    fn operand(&mut self, of: ValueId, n: u32, place: Option<UsePoint>) -> Option<Bounds> {
        Some(self.of(self.model.operand(of, n)?, place))
    }

    fn converted(
        &mut self,
        cast: ValueId,
        opcode: Opcode,
        width: u32,
        place: Option<UsePoint>,
    ) -> Option<Bounds> {
        let from = width_of(self.model, self.model.operand(cast, 0)?)?;
        let (of, all) = (self.operand(cast, 0, place)?, Bounds::all(width));
        let flags = self.model.flags(cast);
        Some(match opcode {
            Opcode::SExt => Bounds { signed: of.signed, ..all },
            Opcode::ZExt if flags.contains(Flags::NNEG) => {
                let natural = Interval { least: 0, ..Domain::Signed.all(from) };
                Bounds { unsigned: of.unsigned.meet(natural), ..all }
            }
            Opcode::ZExt => Bounds { unsigned: of.unsigned, ..all },
            _ => {
                let keeps = |domain: Domain, flag| {
                    let (of, all) = (of.of(domain), domain.all(width));
                    if of.is_subset_of(all) || flags.contains(flag) { all.meet(of) } else { all }
                };
                Bounds {
                    signed: keeps(Domain::Signed, Flags::NSW),
                    unsigned: keeps(Domain::Unsigned, Flags::NUW),
                }
            }
        })
    }

    /// The exact result of a sum, difference, product or shift by a constant, truncated to the width; `None`
    /// if it may wrap.
    fn result(&mut self, value: ValueId, place: Option<UsePoint>, domain: Domain) -> Option<Interval> {
        let all = domain.all(width_of(self.model, value)?);
        let exact = self.exact(value, place, domain)?;
        let flag = match domain {
            Domain::Signed => Flags::NSW,
            Domain::Unsigned => Flags::NUW,
        };
        (exact.is_subset_of(all) || self.model.flags(value).contains(flag)).then(|| all.meet(exact))
    }

    /// The exact result of the operation in unbounded integers.
    fn exact(&mut self, value: ValueId, place: Option<UsePoint>, domain: Domain) -> Option<Interval> {
        let opcode = self.model.opcode(value)?;
        let left = self.operand(value, 0, place)?.of(domain);
        if opcode == Opcode::Shl {
            return left.times(Interval::single(1 << shift_amount(self.model, value)?));
        }
        let right = self.operand(value, 1, place)?.of(domain);
        match opcode {
            Opcode::Add => Some(left.plus(right)),
            Opcode::Sub => Some(left.plus(right.negated())),
            _ => left.times(right),
        }
    }

    /// The range of a right shift, quotient or remainder by a constant.
    fn divided(
        &mut self,
        value: ValueId,
        opcode: Opcode,
        width: u32,
        place: Option<UsePoint>,
    ) -> Option<Bounds> {
        let (of, all) = (self.operand(value, 0, place)?, Bounds::all(width));
        let each = |of: Interval, divide: &dyn Fn(i128) -> i128| Interval {
            least: divide(of.least),
            most: divide(of.most),
        };
        if let Opcode::LShr | Opcode::AShr = opcode {
            let by = shift_amount(self.model, value)?;
            return Some(match opcode {
                Opcode::LShr => Bounds { unsigned: each(of.unsigned, &|x| x >> by), ..all },
                _ => Bounds { signed: each(of.signed, &|x| x >> by), ..all },
            });
        }
        let by = self.operand(value, 1, None)?;
        let by = if by.signed.least == by.signed.most { by.signed.least } else { return None };
        let natural = by > 0;
        Some(match opcode {
            Opcode::UDiv if natural => Bounds { unsigned: each(of.unsigned, &|x| x / by), ..all },
            Opcode::SDiv if natural => Bounds { signed: each(of.signed, &|x| x / by), ..all },
            Opcode::URem if natural => {
                Bounds { unsigned: Interval { least: 0, most: (by - 1).min(of.unsigned.most) }, ..all }
            }
            Opcode::SRem if natural => {
                let least = if of.signed.least >= 0 { 0 } else { 1 - by };
                Bounds { signed: Interval { least, most: by - 1 }, ..all }
            }
            _ => return None,
        })
    }
}

/// The minimum or maximum function.
type Choice = fn(i128, i128) -> i128;

/// The range of the numbers with these known bits.
fn by_bits(model: &Model, value: ValueId, width: u32) -> Interval {
    let (zeros, ones) = known_bits(model, value);
    Interval { least: ones as i128, most: Domain::Unsigned.all(width).most & !(zeros as i128) }
}

/// The domain and the function of a minimum or maximum intrinsic.
fn extreme(model: &Model, call: ValueId) -> Option<(Domain, Choice)> {
    let callee = model.operand(call, 0).and_then(|callee| model.global(callee))?;
    let name = callee.name.strip_prefix("llvm.").filter(|_| callee.is_intrinsic)?;
    Some(match name.split_once('.')?.0 {
        "smin" => (Domain::Signed, i128::min),
        "smax" => (Domain::Signed, i128::max),
        "umin" => (Domain::Unsigned, i128::min),
        "umax" => (Domain::Unsigned, i128::max),
        _ => return None,
    })
}

/// Whether a sum, difference, product or shift by a constant does not wrap in the domain, where `block` uses
/// it.
pub fn is_exact(model: &Model, value: ValueId, block: BlockId, domain: Domain) -> bool {
    let Some(width) = width_of(model, value) else { return false };
    let mut query = RangeQuery { model, left: MOST_VISITED, depth: 0 };
    model.dominance().is_reachable(block)
        && query
            .exact(value, Some(UsePoint { block, by: None }), domain)
            .is_some_and(|exact| exact.is_subset_of(domain.all(width)))
}
