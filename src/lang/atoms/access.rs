//! Accesses to memory and their addresses, as relations over values and terms.
//!
//! Strides, offsets and counts are terms, not values of the model. In the solver they are the values from
//! [`TERMS`](super::TERMS) on, one for each term that the function's [`Accesses`] have interned, so that
//! equal values are equal terms. A relation between values of the model never holds of a term. A loop is the
//! first instruction of its header.
//!
//! ```text
//! {v} accesses {A} plus {t} elements of {s} bytes      v: load, phi or store; A: its root; t, s: terms
//! {d} is the stride of {t} in {l}                      t = d * (counter of l) + …
//! ```
//!
//! A search proceeds from the access: its address determines the strides, which determine the rest.

use super::ModelWorld;
use super::domain::{is_term, term_of, term_value, value};
use analysis::accesses::{
    AccessKind, Accesses, LinearFunction, LoopId, Symbol, Term, TermId, profiled_rounds,
};
use ir::{Constant, Model, Opcode, OpcodeSet, ValueId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use solver::{AccessPath, ArgSet, Value};
use std::rc::Rc;

/// An atom about accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Access {
    /// `{v} is a read` over (v).
    Read,
    /// `{v} is a write` over (v).
    Write,
    /// `{v} accesses {A} plus {t} elements of {s} bytes` over (v, A, t, s).
    Place,
    /// `{d} is the stride of {t} in {l}` over (d, t, l).
    Stride,
    /// `{d} is the stride of {t} in the value {x}` over (d, t, x).
    ValueStride,
    /// `{r} is the rest of {t} without the loops {ls} nor the values {xs}` over (r, t, ls…, xs…); either list
    /// may be empty.
    Rest {
        /// The number of loops.
        loops: u32,
        /// The number of values.
        values: u32,
    },
    /// `{t} is {u} plus n times {d}` over (t, u, d).
    Plus(i64),
    /// `{t} is the number n` over (t).
    Number(i64),
    /// `{t} is {u} times {d}` over (t, u, d).
    Times,
    /// `{t} is 2 to the power of {u}` over (t, u).
    PowerOfTwo,
    /// `{t} is the number of the literal {x}` over (t, x).
    LiteralNumber,
    /// `{t} is the width of {x}` over (t, x).
    Width,
    /// `{t} is the constant value of {x}` over (t, x).
    AlwaysNumber,
    /// `{n} is the number of values live at {p}` over (n, p).
    LiveCount,
    /// `{t} is less than {u}`, `{t} is at most {u}` over (t, u); binds nothing.
    Less {
        /// Whether equal terms satisfy the relation.
        or_equal: bool,
    },
    /// `{t} is fixed in {l}` over (t, l); binds nothing.
    Fixed,
    /// `{d} is a larger stride than {e}` over (d, e); binds nothing.
    Larger,
    /// `{p} carries {v} over {d} rounds` over (p, v, d).
    Carries,
    /// `{v} carries what is loaded {t} bytes behind {p}` over (v, t, p).
    CarriesLoad,
    /// `{i} is the counter of {l}` over (i, l).
    Counter,
    /// `{n} is the count of {l}` over (n, l).
    Count,
    /// `{n} is the exit count of {t}` over (n, t).
    ExitCount,
    /// `{n} is the profiled count of {l}` over (n, l).
    ProfiledCount,
    /// `{n} is the frequency of {b}` over (n, b).
    Frequency,
    /// `{n} is the frequency of {a} -> {b}` over (n, a, b).
    EdgeFrequency,
    /// `{t} is the start of {l}` over (t, l).
    Start,
    /// `{k} is the least of {t} at {x}` over (k, t, x).
    Least,
    /// `{p} is the product in {r}` over (p, r).
    ProductIn,
    /// `{x} is a linear function of {v}` over (x, v); binds nothing.
    LinearFunction,
    /// `{x} is a linear function of {v} by {a}, {b}` over (x, v, a, b).
    LinearFunctionBy,
}

