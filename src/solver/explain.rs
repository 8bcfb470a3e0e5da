//! Why a problem has no solution in a world: the best near miss, and how each literal narrowed the search.
//!
//! A near miss is the point at which most literals held when one failed, those of callees counted in. Where
//! the failing literal is a call, the near miss of the callee for those arguments says more, and so on
//! down. Kept by the search when asked for; data, rendered elsewhere.

use super::plan::{Plan, PlanId, Slot, Step};
use super::planner::Plans;
use super::problem::{DefId, Origin, Value, VarId};
use super::search::Env;
use rustc_hash::FxHashMap;

/// The largest set of literals that held together when one failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The definition whose literals are meant.
    pub definition: DefId,
    /// How many held, those of callees included.
    pub satisfied: u64,
    /// Of how many.
    pub total: u64,
    /// The literal that failed; `None` when the formula is false whatever the world.
    pub failing: Option<Origin>,
    /// The variables it mentions, ascending.
    pub mentions: Vec<VarId>,
    /// All variables that were bound, ascending, with their values.
    pub bound: Vec<(VarId, Value)>,
    /// Where the failing literal is a call: the near miss inside.
    pub within: Option<Box<NearMiss>>,
}

/// How often a literal was reached, and how often the search went on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiteralCounts {
    /// The definition it belongs to.
    pub definition: DefId,
    /// Where it was written.
    pub origin: Origin,
    /// Times it was reached.
    pub entered: u64,
    /// Candidates or rows it let through, or times it held.
    pub passed: u64,
}

/// What a search can tell besides its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// When there are no solutions.
    pub near_miss: Option<NearMiss>,
    /// By definition and place, ascending. A literal that supplied candidates counts those and the times it
    /// was tested.
    pub literals: Vec<LiteralCounts>,
}

/// What is noted during a search.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// By plan and step: entered, passed.
    counts: Vec<Vec<(u64, u64)>>,
    /// Of the runs under way, the best near miss so far with the step it failed at.
    open: Vec<Option<(NearMiss, usize)>>,
    /// Of the runs that are over, by plan and inputs.
    misses: FxHashMap<(PlanId, Box<[Value]>), NearMiss>,
    /// Of the run that ended last.
    last: Option<NearMiss>,
}

impl Notes {
    pub(super) fn new<R>(plans: &[Plan<R>]) -> Self {
        let counts = plans.iter().map(|plan| vec![(0, 0); plan.steps.len()]).collect();
        Self { counts, ..Self::default() }
    }

    /// A run of a plan begins.
    pub(super) fn enter(&mut self, _plan: PlanId) {
        self.open.push(None);
    }

    /// The run that began last is over.
    pub(super) fn leave(&mut self, plan: PlanId, inputs: &[Value]) {
        self.last = self.open.pop().flatten().map(|(miss, _)| miss);
        if let Some(miss) = &self.last {
            self.misses.insert((plan, inputs.into()), miss.clone());
        }
    }

    /// A step was reached.
    pub(super) fn entered(&mut self, plan: PlanId, at: usize) {
        self.counts[plan.0 as usize][at].0 += 1;
    }

    /// The search goes on behind a step.
    pub(super) fn passed(&mut self, plan: PlanId, at: usize) {
        self.counts[plan.0 as usize][at].1 += 1;
    }

    /// A step failed, or had no candidates.
    pub(super) fn failed<R>(&mut self, plans: &[Plan<R>], id: PlanId, at: usize, env: &Env) {
        self.entered(id, at);
        let plan = &plans[id.0 as usize];
        let step = &plan.steps[at];
        let within = match step {
            Step::Call(call) => self.misses.get(&(call.plan, env.read(&call.inputs).into())).cloned(),
            _ => None,
        };
        let inside = within.as_ref().map_or(0, |miss| miss.satisfied);
        let satisfied = plan.done[at].saturating_add(inside);
        let Some(best) = self.open.last_mut() else { return };
        if best.as_ref().is_none_or(|(miss, step)| (miss.satisfied, *step) < (satisfied, at)) {
            *best = Some((near_miss(plan, at, satisfied, within, env), at));
        }
    }

    /// What to tell of a search that is over.
    pub(super) fn explanation<R>(self, plans: &Plans<R>, failed: bool) -> Explanation {
        let mut literals: Vec<LiteralCounts> = Vec::new();
        for (plan, counts) in plans.plans.iter().zip(&self.counts) {
            for (step, &(entered, passed)) in plan.steps.iter().zip(counts) {
                if let (Some((origin, _)), true) = (step.literal(), entered > 0) {
                    literals.push(LiteralCounts { definition: plan.def, origin, entered, passed });
                }
            }
        }
        literals.sort_by_key(|literal| (literal.definition, literal.origin));
        literals.dedup_by(|next, kept| {
            let same = (next.definition, next.origin) == (kept.definition, kept.origin);
            if same {
                kept.entered += next.entered;
                kept.passed += next.passed;
            }
            same
        });
        Explanation { near_miss: self.last.filter(|_| failed), literals }
    }
}

fn near_miss<R>(plan: &Plan<R>, at: usize, satisfied: u64, within: Option<NearMiss>, env: &Env) -> NearMiss {
    let literal = plan.steps[at].literal();
    let entry = plan.entry.iter().map(|&(slot, _)| slot);
    let bound: Vec<Slot> = entry.chain(plan.steps[..at].iter().flat_map(Step::binds)).collect();
    let variables = |wanted: &[Slot]| -> Vec<VarId> {
        let all = (0..plan.slots.len() as u32).map(VarId);
        all.filter(|variable| wanted.contains(&plan.slots[variable.index()])).collect()
    };
    NearMiss {
        definition: plan.def,
        satisfied,
        total: plan.done.last().copied().unwrap_or(0),
        failing: literal.as_ref().map(|(origin, _)| *origin),
        mentions: literal.map(|(_, slots)| variables(&slots)).unwrap_or_default(),
        bound: variables(&bound)
            .into_iter()
            .map(|variable| (variable, env.values[plan.slots[variable.index()].index()]))
            .collect(),
        within: within.map(Box::new),
    }
}
