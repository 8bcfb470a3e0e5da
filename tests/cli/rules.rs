//! `idiom rules`: checking, formatting, and proofs by z3. Without z3 the proofs are skipped with a message.

use super::{Folder, Run};
use serde_json::Value;
use std::io::Write as _;
use std::process::Command;

/// A rule that holds, and one that does not.
const GOOD: &str = "Name: double\n%r = add i8 %x, %x\n  =>\n%r = shl %x, 1\n";
const WRONG: &str = "Name: and\n%r = select %b, %c, false\n  =>\n%r = and %b, %c\n";

/// Writes to stderr, which tests do not capture, that a test is skipped.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

pub(super) fn has_z3() -> bool {
    let there = Command::new("z3").arg("--version").output().is_ok();
    if !there {
        skipped("no z3 in PATH");
    }
    there
}

#[test]
fn check_tells_all_at_once() {
    let bad = "Name: a\n%r = ad %x, %y\n=>\n%r = 0\n\nName: b\n%r = add i8 %x, %y\n=>\n%s = trunc i16 %x\n%r = %z\n";
    let folder =
        Folder::new(&[("good.opt", GOOD), ("bad.opt", bad), ("load.opt", "%r = load %p\n=>\n%r = 0\n")]);
    folder.run(&["rules", "check", "good.opt"]).expect(0, &[], &["1 rule\n"]);
    let out = ["error[R0201]", "bad.opt:2:6", "did you mean `add`?", "error[R0301]", "bad.opt:9:"];
    folder.run(&["rules", "check", "bad.opt"]).expect(1, &out, &["2 errors"]);
    let out = ["warning[R0209]: not supported: `load`", "load.opt:1:6"];
    folder.run(&["rules", "check", "load.opt"]).expect(0, &out, &["1 warning"]);
    let run = folder.run(&["rules", "check", "--format", "json", "bad.opt"]).expect(1, &[], &[]);
    assert_eq!(run.reports()[0][0]["code"], "R0201");
    folder.run(&["rules", "check", "absent.opt"]).expect(2, &[], &["absent.opt"]);
}

/// `(x & C1) | C` and `(x | C) & C1` become each other where one bit is in both masks.
const OR_LAST: &str = "Name: or last\nPre: C & C1 == C && C != 0\n%a = or %x, C\n%r = and %a, C1\n  =>\n%b = and %x, C1\n%r = or %b, C\n";
const AND_LAST: &str = "Name: and last\nPre: C & C1 != 0\n%a = and %x, C1\n%r = or %a, C\n  =>\n%b = or %x, C\n%r = and %b, C | C1\n";
/// A rule that precedes the other two; after it, neither of them matches.
const CLEARED: &str = "Name: cleared\nPre: C & C1 == C && C != 0\n%a = and %x, C1\n%r = or %a, C\n  =>\n%b = and %x, C1 & ~C\n%r = or %b, C\n";

#[test]
fn rules_that_undo_each_other_are_named() {
    let both = format!("{OR_LAST}\n{AND_LAST}");
    let negated = "Name: swap\nPre: abs(C) == C || C < 0\n%a = sub %x, %y\n%r = mul %a, C\n  =>\n%b = sub %y, %x\n%r = mul %b, -C\n";
    let once = negated.replace("abs(C) == C || C < 0", "C < 0 && C != -C");
    let prevented = format!("{CLEARED}\n{both}");
    let folder = Folder::new(&[
        ("both.opt", &both),
        ("one.opt", OR_LAST),
        ("swap.opt", negated),
        ("once.opt", &once),
        ("prevented.opt", &prevented),
    ]);
    let out = [
        "error[R0501]: `or last` and `and last` undo each other at i4",
        "and(or(%p0, 1), 3) → or(and(%p0, 3), 1) → and(or(%p0, 1), 3)",
    ];
    folder.run(&["rules", "check", "both.opt"]).expect(1, &out, &["2 rules, 1 error"]);
    folder.run(&["rules", "check", "one.opt"]).expect(0, &[], &["1 rule\n"]);
    let out = ["error[R0501]: `swap` undoes itself at i4", "→ mul(sub(%p1, %p0), "];
    folder.run(&["rules", "check", "swap.opt"]).expect(1, &out, &["1 error"]);
    folder.run(&["rules", "check", "once.opt"]).expect(0, &[], &["1 rule\n"]);
    folder.run(&["rules", "check", "prevented.opt"]).expect(
        0,
        &["warning[R0601]: `cleared` and `and last`"],
        &["3 rules, 1 warning"],
    );
}

