//! Candidates from several atoms at once (multi-predicate pushdown), where a single atom would list half the
//! function.
//!
//! Two kinds of queries, frequent in descriptions of loops, are answered here. The first asks for the
//! instructions of an opcode *in a region*: dominated by one known instruction, post-dominated by another.
//! The second asks for the loops *around a point*: edges from `end` back to `begin` such that `begin`
//! dominates a known instruction and `end` post-dominates it. In a sequence of loops each begin dominates all
//! code behind it, so that listing by one atom alone would be quadratic.
//!
//! Submodules answer two more: the accesses to a known array by known loops (`accesses.rs`), and the values
//! that a known one is computed from (`cone.rs`).
//!
//! Example: for `opcode{x} = load`, `domination({b}, {x})` and `strict_post_domination({e}, {x})` with `b`
//! and `e` known, the candidates are the loads in the blocks between `b` and `e`, from the
//! [regions](ir::Regions) of the model.

mod accesses;
mod cone;
mod predicates;
mod rounds;

use super::domain::{is_term, value};
use super::{Atom, ControlFlow, DataFlow, Dominates, Kind, MemoryFact, ModelWorld};
use ir::{BlockId, Model, Opcode, OpcodeClass, ValueId};
use predicates::{dominance, has};
use smallvec::SmallVec;
use solver::{PushedPredicate, Term, Value};
use std::cell::OnceCell;

/// Indices of accesses, paths and loops for narrowing candidates, each built on first use.
#[derive(Debug, Default)]
pub(super) struct Narrowing {
    places: OnceCell<accesses::Places>,
    cones: cone::ConeCache,
    loop_blocks: OnceCell<rounds::LoopBlocks>,
    components: OnceCell<rounds::Components>,
}

/// The number of candidates up to which narrowing further does not pay.
const FEW: usize = 2;

/// The most sources of a value that are listed if no other list of candidates exists.
const MOST_SOURCES: usize = 256;

/// The constraints that the pushed-down predicates impose on the sought instruction.
#[derive(Default)]
struct Wanted<'w> {
    /// The instructions of the required opcode class, if there is one.
    buckets: Option<[&'w [Value]; 2]>,
    /// Whether the sought instruction is a load or a store.
    is_access: bool,
    /// Instructions that dominate it; `true` if strictly.
    from: SmallVec<[(ValueId, bool); 4]>,
    /// Instructions that post-dominate it; `true` if strictly.
    to: SmallVec<[(ValueId, bool); 4]>,
}

/// Appends the instructions that can satisfy the predicates; `false` if these describe neither a region nor a
/// loop.
pub(super) fn narrowed(
    world: &ModelWorld<'_>,
    predicates: &[PushedPredicate<'_, Atom>],
    out: &mut Vec<Value>,
) -> bool {
    if predicates.iter().any(|predicate| {
        !matches!(predicate.relation, Atom::Access(_)) && predicate.terms.iter().any(is_known_term)
    }) {
        return false;
    }
    let wanted = wanted(world, predicates);
    let all = out.len();
    if let Some((point, ends)) = point_of_loop(predicates) {
        loops_around(world.model, point, ends, out);
    } else if !rounds::loops_of(world, predicates, out) {
        return wanted.listed(world, predicates, out) || wanted.in_region(world, predicates, out);
    }
    world.count_work(out.len() - all);
    retain_from(out, all, |v| wanted.admits(world.model, v));
    true
}

fn is_known_term(term: &Term) -> bool {
    matches!(term, Term::Known(value) if is_term(*value))
}

fn wanted<'w>(world: &'w ModelWorld<'_>, predicates: &[PushedPredicate<'_, Atom>]) -> Wanted<'w> {
    let mut wanted = Wanted::default();
    for predicate in predicates {
        if let (Atom::Kind(Kind::Opcode(class)), [Term::Sought]) = (predicate.relation, predicate.terms) {
            let buckets = buckets(world, *class);
            wanted.is_access |= matches!(class, OpcodeClass::Exactly(Opcode::Load | Opcode::Store));
            let len = |buckets: [&[Value]; 2]| buckets[0].len() + buckets[1].len();
            if wanted.buckets.is_none_or(|known| len(buckets) < len(known)) {
                wanted.buckets = Some(buckets);
            }
        }
        if let (Atom::DataFlow(DataFlow::Phi), [_, _, Term::Sought]) = (predicate.relation, predicate.terms) {
            wanted.buckets = Some(buckets(world, OpcodeClass::Exactly(Opcode::Phi)));
        }
        let Some((kind, above, Term::Sought)) = dominance(predicate) else { continue };
        let ends = if kind.post { &mut wanted.to } else { &mut wanted.from };
        match above {
            Term::Known(v) => ends.push((ValueId(v.0), kind.strict)),
            // Dominance is transitive.
            Term::Open(_) => ends.extend(predicates.iter().filter_map(|other| match dominance(other)? {
                (Dominates { post, .. }, Term::Known(v), middle) if post == kind.post && middle == above => {
                    Some((ValueId(v.0), false))
                }
                _ => None,
            })),
            Term::Sought => {}
        }
    }
    wanted
}

