//! `idiom find` through clang, opt and the plugin: C sources, and extension points of the pipeline.

use super::{BAD, Folder, LOOP_C, Run, SQUARE_C, SQUARE_LL, plugin};
use std::path::Path;
use std::process::Command;

#[test]
fn plugin_and_command_find_the_same() {
    let idioms = ["--idiom", "SqrtOfSquare", "--idiom", "ScopeValue", "--idiom", "CollectArguments"];
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    let find = |more: &[&str]| {
        let arguments: Vec<&str> = idioms.iter().chain(more).copied().collect();
        let reports = folder.find(&arguments).expect(0, &[], &[]).reports();
        let mut findings = reports[0]["findings"].as_array().unwrap().clone();
        findings.sort_by_key(|finding| (finding["function"].to_string(), finding["fingerprint"].to_string()));
        findings
    };
    let own = find(&["--format", "json", "x.ll"]);
    assert!(own.len() > 10);
    assert_eq!(own, find(&["--format", "json", "--at", "pipeline-start", "x.ll"]));
}

#[test]
fn find_in_c() {
    let folder = Folder::new(&[("square.c", SQUARE_C), ("loop.c", LOOP_C)]);
    let out = [
        "square.c:2:29: found SqrtOfSquare in f\n",
        "    2 | double f(double a) { return sqrt(a * a); }\n      |                             ^\n",
        "  a = %",
    ];
    let run = folder.find(&["square.c", "--", "-ffast-math"]).expect(0, &out, &[]);
    assert_eq!(run.out.matches("found").count(), 1);
    let out = ["loop.c:3:3: found For in fill\n", "  step = i64 1\n"];
    folder.find(&["--idiom", "For", "loop.c"]).expect(0, &out, &[]);
    folder.find(&["--idiom", "For", "square.c"]).expect(0, &[], &["square.c: nothing found"]);
}

#[test]
fn find_in_bitcode() {
    let folder = Folder::new(&[("square.c", SQUARE_C)]);
    let clang = Path::new(env!("IDIOM_LLVM_BINDIR")).join("clang");
    let flags = ["-Og", "-ffast-math", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "square.c"];
    assert!(Command::new(clang).args(flags).current_dir(folder.0.path()).status().unwrap().success());
    // Variables are still in memory here; at an extension point of the pipeline they are in registers.
    folder.run(&["find", "square.bc"]).expect(0, &[], &["square.bc: nothing found"]);
    let out = ["square.bc: found SqrtOfSquare in f"];
    folder.find(&["--at", "pipeline-early-simplification", "square.bc"]).expect(0, &out, &[]);
}

#[test]
fn find_in_c_tells_what_is_wrong_once() {
    let folder = Folder::new(&[("x.c", SQUARE_C), ("wrong.c", "int f( {"), ("bad.candl", BAD)]);
    let run = folder.find(&["--spec", "bad.candl", "x.c"]).expect(2, &[], &["E0304"]);
    assert_eq!(run.err.matches("E0304").count(), 1);
    folder.find(&["wrong.c"]).expect(2, &[], &["wrong.c could not be compiled"]);
    folder.find(&["x.c", "--", "-fsyntax-only"]).expect(2, &[], &["did not run the plugin"]);
}

#[test]
fn the_environment_changes_nothing() {
    let folder = Folder::new(&[("x.c", SQUARE_C)]);
    let plugin = plugin();
    let mut command =
        folder.command(&["find", "--plugin", plugin.to_str().unwrap(), "x.c", "--", "-ffast-math"]);
    command.env("IDIOM_MODE", "off").env("IDIOM_IDIOMS", "Loop").env("IDIOM_ONLY_FUNC", "^none$");
    Run::of(command.output().unwrap()).expect(0, &["found SqrtOfSquare in f"], &[]);
}

/// Copies a program in another process. If this process wrote the file, a child that another test forks
/// meanwhile would inherit it open for writing, and running it would fail ("text file busy").
fn copy_program(from: &str, to: &std::path::Path) {
    assert!(Command::new("cp").arg(from).arg(to).status().unwrap().success());
}

#[test]
fn the_plugin_is_found_beside_the_command() {
    let folder = Folder::new(&[("x.c", SQUARE_C)]);
    let beside = folder.0.path().join("bin");
    std::fs::create_dir(&beside).unwrap();
    copy_program(env!("CARGO_BIN_EXE_idiom"), &beside.join("idiom"));
    let run = || {
        let mut command = Command::new(beside.join("idiom"));
        Run::of(
            command.args(["find", "x.c", "--", "-ffast-math"]).current_dir(folder.0.path()).output().unwrap(),
        )
    };
    run().expect(3, &[], &["libidiom.so", "--plugin"]);
    std::fs::copy(plugin(), beside.join("libidiom.so")).unwrap();
    run().expect(0, &["found SqrtOfSquare in f"], &[]);
}
