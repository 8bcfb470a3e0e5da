//! The accesses of a nest: the elements that each load and store touches in all rounds, and their overlap.
//!
//! The address of an access is root + size * (start + Σ stride * counter). Arrays that the nest writes must
//! not overlap with any other accessed array, by points-to analysis or by a condition of the guard. A store
//! must touch another element in each round of the loops that its address depends on, so that rows do not
//! overlap. `round_order.rs` compares accesses to one element.

use super::super::matched::Unfit;
use super::conditions::{Conditions, Extent, LIMIT, split};
use super::extents::{distances, no_wrap};
use super::round_order::RoundOrder;
use super::rounds::{Rounds, distance};
use super::shape::NestShape;
use super::variables::Variables;
use analysis::accesses::{Accesses, LoopId, Term};
use analysis::memory::{Alias, Location, Memory};
use ir::{Model, Opcode, ValueId};

/// The elements that a load or store touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// A load or store of these elements.
    pub access: ValueId,
    /// The base pointer of the address.
    pub root: ValueId,
    /// The bytes of an element.
    pub size: u32,
    /// The element index, relative to the root.
    pub offset: Term,
    /// The element index, relative to the root, if all counters are 0.
    pub origin: Term,
    /// The element index if all counters have their least values.
    pub start: Term,
    /// The least element index.
    pub lowest: Term,
    /// The distance in elements from round to round, by loop; only constant strides may be negative.
    pub strides: Vec<(LoopId, Term)>,
    /// The number of further elements behind those, if several accesses are one array.
    pub further: i64,
    /// Whether elements are read.
    pub is_read: bool,
    /// Whether elements are written.
    pub is_written: bool,
}

impl Array {
    /// Elements between two numbers from the root, which are read and written.
    pub fn between(access: ValueId, root: ValueId, size: u32, (least, most): (i64, i64)) -> Array {
        Array {
            access,
            root,
            size,
            offset: Term::default(),
            origin: Term::default(),
            start: Term::constant(least),
            lowest: Term::constant(least),
            strides: Vec::new(),
            further: most - least,
            is_read: true,
            is_written: true,
        }
    }

    fn is_same_place(&self, other: &Array) -> bool {
        (self.root, self.size, &self.start, &self.strides)
            == (other.root, other.size, &other.start, &other.strides)
    }

    /// The distance from the lowest to the highest element.
    pub fn extent(&self) -> Extent {
        let strides = self.strides.iter().map(|(of, stride)| (*of, distance(stride))).collect();
        Extent { start: Term::default(), strides }
    }
}

/// The analyses of one function.
pub struct Analyses<'a, 'm> {
    /// The function.
    pub model: &'m Model,
    /// The accesses as terms.
    pub accesses: &'a mut Accesses<'m>,
    /// The points-to analysis of its pointers.
    pub memory: &'a Memory<'m>,
}

/// The loads and stores of a nest, each with the index of its array.
pub(super) type Places = Vec<(ValueId, usize)>;

/// The accesses of a nest.
pub(super) struct Accessed {
    /// The elements that they touch, each once.
    pub(super) arrays: Vec<Array>,
    /// All loads and stores.
    pub(super) all: Places,
    /// The accesses that the rewrite names.
    pub(super) places: Places,
    /// The other accesses, each with the reason; stores that another one overwrites apart.
    pub(super) foreign: Vec<(ValueId, usize, Unfit)>,
}

impl Accessed {
    /// The array that the named stores write, if it is one.
    pub(super) fn written(&self, model: &Model) -> Option<usize> {
        let is_store = |place: &&(ValueId, usize)| model.opcode(place.0) == Some(Opcode::Store);
        let mut written = self.places.iter().filter(is_store).map(|(_, at)| *at);
        let first = written.next()?;
        written.all(|other| other == first).then_some(first)
    }
}

