//! `idiom find --explain`: the reasons why idioms are not found.

use super::{Folder, SQUARE_C, SQUARE_LL};
use serde_json::Value;

const DOUBLED: &str =
    "Constraint Doubled\n( opcode{sum} = add\n∧ {x} = {sum}.args[0]\n∧ {x} = {sum}.args[1])\nEnd\n";

const SUMS_C: &str =
    "int twice(int a) { return a - 7; }\nint sum(int a, int b) {\n  return (a + b) * 3;\n}\n";

#[test]
fn explain_says_how_far_the_search_came_and_what_failed() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("own.candl", DOUBLED), ("x.c", SUMS_C)]);
    // In IR: g has no square. f has one and gets no explanation.
    let run = folder.run(&["find", "--explain", "--idiom", "SqrtOfSquare", "x.ll"]).expect(
        0,
        &[
            "found SqrtOfSquare in f",
            "x.ll: no SqrtOfSquare in g: 6 of 7 hold\n  failing: `{a} = {square}.args[1]` at idioms/sqrt_of_square.candl:11:3\n",
            "    `a` is %0, `parameter`\n",
            "  with\n    sqrt_call = %4\n",
        ],
        &[],
    );
    assert!(!run.out.contains("no SqrtOfSquare in f"), "{run:?}");
    // Without `--explain` there are no explanations.
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
    assert_eq!(misses[0]["failing"][0]["place"]["line"], 11);
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
    // A user's idiom with the same name is a different one.
    let own = "Constraint SqrtOfSquare ( opcode{mine} = fsub ) End";
    std::fs::write(folder.0.path().join("own.candl"), own).unwrap();
    folder.find(&[&["--spec", "own.candl"], &arguments[..]].concat()).expect(
        0,
        &["no SqrtOfSquare in f: 0 of 1 hold"],
        &["nothing found"],
    );
}
