//! The code that an expectation applies to.
//!
//! In C this is a statement, loop or definition: from the line with the comment, or the next one with code,
//! to the final `;` or `}`. In IR it is a function, if the line has `define`, or else the value that the line
//! defines.

use super::lines::{CommentSyntax, Line};
use report::{Place, shown_name};

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Lines of a source.
    Lines {
        /// The first line, from 1.
        first: u32,
        /// The last line, from 1.
        last: u32,
        /// The name of the function that these lines define, if any.
        function: Option<String>,
    },
    /// A function of a module.
    Function(String),
    /// A value of a function: `%7`.
    Value {
        /// The function's name.
        function: String,
        /// The value as an operand: `%7`.
        value: String,
    },
}

/// The code that the comment on a line applies to. `None` if no code follows, or an IR line without a named
/// value.
pub(super) fn of(lines: &[Line], comment: usize, syntax: CommentSyntax) -> Option<Extent> {
    let begin = (comment..lines.len()).find(|line| lines[*line].has_code())?;
    match syntax {
        CommentSyntax::C => {
            let end = end_of_statement(lines, begin);
            let function = defined(&lines[begin..=end]);
            Some(Extent::Lines { first: begin as u32 + 1, last: end as u32 + 1, function })
        }
        CommentSyntax::Ir => of_ir(lines, begin),
    }
}

/// The last line of the statement or definition that begins on a line.
fn end_of_statement(lines: &[Line], begin: usize) -> usize {
    let (mut round, mut curly) = (0i64, 0i64);
    for (at, line) in lines.iter().enumerate().skip(begin) {
        for (column, c) in line.code.char_indices() {
            match c {
                '(' | '[' => round += 1,
                ')' | ']' => round -= 1,
                '{' if round == 0 => curly += 1,
                '}' if round == 0 => curly -= 1,
                _ => {}
            }
            // The enclosing block ends here.
            if round < 0 || curly < 0 {
                return at;
            }
            let is_end = c == ';' || (c == '}' && !goes_on(lines, at, column + 1));
            if is_end && round == 0 && curly == 0 {
                return at;
            }
        }
    }
    lines.len() - 1
}

/// Keywords that precede `(` and are no names of functions.
const STATEMENTS: [&str; 6] = ["if", "for", "while", "switch", "return", "catch"];

/// The name of the function that the lines define: they have a name, `(`, and a block at the end.
fn defined(lines: &[Line]) -> Option<String> {
    let code: String = lines.iter().map(|line| line.code.as_str()).collect::<Vec<_>>().join(" ");
    let (head, _) = code.split_once('{').filter(|_| code.trim_end().ends_with('}'))?;
    let before = head.split_once('(')?.0.trim_end();
    let begin = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    let name = &before[begin..];
    (!name.is_empty() && !STATEMENTS.contains(&name)).then(|| name.to_owned())
}

/// Whether a demangled function has this name: `ns::f<int>(int)` has the name `f`.
fn is_called(shown: &str, name: &str) -> bool {
    let before = shown.split('(').next().unwrap_or_default();
    let before = before.split('<').next().unwrap_or_default();
    before.rsplit([':', ' ']).next() == Some(name)
}

/// Whether an `else`, `catch` or the `while` of a `do` follows.
fn goes_on(lines: &[Line], line: usize, column: usize) -> bool {
    let here = lines[line].code[column..].trim_start();
    let below = || lines[line + 1..].iter().find(|line| line.has_code()).map(|line| line.code.trim_start());
    let next = if here.is_empty() { below().unwrap_or_default() } else { here };
    ["else", "catch"].iter().any(|word| next.starts_with(word))
        || (next.starts_with("while") && next.trim_end().ends_with(';'))
}

fn of_ir(lines: &[Line], begin: usize) -> Option<Extent> {
    let function = || {
        (0..=begin)
            .rev()
            .find(|line| lines[*line].code.starts_with("define"))
            .and_then(|at| symbol(&lines[at]))
    };
    if lines[begin].code.starts_with("define") {
        return function().map(Extent::Function);
    }
    let value = lines[begin].code.trim_start().split_once(" = ")?.0.to_owned();
    let function = function().filter(|_| value.starts_with('%'))?;
    Some(Extent::Value { function, value })
}

