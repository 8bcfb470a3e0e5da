//! An index of accesses by array, by the loops whose counters occur in their subscripts, and by the whole
//! subscript if all of it is known.
//!
//! ```text
//! v accesses A plus t elements, d is the stride of t in l; A and l known   those of A that l moves
//! … and r is the rest of t without l; d and r known, too                   those at d * (counter of l) + r
//! ```

use super::super::access::{all_places, loop_of};
use super::super::domain::{term_of, term_value};
use super::super::{Access, Atom, ModelWorld};
use analysis::accesses::{Accesses, Symbol, Term as Polynomial};
use rustc_hash::FxHashMap;
use solver::{PushedPredicate, Term, Value};

/// The array, if it is known.
type Root = Option<Value>;

/// The accesses of a function, indexed in three ways. Every list is ascending.
#[derive(Debug, Default)]
pub(in crate::atoms) struct Places {
    by_root: FxHashMap<Value, Vec<Value>>,
    by_symbol: FxHashMap<(Root, Symbol), Vec<Value>>,
    by_offset: FxHashMap<(Root, Value), Vec<Value>>,
}

impl Places {
    fn of(world: &ModelWorld<'_>) -> Places {
        let accesses = &mut *world.accesses().borrow_mut();
        let mut places = Places::default();
        for [access, root, offset, _] in all_places(world, accesses).iter().copied() {
            places.by_root.entry(root).or_default().push(access);
            let symbols =
                term_of(offset).and_then(|id| accesses.term(id)).into_iter().flat_map(Polynomial::symbols);
            let symbols: Vec<Symbol> = symbols.collect();
            for root in [None, Some(root)] {
                places.by_offset.entry((root, offset)).or_default().push(access);
                for symbol in &symbols {
                    places.by_symbol.entry((root, *symbol)).or_default().push(access);
                }
            }
        }
        let Places { by_root, by_symbol, by_offset } = &mut places;
        for list in by_root.values_mut().chain(by_symbol.values_mut()).chain(by_offset.values_mut()) {
            list.sort_unstable();
            list.dedup();
        }
        places
    }

    /// The accesses of an array.
    pub(in crate::atoms) fn of_root(&self, root: Value) -> &[Value] {
        self.by_root.get(&root).map_or(&[], Vec::as_slice)
    }
}

impl ModelWorld<'_> {
    /// The index of accesses, built on first use.
    pub(in crate::atoms) fn by_place(&self) -> &Places {
        self.narrowing.places.get_or_init(|| Places::of(self))
    }
}

/// The shortest list that contains all accesses satisfying the predicates, if these constrain the address.
pub(super) fn shortest<'w>(
    world: &'w ModelWorld<'_>,
    predicates: &[PushedPredicate<'_, Atom>],
) -> Option<&'w [Value]> {
    let mut best: Option<&[Value]> = None;
    for predicate in predicates {
        let (Atom::Access(Access::Place), [Term::Sought, root, offset, _]) =
            (predicate.relation, predicate.terms)
        else {
            continue;
        };
        let root = known(*root);
        let sought = Sought { world, predicates, root, offset: *offset };
        let lists =
            [root.map(|root| world.by_place().of_root(root)), sought.by_symbols(), sought.by_offset()];
        let shorter = lists.into_iter().flatten().chain(best).min_by_key(|list| list.len());
        best = shorter;
    }
    best
}

fn known(term: Term) -> Option<Value> {
    match term {
        Term::Known(value) => Some(value),
        Term::Sought | Term::Open(_) => None,
    }
}

/// The address that one predicate demands of the sought access.
struct Sought<'w, 'm, 'c> {
    world: &'w ModelWorld<'m>,
    predicates: &'c [PushedPredicate<'c, Atom>],
    root: Root,
    offset: Term,
}

impl<'w> Sought<'w, '_, '_> {
    /// The strides that the predicates state of the offset: the stride, and its loop or value if that is
    /// known (`Some(None)` if the known one cannot have a stride).
    fn strides(&self) -> impl Iterator<Item = (Term, Option<Option<Symbol>>)> {
        self.predicates.iter().filter_map(|predicate| {
            let (Atom::Access(kind @ (Access::Stride | Access::ValueStride)), [stride, offset, of]) =
                (predicate.relation, predicate.terms)
            else {
                return None;
            };
            (*offset == self.offset).then(|| (*stride, known(*of).map(|of| self.symbol(*kind, of))))
        })
    }

    fn symbol(&self, kind: Access, of: Value) -> Option<Symbol> {
        kind.symbol(self.world.model, &self.world.accesses().borrow(), of)
    }

    /// The shortest of the lists of accesses whose subscripts contain a known loop counter or value.
    fn by_symbols(&self) -> Option<&'w [Value]> {
        let by_symbol = &self.world.by_place().by_symbol;
        let list = |symbol: Symbol| by_symbol.get(&(self.root, symbol)).map_or(&[][..], Vec::as_slice);
        let of_known = self.strides().filter_map(|(_, of)| of);
        of_known.map(|symbol| symbol.map_or(&[][..], list)).min_by_key(|list| list.len())
    }

    /// The accesses at the offset, if all of it is known.
    fn by_offset(&self) -> Option<&'w [Value]> {
        let list = |offset: Value| {
            self.world.by_place().by_offset.get(&(self.root, offset)).map_or(&[][..], Vec::as_slice)
        };
        if let Some(offset) = known(self.offset) {
            return Some(list(offset));
        }
        self.predicates.iter().find_map(|predicate| match (predicate.relation, predicate.terms) {
            (Atom::Access(Access::Rest { values: 0, .. }), [rest, offset, loops @ ..])
                if *offset == self.offset =>
            {
                let whole = self.whole(known(*rest)?, loops)?;
                let id = self.world.accesses().borrow().known(&whole);
                Some(id.map_or(&[][..], |id| list(term_value(id))))
            }
            _ => None,
        })
    }

    /// The offset as a polynomial: the rest plus the loop counters times their strides.
    fn whole(&self, rest: Value, loops: &[Term]) -> Option<Polynomial> {
        let accesses = &*self.world.accesses().borrow();
        let mut whole = accesses.term(term_of(rest)?)?.clone();
        for of in loops {
            let symbol = counter(self.world, accesses, known(*of)?)?;
            let stride =
                self.predicates.iter().find_map(|predicate| match (predicate.relation, predicate.terms) {
                    (Atom::Access(Access::Stride), [stride, offset, other])
                        if *offset == self.offset && other == of =>
                    {
                        known(*stride)
                    }
                    _ => None,
                })?;
            let product = accesses.term(term_of(stride)?)?.times(&Polynomial::symbol(symbol))?;
            whole = whole.plus(&product, 1)?;
        }
        Some(whole)
    }
}

fn counter(world: &ModelWorld<'_>, accesses: &Accesses<'_>, begin: Value) -> Option<Symbol> {
    loop_of(world.model, accesses, begin).map(Symbol::Counter)
}
