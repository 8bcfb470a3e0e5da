//! Expectations in the comments of a source.
//!
//! ```text
//! // spec: mine.candl
//! // flags: -O2
//! // flags: -Os -ffast-math
//! // idiom: Dot, Sum except LLVM 16 -O2
//! // no idiom: Gemm
//! ```
//!
//! In: lines. Out: specifications, sets of flags, and by comment what is expected where.

use super::extent::{self, Extent};
use super::lines::{Language, Line};
use crate::cli::console::Failure;
use std::fmt;

/// All that a file says.
#[derive(Clone, Debug, Default)]
pub(super) struct Expectations {
    /// Files of specifications, as written.
    pub(super) specs: Vec<String>,
    /// Sets of flags, one blank between flags; at least one.
    pub(super) flags: Vec<String>,
    /// In the order of the file.
    pub(super) expected: Vec<Expectation>,
}

/// An idiom that is or is not to be found somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// The index of the line of the comment.
    pub(super) line: usize,
    /// Its name.
    pub(super) idiom: String,
    /// Whether it is to be found.
    pub(super) wanted: bool,
    /// Where the opposite is expected.
    pub(super) except: Vec<Exception>,
    /// The code that the comment is about.
    pub(super) extent: Extent,
}

/// Compilations for which the opposite is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exception {
    /// By this LLVM; by any where there is none.
    pub(super) llvm: Option<u32>,
    /// With these flags; with any where there are none.
    pub(super) flags: Option<String>,
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let llvm = self.llvm.map(|llvm| format!("LLVM {llvm}"));
        let parts: Vec<String> = llvm.into_iter().chain(self.flags.clone()).collect();
        f.write_str(&parts.join(" "))
    }
}

impl Expectation {
    /// Whether the idiom is to be found by an LLVM with a set of flags.
    pub(super) fn wants(&self, llvm: u32, flags: &str) -> bool {
        let fits = |exception: &Exception| {
            exception.llvm.is_none_or(|number| number == llvm)
                && exception.flags.as_deref().is_none_or(|set| set == flags)
        };
        self.wanted != self.except.iter().any(fits)
    }
}

/// Compiled with where a file does not say.
const DEFAULT_FLAGS: &str = "-O2";

/// Reads the comments of a file.
pub(super) fn read(name: &str, lines: &[Line], language: Language) -> Result<Expectations, Failure> {
    let mut all = Expectations::default();
    for (at, line) in lines.iter().enumerate() {
        let Some((_, comment)) = &line.comment else { continue };
        let wrong = |why: String| Failure::Usage(format!("{name}:{}: {why}", at + 1));
        let said = comment.trim();
        if let Some(spec) = said.strip_prefix("spec:") {
            all.specs.push(spec.trim().to_owned());
        } else if let Some(flags) = said.strip_prefix("flags:") {
            all.flags.push(normal(flags));
        } else if let Some((wanted, list)) = names(said) {
            let extent = extent::of(lines, at, language).ok_or_else(|| wrong(nothing_there(language)))?;
            let (idioms, except) = parse(list).map_err(wrong)?;
            let one = |idiom| Expectation {
                line: at,
                idiom,
                wanted,
                except: except.clone(),
                extent: extent.clone(),
            };
            all.expected.extend(idioms.into_iter().map(one));
        }
    }
    let has_flags = !all.flags.is_empty();
    if !has_flags {
        all.flags.push(if language == Language::C { DEFAULT_FLAGS.to_owned() } else { String::new() });
    }
    check(name, &all, has_flags && language == Language::Ir)?;
    Ok(all)
}

/// What a comment lists behind `idiom:` or `no idiom:`.
pub(super) fn names(comment: &str) -> Option<(bool, &str)> {
    let list = |prefix| comment.trim().strip_prefix(prefix);
    list("idiom:").map(|list| (true, list)).or_else(|| Some((false, list("no idiom:")?)))
}

fn nothing_there(language: Language) -> String {
    match language {
        Language::C => "no code stands here or below".to_owned(),
        Language::Ir => {
            "an expectation stands above a `define`, or at an instruction with a result".to_owned()
        }
    }
}

