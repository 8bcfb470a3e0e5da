//! The values that a round takes from the one before: counters, reductions, and choices (`chosen.rs`).
//!
//! A counter steps by an amount that does not change, so that a thread can begin in any round. A reduction is
//! combined with other values by one operation, and neither it nor any partial result is used otherwise: then
//! each thread computes a part, and the parts are combined behind the loop.
//!
//! In: `s = phi [init, next]; t = phi [s, u]; u = t + x; next = select c, u, s`. Out: a sum with the members
//! `s`, `t`, `u`, `next`.

use super::super::matched::Unfit;
use super::super::nest::{NestShape, Variables};
use super::chosen::{choice, is_small};
use super::is_allowed;
use analysis::accesses::{Accesses, Term};
use ir::{
    Better, ChosenValue, Combining, Flags, FloatKind, FloatPredicate, LastStep, Model, Opcode, ThreadChoice,
    ThreadReduction, TypeClass, ValueId,
};
use lang::candl::ast::{Parallel, Variable};
use lang::candl::rewrite::LAST;
use rustc_hash::FxHashSet;

/// Limit on the instructions that are computed again for a thread's first round.
const MOST_LAGGING: usize = 32;

/// Limit on the members of one reduction.
const MOST_MEMBERS: usize = 256;

/// The values that the rounds of a loop hand on.
pub(super) struct Carried {
    pub(super) steps: Vec<(ValueId, Term)>,
    pub(super) reductions: Vec<ThreadReduction>,
    pub(super) choices: Vec<ThreadChoice>,
    pub(super) last: Vec<LastStep>,
    /// The phis that hold a value which the round before computed from counters and loads.
    pub(super) lagging: Vec<ValueId>,
    /// The loads among them.
    pub(super) loads: Vec<ValueId>,
}

/// Reads the phis of a loop's header, and checks the values that are used behind the loop.
///
/// # Errors
///
/// The value of an earlier round that a round needs.
pub(super) fn carried(
    model: &Model,
    accesses: &Accesses<'_>,
    shape: &NestShape,
    (parallel, variables): (&Parallel, &Variables),
) -> Result<Carried, Unfit> {
    let mut carried = Carried {
        steps: Vec::new(),
        reductions: Vec::new(),
        choices: Vec::new(),
        last: Vec::new(),
        lagging: Vec::new(),
        loads: Vec::new(),
    };
    let header = model.block_of(shape.header).ok_or_else(|| Unfit::new("there is no loop"))?;
    let mut open = Vec::new();
    for phi in model.phis(header) {
        let next = next_of(model, shape, phi);
        let next = next.ok_or_else(|| Unfit::of(phi, "has no single value for the next round"))?;
        let is_counter = model.has_class(phi, TypeClass::Integer) || model.has_class(phi, TypeClass::Pointer);
        if let Some(step) = accesses.step(phi).filter(|_| is_counter) {
            carried.steps.push((phi, step));
            continue;
        }
        if let Some(loads) = loads_of_lagging(model, accesses, shape, next) {
            carried.lagging.push(phi);
            carried.loads.extend(loads);
            continue;
        }
        match Flow::of(model, shape, phi, None).and_then(|flow| flow.reduction(next)) {
            Ok(reduction) => {
                let members = |value: ValueId| reduction.members.contains(&value) || value == next;
                check_declared((phi, reduction.by.word()), &members, parallel, variables)?;
                carried.reductions.push(reduction);
            }
            Err(unfit) => open.push((phi, next, unfit)),
        }
    }
    let mut left: Vec<(ValueId, ValueId)> = open.iter().map(|(phi, next, _)| (*phi, *next)).collect();
    while let Some((phi, _)) = left.first().copied() {
        let choice = choice(model, shape, &left).map_err(|unfit| {
            let of_sum = open.iter().find(|(known, ..)| *known == phi).map(|(.., unfit)| unfit.clone());
            of_sum.unwrap_or(unfit)
        })?;
        let word = choice.better.map_or(LAST, Better::word);
        let members = |value: ValueId| choice.members.contains(&value);
        check_declared((phi, word), &members, parallel, variables)?;
        left.retain(|(phi, _)| !choice.values.iter().any(|chosen| chosen.phi == Some(*phi)));
        carried.choices.push(choice);
    }
    let (last, of_last_round) = last_steps(model, shape, &carried)?;
    carried.last = last;
    if let Some(ChosenValue { next, .. }) = of_last_round.first() {
        check_declared((*next, LAST), &|value| value == *next, parallel, variables)?;
        let (better, flagged, members) = (None, 0, Vec::new());
        carried.choices.push(ThreadChoice { values: of_last_round, better, flagged, members });
    }
    Ok(carried)
}

