//! One round over a function: tries the rules, in order, on every instruction, operands first.
//!
//! The first rule that matches, is proven at the widths of the match and is profitable is applied. Each
//! instruction is visited once.

use super::ActiveRules;
use super::facts::ModelFacts;
use super::host::Host;
use super::outcome::{Applied, Refused, Round, bindings};
use super::profit::{dying, is_cheaper, made, matched};
use super::retained::obstacle;
use super::target::TargetBuilder;
use super::wide;
use crate::rules::form::NodeKind;
use crate::rules::matching::{Engine, Match, ModelSubject, Subject, Symbol};
use analysis::values::known_bits::integer;
use ir::{BlockId, Model, NewInstruction, NewKind, Opcode, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Visits every instruction of a function once and plans at most `most` rewrites. Refused matches are
/// reported if `refusals`.
pub fn round<'m>(
    rules: &ActiveRules,
    engine: &dyn Engine<ModelSubject<'m>>,
    model: &'m Model,
    host: &dyn Host,
    (most, refusals): (usize, bool),
) -> Round {
    let mut state = RoundState {
        rules,
        model,
        host,
        most,
        refusals,
        touched: FxHashSet::default(),
        replaced: FxHashMap::default(),
        round: Round::default(),
    };
    let subject = ModelSubject::new(model);
    let mut found = Vec::new();
    // Operands are defined in dominating blocks, which have been visited.
    let entry = model.blocks().next();
    for block in entry.into_iter().flat_map(|entry| model.dominance().dominated_blocks(entry)) {
        for root in model.block_instructions(block) {
            if subject.shape(root).symbol == Symbol::Other || state.touched.contains(&root) {
                continue;
            }
            found.clear();
            engine.candidates(rules.set(), &subject, root, &mut found);
            if found.is_empty() {
                continue;
            }
            // Check the few candidates of any engine again, since a wrong one would cause a miscompilation.
            found.retain(|variant| rules.set().is_at(*variant, &subject, root));
            for variant in &found {
                let bound = rules.set().bind(*variant, &subject, root);
                if bound.is_some_and(|bound| state.apply(bound, root, block)) {
                    break;
                }
            }
            if state.round.is_cut {
                return state.round;
            }
        }
    }
    if refusals {
        state.round.refused.extend(wide::refused(rules, engine, model));
    }
    state.round
}

struct RoundState<'a> {
    rules: &'a ActiveRules,
    model: &'a Model,
    host: &'a dyn Host,
    most: usize,
    refusals: bool,
    /// The instructions that earlier rewrites of the round remove.
    touched: FxHashSet<ValueId>,
    /// The replacements of the roots of earlier rewrites.
    replaced: FxHashMap<ValueId, Operand>,
    round: Round,
}

