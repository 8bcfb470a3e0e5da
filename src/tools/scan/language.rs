//! The language of a unit, as far as it decides whether clang compiles the unit by way of LLVM IR.
//!
//! In: a source with its flags. Out: the reason to leave it out, if any. Build systems list assembly and
//! precompiled headers among their commands; clang makes no IR of these.

use super::unit::Unit;
use crate::find::HEADERS;
use std::path::PathBuf;

/// Extensions of assembly, for clang and for other assemblers that build systems call.
const ASSEMBLY: &[&str] = &["s", "S", "sx", "asm", "ASM", "nasm", "nas", "yasm"];

/// Extensions of Fortran, which flang compiles.
const FORTRAN: &[&str] = &["f", "for", "ftn", "fpp", "f77", "f90", "f95", "f03", "f08"];

/// The number of sources that a note names; further ones are counted.
const MOST_NAMED: usize = 5;

/// A source that is not scanned.
#[derive(Debug)]
pub(super) struct LeftOut {
    pub(super) source: PathBuf,
    /// The reason, which names the kind of the source.
    pub(super) why: &'static str,
}

/// The reason to leave out what the project excludes.
pub(super) const EXCLUDED: &str = "`exclude` of idiom.toml has it";

const IS_ASSEMBLY: &str = "clang makes no LLVM IR of assembly";
const IS_FORTRAN: &str = "clang makes no LLVM IR of Fortran";
const IS_HEADER: &str = "clang makes no LLVM IR of headers by themselves";

/// The reason to leave out a unit that clang does not compile to IR, by its flags (`-x`) or else its extension;
/// `None` for other units.
pub(super) fn why_left_out(unit: &Unit) -> Option<&'static str> {
    match language_of(unit).as_deref() {
        None | Some("none") => {}
        Some(language) => return why_of_language(language),
    }
    let extension = unit.source.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if ASSEMBLY.contains(&extension) {
        return Some(IS_ASSEMBLY);
    }
    if HEADERS.contains(&extension) {
        return Some(IS_HEADER);
    }
    FORTRAN.contains(&extension.to_ascii_lowercase().as_str()).then_some(IS_FORTRAN)
}

fn why_of_language(language: &str) -> Option<&'static str> {
    if language.starts_with("assembler") {
        Some(IS_ASSEMBLY)
    } else if language.ends_with("header") || language.ends_with("header-unit") {
        Some(IS_HEADER)
    } else if language.starts_with("f77") || language.starts_with("f95") {
        Some(IS_FORTRAN)
    } else {
        None
    }
}

/// The language that the flags name last: `-x c`, `-xc`, `--language=c` or `--language c`.
fn language_of(unit: &Unit) -> Option<String> {
    let mut named = None;
    let mut flags = unit.flags.iter().filter_map(|flag| flag.to_str());
    while let Some(flag) = flags.next() {
        let joined = flag.strip_prefix("--language=").or_else(|| flag.strip_prefix("-x"));
        named = match joined {
            Some("") => flags.next(),
            None if flag == "--language" => flags.next(),
            None => named,
            joined => joined,
        };
    }
    named.map(str::to_owned)
}

/// A note for each kind of sources that are left out.
pub(super) fn left_out_notes(left_out: &[LeftOut]) -> Vec<String> {
    let mut kinds: Vec<&str> = Vec::new();
    for source in left_out {
        if !kinds.contains(&source.why) {
            kinds.push(source.why);
        }
    }
    let note = |kind: &&str| {
        let of_kind = left_out.iter().filter(|source| source.why == *kind);
        let named = of_kind.clone().take(MOST_NAMED).map(|left| left.source.display().to_string());
        let named = named.collect::<Vec<_>>().join(", ");
        let more = match of_kind.count().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("left out, since {kind}: {named}{more}")
    };
    kinds.iter().map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(source: &str, flags: &str) -> Option<&'static str> {
        let flags = flags.split_whitespace().map(Into::into).collect();
        why_left_out(&Unit { directory: "/".into(), source: source.into(), flags })
    }

    #[test]
    fn what_clang_makes_no_code_of() {
        for (source, flags, expect) in [
            ("boot.S", "-O2", Some(IS_ASSEMBLY)),
            ("a/boot.s", "", Some(IS_ASSEMBLY)),
            ("x.asm", "-f elf64", Some(IS_ASSEMBLY)),
            ("x.c", "-x assembler-with-cpp", Some(IS_ASSEMBLY)),
            ("cmake_pch.hxx.cxx", "-x c++-header", Some(IS_HEADER)),
            ("x.hpp", "", Some(IS_HEADER)),
            ("x.f90", "", Some(IS_FORTRAN)),
            ("X.F90", "", Some(IS_FORTRAN)),
        ] {
            assert_eq!(why(source, flags), expect, "{source} {flags}");
        }
    }

    #[test]
    fn what_clang_makes_code_of() {
        for (source, flags) in [
            ("x.c", "-O2"),
            ("x.C", ""),
            ("x.cppm", ""),
            ("x.ll", ""),
            ("odd", ""),
            ("boot.S", "-x c"),
            ("boot.S", "-xc"),
            ("x.h", "-x c++"),
            ("x.h", "--language=c"),
            ("x.c", "-x assembler -x none"),
        ] {
            assert_eq!(why(source, flags), None, "{source} {flags}");
        }
    }

    #[test]
    fn a_note_for_each_kind() {
        let left_out = |source: &str, why| LeftOut { source: source.into(), why };
        let mut all: Vec<LeftOut> = (0..7).map(|n| left_out(&format!("{n}.S"), IS_ASSEMBLY)).collect();
        all.insert(1, left_out("x.f90", IS_FORTRAN));
        let notes = left_out_notes(&all);
        assert!(notes[0].ends_with("of assembly: 0.S, 1.S, 2.S, 3.S, 4.S and 2 more"), "{notes:?}");
        assert!(notes[1].ends_with("of Fortran: x.f90"), "{notes:?}");
        assert_eq!((notes.len(), left_out_notes(&[]).len()), (2, 0));
    }
}
