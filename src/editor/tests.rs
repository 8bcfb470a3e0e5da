//! Queries at the `|` of a text, for complete, incomplete and arbitrary texts.

use super::*;
use lang::candl::classes::classify;
use lang::candl::token_class::TokenClass;
use library::BUILTIN;
use proptest::prelude::*;

/// A view of a text without its `|`, and the position of the `|`.
fn view(text: &str) -> (View, usize) {
    let at = text.find('|').unwrap();
    (View::new("mine.candl", &text.replacen('|', "", 1), &|_| None), at)
}

/// Checks that completion offers some labels and not others.
fn check_offered(text: &str, offered: &[&str], not: &[&str]) {
    let (view, at) = view(text);
    let labels: Vec<String> = complete(&view, at).into_iter().map(|completion| completion.label).collect();
    for label in offered {
        assert!(labels.iter().any(|own| own == label), "{text}: {label} is missing in {labels:?}");
    }
    for label in not {
        assert!(!labels.iter().any(|own| own == label), "{text}: {label}");
    }
}

#[test]
fn the_parser_says_what_may_be_typed() {
    check_offered("|", &["Constraint", "use"], &["include"]);
    check_offered("Constraint A ( |", &["opcode{x} = s", "include", "collect"], &["Constraint", "End"]);
    check_offered("Constraint A ( opcode{x} = f|", &["fadd", "add"], &["i32", "opcode{x} = s"]);
    check_offered("Constraint A ( opcode{x} ∈ {add, |", &["fadd"], &["i32"]);
    check_offered("Constraint A ( data_type{x} = |", &["i32", "integer"], &["fadd"]);
    check_offered("Constraint A ( {x} has flag |", &["nsw"], &["fmul"]);
    check_offered("Constraint A ( include Lo| ) End", &["Loop", "For"], &["A.b", "opcode{x} = s"]);
    check_offered("Constraint |", &[], &["Loop"]);
    check_offered("Constraint A ( opcode{x} = add |", &["∧", "foreach"], &["add"]);
    check_offered("Constraint A ( include SumChain[|", &["N"], &["i"]);
    check_offered("Constraint A opcode{x[i]} = add foreach i=0..|", &["i"], &["N"]);
}

#[test]
fn variables_in_scope_are_offered() {
    let text = "Constraint A ( opcode{sum} = add ∧ include Loop@{l} ∧ {|} ) End";
    check_offered(text, &["sum", "l.begin", "l.end"], &["begin", "{sum}"]);
    // The parsed part of an incomplete text counts.
    check_offered(
        "Constraint A ( opcode{sum} = add ∧ include Loop@{l} ∧ {l.|",
        &["begin", "end"],
        &["sum", "l.begin"],
    );
    check_offered("Constraint A ( opcode{sum} = add ∧ domination({sum}, |", &["{sum}"], &["sum"]);
    check_offered("Constraint A opcode{x} = add End Constraint B ( opcode{y} = add ∧ {|", &["y"], &["x"]);
    check_offered("# > {|\nConstraint A opcode{x} = add End", &["x"], &["add"]);
    check_offered("# {|\nConstraint A opcode{x} = add End", &[], &["x"]);
}

/// The text at a place.
fn shown(view: &View, span: lang::candl::ast::Span) -> String {
    format!("{}:{}", span.start, view.sources().text(span))
}

