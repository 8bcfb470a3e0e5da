//! The planner: orders literals greedily, those with the fewest expected candidates first.
//!
//! In: `opcode{x} = phi, {a} = {x}.args[0], {a} != {x}` with nothing bound. Out: generate `x` from its
//! bucket, generate `a` (at most one), test `!=`. The order of preference is [`Rank`] (`planner/choice.rs`).
//! `planner/ordering.rs` holds the state of one conjunction and plans simple literals. This file plans calls,
//! collects and disjunctions, which need plans of other conjunctions. If no literal can run completely, a
//! call or disjunction runs partially: literals that cannot run yet are left out, and the whole is tested
//! later. An example is a disjunction with a branch whose variable only a later literal binds. A plan exists
//! for everything that [`Modes`] derives.

mod branches;
mod choice;
mod closed;
mod estimate;
mod foreseen;
mod inline;
mod ordering;
mod pushdown;
mod tabling;

use super::flat_definition::{FlatDefinition, Literal, Witness, with_limits};
use super::lazy::Lazy;
use super::modes::{BOUND, BindingPattern, Modes};
use super::plan::{
    CallStep, CollectId, CollectPlan, CollectStep, Copy, Lookup, Output, Plan, PlanId, Slot, Step,
    WitnessStep,
};
use super::problem::{AccessPath, Collect, DefId, Origin, Problem, Relation, VarId};
use super::row_layout::RowLayout;
pub(super) use choice::Preference;
use choice::{Action, Choice, Rank};
use estimate::Estimate;
use fixedbitset::FixedBitSet;
pub(super) use foreseen::foreseen;
pub(super) use inline::inlined;
use ordering::Ordering;
use pushdown::Implied;
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The state of planning one problem.
pub(super) struct Planner<'a, R> {
    problem: &'a Problem<R>,
    flat_definitions: &'a [FlatDefinition<R>],
    preference: Preference,
    modes: Modes<'a, R>,
    implied: Implied<'a, R>,
    known: FxHashMap<(DefId, BindingPattern, bool), PlanId>,
    plans: Vec<Plan<R>>,
    /// The binding pattern of each plan.
    patterns: Vec<BindingPattern>,
    /// The estimate of each plan for one tuple of inputs.
    estimates: Vec<Estimate>,
    /// For each definition, whether its evaluation may exceed the limit of a collect.
    limited: Vec<bool>,
    collect_plans: Vec<CollectPlan>,
    collect_results: FxHashMap<(CollectPlan, Origin), CollectId>,
    /// The number of conjunctions that may still be ordered.
    left: usize,
    /// Whether that number did not suffice.
    is_exceeded: bool,
}

/// The steps of each branch, the worst access path among them, and the estimate for all branches.
type Branches<R> = (Vec<Vec<Step<R>>>, AccessPath, Estimate);

/// The extent to which a conjunction is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Until no literal is left.
    Whole,
    /// Until no further literal can run.
    Partial,
    /// While the steps are cheap: without collects, costly quantifiers and checks that wait for all other
    /// literals.
    Nearby,
}

/// All plans that can be reached from the root's plan.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static, R: DeserializeOwned"))]
pub(super) struct Plans<R> {
    pub(super) root: PlanId,
    /// Deserialised on first use, since a search runs few of them.
    plans: Vec<Lazy<Plan<R>>>,
    pub(super) collect_plans: Vec<CollectPlan>,
}

impl<R> Plans<R> {
    pub(super) fn plan(&self, id: PlanId) -> &Plan<R> {
        self.plans[id.0 as usize].get()
    }

    /// All plans, by index.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Plan<R>> {
        self.plans.iter().map(Lazy::get)
    }
}

