//! Explanations: the best near miss of a problem without solutions, and counts of how each literal narrowed
//! the search.
//!
//! A near miss is the point at which most literals held when one failed, those of callees included. If the
//! failing literal is a call, the near miss of the callee for the same arguments is attached to it, and so
//! on. The search records this data in explain mode; other crates render it.

use super::budget::{Charge, Ledger};
use super::flat_definition::{FlatDefinition, Literal};
use super::plan::{CollectId, Plan, PlanId, Slot, Step};
use super::planner::Plans;
use super::problem::{DefId, Origin, Value, VarId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The largest set of literals that held together when one failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The definition that the literals belong to.
    pub definition: DefId,
    /// The number of literals that held, those of callees included.
    pub satisfied: u64,
    /// The number of all literals.
    pub total: u64,
    /// The literal that failed, or one of its literals if it is a disjunction. `None` if the formula is false
    /// in every database.
    pub failing: Option<Origin>,
    /// The first literal of each branch, if the failing literal is in a disjunction.
    pub alternatives: Vec<Origin>,
    /// The reason, if a collect or a quantifier failed.
    pub mismatch: Option<Mismatch>,
    /// The first row beyond the limit, if a collect exceeded its limit.
    pub excess_row: Option<Arc<ExcessRow>>,
    /// The variables that the failing literal mentions, ascending, preceded by those of a witness. For a
    /// collect only the first copy that differs, or, if the limit was exceeded, the outer variables.
    pub mentions: Vec<VarId>,
    /// All variables that were bound, ascending, with their values, followed by those of a witness.
    pub bound: Vec<(VarId, Value)>,
    /// The near miss of the callee, if the failing literal is a call.
    pub inner: Option<Arc<NearMiss>>,
    /// The first literals of other alternatives of a disjunction, of which as large a part holds.
    pub tied: Vec<Origin>,
}

impl NearMiss {
    /// The near miss at the end of the chain of failed calls.
    pub fn innermost(&self) -> &NearMiss {
        let mut innermost = self;
        while let Some(inner) = innermost.inner.as_deref() {
            innermost = inner;
        }
        innermost
    }

    /// Adds the values of an unwanted witness to the mentioned and the bound variables.
    fn add_witness(&mut self, values: &[(Slot, Value)], slots: &[Slot]) {
        let variable = |slot: Slot| slots.iter().position(|known| *known == slot);
        let values_of_witness =
            values.iter().filter_map(|(slot, value)| Some((VarId(variable(*slot)? as u32), *value)));
        let values_of_witness: Vec<(VarId, Value)> = values_of_witness.collect();
        self.mentions.splice(..0, values_of_witness.iter().map(|(variable, _)| *variable));
        self.bound.extend(values_of_witness);
        self.mismatch = Some(Mismatch::Witness);
    }

    /// The bytes of its lists.
    fn bytes(&self) -> usize {
        size_of_val(&*self.alternatives) + size_of_val(&*self.mentions) + size_of_val(&*self.bound)
    }
}

/// Approximate size of a hash map entry and of the reference counts of its value, in bytes.
const ENTRY: usize = 64;

/// The first row of a collect beyond its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcessRow {
    /// The body of the collect.
    pub definition: DefId,
    /// The limit.
    pub limit: u32,
    /// The values of the body's variables other than the outer ones.
    pub values: Vec<(VarId, Value)>,
}

/// The reason why a collect or a quantifier does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The collect has more rows than its limit.
    TooMany,
    /// A copy that was bound before differs from the row.
    Differs,
    /// The quantifier forbids a witness, and there is one.
    Witness,
}

/// Counts of a literal: how often it was entered, and how often the search continued after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiteralCounts {
    /// The definition it belongs to.
    pub definition: DefId,
    /// Its place in the text.
    pub origin: Origin,
    /// Number of times the literal was reached.
    pub entered: u64,
    /// Number of candidates or rows that passed, or of times the test held.
    pub passed: u64,
    /// Steps of the budget spent on its candidates and rows; tests spend none.
    pub steps: u64,
}

/// The results of a search besides its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The best near miss, if there are no solutions or it was requested beside them.
    pub near_miss: Option<NearMiss>,
    /// Counts by definition and place, ascending. For a literal that supplies candidates, candidates and
    /// tests are added up.
    pub literals: Vec<LiteralCounts>,
}

/// Counts of a step: how often it was entered and passed, and its steps of the budget.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    entered: u64,
    passed: u64,
    steps: u64,
}

/// The record of one run that has not ended.
#[derive(Debug, Default)]
struct Open {
    /// The best near miss so far, and the index of the step that failed.
    best: Option<(NearMiss, usize)>,
    has_solution: bool,
}

