//! Why a problem has no solution in a database: the best near miss, and how each literal narrowed the search.
//!
//! A near miss is the point at which most literals held when one failed, those of callees counted in. Where
//! the failing literal is a call, the near miss of the callee for those arguments says more, and so on
//! down. RowBuilderBase by the search when asked for; data, rendered elsewhere.

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
    /// The definition whose literals are meant.
    pub definition: DefId,
    /// The number of literals that held, those of callees included.
    pub satisfied: u64,
    /// The number of all literals.
    pub total: u64,
    /// The literal that failed; `None` when the formula is false whatever the database. Of a disjunction, a
    /// literal in it.
    pub failing: Option<Origin>,
    /// The first literal of each branch, if the failing literal is in a disjunction.
    pub alternatives: Vec<Origin>,
    /// The mismatch of the rows, if a collect failed; whether there is a witness, if a quantifier did.
    pub mismatch: Option<Mismatch>,
    /// The row that is one too many, if that is a collect with more rows than its limit.
    pub excess_row: Option<Arc<ExcessRow>>,
    /// The variables it mentions, ascending, those of a witness first; of a collect the first that does not
    /// fit, or with too many rows those fixed from outside.
    pub mentions: Vec<VarId>,
    /// All variables that were bound, ascending, with their values; behind them those of a witness.
    pub bound: Vec<(VarId, Value)>,
    /// The near miss inside, if the failing literal is a call.
    pub inner: Option<Arc<NearMiss>>,
}

impl NearMiss {
    /// The near miss of the last callee, where calls failed.
    pub fn innermost(&self) -> &NearMiss {
        let mut innermost = self;
        while let Some(inner) = innermost.inner.as_deref() {
            innermost = inner;
        }
        innermost
    }

    /// Adds the values of a witness in front of what the literal mentions.
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

/// The bytes of an entry in a hash map and of the counts of what it points to, about.
const ENTRY: usize = 64;

/// The row of a collect with which there are more than its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcessRow {
    /// The body.
    pub definition: DefId,
    /// The limit.
    pub limit: u32,
    /// The values of the variables of the body that are not fixed from outside.
    pub values: Vec<(VarId, Value)>,
}

/// Why a collect or a quantifier does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// It has more rows than its limit.
    TooMany,
    /// Its rows are not those that the copies hold already.
    Differs,
    /// There is a witness and there must be none: of a quantifier.
    Witness,
}

/// Counts for a literal: how often it was reached, and how often the search continued behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiteralCounts {
    /// The definition it belongs to.
    pub definition: DefId,
    /// Its place in the text.
    pub origin: Origin,
    /// Times it was reached.
    pub entered: u64,
    /// Candidates or rows it let through, or times it held.
    pub passed: u64,
    /// Steps of the budget that its candidates and rows took; a test takes none.
    pub steps: u64,
}

/// The results of a search besides its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// When there are no solutions.
    pub near_miss: Option<NearMiss>,
    /// Counts by definition and place, ascending. A literal that supplied candidates counts those and the
    /// times it was tested.
    pub literals: Vec<LiteralCounts>,
}

/// Counts for a step: how often it was entered and passed, and its steps of the budget.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    entered: u64,
    passed: u64,
    steps: u64,
}

/// The trace about a run under way.
#[derive(Debug, Default)]
struct Open {
    /// The best near miss so far with the step it failed at.
    best: Option<(NearMiss, usize)>,
    has_solution: bool,
}

/// The trace during a search.
#[derive(Debug)]
pub(super) struct Trace {
    /// Counts by plan and step.
    counts: Vec<Vec<Counts>>,
    /// Whose steps are being made: of a plan, or of a branch, which are not noted.
    under_way: Vec<Option<PlanId>>,
    /// The runs under way, innermost last.
    open: Vec<Open>,
    /// The near misses of finished runs, by plan and inputs.
    misses: FxHashMap<(PlanId, Box<[Value]>), Arc<NearMiss>>,
    /// The near miss of the run that ended last.
    last: Option<Arc<NearMiss>>,
    /// The mismatch of the collect that failed last, and the first slot that does not fit.
    mismatch: Option<(Mismatch, Option<Slot>)>,
    /// The rows that were one too many, by collect and outer values.
    excess_rows: FxHashMap<(CollectId, Box<[Value]>), Arc<ExcessRow>>,
    /// The one of the collect that failed last.
    last_excess_row: Option<Arc<ExcessRow>>,
    /// The values of the witness that was found last where there must be none.
    witness: Vec<(Slot, Value)>,
    /// For the near misses that are previous.
    charge: Charge,
}

