//! The memory of a parallel loop: each round writes elements of its own, and reads what no round writes.
//!
//! The address of an access is `c * round + rest`. All accesses of a written array have one `c`, and their
//! rests lie within fewer than `c` bytes of each other, over all inner loops: so no two rounds meet. Every
//! other access must be apart from what is written, by points-to analysis, by the types of the accesses, or
//! by a test of the ranges of addresses.
//!
//! In: `b[i][j] = a[i - 1][j] + a[i + 1][j]`. Out: a row of `b` is longer than the elements that a round
//! writes, and `a` is apart from `b`.

use super::super::matched::Unfit;
use super::super::nest::{
    Analyses, Array, Conditions, Counting, Extent, LIMIT, NestShape, Rounds, array, distance,
};
use super::bounded::Bounded;
use super::copied::PrivatePlace;
use super::fixed_count;
use super::ranged::{MOST_RANGES, RangedIndex, check_ranges};
use analysis::accesses::{LoopId, Symbol, Term};
use analysis::memory::{Alias, Location};
use ir::{Copies, Opcode, ValueId};

/// Limit on the loads and stores of a loop.
const MOST_ACCESSES: usize = 192;

/// The arrays of a parallel loop.
pub(super) struct ParallelPlaces {
    /// The rounds of all loops that addresses go by.
    pub(super) rounds: Rounds,
    /// The arrays that conditions name.
    pub(super) arrays: Vec<Array>,
    /// The instructions that must not wrap for the rounds to be right.
    pub(super) assumed: Vec<ValueId>,
    /// The accesses by indices whose ranges are asked for.
    pub(super) ranged: Vec<RangedIndex>,
    /// The pairs of a range and an array, or another range, that must be apart.
    pub(super) ranged_apart: Vec<(usize, RangedOther)>,
    /// The memory that searches access, that of private arrays first.
    pub(super) bounded: Vec<Bounded>,
    /// The pairs of those and what they must be apart from.
    pub(super) bounded_apart: Vec<(usize, BoundedOther)>,
}

/// Memory that what a search accesses must be apart from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundedOther {
    /// An array, by its place among those of conditions.
    Array(usize),
    /// The memory that another search accesses.
    Bounded(usize),
}

/// Memory that a range must be apart from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangedOther {
    /// An array, by its place among those of conditions.
    Array(usize),
    /// Another range.
    Range(usize),
}

/// A load or store of the loop.
#[derive(Clone, Copy, Debug)]
struct Access {
    value: ValueId,
    /// The pointer that its address starts from, if it is one.
    root: Option<ValueId>,
    is_store: bool,
    /// The index of the private array that it belongs to.
    private: Option<usize>,
}

/// Checks that the loads which a thread repeats before its first round are of arrays that no round writes.
fn check_again(accesses: &[Access], again: &[ValueId]) -> Result<(), Unfit> {
    for load in accesses.iter().filter(|access| again.contains(&access.value)) {
        let is_written = |other: &Access| other.is_store && other.root == load.root;
        if load.root.is_none() || accesses.iter().any(is_written) {
            return Err(Unfit::of(
                load.value,
                "is an element that the next round needs, of an array that is written",
            ));
        }
    }
    Ok(())
}