/// The record of an explained search.
#[derive(Debug)]
pub(super) struct Trace {
    /// Counts by plan and step.
    counts: Vec<Vec<Counts>>,
    /// The plan whose steps are being executed; `None` in a branch, which is not recorded.
    under_way: Vec<Option<PlanId>>,
    /// The runs that have not ended, innermost last.
    open: Vec<Open>,
    /// The near misses of finished runs, by plan and inputs.
    misses: FxHashMap<(PlanId, Box<[Value]>), Arc<NearMiss>>,
    /// The near miss of the run that ended last.
    last: Option<Arc<NearMiss>>,
    /// The mismatch of the last failed collect, and the slot of the first copy that differs.
    mismatch: Option<(Mismatch, Option<Slot>)>,
    /// The first rows beyond the limit, by collect and outer values.
    excess_rows: FxHashMap<(CollectId, Box<[Value]>), Arc<ExcessRow>>,
    /// The row beyond the limit of the last failed collect.
    last_excess_row: Option<Arc<ExcessRow>>,
    /// The values of the last witness that a quantifier forbids.
    witness: Vec<(Slot, Value)>,
    /// The charge for the stored near misses.
    charge: Charge,
}

impl Trace {
    /// The empty record for a search by these plans; `None` if nothing is recorded.
    pub(super) fn new<R>(plans: Option<&Plans<R>>, ledger: &Ledger) -> Self {
        let plans = plans.into_iter().flat_map(Plans::iter);
        Self {
            counts: plans.map(|plan| vec![Counts::default(); plan.steps.len()]).collect(),
            under_way: Vec::new(),
            open: Vec::new(),
            misses: FxHashMap::default(),
            last: None,
            mismatch: None,
            excess_rows: FxHashMap::default(),
            last_excess_row: None,
            witness: Vec::new(),
            charge: Charge::new(ledger),
        }
    }

    /// Records the start of a run of a plan.
    pub(super) fn enter(&mut self, plan: PlanId) {
        self.under_way.push(Some(plan));
        self.open.push(Open::default());
    }

    /// Records the end of the run that started last.
    pub(super) fn leave(&mut self, plan: PlanId, inputs: &[Value]) {
        self.under_way.pop();
        let Open { best, has_solution } = self.open.pop().unwrap_or_default();
        self.last = best.map(|(miss, _)| Arc::new(miss));
        // A run with a solution does not explain why its caller failed: the caller may need another row.
        if let Some(miss) = self.last.as_ref().filter(|_| !has_solution) {
            let room = size_of::<NearMiss>() + size_of_val(inputs) + miss.bytes() + ENTRY;
            // The same inputs always have the same near miss.
            if let Entry::Vacant(entry) = self.misses.entry((plan, inputs.into())) {
                entry.insert(miss.clone());
                self.charge.add(room);
            }
        }
    }

    /// The best near miss of the run that ended last.
    pub(super) fn last(&self) -> Option<Arc<NearMiss>> {
        self.last.clone()
    }

    /// Records a solution of the current run. The result of a branch is not a solution.
    pub(super) fn solution_found(&mut self) {
        if let (Some(Some(_)), Some(open)) = (self.under_way.last(), self.open.last_mut()) {
            open.has_solution = true;
        }
    }

    /// Records the start of a branch.
    pub(super) fn enter_branch(&mut self) {
        self.under_way.push(None);
    }

    /// Records the end of a branch.
    pub(super) fn leave_branch(&mut self) {
        self.under_way.pop();
    }

    /// The plan whose steps are being executed, if they are recorded.
    pub(super) fn under_way(&self) -> Option<PlanId> {
        self.under_way.last().copied().flatten()
    }

    /// Records that a step was reached.
    pub(super) fn entered(&mut self, plan: PlanId, at: usize) {
        self.counts[plan.0 as usize][at].entered += 1;
    }

    /// Records that the search continues after a step.
    pub(super) fn passed(&mut self, plan: PlanId, at: usize) {
        self.counts[plan.0 as usize][at].passed += 1;
    }

    /// Records that the search continues after a step with one of its candidates or rows.
    pub(super) fn chosen(&mut self, plan: PlanId, at: usize) {
        self.passed(plan, at);
        self.counts[plan.0 as usize][at].steps += 1;
    }

    /// Records the reason why the current collect fails, and the slot that differs.
    pub(super) fn mismatch(&mut self, mismatch: Mismatch, slot: Option<Slot>) {
        self.mismatch = Some((mismatch, slot));
    }

    /// Records the first row of a collect beyond its limit, for these outer values.
    pub(super) fn excess_row(&mut self, collect: CollectId, outer: &[Value], row: ExcessRow) {
        let room = size_of_val(outer) + size_of_val(&*row.values) + size_of::<ExcessRow>() + ENTRY;
        self.charge.add(room);
        self.excess_rows.insert((collect, outer.into()), Arc::new(row));
    }

    /// Records that the current collect exceeds its limit for these outer values.
    pub(super) fn too_many(&mut self, collect: CollectId, outer: Box<[Value]>) {
        self.mismatch = Some((Mismatch::TooMany, None));
        self.last_excess_row = self.excess_rows.get(&(collect, outer)).cloned();
    }

    /// Records the witness that makes the current quantifier fail.
    pub(super) fn witness(&mut self, values: Vec<(Slot, Value)>) {
        self.witness = values;
    }

