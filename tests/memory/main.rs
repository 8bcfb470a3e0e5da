//! Memory and data-flow analyses compared with runs of random C, and with lines beside C code.
//!
//! A run records the last place of each access, the last writer of each byte, and the bytes written since
//! each access. Each time an access is executed, all answers of the analyses about it are compared with these
//! records. Answers about data flow are compared with the computations before and after an instruction.
//!
//! `IDIOM_MEMORY_PROGRAMS=100 cargo test --test memory` tests 100 programs of each kind;
//! `IDIOM_MEMORY_FIRST=5000` sets the first seed. Each test prints its seeds and the number of runs.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]
// Seeds and counts are shown with --nocapture.
#![allow(clippy::print_stderr)]

mod flow;
mod generator;
mod held;
mod loops;
#[path = "../static_parts/run.rs"]
#[allow(dead_code)]
mod run;

use analysis::memory::Memory;
use flow::Flow;
use held::{Certain, Held};
use ir::{Model, Opcode, ValueId};
use llvm::Module;
use normalise::normalised;
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

/// The places that pointer parameters point to: `noalias` ones far apart, the others in two objects, near
/// each other.
fn places(model: &Model, seed: u64) -> Vec<(usize, u64)> {
    let place = |(n, parameter): (usize, ValueId)| {
        let of_it = model.parameter_memory(parameter).unwrap_or_default();
        let any = generator::mixed(seed, n as u64);
        if of_it.is_noalias { (50 + n, 0) } else { (any as usize % 2, any / 2 % 5 * 4) }
    };
    model.parameters().enumerate().map(place).collect()
}

/// As `places`, but only parameters of one type are near each other, and characters are near numbers and
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

/// The way to run the functions of a module: the placement of parameters by a seed, and the number of runs.
struct Runs {
    places: Places,
    seeds: std::ops::Range<u64>,
    context: String,
}

/// The counts of comparisons, and the errors.
#[derive(Default)]
struct Total {
    runs: u64,
    certain: usize,
    /// The number of positive answers by kind, each pair of instructions counted once.
    positive: BTreeMap<Certain, usize>,
    wrong: Vec<String>,
}

impl Runs {
    /// Runs every function, as it is and normalised, and compares the memory analyses.
    fn hold(&self, module: &Module, total: &mut Total) {
        for function in module.functions().filter(|f| !f.is_declaration()) {
            let name = function.name();
            let plain = function.extract().model.clone();
            let copy = normalised(&plain);
            // Both analyses are tested: the one for small functions and the one for large ones.
            let alone = [Memory::new(&plain), Memory::of_large(&plain)].map(|memory| (&plain, memory));
            let copied = copy.iter().map(|copy| (copy, Memory::of_normalised(copy, &plain)));
            for (model, memory) in alone.into_iter().chain(copied) {
                self.hold_one(&name, model, &mut Held::new(model, memory), total);
            }
        }
    }

    fn hold_one(&self, name: &str, model: &Model, held: &mut Held<'_>, total: &mut Total) {
        for seed in self.seeds.clone() {
            held.begin();
            let at = (self.places)(model, seed);
            run::run_at(model, seed, &|n| at[n], held);
            total.runs += 1;
            if let Some(why) = held.wrong.first() {
                total.wrong.push(format!("{} {name} seed {seed}: {why}\n{}", self.context, model.dump()));
                break;
            }
        }
        total.certain += held.certain;
        held.count(&mut total.positive);
    }

    /// Runs every function likewise, and compares the data-flow analyses.
    fn hold_flow(&self, module: &Module, total: &mut Total) {
        for function in module.functions().filter(|f| !f.is_declaration()) {
            let model = function.extract().model.clone();
            let mut flow = Flow::new(&model);
            for seed in self.seeds.clone() {
                flow.begin();
                let at = (self.places)(&model, seed);
                run::run_at(&model, seed, &|n| at[n], &mut flow);
                total.runs += 1;
                if let Some(why) = flow.wrong.first() {
                    let name = function.name();
                    total.wrong.push(format!("{} {name} seed {seed}: {why}\n{}", self.context, model.dump()));
                    break;
                }
            }
            total.certain += flow.certain;
        }
    }
}

/// Random programs, with their compilation and runs.
struct Programs {
    program: fn(u64) -> String,
    flags: &'static [&'static str],
    places: Places,
    seeds: u64,
    /// The seed of the first program, and the number of programs; `IDIOM_MEMORY_FIRST` and
    /// `IDIOM_MEMORY_PROGRAMS` override them.
    first: u64,
    count: u64,
}

