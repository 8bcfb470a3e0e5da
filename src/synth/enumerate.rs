//! Search by enumeration: every straight-line program of one size whose results are those of some goal.
//!
//! In: goals with the same inputs, and a size. Out: their patterns of that size. A program is a vector of
//! sample values for each step ([`Lanes`]). Programs are listed once each:
//! - no step has the vector of an earlier value, for the program without it would do;
//! - steps that could be exchanged stand in the order of their keys, so that of all orders of a program the
//!   least one is listed;
//! - there are never more unused values than the remaining steps can use.
//!
//! The last step is tried in the first lane alone before all lanes are, and inverted for the step before it
//! (`inverse.rs`). Threads take programs of two steps and finish them. The number of visited nodes does
//! not depend on threads; a size that exceeds the budget has no result at all.

use super::constant::Constant;
use super::goal::Goal;
use super::inverse::Inverse;
use super::lanes::{Lanes, Vector};
use super::operation::{Kind, Op, Sort};
use super::pattern::{Pattern, Slot, Step};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The most steps of a program.
pub const MOST_STEPS: usize = 7;

/// The most inputs of a goal.
pub const MOST_INPUTS: usize = 5;

pub(super) const MOST_VALUES: usize = MOST_STEPS + MOST_INPUTS;

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nodes of one size: steps tried in all lanes.
    pub nodes: u64,
    /// Patterns that are kept.
    pub patterns: usize,
    /// Threads.
    pub threads: usize,
}

/// Goals, by position, with a program each.
type OfGoals = Vec<(usize, Pattern)>;

/// The programs of one size.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Goals, by position, with a pattern each.
    pub patterns: Vec<(usize, Pattern)>,
    /// Nodes visited.
    pub nodes: u64,
    /// Goals with programs in which the last input is an unknown constant that the solver may know.
    pub sketches: Vec<(usize, Pattern)>,
    /// Whether the size was searched to its end. If not there are no patterns.
    pub is_complete: bool,
}

/// A goal in a search.
pub(super) struct Target {
    pub(super) goal: usize,
    pub(super) results: Vec<(Sort, Vector)>,
    /// An input that the first result may not depend on: the word that is loaded from its address.
    pub(super) loaded: Option<usize>,
}

/// Keeps of a whole program what it is wanted for.
pub(super) type Whole = fn(&Space, &mut Program);

/// The choices at each step.
pub(super) struct Space<'a> {
    pub(super) lanes: &'a Lanes,
    /// The inputs, with the unknown constant behind them if there is one.
    pub(super) inputs: usize,
    /// The unknown constant, and the treatment of whole programs that have it.
    unknown: Option<(u64, Whole)>,
    nullary: Vec<(Op, Vector)>,
    unary: Vec<Op>,
    binary: Vec<Op>,
    mux: bool,
    pub(super) targets: Vec<Target>,
    /// Whether each goal has one result.
    is_single: bool,
    pub(super) narrowest: u32,
    constants: Vec<Constant>,
    size: usize,
    /// Whether the last step is inverted for the one before it.
    inverts: bool,
    limits: Limits,
    nodes: AtomicU64,
    kept: AtomicUsize,
    stopped: AtomicBool,
}

/// A program that is being built.
#[derive(Clone)]
pub(super) struct Program {
    pub(super) values: [Vector; MOST_VALUES],
    pub(super) sorts: [Sort; MOST_VALUES],
    pub(super) steps: [Step; MOST_STEPS],
    keys: [u64; MOST_STEPS],
    pub(super) count: usize,
    /// Values that no step uses, as bits.
    pub(super) unused: u32,
    nodes: u64,
    pub(super) found: Vec<(usize, Pattern)>,
    pub(super) sketches: Vec<(usize, Pattern)>,
}

