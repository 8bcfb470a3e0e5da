//! Comparison of the trace of a polyhedral description with the trace of a run.
//!
//! The instances of all statements in the order of their schedule must make the same accesses (instruction,
//! kind, first byte, length) as the code, block by block. Blocks that data conditions guard may be left out
//! as a whole. Values must flow between the statement instances that compute and use them, as the accesses to
//! scalars say.

use super::flows::{Instance, Sample, rounds};
use super::run::{Listener, Run};
use ir::{Base, BlockId, IntPredicate, Model, Opcode, TypeClass, ValueId};
use scop::{
    AccessKind, Assumption, Conjunction, Dimension, Factor, Linear, Loop, Scop, Statement, Storage, Touch,
};
use std::collections::{BTreeMap, BTreeSet};

/// A description that had too many instances this many times is ignored in the rest of the run.
const MOST_MISSES: usize = 3;

/// Limit of points that are enumerated for each possible instance.
const POINTS_OF_AN_INSTANCE: usize = 10;

/// An executed access: the instruction, whether it writes, the first byte and the number of bytes.
type Event = (ValueId, bool, i128, i128);

/// An instance of a statement, by the description.
struct Step {
    block: BlockId,
    /// Whether it runs for all data.
    is_certain: bool,
    events: Vec<(Instance, Event)>,
}

impl Step {
    /// Whether a block made these accesses; the last block of a run may be cut short.
    fn is(&self, done: &Done, is_cut: bool) -> bool {
        let is_as_long = done.events.len() == self.events.len();
        let expected = self.events.iter().map(|(_, event)| event);
        let are_same = expected.zip(&done.events).all(|(expected, made)| expected == made);
        self.block == done.block
            && are_same
            && (is_as_long || is_cut && done.events.len() < self.events.len())
    }
}

/// An entered block, and the accesses that it made.
struct Done {
    block: BlockId,
    events: Vec<Event>,
}

/// A description, and its comparison with a run.
pub(super) struct Trace<'d> {
    scop: &'d Scop,
    /// The statement of each block.
    statements: BTreeMap<BlockId, &'d Statement>,
    /// Predicted and executed blocks since the part was entered; `None` outside it.
    under_way: Option<(Vec<Step>, Vec<Done>)>,
    /// The number of the last instance of each block, and of the last writer of each scalar.
    instances: BTreeMap<BlockId, usize>,
    writers: BTreeMap<u32, usize>,
    count: usize,
    /// Accesses and flows compared.
    pub(super) compared: usize,
    /// Number of errors that were reached, which the description assumes not to happen.
    pub(super) errors: usize,
    /// Whether the description no longer holds, because of an error exit or undefined behaviour.
    is_over: bool,
    /// Number of entries with parameters for which the description does not hold.
    pub(super) invalid: usize,
    /// Differences that were found.
    pub(super) wrong: Vec<String>,
    /// Complete runs of the part that agree with the description.
    pub(super) samples: Vec<Sample>,
    /// Limit of instances that are enumerated.
    most: usize,
    /// Number of times that the limit was exceeded.
    misses: usize,
    /// The parameters of the current run of the part.
    parameters: Vec<i128>,
}

