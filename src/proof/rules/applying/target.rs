//! Builds the target of a rule as new instructions of a plan.
//!
//! In: a match of `add %x, %x => shl %x, 1` at `%t`. Out: `shl i32 %a, 1` before `%t`. Instructions have
//! exactly the flags that the rule writes. `undef` in a target becomes 0, one of its possible values.

use super::profit::is_nothing;
use crate::rules::form::{Action, CastKind, Comparison, NodeId, NodeKind};
use crate::rules::matching::Match;
use crate::semantics::Intrinsic;
use ir::{
    EditPlan, Flags, IntrinsicShape, Lane, Model, NewInstruction, NewKind, Number, Opcode, Operand, TypeId,
    ValueId,
};
use smallvec::smallvec;

/// Builds the target of one match.
pub(super) struct TargetBuilder<'a, 'r> {
    pub(super) model: &'a Model,
    pub(super) plan: &'a mut EditPlan,
    pub(super) found: &'a Match<'r, ValueId>,
    pub(super) root: ValueId,
    /// The current operand for a value of the function, after earlier rewrites.
    pub(super) current: &'a dyn Fn(ValueId) -> Operand,
    /// The operand built for each node.
    pub(super) built: Vec<Option<Operand>>,
}

impl TargetBuilder<'_, '_> {
    /// Builds the instructions in `made`, operands first, and returns the operand that replaces the root.
    /// `None` if a node has no instruction at these widths.
    pub(super) fn build(mut self, made: &[NodeId]) -> Option<Operand> {
        for id in made {
            let operand = self.instruction(*id)?;
            self.built[id.0 as usize] = Some(operand);
        }
        self.operand(self.found.rule().target, false)
    }

    /// A node as an operand; `is_flag` for the flag of an intrinsic, which is a scalar even among vectors.
    fn operand(&mut self, mut id: NodeId, is_flag: bool) -> Option<Operand> {
        let found = self.found;
        loop {
            let node = found.rule().node(id);
            if let Some(built) = self.built[id.0 as usize] {
                return Some(built);
            }
            if let Some(value) = found.value(id) {
                return Some((self.current)(value));
            }
            match &node.kind {
                NodeKind::Undef => return self.number(0, found.width(id), is_flag),
                NodeKind::Instruction(action, operands) if is_nothing(found, *action, id, operands) => {
                    id = operands[0];
                }
                _ => return self.number(found.bits(id)?, found.width(id), is_flag),
            }
        }
    }

    fn ty(&mut self, width: u32) -> Option<TypeId> {
        self.plan.numeric(self.model, self.model.type_id(self.root), Lane::Integer(width))
    }

    fn number(&mut self, bits: u128, width: u32, is_scalar: bool) -> Option<Operand> {
        let ty = match is_scalar {
            true => self.plan.scalar(self.model, Lane::Integer(width)),
            false => self.ty(width)?,
        };
        Some(self.plan.constant(ty, Number::int(width, bits as i128)))
    }

    fn instruction(&mut self, id: NodeId) -> Option<Operand> {
        let found = self.found;
        let NodeKind::Instruction(action, nodes) = &found.rule().node(id).kind else { return None };
        let has_flag = matches!(action, Action::Intrinsic(intrinsic) if intrinsic.has_flag_operand());
        let mut operands = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            operands.push(self.operand(*node, has_flag && at == 1)?);
        }
        let width = found.width(id);
        let (kind, flags) = match (*action, operands.as_slice()) {
            (Action::Binary(opcode, flags), &[left, right]) => (NewKind::Binary(opcode, left, right), flags),
            (Action::Compare(comparison, flags), &[left, right]) => {
                let predicate = match comparison {
                    Comparison::Is(predicate) => predicate,
                    Comparison::Variable(at) => found.predicate(at)?,
                };
                (NewKind::Compare(predicate, left, right, self.ty(1)?), flags)
            }
            (Action::Select, &[condition, yes, no]) => (NewKind::Select(condition, yes, no), Flags::NONE),
            (Action::Cast(kind, flags), &[from]) => {
                let opcode = match kind {
                    CastKind::Is(opcode) => opcode,
                    CastKind::ZExtOrTrunc if found.width(nodes[0]) > width => Opcode::Trunc,
                    CastKind::ZExtOrTrunc => Opcode::ZExt,
                };
                (NewKind::Cast(opcode, from, self.ty(width)?), flags)
            }
            (Action::Freeze, &[from]) => (NewKind::Freeze(from), Flags::NONE),
            (Action::PtrAdd, &[base, offset]) => {
                let ty = self.model.type_id(self.root);
                (NewKind::Gep { base, offset, ty }, Flags::NONE)
            }
            (Action::Intrinsic(intrinsic), _) => {
                (NewKind::Intrinsic(intrinsic_name(intrinsic)?, operands), Flags::NONE)
            }
            _ => return None,
        };
        let new =
            NewInstruction { kind, flags, before: self.root, location_of: smallvec![self.root], name: "" };
        Some(self.plan.create(new))
    }
}

fn intrinsic_name(intrinsic: Intrinsic) -> Option<&'static str> {
    IntrinsicShape::names().find(|name| name.strip_prefix("llvm.") == Some(intrinsic.name()))
}
