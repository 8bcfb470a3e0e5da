//! Which plans are wider than others: where their answers are known, so are those of the others.
//!
//! `For` with nothing bound finds all loops of a function, and with `end` bound one of them. A call of the second kind is then a look-up among the
//! answers of the first (subsumptive tabling, as in XSB). The two need not be one definition: of a formula that is
//! included in several places each place sees other variables, and what a row hides from its caller it still holds. Two definitions of one
//! formula have the same variables in the same order once they are expanded; so a variable of the one is found in the rows of the other.
//!
//! ```text
//! For sees {begin}, {end}, nothing bound                    rows: begin, end, iterator; of Induction: step; …
//! For sees {end}, {step}, with {end} bound, is answered by the rows of that {end}: step, in the call of Induction
//! ```

use super::super::budget::Ledger;
use super::super::frame::Frame;
use super::super::later::Later;
use super::super::modes::BOUND;
use super::super::plan::{Gather, PlanId, Read, Step, Wider};
use super::super::problem::{DefId, FormulaId, Relation, Value, VarId};
use super::super::rows::{Row, flatten, held_rows};
use super::super::shape::{Mention, callees_first};
use super::Planner;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// Of a definition with more mentions than these, those of callees included, only its own variables are looked for, in its own rows.
const MOST_MENTIONS: usize = 1_000;

/// Definitions that show more have none, nor have those that show nothing.
const MOST_SHOWN: usize = 256;

/// More wider plans are not looked at: each is asked for in vain where its answers are not known.
const MOST_WIDER: usize = 4;

/// More plans of a formula are not compared with each other.
const MOST_PLANS: usize = 16;

/// By plan, those that are wider, the widest first.
pub(super) fn wider<R: Relation>(
    planner: &Planner<'_, R>,
    root: PlanId,
    frames: &[Later<Frame>],
) -> Vec<Vec<Wider>> {
    let mut out = vec![Vec::new(); planner.plans.len()];
    let mentions = mentions(planner, frames);
    for plans in families(planner, root, &mentions).iter().filter(|plans| plans.len() > 1) {
        let members = plans.iter().take(MOST_PLANS).map(|&id| {
            let is_small = mentions[planner.plans[id.0 as usize].def.index()] <= MOST_MENTIONS;
            Member::new(id, planner, frames, is_small)
        });
        let members: Vec<Member> = members.collect();
        for member in &members {
            let wider = members.iter().filter(|other| other.id != member.id);
            let mut wider: Vec<Wider> = wider.filter_map(|other| other.as_wider_than(member)).collect();
            wider.sort_by_key(|wider| (wider.inputs.len(), wider.plan.0));
            wider.truncate(MOST_WIDER);
            out[member.id.0 as usize] = wider;
        }
    }
    out
}

/// The plans that are called and whose answers are kept, those of one formula together. Not of what has limits: one may be reached for what
/// nobody asks about.
fn families<R: Relation>(planner: &Planner<'_, R>, root: PlanId, mentions: &[usize]) -> Vec<Vec<PlanId>> {
    let called = called(planner, root);
    let mut families: Vec<Vec<PlanId>> = Vec::new();
    let mut known: FxHashMap<Result<FormulaId, DefId>, usize> = FxHashMap::default();
    for (at, plan) in planner.plans.iter().enumerate() {
        let signature = &planner.signatures[at];
        let shows_some = (1..=MOST_SHOWN).contains(&signature.0.len());
        let is_whole = plan.partial.is_none() && signature.is_distinct() && shows_some;
        if called[at] && is_whole && !planner.limited[plan.def.index()] {
            let formula = planner.problem.definitions[plan.def.index()].formula;
            let formula = formula.filter(|_| mentions[plan.def.index()] <= MOST_MENTIONS);
            let family = *known.entry(formula.ok_or(plan.def)).or_insert(families.len());
            families.resize_with(families.len().max(family + 1), Vec::new);
            families[family].push(PlanId(at as u32));
        }
    }
    families
}

/// By plan, whether a plan that is run calls it and keeps the answers. Many were made only to see what they would be.
fn called<R: Relation>(planner: &Planner<'_, R>, root: PlanId) -> Vec<bool> {
    let mut called = vec![false; planner.plans.len()];
    let mut reached = FixedBitSet::with_capacity(planner.plans.len());
    let mut left = vec![root];
    while let Some(id) = left.pop() {
        if !reached.put(id.0 as usize) {
            let steps = &planner.plans[id.0 as usize].steps;
            each_plan(steps, &planner.gathers, &mut |id, is_kept| {
                called[id.0 as usize] |= is_kept;
                left.push(id);
            });
        }
    }
    called
}

/// Calls `visit` with the plans that steps run, and whether answers are kept.
fn each_plan<R>(steps: &[Step<R>], gathers: &[Gather], visit: &mut dyn FnMut(PlanId, bool)) {
    for step in steps {
        match step {
            Step::Call(call) => {
                visit(call.plan, call.tabled);
                call.sibling.into_iter().for_each(|sibling| visit(sibling, true));
            }
            Step::Collect(collect) => visit(gathers[collect.id.0 as usize].plan, false),
            Step::Quantified(witness) => each_plan(&witness.steps, gathers, visit),
            Step::Either(branches) | Step::Each(branches, _) | Step::Fork(branches) => {
                branches.iter().for_each(|branch| each_plan(branch, gathers, visit));
            }
            _ => {}
        }
    }
}

