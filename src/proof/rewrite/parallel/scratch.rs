//! Scratch arrays: each round writes the elements that it reads, so each thread gets a copy.
//!
//! A fill is a store in loops whose numbers of rounds are constants, or one outside of inner loops: its
//! elements are known to be written where it is done. Each load must be of elements of fills that are done
//! before it in the same round, on every path. Behind the loop the elements are those of the last round, if
//! the fills of all of them run in each round; otherwise the array must be one of the function that nothing
//! reads outside the loop.
//!
//! In: `for (j = 0; j < 8; j++) t[j] = x[8 * i + j]; … t[k & 7] …`. Out: copies of 8 elements, of which that
//! of the last round stays.

use super::super::matched::Unfit;
use super::super::nest::{Analyses, Array, NestShape};
use super::copied::{PrivatePlace, range};
use analysis::accesses::{Accesses, LoopId, Symbol, Term};
use ir::{BlockId, Copies, Model, Opcode, ValueId};

/// Limit on the elements of a copy.
const MOST_ELEMENTS: i64 = 1 << 20;

/// Limit on the accesses of one array.
const MOST_ACCESSES: usize = 256;

/// Indices, strides and counts are less than this.
const FARTHEST: i64 = 1 << 31;

/// The name of the intrinsic that fills memory with a byte.
pub(super) const FILLING: &str = "llvm.memset";

/// The root of a load or store outside the loop, if it is one.
pub(super) fn root_of(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    access: ValueId,
) -> Option<ValueId> {
    let found = analyses.accesses.addresses(access);
    let [address] = &*found else { return None };
    shape.is_fixed(analyses.model, address.root).then_some(address.root)
}

/// A loop by whose counter an address goes: the elements from round to round, and the number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tile {
    stride: i64,
    count: i64,
    of: LoopId,
}

/// An access of the array in one round of the parallel loop.
#[derive(Clone, Debug)]
struct Touch {
    value: ValueId,
    is_written: bool,
    least: i64,
    most: i64,
    /// The loops that its elements go by; `None` if these are bounded only.
    tiles: Option<Vec<Tile>>,
}

/// The first element of a store, where it is done, and the outermost inner loop around it.
type FillingStore = (i64, ValueId, Option<LoopId>);

/// Elements that are written, all of them, once all of these instructions were executed in a round.
#[derive(Clone, Debug)]
struct Fill {
    least: i64,
    most: i64,
    done: Vec<ValueId>,
    /// The outermost inner loops that do it.
    inner: Vec<LoopId>,
}

/// The array at a root as one of which each thread has a copy.
///
/// # Errors
///
/// The obstacle, if the array looks like one that rounds fill.
pub(super) fn scratch(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    root: ValueId,
) -> Result<PrivatePlace, Option<Unfit>> {
    let model = analyses.model;
    if model.type_of(root).name != "ptr" {
        return Err(None);
    }
    let all = accesses_of(analyses, shape, root)?;
    let size = all.iter().find_map(|access| model.access_size(*access)).ok_or(None)?;
    let mut touches = Vec::new();
    for access in &all {
        match touch(analyses, shape, (root, size), *access) {
            Some(touch) => touches.push(touch),
            None => return begun(model, shape, root, &all),
        }
    }
    match filled(analyses, shape, root, &touches) {
        Ok((copies, (least, most))) => {
            let further = most - least;
            if further >= MOST_ELEMENTS {
                return Err(None);
            }
            let is_store = |access: &&ValueId| model.opcode(**access) == Some(Opcode::Store);
            let store = *all.iter().find(is_store).ok_or(None)?;
            Ok(place(model, (root, store, size), &all, (least, most), copies))
        }
        Err(unfit) => begun(model, shape, root, &all).map_err(|_| unfit),
    }
}

fn place(
    model: &Model,
    (root, store, size): (ValueId, ValueId, u32),
    all: &[ValueId],
    range: (i64, i64),
    copies: Copies,
) -> PrivatePlace {
    let like = model.operand(store, 0).unwrap_or(store);
    PrivatePlace {
        array: Array::between(store, root, size, range),
        accesses: all.to_vec(),
        updates: Vec::new(),
        like,
        copies,
        ranged: Vec::new(),
        bounded: None,
        begins: false,
    }
}