/// The value that a header phi has in the next round.
fn next_of(model: &Model, shape: &NestShape, phi: ValueId) -> Option<ValueId> {
    let sources = model.phi_sources(phi);
    let mut of_latch =
        model.operands(phi).iter().filter(|edge| sources.get(edge.n as usize) == Some(&shape.latch));
    Some(of_latch.next()?.to).filter(|_| of_latch.next().is_none())
}

/// The loads that the value for the next round is computed from, if it depends on nothing else that changes
/// but stepping phis: then it can be computed again before any round.
fn loads_of_lagging(
    model: &Model,
    accesses: &Accesses<'_>,
    shape: &NestShape,
    next: ValueId,
) -> Option<Vec<ValueId>> {
    let header = model.block_of(shape.header);
    let (mut loads, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![next]);
    while let Some(value) = open.pop() {
        if shape.is_fixed(model, value) || !seen.insert(value) {
            continue;
        }
        match model.opcode(value)? {
            Opcode::Phi if model.block_of(value) == header && accesses.step(value).is_some() => continue,
            Opcode::Phi | Opcode::Call | Opcode::Store => return None,
            Opcode::Load => loads.push(value),
            _ => {}
        }
        if seen.len() > MOST_LAGGING {
            return None;
        }
        open.extend(model.operands(value).iter().map(|edge| edge.to));
    }
    Some(loads)
}

/// Checks that the rewrite allows to combine the parts of a value by this operation.
fn check_declared(
    (value, word): (ValueId, &str),
    is_member: &dyn Fn(ValueId) -> bool,
    parallel: &Parallel,
    variables: &Variables,
) -> Result<(), Unfit> {
    let is_it = |what: &Variable| variables.named(what).is_ok_and(is_member);
    match is_allowed(&parallel.reducing, word, &is_it) {
        true => Ok(()),
        false => Err(Unfit::of(
            value,
            format!("is combined by `{word}` from round to round, which the rewrite does not allow"),
        )),
    }
}

/// The values of the loop that are used behind it, without those that rounds combine or choose: counters, and
/// such that each round computes.
fn last_steps(
    model: &Model,
    shape: &NestShape,
    carried: &Carried,
) -> Result<(Vec<LastStep>, Vec<ChosenValue>), Unfit> {
    let (mut last, mut of_last_round) = (Vec::new(), Vec::new());
    let is_chosen = |value: ValueId| {
        carried.choices.iter().flat_map(|choice| &choice.values).any(|chosen| chosen.next == value)
    };
    // A thread has a part of these alone.
    let is_part = |value: ValueId| {
        carried.reductions.iter().any(|reduction| reduction.members.contains(&value))
            || carried.choices.iter().any(|choice| choice.members.contains(&value))
    };
    for value in shape.instructions(model) {
        let is_used_behind = model.operand_uses(value).iter().any(|edge| shape.is_fixed(model, edge.to));
        let is_combined = carried.reductions.iter().any(|reduction| reduction.next == value);
        if !is_used_behind || is_combined || is_chosen(value) {
            continue;
        }
        let of = carried.steps.iter().enumerate().find_map(|(step, (phi, _))| {
            let is_next = next_of(model, shape, *phi) == Some(value);
            (is_next || *phi == value).then_some(LastStep { value, step, is_next })
        });
        match of {
            Some(of) => last.push(of),
            None if !is_part(value) && is_small(model, value) => {
                of_last_round.push(ChosenValue { phi: None, next: value })
            }
            None => return Err(Unfit::of(value, "is used behind the loop as it is in the last round")),
        }
    }
    Ok((last, of_last_round))
}

/// The values between the load of an element and the value that is stored there, and their operation.
///
/// # Errors
///
/// The use of the element that is no update of it.
pub(super) fn update_of(
    model: &Model,
    shape: &NestShape,
    (load, stored): (ValueId, ValueId),
    store: ValueId,
) -> Result<(Vec<ValueId>, Combining), Unfit> {
    let reduction = Flow::of(model, shape, load, Some(store))?.reduction(stored)?;
    let mut members = reduction.members;
    members.retain(|member| *member != load);
    Ok((members, reduction.by))
}

