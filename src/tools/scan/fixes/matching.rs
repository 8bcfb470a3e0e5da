//! A fix against the text of a file: the expected tokens, the values in them, and the replacements.
//!
//! ```text
//! pow($x, 2) => ($x * $x)   at 3:10 of `return 1 + pow(p.a, 2);`  =>  3:10 to 3:21: (p.a * p.a)
//! ```

use super::file::File;
use super::loops::{self, Loop};
use super::tokens::{Token, TokenKind, tokens};
use report::{Edit, Fix, Replacement};
use std::collections::{BTreeMap, BTreeSet};

/// The names that the preprocessor knows in a unit.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The names of macros.
    pub(super) macros: BTreeSet<String>,
    /// All words.
    pub(super) words: BTreeSet<String>,
}

/// The reason for which a text does not allow a fix.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused {
    /// The number of tokens that were as expected.
    pub(super) matched: usize,
    pub(super) why: String,
}

/// The edit of a fix in a file.
pub(super) fn edit(fix: &Fix, file: &File<'_>, names: &Names) -> Result<Edit, Refused> {
    let refused = |matched: usize, why: &str| Refused { matched, why: why.to_owned() };
    let index = |number: u32| number.saturating_sub(1) as usize;
    let at = file.begins.get(index(fix.place.line)).map(|begin| begin + index(fix.place.column));
    let first = at.and_then(|at| file.tokens.binary_search_by_key(&at, |token| token.at).ok());
    let first = first.ok_or_else(|| refused(0, "no word begins at its column"))?;
    check_macros(&file.tokens[first..=first], names).map_err(|why| refused(0, &why))?;
    let (values, behind) = matched(&fix.from, file, first)?;
    let refused = |why: &str| refused(behind - first, why);
    let (from, to) = (file.tokens[first].at, file.tokens[behind - 1].end());
    let line = file.line_of(from);
    if line != file.line_of(to) || file.is_continued(line) {
        return Err(refused("it is on several lines"));
    }
    check_macros(&file.tokens[first..behind], names).map_err(|why| refused(&why))?;
    let mut values: BTreeMap<&str, String> =
        values.into_iter().map(|(name, part)| (name, file.text[part].to_owned())).collect();
    let mut replacements = Vec::new();
    if let Some(before) = &fix.before {
        let Loop { head, line } = loops::around(file, first, behind).map_err(|why| refused(&why))?;
        check_macros(&file.tokens[head], names).map_err(|why| refused(&why))?;
        for name in names_in(before) {
            values.entry(name).or_insert_with(|| new_name(name, names));
        }
        let (indent, end) = file.margins(line);
        let text = format!("{indent}{}{end}", filled(before, &values));
        replacements.push(replacement(file, file.begins[line]..file.begins[line], text));
    }
    replacements.push(replacement(file, from..to, filled(&fix.to, &values)));
    Ok(Edit { file: fix.place.file.clone(), replacements })
}

/// Refuses tokens of which one is the name of a macro.
fn check_macros(tokens: &[Token<'_>], names: &Names) -> Result<(), String> {
    let is_macro = |token: &&Token<'_>| token.kind == TokenKind::Word && names.macros.contains(token.text);
    match tokens.iter().find(is_macro) {
        Some(used) => Err(format!("`{}` is a macro", used.text)),
        None => Ok(()),
    }
}

fn replacement(file: &File<'_>, part: std::ops::Range<usize>, text: String) -> Replacement {
    let ((line, first), (_, last)) = (file.place_of(part.start), file.place_of(part.end));
    Replacement { line, columns: (first, last), text }
}

/// The values of the names in an expected text, as bytes of the file, and the index behind the last token.
type Matched<'p> = (BTreeMap<&'p str, std::ops::Range<usize>>, usize);