impl<'d> Trace<'d> {
    pub(super) fn new(scop: &'d Scop, most: usize) -> Trace<'d> {
        let statements = scop.statements.iter().map(|statement| (statement.block, statement)).collect();
        let (instances, writers) = (BTreeMap::new(), BTreeMap::new());
        let (under_way, wrong) = (None, Vec::new());
        let parameters = Vec::new();
        Trace {
            scop,
            statements,
            under_way,
            instances,
            writers,
            count: 0,
            compared: 0,
            errors: 0,
            is_over: false,
            invalid: 0,
            wrong,
            samples: Vec::new(),
            most,
            misses: 0,
            parameters,
        }
    }

    fn is_member(&self, block: BlockId) -> bool {
        self.scop.description.members.iter().any(|member| member.block == block)
    }

    /// Enters the part: predicts its accesses by the description.
    fn begin(&mut self, run: &Run<'_>) {
        if self.misses == MOST_MISSES || self.is_over {
            return;
        }
        let loaded = self.loaded(run);
        let parameters: Option<Vec<i128>> =
            self.scop.parameters.iter().map(|p| product(run, &loaded, &p.factors)).collect();
        // A poison value is no parameter.
        let Some(parameters) = parameters else { return };
        for (parameter, value) in self.scop.parameters.iter().zip(&parameters) {
            if parameter.range.is_some_and(|(low, high)| !(low..=high).contains(value))
                && !self.is_invalid(&parameters)
            {
                self.wrong.push(format!("{parameter:?} is {value}"));
            }
        }
        if self.is_invalid(&parameters) {
            self.invalid += 1;
            return;
        }
        match self.predicted(&|base| base_of(run, &loaded, base), &parameters) {
            Ok(Some(steps)) => {
                self.instances.clear();
                self.writers.clear();
                self.parameters = parameters;
                self.under_way = Some((steps, Vec::new()));
            }
            Ok(None) => self.misses += 1,
            Err(wrong) => self.wrong.push(wrong),
        }
    }

    /// The values of loads that are parameters, read at the entry of the part.
    fn loaded(&self, run: &Run<'_>) -> BTreeMap<ValueId, u128> {
        let mut values = BTreeMap::new();
        for loaded in &self.scop.description.loads {
            let base = base_of(run, &values, loaded.base);
            let terms = loaded.offset.terms.iter();
            let offset: Option<i128> =
                terms.map(|(factors, by)| Some(product(run, &values, factors)? * by)).sum();
            let address =
                base.zip(offset).map(|(base, offset)| (base + offset) as u128 & u128::from(u64::MAX));
            values.extend(address.and_then(|at| Some((loaded.loads[0], run.loaded(loaded.loads[0], at)?))));
        }
        values
    }

    fn is_invalid(&self, parameters: &[i128]) -> bool {
        let value = |dimension| match dimension {
            Dimension::Parameter(number) => Some(parameters[number as usize]),
            Dimension::Iterator(_) => None,
        };
        self.scop.invalid.iter().any(|exception| exception.contains(value).unwrap())
    }

    /// All instances in the order of the schedule.
    fn predicted(
        &self,
        base: &dyn Fn(Base) -> Option<i128>,
        parameters: &[i128],
    ) -> Result<Option<Vec<Step>>, String> {
        let mut scheduled: Vec<(Vec<i128>, Step)> = Vec::new();
        for (number, statement) in self.scop.statements.iter().enumerate() {
            let mut instances = BTreeSet::new();
            // The points are limited too, since inner loops may have no iterations for most points of the
            // outer ones.
            let mut left = POINTS_OF_AN_INSTANCE * self.most;
            for conjunction in &statement.domain {
                let loops = &statement.loops;
                points(conjunction, loops, parameters, &mut Vec::new(), &mut left, &mut instances)?;
            }
            if left == 0 || instances.len() + scheduled.len() > self.most {
                return Ok(None);
            }
            for instance in instances {
                let value = |dimension| value_of(dimension, parameters, &statement.loops, &instance);
                let schedule = self.scop.schedule(statement);
                let when = schedule.iter().map(|at| at.evaluate(value).unwrap()).collect();
                let touches = statement.accesses.iter().filter(|touch| touch.access.is_some());
                let rounds = rounds(self.scop, parameters, &statement.loops, &instance);
                let named = |(access, touch): (usize, &Touch)| {
                    let (iterators, rounds) = (instance.clone(), rounds.clone());
                    let of = Instance { statement: number, access, iterators, rounds };
                    Ok((of, self.event(base, touch, value)?))
                };
                let events = touches.enumerate().map(named).collect::<Result<_, String>>()?;
                let is_certain = statement.guards.is_empty();
                scheduled.push((when, Step { block: statement.block, is_certain, events }));
            }
        }
        scheduled.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(Some(scheduled.into_iter().map(|(_, step)| step).collect()))
    }

    /// An access of an instance. At least one piece must apply, and all pieces that apply must agree.
    fn event(
        &self,
        base: &dyn Fn(Base) -> Option<i128>,
        touch: &Touch,
        value: impl Fn(Dimension) -> Option<i128> + Copy,
    ) -> Result<Event, String> {
        let array = &self.scop.arrays[touch.array as usize];
        let Storage::Memory(of) = array.storage else { return Err(format!("{touch:?} is no memory")) };
        let base = base(of).ok_or_else(|| format!("{touch:?}: nothing is known of its base"))?;
        let mut events = BTreeSet::new();
        for piece in touch.pieces.iter().filter(|piece| piece.when.contains(value) == Some(true)) {
            let of = |linear: &Linear| linear.evaluate(value).unwrap();
            let elements: i128 =
                piece.subscripts.iter().zip(&array.strides).map(|(at, stride)| of(at) * of(stride)).sum();
            let address = (base + (array.offset + elements) * array.element) & i128::from(u64::MAX);
            let length = of(&piece.elements) * array.element;
            events.insert((touch.instruction, touch.kind == AccessKind::Write, address, length));
            let inner = piece.subscripts.iter().zip(&array.sizes);
            for (subscript, size) in inner.filter_map(|(at, size)| Some((of(at), of(size.as_ref()?)))) {
                if !(0..size).contains(&subscript) && length > 0 {
                    return Err(format!("{touch:?}: subscript {subscript} of {size}"));
                }
            }
        }
        match events.len() {
            1 => Ok(events.into_iter().next().unwrap()),
            count => Err(format!("{touch:?}: {count} pieces apply")),
        }
    }

    /// Leaves the part, or ends the run in it: compares its accesses with the predicted ones, as far as the
    /// run went.
    pub(super) fn finish(&mut self, is_left: bool) {
        let Some((steps, made)) = self.under_way.take() else { return };
        self.compared += made.iter().map(|done| 1 + done.events.len()).sum::<usize>();
        let mut taken = Vec::new();
        let mut open = steps.iter();
        for (k, done) in made.iter().enumerate() {
            let is_cut = !is_left && k + 1 == made.len();
            let next = open.by_ref().find(|step| step.is_certain || step.is(done, is_cut));
            match next.filter(|step| step.is(done, is_cut)) {
                Some(step) => taken.push(step),
                None => return self.differs(k, done, next),
            }
        }
        if let Some(step) = open.find(|step| is_left && step.is_certain) {
            self.wrong.push(format!("{:?} in {:?} is not made", step.events, step.block));
            return;
        }
        let events = taken.iter().flat_map(|step| &step.events);
        let events = events.map(|(of, (_, writes, first, bytes))| (of.clone(), *writes, *first, *bytes));
        let sample = Sample { parameters: self.parameters.clone(), events: events.collect() };
        if is_left && sample.is_good() && self.are_apart(&sample) {
            self.samples.push(sample);
        }
    }

    /// Whether no two arrays overlap, as the description assumes.
    fn are_apart(&self, sample: &Sample) -> bool {
        let mut arrays = BTreeMap::new();
        sample.events.iter().all(|(of, _, first, bytes)| {
            let statement = &self.scop.statements[of.statement];
            let array = statement.accesses.iter().filter(|touch| touch.access.is_some()).nth(of.access);
            let array = array.map(|touch| touch.array);
            (*first..first + bytes).all(|byte| *arrays.entry(byte).or_insert(array) == array)
        })
    }

    /// Reaches an error, which ends an assumption: up to here the description must hold. An error that no
    /// assumption states must be excluded by conditions on parameters.
    fn error(&mut self, block: BlockId, from: Option<ValueId>) {
        let mut assumptions = self.scop.description.assumptions.iter();
        let is_taken = |a: &&Assumption| a.way.target == block && Some(a.way.branch) == from;
        let Some(assumption) = assumptions.find(is_taken) else { return };
        self.is_over |= assumption.way.comes_back;
        if self.under_way.is_some() {
            self.errors += 1;
            if !assumption.is_stated {
                self.wrong.push(format!("{block:?} is come to, which conditions on parameters exclude"));
            }
            self.finish(false);
        }
    }

    fn differs(&mut self, at: usize, done: &Done, next: Option<&Step>) {
        let made = format!("{:?} in {:?}", done.events, done.block);
        self.wrong.push(match next {
            Some(step) => {
                format!("block {at}: {made}, and {:?} in {:?} by the description", step.events, step.block)
            }
            None => format!("{made} is not in the description"),
        });
    }

    fn array(&self, storage: Storage) -> Option<u32> {
        self.scop.arrays.iter().position(|array| array.storage == storage).map(|at| at as u32)
    }

    /// Checks that the accesses to scalars have the flow of a value between instances of two blocks.
    fn flows(&mut self, storage: Storage, to: BlockId, from: Option<usize>) {
        self.compared += 1;
        let array = self.array(storage);
        let touches = self.statements.get(&to).map_or(&[][..], |statement| &statement.accesses);
        let is_read =
            touches.iter().any(|touch| touch.kind == AccessKind::Read && Some(touch.array) == array);
        let writer = array.and_then(|array| self.writers.get(&array).copied());
        if !is_read || writer != from {
            self.wrong
                .push(format!("{storage:?} from instance {from:?}: read {is_read}, written by {writer:?}"));
        }
    }
}

/// Whether the iterator of a loop that ends on equality has stepped over the bound. As it may not wrap
/// around, it never reaches the bound and the run is undefined.
fn is_past_bound(run: &Run<'_>, counted: &Loop) -> bool {
    let model = run.model;
    let Some(comparison) = model.operand(counted.end, 0) else { return false };
    let is_met = matches!(model.predicate(comparison), Some(IntPredicate::Eq | IntPredicate::Ne));
    if !is_met || counted.step.abs() == 1 {
        return false;
    }
    let compared = [0, 1].map(|n| model.operand(comparison, n));
    let is_counter = |v: &Option<ValueId>| v.is_some_and(|v| is_made_of(model, v, counted.iterator));
    let of = |v: Option<ValueId>| run.number(v?);
    let [value, bound] = if is_counter(&compared[0]) { compared } else { [compared[1], compared[0]] };
    of(value).zip(of(bound)).is_some_and(|(value, bound)| (value - bound) * counted.step.signum() > 0)
}

/// Whether a value is a phi, or computed from it by sums and casts.
fn is_made_of(model: &Model, value: ValueId, phi: ValueId) -> bool {
    use Opcode::{Add, GetElementPtr, SExt, Sub, Trunc, ZExt};
    let is_step = matches!(model.opcode(value), Some(Add | Sub | GetElementPtr | SExt | ZExt | Trunc));
    value == phi || is_step && model.operands(value).iter().any(|edge| is_made_of(model, edge.to, phi))
}

/// A product of parameters at the entry of the part; `None` if one is poison.
fn product(run: &Run<'_>, loaded: &BTreeMap<ValueId, u128>, factors: &[Factor]) -> Option<i128> {
    let of = |factor: &Factor| match factor {
        Factor::Parameter(value) => match loaded.get(value) {
            Some(bits) => run.signed(*value, *bits),
            None => run.number(*value),
        },
        Factor::Unsigned(value) => match loaded.get(value) {
            Some(bits) => i128::try_from(*bits).ok(),
            None => run.unsigned(*value),
        },
        other => panic!("{other:?} is no parameter"),
    };
    factors.iter().map(of).product()
}

/// The address of a base when the part is entered.
fn base_of(run: &Run<'_>, loaded: &BTreeMap<ValueId, u128>, base: Base) -> Option<i128> {
    match base {
        Base::Value(value) => match loaded.get(&value) {
            Some(bits) => i128::try_from(*bits).ok(),
            None => run.unsigned(value),
        },
        Base::Hidden(_) => Some(run.base(base)),
    }
}

fn value_of(dimension: Dimension, parameters: &[i128], loops: &[u32], instance: &[i128]) -> Option<i128> {
    match dimension {
        Dimension::Parameter(number) => parameters.get(number as usize).copied(),
        Dimension::Iterator(number) => instance.get(loops.iter().position(|k| *k == number)?).copied(),
    }
}

/// The integer points of a conjunction, dimension by dimension.
fn points(
    set: &Conjunction,
    loops: &[u32],
    parameters: &[i128],
    fixed: &mut Vec<i128>,
    left: &mut usize,
    found: &mut BTreeSet<Vec<i128>>,
) -> Result<(), String> {
    *left = left.saturating_sub(1);
    if fixed.len() == loops.len() {
        let is_in = set.contains(|dimension| value_of(dimension, parameters, loops, fixed));
        if is_in.ok_or(format!("{set:?} is about other loops than {loops:?}"))? {
            found.insert(fixed.clone());
            *left = left.saturating_sub(POINTS_OF_AN_INSTANCE);
        }
        return Ok(());
    }
    let own = Dimension::Iterator(loops[fixed.len()]);
    let (mut low, mut high) = (None::<i128>, None::<i128>);
    for constraint in &set.constraints {
        let by = constraint.form.coefficient(own);
        let rest = Linear {
            terms: constraint.form.terms.iter().copied().filter(|(dimension, _)| *dimension != own).collect(),
            constant: constraint.form.constant,
        };
        let Some(rest) = rest.evaluate(|dimension| value_of(dimension, parameters, loops, fixed)) else {
            continue;
        };
        if by > 0 || (by != 0 && constraint.is_equality) {
            let least = if by > 0 { -rest.div_euclid(by) } else { rest.div_euclid(-by) };
            low = Some(low.map_or(least, |low| low.max(least)));
        }
        if by < 0 || (by != 0 && constraint.is_equality) {
            let greatest = if by < 0 { rest.div_euclid(-by) } else { -rest.div_euclid(by) };
            high = Some(high.map_or(greatest, |high| high.min(greatest)));
        }
    }
    let (Some(low), Some(high)) = (low, high) else {
        return Err(format!("{set:?} has no bounds on {own:?}"));
    };
    for at in low..=high.min(low.saturating_add(*left as i128)) {
        if *left == 0 {
            break;
        }
        fixed.push(at);
        points(set, loops, parameters, fixed, left, found)?;
        fixed.pop();
    }
    Ok(())
}

impl Listener for Trace<'_> {
    fn enters(&mut self, run: &Run<'_>, block: BlockId, from: Option<ValueId>) {
        let model = run.model;
        self.error(block, from);
        let loops = &self.scop.description.loops;
        let again = loops.iter().find(|l| Some(l.end) == from && model.block_of(l.begin) == Some(block));
        let is_next_round = again.is_some();
        let is_entry = self.scop.description.members[0].block == block;
        if again.is_some_and(|counted| is_past_bound(run, counted)) {
            self.finish(false);
            self.is_over = true;
        } else if is_entry && !is_next_round {
            self.finish(true);
            self.begin(run);
        } else if !self.is_member(block) {
            self.finish(true);
        }
        if self.under_way.is_none() {
            return;
        }
        // Phis come first, since their operands were written at the end of the previous block.
        let source = from.and_then(|from| model.block_of(from)).filter(|block| self.is_member(*block));
        let source = source.and_then(|block| self.instances.get(&block).copied());
        for phi in model.block_instructions(block).filter(|v| model.opcode(*v) == Some(Opcode::Phi)) {
            let is_scalar = self.array(Storage::Phi(phi)).is_some();
            if (is_scalar || model.has_class(phi, TypeClass::Float)) && !model.operand_uses(phi).is_empty() {
                self.flows(Storage::Phi(phi), block, source.filter(|_| !is_entry || is_next_round));
            }
        }
        self.count += 1;
        self.instances.insert(block, self.count);
        if let Some((_, made)) = self.under_way.as_mut().filter(|_| self.statements.contains_key(&block)) {
            made.push(Done { block, events: Vec::new() });
        }
    }