impl Access {
    pub(super) fn arity(self) -> usize {
        match self {
            Access::Read | Access::Write | Access::Number(_) => 1,
            Access::Fixed | Access::Larger | Access::Counter | Access::Count | Access::LinearFunction => 2,
            Access::PowerOfTwo | Access::LiteralNumber | Access::Width | Access::Less { .. } => 2,
            Access::AlwaysNumber | Access::LiveCount | Access::Frequency => 2,
            Access::ProductIn | Access::ExitCount | Access::ProfiledCount | Access::Start => 2,
            Access::Stride | Access::ValueStride | Access::Plus(_) | Access::Carries => 3,
            Access::CarriesLoad | Access::Times | Access::Least | Access::EdgeFrequency => 3,
            Access::Place | Access::LinearFunctionBy => 4,
            Access::Rest { loops, values } => 2 + (loops + values) as usize,
        }
    }

    pub(super) fn access_path(self, target: usize, bound: ArgSet) -> Option<AccessPath> {
        let is_bound = |k| k != target && bound.contains(k);
        let all_but = |open: usize| (0..self.arity()).all(|k| k == open || is_bound(k));
        match self {
            Access::Read | Access::Write => Some(AccessPath::Bucket),
            Access::Place | Access::Carries | Access::CarriesLoad if is_bound(0) => Some(AccessPath::Few),
            Access::Place if target == 0 && is_bound(1) => Some(AccessPath::Few),
            Access::Carries if is_bound(1) => Some(AccessPath::Few),
            Access::CarriesLoad if is_bound(2) => Some(AccessPath::Few),
            Access::Place | Access::Carries | Access::CarriesLoad => Some(AccessPath::Bucket),
            Access::Stride | Access::ValueStride => match target {
                0 if is_bound(1) && is_bound(2) => Some(AccessPath::One),
                0 | 2 if is_bound(1) => Some(AccessPath::Few),
                _ => None,
            },
            Access::Rest { .. } => (target == 0 && all_but(0)).then_some(AccessPath::One),
            Access::Plus(n) => (all_but(target) && (target != 2 || n != 0)).then_some(AccessPath::One),
            Access::Number(_) => Some(AccessPath::One),
            Access::Times => all_but(target).then_some(AccessPath::One),
            Access::Width | Access::Least | Access::LiveCount | Access::Frequency | Access::EdgeFrequency => {
                (target == 0 && all_but(0)).then_some(AccessPath::One)
            }
            Access::PowerOfTwo => all_but(target).then_some(AccessPath::One),
            Access::LiteralNumber | Access::AlwaysNumber => {
                (target == 0 && all_but(0)).then_some(AccessPath::Few)
            }
            Access::Fixed | Access::Larger | Access::Less { .. } | Access::LinearFunction => None,
            Access::LinearFunctionBy => (target > 1 && is_bound(0) && is_bound(1)).then_some(AccessPath::One),
            Access::ProductIn if is_bound(1 - target) => Some(AccessPath::One),
            Access::ProductIn => Some(AccessPath::Bucket),
            Access::Counter | Access::Count | Access::ExitCount | Access::ProfiledCount | Access::Start
                if target == 0 && is_bound(1) =>
            {
                Some(AccessPath::One)
            }
            Access::Counter if is_bound(0) => Some(AccessPath::One),
            // Scanning is acceptable: only a loop that no other atom binds is looked up this way.
            Access::Counter | Access::Count | Access::ExitCount | Access::ProfiledCount | Access::Start => {
                Some(AccessPath::Scan)
            }
        }
    }

    /// See [`Relation::is_exact`](solver::Relation::is_exact).
    pub(super) fn is_exact(self, target: usize) -> bool {
        match self {
            Access::Read | Access::Write | Access::Place | Access::Carries | Access::Counter => true,
            Access::Count | Access::ExitCount | Access::ProfiledCount | Access::Start => true,
            Access::ProductIn | Access::Number(_) | Access::CarriesLoad => true,
            Access::Stride | Access::ValueStride => true,
            Access::Rest { .. } | Access::Plus(_) | Access::Times => target == 0,
            Access::PowerOfTwo => true,
            Access::LiteralNumber | Access::Width | Access::Least => target == 0,
            Access::AlwaysNumber | Access::LiveCount | Access::Frequency | Access::EdgeFrequency => {
                target == 0
            }
            Access::Fixed | Access::Larger | Access::Less { .. } => false,
            Access::LinearFunction | Access::LinearFunctionBy => false,
        }
    }

