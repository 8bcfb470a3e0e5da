//! Specifications with huge expansions are rejected, or warned of, in time. The library is far from the
//! limits.

use super::Library;
use ir::testing::sketch::sketch;
use lang::candl::ast::{Index, Name, Term};
use lang::candl::compile::expansion_figures;
use lang::candl::instantiate::Request;
use solver::Budget;
use specs::builtin::BUILTIN;
use specs::reading::{check, compile_wanted, sources};
use std::fmt::Write as _;
use text::diagnostic::Code;

#[test]
fn the_library_is_far_from_the_limits() {
    let mut sources = sources(&[], &[true; BUILTIN.len()]);
    let compiled = compile_wanted(&mut sources, &[], |catalogue, requests, _| {
        requests.extend(catalogue.ids().map(|id| catalogue.entry(id)).map(|entry| {
            Request {
                name: entry.specification.name.clone(),
                parameters: entry
                    .required()
                    .map(|it| {
                        let name = Name { text: it.name.clone(), span: it.span };
                        (name, Index { terms: vec![(false, Term::Number(2, it.span))], span: it.span })
                    })
                    .collect(),
            }
        }));
    });
    let figures = expansion_figures(&compiled.program);
    assert!(figures.iter().all(|(_, of_limit)| *of_limit < 0.6), "{figures:?}");
}

/// Specifications `X0` to `X{levels}`. Each includes the next one by `body`, in which `NEXT` stands for its
/// name.
fn chain(levels: usize, body: &str, last: &str) -> String {
    let mut text = String::new();
    for level in 0..levels {
        let body = body.replace("NEXT", &format!("X{}", level + 1));
        let _ = write!(text, "Constraint X{level}\n{body}\nEnd\n\n");
    }
    text + &format!("Constraint X{levels}\n{last}\nEnd\n")
}

/// Ways to include the next specification twice with few variables.
const FOLDED: [&str; 7] = [
    // A common mistake: the names here are taken for those of the include, so that nothing is renamed.
    "( include NEXT ∧ include NEXT({a}->{b}) )",
    "( include NEXT ∧ include NEXT({b}->{a}) )",
    "( include NEXT({b}->{a}) ∧ include NEXT )",
    "( include NEXT ∨ include NEXT({b}->{a}) )",
    "( include NEXT({a}->{b}, {b}->{a}) ∧ include NEXT({b}->{a}) )",
    "( opcode{a} = add ∧ none {x} ( include NEXT({x}->{a}) ) ∧ include NEXT({b}->{a}) )",
    "( include NEXT foreach k=0..2 )",
];

fn codes(text: &str) -> Vec<(Code, String)> {
    let outcome = check(&[("d.candl".to_owned(), text.as_bytes().to_vec())]);
    let of_size = outcome
        .diagnostics
        .iter()
        .filter(|found| matches!(found.code, Code::ExpansionTooLarge | Code::LargeExpansion));
    of_size.map(|it| (it.code, outcome.sources.text(it.primary.span).to_owned())).collect()
}

/// Sixty levels would expand to 2^60 formulas.
#[test]
fn includes_that_double_are_searched_once_for_each_way_of_being_called() {
    let model = sketch("param p:i32\nentry:\nx:i32 = add p p\ny:i32 = add x p\nlast:void = ret y");
    for body in FOLDED {
        let text = chain(60, body, "opcode{a} = add");
        let outcome = codes(&text);
        assert!(
            matches!(&outcome[..], [(Code::LargeExpansion, place)] if place.starts_with("include X")),
            "{body}: {outcome:?}"
        );
        let library = Library::new(vec![("d.candl".to_owned(), text.into_bytes())], None);
        assert!(!library.has_errors(), "{}", library.render(false));
        let found = library.idioms()[0].find(&model, Budget::default());
        assert_eq!(found.exhausted, None, "{body}");
        // A specification of one level less finds the same.
        let small =
            Library::new(vec![("d.candl".to_owned(), chain(2, body, "opcode{a} = add").into_bytes())], None);
        let of_small = small.idioms()[0].find(&model, Budget::default());
        let is_same = body.contains("none") || found.solutions.len() == of_small.solutions.len();
        assert!(is_same, "{body}: {} and {}", found.solutions.len(), of_small.solutions.len());
    }
}

