//! The figures of `docs/src/performance.md` that are taken inside one process: `cargo bench --bench table -- [FOLDER | setup | growth [IDIOM]]`.
//!
//! Of the IR files in FOLDER (`.ll`, `.bc`), how long it takes to find the static control parts in all of them; of functions made up for it, how
//! time and memory grow with size, for every built-in idiom. Times are of the processor. `scripts/bench.sh` makes such a folder.

use idiom::library::Library;
use idiom::llvm::Module;
use idiom::passes::normalise::normalised;
use idiom::passes::{Settings, search};
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
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

/// Functions are not made larger when one took longer.
const TOO_LONG: Duration = Duration::from_secs(2);

/// Makes a function of about so many instructions.
type Shape = (&'static str, fn(usize) -> String);

/// What the made-up functions are: a row of loops, a row of doubly nested ones, straight code.
const SHAPES: [Shape; 3] = [("loops", loops), ("nests", nests), ("straight", straight)];

/// The processor time that one run of `work` takes, on average over half a second of them, and of at least one.
fn cost(mut work: impl FnMut()) -> Duration {
    let (start, mut runs) = (spent(), 0);
    while runs == 0 || spent() - start < ENOUGH {
        work();
        runs += 1;
    }
    (spent() - start) / runs
}

/// The processor time of this process, in ticks of 10 ms. Where `/proc` does not tell, the time since it was first asked.
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
    Settings { library, budget: BUDGET, explain: false, told: true }
}

/// What a process spends before its first function: reading a prebuilt idiom back, which happens once in it; and what it
/// would spend on the long way, which a file of the user's leads to.
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

/// Of one idiom, or of every built-in one.
fn growth(chosen: Option<&String>) {
    for (shape, make) in SHAPES {
        for name in chosen.map_or_else(built_in, |name| vec![name.clone()]).iter() {
            let library = library(name);
            for size in [100, 1_000, 10_000, 100_000] {
                let module = Module::parse(make(size).as_bytes(), "made up").expect("valid IR");
                let function = module.function("f").expect("it is there");
                let instructions = function.extract().model.instructions().count();
                let before = peak(true);
                let answer = search(&function.extract().model, &settings(&library));
                let bytes = peak(false).saturating_sub(before);
                let time = cost(|| drop(black_box(search(&function.extract().model, &settings(&library)))));
                say!(
                    "{shape} {name} {instructions}: {:.3} ms, {} found, {} bytes an instruction",
                    milliseconds(time),
                    answer.hits.len(),
                    bytes / instructions,
                );
                if time > TOO_LONG {
                    break;
                }
            }
        }
    }
}

/// The most memory this process has held, in bytes; from now on if `reset`.
fn peak(reset: bool) -> usize {
    if reset {
        std::fs::write("/proc/self/clear_refs", "5").unwrap_or_default();
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Single loops behind each other, 12 instructions each.
fn loops(size: usize) -> String {
    let mut ir = String::from(
        "declare double @llvm.sqrt.f64(double)\ndefine void @f(ptr %p, i64 %n) {\nentry:\n  br label %b0\n",
    );
    let count = (size / 12).max(1);
    for k in 0..count {
        let before = if k == 0 { "entry".to_string() } else { format!("b{}", k - 1) };
        let next = k + 1;
        let _ = write!(
            ir,
            "b{k}:
  %i{k} = phi i64 [ 0, %{before} ], [ %s{k}, %b{k} ]
  %m{k} = mul i64 %i{k}, 6
  %o{k} = add i64 %m{k}, {k}
  %a{k} = getelementptr inbounds double, ptr %p, i64 %o{k}
  %l{k} = load double, ptr %a{k}, align 8
  %q{k} = fmul fast double %l{k}, %l{k}
  %r{k} = call fast double @llvm.sqrt.f64(double %q{k})
  %t{k} = fadd fast double %r{k}, %q{k}
  store double %t{k}, ptr %a{k}, align 8
  %s{k} = add nuw nsw i64 %i{k}, 1
  %c{k} = icmp eq i64 %s{k}, %n
  br i1 %c{k}, label %b{next}, label %b{k}
"
        );
    }
    let _ = write!(ir, "b{count}:\n  ret void\n}}\n");
    ir
}

/// Double loops behind each other, 14 instructions each.
fn nests(size: usize) -> String {
    let mut ir = String::from("define void @f(ptr %p, i64 %n, i64 %m) {\nentry:\n  br label %h0\n");
    let count = (size / 14).max(1);
    for k in 0..count {
        let before = if k == 0 { "entry".to_string() } else { format!("e{}", k - 1) };
        let next = k + 1;
        let _ = write!(
            ir,
            "h{k}:
  %i{k} = phi i64 [ 0, %{before} ], [ %is{k}, %e{k} ]
  %r{k} = mul i64 %i{k}, %m
  br label %b{k}
b{k}:
  %j{k} = phi i64 [ 0, %h{k} ], [ %js{k}, %b{k} ]
  %o{k} = add i64 %r{k}, %j{k}
  %a{k} = getelementptr inbounds double, ptr %p, i64 %o{k}
  %l{k} = load double, ptr %a{k}, align 8
  %t{k} = fadd fast double %l{k}, 1.0
  store double %t{k}, ptr %a{k}, align 8
  %js{k} = add nuw nsw i64 %j{k}, 1
  %jc{k} = icmp eq i64 %js{k}, %m
  br i1 %jc{k}, label %e{k}, label %b{k}
e{k}:
  %is{k} = add nuw nsw i64 %i{k}, 1
  %ic{k} = icmp eq i64 %is{k}, %n
  br i1 %ic{k}, label %h{next}, label %h{k}
"
        );
    }
    let _ = write!(ir, "h{count}:\n  ret void\n}}\n");
    ir
}

/// One block of arithmetic in which everything hangs together, 8 instructions a turn.
fn straight(size: usize) -> String {
    let mut ir =
        String::from("declare double @llvm.sqrt.f64(double)\ndefine i64 @f(ptr %p, i64 %n, double %x) {\n");
    let (mut last, mut root) = ("%n".to_string(), "%x".to_string());
    for k in 0..(size / 8).max(1) {
        let _ = write!(
            ir,
            "  %m{k} = mul i64 {last}, 3
  %l{k} = mul i64 {last}, %n
  %s{k} = add i64 %m{k}, %l{k}
  %a{k} = getelementptr inbounds double, ptr %p, i64 %s{k}
  %v{k} = load double, ptr %a{k}, align 8
  %q{k} = fmul fast double %v{k}, {root}
  %r{k} = call fast double @llvm.sqrt.f64(double %q{k})
  store double %r{k}, ptr %a{k}, align 8
"
        );
        (last, root) = (format!("%s{k}"), format!("%r{k}"));
    }
    let _ = write!(ir, "  ret i64 {last}\n}}\n");
    ir
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    match arguments.first().map(String::as_str) {
        None => {
            setup();
            growth(None);
        }
        Some("growth") => growth(arguments.get(1)),
        Some("setup") => setup(),
        Some(folder) => corpus(Path::new(folder)),
    }
}
