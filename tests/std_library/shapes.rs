//! Synthetic functions in textual IR that repeat one structure many times: loops in a row, accesses or
//! statements in one loop, branches, calls.

use std::fmt::Write as _;

/// A name, and a generator of a function `f` with a given number of repetitions.
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) text: Box<dyn Fn(usize) -> String>,
}

/// The declarations before each function.
const DECLARATIONS: &str = "
declare double @llvm.sqrt.f64(double)
declare double @g(double)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
";

/// The bodies of loops: `{k}` is the number of the repetition, `{i}` the counter, `{A}`, `{B}` and `{X}` are
/// arrays; `L:` at the beginning of a line loads an element, `S:` stores one.
///
/// `L:name=A+1` is the load of `A[i + 1]` as `%name{k}`, `S:name=B+0` the store of `%name{k}` to `B[i]`. A
/// line `C:name` carries `%name{k}` to the next iteration as `%c{k}`.
const BODIES: [(&str, &str); 13] = [
    (
        "stencil",
        "L:l=A-1\nL:m=A+0\nL:r=A+1\n%s{k} = fadd fast double %l{k}, %m{k}\n%t{k} = fadd fast double %s{k}, %r{k}\nS:t=B+0",
    ),
    (
        "weighted",
        "L:l=A-1\nL:m=A+0\nL:r=A+1\n%x{k} = fmul fast double %l{k}, 0.25\n%y{k} = fmul fast double %m{k}, 0.5
%z{k} = fmul fast double %r{k}, 0.125\n%s{k} = fadd fast double %x{k}, %y{k}\n%t{k} = fadd fast double %s{k}, %z{k}\nS:t=B+0",
    ),
    (
        "in place",
        "L:l=A-1\nL:r=A+1\n%s{k} = fadd fast double %l{k}, %r{k}\n%t{k} = fmul fast double %s{k}, 0.5\nS:t=A+0",
    ),
    ("difference", "L:m=A+0\nL:r=A+1\n%t{k} = fsub fast double %r{k}, %m{k}\nS:t=B+0"),
    ("copy", "L:m=A+0\nS:m=B+0"),
    (
        "axpy",
        "L:m=A+0\nL:y=B+0\n%p{k} = fmul fast double %m{k}, %x\n%t{k} = fadd fast double %p{k}, %y{k}\nS:t=B+0",
    ),
    (
        "recurrence",
        "L:l=A-1\nL:y=B+0\n%p{k} = fmul fast double %l{k}, %x\n%t{k} = fadd fast double %p{k}, %y{k}\nS:t=A+0",
    ),
    (
        "dot product",
        "L:m=A+0\nL:y=B+0\n%p{k} = fmul fast double %m{k}, %y{k}\n%t{k} = fadd fast double %p{k}, %c{k}\nC:t",
    ),
    (
        "maximum",
        "L:m=A+0\n%o{k} = fcmp fast ogt double %m{k}, %c{k}\n%t{k} = select i1 %o{k}, double %m{k}, double %c{k}\nC:t",
    ),
    (
        "reduction in memory",
        "L:m=A+0\n%g{k} = getelementptr inbounds double, ptr {B}, i64 {k}\n%o{k} = load double, ptr %g{k}, align 8
%t{k} = fadd fast double %o{k}, %m{k}\nstore double %t{k}, ptr %g{k}, align 8",
    ),
    (
        "gather",
        "%h{k} = getelementptr inbounds i64, ptr {X}, i64 {i}\n%j{k} = load i64, ptr %h{k}, align 8
%g{k} = getelementptr inbounds double, ptr {A}, i64 %j{k}\n%o{k} = load double, ptr %g{k}, align 8
%t{k} = fadd fast double %o{k}, %c{k}\nC:t",
    ),
    (
        "histogram",
        "%h{k} = getelementptr inbounds i64, ptr {X}, i64 {i}\n%j{k} = load i64, ptr %h{k}, align 8
%g{k} = getelementptr inbounds double, ptr {A}, i64 %j{k}\n%o{k} = load double, ptr %g{k}, align 8
%t{k} = fadd fast double %o{k}, 1.0\nstore double %t{k}, ptr %g{k}, align 8",
    ),
    ("call", "L:m=A+0\n%t{k} = call fast double @g(double %m{k})\nS:t=B+0"),
];

