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
//! In: lines. Out: specifications, sets of flags, and the expectations of each comment with the code that
//! they apply to.

use super::extent::{self, Extent};
use super::lines::{CommentSyntax, Line};
use crate::console::Failure;
use proof::semantics::SUPPORTED;
use std::fmt;

/// The comments of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Expectations {
    /// The files of specifications, as written.
    pub(super) specs: Vec<String>,
    /// The sets of flags, each separated by one blank; at least one set.
    pub(super) flags: Vec<String>,
    /// The expectations in the order of the file.
    pub(super) expected: Vec<Expectation>,
}

/// An idiom that must or must not be found in some code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// The index of the comment's line.
    pub(super) line: usize,
    /// The name of the idiom.
    pub(super) idiom: String,
    /// Whether it must be found.
    pub(super) wanted: bool,
    /// The compilations for which the opposite is expected.
    pub(super) except: Vec<Exception>,
    /// The code that the comment applies to.
    pub(super) extent: Extent,
}

/// Compilations for which the opposite is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exception {
    /// The LLVMs; any if `None`.
    pub(super) llvm: Option<Llvms>,
    /// The set of flags; any if `None`.
    pub(super) flags: Option<String>,
}

impl Exception {
    /// Whether a compilation is one of these.
    pub(super) fn fits(&self, llvm: u32, flags: &str) -> bool {
        self.llvm.is_none_or(|llvms| llvms.contains(llvm))
            && self.flags.as_deref().is_none_or(|set| set == flags)
    }
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let llvm = self.llvm.map(|llvm| llvm.to_string());
        let parts: Vec<String> = llvm.into_iter().chain(self.flags.clone()).collect();
        f.write_str(&parts.join(" "))
    }
}

/// A range of LLVM versions, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Llvms {
    first: Option<u32>,
    last: Option<u32>,
}

impl Llvms {
    /// One version.
    pub(super) fn one(number: u32) -> Llvms {
        Llvms { first: Some(number), last: Some(number) }
    }

    /// This range without one version: the part before it and the part after it.
    pub(super) fn without(self, number: u32) -> impl Iterator<Item = Llvms> {
        let before = Llvms { last: Some(number - 1), ..self };
        let behind = Llvms { first: Some(number + 1), ..self };
        let has_some = |llvms: &Llvms| {
            let first = llvms.first.unwrap_or(*SUPPORTED.start());
            llvms.last.is_none_or(|last| first <= last)
        };
        let parts = if self.contains(number) { [Some(before), Some(behind)] } else { [Some(self), None] };
        parts.into_iter().flatten().filter(has_some)
    }

    fn contains(self, number: u32) -> bool {
        self.first.is_none_or(|first| first <= number) && self.last.is_none_or(|last| number <= last)
    }
}

impl fmt::Display for Llvms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (None, None) => f.write_str("LLVM"),
            (None, Some(last)) => write!(f, "before LLVM {}", last + 1),
            (Some(first), None) => write!(f, "from LLVM {first}"),
            (Some(first), Some(last)) if first == last => write!(f, "LLVM {first}"),
            (Some(first), Some(last)) => write!(f, "LLVM {first} to {last}"),
        }
    }
}

impl Expectation {
    /// Whether the idiom must be found by an LLVM with a set of flags.
    pub(super) fn wants(&self, llvm: u32, flags: &str) -> bool {
        self.wanted != self.except.iter().any(|exception| exception.fits(llvm, flags))
    }
}

/// The flags for a file that names none.
const DEFAULT_FLAGS: &str = "-O2";