/// The name after the first `@`; `None` for a quoted name.
pub(super) fn symbol(line: &Line) -> Option<String> {
    let (_, behind) = line.code.split_once('@')?;
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "$._-".contains(c);
    let name: String = behind.chars().take_while(|c| is_of_name(*c)).collect();
    (!name.is_empty()).then_some(name)
}

impl Extent {
    /// Whether a finding in a function, with these values at these places of the file, touches this code.
    pub(super) fn is_touched<'p>(
        &self,
        function: &str,
        values: &[Option<&str>],
        places: impl IntoIterator<Item = &'p Place>,
    ) -> bool {
        let mut places = places.into_iter().peekable();
        match self {
            // If no value has a line in the file, only the function is known.
            Extent::Lines { function: Some(name), .. } if places.peek().is_none() => {
                is_called(&shown_name(function), name)
            }
            Extent::Lines { first, last, .. } => places.any(|place| (*first..=*last).contains(&place.line)),
            Extent::Function(name) => name == function,
            Extent::Value { function: name, value } => name == function && values.contains(&Some(value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines;
    use super::*;

    /// The last line of the statement on the first one.
    fn check(text: &str, last: u32) {
        let lines = lines(text, CommentSyntax::C);
        let Some(Extent::Lines { first: 1, last: found, .. }) = of(&lines, 0, CommentSyntax::C) else {
            panic!("{text}")
        };
        assert_eq!(found, last, "{text}");
    }

    #[test]
    fn statements_end_where_they_end() {
        check("x = a[i]\n  + 1;\ny;", 2);
        check("for (i = 0; i < n; i++)\n  s += a[i];\ny;", 2);
        check("for (i = 0;\n i < n;) {\n  s;\n}\ny;", 4);
        check("int f(void)\n{\n  g(\"}\");\n}\nint h;", 4);
        check("if (x) {\n  y;\n} else {\n  z;\n}\nw;", 5);
        check("if (x) { y; }\nelse {\n  z;\n}\nw;", 4);
        check("do {\n  x;\n} while (y);\nz;", 3);
        check("while (x) {\n y; }\nwhile (z)\n w;", 2);
        check("f([&] {\n  g();\n});\nx;", 3);
        check("return x; }\ny;", 1);
        check("a }\nb;", 1);
    }

    #[test]
    fn comments_are_about_what_follows() {
        let lines = lines("// a\n\n// b\nx;\n// c", CommentSyntax::C);
        assert_eq!(
            of(&lines, 0, CommentSyntax::C),
            Some(Extent::Lines { first: 4, last: 4, function: None })
        );
        assert_eq!(of(&lines, 4, CommentSyntax::C), None);
    }

    #[test]
    fn functions_have_names() {
        for (text, expect) in [
            ("static int f(int x) {\n return x;\n}", Some("f")),
            ("template <class T>\nT f (T x)\n{ return x; }", Some("f")),
            ("void C::f(int) const {}", Some("f")),
            ("for (;;) {\n f(x);\n}", None),
            ("f(x);", None),
            ("struct S {\n int x;\n}", None),
        ] {
            assert_eq!(defined(&lines(text, CommentSyntax::C)).as_deref(), expect, "{text}");
        }
        assert!(
            is_called("f", "f") && is_called("ns::f<int>(int)", "f") && is_called("int f<int>(int)", "f")
        );
        assert!(!is_called("ns::g(f)", "f") && !is_called("ff(int)", "f"));
    }

    #[test]
    fn ir_has_functions_and_values() {
        let text = "; a\ndefine i32 @f.g(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}";
        let lines = lines(text, CommentSyntax::Ir);
        let value = Extent::Value { function: "f.g".into(), value: "%y".into() };
        assert_eq!(of(&lines, 0, CommentSyntax::Ir), Some(Extent::Function("f.g".into())));
        assert_eq!(of(&lines, 2, CommentSyntax::Ir), Some(value));
        assert_eq!(of(&lines, 3, CommentSyntax::Ir), None);
    }
}
