//! Each spelling that a pattern stands for has the meaning of the pattern. All forms of each word are listed,
//! as for proofs, and evaluated for every number of a small width, by an interpreter of their text that is
//! independent of patterns.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use ir::Flags;
use lang::candl::parser::parse;
use library::formula_of;
use proof::rewrite::{Declared, Form, forms};
use std::collections::HashMap;
use text::diagnostic::Diagnostics;
use text::sources::Sources;

/// A number of a given width.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bits {
    width: u32,
    bits: u64,
}

impl Bits {
    fn new(width: u32, bits: i128) -> Bits {
        Bits { width, bits: (bits as u128 & ((1u128 << width) - 1)) as u64 }
    }

    fn unsigned(self) -> i128 {
        self.bits.into()
    }

    fn signed(self) -> i128 {
        let is_negative = self.bits >> (self.width - 1) & 1 == 1;
        self.unsigned() - if is_negative { 1 << self.width } else { 0 }
    }
}

/// The number of an operand: a register, or a constant of the given width.
fn operand(registers: &HashMap<String, Bits>, text: &str, width: u32) -> Option<Bits> {
    match text {
        "true" => Some(Bits::new(1, 1)),
        "false" => Some(Bits::new(1, 0)),
        _ if text.starts_with('%') => registers.get(&text[1..]).copied(),
        _ => Some(Bits::new(width, text.parse().unwrap())),
    }
}

fn width(ty: &str) -> u32 {
    ty.strip_prefix('i').unwrap().parse().unwrap()
}

/// The result of an instruction; `None` if it is poison or undefined.
fn compute(registers: &HashMap<String, Bits>, text: &str, flags: Flags) -> Option<Bits> {
    let (operation, rest) = text.split_once(' ').unwrap();
    if operation == "select" {
        let parts: Vec<&str> = rest.split(", ").map(|part| part.split_once(' ').unwrap().1).collect();
        let ty = width(rest.split(", ").nth(1).unwrap().split_once(' ').unwrap().0);
        let chosen = if operand(registers, parts[0], 1)?.bits == 1 { parts[1] } else { parts[2] };
        return operand(registers, chosen, ty);
    }
    let (predicate, rest) = if operation == "icmp" { rest.split_once(' ').unwrap() } else { ("", rest) };
    let (ty, rest) = rest.split_once(' ').unwrap();
    let ty = width(ty);
    if let Some((of, to)) = rest.split_once(" to ") {
        let (of, to) = (operand(registers, of, ty)?, width(to));
        return Some(Bits::new(to, if operation == "sext" { of.signed() } else { of.unsigned() }));
    }
    let operands: Vec<Bits> = rest.split(", ").map(|of| operand(registers, of, ty)).collect::<Option<_>>()?;
    let (a, b) = (operands[0], operands.get(1).copied().unwrap_or(operands[0]));
    if operation == "icmp" {
        return Some(Bits::new(1, compare(predicate, a, b).into()));
    }
    let is_exact = flags.contains(Flags::EXACT);
    arithmetic(operation, (a, b), operands.get(2).copied(), is_exact).map(|number| Bits::new(ty, number))
}

fn compare(predicate: &str, a: Bits, b: Bits) -> bool {
    let (signed, unsigned) = (a.signed().cmp(&b.signed()), a.unsigned().cmp(&b.unsigned()));
    match predicate {
        "eq" => unsigned.is_eq(),
        "ne" => unsigned.is_ne(),
        "ult" => unsigned.is_lt(),
        "ule" => unsigned.is_le(),
        "ugt" => unsigned.is_gt(),
        "uge" => unsigned.is_ge(),
        "slt" => signed.is_lt(),
        "sle" => signed.is_le(),
        "sgt" => signed.is_gt(),
        "sge" => signed.is_ge(),
        _ => panic!("{predicate}"),
    }
}

