//! Cost of peephole rules: of finding matches, of building a set of rules, and of reading it back.
//!
//! `cargo bench --bench rules` measures the last two in milliseconds, for the rules of the project or of the
//! named files. The other modes are for scripts:
//!
//! - `match ENGINE PATTERNS TIMES RULES… IR` finds the matches in every function of a file of IR TIMES
//!   times, by the decision DAG (`dag`), by tables or by a linear scan, and prints the numbers of integer
//!   instructions and matches. `scripts/measure rules` counts its machine instructions under valgrind.
//! - `read TIMES RULES…` reads a built set back TIMES times, to be counted in the same way.
//! - `compare RULES… -- IR…` runs every engine on every instruction of the files, and fails if one finds
//!   other rules than the scan, or in another order. `scripts/validate engines` runs it.

// A bench fails by panicking.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use ir::ValueId;
use llvm::Module;
use proof::rules::diagnostic::Diagnostics;
use proof::rules::form::Rule;
use proof::rules::matching::{
    Built, Dag, Engine, LinearScan, ModelSubject, RuleSet, Subject, Symbol, Tables, TopDown, VariantId,
    read_back, store,
};
use std::hint::black_box;
use std::time::Instant;
use text::sources::Sources;

/// Number of runs, of which the fastest counts.
const RUNS: usize = 9;

fn read(paths: &[String]) -> Vec<Rule> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let mut rules = Vec::new();
    for path in paths {
        let file = sources.add(path.as_str(), std::fs::read_to_string(path).unwrap().as_str());
        rules.extend(proof::rules::read(&sources, file, &mut diagnostics));
    }
    rules
}

/// The first rules that together have at least `patterns` variants, one for each order of operands.
fn first_patterns(mut rules: Vec<Rule>, patterns: usize) -> RuleSet {
    let (mut least, mut most) = (0, rules.len());
    while least < most {
        let middle = (least + most) / 2;
        match RuleSet::new(rules[..middle].to_vec()).variants().count() < patterns {
            true => least = middle + 1,
            false => most = middle,
        }
    }
    rules.truncate(least);
    RuleSet::new(rules)
}

fn find(engine: &str, patterns: usize, times: usize, rules: &[String], ir: &str) {
    let set = first_patterns(read(rules), patterns);
    let dag = Dag::new(&set);
    let tables = (engine == "tables").then(|| Tables::new(&set).expect("tables of that size"));
    let module = Module::parse(&std::fs::read(ir).unwrap(), "bench").expect("IR");
    let (mut integers, mut matches) = (0, 0);
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let extraction = function.extract();
        let subject = ModelSubject::new(&extraction.model);
        let engine: &dyn Engine<ModelSubject<'_>> = match (engine, &tables) {
            ("dag", _) => &dag,
            ("tables", Some(tables)) => tables,
            _ => &LinearScan,
        };
        let roots: Vec<_> = extraction.model.instructions().collect();
        let roots: Vec<_> =
            roots.into_iter().filter(|root| subject.shape(*root).symbol != Symbol::Other).collect();
        integers += roots.len();
        let mut found = Vec::new();
        for at in 0..times {
            for root in &roots {
                found.clear();
                engine.candidates(&set, &subject, *root, &mut found);
                matches += if at == 0 { found.len() } else { 0 };
                black_box(&found);
            }
        }
    }
    println!("{} patterns, {integers} integer instructions, {matches} matches", set.variants().count());
}

/// An engine for any function.
type AnyEngine = dyn for<'a> Engine<ModelSubject<'a>>;

fn found(engine: &AnyEngine, set: &RuleSet, subject: &ModelSubject<'_>, root: ValueId) -> Vec<VariantId> {
    let mut found = Vec::new();
    engine.candidates(set, subject, root, &mut found);
    found
}

/// Compares every engine with the scan, at every instruction of every function.
fn compare(rules: &[String], files: &[String]) {
    let set = RuleSet::new(read(rules));
    let built = Built { dag: Dag::new(&set), rules: set.clone(), ..Built::default() };
    let stored = read_back(&store(&built).unwrap()).unwrap();
    let tables = Tables::new(&set).expect("tables of that size");
    let top_down = TopDown::new(&set).expect("an automaton of that size");
    let (mut instructions, mut matches, mut of_top_down) = (0, 0, 0);
    for path in files {
        let module = Module::parse(&std::fs::read(path).unwrap(), path).expect("IR");
        for function in module.functions().filter(|function| !function.is_declaration()) {
            let extraction = function.extract();
            let subject = ModelSubject::new(&extraction.model);
            for root in extraction.model.instructions() {
                let by = |engine: &AnyEngine| found(engine, &set, &subject, root);
                let scan = by(&LinearScan);
                let engines: [(&str, &AnyEngine); 3] =
                    [("dag", &built.dag), ("dag of a built set", &stored.dag), ("tables", &tables)];
                for (name, engine) in engines {
                    assert_eq!(by(engine), scan, "{name} in {} of {path}", function.name());
                }
                let few = by(&top_down);
                assert!(few.iter().all(|variant| scan.contains(variant)), "{} of {path}", function.name());
                instructions += 1;
                matches += scan.len();
                of_top_down += few.len();
            }
        }
    }
    println!(
        "{instructions} instructions, {matches} matches by DAG, tables and scan, {of_top_down} by the automaton"
    );
}

/// Milliseconds of the fastest run.
fn best<T>(run: impl Fn() -> T) -> f64 {
    let time = |_| {
        let begin = Instant::now();
        black_box(run());
        begin.elapsed().as_secs_f64() * 1_000.0
    };
    (0..RUNS).map(time).fold(f64::INFINITY, f64::min)
}

/// The rules as a built set.
fn built(rules: Vec<Rule>) -> Built {
    let (count, set) = (rules.len(), RuleSet::new(rules));
    Built {
        dag: Dag::new(&set),
        rules: set,
        places: vec![String::from("rules.opt:100"); count],
        verdicts: vec![Default::default(); count],
    }
}

fn read_often(times: usize, paths: &[String]) {
    let bytes = store(&built(read(paths))).unwrap();
    (0..times).for_each(|_| drop(black_box(read_back(&bytes).unwrap())));
}

fn build(paths: &[String]) {
    let rules = read(paths);
    let (built, count) = (built(rules.clone()), rules.len());
    let bytes = store(&built).unwrap();
    let parsing = best(|| read(paths));
    let building = best(|| {
        let set = RuleSet::new(rules.clone());
        Dag::new(&set)
    });
    let reading = best(|| read_back(&bytes).unwrap());
    println!(
        "{count} rules, {} orders of operands, {} bytes: parsed in {parsing:.2} ms, built in {building:.2} ms, read back in {reading:.2} ms",
        built.rules.variants().count(),
        bytes.len()
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match arguments.split_first() {
        Some((word, rest)) if word == "match" => {
            let [engine, patterns, times, rules @ .., ir] = rest else {
                panic!("match ENGINE PATTERNS TIMES RULES… IR");
            };
            find(engine, patterns.parse().unwrap(), times.parse().unwrap(), rules, ir);
        }
        Some((word, rest)) if word == "read" => {
            let (times, rules) = rest.split_first().expect("read TIMES RULES…");
            read_often(times.parse().unwrap(), rules);
        }
        Some((word, rest)) if word == "compare" => {
            let at = rest.iter().position(|word| word == "--").expect("compare RULES… -- IR…");
            compare(&rest[..at], &rest[at + 1..]);
        }
        None => build(&["idioms/rules/missed.opt".to_owned()]),
        _ => build(&arguments),
    }
}
