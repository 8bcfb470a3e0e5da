//! The words of the language: instructions, functions of constants, predicates of preconditions.

use crate::semantics::{FloatOperation, Intrinsic};
use ir::{Flags, FloatPredicate, Opcode};
use serde::{Deserialize, Serialize};

/// The word that an instruction begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// Arithmetic, logic, shifts.
    Binary(Opcode),
    /// `trunc`, `zext`, `sext`
    Cast(Opcode),
    /// `ZExtOrTrunc`: the cast that fits the widths, or none.
    ZExtOrTrunc,
    /// `icmp`
    Compare,
    /// `select`
    Select,
    /// `freeze`
    Freeze,
    /// `ptradd`: a `getelementptr` of bytes.
    PtrAdd,
    /// A call of an intrinsic.
    Intrinsic(Intrinsic),
    /// A floating point operation; the predicate of `fcmp` is a placeholder, since the next word gives it.
    Float(FloatOperation),
    /// A copy of another value, without a word.
    Copy,
}

const BINARY: &[Opcode] = &[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::UDiv,
    Opcode::SDiv,
    Opcode::URem,
    Opcode::SRem,
    Opcode::Shl,
    Opcode::LShr,
    Opcode::AShr,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
];

/// The word for a `getelementptr` that adds bytes to a pointer.
pub(super) const PTRADD: &str = "ptradd";

const CASTS: &[Opcode] = &[Opcode::Trunc, Opcode::ZExt, Opcode::SExt];

/// Words of LLVM's and Alive's instructions that rules cannot contain.
const UNSUPPORTED: &[&str] = &[
    "alloca",
    "load",
    "store",
    "getelementptr",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "br",
    "ret",
    "unreachable",
    "skip",
    "phi",
    "call",
    "switch",
    "fence",
    "insertelement",
    "extractelement",
    "shufflevector",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fneg",
    "fcmp",
    "extractvalue",
    "insertvalue",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "define",
];

impl Head {
    /// The instruction that a word begins.
    pub fn from_word(word: &str) -> Option<Head> {
        let opcode = Opcode::from_name(word);
        match word {
            "icmp" => Some(Head::Compare),
            "select" => Some(Head::Select),
            "freeze" => Some(Head::Freeze),
            PTRADD => Some(Head::PtrAdd),
            "ZExtOrTrunc" => Some(Head::ZExtOrTrunc),
            _ => match opcode {
                Some(opcode) if BINARY.contains(&opcode) => Some(Head::Binary(opcode)),
                Some(opcode) if CASTS.contains(&opcode) => Some(Head::Cast(opcode)),
                _ => {
                    let known = Intrinsic::NAMED.iter().find(|(name, ..)| *name == word);
                    known.map(|(_, intrinsic, _)| Head::Intrinsic(*intrinsic))
                }
            },
        }
    }

    /// The instruction of floating point numbers that a word begins.
    pub(super) fn of_floats(word: &str) -> Option<Head> {
        let operation = match word {
            "fneg" => FloatOperation::Negate,
            "fcmp" => FloatOperation::Compare(FloatPredicate::True),
            _ => FloatOperation::of_name(word)?,
        };
        Some(Head::Float(operation))
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Head::Binary(opcode) | Head::Cast(opcode) => opcode.name(),
            Head::ZExtOrTrunc => "ZExtOrTrunc",
            Head::Compare => "icmp",
            Head::Select => "select",
            Head::Freeze => "freeze",
            Head::PtrAdd => PTRADD,
            Head::Intrinsic(intrinsic) => intrinsic.name(),
            Head::Float(operation) => operation.name(),
            Head::Copy => "",
        }
    }

    /// The minimum and maximum number of operands.
    pub fn operands(self) -> (usize, usize) {
        match self {
            Head::Binary(_) | Head::Compare | Head::PtrAdd => (2, 2),
            Head::Cast(_) | Head::ZExtOrTrunc | Head::Freeze | Head::Copy => (1, 1),
            Head::Select => (3, 3),
            Head::Float(operation) => (operation.arity(), operation.arity()),
            Head::Intrinsic(intrinsic) => {
                let row = Intrinsic::NAMED.iter().find(|(_, known, _)| *known == intrinsic);
                let most = row.map_or(0, |(.., count)| *count);
                (most - usize::from(intrinsic.has_flag_operand()), most)
            }
        }
    }

    /// The flags that the instruction may have.
    pub fn flags(self) -> Flags {
        match self {
            Head::Binary(Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl) => Flags::NSW | Flags::NUW,
            Head::Binary(Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr) => Flags::EXACT,
            Head::Binary(Opcode::Or) => Flags::DISJOINT,
            Head::Cast(Opcode::Trunc) => Flags::NSW | Flags::NUW,
            Head::Cast(Opcode::ZExt) => Flags::NNEG,
            Head::Compare => Flags::SAMESIGN,
            Head::Float(_) => FloatOperation::FLAGS,
            _ => Flags::NONE,
        }
    }

    /// Every word, for suggestions.
    pub fn words() -> impl Iterator<Item = &'static str> {
        let opcodes = BINARY.iter().chain(CASTS).map(|opcode| opcode.name());
        let intrinsics = Intrinsic::NAMED.iter().map(|(name, ..)| *name);
        opcodes.chain(intrinsics).chain(["icmp", "select", "freeze", "ZExtOrTrunc", PTRADD])
    }
}

