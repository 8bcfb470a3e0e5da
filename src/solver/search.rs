//! The search: depth-first backtracking over a plan's steps.
//!
//! One loop per plan with an explicit stack of choice points. The plan fixes which step binds which
//! slot, so that going back over a step is all the undoing there is. A call that is not in the tables is
//! searched to the end before the caller goes on, so the native stack is as deep as definitions nest, no deeper.

use super::alternatives::{Alternatives, ChoicePoint, Choices, bind, bind_row, sort_from};
use super::budget::{Exhausted, Meter};
use super::compiled::{Compiled, LimitReached};
use super::explain::Notes;
use super::plan::{Plan, PlanId, Slot, Step, Test};
use super::problem::{Relation, Value, World};
use super::rows::Row;
use super::table::{Answers, Gathered, Rows, Table};
use smallvec::SmallVec;
use std::sync::Arc;

/// Where the values of one run of a plan begin on the stacks of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Env {
    pub(super) values: usize,
    pub(super) calls: usize,
    pub(super) collects: usize,
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
    /// The values of the runs under way, by slot, each behind those it was entered with.
    pub(super) values: Vec<Value>,
    /// By call site of the runs under way that keep rows.
    pub(super) calls: Vec<Option<Arc<Row>>>,
    /// By collect site of those.
    pub(super) collects: Vec<Option<Rows>>,
    /// The choice points of the runs under way that have alternatives left.
    points: Vec<ChoicePoint>,
    /// The values that those choose from.
    pub(super) alternatives: Vec<Value>,
    /// What the runs under way tell.
    pub(super) told: Vec<Value>,
    pub(super) gathered: Table<Gathered>,
    pub(super) limits_reached: Vec<LimitReached>,
    /// Touched only when `EXPLAIN` is on.
    pub(super) notes: Notes,
}

