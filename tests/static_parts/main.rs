//! Static control parts in compiled loops, and comparison of their descriptions with runs of the code.
//!
//! The line before each function of `test-ir/scop/*.c` and `*.ll` states the findings at every level of
//! optimisation on every LLVM, at detection's own extension point: `// all` if each remaining loop is in a
//! part, `// none` if there is no part, `// some` if there is one. The contents of a description (first
//! values, steps, bounds, conditions, subscripts) are compared with the computations of the code, over inputs
//! from seeds. The same holds for `IDIOM_NESTS` random loop nests from the seed `IDIOM_NESTS_FROM` on, at the
//! levels `IDIOM_LEVELS` (`-O2,-O3`), and for the files of the folder `IDIOM_CORPUS`, for which only the
//! descriptions are checked (`scripts/validate scops`). The dependences of short runs are compared with those
//! that isl computes from the JSCoP and the OpenScop of the part; without islpy this is skipped with a
//! message.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]
// Skipped tests and the counts of other tests are printed.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod flows;
mod nests;
mod run;
mod trace;

use ir::Model;
use library::{Budget, Library};
use llvm::Module;
use report::{to_jscop, to_openscop};
use scop::{Affine, Scop};
use search::Settings;
use search::search;
use serde_json::{Value, json};
use std::any::Any;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use trace::Trace;
use wording::{DescribedScop, Hit, Spelling, View, findings};

const LEVELS: &[&str] = &["-O1", "-Os", "-O2", "-O3"];

/// The seeds of runs on small numbers, and of runs on any numbers.
const SEEDS: std::ops::Range<u64> = 0..12;
const OF_ANY: std::ops::Range<u64> = 12..18;

/// Limits of instances that are enumerated for a description, on small numbers and on any.
const MOST_INSTANCES: usize = 100_000;
const MOST_OF_ANY: usize = 300;

/// Limit of runs of a part that are compared with isl.
const MOST_SAMPLES: usize = 3;

/// Number of random nests by default.
const NESTS: u64 = 24;

/// The counts of comparisons.
#[derive(Default)]
struct Tally {
    /// The numbers of accesses and flows, in all runs and in runs on any integers.
    compared: usize,
    of_any: usize,
    /// Number of errors that a run reached, against an assumption.
    errors: usize,
    /// The numbers of loops, and of described loops.
    loops: usize,
    described: usize,
    /// Parts with their runs, for isl.
    parts: Vec<Value>,
    /// Parts without a run for whose parameters the description holds and can be enumerated.
    without_run: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.compared += other.compared;
        self.of_any += other.of_any;
        self.errors += other.errors;
        self.loops += other.loops;
        self.described += other.described;
        self.parts.extend(other.parts);
        self.without_run.extend(other.without_run);
    }
}