    pub(super) fn holds(self, world: &ModelWorld<'_>, args: &[Value]) -> bool {
        if args.iter().any(|arg| !arg.is_used()) {
            return false;
        }
        match self {
            Access::Fixed | Access::Larger | Access::Less { .. } => self.tests(world, args).unwrap_or(false),
            Access::LinearFunction | Access::LinearFunctionBy => {
                let accesses = &mut *world.accesses().borrow_mut();
                let found = linear_function(accesses, args[0], args[1]);
                found.is_some_and(|found| match args {
                    [_, _, factor, summand] => {
                        [*factor, *summand] == [term_value(found.factor), term_value(found.summand)]
                    }
                    _ => true,
                })
            }
            Access::Place => {
                let accesses = &mut *world.accesses().borrow_mut();
                places(world, accesses, args[0]).iter().any(|row| row == args)
            }
            Access::Read | Access::Write => {
                let kind = if self == Access::Read { AccessKind::Read } else { AccessKind::Write };
                let accesses = &mut *world.accesses().borrow_mut();
                known_accesses(world, accesses, kind).binary_search(&args[0]).is_ok()
            }
            _ => {
                if let Some(first) = self.first(world, &args[1..]) {
                    return first == Some(args[0]);
                }
                let bound: SmallVec<[Option<Value>; 4]> = args.iter().copied().map(Some).collect();
                let mut found = Vec::new();
                self.candidates(world, 0, &bound, &mut found);
                found.contains(&args[0])
            }
        }
    }

    /// The first argument as a function of the others; `None` if the relation is not such a function,
    /// `Some(None)` if no value satisfies it.
    fn first(self, world: &ModelWorld<'_>, others: &[Value]) -> Option<Option<Value>> {
        let model = world.model;
        let accesses = &mut *world.accesses().borrow_mut();
        let found = match self {
            Access::Stride | Access::ValueStride => {
                let symbol = self.symbol(model, accesses, others[1]);
                let term = term_of(others[0]).zip(symbol);
                term.and_then(|(term, symbol)| accesses.coefficient(term, symbol)).map(term_value)
            }
            Access::Rest { loops, .. } => {
                let symbol = |(k, of): (usize, &Value)| stride_at(k, loops).symbol(model, accesses, *of);
                let symbols: Option<SmallVec<[Symbol; 4]>> =
                    others[1..].iter().enumerate().map(symbol).collect();
                let term = term_of(others[0]).zip(symbols);
                term.and_then(|(term, symbols)| accesses.rest(term, &symbols)).map(term_value)
            }
            Access::Counter => {
                loop_of(model, accesses, others[0]).and_then(|of| accesses.counter(of)).map(value)
            }
            Access::Count | Access::Start => {
                loop_of(model, accesses, others[0]).and_then(|of| self.of_loop(accesses, of)).map(term_value)
            }
            _ => return None,
        };
        Some(found)
    }

    /// The count or the start of a loop.
    fn of_loop(self, accesses: &mut Accesses<'_>, of: LoopId) -> Option<TermId> {
        if self == Access::Start { accesses.start(of) } else { accesses.count(of) }
    }

    /// The first argument as a function of the others; `None` as well if one of the others is unbound.
    pub(super) fn only(self, world: &ModelWorld<'_>, others: &[Option<Value>]) -> Option<Option<Value>> {
        let others: Option<SmallVec<[Value; 4]>> = others.iter().copied().collect();
        self.first(world, &others?)
    }

