//! Printed text parses back to the same tree, and comments survive.

use proptest::prelude::*;

use super::super::ast::*;
use super::super::atom_table::{ArgumentKind, AtomKind, AtomRow, TABLE};
use super::super::parser::{Parsed, parse};
use super::super::vocabulary::WordKind;
use super::{Spelling, print_file};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

fn parsed(text: &str) -> Parsed {
    let mut sources = Sources::new();
    let file = sources.add("test.candl", text);
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    parsed
}

fn check(text: &str, expect: &str) {
    let printed = print_file(&parsed(text), Spelling::Unicode);
    assert_eq!(printed, expect);
    assert_eq!(print_file(&parsed(&printed), Spelling::Unicode), expect, "printing twice changes it");
}

#[test]
fn parts_stand_on_lines() {
    check(
        "Constraint Loop (include SESE&&{begin} in {end}.successors or_not_reserved=x) End"
            .replace(" or_not_reserved=x", "")
            .as_str(),
        "Constraint Loop\n( include SESE\n∧ {begin} ∈ {end}.successors)\nEnd\n",
    );
    check(
        "Constraint A (collect i 8 ( ( {a[i]} != {b} or opcode{x}=or ) and {s[0..4],t} is the same set as {{a,b}[1..N+1].c} )) foreach k=0..2 ({u}->{v},{w}->{x[k]})@{p[k]} End",
        "Constraint A
(collect i 8 ( ( {a[i]} ≠ {b}
               ∨ opcode{x} = or)
             ∧ {s[0..4], t} is the same set as {{a, b}[1..N+1].c})) foreach k=0..2({u}->{v}, {w}->{x[k]}) @ {p[k]}
End
",
    );
    check(
        "Constraint A collect i 8 ({a[i]} = {b[k]} foreach k=0..2) End",
        "Constraint A\ncollect i 8 ({a[i]} = {b[k]} foreach k=0..2)\nEnd\n",
    );
    check(
        "Constraint B (if N=0 then {a}={b} else include B[N=N-1] endif for N=3 if not otherwise specified) End",
        "Constraint B\nif N=0 then {a} = {b}\nelse include B[N=N-1] endif for N=3 if not otherwise specified\nEnd\n",
    );
}

#[test]
fn comments_stay() {
    check(
        "# a file\n\n# about A\nConstraint A # behind the name\n( # first\n {a} = {b} # behind a\n# before c\n∧ {c} = {d}\n) # behind all\n# before the end\nEnd # behind\n\n# last\n",
        "# a file

# about A
Constraint A  # behind the name
( # first
  {a} = {b}  # behind a
# before c
∧ {c} = {d})  # behind all
# before the end
End  # behind

# last
",
    );
    check("# not about A\n\nConstraint A {a} = {b} End", "# not about A\n\nConstraint A\n{a} = {b}\nEnd\n");
}

#[test]
fn comments_stay_in_their_specification() {
    let two = "Constraint A\n{a} = {b}\nEnd\n\nConstraint B\n( {a} = {b}  # behind a\n∧ {c} = {d})\nEnd\n";
    check(two, two);
    let own = "Constraint A {a} = {b} End Constraint B # behind B\n{a} = {b} End # behind End\n";
    check(own, "Constraint A\n{a} = {b}\nEnd\n\nConstraint B  # behind B\n{a} = {b}\nEnd  # behind End\n");
}

/// The debug text of a tree with all spans zero.
fn bare(file: &File) -> String {
    let text = format!("{file:?}");
    let span = regex_lite::Regex::new(r"Span \{ file: \d+, start: \d+, end: \d+ \}").unwrap();
    span.replace_all(&text, "_").into_owned()
}

fn name() -> impl Strategy<Value = Name> {
    let word = prop_oneof![
        "[a-z_][a-z0-9_]{0,3}".boxed(),
        prop::sample::select(vec![
            "in", "and", "or", "phi", "foreach", "for", "if", "is", "args", "include", "not", "N"
        ])
        .prop_map(str::to_owned)
        .boxed(),
    ];
    word.prop_map(|text| Name { text, span: Span::default() })
}

