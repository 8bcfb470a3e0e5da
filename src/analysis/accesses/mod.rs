//! Memory accesses of one function as linear terms over loop counters.
//!
//! In: `a[i][j]`, `a[i*n + j]`, a pointer that is incremented, a row whose address is computed outside the
//! inner loop. Out: the same for all of them, the root pointer and an offset in elements as a [`Term`]:
//! `n*i + j`.
//!
//! Results are computed on demand, once, and within limits; [`Accesses::work`] counts the work. Pairs of
//! accesses are never enumerated. Any model is accepted; in a normalised copy the addresses of one array have
//! fewer spellings.

mod carried;
mod count;
mod function;
mod fused;
mod induction;
mod least;
mod linear;
mod loops;
mod profile;
mod term;
mod written;

#[cfg(test)]
mod examples_test;

pub use carried::Carried;
pub use count::{Quotient, RoundCount};
pub use function::LinearFunction;
pub use linear::Linear;
pub use loops::{LoopForest, LoopId, NaturalLoop};
pub use profile::profiled_rounds;
pub use term::{Factors, MOST_MONOMIALS, Symbol, Term, TermId};
pub use written::{WrittenFactor, WrittenTerm, sum_text};

use ir::{BlockId, Model, Opcode, TypeClass, ValueId};
use linear::Linearisation;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use term::TermTable;

/// The direction of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// A load, or a phi that holds an element from an earlier round.
    Read,
    /// A store.
    Write,
}

/// The address of an access: root + offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementAddress {
    /// The pointer at the root.
    pub root: ValueId,
    /// The offset from the root in elements.
    pub offset: TermId,
    /// The size of an element in bytes.
    pub size: u32,
    /// Instructions assumed not to wrap, ascending.
    pub assumed: SmallVec<[ValueId; 0]>,
}

/// The arithmetic progression of a loop counter.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The first value.
    pub first: Linear,
    /// The difference between consecutive rounds.
    pub step: Term,
    /// The width of the counter in bits.
    pub width: u32,
    /// Whether the exit comparison of the loop is unsigned.
    pub is_tested_unsigned: bool,
}

/// The accesses of a function.
pub struct Accesses<'m> {
    linear: Linearisation<'m>,
    terms: TermTable,
    addresses: FxHashMap<ValueId, Rc<[ElementAddress]>>,
    carried: FxHashMap<ValueId, Rc<[Carried]>>,
    counts: FxHashMap<LoopId, Option<TermId>>,
    quotients: FxHashMap<LoopId, Quotient>,
    starts: FxHashMap<LoopId, Option<TermId>>,
    coefficients: FxHashMap<(TermId, Symbol), Option<TermId>>,
    rests: FxHashMap<(TermId, Symbols), Option<TermId>>,
}

/// The symbols that are removed from a term.
type Symbols = SmallVec<[Symbol; 4]>;

impl std::fmt::Debug for Accesses<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Accesses").field("work", &self.work()).finish_non_exhaustive()
    }
}

impl<'m> Accesses<'m> {
    /// The accesses of a function. Only its loops are computed immediately.
    pub fn new(model: &'m Model) -> Self {
        Accesses {
            linear: Linearisation::new(model),
            terms: TermTable::default(),
            addresses: FxHashMap::default(),
            carried: FxHashMap::default(),
            counts: FxHashMap::default(),
            quotients: FxHashMap::default(),
            starts: FxHashMap::default(),
            coefficients: FxHashMap::default(),
            rests: FxHashMap::default(),
        }
    }

    /// The loops.
    pub fn loops(&self) -> &LoopForest {
        &self.linear.loops
    }

    /// The number of decomposed values and of range queries so far.
    pub fn work(&self) -> u64 {
        self.linear.work()
    }

    /// The term of a value in the block that computes it.
    pub fn value(&mut self, value: ValueId) -> Rc<Linear> {
        self.linear.linear(value)
    }

    /// Whether an instruction zero-extends a value that all terms of the function read as unsigned.
    pub fn widens_unsigned(&mut self, instruction: ValueId) -> bool {
        self.linear.widens_unsigned(instruction)
    }

    /// The id of a term; `None` once the function has too many.
    pub fn intern(&mut self, term: Term) -> Option<TermId> {
        self.terms.intern(term)
    }

    /// The id of a term, if it was interned before.
    pub fn known(&self, term: &Term) -> Option<TermId> {
        self.terms.id_of(term)
    }