/// Plans a safe problem with the first `bound` interface variables of the root as inputs. Also returns the
/// look-up for each plan that has one. `None` if more than `left` conjunctions would have to be ordered;
/// `left` is reduced by the number ordered.
pub(super) fn plans<R: Relation>(
    problem: &Problem<R>,
    flat_definitions: &[FlatDefinition<R>],
    layouts: &[Lazy<RowLayout>],
    bound: usize,
    preference: Preference,
    left: &mut usize,
) -> Option<(Plans<R>, Vec<Option<Lookup>>)> {
    let (modes, implied) = (Modes::new(problem, flat_definitions), Implied::new(problem, flat_definitions));
    let (known, collect_results) = (FxHashMap::default(), FxHashMap::default());
    let mut planner = Planner {
        problem,
        flat_definitions,
        preference,
        modes,
        implied,
        known,
        plans: Vec::new(),
        patterns: Vec::new(),
        estimates: Vec::new(),
        limited: with_limits(problem),
        collect_plans: Vec::new(),
        collect_results,
        left: *left,
        is_exceeded: false,
    };
    let width = problem.definitions[problem.root.index()].interface.len();
    let root = planner.plan(problem.root, &BindingPattern::prefix(bound, width), false);
    *left = planner.left;
    if planner.is_exceeded || planner.modes.is_exceeded() {
        return None;
    }
    tabling::choose(&mut planner.plans);
    let lookups = closed::lookups(&planner, root, layouts);
    let plans = planner.plans.into_iter().map(Lazy::Value).collect();
    Some((Plans { root, plans, collect_plans: planner.collect_plans }, lookups))
}

impl<'a, R: Relation> Planner<'a, R> {
    fn plan(&mut self, def: DefId, pattern: &BindingPattern, partial: bool) -> PlanId {
        let key = (def, pattern.clone(), partial);
        if let Some(&plan) = self.known.get(&key) {
            return plan;
        }
        let mode = self.modes.of(def, pattern);
        let interface = &self.problem.definitions[def.index()].interface;
        let mut bound = FixedBitSet::with_capacity(mode.slots.len());
        let mut entry = Vec::new();
        for (variable, _) in interface.iter().zip(&pattern.0).filter(|(_, entry)| **entry == BOUND) {
            let slot = mode.slots[variable.index()];
            entry.push((Slot(slot as u32), bound.put(slot)));
        }
        let flat_definitions: &'a [FlatDefinition<R>] = self.flat_definitions;
        let mut literals =
            Ordering::new(&flat_definitions[def.index()].literals, &mode.slots, bound, self.preference);
        literals.drop_equated();
        self.order(&mut literals, if partial { Extent::Partial } else { Extent::Whole });
        let outputs =
            || interface.iter().copied().filter(|&v| literals.bound.contains(mode.slots[v.index()]));
        let partial = partial.then(|| outputs().collect());
        let slots: Box<[Slot]> = mode.slots.iter().map(|&slot| Slot(slot as u32)).collect();
        let Ordering { steps, worst_access, cost, estimate, satisfied: (mut satisfied, all), .. } = literals;
        satisfied.push(all);
        self.plans.push(Plan {
            def,
            width: slots.len() as u32,
            slots,
            entry: entry.into(),
            steps,
            satisfied_before_step: satisfied.into(),
            partial,
            worst_access,
            cost,
        });
        let id = PlanId(self.plans.len() as u32 - 1);
        self.patterns.push(pattern.clone());
        self.estimates.push(estimate);
        self.known.insert(key, id);
        id
    }