    fn tests(self, world: &ModelWorld<'_>, args: &[Value]) -> Option<bool> {
        let accesses = world.accesses().borrow();
        let term = |k: usize| accesses.term(term_of(args[k])?);
        match self {
            Access::Fixed => Some(accesses.is_fixed_in(term(0)?, loop_of(world.model, &accesses, args[1])?)),
            Access::Less { or_equal } => {
                let distance = term(1)?.minus(term(0)?)?;
                Some(distance > 0 || or_equal && distance == 0)
            }
            _ => Some(term(0)?.is_larger_stride(term(1)?)),
        }
    }

    /// Appends every value of the target for which the relation holds with the bound arguments.
    pub(super) fn candidates(
        self,
        world: &ModelWorld<'_>,
        target: usize,
        bound: &[Option<Value>],
        out: &mut Vec<Value>,
    ) {
        if let Access::Rest { .. } = self {
            let others: Option<SmallVec<[Value; 4]>> = bound[1..].iter().copied().collect();
            out.extend(others.and_then(|others| self.first(world, &others)?));
            return;
        }
        let model = world.model;
        let accesses = &mut *world.accesses().borrow_mut();
        let known = |k: usize| if k == target { None } else { bound.get(k).copied().flatten() };
        match self {
            Access::Read => out.extend(known_accesses(world, accesses, AccessKind::Read).iter().copied()),
            Access::Write => out.extend(known_accesses(world, accesses, AccessKind::Write).iter().copied()),
            Access::Place => {
                let rows = match known(0) {
                    Some(access) => places(world, accesses, access),
                    None => all_places(world, accesses),
                };
                out.extend(matching(&rows, bound, target));
            }
            Access::Carries => {
                let rows: Vec<[Value; 3]> = match known(0) {
                    Some(phi) => carried(accesses, phi),
                    None => {
                        let reads = known_accesses(world, accesses, AccessKind::Read);
                        reads.iter().flat_map(|phi| carried(accesses, *phi)).collect()
                    }
                };
                out.extend(matching(&rows, bound, target));
            }
            Access::CarriesLoad => {
                let phis: Vec<ValueId> = match (known(0), known(2)) {
                    (Some(phi), _) if is_term(phi) => Vec::new(),
                    (Some(phi), _) => vec![ValueId(phi.0)],
                    (None, Some(pointer)) if is_term(pointer) => Vec::new(),
                    (None, Some(pointer)) => world.memory().preloading(ValueId(pointer.0)),
                    (None, None) => model.instructions_of(OpcodeSet::of(&[Opcode::Phi])).collect(),
                };
                let rows: Vec<[Value; 3]> =
                    phis.into_iter().flat_map(|phi| preloaded(world, accesses, phi)).collect();
                out.extend(matching(&rows, bound, target));
            }
            Access::Counter => {
                let chosen: SmallVec<[LoopId; 4]> = match (known(1), known(0)) {
                    (Some(begin), _) => loop_of(model, accesses, begin).into_iter().collect(),
                    (None, Some(counter)) => accesses.counted(ValueId(counter.0)).into_iter().collect(),
                    (None, None) => accesses.loops().ids().collect(),
                };
                for of in chosen {
                    let counter = accesses.counter(of).map(value);
                    let row = counter.map(|counter| [counter, begin(model, accesses, of)]);
                    out.extend(matching(row.as_slice(), bound, target));
                }
            }
            Access::Count | Access::Start => {
                let loops: Vec<LoopId> = match known(1) {
                    Some(begin) => loop_of(model, accesses, begin).into_iter().collect(),
                    None => accesses.loops().ids().collect(),
                };
                for of in loops {
                    let row =
                        self.of_loop(accesses, of).map(|term| [term_value(term), begin(model, accesses, of)]);
                    out.extend(matching(row.as_slice(), bound, target));
                }
            }
            Access::ProfiledCount => {
                let loops: Vec<LoopId> = match known(1) {
                    Some(begin) => loop_of(model, accesses, begin).into_iter().collect(),
                    None => accesses.loops().ids().collect(),
                };
                for of in loops {
                    let rounds = profiled_rounds(model, accesses.loops(), of);
                    let rounds = rounds.and_then(|rounds| i64::try_from(rounds).ok());
                    let count = rounds.and_then(|rounds| accesses.intern(Term::constant(rounds)));
                    let row = count.map(|count| [term_value(count), begin(model, accesses, of)]);
                    out.extend(matching(row.as_slice(), bound, target));
                }
            }
            Access::ExitCount => {
                let ends: Vec<ValueId> = match known(1) {
                    Some(end) if is_term(end) => return,
                    Some(end) => vec![ValueId(end.0)],
                    None => model.blocks().map(|block| model.terminator(block)).collect(),
                };
                for end in ends {
                    let row = accesses.exit_count(end).map(|count| [term_value(count), value(end)]);
                    out.extend(matching(row.as_slice(), bound, target));
                }
            }
            Access::Stride | Access::ValueStride => {
                let Some(term) = known(1).and_then(term_of) else { return };
                let symbols: SmallVec<[Symbol; 4]> = match known(2) {
                    Some(of) => self.symbol(model, accesses, of).into_iter().collect(),
                    None => accesses.term(term).map(|term| term.symbols().collect()).unwrap_or_default(),
                };
                for symbol in symbols {
                    let of = match (self, symbol) {
                        (Access::Stride, Symbol::Counter(of)) => begin(model, accesses, of),
                        (Access::ValueStride, Symbol::Value(of)) => value(of),
                        _ => continue,
                    };
                    let stride = accesses.coefficient(term, symbol);
                    let row = stride.map(|stride| [term_value(stride), term_value(term), of]);
                    out.extend(matching(row.as_slice(), bound, target));
                }
            }
            Access::Plus(n) => {
                let term = |k: usize| known(k).and_then(term_of).and_then(|id| accesses.term(id));
                let result = match target {
                    0 => term(1).zip(term(2)).and_then(|(u, d)| u.plus(d, n)),
                    1 => term(0).zip(term(2)).and_then(|(t, d)| t.plus(d, n.checked_neg()?)),
                    _ => {
                        term(0).zip(term(1)).and_then(|(t, u)| t.plus(u, -1)?.divided_by(&Term::constant(n)))
                    }
                };
                out.extend(result.and_then(|term| accesses.intern(term)).map(term_value));
            }
            Access::Number(n) => out.extend(accesses.intern(Term::constant(n)).map(term_value)),
            Access::ProductIn => {
                let of_product = known(0).map(|product| term_of(product).and_then(|id| accesses.fused(id)));
                let chosen: Vec<ValueId> = match (known(1), of_product) {
                    (Some(fused), _) if is_term(fused) => Vec::new(),
                    (Some(fused), _) => vec![ValueId(fused.0)],
                    (None, Some(fused)) => fused.into_iter().collect(),
                    (None, None) => accesses.all_fused(),
                };
                for fused in chosen {
                    let row = accesses.product_in(fused).map(|product| [term_value(product), value(fused)]);
                    out.extend(matching(row.as_slice(), bound, target));
                }
            }
            Access::LinearFunctionBy => {
                let Some((x, v)) = known(0).zip(known(1)) else { return };
                let found = linear_function(accesses, x, v);
                let row = found.map(|f| [x, v, term_value(f.factor), term_value(f.summand)]);
                out.extend(matching(row.as_slice(), bound, target));
            }
            Access::Times => {
                let term = |k: usize| known(k).and_then(term_of).and_then(|id| accesses.term(id));
                let found = match target {
                    0 => term(1).zip(term(2)).and_then(|(u, d)| u.times(d)),
                    _ => term(0).zip(term(3 - target)).and_then(|(t, by)| t.divided_by(by)),
                };
                out.extend(found.and_then(|term| accesses.intern(term)).map(term_value));
            }
            Access::Least => {
                let term = known(1).and_then(term_of);
                let place = known(2).filter(|place| !is_term(*place)).map(|place| ValueId(place.0));
                let least = term.zip(place).and_then(|(term, place)| accesses.least(term, place));
                out.extend(least.and_then(|least| accesses.intern(Term::constant(least))).map(term_value));
            }
            Access::PowerOfTwo if target == 1 => {
                let power = known(0).and_then(term_of).and_then(|id| accesses.term(id)?.as_constant());
                let number = power.filter(|power| *power > 0 && power & (power - 1) == 0);
                let exponent = number.map(|number| i64::from(number.trailing_zeros()));
                let term = exponent.and_then(|number| accesses.intern(Term::constant(number)));
                out.extend(term.map(term_value));
            }
            Access::PowerOfTwo => {
                let power = known(1).and_then(term_of).and_then(|id| accesses.term(id)?.as_constant());
                let number = power.filter(|power| (0..63).contains(power)).map(|power| 1i64 << power);
                let term = number.and_then(|number| accesses.intern(Term::constant(number)));
                out.extend(term.map(term_value));
            }
            // A constant term stands for a literal and is its own number.
            Access::LiteralNumber if known(1).is_some_and(is_term) => {
                let term = known(1).filter(|of| {
                    let term = term_of(*of).and_then(|id| accesses.term(id));
                    term.is_some_and(|term| term.as_constant().is_some())
                });
                out.extend(term);
            }
            Access::EdgeFrequency => {
                let value = |k: usize| known(k).filter(|of| !is_term(*of)).map(|of| ValueId(of.0));
                let count = value(1).zip(value(2)).and_then(|(from, to)| edge_frequency(model, from, to));
                let term = count.and_then(|count| accesses.intern(Term::constant(count)));
                out.extend(term.map(term_value));
            }
            Access::AlwaysNumber
            | Access::LiteralNumber
            | Access::LiveCount
            | Access::Frequency
            | Access::Width => {
                let Some(of) = known(1).filter(|of| !is_term(*of)).map(|of| ValueId(of.0)) else { return };
                let numbers = match self {
                    Access::Width => model.type_of(of).lane_bits().map(i64::from).into_iter().collect(),
                    Access::AlwaysNumber => {
                        let number = world.dataflow.constant(of).cloned();
                        number.map(|number| Constant::Scalar(number).readings()).unwrap_or_default()
                    }
                    Access::Frequency => frequency(model, of).into_iter().collect(),
                    Access::LiveCount => world.dataflow.live_count(of).map(i64::from).into_iter().collect(),
                    _ => model.constant(of).map(Constant::readings).unwrap_or_default(),
                };
                let terms = numbers.into_iter().filter_map(|number| accesses.intern(Term::constant(number)));
                out.extend(terms.map(term_value));
            }
            Access::Rest { .. } | Access::Fixed | Access::Larger => {}
            Access::Less { .. } | Access::LinearFunction => {}
        }
    }