/// All shapes.
pub(super) fn all() -> Vec<Shape> {
    let mut all = Vec::new();
    let mut add = |name: String, text: Box<dyn Fn(usize) -> String>| all.push(Shape { name, text });
    for (name, body) in BODIES {
        add(format!("loops over the same arrays: {name}"), Box::new(|count| loops(count, body, false)));
        add(format!("loops over their own arrays: {name}"), Box::new(|count| loops(count, body, true)));
        if !body.contains("C:") {
            add(format!("one loop, many places of one row: {name}"), Box::new(|count| places(count, body)));
            add(format!("one loop, many arrays: {name}"), Box::new(|count| statements(count, body)));
        }
    }
    for kind in ["stencil", "transposition", "matrix times vector"] {
        add(format!("nests: {kind}"), Box::new(move |count| nests(count, kind)));
    }
    add("one sum of many elements".to_owned(), Box::new(sum));
    add("one slot, elements written and read".to_owned(), Box::new(slot));
    add("elements without a loop".to_owned(), Box::new(no_loop));
    add("branches in a loop".to_owned(), Box::new(|count| in_loop(&branches(count, "%i"))));
    add("branches".to_owned(), Box::new(|count| alone(&branches(count, "%n"))));
    add("cases of a switch".to_owned(), Box::new(|count| in_loop(&cases(count))));
    add("calls".to_owned(), Box::new(|count| alone(&calls(count))));
    add("calls in a loop".to_owned(), Box::new(|count| in_loop(&calls(count))));
    all
}

/// A body with its repetition, counter and arrays filled in, and the value that is carried to the next
/// iteration.
fn filled(body: &str, k: usize, i: &str, own: bool) -> (String, Option<String>) {
    let array = |name: &str| if own { format!("%{name}{k}") } else { format!("%{name}") };
    let (mut text, mut next) = (String::new(), None);
    for (line, number) in body.lines().zip(0..) {
        if let Some(carried) = line.strip_prefix("C:") {
            next = Some(format!("%{carried}{k}"));
        } else if line.starts_with("L:") || line.starts_with("S:") {
            let (name, place) = line[2..].split_once('=').unwrap();
            let (of, distance) = place.split_at(1);
            let at = format!("%e{k}.{number}");
            let _ = write!(
                text,
                "  {at}i = add nsw i64 {i}, {}\n  {at} = getelementptr inbounds double, ptr {}, i64 {at}i\n",
                distance.trim_start_matches('+'),
                array(of)
            );
            let _ = match line.starts_with("L:") {
                true => writeln!(text, "  %{name}{k} = load double, ptr {at}, align 8"),
                false => writeln!(text, "  store double %{name}{k}, ptr {at}, align 8"),
            };
        } else {
            let line = line.replace("{k}", &k.to_string()).replace("{i}", i);
            let line = ["A", "B", "X"]
                .iter()
                .fold(line, |line, name| line.replace(&format!("{{{name}}}"), &array(name)));
            let _ = writeln!(text, "  {line}");
        }
    }
    (text, next)
}

fn parameters(count: usize, own: bool) -> String {
    match own {
        true => (0..count).map(|k| format!("ptr %A{k}, ptr %B{k}, ptr %X{k}, ")).collect(),
        false => "ptr noalias %A, ptr noalias %B, ptr noalias %X, ".to_owned(),
    }
}

/// Loops in a row.
fn loops(count: usize, body: &str, own: bool) -> String {
    let mut ir = format!(
        "{DECLARATIONS}define double @f({}i64 %n, double %x) {{\nentry:\n  br label %b0\n",
        parameters(count, own)
    );
    let (mut before, mut results) = ("entry".to_owned(), Vec::new());
    for k in 0..count {
        let (body, next) = filled(body, k, &format!("%i{k}"), own);
        let _ = writeln!(ir, "b{k}:\n  %i{k} = phi i64 [ 1, %{before} ], [ %n{k}, %b{k} ]");
        if let Some(next) = next {
            let _ = writeln!(ir, "  %c{k} = phi double [ 0.0, %{before} ], [ {next}, %b{k} ]");
            results.push(next);
        }
        let _ = write!(
            ir,
            "{body}  %n{k} = add nuw nsw i64 %i{k}, 1\n  %d{k} = icmp eq i64 %n{k}, %n
  br i1 %d{k}, label %b{}, label %b{k}\n",
            k + 1
        );
        before = format!("b{k}");
    }
    let _ = writeln!(ir, "b{count}:");
    let mut sum = "0.0".to_owned();
    for (k, result) in results.iter().enumerate() {
        let _ = writeln!(ir, "  %sum{k} = fadd fast double {sum}, {result}");
        sum = format!("%sum{k}");
    }
    ir + &format!("  ret double {sum}\n}}\n")
}