/// The tables of the literature: `add` has one set of patterns for its first operand, and three for its second
/// (neither number, 0, 1). A value is anything, 0, 1, or one of the two sums.
#[test]
fn figures_by_the_definitions_of_the_literature() {
    let text =
        "Name: a\n%r = add %x, 0\n  =>\n%r = %x\n\nName: b\n%r = add nsw %x, 1\n  =>\n%r = sub %x, -1\n";
    let folder = Folder::new(&[("a.opt", text), ("b.opt", &text.replace(" nsw", ""))]);
    let run = |file: &str| folder.run(&["rules", "stats", "--like-published", file]);
    run("b.opt").expect(
        0,
        &["5  match sets\n", "4  representer sets", "3  cells", "1×3  table of `add`"],
        &[],
    );
    // Flags make another symbol.
    let out = ["5  match sets\n", "6  representer sets", "1×2  table of `add`\n", "1×2  table of `add nsw`"];
    run("a.opt").expect(0, &out, &[]);
    folder.run(&["rules", "stats", "--like-published", "--dot", "a.opt"]).expect(2, &[], &["--dot"]);
}

/// A rule that only adds flags has no more to add once it was applied. One that adds what another takes away
/// goes on.
#[test]
fn rules_that_add_flags_end() {
    let one = |name: &str, from: &str, to: &str| format!("Name: {name}\n{from}\n  =>\n{to}\n\n");
    let adds = one("adds", "%r = mul %x, %y", "%r = mul nsw %x, %y");
    let below =
        one("below", "%a = shl %x, %y\n%r = lshr %a, %y", "%b = shl nuw %x, %y\n%r = lshr exact %b, %y");
    let doubled = one("there", "%r = mul %x, 2", "%r = shl %x, 1")
        + &one("back", "%r = shl %x, 1", "%r = mul nsw %x, 2");
    let other = one("other", "%r = mul %x, %y", "%r = mul nuw %x, %y");
    let folder = Folder::new(&[("adds.opt", &(adds + &below + &other)), ("doubled.opt", &doubled)]);
    let checked = folder.run(&["rules", "check", "adds.opt"]).expect(0, &[], &["3 rules"]);
    assert!(!checked.out.contains("R0501"), "{}", checked.out);
    let out = ["error[R0501]: `back` and `there` undo each other", "shl(%p0, 1) → mul nsw(%p0, 2)"];
    folder.run(&["rules", "check", "doubled.opt"]).expect(1, &out, &["2 rules, 1 error"]);
}

/// One rule splits a product, since that costs less; the other one joins it, since that is one instruction.
#[test]
fn rules_that_undo_each_other_by_costs() {
    let split = "Name: split\n%r = mul %x, 5\n  =>\n%s = shl %x, 2\n%r = add %s, %x\n";
    let join = "Name: join\n%s = shl %x, 2\n%r = add %s, %x\n  =>\n%r = mul %x, 5\n";
    let both = format!("{split}\n{join}");
    let other = both.replace("shl %x, 2\n%r = add %s, %x\n  =>", "shl %x, 3\n%r = add %s, %x\n  =>");
    let folder =
        Folder::new(&[("both.opt", &both), ("split.opt", split), ("join.opt", join), ("other.opt", &other)]);
    let out = [
        "error[R0501]: `split` and `join` undo each other at i4",
        "mul(%p0, 5) → add(shl(%p0, 2), %p0) → mul(%p0, 5)",
        "where a target's costs are 1, of products 4",
    ];
    folder.run(&["rules", "check", "both.opt"]).expect(1, &out, &["2 rules, 1 error"]);
    for file in ["split.opt", "join.opt"] {
        folder.run(&["rules", "check", file]).expect(0, &[], &["1 rule\n"]);
    }
    folder.run(&["rules", "check", "other.opt"]).expect(0, &[], &["2 rules\n"]);
}

