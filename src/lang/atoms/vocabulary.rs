//! The vocabulary of atoms, for diagnostics: "unknown opcode `fmull`; did you mean `fmul`?".

use super::type_name;
use ir::{Flags, OpcodeClass};

/// The words that name a class of types.
pub const TYPE_CLASSES: &[&str] = &["float", "integer", "pointer", "vector"];

/// LLVM's enum, integer and type attributes of versions 16 to 23, sorted.
pub const ATTRIBUTES: &[&str] = &[
    "align",
    "alignstack",
    "allocalign",
    "allockind",
    "allocptr",
    "allocsize",
    "alwaysinline",
    "builtin",
    "byref",
    "byval",
    "captures",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "dead_on_return",
    "dead_on_unwind",
    "denormal_fpenv",
    "dereferenceable",
    "dereferenceable_or_null",
    "disable_sanitizer_instrumentation",
    "elementtype",
    "flatten",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inalloca",
    "initializes",
    "inlinehint",
    "inreg",
    "jumptable",
    "memory",
    "minsize",
    "mustprogress",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocapture",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofpclass",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "noipa",
    "nomerge",
    "nonlazybind",
    "nonnull",
    "nooutline",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "preallocated",
    "presplitcoroutine",
    "range",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "signext",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "sret",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftasync",
    "swifterror",
    "swiftself",
    "uwtable",
    "vscale_range",
    "willreturn",
    "writable",
    "writeonly",
    "zeroext",
];

/// Every name that may stand after `opcode{x} =`, sorted.
pub fn opcodes() -> Vec<&'static str> {
    OpcodeClass::names()
}

/// Every single word that may stand after `data_type{x} =`, sorted; of the types `iN` only the usual ones.
pub fn types() -> Vec<&'static str> {
    let integers = ["i1", "i8", "i16", "i32", "i64", "i128"];
    let mut names: Vec<_> = type_name::WORDS.iter().chain(TYPE_CLASSES).copied().chain(integers).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Every name that may stand after `has flag`, sorted.
pub fn flags() -> Vec<&'static str> {
    let words = Flags::NAMED.iter().filter(|(flag, _)| *flag != Flags::ANNOTATION);
    let mut names: Vec<_> = words.chain(&Flags::TOGETHER).map(|(_, name)| *name).collect();
    names.sort_unstable();
    names
}

/// Every name that may stand unquoted after `has attribute`, sorted.
pub fn attributes() -> Vec<&'static str> {
    let mut names: Vec<_> = ATTRIBUTES.iter().copied().chain(["const", "pure"]).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atoms::{Attribute, TypeName};

    #[test]
    fn every_listed_word_is_understood() {
        assert!(ATTRIBUTES.is_sorted());
        assert!(opcodes().iter().all(|n| OpcodeClass::from_name(n).is_some()));
        assert!(types().iter().all(|n| TypeName::parse(n, false).is_some()));
        assert!(flags().iter().all(|n| Flags::from_name(n).is_some()));
        assert!(attributes().iter().all(|n| Attribute::from_name(n, false).is_some()));
    }

    #[test]
    fn others_are_not() {
        assert_eq!(Attribute::from_name("nounwnd", false), None);
        assert_eq!(
            Attribute::from_name("no-builtins", true),
            Some(Attribute::Llvm("no-builtins".to_owned()))
        );
    }
}
