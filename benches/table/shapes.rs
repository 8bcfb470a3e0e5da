//! Synthetic functions of a given size in textual IR, each with one structure repeated many times.

use std::fmt::Write as _;

/// A name, and a generator of a function `f` with about the given number of instructions.
pub(super) type Shape = (&'static str, fn(usize) -> String);

/// All shapes.
pub(super) const SHAPES: [Shape; 8] = [
    ("loops", loops),
    ("nests", nests),
    ("straight", straight),
    ("deep", deep),
    ("accesses", accesses),
    ("calls", calls),
    ("conditions", conditions),
    ("cases", cases),
];

/// A sequence of single loops, 12 instructions each.
fn loops(size: usize) -> String {
    let mut ir = String::from(
        "declare double @llvm.sqrt.f64(double)\ndefine void @f(ptr %p, i64 %n) {\nentry:\n  br label %b0\n",
    );
    let count = (size / 12).max(1);
    for k in 0..count {
        let before = if k == 0 { "entry".to_string() } else { format!("b{}", k - 1) };
        let next = k + 1;
        let _ = write!(
            ir,
            "b{k}:
  %i{k} = phi i64 [ 0, %{before} ], [ %s{k}, %b{k} ]
  %m{k} = mul i64 %i{k}, 6
  %o{k} = add i64 %m{k}, {k}
  %a{k} = getelementptr inbounds double, ptr %p, i64 %o{k}
  %l{k} = load double, ptr %a{k}, align 8
  %q{k} = fmul fast double %l{k}, %l{k}
  %r{k} = call fast double @llvm.sqrt.f64(double %q{k})
  %t{k} = fadd fast double %r{k}, %q{k}
  store double %t{k}, ptr %a{k}, align 8
  %s{k} = add nuw nsw i64 %i{k}, 1
  %c{k} = icmp eq i64 %s{k}, %n
  br i1 %c{k}, label %b{next}, label %b{k}
"
        );
    }
    let _ = write!(ir, "b{count}:\n  ret void\n}}\n");
    ir
}

/// A sequence of double loops, 14 instructions each.
fn nests(size: usize) -> String {
    let mut ir = String::from("define void @f(ptr %p, i64 %n, i64 %m) {\nentry:\n  br label %h0\n");
    let count = (size / 14).max(1);
    for k in 0..count {
        let before = if k == 0 { "entry".to_string() } else { format!("e{}", k - 1) };
        let next = k + 1;
        let _ = write!(
            ir,
            "h{k}:
  %i{k} = phi i64 [ 0, %{before} ], [ %is{k}, %e{k} ]
  %r{k} = mul i64 %i{k}, %m
  br label %b{k}
b{k}:
  %j{k} = phi i64 [ 0, %h{k} ], [ %js{k}, %b{k} ]
  %o{k} = add i64 %r{k}, %j{k}
  %a{k} = getelementptr inbounds double, ptr %p, i64 %o{k}
  %l{k} = load double, ptr %a{k}, align 8
  %t{k} = fadd fast double %l{k}, 1.0
  store double %t{k}, ptr %a{k}, align 8
  %js{k} = add nuw nsw i64 %j{k}, 1
  %jc{k} = icmp eq i64 %js{k}, %m
  br i1 %jc{k}, label %e{k}, label %b{k}
e{k}:
  %is{k} = add nuw nsw i64 %i{k}, 1
  %ic{k} = icmp eq i64 %is{k}, %n
  br i1 %ic{k}, label %h{next}, label %h{k}
"
        );
    }
    let _ = write!(ir, "h{count}:\n  ret void\n}}\n");
    ir
}

/// One block of arithmetic in one dependence chain, 8 instructions a turn.
fn straight(size: usize) -> String {
    let mut ir =
        String::from("declare double @llvm.sqrt.f64(double)\ndefine i64 @f(ptr %p, i64 %n, double %x) {\n");
    let (mut last, mut root) = ("%n".to_string(), "%x".to_string());
    for k in 0..(size / 8).max(1) {
        let _ = write!(
            ir,
            "  %m{k} = mul i64 {last}, 3
  %l{k} = mul i64 {last}, %n
  %s{k} = add i64 %m{k}, %l{k}
  %a{k} = getelementptr inbounds double, ptr %p, i64 %s{k}
  %v{k} = load double, ptr %a{k}, align 8
  %q{k} = fmul fast double %v{k}, {root}
  %r{k} = call fast double @llvm.sqrt.f64(double %q{k})
  store double %r{k}, ptr %a{k}, align 8
"
        );
        (last, root) = (format!("%s{k}"), format!("%r{k}"));
    }
    let _ = write!(ir, "  ret i64 {last}\n}}\n");
    ir
}

/// One nest, as deep as it is large, 5 instructions a loop, with an access in its innermost.
fn deep(size: usize) -> String {
    let mut ir = String::from("define void @f(ptr %p, i64 %n) {\nentry:\n  br label %h0\n");
    let count = (size / 5).max(2);
    for k in 0..count {
        let before = if k == 0 { "entry".to_string() } else { format!("h{}", k - 1) };
        let next = if k + 1 == count { "body".to_string() } else { format!("h{}", k + 1) };
        let _ =
            write!(ir, "h{k}:\n  %i{k} = phi i64 [ 0, %{before} ], [ %s{k}, %e{k} ]\n  br label %{next}\n");
    }
    let (last, first) = (count - 1, 0);
    let _ = write!(
        ir,
        "body:
  %o = add i64 %i{last}, %i{first}
  %a = getelementptr inbounds double, ptr %p, i64 %o
  store double 1.0, ptr %a, align 8
  br label %e{last}
"
    );
    for k in (0..count).rev() {
        let behind = if k == 0 { "exit".to_string() } else { format!("e{}", k - 1) };
        let _ = write!(
            ir,
            "e{k}:
  %s{k} = add nuw nsw i64 %i{k}, 1
  %c{k} = icmp eq i64 %s{k}, %n
  br i1 %c{k}, label %{behind}, label %h{k}
"
        );
    }
    ir + "exit:\n  ret void\n}\n"
}

/// One nest of two loops with many accesses, 5 instructions each.
fn accesses(size: usize) -> String {
    let mut ir = String::from(
        "define void @f(ptr %p, ptr %q, i64 %n, i64 %m) {
entry:
  br label %h
h:
  %i = phi i64 [ 0, %entry ], [ %is, %e ]
  %r = mul i64 %i, %m
  br label %b
b:
  %j = phi i64 [ 0, %h ], [ %js, %b ]
",
    );
    for k in 0..(size / 5).max(1) {
        let to = if k % 2 == 0 { "p" } else { "q" };
        let _ = write!(
            ir,
            "  %k{k} = add i64 %j, {k}
  %o{k} = add i64 %r, %k{k}
  %a{k} = getelementptr inbounds double, ptr %{to}, i64 %o{k}
  %l{k} = load double, ptr %a{k}, align 8
  store double %l{k}, ptr %a{k}, align 8
"
        );
    }
    ir + "  %js = add nuw nsw i64 %j, 1
  %jc = icmp eq i64 %js, %m
  br i1 %jc, label %e, label %b
e:
  %is = add nuw nsw i64 %i, 1
  %ic = icmp eq i64 %is, %n
  br i1 %ic, label %exit, label %h
exit:
  ret void
}
"
}