    /// Orders the literals of a conjunction up to the extent.
    fn order(&mut self, ordering: &mut Ordering<'_, 'a, R>, extent: Extent) {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.is_exceeded = true,
        }
        // After a limit is exceeded the plans are discarded, so the loop can stop.
        while !ordering.pending.is_empty() && !self.is_exceeded {
            match self.choose(ordering, extent) {
                Some(choice) if extent == Extent::Nearby && choice.rank.waits() => return,
                Some(choice) => ordering.take(choice, (&self.implied, self.flat_definitions), &self.plans),
                None => {
                    let is_cut = self.is_exceeded || self.modes.is_exceeded();
                    debug_assert!(extent != Extent::Whole || is_cut, "a safe problem has a plan");
                    return;
                }
            }
        }
    }

    /// The best next step. Calls, collects and disjunctions are planned only if no atom is cheap.
    fn choose(&mut self, ordering: &mut Ordering<'_, 'a, R>, extent: Extent) -> Option<Choice<R>> {
        for literal in ordering.simple.take_stale() {
            let choice = match ordering.tests(literal) {
                Some(branches) => Some(self.check(ordering, literal, branches)),
                None => ordering.simple_choice(literal),
            };
            choice.into_iter().for_each(|choice| ordering.simple.put(choice));
        }
        let simple = ordering.simple.best();
        let is_cheap = simple.is_some_and(|(rank, score, ..)| rank < Rank::Few || Estimate::narrows(score));
        if is_cheap && self.preference == Preference::Cheapest {
            return ordering.simple.take_best();
        }
        for literal in ordering.nested.take_stale() {
            self.nested_choice(ordering, literal).into_iter().for_each(|choice| ordering.nested.put(choice));
        }
        let best = [simple, ordering.nested.best()].into_iter().flatten().min();
        if let Some((rank, score, ..)) = best
            && (Rank::Bucket..Rank::Last).contains(&rank)
            && self.preference == Preference::Cheapest
            && extent == Extent::Whole
            && ordering.outer.is_none()
            && let Some(choice) = self.narrow_nearby(ordering, score)
        {
            return Some(choice);
        }
        match (simple, ordering.nested.best()) {
            (None, None) => {
                ordering.pending.iter().find_map(|&literal| self.narrow(ordering, literal, Extent::Partial))
            }
            (Some(simple), nested) if nested.is_none_or(|nested| simple < nested) => {
                ordering.simple.take_best()
            }
            _ => ordering.nested.take_best(),
        }
    }

    /// The choice of a disjunction whose variables are all bound.
    fn check(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        literal: usize,
        branches: &'a [Vec<Literal<R>>],
    ) -> Choice<R> {
        let (steps, worst_access, Estimate { rows, cost }) =
            self.branch_steps(ordering, branches, Extent::Whole).0;
        let own = Estimate { rows: rows.min(0.9), cost };
        ordering.finish((Rank::CheckOr, worst_access), own, literal, Step::ExistsBranch(steps))
    }

    fn nested_choice(&mut self, ordering: &Ordering<'_, 'a, R>, literal: usize) -> Option<Choice<R>> {
        match &ordering.literals[literal] {
            Literal::Call(callee, args, origin, site) => {
                let (slots, pattern) = ordering.enter(args);
                if !self.modes.of(*callee, &pattern).complete() {
                    return None;
                }
                let plan = self.plan(*callee, &pattern, false);
                let interface = &self.problem.definitions[callee.index()].interface;
                let step = call_step(plan, (&slots, &pattern), (interface, interface), *site, *origin);
                let worst_access = self.plans[plan.0 as usize].worst_access;
                let own = match pattern.0.contains(&BOUND) {
                    true => self.estimates[plan.0 as usize],
                    false => self.estimates[plan.0 as usize].once(),
                };
                let is_part = self.problem.definitions[callee.index()].is_projected;
                let rank = if is_part { Rank::of_part(worst_access) } else { Rank::of_nested(worst_access) };
                Some(ordering.finish((rank, worst_access), own, literal, Step::Call(step)))
            }
            Literal::Collect(collect, site) => {
                let step = self.collect(ordering, collect, *site)?;
                let plan = self.collect_plans[step.id.0 as usize].plan;
                let own = Estimate { rows: 0.9, ..self.estimates[plan.0 as usize] };
                Some(ordering.finish((Rank::Collect, AccessPath::Few), own, literal, Step::Collect(step)))
            }
            Literal::Quantified(witness) => self.quantified(ordering, literal, witness),
            Literal::Or(branches) => {
                let wanted = ordering.unbound_in(&ordering.literals[literal]);
                if wanted.is_empty() {
                    return Some(self.check(ordering, literal, branches));
                }
                let (steps, worst_access, own) = self.branches(ordering, branches, &wanted)?;
                let step = Step::UnionDistinct(steps, to_slots(&wanted));
                // Several buckets count as one bucket; the estimate accounts for their length.
                let rank = Rank::of_part(worst_access);
                let own = if ordering.has_bound(literal) { own } else { own.once() };
                Some(ordering.finish((rank, worst_access), own, literal, step))
            }
            _ => None,
        }
    }

    /// The choice of a quantifier whose outer variables are all bound.
    fn quantified(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        literal: usize,
        witness: &'a Witness<R>,
    ) -> Option<Choice<R>> {
        if !ordering.unbound_in(&ordering.literals[literal]).is_empty() {
            return None;
        }
        let mut inner = Ordering::new(&witness.body, ordering.slots, ordering.bound.clone(), self.preference);
        inner.outer = Some(ordering);
        self.order(&mut inner, Extent::Whole);
        let slots = |variables: &[VarId]| {
            variables.iter().map(|variable| Slot(ordering.slots[variable.index()] as u32)).collect()
        };
        let (looked_at, outer) = (slots(&witness.looked_at), slots(&witness.outer));
        let locals = slots(&witness.locals);
        let rank = match inner.estimate.cost {
            _ if are_tests(&inner.steps) => Rank::CheckOr,
            cost if cost < Estimate::COSTLY => Rank::Collect,
            _ => Rank::Costly,
        };
        let Witness { wanted, origin, .. } = *witness;
        let Estimate { rows, cost } = inner.estimate;
        let rows = if wanted { rows.min(0.9) } else { (1.0 - rows).clamp(0.5, 0.9) };
        let step = WitnessStep { wanted, steps: inner.steps, looked_at, locals, outer, origin };
        Some(ordering.finish(
            (rank, AccessPath::Few),
            Estimate { rows, cost: cost.min(Estimate::UNTIL_WITNESS) },
            literal,
            Step::Quantified(step),
        ))
    }

    /// The plans of the branches, if each branch binds all the `wanted` slots.
    fn branches(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        branches: &'a [Vec<Literal<R>>],
        wanted: &[usize],
    ) -> Option<Branches<R>> {
        for branch in branches {
            let mut inside = ordering.bound.clone();
            self.modes.propagate_bindings(branch, ordering.slots, &mut inside);
            if !wanted.iter().all(|&slot| inside.contains(slot)) {
                return None;
            }
        }
        Some(self.branch_steps(ordering, branches, Extent::Whole).0)
    }

    /// The plans of the branches, and the slots that are bound after all of them.
    fn branch_steps(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        branches: &'a [Vec<Literal<R>>],
        extent: Extent,
    ) -> (Branches<R>, FixedBitSet) {
        let (mut worst_access, mut estimate) = (AccessPath::One, Estimate { rows: 0.0, cost: 0.0 });
        let (mut out, mut common) = (Vec::new(), None::<FixedBitSet>);
        for branch in branches {
            let mut inner = Ordering::new(branch, ordering.slots, ordering.bound.clone(), self.preference);
            inner.outer = Some(ordering);
            self.order(&mut inner, extent);
            worst_access = worst_access.max(inner.worst_access);
            estimate = estimate.or(inner.estimate);
            out.push(inner.steps);
            match &mut common {
                Some(common) => common.intersect_with(&inner.bound),
                None => common = Some(inner.bound),
            }
        }
        ((branches::shared(out), worst_access, estimate), common.unwrap_or_default())
    }

    /// A partial plan of a disjunction that only uses short lists, or is expected to leave fewer rows than
    /// the bucket step with this score.
    fn narrow_nearby(&mut self, ordering: &mut Ordering<'_, 'a, R>, score: i64) -> Option<Choice<R>> {
        for literal in ordering.nearby.take_stale() {
            let Literal::Or(branches) = &ordering.literals[literal] else { continue };
            if branches.is_empty() || !ordering.has_bound(literal) {
                continue;
            }
            if let Some(choice) = self.narrow(ordering, literal, Extent::Nearby) {
                let rank = if choice.worst_access <= AccessPath::Few { Rank::Few } else { Rank::Partial };
                ordering.nearby.put(Choice { rank, ..choice });
            }
        }
        let (rank, own, ..) = ordering.nearby.best()?;
        if rank == Rank::Few || own < score { ordering.nearby.take_best() } else { None }
    }

    /// A partial plan of a call or disjunction, run for the variables that it binds.
    fn narrow(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        literal: usize,
        extent: Extent,
    ) -> Option<Choice<R>> {
        let (step, worst_access, own) = match &ordering.literals[literal] {
            Literal::Call(callee, args, origin, _) => {
                let (slots, pattern) = ordering.enter(args);
                let mode = self.modes.of(*callee, &pattern);
                let interface = &self.problem.definitions[callee.index()].interface;
                let gains = |(&slot, &variable): (&usize, &VarId)| {
                    !ordering.bound.contains(slot) && mode.binds(variable)
                };
                if !slots.iter().zip(interface).any(gains) {
                    return None;
                }
                let plan = self.plan(*callee, &pattern, true);
                let bound = self.plans[plan.0 as usize].partial.as_deref().unwrap_or_default();
                let step = call_step(plan, (&slots, &pattern), (interface, bound), None, *origin);
                (Step::Call(step), self.plans[plan.0 as usize].worst_access, self.estimates[plan.0 as usize])
            }
            Literal::Or(branches) => {
                let common = self.modes.common(branches, ordering.slots, &ordering.bound);
                if common.is_subset(&ordering.bound) {
                    return None;
                }
                // A branch that is not completely ordered may bind fewer variables.
                let ((steps, worst_access, own), bound) = self.branch_steps(ordering, branches, extent);
                let wanted: Vec<usize> = bound.difference(&ordering.bound).collect();
                if wanted.is_empty() {
                    return None;
                }
                (Step::UnionDistinct(steps, to_slots(&wanted)), worst_access, own)
            }
            _ => return None,
        };
        let (rank, ahead, is_connected) = (Rank::Partial, Estimate::NOTHING, true);
        let action = Action::Narrow(step);
        Some(Choice {
            rank,
            own,
            ahead,
            is_connected,
            mentions: Reverse(usize::MAX),
            literal,
            action,
            worst_access,
        })
    }

    fn collect(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        collect: &Collect,
        site: Option<usize>,
    ) -> Option<CollectStep> {
        let slot = |variable: VarId| ordering.slots[variable.index()];
        if !collect.outer.iter().all(|&outer| ordering.bound.contains(slot(outer))) {
            return None;
        }
        let id = self.collect_plan(collect);
        let interface = &self.problem.definitions[collect.body.index()].interface;
        let locals = &interface[collect.outer.len()..];
        let mut bound = ordering.bound.clone();
        let mut copies = Vec::new();
        for (column, &variable) in collect.columns.iter().zip(locals) {
            for (row, &copy) in column.slots.iter().enumerate() {
                let at = slot(copy);
                copies.push(Copy { row, variable, slot: Slot(at as u32), compare: bound.put(at) });
            }
        }
        let inputs = collect.outer.iter().map(|&outer| Slot(slot(outer) as u32)).collect();
        Some(CollectStep { id, inputs, copies: copies.into(), site, origin: collect.origin })
    }

    fn collect_plan(&mut self, collect: &Collect) -> CollectId {
        let outer = collect.outer.len();
        let interface = &self.problem.definitions[collect.body.index()].interface;
        let plan = self.plan(collect.body, &BindingPattern::prefix(outer, interface.len()), false);
        let columns = collect.columns.iter().zip(&interface[outer..]);
        let shared: Box<[VarId]> =
            columns.filter(|(column, _)| column.shared).map(|(_, &variable)| variable).collect();
        let collect_plan = CollectPlan { plan, limit: collect.limit as usize, outer, shared };
        let collect_plans = &mut self.collect_plans;
        *self.collect_results.entry((collect_plan.clone(), collect.origin)).or_insert_with(|| {
            collect_plans.push(collect_plan);
            CollectId(collect_plans.len() as u32 - 1)
        })
    }
}