/// The loads and stores that must alias a known access, if a predicate demands it of the sought instruction.
fn aliases<'w>(world: &'w ModelWorld<'_>, predicates: &[PushedPredicate<'_, Atom>]) -> Option<&'w [ValueId]> {
    predicates.iter().find_map(|predicate| match (predicate.relation, predicate.terms) {
        (
            Atom::MemoryFact(MemoryFact::MustAlias),
            [Term::Sought, Term::Known(other)] | [Term::Known(other), Term::Sought],
        ) => world.memory().at_address_of(ValueId(other.0)),
        _ => None,
    })
}

/// The instructions of an opcode class, as two ascending lists.
fn buckets<'w>(world: &'w ModelWorld<'_>, class: OpcodeClass) -> [&'w [Value]; 2] {
    let (model, index) = (world.model, &world.index);
    match class {
        OpcodeClass::Exactly(opcode) => [index.opcode(model, opcode), &[]],
        OpcodeClass::Branch => [index.branches(model), &[]],
        OpcodeClass::Call => [index.opcode(model, Opcode::Call), index.opcode(model, Opcode::Invoke)],
    }
}

impl Wanted<'_> {
    /// Whether an instruction lies in the region; the buckets are not checked.
    fn admits(&self, model: &Model, x: ValueId) -> bool {
        let dominated = |&(a, strict): &(ValueId, bool)| model.dominates(a, x) && !(strict && a == x);
        let post = |&(a, strict): &(ValueId, bool)| model.post_dominates(a, x) && !(strict && a == x);
        self.from.iter().all(dominated) && self.to.iter().all(post)
    }

    /// Appends the accesses that the predicates describe, or the sources of a known value, whichever are
    /// fewer; `false` if the predicates describe neither.
    fn listed(
        &self,
        world: &ModelWorld<'_>,
        predicates: &[PushedPredicate<'_, Atom>],
        out: &mut Vec<Value>,
    ) -> bool {
        let (all, accesses) = (out.len(), accesses::shortest(world, predicates));
        let is_listed = |v: &Value| {
            accesses.is_none_or(|accesses| accesses.binary_search(v).is_ok())
                && self.buckets.is_none_or(|buckets| buckets.iter().any(|b| b.binary_search(v).is_ok()))
        };
        let aliases = if self.is_access { aliases(world, predicates) } else { None };
        let lens = [aliases.map(<[ValueId]>::len), accesses.map(<[Value]>::len)];
        let most = lens.into_iter().flatten().min().unwrap_or(self.len().unwrap_or(MOST_SOURCES));
        let sources = if most > FEW { cone::sources(world, predicates, most) } else { None };
        match (sources, aliases, accesses) {
            (Some(sources), ..) => out.extend(sources.iter().copied().filter(is_listed)),
            (None, Some(aliases), _) => out.extend(aliases.iter().copied().map(value).filter(is_listed)),
            (None, None, Some(accesses)) => out.extend(accesses),
            (None, None, None) => return false,
        }
        world.count_work(out.len() - all);
        retain_from(out, all, |v| self.admits(world.model, v));
        true
    }

    /// The number of instructions of the required opcode class, if there is one.
    fn len(&self) -> Option<usize> {
        self.buckets.map(|[a, b]| a.len() + b.len())
    }

    /// Appends the instructions of the region that the predicates describe; `false` if they describe none.
    fn in_region(
        &self,
        world: &ModelWorld<'_>,
        predicates: &[PushedPredicate<'_, Atom>],
        out: &mut Vec<Value>,
    ) -> bool {
        if self.from.is_empty() && self.to.is_empty() {
            return false;
        }
        let (model, all) = (world.model, out.len());
        let most = self.len().unwrap_or(usize::MAX);
        let of_loop = rounds::blocks_of_loop(world, predicates, most);
        match (of_loop.or_else(|| self.blocks(model, most)), self.buckets) {
            (None, None) => {}
            (None, Some(buckets)) => buckets.into_iter().for_each(|bucket| out.extend(bucket)),
            (Some(blocks), None) => {
                blocks.into_iter().for_each(|b| out.extend(model.block_instructions(b).map(value)));
            }
            (Some(blocks), Some(buckets)) => {
                world.count_work(blocks.len());
                for block in blocks {
                    let (first, last) = (value(model.block_first(block)), value(model.terminator(block)));
                    for bucket in buckets {
                        let from = bucket.partition_point(|v| *v < first);
                        out.extend(bucket[from..].iter().take_while(|v| **v <= last));
                    }
                }
            }
        }
        world.count_work(out.len() - all);
        retain_from(out, all, |v| self.admits(model, v));
        true
    }

    /// The blocks of the region to scan; `None` if they are at least as many as the bucket has instructions
    /// (`len`).
    fn blocks(&self, model: &Model, len: usize) -> Option<Vec<BlockId>> {
        let (dominance, post_dominance) = (model.dominance(), model.post_dominance());
        let mut from: SmallVec<[BlockId; 4]> =
            self.from.iter().filter_map(|(v, _)| model.block_of(*v)).collect();
        let mut to: SmallVec<[BlockId; 4]> = self.to.iter().filter_map(|(v, _)| model.block_of(*v)).collect();
        // Values that are not instructions dominate nothing.
        if from.len() < self.from.len() || to.len() < self.to.len() {
            return Some(Vec::new());
        }
        // In unreachable and endless code an instruction dominates only itself.
        let alone = from.iter().find(|b| !dominance.is_reachable(**b));
        if let Some(&block) = alone.or(to.iter().find(|b| post_dominance.is_endless(**b))) {
            return Some(vec![block]);
        }
        // The innermost of several suffices: they dominate each other, or else have nothing in common.
        from.sort_by_key(|&b| dominance.dominated_blocks(b).len());
        to.sort_by_key(|&b| post_dominance.post_dominated_blocks(b).len());
        let regions = model.regions();
        match (from.first(), to.first()) {
            (Some(&b), Some(&e)) => {
                (regions.count_between(model, b, e) < len).then(|| regions.between(model, b, e))
            }
            (Some(&b), None) => {
                Some(dominance.dominated_blocks(b)).filter(|b| b.len() < len).map(Iterator::collect)
            }
            (None, Some(&e)) => {
                Some(post_dominance.post_dominated_blocks(e)).filter(|b| b.len() < len).map(Iterator::collect)
            }
            (None, None) => None,
        }
    }
}

/// The known instruction around which the predicates seek a loop, and whether they seek its end (`true`) or
/// its begin.
fn point_of_loop(predicates: &[PushedPredicate<'_, Atom>]) -> Option<(ValueId, bool)> {
    for predicate in predicates {
        let (Atom::ControlFlow(ControlFlow::InSuccessors | ControlFlow::Successor(_)), &[begin, end]) =
            (predicate.relation, predicate.terms)
        else {
            continue;
        };
        let seeks_end = end == Term::Sought;
        let open = if seeks_end { begin } else { end };
        if (begin == Term::Sought) == seeks_end
            || !matches!(open, Term::Open(_))
            || !has(predicates, false, begin, end)
        {
            continue;
        }
        let point = predicates.iter().find_map(|predicate| match dominance(predicate)? {
            (kind, above, point @ Term::Known(x)) if !kind.post && above == begin => {
                has(predicates, true, end, point).then_some(ValueId(x.0))
            }
            _ => None,
        });
        if let Some(point) = point {
            return Some((point, seeks_end));
        }
    }
    None
}

/// Appends the ends, or else the begins, of the loops around an instruction.
fn loops_around(model: &Model, point: ValueId, ends: bool, out: &mut Vec<Value>) {
    let Some(block) = model.block_of(point) else { return };
    let reachable = model.dominance().is_reachable(block);
    // In unreachable code an instruction is its own only begin and end, in endless code its own end.
    match reachable && !model.post_dominance().is_endless(block) {
        false if ends || !reachable => out.push(value(point)),
        false => out.extend(model.successors(point).iter().map(|edge| value(edge.to))),
        true => {
            out.extend(model.regions().loops_around(model, block).into_iter().map(|(end, begin)| {
                value(if ends { model.terminator(end) } else { model.block_first(begin) })
            }))
        }
    }
}

/// Removes the values from `out[from..]` for which `holds` is false.
fn retain_from(out: &mut Vec<Value>, from: usize, holds: impl Fn(ValueId) -> bool) {
    let mut end = from;
    for k in from..out.len() {
        if holds(ValueId(out[k].0)) {
            out[end] = out[k];
            end += 1;
        }
    }
    out.truncate(end);
}