/// Checks all loads and stores of a loop. The inner loops that addresses go by become part of `shape`.
///
/// # Errors
///
/// The access that may meet one of another round.
pub(super) fn places(
    analyses: &mut Analyses<'_, '_>,
    shape: &mut NestShape,
    (private, again, combined): (&[PrivatePlace], &[ValueId], &[ValueId]),
    conditions: &mut Conditions,
) -> Result<ParallelPlaces, Unfit> {
    let accesses = accesses(analyses, shape, private)?;
    check_again(&accesses, again)?;
    let unresolved = unresolved(analyses, shape, &accesses);
    let is_written = |access: &Access| {
        let is_store_there =
            |other: &Access| other.is_store && other.private.is_none() && other.root == access.root;
        access.private.is_none() && accesses.iter().any(is_store_there)
    };
    // Their addresses must go by counters.
    let relevant: Vec<Access> = accesses
        .iter()
        .copied()
        .filter(|access| access.private.is_none())
        .filter(|access| is_written(access) || unresolved.iter().any(|pair| pair.contains(&access.value)))
        .collect();
    let mut ranged: Vec<RangedIndex> =
        private.iter().flat_map(|place| place.ranged.iter().copied()).collect();
    let mut searched = Searched::of_private(private);
    for access in relevant.iter().filter(|access| !is_written(access)) {
        if let Err(unfit) = check_read(analyses, shape, access, &accesses, &unresolved) {
            let bounded = Bounded::of(analyses.model, shape, access.value);
            if let Some(bounded) = bounded.filter(|_| searched.all.len() < MOST_RANGES) {
                searched.add(access.value, bounded);
                continue;
            }
            let by = access.root.and_then(|root| RangedIndex::of(analyses.model, shape, access.value, root));
            ranged.push(by.filter(|_| ranged.len() < MOST_RANGES).ok_or(unfit)?);
        }
    }
    let by_range: Vec<ValueId> = ranged.iter().map(|one| one.access).collect();
    let is_ranged = |value: ValueId| by_range.contains(&value);
    let is_searched = |value: ValueId| searched.of_access(value).is_some();
    let relevant: Vec<Access> = relevant
        .into_iter()
        .filter(|access| !is_ranged(access.value) && !is_searched(access.value))
        .collect();
    if !ranged.is_empty() {
        let is_settled = |load: ValueId| {
            let access = accesses.iter().find(|access| access.value == load);
            !is_ranged(load)
                && !is_searched(load)
                && access.is_some_and(|access| access.private.is_none() && !is_written(access))
        };
        // Whether an element is below its limit decides about its update alone.
        let limits = private.iter().filter_map(|place| match place.copies {
            Copies::Counted(limit) => Some(limit.comparison),
            _ => None,
        });
        let limits: Vec<ValueId> = limits.collect();
        check_ranges(analyses.model, shape, &ranged, (combined, &limits), &is_settled)?;
    }
    shape.others = inner_loops(analyses, shape, &relevant);
    let (rounds, assumed) =
        Rounds::of(analyses.model, analyses.accesses, (shape, &[], Counting::ByAny), conditions)?;
    let mut elements = Vec::new();
    for access in &relevant {
        elements.push((*access, array(analyses, (shape, &rounds), access.value, conditions)?));
    }
    let own: Vec<(Access, Array)> =
        elements.iter().filter(|(access, _)| is_written(access)).cloned().collect();
    check_own_places(shape, &rounds, &own, conditions)?;
    let arrays = Hulls::of(&elements, private);
    arrays.apart(&unresolved, conditions);
    let ranged_apart = arrays.apart_from_ranges(&unresolved, &ranged, private);
    let bounded_apart = searched.apart(&unresolved, &arrays)?;
    let (bounded, arrays) = (searched.all, arrays.all);
    Ok(ParallelPlaces { rounds, arrays, assumed, ranged, ranged_apart, bounded, bounded_apart })
}

/// The loads and stores of a loop.
fn accesses(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    private: &[PrivatePlace],
) -> Result<Vec<Access>, Unfit> {
    let model = analyses.model;
    let mut all = Vec::new();
    for value in shape.instructions(model) {
        let is_store = match model.opcode(value) {
            Some(Opcode::Load) => false,
            Some(Opcode::Store) => true,
            _ => continue,
        };
        let found = analyses.accesses.addresses(value);
        let root = match &*found {
            [address] => Some(address.root),
            _ => None,
        };
        let root = root.filter(|root| shape.is_fixed(model, *root));
        let private = private.iter().position(|place| place.accesses.contains(&value));
        if is_store && root.is_none() && private.is_none() {
            return Err(Unfit::of(
                value,
                "is a store whose address does not start from one pointer outside the loop",
            ));
        }
        all.push(Access { value, root, is_store, private });
    }
    match all.len() <= MOST_ACCESSES {
        true => Ok(all),
        false => Err(Unfit::of(shape.header, format!("begins a loop of more than {MOST_ACCESSES} accesses"))),
    }
}

