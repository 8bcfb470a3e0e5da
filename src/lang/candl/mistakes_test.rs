//! Mistakes that are accepted with a warning, and similar specifications without mistakes that give none.

use super::compile::check;
use super::relations::ModelWords;
use text::diagnostic::Code;
use text::sources::Sources;

/// The codes and marked texts of all warnings about a specification.
fn reported(formula: &str) -> Vec<(Code, String)> {
    let mut sources = Sources::new();
    sources.add("test.candl", format!("Constraint T {formula} End"));
    let compiled = check(&sources, &ModelWords);
    compiled.diagnostics.iter().map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect()
}

fn warned(formula: &str, code: Code, marked: &str) {
    assert_eq!(reported(formula), [(code, marked.to_owned())], "{formula}");
}

fn fine(formula: &str) {
    assert_eq!(reported(formula), [], "{formula}");
}

#[test]
fn arguments_that_no_such_instruction_has() {
    warned("( opcode{x} = fadd ∧ {y} = {x}.args[2] )", Code::NeverHolds, "{y} = {x}.args[2]");
    warned("( opcode{x} = store ∧ {x}.args[2] = {y} )", Code::NeverHolds, "{x}.args[2] = {y}");
    warned("( opcode{x} ∈ {fadd, load} ∧ {y} = {x}.operands[2] )", Code::NeverHolds, "{y} = {x}.operands[2]");
    // Facts around a disjunction apply in its branches.
    warned(
        "( opcode{x} = load ∧ ( {y} = {x}.args[1] ∨ {y} = {x}.args[0] ) )",
        Code::NeverHolds,
        "{y} = {x}.args[1]",
    );
    fine("( opcode{x} = fadd ∧ {y} = {x}.args[1] )");
    fine("( opcode{x} ∈ {fadd, select} ∧ {y} = {x}.args[2] )");
    fine("( ir_type{x} = global ∧ function_name{x} = \"table\" )");
    fine("( opcode{x} = call ∧ {y} = {x}.args[20] )");
    fine("( ( opcode{x} = fadd ∧ {y} = {x}.args[1] ) ∨ {y} = {x}.args[2] )");
}

#[test]
fn opcodes_that_exclude_each_other() {
    warned("( opcode{x} = add ∧ opcode{x} = mul )", Code::NeverHolds, "opcode{x} = mul");
    warned("( opcode{x} ∈ {add, sub} ∧ opcode{x} = mul )", Code::NeverHolds, "opcode{x} = mul");
    warned("( opcode{x} = add ∧ literal{x} = 1 )", Code::NeverHolds, "literal{x} = 1");
    fine("( opcode{x} = branch ∧ opcode{x} = br )");
    fine("( opcode{x} = call ∧ opcode{x} = invoke )");
    fine("( opcode{x} ∈ {add, sub} ∧ opcode{x} = sub )");
    fine("( opcode{x} = sub ∧ opcode{x} ∈ {add, sub} )");
    fine("( opcode{x} = add ∨ opcode{x} = mul )");
    // Some spellings of a pattern may contradict the constraints beside it.
    fine("( opcode{x} = fadd ∧ {x} ~ {a} + {b} )");
    fine("( opcode{x} = add ∧ {x} ~ {a} - 5 )");
}

#[test]
fn opcodes_that_an_include_brings() {
    let sum = "opcode{s} = fadd End Constraint U";
    let phi = "( {init} -> {end} Φ {s} ∧ opcode{s} = phi ) End Constraint U";
    warned(&format!("{sum} ( include T ∧ opcode{{s}} = mul )"), Code::NeverHolds, "opcode{s} = mul");
    warned(&format!("{phi} ( include T ∧ {{init}} = 0 )"), Code::NeverHolds, "{init} = 0");
    fine(&format!("{sum} ( include T({{t}}->{{s}}) ∧ opcode{{s}} = mul )"));
    fine(&format!("{sum} ( include T ∧ opcode{{s}} ∈ {{fadd, fsub}} )"));
}