#[test]
fn names_have_a_definition_and_references() {
    let check = |text: &str, first: &str, count: usize| {
        let (view, at) = view(text);
        assert_eq!(definition(&view, at).map(|span| shown(&view, span)).as_deref(), Some(first), "{text}");
        assert_eq!(references(&view, at).len(), count, "{text}");
    };
    check("Constraint A opcode{x} = add End Constraint B include A|({y}->{x}) End", "11:A", 2);
    check("Constraint A ( opcode{x} = add ∧ {x|} ∈ {y}.args ∧ {x.z} = {y} ) End", "22:x", 3);
    check("Constraint A ( opcode{x.z} = add ∧ {x.z|} ∈ {x}.args ) End", "24:z", 2);
    check("# > {x} = {= x.y}\nConstraint A ( opcode{x|} = add ∧ {x.y} ∈ {x}.args ) End", "5:x", 5);
    check("Constraint A {x[i|]} ∈ {y}.args foreach i=0..3 End", "16:i", 2);
    let (view, at) = view("Constraint B include Lo|op End");
    let span = definition(&view, at).unwrap();
    assert!(view.is_builtin(span.file));
    assert_eq!(view.sources().text(span), "Loop");
}

#[test]
fn hovering_explains() {
    let check = |text: &str, parts: &[&str]| {
        let (view, at) = view(text);
        let shown = hover(&view, at).map(|(_, shown)| shown).unwrap_or_default();
        parts.iter().for_each(|part| assert!(shown.contains(part), "{text}: {shown}"));
    };
    check(
        "Constraint A opc|ode{x} = add End",
        &["opcode{x} = s", "x is an instruction with that opcode", "Binds"],
    );
    check("Constraint A ( {x} ≠| {y} ) End", &["Tests only"]);
    check("Constraint A inc|lude Loop End", &["The formula of another specification"]);
    check(
        "Constraint A include Lo|op End",
        &["Constraint Loop", "Built in, `idioms/std/loops.candl`", "`begin`"],
    );
    check(
        "Constraint A ( opcode{x|} = add ∧ {x} ∈ {y}.args ) End",
        &["Variable `x` of `A`", "`opcode{x} = add` (binds)", "{y}.args"],
    );
    check("Constraint A include Loop({a|}->{begin}) End", &["`{a}` is `{begin}` of `Loop`"]);
    check("Constraint A data_type{x} = flo|at End", &["all floating-point numbers"]);
    check("Constraint A opcode{x} = add|", &["opcode `add`"]);
    let (view, at) = view("Constraint A | opcode{x} = add End");
    assert_eq!(hover(&view, at), None);
}

/// Checks the text after renaming the name at `|`, or the refusal.
fn check_renamed(text: &str, to: &str, expect: Result<&str, Refusal>) {
    let (view, at) = view(text);
    let renamed = rename(&view, at, to, Vec::new()).map(|edits| {
        let mut new = view.text().to_owned();
        edits.iter().rev().for_each(|edit| new.replace_range(edit.start..edit.end, &edit.text));
        new
    });
    assert_eq!(renamed.as_deref().map_err(Clone::clone), expect, "{text}");
}

#[test]
fn renaming_keeps_the_meaning_or_is_refused() {
    let a = "Constraint A ( opcode{x|} = add ∧ {x} ∈ {y}.args ) End";
    check_renamed(a, "sum", Ok("Constraint A ( opcode{sum} = add ∧ {sum} ∈ {y}.args ) End"));
    check_renamed(a, "y", Err(Refusal::Changes("A".to_owned())));
    check_renamed(a, "x y", Err(Refusal::NotAName("x y".to_owned())));
    let headline = "# > {x} + {= x.y}\nConstraint A ( opcode{x|} = add ∧ {x.y} ∈ {x}.args ) End";
    check_renamed(
        headline,
        "s",
        Ok("# > {s} + {= s.y}\nConstraint A ( opcode{s} = add ∧ {s.y} ∈ {s}.args ) End"),
    );
    // The include's renaming is changed as well.
    check_renamed(
        "Constraint A opcode{x|} = add End Constraint B include A({y}->{x}) End",
        "s",
        Ok("Constraint A opcode{s} = add End Constraint B include A({y}->{s}) End"),
    );
    // Other specifications see the name.
    check_renamed(
        "Constraint A opcode{x|} = add End Constraint B ( include A ∧ {x} ∈ {y}.args ) End",
        "s",
        Err(Refusal::Changes("B".to_owned())),
    );
    // The name belongs to the included specification.
    check_renamed(
        "Constraint A ( include SESE ∧ opcode{begin|} = add ) End",
        "s",
        Err(Refusal::Changes("A".to_owned())),
    );
    check_renamed(
        "Constraint A ( opcode{x.a|} = add ∧ {x.a} ∈ {x.b}.args ) End",
        "c",
        Ok("Constraint A ( opcode{x.c} = add ∧ {x.c} ∈ {x.b}.args ) End"),
    );
    check_renamed(
        "Constraint A opcode{x.a|} = add End Constraint B include A({y}->{x.a}) End",
        "c",
        Ok("Constraint A opcode{x.c} = add End Constraint B include A({y}->{x.c}) End"),
    );
}

