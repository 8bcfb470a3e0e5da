//! `idiom test FILE…`: comparison of the findings with the expectations in comments of the source.
//!
//! Each file goes through clang, or as IR through opt, once for each of its sets of flags and each LLVM on
//! this machine that the plugin serves (`expectations.rs`, `compare.rs`). With `--update`, `update.rs`
//! rewrites the comments.

mod compare;
mod expectations;
mod extent;
mod lines;
mod update;

use super::arguments::{Find, Test};
use super::console::{Console, Failure};
use super::find::clang::{Clang, RequestFile, in_path};
use super::find::{SOURCES, library};
use super::hosts::{hosts, implementations, major};
use super::{Verdict, plugin};
use compare::{Comparison, Configuration, compare};
use expectations::Expectations;
use lines::{CommentSyntax, Line, lines};
use report::{Report, counted};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use text::bounded;

/// The number of names that a note shows if one of them is unknown.
const MOST_NAMED: usize = 5;

/// A file under test.
struct Subject<'p> {
    path: &'p Path,
    text: String,
    syntax: CommentSyntax,
    lines: Vec<Line>,
    expectations: Expectations,
}

/// Runs `idiom test`.
pub fn run(arguments: &Test, console: &Console) -> Result<Verdict, Failure> {
    let subjects = arguments.files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let compilers = compilers(arguments)?;
    let (mut differences, mut expected, mut changed) = (0, 0, 0);
    for subject in &subjects {
        let (configurations, reports) = search(subject, arguments, &compilers, console)?;
        let comparison = compare(subject.path, &subject.expectations, &configurations, &reports);
        expected += subject.expectations.expected.len();
        if arguments.update {
            let (comments, left) = update(subject, &configurations, &comparison, console)?;
            changed += comments;
            differences += left;
        } else {
            differences += comparison.differences.len();
            console.print(&describe(subject, &configurations, &comparison))?;
        }
    }
    let numbers = compilers.keys().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let expectations = counted(expected as u64, "expectation");
    let outcome = match (arguments.update, differences) {
        (true, _) => format!("{} changed", counted(changed as u64, "comment")),
        (false, 0) => "all as expected".to_owned(),
        (false, _) => counted(differences as u64, "difference"),
    };
    console.print(&format!(
        "{}, {expectations}, LLVM {numbers}: {outcome}\n",
        counted(subjects.len() as u64, "file")
    ))?;
    Ok(if differences == 0 { Verdict::Fine } else { Verdict::Findings })
}

fn read(path: &Path) -> Result<Subject<'_>, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let syntax = match extension {
        "ll" => CommentSyntax::Ir,
        _ if SOURCES.contains(&extension) => CommentSyntax::C,
        _ => {
            return Err(Failure::Usage(format!(
                "{} is neither a C or C++ source nor textual LLVM IR (.ll)",
                path.display()
            )));
        }
    };
    let text = bounded::read_text(path, bounded::MAX_DATA_BYTES)
        .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
    let lines = lines(&text, syntax);
    let expectations = expectations::read(&path.display().to_string(), &lines, syntax)?;
    Ok(Subject { path, text, syntax, lines, expectations })
}

/// The clang of each requested LLVM, with the plugin for it.
fn compilers(arguments: &Test) -> Result<BTreeMap<u32, Clang>, Failure> {
    let own = crate::own::llvm().major;
    let for_all = match &arguments.plugin {
        Some(plugin) => plugin::named(plugin)?,
        None => match plugin::for_all()? {
            Ok(plugin) => plugin,
            Err(_) => plugin::own()?,
        },
    };
    let mut found: BTreeMap<u32, (PathBuf, PathBuf)> = BTreeMap::new();
    let implementations = implementations(&for_all);
    if !implementations.is_empty() {
        let is_clang =
            |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("clang"));
        for (version, program) in hosts().into_iter().filter(|(_, program)| is_clang(program)) {
            if implementations.contains_key(&major(&version)) {
                found.entry(major(&version)).or_insert((program, for_all.clone()));
            }
        }
    }
    if !implementations.contains_key(&own) {
        found.insert(own, (in_path("clang")?, for_all));
    }
    let is_requested = |llvm: &u32| arguments.llvm.is_empty() || arguments.llvm.contains(llvm);
    if let Some(missing) = arguments.llvm.iter().find(|llvm| !found.contains_key(llvm)) {
        let there = found.keys().map(u32::to_string).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!(
            "LLVM {missing} is not here, or the plugin does not serve it; there is LLVM {there}, as `idiom doctor` says"
        )));
    }
    let requested = found.into_iter().filter(|(llvm, _)| is_requested(llvm));
    Ok(requested.map(|(llvm, (program, plugin))| (llvm, Clang::of(program, plugin))).collect())
}