/// Compares an expected text with the tokens from `first` on.
fn matched<'p>(from: &'p str, file: &File<'_>, first: usize) -> Result<Matched<'p>, Refused> {
    let refused = |at: usize, why: String| Refused { matched: at - first, why };
    let unexpected = |at: usize| refused(at, format!("the source does not have `{from}` there"));
    let expected = tokens(from).ok_or_else(|| unexpected(first))?;
    let mut values = BTreeMap::new();
    let mut at = first;
    for part in expected {
        let found = file.tokens.get(at).ok_or_else(|| unexpected(at))?;
        let Some(name) = part.text.strip_prefix('$') else {
            if (found.kind, found.text) != (part.kind, part.text) {
                return Err(unexpected(at));
            }
            at += 1;
            continue;
        };
        let end = value(file, at).ok_or_else(|| refused(at, format!("`{}` may have effects", found.text)))?;
        let part = found.at..file.tokens[end - 1].end();
        let known = values.entry(name).or_insert_with(|| part.clone());
        if file.text[known.clone()] != file.text[part] {
            return Err(unexpected(at));
        }
        at = end;
    }
    Ok((values, at))
}

/// The index behind the value that begins at a token, if its evaluation has no effects: a variable, a member, an
/// element at a variable or number, or a number.
fn value(file: &File<'_>, first: usize) -> Option<usize> {
    let kind = |at: usize| file.tokens.get(at).map(|token| token.kind);
    let is = |at: usize, text: &str| file.tokens.get(at).is_some_and(|token| token.is(text));
    let mut at = first + 1;
    if kind(first) == Some(TokenKind::Number) {
        return Some(at);
    }
    if kind(first) != Some(TokenKind::Word) {
        return None;
    }
    loop {
        if is(at, ".") || (file.is_c && is(at, "->")) {
            at = (kind(at + 1) == Some(TokenKind::Word)).then_some(at + 2)?;
        } else if file.is_c && is(at, "[") {
            let is_plain =
                matches!(kind(at + 1), Some(TokenKind::Word | TokenKind::Number)) && is(at + 2, "]");
            at = is_plain.then_some(at + 3)?;
        } else {
            let goes_on = ["(", "[", "->", "++", "--", "::", "{"].iter().any(|sign| is(at, sign));
            return (!goes_on && !matches!(kind(at), Some(TokenKind::Word | TokenKind::Literal)))
                .then_some(at);
        }
    }
}

/// The `$names` in a text.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let tokens = tokens(text).unwrap_or_default().into_iter();
    tokens.filter_map(|token| token.text.strip_prefix('$'))
}

/// A name that the unit does not have: the given one, or the first with a number behind it.
fn new_name(name: &str, names: &Names) -> String {
    let numbered = (2..).map(|number| format!("{name}{number}"));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|name| !names.words.contains(name)).unwrap_or_default()
}

