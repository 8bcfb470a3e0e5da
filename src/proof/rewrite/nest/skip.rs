//! Skips rounds of a loop that is left early: a call computes a later round to start from.
//!
//! In: a solution of a rewrite `gives nest {i} until {exit} skipping call f(…)`. Out: the call that computes
//! the first round to run, and the values of the loop's phis in that round; or the reason why no round may be
//! skipped.
//!
//! ```text
//!     i = 0                              r = memchr(p, c, n)
//!       │                                i = r == null ? n - 1 : r - p
//!  ┌─> p[i] == c ──> found                 │
//!  │    │                         =>      the same loop
//!  └── i + 1 < n ──> not found
//! ```
//!
//! The loop stays and decides by itself how it ends, so that all values used behind it come from a round that
//! runs. The skipped rounds must have no effects, which is checked here, and must not leave the loop, which
//! the rewrite states of the call's result and `{exit}`. One more exit may count rounds.

use super::super::matched::Unfit;
use super::arrays::{Accessed, Analyses, Array, arrays};
use super::conditions::{Conditions, LIMIT};
use super::extents::no_wrap;
use super::instance::{NestInstance, Skip, Steps, callee_of};
use super::rounds::{Rounds, check_round_count, named_loops};
use super::shape::NestShape;
use super::variables::Variables;
use super::widened::check_widening;
use analysis::accesses::Term;
use ir::{Flags, Model, Opcode, OpcodeSet, TypeClass, ValueId};
use lang::candl::ast::{Clauses, FirstRound, Nest, Variable};
use lang::candl::widening::Widening;

/// The operations that may compute a lagging phi: without effects or undefined behaviour for any operands.
const COMPUTED: OpcodeSet = OpcodeSet::of(&[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
    Opcode::ICmp,
    Opcode::SExt,
    Opcode::ZExt,
    Opcode::Trunc,
    Opcode::GetElementPtr,
]);

/// Maximum number of instructions that compute a lagging phi.
const MOST_COMPUTED: usize = 16;

/// Converts a solution of a rewrite that skips rounds to an instance.
///
/// # Errors
///
/// The reason why no round may be skipped.
pub(super) fn skip_instance<'a>(
    analyses: &mut Analyses<'_, '_>,
    (clauses, nest, widening): (&'a Clauses, &'a Nest, &Widening),
    (exit, by): (&Variable, FirstRound),
    variables: Variables,
) -> Result<NestInstance<'a>, Unfit> {
    let model = analyses.model;
    let loops = named_loops(analyses.accesses, nest, &variables)?.all;
    let exit = variables.named(exit)?;
    let (shape, other) = NestShape::left_early(model, analyses.accesses.loops(), &loops, exit)?;
    let mut conditions = Conditions::default();
    let (rounds, last) = rounds(analyses, &shape, other, &mut conditions)?;
    if last.is_none() && by == FirstRound::LastUnless {
        let why = "begins a loop that does not count its rounds: it has no last one";
        return Err(Unfit::of(shape.header, why));
    }
    check_loads(analyses, &shape, exit, last.is_some())?;
    let accessed = arrays(analyses, (&shape, &rounds), (&variables, &[]), &mut conditions)?;
    if let Some((.., unfit)) = accessed.foreign.into_iter().next() {
        return Err(unfit);
    }
    let Accessed { arrays, places, .. } = accessed;
    let is_backward = |array: &&Array| array.strides.iter().any(|(_, stride)| stride.as_constant() < Some(1));
    if let Some(array) = arrays.iter().find(|array| array.is_written) {
        return Err(Unfit::of(array.access, "is a store, and rounds that do not run would leave it out"));
    }
    if let Some(array) = arrays.iter().find(is_backward) {
        return Err(Unfit::of(array.access, "is an access that does not go forward by a number of elements"));
    }
    let (steps, lagging) = phis(analyses, &shape)?;
    let call = nest.call.as_ref().ok_or_else(|| Unfit::new("no call says from which round the loop runs"))?;
    let (callee, arguments) = callee_of(clauses, call)?;
    let instance = NestInstance {
        callee,
        arguments,
        when: &clauses.when,
        shape,
        rounds,
        arrays,
        conditions,
        result: None,
        skip: Some(Skip { by, last, steps, lagging }),
        rest: None,
        flags: Flags::NONE,
        variables,
    };
    instance.check_effects()?;
    let decides: Vec<ValueId> = model.operand(exit, 0).into_iter().collect();
    check_widening(model, (&instance, &places), widening, &decides)?;
    Ok(instance)
}

