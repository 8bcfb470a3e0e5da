//! Terms and their comparisons on a small function: each formula that holds beside one that does not.

use super::tests::library;
use ir::testing::sketch::sketch;
use solver::Budget;

const CODE: &str = "
    param x:i32
    param y:i8
    entry:
      left:i32 = shl x i32:5
      right:i32 = lshr x i32:27
      all:i32 = or left right
      flipped:i8 = xor y i8:255
      sum:double = fadd double:1 double:2
      last:void = ret all";

/// The number of solutions of a formula in conjunction with the one around.
fn found(around: &str, formula: &str) -> usize {
    let text = format!("Constraint T ( {around} ∧ {formula} ) End");
    // The model is as written: spellings of constants that optimised code does not have are warned of.
    let library = library(&[("t", &text)], Some(&["T"]));
    assert!(!library.has_errors(), "{}", library.render(false));
    let found = library.idioms()[0].find(&sketch(CODE), Budget::default());
    assert!(found.exhausted.is_none(), "{formula}");
    found.solutions.len()
}

fn check(around: &str, formulas: &[(&str, usize)]) {
    for (formula, expect) in formulas {
        assert_eq!(found(around, formula), *expect, "{formula}");
    }
}

#[test]
fn terms_are_compared() {
    let shifts =
        "{a} ~ {l} | {h} ∧ opcode{l} = shl ∧ {k} = {l}.args[1] ∧ opcode{h} = lshr ∧ {m} = {h}.args[1]";
    check(
        shifts,
        &[
            ("literal{k} + literal{m} = width{l}", 1),
            ("literal{k} + literal{m} + 1 = width{l}", 0),
            ("literal{k} + literal{m} ≠ width{l}", 0),
            ("literal{k} + literal{m} ≠ 31", 1),
            ("literal{k} < 6", 1),
            ("literal{k} < 5", 0),
            ("literal{k} ≤ 5", 1),
            ("literal{k} <= 4", 0),
            ("literal{m} > literal{k}", 1),
            ("literal{k} > literal{m}", 0),
            ("5 >= literal{k}", 1),
            ("literal{m} ≥ 28", 0),
            ("literal{m} = 2 * literal{k} + 17", 1),
            ("literal{m} = literal{k} * literal{k} + 2", 1),
            ("literal{m} = literal{k} * literal{k} - -2", 1),
            ("literal{m} = literal{k} * literal{k} - 2", 0),
            ("2 ^ literal{k} = 32", 1),
            ("2 ^ (literal{k} - 6) = 1", 0),
            ("-literal{k} = -5", 1),
            ("-(literal{k} - literal{m}) = 22", 1),
            ("literal{k} = N for N=5", 1),
            ("literal{k} = N + 1 for N=5", 0),
            ("1 < 2", 1),
            ("N + 1 < 2 for N=1", 0),
            ("( let n = literal{k} ∧ n < 6 )", 1),
            ("( let n = literal{k} ∧ {n} = 6 )", 0),
            ("( let n = literal{k} + 1 ∧ let n = 6 )", 1),
            ("( let n = literal{k} + 1 ∧ let n = 5 )", 0),
            ("none ( literal{k} < 6 )", 0),
            ("none ( literal{k} < 5 )", 1),
            ("( literal{k} < 5 ∨ literal{m} < 28 )", 1),
        ],
    );
}

/// `literal{x} = -1` and `literal{x} = 255` both hold of an `i8 255`.
#[test]
fn literals_are_read_with_and_without_sign() {
    check(
        "opcode{f} = xor ∧ {c} = {f}.args[1]",
        &[
            ("literal{c} = 2 ^ width{c} - 1", 1),
            ("literal{c} = 0 - 1", 1),
            ("literal{c} = 2 ^ 8", 0),
            ("width{c} = 8", 1),
        ],
    );
    // Whole floating-point numbers are numbers of terms, too.
    check(
        "opcode{s} = fadd ∧ {c} = {s}.args[0]",
        &[
            ("literal{c} = 1", 1),
            ("literal{c} < 2", 1),
            ("literal{c} > 1", 0),
            ("width{c} = 64", 1),
            ("width{c} = 32", 0),
        ],
    );
}

#[test]
fn patterns_have_numbers_that_are_terms() {
    check(
        "opcode{h} = lshr",
        &[
            ("{h} ~ {x} >> (width{x} - 5)", 1),
            ("{h} ~ {x} >> (width{x} - 6)", 0),
            ("( {h} ~ {x} >> n ∧ let n = 27 )", 1),
            ("( {h} ~ {x} >> n ∧ let n = 28 )", 0),
            ("{h} ~ {x} >> N for N=27", 1),
            ("{h} ~ {x} >> (N - 1) for N=28", 1),
            ("{h} ~ {x} >> N for N=28", 0),
        ],
    );
    check(
        "opcode{f} = xor",
        &[
            ("{f} ~ {y} ^ (width{y} * 32 - 1)", 1),
            ("{f} ~ {y} ^ -(width{y} - 7)", 1),
            ("{f} ~ {y} ^ width{y}", 0),
        ],
    );
}
