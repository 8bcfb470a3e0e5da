//! Adds an instance to an edit plan.
//!
//! New instructions are inserted right before the replaced value, where all of their operands are available;
//! those of a loop's exit value stand before the loop. Proven instructions get no flags. Trusted floating
//! point instructions get the flags that all replaced ones share, except `nnan` and `ninf`.

use super::declared::Instance;
use super::graph::{ScalarId, ScalarKind, ScalarNode};
use ir::{
    EditPlan, ExitValue, Flags, Lane, Model, NewInstruction, NewKind, Operand, TypeClass, TypeId, ValueId,
};
use lang::candl::ast::Clauses;
use lang::candl::rewrite::INTRINSICS;
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// The effect of an instance on the matched instructions: replaced, dying and retained ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The replaced values.
    pub roots: Vec<ValueId>,
    /// The other instructions of the match.
    pub parts: Vec<ValueId>,
    /// Matched values that the replacement uses.
    pub retained: Vec<ValueId>,
}

/// The new nodes of an instance, operands first.
pub fn made(instance: &Instance) -> Vec<&ScalarNode> {
    let graph = &instance.matched.graph;
    let needed = graph.needed(&instance.targets);
    let is_made = |node: &&ScalarNode| node.value.is_none() && !matches!(node.kind, ScalarKind::Number(_));
    needed.into_iter().map(|id| graph.node(id)).filter(is_made).collect()
}

/// The replaced, dying and retained values of an instance.
pub fn replacement(instance: &Instance) -> Replacement {
    let graph = &instance.matched.graph;
    let roots: Vec<ValueId> =
        instance.matched.roots.iter().filter_map(|root| graph.node(*root).value).collect();
    let parts =
        instance.matched.instructions.iter().copied().filter(|value| !roots.contains(value)).collect();
    let needed = graph.needed(&instance.targets);
    let is_used = |id: &&ScalarId| {
        let user = needed.iter().filter(|user| graph.node(**user).value.is_none());
        instance.targets.contains(id) || user.into_iter().any(|user| graph.node(*user).operands.contains(id))
    };
    let retained = needed.iter().filter(is_used).filter_map(|id| graph.node(*id).value).collect();
    Replacement { roots, parts, retained }
}

/// Adds a proven or trusted instance to a plan, without erasing the dead instructions; `None` if a node has
/// no instruction.
pub fn add_to_plan(
    model: &Model,
    (clauses, is_trusted): (&Clauses, bool),
    instance: &Instance,
    plan: &mut EditPlan,
) -> Option<()> {
    let graph = &instance.matched.graph;
    let replaced = instance.matched.instructions.clone();
    let common = replaced.iter().filter(|value| is_float(model, **value));
    let flags = common.fold(Flags::FAST, |flags, value| flags & model.flags(*value));
    let flags = Flags(if is_trusted { flags.0 & !(Flags::NNAN | Flags::NINF).0 } else { 0 });
    for (at, (root, target)) in instance.matched.roots.iter().zip(&instance.targets).enumerate() {
        let root = graph.node(*root).value?;
        let around = instance.loops.get(at);
        let before = around.map_or(root, |around| around.shape.entry);
        let mut maker =
            InstructionMaker { model, clauses, root, before, flags, plan, made: FxHashMap::default() };
        for id in graph.needed(&[*target]) {
            let operand = maker.operand(id, graph.node(id))?;
            maker.made.insert(id, operand);
        }
        let operand = *maker.made.get(target)?;
        match around {
            Some(around) => {
                plan.exit_values.push(ExitValue {
                    value: root,
                    by: operand,
                    blocks: around.shape.firsts(model),
                });
            }
            None => plan.replace.push((root, operand)),
        }
    }
    Some(())
}

fn is_float(model: &Model, value: ValueId) -> bool {
    model.has_class(value, TypeClass::Float)
}

struct InstructionMaker<'a> {
    model: &'a Model,
    clauses: &'a Clauses,
    /// The replaced value.
    root: ValueId,
    before: ValueId,
    flags: Flags,
    plan: &'a mut EditPlan,
    made: FxHashMap<ScalarId, Operand>,
}

impl InstructionMaker<'_> {
    fn operand(&mut self, id: ScalarId, node: &ScalarNode) -> Option<Operand> {
        if let Some(value) = node.value {
            return Some(Operand::Value(value));
        }
        let shape = self.model.type_id(self.root);
        let ty: TypeId = self.plan.numeric(self.model, shape, node.ty)?;
        let operands: Option<Vec<Operand>> =
            node.operands.iter().map(|operand| self.made.get(operand).copied()).collect();
        let operands = operands?;
        let kind = match (&node.kind, operands.as_slice()) {
            (ScalarKind::Number(number), _) => return Some(self.plan.constant(ty, number.clone())),
            (ScalarKind::Binary(opcode), &[a, b]) => NewKind::Binary(*opcode, a, b),
            (ScalarKind::Compare(predicate), &[a, b]) => NewKind::Compare(*predicate, a, b, ty),
            (ScalarKind::FloatCompare(predicate), &[a, b]) => NewKind::FloatCompare(*predicate, a, b, ty),
            (ScalarKind::Select, &[c, a, b]) => NewKind::Select(c, a, b),
            (ScalarKind::Cast(opcode), &[of]) => NewKind::Cast(*opcode, of, ty),
            (ScalarKind::Freeze, &[of]) => NewKind::Freeze(of),
            (ScalarKind::Negate, &[of]) => NewKind::Negate(of),
            (ScalarKind::Call(name), _) => self.call(name, operands, ty)?,
            _ => return None,
        };
        let flags = if matches!(node.ty, Lane::Float(_)) { self.flags } else { Flags::NONE };
        let (before, location_of) = (self.before, smallvec![self.root]);
        debug_assert!(!self.made.contains_key(&id));
        Some(self.plan.create(NewInstruction { kind, flags, before, location_of, name: "" }))
    }

    fn call(&self, name: &str, operands: Vec<Operand>, ty: TypeId) -> Option<NewKind> {
        if let Some((_, intrinsic, ..)) = INTRINSICS.iter().find(|(_, intrinsic, ..)| *intrinsic == name) {
            return Some(NewKind::Intrinsic(intrinsic, operands));
        }
        let declared = self.clauses.externs.iter().find(|declared| declared.name.text == name)?;
        Some(NewKind::External { name: declared.name.text.clone(), args: operands, ty })
    }
}