/// Whether the steps only test, without a search.
fn are_tests<R>(steps: &[Step<R>]) -> bool {
    steps.iter().all(|step| match step {
        Step::ExistsBranch(branches) => branches.iter().all(|steps| are_tests(steps)),
        Step::Quantified(witness) => are_tests(&witness.steps),
        Step::Call(_)
        | Step::Collect(_)
        | Step::UnionDistinct(..)
        | Step::Generate(..)
        | Step::TailUnion(_) => false,
        _ => true,
    })
}

fn to_slots(slots: &[usize]) -> Box<[Slot]> {
    slots.iter().map(|&slot| Slot(slot as u32)).collect()
}

/// The call step for a plan whose output tuples consist of `output_variables` of the callee's interface.
fn call_step(
    plan: PlanId,
    (slots, pattern): (&[usize], &BindingPattern),
    (interface, output_variables): (&[VarId], &[VarId]),
    site: Option<usize>,
    origin: Origin,
) -> CallStep {
    let among = |bound: bool| {
        let chosen = pattern.0.iter().enumerate().filter(move |(_, entry)| (**entry == BOUND) == bound);
        chosen.map(|(k, _)| (Slot(slots[k] as u32), interface[k]))
    };
    let outputs = |(slot, variable)| {
        let position = output_variables.iter().position(|known| *known == variable)?;
        Some(Output { variable, position, slot })
    };
    let inputs = among(true).map(|(slot, _)| slot).collect();
    let outputs = among(false).filter_map(outputs).collect();
    CallStep { plan, inputs, outputs, site, tabled: true, origin }
}
