//! Lines of a source, code and comments apart.
//!
//! Comments say what is expected; braces, brackets and semicolons of the code say what a comment is about.
//! Strings and comments would mislead both. In: text. Out: by line, the code with strings and comments
//! blanked, and the comment that ends the line.

/// How comments and strings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// C and its relatives.
    C,
    /// Textual LLVM IR.
    Ir,
}

/// A line of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The code. Each byte of strings and comments is a space.
    pub(super) code: String,
    /// The comment that begins and ends on this line: its first byte, and its text without the marks.
    pub(super) comment: Option<(usize, String)>,
    /// Whether the comment is closed by `*/`.
    pub(super) is_block: bool,
}

impl Line {
    /// Whether there is code.
    pub(super) fn has_code(&self) -> bool {
        !self.code.trim().is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Code,
    Block,
}

/// The lines of a text.
pub(super) fn lines(text: &str, language: Language) -> Vec<Line> {
    let mut within = Within::Code;
    let mut raw = None;
    text.lines().map(|line| scan(line, language, &mut within, &mut raw)).collect()
}

/// Takes one line apart; `within` says whether a block comment goes on, `raw` the end of a raw string that
/// does.
fn scan(text: &str, language: Language, within: &mut Within, raw: &mut Option<String>) -> Line {
    let bytes = text.as_bytes();
    let mut line = Line { code: String::with_capacity(bytes.len()), ..Line::default() };
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let taken = if let Some(end) = raw.clone() {
            let length = rest.find(end.as_str()).map(|found| found + end.len());
            *raw = if length.is_some() { None } else { Some(end) };
            length.unwrap_or(rest.len())
        } else if *within == Within::Block {
            let length = rest.find("*/").map(|found| found + 2);
            *within = if length.is_some() { Within::Code } else { Within::Block };
            length.unwrap_or(rest.len())
        } else if let Some(mark) = line_mark(language).filter(|mark| rest.starts_with(mark)) {
            line.comment = Some((at, rest[mark.len()..].to_owned()));
            rest.len()
        } else if language == Language::C && rest.starts_with("/*") {
            let closed = rest[2..].find("*/");
            match closed {
                Some(length) => {
                    line.comment = Some((at, rest[2..2 + length].to_owned()));
                    line.is_block = true;
                }
                None => *within = Within::Block,
            }
            closed.map_or(rest.len(), |length| length + 4)
        } else if language == Language::C && rest.starts_with("R\"") {
            let delimiter = rest[2..].find('(').map_or("", |open| &rest[2..2 + open]);
            *raw = Some(format!("){delimiter}\""));
            2
        } else if let Some(quote) = rest.chars().next().filter(|c| is_quote(*c, language, &line.code)) {
            string(rest, quote)
        } else {
            let width = rest.chars().next().map_or(1, char::len_utf8);
            line.code.push_str(&rest[..width]);
            at += width;
            continue;
        };
        line.code.extend(std::iter::repeat_n(' ', taken));
        at += taken;
    }
    line
}

fn line_mark(language: Language) -> Option<&'static str> {
    Some(match language {
        Language::C => "//",
        Language::Ir => ";",
    })
}

/// Whether a string or a character begins; the `'` in `1'000` separates digits.
fn is_quote(c: char, language: Language, before: &str) -> bool {
    let digit = before.ends_with(|c: char| c.is_ascii_alphanumeric());
    c == '"' || (c == '\'' && language == Language::C && !digit)
}

/// The bytes of the string that begins a text.
fn string(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str, language: Language) -> Vec<String> {
        lines(text, language).into_iter().map(|line| line.code.trim_end().to_owned()).collect()
    }

    #[test]
    fn strings_and_comments_are_no_code() {
        let text = "f(\"{ // \\\" {\", '{'); /* { */ g(); // {\nint n = 1'000; /* {\n { */ }";
        let expect = ["f(           ,    );         g();", "int n = 1'000;", "      }"];
        assert_eq!(code(text, Language::C), expect);
        assert_eq!(code("x(R\"a({\n{ )\" {)a\"); y", Language::C), ["x(", "         ); y"]);
        assert_eq!(code("@s = c\";{\" ; {", Language::Ir), ["@s = c"]);
    }

    #[test]
    fn comments_have_their_text() {
        let comment = |text, language| lines(text, language).remove(0).comment;
        assert_eq!(comment("a; // idiom: X", Language::C), Some((3, " idiom: X".to_owned())));
        assert_eq!(comment("/* idiom: X */ a;", Language::C), Some((0, " idiom: X ".to_owned())));
        assert_eq!(comment("s(\"// idiom: X\");", Language::C), None);
        assert_eq!(comment("  ; idiom: X", Language::Ir), Some((2, " idiom: X".to_owned())));
    }
}
