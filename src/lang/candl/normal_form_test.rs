//! Spellings that optimised code never has: each row of the table is reported, and its replacement is not.

use super::compile::check;
use super::normal_form::{But, Numbers, ROWS, SpellingRow, rows_that_are_read};
use super::relations::ModelWords;
use text::diagnostic::Code;
use text::sources::Sources;

/// The marked texts and the advice of the warnings about a specification.
fn reported(formula: &str) -> Vec<(String, String)> {
    marked_and_help(&format!("Constraint T {formula} End"))
}

fn marked_and_help(text: &str) -> Vec<(String, String)> {
    let mut sources = Sources::new();
    sources.add("test.candl", text);
    let compiled = check(&sources, &ModelWords);
    let own = compiled.diagnostics.iter().filter(|d| d.code == Code::NotInNormalForm);
    own.map(|d| (sources.text(d.primary.span).to_owned(), d.help.join("; "))).collect()
}

#[track_caller]
fn warned(formula: &str, marked: &str, help: &str) {
    assert_eq!(reported(formula), [(marked.to_owned(), help.to_owned())], "{formula}");
}

#[track_caller]
fn fine(formula: &str) {
    assert_eq!(reported(formula), [], "{formula}");
}

/// A formula around a pattern of the table.
fn formula(row: &SpellingRow, pattern: &str) -> String {
    let mut pattern = pattern.to_owned();
    for (name, of) in [
        ("{n}", "14"),
        ("{m}", "2"),
        ("{w}", "8"),
        ("{s}", "2"),
        ("{c}", "({a} < {b})"),
        ("{t}", "({a} < {b})"),
        ("{v}", "{y}"),
    ] {
        pattern = pattern.replace(name, of);
    }
    let mut parts = vec![format!("{{r}} ~ {pattern}")];
    for (name, says) in
        [("{k}", "ir_type{k} = constant"), ("{l}", "ir_type{l} = literal"), ("{p}", "literal{p} = 8")]
    {
        parts.extend(pattern.contains(name).then(|| says.to_owned()));
    }
    if row.numbers == Numbers::Integers {
        parts.push("data_type{x} = i32".to_owned());
    }
    if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" ∧ ")) }
}

#[test]
fn each_row_is_reported_and_what_it_gives_is_not() {
    assert_eq!(rows_that_are_read(), ROWS.len());
    for row in ROWS {
        let written = formula(row, row.written);
        let found = reported(&written);
        assert_eq!(found.len(), 1, "{written}: {found:?}");
        // The numbers in the second column are computed.
        if let Some(instead) = found[0].1.strip_prefix("write `").and_then(|help| help.strip_suffix('`')) {
            let instead = formula(row, &instead.replace("{n}", "14"));
            let after = reported(&instead);
            assert!(after.is_empty(), "{written}: {instead}: {after:?}");
        }
    }
}

#[test]
fn exceptions_of_rows_are_not_reported() {
    for row in ROWS {
        let alone = formula(row, row.written);
        let elsewhere = match row.but {
            But::Never => continue,
            But::InRewrites => format!("{alone} gives {{r}} = {{x}} always"),
            But::AsCondition => alone.replace(row.written, &format!("{} ? {{d}} : {{e}}", row.written)),
        };
        assert_eq!(reported(&alone).len(), 1, "{alone}");
        let text = match row.but {
            But::InRewrites => format!("Rewrite T {elsewhere} End"),
            _ => format!("Constraint T {elsewhere} End"),
        };
        assert_eq!(marked_and_help(&text), [], "{text}");
    }
}

#[test]
fn constants_are_known_from_what_stands_around() {
    let minus = "{x} - {c}";
    for says in ["ir_type{c} = literal", "literal{c} = 7", "literal{c} > 3", "{c} ~ 3 + 4", "n = literal{c}"]
    {
        assert_eq!(reported(&format!("({{r}} ~ {minus} ∧ {says})")).len(), 1, "{says}");
    }
    warned("({r} ~ {x} - {c} ∧ ir_type{c} = literal)", minus, "write `{x} + {c}`");
    warned("(ir_type{c} = literal ∧ ({r} ~ {x} - {c} ∨ {r} ~ {x} + {c}))", minus, "write `{x} + {c}`");
    warned(
        "({s} += {x} * ({y} - {c.a[0]}) ∧ literal{c.a[0]} = 2)",
        "({y} - {c.a[0]})",
        "write `{y} + {c.a[0]}`",
    );
    fine("{r} ~ {x} - {c}");
    fine("({r} ~ {x} - {c} ∧ ir_type{x} = literal)");
    fine("({r} ~ {x} - {c} ∧ ir_type{c} = argument)");
    fine("({r} ~ {x} - {c} ∧ ir_type{c} ≠ numeric constant)");
    // A constant that is not numeric is an address.
    fine("({r} ~ {x} - {c} ∧ ir_type{c} = constant ∧ ir_type{c} ≠ numeric constant)");
    fine("(({r} ~ {x} - {c} ∨ {r} ~ {x} + {c}) ∧ (ir_type{c} = literal ∨ ir_type{c} = argument))");
    fine("({r} ~ {c} - {x} ∧ ir_type{c} = literal)");
    fine("({r} ~ {x} - 7 ∧ {y} ~ {r} + 2)");
}