fn arithmetic(operation: &str, (a, b): (Bits, Bits), third: Option<Bits>, is_exact: bool) -> Option<i128> {
    let (u, s, width) = ((a.unsigned(), b.unsigned()), (a.signed(), b.signed()), i128::from(a.width));
    let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let turned = |left: bool| {
        let by = third.unwrap().unsigned() % width;
        let both = u.0 << width | u.1;
        if left { both << by >> width } else { both >> by }
    };
    let if_exact = |quotient: i128, rest: i128| (!is_exact || rest == 0).then_some(quotient);
    Some(match operation {
        "add" => u.0 + u.1,
        "sub" => u.0 - u.1,
        "mul" => u.0 * u.1,
        "udiv" => if_exact(u.0.checked_div(u.1)?, u.0 % u.1)?,
        "sdiv" if s == (least, -1) => return None,
        "sdiv" => if_exact(s.0.checked_div(s.1)?, s.0 % s.1)?,
        "urem" => u.0.checked_rem(u.1)?,
        "srem" if s == (least, -1) => return None,
        "srem" => s.0.checked_rem(s.1)?,
        "shl" | "lshr" | "ashr" if u.1 >= width => return None,
        "shl" => u.0 << u.1,
        "lshr" => if_exact(u.0 >> u.1, u.0 & ((1 << u.1) - 1))?,
        "ashr" => if_exact(s.0 >> u.1, u.0 & ((1 << u.1) - 1))?,
        "and" => u.0 & u.1,
        "or" => u.0 | u.1,
        "xor" => u.0 ^ u.1,
        "umin" => u.0.min(u.1),
        "umax" => u.0.max(u.1),
        "smin" => s.0.min(s.1),
        "smax" => s.0.max(s.1),
        "abs" if s.0 == least && b.bits == 1 => return None,
        "abs" => s.0.abs(),
        "ctpop" => u.0.count_ones().into(),
        "ctlz" | "cttz" if u.0 == 0 && b.bits == 1 => return None,
        "ctlz" => width - i128::from(128 - u.0.leading_zeros()),
        "cttz" => i128::from(u.0.trailing_zeros()).min(width),
        "bitreverse" => (u.0 as u128).reverse_bits() as i128 >> (128 - width) & ((1 << width) - 1),
        "uadd.sat" => (u.0 + u.1).min((1 << width) - 1),
        "usub.sat" => (u.0 - u.1).max(0),
        "sadd.sat" => (s.0 + s.1).clamp(least, most),
        "ssub.sat" => (s.0 - s.1).clamp(least, most),
        "fshl" => turned(true),
        "fshr" => turned(false),
        _ => panic!("{operation}"),
    })
}

/// The result of the source of a form.
fn run(form: &Form, x: Bits, y: Bits) -> Option<Bits> {
    let mut registers = HashMap::from([("x".to_owned(), x), ("y".to_owned(), y)]);
    for (line, flags) in form.text.lines().take_while(|line| *line != "=>").zip(&form.flags) {
        let (register, text) = line.split_once(" = ").unwrap();
        let result = compute(&registers, text, *flags)?;
        registers.insert(register[1..].to_owned(), result);
    }
    registers.get("r").copied()
}

/// The forms of a pattern of `x` and `y`; at least one.
fn forms_of(pattern: &str, width: u32) -> Vec<Form> {
    let forms = forms_at(pattern, width, &[1, width, 2 * width]);
    assert!(!forms.is_empty(), "{pattern}");
    forms
}

