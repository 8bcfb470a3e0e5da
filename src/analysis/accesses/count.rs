//! The number of rounds of a loop, as a term.
//!
//! In: a loop from `%i = 0` that repeats while `%i + 1 < %n`, tested at its end. Out: `%n`.
//!
//! Only exits that every round passes are considered, and only loops with a single exit have a count. Two
//! assumptions remain: the first test does not fail before the first round, and the counter does not wrap.
//! The compiler puts a loop that is tested at its end behind a test of its own. A rewrite must check the
//! conditions in [`RoundCount`].

use super::linear::{Linear, Linearisation};
use super::loops::LoopId;
use super::term::{Symbol, Term};
use ir::{BlockId, IntPredicate, Model, Opcode, ValueId};
use smallvec::SmallVec;

/// An exit of a loop.
struct Exit {
    /// The block with the exit branch.
    block: BlockId,
    /// The comparison of the operands under which the loop continues.
    predicate: IntPredicate,
    operands: [ValueId; 2],
}

/// A number of rounds, with the conditions under which it is correct.
#[derive(Clone, Debug)]
pub struct RoundCount {
    /// The number of rounds.
    pub term: Term,
    /// Instructions assumed not to wrap, ascending.
    pub assumed: SmallVec<[ValueId; 0]>,
    /// Terms with the least and the greatest number that they may be. If they hold and the number of rounds
    /// is between 1 and 2^31, the compared values never wrap, whether signed or unsigned. `None` if no such
    /// conditions are known.
    pub conditions: Option<Vec<(Term, i64, i64)>>,
}

/// A number of rounds that is no polynomial: `dividend / divisor + more`, where the quotient is rounded
/// down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// A term that is at least 0; bytes if pointers are compared.
    pub dividend: Term,
    /// A number of at least 2, less than 2^31.
    pub divisor: i64,
    /// The rounds beside the quotient.
    pub more: i64,
    /// Whether the loop ends only if there is no remainder.
    pub is_exact: bool,
}

/// The tests of a loop's exit: what is compared in each round.
struct Tests {
    start: Term,
    step: Term,
    bound: Term,
    predicate: IntPredicate,
    /// Whether a round precedes the first test.
    is_latch: bool,
    assumed: SmallVec<[ValueId; 0]>,
}

/// Absolute steps of a counter are less than this.
const MOST_STEP: i64 = 1 << 31;

/// Bounds are at most this, so that a few further steps do not wrap.
const MOST_BOUND: i64 = 1 << 61;

/// The number of rounds of a loop with a single exit; `None` if it is not a linear term.
pub(super) fn count(linear: &mut Linearisation<'_>, of: LoopId) -> Option<RoundCount> {
    let exit = only_exit(linear, of)?;
    exit_count(linear, exit)
}

/// The number of rounds that reach the latch if the loop ends by this terminator only; `None` if it is not
/// a linear term.
pub(super) fn exit_count(linear: &mut Linearisation<'_>, terminator: ValueId) -> Option<RoundCount> {
    let (_, tests) = tests(linear, terminator)?;
    let number = failing_test(&tests.start, &tests.step, &tests.bound, tests.predicate)?;
    // A test at the end follows a round, a test at the beginning precedes it.
    let term = number.plus(&Term::constant(i64::from(tests.is_latch)), 1)?;
    let conditions = wrap_conditions(&tests.start, &tests.step, &tests.bound, tests.predicate);
    Some(RoundCount { term, assumed: tests.assumed, conditions })
}

/// The number of rounds of a loop with a single exit as a quotient, whose term is the symbol of the loop;
/// `None` if it is not one either.
pub(super) fn quotient(linear: &mut Linearisation<'_>, of: LoopId) -> Option<(RoundCount, Quotient)> {
    use IntPredicate::*;
    let exit = only_exit(linear, of)?;
    let (of, tests) = tests(linear, exit)?;
    let distance = tests.bound.plus(&tests.start, -1)?;
    let step = tests.step.as_constant().filter(|step| (2..MOST_STEP).contains(&step.saturating_abs()))?;
    let divisor = step.abs();
    // The quotient of tests that hold is rounded up, unless equality ends the loop.
    let up = match (tests.predicate, step > 0) {
        (Ne, _) => 0,
        (Slt | Ult, true) | (Sgt | Ugt, false) => divisor - 1,
        (Sle | Ule, true) | (Sge | Uge, false) => divisor,
        _ => return None,
    };
    let dividend = Term::constant(up).plus(&distance, step.signum())?;
    let conditions = wrap_conditions(&tests.start, &tests.step, &tests.bound, tests.predicate);
    let term = Term::symbol(Symbol::Rounds(of));
    let (more, is_exact) = (i64::from(tests.is_latch), tests.predicate == Ne);
    let count = RoundCount { term, assumed: tests.assumed, conditions };
    Some((count, Quotient { dividend, divisor, more, is_exact }))
}

