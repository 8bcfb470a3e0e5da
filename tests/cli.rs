//! The command as a user runs it: what it prints where, and its exit codes.

// A test fails by panicking, in what it calls as well.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory with files of a test, and the command run in it.
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

    /// Runs `idiom find` with the plugin that was built for the tests.
    #[track_caller]
    fn find(&self, arguments: &[&str]) -> Run {
        let plugin = plugin();
        let before = ["find", "--plugin", plugin.to_str().unwrap()];
        self.run(&before.iter().chain(arguments).copied().collect::<Vec<_>>())
    }
}

/// cargo leaves it beside the command only in a build, else among the dependencies.
fn plugin() -> PathBuf {
    let plugin = Path::new(env!("CARGO_BIN_EXE_idiom")).with_file_name("deps").join("libidiom.so");
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

    /// The exit code, and words that stdout and stderr have.
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

/// In values without names, so that clang's habit of dropping names changes nothing.
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
        &["Exit codes:", "check", "fmt", "expand", "list", "find", "doctor"],
        &[],
    );
    for subcommand in ["check", "fmt", "expand", "list", "find", "doctor"] {
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
fn check_reports_everything_at_once() {
    let folder = Folder::new(&[("good.candl", GOOD), ("bad.candl", BAD)]);
    assert_eq!(folder.run(&["check", "good.candl"]).expect(0, &[], &[]).out, "");
    let out =
        ["error[E0304]", "bad.candl:1:30", "error[E0201]", "opcode{x} = addd", "^^^^", "did you mean `add`?"];
    folder.run(&["check", "bad.candl"]).expect(1, &out, &["2 errors"]);
    // The files see each other.
    folder.run(&["check", "good.candl", "good.candl"]).expect(1, &["E0302"], &["1 error\n"]);
}

#[test]
fn check_writes_json() {
    let folder = Folder::new(&[("good.candl", GOOD), ("bad.candl", BAD)]);
    let run = folder.run(&["check", "--format", "json", "bad.candl"]).expect(1, &[], &[]);
    let all = &run.reports()[0];
    assert_eq!(all[0]["code"], "E0304");
    assert_eq!((&all[0]["primary"]["file"], &all[0]["primary"]["line"]), (&"bad.candl".into(), &1.into()));
    let run = folder.run(&["check", "--format", "json", "good.candl"]).expect(0, &[], &[]);
    assert_eq!(run.out, "[]\n");
}

#[test]
fn colours_when_asked() {
    let folder = Folder::new(&[("bad.candl", BAD)]);
    for (arguments, expect) in [
        (&["check", "bad.candl"][..], false),
        (&["check", "bad.candl", "--color", "always"], true),
        (&["--color", "never", "check", "bad.candl"], false),
    ] {
        assert_eq!(folder.run(arguments).out.contains('\u{1b}'), expect, "{arguments:?}");
    }
}

#[test]
fn fmt_rewrites_and_checks() {
    let loose = "# Adds.\nConstraint Adds (opcode{x}=add && {y} in {x}.args) End # so\n";
    let tidy = "# Adds.\nConstraint Adds\n( opcode{x} = add\n∧ {y} ∈ {x}.args)\nEnd  # so\n";
    let folder = Folder::new(&[("loose.candl", loose), ("tidy.candl", GOOD), ("bad.candl", BAD)]);
    let run = folder.run(&["fmt", "--check", "loose.candl", "tidy.candl"]).expect(1, &[], &[]);
    assert_eq!((run.out.as_str(), folder.read("loose.candl").as_str()), ("loose.candl\n", loose));
    // A bad file is left alone and does not keep the others from being done.
    folder.run(&["fmt", "bad.candl", "loose.candl"]).expect(2, &[], &["E0201"]);
    assert_eq!((folder.read("bad.candl").as_str(), folder.read("loose.candl").as_str()), (BAD, tidy));
    folder.run(&["fmt", "--check", "loose.candl", "tidy.candl"]).expect(0, &[], &[]);
    folder.run(&["fmt", "--ascii", "loose.candl"]).expect(0, &[], &[]);
    assert!(folder.read("loose.candl").is_ascii());
    folder.run(&["fmt", "loose.candl"]).expect(0, &[], &[]);
    assert_eq!(folder.read("loose.candl"), tidy);
}

#[test]
fn fmt_works_as_a_filter() {
    let folder = Folder::new(&[]);
    let mut command = folder.command(&["fmt", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(GOOD.replace('\n', " ").as_bytes()).unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.out.as_str()), (Some(0), GOOD));
}

#[test]
fn expand_writes_out_includes() {
    let own = "# Two.\nConstraint Two include Sum @ {s[i]} foreach i=0..N End";
    let folder = Folder::new(&[("own.candl", own)]);
    let run = folder.run(&["expand", "--spec", "own.candl", "Two[N=2]"]).expect(0, &[], &[]);
    let lines = [
        "# Two.",
        "Constraint Two",
        "( opcode{s[0].out} = add",
        "∧ {s[0].in1} = {s[0].out}.args[0]",
        "∧ {s[0].in2} = {s[0].out}.args[1]",
        "∧ opcode{s[1].out} = add",
        "∧ {s[1].in1} = {s[1].out}.args[0]",
        "∧ {s[1].in2} = {s[1].out}.args[1])",
        "End",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), lines);
    folder.run(&["expand", "--spec", "own.candl", "Two"]).expect(2, &[], &["E0314", "own.candl:2:"]);
    let run =
        folder.run(&["expand", "--ascii", "LoopWithOnlyArrayAccesses"]).expect(0, &["collect i 16"], &[]);
    assert!(!run.out.contains("include") && run.out.is_ascii());
}

