//! Static control parts (SCoPs): solutions of `SCoP` are merged into maximal parts with a polyhedral
//! description.
//!
//! In: the solutions of `SCoP`, one for each loop of a nest. Out: one hit for each maximal part, with its
//! loops, conditions and accesses as affine expressions. Loops are found in the normalised copy, but
//! described in the unmodified function, so that subscripts match its address computations. If the unmodified
//! function has no affine description, the copy provides it.

mod errors;
mod outermost;

use analysis::memory::{Location, Memory};
use ir::{BlockId, Model, ValueId};
use lang::atoms::ModelWorld;
use library::{Budget, Idiom, SearchResult, Solution};
use outermost::Outermost;
use report::Outcome;
use scop::{CountedLoop, Covered, Part, Reason, parts};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use wording::{DescribedScop, Description, Hit, UndescribedScop, View};

/// The building block that selects loops whose description fails because of a parametric product.
const OF_PRODUCTS: &str = "ParametricProduct";

/// The building blocks that constrain the contents of a loop, and the variables of the loop in a
/// specification that includes one of them.
const BLOCKS: [&str; 2] = ["AffineControlFlow", "AffineMemAccesses"];
const LOOP: [&str; 4] = ["loop.precursor", "loop.begin", "loop.end", "loop.successor"];

/// Whether findings of an idiom are described as static control parts: it has the variables of a loop and
/// includes one of the [`BLOCKS`].
pub(crate) fn describes(idiom: &Idiom) -> bool {
    let has = |name: &str| idiom.variables().iter().any(|variable| variable == name);
    BLOCKS.iter().any(|block| idiom.includes(block)) && LOOP.iter().all(|name| has(name))
}

/// Whether an idiom selects loops without a description, because of a product that no array dimension
/// explains.
fn is_of_products(idiom: &Idiom) -> bool {
    idiom.includes(OF_PRODUCTS)
}

/// The solutions of a search and the reported hits.
type CountedHits = (SearchResult, Vec<Hit>);

/// Searches for `SCoP`, in the function without its branches to errors if that finds more.
pub(crate) fn search(idiom: &Idiom, view: &View<'_>, world: &ModelWorld<'_>, budget: Budget) -> CountedHits {
    let search = |view: &View<'_>, world: &ModelWorld<'_>| search_in(idiom, view, world, budget);
    errors::without_errors(idiom, view, world, budget, &search).unwrap_or_else(|| search(view, world))
}

/// The hits of [`search`] when every loop is searched. `solutions` are those in the function with its
/// branches to errors.
pub(crate) fn of_all_loops(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    budget: Budget,
    solutions: &[Solution],
) -> Vec<Hit> {
    let search = |view: &View<'_>, world: &ModelWorld<'_>| {
        let found = idiom.find_in(world, budget);
        let hits = joined(view, idiom, &found.solutions);
        (found, hits)
    };
    let without = errors::without_errors(idiom, view, world, budget, &search);
    without.map_or_else(|| joined(view, idiom, solutions), |(_, hits)| hits)
}

/// Whether a part found by [`search_in`] may contain one of the blocks. Parts are not described, which takes
/// most of a search, so that the answer `true` may be wrong.
fn may_contain(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    budget: Budget,
    blocks: &BTreeSet<BlockId>,
) -> bool {
    let of_loops = |loops: &[CountedLoop]| {
        let (of_plain, of_copy) = (OnceCell::new(), OnceCell::new());
        all_in_plain(view, loops).is_some_and(|plain| {
            scop::may_contain(view.plain(), &plain, &may_write(view.plain(), &of_plain), blocks)
        }) || scop::may_contain(view.model(), loops, &may_write(view.model(), &of_copy), blocks)
    };
    outermost_loops(idiom, view, world, budget).is_some_and(|(_, loops)| of_loops(&loops)) || {
        let found = idiom.find_in(world, budget);
        found.exhausted.is_some() || all_counted(&found.solutions).is_none_or(|loops| of_loops(&loops))
    }
}

/// Searches for an idiom; a solution for an outer loop stands for its inner loops, which are then not
/// searched.
fn search_in(idiom: &Idiom, view: &View<'_>, world: &ModelWorld<'_>, budget: Budget) -> CountedHits {
    // A user's specification need not hold for the inner loops as well.
    let is_of_one = idiom.is_prebuilt() && !is_of_products(idiom);
    let outermost = is_of_one.then(|| search_outermost(idiom, view, world, budget)).flatten();
    outermost.unwrap_or_else(|| {
        let found = idiom.find_in(world, budget);
        let hits = joined(view, idiom, &found.solutions);
        (found, hits)
    })
}

/// The result of [`search_in`] if every outermost loop has a description. Otherwise `None`, since inner loops
/// may be parts of their own.
fn search_outermost(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    budget: Budget,
) -> Option<(SearchResult, Vec<Hit>)> {
    let (found, loops) = outermost_loops(idiom, view, world, budget)?;
    let largest = largest(view, &loops);
    let is_outermost = |part: &Part| part.seed < found.solutions.len();
    let are_described = largest.iter().all(|(part, _)| part.scop.is_ok() && is_outermost(part));
    are_described.then(|| {
        let hits = hits(idiom.name(), &found.solutions, largest);
        (found, hits)
    })
}

/// The solutions for outermost loops, and their loops followed by those nested in them. `None` if the idiom
/// or a solution has no loop.
fn outermost_loops(
    idiom: &Idiom,
    view: &View<'_>,
    world: &ModelWorld<'_>,
    budget: Budget,
) -> Option<(SearchResult, Vec<CountedLoop>)> {
    let mut outermost = Outermost::new(view.model());
    let found = idiom.find_selected(world, budget, &outermost::VARIABLES, &mut outermost)?;
    let mut loops = all_counted(&found.solutions)?;
    loops.append(&mut outermost.inner());
    Some((found, loops))
}

