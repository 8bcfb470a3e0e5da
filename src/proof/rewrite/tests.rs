//! Rewrites by cases: what is read from a function, what its form is, and which matches are refused.

use super::*;
use crate::semantics::{Semantics, Versions};
use ir::testing::sketch::{sketch, value};
use ir::{EditPlan, Flags, NewKind};
use lang::candl::parser::parse;
use text::diagnostic::Diagnostics;
use text::sources::Sources;

fn declared(text: &str) -> Declared {
    let mut sources = Sources::new();
    let file = sources.add("x.candl", text);
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{text}");
    Declared::of(&parsed.file.specifications[0]).unwrap()
}

/// The instance of `r`, `x` and `y` in a function of two parameters of that type.
fn instance(rewrite: &str, ty: &str, body: &str) -> Result<declared::Instance, Unfit> {
    let model = sketch(&format!("param x:{ty}\nparam y:{ty}\nentry:\n{body}\nret r"));
    let named = |name: &str| (name.to_owned(), value(&model, name));
    declared(rewrite).instance(&model, vec![named("r"), named("x"), named("y")])
}

const XOR: &str = "Rewrite A ({r} ~ ({x} | {y}) - ({x} & {y})) gives {r} = {x} ^ {y} End";

#[test]
fn one_form_for_both_orders_of_operands() {
    let texts = [
        "o:i8 = or x y\na:i8 = and x y\nr:i8 = sub o a",
        "a:i8 = and y x\no:i8 = or x y\nr:i8 = sub o a",
        "a:i8 = and y x\no:i8 = or y x\nr:i8 = sub o a !nsw",
    ];
    let forms: Vec<Form> = texts
        .iter()
        .map(|text| {
            let mut forms = instance(XOR, "i8", text).unwrap().forms().unwrap();
            assert_eq!(forms.len(), 1);
            forms.remove(0)
        })
        .collect();
    assert_eq!(forms[0], forms[1]);
    assert_eq!(forms[0].text, forms[2].text);
    // With a flag the source is poison more often: a proof without it covers this, not the other way round.
    assert!(forms[0].covers(&forms[2]) && !forms[2].covers(&forms[0]));
    assert_eq!(forms[2].flags.iter().filter(|flags| **flags == Flags::NSW).count(), 1);
    assert!(forms[0].text.ends_with("=>\n%r = xor i8 %x, %y\n"), "{}", forms[0].text);
    assert!(rule_text("A", &forms[2]).contains("%r = sub nsw i8"), "{}", rule_text("A", &forms[2]));
    let other = instance(XOR, "i8", "o:i8 = or x y\na:i8 = and x y\nr:i8 = sub a o").unwrap();
    assert_ne!(other.forms().unwrap()[0].text, forms[0].text);
}

#[test]
fn the_plan_is_the_graph_that_the_form_is_of() {
    let body = "o:i8 = or x y\na:i8 = and x y\nr:i8 = sub o a";
    let model = sketch(&format!("param x:i8\nparam y:i8\nentry:\n{body}\nret r"));
    let named = |name: &str| (name.to_owned(), value(&model, name));
    let rewrite = declared(XOR);
    let instance = rewrite.instance(&model, vec![named("r"), named("x"), named("y")]).unwrap();
    let mut plan = EditPlan::default();
    add_to_plan(&model, (&rewrite.clauses, false), &instance, &mut plan).unwrap();
    assert_eq!((plan.new.len(), plan.replace.len()), (1, 1));
    assert!(matches!(plan.new[0].kind, NewKind::Binary(ir::Opcode::Xor, _, _)));
    assert_eq!(plan.new[0].flags, Flags::NONE);
    let replacement = replacement(&instance);
    assert_eq!(replacement.roots, [value(&model, "r")]);
    assert_eq!(replacement.parts, [value(&model, "o"), value(&model, "a")]);
}

/// Two `freeze` of one value may choose differently.
#[test]
fn a_freeze_that_is_written_twice_is_made_once() {
    let text = "Rewrite A ({r} ~ {x} * {y}) gives {r} = freeze({x}) + freeze({x}) + freeze({y}) End";
    let form = instance(text, "i8", "r:i8 = mul x y");
    let text = form.unwrap().forms().unwrap().remove(0).text;
    assert_eq!(text.matches("freeze").count(), 2, "{text}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let cases = [
        // What is given has another type.
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = trunc i8 {x} End", "i32", "r:i32 = add x y", "type i8"),
        // A number that the type does not have.
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} + 300 End", "i8", "r:i8 = add x y", "300"),
        // What replaces it is computed from it.
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {r} + {x} End", "i8", "r:i8 = add x y", "computed from it"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = bswap({x}) End", "i8", "r:i8 = add x y", "bswap"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} & {y} End", "double", "r:double = fadd x y", "`&`"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = fabs({x}) End", "i8", "r:i8 = add x y", "fabs"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} / {y} End", "i8", "r:i8 = add x y", "`/`"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} ? {x} : {y} End", "i8", "r:i8 = add x y", "truth"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = ~{x} End", "double", "r:double = fadd x y", "of integers"),
        (
            "Rewrite A ({r} ~ {x} + {y}) gives {r} = zext i16 {x} + {y} End",
            "i8",
            "r:i8 = add x y",
            "i16 and i8",
        ),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = zext({x}) End", "i8", "r:i8 = add x y", "from i8 to i8"),
        (
            "Rewrite A ({r} ~ {x} + {y}) gives {r} = trunc i4 3 End",
            "i8",
            "r:i8 = add x y",
            "of which type 3 is",
        ),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = olt({x}, {y}) End", "i8", "r:i8 = add x y", "`olt`"),
        ("Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} < {y} End", "double", "r:double = fadd x y", "olt(…)"),
        (
            "Rewrite A ({r} ~ {x} + {y}) gives {r} = trunc i4 {x} End",
            "double",
            "r:double = fadd x y",
            "from double",
        ),
        (
            "Rewrite A ({r} ~ {x} + {y}) extern double f(double) pure gives {r} = call f({x}) trusting \"me\" End",
            "i8",
            "r:i8 = add x y",
            "takes double",
        ),
    ];
    for (rewrite, ty, body, expected) in cases {
        let unfit = instance(rewrite, ty, body).unwrap_err();
        assert!(unfit.reason.contains(expected), "{rewrite}: {unfit:?}");
    }
}

