//! The search: depth-first backtracking over a program's operations.
//!
//! One loop per plan with an explicit stack of choice points. The plan fixes which step binds which
//! slot, so that going back over a step is all the undoing there is. A call that is not in the tables is
//! searched to the end before the caller goes on, so the native stack is as deep as definitions nest, no deeper.

use super::alternatives::{Alternatives, ChoicePoint, Choices, bind, bind_row, sort_from};
use super::budget::{Exhausted, Meter};
use super::code::{Block, List, Op, Program, RelationId};
use super::compiled::{Compiled, LimitReached};
use super::explain::Notes;
use super::plan::{PlanId, Slot};
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
        let notes = if EXPLAIN { Notes::new(compiled.plans()) } else { Notes::default() };
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

    pub(super) fn program(&self, id: PlanId) -> &'a Program {
        self.compiled.code.program(id)
    }

    /// Appends the solutions of the root to `rows`, as found.
    pub(super) fn root(&mut self, rows: &mut Vec<Arc<Row>>) -> Result<(), Exhausted> {
        let root = self.compiled.code.root;
        self.run(root, 0, &mut |search, env| {
            rows.push(search.row_of(search.program(root), env));
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
    pub(super) fn push(&mut self, slots: impl Iterator<Item = Slot>, env: Env) -> usize {
        let from = self.values.len();
        for slot in slots {
            self.values.push(self.value(slot, env));
        }
        from
    }

    /// Runs a plan for the values of its bound interface variables, which are those from `key` on; `found` sees each solution and
    /// answers whether to go on.
    pub(super) fn run(&mut self, id: PlanId, key: usize, found: Reached<'_, Self>) -> Result<(), Exhausted> {
        let program = self.program(id);
        let env = self.enter(program);
        for (k, (slot, compare)) in program.entry().enumerate() {
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
        self.steps((program, program.main()), Some(id), env, found)?;
        if EXPLAIN {
            self.notes.leave(id, &self.values[key..env.values]);
        }
        self.leave(env);
        Ok(())
    }

    /// Makes room for a run.
    fn enter(&mut self, program: &Program) -> Env {
        let (values, calls, collects) = (self.values.len(), self.calls.len(), self.collects.len());
        self.values.resize(values + program.variables as usize, Value::UNUSED);
        if self.keeping {
            let [call_sites, collect_sites] = program.sites.map(|sites| sites as usize);
            self.calls.resize(calls + call_sites, None);
            self.collects.resize(collects + collect_sites, None);
        }
        Env { values, calls, collects }
    }

    /// Gives back the room of the run that began last.
    fn leave(&mut self, env: Env) {
        self.values.truncate(env.values);
        self.calls.truncate(env.calls);
        self.collects.truncate(env.collects);
    }

    /// Backtracks over a block of operations; answers whether `reached` let it go on to the end.
    fn steps(
        &mut self,
        (program, block): (&'a Program, Block),
        plan: Option<PlanId>,
        env: Env,
        reached: Reached<'_, Self>,
    ) -> Result<bool, Exhausted> {
        let (bottom, floor) = (self.points.len(), self.alternatives.len());
        let (mut at, end) = (block.from as usize, block.to as usize);
        loop {
            while at < end && self.forward(program, (plan, at), env)? {
                at += 1;
            }
            if at == end && !reached(self, env) {
                self.points.truncate(bottom);
                self.alternatives.truncate(floor);
                return Ok(false);
            }
            if self.points.len() == bottom {
                return Ok(true);
            }
            at = self.next(program, env)?;
            self.note_choice(plan, at);
            at += 1;
        }
    }

    /// Whether an operation succeeds; if it could have done so in another way there is a choice point.
    fn forward(
        &mut self,
        program: &'a Program,
        (plan, at): (Option<PlanId>, usize),
        env: Env,
    ) -> Result<bool, Exhausted> {
        let op = &program.ops[at];
        let passes = match *op {
            Op::Fail => false,
            Op::Test1(relation, a) => self.holds_of(relation, &[self.value(a, env)]),
            Op::Test2(relation, a, b) => self.holds_of(relation, &[self.value(a, env), self.value(b, env)]),
            Op::Test(relation, args) => self.holds_of(relation, &self.read(program, args, env)),
            Op::Same(a, b) => self.value(a, env) == self.value(b, env),
            Op::Differ(a, b) => self.value(a, env) != self.value(b, env),
            Op::IsUnused(a) => !self.value(a, env).is_used(),
            Op::SameSet(a, b) => self.used(program, a, env) == self.used(program, b, env),
            Op::Copy(from, to) => {
                self.bind(to, self.value(from, env), env);
                true
            }
            Op::SetUnused(slot) => {
                self.bind(slot, Value::UNUSED, env);
                true
            }
            Op::Either(branches) => self.either(program, branches, env)?,
            Op::Collect(ref collect) => self.collect(program, collect, env)?,
            Op::Generate(..) | Op::Call(_) | Op::Each(..) => return self.choose(program, (plan, at), env),
        };
        match passes {
            true => self.note_pass(plan, at),
            false => self.note_failure(plan, at, env),
        }
        Ok(passes)
    }

    /// The same of an operation that can succeed in several ways.
    fn choose(
        &mut self,
        program: &'a Program,
        (plan, at): (Option<PlanId>, usize),
        env: Env,
    ) -> Result<bool, Exhausted> {
        let (op, floor) = (&program.ops[at], self.alternatives.len());
        let mut choices = match *op {
            Op::Generate(_, sources, hints) => {
                self.candidates(program, (sources, hints), env);
                Choices::stacked(&self.alternatives, floor, 1)
            }
            Op::Call(ref call) => self.call(program, call, env)?,
            Op::Each(branches, slots) => self.each(program, (branches, slots), env)?,
            _ => Choices::holds(false),
        };
        if choices.left == 0 {
            self.note_failure(plan, at, env);
            return Ok(false);
        }
        self.note_entry(plan, at);
        self.take((program, op), &mut choices, env)?;
        self.note_choice(plan, at);
        match choices.left {
            0 => self.alternatives.truncate(floor),
            _ => self.points.push(ChoicePoint { at, floor, choices }),
        }
        Ok(true)
    }

    /// Takes the next alternative at the last choice point, which is gone with its last one; of which operation it is.
    fn next(&mut self, program: &'a Program, env: Env) -> Result<usize, Exhausted> {
        let Some(mut point) = self.points.pop() else { return Ok(program.ops.len()) };
        self.take((program, &program.ops[point.at]), &mut point.choices, env)?;
        let at = point.at;
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
            self.notes.failed(compiled.plans(), compiled.shapes(), plan, at, &self.values[env.values..]);
        }
    }

    /// Takes the next alternative of a choice point; there is one.
    fn take(
        &mut self,
        (program, op): (&Program, &Op),
        choices: &mut Choices,
        env: Env,
    ) -> Result<(), Exhausted> {
        let (at, width) = (choices.next, choices.width);
        choices.next += width;
        choices.left -= 1;
        let frame = &mut self.values[env.values..];
        match &choices.from {
            _ if width == 0 => {}
            Alternatives::Stacked => bind(program, op, &self.alternatives[at..at + width], frame),
            Alternatives::Told(values) => bind(program, op, &values[at..at + width], frame),
            Alternatives::Whole(rows) => {
                if let Op::Call(call) = op {
                    bind_row(program, call, &rows[at], frame);
                    if let Some(site) = call.site.filter(|_| self.keeping) {
                        self.calls[env.calls + site as usize] = Some(rows[at].clone());
                    }
                }
            }
        }
        self.meter.step()
    }

    /// Whether a relation holds of values; it does not where it is false for one of them alone.
    fn holds_of(&self, relation: RelationId, args: &[Value]) -> bool {
        let relation = self.compiled.code.relation(relation);
        let blocked = |(k, value): (usize, &Value)| is_blocked(relation, k, *value);
        !args.iter().enumerate().any(blocked) && self.world.holds(relation, args)
    }

    fn read(&self, program: &Program, slots: List, env: Env) -> SmallVec<[Value; 8]> {
        program.slots(slots).map(|slot| self.value(slot, env)).collect()
    }

    /// The used values of some slots, ascending, each once.
    fn used(&self, program: &Program, slots: List, env: Env) -> SmallVec<[Value; 8]> {
        let mut values = self.read(program, slots, env);
        values.retain(|value| value.is_used());
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The operations after the tests that a branch begins with, if those hold: most branches end there.
    fn tested(&self, program: &Program, Block { mut from, to }: Block, env: Env) -> Option<Block> {
        while from < to {
            let holds = match program.ops[from as usize] {
                Op::Test1(relation, a) => self.holds_of(relation, &[self.value(a, env)]),
                Op::Test2(relation, a, b) => {
                    self.holds_of(relation, &[self.value(a, env), self.value(b, env)])
                }
                _ => break,
            };
            if !holds {
                return None;
            }
            from += 1;
        }
        Some(Block { from, to })
    }

    fn either(&mut self, program: &'a Program, branches: List, env: Env) -> Result<bool, Exhausted> {
        for branch in program.branches(branches) {
            let rest = self.tested(program, branch, env);
            if let Some(rest) = rest
                && (rest.from == rest.to || !self.steps((program, rest), None, env, &mut |_, _| false)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuples that some branch admits, ascending, each once.
    fn each(
        &mut self,
        program: &'a Program,
        (branches, slots): (List, List),
        env: Env,
    ) -> Result<Choices, Exhausted> {
        let (from, mut holds) = (self.told.len(), false);
        for branch in program.branches(branches) {
            let Some(rest) = self.tested(program, branch, env) else { continue };
            self.steps((program, rest), None, env, &mut |search, env| {
                holds = true;
                for slot in program.slots(slots) {
                    let value = search.value(slot, env);
                    search.told.push(value);
                }
                true
            })?;
        }
        let width = program.slots(slots).len();
        if width == 0 || !holds {
            return Ok(Choices::holds(holds));
        }
        sort_from(&mut self.told, from, width);
        let floor = self.alternatives.len();
        self.alternatives.extend_from_slice(&self.told[from..]);
        self.told.truncate(from);
        Ok(Choices::stacked(&self.alternatives, floor, width))
    }
}

/// Whether a relation is false for the value of argument `k` alone.
pub(super) fn is_blocked<R: Relation>(relation: &R, k: usize, value: Value) -> bool {
    !value.is_used() && !relation.admits_unused(k)
}
