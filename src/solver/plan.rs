//! Plans: a definition's literals as steps in a fixed order, for one way of being entered.
//!
//! Because the order is fixed, each step knows which slots are bound when it runs; the search needs no
//! marks and undoes a step by moving back over it. `opcode{x} = phi ∧ {a} = {x}.args[0]` entered with
//! nothing bound is: generate `x`, test `opcode`, generate `a`, test `args[0]`.

use super::problem::{AccessPath, ArgSet, DefId, Origin, Relation, VarId};
use serde::{Deserialize, Serialize};

/// A place for a value in the search for one definition; variables that are always equal share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Slot(pub(super) u32);

impl Slot {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A plan of a compiled problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct PlanId(pub(super) u32);

/// A collect of a compiled problem, by place and plan of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct CollectId(pub(super) u32);

/// A relation over slots.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Test<R> {
    pub(super) relation: R,
    pub(super) args: Box<[Slot]>,
    pub(super) origin: Origin,
}

/// A relation that can produce candidates for a slot, and through which argument.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Source<R> {
    pub(super) test: Test<R>,
    pub(super) target: usize,
    /// Whether each argument is bound.
    pub(super) bound: Box<[bool]>,
}

impl<R: Relation> Source<R> {
    /// Whether it leaves at most one candidate.
    pub(super) fn is_one(&self) -> bool {
        self.access_path() == Some(AccessPath::One)
    }

    /// Whether it leaves a short list at most.
    pub(super) fn is_short(&self) -> bool {
        self.access_path().is_some_and(|access_path| access_path <= AccessPath::Few)
    }

    fn access_path(&self) -> Option<AccessPath> {
        let bound = self.bound.iter().enumerate().filter(|(_, bound)| **bound);
        let bound = bound.fold(ArgSet::default(), |set, (k, _)| set.with(k));
        self.test.relation.access_path(self.target, bound)
    }
}

/// A relation that will have to hold of a slot that is sought, or of what else it is related to: a clue for
/// the database.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct PlannedPredicate<R> {
    pub(super) relation: R,
    pub(super) args: Box<[PlannedTerm]>,
}

/// The state of an argument of a [`PlannedPredicate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) enum PlannedTerm {
    /// The slot that is sought.
    Sought,
    /// A bound slot.
    Bound(Slot),
    /// A slot that will be bound later.
    Open(Slot),
}

impl PlannedTerm {
    /// The slot that it is, if it is not the one that is sought.
    pub(super) fn slot(self) -> Option<Slot> {
        match self {
            PlannedTerm::Sought => None,
            PlannedTerm::Bound(slot) | PlannedTerm::Open(slot) => Some(slot),
        }
    }
}

/// One step. Tests and deterministic bindings pass or fail; [`Step::Generate`], [`Step::Call`] and
/// [`Step::UnionDistinct`] are choice points.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Step<R> {
    /// False.
    Fail,
    /// The relation holds.
    Test(Test<R>),
    /// Same value.
    Same(Slot, Slot, Origin),
    /// Different values.
    Differ(Slot, Slot, Origin),
    /// No value.
    IsUnused(Slot, Origin),
    /// Same sets of used values.
    SameSet(Box<[Slot]>, Box<[Slot]>, Origin),
    /// Binds the second slot to the value of the first.
    Copy(Slot, Slot),
    /// Binds the slot to `unused`.
    SetUnused(Slot),
    /// Binds the slot to each candidate in turn, of those that the database makes of the predicates, or of the source
    /// that has the fewest.
    Generate(Slot, Vec<Source<R>>, Vec<PlannedPredicate<R>>),
    /// Binds the outputs to each row of the callee in turn.
    Call(CallStep),
    /// Some branch holds; all its slots are bound.
    ExistsBranch(Vec<Vec<Step<R>>>),
    /// Binds the slots to each tuple that some branch admits in turn, each tuple once.
    UnionDistinct(Vec<Vec<Step<R>>>, Box<[Slot]>),
    /// Goes on with each branch in turn, nothing behind it: what branches of a disjunction do once they are
    /// no longer alike.
    TailUnion(Vec<Vec<Step<R>>>),
    /// The copies hold the rows of the body.
    Collect(CollectStep),
    /// There is a witness, or there is none: a semi-join or an anti-join in the frame of the caller.
    Quantified(WitnessStep<R>),
}

impl<R> Step<R> {
    /// Where the literal behind the step was written and the slots it mentions; of a disjunction, its first
    /// literal's place.
    pub(super) fn literal(&self) -> Option<(Origin, Vec<Slot>)> {
        Some(match self {
            Step::Fail | Step::Copy(..) | Step::SetUnused(_) => return None,
            Step::Test(test) => (test.origin, test.args.to_vec()),
            Step::Same(a, b, origin) | Step::Differ(a, b, origin) => (*origin, vec![*a, *b]),
            Step::IsUnused(a, origin) => (*origin, vec![*a]),
            Step::SameSet(a, b, origin) => (*origin, a.iter().chain(b).copied().collect()),
            Step::Generate(_, sources, _) => {
                let test = &sources.first()?.test;
                (test.origin, test.args.to_vec())
            }
            Step::Call(call) => {
                let outputs = call.outputs.iter().map(|output| output.slot);
                (call.origin, call.inputs.iter().copied().chain(outputs).collect())
            }
            Step::ExistsBranch(branches) | Step::UnionDistinct(branches, _) | Step::TailUnion(branches) => {
                let literals: Vec<_> = branches.iter().flatten().filter_map(Step::literal).collect();
                let origin = literals.first()?.0;
                (origin, literals.into_iter().flat_map(|(_, slots)| slots).collect())
            }
            Step::Quantified(witness) => (witness.origin, witness.outer.to_vec()),
            Step::Collect(collect) => {
                let copies = collect.copies.iter().map(|copy| copy.slot);
                (collect.origin, collect.inputs.iter().copied().chain(copies).collect())
            }
        })
    }