/// A function without a loop.
fn alone(body: &str) -> String {
    format!(
        "{DECLARATIONS}define void @f({}i64 %n, double %x) {{\n{body}  ret void\n}}\n",
        parameters(0, false)
    )
}

/// One loop.
fn in_loop(body: &str) -> String {
    loop_with(&parameters(0, false), body)
}

fn loop_with(parameters: &str, body: &str) -> String {
    format!(
        "{DECLARATIONS}define void @f({parameters}i64 %n, double %x) {{
entry:\n  br label %b\nb:\n  %i = phi i64 [ 1, %entry ], [ %next, %latch ]
{body}  br label %latch\nlatch:\n  %next = add nuw nsw i64 %i, 1\n  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %b\nexit:\n  ret void\n}}\n"
    )
}

/// Bodies in one loop, each at another place of a long array.
fn places(count: usize, body: &str) -> String {
    let mut all = "  %row = mul nsw i64 %i, 10000\n".to_owned();
    for k in 0..count {
        let _ = writeln!(all, "  %i{k} = add nsw i64 %row, {}", 10 * k);
        all += &filled(body, k, &format!("%i{k}"), false).0;
    }
    in_loop(&all)
}

/// Bodies in one loop, each with arrays of its own.
fn statements(count: usize, body: &str) -> String {
    let all: String = (0..count).map(|k| filled(body, k, "%i", true).0).collect();
    loop_with(&parameters(count, true), &all)
}

/// Nests of two loops in a row.
fn nests(count: usize, kind: &str) -> String {
    let mut ir = format!(
        "{DECLARATIONS}define void @f({}i64 %n, double %x) {{\nentry:\n  br label %h0\n",
        parameters(0, false)
    );
    for k in 0..count {
        let before = if k == 0 { "entry".to_owned() } else { format!("e{}", k - 1) };
        let _ = write!(
            ir,
            "h{k}:\n  %i{k} = phi i64 [ 1, %{before} ], [ %in{k}, %e{k} ]\n  %ir{k} = mul nsw i64 %i{k}, 100\n  br label %b{k}
b{k}:\n  %j{k} = phi i64 [ 1, %h{k} ], [ %jn{k}, %b{k} ]\n  %at{k} = add nsw i64 %ir{k}, %j{k}\n"
        );
        let mut element = |name: &str, array: &str, index: &str, by: i32| {
            let _ = write!(
                ir,
                "  %{name}i{k} = add nsw i64 %{index}{k}, {by}\n  %{name}p{k} = getelementptr inbounds double, ptr %{array}, i64 %{name}i{k}\n  %{name}{k} = load double, ptr %{name}p{k}, align 8\n"
            );
        };
        match kind {
            "stencil" => {
                for (name, by) in [("u", -100), ("v", 100), ("l", -1), ("r", 1)] {
                    element(name, "A", "at", by);
                }
                let _ = write!(
                    ir,
                    "  %s{k} = fadd fast double %u{k}, %v{k}\n  %t{k} = fadd fast double %l{k}, %r{k}\n  %w{k} = fadd fast double %s{k}, %t{k}
  %g{k} = getelementptr inbounds double, ptr %B, i64 %at{k}\n  store double %w{k}, ptr %g{k}, align 8\n"
                );
            }
            "transposition" => {
                element("m", "A", "at", 0);
                let _ = write!(
                    ir,
                    "  %jr{k} = mul nsw i64 %j{k}, 100\n  %to{k} = add nsw i64 %jr{k}, %i{k}
  %g{k} = getelementptr inbounds double, ptr %B, i64 %to{k}\n  store double %m{k}, ptr %g{k}, align 8\n"
                );
            }
            _ => {
                element("m", "A", "at", 0);
                element("y", "B", "j", 0);
                let _ = write!(
                    ir,
                    "  %g{k} = getelementptr inbounds double, ptr %X, i64 %i{k}\n  %o{k} = load double, ptr %g{k}, align 8
  %p{k} = fmul fast double %m{k}, %y{k}\n  %t{k} = fadd fast double %p{k}, %o{k}\n  store double %t{k}, ptr %g{k}, align 8\n"
                );
            }
        }
        let _ = write!(
            ir,
            "  %jn{k} = add nuw nsw i64 %j{k}, 1\n  %jd{k} = icmp eq i64 %jn{k}, 99\n  br i1 %jd{k}, label %e{k}, label %b{k}
e{k}:\n  %in{k} = add nuw nsw i64 %i{k}, 1\n  %id{k} = icmp eq i64 %in{k}, 99\n  br i1 %id{k}, label %h{}, label %h{k}\n",
            k + 1
        );
    }
    ir + &format!("h{count}:\n  ret void\n}}\n")
}

