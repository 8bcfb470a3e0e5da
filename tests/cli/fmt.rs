//! `idiom fmt`: files and stdin.

use super::{BAD, Folder, GOOD, Run};
use std::io::Write;
use std::process::Stdio;

#[test]
fn fmt_rewrites_and_checks() {
    let loose = "# Adds.\nConstraint Adds (opcode{x}=add && {y} in {x}.args) End # so\n";
    let tidy = "# Adds.\nConstraint Adds\n( opcode{x} = add\n∧ {y} ∈ {x}.args)\nEnd  # so\n";
    let folder = Folder::new(&[("loose.candl", loose), ("tidy.candl", GOOD), ("bad.candl", BAD)]);
    let run = folder.run(&["fmt", "--check", "loose.candl", "tidy.candl"]).expect(1, &[], &[]);
    assert_eq!((run.out.as_str(), folder.read("loose.candl").as_str()), ("loose.candl\n", loose));
    // A file with errors is not changed, and does not prevent the formatting of the others.
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
    let run = filter(&["fmt", "-"], &GOOD.replace('\n', " "));
    assert_eq!((run.code, run.out.as_str()), (Some(0), GOOD));
}

/// Runs the command with a text on stdin.
pub(super) fn filter(arguments: &[&str], input: &str) -> Run {
    let folder = Folder::new(&[]);
    let mut command = folder.command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

#[test]
fn stdin_is_checked_and_searched() {
    let run = filter(&["check", "-"], "Constraint A opcode{x} = ad End");
    assert!(run.code == Some(1) && run.out.contains("<stdin>:1:26"), "{}", run.out);
    assert_eq!(filter(&["check", "-"], GOOD).code, Some(0));
    let ir = "define i32 @f(i32 %a, i32 %b, i32 %c) {\n  %s = add i32 %a, %b\n  %t = add i32 %s, %c\n  ret i32 %t\n}\n";
    let run = filter(&["find", "--idiom", "SumChain[N=2]", "-"], ir);
    assert!(run.code == Some(0) && run.out.contains("%t"), "{}", run.out);
    let run = filter(&["find", "--idiom", "SumChain[N=2]", "-"], "no IR");
    assert!(run.code == Some(2) && run.out.is_empty(), "{}", run.out);
}