/// `A, B[N=2] except LLVM 16; -O2`.
fn parse(list: &str) -> Result<(Vec<String>, Vec<Exception>), String> {
    let (names, except) = match list.split_once(" except ") {
        Some((names, except)) => (names, except.split(';').map(exception).collect::<Result<_, _>>()?),
        None => (list, Vec::new()),
    };
    let mut depth = 0;
    let names = names.split(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && depth == 0
    });
    let names: Vec<String> = names.map(|name| name.trim().to_owned()).collect();
    let is_name = |name: &String| !name.is_empty() && !name.contains(' ');
    match names.iter().find(|name| !is_name(name)) {
        Some(name) => Err(format!("`{name}` is no name of an idiom")),
        None => Ok((names, except)),
    }
}

fn exception(text: &str) -> Result<Exception, String> {
    let text = normal(text);
    let (llvm, flags) = match text.strip_prefix("LLVM ") {
        Some(rest) => {
            let (number, flags) = rest.split_once(' ').unwrap_or((rest, ""));
            let number = number.parse().map_err(|_| format!("`{number}` is no number of an LLVM"))?;
            (Some(number), flags.to_owned())
        }
        None => (None, text),
    };
    match (llvm, flags.is_empty()) {
        (None, true) => {
            Err("behind `except` stands an LLVM, flags, or both: `except LLVM 16 -O2`".to_owned())
        }
        (_, is_empty) => Ok(Exception { llvm, flags: (!is_empty).then_some(flags) }),
    }
}

/// Flags with one blank between.
fn normal(flags: &str) -> String {
    flags.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(name: &str, all: &Expectations, is_compiled_ir: bool) -> Result<(), Failure> {
    if all.expected.is_empty() {
        return Err(Failure::Usage(format!(
            "{name} expects nothing: `idiom: NAME` or `no idiom: NAME` in a comment does"
        )));
    }
    for expectation in &all.expected {
        let line = expectation.line + 1;
        let sets = expectation.except.iter().filter_map(|exception| exception.flags.as_ref());
        if let Some(set) = sets.into_iter().find(|set| !all.flags.contains(set)) {
            return Err(Failure::Usage(format!("{name}:{line}: `{set}` are none of the flags in this file")));
        }
        if is_compiled_ir && matches!(expectation.extent, Extent::Value { .. }) {
            return Err(Failure::Usage(format!(
                "{name}:{line}: this instruction need not be there when `flags:` has the IR compiled; \
                 say it above the `define`"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines;
    use super::*;

    fn of(text: &str) -> Result<Expectations, String> {
        read("x.c", &lines(text, Language::C), Language::C).map_err(|failure| failure.to_string())
    }

    #[test]
    fn comments_are_read() {
        let text = "// flags: -O2\n// flags: -Os  -ffast-math\n// spec: a.candl\n\
                    // idiom: A, B[N=2,M=1] except LLVM 16 -O2; -Os -ffast-math\nx; // no idiom: C\n";
        let all = of(text).unwrap();
        assert_eq!(
            (all.flags, all.specs),
            (vec!["-O2".into(), "-Os -ffast-math".into()], vec!["a.candl".into()])
        );
        let [a, b, c] = &all.expected[..] else { panic!("{:?}", all.expected) };
        assert_eq!((a.idiom.as_str(), b.idiom.as_str(), c.idiom.as_str()), ("A", "B[N=2,M=1]", "C"));
        let line = Extent::Lines { first: 5, last: 5, function: None };
        assert_eq!((&a.extent, &c.extent), (&line, &line));
        assert!(
            a.wants(19, "-O2")
                && !a.wants(16, "-O2")
                && !a.wants(19, "-Os -ffast-math")
                && !c.wants(19, "-O2")
        );
        assert_eq!(a.except[0].to_string(), "LLVM 16 -O2");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, word) in [
            ("x;", "expects nothing"),
            ("// idiom: A", "no code stands here"),
            ("x; // idiom: A, ", "`` is no name"),
            ("x; // idiom: A but not at -O2", "is no name"),
            ("x; // idiom: A except -O3", "`-O3` are none of the flags"),
            ("x; // idiom: A except LLVM x", "`x` is no number"),
        ] {
            let said = of(text).unwrap_err();
            assert!(said.contains(word), "{text}: {said}");
        }
    }
}