    fn carries_out(&mut self, run: &Run<'_>, instruction: ValueId) {
        if self.under_way.is_none() {
            return;
        }
        let model = run.model;
        let block = model.block_of(instruction).unwrap();
        let own = self.instances.get(&block).copied();
        if model.opcode(instruction) != Some(Opcode::Phi) {
            for edge in model.operands(instruction).to_vec() {
                let from = model.block_of(edge.to).filter(|from| *from != block && self.is_member(*from));
                if let Some(from) = from.filter(|_| model.has_class(edge.to, TypeClass::Float)) {
                    let from = self.instances.get(&from).copied();
                    self.flows(Storage::Value(edge.to), block, from);
                }
            }
        }
        let events = run.accesses(instruction);
        if let Some((_, made)) = &mut self.under_way {
            let events = events.into_iter().map(|(is_write, at, bytes)| (instruction, is_write, at, bytes));
            match made.last_mut().filter(|done| done.block == block) {
                Some(done) => done.events.extend(events),
                None => made.extend(events.map(|event| Done { block, events: vec![event] })),
            }
        }
        if instruction == model.terminator(block) {
            let touches = self.statements.get(&block).map_or(&[][..], |statement| &statement.accesses);
            let written =
                touches.iter().filter(|touch| touch.kind == AccessKind::Write && touch.access.is_none());
            for touch in written {
                self.writers.insert(touch.array, own.unwrap());
            }
        }
    }

