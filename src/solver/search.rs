//! The search: depth-first backtracking over a plan's steps.
//!
//! One loop per plan with an explicit stack of choice points. The plan fixes which step binds which
//! slot, so that going back over a step is all the undoing there is. A call that is not in the tables is
//! searched to the end before the caller goes on, so the native stack is as deep as definitions nest, no deeper.

use super::budget::{Exhausted, Meter};
use super::compiled::{Compiled, LimitReached};
use super::explain::Notes;
use super::plan::{CallStep, Hint, Known, Plan, PlanId, Slot, Source, Step, Test};
use super::problem::{Clue, Relation, Term, Value, VarId, World};
use super::rows::Row;
use super::table::{Answers, Common, Gathered, Tables};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The values of some slots. Most atoms, calls and collects have no more than these.
pub(super) type Values = SmallVec<[Value; 8]>;

/// The values of one run of a plan.
#[derive(Debug)]
pub(super) struct Env {
    pub(super) values: SmallVec<[Value; 24]>,
    pub(super) calls: SmallVec<[Option<Arc<Row>>; 6]>,
    pub(super) collects: SmallVec<[Option<Answers>; 4]>,
}

impl Env {
    pub(super) fn read(&self, slots: &[Slot]) -> Values {
        slots.iter().map(|slot| self.values[slot.index()]).collect()
    }
}

/// The alternatives of a choice point that are left.
enum Choices {
    /// Of [`Step::Generate`], and how many were taken.
    Values(Vec<Value>, usize),
    /// Of [`Step::Call`].
    Rows(Answers, usize),
    /// Of [`Step::Each`].
    Tuples(std::vec::IntoIter<Values>),
}

impl Choices {
    fn is_empty(&self) -> bool {
        match self {
            Choices::Values(values, _) => values.is_empty(),
            Choices::Rows(rows, _) => rows.is_empty(),
            Choices::Tuples(tuples) => tuples.len() == 0,
        }
    }
}

/// A source, the most candidates it can have if that is known, and its bound arguments.
type Asked<'s, R> = (Option<usize>, &'s Source<R>, SmallVec<[Option<Value>; 4]>);

/// With so few candidates no shorter list is looked for.
const FEW: usize = 4;

/// What became of a step.
enum Entered {
    Passed,
    Failed,
    Choices(Choices),
}

impl From<bool> for Entered {
    fn from(passed: bool) -> Self {
        if passed { Entered::Passed } else { Entered::Failed }
    }
}

/// A search of one problem in one world.
pub(super) struct Search<'a, R, W, const EXPLAIN: bool> {
    pub(super) compiled: &'a Compiled<R>,
    world: &'a W,
    meter: Meter,
    /// By plan, what is found with everything kept, then what is found otherwise.
    answers: Tables<Answers>,
    /// Whether rows are kept, with what they stand on. Within a collect without copies it is enough that there are some.
    pub(super) keeping: bool,
    /// Room for candidates: most lists are short.
    spare: Vec<Vec<Value>>,
    pub(super) gathered: Tables<Gathered>,
    pub(super) limits_reached: Vec<LimitReached>,
    /// Touched only when `EXPLAIN` is on.
    pub(super) notes: Notes,
}

/// Numbers of common answers, and of common things gathered: no rows; one, of which nothing is told; too many.
pub(super) const NOTHING: Common = Common(0);
const SOMETHING: Common = Common(1);
pub(super) const TOO_MANY: Common = Common(1);