#[test]
fn predicates_that_exclude_each_other() {
    let compared = "opcode{x} = icmp ∧ {x} has flag slt";
    warned(&format!("( {compared} ∧ {{x}} has flag ult )"), Code::NeverHolds, "{x} has flag ult");
    fine(&format!("( {compared} ∧ {{x}} has flag samesign )"));
    fine("( opcode{x} = icmp ∧ ( {x} has flag slt ∨ {x} has flag ult ) )");
}

#[test]
fn casts_that_are_looked_through() {
    warned("( opcode{c} = zext ∧ {c} ∈ {y}.args )", Code::NeverHolds, "{c} ∈ {y}.args");
    warned("( opcode{c} ∈ {zext, sext} ∧ {c} = {y}.args[1] )", Code::NeverHolds, "{c} = {y}.args[1]");
    fine("( opcode{c} = zext ∧ {c} ∈ {y}.operands )");
    fine("( opcode{c} = sitofp ∧ {c} ∈ {y}.args )");
    fine("( opcode{c} ∈ {zext, sitofp} ∧ {c} ∈ {y}.args )");
}

#[test]
fn subscripts_that_no_address_has() {
    warned("{x} ~ {A}[2 * {i}]", Code::NeverHolds, "2 * {i}");
    warned("{x} ~ {A}[({i} << 1) + 1]", Code::NeverHolds, "({i} << 1)");
    warned("{x} ~ {A}[{i}, {i} + 1]", Code::NeverHolds, "{i} + 1");
    fine("{x} ~ {A}[{i} + 1]");
    fine("{x} ~ {A}[{i}, {j}]");
    fine("{x} ~ {A}[{_}, {_}]");
}

#[test]
fn strides_of_no_subscript() {
    warned("( {x} ~ {A}[{i}] ∧ {A.stride[1]} = 1 )", Code::UsedOnce, "{A.stride[1]} = 1");
    warned("( {x} ~ {A}[{i}] ∧ {A.stride} = 1 )", Code::UsedOnce, "{A.stride} = 1");
    fine("( {x} ~ {A}[{i}, {j}] ∧ {A.stride[1]} = 1 )");
}

#[test]
fn fields_that_there_are_not() {
    warned("( {s} ~ {A}[{i}] ∧ {A.strid[0]} = 2 )", Code::UsedOnce, "{A.strid[0]} = 2");
    warned("( {s} ~ {A}[{i}] ∧ {A.orign} = 7 )", Code::UsedOnce, "{A.orign} = 7");
    warned("( {s} ~ {A}[{i}] ∧ {A.offset} = 0 )", Code::UsedOnce, "{A.offset} = 0");
    warned("( {s} ~ {A}[{i}] ∧ {i.cuont} = 4 )", Code::UsedOnce, "{i.cuont} = 4");
    fine("( {s} ~ {A}[{i}, {j}] ∧ {i.count} = {j.count} ∧ {A.stride[1]} ≠ {i.count} )");
    fine("( {s} ~ {A}[{i}] ∧ {A.origin} = 0 ∧ {A.size} = 8 ∧ {i.count} = 4 )");
}

#[test]
fn values_that_are_taken_for_terms() {
    warned("( {r} ~ {x} * {y} ∧ {y} ≠ 3 )", Code::NeverHolds, "{y} ≠ 3");
    fine("( {x} ~ {A}[{i}] ∧ {i.count} ≠ 3 ∧ {i.count} = {n} ∧ {A.stride[0]} = {n} + 1 )");
    warned("( opcode{x} = add ∧ {c} = {x}.args[1] ∧ {c} < 3 )", Code::NeverHolds, "{c} < 3");
    warned("( opcode{x} = add ∧ {c} = {x}.args[1] ∧ {c} = 3 )", Code::NeverHolds, "{c} = 3");
    warned("( {init} -> {end} Φ {s} ∧ opcode{s} = phi ∧ {init} = 0 )", Code::NeverHolds, "{init} = 0");
    fine("( {init} -> {end} Φ {s} ∧ opcode{s} = phi ∧ literal{init} = 0 )");
    warned("( ir_type{c} = literal ∧ ( 2 * {c} ≥ 8 ∨ literal{c} = 1 ) )", Code::NeverHolds, "2 * {c} ≥ 8");
    warned("( opcode{x} ∈ {add, mul} ∧ width{x} ≤ {x} )", Code::NeverHolds, "width{x} ≤ {x}");
    fine("( opcode{x} = add ∧ {c} = {x}.args[1] ∧ literal{c} < 3 )");
    fine("( opcode{x} = add ∧ width{x} ≥ 32 )");
    fine("( {x} ~ {A}[{i}] ∧ {A.stride[0]} = 1 ∧ {i.count} ≥ 100 )");
    fine("( ( {n} = 3 ∧ width{x} = {n} ∧ opcode{x} = add ) ∨ opcode{n} = add )");
}

