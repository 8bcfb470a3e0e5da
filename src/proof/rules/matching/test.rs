//! The single tests of a pattern, which a decision DAG performs. Repeated registers are not among them.

use super::path::{PathId, Paths};
use super::pattern::{Literal, Pattern};
use super::set::{RuleSet, Variant};
use super::subject::Symbol;
use ir::{Flags, IntPredicate};
use serde::{Deserialize, Serialize};

/// One test of a value at or below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Test {
    /// The value has this symbol.
    Symbol(PathId, Symbol),
    /// The comparison has this predicate.
    Predicate(PathId, IntPredicate),
    /// The instruction has this flag.
    Flag(PathId, Flags),
    /// The constant is this number.
    Literal(PathId, Literal),
}

impl Test {
    /// The path of the tested value.
    pub(super) fn path(self) -> PathId {
        match self {
            Test::Symbol(path, _)
            | Test::Predicate(path, _)
            | Test::Flag(path, _)
            | Test::Literal(path, _) => path,
        }
    }

    /// Whether the test requires that `other` holds.
    pub(super) fn needs(self, other: Test, paths: &Paths) -> bool {
        let Test::Symbol(at, _) = other else { return false };
        let is_of_symbol = !matches!(self, Test::Symbol(..));
        paths.is_below(self.path(), at) || (self.path() == at && is_of_symbol)
    }
}

/// All tests of a variant; those of a value precede those of its operands.
pub(super) fn tests(rules: &RuleSet, variant: &Variant) -> Vec<Test> {
    let mut all = Vec::new();
    let mut open = vec![(variant.pattern, PathId::ROOT)];
    while let Some((pattern, path)) = open.pop() {
        match rules.patterns().get(pattern) {
            Pattern::Any => {}
            Pattern::Constant => all.push(Test::Symbol(path, Symbol::Constant)),
            Pattern::Undef => all.push(Test::Symbol(path, Symbol::Undef)),
            Pattern::Literal(literal) => {
                all.extend([Test::Symbol(path, Symbol::Constant), Test::Literal(path, *literal)]);
            }
            Pattern::Instruction { symbol, flags, predicate, operands } => {
                all.push(Test::Symbol(path, *symbol));
                all.extend(predicate.map(|predicate| Test::Predicate(path, predicate)));
                let needed = Flags::NAMED.iter().map(|(flag, _)| *flag).filter(|flag| flags.contains(*flag));
                all.extend(needed.map(|flag| Test::Flag(path, flag)));
                for (at, operand) in operands.iter().enumerate().rev() {
                    // The paths of variants were interned before.
                    if let Some(below) = rules.paths().find(path, at as u8) {
                        open.push((*operand, below));
                    }
                }
            }
        }
    }
    all
}
