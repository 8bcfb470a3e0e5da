//! Plans: the literals of a definition as steps in a fixed order, for one binding pattern.
//!
//! The order fixes which slots are bound at each step, so that the search needs no trail and backtracks over
//! a step without undoing it. With nothing bound, `opcode{x} = phi ∧ {a} = {x}.args[0]` becomes: generate
//! `x`, test `opcode`, generate `a`, test `args[0]`.

use super::problem::{AccessPath, ArgSet, DefId, Origin, Relation, VarId};
use serde::{Deserialize, Serialize};

/// A register for one value in the frame of a run. Variables that are always equal share a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Slot(pub(super) u32);

impl Slot {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index of a plan of a compiled problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct PlanId(pub(super) u32);

/// Index of a collect of a compiled problem; collects differ by place or by the plan of their body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct CollectId(pub(super) u32);

/// A test of a relation on slots.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Test<R> {
    pub(super) relation: R,
    pub(super) args: Box<[Slot]>,
    pub(super) origin: Origin,
}

/// A relation that can supply candidates for the slot of its argument `target`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Source<R> {
    pub(super) test: Test<R>,
    pub(super) target: usize,
    /// For each argument, whether its slot is bound.
    pub(super) bound: Box<[bool]>,
}

impl<R: Relation> Source<R> {
    /// Whether it supplies at most one candidate.
    pub(super) fn is_one(&self) -> bool {
        self.access_path() == Some(AccessPath::One)
    }

    /// Whether it supplies a short list at most.
    pub(super) fn is_short(&self) -> bool {
        self.access_path().is_some_and(|access_path| access_path <= AccessPath::Few)
    }

    fn access_path(&self) -> Option<AccessPath> {
        let bound = self.bound.iter().enumerate().filter(|(_, bound)| **bound);
        let bound = bound.fold(ArgSet::default(), |set, (k, _)| set.with(k));
        self.test.relation.access_path(self.target, bound)
    }
}

/// A predicate that the remaining steps will test, on the slot being generated or on slots related to it. The
/// database may use it to narrow the candidates.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct PlannedPredicate<R> {
    pub(super) relation: R,
    pub(super) args: Box<[PlannedTerm]>,
}

/// The state of an argument of a [`PlannedPredicate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) enum PlannedTerm {
    /// The slot that candidates are generated for.
    Sought,
    /// A bound slot.
    Bound(Slot),
    /// A slot that will be bound later.
    Open(Slot),
}

impl PlannedTerm {
    /// The slot, unless it is the one that candidates are generated for.
    pub(super) fn slot(self) -> Option<Slot> {
        match self {
            PlannedTerm::Sought => None,
            PlannedTerm::Bound(slot) | PlannedTerm::Open(slot) => Some(slot),
        }
    }
}

/// A step. Tests and deterministic bindings succeed or fail; [`Step::Generate`], [`Step::Call`] and
/// [`Step::UnionDistinct`] are choice points.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Step<R> {
    /// Always fails.
    Fail,
    /// Tests a relation.
    Test(Test<R>),
    /// Tests that two slots hold the same value.
    Same(Slot, Slot, Origin),
    /// Tests that two slots hold different values.
    Differ(Slot, Slot, Origin),
    /// Tests that a slot is `unused`.
    IsUnused(Slot, Origin),
    /// Tests that two lists of slots hold the same set of used values.
    SameSet(Box<[Slot]>, Box<[Slot]>, Origin),
    /// Binds the second slot to the value of the first.
    Copy(Slot, Slot),
    /// Binds the slot to `unused`.
    SetUnused(Slot),
    /// Binds the slot to each candidate in turn. The candidates are those that the database computes from all
    /// predicates, or else those of the source with the fewest.
    Generate(Slot, Vec<Source<R>>, Vec<PlannedPredicate<R>>),
    /// Binds the outputs to each row of the callee in turn.
    Call(CallStep),
    /// Tests whether some branch holds; all slots of the branches are bound.
    ExistsBranch(Vec<Vec<Step<R>>>),
    /// Binds the slots to each distinct tuple that some branch admits, in turn.
    UnionDistinct(Vec<Vec<Step<R>>>, Box<[Slot]>),
    /// Continues with each branch in turn, and ends the block. The branches are the different tails of a
    /// disjunction with a common beginning.
    TailUnion(Vec<Vec<Step<R>>>),
    /// Compares the copies with the rows of the body, or binds them to the rows.
    Collect(CollectStep),
    /// Tests whether a witness exists: a semi-join or an anti-join in the frame of the caller.
    Quantified(WitnessStep<R>),
}