#[test]
fn flags_that_no_such_instruction_carries() {
    warned("( opcode{x} = fmul ∧ {x} has flag nsw )", Code::NeverHolds, "{x} has flag nsw");
    warned("( opcode{x} = fcmp ∧ {x} has flag slt )", Code::NeverHolds, "{x} has flag slt");
    warned("( opcode{x} = icmp ∧ {x} has flag olt )", Code::NeverHolds, "{x} has flag olt");
    fine("( opcode{x} = fcmp ∧ {x} has flag olt )");
    fine("( opcode{x} = fcmp ∧ {x} has a flag of {olt, ult, fast} )");
    fine("( opcode{x} ∈ {icmp, fcmp} ∧ {x} has flag slt )");
    fine("( opcode{x} = shl ∧ {x} has flag nsw )");
}

#[test]
fn functions_that_are_none() {
    warned(
        "( ir_type{p} = argument ∧ {p} has attribute noalias )",
        Code::NeverHolds,
        "{p} has attribute noalias",
    );
    warned("( opcode{c} = call ∧ function_name{c} = sqrt )", Code::NeverHolds, "function_name{c} = sqrt");
    warned(
        "( opcode{c} = call ∧ opcode{f} = fmul ∧ {f} = {c}.args[0] )",
        Code::NeverHolds,
        "{f} = {c}.args[0]",
    );
    fine("( opcode{c} = call ∧ {f} = {c}.args[0] ∧ {f} has attribute pure ∧ function_name{f} = sqrt )");
    fine("( opcode{c} = call ∧ opcode{f} = fmul ∧ {f} = {c}.args[1] )");
    fine("( opcode{c} = call ∧ opcode{f} = load ∧ {f} = {c}.args[0] )");
    fine("( opcode{b} = branch ∧ opcode{f} = icmp ∧ {f} = {b}.args[0] )");
    fine("( opcode{s} = store ∧ opcode{f} = fmul ∧ {f} = {s}.args[0] )");
}

#[test]
fn names_that_look_like_something_else() {
    warned(
        "( opcode{x} = add ∧ {x} ∈ {y}.args ∧ literal{x.args[0]} = 1 )",
        Code::ListInName,
        "literal{x.args[0]} = 1",
    );
    warned(
        "( opcode{left} = add ∧ {left} ∈ {right}.args ∧ {lift} ∈ {right}.args )",
        Code::UsedOnce,
        "{lift} ∈ {right}.args",
    );
    // Names that an include brings are known, too.
    let loops = "( include For @ {loop} ∧ {x} ∈ {loop.iteratr}.args ∧ opcode{x} = add )";
    let mut sources = Sources::new();
    sources.add("test.candl", format!("Constraint For ( opcode{{iterator}} = phi ∧ {{begin}} ∈ {{iterator}}.args ) End Constraint T {loops} End"));
    let compiled = check(&sources, &ModelWords);
    let codes: Vec<Code> = compiled.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::UsedOnce]);
    fine("( opcode{left} = add ∧ {left} ∈ {right}.args ∧ {other} ∈ {right}.args )");
    fine("( {arg1} = {sum}.args[0] ∧ {arg2} = {sum}.args[1] ∧ opcode{sum} = add )");
    fine("( {v} ~ {A}[{i}, {j}] ∧ {j.count} > 3 )");
    fine("( opcode{x} = add ∧ {y} ∈ {x}.args )");
    fine("( opcode{min} = add ∧ {max} ∈ {min}.args )");
    // Two arrays have strides of their own.
    fine("( {st} ~ {B}[{i}] := {v} ∧ {v} ~ {A}[{i}] + {A}[{i} - 1] )");
    warned(
        "( opcode{x.left} = add ∧ {x.left} ∈ {x.right}.args ∧ {x.lift} ∈ {x.right}.args )",
        Code::UsedOnce,
        "{x.lift} ∈ {x.right}.args",
    );
}

