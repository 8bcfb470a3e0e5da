//! Facts about memory, held against runs of random C and against lines written beside C.
//!
//! A run keeps where each access was last, which store wrote each byte last, and which bytes were written
//! since each access. Every answer of the analyses about two accesses is held against that whenever one of
//! them is carried out.

// A test fails by panicking, in what it calls as well.
#![allow(clippy::unwrap_used)]

mod generator;
#[path = "../static_parts/run.rs"]
#[allow(dead_code)]
mod run;

use idiom::llvm::Module;
use idiom::memory::{Alias, Location, Memory};
use idiom::model::{BlockId, Model, Opcode, ValueId};
use run::{Listener, Run};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const LEVELS: &[&[&str]] = &[&["-O0"], &["-O1"], &["-O2"], &["-Os", "-ffast-math"]];

fn compiled(source: &Path, flags: &[&str]) -> Vec<u8> {
    let clang = Path::new(env!("IDIOM_LLVM_BINDIR")).join("clang");
    let mut command = Command::new(clang);
    command.args(flags).args(["-w", "-emit-llvm", "-c", "-o", "-", "-fno-discard-value-names"]);
    command.args(["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]);
    let output = command.arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The accesses of a function and the bytes that each moves.
fn accesses(model: &Model) -> Vec<(ValueId, u64)> {
    let is_access = |v: &ValueId| matches!(model.opcode(*v), Some(Opcode::Load | Opcode::Store));
    let sized = |v: ValueId| model.access_size(v).map(|size| (v, u64::from(size)));
    model.instructions().filter(is_access).filter_map(sized).collect()
}

fn pointer(model: &Model, access: ValueId) -> ValueId {
    Location::of(model, access).pointer
}

/// The last execution of an access.
#[derive(Clone, Copy)]
struct Last {
    address: u128,
    time: u64,
}

struct Held<'m> {
    model: &'m Model,
    memory: Memory<'m>,
    accesses: Vec<(ValueId, u64)>,
    last: BTreeMap<ValueId, Last>,
    /// By byte: the last store there, and when.
    written: BTreeMap<u128, (ValueId, u64)>,
    time: u64,
    /// So many answers that say more than "may" were held against the run.
    certain: usize,
    wrong: Vec<String>,
}

impl<'m> Held<'m> {
    fn new(model: &'m Model, memory: Memory<'m>) -> Self {
        Held {
            model,
            memory,
            accesses: accesses(model),
            last: BTreeMap::new(),
            written: BTreeMap::new(),
            time: 0,
            certain: 0,
            wrong: Vec::new(),
        }
    }

    fn claim(&mut self, is_claimed: bool, is_so: bool, what: impl Fn() -> String) {
        self.certain += usize::from(is_claimed);
        if is_claimed && !is_so {
            self.wrong.push(what());
        }
    }

    /// Where a pointer leads now, if its definition dominates that instruction.
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
            let answer = self.memory.alias(Location::of(self.model, at), Location::of(self.model, other));
            self.claim(answer == Alias::No, !meet, || format!("{other:?} and {at:?} do not alias"));
            self.claim(answer == Alias::Must, here == there, || format!("{other:?} and {at:?} must alias"));
        }
    }

    fn load(&mut self, at: ValueId, size: u64, here: u128) {
        let location = Location::of(self.model, at);
        let bytes = here..here + u128::from(size);
        let writers: Vec<Option<(ValueId, u64)>> =
            bytes.map(|byte| self.written.get(&byte).copied()).collect();
        for (store, _) in writers.iter().flatten().copied() {
            self.claim(!self.memory.may_reach(store, at), false, || {
                format!("{store:?} does not reach {at:?}")
            });
            self.claim(self.memory.is_dead(store), false, || format!("{store:?} is dead, {at:?} reads it"));
        }
        for (other, of_other) in self.accesses.clone() {
            let Some(last) = self.last.get(&other).copied() else { continue };
            let is_kept = self.memory.is_kept(other, at, location);
            let changed = self.written_since(here, size, last.time);
            self.claim(is_kept, !changed, || format!("nothing from {other:?} to {at:?} writes its location"));
            let wrote = |writer: &Option<(ValueId, u64)>| *writer == Some((other, last.time));
            let reads_it = writers.iter().all(wrote);
            let says = self.memory.reads_from(at, other);
            self.claim(says, reads_it, || format!("{at:?} reads what {other:?} wrote"));
            let same = last.address == here && of_other == size && !changed;
            let says = self.memory.repeats(at, other);
            self.claim(says, same, || format!("{at:?} repeats {other:?}"));
        }
    }

    fn store(&mut self, at: ValueId, size: u64, here: u128) {
        for (other, of_other) in self.accesses.clone() {
            let Some(last) = self.last.get(&other).copied() else { continue };
            let meets = here < last.address + u128::from(of_other) && last.address < here + u128::from(size);
            let may = self.memory.may_ever_write(at, Location::of(self.model, other));
            self.claim(!may, !meets, || format!("{at:?} never writes the location of {other:?}"));
        }
        for byte in here..here + u128::from(size) {
            self.written.insert(byte, (at, self.time));
        }
    }
}

