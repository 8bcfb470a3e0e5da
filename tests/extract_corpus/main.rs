//! Extraction of real IR: this LLVM's clang compiles random programs (csmith, fixed seeds) and
//! `test-ir/corpus/`, whose `// compile:` lines give the flags, while the test runs.
//!
//! Every function must be read, and its model must satisfy the invariants. The model must be the same with
//! debug info, with stripped debug info, and compiled without (`// compile -g:` marks sources for which clang
//! itself makes other code then). `folders.rs` reads whole folders of IR.

#![allow(clippy::unwrap_used)] // a test may; clippy exempts only `#[test]` functions by itself

mod folders;
mod invariants;
#[path = "../modules/mod.rs"]
mod modules;

use llvm::Module;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// One compilation: a source and the flags.
struct Job {
    source: PathBuf,
    flags: Vec<String>,
    /// Whether clang makes the same code with and without -g.
    same_code: bool,
}

type Models = Vec<(String, String)>;

/// The numbers of functions and values that were read.
#[derive(Default)]
struct Seen {
    functions: usize,
    values: usize,
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a program and returns its standard output; a program that is missing or fails ends the test.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn tool(name: &str) -> Command {
    Command::new(Path::new(env!("IDIOM_LLVM_BINDIR")).join(name))
}

fn compile(job: &Job, debug: bool, bitcode: &Path) {
    let mut clang = tool("clang");
    clang.args(["-w", "-c", "-emit-llvm"]).args(debug.then_some("-g")).args(&job.flags);
    run(clang.arg(&job.source).arg("-o").arg(bitcode));
}

/// Each function's name and model.
fn models(bitcode: &Path) -> Models {
    let module = Module::read(bitcode).unwrap();
    module.verify().unwrap();
    let defined = module.functions().filter(|f| !f.is_declaration());
    let model = |f: llvm::FunctionRef| {
        let extraction = f.extract();
        invariants::check(&f, &extraction);
        (f.name(), extraction.model.dump().to_string())
    };
    defined.map(model).collect()
}

/// Checks that functions and models are the same with and without debug info.
fn check(job: &Job, scratch: &Path, seen: &Mutex<Seen>) {
    let what = format!("{} {:?}", job.source.display(), job.flags);
    let [debug, stripped, plain] = ["debug.bc", "stripped.bc", "plain.bc"].map(|e| scratch.with_extension(e));
    compile(job, true, &debug);
    let models_with = models(&debug);
    assert!(!models_with.is_empty(), "{what}: no function");
    run(tool("opt").args(["-strip-debug", "-passes=verify"]).arg(&debug).arg("-o").arg(&stripped));
    compare(&format!("{what} stripped"), &models_with, &models(&stripped));
    if job.same_code {
        compile(job, false, &plain);
        compare(&format!("{what} without -g"), &models_with, &models(&plain));
    }
    let mut seen = seen.lock().unwrap();
    seen.functions += models_with.len();
    seen.values += models_with.iter().map(|(_, model)| model.lines().count()).sum::<usize>();
}

fn compare(what: &str, with: &Models, without: &Models) {
    let names = |models: &Models| models.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(with), names(without), "{what}: other functions");
    for ((name, with), (_, without)) in with.iter().zip(without) {
        assert!(with == without, "{what}: {name} differs;\nwith -g:\n{with}\nwithout:\n{without}");
    }
}

/// Checks the jobs, two at a time; the failure of one fails the test.
fn check_all(name: &str, jobs: &[Job]) -> Seen {
    let (seen, scratch) = (Mutex::new(Seen::default()), folder(name));
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (seen, scratch) = (&seen, &scratch);
            let mine = jobs.iter().enumerate().skip(worker).step_by(2);
            scope.spawn(move || mine.for_each(|(k, job)| check(job, &scratch.join(k.to_string()), seen)));
        }
    });
    seen.into_inner().unwrap()
}

/// One job per line of flags.
fn jobs_of(source: &Path) -> Vec<Job> {
    let text = fs::read_to_string(source).unwrap();
    let job = |line: &str| {
        let (marker, flags) = line.strip_prefix("// compile")?.split_once(": ")?;
        let flags = flags.split_whitespace().map(str::to_string).collect();
        Some(Job { source: source.to_path_buf(), flags, same_code: marker != " -g" })
    };
    text.lines().filter_map(job).collect()
}

#[test]
fn snippets() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/corpus");
    let mut sources: Vec<PathBuf> = fs::read_dir(corpus).unwrap().map(|e| e.unwrap().path()).collect();
    sources.sort();
    let jobs: Vec<Job> = sources.iter().flat_map(|source| jobs_of(source)).collect();
    assert!(jobs.len() > 30, "the corpus was not found");
    let seen = check_all("snippets", &jobs);
    assert!(seen.functions > 300, "only {} functions", seen.functions);
}

#[test]
fn random_programs() {
    let scratch = folder("csmith");
    let mut jobs = Vec::new();
    for seed in 1..=8 {
        let source = scratch.join(format!("{seed}.c"));
        // csmith leaves a file of its own in the working directory.
        let mut csmith = Command::new("csmith");
        fs::write(&source, run(csmith.current_dir(&scratch).args(["--seed", &seed.to_string()]))).unwrap();
        for level in ["-O0", "-O2"] {
            let flags = [level, "-I/usr/include/csmith"].map(str::to_string).to_vec();
            jobs.push(Job { source: source.clone(), flags, same_code: true });
        }
    }
    let seen = check_all("random", &jobs);
    assert!(
        seen.functions > 100 && seen.values > 50_000,
        "{} functions, {} values",
        seen.functions,
        seen.values
    );
}