    /// The symbol of an argument: the loop's counter if the argument is a loop, else the value itself.
    pub(super) fn symbol(self, model: &Model, accesses: &Accesses<'_>, of: Value) -> Option<Symbol> {
        match self {
            Access::Stride => loop_of(model, accesses, of).map(Symbol::Counter),
            _ => (!is_term(of)).then_some(Symbol::Value(ValueId(of.0))),
        }
    }
}

/// The kind of stride of the `k`-th argument after the term of a `Rest`: loops come before values.
fn stride_at(k: usize, loops: u32) -> Access {
    if k < loops as usize { Access::Stride } else { Access::ValueStride }
}

/// The target's values in the rows that agree with the bound arguments.
fn matching<const N: usize>(
    rows: &[[Value; N]],
    bound: &[Option<Value>],
    target: usize,
) -> impl Iterator<Item = Value> {
    let agrees = move |row: &&[Value; N]| {
        let mut pairs = row.iter().zip(bound).enumerate();
        pairs.all(|(k, (value, bound))| k == target || bound.is_none_or(|bound| bound == *value))
    };
    rows.iter().filter(agrees).map(move |row| row[target])
}

/// The number of times that an instruction ran, by the profile.
fn frequency(model: &Model, of: ValueId) -> Option<i64> {
    i64::try_from(model.profile(model.block_of(of)?)?.count).ok()
}