/// The pairs of accesses with different roots, one of which writes, that are not known to be apart.
fn unresolved(analyses: &Analyses<'_, '_>, shape: &NestShape, accesses: &[Access]) -> Vec<[ValueId; 2]> {
    let (model, forest) = (analyses.model, analyses.accesses.loops());
    let mut pairs = Vec::new();
    let stores = accesses.iter().enumerate().filter(|(_, access)| access.is_store);
    for (at, store) in stores {
        for (of, other) in accesses.iter().enumerate() {
            // Of two stores, one pair is enough.
            let is_done = other.is_store && of <= at;
            let is_one = store.root.is_some() && store.root == other.root && store.private == other.private;
            let is_same_copy = store.private.is_some() && store.private == other.private;
            if is_done || is_one || is_same_copy {
                continue;
            }
            let [a, b] = [store.value, other.value].map(|value| Location::of(model, value));
            if analyses.memory.alias_in_loop(a, b, (forest, shape.outermost())) != Alias::No {
                pairs.push([store.value, other.value]);
            }
        }
    }
    pairs
}

/// Whether a loop is not inside, or its number of rounds does not change.
fn has_known_count(analyses: &mut Analyses<'_, '_>, shape: &NestShape, of: LoopId) -> bool {
    let forest = analyses.accesses.loops();
    let is_inside = forest.ancestors(of).any(|around| around == shape.outermost());
    if !is_inside || of == shape.outermost() {
        return true;
    }
    fixed_count(analyses.model, analyses.accesses, shape, of).is_some()
}

/// Rejects a read that may be of what a round writes, if its address does not go by counters.
fn check_read(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    access: &Access,
    accesses: &[Access],
    unresolved: &[[ValueId; 2]],
) -> Result<(), Unfit> {
    let model = analyses.model;
    let found = analyses.accesses.addresses(access.value);
    let term = match &*found {
        [address] if access.root.is_some() => analyses.accesses.term(address.offset).cloned(),
        _ => None,
    };
    let mut is_known = |symbol: Symbol| match symbol {
        Symbol::Value(value) | Symbol::Product(value) => shape.is_fixed(model, value),
        Symbol::Counter(of) => has_known_count(analyses, shape, of),
        Symbol::Rounds(_) => false,
    };
    if term.is_some_and(|term| term.symbols().all(&mut is_known)) {
        return Ok(());
    }
    let other = unresolved.iter().find(|pair| pair.contains(&access.value));
    let store = other.and_then(|pair| accesses.iter().find(|one| one.is_store && pair.contains(&one.value)));
    let place = match access.root {
        Some(_) => "goes by values that the loop computes",
        None => "starts from a pointer that the loop computes",
    };
    let store = store.map_or(access.value, |store| store.value);
    let why = format!(
        "may be {{}} of another round, which writes it: its address {place}, and nothing says that the arrays are apart (`restrict` would)"
    );
    Err(Unfit::of_two(access.value, store, why))
}

/// The loops inside that addresses go by.
fn inner_loops(analyses: &mut Analyses<'_, '_>, shape: &NestShape, relevant: &[Access]) -> Vec<LoopId> {
    let mut loops: Vec<LoopId> = Vec::new();
    for access in relevant {
        let found = analyses.accesses.addresses(access.value);
        for address in &*found {
            let assumed = address.assumed.iter().map(|value| analyses.accesses.value(*value).term.clone());
            let mut terms: Vec<Term> = assumed.collect();
            terms.extend(analyses.accesses.term(address.offset).cloned());
            for symbol in terms.iter().flat_map(Term::symbols) {
                let Symbol::Counter(of) = symbol else { continue };
                let forest = analyses.accesses.loops();
                let is_inside = forest.ancestors(of).any(|around| around == shape.outermost());
                if is_inside && of != shape.outermost() && !loops.contains(&of) {
                    loops.push(of);
                }
            }
        }
    }
    loops
}

/// The offset of an access from its address in the first round, over all inner loops.
struct OwnPlace<'a> {
    access: &'a Access,
    array: &'a Array,
    /// The bytes from round to round.
    stride: Term,
    /// The least offset in bytes.
    lowest: Term,
    /// The inner loops, with the bytes from round to round.
    inner: Vec<(LoopId, Term)>,
}