impl Listener for Held<'_> {
    fn enters(&mut self, _: &Run<'_>, _: BlockId, _: Option<ValueId>) {}

    fn carries_out(&mut self, run: &Run<'_>, instruction: ValueId) {
        let Some(&(at, size)) = self.accesses.iter().find(|(at, _)| *at == instruction) else { return };
        let Some(here) = run.value(pointer(self.model, at)) else { return };
        self.time += 1;
        self.addresses(run, at, size, here);
        match self.model.opcode(at) {
            Some(Opcode::Load) => self.load(at, size, here),
            _ => self.store(at, size, here),
        }
        self.last.insert(at, Last { address: here, time: self.time });
    }

    fn leaves(&mut self, _: &Run<'_>, _: BlockId, _: BlockId) {}
}

/// Where the parameters lead: `noalias` ones far apart, of the others each to one of two objects, near each
/// other.
fn places(model: &Model, seed: u64) -> Vec<(usize, u64)> {
    let place = |(n, parameter): (usize, ValueId)| {
        let of_it = model.parameter_memory(parameter).unwrap_or_default();
        let any = generator::mixed(seed, n as u64);
        if of_it.is_noalias { (50 + n, 0) } else { (any as usize % 2, any / 2 % 5 * 4) }
    };
    model.parameters().enumerate().map(place).collect()
}

/// Likewise, with parameters of one type near each other alone, and those to characters near numbers and
/// floats.
fn typed_places(model: &Model, seed: u64) -> Vec<(usize, u64)> {
    let place = |(n, parameter): (usize, ValueId)| {
        let any = generator::mixed(seed, n as u64);
        let (which, near) = (any as usize % 2, any / 2 % 5 * 4);
        match model.name(parameter) {
            "p" | "q" => (which, near),
            "d" => (which, near + any / 16 % 4),
            "s" | "t" => (10 + which, 0),
            "h" | "e" => (20 + which, near),
            "c" => (20 + which, near + any / 16 % 4),
            "m" | "l" => (30 + which, 0),
            _ => (50 + n, 0),
        }
    };
    model.parameters().enumerate().map(place).collect()
}

type Places = fn(&Model, u64) -> Vec<(usize, u64)>;

/// Runs every function of a module and holds the facts; how many were certain, and what was wrong.
fn held(module: &Module, places: Places, context: &str) -> (usize, Vec<String>) {
    let (mut certain, mut wrong) = (0, Vec::new());
    for function in module.functions().filter(|f| !f.is_declaration()) {
        let model = function.extract().model.clone();
        for seed in 0..6 {
            // As a small function and as a large one is analysed.
            for memory in [Memory::new(&model), Memory::of_large(&model)] {
                let mut held = Held::new(&model, memory);
                let at = places(&model, seed);
                run::run_at(&model, seed, &|n| at[n], &mut held);
                certain += held.certain;
                let at = |why: &String| {
                    format!("{context} {} seed {seed}: {why}\n{}", function.name(), model.dump())
                };
                wrong.extend(held.wrong.iter().take(1).map(at));
            }
        }
    }
    (certain, wrong)
}

/// Holds the answers about random programs against their runs. `IDIOM_MEMORY_PROGRAMS` asks for more
/// programs.
fn check(program: fn(u64) -> String, flags: &[&str], places: Places) {
    let programs = std::env::var("IDIOM_MEMORY_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let folder = tempfile::tempdir().unwrap();
    let (mut certain, mut wrong) = (0, Vec::new());
    for seed in 0..programs {
        let source = folder.path().join(format!("p{seed}.c"));
        std::fs::write(&source, program(seed)).unwrap();
        for level in LEVELS {
            let module = Module::parse(&compiled(&source, &[level, flags].concat()), "x").unwrap();
            let (more, found) = held(&module, places, &format!("program {seed} {level:?}"));
            certain += more;
            wrong.extend(found);
        }
    }
    assert!(wrong.is_empty(), "{} wrong, the first:\n{}", wrong.len(), wrong[0]);
    assert!(certain > 2000 * programs as usize, "{certain} certain answers");
}

#[test]
fn answers_agree_with_runs_of_random_programs() {
    check(generator::program, &["-fno-strict-aliasing"], places);
}

/// What types and scopes tell apart, too.
#[test]
fn answers_agree_with_runs_of_random_programs_that_keep_the_rules_about_types() {
    check(generator::typed_program, &[], typed_places);
}

/// `p.f = &x; p.g = &y`: each field keeps its own target, in small functions and in large ones.
#[test]
fn fields_are_told_apart_by_both_analyses() {
    let text = b"define void @f() {
  %p = alloca { ptr, ptr }
  %x = alloca i32
  %y = alloca i32
  %g = getelementptr inbounds i8, ptr %p, i64 8
  store ptr %x, ptr %p
  store ptr %y, ptr %g
  %in_f = load ptr, ptr %p
  %in_g = load ptr, ptr %g
  ret void
}
";
    let module = Module::parse(text, "fields").unwrap();
    let function = module.functions().find(|f| !f.is_declaration()).unwrap();
    let model = function.extract().model.clone();
    let named = |name: &str| model.instructions().find(|at| model.name(*at) == name).unwrap();
    for memory in [Memory::new(&model), Memory::of_large(&model)] {
        for (pointer, own, other) in [("in_f", "x", "y"), ("in_g", "y", "x")] {
            assert!(memory.may_point_to(named(pointer), named(own)), "{pointer} to {own}");
            assert!(!memory.may_point_to(named(pointer), named(other)), "{pointer} to {other}");
        }
    }
}