/// The IR after loop rotation and simplification, before vectorisation and unrolling. An input of IR is
/// unchanged.
fn compiled(source: &Path, level: &str) -> Vec<u8> {
    if source.extension().is_some_and(|e| e == "ll") {
        return fs::read(source).unwrap();
    }
    let clang = Path::new(env!("IDIOM_LLVM_BINDIR")).join("clang");
    let mut command = Command::new(clang);
    command.args([level, "-ffast-math", "-w", "-emit-llvm", "-c", "-o", "-"]);
    command.args(["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]);
    let output = command.arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Number of loops, by their headers: blocks that dominate a predecessor.
fn loops_of(model: &Model) -> usize {
    let is_header = |block| {
        let mut from = model.block_predecessors(block).iter();
        from.any(|(_, from)| model.dominance().block_dominates(block, *from))
    };
    model.blocks().filter(|block| is_header(*block)).count()
}

/// The description of a static control part.
fn static_part(hit: &Hit) -> Option<&DescribedScop> {
    (hit.description.as_deref()? as &dyn Any).downcast_ref()
}

/// Contradictions between the runs of a function and the description, and its short runs; counts in `tally`.
fn check_description(model: &Model, scop: &Scop, tally: &mut Tally) -> (Vec<String>, Vec<Value>) {
    let (mut wrong, mut samples) = (Vec::new(), Vec::new());
    for seed in SEEDS.start..OF_ANY.end {
        let mut trace = Trace::new(scop, if SEEDS.contains(&seed) { MOST_INSTANCES } else { MOST_OF_ANY });
        if SEEDS.contains(&seed) {
            run::run(model, seed, &mut trace);
        } else if !run::run_of_any(model, seed, &mut trace) {
            continue;
        }
        trace.finish(false);
        tally.compared += trace.compared;
        tally.errors += trace.errors;
        tally.of_any += if OF_ANY.contains(&seed) { trace.compared } else { 0 };
        samples.extend(trace.samples.iter().map(flows::Sample::to_json));
        wrong.extend(trace.wrong.into_iter().take(1).map(|w| format!("seed {seed}: {w}")));
    }
    samples.dedup();
    samples.truncate(MOST_SAMPLES);
    (wrong, samples)
}

/// Input of isl for a part; `None` if no run is short enough, or if a format cannot express the part.
fn for_isl(
    view: &View<'_>,
    hit: &Hit,
    spelling: &Spelling<'_>,
    name: &str,
    runs: Vec<Value>,
) -> Option<Value> {
    let found = findings(view, spelling, std::slice::from_ref(hit), 0);
    let model = &found.first()?.scop.as_ref()?.polyhedral;
    let parameters: Vec<&String> = model.parameters.iter().map(|parameter| &parameter.name).collect();
    let is_certain = model.statements.iter().all(|statement| statement.data_conditions.is_empty());
    let (jscop, openscop) = (to_jscop(model).ok()?, to_openscop(model).ok()?);
    let part = json!({ "name": name, "certain": is_certain, "parameters": parameters, "jscop": jscop, "openscop": openscop, "runs": runs });
    (!runs.is_empty()).then_some(part)
}

/// The parts of each function of a module, as `all`, `some` or `none`, and the errors in their descriptions.
fn parts_of(
    library: &Library,
    module: &Module,
    at: &str,
    tally: &mut Tally,
) -> Vec<(String, &'static str, Vec<String>)> {
    let mut found = Vec::new();
    for function in module.functions().filter(|f| !f.is_declaration()) {
        let extraction = function.extract();
        let settings = Settings::new(library, Budget::of_steps(2_000_000));
        let answer = search(&extraction.model, &settings);
        let (mut described, mut wrong) = (0, Vec::new());
        // Explanations consider every loop, also inside parts.
        let of_all_loops = search(&extraction.model, &Settings { explain: true, ..settings });
        if of_all_loops.hits != answer.hits {
            wrong.push("other parts are found when every loop is looked at".to_string());
        }
        for hit in &answer.hits {
            let Some(part) = static_part(hit) else {
                // A hit without a description has a reason.
                if hit.description.is_none() {
                    wrong.push(format!("nothing is said: {:?}", hit.outcome));
                }
                continue;
            };
            let copy = answer.copy.as_ref().filter(|_| part.of_copy);
            let model = copy.unwrap_or(&extraction.model);
            described += part.scop.description.loops.len();
            let before = tally.compared;
            let (differs, samples) = check_description(model, &part.scop, tally);
            if tally.compared == before {
                tally.without_run.push(format!("{at} {}", function.name()));
            }
            if differs.is_empty() {
                let spelling = Spelling {
                    describe: &|value| extraction.describe(value),
                    block: &|instruction| extraction.describe_block(instruction),
                    variable: &|_| None,
                    inlined_from: &|_| None,
                    callers: &|_| Vec::new(),
                    runs: &|_| None,
                    folder: Path::new(""),
                };
                let (view, name) = (answer.view(&extraction.model), format!("{at} {}", function.name()));
                tally.parts.extend(for_isl(&view, hit, &spelling, &name, samples));
            }
            wrong.extend(differs);
        }
        tally.loops += loops_of(&extraction.model);
        tally.described += described;
        let kind = match described == 0 {
            _ if loops_of(&extraction.model) == 0 => continue,
            true => "none",
            false if described == loops_of(&extraction.model) => "all",
            false => "some",
        };
        found.push((function.name(), kind, wrong));
    }
    found
}

/// The ranges of versions for which a mark may differ.
const VERSIONS: [(&str, bool); 3] = [
    ("before LLVM 19", !cfg!(llvm_ge_19)),
    ("LLVM 19 to 21", cfg!(llvm_ge_19) && !cfg!(llvm_ge_22)),
    ("from LLVM 22", cfg!(llvm_ge_22)),
];

/// The mark of a line: `// all`, or `// all (before LLVM 19: none)` where the clangs of some versions leave
/// other code.
fn mark_of(line: &str) -> Option<&str> {
    let mark = line.strip_prefix("// ").or_else(|| line.strip_prefix("; "))?;
    let mark = match mark.split_once(" (") {
        Some((usual, other)) => {
            let (versions, other) = other.strip_suffix(')')?.split_once(": ")?;
            let (_, is_own_version) = VERSIONS.iter().find(|(named, _)| *named == versions)?;
            if *is_own_version { other } else { usual }
        }
        None => mark,
    };
    ["all", "some", "none"].contains(&mark).then_some(mark)
}

/// The functions, each with the mark on the line before it.
fn marks(source: &str) -> Vec<(String, String)> {
    let mut marks = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = mark_of(line) {
            let head = lines.next().unwrap();
            let name = head.split('(').next().unwrap().rsplit([' ', '*', '@']).next().unwrap();
            marks.push((name.to_string(), mark.to_string()));
        }
    }
    marks
}

fn sources_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_source = |p: &PathBuf| p.extension().is_some_and(|e| e == "c" || e == "ll");
    let mut sources: Vec<PathBuf> = entries.filter(is_source).collect();
    sources.sort();
    sources
}

/// Compares the findings at a level with the marks. Returns the errors in descriptions.
fn check_source(library: &Library, source: &Path, level: &str, tally: &mut Tally) -> Vec<String> {
    let marks = marks(&fs::read_to_string(source).unwrap());
    let mut wrong = Vec::new();
    let module = Module::parse(&compiled(source, level), "x.bc").unwrap();
    let file = format!("{} {level}", source.file_name().unwrap().to_string_lossy());
    for (function, kind, descriptions) in parts_of(library, &module, &file, tally) {
        let at = format!("{file} {function}");
        let mark = marks.iter().find(|(name, _)| *name == function);
        if let Some((_, mark)) = mark.filter(|(_, mark)| mark != kind) {
            wrong.push(format!("{at}: {kind} of the loops, not {mark}"));
        }
        wrong.extend(descriptions.iter().map(|what| format!("{at}: {what}")));
    }
    wrong
}

/// All sources at one level.
fn check_level(sources: &[PathBuf], level: &str) -> (Tally, Vec<String>) {
    let (library, mut tally) = (library(), Tally::default());
    let wrong = sources.iter().flat_map(|source| check_source(&library, source, level, &mut tally)).collect();
    (tally, wrong)
}

/// The levels of optimisation in `IDIOM_LEVELS`, separated by commas, or all levels.
fn levels() -> Vec<&'static str> {
    let named = std::env::var("IDIOM_LEVELS").ok();
    let is_named =
        |level: &&str| named.as_ref().is_none_or(|names| names.split(',').any(|name| name == *level));
    let levels: Vec<&str> = LEVELS.iter().copied().filter(is_named).collect();
    assert!(!levels.is_empty(), "IDIOM_LEVELS names none of {LEVELS:?}");
    levels
}

