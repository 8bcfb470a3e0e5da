//! `libidiom.so` for every host: a plugin without any LLVM in it, which hands over to the one that fits.
//!
//! A plugin belongs to one LLVM: it uses the host's classes, and another version has others under the same
//! names. What users see of a mismatch is an undefined symbol, a pass that silently does not run, or a crash
//! inside `dlopen`. This library has no symbol of LLVM's and no initialiser of its own, so that every host
//! can load it. When the host asks for the plugin's description, [`entry`] goes through the stages:
//!
//! ```text
//! return address ─host─▶ LLVM 19 (19.1.7) ─implementation─▶ libidiom-llvm19.so ─elf─▶ whole ─dl─▶ its entry ─▶ jump
//!                  └──────────────────────────────┴────────────────────────────────┴─────────────▶ one line, refused
//! ```
//!
//! In reading order: [`entry`] has the symbol that hosts look up, [`find`] the one for other passes, `host`
//! finds the LLVM, `implementation` the file for it, `elf` keeps a damaged file from being mapped, `refusal`
//! has the words, `dl` wraps the dynamic loader.

pub mod entry;
pub mod find;

mod dl;
mod elf;
mod host;
mod implementation;
mod refusal;
