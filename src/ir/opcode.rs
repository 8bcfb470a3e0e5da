//! LLVM's instruction opcodes, with their names in textual IR.
//!
//! The set is closed: `opcode{x} = s` in CAnDL is checked against it and against the aliases of
//! [`OpcodeClass`].

use serde::{Deserialize, Serialize};

macro_rules! opcodes {
    ($($variant:ident = $name:literal,)*) => {
        /// An LLVM instruction opcode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
        pub enum Opcode {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            /// An instruction that this version of idiom does not know. Specifications cannot name it.
            Other,
        }

        impl Opcode {
            /// Every known opcode, in a fixed order.
            pub const ALL: &[Opcode] = &[$(Opcode::$variant,)*];

            /// The number of opcodes, [`Opcode::Other`] included. Discriminants are below it.
            pub const COUNT: usize = Opcode::ALL.len() + 1;

            /// The name in textual LLVM IR.
            #[inline]
            pub fn name(self) -> &'static str {
                match self { $(Opcode::$variant => $name,)* Opcode::Other => "unknown" }
            }

            /// The opcode with that name in textual LLVM IR.
            pub fn from_name(name: &str) -> Option<Opcode> {
                match name { $($name => Some(Opcode::$variant),)* _ => None }
            }
        }
    };
}

opcodes! {
    Ret = "ret", Br = "br", Switch = "switch", IndirectBr = "indirectbr", Invoke = "invoke",
    Resume = "resume", Unreachable = "unreachable", CleanupRet = "cleanupret", CatchRet = "catchret",
    CatchSwitch = "catchswitch", CallBr = "callbr",
    FNeg = "fneg",
    Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul", FMul = "fmul",
    UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem", FRem = "frem",
    Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    Alloca = "alloca", Load = "load", Store = "store", GetElementPtr = "getelementptr",
    Fence = "fence", CmpXchg = "cmpxchg", AtomicRmw = "atomicrmw",
    Trunc = "trunc", ZExt = "zext", SExt = "sext", FPToUI = "fptoui", FPToSI = "fptosi",
    UIToFP = "uitofp", SIToFP = "sitofp", FPTrunc = "fptrunc", FPExt = "fpext",
    PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr", IntToPtr = "inttoptr", BitCast = "bitcast",
    AddrSpaceCast = "addrspacecast",
    CleanupPad = "cleanuppad", CatchPad = "catchpad", LandingPad = "landingpad",
    ICmp = "icmp", FCmp = "fcmp", Phi = "phi", Call = "call", Select = "select", VAArg = "va_arg",
    ExtractElement = "extractelement", InsertElement = "insertelement", ShuffleVector = "shufflevector",
    ExtractValue = "extractvalue", InsertValue = "insertvalue", Freeze = "freeze",
}

impl Opcode {
    /// Whether data flow skips this cast: it passes the value on, possibly with another width.
    pub fn is_skipped_cast(self) -> bool {
        use Opcode::*;
        matches!(
            self,
            ZExt | SExt | Trunc | BitCast | PtrToInt | PtrToAddr | IntToPtr | AddrSpaceCast | Freeze
        )
    }

    /// Whether this is `call` or `invoke`, the opcodes of the alias `call`.
    #[inline]
    pub fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke)
    }
}

/// The right-hand side of `opcode{x} =`: an opcode or an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum OpcodeClass {
    /// Exactly this opcode.
    Exactly(Opcode),
    /// `branch`: every terminator with successors.
    Branch,
    /// `call`: call and invoke.
    Call,
}

impl OpcodeClass {
    /// The class with that name. `gep` is `getelementptr`; `call` covers `invoke` too.
    pub fn from_name(name: &str) -> Option<OpcodeClass> {
        match name {
            "branch" => Some(OpcodeClass::Branch),
            "gep" => Some(OpcodeClass::Exactly(Opcode::GetElementPtr)),
            "call" => Some(OpcodeClass::Call),
            _ => Opcode::from_name(name).map(OpcodeClass::Exactly),
        }
    }

    /// The opcodes that an instruction of this class can have.
    pub fn opcodes(self) -> OpcodeSet {
        use Opcode::*;
        match self {
            OpcodeClass::Exactly(opcode) => OpcodeSet::of(&[opcode]),
            OpcodeClass::Branch => {
                OpcodeSet::of(&[Br, Switch, IndirectBr, Invoke, CallBr, CatchSwitch, CatchRet, CleanupRet])
            }
            OpcodeClass::Call => OpcodeSet::of(&[Call, Invoke]),
        }
    }

    /// The opcodes of the class, one by one.
    #[inline]
    pub fn members(self) -> impl Iterator<Item = Opcode> {
        let set = self.opcodes();
        Opcode::ALL.iter().copied().filter(move |opcode| set.meets(OpcodeSet::of(&[*opcode])))
    }

    /// Every name that [`from_name`](Self::from_name) accepts, sorted.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<_> = Opcode::ALL.iter().map(|o| o.name()).chain(["branch", "gep"]).collect();
        names.sort_unstable();
        names
    }
}

/// A set of opcodes, one bit each by discriminant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct OpcodeSet(pub u128);

impl OpcodeSet {
    /// The set of these opcodes.
    pub const fn of(opcodes: &[Opcode]) -> OpcodeSet {
        let (mut bits, mut at) = (0, 0);
        while at < opcodes.len() {
            bits |= 1 << opcodes[at] as u32;
            at += 1;
        }
        OpcodeSet(bits)
    }

    /// The union of two sets.
    #[inline]
    pub const fn with(self, other: OpcodeSet) -> OpcodeSet {
        OpcodeSet(self.0 | other.0)
    }

    /// Whether the sets have a common opcode.
    #[inline]
    pub const fn meets(self, other: OpcodeSet) -> bool {
        self.0 & other.0 != 0
    }
}

impl FromIterator<Opcode> for OpcodeSet {
    fn from_iter<I: IntoIterator<Item = Opcode>>(opcodes: I) -> OpcodeSet {
        opcodes.into_iter().fold(OpcodeSet::default(), |set, opcode| set.with(OpcodeSet::of(&[opcode])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for &opcode in Opcode::ALL {
            assert_eq!(Opcode::from_name(opcode.name()), Some(opcode));
        }
        assert_eq!(Opcode::from_name("fmull"), None);
        assert_eq!(Opcode::from_name(Opcode::Other.name()), None);
    }

    #[test]
    fn sets_hold_every_opcode_and_no_other() {
        for &opcode in Opcode::ALL {
            let others = Opcode::ALL.iter().copied().filter(|other| *other != opcode);
            assert!(OpcodeSet::of(&[opcode]).meets(Opcode::ALL.iter().copied().collect()));
            assert!(!OpcodeSet::of(&[opcode]).meets(others.collect()), "{opcode:?}");
        }
        assert_eq!(Opcode::Other as usize, Opcode::COUNT - 1);
        assert!(!OpcodeSet::of(&[Opcode::Other]).meets(Opcode::ALL.iter().copied().collect()));
        assert!(OpcodeClass::Call.opcodes().meets(OpcodeClass::Branch.opcodes()), "invoke is both");
    }

    #[test]
    fn aliases_are_known() {
        assert_eq!(OpcodeClass::from_name("gep"), Some(OpcodeClass::Exactly(Opcode::GetElementPtr)));
        assert_eq!(OpcodeClass::from_name("branch"), Some(OpcodeClass::Branch));
        assert_eq!(OpcodeClass::from_name("call"), Some(OpcodeClass::Call));
        assert!(OpcodeClass::names().iter().all(|n| OpcodeClass::from_name(n).is_some()));
    }
}