#[test]
fn atoms_about_an_instruction_with_a_constant() {
    let of = |opcode: &str, n: u32, about: &str| {
        let formula =
            format!("(opcode{{r}} = {opcode} ∧ {{c}} = {{r}}.args[{n}] ∧ {about} ∧ {{x}} ∈ {{r}}.args)");
        let found = reported(&formula);
        found.iter().for_each(|(marked, _)| assert_eq!(*marked, format!("opcode{{r}} = {opcode}")));
        found.len()
    };
    for (opcode, n, about) in [
        ("sub", 1, "literal{c} = 5"),
        ("fsub", 1, "ir_type{c} = literal"),
        ("udiv", 1, "literal{c} = 8"),
        ("urem", 1, "literal{c} = 16"),
        ("shl", 1, "literal{c} = 3"),
        ("add", 0, "literal{c} = 5"),
        ("icmp", 0, "ir_type{c} = literal"),
        ("mul", 1, "literal{c} = 1"),
        ("or", 1, "literal{c} = 0"),
        ("and", 1, "literal{c} = -1"),
    ] {
        assert_eq!(of(opcode, n, about), 1, "{opcode} {n} {about}");
    }
    for (opcode, n, about) in [
        ("sub", 0, "literal{c} = 5"),
        ("sub", 1, "ir_type{c} = argument"),
        ("udiv", 1, "literal{c} = 7"),
        ("sdiv", 1, "literal{c} = 8"),
        ("lshr", 1, "literal{c} = 3"),
        ("add", 1, "literal{c} = 5"),
        ("sdiv", 0, "literal{c} = 1"),
    ] {
        assert_eq!(of(opcode, n, about), 0, "{opcode} {n} {about}");
    }
    // Conjunctions in each other are one; alternatives are not.
    let nested = "((opcode{r} = sub ∧ {x} = {r}.args[0]) ∧ ({c} = {r}.args[1] ∧ literal{c} = 5))";
    assert_eq!(reported(nested).len(), 1);
    let apart = "({c} = {r}.args[1] ∧ literal{c} = 5 ∧ (opcode{r} = sub ∨ opcode{r} = add))";
    assert_eq!(reported(apart), []);
    let rewrite = "Rewrite T (opcode{r} = shl ∧ {x} = {r}.args[0] ∧ {c} = {r}.args[1] ∧ literal{c} = 3) \
                   gives {r} = {x} always End";
    assert_eq!(marked_and_help(rewrite), []);
}

#[test]
fn powers_of_two() {
    warned("({r} ~ {x} / {k} ∧ literal{k} = 8)", "{x} / {k}", "write `{x} / 8`");
    warned("({r} ~ {x} /u {k} ∧ literal{k} = 2 ^ {n})", "{x} /u {k}", "");
    warned("({r} ~ {x} % {k} ∧ literal{k} = 16)", "{x} % {k}", "write `{x} % 16`");
    fine("({r} ~ {x} / {k} ∧ literal{k} = 7)");
    fine("({r} ~ {x} / {k} ∧ ir_type{k} = literal)");
    fine("({r} ~ {x} /s {k} ∧ literal{k} = 8)");
    fine("({r} ~ {x} %s {k} ∧ literal{k} = 8)");
    fine("({r} ~ {x} % {k} ∧ literal{k} = 8 ∧ data_type{x} = double)");
    fine("({r} ~ {x} * {k} ∧ literal{k} = 8)");
    fine("({r} ~ {x} << {k} ∧ literal{k} = 3)");
}