#[test]
fn specifications_and_indices_are_renamed() {
    let two = "Constraint A| opcode{x} = add End Constraint B include A End";
    check_renamed(two, "C", Ok("Constraint C opcode{x} = add End Constraint B include C End"));
    check_renamed(two, "B", Err(Refusal::Changes("A".to_owned())));
    // The new name would shadow a built-in specification, which changes the meaning of B.
    check_renamed(
        "Constraint A| opcode{x} = add End Constraint B ( include A ∧ include SESE @{s} ) End",
        "SESE",
        Err(Refusal::Changes("B".to_owned())),
    );
    check_renamed("Constraint A include Loop| End", "C", Err(Refusal::Builtin("Loop".to_owned())));
    let index = "Constraint A opcode{x[i|]} = add foreach i=0..N End Constraint B include A[N=3] End";
    check_renamed(
        index,
        "k",
        Ok("Constraint A opcode{x[k]} = add foreach k=0..N End Constraint B include A[N=3] End"),
    );
    check_renamed(index, "N", Err(Refusal::Changes("A".to_owned())));
    let parameter = "Constraint A opcode{x[i]} = add foreach i=0..N| End Constraint B include A[N=3] End";
    check_renamed(
        parameter,
        "M",
        Ok("Constraint A opcode{x[i]} = add foreach i=0..M End Constraint B include A[M=3] End"),
    );
    check_renamed("Constraint A opcode{x|} = add ∧ End", "y", Err(Refusal::Errors("mine.candl".to_owned())));
    check_renamed("Constraint A opc|ode{x} = add End", "y", Err(Refusal::NoName));
}

#[test]
fn variables_of_analyses_are_renamed() {
    let analysis = "Analysis A({x|}) forward must gen {i} {x} ∈ {i}.args kill {j} {j} = {x} End";
    check_renamed(
        analysis,
        "y",
        Ok("Analysis A({y}) forward must gen {i} {y} ∈ {i}.args kill {j} {j} = {y} End"),
    );
    check_renamed(analysis, "i", Err(Refusal::Changes("A".to_owned())));
}

#[test]
fn facts_and_analyses_are_renamed_where_they_are_used() {
    let using = |analysis: &str| {
        format!(
            "Analysis {analysis}({{x}}) forward must gen {{i}} {{x}} ∈ {{i}}.args End \
             Analysis Next({{x}}) forward must gen {{i}} {analysis}({{x}}) before {{i}} End \
             Constraint B ( opcode{{l}} = load ∧ {analysis}({{l}}) before {{l}} ∧ Next({{l}}) after {{l}} ) End"
        )
    };
    let at_head = using("A").replace("Analysis A", "Analysis A|");
    check_renamed(&at_head, "C", Ok(&using("C")));
    let at_use = using("A").replace("A({l}) before", "A|({l}) before");
    check_renamed(&at_use, "C", Ok(&using("C")));
    // The name is taken.
    check_renamed(&at_head, "Next", Err(Refusal::Changes("A".to_owned())));
    let fact = |name: &str| {
        format!(
            "must Fact {name}({{p}}) ( ir_type{{p}} = argument ∧ {{c}} does Releases({{p}}) ) End \
             Constraint B ( {{c}} does {name}({{p}}) ) End"
        )
    };
    let at_fact = fact("Frees").replace("Fact Frees", "Fact Frees|");
    check_renamed(&at_fact, "GivesBack", Ok(&fact("GivesBack")));
    // It would hide the fact that it uses.
    check_renamed(&at_fact, "Releases", Err(Refusal::Changes("Frees".to_owned())));
}

