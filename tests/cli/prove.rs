//! `idiom prove` and `idiom apply`: verdicts on rewrites that hold and on similar ones that do not, and the
//! applied rewrites. Without z3 the proofs are skipped with a message.

use super::Folder;
use super::rules::has_z3;

/// Rewrites of `{r}`, and whether they hold.
const CASES: &[(&str, &str, &str)] = &[
    ("{r} ~ ({x} | {y}) - ({x} & {y})", "{x} ^ {y}", "proven"),
    ("{r} ~ ({x} | {y}) - ({x} ^ {y})", "{x} & {y}", "proven"),
    ("{r} ~ ({x} | {y}) - ({x} & {y})", "{x} | {y}", "refuted"),
    // Each use of undef may be another number, so a target that uses it once differs.
    ("{r} ~ {x} * 2", "{x} + {x}", "refuted"),
    ("{r} ~ {x} * 2", "{x} << 1", "proven"),
    ("{r} ~ {x} /u 8", "{x} >>u 3", "proven"),
    ("{r} ~ {x} /s 8", "{x} >>s 3", "refuted"),
    ("{r} ~ {x} %u 8", "{x} & 7", "proven"),
    // A partly undef value is one of several numbers, possibly another one at each use.
    ("{r} ~ ctz({x}) ∧ data_type{x} = i8", "popcount(~{x} & {x} - 1)", "refuted"),
    ("{r} ~ ctz({x}) ∧ data_type{x} = i8", "popcount(~freeze({x}) & freeze({x}) - 1)", "proven"),
    ("{r} ~ {x} - ({x} + 1)", "~{x} + {x}", "proven"),
    ("{r} ~ {x} ^ {x}", "{x} - {x}", "refuted"),
    // A select ignores an operand that is poison and not chosen; an `and` does not.
    ("{r} ~ {c} ? {x} : 0 ∧ data_type{c} = i1 ∧ data_type{x} = i1", "{c} & {x}", "refuted"),
    ("{r} ~ {c} ? {x} : 0 ∧ data_type{c} = i1 ∧ data_type{x} = i1", "{c} & freeze({x})", "proven"),
    (
        "{r} ~ minu(zext({x}) + zext({y}), 255) ∧ data_type{x} = i8 ∧ data_type{y} = i8",
        "zext(uadd.sat({x}, {y}))",
        "proven",
    ),
    (
        "{r} ~ minu(zext({x}) + zext({y}), 255) ∧ data_type{x} = i8 ∧ data_type{y} = i8",
        "zext(sadd.sat({x}, {y}))",
        "refuted",
    ),
    (
        "{r} ~ minu(zext({x}) + zext({y}), 254) ∧ data_type{x} = i8 ∧ data_type{y} = i8",
        "zext(uadd.sat({x}, {y}))",
        "refuted",
    ),
    ("{r} ~ {x} <u {y} ? {x} : {y}", "minu({x}, {y})", "proven"),
    ("{r} ~ {x} <u {y} ? {x} : {y}", "mins({x}, {y})", "refuted"),
    ("{r} ~ ({x} << {n}) | ({x} >>u (8 - {n})) ∧ data_type{x} = i8", "fshl({x}, {x}, {n})", "proven"),
    ("{r} ~ ({x} << {n}) | ({x} >>u (8 - {n})) ∧ data_type{x} = i8", "fshr({x}, {x}, {n})", "refuted"),
];

#[test]
fn verdicts() {
    if !has_z3() {
        return;
    }
    for (formula, gives, verdict) in CASES {
        let text = format!("Rewrite A ( {formula} ) gives {{r}} = {gives} End\n");
        let folder = Folder::new(&[("a.candl", &text)]);
        let code = i32::from(*verdict == "refuted");
        let run =
            folder.run(&["prove", "--widths", "8,16", "--format", "json", "a.candl"]).expect(code, &[], &[]);
        let report = &run.reports()[0]["rewrites"][0];
        assert_eq!(report["verdict"], *verdict, "{formula} gives {gives}: {report:#}");
        let proven = report["proven"].as_array().unwrap();
        let certificate: serde_json::Value = serde_json::from_str(&folder.read("a.candl.proof")).unwrap();
        // A form that is a case of a more general one needs no proof of its own.
        let count = certificate["proven"].as_array().unwrap().len();
        assert!(count <= proven.len() && (count == 0) == proven.is_empty(), "{count} of {}", proven.len());
        if *verdict == "refuted" {
            assert!(report["refuted"][0]["counterexample"]["target"].is_string(), "{report:#}");
        } else {
            assert!(!proven.is_empty());
        }
    }
}

#[test]
fn mistakes_are_reported_at_their_places() {
    let cases = [
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {z} End", "`{z}` does not occur"),
        ("Rewrite A ({r} ~ {x} + {_}) gives {r} = {x} End", "names every operand"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = call f({x}) End", "no `extern` declares `f`"),
        ("Rewrite A ({r} ~ {x} + {y}) extern int f(int) gives {r} = call f({x}) End", "may have effects"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} < {y} ? {x} : {y} End", "signed or unsigned"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = *{x} End", "matched, not made"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = popcnt({x}) End", "did you mean `popcount`?"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x}, {r} = {y} End", "replaced twice"),
        ("Rewrite A ({r} ~ {x} + {y}) End", "expected `gives`"),
    ];
    for (text, expected) in cases {
        let folder = Folder::new(&[("a.candl", text)]);
        folder.run(&["check", "a.candl"]).expect(1, &[expected], &[]);
    }
}

