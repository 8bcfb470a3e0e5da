//! Constants of patterns: numbers that mean the same at each width, and numbers that the width decides.

use std::fmt;

/// A constant of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Constant {
    /// A number, cut to the width.
    Number(i128),
    /// The width in bits.
    Width,
    /// The highest amount of a shift, and the mask of amounts.
    WidthLess1,
    /// The sign bit alone.
    SignBit,
    /// All bits but the sign.
    SignedMax,
}

impl Constant {
    /// The dictionary that every search has.
    pub const DICTIONARY: [Constant; 8] = [
        Constant::Number(0),
        Constant::Number(1),
        Constant::Number(-1),
        Constant::Number(2),
        Constant::Width,
        Constant::WidthLess1,
        Constant::SignBit,
        Constant::SignedMax,
    ];

    /// The bits at a width.
    pub fn bits(self, width: u32) -> u128 {
        let ones = u128::MAX >> (128 - width);
        ones & match self {
            Constant::Number(number) => number as u128,
            Constant::Width => u128::from(width),
            Constant::WidthLess1 => u128::from(width) - 1,
            Constant::SignBit => 1 << (width - 1),
            Constant::SignedMax => ones >> 1,
        }
    }

    /// Whether it is an amount of a shift, by more than nothing and less than every width from `narrowest`
    /// on. All others are equal to one of these modulo the width, or to different ones at different widths.
    pub fn is_amount(self, narrowest: u32) -> bool {
        match self {
            Constant::Number(number) => (1..i128::from(narrowest)).contains(&number),
            Constant::WidthLess1 => true,
            Constant::Width | Constant::SignBit | Constant::SignedMax => false,
        }
    }

    /// The constant in Alive's language, of the width of a register.
    pub fn rule_text(self, register: &str) -> String {
        match self {
            Constant::Number(number) => number.to_string(),
            Constant::Width => format!("width({register})"),
            Constant::WidthLess1 => format!("width({register}) - 1"),
            Constant::SignBit => format!("1 << (width({register}) - 1)"),
            Constant::SignedMax => format!("~(1 << (width({register}) - 1))"),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Number(number) if number.unsigned_abs() < 1024 => write!(f, "{number}"),
            Constant::Number(number) if *number < 0 => write!(f, "-{:#x}", number.unsigned_abs()),
            Constant::Number(number) => write!(f, "{number:#x}"),
            Constant::Width => f.write_str("w"),
            Constant::WidthLess1 => f.write_str("(w-1)"),
            Constant::SignBit => f.write_str("MIN"),
            Constant::SignedMax => f.write_str("MAX"),
        }
    }
}