#[test]
fn fields_that_a_reduction_has_not() {
    let sum = "Constraint Reduction ( {value} -> {next} Φ {init} ∧ {out} ∈ {value}.args ∧ {update} ∈ {next}.args ) End Constraint TakenPartly {value} = {taken} End Constraint TestTaken {value} = {test} End ";
    for (constraint, code) in [
        ("{s.partially} is unused", Some(Code::UsedOnce)),
        ("literal{s.start} = 0", Some(Code::UsedOnce)),
        ("{q} ~ {s.output} * {x}", Some(Code::UsedOnce)),
        ("literal{s.init} = 0", None),
    ] {
        let mut sources = Sources::new();
        sources.add("test.candl", format!("{sum} Constraint U ( {{s}} += {{x}} ∧ {constraint} ) End"));
        let compiled = check(&sources, &ModelWords);
        let found = compiled.diagnostics.iter().filter(|d| sources.text(d.primary.span) == constraint);
        assert_eq!(found.map(|d| d.code).collect::<Vec<_>>(), Vec::from_iter(code), "{constraint}");
    }
}

#[test]
fn two_names_that_stand_in_one_place_each() {
    warned("( {result} ~ {a} * {b} ∧ {q} ~ {reslut} + {a} )", Code::UsedOnce, "{q} ~ {reslut} + {a}");
    warned("( opcode{product} = mul ∧ {f} = {produkt}.args[0] )", Code::UsedOnce, "{f} = {produkt}.args[0]");
    fine("( {weight} ~ {a} * {b} ∧ {q} ~ {height} + {a} )");
    fine("( {value} ~ {a} * {b} ∧ {q} ~ {values} + {a} )");
    fine("( {left} ~ {a} * {b} ∧ {q} ~ {lift} + {a} )");
}

#[test]
fn counters_and_operands_of_patterns_are_no_terms() {
    warned("( {v} ~ {A}[{i}] ∧ {i} < 10 )", Code::NeverHolds, "{i} < 10");
    warned("( {v} ~ {A}[{i}] ∧ {i} = 0 )", Code::NeverHolds, "{i} = 0");
    warned("( {v} ~ {A}[{i}] ∧ {w} ~ {A}[{j}] ∧ {j} = {i} + 1 )", Code::NeverHolds, "{j} = {i} + 1");
    warned("( {r} ~ {x} + {c} ∧ {c} < 3 )", Code::NeverHolds, "{c} < 3");
    // The amount of a shift is a term, and so is the trip count of a loop.
    fine("( {r} ~ {x} << {k} ∧ {k} < 3 )");
    fine("( {v} ~ {A}[{i}] ∧ {i.count} < 10 )");
    fine("( {v} ~ {A}[{i}] ∧ {w} ~ {A}[{j}] ∧ {i} ≠ {j} )");
}

#[test]
fn opcodes_and_types_that_exclude_each_other() {
    warned("( {r} ~ {x} + {y} ∧ opcode{r} = mul )", Code::NeverHolds, "opcode{r} = mul");
    warned("( opcode{x} = fadd ∧ data_type{x} = integer )", Code::NeverHolds, "data_type{x} = integer");
    warned("( data_type{x} = \"double\" ∧ opcode{x} = icmp )", Code::NeverHolds, "opcode{x} = icmp");
    warned("( opcode{x} = icmp ∧ data_type{x} = i32 )", Code::NeverHolds, "data_type{x} = i32");
    warned("( {r} ~ {x} << {y} ∧ data_type{r} = double )", Code::NeverHolds, "data_type{r} = double");
    fine("( {r} ~ {x} + {y} ∧ opcode{r} = fadd )");
    fine("( {r} ~ {x} + {x} ∧ opcode{r} = mul )");
    fine("( {r} ~ {x} + {y} ∧ data_type{r} = float )");
    fine("( opcode{x} = icmp ∧ data_type{x} = i1 )");
    fine("( opcode{x} = icmp ∧ data_type{x} = \"<4 x i1>\" )");
    fine("( opcode{x} = fmul ∧ data_type{x} = vector )");
    fine("( opcode{x} ∈ {add, fadd} ∧ data_type{x} ∈ {float, i32} )");
    fine("( opcode{x} = load ∧ data_type{x} = pointer )");
}

