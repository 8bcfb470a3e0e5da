//! `idiom-factorize`: a*b + a*c → a*(b + c), in sums and products of any shape:
//! a*b + c + d*a*e → a*(b + d*e) + c.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-factorize x.ll -S`
//!
//! The matches come from `idioms/factorization.candl`: two products that share a factor, and the sum that
//! contains both. This pass decomposes the tree of additions around the match (`tree.rs`) and extracts the
//! factors with the largest gain (`polynomial.rs`). The changed part is rewritten if that is better
//! (`rewrite.rs`): no more multiplications, no more instructions, and less of one of them. For integers only,
//! `a*b + a` counts as worse than `a*(b + 1)`, because of the constant.
//!
//! Paths. New code stands in place of the sum. A removed value had this single use and ran at least as often,
//! so no path computes more than before.
//!
//! Flags of integers. `nsw` and `nuw` concern sums and products that no longer exist: `a*b + a*c` may not
//! wrap where `b + c` does (a = 0). New instructions carry none. Instructions above the lowest changed sum
//! compute the same values and retain their flags. Each use of a value is followed at most once, so that an
//! `undef` is not duplicated.
//!
//! Flags of floating point. Every decomposed instruction must carry `reassoc` and `nsz`: other terms are
//! added and rounded, and `0*b + 0*c` may differ from `0*(b + c)` in the sign of a zero. New instructions
//! carry the common flags except `nnan` and `ninf`: `b + c` may overflow where `a*b + a*c` did not, and an
//! infinity times 0 is a NaN, so that these flags would give poison. Floating-point terms are never
//! cancelled.

mod cost;
mod polynomial;
mod rewrite;
mod ring;
mod terms;
mod text;
mod tree;

use super::regroup::{Barrier, spelt};
use crate::settings::Settings;
use ir::host::Host;
use ir::{EditPlan, Model, ValueId};
use lang::atoms::ModelWorld;
use library::{self, Idiom, Solution};
use polynomial::{Polynomial, Step};
use report::Outcome;
use rewrite::{Part, Rewrite};
use ring::Ring;
use rustc_hash::{FxHashMap, FxHashSet};
use search::prefilter;
use search::registry::{FACTORISATIONS, Row};
use search::restricted::RestrictedWorld;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use tree::Trees;
use wording::{Answer, Hit};

/// Whether the idiom covers all floating-point constants; of these only a number and its negative share a
/// factor.
fn is_of_opposites(row: &Row) -> bool {
    row.is_of_floats() && row.is_of_constants()
}

/// The step limit of a search, a fraction of a second.
const MOST_STEPS: u64 = 3_000_000;

/// A solution, with the name of its specification.
struct Found<'s> {
    idiom: &'s str,
    solution: Solution,
    value: ValueId,
    /// The common factor, or two constants.
    factors: SmallVec<[ValueId; 2]>,
}

/// A tree that improves by its rewrite.
struct ProfitableTree {
    rewrite: Rewrite,
    polynomial: Polynomial,
    steps: Vec<Step>,
    /// Its instructions.
    inside: Vec<ValueId>,
}

/// Rewrites the profitable trees that a specification matches.
pub(super) fn run(model: &Model, host: &dyn Host, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    let settings = &Settings {
        search: search::Settings { budget: settings.search.budget.at_most(MOST_STEPS), ..settings.search },
        ..*settings
    };
    let (world, trees) = (ModelWorld::new(model), Trees::new(model));
    let mut tops = FxHashMap::default();
    let profitable = profitable(host, &trees, &mut tops);
    let near = RestrictedWorld::new(
        &world,
        profitable.values().flat_map(|profitable| profitable.inside.iter().copied()),
    );
    let has = |of_float: bool| profitable.values().any(|p| (p.polynomial.ring == Ring::Float) == of_float);
    let (floats, integers) = (has(true), has(false));
    let is_wanted = |row: &Row| if row.is_of_floats() { floats } else { integers };
    let mut gave_up = Vec::new();
    let search = |idiom: &Idiom, _: &Row| idiom.find_in(&near, settings.search.budget);
    let mut matches_by_top =
        by_top(&trees, &mut tops, settings, search, is_wanted, |more| gave_up.extend(more));
    let worth_it: FxHashSet<ValueId> = profitable.keys().copied().collect();
    let mut batch = PlanBatch::default();
    for (top, ProfitableTree { rewrite, polynomial, steps, .. }) in profitable {
        let Some(found) = matches_by_top.remove(&top) else { continue };
        // A rewrite that conflicts with others is considered again in the next round.
        if batch.takes(&rewrite) && batch.add(rewrite, model, &mut answer.plan) {
            let hits = steps.iter().map(|step| hit(model, host, settings, step, &polynomial, &found));
            answer.hits.extend(hits.flatten());
        }
    }
    let mut all = BTreeMap::new();
    if settings.reports_refusals {
        // Trees without a profitable rewrite are reported as refusals, so the whole function is searched.
        let search =
            |idiom: &Idiom, row: &Row| prefilter::find(idiom, row.prefilter, &world, settings.search.budget);
        let hits = &mut answer.hits;
        all = by_top(&trees, &mut tops, settings, search, |_| true, |more| hits.extend(more));
    }
    if settings.reports_findings && answer.hits.iter().all(|hit| hit.solution.is_some()) {
        answer.hits.append(&mut gave_up);
    }
    // A profitable tree left over here conflicted with another rewrite; the next round handles it.
    for (_, found) in all.iter().filter(|(top, _)| !worth_it.contains(*top)) {
        refuse(host, &trees, found, &mut answer.hits);
    }
    answer
}