/// The number of times that control went from a terminator to the first instruction of a block.
fn edge_frequency(model: &Model, from: ValueId, to: ValueId) -> Option<i64> {
    let block = model.block_of(from).filter(|block| model.terminator(*block) == from)?;
    let next = model.block_of(to).filter(|next| model.block_first(*next) == to)?;
    let counts = model.block_successors(block).iter().zip(&model.profile(block)?.edges);
    let mut there = counts.filter(|(successor, _)| **successor == next).map(|(_, count)| *count).peekable();
    there.peek()?;
    i64::try_from(there.sum::<u64>()).ok()
}

/// The first instruction of a loop's header.
fn begin(model: &Model, accesses: &Accesses<'_>, of: LoopId) -> Value {
    value(model.block_first(accesses.loops().get(of).header))
}

/// The loop that begins with an instruction.
pub(super) fn loop_of(model: &Model, accesses: &Accesses<'_>, begin: Value) -> Option<LoopId> {
    if is_term(begin) {
        return None;
    }
    let block = model.block_of(ValueId(begin.0)).filter(|block| model.block_first(*block).0 == begin.0)?;
    accesses.loops().with_header(block)
}

/// The coefficients of `x` as a linear function of `v`; `None` if it is none.
pub(super) fn linear_function(accesses: &mut Accesses<'_>, x: Value, v: Value) -> Option<LinearFunction> {
    if is_term(x) || is_term(v) {
        return None;
    }
    accesses.linear_function(ValueId(x.0), ValueId(v.0))
}

