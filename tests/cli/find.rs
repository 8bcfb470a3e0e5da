//! `idiom find`: findings in IR, and the notes beside them.

use super::{Folder, LOOP_C, Run, SQUARE_C, SQUARE_LL};

#[test]
fn find_in_ir() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    let run = folder.run(&["find", "x.ll"]).expect(0, &[], &[]);
    let lines = [
        "x.ll: found SqrtOfSquare in f",
        "  sqrt_call = %3",
        "  sqrt_fn = @sqrt",
        "  square = %2",
        "  a = %0",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), lines);
    let run = folder.run(&["find", "--idiom", "Loop", "x.ll"]).expect(0, &[], &["nothing found"]);
    assert_eq!(run.out, "");
}

#[test]
fn find_says_when_the_budget_ran_out() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL)]);
    let run = folder.run(&["find", "--budget", "1", "--idiom", "SqrtOfSquare", "x.ll"]);
    let notes = ["x.ll: nothing found in what was searched, which is not everything\n"];
    run.expect(0, &["x.ll: gave up on SqrtOfSquare in f: the budget of 1 step ran out"], &notes);
    folder.find(&["--at", "pipeline-start", "--budget", "1", "--idiom", "SqrtOfSquare", "x.ll"]).expect(
        0,
        &["gave up on SqrtOfSquare in f"],
        &[],
    );
}

#[test]
fn find_writes_one_report_per_input() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("empty.ll", ""), ("broken.ll", "define")]);
    let inputs = ["find", "--format", "json", "--idiom", "SqrtOfSquare", "x.ll", "broken.ll", "empty.ll"];
    // An error in one input does not prevent the search of the others.
    let run = folder.run(&inputs).expect(2, &[], &["broken.ll"]);
    let reports = run.reports();
    let sources: Vec<&str> = reports.iter().map(|report| report["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["x.ll", "empty.ll"]);
    assert_eq!(reports[0]["schema_version"], 2);
    let finding = &reports[0]["findings"][0];
    assert_eq!((&finding["idiom"], &finding["function"]), (&"SqrtOfSquare".into(), &"f".into()));
    assert_eq!(finding["variables"][3], serde_json::json!({"name": "a", "value": "%0"}));
    assert_eq!(reports[1]["findings"], serde_json::json!([]));
}

#[test]
fn variables_nest_as_their_names_do() {
    let own = "Constraint Own (include For @ {outer.loop} ∧ {outer.end} = {outer.loop.end}) End";
    let folder = Folder::new(&[("own.candl", own), ("loop.c", LOOP_C)]);
    let run = folder.find(&["--spec", "own.candl", "--idiom", "Own", "loop.c"]).expect(
        0,
        &["  outer\n    loop\n"],
        &[],
    );
    assert!(run.out.contains("\n      iterator = %") && run.out.contains("\n    end = br "), "{}", run.out);
}

#[test]
fn a_users_idiom_is_not_mixed_with_the_built_in_one() {
    let own = "Constraint SqrtOfSquare ( opcode{product} = fmul ) End";
    let folder = Folder::new(&[("own.candl", own), ("x.c", SQUARE_C)]);
    let arguments = ["--spec", "own.candl", "--idiom", "SqrtOfSquare", "x.c"];
    let run = folder.find(&arguments).expect(0, &["product = %"], &["N0303"]);
    assert!(!run.out.contains("sqrt_call"));
}

#[test]
fn a_reached_limit_is_reported() {
    let spec = |limit: u32| {
        format!(
            "Constraint Users\n( ir_type{{a}} = argument\n∧ collect i {limit} {{a}} ∈ {{use[i]}}.args)\nEnd\n"
        )
    };
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("one.candl", &spec(1)), ("two.candl", &spec(2))]);
    let place = "the collect at one.candl:3:3 has more than 1 member somewhere";
    let find =
        |file, format| folder.run(&["find", "--spec", file, "--idiom", "Users", "--format", format, "x.ll"]);
    let ll = "define i32 @h(i32 %0) {\n  %2 = add i32 %0, 1\n  %3 = mul i32 %0, %2\n  ret i32 %3\n}\n";
    std::fs::write(folder.0.path().join("x.ll"), ll).unwrap();
    let head = format!("x.ll: reached a limit of Users in h: {place}");
    find("one.candl", "text").expect(
        0,
        &[&head],
        &["x.ll: nothing found in what was searched, which is not everything"],
    );
    let report = find("one.candl", "json").expect(0, &[], &[]).reports().remove(0);
    assert_eq!(report["findings"][0]["outcome"], "limit-reached");
    let enough = find("two.candl", "text").expect(0, &["found Users in h"], &[]);
    assert!(!enough.out.contains("limit"), "{enough:?}");
}