#[test]
fn list_names_idioms_and_building_blocks() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["list"]).expect(0, &["SqrtOfSquare   sqrt(a*a)"], &[]);
    assert!(!run.out.contains("SESE"));
    folder.run(&["list", "--all"]).expect(0, &["SqrtOfSquare", "SESE", "IfBlock"], &[]);
}

#[test]
fn find_in_ir() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    let run = folder.run(&["find", "x.ll"]).expect(0, &[], &[]);
    let lines = [
        "x.ll: found SqrtOfSquare in f",
        "  sqrt_call = %3",
        "  sqrt_fn = @sqrt",
        "  square = %2",
        "  a = %0",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), lines);
    let run = folder.run(&["find", "--idiom", "Loop", "x.ll"]).expect(0, &[], &["nothing found"]);
    assert_eq!(run.out, "");
}

#[test]
fn find_says_when_the_budget_ran_out() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    let run = folder.run(&["find", "--budget", "1", "--idiom", "SqrtOfSquare", "x.ll"]);
    run.expect(0, &["x.ll: gave up on SqrtOfSquare in f: the budget of 1 step"], &[]);
    folder.find(&["--at", "pipeline-start", "--budget", "1", "--idiom", "SqrtOfSquare", "x.ll"]).expect(
        0,
        &["gave up on SqrtOfSquare in f"],
        &[],
    );
}

#[test]
fn find_writes_one_report_per_input() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("empty.ll", ""), ("broken.ll", "define")]);
    let inputs = ["find", "--format", "json", "--idiom", "SqrtOfSquare", "x.ll", "broken.ll", "empty.ll"];
    // What is wrong with one does not keep the others from being searched.
    let run = folder.run(&inputs).expect(2, &[], &["broken.ll"]);
    let reports = run.reports();
    let sources: Vec<&str> = reports.iter().map(|report| report["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["x.ll", "empty.ll"]);
    assert_eq!(reports[0]["schema_version"], 1);
    let finding = &reports[0]["findings"][0];
    assert_eq!((&finding["idiom"], &finding["function"]), (&"SqrtOfSquare".into(), &"f".into()));
    assert_eq!(finding["variables"][3], serde_json::json!({"name": "a", "value": "%0"}));
    assert_eq!(reports[1]["findings"], serde_json::json!([]));
}

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
    // Nothing is in registers yet; at a point of the pipeline it is.
    folder.run(&["find", "square.bc"]).expect(0, &[], &["square.bc: nothing found"]);
    let out = ["square.bc: found SqrtOfSquare in f"];
    folder.find(&["--at", "pipeline-early-simplification", "square.bc"]).expect(0, &out, &[]);
}