/// An array of the function whose lifetime may begin in each round, which only LLVM can say: then no round
/// reads what another one wrote.
fn begun(
    model: &Model,
    shape: &NestShape,
    root: ValueId,
    all: &[ValueId],
) -> Result<PrivatePlace, Option<Unfit>> {
    let bytes = model.reserved_bytes(root).filter(|_| model.is_used_outside(root)).ok_or(None)?;
    let is_store = |access: &ValueId| model.opcode(*access) == Some(Opcode::Store);
    let store = *all.iter().find(|access| is_store(access)).ok_or(None)?;
    let size = model.access_size(store).filter(|size| *size > 0).ok_or(None)?;
    let elements = i64::from(bytes.div_ceil(size));
    if elements == 0 || elements > MOST_ELEMENTS || !is_dead_outside(model, shape, root) {
        return Err(None);
    }
    let place = place(model, (root, store, size), all, (0, elements - 1), Copies::Dropped);
    Ok(PrivatePlace { begins: true, ..place })
}

/// The loads, stores and fills of the loop at a root.
fn accesses_of(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    root: ValueId,
) -> Result<Vec<ValueId>, Option<Unfit>> {
    let (model, mut all) = (analyses.model, Vec::new());
    for value in shape.instructions(model) {
        match model.opcode(value) {
            Some(Opcode::Load | Opcode::Store) => {
                let found = analyses.accesses.addresses(value);
                match &*found {
                    [address] if address.root == root => all.push(value),
                    several if several.iter().any(|address| address.root == root) => return Err(None),
                    _ => {}
                }
            }
            Some(Opcode::Call) if is_filling(model, value) => {
                let place = model.operand(value, 1).and_then(|pointer| analyses.accesses.place(pointer));
                if place.is_some_and(|(of, _)| of == root) {
                    all.push(value);
                }
            }
            _ => {}
        }
    }
    let is_known = (1..=MOST_ACCESSES).contains(&all.len());
    if is_known { Ok(all) } else { Err(None) }
}

/// Whether an instruction fills memory with a byte.
pub(super) fn is_filling(model: &Model, call: ValueId) -> bool {
    let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
    model.opcode(call) == Some(Opcode::Call) && callee.is_some_and(|callee| callee.canonical == FILLING)
}

/// The elements that an access touches in one round, if they lie between two numbers.
fn touch(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    (root, size): (ValueId, u32),
    access: ValueId,
) -> Option<Touch> {
    let model = analyses.model;
    let block = model.block_of(access)?;
    if is_filling(model, access) {
        let (_, bytes) = analyses.accesses.place(model.operand(access, 1)?)?;
        let first = analyses.accesses.term(bytes)?.as_constant()?;
        let length = i64::try_from(model.constant(model.operand(access, 3)?)?.signed()?).ok()?;
        let size = i64::from(size);
        let is_whole = first % size == 0 && length % size == 0 && first.abs() < FARTHEST;
        let (least, number) = (first / size, length / size);
        let is_near = is_whole && (1..=MOST_ELEMENTS).contains(&number);
        let touch =
            Touch { value: access, is_written: true, least, most: least + number - 1, tiles: Some(vec![]) };
        return is_near.then_some(touch);
    }
    let is_written = model.opcode(access) == Some(Opcode::Store);
    let found = analyses.accesses.addresses(access);
    let [address] = &*found else { return None };
    if address.size != size || model.access_size(access) != Some(size) {
        return None;
    }
    let by_term = match address.assumed.is_empty() {
        true => analyses.accesses.term(address.offset).cloned(),
        false => None,
    };
    if let Some((start, tiles)) = by_term.and_then(|term| tiles(analyses, shape, &term, block)) {
        let reach = |tile: &Tile| tile.stride * (tile.count - 1);
        let least = start + tiles.iter().map(reach).map(|reach| reach.min(0)).sum::<i64>();
        let most = start + tiles.iter().map(reach).map(|reach| reach.max(0)).sum::<i64>();
        return Some(Touch { value: access, is_written, least, most, tiles: Some(tiles) });
    }
    let pointer = model.operand(access, u32::from(is_written))?;
    let (least, most) = range(model, (pointer, root), (block, size))?;
    let is_near = least.abs() < FARTHEST && most.abs() < FARTHEST && least <= most;
    is_near.then_some(Touch { value: access, is_written, least, most, tiles: None })
}