/// The solutions of the searches, by the roots of the trees that contain them; `tell` receives hits about the
/// searches.
fn by_top<'s>(
    trees: &Trees<'_>,
    tops: &mut FxHashMap<ValueId, ValueId>,
    settings: &Settings<'s>,
    search: impl Fn(&Idiom, &Row) -> library::SearchResult,
    is_wanted: impl Fn(&Row) -> bool,
    mut tell: impl FnMut(Vec<Hit>),
) -> BTreeMap<ValueId, Vec<Found<'s>>> {
    let mut by_top = BTreeMap::new();
    let wanted = |row: &Row| is_wanted(row) && (!is_of_opposites(row) || trees.has_opposites());
    let opcodes = trees.regrouping.model.opcodes();
    for idiom in settings.search.library.idioms() {
        let row = Row::of(FACTORISATIONS.iter(), idiom).filter(|row| wanted(row) && idiom.may_occur(opcodes));
        let Some(row) = row else { continue };
        let found = search(idiom, row);
        tell(settings.search.limits(idiom.name(), &found).collect());
        for solution in found.solutions {
            let names = ["factor", "factor1", "factor2"];
            let factors: SmallVec<[ValueId; 2]> =
                names.iter().filter_map(|name| solution.get(name)).collect();
            let Some(value) = solution.get("value") else { continue };
            if is_of_opposites(row) && !trees.are_opposite(&factors) {
                continue;
            }
            let top = if trees.is_open(value) { trees.top(value, tops) } else { value };
            let found = Found { idiom: idiom.name(), solution, value, factors };
            by_top.entry(top).or_insert_with(Vec::new).push(found);
        }
    }
    by_top
}

/// Whether some tree would be rewritten if a specification matched it. The test is far cheaper than a search,
/// and usually false.
pub(super) fn is_worth_it(model: &Model, host: &dyn Host) -> bool {
    let trees = Trees::new(model);
    tops(&trees, &mut FxHashMap::default()).into_iter().any(|top| rewritten(host, &trees, top).is_some())
}

/// The profitable trees, by their roots.
fn profitable(
    host: &dyn Host,
    trees: &Trees<'_>,
    known: &mut FxHashMap<ValueId, ValueId>,
) -> BTreeMap<ValueId, ProfitableTree> {
    tops(trees, known).into_iter().filter_map(|top| Some((top, rewritten(host, trees, top)?))).collect()
}

/// The roots of all trees that a specification can match.
fn tops(trees: &Trees<'_>, known: &mut FxHashMap<ValueId, ValueId>) -> BTreeSet<ValueId> {
    let idioms = FACTORISATIONS.iter().filter(|row| !is_of_opposites(row) || trees.has_opposites());
    let sums = idioms.flat_map(|row| row.sums(trees.regrouping.model));
    let open = sums.filter(|value| trees.ring(*value).is_some() && trees.is_open(*value));
    open.map(|value| trees.top(value, known)).collect()
}

/// The rewrite of the tree with this root, if it is profitable.
fn rewritten(host: &dyn Host, trees: &Trees<'_>, top: ValueId) -> Option<ProfitableTree> {
    let model = trees.regrouping.model;
    if !trees.is_open(top) || model.function().strictfp {
        return None;
    }
    let tree = trees.below(top)?;
    let mut polynomial = Polynomial::new(tree.ring, tree.terms.clone());
    let steps = polynomial.factorise();
    if steps.is_empty() {
        return None;
    }
    let rewrite = rewrite::rewrite(model, &tree, &polynomial)?;
    if !rewrite.pays(model, host) {
        return None;
    }
    let products = tree.leaves.iter().flat_map(|leaf| leaf.inside.iter().copied());
    let inside = tree.inner.iter().map(|inner| inner.value).chain(products).collect();
    Some(ProfitableTree { rewrite, polynomial, steps, inside })
}