#[test]
fn a_rename_reaches_the_files_that_use_the_text() {
    let text = "Constraint A opcode{x} = add End";
    let view = View::new("a.candl", text, &|_| None);
    let user = |formula: &str| {
        let user = format!("use \"a.candl\" Constraint B {formula} End");
        vec![("b.candl".to_owned(), user.into_bytes()), ("a.candl".to_owned(), text.as_bytes().to_vec())]
    };
    let renamed = |at, formula| rename(&view, at, "C", vec![user(formula)]).map(|edits| edits.len());
    assert_eq!(renamed(11, "include A"), Ok(2));
    assert_eq!(renamed(20, "include A({y}->{x})"), Ok(2));
    assert_eq!(renamed(20, "include A"), Err(Refusal::Changes("B".to_owned())));
}

#[test]
fn hints_tell_modes() {
    let (view, _) = view("Constraint A ( opcode{x} = add ∧ {x} ≠ {y} ∧ {y} ∈ {x}.args ) End|");
    let shown: Vec<String> = hints(&view, 0, usize::MAX).into_iter().map(|hint| hint.text).collect();
    assert_eq!(shown, ["binds x", "tests", "binds y"]);
}

/// Checks the text after applying every fix offered for it.
fn check_fixed(text: &str, expect: &str) {
    let (view, _) = view(&format!("{text}|"));
    let mut fixed = text.to_owned();
    for fix in fixes(&view, 0, text.len()).into_iter().rev() {
        fixed.replace_range(fix.span.range(), &fix.text);
    }
    assert_eq!(fixed, expect);
}

#[test]
fn names_that_are_meant_are_offered() {
    check_fixed("Constraint A ( opcode{x} = fmull ) End", "Constraint A ( opcode{x} = fmul ) End");
    check_fixed("Constraint A ( opcode{x} = fmul ) End", "Constraint A ( opcode{x} = fmul ) End");
    check_fixed("Constraint A ( opcode{x} = qqqqqq ) End", "Constraint A ( opcode{x} = qqqqqq ) End");
    check_fixed("Constraint A ( include Lop @ {l} ) End", "Constraint A ( include Loop @ {l} ) End");
    check_fixed("Constraint A ( ir_type{y} = doubel ) End", "Constraint A ( ir_type{y} = doubel ) End");
    check_fixed(
        "Constraint A ( opcode{product} = mul ∧ {a} = {product}.args[0] ∧ {a} ≠ {prodct} ) End",
        "Constraint A ( opcode{product} = mul ∧ {a} = {product}.args[0] ∧ {a} ≠ {product} ) End",
    );
    // Nothing is offered outside of the requested range.
    let (view, _) = view("Constraint A ( opcode{x} = fmull ) End|");
    assert_eq!(fixes(&view, 0, 3), []);
    assert_eq!(fixes(&view, 29, 29).len(), 1);
}

#[test]
fn the_outline_has_every_specification() {
    let (view, _) =
        view("# A sum.\nConstraint A opcode{x} = add End private Constraint B opcode{x[N]} = add End|");
    let entries: Vec<_> =
        outline(&view).into_iter().map(|entry| (entry.name, entry.doc, entry.is_runnable)).collect();
    assert_eq!(
        entries,
        [("A".to_owned(), "A sum.".to_owned(), true), ("B".to_owned(), String::new(), false)]
    );
}

/// Calls every service at a byte of a text.
fn query_all(text: &str, at: usize) {
    let view = View::new("any.candl", text, &|_| None);
    complete(&view, at);
    hover(&view, at);
    definition(&view, at);
    references(&view, at);
    hints(&view, 0, text.len());
    outline(&view);
    let lines = Lines::new(text);
    assert!(lines.offset(lines.place(at)) <= at);
    let _ = rename(&view, at, "renamed", Vec::new());
}