    /// The term with an id that these accesses returned.
    pub fn term(&self, id: TermId) -> Option<&Term> {
        self.terms.get(id)
    }

    /// The accesses of a kind, ascending. Reads are loads, and header phis that carry an element.
    pub fn all(&mut self, kind: AccessKind) -> Vec<ValueId> {
        let model = self.linear.model;
        let reachable: Vec<ValueId> = model.instructions().filter(|value| self.is_reached(*value)).collect();
        reachable.into_iter().filter(|value| self.is_access(*value, kind)).collect()
    }

    /// The accesses of a kind that are neither volatile nor atomic, ascending.
    pub fn all_plain(&mut self, kind: AccessKind) -> Vec<ValueId> {
        let model = self.linear.model;
        let mut all = self.all(kind);
        all.retain(|access| carried::is_plain(model, *access));
        all
    }

    fn is_reached(&self, value: ValueId) -> bool {
        let model = self.linear.model;
        model.block_of(value).is_some_and(|block| model.dominance().is_reachable(block))
    }

    /// Whether the value is an access of that kind.
    pub fn is_access(&mut self, value: ValueId, kind: AccessKind) -> bool {
        match (self.linear.model.opcode(value), kind) {
            (Some(Opcode::Load), AccessKind::Read) | (Some(Opcode::Store), AccessKind::Write) => true,
            (Some(Opcode::Phi), AccessKind::Read) => !self.addresses(value).is_empty(),
            _ => false,
        }
    }

    /// The addresses of an access: one for a load or store, one for each access whose element a phi carries.
    /// Empty if there is no single root, or the offset is not a whole number of elements.
    pub fn addresses(&mut self, access: ValueId) -> Rc<[ElementAddress]> {
        if let Some(known) = self.addresses.get(&access) {
            return known.clone();
        }
        let found: Vec<ElementAddress> = match self.linear.model.opcode(access) {
            Some(Opcode::Load | Opcode::Store) => {
                let address = carried::address(&mut self.linear, access);
                address.and_then(|address| self.address(access, &address)).into_iter().collect()
            }
            Some(Opcode::Phi) => {
                let carried = self.carried(access);
                let mut all: Vec<ElementAddress> =
                    carried.iter().filter_map(|c| self.address(c.access, &c.address)).collect();
                all.dedup();
                all
            }
            _ => Vec::new(),
        };
        let found: Rc<[ElementAddress]> = found.into();
        self.addresses.insert(access, found.clone());
        found
    }

    /// The root pointer of an address, and the offset from it in bytes.
    pub fn place(&mut self, pointer: ValueId) -> Option<(ValueId, TermId)> {
        let linear = self.value(pointer);
        let root = root(self.linear.model, &linear.term)?;
        let bytes = linear.term.plus(&Term::symbol(Symbol::Value(root)), -1)?;
        Some((root, self.terms.intern(bytes)?))
    }

    fn address(&mut self, access: ValueId, linear: &Linear) -> Option<ElementAddress> {
        let model = self.linear.model;
        let root = root(model, &linear.term)?;
        let bytes = linear.term.plus(&Term::symbol(Symbol::Value(root)), -1)?;
        let size = model.access_size(access).filter(|size| *size > 0)?.checked_next_power_of_two()?;
        let offset = self.terms.intern(bytes.divided_by(&Term::constant(size.into()))?)?;
        Some(ElementAddress { root, offset, size, assumed: linear.assumed.clone() })
    }

    /// The accesses whose elements a phi holds from an earlier round.
    pub fn carried(&mut self, phi: ValueId) -> Rc<[Carried]> {
        if let Some(known) = self.carried.get(&phi) {
            return known.clone();
        }
        let found: Rc<[Carried]> = carried::carried(&mut self.linear, phi).into_vec().into();
        self.carried.insert(phi, found.clone());
        found
    }

    /// The counter of a loop: the phi that the exit tests, or else the first induction variable of its
    /// header.
    pub fn counter(&mut self, of: LoopId) -> Option<ValueId> {
        self.linear.counter(of).stepping.as_ref().map(|stepping| stepping.phi)
    }

    /// The counter of a loop, if it is an integer whose value is the symbol of the loop.
    pub fn integer_counter(&mut self, of: LoopId) -> Option<ValueId> {
        let counter = self.linear.counter(of);
        counter.stepping.as_ref().filter(|_| counter.is_symbol).map(|stepping| stepping.phi)
    }

