//! Update of the comments, so that they expect the findings.
//!
//! In: the lines of a file and its comparison. Out: the text with changed and new comments, and the findings
//! that no comment can express.

use super::compare::{Comparison, Configuration};
use super::expectations::{Exception, Expectation, Llvms, names};
use super::lines::{CommentSyntax, Line};
use std::collections::BTreeMap;

/// The updated text of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Updated {
    /// The new text.
    pub(super) text: String,
    /// The number of comments that were changed or added.
    pub(super) changed: usize,
    /// Findings that no comment can be written for.
    pub(super) left: Vec<String>,
}

/// The expectation that a comment states about one idiom: whether it is found, and the exceptions.
type Statement = (bool, Vec<Exception>);

/// Changes the comments of a file that differ from the findings, and adds missing ones.
pub(super) fn update(
    text: &str,
    lines: &[Line],
    syntax: CommentSyntax,
    expected: &[Expectation],
    configurations: &[Configuration],
    comparison: &Comparison,
) -> Updated {
    let mut changed = 0;
    let mut left = Vec::new();
    // By line: the new comments above it, and the comment that replaces its own.
    let mut above: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut instead: BTreeMap<usize, String> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        if line.comment.as_ref().is_none_or(|(_, comment)| names(comment).is_none()) {
            continue;
        }
        let here: Vec<usize> = (0..expected.len()).filter(|e| expected[*e].line == at).collect();
        let statements: Vec<(usize, Statement)> = here
            .iter()
            .map(|e| (*e, statement(&comparison.found[*e], configurations, Some(&expected[*e]))))
            .collect();
        let is_as_it_was = |(e, (wanted, except)): &(usize, Statement)| {
            (expected[*e].wanted, &expected[*e].except) == (*wanted, except)
        };
        if statements.iter().all(is_as_it_was) {
            continue;
        }
        let mut texts =
            grouped(statements.iter().map(|(e, statement)| (expected[*e].idiom.as_str(), statement)))
                .into_iter();
        instead.insert(at, texts.next().unwrap_or_default());
        above.entry(at).or_default().extend(texts);
        changed += 1;
    }
    for stray in &comparison.strays {
        let mut found = vec![false; configurations.len()];
        stray.shows.iter().for_each(|c| found[*c] = true);
        let statement = statement(&found, configurations, None);
        match place_of(lines, syntax, stray.line, &stray.function) {
            Some(at) => {
                above.entry(at).or_default().extend(grouped([(stray.idiom.as_str(), &statement)]));
                changed += 1;
            }
            None => left.push(format!("{} in {} has no line to be expected at", stray.idiom, stray.function)),
        }
    }
    Updated { text: written(text, lines, syntax, &above, &instead), changed, left }
}

/// The line above which a comment for a finding is inserted.
fn place_of(lines: &[Line], syntax: CommentSyntax, line: Option<u32>, function: &str) -> Option<usize> {
    let at = match syntax {
        CommentSyntax::C => line?.checked_sub(1)? as usize,
        CommentSyntax::Ir => lines.iter().position(|line| {
            line.code.starts_with("define") && super::extent::symbol(line).as_deref() == Some(function)
        })?,
    };
    // Inside a macro, a comment would end the macro.
    let is_continued = at > 0 && lines.get(at - 1)?.code.trim_end().ends_with('\\');
    (lines.get(at)?.has_code() && !is_continued).then_some(at)
}