/// Numbers that no search among small ones finds, and a precondition about registers: a solver finds values
/// for both.
#[test]
fn a_solver_finds_the_numbers_of_a_cycle() {
    if !has_z3() {
        return;
    }
    let thousand = "Name: there\nPre: C == 1000\n%r = add %x, C\n  =>\n%r = sub %x, -C\n\nName: back\nPre: C == -1000\n%r = sub %x, C\n  =>\n%r = add %x, -C\n";
    let masked = "Name: apart\nPre: MaskedValueIsZero(%y, -2)\n%r = add %x, %y\n  =>\n%r = xor %x, %y\n\nName: together\nPre: MaskedValueIsZero(%y, -2)\n%r = xor %x, %y\n  =>\n%r = add %x, %y\n";
    let never = thousand.replace("C == -1000", "C == -1001");
    let folder = Folder::new(&[("thousand.opt", thousand), ("masked.opt", masked), ("never.opt", &never)]);
    let out = ["`there` and `back` undo each other", "add(%p0, 1000) → sub(%p0, -1000) → add(%p0, 1000)"];
    folder.run(&["rules", "check", "thousand.opt"]).expect(1, &out, &["2 rules, 1 error"]);
    let out = ["`apart` and `together` undo each other", "add(%p0, ", " → xor(%p0, "];
    folder.run(&["rules", "check", "masked.opt"]).expect(1, &out, &["2 rules, 1 error"]);
    folder.run(&["rules", "check", "never.opt"]).expect(0, &[], &["2 rules\n"]);
}

/// Messages for a built set in place of text, a missing solver, no rules at all, and code that no rule
/// matches.
#[test]
fn messages_state_the_remedy() {
    let folder = Folder::new(&[
        ("a.opt", "Name: a\n%r = add %x, 0\n  =>\n%r = %x\n"),
        ("empty.opt", "; nothing\n"),
        ("f.ll", "define i8 @f(i8 %x) {\n  %r = mul i8 %x, %x\n  ret i8 %r\n}\n"),
    ]);
    let build = ["rules", "build", "--cache", "proofs.jsonl", "-o", "a.set", "a.opt"];
    folder.run(&build).expect(0, &[], &["a.set: 1 rule"]);
    for command in ["check", "stats", "test", "prove"] {
        folder.run(&["rules", command, "a.set"]).expect(2, &[], &["a.set is a built set; name the files"]);
    }
    let missing = ["rules", "prove", "--no-cache", "--solver", "no-such-solver", "a.opt"];
    folder.run(&missing).expect(2, &[], &["cannot run `no-such-solver`", "apt-get install z3"]);
    for command in ["check", "test"] {
        folder.run(&["rules", command, "empty.opt"]).expect(0, &[], &["no rules"]);
    }
    let lacks = ["a.opt:1: `a` lacks more than one thing everywhere"];
    folder.run(&["rules", "explain", "--rules", "a.opt", "f.ll"]).expect(0, &[], &lacks);
}

