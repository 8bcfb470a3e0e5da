//! Plans as the search runs them: flat, so that a process reads them back in no time.
//!
//! Every compilation is a process that runs some dozens of plans a few times each; a tree of vectors would
//! take longer to read than to run. So a plan becomes a [`Program`]: operations of one size, those of its
//! steps first and behind them those of the branches, and one list of numbers, in which an operation names
//! places. Relations stand in a table, each once. What only an explanation asks for stays behind.
//!
//! ```text
//! opcode{x} = phi ∧ {a} = {x}.args[0], with {x} bound:
//!   Test1 r0 x;  Only a from 0        numbers: 1 | r1 0 2 a0 x1
//! ```

use super::digest::Digest;
use super::lazy::Lazy;
use super::plan::{CollectId, Lookup, Output, PlanId, PlannedTerm, Slot};
use super::problem::{DefId, Origin, VarId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// All plans of a problem, by their numbers.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
pub(super) struct Code<R> {
    pub(super) root: PlanId,
    /// Relations by number.
    pub(super) relations: Vec<R>,
    /// Most are not run in most searches.
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

/// A relation of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RelationId(pub(super) u32);

/// A list among the numbers of a program: where its length stands, its elements being behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List(pub(super) u32);

/// Operations of a program, from one up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A [`Step`](super::plan::Step), flat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// False.
    Fail,
    /// The relation holds of one value.
    Test1(RelationId, Slot),
    /// The relation holds of two values.
    Test2(RelationId, Slot, Slot),
    /// The relation holds of the values in the listed slots.
    Test(RelationId, List),
    /// Same value.
    Same(Slot, Slot),
    /// Different values.
    Differ(Slot, Slot),
    /// No value.
    IsUnused(Slot),
    /// Same sets of used values, of the slots listed.
    SameSet(List, List),
    /// Binds the second slot to the value of the first.
    Copy(Slot, Slot),
    /// Binds the slot to `unused`.
    SetUnused(Slot),
    /// Binds the slot to each candidate in turn: where the sources and the predicates stand.
    Generate(Slot, List, List),
    /// Binds the slot to what the only source listed leaves, which is at most one candidate mostly.
    Only(Slot, List),
    /// Binds the outputs to each row of the callee in turn.
    Call(CallOp),
    /// Some of the branches listed holds.
    ExistsBranch(List),
    /// Binds the slots listed to each tuple that some of the branches listed admits.
    UnionDistinct(List, List),
    /// Goes on with each of the branches listed in turn; nothing is behind it.
    TailUnion(List),
    /// The copies hold the rows of the body.
    Collect(CollectOp),
    /// Whether there is a witness of the operations, as is wanted or not.
    Quantified(WitnessOp),
}

/// A quantifier: its body, and whether a witness must exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WitnessOp {
    /// The block that a witness satisfies.
    pub(super) body: Block,
    /// The slots of which some must hold a value, if any are listed; behind that list, all slots of its own
    /// variables.
    pub(super) looked_at: List,
    /// Whether there must be one; otherwise there must be none.
    pub(super) wanted: bool,
}

/// A call of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallOp {
    /// The callee.
    pub(super) plan: PlanId,
    /// The slots of the bound interface variables.
    pub(super) inputs: List,
    /// The slots of the outputs; behind that list, the number of the look-up.
    pub(super) outputs: List,
    /// The position at which the row is kept.
    pub(super) site: Option<u32>,
    /// Whether its answers are kept for the next time.
    pub(super) tabled: bool,
}

/// A collect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CollectOp {
    /// The identity of the collect, for its table.
    pub(super) id: CollectId,
    /// The slots of the outer variables.
    pub(super) inputs: List,
    /// The copies.
    pub(super) copies: List,
    /// The position at which the rows are kept.
    pub(super) site: Option<u32>,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The digest of the plan, where its answers are shared between searches.
    pub(super) digest: Option<Digest>,
    /// Whose.
    pub(super) def: DefId,
    /// The number of variables, which is that of slots at most.
    pub(super) variables: u32,
    /// Number of call sites, and of collect sites.
    pub(super) sites: [u32; 2],
    /// Whether its rows are a superset of the definition's, narrowed to what it tells.
    pub(super) is_partial: bool,
    /// Whether a caller sees no more than what it tells.
    pub(super) is_projected: bool,
    /// Whether it is entered with all that a caller can bind or read.
    pub(super) all_interface_bound: bool,
    /// The number of operations that are its steps; the others are in branches.
    pub(super) steps: u32,
    /// The slot of each variable.
    pub(super) slots: List,
    /// The output slots, for callers that keep no rows.
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
    /// Through which argument.
    pub(super) target: usize,
    args: &'c [u32],
}

impl<'c> SourceOp<'c> {
    pub(super) fn arity(&self) -> usize {
        self.args.len()
    }

    /// The slot of each argument that is bound.
    pub(super) fn args(&self) -> impl Iterator<Item = Option<Slot>> + 'c {
        self.args.iter().map(|arg| (arg & 1 == 1).then_some(Slot(arg >> 1)))
    }
}

/// A relation that will have to hold.
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

/// As a number.
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
    /// The number of its row.
    pub(super) row: usize,
    pub(super) variable: VarId,
    pub(super) slot: Slot,
    /// Whether the slot is bound already and to be compared.
    pub(super) compare: bool,
}

impl Program {
    /// Its steps.
    pub(super) fn main(&self) -> Block {
        Block { from: 0, to: self.steps }
    }

    /// A list of elements of `width` numbers each.
    fn list(&self, list: List, width: usize) -> &[u32] {
        let at = list.0 as usize;
        let len = self.operands[at] as usize;
        &self.operands[at + 1..at + 1 + len * width]
    }

    pub(super) fn slots(&self, list: List) -> impl ExactSizeIterator<Item = Slot> {
        self.list(list, 1).iter().map(|&slot| Slot(slot))
    }

    /// The slots of the inputs; `true` if the slot has its value already, which is compared.
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

    /// The slots of a quantifier's own variables.
    pub(super) fn locals(&self, witness: &WitnessOp) -> impl ExactSizeIterator<Item = Slot> {
        self.slots(List(witness.looked_at.0 + 1 + self.operands[witness.looked_at.0 as usize]))
    }

    pub(super) fn branches(&self, list: List) -> impl Iterator<Item = Block> {
        self.list(list, 2).chunks_exact(2).map(|block| Block { from: block[0], to: block[1] })
    }

    /// The number of relations in a list of sources or predicates.
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

/// A collect whatever the copies are bound to: what its rows depend on besides the outer values.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct CollectCode {
    /// The body, entered with the outer variables bound.
    pub(super) plan: PlanId,
    /// The most rows there may be.
    pub(super) limit: u32,
    /// The number of outer variables, which come first in the body's interface.
    pub(super) outer: u32,
    /// The body's variables that come first in the order of rows.
    pub(super) shared: Vec<VarId>,
    /// Its place in the text.
    pub(super) origin: Origin,
}