/// The forms of a pattern with values of some widths.
fn forms_at(pattern: &str, width: u32, widths: &[u32]) -> Vec<Form> {
    let uses_y = pattern.contains("{y}");
    let y = if uses_y { format!(" ∧ data_type{{y}} = i{width}") } else { String::new() };
    // The replacement does not matter, since only the sources of forms are tested.
    let text = format!(
        "Rewrite T\n( {{r}} ~ {pattern}\n∧ data_type{{x}} = i{width}{y})\ngives {{r}} = zext_or_trunc(~{{x}})\nEnd\n"
    );
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("t.candl", text.as_str());
    let parsed = parse(&sources, file, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{pattern}");
    let declared = Declared::of(&parsed.file.specifications[0]).unwrap();
    let files = [("t.candl".to_owned(), text.into_bytes())];
    let forms = forms(&formula_of(&files, "T").unwrap(), &declared, widths);
    assert!(!forms.is_cut, "{pattern}: {:?} {:?}", forms.unfit, forms.unknown);
    forms.forms.into_iter().chain(forms.cases.into_iter().map(|(case, _)| case)).collect()
}

/// The possible meanings of a pattern; a form must have one of them for all numbers.
type Meaning = fn(Bits, Bits) -> Vec<i128>;

/// Compares every form of a pattern with its meaning.
fn check(pattern: &str, width: u32, meaning: Meaning) {
    let numbers = || (0..1i128 << width).map(|bits| Bits::new(width, bits));
    for form in forms_of(pattern, width) {
        let mut ways: Vec<bool> = vec![true; meaning(Bits::new(width, 1), Bits::new(width, 1)).len()];
        let mut computed = 0;
        // If both variables are one value, the form has one name for it.
        let has_second = form.text.contains("%y");
        for x in numbers() {
            for y in numbers().filter(|y| has_second || *y == x) {
                let Some(result) = run(&form, x, y) else { continue };
                computed += 1;
                for (way, meant) in ways.iter_mut().zip(meaning(x, y)) {
                    *way &= result == Bits::new(result.width, meant);
                }
            }
        }
        assert!(computed > 0, "{pattern}: never defined\n{}", form.text);
        assert!(ways.contains(&true), "{pattern} is also\n{}", form.text);
    }
}

const EXTREMES: &[(&str, Meaning)] = &[
    ("minu({x}, {y})", |x, y| vec![x.unsigned().min(y.unsigned())]),
    ("maxu({x}, {y})", |x, y| vec![x.unsigned().max(y.unsigned())]),
    ("mins({x}, {y})", |x, y| vec![x.signed().min(y.signed())]),
    ("maxs({x}, {y})", |x, y| vec![x.signed().max(y.signed())]),
    ("min({x}, {y})", |x, y| vec![x.unsigned().min(y.unsigned()), x.signed().min(y.signed())]),
    ("max({x}, {y})", |x, y| vec![x.unsigned().max(y.unsigned()), x.signed().max(y.signed())]),
    ("max({x}, 0)", |x, _| vec![x.unsigned(), x.signed().max(0)]),
    ("min({x}, 0)", |x, _| vec![0, x.signed().min(0)]),
    ("maxs({x}, 3)", |x, _| vec![x.signed().max(3)]),
    // No number of four bits is above 7, so the remaining form never chooses the other operand.
    ("mins({x}, 8)", |x, _| vec![x.signed().min(8)]),
    ("minu({x}, 3)", |x, _| vec![x.unsigned().min(3)]),
    ("min({x}, 9)", |x, _| vec![x.unsigned().min(9), x.signed().min(9)]),
    ("mins({x}, 7)", |x, _| vec![x.signed().min(7)]),
    ("mins({x}, -1)", |x, _| vec![x.signed().min(-1)]),
    ("maxu(minu({x}, 5), 2)", |x, _| vec![x.unsigned().clamp(2, 5)]),
    ("mins(maxs({x}, -3), 4)", |x, _| vec![x.signed().clamp(-3, 4)]),
    ("abs({x})", |x, _| vec![x.signed().abs()]),
    ("abs({x} - {y})", |x, y| vec![Bits::new(x.width, x.signed() - y.signed()).signed().abs()]),
    ("-abs({x})", |x, _| vec![-x.signed().abs()]),
    ("abs(-{x})", |x, _| vec![x.signed().abs()]),
    ("{x} <s 0 ? -{x} : {x}", |x, _| vec![x.signed().abs()]),
    ("{x} >s 0 ? -{x} : {x}", |x, _| vec![-x.signed().abs()]),
];

const COMPARISONS: &[(&str, Meaning)] = &[
    ("{x} == {y}", |x, y| vec![(x == y).into()]),
    ("{x} != {y}", |x, y| vec![(x != y).into()]),
    ("{x} <u {y}", |x, y| vec![(x.unsigned() < y.unsigned()).into()]),
    ("{x} <=u {y}", |x, y| vec![(x.unsigned() <= y.unsigned()).into()]),
    ("{x} >u {y}", |x, y| vec![(x.unsigned() > y.unsigned()).into()]),
    ("{x} >=u {y}", |x, y| vec![(x.unsigned() >= y.unsigned()).into()]),
    ("{x} <s {y}", |x, y| vec![(x.signed() < y.signed()).into()]),
    ("{x} <=s {y}", |x, y| vec![(x.signed() <= y.signed()).into()]),
    ("{x} >s {y}", |x, y| vec![(x.signed() > y.signed()).into()]),
    ("{x} >=s {y}", |x, y| vec![(x.signed() >= y.signed()).into()]),
    ("{x} < {y}", |x, y| vec![(x.signed() < y.signed()).into(), (x.unsigned() < y.unsigned()).into()]),
    ("{x} >= {y}", |x, y| vec![(x.signed() >= y.signed()).into(), (x.unsigned() >= y.unsigned()).into()]),
    ("{x} >= 0", |x, _| vec![(x.signed() >= 0).into(), 1]),
    ("0 <= {x}", |x, _| vec![(x.signed() >= 0).into(), 1]),
    ("{x} <= -1", |x, _| vec![(x.signed() <= -1).into(), 1]),
    ("{x} >=u 0", |_, _| vec![1]),
    ("{x} >=s 0", |x, _| vec![(x.signed() >= 0).into()]),
    ("{x} >=s 1", |x, _| vec![(x.signed() >= 1).into()]),
    ("{x} >=u 1", |x, _| vec![(x.unsigned() >= 1).into()]),
    ("{x} <=s -1", |x, _| vec![(x.signed() <= -1).into()]),
    ("{x} <= 4", |x, _| vec![(x.signed() <= 4).into(), (x.unsigned() <= 4).into()]),
    ("{x} > 4", |x, _| vec![(x.signed() > 4).into(), (x.unsigned() > 4).into()]),
    // A number that is too large for the width is not taken for a negative one.
    ("{x} <= 7", |x, _| vec![(x.signed() <= 7).into(), (x.unsigned() <= 7).into()]),
    ("{x} < 8", |x, _| vec![(x.signed() < 8).into(), (x.unsigned() < 8).into()]),
    ("{x} >= 12", |x, _| vec![(x.signed() >= 12).into(), (x.unsigned() >= 12).into()]),
    ("{x} <=u 7", |x, _| vec![(x.unsigned() <= 7).into()]),
    ("{x} <u 12", |x, _| vec![(x.unsigned() < 12).into()]),
    ("{x} <=u 14", |x, _| vec![(x.unsigned() <= 14).into()]),
    ("{x} <=s 6", |x, _| vec![(x.signed() <= 6).into()]),
    ("{x} >=s -7", |x, _| vec![(x.signed() >= -7).into()]),
];

/// Patterns that have no form at four bits, since their constant is no signed number of four bits.
const IN_NO_FORM: &[&str] = &[
    "{x} <s 8",
    "{x} >=s 12",
    "{x} <s 15",
    "12 >s {x}",
    "maxs({x}, 15)",
    "{x} %s 9",
    "sadd.sat({x}, 8)",
    "sadd.sat(4 + 5, {x})",
    "ssub.sat({x}, 12)",
    "ssub.sat(9, {x})",
];

const CHOICES: &[(&str, Meaning)] = &[
    ("{x} ==  0 ? {y} : {x}", |x, y| vec![if x.bits == 0 { y.unsigned() } else { x.unsigned() }]),
    ("{x} & 1 ? {x} : {y}", |x, y| vec![if x.bits & 1 == 1 { x.unsigned() } else { y.unsigned() }]),
    ("{x} <s {y} ? {y} : 1", |x, y| vec![if x.signed() < y.signed() { y.unsigned() } else { 1 }]),
    ("~({x} <u {y}) ? {x} : {y}", |x, y| vec![x.unsigned().max(y.unsigned())]),
    ("{x} >=s 2 ? {y} : {x}", |x, y| vec![if x.signed() >= 2 { y.unsigned() } else { x.unsigned() }]),
];

const ARITHMETIC: &[(&str, Meaning)] = &[
    ("{x} + {y}", |x, y| vec![x.unsigned() + y.unsigned()]),
    ("{x} - {y}", |x, y| vec![x.unsigned() - y.unsigned()]),
    ("{x} + {x}", |x, _| vec![2 * x.unsigned()]),
    ("{x} - 3", |x, _| vec![x.unsigned() - 3]),
    ("3 - {x}", |x, _| vec![3 - x.unsigned()]),
    ("-{x}", |x, _| vec![-x.unsigned()]),
    ("-{x} * {y}", |x, y| vec![-x.unsigned() * y.unsigned()]),
    ("-{x} - {y}", |x, y| vec![-x.unsigned() - y.unsigned()]),
    ("{x} - {y} * 3", |x, y| vec![x.unsigned() - 3 * y.unsigned()]),
    ("{x} * 4", |x, _| vec![4 * x.unsigned()]),
    ("{x} << 2", |x, _| vec![4 * x.unsigned()]),
    ("{x} / 4", |x, _| vec![x.unsigned() / 4, x.signed() / 4]),
    ("{x} /u 4", |x, _| vec![x.unsigned() / 4]),
    ("{x} /s 4", |x, _| vec![x.signed() / 4]),
    // Exact shifts by three bits alone: 8 is no number of four bits.
    ("{x} /s 8", |x, _| vec![x.signed() / 8]),
    ("{x} / 9", |x, _| vec![x.unsigned() / 9, x.signed() / 9]),
    ("{x} % 9", |x, _| vec![x.unsigned() % 9, x.signed() % 9]),
    ("{x} %s 7", |x, _| vec![x.signed() % 7]),
    ("{x} % 4", |x, _| vec![x.unsigned() % 4, x.signed() % 4]),
    ("{x} %u 4", |x, _| vec![x.unsigned() % 4]),
    ("{x} %s 4", |x, _| vec![x.signed() % 4]),
    ("{x} >>u 2", |x, _| vec![x.unsigned() >> 2]),
    ("{x} >>s 2", |x, _| vec![x.signed() >> 2]),
    ("{x} >> 2", |x, _| vec![x.unsigned() >> 2, x.signed() >> 2]),
    ("~{x}", |x, _| vec![!x.unsigned()]),
    ("assoc({x} + {y} + 3)", |x, y| vec![x.unsigned() + y.unsigned() + 3]),
    ("assoc({x} ^ {y} ^ {x})", |_, y| vec![y.unsigned()]),
    ("trunc(zext({x}) * zext({y}))", |x, y| vec![x.unsigned() * y.unsigned()]),
];

const FUNCTIONS: &[(&str, Meaning)] = &[
    ("popcount({x})", |x, _| vec![x.bits.count_ones().into()]),
    ("clz({x})", |x, _| vec![i128::from(x.bits.leading_zeros() + x.width) - 64]),
    ("ctz({x})", |x, _| vec![x.bits.trailing_zeros().min(x.width).into()]),
    ("bitreverse({x})", |x, _| vec![(x.bits.reverse_bits() >> (64 - x.width)).into()]),
    ("uadd.sat({x}, {y})", |x, y| vec![(x.unsigned() + y.unsigned()).min((1 << x.width) - 1)]),
    ("uadd.sat({x}, 12)", |x, _| vec![(x.unsigned() + 12).min(15)]),
    ("sadd.sat({x}, 3 + 4)", |x, _| vec![(x.signed() + 7).clamp(-8, 7)]),
    ("ssub.sat({x}, -8)", |x, _| vec![(x.signed() + 8).clamp(-8, 7)]),
    ("usub.sat({x}, {y})", |x, y| vec![(x.unsigned() - y.unsigned()).max(0)]),
    ("sadd.sat({x}, {y})", |x, y| {
        let half = 1 << (x.width - 1);
        vec![(x.signed() + y.signed()).clamp(-half, half - 1)]
    }),
    ("ssub.sat({x}, {y})", |x, y| {
        let half = 1 << (x.width - 1);
        vec![(x.signed() - y.signed()).clamp(-half, half - 1)]
    }),
];

#[test]
fn every_spelling_of_a_word_means_what_the_word_says() {
    for (pattern, meaning) in [EXTREMES, COMPARISONS, CHOICES, ARITHMETIC, FUNCTIONS].concat() {
        check(pattern, 4, meaning);
    }
}

#[test]
fn a_number_too_large_for_the_width_is_found_as_no_other() {
    for pattern in IN_NO_FORM {
        let forms = forms_at(pattern, 4, &[4]);
        assert!(forms.iter().all(|form| !form.text.contains(" -")), "{pattern}: {forms:?}");
        assert!(!forms_at(pattern, 8, &[8]).is_empty(), "{pattern}");
    }
    // The number fits, but its successor may not.
    let forms = forms_at("{x} <=s 7", 4, &[4]);
    assert!(!forms.is_empty() && forms.iter().all(|form| !form.text.contains("slt")), "{forms:?}");
    let forms = forms_at("{x} <=s 7", 8, &[8]);
    assert!(forms.iter().any(|form| form.text.contains("slt i8 %x, 8")), "{forms:?}");
}

#[test]
fn every_spelling_of_a_rotation_rotates() {
    fn left(x: Bits, by: u32) -> i128 {
        (x.bits as u8).rotate_left(by).into()
    }
    let cases: &[(&str, Meaning)] = &[
        ("rotl({x}, 3)", |x, _| vec![left(x, 3)]),
        ("rotr({x}, 3)", |x, _| vec![left(x, 5)]),
        ("rotl({x}, {y})", |x, y| vec![left(x, y.bits as u32 % 8)]),
        ("rotr({x}, {y})", |x, y| vec![left(x, 8 - y.bits as u32 % 8)]),
    ];
    for (pattern, meaning) in cases {
        check(pattern, 8, *meaning);
    }
}

/// The interpreter detects a wrong meaning, here an earlier one of absolute values.
#[test]
fn another_meaning_is_noticed() {
    let forms = forms_of("{x} >u 0 ? {x} : -{x}", 4);
    let form = forms.iter().find(|form| form.text.contains("icmp ugt")).unwrap();
    let x = Bits::new(4, -3);
    assert_eq!(run(form, x, x), Some(x));
    assert!(forms_of("abs({x})", 4).iter().all(|form| !form.text.contains("icmp u")));
}