/// Rules as users of LLVM's IR write them at first, and the messages that help.
#[test]
fn messages_help_a_newcomer() {
    for (rule, expected) in [
        ("%r = add x, x\n=>\n%r = shl x, 1\n", &["`x` is no operand", "registers begin with `%`"][..]),
        ("%r = mul %x, K\n=>\n%r = %x\n", &["`K` is no operand", "constants are named `C`"]),
        ("%r = add %x %x\n=>\n%r = shl %x, 1\n", &["operands are separated by `,`"]),
        ("Pre: isPow2(C)\n%r = mul %x, C\n=>\n%r = %x\n", &["did you mean `isPowerOf2`?"]),
        ("%r = fadd float %x, 0.0\n=>\n%r = %x\n", &["R0209", "not supported: `fadd`"]),
        (
            "%r = call i8 @llvm.umin.i8(i8 %x, i8 %y)\n=>\n%r = %x\n",
            &["intrinsics are written by their names"],
        ),
        ("define i8 @f(i8 %x) {\n%r = add %x, 0\n=>\n%r = %x\n", &["without a function around them"]),
        (
            "%r = add i8 %x, 300\n=>\n%r = %x\n",
            &["R0301", "the number needs 9 bits, and the value has 8 bits"],
        ),
        ("%r = and nsw %x, %y\n=>\n%r = %x\n", &["`and` has no flag `nsw`"]),
        ("%r = icmp lt %x, %y\n=>\n%r = true\n", &["did you mean `ult`?"]),
        ("%r = add %x, 0\n=>\n%s = %x\n", &["the target does not define `%r`"]),
        ("%r = add %x, 0\n=>\n%r = %y\n", &["the source has no `%y`"]),
        ("%r = add %x, 0\n%r = %x\n", &["R0105", "lacks `=>`"]),
        ("%a = mul %x, %y\n%r = add %x, 0\n=>\n%r = %x\n", &["the source does not need `%a`"]),
        ("%a = zext i8 %x to i16\n%r = add i8 %a, 1\n=>\n%r = %x\n", &["8 bits", "16 bits because of this"]),
    ] {
        let folder = Folder::new(&[("r.opt", rule)]);
        let run = folder.run(&["rules", "check", "r.opt"]);
        expected.iter().for_each(|text| assert!(run.out.contains(text), "{rule}{run:?}"));
    }
}

#[test]
fn fmt_rewrites_what_it_understands() {
    let folder =
        Folder::new(&[("x.opt", "%r=add %x,0 ; c\n=>\n%r=%x\n"), ("bad.opt", "%r = ad %x\n=>\n%r = 0\n")]);
    folder.run(&["rules", "fmt", "--check", "x.opt"]).expect(1, &["x.opt"], &[]);
    folder.run(&["rules", "fmt", "x.opt"]).expect(0, &[], &[]);
    assert_eq!(folder.read("x.opt"), "%r = add %x, 0  ; c\n  =>\n%r = %x\n");
    folder.run(&["rules", "fmt", "--check", "x.opt"]).expect(0, &[], &[]);
    folder.run(&["rules", "fmt", "bad.opt"]).expect(2, &[], &["error[R0201]"]);
    assert_eq!(folder.read("bad.opt"), "%r = ad %x\n=>\n%r = 0\n");
}

#[test]
fn fmt_leaves_a_rule_alone_that_is_not_supported() {
    let vector = "Name: v\n%r = add <4 x i8> %x, %y\n=>\n%r = add %y, %x\n";
    let folder = Folder::new(&[("v.opt", vector)]);
    folder.run(&["rules", "fmt", "v.opt"]).expect(0, &[], &[]);
    assert_eq!(folder.read("v.opt"), vector);
    for (text, printed) in [(vector, vector), ("%r=add %x,0=>%r=%x", "%r = add %x, 0\n  =>\n%r = %x\n")] {
        let run = super::fmt::filter(&["rules", "fmt", "-"], text).expect(0, &[], &[]);
        assert_eq!(run.out, printed);
    }
}

