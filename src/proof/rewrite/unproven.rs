//! Results of proof attempts that failed. The certificate stores them, so that a failed attempt is not
//! reported as a missing one.

use super::form::Form;
use crate::semantics::Versions;
use ir::Flags;
use serde::{Deserialize, Serialize};

/// The reason why a rewrite, or one of its forms, is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// The solver found a counterexample.
    Refuted,
    /// The solver gave no answer.
    Undecided,
    /// The rewrite has no form that can be proven.
    NotProvable,
}

/// A rewrite, or one of its forms, that is not proven.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Unproven {
    /// The rewrite.
    pub rewrite: String,
    /// The verdict.
    pub lack: Lack,
    /// The LLVM versions of the attempt.
    #[serde(default = "Versions::all")]
    pub llvm: Versions,
    /// The counterexample, or the reason, in words.
    pub why: String,
    /// The flags of the source, line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<u64>,
    /// The rule, line by line; empty for a whole rewrite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub form: Vec<String>,
}

impl Unproven {
    /// The failed attempt of a form for some LLVM versions.
    pub fn of_form(rewrite: &str, lack: Lack, why: String, form: &Form, llvm: &Versions) -> Unproven {
        let flags = form.flags.iter().map(|flags| flags.0).collect();
        let form = form.text.lines().map(str::to_owned).collect();
        Unproven { rewrite: rewrite.to_owned(), lack, llvm: llvm.clone(), why, flags, form }
    }

    /// A rewrite without a provable form.
    pub fn of_rewrite(rewrite: &str, why: String) -> Unproven {
        let (llvm, flags, form) = (Versions::all(), Vec::new(), Vec::new());
        Unproven { rewrite: rewrite.to_owned(), lack: Lack::NotProvable, llvm, why, flags, form }
    }

    /// Whether the attempt was made for this form: the same text and flags.
    pub fn is_about(&self, form: &Form) -> bool {
        self.form.iter().map(String::as_str).eq(form.text.lines())
            && form.flags.iter().map(|flags: &Flags| flags.0).eq(self.flags.iter().copied())
    }

    /// The verdict for messages.
    pub fn in_words(&self) -> String {
        let why = &self.why;
        match self.lack {
            Lack::Refuted => format!("it is refuted: {why}"),
            Lack::Undecided => {
                format!(
                    "the solver did not decide it ({why}): `idiom prove --rlimit 180000000` gives it more time"
                )
            }
            Lack::NotProvable => format!("it cannot be proven: {why}"),
        }
    }
}

/// A hash of a file's text without comments and spacing. A different hash shows that the rewrites have
/// changed.
pub fn text_digest(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let code = text.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace());
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in code.flat_map(|word| word.bytes().chain([b' '])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_spacing_are_no_change() {
        let plain = text_digest(b"Rewrite A\n( {r} ~ {x} )\ngives {r} = {x}\nEnd");
        assert_eq!(plain, text_digest(b"# why\nRewrite   A # that\n\n( {r} ~ {x} ) gives {r} = {x}\nEnd\n"));
        assert_ne!(plain, text_digest(b"Rewrite A\n( {r} ~ {x} )\ngives {r} = {y}\nEnd"));
    }
}