fn index() -> impl Strategy<Value = Index> {
    let term = || {
        prop_oneof![name().prop_map(Term::Name), any::<u64>().prop_map(|n| Term::Number(n, Span::default()))]
    };
    (term(), prop::collection::vec((any::<bool>(), term()), 0..3)).prop_map(|(first, rest)| {
        let terms = std::iter::once((false, first)).chain(rest).collect();
        Index { terms, span: Span::default() }
    })
}

fn variable() -> impl Strategy<Value = Variable> {
    let step = prop_oneof![name().prop_map(Step::Field), index().prop_map(Step::Index)];
    (name(), prop::collection::vec(step, 0..3)).prop_map(|(name, path)| Variable {
        name,
        path,
        span: Span::default(),
    })
}

fn set() -> impl Strategy<Value = Set> {
    let step = || {
        prop_oneof![
            name().prop_map(SetStep::Field),
            index().prop_map(SetStep::Index),
            (index(), index()).prop_map(|(from, to)| SetStep::Range(from, to)),
        ]
    };
    let item = |base: BoxedStrategy<SetBase>| {
        (base, prop::collection::vec(step(), 0..3)).prop_map(|(base, path)| SetItem {
            base,
            path,
            span: Span::default(),
        })
    };
    let leaf = item(name().prop_map(SetBase::Name).boxed()).boxed();
    let nested = leaf.prop_recursive(2, 8, 3, move |inner| {
        let items = prop::collection::vec(inner, 1..3);
        let path = prop::collection::vec(step(), 0..2);
        (items, path)
            .prop_map(|(items, path)| SetItem { base: SetBase::Set(items), path, span: Span::default() })
            .boxed()
    });
    prop::collection::vec(nested, 0..3).prop_map(|items| Set { items, span: Span::default() })
}

fn symbol() -> impl Strategy<Value = Symbol> {
    prop_oneof![
        name().prop_map(|name| Symbol { text: name.text, quoted: false, span: Span::default() }),
        "[a-z]{1,3}\\.[a-z]{1,3}".prop_map(|text| Symbol { text, quoted: false, span: Span::default() }),
        "[a-z0-9 <>{}#*]{0,8}".prop_map(|text| Symbol { text, quoted: true, span: Span::default() }),
    ]
}

fn number() -> impl Strategy<Value = Symbol> {
    "-?[0-9]{1,4}(\\.[0-9]{1,3})?(e[+-]?[0-9]{1,2})?".prop_map(|text| Symbol {
        text,
        quoted: false,
        span: Span::default(),
    })
}

fn argument(kind: ArgumentKind) -> BoxedStrategy<Argument> {
    match kind {
        ArgumentKind::Variable => variable().prop_map(Argument::Variable).boxed(),
        ArgumentKind::Set => set().prop_map(Argument::Set).boxed(),
        ArgumentKind::Index => index().prop_map(Argument::Index).boxed(),
        ArgumentKind::Word(WordKind::Analysis) => name()
            .prop_map(|name| {
                Argument::Symbol(Symbol {
                    text: format!("A_{}", name.text),
                    quoted: false,
                    span: Span::default(),
                })
            })
            .boxed(),
        ArgumentKind::Word(_) => symbol().prop_map(Argument::Symbol).boxed(),
        ArgumentKind::Words(_) => prop::collection::vec(symbol(), 1..4).prop_map(Argument::Words).boxed(),
        ArgumentKind::Number => number().prop_map(Argument::Symbol).boxed(),
    }
}

/// Any row of the table, with any arguments.
fn atom() -> BoxedStrategy<AtomSyntax> {
    let of_row = |(row, negated): (&'static AtomRow, bool)| {
        let arguments: Vec<_> = row.arguments.iter().map(|(_, kind)| argument(*kind)).collect();
        let negated = negated && row.kind.can_be_negated();
        arguments.prop_map(move |mut arguments| {
            // `passes through {a}` is about the variable a, and not about a set of it.
            if matches!(row.kind, AtomKind::PassesThroughSet(_))
                && let Some(Argument::Set(Set { items, .. })) = arguments.last_mut()
                && let [only] = &items[..]
            {
                items.push(only.clone());
            }
            AtomSyntax { kind: row.kind, negated, arguments }
        })
    };
    let rows: Vec<&'static AtomRow> = TABLE.iter().collect();
    (prop::sample::select(rows), any::<bool>()).prop_flat_map(of_row).boxed()
}