#[test]
fn patterns_that_no_code_satisfies() {
    warned("{s} ~ {s} + {x}", Code::NeverHolds, "{s}");
    warned("{s} ~ sqrt({s} * {y})", Code::NeverHolds, "{s}");
    warned("{r} ~ {x} << -1", Code::NeverHolds, "-1");
    warned("{r} ~ {x} & 1.5", Code::NeverHolds, "1.5");
    warned("( opcode{x} = add ∧ 1 = 2 )", Code::NeverHolds, "1 = 2");
    warned("( opcode{x} = add ∧ {a} ∈ {x}.args ∧ {a} ≠ {a} )", Code::NeverHolds, "{a} ≠ {a}");
    fine("{r} ~ {x} << 99");
    fine("{r} ~ {x} & 0xff");
    fine("{r} ~ {x} - '0'");
    fine("( opcode{x} = add ∧ 1 ≠ 2 )");
    let mut sources = Sources::new();
    sources.add("test.candl", "Constraint T {s} ~ {s} + {x} End");
    let compiled = check(&sources, &ModelWords);
    let help = compiled.diagnostics.iter().flat_map(|d| &d.help).collect::<Vec<_>>();
    assert!(help.len() == 1 && help[0].contains("`{s} += …`"), "{help:?}");
}

#[test]
fn functions_that_are_nearly_known() {
    warned("{r} ~ sqrtt({x})", Code::UnusualName, "sqrtt");
    warned("{r} ~ Abs({x})", Code::UnusualName, "Abs");
    warned("{r} ~ maxf({x}, {y})", Code::UnusualName, "maxf");
    warned("{r} ~ sum({A}[{i}])", Code::UnusualName, "sum");
    let called = "opcode{c} = call ∧ {f} = {c}.args[0] ∧ function_name{f}";
    warned(&format!("( {called} = llvm.fab )"), Code::UnusualName, "llvm.fab");
    fine(&format!("( {called} = \"sqrtt\" )"));
    // The user's own functions.
    for own in ["labs", "rsqrt", "print", "cost", "cell", "max3", "found", "gamma"] {
        fine(&format!("{{r}} ~ {own}({{x}})"));
    }
    for known in ["hypot({x}, {y})", "fmax({x}, {y})", "helper({x})", "mix({x}, {y})", "strlen({x})"] {
        fine(&format!("{{r}} ~ {known}"));
    }
    assert_eq!(reported("{r} ~ sqrt({x}, {y})"), [(Code::UnexpectedToken, "sqrt".to_owned())]);
    assert_eq!(reported("{r} ~ pow({x})"), [(Code::UnexpectedToken, "pow".to_owned())]);
}