/// The values that a phi flows to in one round, or the element that an update loads.
struct Flow<'a> {
    model: &'a Model,
    shape: &'a NestShape,
    phi: ValueId,
    /// The store that ends an update.
    store: Option<ValueId>,
    by: Option<Combining>,
    members: FxHashSet<ValueId>,
}

impl<'a> Flow<'a> {
    /// Follows a value to all values that depend on it.
    fn of(
        model: &'a Model,
        shape: &'a NestShape,
        phi: ValueId,
        store: Option<ValueId>,
    ) -> Result<Flow<'a>, Unfit> {
        let mut flow = Flow { model, shape, phi, store, by: None, members: FxHashSet::from_iter([phi]) };
        let ty = model.type_of(phi);
        let is_number = matches!(ty.float_kind(), Some(FloatKind::Float | FloatKind::Double))
            || ty.integer_width().is_some_and(|width| matches!(width, 8 | 16 | 32 | 64));
        if !is_number || ty.lanes().is_some() {
            let why = "is handed from round to round, and is no integer of 8 to 64 bits, `float` or `double`";
            return Err(Unfit::of(phi, why));
        }
        let mut open = vec![phi];
        while let Some(member) = open.pop() {
            for edge in model.operand_uses(member) {
                let user = edge.to;
                let is_end = Some(user) == store && model.operand(user, 1) != Some(member);
                if shape.is_fixed(model, user) || user == phi || is_end {
                    continue;
                }
                if model.opcode(user) == Some(Opcode::FCmp) && flow.only_chooses(user) {
                    continue;
                }
                flow.visit(member, user)?;
                if flow.members.insert(user) {
                    open.push(user);
                }
                if flow.members.len() > MOST_MEMBERS {
                    return Err(Unfit::of(phi, "goes from round to round through too many values"));
                }
            }
        }
        Ok(flow)
    }

    fn unfit(&self, user: ValueId) -> Unfit {
        if self.store.is_some() {
            return Unfit::of(self.phi, "loads an element that rounds update, and a round computes with it");
        }
        if self.model.opcode(user) == Some(Opcode::Store) {
            let why = "is handed from round to round, and each round stores it: a scan";
            return Unfit::of(self.phi, why);
        }
        Unfit::of(self.phi, "is a value of an earlier round, and a round computes with it")
    }

    /// Reads one use of a member.
    fn visit(&mut self, member: ValueId, user: ValueId) -> Result<(), Unfit> {
        use Opcode::{Add, And, Call, FAdd, FMul, FSub, Mul, Or, Phi, Select, Sub, Xor};
        let model = self.model;
        let is_first = model.operand(user, 0) == Some(member);
        let is_arm = [1, 2].iter().any(|n| model.operand(user, *n) == Some(member));
        let by = match model.opcode(user) {
            Some(Phi) => return Ok(()),
            Some(Select) if is_first => return Err(self.unfit(user)),
            Some(Select) => match chosen(model, user) {
                Some((by, ..)) => by,
                None if is_arm => return Ok(()),
                None => return Err(self.unfit(user)),
            },
            Some(Add) => Combining::Add,
            Some(Sub) if is_first => Combining::Add,
            Some(Mul) => Combining::Mul,
            Some(And) => Combining::And,
            Some(Or) => Combining::Or,
            Some(Xor) => Combining::Xor,
            Some(FAdd) => Combining::FAdd,
            Some(FSub) if is_first => Combining::FAdd,
            Some(FMul) => Combining::FMul,
            Some(Call) => self.called(member, user).ok_or_else(|| self.unfit(user))?,
            _ => return Err(self.unfit(user)),
        };
        self.check_flags(by, user)?;
        match self.by.replace(by) {
            Some(other) if other != by => Err(self.unfit(user)),
            _ => Ok(()),
        }
    }

    fn check_flags(&self, by: Combining, user: ValueId) -> Result<(), Unfit> {
        let needed = match by {
            Combining::FAdd | Combining::FMul => Flags::REASSOC,
            Combining::FMin | Combining::FMax => Flags::NNAN | Flags::NSZ,
            _ => Flags::NONE,
        };
        let condition = (self.model.opcode(user) == Some(Opcode::Select))
            .then(|| self.model.operand(user, 0).map(|condition| self.model.flags(condition)))
            .flatten();
        let flags = Flags(self.model.flags(user).0 | condition.unwrap_or(Flags::NONE).0);
        match flags.contains(needed) {
            true => Ok(()),
            false => {
                let lacking = needed.lacking_in(flags);
                Err(Unfit::of(self.phi, format!("lacks {lacking}, which come with -ffast-math")))
            }
        }
    }

    /// The operation of a call that combines a member with another value.
    fn called(&self, member: ValueId, call: ValueId) -> Option<Combining> {
        let model = self.model;
        let callee = model.global(model.operand(call, 0)?).filter(|callee| callee.is_intrinsic)?;
        let name = callee.name.strip_prefix("llvm.")?;
        let is = |base: &str| name.strip_prefix(base).is_some_and(|rest| rest.starts_with('.'));
        let named = [
            ("smin", Combining::SMin),
            ("smax", Combining::SMax),
            ("umin", Combining::UMin),
            ("umax", Combining::UMax),
            ("uadd.sat", Combining::UAddSat),
            ("minnum", Combining::FMin),
            ("maxnum", Combining::FMax),
        ];
        // `fmuladd(a, b, s)` is a sum.
        let is_sum = is("fmuladd") || is("fma");
        let operands = |n: u32| model.operand(call, n) == Some(member);
        if is_sum && operands(3) && !operands(1) && !operands(2) {
            return Some(Combining::FAdd);
        }
        named.into_iter().find(|(base, _)| is(base)).map(|(_, by)| by)
    }

    /// Whether a comparison of a member only decides minima or maxima with the same operands.
    fn only_chooses(&self, comparison: ValueId) -> bool {
        let uses = self.model.operand_uses(comparison);
        uses.iter().all(|edge| chosen(self.model, edge.to).is_some_and(|(_, by)| by == comparison))
    }

    /// The reduction, if each member is combined with one value that does not depend on the phi.
    fn reduction(self, next: ValueId) -> Result<ThreadReduction, Unfit> {
        let Some(by) = self.by.filter(|_| self.members.contains(&next)) else {
            let why = match self.shape.is_fixed(self.model, next) {
                true => "is another value in the first round",
                false => "is computed in the round before",
            };
            return Err(Unfit::of(self.phi, why));
        };
        for &member in self.members.iter().filter(|member| **member != self.phi) {
            let model = self.model;
            let is_member = |value: ValueId| self.members.contains(&value);
            let operands = model.operands(member).iter().map(|edge| edge.to);
            let fits = match model.opcode(member) {
                Some(Opcode::Phi) => operands.into_iter().all(is_member),
                Some(Opcode::Select) if chosen(model, member).is_none() => operands.skip(1).all(is_member),
                Some(Opcode::Select) => operands.skip(1).filter(|value| is_member(*value)).count() == 1,
                _ => operands.into_iter().filter(|value| is_member(*value)).count() == 1,
            };
            if !fits {
                return Err(self.unfit(member));
            }
            let is_used_behind =
                model.operand_uses(member).iter().any(|edge| self.shape.is_fixed(model, edge.to));
            if is_used_behind && member != next {
                return Err(Unfit::of(member, "is used behind the loop as it is in the last round"));
            }
        }
        let mut members: Vec<ValueId> = self.members.into_iter().collect();
        members.sort_unstable();
        Ok(ThreadReduction { phi: self.phi, next, members, by })
    }
}

/// The minimum or maximum that a choice between the operands of its comparison is, with the comparison.
fn chosen(model: &Model, select: ValueId) -> Option<(Combining, ValueId)> {
    use FloatPredicate::{Oge, Ogt, Ole, Olt, Uge, Ugt, Ule, Ult};
    if model.opcode(select) != Some(Opcode::Select) {
        return None;
    }
    let comparison = model.operand(select, 0)?;
    let is_less = match model.float_predicate(comparison)? {
        Olt | Ole | Ult | Ule => true,
        Ogt | Oge | Ugt | Uge => false,
        _ => return None,
    };
    let compared = (model.operand(comparison, 0)?, model.operand(comparison, 1)?);
    let arms = (model.operand(select, 1)?, model.operand(select, 2)?);
    let takes_first = match arms {
        arms if arms == compared => true,
        arms if arms == (compared.1, compared.0) => false,
        _ => return None,
    };
    Some((if is_less == takes_first { Combining::FMin } else { Combining::FMax }, comparison))
}