/// A store of a sum of many consecutive elements.
fn sum(count: usize) -> String {
    let mut all = "  %s = fadd double %x, 0.0\n".to_owned();
    let mut before = "%s".to_owned();
    for k in 0..count {
        let (body, _) =
            filled(&format!("L:l=A+{k}\n%t{{k}} = fadd fast double {before}, %l{{k}}"), k, "%i", false);
        all += &body;
        before = format!("%t{k}");
    }
    let _ = writeln!(
        all,
        "  %to = getelementptr inbounds double, ptr %B, i64 %i\n  store double {before}, ptr %to, align 8"
    );
    in_loop(&all)
}

/// Elements of an array on the stack, each written and then read.
fn slot(count: usize) -> String {
    let mut all = format!("  %slot = alloca [{count} x double], align 8\n");
    let mut before = "%x".to_owned();
    for k in 0..count {
        let _ = writeln!(
            all,
            "  %e{k} = getelementptr inbounds double, ptr %slot, i64 {k}
  store double {before}, ptr %e{k}, align 8
  %l{k} = load double, ptr %e{k}, align 8
  %t{k} = fmul double %l{k}, 3.0"
        );
        before = format!("%t{k}");
    }
    let _ = writeln!(all, "  store double {before}, ptr %B, align 8");
    alone(&all)
}

/// Elements at constant places of two arrays, without a loop.
fn no_loop(count: usize) -> String {
    let all: String = (0..count).map(|k| filled(&format!("L:m=A+{k}\nL:y=B+{k}\n%p{{k}} = fmul fast double %m{{k}}, %x\n%t{{k}} = fadd fast double %p{{k}}, %y{{k}}\nS:t=B+{k}"), k, "0", false).0).collect();
    alone(&all)
}

/// A sequence of conditional stores.
fn branches(count: usize, i: &str) -> String {
    let mut all = String::new();
    for k in 0..count {
        let (test, _) =
            filled(&format!("L:m=A+0\n%o{{k}} = fcmp fast ogt double %m{{k}}, {k}.0"), k, i, false);
        let (store, _) = filled("S:m=B+0", k, i, false);
        let store = store.replace("%e", "%f");
        let _ = write!(
            all,
            "{test}  br i1 %o{k}, label %y{k}, label %z{k}\ny{k}:\n{store}  br label %z{k}\nz{k}:\n"
        );
    }
    all
}

/// A `switch` whose cases count in memory.
fn cases(count: usize) -> String {
    let mut all = "  %g = getelementptr inbounds i64, ptr %X, i64 %i\n  %l = load i64, ptr %g, align 8\n  switch i64 %l, label %z [\n".to_owned();
    (0..count).for_each(|k| all += &format!("    i64 {k}, label %y{k}\n"));
    all += "  ]\n";
    for k in 0..count {
        let body = "%g{k} = getelementptr inbounds double, ptr {B}, i64 {k}\n%o{k} = load double, ptr %g{k}, align 8\n%t{k} = fadd fast double %o{k}, 1.0\nstore double %t{k}, ptr %g{k}, align 8";
        let _ = write!(all, "y{k}:\n{}  br label %z\n", filled(body, k, "%i", false).0);
    }
    all + "z:\n"
}

/// Calls that compute, allocate, free, lock and unlock.
fn calls(count: usize) -> String {
    let body = "%a{k} = call fast double @g(double %x)\n%m{k} = fmul fast double %a{k}, %a{k}\n%r{k} = call fast double @llvm.sqrt.f64(double %m{k})
%u{k} = call ptr @malloc(i64 %n)\nstore double %r{k}, ptr %u{k}, align 8\n%v{k} = call i32 @pthread_mutex_lock(ptr {A})\n%w{k} = call i32 @pthread_mutex_unlock(ptr {A})\ncall void @free(ptr %u{k})";
    (0..count).map(|k| filled(body, k, "%i", false).0).collect()
}