    fn leaves(&mut self, _: &Run<'_>, _: BlockId, _: BlockId) {}
}

/// The base addresses and accesses in a run.
pub(super) trait Accesses {
    fn base(&self, base: Base) -> i128;
    fn unsigned(&self, value: ValueId) -> Option<i128>;
    /// For each access of an instruction: whether it writes, the first byte, and the number of bytes.
    fn accesses(&self, instruction: ValueId) -> Vec<(bool, i128, i128)>;
}

impl Accesses for Run<'_> {
    fn base(&self, base: Base) -> i128 {
        match base {
            Base::Value(value) => self.unsigned(value).unwrap(),
            Base::Hidden(number) => i128::try_from(Run::hidden(number)).unwrap(),
        }
    }

    fn unsigned(&self, value: ValueId) -> Option<i128> {
        i128::try_from(self.value(value)?).ok()
    }

    fn accesses(&self, instruction: ValueId) -> Vec<(bool, i128, i128)> {
        let model: &Model = self.model;
        let operand = |n| self.unsigned(model.operand(instruction, n).unwrap()).unwrap();
        let size = || i128::from(model.access_size(instruction).unwrap());
        match model.opcode(instruction) {
            Some(Opcode::Load) => vec![(false, operand(0), size())],
            Some(Opcode::Store) => vec![(true, operand(1), size())],
            Some(Opcode::Call) => {
                let callee = model.operand(instruction, 0).and_then(|callee| model.global(callee));
                match callee.map_or("", |callee| callee.canonical.as_str()) {
                    "llvm.memset" => vec![(true, operand(1), operand(3))],
                    "llvm.memcpy" | "llvm.memmove" => {
                        vec![(false, operand(2), operand(3)), (true, operand(1), operand(3))]
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}
