//! Lines of a source, code and comments apart.
//!
//! Comments contain expectations; braces, brackets and semicolons of the code delimit the code of an
//! expectation. Strings and comments must not be taken for either. In: text. Out: for each line the code,
//! with strings and comments blanked, and the comment that ends the line.

/// The syntax of comments and strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentSyntax {
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
    /// The comment that begins and ends on this line: the column of its first byte, and its text without the
    /// marks.
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
enum LineState {
    Code,
    Block,
}

/// The lines of a text.
pub(super) fn lines(text: &str, syntax: CommentSyntax) -> Vec<Line> {
    let mut state = LineState::Code;
    let mut raw = None;
    text.lines().map(|line| scan(line, syntax, &mut state, &mut raw)).collect()
}

/// Splits one line into code and comment. `state` carries an open block comment to the next line, `raw` the
/// end mark of an open raw string.
fn scan(text: &str, syntax: CommentSyntax, state: &mut LineState, raw: &mut Option<String>) -> Line {
    let bytes = text.as_bytes();
    let mut line = Line { code: String::with_capacity(bytes.len()), ..Line::default() };
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let taken = if let Some(end) = raw.clone() {
            let length = rest.find(end.as_str()).map(|found| found + end.len());
            *raw = if length.is_some() { None } else { Some(end) };
            length.unwrap_or(rest.len())
        } else if *state == LineState::Block {
            let length = rest.find("*/").map(|found| found + 2);
            *state = if length.is_some() { LineState::Code } else { LineState::Block };
            length.unwrap_or(rest.len())
        } else if let Some(mark) = line_mark(syntax).filter(|mark| rest.starts_with(mark)) {
            line.comment = Some((at, rest[mark.len()..].to_owned()));
            rest.len()
        } else if syntax == CommentSyntax::C && rest.starts_with("/*") {
            let closed = rest[2..].find("*/");
            match closed {
                Some(length) => {
                    line.comment = Some((at, rest[2..2 + length].to_owned()));
                    line.is_block = true;
                }
                None => *state = LineState::Block,
            }
            closed.map_or(rest.len(), |length| length + 4)
        } else if syntax == CommentSyntax::C && rest.starts_with("R\"") {
            let delimiter = rest[2..].find('(').map_or("", |open| &rest[2..2 + open]);
            *raw = Some(format!("){delimiter}\""));
            2
        } else if let Some(quote) = rest.chars().next().filter(|c| is_quote(*c, syntax, &line.code)) {
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

fn line_mark(syntax: CommentSyntax) -> Option<&'static str> {
    Some(match syntax {
        CommentSyntax::C => "//",
        CommentSyntax::Ir => ";",
    })
}

/// Whether a string or character literal begins; the `'` in `1'000` separates digits.
fn is_quote(c: char, syntax: CommentSyntax, before: &str) -> bool {
    let digit = before.ends_with(|c: char| c.is_ascii_alphanumeric());
    c == '"' || (c == '\'' && syntax == CommentSyntax::C && !digit)
}

/// The length in bytes of the string literal that begins a text.
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

    fn code(text: &str, syntax: CommentSyntax) -> Vec<String> {
        lines(text, syntax).into_iter().map(|line| line.code.trim_end().to_owned()).collect()
    }

    #[test]
    fn strings_and_comments_are_no_code() {
        let text = "f(\"{ // \\\" {\", '{'); /* { */ g(); // {\nint n = 1'000; /* {\n { */ }";
        let expect = ["f(           ,    );         g();", "int n = 1'000;", "      }"];
        assert_eq!(code(text, CommentSyntax::C), expect);
        assert_eq!(code("x(R\"a({\n{ )\" {)a\"); y", CommentSyntax::C), ["x(", "         ); y"]);
        assert_eq!(code("@s = c\";{\" ; {", CommentSyntax::Ir), ["@s = c"]);
    }

    #[test]
    fn comments_have_their_text() {
        let comment = |text, syntax| lines(text, syntax).remove(0).comment;
        assert_eq!(comment("a; // idiom: X", CommentSyntax::C), Some((3, " idiom: X".to_owned())));
        assert_eq!(comment("/* idiom: X */ a;", CommentSyntax::C), Some((0, " idiom: X ".to_owned())));
        assert_eq!(comment("s(\"// idiom: X\");", CommentSyntax::C), None);
        assert_eq!(comment("  ; idiom: X", CommentSyntax::Ir), Some((2, " idiom: X".to_owned())));
    }
}