/// A few levels are not worth a warning.
#[test]
fn small_expansions_are_not_reported() {
    for body in FOLDED {
        assert_eq!(codes(&chain(8, body, "opcode{a} = add")), [], "{body}");
    }
    assert_eq!(codes(&chain(90, "( opcode{a} = add ∧ include NEXT )", "opcode{a} = add")), []);
}

/// Each include has variables of its own.
#[test]
fn variables_that_double_are_refused_where_they_do() {
    for body in [
        "( include NEXT @{p} ∧ include NEXT @{q} )",
        "( include NEXT({a}->{b}) @{p} ∧ include NEXT )",
        "( include NEXT @{p[k]} foreach k=0..2 )",
        "( collect k 2 ( include NEXT @{p[k]} ) )",
        "( include NEXT @{p} ∨ include NEXT @{q} )",
    ] {
        let outcome = codes(&chain(60, body, "opcode{a} = add"));
        let refused: Vec<&(Code, String)> =
            outcome.iter().filter(|(code, _)| *code == Code::ExpansionTooLarge).collect();
        let is_there = matches!(&refused[..], [(_, place)] if place.starts_with("include X"));
        assert!(is_there || body.contains("({a}->{b}) @{p}"), "{body}: {outcome:?}");
    }
}

/// No single specification has many variables, but all together do.
#[test]
fn the_limit_is_one_for_all_specifications() {
    let wide = |count: usize| {
        let mut text = "Constraint Wide ( opcode{a[k]} = add foreach k=0..1000 ) End\n".to_owned();
        for number in 0..count {
            let _ = writeln!(text, "Constraint Y{number} ( include Wide @{{p}} ∧ include Wide @{{q}} ) End");
        }
        text
    };
    let refused =
        |count| codes(&wide(count)).iter().filter(|(code, _)| *code == Code::ExpansionTooLarge).count();
    assert_eq!((refused(5), refused(2_000)), (0, 1));
}

/// Some of twelve letters in a pseudo-random order, the same in each run.
fn some_letters(state: &mut u32) -> Vec<char> {
    let mut letters: Vec<char> = ('a'..='l').collect();
    for at in 0..4 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let other = at + (*state >> 16) as usize % (letters.len() - at);
        letters.swap(at, other);
    }
    letters.truncate(4);
    letters
}

/// Each level renames other variables, so that the included specification is called with ever more binding
/// patterns.
#[test]
fn renamings_in_too_many_ways_are_refused() {
    let text = |levels: usize| {
        let mut state = 7;
        let mut include = |level: usize| {
            let (here, inside) = (some_letters(&mut state), some_letters(&mut state));
            let pairs = here.iter().zip(&inside).map(|(here, inside)| format!("{{{here}}}->{{{inside}}}"));
            format!("include X{}({})", level + 1, pairs.collect::<Vec<_>>().join(", "))
        };
        let mut text = String::new();
        for level in 0..levels {
            let parts = [include(level), include(level), include(level)].join(" ∧ ");
            let _ = write!(text, "Constraint X{level}\n( {parts} )\nEnd\n");
        }
        let linked = ('a'..'l').zip('b'..='l').map(|(x, y)| format!("{{{y}}} = {{{x}}}.args[0]"));
        let last = format!("( opcode{{a}} = add ∧ {} )", linked.collect::<Vec<_>>().join(" ∧ "));
        text + &format!("Constraint X{levels}\n{last}\nEnd\n")
    };
    let refused = |levels: usize| {
        let outcome = codes(&text(levels));
        outcome
            .iter()
            .filter(|(code, _)| *code == Code::ExpansionTooLarge)
            .map(|(_, place)| place.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(refused(2), Vec::<String>::new());
    assert_eq!(refused(30), ["X0"]);
}
