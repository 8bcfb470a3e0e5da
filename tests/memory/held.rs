//! Comparison of memory analyses with a run, which records the last place of each access, the last writer of
//! each byte, and the bytes written since each access.

use super::run::{Listener, Run};
use analysis::memory::{Alias, Location, Memory};
use ir::{BlockId, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Intrinsics that fill or copy as many bytes as their third argument says.
const FILLS: &str = "llvm.memset.";
const COPIES: [&str; 2] = ["llvm.memcpy.", "llvm.memmove."];

/// The addresses of objects that outlive the function: those of parameters and of global variables.
const OUTLIVING: std::ops::Range<u128> = 1 << 40..3000 << 40;

/// The accesses of a function and the bytes that each moves.
fn accesses(model: &Model) -> Vec<(ValueId, u64)> {
    let is_access = |v: &ValueId| matches!(model.opcode(*v), Some(Opcode::Load | Opcode::Store));
    let sized = |v: ValueId| model.access_size(v).map(|size| (v, u64::from(size)));
    model.instructions().filter(is_access).filter_map(sized).collect()
}

/// The calls, and the instructions that are computed from their results.
fn of_calls(model: &Model) -> BTreeSet<ValueId> {
    let mut found = BTreeSet::new();
    loop {
        let is_of_call = |at: &ValueId| {
            model.opcode(*at) == Some(Opcode::Call)
                || model.operands(*at).iter().any(|operand| found.contains(&operand.to))
        };
        let new: Vec<ValueId> =
            model.instructions().filter(|at| !found.contains(at) && is_of_call(at)).collect();
        if new.is_empty() {
            return found;
        }
        found.extend(new);
    }
}

fn pointer(model: &Model, access: ValueId) -> ValueId {
    Location::of(model, access).pointer
}

/// A fact about two instructions that a positive answer of the analysis guarantees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Certain {
    NoAlias,
    MustAlias,
    DoesNotReach,
    Dead,
    Kept,
    ReadsFrom,
    Repeats,
    NeverWrites,
    NeverReads,
    LeadsElsewhere,
    Invariant,
}

impl Certain {
    fn of(self, memory: &Memory<'_>, model: &Model, a: ValueId, b: ValueId) -> bool {
        let location = |at| Location::of(model, at);
        match self {
            Certain::NoAlias => memory.alias(location(a), location(b)) == Alias::No,
            Certain::MustAlias => memory.alias(location(a), location(b)) == Alias::Must,
            Certain::DoesNotReach => !memory.may_reach(a, b),
            Certain::Dead => memory.is_dead(a),
            Certain::Kept => memory.is_unmodified(a, b, location(b)),
            Certain::ReadsFrom => memory.reads_from(b, a),
            Certain::Repeats => memory.repeats(b, a),
            Certain::NeverWrites => !memory.may_ever_write(a, location(b)),
            Certain::NeverReads => !memory.may_ever_read(a, location(b)),
            Certain::LeadsElsewhere => !memory.may_point_to(pointer(model, a), b),
            Certain::Invariant => memory.is_invariant(a, b),
        }
    }
}

/// The last execution of an access.
#[derive(Clone, Copy)]
struct Last {
    address: u128,
    time: u64,
}

/// A function, the answers about its memory, and the state of a run.
pub(super) struct Held<'m> {
    model: &'m Model,
    memory: Memory<'m>,
    accesses: Vec<(ValueId, u64)>,
    slots: Vec<ValueId>,
    answers: FxHashMap<(Certain, ValueId, ValueId), bool>,
    last: BTreeMap<ValueId, Last>,
    /// The last instruction that wrote each byte, and the time.
    written: BTreeMap<u128, (ValueId, u64)>,
    /// The time of the last entry of each loop from outside, by its first instruction.
    begun: BTreeMap<ValueId, u64>,
    time: u64,
    /// The number of instructions carried out when each loop was last entered from outside.
    entered: BTreeMap<ValueId, u64>,
    /// By instruction that computes, its last value and when it was carried out.
    computed: BTreeMap<ValueId, (u128, u64)>,
    /// The calls, and what is computed from their results.
    of_calls: BTreeSet<ValueId>,
    /// The instruction whose value is not yet known, and the number of instructions carried out.
    latest: Option<ValueId>,
    steps: u64,
    /// The number of answers stronger than "may" that were compared with the run.
    pub(super) certain: usize,
    pub(super) wrong: Vec<String>,
}