/// Checks that the accesses of each written array keep to elements of their round.
fn check_own_places(
    shape: &NestShape,
    rounds: &Rounds,
    own: &[(Access, Array)],
    conditions: &mut Conditions,
) -> Result<(), Unfit> {
    let mut places = Vec::new();
    for (access, array) in own {
        places.push(own_place(shape, rounds, access, array)?);
    }
    for store in places.iter().filter(|place| place.access.is_store) {
        check_stride(store, conditions)?;
        for other in places.iter().filter(|other| other.array.root == store.array.root) {
            if other.stride != store.stride {
                return Err(Unfit::of(
                    other.access.value,
                    "steps differently from round to round than the store to the same array",
                ));
            }
            for (above, below) in [(store, other), (other, store)] {
                check_window(above, below, conditions)?;
            }
        }
    }
    Ok(())
}

fn own_place<'a>(
    shape: &NestShape,
    rounds: &Rounds,
    access: &'a Access,
    array: &'a Array,
) -> Result<OwnPlace<'a>, Unfit> {
    let unfit = || Unfit::of(access.value, "is an access whose address is too far from its array");
    let size = Term::constant(array.size.into());
    let bytes = |term: &Term| term.times(&size).ok_or_else(unfit);
    let (of_rounds, inner): (Vec<_>, Vec<_>) =
        array.strides.iter().cloned().partition(|(of, _)| *of == shape.outermost());
    let stride = of_rounds.first().map(|(_, stride)| distance(stride)).unwrap_or_default();
    let lowest = rounds.lowest(&inner, &array.start).ok_or_else(unfit)?;
    let inner = inner.iter().map(|(of, stride)| Ok((*of, bytes(&distance(stride))?)));
    let inner = inner.collect::<Result<Vec<_>, Unfit>>()?;
    // Of rounds that go down, the lowest one is the last: all accesses of an array go the same way.
    Ok(OwnPlace { access, array, stride: bytes(&stride)?, lowest: bytes(&lowest)?, inner })
}

fn check_stride(store: &OwnPlace<'_>, conditions: &mut Conditions) -> Result<(), Unfit> {
    match store.stride.as_constant() {
        Some(0) => Err(Unfit::of(store.access.value, "writes the same elements in all rounds")),
        Some(_) => Ok(()),
        None => match conditions.range(&store.stride, 1, LIMIT) {
            true => Ok(()),
            false => Err(Unfit::of(store.access.value, "writes the same elements in all rounds")),
        },
    }
}

/// Checks that one access, at its highest, ends less than a stride behind the lowest begin of another one.
fn check_window(
    above: &OwnPlace<'_>,
    below: &OwnPlace<'_>,
    conditions: &mut Conditions,
) -> Result<(), Unfit> {
    let (store, other) = if above.access.is_store { (above, below) } else { (below, above) };
    let unfit = || {
        let why = match other.access.value == store.access.value {
            true => "writes elements that it writes in another round, too",
            false => "is written in one round, and may be {} of another one",
        };
        Unfit::of_two(store.access.value, other.access.value, why)
    };
    let apart = above.lowest.plus(&below.lowest, -1).ok_or_else(unfit)?;
    let start = apart.plus(&Term::constant(i64::from(above.array.size) - 1), 1).ok_or_else(unfit)?;
    let is_near = match start.as_constant() {
        Some(number) => (-LIMIT..=LIMIT).contains(&number),
        None => conditions.range(&start, -LIMIT, LIMIT),
    };
    let ends = (above.stride.as_constant(), start.as_constant(), above.inner.as_slice());
    match ends {
        _ if !is_near => Err(unfit()),
        (Some(stride), Some(start), []) if stride > start => Ok(()),
        (Some(_), Some(_), []) => Err(unfit()),
        _ => {
            conditions.row(above.stride.clone(), Extent { start, strides: above.inner.clone() });
            Ok(())
        }
    }
}

/// The memory that searches access.
struct Searched {
    all: Vec<Bounded>,
    members: Vec<Vec<ValueId>>,
}

impl Searched {
    fn of_private(private: &[PrivatePlace]) -> Searched {
        let of_search =
            private.iter().filter_map(|place| Some((place.bounded.clone()?, place.accesses.clone())));
        let (all, members) = of_search.unzip();
        Searched { all, members }
    }

    fn add(&mut self, access: ValueId, bounded: Bounded) {
        self.all.push(bounded);
        self.members.push(vec![access]);
    }

    fn of_access(&self, access: ValueId) -> Option<usize> {
        self.members.iter().position(|members| members.contains(&access))
    }

