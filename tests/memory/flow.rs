//! Comparison of data-flow analyses with a run: available and anticipated expressions, dead values, equal and
//! constant values, instructions on every path.

use super::run::{Listener, Run};
use analysis::dataflow::Dataflow;
use ir::{BlockId, Model, Opcode, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// Limit of instructions between a value and its use that are checked.
const MOST_BETWEEN: usize = 300;

/// The number of events for which paths are queried.
const MOST_EVENTS: usize = 12;

/// The parts that make two instructions one expression.
fn expression(model: &Model, at: ValueId) -> Option<String> {
    use Opcode::*;
    let opcode = model.opcode(at)?;
    let is_one = matches!(
        opcode,
        Add | Sub
            | Mul
            | UDiv
            | SDiv
            | URem
            | SRem
            | Shl
            | LShr
            | AShr
            | And
            | Or
            | Xor
            | ZExt
            | SExt
            | Trunc
            | ICmp
            | Select
            | GetElementPtr
    );
    let mut operands: Vec<ValueId> = model.operands(at).iter().map(|edge| edge.to).collect();
    if matches!(opcode, Add | Mul | And | Or | Xor) {
        operands.sort_unstable();
    }
    let (ty, flags, form) = (model.type_id(at), model.flags(at), model.gep_form(at));
    is_one.then(|| format!("{opcode:?} {ty:?} {flags:?} {operands:?} {form:?}"))
}

/// The answers at one instruction, by expression numbers and by instructions.
#[derive(Default)]
struct Answers {
    available: Vec<usize>,
    anticipated: Vec<usize>,
    met: Vec<ValueId>,
}

/// A function, the answers about its data flow, and the state of a run.
pub(super) struct Flow<'m> {
    model: &'m Model,
    flow: Dataflow<'m>,
    /// The expression number of each instruction.
    number: BTreeMap<ValueId, usize>,
    /// The operands of each expression.
    operands: Vec<Vec<ValueId>>,
    answers: BTreeMap<ValueId, Answers>,
    congruent: Vec<(ValueId, ValueId)>,
    /// The pairs of value and instruction for which liveness was checked.
    looked: BTreeSet<(ValueId, ValueId)>,
    /// The instructions of the run so far, and the time of the last execution of each.
    trace: Vec<ValueId>,
    executed: BTreeMap<ValueId, usize>,
    /// The time of the last computation of each expression.
    computed: BTreeMap<usize, usize>,
    /// The expressions and instructions that must still occur, and the instruction at which that was claimed.
    awaited: BTreeMap<usize, ValueId>,
    to_meet: BTreeMap<ValueId, ValueId>,
    pub(super) certain: usize,
    pub(super) wrong: Vec<String>,
}

