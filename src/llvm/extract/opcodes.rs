//! Sets of opcodes by the numbers of LLVM's C API, which stay the same from version to version (the C++ ones
//! do not).

use crate::ffi::numbers::opcode;
use ir::OpcodeSet;

/// The opcodes of which the bits of their numbers are set.
pub(super) fn opcodes(words: [u64; 2]) -> OpcodeSet {
    let numbers = u128::from(words[1]) << 64 | u128::from(words[0]);
    (0..128).filter(|number| numbers >> number & 1 == 1).map(opcode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Opcode;

    #[test]
    fn numbers_of_a_later_llvm_are_other() {
        for number in [0, 6, 72, 127, 255, u32::MAX] {
            assert_eq!(opcode(number), Opcode::Other, "{number}");
        }
        let known = (0..256).filter(|number| opcode(*number) != Opcode::Other).count();
        // From LLVM 23 on `br` has two: with a condition and without.
        assert_eq!(known, Opcode::ALL.len() + 2);
    }

    #[test]
    fn sets_keep_what_is_not_known() {
        let set = opcodes([1 << 8 | 1 << 27, 1 << 63]);
        assert_eq!(set, OpcodeSet::of(&[Opcode::Add, Opcode::Load, Opcode::Other]));
    }
}
