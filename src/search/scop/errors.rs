//! Static control parts in loops with branches to errors, found in the function without these branches.
//!
//! In: the solutions of `ErrorBranch`. Out: the parts that exist if these branches are never taken, each with
//! that assumption. A branch outside all parts is not removed. A part also depends on a branch in another
//! part if control may return from the error, since the error path may have computed a value.

use super::{CountedHits, may_contain};
use ir::{BlockId, LeftOut, Model, ValueId};
use lang::atoms::ModelWorld;
use library::{Budget, Idiom, Library};
use scop::Assumption;
use std::any::Any;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;
use wording::{DescribedScop, Description, View};

/// The building block that finds branches to errors, and its variables.
const BRANCHES: &str = "ErrorBranch";
const VARIABLES: [&str; 2] = ["branch", "error"];

/// The building block that rejects a loop with a branch to an error.
const STRUCTURED: &str = "StructuredControlFlow";

/// The maximum number of searches with different sets of removed branches.
const MOST_SEARCHES: usize = 4;

static ERRORS: LazyLock<Library> = LazyLock::new(|| Library::new(Vec::new(), Some(&[BRANCHES.to_owned()])));

/// The block of a branch, and the first block of its error path.
type Way = (BlockId, BlockId);

/// The result of `search` in the function without its branches to errors; `None` if no found part contains
/// one.
pub(super) fn without_errors(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    budget: Budget,
    search: &dyn Fn(&View<'_>, &ModelWorld<'_>) -> CountedHits,
) -> Option<CountedHits> {
    if !idiom.includes(STRUCTURED) || super::is_of_products(idiom) {
        return None;
    }
    let mut ways = ways(view.model(), world, budget);
    for _ in 0..MOST_SEARCHES {
        if ways.is_empty() {
            return None;
        }
        let (of_plain, of_searched) = (left_out(view.plain(), &ways), left_out(view.model(), &ways));
        let plain = view.plain().without(&of_plain);
        let copy = view.is_normalised().then(|| view.model().without(&of_searched));
        let smaller = View::new(&plain, copy.as_ref());
        let branches = ways.iter().map(|(from, _)| *from).collect();
        if !may_contain(idiom, &smaller, &smaller.world(), budget, &branches) {
            return None;
        }
        let (found, mut hits) = search(&smaller, &smaller.world());
        let mut inside = BTreeSet::new();
        for hit in &mut hits {
            let part =
                hit.description.as_deref().and_then(|d| (d as &dyn Any).downcast_ref::<DescribedScop>());
            let Some(part) = part else { continue };
            let own = if part.of_copy { view.model() } else { view.plain() };
            let left_out = if part.of_copy { &of_searched } else { &of_plain };
            let assumed = || part.scop.description.assumptions.iter().map(|assumption| assumption.way);
            inside.extend(assumed().filter_map(|way| Some((own.block_of(way.branch)?, way.target))));
            let mut part = DescribedScop { left_out: left_out.clone(), ..part.clone() };
            let known: BTreeSet<LeftOut> = assumed_ways(&part);
            let begin = part.scop.description.members.first().map(|member| member.block);
            let may_precede =
                |way: &&LeftOut| way.comes_back && begin.is_none_or(|begin| own.leads_to(way.target, begin));
            let others = left_out.iter().filter(|way| !known.contains(way)).filter(may_precede);
            let assumption =
                |way: &LeftOut| Assumption { way: *way, value: None, is_stated: true, enclosing: None };
            part.scop.description.assumptions.extend(others.map(assumption));
            let part: Rc<dyn Description> = Rc::new(part);
            hit.description = Some(part);
        }
        if inside.len() == ways.len() {
            return Some((found, hits));
        }
        ways = inside;
    }
    None
}

fn assumed_ways(part: &DescribedScop) -> BTreeSet<LeftOut> {
    part.scop.description.assumptions.iter().map(|assumption| assumption.way).collect()
}

/// The solutions of `ErrorBranch`; empty if the search exceeds its budget.
fn ways(model: &Model, world: &ModelWorld<'_>, budget: Budget) -> BTreeSet<Way> {
    let opcodes = model.opcodes();
    let mut ways = BTreeSet::new();
    for errors in ERRORS.idioms().iter().filter(|errors| errors.may_occur(opcodes)) {
        let found = errors.find_in(world, budget);
        if found.exhausted.is_some() {
            return BTreeSet::new();
        }
        for solution in &found.solutions {
            let block = |name: &str| solution.get(name).and_then(|value: ValueId| model.block_of(value));
            if let [Some(from), Some(to)] = VARIABLES.map(block) {
                ways.insert((from, to));
            }
        }
    }
    ways
}

/// The removed edges in a model. A normalised copy has the same blocks as the function.
fn left_out(model: &Model, ways: &BTreeSet<Way>) -> Vec<LeftOut> {
    ways.iter().filter_map(|(from, to)| model.way(model.terminator(*from), *to)).collect()
}