/// Foreign syntax, each example with a part of the advice on it.
#[test]
fn advice_on_what_others_write() {
    for (formula, advice) in [
        ("{s} = max({s}, {x})", "{s} max= …"),
        ("{r} = sqrt({x})", "{r} ~ sqrt(…)"),
        ("x ~ {a} + {b}", "`{x}`"),
        ("{v} ~ A[{i}]", "`{A}[{i}]`"),
        ("{v} ~ {A[i]} + {x}", "`{A}[{i}]`"),
        ("{v} ~ a + {x}", "`{a}`"),
        ("{r} ~ (float){x}", "no casts as in C"),
        ("( {r} ~ {x} + {y} ∧ !( {x} = {y} ) )", "none ( … )"),
        ("{r} ~ {x} < 3 && {y} < 4", "{x} < 3 & {y} < 4"),
        ("{r} ~ ({x} < 3 || {y} < 4)", "{x} < 3 | {y} < 4"),
        ("{r} ~ assoc({a} + {b} - {c})", "assoc({a} + {b}) - {c}"),
        ("( opcode{x} = add ∧ {x} dominates {y} )", "domination({x}, {y})"),
        ("opcode{x} = slt", "opcode{x} = icmp ∧ {x} has flag slt"),
        ("opcode{x} = nsw", "{x} has flag nsw"),
        ("( opcode{x} = mul ∧ {x} has flag mul )", "`mul` is an opcode"),
        ("data_type{x} = uint8_t", "`i8`"),
        ("ir_type{x} = variable", "`argument`, `instruction`"),
        ("data_type{x} = f32", "\"float\""),
        ("ir_type{x} = parameter", "`argument`"),
        ("( {r} ~ {x} * {c} ∧ {c} = 1.5 )", "literal{c} = 1.5"),
        ("{r} ~ {x} + {y};", "`∧` or `&&` joins them"),
        ("( opcode{x} = add ∧ forall {y} ( {y} ∈ {x}.args ) )", "every {x} ( … ) has ( … )"),
        ("( opcode{x} = add ∧ exists {y} ( {y} ∈ {x}.args ) )", "some {x} ( … )"),
        ("{r} ~ {x} ** 2", "`{x} * {x}`"),
        ("{r} ~ {lo} <= {x} <= {hi}", "{low} <= {x} & {x} <= {high}"),
        ("{lo} <= {x} <= {hi}", "{low} ≤ {n} ∧ {n} ≤ {high}"),
        ("{s}++", "{s} += 1"),
        ("{r} := {x} * {y}", "{r} ~ …"),
    ] {
        let mut sources = Sources::new();
        sources.add("test.candl", format!("Constraint T {formula} End"));
        let compiled = check(&sources, &ModelWords);
        let help: Vec<&String> = compiled.diagnostics.iter().flat_map(|d| &d.help).collect();
        assert!(help.iter().any(|help| help.contains(advice)), "{formula}: {help:?}");
    }
    // No suggestion is made without a similar name.
    let mut sources = Sources::new();
    sources.add("test.candl", "Constraint T ( {v} ~ {A}[{i}] ∧ {A.size} = {B.size} ) End");
    let compiled = check(&sources, &ModelWords);
    assert!(compiled.diagnostics.iter().all(|d| d.help.iter().all(|help| !help.contains("``"))));
}

#[test]
fn ranges_and_suffixes() {
    warned("( opcode{x} = add ∧ {x} ∈ {y[i]}.args foreach i=2..2 )", Code::EmptyRange, "2..2");
    let behind = "( opcode{x[0]} = add ∧ collect i 2 {a[i]} ∈ {x[j]}.args foreach j=0..1 )";
    warned(behind, Code::SuffixInCollect, "j=0..1");
    fine("( opcode{x[0]} = add ∧ collect i 2 ( {a[i]} ∈ {x[j]}.args foreach j=0..1 ) )");
    fine("( opcode{x[0]} = add ∧ ( collect i 2 {a[i][j]} ∈ {x[j]}.args ) foreach j=0..1 )");
}

#[test]
fn words_of_other_languages() {
    for (formula, word) in [("opcode{x} = multiply", "`mul`"), ("data_type{x} = int", "`i32`")] {
        let mut sources = Sources::new();
        sources.add("test.candl", format!("Constraint T {formula} End"));
        let compiled = check(&sources, &ModelWords);
        let help: Vec<&String> = compiled.diagnostics.iter().flat_map(|d| &d.help).collect();
        assert!(help.len() == 1 && help[0].contains(word), "{help:?}");
    }
    assert_eq!(reported("( opcode{x} = add, opcode{y} = add )")[0], (Code::UnexpectedToken, ",".to_owned()));
}