/// The rounds of a loop, and the number of the last one if the exit `counted` counts them.
fn rounds(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    counted: Option<ValueId>,
    conditions: &mut Conditions,
) -> Result<(Rounds, Option<Term>), Unfit> {
    let (model, this) = (analyses.model, shape.outermost());
    // Without a counting exit, nothing bounds the counter.
    let width = if counted.is_some() { 32 } else { 64 };
    if !analyses.accesses.counts_rounds(this, width) {
        let why = format!("begins a loop that does not count from 0 in steps of 1, in at least {width} bits");
        return Err(Unfit::of(shape.header, why));
    }
    let Some(counted) = counted else { return Ok((Rounds::from_zero(this, None), None)) };
    let count = analyses.accesses.assumed_exit_count(counted);
    let count = count.ok_or_else(|| Unfit::of(counted, "leaves the loop, and does not count its rounds"))?;
    // An exit at the beginning of a round is tested once more than rounds complete.
    if !conditions.range(&count.term, 1, LIMIT - 1) {
        return Err(Unfit::of(shape.header, "begins a loop of no round, or of 2^31 and more"));
    }
    check_round_count((model, shape), &count, shape.header, conditions)?;
    let before = i64::from(counted == shape.latch);
    let last = count.term.plus(&Term::constant(before), -1);
    let all = last.as_ref().and_then(|last| last.plus(&Term::constant(1), 1));
    let (Some(last), Some(all)) = (last, all) else {
        return Err(Unfit::of(counted, "counts too many rounds"));
    };
    let rounds = Rounds::from_zero(this, Some(all));
    no_wrap(model, analyses.accesses, &rounds, &count.assumed, conditions)?;
    Ok((rounds, Some(last)))
}

/// Checks that the loop has executed every load of the elements before the one that the call stops at: each
/// load runs in every round, before the exit. Without a counting exit, no address may depend on integers that
/// may wrap.
fn check_loads(
    analyses: &mut Analyses<'_, '_>,
    shape: &NestShape,
    exit: ValueId,
    is_counted: bool,
) -> Result<(), Unfit> {
    let model = analyses.model;
    for load in shape.instructions(model).filter(|value| model.opcode(*value) == Some(Opcode::Load)) {
        if !model.dominates(load, exit) || !model.dominates(load, shape.latch) {
            return Err(Unfit::of(load, "does not run in every round of the loop before it may be left"));
        }
        let may_wrap = analyses.accesses.addresses(load).iter().any(|address| !address.assumed.is_empty());
        if may_wrap && !is_counted {
            return Err(Unfit::of(load, "loads from where integers count that may wrap, for so many rounds"));
        }
    }
    Ok(())
}

/// The phis of the header with a constant step, and the lagging ones, which hold a value computed from those
/// in the previous round.
fn phis(analyses: &Analyses<'_, '_>, shape: &NestShape) -> Result<(Steps, Vec<ValueId>), Unfit> {
    let model = analyses.model;
    let header = model.block_of(shape.header);
    let values = header.into_iter().flat_map(|header| model.block_instructions(header));
    let (mut steps, mut lagging) = (Vec::new(), Vec::new());
    for phi in values.filter(|value| model.opcode(*value) == Some(Opcode::Phi)) {
        let is_scalar = [TypeClass::Integer, TypeClass::Pointer].iter().any(|c| model.has_class(phi, *c));
        match analyses.accesses.constant_step(phi).filter(|_| is_scalar) {
            Some(step) => steps.push((phi, step)),
            None => lagging.push(phi),
        }
    }
    for &phi in &lagging {
        let sources = model.phi_sources(phi);
        let is_next = |n: u32| sources.get(n as usize) == Some(&shape.latch);
        let next = model.operands(phi).iter().find(|edge| is_next(edge.n)).map(|edge| edge.to);
        if !next.is_some_and(|next| is_computed(model, shape, &steps, next)) {
            return Err(Unfit::of(
                phi,
                "neither steps by a constant from round to round nor follows what does",
            ));
        }
    }
    Ok((steps, lagging))
}

/// Whether a value is computed from stepping phis and from values that do not change.
fn is_computed(model: &Model, shape: &NestShape, steps: &[(ValueId, i64)], value: ValueId) -> bool {
    let (mut open, mut seen) = (vec![value], Vec::new());
    while let Some(value) = open.pop() {
        if shape.is_fixed(model, value) || steps.iter().any(|(phi, _)| *phi == value) || seen.contains(&value)
        {
            continue;
        }
        let is_one = model.opcode(value).is_some_and(|opcode| COMPUTED.meets(OpcodeSet::of(&[opcode])));
        if !is_one || seen.len() == MOST_COMPUTED {
            return false;
        }
        seen.push(value);
        open.extend(model.operands(value).iter().map(|edge| edge.to));
    }
    true
}
