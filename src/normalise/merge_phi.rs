//! `idiom-merge-phi`: a phi whose incoming values are one computation in several spellings → that
//! computation.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-merge-phi x.ll -S`
//!
//! In: `phi [ 1, %first ], [ %next, %other ]` with `%next = add i64 %i, 1`, where control only enters
//! `%first` if `%i` is 0. Out: `add i64 %i, 1` in place of the phi. LLVM replaces values by constants that a
//! branch compared them with, and threads such branches. As a result, loop counters are hidden in phis.
//!
//! Soundness: the inputs of the computation dominate the phi. Each operation occurs on every path to the phi,
//! or folds there to the incoming constant by the branch comparisons on that path. Hence the computation is
//! poison only where the phi was.

use super::dead::erase_unused;
use super::{Refusal, behind_phis, lagging_phi, reachable_of};
use analysis::values::branches::known_number;
use analysis::values::known_bits::{integer, mask};
use ir::{
    BlockId, EditPlan, Flags, Model, NewInstruction, NewKind, Opcode, OpcodeSet, Operand, TypeClass, ValueId,
};
use smallvec::smallvec;

/// The depth limit of computations.
const DEEPEST: u32 = 6;
/// The maximum number of incoming values of a phi.
const MOST_VALUES: usize = 8;

/// Replaces every such phi; if there is none, every phi that lags another by one iteration.
pub(super) fn plan(model: &Model) -> EditPlan {
    let plan = merged(model);
    if plan.is_empty() { lagging_phi::plan(model) } else { plan }
}

fn merged(model: &Model) -> EditPlan {
    let mut plan = EditPlan::default();
    for phi in reachable_of(model, OpcodeSet::of(&[Opcode::Phi])) {
        let Some(merge) = Merge::of(model, phi) else { continue };
        if let Some((computation, others)) = merge.computation() {
            let by = merge.build(&mut plan, computation, &others);
            plan.replace.push((phi, by));
            plan.erase.push(phi);
        }
    }
    erase_unused(model, &mut plan, |_| false);
    plan
}

/// No refusals: similar phis are not reported.
pub(super) fn refused(_: &Model) -> Vec<Refusal> {
    Vec::new()
}

/// An incoming value of a phi.
#[derive(Clone, Copy)]
struct Incoming {
    value: ValueId,
    from: BlockId,
    /// The number of the predecessor's successor, if there is only one edge from it.
    edge: Option<u32>,
}

/// The folded result of a computation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    Number(u128),
    Value(ValueId),
}

/// A phi that may be one computation.
struct Merge<'m> {
    model: &'m Model,
    phi: ValueId,
    block: BlockId,
    /// The first instruction after the phis.
    before: ValueId,
    incoming: Vec<Incoming>,
}

