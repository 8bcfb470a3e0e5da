//! Values computed before a part that have no source variable, as expressions over variables: `%12` is
//! `grid_points[1] - 1`.
//!
//! In: the parameters of a part and the names of variables. Out: a text for each parameter that few
//! operations compute from variables, or that is loaded from one. No store may change the loaded memory
//! before the end of the part, so that the source expression has the same value throughout.

use super::expression;
use super::members::member;
use super::names::{Names, mentioned};
use super::subscripts::subscripts_of;
use super::writing::written;
use analysis::memory::{Location, Memory};
use ir::{Base, BlockId, Constant, Model, Opcode, ValueId, ValueKind};
use report::ScopAccess;
use scop::{Affine, Factor, Factors, Scop};
use std::collections::BTreeSet;

/// The maximum number of address computations followed for one address.
const MOST_STEPS: usize = 8;

/// The values that texts may mention: operands of parameters, and the bases and indices of their loads'
/// addresses.
pub(super) fn used_by_texts(model: &Model, part: &Scop) -> BTreeSet<ValueId> {
    let mut used = BTreeSet::new();
    let computed = mentioned(model, part).into_iter().filter(|value| model.opcode(*value).is_some());
    for value in computed.flat_map(|value| expression::leaves(model, value)) {
        used.insert(value);
        if model.opcode(value) == Some(Opcode::Load)
            && let Some((base, indices)) = model.operand(value, 0).and_then(|pointer| address(model, pointer))
        {
            used.extend(base);
            used.extend(indices.terms.iter().flat_map(|(factors, _)| values(factors)));
        }
    }
    used.retain(|value| model.kind(*value) != ValueKind::Constant);
    used
}

fn values(factors: &Factors) -> impl Iterator<Item = ValueId> {
    factors.iter().filter_map(|factor| match factor {
        Factor::Parameter(value) | Factor::Unsigned(value) => Some(*value),
        _ => None,
    })
}

/// The base of an address and the offset from it in bytes.
fn address(model: &Model, pointer: ValueId) -> Option<(Option<ValueId>, Affine)> {
    let (mut at, mut offset) = (pointer, Affine::default());
    for _ in 0..MOST_STEPS {
        if let Some(constant) = model.constant_address(at) {
            let Base::Value(base) = constant.base else { return None };
            return Some((Some(base), offset.plus(&Affine::constant(constant.offset.into()), 1)?));
        }
        let Some(form) = model.gep_form(at) else { return Some((Some(at), offset)) };
        offset = offset.plus(&Affine::constant(form.offset.into()), 1)?;
        for (n, scale) in &form.terms {
            let index = model.operand(at, *n)?;
            let index = number(model, index)
                .map_or_else(|| Affine::of_factor(Factor::Parameter(index)), Affine::constant);
            offset = offset.plus(&index, i128::from(*scale))?;
        }
        at = model.operand(at, 0)?;
    }
    None
}

/// The signed value of an integer constant.
fn number(model: &Model, value: ValueId) -> Option<i128> {
    let Some(Constant::Scalar(number)) = model.constant(value) else { return None };
    let width = model.type_of(value).integer_width().filter(|width| (2..=64).contains(width))?;
    let bits = number.bits()?;
    Some((bits << (128 - width)) as i128 >> (128 - width))
}

/// Makes the texts for the parameters of a part.
pub(super) struct Texts<'a> {
    pub(super) model: &'a Model,
    pub(super) part: &'a Scop,
    pub(super) memory: &'a Memory<'a>,
    /// The source names, without expressions.
    pub(super) names: &'a Names,
}

impl Texts<'_> {
    /// The texts of values without a name.
    pub(super) fn of_parameters(&self) -> Vec<(ValueId, String)> {
        let members = self.members();
        let is_before = |value| self.model.block_of(value).is_some_and(|block| !members.contains(&block));
        let unnamed = mentioned(self.model, self.part).into_iter();
        let is_known = |value| is_before(value) || self.is_loaded_at_entry(value);
        let unnamed = unnamed.filter(|value| is_known(*value) && !self.names.is_variable(*value));
        let text = |value: ValueId| {
            let named = |part: ValueId| self.named(part);
            let is_unsigned = |v| self.names.variable(v).is_some_and(|v| v.is_unsigned == Some(true));
            let words = expression::ValueWords { named: &named, has_no_sign: &is_unsigned };
            Some((value, expression::of_named(self.model, value, &words)?))
        };
        unnamed.filter_map(text).collect()
    }

    /// A variable, a number, or an element loaded from a variable.
    fn named(&self, value: ValueId) -> Option<String> {
        if let Some(number) = number(self.model, value) {
            return Some(number.to_string());
        }
        if self.names.is_variable(value) {
            return Some(self.names.value(value).to_owned());
        }
        (self.model.opcode(value) == Some(Opcode::Load)).then(|| self.loaded(value)).flatten()
    }

    fn loaded(&self, load: ValueId) -> Option<String> {
        let (model, names) = (self.model, self.names);
        let (base, offset) = address(model, model.operand(load, 0)?)?;
        let base = base?;
        let variable = names.variable(base)?;
        if !offset.terms.iter().flat_map(|(factors, _)| values(factors)).all(|index| names.is_variable(index))
        {
            return None;
        }
        if !self.is_loaded_at_entry(load) && !self.is_unchanged(load) {
            return None;
        }
        let size = model.access_size(load).map(i128::from);
        let member = size.and_then(|size| member((variable, names.value(base)), (&offset, size), names));
        member.or_else(|| {
            let (subscripts, rest) = subscripts_of(&offset, &variable.strides);
            let subscripts: Vec<String> = subscripts.iter().map(|of| written(of, names)).collect();
            let is_whole = rest.as_constant() == Some(0);
            is_whole.then(|| ScopAccess::text(names.value(base), &subscripts, None))
        })
    }

    /// Whether the value is a load in the part with one result throughout.
    fn is_loaded_at_entry(&self, value: ValueId) -> bool {
        self.part.description.loads.iter().any(|loaded| loaded.loads[0] == value)
    }

    fn members(&self) -> BTreeSet<BlockId> {
        self.part.description.members.iter().map(|member| member.block).collect()
    }

    /// Whether no instruction between a load and the end of the part writes the loaded memory.
    fn is_unchanged(&self, load: ValueId) -> bool {
        let (model, members) = (self.model, self.members());
        let mut ways = members.iter().flat_map(|block| model.block_successors(*block));
        let end = ways.find(|to| !members.contains(to)).map(|block| model.block_first(*block));
        end.is_some_and(|end| self.memory.is_unmodified(load, end, Location::of(model, load)))
    }
}
