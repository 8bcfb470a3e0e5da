//! The executable form of plans: flat, so that it can be deserialised quickly.
//!
//! Every compilation is a process that runs some dozens of plans a few times each; trees of vectors would
//! take longer to deserialise than to run. So a plan becomes a [`Program`]: operations of one size, those of
//! its steps followed by those of the branches, and one list of operands, which operations refer to by
//! position. Relations are interned in a table. Data that only explanations need is stored elsewhere.
//!
//! ```text
//! opcode{x} = phi ∧ {a} = {x}.args[0], with {x} bound:
//!   Test1 r0 x;  Only a from 0        operands: 1 | r1 0 2 a0 x1
//! ```

use super::digest::Digest;
use super::lazy::Lazy;
use super::plan::{CollectId, Lookup, Output, PlanId, PlannedTerm, Slot};
use super::problem::{DefId, Origin, VarId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// All programs of a problem.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
pub(super) struct Code<R> {
    pub(super) root: PlanId,
    /// Relations by number.
    pub(super) relations: Vec<R>,
    /// Deserialised on first use, since a search runs few of them.
    pub(super) programs: Vec<Lazy<Program>>,
    pub(super) collect_plans: Vec<Lazy<CollectCode>>,
    /// Look-ups by number.
    pub(super) lookups: Vec<Lazy<Lookup>>,
}

impl<R> Code<R> {
    pub(super) fn program(&self, id: PlanId) -> &Program {
        self.programs[id.0 as usize].get()
    }

    pub(super) fn collect_code(&self, id: CollectId) -> &CollectCode {
        self.collect_plans[id.0 as usize].get()
    }

    pub(super) fn lookup(&self, number: u32) -> &Lookup {
        self.lookups[number as usize].get()
    }

    pub(super) fn relation(&self, id: RelationId) -> &R {
        &self.relations[id.0 as usize]
    }
}

/// Index of a relation of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RelationId(pub(super) u32);

/// A list among the operands of a program: the position of its length, which its elements follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List(pub(super) u32);

/// A range of operations of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The flat form of a [`Step`](super::plan::Step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// Always fails.
    Fail,
    /// Tests a unary relation.
    Test1(RelationId, Slot),
    /// Tests a binary relation.
    Test2(RelationId, Slot, Slot),
    /// Tests a relation of the listed slots.
    Test(RelationId, List),
    /// Tests that two slots hold the same value.
    Same(Slot, Slot),
    /// Tests that two slots hold different values.
    Differ(Slot, Slot),
    /// Tests that a slot is `unused`.
    IsUnused(Slot),
    /// Tests that two lists of slots hold the same set of used values.
    SameSet(List, List),
    /// Binds the second slot to the value of the first.
    Copy(Slot, Slot),
    /// Binds the slot to `unused`.
    SetUnused(Slot),
    /// Binds the slot to each candidate in turn; the lists are those of the sources and of the predicates.
    Generate(Slot, List, List),
    /// Binds the slot to the candidates of a single source, which mostly has at most one.
    Only(Slot, List),
    /// Binds the outputs to each row of the callee in turn.
    Call(CallOp),
    /// Tests whether one of the listed branches holds.
    ExistsBranch(List),
    /// Binds the listed slots to each distinct tuple that one of the listed branches admits.
    UnionDistinct(List, List),
    /// Continues with each of the listed branches in turn, and ends the block.
    TailUnion(List),
    /// Compares the copies with the rows of the body, or binds them to the rows.
    Collect(CollectOp),
    /// Tests whether a witness exists.
    Quantified(WitnessOp),
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WitnessOp {
    /// The block that a witness satisfies.
    pub(super) body: Block,
    /// If not empty, at least one of these slots must hold a value in a witness. The list of the quantifier's
    /// local slots follows this list.
    pub(super) looked_at: List,
    /// `true`: a witness must exist; `false`: no witness may exist.
    pub(super) wanted: bool,
}

/// A call of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallOp {
    /// The callee.
    pub(super) plan: PlanId,
    /// The slots of the bound interface variables.
    pub(super) inputs: List,
    /// The slots of the outputs. The number of the look-up follows this list.
    pub(super) outputs: List,
    /// The site at which the callee's row is stored, if it is part of the caller's row.
    pub(super) site: Option<u32>,
    /// Whether the answers are tabled.
    pub(super) tabled: bool,
}