fn library() -> Library {
    Library::new(Vec::new(), Some(&["SCoP".to_string()]))
}

/// A Python that has islpy: the system's, or the one that scripts/test.sh makes.
fn python() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/python/bin/python3");
    let has_islpy = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", "import islpy"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    [PathBuf::from("python3"), PathBuf::from("/usr/bin/python3"), own].into_iter().find(has_islpy)
}

/// Compares dependences by isl with those of the runs, and returns their number.
fn check_dependences(parts: &[Value]) -> Option<usize> {
    let Some(python) = python() else {
        eprintln!("skipped: dependences by isl, for no Python has islpy");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let (file, own) = (folder.path().join("parts.json"), Path::new(env!("CARGO_MANIFEST_DIR")));
    fs::write(&file, parts.iter().map(|part| format!("{part}\n")).collect::<String>()).unwrap();
    let mut command = Command::new(python);
    command.arg(own.join("tests/static_parts/check_dependences.py"));
    let output = command.arg(own.join("lit/Inputs/openscop.py")).arg(&file).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    println!("{stdout}");
    let (compared, _) = stdout.trim().rsplit_once(' ').unwrap();
    Some(compared.rsplit(' ').next().unwrap().parse().unwrap())
}

/// Checks the project's own sources, for which lower bounds of the counts are known.
fn check_own(sources: &[PathBuf], least_errors: usize) {
    let (Tally { compared, of_any, errors, loops, described, .. }, dependences) = check_sources(sources);
    assert!(errors >= least_errors, "only {errors} errors come to");
    assert!(of_any > 1_000, "only {of_any} compared on integers of any size");
    assert!(
        compared > 10_000 && 3 * described > loops,
        "{compared} compared, {described} of {loops} described"
    );
    assert!(dependences.is_none_or(|count| count > 1_000), "only {dependences:?} dependences compared");
}

fn check_sources(sources: &[PathBuf]) -> (Tally, Option<usize>) {
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    // Each level has a thread of its own, since this is the longest test.
    std::thread::scope(|scope| {
        let levels: Vec<_> =
            levels().into_iter().map(|level| scope.spawn(move || check_level(sources, level))).collect();
        for level in levels {
            let (of_level, wrong_there) = level.join().unwrap();
            tally.add(of_level);
            wrong.extend(wrong_there);
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let Tally { compared, of_any, errors, loops, described, without_run, .. } = &tally;
    println!("{compared} accesses and flows compared, {of_any} of them on integers of any size");
    println!("{described} of {loops} loops described");
    if *errors > 0 {
        println!("{errors} errors come to in spite of an assumption");
    }
    println!("{} parts without a run: {}", without_run.len(), without_run.join(", "));
    let dependences = check_dependences(&tally.parts);
    (tally, dependences)
}

#[test]
fn descriptions_hold_of_what_clang_makes_of_loops() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/scop");
    check_own(&sources_in(&own), 20);
}

#[test]
fn descriptions_hold_of_a_corpus() {
    if let Some(folder) = std::env::var_os("IDIOM_CORPUS") {
        check_sources(&sources_in(Path::new(&folder)));
    }
}

#[test]
fn descriptions_hold_of_random_nests() {
    let number = |name: &str, otherwise| {
        std::env::var(name).map_or(otherwise, |text| text.parse::<u64>().expect("a number"))
    };
    let (first, count) = (number("IDIOM_NESTS_FROM", 0), number("IDIOM_NESTS", NESTS));
    let folder = tempfile::tempdir().unwrap();
    let mut sources = Vec::new();
    for from in (first..first + count).step_by(50) {
        let path = folder.path().join(format!("nests_{from}.c"));
        fs::write(&path, nests::file(from, 50.min(first + count - from))).unwrap();
        sources.push(path);
    }
    check_own(&sources, 0);
}

/// The comparison detects errors in descriptions: a missing access or condition, or a wrong offset.
#[test]
fn what_a_description_leaves_out_is_noticed() {
    const IR: &str = "define void @f(ptr %p, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %low = icmp slt i64 %i, 2
  br i1 %low, label %then, label %latch
then:
  %a = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 %i, ptr %a, align 8
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %head, label %exit
exit:
  ret void
}
";
    let library = Library::new(Vec::new(), Some(&["SCoP".to_string()]));
    let module = Module::parse(IR.as_bytes(), "x.ll").unwrap();
    let extraction = module.function("f").unwrap().extract();
    let settings = Settings::new(&library, Budget::of_steps(2_000_000));
    let answer = search(&extraction.model, &settings);
    let part = static_part(&answer.hits[0]).unwrap();
    assert!(!part.of_copy && part.scop.description.loops.len() == 1);
    let check = |change: fn(&mut Scop), expect: &str| {
        let mut scop = part.scop.clone();
        change(&mut scop);
        let (wrong, _) = check_description(&extraction.model, &scop, &mut Tally::default());
        assert_eq!(wrong.is_empty(), expect.is_empty(), "{wrong:?}");
        assert!(wrong.iter().all(|what| what.contains(expect)), "{wrong:?}");
    };
    check(|_| (), "");
    check(|scop| scop.statements.clear(), "is not in the description");
    check(|scop| scop.statements[0].domain[0].constraints.truncate(1), "no bounds");
    check(|scop| scop.statements[0].accesses[0].pieces[0].subscripts[0].constant += 1, "by the description");
    check(|scop| scop.statements[0].accesses[0].pieces[0].elements.constant += 1, "by the description");
    check(|scop| scop.arrays[0].element = 4, "by the description");
}

/// The comparison detects a wrong address of a load that is a parameter, since another address has another
/// number.
#[test]
fn what_is_loaded_at_entry_is_noticed() {
    const IR: &str = "define void @f(ptr noalias %p, ptr noalias %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = load ptr, ptr %p, align 8
  %a = getelementptr inbounds i64, ptr %row, i64 %i
  store i64 %i, ptr %a, align 8
  %next = add nuw nsw i64 %i, 1
  %bound = load i64, ptr %n, align 8
  %more = icmp slt i64 %next, %bound
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
";
    let library = Library::new(Vec::new(), Some(&["SCoP".to_string()]));
    let module = Module::parse(IR.as_bytes(), "x.ll").unwrap();
    let extraction = module.function("f").unwrap().extract();
    let answer = search(&extraction.model, &Settings::new(&library, Budget::of_steps(2_000_000)));
    let part = static_part(&answer.hits[0]).unwrap();
    assert!(!part.of_copy && part.scop.description.loads.len() == 2);
    let wrong = |change: fn(&mut Scop)| {
        let mut scop = part.scop.clone();
        change(&mut scop);
        check_description(&extraction.model, &scop, &mut Tally::default()).0
    };
    assert_eq!(wrong(|_| ()), Vec::<String>::new());
    assert_ne!(wrong(|scop| scop.description.loads[0].offset = Affine::constant(8)), Vec::<String>::new());
    assert_ne!(wrong(|scop| scop.description.loads[1].offset = Affine::constant(8)), Vec::<String>::new());
}