/// The statement that agrees with the findings. Exceptions about compilations that did not take place are
/// preserved.
fn statement(found: &[bool], configurations: &[Configuration], old: Option<&Expectation>) -> Statement {
    let as_expected = |old: &&Expectation| {
        configurations.iter().zip(found).all(|(c, found)| old.wants(c.llvm, &c.flags) == *found)
    };
    if let Some(old) = old.filter(as_expected) {
        return (old.wanted, old.except.clone());
    }
    let wanted = found.iter().any(|found| *found);
    let was_made = |e: &&Exception| configurations.iter().any(|c| e.fits(c.llvm, &c.flags));
    let unchanged = old.into_iter().filter(|old| old.wanted == wanted);
    let others =
        unchanged.flat_map(|old| &old.except).flat_map(|exception| of_others(exception, configurations));
    let mut except: Vec<Exception> = others.filter(|exception| !was_made(&exception)).collect();
    let mut missing: Vec<usize> = (0..found.len()).filter(|c| wanted && !found[*c]).collect();
    let whole = |exception: &Exception, missing: &[usize]| -> Option<Vec<usize>> {
        let fits = |c: &&usize| exception.fits(configurations[**c].llvm, &configurations[**c].flags);
        let all: Vec<usize> = (0..found.len()).collect();
        let covered: Vec<usize> = all.iter().filter(fits).copied().collect();
        covered.iter().all(|c| missing.contains(c)).then_some(covered)
    };
    while let Some(first) = missing.first() {
        let Configuration { llvm, flags } = &configurations[*first];
        let with_flags = Some(flags.clone()).filter(|flags| !flags.is_empty());
        let candidates = [
            Exception { llvm: None, flags: with_flags.clone() },
            Exception { llvm: Some(Llvms::one(*llvm)), flags: None },
            Exception { llvm: Some(Llvms::one(*llvm)), flags: with_flags },
        ];
        let usable = candidates.into_iter().filter(|e| e.llvm.is_some() || e.flags.is_some());
        let Some((exception, covered)) =
            usable.filter_map(|e| Some((e.clone(), whole(&e, &missing)?))).next()
        else {
            break;
        };
        missing.retain(|c| !covered.contains(c));
        except.push(exception);
    }
    (wanted, except)
}

/// An exception without the LLVMs that took part, split into the remaining ranges.
fn of_others(exception: &Exception, configurations: &[Configuration]) -> Vec<Exception> {
    let Some(llvms) = exception.llvm else { return vec![exception.clone()] };
    let mut ranges = vec![llvms];
    for configuration in configurations {
        ranges = ranges.into_iter().flat_map(|range| range.without(configuration.llvm)).collect();
    }
    let others =
        ranges.into_iter().map(|range| Exception { llvm: Some(range), flags: exception.flags.clone() });
    others.collect()
}

/// Comments such as `idiom: A, B except LLVM 16`, one for all idioms with the same statement.
fn grouped<'e>(statements: impl IntoIterator<Item = (&'e str, &'e Statement)>) -> Vec<String> {
    let mut groups: Vec<(&Statement, Vec<&str>)> = Vec::new();
    for (idiom, statement) in statements {
        match groups.iter_mut().find(|(other, _)| *other == statement) {
            Some((_, idioms)) => idioms.push(idiom),
            None => groups.push((statement, vec![idiom])),
        }
    }
    let text = |((wanted, except), idioms): (&Statement, Vec<&str>)| {
        let except: Vec<String> = except.iter().map(Exception::to_string).collect();
        let except = if except.is_empty() { String::new() } else { format!(" except {}", except.join("; ")) };
        format!("{}idiom: {}{except}", if *wanted { "" } else { "no " }, idioms.join(", "))
    };
    groups.into_iter().map(text).collect()
}