fn placing() -> impl Strategy<Value = Placing> {
    let renames = prop::collection::vec((variable(), variable()), 0..3);
    (renames, prop::option::of(variable())).prop_map(|(renames, prefix)| Placing { renames, prefix })
}

fn of(kind: FormulaKind) -> Formula {
    Formula { kind, span: Span::default() }
}

fn quantified(body: impl Strategy<Value = Formula> + Clone + 'static) -> impl Strategy<Value = Quantified> {
    let listed = || {
        let one = (name(), any::<bool>()).prop_map(|(name, private)| Listed { name, private });
        prop::collection::vec(one, 0..3)
    };
    let body = move || body.clone().prop_map(Box::new);
    let quantifier = prop::sample::select(vec![Quantifier::None, Quantifier::Some, Quantifier::Every]);
    (quantifier, listed(), body(), listed(), body()).prop_map(|(quantifier, first, body, second, then)| {
        let then = (quantifier == Quantifier::Every).then_some((second, then));
        Quantified { quantifier, listed: first, body, then }
    })
}

fn formula() -> impl Strategy<Value = Formula> {
    let include = (name(), prop::collection::vec((name(), index()), 0..3), placing())
        .prop_map(|(name, parameters, placing)| Include { name, parameters, placing });
    let leaf =
        prop_oneof![4 => atom().prop_map(FormulaKind::Atom), 1 => include.prop_map(FormulaKind::Include)];
    leaf.prop_map(of).prop_recursive(4, 24, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let repetition = || {
            (boxed(), name(), index(), index(), placing())
                .prop_map(|(body, index, from, to, placing)| Repetition { body, index, from, to, placing })
        };
        let parts = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            parts().prop_map(FormulaKind::And),
            parts().prop_map(FormulaKind::Or),
            (index(), index(), boxed(), boxed()).prop_map(|(left, right, then, otherwise)| FormulaKind::If {
                left,
                right,
                then,
                otherwise
            }),
            (name(), index(), boxed()).prop_map(|(index, limit, body)| FormulaKind::Collect {
                index,
                limit,
                body
            }),
            quantified(inner.clone()).prop_map(FormulaKind::Quantified),
            repetition().prop_map(FormulaKind::ForEach),
            repetition().prop_map(FormulaKind::ForAny),
            (boxed(), name(), index(), any::<bool>(), placing()).prop_map(
                |(body, index, value, default, placing)| {
                    let placing = if default { Placing::default() } else { placing };
                    FormulaKind::For { body, index, value, default, placing }
                }
            ),
        ]
        .prop_map(of)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_is_the_identity(formula in formula(), ascii in any::<bool>()) {
        let name = Name { text: "T".to_owned(), span: Span::default() };
        let specification =
            Specification { doc: Vec::new(), private: false, name, formula, rewrite: None, fact: None, analysis: None, span: Span::default(), complete: true };
        let file = File { uses: Vec::new(), specifications: vec![specification] };
        let tree = Parsed { file, ..Parsed::default() };
        let spelling = if ascii { Spelling::Ascii } else { Spelling::Unicode };
        let text = print_file(&tree, spelling);
        prop_assert!(!ascii || text.is_ascii());
        let back = parsed(&text);
        prop_assert_eq!(bare(&tree.file), bare(&back.file), "{}", text);
        prop_assert_eq!(print_file(&back, spelling), text);
    }
}

