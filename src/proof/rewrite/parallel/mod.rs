//! Divides the rounds of a loop among threads: the static checks, and the guard that tests the rest at run
//! time.
//!
//! In: a solution of a rewrite `gives parallel {i} reducing any by +`. Out: the loop with all that threads
//! need, and the conditions under which its rounds are independent; or the first obstacle.
//!
//! The checks hold of any loop, whatever the description states: it runs all its rounds, whose number is
//! known before (`NestShape::of_rounds`); a round takes nothing from an earlier one but counters, reductions
//! (`carried.rs`) and values that it replaces (`chosen.rs`); it writes elements that no other round touches,
//! and reads what no round writes (`places.rs`, for indices that the loop computes `ranged.rs`), or updates
//! arrays of which each thread gets a
//! copy (`private.rs`), or fills arrays before it reads them (`scratch.rs`); it calls only functions that give
//! one answer on all threads (`calls.rs`). `make.rs` makes the guard.

mod bounded;
mod calls;
mod carried;
mod chosen;
mod copied;
mod counted;
mod make;
mod places;
mod private;
mod ranged;
mod scratch;

use super::matched::Unfit;
use super::nest::{Analyses, Array, Conditions, NestShape, Rounds, Variables, check_round_count, no_wrap};
use analysis::accesses::{Accesses, LoopId, Symbol, Term};
use bounded::Bounded;
use carried::{Carried, carried};
pub use copied::PrivatePlace;
use ir::{LastStep, Model, Schedule, ThreadChoice, ThreadReduction, ValueId};
use lang::candl::ast::{Clauses, Combined, Parallel, Variable};
use lang::candl::pattern::tree::Expression;
pub use make::add_parallel_to_plan;
use places::{BoundedOther, ParallelPlaces, RangedOther};
use ranged::RangedIndex;

/// A loop whose rounds threads may share.
#[derive(Clone, Debug)]
pub struct ParallelInstance<'a> {
    /// The comparisons that the rewrite requires.
    pub when: &'a [Expression],
    /// The counter's name in the rewrite.
    pub counter: String,
    /// How rounds are given to threads.
    pub schedule: Schedule,
    /// The control flow.
    pub shape: NestShape,
    /// The rounds of the loop, and of those inside it that addresses go by.
    rounds: Rounds,
    /// The arrays that must be apart.
    pub arrays: Vec<Array>,
    /// The conditions of the guard, without those that the rewrite states.
    pub conditions: Conditions,
    /// The phis that step, with their steps.
    steps: Vec<(ValueId, Term)>,
    /// The values that rounds combine.
    pub reductions: Vec<ThreadReduction>,
    /// The values that rounds replace.
    pub choices: Vec<ThreadChoice>,
    /// The values that are computed again for a thread's first round.
    lagging: Vec<ValueId>,
    /// The values of stepping phis that are used behind the loop.
    last: Vec<LastStep>,
    /// The arrays of which each thread has a copy.
    pub private: Vec<PrivatePlace>,
    /// The accesses by indices whose ranges are asked for before the rounds run.
    pub ranged: Vec<RangedIndex>,
    ranged_apart: Vec<(usize, RangedOther)>,
    /// The accesses by addresses that a search computes, and what they must be apart from.
    bounded: Vec<Bounded>,
    bounded_apart: Vec<(usize, BoundedOther)>,
    variables: Variables,
}

impl ParallelInstance<'_> {
    /// A reduction or array of floating-point numbers whose parts are combined in another order than before.
    pub fn reordered(&self) -> Option<ValueId> {
        let value = self.reductions.iter().find(|reduction| reduction.by.depends_on_order());
        let mut arrays = self.private.iter();
        let array =
            arrays.find(|array| array.copies.combining().is_some_and(ir::Combining::depends_on_order));
        value.map(|reduction| reduction.phi).or(array.map(|array| array.like))
    }
}

/// Whether a rewrite allows an operation for a value or array: by its name, or else for `any`.
fn is_allowed(all: &[Combined], word: &str, is_named: &dyn Fn(&Variable) -> bool) -> bool {
    let named = all.iter().find(|combined| combined.what.as_ref().is_some_and(is_named));
    match named {
        Some(combined) => combined.by.text == word,
        None => all.iter().any(|combined| combined.what.is_none() && combined.by.text == word),
    }
}

