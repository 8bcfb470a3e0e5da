//! Selection of calls that become look-ups in the relation of a closed definition, one that some plan
//! evaluates with nothing bound.
//!
//! The two may be different definitions: a formula that is included in several places has a different
//! interface in each. Expanded, all its definitions have the same variables in the same order, so that a
//! variable of one definition is a column in the rows of another.
//!
//! ```text
//! For with interface {begin}, {end}, nothing bound             the relation
//! For with interface {end}, {step}, {end} bound                its columns end and step, looked up by end
//! ```

use super::super::flat_definition::{Mention, callees_first};
use super::super::lazy::Lazy;
use super::super::modes::BOUND;
use super::super::plan::{CollectPlan, Columns, Lookup, PlanId, Step};
use super::super::problem::{DefId, Relation, VarId, VariantGroup};
use super::super::row_layout::RowLayout;
use super::super::rows::flatten;
use super::Planner;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// Limit of mentions, those of callees included, of a definition that is materialised. Rows of larger
/// definitions would be long.
const MOST_MENTIONS: usize = 1_000;

/// The look-up for each plan that has one.
pub(super) fn lookups<R: Relation>(
    planner: &Planner<'_, R>,
    root: PlanId,
    layouts: &[Lazy<RowLayout>],
) -> Vec<Option<Lookup>> {
    let mentions = mentions(planner, layouts);
    let called = called(planner, root);
    let mut relations: FxHashMap<Result<VariantGroup, DefId>, PlanId> = FxHashMap::default();
    let formula = |def: DefId| planner.problem.definitions[def.index()].variants.ok_or(def);
    let candidates = (0..planner.plans.len() as u32).map(PlanId).filter(|id| {
        let (plan, pattern) = (&planner.plans[id.0 as usize], &planner.patterns[id.0 as usize]);
        // A definition with limits may exceed them for rows that no call requests.
        let is_whole = plan.partial.is_none() && !planner.limited[plan.def.index()];
        let is_projected = planner.problem.definitions[plan.def.index()].is_projected;
        let is_small = mentions[plan.def.index()] <= MOST_MENTIONS;
        let shows_some = !pattern.0.is_empty() && pattern.is_distinct();
        called[id.0 as usize] && is_whole && !is_projected && is_small && shows_some
    });
    let candidates: Vec<PlanId> = candidates.collect();
    for &id in &candidates {
        if !planner.patterns[id.0 as usize].0.contains(&BOUND) {
            relations.entry(formula(planner.plans[id.0 as usize].def)).or_insert(id);
        }
    }
    let mut out = vec![None; planner.plans.len()];
    for id in candidates {
        if relations.values().any(|&relation| relation == id) {
            continue;
        }
        let def = planner.plans[id.0 as usize].def;
        let Some(&relation) = relations.get(&formula(def)) else { continue };
        let places: FxHashMap<usize, u32> =
            flatten(layouts, def, None).iter().zip(0..).map(|(&(variable, _), at)| (variable, at)).collect();
        let interface = &layouts[def.index()].get().interface;
        let columns: Option<_> = interface.iter().map(|v| places.get(&v.index()).copied()).collect();
        let entries = planner.patterns[id.0 as usize].0.iter().zip(0..);
        let bound = entries.filter(|(entry, _)| **entry == BOUND).map(|(_, at)| at).collect();
        out[id.0 as usize] = columns.map(|columns: Box<[u32]>| {
            let own = own_variables(layouts, planner.plans[relation.0 as usize].def, &columns);
            Lookup { relation, columns: own.map_or(Columns::Flattened(columns), Columns::Own), bound }
        });
    }
    out
}

/// The own variables of a definition at these positions of its flattened rows. `None` if one belongs to a
/// callee.
fn own_variables(layouts: &[Lazy<RowLayout>], def: DefId, places: &[u32]) -> Option<Box<[VarId]>> {
    let (order, own) = (flatten(layouts, def, None), layouts[def.index()].get().variables);
    let variable = |place: &u32| {
        let (id, _) = *order.get(*place as usize)?;
        (id < own).then_some(VarId(id as u32))
    };
    places.iter().map(variable).collect()
}

/// For each plan, whether an executed plan has a tabled call of it. Many plans exist only for comparison.
fn called<R: Relation>(planner: &Planner<'_, R>, root: PlanId) -> Vec<bool> {
    let mut called = vec![false; planner.plans.len()];
    let mut reached = FixedBitSet::with_capacity(planner.plans.len());
    let mut left = vec![root];
    while let Some(id) = left.pop() {
        if !reached.put(id.0 as usize) {
            each_plan(&planner.plans[id.0 as usize].steps, &planner.collect_plans, &mut |id, is_tabled| {
                called[id.0 as usize] |= is_tabled;
                left.push(id);
            });
        }
    }
    called
}

/// Calls `visit` with the plans that steps call, and whether the answers are tabled.
fn each_plan<R>(steps: &[Step<R>], collect_plans: &[CollectPlan], visit: &mut dyn FnMut(PlanId, bool)) {
    for step in steps {
        match step {
            Step::Call(call) => visit(call.plan, call.tabled),
            Step::Collect(collect) => visit(collect_plans[collect.id.0 as usize].plan, false),
            Step::Quantified(witness) => each_plan(&witness.steps, collect_plans, visit),
            Step::ExistsBranch(branches) | Step::UnionDistinct(branches, _) | Step::TailUnion(branches) => {
                branches.iter().for_each(|branch| each_plan(branch, collect_plans, visit));
            }
            _ => {}
        }
    }
}

/// The number of mentions in each definition, callees included.
fn mentions<R: Relation>(planner: &Planner<'_, R>, layouts: &[Lazy<RowLayout>]) -> Vec<usize> {
    let mut out = vec![0usize; layouts.len()];
    for def in callees_first(planner.problem) {
        let weigh = |mention: &Mention| match mention {
            Mention::Variable(_) => 1,
            Mention::Call(callee, ..) => out[callee.index()],
            Mention::Collect(collect, _) => {
                out[collect.body.index()].saturating_mul(collect.limit as usize + 1)
            }
        };
        let layout = layouts[def.index()].get();
        out[def.index()] = layout.mentions.iter().map(weigh).fold(1, usize::saturating_add);
    }
    out
}