/// Whether a word begins an instruction that rules cannot have.
pub(super) fn is_unsupported(word: &str) -> bool {
    UNSUPPORTED.contains(&word)
}

/// The relation between the widths of a function's arguments and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WidthRelation {
    /// Arguments and result have one width.
    Same,
    /// Independent widths: the result is a count.
    Count,
    /// A result wider than the argument.
    Widens,
    /// A result narrower than the argument.
    Narrows,
    /// The result is a truth value, and the arguments have one width.
    Test,
}

/// The kinds of values that a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    /// Only constants.
    Constants,
    /// Constants and registers.
    Any,
    /// Only registers.
    Registers,
}

macro_rules! functions {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal $count:literal $shape:ident $arguments:ident,)*) => {
        /// Functions of constants, and predicates.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
        pub enum Function { $($(#[doc = $doc])* $variant,)* }

        impl Function {
            /// Every function.
            pub const ALL: &[Function] = &[$(Function::$variant,)*];

            /// The name in rules.
            pub fn name(self) -> &'static str {
                match self { $(Function::$variant => $name,)* }
            }

            /// The number of arguments.
            pub fn arity(self) -> usize {
                match self { $(Function::$variant => $count,)* }
            }

            pub(super) fn shape(self) -> WidthRelation {
                match self { $(Function::$variant => WidthRelation::$shape,)* }
            }

            pub(super) fn arguments(self) -> Arguments {
                match self { $(Function::$variant => Arguments::$arguments,)* }
            }
        }
    };
}

functions! {
    /// The absolute value.
    Abs = "abs" 1 Same Constants,
    /// A lower bound for the number of copies of the sign bit.
    SignBits = "ComputeNumSignBits" 1 Count Any,
    /// Bits that are certainly set.
    KnownOnes = "computeKnownOneBits" 1 Same Any,
    /// Bits that are certainly clear.
    KnownZeros = "computeKnownZeroBits" 1 Same Any,
    /// Zeros above the highest set bit.
    LeadingZeros = "countLeadingZeros" 1 Count Constants,
    /// Zeros below the lowest set bit.
    TrailingZeros = "countTrailingZeros" 1 Count Constants,
    /// The position of the highest set bit; 0 for 0.
    Log2 = "log2" 1 Count Constants,
    /// A logical shift to the right.
    LShr = "lshr" 2 Same Constants,
    /// The greater signed number.
    Max = "max" 2 Same Constants,
    /// Sign extension.
    SExt = "sext" 1 Widens Constants,
    /// The low bits.
    Trunc = "trunc" 1 Narrows Constants,
    /// The greater unsigned number.
    UMax = "umax" 2 Same Constants,
    /// The width in bits.
    Width = "width" 1 Count Any,
    /// Zero extension.
    ZExt = "zext" 1 Widens Constants,
    /// Whether two pointers are the same.
    EquivalentAddresses = "equivalentAddressValues" 2 Test Registers,
    /// Whether exactly one bit is set.
    IsPowerOf2 = "isPowerOf2" 1 Test Any,
    /// Whether at most one bit is set.
    IsPowerOf2OrZero = "isPowerOf2OrZero" 1 Test Any,
    /// Whether the set bits are one contiguous block.
    IsShiftedMask = "isShiftedMask" 1 Test Constants,
    /// Whether only the sign bit is set.
    IsSignBit = "isSignBit" 1 Test Constants,
    /// Whether the bits selected by a mask are clear.
    MaskedValueIsZero = "MaskedValueIsZero" 2 Test Any,
    /// Whether a signed sum fits.
    SignedAddFits = "WillNotOverflowSignedAdd" 2 Test Any,
    /// Whether an unsigned sum fits.
    UnsignedAddFits = "WillNotOverflowUnsignedAdd" 2 Test Any,
    /// Whether a signed difference fits.
    SignedSubFits = "WillNotOverflowSignedSub" 2 Test Any,
    /// Whether an unsigned difference fits.
    UnsignedSubFits = "WillNotOverflowUnsignedSub" 2 Test Any,
    /// Whether a signed product fits.
    SignedMulFits = "WillNotOverflowSignedMul" 2 Test Any,
    /// Whether an unsigned product fits.
    UnsignedMulFits = "WillNotOverflowUnsignedMul" 2 Test Any,
    /// Whether a shift to the left loses no bits.
    UnsignedShlFits = "WillNotOverflowUnsignedShl" 2 Test Constants,
    /// Whether a register has a single use.
    HasOneUse = "hasOneUse" 1 Test Registers,
}

impl Function {
    /// The function of that name.
    pub fn from_name(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// Whether an analysis answers the function, also for constants.
    pub(super) fn is_analysis(self) -> bool {
        matches!(self, Function::KnownOnes | Function::KnownZeros | Function::SignBits)
    }

    /// Whether it is a predicate.
    pub fn is_test(self) -> bool {
        self.shape() == WidthRelation::Test
    }
}