#[test]
fn clauses_of_nests() {
    let messages = |clauses: &str| {
        let mut sources = Sources::new();
        let formula =
            "( {s} ~ {x}[{i}] * {y}[{i}] ∧ {s.out} ~ {s} + {s.init} ∧ {n} is the count of {i.loop} )";
        sources.add("test.candl", format!("Rewrite T {formula} {clauses} End"));
        let compiled = check(&sources, &ModelWords);
        compiled.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    let dot = "extern double d(int, ptr<const double>, ptr<const double>)";
    let call = "call d(trunc i32 {n}, {x.first}, {y.first})";
    assert_eq!(messages(&format!("{dot} gives nest {{i}} with {{s.out}} = {{s.init}} + {call}")), [""; 0]);
    assert_eq!(messages(&format!("{dot} gives nest {{i}} = {call} when {{x.stride[0]}} >s {{n}}")), [""; 0]);
    for (clauses, message) in [
        (format!("{dot} gives nest {{i}}, {{i}} = {call}"), "this loop is named twice"),
        (format!("{dot} gives nest {{h}} = {call}"), "`{h}` does not occur in the formula"),
        (
            format!("{dot} gives nest {{i}} bounded by {{i}} = {call}"),
            "this is the counter of no other loop of the nest",
        ),
        (
            format!("{dot} gives nest {{i}} bounded {{n}} = {call}"),
            "expected `by` and the counter of a loop around it, found `{`",
        ),
        (
            format!("{dot} gives nest {{i}} down = {call}"),
            "only a nest that is `updating` an array depends on the direction of its loops",
        ),
        (
            format!("{dot} gives nest {{i}} updating {{x}} leaving {{s}} in {{x}} = {call}"),
            "a nest that is `updating` an array is replaced as a whole: `= call f(…)`",
        ),
        (format!("{dot} gives nest {{i}} updating {{h}} = {call}"), "`{h}` does not occur in the formula"),
        (format!("{dot} gives nest {{i}} = {call} when {{n}} + 1"), "a condition is a comparison"),
        (
            format!("{dot} gives nest {{i}} = {call} unless {{h}} \"no\""),
            "`{h}` does not occur in the formula",
        ),
        (format!("{dot} gives nest {{i}} = {call} unless {{n}}"), "expected a reason in quotes, found `End`"),
        (
            format!("{dot} gives nest {{i}} with {{s.out}} = {{s.init}}"),
            "one call takes the place of a nest, not 0",
        ),
        (
            format!("{dot} gives nest {{i}} with {{s.out}} = {call} + {call}"),
            "one call takes the place of a nest, not 2",
        ),
        (format!("{dot} gives nest {{i}} = call d({{n}})"), "`d` takes 3 operands, not 1"),
        (
            format!("{dot} gives nest {{i}} = call d({{n}}, {{x.frist}}, {{y.first}})"),
            "`{x.frist}` does not occur in the formula",
        ),
        (
            "extern void d(ptr<short>) gives nest {i} = call d({x.first})".to_owned(),
            "`ptr<short>` is no type that an `extern` can have",
        ),
        (
            "extern i64 d(ptr<const char>) gives nest {i}, {s} until {y} skipping call d({x.first})"
                .to_owned(),
            "one loop runs from a later round, not several",
        ),
        (
            "extern i64 d(ptr<const char>) gives nest {i} until {end} skipping call d({x.first})".to_owned(),
            "`{end}` does not occur in the formula",
        ),
        ("gives exit {i} = {n}".to_owned(), "expected `value` and the value of a loop, found `{`"),
        ("gives {i} = zext_or_trunc({n}, {n})".to_owned(), "`zext_or_trunc` takes 1 operands, not 2"),
        (
            "extern i64 d(ptr<const char>) gives nest {i} until {y} call d({x.first})".to_owned(),
            "expected `skipping` and a call, found `call`",
        ),
        (
            "extern void d(ptr<const char>) gives nest {i} until {y} skipping call d({x.first})".to_owned(),
            "`void` is no type that an `extern` can have",
        ),
        (
            "extern ptr d(ptr<const double>) gives nest {i} = call d({x.first})".to_owned(),
            "`ptr` is no type that an `extern` can have",
        ),
        (
            "extern double d(double) pure gives {s.out} = call d({s.init}) when {n} >s 1".to_owned(),
            "`when` belongs to the rewrite of a nest of loops",
        ),
        (
            "extern double d(ptr<double>) pure gives {s.out} = call d({s.init})".to_owned(),
            "`ptr<double>` is no type that an `extern` can have",
        ),
    ] {
        assert!(
            messages(&clauses).iter().any(|found| found == message),
            "{clauses}: {:?}",
            messages(&clauses)
        );
    }
}
