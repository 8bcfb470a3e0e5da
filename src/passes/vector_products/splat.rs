//! Splats: vectors with one scalar in all lanes, and the factors of that scalar.
//!
//! In: `%one = insertelement <4 x float> poison, float %s, i64 0`, `%all = shufflevector %one, poison,
//! zeroinitializer`. Out: for `%all`, the scalar `%s`, and the two instructions that widen it.
//!
//! Recognised forms are constants, a `shufflevector` with a mask of zeros, and a `shufflevector` of a splat
//! and an undefined vector under any mask. The first lane of a vector is followed through `insertelement`,
//! such `shufflevector`s and reassociable products, since instcombine multiplies widened scalars in the first
//! lane.

use crate::regroup::Regrouping;
use ir::{Constant, Model, Opcode, ValueId};

/// The maximum number of instructions a lane is followed through.
const MOST_STEPS: usize = 64;

/// A scalar factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Scalar {
    /// A value of the function.
    Value(ValueId),
    /// The number in all lanes of this constant vector.
    Lanes(ValueId),
}

/// A vector with the product of some scalars in all lanes.
#[derive(Clone, Debug)]
pub(super) struct Splat {
    pub(super) vector: ValueId,
    pub(super) scalars: Vec<Scalar>,
    /// The instructions that make it.
    pub(super) made_by: Vec<ValueId>,
    /// The multiplications among these instructions.
    pub(super) products: Vec<ValueId>,
}

impl Splat {
    /// The vector as a splat, if it is one.
    pub(super) fn of(regrouping: &Regrouping<'_>, vector: ValueId) -> Option<Splat> {
        let model = regrouping.model;
        let mut splat = Splat { vector, scalars: Vec::new(), made_by: Vec::new(), products: Vec::new() };
        let mut at = vector;
        for _ in 0..MOST_STEPS {
            if is_splat_constant(model, at) {
                splat.scalars.push(Scalar::Lanes(at));
                return Some(splat);
            }
            if model.opcode(at) != Some(Opcode::ShuffleVector) {
                return None;
            }
            splat.made_by.push(at);
            let (from, rest) = (model.operand(at, 0)?, model.operand(at, 1)?);
            if takes_first_lane(model, at) {
                return splat.follow_first_lane(regrouping, from, at).then_some(splat);
            }
            // Any permutation of a splat is a splat; undefined lanes may hold any value.
            if !matches!(model.constant(rest), Some(Constant::Undef | Constant::Poison)) {
                return None;
            }
            at = from;
        }
        None
    }

    /// Decomposes the first lane of `vector`, an operand of `user`. Returns whether its value is known.
    fn follow_first_lane(&mut self, regrouping: &Regrouping<'_>, vector: ValueId, user: ValueId) -> bool {
        let model = regrouping.model;
        let mut open = vec![(vector, user)];
        for _ in 0..MOST_STEPS {
            let Some((vector, user)) = open.pop() else { return true };
            if is_splat_constant(model, vector) {
                self.scalars.push(Scalar::Lanes(vector));
                continue;
            }
            let operand = |n| model.operand(vector, n);
            match model.opcode(vector) {
                Some(Opcode::InsertElement) => {
                    match operand(2).and_then(|lane| model.constant(lane)?.signed()) {
                        Some(0) => self.scalars.extend(operand(1).map(Scalar::Value)),
                        Some(_) => open.extend(operand(0).map(|below| (below, vector))),
                        None => return false,
                    }
                }
                Some(Opcode::ShuffleVector) if takes_first_lane(model, vector) => {
                    open.extend(operand(0).map(|below| (below, vector)));
                }
                Some(Opcode::FMul) if regrouping.barrier(vector, user).is_none() => {
                    self.products.push(vector);
                    open.extend([operand(1), operand(0)].into_iter().flatten().map(|below| (below, vector)));
                }
                _ => return false,
            }
            self.made_by.push(vector);
        }
        false
    }
}

fn is_splat_constant(model: &Model, value: ValueId) -> bool {
    matches!(model.constant(value), Some(Constant::Splat(_)))
}

/// Whether a `shufflevector` broadcasts the first lane of its first operand.
fn takes_first_lane(model: &Model, shuffle: ValueId) -> bool {
    let mask = model.operand(shuffle, 2).and_then(|mask| model.constant(mask));
    matches!(mask, Some(Constant::Splat(number)) if number.is_int_zero())
}