#[test]
fn variables_nest_as_their_names_do() {
    let own = "Constraint Own (include For @ {outer.loop} ∧ {outer.end} = {outer.loop.end}) End";
    let folder = Folder::new(&[("own.candl", own), ("loop.c", LOOP_C)]);
    let run = folder.find(&["--spec", "own.candl", "--idiom", "Own", "loop.c"]).expect(
        0,
        &["  outer\n    loop\n"],
        &[],
    );
    assert!(run.out.contains("\n      iterator = %") && run.out.contains("\n    end = br "), "{}", run.out);
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

#[test]
fn a_users_idiom_is_not_mixed_with_the_built_in_one() {
    let own = "Constraint SqrtOfSquare ( opcode{product} = fmul ) End";
    let folder = Folder::new(&[("own.candl", own), ("x.c", SQUARE_C)]);
    let arguments = ["--spec", "own.candl", "--idiom", "SqrtOfSquare", "x.c"];
    let run = folder.find(&arguments).expect(0, &["product = %"], &["N0303"]);
    assert!(!run.out.contains("sqrt_call"));
}

#[test]
fn the_plugin_is_found_beside_the_command() {
    let folder = Folder::new(&[("x.c", SQUARE_C)]);
    let beside = folder.0.path().join("bin");
    std::fs::create_dir(&beside).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_idiom"), beside.join("idiom")).unwrap();
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

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    for arguments in [&["list", "--all"][..], &["find", "x.ll"], &["--help"]] {
        let mut command = folder.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{arguments:?}");
        assert!(run.err.lines().all(|line| line.starts_with("note:")), "{arguments:?}: {run:?}");
    }
}

const DOUBLED: &str =
    "Constraint Doubled\n( opcode{sum} = add\n∧ {x} = {sum}.args[0]\n∧ {x} = {sum}.args[1])\nEnd\n";
const SUMS_C: &str =
    "int twice(int a) { return a - 7; }\nint sum(int a, int b) {\n  return (a + b) * 3;\n}\n";

#[test]
fn explain_says_how_far_the_search_came_and_what_failed() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("own.candl", DOUBLED), ("x.c", SUMS_C)]);
    // In IR: g has no square. f has one, and needs no explanation.
    let run = folder.run(&["find", "--explain", "--idiom", "SqrtOfSquare", "x.ll"]).expect(
        0,
        &[
            "found SqrtOfSquare in f",
            "x.ll: no SqrtOfSquare in g: 6 of 7 hold\n  failing: `{a} = {square}.args[1]` at idioms/sqrt_of_square.candl:9:3\n",
            "    `a` is %0, `parameter`\n",
            "  with\n    sqrt_call = %4\n",
        ],
        &[],
    );
    assert!(!run.out.contains("no SqrtOfSquare in f"), "{run:?}");
    // Nothing is explained that nobody asked about.
    let run = folder.run(&["find", "--idiom", "SqrtOfSquare", "x.ll"]).expect(0, &["in f"], &[]);
    assert!(!run.out.contains("in g"), "{run:?}");
    let run = folder.run(&["find", "--explain", "--idiom", "SqrtOfSquare", "--function", "^f", "x.ll"]);
    assert!(!run.expect(0, &["in f"], &[]).out.contains("in g"));
    // In sources: by the plugin, with source lines.
    let arguments = ["--explain", "--spec", "own.candl", "--idiom", "Doubled", "x.c"];
    folder.find(&arguments).expect(
        0,
        &[
            "x.c:3:13: no Doubled in sum: 2 of 3 hold\n    3 |   return (a + b) * 3;\n",
            "  failing: `{x} = {sum}.args[",
            "at own.candl:",
            "`sum` is %3, `add` at x.c:3:13\n",
        ],
        &["x.c: nothing found\n"],
    );
    folder.find(&arguments[1..]).expect(0, &[], &["x.c: nothing found; `--explain` says why\n"]);
}

#[test]
fn explanations_as_json_are_of_the_schema() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("own.candl", DOUBLED), ("x.c", SUMS_C)]);
    let run = folder.run(&["find", "--explain", "--format", "json", "--idiom", "SqrtOfSquare", "x.ll"]);
    let report = run.expect(0, &[], &[]).reports().remove(0);
    let misses = report["near_misses"].as_array().unwrap();
    assert_eq!(misses.len(), 1);
    assert_eq!((&misses[0]["idiom"], &misses[0]["function"]), (&"SqrtOfSquare".into(), &"g".into()));
    assert_eq!((&misses[0]["satisfied"], &misses[0]["total"]), (&6.into(), &7.into()));
    assert_eq!(misses[0]["failing"][0]["constraint"], "{a} = {square}.args[1]");
    assert_eq!(misses[0]["failing"][0]["place"]["line"], 9);
    let about = misses[0]["about"].as_array().unwrap();
    assert!(
        about.contains(&serde_json::json!({"name": "square", "value": "%3", "kind": "fmul"})),
        "{about:?}"
    );
    assert!(
        about.contains(&serde_json::json!({"name": "a", "value": "%0", "kind": "parameter"})),
        "{about:?}"
    );
    let arguments = ["--function", "^sum", "--format", "json", "--spec", "own.candl", "--idiom", "Doubled"];
    let run = folder.find(&[&arguments[..], &["--explain", "x.c"]].concat());
    let report = run.expect(0, &[], &[]).reports().remove(0);
    let functions: Vec<&Value> =
        report["near_misses"].as_array().unwrap().iter().map(|miss| &miss["function"]).collect();
    assert_eq!(functions, ["sum"]);
    let report = folder.find(&[&arguments[..], &["x.c"]].concat()).expect(0, &[], &[]).reports().remove(0);
    assert_eq!(report.get("near_misses"), None);
}

