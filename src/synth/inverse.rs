//! The last step, inverted: may a value be completed to a wanted result by one step more?
//!
//! In: the values of a program and the wanted results, in the first lane. Out: a filter on the value of the
//! last step but one. Where the last step can be inverted (`v = goal - a`, `v = goal ^ a`, …) the values that
//! it asks for are computed once for all candidates; where it cannot, what is necessary is tested. The filter
//! never refuses a value from which a result can be reached.

use super::lanes::Lanes;
use super::operation::{Kind, Op, Sort};

/// The bits of the table of values that are requested.
const TABLE: usize = 4096;

/// A filter on values for the last step but one.
pub(super) struct Inverse<'a> {
    lanes: &'a Lanes,
    /// A Bloom filter of the values that an inverted step asks for.
    requested: [u64; TABLE / 64],
    targets: Vec<u64>,
    values: Vec<u64>,
    /// Steps without an inverse that are tried as they are.
    tried: Vec<Op>,
    /// Shifts by an amount that the program has.
    shifts: Vec<(Op, u64)>,
    /// The amounts by which a value of the program becomes a result.
    amounts: u64,
    has_and: bool,
    has_or: bool,
    /// Whether a choice may have any condition and any other side.
    chooses_freely: bool,
    has_mux: bool,
    binary: Vec<Op>,
}

fn slot(value: u64) -> (usize, u64) {
    let hash = (value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
    (hash >> 6, 1 << (hash & 63))
}

impl<'a> Inverse<'a> {
    /// Prepares the filter for programs with these values and results, all of words.
    pub(super) fn new(
        lanes: &'a Lanes,
        values: Vec<u64>,
        targets: Vec<u64>,
        (unary, binary, has_mux): (&[Op], &[Op], bool),
    ) -> Inverse<'a> {
        let chooses_freely = has_mux && targets.iter().any(|target| values.contains(target));
        let mut inverse = Inverse {
            lanes,
            requested: [0; TABLE / 64],
            targets,
            values,
            tried: Vec::new(),
            shifts: Vec::new(),
            amounts: 0,
            has_and: false,
            has_or: false,
            chooses_freely,
            has_mux,
            binary: binary.to_vec(),
        };
        for target in inverse.targets.clone() {
            if has_mux {
                inverse.ask(target);
            }
            for op in unary {
                match op {
                    Op::Plain(Kind::Not) => inverse.ask(!target),
                    Op::Plain(Kind::Minus) => inverse.ask(target.wrapping_neg()),
                    _ => {}
                }
            }
        }
        binary.iter().for_each(|op| inverse.invert(*op));
        inverse
    }

    fn ask(&mut self, value: u64) {
        let (word, bit) = slot(value & self.lanes.mask(0));
        self.requested[word] |= bit;
    }

    fn invert(&mut self, op: Op) {
        let Op::Plain(kind) = op else { return };
        if kind.row().result != Sort::Word {
            return;
        }
        match kind {
            Kind::And => self.has_and = true,
            Kind::Or => self.has_or = true,
            Kind::Add | Kind::Sub | Kind::Eor => {
                for target in self.targets.clone() {
                    for a in self.values.clone() {
                        match kind {
                            Kind::Add => self.ask(target.wrapping_sub(a)),
                            Kind::Eor => self.ask(target ^ a),
                            _ => {
                                self.ask(a.wrapping_sub(target));
                                self.ask(target.wrapping_add(a));
                            }
                        }
                    }
                }
            }
            Kind::Shl | Kind::Shr | Kind::Shrs => self.invert_shift(op),
            _ => self.tried.push(op),
        }
    }

    fn invert_shift(&mut self, op: Op) {
        let (lanes, width) = (self.lanes, u64::from(self.lanes.width(0)));
        let shifted = |a: u64, by: u64| op.lane(lanes, 0, a, by, 0);
        for target in &self.targets {
            for a in &self.values {
                for amount in (0..width).filter(|amount| shifted(*a, *amount) == *target) {
                    self.amounts |= 1 << amount;
                }
                // The widest value that the shift maps into the target's bits.
                let back = match op {
                    Op::Plain(Kind::Shl) => Op::Plain(Kind::Shr),
                    _ => Op::Plain(Kind::Shl),
                };
                if shifted(back.lane(lanes, 0, *target, *a, 0), *a) == *target {
                    self.shifts.push((op, *a));
                }
            }
        }
        self.shifts.dedup();
    }

    /// Whether one step more may lead from a value of a sort to a result.
    pub(super) fn admits(&self, value: u64, sort: Sort) -> bool {
        if self.chooses_freely {
            return true;
        }
        if sort == Sort::Double {
            let half = |kind| Op::Plain(kind).lane(self.lanes, 0, value, 0, 0);
            return [Kind::Low, Kind::High].iter().any(|kind| self.targets.contains(&half(*kind)));
        }
        if sort != Sort::Word {
            return false;
        }
        let (word, bit) = slot(value);
        let lane = |op: Op, a: u64, b: u64| op.lane(self.lanes, 0, a, b, 0);
        let is_target = |result: u64| self.targets.contains(&result);
        self.requested[word] & bit != 0
            || self.amounts >> (value & (u64::from(self.lanes.width(0)) - 1)) & 1 == 1
            || self.shifts.iter().any(|(op, by)| is_target(lane(*op, value, *by)))
            || self.targets.iter().any(|target| {
                (self.has_and && target & !value == 0 && self.values.iter().any(|a| a & value == *target))
                    || (self.has_or
                        && value & !target == 0
                        && self.values.iter().any(|a| a | value == *target))
            })
            || self.tried.iter().any(|op| {
                self.values.iter().any(|a| is_target(lane(*op, value, *a)) || is_target(lane(*op, *a, value)))
            })
            || self.binary.iter().any(|op| is_target(lane(*op, value, value)))
            || (self.has_mux && is_target(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of a value and a last step that reaches a target is admitted, and dense values mostly are
    /// not.
    #[test]
    fn nothing_that_can_be_completed_is_refused() {
        let lanes = Lanes::new(2, &[8, 32, 64], |_, _| true).unwrap();
        let kinds = [
            Kind::Add,
            Kind::Sub,
            Kind::And,
            Kind::Or,
            Kind::Eor,
            Kind::Mul,
            Kind::Shl,
            Kind::Shr,
            Kind::Shrs,
        ];
        let (unary, binary) = ([Kind::Not, Kind::Minus].map(Op::Plain), kinds.map(Op::Plain));
        let values = vec![lanes.inputs()[0][0], lanes.inputs()[1][0], 1, u64::MAX, 5];
        let mut refused = 0;
        for seed in 0..200u64 {
            let value = match seed % 4 {
                0 => seed,
                1 => values[0] << (seed % 64),
                _ => seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            };
            for a in &values {
                let after = binary.iter().flat_map(|op| {
                    [
                        op.lane(&lanes, 0, value, *a, 0),
                        op.lane(&lanes, 0, *a, value, 0),
                        op.lane(&lanes, 0, value, value, 0),
                    ]
                });
                let after: Vec<u64> = after.chain([!value, value.wrapping_neg()]).collect();
                for target in after {
                    let inverse =
                        Inverse::new(&lanes, values.clone(), vec![target], (&unary, &binary, false));
                    assert!(inverse.admits(value, Sort::Word), "{value:#x} {a:#x} {target:#x}");
                    refused += usize::from(!inverse.admits(value ^ 0x1234_5678_9abc_def1, Sort::Word));
                }
            }
        }
        assert!(refused > 10_000, "{refused}");
    }
}
