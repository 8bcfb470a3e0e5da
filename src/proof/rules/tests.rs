//! Reading rules: by cases, each right one beside a wrong one.

use super::diagnostic::{Code, Diagnostics};
use super::form::Rule;
use super::parser::parse;
use super::printer::print_file;
use super::widths::typings;
use text::diagnostic::{Kind as _, Severity};
use text::render::render_text;
use text::sources::Sources;

fn read(text: &str) -> (Vec<Rule>, Sources, Diagnostics) {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("x.opt", text);
    let rules = super::read(&sources, file, &mut diagnostics);
    (rules, sources, diagnostics)
}

/// Reads one rule, which must be fine.
#[track_caller]
fn good(text: &str) -> Rule {
    let (mut rules, sources, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{}", render_text(&sources, &diagnostics, false));
    assert_eq!(rules.len(), 1, "{text}");
    rules.remove(0)
}

/// Reads rules with one diagnostic of this code, on this text.
#[track_caller]
fn bad(text: &str, code: Code, place: &str) {
    let (_, sources, diagnostics) = read(text);
    let reported: Vec<(Code, &str)> =
        diagnostics.iter().map(|d| (d.code, sources.text(d.primary.span))).collect();
    assert_eq!(reported, [(code, place)], "{}", render_text(&sources, &diagnostics, false));
}

fn formatted(text: &str) -> String {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("x.opt", text);
    let parsed = parse(&sources, file, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", render_text(&sources, &diagnostics, false));
    print_file(&parsed, text)
}

/// A rule that is not supported stays as it is written, comments included; the next one is formatted.
#[test]
fn what_is_left_out_is_formatted_as_it_stands() {
    let next = "\nName: next\n%r=add %x,0\n=>\n%r=%x\n";
    for left_out in [
        "Name: v\n%r=add <4 x i8> %x, %y ; lanes\n; between\n=>\n%r =  add %y, %x\n",
        "Name: cast\n%r = zext %x to ptr\n  =>\n%r = 0\n",
        "Pre: C != null\n%r=add %x, C\n=>\n%r = %x\n",
        "%r = load %p\n=>  %r =  load %p\n",
        "Name: half\nstore 1, %p\n",
    ] {
        let text = format!("; before\n{left_out}; behind\n{next}");
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let file = sources.add("x.opt", text.as_str());
        let printed = print_file(&parse(&sources, file, &mut diagnostics), &text);
        assert!(!diagnostics.has_errors(), "{text}");
        let tidy = "Name: next\n%r = add %x, 0\n  =>\n%r = %x\n";
        assert!(printed.starts_with(&format!("; before\n{left_out}")), "{printed}");
        assert!(printed.ends_with(tidy) && printed.matches("; behind").count() == 1, "{printed}");
    }
}

/// The right side of a target, in its canonical form.
#[track_caller]
fn target(right: &str) -> String {
    let text = formatted(&format!("%x = add C1, C2\n=>\n%x = {right}\n"));
    text.split("=>\n%x = ").nth(1).unwrap().trim_end().to_owned()
}

#[test]
fn layout() {
    let rules =
        read("; a\nName: one ; of them\n; b\nPre: C != 0 ; c\n%x = add %a, C\n  =>\n%x = sub %a, -C\n").0;
    assert_eq!((rules.len(), rules[0].name.as_str()), (1, "one ; of them"));
    // `=>` in the middle of a line, no name, and a target without an end of line.
    good("%x = add %a, 0 => %x = %a");
    assert_eq!(read("%x = add %a, 0\n=>\n%x = %a\nName: b\n%y = mul %a, 1\n=>\n%y = %a\n").0.len(), 2);
    bad("%x = add %a, 0\n=>\n%x = %a\n=>\n%x = %a\n", Code::UnexpectedText, "=>");
    bad("Name: a\n%x = add %a, 0\n", Code::Incomplete, "Name: a");
    bad("Name: a\n=>\n%x = 0\n", Code::Incomplete, "Name: a");
    bad("Name: a\n%x = add %a, 0\n=>\n", Code::Incomplete, "Name: a");
    bad("%x = add %a, 0\nPre: true\n=>\n%x = %a\n", Code::UnexpectedText, "Pre:");
    assert_eq!(good("Name: a\nPriority: -3 ; c\nPre: true\n%x = add %a, 0\n=>\n%x = %a\n").priority, -3);
    assert_eq!(good("Priority: 3\n%x = add %a, 0\n=>\n%x = %a\n").priority, 3);
    assert_eq!(good("%x = add %a, 0\n=>\n%x = %a\n").priority, 0);
    for (given, place) in
        [("Priority: 1\nPriority: 2\n", "Priority: 2"), ("Priority: high\n", "Priority: high")]
    {
        bad(&format!("{given}%x = add %a, 0\n=>\n%x = %a\n"), Code::UnexpectedText, place);
    }
    bad("%x = add %a, 0\nPriority: 1\n=>\n%x = %a\n", Code::UnexpectedText, "Priority: 1");
    // A line that is wrong does not hide the next rule.
    let (rules, _, diagnostics) =
        read("Name: a\n%x = ad %a, 0\n=>\n%x = %a\nName: b\n%x = add %a, 0\n=>\n%x = %a\n");
    assert_eq!((rules.len(), diagnostics.len()), (1, 1));
}

#[test]
fn operators_bind_as_in_c_but_for_comparisons() {
    for (written, canonical) in [
        ("C1+C2*C1", "C1 + C2 * C1"),
        ("(C1+C2)*C1", "(C1 + C2) * C1"),
        ("C1-(C2-1)", "C1 - (C2 - 1)"),
        ("(C1-C2)-1", "C1 - C2 - 1"),
        ("C1 | C2 ^ C1 & C2 << 1", "C1 | C2 ^ C1 & C2 << 1"),
        ("((C1|C2)^C1)&C2", "((C1 | C2) ^ C1) & C2"),
        ("~C1+-C2", "~C1 + -C2"),
        ("~(C1+1)", "~(C1 + 1)"),
        ("C1-1", "C1 - 1"),
        ("C1 %u C2", "C1 %u C2"),
        ("C1 % C2", "C1 % C2"),
        ("C1/u(C2)", "C1 /u C2"),
        ("C1/umax(C1,C2)", "C1 / umax(C1, C2)"),
        ("C1 u>> C2", "C1 u>> C2"),
        ("lshr(C1, C2)", "lshr(C1, C2)"),
        ("lshr C1, C2", "lshr C1, C2"),
        ("lshr (C1), C2", "lshr C1, C2"),
        ("-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
    ] {
        assert_eq!(target(written), canonical);
        assert_eq!(target(canonical), canonical);
    }
}

#[test]
fn preconditions() {
    let pre = |text: &str| {
        let text = formatted(&format!("Pre: {text}\n%x = add C1, C2\n=>\n%x = C1 + C2\n"));
        text.lines().next().unwrap().trim_start_matches("Pre: ").to_owned()
    };
    assert_eq!(pre("C1 & C2 != 0"), "C1 & C2 != 0");
    assert_eq!(pre("C1 & (C2 != 0 - 1 && true || true)"), "C1 & (C2 != 0 - 1 && true || true)");
    assert_eq!(pre("((C1 & C2) == C1)&&!(C1 u< C2)"), "C1 & C2 == C1 && !(C1 u< C2)");
    assert_eq!(pre("!isSignBit(C1)||isPowerOf2(C2)"), "!isSignBit(C1) || isPowerOf2(C2)");
    assert_eq!(pre("1 u<= C1 u< C2"), "1 u<= C1 u< C2");
    assert_eq!(pre("(C1 == 1 || C2 == 1) && C1 u>= 3"), "(C1 == 1 || C2 == 1) && C1 u>= 3");
    let rule = |pre: &str| format!("Pre: {pre}\n%x = add %a, C1\n=>\n%x = sub %a, -C1\n");
    good(&rule("hasOneUse(%a) && C1 u>> 1 != 0"));
    bad(&rule("C1 & (C1 != 0) == 1"), Code::WrongKind, "(C1 != 0)");
    bad(&rule("C1"), Code::WrongKind, "C1");
    bad(&rule("hasOneUse(C1)"), Code::WrongKind, "C1");
    bad(&rule("isSignBit(%a)"), Code::WrongKind, "%a");
    bad(&rule("isSignBit(C2)"), Code::UnknownValue, "C2");
    bad(&rule("isPowerOf3(C1)"), Code::UnknownWord, "isPowerOf3");
    bad(&rule("isPowerOf2(C1, C1)"), Code::OperandCount, "isPowerOf2");
    bad(&rule("C1 == 1 &&"), Code::UnexpectedText, "");
}

#[test]
fn names() {
    bad("%x = add %a, 1\n=>\n%x = sub %b, 1\n", Code::UnknownValue, "%b");
    bad("%x = add %a, C1\n=>\n%x = sub %a, C2\n", Code::UnknownValue, "C2");
    bad("%x = add %a, 1\n=>\n%y = sub %a, 1\n", Code::NoRoot, "=>");
    bad("%x = add %a, 1\n%x = add %x, 1\n=>\n%x = %a\n", Code::DefinedTwice, "%x");
    bad("%y = add %x, 1\n%x = add %y, 1\n=>\n%x = %y\n", Code::DefinedTwice, "%x");
    bad("%x = add %a, 1\n%y = add %b, 1\n=>\n%y = %b\n", Code::NotReached, "%x");
    bad("%x = C1\n=>\n%x = 1\n", Code::NoRoot, "%x = C1");
    // What the source defines is seen in the target until the target defines it.
    good("%t = add %a, 1\n%x = mul %t, 2\n=>\n%u = shl %t, 1\n%t = add %u, 0\n%x = %t\n");
    // An instruction of the target that nothing needs.
    good("%x = add %a, 1\n=>\n%u = mul %a, 1\n%x = sub %a, -1\n");
}

#[test]
fn instructions_and_flags() {
    for right in [
        "or disjoint %a, %b",
        "trunc nuw nsw %a",
        "zext nneg %a",
        "icmp samesign ult %a, %b",
        "umin %a, %b",
        "fshl %a, %b, %c",
        "uadd.sat %a, %b",
        "abs %a, true",
        "ctlz %a",
        "freeze %a",
        "add noundef %a, %b",
        "icmp %a, %b",
        "icmp CC %a, %b",
        "select i1 %a, i8 %b, %c",
        "zext i8 %a to i16",
        "zext Ty1 %a",
    ] {
        let text = format!("%x = {right}\n  =>\n%x = {}\n", right.replace("noundef ", ""));
        good(&text);
        assert_eq!(formatted(&text), text);
    }
    let rule = |right: &str| format!("%x = {right}\n=>\n%x = undef\n");
    bad(&rule("and nsw %a, %b"), Code::NoSuchFlag, "nsw");
    bad(&rule("add exact %a, %b"), Code::NoSuchFlag, "exact");
    bad(&rule("ad %a, %b"), Code::UnknownWord, "ad");
    bad(&rule("icmp utl %a, %b"), Code::UnknownWord, "utl");
    bad(&rule("add %a"), Code::OperandCount, "add %a");
    bad(&rule("add %a, %b, %c"), Code::OperandCount, "add %a, %b, %c");
    bad(&rule("add %a 1"), Code::UnexpectedText, "1");
    bad(&rule("add %a, %b c"), Code::UnexpectedText, "c");
    bad(&rule("add %a, (1"), Code::UnexpectedText, "");
    bad(
        &rule("add %a, 340282366920938463463374607431768211456"),
        Code::NumberTooLarge,
        "340282366920938463463374607431768211456",
    );
    bad("%x = add %a, %b\n=>\n%x = add noundef %a, %b\n", Code::WrongKind, "%a");
    bad(&rule(&("add %a, ".to_owned() + &"(".repeat(100) + "1")), Code::TooLarge, "(");
}

#[test]
fn pointers_are_made_and_taken_by_ptradd_alone() {
    for text in [
        "%q = ptradd %p, C\n%r = ptradd %q, C1\n  =>\n%r = ptradd %p, C + C1\n",
        "Pre: hasOneUse(%q)\n%o = mul i64 %i, C\n%q = ptradd ptr noundef %p, %o\n%r = ptradd ptr %q, 0\n  =>\n%r = %q\n",
    ] {
        let rule = good(text);
        assert_eq!(formatted(text), text);
        let pointers = rule.ids().filter(|(id, _)| rule.is_pointer(*id));
        let names: Vec<&str> = pointers.filter_map(|(_, node)| node.name.as_deref()).collect();
        assert_eq!(names[..3], ["%p", "%q", "%r"]);
    }
    let rule = |source: &str, right: &str| format!("{source}\n%r = ptradd %p, %i\n=>\n%r = {right}\n");
    for (text, place) in [
        (rule("", "add %p, %i"), "%r"),
        (rule("", "%i"), "%i"),
        (rule("", "ptradd %i, %i"), "%r"),
        (rule("", "ptradd %p, %p"), "%r"),
        (rule("", "ptradd undef, %i"), "%r"),
        (rule("", "ptradd C, C").replace("%i\n=>", "C\n=>"), "%r"),
        (rule("", "ptradd i64 %p, %i"), "i64"),
        (rule("", "ptradd %p, ptr %i"), "ptr"),
        (rule("%i = xor %p, 1", "%p"), "%i"),
        (rule("Pre: isPowerOf2(%p)", "%p"), "%p"),
        ("%r = add ptr %x, 1\n=>\n%r = %x\n".to_owned(), "ptr"),
        ("%q = ptradd %p, 8\n%r = icmp eq %q, %p\n=>\n%r = false\n".to_owned(), "%r"),
    ] {
        bad(&text, Code::WrongKind, place);
    }
    bad(&rule("", "ptradd nuw %p, 1"), Code::NoSuchFlag, "nuw");
    bad(&rule("", "zext %i to ptr"), Code::NotSupported, "ptr");
}

#[test]
fn memory_is_named_once_at_its_place() {
    for (right, place) in [
        ("load %p", "load"),
        ("load i8* %p", "load"),
        ("i8* %p", "i8*"),
        ("add i8* %p, 1", "i8*"),
        ("icmp eq %p, null", "null"),
        ("select %c, null, %p", "null"),
        ("bitcast %p", "bitcast"),
    ] {
        bad(&format!("%x = {right}\nstore 1, %p\n=>\n%x = 0\n"), Code::NotSupported, place);
    }
    bad("store 1, %p\n=>\nskip\n", Code::NotSupported, "store");
    bad("entry:\nret 1\n=>\nret 2\n", Code::NotSupported, "entry");
    assert_eq!(Code::NotSupported.severity(), Severity::Warning);
    // `*` between values is a product.
    good("%x = mul C1, C2\n=>\n%x = C1*C2\n");
}

#[test]
fn clashing_widths_name_both_sides() {
    let (_, sources, diagnostics) =
        read("%a = add i8 %p, 1\n%b = add i16 %q, 1\n%r = mul %a, %b\n=>\n%r = 0\n");
    let diagnostic = diagnostics.iter().next().unwrap();
    assert_eq!((diagnostic.code, sources.text(diagnostic.primary.span)), (Code::WidthsClash, "mul"));
    let places: Vec<&str> = diagnostic.secondary.iter().map(|label| sources.text(label.span)).collect();
    assert_eq!(places, ["i8", "i16"]);
    bad("%r = trunc i8 %a to i16\n=>\n%r = 0\n", Code::WidthsClash, "trunc");
    bad("%b = zext %a\n%r = add %a, %b\n=>\n%r = 0\n", Code::WidthsClash, "zext");
    bad("%b = zext %a\n%c = trunc %b\n%r = zext %c to i1\n=>\n%r = 0\n", Code::WidthsClash, "zext");
    bad("%r = select i8 %c, %a, %b\n=>\n%r = %a\n", Code::WidthsClash, "select");
    bad("%r = add i8 %c, true\n=>\n%r = %c\n", Code::WidthsClash, "add");
    good("%b = zext i8 %a\n%r = trunc %b to i8\n=>\n%r = %a\n");
}

#[test]
fn widths_to_look_at() {
    let reported = |text: &str, pool: &[u32]| {
        let rule = good(text);
        typings(&rule, pool, pool).iter().map(|typing| typing.describe(&rule)).collect::<Vec<_>>().join("; ")
    };
    let small = [1, 4, 8];
    assert_eq!(reported("%r = add %a, 0\n=>\n%r = %a\n", &small), "i1; i4; i8");
    assert_eq!(reported("%r = add i7 %a, 0\n=>\n%r = %a\n", &small), "i7");
    // A number of the source asks for its bits; 1 and -1 are there at one bit.
    assert_eq!(reported("%r = add %a, 2\n=>\n%r = %a\n", &small), "i4; i8");
    assert_eq!(reported("%r = add %a, 1\n=>\n%r = %a\n", &small), "i1; i4; i8");
    assert_eq!(reported("%r = add %a, -9\n=>\n%r = %a\n", &small), "i8");
    // One of the target does not: there the rule is wrong, unless the source never runs.
    assert_eq!(reported("%r = add %a, 1\n=>\n%r = add %a, 2\n", &small), "i1; i4; i8");
    let widened = "%r = zext %a\n=>\n%r = sext %a\n";
    assert_eq!(reported(widened, &small), "%a i1, %r i4; %a i1, %r i8; %a i4, %r i8");
    // More steps than the list has widths.
    assert_eq!(reported("%b = zext i9 %a\n%r = zext %b\n=>\n%r = zext %a\n", &[1]), "i32; i64; i64");
}

#[test]
fn comments_and_lines_stay() {
    let text = "\
; before
Name: a
; between
Pre: C == 1  ; why
%x = add %a, C  ; what
; above the arrow
  =>
%x = sub %a, -1

; second
Name: b
%y = mul %a, 1
  =>
%y = %a
; last
";
    assert_eq!(formatted(text), text);
    let loose = "; before\n\n\nName:   a\n; between\nPre:C==1 ; why\n  %x=add %a,C;what\n; above the arrow\n=>\n%x = sub  %a, -1\n; second\nName: b\n%y = mul %a,1 => %y = %a\n; last\n";
    assert_eq!(formatted(loose), text.replace("; what", ";what").replace("; before\n", "; before\n\n"));
}