    /// Records that a step failed or had no candidates.
    pub(super) fn failed<R>(
        &mut self,
        plans: &Plans<R>,
        flat_definitions: &[FlatDefinition<R>],
        id: PlanId,
        at: usize,
        frame: &[Value],
    ) {
        self.entered(id, at);
        let plan = plans.plan(id);
        let step = &plan.steps[at];
        let inner = match step {
            Step::Call(call) => {
                let inputs = call.inputs.iter().map(|slot| frame[slot.index()]).collect();
                self.misses.get(&(call.plan, inputs)).cloned()
            }
            _ => None,
        };
        let mismatch = self.mismatch.take().filter(|_| matches!(step, Step::Collect(_)));
        let excess_row = self.last_excess_row.take().filter(|excess_row| !excess_row.values.is_empty());
        let witness = std::mem::take(&mut self.witness);
        let is_unwanted = matches!(step, Step::Quantified(quantified) if !quantified.wanted);
        let inside = inner.as_ref().map_or(0, |miss| miss.satisfied);
        let satisfied = plan.satisfied_before_step[at].saturating_add(inside);
        let Some(Open { best, .. }) = self.open.last_mut() else { return };
        if best.as_ref().is_none_or(|(miss, step)| (miss.satisfied, *step) < (satisfied, at)) {
            let mut miss = near_miss(plan, &flat_definitions[plan.def.index()], at, frame);
            if let Some((mismatch, slot)) = mismatch {
                let here = |variable: &VarId| plan.slots[variable.index()];
                let copies = set_of(step.binds());
                miss.mentions.retain(|v| match slot {
                    Some(slot) => slot == here(v),
                    None => !copies.contains(here(v).index()),
                });
                miss.mismatch = Some(mismatch);
                miss.excess_row = excess_row;
            }
            if is_unwanted && !witness.is_empty() {
                miss.add_witness(&witness, &plan.slots);
            }
            *best = Some((NearMiss { satisfied, inner, ..miss }, at));
        }
    }

    /// The explanation of the finished search; with a near miss if `failed`.
    pub(super) fn explanation<R>(self, plans: &Plans<R>, failed: bool) -> Explanation {
        let mut literals: Vec<LiteralCounts> = Vec::new();
        for (plan, counts) in plans.iter().zip(&self.counts) {
            for (step, &Counts { entered, passed, steps }) in plan.steps.iter().zip(counts) {
                if let (Some((origin, _)), true) = (step.literal(), entered > 0) {
                    literals.push(LiteralCounts { definition: plan.def, origin, entered, passed, steps });
                }
            }
        }
        literals.sort_by_key(|literal| (literal.definition, literal.origin));
        literals.dedup_by(|next, previous| {
            let same = (next.definition, next.origin) == (previous.definition, previous.origin);
            if same {
                previous.entered += next.entered;
                previous.passed += next.passed;
                previous.steps += next.steps;
            }
            same
        });
        let near_miss = self.last.filter(|_| failed).map(Arc::unwrap_or_clone);
        Explanation { near_miss, literals }
    }
}

/// The near miss at a step, without the parts that callees and collects contribute.
fn near_miss<R>(plan: &Plan<R>, flat_definition: &FlatDefinition<R>, at: usize, frame: &[Value]) -> NearMiss {
    let failing = plan.steps[at].literal().map(|(origin, _)| origin);
    let entry = plan.entry.iter().map(|&(slot, _)| slot);
    let bound = set_of(entry.chain(plan.steps[..at].iter().flat_map(Step::binds)));
    let all = (0..plan.slots.len() as u32).map(VarId);
    let is_bound = |variable: &VarId| bound.contains(plan.slots[variable.index()].index());
    let value = |variable: VarId| (variable, frame[plan.slots[variable.index()].index()]);
    let literal =
        failing.and_then(|origin| flat_definition.literals.iter().find(|literal| has(literal, origin)));
    let mut mentions = Vec::new();
    literal.into_iter().for_each(|literal| literal.each_variable(&mut |variable| mentions.push(variable)));
    mentions.sort_unstable();
    mentions.dedup();
    let alternatives = match literal {
        Some(Literal::Or(branches)) => branches.iter().filter_map(|b| b.first()?.origin()).collect(),
        _ => Vec::new(),
    };
    NearMiss {
        definition: plan.def,
        satisfied: 0,
        total: plan.satisfied_before_step.last().copied().unwrap_or(0),
        failing,
        alternatives,
        mismatch: None,
        excess_row: None,
        mentions,
        bound: all.filter(is_bound).map(value).collect(),
        inner: None,
        tied: Vec::new(),
    }
}

/// The set of these slots; there may be thousands.
fn set_of(slots: impl IntoIterator<Item = Slot>) -> FixedBitSet {
    slots.into_iter().map(Slot::index).collect()
}

/// Whether a literal has this place in the text, or is a disjunction that contains such a literal.
fn has<R>(literal: &Literal<R>, origin: Origin) -> bool {
    match literal {
        Literal::Or(branches) => branches.iter().flatten().any(|inner| has(inner, origin)),
        _ => literal.origin() == Some(origin),
    }
}
