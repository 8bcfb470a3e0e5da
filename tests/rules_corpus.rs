//! The public rules of Alive: `IDIOM_RULES_CORPUS` names a folder with its repository. Without it, or without
//! z3, the tests are skipped with a message.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use proof::rules::diagnostic::{Code, Diagnostics};
use proof::rules::parser::parse;
use proof::rules::printer::print_file;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use text::render::render_text;
use text::sources::Sources;

/// Writes to stderr, which tests do not capture, that a test is skipped.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("IDIOM_RULES_CORPUS").filter(|folder| !folder.is_empty());
    if folder.is_none() {
        skipped("IDIOM_RULES_CORPUS names no folder with Alive's rules");
    }
    folder.map(PathBuf::from)
}

fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "opt" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_public_rule_is_read() {
    let Some(corpus) = corpus() else { return };
    let files = rule_files(&corpus);
    assert!(files.len() > 40, "{} files", files.len());
    let (mut read, mut unsupported) = (0, 0);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let file = sources.add(path.display().to_string(), text.as_str());
        let rules = proof::rules::read(&sources, file, &mut diagnostics).len();
        // Two files are tests of errors: a source that is no instruction, and one with an instruction that
        // nothing needs.
        let is_error_test = ["target_input.opt", "useless-tmp2.opt"].iter().any(|name| path.ends_with(name));
        assert_eq!(diagnostics.has_errors(), is_error_test, "{}", render_text(&sources, &diagnostics, false));
        let of_memory = diagnostics.iter().filter(|d| d.code == Code::NotSupported).count();
        if path.ends_with("llvm-pass/suite.opt") {
            assert_eq!((rules, of_memory), (414, 0));
        }
        read += rules;
        unsupported += of_memory;
        formats_once(&sources, file);
    }
    assert_eq!((read, unsupported), (904, 40), "rules read, and not supported");
}

/// Checks that formatting is idempotent and preserves the rules.
fn formats_once(sources: &Sources, file: u32) {
    let print = |sources: &Sources, file| {
        print_file(&parse(sources, file, &mut Diagnostics::new()), sources.file(file).text())
    };
    let once = print(sources, file);
    let mut again = Sources::new();
    let file = again.add("again", once.as_str());
    assert_eq!(print(&again, file), once);
}

/// The rules that are refuted for numbers and poison, in the order of the file.
const REFUTED: &[&str] = &[
    "AddSub:1156-2",
    "AddSub:1156-3",
    "AddSub:1156",
    "AndOrXor:1806",
    "748",
    "748",
    "764",
    "764",
    "772",
    "1049",
    "Select:846",
    "Select:850",
    "Select:855",
    "Select:859",
    "Select:851",
    "Select:852",
    "Select:858",
    "Select:859",
];

/// The rules that are refuted because an input that is wholly or partly undef may be another number at each
/// use.
const REFUTED_BY_UNDEF: &[&str] =
    &["AndOrXor:1593", "229", "275", "275-2", "276", "276-2", "805", "Select:746", "Select:747"];