/// The element in the first rounds of the inner loops that an offset goes by, and these loops.
fn tiles(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    term: &Term,
    block: BlockId,
) -> Option<(i64, Vec<Tile>)> {
    let (mut start, mut tiles) = (0i64, Vec::new());
    for (factors, number) in term.monomials() {
        let of = match factors.as_slice() {
            [] => {
                start = start.checked_add(*number)?;
                continue;
            }
            [Symbol::Counter(of)] => *of,
            _ => return None,
        };
        let is_inside = {
            let forest = analyses.accesses.loops();
            of != shape.outermost()
                && forest.has_block(of, block)
                && forest.ancestors(of).any(|around| around == shape.outermost())
        };
        if !is_inside {
            return None;
        }
        let (first, step, count) = progression(analyses.model, analyses.accesses, of)?;
        start = start.checked_add(number.checked_mul(first)?)?;
        let stride = number.checked_mul(step)?;
        let is_near = stride.abs() < FARTHEST && stride.checked_mul(count)?.abs() < FARTHEST;
        if !is_near || start.abs() >= FARTHEST {
            return None;
        }
        tiles.push(Tile { stride, count, of });
    }
    tiles.sort_unstable_by_key(|tile| (tile.stride.abs(), tile.of));
    Some((start, tiles))
}

/// The first value, the step and the number of rounds of a loop that is left at its end alone, if all three
/// are constants.
fn progression(model: &Model, accesses: &mut Accesses<'_>, of: LoopId) -> Option<(i64, i64, i64)> {
    ends_at_latch(model, accesses, of)?;
    let count = accesses.assumed_count(of).filter(|count| count.assumed.is_empty())?.term.as_constant()?;
    let (first, step) = match accesses.steps(of) {
        Some(steps) if steps.first.assumed.is_empty() => {
            let (first, step) = (steps.first.term.as_constant()?, steps.step.as_constant()?);
            // The counter does not wrap at its own width.
            let last = first.checked_add(step.checked_mul(count - 1)?)?;
            let most = 1i128 << (steps.width.min(64) - 1);
            let fits = [first, last].iter().all(|end| (-most..most).contains(&i128::from(*end)));
            fits.then_some((first, step))?
        }
        Some(_) => return None,
        None if accesses.counts_rounds(of, 1) => (0, 1),
        None => return None,
    };
    let is_near = first.abs() < FARTHEST && step.abs() < FARTHEST && (1..FARTHEST).contains(&count);
    is_near.then_some((first, step, count))
}

/// The latch of a loop, if it has one, which is its only exit.
fn ends_at_latch(model: &Model, accesses: &Accesses<'_>, of: LoopId) -> Option<BlockId> {
    let forest = accesses.loops();
    let [latch] = forest.get(of).latches.as_slice() else { return None };
    let leaves = |block: BlockId| model.block_successors(block).iter().any(|to| !forest.has_block(of, *to));
    let mut exits = model.blocks().filter(|block| forest.has_block(of, *block) && leaves(*block));
    (exits.next() == Some(*latch) && exits.next().is_none()).then_some(*latch)
}

/// The instruction after which a store was executed in all rounds of the inner loops around it, and the
/// outermost of these loops.
fn done(
    model: &Model,
    accesses: &Accesses<'_>,
    shape: &NestShape,
    store: ValueId,
) -> Option<(ValueId, Option<LoopId>)> {
    let (mut at, mut inner) = (store, None);
    let mut around = accesses.loops().around(model.block_of(store)?);
    while let Some(of) = around.filter(|of| *of != shape.outermost()) {
        let end = model.terminator(ends_at_latch(model, accesses, of)?);
        if at != end && !model.dominates(at, end) {
            return None;
        }
        (at, inner) = (end, Some(of));
        around = accesses.loops().get(of).parent;
    }
    around.map(|_| (at, inner))
}