/// A collect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CollectOp {
    /// Index of the collect, which is the key of its table.
    pub(super) id: CollectId,
    /// The slots of the outer variables.
    pub(super) inputs: List,
    /// The copies.
    pub(super) copies: List,
    /// The site at which the rows are stored, if they are part of the definition's row.
    pub(super) site: Option<u32>,
}

/// The executable form of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The digest of the plan, if its answers can be shared between searches.
    pub(super) digest: Option<Digest>,
    /// The definition.
    pub(super) def: DefId,
    /// The number of slots of a frame.
    pub(super) variables: u32,
    /// The number of call sites and of collect sites.
    pub(super) sites: [u32; 2],
    /// Whether its rows are a superset of the definition's rows projected to the output slots.
    pub(super) is_partial: bool,
    /// Whether callers see the output slots only.
    pub(super) is_projected: bool,
    /// Whether all interface variables are inputs.
    pub(super) all_interface_bound: bool,
    /// The number of operations that are steps; the others belong to branches.
    pub(super) steps: u32,
    /// The slot of each variable.
    pub(super) slots: List,
    /// The output slots, used if rows are not materialised.
    pub(super) output_slots: List,
    /// The slots of the inputs.
    pub(super) entry: List,
    pub(super) ops: Vec<Op>,
    pub(super) operands: Vec<u32>,
}

/// A source of candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceOp<'c> {
    pub(super) relation: RelationId,
    /// Position of the argument that it supplies candidates for.
    pub(super) target: usize,
    args: &'c [u32],
}

impl<'c> SourceOp<'c> {
    pub(super) fn arity(&self) -> usize {
        self.args.len()
    }

    /// For each argument, its slot if that is bound.
    pub(super) fn args(&self) -> impl Iterator<Item = Option<Slot>> + 'c {
        self.args.iter().map(|arg| (arg & 1 == 1).then_some(Slot(arg >> 1)))
    }
}

/// A pushed-down predicate.
#[derive(Clone, Copy, Debug)]
pub(super) struct PredicateOp<'c> {
    pub(super) relation: RelationId,
    args: &'c [u32],
}

impl<'c> PredicateOp<'c> {
    pub(super) fn arity(&self) -> usize {
        self.args.len()
    }

    pub(super) fn args(&self) -> impl Iterator<Item = PlannedTerm> + 'c {
        self.args.iter().map(|&arg| known(arg))
    }
}

/// The number that encodes a planned term.
pub(super) fn number_of(known: PlannedTerm) -> u32 {
    match known {
        PlannedTerm::Sought => 0,
        PlannedTerm::Bound(slot) => 1 + slot.0 * 2,
        PlannedTerm::Open(slot) => 2 + slot.0 * 2,
    }
}

fn known(number: u32) -> PlannedTerm {
    match number {
        0 => PlannedTerm::Sought,
        odd if odd % 2 == 1 => PlannedTerm::Bound(Slot(odd / 2)),
        even => PlannedTerm::Open(Slot(even / 2 - 1)),
    }
}

fn outputs(numbers: &[u32]) -> impl ExactSizeIterator<Item = Output> {
    numbers.chunks_exact(3).map(|output| Output {
        variable: VarId(output[0]),
        position: output[1] as usize,
        slot: Slot(output[2]),
    })
}

