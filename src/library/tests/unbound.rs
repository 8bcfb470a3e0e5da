//! The errors about variables that nothing binds.

use super::*;

/// Checks the unbound variables of a text: the reported name, the marked text, the text of the second place.
fn check_unbound(text: &str, expect: &[(&str, &str, &str)]) {
    let outcome = check(&file(text));
    let text_of = |span| outcome.sources.text(span).to_owned();
    let unbound = outcome.diagnostics.iter().filter(|d| d.code == Code::UnboundVariable);
    let got: Vec<(String, String, String)> = unbound
        .map(|d| {
            let name = d.message.split('`').nth(1).unwrap_or_default().to_owned();
            (name, text_of(d.primary.span), d.secondary.first().map_or_else(String::new, |l| text_of(l.span)))
        })
        .collect();
    let expect: Vec<(String, String, String)> =
        expect.iter().map(|(a, b, c)| (a.to_string(), b.to_string(), c.to_string())).collect();
    assert_eq!(got, expect, "{text}");
}

#[test]
fn an_unbound_variable_is_named_as_the_reader_knows_it() {
    let inner = "Constraint Inner ( opcode{x} = add ∧ {x} != {free} ) End\n";
    let with = |rest: &str| format!("{inner}{rest}");
    // A variable of the specification itself.
    check_unbound("Constraint A ( opcode{x} = add ∧ {x} != {y} ) End", &[("y", "{x} != {y}", "A")]);
    // A variable of an include, under its prefix; of an include in an include, under both; or renamed below.
    check_unbound(
        &with("Constraint B ( opcode{y} = mul ∧ include Inner @ {p} ) End"),
        &[("p.free", "{x} != {free}", "include Inner @ {p}")],
    );
    let middle = "Constraint Middle ( include Inner @ {in} ) End\n";
    check_unbound(
        &with(&format!(
            "{middle}Constraint C ( opcode{{y}} = mul ∧ include Middle({{y}}->{{in.x}}) @ {{m}} ) End"
        )),
        &[("m.in.free", "{x} != {free}", "include Middle({y}->{in.x}) @ {m}")],
    );
    check_unbound(
        &with("Constraint D ( opcode{y} = mul ∧ include Inner({y.z}->{free}) ) End"),
        &[("y.z", "{x} != {free}", "include Inner({y.z}->{free})")],
    );
    // A variable of a built-in specification: the place is the reader's include.
    let include = "include SideEffectFreeCalls[N=4] @ {here}";
    let collect = "collect i N ( opcode{call[i].value} = call\n              ∧ include ScopeValue({call[i].value}->{value}))";
    check_unbound(
        &format!("Constraint E ( opcode{{d}} = add ∧ {include} ) End"),
        &[("here.scope.begin", include, collect), ("here.scope.end", include, collect)],
    );
    // A variable brought by an include in one branch and tested outside: the other branch leaves it free.
    let part = "Constraint Part ( opcode{x} = add ∧ {p} ∈ {x}.args ) End\n";
    let choice = "(include Part({y}->{x}) @ {m} ∨ opcode{y} = add)";
    check_unbound(
        &format!("{part}Constraint F ( opcode{{y}} = mul ∧ {choice} ∧ {{m.p}} ≠ {{y}} ) End"),
        &[("m.p", "opcode{y} = add", "F")],
    );
    check_unbound(&format!("{part}Constraint F ( opcode{{y}} = mul ∧ {choice} ) End"), &[]);
    // A variable local to a collect, with the word for its index.
    check_unbound(
        "Constraint H ( opcode{x} = add ∧ collect k 3 ( {a[k]} ∈ {x}.args ∧ {b[k]} != {x} ) ) End",
        &[("b[k]", "collect k 3 ( {a[k]} ∈ {x}.args ∧ {b[k]} != {x} )", "H")],
    );
    // A variable bound from outside is not reported.
    check_unbound(&with("Constraint G ( opcode{y} = mul ∧ include Inner({y}->{free}) ) End"), &[]);
}

#[test]
fn a_variable_that_includes_share_is_reported() {
    let lerp = |inside: &str| {
        format!(
            "Constraint Lerp ( {{r}} ~ {{a}} * {{t}} ∨ {inside} ( {{r}} ~ {{a}} * {{u}} ∧ {{u}} ~ 1 - {{t}} ) ) End\n"
        )
    };
    let twice = |suffix: &str| {
        format!(
            "Constraint T ( include Lerp({{p}}->{{r}}){suffix} ∧ include Lerp({{q}}->{{r}}, {{p}}->{{a}}){suffix} ) End"
        )
    };
    let shared = help_on_unbound(&(lerp("") + &twice("")));
    assert!(
        shared.iter().any(|help| help.starts_with("2 includes of `Lerp` share its variable `u`")),
        "{shared:?}"
    );
    assert_eq!(help_on_unbound(&(lerp("hide {u}") + &twice(""))), [] as [String; 0]);
}

/// The help of the errors about unbound variables.
fn help_on_unbound(text: &str) -> Vec<String> {
    let outcome = check(&file(text));
    let unbound = outcome.diagnostics.iter().filter(|d| d.code == Code::UnboundVariable);
    unbound.flat_map(|d| d.help.clone()).collect()
}

#[test]
fn a_number_in_a_pattern_that_nothing_binds_is_explained() {
    let help = help_on_unbound("Constraint R ( {r} ~ {x} + literal{m} ) End");
    assert!(help.iter().any(|help| help.starts_with("write `{m}` for the constant")), "{help:?}");
    // The number of a constant that a pattern binds, and an unbound variable that is no such number.
    assert_eq!(help_on_unbound("Constraint R ( {r} ~ {x} + {m} & literal{m} ) End"), [] as [String; 0]);
    let other = help_on_unbound("Constraint R ( {r} ~ {x} + {m} & literal{m} ∧ domination({q}, {q}) ) End");
    assert!(other.iter().all(|help| !help.starts_with("write `{")), "{other:?}");
}
