//! The figures of `docs/src/performance.md` that are taken inside one process: `cargo bench --bench table --
//! [FOLDER | setup | growth [IDIOM [SHAPE]]]`.
//!
//! With FOLDER, the time to find the static control parts of all its IR files (`.ll`, `.bc`);
//! `scripts/measure detection` makes such a folder. With `growth`, time and memory of every built-in idiom on
//! synthetic functions of growing size, each in a process of its own, since peak memory is per process. Times
//! are processor times.

mod shapes;

use library::{Budget, Library};
use llvm::Module;
use normalise::normalised;
use search::Settings;
use search::search;
use shapes::SHAPES;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const ENOUGH: Duration = Duration::from_millis(500);
const BUDGET: u64 = 1 << 40;

/// Writes a line to the output.
macro_rules! say {
    ($($text:tt)*) => {
        let _ = writeln!(std::io::stdout(), $($text)*);
    };
}

/// Time in milliseconds beyond which functions are not made larger.
const TOO_LONG: f64 = 2000.0;

/// Mean processor time of `work`, over half a second of runs and at least one.
fn cost(mut work: impl FnMut()) -> Duration {
    let (start, mut runs) = (spent(), 0);
    while runs == 0 || spent() - start < ENOUGH {
        work();
        runs += 1;
    }
    (spent() - start) / runs
}

/// The processor time of this process, in ticks of 10 ms. Without `/proc`, the time since the first call.
fn spent() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    match (ticks(11), ticks(12)) {
        (Some(user), Some(system)) => Duration::from_millis(10 * (user + system)),
        _ => FIRST.elapsed(),
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn library(name: &str) -> Library {
    Library::new(Vec::new(), Some(&[name.to_owned()]))
}

fn built_in() -> Vec<String> {
    Library::new(Vec::new(), None).idioms().iter().map(|idiom| idiom.name().to_owned()).collect()
}

fn settings(library: &Library) -> Settings<'_> {
    Settings::new(library, Budget::of_steps(BUDGET))
}

/// The start-up cost of a process: reading a prebuilt idiom back, or compiling the specifications, as a
/// user's file requires.
fn setup() {
    for name in &built_in() {
        let start = Instant::now();
        let prebuilt = library(name);
        black_box((prebuilt.idioms()[0].compiled(), prebuilt.idioms()[0].variables()));
        let back = start.elapsed();
        let long = cost(|| {
            let user = vec![("empty.candl".to_owned(), Vec::new())];
            black_box(Library::new(user, Some(std::slice::from_ref(name))));
        });
        say!("setup {name}: {:.2} ms, the long way {:.2} ms", milliseconds(back), milliseconds(long));
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of IR files");
    let is_ir = |path: &PathBuf| path.extension().is_some_and(|e| e == "ll" || e == "bc");
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_ir).collect();
    files.sort();
    files
}

fn corpus(folder: &Path) {
    let files = files(folder);
    let modules: Vec<Module> = files.iter().filter_map(|file| Module::read(file).ok()).collect();
    let functions = || modules.iter().flat_map(Module::functions).filter(|f| !f.is_declaration());
    let library = library("SCoP");
    let found: usize = functions().map(|f| search(&f.extract().model, &settings(&library)).hits.len()).sum();
    let whole =
        cost(|| functions().for_each(|f| drop(black_box(search(&f.extract().model, &settings(&library))))));
    let preparing = cost(|| {
        for function in functions() {
            let extraction = function.extract();
            black_box(normalised(&extraction.model));
        }
    });
    say!("files: {}, functions: {}, static control parts: {found}", modules.len(), functions().count());
    say!("detection alone: {:.1} ms", milliseconds(whole.saturating_sub(preparing)));
    say!("with extraction and normalisation: {:.1} ms", milliseconds(whole));
}

/// Cost of one search in one synthetic function.
struct Measured {
    instructions: usize,
    milliseconds: f64,
    found: usize,
    /// Peak memory of the search, beyond the memory of the function in LLVM.
    bytes: usize,
}

/// Prints the growth of cost for one idiom or all built-in ones, over one shape or all.
fn growth(idiom: Option<&String>, shape: Option<&String>) {
    for (shape, _) in SHAPES.iter().filter(|(name, _)| shape.is_none_or(|chosen| chosen == name)) {
        for name in idiom.map_or_else(built_in, |name| vec![name.clone()]).iter() {
            let mut before: Option<Measured> = None;
            for size in [100, 1_000, 10_000, 100_000] {
                let Some(now) = measured_apart(shape, name, size) else {
                    say!("{shape} {name} {size}: nothing measured");
                    break;
                };
                let Measured { instructions, milliseconds, found, bytes } = now;
                let times = before.map_or_else(String::new, |b| {
                    // Scaled to a function ten times as large.
                    let larger = instructions as f64 / b.instructions as f64;
                    format!(", {:.1} times for 10 times", milliseconds / b.milliseconds * 10.0 / larger)
                });
                let each = bytes / instructions;
                say!(
                    "{shape} {name} {instructions}: {milliseconds:.3} ms{times}, {found} found, {each} bytes an instruction"
                );
                before = Some(now);
                if milliseconds > TOO_LONG {
                    break;
                }
            }
        }
    }
}

/// The cost of one search, measured in a process of its own.
fn measured_apart(shape: &str, idiom: &str, size: usize) -> Option<Measured> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args(["one", shape, idiom, &size.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut fields = text.split_whitespace();
    Some(Measured {
        instructions: fields.next()?.parse().ok()?,
        milliseconds: fields.next()?.parse().ok()?,
        found: fields.next()?.parse().ok()?,
        bytes: fields.next()?.parse().ok()?,
    })
}

/// Prints the cost of one search, as `measured_apart` reads it.
fn one(shape: &str, idiom: &str, size: usize) {
    let (_, make) = SHAPES.iter().find(|(name, _)| *name == shape).expect("a shape");
    let library = library(idiom);
    let module = Module::parse(make(size).as_bytes(), "made up").expect("valid IR");
    let function = module.function("f").expect("it is there");
    let before = peak(true);
    let found = search(&function.extract().model, &settings(&library)).hits.len();
    let bytes = peak(false).saturating_sub(before);
    let instructions = function.extract().model.instructions().count();
    let time = cost(|| drop(black_box(search(&function.extract().model, &settings(&library)))));
    say!("{instructions} {} {found} {bytes}", milliseconds(time));
}

/// Peak memory of this process in bytes; `reset` starts a new measurement.
fn peak(reset: bool) -> usize {
    if reset {
        std::fs::write("/proc/self/clear_refs", "5").unwrap_or_default();
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    match arguments.first().map(String::as_str) {
        None => {
            setup();
            growth(None, None);
        }
        Some("growth") => growth(arguments.get(1), arguments.get(2)),
        Some("one") => one(&arguments[1], &arguments[2], arguments[3].parse().expect("a size")),
        Some("setup") => setup(),
        Some(folder) => corpus(Path::new(folder)),
    }
}