impl Programs {
    /// Compiles the programs at each level and compares the analyses. An error fails the test.
    fn check(&self, hold: fn(&Runs, &Module, &mut Total)) {
        let variable = |name| std::env::var(name).ok().and_then(|n| n.parse().ok());
        let programs: u64 = variable("IDIOM_MEMORY_PROGRAMS").unwrap_or(self.count);
        let first: u64 = variable("IDIOM_MEMORY_FIRST").unwrap_or(self.first);
        let folder = tempfile::tempdir().unwrap();
        let mut total = Total::default();
        for seed in first..first + programs {
            let source = folder.path().join(format!("p{seed}.c"));
            std::fs::write(&source, (self.program)(seed)).unwrap();
            for level in LEVELS {
                let module = Module::parse(&compiled(&source, &[level, self.flags].concat()), "x").unwrap();
                let context = format!("program {seed} {level:?}");
                let runs = Runs { places: self.places, seeds: 0..self.seeds, context };
                hold(&runs, &module, &mut total);
            }
        }
        let Total { runs, certain, positive, wrong } = total;
        let (seeds, count) = (first..first + programs, wrong.len());
        eprintln!("programs {seeds:?}: {runs} runs, {certain} certain answers, {count} wrong; {positive:?}");
        assert!(wrong.is_empty(), "{} wrong, the first:\n{}", wrong.len(), wrong[0]);
        assert!(certain > 2000 * programs as usize, "{certain} certain answers");
    }
}

#[test]
fn answers_agree_with_runs_of_random_programs() {
    let flags = &["-fno-strict-aliasing"];
    let programs = Programs { program: generator::program, flags, places, seeds: 6, first: 0, count: 2 };
    programs.check(Runs::hold);
}

/// These programs also test alias analysis by types and scopes.
#[test]
fn answers_agree_with_runs_of_random_programs_that_keep_the_rules_about_types() {
    let (program, places): (fn(u64) -> String, Places) = (generator::typed_program, typed_places);
    Programs { program, flags: &[], places, seeds: 6, first: 0, count: 2 }.check(Runs::hold);
}

/// Programs of loops over arrays, mostly local ones.
const LOOPS: Programs =
    Programs { program: loops::program, flags: &[], places, seeds: 3, first: 1000, count: 1 };

#[test]
fn answers_agree_with_runs_of_loops_over_arrays() {
    LOOPS.check(Runs::hold);
}

#[test]
fn answers_about_data_flow_agree_with_runs_of_loops() {
    LOOPS.check(Runs::hold_flow);
}

/// In a loop: `a[i] = x; a[i] = y; a[i]; if (i > 0) s += a[i - 1];`. The next iteration reads the value of
/// the second store; nothing reads the value of the first one.
#[test]
fn an_address_is_another_one_in_the_next_round() {
    let text = b"define i32 @f(i32 %x, i32 %y) {
entry:
  %a = alloca [32 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi i32 [ 0, %entry ], [ %sum, %latch ]
  %p = getelementptr inbounds [32 x i32], ptr %a, i64 0, i64 %i
  store i32 %x, ptr %p
  store i32 %y, ptr %p
  %same = load i32, ptr %p
  %first = icmp eq i64 %i, 0
  br i1 %first, label %latch, label %read
read:
  %before = add nsw i64 %i, -1
  %q = getelementptr inbounds [32 x i32], ptr %a, i64 0, i64 %before
  %r = load i32, ptr %q
  %t = add i32 %s, %r
  br label %latch
latch:
  %sum = phi i32 [ %s, %loop ], [ %t, %read ]
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, 32
  br i1 %last, label %exit, label %loop
exit:
  ret i32 %sum
}
";
    let module = Module::parse(text, "rounds").unwrap();
    let plain = module.functions().find(|f| !f.is_declaration()).unwrap().extract().model.clone();
    let copy = normalised(&plain);
    let alone = [Memory::new(&plain), Memory::of_large(&plain)].map(|memory| (&plain, memory));
    let copied = copy.iter().map(|copy| (copy, Memory::of_normalised(copy, &plain)));
    for (model, memory) in alone.into_iter().chain(copied) {
        let of = |opcode| model.instructions().filter(move |at| model.opcode(*at) == Some(opcode));
        let stores: Vec<ValueId> = of(Opcode::Store).collect();
        let loads: Vec<ValueId> = of(Opcode::Load).collect();
        assert_eq!([0, 1].map(|n| memory.is_dead(stores[n])), [true, false]);
        assert_eq!([0, 1].map(|n| memory.may_reach(stores[n], loads[0])), [false, true]);
        assert!(memory.may_reach(stores[1], loads[1]));
    }
}

/// `p.f = &x; p.g = &y`: each field keeps its own target, in small functions and in large ones.
#[test]
fn both_analyses_distinguish_fields() {
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
