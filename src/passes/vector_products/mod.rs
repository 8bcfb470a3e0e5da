//! `idiom-vector-products`: a*vec(c)*b*vec(e) → a*b*vec(c*e), for products of floating-point vectors with
//! scalars that are widened to vectors.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-vector-products x.ll -S`
//!
//! The matches come from `idioms/vector_products.candl`. This pass decomposes the largest product around a
//! match (`product.rs`) into vectors and widened scalars (`splat.rs`). Products with the same scalars are
//! rewritten together if that is profitable (`rewrite.rs`).
//!
//! Flags: every decomposed multiplication must carry `reassoc`. New instructions carry the flags common to
//! all of them, except `nnan` and `ninf`: c*e may overflow where a*c did not, and an infinity times 0 is a
//! NaN, so that these flags would give poison. The signs of zeros are correct in any grouping.

mod product;
mod rewrite;
mod splat;

use super::regroup::{Regrouping, spelt};
use crate::settings::Settings;
use ir::host::Host;
use ir::{BlockId, Flags, Model, ValueId};
use lang::atoms::ModelWorld;
use library::Solution;
use product::{VectorProduct, is_open};
use report::Outcome;
use rewrite::{Group, Stays, erased};
use rustc_hash::FxHashMap;
use search::prefilter;
use search::registry::{Row, VECTOR_PRODUCTS};
use splat::Scalar;
use std::collections::{BTreeMap, BTreeSet};
use wording::{Answer, Hit};

/// The step limit of a search, a fraction of a second.
const MOST_STEPS: u64 = 3_000_000;

/// For the root of each product, the solutions about it with the idiom's name.
type ByTop<'s> = BTreeMap<ValueId, Vec<(&'s str, Solution)>>;

/// Finds the products, then rewrites those with the same scalars together.
pub(super) fn run(model: &Model, host: &dyn Host, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    let settings = &Settings {
        search: search::Settings { budget: settings.search.budget.at_most(MOST_STEPS), ..settings.search },
        ..*settings
    };
    let regrouping = Regrouping::new(model, Flags::REASSOC);
    let by_top = find(&regrouping, settings, &mut answer);
    let mut rewritten = Vec::new();
    for group in groups(&regrouping, by_top.keys().copied()) {
        match group.place(&regrouping, host) {
            Ok(place) => {
                group.write(model, place, &mut answer.plan);
                answer.hits.extend(
                    group.products.iter().map(|product| hit(model, host, settings, product, &by_top)),
                );
                rewritten.push(group);
            }
            Err(stays) if settings.reports_refusals => {
                let refused =
                    group.products.iter().map(|p| refuse(host, &regrouping, &by_top[&p.top], Some(stays)));
                answer.hits.extend(refused);
            }
            Err(_) => {}
        }
    }
    if settings.reports_refusals {
        let closed = by_top.iter().filter(|(top, _)| !is_taken_apart(&regrouping, **top));
        answer.hits.extend(closed.map(|(_, found)| refuse(host, &regrouping, found, None)));
    }
    answer.plan.erase = erased(model, &rewritten);
    answer
}

/// Whether some product would be rewritten if a specification matched it. The test is far cheaper than a
/// search, and usually false.
pub(super) fn is_worth_it(model: &Model, host: &dyn Host) -> bool {
    let regrouping = Regrouping::new(model, Flags::REASSOC);
    let open = |value| is_open(&regrouping, value);
    let mut known = FxHashMap::default();
    let products = model.instructions().filter(|value| open(*value));
    let tops: BTreeSet<ValueId> = products.map(|value| regrouping.top(value, &open, &mut known)).collect();
    groups(&regrouping, tops).iter().any(|group| group.place(&regrouping, host).is_ok())
}

/// All solutions, by the root of the product that contains them.
fn find<'s>(regrouping: &Regrouping<'_>, settings: &Settings<'s>, answer: &mut Answer) -> ByTop<'s> {
    let world = ModelWorld::new(regrouping.model);
    let open = |value| is_open(regrouping, value);
    let (mut tops, mut by_top) = (FxHashMap::default(), ByTop::new());
    for idiom in settings.search.library.idioms() {
        let row = Row::of(VECTOR_PRODUCTS.iter(), idiom);
        let found = prefilter::find(idiom, row.and_then(|row| row.prefilter), &world, settings.search.budget);
        answer.hits.extend(settings.search.limits(idiom.name(), &found));
        for solution in found.solutions {
            let Some(value) = solution.get("value") else { continue };
            let top = if open(value) { regrouping.top(value, &open, &mut tops) } else { value };
            by_top.entry(top).or_default().push((idiom.name(), solution));
        }
    }
    by_top
}

