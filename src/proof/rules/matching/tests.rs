//! Rules against small functions, written by hand.

use super::{Engine, LinearScan, ModelSubject, NoFacts, RuleSet, matches};
use crate::rules::diagnostic::Diagnostics;
use crate::rules::form::NodeKind;
use ir::testing::sketch::{sketch, value};
use ir::{Model, ValueId};
use text::sources::Sources;

/// The rules of a text, which has to be right.
pub(super) fn rules(text: &str) -> RuleSet {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("rules.opt", text);
    let rules = crate::rules::read(&sources, file, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    RuleSet::new(rules)
}

/// A function with two parameters of each width.
fn function(lines: &str) -> Model {
    let parameters =
        [1, 8, 16, 32].map(|width| format!("param x{width}:i{width}\nparam y{width}:i{width}\n"));
    let globals = "global @llvm.umin.i8 pure\nglobal @llvm.abs.i8 pure\nglobal @llvm.fshl.i8 pure\n";
    sketch(&format!(
        "{globals}{}param v:<2xi8>\nparam w:<2xi8>\nparam p:ptr\nparam q:ptr\nentry:\n{lines}\nret r",
        parameters.concat()
    ))
}

/// The names of the rules that match at `r` and whose preconditions hold, in order.
pub(super) fn matched(rules: &RuleSet, engine: &dyn for<'a> Engine<ModelSubject<'a>>, code: &str) -> String {
    let model = function(code);
    let (subject, root) = (ModelSubject::new(&model), value(&model, "r"));
    let mut found = Vec::new();
    engine.candidates(rules, &subject, root, &mut found);
    let mut names = Vec::new();
    for variant in found {
        if let Some(mut found) = rules.bind(variant, &subject, root)
            && found.holds(&NoFacts)
        {
            names.push(found.rule().name.clone());
        }
    }
    names.join(" ")
}

fn check(text: &str, cases: &[(&str, &str)]) {
    let rules = rules(text);
    for (code, expected) in cases {
        assert_eq!(matched(&rules, &LinearScan, code), *expected, "{code}");
    }
}

#[test]
fn opcodes_flags_and_literals() {
    check(
        "Name: a\n%r = add nsw %x, 1\n=>\n%r = sub %x, -1\n
Name: b\n%r = add %x, C\n=>\n%r = sub %x, -C\n
Name: c\n%r = add %x, %y\n=>\n%r = sub %x, %y\n",
        &[
            // Flags are some of those there are; what tests more comes first.
            ("r:i8 = add x8 i8:1 !nsw", "a b c"),
            ("r:i8 = add x8 i8:1 !nsw !nuw", "a b c"),
            ("r:i8 = add x8 i8:1", "b c"),
            ("r:i8 = add x8 i8:2 !nsw", "b c"),
            ("r:i8 = add x8 y8", "c"),
            ("r:i8 = add x8 i8:undef", "c"),
            ("r:i8 = sub x8 i8:1", ""),
        ],
    );
}

#[test]
fn priorities_outweigh_tests() {
    let text = "Name: a\nPriority: -1\n%r = add nsw %x, 1\n=>\n%r = sub %x, -1\n
Name: b\n%r = add %x, C\n=>\n%r = sub %x, -C\n
Name: c\nPriority: 7\n%r = add %x, %y\n=>\n%r = sub %x, %y\n";
    check(text, &[("r:i8 = add x8 i8:1 !nsw", "c b a"), ("r:i8 = add x8 i8:1", "c b")]);
    let (set, same) = (rules(text), rules(&text.replace("Priority: 7\n", "")));
    let key = |set: &RuleSet| set.rules().map(|(_, rule)| rule.canonical.clone()).collect::<Vec<_>>();
    assert_eq!(key(&set), key(&same), "proofs do not depend on it");
}

#[test]
fn values_that_are_repeated() {
    check(
        "Name: x\n%r = sub %x, %x\n=>\n%r = 0\n
Name: c\n%a = and %x, C\n%r = or %a, C\n=>\n%r = C\n
Name: node\n%a = mul %x, %y\n%r = xor %a, %a\n=>\n%r = 0\n",
        &[
            ("r:i8 = sub x8 x8", "x"),
            ("r:i8 = sub x8 y8", ""),
            ("a:i8 = and x8 i8:3\nr:i8 = or a i8:3", "c"),
            ("a:i8 = and x8 i8:3\nr:i8 = or a i8:4", ""),
            ("a:i8 = mul x8 y8\nr:i8 = xor a a", "node"),
            ("a:i8 = mul x8 y8\nb:i8 = mul x8 y8\nr:i8 = xor a b", ""),
        ],
    );
}

#[test]
fn operands_may_be_exchanged() {
    check(
        "Name: and\n%a = xor %x, -1\n%r = and %a, %y\n=>\n%r = %y\n
Name: less\n%a = mul %x, %y\n%r = icmp ult %a, %z\n=>\n%r = true\n
Name: sub\n%a = mul %x, %y\n%r = sub %a, %y\n=>\n%r = 0\n",
        &[
            ("a:i8 = xor x8 i8:-1\nr:i8 = and a y8", "and"),
            ("a:i8 = xor x8 i8:-1\nr:i8 = and y8 a", "and"),
            // Optimised code has no constant on the left of a value.
            ("a:i8 = xor i8:-1 x8\nr:i8 = and y8 a", ""),
            ("a:i8 = mul x8 y8\nr:i1 = icmp a x8 !ult", "less"),
            ("a:i8 = mul x8 y8\nr:i1 = icmp x8 a !ugt", "less"),
            ("a:i8 = mul x8 y8\nr:i1 = icmp x8 a !ult", ""),
            ("a:i8 = mul y8 x8\nr:i8 = sub a y8", "sub"),
            ("a:i8 = mul x8 y8\nr:i8 = sub y8 a", ""),
        ],
    );
}

#[test]
fn predicates_that_are_variables() {
    let text = "Name: p\n%a = icmp P %x, %y\n%b = icmp P %z, %w\n%r = and %a, %b\n=>\n%r = %a\n";
    check(
        text,
        &[
            ("a:i1 = icmp x8 y8 !ult\nb:i1 = icmp y8 x8 !ult\nr:i1 = and a b", "p"),
            ("a:i1 = icmp x8 y8 !ult\nb:i1 = icmp y8 x8 !ugt\nr:i1 = and a b", "p"),
            ("a:i1 = icmp x8 y8 !ult\nb:i1 = icmp y8 x8 !sgt\nr:i1 = and a b", ""),
        ],
    );
}

#[test]
fn widths() {
    check(
        "Name: byte\n%r = add i8 %x, %y\n=>\n%r = %y\n
Name: two\n%r = mul %x, 2\n=>\n%r = shl %x, 1\n
Name: ones\n%r = xor %x, -1\n=>\n%r = sub -1, %x\n
Name: same\n%a = zext %x\n%b = zext %y\n%r = sub %a, %b\n=>\n%c = sub %x, %y\n%r = sext %c\n
Name: big\nPre: C u> 200\n%r = sub %x, C\n=>\n%r = %x\n
Name: built\n%r = shl %x, C\n=>\n%r = mul %x, 300\n",
        &[
            ("r:i8 = add x8 y8", "byte"),
            ("r:<2xi8> = add v w", "byte"),
            ("r:i16 = add x16 y16", ""),
            ("r:i8 = mul x8 i8:2", "two"),
            ("r:i1 = mul x1 i1:0", ""),
            ("r:i1 = xor x1 i1:1", "ones"),
            ("r:i32 = xor x32 i32:-1", "ones"),
            ("r:i32 = xor x32 i32:1", ""),
            ("a:i16 = zext x8\nb:i16 = zext y8\nr:i16 = sub a b", "same"),
            ("a:i32 = zext x8\nb:i32 = zext x16\nr:i32 = sub a b", ""),
            ("r:i8 = sub x8 i8:-1", "big"),
            ("r:i8 = sub x8 i8:100", ""),
            ("r:i1 = sub x1 i1:1", ""),
            // A number of the target does not fit.
            ("r:i16 = shl x16 i16:3", "built"),
            ("r:i8 = shl x8 i8:3", ""),
        ],
    );
}

#[test]
fn values_that_are_no_integers() {
    check(
        "Name: i\n%r = icmp eq %x, %y\n=>\n%r = icmp uge %x, %y\n
Name: s\n%r = select %c, %x, %y\n=>\n%r = %x\n
Name: m\n%r = umin %x, %y\n=>\n%r = %x\n
Name: f\n%r = freeze %x\n=>\n%r = %x\n",
        &[
            ("r:i1 = icmp x8 y8 !eq", "i"),
            ("r:i1 = icmp p q !eq", ""),
            ("r:i8 = select x1 x8 y8", "s"),
            ("r:ptr = select x1 p q", ""),
            // Its condition is none of the lanes.
            ("r:<2xi8> = select x1 v w", ""),
            ("r:i8 = call @llvm.umin.i8 x8 y8", "m"),
            ("r:i8 = call @llvm.abs.i8 x8 i1:0", ""),
            ("r:i8 = freeze x8", "f"),
            ("r:ptr = freeze p", ""),
        ],
    );
}

#[test]
fn preconditions_of_constants() {
    check(
        "Name: p\nPre: isPowerOf2(C) && C != 1\n%r = udiv %x, C\n=>\n%r = lshr %x, log2(C)\n
Name: n\nPre: C1 == ~C\n%a = and %x, C\n%r = or %a, C1\n=>\n%r = or %x, C1\n
Name: computed\n%a = shl %x, C\n%r = ashr %a, C + 1\n=>\n%r = %x\n
Name: one\nPre: hasOneUse(%a)\n%a = mul %x, %y\n%r = srem %a, %y\n=>\n%r = 0\n
Name: d\n%r = xor noundef %x, %y\n=>\n%r = %x\n",
        &[
            ("r:i8 = udiv x8 i8:64", "p"),
            ("r:i8 = udiv x8 i8:-128", "p"),
            ("r:i8 = udiv x8 i8:1", ""),
            ("r:i8 = udiv x8 i8:6", ""),
            ("a:i8 = and x8 i8:-4\nr:i8 = or a i8:3", "n"),
            ("a:i8 = and x8 i8:-4\nr:i8 = or a i8:1", ""),
            ("a:i8 = shl x8 i8:2\nr:i8 = ashr a i8:3", "computed"),
            ("a:i8 = shl x8 i8:2\nr:i8 = ashr a i8:2", ""),
            // No analysis says that it has one use, or that the input is defined.
            ("a:i8 = mul x8 y8\nr:i8 = srem a y8", ""),
            ("r:i8 = xor x8 y8", ""),
        ],
    );
}

#[test]
fn rules_that_cannot_be_matched_say_why() {
    let set = rules(
        "Name: a\n%r = add %x, C + 1\n=>\n%r = %x\n
Name: b\n%r = ZExtOrTrunc %x\n=>\n%r = %x\n
Name: c\n%r = trunc %x\n=>\n%a = zext %x\n%r = trunc %a\n
Name: d\n%r = add %x, %y\n=>\n%r = %x\n",
    );
    let reported: Vec<&str> = set.refused().iter().map(|refusal| refusal.reason.as_str()).collect();
    assert_eq!(
        reported,
        [
            "`C` is no operand of the source, only of an expression",
            "`%r` of the source may be one of several instructions",
            "the source does not say how wide %a of the target is",
        ]
    );
    assert_eq!(set.variants().count(), 1, "the rule that can");
}

#[test]
fn bindings_are_the_values_at_their_places() {
    let set = rules(
        "Pre: P\n%a = and %y, C\n%r = add %x, %a\n=>\n%r = shl %x, C - 1\n".replace("Pre: P\n", "").as_str(),
    );
    let model = function("a:i8 = and x8 i8:5\nr:i8 = add a y8");
    let subject = ModelSubject::new(&model);
    let all = matches(&LinearScan, &set, &subject, value(&model, "r"));
    assert_eq!(all.len(), 1);
    let found = &all[0];
    let named =
        |name: &str| found.rule().ids().find(|(_, node)| node.name.as_deref() == Some(name)).unwrap().0;
    let at = |name: &str| -> ValueId { found.value(named(name)).unwrap() };
    assert_eq!((at("%x"), at("%y")), (value(&model, "y8"), value(&model, "x8")));
    assert_eq!((found.bits(named("C")), found.width(named("C"))), (Some(5), 8));
    let computed =
        found.rule().ids().find(|(_, node)| matches!(node.kind, NodeKind::Computed(..))).unwrap().0;
    assert_eq!(found.bits(computed), Some(4));
}

pub(super) const MIXED: &str = "Name: a\n%r = add nsw %x, 1\n=>\n%r = sub %x, -1\n
Name: b\nPre: isPowerOf2(C)\n%a = shl %x, C\n%r = add %a, %x\n=>\n%r = mul %x, C\n
Name: c\n%c = icmp ult %x, %y\n%r = select %c, %x, %y\n=>\n%r = umin %x, %y\n";

#[test]
fn near_misses_name_the_one_thing_that_is_missing() {
    use super::{Literal, MissingCondition, Symbol, near_misses};
    use ir::{Flags, IntPredicate, Opcode};
    let set = rules(MIXED);
    let lack = |code: &str, rule: usize| {
        let model = function(code);
        let subject = ModelSubject::new(&model);
        let all = near_misses(&set, &subject, model.instructions(), &NoFacts);
        all.into_iter().find(|near| near.rule.index() == rule).map(|near| {
            let name = |at| model.name(at).to_owned();
            match near.lack {
                MissingCondition::Symbol(at, symbol) => (name(at), MissingCondition::Symbol((), symbol)),
                MissingCondition::Predicate(at, predicate) => {
                    (name(at), MissingCondition::Predicate((), predicate))
                }
                MissingCondition::Flag(at, flag) => (name(at), MissingCondition::Flag((), flag)),
                MissingCondition::Literal(at, literal) => (name(at), MissingCondition::Literal((), literal)),
                MissingCondition::Nothing => (name(near.root), MissingCondition::Nothing),
                MissingCondition::Repeat => (name(near.root), MissingCondition::Repeat),
                MissingCondition::Widths => (name(near.root), MissingCondition::Widths),
                MissingCondition::Precondition => (name(near.root), MissingCondition::Precondition),
            }
        })
    };
    let one = Literal { negative: false, magnitude: 1 };
    for (code, rule, expected) in [
        ("r:i8 = add x8 i8:1 !nsw", 0, Some(("r", MissingCondition::Nothing))),
        ("r:i8 = add x8 i8:1", 0, Some(("r", MissingCondition::Flag((), Flags::NSW)))),
        ("r:i8 = add x8 i8:2 !nsw", 0, Some(("", MissingCondition::Literal((), one)))),
        // Two things are missing, or nearly everything is.
        ("r:i8 = add x8 i8:2", 0, None),
        ("r:i8 = sub x8 i8:1 !nsw", 0, None),
        ("a:i8 = shl x8 i8:3\nr:i8 = add a x8", 1, Some(("r", MissingCondition::Precondition))),
        ("a:i8 = shl x8 i8:2\nr:i8 = add a y8", 1, Some(("r", MissingCondition::Repeat))),
        (
            "a:i8 = shl x8 y8\nr:i8 = add a x8",
            1,
            Some(("y8", MissingCondition::Symbol((), Symbol::Constant))),
        ),
        (
            "a:i1 = icmp x8 y8 !slt\nr:i8 = select a x8 y8",
            2,
            Some(("a", MissingCondition::Predicate((), IntPredicate::Ult))),
        ),
        ("r:i8 = select x1 x8 y8", 2, None),
    ] {
        let expected = expected.map(|(name, lack)| (name.to_owned(), lack));
        assert_eq!(lack(code, rule), expected, "{code}");
    }
    assert_eq!(Symbol::Instruction(Opcode::ICmp).word(), "icmp");
}

#[test]
fn rules_that_take_code_from_each_other() {
    let names = |set: &RuleSet, conflicts: Vec<super::Conflict>| {
        let reported = conflicts
            .iter()
            .map(|conflict| format!("{}>{}", set.rule(conflict.first).name, set.rule(conflict.second).name));
        reported.collect::<Vec<_>>().join(" ")
    };
    let dead = |text: &str| {
        let set = rules(text);
        let conflicts = set.never_apply();
        names(&set, conflicts)
    };
    let overlaps = |text: &str| {
        let set = rules(text);
        let (conflicts, is_all) = set.overlaps(&set.never_apply());
        assert!(is_all);
        names(&set, conflicts)
    };
    let (a, b) = (
        "Name: a\n%r = add %x, C\n=>\n%r = sub %x, -C\n\n",
        "Name: b\n%r = add %y, C2\n=>\n%r = xor %y, C2\n\n",
    );
    assert_eq!(dead(&format!("{a}{b}")), "a>b");
    // A precondition, another width, a target that may be too dear: the first need not apply.
    assert_eq!(dead(&format!("{}{b}", a.replace("a\n%r", "a\nPre: C != 1\n%r"))), "");
    assert_eq!(dead(&format!("{}{b}", a.replace("add %x", "add i8 %x"))), "");
    assert_eq!(dead(&format!("{}{b}", a.replace("%r = sub", "%s = sub %x, 1\n%r = sub"))), "");
    // The same precondition by other names.
    let pre = |text: &str, pre: &str| text.replacen("\n%r", &format!("\nPre: {pre}\n%r"), 1);
    assert_eq!(dead(&format!("{}{}", pre(a, "C != 1"), pre(b, "C2 != 1"))), "a>b");
    assert_eq!(dead(&format!("{}{}", pre(a, "C != 1"), pre(b, "C2 != 2"))), "");
    // What tests more comes first, and takes nothing from all of what tests less.
    assert_eq!(dead(&format!("{b}{}", a.replace("C\n", "1\n"))), "");

    let nuw = "Name: n\n%r = add nuw %x, %y\n=>\n%r = or %x, %y\n\n";
    let nsw = "Name: s\n%r = add nsw %x, %y\n=>\n%r = xor %x, %y\n\n";
    assert_eq!(overlaps(&format!("{nuw}{nsw}")), "n>s");
    assert_eq!(overlaps(&format!("{nuw}{}", nsw.replace("add", "sub"))), "");
    assert_eq!(overlaps(&format!("{}{}", pre(a, "C u< 3"), pre(b, "C2 u> 1"))), "a>b");
    assert_eq!(overlaps(&format!("{}{}", pre(a, "C u< 3"), pre(b, "C2 u> 4"))), "");
    assert_eq!(overlaps(&format!("{b}{}", a.replace("C\n", "1\n"))), "", "one tests more");

    // A priority is an order, and may put what tests more behind.
    let first = |text: &str, priority: i32| text.replacen("\n", &format!("\nPriority: {priority}\n"), 1);
    assert_eq!(overlaps(&format!("{nuw}{}", first(nsw, 1))), "");
    assert_eq!(overlaps(&format!("{}{}", first(nuw, 2), first(nsw, 2))), "n>s");
    assert_eq!(dead(&format!("{a}{}", first(b, 1))), "b>a");
    assert_eq!(
        dead(&format!("{}{}", first(a, -1), b.replace("C2\n", "1\n").replace("xor %y, 1", "xor %y, 3"))),
        ""
    );
    assert_eq!(dead(&format!("{b}{}", first(&a.replace("C\n", "1\n"), -1))), "b>a");
}

#[test]
fn every_engine_passes_the_cases_of_the_dag() {
    let set = rules(MIXED);
    let dag = super::Dag::new(&set);
    for code in ["r:i8 = add x8 i8:1 !nsw", "a:i8 = shl x8 i8:2\nr:i8 = add x8 a", "r:i8 = udiv x8 y8"] {
        assert_eq!(matched(&set, &dag, code), matched(&set, &LinearScan, code), "{code}");
    }
    let figures = dag.figures();
    assert!(figures.scanned.is_empty() && figures.widest <= 2, "{figures:?}");
    assert!(dag.dot(&set).starts_with("digraph"));
}