/// Receives the environment at each solution; answers whether to go on.
type Reached<'s, S> = &'s mut dyn FnMut(&mut S, Env) -> bool;

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
            values: Vec::new(),
            calls: Vec::new(),
            collects: Vec::new(),
            points: Vec::new(),
            alternatives: Vec::new(),
            told: Vec::new(),
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
        self.run(root, 0, &mut |search, env| {
            rows.push(search.row_of(search.plan(root), env));
            true
        })
    }

    /// The steps taken, the limits reached, and the notes for an explanation.
    pub(super) fn finish(mut self) -> (u64, Vec<LimitReached>, Notes) {
        self.limits_reached.sort_unstable();
        (self.meter.taken(), self.limits_reached, self.notes)
    }

    /// A value of the run under way.
    pub(super) fn value(&self, slot: Slot, env: Env) -> Value {
        self.values[env.values + slot.index()]
    }

    fn bind(&mut self, slot: Slot, value: Value, env: Env) {
        self.values[env.values + slot.index()] = value;
    }

    /// The values of the run under way, by slot.
    pub(super) fn frame(&self, env: Env) -> &[Value] {
        &self.values[env.values..]
    }

    /// Puts the values of some slots on top of all values; where they begin.
    pub(super) fn push(&mut self, slots: &[Slot], env: Env) -> usize {
        let from = self.values.len();
        for slot in slots {
            self.values.push(self.value(*slot, env));
        }
        from
    }

    /// Runs a plan for the values of its bound interface variables, which are those from `key` on; `found` sees each solution and
    /// answers whether to go on.
    pub(super) fn run(&mut self, id: PlanId, key: usize, found: Reached<'_, Self>) -> Result<(), Exhausted> {
        let plan = self.plan(id);
        let env = self.enter(plan);
        for (k, &(slot, compare)) in plan.entry.iter().enumerate() {
            let value = self.values[key + k];
            if compare && self.value(slot, env) != value {
                self.leave(env);
                return Ok(());
            }
            self.bind(slot, value, env);
        }
        if EXPLAIN {
            self.notes.enter(id);
        }
        self.steps(&plan.steps, Some(id), env, found)?;
        if EXPLAIN {
            self.notes.leave(id, &self.values[key..env.values]);
        }
        self.leave(env);
        Ok(())
    }

    /// Makes room for a run.
    fn enter(&mut self, plan: &Plan<R>) -> Env {
        let (values, calls, collects) = (self.values.len(), self.calls.len(), self.collects.len());
        self.values.resize(values + plan.slots.len(), Value::UNUSED);
        if self.keeping {
            let frame = &self.compiled.frames[plan.def.index()];
            self.calls.resize(calls + frame.calls, None);
            self.collects.resize(collects + frame.collects, None);
        }
        Env { values, calls, collects }
    }

    /// Gives back the room of the run that began last.
    fn leave(&mut self, env: Env) {
        self.values.truncate(env.values);
        self.calls.truncate(env.calls);
        self.collects.truncate(env.collects);
    }

    /// Backtracks over the steps; answers whether `reached` let it go on to the end.
    fn steps(
        &mut self,
        steps: &'a [Step<R>],
        plan: Option<PlanId>,
        env: Env,
        reached: Reached<'_, Self>,
    ) -> Result<bool, Exhausted> {
        let (bottom, floor) = (self.points.len(), self.alternatives.len());
        let mut at = 0;
        loop {
            while let Some(step) = steps.get(at)
                && self.forward(step, (plan, at), env)?
            {
                at += 1;
            }
            let goes_on = match steps.get(at) {
                None => reached(self, env),
                Some(Step::Fork(branches)) => self.fork(branches, env, reached)?,
                Some(_) => true,
            };
            if !goes_on {
                self.points.truncate(bottom);
                self.alternatives.truncate(floor);
                return Ok(false);
            }
            if self.points.len() == bottom {
                return Ok(true);
            }
            at = self.next(steps, env)?;
            self.note_choice(plan, at);
            at += 1;
        }
    }

    /// Whether a step can be made; if so it is, and if it could have been something else there is a choice point.
    fn forward(
        &mut self,
        step: &'a Step<R>,
        (plan, at): (Option<PlanId>, usize),
        env: Env,
    ) -> Result<bool, Exhausted> {
        let Some(passes) = self.decide(step, env)? else {
            return self.choose(step, (plan, at), env);
        };
        match passes {
            true => self.note_pass(plan, at),
            false => self.note_failure(plan, at, env),
        }
        Ok(passes)
    }

    /// The same of a step that can be made in several ways.
    fn choose(
        &mut self,
        step: &'a Step<R>,
        (plan, at): (Option<PlanId>, usize),
        env: Env,
    ) -> Result<bool, Exhausted> {
        let floor = self.alternatives.len();
        let mut choices = self.choices(step, env)?;
        if choices.left == 0 {
            self.note_failure(plan, at, env);
            return Ok(false);
        }
        self.note_entry(plan, at);
        self.take(step, &mut choices, env)?;
        self.note_choice(plan, at);
        match choices.left {
            0 => self.alternatives.truncate(floor),
            _ => self.points.push(ChoicePoint { step: at, floor, choices }),
        }
        Ok(true)
    }

    /// Takes the next alternative at the last choice point, which is gone with its last one; of which step it is.
    fn next(&mut self, steps: &'a [Step<R>], env: Env) -> Result<usize, Exhausted> {
        let Some(mut point) = self.points.pop() else { return Ok(steps.len()) };
        self.take(&steps[point.step], &mut point.choices, env)?;
        let at = point.step;
        match point.choices.left {
            0 => self.alternatives.truncate(point.floor),
            _ => self.points.push(point),
        }
        Ok(at)
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

    fn note_failure(&mut self, plan: Option<PlanId>, at: usize, env: Env) {
        if let (true, Some(plan)) = (EXPLAIN, plan) {
            let compiled = self.compiled;
            self.notes.failed(&compiled.plans, compiled.shapes(), plan, at, &self.values[env.values..]);
        }
    }

    /// Whether a step passes that passes or fails; `None` for a choice point.
    fn decide(&mut self, step: &'a Step<R>, env: Env) -> Result<Option<bool>, Exhausted> {
        Ok(Some(match step {
            Step::Fail => false,
            Step::Test(test) => self.test(test, env),
            Step::Same(a, b, _) => self.value(*a, env) == self.value(*b, env),
            Step::Differ(a, b, _) => self.value(*a, env) != self.value(*b, env),
            Step::IsUnused(a, _) => !self.value(*a, env).is_used(),
            Step::SameSet(a, b, _) => self.used(a, env) == self.used(b, env),
            Step::Copy(from, to) => {
                self.bind(*to, self.value(*from, env), env);
                true
            }
            Step::SetUnused(slot) => {
                self.bind(*slot, Value::UNUSED, env);
                true
            }
            Step::Either(branches) => self.either(branches, env)?,
            Step::Collect(collect) => self.collect(collect, env)?,
            Step::Unless(unless) => self.unless(unless, env)?,
            // Nothing is behind it.
            Step::Fork(_) => false,
            Step::Generate(..) | Step::Call(_) | Step::Each(..) => return Ok(None),
        }))
    }

    /// The alternatives of a choice point.
    fn choices(&mut self, step: &'a Step<R>, env: Env) -> Result<Choices, Exhausted> {
        match step {
            Step::Generate(_, sources, hints) => {
                let floor = self.alternatives.len();
                self.candidates(sources, hints, env);
                Ok(Choices::stacked(&self.alternatives, floor, 1))
            }
            Step::Call(call) => {
                let choices = self.call(call, env)?;
                Ok(choices.fitting(&call.same, &self.values[env.values..], &mut self.alternatives))
            }
            Step::Each(branches, slots) => self.each(branches, slots, env),
            _ => Ok(Choices::holds(false)),
        }
    }

    /// Takes the next alternative of a choice point; there is one.
    fn take(&mut self, step: &Step<R>, choices: &mut Choices, env: Env) -> Result<(), Exhausted> {
        let (at, width) = (choices.next, choices.width);
        choices.next += width;
        choices.left -= 1;
        let frame = &mut self.values[env.values..];
        match &choices.from {
            _ if width == 0 => {}
            Alternatives::Stacked => bind(step, &self.alternatives[at..at + width], frame),
            Alternatives::Told(values) => bind(step, &values[at..at + width], frame),
            Alternatives::Whole(rows) => {
                if let Step::Call(call) = step {
                    bind_row(call, &rows[at], frame);
                    if let Some(site) = call.site.filter(|_| self.keeping) {
                        self.calls[env.calls + site] = Some(rows[at].clone());
                    }
                }
            }
        }
        self.meter.step()
    }

    fn test(&self, test: &Test<R>, env: Env) -> bool {
        let holds = |args: &[Value]| {
            let blocked = |(k, value): (usize, &Value)| is_blocked(&test.relation, k, *value);
            !args.iter().enumerate().any(blocked) && self.world.holds(&test.relation, args)
        };
        match *test.args {
            [a] => holds(&[self.value(a, env)]),
            [a, b] => holds(&[self.value(a, env), self.value(b, env)]),
            ref args => {
                let args: SmallVec<[Value; 8]> = args.iter().map(|arg| self.value(*arg, env)).collect();
                holds(&args)
            }
        }
    }

    /// The used values of some slots, ascending, each once.
    fn used(&self, slots: &[Slot], env: Env) -> SmallVec<[Value; 8]> {
        let values = slots.iter().map(|slot| self.value(*slot, env));
        let mut values: SmallVec<[Value; 8]> = values.filter(|value| value.is_used()).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The steps after the tests that a branch begins with, if those hold: most branches end there.
    fn tested(&self, branch: &'a [Step<R>], env: Env) -> Option<&'a [Step<R>]> {
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
        env: Env,
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

    /// Whether some branch holds.
    pub(super) fn either(&mut self, branches: &'a [Vec<Step<R>>], env: Env) -> Result<bool, Exhausted> {
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

    /// The tuples that some branch admits, ascending, each once.
    fn each(
        &mut self,
        branches: &'a [Vec<Step<R>>],
        slots: &'a [Slot],
        env: Env,
    ) -> Result<Choices, Exhausted> {
        let (from, mut holds) = (self.told.len(), false);
        for branch in branches {
            let Some(rest) = self.tested(branch, env) else { continue };
            self.steps(rest, None, env, &mut |search, env| {
                holds = true;
                for slot in slots {
                    let value = search.value(*slot, env);
                    search.told.push(value);
                }
                true
            })?;
        }
        if slots.is_empty() || !holds {
            return Ok(Choices::holds(holds));
        }
        sort_from(&mut self.told, from, slots.len());
        let floor = self.alternatives.len();
        self.alternatives.extend_from_slice(&self.told[from..]);
        self.told.truncate(from);
        Ok(Choices::stacked(&self.alternatives, floor, slots.len()))
    }
}

/// Whether a relation is false for the value of argument `k` alone.
pub(super) fn is_blocked<R: Relation>(relation: &R, k: usize, value: Value) -> bool {
    !value.is_used() && !relation.admits_unused(k)
}