impl<'m> Held<'m> {
    pub(super) fn new(model: &'m Model, memory: Memory<'m>) -> Self {
        Held {
            model,
            memory,
            accesses: accesses(model),
            slots: model.instructions().filter(|at| model.opcode(*at) == Some(Opcode::Alloca)).collect(),
            answers: FxHashMap::default(),
            last: BTreeMap::new(),
            written: BTreeMap::new(),
            begun: BTreeMap::new(),
            time: 0,
            entered: BTreeMap::new(),
            computed: BTreeMap::new(),
            of_calls: of_calls(model),
            latest: None,
            steps: 0,
            certain: 0,
            wrong: Vec::new(),
        }
    }

    /// Resets the state for a new run.
    pub(super) fn begin(&mut self) {
        self.last.clear();
        self.written.clear();
        self.begun.clear();
        self.entered.clear();
        self.computed.clear();
        self.latest = None;
    }

    /// Compares the value that the latest instruction has computed with its last one in the same run of a loop.
    fn computes(&mut self, run: &Run<'_>) {
        let Some(at) = self.latest.take() else { return };
        let Some(value) = run.value(at) else { return };
        let last = self.computed.insert(at, (value, self.steps));
        for (header, entered) in self.entered.clone() {
            if let Some((before, _)) = last.filter(|(_, when)| *when > entered) {
                self.claim(Certain::Invariant, at, header, before == value);
            }
        }
    }

    fn is_claimed(&mut self, certain: Certain, a: ValueId, b: ValueId) -> bool {
        let (memory, model) = (&self.memory, self.model);
        *self.answers.entry((certain, a, b)).or_insert_with(|| certain.of(memory, model, a, b))
    }

    /// Counts the positive answers by kind, over all stores and all pairs of a store and a load.
    pub(super) fn count(&mut self, positive: &mut BTreeMap<Certain, usize>) {
        let is = |at: &ValueId, opcode| self.model.opcode(*at) == Some(opcode);
        let all: Vec<ValueId> = self.accesses.iter().map(|(at, _)| *at).collect();
        let (stores, loads): (Vec<_>, Vec<_>) = all.into_iter().partition(|at| is(at, Opcode::Store));
        for store in stores {
            self.is_claimed(Certain::Dead, store, store);
            for load in &loads {
                self.is_claimed(Certain::DoesNotReach, store, *load);
            }
        }
        for ((certain, ..), is_positive) in &self.answers {
            *positive.entry(*certain).or_default() += usize::from(*is_positive);
        }
    }

    /// Compares an answer about two instructions with the run.
    fn claim(&mut self, certain: Certain, a: ValueId, b: ValueId, is_so: bool) {
        let is_claimed = self.is_claimed(certain, a, b);
        self.certain += usize::from(is_claimed);
        if is_claimed && !is_so {
            self.wrong.push(format!("{certain:?} of {a:?} and {b:?}"));
        }
    }

    /// The present address of an access's pointer, if its definition dominates the instruction `at`.
    fn address_at(&self, run: &Run<'_>, access: ValueId, at: ValueId) -> Option<u128> {
        let pointer = pointer(self.model, access);
        let is_defined = self.model.position(pointer).is_none() || self.model.dominates(pointer, at);
        is_defined.then(|| run.value(pointer))?
    }

    fn written_since(&self, address: u128, size: u64, time: u64) -> bool {
        (address..address + u128::from(size))
            .any(|byte| self.written.get(&byte).is_some_and(|(_, when)| *when > time))
    }

    fn addresses(&mut self, run: &Run<'_>, at: ValueId, size: u64, here: u128) {
        for (other, of_other) in self.accesses.clone() {
            let Some(there) = self.address_at(run, other, at).filter(|_| other != at) else { continue };
            let meet = here < there + u128::from(of_other) && there < here + u128::from(size);
            self.claim(Certain::NoAlias, at, other, !meet);
            self.claim(Certain::MustAlias, at, other, here == there);
        }
        for slot in self.slots.clone() {
            let begin = run.value(slot);
            let is_within = begin.is_some_and(|begin| (begin..begin + (1 << 20)).contains(&here));
            self.claim(Certain::LeadsElsewhere, at, slot, !is_within);
        }
    }