    /// The first instruction of a loop.
    pub fn first_instruction(&self, of: LoopId) -> ValueId {
        self.linear.model.block_first(self.loops().get(of).header)
    }

    /// The loop whose counter a value is.
    pub fn counted(&mut self, counter: ValueId) -> Option<LoopId> {
        let block: BlockId = self.linear.model.block_of(counter)?;
        let this = self.loops().with_header(block)?;
        (self.counter(this) == Some(counter)).then_some(this)
    }

    /// The number of rounds of a loop.
    pub fn count(&mut self, of: LoopId) -> Option<TermId> {
        if let Some(known) = self.counts.get(&of) {
            return *known;
        }
        let count = count::count(&mut self.linear, of).and_then(|count| self.terms.intern(count.term));
        self.counts.insert(of, count);
        count
    }

    /// The value of a loop's counter in its first round; 0 if the number of rounds takes the place of the
    /// counter.
    pub fn start(&mut self, of: LoopId) -> Option<TermId> {
        if let Some(known) = self.starts.get(&of) {
            return *known;
        }
        let counter = self.linear.counter(of);
        let first = match counter.stepping.as_ref().filter(|_| counter.is_symbol) {
            Some(stepping) => self.linear.progression(stepping).map(|(first, _)| first.term),
            None => Some(Term::default()),
        };
        let start = first.and_then(|first| self.terms.intern(first));
        self.starts.insert(of, start);
        start
    }

    /// The number of rounds that reach a loop's latch if the loop ends by this terminator only.
    pub fn exit_count(&mut self, terminator: ValueId) -> Option<TermId> {
        let count = self.assumed_exit_count(terminator)?;
        self.terms.intern(count.term)
    }

    /// The least number that a term, read as unsigned, can be at an instruction; `None` if the ranges of its
    /// values do not determine it.
    pub fn least(&mut self, term: TermId, place: ValueId) -> Option<i64> {
        least::least(&mut self.linear, self.terms.get(term)?, place)
    }

    /// The count that [`exit_count`](Accesses::exit_count) gives, with the conditions under which it is
    /// exact.
    pub fn assumed_exit_count(&mut self, terminator: ValueId) -> Option<RoundCount> {
        count::exit_count(&mut self.linear, terminator)
    }

    /// The constant step of a header phi, in bytes for a pointer.
    pub fn constant_step(&self, phi: ValueId) -> Option<i64> {
        let stepping = induction::Stepping::of(self.linear.model, &self.linear.loops, phi)?;
        stepping.summands.is_empty().then_some(stepping.constant)
    }

    /// The step of a header phi, in bytes for a pointer, modulo the width of the phi; `None` unless all its
    /// summands are computed outside the loop.
    pub fn step(&self, phi: ValueId) -> Option<Term> {
        let (model, loops) = (self.linear.model, &self.linear.loops);
        let stepping = induction::Stepping::of(model, loops, phi)?;
        let this = loops.with_header(model.block_of(phi)?)?;
        let mut step = Term::constant(stepping.constant);
        for (summand, factor) in &stepping.summands {
            loops.is_fixed(model, this, *summand).then_some(())?;
            step = step.plus(&Term::symbol(Symbol::Value(*summand)), *factor)?;
        }
        Some(step)
    }

    /// The number of rounds of a loop, with the instructions assumed not to wrap.
    pub fn assumed_count(&mut self, of: LoopId) -> Option<RoundCount> {
        count::count(&mut self.linear, of)
    }

    /// The same, where a [`Quotient`] that is no polynomial is the symbol [`Symbol::Rounds`].
    pub fn count_or_quotient(&mut self, of: LoopId) -> Option<RoundCount> {
        self.assumed_count(of).or_else(|| {
            let (count, quotient) = count::quotient(&mut self.linear, of)?;
            self.quotients.insert(of, quotient);
            Some(count)
        })
    }

    /// The quotient that the symbol of a loop's rounds stands for.
    pub fn quotient(&self, of: LoopId) -> Option<&Quotient> {
        self.quotients.get(&of)
    }

    /// Whether the counter of a loop is the number of rounds before the current one: it starts at 0, steps by
    /// 1 and has at least `bits` bits, or there is no integer counter. False for a counter of bytes.
    pub fn counts_rounds(&mut self, of: LoopId, bits: u32) -> bool {
        let counter = self.linear.counter(of);
        let Some(stepping) = counter.stepping.as_ref() else { return true };
        let Some(width) = self.linear.model.type_of(stepping.phi).integer_width() else { return true };
        let Some((first, step)) = self.linear.progression(stepping) else { return false };
        counter.is_symbol
            && width >= bits
            && first.term.as_constant() == Some(0)
            && step.term.as_constant() == Some(1)
    }