/// Receives the environment at each solution; answers whether to go on.
type Reached<'s, S> = &'s mut dyn FnMut(&mut S, &Env) -> bool;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    pub(super) fn new(compiled: &'a Compiled<R>, world: &'a W, meter: Meter) -> Self {
        let nothing: Answers = Arc::new([]);
        let something: Answers = Arc::new([Arc::new(Row::default())]);
        let answers = Tables::new(compiled.plans.plans.len() * 2, vec![nothing.clone(), something]);
        let common = vec![Gathered::Rows(nothing), Gathered::TooMany];
        let gathered = Tables::new(compiled.plans.gathers.len(), common);
        let notes = if EXPLAIN { Notes::new(&compiled.plans.plans) } else { Notes::default() };
        Self {
            compiled,
            world,
            meter,
            answers,
            keeping: true,
            spare: Vec::new(),
            gathered,
            limits_reached: Vec::new(),
            notes,
        }
    }

    pub(super) fn plan(&self, id: PlanId) -> &'a Plan<R> {
        &self.compiled.plans.plans[id.0 as usize]
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
        self.limits_reached.dedup();
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
        let mut env = Env {
            values: smallvec![Value::UNUSED; plan.slots.len()],
            calls: smallvec![None; frame.calls],
            collects: smallvec![None; frame.collects],
        };
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
        let mut stack: SmallVec<[(usize, Choices); 6]> = SmallVec::new();
        let mut at = 0;
        loop {
            let forward = match steps.get(at) {
                None if !reached(self, env) => return Ok(false),
                None => false,
                Some(step) => match self.enter(step, env)? {
                    Entered::Passed => {
                        self.note_pass(plan, at);
                        true
                    }
                    Entered::Failed => {
                        self.note_failure(plan, at, env);
                        false
                    }
                    Entered::Choices(choices) => {
                        match choices.is_empty() {
                            true => self.note_failure(plan, at, env),
                            false => self.note_entry(plan, at),
                        }
                        stack.push((at, choices));
                        false
                    }
                },
            };
            if forward {
                at += 1;
                continue;
            }
            at = loop {
                let Some((step, choices)) = stack.last_mut() else { return Ok(true) };
                if self.advance(&steps[*step], choices, env)? {
                    self.note_choice(plan, *step);
                    break *step + 1;
                }
                if let Some((_, Choices::Values(values, _))) = stack.pop() {
                    self.put_back(values);
                }
            };
        }
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
            self.notes.failed(&compiled.plans.plans, compiled.shapes(), plan, at, env);
        }
    }

    fn enter(&mut self, step: &'a Step<R>, env: &mut Env) -> Result<Entered, Exhausted> {
        let value = |slot: &Slot| env.values[slot.index()];
        Ok(match step {
            Step::Fail => Entered::Failed,
            Step::Test(test) => self.test(test, env).into(),
            Step::Same(a, b, _) => (value(a) == value(b)).into(),
            Step::Differ(a, b, _) => (value(a) != value(b)).into(),
            Step::IsUnused(a, _) => (!value(a).is_used()).into(),
            Step::SameSet(a, b, _) => (used(env.read(a)) == used(env.read(b))).into(),
            Step::Copy(from, to) => {
                env.values[to.index()] = value(from);
                Entered::Passed
            }
            Step::SetUnused(slot) => {
                env.values[slot.index()] = Value::UNUSED;
                Entered::Passed
            }
            Step::Generate(_, sources, hints) => {
                Entered::Choices(Choices::Values(self.candidates(sources, hints, env), 0))
            }
            Step::Call(call) => Entered::Choices(Choices::Rows(self.call(call, env)?, 0)),
            Step::Either(branches) => self.either(branches, env)?.into(),
            Step::Each(branches, slots) => {
                Entered::Choices(Choices::Tuples(self.each(branches, slots, env)?.into_iter()))
            }
            Step::Collect(collect) => self.collect(collect, env)?.into(),
        })
    }

    /// Takes the next alternative of a choice point, if there is one.
    fn advance(&mut self, step: &Step<R>, choices: &mut Choices, env: &mut Env) -> Result<bool, Exhausted> {
        match (step, choices) {
            (Step::Generate(slot, ..), Choices::Values(values, next)) => {
                let Some(&value) = values.get(*next) else { return Ok(false) };
                *next += 1;
                env.values[slot.index()] = value;
            }
            (Step::Call(call), Choices::Rows(rows, next)) => {
                let Some(row) = rows.get(*next) else { return Ok(false) };
                *next += 1;
                for &(variable, slot) in &call.outputs {
                    env.values[slot.index()] = row.value(variable);
                }
                if let Some(site) = call.site.filter(|_| self.keeping) {
                    env.calls[site] = Some(row.clone());
                }
            }
            (Step::Each(_, slots), Choices::Tuples(tuples)) => {
                let Some(tuple) = tuples.next() else { return Ok(false) };
                for (slot, value) in slots.iter().zip(tuple) {
                    env.values[slot.index()] = value;
                }
            }
            _ => return Ok(false),
        }
        self.meter.step()?;
        Ok(true)
    }

    fn test(&self, test: &Test<R>, env: &Env) -> bool {
        let args = env.read(&test.args);
        let blocked = |(k, value): (usize, &Value)| is_blocked(&test.relation, k, *value);
        !args.iter().enumerate().any(blocked) && self.world.holds(&test.relation, &args)
    }

    /// Keeps room that candidates took for others.
    fn put_back(&mut self, mut values: Vec<Value>) {
        values.clear();
        self.spare.push(values);
    }

    /// The candidates that the world makes of the hints, or else those of the source that has the fewest.
    fn candidates(&mut self, sources: &[Source<R>], hints: &[Hint<R>], env: &Env) -> Vec<Value> {
        if !hints.is_empty()
            && let Some(narrow) = self.narrowed(hints, env)
        {
            return narrow;
        }
        let mut best: Option<Vec<Value>> = None;
        for (most, source, args) in self.by_length(sources, env) {
            // A list is made only where it may be the shorter one: that of all uses of a constant can be as long as the function.
            if best.as_ref().is_some_and(|best| best.len() <= most.map_or(FEW, |most| most.max(FEW))) {
                continue;
            }
            let mut out = self.spare.pop().unwrap_or_default();
            if most != Some(0) {
                self.world.candidates(&source.test.relation, source.target, &args, &mut out);
            }
            let worse = match &mut best {
                None => {
                    best = Some(out);
                    continue;
                }
                Some(best) => {
                    if out.len() < best.len() {
                        std::mem::swap(best, &mut out);
                    }
                    out
                }
            };
            self.put_back(worse);
        }
        best.unwrap_or_default()
    }

    /// The sources with what they are asked for and how many candidates they have at most, the shortest first and those last that
    /// cannot tell.
    fn by_length<'s>(&self, sources: &'s [Source<R>], env: &Env) -> SmallVec<[Asked<'s, R>; 2]> {
        let asked = |source: &'s Source<R>| {
            let relation = &source.test.relation;
            let arg = |(slot, &bound): (&Slot, &bool)| bound.then(|| env.values[slot.index()]);
            let args: SmallVec<[Option<Value>; 4]> =
                source.test.args.iter().zip(&source.bound).map(arg).collect();
            let blocked =
                |(k, arg): (usize, &Option<Value>)| arg.is_some_and(|value| is_blocked(relation, k, value));
            let most = match args.iter().enumerate().any(blocked) {
                true => Some(0),
                false if sources.len() == 1 => None,
                false => self.world.at_most(relation, source.target, &args),
            };
            (most, source, args)
        };
        let mut asked: SmallVec<[Asked<'s, R>; 2]> = sources.iter().map(asked).collect();
        asked.sort_by_key(|(most, ..)| most.unwrap_or(usize::MAX));
        asked
    }

    /// The candidates that the world makes of the hints, if it makes something of them.
    fn narrowed(&mut self, hints: &[Hint<R>], env: &Env) -> Option<Vec<Value>> {
        let mut terms: SmallVec<[Term; 32]> = SmallVec::new();
        for hint in hints {
            for (k, arg) in hint.args.iter().enumerate() {
                terms.push(match *arg {
                    Known::Sought => Term::Sought,
                    Known::Open(slot) => Term::Open(slot.0),
                    Known::Bound(slot) if is_blocked(&hint.relation, k, env.values[slot.index()]) => {
                        return Some(Vec::new());
                    }
                    Known::Bound(slot) => Term::Known(env.values[slot.index()]),
                });
            }
        }
        let mut rest = terms.as_slice();
        let clues: SmallVec<[Clue<'_, R>; 16]> = hints
            .iter()
            .map(|hint| {
                let (terms, others) = rest.split_at(hint.args.len());
                rest = others;
                Clue { relation: &hint.relation, terms }
            })
            .collect();
        let mut out = self.spare.pop().unwrap_or_default();
        if self.world.narrowed(&clues, &mut out) {
            return Some(out);
        }
        self.put_back(out);
        None
    }

    /// The rows of a call: from the tables, or searched for now. Where rows are not kept, they tell the interface alone, and
    /// one is enough where the caller knows all of it.
    fn call(&mut self, call: &CallStep, env: &Env) -> Result<Answers, Exhausted> {
        let key = env.read(&call.inputs);
        let index = call.plan.0 as usize * 2 + usize::from(!self.keeping);
        if let Some(answers) = self.answers.get(index, &key) {
            return Ok(answers);
        }
        self.meter.step()?;
        let plan = self.plan(call.plan);
        let interface = &self.compiled.frames[plan.def.index()].interface;
        let told = plan.partial.as_deref().or((!self.keeping).then_some(interface.as_slice()));
        let one_is_enough = !self.keeping && plan.entry.len() == interface.len();
        let (mut rows, mut holds) = (Vec::new(), false);
        self.run(call.plan, &key, &mut |_, env| {
            holds = true;
            if !one_is_enough {
                rows.push(told.map_or_else(|| row_of(plan, env), |told| narrow_row(plan, told, env)));
            }
            !one_is_enough
        })?;
        if told.is_some() && rows.len() > 1 {
            rows.sort_by(|a, b| a.values.cmp(&b.values));
            rows.dedup_by(|a, b| a.values == b.values);
        }
        Ok(match (holds, rows.is_empty()) {
            (false, _) => self.answers.insert_common(index, &key, NOTHING),
            (true, true) => self.answers.insert_common(index, &key, SOMETHING),
            (true, false) => {
                let answers: Answers = rows.into();
                self.answers.insert(index, &key, answers.clone());
                answers
            }
        })
    }

    fn either(&mut self, branches: &'a [Vec<Step<R>>], env: &mut Env) -> Result<bool, Exhausted> {
        for branch in branches {
            if !self.steps(branch, None, env, &mut |_, _| false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuples that some branch admits, ascending, each once.
    fn each(
        &mut self,
        branches: &'a [Vec<Step<R>>],
        slots: &[Slot],
        env: &mut Env,
    ) -> Result<Vec<Values>, Exhausted> {
        let mut tuples = Vec::new();
        for branch in branches {
            self.steps(branch, None, env, &mut |_, env| {
                tuples.push(env.read(slots));
                true
            })?;
        }
        tuples.sort_unstable();
        tuples.dedup();
        Ok(tuples)
    }
}

/// Whether a relation is false for the value of argument `k` alone.
fn is_blocked<R: Relation>(relation: &R, k: usize, value: Value) -> bool {
    !value.is_used() && !relation.admits_unused(k)
}

/// The used values, ascending, each once.
fn used(mut values: Values) -> Values {
    values.retain(|value| value.is_used());
    values.sort_unstable();
    values.dedup();
    values
}

/// The row that an environment holds.
pub(super) fn row_of<R>(plan: &Plan<R>, env: &Env) -> Arc<Row> {
    let values = plan.slots.iter().map(|slot| env.values[slot.index()]).collect();
    let calls = env.calls.iter().flatten().cloned().collect();
    let collects = env.collects.iter().flatten().cloned().collect();
    Arc::new(Row { values, calls, collects })
}

/// The row that an environment holds, but of some variables alone.
fn narrow_row<R>(plan: &Plan<R>, variables: &[VarId], env: &Env) -> Arc<Row> {
    let mut values: Box<[Value]> = plan.slots.iter().map(|_| Value::UNUSED).collect();
    for variable in variables {
        values[variable.index()] = env.values[plan.slots[variable.index()].index()];
    }
    Arc::new(Row { values, calls: Box::default(), collects: Box::default() })
}
