//! The operations that patterns are made of: a table with sorts, symbols and values.
//!
//! The first 21 are the nodes of FIRM that instruction selection is synthesised from in the literature; the
//! others compute in words of twice the width, and are searched when they are asked for. A shift
//! takes its amount modulo the width; [`super::code`] says what that is in LLVM IR. Access to memory is a
//! chain beside the values ([`super::goal::Access`]), and a jump carries the truth of its condition.

use super::constant::Constant;
use super::lanes::{LANES, Lanes, Vector};
use ir::IntPredicate;

/// The sort of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A bit vector of the width that is searched at.
    Word,
    /// A truth value.
    Truth,
    /// Control flow: whether a branch is taken.
    Jump,
    /// The state of memory.
    Memory,
    /// A bit vector of twice the width.
    Double,
}

/// An operation without its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "named by the table")]
pub enum Kind {
    Const,
    Not,
    Minus,
    Add,
    Sub,
    And,
    Or,
    Eor,
    Mul,
    MulHighUnsigned,
    MulHighSigned,
    Shl,
    Shr,
    Shrs,
    CompareUnsigned,
    CompareSigned,
    Mux,
    Cond,
    Jmp,
    Load,
    Store,
    WideAdd,
    Pair,
    WideShl,
    WideShr,
    WideGreater,
    Low,
    High,
}

/// A row of the table of operations.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operation.
    pub kind: Kind,
    /// Its name on the command line.
    pub name: &'static str,
    /// The sorts of its operands.
    pub operands: &'static [Sort],
    /// The sort of its first result.
    pub result: Sort,
    /// Whether the operands may be exchanged.
    pub commutes: bool,
    /// Its sign between two operands, or before one.
    pub symbol: &'static str,
}

const W: Sort = Sort::Word;
const M: Sort = Sort::Memory;
const D: Sort = Sort::Double;

const fn row(
    kind: Kind,
    name: &'static str,
    operands: &'static [Sort],
    result: Sort,
    commutes: bool,
    symbol: &'static str,
) -> Operation {
    Operation { kind, name, operands, result, commutes, symbol }
}

/// All operations.
pub const OPERATIONS: [Operation; 28] = [
    row(Kind::Const, "const", &[], W, false, ""),
    row(Kind::Not, "not", &[W], W, false, "~"),
    row(Kind::Minus, "minus", &[W], W, false, "-"),
    row(Kind::Add, "add", &[W, W], W, true, "+"),
    row(Kind::Sub, "sub", &[W, W], W, false, "-"),
    row(Kind::And, "and", &[W, W], W, true, "&"),
    row(Kind::Or, "or", &[W, W], W, true, "|"),
    row(Kind::Eor, "eor", &[W, W], W, true, "^"),
    row(Kind::Mul, "mul", &[W, W], W, true, "*"),
    row(Kind::MulHighUnsigned, "mulhu", &[W, W], W, true, "*hu"),
    row(Kind::MulHighSigned, "mulhs", &[W, W], W, true, "*hs"),
    row(Kind::Shl, "shl", &[W, W], W, false, "<<"),
    row(Kind::Shr, "shr", &[W, W], W, false, ">>u"),
    row(Kind::Shrs, "shrs", &[W, W], W, false, ">>s"),
    row(Kind::CompareUnsigned, "cmpu", &[W, W], Sort::Truth, false, "<u"),
    row(Kind::CompareSigned, "cmps", &[W, W], Sort::Truth, false, "<s"),
    row(Kind::Mux, "mux", &[Sort::Truth, W, W], W, false, "?"),
    row(Kind::Cond, "cond", &[Sort::Truth], Sort::Jump, false, "jump "),
    row(Kind::Jmp, "jmp", &[], Sort::Jump, false, "jump"),
    row(Kind::Load, "load", &[M, W], W, false, ""),
    row(Kind::Store, "store", &[M, W, W], M, false, ""),
    row(Kind::WideAdd, "wadd", &[W, W], D, true, "+w"),
    row(Kind::Pair, "pair", &[W, W], D, false, ":"),
    row(Kind::WideShl, "wshl", &[D, W], D, false, "<<w"),
    row(Kind::WideShr, "wshr", &[D, W], D, false, ">>w"),
    row(Kind::WideGreater, "wgt", &[D, W], Sort::Truth, false, ">w"),
    row(Kind::Low, "low", &[D], W, false, "low"),
    row(Kind::High, "high", &[D], W, false, "high"),
];

impl Kind {
    /// The row of the table.
    pub fn row(self) -> &'static Operation {
        &OPERATIONS[self as usize]
    }

    /// The operation of a name.
    pub fn from_name(name: &str) -> Option<Kind> {
        OPERATIONS.iter().find(|row| row.name == name).map(|row| row.kind)
    }

    /// Whether it shifts, so that its second operand counts modulo the width.
    pub fn is_shift(self) -> bool {
        matches!(self, Kind::Shl | Kind::Shr | Kind::Shrs | Kind::WideShl | Kind::WideShr)
    }

    /// Whether it computes in words of twice the width.
    pub fn is_wide(self) -> bool {
        let row = self.row();
        row.result == Sort::Double || row.operands.contains(&Sort::Double)
    }
}