/// A built-in file cut off at some byte, or with words dropped, doubled and replaced.
fn half_typed() -> impl Strategy<Value = String> {
    let texts: Vec<&str> = BUILTIN.iter().map(|(_, text)| *text).collect();
    let words = prop::sample::select(vec![
        "{",
        "}",
        "(",
        "include ",
        "∧",
        "{x.",
        "[",
        "collect i ",
        "# > {",
        "\"",
        "End",
        "𝔸",
    ]);
    let edits = prop::collection::vec((any::<prop::sample::Index>(), words), 0..3);
    (prop::sample::select(texts), any::<prop::sample::Index>(), edits).prop_map(|(text, end, edits)| {
        let mut characters: Vec<String> = text.chars().map(String::from).collect();
        characters.truncate(1 + end.index(characters.len()));
        for (at, word) in edits {
            let at = at.index(characters.len());
            characters[at] = word.to_owned();
        }
        characters.concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_broken(text in half_typed(), at in any::<prop::sample::Index>()) {
        query_all(&text, at.index(text.len() + 1));
        query_all(&text, text.len());
    }
}

/// The number of cuts tested, evenly spread over the library; testing all of them would take half an hour.
const CUTS: usize = 60;

#[test]
fn before_each_word_of_the_library_there_are_answers() {
    let words = |text: &'static str| {
        let words = classify(text).into_iter().filter(|token| token.class != TokenClass::Comment);
        words.map(move |token| (text, token.span.start as usize)).collect::<Vec<_>>()
    };
    let all: Vec<(&str, usize)> = BUILTIN.iter().flat_map(|(_, text)| words(text)).collect();
    let step = all.len() / CUTS;
    assert!(all.len() > 5_000, "{} words", all.len());
    for (text, at) in all.iter().step_by(step) {
        query_all(&text[..*at], *at);
    }
}

/// Whether a label offers a word of a class; atoms are offered by their whole spelling.
fn offers(label: &str, word: &str, class: TokenClass) -> bool {
    match class {
        TokenClass::Constraint => label.starts_with(word),
        _ => label == word,
    }
}

/// The next word is offered in each distinct context in the library: up to three words, with variables as
/// equal.
#[test]
fn every_word_of_the_library_is_offered_where_it_stands() {
    use TokenClass::{Comment, Constraint, Flag, Headline, Opcode, Specification, Type, Variable};
    let (mut missing, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    for (name, text) in BUILTIN {
        let mut view = None;
        // The last words before it, as far as they influence the continuation.
        let mut before: [&str; 3] = [""; 3];
        for token in classify(text).into_iter().filter(|token| !matches!(token.class, Comment | Headline)) {
            let word = &text[token.span.range()];
            let begins_formula = matches!(before[2], "∧" | "∨" | "(" | "not" | "has");
            let is_new_name = matches!(before[2], "Constraint" | "Rewrite" | "Fact" | "Analysis");
            if matches!(token.class, Constraint | Flag | Opcode | Specification | Type)
                && !is_new_name
                && seen.insert((if begins_formula { ["", "", before[2]] } else { before }, word))
            {
                let view = view.get_or_insert_with(|| View::new(name, text, &|_| None));
                let labels = complete(view, token.span.start as usize);
                if !labels.iter().any(|one| offers(&one.label, word, token.class)) {
                    missing.push(format!("{name}:{}: {before:?} {word}", token.span.start));
                }
            }
            before.rotate_left(1);
            before[2] = if token.class == Variable { "{x}" } else { word };
        }
    }
    assert!(seen.len() > 300, "{}", seen.len());
    assert!(missing.is_empty(), "{} of {}:\n{}", missing.len(), seen.len(), missing.join("\n"));
}