#[test]
fn the_verdicts_of_the_suite() {
    let Some(corpus) = corpus() else { return };
    if Command::new("z3").arg("--version").output().is_err() {
        skipped("no z3 in PATH");
        return;
    }
    let suite = corpus.join("llvm-pass/suite.opt");
    let output = Command::new(env!("CARGO_BIN_EXE_idiom"))
        .args([
            "rules",
            "prove",
            "--no-cache",
            "--widths",
            "1,4,8",
            "--rlimit",
            "90000000",
            "--format",
            "json",
        ])
        .arg(&suite)
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rules = report["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 414);
    let of = |verdict: &str| rules.iter().filter(|rule| rule["verdict"] == verdict).collect::<Vec<_>>();
    let by_undef = |rule: &serde_json::Value| {
        rule["refuted"].as_array().unwrap().iter().all(|refutation| refutation["by_undef"] == true)
    };
    let names = |by: bool| {
        let refuted = of("refuted").into_iter().filter(|rule| by_undef(rule) == by);
        refuted.map(|rule| rule["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(false), REFUTED);
    assert_eq!(names(true), REFUTED_BY_UNDEF);
    let undecided: Vec<_> = of("undecided").iter().map(|rule| rule["name"].clone()).collect();
    assert!(undecided.len() <= 8, "{undecided:?}");
    assert_eq!(of("proven").len(), 387 - undecided.len());
}

#[test]
fn the_suite_as_a_decision_dag() {
    use proof::rules::matching::{Built, Dag, RuleSet, read_back, store};
    let Some(corpus) = corpus() else { return };
    let text = std::fs::read_to_string(corpus.join("llvm-pass/suite.opt")).unwrap();
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("suite.opt", text.as_str());
    let rules = RuleSet::new(proof::rules::read(&sources, file, &mut diagnostics));
    assert_eq!((rules.rules().count(), rules.variants().count()), (414, 791));
    assert_eq!(rules.refused(), []);
    let dag = Dag::new(&rules);
    let figures = dag.figures();
    assert_eq!((figures.nodes, figures.edges, figures.leaves), (9324, 13459, 3348));
    assert_eq!(figures.scanned, []);
    let built = Built { rules, dag, places: Vec::new(), verdicts: Vec::new() };
    assert_eq!(read_back(&store(&built).unwrap()).unwrap().dag, built.dag);
}

/// The dimensions of the tables in table 5.1 of the thesis. It prints 2×3 for `shl nsw`; the rules give 3×2.
const TABLES: &str = "and 46×31, ashr 8×3, ashr exact 2×2, add 19×9, add nsw 3×2, add nuw 3×2, icmp eq 4×3, icmp ne 2×3, icmp sge 2×2, \
    icmp sgt 5×4, icmp slt 5×3, icmp uge 3×2, icmp ugt 1×3, icmp ule 2×2, icmp ult 2×3, lshr 12×3, lshr exact 2×2, mul 13×4, mul nsw 2×2, \
    mul nsw nuw 1×2, mul nuw 2×2, or 38×44, sdiv 8×5, sdiv exact 3×2, select 39×23×16, sext 3, shl 21×3, shl nsw 3×2, shl nsw nuw 1×2, \
    shl nuw 3×2, srem 1×3, sub 9×24, sub nsw 2×3, trunc 5, udiv 10×8, udiv exact 4×6, urem 3×3, xor 28×14, zext 3";

#[test]
fn the_figures_of_the_thesis() {
    let Some(corpus) = corpus() else { return };
    let text = std::fs::read_to_string(corpus.join("llvm-pass/suite.opt")).unwrap();
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("suite.opt", text.as_str());
    let rules = proof::rules::read(&sources, file, &mut diagnostics);
    let figures = proof::rules::matching::exact_figures(&rules).unwrap();
    assert_eq!((figures.match_sets, figures.states, figures.edges, figures.reached), (1399, 1892, 2776, 349));
    let dimensions = |(name, sides): (&String, &Vec<usize>)| {
        let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
        format!("{name} {}", sides.join("×"))
    };
    let mut expected: Vec<&str> = TABLES.split(", ").map(str::trim).collect();
    expected.sort_unstable();
    assert_eq!(figures.tables.iter().map(dimensions).collect::<Vec<_>>(), expected);
}

/// The rules of the suite with these names or prefixes of names.
fn chosen(suite: &str, names: &[&str]) -> String {
    let is_chosen = |rule: &&str| {
        let name = rule.lines().next().unwrap_or_default().trim();
        names.iter().any(|wanted| name.split_whitespace().next() == Some(wanted))
    };
    let rules = suite.split("Name:").skip(1).filter(is_chosen);
    rules.map(|rule| format!("Name:{rule}")).collect()
}

#[test]
fn rules_of_the_suite_that_undo_each_other() {
    let Some(corpus) = corpus() else { return };
    let suite = std::fs::read_to_string(corpus.join("llvm-pass/suite.opt")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let check = |names: &[&str]| {
        let path = folder.path().join("some.opt");
        std::fs::write(&path, chosen(&suite, names)).unwrap();
        let command = ["rules", "check", "--format", "json"];
        let output = Command::new(env!("CARGO_BIN_EXE_idiom")).args(command).arg(&path).output().unwrap();
        let report: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        let cycles = report.iter().filter(|it| it["code"] == "R0501");
        cycles.map(|it| it["notes"][0].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // The cycle occurs at the smallest number, which `abs` does not change.
    assert_eq!(check(&["201"]), ["mul(sub(%p0, %p1), -8) → mul(sub(%p1, %p0), -8) → mul(sub(%p0, %p1), -8)"]);
    let pair = ["AndOrXor:2052", "AndOrXor:1146-2"];
    assert_eq!(check(&pair), ["or(and(%p0, 3), 1) → and(or(%p0, 1), 3) → or(and(%p0, 3), 1)"]);
    // A rule that precedes both prevents the cycle.
    assert_eq!(check(&[pair[0], pair[1], "AndOrXor:151"]), [""; 0]);
}
