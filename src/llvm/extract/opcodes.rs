//! Opcodes by the numbers of LLVM's C API, which stay the same from version to version (the C++ ones do not).

use crate::model::{Opcode, OpcodeSet};

/// The opcodes of which the bits of their numbers are set.
pub(super) fn opcodes(words: [u64; 2]) -> OpcodeSet {
    let numbers = u128::from(words[1]) << 64 | u128::from(words[0]);
    (0..128).filter(|number| numbers >> number & 1 == 1).map(opcode).collect()
}

/// The opcode with that number in `llvm-c/Core.h`; [`Opcode::Other`] for those of a later LLVM.
pub(super) fn opcode(number: u32) -> Opcode {
    match number {
        1 => Opcode::Ret,
        2 => Opcode::Br,
        3 => Opcode::Switch,
        4 => Opcode::IndirectBr,
        5 => Opcode::Invoke,
        7 => Opcode::Unreachable,
        8 => Opcode::Add,
        9 => Opcode::FAdd,
        10 => Opcode::Sub,
        11 => Opcode::FSub,
        12 => Opcode::Mul,
        13 => Opcode::FMul,
        14 => Opcode::UDiv,
        15 => Opcode::SDiv,
        16 => Opcode::FDiv,
        17 => Opcode::URem,
        18 => Opcode::SRem,
        19 => Opcode::FRem,
        20 => Opcode::Shl,
        21 => Opcode::LShr,
        22 => Opcode::AShr,
        23 => Opcode::And,
        24 => Opcode::Or,
        25 => Opcode::Xor,
        26 => Opcode::Alloca,
        27 => Opcode::Load,
        28 => Opcode::Store,
        29 => Opcode::GetElementPtr,
        30 => Opcode::Trunc,
        31 => Opcode::ZExt,
        32 => Opcode::SExt,
        33 => Opcode::FPToUI,
        34 => Opcode::FPToSI,
        35 => Opcode::UIToFP,
        36 => Opcode::SIToFP,
        37 => Opcode::FPTrunc,
        38 => Opcode::FPExt,
        39 => Opcode::PtrToInt,
        40 => Opcode::IntToPtr,
        41 => Opcode::BitCast,
        42 => Opcode::ICmp,
        43 => Opcode::FCmp,
        44 => Opcode::Phi,
        45 => Opcode::Call,
        46 => Opcode::Select,
        49 => Opcode::VAArg,
        50 => Opcode::ExtractElement,
        51 => Opcode::InsertElement,
        52 => Opcode::ShuffleVector,
        53 => Opcode::ExtractValue,
        54 => Opcode::InsertValue,
        55 => Opcode::Fence,
        56 => Opcode::CmpXchg,
        57 => Opcode::AtomicRmw,
        58 => Opcode::Resume,
        59 => Opcode::LandingPad,
        60 => Opcode::AddrSpaceCast,
        61 => Opcode::CleanupRet,
        62 => Opcode::CatchRet,
        63 => Opcode::CatchPad,
        64 => Opcode::CleanupPad,
        65 => Opcode::CatchSwitch,
        66 => Opcode::FNeg,
        67 => Opcode::CallBr,
        68 => Opcode::Freeze,
        69 => Opcode::PtrToAddr,
        _ => Opcode::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_later_llvm_are_other() {
        for number in [0, 6, 70, 127, 255, u32::MAX] {
            assert_eq!(opcode(number), Opcode::Other, "{number}");
        }
        let known = (0..256).filter(|number| opcode(*number) != Opcode::Other).count();
        assert_eq!(known, Opcode::ALL.len());
    }

    #[test]
    fn sets_keep_what_is_not_known() {
        let set = opcodes([1 << 8 | 1 << 27, 1 << 63]);
        assert_eq!(set, OpcodeSet::of(&[Opcode::Add, Opcode::Load, Opcode::Other]));
    }
}
