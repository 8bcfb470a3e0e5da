//! Each analysis against its definition by paths, on random models, with a separate search for each query.

use super::Dataflow;
use ir::testing::by_definition::Definitions;
use ir::testing::random;
use ir::{Flags, Model, Opcode, ValueId, ValueKind};
use proptest::prelude::*;

/// Paths in one model: instructions and their successors.
pub(super) struct Walks<'m> {
    pub(super) model: &'m Model,
    pub(super) graphs: Definitions<'m>,
}

impl Walks<'_> {
    /// Whether a path leads from one of `starts` to `goal`, on which `blocked` holds of no instruction before
    /// the goal.
    fn leads(&self, starts: &[ValueId], goal: ValueId, blocked: &dyn Fn(ValueId) -> bool) -> bool {
        let mut seen = vec![false; self.model.len()];
        let mut open = starts.to_vec();
        while let Some(at) = open.pop() {
            if at == goal {
                return true;
            }
            if !blocked(at) && !std::mem::replace(&mut seen[at.index()], true) {
                open.extend(&self.graphs.cfg[at.index()]);
            }
        }
        false
    }

    fn behind(&self, at: ValueId) -> Vec<ValueId> {
        self.graphs.cfg[at.index()].clone()
    }

    pub(super) fn exits(&self) -> Vec<ValueId> {
        self.model.instructions().filter(|at| self.graphs.cfg[at.index()].is_empty()).collect()
    }

    /// Whether a path from the entry of `at` uses `value` before it defines it.
    fn is_live(&self, value: ValueId, at: ValueId) -> bool {
        let defines = |at: ValueId| at == value;
        self.model.instructions().any(|user| match self.model.opcode(user) {
            Some(Opcode::Phi) => {
                let sources = self.model.operands(user).iter().zip(self.model.phi_sources(user));
                sources.filter(|(operand, from)| operand.to == value && **from != value).any(|(_, from)| {
                    // The terminator of the predecessor follows everything in its block.
                    self.leads(&[at], *from, &defines)
                })
            }
            _ => {
                self.model.operands(user).iter().any(|operand| operand.to == value)
                    && self.leads(&[at], user, &defines)
            }
        })
    }

    fn operands(&self, value: ValueId) -> Vec<ValueId> {
        let mut operands: Vec<_> = self.model.operands(value).iter().map(|operand| operand.to).collect();
        if matches!(self.model.opcode(value), Some(Opcode::Add | Opcode::FAdd | Opcode::FMul)) {
            operands.sort_unstable();
        }
        operands
    }

    fn computes(&self, value: ValueId, at: ValueId) -> bool {
        let model = self.model;
        model.opcode(value) == model.opcode(at)
            && model.type_id(value) == model.type_id(at)
            && model.flags(value) == model.flags(at)
            && self.operands(value) == self.operands(at)
    }

    /// Whether an instruction makes the expression of `value` available or unavailable, or does not affect
    /// it.
    pub(super) fn effect(&self, value: ValueId, at: ValueId) -> Option<bool> {
        if self.computes(value, at) {
            return Some(true);
        }
        self.operands(value).contains(&at).then_some(false)
    }

    fn is_available(&self, value: ValueId, at: ValueId, on_all_paths: bool) -> bool {
        let changes = |at: ValueId| self.effect(value, at).is_some();
        let from_one = |wanted: bool| {
            let sources = self.model.instructions().filter(|from| self.effect(value, *from) == Some(wanted));
            sources.into_iter().any(|from| self.leads(&self.behind(from), at, &changes))
        };
        let entry = self.model.instruction(0);
        match on_all_paths {
            true => !from_one(false) && !self.leads(&[entry], at, &changes),
            false => from_one(true),
        }
    }

    fn is_anticipated(&self, value: ValueId, at: ValueId) -> bool {
        let computed = |at: ValueId| self.effect(value, at) == Some(true);
        let ends = self.model.instructions().filter(|end| self.effect(value, *end) == Some(false));
        let misses = |end: ValueId| self.leads(&[at], end, &computed);
        !ends.into_iter().any(misses) && !self.exits().into_iter().any(|end| !computed(end) && misses(end))
    }

    fn meets(&self, from: ValueId, events: &[ValueId]) -> bool {
        let is_event = |at: ValueId| events.contains(&at);
        let starts = self.behind(from);
        let misses = |end: ValueId| !is_event(end) && self.leads(&starts, end, &is_event);
        !starts.is_empty() && !self.exits().into_iter().any(misses)
    }
}

