//! The command as a user runs it: its output on stdout and stderr, and its exit codes.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

mod bounds;
mod check;
mod doctor;
mod explain;
mod find;
mod find_sources;
mod fmt;
mod library;
mod play;
mod prove;
mod rules;
mod synth;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary directory with the files of a test, in which the command runs.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Folder(folder)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_idiom"));
        command.args(arguments).current_dir(self.0.path()).env_remove("NO_COLOR");
        command
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    #[track_caller]
    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// Runs the command with a stdout whose reader is closed.
    #[track_caller]
    fn run_unread(&self, arguments: &[&str]) -> Run {
        let mut command = self.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        Run::of(child.wait_with_output().unwrap())
    }

    /// Runs `idiom find` with the plugin that was built for the tests.
    #[track_caller]
    fn find(&self, arguments: &[&str]) -> Run {
        let plugin = plugin();
        let before = ["find", "--plugin", plugin.to_str().unwrap()];
        self.run(&before.iter().chain(arguments).copied().collect::<Vec<_>>())
    }
}

/// The plugin's path. cargo puts it beside the command in a build, else among the dependencies.
fn plugin() -> PathBuf {
    let plugin = Path::new(env!("CARGO_BIN_EXE_idiom")).with_file_name("deps").join("libidiom_plugin.so");
    assert!(plugin.is_file(), "{}", plugin.display());
    plugin
}

#[derive(Debug)]
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Checks the exit code, and texts that stdout and stderr must contain.
    #[track_caller]
    fn expect(self, code: i32, out: &[&str], err: &[&str]) -> Run {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for word in out {
            assert!(self.out.contains(word), "no `{word}` in stdout: {self:#?}");
        }
        for word in err {
            assert!(self.err.contains(word), "no `{word}` in stderr: {self:#?}");
        }
        self
    }

    /// The reports on stdout.
    #[track_caller]
    fn reports(&self) -> Vec<Value> {
        serde_json::Deserializer::from_str(&self.out).into_iter().collect::<Result<_, _>>().unwrap()
    }
}

const GOOD: &str = "Constraint Adds\n( opcode{x} = add\n∧ {y} ∈ {x}.args)\nEnd\n";

const BAD: &str = "Constraint Adds (opcode{x} = addd ∧ {y} ∈ {x}.arg) End\n";

/// IR with unnamed values, so that the result is the same if clang drops names.
const SQUARE_LL: &str = "
define double @f(double %0) {
  %2 = fmul fast double %0, %0
  %3 = call fast double @sqrt(double %2)
  ret double %3
}
define double @g(double %0, double %1) {
  %3 = fmul fast double %0, %1
  %4 = call fast double @sqrt(double %3)
  ret double %4
}
declare double @sqrt(double)
";

const SQUARE_C: &str = "double sqrt(double);\ndouble f(double a) { return sqrt(a * a); }\n";

const LOOP_C: &str = "
void fill(int *p, long n) {
  for (long i = 0; i < n; ++i)
    p[i * 3] = 1;
}
";

#[test]
fn version_and_help() {
    let folder = Folder::new(&[]);
    let llvm = format!("idiom {} (LLVM {})", env!("CARGO_PKG_VERSION"), env!("IDIOM_LLVM_VERSION"));
    folder.run(&["--version"]).expect(0, &[&llvm], &[]);
    folder.run(&["--help"]).expect(
        0,
        &["Exit codes:", "check", "fmt", "expand", "list", "find", "test", "doctor", "rules"],
        &[],
    );
    for subcommand in ["check", "fmt", "expand", "list", "find", "test", "doctor", "rules"] {
        folder.run(&[subcommand, "--help"]).expect(0, &["Example:", &format!("idiom {subcommand} ")], &[]);
    }
}

#[test]
fn exit_codes_of_wrong_usage() {
    let folder = Folder::new(&[
        ("x.ll", SQUARE_LL),
        ("broken.ll", "define"),
        ("bad.candl", BAD),
        ("x.txt", ""),
        ("x.c", ""),
    ]);
    for (arguments, word) in [
        (&[][..], "Usage"),
        (&["seek"], "seek"),
        (&["check"], "FILE"),
        (&["check", "absent.candl"], "absent.candl"),
        (&["find"], "INPUT"),
        (&["find", "absent.ll"], "absent.ll"),
        (&["find", "absent.c"], "absent.c"),
        (&["find", "broken.ll"], "broken.ll"),
        (&["find", "x.txt"], "neither LLVM IR"),
        (&["find", "."], ". is a directory"),
        (&["find", ".", "--", "-xc"], ". is a directory"),
        (&["find", "--idiom", "SqrtOfSquar", "x.ll"], "did you mean `SqrtOfSquare`?"),
        (&["find", "--spec", "bad.candl", "x.ll"], "did you mean `add`?"),
        (&["find", "--at", "nowhere", "x.ll"], "vectorizer-start"),
        (&["find", "--budget", "0", "x.ll"], "--budget"),
        (&["find", "--function", "(", "x.ll"], "--function"),
        (&["find", "x.ll", "--", "-O3"], "--at"),
        (&["find", "--plugin", "absent.so", "x.c"], "absent.so"),
        (&["expand", "Lop"], "did you mean `Loop`?"),
        (&["expand", "--spec", "bad.candl", "Loop"], "did you mean `add`?"),
        (&["fmt", "bad.candl"], "error[E0201]"),
    ] {
        let run = folder.run(arguments).expect(2, &[], &[word]);
        assert_eq!(run.out, "", "{arguments:?}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    for arguments in [&["list", "--all"][..], &["find", "x.ll"], &["--help"]] {
        let run = folder.run_unread(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}");
        assert!(run.err.lines().all(|line| line.starts_with("note:")), "{arguments:?}: {run:?}");
    }
}

#[test]
fn exit_codes_are_the_same_when_nobody_reads() {
    let ugly = "Constraint Ugly(opcode{x}=add) End";
    let files = [
        ("x.ll", SQUARE_LL),
        ("broken.ll", "define"),
        ("bad.candl", BAD),
        ("one.candl", ugly),
        ("two.candl", ugly),
    ];
    let folder = Folder::new(&files);
    for (arguments, code) in [
        (&["check", "bad.candl"][..], 1),
        (&["check", "--format", "json", "bad.candl"], 1),
        (&["fmt", "--check", "one.candl", "two.candl"], 1),
        (&["find", "x.ll", "broken.ll"], 2),
        (&["find", "x.ll", "x.ll"], 0),
    ] {
        assert_eq!(folder.run(arguments).code, Some(code), "{arguments:?}");
        assert_eq!(folder.run_unread(arguments).code, Some(code), "{arguments:?}");
    }
}