#[test]
fn the_lack_of_source_lines_is_explained_once() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("y.ll", SQUARE_LL), ("x.c", SQUARE_C)]);
    let run = folder.run(&["find", "x.ll", "y.ll"]);
    let run = run.expect(0, &["x.ll: found SqrtOfSquare in f", "y.ll: found", "sqrt_call = %3"], &[]);
    assert_eq!(run.err.matches("-gline-tables-only").count(), 1, "{run:?}");
    let run = folder.find(&["x.c", "--", "-ffast-math"]).expect(0, &["x.c:2:29: found"], &[]);
    assert!(!run.err.contains("-gline-tables-only"), "{run:?}");
    let without = folder.find(&["x.c", "--", "-ffast-math", "-g0"]);
    without.expect(0, &["x.c: found SqrtOfSquare in f"], &["-gline-tables-only"]);
}

/// A function with a product of an argument and a constant: no value of the finding is an instruction with a
/// line.
#[test]
fn what_was_compiled_with_lines_needs_no_advice() {
    let spec = "Constraint Argument ( ir_type{a} = argument ∧ data_type{a} = double ) End\n";
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("x.c", SQUARE_C), ("mine.candl", spec)]);
    let find = |more: &[&str]| {
        let common = ["--spec", "mine.candl", "--idiom", "Argument"];
        folder.find(&[&common[..], more].concat()).expect(0, &["found Argument"], &[])
    };
    let is_advised = |run: Run| run.err.contains("-gline-tables-only");
    assert!(!is_advised(find(&["x.c"])) && !is_advised(find(&["x.c", "--", "-g0", "-g"])));
    assert!(is_advised(find(&["x.c", "--", "-g0"])) && is_advised(find(&["x.ll"])));
}

#[test]
fn what_is_no_ir_says_how_some_is_made() {
    let folder = Folder::new(&[("x.c", SQUARE_C), ("x.h", SQUARE_C), ("x.txt", "text\n")]);
    let extract = |file| folder.run(&["extract", "--idiom", "For", file]);
    for file in ["x.c", "x.h"] {
        extract(file).expect(2, &[], &["is not valid LLVM IR", "clang -O2 -S -emit-llvm"]);
    }
    extract("x.txt").expect(2, &[], &["is not valid LLVM IR"]);
    assert!(!extract("x.txt").err.contains("-emit-llvm"));
    folder.find(&["x.h"]).expect(2, &[], &["x.h is a header", "-- -x c"]);
    folder.find(&["x.h", "--", "-x", "c", "-ffast-math"]).expect(0, &["found SqrtOfSquare"], &[]);
    folder.find(&["x.txt"]).expect(2, &[], &["x.txt is neither LLVM IR"]);
}

#[test]
fn the_files_named_say_what_is_looked_for() {
    let own = "Constraint Product ( opcode{product} = fmul ) End";
    let waits = "Constraint Waits ( opcode{x[i]} = add foreach i=0..N ) End";
    let folder =
        Folder::new(&[("own.candl", own), ("waits.candl", waits), ("x.ll", SQUARE_LL), ("x.c", SQUARE_C)]);
    let run = folder.run(&["find", "--spec", "own.candl", "x.ll"]).expect(0, &["found Product in f"], &[]);
    assert!(!run.out.contains("SqrtOfSquare"), "{run:?}");
    let run = folder.find(&["--spec", "own.candl", "x.c"]);
    assert!(!run.expect(0, &["found Product in f"], &[]).out.contains("SqrtOfSquare"));
    let both = ["find", "--spec", "own.candl", "--idiom", "SqrtOfSquare", "--idiom", "Product", "x.ll"];
    folder.run(&both).expect(0, &["found SqrtOfSquare in f", "found Product in f"], &[]);
    folder.run(&["find", "--spec", "waits.candl", "x.ll"]).expect(2, &[], &["--idiom names it"]);
    folder.run(&["find", "--spec", "waits.candl", "--idiom", "Waits[N=1]", "x.ll"]).expect(0, &[], &[]);
}