    /// The progression of a loop's counter; `None` if it has no integer counter.
    pub fn steps(&mut self, of: LoopId) -> Option<Steps> {
        let counter = self.linear.counter(of);
        let stepping = counter.stepping.as_ref().filter(|_| counter.is_symbol)?;
        let width = self.linear.model.type_of(stepping.phi).integer_width()?;
        let (first, step) = self.linear.progression(stepping)?;
        let is_tested_unsigned = count::is_tested_unsigned(&self.linear, of);
        Some(Steps { first, step: step.term, width, is_tested_unsigned })
    }

    /// The factor of a symbol in a term; `None` where it is 0, or the symbol occurs in a higher power.
    pub fn coefficient(&mut self, term: TermId, of: Symbol) -> Option<TermId> {
        if let Some(known) = self.coefficients.get(&(term, of)) {
            return *known;
        }
        let split = self.terms.get(term).and_then(|term| term.split(of));
        let factor = split.map(|(factor, _)| factor).filter(|factor| factor.as_constant() != Some(0));
        let found = factor.and_then(|factor| self.terms.intern(factor));
        self.coefficients.insert((term, of), found);
        found
    }

    /// The term without these symbols. `None` if the factor of one of them, or the remaining term, is not
    /// fixed in the outermost loop among them.
    pub fn rest(&mut self, term: TermId, symbols: &[Symbol]) -> Option<TermId> {
        let key = (term, Symbols::from_slice(symbols));
        if let Some(known) = self.rests.get(&key) {
            return *known;
        }
        let found = self.fixed_rest(term, symbols).and_then(|rest| self.terms.intern(rest));
        self.rests.insert(key, found);
        found
    }

    fn fixed_rest(&self, term: TermId, symbols: &[Symbol]) -> Option<Term> {
        let outermost = self.outermost(symbols)?;
        let mut rest = self.terms.get(term)?.clone();
        for symbol in symbols {
            let (coefficient, left) = rest.split(*symbol)?;
            if !self.is_fixed(&coefficient, outermost) {
                return None;
            }
            rest = left;
        }
        self.is_fixed(&rest, outermost).then_some(rest)
    }

    /// The outermost loop whose counter is among the symbols, or `Some(None)` without counters; `None` if two
    /// of the loops are not nested.
    fn outermost(&self, symbols: &[Symbol]) -> Option<Option<LoopId>> {
        let mut outermost: Option<LoopId> = None;
        for symbol in symbols {
            let Symbol::Counter(this) = *symbol else { continue };
            let around = |inner: LoopId, outer: LoopId| self.loops().ancestors(inner).any(|a| a == outer);
            outermost = match outermost {
                Some(known) if around(this, known) => Some(known),
                Some(known) if !around(known, this) => return None,
                _ => Some(this),
            };
        }
        Some(outermost)
    }

    /// Whether a term is constant while a loop runs.
    pub fn is_fixed_in(&self, term: &Term, this: LoopId) -> bool {
        self.is_fixed(term, Some(this))
    }

    /// Whether a term is constant while a loop runs; true without a loop.
    fn is_fixed(&self, term: &Term, outermost: Option<LoopId>) -> bool {
        let Some(this) = outermost else { return true };
        let loops = self.loops();
        term.symbols().all(|symbol| match symbol {
            Symbol::Value(value) | Symbol::Product(value) => loops.is_fixed(self.linear.model, this, value),
            Symbol::Counter(other) => other != this && loops.ancestors(this).any(|around| around == other),
            Symbol::Rounds(other) => {
                self.quotient(other).is_some_and(|quotient| self.is_fixed(&quotient.dividend, Some(this)))
            }
        })
    }
}

/// The only pointer of a sum, if its coefficient is 1.
fn root(model: &Model, sum: &Term) -> Option<ValueId> {
    let mut roots = sum.monomials().iter().filter_map(|(factors, coefficient)| match factors.as_slice() {
        [Symbol::Value(value)] if *coefficient == 1 && model.has_class(*value, TypeClass::Pointer) => {
            Some(*value)
        }
        _ => None,
    });
    let root = roots.next()?;
    roots.next().is_none().then_some(root)
}