/// The tests of the innermost loop around a terminator.
fn tests(linear: &mut Linearisation<'_>, terminator: ValueId) -> Option<(LoopId, Tests)> {
    let (of, exit) = exit_at(linear, terminator)?;
    let counter = linear.counter(of);
    let (first, stride) = match (&counter.stepping, counter.is_symbol) {
        (Some(stepping), true) => linear.progression(stepping)?,
        _ => (Linear::default(), Linear { term: Term::constant(1), ..Linear::default() }),
    };
    let [left, right] = exit.operands.map(|operand| linear.linear_at(operand, exit.block));
    let symbol = Symbol::Counter(of);
    // Puts the operand that depends on the counter first.
    let (counting, bound, predicate) = match (left.term.mentions(symbol), right.term.mentions(symbol)) {
        (true, false) => (left, right, exit.predicate),
        (false, true) => (right, left, exit.predicate.swapped()),
        _ => return None,
    };
    let is_fixed = |symbol| match symbol {
        Symbol::Value(value) | Symbol::Product(value) => linear.loops.is_fixed(linear.model, of, value),
        Symbol::Counter(other) => other != of && linear.loops.ancestors(of).any(|around| around == other),
        Symbol::Rounds(_) => false,
    };
    if !bound.term.symbols().all(is_fixed) {
        return None;
    }
    let (coefficient, _) = counting.term.split(symbol)?;
    let start = counting.term.substitute(symbol, &first.term)?;
    let step = coefficient.times(&stride.term)?;
    let is_latch = linear.loops.get(of).latches.contains(&exit.block);
    let mut assumed = counting.assumed.clone();
    assumed.extend(bound.assumed.iter().chain(&stride.assumed).copied());
    assumed.sort_unstable();
    assumed.dedup();
    Some((of, Tests { start, step, bound: bound.term.clone(), predicate, is_latch, assumed }))
}

/// The conditions under which a counter with this start and step does not wrap before it reaches its bound,
/// for a small number of steps. `None` if none are known.
fn wrap_conditions(
    start: &Term,
    step: &Term,
    bound: &Term,
    predicate: IntPredicate,
) -> Option<Vec<(Term, i64, i64)>> {
    let is_short = |number: i64| number.checked_abs().is_some_and(|size| size < MOST_STEP);
    let mut conditions = Vec::new();
    match (predicate, step.as_constant()) {
        // Few multiples of a short step are distinct numbers.
        (IntPredicate::Ne, Some(number)) => return is_short(number).then_some(conditions),
        (IntPredicate::Ne, None) => conditions.push((step.clone(), 1, MOST_STEP - 1)),
        (_, None) => return None,
        (_, Some(number)) => {
            if !is_short(number) {
                return None;
            }
            // A negative number is far from its bound when read as unsigned.
            let least = if predicate.is_unsigned() { 0 } else { 1 - MOST_STEP };
            match start.as_constant() {
                Some(first) if first < least || !is_short(first) => return None,
                Some(_) => {}
                None => conditions.push((start.clone(), 0, MOST_BOUND)),
            }
            // When counting down, the last value is below the bound by less than one step.
            if number < 0 {
                let below = match predicate {
                    IntPredicate::Uge => -number,
                    IntPredicate::Ugt => -number - 1,
                    _ => least,
                };
                match bound.as_constant() {
                    Some(last) if last < below => return None,
                    Some(_) => {}
                    None => conditions.push((bound.clone(), below.max(0), MOST_BOUND)),
                }
            }
        }
    }
    Some(conditions)
}

/// The number of tests that hold before the first one fails, for a value with this start and step.
fn failing_test(start: &Term, step: &Term, bound: &Term, predicate: IntPredicate) -> Option<Term> {
    use IntPredicate::*;
    let distance = bound.plus(start, -1)?;
    let more = |distance: &Term, by: i64| distance.plus(&Term::constant(by), 1);
    let number = step.as_constant();
    match predicate {
        Ne => distance.divided_by(step),
        Slt | Ult => number.filter(|step| *step > 0).and_then(|step| quotient_up(&distance, step)),
        Sle | Ule => number.filter(|step| *step > 0).and_then(|step| quotient_up(&more(&distance, 1)?, step)),
        Sgt | Ugt => number.filter(|step| *step < 0).and_then(|step| quotient_up(&distance, step)),
        Sge | Uge => {
            number.filter(|step| *step < 0).and_then(|step| quotient_up(&more(&distance, -1)?, step))
        }
        Eq => None,
    }
}

/// The quotient, rounded up if both are numbers; otherwise `None` unless it is exact.
fn quotient_up(distance: &Term, step: i64) -> Option<Term> {
    match distance.as_constant() {
        Some(number) => {
            let (whole, rest) = (number.checked_div(step)?, number.checked_rem(step)?);
            let is_short = rest != 0 && (rest < 0) == (step < 0);
            Some(Term::constant(whole + i64::from(is_short)))
        }
        None => distance.divided_by(&Term::constant(step)),
    }
}