type AccessRow = [Value; 4];

/// The rows (access, root, offset, size) of one access.
fn places(world: &ModelWorld<'_>, accesses: &mut Accesses<'_>, access: Value) -> Rc<[AccessRow]> {
    if let Some(known) = world.rows.borrow().get(&access) {
        return known.clone();
    }
    let all = match is_term(access) {
        true => Rc::new([]),
        false => accesses.addresses(ValueId(access.0)),
    };
    let row = |address: &analysis::accesses::ElementAddress| {
        let size = accesses.intern(Term::constant(address.size.into()))?;
        Some([access, value(address.root), term_value(address.offset), term_value(size)])
    };
    let rows: Rc<[AccessRow]> = all.iter().filter_map(row).collect();
    world.rows.borrow_mut().insert(access, rows.clone());
    rows
}

pub(super) fn all_places(world: &ModelWorld<'_>, accesses: &mut Accesses<'_>) -> Rc<[AccessRow]> {
    if let Some(known) = world.places.get() {
        return known.clone();
    }
    let mut all: Vec<AccessRow> = Vec::new();
    for kind in [AccessKind::Read, AccessKind::Write] {
        for access in accesses.all(kind) {
            all.extend(places(world, accesses, value(access)).iter());
        }
    }
    world.places.get_or_init(|| all.into()).clone()
}

fn known_accesses(world: &ModelWorld<'_>, accesses: &mut Accesses<'_>, kind: AccessKind) -> Rc<[Value]> {
    let cell = &world.kinds[usize::from(kind == AccessKind::Write)];
    cell.get_or_init(|| accesses.all_plain(kind).into_iter().map(value).collect()).clone()
}

/// The places of which a phi holds the contents, as rows of the relation.
fn preloaded(world: &ModelWorld<'_>, accesses: &mut Accesses<'_>, phi: ValueId) -> Vec<[Value; 3]> {
    let places = world.memory().preloaded(phi);
    let row = |(pointer, distance): &(ValueId, i64)| {
        Some([value(phi), term_value(accesses.intern(Term::constant(*distance))?), value(*pointer)])
    };
    places.iter().filter_map(row).collect()
}

fn carried(accesses: &mut Accesses<'_>, phi: Value) -> Vec<[Value; 3]> {
    if is_term(phi) {
        return Vec::new();
    }
    let all = accesses.carried(ValueId(phi.0));
    let row = |carried: &analysis::accesses::Carried| {
        let distance = accesses.intern(Term::constant(carried.distance.into()))?;
        Some([phi, value(carried.access), term_value(distance)])
    };
    all.iter().filter_map(row).collect()
}