/// One copy of a local variable of a collect.
#[derive(Clone, Copy, Debug)]
pub(super) struct CopyOp {
    /// The index of its row.
    pub(super) row: usize,
    pub(super) variable: VarId,
    pub(super) slot: Slot,
    /// Whether the slot is bound already and must be compared.
    pub(super) compare: bool,
}

impl Program {
    /// The block of its steps.
    pub(super) fn main(&self) -> Block {
        Block { from: 0, to: self.steps }
    }

    /// The elements of a list, each of `width` numbers.
    fn list(&self, list: List, width: usize) -> &[u32] {
        let at = list.0 as usize;
        let len = self.operands[at] as usize;
        &self.operands[at + 1..at + 1 + len * width]
    }

    pub(super) fn slots(&self, list: List) -> impl ExactSizeIterator<Item = Slot> {
        self.list(list, 1).iter().map(|&slot| Slot(slot))
    }

    /// The slots of the inputs. `true`: an earlier input has bound the slot, so the two are compared.
    pub(super) fn entry(&self) -> impl ExactSizeIterator<Item = (Slot, bool)> {
        self.list(self.entry, 1).iter().map(|number| (Slot(number >> 1), number & 1 == 1))
    }

    pub(super) fn outputs(&self, call: &CallOp) -> impl Iterator<Item = Output> {
        outputs(self.list(call.outputs, 3))
    }

    /// The number of the look-up that answers a call, if there is one.
    pub(super) fn lookup(&self, call: &CallOp) -> Option<u32> {
        let at = call.outputs.0 as usize;
        self.operands[at + 1 + 3 * self.operands[at] as usize].checked_sub(1)
    }

    pub(super) fn copies(&self, collect: &CollectOp) -> impl Iterator<Item = CopyOp> {
        self.list(collect.copies, 3).chunks_exact(3).map(|copy| CopyOp {
            row: copy[0] as usize,
            variable: VarId(copy[1]),
            slot: Slot(copy[2] >> 1),
            compare: copy[2] & 1 == 1,
        })
    }

    /// The slots of a quantifier's local variables.
    pub(super) fn locals(&self, witness: &WitnessOp) -> impl ExactSizeIterator<Item = Slot> {
        self.slots(List(witness.looked_at.0 + 1 + self.operands[witness.looked_at.0 as usize]))
    }

    pub(super) fn branches(&self, list: List) -> impl Iterator<Item = Block> {
        self.list(list, 2).chunks_exact(2).map(|block| Block { from: block[0], to: block[1] })
    }

    /// The length of a list.
    pub(super) fn len(&self, list: List) -> usize {
        self.operands[list.0 as usize] as usize
    }

    pub(super) fn sources(&self, list: List) -> impl ExactSizeIterator<Item = SourceOp<'_>> {
        let mut rest = &self.operands[list.0 as usize + 1..];
        (0..self.len(list)).map(move |_| {
            let (args, behind) = rest[3..].split_at(rest[2] as usize);
            let source = SourceOp { relation: RelationId(rest[0]), target: rest[1] as usize, args };
            rest = behind;
            source
        })
    }

    pub(super) fn predicates(&self, list: List) -> impl ExactSizeIterator<Item = PredicateOp<'_>> {
        let mut rest = &self.operands[list.0 as usize + 1..];
        (0..self.len(list)).map(move |_| {
            let (args, behind) = rest[2..].split_at(rest[1] as usize);
            let predicate = PredicateOp { relation: RelationId(rest[0]), args };
            rest = behind;
            predicate
        })
    }
}

/// The parts of a collect that its rows depend on, besides the outer values.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct CollectCode {
    /// The body, entered with the outer variables bound.
    pub(super) plan: PlanId,
    /// Maximal number of rows.
    pub(super) limit: u32,
    /// The number of outer variables, which come first in the body's interface.
    pub(super) outer: u32,
    /// The body's variables that come first in the order of rows.
    pub(super) shared: Vec<VarId>,
    /// Its place in the text.
    pub(super) origin: Origin,
}