/// Rules by name, and their verdicts at 1, 4 and 8 bits. Beside each rule that holds is a similar one that
/// does not.
const VERDICTS: &[(&str, &str, &str)] = &[
    ("poison through and", "%r = select %b, %c, false => %r = and %b, %c", "refuted"),
    ("frozen", "%r = select %b, %c, false => %f = freeze %c\n%r = and %b, %f", "proven"),
    ("promised", "%r = select %b, noundef %c, false => %r = and %b, %c", "proven"),
    ("shift at one bit", "%r = add %x, %x => %r = shl %x, 1", "refuted"),
    ("shift", "%r = add i8 %x, %x => %r = shl %x, 1", "proven"),
    ("shift nuw", "%r = add nuw i8 %x, %x => %r = shl nuw nsw %x, 1", "refuted"),
    ("does not fit", "%r = mul %x, 1 => %a = add %x, 2\n%r = add %a, -2", "refuted"),
    (
        "two uses of undef",
        "%a = and %x, 1\n%b = lshr i8 %x, 1\n%r = add %a, %b => %c = lshr %x, 1\n%r = sub %x, %c",
        "refuted",
    ),
    (
        "no undef",
        "%a = and noundef %x, 1\n%b = lshr i8 %x, 1\n%r = add %a, %b => %c = lshr %x, 1\n%r = sub %x, %c",
        "proven",
    ),
    ("as many uses", "%r = mul %x, %x => %r = mul %x, %x", "proven"),
    ("more uses", "%r = shl i8 %x, 1 => %r = add %x, %x", "refuted"),
    ("frozen uses", "%r = shl i8 %x, 1 => %f = freeze %x\n%r = add %f, %f", "proven"),
    ("least by -1", "%n = sub nsw 0, %x\n%r = sdiv %n, C => %r = sdiv %x, -C", "refuted"),
    (
        "not by -1",
        "Pre: C != 1 && !isSignBit(C)\n%n = sub nsw 0, %x\n%r = sdiv %n, C => %r = sdiv %x, -C",
        "proven",
    ),
    (
        "analysis says no",
        "Pre: !WillNotOverflowUnsignedAdd(%x, %y)\n%r = add %x, %y => %r = add nuw %x, %y",
        "refuted",
    ),
    (
        "analysis says yes",
        "Pre: WillNotOverflowUnsignedAdd(%x, %y)\n%r = add %x, %y => %r = add nuw %x, %y",
        "proven",
    ),
    ("no known bits", "%r = add %x, %y => %r = or %x, %y", "refuted"),
    (
        "known bits",
        "Pre: computeKnownZeroBits(%x) | computeKnownZeroBits(%y) == -1\n%r = add %x, %y => %r = or %x, %y",
        "proven",
    ),
    (
        "known bits of both",
        "Pre: hasOneUse(%x) && (C | C1) == -1\n%a = and %x, ~C\n%b = and %y, ~C1\n%r = add %a, %b => %r = or %a, %b",
        "proven",
    ),
    ("uses prove nothing", "Pre: !hasOneUse(%x)\n%r = add %x, %y => %r = or %x, %y", "refuted"),
    ("all predicates", "%r = icmp P %x, %x\n=>\n%r = true", "refuted"),
    ("the same predicate", "%a = icmp P i1 %x, %y\n%r = xor %a, 0 => %r = icmp P %x, %y", "proven"),
    ("source undef", "%r = and %x, undef => %r = 0", "proven"),
    ("another undef", "%r = and %x, undef => %r = -1", "refuted"),
    ("freeze kept", "%f = freeze %x\n%r = sub %f, %f => %r = 0", "proven"),
    ("freeze lost", "%r = freeze %x => %r = %x", "refuted"),
    (
        "saturating",
        "%c = icmp ult %x, %y\n%d = sub %x, %y\n%r = select %c, 0, %d => %r = usub.sat %x, %y",
        "proven",
    ),
    (
        "saturating the other way",
        "%c = icmp ugt %x, %y\n%d = sub %x, %y\n%r = select %c, 0, %d => %r = usub.sat %x, %y",
        "refuted",
    ),
    ("bytes", "%q = ptradd %p, C\n%r = ptradd %q, C1 => %r = ptradd %p, C + C1", "proven"),
    ("other bytes", "%q = ptradd %p, C\n%r = ptradd %q, C1 => %r = ptradd %p, C - C1", "refuted"),
    ("widths", "%a = zext %x\n%r = trunc %a => %r = ZExtOrTrunc %a", "proven"),
    ("sign", "%a = zext %x\n%r = lshr %a, C => %b = sext %x\n%r = lshr %b, C", "refuted"),
    ("constants", "Pre: isPowerOf2(C)\n%r = mul %x, C => %r = shl %x, log2(C)", "proven"),
    (
        "constants with a flag",
        "Pre: isPowerOf2(C)\n%r = mul nsw %x, C => %r = shl nsw %x, log2(C)",
        "refuted",
    ),
];

