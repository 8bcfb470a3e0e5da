//! Arrays of which each thread gets a copy: those that rounds update by one operation, such as histograms,
//! and those that each round fills anew (`scratch.rs`).
//!
//! The accesses of an updated array are pairs: a load of an element, and a store of it combined with another
//! value, which nothing else uses. The index lies between two numbers, by how it is computed or by the size
//! of the array, so that the copy has a known size. Behind the loop the copies are combined, element by
//! element; an element that no round updated is not touched. Updates may stop at a limit (`counted.rs`).
//!
//! In: `h[x[i] & 255] += w[i]`. Out: copies of 256 elements that begin at 0.

use super::super::matched::Unfit;
use super::super::nest::{Analyses, Array, NestShape, Variables};
use super::bounded::Bounded;
use super::carried::update_of;
use super::copied::{PrivatePlace, range};
use super::counted::{CountedUpdate, counting};
use super::is_allowed;
use super::ranged::RangedIndex;
use super::scratch;
use analysis::accesses::Symbol;
use ir::{ChosenValue, Copies, Model, Opcode, ThreadChoice, ValueId};
use lang::candl::ast::{Parallel, Variable};
use lang::candl::rewrite::LAST;

const UNKNOWN: &str =
    "updates elements whose number is not known: a mask, `% 256` or a narrow type would bound their index";

/// Limit on the elements of a copy.
const MOST_ELEMENTS: i64 = 1 << 16;

/// Absolute indices are less than this, so that their products with sizes fit in 64 bits.
const FARTHEST: u64 = 1 << 40;

/// An update of one element.
struct Update {
    root: ValueId,
    size: u32,
    load: ValueId,
    store: ValueId,
    members: Vec<ValueId>,
    copies: Copies,
    range: Result<(i64, i64), RangedIndex>,
    bounded: Option<Bounded>,
}

/// The arrays of a loop of which each thread may have a copy.
///
/// # Errors
///
/// The obstacle, for an array that the rewrite names.
pub(super) fn arrays(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    (parallel, variables): (&Parallel, &Variables),
) -> Result<Vec<PrivatePlace>, Unfit> {
    let model = analyses.model;
    let mut places: Vec<PrivatePlace> = Vec::new();
    if parallel.privatising.is_empty() {
        return Ok(places);
    }
    let stores: Vec<ValueId> =
        shape.instructions(model).filter(|value| model.opcode(*value) == Some(Opcode::Store)).collect();
    let mut tried: Vec<(ValueId, Unfit)> = Vec::new();
    for store in stores {
        let is_of_scratch = |place: &PrivatePlace| place.is_scratch() && place.accesses.contains(&store);
        if has_own_place(analyses, shape, store) || places.iter().any(is_of_scratch) {
            continue;
        }
        let root = scratch::root_of(analyses, shape, store);
        let why = root.and_then(|root| tried.iter().find(|(of, _)| *of == root));
        let why = match (root, why) {
            (_, Some((_, why))) => Some(why.clone()),
            (Some(root), None) => match scratch::scratch(analyses, shape, root) {
                Ok(place) => {
                    check_declared((store, root, LAST), parallel, variables)?;
                    places.push(place);
                    continue;
                }
                Err(why) => {
                    tried.extend(why.clone().map(|why| (root, why)));
                    why
                }
            },
            (None, None) => None,
        };
        let update = update(analyses, shape, store).map_err(|unfit| why.unwrap_or(unfit))?;
        check_declared((store, update.root, update.copies.word()), parallel, variables)?;
        let known = places.iter_mut().find(|place| place.array.root == update.root);
        match known {
            Some(place)
                if is_same(place.copies, update.copies)
                    && model.type_id(place.like) == model.type_id(update.load) =>
            {
                match (&mut place.bounded, update.bounded.clone()) {
                    (None, None) => {}
                    (Some(known), Some(more)) => known.parts.extend(more.parts),
                    _ => return Err(Unfit::of(store, UNKNOWN)),
                }
                match (update.range, place.ranged.is_empty()) {
                    (Ok(range), true) => {
                        let lowest = place.array.lowest.as_constant().unwrap_or(0);
                        let highest = lowest + place.array.further;
                        let range = Some((lowest.min(range.0), highest.max(range.1))).filter(is_small);
                        place.array = of_range(&update, range.ok_or_else(|| Unfit::of(store, UNKNOWN))?);
                    }
                    (Err(ranged), false) => place.ranged.push(ranged),
                    _ => return Err(Unfit::of(store, UNKNOWN)),
                }
                place.accesses.extend([update.load, update.store]);
                place.updates.extend(update.members);
            }
            Some(_) => {
                return Err(Unfit::of(
                    store,
                    "updates an array by another operation, or of another type, than other stores",
                ));
            }
            None => places.push(PrivatePlace {
                array: of_range(&update, update.range.unwrap_or_default()),
                ranged: update.range.err().into_iter().collect(),
                accesses: vec![update.load, update.store],
                updates: update.members,
                like: update.load,
                copies: update.copies,
                bounded: update.bounded,
                begins: false,
            }),
        }
    }
    for place in &places {
        check_all(analyses, shape, place)?;
    }
    check_fillings(model, shape, &places)?;
    Ok(places)
}

