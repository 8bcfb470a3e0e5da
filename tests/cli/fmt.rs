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
