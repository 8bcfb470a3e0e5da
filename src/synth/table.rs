//! The goals that have a name: the instructions of the literature on synthesised instruction selection, BMI
//! and TBM, common functions of their kind, and the condition codes of x86 (`conditions.rs`).
//!
//! Each row defines the goal by the bits of its result, not by an expression that would be one of its
//! patterns, where that makes a difference. Rows of memory have variants: `sub.mem` at the address `p`,
//! `sub.idx` at `p + i`.

use super::conditions::{CONDITIONS, Condition};
use super::goal::{Access, Define, Definition, Goal, WIDTHS};
use super::operation::Sort;
use proof::semantics::{Binary, Cast, TermId, Terms, Unary};

/// A row of the table.
struct Row {
    name: &'static str,
    about: &'static str,
    inputs: &'static [&'static str],
    result: Sort,
    /// Whether patterns of words may compare and choose.
    choices: bool,
    /// Whether there are variants in memory.
    memory: bool,
    define: fn(&mut Terms, &[TermId]) -> TermId,
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];

const fn word(
    name: &'static str,
    about: &'static str,
    inputs: &'static [&'static str],
    define: fn(&mut Terms, &[TermId]) -> TermId,
) -> Row {
    Row { name, about, inputs, result: Sort::Word, choices: false, memory: false, define }
}

const fn in_memory(row: Row) -> Row {
    Row { memory: true, ..row }
}

const fn choosing(row: Row) -> Row {
    Row { choices: true, ..row }
}

const TABLE: &[Row] = &[
    in_memory(word("add", "x + y", XY, |t, a| t.binary(Binary::Add, a[0], a[1]))),
    in_memory(word("and", "x & y", XY, |t, a| t.and(a[0], a[1]))),
    in_memory(word("or", "x | y", XY, |t, a| t.or(a[0], a[1]))),
    in_memory(word("xor", "x ^ y", XY, |t, a| t.binary(Binary::Xor, a[0], a[1]))),
    in_memory(word("sub", "x - y", XY, |t, a| t.binary(Binary::Sub, a[0], a[1]))),
    in_memory(word("inc", "the number after x", X, |t, a| offset(t, a[0], 1))),
    in_memory(word("dec", "the number before x", X, |t, a| offset(t, a[0], u128::MAX))),
    in_memory(word("not", "all bits of x flipped", X, |t, a| t.not(a[0]))),
    in_memory(word("shl", "x shifted left by y modulo the width", XY, |t, a| shift(t, Binary::Shl, a))),
    in_memory(word("shr", "x shifted right by y modulo the width, with zeros", XY, |t, a| {
        shift(t, Binary::LShr, a)
    })),
    in_memory(word("sar", "x shifted right by y modulo the width, with the sign", XY, |t, a| {
        shift(t, Binary::AShr, a)
    })),
    word("rol", "x rotated left by y modulo the width", XY, |t, a| rotate(t, a, true)),
    word("ror", "x rotated right by y modulo the width", XY, |t, a| rotate(t, a, false)),
    word("andn", "the bits of y that x has not", XY, |t, a| {
        let not = t.not(a[0]);
        t.and(not, a[1])
    }),
    word("btc", "x with bit y flipped", XY, |t, a| with_bit(t, a, Binary::Xor)),
    word("btr", "x with bit y cleared", XY, |t, a| {
        let bit = one_bit(t, a[1]);
        let rest = t.not(bit);
        t.and(a[0], rest)
    }),
    word("bts", "x with bit y set", XY, |t, a| with_bit(t, a, Binary::Or)),
    word("blsi", "the lowest set bit of x", X, |t, a| by_bits(t, a[0], |set, below| set && !below)),
    word("blsr", "x without its lowest set bit", X, |t, a| by_bits(t, a[0], |set, below| set && below)),
    word("blsmsk", "the bits of x up to the lowest set one", X, |t, a| by_bits(t, a[0], |_, below| !below)),
    word("tzmsk", "the bits below the lowest set one of x", X, |t, a| {
        by_bits(t, a[0], |set, below| !set && !below)
    }),
    word("t1mskc", "the bits from the lowest clear one of x on", X, |t, a| {
        let not = t.not(a[0]);
        by_bits(t, not, |set, below| set || below)
    }),
    word("blsfill", "x with the bits below its lowest set one", X, |t, a| {
        by_bits(t, a[0], |set, below| set || !below)
    }),
    word("blsic", "all bits but the lowest set one of x", X, |t, a| {
        by_bits(t, a[0], |set, below| !set || below)
    }),
    word("blcfill", "x without its trailing ones", X, |t, a| {
        let not = t.not(a[0]);
        by_bits(t, not, |set, below| !set && below)
    }),
    word("blci", "all bits but the lowest clear one of x", X, |t, a| {
        let not = t.not(a[0]);
        by_bits(t, not, |set, below| !set || below)
    }),
    word("blcic", "the lowest clear bit of x", X, |t, a| {
        let not = t.not(a[0]);
        by_bits(t, not, |set, below| set && !below)
    }),
    word("blcmsk", "the bits of x up to the lowest clear one, set", X, |t, a| {
        let not = t.not(a[0]);
        by_bits(t, not, |_, below| !below)
    }),
    word("blcs", "x with its lowest clear bit set", X, |t, a| {
        let not = t.not(a[0]);
        by_bits(t, not, |set, below| !set || !below)
    }),
    word("bzhi", "the bits of x below bit y modulo the width", XY, |t, a| {
        let bit = one_bit(t, a[1]);
        let below = offset(t, bit, u128::MAX);
        t.and(a[0], below)
    }),
    word("neg", "the number that x gives zero with", X, |t, a| t.unary(Unary::Neg, a[0])),
    word("abs", "the absolute value of x, without a choice", X, |t, a| t.absolute(a[0])),
    word("rotate", "x rotated left by y modulo the width", XY, |t, a| rotate(t, a, true)),
    word("average", "half of x + y, unsigned and without overflow", XY, |t, a| {
        let width = t.width(a[0]);
        let (x, y) = (t.cast(Cast::Zero, a[0], width + 1), t.cast(Cast::Zero, a[1], width + 1));
        let (sum, one) = (t.binary(Binary::Add, x, y), t.constant(1, width + 1));
        let half = t.binary(Binary::LShr, sum, one);
        t.cast(Cast::Low, half, width)
    }),
    choosing(word("umin", "the lesser of x and y, unsigned", XY, |t, a| t.least(Binary::Ult, a[0], a[1]))),
    choosing(word("umax", "the greater of x and y, unsigned", XY, |t, a| {
        t.greatest(Binary::Ult, a[0], a[1])
    })),
    choosing(word("smin", "the lesser of x and y, signed", XY, |t, a| t.least(Binary::Slt, a[0], a[1]))),
    choosing(word("smax", "the greater of x and y, signed", XY, |t, a| t.greatest(Binary::Slt, a[0], a[1]))),
    choosing(word("uadd_sat", "x + y, unsigned, the greatest number where that overflows", XY, |t, a| {
        let (sum, over) = (t.binary(Binary::Add, a[0], a[1]), t.unsigned_overflow(Binary::Add, a[0], a[1]));
        let ones = t.constant(u128::MAX, t.width(a[0]));
        t.if_else(over, ones, sum)
    })),
    choosing(word("usub_sat", "x - y, unsigned, 0 where that is negative", XY, |t, a| {
        let less = t.binary(Binary::Ult, a[0], a[1]);
        let (difference, zero) = (t.binary(Binary::Sub, a[0], a[1]), t.constant(0, t.width(a[0])));
        t.if_else(less, zero, difference)
    })),
];

