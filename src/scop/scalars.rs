//! Scalar accesses: values that one statement computes and another one uses, and incoming values of phis.
//!
//! ```text
//! s = phi [ 0, before ], [ s', loop ]    s' = s + a[i]      =>      the statement of the loop reads phi s, and writes it
//! ```
//!
//! Values that are affine in the iterators are recomputed where they are needed, so they carry no dependence;
//! neither do values used only by addresses and branches. (Polly models scalars in the same way,
//! `ScopBuilder::buildScalarDependences`.)

use super::description::{AccessKind, Description};
use super::domain::Domains;
use super::loads::Loads;
use super::reader::{Reader, View};
use super::scop::Storage;
use ir::{BlockId, Edge, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// An access to a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScalarAccess {
    /// The value or phi.
    pub(super) value: ValueId,
    /// Whether it is the incoming value of a phi.
    pub(super) is_phi: bool,
    pub(super) kind: AccessKind,
}

impl ScalarAccess {
    pub(super) fn storage(self) -> Storage {
        if self.is_phi { Storage::Phi(self.value) } else { Storage::Value(self.value) }
    }
}

/// The scalars that each member's block reads and writes.
pub(super) fn scalars(
    model: &Model,
    part: &Description,
    domains: &Domains<'_>,
) -> Vec<BTreeSet<ScalarAccess>> {
    let members = &domains.members;
    let first = part.members.first().map_or(ValueId(0), |member| model.block_first(member.block));
    let mut reader = Reader::new(model, first, Loads::of_part(model, &part.loads));
    part.counters.iter().for_each(|(phi, counter)| reader.count(*phi, counter.clone()));
    let accesses = vec![BTreeSet::new(); part.members.len()];
    let (is_statement, needed, open) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let mut flow = Flow { model, members, reader, accesses, is_statement, needed, open };
    for member in &part.members {
        model.block_instructions(member.block).for_each(|instruction| flow.begin(instruction));
    }
    let guards: BTreeSet<usize> = domains.guards.iter().flatten().copied().collect();
    guards.iter().for_each(|number| flow.operand(part.conditions[*number].branch, 0));
    while let Some(value) = flow.open.pop() {
        flow.computed(value);
    }
    for access in &part.accesses {
        if let Some(member) = flow.member_of(access.access) {
            flow.is_statement.insert(member);
        }
    }
    for (member, guards) in domains.guards.iter().enumerate() {
        guards.iter().for_each(|number| flow.guarded(member, part.conditions[*number].branch));
    }
    flow.accesses
}

struct Flow<'m> {
    model: &'m Model,
    members: &'m FxHashMap<BlockId, usize>,
    reader: Reader<'m>,
    accesses: Vec<BTreeSet<ScalarAccess>>,
    /// The members that access memory.
    is_statement: BTreeSet<usize>,
    /// The values of the part that must be computed.
    needed: BTreeSet<ValueId>,
    open: Vec<ValueId>,
}

impl Flow<'_> {
    fn member_of(&self, value: ValueId) -> Option<usize> {
        self.members.get(&self.model.block_of(value)?).copied()
    }

    /// Starts from the data of memory accesses and the values used behind the part.
    fn begin(&mut self, instruction: ValueId) {
        let model = self.model;
        let is_setting = model.opcode(instruction) == Some(Opcode::Call)
            && model.effects(instruction).contains(ir::Effects::WRITES);
        match model.opcode(instruction) {
            Some(Opcode::Store) => self.operand(instruction, 0),
            Some(Opcode::Call) if is_setting => self.operand(instruction, 2),
            _ => {}
        }
        let is_behind = |edge: &Edge| {
            let is_reached = |block| model.dominance().is_reachable(block);
            self.member_of(edge.to).is_none() && model.block_of(edge.to).is_some_and(is_reached)
        };
        let is_used_behind = model.operand_uses(instruction).iter().any(is_behind);
        if is_used_behind && !self.is_affine(instruction, instruction) {
            self.add(instruction, instruction, false, AccessKind::Write);
            self.need(instruction);
        }
    }

    fn operand(&mut self, of: ValueId, n: u32) {
        if let Some(value) = self.model.operand(of, n) {
            self.used(value, of);
        }
    }

    fn need(&mut self, value: ValueId) {
        if self.needed.insert(value) {
            self.open.push(value);
        }
    }

    fn add(&mut self, at: ValueId, value: ValueId, is_phi: bool, kind: AccessKind) {
        if let Some(member) = self.member_of(at) {
            self.accesses[member].insert(ScalarAccess { value, is_phi, kind });
        }
    }

    /// Records that the statement of a member is guarded by a branch on data, and so reads its condition.
    fn guarded(&mut self, member: usize, branch: ValueId) {
        let Some(condition) = self.model.operand(branch, 0) else { return };
        let Some(from) = self.member_of(condition) else { return };
        if from != member && (self.is_statement.contains(&member) || !self.accesses[member].is_empty()) {
            self.add(condition, condition, false, AccessKind::Write);
            self.accesses[member].insert(ScalarAccess {
                value: condition,
                is_phi: false,
                kind: AccessKind::Read,
            });
        }
    }

    /// Whether a value is determined by the iterators around `user`, without any provision.
    fn is_affine(&mut self, value: ValueId, user: ValueId) -> bool {
        let width = self.model.type_of(value).integer_width().unwrap_or(64);
        self.reader.read_for_certain(value, View::Modulo(width), user).is_some()
    }

    /// Records that an instruction uses a value.
    fn used(&mut self, value: ValueId, user: ValueId) {
        let Some(from) = self.member_of(value) else { return };
        if self.reader.is_parameter(value) || self.is_affine(value, user) {
            return;
        }
        if Some(from) != self.member_of(user) {
            self.add(value, value, false, AccessKind::Write);
            self.add(user, value, false, AccessKind::Read);
        }
        // Behind its loop, an iterator has the value of the last iteration; no iteration takes it from
        // another.
        if !self.is_affine(value, value) {
            self.need(value);
        }
    }

    /// Records the operands of a needed value as used.
    fn computed(&mut self, value: ValueId) {
        let model = self.model;
        match model.opcode(value) {
            Some(Opcode::Phi) => {
                self.add(value, value, true, AccessKind::Read);
                let sources = model.phi_sources(value).to_vec();
                for (n, end) in (0..).zip(sources) {
                    let Some(taken) = model.operand(value, n) else { continue };
                    self.add(end, value, true, AccessKind::Write);
                    if self.member_of(end).is_some() {
                        self.used(taken, end);
                    }
                }
            }
            // A loaded value is an access of its own.
            Some(Opcode::Load) => {}
            _ => {
                let count = model.operands(value).len() as u32;
                (0..count).for_each(|n| self.operand(value, n));
            }
        }
    }
}