/// A text with values for its `$names`.
fn filled(text: &str, values: &BTreeMap<&str, String>) -> String {
    let mut out = String::new();
    let mut copied = 0;
    for token in tokens(text).unwrap_or_default() {
        if let Some(value) = token.text.strip_prefix('$').and_then(|name| values.get(name)) {
            out += &text[copied..token.at];
            out += value;
            copied = token.end();
        }
    }
    out + &text[copied..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Place;

    /// The text after the fix of `from` at its first place in a C source, or the reason why there is none.
    fn fixed(
        source: &str,
        (from, to, before): (&str, &str, Option<&str>),
        is_c: bool,
    ) -> Result<String, String> {
        let word = &from[..from.find(|c: char| !c.is_alphanumeric()).unwrap()];
        let at = source.find(&format!("{word}(")).unwrap();
        let line = source[..at].matches('\n').count() + 1;
        let column = at - source[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        let place = Place { file: "x.c".into(), line: line as u32, column: column as u32 };
        let [from, to] = [from, to].map(str::to_owned);
        let fix = Fix { place, from, to, before: before.map(str::to_owned) };
        let names = Names { macros: ["MACRO".to_owned()].into(), words: ["length".to_owned()].into() };
        let edit = edit(&fix, &File::of(source, is_c).unwrap(), &names).map_err(|refused| refused.why)?;
        Ok(super::super::diff::applied(source, &[edit]))
    }

    fn power(source: &str) -> Result<String, String> {
        fixed(source, ("pow($x, 2)", "($x * $x)", None), true)
    }

    fn length(source: &str) -> Result<String, String> {
        let fix = ("strlen($s)", "$length", Some("const size_t $length = strlen($s);"));
        fixed(source, fix, true)
    }

    #[test]
    fn values_without_effects_are_repeated() {
        assert_eq!(power("y = -pow( a , 2 );").unwrap(), "y = -(a * a);");
        assert_eq!(power("y = pow(p->q.r[i], 2);").unwrap(), "y = (p->q.r[i] * p->q.r[i]);");
        assert_eq!(power("y = pow(1.5, 2)[0];").unwrap(), "y = (1.5 * 1.5)[0];");
        let effects = ["next()", "i++", "a[i++]", "a[f(1)]", "f(x)[1]"];
        for text in effects {
            let why = power(&format!("y = pow({text}, 2);")).unwrap_err();
            assert!(why.ends_with("may have effects"), "{text}: {why}");
        }
        for text in ["x, 3", "x + 1, 2", "2, x"] {
            let why = power(&format!("y = pow({text});")).unwrap_err();
            assert!(why.starts_with("the source does not have"), "{text}: {why}");
        }
        assert_eq!(power("y = pow(x,\n2);").unwrap_err(), "it is on several lines");
        assert_eq!(power("y = pow(x, 2) \\\n+ 1;").unwrap_err(), "it is on several lines");
        assert_eq!(power("y = pow(MACRO, 2);").unwrap_err(), "`MACRO` is a macro");
        let of_cpp = |source| fixed(source, ("pow($x, 2)", "($x * $x)", None), false);
        assert_eq!(of_cpp("y = pow(a.b, 2);").unwrap(), "y = (a.b * a.b);");
        assert!(of_cpp("y = pow(p->q, 2);").is_err() && of_cpp("y = pow(m[k], 2);").is_err());
    }

    #[test]
    fn a_line_is_inserted_before_a_loop() {
        let text = "{\n\tfor (size_t i = 0; i + 1 < strlen(s); i++)\r\n\t\tputchar(s[i]);\n}\n";
        let expect = "{\n\tconst size_t length2 = strlen(s);\r\n\tfor (size_t i = 0; i + 1 < length2; i++)\r\n\t\tputchar(s[i]);\n}\n";
        assert_eq!(length(text).unwrap(), expect);
        assert!(length("a();\nwhile (i < strlen(p->s))\nb();").is_ok());
        assert!(length("if (a) { b(); }\nwhile (i < strlen(s))\nb();").is_ok());
    }

    #[test]
    fn loops_before_which_no_line_can_stand_are_refused() {
        let check = |source: &str, expect: &str| assert_eq!(length(source).unwrap_err(), expect, "{source}");
        let (no_line, changed) =
            ("no line can stand before the loop", "the loop may change it before the first round");
        check("if (a)\nfor (;i < strlen(s);)\nb();", no_line);
        check("if (a)\nb();\nelse\nwhile (i < strlen(s))\nb();", no_line);
        check("case 1:\nfor (;i < strlen(s);)\nb();", no_line);
        check("a(); for (;i < strlen(s);)\nb();", no_line);
        check("#if A\nfor (;i < strlen(s);)\nb();", no_line);
        check("do { b(); }\nwhile (i < strlen(s));", "it is not at the beginning of a loop");
        check("do { b(); }\nwhile (i < strlen(s)) b();", no_line);
        check("a();\nfor (s = t; i < strlen(s);)\nb();", changed);
        check("a();\nfor (next(); i < strlen(s);)\nb();", changed);
        check("a();\nfor (*q = 0; i < strlen(s);)\nb();", changed);
        check("a();\nfor (char *s = t; i < strlen(s);)\nb();", changed);
        check("a();\nfor (;s && i < strlen(s);)\nb();", "the condition does not always compute it");
        check("a();\nfor (;n ? i < strlen(s) : 0;)\nb();", "the condition does not always compute it");
        check("a();\nfor (;;i += strlen(s))\nb();", "it is not in the condition of a loop");
        check("a();\nfor (i = strlen(s);;)\nb();", "it is not in the condition of a loop");
        check("a();\nwhile (i)\nn = strlen(s);", "it is not in the condition of a loop");
        check("a();\nfor (;\ni < strlen(s);)\nb();", "the head of the loop is on several lines");
        check("a();\nfor (int i = MACRO; i < strlen(s);)\nb();", "`MACRO` is a macro");
    }
}