fn offset(t: &mut Terms, a: TermId, by: u128) -> TermId {
    let by = t.constant(by, t.width(a));
    t.binary(Binary::Add, a, by)
}

/// An amount modulo the width.
fn amount(t: &mut Terms, y: TermId) -> TermId {
    let width = t.width(y);
    let mask = t.constant(u128::from(width) - 1, width);
    t.and(y, mask)
}

fn shift(t: &mut Terms, operation: Binary, a: &[TermId]) -> TermId {
    let by = amount(t, a[1]);
    t.binary(operation, a[0], by)
}

/// A rotation: a shift of the word twice, one behind the other.
fn rotate(t: &mut Terms, a: &[TermId], left: bool) -> TermId {
    let width = t.width(a[0]);
    let by = amount(t, a[1]);
    let (by, size) = (t.cast(Cast::Zero, by, 2 * width), t.constant(u128::from(width), 2 * width));
    let low = t.cast(Cast::Zero, a[0], 2 * width);
    let high = t.binary(Binary::Shl, low, size);
    let twice = t.or(high, low);
    let shifted = t.binary(if left { Binary::Shl } else { Binary::LShr }, twice, by);
    let wanted = if left { t.binary(Binary::LShr, shifted, size) } else { shifted };
    t.cast(Cast::Low, wanted, width)
}

/// The bit of number y, modulo the width.
fn one_bit(t: &mut Terms, y: TermId) -> TermId {
    let by = amount(t, y);
    let one = t.constant(1, t.width(y));
    t.binary(Binary::Shl, one, by)
}

fn with_bit(t: &mut Terms, a: &[TermId], operation: Binary) -> TermId {
    let bit = one_bit(t, a[1]);
    t.binary(operation, a[0], bit)
}