/// Whether updates of both kinds may be of one array. Those that count have a comparison each, which is
/// changed for the threads.
fn is_same(one: Copies, other: Copies) -> bool {
    matches!((one, other), (Copies::Combined(one), Copies::Combined(other)) if one == other)
}

/// Checks that memory is filled by nothing but stores, and the intrinsic in arrays that threads have copies
/// of.
fn check_fillings(model: &Model, shape: &NestShape, places: &[PrivatePlace]) -> Result<(), Unfit> {
    let is_of_copy = |call: ValueId| places.iter().any(|place| place.accesses.contains(&call));
    match shape.instructions(model).find(|value| scratch::is_filling(model, *value) && !is_of_copy(*value)) {
        Some(call) => Err(Unfit::of(call, FILLED)),
        None => Ok(()),
    }
}

const FILLED: &str =
    "fills memory, and each round reads what it fills: no array of which each thread has a copy";

/// Whether a copy may have the elements between two indices.
fn is_small((least, most): &(i64, i64)) -> bool {
    most.checked_sub(*least).is_some_and(|number| (0..MOST_ELEMENTS).contains(&number))
        && least.unsigned_abs().max(most.unsigned_abs()) < FARTHEST
}

fn of_range(update: &Update, range: (i64, i64)) -> Array {
    Array::between(update.store, update.root, update.size, range)
}

/// Whether the address of a store goes by the rounds of the loop.
fn has_own_place(analyses: &mut Analyses<'_, '_>, shape: &NestShape, store: ValueId) -> bool {
    let model = analyses.model;
    let found = analyses.accesses.addresses(store);
    let [address] = &*found else { return false };
    let Some(term) = analyses.accesses.term(address.offset) else { return false };
    let is_known = |symbol: Symbol| match symbol {
        Symbol::Value(value) | Symbol::Product(value) => shape.is_fixed(model, value),
        Symbol::Counter(_) => true,
        Symbol::Rounds(_) => false,
    };
    term.mentions(Symbol::Counter(shape.outermost())) && term.symbols().all(is_known)
}

