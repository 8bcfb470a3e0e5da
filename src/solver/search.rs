//! The search: depth-first backtracking over a plan's steps.
//!
//! One loop per plan with an explicit stack of choice points. The plan fixes which step binds which
//! slot, so that going back over a step is all the undoing there is. A call that is not in the tables is
//! searched to the end before the caller goes on, so the native stack is as deep as definitions nest, no deeper.

use super::budget::{Exhausted, Meter};
use super::calls::row_of;
use super::compiled::{Compiled, LimitReached};
use super::explain::Notes;
use super::frame::Frame;
use super::plan::{CallStep, Plan, PlanId, Slot, Step, Test};
use super::problem::{Relation, Value, World};
use super::rows::Row;
use super::table::{Answers, Gathered, Rows, Table};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The values of some slots. Most atoms, calls and collects have no more than these.
pub(super) type Values = SmallVec<[Value; 8]>;

/// The values of one run of a plan.
#[derive(Debug)]
pub(super) struct Env {
    pub(super) values: SmallVec<[Value; 24]>,
    pub(super) calls: SmallVec<[Option<Arc<Row>>; 6]>,
    pub(super) collects: SmallVec<[Option<Rows>; 4]>,
}

impl Env {
    /// For a run of a plan in which rows are kept or not.
    fn new(slots: usize, frame: &Frame, keeping: bool) -> Env {
        let (calls, collects) = if keeping { (frame.calls, frame.collects) } else { (0, 0) };
        let values = match slots {
            0..=24 => SmallVec::from_buf_and_len([Value::UNUSED; 24], slots),
            _ => smallvec![Value::UNUSED; slots],
        };
        Env { values, calls: smallvec![None; calls], collects: smallvec![None; collects] }
    }

    pub(super) fn value(&self, slot: &Slot) -> Value {
        self.values[slot.index()]
    }

    pub(super) fn read(&self, slots: &[Slot]) -> Values {
        let values = slots.iter().map(|slot| self.value(slot));
        if slots.len() > 8 {
            return values.collect();
        }
        let mut few = [Value::UNUSED; 8];
        few.iter_mut().zip(values).for_each(|(place, value)| *place = value);
        Values::from_buf_and_len(few, slots.len())
    }
}

/// The alternatives of a choice point, and how many were taken.
struct Choices {
    from: Alternatives,
    taken: usize,
    count: usize,
}

enum Alternatives {
    /// Of [`Step::Generate`], and of [`Step::Each`]: tuples one after the other.
    Values(Vec<Value>),
    /// Of [`Step::Call`].
    Answers(Answers),
}

/// A search of one problem in one world.
pub(super) struct Search<'a, R, W, const EXPLAIN: bool> {
    pub(super) compiled: &'a Compiled<R>,
    pub(super) world: &'a W,
    pub(super) meter: Meter,
    /// By plan, what is found with everything kept, then what is found otherwise.
    pub(super) answers: Table<Answers>,
    /// What most collects gather.
    pub(super) no_rows: Rows,
    /// Whether rows are kept, with what they stand on. Within a collect without copies it is enough that there are some.
    pub(super) keeping: bool,
    /// Room for candidates: most lists are short.
    pub(super) spare: Vec<Vec<Value>>,
    pub(super) gathered: Table<Gathered>,
    pub(super) limits_reached: Vec<LimitReached>,
    /// Touched only when `EXPLAIN` is on.
    pub(super) notes: Notes,
}