impl Trace {
    /// Of a search by those plans; none where nothing is noted.
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

    /// A run of a plan begins.
    pub(super) fn enter(&mut self, plan: PlanId) {
        self.under_way.push(Some(plan));
        self.open.push(Open::default());
    }

    /// The run that began last is over.
    pub(super) fn leave(&mut self, plan: PlanId, inputs: &[Value]) {
        self.under_way.pop();
        let Open { best, has_solution } = self.open.pop().unwrap_or_default();
        self.last = best.map(|(miss, _)| Arc::new(miss));
        // Where there is a solution, nothing in here is why a call has no answer: it may want another one.
        if let Some(miss) = self.last.as_ref().filter(|_| !has_solution) {
            let room = size_of::<NearMiss>() + size_of_val(inputs) + miss.bytes() + ENTRY;
            // The same inputs again have the same near miss.
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

    /// The run under way has a solution; what a branch comes to is none.
    pub(super) fn solution_found(&mut self) {
        if let (Some(Some(_)), Some(open)) = (self.under_way.last(), self.open.last_mut()) {
            open.has_solution = true;
        }
    }

    /// The steps of a branch begin.
    pub(super) fn enter_branch(&mut self) {
        self.under_way.push(None);
    }

    /// They are over.
    pub(super) fn leave_branch(&mut self) {
        self.under_way.pop();
    }

    /// Whose steps are being made, if they are noted.
    pub(super) fn under_way(&self) -> Option<PlanId> {
        self.under_way.last().copied().flatten()
    }

    /// A step was reached.
    pub(super) fn entered(&mut self, plan: PlanId, at: usize) {
        self.counts[plan.0 as usize][at].entered += 1;
    }

    /// The search goes on behind a step.
    pub(super) fn passed(&mut self, plan: PlanId, at: usize) {
        self.counts[plan.0 as usize][at].passed += 1;
    }

    /// The search goes on behind a step with one of its candidates or rows.
    pub(super) fn chosen(&mut self, plan: PlanId, at: usize) {
        self.passed(plan, at);
        self.counts[plan.0 as usize][at].steps += 1;
    }

    /// The collect that is about to fail does so for this reason.
    pub(super) fn mismatch(&mut self, mismatch: Mismatch, slot: Option<Slot>) {
        self.mismatch = Some((mismatch, slot));
    }

    /// A row of a collect is one too many for these outer values.
    pub(super) fn excess_row(&mut self, collect: CollectId, outer: &[Value], row: ExcessRow) {
        let room = size_of_val(outer) + size_of_val(&*row.values) + size_of::<ExcessRow>() + ENTRY;
        self.charge.add(room);
        self.excess_rows.insert((collect, outer.into()), Arc::new(row));
    }

    /// The collect that is about to fail does so since it has too many rows for these outer values.
    pub(super) fn too_many(&mut self, collect: CollectId, outer: Box<[Value]>) {
        self.mismatch = Some((Mismatch::TooMany, None));
        self.last_excess_row = self.excess_rows.get(&(collect, outer)).cloned();
    }

    /// The quantifier that is about to fail does so for this witness.
    pub(super) fn witness(&mut self, values: Vec<(Slot, Value)>) {
        self.witness = values;
    }

    /// A step failed, or had no candidates.
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

    /// What to tell of a search that is over.
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

/// The near miss at a step, without what callees and collects know of it.
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
    }
}

/// Slots to look up: there may be thousands.
fn set_of(slots: impl IntoIterator<Item = Slot>) -> FixedBitSet {
    slots.into_iter().map(Slot::index).collect()
}

/// Whether a literal is the one written there, or a disjunction around it.
fn has<R>(literal: &Literal<R>, origin: Origin) -> bool {
    match literal {
        Literal::Or(branches) => branches.iter().flatten().any(|inner| has(inner, origin)),
        _ => literal.origin() == Some(origin),
    }
}
