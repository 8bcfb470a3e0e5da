//! Backward cones of values: the values that a known one is computed from, through instructions of given
//! opcodes alone.
//!
//! `data flow from {x} to {v} through only {fadd, fmul}` with `v` known holds of few `x`; testing each load
//! for a path to `v` would be quadratic in a sequence of loops.

use super::super::domain::value;
use super::super::{Atom, ModelWorld, Path};
use ir::{Flow, Model, OpcodeSet, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{PushedPredicate, Term, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// The sources of paths, by the value they lead to and the opcodes allowed between.
type Cones = FxHashMap<(ValueId, Option<OpcodeSet>), Rc<[Value]>>;

/// A cache of the cones found so far; cleared when it reaches its limit.
#[derive(Debug, Default)]
pub(in crate::atoms) struct ConeCache {
    cones: RefCell<Cones>,
}

/// The most cones in the cache.
const MOST_CONES: usize = 1 << 12;

/// The sources of the data-flow paths that a predicate demands, ascending. `None` if no predicate demands
/// one, or if there are more than `most`.
pub(super) fn sources(
    world: &ModelWorld<'_>,
    predicates: &[PushedPredicate<'_, Atom>],
    most: usize,
) -> Option<Rc<[Value]>> {
    predicates.iter().find_map(|predicate| match (predicate.relation, predicate.terms) {
        (Atom::Path(Path::Flows { flow: Flow::Data, through }), [Term::Sought, Term::Known(to)]) => {
            cone(world, (ValueId(to.0), *through), most)
        }
        _ => None,
    })
}

fn cone(world: &ModelWorld<'_>, key: (ValueId, Option<OpcodeSet>), most: usize) -> Option<Rc<[Value]>> {
    let cache = &world.narrowing.cones.cones;
    if let Some(known) = cache.borrow().get(&key) {
        return Some(Rc::clone(known)).filter(|known| known.len() <= most);
    }
    let mut work = 0;
    let found = leading_to(world.model, key, most, &mut work);
    world.count_work(work);
    let found: Rc<[Value]> = found?.into();
    let mut cache = cache.borrow_mut();
    if cache.len() >= MOST_CONES {
        cache.clear();
    }
    cache.insert(key, Rc::clone(&found));
    Some(found)
}

/// The first values of all paths to a value; `None` if there are more than `most`.
fn leading_to(
    model: &Model,
    (to, through): (ValueId, Option<OpcodeSet>),
    most: usize,
    work: &mut usize,
) -> Option<Vec<Value>> {
    let is_between = |v: ValueId| {
        let meets = |set: OpcodeSet| model.opcode(v).is_some_and(|o| set.meets(OpcodeSet::of(&[o])));
        through.is_none_or(meets)
    };
    let (mut seen, mut open) = (FxHashSet::default(), vec![to]);
    while let Some(next) = open.pop() {
        for edge in model.args(next) {
            *work += 1;
            if !seen.insert(edge.to) {
                continue;
            }
            if seen.len() > most {
                return None;
            }
            if is_between(edge.to) {
                open.push(edge.to);
            }
        }
    }
    let mut found: Vec<Value> = seen.into_iter().map(value).collect();
    found.sort_unstable();
    Some(found)
}