/// An operation with its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// An operation that has no attribute.
    Plain(Kind),
    /// A constant.
    Const(Constant),
    /// A comparison. Only those with `<`, `<=`, `==` and `!=` are built; the others exchange the operands.
    Compare(IntPredicate),
}

impl Op {
    /// The operation.
    pub fn kind(self) -> Kind {
        match self {
            Op::Plain(kind) => kind,
            Op::Const(_) => Kind::Const,
            Op::Compare(IntPredicate::Slt | IntPredicate::Sle) => Kind::CompareSigned,
            Op::Compare(_) => Kind::CompareUnsigned,
        }
    }

    /// Whether the operands may be exchanged.
    pub fn commutes(self) -> bool {
        match self {
            Op::Compare(predicate) => matches!(predicate, IntPredicate::Eq | IntPredicate::Ne),
            _ => self.kind().row().commutes,
        }
    }

    /// The comparisons that an operation stands for. Equality is that of the unsigned one alone.
    pub fn comparisons(kind: Kind) -> &'static [IntPredicate] {
        match kind {
            Kind::CompareUnsigned => {
                &[IntPredicate::Eq, IntPredicate::Ne, IntPredicate::Ult, IntPredicate::Ule]
            }
            Kind::CompareSigned => &[IntPredicate::Slt, IntPredicate::Sle],
            _ => &[],
        }
    }

    /// The value in one lane.
    #[inline]
    pub fn lane(self, lanes: &Lanes, at: usize, a: u64, b: u64, c: u64) -> u64 {
        let (mask, width) = (lanes.mask(at), lanes.width(at));
        let signed = |bits: u64| (bits << (64 - width)) as i64 >> (64 - width);
        let amount = (b & (u64::from(width) - 1)) as u32;
        let bits = match self {
            Op::Const(constant) => constant.bits(width) as u64,
            Op::Compare(predicate) => u64::from(match predicate {
                IntPredicate::Eq => a == b,
                IntPredicate::Ne => a != b,
                IntPredicate::Ult => a < b,
                IntPredicate::Ule => a <= b,
                IntPredicate::Slt => signed(a) < signed(b),
                _ => signed(a) <= signed(b),
            }),
            Op::Plain(kind) => match kind {
                Kind::Not => !a,
                Kind::Minus => a.wrapping_neg(),
                Kind::Add => a.wrapping_add(b),
                Kind::Sub => a.wrapping_sub(b),
                Kind::And => a & b,
                Kind::Or => a | b,
                Kind::Eor => a ^ b,
                Kind::Mul => a.wrapping_mul(b),
                Kind::MulHighUnsigned => ((u128::from(a) * u128::from(b)) >> width) as u64,
                Kind::MulHighSigned => ((i128::from(signed(a)) * i128::from(signed(b))) >> width) as u64,
                Kind::Shl => a << amount,
                Kind::Shr => a >> amount,
                Kind::Shrs => (signed(a) >> amount) as u64,
                Kind::Mux => [c, b][usize::from(a == 1)],
                Kind::Cond => a,
                Kind::Jmp => 1,
                Kind::WideAdd => return a.wrapping_add(b),
                Kind::Pair => return a << width | b,
                Kind::WideShl => return a << amount & (u64::MAX >> 64u32.saturating_sub(2 * width)),
                Kind::WideShr => return a >> amount,
                Kind::WideGreater => u64::from(a > b),
                Kind::Low => a,
                Kind::High => a >> width,
                // Chains of accesses are no values.
                Kind::Const | Kind::CompareUnsigned | Kind::CompareSigned | Kind::Load | Kind::Store => 0,
            },
        };
        bits & mask
    }

    /// The values in all lanes.
    pub fn vector(self, lanes: &Lanes, a: &Vector, b: &Vector, c: &Vector) -> Vector {
        let mut result = [0; LANES];
        match self {
            // The common ones in a form that is compiled to vector instructions.
            Op::Plain(Kind::Add) => lanes.each(&mut result, |at| a[at].wrapping_add(b[at])),
            Op::Plain(Kind::Sub) => lanes.each(&mut result, |at| a[at].wrapping_sub(b[at])),
            Op::Plain(Kind::And) => lanes.each(&mut result, |at| a[at] & b[at]),
            Op::Plain(Kind::Or) => lanes.each(&mut result, |at| a[at] | b[at]),
            Op::Plain(Kind::Eor) => lanes.each(&mut result, |at| a[at] ^ b[at]),
            Op::Plain(Kind::Not) => lanes.each(&mut result, |at| !a[at]),
            Op::Plain(Kind::Minus) => lanes.each(&mut result, |at| a[at].wrapping_neg()),
            _ => result.iter_mut().enumerate().for_each(|(at, result)| {
                *result = self.lane(lanes, at, a[at], b[at], c[at]);
            }),
        }
        result
    }
}
