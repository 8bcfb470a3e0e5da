//! The kinds of diagnostics about rules; they are rendered like those about specifications.

use text::diagnostic::{self, Kind, Severity};

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $severity:ident $code:literal,)*) => {
        /// Every kind of diagnostic about rules. The strings are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])* $variant,)* }

        impl Code {
            /// Every code, ascending.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];
        }

        impl Kind for Code {
            fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    /// Text that the grammar does not allow at its place.
    UnexpectedText = Error "R0101",
    /// A number of more than 128 bits.
    NumberTooLarge = Error "R0102",
    /// Parentheses nested too deep, or a rule of too many instructions.
    TooLarge = Error "R0103",
    /// A file that is no text, or too large.
    NotText = Error "R0104",
    /// A rule without source, `=>` or target.
    Incomplete = Error "R0105",

    /// An unknown name of an instruction, function or predicate.
    UnknownWord = Error "R0201",
    /// A register or constant that the source does not have.
    UnknownValue = Error "R0202",
    /// A register defined twice on one side.
    DefinedTwice = Error "R0203",
    /// A wrong number of operands.
    OperandCount = Error "R0204",
    /// A value of the wrong kind: a register instead of a constant, or a truth value instead of a number, or
    /// the reverse.
    WrongKind = Error "R0205",
    /// A target that does not define the source's result.
    NoRoot = Error "R0206",
    /// An instruction of the source that the last one does not depend on.
    NotReached = Error "R0207",
    /// A flag that the instruction does not have.
    NoSuchFlag = Error "R0208",
    /// An unsupported rule: about memory, pointers, vectors or control flow. It is parsed and skipped.
    NotSupported = Warning "R0209",

    /// Two widths for one value.
    WidthsClash = Error "R0301",
    /// A rule without widths that satisfy it.
    NoWidths = Error "R0302",

    /// A rule whose target is not a refinement of its source.
    Refuted = Error "R0402",
    /// A rule that the solver did not decide.
    Undecided = Warning "R0403",
    /// A rule to apply without a proof at any widths.
    Unproven = Error "R0404",

    /// Rules that undo each other.
    Cycle = Error "R0501",

    /// Two rules that match the same code, with equal priority and number of tests.
    Overlap = Warning "R0601",
    /// A rule that never applies, since an earlier one takes all its code.
    NeverApplies = Warning "R0602",
    /// A rule that cannot be matched, or not in all orders of its operands.
    NotMatched = Warning "R0603",
}

/// A diagnostic about a rule.
pub type Diagnostic = diagnostic::Diagnostic<Code>;

/// Diagnostics about rules.
pub type Diagnostics = diagnostic::Diagnostics<Code>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_the_index() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/rules.md");
        let page = std::fs::read_to_string(path).unwrap();
        assert!(Code::ALL.iter().map(|code| code.as_str()).is_sorted_by(|a, b| a < b));
        for code in Code::ALL {
            assert!(page.contains(&format!("**{}**", code.as_str())), "{} is missing", code.as_str());
        }
        assert_eq!(page.matches("**R0").count(), Code::ALL.len());
    }
}
