//! `idiom check`: diagnostics, as text and as JSON.

use super::{BAD, Folder, GOOD};

#[test]
fn check_reports_everything_at_once() {
    let folder = Folder::new(&[("good.candl", GOOD), ("bad.candl", BAD)]);
    assert_eq!(folder.run(&["check", "good.candl"]).expect(0, &[], &[]).out, "");
    let out =
        ["error[E0304]", "bad.candl:1:30", "error[E0201]", "opcode{x} = addd", "^^^^", "did you mean `add`?"];
    folder.run(&["check", "bad.candl"]).expect(1, &out, &["2 errors"]);
    // The files are checked together, so a name is defined twice.
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
fn more_general_idioms_have_to_exist() {
    let own = |names: &str| format!("# > {{a}}\n# < {names}\nConstraint Own opcode{{a}} = load End\n");
    for (names, warnings) in [("ScalarReduction, Own", 0), ("ScalarReductoin", 1), ("None, Nowhere", 2)] {
        let folder = Folder::new(&[("own.candl", &own(names))]);
        let run = folder.run(&["check", "own.candl"]);
        assert_eq!(run.out.matches("leaves out nothing").count(), warnings, "{names}: {}", run.out);
    }
    let folder = Folder::new(&[("own.candl", &own("ScalarReductoin"))]);
    let out = folder.run(&["check", "own.candl"]).out;
    assert!(out.contains("there is no specification `ScalarReductoin`"), "{out}");
    assert!(out.contains("did you mean `ScalarReduction`?"), "{out}");
}

#[test]
fn parts_that_nothing_connects() {
    let two = "Constraint Two ( opcode{a} = load ∧ opcode{b} = load ∧ {p} ∈ {b}.args ) End";
    let chain = "Constraint Chain ( opcode{a} = load ∧ {b} ∈ {a}.args ∧ opcode{b} = load ) End";
    let named = "Constraint Named ( opcode{a} = load ∧ function_name{f} = sqrt ) End";
    let hidden = "Constraint Hidden ( opcode{r} = ret ∧ include Two @ {both} ) End ";
    // One include connects variables that the other one does not.
    let both = "Constraint Both ( include Two ∧ domination({a}, {b}) ) End ";
    let either =
        "Constraint Either ( opcode{a} = load ∧ opcode{b} = load ∧ ( {a} ≠ {b} ∨ {b} is unused ) ) End";
    let none = "Constraint None ( opcode{r} = ret ∧ collect i 0 ( opcode{x[i]} = load ) ) End";
    let stores = "Constraint Stores ( opcode{a} = load ∧ ( opcode{b} = store ∨ opcode{b} = load ) ) End";
    let few =
        "Constraint Few ( opcode{a} = load ∧ ( function_name{f} = sqrt ∨ function_name{f} = fabs ) ) End";
    // The first witness ends the search, so a quantifier does not multiply its cost.
    let pairs = "Constraint Pairs ( opcode{r} = ret ∧ collect i 0 ( opcode{x[i]} = load ∧ opcode{y[i]} = load ) ) End";
    let check = |text: &str, count: usize| {
        let folder = Folder::new(&[("own.candl", text)]);
        let run = folder.run(&["check", "own.candl"]);
        assert_eq!(
            (run.code, run.out.matches("warning[W0503]").count()),
            (Some(0), count),
            "{text}: {}",
            run.out
        );
        run.out
    };
    let report = check(two, 1);
    assert!(
        report.contains("nothing connects `b` with `a`") && report.contains("own.candl:1:37"),
        "{report}"
    );
    for (text, count) in [(chain, 0), (named, 0), (either, 0), (none, 0), (pairs, 0), (few, 0)] {
        check(text, count);
    }
    check(stores, 1);
    // An included specification need not be connected by itself.
    check(&format!("{both}{two}"), 0);
    check(&format!("{hidden}{two}"), 1);
}

#[test]
fn colours_on_request() {
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
fn a_file_without_end_is_refused() {
    let folder = Folder::new(&[]);
    folder.run(&["check", "/dev/zero"]).expect(1, &["error[E0105]", "too large"], &["1 error"]);
    folder.run(&["fmt", "--check", "/dev/zero"]).expect(2, &[], &["error[E0105]"]);
}
