//! The table of spellings that optimised code does not have, each with the one that it has instead.
//!
//! Both are written as patterns, whose variables are typed by name. Expressions: `{x}`, `{y}` is any but a
//! number, `{v}` is any, `{c}` is a truth value, `{t}` is a comparison. Written numbers: `{n}`, `{m}` is any,
//! `{w}` is a power of two, `{s}` is an amount by which `{n}` can be shifted without exceeding a byte (a
//! larger mask may stay in front, below a cast). Constant variables: `{k}` is any, `{p}` is a power of two,
//! `{l}` must be a literal in the code. Equal names are equal expressions. In the second column operations on
//! numbers are evaluated, and the complement of a comparison is its negation.

/// The kinds of numbers that a row covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Numbers {
    /// Integers and floating-point numbers.
    All,
    /// Integers; the spelling is valid for floating-point numbers. Reported unless the pattern has
    /// floating-point numbers.
    MostlyIntegers,
    /// Integers, if the pattern states that it has integers.
    Integers,
    /// Unsigned integers; the spelling is valid for others. Reported unless the pattern has floating-point
    /// numbers.
    MostlyUnsigned,
    /// Unsigned integers and floating-point numbers.
    UnsignedAndFloats,
}

/// The places where the spelling of a row is found nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum But {
    /// Nowhere.
    Never,
    /// In rewrites, which are matched before normalisation.
    InRewrites,
    /// As the condition of a choice, for the opposite comparison with the arms exchanged.
    AsCondition,
}

/// A row of the table.
pub(in super::super) struct SpellingRow {
    /// The spelling that is not found.
    pub(in super::super) written: &'static str,
    /// The spelling that is found; empty if the note describes it.
    pub(in super::super) instead: &'static str,
    /// The kinds of numbers that the row covers.
    pub(in super::super) numbers: Numbers,
    /// Additional advice.
    pub(in super::super) note: &'static str,
    /// The exception, if there is one.
    pub(in super::super) but: But,
}

const fn row(
    written: &'static str,
    instead: &'static str,
    numbers: Numbers,
    note: &'static str,
) -> SpellingRow {
    SpellingRow { written, instead, numbers, note, but: But::Never }
}

impl SpellingRow {
    const fn but(self, but: But) -> SpellingRow {
        SpellingRow { but, ..self }
    }
}

use Numbers::{All, Integers, MostlyIntegers, MostlyUnsigned, UnsignedAndFloats};

const POSITIVE: &str = "the constant that is found is the negative one; a number, as in `{x} - 7`, is found as written, and so is an address that is a constant";
const LESS: &str = "the constant that is found is less by one; a number, as in `{x} >= 8`, is found as written, and so is an address that is a constant";
const GREATER: &str = "the constant that is found is greater by one; a number, as in `{x} <= 8`, is found as written, and so is an address that is a constant";
const SHIFT: &str =
    "an unsigned quotient by a power of two is a shift, one of floating-point numbers a product";
const MASK: &str = "an unsigned remainder by a power of two is a mask";
const AMOUNT: &str = "a shift by a constant is a product, and its amount no constant in the code but a term: `literal{k} = 3` says which";
const ONE: &str =
    "two constants are one, unless a cast stands between them or the first result is used elsewhere";
const MASKED: &str = "the mask comes behind the shift, unless the masked value is used elsewhere or a cast stands between them";
const NEVER: &str = "no number is so, and nothing of the comparison is left in the code";
const ALWAYS: &str = "each number is so, and nothing of the comparison is left in the code";
const CHOICE: &str = "a choice by a comparison of its own arms is a call of the intrinsic";