impl RoundState<'_> {
    /// Applies a match if it is allowed, and within the limit; true if no other rule must be tried.
    fn apply(&mut self, mut found: Match<'_, ValueId>, root: ValueId, block: BlockId) -> bool {
        let matched = matched(&found);
        // The next round sees the rewritten code.
        if matched.iter().any(|value| self.touched.contains(value)) {
            return false;
        }
        if !found.holds(&ModelFacts { model: self.model, host: self.host, block }) {
            return false;
        }
        if !self.rules.is_allowed(&found) {
            let why = match self.rules.proven_elsewhere(&found) {
                Some((versions, llvm)) => {
                    format!("at {} it is proven for {versions}, and this is LLVM {llvm}", widths(&found))
                }
                None => format!("it is not proven at {}", widths(&found)),
            };
            // A user who names rules needs this even without `refusals`.
            self.note_unproven(&found, why);
            return false;
        }
        if let Some(why) = obstacle(self.model, &found, &matched) {
            self.refuse(&found, |_| why.clone(), false);
            return false;
        }
        let made = made(&found);
        let dying = dying(self.model, &matched, &retained(&found, &made));
        if made.len() > dying.len() && !is_cheaper(self.model, &found, &made, &dying, self.host) {
            let (made, dying) = (made.len(), dying.len());
            let why =
                |_: &Match<'_, ValueId>| format!("{} would be made for {dying} that could go", counted(made));
            self.refuse(&found, why, true);
            return false;
        }
        if self.round.applied.len() >= self.most {
            self.round.is_cut = true;
            return true;
        }
        let (before, constants) = (self.round.plan.new.len(), self.round.plan.constants.len());
        let replaced = &self.replaced;
        let current = |value: ValueId| replaced.get(&value).copied().unwrap_or(Operand::Value(value));
        let nodes = found.rule().nodes.len();
        let builder = TargetBuilder {
            model: self.model,
            plan: &mut self.round.plan,
            found: &found,
            root,
            current: &current,
            built: vec![None; nodes],
        };
        let Some(by) = builder.build(&made) else {
            self.round.plan.new.truncate(before);
            self.round.plan.constants.truncate(constants);
            return false;
        };
        if matches!(by, Operand::New(_)) && self.is_as_before(by, root) {
            self.round.plan.new.truncate(before);
            self.round.plan.constants.truncate(constants);
            return false;
        }
        self.keep_flags(by, root);
        self.round.plan.replace.push((root, by));
        self.round.plan.erase.extend(&dying);
        self.touched.extend(dying);
        self.replaced.insert(root, by);
        let applied = Applied { rule: found.id, bindings: bindings(&found) };
        self.round.applied.push(applied);
        true
    }

    /// Whether a replacement equals the value that is there, up to the order of operands and with no further
    /// flags. A rule that only moves constants to the right, or only adds flags, would match its own result.
    fn is_as_before(&self, by: Operand, old: ValueId) -> bool {
        let current = self.replaced.get(&old).copied().unwrap_or(Operand::Value(old));
        match by {
            _ if by == current => true,
            Operand::Constant(at) => {
                let number = &self.round.plan.constants[at as usize].number;
                number.bits().is_some() && integer(self.model, old) == number.bits()
            }
            Operand::New(at) if current == Operand::Value(old) => {
                let is_alike = |new: &NewInstruction| {
                    self.model.flags(old).contains(new.flags) && self.is_made_alike(new, old)
                };
                self.round.plan.new.get(at as usize).is_some_and(is_alike)
            }
            _ => false,
        }
    }

    /// Whether a new instruction computes what an old one does, but for its flags.
    fn is_made_alike(&self, new: &NewInstruction, old: ValueId) -> bool {
        let operands: Vec<ValueId> = self.model.operands(old).iter().map(|operand| operand.to).collect();
        let are_operands = |wanted: &[Operand], from: usize| {
            let old = operands.get(from..).unwrap_or_default();
            old.len() == wanted.len() && wanted.iter().zip(old).all(|(by, old)| self.is_as_before(*by, *old))
        };
        let is = |opcode: Opcode| self.model.opcode(old) == Some(opcode);
        match &new.kind {
            NewKind::Binary(opcode, left, right) => {
                let commutes = Symbol::Instruction(*opcode).commutes();
                let is_same = are_operands(&[*left, *right], 0);
                is(*opcode) && (is_same || (commutes && are_operands(&[*right, *left], 0)))
            }
            NewKind::Compare(predicate, left, right, _) => {
                is(Opcode::ICmp)
                    && self.model.predicate(old) == Some(*predicate)
                    && are_operands(&[*left, *right], 0)
            }
            NewKind::Select(condition, yes, no) => {
                is(Opcode::Select) && are_operands(&[*condition, *yes, *no], 0)
            }
            NewKind::Cast(opcode, from, ty) => {
                is(*opcode) && self.model.type_id(old) == *ty && are_operands(&[*from], 0)
            }
            NewKind::Freeze(from) => is(Opcode::Freeze) && are_operands(&[*from], 0),
            NewKind::Intrinsic(name, arguments) => {
                let callee = operands.first().and_then(|callee| self.model.global(*callee));
                is(Opcode::Call)
                    && callee.is_some_and(|callee| callee.canonical == *name)
                    && are_operands(arguments, 1)
            }
            _ => false,
        }
    }

    /// Keeps the flags of an instruction that gets further ones: where they make it poison, it was poison.
    fn keep_flags(&mut self, by: Operand, root: ValueId) {
        let Operand::New(at) = by else { return };
        let is_alike = |new: &NewInstruction| self.is_made_alike(new, root);
        if self.round.plan.new.get(at as usize).is_some_and(is_alike) {
            let old = self.model.flags(root);
            let new = &mut self.round.plan.new[at as usize];
            new.flags |= old;
        }
    }

    fn refuse(
        &mut self,
        found: &Match<'_, ValueId>,
        why: impl Fn(&Match<'_, ValueId>) -> String,
        is_of_cost: bool,
    ) {
        if self.refusals {
            let (reason, bindings) = (why(found), bindings(found));
            let is_unproven = false;
            self.round.refused.push(Refused { rule: found.id, bindings, reason, is_of_cost, is_unproven });
        }
    }

    fn note_unproven(&mut self, found: &Match<'_, ValueId>, reason: String) {
        let (rule, bindings) = (found.id, bindings(found));
        self.round.refused.push(Refused { rule, bindings, reason, is_of_cost: false, is_unproven: true });
    }
}

/// The values of the source that the target uses.
fn retained(found: &Match<'_, ValueId>, made: &[crate::rules::form::NodeId]) -> FxHashSet<ValueId> {
    let rule = found.rule();
    let operands = made.iter().flat_map(|id| rule.node(*id).kind.operands()).chain([&rule.target]);
    let mut retained = FxHashSet::default();
    let mut open: Vec<crate::rules::form::NodeId> = operands.copied().collect();
    while let Some(id) = open.pop() {
        match found.value(id) {
            Some(value) => {
                retained.insert(value);
            }
            // A cast between equal widths.
            None if matches!(rule.node(id).kind, NodeKind::Instruction(..)) && !made.contains(&id) => {
                open.extend(rule.node(id).kind.operands());
            }
            None => {}
        }
    }
    retained
}

/// The widths of the inputs for messages, or of a source without inputs: `i8`, `i8 and i32`.
fn widths(found: &Match<'_, ValueId>) -> String {
    let rule = found.rule();
    let is_input = |kind: &NodeKind| matches!(kind, NodeKind::Input { .. } | NodeKind::Constant);
    let inputs = rule.ids().filter(|(_, node)| is_input(&node.kind)).map(|(id, _)| id);
    let mut widths: Vec<u32> =
        inputs.filter(|id| found.value(*id).is_some()).map(|id| found.width(id)).collect();
    if widths.is_empty() {
        widths.push(found.width(rule.source));
    }
    widths.sort_unstable();
    widths.dedup();
    widths.iter().map(|width| format!("i{width}")).collect::<Vec<_>>().join(" and ")
}

fn counted(instructions: usize) -> String {
    format!("{instructions} instruction{}", if instructions == 1 { "" } else { "s" })
}