/// The rewrites of one round, in one plan.
#[derive(Default)]
struct PlanBatch {
    gone: FxHashSet<ValueId>,
    /// Values of the function that replace a removed sum.
    results: FxHashSet<ValueId>,
}

impl PlanBatch {
    /// Whether the rewrite does not conflict: no rewrite has a value as its result that another one erases.
    fn takes(&self, rewrite: &Rewrite) -> bool {
        let is_gone = matches!(rewrite.result, Part::Value(value) if self.gone.contains(&value));
        !is_gone && !rewrite.gone.iter().any(|value| self.results.contains(value))
    }

    fn add(&mut self, rewrite: Rewrite, model: &Model, plan: &mut EditPlan) -> bool {
        let gone = rewrite.gone.clone();
        if let Part::Value(value) = rewrite.result {
            self.results.insert(value);
        }
        let is_written = rewrite.write(model, plan).is_some();
        if is_written {
            self.gone.extend(gone);
        }
        is_written
    }
}

/// The hit for a step of a rewrite, with the solution about its factors.
fn hit(
    model: &Model,
    host: &dyn Host,
    settings: &Settings<'_>,
    step: &Step,
    polynomial: &Polynomial,
    found: &[Found<'_>],
) -> Option<Hit> {
    let speaks = |found: &&Found<'_>| {
        found.factors.iter().any(|factor| match step.factors.is_empty() {
            true => model.constant(*factor).is_some(),
            false => step.factors.contains(&terms::Atom::Value(*factor)),
        })
    };
    let found = found.iter().find(speaks).or_else(|| found.first())?;
    let reason = settings.reports_findings.then(|| {
        let name = |value| spelt(model, host, value);
        let before = text::expression(polynomial, &step.before, &name);
        let after = text::expression(polynomial, &step.after, &name);
        format!("{before} -> {after}")
    });
    Some(Hit::new(found.idiom, &found.solution, Outcome::Rewritten, reason))
}

/// One hit for each factor of a tree that is not rewritten.
fn refuse(host: &dyn Host, trees: &Trees<'_>, found: &[Found<'_>], hits: &mut Vec<Hit>) {
    let mut seen = FxHashSet::default();
    for found in found.iter().filter(|found| seen.insert(&found.factors)) {
        let (outcome, reason) = why_not(host, trees, found);
        hits.push(Hit::new(found.idiom, &found.solution, outcome, Some(reason)));
    }
}

/// The reason why a solution does not lead to a rewrite.
fn why_not(host: &dyn Host, trees: &Trees<'_>, found: &Found<'_>) -> (Outcome, String) {
    let regrouping = &trees.regrouping;
    if let Some(reason) = regrouping.refusal_of_place(host, found.value) {
        return (Outcome::NotLegal, reason);
    }
    for side in ["1", "2"] {
        let path = path_to_factor(&found.solution, found.value, side);
        for (at, pair) in path.windows(2).enumerate() {
            let (user, operand) = (pair[0], pair[1]);
            let barrier = match regrouping.barrier(operand, user) {
                // The factor itself is not decomposed.
                Some(other) if at + 2 == path.len() && other != Barrier::Cast => None,
                barrier => barrier,
            };
            if let Some(barrier) = barrier {
                return regrouping.refusal(host, barrier, operand, user);
            }
        }
    }
    let reason = match host.optimises_size() {
        true => {
            "it does not pay in the target's code size, or more values are alive there than it has registers"
        }
        false => "no fewer multiplications or additions would remain, or the target does not gain by it",
    };
    (Outcome::NotProfitable, reason.into())
}

/// The values from the common sum down to the factor, each an operand of the one before.
fn path_to_factor(solution: &Solution, value: ValueId, side: &str) -> Vec<ValueId> {
    let chain = |name: &str, from: usize| {
        let element = |n| solution.get(&format!("{name}{side}.element[{n}]"));
        (from..).map_while(element).collect::<Vec<ValueId>>()
    };
    // The last summand is the root of the product.
    let constant = solution.get(&format!("factor{side}"));
    [vec![value], chain("sum", 0), chain("chain", 1), Vec::from_iter(constant)].concat()
}