fn is_taken_apart(regrouping: &Regrouping<'_>, top: ValueId) -> bool {
    is_open(regrouping, top) && !regrouping.model.function().strictfp
}

/// The products, grouped by block and scalars, in the order of each group's first product.
fn groups(regrouping: &Regrouping<'_>, tops: impl IntoIterator<Item = ValueId>) -> Vec<Group> {
    let mut known: FxHashMap<(Option<BlockId>, Vec<Scalar>), usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    for top in tops.into_iter().filter(|top| is_taken_apart(regrouping, *top)) {
        let product = VectorProduct::below(regrouping, top);
        let scalars = product.scalars();
        let (block, ty) = (regrouping.model.block_of(top), regrouping.model.type_id(top));
        let at = *known.entry((block, scalars.clone())).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) if regrouping.model.type_id(group.products[0].top) == ty => {
                group.products.push(product)
            }
            _ => groups.push(Group { scalars, products: vec![product] }),
        }
    }
    groups
}

/// The hit for a product, with the solution that covers most of it.
fn hit(
    model: &Model,
    host: &dyn Host,
    settings: &Settings<'_>,
    product: &VectorProduct,
    by_top: &ByTop<'_>,
) -> Hit {
    let found = &by_top[&product.top];
    let whole = found.iter().find(|(_, solution)| solution.get("value") == Some(product.top));
    let (idiom, solution) = whole.unwrap_or(&found[0]);
    let reason = settings.reports_findings.then(|| {
        let name = |value: ValueId| spelt(model, host, value);
        let plain = product.plain.iter().map(|value| name(*value));
        let splats = product.splats.iter().map(|splat| name(splat.vector));
        let scalars = product.scalars().into_iter().map(|scalar| match scalar {
            Scalar::Value(value) | Scalar::Lanes(value) => name(value),
        });
        let widened = format!("splat({})", scalars.collect::<Vec<_>>().join("*"));
        let before: Vec<String> = plain.clone().chain(splats).collect();
        let after: Vec<String> = plain.chain([widened]).collect();
        format!("{} -> {}", before.join("*"), after.join("*"))
    });
    Hit::new(idiom, solution, Outcome::Rewritten, reason)
}

/// Adds the reason why a product is not rewritten.
fn refuse(
    host: &dyn Host,
    regrouping: &Regrouping<'_>,
    found: &[(&str, Solution)],
    stays: Option<Stays>,
) -> Hit {
    let (idiom, solution) = &found[found.len() - 1];
    let (outcome, reason) = why_not(host, regrouping, solution, stays);
    Hit::new(idiom, solution, outcome, Some(reason))
}

fn why_not(
    host: &dyn Host,
    regrouping: &Regrouping<'_>,
    solution: &Solution,
    stays: Option<Stays>,
) -> (Outcome, String) {
    let Some(value) = solution.get("value") else { return (Outcome::NotLegal, "there is no product".into()) };
    if let Some(reason) = regrouping.refusal_of_place(host, value) {
        return (Outcome::NotLegal, reason);
    }
    match stays {
        Some(Stays::NoFewerInstructions) => {
            let reason = "the widened scalars have other uses, so that no fewer instructions would remain";
            return (Outcome::NotProfitable, reason.into());
        }
        Some(Stays::MoreOutside) => {
            let reason = "more would be computed outside of the loop that the product is in";
            return (Outcome::NotProfitable, reason.into());
        }
        Some(Stays::NoGain) => {
            return (Outcome::NotProfitable, "the target does not gain by it".into());
        }
        Some(Stays::NothingToMultiply) | None => {}
    }
    let element = |chain: usize, n: usize| solution.get(&format!("chain[{chain}].element[{n}]"));
    for chain in (0..).take_while(|chain| element(*chain, 0).is_some()) {
        let path: Vec<ValueId> = (0..).map_while(|n| element(chain, n)).collect();
        for pair in path.windows(2) {
            if let Some(barrier) = regrouping.barrier(pair[1], pair[0]) {
                return regrouping.refusal(host, barrier, pair[1], pair[0]);
            }
        }
    }
    (Outcome::NotProfitable, "fewer than two scalars can be multiplied as such".into())
}