#[test]
fn missing_and_unoptimised_functions_are_reported() {
    let folder = Folder::new(&[("x.ll", SQUARE_LL), ("x.c", SQUARE_C), ("empty.ll", "")]);
    let none = "no function has a name that `nowhere` matches";
    let run = folder.run(&["find", "--function", "nowhere", "x.ll"]).expect(0, &[], &[none]);
    assert!(!run.err.contains("nothing found"), "{run:?}");
    folder.find(&["--function", "nowhere", "x.c"]).expect(0, &[], &[none]);
    folder.run(&["find", "--profile", "--function", "nowhere", "x.ll"]).expect(0, &[], &[none]);
    folder.run(&["find", "--format", "json", "--function", "nowhere", "x.ll"]).expect(0, &[], &[none]);
    assert!(!folder.run(&["find", "--function", "^f$", "x.ll"]).err.contains("matches"));
    folder.run(&["find", "empty.ll"]).expect(0, &[], &["there is no function to search"]);
    let plain = "x.c: not optimised, since `optnone`, as all functions are at -O0: f\n";
    let run = folder.find(&["x.c", "--", "-O0"]).expect(0, &[], &[plain]);
    assert_eq!(run.err.matches("optnone").count(), 1, "{run:?}");
    assert!(!folder.find(&["x.c"]).err.contains("optnone"));
    // If nothing is found in `minsize` code, a note names its loops as a reason.
    let small = "since `minsize`, as all functions are at -Oz; LLVM inlines little there: f\n";
    folder.find(&["--idiom", "SCoP", "x.c", "--", "-Oz"]).expect(0, &[], &[small]);
    assert!(!folder.find(&["--idiom", "SCoP", "x.c", "--", "-Os"]).err.contains("minsize"));
    let many: String =
        (0..7).map(|n| format!("define void @f{n}() optnone noinline {{\n  ret void\n}}\n")).collect();
    std::fs::write(folder.0.path().join("many.ll"), many).unwrap();
    folder.run(&["find", "many.ll"]).expect(0, &[], &["at -O0: f0, f1, f2, f3, f4 and 2 more\n"]);
}

#[test]
fn constants_that_specifications_name_are_found_as_numbers_are() {
    let ir = "declare i32 @llvm.fshr.i32(i32, i32, i32)\n\
              define i32 @shifted(i32 %x) {\n  %r = shl i32 %x, 2\n  ret i32 %r\n}\n\
              define i32 @highest(i32 %x) {\n  %r = shl i32 %x, 31\n  ret i32 %r\n}\n\
              define i32 @times(i32 %x) {\n  %r = mul i32 %x, 6\n  ret i32 %r\n}\n\
              define i32 @rest(i32 %x) {\n  %r = and i32 %x, 15\n  ret i32 %r\n}\n\
              define i32 @quotient(i32 %x) {\n  %r = lshr i32 %x, 5\n  ret i32 %r\n}\n\
              define i32 @rotated(i32 %x) {\n  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 25)\n  ret i32 %r\n}\n";
    let folder = Folder::new(&[("x.ll", ir)]);
    let found = |formula: &str, expect: &[&str]| {
        let text = format!("Constraint T {formula} End");
        std::fs::write(folder.0.path().join("t.candl"), text).unwrap();
        let run = folder.run(&["find", "--spec", "t.candl", "x.ll"]).expect(0, &[], &[]);
        let names: Vec<&str> = run.out.lines().filter_map(|line| line.split("found T in ").nth(1)).collect();
        assert_eq!(names, expect, "{formula}: {}", run.out);
    };
    found("{r} ~ {x} << 2", &["shifted"]);
    found("( let k = 2 ∧ {r} ~ {x} << k )", &["shifted"]);
    found("( let k = 1 ∧ let m = 2 * k ∧ ( {r} ~ {x} << m ∨ {r} ~ {x} & m ) )", &["shifted"]);
    found("( {r} ~ {x} << {k} ∧ literal{k} = 2 )", &["shifted"]);
    found("( {r} ~ {x} << {k} ∧ 2 * literal{k} > width{x} )", &["highest"]);
    found("( {r} ~ {x} << {k} ∧ opcode{k} = and )", &[]);
    found("{r} ~ {x} << (width{x} - 1)", &["highest"]);
    found("( let k = 16 ∧ {r} ~ {x} % k )", &["rest"]);
    found("{r} ~ {x} % (width{x} - 16)", &["rest"]);
    found("{r} ~ {x} / width{x}", &["quotient"]);
    found("{r} ~ rotl({x}, 7)", &["rotated"]);
    found("{r} ~ rotr({x}, width{x} - 7)", &["rotated"]);
    // Inside a renaming construct, the name is a different variable.
    found("( let k = 2 ∧ hide {k} ( let k = 31 ∧ {r} ~ {x} << k ) )", &["highest"]);
}
