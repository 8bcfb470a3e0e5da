//! JSON with a line for each member and element, indented by two spaces: byte for byte what `serde_json::to_string_pretty`
//! writes.
//!
//! That one writes the end of a line and each step of its indentation by itself, which took most of the time of writing a report. Here they
//! are one piece of a text that is there already.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// The value as a document.
pub(super) fn to_json(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::with_capacity(4096);
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Indented::default()))?;
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

#[derive(Default)]
struct Indented {
    depth: usize,
    /// Whether what ends next has anything in it.
    has_value: bool,
}

/// The end of a member, then the beginning of the next line as far as most are indented.
const LINE: &[u8] = b",\n                                        ";
/// So deep.
const DEEPEST: usize = (LINE.len() - 2) / 2;

impl Indented {
    fn line(&self, out: &mut (impl Write + ?Sized), has_comma: bool) -> io::Result<()> {
        let from = if has_comma { 0 } else { 1 };
        out.write_all(&LINE[from..2 + 2 * self.depth.min(DEEPEST)])?;
        (DEEPEST..self.depth).try_for_each(|_| out.write_all(b"  "))
    }

    fn begin(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        out.write_all(bracket)
    }

    fn end(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_value {
            self.line(out, false)?;
        }
        out.write_all(bracket)
    }
}

impl Formatter for Indented {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.line(out, !first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.line(out, !first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn documents_are_those_of_the_library() {
        let nested = |depth| (0..depth).fold(json!({"a": 1, "b": []}), |inner, _| json!([inner, {}, "x"]));
        for value in [
            json!({}),
            json!([]),
            json!("a \"b\"\n\u{1}\u{1F600}"),
            json!([1, -2.5, null, true, [[], {}], [[1]], {"k": {"l": [], "m": {"n": "…"}}, "o": {}}]),
            nested(3),
            nested(DEEPEST - 1),
            nested(DEEPEST),
            nested(DEEPEST + 5),
        ] {
            let text = to_json(&value).unwrap();
            assert_eq!(text, serde_json::to_string_pretty(&value).unwrap());
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
    }
}