    /// The slots it binds.
    pub(super) fn binds(&self) -> Vec<Slot> {
        match self {
            Step::Copy(_, slot) | Step::SetUnused(slot) | Step::Generate(slot, ..) => vec![*slot],
            Step::Call(call) => call.outputs.iter().map(|output| output.slot).collect(),
            Step::UnionDistinct(_, slots) => slots.to_vec(),
            Step::Collect(collect) => collect.copies.iter().map(|copy| copy.slot).collect(),
            _ => Vec::new(),
        }
    }
}

/// A call of a plan.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct CallStep {
    /// The callee, entered with the inputs bound.
    pub(super) plan: PlanId,
    /// The slots of the bound interface variables, in the order of the interface.
    pub(super) inputs: Box<[Slot]>,
    /// The slots of the outputs.
    pub(super) outputs: Box<[Output]>,
    /// The position at which the row is kept.
    pub(super) site: Option<usize>,
    /// Whether its answers are kept for the next time.
    pub(super) tabled: bool,
    /// Its place in the text.
    pub(super) origin: Origin,
}

/// A look-up of the answers to a plan, in the rows of its whole formula.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Lookup {
    /// The plan of the formula that is entered with nothing bound.
    pub(super) relation: PlanId,
    /// The column of each interface variable in a row of that plan.
    pub(super) columns: Columns,
    /// The bound columns.
    pub(super) bound: Box<[u32]>,
}

/// The columns of the rows of a plan.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Columns {
    /// Variables of its definition.
    Own(Box<[VarId]>),
    /// Places in a flattened row: some are variables of callees.
    Flattened(Box<[u32]>),
}

impl Columns {
    pub(super) fn len(&self) -> usize {
        match self {
            Columns::Own(variables) => variables.len(),
            Columns::Flattened(places) => places.len(),
        }
    }
}

/// A value that a call binds.
#[derive(Clone, Copy, Debug, Hash, Deserialize, Serialize)]
pub(super) struct Output {
    /// The callee's variable.
    pub(super) variable: VarId,
    /// Its position in the output tuple, for callers that keep no rows.
    pub(super) position: usize,
    /// The caller's slot for it.
    pub(super) slot: Slot,
}

/// A collect.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct CollectStep {
    /// The identity of the collect, for its table.
    pub(super) id: CollectId,
    /// The slots of the outer variables.
    pub(super) inputs: Box<[Slot]>,
    /// For each copy, in order: the number of its row, the variable of the body, the slot, and whether
    /// the slot is bound already and to be compared.
    pub(super) copies: Box<[Copy]>,
    /// The position at which the rows are kept.
    pub(super) site: Option<usize>,
    /// Its place in the text.
    pub(super) origin: Origin,
}

/// A quantifier. The first witness ends the search.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct WitnessStep<R> {
    /// Whether there must be one; otherwise there must be none.
    pub(super) wanted: bool,
    /// The body, with slots of the caller's frame for its variables.
    pub(super) steps: Vec<Step<R>>,
    /// The slots of which some must hold a value in a witness, if any are listed.
    pub(super) looked_at: Box<[Slot]>,
    /// The slots of its own variables, free again afterwards.
    pub(super) locals: Box<[Slot]>,
    /// The slots fixed from outside.
    pub(super) outer: Box<[Slot]>,
    /// Its place in the text.
    pub(super) origin: Origin,
}

/// One copy of a local variable.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Copy {
    pub(super) row: usize,
    pub(super) variable: VarId,
    pub(super) slot: Slot,
    pub(super) compare: bool,
}

/// A collect whatever the copies are bound to: what its rows depend on besides the outer values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct CollectPlan {
    /// The body, entered with the outer variables bound.
    pub(super) plan: PlanId,
    /// The most rows there may be.
    pub(super) limit: usize,
    /// The number of outer variables, which come first in the body's interface.
    pub(super) outer: usize,
    /// The body's variables that come first in the order of rows.
    pub(super) shared: Box<[VarId]>,
}

/// A definition's steps for one way of being entered.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Plan<R> {
    /// The definition.
    pub(super) def: DefId,
    /// The slot of each variable.
    pub(super) slots: Box<[Slot]>,
    /// The number of slots; those behind the variables' are of calls that were inlined.
    pub(super) width: u32,
    /// The slots of the inputs; `true` if the slot has its value already, which is compared.
    pub(super) entry: Box<[(Slot, bool)]>,
    /// The steps, in order.
    pub(super) steps: Vec<Step<R>>,
    /// The weight of the literals satisfied before each step; then that of all.
    pub(super) satisfied_before_step: Box<[u64]>,
    /// For a plan that leaves out what it cannot decide yet: the interface variables it binds. Its rows
    /// are a superset of the definition's, narrowed to these.
    pub(super) partial: Option<Box<[VarId]>>,
    /// The worst access path of a step.
    pub(super) worst_access: AccessPath,
    /// The weights of the steps, those of calls included: one for a short list, two for a bucket, three for a
    /// scan.
    pub(super) cost: u32,
}