/// Makes one hit for each maximal static control part, with the solution that it was grown from. If a
/// solution has no loop, every solution becomes a hit.
pub(crate) fn joined(view: &View<'_>, idiom: &Idiom, solutions: &[Solution]) -> Vec<Hit> {
    match all_counted(solutions) {
        Some(loops) if is_of_products(idiom) => hits(idiom.name(), solutions, with_products(view, loops)),
        Some(loops) => {
            let mut parts = largest(view, &loops);
            // Another idiom reports these parts.
            if idiom.is_prebuilt() {
                parts.retain(|(part, _)| !is_product(part));
            }
            hits(idiom.name(), solutions, parts)
        }
        None => solutions.iter().map(|solution| hit(idiom.name(), solution)).collect(),
    }
}

/// The loops of solutions; `None` if one has none.
fn all_counted(solutions: &[Solution]) -> Option<Vec<CountedLoop>> {
    solutions.iter().map(counted).collect()
}

fn counted(solution: &Solution) -> Option<CountedLoop> {
    let [precursor, begin, end, successor] = LOOP.map(|name| solution.get(name));
    Some(CountedLoop { precursor: precursor?, begin: begin?, end: end?, successor: successor? })
}

fn hit(name: &str, solution: &Solution) -> Hit {
    Hit::new(name, solution, Outcome::Found, None)
}

/// One hit for each part, with its description or the reason why it has none.
fn hits(name: &str, solutions: &[Solution], parts: Vec<(Part, bool)>) -> Vec<Hit> {
    let of_part = |(part, of_copy): (Part, bool)| {
        let description: Rc<dyn Description> = match part.scop {
            Ok(scop) => Rc::new(DescribedScop { scop, of_copy, left_out: Vec::new() }),
            Err(refusal) => Rc::new(UndescribedScop { refusal, of_copy }),
        };
        Hit { description: Some(description), ..hit(name, &solutions[part.seed]) }
    };
    parts.into_iter().map(of_part).collect()
}

/// The maximal parts, and whether each is described in terms of the copy. If a part has no description in the
/// unmodified function, all are described in terms of the copy.
fn largest(view: &View<'_>, loops: &[CountedLoop]) -> Vec<(Part, bool)> {
    if let Some(plain) = all_in_plain(view, loops) {
        let parts = parts(view.plain(), &plain, &may_write(view.plain(), &OnceCell::new()));
        if parts.iter().all(|part| part.scop.is_ok()) {
            return parts.into_iter().map(|part| (part, false)).collect();
        }
    }
    parts(view.model(), loops, &may_write(view.model(), &OnceCell::new()))
        .into_iter()
        .map(|part| (part, true))
        .collect()
}

/// Whether an instruction may write the memory that a load reads. The memory analysis is created on first
/// use.
fn may_write<'m>(
    model: &'m Model,
    memory: &'m OnceCell<Memory<'m>>,
) -> impl Fn(ValueId, ValueId) -> bool + 'm {
    move |write, load| {
        let memory = memory.get_or_init(|| Memory::new(model));
        memory.may_write(write, Location::of(model, load))
    }
}

/// Whether a part has no description because of a product.
fn is_product(part: &Part) -> bool {
    part.scop.as_ref().is_err_and(|refusal| refusal.reason == Reason::Shape)
}

/// The outermost loops that have no description because of a product.
fn with_products(view: &View<'_>, mut loops: Vec<CountedLoop>) -> Vec<(Part, bool)> {
    let model = view.model();
    let count = loops.len();
    // Inner loops are included, with or without such products.
    let mut covered = Covered::new(model);
    loops.iter().for_each(|l| covered.cover_loop(l.begin, l.end));
    for block in model.blocks().filter(|block| covered.contains(*block)) {
        let end = model.terminator(block);
        let is_known = loops.iter().any(|l| l.end == end);
        let mut to = model.block_successors(block).iter().copied();
        let begin = to.find(|to| model.dominance().block_dominates(*to, block)).filter(|_| !is_known);
        loops.extend(begin.and_then(|to| CountedLoop::between(model, model.block_first(to), end)));
    }
    let mut parts = largest(view, &loops);
    parts.retain(|(part, _)| part.seed < count && is_product(part));
    let mut covered = Covered::new(model);
    parts.retain(|(part, _)| {
        let CountedLoop { begin, end, .. } = loops[part.seed];
        let is_inner = model.block_of(begin).is_some_and(|block| covered.contains(block));
        covered.cover_loop(begin, end);
        !is_inner
    });
    parts
}

/// Maps loops of the copy to the function.
fn all_in_plain(view: &View<'_>, loops: &[CountedLoop]) -> Option<Vec<CountedLoop>> {
    loops.iter().map(|l| in_plain(view, l)).collect()
}

/// Maps a loop of the copy to the function: normalisation preserves blocks and branches.
fn in_plain(view: &View<'_>, l: &CountedLoop) -> Option<CountedLoop> {
    let (copy, plain) = (view.model(), view.plain());
    let first = |value| Some(plain.block_first(copy.block_of(value)?));
    let last = |value| Some(plain.terminator(copy.block_of(value)?));
    Some(CountedLoop {
        precursor: last(l.precursor)?,
        begin: first(l.begin)?,
        end: last(l.end)?,
        successor: first(l.successor)?,
    })
}
