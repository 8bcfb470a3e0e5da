//! `idiom synth`: patterns proven by z3. Without z3 the proofs are skipped.

use super::Folder;
use super::rules::has_z3;

#[test]
fn goals_that_have_a_name() {
    let folder = Folder::new(&[]);
    folder.run(&["synth", "--list"]).expect(0, &["blsr", "sub.idx", "uadd_sat"], &[]);
    folder.run(&["synth", "blsx"]).expect(2, &[], &["no goal `blsx`", "--list"]);
    folder.run(&["synth", "blsr", "--with", "div"]).expect(2, &[], &["no operation `div`"]);
}

#[test]
fn all_patterns_are_proven() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[]);
    let out = ["blsr: 9 patterns of 3 operations, proven at 8, 16, 32, 64 bits\n", "\n  x & ~-x\n"];
    folder.run(&["synth", "blsr"]).expect(0, &out, &[]);
    let run = folder.run(&["synth", "--format", "json", "andn", "uadd_sat"]).expect(0, &[], &[]);
    let goals = &run.reports()[0]["goals"];
    assert_eq!((&goals[0]["goal"], goals[0]["patterns"].as_array().unwrap().len()), (&"andn".into(), 6));
    assert_eq!((&goals[1]["complete"], goals[1]["size"].as_u64()), (&true.into(), Some(4)));
    let texts: Vec<&str> =
        goals[1]["patterns"].as_array().unwrap().iter().map(|p| p["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"((x + y) <u x) ? -1 : (x + y)"), "{texts:?}");
}

#[test]
fn limits_are_reported() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[]);
    let out = ["btr: no pattern", "size 2 was given up", "more than 100 nodes"];
    folder.run(&["synth", "btr", "--budget", "100"]).expect(1, &out, &[]);
    folder.run(&["synth", "btr", "--size", "3"]).expect(1, &["none up to size 3"], &[]);
}

const FUNCTIONS: &str = "
unsigned char average(unsigned char a, unsigned char b) { return (a + b) / 2; }
int clear(int x, int y) { return x & ~(1 << y); }
unsigned blend(unsigned x, unsigned y, unsigned m) { if (!m) return y; return (x & m) | (y & ~m); }
_Bool less(int x, int y) { return x - y < 0; }
unsigned pick(unsigned x, unsigned y) { switch (x & 1) { case 0: return y; default: return y; } }
int total(const int *p) { return *p; }
int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 ^ i; return s; }
double half(double x) { return x / 2; }
int puts(const char *); int called(int x) { return x + puts(0); }
long widened(int x) { return x; }
";

#[test]
fn functions_are_goals() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[("f.c", FUNCTIONS)]);
    let run = |function: &str, out: &[&str]| {
        let goal = format!("f.c:{function}");
        let without = if function == "average" { "mux,cmpu,cmps,mul,shl,shrs,not,minus,or" } else { "mul" };
        folder.run(&["synth", &goal, "--without", without, "--", "-w"]).expect(0, out, &[]);
    };
    // C computes the sum of two bytes in `int`, where it does not overflow.
    run("average", &["average: 1 pattern of 5 operations, proven at 8 bits", "((x ^ y) >>u 1) + (x & y)"]);
    run("clear", &["proven at 32 bits", "x & ~(1 << y)", "x & ((-1 << y) + -1)"]);
    // The condition of the branch is redundant.
    run("blend", &["3 operations", "y ^ (z & (x ^ y))"]);
    // The flag of the subtraction excludes overflow.
    run("less", &["1 operation", "x <s y"]);
    run("pick", &["of 0 operations", "\n  y\n"]);
}

#[test]
fn functions_that_cannot_be_read_are_refused() {
    let folder = Folder::new(&[("f.c", FUNCTIONS)]);
    for (function, why) in [
        ("total", "has type `ptr`"),
        ("sum", "it has a loop"),
        ("half", "has type `double`"),
        ("called", "it calls `puts`"),
        ("widened", "its result has 64 bits and its arguments have 32"),
        ("absent", "it defines average, clear"),
    ] {
        let goal = format!("f.c:{function}");
        folder.run(&["synth", &goal, "--", "-w"]).expect(2, &[], &[why]);
    }
}

/// A goal of six operations, the last of which is an inversion. A limit that is reached is reported, with the
/// results so far.
#[test]
fn six_operations() {
    if !has_z3() {
        return;
    }
    let choice = "unsigned choice(unsigned x, unsigned y, unsigned z) { return x & 1 ? y : z; }\n";
    let folder = Folder::new(&[("f.c", choice)]);
    let without = ["--without", "not,add,sub,or,mul,shl,shr,shrs,cmpu,cmps,mux"];
    let run = |more: &[&str]| folder.run(&[&["synth", "f.c:choice"], &without[..], more].concat());
    run(&["--size", "6"]).expect(0, &["1 pattern of 6 operations", "z ^ (-(x & 1) & (y ^ z))"], &[]);
    run(&["--size", "5"]).expect(1, &["choice: no pattern\n", "none up to size 5; --size goes further"], &[]);
    let lines = ["choice: no pattern\n", "size 4 was given up: it has more than 1000 nodes", "--budget"];
    let run = run(&["--size", "6", "--budget", "1000"]).expect(1, &lines, &[]);
    assert!(!run.out.contains("none up to"), "{}", run.out);
}

const BOUNDED: &str = "
define i32 @bounded(i32 %x) {
  %high = lshr i32 %x, 4
  %few = icmp ult i32 %high, 5
  %chosen = select i1 %few, i32 %x, i32 0
  ret i32 %chosen
}
";

/// Constants that neither the dictionary nor the function has: the solver finds the bound of a comparison.
#[test]
fn constants_of_sketches() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[("f.ll", BOUNDED)]);
    let run = |function: &str, without: &str, out: &[&str]| {
        let goal = format!("f.ll:{function}");
        folder.run(&["synth", &goal, "--without", without]).expect(0, out, &[]);
    };
    let others = "not,minus,add,sub,and,or,eor,mul,shl,shr,shrs,cmps";
    run("bounded", others, &["4 patterns of 4 operations", "(x <u 80) ? x : 0", "(79 <u x) ? 0 : x"]);
}

/// High halves of products are proven at every width.
#[test]
fn high_halves_are_proven() {
    if !has_z3() {
        return;
    }
    let folder = Folder::new(&[]);
    let out = ["blsr: 10 patterns of 3 operations", "  x & mulhu(x, -1)\n"];
    folder.run(&["synth", "--with", "mulhu", "blsr"]).expect(0, &out, &[]);
}
