//! The interface of matched code: values with a symbol, flags, operands and a width.
//!
//! A trait allows one matcher for the model of a function, a plan in progress and generated terms.

use crate::rules::vocabulary::PTRADD;
use crate::semantics::Intrinsic;
use ir::{Flags, IntPredicate, Opcode};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt::Debug;

/// The kind of a value, as far as patterns distinguish kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Symbol {
    /// An integer instruction of the rules' language, or a `getelementptr` that adds bytes to a pointer.
    Instruction(Opcode),
    /// A call of an intrinsic.
    Intrinsic(Intrinsic),
    /// A known integer, or a vector with one integer in all lanes.
    Constant,
    /// `undef`
    Undef,
    /// Any other value; only a register of a pattern matches it.
    Other,
}

impl Symbol {
    /// The number of symbols.
    pub(super) const COUNT: usize = Opcode::COUNT + Intrinsic::NAMED.len() + 3;

    /// A unique number below [`Symbol::COUNT`], by which symbols are ordered with a single comparison.
    pub(super) fn number(self) -> u16 {
        const INTRINSICS: u16 = Opcode::COUNT as u16;
        const OTHERS: u16 = INTRINSICS + Intrinsic::NAMED.len() as u16;
        match self {
            Symbol::Instruction(opcode) => opcode as u16,
            Symbol::Intrinsic(intrinsic) => INTRINSICS + intrinsic as u16,
            Symbol::Constant => OTHERS,
            Symbol::Undef => OTHERS + 1,
            Symbol::Other => OTHERS + 2,
        }
    }

    /// The symbol with a number.
    pub(super) fn of_number(number: u16) -> Option<Symbol> {
        let instructions = Opcode::ALL.iter().map(|opcode| Symbol::Instruction(*opcode));
        let intrinsics = Intrinsic::NAMED.iter().map(|(_, intrinsic, _)| Symbol::Intrinsic(*intrinsic));
        let others = [Symbol::Constant, Symbol::Undef, Symbol::Other];
        instructions.chain(intrinsics).chain(others).find(|symbol| symbol.number() == number)
    }

    /// Whether the operation is commutative; the operands of a comparison are exchanged with its predicate
    /// swapped.
    pub fn commutes(self) -> bool {
        match self {
            Symbol::Instruction(opcode) => {
                matches!(
                    opcode,
                    Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::ICmp
                )
            }
            Symbol::Intrinsic(intrinsic) => matches!(
                intrinsic,
                Intrinsic::UMin
                    | Intrinsic::UMax
                    | Intrinsic::SMin
                    | Intrinsic::SMax
                    | Intrinsic::UAddSat
                    | Intrinsic::SAddSat
            ),
            _ => false,
        }
    }

    /// The word in the rules' language.
    pub fn word(self) -> &'static str {
        match self {
            Symbol::Instruction(Opcode::GetElementPtr) => PTRADD,
            Symbol::Instruction(opcode) => opcode.name(),
            Symbol::Intrinsic(intrinsic) => intrinsic.name(),
            Symbol::Constant => "constant",
            Symbol::Undef => "undef",
            Symbol::Other => "value",
        }
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A value without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The kind.
    pub symbol: Symbol,
    /// The flags, without those of predicates.
    pub flags: Flags,
    /// The predicate of an `icmp`.
    pub predicate: Option<IntPredicate>,
}

impl Shape {
    /// A value without flags or predicate.
    pub fn plain(symbol: Symbol) -> Shape {
        Shape { symbol, flags: Flags::NONE, predicate: None }
    }
}

/// Code to match.
///
/// A value has the symbol [`Symbol::Other`] unless its result and operands are integers of at most 128 bits,
/// or vectors of such integers with equal numbers of lanes. A `getelementptr` must also add bytes to a
/// pointer.
pub trait Subject {
    /// A value.
    type Value: Copy + Debug + PartialEq;

    /// Symbol, flags and predicate of a value.
    fn shape(&self, value: Self::Value) -> Shape;

    /// Operand `at` of an instruction; argument `at` of an intrinsic.
    fn operand(&self, value: Self::Value, at: usize) -> Option<Self::Value>;

    /// The width in bits of an integer, of the lanes of a vector of integers (at most 128), or of a pointer's
    /// offsets.
    fn width(&self, value: Self::Value) -> Option<u32>;

    /// The bits of a value whose symbol is [`Symbol::Constant`].
    fn bits(&self, value: Self::Value) -> Option<u128>;

    /// Whether two values are equal at every use.
    fn is_same(&self, a: Self::Value, b: Self::Value) -> bool {
        a == b
    }
}