#[test]
fn comparisons_and_choices() {
    warned("({r} ~ {x} >= {k} ∧ ir_type{k} = literal)", "{x} >= {k}", "write `{x} > {k}`");
    fine("({r} ~ {x} >= {k} ∧ ir_type{k} = literal ∧ data_type{x} = float)");
    fine("{r} ~ {x} >= 8");
    warned("{r} ~ ~({x} == {y})", "~({x} == {y})", "write `{x} != {y}`");
    warned("{r} ~ ({x} <s {y}) == 0", "({x} <s {y}) == 0", "write `{x} >=s {y}`");
    fine("{r} ~ ~{x}");
    fine("{r} ~ {c} ? {x} : 0");
    warned("({r} ~ {c} ? {x} : 0 ∧ {c} ~ {a} != {b})", "{c}", "name `{a} == {b}`, and exchange the arms");
    warned(
        "{r} ~ ({a} >= {b} as {c}) ? {x} : 0",
        "({a} >= {b} as {c})",
        "name `{a} < {b}`, and exchange the arms",
    );
    fine("{r} ~ {a} != {b} ? {x} : 0");
    // A condition has the opposite comparison, with the arms exchanged.
    fine("({r} ~ {x} >= {k} ? {a} : {b} ∧ ir_type{k} = literal ∧ data_type{x} = i32)");
    warned("({r} ~ zext({x} >= {k}) ∧ ir_type{k} = literal)", "{x} >= {k}", "write `{x} > {k}`");
    warned("({r} ~ {x} >= {k} & {d} ? {a} : {b} ∧ ir_type{k} = literal)", "{x} >= {k}", "write `{x} > {k}`");
    // A comparison whose value is used elsewhere is not negated; uses in choices and tests do not count.
    let chosen = "{r} ~ {c} ? {x} : 0 ∧ {c} ~ {a} != {b}";
    let help = "name `{a} == {b}`, and exchange the arms";
    for used in ["{z} ~ zext({c})", "{z} ~ {c} & {d}", "{c} ∈ {z}.args", "include Other({c}->{flag})"] {
        fine(&format!("({chosen} ∧ {used})"));
    }
    for tested in ["opcode{c} = icmp", "data_type{c} = i1", "{c} ≠ {d}"] {
        warned(&format!("({chosen} ∧ {tested})"), "{c}", help);
    }
    assert_eq!(reported(&format!("({chosen} ∧ {{q}} ~ {{c}} ? {{d}} : {{e}})")).len(), 2);
    fine("({r} ~ ({a} >= {b} as {c}) ? {x} : 0 ∧ {z} ~ zext({c}))");
    fine("({r} ~ {c} ? {x} : 0 ∧ {c} ~ {a} < {b})");
    warned("({r} ~ {c} ? {x} : 0 ∧ data_type{c} = i32)", "{c}", "write `{c} != 0 ? …`");
    fine("({r} ~ {c} ? {x} : 0 ∧ data_type{c} = i1)");
    warned("{r} ~ {x} > 0 ? {x} : 0", "{x} > 0 ? {x} : 0", "write `max({x}, 0)`");
    fine("({r} ~ {x} > 0 ? {x} : 0 ∧ data_type{r} = double)");
    fine("{r} ~ {x} > 0 ? {y} : 0");
    warned("{r} ~ {x} < {y} ? {x} : {y}", "{x} < {y} ? {x} : {y}", "write `min({x}, {y})`");
    fine("({r} ~ {x} < {y} ? {x} : {y} ∧ data_type{x} = pointer)");
    fine("({r} ~ {x} < {y} ? {x} : {y} ∧ data_type{r} = ptr)");
    warned("{r} ~ {x} & 8 ? 1 : 0", "{x} & 8 ? 1 : 0", "");
}

#[test]
fn two_constants_are_one_of_integers() {
    warned("{r} ~ ({x} & 60) & 15", "({x} & 60) & 15", "write `{x} & 12`");
    warned("({r} ~ ({x} + 3) + 5 ∧ data_type{r} = i32)", "({x} + 3) + 5", "write `{x} + 8`");
    fine("{r} ~ ({x} + 3) + 5");
    fine("({r} ~ ({x} + 3) + 5 ∧ data_type{r} = double)");
    fine("{r} ~ ({x} + 7) & ~7");
    fine("{r} ~ ({x} >>u 3) & 7");
    warned("{r} ~ ({x} & 7) << 2", "({x} & 7) << 2", "write `{x} << 2 & 28`");
    // The shifted mask might be truncated in a byte: the mask stays in front, below a cast.
    fine("{r} ~ ({x} & 7) << 8");
    fine("{r} ~ ({x} & 7) << 6");
    fine("{r} ~ ({x} & -8) << 2");
}