/// A word by its bits: each follows from that of x and from whether x has a lower one.
fn by_bits(t: &mut Terms, x: TermId, bit: fn(bool, bool) -> bool) -> TermId {
    let width = t.width(x);
    let (mut below, mut word) = (t.truth(false), t.constant(0, width));
    for at in 0..width {
        let set = t.bit(x, at);
        let (one, zero) = (t.constant(1 << at, width), t.constant(0, width));
        let value = |set, below| if bit(set, below) { one } else { zero };
        let cases = [value(false, false), value(false, true), value(true, false), value(true, true)];
        let (clear, is_set) = (t.if_else(below, cases[1], cases[0]), t.if_else(below, cases[3], cases[2]));
        let here = t.if_else(set, is_set, clear);
        word = t.or(word, here);
        below = t.or(below, set);
    }
    word
}

/// A condition code as a goal whose result is a branch or a truth value.
fn on_condition(condition: &'static Condition, result: Sort) -> Goal {
    let (name, about) = match result {
        Sort::Jump => ("j", "a branch if "),
        _ => ("set", "whether "),
    };
    let results = vec![result];
    Goal {
        name: format!("{name}{}", condition.suffix),
        about: format!("{about}{}", condition.about),
        inputs: XY.iter().map(|name| (*name).to_owned()).collect(),
        operations: Goal::operations_for(&results, false),
        results,
        access: None,
        widths: WIDTHS.to_vec(),
        constants: Vec::new(),
        definition: Definition::Condition(condition.holds),
    }
}

/// All goals of the table, those in memory behind the others.
pub fn goals() -> Vec<Goal> {
    let plain = TABLE
        .iter()
        .map(|row| goal(row.name.to_owned(), row, row.inputs, None, Definition::Single(row.define)));
    let mut all: Vec<Goal> = plain.collect();
    for result in [Sort::Jump, Sort::Truth] {
        all.extend(CONDITIONS.iter().map(|condition| on_condition(condition, result)));
    }
    for row in TABLE.iter().filter(|row| row.memory) {
        all.extend([false, true].map(|indexed| in_place(row, indexed)));
    }
    all.push(accessing("load", "the word at p", &["p", "loaded"], Access::Load, |_, a| vec![a[0], a[1]]));
    all.push(accessing("store", "x stored at p", &["p", "x"], Access::Store, |_, a| vec![a[0], a[1]]));
    all.push(accessing("load.idx", "the word at p + i", &["p", "i", "loaded"], Access::Load, |t, a| {
        vec![t.binary(Binary::Add, a[0], a[1]), a[2]]
    }));
    all.push(accessing("store.idx", "x stored at p + i", &["p", "i", "x"], Access::Store, |t, a| {
        vec![t.binary(Binary::Add, a[0], a[1]), a[2]]
    }));
    all
}

/// The goal of a name.
pub fn goal_named(name: &str) -> Option<Goal> {
    goals().into_iter().find(|goal| goal.name == name)
}

fn goal(name: String, row: &Row, inputs: &[&str], access: Option<Access>, definition: Definition) -> Goal {
    let results = match access {
        None => vec![row.result],
        Some(_) => vec![Sort::Word, row.result],
    };
    Goal {
        name,
        about: row.about.to_owned(),
        inputs: inputs.iter().map(|name| (*name).to_owned()).collect(),
        operations: Goal::operations_for(&results, row.choices),
        results,
        access,
        widths: WIDTHS.to_vec(),
        constants: Vec::new(),
        definition,
    }
}

/// The variant of a row that takes its first operand from memory and stores the result there.
fn in_place(row: &Row, indexed: bool) -> Goal {
    let mut inputs = vec!["p"];
    inputs.extend(indexed.then_some("i"));
    inputs.extend(&row.inputs[1..]);
    inputs.push("loaded");
    let name = format!("{}.{}", row.name, if indexed { "idx" } else { "mem" });
    let place = if indexed { "p + i" } else { "p" };
    let definition = Definition::Modify { define: row.define, indexed };
    let mut goal = goal(name, row, &inputs, Some(Access::Modify), definition);
    goal.about = format!("{}, where x is the word at {place}, which the result is stored as", row.about);
    goal
}

fn accessing(name: &str, about: &str, inputs: &[&str], access: Access, define: Define) -> Goal {
    let results = vec![Sort::Word, Sort::Word];
    Goal {
        name: name.to_owned(),
        about: about.to_owned(),
        inputs: inputs.iter().map(|name| (*name).to_owned()).collect(),
        operations: Goal::operations_for(&results, false),
        results,
        access: Some(access),
        widths: WIDTHS.to_vec(),
        constants: Vec::new(),
        definition: Definition::Table(define),
    }
}