#[test]
fn verdicts() {
    if !has_z3() {
        return;
    }
    let text: String = VERDICTS.iter().map(|(name, rule, _)| format!("Name: {name}\n{rule}\n\n")).collect();
    let folder = Folder::new(&[("x.opt", &text)]);
    let arguments = [
        "rules",
        "prove",
        "--no-cache",
        "--widths",
        "1,4,8",
        "--rlimit",
        "180000000",
        "--format",
        "json",
        "x.opt",
    ];
    let run = folder.run(&arguments).expect(1, &[], &[]);
    let report = &run.reports()[0];
    let verdicts: Vec<(&str, &str)> = report["rules"].as_array().unwrap().iter().map(verdict).collect();
    let expected: Vec<(&str, &str)> = VERDICTS.iter().map(|(name, _, verdict)| (*name, *verdict)).collect();
    assert_eq!(verdicts, expected, "{report:#}");
}

fn verdict(rule: &Value) -> (&str, &str) {
    (rule["name"].as_str().unwrap(), rule["verdict"].as_str().unwrap())
}

#[test]
fn a_refutation_uses_the_names_of_the_rule() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[("x.opt", &format!("{GOOD}\n{WRONG}"))]);
    let prove = |rest: &[&str]| folder.run(&[&["rules", "prove", "--no-cache"], rest].concat());
    let message =
        "error[R0402]: `and` is not a refinement at i1: %b = 0, %c = poison gives 0, the target poison";
    let out = [message, "x.opt:6:1", "freeze %c"];
    prove(&["--widths", "1,4", "x.opt"]).expect(1, &out, &["1 proven, 1 refuted\n"]);
    prove(&["--solver", "no-such-solver", "x.opt"]).expect(2, &[], &["no-such-solver"]);
    prove(&["--widths", "0", "x.opt"]).expect(2, &[], &["--widths"]);
}

#[test]
fn verdicts_are_cached_by_their_inputs() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[("x.opt", GOOD)]);
    let prove = || folder.run(&["rules", "prove", "--cache", "kept/c.jsonl", "x.opt"]);
    let lines = || folder.read("kept/c.jsonl").lines().count();
    prove().expect(0, &[], &["1 proven\n"]);
    assert_eq!(lines(), 1);
    prove().expect(0, &[], &["1 proven\n"]);
    assert_eq!(lines(), 1, "proven again");
    // A malformed line is ignored, and another rule has another key.
    std::fs::write(folder.0.path().join("x.opt"), GOOD.replace("shl %x, 1", "shl %x, 2")).unwrap();
    prove().expect(1, &["R0402"], &["1 refuted"]);
    assert_eq!(lines(), 2);
    let run: Run = prove().expect(1, &["R0402", "the target"], &["1 refuted"]);
    assert!(run.out.contains("at i8"), "{run:?}");
    assert_eq!(lines(), 2);
}

const MISSED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/idioms/rules/missed.opt");

/// The rule without its precondition, if it has one.
fn weakened(rule: &str) -> Option<String> {
    let is_condition = |line: &&str| line.starts_with("Pre:");
    rule.lines().find(is_condition)?;
    Some(rule.lines().filter(|line| !is_condition(line)).map(|line| line.to_owned() + "\n").collect())
}

#[test]
fn the_rules_of_our_own_hold_and_need_their_preconditions() {
    let folder = Folder::new(&[]);
    folder.run(&["rules", "fmt", "--check", MISSED]).expect(0, &[], &[]);
    if !has_z3() {
        return;
    }
    let text = std::fs::read_to_string(MISSED).unwrap();
    let rules: Vec<String> = text.split("Name: ").skip(1).map(|rule| format!("Name: {rule}")).collect();
    let prove = |widths: &str, file: &str| {
        folder.run(&["rules", "prove", "--no-cache", "--rlimit", "180000000", "--widths", widths, file])
    };
    prove("1,4,8", MISSED).expect(0, &[], &[&format!("{} proven\n", rules.len())]);
    let weak: Vec<String> = rules.iter().filter_map(|rule| weakened(rule)).collect();
    assert!(weak.len() > 6, "{}", weak.len());
    std::fs::write(folder.0.path().join("weak.opt"), weak.concat()).unwrap();
    let run = prove("1,4", "weak.opt").expect(1, &[], &[]);
    assert!(!run.err.contains(" proven") && run.err.contains("refuted"), "{run:?}");
}

