//! Number literals: decimal, hexadecimal, and characters.
//!
//! ```text
//! 0xff  =>  255        -0x10  =>  -16        '0'  =>  48
//! ```

use std::borrow::Cow;

/// The characters that may follow `\` in quotes, with their codes.
const ESCAPES: [(char, u32); 7] =
    [('n', 10), ('t', 9), ('r', 13), ('0', 0), ('\\', 92), ('\'', 39), ('"', 34)];

/// The number in decimal digits. Returns the text unchanged if it is neither hexadecimal nor a character, or
/// has more than 128 bits.
pub(super) fn decimal(text: &str) -> Cow<'_, str> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => character(digits).map(|(code, _)| code.into()),
    };
    match number {
        Some(number) => Cow::Owned(format!("{sign}{number}")),
        None => Cow::Borrowed(text),
    }
}

/// The code of the quoted character at the start of a text, and its length in bytes.
pub(super) fn character(text: &str) -> Option<(u32, usize)> {
    let mut chars = text.strip_prefix('\'')?.chars();
    let (code, length) = match chars.next()? {
        '\\' => {
            let escape = chars.next()?;
            (ESCAPES.iter().find(|(letter, _)| *letter == escape)?.1, 2)
        }
        plain => (u32::from(plain), plain.len_utf8()),
    };
    (chars.next()? == '\'').then_some((code, length + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_ones() {
        for (text, expect) in [
            ("12", "12"),
            ("1.5e3", "1.5e3"),
            ("0xff", "255"),
            ("-0X10", "-16"),
            ("0x8000000000000000", "9223372036854775808"),
            ("'0'", "48"),
            ("'\\n'", "10"),
            ("'''", "39"),
        ] {
            assert_eq!(decimal(text), expect);
        }
        assert_eq!(character("'ab'"), None);
    }
}
