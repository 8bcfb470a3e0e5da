//! Branches to errors: loops with some are searched in the function without them.
//!
//! In: the solutions of `ErrorBranch`. Out: what is found where these branches go their other way, each part
//! with the ways that it takes not to be taken. Ways that lie in no part are not left out. Of those in
//! another part a part depends where the error may come back to it: it may have computed something.

use super::CountedHits;
use ir::{BlockId, LeftOut, Model, ValueId};
use lang::atoms::ModelWorld;
use library::{Budget, Idiom, Library};
use scop::Assumption;
use std::any::Any;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;
use wording::{DescribedScop, Description, View};

/// The building block that says which branches lead to errors, and the variables that it has.
const BRANCHES: &str = "ErrorBranch";
const VARIABLES: [&str; 2] = ["branch", "error"];

/// The building block that a loop with a branch to an error cannot fulfil.
const STRUCTURED: &str = "StructuredControlFlow";

/// Searches for other ways to leave out are given up after as many.
const MOST_SEARCHES: usize = 4;

static ERRORS: LazyLock<Library> = LazyLock::new(|| Library::new(Vec::new(), Some(&[BRANCHES.to_owned()])));

/// A block that is left to an error, and the first block there.
type Way = (BlockId, BlockId);

/// What `search` finds in the function without its branches to errors; `None` where none lie in what is
/// found.
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

/// The solutions of `ErrorBranch`; none where not all are found.
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

/// The ways in a model: a normalised copy has the blocks of the function.
fn left_out(model: &Model, ways: &BTreeSet<Way>) -> Vec<LeftOut> {
    ways.iter().filter_map(|(from, to)| model.way(model.terminator(*from), *to)).collect()
}