impl<R> Step<R> {
    /// The place of the step's literal and the slots that it mentions; for a disjunction, the place of its
    /// first literal.
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

    /// The slots that the step binds.
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
    /// The site at which the callee's row is stored, if it is part of the caller's row.
    pub(super) site: Option<usize>,
    /// Whether the answers are tabled.
    pub(super) tabled: bool,
    /// Its place in the text.
    pub(super) origin: Origin,
}

/// The answers to a plan as a look-up in the materialised rows of its formula.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Lookup {
    /// The plan of the same formula with nothing bound.
    pub(super) relation: PlanId,
    /// The column of each interface variable in the rows of that plan.
    pub(super) columns: Columns,
    /// The indices of the bound columns.
    pub(super) bound: Box<[u32]>,
}

/// The columns of a look-up.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Columns {
    /// Variables of the definition itself.
    Own(Box<[VarId]>),
    /// Positions in the flattened row, which has the variables of callees too.
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

/// A slot that a call binds.
#[derive(Clone, Copy, Debug, Hash, Deserialize, Serialize)]
pub(super) struct Output {
    /// The callee's variable.
    pub(super) variable: VarId,
    /// Its position in the output tuple, used if rows are not materialised.
    pub(super) position: usize,
    /// The caller's slot for it.
    pub(super) slot: Slot,
}

/// A collect.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct CollectStep {
    /// Index of the collect, which is the key of its table.
    pub(super) id: CollectId,
    /// The slots of the outer variables.
    pub(super) inputs: Box<[Slot]>,
    /// For each copy: the index of its row, the variable of the body, its slot, and whether the slot is bound
    /// already and must be compared.
    pub(super) copies: Box<[Copy]>,
    /// The site at which the rows are stored, if they are part of the definition's row.
    pub(super) site: Option<usize>,
    /// Its place in the text.
    pub(super) origin: Origin,
}

/// A quantifier. The first witness ends the search.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct WitnessStep<R> {
    /// `true`: a witness must exist; `false`: no witness may exist.
    pub(super) wanted: bool,
    /// The body, with slots of the caller's frame for its variables.
    pub(super) steps: Vec<Step<R>>,
    /// If not empty, at least one of these slots must hold a value in a witness.
    pub(super) looked_at: Box<[Slot]>,
    /// The slots of its local variables, unbound again afterwards.
    pub(super) locals: Box<[Slot]>,
    /// The slots of its outer variables.
    pub(super) outer: Box<[Slot]>,
    /// Its place in the text.
    pub(super) origin: Origin,
}

/// One copy of a local variable of a collect.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Copy {
    pub(super) row: usize,
    pub(super) variable: VarId,
    pub(super) slot: Slot,
    pub(super) compare: bool,
}

/// The parts of a collect that its rows depend on, besides the outer values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct CollectPlan {
    /// The body, entered with the outer variables bound.
    pub(super) plan: PlanId,
    /// Maximal number of rows.
    pub(super) limit: usize,
    /// The number of outer variables, which come first in the body's interface.
    pub(super) outer: usize,
    /// The body's variables that come first in the order of rows.
    pub(super) shared: Box<[VarId]>,
}

/// The steps of a definition for one binding pattern.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Plan<R> {
    /// The definition.
    pub(super) def: DefId,
    /// The slot of each variable.
    pub(super) slots: Box<[Slot]>,
    /// The number of slots: those of the variables, followed by those of inlined calls.
    pub(super) width: u32,
    /// The slots of the inputs. `true`: an earlier input has bound the slot, so the two are compared.
    pub(super) entry: Box<[(Slot, bool)]>,
    /// The steps, in order.
    pub(super) steps: Vec<Step<R>>,
    /// The weight of the literals satisfied before each step; the last entry is the weight of all literals.
    pub(super) satisfied_before_step: Box<[u64]>,
    /// `Some` for a partial plan, which leaves out literals that it cannot evaluate yet: the interface
    /// variables that it binds. Its rows are a superset of the definition's rows projected to these
    /// variables.
    pub(super) partial: Option<Box<[VarId]>>,
    /// The worst access path among the steps.
    pub(super) worst_access: AccessPath,
    /// The sum of the steps' costs, callees included: one for a short list, two for a bucket, three for a
    /// scan.
    pub(super) cost: u32,
}