/// Two equally specific rules, one that never applies, and one with a constant that nothing determines.
const CONFLICTS: &str = "Name: a\n%r = add nuw %x, %y\n=>\n%r = or %x, %y\n
Name: b\n%r = add nsw %x, %y\n=>\n%r = xor %x, %y\n
Name: c\n%r = sub %x, C\n=>\n%r = add %x, -C\n
Name: d\n%r = sub %y, C2\n=>\n%r = xor %y, C2\n
Name: e\n%r = mul %x, C + 1\n=>\n%r = %x\n";

#[test]
fn check_tells_of_rules_that_take_code_from_each_other() {
    let apart =
        CONFLICTS.replace("add nsw", "mul nsw").replace("sub %y, C2", "and %y, C2").replace(", C + 1", ", 3");
    let folder = Folder::new(&[("c.opt", CONFLICTS), ("apart.opt", &apart)]);
    let out = [
        "warning[R0601]: `a` and `b` match the same code",
        "c.opt:6:1",
        "warning[R0602]: `d` never applies: `c` does first",
        "c.opt:16:1",
        "warning[R0603]: `e` is never matched: `C` is no operand of the source",
    ];
    folder.run(&["rules", "check", "c.opt"]).expect(0, &out, &["5 rules, 3 warnings"]);
    let run = folder.run(&["rules", "check", "--format", "json", "apart.opt"]).expect(0, &[], &[]);
    assert_eq!(run.reports()[0], serde_json::json!([]));
}

#[test]
fn a_rule_is_tested_by_its_own_source() {
    let never = "Name: f\nPre: C == 1 && C == 2\n%r = shl %x, C\n=>\n%r = %x\n";
    let folder = Folder::new(&[("good.opt", GOOD), ("c.opt", CONFLICTS), ("never.opt", never)]);
    folder.run(&["rules", "test", "good.opt"]).expect(0, &[], &["1 rule matches its source"]);
    let out = ["c.opt:16: `d` matches its own source, but `c` comes first", "c.opt:21: `e`: no code"];
    folder.run(&["rules", "test", "c.opt"]).expect(1, &out, &["3 rules match their sources"]);
    folder.run(&["rules", "test", "never.opt"]).expect(
        1,
        &["never.opt:1: `f`"],
        &["1 was matched by no code"],
    );
}

#[test]
fn stats_and_build() {
    let folder = Folder::new(&[("c.opt", CONFLICTS), ("bad.opt", "%r = ad %x\n=>\n%r = 0\n")]);
    let out = ["5  rules\n", "4  orders of operands\n", "nodes of the DAG", "states of a top-down automaton"];
    folder.run(&["rules", "stats", "c.opt"]).expect(0, &out, &[]);
    folder.run(&["rules", "stats", "--dot", "c.opt"]).expect(0, &["digraph", "root?"], &[]);
    folder.run(&["rules", "stats", "bad.opt"]).expect(2, &[], &["error[R0201]"]);
    folder.run(&["rules", "build", "-o", "c.bin", "c.opt"]).expect(0, &[], &["c.bin: 5 rules"]);
    folder.run(&["rules", "build", "-o", "absent/c.bin", "c.opt"]).expect(2, &[], &["absent/c.bin"]);
}

#[test]
fn explain_names_what_is_missing() {
    let rule = "Name: sum\n%t = add nsw %x, %y\n%r = sub %t, %x\n=>\n%r = %y\n";
    let code = "define i8 @f(i8 %x, i8 %y) {\n  %t = add i8 %x, %y\n  %r = sub i8 %t, %x\n  ret i8 %r\n}\n";
    let folder = Folder::new(&[
        ("r.opt", rule),
        ("near.ll", code),
        ("full.ll", &code.replace("add i8", "add nsw i8")),
    ]);
    let explain = |file| folder.run(&["rules", "explain", "--rules", "r.opt", file]);
    explain("near.ll").expect(0, &["r.opt:1: sum: `", "%t", "has no `nsw` in f: "], &[]);
    explain("full.ll").expect(0, &["r.opt:1: sum: matches in f: "], &[]);
    explain("absent.ll").expect(2, &[], &["absent.ll"]);
}