#[test]
fn clauses_of_nests_stand_on_lines() {
    check(
        "Rewrite Dot ({s} += {x}[{i}] * {y}[{i}] and {n} is the count of {i.loop})
         extern double cblas_ddot(int, ptr < const double >, int, ptr<out float>, int, ptr<i32>)
         gives nest {i},{j} with {s.out} = {s.init} + call cblas_ddot(trunc i32 {n}, {x.first}, 1, {y.first}, 1, {z.first})
         when {n} >s 10,{n} <u 20 unless {s.partly}\"some rounds\" unless {n} \"many\" trusting \"any order\" always End",
        "Rewrite Dot
( {s} += {x}[{i}] * {y}[{i}]
∧ {n} is the count of {i.loop})
extern double cblas_ddot(int, ptr<const double>, int, ptr<out float>, int, ptr<i32>)
gives nest {i}, {j} with {s.out} = {s.init} + call cblas_ddot(trunc i32 {n}, {x.first}, 1, {y.first}, 1, {z.first})
when {n} >s 10, {n} <u 20
unless {s.partly} \"some rounds\"
unless {n} \"many\"
trusting \"any order\"
always
End
",
    );
}

#[test]
fn exit_values_stand_behind_their_words() {
    let rewrite = |gives: &str| format!("Rewrite Exit\n( {{x}} = {{y}}\n∧ {{e}} = {{x}})\n{gives}\nEnd\n");
    check(
        &rewrite("gives   exit value {x}=zext_or_trunc( popcount({y})),{e} = {y}"),
        &rewrite("gives exit value {x} = zext_or_trunc(popcount({y})),\n      {e} = {y}"),
    );
}

#[test]
fn the_round_that_a_loop_runs_from_stands_on_a_line() {
    for (written, canonical) in [
        ("until {exit}   skipping call f({x.first})", "until {exit} skipping call f({x.first})"),
        ("leaving {s}  in {x} = call f({x.first})", "leaving {s} in {x} = call f({x.first})"),
        (
            "down  bounded   by {e}  updating {x},{y} = call f({x.first})",
            "down bounded by {e} updating {x}, {y} = call f({x.first})",
        ),
        (
            "until {e.exit} skipping unless call f({x.first})",
            "until {e.exit} skipping unless call f({x.first})",
        ),
    ] {
        let rewrite = |clause: &str, sign: &str| {
            format!(
                "Rewrite Skip\n( {{x}} = {{y}}\n{sign} {{e}} = {{x}})\nextern ptr f(ptr<const char>)\ngives nest {{i}} {clause}\nEnd\n"
            )
        };
        check(&rewrite(written, "and"), &rewrite(canonical, "∧"));
    }
}

#[test]
fn analyses_are_printed_by_clauses() {
    for (written, canonical) in [
        (
            "Analysis A( {x,y} ) forward must gen {i} ({x} in {i}.args and {y} in {i}.args) kill {i} opcode{i}=call entry ir_type{x}=argument End",
            "Analysis A({x, y}) forward must
gen {i}
( {x} ∈ {i}.args
∧ {y} ∈ {i}.args)
kill {i}
opcode{i} = call
entry
ir_type{x} = argument
End
",
        ),
        (
            "Analysis B({}) backward may gen {i} opcode{i}=call # calls\n exit all End",
            "Analysis B({}) backward may\ngen {i}\nopcode{i} = call  # calls\nexit all\nEnd\n",
        ),
        (
            "private Analysis C({x}) backward must gen {i} {i} = {x} kill {j} {j} ~ {x} + 1\n# nothing\nexit none End",
            "private Analysis C({x}) backward must\ngen {i}\n{i} = {x}\nkill {j}\n{j} ~ {x} + 1\n# nothing\nexit none\nEnd\n",
        ),
        (
            "Analysis D({x}) forward may gen {i} {i} = {x} entry none {u} ( {u} ∈ {x}.args ) End",
            "Analysis D({x}) forward may\ngen {i}\n{i} = {x}\nentry\nnone {u} ( {u} ∈ {x}.args)\nEnd\n",
        ),
    ] {
        check(written, canonical);
    }
}

#[test]
fn facts_are_printed_with_their_heads() {
    let text = "# Doc.\nmust Fact A({p})\nopcode{p} = add\nEnd\n\nmay Fact B() returns {r} or null\n{r} returns B()\nEnd\n\nmust Fact C({s}) returns {r}\n{r} returns C({s})\nEnd\n";
    let mut sources = Sources::new();
    sources.add("test", text.replace('\n', " ").replace("Doc. ", "Doc.\n"));
    let parsed = parse(&sources, 0, &mut Diagnostics::new());
    assert_eq!(print_file(&parsed, Spelling::Unicode), text);
}
