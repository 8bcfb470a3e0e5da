//! The search: depth-first backtracking over a program's operations.
//!
//! Each run of a plan is one loop with an explicit stack of choice points. The plan fixes which step binds
//! which slot, so that backtracking over a step needs no undo. A call that is not in the tables is evaluated
//! completely before the caller continues, so the native stack is only as deep as definitions nest.

use super::alternatives::{Alternatives, ChoicePoint, Choices, bind, bind_outputs, bind_row};
use super::budget::{Charge, Exhausted, Held, StepCounter};
use super::code::{Block, CallOp, Code, List, Op, Program, RelationId};
use super::compiled::{Compiled, LimitReached};
use super::database::Database;
use super::explain::Trace;
use super::index::Index;
use super::plan::{PlanId, Slot};
use super::problem::{Relation, Value};
use super::rows::{RowRef, Rows, flatten};
use super::table::{Answers, Table};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;

/// The position of a run's slots on the stack of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameBase(usize);

/// The positions of a run's rows on the stacks of call rows and collect rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowBuilderBase {
    pub(super) calls: usize,
    pub(super) collects: usize,
}

/// A search of one problem in one database.
pub(super) struct Search<'a, R, W, const EXPLAIN: bool> {
    pub(super) compiled: &'a Compiled<R>,
    pub(super) code: &'a Code<R>,
    pub(super) database: &'a W,
    pub(super) counter: StepCounter,
    /// Answers to calls. The key is `2 * plan` for rows and `2 * plan + 1` for tuples, followed by the
    /// inputs.
    pub(super) answers: Table<u32, Answers>,
    /// Indices over closed definitions, by number of the look-up.
    pub(super) indices: Vec<Option<Rc<Held<Index>>>>,
    /// Whether rows are materialised with the rows they refer to. Within quantifiers and projected
    /// definitions their existence is enough.
    pub(super) materialise_rows: bool,
    /// The slots of all active runs, those of each run behind its inputs.
    pub(super) values: Vec<Value>,
    /// Bases of the active runs that materialise rows.
    pub(super) row_bases: Vec<RowBuilderBase>,
    /// The rows at the call sites of those runs.
    pub(super) calls: Vec<Option<RowRef>>,
    /// The rows at the collect sites of those runs.
    pub(super) collects: Vec<Option<Rows>>,
    /// The choice points of the active runs.
    points: Vec<ChoicePoint>,
    /// The values of their alternatives.
    pub(super) alternatives: Vec<Value>,
    /// The output tuples of the active runs.
    pub(super) tuples: Vec<Value>,
    /// The rows that the active runs found so far, if rows are materialised.
    pub(super) rows: Vec<RowRef>,
    /// The solutions of the root in the order found: assignments as in [`Solutions`](super::Solutions).
    pub(super) found: Vec<Arc<[Value]>>,
    found_charge: Charge,
    /// The rows of each collect in the defined order; `None` if they exceed its limit.
    pub(super) collect_results: Table<u32, Option<Rows>>,
    pub(super) limits_reached: Vec<LimitReached>,
    /// The record for explanations, used only if `EXPLAIN`.
    pub(super) trace: Trace,
}