/// Searches a file with every LLVM and set of flags.
fn search(
    subject: &Subject<'_>,
    arguments: &Test,
    compilers: &BTreeMap<u32, Clang>,
    console: &Console,
) -> Result<(Vec<Configuration>, Vec<Report>), Failure> {
    let folder = subject.path.parent().unwrap_or(Path::new(""));
    let specs: Vec<PathBuf> = subject.expectations.specs.iter().map(|spec| folder.join(spec)).collect();
    let mut idioms: Vec<String> = subject.expectations.expected.iter().map(|e| e.idiom.clone()).collect();
    idioms.sort_unstable();
    idioms.dedup();
    let specs: Vec<PathBuf> = arguments.spec.iter().cloned().chain(specs).collect();
    let find = Find { explain: arguments.explain, ..Find::by_clang(idioms, specs, Vec::new()) };
    let library = library(&find, console).inspect_err(|_| console.note(&named_by(subject)))?;
    let request = RequestFile::write(&find.as_request(&library)?)?;
    let (mut configurations, mut reports) = (Vec::new(), Vec::new());
    for (llvm, clang) in compilers {
        for flags in &subject.expectations.flags {
            let of_file = flags.split_whitespace().map(OsString::from);
            let all_flags: Vec<OsString> = of_file.chain(arguments.flags.iter().cloned()).collect();
            let is_ir = subject.syntax == CommentSyntax::Ir;
            let report = match is_ir && flags.is_empty() {
                true => clang.find_as_it_is(subject.path, &request),
                false => clang.find(subject.path, is_ir, &all_flags, &request),
            };
            let in_which = |failure| match failure {
                Failure::Usage(why) => Failure::Usage(format!("{why} (LLVM {llvm}, {flags})")),
                other => other,
            };
            reports.push(report.map_err(in_which)?);
            configurations.push(Configuration { llvm: *llvm, flags: flags.clone() });
        }
    }
    Ok((configurations, reports))
}

/// A note about the lines that name idioms: ``x.c expects `Gemm` (line 20), `Sum` (line 31) and 3 more``.
fn named_by(subject: &Subject<'_>) -> String {
    let expected = &subject.expectations.expected;
    let mut names: Vec<(&str, usize)> = Vec::new();
    for expectation in expected {
        if names.iter().all(|(known, _)| *known != expectation.idiom) {
            names.push((&expectation.idiom, expectation.line + 1));
        }
    }
    let shown = names.iter().take(MOST_NAMED);
    let shown: Vec<String> = shown.map(|(name, line)| format!("`{name}` (line {line})")).collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{} expects {}{more}", subject.path.display(), shown.join(", "))
}

/// The differences as text: `x.c:20: expected Gemm, which is not found (LLVM 16 -Os)`.
fn describe(subject: &Subject<'_>, configurations: &[Configuration], comparison: &Comparison) -> String {
    let mut text = String::new();
    for difference in &comparison.differences {
        let file = subject.path.display();
        let shows = in_which(&difference.shows, configurations);
        text += &match difference.line {
            0 => format!("{file}: {}{shows}\n", difference.what),
            line => format!("{file}:{line}: {}{shows}\n", difference.what),
        };
        for line in difference.why.iter().flat_map(|why| why.lines()) {
            text += &format!("  {line}\n");
        }
    }
    text
}

/// The compilations that show a difference; empty if all of them do.
fn in_which(shows: &[usize], configurations: &[Configuration]) -> String {
    if shows.len() == configurations.len() {
        return String::new();
    }
    let text = |c: &usize| {
        let Configuration { llvm, flags } = &configurations[*c];
        if flags.is_empty() { format!("LLVM {llvm}") } else { format!("LLVM {llvm} {flags}") }
    };
    format!(" ({})", shows.iter().map(text).collect::<Vec<_>>().join("; "))
}

/// Writes the findings into the comments of the file. Returns the number of changed comments, and the number
/// of findings that no comment can express.
fn update(
    subject: &Subject<'_>,
    configurations: &[Configuration],
    comparison: &Comparison,
    console: &Console,
) -> Result<(usize, usize), Failure> {
    let Subject { path, text, lines, syntax, expectations } = subject;
    let updated = update::update(text, lines, *syntax, &expectations.expected, configurations, comparison);
    for left in &updated.left {
        console.note(&format!("{}: {left}", path.display()));
    }
    if updated.changed > 0 {
        std::fs::write(path, &updated.text)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok((updated.changed, updated.left.len()))
}