/// Whether the exit comparison of a loop is unsigned.
pub(super) fn is_tested_unsigned(linear: &Linearisation<'_>, of: LoopId) -> bool {
    let exit = only_exit(linear, of).and_then(|exit| exit_at(linear, exit));
    exit.is_some_and(|(_, exit)| exit.predicate.is_unsigned())
}

/// The terminator of the single exit of a loop.
fn only_exit(linear: &Linearisation<'_>, of: LoopId) -> Option<ValueId> {
    let (model, loops): (&Model, _) = (linear.model, &linear.loops);
    let inside = model.blocks().filter(|block| loops.has_block(of, *block));
    let mut exits = inside.flat_map(|block| {
        let out = model.block_successors(block).iter().filter(|to| !loops.has_block(of, **to));
        out.map(move |_| block)
    });
    let block = exits.next()?;
    let is_only = exits.next().is_none() && loops.around(block) == Some(of);
    is_only.then(|| model.terminator(block))
}

/// The exit of the innermost loop around a terminator, if every round passes it and its condition is a
/// comparison.
fn exit_at(linear: &Linearisation<'_>, terminator: ValueId) -> Option<(LoopId, Exit)> {
    let (model, loops): (&Model, _) = (linear.model, &linear.loops);
    let block = model.block_of(terminator).filter(|block| model.terminator(*block) == terminator)?;
    let of = loops.around(block)?;
    let mut leaving = model.block_successors(block).iter().map(|to| !loops.has_block(of, *to)).enumerate();
    let n = leaving.find(|(_, leaves)| *leaves).map(|(n, _)| n)?;
    let is_other = leaving.any(|(_, leaves)| leaves);
    let dominance = model.dominance();
    let is_passed = loops.get(of).latches.iter().all(|latch| dominance.block_dominates(block, *latch));
    if is_other || !is_passed || model.opcode(terminator) != Some(Opcode::Br) {
        return None;
    }
    let condition = model.operand(terminator, 0)?;
    let tested = model.predicate(condition)?;
    let predicate = if n == 0 { tested.opposite() } else { tested };
    let operands = [model.operand(condition, 0)?, model.operand(condition, 1)?];
    Some((of, Exit { block, predicate, operands }))
}

#[cfg(test)]
mod tests {
    use super::super::{Accesses, Quotient, Symbol, Term};
    use ir::testing::sketch::{sketch, value};

    /// The quotient of `do …; while ((i += step) PREDICATE n)` from `first` on, with the parameters as
    /// symbols.
    fn quotient(step: &str, predicate: &str) -> (Option<Quotient>, [Term; 2]) {
        let text = "param n:i64
            param first:i64
            entry:
              enter:void = br -> loop
            loop:
              i:i64 = phi first@entry next@loop
              next:i64 = add i i64:STEP !nsw
              go:i1 = icmp next n !PREDICATE
              z:void = br go -> loop out
            out:
              last:void = ret n";
        let model = sketch(&text.replace("STEP", step).replace("PREDICATE", predicate));
        let mut accesses = Accesses::new(&model);
        let this = accesses.loops().ids().next().expect("a loop");
        let count = accesses.count_or_quotient(this);
        let found = accesses.quotient(this).cloned();
        let is_symbol = count.is_some_and(|count| count.term == Term::symbol(Symbol::Rounds(this)));
        assert_eq!(is_symbol, found.is_some());
        let symbol = |name: &str| Term::symbol(Symbol::Value(value(&model, name)));
        (found, [symbol("n"), symbol("first")])
    }

    #[test]
    fn steps_of_several_give_a_quotient_that_is_rounded_as_the_test_says() {
        // next = first + 3, so n - first - 3 lies ahead.
        let ahead = |[n, first]: &[Term; 2], sign: i64, more: i64| {
            let distance = n.plus(first, -1).unwrap();
            Term::constant(more).plus(&distance, sign).unwrap()
        };
        for (step, predicate, sign, more, is_exact) in [
            ("3", "ne", 1, -3, true),
            ("3", "slt", 1, -3 + 2, false),
            ("3", "ult", 1, -3 + 2, false),
            ("3", "sle", 1, 0, false),
            ("-3", "ne", -1, -3, true),
            ("-3", "sgt", -1, -3 + 2, false),
            ("-3", "sge", -1, 0, false),
        ] {
            let (found, symbols) = quotient(step, predicate);
            let dividend = ahead(&symbols, sign, more);
            let wanted = Quotient { dividend, divisor: 3, more: 1, is_exact };
            assert_eq!(found, Some(wanted), "{step} {predicate}");
        }
    }

    #[test]
    fn a_loop_that_goes_away_from_its_bound_has_no_quotient() {
        for (step, predicate) in [("3", "sgt"), ("-3", "slt"), ("3", "eq"), ("4294967296", "ne")] {
            assert_eq!(quotient(step, predicate).0, None, "{step} {predicate}");
        }
        // A polynomial is no quotient.
        assert_eq!(quotient("1", "slt").0, None);
    }
}