#[test]
fn what_the_plugin_found_before_the_code_changed_is_not_explained_away() {
    // clang folds the root of a square between the two passes.
    let folder = Folder::new(&[("x.c", SQUARE_C)]);
    let arguments = ["--explain", "--idiom", "SqrtOfSquare", "x.c", "--", "-ffast-math"];
    let run = folder.find(&arguments).expect(0, &["found SqrtOfSquare in f"], &[]);
    assert!(!run.out.contains("no SqrtOfSquare"), "{run:?}");
    // One of the user's with the same name is another.
    let own = "Constraint SqrtOfSquare ( opcode{mine} = fsub ) End";
    std::fs::write(folder.0.path().join("own.candl"), own).unwrap();
    folder.find(&[&["--spec", "own.candl"], &arguments[..]].concat()).expect(
        0,
        &["no SqrtOfSquare in f: 0 of 1 hold"],
        &["nothing found"],
    );
}

#[test]
fn a_limit_that_is_reached_is_told() {
    let spec = |limit: u32| {
        format!(
            "Constraint Users\n( ir_type{{a}} = argument\n∧ collect i {limit} {{a}} ∈ {{use[i]}}.args)\nEnd\n"
        )
    };
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("one.candl", &spec(1)), ("two.candl", &spec(2))]);
    let place = "the collect at one.candl:3:3 has more than 1 members somewhere";
    let find =
        |file, format| folder.run(&["find", "--spec", file, "--idiom", "Users", "--format", format, "x.ll"]);
    let ll = "define i32 @h(i32 %0) {\n  %2 = add i32 %0, 1\n  %3 = mul i32 %0, %2\n  ret i32 %3\n}\n";
    std::fs::write(folder.0.path().join("x.ll"), ll).unwrap();
    let head = format!("x.ll: reached a limit of Users in h: {place}");
    find("one.candl", "text").expect(0, &[&head], &["x.ll: nothing found"]);
    let report = find("one.candl", "json").expect(0, &[], &[]).reports().remove(0);
    assert_eq!(report["findings"][0]["outcome"], "limit-reached");
    let enough = find("two.candl", "text").expect(0, &["found Users in h"], &[]);
    assert!(!enough.out.contains("limit"), "{enough:?}");
}

#[test]
fn the_lack_of_source_lines_is_explained_once() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("y.ll", SQUARE_LL), ("x.c", SQUARE_C)]);
    let run = folder.run(&["find", "x.ll", "y.ll"]);
    let run = run.expect(0, &["x.ll: found SqrtOfSquare in f", "y.ll: found", "sqrt_call = %3"], &[]);
    assert_eq!(run.err.matches("-gline-tables-only").count(), 1, "{run:?}");
    let run = folder.find(&["x.c", "--", "-ffast-math"]).expect(0, &["x.c:2:29: found"], &[]);
    assert!(!run.err.contains("-gline-tables-only"), "{run:?}");
    let without = folder.find(&["x.c", "--", "-ffast-math", "-g0"]);
    without.expect(0, &["x.c: found SqrtOfSquare in f"], &["-gline-tables-only"]);
}

/// What `idiom doctor` says of the LLVM of this build, with the plugin that is for it alone.
#[test]
fn doctor_loads_the_plugin_into_what_is_there() {
    let folder = Folder::new(&[("text.so", "no plugin\n")]);
    let plugin = plugin();
    let run = folder.run(&["doctor", "--format", "json", "--plugin", plugin.to_str().unwrap()]);
    let answer: Value = serde_json::from_str(&run.expect(0, &[], &[]).out).unwrap();
    let own = env!("IDIOM_LLVM_MAJOR");
    let hosts = answer["hosts"].as_array().unwrap();
    let state_of = |major: &str| -> Vec<&str> {
        let is_it = |host: &&Value| host["version"].as_str().unwrap().split('.').next() == Some(major);
        hosts.iter().filter(is_it).map(|host| host["state"].as_str().unwrap()).collect()
    };
    assert!(!state_of(own).is_empty() && state_of(own).iter().all(|state| *state == "served"), "{answer:#}");
    // It serves no other, and says what would.
    for host in hosts.iter().filter(|host| host["state"] != "served") {
        let said = host["said"].as_str().unwrap();
        assert!(said.contains("scripts/build.sh") || said.contains(&format!("use clang-{own}")), "{said}");
    }

    folder.run(&["doctor", "--plugin", "text.so"]).expect(1, &["LLVM", "not served", "text.so"], &[]);
    folder.run(&["doctor", "--plugin", "nowhere.so"]).expect(2, &[], &["nowhere.so"]);
    // cargo leaves no plugin for all LLVMs beside the command.
    folder.run(&["doctor"]).expect(1, &["there is no", "libidiom.so", "scripts/build.sh all"], &[]);
}
