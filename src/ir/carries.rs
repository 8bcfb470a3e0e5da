//! Properties of the instructions with an opcode: number of arguments, and possible flags. Used for
//! diagnostics about constraints that never hold.

use super::{Flags, Opcode, TypeClass};

impl Opcode {
    /// The number of arguments, if it is the same for all instructions with this opcode.
    pub fn argument_count(self) -> Option<u32> {
        use Opcode::*;
        Some(match self {
            Unreachable | Fence => 0,
            FNeg | Load | Trunc | ZExt | SExt | FPToUI | FPToSI | UIToFP | SIToFP | FPTrunc | FPExt
            | PtrToInt | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast | ExtractValue | Freeze | Resume => 1,
            Add | FAdd | Sub | FSub | Mul | FMul | UDiv | SDiv | FDiv | URem | SRem | FRem | Shl | LShr
            | AShr | And | Or | Xor | Store | ICmp | FCmp | AtomicRmw | ExtractElement | InsertValue => 2,
            Select | CmpXchg | InsertElement | ShuffleVector => 3,
            _ => return None,
        })
    }

    /// The type class of the results, or of their lanes, if it is the same for all instructions.
    pub fn result_class(self) -> Option<TypeClass> {
        use Opcode::*;
        match self {
            FNeg | FAdd | FSub | FMul | FDiv | FRem | UIToFP | SIToFP | FPTrunc | FPExt => {
                Some(TypeClass::Float)
            }
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor | Trunc
            | ZExt | SExt | FPToUI | FPToSI | PtrToInt | PtrToAddr | ICmp | FCmp => Some(TypeClass::Integer),
            Alloca | GetElementPtr | IntToPtr | AddrSpaceCast => Some(TypeClass::Pointer),
            _ => None,
        }
    }

    /// The flags that an instruction with this opcode may carry.
    pub fn possible_flags(self) -> Flags {
        use Opcode::*;
        let integer = Flags::EQ | Flags::NE | Flags::SGT | Flags::SGE | Flags::SLT | Flags::SLE;
        let shared = Flags::UGT | Flags::UGE | Flags::ULT | Flags::ULE;
        let ordered =
            Flags::OEQ | Flags::OGT | Flags::OGE | Flags::OLT | Flags::OLE | Flags::ONE | Flags::ORD;
        let (order, both) = (Flags::MONOTONIC | Flags::SEQ_CST, Flags::ACQUIRE | Flags::RELEASE);
        match self {
            FNeg | FAdd | FSub | FMul | FDiv | FRem | Phi | Select | Call | FPTrunc | FPExt => Flags::FAST,
            FCmp => Flags::FAST | shared | ordered | Flags::UNO | Flags::UEQ | Flags::UNE,
            ICmp => Flags::SAMESIGN | integer | shared,
            Add | Sub | Mul | Shl | Trunc => Flags::NSW | Flags::NUW,
            UDiv | SDiv | LShr | AShr => Flags::EXACT,
            GetElementPtr => Flags::INBOUNDS | Flags::NUSW | Flags::NUW,
            Or => Flags::DISJOINT,
            ZExt | UIToFP => Flags::NNEG,
            Load => Flags::VOLATILE | Flags::ATOMIC | order | Flags::ACQUIRE,
            Store => Flags::VOLATILE | Flags::ATOMIC | order | Flags::RELEASE,
            AtomicRmw => Flags::VOLATILE | Flags::ATOMIC | order | both | Flags::OF_UPDATES,
            CmpXchg => Flags::VOLATILE | Flags::ATOMIC | order | both,
            Fence => Flags::ATOMIC | order | both,
            _ => Flags::NONE,
        }
    }

    /// Whether it computes an integer from integers, deterministically and without side effects.
    pub fn is_integer_operation(self) -> bool {
        use Opcode::*;
        matches!(
            self,
            Add | Sub
                | Mul
                | UDiv
                | SDiv
                | URem
                | SRem
                | Shl
                | LShr
                | AShr
                | And
                | Or
                | Xor
                | Trunc
                | ZExt
                | SExt
                | ICmp
        )
    }

    /// Whether its result is always computed, so that it is never a function that can be called.
    pub fn is_computation(self) -> bool {
        use Opcode::*;
        matches!(
            self,
            FNeg | Add
                | FAdd
                | Sub
                | FSub
                | Mul
                | FMul
                | UDiv
                | SDiv
                | FDiv
                | URem
                | SRem
                | FRem
                | Shl
                | LShr
                | AShr
                | And
                | Or
                | Xor
                | ICmp
                | FCmp
                | Trunc
                | ZExt
                | SExt
                | FPToUI
                | FPToSI
                | UIToFP
                | SIToFP
                | FPTrunc
                | FPExt
                | Store
                | Br
                | Ret
        )
    }
}