impl<'m> Flow<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let mut flow = Flow {
            model,
            flow: Dataflow::new(model),
            number: BTreeMap::new(),
            operands: Vec::new(),
            answers: BTreeMap::new(),
            congruent: Vec::new(),
            looked: BTreeSet::new(),
            trace: Vec::new(),
            executed: BTreeMap::new(),
            computed: BTreeMap::new(),
            awaited: BTreeMap::new(),
            to_meet: BTreeMap::new(),
            certain: 0,
            wrong: Vec::new(),
        };
        flow.ask();
        flow
    }

    fn ask(&mut self) {
        let (model, mut first) = (self.model, Vec::new());
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for at in model.instructions() {
            let Some(text) = expression(model, at) else { continue };
            let count = numbers.len();
            let number = *numbers.entry(text).or_insert(count);
            if number == count {
                first.push(at);
                self.operands.push(model.operands(at).iter().map(|edge| edge.to).collect());
            }
            let mut others =
                first.iter().filter(|other| self.flow.are_congruent(**other, at) && **other != at);
            self.congruent.extend(others.next().map(|other| (*other, at)));
            self.number.insert(at, number);
        }
        let is_event =
            |at: &ValueId| matches!(model.opcode(*at), Some(Opcode::Store | Opcode::Call | Opcode::Load));
        let events: Vec<ValueId> = model.instructions().filter(is_event).take(MOST_EVENTS).collect();
        for at in model.instructions().filter(|at| model.opcode(*at) != Some(Opcode::Phi)) {
            let mut answers = Answers::default();
            for (number, value) in first.iter().enumerate() {
                let is_placed = self.flow.can_be_placed(*value, at);
                if self.flow.is_available(*value, at) {
                    answers.available.push(number);
                }
                if is_placed || self.flow.is_anticipated(*value, at) {
                    answers.anticipated.push(number);
                }
            }
            self.answers.insert(at, answers);
        }
        for event in events {
            for (at, answers) in &mut self.answers {
                if self.flow.meets_on_every_path(*at, &[event]) {
                    answers.met.push(event);
                }
            }
        }
    }

    pub(super) fn begin(&mut self) {
        self.trace.clear();
        self.executed.clear();
        self.computed.clear();
        self.awaited.clear();
        self.to_meet.clear();
    }

    fn claim(&mut self, is_so: bool, what: impl Fn() -> String) {
        self.certain += 1;
        if !is_so {
            self.wrong.push(what());
        }
    }

    fn before(&mut self, run: &Run<'_>, at: ValueId) {
        let Some(answers) = self.answers.get(&at) else { return };
        let (available, anticipated) = (answers.available.clone(), answers.anticipated.clone());
        for number in available {
            let computed = self.computed.get(&number).copied();
            let defined = self.operands[number].iter().filter_map(|operand| self.executed.get(operand)).max();
            let is_so = computed.is_some_and(|computed| defined.is_none_or(|defined| *defined < computed));
            self.claim(is_so, || format!("expression {number} is available at {at:?}"));
        }
        for number in anticipated {
            self.certain += 1;
            self.awaited.entry(number).or_insert(at);
        }
        for (x, y) in self.congruent.clone() {
            if self.model.dominates(x, at) && self.model.dominates(y, at) && x != at && y != at {
                let (left, right) = (run.value(x), run.value(y));
                let differ = left.zip(right).is_some_and(|(left, right)| left != right);
                self.claim(!differ, || format!("{x:?} and {y:?} are congruent"));
            }
        }
    }

    /// Checks that the operands of an instruction are live on the path to it.
    fn uses(&mut self, at: ValueId) {
        let is_phi = self.model.opcode(at) == Some(Opcode::Phi);
        // A phi uses its operand on the incoming edge, before the block is entered.
        let from = self.trace.iter().rev().find(|before| self.model.opcode(**before) != Some(Opcode::Phi));
        let taken = |n: u32| !is_phi || self.model.phi_sources(at).get(n as usize) == from;
        let used: Vec<ValueId> =
            self.model.operands(at).iter().filter(|edge| taken(edge.n)).map(|edge| edge.to).collect();
        for value in used.into_iter().filter(|value| self.model.position(*value).is_some()) {
            let Some(defined) = self.executed.get(&value).copied() else { continue };
            let way: Vec<ValueId> =
                self.trace[defined + 1..].iter().rev().take(MOST_BETWEEN).copied().collect();
            let own = (!is_phi).then_some(at);
            for point in way.into_iter().chain(own) {
                let counts = self.model.opcode(point) != Some(Opcode::Phi);
                if counts && self.looked.insert((value, point)) {
                    let is_live = self.flow.is_live(value, point);
                    self.claim(is_live, || format!("{value:?} is not live at {point:?}"));
                }
            }
        }
    }

    fn executes(&mut self, at: ValueId) {
        self.executed.insert(at, self.trace.len());
        if let Some(number) = self.number.get(&at) {
            self.computed.insert(*number, self.trace.len());
            self.awaited.remove(number);
        }
        self.trace.push(at);
        let changed = |number: &usize| self.operands[*number].contains(&at);
        if let Some((number, place)) = self.awaited.iter().find(|(number, _)| changed(number)) {
            let what = format!("expression {number} is anticipated at {place:?}, {at:?} comes first");
            self.wrong.push(what);
            self.awaited.clear();
        }
        self.to_meet.remove(&at);
        if let Some(answers) = self.answers.get(&at) {
            self.certain += answers.met.len();
            answers.met.iter().for_each(|event| _ = self.to_meet.entry(*event).or_insert(at));
        }
        if self.model.opcode(at) == Some(Opcode::Ret) {
            let awaited =
                self.awaited.iter().map(|(number, place)| format!("expression {number} after {place:?}"));
            let to_meet = self.to_meet.iter().map(|(event, place)| format!("{event:?} after {place:?}"));
            self.wrong.extend(awaited.chain(to_meet).map(|what| format!("{what} does not come")));
        }
    }
}

impl Listener for Flow<'_> {
    fn enters(&mut self, _: &Run<'_>, _: BlockId, _: Option<ValueId>) {}

    fn carries_out(&mut self, run: &Run<'_>, at: ValueId) {
        self.before(run, at);
        self.uses(at);
        self.executes(at);
    }

    fn leaves(&mut self, _: &Run<'_>, _: BlockId, _: BlockId) {}
}
