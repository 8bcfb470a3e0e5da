//! Worst-case specifications end within the limits of a search, in a process whose memory is limited
//! accordingly.

use super::{Folder, Run};
use std::fmt::Write as _;
use std::process::Command;

/// The limit of address space in KiB: libLLVM and the program, the default limit of a search, and the same
/// amount as reserve.
const ADDRESS_SPACE: u32 = 1_500_000;

const FOUR: &str = "opcode{a} = load ∧ opcode{b} = load ∧ opcode{c} = load ∧ opcode{d} = load";

/// A function with `count` loads.
fn loads(count: usize) -> String {
    let mut text = "define i64 @f(ptr %p) {\n".to_owned();
    for k in 0..count {
        writeln!(text, "  %v{k} = load volatile i64, ptr %p").unwrap();
    }
    text + "  ret i64 %v0\n}\n"
}

/// Searches a function with 300 loads for the specification.
fn find(specifications: &str, options: &[&str]) -> Run {
    let folder = Folder::new(&[("x.ll", &loads(300)), ("own.candl", specifications)]);
    let shell = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let arguments = ["find", "--spec", "own.candl", "--idiom", "Own"].iter().chain(options).chain(&["x.ll"]);
    let idiom = folder.command(&[]);
    let mut command = Command::new("sh");
    command.arg("-c").arg(shell).arg(idiom.get_program()).args(arguments);
    Run::of(command.current_dir(folder.0.path()).output().unwrap())
}

#[test]
fn solutions_of_unconnected_parts() {
    let own = format!("Constraint Own ({FOUR}) End");
    let run = find(&own, &[]).expect(
        0,
        &["gave up on Own in f: the search would hold more than 256 MiB of memory"],
        &[],
    );
    assert_eq!(run.out.matches("found Own").count(), 1000);
    assert!(run.out.contains("findings beyond the first 1000 are not told"), "{}", run.out);
    let run = find(&own, &["--memory", "2", "--findings", "3"]);
    let run = run.expect(0, &["the search would hold more than 2 MiB of memory; there may be more"], &[]);
    assert_eq!(run.out.matches("found Own").count(), 3);
    find(&own, &["--budget", "1000"]).expect(0, &["the budget of 1000 steps ran out"], &[]);
    // If all findings are listed, there is no note about others.
    let pairs = "Constraint Own (opcode{a} = load ∧ opcode{b} = load) End";
    let run = find(pairs, &["--findings", "90000"]);
    assert!(
        run.out.matches("found Own").count() == 90_000 && !run.out.contains("not told"),
        "{}",
        run.out.len()
    );
    find(pairs, &["--findings", "89999"]).expect(0, &["1 finding beyond the first 89999 is not told"], &[]);
}

#[test]
fn rows_that_a_call_hides() {
    let own = format!(
        "Constraint Own (opcode{{r}} = ret ∧ {{v}} ∈ {{r}}.args ∧ include Four ({{v}}->{{a}})) End
         Constraint Four ({FOUR}) End"
    );
    find(&own, &[]).expect(0, &["gave up on Own in f: the search would hold more than 256 MiB"], &[]);
}

#[test]
fn rows_that_nobody_sees() {
    let own = format!(
        "Constraint Own (opcode{{r}} = ret ∧ collect i 0 (include Four @ {{f[i]}} ∧ {{f[i].a}} != {{f[i].a}})) End
         Constraint Four ({FOUR}) End"
    );
    find(&own, &["--memory", "1", "--budget", "2000000"]).expect(
        0,
        &["gave up on Own in f: the budget of 2000000 steps ran out"],
        &[],
    );
}

#[test]
fn near_misses() {
    let own = "Constraint Own (opcode{a} = load ∧ opcode{b} = load ∧ include Third) End
        Constraint Third (opcode{z} = load ∧ {z} ∈ {a}.args ∧ {z} != {b}) End";
    find(own, &["--explain"]).expect(0, &["no Own in f: "], &[]);
    find(own, &["--explain", "--memory", "4"]).expect(
        0,
        &["gave up on Own in f: the search would hold more than 4 MiB"],
        &[],
    );
}
