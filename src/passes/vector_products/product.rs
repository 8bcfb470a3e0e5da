//! Decomposition of a product of vectors: multiplications, widened scalars, and the other factors.
//!
//! In: `%p = fmul %v, %s.all`, `%q = fmul %p, %t.all`. Out, for `%q`: the multiplications `%q` and `%p`, the
//! splats of `%s` and `%t`, and `%v`. `regroup.rs` decides which operands are leaves.

use super::splat::{Scalar, Splat};
use crate::regroup::Regrouping;
use ir::{Opcode, TypeClass, ValueId};

/// The maximum number of multiplications in a decomposed product.
const MOST_PRODUCTS: usize = 64;

/// A product of vectors.
#[derive(Clone, Debug)]
pub(super) struct VectorProduct {
    pub(super) top: ValueId,
    /// The multiplications, users before operands; the first is the root.
    pub(super) inside: Vec<ValueId>,
    /// The factors that are widened scalars.
    pub(super) splats: Vec<Splat>,
    /// The other factors.
    pub(super) plain: Vec<ValueId>,
}

/// Whether the value is a multiplication of vectors that can be decomposed.
pub(super) fn is_open(regrouping: &Regrouping<'_>, value: ValueId) -> bool {
    let model = regrouping.model;
    model.opcode(value) == Some(Opcode::FMul)
        && model.type_of(value).class == Some(TypeClass::Vector)
        && regrouping.has_flags(value)
        && regrouping.is_reached(value)
}

impl VectorProduct {
    /// The product with this root, decomposed from left to right.
    pub(super) fn below(regrouping: &Regrouping<'_>, top: ValueId) -> VectorProduct {
        let model = regrouping.model;
        let mut product = VectorProduct { top, inside: Vec::new(), splats: Vec::new(), plain: Vec::new() };
        let mut open = vec![(top, None)];
        while let Some((value, user)) = open.pop() {
            let enters = user.is_none_or(|user| {
                model.opcode(value) == Some(Opcode::FMul)
                    && regrouping.barrier(value, user).is_none()
                    && product.inside.len() + open.len() < MOST_PRODUCTS
            });
            if enters {
                product.inside.push(value);
                let operands = [model.operand(value, 1), model.operand(value, 0)];
                open.extend(operands.into_iter().flatten().map(|below| (below, Some(value))));
                continue;
            }
            match Splat::of(regrouping, value) {
                Some(splat) => product.splats.push(splat),
                None => product.plain.push(value),
            }
        }
        product
    }

    /// The widened scalars in ascending order, numbers last.
    pub(super) fn scalars(&self) -> Vec<Scalar> {
        let mut scalars: Vec<Scalar> = self.splats.iter().flat_map(|splat| splat.scalars.clone()).collect();
        scalars.sort_unstable();
        scalars
    }

    /// The number of vector multiplications after the scalars are multiplied separately.
    pub(super) fn remaining(&self) -> usize {
        self.plain.len()
    }
}