/// Callback for each solution with the base of its frame; returns whether to continue.
pub(super) type OnSolution<'s, S> = &'s mut dyn FnMut(&mut S, FrameBase) -> bool;

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    pub(super) fn new(compiled: &'a Compiled<R>, database: &'a W, counter: StepCounter) -> Self {
        // Discards work and limits that another search in this database left uncounted.
        database.take_work();
        database.take_limits();
        let ledger = counter.ledger();
        let (answers, collect_results) = (Table::new(ledger), Table::new(ledger));
        let trace = Trace::new(EXPLAIN.then(|| compiled.plans()), ledger);
        let found_charge = Charge::new(ledger);
        Self {
            compiled,
            code: compiled.code::<EXPLAIN>(),
            database,
            counter,
            answers,
            indices: Vec::new(),
            materialise_rows: true,
            values: Vec::new(),
            row_bases: Vec::new(),
            calls: Vec::new(),
            collects: Vec::new(),
            points: Vec::new(),
            alternatives: Vec::new(),
            tuples: Vec::new(),
            rows: Vec::new(),
            found: Vec::new(),
            found_charge,
            collect_results,
            limits_reached: Vec::new(),
            trace,
        }
    }

    pub(super) fn program(&self, id: PlanId) -> &'a Program {
        self.code.program(id)
    }

    /// Finds the solutions of the root with `given` as inputs.
    pub(super) fn root(&mut self, given: &[Value]) -> Result<(), Exhausted> {
        self.values.extend_from_slice(given);
        self.run(self.code.root, 0, &mut |search, base| {
            search.keep_solution(base);
            true
        })
    }

    /// Stores the solution that the current run of the root has bound.
    pub(super) fn keep_solution(&mut self, base: FrameBase) {
        let row = self.row_of(self.program(self.code.root), base);
        let flat = flatten(&self.compiled.layouts, self.compiled.root, Some(&row));
        let solution: Arc<[Value]> = flat.into_iter().map(|(_, value)| value).collect();
        self.found_charge.add(size_of_val(&*solution) + SOLUTION);
        self.found.push(solution);
    }

    /// The unsorted solutions, the steps taken, the exceeded limits, and the record for explanations.
    pub(super) fn finish(mut self) -> (Vec<Arc<[Value]>>, u64, Vec<LimitReached>, Trace) {
        self.limits_reached.sort_unstable();
        (self.found, self.counter.taken(), self.limits_reached, self.trace)
    }

    /// Counts one step. Only this function and sorting check the limits of the search.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Exhausted> {
        match self.counter.step(self.database.take_work())? {
            true => self.room(0),
            false => Ok(()),
        }
    }

    /// Fails if `more` bytes on top of all charged ones and the stacks exceed the memory limit.
    pub(super) fn room(&self, more: usize) -> Result<(), Exhausted> {
        self.counter.room(self.stacks() + more)
    }

    /// The bytes of all stacks.
    fn stacks(&self) -> usize {
        let values = bytes(&self.values) + bytes(&self.alternatives) + bytes(&self.tuples);
        let runs = bytes(&self.row_bases) + bytes(&self.calls) + bytes(&self.collects) + bytes(&self.points);
        values + runs + bytes(&self.rows)
    }

    /// The value of a slot of a run.
    pub(super) fn value(&self, slot: Slot, base: FrameBase) -> Value {
        self.values[base.0 + slot.index()]
    }

    pub(super) fn bind(&mut self, slot: Slot, value: Value, base: FrameBase) {
        self.values[base.0 + slot.index()] = value;
    }

    /// The slots of a run and all values above them.
    pub(super) fn frame(&self, base: FrameBase) -> &[Value] {
        &self.values[base.0..]
    }

    pub(super) fn frame_mut(&mut self, base: FrameBase) -> &mut [Value] {
        &mut self.values[base.0..]
    }

    /// Pushes the values of some slots on the stack of values; returns their position.
    pub(super) fn push(&mut self, slots: impl Iterator<Item = Slot>, base: FrameBase) -> usize {
        let from = self.values.len();
        for slot in slots {
            self.values.push(self.value(slot, base));
        }
        from
    }

    /// Runs a plan with the inputs at position `key` of the stack of values. `found` is called with each
    /// solution and returns whether to continue.
    pub(super) fn run(
        &mut self,
        id: PlanId,
        key: usize,
        found: OnSolution<'_, Self>,
    ) -> Result<(), Exhausted> {
        let program = self.program(id);
        let base = self.enter(program);
        for (k, (slot, compare)) in program.entry().enumerate() {
            let value = self.values[key + k];
            if compare && self.value(slot, base) != value {
                self.leave(base);
                return Ok(());
            }
            self.bind(slot, value, base);
        }
        if EXPLAIN {
            self.trace.enter(id);
        }
        let main = program.main();
        // An explained search records each test, so no test may be skipped.
        let rest = if EXPLAIN { Some(main) } else { self.check_guards(program, main, base) };
        if let Some(rest) = rest {
            self.run_block(program, rest, base, found)?;
        }
        if EXPLAIN {
            self.trace.leave(id, &self.values[key..base.0]);
        }
        self.leave(base);
        Ok(())
    }

    /// Allocates the frame of a run.
    pub(super) fn enter(&mut self, program: &Program) -> FrameBase {
        let base = FrameBase(self.values.len());
        self.values.resize(base.0 + program.variables as usize, Value::UNUSED);
        if self.materialise_rows {
            let row_base = RowBuilderBase { calls: self.calls.len(), collects: self.collects.len() };
            let [calls, collects] = program.sites;
            self.calls.resize(row_base.calls + calls as usize, None);
            self.collects.resize(row_base.collects + collects as usize, None);
            self.row_bases.push(row_base);
        }
        base
    }

    /// Releases the frame of the run that started last.
    pub(super) fn leave(&mut self, base: FrameBase) {
        self.values.truncate(base.0);
        if let Some(row_base) = self.row_bases.pop_if(|_| self.materialise_rows) {
            self.calls.truncate(row_base.calls);
            self.collects.truncate(row_base.collects);
        }
    }

    /// Backtracks over a block of operations. Returns `false` if `on_solution` ended the search.
    pub(super) fn run_block(
        &mut self,
        program: &'a Program,
        block: Block,
        base: FrameBase,
        on_solution: OnSolution<'_, Self>,
    ) -> Result<bool, Exhausted> {
        let (bottom, floor) = (self.points.len(), self.alternatives.len());
        let (mut at, end) = (block.from as usize, block.to as usize);
        loop {
            while at < end && self.execute(program, at, base)? {
                at += 1;
            }
            let goes_on = match program.ops.get(at) {
                _ if at == end => {
                    self.note_solution();
                    on_solution(self, base)
                }
                Some(Op::TailUnion(branches)) => self.tail_union(program, *branches, base, on_solution)?,
                _ => true,
            };
            if !goes_on {
                self.points.truncate(bottom);
                self.alternatives.truncate(floor);
                return Ok(false);
            }
            if self.points.len() == bottom {
                return Ok(true);
            }
            at = self.next(program, base)?;
            self.note_choice(at);
            at += 1;
        }
    }

    /// Executes one operation and returns whether it succeeds. Pushes a choice point if there are further
    /// alternatives.
    fn execute(&mut self, program: &'a Program, at: usize, base: FrameBase) -> Result<bool, Exhausted> {
        let passes = match &program.ops[at] {
            Op::Fail => false,
            Op::Test1(relation, a) => self.holds_of(*relation, &[self.value(*a, base)]),
            Op::Test2(relation, a, b) => {
                self.holds_of(*relation, &[self.value(*a, base), self.value(*b, base)])
            }
            Op::Test(relation, args) => self.holds_of_slots(program, *relation, *args, base),
            Op::Same(a, b) => self.value(*a, base) == self.value(*b, base),
            Op::Differ(a, b) => self.value(*a, base) != self.value(*b, base),
            Op::IsUnused(a) => !self.value(*a, base).is_used(),
            Op::SameSet(a, b) => self.used(program, *a, base) == self.used(program, *b, base),
            Op::Copy(from, to) => {
                self.bind(*to, self.value(*from, base), base);
                true
            }
            Op::SetUnused(slot) => {
                self.bind(*slot, Value::UNUSED, base);
                true
            }
            Op::ExistsBranch(branches) => self.exists_branch(program, *branches, base)?,
            Op::Collect(collect) => self.collect(program, collect, base)?,
            Op::Quantified(witness) => self.quantified(program, witness, base)?,
            // Ends the block: `run_block` continues with the branches.
            Op::TailUnion(_) => false,
            Op::Generate(slot, sources, predicates) => {
                let floor = self.alternatives.len();
                self.candidates(program, (*sources, *predicates), base);
                return self.generated((at, floor), *slot, base);
            }
            Op::Only(slot, sources) => {
                let floor = self.alternatives.len();
                return match self.only(program, *sources, base) {
                    Some(only) => self.bound_to((at, *slot), only, base),
                    None => self.generated((at, floor), *slot, base),
                };
            }
            Op::Call(call) => {
                let answers = self.call(program, call, base)?;
                return self.answered(program, (at, call), answers, base);
            }
            Op::UnionDistinct(branches, slots) => {
                let floor = self.alternatives.len();
                let choices = self.union_distinct(program, (*branches, *slots), base)?;
                return self.choose(program, (at, floor), choices, base);
            }
        };
        match passes {
            true => self.note_pass(at),
            false => self.note_failure(at, base),
        }
        Ok(passes)
    }

    /// Binds a slot to a candidate, if there is one.
    fn bound_to(
        &mut self,
        (at, slot): (usize, Slot),
        candidate: Option<Value>,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        let Some(value) = candidate else {
            self.note_failure(at, base);
            return Ok(false);
        };
        self.note_entry(at);
        self.bind(slot, value, base);
        self.step()?;
        self.note_choice(at);
        Ok(true)
    }

    /// Binds a slot to the first of the candidates above `floor` on the stack of alternatives.
    fn generated(
        &mut self,
        (at, floor): (usize, usize),
        slot: Slot,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        let first = self.alternatives.get(floor).copied();
        match self.alternatives.len() - floor {
            0 => {}
            1 => self.alternatives.truncate(floor),
            count => {
                let left = count - 1;
                let choices = Choices { from: Alternatives::Stacked, next: floor + 1, left, width: 1 };
                self.points.push(ChoicePoint { at, floor, choices });
            }
        }
        self.bound_to((at, slot), first, base)
    }

    /// Continues with the first answer to a call.
    fn answered(
        &mut self,
        program: &'a Program,
        (at, call): (usize, &CallOp),
        answers: Answers,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        let floor = self.alternatives.len();
        let choices = match answers {
            Answers::InlineTuples(few, width) if few.as_slice().len() == usize::from(width) => {
                bind_outputs(program, call, few.as_slice(), &mut self.values[base.0..]);
                Choices::holds(true)
            }
            answers => Choices::of(answers, &mut self.alternatives),
        };
        self.choose(program, (at, floor), choices, base)
    }

    /// Continues with the first alternative of an operation. `floor` is the height of the stack of
    /// alternatives before the operation.
    fn choose(
        &mut self,
        program: &'a Program,
        (at, floor): (usize, usize),
        choices: Choices,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        if choices.left == 0 {
            self.note_failure(at, base);
            return Ok(false);
        }
        self.note_entry(at);
        if choices.width == 0 {
            self.step()?;
        } else {
            self.points.push(ChoicePoint { at, floor, choices });
            self.next(program, base)?;
        }
        self.note_choice(at);
        Ok(true)
    }

    /// Takes the next alternative of the last choice point and returns the index of its operation. Removes a
    /// choice point without further alternatives.
    fn next(&mut self, program: &'a Program, base: FrameBase) -> Result<usize, Exhausted> {
        let Some(ChoicePoint { at, floor, choices }) = self.points.last_mut() else {
            return Ok(program.ops.len());
        };
        let (at, floor, from, to) = (*at, *floor, choices.next, choices.next + choices.width);
        let (op, frame) = (&program.ops[at], &mut self.values[base.0..]);
        choices.next = to;
        choices.left -= 1;
        let is_last = choices.left == 0;
        match (&choices.from, op) {
            (Alternatives::Stacked, op) => bind(program, op, &self.alternatives[from..to], frame),
            (Alternatives::Tuples(values), op) => bind(program, op, &values[from..to], frame),
            (Alternatives::Rows(rows), Op::Call(call)) => {
                bind_row(program, call, &rows[from], frame);
                if let Some(site) = call.site.filter(|_| self.materialise_rows) {
                    let row_base = self.row_bases.last().copied().unwrap_or_default();
                    self.calls[row_base.calls + site as usize] = Some(rows[from].clone());
                }
            }
            _ => {}
        }
        if is_last {
            self.points.pop();
            self.alternatives.truncate(floor);
        }
        self.step()?;
        Ok(at)
    }

    fn note_solution(&mut self) {
        if EXPLAIN {
            self.trace.solution_found();
        }
    }

    fn note_pass(&mut self, at: usize) {
        if EXPLAIN && let Some(plan) = self.trace.under_way() {
            self.trace.entered(plan, at);
            self.trace.passed(plan, at);
        }
    }

    fn note_entry(&mut self, at: usize) {
        if EXPLAIN && let Some(plan) = self.trace.under_way() {
            self.trace.entered(plan, at);
        }
    }

    fn note_choice(&mut self, at: usize) {
        if EXPLAIN && let Some(plan) = self.trace.under_way() {
            self.trace.chosen(plan, at);
        }
    }

    fn note_failure(&mut self, at: usize, base: FrameBase) {
        if EXPLAIN && let Some(plan) = self.trace.under_way() {
            let compiled = self.compiled;
            self.trace.failed(
                compiled.plans(),
                compiled.flat_definitions(),
                plan,
                at,
                &self.values[base.0..],
            );
        }
    }

    /// Whether a relation holds of values. False without a query to the database if an argument is `unused`
    /// and the relation does not admit that.
    pub(super) fn holds_of(&self, relation: RelationId, args: &[Value]) -> bool {
        let relation = self.code.relation(relation);
        let blocked = |(k, value): (usize, &Value)| is_blocked(relation, k, *value);
        !args.iter().enumerate().any(blocked) && self.database.holds(relation, args)
    }

    fn holds_of_slots(&self, program: &Program, relation: RelationId, slots: List, base: FrameBase) -> bool {
        let mut few = [Value::UNUSED; 8];
        let len = program.len(slots);
        let Some(args) = few.get_mut(..len) else {
            return self.holds_of(relation, &self.read(program, slots, base));
        };
        args.iter_mut().zip(program.slots(slots)).for_each(|(arg, slot)| *arg = self.value(slot, base));
        self.holds_of(relation, args)
    }

    fn read(&self, program: &Program, slots: List, base: FrameBase) -> SmallVec<[Value; 8]> {
        program.slots(slots).map(|slot| self.value(slot, base)).collect()
    }

    /// The used values of some slots, ascending, each once.
    fn used(&self, program: &Program, slots: List, base: FrameBase) -> SmallVec<[Value; 8]> {
        let mut values = self.read(program, slots, base);
        values.retain(|value| value.is_used());
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// Approximate bytes of a solution besides its values: two reference counts, the pointer in the list, and the
/// caller's pointer with its name.
const SOLUTION: usize = 64;

/// The bytes that a list has allocated.
#[inline]
pub(super) fn bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Whether argument `k` alone makes a relation false: it is `unused`, and the relation does not admit that.
pub(super) fn is_blocked<R: Relation>(relation: &R, k: usize, value: Value) -> bool {
    !value.is_used() && !relation.admits_unused(k)
}