    fn load(&mut self, at: ValueId, size: u64, here: u128) {
        self.reads(at, here, u128::from(size));
        let bytes = here..here + u128::from(size);
        let writers: Vec<Option<(ValueId, u64)>> =
            bytes.map(|byte| self.written.get(&byte).copied()).collect();
        for (writer, _) in writers.iter().flatten().copied() {
            if self.model.opcode(writer) == Some(Opcode::Store) {
                self.claim(Certain::DoesNotReach, writer, at, false);
            }
        }
        for (other, of_other) in self.accesses.clone() {
            let Some(last) = self.last.get(&other).copied() else { continue };
            let changed = self.written_since(here, size, last.time);
            self.claim(Certain::Kept, other, at, !changed);
            let wrote = |writer: &Option<(ValueId, u64)>| *writer == Some((other, last.time));
            self.claim(Certain::ReadsFrom, other, at, writers.iter().all(wrote));
            let same = last.address == here && of_other == size && !changed;
            self.claim(Certain::Repeats, other, at, same);
        }
        for (header, begun) in self.begun.clone() {
            let last = self.last.get(&at).filter(|last| last.time > begun);
            if let Some(last) = last.copied() {
                let same = last.address == here && !self.written_since(here, size, last.time);
                self.claim(Certain::Invariant, at, header, same);
            }
        }
    }

    /// Handles a read of bytes: their last writer is not dead.
    fn reads(&mut self, at: ValueId, here: u128, size: u128) {
        self.meets(Certain::NeverReads, at, here, size);
        let bytes = here..here + size;
        let writers: Vec<ValueId> = self.written.range(bytes).map(|(_, (writer, _))| *writer).collect();
        for writer in writers {
            self.claim(Certain::Dead, writer, writer, false);
        }
    }

    fn writes(&mut self, at: ValueId, here: u128, size: u128) {
        self.meets(Certain::NeverWrites, at, here, size);
        for byte in here..here + size {
            self.written.insert(byte, (at, self.time));
        }
    }

    /// Handles an access to bytes: compares them with the last execution of other accesses.
    fn meets(&mut self, certain: Certain, at: ValueId, here: u128, size: u128) {
        for (other, of_other) in self.accesses.clone() {
            let Some(last) = self.last.get(&other).copied() else { continue };
            let meets = here < last.address + u128::from(of_other) && last.address < here + size;
            self.claim(certain, at, other, !meets);
        }
    }

    /// Handles a call that fills or copies bytes.
    fn block(&mut self, run: &Run<'_>, call: ValueId) {
        let callee = self.model.operand(call, 0).filter(|callee| self.model.global(*callee).is_some());
        let name = callee.map_or("", |callee| self.model.name(callee));
        let argument = |n| self.model.operand(call, n).and_then(|value| run.value(value));
        let (Some(to), Some(from), Some(size)) = (argument(1), argument(2), argument(3)) else { return };
        let copies = COPIES.iter().any(|copy| name.starts_with(copy));
        if !copies && !name.starts_with(FILLS) {
            return;
        }
        self.time += 1;
        if copies {
            self.reads(call, from, size);
        }
        self.writes(call, to, size);
    }

    /// Handles the return of the function: stores to visible memory are not dead.
    fn ends(&mut self) {
        let outliving = self.written.range(OUTLIVING);
        let writers: Vec<ValueId> = outliving.map(|(_, (writer, _))| *writer).collect();
        for writer in writers {
            self.claim(Certain::Dead, writer, writer, false);
        }
    }
}

impl Listener for Held<'_> {
    fn enters(&mut self, run: &Run<'_>, block: BlockId, from: Option<ValueId>) {
        self.computes(run);
        let first = self.model.block_first(block);
        let is_around = from.is_some_and(|from| self.model.dominates(first, from));
        let leads_back =
            |(_, above): &(u32, BlockId)| self.model.dominates(first, self.model.terminator(*above));
        if !is_around && self.model.block_predecessors(block).iter().any(leads_back) {
            self.begun.insert(first, self.time);
            self.entered.insert(first, self.steps);
        }
    }

    fn carries_out(&mut self, run: &Run<'_>, instruction: ValueId) {
        self.computes(run);
        self.steps += 1;
        // The addresses of loads are compared where they are carried out, and a run gives calls any value.
        let is_load = self.model.opcode(instruction) == Some(Opcode::Load);
        self.latest = (!is_load && !self.of_calls.contains(&instruction)).then_some(instruction);
        match self.model.opcode(instruction) {
            Some(Opcode::Ret) => return self.ends(),
            Some(Opcode::Call) => return self.block(run, instruction),
            _ => {}
        }
        let Some(&(at, size)) = self.accesses.iter().find(|(at, _)| *at == instruction) else { return };
        let Some(here) = run.value(pointer(self.model, at)) else { return };
        self.time += 1;
        self.addresses(run, at, size, here);
        match self.model.opcode(at) {
            Some(Opcode::Load) => self.load(at, size, here),
            _ => self.writes(at, here, u128::from(size)),
        }
        self.last.insert(at, Last { address: here, time: self.time });
    }

    fn leaves(&mut self, _: &Run<'_>, _: BlockId, _: BlockId) {}
}