    /// The pairs that must be apart.
    fn apart(
        &self,
        unresolved: &[[ValueId; 2]],
        arrays: &Hulls,
    ) -> Result<Vec<(usize, BoundedOther)>, Unfit> {
        let mut all = Vec::new();
        for [one, other] in unresolved {
            let pair = match (self.of_access(*one), self.of_access(*other)) {
                (None, None) => continue,
                (Some(one), Some(other)) => (one, BoundedOther::Bounded(other)),
                (Some(at), None) | (None, Some(at)) => {
                    let array = arrays.of_access(*one).or_else(|| arrays.of_access(*other));
                    let why = "may be {} of another round, whose address is not known before the loop";
                    (at, BoundedOther::Array(array.ok_or_else(|| Unfit::of_two(*one, *other, why))?))
                }
            };
            if !all.contains(&pair) {
                all.push(pair);
            }
        }
        Ok(all)
    }
}

/// Arrays of accesses that differ by a number of elements alone.
struct Hulls {
    all: Vec<Array>,
    /// The accesses of each, or those of a private array.
    members: Vec<Vec<ValueId>>,
}

impl Hulls {
    fn of(elements: &[(Access, Array)], private: &[PrivatePlace]) -> Hulls {
        let mut hulls = Hulls { all: Vec::new(), members: Vec::new() };
        for (access, array) in elements {
            let joined = hulls.all.iter_mut().position(|known| join(known, array));
            match joined {
                Some(at) => hulls.members[at].push(access.value),
                None => {
                    hulls.all.push(array.clone());
                    hulls.members.push(vec![access.value]);
                }
            }
        }
        let is_known = |place: &&PrivatePlace| place.ranged.is_empty() && place.bounded.is_none();
        for place in private.iter().filter(is_known) {
            hulls.all.push(place.array.clone());
            hulls.members.push(place.accesses.clone());
        }
        hulls
    }

    /// The array of an access, unless it goes by a range.
    fn of_access(&self, access: ValueId) -> Option<usize> {
        self.members.iter().position(|members| members.contains(&access))
    }

    /// Adds the conditions that arrays are apart.
    fn apart(&self, unresolved: &[[ValueId; 2]], conditions: &mut Conditions) {
        for pair in unresolved {
            let [Some(one), Some(other)] = pair.map(|access| self.of_access(access)) else { continue };
            let places = [one.min(other), one.max(other)];
            conditions.apart(places, places.map(|at| self.all[at].extent()));
        }
    }

    /// The pairs of ranges and arrays, or other ranges, that must be apart.
    fn apart_from_ranges(
        &self,
        unresolved: &[[ValueId; 2]],
        ranged: &[RangedIndex],
        private: &[PrivatePlace],
    ) -> Vec<(usize, RangedOther)> {
        let mut all = Vec::new();
        // The load of an update goes by the range of its store.
        let ranges = |access: ValueId| -> Vec<usize> {
            let place = private.iter().find(|place| place.accesses.contains(&access));
            let is_of = |one: &RangedIndex| match place {
                Some(place) => place.ranged.iter().any(|own| own.access == one.access),
                None => one.access == access,
            };
            (0..ranged.len()).filter(|at| is_of(&ranged[*at])).collect()
        };
        for pair in unresolved {
            for [one, other] in [*pair, [pair[1], pair[0]]] {
                for range in ranges(one) {
                    let others = ranges(other);
                    let arrays = self.of_access(other).filter(|_| others.is_empty()).map(RangedOther::Array);
                    for limit in others.into_iter().map(RangedOther::Range).chain(arrays) {
                        all.extend((!all.contains(&(range, limit))).then_some((range, limit)));
                    }
                }
            }
        }
        all
    }
}

/// Extends an array by another one that is a number of elements away; false if it is not.
fn join(known: &mut Array, other: &Array) -> bool {
    if (known.root, known.size, &known.strides) != (other.root, other.size, &other.strides) {
        return false;
    }
    let Some(distance) = other.lowest.minus(&known.lowest).filter(|distance| distance.abs() < LIMIT) else {
        return false;
    };
    if distance < 0 {
        known.lowest = other.lowest.clone();
        known.further -= distance;
    } else {
        known.further = known.further.max(distance);
    }
    true
}