impl<'m> Merge<'m> {
    fn of(model: &'m Model, phi: ValueId) -> Option<Merge<'m>> {
        let is_pointer = model.has_class(phi, TypeClass::Pointer) && model.type_of(phi).lane().is_none();
        let is_integer = model.has_class(phi, TypeClass::Integer);
        let (block, sources) = (model.block_of(phi)?, model.phi_sources(phi));
        let before = behind_phis(model, block)?;
        if !(is_pointer || is_integer) || !(2..=MOST_VALUES).contains(&sources.len()) {
            return None;
        }
        let incoming = |(n, source): (usize, &ValueId)| {
            let from = model.block_of(*source)?;
            let mut edges = model.block_predecessors(block).iter().filter(|(_, p)| *p == from);
            let edge = edges.next().map(|(n, _)| *n).filter(|_| edges.next().is_none());
            Some(Incoming { value: model.operand(phi, n as u32)?, from, edge })
        };
        let incoming = sources.iter().enumerate().map(incoming).collect::<Option<_>>()?;
        Some(Merge { model, phi, block, before, incoming })
    }

    /// The incoming value that spells out the computation, and the incoming values with the same spelling.
    /// All others fold to the same result.
    fn computation(&self) -> Option<(ValueId, Vec<ValueId>)> {
        let fits = |candidate: ValueId| {
            let mut alike = Vec::new();
            for incoming in &self.incoming {
                if self.same(candidate, incoming.value, DEEPEST) {
                    alike.push(incoming.value);
                } else if self.folded(candidate, *incoming, DEEPEST)? != self.found(incoming.value) {
                    return None;
                }
            }
            Some((candidate, alike))
        };
        let candidates = self.incoming.iter().map(|incoming| incoming.value);
        let is_value = |value: &ValueId| self.model.constant(*value).is_none();
        candidates.filter(is_value).filter(|v| self.is_computed(*v, DEEPEST)).find_map(fits)
    }

    /// Whether the value is defined before the phi.
    fn is_there(&self, value: ValueId) -> bool {
        let before =
            |from: BlockId| from != self.block && self.model.dominance().block_dominates(from, self.block);
        self.model.block_of(value).is_none_or(before)
    }

    /// Whether the value can be computed in place of the phi.
    fn is_computed(&self, value: ValueId, depth: u32) -> bool {
        let operands = || self.model.operands(value).iter().all(|edge| self.is_computed(edge.to, depth - 1));
        self.is_there(value) || (depth > 0 && self.is_operation(value) && operands())
    }

    fn is_operation(&self, value: ValueId) -> bool {
        let model = self.model;
        match model.opcode(value) {
            Some(Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl) => {
                model.has_class(value, TypeClass::Integer)
            }
            Some(Opcode::SExt | Opcode::ZExt | Opcode::Trunc) => model.has_class(value, TypeClass::Integer),
            // Offsets in bytes, as produced by `idiom-flatten-gep`.
            Some(Opcode::GetElementPtr) => model.gep_form(value).is_some_and(|form| {
                let offset = model.operand(value, 1);
                let width = offset.and_then(|offset| model.type_of(offset).integer_width());
                form.offset == 0 && *form.terms == [(1, 1)] && width == Some(form.width)
            }),
            _ => false,
        }
    }

    /// Whether both values are the same computation over the same inputs.
    fn same(&self, left: ValueId, right: ValueId, depth: u32) -> bool {
        let model = self.model;
        if left == right {
            return true;
        }
        let is_alike = model.opcode(left) == model.opcode(right)
            && model.type_id(left) == model.type_id(right)
            && self.is_operation(left)
            && self.is_operation(right);
        let operands = || model.operands(left).iter().zip(model.operands(right));
        depth > 0 && is_alike && operands().all(|(a, b)| self.same(a.to, b.to, depth - 1))
    }

    fn found(&self, value: ValueId) -> Result {
        integer(self.model, value).map_or(Result::Value(value), Result::Number)
    }

    /// The result of the computation on an incoming edge, if it folds.
    fn folded(&self, value: ValueId, incoming: Incoming, depth: u32) -> Option<Result> {
        let model = self.model;
        if self.is_there(value) {
            let edge = incoming.edge.map(|n| (incoming.from, n));
            let known = known_number(model, value, incoming.from, edge);
            return Some(known.map_or(self.found(value), Result::Number));
        }
        if depth == 0 || !self.is_operation(value) {
            return None;
        }
        let operand = |n: u32| self.folded(model.operand(value, n)?, incoming, depth - 1);
        let (opcode, width) = (model.opcode(value)?, model.type_of(value).integer_width());
        let left = operand(0)?;
        if let Opcode::SExt | Opcode::ZExt | Opcode::Trunc = opcode {
            let Result::Number(bits) = left else { return None };
            let from = model.type_of(model.operand(value, 0)?).integer_width()?;
            let wide = if opcode == Opcode::SExt { signed(bits, from) as u128 } else { bits };
            return Some(Result::Number(wide & mask(width?)));
        }
        match (opcode, left, operand(1)?) {
            (Opcode::GetElementPtr | Opcode::Add | Opcode::Sub, left, Result::Number(0)) => Some(left),
            (Opcode::Add, Result::Number(0), right) => Some(right),
            (Opcode::Mul, left, Result::Number(1)) => Some(left),
            (opcode, Result::Number(left), Result::Number(right)) => {
                let result = match opcode {
                    Opcode::Add => left.wrapping_add(right),
                    Opcode::Sub => left.wrapping_sub(right),
                    Opcode::Mul => left.wrapping_mul(right),
                    _ => return None,
                };
                Some(Result::Number(result & mask(width?)))
            }
            _ => None,
        }
    }

    /// Builds the computation in place of the phi. It has the flags common to all spellings, and none if it
    /// is not spelt out on every edge.
    fn build(&self, plan: &mut EditPlan, value: ValueId, alike: &[ValueId]) -> Operand {
        let model = self.model;
        if self.is_there(value) {
            return Operand::Value(value);
        }
        let below =
            |n: u32| alike.iter().filter_map(move |other| model.operand(*other, n)).collect::<Vec<_>>();
        let operands: Vec<Operand> = model
            .operands(value)
            .iter()
            .enumerate()
            .map(|(n, edge)| self.build(plan, edge.to, &below(n as u32)))
            .collect();
        let ty = model.type_id(value);
        let kind = match (model.opcode(value), operands.as_slice()) {
            (Some(Opcode::GetElementPtr), &[base, offset, ..]) => NewKind::Gep { base, offset, ty },
            (Some(opcode), &[from]) => NewKind::Cast(opcode, from, ty),
            (Some(opcode), &[left, right, ..]) => NewKind::Binary(opcode, left, right),
            // Every supported operation has at least one operand.
            _ => return Operand::Value(value),
        };
        let everywhere = alike.len() == self.incoming.len();
        let flags = match everywhere {
            true => alike.iter().fold(model.flags(value), |flags, other| flags & model.flags(*other)),
            false => Flags::NONE,
        };
        let before = self.before;
        plan.create(NewInstruction { kind, flags, before, location_of: smallvec![self.phi], name: "" })
    }
}

fn signed(bits: u128, width: u32) -> i128 {
    let spare = 128 - width.min(128);
    (bits << spare) as i128 >> spare
}