/// Receives the environment at each solution; answers whether to go on.
type Reached<'s, S> = &'s mut dyn FnMut(&mut S, &Env) -> bool;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    pub(super) fn new(compiled: &'a Compiled<R>, world: &'a W, meter: Meter) -> Self {
        let (answers, gathered) = (Table::new(), Table::new());
        let notes = if EXPLAIN { Notes::new(&compiled.plans) } else { Notes::default() };
        Self {
            compiled,
            world,
            meter,
            answers,
            no_rows: Arc::new([]),
            keeping: true,
            spare: Vec::new(),
            gathered,
            limits_reached: Vec::new(),
            notes,
        }
    }

    pub(super) fn plan(&self, id: PlanId) -> &'a Plan<R> {
        self.compiled.plans.plan(id)
    }

    /// Appends the solutions of the root to `rows`, as found.
    pub(super) fn root(&mut self, rows: &mut Vec<Arc<Row>>) -> Result<(), Exhausted> {
        let root = self.compiled.plans.root;
        self.run(root, &[], &mut |search, env| {
            rows.push(row_of(search.plan(root), env));
            true
        })
    }

    /// The steps taken, the limits reached, and the notes for an explanation.
    pub(super) fn finish(mut self) -> (u64, Vec<LimitReached>, Notes) {
        self.limits_reached.sort_unstable();
        (self.meter.taken(), self.limits_reached, self.notes)
    }

    /// Runs a plan for the values of its bound interface variables; `found` sees each solution and answers whether to go on.
    pub(super) fn run(
        &mut self,
        id: PlanId,
        inputs: &[Value],
        found: Reached<'_, Self>,
    ) -> Result<(), Exhausted> {
        let plan = self.plan(id);
        let frame = &self.compiled.frames[plan.def.index()];
        let mut env = Env::new(plan.slots.len(), frame, self.keeping);
        for (&(slot, compare), &value) in plan.entry.iter().zip(inputs) {
            if compare && env.values[slot.index()] != value {
                return Ok(());
            }
            env.values[slot.index()] = value;
        }
        if EXPLAIN {
            self.notes.enter(id);
        }
        let done = self.steps(&plan.steps, Some(id), &mut env, found);
        if EXPLAIN {
            self.notes.leave(id, inputs);
        }
        done.map(|_| ())
    }

    /// Backtracks over the steps; answers whether `reached` let it go on to the end.
    fn steps(
        &mut self,
        steps: &'a [Step<R>],
        plan: Option<PlanId>,
        env: &mut Env,
        reached: Reached<'_, Self>,
    ) -> Result<bool, Exhausted> {
        let mut stack: SmallVec<[(usize, Choices); 4]> = SmallVec::new();
        let mut at = 0;
        loop {
            loop {
                let Some(step) = steps.get(at) else {
                    if !reached(self, env) {
                        return Ok(false);
                    }
                    break;
                };
                if let Step::Fork(branches) = step {
                    if !self.fork(branches, env, reached)? {
                        return Ok(false);
                    }
                    break;
                }
                if !self.forward(step, (plan, at), env, &mut stack)? {
                    break;
                }
                at += 1;
            }
            at = loop {
                let Some((step, choices)) = stack.last_mut() else { return Ok(true) };
                if choices.taken < choices.count {
                    self.take(&steps[*step], choices, env)?;
                    self.note_choice(plan, *step);
                    break *step + 1;
                }
                if let Some((_, choices)) = stack.pop() {
                    self.release(choices.from);
                }
            };
        }
    }

    /// Whether a step can be made; if so it is, and what else it could have been is on the stack.
    fn forward(
        &mut self,
        step: &'a Step<R>,
        (plan, at): (Option<PlanId>, usize),
        env: &mut Env,
        stack: &mut SmallVec<[(usize, Choices); 4]>,
    ) -> Result<bool, Exhausted> {
        let Some(passes) = self.decide(step, env)? else {
            let mut choices = self.choices(step, env)?;
            if choices.count == 0 {
                self.release(choices.from);
                self.note_failure(plan, at, env);
                return Ok(false);
            }
            self.note_entry(plan, at);
            self.take(step, &mut choices, env)?;
            self.note_choice(plan, at);
            match choices.count {
                1 => self.release(choices.from),
                _ => stack.push((at, choices)),
            }
            return Ok(true);
        };
        match passes {
            true => self.note_pass(plan, at),
            false => self.note_failure(plan, at, env),
        }
        Ok(passes)
    }

    fn note_pass(&mut self, plan: Option<PlanId>, at: usize) {
        if let (true, Some(plan)) = (EXPLAIN, plan) {
            self.notes.entered(plan, at);
            self.notes.passed(plan, at);
        }
    }

    fn note_entry(&mut self, plan: Option<PlanId>, at: usize) {
        if let (true, Some(plan)) = (EXPLAIN, plan) {
            self.notes.entered(plan, at);
        }
    }

    fn note_choice(&mut self, plan: Option<PlanId>, at: usize) {
        if let (true, Some(plan)) = (EXPLAIN, plan) {
            self.notes.chosen(plan, at);
        }
    }

    fn note_failure(&mut self, plan: Option<PlanId>, at: usize, env: &Env) {
        if let (true, Some(plan)) = (EXPLAIN, plan) {
            let compiled = self.compiled;
            self.notes.failed(&compiled.plans, compiled.shapes(), plan, at, env);
        }
    }

    /// Whether a step passes that passes or fails; `None` for a choice point.
    fn decide(&mut self, step: &'a Step<R>, env: &mut Env) -> Result<Option<bool>, Exhausted> {
        Ok(Some(match step {
            Step::Fail => false,
            Step::Test(test) => self.test(test, env),
            Step::Same(a, b, _) => env.value(a) == env.value(b),
            Step::Differ(a, b, _) => env.value(a) != env.value(b),
            Step::IsUnused(a, _) => !env.value(a).is_used(),
            Step::SameSet(a, b, _) => used(env.read(a)) == used(env.read(b)),
            Step::Copy(from, to) => {
                env.values[to.index()] = env.value(from);
                true
            }
            Step::SetUnused(slot) => {
                env.values[slot.index()] = Value::UNUSED;
                true
            }
            Step::Either(branches) => self.either(branches, env)?,
            Step::Collect(collect) => self.collect(collect, env)?,
            Step::Generate(..) | Step::Call(_) | Step::Each(..) | Step::Fork(_) => return Ok(None),
        }))
    }

    /// The alternatives of a choice point.
    fn choices(&mut self, step: &'a Step<R>, env: &mut Env) -> Result<Choices, Exhausted> {
        let (from, count) = match step {
            Step::Generate(_, sources, hints) => {
                let values = self.candidates(sources, hints, env);
                let count = values.len();
                (Alternatives::Values(values), count)
            }
            Step::Call(call) => {
                let answers = fitting(call, self.call(call, env)?, env);
                let count = answers.len();
                (Alternatives::Answers(answers), count)
            }
            Step::Each(branches, slots) => {
                let (values, count) = self.each(branches, slots, env)?;
                (Alternatives::Values(values), count)
            }
            _ => (Alternatives::Answers(Answers::Holds(false)), 0),
        };
        Ok(Choices { from, taken: 0, count })
    }

    /// Takes the next alternative of a choice point; there is one.
    fn take(&mut self, step: &Step<R>, choices: &mut Choices, env: &mut Env) -> Result<(), Exhausted> {
        let at = choices.taken;
        choices.taken += 1;
        match (step, &choices.from) {
            (Step::Generate(slot, ..), Alternatives::Values(values)) => env.values[slot.index()] = values[at],
            (Step::Each(_, slots), Alternatives::Values(values)) => {
                for (slot, value) in slots.iter().zip(&values[at * slots.len()..]) {
                    env.values[slot.index()] = *value;
                }
            }
            (Step::Call(call), Alternatives::Answers(Answers::Told(values, width))) => {
                for output in &call.outputs {
                    env.values[output.slot.index()] = values[at * width + output.told];
                }
            }
            (Step::Call(call), Alternatives::Answers(Answers::Whole(rows))) => {
                for output in &call.outputs {
                    env.values[output.slot.index()] = rows[at].value(output.variable);
                }
                if let Some(site) = call.site.filter(|_| self.keeping) {
                    env.calls[site] = Some(rows[at].clone());
                }
            }
            _ => {}
        }
        self.meter.step()
    }

    fn test(&self, test: &Test<R>, env: &Env) -> bool {
        let holds = |args: &[Value]| {
            let blocked = |(k, value): (usize, &Value)| is_blocked(&test.relation, k, *value);
            !args.iter().enumerate().any(blocked) && self.world.holds(&test.relation, args)
        };
        match &*test.args {
            [a] => holds(&[env.value(a)]),
            [a, b] => holds(&[env.value(a), env.value(b)]),
            args => holds(&env.read(args)),
        }
    }

    /// The alternatives are done with.
    fn release(&mut self, alternatives: Alternatives) {
        if let Alternatives::Values(values) = alternatives {
            self.put_back(values);
        }
    }

    /// Keeps room that candidates took for others.
    pub(super) fn put_back(&mut self, mut values: Vec<Value>) {
        values.clear();
        self.spare.push(values);
    }

    /// The steps after the tests that a branch begins with, if those hold: most branches end there.
    fn tested(&self, branch: &'a [Step<R>], env: &Env) -> Option<&'a [Step<R>]> {
        let mut rest = branch;
        while let [Step::Test(test), after @ ..] = rest {
            if !self.test(test, env) {
                return None;
            }
            rest = after;
        }
        Some(rest)
    }

    /// Goes on with each branch; answers as [`Self::steps`] does. Forks are no deeper in each other than the planner lets them be.
    fn fork(
        &mut self,
        branches: &'a [Vec<Step<R>>],
        env: &mut Env,
        reached: Reached<'_, Self>,
    ) -> Result<bool, Exhausted> {
        for branch in branches {
            let Some(rest) = self.tested(branch, env) else { continue };
            if !self.steps(rest, None, env, reached)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn either(&mut self, branches: &'a [Vec<Step<R>>], env: &mut Env) -> Result<bool, Exhausted> {
        for branch in branches {
            let rest = self.tested(branch, env);
            if let Some(rest) = rest
                && (rest.is_empty() || !self.steps(rest, None, env, &mut |_, _| false)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuples that some branch admits, ascending, each once, one after the other, and how many.
    fn each(
        &mut self,
        branches: &'a [Vec<Step<R>>],
        slots: &[Slot],
        env: &mut Env,
    ) -> Result<(Vec<Value>, usize), Exhausted> {
        let mut tuples = self.spare.pop().unwrap_or_default();
        let mut count = 0;
        for branch in branches {
            let Some(rest) = self.tested(branch, env) else { continue };
            self.steps(rest, None, env, &mut |_, env| {
                tuples.extend(slots.iter().map(|slot| env.value(slot)));
                count += 1;
                true
            })?;
        }
        if slots.is_empty() {
            count = count.min(1);
        } else if count > 1 {
            let mut sorted: Vec<Values> = tuples.chunks(slots.len()).map(Values::from_slice).collect();
            sorted.sort_unstable();
            sorted.dedup();
            count = sorted.len();
            tuples.clear();
            tuples.extend(sorted.iter().flatten());
        }
        Ok((tuples, count))
    }
}

/// The answers that agree with what is bound already.
fn fitting(call: &CallStep, answers: Answers, env: &Env) -> Answers {
    if call.same.is_empty() {
        return answers;
    }
    match answers {
        Answers::Holds(holds) => Answers::Holds(holds),
        Answers::Told(values, width) => {
            let agrees =
                |row: &&[Value]| call.same.iter().all(|same| row[same.told] == env.value(&same.slot));
            let values: Values = values.chunks(width).filter(agrees).flatten().copied().collect();
            match values.is_empty() {
                true => Answers::Holds(false),
                false => Answers::Told(values.as_slice().into(), width),
            }
        }
        Answers::Whole(rows) => {
            let agrees = |row: &&Arc<Row>| {
                call.same.iter().all(|same| row.value(same.variable) == env.value(&same.slot))
            };
            let rows: SmallVec<[Arc<Row>; 4]> = rows.iter().filter(agrees).cloned().collect();
            match rows.is_empty() {
                true => Answers::Holds(false),
                false => Answers::Whole(rows.into_iter().collect()),
            }
        }
    }
}

/// Whether a relation is false for the value of argument `k` alone.
pub(super) fn is_blocked<R: Relation>(relation: &R, k: usize, value: Value) -> bool {
    !value.is_used() && !relation.admits_unused(k)
}

/// The used values, ascending, each once.
fn used(mut values: Values) -> Values {
    values.retain(|value| value.is_used());
    values.sort_unstable();
    values.dedup();
    values
}