/// The rows; of several that match, the first applies.
pub(in super::super) const ROWS: &[SpellingRow] = &[
    row("{x} - {k}", "{x} + {k}", All, POSITIVE),
    row("{x} / {p}", "{x} / {p}", UnsignedAndFloats, SHIFT),
    row("{x} /u {p}", "{x} /u {p}", Integers, SHIFT),
    row("{x} % {p}", "{x} % {p}", MostlyUnsigned, MASK),
    row("{x} %u {p}", "{x} %u {p}", Integers, MASK),
    row("{x} << {l}", "", Integers, AMOUNT).but(But::InRewrites),
    row("{x} * -1", "-{x}", All, ""),
    row("{x} / -1", "-{x}", All, ""),
    row("-{x} - 1", "~{x}", Integers, ""),
    row("~{x} + 1", "-{x}", Integers, ""),
    row("~{x} + {n}", "({n} - 1) - {x}", Integers, ""),
    row("{n} - ~{x}", "{x} + ({n} + 1)", Integers, ""),
    row("~-{x}", "{x} - 1", Integers, ""),
    row("-~{x}", "{x} + 1", Integers, ""),
    row("~~{x}", "{x}", Integers, ""),
    row("({x} + ~{y}) + 1", "{x} - {y}", Integers, ""),
    row("~{t}", "~{t}", All, ""),
    row("{t} == 0", "~{t}", All, ""),
    row("{t} != 1", "~{t}", All, ""),
    row("{t} ^ 1", "~{t}", All, ""),
    row("{t} ^ -1", "~{t}", All, ""),
    row("{t} == 1", "{t}", All, ""),
    row("{t} != 0", "{t}", All, ""),
    row("{x} >u 0", "{x} != 0", Integers, ""),
    row("{x} >=u 1", "{x} != 0", Integers, ""),
    row("{x} <u 1", "{x} == 0", Integers, ""),
    row("{x} <=u 0", "{x} == 0", Integers, ""),
    row("{x} >= {k}", "{x} > {k}", MostlyIntegers, LESS).but(But::AsCondition),
    row("{x} <= {k}", "{x} < {k}", MostlyIntegers, GREATER).but(But::AsCondition),
    row("{x} + {n} == {m}", "{x} == {m} - {n}", Integers, ""),
    row("{x} + {n} != {m}", "{x} != {m} - {n}", Integers, ""),
    row("{x} - {n} == {m}", "{x} == {m} + {n}", Integers, ""),
    row("{x} - {n} != {m}", "{x} != {m} + {n}", Integers, ""),
    row("({x} ^ {n}) == {m}", "{x} == ({m} ^ {n})", Integers, ""),
    row("({x} ^ {n}) != {m}", "{x} != ({m} ^ {n})", Integers, ""),
    row("{x} - {y} == 0", "{x} == {y}", Integers, ""),
    row("{x} - {y} != 0", "{x} != {y}", Integers, ""),
    row("({x} ^ {y}) == 0", "{x} == {y}", Integers, ""),
    row("({x} ^ {y}) != 0", "{x} != {y}", Integers, ""),
    row("{x} < 0 ? -{x} : {x}", "abs({x})", MostlyIntegers, CHOICE),
    row("{x} > 0 ? {x} : -{x}", "abs({x})", MostlyIntegers, CHOICE),
    row("{x} >u {y} ? {x} - {y} : 0", "usub.sat({x}, {y})", Integers, ""),
    row("{x} < {v} ? {x} : {v}", "min({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} <= {v} ? {x} : {v}", "min({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} > {v} ? {v} : {x}", "min({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} >= {v} ? {v} : {x}", "min({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} > {v} ? {x} : {v}", "max({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} >= {v} ? {x} : {v}", "max({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} < {v} ? {v} : {x}", "max({x}, {v})", MostlyIntegers, CHOICE),
    row("{x} <= {v} ? {v} : {x}", "max({x}, {v})", MostlyIntegers, CHOICE),
    row("{c} ? 1 : 0", "zext({c})", MostlyIntegers, ""),
    row("{c} ? -1 : 0", "sext({c})", MostlyIntegers, ""),
    row("{c} ? 0 : 1", "zext(~{c})", MostlyIntegers, ""),
    row("{c} ? 0 : -1", "sext(~{c})", MostlyIntegers, ""),
    row("({x} & {w}) ? {w} : 0", "{x} & {w}", Integers, ""),
    row("({x} & {w}) ? 1 : 0", "", Integers, "a single bit as a number is `({x} >>u k) & 1`"),
    row("({x} + {n}) + {m}", "{x} + ({n} + {m})", Integers, ONE),
    row("({x} - {n}) + {m}", "{x} + ({m} - {n})", Integers, ONE),
    row("({n} - {x}) + {m}", "({n} + {m}) - {x}", Integers, ONE),
    row("({x} * {n}) * {m}", "{x} * ({n} * {m})", Integers, ONE),
    row("({x} + {n}) * {m}", "{x} * {m} + {n} * {m}", Integers, ONE),
    row("({x} & {n}) & {m}", "{x} & ({n} & {m})", Integers, ONE),
    row("({x} | {n}) | {m}", "{x} | ({n} | {m})", Integers, ONE),
    row("({x} ^ {n}) ^ {m}", "{x} ^ ({n} ^ {m})", Integers, ONE),
    row("({x} << {n}) << {m}", "{x} << ({n} + {m})", Integers, ONE),
    row("({x} >>u {n}) >>u {m}", "{x} >>u ({n} + {m})", Integers, ONE),
    row("({x} >>u {n}) << {n}", "{x} & -(1 << {n})", Integers, ONE),
    row("({x} & {n}) >>u {m}", "({x} >>u {m}) & ({n} >> {m})", Integers, MASKED),
    row("({x} & {n}) << {s}", "({x} << {s}) & ({n} << {s})", Integers, MASKED),
    row("({x} + {n}) - {m}", "{x} + ({n} - {m})", Integers, ONE),
    row("({x} - {n}) - {m}", "{x} - ({n} + {m})", Integers, ONE),
    row("({x} ^ -1) + 1", "-{x}", Integers, ""),
    row("~(~{x} & ~{y})", "{x} | {y}", Integers, ""),
    row("~(~{x} | ~{y})", "{x} & {y}", Integers, ""),
    row("{x} & {x}", "{x}", Integers, ""),
    row("{x} | {x}", "{x}", Integers, ""),
    row("{x} ^ {x}", "0", Integers, ""),
    row("{x} - {x}", "0", Integers, ""),
    row("{x} * 0", "0", Integers, ""),
    row("{x} & 0", "0", Integers, ""),
    row("{x} % 1", "0", Integers, ""),
    row("{x} %u 1", "0", Integers, ""),
    row("{x} /u 1", "{x}", Integers, ""),
    row("{x} >>u 0", "{x}", Integers, ""),
    row("{c} ? {x} : {x}", "{x}", All, ""),
    row("{x} <u 0", "", Integers, NEVER),
    row("{x} >=u 0", "", Integers, ALWAYS),
    row("{x} == {x}", "", Integers, ALWAYS),
    row("{x} != {x}", "", Integers, NEVER),
    row("{x} < {x}", "", Integers, NEVER),
    row("{x} > {x}", "", Integers, NEVER),
    row("{x} <= {x}", "", Integers, ALWAYS),
    row("{x} >= {x}", "", Integers, ALWAYS),
    row("({x} | {n}) & {n}", "{n}", Integers, ""),
    row("({x} & {n}) | {n}", "{n}", Integers, ""),
    row("({x} & {y}) | ({x} & ~{y})", "{x}", Integers, ""),
    row("({x} | {y}) & {x}", "{x}", Integers, ""),
    row("({x} & {y}) | {x}", "{x}", Integers, ""),
    row("({x} + {y}) - {y}", "{x}", Integers, ""),
    row("({x} - {y}) + {y}", "{x}", Integers, ""),
    row("{x} * 1", "{x}", All, ""),
    row("{x} / 1", "{x}", All, ""),
    row("{x} - 0", "{x}", All, ""),
    row("{x} + 0", "{x}", Integers, ""),
    row("{x} | 0", "{x}", Integers, ""),
    row("{x} ^ 0", "{x}", Integers, ""),
    row("{x} & -1", "{x}", Integers, ""),
    row("{x} << 0", "{x}", Integers, ""),
    row("{x} >> 0", "{x}", Integers, ""),
    row("trunc(zext({x}))", "", Integers, "two casts are one"),
    row("trunc(sext({x}))", "", Integers, "two casts are one"),
    row("zext(zext({x}))", "zext({x})", Integers, "two casts are one"),
    row("sext(sext({x}))", "sext({x})", Integers, "two casts are one"),
    row("trunc(trunc({x}))", "trunc({x})", Integers, "two casts are one"),
    row("sext(zext({x}))", "zext({x})", Integers, "two casts are one"),
];