#[test]
fn a_trusted_reason_does_not_cover_conversions_nor_more_uses() {
    let silent = "Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} - {y} trusting \"me\" End";
    let model = sketch("param x:i8\nparam y:i32\nentry:\nz:i32 = zext x\nr:i32 = add z y\nret r");
    let named = |name: &str| (name.to_owned(), value(&model, name));
    let of = |text: &str| declared(text).instance(&model, vec![named("r"), named("x"), named("y")]);
    assert!(of(silent).is_err(), "the types differ");
    let exact = declared("Rewrite A ({r} ~ {x} + {y}) gives {r} = zext({x}) trusting \"me\" End");
    let found = exact.instance(&model, vec![named("r"), named("x"), named("y")]).unwrap();
    assert_eq!(found.silent_cast(&exact), Some(value(&model, "z")));
    let with_casts = declared("Rewrite A ({r} ~ zext({x}) + {y}) gives {r} = zext({x}) trusting \"me\" End");
    let found = with_casts.instance(&model, vec![named("r"), named("x"), named("y")]).unwrap();
    assert_eq!(found.silent_cast(&with_casts), None);

    let twice = "Rewrite A ({r} ~ {x} + {y}) gives {r} = {x} * {x} trusting \"me\" End";
    assert_eq!(instance(twice, "i8", "r:i8 = add x y").unwrap().multiplied(), Some("x".to_owned()));
    assert_eq!(
        instance(XOR, "i8", "o:i8 = or x y\na:i8 = and x y\nr:i8 = sub o a").unwrap().multiplied(),
        None
    );
}

#[test]
fn certificates_count_for_their_version_and_rewrite_alone() {
    let form = instance(XOR, "i8", "o:i8 = or x y\na:i8 = and x y\nr:i8 = sub o a")
        .unwrap()
        .forms()
        .unwrap()
        .remove(0);
    let older = Semantics::all().next().unwrap().0;
    let entry = ProvenForm::new("A", &form, &older);
    assert_eq!(entry.as_form(), form);
    let unproven = vec![Unproven::of_rewrite("B", "why".to_owned())];
    let file = Certificate {
        version: CERTIFICATE_VERSION,
        solver: "z3".to_owned(),
        proven: vec![entry],
        unproven,
        digest: Some(text_digest(b"x")),
    };
    let read = Certificate::read(&file.text()).unwrap();
    assert_eq!(read, file);
    let mut all = Certificates::new(22);
    all.add(&read);
    let anything = |_: &str| true;
    assert!(all.find("A", &form, &anything).is_ok());
    assert_eq!(all.find("B", &form, &anything), Err(None));
    // Another LLVM, for which it is not proven.
    let mut newer = Certificates::new(23);
    newer.add(&read);
    let why = Unlicensed::OtherVersions(older, 23);
    assert_eq!(newer.find("A", &form, &anything), Err(Some(why)));
    assert_eq!(newer.find("B", &form, &anything), Err(None));
    let changed = Form { text: form.text.replace("xor", "or"), ..form };
    assert_eq!(all.find("A", &changed, &anything), Err(None));
    // One of before has no versions of LLVM; what is wrong with it is its own version.
    let old = file.text().replace("\"version\": 2", "\"version\": 1").replace("\"llvm\":[[16,22]],", "");
    assert_ne!(old.len(), file.text().len());
    assert!(Certificate::read(&old).is_err_and(|why| why.starts_with("it is stale, of version 1")));
    assert!(Certificate::read("{").is_err());
}

#[test]
fn a_proof_where_a_register_is_defined_licenses_nothing_elsewhere() {
    let found = instance(XOR, "i8", "o:i8 = or x y\na:i8 = and x y\nr:i8 = sub o a").unwrap();
    let form = found.forms().unwrap().remove(0);
    let names: Vec<String> = found.registers(0).into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&"%x".to_owned()) && names.contains(&"%y".to_owned()), "{names:?}");
    let entry = ProvenForm::new("A", &form, &Versions::all()).where_defined(&["%x".to_owned()]);
    let file = Certificate { version: CERTIFICATE_VERSION, proven: vec![entry], ..Certificate::default() };
    let mut all = Certificates::new(19);
    all.add(&Certificate::read(&file.text()).unwrap());
    assert!(all.find("A", &form, &|name| name == "%x").is_ok());
    let why = Unlicensed::MayBeUndef(vec!["%x".to_owned()]);
    assert_eq!(all.find("A", &form, &|name| name == "%y"), Err(Some(why)));
}