/// Checks that a loop inside another one has as many rounds each time: else the guard, which each round of
/// the loop around it would run, may cost more than threads gain.
fn check_around(analyses: &Analyses<'_, '_>, shape: &NestShape, count: &Term) -> Result<(), Unfit> {
    let forest = analyses.accesses.loops();
    let around = forest.get(shape.outermost()).parent;
    match around.is_none_or(|around| analyses.accesses.is_fixed_in(count, around)) {
        true => Ok(()),
        false => {
            let why = "begins a loop whose number of rounds changes in the loop around it: it may be too short for threads";
            Err(Unfit::of(shape.header, why))
        }
    }
}

/// Checks that no value is the one of the last round, or of the first of several equal ones, if threads take
/// rounds in no order.
fn check_schedule(schedule: Schedule, choices: &[ThreadChoice]) -> Result<(), Unfit> {
    match choices.iter().flat_map(|choice| &choice.values).next() {
        Some(chosen) if schedule != Schedule::Static => {
            let word = schedule.word();
            let why =
                format!("goes by the order of rounds, which `schedule {word}` gives to threads in no order");
            Err(Unfit::of(chosen.phi.unwrap_or(chosen.next), why))
        }
        _ => Ok(()),
    }
}

/// The number of rounds of a loop inside, if it does not change in the one that is divided.
fn fixed_count(model: &Model, accesses: &mut Accesses<'_>, shape: &NestShape, of: LoopId) -> Option<Term> {
    let count = accesses.count_or_quotient(of)?.term;
    let is_value = |symbol: Symbol| match symbol {
        Symbol::Value(value) | Symbol::Product(value) => shape.is_fixed(model, value),
        Symbol::Counter(_) | Symbol::Rounds(_) => false,
    };
    let is_fixed = |symbol: Symbol| match symbol {
        Symbol::Rounds(of) => {
            accesses.quotient(of).is_some_and(|quotient| quotient.dividend.symbols().all(is_value))
        }
        _ => is_value(symbol),
    };
    let are_fixed = count.symbols().all(is_fixed);
    are_fixed.then_some(count)
}

/// Converts a solution of a rewrite to a loop that threads may share.
///
/// # Errors
///
/// The reason why its rounds may depend on each other.
pub fn parallel_instance<'a>(
    analyses: &mut Analyses<'_, '_>,
    (clauses, parallel): (&'a Clauses, &Parallel),
    variables: Variables,
) -> Result<ParallelInstance<'a>, Unfit> {
    let model = analyses.model;
    let counter = variables.named(&parallel.counter)?;
    let this = analyses.accesses.counted(counter);
    let this = this.ok_or_else(|| Unfit::of(counter, "is the counter of no loop"))?;
    let shape = NestShape::of_rounds(model, analyses.accesses.loops(), this)?;
    calls::check(model, &shape)?;
    let Carried { steps, reductions, choices, last, lagging, loads } =
        carried(model, analyses.accesses, &shape, (parallel, &variables))?;
    let private = private::arrays(analyses, &shape, (parallel, &variables))?;
    private::check_behind(&private, &choices)?;
    check_schedule(parallel.schedule, &choices)?;
    let mut conditions = Conditions::default();
    let first = shape.header;
    let count = analyses.accesses.count_or_quotient(this);
    let count = count.ok_or_else(|| Unfit::of(first, "begins a loop whose number of rounds is not known"))?;
    check_round_count((model, &shape), &count, first, &mut conditions)?;
    check_around(analyses, &shape, &count.term)?;
    let mut shape = shape;
    let chosen = choices.iter().flat_map(|choice| &choice.values).filter_map(|chosen| chosen.phi);
    let combined: Vec<ValueId> = reductions.iter().map(|reduction| reduction.phi).chain(chosen).collect();
    let given = (private.as_slice(), loads.as_slice(), combined.as_slice());
    let ParallelPlaces { rounds, arrays, assumed, ranged, ranged_apart, bounded, bounded_apart } =
        places::places(analyses, &mut shape, given, &mut conditions)?;
    no_wrap(model, analyses.accesses, &rounds, &assumed, &mut conditions)?;
    Ok(ParallelInstance {
        when: &clauses.when,
        counter: lang::candl::rewrite::variable_name(&parallel.counter).unwrap_or_default(),
        schedule: parallel.schedule,
        shape,
        rounds,
        arrays,
        conditions,
        steps,
        reductions,
        choices,
        lagging,
        last,
        private,
        ranged,
        ranged_apart,
        bounded,
        bounded_apart,
        variables,
    })
}