/// The elements that stores write for certain.
fn fills(analyses: &Analyses<'_, '_>, shape: &NestShape, touches: &[Touch]) -> Vec<Fill> {
    let model = analyses.model;
    let mut fills = Vec::new();
    let mut groups: Vec<(Vec<Tile>, Vec<FillingStore>)> = Vec::new();
    for touch in touches.iter().filter(|touch| touch.is_written) {
        let Some(tiles) = &touch.tiles else { continue };
        let Some((end, inner)) = done(model, analyses.accesses, shape, touch.value) else { continue };
        if tiles.is_empty() {
            let (least, most) = (touch.least, touch.most);
            fills.push(Fill { least, most, done: vec![end], inner: inner.into_iter().collect() });
            continue;
        }
        let store = (touch.least, end, inner);
        match groups.iter_mut().find(|(known, _)| known == tiles) {
            Some((_, stores)) => stores.push(store),
            None => groups.push((tiles.clone(), vec![store])),
        }
    }
    // Stores in one loop whose elements lie beside each other: `t[2 * j]` and `t[2 * j + 1]`.
    for (tiles, mut stores) in groups {
        stores.sort_unstable_by_key(|(least, ..)| *least);
        let mut open = stores.as_slice();
        while let Some(((least, ..), _)) = open.split_first() {
            let beside = open.iter().zip(*least..).take_while(|((at, ..), next)| at == next).count();
            let (row, rest) = open.split_at(beside.max(1));
            open = rest;
            let mut width = row.len() as i64;
            let is_dense = tiles.iter().all(|tile| {
                let follows = tile.stride.abs() <= width;
                width += tile.stride.abs() * (tile.count - 1);
                follows
            });
            if is_dense {
                let done = row.iter().map(|(_, end, _)| *end).collect();
                let inner = row.iter().filter_map(|(.., inner)| *inner).collect();
                fills.push(Fill { least: *least, most: least + width - 1, done, inner });
            }
        }
    }
    fills
}

/// Whether fills have all elements from one number to another.
fn covers<'a>(fills: impl Iterator<Item = &'a Fill>, (least, most): (i64, i64)) -> bool {
    let mut all: Vec<(i64, i64)> = fills.map(|fill| (fill.least, fill.most)).collect();
    all.sort_unstable();
    let mut next = least;
    for (from, to) in all {
        if from > next {
            break;
        }
        next = next.max(to + 1);
    }
    next > most
}

/// The use of the copies, and the elements that they have.
fn filled(
    analyses: &Analyses<'_, '_>,
    shape: &NestShape,
    root: ValueId,
    touches: &[Touch],
) -> Result<(Copies, (i64, i64)), Option<Unfit>> {
    let model = analyses.model;
    let fills = fills(analyses, shape, touches);
    if fills.is_empty() {
        return Err(None);
    }
    let forest = analyses.accesses.loops();
    for load in touches.iter().filter(|touch| !touch.is_written) {
        let block = model.block_of(load.value).ok_or(None)?;
        let is_before = |fill: &&Fill| {
            fill.done.iter().all(|end| model.dominates(*end, load.value))
                && !fill.inner.iter().any(|of| forest.has_block(*of, block))
        };
        if !covers(fills.iter().filter(is_before), (load.least, load.most)) {
            let why = "may be an element that an earlier round wrote: not every one is written before in the same round";
            return Err(Some(Unfit::of(load.value, why)));
        }
    }
    let least = touches.iter().map(|touch| touch.least).min().ok_or(None)?;
    let most = touches.iter().map(|touch| touch.most).max().ok_or(None)?;
    if is_dead_outside(model, shape, root) {
        return Ok((Copies::Dropped, (least, most)));
    }
    let is_always = |fill: &&Fill| fill.done.iter().all(|end| model.dominates(*end, shape.latch));
    match covers(fills.iter().filter(is_always), (least, most)) {
        true => Ok((Copies::Last, (least, most))),
        false => {
            let is_some = |touch: &&Touch| {
                touch.is_written && !covers(fills.iter().filter(is_always), (touch.least, touch.most))
            };
            let store = touches.iter().find(is_some).ok_or(None)?.value;
            let why = "is written in some rounds only, and may be read behind the loop";
            Err(Some(Unfit::of(store, why)))
        }
    }
}

/// Whether a root is an array of the function that only loads and stores access, no load of them outside the
/// loop.
fn is_dead_outside(model: &Model, shape: &NestShape, root: ValueId) -> bool {
    if model.opcode(root) != Some(Opcode::Alloca) {
        return false;
    }
    let mut open = vec![root];
    while let Some(pointer) = open.pop() {
        for edge in model.operand_uses(pointer) {
            let user = edge.to;
            match model.opcode(user) {
                Some(Opcode::GetElementPtr) if edge.n == 0 => open.push(user),
                Some(Opcode::Load) if !shape.is_fixed(model, user) => {}
                Some(Opcode::Store) if edge.n == 1 => {}
                Some(Opcode::Call) if edge.n == 1 && is_filling(model, user) => {}
                _ => return false,
            }
        }
    }
    true
}