/// The accesses of a nest, with the conditions that arrays do not overlap. Accesses that the names in
/// `updating` denote may touch elements of each other.
pub(super) fn arrays(
    analyses: &mut Analyses<'_, '_>,
    (shape, rounds): (&NestShape, &Rounds),
    (variables, updating): (&Variables, &[String]),
    conditions: &mut Conditions,
) -> Result<Accessed, Unfit> {
    let model = analyses.model;
    let mut arrays: Vec<Array> = Vec::new();
    let mut found = Vec::new();
    for access in shape.instructions(model) {
        let is_written = match model.opcode(access) {
            Some(Opcode::Load) => false,
            Some(Opcode::Store) => true,
            _ => continue,
        };
        let array = array(analyses, (shape, rounds), access, conditions)?;
        let named = check_named((model, shape), analyses.accesses, variables, &array, is_written);
        let at = arrays.iter().position(|known| known.is_same_place(&array)).unwrap_or_else(|| {
            arrays.push(array);
            arrays.len() - 1
        });
        found.push((access, at, named));
    }
    let all: Places = found.iter().map(|(access, at, _)| (*access, *at)).collect();
    let stores = found.iter().filter(|(.., named)| named.is_ok()).map(|(access, ..)| *access);
    let stores: Vec<ValueId> = stores.filter(|access| model.opcode(*access) == Some(Opcode::Store)).collect();
    let (mut places, mut foreign, mut overwritten) = (Places::new(), Vec::new(), Vec::new());
    for (access, at, named) in found {
        let is_written = model.opcode(access) == Some(Opcode::Store);
        let order = RoundOrder { model, accesses: analyses.accesses };
        if let Err(unfit) = named {
            let is_overwritten = is_written
                && (order.is_overwritten(access, &all, at, &stores)
                    || order.is_overwritten_behind(shape, (access, &arrays[at].strides), &all, at, &stores));
            let is_read_elsewhere = |(_, its): &(ValueId, usize), conditions: &mut Conditions| {
                let is_updated =
                    is_updated(analyses.accesses, (variables, updating), [&arrays[at], &arrays[*its]]);
                let distance = arrays[at].offset.plus(&arrays[*its].offset, -1);
                let mut is_apart = |distance| rounds.is_never_zero(model, shape, &distance, conditions);
                *its != at && is_updated && !distance.is_some_and(&mut is_apart)
            };
            match is_overwritten && !all.iter().any(|place| is_read_elsewhere(place, conditions)) {
                true => overwritten.push(access),
                false => foreign.push((access, at, unfit)),
            }
            continue;
        }
        if is_written && arrays[at].is_written {
            return Err(Unfit::of(access, "is the second store of a round to one element"));
        }
        arrays[at].is_read |= !is_written;
        arrays[at].is_written |= is_written;
        places.push((access, at));
    }
    for (store, at) in places.iter().filter(|(access, _)| model.opcode(*access) == Some(Opcode::Store)) {
        check_rows(*store, &arrays[*at], conditions)?;
        for (other, its) in places.iter().filter(|(other, _)| other != store) {
            match at == its {
                true => {
                    let order = RoundOrder { model, accesses: analyses.accesses };
                    order.check_one_round(*store, *other, &overwritten)?;
                }
                false
                    if is_updated(
                        analyses.accesses,
                        (variables, updating),
                        [&arrays[*at], &arrays[*its]],
                    ) => {}
                false => check_apart(analyses, &arrays, (*at, *its), conditions)?,
            }
        }
        // Other accesses of the written array are checked with the rest of the nest.
        for (_, its, _) in foreign.iter().filter(|(_, its, _)| arrays[*its].root != arrays[*at].root) {
            check_apart(analyses, &arrays, (*at, *its), conditions)?;
        }
    }
    Ok(Accessed { arrays, all, places, foreign })
}

pub(in crate::rewrite) fn array(
    analyses: &mut Analyses<'_, '_>,
    (shape, rounds): (&NestShape, &Rounds),
    access: ValueId,
    conditions: &mut Conditions,
) -> Result<Array, Unfit> {
    let (model, accesses) = (analyses.model, &mut *analyses.accesses);
    let found = accesses.addresses(access);
    let [address] = &*found else {
        return Err(Unfit::of(access, "is an access whose address does not go by the counters of loops"));
    };
    let is_plain =
        model.type_of(address.root).name == "ptr" && model.access_size(access) == Some(address.size);
    if !is_plain || !shape.is_fixed(model, address.root) {
        return Err(Unfit::of(
            access,
            "is an access whose address does not start from one pointer outside the nest",
        ));
    }
    no_wrap(model, accesses, rounds, &address.assumed, conditions)?;
    let term = accesses.term(address.offset).cloned().unwrap_or_default();
    let no_sum = || Unfit::of(access, "is an access that goes by a product of counters");
    let loops: Vec<LoopId> = shape.all_loops().collect();
    let (_, origin) = split(&term, &loops).ok_or_else(no_sum)?;
    let (strides, start) = rounds.split(&term).ok_or_else(no_sum)?;
    let lowest = rounds.lowest(&strides, &start).ok_or_else(no_sum)?;
    // Only distances between elements must be small; the first address is computed modulo 2^64.
    distances(&strides, conditions).map_err(|why| Unfit::of(access, format!("is an access that {why}")))?;
    let changing = term.symbols().find_map(|symbol| match symbol {
        analysis::accesses::Symbol::Value(value) | analysis::accesses::Symbol::Product(value) => {
            (!shape.is_fixed(model, value)).then_some(value)
        }
        analysis::accesses::Symbol::Counter(_) | analysis::accesses::Symbol::Rounds(_) => None,
    });
    if let Some(value) = changing {
        return Err(Unfit::of(value, "changes within the nest, and an address depends on it"));
    }
    let (root, size) = (address.root, address.size);
    let (further, is_read, is_written) = (0, false, false);
    Ok(Array {
        access,
        root,
        size,
        offset: term,
        origin,
        start,
        lowest,
        strides,
        further,
        is_read,
        is_written,
    })
}