/// Reads the update that a store ends.
fn update(analyses: &mut Analyses<'_, '_>, shape: &NestShape, store: ValueId) -> Result<Update, Unfit> {
    let model = analyses.model;
    let why = "writes elements that other rounds may read or write: its address does not go by the rounds, and it is no update of one element";
    let unfit = || Unfit::of(store, why);
    let found = analyses.accesses.addresses(store);
    let mut bounded = Bounded::of(model, shape, store).filter(Bounded::is_whole);
    let (root, size) = match (&*found, &bounded) {
        ([address], _) if shape.is_fixed(model, address.root) => (address.root, address.size),
        (_, Some(bounded)) => (bounded.root, bounded.size),
        _ => return Err(unfit()),
    };
    let stored = model.operand(store, 0).ok_or_else(unfit)?;
    let pointer = model.operand(store, 1).ok_or_else(unfit)?;
    let block = model.block_of(store).ok_or_else(unfit)?;
    let is_of_update = |value: &ValueId| {
        model.opcode(*value) == Some(Opcode::Load) && model.operand(*value, 0) == Some(pointer)
    };
    let counting = counting(model, shape, store);
    let before = model.block_instructions(block).take_while(|value| *value != store);
    let load = match &counting {
        Some(counting) => counting.load,
        None => before.filter(is_of_update).last().ok_or_else(unfit)?,
    };
    if model.type_id(load) != model.type_id(stored) || !shape.is_fixed(model, root) {
        return Err(unfit());
    }
    let (members, copies) = match counting {
        Some(CountedUpdate { members, limit, .. }) => (members, Copies::Counted(limit)),
        None => {
            let (members, by) = update_of(model, shape, (load, stored), store)?;
            (members, Copies::Combined(by))
        }
    };
    let range = range(model, (pointer, root), (block, size));
    let range = range.filter(is_small).or_else(|| whole(model, root, size));
    bounded = bounded.filter(|bounded| range.is_none() && (bounded.root, bounded.size) == (root, size));
    let range = match range {
        Some(range) => Ok(range),
        None if bounded.is_some() => Ok((0, 0)),
        None => {
            let ranged = RangedIndex::of(model, shape, store, root);
            let is_whole =
                |ranged: &RangedIndex| ranged.factor == i64::from(ranged.size) && ranged.size == size;
            Err(ranged.filter(is_whole).ok_or_else(|| Unfit::of(store, UNKNOWN))?)
        }
    };
    Ok(Update { root, size, load, store, members, copies, range, bounded })
}

/// The indices of all elements of an object that this module defines: an access by a pointer to it is of no
/// other object.
fn whole(model: &Model, root: ValueId, size: u32) -> Option<(i64, i64)> {
    let of_variable = model.global(root).filter(|global| !global.is_function).and_then(|global| global.size);
    let bytes = of_variable.or_else(|| model.reserved_bytes(root).map(u64::from))?;
    let elements = i64::try_from(bytes / u64::from(size)).ok()?;
    (1..=MOST_ELEMENTS).contains(&elements).then(|| (0, elements - 1))
}

/// Checks that the rewrite allows to copy the array for its operation.
fn check_declared(
    (store, root, word): (ValueId, ValueId, &str),
    parallel: &Parallel,
    variables: &Variables,
) -> Result<(), Unfit> {
    let is_it = |what: &Variable| variables.named(what).is_ok_and(|named| named == root);
    match is_allowed(&parallel.privatising, word, &is_it) {
        true => Ok(()),
        false => {
            Err(Unfit::of(store, format!("updates an array by `{word}`, which the rewrite does not allow")))
        }
    }
}

/// Checks that no value of an update is used behind the loop: a thread has a part of it alone.
pub(super) fn check_behind(places: &[PrivatePlace], choices: &[ThreadChoice]) -> Result<(), Unfit> {
    let behind = choices.iter().flat_map(|choice| &choice.values).filter(|chosen| chosen.phi.is_none());
    for ChosenValue { next, .. } in behind {
        let mut updated = places.iter().filter(|place| !place.is_scratch());
        if updated.any(|place| place.accesses.contains(next) || place.updates.contains(next)) {
            return Err(Unfit::of(*next, "is used behind the loop as it is in the last round"));
        }
    }
    Ok(())
}

/// Checks that the array is accessed by its updates alone.
fn check_all(analyses: &mut Analyses<'_, '_>, shape: &NestShape, place: &PrivatePlace) -> Result<(), Unfit> {
    let model = analyses.model;
    for value in shape
        .instructions(model)
        .filter(|value| matches!(model.opcode(*value), Some(Opcode::Load | Opcode::Store)))
    {
        let found = analyses.accesses.addresses(value);
        let is_there = found.iter().any(|address| address.root == place.array.root);
        if is_there && !place.accesses.contains(&value) {
            return Err(Unfit::of(value, "accesses an array that the rounds update, beside the updates"));
        }
    }
    Ok(())
}
