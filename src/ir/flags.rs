//! Bit sets per instruction: LLVM's flags, and the effects besides the result.

use serde::{Deserialize, Serialize};

macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident: $repr:ty { $($(#[$bit_doc:meta])* $bit:ident = $at:literal, $text:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
        pub struct $name(pub $repr);

        impl $name {
            /// No bit set.
            pub const NONE: $name = $name(0);
            $($(#[$bit_doc])* pub const $bit: $name = $name(1 << $at);)*
            /// Every single bit with its name.
            pub const NAMED: &[($name, &'static str)] = &[$(($name::$bit, $text),)*];

            /// The flags of `self` that are not in `other`.
            #[inline]
            pub fn without(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }

            /// Whether every bit of `other` is set here.
            #[inline]
            pub fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name { $name(self.0 | other.0) }
        }

        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) { self.0 |= other.0; }
        }

        impl std::ops::BitAnd for $name {
            type Output = $name;
            fn bitand(self, other: $name) -> $name { $name(self.0 & other.0) }
        }
    };
}

bit_set! {
    /// The flags of one instruction, as LLVM spells them.
    Flags: u64 {
        /// `reassoc`
        REASSOC = 0, "reassoc";
        /// `nnan`
        NNAN = 1, "nnan";
        /// `ninf`
        NINF = 2, "ninf";
        /// `nsz`
        NSZ = 3, "nsz";
        /// `arcp`
        ARCP = 4, "arcp";
        /// `contract`
        CONTRACT = 5, "contract";
        /// `afn`
        AFN = 6, "afn";
        /// `nsw`
        NSW = 7, "nsw";
        /// `nuw`
        NUW = 8, "nuw";
        /// `exact`
        EXACT = 9, "exact";
        /// `inbounds`
        INBOUNDS = 10, "inbounds";
        /// `disjoint`
        DISJOINT = 11, "disjoint";
        /// `nneg`
        NNEG = 12, "nneg";
        /// `nusw` of a getelementptr
        NUSW = 13, "nusw";
        /// `samesign` of an icmp
        SAMESIGN = 14, "samesign";
        /// `volatile` memory access
        VOLATILE = 15, "volatile";
        /// Memory access with an atomic ordering, `unordered` included
        ATOMIC = 16, "atomic";
        /// Predicate of an icmp, or of an fcmp with the same name: `eq`
        EQ = 17, "eq";
        /// `ne`
        NE = 18, "ne";
        /// `ugt`
        UGT = 19, "ugt";
        /// `uge`
        UGE = 20, "uge";
        /// `ult`
        ULT = 21, "ult";
        /// `ule`
        ULE = 22, "ule";
        /// `sgt`
        SGT = 23, "sgt";
        /// `sge`
        SGE = 24, "sge";
        /// `slt`
        SLT = 25, "slt";
        /// `sle`
        SLE = 26, "sle";
        /// Predicate of an fcmp; those with a namesake among icmp predicates share its flag: `oeq`
        OEQ = 27, "oeq";
        /// `ogt`
        OGT = 28, "ogt";
        /// `oge`
        OGE = 29, "oge";
        /// `olt`
        OLT = 30, "olt";
        /// `ole`
        OLE = 31, "ole";
        /// `one`
        ONE = 32, "one";
        /// `ord`
        ORD = 33, "ord";
        /// `uno`
        UNO = 34, "uno";
        /// `ueq`
        UEQ = 35, "ueq";
        /// `une`
        UNE = 36, "une";
        /// Call with attributes or metadata that may make its result poison: `range`, `nofpclass`, `nonnull`,
        /// `align`. The language has no keyword for it.
        ANNOTATION = 37, "poison-annotation";
        /// Atomic with the ordering `monotonic` or a stronger one
        MONOTONIC = 38, "monotonic";
        /// Atomic with the ordering `acquire` or a stronger one: later accesses stay behind it
        ACQUIRE = 39, "acquire";
        /// Atomic with the ordering `release` or a stronger one: earlier accesses stay before it
        RELEASE = 40, "release";
        /// Atomic with the ordering `seq_cst`
        SEQ_CST = 41, "seq_cst";
        /// Operation of an `atomicrmw`: `xchg`
        RMW_XCHG = 42, "xchg";
        /// `add`
        RMW_ADD = 43, "add";
        /// `sub`
        RMW_SUB = 44, "sub";
        /// `and`
        RMW_AND = 45, "and";
        /// `nand`
        RMW_NAND = 46, "nand";
        /// `or`
        RMW_OR = 47, "or";
        /// `xor`
        RMW_XOR = 48, "xor";
        /// `max`
        RMW_MAX = 49, "max";
        /// `min`
        RMW_MIN = 50, "min";
        /// `umax`
        RMW_UMAX = 51, "umax";
        /// `umin`
        RMW_UMIN = 52, "umin";
        /// `fadd`
        RMW_FADD = 53, "fadd";
        /// `fsub`
        RMW_FSUB = 54, "fsub";
        /// `fmax`
        RMW_FMAX = 55, "fmax";
        /// `fmin`
        RMW_FMIN = 56, "fmin";
    }
}

impl Flags {
    /// All seven fast-math flags, which LLVM prints as `fast`.
    pub const FAST: Flags = Flags(0x7f);

    /// The flags by which an operation may give poison, or another number than without them.
    pub const LICENCES: Flags = Flags(0x7fff);

    /// The operations of an `atomicrmw`.
    pub const OF_UPDATES: Flags = Flags(0x7fff << 42);

    /// Names of several flags together: the fast-math flags, and the ordering that acquires and releases.
    pub const TOGETHER: [(Flags, &str); 2] =
        [(Flags::FAST, "fast"), (Flags(Flags::ACQUIRE.0 | Flags::RELEASE.0), "acq_rel")];

    /// The flag with that name, or the flags of [`Flags::TOGETHER`].
    pub fn from_name(name: &str) -> Option<Flags> {
        let all = Flags::TOGETHER.iter().chain(Flags::NAMED);
        let mut named = all.filter(|(_, text)| *text == name);
        named.next().map(|(flags, _)| *flags)
    }

    /// The names of the flags of `self` that `given` lacks, separated by commas.
    #[inline]
    pub fn lacking_in(self, given: Flags) -> String {
        let lacks = Flags::NAMED.iter().filter(|(flag, _)| self.contains(*flag) && !given.contains(*flag));
        lacks.map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
    }

    /// The fast-math flags among these.
    #[inline]
    pub fn fast_math(self) -> Flags {
        self & Flags::FAST
    }
}

bit_set! {
    /// The effects of an instruction besides its result.
    Effects: u8 {
        /// May read memory.
        READS = 0, "reads";
        /// May write memory.
        WRITES = 1, "writes";
        /// May unwind.
        UNWINDS = 2, "unwinds";
        /// May fail to return (diverge, exit); clear when LLVM knows that it returns.
        MAY_NOT_RETURN = 3, "may-not-return";
        /// Runs under `strictfp`, is a constrained intrinsic, or must not be treated as the library function
        /// with its name (`nobuiltin`).
        OPAQUE = 4, "opaque";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_contiguous() {
        let named = Flags::NAMED.iter().filter(|(flag, _)| Flags::OF_UPDATES.contains(*flag));
        let names: Vec<&str> = named.map(|(_, name)| *name).collect();
        assert_eq!((names[0], names[names.len() - 1], names.len()), ("xchg", "fmin", 15));
        assert_eq!(Flags::OF_UPDATES.0.count_ones(), 15);
    }

    #[test]
    fn fast_is_all_seven() {
        let all = Flags::NAMED[..7].iter().fold(Flags::NONE, |all, (flag, _)| all | *flag);
        assert_eq!(all, Flags::FAST);
        assert_eq!(Flags::from_name("fast"), Some(Flags::FAST));
        assert!(!(Flags::REASSOC | Flags::NSW).contains(Flags::FAST));
    }
}