#[test]
fn fmt_keeps_the_clauses() {
    let text = "Rewrite A\n{r} ~ sqrt({x} * {x})\nextern double hypot(double, double) pure\ngives {r} = call hypot({x}, {x} + -1),\n      {x} = zext i32 ({x} >>u 3)\ntrusting \"me\"\nalways\nEnd\n";
    let folder = Folder::new(&[("a.candl", text)]);
    folder.run(&["fmt", "a.candl"]).expect(0, &[], &[]);
    assert_eq!(folder.read("a.candl"), text);
}

/// A solver that answers `unknown` to every query.
const SILENT: &str = "#!/bin/sh
[ \"$1\" = --version ] && { echo Silent 1; exit; }
while read -r line; do
  case $line in
    *check-sat*) echo unknown ;;
    *'print-success false'*) quiet=yes ;;
    *) [ \"$quiet\" ] || echo success ;;
  esac
done
";

/// A rewrite that is neither proven nor trusted is no success; the certificate gives the plugin the reason.
#[test]
fn what_is_not_decided_or_not_provable_is_no_success() {
    use std::os::unix::fs::PermissionsExt;
    let of = |formula: &str, gives: &str, rest: &str| {
        format!("Rewrite A ( {formula} ) gives {{r}} = {gives} {rest} End\n")
    };
    let sum = "{r} ~ {x} + {y} ∧ data_type{r} = i8";
    let rounds = "{r} ~ {x} * {y} + {x} * {z} ∧ data_type{r} = double";
    let rule = "%r = add i8 %x, %x\n=>\n%r = shl %x, 1\n";
    let folder = Folder::new(&[
        ("silent", SILENT),
        ("open.candl", &of(sum, "{y} + {x}", "")),
        ("rounds.candl", &of(rounds, "{x} * ({y} + {z})", "")),
        ("trusted.candl", &of(rounds, "{x} * ({y} + {z})", "trusting \"me\"")),
        ("x.opt", rule),
        ("memory.opt", &format!("Name: m\n%r = load %p\n=>\n%r = load %p\n\nName: n\n{rule}")),
    ]);
    std::fs::set_permissions(folder.0.path().join("silent"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let prove = |file: &str| folder.run(&["prove", "--solver", "./silent", file]);
    prove("open.candl").expect(1, &["A: undecided (0 forms proven, 1 not decided)", "no answer"], &[]);
    let certificate: serde_json::Value = serde_json::from_str(&folder.read("open.candl.proof")).unwrap();
    assert_eq!(
        (&certificate["unproven"][0]["rewrite"], &certificate["unproven"][0]["lack"]),
        (&"A".into(), &"undecided".into())
    );
    // The proof covers doubles alone, but the pattern also stands for integers.
    let run = prove("rounds.candl").expect(1, &["A: not provable", "no form: proofs do not know"], &[]);
    assert!(!run.out.contains("type") && !run.out.contains("one value"), "{run:?}");
    prove("trusted.candl").expect(0, &["A: trusted"], &[]);
    let rules = |rest: &[&str]| {
        folder.run(&[&["rules", "prove", "--no-cache", "--solver", "./silent"], rest].concat())
    };
    rules(&["x.opt"]).expect(1, &["R0403"], &["1 not decided"]);
    if has_z3() {
        folder.run(&["rules", "prove", "--no-cache", "x.opt"]).expect(0, &[], &["1 proven"]);
        folder.run(&["rules", "prove", "--no-cache", "memory.opt"]).expect(
            1,
            &["R0209"],
            &["1 not supported"],
        );
    }
}

/// A rewrite that only undef refutes is proven for inputs that are not undef, and by version of LLVM.
#[test]
fn verdicts_by_definedness_and_version() {
    if !has_z3() {
        return;
    }
    let choice = "{r} ~ fabs({x}) ∧ data_type{r} = float ∧ {r} has flag nnan ∧ {r} has flag nsz";
    let ctz = "{r} ~ ctz({x}) ∧ data_type{x} = i8";
    let (older, newer, all) = ("[[16,22]]", "[[23,null]]", "[[16,null]]");
    for (formula, gives, code, plain, defined) in [
        (ctz, "popcount(~{x} & {x} - 1)", 1, vec![(all, "refuted")], Some(vec![(all, "proven")])),
        (ctz, "popcount(~{x} & {x} - 2)", 1, vec![(all, "refuted")], None),
        (ctz, "popcount(~freeze({x}) & freeze({x}) - 1)", 0, vec![(all, "proven")], None),
        (
            choice,
            "olt({x}, 0) ? -{x} : {x}",
            1,
            vec![(all, "refuted")],
            Some(vec![(older, "proven"), (newer, "refuted")]),
        ),
        (
            choice,
            "olt(freeze({x}), 0) ? -freeze({x}) : freeze({x})",
            1,
            vec![(older, "proven"), (newer, "refuted")],
            None,
        ),
        (choice, "copysign({x}, 1.0)", 0, vec![(all, "proven")], None),
    ] {
        let text = format!("Rewrite A ( {formula} ) gives {{r}} = {gives} End\n");
        let folder = Folder::new(&[("a.candl", &text)]);
        let run = folder.run(&["prove", "--format", "json", "a.candl"]).expect(code, &[], &[]);
        let report = &run.reports()[0]["rewrites"][0];
        let records = |verdicts: &[(&str, &str)]| -> serde_json::Value {
            let one = |(llvm, verdict): &(&str, &str)| {
                let llvm: serde_json::Value = serde_json::from_str(llvm).unwrap();
                serde_json::json!({ "llvm": llvm, "verdict": verdict })
            };
            verdicts.iter().map(one).collect()
        };
        assert_eq!(report["verdicts"], records(&plain), "{gives}");
        let expected = defined.as_deref().map_or(serde_json::Value::Null, records);
        assert_eq!(report["where_defined"], expected, "{gives}");
    }
}