/// Reads the comments of a file.
pub(super) fn read(name: &str, lines: &[Line], syntax: CommentSyntax) -> Result<Expectations, Failure> {
    let mut all = Expectations::default();
    for (at, line) in lines.iter().enumerate() {
        let Some((_, comment)) = &line.comment else { continue };
        let wrong = |why: String| Failure::Usage(format!("{name}:{}: {why}", at + 1));
        let text = comment.trim();
        if let Some(spec) = text.strip_prefix("spec:") {
            all.specs.push(spec.trim().to_owned());
        } else if let Some(flags) = text.strip_prefix("flags:") {
            all.flags.push(normal(flags));
        } else if let Some((wanted, list)) = names(text) {
            let extent = extent::of(lines, at, syntax).ok_or_else(|| wrong(nothing_there(syntax)))?;
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
        all.flags.push(if syntax == CommentSyntax::C { DEFAULT_FLAGS.to_owned() } else { String::new() });
    }
    check(name, &all, has_flags && syntax == CommentSyntax::Ir)?;
    Ok(all)
}

/// The list after `idiom:` or `no idiom:` in a comment, and whether its idioms are expected.
pub(super) fn names(comment: &str) -> Option<(bool, &str)> {
    let list = |prefix| comment.trim().strip_prefix(prefix);
    list("idiom:").map(|list| (true, list)).or_else(|| Some((false, list("no idiom:")?)))
}

fn nothing_there(syntax: CommentSyntax) -> String {
    match syntax {
        CommentSyntax::C => "no code stands here or below".to_owned(),
        CommentSyntax::Ir => {
            "an expectation stands above a `define`, or at an instruction with a result".to_owned()
        }
    }
}

/// Parses a list of idioms with exceptions: `A, B[N=2] except LLVM 16; -O2`.
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
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| {
        word.parse::<u32>()
            .ok()
            .filter(|number| *number > 0)
            .ok_or_else(|| format!("`{word}` is no number of an LLVM"))
    };
    let (llvm, flags) = match words.as_slice() {
        ["LLVM", first, "to", last, flags @ ..] => {
            let (first, last) = (Some(number(first)?), Some(number(last)?));
            if first > last {
                return Err(format!("`{}` is no LLVM", words[..4].join(" ")));
            }
            (Some(Llvms { first, last }), flags)
        }
        ["LLVM", one, flags @ ..] => (Some(Llvms::one(number(one)?)), flags),
        ["before", "LLVM", end, flags @ ..] => {
            (Some(Llvms { first: None, last: Some(number(end)? - 1) }), flags)
        }
        ["from", "LLVM", first, flags @ ..] => {
            (Some(Llvms { first: Some(number(first)?), last: None }), flags)
        }
        flags => (None, flags),
    };
    let flags = (!flags.is_empty()).then(|| flags.join(" "));
    match (llvm, &flags) {
        (None, None) => {
            Err("behind `except` stands an LLVM, flags, or both: `except LLVM 16 -O2`".to_owned())
        }
        _ => Ok(Exception { llvm, flags }),
    }
}

/// Flags separated by one blank.
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
        read("x.c", &lines(text, CommentSyntax::C), CommentSyntax::C).map_err(|failure| failure.to_string())
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
    fn exceptions_have_ranges_of_versions() {
        for (text, excepted) in [
            ("LLVM 19", vec![19]),
            ("LLVM 17 to 19", vec![17, 18, 19]),
            ("before LLVM 18", vec![16, 17]),
            ("from LLVM 21 -O2", vec![21, 22]),
        ] {
            let all = of(&format!("x; // idiom: A except {text}")).unwrap();
            let [a] = &all.expected[..] else { panic!("{:?}", all.expected) };
            let found = (16..23).filter(|llvm| !a.wants(*llvm, "-O2")).collect::<Vec<_>>();
            assert_eq!((found, a.except[0].to_string()), (excepted, text.to_owned()));
        }
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
            ("x; // idiom: A except before LLVM 0", "`0` is no number"),
            ("x; // idiom: A except LLVM 19 to 17", "`LLVM 19 to 17` is no LLVM"),
        ] {
            let message = of(text).unwrap_err();
            assert!(message.contains(word), "{text}: {message}");
        }
    }
}