fn written(
    text: &str,
    lines: &[Line],
    syntax: CommentSyntax,
    above: &BTreeMap<usize, Vec<String>>,
    instead: &BTreeMap<usize, String>,
) -> String {
    let mark = if syntax == CommentSyntax::C { "//" } else { ";" };
    let mut new = String::with_capacity(text.len());
    for (at, old) in text.split_inclusive('\n').enumerate() {
        let indent: String = old.chars().take_while(|c| *c == ' ' || *c == '\t').collect();
        for comment in above.get(&at).into_iter().flatten() {
            new += &format!("{indent}{mark} {comment}\n");
        }
        match (instead.get(&at), &lines[at].comment) {
            (Some(comment), Some((begin, inside))) if lines[at].is_block => {
                let behind = begin + inside.len() + 4;
                new += &format!("{}/* {comment} */{}", &old[..*begin], &old[behind..]);
            }
            (Some(comment), Some((begin, _))) => {
                let end = if old.ends_with('\n') { "\n" } else { "" };
                new += &format!("{}{mark} {comment}{end}", &old[..*begin]);
            }
            _ => new += old,
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::super::compare::Stray;
    use super::super::expectations::read;
    use super::super::lines::lines;
    use super::*;

    fn configurations() -> Vec<Configuration> {
        let of = |llvm, flags: &str| Configuration { llvm, flags: flags.into() };
        vec![of(16, "-O2"), of(16, "-Os"), of(19, "-O2"), of(19, "-Os")]
    }

    fn check(text: &str, found: &[[bool; 4]], strays: Vec<Stray>, expect: &str) {
        let parsed = lines(text, CommentSyntax::C);
        let expected = read("x.c", &parsed, CommentSyntax::C).unwrap().expected;
        let found = found.iter().map(|found| found.to_vec()).collect();
        let comparison = Comparison { found, strays, differences: Vec::new() };
        let updated = update(text, &parsed, CommentSyntax::C, &expected, &configurations(), &comparison);
        assert_eq!(updated.text, expect);
        // After the update the comments agree with the findings.
        let again = lines(&updated.text, CommentSyntax::C);
        let again = read("x.c", &again, CommentSyntax::C).unwrap();
        assert!(updated.changed > 0 || text == updated.text);
        for expectation in &again.expected {
            let index = expected.iter().position(|e| e.idiom == expectation.idiom);
            let Some(index) = index else { continue };
            for (c, found) in configurations().iter().zip(&comparison.found[index]) {
                assert_eq!(expectation.wants(c.llvm, &c.flags), *found, "{}: {c:?}", expectation.idiom);
            }
        }
    }

    const FLAGS: &str = "// flags: -O2\n// flags: -Os\n";

    #[test]
    fn comments_agree_with_findings() {
        let with = |rest: &str| format!("{FLAGS}{rest}");
        let all = [true; 4];
        let none = [false; 4];
        check(&with("x; // idiom: A\n"), &[all], vec![], &with("x; // idiom: A\n"));
        check(&with("x; // idiom: A\n"), &[none], vec![], &with("x; // no idiom: A\n"));
        check(&with("/* no idiom: A */ x;"), &[all], vec![], &with("/* idiom: A */ x;"));
        check(
            &with("x; // idiom: A"),
            &[[true, false, true, false]],
            vec![],
            &with("x; // idiom: A except -Os"),
        );
        check(
            &with("x; // idiom: A"),
            &[[false, false, true, true]],
            vec![],
            &with("x; // idiom: A except LLVM 16"),
        );
        let one = [true, false, true, true];
        check(&with("x; // idiom: A"), &[one], vec![], &with("x; // idiom: A except LLVM 16 -Os"));
        check(
            &with("  x; // idiom: A, B\n"),
            &[none, all],
            vec![],
            &with("  // idiom: B\n  x; // no idiom: A\n"),
        );
        let old = "x; // idiom: A except LLVM 22; LLVM 16\n";
        check(&with(old), &[all], vec![], &with("x; // idiom: A except LLVM 22\n"));
        // Of a range, the LLVMs that did not take part remain.
        let old = "x; // idiom: A except before LLVM 21\n";
        check(&with(old), &[all], vec![], &with("x; // idiom: A except LLVM 17 to 18; LLVM 20\n"));
    }

    #[test]
    fn what_nothing_expected_is_added() {
        let text = format!("{FLAGS}// no idiom: A\nint f;\n  y;\n");
        let stray = Stray { line: Some(5), idiom: "A".into(), function: "f".into(), shows: vec![0, 1, 2, 3] };
        let expect = format!("{FLAGS}// no idiom: A\nint f;\n  // idiom: A\n  y;\n");
        let parsed = lines(&text, CommentSyntax::C);
        let expected = read("x.c", &parsed, CommentSyntax::C).unwrap().expected;
        let comparison =
            Comparison { found: vec![vec![false; 4]], strays: vec![stray], differences: Vec::new() };
        let updated = update(&text, &parsed, CommentSyntax::C, &expected, &configurations(), &comparison);
        assert_eq!((updated.text, updated.changed, updated.left), (expect, 1, vec![]));
    }
}