/// Checks that the solution names the access or its array.
fn check_named(
    (model, shape): (&Model, &NestShape),
    accesses: &Accesses<'_>,
    variables: &Variables,
    array: &Array,
    is_written: bool,
) -> Result<(), Unfit> {
    let access = array.access;
    let named = variables.values().any(|(_, value)| value == access);
    let is_element = |(name, root): (&str, ValueId)| {
        let stored = || variables.value(&format!("{name}.element")) == model.operand(access, 0);
        is_of_name(accesses, variables, (name, root), array)
            && array.strides.iter().all(|(of, _)| shape.loops.contains(of))
            && (!is_written || stored())
    };
    if named || variables.values().any(is_element) {
        return Ok(());
    }
    Err(Unfit::of(access, "is an access that the rewrite does not speak of"))
}

/// Whether an array has the root, size, origin and strides of a named one.
fn is_of_name(
    accesses: &Accesses<'_>,
    variables: &Variables,
    (name, root): (&str, ValueId),
    array: &Array,
) -> bool {
    let field = |field: &str| variables.term(&format!("{name}.{field}")).and_then(|id| accesses.term(id));
    let is_stride = |stride: &Term| (0..).map_while(|k| field(&format!("stride[{k}]"))).any(|s| s == stride);
    let size = field("size").and_then(Term::as_constant);
    root == array.root
        && size == Some(array.size.into())
        && field("origin") == Some(&array.origin)
        && array.strides.iter().all(|(_, stride)| is_stride(stride))
}

/// Whether these are elements of one array that a nest updates.
fn is_updated(
    accesses: &Accesses<'_>,
    (variables, updating): (&Variables, &[String]),
    arrays: [&Array; 2],
) -> bool {
    let is_named = |array: &Array| {
        let mut named = updating.iter().filter_map(|name| Some((&**name, variables.value(name)?)));
        named.any(|named| is_of_name(accesses, variables, named, array))
    };
    arrays[0].root == arrays[1].root && arrays.into_iter().all(is_named)
}

/// Checks that a store touches another element in each round of the loops that its address depends on.
fn check_rows(store: ValueId, array: &Array, conditions: &mut Conditions) -> Result<(), Unfit> {
    let strides = array.extent().strides;
    let numbers = strides.iter().map(|(_, stride)| stride.as_constant());
    let numbers: Vec<Option<i64>> = numbers.collect();
    let (inner, outer) = match numbers.as_slice() {
        [] => return Ok(()),
        [_] => (0, None),
        [Some(a), Some(b)] if a < b => (0, Some(1)),
        [_, Some(_)] => (1, Some(0)),
        [Some(_), None] => (0, Some(1)),
        _ => {
            return Err(Unfit::of(
                store,
                "is a store whose rows may overlap: none of its strides is a number",
            ));
        }
    };
    let (of, stride) = &strides[inner];
    if !conditions.range(stride, 1, LIMIT) {
        return Err(Unfit::of(store, "is a store to one element in all rounds"));
    }
    if let Some(outer) = outer {
        let row = Extent { start: Term::default(), strides: vec![(*of, stride.clone())] };
        conditions.row(strides[outer].1.clone(), row);
    }
    Ok(())
}

fn check_apart(
    analyses: &Analyses<'_, '_>,
    arrays: &[Array],
    (store, other): (usize, usize),
    conditions: &mut Conditions,
) -> Result<(), Unfit> {
    let (written, accessed) = (&arrays[store], &arrays[other]);
    if analyses.memory.alias(Location::behind(written.root), Location::behind(accessed.root)) == Alias::No {
        return Ok(());
    }
    if written.root == accessed.root {
        let reason = "is an access to another element of the array that the nest writes";
        return Err(Unfit::of(accessed.access, reason));
    }
    let places = [store.min(other), store.max(other)];
    conditions.apart(places, places.map(|at| arrays[at].extent()));
    Ok(())
}