/// Opcodes of the random models that are expressions.
pub(super) const EXPRESSIONS: &[Opcode] = &[
    Opcode::Add,
    Opcode::FAdd,
    Opcode::FMul,
    Opcode::ICmp,
    Opcode::Select,
    Opcode::ZExt,
    Opcode::Trunc,
    Opcode::FPExt,
];

/// The flags by which an operation may give poison or another number.
const LICENCES: &[&str] = &[
    "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "nsw", "nuw", "exact", "inbounds",
    "disjoint", "nneg", "nusw", "samesign",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_the_definitions(model in random::model()) {
        let (walks, flow) = (Walks { model: &model, graphs: Definitions::new(&model) }, Dataflow::new(&model));
        for at in model.instructions() {
            for value in model.values() {
                let position = model.position(value).is_some() || value.0 < 2;
                prop_assert_eq!(flow.is_live(value, at), position && walks.is_live(value, at), "{:?} {:?}", value, at);
                let is_expression = model.opcode(value).is_some_and(|opcode| EXPRESSIONS.contains(&opcode));
                let expected = [
                    is_expression && walks.is_available(value, at, true),
                    is_expression && walks.is_available(value, at, false),
                    is_expression && walks.is_anticipated(value, at),
                ];
                let found = [
                    flow.is_available(value, at),
                    flow.is_partially_available(value, at),
                    flow.is_anticipated(value, at),
                ];
                prop_assert_eq!(found, expected, "{:?} at {:?}", value, at);
            }
        }
    }

    #[test]
    fn values_that_are_live_are_counted(model in random::model()) {
        let (walks, flow) = (Walks { model: &model, graphs: Definitions::new(&model) }, Dataflow::new(&model));
        let is_value = |value: &ValueId| model.position(*value).is_some() || model.kind(*value) == ValueKind::Parameter;
        for at in model.values() {
            let live = model.values().filter(is_value).filter(|value| walks.is_live(*value, at)).count();
            let expected = model.position(at).map(|_| live as u32);
            prop_assert_eq!(flow.live_count(at), expected, "{:?}", at);
        }
    }

    #[test]
    fn expressions_up_to_flags_are_those_of_the_definition(model in random::model()) {
        let (walks, flow) = (Walks { model: &model, graphs: Definitions::new(&model) }, Dataflow::new(&model));
        let is_expression =
            |value: ValueId| model.opcode(value).is_some_and(|opcode| EXPRESSIONS.contains(&opcode));
        // Predicates are flags of the model, and no licences.
        let predicate = |value: ValueId| {
            let named = Flags::NAMED.iter().filter(|(flag, _)| model.flags(value).contains(*flag));
            named.map(|(_, name)| *name).filter(|name| !LICENCES.contains(name)).collect::<Vec<_>>()
        };
        for x in model.values() {
            for y in model.values() {
                let expected = is_expression(x) && is_expression(y)
                    && model.opcode(x) == model.opcode(y)
                    && model.type_id(x) == model.type_id(y)
                    && predicate(x) == predicate(y)
                    && walks.operands(x) == walks.operands(y);
                prop_assert_eq!(flow.are_same_up_to_flags(x, y), expected, "{:?} {:?}", x, y);
            }
        }
    }

    #[test]
    fn events_on_every_path_are_those_of_the_definition(
        model in random::model(),
        picks in proptest::collection::vec(any::<u16>(), 0..4),
    ) {
        let (walks, flow) = (Walks { model: &model, graphs: Definitions::new(&model) }, Dataflow::new(&model));
        let events: Vec<_> = picks.iter().map(|pick| ValueId(u32::from(*pick) % model.len() as u32)).collect();
        for from in model.values() {
            let expected = match model.kind(from) {
                ValueKind::Instruction => walks.meets(from, &events),
                // A parameter is defined before the first instruction.
                ValueKind::Parameter => {
                    let first = model.instruction(0);
                    events.contains(&first) || walks.meets(first, &events)
                }
                _ => false,
            };
            prop_assert_eq!(flow.meets_on_every_path(from, &events), expected, "{:?} {:?}", from, events);
        }
    }
}