/// Searches all programs of `size` steps for goals that have the same inputs, operations and constants.
pub fn enumerate(goals: &[(usize, &Goal)], lanes: &Lanes, size: usize, limits: Limits) -> Found {
    let Some(space) = Space::new(goals, lanes, size, limits) else { return Found::default() };
    if size == 0 {
        let mut start = space.start();
        space.check_complete(&mut start);
        return Found { patterns: start.found, is_complete: true, ..Found::default() };
    }
    space.search()
}

impl<'a> Space<'a> {
    pub(super) fn new(
        goals: &[(usize, &Goal)],
        lanes: &'a Lanes,
        size: usize,
        limits: Limits,
    ) -> Option<Space<'a>> {
        let (_, first) = goals.first()?;
        if size > MOST_STEPS || first.inputs.len() > MOST_INPUTS {
            return None;
        }
        let targets: Vec<Target> = goals
            .iter()
            .map(|(at, goal)| Target {
                goal: *at,
                results: goal.results.iter().copied().zip(goal.vectors(lanes)).collect(),
                loaded: goal.access.filter(|access| access.loads()).map(|_| goal.inputs.len() - 1),
            })
            .collect();
        let zero = [0; super::lanes::LANES];
        let constants =
            if first.operations.contains(&Kind::Const) { first.all_constants() } else { Vec::new() };
        let ops = constants.iter().map(|constant| Op::Const(*constant));
        let jump = first.operations.contains(&Kind::Jmp).then_some(Op::Plain(Kind::Jmp));
        let nullary = ops.chain(jump).map(|op| (op, op.vector(lanes, &zero, &zero, &zero))).collect();
        let plain = first.operations.iter().copied();
        let with = |count: usize| plain.clone().filter(move |kind| kind.row().operands.len() == count);
        let binary = with(2).flat_map(|kind| match Op::comparisons(kind) {
            [] => vec![Op::Plain(kind)],
            predicates => predicates.iter().map(|predicate| Op::Compare(*predicate)).collect(),
        });
        Some(Space {
            lanes,
            inputs: first.inputs.len(),
            unknown: None,
            nullary,
            unary: with(1).map(Op::Plain).collect(),
            binary: binary.collect(),
            mux: first.operations.contains(&Kind::Mux),
            inverts: targets.iter().all(|target| matches!(target.results.as_slice(), [(Sort::Word, _)])),
            is_single: targets.iter().all(|target| target.results.len() == 1),
            targets,
            narrowest: first.widths.iter().copied().min().unwrap_or(64),
            constants,
            size,
            limits,
            nodes: AtomicU64::new(0),
            kept: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        })
    }

    /// Adds an input that every program uses, of one value in all lanes; `keep` is called for whole programs.
    pub(super) fn with_unknown(self, sample: u64, keep: Whole) -> Space<'a> {
        Space { inputs: self.inputs + 1, unknown: Some((sample, keep)), ..self }
    }

    /// The programs of the size, or none if it exceeds the budget.
    pub(super) fn search(&self) -> Found {
        let mut tasks = vec![self.start()];
        for _ in 0..self.size.saturating_sub(1).min(2) {
            tasks = tasks.iter().flat_map(|program| self.extensions(program)).collect();
        }
        let (patterns, sketches) = self.in_parallel(&tasks);
        let nodes = self.nodes.load(Ordering::Relaxed).min(self.limits.nodes);
        let is_complete = nodes < self.limits.nodes && !self.stopped.load(Ordering::Relaxed);
        match is_complete {
            true => Found { patterns, sketches, nodes, is_complete },
            false => Found { nodes, ..Found::default() },
        }
    }

    fn start(&self) -> Program {
        let none = Step { op: Op::Plain(Kind::Jmp), operands: [0; 3] };
        let mut program = Program {
            values: [[0; super::lanes::LANES]; MOST_VALUES],
            sorts: [Sort::Word; MOST_VALUES],
            steps: [none; MOST_STEPS],
            keys: [0; MOST_STEPS],
            count: 0,
            unused: 0,
            nodes: 0,
            found: Vec::new(),
            sketches: Vec::new(),
        };
        for (at, input) in self.lanes.inputs().iter().enumerate() {
            program.values[at] = *input;
        }
        if let Some((sample, _)) = self.unknown {
            self.lanes.each(&mut program.values[self.inputs - 1], |_| sample);
            program.unused = 1 << (self.inputs - 1);
        }
        program
    }

    /// The patterns and the sketches of all tasks, in their order.
    fn in_parallel(&self, tasks: &[Program]) -> (OfGoals, OfGoals) {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(at) else { return done };
                let mut program = task.clone();
                self.finish(&mut program);
                self.nodes.fetch_add(program.nodes, Ordering::Relaxed);
                done.push((at, program.found, program.sketches));
            }
        };
        let mut done = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..self.limits.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for thread in threads {
                match thread.join() {
                    Ok(part) => all.extend(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all
        });
        done.sort_by_key(|(at, ..)| *at);
        let (mut patterns, mut sketches) = (Vec::new(), Vec::new());
        for (_, found, unknown) in done {
            patterns.extend(found);
            sketches.extend(unknown);
        }
        (patterns, sketches)
    }

    /// The programs with one step more.
    fn extensions(&self, program: &Program) -> Vec<Program> {
        let mut all = Vec::new();
        let mut program = program.clone();
        self.each_step(&mut program, None, &mut |extended| all.push(extended.clone()));
        self.nodes.fetch_add(program.nodes, Ordering::Relaxed);
        all.iter_mut().for_each(|extended| extended.nodes = 0);
        all
    }

    /// Adds the steps that are missing, in all ways.
    fn finish(&self, program: &mut Program) {
        if let Some((_, keep)) = self.unknown {
            match program.count == self.size {
                true => keep(self, program),
                false => self.each_step(program, None, &mut |extended| self.finish(extended)),
            }
        } else if program.count + 1 == self.size {
            self.last_step(program);
        } else if program.count + 2 == self.size && self.inverts {
            let values = self.inputs + program.count;
            let words = (0..values).filter(|at| program.sorts[*at] == Sort::Word);
            let words = words.map(|at| program.values[at][0]).collect();
            let targets = self.targets.iter().map(|target| target.results[0].1[0]).collect();
            let inverse = Inverse::new(self.lanes, words, targets, (&self.unary, &self.binary, self.mux));
            self.each_step(program, Some(&inverse), &mut |extended| self.finish(extended));
        } else {
            self.each_step(program, None, &mut |extended| self.finish(extended));
        }
    }

    /// Adds a step in all ways.
    fn each_step(&self, program: &mut Program, filter: Option<&Inverse>, then: &mut dyn FnMut(&mut Program)) {
        if self.is_over(program) {
            return;
        }
        let values = self.inputs + program.count;
        let admits = |program: &Program, step: Step| {
            let [a, b, c] = step.operands.map(|slot| program.values[usize::from(slot)][0]);
            let value = || step.op.lane(self.lanes, 0, a, b, c);
            filter.is_none_or(|filter| filter.admits(value(), step.op.kind().row().result))
        };
        for (op, vector) in &self.nullary {
            let step = Step { op: *op, operands: [0; 3] };
            if admits(program, step) {
                self.try_step(program, step, 0, Some(vector), then);
            }
        }
        for a in 0..values {
            for op in &self.unary {
                let step = Step { op: *op, operands: [a as Slot, 0, 0] };
                if admits(program, step) {
                    self.try_step(program, step, 1 << a, None, then);
                }
            }
            for b in 0..values {
                for op in self.binary.iter().filter(|op| b >= a || !op.commutes()) {
                    let step = Step { op: *op, operands: [a as Slot, b as Slot, 0] };
                    if self.leaves_enough(program, 1 << a | 1 << b) && admits(program, step) {
                        self.try_step(program, step, 1 << a | 1 << b, None, then);
                    }
                }
            }
        }
        self.each_choice(program, &mut |program, step, used| {
            if admits(program, step) {
                self.try_step(program, step, used, None, then);
            }
        });
    }

    fn each_choice(&self, program: &mut Program, then: &mut dyn FnMut(&mut Program, Step, u32)) {
        let values = self.inputs + program.count;
        let truths = (self.inputs..values).filter(|_| self.mux);
        for c in truths.filter(|at| program.sorts[*at] == Sort::Truth).collect::<Vec<_>>() {
            for a in 0..values {
                for b in (0..values).filter(|b| *b != a) {
                    let operands = [c as Slot, a as Slot, b as Slot];
                    let step = Step { op: Op::Plain(Kind::Mux), operands };
                    then(program, step, 1 << c | 1 << a | 1 << b);
                }
            }
        }
    }

    fn is_over(&self, program: &mut Program) -> bool {
        if program.nodes >= 1 << 12 {
            let all = self.nodes.fetch_add(program.nodes, Ordering::Relaxed) + program.nodes;
            program.nodes = 0;
            if all >= self.limits.nodes {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether a step fits behind the program: operands of the right sorts, an amount in range, and the least
    /// order of steps.
    fn fits(&self, program: &Program, step: Step) -> Option<u64> {
        let row = step.op.kind().row();
        let has_sorts = step.operands().iter().zip(row.operands);
        let sort = |slot: &Slot| program.sorts[usize::from(*slot)];
        if has_sorts.clone().any(|(slot, wanted)| sort(slot) != *wanted) {
            return None;
        }
        if step.op.kind().is_shift()
            && let Some(at) = usize::from(step.operands[1]).checked_sub(self.inputs)
            && let Op::Const(amount) = program.steps[at].op
            && !amount.is_amount(self.narrowest)
        {
            return None;
        }
        let key = self.key(step);
        let last = step.operands().iter().max().map_or(0, |slot| usize::from(*slot) + 1);
        let first = last.saturating_sub(self.inputs);
        let is_least = program.keys[first..program.count].iter().all(|earlier| *earlier < key);
        is_least.then_some(key)
    }

    fn key(&self, step: Step) -> u64 {
        let attribute = match step.op {
            Op::Plain(_) => 0,
            Op::Const(constant) => self.constants.iter().position(|known| *known == constant).unwrap_or(0),
            Op::Compare(predicate) => predicate as usize,
        };
        let [a, b, c] = step.operands.map(u64::from);
        (step.op.kind() as u64) << 48 | (attribute as u64) << 24 | a << 16 | b << 8 | c
    }

    fn try_step(
        &self,
        program: &mut Program,
        step: Step,
        used: u32,
        vector: Option<&Vector>,
        then: &mut dyn FnMut(&mut Program),
    ) {
        let Some(key) = self.fits(program, step) else { return };
        let at = self.inputs + program.count;
        let unused = program.unused & !used | 1 << at;
        if !self.leaves_enough(program, used) {
            return;
        }
        program.nodes += 1;
        let [a, b, c] = step.operands.map(usize::from);
        let result = match vector {
            Some(vector) => *vector,
            None => {
                let values = &program.values;
                step.op.vector(self.lanes, &values[a], &values[b], &values[c])
            }
        };
        let sort = step.op.kind().row().result;
        let is_known = (0..at).any(|old| program.sorts[old] == sort && program.values[old] == result);
        if is_known {
            return;
        }
        let before = program.unused;
        program.values[at] = result;
        program.sorts[at] = sort;
        program.steps[program.count] = step;
        program.keys[program.count] = key;
        program.count += 1;
        program.unused = unused;
        then(program);
        program.unused = before;
        program.count -= 1;
    }

    /// Whether the steps behind the next one can use all values, where the next one uses these.
    fn leaves_enough(&self, program: &Program, used: u32) -> bool {
        let unused = (program.unused & !used).count_ones() as usize + 1;
        unused <= self.most_unused(self.size - program.count - 1)
    }

    /// The most unused values from which so many steps can still lead to a whole program.
    fn most_unused(&self, rest: usize) -> usize {
        let results = if self.is_single { 1 } else { 2 };
        results + rest * if self.mux { 2 } else { 1 }
    }

    /// Tries the last step in the first lane, and where that is a wanted result, in all.
    fn last_step(&self, program: &mut Program) {
        if self.is_over(program) {
            return;
        }
        let values = self.inputs + program.count;
        let wanted: Vec<u64> =
            self.targets.iter().flat_map(|target| &target.results).map(|(_, vector)| vector[0]).collect();
        let mut bits = [0u64; 64];
        for value in &wanted {
            let hash = value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
            bits[(hash >> 6) as usize] |= 1 << (hash & 63);
        }
        let may_be_wanted = |value: u64| {
            let hash = value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
            bits[(hash >> 6) as usize] >> (hash & 63) & 1 == 1 && wanted.contains(&value)
        };
        // Other results than the last step's may be unused.
        let spare = if self.is_single { 0 } else { 1 };
        let mut candidates: Vec<(Step, u32)> = Vec::new();
        let first = |at: usize| program.values[at][0];
        let leaves = |used: u32| (program.unused & !used).count_ones() as usize > spare;
        if !leaves(0) {
            let hits = self.nullary.iter().filter(|(_, vector)| may_be_wanted(vector[0]));
            candidates.extend(hits.map(|(op, _)| (Step { op: *op, operands: [0; 3] }, 0)));
        }
        for a in 0..values {
            if !leaves(1 << a) {
                for op in &self.unary {
                    if may_be_wanted(op.lane(self.lanes, 0, first(a), 0, 0)) {
                        candidates.push((Step { op: *op, operands: [a as Slot, 0, 0] }, 1 << a));
                    }
                }
            }
            for b in 0..values {
                let used = 1 << a | 1 << b;
                if leaves(used) {
                    continue;
                }
                for op in &self.binary {
                    if (b >= a || !op.commutes())
                        && may_be_wanted(op.lane(self.lanes, 0, first(a), first(b), 0))
                    {
                        candidates.push((Step { op: *op, operands: [a as Slot, b as Slot, 0] }, used));
                    }
                }
            }
        }
        self.each_choice(program, &mut |program, step, used| {
            let [c, a, b] = step.operands.map(|slot| program.values[usize::from(slot)][0]);
            if may_be_wanted(step.op.lane(self.lanes, 0, c, a, b)) {
                candidates.push((step, used));
            }
        });
        for (step, used) in candidates {
            self.try_step(program, step, used, None, &mut |whole| self.check_complete(whole));
        }
    }

    /// Keeps a whole program for each goal that it computes.
    fn check_complete(&self, program: &mut Program) {
        let values = self.inputs + program.count;
        for target in &self.targets {
            let places = target.results.iter().map(|(sort, vector)| {
                (0..values).rev().find(|at| program.sorts[*at] == *sort && program.values[*at] == *vector)
            });
            let Some(places) = places.collect::<Option<Vec<usize>>>() else { continue };
            let of_results = places.iter().fold(0u32, |bits, at| bits | 1 << at);
            if program.unused & !of_results != 0 {
                continue;
            }
            let results = places.iter().map(|at| *at as Slot).collect();
            let steps = program.steps[..program.count].to_vec();
            let pattern = Pattern { inputs: self.inputs, steps, results };
            let is_possible = target.loaded.is_none_or(|input| !pattern.needed(pattern.results[0])[input]);
            if is_possible {
                if self.kept.fetch_add(1, Ordering::Relaxed) >= self.limits.patterns {
                    self.stopped.store(true, Ordering::Relaxed);
                }
                program.found.push((target.goal, pattern));
            }
        }
    }
}