/// Many calls, of pure functions and of others, each with the result of the one before, 4 instructions a
/// turn.
fn calls(size: usize) -> String {
    let mut ir = String::from(
        "declare double @pure(double) memory(none) nounwind willreturn
declare double @any(ptr, double)
declare double @llvm.sqrt.f64(double)
define double @f(ptr %p, double %x) {
",
    );
    let mut last = "%x".to_string();
    for k in 0..(size / 4).max(1) {
        let _ = write!(
            ir,
            "  %a{k} = call fast double @pure(double {last})
  %b{k} = call fast double @any(ptr %p, double %a{k})
  %m{k} = fmul fast double %b{k}, %b{k}
  %c{k} = call fast double @llvm.sqrt.f64(double %m{k})
"
        );
        last = format!("%c{k}");
    }
    let _ = write!(ir, "  ret double {last}\n}}\n");
    ir
}

/// A sequence of conditions without a loop, 6 instructions each.
fn conditions(size: usize) -> String {
    let mut ir = String::from("define i64 @f(ptr %p, i64 %n) {\nentry:\n  br label %b0\n");
    let count = (size / 6).max(1);
    let mut last = "%n".to_string();
    for k in 0..count {
        let next = k + 1;
        let _ = write!(
            ir,
            "b{k}:
  %c{k} = icmp sgt i64 {last}, {k}
  br i1 %c{k}, label %t{k}, label %j{k}
t{k}:
  %a{k} = add nsw i64 {last}, %n
  br label %j{k}
j{k}:
  %v{k} = phi i64 [ {last}, %b{k} ], [ %a{k}, %t{k} ]
  br label %b{next}
"
        );
        last = format!("%v{k}");
    }
    let _ = write!(ir, "b{count}:\n  ret i64 {last}\n}}\n");
    ir
}

/// One switch in a loop with many cases that meet in one phi, 3 instructions each.
fn cases(size: usize) -> String {
    let count = (size / 3).max(1);
    let mut ir = String::from(
        "define i64 @f(ptr %p, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %s, %join ]
  switch i64 %i, label %join [
",
    );
    for k in 0..count {
        let _ = writeln!(ir, "    i64 {k}, label %c{k}");
    }
    ir += "  ]\n";
    let mut values = String::from("[ 0, %head ]");
    for k in 0..count {
        let _ = write!(
            ir,
            "c{k}:
  %m{k} = mul i64 %i, {}
  %a{k} = add i64 %m{k}, %n
  br label %join
",
            k + 2
        );
        let _ = write!(values, ", [ %a{k}, %c{k} ]");
    }
    let _ = write!(
        ir,
        "join:
  %v = phi i64 {values}
  %o = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 %v, ptr %o
  %s = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %s, %n
  br i1 %c, label %exit, label %head
exit:
  ret i64 %v
}}
"
    );
    ir
}
