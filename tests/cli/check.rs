//! `idiom check`: diagnostics, as text and as JSON.

use super::{BAD, Folder, GOOD};

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
fn a_file_without_end_is_refused() {
    let folder = Folder::new(&[]);
    folder.run(&["check", "/dev/zero"]).expect(1, &["error[E0105]", "too large"], &["1 error"]);
    folder.run(&["fmt", "--check", "/dev/zero"]).expect(2, &[], &["error[E0105]"]);
}