/// By definition, how often it mentions something, callees included.
fn mentions<R: Relation>(planner: &Planner<'_, R>, frames: &[Later<Frame>]) -> Vec<usize> {
    let mut out = vec![0usize; frames.len()];
    for def in callees_first(planner.problem) {
        let weigh = |mention: &Mention| match mention {
            Mention::Variable(_) => 1,
            Mention::Call(callee, ..) => out[callee.index()],
            Mention::Collect(collect, _) => {
                out[collect.body.index()].saturating_mul(collect.limit as usize + 1)
            }
        };
        let frame = frames[def.index()].get();
        out[def.index()] = frame.mentions.iter().map(weigh).fold(1, usize::saturating_add);
    }
    out
}

/// A plan of a formula.
struct Member {
    id: PlanId,
    def: DefId,
    /// By variable of the interface, which one of the expanded formula it is, and whether it is bound.
    interface: Vec<(Option<usize>, bool)>,
    /// By variable of the expanded formula, which one of the interface it is; and which input.
    positions: FxHashMap<usize, [u32; 2]>,
    /// By variable of the expanded formula, where it is in a row.
    places: Vec<Option<Place>>,
}

/// A variable of a row, or of a row below it.
type Place = (Box<[u32]>, VarId);

impl Member {
    /// The rows below that of the definition are looked into if it `is_small`.
    fn new<R: Relation>(
        id: PlanId,
        planner: &Planner<'_, R>,
        frames: &[Later<Frame>],
        is_small: bool,
    ) -> Self {
        let def = planner.plans[id.0 as usize].def;
        let (order, places) = match is_small {
            true => places(frames, def),
            false => own_places(&frames[def.index()]),
        };
        let order: FxHashMap<usize, usize> = order.into_iter().enumerate().map(|(k, id)| (id, k)).collect();
        let signature = &planner.signatures[id.0 as usize].0;
        let variables = frames[def.index()].get().interface.iter().zip(signature);
        let interface: Vec<_> = variables
            .map(|(variable, entry)| (order.get(&variable.index()).copied(), *entry == BOUND))
            .collect();
        let (mut positions, mut inputs) = (FxHashMap::default(), 0);
        for (k, &(variable, is_bound)) in interface.iter().enumerate() {
            variable.into_iter().for_each(|variable| {
                positions.insert(variable, [k as u32, inputs]);
            });
            inputs += u32::from(is_bound);
        }
        Self { id, def, interface, positions, places }
    }

    /// The positions in the interface that are bound.
    fn bound(&self) -> impl Iterator<Item = usize> {
        self.interface.iter().enumerate().filter(|(_, (_, is_bound))| *is_bound).map(|(k, _)| k)
    }

    /// How it answers another one, if it does.
    fn as_wider_than(&self, other: &Member) -> Option<Wider> {
        let input = |k: usize| {
            let [at, input] = *other.positions.get(&self.interface[k].0?)?;
            other.interface[at as usize].1.then_some(input)
        };
        let inputs: Option<_> = self.bound().map(input).collect();
        let read = |(variable, _): &(Option<usize>, bool)| {
            let variable = (*variable)?;
            let (path, place) = self.places.get(variable)?.clone()?;
            let told = self.positions.get(&variable).map(|[k, _]| *k);
            Some(Read { path, variable: place, told })
        };
        let reads: Option<_> = other.interface.iter().map(read).collect();
        Some(Wider {
            plan: self.id,
            inputs: inputs?,
            bound: other.bound().map(|k| k as u32).collect(),
            reads: reads?,
            has_its_rows: self.def == other.def,
        })
    }
}

/// The variables of the expanded formula of a definition, its own by their numbers, and where each is in a row.
fn places(frames: &[Later<Frame>], def: DefId) -> (Vec<usize>, Vec<Option<Place>>) {
    let mut places = Vec::new();
    let row = numbered(frames, def, &mut Vec::new(), &mut places);
    let place = |(id, number): (usize, Value)| (id, places.get(number.0 as usize).cloned());
    flatten(frames, def, Some(&row)).into_iter().map(place).unzip()
}

/// Those that are its own.
fn own_places(frame: &Later<Frame>) -> (Vec<usize>, Vec<Option<Place>>) {
    (0..frame.get().variables).map(|id| (id, Some((Box::default(), VarId(id as u32))))).unzip()
}

/// A row of a definition, each value of which is a number of its own: that of its place.
fn numbered(frames: &[Later<Frame>], def: DefId, path: &mut Vec<u32>, places: &mut Vec<Place>) -> Row {
    let frame = frames[def.index()].get();
    let values = (0..frame.variables as u32).map(|variable| {
        places.push((path.as_slice().into(), VarId(variable)));
        Value(places.len() as u32 - 1)
    });
    let values = values.collect();
    let (mut calls, mut collects) = (Vec::new(), Vec::new());
    // Sites are numbered in the order of mentions.
    for mention in &frame.mentions {
        match mention {
            Mention::Call(callee, _, Some(site)) => {
                path.push(*site as u32);
                calls.push(numbered(frames, *callee, path, places).held(&Ledger::default()));
                path.pop();
            }
            Mention::Collect(_, Some(_)) => collects.push(held_rows(Box::new([]), &Ledger::default())),
            _ => {}
        }
    }
    Row { values, calls: calls.into(), collects: collects.into() }
}
